//! What else the owner of a site has: for whoever decides about one of their sites.

use crate::conn::{Conn, Row};
use crate::error::{Error, Result};
use crate::publishing::sites::status_condition;
use crate::scope::Scope;
use placard_model::user::SiteStatus;
use placard_model::{SiteId, UserId};
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

/// The sites of an owner that are not archived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnerSites {
    /// Some of them: rejected and blocked ones first, then the newest; one more than is told, as any of them may be the one
    /// that is asked about.
    some: Vec<OwnerSite>,
    /// How many there are.
    count: u64,
}

impl OwnerSites {
    /// The other ones beside one of them: at most [`OTHERS_MAX`], and how many there are.
    pub fn beside(&self, site: SiteId) -> (Vec<OwnerSite>, u64) {
        let others = self.some.iter().filter(|other| other.id != site).take(OTHERS_MAX).cloned().collect();
        (others, self.count.saturating_sub(1))
    }
}

/// Of each of some owners within the scope their sites. Archived ones are left out: an account has any number of them.
pub async fn of_owners(conn: &Conn, scope: Scope, owners: &[UserId]) -> Result<HashMap<UserId, OwnerSites>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let named = conn.one_of("s.webmaster_id", owners.iter().map(|owner| owner.0), &mut values);
    let archived = SiteStatus::Archived;
    let live = SiteStatus::ALL.into_iter().filter(|status| *status != archived).map(SiteStatus::id);
    let live = status_condition("s.status_id", live, archived.id());
    let refused = format!("s.status_id IN ({}, {})", SiteStatus::Rejected.id(), SiteStatus::Blocked.id());
    // Ranked without their texts, which are read of the first ones alone.
    let sql = format!(
        "SELECT t.webmaster_id, t.id, t.domain, t.status_id, t.reject_comment, ranked.n FROM (\
         SELECT s.id, COUNT(*) OVER (PARTITION BY s.webmaster_id) AS n, ROW_NUMBER() OVER (PARTITION BY s.webmaster_id \
         ORDER BY CASE WHEN {refused} THEN 0 ELSE 1 END, s.id DESC) AS place \
         FROM sites s WHERE {named} AND {live} AND {own}) ranked \
         JOIN sites t ON t.id = ranked.id WHERE ranked.place <= {} ORDER BY t.webmaster_id, ranked.place",
        OTHERS_MAX + 1
    );
    let mut found: HashMap<UserId, OwnerSites> = HashMap::new();
    for row in conn.rows(&sql, values).await? {
        let sites = found.entry(UserId(row.get("webmaster_id")?)).or_default();
        sites.count = row.get::<i64>("n")?.unsigned_abs();
        sites.some.push(owner_site(&row)?);
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
