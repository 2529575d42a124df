//! Measures statistics questions over many facts, beside the same SQL run directly in DuckDB.
//!
//! `cargo run -p placard-stats --example statistics [facts in millions, 20 by default] [folder for the file]`
//!
//! The facts come from a generator without chance: fact number `i` is made from hashes of `i`, so each run on each
//! machine has the same 30 days of 300 advertisers, 10,000 ads, 500 sites and 2,000 blocks.

use placard_model::{Day, UserId};
use placard_stats::{Dimension, Metric, Period, Query, Stats, StatsConfig, StatsScope, plan};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Days that the facts are spread over.
const DAYS: i64 = 30;
/// The last day: 2026-11-21.
const LAST: Day = Day(20_778);
/// How often both sides are opened anew, taking turns in who begins, so that load on the machine meets both.
const ROUNDS: i64 = 12;
/// The same for a question that takes a second or more: two sides twice are a minute already.
const ROUNDS_OF_SLOW: i64 = 2;
/// Timed questions of each side in one round.
const QUESTIONS: i64 = 20;
/// Questions before them, whose times are not kept: they fill the caches.
const WARM_UP: i64 = 5;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[expect(clippy::print_stdout, reason = "a program that prints figures")]
fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let millions: i64 = args.next().map_or(Ok(20), |text| text.parse())?;
    let folder = args.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join(format!("placard-facts-{millions}m.duckdb"));
    let started = Instant::now();
    if !path.exists() {
        generate(&path, millions * 1_000_000)?;
    }
    let bytes = std::fs::metadata(&path)?.len();
    println!(
        "{millions} M facts ready after {:.0} s, file {:.0} MiB",
        started.elapsed().as_secs_f64(),
        bytes as f64 / f64::from(1 << 20)
    );
    let week = Period::ending(LAST, 7);
    let month = Period::ending(LAST, DAYS as i32);
    let advertiser = |number: i64| StatsScope::advertiser(UserId(1 + number * 7 % 300));
    let webmaster = |number: i64| StatsScope::webmaster(UserId(1_001 + number * 7 % 200));
    compare(&path, ROUNDS, "one advertiser, 7 days by ad", |n| (Query::by(Dimension::Ad, week), advertiser(n)))?;
    compare(&path, ROUNDS, "one advertiser, 7 days by site", |n| (Query::by(Dimension::Site, week), advertiser(n)))?;
    compare(&path, ROUNDS, "one advertiser, 7 days by city", |n| (Query::by(Dimension::City, week), advertiser(n)))?;
    compare(&path, ROUNDS, "one webmaster, 7 days by block", |n| (Query::by(Dimension::Block, week), webmaster(n)))?;
    compare(&path, ROUNDS_OF_SLOW, "network, 30 days by country", |_| {
        (Query::by(Dimension::Country, month), StatsScope::network())
    })?;
    Ok(())
}

/// Runs a question both ways and prints p50, p95 and their ratio.
#[expect(clippy::print_stdout, reason = "a program that prints figures")]
fn compare(path: &Path, rounds: i64, name: &str, question: impl Fn(i64) -> (Query, StatsScope)) -> Result<()> {
    let (mut ours, mut direct) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let first = round * QUESTIONS;
        let numbers: Vec<i64> =
            (first - WARM_UP..first + QUESTIONS).map(|n| n.rem_euclid(rounds * QUESTIONS)).collect();
        if round % 2 == 0 {
            ours.extend(ask_ours(path, &numbers, &question)?);
            direct.extend(ask_directly(path, &numbers, &question)?);
        } else {
            direct.extend(ask_directly(path, &numbers, &question)?);
            ours.extend(ask_ours(path, &numbers, &question)?);
        }
    }
    let (ours, direct) = (percentiles(ours), percentiles(direct));
    println!(
        "{name:32} p50 {:7.2} ms  p95 {:7.2} ms | DuckDB alone p50 {:7.2} ms  p95 {:7.2} ms | p95 ratio {:.2}",
        ours.0,
        ours.1,
        direct.0,
        direct.1,
        ours.1 / direct.1
    );
    Ok(())
}

/// Times of questions through the crate, with all metrics of all rows.
fn ask_ours(path: &Path, numbers: &[i64], question: impl Fn(i64) -> (Query, StatsScope)) -> Result<Vec<Duration>> {
    let stats = Stats::open(&StatsConfig::file(path))?;
    let mut times = Vec::new();
    for number in numbers {
        let (query, scope) = question(*number);
        let started = Instant::now();
        let table = stats.run(&query, &scope)?;
        for row in &table.rows {
            for (metric, _) in scope.view().metrics() {
                black_box(Metric::value(metric, &row.sums));
            }
        }
        times.push(started.elapsed());
    }
    Ok(times.split_off(WARM_UP as usize))
}

/// Times of the same SQL on a bare connection, with every value of every row read.
fn ask_directly(path: &Path, numbers: &[i64], question: impl Fn(i64) -> (Query, StatsScope)) -> Result<Vec<Duration>> {
    let config = duckdb::Config::default().max_memory("1024MiB")?.threads(2)?;
    let connection = duckdb::Connection::open_with_flags(path, config)?;
    let mut times = Vec::new();
    for number in numbers {
        let (query, scope) = question(*number);
        let sql = plan::plan(&query, &scope).sql;
        let started = Instant::now();
        let mut statement = connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..row.as_ref().column_count() {
                black_box(row.get::<_, Option<i64>>(column)?);
            }
        }
        times.push(started.elapsed());
    }
    Ok(times.split_off(WARM_UP as usize))
}

/// Median and 95th percentile in milliseconds.
fn percentiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1_000.0;
    (at(50), at(95))
}

/// Makes the file: facts as they lie after compaction, then the narrow tables from them.
fn generate(path: &Path, facts: i64) -> Result<()> {
    drop(Stats::open(&StatsConfig::file(path))?);
    let connection = duckdb::Connection::open(path)?;
    connection.execute_batch("SET memory_limit = '4GiB'")?;
    let per_day = facts / DAYS;
    for number in 0..DAYS {
        let day = i64::from(LAST.0) - DAYS + 1 + number;
        connection.execute_batch(&day_sql(day, number * per_day, (number + 1) * per_day))?;
    }
    drop(connection);
    let stats = Stats::open(&StatsConfig::file(path))?;
    for number in 0..DAYS as i32 {
        stats.derive_days(Period::day(LAST.plus(-number)))?;
    }
    Ok(())
}

/// One day of facts: numbers `from` up to `to`, sorted as compaction sorts them.
fn day_sql(day: i64, from: i64, to: i64) -> String {
    // `draw` gives a whole number below `most`; squaring the drawn share makes low numbers common, as real sizes are.
    let draw = |salt: i64, most: i64| format!("CAST(hash(i, {salt}) % {most} AS BIGINT)");
    let skewed = |salt: i64, most: i64| {
        format!("CAST(floor(pow((hash(i, {salt}) % 1000003) / 1000003.0, 2) * {most}) AS BIGINT)")
    };
    let month = day_month(day);
    format!(
        "INSERT INTO facts BY NAME SELECT {month} AS month, {day} AS day, {day} * 24 + {hour} AS hour, \
         1 + ad0 % 300 AS advertiser, 1 + ad0 % 1200 AS campaign, 1 + ad0 % 3600 AS ad_group, 1 + ad0 AS ad, \
         1 AS campaign_type, 1 + ad0 % 2 AS target, ad0 % 40 AS offer, 1 + ad0 % 20 AS category, \
         1001 + block0 % 200 AS webmaster, 1 + block0 % 500 AS site, 1 + block0 AS block, \
         1 + block0 % 17 AS template, 1 AS format, country0 AS country, \
         1 + country0 * 20 + city0 % 20 AS region, 1 + country0 * 200 + city0 AS city, 1 + {asn} AS asn, \
         [1, 2, 4, 4, 4][1 + {device}] AS device, 1 + {os} AS os, 1 + {browser} AS browser, \
         {language} AS language, {source} AS traffic_source, 0 AS verdict, \
         CASE WHEN {control} = 0 THEN 1 ELSE 0 END AS control, \
         shows0 AS shows, shows0 * 7 // 10 AS confirmed_shows, click0 AS clicks, 0 AS rejected_shows, \
         0 AS rejected_clicks, shows0 * 1500000 AS weight_sum, click0 * 250000 AS spent, click0 * 175000 AS earned, \
         0 AS webmaster_referral, 0 AS advertiser_referral, click0 * 75000 AS margin, \
         CASE WHEN click0 = 1 AND i % 30 = 0 THEN 1 ELSE 0 END AS hold, \
         CASE WHEN click0 = 1 AND i % 31 = 0 THEN 1 ELSE 0 END AS approved, 0 AS rejected, \
         CASE WHEN click0 = 1 AND i % 30 = 0 THEN 5000000 ELSE 0 END AS hold_money, \
         CASE WHEN click0 = 1 AND i % 31 = 0 THEN 5000000 ELSE 0 END AS approved_money, 0 AS rejected_money \
         FROM (SELECT i, {ad} AS ad0, {block} AS block0, {country} AS country0, {city} AS city0, \
         1 + {shows} AS shows0, CASE WHEN {click} = 0 THEN 1 ELSE 0 END AS click0 \
         FROM range({from}, {to}) AS numbers(i)) AS drawn \
         ORDER BY hour, advertiser, campaign, ad_group, ad",
        hour = draw(1, 24),
        ad = skewed(2, 10_000),
        block = skewed(3, 2_000),
        country = skewed(4, 60),
        city = skewed(5, 200),
        asn = skewed(6, 400),
        device = draw(7, 5),
        os = draw(8, 8),
        browser = draw(9, 11),
        language = skewed(10, 30),
        source = draw(11, 5),
        control = draw(12, 20),
        shows = draw(13, 4),
        click = draw(14, 80),
    )
}

/// The month's number of a day, as facts store it.
fn day_month(day: i64) -> i64 {
    Dimension::Month
        .parse_key(Day(day as i32).to_string().get(..7).unwrap_or_default())
        .map_or(0, |placard_stats::Key(month)| month)
}
