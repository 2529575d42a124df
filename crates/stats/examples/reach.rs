//! Measures reach over ten million samples of seven days.
//!
//! `cargo run --release -p placard-stats --example reach [samples in millions, 10 by default]`
//!
//! Sample number `i` is made from hashes of `i`, so each run on each machine has the same ones.

use placard_model::event::{EventRef, RequestSample};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockDims;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::VisitorId;
use placard_model::targeting::{GeoTargeting, Targeting, WeekHours};
use placard_model::time::DAY_MS;
use placard_model::{BlockId, SiteId, TemplateId, TrafficSourceId, UnixMs, UserId};
use placard_stats::{NewRows, Positions, Reach, ReachQuestion, Sampled, Stats, StatsConfig};
use std::sync::Arc;
use std::time::Instant;

/// The end of the seven days: 2026-11-22.
const END: UnixMs = UnixMs(1_795_305_600_000);
const BATCH: u64 = 100_000;
const QUESTIONS: usize = 21;

/// A number below `most`, of a hash of `i` (SplitMix64).
fn pick(i: u64, salt: u64, most: u64) -> u64 {
    let mut x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(salt << 32);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)) % most
}

fn sample(i: u64, all: u64) -> Sampled {
    let country = CountryCode::from_index(pick(i, 1, 200) as usize).unwrap_or_default();
    let block = pick(i, 2, 20_000) as i64;
    Sampled {
        at: EventRef(i),
        append_ms: END.plus_ms(-7 * DAY_MS + (u128::from(i) * 7 * DAY_MS as u128 / u128::from(all)) as i64),
        sample: RequestSample {
            block: BlockDims {
                webmaster: UserId(1 + block % 200),
                site: SiteId(1 + block % 500),
                block: BlockId(1 + block),
                format: BlockFormat::Native,
                template: TemplateId(1),
            },
            page: format!("site-{}.example/news/{}", block % 500, pick(i, 3, 50_000)),
            place: Place { country, region: PlaceId(1 + pick(i, 4, 3_000)), city: PlaceId(1 + pick(i, 5, 40_000)) },
            asn: pick(i, 6, 20_000) as u32,
            device_type: DeviceType::ALL[pick(i, 7, DeviceType::ALL.len() as u64) as usize],
            os: Os::ALL[pick(i, 8, Os::ALL.len() as u64) as usize],
            browser: Browser::ALL[pick(i, 9, Browser::ALL.len() as u64) as usize],
            language: Language::parse(["de", "en", "fr", "pl"][pick(i, 10, 4) as usize]).unwrap_or_default(),
            traffic_source: TrafficSourceId(pick(i, 11, 7) as i64),
            visitor: VisitorId(pick(i, 12, u64::MAX)),
            places: 4,
            filled: 3,
            step: Some(0),
            weight: 1 + 99 * pick(i, 13, 2) as u32,
            content: PageContent::default(),
        },
    }
}

#[expect(clippy::print_stdout, reason = "a program that prints figures")]
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let millions: u64 = std::env::args().nth(1).map_or(Ok(10), |text| text.parse())?;
    let all = millions * 1_000_000;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("facts.duckdb");
    let stats = Arc::new(Stats::open(&StatsConfig::file(&path))?);
    let began = Instant::now();
    for first in (0..all).step_by(BATCH as usize) {
        let batch: Vec<Sampled> = (first..first + BATCH).map(|i| sample(i, all)).collect();
        stats.append_all(&NewRows { samples: &batch, ..NewRows::default() }, &Positions::default())?;
    }
    println!("{millions} M samples written in {:.0} s", began.elapsed().as_secs_f64());
    let everybody = Targeting::default();
    let countries = (0..30).filter_map(CountryCode::from_index).collect();
    let one_country = CountryCode::from_index(7).unwrap_or_default();
    let narrow = Targeting {
        geo: GeoTargeting {
            countries,
            regions: (1..=300).map(|id| (one_country, PlaceId(id))).collect(),
            cities: (1..=1_000).map(|id| (one_country, PlaceId(id))).collect(),
        },
        device_types: vec![DeviceType::Mobile],
        browsers: Browser::ALL[..3].to_vec(),
        isps: (0..500).collect(),
        languages: Language::parse("de").into_iter().collect(),
        schedule: (0..84).fold(WeekHours::NONE, WeekHours::with),
        ..Targeting::default()
    };
    let of_cities = Targeting {
        geo: GeoTargeting {
            cities: (1..=1_000)
                .filter_map(|id| Some((CountryCode::from_index(id % 200)?, PlaceId(id as u64))))
                .collect(),
            ..GeoTargeting::default()
        },
        ..Targeting::default()
    };
    let refusing: Vec<BlockId> = (1..=5_000).map(|block| BlockId(4 * block)).collect();
    for (name, targeting, refusing_blocks) in [
        ("everybody", everybody.clone(), Vec::new()),
        ("everybody, 5,000 blocks refuse", everybody, refusing.clone()),
        ("1,000 cities", of_cities.clone(), Vec::new()),
        ("1,000 cities, 5,000 blocks refuse", of_cities, refusing.clone()),
        ("a narrow audience, 5,000 blocks refuse", narrow, refusing),
    ] {
        let mut times = Vec::new();
        let mut reach = Reach::default();
        for _ in 0..QUESTIONS {
            let since = END.plus_ms(-7 * DAY_MS);
            let question = ReachQuestion {
                targetings: vec![targeting.clone()],
                refusing_blocks: refusing_blocks.clone(),
                blocks_about: None,
                since,
            };
            let began = Instant::now();
            reach = stats.reach(question).await?;
            times.push(began.elapsed().as_secs_f64() * 1_000.0);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{name}: p50 {:.0} ms, most {:.0} ms, {} of {} samples",
            times[QUESTIONS / 2],
            times[QUESTIONS - 1],
            reach.samples,
            reach.all_samples
        );
    }
    let began = Instant::now();
    let recent = stats.recent_samples(END.plus_ms(-3_600_000), 5_000).await?;
    println!(
        "last hour: {} of {} samples in {:.0} ms",
        recent.rows.len(),
        recent.samples,
        began.elapsed().as_secs_f64() * 1_000.0
    );
    Ok(())
}
