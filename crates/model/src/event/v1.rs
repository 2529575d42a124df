//! Records of the first version, as they lie in logs.

use super::{Arrival, ConversionState, DecodeError, Event, EventRef, RequestCount, RequestSample, ServedAd};
use crate::ids::UserId;
use crate::money::Money;
use crate::request::{PrefixHash, VisitorId};
use crate::verdict::Verdict;
use serde::Deserialize;

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
struct ArrivalV1 {
    edge_verdict: Verdict,
    attested: bool,
    visitor: VisitorId,
    visitor_yesterday: VisitorId,
    prefix: PrefixHash,
    rate_flag: bool,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
enum EventV1 {
    Show { ad: ServedAd, arrival: ArrivalV1 },
    ConfirmedShow { ad: ServedAd, arrival: ArrivalV1 },
    Click { ad: ServedAd, arrival: ArrivalV1 },
    Postback { click: EventRef, external_id: String, state: ConversionState, payout: Option<Money> },
    Requests(Vec<RequestCount>),
    Sample(RequestSample),
    OwnerSeen { user: UserId, visitor: VisitorId },
}

impl From<ArrivalV1> for Arrival {
    fn from(old: ArrivalV1) -> Self {
        Self {
            edge_verdict: old.edge_verdict,
            attested: old.attested,
            visitor: old.visitor,
            visitor_yesterday: old.visitor_yesterday,
            prefix: old.prefix,
            prefix_yesterday: old.prefix,
            rate_flag: old.rate_flag,
        }
    }
}

/// Reads a record behind its version.
pub(super) fn decode(bytes: &[u8]) -> Result<Event, DecodeError> {
    let old: EventV1 = postcard::from_bytes(bytes).map_err(|error| DecodeError::Malformed(error.to_string()))?;
    Ok(match old {
        EventV1::Show { ad, arrival } => Event::Show { ad, arrival: arrival.into() },
        EventV1::ConfirmedShow { ad, arrival } => Event::ConfirmedShow { ad, arrival: arrival.into() },
        EventV1::Click { ad, arrival } => Event::Click { ad, arrival: arrival.into() },
        EventV1::Postback { click, external_id, state, payout } => {
            Event::Postback { click, external_id, state, payout }
        }
        EventV1::Requests(counts) => Event::Requests(counts),
        EventV1::Sample(sample) => Event::Sample(sample),
        EventV1::OwnerSeen { user, visitor } => Event::OwnerSeen { user, visitor },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audience::{Browser, DeviceType, Language, Os};
    use crate::event::{Served, TokenId};
    use crate::format::{BlockFormat, Target};
    use crate::geo::Place;
    use crate::ids::{AdId, BlockId, CampaignId, CategoryId, GroupId, OfferId, SiteId, TemplateId, TrafficSourceId};
    use crate::inventory::{AdDims, BlockDims};
    use crate::time::UnixMs;

    #[test]
    fn records_of_the_first_version_are_read() {
        let served = Served {
            ad: AdId(1),
            block: BlockId(2),
            page: 3,
            visitor: VisitorId(4),
            decided_at: UnixMs(5),
            price: Money::from_micros(6),
            weight_micros: 7,
            place: Place::default(),
            asn: 8,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::UNKNOWN,
            traffic_source: TrafficSourceId(0),
            template: TemplateId(9),
            position: 0,
            control: false,
            consent: true,
        };
        let ad = AdDims {
            advertiser: UserId(10),
            campaign: CampaignId(11),
            group: GroupId(12),
            target: Target::News,
            offer: OfferId(0),
            category: CategoryId(13),
        };
        let block = BlockDims {
            webmaster: UserId(14),
            site: SiteId(15),
            block: BlockId(2),
            format: BlockFormat::Native,
            template: TemplateId(9),
        };
        let ad = ServedAd { token: TokenId([16; 12]), served, ad, block };
        let old = || ArrivalV1 {
            edge_verdict: Verdict::Valid,
            attested: true,
            visitor: VisitorId(17),
            visitor_yesterday: VisitorId(18),
            prefix: PrefixHash(19),
            rate_flag: true,
        };
        let check = |event: EventV1, expected: Event| {
            let mut bytes = vec![super::super::FIRST_VERSION];
            bytes.extend(postcard::to_stdvec(&event).unwrap());
            assert_eq!(Event::decode(&bytes), Ok(expected.clone()));
            assert_eq!(Event::decode(&expected.encode()), Ok(expected));
        };
        let arrival = Arrival::from(old());
        assert_eq!(arrival.prefix_yesterday, arrival.prefix);
        check(EventV1::Show { ad, arrival: old() }, Event::Show { ad, arrival });
        check(EventV1::ConfirmedShow { ad, arrival: old() }, Event::ConfirmedShow { ad, arrival });
        check(EventV1::Click { ad, arrival: old() }, Event::Click { ad, arrival });
        let (click, external_id, state, payout) = (EventRef(20), "x".to_owned(), ConversionState::Hold, None);
        check(
            EventV1::Postback { click, external_id: external_id.clone(), state, payout },
            Event::Postback { click, external_id, state, payout },
        );
        check(EventV1::Requests(Vec::new()), Event::Requests(Vec::new()));
        let (user, visitor) = (UserId(21), VisitorId(22));
        check(EventV1::OwnerSeen { user, visitor }, Event::OwnerSeen { user, visitor });
    }
}
