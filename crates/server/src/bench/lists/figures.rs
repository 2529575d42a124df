//! What the statistics have of an advertiser with very much: figures of each ad today, sources of a week, and the requests and clicks
//! of a week for reach.

use super::network::{ADS, ADS_OF_ONE_GROUP, BLOCKS, GROUPS_OF_ONE, OWNER, above, is_push};
use crate::app::AppState;
use placard_model::books::settlement::{Amounts, Rates, Settlement, SettlementKind};
use placard_model::event::{EventRef, RequestSample, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::VisitorId;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, Hour, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_stats::{ClickDelta, FactDelta, NewRows, Sampled};

/// Requests that were kept, and clicks of all advertisers.
const SAMPLES: u64 = 2_000_000;
const CLICKS: u64 = 200_000;
const ADVERTISERS: u64 = 20;
/// Days of requests, clicks and sources.
const DAYS: i64 = 7;
/// Requests that are written at once.
const SAMPLES_AT_ONCE: u64 = 200_000;

/// Writes everything that the statistics have: figures of each ad today, sources of a week, requests and clicks.
pub(super) fn count(app: &AppState) -> anyhow::Result<()> {
    let (now, positions) = (app.clock.now(), app.stats.positions()?);
    let today: Vec<FactDelta> = (1..=ADS).map(|ad| fact(ad, 1 + ad % BLOCKS, now.hour())).collect();
    app.stats.append(&today, &[], &positions)?;
    let first_ad = GROUPS_OF_ONE + 1;
    let sources: Vec<FactDelta> = (0..DAYS)
        .flat_map(|day| {
            let hour = now.plus_ms(-day * DAY_MS).day().first_hour();
            (1..=BLOCKS).map(move |block| fact(first_ad + block % ADS_OF_ONE_GROUP, block, hour))
        })
        .collect();
    app.stats.append(&sources, &[], &positions)?;
    let week_ago = now.plus_ms(-DAYS * DAY_MS + HOUR_MS);
    let moment = |number: u64, all: u64| {
        let ms = u128::from(number) * (DAYS * DAY_MS - HOUR_MS) as u128 / u128::from(all);
        week_ago.plus_ms(ms as i64)
    };
    for first in (0..SAMPLES).step_by(SAMPLES_AT_ONCE as usize) {
        let samples: Vec<Sampled> = (first..(first + SAMPLES_AT_ONCE).min(SAMPLES))
            .map(|number| Sampled { at: EventRef(number), append_ms: moment(number, SAMPLES), sample: sample(number) })
            .collect();
        app.stats.append_all(&NewRows { samples: &samples, ..NewRows::default() }, &positions)?;
    }
    let clicks: Vec<ClickDelta> = (0..CLICKS)
        .map(|number| {
            let mut ad = served(1 + pick(number, 1, ADS as u64) as i64, 1 + pick(number, 2, BLOCKS as u64) as i64);
            ad.ad.advertiser = UserId(1 + pick(number, 3, ADVERTISERS) as i64);
            ad.served.place.country = country(number);
            let cost = Money::from_micros(10_000 + pick(number, 4, 50) as i64 * 10_000);
            ClickDelta::from(&Settlement {
                record: EventRef(number),
                click: EventRef(number),
                clicked_at: moment(number, CLICKS),
                ad,
                verdict: Verdict::Valid,
                amounts: Amounts { cost, network: cost, ..Amounts::default() },
                rates: Rates::default(),
                kind: SettlementKind::Click,
            })
        })
        .collect();
    Ok(app.stats.append_all(&NewRows { clicks: &clicks, ..NewRows::default() }, &positions)?)
}

/// A number below `most`, of a hash of `number` (SplitMix64).
fn pick(number: u64, salt: u64, most: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(salt << 32);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)) % most
}

/// One of four countries, or one of two hundred.
fn country(number: u64) -> CountryCode {
    let usual = ["DE", "AT", "CH", "FR"][pick(number, 5, 4) as usize];
    let any = CountryCode::from_index(pick(number, 6, 200) as usize);
    if pick(number, 7, 3) == 0 { any } else { CountryCode::parse(usual) }.unwrap_or_default()
}

fn block(id: i64) -> BlockDims {
    BlockDims {
        webmaster: UserId(1_000_000),
        site: SiteId(1 + id / 4),
        block: BlockId(id),
        format: BlockFormat::Native,
        template: TemplateId(1),
    }
}

fn sample(number: u64) -> RequestSample {
    RequestSample {
        block: block(1 + pick(number, 2, BLOCKS as u64) as i64),
        page: format!("site.example/news/{}", pick(number, 8, 50_000)),
        place: Place {
            country: country(number),
            region: PlaceId(1 + pick(number, 9, 3_000)),
            city: PlaceId(1 + pick(number, 10, 40_000)),
        },
        asn: pick(number, 11, 20_000) as u32,
        device_type: DeviceType::ALL[pick(number, 12, DeviceType::ALL.len() as u64) as usize],
        os: Os::ALL[pick(number, 13, Os::ALL.len() as u64) as usize],
        browser: Browser::ALL[pick(number, 14, Browser::ALL.len() as u64) as usize],
        language: Language::parse("de").unwrap_or_default(),
        traffic_source: TrafficSourceId(pick(number, 15, 7) as i64),
        visitor: VisitorId(pick(number, 16, u64::MAX)),
        places: 4,
        filled: 3,
        step: Some(0),
        weight: 100,
        content: PageContent::default(),
    }
}

/// What an ad brought in a block in an hour.
fn fact(ad: i64, block: i64, hour: Hour) -> FactDelta {
    let mut fact = FactDelta::show(&served(ad, block), hour, Verdict::Valid);
    fact.measures.shows = 100 + ad % 900;
    fact.measures.clicks = 1 + ad % 7;
    fact.measures.approved = i64::from(block % 5 == 0);
    fact.measures.amounts = Amounts { cost: Money::from_micros(120_000 * (1 + ad % 7)), ..Amounts::default() };
    fact
}

fn served(ad: i64, in_block: i64) -> ServedAd {
    let (campaign, group) = above(ad);
    ServedAd {
        token: TokenId([0; 12]),
        served: Served {
            ad: AdId(ad),
            block: BlockId(in_block),
            page: 0,
            visitor: VisitorId(0),
            decided_at: UnixMs(0),
            price: Money::from_micros(120_000),
            weight_micros: 0,
            place: Place::default(),
            asn: 0,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::default(),
            traffic_source: TrafficSourceId(0),
            template: TemplateId(1),
            position: 0,
            control: false,
            consent: false,
        },
        ad: AdDims {
            campaign_type: if is_push(campaign) { CampaignType::Push } else { CampaignType::Native },
            advertiser: OWNER,
            campaign: CampaignId(campaign),
            group: GroupId(group),
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(1),
        },
        block: block(in_block),
    }
}
