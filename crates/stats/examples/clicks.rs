//! Measures the click log over many clicks: a page by owner and period, and one click by its place in the log.
//!
//! `cargo run --release -p placard-stats --example clicks [clicks in millions, 10 by default] [folder for the file]`
//!
//! The clicks come from a generator without chance: 13 months of 300 advertisers and 200 webmasters, one in a thousand voided,
//! three in a hundred with a conversion.

use placard_model::event::EventRef;
use placard_model::{Day, UserId};
use placard_stats::{ClickQuestion, Dimension, Direction, Filter, Key, Page, Period, Stats, StatsConfig, StatsScope};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Days that the clicks are spread over.
const DAYS: i32 = 396;
/// The last day: 2026-11-21.
const LAST: Day = Day(20_778);
/// Timed questions, each of another owner or click.
const QUESTIONS: i64 = 200;
/// Questions before them, whose times are not kept: they fill the caches.
const WARM_UP: i64 = 20;
/// Clicks of a page.
const PAGE: u32 = 50;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[expect(clippy::print_stdout, reason = "a program that prints figures")]
fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let millions: i64 = args.next().map_or(Ok(10), |text| text.parse())?;
    let folder = args.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join(format!("placard-clicks-{millions}m.duckdb"));
    let clicks = millions * 1_000_000;
    if !path.exists() {
        generate(&path, clicks)?;
    }
    println!("{millions} M clicks, file {:.0} MiB", std::fs::metadata(&path)?.len() as f64 / f64::from(1 << 20));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let stats = Arc::new(Stats::open(&StatsConfig::file(&path))?);
    let question = |days: i32, filters: Vec<Filter>| ClickQuestion {
        period: Period::ending(LAST, days),
        filters,
        direction: Direction::Descending,
    };
    let valid = || vec![Filter { dimension: Dimension::Verdict, keys: vec![Key(0)], excluded: false }];
    let advertiser = |number: i64| StatsScope::advertiser(UserId(1 + number * 7 % 300));
    let webmaster = |number: i64| StatsScope::webmaster(UserId(1_001 + number * 7 % 200));
    let page = |number: u64| Page { number, count: PAGE };
    let cases = [
        ("advertiser, 7 days, first page", question(7, Vec::new()), page(1), true),
        ("advertiser, 13 months, first page", question(DAYS, Vec::new()), page(1), true),
        ("advertiser, 13 months, page 200", question(DAYS, Vec::new()), page(200), true),
        ("advertiser, 13 months, valid alone", question(DAYS, valid()), page(1), true),
        ("webmaster, 7 days, first page", question(7, Vec::new()), page(1), false),
        ("webmaster, 13 months, first page", question(DAYS, Vec::new()), page(1), false),
    ];
    for (name, question, page, is_advertiser) in cases {
        let mut times = Vec::new();
        for number in -WARM_UP..QUESTIONS {
            let scope = if is_advertiser { advertiser(number + 300) } else { webmaster(number + 200) };
            let started = Instant::now();
            let found = runtime.block_on(stats.clicks(question.clone(), page, scope))?;
            times.push(started.elapsed());
            assert_eq!(found.rows.len(), PAGE as usize, "{name}");
        }
        report(name, times);
    }
    let mut times = Vec::new();
    for number in -WARM_UP..QUESTIONS {
        let click = (number + WARM_UP) * (clicks / (QUESTIONS + WARM_UP));
        let started = Instant::now();
        let found = runtime.block_on(stats.click(place(click), StatsScope::network()))?;
        times.push(started.elapsed());
        assert!(found.is_some(), "click {click}");
    }
    report("one click by its id", times);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a program that prints figures")]
fn report(name: &str, times: Vec<Duration>) {
    let mut times = times.into_iter().skip(WARM_UP as usize).collect::<Vec<_>>();
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1_000.0;
    println!("{name:36} p50 {:7.2} ms  p95 {:7.2} ms", at(50), at(95));
}

/// Where the click of a number stands in the log: places grow, and leave room for other records.
const fn place(number: i64) -> EventRef {
    EventRef(1_000 + number as u64 * 4_000)
}

/// Makes the file: clicks in the order of the log, as the feed appends them.
fn generate(path: &Path, clicks: i64) -> Result<()> {
    drop(Stats::open(&StatsConfig::file(path))?);
    let connection = duckdb::Connection::open(path)?;
    connection.execute_batch("SET memory_limit = '4GiB'")?;
    let first = i64::from(LAST.0 - DAYS + 1);
    let draw = |salt: i64, most: i64| format!("CAST(hash(i, {salt}) % {most} AS BIGINT)");
    let day_ms = "CAST(86400000 AS BIGINT)";
    let columns = format!(
        "CAST(1000 + i * 4000 AS UBIGINT) AS click, {first} * {day_ms} + i * ({DAYS} * {day_ms} // {clicks}) AS clicked_at, \
         clicked_at // {day_ms} AS day, 1 + {ad} % 300 AS advertiser, 1 + {ad} % 1200 AS campaign, \
         1 + {ad} % 3600 AS ad_group, 1 + {ad} AS ad, 1 AS campaign_type, 1 + {ad} % 2 AS target, 1001 + {block} % 200 AS webmaster, \
         1 + {block} % 500 AS site, 1 + {block} AS block, 1 AS format, {country} AS country, {country} * 20 AS region, \
         {country} * 200 + {city} AS city, {asn} AS asn, [1, 2, 4][1 + {device}] AS device, {os} AS os, \
         {browser} AS browser, {language} AS language, {source} AS traffic_source, \
         CASE WHEN {verdict} < 8 THEN 0 ELSE 20 + {verdict} % 8 END AS verdict, \
         CASE WHEN {verdict} < 8 THEN 250000 ELSE 0 END AS cost, CASE WHEN {verdict} < 8 THEN 175000 ELSE 0 END AS earned",
        ad = draw(2, 10_000),
        block = draw(3, 2_000),
        country = draw(4, 60),
        city = draw(5, 200),
        asn = draw(6, 4_000),
        device = draw(7, 3),
        os = draw(8, 8),
        browser = draw(9, 11),
        language = draw(10, 30),
        source = draw(11, 5),
        verdict = draw(12, 10),
    );
    connection.execute_batch(&format!(
        "INSERT INTO clicks BY NAME SELECT {columns} FROM range({clicks}) AS numbers(i);\
         INSERT INTO click_changes BY NAME SELECT click, day, advertiser, webmaster, 1 AS is_void, -cost AS cost, \
         -earned AS earned, 0 AS hold, 0 AS approved, 0 AS rejected, 0 AS hold_money, 0 AS approved_money, \
         0 AS rejected_money FROM clicks WHERE verdict = 0 AND hash(click, 20) % 1000 = 0;\
         INSERT INTO click_changes BY NAME SELECT click, day, advertiser, webmaster, 0 AS is_void, 0 AS cost, 0 AS earned, \
         0 AS hold, 1 AS approved, 0 AS rejected, 0 AS hold_money, 5000000 AS approved_money, 0 AS rejected_money \
         FROM clicks WHERE verdict = 0 AND hash(click, 21) % 100 < 3;"
    ))?;
    Ok(())
}
