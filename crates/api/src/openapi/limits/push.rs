//! The limits of what bodies about push hold: of campaigns and ads, of what sites ask, and of subscriptions.

use super::Limit::{self, Amount, Chars, Entries, Number};
use super::{CHANGED, CROP, Fields, MARK, MARKS, NAME, PASTED, TARGETING, URL, VERSIONS};
use crate::advertiser::{ads::ad_form, campaigns};
use crate::collecting;
use crate::push::names;
use crate::webmaster::push_import;
use placard_model::bid::{BID_MAX, PUSH_FORMAT_MIN};
use placard_model::money::INPUT_MAX;
use placard_model::push;
use placard_model::push::subscription::{
    ASK_DAYS_MAX, ASK_DAYS_MIN, ASK_PAGE_MAX, DAILY_CAP_MAX, DELAY_S_MAX, ENDPOINT_BYTES_MAX, LANGUAGES_MAX,
    LET_GO_WEEKS_MAX, LET_GO_WEEKS_MIN, QUESTION_BUTTON_MAX, QUESTION_PICTURE_CHARS_MAX, QUESTION_TEXT_MAX,
    QUESTION_TITLE_MAX, UTC_OFFSET_RANGE,
};
use placard_model::settings::CAMPAIGN_LIMIT_MIN;

const UUIDS: Limit = Entries(1, names::UUIDS_MAX);

/// Limits of fields by schema, as those of all others are written.
pub(super) const LIMITS: &[(&str, Fields)] = &[
    (
        "SitePushForm",
        &[
            ("questions", Entries(1, LANGUAGES_MAX)),
            ("picture", Chars(ad_form::PICTURE_NAME_CHARS, QUESTION_PICTURE_CHARS_MAX)),
            ("delay_s", Number(0, DELAY_S_MAX as i64)),
            ("ask_page", Number(1, ASK_PAGE_MAX as i64)),
            ("ask_days", Number(ASK_DAYS_MIN as i64, ASK_DAYS_MAX as i64)),
            ("daily_cap", Number(1, DAILY_CAP_MAX as i64)),
            ("hour_from", Number(0, 23)),
            ("hour_to", Number(1, 24)),
            ("let_go_weeks", Number(LET_GO_WEEKS_MIN as i64, LET_GO_WEEKS_MAX as i64)),
        ],
    ),
    (
        "PushQuestion",
        &[
            ("title", Chars(1, QUESTION_TITLE_MAX)),
            ("text", Chars(1, QUESTION_TEXT_MAX)),
            ("accept", Chars(1, QUESTION_BUTTON_MAX)),
            ("later", Chars(1, QUESTION_BUTTON_MAX)),
        ],
    ),
    (
        "PushImportForm",
        &[
            ("public_key", Chars(1, collecting::KEY_CHARS_MAX)),
            ("private_key", Chars(1, collecting::KEY_CHARS_MAX)),
            ("content", Chars(1, push_import::CONTENT_CHARS_MAX)),
        ],
    ),
    ("BrowserSubscription", &[("endpoint", Chars(1, ENDPOINT_BYTES_MAX))]),
    ("SubscribeForm", &[("utc_offset", Number(*UTC_OFFSET_RANGE.start() as i64, *UTC_OFFSET_RANGE.end() as i64))]),
    (
        "PushAdForm",
        &[
            ("title", Chars(1, push::TITLE_MAX)),
            ("body", Chars(1, push::BODY_MAX)),
            ("url", URL),
            ("bid", Amount(PUSH_FORMAT_MIN, BID_MAX)),
            ("buttons", Entries(0, push::BUTTONS_MAX)),
            ("crop_icon", CROP),
            ("crop_image", CROP),
        ],
    ),
    ("PushButtonForm", &[("title", Chars(1, push::BUTTON_TITLE_MAX)), ("url", URL)]),
    (
        "PushCampaignForm",
        &[
            ("name", NAME),
            ("marks", MARKS),
            ("marks[]", MARK),
            ("categories", Entries(0, campaigns::CATEGORIES_MAX)),
            ("blacklist_sites", PASTED),
            ("blacklist_blocks", PASTED),
            ("daily_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
            ("total_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
        ],
    ),
    ("PushCampaignForm", TARGETING),
    ("PushCampaignsChange", &[("uuids", CHANGED), ("versions", VERSIONS)]),
    (
        "PushCampaignChange",
        &[
            ("marks", MARKS),
            ("marks[]", MARK),
            ("daily_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
            ("total_money_limit", Amount(CAMPAIGN_LIMIT_MIN, INPUT_MAX)),
        ],
    ),
    ("PushCampaignChange", TARGETING),
    (
        "PushReachForm",
        &[
            ("categories", Entries(0, campaigns::CATEGORIES_MAX)),
            ("blacklist_sites", PASTED),
            ("blacklist_blocks", PASTED),
        ],
    ),
    ("PushReachForm", TARGETING),
    (
        "PushCap",
        &[("shows", Number(1, ad_form::CAP_SHOWS_MAX as i64)), ("hours", Number(1, ad_form::CAP_HOURS_MAX as i64))],
    ),
    (
        "SubscriptionDays",
        &[("from_days", Number(0, push::AGE_DAYS_MAX as i64)), ("to_days", Number(0, push::AGE_DAYS_MAX as i64))],
    ),
    ("ManyPushAds", &[("uuids", UUIDS), ("url", URL), ("bid", Amount(PUSH_FORMAT_MIN, BID_MAX))]),
    ("ManyPushCampaigns", &[("uuids", UUIDS)]),
];
