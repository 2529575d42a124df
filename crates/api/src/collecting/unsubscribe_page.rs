//! `/push/unsubscribe`: our own page, by which whoever gets notifications of a site ends them with one click. It needs no script and no
//! login: the address names the subscription.

use super::{end, find};
use crate::extract::ClientAddress;
use crate::state::{Api, ApiState};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Form, Router, routing};
use minijinja::{AutoEscape, Environment, context};
use placard_common::error::Problem;
use placard_model::push::subscription::SubscriptionStatus;
use placard_store::publishing::sites;
use placard_store::push::push_subscriptions::Subscription;
use placard_store::{Conn, Scope};
use serde::Deserialize;
use std::sync::LazyLock;

/// Where it lies.
pub const PATH: &str = "/push/unsubscribe";
/// What its template is called.
const NAME: &str = "unsubscribe.html";
/// The page; its styles stand in it.
const PAGE: &str = include_str!("unsubscribe.html");

static PAGES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    pages.set_auto_escape_callback(|_| AutoEscape::Html);
    pages.add_template(NAME, PAGE).expect("the page is a template");
    pages
});

/// Which subscription.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    name: String,
}

/// The page's routes. They are no calls of the API: people open them.
pub fn router(app: &ApiState) -> Router {
    Router::new().route(PATH, routing::get(get_page).post(press)).with_state(app.clone())
}

async fn get_page(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    Query(named): Query<Named>,
) -> Result<Response, Problem> {
    // It reads the database, as no other page does each time.
    app.auth.calls.call("get_unsubscribe_page", address, app.clock.now())?;
    // Opening it changes nothing: browsers and mail programs open addresses by themselves.
    let found = find(&app, &named.name).await?;
    draw(&app, &named.name, found).await
}

async fn press(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    Form(named): Form<Named>,
) -> Result<Response, Problem> {
    app.auth.calls.push_subscription(address, app.clock.now())?;
    let found = end(&app, named.name.clone()).await?;
    draw(&app, &named.name, found).await
}

async fn draw(app: &Api, name: &str, found: Option<Subscription>) -> Result<Response, Problem> {
    let domain = match &found {
        Some(found) => {
            let site = found.site;
            let read = async move |conn: &Conn| sites::get_site(conn, Scope::System, site).await;
            app.store.read("get_push_site", read).await?.domain
        }
        None => String::new(),
    };
    let is_active = found.as_ref().is_some_and(|found| found.status == SubscriptionStatus::Active);
    let values = context! {
        name, domain, is_active, is_known => found.is_some(), path => PATH, network => app.settings.get().network.name,
    };
    let html = PAGES.get_template(NAME).and_then(|page| page.render(values));
    let html = html.map_err(|error| Problem::Internal(error.into()))?;
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((status, headers, Html(html)).into_response())
}
