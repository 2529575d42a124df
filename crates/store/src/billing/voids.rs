//! Decisions to take clicks back. What is decided here reaches the event log by the worker, and the books by billing; a
//! decision that was logged twice takes nothing back twice.

use crate::billing::settlements;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value, pieces};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::books::void::VoidState;
use placard_model::event::EventRef;
use placard_model::{Money, UnixMs, UserId};
use serde::Serialize;

const COLUMNS: &str = "id, user_id, (SELECT email FROM users u WHERE u.id = voids.user_id) AS email, reason, chosen, clicks, cost, state, voided_clicks, voided_cost, created_at, updated_at";

/// A void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Void {
    /// Its number.
    pub id: i64,
    /// Who decided.
    pub user: UserId,
    /// Their mail address.
    pub email: String,
    /// Why.
    pub reason: String,
    /// How the clicks were chosen, as JSON.
    pub chosen: String,
    /// Clicks that were chosen.
    pub clicks: i64,
    /// What these had cost.
    pub cost: Money,
    /// How far it is.
    pub state: VoidState,
    /// Clicks that were taken back; none before it is applied.
    pub voided_clicks: Option<i64>,
    /// What was given back; none before it is applied.
    pub voided_cost: Option<Money>,
    /// When it was decided.
    pub created_at: UnixMs,
    /// When its state changed last.
    pub updated_at: UnixMs,
}

fn void(row: &Row) -> Result<Void> {
    let state: i64 = row.get("state")?;
    Ok(Void {
        id: row.get("id")?,
        user: UserId(row.get("user_id")?),
        email: row.get("email")?,
        reason: row.get("reason")?,
        chosen: row.get("chosen")?,
        clicks: row.get("clicks")?,
        cost: Money::from_micros(row.get("cost")?),
        state: VoidState::from_id(state).ok_or_else(|| Error::Corrupt(format!("state of a void {state}")))?,
        voided_clicks: row.get("voided_clicks")?,
        voided_cost: row.get::<Option<i64>>("voided_cost")?.map(Money::from_micros),
        created_at: UnixMs(row.get("created_at")?),
        updated_at: UnixMs(row.get("updated_at")?),
    })
}

/// A void to keep.
#[derive(Clone, Debug)]
pub struct NewVoid {
    /// Who decides.
    pub user: UserId,
    /// Why.
    pub reason: String,
    /// How the clicks were chosen, as JSON.
    pub chosen: String,
    /// The clicks, each once.
    pub clicks: Vec<EventRef>,
    /// What they had cost.
    pub cost: Money,
}

/// Keeps a decision, for the worker to carry out. [`Error::Conflict`] while another one about some of the clicks is carried
/// out, and after that: both would count them as theirs. Of two at once one is run again, and sees the other.
pub async fn insert(tx: &Tx, new: &NewVoid) -> Result<Void> {
    for chunk in pieces(&new.clicks) {
        let mut values = vec![];
        let condition = tx.one_of("click_ref", chunk.iter().map(|click| click.0 as i64), &mut values);
        let sql = format!("SELECT COUNT(*) AS clicks FROM void_clicks WHERE {condition}");
        let awaited = tx.row(&sql, values).await?.map_or(Ok(0), |row| row.get::<i64>("clicks"))?;
        if awaited > 0 {
            return Err(Error::Conflict(
                "Some of these clicks are being taken back by another decision: wait until that is applied.".to_owned(),
            ));
        }
        // Who decides goes by statistics, which follow the books.
        if !settlements::voided(tx, chunk).await?.is_empty() {
            return Err(Error::Conflict(
                "Some of these clicks are taken back already, which statistics tell some seconds later: look again then."
                    .to_owned(),
            ));
        }
    }
    let id = Insert::into("voids")
        .set("user_id", new.user.0)
        .set("reason", new.reason.as_str())
        .set("chosen", new.chosen.as_str())
        .set("clicks", new.clicks.len() as i64)
        .set("cost", new.cost.micros())
        .set("state", i64::from(VoidState::Waiting.id()))
        .created(tx)
        .id(tx)
        .await?;
    for chunk in pieces(&new.clicks) {
        let sql = format!("INSERT INTO void_clicks (void_id, click_ref) VALUES {}", tx.placeholders(chunk.len(), 2));
        let values = chunk.iter().flat_map(|click| -> [Value; 2] { [id.into(), (click.0 as i64).into()] });
        tx.execute(&sql, values).await?;
    }
    tx.wake(Topic::Voids);
    get(tx, id).await
}

/// A void.
pub async fn get(conn: &Conn, id: i64) -> Result<Void> {
    let row = conn.row(&format!("SELECT {COLUMNS} FROM voids WHERE id = $1"), [id.into()]).await?;
    void(&row.ok_or(Error::NotFound("void"))?)
}

/// All voids, newest first, and how many there are on all pages.
pub async fn list(conn: &Conn, rows: u32, offset: u64) -> Result<(Vec<Void>, u64)> {
    let total = conn.row("SELECT COUNT(*) AS voids FROM voids", []).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("voids"))?.unsigned_abs();
    let sql = format!("SELECT {COLUMNS} FROM voids ORDER BY id DESC LIMIT {rows} OFFSET {offset}");
    let found = conn.rows(&sql, []).await?;
    Ok((found.iter().map(void).collect::<Result<_>>()?, total))
}

/// The oldest void that is not in the log yet, with its clicks in the order of the log.
pub async fn next_to_log(conn: &Conn) -> Result<Option<(Void, Vec<EventRef>)>> {
    let sql = format!("SELECT {COLUMNS} FROM voids WHERE state = $1 ORDER BY id LIMIT 1");
    let Some(row) = conn.row(&sql, [i64::from(VoidState::Waiting.id()).into()]).await? else { return Ok(None) };
    let found = void(&row)?;
    let sql = "SELECT click_ref FROM void_clicks WHERE void_id = $1 ORDER BY click_ref";
    let clicks = conn.rows(sql, [found.id.into()]).await?;
    let clicks = clicks.iter().map(|row| Ok(EventRef(row.get::<i64>("click_ref")? as u64)));
    Ok(Some((found, clicks.collect::<Result<_>>()?)))
}

/// Notes that a void is in the log: where its last event stands, and when that was appended.
pub async fn set_logged(tx: &Tx, id: i64, last: EventRef, at: UnixMs) -> Result<()> {
    Update::of("voids")
        .set("state", i64::from(VoidState::Logged.id()))
        .set("logged_ref", last.0 as i64)
        .set("logged_at", at.0)
        .stamped(tx)
        .filter("id =", id)
        .one(tx, "void")
        .await
}

/// A void that waits for billing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logged {
    /// Its number.
    pub id: i64,
    /// Where its last event stands in the log.
    pub last: EventRef,
    /// When that was appended.
    pub at: UnixMs,
}

/// The void after one that has waited for billing longest.
pub async fn next_to_apply(conn: &Conn, after: i64) -> Result<Option<Logged>> {
    let sql = "SELECT id, logged_ref, logged_at FROM voids WHERE state = $1 AND id > $2 ORDER BY id LIMIT 1";
    let row = conn.row(sql, [i64::from(VoidState::Logged.id()).into(), after.into()]).await?;
    row.map(|row| {
        let last = EventRef(row.get::<i64>("logged_ref")? as u64);
        Ok(Logged { id: row.get("id")?, last, at: UnixMs(row.get("logged_at")?) })
    })
    .transpose()
}

/// Which of some clicks a void is about.
pub async fn among(conn: &Conn, id: i64, clicks: &[EventRef]) -> Result<Vec<EventRef>> {
    let mut found = Vec::new();
    for chunk in pieces(clicks) {
        let mut values = vec![id.into()];
        let condition = conn.one_of("click_ref", chunk.iter().map(|click| click.0 as i64), &mut values);
        let sql = format!("SELECT click_ref FROM void_clicks WHERE void_id = $1 AND {condition}");
        for row in conn.rows(&sql, values).await? {
            found.push(EventRef(row.get::<i64>("click_ref")? as u64));
        }
    }
    Ok(found)
}

/// Notes what billing has made of a void, and forgets which clicks it was about.
pub async fn set_applied(tx: &Tx, id: i64) -> Result<()> {
    let sql = format!(
        "SELECT COUNT(*) AS clicks, CAST(COALESCE(SUM(-s.cost), 0) AS BIGINT) AS cost FROM void_clicks c \
         JOIN settlements s ON s.click_ref = c.click_ref AND s.kind >= {} WHERE c.void_id = $1",
        code!(void)
    );
    let (clicks, cost): (i64, i64) = match tx.row(&sql, [id.into()]).await? {
        Some(row) => (row.get("clicks")?, row.get("cost")?),
        None => (0, 0),
    };
    Update::of("voids")
        .set("state", i64::from(VoidState::Applied.id()))
        .set("voided_clicks", clicks)
        .set("voided_cost", cost)
        .stamped(tx)
        .filter("id =", id)
        .one(tx, "void")
        .await?;
    tx.execute("DELETE FROM void_clicks WHERE void_id = $1", [id.into()]).await.map(drop)
}
