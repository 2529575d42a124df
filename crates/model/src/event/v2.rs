//! Records of the second version, as they lie in logs, and served ads of the first two.

use super::{
    Arrival, ConversionState, DecodeError, Event, EventRef, RequestCount, RequestSample, Served, ServedAd, TokenId,
};
use crate::format::{CampaignType, Target};
use crate::ids::{CampaignId, CategoryId, GroupId, OfferId, TrafficSourceId, UserId};
use crate::inventory::{AdDims, BlockDims};
use crate::money::Money;
use crate::targeting::audience::{Browser, DeviceType, Language, Os};
use crate::targeting::content::PageContent;
use crate::targeting::geo::Place;
use crate::targeting::request::VisitorId;
use serde::Deserialize;

/// Samples were one request in so many.
const SAMPLE_ONE_IN: u32 = 100;

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
struct AdDimsV2 {
    advertiser: UserId,
    campaign: CampaignId,
    group: GroupId,
    target: Target,
    offer: OfferId,
    category: CategoryId,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub(super) struct ServedAdV2 {
    token: TokenId,
    served: Served,
    ad: AdDimsV2,
    block: BlockDims,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub(super) struct RequestSampleV2 {
    block: BlockDims,
    place: Place,
    asn: u32,
    device_type: DeviceType,
    os: Os,
    browser: Browser,
    language: Language,
    visitor: VisitorId,
    places: u8,
    filled: u8,
}

/// What both versions wrote, but for how an event arrived.
#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
pub(super) enum EventV2<A> {
    Show { ad: ServedAdV2, arrival: A },
    ConfirmedShow { ad: ServedAdV2, arrival: A },
    Click { ad: ServedAdV2, arrival: A },
    Postback { click: EventRef, external_id: String, state: ConversionState, payout: Option<Money> },
    Requests(Vec<RequestCount>),
    Sample(RequestSampleV2),
    OwnerSeen { user: UserId, visitor: VisitorId },
}

impl From<ServedAdV2> for ServedAd {
    fn from(old: ServedAdV2) -> Self {
        let AdDimsV2 { advertiser, campaign, group, target, offer, category } = old.ad;
        // There were no others.
        let campaign_type = CampaignType::Native;
        let ad = AdDims { campaign_type, advertiser, campaign, group, target, offer, category };
        Self { token: old.token, served: old.served, ad, block: old.block }
    }
}

impl From<RequestSampleV2> for RequestSample {
    fn from(old: RequestSampleV2) -> Self {
        Self {
            block: old.block,
            page: String::new(),
            place: old.place,
            asn: old.asn,
            device_type: old.device_type,
            os: old.os,
            browser: old.browser,
            language: old.language,
            traffic_source: TrafficSourceId(0),
            visitor: old.visitor,
            places: old.places,
            filled: old.filled,
            step: None,
            weight: SAMPLE_ONE_IN,
            content: PageContent::default(),
        }
    }
}

impl<A: Into<Arrival>> From<EventV2<A>> for Event {
    fn from(old: EventV2<A>) -> Self {
        match old {
            EventV2::Show { ad, arrival } => Self::Show { ad: ad.into(), arrival: arrival.into() },
            EventV2::ConfirmedShow { ad, arrival } => Self::ConfirmedShow { ad: ad.into(), arrival: arrival.into() },
            EventV2::Click { ad, arrival } => Self::Click { ad: ad.into(), arrival: arrival.into() },
            EventV2::Postback { click, external_id, state, payout } => {
                let (goal, transaction_id) = Default::default();
                Self::Postback { click, external_id, state, payout, goal, transaction_id }
            }
            EventV2::Requests(counts) => Self::Requests(counts),
            EventV2::Sample(sample) => Self::Sample(sample.into()),
            EventV2::OwnerSeen { user, visitor } => Self::OwnerSeen { user, visitor },
        }
    }
}

/// Reads a record behind its version.
pub(super) fn decode(bytes: &[u8]) -> Result<Event, DecodeError> {
    let old: EventV2<Arrival> =
        postcard::from_bytes(bytes).map_err(|error| DecodeError::Malformed(error.to_string()))?;
    Ok(old.into())
}

/// Reads a served ad as it was stored beside settlements.
pub(super) fn served_ad(bytes: &[u8]) -> Result<ServedAd, DecodeError> {
    let old: ServedAdV2 = postcard::from_bytes(bytes).map_err(|error| DecodeError::Malformed(error.to_string()))?;
    Ok(old.into())
}

#[cfg(test)]
mod tests;
