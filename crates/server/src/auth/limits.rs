//! Limits on what anybody may call: failed logins per address and per account, public calls per address, mails per
//! recipient.

use crate::config::{Calls, Logins};
use crate::error::Problem;
use crate::visitor::visitor_prefix;
use parking_lot::Mutex;
use placard_model::time::HOUR_MS;
use placard_model::{UnixMs, UserId};
use sha2::{Digest, Sha256};
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
/// Keys from which on those whose window is over are forgotten; each time again when there are twice as many as stayed.
const PURGE_ENTRIES: usize = 1_000;

/// What stands for a text that anybody may send: as short, however long that is.
type Key = [u8; 32];

fn key(text: &str) -> Key {
    Sha256::digest(text.as_bytes()).into()
}

#[derive(Clone, Copy)]
struct Count {
    since: UnixMs,
    count: u32,
}

/// At most `max` of something for each key in a window, which begins with the first.
pub struct RateLimit<K> {
    max: u32,
    window_ms: i64,
    counts: Mutex<Counts<K>>,
}

struct Counts<K> {
    of: HashMap<K, Count>,
    purge_at: usize,
}

impl<K: Clone + Eq + Hash> RateLimit<K> {
    /// With nothing counted.
    pub fn new(max: u32, window_ms: i64) -> Self {
        Self { max, window_ms, counts: Mutex::new(Counts { of: HashMap::new(), purge_at: PURGE_ENTRIES }) }
    }

    /// Counts one; the error is the seconds to wait when there were too many, and nothing is counted then.
    pub fn take(&self, key: K, now: UnixMs) -> Result<(), u32> {
        let is_current = |found: &Count| (0..self.window_ms).contains(&now.since_ms(found.since));
        let mut locked = self.counts.lock();
        let Counts { of: counts, purge_at } = &mut *locked;
        if counts.len() >= *purge_at && !counts.contains_key(&key) {
            counts.retain(|_, found| is_current(found));
            if counts.len() >= MAX_ENTRIES {
                let mut ages: Vec<UnixMs> = counts.values().map(|found| found.since).collect();
                let (_, middle, _) = ages.select_nth_unstable(MAX_ENTRIES / 2);
                let middle = *middle;
                counts.retain(|_, found| found.since > middle);
            }
            *purge_at = (counts.len() * 2).clamp(PURGE_ENTRIES, MAX_ENTRIES);
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
        if let Some(found) = self.counts.lock().of.get_mut(key) {
            found.count = found.count.saturating_sub(1);
        }
    }

    /// Takes all of a key back.
    pub fn clear(&self, key: &K) {
        self.counts.lock().of.remove(key);
    }
}

/// Counts failed logins.
pub struct LoginLimits {
    addresses: RateLimit<IpAddr>,
    accounts: RateLimit<Key>,
}

/// An attempt, counted until it is known to be none that failed. Dropped, it is taken back: a password or code that was
/// never compared, or a right one that was not enough.
#[must_use = "an attempt that failed must be said to have"]
pub struct Attempt<'a> {
    limits: &'a LoginLimits,
    address: IpAddr,
    account: Key,
    counts: bool,
}

impl Attempt<'_> {
    /// Keeps it: password or code were wrong.
    pub fn failed(mut self) {
        self.counts = true;
    }

    /// Takes back what succeeded in all that the account asks for; the account starts anew.
    pub fn forgive(self) {
        self.limits.accounts.clear(&self.account);
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if !self.counts {
            self.limits.accounts.give_back(&self.account);
            self.limits.addresses.give_back(&self.address);
        }
    }
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
    pub fn begin(&self, address: IpAddr, account: &str, now: UnixMs) -> Result<Attempt<'_>, u32> {
        let (address, account) = (visitor_prefix(address), key(account));
        self.addresses.take(address, now)?;
        if let Err(wait_s) = self.accounts.take(account, now) {
            self.addresses.give_back(&address);
            return Err(wait_s);
        }
        Ok(Attempt { limits: self, address, account, counts: false })
    }

    /// Lets an account start anew: its owner has set another password by mail.
    pub fn clear_account(&self, account: &str) {
        self.accounts.clear(&key(account));
    }
}

/// Counts calls, those that need no login apart, and what can be done with them to others.
pub struct CallLimits {
    all: RateLimit<IpAddr>,
    calls: RateLimit<(&'static str, IpAddr)>,
    mail_pause: RateLimit<(&'static str, Key)>,
    mails: RateLimit<(&'static str, Key)>,
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
        let key = (operation, key(recipient));
        self.mail_pause.take(key, now).is_ok() && self.mails.take(key, now).is_ok()
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
            limits.begin(address.parse().unwrap(), account, now).map(Attempt::failed)
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
        for _ in 0..3 {
            drop(begin().ok().unwrap());
            begin().ok().unwrap().failed();
        }
        assert!(begin().is_err());
        limits.clear_account("a");
        assert!(begin().is_ok());
    }

    #[test]
    fn what_was_never_compared_does_not_count() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        for _ in 0..20 {
            drop(limits.begin("192.0.2.1".parse().unwrap(), "a", now).ok().unwrap());
        }
        assert!(limits.begin("192.0.2.1".parse().unwrap(), "a", now).is_ok());
    }

    #[test]
    fn old_windows_are_forgotten() {
        let (limit, now) = (RateLimit::<u32>::new(1, WINDOW_MS), UnixMs(1_000_000_000));
        for n in 0..PURGE_ENTRIES as u32 {
            limit.take(n, now).unwrap();
        }
        limit.take(u32::MAX, now.plus_ms(WINDOW_MS)).unwrap();
        assert_eq!(limit.counts.lock().of.len(), 1);
    }

    #[test]
    fn success_is_forgiven_and_memory_is_bounded() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        for _ in 0..20 {
            let attempt = limits.begin("192.0.2.1".parse().unwrap(), "a", now).ok().unwrap();
            attempt.forgive();
        }
        for n in 0..MAX_ENTRIES as u32 {
            let at = now.plus_ms(i64::from(n) / 1000);
            limits.begin(IpAddr::from(n.to_be_bytes()), &n.to_string(), at).ok().unwrap().failed();
        }
        assert!(
            limits.addresses.counts.lock().of.len() <= MAX_ENTRIES
                && limits.accounts.counts.lock().of.len() <= MAX_ENTRIES
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
