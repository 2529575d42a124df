//! What an audit reads: rows in batches, each in a transaction of its own, so that none is open for long.
//!
//! What the rows have to be is known to the caller; here it is only read. Rows that cannot be read are told, not skipped.

mod by_hand;
mod deposits;
pub mod payouts;
mod pending;
mod spent;
mod transactions;

pub use by_hand::{wrong_bonuses, wrong_corrections, wrong_promo_codes, wrong_promo_uses};
pub use deposits::{foreign_deposit_movements, wrong_deposit_payments, wrong_deposits};
pub use pending::{Overdue, held_without_hold, overdue, wrong_pending};
pub use spent::{SpentBefore, spent_up_to};
pub use transactions::{BookedTransaction, StoredPosting, transaction, transactions};

use crate::billing::settlements::{self, Reading, Stored, state};
use crate::codes::code;
use crate::conn::{Conn, Value};
use crate::error::{Error, Result};
use placard_model::books::settlement::Amounts;
use placard_model::event::{ConversionState, EventRef};
use placard_model::money::INPUT_MAX;
use placard_model::{CampaignId, Day, Money, UnixMs, UserId, Verdict};

/// Pages of a PostgreSQL table that are read at once.
const PAGES_PER_READ: i64 = 5_000;

/// The ends of what is audited: later rows belong to the next audit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest {
    /// The newest settlement.
    pub settlement: i64,
    /// The newest transaction.
    pub transaction: i64,
}

/// The newest rows.
pub async fn newest(conn: &Conn) -> Result<Newest> {
    let sql = "SELECT (SELECT COALESCE(MAX(id), 0) FROM settlements) AS settlement, \
               (SELECT COALESCE(MAX(id), 0) FROM transactions) AS newest_transaction";
    match conn.row(sql, []).await? {
        Some(row) => Ok(Newest { settlement: row.get("settlement")?, transaction: row.get("newest_transaction")? }),
        None => Ok(Newest::default()),
    }
}

/// Rows that disagree and that one statement finds: user or record, what is expected and what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The user, or the record.
    pub subject: i64,
    /// What has to be there.
    pub expected: i64,
    /// What is there.
    pub found: i64,
}

/// Records that billing has set aside and not taken after all, and that have a settlement all the same; at most `limit`.
pub async fn settled_though_set_aside(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = format!(
        "SELECT r.record_ref AS subject, CAST(0 AS BIGINT) AS expected, s.id AS found FROM set_aside_records r \
         JOIN settlements s ON s.record_ref = r.record_ref AND s.kind < {} \
         WHERE r.consumer = '{}' AND r.source = {} AND r.state <> {} ORDER BY r.record_ref LIMIT $1",
        code!(void),
        crate::billing::settling::FEED,
        code!(from_log),
        code!(taken)
    );
    mismatches(conn, &sql, limit).await
}

async fn mismatches(conn: &Conn, sql: &str, limit: u32) -> Result<Vec<Mismatch>> {
    let rows = conn.rows(sql, [i64::from(limit).into()]).await?;
    let read = |row: &crate::conn::Row| {
        Ok(Mismatch { subject: row.get("subject")?, expected: row.get("expected")?, found: row.get("found")? })
    };
    rows.iter().map(read).collect()
}

/// A settlement as it is stored, with the columns that repeat what its served ad says.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the row.
    pub seq: i64,
    /// The record of the log that led to it.
    pub record: EventRef,
    /// The click.
    pub click: EventRef,
    /// When it was stored.
    pub settled_at: UnixMs,
    /// Advertiser, campaign, ad, webmaster, block.
    pub columns: [i64; 5],
    /// The row; what is wrong with it where it cannot be read.
    pub stored: std::result::Result<Stored, String>,
}

/// The names of [`Row::columns`].
pub const COLUMN_NAMES: [&str; 5] = ["advertiser", "campaign", "ad", "webmaster", "block"];

async fn rows(conn: &Conn, reading: Reading, condition: &str, values: Vec<Value>) -> Result<Vec<Row>> {
    let sql = format!("SELECT id, {} FROM settlements WHERE {condition}", reading.columns());
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let value = |column: &str| reading.value::<i64>(row, column);
            Ok(Row {
                seq: row.get("id")?,
                record: EventRef(row.get::<i64>("record_ref")? as u64),
                click: EventRef(value("click_ref")? as u64),
                settled_at: UnixMs(value("settled_at")?),
                columns: [
                    value("advertiser_id")?,
                    value("campaign_id")?,
                    value("ad_id")?,
                    value("webmaster_id")?,
                    value("block_id")?,
                ],
                stored: settlements::stored_as(reading, row).and_then(plausible).map_err(|error| error.to_string()),
            })
        })
        .collect()
}

/// A settlement with amounts that something could have cost. Others are damaged, and no sum would take them.
fn plausible(stored: Stored) -> Result<Stored> {
    let settlement = &stored.settlement;
    let Amounts { cost, webmaster, webmaster_referrer, advertiser_referrer, network } = settlement.amounts;
    let payouts = settlement.conversion().map(|change| (change.before.map(|(_, payout)| payout), change.after.1));
    let (before, after) = payouts.unwrap_or_default();
    let amounts =
        [cost, webmaster, webmaster_referrer, advertiser_referrer, network, before.unwrap_or_default(), after];
    match amounts.into_iter().find(|amount| !is_plausible(*amount)) {
        Some(amount) => Err(Error::Corrupt(format!("{} is no amount of a settlement", amount.micros()))),
        None => Ok(stored),
    }
}

/// Whether an amount is within what the network takes from anybody, or gives back.
pub fn is_plausible(amount: Money) -> bool {
    amount.micros().unsigned_abs() <= INPUT_MAX.micros().unsigned_abs()
}

/// The settlements after `seq` up to `to`, in order, at most `limit`. Clicks, most of them, are read without what only conversions
/// have.
pub async fn after(conn: &Conn, seq: i64, to: i64, limit: u32) -> Result<Vec<Row>> {
    let last =
        format!("SELECT id FROM settlements WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 1 OFFSET {}", limit - 1);
    let end = match conn.row(&last, [seq.into(), to.into()]).await? {
        Some(row) => row.get("id")?,
        None => to,
    };
    let of = |is: &str| format!("id > $1 AND id <= $2 AND kind {is} {} ORDER BY id", code!(click));
    let values = || vec![seq.into(), end.into()];
    let mut found = rows(conn, Reading::Click, &of("="), values()).await?;
    found.extend(rows(conn, Reading::Whole, &of("<>"), values()).await?);
    found.sort_unstable_by_key(|row| row.seq);
    Ok(found)
}

/// The settlements of the records `first..=last` of the log: of clicks and postbacks.
pub async fn of_records(conn: &Conn, first: EventRef, last: EventRef) -> Result<Vec<Row>> {
    let values = vec![(first.0 as i64).into(), (last.0 as i64).into()];
    let condition = concat!("kind < ", code!(void), " AND record_ref >= $1 AND record_ref <= $2 ORDER BY record_ref");
    rows(conn, Reading::Whole, condition, values).await
}

/// What the log knows of the clicks among the records `first..=last` of it: nothing else of their settlements is read.
pub async fn clicks_of_records(conn: &Conn, first: EventRef, last: EventRef) -> Result<Vec<Row>> {
    let values = vec![(first.0 as i64).into(), (last.0 as i64).into()];
    rows(conn, Reading::Judged, &of_records_and("kind =", code!(click)), values).await
}

/// The settlements of the records `first..=last` of the log that are no clicks.
pub async fn postbacks_of_records(conn: &Conn, first: EventRef, last: EventRef) -> Result<Vec<Row>> {
    let values = vec![(first.0 as i64).into(), (last.0 as i64).into()];
    rows(conn, Reading::Whole, &of_records_and("kind <>", code!(click)), values).await
}

/// SQLite takes the index of records only for a condition that says what the index's own does.
fn of_records_and(is: &str, kind: i64) -> String {
    let void = code!(void);
    format!("kind < {void} AND record_ref >= $1 AND record_ref <= $2 AND {is} {kind} ORDER BY record_ref")
}

/// Settlements that are no clicks, about clicks up to one and behind a click and row, by click.
pub async fn of_clicks_later(
    conn: &Conn,
    after: (EventRef, i64),
    to: EventRef,
    newest: i64,
    limit: u32,
) -> Result<Vec<Row>> {
    let values = vec![(after.0.0 as i64).into(), after.1.into(), (to.0 as i64).into()];
    // PostgreSQL looks at "greater" in the index, and at "other than" in each row.
    let condition = format!(
        "click_ref >= $1 AND (click_ref > $1 OR id > $2) AND click_ref <= $3 AND id <= {newest} AND kind > {} \
         ORDER BY click_ref, id LIMIT {limit}",
        code!(click)
    );
    rows(conn, Reading::Whole, &condition, values).await
}

/// A void as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredVoid {
    /// The number of the row.
    pub seq: i64,
    /// The click.
    pub click: EventRef,
    /// When it was stored.
    pub settled_at: UnixMs,
}

/// The voids after a row, in order, at most `limit`.
pub async fn voids(conn: &Conn, after: i64, limit: u32) -> Result<Vec<StoredVoid>> {
    let sql = format!(
        "SELECT id, click_ref, settled_at FROM settlements WHERE kind >= {} AND id > $1 ORDER BY id LIMIT $2",
        code!(void)
    );
    let rows = conn.rows(&sql, [after.into(), i64::from(limit).into()]).await?;
    rows.iter()
        .map(|row| {
            let click = EventRef(row.get::<i64>("click_ref")? as u64);
            Ok(StoredVoid { seq: row.get("id")?, click, settled_at: UnixMs(row.get("settled_at")?) })
        })
        .collect()
}

/// All settlements about some clicks, by click and in order.
pub async fn of_clicks(conn: &Conn, clicks: &[EventRef]) -> Result<Vec<Row>> {
    let mut values = vec![];
    let condition = conn.one_of("click_ref", clicks.iter().map(|click| click.0 as i64), &mut values);
    rows(conn, Reading::Whole, &format!("{condition} ORDER BY click_ref, id"), values).await
}

/// A kept balance, beside what was posted after a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Account and user.
    pub account: (i64, i64),
    /// What is kept.
    pub kept: Money,
    /// What was posted after the transaction that was asked about.
    pub posted_since: Money,
}

/// Balances after an account, at most `limit`.
pub async fn balances(conn: &Conn, after: (i64, i64), since: i64, limit: u32) -> Result<Vec<Balance>> {
    let sql = format!(
        "SELECT b.account, b.user_id, b.amount, COALESCE(p.amount, 0) AS posted FROM balances b LEFT JOIN \
         (SELECT account, user_id, CAST(SUM(amount) AS BIGINT) AS amount FROM postings \
         WHERE transaction_id > $3 GROUP BY account, user_id) p \
         ON p.account = b.account AND p.user_id = b.user_id \
         WHERE b.account > $1 OR (b.account = $1 AND b.user_id > $2) ORDER BY b.account, b.user_id LIMIT {limit}"
    );
    let rows = conn.rows(&sql, [after.0.into(), after.1.into(), since.into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(Balance {
                account: (row.get("account")?, row.get("user_id")?),
                kept: Money::from_micros(row.get("amount")?),
                posted_since: Money::from_micros(row.get("posted")?),
            })
        })
        .collect()
}

/// What was folded of all days, by account and user.
pub async fn folded(conn: &Conn) -> Result<Vec<((i64, i64), Money)>> {
    let sql = "SELECT account, user_id, CAST(SUM(amount) AS BIGINT) AS amount FROM folded_postings \
               GROUP BY account, user_id";
    let rows = conn.rows(sql, []).await?;
    rows.iter()
        .map(|row| Ok(((row.get("account")?, row.get("user_id")?), Money::from_micros(row.get("amount")?))))
        .collect()
}

/// The kept balance of one account and the sum of all its postings, folded ones too, at one moment.
pub async fn balance(conn: &Conn, account: (i64, i64)) -> Result<(Money, Money)> {
    let sql = "SELECT (SELECT amount FROM balances WHERE account = $1 AND user_id = $2) AS kept, \
               CAST((SELECT COALESCE(SUM(amount), 0) FROM postings WHERE account = $1 AND user_id = $2) + \
               (SELECT COALESCE(SUM(amount), 0) FROM folded_postings WHERE account = $1 AND user_id = $2) \
               AS BIGINT) AS posted";
    match conn.row(sql, [account.0.into(), account.1.into()]).await? {
        Some(row) => {
            let kept: Option<i64> = row.get("kept")?;
            Ok((Money::from_micros(kept.unwrap_or_default()), Money::from_micros(row.get("posted")?)))
        }
        None => Ok((Money::ZERO, Money::ZERO)),
    }
}

/// An advertiser's balance was moved by something else than clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BalanceChange {
    /// The transaction.
    pub transaction: i64,
    /// When it began.
    pub at: UnixMs,
    /// Whose balance.
    pub advertiser: UserId,
    /// The change.
    pub amount: Money,
}

/// Such changes by the next `limit` transactions after one up to `to`, and where to go on; nothing at the end.
pub async fn balance_changes(
    conn: &Conn,
    after: i64,
    to: i64,
    limit: u32,
) -> Result<Option<(i64, Vec<BalanceChange>)>> {
    let sql = format!(
        "SELECT id, created_at FROM transactions WHERE id > $1 AND id <= $2 AND operation_type NOT IN ({}, {}, {}) \
         ORDER BY id LIMIT $3",
        code!(native_clicks),
        code!(push_clicks),
        code!(void_operation)
    );
    let found = conn.rows(&sql, [after.into(), to.into(), i64::from(limit).into()]).await?;
    let Some(last) = found.last() else { return Ok(None) };
    let last: i64 = last.get("id")?;
    let mut values = vec![];
    let ids = found.iter().map(|row| row.get::<i64>("id")).collect::<Result<Vec<_>>>()?;
    let condition = conn.one_of("p.transaction_id", ids, &mut values);
    let sql = format!(
        "SELECT p.transaction_id, t.created_at, p.user_id, p.amount FROM postings p \
         JOIN transactions t ON t.id = p.transaction_id WHERE p.account = {} AND {condition} \
         ORDER BY p.transaction_id, p.id",
        code!(advertiser)
    );
    let rows = conn.rows(&sql, values).await?;
    let changes = rows
        .iter()
        .map(|row| {
            Ok(BalanceChange {
                transaction: row.get("transaction_id")?,
                at: UnixMs(row.get("created_at")?),
                advertiser: UserId(row.get("user_id")?),
                amount: Money::from_micros(row.get("amount")?),
            })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Some((last, changes)))
}

/// Limits of a campaign, and when its row was written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The campaign.
    pub campaign: CampaignId,
    /// A UTC day.
    pub daily: Option<Money>,
    /// At all.
    pub total: Option<Money>,
    /// They are known to have held from then on.
    pub since: UnixMs,
}

/// The limits of some campaigns.
pub async fn limits(conn: &Conn, campaigns: &[CampaignId]) -> Result<Vec<Limits>> {
    let mut values = vec![];
    let condition = conn.one_of("id", campaigns.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT id, daily_limit, total_limit, updated_at FROM campaigns WHERE {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let limit = |column: &str| row.get::<Option<i64>>(column).map(|micros| micros.map(Money::from_micros));
            Ok(Limits {
                campaign: CampaignId(row.get("id")?),
                daily: limit("daily_limit")?,
                total: limit("total_limit")?,
                since: UnixMs(row.get("updated_at")?),
            })
        })
        .collect()
}

/// Sums that are kept by day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What campaigns spent.
    Campaign,
    /// What blocks earned.
    Block,
    /// What brought users left to who brought them.
    Referral,
}

/// A sum of a campaign, a block or a brought user: of one day, or of its whole life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Campaign, block or brought user.
    pub id: i64,
    /// The day; the beginning of time for a whole life.
    pub day: Day,
    /// Its owner; 0 for a whole life.
    pub owner: i64,
    /// Micro-dollars of billed clicks; of a whole life less what was voided.
    pub amount: i64,
    /// Billed clicks.
    pub clicks: i64,
    /// Micro-dollars given back.
    pub voided: i64,
}

/// The kept sums of days `first..=last` after a day and id, at most `limit`.
pub async fn sums(conn: &Conn, side: Side, last: Day, after: (Day, i64), limit: u32) -> Result<Vec<Sum>> {
    let (table, id, owner) = match side {
        Side::Campaign => ("campaign_spend", "campaign_id", "advertiser_id"),
        Side::Block => ("block_earnings", "block_id", "webmaster_id"),
        Side::Referral => ("referral_earnings", "referred_id", "referrer_id"),
    };
    let sql = format!(
        "SELECT {id} AS id, day, {owner} AS owner, amount, clicks, voided FROM {table} \
         WHERE day <= $1 AND (day > $2 OR (day = $2 AND {id} > $3)) ORDER BY day, {id} LIMIT {limit}"
    );
    let values = [i64::from(last.0).into(), i64::from(after.0.0).into(), after.1.into()];
    conn.rows(&sql, values).await?.iter().map(sum).collect()
}

/// The kept sums of whole campaigns after one, at most `limit`.
pub async fn totals(conn: &Conn, after: i64, limit: u32) -> Result<Vec<Sum>> {
    let sql = "SELECT campaign_id AS id, CAST(0 AS BIGINT) AS day, CAST(0 AS BIGINT) AS owner, amount, clicks, \
               CAST(0 AS BIGINT) AS voided FROM campaign_totals WHERE campaign_id > $1 ORDER BY campaign_id LIMIT $2";
    conn.rows(sql, [after.into(), i64::from(limit).into()]).await?.iter().map(sum).collect()
}

fn sum(row: &crate::conn::Row) -> Result<Sum> {
    Ok(Sum {
        id: row.get("id")?,
        day: Day(row.get::<i64>("day")? as i32),
        owner: row.get("owner")?,
        amount: row.get("amount")?,
        clicks: row.get("clicks")?,
        voided: row.get("voided")?,
    })
}

/// What settlements after `seq` add up to, by campaign, block or brought user and day.
pub async fn settled_since(conn: &Conn, side: Side, seq: i64) -> Result<Vec<Sum>> {
    let part = |id: &str, owner: &str, amount: &str| {
        format!(
            "SELECT {id} AS id, clicked_at / 86400000 AS day, {owner} AS owner, {amount} AS amount, kind, verdict \
             FROM settlements WHERE id > $1 AND {owner} IS NOT NULL"
        )
    };
    let parts = match side {
        Side::Campaign => part("campaign_id", "advertiser_id", "cost"),
        Side::Block => part("block_id", "webmaster_id", "webmaster_amount"),
        Side::Referral => format!(
            "{} UNION ALL {}",
            part("webmaster_id", "webmaster_referrer_id", "webmaster_referrer_amount"),
            part("advertiser_id", "advertiser_referrer_id", "advertiser_referrer_amount")
        ),
    };
    let valid = format!("kind = {} AND verdict = {}", code!(click), Verdict::Valid.code());
    let sql = format!(
        "SELECT id, day, owner, CAST(SUM(CASE WHEN {valid} THEN amount ELSE 0 END) AS BIGINT) AS amount, \
         CAST(SUM(CASE WHEN {valid} THEN 1 ELSE 0 END) AS BIGINT) AS clicks, \
         CAST(SUM(CASE WHEN kind >= {} THEN -amount ELSE 0 END) AS BIGINT) AS voided \
         FROM ({parts}) s GROUP BY id, day, owner",
        code!(void)
    );
    conn.rows(&sql, [seq.into()]).await?.iter().map(sum).collect()
}

/// A conversion as it is kept, with the last settlement about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptConversion {
    /// The click.
    pub click: EventRef,
    /// The tracker's id.
    pub external_id: String,
    /// State and payout.
    pub kept: (ConversionState, Money),
    /// State and payout after the last settlement; none where there is none.
    pub settled: Option<(ConversionState, Money)>,
}

/// Kept conversions after one, at most `limit`.
pub async fn conversions(conn: &Conn, after: (EventRef, &str), limit: u32) -> Result<Vec<KeptConversion>> {
    let sql = format!(
        "SELECT c.click_ref, c.external_id, c.state, c.payout, s.state AS settled_state, \
         s.payout AS settled_payout FROM conversions c LEFT JOIN settlements s ON s.id = \
         (SELECT MAX(l.id) FROM settlements l WHERE l.kind = {} AND l.click_ref = c.click_ref \
         AND l.external_id = c.external_id) \
         WHERE c.click_ref > $1 OR (c.click_ref = $1 AND c.external_id > $2) \
         ORDER BY c.click_ref, c.external_id LIMIT $3",
        code!(conversion)
    );
    let values = [(after.0.0 as i64).into(), after.1.to_owned().into(), i64::from(limit).into()];
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let settled = match row.get::<Option<i64>>("settled_state")? {
                Some(code) => {
                    let payout: Option<i64> = row.get("settled_payout")?;
                    Some((state(code)?, Money::from_micros(payout.unwrap_or_default())))
                }
                None => None,
            };
            Ok(KeptConversion {
                click: EventRef(row.get::<i64>("click_ref")? as u64),
                external_id: row.get("external_id")?,
                kept: (state(row.get("state")?)?, Money::from_micros(row.get("payout")?)),
                settled,
            })
        })
        .collect()
}

/// The tables of the database.
pub async fn tables(conn: &Conn) -> Result<Vec<String>> {
    let sql = if conn.is_postgres() {
        "SELECT CAST(c.oid::regclass AS TEXT) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE c.relkind = 'r' AND n.nspname = current_schema() ORDER BY 1"
    } else {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    };
    conn.rows(sql, []).await?.iter().map(|row| row.get("name")).collect()
}

/// What is wrong with the pages of a table and its indices. PostgreSQL: with those after page `from`, and where to go on.
pub async fn check_pages(conn: &Conn, table: &str, from: i64) -> Result<(Vec<String>, Option<i64>)> {
    if conn.is_postgres() {
        let pages = "SELECT CAST(pg_relation_size(CAST($1 AS regclass)) / 8192 AS BIGINT) AS pages";
        let pages: i64 = match conn.row(pages, [table.into()]).await? {
            Some(row) => row.get("pages")?,
            None => 0,
        };
        let to = from + PAGES_PER_READ;
        // The text of a row reads all of its values, those that are stored elsewhere as well.
        let sql = format!(
            "SELECT CAST(COALESCE(SUM(length(CAST(whole_row AS TEXT))), 0) AS BIGINT) AS read FROM {table} whole_row \
             WHERE ctid >= '({from},0)' AND ctid < '({to},0)'"
        );
        conn.row(&sql, []).await?;
        return Ok((Vec::new(), (to < pages).then_some(to)));
    }
    let quoted = table.replace('"', "\"\"");
    let found = conn.rows(&format!("PRAGMA quick_check(\"{quoted}\")"), []).await?;
    let lines = found.iter().map(|row| row.get::<String>("quick_check")).collect::<Result<Vec<_>>>()?;
    Ok((lines.into_iter().filter(|line| line != "ok").collect(), None))
}
