//! How long, how many and how much: the limits of what bodies of requests hold, for the document.
//!
//! They are the constants that handlers check with. Attributes on the fields could not name them: those take literals.

mod push;

use crate::account::{api_tokens, billing_details, fields, list_views};
use crate::advertiser::{
    ad_groups, ads::ad_form, ads::ads_bulk, ads::ads_import, ads::ads_many, ads::ads_sheet, bulk_change, campaigns,
    delivery, rules::rule_dry_run, sources::sources_bulk,
};
use crate::auth::reach::ApiScope;
use crate::block_css::CSS_BYTES_MAX;
use crate::dictionaries::targeting_fields;
use crate::mail::MailKind;
use crate::media::{PIXELS_MAX, SIDE_MAX, UPLOAD_BYTES_MAX};
use crate::payments::auto_top_up;
use crate::push::campaigns::REACHES_MAX;
use crate::staff::{
    money::payouts, network::client_errors, network::client_traces, network::texts, people::contacts,
    people::user_notes, people::users,
};
use crate::webmaster::{block_check, block_copies, block_form, payouts as webmaster_payouts, sites};
use anyhow::{Context, bail};
use placard_common::gateways::ACCESS_BYTES_MAX;
use placard_edge::delivery::ad::{BLOCKS_MAX, ON_PAGE_MAX};
use placard_edge::delivery::show::TOKENS_MAX;
use placard_model::bid::BID_MAX;
use placard_model::bid::auto_bid;
use placard_model::bid::floor::{FLOOR_COUNTRIES_MAX, FLOOR_MAX};
use placard_model::creative::{BRAND_MAX, DESCRIPTION_MAX, FULL_TEXT_MAX, TITLE_MAX};
use placard_model::format::BlockFormat;
use placard_model::money::{BASIS_POINTS, INPUT_MAX};
use placard_model::payments::auto_top_up::MONTH_MAX;
use placard_model::payments::correction::{
    AMOUNT_MAX as CORRECTION_MAX, AMOUNT_MIN as CORRECTION_MIN, REASON_CHARS_MAX,
};
use placard_model::payments::deposit::PAYMENT_REF_CHARS_MAX;
use placard_model::payments::payment::{
    self, FEE_BP_MAX, FEE_FIXED_MAX, MINIMUM_PAYOUT_MAX, MINIMUM_PAYOUT_MIN, WORDS_CHARS_MAX,
};
use placard_model::payments::promo::{BONUS_MAX, CODE_CHARS_MAX, CODE_CHARS_MIN, USES_MAX};
use placard_model::payments::rate::RATE_MAX;
use placard_model::payments::wallet::NUMBER_CHARS_MAX;
use placard_model::rule;
use placard_model::settings::{CAMPAIGN_LIMIT_MIN, VALUE_BYTES_MAX};
use placard_model::sites::placement::{ARTICLE_PARAGRAPHS_MAX, ARTICLE_PARAGRAPHS_MIN};
use placard_model::status::BanReason;
use placard_model::targeting::content::{KEYWORD_CHARS_MAX, PAGE_KEYWORDS_BYTES_MAX};
use placard_model::targeting::request::PLACES_MAX as PLACES_OF_BLOCK_MAX;
use placard_model::targeting::{ISPS_MAX, PASTED_MAX, WEEK_HOURS};
use placard_model::validate::{COMMENT_MAX, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, URL_MAX};
use placard_model::{Money, Rate, bid};
use placard_stats::FILTER_VALUES_MAX;
use placard_store::accounts::notices::MARKED_MAX;
use placard_store::advertising::coefficients::COEFFICIENTS_MAX;
use placard_store::advertising::holds::REASON_CHARS_MAX as HOLD_REASON_MAX;
use serde_json::{Map, Value, json};

/// What a field may hold.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// Characters of a text.
    Chars(usize, usize),
    /// Entries of a list.
    Entries(usize, usize),
    /// A number, both ends included.
    Number(i64, i64),
    /// An amount, both ends included.
    Amount(Money, Money),
    /// An amount above zero.
    AmountUpTo(Money),
    /// A rate, which is above zero.
    RateUpTo(Rate),
}
use Limit::{Amount, AmountUpTo, Chars, Entries, Number, RateUpTo};

const RULE: &[(&str, Limit)] = &[
    ("name", NAME),
    ("campaigns", Entries(0, rule::CAMPAIGNS_MAX)),
    ("conditions", Entries(1, rule::CONDITIONS_MAX)),
    ("window_days", Number(1, rule::WINDOW_DAYS_MAX as i64)),
    ("least_shows", Number(0, rule::LEAST_DATA_MAX)),
    ("least_clicks", Number(0, rule::LEAST_DATA_MAX)),
    ("cooldown_hours", Number(1, rule::COOLDOWN_HOURS_MAX as i64)),
    ("actions_a_day", Number(1, rule::ACTIONS_A_DAY_MAX as i64)),
    ("ask_percent", Number(0, 100)),
];
const NAME: Limit = Chars(1, NAME_MAX);
const EMAIL: Limit = Chars(0, EMAIL_MAX);
const PASSWORD: Limit = Chars(PASSWORD_MIN, PASSWORD_MAX);
const CONTACT: Limit = Chars(0, fields::CONTACT_MAX);
const COMMENT: Limit = Chars(0, COMMENT_MAX);
const URL: Limit = Chars(0, URL_MAX);
const PASTED: Limit = Entries(0, PASTED_MAX);
const CHOICES: Limit = Entries(0, targeting_fields::CHOICES_MAX);
const PLACES: Limit = Entries(0, targeting_fields::PLACES_MAX);
const IDS: Limit = Entries(1, ads_bulk::IDS_MAX);
const CHANGED: Limit = Entries(1, bulk_change::CHANGED_MAX);
const VERSIONS: Limit = Entries(0, bulk_change::CHANGED_MAX);
const FILTER: Limit = Entries(0, FILTER_VALUES_MAX);
const CROP: Limit = Chars(0, ad_form::CROP_CHARS_MAX);
const PICTURE: Limit = Chars(0, ad_form::PICTURE_NAME_CHARS);
const MARKS: Limit = Entries(0, campaigns::MARKS_MAX);
const MARK: Limit = Chars(1, campaigns::MARK_CHARS_MAX);

type Fields = &'static [(&'static str, Limit)];

/// Whom campaigns and groups are for.
const TARGETING: Fields = &[
    ("countries_groups", CHOICES),
    ("countries", CHOICES),
    ("countries[]", Chars(2, 2)),
    ("regions", PLACES),
    ("cities", PLACES),
    ("device_types", CHOICES),
    ("os", CHOICES),
    ("browsers", CHOICES),
    ("isps", Entries(0, ISPS_MAX)),
    ("languages", CHOICES),
    ("keywords", PASTED),
    ("keywords[]", Chars(1, KEYWORD_CHARS_MAX)),
    ("excluded_keywords", PASTED),
    ("excluded_keywords[]", Chars(1, KEYWORD_CHARS_MAX)),
    ("time_targeting", Entries(1, WEEK_HOURS)),
    ("ip_targetings", PASTED),
];

const COEFFICIENTS: Fields = &[("coefficients", Entries(0, COEFFICIENTS_MAX))];

/// Limits of fields by schema, but for push. A field with brackets means the entries of a list.
const LIMITS: &[(&str, Fields)] = &[
    (
        "AccountForm",
        &[("email", EMAIL), ("name", CONTACT), ("phone", CONTACT), ("skype", CONTACT), ("telegram", CONTACT)],
    ),
    (
        "AdForm",
        &[
            ("title", Chars(0, TITLE_MAX)),
            ("short_description", Chars(0, DESCRIPTION_MAX)),
            ("full_text", Chars(0, FULL_TEXT_MAX)),
            ("brand", Chars(0, BRAND_MAX)),
            ("original_url", URL),
            ("primary_source_url", URL),
            ("supported_block_format_types[]", Entries(1, BlockFormat::NATIVE_ALL.len())),
            ("one_bid_for_all_geo", AmountUpTo(BID_MAX)),
            ("epc_coefficient", Amount(auto_bid::COEFFICIENT_MIN, auto_bid::COEFFICIENT_MAX)),
            ("epc_max", AmountUpTo(BID_MAX)),
            ("lead_cost", AmountUpTo(auto_bid::LEAD_COST_MAX)),
            ("bid_floor", AmountUpTo(BID_MAX)),
            ("bid_ceiling", AmountUpTo(BID_MAX)),
            ("bids", Entries(0, ad_form::COUNTRY_BIDS_MAX)),
            ("frequency_cap[shows]", Number(1, ad_form::CAP_SHOWS_MAX as i64)),
            ("frequency_cap[hours]", Number(1, ad_form::CAP_HOURS_MAX as i64)),
            ("picture_square", PICTURE),
            ("picture_horizontal", PICTURE),
            ("crop_square", CROP),
            ("crop_horizontal", CROP),
        ],
    ),
    ("AdRows", &[("ads", IDS)]),
    (
        "AdRow",
        &[
            ("title", Chars(0, TITLE_MAX)),
            ("short_description", Chars(0, DESCRIPTION_MAX)),
            ("full_text", Chars(0, FULL_TEXT_MAX)),
            ("brand", Chars(0, BRAND_MAX)),
            ("original_url", URL),
            ("one_bid_for_all_geo", AmountUpTo(BID_MAX)),
            ("picture_square", PICTURE),
            ("picture_horizontal", PICTURE),
        ],
    ),
    (
        "NewListView",
        &[
            ("list", Chars(1, list_views::LIST_MAX)),
            ("name", Chars(1, list_views::NAME_MAX)),
            ("search", Chars(0, list_views::SEARCH_MAX)),
        ],
    ),
    ("ListViewForm", &[("name", Chars(1, list_views::NAME_MAX)), ("search", Chars(0, list_views::SEARCH_MAX))]),
    ("NewAds", &[("ads", Entries(1, ads_many::NEW_ADS_MAX))]),
    (
        "NewAd",
        &[
            ("title", Chars(0, TITLE_MAX)),
            ("short_description", Chars(0, DESCRIPTION_MAX)),
            ("full_text", Chars(0, FULL_TEXT_MAX)),
            ("brand", Chars(0, BRAND_MAX)),
            ("original_url", URL),
            ("primary_source_url", URL),
            ("supported_block_format_types", Entries(1, BlockFormat::NATIVE_ALL.len())),
            ("one_bid_for_all_geo", AmountUpTo(BID_MAX)),
            ("picture_square", PICTURE),
            ("picture_horizontal", PICTURE),
        ],
    ),
    ("PictureForm", &[("crop_square", CROP), ("crop_horizontal", CROP)]),
    ("AdIds", &[("ids", IDS)]),
    ("AdsBid", &[("ids", IDS), ("one_bid_for_all_geo", AmountUpTo(BID_MAX))]),
    (
        "AdsEarnings",
        &[
            ("ids", IDS),
            ("epc_coefficient", Amount(auto_bid::COEFFICIENT_MIN, auto_bid::COEFFICIENT_MAX)),
            ("epc_max", AmountUpTo(BID_MAX)),
        ],
    ),
    ("AdsEpcCoefficient", &[("ids", IDS), ("value", Amount(auto_bid::COEFFICIENT_MIN, auto_bid::COEFFICIENT_MAX))]),
    ("AdsEpcMax", &[("ids", IDS), ("value", AmountUpTo(BID_MAX))]),
    (
        "AdsLeadCost",
        &[
            ("ids", IDS),
            ("value", AmountUpTo(auto_bid::LEAD_COST_MAX)),
            ("floor", AmountUpTo(BID_MAX)),
            ("ceiling", AmountUpTo(BID_MAX)),
        ],
    ),
    ("AdsRequest", &[("blocks", Entries(0, BLOCKS_MAX)), ("on_page", Entries(0, ON_PAGE_MAX))]),
    ("AdsUrl", &[("ids", IDS), ("original_url", URL)]),
    ("ApiTokenForm", &[("name", Chars(1, api_tokens::NAME_MAX)), ("scopes", Entries(1, ApiScope::ALL.len()))]),
    (
        "AutoTopUpForm",
        &[
            ("threshold", Amount(auto_top_up::THRESHOLD_MIN, INPUT_MAX)),
            ("amount", AmountUpTo(MONTH_MAX)),
            ("month_max", AmountUpTo(MONTH_MAX)),
        ],
    ),
    (
        "BillingForm",
        &[
            ("company", Chars(0, billing_details::COMPANY_CHARS_MAX)),
            ("country", Chars(2, 2)),
            ("vat_number", Chars(0, billing_details::VAT_NUMBER_CHARS_MAX)),
            ("address", Chars(0, billing_details::ADDRESS_CHARS_MAX)),
            ("email", EMAIL),
        ],
    ),
    (
        "BlockForm",
        &[
            ("name", NAME),
            ("custom_styles", Chars(0, CSS_BYTES_MAX)),
            ("passback_html", Chars(0, block_form::PASSBACK_MAX)),
            ("passback_url", URL),
            ("refresh_seconds", Number(block_form::REFRESH_SECONDS_MIN as i64, block_form::REFRESH_SECONDS_MAX as i64)),
            ("article_paragraphs", Number(ARTICLE_PARAGRAPHS_MIN as i64, ARTICLE_PARAGRAPHS_MAX as i64)),
            ("ecpm_floor", Amount(Money::ZERO, FLOOR_MAX)),
            ("country_floors", Entries(0, FLOOR_COUNTRIES_MAX)),
        ],
    ),
    (
        "CampaignForm",
        &[
            ("name", NAME),
            ("marks", MARKS),
            ("marks[]", MARK),
            ("categories", Entries(0, campaigns::CATEGORIES_MAX)),
            ("daily_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
            ("total_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
        ],
    ),
    ("CampaignForm", TARGETING),
    ("CampaignsChange", &[("ids", CHANGED), ("versions", VERSIONS)]),
    (
        "CampaignChange",
        &[
            ("marks", MARKS),
            ("marks[]", MARK),
            ("daily_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
            ("total_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
        ],
    ),
    ("CampaignChange", TARGETING),
    ("CampaignForm", COEFFICIENTS),
    (
        "ClientErrorForm",
        &[
            ("message", Chars(0, client_errors::MESSAGE_MAX)),
            ("stack", Chars(0, client_errors::STACK_MAX)),
            ("page", Chars(0, client_errors::PAGE_MAX)),
            ("build", Chars(0, client_errors::BUILD_MAX)),
        ],
    ),
    (
        "ClientTraceForm",
        &[
            ("page", Chars(1, client_traces::PATH_MAX)),
            ("duration_ms", Number(0, client_traces::DURATION_MAX_MS as i64)),
            ("calls", Entries(0, client_traces::CALLS_MAX)),
        ],
    ),
    (
        "CallTrace",
        &[
            ("path", Chars(1, client_traces::PATH_MAX)),
            ("duration_ms", Number(0, client_traces::DURATION_MAX_MS as i64)),
        ],
    ),
    (
        "CoefficientsForm",
        &[
            ("site_ids", Entries(0, sources_bulk::SOURCES_MAX)),
            ("block_ids", Entries(0, sources_bulk::SOURCES_MAX)),
            ("value", Amount(bid::COEFFICIENT_MIN, bid::COEFFICIENT_MAX)),
            ("seen", Amount(bid::COEFFICIENT_MIN, bid::COEFFICIENT_MAX)),
        ],
    ),
    (
        "SourcesForm",
        &[("site_ids", Entries(0, sources_bulk::SOURCES_MAX)), ("block_ids", Entries(0, sources_bulk::SOURCES_MAX))],
    ),
    ("CoefficientEntry", &[("value", Amount(bid::COEFFICIENT_MIN, bid::COEFFICIENT_MAX))]),
    (
        "ContactForm",
        &[
            ("name", Chars(1, contacts::NAME_MAX)),
            ("email", EMAIL),
            ("topic", Chars(1, contacts::TOPIC_MAX)),
            ("message", Chars(1, contacts::MESSAGE_MAX)),
        ],
    ),
    ("AskDepositForm", &[("payment", Chars(1, PAYMENT_REF_CHARS_MAX))]),
    ("ConfirmDepositForm", &[("amount", Amount(Money::CENT, INPUT_MAX))]),
    ("CorrectionForm", &[("amount", Amount(CORRECTION_MIN, CORRECTION_MAX)), ("reason", Chars(1, REASON_CHARS_MAX))]),
    (
        "CopyBlocksForm",
        &[("blocks", Entries(1, block_copies::COPIED_MAX)), ("sites", Entries(1, block_copies::COPIED_MAX))],
    ),
    (
        "PromoCodeForm",
        &[
            ("code", Chars(CODE_CHARS_MIN, CODE_CHARS_MAX)),
            ("amount", Amount(Money::CENT, BONUS_MAX)),
            ("minimum", Amount(Money::ZERO, BONUS_MAX)),
            ("uses_max", Number(1, USES_MAX)),
            ("note", Chars(0, NAME_MAX)),
        ],
    ),
    ("DeniedAddressForm", &[("number", Chars(1, NUMBER_CHARS_MAX)), ("note", NAME)]),
    ("PayPayoutForm", &[("transaction_hash", Chars(1, payouts::HASH_CHARS_MAX))]),
    (
        "PayoutHashForm",
        &[("transaction_hash", Chars(1, payouts::HASH_CHARS_MAX)), ("former_hash", Chars(1, payouts::HASH_CHARS_MAX))],
    ),
    (
        "PayoutForm",
        &[
            ("amount", AmountUpTo(webmaster_payouts::AMOUNT_MAX)),
            ("fee", Amount(Money::ZERO, webmaster_payouts::AMOUNT_MAX)),
        ],
    ),
    ("HoldPayoutForm", &[("comment", Chars(1, COMMENT_MAX)), ("held_reason", COMMENT)]),
    ("LetPayoutGoForm", &[("held_reason", COMMENT)]),
    ("RejectPayoutForm", &[("comment", Chars(1, COMMENT_MAX))]),
    ("ReturnPayoutForm", &[("comment", Chars(1, COMMENT_MAX))]),
    ("RejectWalletForm", &[("comment", Chars(1, COMMENT_MAX))]),
    ("WalletForm", &[("number", Chars(1, NUMBER_CHARS_MAX))]),
    ("CopyForm", &[("name", NAME)]),
    ("CopyGroupForm", &[("name", NAME)]),
    ("PageCheckForm", &[("page", Chars(1, block_check::PAGE_CHARS_MAX))]),
    ("CountryBid", &[("country_code", Chars(2, 2)), ("bid", AmountUpTo(BID_MAX))]),
    ("CountryFloor", &[("country_code", Chars(2, 2)), ("ecpm_floor", Amount(Money::ZERO, FLOOR_MAX))]),
    (
        "ExplainForm",
        &[
            ("sample", Chars(0, delivery::SAMPLE_NAME_MAX)),
            ("host", Chars(0, delivery::HOST_CHARS_MAX)),
            ("page_category", Chars(0, PAGE_KEYWORDS_BYTES_MAX)),
            ("page_keywords", Chars(0, PAGE_KEYWORDS_BYTES_MAX)),
        ],
    ),
    (
        "GroupForm",
        &[
            ("name", NAME),
            ("categories", Entries(0, ad_groups::SITE_CATEGORIES_MAX)),
            ("blacklist_sites", PASTED),
            ("blacklist_blocks", PASTED),
            ("whitelist_sites", PASTED),
            ("whitelist_blocks", PASTED),
        ],
    ),
    ("GroupForm", TARGETING),
    ("GroupForm", COEFFICIENTS),
    ("GroupsChange", &[("ids", CHANGED), ("versions", VERSIONS)]),
    ("GroupChange", &[("categories", Entries(0, ad_groups::SITE_CATEGORIES_MAX))]),
    ("GroupChange", TARGETING),
    (
        "GatewayForm",
        &[
            ("base_url", Chars(0, ACCESS_BYTES_MAX)),
            ("key", Chars(1, ACCESS_BYTES_MAX)),
            ("secret", Chars(1, ACCESS_BYTES_MAX)),
        ],
    ),
    ("HoldForm", &[("reason", Chars(1, HOLD_REASON_MAX))]),
    ("IspIds", &[("ids", Entries(0, ISPS_MAX))]),
    ("LandingPageForm", &[("url", Chars(1, URL_MAX))]),
    ("NewPasswordForm", &[("password", PASSWORD)]),
    ("NoticesForm", &[("list_off", Entries(0, MailKind::ALL.len())), ("mail_off", Entries(0, MailKind::ALL.len()))]),
    ("PasswordForm", &[("new_password", PASSWORD)]),
    ("PasswordResetForm", &[("email", EMAIL)]),
    (
        "NewPaymentTypeForm",
        &[
            ("code", Chars(1, payment::CODE_CHARS_MAX)),
            ("name", Chars(1, payment::NAME_CHARS_MAX)),
            ("explorer_url", Chars(0, payment::EXPLORER_CHARS_MAX)),
            ("minimum_payout", Amount(MINIMUM_PAYOUT_MIN, MINIMUM_PAYOUT_MAX)),
            ("fee_fixed", Amount(Money::ZERO, FEE_FIXED_MAX)),
            ("fee_basis_points", Number(0, FEE_BP_MAX)),
            ("usual_time", Chars(0, WORDS_CHARS_MAX)),
        ],
    ),
    ("NewPaymentSystemForm", &[("name", Chars(1, payment::NAME_CHARS_MAX))]),
    ("PaymentSystemForm", &[("name", Chars(1, payment::NAME_CHARS_MAX))]),
    (
        "PaymentTypeForm",
        &[
            ("name", Chars(1, payment::NAME_CHARS_MAX)),
            ("explorer_url", Chars(0, payment::EXPLORER_CHARS_MAX)),
            ("minimum_payout", Amount(MINIMUM_PAYOUT_MIN, MINIMUM_PAYOUT_MAX)),
            ("fee_fixed", Amount(Money::ZERO, FEE_FIXED_MAX)),
            ("fee_basis_points", Number(0, FEE_BP_MAX)),
            ("usual_time", Chars(0, WORDS_CHARS_MAX)),
            ("fee_note", Chars(0, WORDS_CHARS_MAX)),
        ],
    ),
    ("ReadNoticesForm", &[("ids", Entries(0, MARKED_MAX))]),
    ("RuleForm", RULE),
    ("RuleConditionForm", &[("value", Amount(Money::from_dollars(-100), rule::VALUE_MAX))]),
    ("RuleDryRunForm", &[("days", Number(1, rule_dry_run::DRY_RUN_DAYS_MAX as i64))]),
    ("RateForm", &[("currency_rate", RateUpTo(RATE_MAX))]),
    (
        "ReachForm",
        &[
            ("categories", Entries(0, campaigns::CATEGORIES_MAX)),
            ("site_categories", Entries(0, ad_groups::SITE_CATEGORIES_MAX)),
        ],
    ),
    ("ReachForm", TARGETING),
    ("RefundDepositForm", &[("amount", Amount(Money::CENT, INPUT_MAX))]),
    ("RejectSiteForm", &[("comment", Chars(1, COMMENT_MAX))]),
    ("Rejection", &[("reasons", Entries(1, BanReason::ALL.len())), ("comment", COMMENT)]),
    ("ResendForm", &[("email", EMAIL)]),
    ("SellerForm", &[("name", Chars(0, NAME_MAX)), ("domain", URL)]),
    ("ShowsReport", &[("tokens", Entries(0, TOKENS_MAX))]),
    (
        "SignUpForm",
        &[
            ("email", EMAIL),
            ("password", PASSWORD),
            ("name", CONTACT),
            ("phone", CONTACT),
            ("skype", CONTACT),
            ("telegram", CONTACT),
        ],
    ),
    (
        "SiteForm",
        &[
            ("name", Chars(0, NAME_MAX)),
            ("domain", URL),
            ("metrics", Entries(0, sites::METRICS_MAX)),
            ("allowed_categories", Entries(0, sites::CATEGORIES_MAX)),
            ("forbidden_categories", Entries(0, sites::CATEGORIES_MAX)),
        ],
    ),
    (
        "SiteMetric",
        &[
            ("statistics_metrics", Chars(1, sites::COUNTER_MAX)),
            ("url", URL),
            ("password", Chars(0, sites::ACCESS_MAX)),
            ("comment", COMMENT),
        ],
    ),
    ("StatsFilter", &[("in", FILTER), ("not_in", FILTER)]),
    ("StylesForm", &[("custom_styles", Chars(0, CSS_BYTES_MAX))]),
    ("OfferForm", &[("name", NAME)]),
    ("EntryForm", &[("name", NAME)]),
    ("TeamForm", &[("name", NAME)]),
    ("NewUserNote", &[("text", Chars(1, user_notes::TEXT_MAX))]),
    ("UserNoteForm", &[("text", Chars(1, user_notes::TEXT_MAX))]),
    ("VoidForm", &[("cost", Amount(Money::ZERO, INPUT_MAX))]),
    ("TextDraft", &[("body", Chars(0, texts::BODY_MAX))]),
    ("SettingForm", &[("value", Chars(0, VALUE_BYTES_MAX))]),
    (
        "TextForm",
        &[
            ("title", Chars(1, texts::TITLE_MAX)),
            ("description", Chars(1, texts::DESCRIPTION_MAX)),
            ("body", Chars(1, texts::BODY_MAX)),
        ],
    ),
    (
        "UserForm",
        &[
            ("status_reason", Chars(0, users::REASON_MAX)),
            ("minimum_bid", AmountUpTo(Money::from_dollars(users::MINIMUM_BID_MAX))),
            ("share_basis_points", Number(0, BASIS_POINTS)),
        ],
    ),
];

/// Writes the limits into the document: into the schemas, and beside them what no schema can say, for it is counted from several
/// fields, is in a file, or is left out where it is too long.
pub(super) fn write(document: &mut Value) -> anyhow::Result<()> {
    for (schema, fields) in LIMITS.iter().chain(push::LIMITS) {
        let properties = document["components"]["schemas"][schema]["properties"].as_object_mut();
        let properties = properties.with_context(|| format!("there is no object {schema} to limit"))?;
        for (name, limit) in *fields {
            let field = match (properties.contains_key(*name), name.strip_suffix("[]")) {
                (false, Some(list)) => properties.get_mut(list).and_then(|list| list.get_mut("items")),
                _ => properties.get_mut(*name),
            };
            let field = field.with_context(|| format!("{schema} has no {name} to limit"))?;
            let Some(field) = field.as_object_mut() else { bail!("{schema}.{name} is no schema") };
            limit.write(field);
        }
    }
    document["x-limits"] = json!({
        "ads_by_ids": ads_sheet::READ_MAX,
        "block_places": PLACES_OF_BLOCK_MAX,
        "picture_bytes": UPLOAD_BYTES_MAX,
        "picture_pixels": PIXELS_MAX,
        "picture_side": SIDE_MAX,
        "import_bytes": ads_import::FILE_BYTES_MAX,
        "import_rows": ads_import::table::ROWS_MAX,
        "import_pictures": ads_import::PICTURES_MAX,
        "reached_campaigns": REACHES_MAX,
        "source_chars": fields::SOURCE_MAX,
    });
    Ok(())
}

impl Limit {
    fn write(self, field: &mut Map<String, Value>) {
        let mut set = |name: &str, value: Value| field.insert(name.to_owned(), value);
        let mut between = |least: &str, from: usize, most: &str, to: usize| {
            if from > 0 {
                set(least, from.into());
            }
            set(most, to.into());
        };
        match self {
            Chars(least, most) => between("minLength", least, "maxLength", most),
            Entries(least, most) => between("minItems", least, "maxItems", most),
            Number(least, most) => {
                set("minimum", least.into());
                set("maximum", most.into());
            }
            Amount(least, most) => {
                set("minimum", dollars(least));
                set("maximum", dollars(most));
            }
            AmountUpTo(most) => {
                set("exclusiveMinimum", 0.into());
                set("maximum", dollars(most));
            }
            RateUpTo(most) => {
                set("exclusiveMinimum", 0.into());
                set("maximum", json!(most));
            }
        }
    }
}

/// An amount as the API writes it.
fn dollars(amount: Money) -> Value {
    json!(amount)
}
