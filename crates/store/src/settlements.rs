//! Billing's final words: one row for a click, one for each change of a conversion, one for a void.

use crate::conn::{Conn, Row, Tx, Value, pieces};
use crate::connect::Topic;
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::event::{ConversionState, EventRef, ServedAd};
use placard_model::{Money, UnixMs, UserId, Verdict};

/// The longest id that a tracker may give a conversion, in bytes.
pub const EXTERNAL_ID_BYTES_MAX: usize = 128;

/// What a settlement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A click.
    Click = 1,
    /// A new conversion, or a change of one.
    Conversion = 2,
    /// The reversal of a click whose earning was pending.
    Void = 3,
    /// The reversal of a click whose earning had become available.
    VoidReleased = 4,
}

/// How the cost of a click was divided. The parts add up to the cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// From the advertiser.
    pub cost: Money,
    /// To the webmaster.
    pub webmaster: Money,
    /// To the webmaster's referrer.
    pub webmaster_referrer: Money,
    /// To the advertiser's referrer.
    pub advertiser_referrer: Money,
    /// To the network.
    pub network: Money,
}

impl Split {
    /// Whether the parts add up to the cost.
    pub fn adds_up(&self) -> bool {
        self.webmaster + self.webmaster_referrer + self.advertiser_referrer + self.network == self.cost
    }
}

/// A conversion before and after a postback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionChange {
    /// The tracker's id; empty when it gave none.
    pub external_id: String,
    /// State and payout before; none for a new one.
    pub before: Option<(ConversionState, Money)>,
    /// State and payout now.
    pub after: (ConversionState, Money),
}

/// A settlement.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// What it is about.
    pub kind: Kind,
    /// The record of the log that led to it: the click itself, or a postback; the click for a void.
    pub record: EventRef,
    /// The click.
    pub click: EventRef,
    /// When the click was appended: its day is the day of the money.
    pub clicked_at: UnixMs,
    /// The word on the click.
    pub verdict: Verdict,
    /// The money; all zero for what is not billed and for conversions.
    pub split: Split,
    /// The webmaster's share that was used, in basis points.
    pub share_bp: i64,
    /// Who got the webmaster's referral.
    pub webmaster_referrer: Option<UserId>,
    /// Who got the advertiser's referral.
    pub advertiser_referrer: Option<UserId>,
    /// Of a conversion.
    pub conversion: Option<ConversionChange>,
    /// What was clicked: the dimensions that statistics count it under.
    pub ad: ServedAd,
}

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
    network_amount, share_bp, webmaster_referrer_id, advertiser_referrer_id, external_id, state_before, state, \
    payout_before, payout, served, transaction_id";
const COLUMNS_COUNT: usize = 26;

/// Stores settlements in their order; `transaction` moved the money of those that cost something.
///
/// # Panics
/// When the parts of one do not add up to its cost.
pub async fn put(tx: &Tx, settlements: &[Settlement], transaction: Option<i64>) -> Result<()> {
    if settlements.is_empty() {
        return Ok(());
    }
    tx.in_order(Topic::Settlements).await?;
    for chunk in pieces(settlements) {
        let sql = format!("INSERT INTO settlements ({COLUMNS}) VALUES {}", tx.placeholders(chunk.len(), COLUMNS_COUNT));
        let mut values = Vec::with_capacity(chunk.len() * COLUMNS_COUNT);
        for settlement in chunk {
            push_values(settlement, tx.now(), transaction, &mut values);
        }
        tx.execute(&sql, values).await?;
    }
    tx.wake(Topic::Settlements);
    Ok(())
}

fn push_values(settlement: &Settlement, now: UnixMs, transaction: Option<i64>, values: &mut Vec<Value>) {
    let Settlement { split, ad, .. } = settlement;
    assert!(split.adds_up(), "the parts of click {:?} do not add up to its cost: {split:?}", settlement.click);
    let moved = if split.cost.is_zero() { None } else { transaction };
    let conversion = settlement.conversion.as_ref();
    let before = conversion.and_then(|change| change.before);
    let after = conversion.map(|change| change.after);
    let served = postcard::to_stdvec(ad).expect("writing to memory does not fail");
    values.extend([
        (settlement.kind as i64).into(),
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
        split.cost.micros().into(),
        split.webmaster.micros().into(),
        split.webmaster_referrer.micros().into(),
        split.advertiser_referrer.micros().into(),
        split.network.micros().into(),
        settlement.share_bp.into(),
        settlement.webmaster_referrer.map(|user| user.0).into(),
        settlement.advertiser_referrer.map(|user| user.0).into(),
        conversion.map(|change| change.external_id.clone()).into(),
        before.map(|(state, _)| state as i64).into(),
        after.map(|(state, _)| state as i64).into(),
        before.map(|(_, payout)| payout.micros()).into(),
        after.map(|(_, payout)| payout.micros()).into(),
        served.into(),
        moved.into(),
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
    let sql = format!("SELECT id, {COLUMNS} FROM settlements WHERE kind = 1 AND {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(stored).collect()
}

/// The advertiser of a click; none when it was never settled.
pub async fn owner_of_click(conn: &Conn, click: EventRef) -> Result<Option<UserId>> {
    let sql = "SELECT advertiser_id FROM settlements WHERE kind = 1 AND click_ref = $1";
    match conn.row(sql, [(click.0 as i64).into()]).await? {
        Some(row) => row.get("advertiser_id").map(|id| Some(UserId(id))),
        None => Ok(None),
    }
}

/// The verdicts that were stored for some records of the log, clicks and postbacks: a replay learns from them what was
/// decided. Records without a settlement are left out.
pub async fn verdicts_of(conn: &Conn, records: &[EventRef]) -> Result<Vec<(EventRef, Verdict)>> {
    let mut values = vec![];
    let condition = conn.one_of("record_ref", records.iter().map(|record| record.0 as i64), &mut values);
    let sql = format!("SELECT record_ref, verdict FROM settlements WHERE kind < 3 AND {condition}");
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
    let sql = "SELECT record_ref, clicked_at FROM settlements WHERE kind < 3 ORDER BY record_ref DESC LIMIT 1";
    match conn.row(sql, []).await? {
        Some(row) => Ok(Some((EventRef(row.get::<i64>("record_ref")? as u64), UnixMs(row.get::<i64>("clicked_at")?)))),
        None => Ok(None),
    }
}

/// The present state and payout of some conversions, by click and the tracker's id.
pub async fn conversions(
    conn: &Conn,
    clicks: &[EventRef],
) -> Result<Vec<((EventRef, String), (ConversionState, Money))>> {
    let mut values = vec![];
    let condition = conn.one_of("click_ref", clicks.iter().map(|click| click.0 as i64), &mut values);
    let sql = format!("SELECT click_ref, external_id, state, payout FROM conversions WHERE {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let click = EventRef(row.get::<i64>("click_ref")? as u64);
            let payout = Money::from_micros(row.get("payout")?);
            Ok(((click, row.get("external_id")?), (state(row.get("state")?)?, payout)))
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

pub(crate) fn stored(row: &Row) -> Result<Stored> {
    let kind = match row.get::<i64>("kind")? {
        1 => Kind::Click,
        2 => Kind::Conversion,
        3 => Kind::Void,
        4 => Kind::VoidReleased,
        other => return Err(Error::Corrupt(format!("settlement kind {other}"))),
    };
    let money = |column: &str| row.get::<i64>(column).map(Money::from_micros);
    let user = |column: &str| row.get::<Option<i64>>(column).map(|id| id.map(UserId));
    let conversion = match row.get::<Option<String>>("external_id")? {
        Some(external_id) => {
            let before = match row.get::<Option<i64>>("state_before")? {
                Some(code) => Some((state(code)?, money("payout_before")?)),
                None => None,
            };
            Some(ConversionChange { external_id, before, after: (state(row.get("state")?)?, money("payout")?) })
        }
        None => None,
    };
    let served: Vec<u8> = row.get("served")?;
    Ok(Stored {
        seq: row.get("id")?,
        transaction: row.get("transaction_id")?,
        settlement: Settlement {
            kind,
            record: EventRef(row.get::<i64>("record_ref")? as u64),
            click: EventRef(row.get::<i64>("click_ref")? as u64),
            clicked_at: UnixMs(row.get("clicked_at")?),
            verdict: verdict(row)?,
            split: Split {
                cost: money("cost")?,
                webmaster: money("webmaster_amount")?,
                webmaster_referrer: money("webmaster_referrer_amount")?,
                advertiser_referrer: money("advertiser_referrer_amount")?,
                network: money("network_amount")?,
            },
            share_bp: row.get("share_bp")?,
            webmaster_referrer: user("webmaster_referrer_id")?,
            advertiser_referrer: user("advertiser_referrer_id")?,
            conversion,
            ad: postcard::from_bytes(&served).map_err(|error| Error::Corrupt(format!("served ad: {error}")))?,
        },
    })
}
