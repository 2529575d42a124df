//! The second factor of an account: one-time codes of an app, and recovery codes.

use crate::account::password::check_own_password;
use crate::auth::failures::{self, Failure, Step};
use crate::auth::second_factor::{self, CodesLeft, SECRET_BYTES, Setup};
use crate::auth::{Again, Attempt, CurrentUser, Member};
use crate::extract::Json;
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::SessionId;
use placard_store::accounts::sessions::{self, EndReason};
use placard_store::accounts::users::User;
use placard_store::accounts::{api_tokens, audit_log, second_factors};
use placard_store::{Error, Priority, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether a second factor is in use.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SecondFactorResource {
    /// A code is asked for at login.
    pub is_on: bool,
    /// The account may do nothing of its work without it: staff.
    pub is_required: bool,
    /// Recovery codes that were not used.
    pub recovery_codes_left: u64,
}

/// The password.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorPasswordForm {
    /// The password.
    #[schema(format = Password)]
    pub password: String,
}

/// A code.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OtpForm {
    /// The code that the app shows; where the second factor is on already also a recovery code.
    pub otp: String,
}

/// Password and code.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordAndOtpForm {
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// The code that the app shows, or a recovery code.
    pub otp: Option<String>,
}

/// A secret that waits to be proved.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecondFactorSetup {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The secret as `otpauth://` URL.
    pub url: String,
    /// The URL as QR code, an SVG element.
    pub qr_svg: String,
}

/// Codes that stand in for a lost second factor, each once. They are shown this one time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// The codes.
    pub recovery_codes: Vec<String>,
}

/// Whether the second factor is on.
#[utoipa::path(get, path = "/api/account/second_factor", tag = "account",
    responses((status = 200, body = Data<SecondFactorResource>)))]
pub async fn get_second_factor(
    State(app): State<ApiState>,
    current: Member,
) -> Result<Json<Data<SecondFactorResource>>, Problem> {
    let id = current.id();
    let recovery_codes_left = app
        .store
        .read("get_second_factor", async move |conn| second_factors::count_recovery_codes(conn, id).await)
        .await?;
    let is_required = current.user.user_type.is_staff() && !app.config.demo;
    Ok(data(SecondFactorResource { is_on: current.user.has_second_factor, is_required, recovery_codes_left }))
}

/// Makes a secret. Codes are asked for at login once one of them was sent with PUT.
#[utoipa::path(post, path = "/api/account/second_factor", tag = "account", request_body = SecondFactorPasswordForm,
    responses((status = 200, body = Data<SecondFactorSetup>)))]
pub async fn create_second_factor(
    State(app): State<ApiState>,
    current: Member,
    Json(form): Json<SecondFactorPasswordForm>,
) -> Result<Json<Data<SecondFactorSetup>>, Problem> {
    let checked = check_own_password(&app, &current, "password", &form.password).await?;
    let secret: [u8; SECRET_BYTES] = app.rng.bytes();
    let Setup { secret: text, url, qr_svg } = Setup::new(&secret, &current.user.email)?;
    let id = current.id();
    let sealed = second_factor::seal_secret(&app.keys, &app.rng, id, &secret)?;
    let actor = current.actor();
    app.store
        .write("create_second_factor", Priority::Api, async move |tx| {
            checked.still_holds(tx).await?;
            second_factors::put_secret(tx, id, &sealed).await?;
            audit_log::record_event(tx, &actor, "create_second_factor_secret", "user", id).await
        })
        .await?;
    Ok(data(SecondFactorSetup { secret: text, url, qr_svg }))
}

/// Proves to have the secret by a code of it: from now on codes are asked for at login. All other sessions end, and the API
/// tokens of staff.
#[utoipa::path(put, path = "/api/account/second_factor", tag = "account", request_body = OtpForm,
    responses((status = 200, body = Data<RecoveryCodes>)))]
pub async fn confirm_second_factor(
    State(app): State<ApiState>,
    current: Member,
    Json(form): Json<OtpForm>,
) -> Result<Json<Data<RecoveryCodes>>, Problem> {
    let (id, session) = (current.id(), current.own_session()?);
    if current.user.has_second_factor {
        return Err(Problem::Conflict("The second factor is on already.".to_owned()));
    }
    let mut attempt = begin_again(&app, &current, Again::Code)?;
    let (codes, hashes) = second_factor::new_recovery_codes(&app.keys, &app.rng, id);
    let (app_, current_) = (app.clone(), current.clone());
    let confirming = app.store.write("confirm_second_factor", Priority::Api, async move |tx| {
        if second_factors::get_second_factor(tx, id).await?.is_none() {
            return Err(Error::Conflict("There is no secret to prove: ask for one first.".to_owned()));
        }
        if !second_factor::take_code(tx, &app_, id, &form.otp).await? {
            return Ok(false);
        }
        second_factors::set_on(tx, id, true).await?;
        second_factors::put_recovery_codes(tx, id, &hashes).await?;
        end_what_proved_no_code(tx, &current_.user, session).await?;
        tell_change(tx, &app_, &current_, true).await?;
        Ok(true)
    });
    let is_right = attempt.compare(confirming, |is_right| !is_right).await?;
    if !is_right {
        failures::log(Step::StepUp, Failure::Code, current.address, Some(id));
        return Err(Problem::OtpInvalid);
    }
    attempt.forgive();
    app.auth.forget_user(id);
    Ok(data(RecoveryCodes { recovery_codes: codes }))
}

/// Switches the second factor off. Staff can do nothing then until they set up another.
#[utoipa::path(delete, path = "/api/account/second_factor", tag = "account", request_body = PasswordAndOtpForm,
    responses((status = 204)))]
pub async fn delete_second_factor(
    State(app): State<ApiState>,
    current: Member,
    Json(form): Json<PasswordAndOtpForm>,
) -> Result<StatusCode, Problem> {
    if !current.user.has_second_factor {
        return Err(Problem::Conflict("The second factor is off already.".to_owned()));
    }
    let checked = check_own_password(&app, &current, "password", &form.password).await?;
    check_otp(&app, &current, form.otp.as_deref()).await?;
    let (id, app_, current_) = (current.id(), app.clone(), current.clone());
    app.store
        .write("delete_second_factor", Priority::Api, async move |tx| {
            checked.still_holds(tx).await?;
            second_factors::set_on(tx, id, false).await?;
            tell_change(tx, &app_, &current_, false).await
        })
        .await?;
    app.auth.forget_user(id);
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the recovery codes. A mail tells the owner.
#[utoipa::path(post, path = "/api/account/second_factor/recovery_codes", tag = "account", request_body = OtpForm,
    responses((status = 200, body = Data<RecoveryCodes>)))]
pub async fn create_recovery_codes(
    State(app): State<ApiState>,
    current: Member,
    Json(form): Json<OtpForm>,
) -> Result<Json<Data<RecoveryCodes>>, Problem> {
    if !current.user.has_second_factor {
        return Err(Problem::Conflict("The second factor is off: switch it on first.".to_owned()));
    }
    check_otp(&app, &current, Some(&form.otp)).await?;
    let (id, actor, user, app_) = (current.id(), current.actor(), current.user.clone(), app.clone());
    let (codes, hashes) = second_factor::new_recovery_codes(&app.keys, &app.rng, id);
    app.store
        .write("create_recovery_codes", Priority::Api, async move |tx| {
            let before = CodesLeft { recovery_codes_left: second_factors::count_recovery_codes(tx, id).await? };
            second_factors::put_recovery_codes(tx, id, &hashes).await?;
            let after = CodesLeft { recovery_codes_left: second_factors::count_recovery_codes(tx, id).await? };
            audit_log::record(tx, &actor, "create_recovery_codes", "user", id, Some(&before), Some(&after)).await?;
            let to = Recipient { user: Some(id), email: &user.email, name: &user.contacts.name };
            let address = actor.address.clone();
            mail::queue(tx, &app_, to, &Mail::RecoveryCodesReplaced { at: tx.now(), address }).await
        })
        .await?;
    Ok(data(RecoveryCodes { recovery_codes: codes }))
}

/// Whoever knew the password alone is logged out. For staff the same holds of API tokens, which reach the back office.
async fn end_what_proved_no_code(tx: &Tx, user: &User, session: SessionId) -> placard_store::Result<()> {
    sessions::end_other_sessions(tx, user.id, session, EndReason::Ended).await?;
    if user.user_type.is_staff() {
        api_tokens::delete_tokens_of(tx, user.id).await?;
    }
    Ok(())
}

async fn tell_change(tx: &Tx, app: &ApiState, current: &CurrentUser, is_on: bool) -> placard_store::Result<()> {
    let (user, actor) = (&current.user, current.actor());
    let action = if is_on { "create_second_factor" } else { "delete_second_factor" };
    audit_log::record_event(tx, &actor, action, "user", user.id).await?;
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mail::queue(tx, app, to, &Mail::SecondFactorChanged { is_on, at: tx.now(), address: actor.address }).await
}

/// Counts an attempt at what is asked for again in a session.
pub(crate) fn begin_again<'a>(app: &'a ApiState, current: &CurrentUser, what: Again) -> Result<Attempt<'a>, Problem> {
    app.auth.limits.again(current.own_session()?, what, app.clock.now()).map_err(|wait_s| {
        failures::log(Step::StepUp, Failure::Limit, current.address, Some(current.id()));
        Problem::TooManyRequests(wait_s)
    })
}

/// Asks who has a second factor for a code of it, before something that a borrowed session must not do. Wrong ones count
/// for the session.
pub(crate) async fn check_otp(app: &ApiState, current: &CurrentUser, otp: Option<&str>) -> Result<(), Problem> {
    if !current.user.has_second_factor {
        return Ok(());
    }
    let otp = otp.map(str::trim).filter(|otp| !otp.is_empty()).ok_or(Problem::OtpRequired)?.to_owned();
    let (id, actor, app_) = (current.id(), current.actor(), app.clone());
    let mut attempt = begin_again(app, current, Again::Code)?;
    let comparing = app.store.write("take_otp", Priority::Api, async move |tx| {
        second_factor::take_any_code(tx, &app_, &actor, id, &otp).await
    });
    let is_right = attempt.compare(comparing, |is_right| !is_right).await?;
    if !is_right {
        failures::log(Step::StepUp, Failure::Code, current.address, Some(id));
        return Err(Problem::OtpInvalid);
    }
    attempt.forgive();
    Ok(())
}
