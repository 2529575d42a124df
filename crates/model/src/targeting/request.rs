//! What an ad is chosen for.

use crate::format::{BlockFormat, FormatMask};
use crate::ids::{AdId, BlockId, TrafficSourceId};
use crate::targeting::audience::{Browser, DeviceType, Language, Os};
use crate::targeting::content::PageContent;
use crate::targeting::geo::Place;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// The most places that one block may have.
pub const PLACES_MAX: usize = 24;

/// A visitor: an id from the page's own storage where consent allows it, else a keyed hash of address prefix and user
/// agent whose key changes daily.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VisitorId(pub u64);

/// A keyed hash of an address prefix (IPv4 /24, IPv6 /48).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrefixHash(pub u64);

/// Who asks and from where, as far as the server could tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audience {
    /// The full address: in memory only.
    pub ip: IpAddr,
    /// Where the address is.
    pub place: Place,
    /// The network's autonomous system number; 0 when unknown.
    pub asn: u32,
    /// The device type.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// The language.
    pub language: Language,
    /// The kind of traffic, as the page's address tells it.
    pub traffic_source: TrafficSourceId,
    /// The visitor.
    pub visitor: VisitorId,
    /// The visitor by yesterday's key; 0 where the id does not change daily.
    pub visitor_yesterday: VisitorId,
    /// For so many whole days they have been subscribed to pushes; none: this is no push.
    pub subscription_days: Option<u16>,
}

/// A request for the places of one block.
#[derive(Clone, Debug)]
pub struct AdRequest<'a> {
    /// The block.
    pub block: BlockId,
    /// The host of the page, lower case, without port; empty when the browser told none (unattested).
    pub page_host: &'a str,
    /// How many ads are wanted: 1..=[`PLACES_MAX`].
    pub places: usize,
    /// The visitor.
    pub audience: Audience,
    /// What the page says it is about.
    pub content: &'a PageContent,
    /// Ads that are on the page already.
    pub on_page: &'a [AdId],
    /// Who asks gets notifications as such: none stands in a place of a page for them.
    pub gets_pushes: bool,
}

impl AdRequest<'_> {
    /// What of the formats that a block shows is for who asks.
    pub const fn formats(&self, accepts: FormatMask) -> FormatMask {
        if self.gets_pushes { accepts.without(BlockFormat::Push) } else { accepts }
    }
}
