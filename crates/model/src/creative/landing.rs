//! Macros of landing pages: `{name}` in a URL, filled at the click with URL-encoded values.

use std::fmt::Write as _;

macro_rules! landing_macros {
    ($($(#[$doc:meta])* $variant:ident = $id:literal, $name:literal, $label:literal;)*) => {
        /// A macro of a landing page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum LandingMacro {
            $($(#[$doc])* $variant = $id,)*
        }

        impl LandingMacro {
            /// All macros, in the order in which the form offers them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The number in the API.
            pub const fn id(self) -> u8 {
                self as u8
            }

            /// The name between the braces.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What it stands for, for people.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }

            /// The macro of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

landing_macros! {
    /// The id of the click, for postbacks.
    ClickId = 1, "click_id", "Click id, for postbacks";
    /// The domain of the site; for extended permissions only.
    SiteDomain = 2, "site_domain", "Domain of the site";
    /// The campaign.
    CampaignId = 3, "campaign_id", "Campaign id";
    /// The campaign's name.
    CampaignName = 4, "campaign_name", "Campaign name";
    /// The group.
    GroupId = 5, "group_id", "Ad group id";
    /// The ad.
    AdId = 6, "ad_id", "Ad id";
    /// The ad's title, its own macros unfilled.
    AdTitle = 7, "ad_title", "Ad title";
    /// The site.
    SiteId = 8, "site_id", "Site id";
    /// The block.
    BlockId = 9, "block_id", "Block id";
    /// Site and block, as source lists name them.
    Source = 10, "source", "Source: site and block";
    /// The kind of traffic.
    TrafficSource = 11, "traffic_source", "Traffic source id";
    /// The block's format.
    Format = 12, "format", "Block format id";
    /// The price of the click before settlement, in dollars.
    Cost = 13, "cost", "Price of the click, in dollars";
    /// The country's code.
    Country = 14, "country", "Country code";
    /// The region's name.
    Region = 15, "region", "Region";
    /// The city's name.
    City = 16, "city", "City";
    /// The device type.
    DeviceType = 17, "device_type", "Device type";
    /// The operating system.
    Os = 18, "os", "Operating system";
    /// The browser.
    Browser = 19, "browser", "Browser";
    /// The network's name.
    Isp = 20, "isp", "Internet provider";
    /// The language.
    Language = 21, "language", "Language";
    /// The page that the click came from, as far as the browser tells it.
    Referrer = 22, "referrer", "Referring page";
    /// Seconds since 1970.
    Timestamp = 23, "timestamp", "Time of the click, Unix seconds";
    /// A number that is never the same.
    Cachebuster = 24, "cachebuster", "A number that never repeats";
    /// Whether the GDPR applies (1 or 0), as the page's consent platform says; empty when it says nothing.
    Gdpr = 25, "gdpr", "Whether the GDPR applies";
    /// The TCF consent string of the page; empty when there is none.
    GdprConsent = 26, "gdpr_consent", "TCF consent string";
}

impl LandingMacro {
    /// A value with which nothing can be done: what the checker of links fills in. A click id that is none is refused
    /// wherever it is sent to.
    pub const fn sample(self) -> &'static str {
        match self {
            Self::ClickId => "link-check",
            Self::SiteDomain => "site.example",
            Self::CampaignName | Self::AdTitle | Self::Isp => "link check",
            Self::Country => "US",
            Self::Region => "California",
            Self::City => "San Francisco",
            Self::Language => "en",
            Self::DeviceType => "desktop",
            Self::Os => "linux",
            Self::Browser => "chrome",
            Self::Referrer | Self::Gdpr | Self::GdprConsent => "",
            Self::CampaignId
            | Self::GroupId
            | Self::AdId
            | Self::SiteId
            | Self::BlockId
            | Self::Source
            | Self::TrafficSource
            | Self::Format
            | Self::Cost
            | Self::Timestamp
            | Self::Cachebuster => "0",
        }
    }

    /// Whether only users with extended permissions may use it.
    pub const fn is_extended(self) -> bool {
        matches!(self, Self::SiteDomain)
    }
}

/// The longest landing URL with its macros filled; [`fill`] refuses a longer one.
pub const LANDING_BYTES_MAX: usize = 8 * 1024;

/// The macros that a URL uses, in order and with repetitions; names that are no macro are not among them.
pub fn macros_of(url: &str) -> impl Iterator<Item = LandingMacro> {
    parts(url).filter_map(|part| match part {
        Part::Macro(name) => LandingMacro::from_name(name),
        Part::Text(_) => None,
    })
}

/// Fills the macros of `url`. `value` writes the plain text of one macro; it is URL-encoded here. Unknown macros, and
/// those without a value, become empty. `None` when the result is no http(s) URL or longer than [`LANDING_BYTES_MAX`].
pub fn fill(url: &str, mut value: impl FnMut(LandingMacro, &mut String)) -> Option<String> {
    let mut filled = String::with_capacity(url.len() + 64);
    let mut plain = String::new();
    for part in parts(url) {
        match part {
            Part::Text(text) => filled.push_str(text),
            Part::Macro(name) => {
                if let Some(landing_macro) = LandingMacro::from_name(name) {
                    plain.clear();
                    value(landing_macro, &mut plain);
                    encode_into(&plain, &mut filled);
                }
            }
        }
        if filled.len() > LANDING_BYTES_MAX {
            return None;
        }
    }
    is_web_url(&filled).then_some(filled)
}

/// A landing page as a click could lead to it, with sample values. `None` when that cannot be told: its host has a
/// macro, or it is no http(s) URL.
pub fn sample(url: &str) -> Option<String> {
    let host = url.split_once("://")?.1.split(['/', '?', '#']).next()?;
    if host.contains(['{', '}']) {
        return None;
    }
    fill(url, |landing_macro, out| out.push_str(landing_macro.sample()))
}

/// Whether the text is an absolute http or https URL with a host, fit for a `Location` header.
pub fn is_web_url(text: &str) -> bool {
    let scheme_ok = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    (scheme_ok("http://") || scheme_ok("https://"))
        && !text.bytes().any(|byte| byte.is_ascii_control() || byte == b' ')
        && url::Url::parse(text).is_ok_and(|url| url.has_host())
}

enum Part<'a> {
    Text(&'a str),
    Macro(&'a str),
}

/// Cuts a URL at its macros. A brace that opens no name stays text.
fn parts(url: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = url;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((name, after)) = macro_at_start(rest) {
            rest = after;
            return Some(Part::Macro(name));
        }
        let end = rest.char_indices().skip(1).find(|(at, c)| *c == '{' && macro_at_start(&rest[*at..]).is_some());
        let (text, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = after;
        Some(Part::Text(text))
    })
}

fn macro_at_start(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.strip_prefix('{')?.split_once('}')?;
    let is_name = !name.is_empty() && name.len() <= 32 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    is_name.then_some((name, after))
}

/// Percent-encodes everything but the unreserved characters of RFC 3986, so that a value can neither leave its
/// parameter nor begin a new one.
fn encode_into(plain: &str, out: &mut String) {
    for byte in plain.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("writing to memory does not fail");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(url: &str, expected: Option<&str>) {
        let filled = fill(url, |landing_macro, out| match landing_macro {
            LandingMacro::ClickId => out.push_str("abc-_123"),
            LandingMacro::AdTitle => out.push_str("50 % off & more\r\nSet-Cookie: x"),
            LandingMacro::City => out.push_str("São Paulo"),
            _ => {}
        });
        assert_eq!(filled.as_deref(), expected, "{url}");
    }

    #[test]
    fn macros_are_filled_and_encoded() {
        check("https://shop.test/?c={click_id}", Some("https://shop.test/?c=abc-_123"));
        check(
            "https://shop.test/?t={ad_title}&city={city}",
            Some("https://shop.test/?t=50%20%25%20off%20%26%20more%0D%0ASet-Cookie%3A%20x&city=S%C3%A3o%20Paulo"),
        );
        check("https://shop.test/?a={nothing_known}&b={region}", Some("https://shop.test/?a=&b="));
        check("https://shop.test/?json={\"a\":1}", Some("https://shop.test/?json={\"a\":1}"));
        check("https://shop.test/{{click_id}}", Some("https://shop.test/{abc-_123}"));
        check("https://{site_domain}", None);
        check("javascript:alert(1)", None);
        check("ftp://shop.test/", None);
        check("//shop.test/", None);
        check("https://shop.test/\r\nX: y", None);
    }

    #[test]
    fn samples_lead_nowhere_else() {
        let check = |url: &str, expected: Option<&str>| assert_eq!(sample(url).as_deref(), expected, "{url}");
        check("https://shop.test/{country}?c={click_id}&x={y}", Some("https://shop.test/US?c=link-check&x="));
        check("https://shop.test?d={site_domain}", Some("https://shop.test?d=site.example"));
        check("https://{site_domain}/", None);
        check("https://{host}.shop.test/", None);
        check("shop.test", None);
    }

    #[test]
    fn names_and_numbers_are_unique() {
        for one in LandingMacro::ALL {
            assert_eq!(LandingMacro::from_name(one.name()), Some(*one));
            assert_eq!(LandingMacro::ALL.iter().filter(|other| other.id() == one.id()).count(), 1);
        }
        assert_eq!(macros_of("https://a.test/{city}{x}{city}").count(), 2);
    }

    proptest! {
        #[test]
        fn any_text_is_filled_or_refused(url in ".{0,80}", value in ".{0,40}") {
            let url = format!("https://shop.test/?x={url}");
            if let Some(filled) = fill(&url, |_, out| out.push_str(&value)) {
                prop_assert!(filled.is_char_boundary(0) && !filled.contains(['\r', '\n', ' ']));
            }
        }
    }
}
