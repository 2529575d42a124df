//! Billing's final words: one row for a click, one for each change of a conversion, one for a void.

use crate::codes::code;
use crate::conn::{Cell, Conn, Row, Tx, Value, pieces};
use crate::error::{Error, Result};
use crate::statement::Insert;
use crate::topic::Topic;
use placard_model::books::posting::Operation;
use placard_model::books::settlement::{Amounts, ConversionChange, Rates, Released, Settlement, SettlementKind};
use placard_model::event::{ConversionState, EventRef, SCHEMA_VERSION, ServedAd};
use placard_model::{Money, UnixMs, UserId, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds as they are stored.
const CLICK: i64 = code!(click);
const CONVERSION: i64 = code!(conversion);
const VOID: i64 = code!(void);

/// A stored settlement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its place in the order of commits.
    pub seq: i64,
    /// The transaction that moved its money.
    pub transaction: Option<i64>,
    /// The settlement.
    pub settlement: Settlement,
}

pub(crate) const COLUMNS: &str = "kind, record_ref, click_ref, clicked_at, settled_at, verdict, advertiser_id, campaign_id, ad_id, \
    webmaster_id, block_id, cost, webmaster_amount, webmaster_referrer_amount, advertiser_referrer_amount, \
    network_amount, share_bp, referrer_bp, webmaster_referrer_id, advertiser_referrer_id, external_id, state_before, state, \
    payout_before, payout, served, transaction_id, served_version, goal, advertiser_transaction_id";
const COLUMNS_COUNT: usize = 30;

/// The transactions that moved the money of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct BatchTransactions {
    /// Of clicks on native ads.
    pub clicks: Option<i64>,
    /// Of clicks on push ads.
    pub push_clicks: Option<i64>,
    /// Of voids.
    pub voids: Option<i64>,
}

/// Stores settlements in their order, with the transactions that moved the money of those that cost something.
///
/// # Panics
/// When the parts of one do not add up to its cost.
pub async fn put(tx: &Tx, settlements: &[Settlement], moved: BatchTransactions) -> Result<()> {
    if settlements.is_empty() {
        return Ok(());
    }
    tx.in_order(Topic::Settlements).await?;
    for chunk in pieces(settlements) {
        let sql = format!("INSERT INTO settlements ({COLUMNS}) VALUES {}", tx.placeholders(chunk.len(), COLUMNS_COUNT));
        let mut values = Vec::with_capacity(chunk.len() * COLUMNS_COUNT);
        for settlement in chunk {
            push_values(settlement, tx.now(), moved, &mut values);
        }
        tx.execute(&sql, values).await?;
    }
    tx.wake(Topic::Settlements);
    Ok(())
}

fn push_values(settlement: &Settlement, now: UnixMs, moved: BatchTransactions, values: &mut Vec<Value>) {
    let Settlement { amounts, rates, ad, .. } = settlement;
    assert!(amounts.is_balanced(), "the parts of click {:?} do not add up to its cost: {amounts:?}", settlement.click);
    let transaction = match settlement.operation() {
        Operation::Void => moved.voids,
        Operation::PushClicks => moved.push_clicks,
        _ => moved.clicks,
    };
    let moved = transaction.filter(|_| !amounts.cost.is_zero());
    let conversion = settlement.conversion();
    let before = conversion.and_then(|change| change.before);
    let after = conversion.map(|change| change.after);
    values.extend([
        kind_code(&settlement.kind).into(),
        (settlement.record.0 as i64).into(),
        (settlement.click.0 as i64).into(),
        settlement.clicked_at.0.into(),
        now.0.into(),
        i64::from(settlement.verdict.code()).into(),
        ad.ad.advertiser.0.into(),
        ad.ad.campaign.0.into(),
        ad.served.ad.0.into(),
        ad.block.webmaster.0.into(),
        ad.served.block.0.into(),
        amounts.cost.micros().into(),
        amounts.webmaster.micros().into(),
        amounts.webmaster_referrer.micros().into(),
        amounts.advertiser_referrer.micros().into(),
        amounts.network.micros().into(),
        rates.share_bp.into(),
        rates.referrer_bp.into(),
        rates.webmaster_referrer.map(|user| user.0).into(),
        rates.advertiser_referrer.map(|user| user.0).into(),
        conversion.map(|change| change.external_id.clone()).into(),
        before.map(|(state, _)| state as i64).into(),
        after.map(|(state, _)| state as i64).into(),
        before.map(|(_, payout)| payout.micros()).into(),
        after.map(|(_, payout)| payout.micros()).into(),
        ad.encode().into(),
        moved.into(),
        i64::from(SCHEMA_VERSION).into(),
        conversion.map(|change| change.goal.clone()).into(),
        conversion.map(|change| change.transaction_id.clone()).into(),
    ]);
}

/// The settlements after `seq`, in order, at most `limit`.
pub async fn after(conn: &Conn, seq: i64, limit: u32) -> Result<Vec<Stored>> {
    let sql = format!("SELECT id, {COLUMNS} FROM settlements WHERE id > $1 ORDER BY id LIMIT $2");
    let rows = conn.rows(&sql, [seq.into(), i64::from(limit).into()]).await?;
    rows.iter().map(stored).collect()
}

/// Settlements as they were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// In order.
    pub rows: Vec<Stored>,
    /// Sequence numbers of rows that cannot be read, with the reason.
    pub unreadable: Vec<(i64, String)>,
    /// The last sequence number of all; none if nothing followed.
    pub last: Option<i64>,
    /// As many as were asked for.
    pub is_full: bool,
}

/// The settlements after `seq`, in order, at most `limit`; one row that cannot be read does not hide the others.
pub async fn page(conn: &Conn, seq: i64, limit: u32) -> Result<Page> {
    let sql = format!("SELECT id, {COLUMNS} FROM settlements WHERE id > $1 ORDER BY id LIMIT $2");
    let rows = conn.rows(&sql, [seq.into(), i64::from(limit).into()]).await?;
    let mut page = Page { is_full: rows.len() >= limit as usize, ..Page::default() };
    for row in rows {
        let id: i64 = row.get("id")?;
        page.last = Some(id);
        match stored(&row) {
            Ok(read) => page.rows.push(read),
            Err(error) => page.unreadable.push((id, error.to_string())),
        }
    }
    Ok(page)
}

/// The settlements of some clicks (kind click), in no order.
pub async fn of_clicks(conn: &Conn, clicks: &[EventRef]) -> Result<Vec<Stored>> {
    let mut values = vec![];
    let condition = conn.one_of("click_ref", clicks.iter().map(|click| click.0 as i64), &mut values);
    let sql = format!("SELECT id, {COLUMNS} FROM settlements WHERE kind = {CLICK} AND {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(stored).collect()
}

/// Those of some clicks that were taken back.
pub async fn voided(conn: &Conn, clicks: &[EventRef]) -> Result<BTreeSet<EventRef>> {
    let mut values = vec![];
    let condition = conn.one_of("click_ref", clicks.iter().map(|click| click.0 as i64), &mut values);
    let sql = format!("SELECT click_ref FROM settlements WHERE kind >= {VOID} AND {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok(EventRef(row.get::<i64>("click_ref")? as u64))).collect()
}

/// Staff hold back what a click earned.
const HELD: &str = "OR EXISTS (SELECT 1 FROM held_earnings h JOIN blocks b ON b.site_id = h.site_id WHERE b.id = s.block_id \
    AND h.day = s.clicked_at / 86400000 AND (h.first_transaction IS NULL OR s.transaction_id >= h.first_transaction))";

/// What of some clicks has left the pending accounts: of their day nothing waits there any more of that user, or only what was
/// billed after the last release, and staff do not hold it back. Clicks of which all waits are left out.
pub async fn released(conn: &Conn, clicks: &[EventRef]) -> Result<BTreeMap<EventRef, Released>> {
    let mut values = vec![];
    let condition = conn.one_of("s.click_ref", clicks.iter().map(|click| click.0 as i64), &mut values);
    let users = ["webmaster_id", "webmaster_referrer_id", "advertiser_referrer_id"];
    let parts = users.map(|user| {
        // What a site earned is its webmaster's alone.
        let held = if user == "webmaster_id" { HELD } else { "" };
        format!(
            "CASE WHEN s.{user} IS NULL OR EXISTS (SELECT 1 FROM pending_earnings p WHERE p.day = s.clicked_at / 86400000 \
             AND p.webmaster_id = s.{user} AND (p.first_transaction IS NULL OR s.transaction_id >= p.first_transaction)) \
             {held} THEN 0 ELSE 1 END"
        )
    });
    let [webmaster, webmaster_referrer, advertiser_referrer] = parts;
    let sql = format!(
        "SELECT s.click_ref, CAST({webmaster} + 2 * {webmaster_referrer} + 4 * {advertiser_referrer} AS BIGINT) AS released \
         FROM settlements s WHERE s.kind = {CLICK} AND {condition}"
    );
    let rows = conn.rows(&sql, values).await?;
    let all = rows.iter().map(|row| {
        let released = Released::from_code(row.get("released")?).unwrap_or_default();
        Ok((EventRef(row.get::<i64>("click_ref")? as u64), released))
    });
    let all: Result<BTreeMap<EventRef, Released>> = all.collect();
    Ok(all?.into_iter().filter(|(_, released)| *released != Released::default()).collect())
}

/// The advertiser of a click; none when it was never settled.
pub async fn owner_of_click(conn: &Conn, click: EventRef) -> Result<Option<UserId>> {
    let sql = format!("SELECT advertiser_id FROM settlements WHERE kind = {CLICK} AND click_ref = $1");
    match conn.row(&sql, [(click.0 as i64).into()]).await? {
        Some(row) => row.get("advertiser_id").map(|id| Some(UserId(id))),
        None => Ok(None),
    }
}

/// The verdicts that were stored for some records of the log, clicks and postbacks: a replay learns from them what was
/// decided. Records without a settlement are left out.
pub async fn verdicts_of(conn: &Conn, records: &[EventRef]) -> Result<Vec<(EventRef, Verdict)>> {
    let mut values = vec![];
    let condition = conn.one_of("record_ref", records.iter().map(|record| record.0 as i64), &mut values);
    let sql = format!("SELECT record_ref, verdict FROM settlements WHERE kind < {VOID} AND {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((EventRef(row.get::<i64>("record_ref")? as u64), verdict(row)?))).collect()
}

/// The sequence number of the newest settlement; 0 when there is none.
pub async fn newest(conn: &Conn) -> Result<i64> {
    match conn.row("SELECT id FROM settlements ORDER BY id DESC LIMIT 1", []).await? {
        Some(row) => row.get("id"),
        None => Ok(0),
    }
}

/// The record of the log behind the settlement that is furthest in it, and when it was clicked; none without settlements.
pub async fn furthest(conn: &Conn) -> Result<Option<(EventRef, UnixMs)>> {
    let sql =
        format!("SELECT record_ref, clicked_at FROM settlements WHERE kind < {VOID} ORDER BY record_ref DESC LIMIT 1");
    match conn.row(&sql, []).await? {
        Some(row) => Ok(Some((EventRef(row.get::<i64>("record_ref")? as u64), UnixMs(row.get::<i64>("clicked_at")?)))),
        None => Ok(None),
    }
}

/// A conversion as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredConversion {
    /// The click that it followed.
    pub click: EventRef,
    /// The tracker's id.
    pub external_id: String,
    /// Its state.
    pub state: ConversionState,
    /// What it is worth to the advertiser.
    pub payout: Money,
    /// What the visitor did; empty when the tracker never said.
    pub goal: String,
    /// The advertiser's own number of the transaction; empty when the tracker never said.
    pub transaction_id: String,
}

/// Some clicks' conversions as they stand.
pub async fn conversions(conn: &Conn, clicks: &[EventRef]) -> Result<Vec<StoredConversion>> {
    let mut values = vec![];
    let condition = conn.one_of("click_ref", clicks.iter().map(|click| click.0 as i64), &mut values);
    let sql = format!(
        "SELECT click_ref, external_id, state, payout, goal, advertiser_transaction_id FROM conversions \
         WHERE {condition}"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            Ok(StoredConversion {
                click: EventRef(row.get::<i64>("click_ref")? as u64),
                external_id: row.get("external_id")?,
                state: state(row.get("state")?)?,
                payout: Money::from_micros(row.get("payout")?),
                goal: row.get("goal")?,
                transaction_id: row.get("advertiser_transaction_id")?,
            })
        })
        .collect()
}

/// Writes the state that a conversion has after a change.
pub async fn put_conversion(tx: &Tx, click: EventRef, change: &ConversionChange, at: UnixMs) -> Result<()> {
    let (state, payout) = change.after;
    Insert::into("conversions")
        .set("click_ref", click.0 as i64)
        .set("external_id", change.external_id.clone())
        .set("state", state as i64)
        .set("payout", payout.micros())
        .set("goal", change.goal.clone())
        .set("advertiser_transaction_id", change.transaction_id.clone())
        .set("created_at", at.0)
        .set("updated_at", at.0)
        .replacing("click_ref, external_id", &["created_at"])
        .run(tx)
        .await
        .map(drop)
}

pub(crate) fn state(code: i64) -> Result<ConversionState> {
    [ConversionState::Hold, ConversionState::Approved, ConversionState::Rejected]
        .into_iter()
        .find(|state| *state as i64 == code)
        .ok_or_else(|| Error::Corrupt(format!("conversion state {code}")))
}

fn verdict(row: &Row) -> Result<Verdict> {
    let code: i64 = row.get("verdict")?;
    Verdict::from_code(code).ok_or_else(|| Error::Corrupt(format!("verdict {code}")))
}

/// The stored number of a kind.
const fn kind_code(kind: &SettlementKind) -> i64 {
    match kind {
        SettlementKind::Click => CLICK,
        SettlementKind::Conversion(_) => CONVERSION,
        SettlementKind::Void { released } => VOID + released.code(),
    }
}

/// What of settlements is read: copying cells is most of what a pass over many of them costs. What is left out is at its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// All of it.
    Whole,
    /// All of a click, which has nothing of a conversion.
    Click,
    /// What the log knows of a click.
    Judged,
}

impl Reading {
    /// Its columns.
    pub(crate) const fn columns(self) -> &'static str {
        match self {
            Self::Whole => COLUMNS,
            Self::Click => {
                "kind, record_ref, click_ref, clicked_at, settled_at, verdict, advertiser_id, campaign_id, ad_id, \
                 webmaster_id, block_id, cost, webmaster_amount, webmaster_referrer_amount, advertiser_referrer_amount, \
                 network_amount, share_bp, referrer_bp, webmaster_referrer_id, advertiser_referrer_id, served, transaction_id, \
                 served_version"
            }
            Self::Judged => "kind, record_ref, clicked_at, verdict, served, served_version",
        }
    }

    /// A value of a column that the log does not know of.
    pub(crate) fn value<T: Cell + Default>(self, row: &Row, column: &str) -> Result<T> {
        if self == Self::Judged { Ok(T::default()) } else { row.get(column) }
    }
}

pub(crate) fn stored(row: &Row) -> Result<Stored> {
    stored_as(Reading::Whole, row)
}

/// A settlement of a row that has the columns of a reading.
pub(crate) fn stored_as(reading: Reading, row: &Row) -> Result<Stored> {
    let money = |column: &str| reading.value(row, column).map(Money::from_micros);
    let user = |column: &str| reading.value::<Option<i64>>(row, column).map(|id| id.map(UserId));
    let text = |column: &str| row.get::<Option<String>>(column).map(Option::unwrap_or_default);
    let change = || -> Result<ConversionChange> {
        let before = match row.get::<Option<i64>>("state_before")? {
            Some(code) => Some((state(code)?, money("payout_before")?)),
            None => None,
        };
        Ok(ConversionChange {
            external_id: text("external_id")?,
            goal: text("goal")?,
            transaction_id: text("advertiser_transaction_id")?,
            before,
            after: (state(row.get("state")?)?, money("payout")?),
        })
    };
    let kind = match row.get::<i64>("kind")? {
        CLICK => SettlementKind::Click,
        CONVERSION if reading != Reading::Whole => {
            return Err(Error::Corrupt("a conversion where none can be".to_owned()));
        }
        CONVERSION => SettlementKind::Conversion(change()?),
        other => match Released::from_code(other - VOID) {
            Some(released) => SettlementKind::Void { released },
            None => return Err(Error::Corrupt(format!("settlement kind {other}"))),
        },
    };
    let (served, version): (Vec<u8>, i64) = (row.get("served")?, row.get("served_version")?);
    let version = u8::try_from(version).map_err(|_| Error::Corrupt(format!("version {version} of a served ad")))?;
    Ok(Stored {
        seq: row.get("id")?,
        transaction: reading.value(row, "transaction_id")?,
        settlement: Settlement {
            kind,
            record: EventRef(row.get::<i64>("record_ref")? as u64),
            click: EventRef(reading.value::<i64>(row, "click_ref")? as u64),
            clicked_at: UnixMs(row.get("clicked_at")?),
            verdict: verdict(row)?,
            amounts: Amounts {
                cost: money("cost")?,
                webmaster: money("webmaster_amount")?,
                webmaster_referrer: money("webmaster_referrer_amount")?,
                advertiser_referrer: money("advertiser_referrer_amount")?,
                network: money("network_amount")?,
            },
            rates: Rates {
                share_bp: reading.value(row, "share_bp")?,
                referrer_bp: reading.value(row, "referrer_bp")?,
                webmaster_referrer: user("webmaster_referrer_id")?,
                advertiser_referrer: user("advertiser_referrer_id")?,
            },
            ad: ServedAd::decode(version, &served).map_err(|error| Error::Corrupt(format!("served ad: {error}")))?,
        },
    })
}
