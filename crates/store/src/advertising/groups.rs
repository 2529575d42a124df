//! Ad groups.

use super::campaigns::{check_version, forbidden};
use super::coefficients::{self, Coefficients, Owner};
use super::state::GroupState;
use super::{PUSH_FORMAT, campaigns, read_json, schedule_digits, to_json, write_flag};
use crate::advertising::inventory_changes;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::{has_folded_phrase, id_first, sought};
use crate::network::dictionaries;
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::status::CampaignStatus;
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::{CampaignId, CategoryId, GroupId, UnixMs, UserId};
use std::collections::HashMap;

/// What the owner sets.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupSettings {
    /// Name.
    pub name: String,
    /// The format that its ad form opens with.
    pub ad_format_type: Option<BlockFormat>,
    /// Approved ads start at once.
    pub auto_start_ads: bool,
    /// Audience, beside the campaign's.
    pub targeting: Targeting,
    /// Black and white lists.
    pub lists: SourceLists,
}

/// A stored group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its number.
    pub id: GroupId,
    /// Its campaign.
    pub campaign: CampaignId,
    /// Its owner.
    pub advertiser: UserId,
    /// What the owner set.
    pub settings: GroupSettings,
    /// The facts behind its status.
    pub state: GroupState,
    /// Version of the settings.
    pub version: i64,
    /// When it was made.
    pub created_at: UnixMs,
    /// Coefficients of sources.
    pub coefficients: Coefficients,
    /// It is the only group of a push campaign, which nobody sees.
    pub is_of_push: bool,
}

impl Group {
    fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            id: GroupId(row.get("id")?),
            campaign: CampaignId(row.get("campaign_id")?),
            advertiser: UserId(row.get("advertiser_id")?),
            settings: GroupSettings {
                name: row.get("name")?,
                ad_format_type: row.get::<Option<i64>>("ad_format_type")?.and_then(BlockFormat::from_id),
                auto_start_ads: row.get("auto_start_ads")?,
                targeting: read_json(row, "targeting")?,
                lists: read_json(row, "lists")?,
            },
            state: GroupState::read(row)?,
            version: row.get("version")?,
            created_at: UnixMs(row.get("created_at")?),
            coefficients: Vec::new(),
            is_of_push: row.get::<Option<i64>>("ad_format_type")? == Some(PUSH_FORMAT),
        })
    }
}

/// A group of a native campaign, with coefficients.
pub async fn get(conn: &Conn, scope: Scope, id: GroupId) -> Result<Group> {
    let group = any(conn, scope, id).await?;
    if group.is_of_push { Err(Error::NotFound("ad group")) } else { Ok(group) }
}

/// A group, also the only one of a push campaign, with coefficients.
pub async fn any(conn: &Conn, scope: Scope, id: GroupId) -> Result<Group> {
    let mut values: Vec<Value> = vec![id.0.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!("SELECT * FROM ad_groups WHERE id = $1 AND deleted_at IS NULL AND {own}");
    let row = conn.row(&sql, values).await?.ok_or(Error::NotFound("ad group"))?;
    let mut group = Group::read(&row)?;
    group.coefficients = coefficients::of(conn, Owner::Group(id)).await?;
    Ok(group)
}

/// The formats that any of a group's ads has everything for.
pub async fn formats_of_ads(conn: &Conn, scope: Scope, id: GroupId) -> Result<FormatMask> {
    let mut values: Vec<Value> = vec![id.0.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!(
        "SELECT DISTINCT formats FROM ads WHERE group_id = $1 AND deleted_at IS NULL AND archived_at IS NULL AND {own}"
    );
    let mut all = FormatMask::default();
    for row in conn.rows(&sql, values).await? {
        let bits: i64 = row.get("formats")?;
        all = all.union(u8::try_from(bits).map(FormatMask).map_err(|_| Error::Corrupt(format!("formats {bits}")))?);
    }
    Ok(all)
}

/// The groups of a campaign that a copy takes along, oldest first.
pub(crate) async fn of_campaign(conn: &Conn, campaign: CampaignId, limit: usize) -> Result<Vec<GroupId>> {
    let sql = format!(
        "SELECT id FROM ad_groups WHERE campaign_id = $1 AND deleted_at IS NULL AND archived_at IS NULL ORDER BY id \
         LIMIT {limit}"
    );
    conn.rows(&sql, [campaign.0.into()]).await?.iter().map(|row| Ok(GroupId(row.get("id")?))).collect()
}

/// The groups of these ids that are in scope, also those of push campaigns, with coefficients.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[GroupId]) -> Result<HashMap<GroupId, Group>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let named = conn.one_of("id", ids.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT * FROM ad_groups WHERE deleted_at IS NULL AND {own} AND {named}");
    let mut found = HashMap::with_capacity(ids.len());
    for row in conn.rows(&sql, values).await? {
        let group = Group::read(&row)?;
        found.insert(group.id, group);
    }
    let ids: Vec<i64> = found.keys().map(|id| id.0).collect();
    for (id, coefficients) in coefficients::of_many(conn, 2, &ids).await? {
        if let Some(group) = found.get_mut(&GroupId(id)) {
            group.coefficients = coefficients;
        }
    }
    Ok(found)
}

/// Only groups of native campaigns: push campaigns have one that nobody sees.
const OF_NATIVE: &str = concat!(
    "EXISTS (SELECT 1 FROM campaigns c WHERE c.id = ad_groups.campaign_id AND c.campaign_type = ",
    code!(native),
    ")"
);

/// Neither the group nor its campaign is archived.
const LIVE: &str = "ad_groups.archived_at IS NULL AND EXISTS (SELECT 1 FROM campaigns c WHERE c.id = ad_groups.campaign_id \
                    AND c.archived_at IS NULL)";

/// Names of groups of native campaigns in scope whose id or name has the phrase, the one of that id first, then the newest, and how many
/// there are.
pub async fn names(
    conn: &Conn,
    scope: Scope,
    phrase: &str,
    without_archived: bool,
    limit: u32,
    offset: u64,
) -> Result<(Vec<(GroupId, CampaignId, String)>, u64)> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let found = has_folded_phrase("id", "folded_name", Some(phrase), &mut values);
    let live = if without_archived { format!(" AND {LIVE}") } else { String::new() };
    let rows = format!("FROM ad_groups WHERE deleted_at IS NULL AND {own} AND {found} AND {OF_NATIVE}{live}");
    let sql = format!("SELECT COUNT(*) AS n {rows}");
    let total = conn.row(&sql, values.clone()).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    let first = id_first("id", sought(Some(phrase)));
    let sql = format!("SELECT id, campaign_id, name {rows} ORDER BY {first}id DESC LIMIT {limit} OFFSET {offset}");
    let name = |row: &Row| Ok((GroupId(row.get("id")?), CampaignId(row.get("campaign_id")?), row.get("name")?));
    let names = conn.rows(&sql, values).await?.iter().map(name).collect::<Result<_>>()?;
    Ok((names, total.unsigned_abs()))
}

/// Makes a group in a campaign that is in scope.
pub async fn create(
    tx: &Tx,
    scope: Scope,
    campaign: CampaignId,
    settings: &GroupSettings,
    wanted: bool,
) -> Result<GroupId> {
    insert(tx, scope, campaign, settings, wanted, &[]).await
}

/// Makes a group with the settings of another one: what is closed by now stays with the copy.
pub(super) async fn create_like(
    tx: &Tx,
    scope: Scope,
    campaign: CampaignId,
    source: &Group,
    settings: &GroupSettings,
    wanted: bool,
) -> Result<GroupId> {
    insert(tx, scope, campaign, settings, wanted, &source.settings.targeting.site_categories).await
}

async fn insert(
    tx: &Tx,
    scope: Scope,
    campaign: CampaignId,
    settings: &GroupSettings,
    wanted: bool,
    kept: &[CategoryId],
) -> Result<GroupId> {
    let campaign = campaigns::native(tx, scope, campaign).await?;
    if campaign.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) campaign takes no groups: make it stopped (1) first".to_owned()));
    }
    dictionaries::check_categories(tx, "categories", &settings.targeting.site_categories, kept).await?;
    quotas::check(tx, campaign.advertiser, Thing::Group(campaign.id), 1).await?;
    let id = Insert::into("ad_groups")
        .set("campaign_id", campaign.id.0)
        .set("advertiser_id", campaign.advertiser.0)
        .set("wanted", wanted)
        .all(setting_values(settings)?)
        .created(tx)
        .id(tx)
        .await?;
    inventory_changes::record(tx, inventory_changes::Kind::Group, id).await?;
    Ok(GroupId(id))
}

/// Replaces the settings. `version` is the one that the caller read.
pub async fn update(tx: &Tx, scope: Scope, id: GroupId, settings: &GroupSettings, version: Option<i64>) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if before.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) group cannot be edited: make it stopped (1) first".to_owned()));
    }
    check_version(before.version, version)?;
    if before.settings == *settings {
        return Ok(());
    }
    let kept = &before.settings.targeting.site_categories;
    dictionaries::check_categories(tx, "categories", &settings.targeting.site_categories, kept).await?;
    let change = Update::of("ad_groups").all(setting_values(settings)?).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "ad group").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Group, id).await
}

/// Stores the owner's wish to run or not. A stop means something also while staff decline the campaign: it holds when they let
/// the campaign go on.
pub async fn set_wanted(tx: &Tx, scope: Scope, id: GroupId, wanted: bool) -> Result<()> {
    let wish = if wanted { CampaignStatus::Started } else { CampaignStatus::Stopped };
    let status = status(tx, scope, id).await?;
    if status == CampaignStatus::Archived || wanted && status == CampaignStatus::Declined {
        return Err(forbidden("group", status, wish));
    }
    let before = get(tx, scope, id).await?.state;
    // Who starts it wants more than a rule does.
    if wanted && before.paused_by_rule {
        write_flag(tx, id, "paused_by_rule", false.into()).await?;
    }
    if before.wanted == wanted { Ok(()) } else { write_flag(tx, id, "wanted", wanted.into()).await }
}

/// Pauses for a rule, or lets go on what a rule paused. Answers whether that changes anything.
pub async fn set_paused_by_rule(tx: &Tx, scope: Scope, id: GroupId, paused: bool) -> Result<bool> {
    let before = get(tx, scope, id).await?.state;
    if before.paused_by_rule == paused || paused && !before.wanted {
        return Ok(false);
    }
    write_flag(tx, id, "paused_by_rule", paused.into()).await?;
    Ok(true)
}

/// Stores the lists of sources, whatever else its owner set.
pub async fn set_lists(tx: &Tx, scope: Scope, id: GroupId, lists: &SourceLists) -> Result<()> {
    let group = any(tx, scope, id).await?;
    let change = Update::of("ad_groups").set("lists", to_json(lists)?).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "ad group").await?;
    if group.is_of_push {
        super::push_parts::note_lists(tx, group.campaign, lists).await?;
    }
    inventory_changes::record(tx, inventory_changes::Kind::Group, id).await
}

/// Archives, or makes an archived group stopped.
pub async fn set_archived(tx: &Tx, scope: Scope, id: GroupId, archived: bool) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if !archived {
        if before.state.archived_at.is_none() {
            return Err(forbidden("group", status(tx, scope, id).await?, CampaignStatus::Stopped));
        }
        write_flag(tx, id, "wanted", false.into()).await?;
    }
    if archived && before.state.archived_at.is_some() {
        return Ok(());
    }
    let at = archived.then(|| tx.now());
    write_flag(tx, id, "archived_at", at.map(|at| at.0).into()).await
}

/// Deletes; the row stays for the names in statistics. Its ads go with it.
pub async fn delete(tx: &Tx, scope: Scope, id: GroupId) -> Result<()> {
    get(tx, scope, id).await?;
    let now = tx.now().0;
    tx.execute(
        "UPDATE ads SET deleted_at = $2, updated_by = $3 WHERE group_id = $1 AND deleted_at IS NULL",
        [id.0.into(), now.into(), tx.name().into()],
    )
    .await?;
    write_flag(tx, id, "deleted_at", Some(now).into()).await
}

async fn status(conn: &Conn, scope: Scope, id: GroupId) -> Result<CampaignStatus> {
    let group = get(conn, scope, id).await?;
    let campaign = campaigns::get(conn, scope, group.campaign).await?;
    Ok(group.state.status(&campaign.state, conn.now()))
}

fn setting_values(settings: &GroupSettings) -> Result<[(&'static str, Value); 7]> {
    Ok([
        ("name", settings.name.clone().into()),
        ("ad_format_type", settings.ad_format_type.map(|format| i64::from(format.id())).into()),
        ("auto_start_ads", settings.auto_start_ads.into()),
        ("targeting", to_json(&settings.targeting)?),
        ("lists", to_json(&settings.lists)?),
        ("folded_name", settings.name.to_lowercase().into()),
        ("schedule", schedule_digits(&settings.targeting.schedule)),
    ])
}
