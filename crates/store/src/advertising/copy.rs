//! Copies of campaigns: settings and creatives, stopped, to be moderated again. A copy of a draft is a draft.

use super::ads::{self, Ad, Entry};
use super::coefficients::{self, Owner};
use super::{auto_bids, campaigns, groups, holds, sources, wishes};
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::network::dictionaries;
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use placard_model::bid::auto_bid::AutoBidSettings;
use placard_model::{AdId, CampaignId, GroupId};

/// The most groups and ads together of a campaign that is copied: all of them are written at once, and who else writes
/// waits meanwhile.
pub const COPIED_MAX: usize = 2_000;

/// Copies a campaign with its groups and ads; archived groups and ads stay behind. Ads of a trusted owner skip the
/// queue. Nothing of the copy is wanted to run. What staff hold is not copied. As any new campaign, a copy promotes an
/// offer only where its owner may (`promotes`) and the offer is open.
pub async fn copy_campaign(
    tx: &Tx,
    scope: Scope,
    id: CampaignId,
    name: &str,
    trusted: bool,
    promotes: bool,
) -> Result<CampaignId> {
    let source = campaigns::native(tx, scope, id).await?;
    holds::check_copy(&source)?;
    let (groups, ads) = counts(tx, id).await?;
    if groups + ads > COPIED_MAX {
        return Err(Error::Conflict(format!(
            "The campaign has {groups} groups and {ads} ads. At most {COPIED_MAX} of both together are copied at once: \
             archive some first."
        )));
    }
    let offer = match source.settings.offer {
        Some(offer) if promotes => {
            dictionaries::offers(tx).await?.iter().map(|open| open.id).find(|open| *open == offer)
        }
        _ => None,
    };
    let settings = campaigns::CampaignSettings { name: name.to_owned(), offer, ..source.settings.clone() };
    let copy = campaigns::create_like(tx, &source, &settings, false).await?;
    // Once for all, before the work: each by itself would count all others again.
    quotas::check(tx, source.advertiser, Thing::Group(copy), groups).await?;
    quotas::check(tx, source.advertiser, Thing::Ad(None), ads).await?;
    coefficients::replace(tx, Owner::Campaign(copy), &source.coefficients).await?;
    sources::copy(tx, id, copy).await?;
    // Oldest first, so that the copies stand in the same order.
    for group in groups::of_campaign(tx, id, COPIED_MAX).await? {
        let group = groups::get(tx, scope, group).await?;
        let new_group = groups::create_like(tx, scope, copy, &group, &group.settings, group.state.wanted).await?;
        coefficients::replace(tx, Owner::Group(new_group), &group.coefficients).await?;
        let new_group = groups::get(tx, scope, new_group).await?;
        for ad in of_group(tx, group.id).await? {
            let copied = ads::insert(tx, &new_group, &ad.settings, entry_of(&ad, trusted)).await?;
            copy_auto(tx, scope, &ad, copied).await?;
        }
    }
    Ok(copy)
}

/// Copies a group with its ads into a campaign; archived ads stay behind. Ads of a trusted owner skip the queue. Nothing of
/// the copy is wanted to run. Nothing of a campaign that staff hold is copied.
pub async fn copy_group(
    tx: &Tx,
    scope: Scope,
    id: GroupId,
    campaign: CampaignId,
    name: &str,
    trusted: bool,
) -> Result<GroupId> {
    let source = groups::get(tx, scope, id).await?;
    holds::check_copy(&campaigns::get(tx, scope, source.campaign).await?)?;
    let ads = of_group(tx, id).await?;
    let sql = "SELECT COUNT(*) AS n FROM ads WHERE group_id = $1 AND deleted_at IS NULL AND archived_at IS NULL";
    let count = tx.row(sql, [id.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if count > COPIED_MAX as i64 {
        return Err(Error::Conflict(format!(
            "The group has {count} ads. At most {COPIED_MAX} are copied at once: archive some first."
        )));
    }
    let settings = groups::GroupSettings { name: name.to_owned(), ..source.settings.clone() };
    let copy = groups::create_like(tx, scope, campaign, &source, &settings, false).await?;
    quotas::check(tx, source.advertiser, Thing::Ad(Some(copy)), ads.len()).await?;
    coefficients::replace(tx, Owner::Group(copy), &source.coefficients).await?;
    let copied = groups::get(tx, scope, copy).await?;
    for ad in ads {
        let new = ads::insert(tx, &copied, &ad.settings, entry_of(&ad, trusted)).await?;
        copy_auto(tx, scope, &ad, new).await?;
    }
    Ok(copy)
}

/// Copies an ad into a group, where it is stopped or waits for a moderator. Nothing of a campaign that staff hold is copied.
pub async fn copy_ad(tx: &Tx, scope: Scope, id: AdId, group: GroupId, trusted: bool) -> Result<AdId> {
    let source = ads::get(tx, scope, id).await?;
    holds::check_copy(&campaigns::get(tx, scope, source.campaign).await?)?;
    let copy = ads::create(tx, scope, group, &source.settings, entry_of(&source, trusted)).await?;
    // A group starts its ads by itself; a copy is nobody's wish to run yet.
    let copied = ads::get(tx, scope, copy).await?;
    auto_bids::set(tx, &copied, &source.auto).await?;
    wishes::write_wish(tx, &copied, false).await?;
    Ok(copy)
}

/// How the copy of an ad comes in.
pub(super) const fn entry_of(source: &Ad, trusted: bool) -> Entry {
    Entry::of(trusted, source.is_draft())
}

/// Lets the bid of a copy follow what that of its source does.
async fn copy_auto(tx: &Tx, scope: Scope, source: &Ad, copy: AdId) -> Result<()> {
    if source.auto == AutoBidSettings::default() {
        return Ok(());
    }
    let copied = ads::get(tx, scope, copy).await?;
    auto_bids::set(tx, &copied, &source.auto).await
}

/// Groups and ads of a campaign that a copy takes along.
async fn counts(conn: &Conn, id: CampaignId) -> Result<(usize, usize)> {
    let groups = "FROM ad_groups g WHERE g.campaign_id = $1 AND g.deleted_at IS NULL AND g.archived_at IS NULL";
    let sql = format!(
        "SELECT (SELECT COUNT(*) {groups}) AS of_groups, (SELECT COUNT(*) FROM ads a WHERE a.deleted_at IS NULL \
         AND a.archived_at IS NULL AND a.group_id IN (SELECT g.id {groups})) AS of_ads"
    );
    let row = conn.row(&sql, [id.0.into()]).await?.ok_or(Error::NotFound("campaign"))?;
    Ok((row.get::<i64>("of_groups")?.max(0) as usize, row.get::<i64>("of_ads")?.max(0) as usize))
}

/// The ads of a group that a copy takes along, oldest first.
pub async fn of_group(conn: &Conn, group: GroupId) -> Result<Vec<Ad>> {
    let sql = format!(
        "SELECT {} WHERE a.group_id = $1 AND a.deleted_at IS NULL AND a.archived_at IS NULL ORDER BY a.id \
         LIMIT {COPIED_MAX}",
        ads::ADS
    );
    conn.rows(&sql, [group.0.into()]).await?.iter().map(Ad::read).collect()
}
