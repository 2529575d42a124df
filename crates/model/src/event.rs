//! What happened: the records of the event log.
//!
//! Records are written with [`Event::encode`], which begins with the schema's version; readers of a later version read
//! all earlier ones.

use crate::books::verdict::Verdict;
use crate::format::BlockFormat;
use crate::ids::{AdId, BlockId, TemplateId, TrafficSourceId, UserId};
use crate::inventory::{AdDims, BlockDims};
use crate::money::Money;
use crate::targeting::audience::{Browser, DeviceType, Language, Os};
use crate::targeting::content::PageContent;
use crate::targeting::geo::Place;
use crate::targeting::request::{PrefixHash, VisitorId};
use crate::time::{DAY_MS, HOUR_MS, Hour, UnixMs};
use serde::{Deserialize, Serialize};

mod v1;
mod v2;
mod v3;

/// The version that is written.
pub const SCHEMA_VERSION: u8 = 4;
/// Its samples do not tell what the page says it is about.
const THIRD_VERSION: u8 = 3;
/// Beside that, its served ads do not tell the kind of campaign, its conversions no goal, its samples little.
const SECOND_VERSION: u8 = 2;
/// Beside that, its arrivals do not tell the address prefix by yesterday's key.
const FIRST_VERSION: u8 = 1;
/// The most conversions of one click; further ones are refused.
pub const CONVERSIONS_PER_CLICK_MAX: usize = 100;
/// The longest goal of a conversion, in characters.
pub const GOAL_CHARS_MAX: usize = 64;
/// The longest transaction id of a conversion, in characters.
pub const TRANSACTION_ID_CHARS_MAX: usize = 128;
/// The longest page of a sample, in characters.
pub const SAMPLE_PAGE_CHARS_MAX: usize = 200;
/// The longest reason of a void, in characters.
pub const VOID_REASON_CHARS_MAX: usize = 200;
/// The longest record.
pub const EVENT_BYTES_MAX: usize = 64 * 1024;

/// The nonce of a token, unique for each served ad: node id and counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TokenId(pub [u8; 12]);

/// A served ad, as its token tells it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Served {
    /// The ad.
    pub ad: AdId,
    /// The block.
    pub block: BlockId,
    /// A hash of the page's address.
    pub page: u32,
    /// The visitor at the decision.
    pub visitor: VisitorId,
    /// When it was chosen.
    pub decided_at: UnixMs,
    /// What a valid click costs: bid x coefficient.
    pub price: Money,
    /// Bid x coefficient x posterior mean of the CTR, x 1000, in micro-dollars: the `weight` of statistics.
    pub weight_micros: i64,
    /// Where the visitor was.
    pub place: Place,
    /// The network.
    pub asn: u32,
    /// The device type.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// The language.
    pub language: Language,
    /// The kind of traffic.
    pub traffic_source: TrafficSourceId,
    /// The template.
    pub template: TemplateId,
    /// Which place of the block, from 0.
    pub position: u8,
    /// Chosen at random for the control slice.
    pub control: bool,
    /// Storage on the visitor's machine was allowed.
    pub consent: bool,
}

/// A token with its id and the owners of ad and block: what every event about a served ad carries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServedAd {
    /// The token's id.
    pub token: TokenId,
    /// The token's content.
    pub served: Served,
    /// Owners of the ad.
    pub ad: AdDims,
    /// Owners of the block.
    pub block: BlockDims,
}

/// How old a token may be when it is used, for ads on pages.
pub const TOKEN_AGE_MS_MAX: i64 = 24 * HOUR_MS;
/// The same for notifications: machines are off for days, and push services keep messages for them.
pub const PUSH_TOKEN_AGE_MS_MAX: i64 = 7 * DAY_MS;

impl ServedAd {
    /// Whether it was sent as a notification. An ad of a push campaign on a page is as any other ad there.
    pub const fn is_notification(&self) -> bool {
        matches!(self.block.format, BlockFormat::Push)
    }

    /// How old its token may be when it is used.
    pub const fn age_ms_max(&self) -> i64 {
        if self.is_notification() { PUSH_TOKEN_AGE_MS_MAX } else { TOKEN_AGE_MS_MAX }
    }

    /// The bytes to store beside [`SCHEMA_VERSION`].
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("writing to memory does not fail")
    }

    /// Reads bytes that were stored beside a version of the schema.
    ///
    /// # Errors
    /// When the version is later than this program's, or the bytes are no served ad of it.
    pub fn decode(version: u8, bytes: &[u8]) -> Result<Self, DecodeError> {
        match version {
            // Served ads are the same in both.
            SCHEMA_VERSION | THIRD_VERSION => {
                postcard::from_bytes(bytes).map_err(|error| DecodeError::Malformed(error.to_string()))
            }
            FIRST_VERSION | SECOND_VERSION => v2::served_ad(bytes),
            version => Err(DecodeError::Newer(version)),
        }
    }
}

/// How an event about a served ad arrived, after the stateless rules of the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The first edge rule that failed, or `Valid`.
    pub edge_verdict: Verdict,
    /// The page was told by Origin or Referer.
    pub attested: bool,
    /// The visitor at the event, by today's key.
    pub visitor: VisitorId,
    /// The visitor at the event, by yesterday's key.
    pub visitor_yesterday: VisitorId,
    /// The address prefix, by today's key.
    pub prefix: PrefixHash,
    /// The address prefix by yesterday's key, for rates that look back 24 hours; the same as by today's in records of
    /// the first version.
    pub prefix_yesterday: PrefixHash,
    /// The address prefix asked unusually often (rate flag of the edge).
    pub rate_flag: bool,
}

/// The state of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum ConversionState {
    /// Waits for the advertiser's approval.
    Hold = 1,
    /// Approved.
    Approved = 2,
    /// Rejected.
    Rejected = 3,
}

/// A reference to a click: where it stands in the log. Half of a `click_id`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventRef(pub u64);

/// An event where and when it was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Where it stands in the log.
    pub at: EventRef,
    /// When it was appended, on the log's clock; never goes backwards along the log.
    pub append_ms: UnixMs,
    /// What happened.
    pub event: Event,
}

/// The step of the engine at which ads fall that earn less than a block asks for, so that statistics can tell what that keeps
/// empty.
pub const FLOOR_STEP: u8 = 17;
/// In place of a step in a [`RequestCount`]: how often the webmaster's own HTML or page was shown where no ad was found. It
/// counts as `requests`, beside the requests themselves; places and filled ones are 0.
pub const PASSBACK_STEP: u8 = 255;

/// How requests of one block ended, since the last such record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestCount {
    /// The block.
    pub block: BlockId,
    /// The site of the block, 0 for an unknown block.
    pub owner: Option<BlockDims>,
    /// The step at which the last candidate fell out: the engine's step number; 0 when an ad was found; or
    /// [`PASSBACK_STEP`].
    pub step: u8,
    /// The hour.
    pub hour: Hour,
    /// Requests.
    pub requests: u32,
    /// Places asked for.
    pub places: u32,
    /// Places filled.
    pub filled: u32,
}

/// A request that was kept with its dimensions, and stands for others that were not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestSample {
    /// The block.
    pub block: BlockDims,
    /// Host and path of the page, without query and fragment, at most [`SAMPLE_PAGE_CHARS_MAX`] characters; empty when
    /// nothing told it, and in records of earlier versions.
    pub page: String,
    /// Where the visitor was.
    pub place: Place,
    /// The network.
    pub asn: u32,
    /// The device type.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// The language.
    pub language: Language,
    /// The kind of traffic; 0 in records of earlier versions.
    pub traffic_source: TrafficSourceId,
    /// The visitor.
    pub visitor: VisitorId,
    /// Places asked for.
    pub places: u8,
    /// Places filled.
    pub filled: u8,
    /// The step at which the last candidate fell out: the engine's step number, 0 when an ad was found; none in records
    /// of earlier versions.
    pub step: Option<u8>,
    /// How many requests it stands for, itself among them.
    pub weight: u32,
    /// What the page said it is about; nothing in records of earlier versions.
    pub content: PageContent,
}

/// A record of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A creative was rendered.
    Show {
        /// The ad.
        ad: ServedAd,
        /// How the report arrived.
        arrival: Arrival,
    },
    /// A creative was viewable (MRC viewable impression guideline: 50 % of pixels for 1 s; 30 % for large ads).
    ConfirmedShow {
        /// The ad.
        ad: ServedAd,
        /// How the report arrived.
        arrival: Arrival,
    },
    /// A visit to the landing page through the redirect.
    Click {
        /// The ad.
        ad: ServedAd,
        /// How it arrived.
        arrival: Arrival,
    },
    /// A conversion told by the advertiser's tracker.
    Postback {
        /// The click.
        click: EventRef,
        /// The tracker's own id of the conversion; a later record with the same id changes its state.
        external_id: String,
        /// The state.
        state: ConversionState,
        /// What it is worth to the advertiser; none leaves what an earlier record said.
        payout: Option<Money>,
        /// What the visitor did (a sale, a registration), in the tracker's words; empty leaves what an earlier record
        /// said.
        goal: String,
        /// The advertiser's own number of the transaction; empty leaves what an earlier record said.
        transaction_id: String,
    },
    /// Requests since the last such record.
    Requests(Vec<RequestCount>),
    /// A sampled request.
    Sample(RequestSample),
    /// An owner used a cabinet from here: their own clicks do not count.
    OwnerSeen {
        /// Who.
        user: UserId,
        /// The visitor, by today's key.
        visitor: VisitorId,
    },
    /// Staff took a billed click back.
    Void {
        /// The click.
        click: EventRef,
        /// Who did.
        by: UserId,
        /// Why, at most [`VOID_REASON_CHARS_MAX`] characters.
        reason: String,
    },
}

/// Why bytes are no event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Written by a later version.
    #[error("event schema version {0} is newer than this program")]
    Newer(u8),
    /// Not an event.
    #[error("malformed event: {0}")]
    Malformed(String),
}

impl Event {
    /// The bytes of the record: schema version, then postcard.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![SCHEMA_VERSION];
        postcard::to_io(self, &mut bytes).expect("writing to memory does not fail");
        bytes
    }

    /// Reads a record of this or an earlier version.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes {
            [SCHEMA_VERSION, rest @ ..] => {
                postcard::from_bytes(rest).map_err(|error| DecodeError::Malformed(error.to_string()))
            }
            [THIRD_VERSION, rest @ ..] => v3::decode(rest),
            [SECOND_VERSION, rest @ ..] => v2::decode(rest),
            [FIRST_VERSION, rest @ ..] => v1::decode(rest),
            [version, ..] if *version > SCHEMA_VERSION => Err(DecodeError::Newer(*version)),
            _ => Err(DecodeError::Malformed("no version".to_owned())),
        }
    }

    /// Whether billing has a word to say on it: others are only remembered.
    pub const fn is_judged(&self) -> bool {
        matches!(self, Self::Click { .. } | Self::Postback { .. } | Self::Void { .. })
    }

    /// The click that it tells something of: of a conversion, or that it is taken back.
    pub const fn told_of(&self) -> Option<EventRef> {
        match self {
            Self::Postback { click, .. } | Self::Void { click, .. } => Some(*click),
            _ => None,
        }
    }

    /// The served ad that the event is about.
    pub fn served_ad(&self) -> Option<&ServedAd> {
        match self {
            Self::Show { ad, .. } | Self::ConfirmedShow { ad, .. } | Self::Click { ad, .. } => Some(ad),
            _ => None,
        }
    }
}
