//! Automatic top-up: the way to pay that a gateway keeps for an advertiser, when to pay by it, and the deposits that this makes.

use crate::accounts::users;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::money::movements;
use crate::paid_in::deposits::{self, Deposit, NewDeposit, Origin};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::books::posting::Account;
use placard_model::payments::auto_top_up::{ASKED_FOR_MS, Decline, PAUSE_MS, TopUpRule, retry_at};
use placard_model::payments::deposit::{ASKED_AFTER_END_MS, Gateway};
use placard_model::user::UserStatus;
use placard_model::{Money, UnixMs, UserId};
use serde::Serialize;

/// A payment that was not answered is asked for again after so long, in ms.
const ASK_AGAIN_MS: i64 = 60 * 1_000;
/// Why it waits when the most of a month is reached.
const MONTH_IS_FULL: &str = "The most that you allow in a month is reached.";
/// Why it is off after a dispute.
const DISPUTED: &str = "A payment of yours is disputed.";

/// Automatic top-up of an advertiser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AutoTopUp {
    /// Whose.
    pub advertiser: UserId,
    /// Who keeps the way to pay.
    #[serde(serialize_with = "deposits::gateway_name")]
    pub gateway: Gateway,
    /// The payment system.
    pub payment_system: i64,
    /// The gateway's name of who pays.
    #[serde(skip)]
    pub customer: String,
    /// The gateway's name of the way to pay.
    #[serde(skip)]
    pub method: String,
    /// What its owner knows it by.
    pub method_name: String,
    /// Since when it is kept.
    pub kept_at: UnixMs,
    /// It pays.
    pub is_on: bool,
    /// A balance below this is low.
    pub threshold: Money,
    /// What is paid then.
    pub amount: Money,
    /// The most that is paid in a calendar month.
    pub month_max: Money,
    /// Refusals in a row.
    pub failures: i64,
    /// Nothing is paid before.
    pub next_at: UnixMs,
    /// Why it was switched off or waits; empty when it does not.
    pub note: String,
    /// Grows with each change.
    pub version: i64,
}

impl AutoTopUp {
    /// When it pays how much.
    pub const fn rule(&self) -> TopUpRule {
        TopUpRule { threshold: self.threshold, amount: self.amount, month_max: self.month_max }
    }
}

const COLUMNS: &str = "advertiser_id, gateway, payment_system_id, customer_ref, method_ref, method_name, kept_at, is_on, \
    threshold, amount, month_max, failures, next_at, note, version";

fn read(row: &Row) -> Result<AutoTopUp> {
    let money = |column: &str| row.get::<i64>(column).map(Money::from_micros);
    Ok(AutoTopUp {
        advertiser: UserId(row.get("advertiser_id")?),
        gateway: deposits::gateway_of(row)?,
        payment_system: row.get("payment_system_id")?,
        customer: row.get("customer_ref")?,
        method: row.get("method_ref")?,
        method_name: row.get("method_name")?,
        kept_at: UnixMs(row.get("kept_at")?),
        is_on: row.get("is_on")?,
        threshold: money("threshold")?,
        amount: money("amount")?,
        month_max: money("month_max")?,
        failures: row.get("failures")?,
        next_at: UnixMs(row.get("next_at")?),
        note: row.get("note")?,
        version: row.get("version")?,
    })
}

/// What is kept of an advertiser; none where nothing is.
pub async fn get(conn: &Conn, advertiser: UserId) -> Result<Option<AutoTopUp>> {
    let sql = format!("SELECT {COLUMNS} FROM auto_top_ups WHERE advertiser_id = $1");
    conn.row(&sql, [advertiser.0.into()]).await?.as_ref().map(read).transpose()
}

async fn changed(tx: &Tx, advertiser: UserId) -> Result<AutoTopUp> {
    get(tx, advertiser).await?.ok_or(Error::NotFound("kept way to pay"))
}

fn change(tx: &Tx, advertiser: UserId) -> Update {
    Update::of("auto_top_ups").stamped(tx).versioned().filter("advertiser_id =", advertiser.0)
}

/// A way to pay, as a gateway names it.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// The gateway's name of who pays.
    pub customer: &'a str,
    /// The gateway's name of the way.
    pub method: &'a str,
    /// What its owner knows it by.
    pub name: &'a str,
}

/// Keeps the way by which a deposit was paid, in place of an earlier one, whose names are answered so that its gateway can forget
/// it. When to pay stays as it was. Nothing is kept that is not wished any more.
pub async fn keep(tx: &Tx, deposit: &Deposit, kept: Kept<'_>) -> Result<Option<AutoTopUp>> {
    let wish = Update::of("deposits").set("method_wish", 2).stamped(tx).filter("id =", deposit.id);
    if wish.filter("method_wish =", 1).run(tx).await? == 0 {
        return Ok(None);
    }
    let (advertiser, now) = (deposit.advertiser, tx.now());
    let before = get(tx, advertiser).await?;
    match &before {
        Some(_) => {
            let method = change(tx, advertiser)
                .set("gateway", deposit.gateway.name())
                .set("payment_system_id", deposit.payment_system)
                .set("customer_ref", kept.customer)
                .set("method_ref", kept.method)
                .set("method_name", kept.name)
                .set("kept_at", now.0);
            method.set("failures", 0).set("next_at", now.0).set("note", "").one(tx, "kept way to pay").await?;
        }
        None => {
            Insert::into("auto_top_ups")
                .set("advertiser_id", advertiser.0)
                .set("gateway", deposit.gateway.name())
                .set("payment_system_id", deposit.payment_system)
                .set("customer_ref", kept.customer)
                .set("method_ref", kept.method)
                .set("method_name", kept.name)
                .set("kept_at", now.0)
                .set("is_on", false)
                .set("threshold", 0)
                .set("amount", 0)
                .set("month_max", 0)
                .set("failures", 0)
                .set("next_at", now.0)
                .set("note", "")
                .created(tx)
                .run(tx)
                .await?;
        }
    }
    Ok(before.filter(|before| before.method != kept.method))
}

/// Sets when to pay how much; what it was before, and is now. [`Error::Stale`] when it changed since `version`, and
/// [`Error::NotFound`] where no way to pay is kept.
pub async fn set_rule(
    tx: &Tx,
    advertiser: UserId,
    is_on: bool,
    rule: TopUpRule,
    version: Option<i64>,
) -> Result<(AutoTopUp, AutoTopUp)> {
    let before = changed(tx, advertiser).await?;
    if version.is_some_and(|seen| seen != before.version) {
        return Err(Error::Stale { current: before.version });
    }
    let rows = change(tx, advertiser)
        .filter("version =", before.version)
        .set("is_on", is_on)
        .set("threshold", rule.threshold.micros())
        .set("amount", rule.amount.micros())
        .set("month_max", rule.month_max.micros());
    // Between two payments there is a pause, whatever is changed meanwhile.
    let earliest =
        last_made(tx, advertiser).await?.map_or(tx.now(), |at| UnixMs(tx.now().0.max(at.plus_ms(PAUSE_MS).0)));
    rows.set("failures", 0).set("next_at", earliest.0).set("note", "").one(tx, "kept way to pay").await?;
    Ok((before, changed(tx, advertiser).await?))
}

async fn last_made(conn: &Conn, advertiser: UserId) -> Result<Option<UnixMs>> {
    let sql = "SELECT MAX(created_at) AS at FROM deposits WHERE advertiser_id = $1 AND is_automatic";
    let row = conn.row(sql, [advertiser.0.into()]).await?;
    Ok(row.map_or(Ok(None), |row| row.get::<Option<i64>>("at"))?.map(UnixMs))
}

/// Forgets the way to pay, and with it when to; what was kept, if anything.
pub async fn forget(tx: &Tx, advertiser: UserId) -> Result<Option<AutoTopUp>> {
    let before = get(tx, advertiser).await?;
    tx.execute("DELETE FROM auto_top_ups WHERE advertiser_id = $1", [advertiser.0.into()]).await?;
    Ok(before)
}

/// What automatic top-up has paid, or is about to, in the month of a moment.
pub async fn paid_in_month(conn: &Conn, advertiser: UserId, now: UnixMs) -> Result<Money> {
    let sql = concat!(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM deposits WHERE advertiser_id = $1 \
         AND is_automatic AND created_at >= $2 AND status_id NOT IN (",
        code!(deposit_expired),
        ", ",
        code!(deposit_failed),
        ")"
    );
    let since = now.day().month_first().start();
    let row = conn.row(sql, [advertiser.0.into(), since.0.into()]).await?;
    row.map_or(Ok(Money::ZERO), |row| Ok(Money::from_micros(row.get("amount")?)))
}

/// Deposits that were paid with what is to be kept, and of which their gateways have not said what it is; those first that were
/// asked about longest ago.
pub async fn wishes(conn: &Conn, limit: u32) -> Result<Vec<Deposit>> {
    let condition =
        concat!("method_wish = 1 AND status_id = ", code!(deposit_settled), " ORDER BY updated_at, id LIMIT $1");
    deposits::those(conn, condition, [i64::from(limit).into()]).await
}

/// Notes that nothing more is to be kept of a deposit.
pub async fn set_wish_done(tx: &Tx, deposit: i64) -> Result<()> {
    Update::of("deposits").set("method_wish", 2).stamped(tx).filter("id =", deposit).one(tx, "deposit").await
}

/// Whether a gateway is not asked any more what a deposit was paid with.
pub const fn is_wish_old(deposit: &Deposit, now: UnixMs) -> bool {
    now.since_ms(deposit.created_at) >= ASKED_AFTER_END_MS
}

/// Advertisers whose balance is low and who want it topped up, those first who wait longest.
pub async fn due(conn: &Conn, limit: u32) -> Result<Vec<UserId>> {
    let sql = format!(
        "SELECT a.advertiser_id FROM auto_top_ups a JOIN users u ON u.id = a.advertiser_id AND u.status_id = {} \
         JOIN payment_systems s ON s.id = a.payment_system_id AND s.is_active JOIN balances b ON b.user_id = a.advertiser_id AND b.account = {} \
         WHERE a.is_on AND a.next_at <= $1 AND b.amount < a.threshold ORDER BY a.next_at, a.advertiser_id LIMIT $2",
        code!(user_active),
        code!(advertiser)
    );
    let rows = conn.rows(&sql, [conn.now().0.into(), i64::from(limit).into()]).await?;
    rows.iter().map(|row| Ok(UserId(row.get("advertiser_id")?))).collect()
}

/// What was decided about a low balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is to be paid.
    Deposit(Box<Deposit>),
    /// The most of the month is reached: nothing is paid before the next one.
    MonthIsFull(Box<AutoTopUp>),
    /// Nothing is to be done.
    Nothing,
}

/// Decides on a low balance, in the order in which deposits are made: a deposit of the name `order`, to be charged when this is
/// committed, or nothing.
pub async fn begin(tx: &Tx, advertiser: UserId, order: &str) -> Result<Begun> {
    tx.in_order(crate::topic::Topic::Deposits).await?;
    // It may have changed since it was listed.
    let Some(kept) = get(tx, advertiser).await?.filter(|kept| kept.is_on && kept.next_at <= tx.now()) else {
        return Ok(Begun::Nothing);
    };
    let is_low = movements::balance(tx, Account::Advertiser(advertiser)).await? < kept.threshold;
    if !is_low {
        return Ok(Begun::Nothing);
    }
    postpone(tx, advertiser).await?;
    if is_one_open(tx, advertiser).await? {
        return Ok(Begun::Nothing);
    }
    if !kept.rule().fits(paid_in_month(tx, advertiser, tx.now()).await?) {
        let next = tx.now().day().month_last().plus(1).start();
        change(tx, advertiser).set("next_at", next.0).set("note", MONTH_IS_FULL).one(tx, "kept way to pay").await?;
        return Ok(Begun::MonthIsFull(Box::new(changed(tx, advertiser).await?)));
    }
    let new = NewDeposit {
        advertiser,
        order: order.to_owned(),
        gateway: kept.gateway,
        payment_system: kept.payment_system,
        payment_type: None,
        amount: kept.amount,
        expires_at: tx.now().plus_ms(ASKED_FOR_MS),
        promo_code: None,
        origin: Origin::KeptMethod,
    };
    Ok(Begun::Deposit(Box::new(deposits::create(tx, &new).await?.0)))
}

/// Looks at a low balance later: others are not held up by it.
pub async fn postpone(tx: &Tx, advertiser: UserId) -> Result<()> {
    // Nothing that its owner sets: who is just about to change it is not in the way.
    let pause = Update::of("auto_top_ups").stamped(tx).set("next_at", tx.now().plus_ms(PAUSE_MS).0);
    pause.filter("advertiser_id =", advertiser.0).run(tx).await.map(drop)
}

async fn is_one_open(conn: &Conn, advertiser: UserId) -> Result<bool> {
    let sql = concat!(
        "SELECT 1 AS found FROM deposits WHERE advertiser_id = $1 AND is_automatic AND status_id = ",
        code!(deposit_pending),
        " LIMIT 1"
    );
    Ok(conn.row(sql, [advertiser.0.into()]).await?.is_some())
}

/// Deposits whose payment was asked for, or was to be, and not answered.
pub async fn unanswered(conn: &Conn, limit: u32) -> Result<Vec<Deposit>> {
    let condition = concat!(
        "is_automatic AND status_id = ",
        code!(deposit_pending),
        " AND gateway_ref = '' AND expires_at > $1 AND updated_at <= $2 ORDER BY updated_at, id LIMIT $3"
    );
    let now = conn.now();
    deposits::those(conn, condition, [now.0.into(), now.plus_ms(-ASK_AGAIN_MS).0.into(), i64::from(limit).into()]).await
}

/// Whether a deposit may still be asked for: by what was kept when it was made, of an active account that did not switch it off.
pub async fn may_charge(conn: &Conn, deposit: &Deposit) -> Result<Option<AutoTopUp>> {
    let kept = get(conn, deposit.advertiser).await?;
    let is_same =
        |kept: &AutoTopUp| kept.is_on && kept.gateway == deposit.gateway && kept.kept_at <= deposit.created_at;
    let Some(kept) = kept.filter(is_same) else { return Ok(None) };
    let user = users::get_user(conn, Scope::System, deposit.advertiser).await?;
    Ok((user.status == UserStatus::Active).then_some(kept))
}

/// Notes that a gateway was asked without an answer: it is asked again, after others.
pub async fn set_unanswered(tx: &Tx, deposit: i64) -> Result<()> {
    Update::of("deposits").stamped(tx).filter("id =", deposit).one(tx, "deposit").await
}

/// Notes that a payment was taken: what was refused before is over.
pub async fn note_taken(tx: &Tx, advertiser: UserId) -> Result<()> {
    let rows = Update::of("auto_top_ups").stamped(tx).set("failures", 0).set("note", "");
    rows.filter("advertiser_id =", advertiser.0).run(tx).await.map(drop)
}

/// Notes that a payment was refused: it is tried again later, or switched off. How it stands; none where nothing is kept any more.
pub async fn note_declined(tx: &Tx, advertiser: UserId, decline: Decline) -> Result<Option<AutoTopUp>> {
    let Some(before) = get(tx, advertiser).await? else { return Ok(None) };
    let failures = before.failures + 1;
    let rows = change(tx, advertiser).set("failures", failures).set("note", decline.text());
    let rows = match retry_at(decline, failures, tx.now()) {
        Some(at) => rows.set("next_at", at.0),
        None => rows.set("is_on", false),
    };
    rows.one(tx, "kept way to pay").await?;
    get(tx, advertiser).await
}

/// Switches automatic top-up off: who disputes payments shall not be charged by us.
pub(crate) async fn end_by_dispute(tx: &Tx, advertiser: UserId) -> Result<()> {
    let rows = change(tx, advertiser).set("is_on", false).set("note", DISPUTED);
    rows.filter_sql("is_on").run(tx).await.map(drop)
}
