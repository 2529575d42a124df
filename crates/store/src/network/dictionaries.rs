//! Dictionaries that staff edit: categories, traffic sources, offers, lowest bids by country.

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

/// Categories that may be chosen, by name.
pub async fn categories(conn: &Conn) -> Result<Vec<Entry>> {
    entries(conn, "SELECT id, name FROM categories WHERE is_active ORDER BY name, id").await
}

/// Traffic sources that may be chosen.
pub async fn traffic_sources(conn: &Conn) -> Result<Vec<Entry>> {
    entries(conn, "SELECT id, name FROM traffic_sources WHERE is_active ORDER BY id").await
}

async fn entries(conn: &Conn, sql: &str) -> Result<Vec<Entry>> {
    conn.rows(sql, []).await?.iter().map(|row| Ok(Entry { id: row.get("id")?, name: row.get("name")? })).collect()
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

/// Refuses a list with a number that is no category, under the name of its field.
pub async fn check_categories(conn: &Conn, field: &'static str, ids: &[CategoryId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let known = categories(conn).await?;
    match ids.iter().find(|id| !known.iter().any(|entry| entry.id == id.0)) {
        Some(id) => Err(Error::Invalid { field, message: format!("has {id}, which is not a category") }),
        None => Ok(()),
    }
}
