//! What push services bear: how many messages at the same time, and when one is left alone. Each key that messages are signed with
//! is a sender of its own there: what one site brought along costs that site alone.

use placard_model::UnixMs;
use placard_store::push::push_subscriptions::Subscription;
use std::collections::HashMap;
use std::time::Duration;

/// Messages at the same time to a service that the network knows.
const KNOWN_AT_ONCE: usize = 512;
/// To any other: a browser may name what it likes.
const OTHERS_AT_ONCE: usize = 8;
/// Failures in a row after which a service is left alone; the same of answers that it has enough: one alone may mean one browser, which
/// anybody can bring about for their own.
const FAILURES_MAX: u32 = 5;
/// For how long at first; each further time in a row twice as long.
const PAUSE: Duration = Duration::from_secs(30);
/// The longest pause that a service can ask for, and the longest that it gets for failing.
const PAUSE_MAX: Duration = Duration::from_hours(1);
/// Where messages under a key were taken within this time, a refusal is of the subscription and not of us, in milliseconds.
const TRUSTED_MS: i64 = 15 * 60_000;
/// Services that are remembered. With more, those that were spoken to longest ago are forgotten, whatever is known of them: hosts of
/// services with many are easily made up.
const SERVICES_MAX: usize = 1_000;
/// Services that are named to people; the rest is counted.
const NAMED_MAX: usize = 10;

/// Hosts of the push services of browsers, with all that stand below them.
const KNOWN: [&str; 6] = [
    "fcm.googleapis.com",
    "android.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
    "push.samsungosp.com",
];

/// What became of a message, as far as it says something of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It took the message.
    Taken,
    /// It answered.
    Answer,
    /// It has enough for now: for so long, where it says so.
    Enough(Option<Duration>),
    /// It failed, or was silent.
    Failure(Option<Duration>),
    /// It refuses us, or what we send, and not the subscription: as bad as a failure.
    Refusal,
}

/// A push service, and the key by which it knows who sends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Via {
    host: String,
    key: i64,
}

impl Via {
    pub(super) fn of(one: &Subscription) -> Self {
        Self { host: one.target.service.clone(), key: one.vapid_key }
    }
}

#[derive(Default)]
struct Service {
    under_way: usize,
    failures: u32,
    /// Answers in a row that it has enough.
    enough: u32,
    pauses: u32,
    closed_until: UnixMs,
    refuses_us: bool,
    begun_at: UnixMs,
    taken_at: Option<UnixMs>,
}

/// All services that are spoken to.
#[derive(Default)]
pub(super) struct Services(HashMap<Via, Service>);

impl Services {
    /// Whether a message may go to a service now; else when it is worth another look.
    pub(super) fn begin(&mut self, via: &Via, now: UnixMs) -> Result<(), UnixMs> {
        if self.0.len() >= SERVICES_MAX && !self.0.contains_key(via) {
            self.forget();
        }
        let most = if is_known(&via.host) { KNOWN_AT_ONCE } else { OTHERS_AT_ONCE };
        let service = self.0.entry(via.clone()).or_default();
        service.begun_at = now;
        if service.closed_until > now {
            return Err(service.closed_until);
        }
        // After a pause one message finds out for all others.
        let most = if service.pauses > 0 { 1 } else { most };
        if service.under_way >= most {
            return Err(now.plus_ms(PAUSE.as_millis() as i64 / 3));
        }
        service.under_way += 1;
        Ok(())
    }

    /// Forgets half of the services: those that were spoken to longest ago.
    fn forget(&mut self) {
        let mut moments: Vec<UnixMs> = self.0.values().map(|one| one.begun_at).collect();
        let (_, middle, _) = moments.select_nth_unstable(self.0.len() / 2);
        let since = *middle;
        self.0.retain(|_, one| one.under_way > 0 || one.begun_at > since);
    }

    /// A message to a service has ended.
    pub(super) fn end(&mut self, via: &Via, heard: Heard, now: UnixMs) {
        let Some(service) = self.0.get_mut(via) else { return };
        service.under_way = service.under_way.saturating_sub(1);
        service.refuses_us = heard == Heard::Refusal;
        let (asked, is_failure) = match heard {
            Heard::Answer | Heard::Taken => {
                if heard == Heard::Taken {
                    service.taken_at = Some(now);
                }
                (service.failures, service.enough, service.pauses) = (0, 0, 0);
                return;
            }
            Heard::Enough(asked) => {
                service.enough += 1;
                if service.enough < FAILURES_MAX && service.pauses == 0 {
                    return;
                }
                (asked, false)
            }
            Heard::Failure(asked) => (asked, true),
            Heard::Refusal => (None, true),
        };
        if is_failure {
            service.failures += 1;
            if service.failures < FAILURES_MAX && asked.is_none() && service.pauses == 0 {
                return;
            }
        }
        if service.closed_until > now {
            // Others were under way when it closed.
            return;
        }
        let own = PAUSE * 2_u32.saturating_pow(service.pauses.min(10));
        let pause = asked.map_or(own, |asked| asked.max(PAUSE / 30)).min(PAUSE_MAX);
        service.pauses += 1;
        service.closed_until = now.plus_ms(pause.as_millis() as i64);
    }

    /// Whether a service took messages under the key a little ago: then it is not us that it refuses.
    pub(super) fn trusts(&self, via: &Via, now: UnixMs) -> bool {
        let taken_at = self.0.get(via).and_then(|service| service.taken_at);
        taken_at.is_some_and(|at| now.since_ms(at) < TRUSTED_MS)
    }

    /// When a service is spoken to again that is left alone now.
    pub(super) fn closed_until(&self, via: &Via, now: UnixMs) -> Option<UnixMs> {
        self.0.get(via).map(|service| service.closed_until).filter(|until| *until > now)
    }

    /// The services that are left alone, for people.
    pub(super) fn closed(&self, now: UnixMs) -> Vec<String> {
        let mut closed: Vec<String> = self
            .0
            .iter()
            .filter(|(_, service)| service.closed_until > now)
            .map(|(Via { host, .. }, service)| {
                let why = if service.refuses_us { " (it refuses our clock, contact address or keys)" } else { "" };
                format!("{host} for {} s{why}", service.closed_until.since_ms(now) / 1_000)
            })
            .collect();
        closed.sort();
        closed.dedup();
        let more = closed.len().saturating_sub(NAMED_MAX);
        closed.truncate(NAMED_MAX);
        if more > 0 {
            closed.push(format!("{more} more"));
        }
        closed
    }
}

fn is_known(host: &str) -> bool {
    KNOWN.iter().any(|known| host.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

/// Whether a service has so many hosts that one is easily made up.
pub(super) fn may_be_made_up(host: &str) -> bool {
    host.ends_with(".notify.windows.com")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "updates.push.services.mozilla.com";

    fn via(host: &str, key: i64) -> Via {
        Via { host: host.to_owned(), key }
    }

    fn at(s: i64) -> UnixMs {
        UnixMs(s * 1_000)
    }

    #[test]
    fn a_service_that_has_enough_is_left_alone() {
        let mut services = Services::default();
        let ends = |services: &mut Services, heard: Heard, count: u32| {
            for _ in 0..count {
                services.begin(&via(HOST, 1), at(0)).unwrap();
                services.end(&via(HOST, 1), heard, at(0));
            }
        };
        let enough = Heard::Enough(Some(Duration::from_secs(90)));
        // One browser's service may have enough for that browser; what is taken in between says so.
        ends(&mut services, enough, FAILURES_MAX - 1);
        ends(&mut services, Heard::Answer, 1);
        ends(&mut services, enough, FAILURES_MAX - 1);
        services.begin(&via(HOST, 1), at(0)).unwrap();
        ends(&mut services, enough, 1);
        assert_eq!(services.begin(&via(HOST, 1), at(1)), Err(at(90)));
        // The second was under way: it makes the pause no longer.
        services.end(&via(HOST, 1), Heard::Enough(Some(Duration::from_secs(5_000))), at(1));
        assert_eq!(services.closed_until(&via(HOST, 1), at(89)), Some(at(90)));
        assert_eq!(services.closed(at(89)), [format!("{HOST} for 1 s")]);
        services.begin(&via(HOST, 1), at(90)).unwrap();
        assert!(services.begin(&via(HOST, 1), at(90)).is_err(), "one finds out for all");
        services.end(&via(HOST, 1), Heard::Enough(None), at(90));
        assert_eq!(services.closed_until(&via(HOST, 1), at(90)), Some(at(150)), "twice as long as the first own pause");
        services.begin(&via(HOST, 1), at(150)).unwrap();
        services.end(&via(HOST, 1), Heard::Answer, at(150));
        for _ in 0..KNOWN_AT_ONCE {
            services.begin(&via(HOST, 1), at(150)).unwrap();
        }
        assert!(services.begin(&via(HOST, 1), at(150)).is_err());
        for _ in 0..FAILURES_MAX {
            services.end(&via(HOST, 1), Heard::Enough(Some(Duration::from_secs(1_000_000))), at(150));
        }
        assert_eq!(
            services.closed_until(&via(HOST, 1), at(150)),
            Some(at(150 + 3_600)),
            "nobody asks for more than an hour"
        );
    }

    #[test]
    fn a_service_that_fails_is_left_alone_after_some_times() {
        let mut services = Services::default();
        for _ in 1..FAILURES_MAX {
            services.begin(&via(HOST, 1), at(0)).unwrap();
            services.end(&via(HOST, 1), Heard::Failure(None), at(0));
        }
        assert_eq!(services.closed_until(&via(HOST, 1), at(0)), None);
        services.begin(&via(HOST, 1), at(0)).unwrap();
        services.end(&via(HOST, 1), Heard::Failure(None), at(0));
        assert_eq!(services.closed_until(&via(HOST, 1), at(0)), Some(at(30)));
        services.begin(&via(HOST, 1), at(30)).unwrap();
        services.end(&via(HOST, 1), Heard::Answer, at(30));
        services.begin(&via(HOST, 1), at(30)).unwrap();
        services.end(&via(HOST, 1), Heard::Failure(None), at(30));
        assert_eq!(services.closed_until(&via(HOST, 1), at(30)), None, "it was well in between");
    }

    #[test]
    fn a_service_that_refuses_us_is_left_alone() {
        let mut services = Services::default();
        for _ in 0..FAILURES_MAX {
            services.begin(&via(HOST, 1), at(0)).unwrap();
            services.end(&via(HOST, 1), Heard::Refusal, at(0));
        }
        let told = format!("{HOST} for 30 s (it refuses our clock, contact address or keys)");
        assert_eq!(services.closed(at(0)), [told]);
        // Another key is another sender, which is refused nothing.
        services.begin(&via(HOST, 2), at(0)).unwrap();
        services.end(&via(HOST, 2), Heard::Taken, at(0));
        assert!(services.trusts(&via(HOST, 2), at(60)) && !services.trusts(&via(HOST, 1), at(60)));
        assert!(!services.trusts(&via(HOST, 2), at(15 * 60)), "what was taken long ago says nothing of now");
    }

    #[test]
    fn no_more_is_remembered_than_may_be() {
        let mut services = Services::default();
        for number in 0..10_000 {
            let host = format!("n{number}.notify.windows.com");
            for _ in 0..FAILURES_MAX {
                services.begin(&via(&host, 1), at(number)).unwrap();
                services.end(&via(&host, 1), Heard::Failure(None), at(number));
            }
            assert!(services.0.len() <= SERVICES_MAX);
        }
        assert!(
            services.closed_until(&via("n9999.notify.windows.com", 1), at(10_000)).is_some(),
            "the last ones are known"
        );
        assert_eq!(services.closed(at(10_000)).len(), NAMED_MAX + 1);
    }

    #[test]
    fn nobody_knows_a_stranger() {
        let mut services = Services::default();
        for host in ["push.apple.com.evil.test", "notfcm.googleapis.com", "push.test"] {
            for _ in 0..OTHERS_AT_ONCE {
                services.begin(&via(host, 1), at(0)).unwrap();
            }
            assert!(services.begin(&via(host, 1), at(0)).is_err(), "{host}");
        }
        assert!(is_known("web.push.apple.com") && is_known("fcm.googleapis.com"));
    }
}
