//! Stored numbers, for SQL that is written out: `concat!("status_id <> ", code!(block_archived))`, or
//! `format!("account = {}", code!(advertiser))`.

use placard_model::UserId;
use placard_model::posting::{Account, Operation};
use placard_model::user::{BlockStatus, SiteStatus, UserStatus};

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

    (native_clicks) => {
        2
    };
    (push_clicks) => {
        3
    };
    (release) => {
        20
    };
    (void_movement) => {
        21
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
    (void_after_release) => {
        4
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
    assert!(Operation::NativeClicks.code() == code!(native_clicks));
    assert!(Operation::PushClicks.code() == code!(push_clicks));
    assert!(Operation::Release.code() == code!(release));
    assert!(Operation::Void.code() == code!(void_movement));
    assert!(UserStatus::Active.id() == code!(user_active));
    assert!(UserStatus::Deleted.id() == code!(user_deleted));
    assert!(SiteStatus::Archived.id() == code!(site_archived));
    assert!(BlockStatus::Archived.id() == code!(block_archived));
};
