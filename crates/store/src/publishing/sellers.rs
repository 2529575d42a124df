//! Who sells here, for `sellers.json`: webmasters with an approved site. They are named only where they ask for it, with a
//! domain that is theirs.

use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::UserId;
use placard_model::user::{SiteStatus, UserStatus};
use serde::Serialize;

/// Sellers that are read at once.
pub const PAGE_ROWS: i64 = 10_000;
/// Domains that a webmaster may choose from.
const DOMAINS_MAX: i64 = 1_000;

/// How a webmaster wants to be named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SellerName {
    /// The name of their business.
    pub name: String,
    /// Its domain.
    pub domain: String,
}

/// A seller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seller {
    /// The webmaster.
    pub user: UserId,
    /// How they are named; none: they are confidential.
    pub name: Option<SellerName>,
}

fn name(row: &Row) -> Result<SellerName> {
    Ok(SellerName { name: row.get("name")?, domain: row.get("domain")? })
}

/// Webmasters behind `after` with a site that is approved, in the order of their numbers: at most [`PAGE_ROWS`].
pub async fn page(conn: &Conn, after: UserId) -> Result<Vec<Seller>> {
    let approved = SiteStatus::Approved.id();
    let sql = format!(
        "SELECT u.id, n.name, n.domain FROM users u \
         LEFT JOIN sellers n ON n.user_id = u.id AND EXISTS (SELECT 1 FROM sites s WHERE s.webmaster_id = u.id \
            AND s.status_id = {approved} AND s.domain = n.domain AND NOT s.is_paused) \
         WHERE u.id > $1 AND u.status_id IN ({}, {}) AND EXISTS (SELECT 1 FROM sites s WHERE s.webmaster_id = u.id \
            AND s.status_id = {approved}) ORDER BY u.id LIMIT {PAGE_ROWS}",
        UserStatus::Unconfirmed.id(),
        UserStatus::Active.id()
    );
    let rows = conn.rows(&sql, [after.0.into()]).await?;
    let seller = |row: &Row| {
        let named = row.get::<Option<String>>("name")?.map(|_| name(row)).transpose()?;
        Ok(Seller { user: UserId(row.get("id")?), name: named })
    };
    rows.iter().map(seller).collect()
}

/// How a webmaster wants to be named; none when they do not.
pub async fn get(conn: &Conn, user: UserId) -> Result<Option<SellerName>> {
    let row = conn.row("SELECT name, domain FROM sellers WHERE user_id = $1", [user.0.into()]).await?;
    row.as_ref().map(name).transpose()
}

/// The domains of a webmaster's approved sites.
pub async fn domains(conn: &Conn, user: UserId) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT domain FROM sites WHERE webmaster_id = $1 AND status_id = {} ORDER BY domain LIMIT {DOMAINS_MAX}",
        SiteStatus::Approved.id()
    );
    conn.rows(&sql, [user.0.into()]).await?.iter().map(|row| row.get("domain")).collect()
}

/// Names a webmaster from now on, or no longer. The domain must be that of an approved site of theirs.
pub async fn put(tx: &Tx, user: UserId, named: Option<&SellerName>) -> Result<()> {
    let Some(SellerName { name, domain }) = named else { return forget(tx, user).await };
    if !domains(tx, user).await?.contains(domain) {
        return Err(Error::Invalid {
            field: "domain",
            message: "must be that of an approved site of yours".to_owned(),
        });
    }
    let row = Insert::into("sellers").set("user_id", user.0).set("name", name.as_str()).set("domain", domain.as_str());
    row.created(tx).replacing("user_id", &["created_at"]).run(tx).await.map(drop)
}

/// Names a webmaster no longer.
pub(crate) async fn forget(tx: &Tx, user: UserId) -> Result<()> {
    tx.execute("DELETE FROM sellers WHERE user_id = $1", [user.0.into()]).await.map(drop)
}
