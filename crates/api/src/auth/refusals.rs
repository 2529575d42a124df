//! What staff tried and were refused: it stands in the audit log, beside what was changed.

use super::current;
use crate::extract::real_client_address;
use crate::protect::is_api;
use crate::state::ApiState;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use placard_common::error::ProblemBody;
use placard_model::UserId;
use placard_model::user::UserType;
use placard_store::audit_log::{self, Actor};
use placard_store::{Conn, Priority, Scope, Tx, users};
use serde::Serialize;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// Calls that name a user, and where in their paths.
const OF_USERS: [&str; 2] = ["/api/admin/users/{id}", "/api/admin/jwt/{user_id}"];
/// The part of such a path that is the user's number.
const USER_PART: usize = 4;
/// What the application writes by itself: nobody has tried anything.
const BY_ITSELF: [&str; 2] = ["/api/account/list_views", "/api/account/notices"];
/// Kinds of problems that say that somebody may not do something: the others name what is missing.
const KINDS: [&str; 2] = ["urn:placard:problem:forbidden", "urn:placard:problem:impersonated"];

/// What calls are called, by method and pattern.
#[derive(Debug, Default)]
pub struct Operations(HashMap<(Method, String), String>);

impl Operations {
    /// Those of a document.
    pub fn of(document: &OpenApi) -> Self {
        let mut all = HashMap::new();
        for (path, item) in &document.paths.paths {
            let operations = [
                (Method::GET, &item.get),
                (Method::POST, &item.post),
                (Method::PUT, &item.put),
                (Method::PATCH, &item.patch),
                (Method::DELETE, &item.delete),
            ];
            for (method, operation) in operations {
                let id = operation.as_ref().and_then(|operation| operation.operation_id.clone());
                all.extend(id.map(|id| ((method, path.clone()), id)));
            }
        }
        Self(all)
    }
}

/// A call, as far as it is told of.
struct Asked {
    method: Method,
    route: MatchedPath,
    uri: Uri,
    token: HeaderValue,
    address: IpAddr,
}

impl Asked {
    /// The user whom it names.
    fn user(&self) -> Option<UserId> {
        let is_of_user = OF_USERS.iter().any(|pattern| {
            self.route.as_str().strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        let part = self.uri.path().split('/').nth(USER_PART).filter(|_| is_of_user)?;
        part.parse().ok().map(UserId)
    }
}

/// What the audit log keeps of it: nothing that was typed.
#[derive(Serialize)]
struct Refused {
    operation: String,
    path: String,
    why: String,
}

/// Notes that staff, or staff in the cabinet of a user, were refused what is not theirs: each thing once an hour, and only so many.
pub async fn note_refused(
    State((app, operations)): State<(ApiState, Arc<Operations>)>,
    request: Request,
    next: Next,
) -> Response {
    let asked = is_api(request.uri().path()).then(|| asked(&app, &request)).flatten();
    let response = next.run(request).await;
    let status = response.status();
    if let (Some(asked), StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) = (asked, status) {
        let problem = response.extensions().get::<ProblemBody>().cloned();
        if let Err(error) = note(&app, &operations, asked, problem).await {
            tracing::warn!("what was refused could not be noted: {error}");
        }
    }
    response
}

fn asked(app: &ApiState, request: &Request) -> Option<Asked> {
    let extensions = request.extensions();
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(Asked {
        method: request.method().clone(),
        route: extensions.get::<MatchedPath>()?.clone(),
        uri: request.uri().clone(),
        token: request.headers().get(AUTHORIZATION)?.clone(),
        address: real_client_address(peer.ip(), request.headers(), &app.config),
    })
}

async fn note(
    app: &ApiState,
    operations: &Operations,
    asked: Asked,
    problem: Option<ProblemBody>,
) -> placard_store::Result<()> {
    let Some((staff, client)) = current::staff_of(app, &asked.token).await else { return Ok(()) };
    let user = asked.user();
    // Pages read by themselves what they may need; who is named was asked for.
    let is_tried = match asked.method {
        Method::GET | Method::HEAD => client.is_none() && user.is_some(),
        _ => !BY_ITSELF.iter().any(|path| asked.route.as_str().starts_with(path)),
    };
    if !is_tried {
        return Ok(());
    }
    let why = match (problem, user) {
        (Some(problem), _) if KINDS.contains(&problem.kind.as_str()) => problem.detail,
        // To sales, a user who is there and nobody's client of theirs is as good as none.
        (None, Some(user)) if client.is_none() && staff.user_type == UserType::Sales => {
            let find = async move |conn: &Conn| users::by_ids(conn, Scope::System, &[user]).await;
            if app.store.read("get_refused_user", find).await?.is_empty() {
                return Ok(());
            }
            "This user is no client of theirs.".to_owned()
        }
        _ => return Ok(()),
    };
    let Asked { method, route, uri, address, .. } = asked;
    if !app.auth.calls.may_note_refusal(staff.id, &format!("{method} {}", uri.path()), app.clock.now()) {
        return Ok(());
    }
    let name = operations.0.get(&(method.clone(), route.as_str().to_owned())).cloned();
    let path = format!("{method} {}", uri.path());
    let refused = Refused { operation: name.unwrap_or_else(|| path.clone()), path, why };
    let actor = Actor { user: Some(staff.id), acting_as: client, address: address.to_string() };
    let (subject, id) = user.map_or(("call", 0), |user| ("user", user.0));
    let record = async move |tx: &Tx| {
        audit_log::record(tx, &actor, "refuse_call", subject, id, None::<&()>, Some(&refused)).await
    };
    app.store.write("refuse_call", Priority::Api, record).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::routes;

    #[test]
    fn calls_are_named_as_in_the_document() {
        let Operations(all) = Operations::of(&routes().1);
        let name = |method: Method, path: &str| all.get(&(method, path.to_owned())).map(String::as_str);
        assert_eq!(name(Method::PUT, "/api/admin/users/{id}"), Some("update_user"));
        assert_eq!(name(Method::GET, "/api/admin/users/{id}"), Some("get_user"));
        for pattern in OF_USERS {
            assert!(all.keys().any(|(_, path)| path == pattern), "{pattern}");
            assert_eq!(pattern.split('/').position(|part| part.starts_with('{')), Some(USER_PART), "{pattern}");
        }
    }
}
