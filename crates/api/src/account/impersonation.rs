//! Staff in the cabinet of a user: a one-time code, tokens for it, the next tokens.

use crate::auth::{Access, IMPERSONATION_S, SessionKind, Staff, Tokens};
use crate::extract::{ClientAddress, Json, Path};
use crate::list::{Data, data};
use crate::staff::people::persons::PersonResource;
use crate::state::ApiState;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use placard_common::error::Problem;
use placard_model::{SessionId, UserId};
use placard_store::Priority;
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::impersonation;
use placard_store::accounts::sessions::{self, Admin, Origin, Rotation, SessionUser};
use placard_store::accounts::users::{self, User};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::ToSchema;

/// The header in which the refresh token of an impersonation is sent.
const ADMIN_JWT: &str = "admin-jwt";
/// Seconds for which a one-time code holds.
const CODE_S: u32 = 60;

/// The one-time code, or the next tokens.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImpersonationAnswer {
    /// The one-time code; or with `Admin-JWT` the next access token.
    pub token: String,
    /// With `Admin-JWT`: the next refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// Without `Admin-JWT`: the page that takes the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Seconds until the code, or the access token, ends.
    pub expires_in: u32,
}

/// A one-time code.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImpersonationCodeForm {
    /// The code.
    pub code: String,
}

/// The tokens for a user's cabinet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImpersonationTokens {
    /// Sent as bearer token with each call.
    pub token: String,
    /// Gives the next tokens, sent as `Admin-JWT`; used once.
    pub refresh_token: String,
    /// Seconds until the access token ends.
    pub expires_in: u32,
    /// Whose cabinet.
    pub user: PersonResource,
    /// Who acts.
    pub admin: PersonResource,
}

/// Who asks: staff who want to enter, or who are in and need the next tokens.
#[derive(Debug)]
pub enum ImpersonationCaller {
    /// Staff in a session of their own.
    Staff(Staff),
    /// The refresh token of an impersonation.
    RefreshToken(String),
}

impl FromRequestParts<ApiState> for ImpersonationCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &ApiState) -> Result<Self, Problem> {
        match parts.headers.get(ADMIN_JWT) {
            Some(token) => {
                let token = token.to_str().map_err(|_| Problem::Unauthorized)?;
                Ok(Self::RefreshToken(token.trim().to_owned()))
            }
            None => Ok(Self::Staff(Staff::from_request_parts(parts, app).await?)),
        }
    }
}

/// Gives staff a one-time code for the cabinet of a user; sales for their own clients. With the header `Admin-JWT` (and
/// then without an access token) it gives the next tokens of that impersonation.
#[utoipa::path(post, path = "/api/admin/jwt/{user_id}", tag = "admin",
    params(("user_id" = i64, Path), ("Admin-JWT" = Option<String>, Header, description = "A refresh token")),
    responses((status = 200, body = Data<ImpersonationAnswer>)))]
pub async fn create_impersonation(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    caller: ImpersonationCaller,
    Path(user): Path<i64>,
) -> Result<Json<Data<ImpersonationAnswer>>, Problem> {
    match caller {
        ImpersonationCaller::Staff(staff) => give_code(&app, &staff, UserId(user)).await,
        ImpersonationCaller::RefreshToken(token) => give_next_tokens(&app, &token, UserId(user), address).await,
    }
}

async fn give_code(app: &ApiState, staff: &Staff, id: UserId) -> Result<Json<Data<ImpersonationAnswer>>, Problem> {
    let (admin, scope) = (Admin { user: staff.id(), session: staff.own_session()? }, staff.scope());
    let code = Tokens::entry_code(app.rng.bytes());
    let hash = Tokens::entry_code_hash(&code).ok_or_else(|| anyhow::anyhow!("a new code has no valid form"))?;
    let user = app.store.read("get_user", async move |conn| users::get_user(conn, scope, id).await).await?;
    if !sessions::may_impersonate(&staff.user, &user) {
        return Err(Problem::Forbidden("Cabinets of staff and closed accounts cannot be entered.".into()));
    }
    let (actor, expires_at) = (staff.actor(), app.clock.now().plus_ms(i64::from(CODE_S) * 1000));
    app.store
        .write("create_impersonation", Priority::Api, async move |tx| {
            impersonation::insert_code(tx, &hash, id, admin, expires_at).await?;
            audit_log::record_event(tx, &actor, "create_impersonation", "user", id).await
        })
        .await?;
    let url = Some(format!("/service/jwtAdmin?jwt_token={code}"));
    Ok(data(ImpersonationAnswer { token: code, refresh_token: None, url, expires_in: CODE_S }))
}

async fn give_next_tokens(
    app: &ApiState,
    token: &str,
    id: UserId,
    address: IpAddr,
) -> Result<Json<Data<ImpersonationAnswer>>, Problem> {
    let kind = SessionKind::Impersonation;
    let hash = Tokens::hash(kind, token).ok_or(Problem::Unauthorized)?;
    let successor = app.auth.tokens.successor(kind, token);
    let next = Tokens::hash(kind, &successor).ok_or_else(|| anyhow::anyhow!("a refresh token has no valid form"))?;
    let expires_at = app.auth.tokens.refresh_expires_at(kind, app.clock.now());
    let (rotation, may_enter) = app
        .store
        .write("rotate_admin_token", Priority::Api, async move |tx| {
            let rotation = sessions::rotate_token(tx, &hash, &next, expires_at, &address.to_string()).await?;
            let Rotation::Replaced { session, user } = rotation else { return Ok((rotation, false)) };
            let may_enter = user == id && sessions::get_caller(tx, session).await?.is_some();
            Ok((rotation, may_enter))
        })
        .await?;
    match rotation {
        Rotation::Replaced { session, user } if may_enter => {
            let access = Access { user, session };
            Ok(data(ImpersonationAnswer {
                token: app.auth.tokens.access_token(kind, access, app.clock.now())?,
                refresh_token: Some(successor),
                url: None,
                expires_in: IMPERSONATION_S,
            }))
        }
        Rotation::Reused { session } => {
            tracing::warn!(%session, "a replaced refresh token of staff came back: the session has ended");
            app.auth.sessions.forget(&session);
            Err(Problem::Unauthorized)
        }
        Rotation::Replaced { .. } | Rotation::Invalid => Err(Problem::Unauthorized),
    }
}

/// Takes a one-time code for tokens, with which staff act in the cabinet of a user.
#[utoipa::path(post, path = "/api/admin/jwt", tag = "admin", security(()), request_body = ImpersonationCodeForm,
    responses((status = 200, body = Data<ImpersonationTokens>)))]
pub async fn exchange_impersonation(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(form): Json<ImpersonationCodeForm>,
) -> Result<Json<Data<ImpersonationTokens>>, Problem> {
    app.auth.calls.call("exchange_impersonation", address, app.clock.now())?;
    let kind = SessionKind::Impersonation;
    let code = Tokens::entry_code_hash(form.code.trim()).ok_or(Problem::LinkUnknown)?;
    let token = Tokens::first_refresh_token(kind, app.rng.bytes());
    let hash = Tokens::hash(kind, &token).ok_or_else(|| anyhow::anyhow!("a new refresh token has no valid form"))?;
    let expires_at = app.auth.tokens.refresh_expires_at(kind, app.clock.now());
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let address = address.to_string();
    let entered: Option<(SessionId, User, User)> = app
        .store
        .write("exchange_impersonation", Priority::Api, async move |tx| {
            let Some((user, admin)) = impersonation::take_code(tx, &code).await? else { return Ok(None) };
            let origin = Origin { address: &address, user_agent: &agent };
            let session = sessions::insert_impersonation(tx, user, admin, &hash, expires_at, origin).await?;
            // Whether they still may, asked as it is at each call.
            let Some(SessionUser { user, admin: Some(admin) }) = sessions::get_caller(tx, session).await? else {
                sessions::end_session(tx, session, sessions::EndReason::Block).await?;
                return Ok(None);
            };
            let actor = Actor { user: Some(admin.id), acting_as: Some(user.id), address: address.clone() };
            audit_log::record_event(tx, &actor, "exchange_impersonation", "user", user.id).await?;
            Ok(Some((session, user, admin)))
        })
        .await?;
    let (session, user, admin) = entered.ok_or(Problem::LinkUnknown)?;
    let access = Access { user: user.id, session };
    Ok(data(ImpersonationTokens {
        token: app.auth.tokens.access_token(kind, access, app.clock.now())?,
        refresh_token: token,
        expires_in: IMPERSONATION_S,
        user: PersonResource::from(&user),
        admin: PersonResource::from(&admin),
    }))
}
