//! Automatic top-up: a payment by a method that its owner let be kept, whenever their balance is low. No IO.

use crate::time::HOUR_MS;
use crate::{Money, UnixMs};

/// Between two automatic top-ups of one advertiser at least, in ms: what a click costs is booked seconds after it.
pub const PAUSE_MS: i64 = 10 * 60 * 1_000;
/// After a refusal that may pass, the next tries come after so long, in ms; after the last one it is switched off.
pub const RETRIES_MS: [i64; 2] = [HOUR_MS, 12 * HOUR_MS];
/// A payment that was asked for and not answered is asked for again, under the same name, for so long, in ms. Stripe keeps such
/// names for at least 24 hours.
pub const ASKED_FOR_MS: i64 = 12 * HOUR_MS;
/// The most that may be paid in a month.
pub const MONTH_MAX: Money = Money::from_dollars(1_000_000);
/// The longest name that a kept method may have, in characters.
pub const METHOD_NAME_CHARS_MAX: usize = 100;

/// When to pay how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopUpRule {
    /// A balance below this is low.
    pub threshold: Money,
    /// What is paid then.
    pub amount: Money,
    /// The most that is paid in a calendar month, UTC.
    pub month_max: Money,
}

impl TopUpRule {
    /// Whether another payment fits into a month in which so much was paid or is being paid.
    pub fn fits(&self, paid: Money) -> bool {
        paid.checked_add(self.amount).is_some_and(|sum| sum <= self.month_max)
    }
}

/// Why a gateway did not take a payment by a kept method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decline {
    /// There is not enough money on it now.
    Funds,
    /// The bank says no, and no more.
    Bank,
    /// The bank wants its owner to confirm.
    Confirmation,
    /// It is out of date, lost, or known no more.
    Gone,
}

impl Decline {
    /// Whether the same may succeed later.
    pub const fn may_pass(self) -> bool {
        matches!(self, Self::Funds | Self::Bank)
    }

    /// What its owner reads.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Funds => "There was not enough money on the card.",
            Self::Bank => "The bank declined the card.",
            Self::Confirmation => "The bank wants you to confirm payments by this card: nobody can do that for you.",
            Self::Gone => "The card cannot be used any more.",
        }
    }
}

/// When to try again after a refusal; none: never. `failures`: refusals in a row, this one among them.
pub fn retry_at(decline: Decline, failures: i64, now: UnixMs) -> Option<UnixMs> {
    let place = usize::try_from(failures - 1).unwrap_or(0);
    RETRIES_MS.get(place).filter(|_| decline.may_pass()).map(|pause_ms| now.plus_ms(*pause_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_tried_again_twice_at_most() {
        let now = UnixMs(1_000);
        assert_eq!(retry_at(Decline::Funds, 1, now), Some(now.plus_ms(HOUR_MS)));
        assert_eq!(retry_at(Decline::Bank, 2, now), Some(now.plus_ms(12 * HOUR_MS)));
        assert_eq!(retry_at(Decline::Funds, 3, now), None);
        assert_eq!(retry_at(Decline::Gone, 1, now), None);
        assert_eq!(retry_at(Decline::Confirmation, 1, now), None);
    }

    #[test]
    fn a_month_has_a_most() {
        let rule =
            TopUpRule { amount: Money::from_dollars(50), month_max: Money::from_dollars(120), ..TopUpRule::default() };
        assert!(rule.fits(Money::from_dollars(70)));
        assert!(!rule.fits(Money::from_dollars(71)));
        assert!(!rule.fits(Money::from_micros(i64::MAX)));
    }
}
