//! The secret without which no postback is taken for an advertiser's clicks.

use crate::account::password::{CheckedPassword, check_own_password};
use crate::account::second_factor::{PasswordAndOtpForm, check_otp};
use crate::auth::Advertiser;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use placard_common::error::Problem;
use placard_edge::delivery::secret_hash;
use placard_model::UnixMs;
use placard_store::accounts::audit_log;
use placard_store::advertising::postback_secrets;
use placard_store::{Priority, Tx};
use serde::Serialize;
use utoipa::ToSchema;

/// Random bytes of a secret: 32 characters.
const SECRET_BYTES: usize = 24;

/// Whether postbacks need a secret.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostbackSecret {
    /// Postbacks for the own clicks are taken with the secret only.
    pub is_set: bool,
    /// When it was made; null when there is none.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub created_at: Option<UnixMs>,
}

/// A new secret.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewPostbackSecret {
    /// The secret, sent as `secret` or in the header `X-Postback-Secret`. It is shown this one time.
    pub secret: String,
}

/// Whether postbacks for the own clicks need a secret.
#[utoipa::path(get, path = "/api/advertiser/postback_secret", tag = "advertiser",
    responses((status = 200, body = Data<PostbackSecret>)))]
pub async fn get_postback_secret(
    State(app): State<ApiState>,
    current: Advertiser,
) -> Result<Json<Data<PostbackSecret>>, Problem> {
    let id = current.id();
    let created_at =
        app.store.read("get_postback_secret", async move |conn| postback_secrets::made_at(conn, id).await).await?;
    Ok(data(PostbackSecret { is_set: created_at.is_some(), created_at }))
}

/// Makes a secret, in the place of the one before: from now on postbacks for the own clicks are taken with it only. It
/// outlives the session, so password and code are asked for again, and a mail tells the owner.
#[utoipa::path(post, path = "/api/advertiser/postback_secret", tag = "advertiser", request_body = PasswordAndOtpForm,
    responses((status = 201, body = Data<NewPostbackSecret>)))]
pub async fn create_postback_secret(
    State(app): State<ApiState>,
    current: Advertiser,
    Json(form): Json<PasswordAndOtpForm>,
) -> Result<(StatusCode, Json<Data<NewPostbackSecret>>), Problem> {
    let proved = prove(&app, &current, &form).await?;
    let secret = URL_SAFE_NO_PAD.encode(app.rng.bytes::<SECRET_BYTES>());
    let (id, hash, app_, current_) = (current.id(), secret_hash(&secret), app.clone(), current.clone());
    app.store
        .write("create_postback_secret", Priority::Api, async move |tx| {
            proved.still_holds(tx).await?;
            postback_secrets::put(tx, id, &hash).await?;
            tell_change(tx, &app_, &current_, true).await
        })
        .await?;
    // The inventory feed tells delivery too; this makes it hold for the next postback already.
    app.delivery.directory.put_secret(id, Some(hash));
    Ok((StatusCode::CREATED, data(NewPostbackSecret { secret })))
}

/// Takes the secret away: postbacks for the own clicks are taken without one again. Password and code are asked for, and a
/// mail tells the owner.
#[utoipa::path(delete, path = "/api/advertiser/postback_secret", tag = "advertiser", request_body = PasswordAndOtpForm,
    responses((status = 204)))]
pub async fn delete_postback_secret(
    State(app): State<ApiState>,
    current: Advertiser,
    Json(form): Json<PasswordAndOtpForm>,
) -> Result<StatusCode, Problem> {
    let proved = prove(&app, &current, &form).await?;
    let (id, app_, current_) = (current.id(), app.clone(), current.clone());
    app.store
        .write("delete_postback_secret", Priority::Api, async move |tx| {
            proved.still_holds(tx).await?;
            postback_secrets::delete(tx, id).await?;
            tell_change(tx, &app_, &current_, false).await
        })
        .await?;
    app.delivery.directory.put_secret(id, None);
    Ok(StatusCode::NO_CONTENT)
}

async fn prove(app: &ApiState, current: &Advertiser, form: &PasswordAndOtpForm) -> Result<CheckedPassword, Problem> {
    current.check_second_factor(app)?;
    let checked = check_own_password(app, current, "password", &form.password).await?;
    check_otp(app, current, form.otp.as_deref()).await?;
    Ok(checked)
}

async fn tell_change(tx: &Tx, app: &ApiState, current: &Advertiser, is_set: bool) -> placard_store::Result<()> {
    let (user, actor) = (&current.user, current.actor());
    let action = if is_set { "create_postback_secret" } else { "delete_postback_secret" };
    audit_log::record_event(tx, &actor, action, "user", user.id.0).await?;
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mail::queue(tx, app, to, &Mail::PostbackSecretChanged { is_set, at: tx.now(), address: actor.address }).await
}
