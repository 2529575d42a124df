//! What became of a click or a show. The first rule that fails is the verdict.

use serde::{Deserialize, Serialize};

macro_rules! verdicts {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal, $label:literal, $reason:literal;)*) => {
        /// The result of the validity rules. The codes are stored for good: they are only ever added to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Verdict {
            $($(#[$doc])* $variant = $code,)*
        }

        impl Verdict {
            /// All verdicts.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The stored number.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// The verdict of a stored number.
            pub const fn from_code(code: i64) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The name in the API, in snake_case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Why, in a sentence about the click.
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$variant => $reason,)*
                }
            }

            /// What people read, everywhere.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }
        }
    };
}

verdicts! {
    /// Counted, and billed if a click.
    Valid = 0, "valid", "Valid",
        "It counts: the advertiser pays for it and the webmaster earns by it.";
    /// Edge: the token is older than its age limit (24 h).
    Stale = 1, "stale", "Too old",
        "The ad was shown more than 24 hours before.";
    /// Edge: another country than at the decision.
    CountryChanged = 2, "country_changed", "Country changed",
        "It came from another country than the one in which the ad was shown.";
    /// Edge: another operating system family than at the decision.
    OsChanged = 3, "os_changed", "System changed",
        "It came from another operating system than the one on which the ad was shown.";
    /// Edge: another browser family than at the decision, no web view involved.
    BrowserChanged = 4, "browser_changed", "Browser changed",
        "It came from another browser than the one in which the ad was shown.";
    /// Edge: a known robot or preview fetcher (IAB spiders and bots).
    Bot = 5, "bot", "Robot",
        "It came from a known robot.";
    /// Edge: an address of a hosting network.
    HostingNetwork = 6, "hosting_network", "Hosting network",
        "It came from a network of servers, where people do not browse.";
    /// Edge: the page is not on the block's site.
    ForeignPage = 7, "foreign_page", "Foreign page",
        "It came from a page that is not on the site of the block.";
    /// Edge: HEAD, prefetch or preview; uses up nothing.
    Prefetch = 8, "prefetch", "Prefetch",
        "A program looked at the address ahead; nobody clicked.";
    /// Billing: no show of the token was seen.
    NotShown = 20, "not_shown", "Not shown",
        "The ad was not seen to be shown before it.";
    /// Billing: not the first click (or show) of the token.
    RepeatedToken = 21, "repeated_token", "Counted before",
        "The same shown ad had been clicked before.";
    /// Billing: the same visitor was billed for the same ad within 24 h.
    RepeatedVisitor = 22, "repeated_visitor", "Same visitor again",
        "The same visitor had clicked this ad within 24 hours.";
    /// Billing: the webmaster or the advertiser themselves.
    OwnClick = 23, "own_click", "Own click",
        "It was the webmaster or the advertiser themselves.";
    /// Billing: more than 3 billed clicks in 10 minutes from the address prefix on the site.
    RateTenMinutes = 24, "rate_ten_minutes", "Too many in 10 minutes",
        "More than 3 clicks that count came from the same network to the site within 10 minutes.";
    /// Billing: more than 10 billed clicks in an hour from the address prefix on the site.
    RateHour = 25, "rate_hour", "Too many in an hour",
        "More than 10 clicks that count came from the same network to the site within an hour.";
    /// Billing: more than 25 billed clicks in a day from the address prefix on the site.
    RateDay = 26, "rate_day", "Too many in a day",
        "More than 25 clicks that count came from the same network to the site within a day.";
    /// Billing: under 300 ms after the show on the log's clock.
    TooFast = 27, "too_fast", "Too fast",
        "It came less than 0.3 seconds after the ad was shown.";
    /// Billing: would pass the balance, the daily or the total limit.
    OverBudget = 28, "over_budget", "Over budget",
        "It would have passed the balance or a limit of the campaign, so nothing is paid.";
    /// Voided afterwards by staff.
    Voided = 40, "voided", "Voided",
        "It counted at first and was taken back by the network's staff.";
}

impl Verdict {
    /// Whether it counts.
    pub const fn is_valid(self) -> bool {
        matches!(self, Self::Valid)
    }
}
