//! What became of a click or a show. The first rule that fails is the verdict.

use serde::{Deserialize, Serialize};

macro_rules! verdicts {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal;)*) => {
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

            /// What people read: the name in words.
            pub fn label(self) -> String {
                self.name().replace('_', " ")
            }
        }
    };
}

verdicts! {
    /// Counted, and billed if a click.
    Valid = 0, "valid";
    /// Edge: the token is older than its age limit (24 h).
    Stale = 1, "stale";
    /// Edge: another country than at the decision.
    CountryChanged = 2, "country_changed";
    /// Edge: another operating system family than at the decision.
    OsChanged = 3, "os_changed";
    /// Edge: another browser family than at the decision, no web view involved.
    BrowserChanged = 4, "browser_changed";
    /// Edge: a known robot or preview fetcher (IAB spiders and bots).
    Bot = 5, "bot";
    /// Edge: an address of a hosting network.
    HostingNetwork = 6, "hosting_network";
    /// Edge: the page is not on the block's site.
    ForeignPage = 7, "foreign_page";
    /// Edge: HEAD, prefetch or preview; uses up nothing.
    Prefetch = 8, "prefetch";
    /// Billing: no show of the token was seen.
    NotShown = 20, "not_shown";
    /// Billing: not the first click (or show) of the token.
    RepeatedToken = 21, "repeated_token";
    /// Billing: the same visitor was billed for the same ad within 24 h.
    RepeatedVisitor = 22, "repeated_visitor";
    /// Billing: the webmaster or the advertiser themselves.
    OwnClick = 23, "own_click";
    /// Billing: more than 3 billed clicks in 10 minutes from the address prefix on the site.
    RateTenMinutes = 24, "rate_ten_minutes";
    /// Billing: more than 10 billed clicks in an hour from the address prefix on the site.
    RateHour = 25, "rate_hour";
    /// Billing: more than 25 billed clicks in a day from the address prefix on the site.
    RateDay = 26, "rate_day";
    /// Billing: under 300 ms after the show on the log's clock.
    TooFast = 27, "too_fast";
    /// Billing: would pass the balance, the daily or the total limit.
    OverBudget = 28, "over_budget";
    /// Voided afterwards by staff.
    Voided = 40, "voided";
}

impl Verdict {
    /// Whether it counts.
    pub const fn is_valid(self) -> bool {
        matches!(self, Self::Valid)
    }
}
