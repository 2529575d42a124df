//! Stored numbers, for SQL that is written out: `concat!("status_id <> ", code!(block_archived))`, or
//! `format!("account = {}", code!(advertiser))`.

use placard_model::UserId;
use placard_model::books::posting::{Account, Operation};
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::payments::deposit::DepositStatus;
use placard_model::payments::payout::{PayoutStatus, WalletStatus};
use placard_model::push::subscription::SubscriptionStatus;
use placard_model::user::{BlockStatus, SiteStatus, UserStatus, UserType};

/// The number of a name: a literal, so that constant texts can hold it.
macro_rules! code {
    (advertiser) => {
        1
    };
    (webmaster_pending) => {
        2
    };
    (webmaster_available) => {
        3
    };
    (referral) => {
        5
    };
    (payout_reserve) => {
        12
    };
    (gateway_clearing) => {
        6
    };

    (native_clicks) => {
        2
    };
    (push_clicks) => {
        3
    };
    (release) => {
        20
    };
    (void_operation) => {
        21
    };

    (payout_request) => {
        22
    };
    (payout_paid_operation) => {
        23
    };
    (payout_return) => {
        24
    };

    (god) => {
        12
    };
    (sales) => {
        13
    };
    (user_active) => {
        3
    };
    (user_deleted) => {
        4
    };
    (site_archived) => {
        5
    };
    (block_archived) => {
        3
    };
    (block_active) => {
        1
    };
    (site_approved) => {
        2
    };
    (subscription_active) => {
        1
    };

    (wallet_deleted) => {
        4
    };
    (native) => {
        1
    };
    (push) => {
        2
    };
    (push_format) => {
        32
    };
    // In what subscriptions are alike.
    (by_status) => {
        1
    };

    // Payouts are open below this.
    (payout_paid) => {
        3
    };
    (payout_rejected) => {
        4
    };
    (payout_cancelled) => {
        5
    };

    // Kinds of settlements. Those from `void` on are no records of the log.
    (click) => {
        1
    };
    (conversion) => {
        2
    };
    (void) => {
        3
    };

    (deposit_pending) => {
        1
    };
    (deposit_settled) => {
        2
    };
    (deposit_failed) => {
        4
    };
    (deposit_expired) => {
        3
    };

    (mail_waiting) => {
        1
    };

    // Where a record that was set aside comes from, and what became of it.
    (from_log) => {
        1
    };
    (from_settlements) => {
        2
    };
    (set_aside) => {
        1
    };
    (retry_asked) => {
        2
    };
    (taken) => {
        3
    };
    (dropped) => {
        4
    };

    // Whose coefficients.
    (of_campaign) => {
        1
    };
    (of_group) => {
        2
    };
}

pub(crate) use code;

const NOBODY: UserId = UserId(0);

/// What the model gives a number has that one here.
const _: () = {
    assert!(Account::Advertiser(NOBODY).code().0 == code!(advertiser));
    assert!(Account::WebmasterPending(NOBODY).code().0 == code!(webmaster_pending));
    assert!(Account::WebmasterAvailable(NOBODY).code().0 == code!(webmaster_available));
    assert!(Account::Referral(NOBODY).code().0 == code!(referral));
    assert!(Account::GatewayClearing.code().0 == code!(gateway_clearing));
    assert!(DepositStatus::Pending.id() == code!(deposit_pending));
    assert!(DepositStatus::Expired.id() == code!(deposit_expired));
    assert!(DepositStatus::Settled.id() == code!(deposit_settled));
    assert!(DepositStatus::Failed.id() == code!(deposit_failed));
    assert!(Operation::NativeClicks.code() == code!(native_clicks));
    assert!(Operation::PushClicks.code() == code!(push_clicks));
    assert!(Operation::Release.code() == code!(release));
    assert!(Operation::Void.code() == code!(void_operation));
    assert!(Account::PayoutReserve(NOBODY).code().0 == code!(payout_reserve));
    assert!(Operation::PayoutRequest.code() == code!(payout_request));
    assert!(Operation::PayoutPaid.code() == code!(payout_paid_operation));
    assert!(Operation::PayoutReturn.code() == code!(payout_return));
    assert!(UserType::God.id() == code!(god));
    assert!(UserType::Sales.id() == code!(sales));
    assert!(CampaignType::Native.id() == code!(native));
    assert!(CampaignType::Push.id() == code!(push));
    assert!(BlockFormat::Push.id() == code!(push_format));
    assert!(WalletStatus::Deleted.id() == code!(wallet_deleted));
    assert!(PayoutStatus::Paid.id() == code!(payout_paid));
    assert!(PayoutStatus::Rejected.id() == code!(payout_rejected));
    assert!(PayoutStatus::Cancelled.id() == code!(payout_cancelled));
    assert!(UserStatus::Active.id() == code!(user_active));
    assert!(UserStatus::Deleted.id() == code!(user_deleted));
    assert!(SiteStatus::Archived.id() == code!(site_archived));
    assert!(BlockStatus::Archived.id() == code!(block_archived));
    assert!(BlockStatus::Active.id() == code!(block_active));
    assert!(SiteStatus::Approved.id() == code!(site_approved));
    assert!(SubscriptionStatus::Active.id() == code!(subscription_active));
};
