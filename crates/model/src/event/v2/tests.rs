//! What the first two versions wrote is read as what it said.

use super::super::v1::ArrivalV1;
use super::super::{FIRST_VERSION, SECOND_VERSION};
use super::*;
use crate::books::verdict::Verdict;
use crate::format::BlockFormat;
use crate::ids::{AdId, BlockId, SiteId, TemplateId};
use crate::targeting::request::PrefixHash;
use crate::time::UnixMs;
use serde::Serialize;

const BLOCK: BlockDims = BlockDims {
    webmaster: UserId(14),
    site: SiteId(15),
    block: BlockId(2),
    format: BlockFormat::Native,
    template: TemplateId(9),
};

fn old_ad() -> ServedAdV2 {
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
    let ad = AdDimsV2 {
        advertiser: UserId(10),
        campaign: CampaignId(11),
        group: GroupId(12),
        target: Target::News,
        offer: OfferId(0),
        category: CategoryId(13),
    };
    ServedAdV2 { token: TokenId([16; 12]), served, ad, block: BLOCK }
}

fn old_sample() -> RequestSampleV2 {
    RequestSampleV2 {
        block: BLOCK,
        place: Place::default(),
        asn: 8,
        device_type: DeviceType::Mobile,
        os: Os::Android,
        browser: Browser::Chrome,
        language: Language::UNKNOWN,
        visitor: VisitorId(4),
        places: 3,
        filled: 2,
    }
}

fn check<A: Serialize + Into<Arrival>>(version: u8, event: EventV2<A>) -> Event {
    let mut bytes = vec![version];
    bytes.extend(postcard::to_stdvec(&event).unwrap());
    let expected = Event::from(event);
    assert_eq!(Event::decode(&bytes), Ok(expected.clone()), "version {version}");
    assert_eq!(Event::decode(&expected.encode()), Ok(expected.clone()), "written anew");
    expected
}

fn check_all<A: Serialize + Into<Arrival> + Copy>(version: u8, arrival: A) {
    let shown = check(version, EventV2::Show { ad: old_ad(), arrival });
    let Event::Show { ad, .. } = shown else { panic!("{shown:?}") };
    assert_eq!((ad.ad.campaign_type, ad.ad.campaign, ad.served.ad), (CampaignType::Native, CampaignId(11), AdId(1)));
    check(version, EventV2::ConfirmedShow { ad: old_ad(), arrival });
    check(version, EventV2::Click { ad: old_ad(), arrival });
    let (click, external_id, state) = (EventRef(20), "x".to_owned(), ConversionState::Hold);
    check(version, EventV2::<A>::Postback { click, external_id, state, payout: None });
    check(version, EventV2::<A>::Requests(Vec::new()));
    let sampled = check(version, EventV2::<A>::Sample(old_sample()));
    let Event::Sample(sample) = sampled else { panic!("{sampled:?}") };
    assert_eq!((sample.weight, sample.step, sample.places, sample.filled), (100, None, 3, 2));
    check(version, EventV2::<A>::OwnerSeen { user: UserId(21), visitor: VisitorId(22) });
}

#[test]
fn records_of_the_first_two_versions_are_read() {
    let arrival = ArrivalV1 {
        edge_verdict: Verdict::Valid,
        attested: true,
        visitor: VisitorId(17),
        visitor_yesterday: VisitorId(18),
        prefix: PrefixHash(19),
        rate_flag: true,
    };
    check_all(FIRST_VERSION, arrival);
    let read = Arrival::from(arrival);
    assert_eq!(read.prefix_yesterday, read.prefix);
    check_all(SECOND_VERSION, Arrival { prefix_yesterday: PrefixHash(20), ..read });
}

#[test]
fn served_ads_are_read_by_the_version_beside_them() {
    let old = postcard::to_stdvec(&old_ad()).unwrap();
    let ad = ServedAd::from(old_ad());
    for version in [FIRST_VERSION, SECOND_VERSION] {
        assert_eq!(ServedAd::decode(version, &old), Ok(ad));
    }
    assert_eq!(ServedAd::decode(super::super::SCHEMA_VERSION, &ad.encode()), Ok(ad));
    assert_eq!(ServedAd::decode(99, &ad.encode()), Err(DecodeError::Newer(99)));
    assert_ne!(ServedAd::decode(super::super::SCHEMA_VERSION, &old), Ok(ad), "the version says how it is read");
}
