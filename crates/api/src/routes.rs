//! Every route of the management API, in one list.

use crate::advertiser::ads::ad_form::FORM_BYTES_MAX;
use crate::advertiser::ads::ads_import::BODY_BYTES_MAX as IMPORT_BYTES_MAX;
use crate::advertiser::ads::ads_sheet::ROWS_BYTES_MAX;
use crate::erased::routes;
use crate::state::ApiState;
use crate::{
    account, advertiser, cashbox, collecting, dictionaries, openapi, payments, push, staff, statistics, webmaster,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderValue;
use axum::http::header::ACCESS_CONTROL_ALLOW_ORIGIN;
use axum::middleware;
use axum::response::Response;
use placard_common::gateways::CALLBACK_BYTES_MAX;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The routes, with the document of their operations. They are made in parts: all in one function would need more stack than a
/// thread has.
pub fn routes() -> (Router<ApiState>, OpenApi) {
    OpenApiRouter::with_openapi(openapi::base())
        .merge(accounts())
        .merge(push_of_sites())
        .merge(statistics_questions())
        .merge(clicks())
        .merge(balances())
        .merge(payment_systems())
        .merge(wallets_and_payouts())
        .merge(payments_in())
        .merge(webmasters())
        .merge(advertisers())
        .merge(push_campaigns())
        .merge(targeting_lists())
        .merge(moderation())
        .merge(texts_and_mail())
        .merge(users())
        .merge(system())
        .split_for_parts()
}

/// Accounts.
fn accounts() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(account::login::create_access_token))
        .routes(routes!(account::login::get_current_user))
        .routes(routes!(account::login::log_out))
        .routes(routes!(account::login_by_get::log_in_older))
        .routes(routes!(account::login_by_get::get_current_user_older))
        .routes(routes!(account::login_by_get::log_out_older))
        .routes(routes!(
            account::sign_up::create_account,
            account::profile::get_account,
            account::profile::update_account,
            account::end::delete_account
        ))
        .routes(routes!(account::sign_up::resend_confirmation))
        .routes(routes!(account::sign_up::confirm_account))
        .routes(routes!(account::password::create_password_reset))
        .routes(routes!(account::password::get_password_reset, account::password::reset_password))
        .routes(routes!(account::password::update_password))
        .routes(routes!(account::settings::confirm_email_change))
        .routes(routes!(account::settings::add_account_role))
        .routes(routes!(account::settings::list_account_notices, account::settings::update_account_notices))
        .routes(routes!(account::end::export_account))
        .routes(routes!(
            account::billing_details::get_billing_details,
            account::billing_details::update_billing_details
        ))
        .routes(routes!(
            account::second_factor::get_second_factor,
            account::second_factor::create_second_factor,
            account::second_factor::confirm_second_factor,
            account::second_factor::delete_second_factor
        ))
        .routes(routes!(account::second_factor::create_recovery_codes))
        .routes(routes!(account::sessions::list_sessions, account::sessions::delete_other_sessions))
        .routes(routes!(account::sessions::delete_session))
        .routes(routes!(account::notices::list_notices))
        .routes(routes!(account::list_views::list_list_views, account::list_views::create_list_view))
        .routes(routes!(account::list_views::update_list_view, account::list_views::delete_list_view))
        .routes(routes!(account::notices::read_notices))
        .routes(routes!(account::api_tokens::list_api_tokens, account::api_tokens::create_api_token))
        .routes(routes!(account::api_tokens::delete_api_token))
}

/// Push of a site.
fn push_of_sites() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(webmaster::push::get_site_push, webmaster::push::update_site_push))
        .routes(routes!(webmaster::push_worker::check_push_worker))
        .routes(routes!(webmaster::push_subscribers::get_push_subscribers))
        .routes(routes!(webmaster::push_health::get_push_health))
        .merge(subscription_imports())
}

/// Statistics.
fn statistics_questions() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(statistics::questions::query_advertiser_stats))
        .routes(routes!(statistics::questions::by_get::get_advertiser_stats))
        .routes(routes!(statistics::questions::list_advertiser_stats_filters))
        .routes(routes!(
            statistics::questions::query_webmaster_stats,
            statistics::questions::by_get::get_webmaster_stats
        ))
        .routes(routes!(statistics::questions::list_webmaster_stats_filters))
        .routes(routes!(webmaster::referrals::get_referral_summary))
        .routes(routes!(webmaster::referrals::list_referral_stats))
        .routes(routes!(statistics::income::get_income_forecast))
        .routes(routes!(statistics::income::list_page_incomes))
        .routes(routes!(statistics::income::list_category_costs))
        .routes(routes!(statistics::questions::query_network_stats))
        .routes(routes!(statistics::questions::list_network_stats_filters))
}

/// Clicks.
fn clicks() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(statistics::questions::clicks::list_advertiser_clicks))
        .routes(routes!(statistics::questions::clicks::get_advertiser_click))
        .routes(routes!(statistics::questions::clicks::list_webmaster_clicks))
        .routes(routes!(statistics::questions::clicks::get_webmaster_click))
}

/// Balances.
fn balances() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(account::balance::get_advertiser_balance))
        .routes(routes!(account::balance::list_advertiser_history))
        .routes(routes!(account::balance::get_webmaster_balance))
        .routes(routes!(account::balance::list_pending_days))
        .routes(routes!(account::balance::list_webmaster_history))
        .routes(routes!(account::statements::list_advertiser_statements))
        .routes(routes!(account::statements::get_advertiser_statement))
        .routes(routes!(account::statements::list_webmaster_statements))
        .routes(routes!(account::statements::get_webmaster_statement))
}

/// Payment systems.
fn payment_systems() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(cashbox::list_payment_systems))
        .routes(routes!(cashbox::list_payment_types))
        .routes(routes!(cashbox::list_currencies))
        .routes(routes!(cashbox::get_currency))
        .routes(routes!(cashbox::get_converted_amount))
        .routes(routes!(
            staff::money::payment_systems::list_all_payment_systems,
            staff::money::added_payment_systems::create_payment_system
        ))
        .routes(routes!(staff::money::added_payment_systems::create_payment_type))
        .routes(routes!(staff::money::payment_systems::update_payment_system))
        .routes(routes!(staff::money::payment_systems::update_payment_type))
        .routes(routes!(staff::money::payment_systems::list_all_currencies))
        .routes(routes!(staff::money::payment_systems::update_currency))
}

/// Wallets and payouts.
fn wallets_and_payouts() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(webmaster::wallets::list_wallets, webmaster::wallets::create_wallet))
        .routes(routes!(webmaster::wallets::check_wallet))
        .routes(routes!(webmaster::wallets::delete_wallet))
        .routes(routes!(webmaster::wallets::set_primary_wallet))
        .routes(routes!(webmaster::payouts::list_payouts, webmaster::payouts::create_payout))
        .routes(routes!(webmaster::payouts::get_payout_quote))
        .routes(routes!(webmaster::payout_file::get_payouts_file))
        .routes(routes!(webmaster::payouts::cancel_payout))
        .routes(routes!(webmaster::payouts::get_balance_remain))
        .routes(routes!(webmaster::auto_payment::get_auto_payment))
        .routes(routes!(webmaster::auto_payment::activate_auto_payment))
        .routes(routes!(webmaster::auto_payment::deactivate_auto_payment))
        .routes(routes!(staff::money::wallets::list_waiting_wallets))
        .routes(routes!(staff::money::wallets::approve_wallet))
        .routes(routes!(staff::money::wallets::reject_wallet))
        .routes(routes!(staff::money::wallets::list_denied_addresses, staff::money::wallets::create_denied_address))
        .routes(routes!(staff::money::wallets::delete_denied_address))
        .routes(routes!(staff::money::payouts::list_all_payouts))
        .routes(routes!(staff::money::payout_batch::export_payouts))
        .routes(routes!(staff::money::payouts::get_any_payout))
        .routes(routes!(staff::money::payouts::approve_payout))
        .routes(routes!(staff::money::payouts::reject_payout))
        .routes(routes!(staff::money::payouts::pay_payout))
        .routes(routes!(staff::money::payouts::return_payout))
        .routes(routes!(staff::money::payout_hash::update_payout_hash))
        .routes(routes!(staff::money::payout_holds::hold_payout))
        .routes(routes!(staff::money::payout_holds::let_payout_go))
        .routes(routes!(staff::money::corrections::list_corrections, staff::money::corrections::create_correction))
        .routes(routes!(staff::money::corrections::approve_correction))
        .routes(routes!(staff::money::corrections::withdraw_correction))
        .routes(routes!(staff::money::promo_codes::list_promo_codes, staff::money::promo_codes::create_promo_code))
        .routes(routes!(staff::money::promo_codes::approve_promo_code))
        .routes(routes!(staff::money::promo_codes::end_promo_code))
}

/// Payments.
fn payments_in() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(payments::url::get_payment_url))
        .routes(routes!(payments::promo::get_promo_offer))
        .merge(callbacks())
        .routes(routes!(
            payments::auto_top_up::get_auto_top_up,
            payments::auto_top_up::update_auto_top_up,
            payments::auto_top_up::delete_auto_top_up
        ))
        .routes(routes!(payments::deposits::list_deposits))
        .routes(routes!(payments::deposits::get_deposit))
        .routes(routes!(payments::documents::get_deposit_invoice))
        .routes(routes!(payments::documents::get_deposit_receipt))
        .routes(routes!(staff::money::deposits::list_all_deposits))
        .routes(routes!(staff::money::deposits::get_any_deposit))
        .routes(routes!(staff::money::deposits::confirm_deposit))
        .routes(routes!(staff::money::deposits::refund_deposit))
        .routes(routes!(staff::money::deposit_ask::ask_deposit))
        .routes(routes!(staff::money::gateways::list_payment_gateways))
        .routes(routes!(staff::money::gateways::update_payment_gateway, staff::money::gateways::delete_payment_gateway))
        .routes(routes!(staff::money::payment_messages::list_payment_messages))
        .routes(routes!(staff::money::payment_messages::set_payment_message_seen))
}

/// Webmaster.
fn webmasters() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(webmaster::templates::get_script))
        .routes(routes!(webmaster::templates::list_templates))
        .routes(routes!(webmaster::templates::get_template))
        .routes(routes!(webmaster::sites::list_sites, webmaster::sites::create_site))
        .routes(routes!(webmaster::sites::get_site, webmaster::sites::update_site, webmaster::sites::delete_site))
        .routes(routes!(webmaster::sites::get_site_breadcrumbs))
        .routes(routes!(webmaster::verification::get_site_verification))
        .routes(routes!(webmaster::verification::verify_site))
        .routes(routes!(webmaster::seller::get_seller, webmaster::seller::update_seller))
        .routes(routes!(webmaster::blocks::list_blocks, webmaster::blocks::create_block))
        .routes(routes!(webmaster::block_copies::copy_blocks))
        .routes(routes!(webmaster::block_copies::list_blocks_for_copy))
        .routes(routes!(webmaster::block_versions::list_block_versions))
        .routes(routes!(webmaster::block_versions::restore_block_version))
        .routes(routes!(webmaster::blocks::get_block, webmaster::blocks::update_block, webmaster::blocks::delete_block))
        .routes(routes!(webmaster::blocks::start_block))
        .routes(routes!(webmaster::blocks::stop_block))
        .routes(routes!(webmaster::block_check::get_block_check, webmaster::block_check::check_block_page))
        .routes(routes!(webmaster::block_check::framing::check_block_framing))
        .routes(routes!(webmaster::styles::check_styles))
}

/// Advertiser.
fn advertisers() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(advertiser::campaigns::list_campaigns, advertiser::campaigns::create_campaign))
        .routes(routes!(advertiser::campaigns::campaign_actions::list_campaigns_for_copy))
        .routes(routes!(advertiser::copies::list_campaign_marks))
        .routes(routes!(advertiser::campaigns::campaigns_bulk::update_campaigns))
        .routes(routes!(
            advertiser::campaigns::get_campaign,
            advertiser::campaigns::update_campaign,
            advertiser::campaigns::delete_campaign
        ))
        .routes(routes!(advertiser::campaigns::campaign_actions::start_campaign))
        .routes(routes!(advertiser::campaigns::campaign_actions::stop_campaign))
        .routes(routes!(advertiser::campaigns::campaign_actions::archive_campaign))
        .routes(routes!(advertiser::campaigns::campaign_actions::unarchive_campaign))
        .routes(routes!(advertiser::restoring::restore_campaign))
        .routes(routes!(advertiser::campaigns::campaign_actions::copy_campaign))
        .routes(routes!(advertiser::campaigns::campaign_actions::get_campaign_type))
        .routes(routes!(
            advertiser::campaigns::campaign_actions::set_source_coefficient,
            advertiser::sources::sources_bulk::update_source_coefficients
        ))
        .routes(routes!(advertiser::sources::list_source_stats))
        .routes(routes!(advertiser::sources::sources_bulk::update_sources))
        .routes(routes!(advertiser::delivery::get_campaign_delivery))
        .routes(routes!(advertiser::delivery::get_ad_group_delivery))
        .routes(routes!(advertiser::delivery::get_ad_delivery))
        .routes(routes!(advertiser::delivery::explain_ad))
        .routes(routes!(advertiser::delivery::estimate_campaign_reach))
        .routes(routes!(advertiser::rules::list_rules, advertiser::rules::create_rule))
        .routes(routes!(advertiser::rules::rule_dry_run::dry_run_rule))
        .routes(routes!(advertiser::rules::rule_log::list_rule_actions))
        .routes(routes!(advertiser::rules::rule_log::undo_rule_action))
        .routes(routes!(advertiser::rules::rule_log::approve_rule_action))
        .routes(routes!(advertiser::rules::rule_log::decline_rule_action))
        .routes(routes!(advertiser::rules::get_rule, advertiser::rules::update_rule, advertiser::rules::delete_rule))
        .routes(routes!(advertiser::rules::start_rule))
        .routes(routes!(advertiser::rules::stop_rule))
        .routes(routes!(advertiser::delivery::estimate_ad_group_reach))
        .routes(routes!(advertiser::ad_groups::list_ad_groups, advertiser::ad_groups::create_ad_group))
        .routes(routes!(
            advertiser::ad_groups::get_ad_group,
            advertiser::ad_groups::update_ad_group,
            advertiser::ad_groups::ad_group_actions::delete_ad_group
        ))
        .routes(routes!(advertiser::ad_groups::ad_groups_bulk::update_ad_groups))
        .routes(routes!(advertiser::ads::ad_tests::list_ad_tests))
        .routes(routes!(advertiser::copies::list_ad_groups_for_copy))
        .routes(routes!(advertiser::copies::copy_ad_group))
        .routes(routes!(advertiser::ad_groups::ad_group_actions::start_ad_group))
        .routes(routes!(advertiser::ad_groups::ad_group_actions::stop_ad_group))
        .routes(routes!(advertiser::ad_groups::ad_group_actions::archive_ad_group))
        .routes(routes!(advertiser::ad_groups::ad_group_actions::unarchive_ad_group))
        .routes(routes!(advertiser::restoring::restore_ad_group))
        .routes(routes!(advertiser::ad_groups::ad_group_actions::get_ad_group_geo))
        .merge(sheets())
        .routes(routes!(advertiser::ads::ads_many::create_many_ads))
        .routes(routes!(advertiser::ads::ads_sheet::list_ads_by_ids))
        .routes(routes!(advertiser::ads::ads_import::get_import_template))
        .routes(routes!(advertiser::copies::copy_ad))
        .routes(routes!(advertiser::copies::list_ads_for_copy))
        .routes(routes!(advertiser::ads::ads_bulk::start_ads))
        .routes(routes!(advertiser::ads::ads_bulk::stop_ads))
        .routes(routes!(advertiser::restoring::restore_ads))
        .routes(routes!(advertiser::bids::auto_bids::update_ads_epc_coefficient))
        .routes(routes!(advertiser::bids::auto_bids::update_ads_epc_max))
        .routes(routes!(advertiser::bids::auto_bids::update_ads_earnings))
        .routes(routes!(advertiser::bids::auto_bids::update_ads_lead_cost))
        .routes(routes!(advertiser::bids::auto_bids::get_ad_bids))
        .routes(routes!(advertiser::ads::ads_bulk::remoderate_own_ad))
        .routes(routes!(advertiser::ads::ads_bulk::update_ads_bid))
        .routes(routes!(advertiser::ads::ads_bulk::update_ads_url))
        .routes(routes!(advertiser::ads::list_ads))
        .routes(routes!(advertiser::ads::get_ad))
        .routes(routes!(advertiser::ads::ads_bulk::archive_ad))
        .routes(routes!(advertiser::ads::ads_bulk::unarchive_ad))
        .routes(routes!(advertiser::ads::ads_bulk::remoderate_ad))
        .routes(routes!(advertiser::ads::link_check::check_ad_link))
        .routes(routes!(advertiser::ads::link_check::check_landing_page))
        .merge(uploads())
        .routes(routes!(advertiser::breadcrumbs::get_breadcrumbs))
        .routes(routes!(dictionaries::targeting::list_offers))
        .routes(routes!(
            advertiser::postback_secret::get_postback_secret,
            advertiser::postback_secret::create_postback_secret,
            advertiser::postback_secret::delete_postback_secret
        ))
}

/// Push.
fn push_campaigns() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(push::campaigns::list_push_campaigns, push::campaigns::create_push_campaign))
        .routes(routes!(push::campaign_actions::update_push_campaigns))
        .routes(routes!(push::campaigns_bulk::update_push_campaign_settings))
        .routes(routes!(push::reach::estimate_push_reach))
        .routes(routes!(push::campaigns::get_push_campaign, push::campaigns::update_push_campaign))
        .routes(routes!(push::health::get_push_campaign_health))
        .routes(routes!(push::campaign_actions::start_push_campaign))
        .routes(routes!(push::campaign_actions::stop_push_campaign))
        .routes(routes!(push::campaign_actions::archive_push_campaign))
        .routes(routes!(push::campaign_actions::unarchive_push_campaign))
        .routes(routes!(push::ads::list_push_ads))
        .routes(routes!(push::ads::list_all_push_ads))
        .routes(routes!(push::ad_actions::update_push_ads))
        .routes(routes!(push::ads::get_push_ad))
        .routes(routes!(push::ad_actions::start_push_ad))
        .routes(routes!(push::ad_actions::stop_push_ad))
        .routes(routes!(push::ad_actions::archive_push_ad))
        .routes(routes!(push::ad_actions::unarchive_push_ad))
        .routes(routes!(push::ad_actions::remoderate_push_ad))
        .routes(routes!(push::resources::get_push_geo_tree))
        .routes(routes!(push::resources::list_push_macros))
        .routes(routes!(push::resources::list_push_device_types))
        .routes(routes!(push::resources::list_push_campaign_choices))
        .routes(routes!(push::resources::list_push_ad_choices))
        .routes(routes!(push::resources::list_push_block_choices))
        .routes(routes!(push::resources::get_push_settings))
        .routes(routes!(push::stats::get_push_stats))
        .routes(routes!(push::stats::export_push_stats))
}

/// Targeting.
fn targeting_lists() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(dictionaries::targeting::get_min_bids))
        .routes(routes!(dictionaries::targeting::list_categories))
        .routes(routes!(dictionaries::targeting::list_countries))
        .routes(routes!(dictionaries::geo_tree::get_geo_tree))
        .routes(routes!(dictionaries::targeting::list_device_types))
        .routes(routes!(dictionaries::targeting::list_traffic_sources))
        .routes(routes!(dictionaries::targeting::list_os))
        .routes(routes!(dictionaries::targeting::list_browsers))
        .routes(routes!(dictionaries::targeting::list_targets))
        .routes(routes!(dictionaries::targeting::list_isps))
}

/// Moderation.
fn moderation() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(staff::moderation::campaigns::get_user_campaign))
        .routes(routes!(staff::moderation::campaigns::pause_campaign))
        .routes(routes!(staff::moderation::campaigns::decline_campaign))
        .routes(routes!(staff::moderation::campaigns::resume_campaign))
        .routes(routes!(staff::moderation::delivery::get_user_campaign_delivery))
        .routes(routes!(staff::moderation::delivery::get_user_ad_group_delivery))
        .routes(routes!(staff::moderation::delivery::get_user_ad_delivery))
        .routes(routes!(staff::moderation::delivery::explain_user_ad))
        .routes(routes!(staff::moderation::held_back::list_held_back_campaigns))
        .routes(routes!(staff::moderation::moderation_ads::list_ads_to_moderate))
        .routes(routes!(staff::moderation::moderation_ads::lock_ad))
        .routes(routes!(staff::moderation::moderation_ads::unlock_ad))
        .routes(routes!(staff::moderation::moderation_ads::check_queued_ad_link))
        .routes(routes!(staff::moderation::moderation_ads::approve_ad))
        .routes(routes!(staff::moderation::moderation_ads::reject_ad))
        .routes(routes!(staff::moderation::site_holds::list_network_sites))
        .routes(routes!(staff::moderation::site_holds::get_user_site))
        .routes(routes!(staff::moderation::site_holds::block_site))
        .routes(routes!(staff::moderation::site_holds::unblock_site))
        .routes(routes!(staff::moderation::site_holds::hold_site_earnings))
        .routes(routes!(staff::moderation::site_holds::let_site_earnings_go))
        .routes(routes!(staff::moderation::moderation_sites::list_waiting_sites))
        .routes(routes!(staff::moderation::moderation_sites::approve_site))
        .routes(routes!(staff::moderation::moderation_sites::reject_site))
        .routes(routes!(staff::moderation::site_page::get_moderated_site_page))
        .routes(routes!(staff::moderation::moderation_blocks::list_moderated_blocks))
        .routes(routes!(
            staff::moderation::moderation_blocks::get_moderated_block_check,
            staff::moderation::moderation_blocks::check_moderated_block_page
        ))
        .merge(subscriptions())
}

/// Texts, messages and mail.
fn texts_and_mail() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(staff::people::contacts::get_site_settings))
        .routes(routes!(staff::people::contacts::create_contact_message))
        .routes(routes!(staff::network::client_errors::create_client_error))
        .routes(routes!(staff::network::client_errors::list_client_errors))
        .routes(routes!(staff::network::client_errors::delete_client_error))
        .routes(routes!(staff::network::client_traces::create_client_trace))
        .routes(routes!(staff::network::client_traces::list_client_traces))
        .routes(routes!(staff::people::contacts::list_contact_messages))
        .routes(routes!(staff::people::contacts::update_contact_message))
        .routes(routes!(staff::network::settings::list_settings))
        .routes(routes!(staff::network::settings::update_setting))
        .routes(routes!(staff::network::texts::list_texts))
        .routes(routes!(staff::network::texts::get_text))
        .routes(routes!(staff::network::texts::list_editable_texts))
        .routes(routes!(staff::network::texts::preview_text))
        .routes(routes!(
            staff::network::texts::get_editable_text,
            staff::network::texts::update_text,
            staff::network::texts::reset_text
        ))
        .routes(routes!(staff::people::mails::list_mails))
        .routes(routes!(staff::people::mails::get_mail))
        .routes(routes!(staff::people::mails::retry_mail))
}

/// Users.
fn users() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(staff::people::users::list_users))
        .routes(routes!(staff::people::users::get_user, staff::people::users::update_user))
        .routes(routes!(staff::people::user_account::get_user_account))
        .routes(routes!(staff::people::user_notes::list_user_notes, staff::people::user_notes::create_user_note))
        .routes(routes!(staff::people::user_notes::update_user_note, staff::people::user_notes::delete_user_note))
        .routes(routes!(staff::moderation::offers::list_network_offers, staff::moderation::offers::create_offer))
        .routes(routes!(staff::moderation::offers::update_offer))
        .routes(routes!(staff::people::teams::list_teams, staff::people::teams::create_team))
        .routes(routes!(staff::people::teams::update_team, staff::people::teams::delete_team))
        .routes(routes!(staff::money::voids::list_voids, staff::money::voids::create_void))
        .routes(routes!(staff::money::voids::preview_void))
        .routes(routes!(staff::money::ledger::list_transactions))
        .routes(routes!(staff::money::ledger::get_transaction))
        .routes(routes!(staff::money::ledger_sums::get_trial_balance))
        .routes(routes!(staff::money::ledger_sums::list_profit))
        .routes(routes!(staff::money::ledger_sums::list_audit_runs))
        .routes(routes!(staff::money::ledger_sums::get_chart))
        .routes(routes!(staff::money::ledger_export::export_ledger))
        .routes(routes!(staff::network::audit_log::list_audit_log))
        .routes(routes!(staff::network::waiting::list_waiting))
        .routes(routes!(
            staff::network::dictionaries::list_network_categories,
            staff::network::dictionaries::create_category
        ))
        .routes(routes!(staff::network::dictionaries::update_category))
        .routes(routes!(staff::network::dictionaries::list_network_traffic_sources))
        .routes(routes!(staff::network::dictionaries::update_traffic_source))
        .routes(routes!(staff::network::templates::list_network_templates))
        .routes(routes!(staff::network::templates::update_template))
        .routes(routes!(account::impersonation::exchange_impersonation))
        .routes(routes!(account::impersonation::create_impersonation))
}

/// System.
fn system() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(staff::network::system::list_macros))
        .routes(routes!(staff::network::system::get_health))
        .routes(routes!(staff::network::system::get_readiness))
        .routes(routes!(staff::network::system::get_system_state))
        .routes(routes!(staff::network::system::get_metrics))
}

/// Calls of payment gateways, which are short.
fn callbacks() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(payments::callback::receive_payment_callback))
        .layer(DefaultBodyLimit::max(CALLBACK_BYTES_MAX))
}

/// Subscriptions of other providers come as a file.
fn subscription_imports() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(webmaster::push_import::import_push_subscriptions))
        .layer(DefaultBodyLimit::max(webmaster::push_import::BODY_BYTES_MAX))
}

/// Calls of visitors' browsers about push subscriptions: from pages of any origin, and short.
fn subscriptions() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(collecting::create_push_subscription))
        .routes(routes!(collecting::end_push_subscription))
        .layer(DefaultBodyLimit::max(collecting::BODY_BYTES_MAX))
        .layer(middleware::map_response(async |mut response: Response| {
            response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            response
        }))
}

/// Calls that take pictures: their bodies may be longer.
fn uploads() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(advertiser::ads::ad_edit::create_ad))
        .routes(routes!(advertiser::ads::ad_edit::update_ad))
        .routes(routes!(advertiser::ads::ad_kinds::create_teaser_ad))
        .routes(routes!(advertiser::ads::ad_kinds::update_teaser_ad))
        .routes(routes!(advertiser::ads::ad_kinds::create_native_ad))
        .routes(routes!(advertiser::ads::ad_kinds::update_native_ad))
        .routes(routes!(advertiser::ads::ad_kinds::create_text_ad))
        .routes(routes!(advertiser::ads::ad_kinds::update_text_ad))
        .routes(routes!(advertiser::ads::ad_kinds::create_long_text_ad))
        .routes(routes!(advertiser::ads::ad_kinds::update_long_text_ad))
        .routes(routes!(advertiser::ads::ad_kinds::create_article_ad))
        .routes(routes!(advertiser::ads::ad_kinds::update_article_ad))
        .routes(routes!(advertiser::ads::ads_many::create_pictures))
        .routes(routes!(push::ad_edit::create_push_ad))
        .routes(routes!(push::ad_edit::update_push_ad))
        .layer(DefaultBodyLimit::max(FORM_BYTES_MAX))
        .merge(imports())
}

/// Files with many ads and their pictures.
fn imports() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(advertiser::ads::ads_import::import_ads))
        .layer(DefaultBodyLimit::max(IMPORT_BYTES_MAX))
}

/// Calls with values of many ads.
fn sheets() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(
            advertiser::ads::list_all_ads,
            advertiser::ads::ads_sheet::update_ads,
            advertiser::ads::ads_bulk::delete_ads
        ))
        .layer(DefaultBodyLimit::max(ROWS_BYTES_MAX))
}
