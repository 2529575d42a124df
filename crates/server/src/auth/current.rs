//! The extractors of roles. A handler that takes one of them is for that role alone.

use crate::app::AppState;
use crate::error::Problem;
use crate::extract::ClientAddress;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use placard_model::user::{UserStatus, UserType};
use placard_model::{SessionId, UserId};
use placard_store::audit_log::Actor;
use placard_store::users::User;
use placard_store::{Clients, Scope, Store, sessions};
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;

/// Whoever is logged in, unconfirmed users too.
#[derive(Clone, Debug)]
pub struct CurrentUser {
    /// The user.
    pub user: Arc<User>,
    /// The login.
    pub session: SessionId,
    /// From where.
    pub address: IpAddr,
}

impl CurrentUser {
    /// The user's id.
    pub fn id(&self) -> UserId {
        self.user.id
    }

    /// Who makes a change, for the audit log.
    pub fn actor(&self) -> Actor {
        Actor { user: Some(self.user.id), acting_as: None, address: self.address.to_string() }
    }
}

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Problem> {
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or(Problem::Unauthorized)?;
        let now = app.clock.now();
        let access = app.auth.tokens.read(token, now).ok_or(Problem::Unauthorized)?;
        let user = if let Some(user) = app.auth.sessions.get(access.session, now) {
            user
        } else {
            let found = session_user(&app.store, access.session).await?;
            let user = Arc::new(found.ok_or(Problem::Unauthorized)?);
            app.auth.sessions.put(access.session, now, user.clone());
            user
        };
        let may_enter = matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed);
        if user.id != access.user || !may_enter {
            return Err(Problem::Unauthorized);
        }
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app).await?;
        Ok(Self { user, session: access.session, address })
    }
}

async fn session_user(store: &Store, session: SessionId) -> Result<Option<User>, Problem> {
    Ok(store.read("get_session_user", async move |conn| sessions::get_session_user(conn, session).await).await?)
}

fn confirmed(current: CurrentUser) -> Result<CurrentUser, Problem> {
    match current.user.status {
        UserStatus::Active => Ok(current),
        _ => Err(Problem::Forbidden("Confirm your mail address first.".into())),
    }
}

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident if $may:expr, $otherwise:literal, $scope:expr;)*) => {$(
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

        impl FromRequestParts<AppState> for $name {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Problem> {
                let current = confirmed(CurrentUser::from_request_parts(parts, app).await?)?;
                let may: fn(&User) -> bool = $may;
                if may(&current.user) { Ok(Self(current)) } else { Err(Problem::Forbidden($otherwise.into())) }
            }
        }
    )*};
}

roles! {
    /// A user with the advertiser's cabinet.
    Advertiser if |user| user.is_advertiser,
        "Only advertisers may do this. Switch the advertiser's cabinet on in your account.",
        |user| Scope::Advertiser(user.id);
    /// A user with the webmaster's cabinet.
    Webmaster if |user| user.is_webmaster,
        "Only webmasters may do this. Switch the webmaster's cabinet on in your account.",
        |user| Scope::Webmaster(user.id);
    /// God or sales; sales see their own clients.
    Staff if |user| user.user_type.is_staff(), "Only staff may do this.",
        |user| match user.user_type {
            UserType::God => Scope::Staff { user: user.id, clients: Clients::All },
            _ => Scope::Staff { user: user.id, clients: Clients::ManagedBy(user.id) },
        };
    /// God alone.
    God if |user| user.user_type == UserType::God, "Only the network's owner may do this.",
        |user| Scope::Staff { user: user.id, clients: Clients::All };
}
