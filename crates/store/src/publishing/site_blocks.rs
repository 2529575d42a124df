//! Sites that staff block: their blocks stay empty, and their owners cannot change them.

use crate::conn::{Conn, Tx, Value};
use crate::error::Result;
use crate::publishing::sites::{self, Site};
use crate::scope::Scope;
use placard_model::SiteId;
use placard_model::user::SiteStatus;

/// The most sites of [`list_held`].
pub const HELD_LISTED_MAX: u32 = 200;

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

/// The sites of a scope that are blocked or whose earnings are held back, at most [`HELD_LISTED_MAX`]: those whose earnings are
/// held before others, for there is money to decide on; then the newest sites.
pub async fn list_held(conn: &Conn, scope: Scope) -> Result<Vec<Site>> {
    let mut values: Vec<Value> = vec![i64::from(SiteStatus::Blocked.id()).into()];
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let sql = format!(
        "SELECT s.id FROM sites s WHERE (s.status_id = $1 OR s.earnings_held_reason <> '') AND {own} \
         ORDER BY CASE WHEN s.earnings_held_reason = '' THEN 1 ELSE 0 END, s.id DESC LIMIT {HELD_LISTED_MAX}"
    );
    let rows = conn.rows(&sql, values).await?;
    let ids = rows.iter().map(|row| row.get::<i64>("id")).collect::<Result<Vec<_>>>()?;
    let mut found = sites::by_ids(conn, scope, &ids).await?;
    found.sort_unstable_by_key(|site| (!site.are_earnings_held(), std::cmp::Reverse(site.id)));
    Ok(found)
}
