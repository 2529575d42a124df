//! Deposits: money that advertisers pay in by payment gateways. Gateways report, in any order and as often as they like, how
//! much came in for a payment in all; what was not booked of it yet is the change. No IO.

use crate::Money;
use crate::money::INPUT_MAX;
use crate::word::numbered;

/// The longest name that a gateway may give a payment, in characters.
pub const PAYMENT_REF_CHARS_MAX: usize = 100;
/// The longest note of staff on a receipt or refund, in characters.
pub const NOTE_CHARS_MAX: usize = 500;
/// The same deposit asked for again within this time is the same deposit, in ms.
pub const REPEAT_MS: i64 = 30 * 60 * 1_000;
/// Deposits of one advertiser that wait at the same time.
pub const OPEN_DEPOSITS_MAX: i64 = 50;
/// How long after its end a deposit is still asked about at its gateway, in ms: late money is credited.
pub const ASKED_AFTER_END_MS: i64 = 7 * crate::time::DAY_MS;

numbered! {
    /// How far a deposit is.
    DepositStatus {
        /// Nothing came in yet.
        Pending = 1, "Pending";
        /// All came in, or what came in is all that will.
        Settled = 2, "Settled";
        /// Its time is over and nothing came in.
        Expired = 3, "Expired";
        /// The gateway refused it.
        Failed = 4, "Failed";
        /// A part came in.
        PartlyPaid = 5, "Partly paid";
    }
}

/// Who takes money for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gateway {
    /// A bank transfer that staff confirm.
    Invoice,
    /// Stripe Checkout.
    Stripe,
    /// NOWPayments.
    NowPayments,
    /// Plays a gateway in the demonstration network.
    Sandbox,
}

impl Gateway {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Invoice, Self::Stripe, Self::NowPayments, Self::Sandbox];

    /// The name in the API and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::Stripe => "stripe",
            Self::NowPayments => "nowpayments",
            Self::Sandbox => "sandbox",
        }
    }

    /// What people read.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Invoice => "Invoice",
            Self::Stripe => "Stripe",
            Self::NowPayments => "NOWPayments",
            Self::Sandbox => "Sandbox",
        }
    }

    /// The gateway of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gateway| gateway.name() == name)
    }

    /// Who takes money of a payment system of the dictionary; nobody where it is for payouts only.
    pub const fn of_system(payment_system: i64) -> Option<Self> {
        Some(match payment_system {
            1 => Self::Invoice,
            4 => Self::Stripe,
            6 => Self::NowPayments,
            7 => Self::Sandbox,
            _ => return None,
        })
    }

    /// Whether it must be given keys before it can be used.
    pub const fn needs_keys(self) -> bool {
        matches!(self, Self::Stripe | Self::NowPayments)
    }
}

/// The state of a dispute about a payment (a charge-back).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Dispute {
    /// The payer wants the money back: the gateway has taken it.
    Open = 1,
    /// The gateway gave it back to us.
    Won = 2,
    /// It is the payer's.
    Lost = 3,
}

impl Dispute {
    /// The stored number.
    pub const fn code(self) -> i64 {
        self as i64
    }

    /// The state of a stored number.
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            1 => Some(Self::Open),
            2 => Some(Self::Won),
            3 => Some(Self::Lost),
            _ => None,
        }
    }
}

/// How far a payment is by what its gateway said of it. Of two states the later one holds, in whichever order they are told: a
/// payment whose time was over may still come, and one that failed may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum PaymentState {
    /// It can be paid, and nobody has.
    Waiting = 1,
    /// Its time is over.
    Expired = 2,
    /// Somebody has paid, and the money is on its way.
    Coming = 3,
    /// It will not come.
    Failed = 4,
    /// Something came in.
    Paid = 5,
}

impl PaymentState {
    /// The stored number.
    pub const fn code(self) -> i64 {
        self as i64
    }

    /// The state of a stored number.
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            1 => Some(Self::Waiting),
            2 => Some(Self::Expired),
            3 => Some(Self::Coming),
            4 => Some(Self::Failed),
            5 => Some(Self::Paid),
            _ => None,
        }
    }

    /// Whether money may come of it that is not told yet.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Coming)
    }
}

/// What a gateway says of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It knows of the payment, and nobody has paid.
    Waiting,
    /// Somebody has paid, and the money is not sure yet.
    Coming,
    /// So much came in, in all; `is_complete`: no more will come, and the gateway takes it for the whole.
    Paid {
        /// In all, in dollars.
        total: Money,
        /// Whether the gateway is done with it.
        is_complete: bool,
    },
    /// It will not come.
    Failed,
    /// Its time is over.
    Expired,
    /// So much went back to the payer, in all.
    Returned {
        /// In all, in dollars; none: whatever came in.
        total: Option<Money>,
    },
    /// So much was to go back to the payer, and could not.
    NotReturned {
        /// In dollars.
        amount: Money,
    },
    /// The payer's bank wants it back, or does no longer.
    Disputed {
        /// The gateway's name of the dispute.
        dispute: String,
        /// What it is about, in dollars.
        amount: Money,
        /// How it stands.
        state: Dispute,
    },
    /// The amounts are not in dollars, or cannot be read: nothing is booked, and staff look at it.
    Unreadable(String),
}

/// One thing that a gateway says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Our name of the deposit, which the gateway was given; none where it names its own payment only.
    pub order: Option<String>,
    /// The gateway's name of the payment; empty where there is none yet.
    pub payment: String,
    /// What the gateway was to ask for, if it says so.
    pub asked: Option<Money>,
    /// What it says.
    pub news: News,
}

/// What is known of one payment of a deposit: what the gateway said at most, and what was booked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatewayPayment {
    /// What came in.
    pub paid: Money,
    /// What went back.
    pub returned: Money,
    /// What the gateway said last that went back in all.
    pub returned_told: Money,
    /// The gateway's name of a dispute; empty: none.
    pub dispute: String,
    /// What it is about.
    pub disputed: Money,
    /// How it stands.
    pub dispute_state: Option<Dispute>,
    /// How far it is; none: not told yet.
    pub state: Option<PaymentState>,
    /// Booked as having come in.
    pub credited: Money,
    /// Booked as having gone back.
    pub taken: Money,
}

/// What is to be booked so that the books say what the gateway says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DueBooking {
    /// To be credited; never negative.
    pub credit: Money,
    /// To be taken back; negative: to be given again.
    pub take: Money,
}

impl GatewayPayment {
    /// Takes a report in. It only ever adds to what is known: an older report that comes late books nothing. What staff should
    /// look at because it cannot be added.
    pub fn learn(&mut self, news: &News) -> Option<PaymentNotice> {
        match news {
            News::Paid { total, .. } => self.paid = self.paid.max(*total),
            News::Returned { total } => {
                // All of it, also where what came in is not known yet.
                let total = total.unwrap_or(INPUT_MAX);
                let fell = total < self.returned_told;
                self.returned = self.returned.max(total);
                self.returned_told = total;
                if fell {
                    return Some(PaymentNotice::NotReturned);
                }
            }
            News::NotReturned { .. } => return Some(PaymentNotice::NotReturned),
            News::Disputed { dispute, amount, state } => {
                let is_other = !self.dispute.is_empty() && self.dispute != *dispute;
                let is_over = self.dispute_state == Some(Dispute::Won);
                if is_other && !is_over {
                    return Some(PaymentNotice::SecondDispute);
                }
                // What is closed stays so, whatever comes late.
                if is_other || !matches!(self.dispute_state, Some(Dispute::Won | Dispute::Lost)) {
                    self.dispute.clone_from(dispute);
                    (self.disputed, self.dispute_state) = (*amount, Some(*state));
                }
            }
            News::Waiting | News::Coming | News::Failed | News::Expired | News::Unreadable(_) => {}
        }
        let state = match news {
            News::Waiting => Some(PaymentState::Waiting),
            News::Coming => Some(PaymentState::Coming),
            News::Failed => Some(PaymentState::Failed),
            News::Expired => Some(PaymentState::Expired),
            // What goes back has come.
            News::Paid { .. } | News::Returned { .. } | News::Disputed { .. } => Some(PaymentState::Paid),
            News::NotReturned { .. } | News::Unreadable(_) => None,
        };
        self.state = self.state.max(state);
        None
    }

    /// What is to be booked.
    pub fn due(&self) -> DueBooking {
        let disputed = match self.dispute_state {
            Some(Dispute::Open | Dispute::Lost) => self.disputed,
            Some(Dispute::Won) | None => Money::ZERO,
        };
        let gone = self.returned.checked_add(disputed).map_or(self.paid, |gone| gone.min(self.paid));
        DueBooking { credit: self.paid - self.credited, take: gone - self.taken }
    }
}

/// The status of a deposit of `wanted` after a report, when `credited` came in for it in all; `is_open`: of another payment of it
/// money may still come.
pub fn status_after(now: DepositStatus, wanted: Money, credited: Money, news: &News, is_open: bool) -> DepositStatus {
    let is_complete = matches!(news, News::Paid { is_complete: true, .. });
    if credited >= wanted || (credited > Money::ZERO && (is_complete || now == DepositStatus::Settled)) {
        return DepositStatus::Settled;
    }
    if credited > Money::ZERO {
        return DepositStatus::PartlyPaid;
    }
    match (now, news) {
        (DepositStatus::Pending, News::Failed) if !is_open => DepositStatus::Failed,
        (DepositStatus::Pending, News::Expired) if !is_open => DepositStatus::Expired,
        _ => now,
    }
}

/// The status of a deposit whose time is over. What is on its way is waited for until the gateway is asked for the last time.
pub fn status_at_end(now: DepositStatus, payments: &[GatewayPayment], is_last: bool) -> DepositStatus {
    let is_coming = payments.iter().any(|payment| payment.state == Some(PaymentState::Coming));
    match now {
        DepositStatus::Pending if is_last || !is_coming => DepositStatus::Expired,
        _ => now,
    }
}

/// What staff should look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PaymentNotice {
    /// A callback whose signature does not hold.
    BadSignature,
    /// A callback with an old timestamp.
    OldTimestamp,
    /// A callback whose signature holds and that cannot be read.
    Unreadable,
    /// A callback about a payment that is not ours.
    UnknownPayment,
    /// A gateway was to ask for another amount.
    WrongAmount,
    /// More came in than was asked for.
    Overpaid,
    /// Less came in than was asked for, and no more will.
    Underpaid,
    /// Money came in after the end of its deposit.
    Late,
    /// Money went back to the payer.
    Returned,
    /// The payer's bank wants money back.
    Disputed,
    /// A dispute ended in our favour.
    DisputeWon,
    /// A second dispute about one payment.
    SecondDispute,
    /// Money that was booked as gone back to the payer did not, or not all of it.
    NotReturned,
    /// Money came in for somebody whose account is not in use.
    NotActive,
}

impl PaymentNotice {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::BadSignature,
        Self::OldTimestamp,
        Self::Unreadable,
        Self::UnknownPayment,
        Self::WrongAmount,
        Self::Overpaid,
        Self::Underpaid,
        Self::Late,
        Self::Returned,
        Self::Disputed,
        Self::DisputeWon,
        Self::SecondDispute,
        Self::NotReturned,
        Self::NotActive,
    ];

    /// The name in the API and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadSignature => "bad_signature",
            Self::OldTimestamp => "old_timestamp",
            Self::Unreadable => "unreadable",
            Self::UnknownPayment => "unknown_payment",
            Self::WrongAmount => "wrong_amount",
            Self::Overpaid => "overpaid",
            Self::Underpaid => "underpaid",
            Self::Late => "late",
            Self::Returned => "returned",
            Self::Disputed => "disputed",
            Self::DisputeWon => "dispute_won",
            Self::SecondDispute => "second_dispute",
            Self::NotReturned => "not_returned",
            Self::NotActive => "not_active",
        }
    }

    /// What people read.
    pub const fn label(self) -> &'static str {
        match self {
            Self::BadSignature => "A callback with a wrong signature was refused",
            Self::OldTimestamp => "A callback with an old timestamp was refused",
            Self::Unreadable => "A callback could not be read",
            Self::UnknownPayment => "A payment that is not ours",
            Self::WrongAmount => "Another amount was asked for: nothing was credited",
            Self::Overpaid => "More came in than was asked for",
            Self::Underpaid => "Less came in than was asked for",
            Self::Late => "Money came in after the end of the deposit",
            Self::Returned => "Money went back to the payer",
            Self::Disputed => "A payment is disputed (charge-back)",
            Self::DisputeWon => "A dispute was won",
            Self::SecondDispute => "A second dispute about one payment",
            Self::NotReturned => "A refund that is booked could not be carried out",
            Self::NotActive => "Money came in for an account that is not active",
        }
    }

    /// The notice of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notice| notice.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn paid(micros: i64, is_complete: bool) -> News {
        News::Paid { total: Money::from_micros(micros), is_complete }
    }

    #[test]
    fn a_status_follows_what_came_in() {
        use DepositStatus as S;
        let check = |now: S, credited: i64, news: &News, expected: S| {
            let found = status_after(now, Money::from_micros(100), Money::from_micros(credited), news, false);
            assert_eq!(found, expected, "{now:?} {credited} {news:?}");
        };
        check(S::Pending, 100, &paid(100, true), S::Settled);
        check(S::Pending, 150, &paid(150, true), S::Settled);
        check(S::Pending, 40, &paid(40, false), S::PartlyPaid);
        check(S::Pending, 99, &paid(99, true), S::Settled);
        check(S::PartlyPaid, 100, &paid(60, false), S::Settled);
        check(S::PartlyPaid, 40, &News::Expired, S::PartlyPaid);
        check(S::PartlyPaid, 40, &News::Failed, S::PartlyPaid);
        check(S::Expired, 100, &paid(100, true), S::Settled);
        check(S::Failed, 40, &paid(40, false), S::PartlyPaid);
        check(S::Pending, 0, &News::Waiting, S::Pending);
        check(S::Pending, 0, &News::Failed, S::Failed);
        check(S::Pending, 0, &News::Expired, S::Expired);
        check(S::Expired, 0, &News::Failed, S::Expired);
        check(S::Settled, 100, &News::Expired, S::Settled);
        check(S::Settled, 99, &News::Returned { total: None }, S::Settled);
    }

    #[test]
    fn a_deposit_ends_only_when_nothing_of_it_may_come() {
        use DepositStatus as S;
        let after = |payments: &[&[News]], news: &News| {
            let mut payments: Vec<GatewayPayment> = payments
                .iter()
                .map(|reports| {
                    let mut payment = GatewayPayment::default();
                    reports.iter().for_each(|news| _ = payment.learn(news));
                    payment
                })
                .collect();
            let is_open = payments.iter().any(|payment| payment.state.is_some_and(PaymentState::is_open));
            let status = status_after(S::Pending, Money::from_micros(100), Money::ZERO, news, is_open);
            payments.push(GatewayPayment::default());
            (status, status_at_end(S::Pending, &payments, false), status_at_end(S::Pending, &payments, true))
        };
        let check = |others: &[&[News]], news: &News, expected: (S, S, S)| {
            assert_eq!(after(others, news), expected, "{others:?} {news:?}");
        };
        check(&[], &News::Failed, (S::Failed, S::Expired, S::Expired));
        check(&[&[News::Expired]], &News::Failed, (S::Failed, S::Expired, S::Expired));
        check(&[&[News::Waiting]], &News::Failed, (S::Pending, S::Expired, S::Expired));
        check(&[&[News::Coming]], &News::Failed, (S::Pending, S::Pending, S::Expired));
        check(&[&[News::Coming]], &News::Expired, (S::Pending, S::Pending, S::Expired));
        check(&[&[News::Waiting], &[News::Failed]], &News::Expired, (S::Pending, S::Expired, S::Expired));
        // In any order, but one: what was thought to be over comes all the same.
        check(&[&[News::Failed, News::Coming, News::Waiting]], &News::Failed, (S::Failed, S::Expired, S::Expired));
        check(&[&[News::Coming, News::Waiting]], &News::Failed, (S::Pending, S::Pending, S::Expired));
        check(&[&[News::Expired, News::Coming]], &News::Failed, (S::Pending, S::Pending, S::Expired));
        assert_eq!(status_at_end(S::PartlyPaid, &[], true), S::PartlyPaid);
    }

    #[test]
    fn a_refund_that_did_not_go_through_is_noticed() {
        let returned = |micros: i64| News::Returned { total: Some(Money::from_micros(micros)) };
        let mut payment = GatewayPayment::default();
        payment.learn(&paid(100, true));
        // Booked by hand before the gateway tells of its first part.
        payment.returned = Money::from_micros(80);
        assert_eq!(payment.learn(&returned(30)), None);
        assert_eq!(payment.learn(&returned(80)), None);
        assert_eq!(payment.learn(&returned(80)), None);
        assert_eq!(payment.learn(&returned(50)), Some(PaymentNotice::NotReturned));
        assert_eq!(payment.learn(&returned(50)), None, "told once");
        assert_eq!(payment.due().take, Money::from_micros(80), "nothing is booked by it");
        assert_eq!(
            payment.learn(&News::NotReturned { amount: Money::from_micros(5) }),
            Some(PaymentNotice::NotReturned)
        );
    }

    fn any_news() -> impl Strategy<Value = News> {
        prop_oneof![
            (0..200i64, any::<bool>()).prop_map(|(total, complete)| paid(total, complete)),
            Just(News::Waiting),
            Just(News::Coming),
            Just(News::Failed),
            (0..200i64).prop_map(|total| News::Returned { total: Some(Money::from_micros(total)) }),
            (0..200i64, 0..3u8).prop_map(|(amount, state)| News::Disputed {
                dispute: "d".to_owned(),
                amount: Money::from_micros(amount),
                state: [Dispute::Open, Dispute::Won, Dispute::Lost][usize::from(state)],
            }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_booked_never_depends_on_repeats(reports in prop::collection::vec(any_news(), 0..12)) {
            let mut payment = GatewayPayment::default();
            for news in &reports {
                payment.learn(news);
                let due = payment.due();
                prop_assert!(!due.credit.is_negative());
                payment.credited += due.credit;
                payment.taken += due.take;
                prop_assert!(payment.taken <= payment.credited && !payment.taken.is_negative());
                // The same again, at once.
                payment.learn(news);
                prop_assert_eq!(payment.due(), DueBooking::default());
            }
        }

        #[test]
        fn payments_come_in_any_order(totals in prop::collection::vec(0..200i64, 1..6)) {
            let credited = |totals: &[i64]| {
                let mut payment = GatewayPayment::default();
                for total in totals {
                    payment.learn(&paid(*total, false));
                    payment.credited += payment.due().credit;
                }
                payment.credited
            };
            let mut sorted = totals.clone();
            sorted.sort_unstable();
            prop_assert_eq!(credited(&totals), credited(&sorted));
        }
    }
}
