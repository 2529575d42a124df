//! What schemas cannot say: fields that name things, fields that depend on each other, states.

use crate::app::PASSWORD;
use crate::endpoints::{AD, OTHER, Things, World};
use crate::push_collecting::{point, private};
use serde_json::{Value, json};

/// The value for a field, whose place is told.
type Pick = fn(&World, &Things, &str) -> Option<Value>;

/// A field for which one value is sent, or none, whatever its schema allows.
pub(super) struct Known {
    /// Operations, by their ids; none: all.
    operations: &'static [&'static str],
    /// The field: `path.`, `query.` or a path in the body.
    at: &'static str,
    /// What is sent; nothing: the field is left out.
    pub(super) value: Pick,
    /// Why no other value would do.
    why: &'static str,
}

/// An answer that the schema alone does not lead to expect: mostly a refusal of what it allows.
pub(super) struct Exception {
    /// Operations, by their ids.
    operations: &'static [&'static str],
    /// The field that is refused, with those in it. Empty: the least that can be asked, and so everything, of all callers
    /// or of some. `*`: whatever is asked.
    at: &'static str,
    status: u16,
    /// Why.
    why: &'static str,
}

impl Known {
    pub(super) fn is_for(&self, operation: &str, at: &str) -> bool {
        let is_at =
            self.at.strip_suffix('*').map_or(at == self.at, |start| at.starts_with(start) && at.ends_with(".0"));
        is_at && (self.operations.is_empty() || self.operations.contains(&operation))
    }

    pub(super) fn name(&self) -> String {
        format!("{} of {:?} ({})", self.at, self.operations, self.why)
    }
}

impl Exception {
    pub(super) fn is_for(&self, operation: &str, at: &str, status: u16) -> bool {
        let is_below = at.strip_prefix(self.at).is_some_and(|rest| rest.starts_with('.'));
        let is_at = at == self.at || self.at == "*" || !self.at.is_empty() && is_below;
        status == self.status && is_at && self.operations.contains(&operation)
    }

    pub(super) fn name(&self) -> String {
        format!("{} {} of {:?} ({})", self.status, self.at, self.operations, self.why)
    }
}

const fn known(operations: &'static [&'static str], at: &'static str, value: Pick, why: &'static str) -> Known {
    Known { operations, at, value, why }
}

pub(super) const fn exception(
    operations: &'static [&'static str],
    at: &'static str,
    status: u16,
    why: &'static str,
) -> Exception {
    Exception { operations, at, status, why }
}

/// A question for push notifications.
fn questions() -> Value {
    json!([{"language": "en", "title": "News", "text": "And offers.", "accept": "Yes", "later": "No"}])
}

fn ad_text(at: &str) -> Option<Value> {
    let at = at.rsplit('.').next().unwrap_or(at);
    AD.iter().find(|(known, _)| *known == at).map(|(_, text)| json!(text))
}

/// A key that the dimension of a filter has.
fn key_of(at: &str) -> Option<Value> {
    Some(match at.split('.').nth(1)? {
        "date" => json!("2026-11-21"),
        "hour" => json!("2026-11-21T00"),
        "week" => json!("2026-11-16"),
        "month" => json!("2026-11"),
        "country" => json!("DE"),
        "language" => json!("en"),
        "has_commission" => json!("custom"),
        "verdict" => json!("valid"),
        _ => json!(1),
    })
}

/// A value of a filter of clicks.
fn click_filter(at: &str) -> Option<Value> {
    Some(match at.split('.').nth(2)? {
        "country" => json!("DE"),
        "verdict" => json!("valid"),
        _ => json!("1"),
    })
}

/// Edits of payment systems and rates.
pub(super) const DICTIONARIES: &[&str] = &["update_payment_system", "update_payment_type", "update_currency"];
pub(super) const LISTS: &[&str] =
    &["list_ads", "list_all_ads", "list_ad_groups", "list_campaigns", "list_sites", "list_blocks"];
pub(super) const CLICKS: &[&str] = &["list_advertiser_clicks", "list_webmaster_clicks"];
pub(super) const STATS: &[&str] = &["query_advertiser_stats", "query_webmaster_stats", "query_network_stats"];
/// The same by GET.
pub(super) const STATS_BY_GET: &[&str] = &["get_advertiser_stats", "get_webmaster_stats"];
pub(super) const CREATE_KIND: &[&str] =
    &["create_teaser_ad", "create_native_ad", "create_text_ad", "create_long_text_ad", "create_article_ad"];
pub(super) const UPDATE_KIND: &[&str] =
    &["update_teaser_ad", "update_native_ad", "update_text_ad", "update_long_text_ad", "update_article_ad"];
pub(super) const ADS: &[&str] = &[
    "create_ad",
    "update_ad",
    "create_teaser_ad",
    "create_native_ad",
    "create_text_ad",
    "create_long_text_ad",
    "create_article_ad",
    "update_teaser_ad",
    "update_native_ad",
    "update_text_ad",
    "update_long_text_ad",
    "update_article_ad",
];
/// Changes of an ad that was sent.
const UPDATED_ADS: &[&str] = &[
    "update_ad",
    "update_teaser_ad",
    "update_native_ad",
    "update_text_ad",
    "update_long_text_ad",
    "update_article_ad",
    "update_push_ad",
];
/// What is changed of many campaigns or groups, below `change`.
pub(super) const CHANGES: &[&str] = &["update_campaigns", "update_ad_groups", "update_push_campaign_settings"];
/// Those of them that have limits.
const LIMITED: &[&str] = &["update_campaigns", "update_push_campaign_settings"];
/// Several new ads, below `ads`.
const NEW_ADS: &[&str] = &["create_many_ads"];
pub(super) const TARGETED: &[&str] = &[
    "create_campaign",
    "update_campaign",
    "create_ad_group",
    "update_ad_group",
    "estimate_campaign_reach",
    "create_push_campaign",
    "update_push_campaign",
    "estimate_push_reach",
];
const PUSH_ADS: &[&str] = &["create_push_ad", "update_push_ad"];
const PUSH_CAMPAIGNS: &[&str] = &["create_push_campaign", "update_push_campaign"];
const PUSH_STATS: &[&str] = &["get_push_stats", "export_push_stats"];
pub(super) const PUSH_LISTS: &[&str] = &["list_push_campaigns", "list_push_ads", "list_all_push_ads"];
const GROUPS: &[&str] = &["create_ad_group", "update_ad_group"];
const BULK: &[&str] = &[
    "delete_ads",
    "restore_ads",
    "start_ads",
    "stop_ads",
    "update_ads_bid",
    "update_ads_epc_coefficient",
    "update_ads_epc_max",
    "update_ads_earnings",
    "update_ads_lead_cost",
    "update_ads_url",
];

/// Fields for which one value is sent.
pub(super) const KNOWN: &[Known] = &[
    known(
        &["approve_ad", "reject_ad"],
        "version",
        |_, things, _| Some(things.ad["version"].clone()),
        "is that which was seen",
    ),
    known(
        &["approve_site", "reject_site", "block_site", "unblock_site", "hold_site_earnings", "let_site_earnings_go"],
        "version",
        |_, things, _| Some(things.site["version"].clone()),
        "is that which was seen",
    ),
    known(
        &["pause_campaign", "decline_campaign", "resume_campaign"],
        "version",
        |_, things, _| Some(things.campaign["version"].clone()),
        "is that which was seen",
    ),
    known(
        &["create_api_token", "create_postback_secret", "delete_postback_secret"],
        "password",
        |_, _, _| Some(json!(PASSWORD)),
        "is that of the account",
    ),
    known(
        &["update_text", "update_setting"],
        "version",
        |_, _, _| Some(json!(0)),
        "an edit of another version is stale",
    ),
    known(
        &["restore_block_version"],
        "version",
        |_, things, _| Some(things.block["version"].clone()),
        "is that which was seen",
    ),
    known(
        &["get_advertiser_statement", "get_webmaster_statement"],
        "path.month",
        |_, _, _| Some(json!("2026-11")),
        "is a month that has begun",
    ),
    known(DICTIONARIES, "version", |_, _, _| Some(json!(1)), "an edit of another version is stale"),
    known(&["update_payment_system"], "purpose", |_, _, _| None, "top-ups need a gateway"),
    known(&["create_payment_type"], "currency_id", |_, _, _| Some(json!(1)), "names a currency"),
    known(&["create_payment_type"], "code", |_, _, _| Some(json!("C{n}")), "is capital letters, and a code once"),
    known(
        &["create_payment_type", "update_payment_type"],
        "explorer_url",
        |_, _, _| Some(json!("https://x.org/{hash}")),
        "a parser judges addresses",
    ),
    known(&["create_wallet"], "payment_type_id", |_, _, _| Some(json!(16_001)), "names a payment type"),
    known(&["check_wallet"], "query.payment_type_id", |_, _, _| Some(json!(16_001)), "names a payment type"),
    known(
        &["check_wallet"],
        "query.number",
        |_, _, _| Some(json!("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")),
        "has a checksum",
    ),
    known(&["create_wallet"], "currency_id", |_, _, _| Some(json!(1)), "is that of the payment type"),
    known(&["create_wallet"], "number", |_, _, _| Some(json!("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")), "has a checksum"),
    known(&["create_wallet", "create_payout"], "password", |_, _, _| Some(json!(PASSWORD)), "is that of the account"),
    known(&["create_denied_address"], "number", |_, _, _| Some(json!("Z{n}")), "is on the list once"),
    known(&["create_correction"], "user_id", |_, things, _| Some(json!(things.advertiser.0)), "names a user"),
    known(&["create_promo_code"], "code", |_, _, _| Some(json!("CODE-{n}")), "is a code once"),
    known(&["create_promo_code"], "date_to", |_, _, _| Some(json!("2030-01-01")), "is not over"),
    known(&["get_payment_url"], "query.payment_system_id", |_, _, _| Some(json!(1)), "names a payment system"),
    known(&["get_payment_url"], "query.keep_method", |_, _, _| Some(json!(0)), "a bank transfer keeps nothing"),
    known(&["get_payment_url"], "query.promo_code", |_, _, _| Some(json!("")), "names a promo code"),
    known(&["get_payment_url"], "query.payment_type_id", |_, _, _| Some(json!(1001)), "names a payment type of it"),
    known(&["get_payment_url"], "query.amount", |_, _, _| Some(json!(100)), "has bounds that are settings"),
    known(&["update_payment_gateway"], "base_url", |_, _, _| Some(json!("")), "a parser judges addresses"),
    known(&["update_payment_gateway"], "key", |_, _, _| Some(json!("sk_1")), "stands in a header"),
    known(&["update_payment_gateway"], "secret", |_, _, _| Some(json!("whsec_1")), "is of visible characters"),
    known(&["get_converted_amount"], "query.from", |_, _, _| Some(json!(1)), "names a currency"),
    known(&["get_converted_amount"], "query.to", |_, _, _| Some(json!(3)), "names a currency"),
    known(&[], "version", |_, _, _| None, "an edit of another version is stale"),
    known(&[], "header.Admin-JWT", |_, _, _| None, "is the login of another kind of caller"),
    known(&["update_billing_details"], "country", |_, _, _| Some(json!("DE")), "names a country"),
    known(&["update_account"], "email", |_, _, _| None, "another address is confirmed by mail and password"),
    known(&["update_account"], "password", |_, _, _| None, "belongs to another address"),
    known(&["create_account"], "password", |_, _, _| Some(json!(PASSWORD)), "has rules that are told in words"),
    known(&["create_access_token", "log_in_older"], "email", |_, _, _| Some(json!("client@x.org")), "names an account"),
    known(&["create_access_token", "log_in_older"], "password", |_, _, _| Some(json!(PASSWORD)), "opens that account"),
    known(&["create_access_token"], "refresh_token", |_, _, _| None, "belongs to the other grant type"),
    known(&["reject_ad"], "reasons", |_, _, _| Some(json!([3])), "the first reason needs a comment"),
    known(&["update_user"], "path.id", |world, _, _| Some(json!(world.people[OTHER].id.0)), "the others are needed"),
    known(&["update_user"], "status_id", |_, _, _| Some(json!(3)), "a block ends sessions that are needed"),
    known(&["update_user"], "manager_id", |_, _, _| None, "names staff"),
    known(
        &["create_team", "update_team"],
        "name",
        |_, _, _| Some(json!("Team {n}")),
        "no two teams are called the same",
    ),
    known(
        &["create_offer", "update_offer", "create_category", "update_category", "update_traffic_source"],
        "name",
        |_, _, _| Some(json!("Entry {n}")),
        "no two are called the same",
    ),
    known(&["create_offer", "update_offer"], "category_id", |_, _, _| Some(json!(1)), "names a category"),
    known(&["update_user"], "team_id", |_, _, _| None, "is for staff"),
    known(
        &["create_list_view"],
        "name",
        |_, _, _| Some(json!("View {n}")),
        "no two views of a list are called the same",
    ),
    known(CLICKS, "query.filters.*", |_, _, at| click_filter(at), "each filter has keys of its own"),
    known(STATS_BY_GET, "query.groups", |_, _, _| Some(json!(["country"])), "no level stands there twice"),
    known(STATS_BY_GET, "query.order_by", |_, _, _| Some(json!("impressions")), "names a figure"),
    known(STATS, "filters.*", |_, _, at| key_of(at), "each dimension has keys of its own"),
    known(ADS, "title", |_, _, at| ad_text(at), "formats have lengths of their own"),
    known(ADS, "short_description", |_, _, at| ad_text(at), "formats have lengths of their own"),
    known(ADS, "original_url", |_, _, at| ad_text(at), "a parser judges addresses"),
    known(ADS, "primary_source_url", |_, _, _| ad_text("original_url"), "a parser judges addresses"),
    known(ADS, "supported_block_format_types[]", |_, _, _| Some(json!([4])), "other formats need pictures"),
    known(ADS, "bids.0.country_code", |_, _, _| Some(json!("DE")), "names a country"),
    known(ADS, "bids.0.bid", |_, _, _| Some(json!(2)), "has a minimum by country"),
    known(ADS, "media_content_file_square", |_, _, _| None, "is a picture"),
    known(ADS, "media_content_file_horizontal", |_, _, _| None, "is a picture"),
    known(ADS, "picture_square", |_, _, _| None, "names a picture"),
    known(ADS, "picture_horizontal", |_, _, _| None, "names a picture"),
    known(ADS, "bid_mode", |_, _, _| None, "goes with fields of its own"),
    known(ADS, "epc_coefficient", |_, _, _| None, "goes with the most that is bid"),
    known(ADS, "epc_max", |_, _, _| None, "goes with the coefficient"),
    known(ADS, "lead_cost", |_, _, _| None, "goes with floor and ceiling"),
    known(ADS, "bid_floor", |_, _, _| None, "goes with the cost of a lead"),
    known(ADS, "bid_ceiling", |_, _, _| None, "goes with the cost of a lead"),
    known(UPDATED_ADS, "is_draft", |_, _, _| Some(json!(false)), "what was sent becomes no draft again"),
    known(NEW_ADS, "ads.0.title", |_, _, at| ad_text(at), "formats have lengths of their own"),
    known(NEW_ADS, "ads.0.short_description", |_, _, at| ad_text(at), "formats have lengths of their own"),
    known(NEW_ADS, "ads.0.original_url", |_, _, at| ad_text(at), "a parser judges addresses"),
    known(NEW_ADS, "ads.0.primary_source_url", |_, _, _| ad_text("original_url"), "a parser judges addresses"),
    known(NEW_ADS, "ads.0.supported_block_format_types", |_, _, _| Some(json!([4])), "other formats need pictures"),
    known(NEW_ADS, "ads.0.one_bid_for_all_geo", |_, _, _| Some(json!(2.5)), "has a minimum by user and country"),
    known(NEW_ADS, "ads.0.picture_square", |_, _, _| None, "names a picture"),
    known(NEW_ADS, "ads.0.picture_horizontal", |_, _, _| None, "names a picture"),
    known(&["update_ads"], "ads.0.id", |_, things, _| Some(things.ad["id"].clone()), "names an ad"),
    known(&["list_ads_by_ids"], "query.ids", |_, things, _| Some(json!(things.ad["id"].to_string())), "names ads"),
    known(&["copy_ad"], "group_id", |_, things, _| Some(things.group["id"].clone()), "names a group"),
    known(
        &["copy_ad_group", "estimate_campaign_reach"],
        "campaign_id",
        |_, things, _| Some(things.campaign["id"].clone()),
        "names a campaign",
    ),
    known(&["update_campaigns"], "ids.0", |_, things, _| Some(things.campaign["id"].clone()), "names a campaign"),
    known(&["update_ad_groups"], "ids.0", |_, things, _| Some(things.group["id"].clone()), "names a group"),
    known(&["update_ad_groups"], "change.categories.0", |_, _, _| Some(json!(1)), "names a category"),
    known(
        &["update_push_campaign_settings"],
        "uuids.0",
        |_, things, _| Some(things.push_campaign["uuid"].clone()),
        "names a campaign",
    ),
    known(
        &["update_push_campaign_settings"],
        "change.subscription_age",
        |_, _, _| Some(json!({"from_days": 1, "to_days": 30})),
        "ends where it began, or later",
    ),
    known(&["update_ad_groups"], "change.auto_start_ads", |_, _, _| Some(json!(true)), "has at least one field"),
    known(CHANGES, "versions.0", |_, _, _| None, "names a thing and its version"),
    known(LIMITED, "change.daily_money_limit", |_, _, _| Some(json!(25)), "has bounds that are settings"),
    known(LIMITED, "change.total_money_limit", |_, _, _| Some(json!(25)), "has bounds that are settings"),
    known(CHANGES, "change.countries.0", |_, _, _| Some(json!("DE")), "names a country"),
    known(CHANGES, "change.regions.0", |_, _, _| None, "names a place of the tree"),
    known(CHANGES, "change.cities.0", |_, _, _| None, "names a place of the tree"),
    known(&["update_push_campaign_settings"], "change.keywords", |_, _, _| None, "are met by no notification"),
    known(&["update_push_campaign_settings"], "change.ip_targetings", |_, _, _| None, "are met by no notification"),
    known(CHANGES, "change.ip_targetings.0", |_, _, _| Some(json!("198.51.100.0/24")), "a parser judges ranges"),
    known(BULK, "ids.0", |_, things, _| Some(things.ad["id"].clone()), "names an ad"),
    known(
        &["check_landing_page"],
        "url",
        |_, _, _| Some(json!("http://10.0.0.1/")),
        "a parser judges addresses, and none is fetched that is not public",
    ),
    known(&["update_ads_url"], "original_url", |_, _, at| ad_text(at), "a parser judges addresses"),
    known(&["update_ads_bid"], "one_bid_for_all_geo", |_, _, _| Some(json!(2.5)), "has a minimum by user and country"),
    known(&["update_ads_epc_max"], "value", |_, _, _| Some(json!(3)), "has a minimum by user and country"),
    known(&["update_ads_epc_coefficient"], "value", |_, _, _| Some(json!(0.8)), "has two decimals"),
    known(&["update_ads_earnings"], "epc_max", |_, _, _| Some(json!(3)), "has a minimum by user and country"),
    known(&["update_ads_earnings"], "epc_coefficient", |_, _, _| Some(json!(0.8)), "has two decimals"),
    known(&["update_ads_lead_cost"], "value", |_, _, _| None, "goes with floor and ceiling"),
    known(&["update_ads_lead_cost"], "floor", |_, _, _| None, "goes with the cost and the ceiling"),
    known(&["update_ads_lead_cost"], "ceiling", |_, _, _| None, "goes with the cost and the floor"),
    known(&["update_ads_bid"], "bids", |_, _, _| Some(json!({"DE": 2.5})), "names countries, each with a minimum"),
    known(
        &["create_campaign", "update_campaign"],
        "daily_money_limit",
        |_, _, _| Some(json!(25)),
        "has bounds that are settings",
    ),
    known(
        &["create_campaign", "update_campaign"],
        "total_money_limit",
        |_, _, _| Some(json!(25)),
        "has bounds that are settings",
    ),
    known(TARGETED, "countries.0", |_, _, _| Some(json!("DE")), "names a country"),
    known(TARGETED, "regions.0", |_, _, _| None, "names a place of the tree"),
    known(TARGETED, "cities.0", |_, _, _| None, "names a place of the tree"),
    known(TARGETED, "ip_targetings.0", |_, _, _| Some(json!("198.51.100.0/24")), "a parser judges ranges"),
    known(
        TARGETED,
        "coefficients.0",
        |_, things, _| Some(json!({"site_id": things.site["id"], "value": 1.5})),
        "is for a site or a block",
    ),
    known(
        &["set_source_coefficient"],
        "",
        |_, things, _| Some(json!({"site_id": things.site["id"], "value": 1.5})),
        "is for a site or a block",
    ),
    known(
        &["update_source_coefficients"],
        "",
        |_, things, _| Some(json!({"site_ids": [things.site["id"]], "value": 1.5})),
        "is for sites or blocks",
    ),
    known(
        &["update_sources"],
        "",
        |_, things, _| Some(json!({"site_ids": [things.site["id"]], "state": "open"})),
        "is for sites or blocks",
    ),
    known(
        &["create_campaign", "update_campaign", "create_ad_group", "update_ad_group"],
        "offer_id",
        |_, _, _| None,
        "is for users with extended permissions",
    ),
    known(&["create_site", "update_site"], "category", |_, _, _| Some(json!(1)), "names a category"),
    known(&["create_site", "update_site"], "allowed_categories.0", |_, _, _| Some(json!(1)), "names a category"),
    known(&["create_site", "update_site"], "forbidden_categories.0", |_, _, _| Some(json!(1)), "names a category"),
    known(TARGETED, "categories.0", |_, _, _| Some(json!(1)), "names a category"),
    known(&["estimate_campaign_reach"], "site_categories.0", |_, _, _| Some(json!(1)), "names a category"),
    known(
        &["create_campaign", "update_campaign"],
        "traffic_source_id",
        |_, _, _| Some(json!(1)),
        "names a kind of traffic",
    ),
    known(PUSH_CAMPAIGNS, "keywords", |_, _, _| None, "are met by no notification"),
    known(PUSH_CAMPAIGNS, "ip_targetings", |_, _, _| None, "are met by no notification"),
    known(PUSH_CAMPAIGNS, "daily_money_limit", |_, _, _| Some(json!(25)), "has bounds that are settings"),
    known(PUSH_CAMPAIGNS, "total_money_limit", |_, _, _| Some(json!(25)), "has bounds that are settings"),
    known(
        &["create_push_campaign"],
        "copy_ads_of",
        |_, things, _| Some(things.push_campaign["uuid"].clone()),
        "names a campaign",
    ),
    known(&["update_push_campaign"], "copy_ads_of", |_, _, _| None, "is for a new campaign"),
    known(
        &["create_push_campaign", "update_push_campaign", "estimate_push_reach"],
        "subscription_age",
        |_, _, _| Some(json!({"from_days": 1, "to_days": 30})),
        "ends where it began, or later",
    ),
    known(PUSH_ADS, "campaign_uuid", |_, things, _| Some(things.push_campaign["uuid"].clone()), "names a campaign"),
    known(&["create_push_ad"], "copy_of", |world, _, _| Some(json!(world.pictured)), "names an ad"),
    known(&["update_push_ad"], "copy_of", |_, _, _| None, "is for a new ad"),
    known(PUSH_ADS, "url", |_, _, _| ad_text("original_url"), "a parser judges addresses"),
    known(PUSH_ADS, "bid", |_, _, _| Some(json!(0.05)), "is asked about when it is high"),
    known(PUSH_ADS, "language_code", |_, _, _| Some(json!("de")), "is a language"),
    known(PUSH_ADS, "status_id", |_, _, _| Some(json!(10)), "stops a new ad"),
    known(PUSH_ADS, "icon", |_, _, _| None, "is a picture"),
    known(PUSH_ADS, "image", |_, _, _| None, "is a picture"),
    known(
        PUSH_ADS,
        "buttons.0",
        |_, _, _| Some(json!({"action": "open", "title": "Open", "url": "https://shop.example/b"})),
        "opens a page of its own only if it opens one",
    ),
    known(&["update_push_ads"], "uuids.0", |_, things, _| Some(things.push_ad["uuid"].clone()), "names an ad"),
    known(
        &["update_push_campaigns"],
        "uuids.0",
        |_, things, _| Some(things.push_campaign["uuid"].clone()),
        "names a campaign",
    ),
    known(&["update_push_ads"], "url", |_, _, _| ad_text("original_url"), "a parser judges addresses"),
    known(&["update_push_ads"], "bid", |_, _, _| Some(json!(0.05)), "is asked about when it is high"),
    known(
        &["update_push_ads", "update_push_campaigns"],
        "status_id",
        |_, _, _| Some(json!(1)),
        "what is archived is neither edited nor stopped",
    ),
    known(PUSH_STATS, "query.campaign_id.0", |_, things, _| Some(things.push_campaign["uuid"].clone()), "names one"),
    known(PUSH_STATS, "query.ad_id.0", |_, things, _| Some(things.push_ad["uuid"].clone()), "names one"),
    known(PUSH_STATS, "query.block_id.0", |_, _, _| Some(json!(1)), "names one"),
    known(PUSH_STATS, "query.user_id.0", |_, _, _| Some(json!(1)), "names one"),
    known(PUSH_STATS, "query.country_code.0", |_, _, _| Some(json!("DE")), "names a country"),
    known(PUSH_STATS, "query.device_type_id.0", |_, _, _| Some(json!(1)), "names a device type"),
    known(PUSH_STATS, "query.order_by", |_, _, _| Some(json!("clicks")), "names a figure"),
    known(&["list_source_stats"], "query.order_by", |_, _, _| Some(json!("money")), "names a figure"),
    known(&["get_push_geo_tree"], "query.parent", |_, _, _| Some(json!("DE")), "names a place of the tree"),
    known(
        &["list_push_ad_choices"],
        "query.campaign_uuid",
        |_, things, _| Some(things.push_campaign["uuid"].clone()),
        "names a campaign",
    ),
    known(&["explain_ad", "explain_user_ad"], "sample", |_, _, _| None, "names a sample"),
    known(&["explain_ad", "explain_user_ad"], "ip", |_, _, _| Some(json!("198.51.100.7")), "a parser judges addresses"),
    known(GROUPS, "target_id", |_, _, _| Some(json!(1)), "is that of the campaign"),
    known(
        &["get_breadcrumbs"],
        "query.campaign_id",
        |_, things, _| Some(things.campaign["id"].clone()),
        "names a campaign",
    ),
    known(&["get_breadcrumbs"], "query.ad_group_id", |_, things, _| Some(things.group["id"].clone()), "names a group"),
    known(&["get_breadcrumbs"], "query.ad_id", |_, things, _| Some(things.ad["id"].clone()), "names an ad"),
    known(&["get_geo_tree"], "query.parent", |_, _, _| Some(json!("DE")), "names a place of the tree"),
    known(
        &["create_site", "update_site"],
        "domain",
        |_, _, _| Some(json!("n{n}.contract.example")),
        "a parser judges domains, and each is one site's",
    ),
    known(&["update_seller"], "is_confidential", |_, _, _| Some(json!(true)), "who is named needs an approved site"),
    known(&["create_block", "update_block"], "template_id", |_, _, _| Some(json!(2)), "names a template"),
    known(
        &["create_block", "update_block"],
        "config",
        |_, _, _| Some(json!({})),
        "each template has settings of its own",
    ),
    known(
        &["create_block", "update_block", "check_styles"],
        "custom_styles",
        |_, _, _| Some(json!(".title { color: red }")),
        "a parser judges CSS",
    ),
    known(
        &["create_block", "update_block"],
        "placement",
        |_, _, _| Some(json!("in_article")),
        "a bar has room for one ad",
    ),
    known(&["create_block", "update_block"], "passback_url", |_, _, _| Some(json!("")), "a parser judges addresses"),
    known(
        &["create_block", "update_block"],
        "country_floors.0.country_code",
        |_, _, _| Some(json!("DE")),
        "names a country",
    ),
    known(&["update_site_push"], "questions", |_, _, _| Some(questions()), "no two are in the same language"),
    known(&["update_site_push"], "picture", |_, _, _| None, "is the picture that is there, or another one"),
    known(&["update_site_push"], "hour_from", |_, _, _| Some(json!(8)), "is before the last hour"),
    known(&["update_site_push"], "hour_to", |_, _, _| Some(json!(20)), "is after the first hour"),
    known(&["import_push_subscriptions"], "public_key", |_, _, _| Some(json!(point(2))), "is a point of a curve"),
    known(
        &["import_push_subscriptions"],
        "private_key",
        |_, _, _| Some(json!(private(2))),
        "is that of the public key",
    ),
    known(&["import_push_subscriptions"], "format", |_, _, _| Some(json!("json")), "is that of the file"),
    known(&["import_push_subscriptions"], "content", |_, _, _| Some(json!("[{}]")), "is a file of the format"),
    known(&["copy_blocks"], "blocks.0", |_, things, _| Some(things.block["id"].clone()), "names a block"),
    known(&["copy_blocks"], "sites.0", |_, things, _| Some(things.site["id"].clone()), "names a site"),
];
