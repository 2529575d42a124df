//! Block templates.

use crate::advertising::inventory_changes::{self, Kind};
use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::format::BlockFormat;
use placard_model::{TemplateId, UnixMs};
use std::collections::HashMap;

/// The most templates.
const TEMPLATES_MAX: i64 = 1_000;

/// A way to draw a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The template.
    pub id: TemplateId,
    /// What blocks of it show.
    pub format: BlockFormat,
    /// Name of its code in the tag.
    pub name: String,
    /// Name that people read.
    pub label: String,
    /// JSON: fields with their types, ranges and defaults, and sizes.
    pub definition: String,
    /// Offered to every webmaster.
    pub is_global: bool,
    /// When it came.
    pub created_at: UnixMs,
    /// When it changed last.
    pub updated_at: UnixMs,
    /// When it was put away; blocks of it are still drawn.
    pub archived_at: Option<UnixMs>,
}

/// A template that the program brings along.
#[derive(Clone, Debug)]
pub struct Builtin {
    /// The template.
    pub id: TemplateId,
    /// What blocks of it show.
    pub format: BlockFormat,
    /// Name of its code in the tag.
    pub name: String,
    /// Name that people read.
    pub label: String,
    /// JSON: fields and sizes.
    pub definition: String,
}

fn template(row: &Row) -> Result<Template> {
    let format: i64 = row.get("block_format_type_id")?;
    Ok(Template {
        id: TemplateId(row.get("id")?),
        format: BlockFormat::from_id(format).ok_or_else(|| Error::Corrupt(format!("block format {format}")))?,
        name: row.get("name")?,
        label: row.get("label")?,
        definition: row.get("definition")?,
        is_global: row.get("is_global")?,
        created_at: UnixMs(row.get("created_at")?),
        updated_at: UnixMs(row.get("updated_at")?),
        archived_at: row.get::<Option<i64>>("archived_at")?.map(UnixMs),
    })
}

/// All templates, archived ones too.
pub async fn list_templates(conn: &Conn) -> Result<Vec<Template>> {
    let rows = conn.rows("SELECT * FROM templates ORDER BY id LIMIT $1", [TEMPLATES_MAX.into()]).await?;
    rows.iter().map(template).collect()
}

/// One template.
pub async fn get_template(conn: &Conn, id: TemplateId) -> Result<Template> {
    let row = conn.row("SELECT * FROM templates WHERE id = $1", [id.0.into()]).await?;
    template(&row.ok_or(Error::NotFound("template"))?)
}

/// The templates that webmasters choose from, archived ones too, by format.
pub async fn list_offered(conn: &Conn) -> Result<Vec<Template>> {
    let sql = format!(
        "SELECT * FROM templates WHERE block_format_type_id <> {} AND is_global ORDER BY block_format_type_id, id \
         LIMIT {TEMPLATES_MAX}",
        code!(push_format)
    );
    conn.rows(&sql, []).await?.iter().map(template).collect()
}

/// How many blocks within the scope each template draws, archived ones left out.
pub async fn uses(conn: &Conn, scope: Scope) -> Result<HashMap<TemplateId, i64>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("webmaster_id", &mut values);
    let sql = format!(
        "SELECT template_id, COUNT(*) AS blocks FROM blocks WHERE status_id <> {} AND {own} GROUP BY template_id",
        code!(block_archived)
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((TemplateId(row.get("template_id")?), row.get("blocks")?))).collect()
}

/// Takes a template from what new blocks may have, or gives it back; it before and after. Blocks of it are drawn as before. One is
/// always left.
pub async fn set_archived(tx: &Tx, id: TemplateId, is_archived: bool) -> Result<(Template, Template)> {
    let offered = list_offered(tx).await?;
    let before = offered.iter().find(|one| one.id == id).cloned().ok_or(Error::NotFound("template"))?;
    if before.archived_at.is_some() == is_archived {
        return Ok((before.clone(), before));
    }
    if is_archived && offered.iter().all(|other| other.id == id || other.archived_at.is_some()) {
        return Err(Error::Conflict("It is the only template that is offered: offer another one first.".to_owned()));
    }
    let now = tx.now().0;
    let change = Update::of("templates").set("archived_at", is_archived.then_some(now)).set("updated_at", now);
    change.filter("id =", id.0).one(tx, "template").await?;
    Ok((before, get_template(tx, id).await?))
}

/// Brings the program's own templates up to date; the number of those that changed.
pub async fn put_builtins(tx: &Tx, builtins: &[Builtin]) -> Result<u32> {
    let now = tx.now().0;
    let stored = list_templates(tx).await?;
    let mut changed = 0;
    for new in builtins {
        let same = |old: &Template| {
            (old.format, &old.name, &old.label, &old.definition) == (new.format, &new.name, &new.label, &new.definition)
        };
        if stored.iter().find(|old| old.id == new.id).is_some_and(same) {
            continue;
        }
        Insert::into("templates")
            .set("id", new.id.0)
            .set("block_format_type_id", i64::from(new.format.id()))
            .set("name", new.name.as_str())
            .set("label", new.label.as_str())
            .set("definition", new.definition.as_str())
            .set("is_global", true)
            .set("created_at", now)
            .set("updated_at", now)
            .replacing("id", &["is_global", "created_at"])
            .run(tx)
            .await?;
        inventory_changes::record(tx, Kind::Template, new.id).await?;
        changed += 1;
    }
    Ok(changed)
}
