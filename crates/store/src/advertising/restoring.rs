//! The way back from deletion, for some minutes: what one call deleted comes back together, and stopped.

use super::wishes::Refused;
use super::{PUSH, link_checks, optional_time, write_flag};
use crate::advertising::inventory_changes::{self, Kind};
use crate::conn::{Row, Tx, Value};
use crate::error::{Error, Result};
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::status::StopReason;
use placard_model::{AdId, CampaignId, GroupId, UnixMs, UserId};
use std::collections::HashMap;

/// How long what was deleted can be restored, in milliseconds.
pub const RESTORABLE_MS: i64 = 10 * 60_000;

/// Restores a campaign with the groups and ads that were deleted with it. It is stopped.
pub async fn campaign(tx: &Tx, scope: Scope, id: CampaignId) -> Result<()> {
    let row = any(tx, scope, "campaigns", "campaign", id.0).await?;
    let at = deleted_at(&row, &format!("campaign {id}"), tx.now())?;
    let owner = UserId(row.get("advertiser_id")?);
    let groups = below(tx, "ad_groups", "campaign_id =", id.0, at).await?;
    let ads = below(tx, "ads", "campaign_id =", id.0, at).await?;
    quotas::check_places(tx, owner, Thing::Campaign, 1).await?;
    if row.get::<i64>("campaign_type")? != PUSH {
        quotas::check_places(tx, owner, Thing::Group(id), groups.len()).await?;
    }
    quotas::check_places(tx, owner, Thing::Ad(None), ads.len()).await?;
    write_flag(tx, id, "deleted_at", None::<i64>.into()).await?;
    bring_back(tx, "ad_groups", "campaign_id =", id.0, at).await?;
    bring_back(tx, "ads", "campaign_id =", id.0, at).await?;
    inventory_changes::record_all(tx, Kind::Group, &groups).await?;
    tell_of_ads(tx, &ads).await?;
    if row.get("wanted")? {
        let reason = Some(i64::from(StopReason::ByHand.id()));
        Update::of("campaigns").set("stop_reason", reason).filter("id =", id.0).one(tx, "campaign").await?;
        write_flag(tx, id, "wanted", false.into()).await?;
    }
    Ok(())
}

/// Restores a group with the ads that were deleted with it. It is stopped.
pub async fn group(tx: &Tx, scope: Scope, id: GroupId) -> Result<()> {
    let row = any(tx, scope, "ad_groups", "ad group", id.0).await?;
    let campaign = CampaignId(row.get("campaign_id")?);
    let above = any(tx, scope, "campaigns", "campaign", campaign.0).await?;
    if optional_time(&above, "deleted_at")?.is_some() {
        return Err(Error::Conflict(format!("group {id} is of campaign {campaign}, which is deleted: restore that")));
    }
    let at = deleted_at(&row, &format!("group {id}"), tx.now())?;
    let owner = UserId(row.get("advertiser_id")?);
    let ads = below(tx, "ads", "group_id =", id.0, at).await?;
    quotas::check_places(tx, owner, Thing::Group(campaign), 1).await?;
    quotas::check_places(tx, owner, Thing::Ad(None), ads.len()).await?;
    write_flag(tx, id, "deleted_at", None::<i64>.into()).await?;
    bring_back(tx, "ads", "group_id =", id.0, at).await?;
    tell_of_ads(tx, &ads).await?;
    write_flag(tx, id, "wanted", false.into()).await
}

/// A deleted ad that can come back.
struct Found {
    id: AdId,
    owner: UserId,
    group: GroupId,
    is_wanted: bool,
}

/// Restores ads of any kind, stopped, and gives those whose state refuses it.
pub async fn ads(tx: &Tx, scope: Scope, ids: &[AdId]) -> Result<Vec<Refused>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let named = tx.one_of("a.id", ids.iter().map(|id| id.0), &mut values);
    let sql = format!(
        "SELECT a.id, a.advertiser_id, a.group_id, a.wanted, a.deleted_at, g.deleted_at AS group_deleted_at, \
         c.deleted_at AS campaign_deleted_at FROM ads a JOIN ad_groups g ON g.id = a.group_id \
         JOIN campaigns c ON c.id = a.campaign_id WHERE {own} AND {named} ORDER BY a.id"
    );
    let (mut known, mut found, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for row in &tx.rows(&sql, values).await? {
        let id = AdId(row.get("id")?);
        known.push(id);
        match can_come_back(row, id, tx.now()) {
            Ok(()) => found.push(Found {
                id,
                owner: UserId(row.get("advertiser_id")?),
                group: GroupId(row.get("group_id")?),
                is_wanted: row.get("wanted")?,
            }),
            Err(Error::Conflict(why)) => refused.push(Refused { id, why }),
            Err(other) => return Err(other),
        }
    }
    let missing: Vec<i64> = ids.iter().filter(|id| !known.contains(id)).map(|id| id.0).collect();
    if !missing.is_empty() {
        return Err(Error::SomeNotFound { what: "ads", ids: missing });
    }
    // Before the work: each by itself would count all others again. A group with places does not say that its account has.
    let mut counts: HashMap<(UserId, Thing), usize> = HashMap::new();
    for ad in &found {
        for thing in [Thing::Ad(Some(ad.group)), Thing::Ad(None)] {
            *counts.entry((ad.owner, thing)).or_default() += 1;
        }
    }
    for ((owner, thing), count) in counts {
        quotas::check_places(tx, owner, thing, count).await?;
    }
    for ad in &found {
        if ad.is_wanted {
            let reason = Some(i64::from(StopReason::ByHand.id()));
            Update::of("push_ads").set("stop_reason", reason).filter("ad_id =", ad.id.0).run(tx).await?;
            write_flag(tx, ad.id, "wanted", false.into()).await?;
        }
        write_flag(tx, ad.id, "deleted_at", None::<i64>.into()).await?;
    }
    look_again(tx, &found.iter().map(|ad| ad.id.0).collect::<Vec<_>>()).await?;
    Ok(refused)
}

/// Refuses an ad that is not deleted, was so too long ago, or has nothing to come back to.
fn can_come_back(row: &Row, id: AdId, now: UnixMs) -> Result<()> {
    for (column, above) in [("campaign_deleted_at", "campaign"), ("group_deleted_at", "group")] {
        if optional_time(row, column)?.is_some() {
            return Err(Error::Conflict(format!("ad {id} is of a {above} that is deleted: restore that")));
        }
    }
    deleted_at(row, &format!("ad {id}"), now).map(drop)
}

/// A row in scope, deleted or not.
async fn any(tx: &Tx, scope: Scope, table: &str, noun: &'static str, id: i64) -> Result<Row> {
    let mut values: Vec<Value> = vec![id.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!("SELECT * FROM {table} WHERE id = $1 AND {own}");
    tx.row(&sql, values).await?.ok_or(Error::NotFound(noun))
}

/// When something was deleted, if that can be taken back.
fn deleted_at(row: &Row, what: &str, now: UnixMs) -> Result<i64> {
    let Some(at) = optional_time(row, "deleted_at")? else {
        return Err(Error::Conflict(format!("{what} is not deleted, so that nothing is to be restored")));
    };
    if now.since_ms(at) > RESTORABLE_MS {
        let minutes = RESTORABLE_MS / 60_000;
        return Err(Error::Conflict(format!("{what} was deleted more than {minutes} minutes ago and stays deleted")));
    }
    Ok(at.0)
}

/// What was deleted with what stands above it, which is in the same moment. `parent` is compared with its number.
async fn below(tx: &Tx, table: &str, parent: &str, id: i64, at: i64) -> Result<Vec<i64>> {
    let sql = format!("SELECT id FROM {table} WHERE {parent} $1 AND deleted_at = $2 ORDER BY id");
    tx.rows(&sql, [id.into(), at.into()]).await?.iter().map(|row| row.get("id")).collect()
}

async fn bring_back(tx: &Tx, table: &'static str, parent: &'static str, id: i64, at: i64) -> Result<()> {
    let change = Update::of(table).set("deleted_at", None::<i64>).stamped(tx);
    change.filter(parent, id).filter("deleted_at =", at).run(tx).await.map(drop)
}

/// Tells the engine of ads that are back.
async fn tell_of_ads(tx: &Tx, ads: &[i64]) -> Result<()> {
    inventory_changes::record_all(tx, Kind::Ad, ads).await?;
    look_again(tx, ads).await
}

/// Landing pages that were forgotten because no ad led there are looked at anew.
async fn look_again(tx: &Tx, ads: &[i64]) -> Result<()> {
    let mut values = Vec::new();
    let named = tx.one_of("id", ads.iter().copied(), &mut values);
    let sql = format!(
        "SELECT id, original_url, advertiser_id FROM ads WHERE {named} AND NOT EXISTS \
         (SELECT 1 FROM link_checks l WHERE l.id = ads.link_id) ORDER BY id"
    );
    for row in &tx.rows(&sql, values).await? {
        let url: String = row.get("original_url")?;
        let link = link_checks::want(tx, &url, UserId(row.get("advertiser_id")?)).await?;
        Update::of("ads").set("link_id", link).filter("id =", row.get::<i64>("id")?).one(tx, "ad").await?;
    }
    Ok(())
}
