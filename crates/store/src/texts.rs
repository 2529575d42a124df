//! Texts of public pages that the network's owner has changed. What is not here reads as the program brings it along.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use placard_model::UnixMs;
use serde::Serialize;

/// There are few texts; more rows than this are not read.
const MAX_TEXTS: u32 = 1_000;

/// A changed text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedText {
    /// Its name in addresses.
    pub slug: String,
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Markdown.
    pub body: String,
    /// Grows with each change, from 1.
    pub version: i64,
    /// When it was changed last.
    pub updated_at: UnixMs,
}

fn text(row: &Row) -> Result<ChangedText> {
    Ok(ChangedText {
        slug: row.get("slug")?,
        title: row.get("title")?,
        description: row.get("description")?,
        body: row.get("body")?,
        version: row.get("version")?,
        updated_at: UnixMs(row.get("updated_at")?),
    })
}

/// All changed texts.
pub async fn list(conn: &Conn) -> Result<Vec<ChangedText>> {
    let sql = format!(
        "SELECT slug, title, description, body, version, updated_at FROM texts ORDER BY slug LIMIT {MAX_TEXTS}"
    );
    conn.rows(&sql, []).await?.iter().map(text).collect()
}

/// One changed text; none when it reads as it came.
pub async fn get(conn: &Conn, slug: &str) -> Result<Option<ChangedText>> {
    let sql = "SELECT slug, title, description, body, version, updated_at FROM texts WHERE slug = $1";
    conn.row(sql, [slug.into()]).await?.as_ref().map(text).transpose()
}

/// What a text shall read.
#[derive(Clone, Debug)]
pub struct TextChange {
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Markdown.
    pub body: String,
}

/// Changes a text; `version` is the one that the editor has read, 0 for a text that reads as it came.
pub async fn put(tx: &Tx, slug: &str, change: &TextChange, version: i64) -> Result<ChangedText> {
    let current = get(tx, slug).await?.map_or(0, |text| text.version);
    if current != version {
        return Err(Error::Stale { current });
    }
    let sql = "INSERT INTO texts (slug, title, description, body, version, updated_at, updated_by) \
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (slug) DO UPDATE SET title = excluded.title, \
        description = excluded.description, body = excluded.body, version = excluded.version, \
        updated_at = excluded.updated_at, updated_by = excluded.updated_by";
    let values: [Value; 7] = [
        slug.into(),
        change.title.as_str().into(),
        change.description.as_str().into(),
        change.body.as_str().into(),
        (version + 1).into(),
        tx.now().0.into(),
        tx.name().into(),
    ];
    tx.execute(sql, values).await?;
    get(tx, slug).await?.ok_or(Error::NotFound("text"))
}

/// Lets a text read as it came. Answers what it was; none when nothing was changed.
pub async fn reset(tx: &Tx, slug: &str) -> Result<Option<ChangedText>> {
    let before = get(tx, slug).await?;
    tx.execute("DELETE FROM texts WHERE slug = $1", [slug.into()]).await?;
    Ok(before)
}
