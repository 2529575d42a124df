//! The secret without which no postback is taken for an advertiser's clicks.

use crate::app::AppState;
use crate::auth::Advertiser;
use crate::delivery::secret_hash;
use crate::error::Problem;
use crate::extract::Json;
use crate::list::{Data, data};
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use placard_model::UnixMs;
use placard_store::{Priority, audit_log, postback_secrets};
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
    State(app): State<AppState>,
    current: Advertiser,
) -> Result<Json<Data<PostbackSecret>>, Problem> {
    let id = current.id();
    let created_at =
        app.store.read("get_postback_secret", async move |conn| postback_secrets::made_at(conn, id).await).await?;
    Ok(data(PostbackSecret { is_set: created_at.is_some(), created_at }))
}

/// Makes a secret, in the place of the one before: from now on postbacks for the own clicks are taken with it only.
#[utoipa::path(post, path = "/api/advertiser/postback_secret", tag = "advertiser",
    responses((status = 201, body = Data<NewPostbackSecret>)))]
pub async fn create_postback_secret(
    State(app): State<AppState>,
    current: Advertiser,
) -> Result<(StatusCode, Json<Data<NewPostbackSecret>>), Problem> {
    let secret = URL_SAFE_NO_PAD.encode(app.rng.bytes::<SECRET_BYTES>());
    let (id, actor, hash) = (current.id(), current.actor(), secret_hash(&secret));
    app.store
        .write("create_postback_secret", Priority::Api, async move |tx| {
            postback_secrets::put(tx, id, &hash).await?;
            audit_log::record_event(tx, &actor, "create_postback_secret", "user", id.0).await
        })
        .await?;
    // The inventory feed tells delivery too; this makes it hold for the next postback already.
    app.delivery.directory.put_secret(id, Some(hash));
    Ok((StatusCode::CREATED, data(NewPostbackSecret { secret })))
}

/// Takes the secret away: postbacks for the own clicks are taken without one again.
#[utoipa::path(delete, path = "/api/advertiser/postback_secret", tag = "advertiser", responses((status = 204)))]
pub async fn delete_postback_secret(State(app): State<AppState>, current: Advertiser) -> Result<StatusCode, Problem> {
    let (id, actor) = (current.id(), current.actor());
    app.store
        .write("delete_postback_secret", Priority::Api, async move |tx| {
            postback_secrets::delete(tx, id).await?;
            audit_log::record_event(tx, &actor, "delete_postback_secret", "user", id.0).await
        })
        .await?;
    app.delivery.directory.put_secret(id, None);
    Ok(StatusCode::NO_CONTENT)
}
