//! Categories and traffic sources as staff keep them.

use super::{Entry, version_of};
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::{CategoryId, TrafficSourceId};
use std::collections::HashMap;

/// The most categories of a network.
pub const CATEGORIES_MAX: u32 = 1_000;

/// A category with what only staff see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptCategory {
    /// What everybody sees.
    pub entry: Entry,
    /// Its code in the IAB's content taxonomy 1.0, by which pages may name it; empty where the network has made it.
    pub iab_code: String,
}

impl KeptCategory {
    /// What an edit names to say what it was made from.
    pub fn version(&self) -> i64 {
        self.entry.version()
    }
}

impl Entry {
    /// What an edit names to say what it was made from: another number for an entry that is kept otherwise.
    pub fn version(&self) -> i64 {
        version_of(&format!("{} {}", self.is_active, self.name))
    }
}

/// What has a category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CategoryUses {
    /// Sites that are about it and are not archived.
    pub sites: i64,
    /// Campaigns of it that are not deleted.
    pub campaigns: i64,
}

/// All categories, by name.
pub async fn list_categories(conn: &Conn) -> Result<Vec<KeptCategory>> {
    let sql = format!("SELECT id, name, is_active, iab_code FROM categories ORDER BY name, id LIMIT {CATEGORIES_MAX}");
    conn.rows(&sql, []).await?.iter().map(category).collect()
}

fn category(row: &Row) -> Result<KeptCategory> {
    Ok(KeptCategory { entry: super::entry(row)?, iab_code: row.get("iab_code")? })
}

async fn get_category(conn: &Conn, id: CategoryId) -> Result<KeptCategory> {
    let row = conn.row("SELECT id, name, is_active, iab_code FROM categories WHERE id = $1", [id.0.into()]).await?;
    category(&row.ok_or(Error::NotFound("category"))?)
}

/// What within the scope has each category; nothing of those that nothing has.
pub async fn category_uses(conn: &Conn, scope: Scope) -> Result<HashMap<i64, CategoryUses>> {
    let mut values: Vec<Value> = Vec::new();
    let sites = scope.webmaster_rows("webmaster_id", &mut values);
    let sql = format!(
        "SELECT category_id, COUNT(*) AS uses FROM sites WHERE status_id <> {} AND {sites} GROUP BY category_id",
        code!(site_archived)
    );
    let mut uses: HashMap<i64, CategoryUses> = HashMap::new();
    for row in conn.rows(&sql, values).await? {
        uses.entry(row.get("category_id")?).or_default().sites = row.get("uses")?;
    }
    // A campaign's categories are a JSON array of numbers.
    let named = if conn.is_postgres() {
        "json_array_elements_text(c.categories::json) AS l(value)"
    } else {
        "json_each(c.categories) l"
    };
    let mut values: Vec<Value> = Vec::new();
    let campaigns = scope.advertiser_rows("c.advertiser_id", &mut values);
    let sql = format!(
        "SELECT CAST(l.value AS BIGINT) AS category_id, COUNT(*) AS uses FROM campaigns c, {named} \
         WHERE c.deleted_at IS NULL AND {campaigns} GROUP BY 1"
    );
    for row in conn.rows(&sql, values).await? {
        uses.entry(row.get("category_id")?).or_default().campaigns = row.get("uses")?;
    }
    Ok(uses)
}

/// Refuses the name of another entry.
async fn check_name(conn: &Conn, table: &str, what: &str, id: Option<i64>, name: &str) -> Result<()> {
    let folded = name.to_lowercase();
    for row in conn.rows(&format!("SELECT id, name FROM {table} LIMIT {CATEGORIES_MAX}"), []).await? {
        if Some(row.get("id")?) != id && row.get::<String>("name")?.to_lowercase() == folded {
            return Err(Error::Invalid { field: "name", message: format!("is that of another {what}") });
        }
    }
    Ok(())
}

/// Makes a category.
pub async fn create_category(tx: &Tx, name: &str, is_active: bool) -> Result<KeptCategory> {
    check_name(tx, "categories", "category", None, name).await?;
    let count = tx.row("SELECT COUNT(*) AS n FROM categories", []).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if count >= i64::from(CATEGORIES_MAX) {
        return Err(Error::Conflict(format!("There are {CATEGORIES_MAX} categories already.")));
    }
    let new = Insert::into("categories").set("name", name).set("iab_code", "").set("is_active", is_active);
    let id = new.id(tx).await?;
    get_category(tx, CategoryId(id)).await
}

/// Renames, closes or opens a category; it before and after. What is closed stays with what has it. `version` is the one that the
/// caller read: [`Error::Stale`] when it is another one by now.
pub async fn update_category(
    tx: &Tx,
    id: CategoryId,
    name: &str,
    is_active: bool,
    version: Option<i64>,
) -> Result<(KeptCategory, KeptCategory)> {
    let before = get_category(tx, id).await?;
    check_read(before.version(), version)?;
    check_name(tx, "categories", "category", Some(id.0), name).await?;
    let change = Update::of("categories").set("name", name).set("is_active", is_active).filter("id =", id.0);
    change.one(tx, "category").await?;
    Ok((before, get_category(tx, id).await?))
}

fn check_read(current: i64, version: Option<i64>) -> Result<()> {
    match version {
        Some(version) if version != current => Err(Error::Stale { current }),
        _ => Ok(()),
    }
}

/// How many campaigns within the scope are for each traffic source, those that are not deleted.
pub async fn traffic_source_uses(conn: &Conn, scope: Scope) -> Result<HashMap<i64, i64>> {
    let mut values: Vec<Value> = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!(
        "SELECT traffic_source_id, COUNT(*) AS uses FROM campaigns WHERE traffic_source_id IS NOT NULL \
         AND deleted_at IS NULL AND {own} GROUP BY traffic_source_id"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((row.get("traffic_source_id")?, row.get("uses")?))).collect()
}

async fn get_traffic_source(conn: &Conn, id: TrafficSourceId) -> Result<Entry> {
    let row = conn.row("SELECT id, name, is_active FROM traffic_sources WHERE id = $1", [id.0.into()]).await?;
    super::entry(&row.ok_or(Error::NotFound("traffic source"))?)
}

/// Renames, closes or opens a traffic source; it before and after. As with [`update_category`]. How visitors come is found by the
/// program, so there are no others.
pub async fn update_traffic_source(
    tx: &Tx,
    id: TrafficSourceId,
    name: &str,
    is_active: bool,
    version: Option<i64>,
) -> Result<(Entry, Entry)> {
    let before = get_traffic_source(tx, id).await?;
    check_read(before.version(), version)?;
    check_name(tx, "traffic_sources", "traffic source", Some(id.0), name).await?;
    let change = Update::of("traffic_sources").set("name", name).set("is_active", is_active).filter("id =", id.0);
    change.one(tx, "traffic source").await?;
    Ok((before, get_traffic_source(tx, id).await?))
}
