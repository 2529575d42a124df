//! What is kept of a site while it is blocked, and whose word ends that.

use super::Site;
use crate::conn::Value;
use crate::error::{Error, Result};
use crate::scope::{Clients, Scope};
use placard_model::user::SiteStatus;

const fn is_of_sales(scope: Scope) -> bool {
    matches!(scope, Scope::Staff { clients: Clients::ManagedBy(_), .. })
}

/// Leaves what the network's owner blocked to them.
pub(super) fn check(scope: Scope, before: &Site) -> Result<()> {
    if before.status == SiteStatus::Blocked && before.is_block_of_god && is_of_sales(scope) {
        return Err(Error::Conflict(
            "what becomes of a site that the network's owner blocked (4) is for them alone to say: ask them".to_owned(),
        ));
    }
    Ok(())
}

/// What is kept of a site that gets a status: of a blocked one what it was before, and whose word ends the block.
pub(super) fn kept(scope: Scope, before: &Site, to: SiteStatus) -> [(&'static str, Value); 3] {
    let is_blocked = to == SiteStatus::Blocked;
    let (from, comment) = match before.status {
        SiteStatus::Blocked => (before.blocked_from, before.blocked_comment.as_str()),
        SiteStatus::Rejected => (Some(before.status), before.reject_comment.as_str()),
        status => (Some(status), ""),
    };
    [
        ("blocked_from", from.filter(|_| is_blocked).map(|status| i64::from(status.id())).into()),
        ("blocked_comment", if is_blocked { comment } else { "" }.into()),
        ("is_block_of_god", (is_blocked && !is_of_sales(scope)).into()),
    ]
}
