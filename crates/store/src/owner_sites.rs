//! What else the owner of a site has: for whoever decides about one of their sites.

use crate::conn::{Conn, Row};
use crate::error::{Error, Result};
use crate::scope::Scope;
use placard_model::SiteId;
use placard_model::user::SiteStatus;
use std::collections::HashMap;

/// Other sites of an owner that are told; the rest is counted.
pub const OTHERS_MAX: usize = 10;

/// Another site of the same owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnerSite {
    /// The site.
    pub id: SiteId,
    /// Its domain.
    pub domain: String,
    /// Its status.
    pub status: SiteStatus,
    /// What its owner was told by a moderator.
    pub comment: String,
}

/// Other sites of an owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnerSites {
    /// Some of them: rejected and blocked ones first, then the newest; at most [`OTHERS_MAX`].
    pub some: Vec<OwnerSite>,
    /// How many there are.
    pub count: u64,
}

/// Of each of some sites within the scope the other ones of its owner, whatever their status; sites that are the only one of
/// theirs are missing.
pub async fn of_sites(conn: &Conn, scope: Scope, of: &[SiteId]) -> Result<HashMap<SiteId, OwnerSites>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let named = conn.one_of("o.id", of.iter().map(|site| site.0), &mut values);
    let refused = format!("s.status_id IN ({}, {})", SiteStatus::Rejected.id(), SiteStatus::Blocked.id());
    let sql = format!(
        "SELECT * FROM (SELECT o.id AS of_id, s.id, s.domain, s.status_id, s.reject_comment, \
         COUNT(*) OVER (PARTITION BY o.id) AS n, \
         ROW_NUMBER() OVER (PARTITION BY o.id ORDER BY CASE WHEN {refused} THEN 0 ELSE 1 END, s.id DESC) AS place \
         FROM sites o JOIN sites s ON s.webmaster_id = o.webmaster_id AND s.id <> o.id WHERE {named} AND {own}) others \
         WHERE place <= {OTHERS_MAX} ORDER BY of_id, place"
    );
    let mut found: HashMap<SiteId, OwnerSites> = HashMap::new();
    for row in conn.rows(&sql, values).await? {
        let others = found.entry(SiteId(row.get("of_id")?)).or_default();
        others.count = row.get::<i64>("n")?.unsigned_abs();
        others.some.push(owner_site(&row)?);
    }
    Ok(found)
}

fn owner_site(row: &Row) -> Result<OwnerSite> {
    let status: i64 = row.get("status_id")?;
    Ok(OwnerSite {
        id: SiteId(row.get("id")?),
        domain: row.get("domain")?,
        status: SiteStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("site status {status}")))?,
        comment: row.get("reject_comment")?,
    })
}
