//! What everybody may know of the network's settings: shown on public pages and in their texts.

use placard_common::config::Config;
use placard_common::geo::{ATTRIBUTION_TEXT, ATTRIBUTION_URL};
use placard_model::Money;
use placard_model::bid::PUSH_FORMAT_MIN;
use placard_model::settings::Settings;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// Settings of the network that everybody may know.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SiteSettings)]
pub struct Site {
    /// What the network is called.
    pub name: String,
    /// The address under which people reach it, without a slash at the end.
    pub origin: String,
    /// The network's Telegram channel.
    pub telegram_url: Option<String>,
    /// Where to write to.
    pub contact_email: Option<String>,
    /// The webmaster's part of a click, in percent, where nothing else was agreed.
    pub webmaster_share_percent: f64,
    /// The least amount that is paid out, in dollars.
    #[schema(value_type = f64)]
    pub minimum_payout: Money,
    /// Earnings wait so many days before they are available.
    pub hold_days: u32,
    /// The lowest bid for a native click of a new advertiser, in dollars.
    #[schema(value_type = f64)]
    pub minimum_bid_native: Money,
    /// The lowest bid for a push click, in dollars.
    #[schema(value_type = f64)]
    pub minimum_bid_push: Money,
    /// The least daily or total limit of a native campaign, in dollars.
    #[schema(value_type = f64)]
    pub minimum_limit: Money,
    /// The highest, in dollars.
    #[schema(value_type = f64)]
    pub maximum_limit: Money,
    /// The most that a conversion may be worth, in dollars.
    pub maximum_conversion_payout: u32,
    /// What a referrer gets of the network's part, in percent.
    pub referral_percent: f64,
    /// For so many months.
    pub referral_months: u32,
    /// Days without use after which a login ends by itself.
    pub session_days: u32,
    /// Shows and clicks stay in the event log for so many days.
    pub log_days: u32,
    /// Clicks are kept one by one for so many months.
    pub click_months: u32,
    /// Statistics are kept by hour for so many months.
    pub hourly_months: u32,
    /// The part of its errors that the application reports, 0 to 1.
    pub error_sample_rate: f64,
    /// It is the demonstration network: nothing in it is real.
    pub is_demo: bool,
    /// Where the places of addresses come from: to be shown wherever places are.
    pub geo_attribution: Attribution,
}

/// Somebody who must be named.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = GeoAttribution)]
pub struct Attribution {
    /// The words of the link.
    pub text: String,
    /// Where it leads.
    pub url: String,
}

impl Site {
    /// What the settings in force say.
    pub fn new(config: &Config, settings: &Settings) -> Self {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            name: settings.network.name.clone(),
            origin: config.public_url(),
            telegram_url: given(&settings.network.telegram_url),
            contact_email: given(&settings.network.contact_email),
            webmaster_share_percent: settings.shares.webmaster.percent(),
            minimum_payout: settings.shares.minimum_payout,
            hold_days: settings.shares.hold_days,
            minimum_bid_native: settings.bids.minimum,
            minimum_bid_push: PUSH_FORMAT_MIN,
            minimum_limit: settings.limits.minimum,
            maximum_limit: settings.limits.maximum,
            maximum_conversion_payout: settings.postbacks.max_payout_dollars,
            referral_percent: settings.shares.referrer.percent(),
            referral_months: settings.shares.referral_months,
            error_sample_rate: settings.sampling.errors.ratio(),
            session_days: settings.sessions.days,
            log_days: settings.retention.log_days,
            click_months: settings.retention.click_months,
            hourly_months: settings.retention.hourly_months,
            is_demo: config.demo,
            geo_attribution: Attribution { text: ATTRIBUTION_TEXT.to_owned(), url: ATTRIBUTION_URL.to_owned() },
        }
    }

    /// Each setting as text, by its name; one that is not set is empty. What has parts is named by them:
    /// `geo_attribution.url`.
    pub fn values(&self) -> SiteValues {
        let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(self) else { return SiteValues::default() };
        let parts = |(key, value): (String, serde_json::Value)| match value {
            serde_json::Value::Object(parts) => {
                parts.into_iter().map(|(part, value)| (format!("{key}.{part}"), value)).collect()
            }
            value => vec![(key, value)],
        };
        let text = |key: &str, value: serde_json::Value| match value {
            serde_json::Value::Null => Some(String::new()),
            serde_json::Value::String(text) => Some(text),
            serde_json::Value::Number(number) => Some(written(&number.to_string(), is_amount(key))),
            serde_json::Value::Bool(flag) => Some(flag.to_string()),
            serde_json::Value::Array(_) | serde_json::Value::Object(_) => None,
        };
        SiteValues::new(
            fields.into_iter().flat_map(parts).filter_map(|(key, value)| text(&key, value).map(|value| (key, value))),
        )
    }
}

/// Whether a setting is of dollars.
fn is_amount(key: &str) -> bool {
    key.starts_with("minimum_") || key.starts_with("maximum_")
}

/// A number as people read it, and as the application writes it: 70.0 is `70`, 62.5 is `62,5`, of dollars 0.5 is `0,50`, and 1.234
/// is `1,2340`, which nobody takes for a thousand.
fn written(number: &str, is_amount: bool) -> String {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        one if one.len() == 1 && is_amount => format!("{whole},{one}0"),
        three if three.len() == 3 && !whole.starts_with('0') => format!("{whole},{three}0"),
        fraction => format!("{whole},{fraction}"),
    }
}

/// Settings and limits as texts hold them: `{{site.name}}`.
#[derive(Clone, Debug, Default)]
pub struct SiteValues {
    settings: BTreeMap<String, String>,
    limits: Arc<BTreeMap<String, String>>,
}

impl SiteValues {
    /// Values by their keys, without `site.`.
    pub fn new<K: Into<String>>(values: impl IntoIterator<Item = (K, String)>) -> Self {
        Self { settings: values.into_iter().map(|(key, value)| (key.into(), value)).collect(), ..Self::default() }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }

    /// Replaces what stands for a setting or a limit; everything else stays as it is.
    pub fn fill<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let of = |name: &str| match name.split_once('.')? {
            ("site", key) => self.get(key),
            ("limit", key) => self.limits.get(key).map(String::as_str),
            _ => None,
        };
        fill(text, |name| of(name).map(Cow::Borrowed))
    }

    /// The same with limits of the program, as `{{limit.password_max}}`.
    #[must_use]
    pub fn with_limits(self, limits: Arc<BTreeMap<String, String>>) -> Self {
        Self { limits, ..self }
    }
}

/// Replaces each `{{name}}` for which there is a value.
pub fn fill<'a, 'v>(text: &'a str, value: impl Fn(&str) -> Option<Cow<'v, str>>) -> Cow<'a, str> {
    if !text.contains("{{") {
        return Cow::Borrowed(text);
    }
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let found = after.split_once("}}").and_then(|(name, behind)| Some((value(name)?, behind)));
        if let Some((value, behind)) = found {
            filled.push_str(&value);
            rest = behind;
        } else {
            filled.push_str("{{");
            rest = after;
        }
    }
    filled.push_str(rest);
    Cow::Owned(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_texts() {
        let config = Config { public_url: "https://ads.example".to_owned(), ..Config::default() };
        let values = Site::new(&config, &Settings::default()).values();
        let check = |text: &str, expected: &str| assert_eq!(values.fill(text), expected);
        check("{{site.origin}}/x", "https://ads.example/x");
        check("{{site.webmaster_share_percent}} %, {{site.minimum_payout}} $", "70 %, 50 $");
        check("{{site.session_days}} days", "30 days");
        check("{{site.geo_attribution.url}}", "https://db-ip.com/");
        check("{{site.minimum_bid_push}} {{site.telegram_url}}.", "0,01 .");
        let written = ["70.0", "62.5", "0.125", "1.234"].map(|number| written(number, false));
        assert_eq!(written, ["70", "62,5", "0,125", "1,2340"]);
        assert_eq!((super::written("0.5", true), super::written("50", true)), ("0,50".to_owned(), "50".to_owned()));
        check("{{site.nothing}} {{ site.name }} {{{{site.name}}", "{{site.nothing}} {{ site.name }} {{Placard");
        check("{{", "{{");
    }
}
