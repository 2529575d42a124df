//! Every route, in one list.

use crate::app::AppState;
use crate::delivery;
use crate::demo::page;
use crate::extract::MAX_JSON_BYTES;
use crate::manage::ad_form::MAX_FORM_BYTES;
use crate::manage::{
    account, account_end, account_settings, ad_edit, ad_group_actions, ad_groups, ads, ads_bulk, api_tokens, audit_log,
    auth, auth_older, balance, breadcrumbs, campaign_actions, campaigns, contacts, geo_tree, impersonation, mails,
    moderation, moderation_sites, password, postback_secret, second_factor, sessions, sign_up, stats, system,
    targeting, texts, users, webmaster_blocks, webmaster_sites, webmaster_styles, webmaster_templates,
};
use crate::protect::{self, LimitHeaders};
use crate::{Problem, observe, openapi, web};
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The management routes, with the document of all operations: those of delivery stand in a router of their own.
pub fn api() -> (Router<AppState>, OpenApi) {
    let (routes, mut document) = OpenApiRouter::with_openapi(openapi::base())
        // Accounts
        .routes(routes!(auth::create_access_token))
        .routes(routes!(auth::get_current_user))
        .routes(routes!(auth::log_out))
        .routes(routes!(auth_older::log_in_older))
        .routes(routes!(auth_older::get_current_user_older))
        .routes(routes!(auth_older::log_out_older))
        .routes(routes!(
            sign_up::create_account,
            account::get_account,
            account::update_account,
            account_end::delete_account
        ))
        .routes(routes!(sign_up::resend_confirmation))
        .routes(routes!(sign_up::confirm_account))
        .routes(routes!(password::create_password_reset))
        .routes(routes!(password::get_password_reset, password::reset_password))
        .routes(routes!(password::update_password))
        .routes(routes!(account_settings::confirm_email_change))
        .routes(routes!(account_settings::add_account_role))
        .routes(routes!(account_settings::list_account_notices, account_settings::update_account_notices))
        .routes(routes!(account_end::export_account))
        .routes(routes!(
            second_factor::get_second_factor,
            second_factor::create_second_factor,
            second_factor::confirm_second_factor,
            second_factor::delete_second_factor
        ))
        .routes(routes!(second_factor::create_recovery_codes))
        .routes(routes!(sessions::list_sessions, sessions::delete_other_sessions))
        .routes(routes!(sessions::delete_session))
        .routes(routes!(api_tokens::list_api_tokens, api_tokens::create_api_token))
        .routes(routes!(api_tokens::delete_api_token))
        // Statistics
        .routes(routes!(stats::query_advertiser_stats))
        .routes(routes!(stats::list_advertiser_stats_filters))
        .routes(routes!(stats::query_webmaster_stats))
        .routes(routes!(stats::list_webmaster_stats_filters))
        .routes(routes!(stats::query_network_stats))
        .routes(routes!(stats::list_network_stats_filters))
        // Balances
        .routes(routes!(balance::get_advertiser_balance))
        .routes(routes!(balance::list_advertiser_history))
        .routes(routes!(balance::get_webmaster_balance))
        .routes(routes!(balance::list_webmaster_history))
        // Webmaster
        .routes(routes!(webmaster_templates::get_script))
        .routes(routes!(webmaster_templates::list_templates))
        .routes(routes!(webmaster_templates::get_template))
        .routes(routes!(webmaster_sites::list_sites, webmaster_sites::create_site))
        .routes(routes!(webmaster_sites::get_site, webmaster_sites::update_site, webmaster_sites::delete_site))
        .routes(routes!(webmaster_sites::get_site_breadcrumbs))
        .routes(routes!(webmaster_blocks::list_blocks, webmaster_blocks::create_block))
        .routes(routes!(webmaster_blocks::copy_blocks))
        .routes(routes!(webmaster_blocks::get_block, webmaster_blocks::update_block, webmaster_blocks::delete_block))
        .routes(routes!(webmaster_blocks::start_block))
        .routes(routes!(webmaster_blocks::stop_block))
        .routes(routes!(webmaster_styles::check_styles))
        // Advertiser
        .routes(routes!(campaigns::list_campaigns, campaigns::create_campaign))
        .routes(routes!(campaign_actions::list_campaigns_for_copy))
        .routes(routes!(campaigns::get_campaign, campaigns::update_campaign, campaigns::delete_campaign))
        .routes(routes!(campaign_actions::start_campaign))
        .routes(routes!(campaign_actions::stop_campaign))
        .routes(routes!(campaign_actions::archive_campaign))
        .routes(routes!(campaign_actions::unarchive_campaign))
        .routes(routes!(campaign_actions::copy_campaign))
        .routes(routes!(campaign_actions::get_campaign_type))
        .routes(routes!(campaign_actions::set_source_coefficient))
        .routes(routes!(ad_groups::list_ad_groups, ad_groups::create_ad_group))
        .routes(routes!(ad_groups::get_ad_group, ad_groups::update_ad_group, ad_group_actions::delete_ad_group))
        .routes(routes!(ad_group_actions::start_ad_group))
        .routes(routes!(ad_group_actions::stop_ad_group))
        .routes(routes!(ad_group_actions::archive_ad_group))
        .routes(routes!(ad_group_actions::unarchive_ad_group))
        .routes(routes!(ad_group_actions::get_ad_group_geo))
        .routes(routes!(ads::list_all_ads, ads_bulk::delete_ads))
        .routes(routes!(ads_bulk::start_ads))
        .routes(routes!(ads_bulk::stop_ads))
        .routes(routes!(ads_bulk::update_ads_bid))
        .routes(routes!(ads_bulk::update_ads_url))
        .routes(routes!(ads::list_ads))
        .routes(routes!(ads::get_ad))
        .routes(routes!(ads_bulk::archive_ad))
        .routes(routes!(ads_bulk::unarchive_ad))
        .routes(routes!(ads_bulk::remoderate_ad))
        .merge(uploads())
        .routes(routes!(breadcrumbs::get_breadcrumbs))
        .routes(routes!(targeting::list_offers))
        .routes(routes!(
            postback_secret::get_postback_secret,
            postback_secret::create_postback_secret,
            postback_secret::delete_postback_secret
        ))
        // Targeting
        .routes(routes!(targeting::get_min_bids))
        .routes(routes!(targeting::list_categories))
        .routes(routes!(targeting::list_countries))
        .routes(routes!(geo_tree::get_geo_tree))
        .routes(routes!(targeting::list_device_types))
        .routes(routes!(targeting::list_traffic_sources))
        .routes(routes!(targeting::list_os))
        .routes(routes!(targeting::list_browsers))
        .routes(routes!(targeting::list_targets))
        .routes(routes!(targeting::list_isps))
        // Moderation
        .routes(routes!(moderation::list_ads_to_moderate))
        .routes(routes!(moderation::lock_ad))
        .routes(routes!(moderation::unlock_ad))
        .routes(routes!(moderation::approve_ad))
        .routes(routes!(moderation::reject_ad))
        .routes(routes!(moderation_sites::list_waiting_sites))
        .routes(routes!(moderation_sites::approve_site))
        .routes(routes!(moderation_sites::reject_site))
        // Texts, messages and mail
        .routes(routes!(contacts::get_site_settings))
        .routes(routes!(contacts::create_contact_message))
        .routes(routes!(contacts::list_contact_messages))
        .routes(routes!(contacts::update_contact_message))
        .routes(routes!(texts::list_texts))
        .routes(routes!(texts::get_text))
        .routes(routes!(texts::list_editable_texts))
        .routes(routes!(texts::preview_text))
        .routes(routes!(texts::get_editable_text, texts::update_text, texts::reset_text))
        .routes(routes!(mails::list_mails))
        .routes(routes!(mails::get_mail))
        .routes(routes!(mails::retry_mail))
        // Users
        .routes(routes!(users::list_users))
        .routes(routes!(users::get_user, users::update_user))
        .routes(routes!(audit_log::list_audit_log))
        .routes(routes!(impersonation::exchange_impersonation))
        .routes(routes!(impersonation::create_impersonation))
        // System
        .routes(routes!(system::list_macros))
        .routes(routes!(system::get_health))
        .routes(routes!(system::get_readiness))
        .routes(routes!(system::get_system_state))
        .routes(routes!(system::get_metrics))
        .split_for_parts();
    document.merge(delivery::operations().1);
    (routes, document)
}

/// Calls that take pictures: their bodies may be longer.
fn uploads() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ad_edit::create_ad))
        .routes(routes!(ad_edit::update_ad))
        .routes(routes!(ad_edit::create_ad_of_kind))
        .routes(routes!(ad_edit::update_ad_of_kind))
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
}

/// The demo's pages; they exist in demo mode only.
fn demo_pages() -> Router<AppState> {
    Router::new()
        .route("/demo", get(page::get_demo_page))
        .route("/demo/manifest", get(page::get_demo_manifest))
        .route("/demo/landing", get(page::get_demo_landing))
        .route("/demo/buy", post(page::create_demo_purchase))
        .route("/demo/harbour-post.css", get(page::get_demo_style))
        .route("/demo/art/{name}", get(page::get_demo_picture))
}

/// The whole service.
pub fn build(app: AppState) -> anyhow::Result<Router> {
    let (routes, api) = api();
    let delivery = delivery::router(&app);
    let document: Arc<str> = openapi::document(api)?.into();
    let demo = if app.config.demo { demo_pages() } else { Router::new() };
    let manage = routes
        .merge(demo)
        .route("/api/openapi.json", get(get_openapi))
        .route("/robots.txt", get(web::get_robots))
        .route("/sitemap.xml", get(web::get_sitemap))
        .method_not_allowed_fallback(|| async { Problem::MethodNotAllowed })
        .fallback(web::get_page)
        .layer(DefaultBodyLimit::max(MAX_JSON_BYTES))
        .layer(Extension(document))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.clone(), protect::refuse_cross_origin))
        .layer(middleware::from_fn_with_state(app.clone(), protect::limit_calls))
        .layer(LimitHeaders)
        .layer(middleware::from_fn_with_state(app.clone(), web::secure_headers))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe_request));
    Ok(delivery.merge(manage).with_state(app))
}

async fn get_openapi(Extension(document): Extension<Arc<str>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], document.to_string())
}

fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let text = cause
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| cause.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default();
    Problem::Internal(anyhow::anyhow!("a handler panicked: {text}")).into_response()
}
