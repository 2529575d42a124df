//! Types of settings: how their values are written as text, and which are in range.

use crate::bid::{BID_MAX, NATIVE_DECIMALS, NATIVE_FORMAT_MIN};
use crate::money::{BASIS_POINTS, Money};
use crate::targeting::countries;
use crate::targeting::geo::CountryCode;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Micro-dollars, and basis points, are read with the same parser: a percent has so many micro-units of it.
const MICROS_PER_BP: i64 = 10_000;
/// The most users that a feature list names.
const FEATURE_USERS_MAX: usize = 1_000;

/// What a whole number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    None,
    /// Seconds.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// Weeks.
    Weeks,
    /// Months.
    Months,
    /// Dollars without a fraction.
    Dollars,
    /// MiB.
    Mebibytes,
    /// Calls in a minute.
    PerMinute,
    /// Calls in 15 minutes.
    PerQuarterHour,
    /// Requests in a second.
    PerSecond,
}

impl Unit {
    /// The word behind a number; empty for things.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Seconds => "seconds",
            Self::Minutes => "minutes",
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Months => "months",
            Self::Dollars => "dollars",
            Self::Mebibytes => "MiB",
            Self::PerMinute => "a minute",
            Self::PerQuarterHour => "in 15 minutes",
            Self::PerSecond => "a second",
        }
    }
}

/// What a text must be.
pub type TextCheck = fn(&str) -> Result<(), &'static str>;

/// Type, range and unit of a setting.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Dollars with at most so many decimals.
    Money {
        /// The least.
        min: Money,
        /// The most.
        max: Money,
        /// Decimals.
        decimals: u32,
    },
    /// A part of the whole, in percent with at most two decimals.
    Percent {
        /// The least, in basis points.
        min_bp: i64,
        /// The most, in basis points.
        max_bp: i64,
    },
    /// A whole number.
    Whole {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// What it counts.
        unit: Unit,
    },
    /// One line.
    Text {
        /// The most characters.
        max_chars: usize,
        /// What it must be.
        check: TextCheck,
    },
    /// `all`, or the ids of users.
    Users,
    /// `on` or `off`.
    Switch,
    /// Lines, each checked by itself.
    Lines {
        /// The most lines.
        max: usize,
        /// The most characters of one.
        max_chars: usize,
    },
    /// Lines of a country and its lowest bid.
    CountryBids {
        /// The most lines.
        max: usize,
    },
}

/// More characters than a country with its bid has.
const COUNTRY_BID_CHARS_MAX: usize = 20;

impl Kind {
    /// All names.
    pub const NAMES: [&str; 8] = ["money", "percent", "whole", "text", "users", "lines", "switch", "country_bids"];

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Money { .. } => Self::NAMES[0],
            Self::Percent { .. } => Self::NAMES[1],
            Self::Whole { .. } => Self::NAMES[2],
            Self::Text { .. } => Self::NAMES[3],
            Self::Users => Self::NAMES[4],
            Self::Lines { .. } => Self::NAMES[5],
            Self::Switch => Self::NAMES[6],
            Self::CountryBids { .. } => Self::NAMES[7],
        }
    }

    /// Amounts and shares: what is billed depends on them.
    pub(super) const fn is_money(&self) -> bool {
        matches!(self, Self::Money { .. } | Self::Percent { .. })
    }

    /// What a value must be, in words.
    pub fn range(&self) -> String {
        match self {
            Self::Money { min, max, decimals } => format!("{min} to {max} dollars with at most {decimals} decimals"),
            Self::Percent { min_bp, max_bp } => {
                format!("{} to {} percent with at most 2 decimals", percent(*min_bp), percent(*max_bp))
            }
            Self::Whole { min, max, unit: Unit::None } => format!("a whole number from {min} to {max}"),
            Self::Whole { min, max, unit } => format!("a whole number from {min} to {max} ({})", unit.word()),
            Self::Text { max_chars, .. } => format!("one line of at most {max_chars} characters"),
            Self::Switch => "`on` or `off`".to_owned(),
            Self::Users => format!("`all`, or ids of at most {FEATURE_USERS_MAX} users"),
            Self::Lines { max, max_chars } => format!("at most {max} lines of at most {max_chars} characters"),
            Self::CountryBids { max } => format!(
                "at most {max} countries, each with {NATIVE_FORMAT_MIN} to {BID_MAX} dollars of at most {NATIVE_DECIMALS} decimals"
            ),
        }
    }
}

/// A type that settings may have.
pub trait Setting: Sized {
    /// Reads the text of a value.
    ///
    /// # Errors
    /// In words that follow the setting's name.
    fn read(text: &str, kind: &Kind) -> Result<Self, String>;

    /// Writes the value as [`Setting::read`] reads it.
    fn write(&self) -> String;
}

fn out_of_range<T>(kind: &Kind) -> Result<T, String> {
    Err(format!("must be {}", kind.range()))
}

impl Setting for Money {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        let Kind::Money { min, max, decimals } = kind else { return out_of_range(kind) };
        let found = Self::parse(text, *decimals).ok().filter(|amount| (*min..=*max).contains(amount));
        found.map_or_else(|| out_of_range(kind), Ok)
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

/// A part of the whole, in hundredths of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BasisPoints(pub i64);

impl BasisPoints {
    /// As a part of 1.
    pub fn ratio(self) -> f64 {
        self.0 as f64 / BASIS_POINTS as f64
    }

    /// In percent.
    pub fn percent(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

fn percent(bp: i64) -> Money {
    Money::from_micros(bp * MICROS_PER_BP)
}

impl Setting for BasisPoints {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        let Kind::Percent { min_bp, max_bp } = kind else { return out_of_range(kind) };
        let bp = Money::parse(text, 2).ok().map(|percent| percent.micros() / MICROS_PER_BP);
        bp.filter(|bp| (*min_bp..=*max_bp).contains(bp)).map_or_else(|| out_of_range(kind), |bp| Ok(Self(bp)))
    }

    fn write(&self) -> String {
        percent(self.0).to_string()
    }
}

impl Setting for u32 {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        let Kind::Whole { min, max, .. } = kind else { return out_of_range(kind) };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let found = text.parse().ok().filter(|number| is_number && (*min..=*max).contains(number));
        found.map_or_else(|| out_of_range(kind), Ok)
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Setting for String {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        let Kind::Text { max_chars, check } = kind else { return out_of_range(kind) };
        if text.chars().count() > *max_chars || text.chars().any(char::is_control) {
            return out_of_range(kind);
        }
        check(text).map_err(str::to_owned)?;
        Ok(text.to_owned())
    }

    fn write(&self) -> String {
        self.clone()
    }
}

impl Setting for bool {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        match (kind, text) {
            (Kind::Switch, "on") => Ok(true),
            (Kind::Switch, "off") => Ok(false),
            _ => out_of_range(kind),
        }
    }

    fn write(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

/// Who has a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureUsers {
    /// Everybody.
    All,
    /// These users.
    Ids(BTreeSet<i64>),
}

impl FeatureUsers {
    /// Whether the user has the feature.
    pub fn contains(&self, user: i64) -> bool {
        match self {
            Self::All => true,
            Self::Ids(ids) => ids.contains(&user),
        }
    }
}

impl Setting for FeatureUsers {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let ids: Option<BTreeSet<i64>> = words.map(|word| word.parse().ok().filter(|id| *id > 0)).collect();
        ids.filter(|ids| ids.len() <= FEATURE_USERS_MAX).map_or_else(|| out_of_range(kind), |ids| Ok(Self::Ids(ids)))
    }

    fn write(&self) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::Ids(ids) => ids.iter().map(i64::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A short path that is told to people; `*` as its second part is any one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortPath(pub String);

/// First segments of paths that pages, files and calls have.
const TAKEN: &[&str] = &[
    "about",
    "account",
    "admin",
    "adsamples",
    "advertiser",
    "api",
    "apiDoc",
    "api-push-proxy",
    "api_v2",
    "app.html",
    "assets",
    "c",
    "confirm",
    "contacts",
    "d",
    "demo",
    "en",
    "faq",
    "favicon.ico",
    "favicon.svg",
    "flags",
    "healthz",
    "helpCenter",
    "index.html",
    "logout",
    "m",
    "metrics",
    "og",
    "pages.json",
    "postback",
    "premium",
    "push",
    "readyz",
    "robots.txt",
    "scheme.js",
    "service",
    "singup",
    "sitemap.xml",
    "telegram",
    "webmaster",
];

impl Setting for ShortPath {
    fn read(text: &str, _: &Kind) -> Result<Self, String> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        let (first, second) = text.split_once('/').unwrap_or((text, "x"));
        if !is_word(first) || !(second == "*" || is_word(second)) {
            return Err(format!(
                "`{text}` must be one or two words of letters, digits, `-` and `_`, the second may be `*`"
            ));
        }
        if TAKEN.contains(&first) {
            return Err(format!("`{first}` belongs to the network itself"));
        }
        Ok(Self(text.to_owned()))
    }

    fn write(&self) -> String {
        self.0.clone()
    }
}

/// The number of a network (autonomous system), as `AS64500` or `64500`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkNumber(pub u32);

impl Setting for NetworkNumber {
    fn read(text: &str, _: &Kind) -> Result<Self, String> {
        let digits = text.strip_prefix("AS").or_else(|| text.strip_prefix("as")).unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| is_number && *number > 0);
        number.map(Self).ok_or_else(|| format!("`{text}` must be the number of a network, such as AS64500, above 0"))
    }

    fn write(&self) -> String {
        format!("AS{}", self.0)
    }
}

/// A push service by its host; `*.` at the beginning stands for any names before the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushService(pub String);

impl PushService {
    /// Whether a host is the service's.
    pub fn is_host(&self, host: &str) -> bool {
        match self.0.strip_prefix("*.") {
            Some(rest) => host.strip_suffix(rest).is_some_and(|before| before.len() > 1 && before.ends_with('.')),
            None => host == self.0,
        }
    }
}

impl Setting for PushService {
    fn read(text: &str, _: &Kind) -> Result<Self, String> {
        let host = text.strip_prefix("*.").unwrap_or(text);
        let is_name = |word: &str| {
            !word.is_empty()
                && !word.starts_with('-')
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        // Names alone: an address of numbers says nothing of whose it is.
        let is_host = host.split('.').count() >= 2
            && host.split('.').all(is_name)
            && host.bytes().any(|byte| byte.is_ascii_lowercase());
        if is_host {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!("`{text}` must be a host in small letters, such as `push.example.com` or `*.example.com`"))
        }
    }

    fn write(&self) -> String {
        self.0.clone()
    }
}

/// The lowest bid in a country, as `US 0.5`: dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountryBid {
    /// The country.
    pub country: CountryCode,
    /// What nobody may bid less than there.
    pub bid: Money,
}

impl Setting for CountryBid {
    fn read(text: &str, _: &Kind) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let (code, bid, rest) = (words.next(), words.next(), words.next());
        let country =
            code.and_then(CountryCode::parse).filter(|code| countries::country(*code).is_some() && rest.is_none());
        let Some(country) = country else {
            return Err(format!("`{text}` must be a country of two letters and dollars, such as `US 0.5`"));
        };
        // People write both decimal signs.
        let bid = Money::parse(&bid.unwrap_or_default().replace(',', "."), NATIVE_DECIMALS).ok();
        match bid.filter(|bid| (NATIVE_FORMAT_MIN..=BID_MAX).contains(bid)) {
            Some(bid) => Ok(Self { country, bid }),
            None => Err(format!(
                "`{text}` must have {NATIVE_FORMAT_MIN} to {BID_MAX} dollars with at most {NATIVE_DECIMALS} decimals"
            )),
        }
    }

    fn write(&self) -> String {
        format!("{} {}", self.country, self.bid)
    }
}

/// Former paths of the script that are kept.
pub const FORMER_TAGS_MAX: usize = 20;

/// A path of the script with the attribute that it looks for and the host that served it, from before they were changed: pages
/// still hold them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerTag {
    /// Path of the script.
    pub path: String,
    /// Attribute of places.
    pub attribute: String,
    /// Host, with its port, that pages name; empty: that of the network's own address.
    pub domain: String,
}

impl Setting for FormerTag {
    fn read(text: &str, _: &Kind) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let (Some(path), Some(attribute), domain, None) =
            (words.next(), words.next(), words.next().unwrap_or_default(), words.next())
        else {
            return Err(
                "must have a path and an attribute in each line, and then a host where there was another".to_owned()
            );
        };
        check_tag_path(path)?;
        check_tag_attribute(attribute)?;
        check_domain(domain)?;
        let [path, attribute, domain] = [path, attribute, domain].map(str::to_owned);
        Ok(Self { path, attribute, domain })
    }

    fn write(&self) -> String {
        format!("{} {} {}", self.path, self.attribute, self.domain).trim_end().to_owned()
    }
}

/// The most characters of a host.
pub(super) const DOMAIN_CHARS_MAX: usize = 200;

/// Whether a text can be a host of the script, or nothing.
pub(super) fn check_domain(text: &str) -> Result<(), &'static str> {
    let is_host = url::Url::parse(&format!("http://{text}/")).is_ok_and(|url| {
        url.path() == "/" && url.query().is_none() && url.username().is_empty() && url.password().is_none()
    });
    let is_plain =
        !text.contains(['/', '\\', '?', '#', '@', '"', '\'', '<', '>']) && !text.contains(char::is_whitespace);
    if text.is_empty() || (is_host && is_plain && text.len() <= DOMAIN_CHARS_MAX) {
        Ok(())
    } else {
        Err("must be a host, with a port if it has one, or empty")
    }
}

/// The most characters of a path or an attribute.
pub(super) const TAG_CHARS_MAX: usize = 64;

/// Whether a text can be the path of the script.
pub(super) fn check_tag_path(text: &str) -> Result<(), &'static str> {
    let is_path = (1..=TAG_CHARS_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
        && text.bytes().any(|byte| byte.is_ascii_alphanumeric());
    if TAKEN.contains(&text) {
        Err("must not be the name of a page or file that the network has already")
    } else if is_path {
        Ok(())
    } else {
        Err("must be a file name of letters, digits, `.`, `-` and `_`, with at most 64 characters")
    }
}

/// Whether a text can be the attribute of places.
pub(super) fn check_tag_attribute(text: &str) -> Result<(), &'static str> {
    let name = text.strip_prefix("data-").unwrap_or_default();
    let is_name = !name.is_empty()
        && text.len() <= TAG_CHARS_MAX
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if is_name { Ok(()) } else { Err("must begin with `data-`, then have letters a to z, digits and `-`, at most 64") }
}

impl<T: Setting> Setting for Vec<T> {
    fn read(text: &str, kind: &Kind) -> Result<Self, String> {
        let (max, max_chars) = match kind {
            Kind::Lines { max, max_chars } => (max, max_chars),
            Kind::CountryBids { max } => (max, &COUNTRY_BID_CHARS_MAX),
            _ => return out_of_range(kind),
        };
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if lines.len() > *max || lines.iter().any(|line| line.chars().count() > *max_chars) {
            return out_of_range(kind);
        }
        lines.into_iter().map(|line| T::read(line, kind)).collect()
    }

    fn write(&self) -> String {
        let mut text = String::new();
        for one in self {
            let _ = writeln!(text, "{}", one.write());
        }
        text.trim_end().to_owned()
    }
}
