//! Limits on failed logins, per address, per account and per known device, and on what is asked for again in a session.

use super::devices::{DEVICE_BYTES, Device, Proof};
use super::limits::{Key, WINDOW_MS, key};
use super::rate_limit::RateLimit;
use placard_common::visitor::visitor_prefix;
use placard_model::settings::InForce;
use placard_model::{SessionId, UnixMs, UserId};
use std::net::IpAddr;
use std::sync::Arc;

/// Counts failed logins and what is asked for again in a session, each by itself.
pub struct LoginLimits {
    addresses: RateLimit<IpAddr>,
    accounts: RateLimit<Key>,
    proved: RateLimit<Proved>,
}

/// Somebody who has proved something already: strangers cannot count for them, and they not for strangers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Proved {
    /// A device that is known for the account tries a password.
    Device([u8; DEVICE_BYTES]),
    /// Whoever knows the account's password tries a code.
    Password(UserId),
    /// The same from a device that has shown a code before.
    PasswordOn([u8; DEVICE_BYTES]),
    /// A session tries the password.
    SessionPassword(SessionId),
    /// A session tries a code.
    SessionCode(SessionId),
}

/// What an attempt counts for.
#[derive(Clone, Copy, Debug)]
enum Counted {
    Stranger { address: IpAddr, account: Key },
    Proved(Proved),
}

/// What is asked for again in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// The password.
    Password,
    /// A code of the second factor.
    Code,
}

/// An attempt, counted until it is known to be none that failed. Dropped, it is taken back: a password or code that was
/// never compared, or a right one that was not enough. While the comparison runs it is one that failed: who hangs up
/// then has had the work done, and must not be able to have it done again without end.
#[must_use = "an attempt that failed must be said to have"]
pub struct Attempt<'a> {
    limits: &'a LoginLimits,
    counted: Counted,
    counts: bool,
}

impl Attempt<'_> {
    /// Compares password or code. It counts if they are wrong, or if nobody waits for the outcome any longer; a
    /// comparison that could not be made is none.
    pub async fn compare<T, E>(
        &mut self,
        comparing: impl Future<Output = Result<T, E>>,
        is_wrong: impl FnOnce(&T) -> bool,
    ) -> Result<T, E> {
        self.counts = true;
        let outcome = comparing.await;
        self.counts = outcome.as_ref().is_ok_and(is_wrong);
        outcome
    }

    /// Keeps it: what was right when it was compared is so no longer.
    pub fn failed(mut self) {
        self.counts = true;
    }

    /// Takes back what succeeded in all that is asked for; what it counts for starts anew.
    pub fn forgive(self) {
        match &self.counted {
            Counted::Stranger { account, .. } => self.limits.accounts.clear(account),
            Counted::Proved(proved) => self.limits.proved.clear(proved),
        }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if self.counts {
            return;
        }
        match &self.counted {
            Counted::Stranger { address, account } => {
                self.limits.accounts.give_back(account);
                self.limits.addresses.give_back(address);
            }
            Counted::Proved(proved) => self.limits.proved.give_back(proved),
        }
    }
}

impl LoginLimits {
    /// With the limits that the settings name.
    pub fn new(settings: &Arc<InForce>) -> Self {
        Self {
            addresses: RateLimit::by_setting(settings, |settings| settings.logins.per_address, WINDOW_MS),
            accounts: RateLimit::by_setting(settings, |settings| settings.logins.per_account, WINDOW_MS),
            proved: RateLimit::by_setting(settings, |settings| settings.logins.per_account, WINDOW_MS),
        }
    }

    /// Counts an attempt at a password; the error is the seconds to wait when there were too many. It is counted before
    /// its result is known, so that many at once cannot pass together. A device that is known for the account is counted
    /// by itself, so that nobody locks its owner out.
    pub fn log_in(
        &self,
        address: IpAddr,
        account: &str,
        device: Option<Device>,
        now: UnixMs,
    ) -> Result<Attempt<'_>, u32> {
        if let Some(device) = device {
            return self.proved(Proved::Device(device.id), now);
        }
        let (address, account) = (visitor_prefix(address), key(account));
        self.addresses.take(address, now)?;
        if let Err(wait_s) = self.accounts.take(account, now) {
            self.addresses.give_back(&address);
            return Err(wait_s);
        }
        Ok(Attempt { limits: self, counted: Counted::Stranger { address, account }, counts: false })
    }

    /// Counts an attempt at a code of the second factor, after the right password. Who has the password alone shares the
    /// counter of the account with others like them; a device that has shown a code before has its own.
    pub fn log_in_with_code(&self, user: UserId, device: Option<Device>, now: UnixMs) -> Result<Attempt<'_>, u32> {
        let proved = match device {
            Some(Device { id, proof: Proof::Code }) => Proved::PasswordOn(id),
            _ => Proved::Password(user),
        };
        self.proved(proved, now)
    }

    /// Counts an attempt at what is asked for again in a session. Sessions count apart, from each other and from logins:
    /// a thief of one can guess no more than this, and lock nobody else out.
    pub fn again(&self, session: SessionId, what: Again, now: UnixMs) -> Result<Attempt<'_>, u32> {
        let proved = match what {
            Again::Password => Proved::SessionPassword(session),
            Again::Code => Proved::SessionCode(session),
        };
        self.proved(proved, now)
    }

    fn proved(&self, proved: Proved, now: UnixMs) -> Result<Attempt<'_>, u32> {
        self.proved.take(proved, now)?;
        Ok(Attempt { limits: self, counted: Counted::Proved(proved), counts: false })
    }

    /// Lets an account start anew: its owner has set another password by mail. Codes go on to count, else whoever reads
    /// the mail could guess them without end.
    pub fn clear_account(&self, account: &str) {
        self.accounts.clear(&key(account));
    }
}

#[cfg(test)]
mod tests {
    use super::super::rate_limit::{ENTRIES_MAX, PURGE_ENTRIES};
    use super::*;
    use placard_model::settings::{Logins, Settings};

    fn limits() -> LoginLimits {
        let logins = Logins { per_address: 5, per_account: 3 };
        let settings = Settings { logins, ..Settings::default() };
        LoginLimits::new(&Arc::new(InForce::new(settings)))
    }

    #[test]
    fn failed_logins_are_limited_and_forgotten() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        let fail = |address: &str, account: &str, now: UnixMs| {
            limits.log_in(address.parse().unwrap(), account, None, now).map(Attempt::failed)
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
    fn who_is_known_is_counted_by_themselves() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        let device = |id, proof| Some(Device { id: [id; DEVICE_BYTES], proof });
        let log_in =
            |device| limits.log_in("192.0.2.1".parse().unwrap(), "a", device, now).map(Attempt::failed).is_ok();
        let code = |device| limits.log_in_with_code(UserId(5), device, now).map(Attempt::failed).is_ok();
        let again = |session, what| limits.again(SessionId(session), what, now).map(Attempt::failed).is_ok();
        // Each can fail three times, and takes nothing from those that come after.
        let left = |attempt: &dyn Fn() -> bool| (0..10).filter(|_| attempt()).count();
        let (one, two) = (device(1, Proof::Code), device(2, Proof::Password));
        let all: [(&str, &dyn Fn() -> bool, usize); 10] = [
            ("strangers", &|| log_in(None), 3),
            ("a device", &|| log_in(one), 3),
            ("another one", &|| log_in(two), 3),
            ("codes of who knows the password", &|| code(None), 3),
            ("the same: this device has shown no code", &|| code(two), 0),
            ("codes on a device that has shown one", &|| code(one), 3),
            ("a password in a session", &|| again(7, Again::Password), 3),
            ("a code in it", &|| again(7, Again::Code), 3),
            ("another session", &|| again(8, Again::Password), 3),
            ("and the code there", &|| again(8, Again::Code), 3),
        ];
        for (name, attempt, expected) in all {
            assert_eq!(left(attempt), expected, "{name}");
        }
        limits.clear_account("a");
        assert!(log_in(None) && !log_in(one) && !code(None), "a reset forgives failed passwords alone");
    }

    #[test]
    fn a_password_without_its_code_forgives_nothing_before() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        let begin = || limits.log_in("192.0.2.1".parse().unwrap(), "a", None, now);
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
            drop(limits.log_in("192.0.2.1".parse().unwrap(), "a", None, now).ok().unwrap());
        }
        assert!(limits.log_in("192.0.2.1".parse().unwrap(), "a", None, now).is_ok());
    }

    #[tokio::test]
    async fn who_hangs_up_during_the_comparison_has_failed() {
        let (limits, now) = (limits(), UnixMs(1_000_000_000));
        let begin = || limits.log_in("192.0.2.1".parse().unwrap(), "a", None, now);
        for outcome in [Ok(true), Err("too busy")] {
            for _ in 0..10 {
                let mut attempt = begin().ok().unwrap();
                assert_eq!(attempt.compare(async { outcome }, |is_right| !is_right).await, outcome);
            }
        }
        for _ in 0..3 {
            let mut attempt = begin().ok().unwrap();
            let endless = attempt.compare(std::future::pending::<Result<bool, ()>>(), |is_right| !is_right);
            assert!(tokio::time::timeout(std::time::Duration::from_millis(1), endless).await.is_err());
        }
        assert_eq!(begin().map(Attempt::failed), Err(900));
        limits.clear_account("a");
        let mut attempt = begin().ok().unwrap();
        assert_eq!(attempt.compare(async { Ok::<_, ()>(false) }, |is_right| !is_right).await, Ok(false));
        drop(attempt);
        assert_eq!(limits.accounts.counts.lock().of[&key("a")].count, 1, "a wrong one counts without being told");
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
            let attempt = limits.log_in("192.0.2.1".parse().unwrap(), "a", None, now).ok().unwrap();
            attempt.forgive();
        }
        for n in 0..ENTRIES_MAX as u32 {
            let at = now.plus_ms(i64::from(n) / 1000);
            limits.log_in(IpAddr::from(n.to_be_bytes()), &n.to_string(), None, at).ok().unwrap().failed();
        }
        assert!(
            limits.addresses.counts.lock().of.len() <= ENTRIES_MAX
                && limits.accounts.counts.lock().of.len() <= ENTRIES_MAX
        );
    }
}
