//! Sites that staff block: their blocks stay empty, and their owners cannot change them.

use crate::conn::{Conn, Tx, Value};
use crate::error::Result;
use crate::lists::has_phrase;
use crate::publishing::sites::{self, Site};
use crate::scope::Scope;
use placard_model::SiteId;
use placard_model::user::SiteStatus;
use std::collections::HashMap;

/// Blocks a site for a reason that its owner reads, or tells another reason for the same.
pub async fn block(tx: &Tx, scope: Scope, id: SiteId, reason: &str) -> Result<Site> {
    let from = [SiteStatus::Waiting, SiteStatus::Approved, SiteStatus::Rejected, SiteStatus::Blocked];
    sites::set_status(tx, scope, id, &from, SiteStatus::Blocked, reason).await
}

/// Takes a block back: the site is what it was before. One that was approved shows ads again, or waits for a moderator where it is
/// to be verified before, or another site of its domain is approved by now.
pub async fn unblock(tx: &Tx, scope: Scope, id: SiteId) -> Result<Site> {
    let before = sites::get_site(tx, scope, id).await?;
    let (to, comment) = match before.blocked_from {
        Some(SiteStatus::Rejected) => (SiteStatus::Rejected, before.blocked_comment.as_str()),
        Some(SiteStatus::Approved) => {
            let is_free = sites::find_approved(tx, &before.domain).await?.is_none();
            let can_show = is_free && !before.waits_for_verification();
            (if can_show { SiteStatus::Approved } else { SiteStatus::Waiting }, "")
        }
        _ => (SiteStatus::Waiting, ""),
    };
    sites::set_status(tx, scope, id, &[SiteStatus::Blocked], to, comment).await
}

/// Which sites [`list`] finds.
#[derive(Clone, Debug, Default)]
pub struct SiteFilter {
    /// In the id, name or domain.
    pub phrase: Option<String>,
    /// Of this status; where none is named all but archived ones, which are among held ones.
    pub status: Option<SiteStatus>,
    /// Blocked, or with earnings held back.
    pub is_held: bool,
}

/// A page of the sites of a scope, newest first, and how many there are on all. Of held ones those whose earnings are held come
/// first, for there is money to decide on.
pub async fn list(conn: &Conn, scope: Scope, filter: &SiteFilter, rows: u32, offset: u64) -> Result<(Vec<Site>, u64)> {
    let mut values: Vec<Value> = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let found = has_phrase("s.id", &["s.name", "s.domain"], filter.phrase.as_deref(), &mut values);
    let status = if filter.is_held && filter.status.is_none() {
        "1 = 1".to_owned()
    } else {
        let wanted = filter.status.map(SiteStatus::id).into_iter();
        sites::status_condition("s.status_id", wanted, SiteStatus::Archived.id())
    };
    let (held, first) = if filter.is_held {
        (
            format!("(s.status_id = {} OR s.earnings_held_reason <> '')", SiteStatus::Blocked.id()),
            "CASE WHEN s.earnings_held_reason = '' THEN 1 ELSE 0 END, ",
        )
    } else {
        ("1 = 1".to_owned(), "")
    };
    let from = format!("FROM sites s WHERE {own} AND {found} AND {status} AND {held}");
    let counted = conn.row(&format!("SELECT COUNT(*) AS total {from}"), values.clone()).await?;
    let total = counted.map_or(Ok(0), |row| row.get::<i64>("total"))?.cast_unsigned();
    values.extend([Value::from(i64::from(rows)), Value::from(offset.cast_signed())]);
    let sql =
        format!("SELECT s.id {from} ORDER BY {first}s.id DESC LIMIT ${} OFFSET ${}", values.len() - 1, values.len());
    let ids = conn.rows(&sql, values).await?.iter().map(|row| row.get::<i64>("id")).collect::<Result<Vec<_>>>()?;
    let mut found = sites::by_ids(conn, scope, &ids).await?;
    let places: HashMap<i64, usize> = ids.into_iter().zip(0..).collect();
    found.sort_by_key(|site| places.get(&site.id.0).copied());
    Ok((found, total))
}
