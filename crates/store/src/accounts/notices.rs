//! What users are told in their cabinet, beside mail. A notice is written in the transaction of what it tells.

use crate::accounts::users;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::Result;
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::{UnixMs, UserId};
use std::fmt::Write as _;

/// The most notices of a user; older ones go.
pub const NOTICES_MAX: u32 = 1_000;
/// Notices that one call forgets at most.
pub const FORGOTTEN_AT_ONCE: u64 = 5_000;
/// The longest title, in characters.
const TITLE_CHARS_MAX: usize = 200;
/// The most that one call marks by number.
pub const MARKED_MAX: usize = 1_000;

/// Kinds that tell of payouts and wallets.
const OF_PAYOUTS: &str = "'payout_state', 'payout_held', 'wallet_added', 'wallet_state'";

/// Which of a user's notices somebody reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// All of them.
    Everything,
    /// Those that tell of no payout and no wallet.
    NoPayouts,
}

/// A notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Its number.
    pub id: i64,
    /// Its kind.
    pub kind: String,
    /// What happened, in a line.
    pub title: String,
    /// The page that it is about; empty when there is none.
    pub path: String,
    /// When.
    pub created_at: UnixMs,
    /// When it was read.
    pub read_at: Option<UnixMs>,
}

fn read(row: &Row) -> Result<Notice> {
    Ok(Notice {
        id: row.get("id")?,
        kind: row.get("kind")?,
        title: row.get("title")?,
        path: row.get("path")?,
        created_at: UnixMs(row.get("created_at")?),
        read_at: row.get::<Option<i64>>("read_at")?.map(UnixMs),
    })
}

/// A title as it stands in the list.
fn listed(title: &str) -> String {
    title.chars().take(TITLE_CHARS_MAX).collect()
}

/// Tells a user, unless they do not want the kind in the list.
pub async fn put(tx: &Tx, user: UserId, kind: &str, title: &str, path: &str) -> Result<()> {
    let reader = users::get_user(tx, Scope::System, user).await?;
    if reader.notices_off.iter().any(|off| off == kind) {
        return Ok(());
    }
    put_required(tx, user, kind, title, path).await
}

/// Tells a user, whatever they have switched off.
pub async fn put_required(tx: &Tx, user: UserId, kind: &str, title: &str, path: &str) -> Result<()> {
    Insert::into("notices")
        .set("user_id", user.0)
        .set("kind", kind)
        .set("title", listed(title))
        .set("path", path)
        .set("created_at", tx.now().0)
        .set("updated_by", tx.name())
        .run(tx)
        .await?;
    let sql = format!(
        "DELETE FROM notices WHERE user_id = $1 AND id <= (SELECT id FROM notices WHERE user_id = $1 \
         ORDER BY id DESC LIMIT 1 OFFSET {NOTICES_MAX})"
    );
    tx.execute(&sql, [user.0.into()]).await.map(drop)
}

/// Whether a user was told the same since a moment, in the list or by mail: either may be off. A mail's subject is the title.
pub async fn was_told(conn: &Conn, user: UserId, kind: &str, title: &str, since: UnixMs) -> Result<bool> {
    for (table, column, title) in [("notices", "title", listed(title)), ("mails", "subject", title.to_owned())] {
        let sql = format!(
            "SELECT 1 AS told FROM {table} WHERE user_id = $1 AND created_at > $2 AND kind || ' ' || {column} = $3 LIMIT 1"
        );
        let values: [Value; 3] = [user.0.into(), since.0.into(), format!("{kind} {title}").into()];
        if conn.row(&sql, values).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A user's notices that somebody reads, newest first; how many there are, and how many of them were not read.
pub async fn list(
    conn: &Conn,
    user: UserId,
    unread_only: bool,
    told: Told,
    rows: u32,
    offset: u64,
) -> Result<(Vec<Notice>, u64, u64)> {
    let unread = count(conn, user, true, told).await?;
    let total = if unread_only { unread } else { count(conn, user, false, told).await? };
    let condition = condition(unread_only, told);
    let sql = format!(
        "SELECT id, kind, title, path, created_at, read_at FROM notices WHERE {condition} ORDER BY id DESC \
         LIMIT {rows} OFFSET {offset}"
    );
    let found = conn.rows(&sql, [user.0.into()]).await?.iter().map(read).collect::<Result<_>>()?;
    Ok((found, total, unread))
}

fn condition(unread_only: bool, told: Told) -> String {
    let mut condition = "user_id = $1".to_owned();
    if unread_only {
        condition.push_str(" AND read_at IS NULL");
    }
    if told == Told::NoPayouts {
        let _ = write!(condition, " AND kind NOT IN ({OF_PAYOUTS})");
    }
    condition
}

async fn count(conn: &Conn, user: UserId, unread_only: bool, told: Told) -> Result<u64> {
    let condition = condition(unread_only, told);
    let row = conn.row(&format!("SELECT COUNT(*) AS n FROM notices WHERE {condition}"), [user.0.into()]).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("n"))?.unsigned_abs())
}

/// How many notices a user has not read.
pub async fn unread_count(conn: &Conn, user: UserId) -> Result<u64> {
    count(conn, user, true, Told::Everything).await
}

/// Marks a user's notices as read: those of these numbers, or all up to one. Others' are left alone.
pub async fn mark_read(tx: &Tx, user: UserId, ids: Option<&[i64]>) -> Result<u64> {
    let mut values: Vec<Value> = vec![user.0.into(), tx.now().0.into(), tx.name().into()];
    let which = match ids {
        Some(ids) => tx.one_of("id", ids.iter().copied(), &mut values),
        None => "1 = 1".to_owned(),
    };
    let sql =
        format!("UPDATE notices SET read_at = $2, updated_by = $3 WHERE user_id = $1 AND read_at IS NULL AND {which}");
    tx.execute(&sql, values).await
}

/// Forgets notices that were written before a moment, at most [`FORGOTTEN_AT_ONCE`]. Answers how many.
pub async fn forget_before(tx: &Tx, moment: UnixMs) -> Result<u64> {
    let sql = format!(
        "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE created_at < $1 \
         ORDER BY created_at LIMIT {FORGOTTEN_AT_ONCE})"
    );
    tx.execute(&sql, [moment.0.into()]).await
}
