//! Texts of public pages that the network's owner has changed. What is not here reads as the program brings it along.

use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::UnixMs;
use serde::Serialize;

/// There are few texts; more rows than this are not read.
const TEXTS_MAX: u32 = 1_000;

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
    /// Grows with each change and each reset, from 1.
    pub version: i64,
    /// It was reset: it reads as the program brings it along, and what stands here is what it was.
    pub is_default: bool,
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
        is_default: row.get("is_default")?,
        updated_at: UnixMs(row.get("updated_at")?),
    })
}

const COLUMNS: &str = "slug, title, description, body, version, is_default, updated_at";

/// All texts that were ever changed.
pub async fn list(conn: &Conn) -> Result<Vec<ChangedText>> {
    let sql = format!("SELECT {COLUMNS} FROM texts ORDER BY slug LIMIT {TEXTS_MAX}");
    conn.rows(&sql, []).await?.iter().map(text).collect()
}

/// A number that grows with each change of any text.
pub async fn stamp(conn: &Conn) -> Result<i64> {
    let row = conn.row("SELECT CAST(COALESCE(SUM(version), 0) AS BIGINT) AS stamp FROM texts", []).await?;
    row.map_or(Ok(0), |row| row.get("stamp"))
}

/// One text; none when it was never changed.
pub async fn get(conn: &Conn, slug: &str) -> Result<Option<ChangedText>> {
    let sql = format!("SELECT {COLUMNS} FROM texts WHERE slug = $1");
    conn.row(&sql, [slug.into()]).await?.as_ref().map(text).transpose()
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

/// Changes a text; `version` is the one that the editor has read, 0 for a text that was never changed.
pub async fn put(tx: &Tx, slug: &str, change: &TextChange, version: i64) -> Result<ChangedText> {
    let current = get(tx, slug).await?.map_or(0, |text| text.version);
    if current != version {
        return Err(Error::Stale { current });
    }
    Insert::into("texts")
        .set("slug", slug)
        .set("title", change.title.as_str())
        .set("description", change.description.as_str())
        .set("body", change.body.as_str())
        .set("version", version + 1)
        .set("is_default", false)
        .stamped(tx)
        .replacing("slug", &[])
        .run(tx)
        .await?;
    get(tx, slug).await?.ok_or(Error::NotFound("text"))
}

/// Lets a text read as it came; `version` is the one that the editor has read. Answers what it was; none when nothing was
/// changed.
pub async fn reset(tx: &Tx, slug: &str, version: i64) -> Result<Option<ChangedText>> {
    let before = get(tx, slug).await?;
    let current = before.as_ref().map_or(0, |text| text.version);
    if current != version {
        return Err(Error::Stale { current });
    }
    let Some(before) = before.filter(|text| !text.is_default) else { return Ok(None) };
    let sql =
        "UPDATE texts SET is_default = TRUE, version = version + 1, updated_at = $2, updated_by = $3 WHERE slug = $1";
    tx.execute_one("text", sql, [slug.into(), tx.now().0.into(), tx.name().into()]).await?;
    Ok(Some(before))
}
