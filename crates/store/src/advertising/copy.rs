//! Copies of campaigns: settings and creatives, stopped, to be moderated again.

use super::ads::{self, Of};
use super::coefficients::{self, Owner};
use super::{campaigns, groups};
use crate::conn::Tx;
use crate::error::Result;
use crate::scope::Scope;
use placard_model::{AdId, CampaignId};

/// Copies a campaign with its groups and ads; archived groups and ads stay behind. Ads of a trusted owner skip the
/// queue. Nothing of the copy is wanted to run.
pub async fn copy_campaign(tx: &Tx, scope: Scope, id: CampaignId, name: &str, trusted: bool) -> Result<CampaignId> {
    let source = campaigns::get(tx, scope, id).await?;
    let settings = campaigns::CampaignSettings { name: name.to_owned(), ..source.settings };
    let copy = campaigns::create(tx, source.advertiser, &settings, false).await?;
    coefficients::replace(tx, Owner::Campaign(copy), &source.coefficients).await?;
    // Oldest first, so that the copies stand in the same order.
    for group in groups::list(tx, scope, id).await?.into_iter().rev().filter(|g| g.state.archived_at.is_none()) {
        let new_group = groups::create(tx, scope, copy, &group.settings, group.state.wanted).await?;
        let group_coefficients = coefficients::of(tx, Owner::Group(group.id)).await?;
        coefficients::replace(tx, Owner::Group(new_group), &group_coefficients).await?;
        let lines = ads::lines(tx, scope, Of::Group(group.id)).await?;
        let ids: Vec<AdId> = lines.iter().rev().filter(|l| l.state.archived_at.is_none()).map(|l| l.id).collect();
        for ad in ads::by_ids(tx, scope, &ids).await? {
            ads::create(tx, scope, new_group, &ad.settings, trusted).await?;
        }
    }
    Ok(copy)
}
