//! What facts can be grouped and filtered by.

use crate::calendar;
use crate::metric::View;
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::CountryCode;
use placard_model::{Day, Hour, Verdict};

/// A value of a dimension, as facts store it. [`Dimension::text`] writes it for people and APIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub i64);

macro_rules! dimensions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $title:literal, $column:literal, $sql:literal;)*) => {
        /// What facts can be grouped and filtered by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Dimension {
            $($(#[$doc])* $variant,)*
        }

        impl Dimension {
            /// All dimensions.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in the API.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The heading of its column, for people.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)*
                }
            }

            /// The column that it is made from.
            pub(crate) const fn column(self) -> &'static str {
                match self {
                    $(Self::$variant => $column,)*
                }
            }

            /// The SQL expression of its keys; of a derived one those of what it follows from.
            pub(crate) const fn sql(self) -> &'static str {
                match self {
                    $(Self::$variant => $sql,)*
                }
            }
        }
    };
}

dimensions! {
    /// UTC day, `YYYY-MM-DD`.
    Date = "date", "Date", "day", "day";
    /// UTC hour, `YYYY-MM-DDTHH`.
    Hour = "hour", "Hour", "hour", "hour";
    /// ISO week, as the date of its Monday.
    Week = "week", "Week", "day", "day - (day + 3) % 7";
    /// UTC month, `YYYY-MM`.
    Month = "month", "Month", "month", "month";
    /// Who pays.
    Advertiser = "advertiser", "Advertiser", "advertiser", "advertiser";
    /// Campaign.
    Campaign = "campaign", "Campaign", "campaign", "campaign";
    /// Ad group.
    Group = "group", "Ad group", "ad_group", "ad_group";
    /// Ad.
    Ad = "ad", "Ad", "ad", "ad";
    /// Who earns.
    Webmaster = "webmaster", "Webmaster", "webmaster", "webmaster";
    /// Site.
    Site = "site", "Site", "site", "site";
    /// Block.
    Block = "block", "Block", "block", "block";
    /// Template of the block.
    Template = "template", "Template", "template", "template";
    /// Format of the block.
    Format = "format", "Format", "format", "format";
    /// What the campaign leads to, by the numbers of the native API.
    Target = "target", "Target", "target", "target";
    /// Kind of the campaign.
    CampaignType = "campaign_type", "Campaign type", "campaign_type", "campaign_type";
    /// Country, two letters; `ZZ` when unknown.
    Country = "country", "Country", "country", "country";
    /// Region; 0 when unknown.
    Region = "region", "Region", "region", "region";
    /// City; 0 when unknown.
    City = "city", "City", "city", "city";
    /// Device type; 0 when unknown.
    Device = "device", "Device", "device", "device";
    /// Operating system; 0 when unknown.
    Os = "os", "System", "os", "os";
    /// Browser; 0 when unknown.
    Browser = "browser", "Browser", "browser", "browser";
    /// Network, by its autonomous system number; 0 when unknown.
    Isp = "isp", "Network", "asn", "asn";
    /// Language, two letters; `zz` when unknown.
    Language = "language", "Language", "language", "language";
    /// Kind of traffic; 0 when unknown.
    TrafficSource = "traffic_source", "Traffic source", "traffic_source", "traffic_source";
    /// Offer; 0 when none.
    Offer = "offer", "Offer", "offer", "offer";
    /// First category of the campaign; 0 when none.
    Category = "category", "Category", "category", "category";
    /// Category of the offer; 0 when none.
    OfferCategory = "offer_category", "Category of the offer", "offer", "offer";
    /// Who looks after the advertiser; 0 when nobody is known to.
    Manager = "manager", "Manager of the advertiser", "advertiser", "advertiser";
    /// The team of who looks after the advertiser; 0 when none is known.
    Team = "team", "Team of the manager", "advertiser", "advertiser";
    /// Whether the webmaster has a share of their own: 1 `custom`, 0 `none`, 2 `unknown` to who asks.
    HasCommission = "has_commission", "Share of the webmaster", "webmaster", "webmaster";
    /// Verdict of the validity rules.
    Verdict = "verdict", "Verdict", "verdict", "verdict";
    /// 1 in the control slice, else 0.
    Control = "control", "Control slice", "control", "control";
}

impl Dimension {
    /// The dimension of a name in the API.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dimension| dimension.name() == name)
    }

    /// Whether facts do not have it, but what it follows from: its keys come with the question, in [`Query::maps`].
    ///
    /// [`Query::maps`]: crate::Query::maps
    pub const fn is_derived(self) -> bool {
        matches!(self, Self::OfferCategory | Self::Manager | Self::Team | Self::HasCommission)
    }

    /// Whether a view may group and filter by it. Who trades with whom is the network's business: advertisers know
    /// webmasters by number alone.
    pub const fn visible(self, view: View) -> bool {
        match view {
            View::Network => true,
            View::Advertiser => !matches!(self, Self::Control | Self::HasCommission),
            View::Webmaster => !matches!(
                self,
                Self::Advertiser
                    | Self::Campaign
                    | Self::Group
                    | Self::Ad
                    | Self::Offer
                    | Self::OfferCategory
                    | Self::Manager
                    | Self::Team
                    | Self::HasCommission
                    | Self::Webmaster
                    | Self::Control
            ),
        }
    }

    /// Whether its keys are times.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Date | Self::Hour | Self::Week | Self::Month)
    }

    /// The key of a text, as filters and drill-downs carry it.
    pub fn parse_key(self, text: &str) -> Option<Key> {
        let number = || text.parse::<i64>().ok().filter(|number| *number >= 0);
        let key = match self {
            Self::Date => i64::from(Day::parse(text).filter(|_| text.len() == DAY_CHARS)?.0),
            Self::Week => i64::from(Day::parse(text).filter(|day| calendar::monday_of(*day) == *day)?.0),
            Self::Hour => i64::from(calendar::parse_hour(text)?.0),
            Self::Month => calendar::parse_month(text)?,
            Self::Country => CountryCode::parse(text)?.index() as i64,
            Self::Language => language_key(text)?,
            Self::Verdict => i64::from(Verdict::ALL.iter().find(|verdict| verdict.name() == text)?.code()),
            Self::Format => i64::from(BlockFormat::from_id(number()?)?.id()),
            Self::Target => i64::from(Target::from_native_id(number()?)?.inner()),
            Self::CampaignType => i64::from(CampaignType::from_id(number()?)?.id()),
            Self::Device => i64::from(DeviceType::from_id(number()?)?.id()),
            Self::Os => i64::from(Os::from_id(number()?)?.id()),
            Self::Browser => i64::from(Browser::from_id(number()?)?.id()),
            Self::HasCommission => COMMISSIONS.iter().position(|(name, _)| *name == text)? as i64,
            Self::Control => number().filter(|number| *number <= 1)?,
            _ => number()?,
        };
        Some(Key(key))
    }

    /// The key as a text that [`Dimension::parse_key`] reads back.
    pub fn text(self, key: Key) -> String {
        let Key(number) = key;
        match self {
            Self::Date | Self::Week => Day(number as i32).to_string(),
            Self::Hour => calendar::hour_text(Hour(number as i32)),
            Self::Month => calendar::month_text(number),
            Self::Country => country(number).to_string(),
            Self::Language => language_text(number),
            Self::Verdict => Verdict::from_code(number).map_or_else(|| number.to_string(), |v| v.name().to_owned()),
            Self::HasCommission => commission(number).0.to_owned(),
            Self::Target => {
                Target::from_inner(number).map_or_else(|| number.to_string(), |target| target.native_id().to_string())
            }
            _ => number.to_string(),
        }
    }

    /// The name that people read, where it needs no look-up in the store: times, dictionaries, "unknown".
    pub fn label(self, key: Key) -> Option<String> {
        let Key(number) = key;
        let name = match self {
            Self::Date | Self::Month => return Some(self.text(key)),
            Self::Hour => return Some(self.text(key).replace('T', " ") + ":00"),
            Self::Week => {
                let monday = Day(number as i32);
                return Some(format!("{monday} – {}", monday.plus(6)));
            }
            Self::Format => BlockFormat::from_id(number)?.label(),
            Self::Target => Target::from_inner(number)?.name(),
            Self::CampaignType => CampaignType::from_id(number)?.label(),
            Self::Device => DeviceType::from_id(number)?.name(),
            Self::Os => Os::from_id(number)?.name(),
            Self::Browser => Browser::from_id(number)?.name(),
            Self::Verdict => Verdict::from_code(number)?.label(),
            Self::Control if number == 0 => "Ranked",
            Self::Control => "Control",
            Self::Country if country(number) == CountryCode::UNKNOWN => "Unknown geo",
            Self::Language if language_text(number) == Language::UNKNOWN.as_str() => "Unknown",
            Self::Region | Self::City | Self::Isp | Self::TrafficSource if number == 0 => "Unknown",
            Self::Offer | Self::Category | Self::OfferCategory if number == 0 => "None",
            Self::Manager | Self::Team if number == 0 => "None known",
            Self::HasCommission => commission(number).1,
            _ => return None,
        };
        Some(name.to_owned())
    }
}

/// Characters of a day, `YYYY-MM-DD`.
const DAY_CHARS: usize = 10;

/// Names and labels of [`Dimension::HasCommission`], by key.
const COMMISSIONS: [(&str, &str); 3] =
    [("none", "That of the network"), ("custom", "Their own"), ("unknown", "Not known to you")];

fn commission(number: i64) -> (&'static str, &'static str) {
    usize::try_from(number).ok().and_then(|at| COMMISSIONS.get(at).copied()).unwrap_or(COMMISSIONS[2])
}

fn country(number: i64) -> CountryCode {
    usize::try_from(number).ok().and_then(CountryCode::from_index).unwrap_or_default()
}

fn language_key(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [a, b] if a.is_ascii_lowercase() && b.is_ascii_lowercase() => {
            Some(i64::from(a - b'a') * 26 + i64::from(b - b'a'))
        }
        _ => None,
    }
}

fn language_text(number: i64) -> String {
    let letter = |index: i64| char::from(b'a' + index.rem_euclid(26) as u8);
    [letter(number / 26), letter(number)].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_written() {
        let check = |dimension: Dimension, text: &str, label: Option<&str>| {
            let key = dimension.parse_key(text).unwrap_or_else(|| panic!("{dimension:?} {text}"));
            assert_eq!(dimension.text(key), text, "{dimension:?}");
            assert_eq!(dimension.label(key).as_deref(), label, "{dimension:?} {text}");
        };
        check(Dimension::Date, "2026-11-21", Some("2026-11-21"));
        check(Dimension::Hour, "2026-11-21T07", Some("2026-11-21 07:00"));
        check(Dimension::Week, "2026-11-16", Some("2026-11-16 – 2026-11-22"));
        check(Dimension::Month, "2026-11", Some("2026-11"));
        check(Dimension::Campaign, "12", None);
        check(Dimension::Country, "DE", None);
        check(Dimension::Country, "ZZ", Some("Unknown geo"));
        check(Dimension::Language, "en", None);
        check(Dimension::Language, "zz", Some("Unknown"));
        check(Dimension::Device, "4", Some("Mobile phones"));
        check(Dimension::Os, "0", Some("Other"));
        check(Dimension::Verdict, "rate_hour", Some("Too many in an hour"));
        check(Dimension::Target, "2", Some("News"));
        check(Dimension::Format, "16", Some("Teaser"));
        check(Dimension::Format, "32", Some("Push"));
        check(Dimension::CampaignType, "2", Some("Push"));
        check(Dimension::City, "0", Some("Unknown"));
        check(Dimension::Control, "1", Some("Control"));
        check(Dimension::HasCommission, "custom", Some("Their own"));
        check(Dimension::HasCommission, "none", Some("That of the network"));
        check(Dimension::Manager, "0", Some("None known"));
        check(Dimension::OfferCategory, "7", None);
        for (dimension, text) in [
            (Dimension::Date, "2026-02-30"),
            (Dimension::Week, "2026-11-17"),
            (Dimension::Campaign, "-1"),
            (Dimension::Campaign, "abc"),
            (Dimension::Country, "DEU"),
            (Dimension::Language, "EN"),
            (Dimension::Device, "3"),
            (Dimension::Verdict, "fine"),
            (Dimension::Control, "2"),
            (Dimension::HasCommission, "1"),
        ] {
            assert_eq!(dimension.parse_key(text), None, "{dimension:?} {text}");
        }
    }

    #[test]
    fn names_are_unique_and_found() {
        for dimension in Dimension::ALL {
            assert_eq!(Dimension::parse(dimension.name()), Some(*dimension));
        }
        assert_eq!(Dimension::parse("Campaign"), None);
    }
}
