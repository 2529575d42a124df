//! What staff tried and were refused: it stands in the audit log, beside what was changed.

use super::current;
use super::limits::{Keeping, Matter};
use crate::extract::real_client_address;
use crate::protect::is_api;
use crate::state::ApiState;
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt;
use placard_common::error::ProblemBody;
use placard_model::user::UserType;
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::{Clients, Conn, Priority, Scope, Tx};
use serde::Serialize;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// What names a user.
const USER: &str = "user";
/// Calls that name a user or something of one, by how their paths begin, and what that is.
const NAMING: [(&str, &str); 15] = [
    ("/api/admin/users/{id}", USER),
    ("/api/admin/jwt/{user_id}", USER),
    ("/api/admin/campaigns/{id}", "campaign"),
    ("/api/admin/delivery/campaigns/{id}", "campaign"),
    ("/api/admin/delivery/ad_groups/{id}", "ad_group"),
    ("/api/admin/delivery/ads/{id}", "ad"),
    ("/api/admin/moderation/ads/{id}", "ad"),
    ("/api/admin/sites/{id}", "site"),
    ("/api/admin/moderation/sites/{id}", "site"),
    ("/api/admin/moderation/blocks/{id}", "block"),
    ("/api/admin/deposits/{id}", "deposit"),
    ("/api/admin/payouts/{id}", "payout"),
    ("/api/admin/moderation/wallets/{id}", "wallet"),
    ("/api/admin/corrections/{id}", "correction"),
    ("/api/admin/mails/{id}", "mail"),
];
/// How the paths of calls about money begin.
const OF_MONEY: [&str; 16] = [
    "/api/admin/corrections",
    "/api/admin/currencies",
    "/api/admin/denied_addresses",
    "/api/admin/deposits",
    "/api/admin/ledger",
    "/api/admin/moderation/wallets",
    "/api/admin/payment_",
    "/api/admin/payouts",
    "/api/admin/promo_codes",
    "/api/admin/voids",
    "/api/advertiser/auto_top_up",
    "/api/advertiser/deposits",
    "/api/payment/",
    "/api/webmaster/payment/",
    "/api/webmaster/payouts",
    "/api/webmaster/wallet",
];
/// What the application writes by itself: nobody has tried anything.
const BY_ITSELF: [&str; 2] = ["/api/account/list_views", "/api/account/notices"];
/// Kinds of problems that say that somebody may not do something: the others name what is missing.
const KINDS: [&str; 2] = ["urn:placard:problem:forbidden", "urn:placard:problem:impersonated"];
/// The kind of what an API token has not. It is looked at before who may: behind it is hidden what sales may not at all.
const OF_TOKEN: &str = "urn:placard:problem:scope_missing";

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
    /// The user whom it names, or what of one, with its number.
    named: Option<(Subject, i64)>,
}

impl Asked {
    /// What it was about.
    fn matter(&self) -> Matter {
        if OF_MONEY.iter().any(|path| self.route.as_str().starts_with(path)) {
            Matter::Money
        } else if self.named.is_some() {
            Matter::User
        } else {
            Matter::Other
        }
    }
}

/// What a route names, and its number as the call reads it: however it is written, `%37` is 7.
fn named(route: &str, params: &RawPathParams) -> Option<(Subject, i64)> {
    let names =
        |pattern: &str| route.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let (pattern, subject) = NAMING.into_iter().find(|(pattern, _)| names(pattern))?;
    let name = number_name(pattern)?;
    let (_, number) = params.iter().find(|(key, _)| *key == name)?;
    Some((Subject(subject), number.parse().ok()?))
}

/// What the part of a path is called that is the number.
fn number_name(pattern: &str) -> Option<&str> {
    pattern.split('/').find_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// A step whose type is erased: the compiler finds the future of all of them together no `Send`, and that of each by itself one.
type Step<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Of what kind a thing is, as the audit log calls it.
#[derive(Clone, Copy)]
struct Subject(&'static str);

/// What the audit log keeps of it: nothing that was typed.
#[derive(Serialize)]
struct Refused {
    operation: String,
    path: String,
    why: String,
}

/// Notes that staff, or staff in the cabinet of a user, were refused what is not theirs: each thing once an hour, and only so many; the
/// last of them says so.
pub async fn note_refused(
    State((app, operations)): State<(ApiState, Arc<Operations>)>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let asked = is_api(parts.uri.path()).then(|| asked(&app, &mut parts)).flatten();
    let response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    if let (Some(asked), StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) = (asked, status) {
        let problem = response.extensions().get::<ProblemBody>().cloned();
        let notes = app.auth.notes.clone();
        let noting = notes.spawn(async move {
            if let Err(error) = note(&app, &operations, asked, problem).await {
                tracing::warn!("what was refused could not be noted: {error}");
            }
        });
        // Who waits for the answer finds it noted; it is also when they are gone meanwhile.
        drop(noting.await);
    }
    response
}

fn asked(app: &ApiState, parts: &mut Parts) -> Option<Asked> {
    let token = parts.headers.get(AUTHORIZATION)?.clone();
    let ConnectInfo(peer) = *parts.extensions.get::<ConnectInfo<SocketAddr>>()?;
    let route = parts.extensions.get::<MatchedPath>()?.clone();
    // They are there already: nothing is waited for.
    let params = RawPathParams::from_request_parts(parts, &()).now_or_never().and_then(Result::ok);
    Some(Asked {
        named: params.and_then(|params| named(route.as_str(), &params)),
        method: parts.method.clone(),
        route,
        uri: parts.uri.clone(),
        token,
        address: real_client_address(peer.ip(), &parts.headers, &app.config),
    })
}

async fn note(
    app: &ApiState,
    operations: &Operations,
    asked: Asked,
    problem: Option<ProblemBody>,
) -> placard_store::Result<()> {
    let who: Step<'_, _> = Box::pin(current::staff_of(app, asked.token.clone()));
    let Some((staff, client)) = who.await else { return Ok(()) };
    let named = asked.named;
    // Pages read by themselves what they may need; who or what is named was asked for.
    let is_tried = match asked.method {
        Method::GET | Method::HEAD => client.is_none() && named.is_some(),
        _ => !BY_ITSELF.iter().any(|path| asked.route.as_str().starts_with(path)),
    };
    if !is_tried {
        return Ok(());
    }
    let is_sales = staff.user_type == UserType::Sales;
    let is_refusal = problem
        .as_ref()
        .is_some_and(|problem| KINDS.iter().any(|kind| problem.kind == *kind) || is_sales && problem.kind == OF_TOKEN);
    let mut why = match (problem, named) {
        (Some(problem), _) if is_refusal => problem.detail,
        // To sales, what is there and of no client of theirs is as good as nothing.
        (None, Some((subject, id))) if client.is_none() && is_sales => {
            let scope = Scope::Staff { user: staff.id, clients: Clients::ManagedBy(staff.id) };
            let find = async move |conn: &Conn| audit_log::is_of_others(conn, scope, subject.0, id).await;
            let found: Step<'_, _> = Box::pin(app.store.read("get_refused_thing", find));
            if !found.await? {
                return Ok(());
            }
            let whose = if subject.0 == USER { "This user" } else { "Its owner" };
            format!("{whose} is no client of theirs.")
        }
        _ => return Ok(()),
    };
    let matter = asked.matter();
    let Asked { method, route, uri, address, .. } = asked;
    let path = format!("{method} {}", uri.path());
    let keeping = app.auth.calls.keep_refusal(staff.id, matter, &path, app.clock.now());
    match keeping {
        Keeping::Kept => {}
        Keeping::Last => why.push_str(" What else they tried after this is not kept for up to an hour."),
        Keeping::LeftOut => return Ok(()),
    }
    let name = operations.0.get(&(method, route.as_str().to_owned())).cloned();
    let refused = Refused { operation: name.unwrap_or_else(|| path.clone()), path: path.clone(), why };
    let actor = Actor { user: Some(staff.id), acting_as: client, address: address.to_string() };
    let (subject, id) = named.unwrap_or((Subject("call"), 0));
    let record = async move |tx: &Tx| {
        audit_log::record(tx, &actor, "refuse_call", subject.0, id, None::<&()>, Some(&refused)).await
    };
    let written: Step<'_, _> = Box::pin(app.store.write("refuse_call", Priority::Api, record));
    let written = written.await;
    if written.is_err() {
        app.auth.calls.forget_refusal(staff.id, matter, &path, keeping);
    }
    written
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
        let is_begun = |begin: &str| all.keys().any(|(_, path)| path.starts_with(begin));
        for (pattern, _) in NAMING {
            assert!(is_begun(pattern) && number_name(pattern).is_some(), "{pattern}");
        }
        for begin in OF_MONEY {
            assert!(is_begun(begin), "{begin}");
        }
    }
}
