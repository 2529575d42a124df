//! Login, refresh, logout.

use crate::account::profile::UserResource;
use crate::auth::devices::{Device, Proof};
use crate::auth::failures::{self, Failure, Step};
use crate::auth::second_factor;
use crate::auth::{Access, CurrentUser, SessionKind, Tokens};
use crate::extract::{ClientAddress, Json};
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::{Api, ApiState};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use placard_common::error::{FieldErrors, Problem};
use placard_common::visitor::{VisitorKey, is_global};
use placard_model::event::Event;
use placard_model::user::UserStatus;
use placard_model::{SessionId, UserId};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::devices;
use placard_store::accounts::sessions::{self, EndReason, Origin, Rotation};
use placard_store::accounts::users::{self, User};
use placard_store::{Priority, Scope};
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use utoipa::ToSchema;

/// Bits of an IPv4 address that name a network for new devices.
const DEVICE_V4_BITS: u32 = 24;
/// Bits of an IPv6 address that name a network for new devices.
const DEVICE_V6_BITS: u32 = 48;

/// How access is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GrantType {
    /// With mail address and password.
    #[default]
    Password,
    /// With a refresh token.
    RefreshToken,
}

/// Credentials.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccessTokenRequest {
    /// How access is asked for; `password` when omitted.
    #[serde(default)]
    pub grant_type: GrantType,
    /// For `password`: the mail address.
    pub email: Option<String>,
    /// For `password`: the password.
    #[schema(format = Password)]
    pub password: Option<String>,
    /// For `password`: the code of the second factor, or a recovery code, for who has one.
    pub otp: Option<String>,
    /// For `refresh_token`: the refresh token.
    pub refresh_token: Option<String>,
}

/// Tokens.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessTokenAnswer {
    /// Sent as bearer token with each call.
    pub access_token: String,
    /// Gives the next tokens; used once.
    pub refresh_token: String,
    /// Seconds until the access token ends.
    pub expires_in: u32,
    /// Always `Bearer`.
    pub token_type: &'static str,
}

/// Logs in, or gives the next tokens of a login. A browser that has logged in gets a cookie by which it is known: failures
/// of others do not keep it out.
#[utoipa::path(post, path = "/api/oauth2/accessToken", tag = "auth", security(()),
    request_body = AccessTokenRequest, responses((status = 200, body = AccessTokenAnswer)))]
pub async fn create_access_token(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(request): Json<AccessTokenRequest>,
) -> Result<(HeaderMap, Json<AccessTokenAnswer>), Problem> {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut answered = HeaderMap::new();
    let (access, refresh_token) = match request.grant_type {
        GrantType::Password => {
            let LoggedIn { access, refresh_token, remember } = log_in(&app, address, &headers, agent, request).await?;
            answered.extend([remember]);
            (access, refresh_token)
        }
        GrantType::RefreshToken => refresh(&app, address, request).await?,
    };
    note_owner(&app, access.user, address, agent).await;
    let answer = AccessTokenAnswer {
        access_token: app.auth.tokens.access_token(SessionKind::Own, access, app.clock.now())?,
        refresh_token,
        expires_in: app.auth.tokens.access_s(SessionKind::Own),
        token_type: "Bearer",
    };
    Ok((answered, Json(answer)))
}

/// A login that succeeded.
struct LoggedIn {
    access: Access,
    refresh_token: String,
    /// The header by which the device will be known.
    remember: (HeaderName, HeaderValue),
}

async fn log_in(
    app: &ApiState,
    address: IpAddr,
    headers: &HeaderMap,
    agent: &str,
    request: AccessTokenRequest,
) -> Result<LoggedIn, Problem> {
    let (email, password) = (request.email.unwrap_or_default(), request.password.unwrap_or_default());
    let mut errors = FieldErrors::default();
    errors.check("email", !email.trim().is_empty(), "is required");
    errors.check("password", !password.is_empty(), "is required");
    errors.check("refresh_token", request.refresh_token.is_none(), "belongs to the grant type refresh_token");
    errors.finish()?;
    let (email, now) = (users::normal_email(&email), app.clock.now());
    // Before the limit, and for any address: what is known of the device needs the account.
    let found = find_login(app, email.clone()).await?.filter(|(user, _)| user.status != UserStatus::Deleted);
    let account = found.as_ref().map(|(user, _)| user.id);
    let device = app.auth.devices.read(headers, found.as_ref().map(|(user, hash)| (user.id, hash.as_str())), now);
    let failed = |failure| failures::log(Step::Login, failure, address, account);
    let too_many = |wait_s| {
        failed(Failure::Limit);
        Problem::TooManyRequests(wait_s)
    };
    let mut attempt = app.auth.limits.log_in(address, &email, device, now).map_err(too_many)?;
    let hash = found.as_ref().map(|(_, hash)| hash.clone());
    let is_right = attempt.compare(app.auth.verify(&password, hash), |is_right| !is_right).await?;
    let Some((user, hash)) = found.filter(|_| is_right) else {
        failed(if account.is_some() { Failure::Password } else { Failure::Unknown });
        return Err(Problem::WrongLogin);
    };
    if user.status == UserStatus::Blocked {
        let reason = if user.status_reason.is_empty() { "ask the network's support" } else { &user.status_reason };
        return Err(Problem::Forbidden(format!("This account is blocked: {reason}.").into()));
    }
    let otp = request.otp.filter(|otp| user.has_second_factor && !otp.trim().is_empty());
    if user.has_second_factor && otp.is_none() {
        // Earlier attempts still count, else whoever knows the password could guess codes without end.
        return Err(Problem::OtpRequired);
    }
    let mut code = match &otp {
        Some(_) => Some(app.auth.limits.log_in_with_code(user.id, device, now).map_err(too_many)?),
        None => None,
    };
    let refresh_token = Tokens::first_refresh_token(SessionKind::Own, app.rng.bytes());
    let id = user.id;
    let proof = if user.has_second_factor { Proof::Code } else { Proof::Password };
    let device = Device { id: device.map_or_else(|| app.rng.bytes(), |device| device.id), proof };
    let remember = app.auth.devices.remember(headers, device, id, &hash, now)?;
    let entering = start_session(app, Known { user, hash, otp }, &refresh_token, address, agent);
    let entry = match &mut code {
        Some(code) => code.compare(entering, |entry| matches!(entry, Entry::WrongCode)).await?,
        None => entering.await?,
    };
    match entry {
        Entry::Session(session) => {
            attempt.forgive();
            if let Some(code) = code {
                code.forgive();
            }
            Ok(LoggedIn { access: Access { user: id, session }, refresh_token, remember })
        }
        Entry::WrongCode => {
            failed(Failure::Code);
            Err(Problem::OtpInvalid)
        }
        Entry::Changed => {
            attempt.failed();
            failed(Failure::Password);
            Err(Problem::WrongLogin)
        }
    }
}

async fn find_login(app: &Api, email: String) -> Result<Option<(User, String)>, Problem> {
    Ok(app.store.read("get_login", async move |conn| users::get_login(conn, &email).await).await?)
}

/// An account whose password was right when it was compared.
struct Known {
    user: User,
    hash: String,
    otp: Option<String>,
}

/// What a login comes to.
#[derive(Clone, Copy)]
enum Entry {
    Session(SessionId),
    WrongCode,
    Changed,
}

/// Starts a session, unless the code of the second factor is wrong. A device that was not seen before is told by mail.
///
/// Comparing a password may wait for seconds, so the account is read again: a login with a password that was replaced
/// meanwhile must not outlive the sessions that ended with it.
async fn start_session(
    app: &ApiState,
    known: Known,
    token: &str,
    address: IpAddr,
    agent: &str,
) -> Result<Entry, Problem> {
    let hash = Tokens::hash(SessionKind::Own, token)
        .ok_or_else(|| anyhow::anyhow!("a new refresh token has no valid form"))?;
    let expires_at = app.auth.tokens.refresh_expires_at(SessionKind::Own, app.clock.now());
    let seen = app.delivery.agents.read(agent);
    let device = format!("{} on {}", seen.browser.name(), seen.os.name());
    let (app_, network, address, agent) = (app.clone(), device_network(address), address.to_string(), agent.to_owned());
    let entry = app
        .store
        .write("log_in", Priority::Api, async move |tx| {
            let (user, password_hash) = users::get_login_of(tx, known.user.id).await?;
            let may_enter = matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed);
            let is_same = password_hash == known.hash && user.has_second_factor == known.user.has_second_factor;
            if !may_enter || !is_same {
                return Ok(Entry::Changed);
            }
            let actor = Actor { user: Some(user.id), acting_as: None, address: address.clone() };
            if let Some(otp) = &known.otp
                && !second_factor::take_any_code(tx, &app_, &actor, user.id, otp).await?
            {
                return Ok(Entry::WrongCode);
            }
            let origin = Origin { address: &address, user_agent: &agent };
            let session = sessions::insert_session(tx, user.id, &hash, expires_at, origin).await?;
            audit_log::record_event(tx, &actor, "log_in", "user", user.id).await?;
            if devices::note_device(tx, user.id, &device, &network).await? == devices::Device::New {
                let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
                let (device, address) = (device.clone(), address.clone());
                mail::queue(tx, &app_, to, &Mail::NewDevice { device, address, at: tx.now() }).await?;
            }
            Ok(Entry::Session(session))
        })
        .await?;
    Ok(entry)
}

/// The network that an address belongs to for the question whether somebody was seen there: providers give their
/// customers other addresses of the same network.
fn device_network(address: IpAddr) -> String {
    let prefix = match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from_bits(v4.to_bits() & (u32::MAX << (32 - DEVICE_V4_BITS)))),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << (128 - DEVICE_V6_BITS)))),
    };
    prefix.to_string()
}

async fn refresh(app: &Api, address: IpAddr, request: AccessTokenRequest) -> Result<(Access, String), Problem> {
    let mut errors = FieldErrors::default();
    errors.check("refresh_token", request.refresh_token.is_some(), "is required");
    errors.check("email", request.email.is_none(), "belongs to the grant type password");
    errors.check("password", request.password.is_none(), "belongs to the grant type password");
    errors.check("otp", request.otp.is_none(), "belongs to the grant type password");
    errors.finish()?;
    let token = request.refresh_token.unwrap_or_default();
    let hash = Tokens::hash(SessionKind::Own, &token).ok_or(Problem::Unauthorized)?;
    let successor = app.auth.tokens.successor(SessionKind::Own, &token);
    let next = Tokens::hash(SessionKind::Own, &successor)
        .ok_or_else(|| anyhow::anyhow!("a refresh token has no valid form"))?;
    let expires_at = app.auth.tokens.refresh_expires_at(SessionKind::Own, app.clock.now());
    let (rotation, may_enter) = app
        .store
        .write("rotate_token", Priority::Api, async move |tx| {
            let rotation = sessions::rotate_token(tx, &hash, &next, expires_at, &address.to_string()).await?;
            let Rotation::Replaced { user, .. } = rotation else { return Ok((rotation, false)) };
            let user = users::get_user(tx, Scope::System, user).await?;
            Ok((rotation, matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed)))
        })
        .await?;
    match rotation {
        Rotation::Replaced { session, user } if may_enter => Ok((Access { user, session }, successor)),
        Rotation::Reused { session } => {
            tracing::warn!(%session, "a replaced refresh token came back: the session has ended");
            app.auth.sessions.forget(&session);
            Err(Problem::Unauthorized)
        }
        Rotation::Replaced { .. } | Rotation::Invalid => Err(Problem::Unauthorized),
    }
}

/// Tells billing that an owner is at this address, so that their own clicks do not count. Local addresses are shared
/// by everybody behind them.
async fn note_owner(app: &Api, user: UserId, address: IpAddr, agent: &str) {
    if !is_global(address) {
        return;
    }
    let visitor = VisitorKey::of(&app.keys, app.clock.now().day()).visitor(address, agent);
    if let Err(error) = app.log.append(Event::OwnerSeen { user, visitor }).await {
        tracing::debug!("an owner's visit was not noted: {error}");
    }
}

/// Who is logged in.
#[utoipa::path(get, path = "/api/oauth2/user", tag = "auth", responses((status = 200, body = Data<UserResource>)))]
pub async fn get_current_user(State(app): State<ApiState>, current: CurrentUser) -> Json<Data<UserResource>> {
    data(UserResource::of_caller(&current, &app.settings.get()))
}

/// Ends the session: the own one, or the visit of staff to the user's cabinet.
#[utoipa::path(get, path = "/api/oauth2/logout", tag = "auth", responses((status = 204)))]
pub async fn log_out(State(app): State<ApiState>, current: CurrentUser) -> Result<StatusCode, Problem> {
    let Some(session) = current.session() else { return Err(Problem::ScopeMissing(None)) };
    let (user, actor) = (current.id(), current.actor());
    app.store
        .write("log_out", Priority::Api, async move |tx| {
            sessions::end_session(tx, session, EndReason::Logout).await?;
            audit_log::record_event(tx, &actor, "log_out", "user", user).await
        })
        .await?;
    app.auth.sessions.forget(&session);
    Ok(StatusCode::NO_CONTENT)
}
