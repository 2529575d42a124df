//! The chart of accounts: what each account is to a bookkeeper, and which accounts a transaction of a kind may touch.
//!
//! The program's postings are positive where somebody has something to get. Bookkeepers write what a firm owes with a minus,
//! so that their amounts are ours with the sign turned round: see [`AccountKind::journal`].

use crate::books::posting::{Account, Operation};
use crate::word::{Word, numbered};

numbered! {
    /// What an account is, whoever it belongs to. The numbers are those of stored postings.
    AccountKind {
        /// What advertisers can spend.
        Advertisers = 1, "Advertisers' balances";
        /// What webmasters earned and what waits for its day.
        WebmastersPending = 2, "Webmasters' pending earnings";
        /// What webmasters can be paid.
        WebmastersAvailable = 3, "Webmasters' available earnings";
        /// What the network keeps of clicks.
        Revenue = 4, "Network's part of clicks";
        /// What people earned by referring others and what waits for its day.
        Referrals = 5, "Pending referral earnings";
        /// What came in through payment gateways and what went back through them.
        Gateways = 6, "Payment gateways";
        /// What was paid to webmasters.
        Payouts = 7, "Paid to webmasters";
        /// Fees that were kept of payouts.
        Fees = 8, "Fees of payouts";
        /// Corrections and presents by staff.
        Adjustments = 9, "Corrections and bonuses";
        /// Money that will not come back.
        BadDebt = 10, "Bad debt";
        /// What webmasters have asked for and are not paid yet.
        PayoutReserve = 12, "Open payouts";
    }
}

impl AccountKind {
    /// The kind of an account.
    pub fn of(account: Account) -> Self {
        Self::from_id(account.code().0).unwrap_or_else(|| unreachable!("{account:?} has no kind"))
    }

    /// Its name in a plain-text journal, by the five types that `hledger` and `beancount` know.
    pub const fn journal(self) -> &'static str {
        match self {
            Self::Advertisers => "Liabilities:Advertisers",
            Self::WebmastersPending => "Liabilities:Webmasters:Pending",
            Self::WebmastersAvailable => "Liabilities:Webmasters:Available",
            Self::Revenue => "Income:Clicks",
            Self::Referrals => "Liabilities:Referrals",
            Self::Gateways => "Assets:Gateways",
            Self::Payouts => "Assets:Payouts",
            Self::Fees => "Income:Fees",
            Self::Adjustments => "Expenses:Adjustments",
            Self::BadDebt => "Expenses:BadDebt",
            Self::PayoutReserve => "Liabilities:Webmasters:Payouts",
        }
    }

    /// Whether it is a part of the network's result: what is posted on it is won or lost.
    pub const fn is_result(self) -> bool {
        matches!(self, Self::Revenue | Self::Fees | Self::Adjustments | Self::BadDebt)
    }

    /// What a bookkeeper reads about it.
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Advertisers => "What advertisers paid in and have not spent. A debt of the network.",
            Self::WebmastersPending => {
                "Earnings of the last days, which wait for the hold to pass. A debt of the network."
            }
            Self::WebmastersAvailable => {
                "Earnings that webmasters may ask for. A debt of the network; below zero after voids of paid earnings."
            }
            Self::Revenue => "What is left of each billed click after its webmaster and referrers.",
            Self::Referrals => {
                "What people earned in the last days by bringing others, which waits for the hold to pass. A debt of the network."
            }
            Self::Gateways => "What payment gateways took in for the network, less what went back to payers.",
            Self::Payouts => "What left the network towards webmasters.",
            Self::Fees => "What was kept of payouts for what payment systems take.",
            Self::Adjustments => "What staff gave to balances or took from them.",
            Self::BadDebt => "What was charged back and could not be taken from a balance any more.",
            Self::PayoutReserve => "What webmasters have asked for and are not paid yet. A debt of the network.",
        }
    }
}

/// A kind of transaction, with what it may post.
#[derive(Clone, Copy, Debug)]
pub struct TransactionKind {
    /// The kind.
    pub operation: Operation,
    /// The name in programs.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
    /// Accounts that it may take from or give to.
    pub accounts: &'static [AccountKind],
    /// What it is and where its amounts come from.
    pub purpose: &'static str,
}

use AccountKind::{
    Adjustments, Advertisers, BadDebt, Fees, Gateways, PayoutReserve, Payouts, Referrals, Revenue, WebmastersAvailable,
    WebmastersPending,
};

const CLICKS: &[AccountKind] = &[Advertisers, WebmastersPending, Referrals, Revenue];

/// All kinds of transactions, in the order of their stored numbers.
pub const TRANSACTION_KINDS: [TransactionKind; Operation::ALL.len()] = [
    TransactionKind {
        operation: Operation::TopUp,
        name: "TopUp",
        label: "Top-up",
        accounts: &[Gateways, Advertisers],
        purpose: "Money came in through a gateway and stands on the advertiser's balance.",
    },
    TransactionKind {
        operation: Operation::NativeClicks,
        name: "NativeClicks",
        label: "Clicks",
        accounts: CLICKS,
        purpose: "A batch of billed clicks on native ads: from advertisers to webmasters, referrers and the network, each click as its settlement says.",
    },
    TransactionKind {
        operation: Operation::PushClicks,
        name: "PushClicks",
        label: "Push clicks",
        accounts: CLICKS,
        purpose: "A batch of billed clicks on push ads, divided as those on native ads.",
    },
    TransactionKind {
        operation: Operation::Correction,
        name: "Correction",
        label: "Correction",
        accounts: &[Advertisers, WebmastersPending, WebmastersAvailable, Referrals, Adjustments],
        purpose: "Staff changed a balance, with a reason, or what was left was given up with its account.",
    },
    TransactionKind {
        operation: Operation::Refund,
        name: "Refund",
        label: "Refund",
        accounts: &[Advertisers, Gateways, BadDebt],
        purpose: "Money went back to the advertiser who had paid it; what was spent already is bad debt.",
    },
    TransactionKind {
        operation: Operation::Bonus,
        name: "Bonus",
        label: "Bonus",
        accounts: &[Advertisers, Adjustments],
        purpose: "Money that the network gave an advertiser to spend, by a promo code or by hand, or took back before it was spent.",
    },
    TransactionKind {
        operation: Operation::Release,
        name: "Release",
        label: "Release of earnings",
        accounts: &[WebmastersPending, WebmastersAvailable, Referrals],
        purpose: "Earnings whose hold has passed became available.",
    },
    TransactionKind {
        operation: Operation::Void,
        name: "Void",
        label: "Void",
        accounts: &[Advertisers, WebmastersPending, WebmastersAvailable, Referrals, Revenue],
        purpose: "Billed clicks were taken back: the amounts of their settlements, the other way round.",
    },
    TransactionKind {
        operation: Operation::PayoutRequest,
        name: "PayoutRequest",
        label: "Payout requested",
        accounts: &[WebmastersAvailable, PayoutReserve],
        purpose: "A webmaster asked for a payout, or automatic payout did: the money is set aside.",
    },
    TransactionKind {
        operation: Operation::PayoutPaid,
        name: "PayoutPaid",
        label: "Payout paid",
        accounts: &[PayoutReserve, Payouts, Fees],
        purpose: "What was set aside left the network; its fee was kept.",
    },
    TransactionKind {
        operation: Operation::PayoutReturn,
        name: "PayoutReturn",
        label: "Payout returned",
        accounts: &[PayoutReserve, WebmastersAvailable, Payouts, Fees],
        purpose: "A payout was rejected or cancelled, or came back after it was paid: its money is available again.",
    },
    TransactionKind {
        operation: Operation::Chargeback,
        name: "Chargeback",
        label: "Charge-back",
        accounts: &[Advertisers, Gateways, BadDebt],
        purpose: "The payer's bank took money back, or gave it again: from what is left of the balance, the rest is bad debt.",
    },
];

/// What a kind of transaction may post.
pub fn transaction_kind(operation: Operation) -> &'static TransactionKind {
    TRANSACTION_KINDS
        .iter()
        .find(|kind| kind.operation == operation)
        .unwrap_or_else(|| unreachable!("{operation:?} is in the table"))
}

/// The kinds of transactions as words of the API.
pub const TRANSACTION_WORDS: [Word; TRANSACTION_KINDS.len()] = {
    let mut words = [Word { id: 0, name: "", label: "" }; TRANSACTION_KINDS.len()];
    let mut at = 0;
    while at < TRANSACTION_KINDS.len() {
        let TransactionKind { operation, name, label, .. } = TRANSACTION_KINDS[at];
        words[at] = Word { id: operation as u8, name, label };
        at += 1;
    }
    words
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UserId;

    #[test]
    fn the_documentation_has_the_chart() {
        let text = include_str!("../../../../docs/money.md");
        for kind in AccountKind::ALL {
            let row = format!("| {} | {} | `{}` | {} |", kind.id(), kind.label(), kind.journal(), kind.purpose());
            assert!(text.contains(&row), "docs/money.md lacks: {row}");
        }
        for TransactionKind { operation, label, accounts, purpose, .. } in TRANSACTION_KINDS {
            let accounts: Vec<&str> = accounts.iter().map(|kind| kind.label()).collect();
            let row = format!("| {} | {label} | {} | {purpose} |", operation.code(), accounts.join("; "));
            assert!(text.contains(&row), "docs/money.md lacks: {row}");
        }
    }

    #[test]
    fn every_operation_and_account_has_its_place() {
        for operation in Operation::ALL {
            assert_eq!(transaction_kind(operation).operation, operation);
        }
        for kind in AccountKind::ALL {
            let account = Account::from_code(kind.id().into(), 1).unwrap();
            assert_eq!(AccountKind::of(account), kind);
            assert!(
                TRANSACTION_KINDS.iter().any(|one| one.accounts.contains(&kind))
                    || kind.is_result()
                    || kind == AccountKind::Payouts
            );
        }
        assert_eq!(AccountKind::of(Account::Advertiser(UserId(7))), AccountKind::Advertisers);
    }
}
