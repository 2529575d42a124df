//! Deleting an account: what runs is stopped, what is personal goes, the number stays for ledger and statistics.

use crate::Conn;
use crate::accounts::billing_details;
use crate::accounts::sessions::{self, EndReason};
use crate::advertising::inventory;
use crate::advertising::inventory_changes::{self, Kind};
use crate::codes::code;
use crate::conn::Tx;
use crate::error::{Error, Result};
use crate::money::earning_holds;
use crate::money::movements::{self, Cause};
use crate::paid_out::payouts;
use crate::publishing::{sellers, site_checks};
use crate::statement::Update;
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::user::{BlockStatus, SiteStatus, UserStatus};
use placard_model::{Money, UserId};

/// The most mails of one user that are told.
const MAILS_MAX: i64 = 100_000;
/// The most sites of one user that are looked at.
const SITES_MAX: i64 = 100_000;

/// What a user holds, above and below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// An advertiser's balance.
    pub advertiser: Money,
    /// Earnings that are not available yet.
    pub pending: Money,
    /// Earnings that can be paid out.
    pub available: Money,
    /// Earned by bringing others.
    pub referral: Money,
}

impl Holdings {
    const fn accounts(self, user: UserId) -> [(Account, Money); 4] {
        [
            (Account::Advertiser(user), self.advertiser),
            (Account::WebmasterPending(user), self.pending),
            (Account::WebmasterAvailable(user), self.available),
            (Account::Referral(user), self.referral),
        ]
    }

    /// Whether any of it would be lost with the account.
    pub fn is_worth_something(self) -> bool {
        self.accounts(UserId(0)).iter().any(|(_, amount)| *amount > Money::ZERO)
    }
}

/// What a user holds.
pub async fn holdings(conn: &Conn, user: UserId) -> Result<Holdings> {
    Ok(Holdings {
        advertiser: movements::balance(conn, Account::Advertiser(user)).await?,
        pending: movements::balance(conn, Account::WebmasterPending(user)).await?,
        available: movements::balance(conn, Account::WebmasterAvailable(user)).await?,
        referral: movements::balance(conn, Account::Referral(user)).await?,
    })
}

/// Deletes an account. What it holds goes to the network as a correction; debts stay. The ids of the mails that went to it:
/// where they lie in a folder they must go too.
pub async fn erase_user(tx: &Tx, user: UserId) -> Result<Vec<i64>> {
    if let Some(payout) = payouts::open(tx, user).await? {
        return Err(Error::Conflict(format!(
            "Payout {} is {} and the account cannot become deleted: cancel it, or wait until it is paid.",
            payout.id,
            payout.status.word()
        )));
    }
    let mails = mails_of(tx, user).await?;
    // What stayed held would be given up as if it waited, and leave a debt behind when that is due.
    earning_holds::let_all_go(tx, user).await?;
    give_up(tx, user).await?;
    stop_campaigns(tx, user).await?;
    stop_sites(tx, user).await?;
    sessions::end_sessions_of(tx, user, EndReason::Block).await?;
    let delete_mails = format!("DELETE {MAILS}");
    for sql in [
        delete_mails.as_str(),
        "DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)",
        "UPDATE sessions SET address = '', user_agent = '' WHERE user_id = $1",
        "DELETE FROM account_tokens WHERE user_id = $1",
        "DELETE FROM api_tokens WHERE user_id = $1",
        "DELETE FROM second_factors WHERE user_id = $1",
        "DELETE FROM recovery_codes WHERE user_id = $1",
        "DELETE FROM devices WHERE user_id = $1",
        "DELETE FROM impersonation_codes WHERE user_id = $1",
        "DELETE FROM contact_messages WHERE user_id = $1 OR LOWER(email) = (SELECT email FROM users WHERE id = $1)",
        "DELETE FROM idempotency_keys WHERE user_id = $1",
        "DELETE FROM postback_secrets WHERE user_id = $1",
        "DELETE FROM edit_counts WHERE user_id = $1",
        "DELETE FROM notices WHERE user_id = $1",
        "DELETE FROM list_views WHERE user_id = $1",
        "DELETE FROM user_notes WHERE user_id = $1",
        "UPDATE rules SET is_on = FALSE WHERE advertiser_id = $1",
        // Nobody pays any more; what comes all the same is told to staff.
        concat!(
            "UPDATE deposits SET next_ask_at = NULL, status_id = ",
            code!(deposit_expired),
            " WHERE advertiser_id = $1 AND status_id = ",
            code!(deposit_pending)
        ),
        "UPDATE deposits SET page = '', method_wish = 0, invoice_parties = '', receipt_parties = '' WHERE advertiser_id = $1",
        "DELETE FROM block_versions WHERE webmaster_id = $1",
        // Nobody is asked any more, and the picture of the question goes.
        "UPDATE blocks SET picture_hash = NULL WHERE webmaster_id = $1",
        "DELETE FROM auto_payouts WHERE user_id = $1",
        "DELETE FROM auto_top_ups WHERE advertiser_id = $1",
        // Nobody is there who could earn by those whom they brought.
        "UPDATE money_terms SET referrer_id = NULL, referral_until = NULL WHERE referrer_id = $1",
        // What was paid stays in the books; where to goes.
        "UPDATE audit_log SET before = NULL, after = NULL WHERE subject = 'wallet' \
         AND subject_id IN (SELECT id FROM wallets WHERE user_id = $1)",
        "UPDATE audit_log SET before = NULL, after = NULL WHERE subject = 'payout' \
         AND subject_id IN (SELECT id FROM payouts WHERE user_id = $1)",
        // What staff said of their sites goes with what it was about.
        "UPDATE audit_log SET before = NULL, after = NULL WHERE subject = 'site' \
         AND subject_id IN (SELECT id FROM sites WHERE webmaster_id = $1)",
        "UPDATE sites SET blocked_from = NULL, blocked_comment = '', is_block_of_god = FALSE WHERE webmaster_id = $1",
        FORGET_WALLETS,
        "UPDATE payouts SET number = '', comment = '', held_reason = '' WHERE user_id = $1",
        // That something was changed stays; what a person was called, and where they were, goes.
        "UPDATE audit_log SET before = NULL, after = NULL WHERE subject IN ('user', 'seller', 'auto_top_up') \
         AND subject_id = $1",
        "UPDATE audit_log SET address = '' WHERE actor_id = $1",
        // Who signs up or has lost the password is not logged in.
        "UPDATE audit_log SET address = '' WHERE actor_id IS NULL AND subject = 'user' AND subject_id = $1",
    ] {
        tx.execute(sql, [user.0.into()]).await?;
    }
    billing_details::forget(tx, user).await?;
    Update::of("users")
        // No mail address, so that nobody can sign up or log in with it.
        .set("email", format!("deleted-{user}"))
        .set("status_id", i64::from(UserStatus::Deleted.id()))
        .set_sql("password_hash = '', status_reason = '', is_trusted = FALSE, is_auto_payment = FALSE")
        .set_sql("auto_payment_at = NULL")
        .set_sql("has_second_factor = FALSE, name = '', phone = '', skype = '', telegram = '', source = ''")
        .set_sql("medium = '', campaign = '', pending_email = NULL, notices_off = '[]', mails_off = '[]'")
        .set_sql("team_id = NULL")
        .stamped(tx)
        .versioned()
        .filter("id =", user.0)
        .one(tx, "user")
        .await?;
    inventory_changes::record(tx, Kind::User, user).await?;
    Ok(mails)
}

const FORGET_WALLETS: &str = concat!(
    "UPDATE wallets SET number = '', folded_number = '', comment = '', is_primary = FALSE, status_id = ",
    code!(wallet_deleted),
    " WHERE user_id = $1"
);

/// Mails to the user, and those to an address that waited to be confirmed: what an owner of that address got stays theirs.
const MAILS: &str = "FROM mails WHERE user_id = $1 OR recipient = (SELECT email FROM users WHERE id = $1) \
    OR (user_id IS NULL AND (recipient = (SELECT pending_email FROM users WHERE id = $1) \
        OR recipient IN (SELECT email FROM account_tokens WHERE user_id = $1)))";

async fn mails_of(conn: &Conn, user: UserId) -> Result<Vec<i64>> {
    let rows = conn.rows(&format!("SELECT id {MAILS} ORDER BY id LIMIT {MAILS_MAX}"), [user.0.into()]).await?;
    rows.iter().map(|row| row.get("id")).collect()
}

async fn give_up(tx: &Tx, user: UserId) -> Result<()> {
    let day = tx.now().day();
    let held = holdings(tx, user).await?.accounts(user);
    let postings: Vec<Posting> = held
        .into_iter()
        .filter(|(_, amount)| *amount > Money::ZERO)
        .flat_map(|(account, amount)| {
            [Posting::plain(account, -amount, day), Posting::plain(Account::Adjustments, amount, day)]
        })
        .collect();
    if postings.is_empty() {
        return Ok(());
    }
    let reference = format!("give-up:{user}");
    let comment = "Given up with the account";
    let cause = Cause { reference: &reference, operation: Operation::Correction, actor: Some(user), comment };
    movements::post(tx, cause, &postings).await.map(drop)
}

async fn stop_campaigns(tx: &Tx, user: UserId) -> Result<()> {
    let sql = "UPDATE campaigns SET wanted = FALSE, updated_at = $2, updated_by = $3 WHERE advertiser_id = $1";
    tx.execute(sql, [user.0.into(), tx.now().0.into(), tx.name().into()]).await?;
    for campaign in inventory::campaigns_of(tx, user).await? {
        inventory_changes::record(tx, Kind::Campaign, campaign).await?;
    }
    Ok(())
}

async fn stop_sites(tx: &Tx, user: UserId) -> Result<()> {
    let change = |table, status: u8| {
        let change = Update::of(table).set("status_id", i64::from(status)).stamped(tx).versioned();
        change.filter("webmaster_id =", user.0)
    };
    change("sites", SiteStatus::Archived.id()).run(tx).await?;
    let active = i64::from(BlockStatus::Active.id());
    change("blocks", BlockStatus::Stopped.id()).filter("status_id =", active).run(tx).await?;
    let sql = "DELETE FROM site_metrics WHERE site_id IN (SELECT id FROM sites WHERE webmaster_id = $1)";
    tx.execute(sql, [user.0.into()]).await?;
    site_checks::forget(tx, user).await?;
    sellers::forget(tx, user).await?;
    let sql = "SELECT id FROM sites WHERE webmaster_id = $1 ORDER BY id LIMIT $2";
    for row in tx.rows(sql, [user.0.into(), SITES_MAX.into()]).await? {
        inventory_changes::record(tx, Kind::Site, row.get::<i64>("id")?).await?;
    }
    Ok(())
}
