//! Pictures of ads and of sites' questions: which files the media store holds.

use super::ads::PictureRef;
use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::statement::Insert;
use placard_model::UnixMs;
use std::collections::{BTreeSet, HashMap};

/// Pictures of a page.
const PAGE: i64 = 1_000;
/// Deleted ads that lose their picture in one transaction.
const ADS_AT_ONCE: u64 = 500;
/// Whether an ad that was not deleted has the picture, or a push block.
const IS_USED: &str = "(EXISTS (SELECT 1 FROM ads WHERE square_hash = pictures.hash AND deleted_at IS NULL) \
    OR EXISTS (SELECT 1 FROM ads WHERE horizontal_hash = pictures.hash AND deleted_at IS NULL) \
    OR EXISTS (SELECT 1 FROM blocks WHERE picture_hash = pictures.hash))";

/// A picture whose files are in the media store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPicture {
    /// Name and size.
    pub picture: PictureRef,
    /// Length of the WebP file.
    pub webp_bytes: i64,
    /// Length of the JPEG file.
    pub jpeg_bytes: i64,
}

/// Notes a picture; the same one twice is one. It is about to be used.
pub async fn add(tx: &Tx, new: &NewPicture) -> Result<()> {
    Insert::into("pictures")
        .set("hash", new.picture.hash.clone())
        .set("width", new.picture.width)
        .set("height", new.picture.height)
        .set("webp_bytes", new.webp_bytes)
        .set("jpeg_bytes", new.jpeg_bytes)
        .set("created_at", tx.now().0)
        .ending("ON CONFLICT (hash) DO UPDATE SET unused_since = NULL WHERE pictures.unused_since IS NOT NULL")
        .run(tx)
        .await?;
    Ok(())
}

/// Whether a picture is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureUse {
    /// Its name.
    pub hash: String,
    /// An ad that was not deleted has it, or a push block.
    pub is_used: bool,
    /// When it was found that none has; none: one had when it was looked at last.
    pub unused_since: Option<UnixMs>,
}

/// The pictures after one, by their names; nothing when there are no more.
pub async fn list_uses(conn: &Conn, after: &str) -> Result<Vec<PictureUse>> {
    let sql = format!(
        "SELECT hash, unused_since, CAST(CASE WHEN {IS_USED} THEN 1 ELSE 0 END AS BIGINT) AS used FROM pictures \
         WHERE hash > $1 ORDER BY hash LIMIT $2"
    );
    let rows = conn.rows(&sql, [after.into(), PAGE.into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(PictureUse {
                hash: row.get("hash")?,
                is_used: row.get::<i64>("used")? == 1,
                unused_since: row.get::<Option<i64>>("unused_since")?.map(UnixMs),
            })
        })
        .collect()
}

/// Notes whether a picture is used, as it is in this transaction.
pub async fn note_use(tx: &Tx, hash: &str) -> Result<()> {
    let sql = format!(
        "UPDATE pictures SET unused_since = CASE WHEN {IS_USED} THEN NULL ELSE COALESCE(unused_since, $2) END \
         WHERE hash = $1"
    );
    tx.execute(&sql, [hash.into(), tx.now().0.into()]).await.map(drop)
}

/// What became of a picture that was to be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// It is used again.
    Kept,
    /// Its name stands in more deleted ads than one transaction changes: go on.
    GoOn,
    /// It is gone, and its files may go too.
    Removed,
}

/// Removes a picture that was unused at a moment and is so still, and its name from deleted ads.
pub async fn remove_unused(tx: &Tx, hash: &str, since: UnixMs) -> Result<Removal> {
    let sql = format!("SELECT 1 AS one FROM pictures WHERE hash = $1 AND unused_since <= $2 AND NOT {IS_USED}");
    if tx.row(&sql, [hash.into(), since.0.into()]).await?.is_none() {
        return Ok(Removal::Kept);
    }
    for shape in ["square_hash", "horizontal_hash"] {
        let sql = format!(
            "UPDATE ads SET {shape} = NULL WHERE id IN (SELECT id FROM ads WHERE {shape} = $1 LIMIT {ADS_AT_ONCE})"
        );
        if tx.execute(&sql, [hash.into()]).await? == ADS_AT_ONCE {
            return Ok(Removal::GoOn);
        }
    }
    tx.execute_one("picture", "DELETE FROM pictures WHERE hash = $1", [hash.into()]).await?;
    Ok(Removal::Removed)
}

/// The pictures of some names that there are, by their names.
pub async fn by_names(conn: &Conn, names: &BTreeSet<String>) -> Result<HashMap<String, PictureRef>> {
    let mut found = HashMap::new();
    for name in names {
        let row = conn.row("SELECT width, height FROM pictures WHERE hash = $1", [name.as_str().into()]).await?;
        if let Some(row) = row {
            let picture = PictureRef { hash: name.clone(), width: row.get("width")?, height: row.get("height")? };
            found.insert(name.clone(), picture);
        }
    }
    Ok(found)
}

/// Which of some names no picture has.
pub async fn unknown(conn: &Conn, hashes: &[String]) -> Result<Vec<String>> {
    let mut unknown = Vec::new();
    for hash in hashes {
        if conn.row("SELECT 1 AS one FROM pictures WHERE hash = $1", [hash.as_str().into()]).await?.is_none() {
            unknown.push(hash.clone());
        }
    }
    Ok(unknown)
}
