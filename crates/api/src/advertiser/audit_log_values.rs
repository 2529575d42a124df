//! What the audit log keeps of campaigns, ad groups and ads whose state is changed, before and after.

use placard_model::inventory::Bid;
use placard_model::targeting::geo::CountryCode;
use placard_model::{Money, UnixMs};
use placard_store::advertising::ads::Ad;
use serde::Serialize;

/// The state of a campaign or an ad group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RunState {
    /// Its owner wishes it to run.
    pub(crate) is_wanted: bool,
    /// When it was archived.
    pub(crate) archived_at: Option<UnixMs>,
}

/// The state of an ad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AdRecord {
    title: String,
    review_id: u8,
    is_wanted: bool,
    archived_at: Option<UnixMs>,
    locked_until: Option<UnixMs>,
    ban_reasons: Vec<u8>,
    ban_comment: String,
}

impl From<&Ad> for AdRecord {
    fn from(ad: &Ad) -> Self {
        Self {
            title: ad.settings.title.clone(),
            review_id: ad.state.review.id(),
            is_wanted: ad.state.wanted,
            archived_at: ad.state.archived_at,
            locked_until: ad.state.locked_until,
            ban_reasons: ad.ban_reasons.clone(),
            ban_comment: ad.ban_comment.clone(),
        }
    }
}

/// What a click on an ad costs, under the names of the management API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BidRecord {
    one_bid_for_all_geo: Option<Money>,
    bids: Vec<CountryBidRecord>,
}

/// The bid in one country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct CountryBidRecord {
    country_code: CountryCode,
    bid: Money,
}

impl From<&Bid> for BidRecord {
    fn from(bid: &Bid) -> Self {
        match bid {
            Bid::Everywhere(bid) => Self { one_bid_for_all_geo: Some(*bid), bids: Vec::new() },
            Bid::ByCountry(bids, others) => Self {
                one_bid_for_all_geo: *others,
                bids: bids.iter().map(|&(country_code, bid)| CountryBidRecord { country_code, bid }).collect(),
            },
        }
    }
}
