//! A lost password, and a new one for who knows the old.

use crate::account::fields;
use crate::account::second_factor::begin_again;
use crate::auth::devices::{Device, Proof};
use crate::auth::failures::{self, Failure, Step};
use crate::auth::{Again, CurrentUser, NewLink, link_hash};
use crate::extract::{ClientAddress, Json, Path};
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use placard_common::error::{FieldErrors, Problem};
use placard_model::user::UserStatus;
use placard_model::{SessionId, UnixMs, UserId};
use placard_store::accounts::account_tokens::{self, Link, LinkKind};
use placard_store::accounts::api_tokens::{self, ApiToken};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::sessions::{self, EndReason};
use placard_store::accounts::users::{self, User, UserChange};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::ToSchema;

/// Whose password is lost.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordResetForm {
    /// Mail address of the account.
    #[schema(format = "email")]
    pub email: String,
}

/// Mails a link that sets a new password. The answer does not tell whether there is such an account.
#[utoipa::path(post, path = "/api/account/password/reset", tag = "account", security(()),
    request_body = PasswordResetForm, responses((status = 204)))]
pub async fn create_password_reset(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    Json(form): Json<PasswordResetForm>,
) -> Result<StatusCode, Problem> {
    app.auth.calls.call("create_password_reset", address, app.clock.now())?;
    let mut errors = FieldErrors::default();
    let email = fields::email(&mut errors, "email", &form.email);
    errors.finish()?;
    app.auth.evenly(ask_for_reset(&app, email, address)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ask_for_reset(app: &ApiState, email: String, address: IpAddr) -> Result<(), Problem> {
    let now = app.clock.now();
    let wanted = email.clone();
    let known = app.store.read("get_login", async move |conn| users::get_login(conn, &wanted).await).await?;
    // Only what is mailed counts; the transaction looks again, for any address, so that each takes as long.
    let may_mail =
        known.is_some_and(|(user, _)| may_set_password(&user)) && app.auth.calls.may_mail("reset", &email, now);
    let link = NewLink::new(LinkKind::Reset, app.rng.bytes(), now);
    let app_ = app.clone();
    app.store
        .write("create_password_reset", Priority::Api, async move |tx| {
            let known = users::get_login(tx, &email).await?.map(|(user, _)| user);
            let Some(user) = known.filter(|user| may_mail && may_set_password(user)) else { return Ok(()) };
            account_tokens::insert_link(tx, LinkKind::Reset, user.id, &user.email, &link.hash, link.expires_at).await?;
            let actor = Actor { user: None, acting_as: None, address: address.to_string() };
            audit_log::record_event(tx, &actor, "create_password_reset", "user", user.id).await?;
            let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
            mail::queue(tx, &app_, to, &Mail::Reset { token: link.token.clone() }).await
        })
        .await?;
    Ok(())
}

const fn may_set_password(user: &User) -> bool {
    matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed)
}

/// A link that sets a new password.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PasswordResetPart {
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: UnixMs,
}

/// Whether a link still sets a new password.
#[utoipa::path(get, path = "/api/account/password/reset/{token}", tag = "account", security(()),
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, body = Data<PasswordResetPart>)))]
pub async fn get_password_reset(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    Path(token): Path<String>,
) -> Result<Json<Data<PasswordResetPart>>, Problem> {
    app.auth.calls.call("get_password_reset", address, app.clock.now())?;
    let (link, _) = find_reset(&app, &token).await?;
    Ok(data(PasswordResetPart { expires_at: link.expires_at }))
}

async fn find_reset(app: &ApiState, token: &str) -> Result<(Link, User), Problem> {
    let hash = link_hash(token)?;
    let found =
        app.store.read("get_password_reset", async move |conn| Ok((reset_of(conn, &hash).await?, conn.now()))).await;
    match found {
        Ok(((link, user), now)) if link.holds(now) => Ok((link, user)),
        Ok(_) => Err(Problem::LinkEnded),
        Err(Error::NotFound(_)) => Err(Problem::LinkUnknown),
        Err(error) => Err(error.into()),
    }
}

/// A link with its user. One that went to an address which is not the user's any longer is not found.
async fn reset_of(conn: &Conn, hash: &account_tokens::TokenHash) -> placard_store::Result<(Link, User)> {
    let link = account_tokens::get_link(conn, LinkKind::Reset, hash).await?;
    let user = users::get_user(conn, Scope::System, link.user).await?;
    if link.email == user.email && may_set_password(&user) { Ok((link, user)) } else { Err(Error::NotFound("link")) }
}

/// A new password.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPasswordForm {
    /// At least 8 characters with uppercase, lowercase, digit and special character, no whitespace.
    #[schema(format = Password)]
    pub password: String,
}

/// Sets a new password by a mailed link, once. All sessions and API tokens end.
#[utoipa::path(put, path = "/api/account/password/reset/{token}", tag = "account", security(()),
    params(("token" = String, Path, description = "The token of the link")), request_body = NewPasswordForm,
    responses((status = 204)))]
pub async fn reset_password(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    Path(token): Path<String>,
    headers: HeaderMap,
    Json(form): Json<NewPasswordForm>,
) -> Result<(HeaderMap, StatusCode), Problem> {
    app.auth.calls.call("reset_password", address, app.clock.now())?;
    let (_, user) = find_reset(&app, &token).await?;
    let mut errors = FieldErrors::default();
    fields::password(&mut errors, "password", &form.password);
    errors.finish()?;
    let password_hash = app.auth.hash(&form.password, &app.rng).await?;
    // Who reads the account's mail is let in, whatever strangers do meanwhile; codes they have still to show.
    let device = Device { id: app.rng.bytes(), proof: Proof::Password };
    let remember = app.auth.devices.remember(&headers, device, user.id, &password_hash, app.clock.now())?;
    let hash = link_hash(&token)?;
    let app_ = app.clone();
    let done = app
        .store
        .write("reset_password", Priority::Api, async move |tx| {
            let (link, user) = reset_of(tx, &hash).await?;
            if !link.holds(tx.now()) {
                return Ok(false);
            }
            account_tokens::use_link(tx, link.id).await?;
            withdraw_links_of_old_password(tx, user.id).await?;
            // The link came by mail, and so the address is confirmed as well.
            let status = (user.status == UserStatus::Unconfirmed).then(|| (UserStatus::Active, String::new()));
            let change = UserChange {
                password_hash: Some(password_hash.clone()),
                pending_email: Some(None),
                status,
                ..UserChange::default()
            };
            let (before, after) = users::update_user(tx, Scope::System, user.id, &change).await?;
            sessions::end_sessions_of(tx, user.id, EndReason::Password).await?;
            let actor = Actor { user: Some(user.id), acting_as: None, address: address.to_string() };
            let ended_tokens = end_tokens(tx, &actor, user.id).await?;
            audit_log::record(tx, &actor, "reset_password", "user", user.id, Some(&before), Some(&after)).await?;
            let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
            let address = address.to_string();
            mail::queue(tx, &app_, to, &Mail::PasswordChanged { at: tx.now(), address, ended_tokens }).await?;
            Ok(true)
        })
        .await;
    match done {
        Ok(true) => {
            app.auth.forget_user(user.id);
            app.auth.limits.clear_account(&user.email);
            Ok((HeaderMap::from_iter([remember]), StatusCode::NO_CONTENT))
        }
        Ok(false) => Err(Problem::LinkEnded),
        Err(Error::NotFound(_)) => Err(Problem::LinkUnknown),
        Err(error) => Err(error.into()),
    }
}

/// Withdraws what was mailed while the former password held: whoever knew that one may have asked for it, and an address
/// of theirs would take the account over. The change of the password forgets the address that waits.
pub async fn withdraw_links_of_old_password(tx: &Tx, user: UserId) -> placard_store::Result<()> {
    account_tokens::withdraw_links(tx, LinkKind::Reset, user).await?;
    account_tokens::withdraw_links(tx, LinkKind::Email, user).await?;
    Ok(())
}

/// Ends all API tokens of a user: whoever knew the former password may have made one. Answers how many there were.
pub async fn end_tokens(tx: &Tx, actor: &Actor, user: UserId) -> placard_store::Result<u64> {
    for token in api_tokens::list_tokens(tx, user).await? {
        let after = None::<&ApiToken>;
        audit_log::record(tx, actor, "delete_api_token", "api_token", token.id, Some(&token), after).await?;
    }
    api_tokens::delete_tokens_of(tx, user).await
}

/// A new password in the place of the present one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordForm {
    /// The present password.
    #[schema(format = Password)]
    pub password: String,
    /// At least 8 characters with uppercase, lowercase, digit and special character, no whitespace.
    #[schema(format = Password)]
    pub new_password: String,
    /// API tokens go on to hold; else they end too.
    #[serde(default)]
    pub keep_api_tokens: bool,
}

/// Sets a new password. All other sessions end, and all API tokens unless they are to be kept.
#[utoipa::path(put, path = "/api/account/password", tag = "account", request_body = PasswordForm,
    responses((status = 204)))]
pub async fn update_password(
    State(app): State<ApiState>,
    current: CurrentUser,
    headers: HeaderMap,
    Json(form): Json<PasswordForm>,
) -> Result<(HeaderMap, StatusCode), Problem> {
    let mut errors = FieldErrors::default();
    fields::password(&mut errors, "new_password", &form.new_password);
    errors.check("new_password", form.new_password != form.password, "must be another one than the present password");
    errors.finish()?;
    let checked = check_own_password(&app, &current, "password", &form.password).await?;
    let (id, session, actor, now) = (current.id(), current.own_session()?, current.actor(), app.clock.now());
    let password_hash = app.auth.hash(&form.new_password, &app.rng).await?;
    // A device that was known stays the one that it is: else each new password would give it further guesses of codes.
    let known = app.auth.devices.read(&headers, Some((id, &checked.hash)), now);
    let device = known.unwrap_or_else(|| Device { id: app.rng.bytes(), proof: Proof::Password });
    let remember = app.auth.devices.remember(&headers, device, id, &password_hash, now)?;
    let change = UserChange { password_hash: Some(password_hash), pending_email: Some(None), ..UserChange::default() };
    let (app_, keeps_tokens) = (app.clone(), form.keep_api_tokens);
    app.store
        .write("update_password", Priority::Api, async move |tx| {
            checked.still_holds(tx).await?;
            let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
            sessions::end_other_sessions(tx, id, session, EndReason::Password).await?;
            withdraw_links_of_old_password(tx, id).await?;
            let ended_tokens = if keeps_tokens { 0 } else { end_tokens(tx, &actor, id).await? };
            audit_log::record(tx, &actor, "update_password", "user", id, Some(&before), Some(&after)).await?;
            let to = Recipient { user: Some(id), email: &after.email, name: &after.contacts.name };
            let address = actor.address.clone();
            mail::queue(tx, &app_, to, &Mail::PasswordChanged { at: tx.now(), address, ended_tokens }).await
        })
        .await?;
    app.auth.forget_user(id);
    Ok((HeaderMap::from_iter([remember]), StatusCode::NO_CONTENT))
}

/// A password that was right when it was compared, which under a flood of logins may be seconds ago.
pub(crate) struct CheckedPassword {
    user: UserId,
    hash: String,
    has_second_factor: bool,
    session: Option<SessionId>,
}

impl CheckedPassword {
    /// Asks once more, in the transaction that acts on it: the password and the second factor are the same, and the
    /// session has not ended.
    pub(crate) async fn still_holds(&self, tx: &Tx) -> placard_store::Result<()> {
        let (user, hash) = users::get_login_of(tx, self.user).await?;
        let is_open = match self.session {
            Some(session) => sessions::get_caller(tx, session).await?.is_some(),
            None => true,
        };
        if is_open && may_set_password(&user) && hash == self.hash && user.has_second_factor == self.has_second_factor {
            return Ok(());
        }
        Err(Error::Conflict(
            "The account became another one meanwhile: its session is ended or its login is changed. \
            Log in again."
                .to_owned(),
        ))
    }
}

/// Asks for the password again before something that a borrowed session must not do. Wrong ones count for the session.
pub(crate) async fn check_own_password(
    app: &ApiState,
    current: &CurrentUser,
    field: &str,
    password: &str,
) -> Result<CheckedPassword, Problem> {
    let id = current.id();
    let mut attempt = begin_again(app, current, Again::Password)?;
    let (user, hash) = app.store.read("get_login", async move |conn| users::get_login_of(conn, id).await).await?;
    let is_right = attempt.compare(app.auth.verify(password, Some(hash.clone())), |is_right| !is_right).await?;
    if !is_right {
        failures::log(Step::StepUp, Failure::Password, current.address, Some(id));
        return Err(Problem::field(field, "is not correct"));
    }
    attempt.forgive();
    let session = current.session();
    Ok(CheckedPassword { user: id, hash, has_second_factor: user.has_second_factor, session })
}
