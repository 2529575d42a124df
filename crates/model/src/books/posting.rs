//! Double entry: where money can be, and what moves it.

use crate::format::CampaignType;
use crate::word::numbered;
use crate::{BlockId, CampaignId, Day, Money, UserId};

/// Where money can be. What people own is positive in theirs; what came in from outside is negative in clearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// What an advertiser can spend.
    Advertiser(UserId),
    /// What a webmaster earned in the last days, as long as it waits.
    WebmasterPending(UserId),
    /// What a webmaster can be paid.
    WebmasterAvailable(UserId),
    /// What the network keeps.
    NetworkRevenue,
    /// What somebody earned by bringing others, as long as it waits. It becomes available with what they earn themselves.
    Referral(UserId),
    /// Between us and payment gateways.
    GatewayClearing,
    /// Paid to webmasters.
    Payouts,
    /// Fees of payment systems.
    Fees,
    /// Corrections by staff.
    Adjustments,
    /// Money that will not come back.
    BadDebt,
    /// What a webmaster has asked for and is not paid yet.
    PayoutReserve(UserId),
}

impl Account {
    /// The stored number and user: 0 for the network's own accounts.
    pub const fn code(self) -> (i64, i64) {
        match self {
            Self::Advertiser(user) => (1, user.0),
            Self::WebmasterPending(user) => (2, user.0),
            Self::WebmasterAvailable(user) => (3, user.0),
            Self::NetworkRevenue => (4, 0),
            Self::Referral(user) => (5, user.0),
            Self::GatewayClearing => (6, 0),
            Self::Payouts => (7, 0),
            Self::Fees => (8, 0),
            Self::Adjustments => (9, 0),
            Self::BadDebt => (10, 0),
            Self::PayoutReserve(user) => (12, user.0),
        }
    }

    /// The account of a stored number and user.
    pub const fn from_code(account: i64, user: i64) -> Option<Self> {
        let user = UserId(user);
        Some(match account {
            1 => Self::Advertiser(user),
            2 => Self::WebmasterPending(user),
            3 => Self::WebmasterAvailable(user),
            4 => Self::NetworkRevenue,
            5 => Self::Referral(user),
            6 => Self::GatewayClearing,
            7 => Self::Payouts,
            8 => Self::Fees,
            9 => Self::Adjustments,
            10 => Self::BadDebt,
            12 => Self::PayoutReserve(user),
            _ => return None,
        })
    }
}

/// What a transaction is. The first six are the `operation_type` of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Operation {
    /// Money came in.
    TopUp = 1,
    /// A batch of clicks on native ads.
    NativeClicks = 2,
    /// A batch of clicks on push ads.
    PushClicks = 3,
    /// Staff corrected a balance.
    Correction = 4,
    /// Money went back.
    Refund = 5,
    /// Money for nothing.
    Bonus = 6,
    /// Pending earnings became available.
    Release = 20,
    /// A batch of clicks was taken back. The API shows it as a correction.
    Void = 21,
    /// A webmaster asked for a payout: its money is set aside.
    PayoutRequest = 22,
    /// A payout was paid.
    PayoutPaid = 23,
    /// A payout was rejected or cancelled, or came back: its money is available again.
    PayoutReturn = 24,
    /// The payer's bank took money back, or gave it again. The API shows it as a refund.
    Chargeback = 25,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::TopUp,
        Self::NativeClicks,
        Self::PushClicks,
        Self::Correction,
        Self::Refund,
        Self::Bonus,
        Self::Release,
        Self::Void,
        Self::PayoutRequest,
        Self::PayoutPaid,
        Self::PayoutReturn,
        Self::Chargeback,
    ];

    /// Those that histories of balances show, each with its name and what people read.
    pub const SHOWN: [(Self, &str, &str); 6] = [
        (Self::TopUp, "TopUp", "Top-up"),
        (Self::NativeClicks, "NativeClicks", "Clicks"),
        (Self::PushClicks, "PushClicks", "Push clicks"),
        (Self::Correction, "Correction", "Correction"),
        (Self::Refund, "Refund", "Refund"),
        (Self::Bonus, "Bonus", "Bonus"),
    ];

    /// By which clicks on ads of such campaigns are posted.
    pub const fn of_clicks(campaign_type: CampaignType) -> Self {
        match campaign_type {
            CampaignType::Native => Self::NativeClicks,
            CampaignType::Push => Self::PushClicks,
        }
    }

    /// As histories of balances show it: a void is a correction.
    #[must_use]
    pub const fn shown(self) -> Self {
        match self {
            Self::Void => Self::Correction,
            Self::Chargeback => Self::Refund,
            other => other,
        }
    }

    /// Whether histories show it by day alone, or not at all: the program's own movements, whose postings are folded once their
    /// day is sealed. What a person did stays as it is.
    pub const fn is_folded(self) -> bool {
        match self {
            Self::NativeClicks | Self::PushClicks | Self::Release => true,
            Self::TopUp
            | Self::Correction
            | Self::Refund
            | Self::Bonus
            | Self::Void
            | Self::PayoutRequest
            | Self::PayoutPaid
            | Self::PayoutReturn
            | Self::Chargeback => false,
        }
    }

    /// Whether its postings are made from settlements.
    pub const fn is_of_settlements(self) -> bool {
        match self {
            Self::NativeClicks | Self::PushClicks | Self::Void => true,
            Self::TopUp
            | Self::Correction
            | Self::Refund
            | Self::Bonus
            | Self::Release
            | Self::PayoutRequest
            | Self::PayoutPaid
            | Self::PayoutReturn
            | Self::Chargeback => false,
        }
    }

    /// The stored number.
    pub const fn code(self) -> i64 {
        self as i64
    }

    /// The operation of a stored number.
    pub const fn from_code(code: i64) -> Option<Self> {
        Some(match code {
            1 => Self::TopUp,
            2 => Self::NativeClicks,
            3 => Self::PushClicks,
            4 => Self::Correction,
            5 => Self::Refund,
            6 => Self::Bonus,
            20 => Self::Release,
            21 => Self::Void,
            22 => Self::PayoutRequest,
            23 => Self::PayoutPaid,
            24 => Self::PayoutReturn,
            25 => Self::Chargeback,
            _ => return None,
        })
    }
}

numbered! {
    /// What a webmaster's balance moves by, as its history tells.
    EarningKind {
        /// A day of clicks on a block.
        Earnings = 0, "Income";
        /// Paid out.
        Payout = 1, "Payout";
        /// Staff corrected the balance.
        Correction = 2, "Correction";
        /// A part of what somebody earned or spent whom they brought.
        Referral = 3, "Referral";
        /// The fee of a payout.
        Fee = 4, "Fee";
    }
}

impl EarningKind {
    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Earnings => "earnings",
            Self::Payout => "payout",
            Self::Correction => "correction",
            Self::Referral => "referral",
            Self::Fee => "fee",
        }
    }
}

/// Earnings are pending for so many days after the day of their clicks, where no setting says another time.
pub const HOLD_DAYS: u32 = 7;
/// The longest time that they may be pending, in days.
pub const HOLD_DAYS_MAX: u32 = 90;

/// A change of one account. The postings of a transaction add up to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The account.
    pub account: Account,
    /// What is added to it; negative when taken.
    pub amount: Money,
    /// The effective day: that of the clicks.
    pub day: Day,
    /// For advertisers: the campaign that spent it.
    pub campaign: Option<CampaignId>,
    /// For webmasters: the block that earned it.
    pub block: Option<BlockId>,
}

impl Posting {
    /// A posting that belongs to no campaign or block.
    pub const fn plain(account: Account, amount: Money, day: Day) -> Self {
        Self { account, amount, day, campaign: None, block: None }
    }
}
