//! Turns at hosts, by scheme, name and port: few at a time, and none for a while at one that fails.
//!
//! Anybody's page may lead to anybody's host. So whom others lead to has turns of its own for that, and what fails on such a
//! way closes that way alone: who is asked by its own name is never held up for what others led to.

use super::FetchError;
use parking_lot::Mutex;
use placard_model::UnixMs;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hosts that are remembered. With more, those that nobody waits for are forgotten.
const HOSTS_MAX: usize = 10_000;
/// Ways with failures that are remembered. With more, those that are open again are forgotten, and no further ones kept.
const PAUSES_MAX: usize = 10_000;
/// The longest pause after failures, in first pauses.
const PAUSE_FACTOR_MAX: u32 = 16;

pub(super) struct Lanes {
    per_host: usize,
    back_off: Duration,
    retry_after_max: Duration,
    /// Who is there at the moment, by host.
    turns: Mutex<HashMap<String, Arc<Semaphore>>>,
    /// What failed, by way.
    pauses: Mutex<HashMap<String, Pause>>,
}

/// Failures in a row.
struct Pause {
    failures: u32,
    closed_until: UnixMs,
}

/// A step on somebody's way to a host.
pub(super) struct Lane {
    turns: String,
    way: String,
}

impl Lane {
    /// To a host (scheme, name and port) whose name is `host`, on a way for some purpose that began at the name `first`. Who
    /// stands in different queues has turns of their own.
    pub(super) fn new(queue: &str, purpose: &str, first: &str, host: &str, place: &str) -> Self {
        if first == host {
            Self { turns: format!("{queue} {place}"), way: format!("{purpose} {place}") }
        } else {
            Self { turns: format!("{queue} led {place}"), way: format!("{purpose} {first} {place}") }
        }
    }
}

/// A turn at a host, given back when it is dropped.
pub(super) struct Turn(#[expect(dead_code, reason = "it is held")] OwnedSemaphorePermit);

impl Lanes {
    pub(super) fn new(per_host: usize, back_off: Duration, retry_after_max: Duration) -> Self {
        Self { per_host, back_off, retry_after_max, turns: Mutex::default(), pauses: Mutex::default() }
    }

    /// Waits for a turn at a host.
    pub(super) async fn turn(&self, lane: &Lane, now: impl Fn() -> UnixMs) -> Result<Turn, FetchError> {
        self.check_open(lane, now())?;
        let turn = self.turns_at(&lane.turns).acquire_owned().await.map_err(|_| FetchError::Busy)?;
        // Who had the turn before may have found that nobody answers.
        self.check_open(lane, now())?;
        Ok(Turn(turn))
    }

    fn check_open(&self, lane: &Lane, now: UnixMs) -> Result<(), FetchError> {
        let wait_ms = self.pauses.lock().get(&lane.way).map_or(0, |pause| pause.closed_until.since_ms(now));
        if wait_ms > 0 {
            return Err(FetchError::BackingOff(wait_ms.unsigned_abs().div_ceil(1_000)));
        }
        Ok(())
    }

    fn turns_at(&self, host: &str) -> Arc<Semaphore> {
        let mut hosts = self.turns.lock();
        if let Some(turns) = hosts.get(host) {
            return turns.clone();
        }
        if hosts.len() >= HOSTS_MAX {
            hosts.retain(|_, turns| Arc::strong_count(turns) > 1);
        }
        hosts.entry(host.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(self.per_host))).clone()
    }

    /// The host answers.
    pub(super) fn answered(&self, lane: &Lane) {
        self.pauses.lock().remove(&lane.way);
    }

    /// The host failed, or asks to be left alone for a while.
    pub(super) fn failed(&self, lane: &Lane, asked: Option<Duration>, now: UnixMs) {
        let mut pauses = self.pauses.lock();
        if pauses.len() >= PAUSES_MAX && !pauses.contains_key(&lane.way) {
            pauses.retain(|_, pause| pause.closed_until > now);
            if pauses.len() >= PAUSES_MAX {
                return;
            }
        }
        let pause = pauses.entry(lane.way.clone()).or_insert(Pause { failures: 0, closed_until: now });
        pause.failures = pause.failures.saturating_add(1);
        let own = self.back_off * 2_u32.saturating_pow(pause.failures - 1).min(PAUSE_FACTOR_MAX);
        let wait = asked.map_or(own, |asked| asked.min(self.retry_after_max).max(own));
        pause.closed_until = now.plus_ms(wait.as_millis() as i64);
    }

    #[cfg(test)]
    fn closed_until(&self, lane: &Lane, now: UnixMs) -> Option<UnixMs> {
        self.pauses.lock().get(&lane.way).map(|pause| pause.closed_until).filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(host: &str) -> Lane {
        Lane::new("page", "test", host, host, host)
    }

    #[tokio::test]
    async fn hosts_that_fail_are_left_alone_for_ever_longer() {
        let lanes = Lanes::new(1, Duration::from_secs(30), Duration::from_hours(1));
        let at = |s: i64| UnixMs(s * 1_000);
        let a = lane("a");
        let check = |expected: Option<i64>| assert_eq!(lanes.closed_until(&a, at(0)), expected.map(at));
        drop(lanes.turn(&a, || at(0)).await.unwrap());
        check(None);
        lanes.failed(&a, None, at(0));
        check(Some(30));
        assert_eq!(lanes.turn(&a, || at(1)).await.err(), Some(FetchError::BackingOff(29)));
        lanes.failed(&a, None, at(0));
        check(Some(60));
        lanes.failed(&a, Some(Duration::from_mins(10)), at(0));
        check(Some(600));
        lanes.failed(&a, Some(Duration::from_secs(1_000_000)), at(0));
        check(Some(3_600));
        (0..20).for_each(|_| lanes.failed(&a, None, at(0)));
        check(Some(480));
        lanes.answered(&a);
        lanes.failed(&a, None, at(0));
        check(Some(30));
    }

    #[tokio::test]
    async fn only_so_much_is_remembered() {
        let lanes = Lanes::new(1, Duration::from_secs(30), Duration::from_hours(1));
        let now = UnixMs(0);
        let (kept, held) = (lane("kept"), lanes.turn(&lane("held"), || now).await.unwrap());
        lanes.failed(&kept, None, now);
        for other in 0..=HOSTS_MAX {
            let other = lane(&format!("other{other}"));
            drop(lanes.turn(&other, || now).await.unwrap());
            lanes.failed(&other, None, now);
        }
        assert!(lanes.turns.lock().len() < HOSTS_MAX && lanes.turns.lock().contains_key(&lane("held").turns));
        assert!(lanes.pauses.lock().len() <= PAUSES_MAX && lanes.closed_until(&kept, now).is_some());
        drop(held);
        let later = now.plus_ms(60_000);
        lanes.failed(&kept, None, later);
        lanes.failed(&lane("new"), None, later);
        assert!(lanes.closed_until(&lane("new"), later).is_some() && lanes.pauses.lock().len() < PAUSES_MAX);
    }
}
