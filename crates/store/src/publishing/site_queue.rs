//! The moderators' queue of sites.

use super::sites::{BLOCKS_COUNT, COLUMNS, KEPT, Site, site, status_condition};
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use placard_model::sites::verification::VerificationState;
use placard_model::user::SiteStatus;
use placard_model::{SiteId, UserId};
use std::collections::HashMap;

/// The most sites of the same domain that a moderator is shown beside one.
pub const NAMESAKES_MAX: i64 = 10;

/// Which sites wait for a moderator, and not to be verified before; of a table without another name.
fn waits() -> String {
    format!(
        "status_id = {} AND NOT (is_verification_required AND verification_state = {})",
        SiteStatus::Waiting.id(),
        VerificationState::Unverified.id()
    )
}

/// A site as another one of the same domain is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namesake {
    /// The site.
    pub id: SiteId,
    /// The status.
    pub status: SiteStatus,
    /// It shows that it is its owner's.
    pub is_verified: bool,
    /// Its owner and their mail address, where they are within the scope.
    pub owner: Option<(UserId, String)>,
}

/// Of each of some sites, other ones that name its domain, rejected and archived ones left out: approved ones first, at
/// most [`NAMESAKES_MAX`]. Owners out of the scope are not named.
pub async fn namesakes(conn: &Conn, scope: Scope, of: &[SiteId]) -> Result<HashMap<SiteId, Vec<Namesake>>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let named = conn.one_of("o.id", of.iter().map(|site| site.0), &mut values);
    let kept = status_condition("s.status_id", KEPT.iter().map(|status| status.id()), SiteStatus::Archived.id());
    let order = format!("CASE s.status_id WHEN {} THEN 0 ELSE 1 END, s.id", SiteStatus::Approved.id());
    // Pages with `www.` and without are those of one site.
    let without_www = "CASE WHEN o.domain LIKE 'www.%' THEN SUBSTR(o.domain, 5) ELSE o.domain END";
    let sql = format!(
        "SELECT n.*, CASE WHEN n.is_own THEN u.email END AS email FROM (\
         SELECT o.id AS of_id, s.id, s.status_id, s.verification_state, s.webmaster_id, {own} AS is_own, \
         ROW_NUMBER() OVER (PARTITION BY o.id ORDER BY {order}) AS place \
         FROM sites o JOIN sites s ON s.domain IN (o.domain, 'www.' || o.domain, {without_www}) AND s.id <> o.id WHERE {named} AND {kept}) n \
         JOIN users u ON u.id = n.webmaster_id WHERE n.place <= {NAMESAKES_MAX} ORDER BY n.of_id, n.place"
    );
    let mut found: HashMap<SiteId, Vec<Namesake>> = HashMap::new();
    for row in conn.rows(&sql, values).await? {
        found.entry(SiteId(row.get("of_id")?)).or_default().push(namesake(&row)?);
    }
    Ok(found)
}

fn namesake(row: &Row) -> Result<Namesake> {
    let (status, owner): (i64, i64) = (row.get("status_id")?, row.get("webmaster_id")?);
    Ok(Namesake {
        id: SiteId(row.get("id")?),
        status: SiteStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("site status {status}")))?,
        is_verified: row.get::<i64>("verification_state")? == i64::from(VerificationState::Verified.id()),
        owner: row.get::<Option<String>>("email")?.map(|email| (UserId(owner), email)),
    })
}

/// Sites that wait for a moderator and not to be verified before, oldest first, with the mail addresses of their owners.
pub async fn list_waiting(conn: &Conn, scope: Scope, limit: u32) -> Result<Vec<(Site, String)>> {
    let mut values: Vec<Value> = vec![i64::from(limit).into()];
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS}, {BLOCKS_COUNT} AS blocks_count, u.email FROM sites s JOIN users u ON u.id = s.webmaster_id \
            WHERE s.id IN (SELECT id FROM sites WHERE {}) AND {own} ORDER BY s.id LIMIT $1",
        waits()
    );
    conn.rows(&sql, values).await?.iter().map(|row| Ok((site(row)?, row.get("email")?))).collect()
}
