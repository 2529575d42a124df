//! Double entry: transactions, their postings, and the balances that follow from them.

use crate::advertising::inventory_changes;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value, pieces};
use crate::error::{Error, Result};
use crate::money::bonuses;
use crate::money::earning_holds;
use crate::statement::Insert;
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::{Day, Money, UnixMs, UserId};
use std::collections::BTreeMap;

/// Webmasters that one call of [`due_releases`] names.
pub const RELEASES_LISTED_MAX: u32 = 500;
/// The most that an account of a user may hold, on either side of zero, after a movement by hand: sums over all accounts
/// stay far below the range of 64 bits.
pub const BALANCE_MAX: Money = Money::from_dollars(1_000_000_000);
/// The longest reference of a transaction, in bytes.
pub const REFERENCE_BYTES_MAX: usize = 200;

/// What is left of a balance's bonus after a change: it is spent last, so that it is never more than the balance.
const BONUS_LEFT: &str = "CASE WHEN balances.bonus <= balances.amount + excluded.amount THEN balances.bonus \
    WHEN balances.amount + excluded.amount > 0 THEN balances.amount + excluded.amount ELSE 0 END";

/// Why a movement is made.
#[derive(Clone, Copy, Debug)]
pub struct Cause<'a> {
    /// Unique: a second transaction of the same reference is refused.
    pub reference: &'a str,
    /// What it is.
    pub operation: Operation,
    /// Who made it; none for the program.
    pub actor: Option<UserId>,
    /// Shown in histories.
    pub comment: &'a str,
}

/// Records a transaction and moves the balances. [`Error::Duplicate`] if its reference was used before.
///
/// # Panics
/// When the postings do not add up to zero: no such transaction may ever be stored.
pub async fn post(tx: &Tx, cause: Cause<'_>, postings: &[Posting]) -> Result<i64> {
    let sum: Money = postings.iter().map(|posting| posting.amount).sum();
    assert!(sum.is_zero(), "postings of {} add up to {sum} instead of zero", cause.reference);
    if cause.reference.len() > REFERENCE_BYTES_MAX {
        return Err(Error::Invalid {
            field: "reference",
            message: format!("is over {REFERENCE_BYTES_MAX} bytes long"),
        });
    }
    let transaction = Insert::into("transactions")
        .set("reference", cause.reference)
        .set("operation_type", cause.operation.code())
        .set("created_at", tx.now().0)
        .set("actor_id", cause.actor.map(|user| user.0))
        .set("comment", cause.comment)
        .id(tx)
        .await?;
    let posted_day = tx.now().day();
    for chunk in pieces(postings) {
        let sql = format!(
            "INSERT INTO postings (transaction_id, account, user_id, amount, day, posted_day, campaign_id, block_id) \
             VALUES {}",
            tx.placeholders(chunk.len(), 8)
        );
        let values = chunk.iter().flat_map(|posting| {
            let (account, user) = posting.account.code();
            [
                transaction.into(),
                account.into(),
                user.into(),
                posting.amount.micros().into(),
                i64::from(posting.day.0).into(),
                i64::from(posted_day.0).into(),
                posting.campaign.map(|campaign| campaign.0).into(),
                posting.block.map(|block| block.0).into(),
            ]
        });
        tx.execute(&sql, values).await?;
    }
    let mut changes: BTreeMap<(i64, i64), Money> = BTreeMap::new();
    for posting in postings {
        *changes.entry(posting.account.code()).or_default() += posting.amount;
    }
    // Sorted, so that concurrent transactions lock rows in one order.
    let changes: Vec<((i64, i64), Money)> = changes.into_iter().collect();
    for chunk in pieces(&changes) {
        let sql = format!(
            "INSERT INTO balances (account, user_id, amount, updated_at, updated_by) VALUES {} \
             ON CONFLICT (account, user_id) DO UPDATE SET amount = balances.amount + excluded.amount, \
             bonus = {BONUS_LEFT}, updated_at = excluded.updated_at, updated_by = excluded.updated_by",
            tx.placeholders(chunk.len(), 5)
        );
        let values = chunk.iter().flat_map(|((account, user), amount)| -> [Value; 5] {
            [(*account).into(), (*user).into(), amount.micros().into(), tx.now().0.into(), tx.name().into()]
        });
        tx.execute(&sql, values).await?;
    }
    if cause.operation != Operation::Release {
        keep_pending(tx, transaction, postings).await?;
    }
    Ok(transaction)
}

/// Adds postings on pending accounts to the earnings that wait for their day; a release takes them from there. When a day's
/// earnings become available is settled with the first of them, whose transaction tells what was released before.
async fn keep_pending(tx: &Tx, transaction: i64, postings: &[Posting]) -> Result<()> {
    // Earned by oneself, and by bringing others.
    let mut days: BTreeMap<(Day, UserId), (Money, Money)> = BTreeMap::new();
    for posting in postings {
        match posting.account {
            Account::WebmasterPending(user) => days.entry((posting.day, user)).or_default().0 += posting.amount,
            Account::Referral(user) => days.entry((posting.day, user)).or_default().1 += posting.amount,
            _ => {}
        }
    }
    let days: Vec<_> = days.into_iter().filter(|(_, (own, referral))| !own.is_zero() || !referral.is_zero()).collect();
    let hold = tx.settings().shares.hold();
    for chunk in pieces(&days) {
        let sql = format!(
            "INSERT INTO pending_earnings (day, webmaster_id, amount, referral, due_day, first_transaction, updated_by) \
             VALUES {} ON CONFLICT (day, webmaster_id) DO UPDATE SET amount = pending_earnings.amount + excluded.amount, \
             referral = pending_earnings.referral + excluded.referral, \
             due_day = COALESCE(pending_earnings.due_day, excluded.due_day), updated_by = excluded.updated_by",
            tx.placeholders(chunk.len(), 7)
        );
        let values = chunk.iter().flat_map(|((day, user), (own, referral))| -> [Value; 7] {
            [
                i64::from(day.0).into(),
                user.0.into(),
                own.micros().into(),
                referral.micros().into(),
                i64::from(day.plus(hold).0).into(),
                transaction.into(),
                tx.name().into(),
            ]
        });
        tx.execute(&sql, values).await?;
    }
    Ok(())
}

/// Refuses a movement by hand after which an account would hold more than [`BALANCE_MAX`].
async fn check_balance(conn: &Conn, account: Account, change: Money) -> Result<()> {
    let after = balance(conn, account).await?.checked_add(change);
    if after.is_some_and(|after| after <= BALANCE_MAX && after >= -BALANCE_MAX) {
        return Ok(());
    }
    Err(Error::Invalid { field: "amount", message: format!("would bring the balance over {BALANCE_MAX} dollars") })
}

/// Moves an advertiser's balance by something else than clicks: top-up, refund (`amount` is what goes back, positive),
/// bonus (negative: what is left of it is taken back), or correction (of either sign). The engine is told.
pub async fn adjust_advertiser(tx: &Tx, cause: Cause<'_>, advertiser: UserId, amount: Money) -> Result<i64> {
    let (other, change) = match cause.operation {
        Operation::TopUp => (Account::GatewayClearing, amount),
        Operation::Refund => (Account::GatewayClearing, -amount),
        Operation::Correction | Operation::Bonus => (Account::Adjustments, amount),
        Operation::NativeClicks
        | Operation::PushClicks
        | Operation::Release
        | Operation::Void
        | Operation::Chargeback => {
            return Err(Error::Conflict("clicks, voids, releases and charge-backs are posted elsewhere".to_owned()));
        }
        Operation::PayoutRequest | Operation::PayoutPaid | Operation::PayoutReturn => {
            return Err(Error::Conflict("payouts move the money of webmasters".to_owned()));
        }
    };
    let takes = matches!(cause.operation, Operation::Correction | Operation::Bonus);
    if amount.is_zero() || (amount.is_negative() && !takes) {
        return Err(Error::Invalid { field: "amount", message: "must be above zero".to_owned() });
    }
    let account = Account::Advertiser(advertiser);
    if cause.operation == Operation::Refund && balance(tx, account).await? < amount {
        return Err(Error::Invalid { field: "amount", message: "is more than the balance".to_owned() });
    }
    check_balance(tx, account, change).await?;
    let is_bonus = cause.operation == Operation::Bonus;
    if is_bonus && amount.is_negative() {
        bonuses::take(tx, advertiser, -amount).await?;
    }
    let day = tx.now().day();
    let postings = [Posting::plain(account, change, day), Posting::plain(other, -change, day)];
    let transaction = post(tx, cause, &postings).await?;
    if is_bonus && !amount.is_negative() {
        bonuses::give(tx, advertiser, amount).await?;
    }
    inventory_changes::record(tx, inventory_changes::Kind::User, advertiser).await?;
    Ok(transaction)
}

/// Moves a webmaster's available balance by a correction of either sign.
pub async fn adjust_webmaster(tx: &Tx, cause: Cause<'_>, webmaster: UserId, amount: Money) -> Result<i64> {
    if amount.is_zero() {
        return Err(Error::Invalid { field: "amount", message: "must not be zero".to_owned() });
    }
    check_balance(tx, Account::WebmasterAvailable(webmaster), amount).await?;
    let day = tx.now().day();
    let postings = [
        Posting::plain(Account::WebmasterAvailable(webmaster), amount, day),
        Posting::plain(Account::Adjustments, -amount, day),
    ];
    post(tx, Cause { operation: Operation::Correction, ..cause }, &postings).await
}

/// What an account holds; nothing if it was never used.
pub async fn balance(conn: &Conn, account: Account) -> Result<Money> {
    let (code, user) = account.code();
    let sql = "SELECT amount FROM balances WHERE account = $1 AND user_id = $2";
    match conn.row(sql, [code.into(), user.into()]).await? {
        Some(row) => Ok(Money::from_micros(row.get("amount")?)),
        None => Ok(Money::ZERO),
    }
}

/// Balances of all advertisers, or of some.
pub async fn advertiser_balances(conn: &Conn, users: Option<&[UserId]>) -> Result<Vec<(UserId, Money)>> {
    let mut values = vec![];
    let condition = match users {
        Some(users) => format!("AND {}", conn.one_of("user_id", users.iter().map(|user| user.0), &mut values)),
        None => String::new(),
    };
    let sql = format!("SELECT user_id, amount FROM balances WHERE account = {} {condition}", code!(advertiser));
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((UserId(row.get("user_id")?), Money::from_micros(row.get("amount")?)))).collect()
}

/// Webmasters with earnings that are due on a day, at most [`RELEASES_LISTED_MAX`], those after `after`. Reads what is due and
/// nothing of the past.
pub async fn due_releases(conn: &Conn, today: Day, after: UserId) -> Result<Vec<UserId>> {
    let sql = format!(
        "SELECT DISTINCT webmaster_id FROM pending_earnings WHERE due_day <= $1 AND webmaster_id > $2 \
         ORDER BY webmaster_id LIMIT {RELEASES_LISTED_MAX}"
    );
    let rows = conn.rows(&sql, [i64::from(today.0).into(), after.0.into()]).await?;
    rows.iter().map(|row| Ok(UserId(row.get("webmaster_id")?))).collect()
}

/// What becomes available on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueDay {
    /// The day, at whose beginning it does.
    pub day: Day,
    /// What was earned; below zero when more was taken back.
    pub amount: Money,
    /// What was left by people whom the webmaster brought.
    pub referral: Money,
}

/// What waits for a webmaster, by the day on which it becomes available, the nearest first.
pub async fn due_days(conn: &Conn, webmaster: UserId) -> Result<Vec<DueDay>> {
    let sql = "SELECT due_day, CAST(SUM(amount) AS BIGINT) AS amount, CAST(SUM(referral) AS BIGINT) AS referral \
               FROM pending_earnings WHERE webmaster_id = $1 GROUP BY due_day ORDER BY due_day";
    let rows = conn.rows(sql, [webmaster.0.into()]).await?;
    let due = |row: &Row| {
        Ok(DueDay {
            day: Day(row.get::<i64>("due_day")? as i32),
            amount: Money::from_micros(row.get("amount")?),
            referral: Money::from_micros(row.get("referral")?),
        })
    };
    rows.iter().map(due).collect()
}

/// Makes a user's earnings that are due available, their own and those by bringing others; what is below zero (voids) moves as
/// well, and what sites whose earnings staff hold back have earned is put aside. Returns what it moved. One user in one transaction, so that it is short and collides with billing for that one only.
pub async fn release(tx: &Tx, webmaster: UserId, today: Day) -> Result<Money> {
    let values = || [i64::from(today.0).into(), webmaster.0.into()];
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount, COALESCE(MAX(day), 0) AS last_day, \
               CAST(COALESCE(SUM(referral), 0) AS BIGINT) AS referral \
               FROM pending_earnings WHERE due_day <= $1 AND webmaster_id = $2";
    let Some(row) = tx.row(sql, values()).await? else { return Ok(Money::ZERO) };
    let last = Day(row.get::<i64>("last_day")? as i32);
    let (own, referral) = (Money::from_micros(row.get("amount")?), Money::from_micros(row.get("referral")?));
    let own = own - earning_holds::put_aside(tx, webmaster, today).await?;
    tx.execute("DELETE FROM pending_earnings WHERE due_day <= $1 AND webmaster_id = $2", values()).await?;
    let postings = [
        Posting::plain(Account::WebmasterPending(webmaster), -own, last),
        Posting::plain(Account::Referral(webmaster), -referral, last),
        Posting::plain(Account::WebmasterAvailable(webmaster), own + referral, last),
    ];
    let postings: Vec<Posting> = postings.into_iter().filter(|posting| !posting.amount.is_zero()).collect();
    if postings.is_empty() {
        return Ok(Money::ZERO);
    }
    let reference = format!("release:{}:{today}:{}", webmaster.0, tx.now().0);
    let cause = Cause { reference: &reference, operation: Operation::Release, actor: None, comment: "" };
    post(tx, cause, &postings).await?;
    Ok(own + referral)
}

/// A transaction that is no click, as a history shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: UnixMs,
    /// What.
    pub operation: Operation,
    /// The change of the account.
    pub amount: Money,
    /// Said by who made it.
    pub comment: String,
}

impl Movement {
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let code: i64 = row.get("operation_type")?;
        Ok(Self {
            id: row.get("id")?,
            at: UnixMs(row.get("created_at")?),
            operation: Operation::from_code(code).ok_or_else(|| Error::Corrupt(format!("operation {code}")))?,
            amount: Money::from_micros(row.get("amount")?),
            comment: row.get("comment")?,
        })
    }
}
