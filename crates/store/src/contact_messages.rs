//! What visitors write to the network.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
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
    let sql = "INSERT INTO contact_messages (name, email, topic, message, user_id, address, created_at, updated_at, \
        updated_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING id";
    let values: [Value; 8] = [
        new.name.as_str().into(),
        new.email.as_str().into(),
        new.topic.as_str().into(),
        new.message.as_str().into(),
        new.user.map(|user| user.0).into(),
        new.address.as_str().into(),
        tx.now().0.into(),
        tx.name().into(),
    ];
    tx.insert(sql, values).await
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
    let sql = "UPDATE contact_messages SET is_done = $1, done_by = $2, updated_at = $3, updated_by = $4 WHERE id = $5";
    let done_by = is_done.then_some(by.0);
    let values: [Value; 5] = [is_done.into(), done_by.into(), tx.now().0.into(), tx.name().into(), id.into()];
    tx.execute_one("message", sql, values).await?;
    Ok((before, get(tx, scope, id).await?))
}

/// Deletes messages that came before the moment, answered or not; how many.
pub async fn forget_before(tx: &Tx, before: UnixMs) -> Result<u64> {
    tx.execute("DELETE FROM contact_messages WHERE created_at < $1", [before.0.into()]).await
}
