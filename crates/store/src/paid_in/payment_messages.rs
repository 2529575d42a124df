//! What staff should look at of payments. The same thing again is the same message, with how often.

use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use placard_model::UnixMs;
use placard_model::payments::deposit::{Gateway, PaymentNotice};

/// The longest text of a message, in characters.
pub const TEXT_CHARS_MAX: usize = 300;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number.
    pub id: i64,
    /// The gateway.
    pub gateway: Gateway,
    /// What happened.
    pub notice: PaymentNotice,
    /// The deposit, if one is known.
    pub deposit: Option<i64>,
    /// The gateway's name of the payment; may be empty.
    pub payment: String,
    /// What was said the last time.
    pub text: String,
    /// How often.
    pub times: i64,
    /// The first time.
    pub created_at: UnixMs,
    /// The last time.
    pub updated_at: UnixMs,
    /// When staff looked at it.
    pub seen_at: Option<UnixMs>,
}

fn message(row: &Row) -> Result<Message> {
    let (gateway, kind): (String, String) = (row.get("gateway")?, row.get("kind")?);
    let deposit: i64 = row.get("deposit_id")?;
    Ok(Message {
        id: row.get("id")?,
        gateway: Gateway::from_name(&gateway).ok_or_else(|| Error::Corrupt(format!("gateway {gateway}")))?,
        notice: PaymentNotice::from_name(&kind).ok_or_else(|| Error::Corrupt(format!("payment message {kind}")))?,
        deposit: (deposit != 0).then_some(deposit),
        payment: row.get("payment_ref")?,
        text: row.get("text")?,
        times: row.get("times")?,
        created_at: UnixMs(row.get("created_at")?),
        updated_at: UnixMs(row.get("updated_at")?),
        seen_at: row.get::<Option<i64>>("seen_at")?.map(UnixMs),
    })
}

/// What a message is about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The gateway.
    pub gateway: Gateway,
    /// The deposit, if one is known.
    pub deposit: Option<i64>,
    /// The gateway's name of the payment; may be empty.
    pub payment: &'a str,
}

/// Tells staff of something; what they looked at before they should look at again.
pub async fn put(tx: &Tx, about: About<'_>, notice: PaymentNotice, text: &str) -> Result<()> {
    let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
    Insert::into("payment_messages")
        .set("gateway", about.gateway.name())
        .set("kind", notice.name())
        .set("deposit_id", about.deposit.unwrap_or(0))
        .set("payment_ref", about.payment)
        .set("text", text)
        .set("times", 1)
        .set("seen_at", None::<i64>)
        .created(tx)
        .ending(
            "ON CONFLICT (gateway, kind, deposit_id, payment_ref) DO UPDATE SET text = excluded.text, \
             times = payment_messages.times + 1, seen_at = NULL, updated_at = excluded.updated_at, \
             updated_by = excluded.updated_by",
        )
        .run(tx)
        .await
        .map(drop)
}

/// Messages, newest first: those that nobody looked at, or all; and how many there are on all pages.
pub async fn list(conn: &Conn, is_unseen: bool, rows: u32, offset: u64) -> Result<(Vec<Message>, u64)> {
    let condition = if is_unseen { "WHERE seen_at IS NULL" } else { "" };
    let total = conn.row(&format!("SELECT COUNT(*) AS messages FROM payment_messages {condition}"), []).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("messages"))?.unsigned_abs();
    let sql = format!(
        "SELECT id, gateway, kind, deposit_id, payment_ref, text, times, created_at, seen_at, updated_at \
         FROM payment_messages {condition} ORDER BY updated_at DESC, id DESC LIMIT {rows} OFFSET {offset}"
    );
    let found = conn.rows(&sql, []).await?;
    Ok((found.iter().map(message).collect::<Result<_>>()?, total))
}

/// Notes that staff looked at a message.
pub async fn set_seen(tx: &Tx, id: i64) -> Result<()> {
    Update::of("payment_messages").set("seen_at", tx.now().0).filter("id =", id).one(tx, "message").await
}
