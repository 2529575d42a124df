//! Campaigns.

use super::coefficients::{self, Coefficients, Owner};
use super::state::{CampaignState, campaigns_with_money, today};
use super::{NATIVE, micros, optional_money, read_json, schedule_digits, to_json, write_flag};
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::has_folded_phrase;
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use crate::{dictionaries, inventory_changes};
use placard_model::format::Target;
use placard_model::status::CampaignStatus;
use placard_model::targeting::Targeting;
use placard_model::{CampaignId, CategoryId, Money, OfferId, TrafficSourceId, UnixMs, UserId};
use std::collections::HashMap;

/// What the owner sets.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSettings {
    /// Name.
    pub name: String,
    /// What it leads to.
    pub target: Target,
    /// Promoted offer.
    pub offer: Option<OfferId>,
    /// What it advertises.
    pub categories: Vec<CategoryId>,
    /// Audience, without the traffic source.
    pub targeting: Targeting,
    /// The only traffic source wanted.
    pub traffic_source: Option<TrafficSourceId>,
    /// At most so much a UTC day.
    pub daily_limit: Option<Money>,
    /// At most so much at all.
    pub total_limit: Option<Money>,
    /// Spend evenly over the day.
    pub even_pacing: bool,
}

/// A stored campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Its number.
    pub id: CampaignId,
    /// Its owner.
    pub advertiser: UserId,
    /// 1 native, 2 push.
    pub campaign_type: i64,
    /// What the owner set.
    pub settings: CampaignSettings,
    /// The facts behind its status.
    pub state: CampaignState,
    /// Version of the settings.
    pub version: i64,
    /// When it was made.
    pub created_at: UnixMs,
    /// Coefficients of sources.
    pub coefficients: Coefficients,
}

impl Campaign {
    fn read(row: &Row) -> Result<Self> {
        let target: i64 = row.get("target")?;
        let state = CampaignState::read(row)?;
        Ok(Self {
            id: CampaignId(row.get("id")?),
            advertiser: UserId(row.get("advertiser_id")?),
            campaign_type: row.get("campaign_type")?,
            settings: CampaignSettings {
                name: row.get("name")?,
                target: Target::from_inner(target).ok_or_else(|| Error::Corrupt(format!("target {target}")))?,
                offer: row.get::<Option<i64>>("offer_id")?.map(OfferId),
                categories: read_json(row, "categories")?,
                targeting: read_json(row, "targeting")?,
                traffic_source: row.get::<Option<i64>>("traffic_source_id")?.map(TrafficSourceId),
                daily_limit: optional_money(row, "daily_limit")?,
                total_limit: optional_money(row, "total_limit")?,
                even_pacing: row.get("even_pacing")?,
            },
            state,
            version: row.get("version")?,
            created_at: UnixMs(row.get("created_at")?),
            coefficients: Vec::new(),
        })
    }
}

/// A campaign, with coefficients.
pub async fn get(conn: &Conn, scope: Scope, id: CampaignId) -> Result<Campaign> {
    let mut values = today(conn);
    values.push(id.0.into());
    let own = scope.advertiser_rows("c.advertiser_id", &mut values);
    let sql = format!("SELECT {} WHERE c.id = $2 AND c.deleted_at IS NULL AND {own}", campaigns_with_money());
    let row = conn.row(&sql, values).await?.ok_or(Error::NotFound("campaign"))?;
    let mut campaign = Campaign::read(&row)?;
    campaign.coefficients = coefficients::of(conn, Owner::Campaign(id)).await?;
    Ok(campaign)
}

/// The campaigns of these ids that are in scope, with coefficients.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[CampaignId]) -> Result<HashMap<CampaignId, Campaign>> {
    let mut values = today(conn);
    let own = scope.advertiser_rows("c.advertiser_id", &mut values);
    let named = conn.one_of("c.id", ids.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT {} WHERE c.deleted_at IS NULL AND {own} AND {named}", campaigns_with_money());
    let mut found = HashMap::with_capacity(ids.len());
    for row in conn.rows(&sql, values).await? {
        let campaign = Campaign::read(&row)?;
        found.insert(campaign.id, campaign);
    }
    let ids: Vec<i64> = found.keys().map(|id| id.0).collect();
    for (id, coefficients) in coefficients::of_many(conn, 1, &ids).await? {
        if let Some(campaign) = found.get_mut(&CampaignId(id)) {
            campaign.coefficients = coefficients;
        }
    }
    Ok(found)
}

/// Names of native campaigns in scope whose id or name has the phrase, newest first, and how many there are.
pub async fn names(
    conn: &Conn,
    scope: Scope,
    phrase: &str,
    limit: u32,
    offset: u64,
) -> Result<(Vec<(CampaignId, String)>, u64)> {
    let mut values: Vec<Value> = vec![NATIVE.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let found = has_folded_phrase("id", "folded_name", Some(phrase), &mut values);
    let rows = format!("FROM campaigns WHERE campaign_type = $1 AND deleted_at IS NULL AND {own} AND {found}");
    let sql = format!("SELECT COUNT(*) AS n {rows}");
    let total = conn.row(&sql, values.clone()).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    let sql = format!("SELECT id, name {rows} ORDER BY id DESC LIMIT {limit} OFFSET {offset}");
    let name = |row: &Row| Ok((CampaignId(row.get("id")?), row.get("name")?));
    let names = conn.rows(&sql, values).await?.iter().map(name).collect::<Result<_>>()?;
    Ok((names, total.unsigned_abs()))
}

/// Makes a native campaign of the owner's. `approved` is for owners who skip the queue.
pub async fn create(tx: &Tx, owner: UserId, settings: &CampaignSettings, wanted: bool) -> Result<CampaignId> {
    check_references(tx, settings).await?;
    quotas::check(tx, owner, Thing::Campaign, 1).await?;
    let id = Insert::into("campaigns")
        .set("advertiser_id", owner.0)
        .set("campaign_type", NATIVE)
        .set("wanted", wanted)
        .all(setting_values(settings)?)
        .created(tx)
        .id(tx)
        .await?;
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await?;
    Ok(CampaignId(id))
}

/// Replaces the settings. `version` is the one that the caller read.
pub async fn update(
    tx: &Tx,
    scope: Scope,
    id: CampaignId,
    settings: &CampaignSettings,
    version: Option<i64>,
) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if before.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) campaign cannot be edited: make it stopped (1) first".to_owned()));
    }
    check_version(before.version, version)?;
    if before.settings == *settings {
        return Ok(());
    }
    check_references(tx, settings).await?;
    let change = Update::of("campaigns").all(setting_values(settings)?).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "campaign").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await
}

/// Stores the owner's wish to run or not.
pub async fn set_wanted(tx: &Tx, scope: Scope, id: CampaignId, wanted: bool) -> Result<()> {
    let before = get(tx, scope, id).await?;
    let wish = if wanted { CampaignStatus::Started } else { CampaignStatus::Stopped };
    match before.state.status(tx.now()) {
        status @ (CampaignStatus::Archived | CampaignStatus::Declined) => Err(forbidden("campaign", status, wish)),
        _ => {
            // Who starts it wants more than a rule does.
            if wanted && before.state.paused_by_rule {
                write_flag(tx, id, "paused_by_rule", false.into()).await?;
            }
            if before.state.wanted == wanted { Ok(()) } else { write_flag(tx, id, "wanted", wanted.into()).await }
        }
    }
}

/// Pauses for a rule, or lets go on what a rule paused. Answers whether that changes anything.
pub async fn set_paused_by_rule(tx: &Tx, scope: Scope, id: CampaignId, paused: bool) -> Result<bool> {
    let before = get(tx, scope, id).await?;
    if before.state.paused_by_rule == paused || paused && !before.state.wanted {
        return Ok(false);
    }
    write_flag(tx, id, "paused_by_rule", paused.into()).await?;
    Ok(true)
}

/// Stores a daily limit, whatever else its owner set.
pub async fn set_daily_limit(tx: &Tx, scope: Scope, id: CampaignId, limit: Money) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if before.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) campaign cannot be edited: make it stopped (1) first".to_owned()));
    }
    let change = Update::of("campaigns").set("daily_limit", limit.micros()).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "campaign").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await
}

/// Archives, or makes an archived campaign stopped.
pub async fn set_archived(tx: &Tx, scope: Scope, id: CampaignId, archived: bool) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if !archived {
        if before.state.archived_at.is_none() {
            return Err(forbidden("campaign", before.state.status(tx.now()), CampaignStatus::Stopped));
        }
        write_flag(tx, id, "wanted", false.into()).await?;
    }
    if archived && before.state.archived_at.is_some() {
        return Ok(());
    }
    let at = archived.then(|| tx.now());
    write_flag(tx, id, "archived_at", at.map(|at| at.0).into()).await
}

/// Deletes; the row stays for the names in statistics. Its groups and ads go with it.
pub async fn delete(tx: &Tx, scope: Scope, id: CampaignId) -> Result<()> {
    get(tx, scope, id).await?;
    let now = tx.now().0;
    for sql in [
        "UPDATE ads SET deleted_at = $2, updated_by = $3 WHERE campaign_id = $1 AND deleted_at IS NULL",
        "UPDATE ad_groups SET deleted_at = $2, updated_by = $3 WHERE campaign_id = $1 AND deleted_at IS NULL",
    ] {
        tx.execute(sql, [id.0.into(), now.into(), tx.name().into()]).await?;
    }
    write_flag(tx, id, "deleted_at", Some(now).into()).await
}

/// Notes that an ad of the campaign was approved: it leaves moderation.
pub(super) async fn approve_once(tx: &Tx, id: CampaignId) -> Result<()> {
    let sql = "UPDATE campaigns SET approved_once = TRUE, updated_at = $2, updated_by = $3 \
               WHERE id = $1 AND NOT approved_once";
    if tx.execute(sql, [id.0.into(), tx.now().0.into(), tx.name().into()]).await? > 0 {
        inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await?;
    }
    Ok(())
}

fn setting_values(settings: &CampaignSettings) -> Result<[(&'static str, Value); 11]> {
    Ok([
        ("name", settings.name.clone().into()),
        ("target", i64::from(settings.target.inner()).into()),
        ("offer_id", settings.offer.map(|offer| offer.0).into()),
        ("categories", to_json(&settings.categories)?),
        ("targeting", to_json(&settings.targeting)?),
        ("traffic_source_id", settings.traffic_source.map(|source| source.0).into()),
        ("daily_limit", micros(settings.daily_limit)),
        ("total_limit", micros(settings.total_limit)),
        ("even_pacing", settings.even_pacing.into()),
        ("folded_name", settings.name.to_lowercase().into()),
        ("schedule", schedule_digits(&settings.targeting.schedule)),
    ])
}

async fn check_references(conn: &Conn, settings: &CampaignSettings) -> Result<()> {
    dictionaries::check_categories(conn, "categories", &settings.categories).await?;
    if let Some(offer) = settings.offer {
        let offers = dictionaries::offers(conn).await?;
        if !offers.iter().any(|o| o.id == offer) {
            return Err(Error::Invalid { field: "offer_id", message: "is not an offer".to_owned() });
        }
    }
    if let Some(source) = settings.traffic_source {
        let sources = dictionaries::traffic_sources(conn).await?;
        if !sources.iter().any(|s| s.id == source.0) {
            return Err(Error::Invalid { field: "traffic_source_id", message: "is not a traffic source".to_owned() });
        }
    }
    Ok(())
}

/// Refuses an edit of an older version.
pub(super) fn check_version(current: i64, read: Option<i64>) -> Result<()> {
    match read {
        Some(read) if read != current => Err(Error::Stale { current }),
        _ => Ok(()),
    }
}

/// The refusal of a change of state, naming both.
pub(super) fn forbidden(what: &str, from: CampaignStatus, to: CampaignStatus) -> Error {
    Error::Conflict(format!(
        "a {what} that is {} ({}) cannot become {} ({})",
        status_name(from),
        from.id(),
        status_name(to),
        to.id()
    ))
}

/// The name of a status in messages.
pub const fn status_name(status: CampaignStatus) -> &'static str {
    match status {
        CampaignStatus::Stopped => "stopped",
        CampaignStatus::Started => "started",
        CampaignStatus::Archived => "archived",
        CampaignStatus::PausedByStaff => "paused by staff",
        CampaignStatus::DailyBudget => "out of its daily budget",
        CampaignStatus::Schedule => "outside its schedule",
        CampaignStatus::TotalBudget => "out of its total budget",
        CampaignStatus::AdvertiserBalance => "out of balance",
        CampaignStatus::PausedByRule => "paused by a rule",
        CampaignStatus::Moderation => "in moderation",
        CampaignStatus::Declined => "declined",
    }
}
