//! Turns at hosts, by scheme, name and port: few at a time, and none for a while at one that fails.

use super::FetchError;
use parking_lot::Mutex;
use placard_model::UnixMs;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hosts that are remembered. With more, those that nobody waits for are forgotten.
const HOSTS_MAX: usize = 10_000;
/// The longest pause after failures, in first pauses.
const PAUSES_MAX: u32 = 16;

pub(super) struct Lanes {
    per_host: usize,
    back_off: Duration,
    retry_after_max: Duration,
    hosts: Mutex<HashMap<String, Lane>>,
}

struct Lane {
    turns: Arc<Semaphore>,
    failures: u32,
    closed_until: UnixMs,
}

/// A turn at a host, given back when it is dropped.
pub(super) struct Turn(#[expect(dead_code, reason = "it is held")] OwnedSemaphorePermit);

impl Lanes {
    pub(super) fn new(per_host: usize, back_off: Duration, retry_after_max: Duration) -> Self {
        Self { per_host, back_off, retry_after_max, hosts: Mutex::default() }
    }

    /// Waits for a turn at a host.
    pub(super) async fn turn(&self, host: &str, now: impl Fn() -> UnixMs) -> Result<Turn, FetchError> {
        let turns = self.open_lane(host, now())?;
        let turn = turns.acquire_owned().await.map_err(|_| FetchError::Busy)?;
        // Who had the turn before may have found that nobody answers.
        self.open_lane(host, now())?;
        Ok(Turn(turn))
    }

    fn open_lane(&self, host: &str, now: UnixMs) -> Result<Arc<Semaphore>, FetchError> {
        let mut hosts = self.hosts.lock();
        if let Some(lane) = hosts.get(host) {
            let wait_ms = lane.closed_until.since_ms(now);
            if wait_ms > 0 {
                return Err(FetchError::BackingOff(wait_ms.unsigned_abs().div_ceil(1_000)));
            }
            return Ok(lane.turns.clone());
        }
        if hosts.len() >= HOSTS_MAX {
            let is_held = |lane: &Lane| Arc::strong_count(&lane.turns) > 1;
            hosts.retain(|_, lane| is_held(lane) || lane.closed_until > now);
            if hosts.len() >= HOSTS_MAX {
                hosts.retain(|_, lane| is_held(lane));
            }
        }
        let lane = Lane { turns: Arc::new(Semaphore::new(self.per_host)), failures: 0, closed_until: now };
        Ok(hosts.entry(host.to_owned()).or_insert(lane).turns.clone())
    }

    /// The host answers.
    pub(super) fn answered(&self, host: &str) {
        if let Some(lane) = self.hosts.lock().get_mut(host) {
            lane.failures = 0;
        }
    }

    /// The host failed, or asks to be left alone for a while.
    pub(super) fn failed(&self, host: &str, asked: Option<Duration>, now: UnixMs) {
        if let Some(lane) = self.hosts.lock().get_mut(host) {
            lane.failures = lane.failures.saturating_add(1);
            let own = self.back_off * 2_u32.saturating_pow(lane.failures - 1).min(PAUSES_MAX);
            let pause = asked.map_or(own, |asked| asked.min(self.retry_after_max).max(own));
            lane.closed_until = now.plus_ms(pause.as_millis() as i64);
        }
    }

    #[cfg(test)]
    fn closed_until(&self, host: &str, now: UnixMs) -> Option<UnixMs> {
        self.hosts.lock().get(host).map(|lane| lane.closed_until).filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hosts_that_fail_are_left_alone_and_forgotten_last() {
        let lanes = Lanes::new(1, Duration::from_secs(30), Duration::from_hours(1));
        let at = |s: i64| UnixMs(s * 1_000);
        let check = |expected: Option<i64>| assert_eq!(lanes.closed_until("a", at(0)), expected.map(at));
        drop(lanes.turn("a", || at(0)).await.unwrap());
        check(None);
        lanes.failed("a", None, at(0));
        check(Some(30));
        assert_eq!(lanes.turn("a", || at(1)).await.err(), Some(FetchError::BackingOff(29)));
        lanes.failed("a", None, at(0));
        check(Some(60));
        lanes.failed("a", Some(Duration::from_mins(10)), at(0));
        check(Some(600));
        lanes.failed("a", Some(Duration::from_secs(1_000_000)), at(0));
        check(Some(3_600));
        (0..20).for_each(|_| lanes.failed("a", None, at(0)));
        check(Some(480));
        lanes.answered("a");
        lanes.failed("a", None, at(0));
        check(Some(30));
        for other in 0..HOSTS_MAX {
            drop(lanes.turn(&format!("other{other}"), || at(0)).await.unwrap());
        }
        check(Some(30));
        assert!(lanes.hosts.lock().len() < HOSTS_MAX);
    }
}
