//! Whom an ad is for. A campaign and its group each have one; an ad is shown where both hold.

pub mod audience;
pub mod content;
pub mod countries;
pub mod geo;
pub mod request;

use crate::ids::{BlockId, CategoryId, SiteId, TrafficSourceId};
use crate::targeting::audience::{Browser, DeviceType, Language, Os};
use crate::targeting::content::KeywordTargeting;
use crate::targeting::geo::{CountryCode, PlaceId};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most ISPs in one list.
pub const ISPS_MAX: usize = 500;
/// The most entries of a pasted list (sites, blocks, IP ranges).
pub const PASTED_MAX: usize = 100;
/// The most sources that a campaign itself blocks or allows.
pub const CAMPAIGN_SOURCES_MAX: usize = 10_000;
/// Hours in a week.
pub const WEEK_HOURS: usize = 168;

/// Everything that narrows an audience. An empty list, and a zero mask, narrow nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Targeting {
    /// Places.
    pub geo: GeoTargeting,
    /// Device types.
    pub device_types: Vec<DeviceType>,
    /// Operating systems, each on a device type. If not empty, only these pairs.
    pub os: Vec<OsOnDevice>,
    /// Browsers.
    pub browsers: Vec<Browser>,
    /// Networks, by autonomous system number; at most [`ISPS_MAX`].
    pub isps: Vec<u32>,
    /// Address ranges; at most [`PASTED_MAX`].
    pub ip_ranges: Vec<IpNet>,
    /// Languages.
    pub languages: Vec<Language>,
    /// Traffic sources.
    pub traffic_sources: Vec<TrafficSourceId>,
    /// What the site, or the page by its own word, must be about.
    pub site_categories: Vec<CategoryId>,
    /// Keywords of the page; at most [`PASTED_MAX`] of each kind.
    pub keywords: KeywordTargeting,
    /// Hours of the week, UTC.
    pub schedule: WeekHours,
}

/// A set of places; their union. Empty means everywhere, also where nothing is known of the place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GeoTargeting {
    /// Whole countries. Continents are stored as their countries at the moment of saving.
    pub countries: Vec<CountryCode>,
    /// Regions, with the country that each lies in.
    pub regions: Vec<(CountryCode, PlaceId)>,
    /// Cities, with the country that each lies in.
    pub cities: Vec<(CountryCode, PlaceId)>,
}

impl GeoTargeting {
    /// Whether every place is meant.
    pub fn is_everywhere(&self) -> bool {
        self.countries.is_empty() && self.regions.is_empty() && self.cities.is_empty()
    }
}

/// An operating system on one device type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OsOnDevice {
    /// The device type.
    pub device_type: DeviceType,
    /// The system.
    pub os: Os,
}

/// A set of hours of the week in UTC; bit 0 is Monday 00:00 to 00:59. The default is all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WeekHours([u8; 21]);

impl WeekHours {
    /// Every hour.
    pub const ALL: Self = Self([0xff; 21]);
    /// No hour.
    pub const NONE: Self = Self([0; 21]);

    /// Whether the hour (0..168) is in the set.
    pub const fn contains(&self, hour: u8) -> bool {
        hour < 168 && self.0[hour as usize / 8] >> (hour % 8) & 1 == 1
    }

    /// The set with the hour (0..168) in it.
    #[must_use]
    pub const fn with(mut self, hour: u8) -> Self {
        assert!(hour < 168, "a week has 168 hours");
        self.0[hour as usize / 8] |= 1 << (hour % 8);
        self
    }

    /// The hours of the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..168).filter(move |hour| self.contains(*hour))
    }
}

impl Default for WeekHours {
    fn default() -> Self {
        Self::ALL
    }
}

/// A source: a site, or one of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Source {
    /// All of a site.
    Site(SiteId),
    /// One block.
    Block(BlockId),
}

/// What an advertiser says of single sources. A white list that is not empty excludes everything else; a black list
/// always wins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceLists {
    /// Sites never to show on.
    pub blacklist_sites: Vec<SiteId>,
    /// Blocks never to show in.
    pub blacklist_blocks: Vec<BlockId>,
    /// Sites to show on only.
    pub whitelist_sites: Vec<SiteId>,
    /// Blocks to show in only.
    pub whitelist_blocks: Vec<BlockId>,
}

/// A set of sources, for many questions and little room: sorted, and shared by those who hold it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSet(Arc<[Source]>);

impl SourceSet {
    /// Whether a source is in the set.
    pub fn contains(&self, source: Source) -> bool {
        self.0.binary_search(&source).is_ok()
    }

    /// The sources, in order.
    pub fn iter(&self) -> impl Iterator<Item = Source> {
        self.0.iter().copied()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Source> for SourceSet {
    fn from_iter<T: IntoIterator<Item = Source>>(sources: T) -> Self {
        let mut all: Vec<Source> = sources.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        Self(all.into())
    }
}

/// What a campaign itself says of sources, for all of its groups, beside their own lists: both hold. Together at most
/// [`CAMPAIGN_SOURCES_MAX`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignSources {
    /// Never to show there; wins over what is allowed.
    pub blocked: SourceSet,
    /// If not empty, to show there only.
    pub allowed: SourceSet,
}

/// Multiplies a bid at one source: 0.2 to 9 in steps of 0.1, stored in tenths (2..=90).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Coefficient(u8);

impl Coefficient {
    /// No change.
    pub const ONE: Self = Self(10);
    /// The least, 0.2.
    pub const MIN: Self = Self(2);
    /// The most, 9.
    pub const MAX: Self = Self(90);

    /// A coefficient of so many tenths.
    pub const fn from_tenths(tenths: u8) -> Option<Self> {
        if tenths >= Self::MIN.0 && tenths <= Self::MAX.0 { Some(Self(tenths)) } else { None }
    }

    /// The coefficient in tenths.
    pub const fn tenths(self) -> u8 {
        self.0
    }
}

impl Default for Coefficient {
    fn default() -> Self {
        Self::ONE
    }
}

/// How fast a daily limit is spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pacing {
    /// As fast as possible.
    #[default]
    Asap,
    /// Evenly over the day's scheduled hours.
    Even,
}

impl Pacing {
    /// Every pacing with its name in the API and what people call it.
    pub const WORDS: [(Self, &'static str, &'static str); 2] =
        [(Self::Asap, "asap", "As fast as possible"), (Self::Even, "even", "Evenly over the day")];
}
