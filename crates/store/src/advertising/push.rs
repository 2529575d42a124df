//! Push campaigns and push ads: what is theirs alone. A push campaign has one group that nobody sees, so that everything else
//! takes its ads as it takes native ones.

use super::ads::{self, Ad, AdSettings, Entry};
use super::campaigns::{self, CampaignSettings, forbidden};
use super::copy::{COPIED_MAX, entry_of};
use super::groups::{self, Group};
use super::push_parts::group_of;
use super::states::States;
use super::{PUSH, PUSH_FORMAT, holds, to_json, wishes, write_flag};
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::{has_folded_phrase, id_first, sought};
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::push::PushSettings;
use placard_model::status::{CampaignStatus, Review, StopReason};
use placard_model::targeting::Targeting;
use placard_model::{AdId, CampaignId, UserId};
use std::collections::HashMap;
use uuid::Uuid;

/// The number of a push campaign in scope, by its outer name.
pub async fn campaign_of(conn: &Conn, scope: Scope, uuid: Uuid) -> Result<CampaignId> {
    let mut values: Vec<Value> = vec![uuid.to_string().into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!("SELECT id FROM campaigns WHERE uuid = $1 AND deleted_at IS NULL AND {own}");
    let row = conn.row(&sql, values).await?.ok_or(Error::NotFound("campaign"))?;
    Ok(CampaignId(row.get("id")?))
}

/// The number of a push ad in scope, by its outer name.
pub async fn ad_of(conn: &Conn, scope: Scope, uuid: Uuid) -> Result<AdId> {
    let found = ads_of(conn, scope, &[uuid]).await?;
    found.first().copied().ok_or(Error::NotFound("ad"))
}

/// The numbers of push campaigns by their outer names; an error when one of them is not in scope.
pub async fn campaigns_of(conn: &Conn, scope: Scope, uuids: &[Uuid]) -> Result<Vec<CampaignId>> {
    let mut values: Vec<Value> = Vec::new();
    let own = scope.advertiser_rows("c.advertiser_id", &mut values);
    let named = named("c.uuid", uuids, &mut values);
    let sql = format!("SELECT c.id, c.uuid FROM campaigns c WHERE {named} AND c.deleted_at IS NULL AND {own}");
    let found = numbers(&conn.rows(&sql, values).await?)?;
    in_order(uuids, &found).map(|ids| ids.into_iter().map(CampaignId).collect()).ok_or(Error::NotFound("campaign"))
}

/// The numbers of push ads by their outer names; an error when one of them is not in scope.
pub async fn ads_of(conn: &Conn, scope: Scope, uuids: &[Uuid]) -> Result<Vec<AdId>> {
    let mut values: Vec<Value> = Vec::new();
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let named = named("p.uuid", uuids, &mut values);
    let sql = format!(
        "SELECT a.id, p.uuid FROM push_ads p JOIN ads a ON a.id = p.ad_id WHERE {named} AND a.deleted_at IS NULL AND {own}"
    );
    let found = numbers(&conn.rows(&sql, values).await?)?;
    in_order(uuids, &found).map(|ids| ids.into_iter().map(AdId).collect()).ok_or(Error::NotFound("ad"))
}

fn named(column: &str, uuids: &[Uuid], values: &mut Vec<Value>) -> String {
    let mut places = Vec::with_capacity(uuids.len());
    for uuid in uuids {
        values.push(uuid.to_string().into());
        places.push(format!("${}", values.len()));
    }
    if places.is_empty() { "1 = 0".to_owned() } else { format!("{column} IN ({})", places.join(", ")) }
}

fn numbers(rows: &[Row]) -> Result<HashMap<String, i64>> {
    rows.iter().map(|row| Ok((row.get("uuid")?, row.get("id")?))).collect()
}

fn in_order(uuids: &[Uuid], found: &HashMap<String, i64>) -> Option<Vec<i64>> {
    uuids.iter().map(|uuid| found.get(&uuid.to_string()).copied()).collect()
}

/// Outer names of push campaigns in scope, by their numbers; deleted ones too.
pub async fn campaign_uuids(conn: &Conn, scope: Scope, ids: &[CampaignId]) -> Result<HashMap<CampaignId, Uuid>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let named = conn.one_of("id", ids.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT id, uuid FROM campaigns WHERE uuid IS NOT NULL AND {named} AND {own}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((CampaignId(row.get("id")?), read_uuid(&row.get::<String>("uuid")?)?))).collect()
}

/// The outer name of a thing as it is stored.
fn read_uuid(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::Corrupt(format!("uuid {text}")))
}

/// Makes a push campaign of the owner's, with its group.
pub async fn create_campaign(
    tx: &Tx,
    owner: UserId,
    settings: &CampaignSettings,
    uuid: Uuid,
    wanted: bool,
) -> Result<CampaignId> {
    let lists = settings.push.as_ref().map(|push: &PushSettings| push.lists.clone()).unwrap_or_default();
    let id = campaigns::insert(tx, owner, settings, wanted, (PUSH, Some(&uuid.to_string())), None).await?;
    let group = Insert::into("ad_groups")
        .set("campaign_id", id.0)
        .set("advertiser_id", owner.0)
        .set("name", "")
        .set("ad_format_type", PUSH_FORMAT)
        .set("auto_start_ads", true)
        .set("targeting", to_json(&Targeting::default())?)
        .set("lists", to_json(&lists)?)
        .created(tx)
        .id(tx)
        .await?;
    inventory_changes::record(tx, inventory_changes::Kind::Group, group).await?;
    Ok(id)
}

/// Makes a push ad in a campaign that is in scope. It runs as soon as it is approved.
pub async fn create_ad(
    tx: &Tx,
    scope: Scope,
    campaign: CampaignId,
    settings: &AdSettings,
    uuid: Uuid,
    entry: Entry,
) -> Result<AdId> {
    let campaign = campaigns::get(tx, scope, campaign).await?;
    if campaign.campaign_type != PUSH {
        return Err(Error::NotFound("campaign"));
    }
    if campaign.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) campaign takes no ads: make it stopped (1) first".to_owned()));
    }
    let group = groups::any(tx, Scope::System, group_of(tx, campaign.id).await?).await?;
    quotas::check(tx, campaign.advertiser, Thing::Ad(Some(group.id)), 1).await?;
    insert_ad(tx, &group, settings, uuid, entry).await
}

/// Makes a push ad in a group that has a place for it.
async fn insert_ad(tx: &Tx, group: &Group, settings: &AdSettings, uuid: Uuid, entry: Entry) -> Result<AdId> {
    let Some(push) = &settings.push else { return Err(Error::NotFound("campaign")) };
    let id = ads::insert(tx, group, settings, entry).await?;
    Insert::into("push_ads")
        .set("ad_id", id.0)
        .set("uuid", uuid.to_string())
        .set("language", push.language.as_str())
        .set("buttons", to_json(&push.buttons)?)
        .run(tx)
        .await?;
    // What its owner wants from the start; delivery waits for approval all the same. Of a draft nobody wants anything yet.
    Update::of("ads").set("wanted", entry != Entry::Draft).filter("id =", id.0).one(tx, "ad").await?;
    Ok(id)
}

/// The shown status of push ads; missing are those whose campaign is gone.
pub async fn ad_statuses(conn: &Conn, scope: Scope, found: &[Ad]) -> Result<HashMap<AdId, CampaignStatus>> {
    let states = States::above(conn, scope, found).await?;
    let status = |ad: &Ad| Some((ad.id, states.push_ad_status(ad, conn.now())?));
    Ok(found.iter().filter_map(status).collect())
}

/// Stores the owner's wish for push ads: for all of them, or none when one of them may not. One that waits for a moderator
/// runs when it is approved, if its owner wants that then. A draft that is started goes to moderation.
pub async fn set_ads_wanted(tx: &Tx, scope: Scope, ids: &[AdId], wanted: bool, reason: StopReason) -> Result<()> {
    for ad in all_of(tx, scope, ids).await? {
        check_wish(&ad, wanted)?;
        if ad.state.wanted != wanted {
            let reason = (!wanted).then_some(i64::from(reason.id()));
            Update::of("push_ads").set("stop_reason", reason).filter("ad_id =", ad.id.0).one(tx, "push ad").await?;
        }
        wishes::write_wish(tx, &ad, wanted).await?;
    }
    Ok(())
}

/// Refuses the owner's wish that the state of a push ad has no place for.
pub fn check_wish(ad: &Ad, wanted: bool) -> Result<()> {
    let status = match (ad.state.archived_at.is_some(), ad.state.review) {
        (true, _) => CampaignStatus::Archived,
        (false, Review::Rejected) => CampaignStatus::Declined,
        (false, _) => return Ok(()),
    };
    let wish = if wanted { CampaignStatus::Started } else { CampaignStatus::Stopped };
    Err(forbidden("push ad", status, wish))
}

/// Archives push ads, or makes archived ones stopped; nothing of those that are.
pub async fn set_ads_archived(tx: &Tx, scope: Scope, ids: &[AdId], archived: bool) -> Result<()> {
    for ad in all_of(tx, scope, ids).await? {
        if archived == ad.state.archived_at.is_some() {
            if archived {
                continue;
            }
            let status = ad_statuses(tx, scope, std::slice::from_ref(&ad)).await?;
            let status = status.get(&ad.id).copied().ok_or(Error::NotFound("ad"))?;
            return Err(forbidden("push ad", status, CampaignStatus::Stopped));
        }
        if !archived {
            write_flag(tx, ad.id, "wanted", false.into()).await?;
        }
        let at = archived.then(|| tx.now().0);
        write_flag(tx, ad.id, "archived_at", at.into()).await?;
    }
    Ok(())
}

/// The push ads of these numbers; an error that names those that are not in scope.
pub async fn all_of(conn: &Conn, scope: Scope, ids: &[AdId]) -> Result<Vec<Ad>> {
    let mut found = ads::by_ids(conn, scope, ids).await?;
    found.retain(|ad| ad.settings.push.is_some());
    if found.len() == ids.len() { Ok(found) } else { Err(Error::NotFound("ad")) }
}

/// A push ad.
pub async fn get_ad(conn: &Conn, scope: Scope, uuid: Uuid) -> Result<Ad> {
    let id = ad_of(conn, scope, uuid).await?;
    all_of(conn, scope, &[id]).await?.pop().ok_or(Error::NotFound("ad"))
}

/// A push ad of which a new one takes what it leaves out: none of a campaign that staff hold.
pub async fn get_ad_to_copy(conn: &Conn, scope: Scope, uuid: Uuid) -> Result<Ad> {
    let ad = get_ad(conn, scope, uuid).await?;
    holds::check_copy(&campaigns::get(conn, scope, ad.campaign).await?)?;
    Ok(ad)
}

/// How many ads push campaigns have that are not archived; campaigns without one are left out.
pub async fn ad_counts(conn: &Conn, scope: Scope, campaigns: &[CampaignId]) -> Result<HashMap<CampaignId, u64>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let named = conn.one_of("a.campaign_id", campaigns.iter().map(|id| id.0), &mut values);
    let sql = format!(
        "SELECT a.campaign_id AS id, COUNT(*) AS n FROM ads a WHERE {named} AND {own} AND a.deleted_at IS NULL \
         AND a.archived_at IS NULL GROUP BY a.campaign_id"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((CampaignId(row.get("id")?), row.get::<i64>("n")?.unsigned_abs()))).collect()
}

/// Copies the ads of a push campaign to another, oldest first; archived ones stay behind. They are moderated anew, unless
/// their owner is trusted; drafts stay drafts. Nothing of a campaign that staff hold is copied.
pub async fn copy_ads(
    tx: &Tx,
    scope: Scope,
    from: CampaignId,
    to: CampaignId,
    trusted: bool,
    uuid: impl Fn() -> Uuid,
) -> Result<()> {
    holds::check_copy(&campaigns::get(tx, scope, from).await?)?;
    let sql = format!(
        "SELECT a.id FROM ads a WHERE a.campaign_id = $1 AND a.deleted_at IS NULL AND a.archived_at IS NULL ORDER BY a.id \
         LIMIT {}",
        COPIED_MAX + 1
    );
    let rows = tx.rows(&sql, [from.0.into()]).await?;
    if rows.len() > COPIED_MAX {
        return Err(Error::Conflict(format!("At most {COPIED_MAX} ads are copied at once: archive some first.")));
    }
    let ids = rows.iter().map(|row| Ok(AdId(row.get("id")?))).collect::<Result<Vec<_>>>()?;
    let group = groups::any(tx, scope, group_of(tx, to).await?).await?;
    // Once for all, before the work: each by itself would count all others again.
    quotas::check(tx, group.advertiser, Thing::Ad(Some(group.id)), ids.len()).await?;
    for ad in all_of(tx, scope, &ids).await? {
        insert_ad(tx, &group, &ad.settings, uuid(), entry_of(&ad, trusted)).await?;
    }
    Ok(())
}

/// Push campaigns or ads to choose from: number, outer name, name or title.
pub type Choice = (i64, String, String);

/// Push campaigns in scope whose number or name has a phrase, the one of that number first, then the newest.
pub async fn campaign_choices(conn: &Conn, scope: Scope, phrase: Option<&str>, limit: u32) -> Result<Vec<Choice>> {
    let mut values: Vec<Value> = vec![PUSH.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let found = has_folded_phrase("id", "folded_name", phrase, &mut values);
    let sql = format!(
        "SELECT id, uuid, name FROM campaigns WHERE campaign_type = $1 AND deleted_at IS NULL AND {own} AND {found} \
         ORDER BY {}id DESC LIMIT {limit}",
        id_first("id", sought(phrase))
    );
    conn.rows(&sql, values).await?.iter().map(choice).collect()
}

/// Push ads in scope, or those of one campaign, whose number or title has a phrase, the one of that number first,
/// then the newest.
pub async fn ad_choices(
    conn: &Conn,
    scope: Scope,
    of: Option<CampaignId>,
    phrase: Option<&str>,
    limit: u32,
) -> Result<Vec<Choice>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let found = has_folded_phrase("a.id", "a.folded_title", phrase, &mut values);
    let of = match of {
        None => "1 = 1".to_owned(),
        Some(id) => {
            values.push(id.0.into());
            format!("a.campaign_id = ${}", values.len())
        }
    };
    let sql = format!(
        "SELECT a.id, p.uuid, a.title AS name FROM ads a JOIN push_ads p ON p.ad_id = a.id \
         WHERE {own} AND a.deleted_at IS NULL AND {of} AND {found} ORDER BY {}a.id DESC LIMIT {limit}",
        id_first("a.id", sought(phrase))
    );
    conn.rows(&sql, values).await?.iter().map(choice).collect()
}

fn choice(row: &Row) -> Result<Choice> {
    Ok((row.get("id")?, row.get("uuid")?, row.get("name")?))
}
