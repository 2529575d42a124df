//! Promo codes: what a top-up earns beside the money that comes in.

use crate::word::numbered;
use crate::{Money, UnixMs};

numbered! {
    /// How a promo code counts its bonus.
    PromoKind {
        /// The same for each top-up.
        Fixed = 1, "Fixed amount";
        /// A part of the top-up.
        Part = 2, "Part of the top-up";
    }

    /// Whether a promo code can be used.
    PromoState {
        /// It can.
        Active = 1, "Active";
        /// Not yet.
        Planned = 2, "Planned";
        /// As often as it may be used, it was.
        UsedUp = 3, "Used up";
        /// Its time is over, or somebody ended it.
        Ended = 4, "Ended";
        /// A second owner of the network is to agree.
        Waiting = 5, "Waits for a second person";
    }
}

/// The longest code, in characters.
pub const CODE_CHARS_MAX: usize = 32;
/// The shortest code, in characters: shorter ones are guessed.
pub const CODE_CHARS_MIN: usize = 4;
/// The highest bonus of one top-up.
pub const BONUS_MAX: Money = Money::from_dollars(100_000);
/// The most uses that a code can name.
pub const USES_MAX: i64 = 1_000_000;
/// The highest part of a top-up, in basis points: twice the money that comes in.
pub const PART_BP_MAX: i64 = 20_000;

/// What a code gives. It never changes: who was promised something gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PromoTerms {
    /// How its bonus is counted.
    pub kind: PromoKind,
    /// The bonus; for a part of the top-up the most that it can be.
    pub amount: Money,
    /// The part of the top-up, in basis points; 0 for a fixed amount.
    pub part_bp: i64,
    /// Top-ups below this earn nothing.
    pub minimum: Money,
}

impl PromoTerms {
    /// What a top-up earns of which so much came in and did not go back, in whole cents.
    pub fn bonus_for(&self, kept: Money) -> Money {
        if kept <= Money::ZERO || kept < self.minimum {
            return Money::ZERO;
        }
        match self.kind {
            PromoKind::Fixed => self.amount,
            PromoKind::Part => {
                let part = i128::from(kept.micros()) * i128::from(self.part_bp) / 10_000;
                i64::try_from(part).map_or(self.amount, Money::from_micros).min(self.amount).whole_cents()
            }
        }
    }
}

/// A code as it is compared: capitals and what stands around it do not matter. None: nothing that can be a code.
pub fn folded(code: &str) -> Option<String> {
    let code = code.trim().to_ascii_uppercase();
    let is_code = (CODE_CHARS_MIN..=CODE_CHARS_MAX).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    is_code.then_some(code)
}

/// Whether a code that owners of the network agreed to can be used at a moment, used so often.
pub fn state(now: UnixMs, begins_at: UnixMs, ends_at: Option<UnixMs>, uses: i64, uses_max: Option<i64>) -> PromoState {
    if ends_at.is_some_and(|end| end <= now) {
        PromoState::Ended
    } else if uses_max.is_some_and(|most| uses >= most) {
        PromoState::UsedUp
    } else if begins_at > now {
        PromoState::Planned
    } else {
        PromoState::Active
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(part_bp: i64, most: i64, minimum: i64) -> PromoTerms {
        let (amount, minimum) = (Money::from_dollars(most), Money::from_dollars(minimum));
        PromoTerms { kind: PromoKind::Part, amount, part_bp, minimum }
    }

    #[test]
    fn a_top_up_earns_what_its_code_says() {
        let check = |terms: PromoTerms, kept: &str, bonus: &str| {
            let money = |text: &str| Money::parse(text, 6).unwrap();
            assert_eq!(terms.bonus_for(money(kept)), money(bonus), "{terms:?} of {kept}");
        };
        let fixed = PromoTerms {
            kind: PromoKind::Fixed,
            amount: Money::from_dollars(20),
            part_bp: 0,
            minimum: Money::from_dollars(100),
        };
        check(fixed, "99.999999", "0");
        check(fixed, "100", "20");
        check(fixed, "5000", "20");
        check(part(1_000, 50, 0), "0", "0");
        check(part(1_000, 50, 0), "100", "10");
        check(part(1_000, 50, 0), "12.345678", "1.23");
        check(part(1_000, 50, 0), "501", "50");
        check(part(10_000, 1_000, 10), "9", "0");
        check(part(10_000, 1_000, 10), "10", "10");
    }

    #[test]
    fn codes_are_compared_without_capitals() {
        assert_eq!(folded(" welcome-20 ").as_deref(), Some("WELCOME-20"));
        for wrong in ["", "abc", "with space", "ünïcode", &"x".repeat(33), "a'b--c;"] {
            assert_eq!(folded(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_code_has_its_time() {
        let at = UnixMs;
        assert_eq!(state(at(5), at(5), Some(at(6)), 0, Some(1)), PromoState::Active);
        assert_eq!(state(at(4), at(5), None, 0, None), PromoState::Planned);
        assert_eq!(state(at(6), at(5), Some(at(6)), 0, None), PromoState::Ended);
        assert_eq!(state(at(5), at(5), None, 3, Some(3)), PromoState::UsedUp);
    }

    proptest! {
        #[test]
        fn what_goes_back_never_earns(kept in 0_i64..2_000_000_000_000, back in 0_i64..1_000_000_000, bp in 1_i64..=PART_BP_MAX) {
            let terms = part(bp, 1_000, 5);
            let (before, after) = (terms.bonus_for(Money::from_micros(kept)), terms.bonus_for(Money::from_micros(kept - back)));
            prop_assert!(after <= before && before <= terms.amount && before >= Money::ZERO);
        }
    }
}
