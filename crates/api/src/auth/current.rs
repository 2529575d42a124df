//! The extractors of roles. A handler that takes one of them is for that role alone.

use super::reach::{self, TokenReach};
use super::session_cache::{SessionCaller, TokenCaller};
use super::tokens::{Access, Tokens};
use crate::extract::ClientAddress;
use crate::state::{Api, ApiState};
use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use placard_common::error::Problem;
use placard_model::user::{UserStatus, UserType};
use placard_model::{ApiTokenId, SessionId, UnixMs, UserId};
use placard_store::accounts::api_tokens::{self, TOUCH_MS};
use placard_store::accounts::audit_log::Actor;
use placard_store::accounts::sessions;
use placard_store::accounts::users::{self, User};
use placard_store::{Clients, Priority, Scope};
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;

/// By what somebody is let in.
#[derive(Clone, Debug)]
pub enum Login {
    /// A session of their own.
    Session(SessionId),
    /// A session by which staff use somebody's cabinet.
    Impersonation {
        /// The session.
        session: SessionId,
        /// Who uses it.
        admin: Arc<User>,
    },
    /// A personal API token.
    ApiToken(ApiTokenId),
    /// The development token of the push API.
    Development,
}

/// Whoever is logged in, unconfirmed users too.
#[derive(Clone, Debug)]
pub struct CurrentUser {
    /// The user.
    pub user: Arc<User>,
    /// By what they are let in.
    pub login: Login,
    /// From where.
    pub address: IpAddr,
}

impl CurrentUser {
    /// The user's id.
    pub fn id(&self) -> UserId {
        self.user.id
    }

    /// Whether the user runs the network.
    pub fn is_god(&self) -> bool {
        self.user.user_type == UserType::God
    }

    /// The staff who act in the user's cabinet.
    pub fn admin(&self) -> Option<&User> {
        match &self.login {
            Login::Impersonation { admin, .. } => Some(admin),
            Login::Session(_) | Login::ApiToken(_) | Login::Development => None,
        }
    }

    /// Whether payouts and wallets are theirs to see: sales, who act in a client's cabinet, read the money without them.
    pub fn sees_payouts(&self) -> bool {
        self.admin().is_none_or(|admin| admin.user_type == UserType::God)
    }

    /// Who makes a change, for the audit log.
    pub fn actor(&self) -> Actor {
        let address = self.address.to_string();
        match self.admin() {
            Some(admin) => Actor { user: Some(admin.id), acting_as: Some(self.user.id), address },
            None => Actor { user: Some(self.user.id), acting_as: None, address },
        }
    }

    /// The session, of whoever uses it; none for an API token.
    pub fn session(&self) -> Option<SessionId> {
        match self.login {
            Login::Session(session) | Login::Impersonation { session, .. } => Some(session),
            Login::ApiToken(_) | Login::Development => None,
        }
    }

    /// A problem for staff who have no second factor and need one.
    pub fn check_second_factor(&self, app: &Api) -> Result<(), Problem> {
        check_second_factor(app, &self.user)
    }

    /// The user's own session; a problem for staff in their cabinet and for API tokens. For what the owner alone may.
    pub fn own_session(&self) -> Result<SessionId, Problem> {
        match self.login {
            Login::Session(session) => Ok(session),
            Login::Impersonation { .. } => Err(Problem::Impersonated),
            Login::ApiToken(_) | Login::Development => Err(Problem::ScopeMissing(None)),
        }
    }
}

impl FromRequestParts<ApiState> for CurrentUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &ApiState) -> Result<Self, Problem> {
        let token = parts.headers.get(AUTHORIZATION).and_then(bearer).ok_or(Problem::Unauthorized)?;
        let now = app.clock.now();
        let route = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
        let (user, login) = match (Tokens::api_token_hash(token), developer(app, token, route)) {
            (Some(hash), _) => by_api_token(app, hash, now).await?,
            (None, Some(user)) => by_development_token(app, user).await?,
            (None, None) => {
                let access = app.auth.tokens.read(token, now).ok_or(Problem::Unauthorized)?;
                by_access(app, access, now).await?
            }
        };
        if !matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed) {
            return Err(Problem::Unauthorized);
        }
        check_reach(app, &login, &parts.method, route)?;
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app).await?;
        Ok(Self { user, login: login.into(), address })
    }
}

/// The token of a header.
fn bearer(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The staff behind a session or an API token, and the user whose cabinet they use in it; none for anybody else.
pub(super) async fn staff_of(app: &Api, header: HeaderValue) -> Option<(Arc<User>, Option<UserId>)> {
    let now = app.clock.now();
    let shown = match bearer(&header).and_then(Tokens::api_token_hash) {
        Some(hash) => by_api_token(app, hash, now).await,
        None => by_access(app, bearer(&header).and_then(|token| app.auth.tokens.read(token, now))?, now).await,
    };
    match shown.ok()? {
        (user, Shown::Impersonation(_, admin)) => Some((admin, Some(user.id))),
        (user, Shown::Session(_) | Shown::ApiToken(_)) if user.user_type.is_staff() => Some((user, None)),
        _ => None,
    }
}

/// By what somebody is let in, with what the table of routes asks for.
enum Shown {
    Session(SessionId),
    Impersonation(SessionId, Arc<User>),
    ApiToken(Arc<api_tokens::ApiToken>),
    Development,
}

/// Calls that the development token of the push API is for.
const DEVELOPED: &str = "/api-push-proxy/";

/// The user that the development token stands in for, if this is the token, a call of the push API, and a development build
/// or the demonstration network.
fn developer(app: &Api, token: &str, route: &str) -> Option<UserId> {
    let settings = app.settings.get();
    let (known, user) = (&settings.push_campaigns.proxy_token, settings.push_campaigns.proxy_user);
    let is_it = is_developers(cfg!(debug_assertions) || app.config.demo, known, token, route);
    (is_it && user > 0).then(|| UserId(i64::from(user)))
}

/// Whether a token is the known one of developers: nowhere but in development and the demonstration network, and for calls of the
/// push API alone.
fn is_developers(is_development: bool, known: &str, token: &str, route: &str) -> bool {
    is_development && !known.is_empty() && route.starts_with(DEVELOPED) && known == token
}

async fn by_development_token(app: &Api, user: UserId) -> Result<(Arc<User>, Shown), Problem> {
    let found = app
        .store
        .read("get_developer", async move |conn| users::by_ids(conn, Scope::System, &[user]).await)
        .await?
        .remove(&user);
    Ok((Arc::new(found.ok_or(Problem::Unauthorized)?), Shown::Development))
}

impl From<Shown> for Login {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Session(session) => Self::Session(session),
            Shown::Impersonation(session, admin) => Self::Impersonation { session, admin },
            Shown::ApiToken(token) => Self::ApiToken(token.id),
            Shown::Development => Self::Development,
        }
    }
}

async fn by_access(app: &Api, access: Access, now: UnixMs) -> Result<(Arc<User>, Shown), Problem> {
    let session = access.session;
    let caller = if let Some(caller) = app.auth.sessions.get(&session, now) {
        caller
    } else {
        let found = app.store.read("get_caller", async move |conn| sessions::get_caller(conn, session).await).await?;
        let found = found.ok_or(Problem::Unauthorized)?;
        let caller = SessionCaller { user: Arc::new(found.user), admin: found.admin.map(Arc::new) };
        app.auth.sessions.put(session, now, caller.clone());
        caller
    };
    if caller.user.id != access.user {
        return Err(Problem::Unauthorized);
    }
    let shown = match caller.admin {
        Some(admin) => Shown::Impersonation(session, admin),
        None => Shown::Session(session),
    };
    Ok((caller.user, shown))
}

async fn by_api_token(app: &Api, hash: [u8; 32], now: UnixMs) -> Result<(Arc<User>, Shown), Problem> {
    if let Some(caller) = app.auth.api_tokens.get(&hash, now) {
        return Ok((caller.user, Shown::ApiToken(caller.token)));
    }
    let found =
        app.store.read("get_token_caller", async move |conn| api_tokens::get_token_caller(conn, &hash).await).await?;
    let (token, user) = found.ok_or(Problem::Unauthorized)?;
    if token.last_used_at.is_none_or(|at| now.since_ms(at) >= TOUCH_MS) {
        let id = token.id;
        app.store.write("touch_token", Priority::Api, async move |tx| api_tokens::touch_token(tx, id).await).await?;
    }
    let caller = TokenCaller { user: Arc::new(user), token: Arc::new(token) };
    app.auth.api_tokens.put(hash, now, caller.clone());
    Ok((caller.user, Shown::ApiToken(caller.token)))
}

/// Whether this kind of login may call the route at all.
fn check_reach(app: &Api, shown: &Shown, method: &Method, route: &str) -> Result<(), Problem> {
    match shown {
        Shown::Session(_) | Shown::Development => Ok(()),
        Shown::Impersonation(_, admin) => {
            check_second_factor(app, admin)?;
            if reach::may_impersonated(admin.user_type, method, route) { Ok(()) } else { Err(Problem::Impersonated) }
        }
        Shown::ApiToken(token) => match reach::token_reach(method, route) {
            TokenReach::Any => Ok(()),
            TokenReach::Never => Err(Problem::ScopeMissing(None)),
            TokenReach::With(scope) if token.scopes.iter().any(|name| name == scope.name()) => Ok(()),
            TokenReach::With(scope) => Err(Problem::ScopeMissing(Some(scope.name()))),
        },
    }
}

/// Staff work with a second factor, except in the demonstration network.
fn check_second_factor(app: &Api, user: &User) -> Result<(), Problem> {
    if !user.user_type.is_staff() || app.config.demo || user.has_second_factor {
        return Ok(());
    }
    Err(Problem::SecondFactorRequired)
}

fn confirmed(current: CurrentUser) -> Result<CurrentUser, Problem> {
    match current.user.status {
        UserStatus::Active => Ok(current),
        _ => Err(Problem::Forbidden("Confirm your mail address first.".into())),
    }
}

/// What a role needs beside being the user's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    SecondFactor,
}

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident if $may:expr, $otherwise:literal, $needs:ident, $scope:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name(CurrentUser);

        impl $name {
            /// Whose rows the user may touch in this role.
            pub fn scope(&self) -> Scope {
                let scope: fn(&User) -> Scope = $scope;
                scope(&self.0.user)
            }
        }

        impl Deref for $name {
            type Target = CurrentUser;

            fn deref(&self) -> &CurrentUser {
                &self.0
            }
        }

        impl FromRequestParts<ApiState> for $name {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, app: &ApiState) -> Result<Self, Problem> {
                let current = confirmed(CurrentUser::from_request_parts(parts, app).await?)?;
                let may: fn(&User) -> bool = $may;
                if !may(&current.user) {
                    return Err(Problem::Forbidden($otherwise.into()));
                }
                if Needs::$needs == Needs::SecondFactor {
                    current.check_second_factor(app)?;
                }
                Ok(Self(current))
            }
        }
    )*};
}

roles! {
    /// A user whose mail address is confirmed.
    Member if |_| true, "Confirm your mail address first.", Nothing,
        |user| match user.user_type {
            UserType::God => Scope::Staff { user: user.id, clients: Clients::All },
            UserType::Sales => Scope::Staff { user: user.id, clients: Clients::ManagedBy(user.id) },
            UserType::Ordinary if user.is_advertiser => Scope::Advertiser(user.id),
            UserType::Ordinary => Scope::Webmaster(user.id),
        };
    /// A user with the advertiser's cabinet.
    Advertiser if |user| user.is_advertiser,
        "Only advertisers may do this. Switch the advertiser's cabinet on in your account.", Nothing,
        |user| Scope::Advertiser(user.id);
    /// A user with the webmaster's cabinet.
    Webmaster if |user| user.is_webmaster,
        "Only webmasters may do this. Switch the webmaster's cabinet on in your account.", Nothing,
        |user| Scope::Webmaster(user.id);
    /// God or sales; sales see their own clients.
    Staff if |user| user.user_type.is_staff(), "Only staff may do this.", SecondFactor,
        |user| match user.user_type {
            UserType::God => Scope::Staff { user: user.id, clients: Clients::All },
            _ => Scope::Staff { user: user.id, clients: Clients::ManagedBy(user.id) },
        };
    /// God alone.
    God if |user| user.user_type == UserType::God, "Only the network's owner may do this.", SecondFactor,
        |user| Scope::Staff { user: user.id, clients: Clients::All };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_development_token_is_worth_nothing_elsewhere() {
        let check = |is_development: bool, known: &str, token: &str, route: &str, expected: bool| {
            let found = is_developers(is_development, known, token, route);
            assert_eq!(found, expected, "{is_development} {known} {token} {route}");
        };
        let push = "/api-push-proxy/campaigns";
        check(true, "secret", "secret", push, true);
        check(false, "secret", "secret", push, false);
        check(true, "", "", push, false);
        check(true, "secret", "other", push, false);
        check(true, "secret", "secret", "/api/advertiser/campaigns", false);
        check(true, "secret", "secret", "", false);
    }
}
