//! A year with everything that a day brings: sizes stay bounded, and nothing that counts is gone.

use super::{CLICKS_A_DAY, Network, SETTLEMENTS_A_DAY};
use crate::app::{TestApp, sqlite_app_with};
use crate::money::{PRICE, WEBMASTER, World, assert_clean, balance, sums};
use placard_model::books::posting::Account;
use placard_model::event::ServedAd;
use placard_model::targeting::geo::CountryCode;
use placard_model::{AdId, BlockId, Clock, Money, SiteId, UnixMs, UserId};
use placard_store::Scope;
use placard_store::lists::Direction;
use placard_store::money::history;

/// Ads, blocks and countries of a spread network. Half a year has a multiple of each of clicks, so that both halves end alike.
const ADS: u64 = 13;
const BLOCKS: u64 = 7;
const COUNTRIES: [&str; 6] = ["DE", "AT", "CH", "FR", "IT", "PL"];
/// Webmasters of a spread network, each with every other block: three clicks in a row bring something to both.
const WEBMASTERS: u64 = 2;

/// An ad that was served to visitor `number`: each time another one, on another block, in another country.
pub(super) fn spread(world: World, number: u64, now: UnixMs) -> ServedAd {
    let mut ad = world.served(number, now);
    let block = number % BLOCKS;
    ad.served.ad = AdId(100 + (number % ADS) as i64);
    ad.served.place.country = CountryCode::parse(COUNTRIES[number as usize % COUNTRIES.len()]).unwrap();
    ad.block.block = BlockId(200 + block as i64);
    ad.block.site = SiteId(300 + block as i64);
    ad.block.webmaster = UserId(WEBMASTER.0 + (block % WEBMASTERS) as i64);
    ad.served.block = ad.block.block;
    ad
}

/// The log of a day, with what a segment begins with.
const LOG_BYTES_A_DAY: u64 = 4_000;
/// Between two checkpoints, which cost more than the day in between.
const CHECKPOINT_DAYS: i64 = 7;
/// Days of the log: as many as the setting says, those since the last checkpoint, and those that are not sealed.
const LOG_DAYS_MAX: u64 = 30 + CHECKPOINT_DAYS as u64 + 2;
/// Days of clicks: two months, and those that are not sealed.
const CLICK_DAYS_MAX: i64 = 61 + 3;
/// Days of postings one by one: those whose earnings wait, and what seals wait for.
const POSTING_DAYS_MAX: i64 = 7 + 4;
/// Postings of a day one by one: of its clicks, which are billed at once, by campaign, block and network, and of each webmaster's
/// release.
const POSTINGS_A_DAY: i64 = 1 + CLICKS_A_DAY as i64 + 1 + 2 * WEBMASTERS as i64;
/// Folded: advertiser, webmasters and network for clicks, and both sides of each release.
const FOLDED_A_DAY: i64 = 1 + WEBMASTERS as i64 + 1 + 2 * WEBMASTERS as i64;
/// Rows of facts of a day by hour, and of one that is kept by day: in six tables of facts and one of requests.
const FACTS_A_DAY: i64 = 14 * CLICKS_A_DAY as i64;
const FACTS_A_FOLDED_DAY: i64 = 14 * CLICKS_A_DAY as i64;
/// Days of samples.
const SAMPLE_DAYS_MAX: i64 = 8 + 1 + CHECKPOINT_DAYS;

#[tokio::test(flavor = "multi_thread")]
async fn a_year_keeps_sizes_bounded() {
    const DAYS: i64 = 52 * CHECKPOINT_DAYS;
    const HALF: i64 = DAYS / 2;
    sqlite_app_with(
        |_| {},
        async |test: TestApp| {
            let mut network = Network::new(&test, "30", "2").await;
            network.is_spread = true;
            let first = test.clock.now().day();
            let mut half = None;
            for day in 1..=DAYS {
                network.day(day % CHECKPOINT_DAYS == 0).await;
                if day == HALF {
                    half = Some(network.sizes().await);
                    assert_clean(&network.audit().await);
                }
            }
            let (half, sizes) = (half.unwrap(), network.sizes().await);
            let rows = |table: &str| sizes.rows[table];
            assert!(sizes.log_bytes <= LOG_DAYS_MAX * LOG_BYTES_A_DAY, "{sizes:?}");
            assert!(rows("settlements") <= CLICK_DAYS_MAX * SETTLEMENTS_A_DAY, "{sizes:?}");
            assert!(rows("conversions") <= CLICK_DAYS_MAX, "{sizes:?}");
            assert!(rows("transactions") <= CLICK_DAYS_MAX + POSTING_DAYS_MAX * WEBMASTERS as i64 + 1, "{sizes:?}");
            assert!(rows("postings") <= POSTING_DAYS_MAX * POSTINGS_A_DAY + 2, "{sizes:?}");
            assert!(rows("folded_postings") <= DAYS * FOLDED_A_DAY && rows("day_seals") == DAYS, "{sizes:?}");
            assert!(sizes.stats.clicks <= CLICK_DAYS_MAX * SETTLEMENTS_A_DAY, "{sizes:?}");
            assert!(sizes.stats.samples <= SAMPLE_DAYS_MAX * CLICKS_A_DAY as i64, "{sizes:?}");
            let hourly = (61 + 2) * FACTS_A_DAY;
            assert!(sizes.stats.facts <= hourly + DAYS * FACTS_A_FOLDED_DAY, "{sizes:?}");
            let parts = test.app.stats.sizes().unwrap();
            assert_eq!(parts.by_hour.rows + parts.by_day.rows, sizes.stats.facts, "{parts:?}");
            assert!(parts.by_hour.rows > 0 && parts.by_hour.rows <= hourly, "{parts:?}");
            assert!(parts.by_day.rows <= DAYS * FACTS_A_FOLDED_DAY, "{parts:?}");
            assert_eq!(parts.clicks.rows, sizes.stats.clicks, "{parts:?}");
            // What does not grow by the day is as large as it was half a year before.
            for table in ["settlements", "conversions", "transactions", "postings"] {
                assert_eq!(half.rows[table], sizes.rows[table], "{table}");
            }
            assert_eq!((half.stats.clicks, half.stats.samples), (sizes.stats.clicks, sizes.stats.samples));
            assert!(sizes.log_bytes.abs_diff(half.log_bytes) < LOG_BYTES_A_DAY, "{half:?} {sizes:?}");

            // And nothing that counts is gone.
            let clicks = DAYS * CLICKS_A_DAY as i64;
            assert_eq!((sums(&test.app).clicks, sums(&test.app).shows), (clicks, clicks));
            let spent = clicks * PRICE.micros();
            assert_eq!(balance(&test.app, Account::Advertiser(UserId(800))).await, 10_000_000_000 - spent);
            let scope = Scope::Advertiser(UserId(800));
            let page = test
                .app
                .store
                .read("test_history", async |conn| history::advertiser(conn, scope, Direction::Descending, 0, 9).await)
                .await;
            assert_eq!(page.unwrap().total, DAYS + 1, "a top-up and a row for each day");
            let report = network.audit().await;
            assert_clean(&report);
            assert_eq!(report.seals as i64, DAYS);
            assert_eq!(report.billed, Money::from_micros(spent).to_string(), "also what is gone");
            let text = report.to_string();
            let sealed = format!("KEPT days up to {} are sealed", first.plus(DAYS as i32 - 1));
            assert!(text.contains(&sealed) && text.contains("KEPT clicks one by one since"), "{text}");
        },
    )
    .await;
}
