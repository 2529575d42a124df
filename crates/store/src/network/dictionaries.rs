//! What can be chosen: categories, traffic sources, offers. What is closed stays with what has it.

pub mod kept;

use crate::conn::{Conn, Row};
use crate::error::{Error, Result};
use placard_model::format::Target;
use placard_model::{CategoryId, OfferId};

/// A category or traffic source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub id: i64,
    /// The name that people read.
    pub name: String,
    /// Whether it may be chosen; what has it keeps it.
    pub is_active: bool,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its number.
    pub id: OfferId,
    /// The name that people read.
    pub name: String,
    /// What it leads to.
    pub target: Target,
    /// What it is about.
    pub category: Option<CategoryId>,
}

/// Categories, by name.
pub async fn categories(conn: &Conn) -> Result<Vec<Entry>> {
    entries(conn, "SELECT id, name, is_active FROM categories ORDER BY name, id").await
}

/// Traffic sources.
pub async fn traffic_sources(conn: &Conn) -> Result<Vec<Entry>> {
    entries(conn, "SELECT id, name, is_active FROM traffic_sources ORDER BY id").await
}

async fn entries(conn: &Conn, sql: &str) -> Result<Vec<Entry>> {
    conn.rows(sql, []).await?.iter().map(entry).collect()
}

fn entry(row: &Row) -> Result<Entry> {
    Ok(Entry { id: row.get("id")?, name: row.get("name")?, is_active: row.get("is_active")? })
}

/// Offers that may be chosen, by name.
pub async fn offers(conn: &Conn) -> Result<Vec<Offer>> {
    let sql = "SELECT id, name, target, category_id FROM offers WHERE is_active ORDER BY name, id";
    conn.rows(sql, []).await?.iter().map(offer).collect()
}

/// Reads an offer.
pub(crate) fn offer(row: &Row) -> Result<Offer> {
    let target: i64 = row.get("target")?;
    Ok(Offer {
        id: OfferId(row.get("id")?),
        name: row.get("name")?,
        target: Target::from_inner(target).ok_or_else(|| Error::Corrupt(format!("target {target}")))?,
        category: row.get::<Option<i64>>("category_id")?.map(CategoryId),
    })
}

/// Refuses a list with a number that is no category, or that of one that is closed and not among those that are kept, under the
/// name of its field.
pub async fn check_categories(conn: &Conn, field: &'static str, ids: &[CategoryId], kept: &[CategoryId]) -> Result<()> {
    if ids.iter().all(|id| kept.contains(id)) { Ok(()) } else { check(&categories(conn).await?, field, ids, kept) }
}

/// The same of categories that were read before.
pub fn check(known: &[Entry], field: &'static str, ids: &[CategoryId], kept: &[CategoryId]) -> Result<()> {
    let new: Vec<CategoryId> = ids.iter().copied().filter(|id| !kept.contains(id)).collect();
    check_known(known, field, &new)?;
    let closed = known.iter().find(|entry| !entry.is_active && new.contains(&CategoryId(entry.id)));
    closed
        .map_or(Ok(()), |entry| Err(Error::Invalid { field, message: format!("has {}, which is closed", entry.name) }))
}

/// Refuses a list with a number that is no category, under the name of its field.
pub fn check_known(known: &[Entry], field: &'static str, ids: &[CategoryId]) -> Result<()> {
    match ids.iter().find(|id| known.iter().all(|entry| entry.id != id.0)) {
        Some(id) => Err(Error::Invalid { field, message: format!("has {id}, which is not a category") }),
        None => Ok(()),
    }
}

/// What of a version is used: numbers of JSON are exact up to 53 bits.
const VERSION_BITS: u64 = (1 << 53) - 1;

/// What an edit names to say what it was made from: another number for something that is kept otherwise, written as `text`.
pub(crate) fn version_of(text: &str) -> i64 {
    // FNV-1a: the same in each process and each build.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash & VERSION_BITS).cast_signed()
}
