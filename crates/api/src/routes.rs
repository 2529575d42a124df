//! Every route of the management API, in one list.

use crate::app::AppState;
use crate::manage::ad_form::MAX_FORM_BYTES;
use crate::manage::{
    account, account_end, account_settings, ad_edit, ad_group_actions, ad_groups, ads, ads_bulk, api_tokens, audit_log,
    auth, auth_older, balance, breadcrumbs, campaign_actions, campaigns, contacts, geo_tree, impersonation, mails,
    moderation, moderation_sites, password, postback_secret, second_factor, sessions, sign_up, stats, system,
    targeting, texts, users, webmaster_blocks, webmaster_sites, webmaster_styles, webmaster_templates,
};
use crate::openapi;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The routes, with the document of their operations.
pub fn routes() -> (Router<AppState>, OpenApi) {
    OpenApiRouter::with_openapi(openapi::base())
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
        .split_for_parts()
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
