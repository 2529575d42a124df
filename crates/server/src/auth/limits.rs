//! Limits on what anybody may call: failed logins per address and per account, public calls per address, mails per
//! recipient.

use crate::config::{Calls, Logins};
use crate::error::Problem;
use crate::visitor::visitor_prefix;
use parking_lot::Mutex;
use placard_model::time::HOUR_MS;
use placard_model::{UnixMs, UserId};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;

/// How long failed logins and public calls count.
const WINDOW_MS: i64 = 15 * 60 * 1000;
/// A recipient gets at most one mail of a kind that anybody can ask for in this time.
const MAIL_PAUSE_MS: i64 = 60 * 1000;
/// A recipient gets at most so many of them in an hour. Their links hold at least as long, so that nobody can keep a
/// recipient from having one that works.
const MAILS_PER_HOUR: u32 = 10;
/// A user asks at most so often in an hour for another mail address: each one gets a mail.
const EMAIL_CHANGES_PER_HOUR: u32 = 5;
/// Keys that a limit remembers; when there are more the oldest are forgotten.
const MAX_ENTRIES: usize = 100_000;

#[derive(Clone, Copy)]
struct Count {
    since: UnixMs,
    count: u32,
}

/// At most `max` of something for each key in a window, which begins with the first.
pub struct RateLimit<K> {
    max: u32,
    window_ms: i64,
    counts: Mutex<HashMap<K, Count>>,
}

impl<K: Clone + Eq + Hash> RateLimit<K> {
    /// With nothing counted.
    pub fn new(max: u32, window_ms: i64) -> Self {
        Self { max, window_ms, counts: Mutex::default() }
    }

    /// Counts one; the error is the seconds to wait when there were too many, and nothing is counted then.
    pub fn take(&self, key: K, now: UnixMs) -> Result<(), u32> {
        let is_current = |found: &Count| (0..self.window_ms).contains(&now.since_ms(found.since));
        let mut counts = self.counts.lock();
        if counts.len() >= MAX_ENTRIES && !counts.contains_key(&key) {
            counts.retain(|_, found| is_current(found));
            if counts.len() >= MAX_ENTRIES {
                let mut ages: Vec<UnixMs> = counts.values().map(|found| found.since).collect();
                let (_, middle, _) = ages.select_nth_unstable(MAX_ENTRIES / 2);
                let middle = *middle;
                counts.retain(|_, found| found.since > middle);
            }
        }
        let found = counts.entry(key).or_insert(Count { since: now, count: 0 });
        if !is_current(found) {
            *found = Count { since: now, count: 0 };
        }
        if found.count >= self.max {
            let wait_ms = self.window_ms - now.since_ms(found.since);
            return Err((wait_ms / 1000 + 1).clamp(1, (self.window_ms / 1000).max(1)) as u32);
        }
        found.count += 1;
        Ok(())
    }

    /// Takes one back.
    pub fn give_back(&self, key: &K) {
        if let Some(found) = self.counts.lock().get_mut(key) {
            found.count = found.count.saturating_sub(1);
        }
    }

    /// Takes all of a key back.
    pub fn clear(&self, key: &K) {
        self.counts.lock().remove(key);
    }
}

/// Counts failed logins.
pub struct LoginLimits {
    addresses: RateLimit<IpAddr>,
    accounts: RateLimit<String>,
}

/// An attempt that was counted as failed until it succeeds.
#[must_use = "a successful attempt must be forgiven"]
pub struct Attempt {
    address: IpAddr,
    account: String,
}

impl LoginLimits {
    /// With the limits of the configuration.
    pub fn new(limits: &Logins) -> Self {
        Self {
            addresses: RateLimit::new(limits.per_address, WINDOW_MS),
            accounts: RateLimit::new(limits.per_account, WINDOW_MS),
        }
    }

    /// Counts an attempt; the error is the seconds to wait when there were too many. It is counted before its result is
    /// known, so that many at once cannot pass together.
    pub fn begin(&self, address: IpAddr, account: &str, now: UnixMs) -> Result<Attempt, u32> {
        let attempt = Attempt { address: visitor_prefix(address), account: account.to_owned() };
        self.addresses.take(attempt.address, now)?;
        if let Err(wait_s) = self.accounts.take(attempt.account.clone(), now) {
            self.addresses.give_back(&attempt.address);
            return Err(wait_s);
        }
        Ok(attempt)
    }

    /// Takes back an attempt that was neither right nor wrong: a right password without the code of the second factor.
    /// Earlier ones still count, else whoever knows the password could guess codes without end.
    pub fn take_back(&self, attempt: Attempt) {
        self.accounts.give_back(&attempt.account);
        self.addresses.give_back(&attempt.address);
    }

    /// Takes back an attempt that succeeded; its account starts anew.
    pub fn forgive(&self, attempt: Attempt) {
        self.accounts.clear(&attempt.account);
        self.addresses.give_back(&attempt.address);
    }
}

/// Counts calls, those that need no login apart, and what can be done with them to others.
pub struct CallLimits {
    all: RateLimit<IpAddr>,
    calls: RateLimit<(&'static str, IpAddr)>,
    mail_pause: RateLimit<(&'static str, String)>,
    mails: RateLimit<(&'static str, String)>,
    email_changes: RateLimit<UserId>,
}

impl CallLimits {
    /// With the limits of the configuration.
    pub fn new(limits: &Calls) -> Self {
        Self {
            all: RateLimit::new(limits.all_per_address, WINDOW_MS),
            calls: RateLimit::new(limits.per_address, WINDOW_MS),
            mail_pause: RateLimit::new(1, MAIL_PAUSE_MS),
            mails: RateLimit::new(MAILS_PER_HOUR, HOUR_MS),
            email_changes: RateLimit::new(EMAIL_CHANGES_PER_HOUR, HOUR_MS),
        }
    }

    /// Counts any call from an address (IPv6: its /64).
    pub fn any(&self, address: IpAddr, now: UnixMs) -> Result<(), Problem> {
        self.all.take(visitor_prefix(address), now).map_err(Problem::TooManyRequests)
    }

    /// Counts a call of an operation that needs no login from an address (IPv6: its /64).
    pub fn call(&self, operation: &'static str, address: IpAddr, now: UnixMs) -> Result<(), Problem> {
        self.calls.take((operation, visitor_prefix(address)), now).map_err(Problem::TooManyRequests)
    }

    /// Counts a user's wish for another mail address, whichever it is.
    pub fn change_email(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.email_changes.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Whether a mail that anybody can ask for by an operation may go to the recipient now; if so it is counted.
    pub fn may_mail(&self, operation: &'static str, recipient: &str, now: UnixMs) -> bool {
        let key = (operation, recipient.to_owned());
        self.mail_pause.take(key.clone(), now).is_ok() && self.mails.take(key, now).is_ok()
    }
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
    fn a_password_without_its_code_forgives_nothing_before() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        let begin = || limits.begin("192.0.2.1".parse().unwrap(), "a", now);
        for _ in 0..2 {
            limits.take_back(begin().ok().unwrap());
            let _wrong_code = begin().ok().unwrap();
        }
        limits.take_back(begin().ok().unwrap());
        let _wrong_code = begin().ok().unwrap();
        assert!(begin().is_err());
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
        assert!(
            limits.addresses.counts.lock().len() <= MAX_ENTRIES && limits.accounts.counts.lock().len() <= MAX_ENTRIES
        );
    }

    #[test]
    fn public_calls_and_mails_are_limited() {
        let (limits, now) = (CallLimits::new(&Calls { per_address: 2, all_per_address: 100 }), UnixMs(1_000_000_000));
        let call = |operation, address: &str| limits.call(operation, address.parse().unwrap(), now).is_ok();
        assert!(call("a", "2001:db8::1") && call("a", "2001:db8::2") && !call("a", "2001:db8::3"), "one network");
        assert!(call("b", "2001:db8::1") && call("a", "192.0.2.1"));
        assert!(limits.may_mail("a", "a@x.org", now) && !limits.may_mail("a", "a@x.org", now.plus_ms(59_999)));
        assert!(limits.may_mail("a", "b@x.org", now));
        let mails = (1..60).filter(|minute| limits.may_mail("a", "a@x.org", now.plus_ms(minute * 60_000))).count();
        assert_eq!(mails, 9, "and 10 an hour");
    }
}
