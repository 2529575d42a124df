//! Campaigns of both kinds that staff hold: paused or declined, with the reason that the owner reads. The owner's wish
//! stays beside it, and holds again when staff let the campaign go on.

use super::campaigns::{self, Campaign, forbidden, status_name, with_reason};
use crate::advertising::inventory_changes;
use crate::conn::Tx;
use crate::error::{Error, Result};
use crate::scope::{Clients, Scope};
use crate::statement::Update;
use placard_model::CampaignId;
use placard_model::status::CampaignStatus;

/// The longest reason, in characters.
pub const REASON_CHARS_MAX: usize = 500;

/// How staff hold a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CampaignHold {
    /// For a while.
    Paused,
    /// For good, unless staff take it back.
    Declined,
}

impl CampaignHold {
    const fn status(self) -> CampaignStatus {
        match self {
            Self::Paused => CampaignStatus::PausedByStaff,
            Self::Declined => CampaignStatus::Declined,
        }
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Paused => "paused_by_staff",
            Self::Declined => "declined",
        }
    }

    const fn is_on(self, campaign: &Campaign) -> bool {
        match self {
            Self::Paused => campaign.state.paused_by_staff,
            Self::Declined => campaign.state.declined,
        }
    }
}

/// Holds a campaign, or tells another reason for the same. Answers whether that changes anything. What is archived is not
/// held, and what is declined is not paused; the reason for that is not for sales to replace.
pub async fn hold(tx: &Tx, scope: Scope, id: CampaignId, hold: CampaignHold, reason: &str) -> Result<bool> {
    let before = campaigns::get(tx, scope, id).await?;
    if before.state.archived_at.is_some() || hold == CampaignHold::Paused && before.state.declined {
        return Err(forbidden("campaign", before.state.status(tx.now()), hold.status()));
    }
    if hold.is_on(&before) && before.staff_reason == reason {
        return Ok(false);
    }
    check_decline(scope, &before)?;
    // Who has the campaign open, staff or owner, has not seen this.
    let change = Update::of("campaigns").set(hold.column(), true).set("staff_reason", reason).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "campaign").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await?;
    Ok(true)
}

/// Leaves a declined campaign to the network's owner, whoever of the staff declined it.
fn check_decline(scope: Scope, before: &Campaign) -> Result<()> {
    if before.state.declined && matches!(scope, Scope::Staff { clients: Clients::ManagedBy(_), .. }) {
        return Err(Error::Conflict(
            "what becomes of a campaign that is declined (11) is for the network's owner alone to say: ask them"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Lets a campaign go on as its owner wishes. Answers whether staff held it. What is declined stays so for sales, whoever of
/// the staff declined it.
pub async fn resume(tx: &Tx, scope: Scope, id: CampaignId) -> Result<bool> {
    let before = campaigns::get(tx, scope, id).await?;
    if !before.state.paused_by_staff && !before.state.declined {
        return Ok(false);
    }
    if before.state.archived_at.is_some() {
        let wish = if before.state.wanted { CampaignStatus::Started } else { CampaignStatus::Stopped };
        return Err(forbidden("campaign", CampaignStatus::Archived, wish));
    }
    check_decline(scope, &before)?;
    let change = Update::of("campaigns")
        .set("paused_by_staff", false)
        .set("declined", false)
        .set("staff_reason", "")
        .stamped(tx)
        .versioned();
    change.filter("id =", id.0).one(tx, "campaign").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await?;
    Ok(true)
}

/// Refuses a copy of what staff hold, or of a part of it: a copy would run in its place.
pub(super) fn check_copy(source: &Campaign) -> Result<()> {
    let status = if source.state.declined {
        CampaignStatus::Declined
    } else if source.state.paused_by_staff {
        CampaignStatus::PausedByStaff
    } else {
        return Ok(());
    };
    let what = format!("a campaign that is {} ({}) is not copied, nor what is in it", status_name(status), status.id());
    Err(Error::Conflict(with_reason(what, source)))
}
