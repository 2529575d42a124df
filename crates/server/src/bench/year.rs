//! A year of a busy network on a moved clock: everything that a day brings goes through log, billing and facts, the jobs of
//! retention run each night, and each quarter every kept part is held to its bound.

mod bounds;
mod traffic;

use super::money;
use crate::app::{App, AppState, Parts};
use anyhow::Context;
use bounds::{CLICK_MONTHS, HOURLY_MONTHS, LOG_DAYS};
use placard_common::config::Config;
use placard_common::progress::Progress;
use placard_model::time::{HOUR_MS, ManualClock, SystemClock};
use placard_model::{Clock, Day};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::schedule;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use std::time::Instant;
use traffic::Traffic;

/// Days of the year: four quarters of the same length.
const DAYS: i64 = 4 * QUARTER_DAYS;
const QUARTER_DAYS: i64 = 91;
/// When visitors come: so many times a day, from this hour on, each time so much later.
const TIMES_A_DAY: i64 = 8;
const FIRST_HOUR: i64 = 6;
const BETWEEN_MS: i64 = 2 * HOUR_MS;
/// When the night's jobs run, after midnight: the day before can be sealed then.
const NIGHT_MS: i64 = 2 * HOUR_MS;
/// Clicks follow their shows, and billing follows the log two seconds behind.
const CLICKED_AFTER_MS: i64 = 1_000;
const JUDGED_AFTER_MS: i64 = 5_000;
/// Of a hundred clicks so many are valid at least: otherwise no money moves, and nothing of it is measured.
const VALID_PERCENT_MIN: i64 = 90;

/// The sizes of each quarter; an error where a part is over its bound. The folder of `config` is empty.
pub(super) async fn measure(config: Config) -> anyhow::Result<String> {
    let folder = config.data_dir.clone();
    let clock = Arc::new(ManualClock::new(SystemClock.now().day().plus(1).start()));
    let moved: Arc<dyn Clock> = clock.clone();
    let app = App::open(config, Parts { clock: Some(moved), seed: Some(super::SEED), ..Parts::default() }).await?;
    keep(&app)?;
    let traffic = Traffic::new(money::prepare(&app).await?);
    app.engine.set_loaded();
    let billing = Billing::load(app.worker.clone()).await?;
    let facts = Facts::load(app.worker.clone()).await?;
    let mut year = Year { app: app.clone(), clock, traffic, billing, facts };
    let (report, over) = year.pass().await?;
    drop(year);
    app.close().await?;
    drop(app);
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    anyhow::ensure!(over.is_empty(), "{report}\nover their bounds:\n{}", over.join("\n"));
    Ok(report)
}

/// Times to keep that a year is much longer than, so that what goes and what stays can be told apart.
fn keep(app: &AppState) -> anyhow::Result<()> {
    let values = [
        ("retention.log_days", LOG_DAYS.to_string()),
        ("retention.click_months", CLICK_MONTHS.to_string()),
        ("retention.hourly_months", HOURLY_MONTHS.to_string()),
    ];
    let settings = &app.worker.settings;
    let values = values.iter().map(|(name, value)| (*name, value.as_str()));
    let refused = settings.publish(settings.edition() as i64 + 1, values);
    anyhow::ensure!(refused.is_empty(), "{refused:?}");
    Ok(())
}

/// A network, its visitors, and its feeds.
struct Year {
    app: AppState,
    clock: Arc<ManualClock>,
    traffic: Traffic,
    billing: Billing,
    facts: Facts,
}

impl Year {
    /// The report, and what was over its bound.
    async fn pass(&mut self) -> anyhow::Result<(String, Vec<String>)> {
        let (mut report, mut over) = (String::new(), Vec::new());
        let _ = writeln!(
            report,
            "A year of {} shows and {} clicks a day: {} ads of {} advertisers on {} blocks of {} webmasters, in SQLite",
            traffic::SHOWS_A_DAY,
            traffic::CLICKS_A_DAY,
            traffic::ADS,
            money::OWNERS,
            traffic::BLOCKS,
            traffic::WEBMASTERS
        );
        let (began, first) = (Instant::now(), self.clock.now().day());
        let mut progress = Progress::new("Passing a year", DAYS as u64);
        for day in 1..=DAYS {
            self.day(first.plus(day as i32 - 1)).await.with_context(|| format!("day {day}"))?;
            progress.set(day as u64, &format!("day {day} of {DAYS}"));
            if day % QUARTER_DAYS == 0 {
                let _ = writeln!(report, "  after {day} days, {:.0} s", began.elapsed().as_secs_f64());
                for part in bounds::parts(&self.app, day).await? {
                    let _ = writeln!(report, "    {part}");
                    if part.is_over() {
                        over.push(format!("after {day} days: {part}"));
                    }
                }
            }
        }
        progress.finish("A year has passed");
        self.check(&mut report).await?;
        Ok((report, over))
    }

    /// A day with its visitors, and the night after it.
    async fn day(&mut self, day: Day) -> anyhow::Result<()> {
        for time in 0..TIMES_A_DAY {
            self.clock.set(day.start().plus_ms(FIRST_HOUR * HOUR_MS + time * BETWEEN_MS));
            self.traffic.shows(&self.app).await?;
            self.clock.advance_ms(CLICKED_AFTER_MS);
            self.traffic.clicks(&self.app).await?;
            self.clock.advance_ms(JUDGED_AFTER_MS);
            self.billing.catch_up().await?;
            self.facts.catch_up().await?;
        }
        let night = day.plus(1).start().plus_ms(NIGHT_MS);
        self.clock.set(night);
        self.billing.catch_up().await?;
        self.facts.catch_up().await?;
        // The log is kept from the last checkpoint on.
        self.billing.checkpoint().await?;
        self.facts.checkpoint().await?;
        while self.app.stats.compact(night.hour())? > 0 {}
        schedule::hourly(&self.app.worker, night).await
    }

    /// Nothing that counts is gone, and the books agree with what is left.
    async fn check(&self, report: &mut String) -> anyhow::Result<()> {
        let sums = self.app.stats.sums()?;
        let (shows, clicks) = (DAYS * traffic::SHOWS_A_DAY, DAYS * traffic::CLICKS_A_DAY);
        let counted = (sums.shows + sums.rejected_shows, sums.clicks + sums.rejected_clicks);
        anyhow::ensure!(counted == (shows, clicks), "{counted:?} shows and clicks are counted of {shows} and {clicks}");
        anyhow::ensure!(
            sums.clicks * 100 >= clicks * VALID_PERCENT_MIN,
            "{} of {clicks} clicks are valid",
            sums.clicks
        );
        let began = Instant::now();
        let found = audit::run(&self.app.worker).await?;
        anyhow::ensure!(found.is_clean(), "the audit found differences: {found}");
        let _ = writeln!(report, "  {:<24}{:.1} s\n", "audited", began.elapsed().as_secs_f64());
        Ok(())
    }
}
