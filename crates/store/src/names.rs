//! Names of things by id, for statistics: facts hold ids only.

use crate::accounts::teams;
use crate::codes::code;
use crate::conn::{Conn, Value};
use crate::error::Result;
use crate::lists::{Phrase, id_first, sought};
use crate::scope::Scope;
use std::collections::HashMap;

/// The most names of one call.
pub const NAMES_MAX: usize = 10_000;
/// The most options of one call.
pub const OPTIONS_MAX: u32 = 1_000;

/// The most ids of one call.
pub const IDS_MAX: u32 = 1_000_000;

/// Sales and god.
const MANAGERS: &str = concat!(
    "(SELECT id, status_id, CASE WHEN name = '' THEN email ELSE name END AS shown FROM users WHERE type_id IN (",
    code!(god),
    ", ",
    code!(sales),
    ")) AS managers"
);

/// Things that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// Users, by their mail address.
    User,
    /// Campaigns.
    Campaign,
    /// Ad groups.
    Group,
    /// Ads, by their title.
    Ad,
    /// Sites, by what their owner calls them.
    Site,
    /// Sites, by their domain: what everybody else calls them.
    SiteDomain,
    /// Blocks, by what their owner calls them.
    Block,
    /// Blocks, by domain and id: what everybody else calls them.
    BlockPlace,
    /// Block templates.
    Template,
    /// Offers.
    Offer,
    /// Categories.
    Category,
    /// Traffic sources.
    TrafficSource,
    /// Staff who look after users, by what to call them.
    Manager,
    /// Teams of managers.
    Team,
}

/// Who owns the rows.
enum Owner {
    Nobody,
    Advertiser(&'static str),
    Webmaster(&'static str),
    User(&'static str),
    Manager(&'static str),
    Team(&'static str),
}

/// Where names stand.
struct Source {
    from: &'static str,
    id: &'static str,
    name: &'static str,
    owner: Owner,
    /// Put away: kept for the names, not offered.
    hidden: &'static str,
}

const ARCHIVED_SITE: &str = concat!("status_id = ", code!(site_archived));

/// What a template is called, with its format: [`BlockFormat::label`].
///
/// [`BlockFormat::label`]: placard_model::format::BlockFormat::label
const TEMPLATE: &str = concat!(
    "label || CASE block_format_type_id WHEN 1 THEN ' (Native)' WHEN 2 THEN ' (Article)' WHEN 4 THEN ' (Text)' ",
    "WHEN 8 THEN ' (Long text)' WHEN 16 THEN ' (Teaser)' ELSE '' END"
);

const fn source(from: &'static str, name: &'static str, owner: Owner, hidden: &'static str) -> Source {
    Source { from, id: "id", name, owner, hidden }
}

impl Named {
    const fn source(self) -> Source {
        let advertiser = Owner::Advertiser("advertiser_id");
        // Never by its owner's name for it, which is nobody else's business.
        let site_domain = "CASE WHEN domain = '' THEN '#' || CAST(id AS TEXT) ELSE domain END";
        match self {
            Self::User => source("users", "email", Owner::User("id"), concat!("status_id = ", code!(user_deleted))),
            Self::Campaign => source("campaigns", "name", advertiser, "deleted_at IS NOT NULL"),
            // The group of a push campaign is nobody's to see.
            Self::Group => source(
                "ad_groups",
                "CASE WHEN name = '' THEN 'Push' ELSE name END",
                advertiser,
                concat!("deleted_at IS NOT NULL OR COALESCE(ad_format_type, 0) = ", code!(push_format)),
            ),
            Self::Ad => source("ads", "title", advertiser, "deleted_at IS NOT NULL"),
            Self::Site => source("sites", "name", Owner::Webmaster("webmaster_id"), ARCHIVED_SITE),
            Self::SiteDomain => source("sites", site_domain, Owner::Webmaster("webmaster_id"), ARCHIVED_SITE),
            Self::Block => source(
                "blocks",
                "name",
                Owner::Webmaster("webmaster_id"),
                concat!("status_id = ", code!(block_archived)),
            ),
            Self::BlockPlace => Source {
                from: "blocks JOIN sites ON sites.id = blocks.site_id",
                id: "blocks.id",
                name: "sites.domain || ' #' || CAST(blocks.id AS TEXT)",
                owner: Owner::Webmaster("blocks.webmaster_id"),
                hidden: concat!("blocks.status_id = ", code!(block_archived)),
            },
            // Those of several formats are called alike.
            Self::Template => source("templates", TEMPLATE, Owner::Nobody, "archived_at IS NOT NULL"),
            Self::Offer => source("offers", "name", Owner::Nobody, "NOT is_active"),
            Self::Category => source("categories", "name", Owner::Nobody, "NOT is_active"),
            Self::TrafficSource => source("traffic_sources", "name", Owner::Nobody, "NOT is_active"),
            Self::Manager => {
                source(MANAGERS, "shown", Owner::Manager("id"), concat!("status_id <> ", code!(user_active)))
            }
            Self::Team => source("teams", "name", Owner::Team("id"), "1 = 0"),
        }
    }
}

fn own(owner: &Owner, scope: Scope, values: &mut Vec<Value>) -> String {
    match owner {
        Owner::Nobody => "1 = 1".to_owned(),
        Owner::Advertiser(column) => scope.advertiser_rows(column, values),
        Owner::Webmaster(column) => scope.webmaster_rows(column, values),
        Owner::User(column) => scope.own_rows(column, values),
        Owner::Manager(column) => teams::visible_manager(scope, column, values),
        Owner::Team(column) => teams::visible(scope, column, values),
    }
}

/// The names of the ids within the scope, things that were put away too; ids without a name are missing. At most
/// [`NAMES_MAX`] ids are looked at.
pub async fn of_ids(conn: &Conn, scope: Scope, kind: Named, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let Source { from, id, name, owner, .. } = kind.source();
    let mut values = Vec::new();
    let wanted = conn.one_of(id, ids.iter().copied().take(NAMES_MAX), &mut values);
    let own = own(&owner, scope, &mut values);
    let sql = format!("SELECT {id} AS id, {name} AS name FROM {from} WHERE {wanted} AND {own} LIMIT {NAMES_MAX}");
    conn.rows(&sql, values).await?.iter().map(|row| Ok((row.get("id")?, row.get("name")?))).collect()
}

/// [`of_ids`] of any number of ids.
pub async fn of_all_ids(conn: &Conn, scope: Scope, kind: Named, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let mut found = HashMap::new();
    for ids in ids.chunks(NAMES_MAX) {
        found.extend(of_ids(conn, scope, kind, ids).await?);
    }
    Ok(found)
}

/// The ids of things within the scope, those that were put away too. At most [`IDS_MAX`].
pub async fn ids_of(conn: &Conn, scope: Scope, kind: Named) -> Result<Vec<i64>> {
    let Source { from, id, owner, .. } = kind.source();
    let mut values = Vec::new();
    let own = own(&owner, scope, &mut values);
    let rows = conn.rows(&format!("SELECT {id} AS id FROM {from} WHERE {own} LIMIT {IDS_MAX}"), values).await?;
    rows.iter().map(|row| row.get("id")).collect()
}

/// Things of the scope to choose from, newest first, dictionaries by name: those whose id is `search`, which comes first, or
/// whose name has it, without those put away unless `with_hidden`. At most [`OPTIONS_MAX`].
pub async fn options(
    conn: &Conn,
    scope: Scope,
    kind: Named,
    search: Option<&str>,
    with_hidden: bool,
    limit: u32,
) -> Result<Vec<(i64, String)>> {
    let Source { from, id, name, owner, hidden } = kind.source();
    let mut values = Vec::new();
    let mut conditions = vec![own(&owner, scope, &mut values)];
    if !with_hidden {
        conditions.push(format!("NOT ({hidden})"));
    }
    if let Some(search) = search {
        let has_it = Phrase::new(search, &mut values).in_text(name);
        conditions.push(match search.parse::<i64>() {
            Ok(number) => {
                values.push(number.into());
                format!("({has_it} OR {id} = ${})", values.len())
            }
            Err(_) => has_it,
        });
    }
    let first = id_first(id, sought(search));
    let order =
        if matches!(owner, Owner::Nobody) { format!("{first}{name}, {id}") } else { format!("{first}{id} DESC") };
    let sql = format!(
        "SELECT {id} AS id, {name} AS name FROM {from} WHERE {} ORDER BY {order} LIMIT {}",
        conditions.join(" AND "),
        limit.min(OPTIONS_MAX)
    );
    conn.rows(&sql, values).await?.iter().map(|row| Ok((row.get("id")?, row.get("name")?))).collect()
}
