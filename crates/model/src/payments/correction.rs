//! Corrections: money that staff move by hand, with a reason that its owner reads.

use crate::Money;
use crate::word::numbered;

numbered! {
    /// What a correction is.
    CorrectionKind {
        /// Something was booked wrongly, or is made good.
        Correction = 1, "Correction";
        /// A present to an advertiser: it is spent last and goes back to nobody.
        Bonus = 2, "Bonus";
    }

    /// Whose balance a correction moves.
    CorrectionSide {
        /// What an advertiser can spend.
        Advertiser = 1, "Advertiser's balance";
        /// What a webmaster can be paid.
        Webmaster = 2, "Webmaster's available earnings";
    }

    /// How far a correction is.
    CorrectionStatus {
        /// A second person is to agree.
        Waiting = 1, "Waits for a second person";
        /// Its money is moved.
        Booked = 2, "Booked";
        /// Somebody took it back before it was booked.
        Withdrawn = 3, "Withdrawn";
    }
}

/// The most that is given at once.
pub const AMOUNT_MAX: Money = Money::from_dollars(1_000_000);
/// The most that is taken at once.
pub const AMOUNT_MIN: Money = Money::from_dollars(-1_000_000);
/// The longest reason, in characters.
pub const REASON_CHARS_MAX: usize = 300;
