//! Requests that were kept with their dimensions: what is written is read, reach is counted, and old ones go.

use placard_model::event::{EventRef, RequestSample};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockDims;
use placard_model::targeting::Targeting;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::VisitorId;
use placard_model::{BlockId, Day, Hour, SiteId, TemplateId, TrafficSourceId, UnixMs, UserId};
use placard_stats::{NewRows, Positions, ReachQuestion, Sampled, Stats, StatsConfig, StatsError};
use std::sync::Arc;

const TODAY: Day = Day(20_778);

fn hour(day: i32, hour: i32) -> Hour {
    Hour(TODAY.plus(day).first_hour().0 + hour)
}

fn sampled(number: u64, at: Hour) -> Sampled {
    let (variant, block) = (number as usize, 1 + number as i64 % 4);
    let country = CountryCode::parse(["DE", "AT", "US", "ZZ"][variant % 4]).unwrap();
    let sample = RequestSample {
        block: BlockDims {
            webmaster: UserId(11 + block % 2),
            site: SiteId(300 + block),
            block: BlockId(block),
            format: BlockFormat::Native,
            template: TemplateId(2),
        },
        page: format!("a.test/{number}"),
        place: Place {
            country,
            region: PlaceId::region(country, "North"),
            city: PlaceId::city(country, "North", "Ford"),
        },
        asn: 64_500 + variant as u32,
        device_type: DeviceType::ALL[variant % 3],
        os: Os::ALL[variant % 5],
        browser: Browser::ALL[variant % 4],
        language: Language::parse(["de", "en"][variant % 2]).unwrap(),
        traffic_source: TrafficSourceId(number as i64 % 2),
        visitor: VisitorId(u64::MAX - number),
        places: 24,
        filled: 23,
        step: number.is_multiple_of(2).then_some(5),
        weight: 1 + 99 * (number % 2) as u32,
        content: PageContent::default(),
    };
    Sampled { at: EventRef(number), append_ms: UnixMs(i64::from(at.0) * 3_600_000 + 5), sample }
}

#[tokio::test]
async fn samples_come_back_as_they_were_and_are_dropped_when_they_are_old() {
    let stats = Arc::new(Stats::open(&StatsConfig::memory()).unwrap());
    let samples: Vec<Sampled> = (0..10).map(|number| sampled(number, hour(-(number as i32), 3))).collect();
    stats
        .append_all(
            &NewRows { samples: &samples, ..NewRows::default() },
            &Positions { log: vec![1], settlements: vec![1] },
        )
        .unwrap();
    assert_eq!(stats.sample(EventRef(3)).await.unwrap().as_ref(), samples.get(3));
    assert_eq!(stats.sample(EventRef(99)).await.unwrap(), None);
    let since = samples[2].append_ms;
    let mut recent = stats.recent_samples(since, 100).await.unwrap();
    recent.rows.sort_by_key(|one| one.at);
    assert_eq!((recent.rows.as_slice(), recent.samples, recent.requests), (&samples[..3], 3, 102));
    assert_eq!(stats.recent_samples(since, 2).await.unwrap().rows.len(), 2);
    let question = ReachQuestion {
        targetings: vec![Targeting::default()],
        refusing_blocks: vec![BlockId(1)],
        blocks_about: None,
        since,
    };
    let reach = stats.reach(question).await.unwrap();
    assert_eq!((reach.samples, reach.requests, reach.all_samples, reach.all_requests), (2, 101, 3, 102));
    // Nothing native is shown to a subscriber.
    let mut notified = sampled(11, hour(0, 4));
    notified.sample.block = BlockDims { block: BlockId(77), format: BlockFormat::Push, ..notified.sample.block };
    let more = NewRows { samples: std::slice::from_ref(&notified), ..NewRows::default() };
    stats.append_all(&more, &Positions { log: vec![2], settlements: vec![2] }).unwrap();
    let anywhere = ReachQuestion {
        targetings: vec![Targeting::default()],
        refusing_blocks: Vec::new(),
        blocks_about: None,
        since,
    };
    let reach = stats.reach(anywhere).await.unwrap();
    assert_eq!((reach.samples, reach.all_samples), (3, 4));
    stats.compact(hour(0, 3)).unwrap();
    assert!(stats.sample(EventRef(8)).await.unwrap().is_some() && stats.sample(EventRef(9)).await.unwrap().is_none());
    stats.clear(None, UnixMs(0)).unwrap();
    assert!(matches!(stats.recent_samples(since, 1).await, Err(StatsError::Deriving)));
    assert!(matches!(stats.sample(EventRef(3)).await, Err(StatsError::Deriving)), "it may be there again soon");
}
