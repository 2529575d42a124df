//! Watches the machine's clock, notes the time for the next start, and refuses to serve where the clock cannot be right.

use crate::app::{App, AppState};
use crate::confirmed::Confirmed;
use anyhow::{Context, bail};
use clap::Subcommand;
use futures_util::future::BoxFuture;
use placard_common::clock::SteadyClock;
use placard_common::config::Config;
use placard_common::data_folder::LOG_FOLDER;
use placard_common::health::Severity;
use placard_common::loops;
use placard_model::time::{Clock, HOUR_MS, SystemClock, UnixMs};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// A server whose log is further ahead of the machine's clock than this does not start by itself.
const BEHIND_MS_MAX: i64 = 24 * HOUR_MS;
/// A clock that shows an earlier time (2020-01-01) was never set.
const EARLIEST: UnixMs = UnixMs(1_577_836_800_000);
/// Between two looks at the clock.
const INTERVAL: Duration = Duration::from_secs(1);
/// The time is noted so often, in ms, for the next start.
const NOTED_MS: i64 = 60_000;
/// The name of what is wrong with the clock.
const CONDITION: &str = "clock";
/// Holds the last time that was known to be right, in the data folder.
const FILE: &str = "clock";
/// Stands behind that time when a person has said that the machine's clock is right.
const ACCEPTED: &str = "accepted";

/// Tells when the machine's clock differs and when it no longer does, and notes the time for the next start, until the
/// token is cancelled.
pub fn run(app: AppState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let Some(steady) = app.steady.clone() else { return Ok(()) };
        let mut noted = UnixMs::default();
        while !stop.is_cancelled() {
            metrics::gauge!("placard_clock_machine_ahead_seconds").set(steady.machine_ahead_ms() as f64 / 1_000.0);
            match steady.alarm() {
                Some(alarm) => app.health.raise(CONDITION, Severity::Warning, alarm),
                None => app.health.clear(CONDITION),
            }
            let now = steady.now();
            if now.since_ms(noted) >= NOTED_MS {
                noted = now;
                note(&app.config.data_dir, &steady);
            }
            loops::pause(&stop, INTERVAL).await;
        }
        note(&app.config.data_dir, &steady);
        Ok(())
    })
}

fn file(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE)
}

/// What is noted for the next start.
#[derive(Clone, Copy, Debug, Default)]
struct Noted {
    /// The last time that was known to be right.
    at: UnixMs,
    /// A person has said that the machine's clock is right, however far it is behind the log.
    accepted: bool,
}

impl Noted {
    fn read(data_dir: &Path) -> Self {
        let text = fs::read_to_string(file(data_dir)).unwrap_or_default();
        let (at, word) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        Self { at: UnixMs::parse(at).unwrap_or_default(), accepted: word == ACCEPTED }
    }

    fn text(self) -> String {
        if self.accepted { format!("{} {ACCEPTED}\n", self.at) } else { format!("{}\n", self.at) }
    }
}

/// Notes the time for the next start. One that is not noted, on a full disk, makes that start stricter, not wrong.
fn note(data_dir: &Path, steady: &SteadyClock) {
    // A server that runs so far ahead of the machine was let do so.
    let noted = Noted { at: steady.now(), accepted: steady.machine_ahead_ms() < -BEHIND_MS_MAX };
    let new = data_dir.join("clock.new");
    let written = fs::write(&new, noted.text()).and_then(|()| fs::rename(&new, file(data_dir)));
    if let Err(error) = written {
        tracing::debug!(%error, "the time was not noted");
    }
}

/// Refuses to serve where the machine's clock cannot be right, or is so far from the last known time that a person has to
/// say so.
pub fn check_start(app: &App) -> anyhow::Result<()> {
    let Some(steady) = &app.steady else { return Ok(()) };
    let hours = if app.config.demo { 0 } else { app.config.clock_away_max_hours };
    let stamped = app.log.last_stamp();
    check(steady.machine(), stamped, Noted::read(&app.config.data_dir), hours)
}

fn check(wall: UnixMs, stamped: UnixMs, noted: Noted, away_max_hours: u32) -> anyhow::Result<()> {
    if wall < EARLIEST {
        bail!("the machine's clock shows {wall}, which cannot be: correct it, then start again");
    }
    if stamped.since_ms(wall) > BEHIND_MS_MAX && !noted.accepted {
        bail!(
            "the machine's clock shows {wall}, but the event log was written at {stamped} last: correct the clock, then \
             start again. If it is right now and was wrong before, say so with `placard clock accept`; see \"A wrong clock\" \
             in docs/operate.md"
        );
    }
    let last = noted.at.max(stamped);
    let away_ms = wall.since_ms(last);
    if last > UnixMs::default() && away_max_hours > 0 && away_ms > i64::from(away_max_hours) * HOUR_MS {
        bail!(
            "the machine's clock shows {wall}, but Placard ran at {last} last, {} hours before: if the clock is wrong, \
             correct it; if it is right, say so with `placard clock accept`; then start again",
            away_ms / HOUR_MS
        );
    }
    Ok(())
}

/// What to do about the machine's clock.
#[derive(Debug, Subcommand)]
pub enum ClockCommand {
    /// Take the machine's clock for right: after Placard did not run for long, or when the clock was wrong before.
    Accept(Confirmed),
}

/// Notes the machine's time as right; the text to print.
///
/// # Errors
/// When the folder holds no network, or the answer was not yes.
pub fn accept(config: &Config, confirmed: Confirmed) -> anyhow::Result<String> {
    let now = SystemClock.now();
    anyhow::ensure!(now >= EARLIEST, "the machine's clock shows {now}, which cannot be: correct it first");
    anyhow::ensure!(
        config.data_dir.join(LOG_FOLDER).is_dir(),
        "{} holds no network: name its folder with --data-dir",
        config.data_dir.display()
    );
    confirmed.ask(&format!(
        "The machine's clock shows {now} (UTC). This is taken for right from now on. Where the event log is ahead of it, \
         Placard goes on from the log's time and comes back to the clock's slowly."
    ))?;
    let path = file(&config.data_dir);
    fs::write(&path, Noted { at: now, accepted: true }.text())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(format!("The time {now} is taken for right. Start the server now."))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: UnixMs = UnixMs(1_800_000_000_000);

    #[test]
    fn a_start_far_from_the_last_known_time_needs_a_person() {
        let check = |wall_h: i64, stamped_h: i64, noted_h: Option<i64>, part: &str| {
            let at = |hours: i64| NOON.plus_ms(hours * HOUR_MS);
            let noted = Noted { at: noted_h.map(at).unwrap_or_default(), accepted: false };
            let result = check(at(wall_h), at(stamped_h), noted, 72);
            match result {
                Ok(()) => assert!(part.is_empty(), "{wall_h} {stamped_h} {noted_h:?} passed"),
                Err(error) => assert!(!part.is_empty() && error.to_string().contains(part), "{error}"),
            }
        };
        check(0, 0, None, "");
        check(71, 0, None, "");
        check(73, 0, None, "placard clock accept");
        check(73, 0, Some(72), "");
        check(-1, 0, None, "");
        check(-25, 0, None, "A wrong clock");
        let fresh = super::check(NOON.plus_ms(9_000 * HOUR_MS), UnixMs::default(), Noted::default(), 72);
        assert!(fresh.is_ok(), "a new network has no last time");
        let accepted = Noted { at: NOON, accepted: true };
        assert!(super::check(NOON, NOON.plus_ms(9_000 * HOUR_MS), accepted, 72).is_ok(), "a person's word");
        let folder = tempfile::tempdir().unwrap();
        fs::write(file(folder.path()), accepted.text()).unwrap();
        let read = Noted::read(folder.path());
        assert_eq!((read.at, read.accepted), (NOON, true));
        assert!(super::check(UnixMs(5), UnixMs::default(), Noted::default(), 72).is_err(), "1970");
        assert!(super::check(NOON.plus_ms(9_000 * HOUR_MS), NOON, Noted::default(), 0).is_ok(), "switched off");
    }
}
