//! What staff write for each other of a user: what was agreed on the phone, what to look at. The user never reads it.

use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::{UnixMs, UserId};
use serde::Serialize;

/// The most notes of a user.
pub const NOTES_MAX: i64 = 500;

const COLUMNS: &str = "id, user_id, author_id, text, is_pinned, version, created_at, edited_at";

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserNote {
    /// Its number.
    pub id: i64,
    /// Of whom.
    pub user: UserId,
    /// Who wrote it.
    pub author: UserId,
    /// What it says.
    pub text: String,
    /// Stands above the others.
    pub is_pinned: bool,
    /// When it was written.
    pub created_at: UnixMs,
    /// When its text was changed last, if it was.
    pub edited_at: Option<UnixMs>,
    /// Grows with each change.
    pub version: i64,
}

/// What the audit log keeps of a note: not its text, which goes with the note.
#[derive(Clone, Debug, Serialize)]
pub struct NoteTrace {
    /// Of whom.
    pub user: UserId,
    /// How long the text is, in characters.
    pub chars: usize,
    /// Stands above the others.
    pub is_pinned: bool,
}

impl From<&UserNote> for NoteTrace {
    fn from(note: &UserNote) -> Self {
        Self { user: note.user, chars: note.text.chars().count(), is_pinned: note.is_pinned }
    }
}

fn note(row: &Row) -> Result<UserNote> {
    Ok(UserNote {
        id: row.get("id")?,
        user: UserId(row.get("user_id")?),
        author: UserId(row.get("author_id")?),
        text: row.get("text")?,
        is_pinned: row.get("is_pinned")?,
        created_at: UnixMs(row.get("created_at")?),
        edited_at: row.get::<Option<i64>>("edited_at")?.map(UnixMs),
        version: row.get("version")?,
    })
}

/// The notes of a user within the scope: pinned ones, then the newest.
pub async fn list(conn: &Conn, scope: Scope, user: UserId) -> Result<Vec<UserNote>> {
    let mut values = vec![user.0.into()];
    let own = scope.own_rows("user_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS} FROM user_notes WHERE user_id = $1 AND {own} ORDER BY is_pinned DESC, id DESC LIMIT {NOTES_MAX}"
    );
    conn.rows(&sql, values).await?.iter().map(note).collect()
}

/// A note of a user within the scope.
pub async fn get(conn: &Conn, scope: Scope, user: UserId, id: i64) -> Result<UserNote> {
    let mut values = vec![id.into(), user.0.into()];
    let own = scope.own_rows("user_id", &mut values);
    let sql = format!("SELECT {COLUMNS} FROM user_notes WHERE id = $1 AND user_id = $2 AND {own}");
    note(&conn.row(&sql, values).await?.ok_or(Error::NotFound("note"))?)
}

/// Keeps a note of a user, who is in the writer's scope; a conflict where there are as many as may be.
pub async fn insert(tx: &Tx, author: UserId, user: UserId, text: &str, is_pinned: bool) -> Result<UserNote> {
    let sql = "SELECT COUNT(*) AS n FROM user_notes WHERE user_id = $1";
    let have = tx.row(sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if have >= NOTES_MAX {
        return Err(Error::Conflict(format!(
            "There are {have} notes already, and no more are kept. Delete one first."
        )));
    }
    let id = Insert::into("user_notes")
        .set("user_id", user.0)
        .set("author_id", author.0)
        .set("text", text)
        .set("is_pinned", is_pinned)
        .set("version", 1)
        .created(tx)
        .id(tx)
        .await?;
    get(tx, Scope::System, user, id).await
}

/// Changes a note.
pub async fn update(tx: &Tx, before: &UserNote, text: &str, is_pinned: bool) -> Result<UserNote> {
    let edited_at = if text == before.text { before.edited_at } else { Some(tx.now()) };
    let change = Update::of("user_notes").set("text", text).set("is_pinned", is_pinned);
    let change = change.set("edited_at", edited_at.map(|at| at.0)).stamped(tx).versioned();
    change.filter("id =", before.id).one(tx, "note").await?;
    get(tx, Scope::System, before.user, before.id).await
}

/// Deletes a note.
pub async fn delete(tx: &Tx, id: i64) -> Result<()> {
    tx.execute_one("note", "DELETE FROM user_notes WHERE id = $1", [id.into()]).await
}
