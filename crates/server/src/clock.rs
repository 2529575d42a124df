//! The server's time: it follows the machine's clock as long as that behaves, and counts on by itself when it jumps.
//!
//! Time never stands still and never goes back. A machine's clock that is a little ahead is followed at once; one that
//! jumped far ahead is not believed until a restart; one that is behind what was stamped already is approached slowly, so
//! slowly that no rule on durations notices. Everything in the server uses this one time, so that decisions, tokens and
//! records of the log always fit together.

use crate::app::{App, AppState, LOG_FOLDER};
use crate::config::Config;
use crate::health::Severity;
use crate::log_command::Confirmed;
use anyhow::{Context, bail};
use clap::Subcommand;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_model::time::{Clock, HOUR_MS, SystemClock, UnixMs};
use rustix::time::{ClockId, clock_gettime};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// All jumps ahead together that a running server follows, in ms. (A clock may also run too fast by one in a thousand.)
const JUMP_MS_MAX: i64 = 15 * 60_000;
/// A clock that differs by more is told, in ms.
const TOLD_MS: i64 = 5_000;
/// While the machine's clock is behind, one in so many milliseconds is left out: 1.6 %.
const SLOWER_ONE_IN: i64 = 64;
/// Where the log is ahead of the machine's clock, a start counts as so long at least, in ms: longer than any rule looks
/// at that asks whether something came too soon.
const START_MS: i64 = 1_000;
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

/// What a clock reads.
trait Sources: Send + Sync + 'static {
    /// The machine's clock, which may jump.
    fn wall(&self) -> UnixMs;
    /// Milliseconds since some moment; never jumps, and goes on while the machine sleeps.
    fn elapsed_ms(&self) -> i64;
}

struct Machine;

impl Sources for Machine {
    fn wall(&self) -> UnixMs {
        SystemClock.now()
    }

    fn elapsed_ms(&self) -> i64 {
        let time = clock_gettime(ClockId::Boottime);
        time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}

/// A clock that never stands still, never goes back and never jumps far.
pub struct SteadyClock {
    sources: Box<dyn Sources>,
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// The time at the beginning.
    base: UnixMs,
    /// What was elapsed then.
    began_ms: i64,
    /// Added to what was counted since: follows the machine's clock.
    offset_ms: i64,
    /// What was elapsed when time was last slowed down.
    slowed_at_ms: i64,
    /// The last answer.
    last: UnixMs,
}

impl SteadyClock {
    /// Begins at the machine's present time.
    pub fn of_machine() -> Self {
        Self::of(Box::new(Machine))
    }

    fn of(sources: Box<dyn Sources>) -> Self {
        let state = State::begin(sources.wall(), sources.elapsed_ms());
        Self { sources, state: Mutex::new(state) }
    }

    /// Begins anew behind the last stamp of the log, if the machine's clock is not past it.
    pub fn go_on_from(&self, last_stamp: UnixMs) {
        let (wall, elapsed_ms) = (self.sources.wall(), self.sources.elapsed_ms());
        let base = if wall > last_stamp { wall } else { last_stamp.plus_ms(START_MS) };
        *self.state.lock() = State::begin(base, elapsed_ms);
    }

    /// What the machine's clock shows, right or wrong.
    pub fn machine(&self) -> UnixMs {
        self.sources.wall()
    }

    /// How far the machine's clock is ahead of this one, in ms; negative: behind.
    pub fn machine_ahead_ms(&self) -> i64 {
        self.machine().since_ms(self.now())
    }

    /// What is wrong with the machine's clock, and what to do.
    pub fn alarm(&self) -> Option<String> {
        match self.machine_ahead_ms() {
            ahead if ahead > TOLD_MS => Some(format!(
                "the machine's clock jumped {} s ahead and is not believed: correct it, or restart Placard if it is right",
                ahead / 1_000
            )),
            ahead if ahead < -TOLD_MS => Some(format!(
                "the machine's clock is {} s behind what Placard has stamped already; Placard comes back to it slowly, in \
                 about {} hours: correct it if it is wrong",
                -ahead / 1_000,
                -ahead * SLOWER_ONE_IN / HOUR_MS + 1
            )),
            _ => None,
        }
    }
}

impl State {
    const fn begin(base: UnixMs, elapsed_ms: i64) -> Self {
        Self { base, began_ms: elapsed_ms, offset_ms: 0, slowed_at_ms: elapsed_ms, last: base }
    }

    fn read(&mut self, wall: UnixMs, elapsed_ms: i64) -> UnixMs {
        let counted = elapsed_ms - self.began_ms;
        let plain = self.base.plus_ms(counted);
        let wanted = wall.since_ms(plain);
        if wanted >= self.offset_ms {
            self.slowed_at_ms = elapsed_ms;
            if wanted <= JUMP_MS_MAX + counted / 1_000 {
                self.offset_ms = wanted;
            }
        } else {
            let slower_ms = (elapsed_ms - self.slowed_at_ms) / SLOWER_ONE_IN;
            self.slowed_at_ms += slower_ms * SLOWER_ONE_IN;
            self.offset_ms = (self.offset_ms - slower_ms).max(wanted);
        }
        self.last = self.last.max(plain.plus_ms(self.offset_ms));
        self.last
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> UnixMs {
        let mut state = self.state.lock();
        let (wall, elapsed_ms) = (self.sources.wall(), self.sources.elapsed_ms());
        state.read(wall, elapsed_ms)
    }
}

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
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(INTERVAL) => {}
            }
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
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    /// A machine whose clock and whose count are moved by hand.
    #[derive(Clone, Default)]
    struct Hands(Arc<(AtomicI64, AtomicI64)>);

    impl Sources for Hands {
        fn wall(&self) -> UnixMs {
            UnixMs(self.0.0.load(Ordering::SeqCst))
        }

        fn elapsed_ms(&self) -> i64 {
            self.0.1.load(Ordering::SeqCst)
        }
    }

    const NOON: UnixMs = UnixMs(1_800_000_000_000);

    impl Hands {
        fn clock() -> (Self, SteadyClock) {
            let hands = Self::default();
            hands.jump(NOON.0);
            (hands.clone(), SteadyClock::of(Box::new(hands)))
        }

        fn pass(&self, ms: i64) {
            self.0.0.fetch_add(ms, Ordering::SeqCst);
            self.0.1.fetch_add(ms, Ordering::SeqCst);
        }

        fn jump(&self, ms: i64) {
            self.0.0.fetch_add(ms, Ordering::SeqCst);
        }
    }

    fn since_noon(clock: &SteadyClock) -> i64 {
        clock.now().since_ms(NOON)
    }

    #[test]
    fn small_jumps_ahead_are_followed_and_large_ones_are_not() {
        let (hands, clock) = Hands::clock();
        hands.pass(1_000);
        hands.jump(60_000);
        assert_eq!((since_noon(&clock), clock.alarm()), (61_000, None));
        hands.jump(24 * HOUR_MS);
        hands.pass(500);
        assert_eq!(since_noon(&clock), 61_500, "time goes on as if nothing had happened");
        assert!(clock.alarm().unwrap().contains("86400 s ahead"), "{:?}", clock.alarm());
        for _ in 0..100 {
            hands.jump(60_000);
            clock.now();
        }
        assert_eq!(since_noon(&clock), 61_500, "nor by small steps");
        hands.jump(-24 * HOUR_MS - 100 * 60_000);
        hands.pass(500);
        assert_eq!((since_noon(&clock), clock.alarm()), (62_000, None), "and all is well once it is corrected");
    }

    #[test]
    fn a_clock_that_was_ahead_is_come_back_to_without_standing_still() {
        let (hands, clock) = Hands::clock();
        clock.go_on_from(NOON.plus_ms(HOUR_MS));
        assert_eq!(since_noon(&clock), HOUR_MS + START_MS, "behind the last stamp, by more than any rule looks at");
        assert!(clock.alarm().unwrap().contains("behind"), "{:?}", clock.alarm());
        let mut before = since_noon(&clock);
        for _ in 0..100 {
            hands.pass(300);
            let now = since_noon(&clock);
            assert!((294..=300).contains(&(now - before)), "a pause of 300 ms was taken for {} ms", now - before);
            before = now;
        }
        // Looked at often or rarely, it arrives.
        for _ in 0..66 {
            hands.pass(HOUR_MS);
            clock.now();
        }
        assert_eq!((clock.machine_ahead_ms(), clock.alarm()), (0, None));
        hands.jump(-10);
        let now = since_noon(&clock);
        hands.pass(1);
        assert!(since_noon(&clock) >= now, "never back");
    }

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
