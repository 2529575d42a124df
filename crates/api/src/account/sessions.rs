//! The own sessions: where one is logged in.

use crate::auth::CurrentUser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::{SessionId, UnixMs};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::accounts::sessions::{self, EndReason, Session};
use serde::Serialize;
use utoipa::ToSchema;

/// A session.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionResource {
    /// The session.
    pub id: i64,
    /// When the login was.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it was refreshed last: about once in an hour of use.
    #[schema(value_type = String, format = DateTime)]
    pub seen_at: UnixMs,
    /// Address of the login.
    pub address: String,
    /// Browser of the login, as it called itself.
    pub user_agent: String,
    /// Name of the browser.
    pub browser: String,
    /// Name of the operating system.
    pub os: String,
    /// It is the one that asks.
    pub is_current: bool,
}

impl SessionResource {
    /// A session as it is told; `own` is the one that asks, where it may be among them.
    pub(crate) fn of(app: &ApiState, session: Session, own: Option<SessionId>) -> Self {
        let agent = app.delivery.agents.read(&session.user_agent);
        Self {
            id: session.id.0,
            created_at: session.created_at,
            seen_at: session.seen_at,
            address: session.address,
            browser: agent.browser.name().to_owned(),
            os: agent.os.name().to_owned(),
            user_agent: session.user_agent,
            is_current: own == Some(session.id),
        }
    }
}

/// Lists the sessions that have not ended, the last seen first.
#[utoipa::path(get, path = "/api/account/sessions", tag = "account",
    responses((status = 200, body = Data<Vec<SessionResource>>)))]
pub async fn list_sessions(
    State(app): State<ApiState>,
    current: CurrentUser,
) -> Result<Json<Data<Vec<SessionResource>>>, Problem> {
    let (id, own) = (current.id(), current.own_session()?);
    let found = app.store.read("list_sessions", async move |conn| sessions::list_sessions(conn, id).await).await?;
    Ok(data(found.into_iter().map(|session| SessionResource::of(&app, session, Some(own))).collect()))
}

/// Ends a session.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_session(
    State(app): State<ApiState>,
    current: CurrentUser,
    Path(session): Path<i64>,
) -> Result<StatusCode, Problem> {
    current.own_session()?;
    let (id, actor, session) = (current.id(), current.actor(), SessionId(session));
    app.store
        .write("delete_session", Priority::Api, async move |tx| {
            let ended = sessions::end_own_session(tx, id, session).await?;
            audit_log::record(tx, &actor, "delete_session", "session", session, Some(&ended), None::<&Session>).await
        })
        .await?;
    app.auth.sessions.forget(&session);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all sessions but the one that asks.
#[utoipa::path(delete, path = "/api/account/sessions", tag = "account", responses((status = 204)))]
pub async fn delete_other_sessions(State(app): State<ApiState>, current: CurrentUser) -> Result<StatusCode, Problem> {
    let (id, own, actor) = (current.id(), current.own_session()?, current.actor());
    app.store
        .write("delete_other_sessions", Priority::Api, async move |tx| {
            let before = sessions::list_sessions(tx, id).await?;
            sessions::end_other_sessions(tx, id, own, EndReason::Ended).await?;
            let after = sessions::list_sessions(tx, id).await?;
            audit_log::record(tx, &actor, "delete_other_sessions", "user", id, Some(&before), Some(&after)).await
        })
        .await?;
    app.auth.forget_user(id);
    Ok(StatusCode::NO_CONTENT)
}
