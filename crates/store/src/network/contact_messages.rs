//! What visitors write to the network.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::{UnixMs, UserId};
use serde::Serialize;
use std::fmt::Write;

const COLUMNS: &str = "id, name, email, topic, message, user_id, address, is_done, done_by, created_at";

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContactMessage {
    /// Its number.
    pub id: i64,
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What about.
    pub topic: String,
    /// The message.
    pub message: String,
    /// Who wrote, if logged in.
    pub user: Option<UserId>,
    /// From where.
    pub address: String,
    /// Answered, or nothing to answer.
    pub is_done: bool,
    /// Who said so.
    pub done_by: Option<UserId>,
    /// When it came.
    pub created_at: UnixMs,
}

/// A message to keep.
#[derive(Clone, Debug)]
pub struct NewContactMessage {
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What about.
    pub topic: String,
    /// The message.
    pub message: String,
    /// Who wrote, if logged in.
    pub user: Option<UserId>,
    /// From where.
    pub address: String,
}

fn message(row: &Row) -> Result<ContactMessage> {
    Ok(ContactMessage {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get("email")?,
        topic: row.get("topic")?,
        message: row.get("message")?,
        user: row.get::<Option<i64>>("user_id")?.map(UserId),
        address: row.get("address")?,
        is_done: row.get("is_done")?,
        done_by: row.get::<Option<i64>>("done_by")?.map(UserId),
        created_at: UnixMs(row.get("created_at")?),
    })
}

/// Keeps a message. Answers its number.
pub async fn insert(tx: &Tx, new: &NewContactMessage) -> Result<i64> {
    Insert::into("contact_messages")
        .set("name", new.name.as_str())
        .set("email", new.email.as_str())
        .set("topic", new.topic.as_str())
        .set("message", new.message.as_str())
        .set("user_id", new.user.map(|user| user.0))
        .set("address", new.address.as_str())
        .created(tx)
        .id(tx)
        .await
}

/// One message within the scope: staff who see some clients only see what those wrote.
pub async fn get(conn: &Conn, scope: Scope, id: i64) -> Result<ContactMessage> {
    let mut values: Vec<Value> = vec![id.into()];
    let own = scope.own_rows("user_id", &mut values);
    let row = conn.row(&format!("SELECT {COLUMNS} FROM contact_messages WHERE id = $1 AND {own}"), values).await?;
    message(&row.ok_or(Error::NotFound("message"))?)
}

/// Messages within the scope, those to answer first, each newest first; and how many there are on all pages. `is_done`
/// keeps one kind.
pub async fn list(
    conn: &Conn,
    scope: Scope,
    is_done: Option<bool>,
    rows: u32,
    offset: u64,
) -> Result<(Vec<ContactMessage>, u64)> {
    let mut values: Vec<Value> = Vec::new();
    let mut condition = scope.own_rows("user_id", &mut values);
    if let Some(is_done) = is_done {
        values.push(is_done.into());
        let _ = write!(condition, " AND is_done = ${}", values.len());
    }
    let sql = format!("SELECT COUNT(*) AS messages FROM contact_messages WHERE {condition}");
    let total = conn.row(&sql, values.clone()).await?.map_or(Ok(0), |row| row.get::<i64>("messages"))?.unsigned_abs();
    let sql = format!(
        "SELECT {COLUMNS} FROM contact_messages WHERE {condition} ORDER BY is_done, id DESC LIMIT {rows} OFFSET {offset}"
    );
    Ok((conn.rows(&sql, values).await?.iter().map(message).collect::<Result<_>>()?, total))
}

/// Says whether a message within the scope still has to be answered. Answers it before and after.
pub async fn set_done(
    tx: &Tx,
    scope: Scope,
    id: i64,
    is_done: bool,
    by: UserId,
) -> Result<(ContactMessage, ContactMessage)> {
    let before = get(tx, scope, id).await?;
    let change = Update::of("contact_messages").set("is_done", is_done).set("done_by", is_done.then_some(by.0));
    change.stamped(tx).filter("id =", id).one(tx, "message").await?;
    Ok((before, get(tx, scope, id).await?))
}

/// Deletes messages that came before the moment, answered or not; how many.
pub async fn forget_before(tx: &Tx, before: UnixMs) -> Result<u64> {
    tx.execute("DELETE FROM contact_messages WHERE created_at < $1", [before.0.into()]).await
}
