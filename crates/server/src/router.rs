//! Every route, in one list.

use crate::app::AppState;
use crate::demo::{page, pay};
use crate::{observe, web};
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Extension, Router};
use placard_api::auth::refusals::{Operations, note_refused};
use placard_api::collecting::unsubscribe_page;
use placard_api::extract::JSON_BYTES_MAX;
use placard_api::openapi;
use placard_api::protect;
use placard_api::staff::network::known_paths::KnownPaths;
use placard_common::error::{Problem, panicked};
use placard_common::headers::LimitHeaders;
use placard_edge::delivery;
use placard_edge::delivery::opt_in::WORKER_FILE;
use std::sync::{Arc, OnceLock};
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::OpenApi;

/// The management routes, with the document of all operations.
pub fn api() -> (Router<placard_api::state::ApiState>, OpenApi) {
    let (routes, mut document) = placard_api::routes::routes();
    document.merge(delivery::operations().1);
    (routes, document)
}

/// The demo's pages; they exist in demo mode only.
fn demo_pages() -> Router<AppState> {
    Router::new()
        .route("/demo", get(page::get_demo_page))
        .route("/demo/manifest", get(page::get_demo_manifest))
        .route("/demo/landing", get(page::get_demo_landing))
        .route("/demo/pay/{order}", get(pay::get_demo_payment).post(pay::press_demo_payment))
        .route("/demo/buy", post(page::create_demo_purchase))
        .route("/demo/house", get(page::get_demo_house))
        .route("/demo/{page}", get(page::get_demo_section))
        .route("/demo/harbour-post.css", get(page::get_demo_style))
        .route("/demo/newsreader.woff2", get(page::get_demo_font))
        .route("/demo/inter.woff2", get(page::get_demo_font))
        .route("/demo/art/{name}", get(page::get_demo_picture))
        .route(WORKER_FILE, get(page::get_demo_worker))
        .route("/placard.txt", get(page::get_demo_site_file))
        .route("/ads.txt", get(page::get_demo_ads_txt))
}

/// The whole service.
pub fn build(app: AppState) -> anyhow::Result<Router> {
    let (routes, operations) = api();
    let delivery = delivery::router(&app.edge);
    let known = KnownPaths::new(app.pages.patterns(), operations.paths.paths.keys().map(String::as_str));
    let named = Arc::new(Operations::of(&operations));
    let demo = if app.config.demo { demo_pages() } else { Router::new() };
    let manage = Router::new()
        .merge(demo)
        .route("/api/openapi.json", get(get_openapi))
        .route("/robots.txt", get(web::get_robots))
        .route("/sitemap.xml", get(web::get_sitemap))
        .route("/sellers.json", get(web::get_sellers))
        .fallback(web::get_page)
        .with_state(app.clone())
        .merge(routes.with_state(app.api.clone()))
        .merge(unsubscribe_page::router(&app.api))
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(JSON_BYTES_MAX))
        .layer(Extension(Arc::new(known)))
        .layer(middleware::from_fn_with_state((app.api.clone(), named), note_refused))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.api.clone(), protect::refuse_cross_origin))
        .layer(middleware::from_fn_with_state(app.api.clone(), protect::limit_calls))
        .layer(LimitHeaders)
        .layer(middleware::from_fn_with_state(app.clone(), web::secure_headers))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe_request));
    let (edge, script) = (app.edge.clone(), delivery::tag::router(&app.edge));
    // The script's name is a setting: what is no call of delivery may be the script, else it is for the management routes.
    let other = move |request: Request| {
        let next = if delivery::tag::is_tag(&edge, request.uri().path()) { script.clone() } else { manage.clone() };
        async move { next.oneshot(request).await.unwrap_or_else(|never| match never {}) }
    };
    Ok(delivery.fallback(other))
}

/// Said of an address that is known and has no such method.
async fn no_such_method() -> Problem {
    Problem::MethodNotAllowed
}

/// The document of all operations, made when it is asked for first: few processes are asked at all.
async fn get_openapi() -> Result<impl IntoResponse, Problem> {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let document = if let Some(document) = DOCUMENT.get() {
        document
    } else {
        let made = openapi::document(api().1).map_err(Problem::Internal)?;
        DOCUMENT.get_or_init(|| made)
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], document.as_str()))
}
