//! Whether a site is its owner's: how that is shown, and what follows from it when it is shown no longer.

use crate::time::{DAY_MS, HOUR_MS, UnixMs};
use crate::word::numbered;
use serde::{Deserialize, Serialize};

/// A site is looked at again after so long.
pub const RECHECK_MS: i64 = 7 * DAY_MS;
/// Looks fail for at least so long before a verification is lost.
pub const PATIENCE_MS: i64 = 2 * DAY_MS;
/// And at least so often.
pub const FAILURES_MIN: u32 = 3;
/// A site that lost it is looked at again after so long.
const RECHECK_LOST_MS: i64 = DAY_MS;
/// Pauses after looks that failed, the last one again and again.
const PAUSES_MS: [i64; 5] = [HOUR_MS, 3 * HOUR_MS, 8 * HOUR_MS, 12 * HOUR_MS, DAY_MS];

/// What the name of a `meta` element must be, and what a record begins with.
pub const MARK: &str = "placard-verification";
/// Where the file is.
pub const FILE_PATH: &str = "/placard.txt";
/// What the name of a DNS record has in front of the site's.
pub const RECORD_LABEL: &str = "_placard";

numbered! {
    /// How a site shows whose it is.
    VerificationMethod {
        /// An element in the head of the home page.
        Meta = 1, "Meta tag";
        /// A file.
        File = 2, "File";
        /// A record in the DNS.
        Dns = 3, "DNS record";
    }

    /// Whether it does.
    VerificationState {
        /// It never did.
        Unverified = 1, "Not verified";
        /// It does.
        Verified = 2, "Verified";
        /// It did.
        Lost = 3, "Verification lost";
    }
}

impl VerificationMethod {
    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::File => "file",
            Self::Dns => "dns",
        }
    }

    /// What to put where, for a token and a site of this domain.
    pub fn snippet(self, token: &str) -> String {
        match self {
            Self::Meta => format!("<meta name=\"{MARK}\" content=\"{token}\">"),
            Self::File | Self::Dns => format!("{MARK}={token}"),
        }
    }

    /// Where it is looked for.
    pub fn place(self, domain: &str) -> String {
        match self {
            Self::Meta => format!("{domain}/"),
            Self::File => format!("{domain}{FILE_PATH}"),
            Self::Dns => format!("{RECORD_LABEL}.{domain}"),
        }
    }
}

impl VerificationState {
    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unverified => "unverified",
            Self::Verified => "verified",
            Self::Lost => "lost",
        }
    }
}

/// What is known of whose a site is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// Whether it shows it.
    pub state: VerificationState,
    /// How, when it was seen last.
    pub method: Option<VerificationMethod>,
    /// Since when it does, or did.
    pub verified_at: Option<UnixMs>,
    /// Since when it is lost.
    pub lost_at: Option<UnixMs>,
    /// When its blocks go empty if it stays lost, or when they did.
    pub pauses_at: Option<UnixMs>,
    /// Its blocks are empty for it.
    pub is_paused: bool,
}

impl Default for Verification {
    fn default() -> Self {
        Self {
            state: VerificationState::Unverified,
            method: None,
            verified_at: None,
            lost_at: None,
            pauses_at: None,
            is_paused: false,
        }
    }
}

/// Looks in a row that found nothing at a site that is verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// How many.
    pub count: u32,
    /// When the first was.
    pub since: Option<UnixMs>,
}

/// What follows from a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// What is known from now on.
    pub verification: Verification,
    /// Looks in a row that found nothing.
    pub failures: Failures,
    /// When it is looked at again.
    pub next_at: UnixMs,
    /// What its owner is told.
    pub news: Option<News>,
}

/// What a site's owner is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// It is verified, for the first time or again.
    Verified,
    /// It is lost: its blocks go empty later.
    Lost,
    /// Its blocks went empty.
    Paused,
}

impl Verification {
    /// What follows from a look that found `found`. A site that is verified loses it only when looks fail for some time,
    /// and its blocks go on for `notice_days` after.
    pub fn after(
        self,
        failures: Failures,
        found: Option<VerificationMethod>,
        now: UnixMs,
        notice_days: u32,
    ) -> Followed {
        let followed = |verification, failures, wait_ms: i64, news| Followed {
            verification,
            failures,
            next_at: now.plus_ms(wait_ms),
            news,
        };
        if let Some(method) = found {
            let (news, verified_at) = match self.state {
                VerificationState::Verified => (None, self.verified_at),
                _ => (Some(News::Verified), Some(now)),
            };
            let (state, method) = (VerificationState::Verified, Some(method));
            let verification = Self { state, method, verified_at, ..Self::default() };
            return followed(verification, Failures::default(), RECHECK_MS, news);
        }
        match self.state {
            VerificationState::Unverified => followed(self, Failures::default(), RECHECK_MS, None),
            VerificationState::Verified => {
                let since = failures.since.unwrap_or(now);
                let failures = Failures { count: failures.count.saturating_add(1), since: Some(since) };
                let left_ms = PATIENCE_MS - now.since_ms(since);
                if left_ms > 0 || failures.count < FAILURES_MIN {
                    let pause = PAUSES_MS[(failures.count as usize - 1).min(PAUSES_MS.len() - 1)];
                    let wait_ms = if left_ms > 0 { pause.min(left_ms) } else { HOUR_MS };
                    return followed(self, failures, wait_ms, None);
                }
                let pauses_at = now.plus_ms(i64::from(notice_days) * DAY_MS);
                let lost =
                    Self { state: VerificationState::Lost, lost_at: Some(now), pauses_at: Some(pauses_at), ..self };
                followed(lost, failures, RECHECK_LOST_MS.min(pauses_at.since_ms(now).max(HOUR_MS)), Some(News::Lost))
            }
            VerificationState::Lost if self.is_paused => followed(self, failures, RECHECK_LOST_MS, None),
            VerificationState::Lost => {
                let left_ms = self.pauses_at.map_or(0, |at| at.since_ms(now));
                if left_ms > 0 {
                    return followed(self, failures, RECHECK_LOST_MS.min(left_ms), None);
                }
                let paused = Self { is_paused: true, pauses_at: Some(now), ..self };
                followed(paused, failures, RECHECK_LOST_MS, Some(News::Paused))
            }
        }
    }
}

/// The host of a site as its records name it: without `www.`.
pub fn bare(domain: &str) -> &str {
    domain.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(domain)
}

/// Whether a host is of a site: its domain with or without `www.`, or a subdomain of it.
pub fn is_of_site(host: &str, domain: &str) -> bool {
    let host = host.trim_end_matches('.');
    host.strip_suffix(bare(domain)).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets looks follow one another, each when it is due; what was told, in hours after the first.
    fn told(found: impl Fn(i64) -> bool, days: i64) -> (Vec<(i64, News)>, Verification) {
        let start = UnixMs(1_700_000_000_000);
        let (mut now, mut failures, mut known) = (start, Failures::default(), Verification::default());
        let mut told = Vec::new();
        while now.since_ms(start) < days * DAY_MS {
            let hours = now.since_ms(start) / HOUR_MS;
            let followed = known.after(failures, found(hours).then_some(VerificationMethod::File), now, 5);
            assert!(followed.next_at > now);
            told.extend(followed.news.map(|news| (hours, news)));
            (now, failures, known) = (followed.next_at, followed.failures, followed.verification);
        }
        (told, known)
    }

    #[test]
    fn one_failed_look_is_no_loss_and_a_loss_has_its_notice() {
        assert_eq!(told(|_| false, 100).0, []);
        assert_eq!(told(|_| true, 100).0, [(0, News::Verified)]);
        // Away for a day at the time of a weekly look.
        assert_eq!(told(|hour| !(168..192).contains(&hour), 100).0, [(0, News::Verified)]);
        let (lost, known) = told(|hour| hour < 168, 30);
        assert_eq!(lost, [(0, News::Verified), (216, News::Lost), (336, News::Paused)]);
        assert!(known.is_paused && known.state == VerificationState::Lost);
        // Back before the blocks are empty, and after.
        let (back, known) = told(|hour| !(168..300).contains(&hour), 30);
        assert_eq!(back, [(0, News::Verified), (216, News::Lost), (312, News::Verified)]);
        assert_eq!((known.is_paused, known.lost_at), (false, None));
        let (back, known) = told(|hour| !(168..400).contains(&hour), 30);
        assert_eq!(back[3].1, News::Verified);
        assert!(!known.is_paused);
    }

    #[test]
    fn a_worker_that_slept_does_not_lose_a_site_at_its_second_look() {
        let verified = Verification { state: VerificationState::Verified, ..Verification::default() };
        let failures = Failures { count: 1, since: Some(UnixMs(0)) };
        let after = verified.after(failures, None, UnixMs(30 * DAY_MS), 5);
        assert_eq!((after.verification.state, after.news), (VerificationState::Verified, None));
        let after = after.verification.after(after.failures, None, after.next_at, 5);
        assert_eq!(after.news, Some(News::Lost));
    }

    #[test]
    fn hosts_are_of_a_site_by_whole_labels() {
        let check = |host: &str, domain: &str, expected: bool| assert_eq!(is_of_site(host, domain), expected, "{host}");
        check("harbor.example", "harbor.example", true);
        check("www.harbor.example", "harbor.example", true);
        check("harbor.example", "www.harbor.example", true);
        check("m.harbor.example.", "harbor.example", true);
        check("myharbor.example", "harbor.example", false);
        check("harbor.example.evil.example", "harbor.example", false);
        check("example", "harbor.example", false);
        check("com", "www.com", false);
    }
}
