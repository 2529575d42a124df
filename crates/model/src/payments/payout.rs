//! Wallets and payouts: their statuses, and which change of one is allowed.

use crate::word::numbered;
use crate::{Money, PayoutId};

numbered! {
    /// The status of a wallet.
    WalletStatus {
        /// In the queue of the network's owner.
        Waiting = 1, "Waiting";
        /// Can be paid to, once its first day is over.
        Approved = 2, "Approved";
        /// Refused.
        Rejected = 3, "Rejected";
        /// Deleted by its owner.
        Deleted = 4, "Deleted";
    }

    /// The status of a payout.
    PayoutStatus {
        /// Asked for.
        Requested = 1, "Requested";
        /// Will be paid.
        Approved = 2, "Approved";
        /// Paid.
        Paid = 3, "Paid";
        /// Refused: the money went back.
        Rejected = 4, "Rejected";
        /// Taken back by who asked for it: the money went back.
        Cancelled = 5, "Cancelled";
    }
}

impl PayoutStatus {
    /// Whether its money waits: it was asked for, and is neither paid nor given back.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Approved)
    }

    /// Whether it can become `next`.
    pub const fn may_become(self, next: Self) -> bool {
        match next {
            Self::Requested => false,
            Self::Approved | Self::Cancelled => matches!(self, Self::Requested),
            Self::Paid => matches!(self, Self::Approved),
            Self::Rejected => self.is_open(),
        }
    }

    /// Its name in sentences.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Approved => "approved",
            Self::Paid => "paid",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What is told of a payout by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoutFacts {
    /// The payout.
    pub id: PayoutId,
    /// Its status.
    pub status: PayoutStatus,
    /// It was paid and came back.
    pub is_returned: bool,
    /// The transaction that was told before was a wrong one.
    pub is_corrected: bool,
    /// Auto-payment asked for it.
    pub is_auto: bool,
    /// What leaves the webmaster's balance.
    pub amount: Money,
    /// What of it is the fee.
    pub fee: Money,
    /// By which it is paid.
    pub payment_type: String,
    /// The number of the wallet that it is paid to.
    pub number: String,
    /// Why it was rejected.
    pub comment: String,
    /// What the payment system calls the payment; empty before it.
    pub transaction_hash: String,
    /// The page about the payment; none where nobody has one.
    pub explorer: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payout_ends_once() {
        use PayoutStatus::{Approved, Cancelled, Paid, Rejected, Requested};
        let next = |from: PayoutStatus| {
            PayoutStatus::ALL.into_iter().filter(|next| from.may_become(*next)).collect::<Vec<_>>()
        };
        assert_eq!(next(Requested), [Approved, Rejected, Cancelled]);
        assert_eq!(next(Approved), [Paid, Rejected]);
        for end in [Paid, Rejected, Cancelled] {
            assert!(next(end).is_empty() && !end.is_open(), "{end:?}");
        }
    }
}
