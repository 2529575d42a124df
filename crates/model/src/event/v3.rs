//! Records of the third version: all are as they are written now, but for samples.

use super::Arrival;
use super::{ConversionState, DecodeError, Event, EventRef, RequestCount, RequestSample, ServedAd};
use crate::ids::{TrafficSourceId, UserId};
use crate::inventory::BlockDims;
use crate::money::Money;
use crate::targeting::audience::{Browser, DeviceType, Language, Os};
use crate::targeting::content::PageContent;
use crate::targeting::geo::Place;
use crate::targeting::request::VisitorId;
use serde::Deserialize;

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
struct RequestSampleV3 {
    block: BlockDims,
    page: String,
    place: Place,
    asn: u32,
    device_type: DeviceType,
    os: Os,
    browser: Browser,
    language: Language,
    traffic_source: TrafficSourceId,
    visitor: VisitorId,
    places: u8,
    filled: u8,
    step: Option<u8>,
    weight: u32,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(serde::Serialize))]
enum EventV3 {
    Show {
        ad: ServedAd,
        arrival: Arrival,
    },
    ConfirmedShow {
        ad: ServedAd,
        arrival: Arrival,
    },
    Click {
        ad: ServedAd,
        arrival: Arrival,
    },
    Postback {
        click: EventRef,
        external_id: String,
        state: ConversionState,
        payout: Option<Money>,
        goal: String,
        transaction_id: String,
    },
    Requests(Vec<RequestCount>),
    Sample(RequestSampleV3),
    OwnerSeen {
        user: UserId,
        visitor: VisitorId,
    },
    Void {
        click: EventRef,
        by: UserId,
        reason: String,
    },
}

impl From<RequestSampleV3> for RequestSample {
    fn from(old: RequestSampleV3) -> Self {
        Self {
            block: old.block,
            page: old.page,
            place: old.place,
            asn: old.asn,
            device_type: old.device_type,
            os: old.os,
            browser: old.browser,
            language: old.language,
            traffic_source: old.traffic_source,
            visitor: old.visitor,
            places: old.places,
            filled: old.filled,
            step: old.step,
            weight: old.weight,
            content: PageContent::default(),
        }
    }
}

impl From<EventV3> for Event {
    fn from(old: EventV3) -> Self {
        match old {
            EventV3::Show { ad, arrival } => Self::Show { ad, arrival },
            EventV3::ConfirmedShow { ad, arrival } => Self::ConfirmedShow { ad, arrival },
            EventV3::Click { ad, arrival } => Self::Click { ad, arrival },
            EventV3::Postback { click, external_id, state, payout, goal, transaction_id } => {
                Self::Postback { click, external_id, state, payout, goal, transaction_id }
            }
            EventV3::Requests(counts) => Self::Requests(counts),
            EventV3::Sample(sample) => Self::Sample(sample.into()),
            EventV3::OwnerSeen { user, visitor } => Self::OwnerSeen { user, visitor },
            EventV3::Void { click, by, reason } => Self::Void { click, by, reason },
        }
    }
}

/// Reads a record behind its version.
pub(super) fn decode(bytes: &[u8]) -> Result<Event, DecodeError> {
    let old: EventV3 = postcard::from_bytes(bytes).map_err(|error| DecodeError::Malformed(error.to_string()))?;
    Ok(old.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::THIRD_VERSION;
    use crate::format::BlockFormat;
    use crate::ids::{BlockId, SiteId, TemplateId};

    fn read(old: &EventV3) -> Event {
        let mut bytes = vec![THIRD_VERSION];
        bytes.extend(postcard::to_stdvec(old).unwrap());
        Event::decode(&bytes).unwrap()
    }

    #[test]
    fn samples_of_before_say_nothing_of_the_page() {
        let block = BlockDims {
            webmaster: UserId(1),
            site: SiteId(2),
            block: BlockId(3),
            format: BlockFormat::Teaser,
            template: TemplateId(4),
        };
        let sample = RequestSampleV3 {
            block,
            page: "news.example/a".to_owned(),
            place: Place::default(),
            asn: 5,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::default(),
            traffic_source: TrafficSourceId(6),
            visitor: VisitorId(7),
            places: 4,
            filled: 2,
            step: Some(9),
            weight: 100,
        };
        let Event::Sample(read) = read(&EventV3::Sample(sample)) else { panic!("it is a sample") };
        assert_eq!((read.block, read.places, read.weight, read.step), (block, 4, 100, Some(9)));
        assert_eq!(read.content, PageContent::default());
    }

    #[test]
    fn all_else_is_read_as_it_is_written_now() {
        let void = EventV3::Void { click: EventRef(9), by: UserId(1), reason: "robots".to_owned() };
        let expected = Event::Void { click: EventRef(9), by: UserId(1), reason: "robots".to_owned() };
        assert_eq!(read(&void), expected);
        let seen = EventV3::OwnerSeen { user: UserId(3), visitor: VisitorId(4) };
        assert_eq!(read(&seen), Event::OwnerSeen { user: UserId(3), visitor: VisitorId(4) });
    }
}
