//! Limits on what anybody may call: public calls per address, mails per recipient, what a user may have done in an hour.

use super::rate_limit::RateLimit;
use placard_common::error::Problem;
use placard_common::visitor::visitor_prefix;
use placard_model::payments::deposit::Gateway;
use placard_model::settings::InForce;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{SiteId, UnixMs, UserId};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

/// How long failed logins and public calls count.
pub(super) const WINDOW_MS: i64 = 15 * 60 * 1000;
const MINUTE_MS: i64 = 60 * 1000;
/// A recipient gets at most one mail of a kind that anybody can ask for in this time.
const MAIL_PAUSE_MS: i64 = MINUTE_MS;
/// A recipient gets at most so many of them in an hour. Their links hold at least as long, so that nobody can keep a
/// recipient from having one that works.
const MAILS_PER_HOUR: u32 = 10;
/// A user asks at most so often in an hour for another mail address: each one gets a mail.
const EMAIL_CHANGES_PER_HOUR: u32 = 5;
/// A user asks at most so often in an hour for another look at a landing page.
const LINK_CHECKS_PER_HOUR: u32 = 60;
/// A user has so many addresses looked at in a minute while they are typed.
const TYPED_LINKS_PER_MINUTE: u32 = 12;
/// And asks at most so often in an hour for another look at a site.
const SITE_CHECKS_PER_HOUR: u32 = 60;
/// A user asks at most so often in an hour for a look at a page with a block.
const PAGE_CHECKS_PER_HOUR: u32 = 60;
/// Pictures that are fetched for a user's imports in a day: whoever imports chooses the hosts.
pub(crate) const PICTURE_FETCHES_PER_DAY: u32 = 5_000;
/// And gigabytes of them, and of what was there in their place.
pub(crate) const PICTURE_GB_PER_DAY: u32 = 2;
const GB: u32 = 1_000_000_000;
/// A user tries at most so many promo codes in an hour that give nothing: others could be guessed.
const WRONG_PROMO_CODES_PER_HOUR: u32 = 20;
/// Refused callbacks of a payment gateway from an address that are written down in an hour: anybody can send them.
const CALLBACK_NOTES_PER_HOUR: u32 = 600;
/// A user imports push subscriptions at most so often in an hour.
const PUSH_IMPORTS_PER_HOUR: u32 = 60;
/// What a network of IPv6 (/48) may want of push subscriptions, in those of one address: providers give whole networks to one customer.
const PUSH_ADDRESSES_PER_NETWORK: u32 = 100;
/// What stands for a text that anybody may send: as short, however long that is.
pub(super) type Key = [u8; 32];

/// The key of a text.
pub(super) fn key(text: &str) -> Key {
    Sha256::digest(text.as_bytes()).into()
}

/// Reports of errors in browsers that are taken in a window, from all addresses together.
const CLIENT_ERRORS_MAX: u32 = 600;
/// A user reports at most so many times how long a page took: fewer pages can be looked at meanwhile.
const CLIENT_TRACES_MAX: u32 = 300;

/// Refused calls of one member of staff about one matter that the audit log keeps, before one that says that no more are kept.
const REFUSALS_PER_HOUR: u32 = 30;

/// What a refused call was about. Each has room of its own: many calls about one do not hide those about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matter {
    /// Money.
    Money,
    /// A user who is named, or something of one.
    User,
    /// Anything else.
    Other,
}

/// What the audit log keeps of a refused call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is kept.
    Kept,
    /// It is kept, and of those after it none for up to an hour.
    Last,
    /// It is not: it is there already, or there is no more room.
    LeftOut,
}

/// Counts calls, those that need no login apart, and what can be done with them to others.
pub struct CallLimits {
    all: RateLimit<IpAddr>,
    calls: RateLimit<(&'static str, IpAddr)>,
    mail_pause: RateLimit<(&'static str, Key)>,
    mails: RateLimit<(&'static str, Key)>,
    email_changes: RateLimit<UserId>,
    link_checks: RateLimit<UserId>,
    typed_links: RateLimit<UserId>,
    site_checks: RateLimit<UserId>,
    page_checks: RateLimit<UserId>,
    picture_fetches: RateLimit<UserId>,
    picture_bytes: RateLimit<UserId>,
    promo_codes: RateLimit<UserId>,
    client_errors: RateLimit<()>,
    client_traces: RateLimit<UserId>,
    refusals: RateLimit<(UserId, Matter)>,
    last_refusal: RateLimit<(UserId, Matter)>,
    same_refusal: RateLimit<(UserId, Key)>,
    callback_notes: RateLimit<(Gateway, IpAddr)>,
    push_addresses: RateLimit<IpAddr>,
    push_networks: RateLimit<Ipv6Addr>,
    push_sites: RateLimit<SiteId>,
    push_imports: RateLimit<UserId>,
}

impl CallLimits {
    /// With the limits that the settings name.
    pub fn new(settings: &Arc<InForce>) -> Self {
        Self {
            all: RateLimit::by_setting(settings, |settings| settings.calls.all_per_address, WINDOW_MS),
            calls: RateLimit::by_setting(settings, |settings| settings.calls.per_address, WINDOW_MS),
            mail_pause: RateLimit::new(1, MAIL_PAUSE_MS),
            mails: RateLimit::new(MAILS_PER_HOUR, HOUR_MS),
            email_changes: RateLimit::new(EMAIL_CHANGES_PER_HOUR, HOUR_MS),
            link_checks: RateLimit::new(LINK_CHECKS_PER_HOUR, HOUR_MS),
            typed_links: RateLimit::new(TYPED_LINKS_PER_MINUTE, MINUTE_MS),
            site_checks: RateLimit::new(SITE_CHECKS_PER_HOUR, HOUR_MS),
            page_checks: RateLimit::new(PAGE_CHECKS_PER_HOUR, HOUR_MS),
            picture_fetches: RateLimit::new(PICTURE_FETCHES_PER_DAY, DAY_MS),
            picture_bytes: RateLimit::new(PICTURE_GB_PER_DAY * GB, DAY_MS),
            promo_codes: RateLimit::new(WRONG_PROMO_CODES_PER_HOUR, HOUR_MS),
            client_errors: RateLimit::new(CLIENT_ERRORS_MAX, WINDOW_MS),
            client_traces: RateLimit::new(CLIENT_TRACES_MAX, WINDOW_MS),
            refusals: RateLimit::new(REFUSALS_PER_HOUR, HOUR_MS),
            last_refusal: RateLimit::new(1, HOUR_MS),
            same_refusal: RateLimit::new(1, HOUR_MS),
            callback_notes: RateLimit::new(CALLBACK_NOTES_PER_HOUR, HOUR_MS),
            push_addresses: RateLimit::by_setting(settings, |one| one.push_subscriptions.per_address, WINDOW_MS),
            push_networks: RateLimit::by_setting(
                settings,
                |one| one.push_subscriptions.per_address.saturating_mul(PUSH_ADDRESSES_PER_NETWORK),
                WINDOW_MS,
            ),
            push_sites: RateLimit::by_setting(settings, |one| one.push_subscriptions.per_site, WINDOW_MS),
            push_imports: RateLimit::new(PUSH_IMPORTS_PER_HOUR, HOUR_MS),
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

    /// Counts a promo code that a user tries.
    pub fn guess_promo_code(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.promo_codes.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// The code that was tried last is one that the user can use.
    pub fn knew_promo_code(&self, user: UserId) {
        self.promo_codes.give_back(&user);
    }

    /// Counts a look at a landing page that a user asks for.
    pub fn link_check(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.link_checks.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Counts a look at an address that a user types.
    pub fn typed_link(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.typed_links.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Counts a look at a site that a user asks for.
    pub fn site_check(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.site_checks.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Counts a look at a page with a block that a user asks for.
    pub fn page_check(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.page_checks.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Whether a picture may be fetched for a user's import; if so it is counted.
    pub fn may_fetch_picture(&self, user: UserId, now: UnixMs) -> bool {
        self.picture_bytes.has_room(&user, now) && self.picture_fetches.take(user, now).is_ok()
    }

    /// Counts bytes that came of a picture for a user's import.
    pub fn picture_came(&self, user: UserId, bytes: usize, now: UnixMs) {
        self.picture_bytes.count(user, u32::try_from(bytes).unwrap_or(u32::MAX), now);
    }

    /// Counts what an address (IPv6: its /64, and its /48) wants of push subscriptions.
    pub fn push_subscription(&self, address: IpAddr, now: UnixMs) -> Result<(), Problem> {
        self.push_addresses.take(visitor_prefix(address), now).map_err(Problem::TooManyRequests)?;
        match address.to_canonical() {
            IpAddr::V6(v6) => {
                let network = Ipv6Addr::from_bits(v6.to_bits() >> 80 << 80);
                self.push_networks.take(network, now).map_err(Problem::TooManyRequests)
            }
            IpAddr::V4(_) => Ok(()),
        }
    }

    /// Counts a new push subscription for a site.
    pub fn push_subscription_of(&self, site: SiteId, now: UnixMs) -> Result<(), Problem> {
        self.push_sites.take(site, now).map_err(Problem::TooManyRequests)
    }

    /// The one that was counted last for a site was none that is new.
    pub fn no_new_push_subscription_of(&self, site: SiteId) {
        self.push_sites.give_back(&site);
    }

    /// Counts an import of push subscriptions.
    pub fn push_import(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.push_imports.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Counts a report of an error in a browser, of all addresses together: each is written, and anybody can send them.
    pub fn client_error(&self, now: UnixMs) -> Result<(), Problem> {
        self.client_errors.take((), now).map_err(Problem::TooManyRequests)
    }

    /// Counts a report of how long a page took a user.
    pub fn client_trace(&self, user: UserId, now: UnixMs) -> Result<(), Problem> {
        self.client_traces.take(user, now).map_err(Problem::TooManyRequests)
    }

    /// Whether a call that staff were refused is written down; if so it is counted. The same call once an hour.
    pub fn keep_refusal(&self, staff: UserId, matter: Matter, call: &str, now: UnixMs) -> Keeping {
        let (same, of_matter) = ((staff, key(call)), (staff, matter));
        if self.same_refusal.take(same, now).is_err() {
            return Keeping::LeftOut;
        }
        if self.refusals.take(of_matter, now).is_ok() {
            self.last_refusal.clear(&of_matter);
            return Keeping::Kept;
        }
        if self.last_refusal.take(of_matter, now).is_ok() {
            return Keeping::Last;
        }
        // What is not kept does not keep out the same call when there is room again.
        self.same_refusal.give_back(&same);
        Keeping::LeftOut
    }

    /// What was counted of a refused call could not be written down: the same call is kept when it comes again.
    pub fn forget_refusal(&self, staff: UserId, matter: Matter, call: &str, keeping: Keeping) {
        match keeping {
            Keeping::Kept => self.refusals.give_back(&(staff, matter)),
            Keeping::Last => self.last_refusal.give_back(&(staff, matter)),
            Keeping::LeftOut => return,
        }
        self.same_refusal.give_back(&(staff, key(call)));
    }

    /// Whether a callback that a payment gateway did not sign, from an address (IPv6: its /64), is written down for staff; if so it
    /// is counted.
    pub fn may_note_callback(&self, gateway: Gateway, address: IpAddr, now: UnixMs) -> bool {
        self.callback_notes.take((gateway, visitor_prefix(address)), now).is_ok()
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
    use placard_model::settings::{Calls, Settings};

    #[test]
    fn what_is_fetched_for_an_account_in_a_day_is_bounded_in_bytes() {
        let (limits, now) = (CallLimits::new(&Arc::new(InForce::new(Settings::default()))), UnixMs(1_000_000_000));
        let may = |user, now| limits.may_fetch_picture(UserId(user), now);
        let gigabytes = PICTURE_GB_PER_DAY as usize * GB as usize;
        limits.picture_came(UserId(1), gigabytes - 1, now);
        assert!(may(1, now));
        limits.picture_came(UserId(1), 1, now);
        assert!(!may(1, now) && may(2, now) && may(1, now.plus_ms(DAY_MS)));
        // What comes beyond is counted too, and never starts anew within the day.
        (0..4).for_each(|_| limits.picture_came(UserId(1), gigabytes, now));
        assert!(!may(1, now));
    }

    #[test]
    fn public_calls_and_mails_are_limited() {
        let calls = Calls { per_address: 2, all_per_address: 100 };
        let settings = Settings { calls, ..Settings::default() };
        let (limits, now) = (CallLimits::new(&Arc::new(InForce::new(settings))), UnixMs(1_000_000_000));
        let call = |operation, address: &str| limits.call(operation, address.parse().unwrap(), now).is_ok();
        assert!(call("a", "2001:db8::1") && call("a", "2001:db8::2") && !call("a", "2001:db8::3"), "one network");
        assert!(call("b", "2001:db8::1") && call("a", "192.0.2.1"));
        assert!(limits.may_mail("a", "a@x.org", now) && !limits.may_mail("a", "a@x.org", now.plus_ms(59_999)));
        assert!(limits.may_mail("a", "b@x.org", now));
        let mails = (1..60).filter(|minute| limits.may_mail("a", "a@x.org", now.plus_ms(minute * 60_000))).count();
        assert_eq!(mails, 9, "and 10 an hour");
    }

    #[test]
    fn many_refusals_hide_no_others() {
        let (limits, now) = (CallLimits::new(&Arc::new(InForce::new(Settings::default()))), UnixMs(1_000_000_000));
        let keep = |matter, call: &str, ms| limits.keep_refusal(UserId(1), matter, call, now.plus_ms(ms));
        for n in 0..REFUSALS_PER_HOUR {
            assert_eq!(keep(Matter::Other, &n.to_string(), 0), Keeping::Kept);
        }
        assert_eq!(keep(Matter::Other, "0", 1), Keeping::LeftOut, "once an hour");
        // What could not be written is as if it had not been counted, and what was left out takes nothing back.
        let forget = |call: &str, keeping| limits.forget_refusal(UserId(1), Matter::Other, call, keeping);
        forget("0", Keeping::LeftOut);
        assert_eq!(keep(Matter::Other, "0", 1), Keeping::LeftOut);
        forget("0", Keeping::Kept);
        assert_eq!(keep(Matter::Other, "0", 1), Keeping::Kept);
        for _ in 0..2 {
            assert_eq!(keep(Matter::Other, "last", 1), Keeping::Last, "one says that there are more");
            forget("last", Keeping::Last);
        }
        assert_eq!(keep(Matter::Other, "last", 1), Keeping::Last);
        let late = HOUR_MS - 60_000;
        assert_eq!(keep(Matter::Other, "late", late), Keeping::LeftOut);
        assert_eq!(keep(Matter::User, "user", late), Keeping::Kept);
        assert_eq!(keep(Matter::Money, "money", late), Keeping::Kept);
        assert_eq!(limits.keep_refusal(UserId(2), Matter::Other, "late", now), Keeping::Kept, "another person");
        // With room again the same call is kept though it was tried a moment ago, and so is the next that is the last.
        assert_eq!(keep(Matter::Other, "late", HOUR_MS), Keeping::Kept);
        for n in 1..REFUSALS_PER_HOUR {
            assert_eq!(keep(Matter::Other, &n.to_string(), HOUR_MS), Keeping::Kept);
        }
        assert_eq!(keep(Matter::Other, "0", HOUR_MS), Keeping::Last);
        assert_eq!(keep(Matter::Other, "more", HOUR_MS), Keeping::LeftOut);
    }
}
