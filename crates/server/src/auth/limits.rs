//! Limits on logins: failed attempts per address and per account in a quarter of an hour.

use crate::config::Logins;
use crate::visitor::visitor_prefix;
use parking_lot::Mutex;
use placard_model::UnixMs;
use std::collections::HashMap;
use std::net::IpAddr;

/// How long failed attempts count.
const WINDOW_MS: i64 = 15 * 60 * 1000;
/// Addresses and accounts that are remembered; when there are more the oldest are forgotten.
const MAX_ENTRIES: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Address(IpAddr),
    Account(String),
}

#[derive(Clone, Copy)]
struct Attempts {
    since: UnixMs,
    count: u32,
}

/// Counts failed logins.
pub struct LoginLimits {
    per_address: u32,
    per_account: u32,
    attempts: Mutex<HashMap<Key, Attempts>>,
}

/// An attempt that was counted as failed until it succeeds.
#[must_use = "a successful attempt must be forgiven"]
pub struct Attempt([Key; 2]);

impl LoginLimits {
    /// With the limits of the configuration.
    pub fn new(limits: &Logins) -> Self {
        Self { per_address: limits.per_address, per_account: limits.per_account, attempts: Mutex::default() }
    }

    /// Counts an attempt; the error is the seconds to wait when there were too many. It is counted before its result is
    /// known, so that many at once cannot pass together.
    pub fn begin(&self, address: IpAddr, account: &str, now: UnixMs) -> Result<Attempt, u32> {
        let keys = [Key::Address(visitor_prefix(address)), Key::Account(account.to_owned())];
        let mut attempts = self.attempts.lock();
        for (key, limit) in keys.iter().zip([self.per_address, self.per_account]) {
            if let Some(found) = attempts.get(key).filter(|found| is_current(found, now) && found.count >= limit) {
                let wait_ms = WINDOW_MS - now.since_ms(found.since);
                return Err((wait_ms / 1000 + 1).clamp(1, WINDOW_MS / 1000) as u32);
            }
        }
        if attempts.len() + 2 > MAX_ENTRIES {
            attempts.retain(|_, found| is_current(found, now));
            if attempts.len() + 2 > MAX_ENTRIES {
                let mut ages: Vec<UnixMs> = attempts.values().map(|found| found.since).collect();
                let (_, middle, _) = ages.select_nth_unstable(MAX_ENTRIES / 2);
                let middle = *middle;
                attempts.retain(|_, found| found.since > middle);
            }
        }
        for key in &keys {
            let found = attempts.entry(key.clone()).or_insert(Attempts { since: now, count: 0 });
            if !is_current(found, now) {
                *found = Attempts { since: now, count: 0 };
            }
            found.count += 1;
        }
        Ok(Attempt(keys))
    }

    /// Takes back an attempt that succeeded; its account starts anew.
    pub fn forgive(&self, attempt: Attempt) {
        let mut attempts = self.attempts.lock();
        let [address, account] = attempt.0;
        attempts.remove(&account);
        if let Some(found) = attempts.get_mut(&address) {
            found.count = found.count.saturating_sub(1);
        }
    }
}

fn is_current(attempts: &Attempts, now: UnixMs) -> bool {
    (0..WINDOW_MS).contains(&now.since_ms(attempts.since))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> LoginLimits {
        LoginLimits::new(&Logins { per_address: 5, per_account: 3 })
    }

    #[test]
    fn failed_logins_are_limited_and_forgotten() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        let fail = |address: &str, account: &str, now: UnixMs| {
            limits.begin(address.parse().unwrap(), account, now).map(|_| ())
        };
        for _ in 0..3 {
            assert_eq!(fail("192.0.2.1", "a", now), Ok(()));
        }
        assert_eq!(fail("192.0.2.2", "a", now), Err(900), "the account, from anywhere");
        assert_eq!(fail("192.0.2.1", "b", now), Ok(()));
        assert_eq!(fail("192.0.2.1", "b", now), Ok(()));
        assert_eq!(fail("192.0.2.1", "c", now.plus_ms(60_000)), Err(841), "the address, for anybody");
        assert_eq!(fail("192.0.2.1", "a", now.plus_ms(WINDOW_MS)), Ok(()));
        assert_eq!(fail("2001:db8::1", "d", now), Ok(()));
    }

    #[test]
    fn success_is_forgiven_and_memory_is_bounded() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        for _ in 0..20 {
            let attempt = limits.begin("192.0.2.1".parse().unwrap(), "a", now).ok().unwrap();
            limits.forgive(attempt);
        }
        for n in 0..MAX_ENTRIES as u32 {
            let _ = limits.begin(IpAddr::from(n.to_be_bytes()), &n.to_string(), now.plus_ms(i64::from(n) / 1000));
        }
        assert!(limits.attempts.lock().len() <= MAX_ENTRIES);
    }
}
