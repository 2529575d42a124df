//! Campaigns.

use super::coefficients::{self, Coefficients, Owner};
use super::state::{CampaignState, campaigns_with_money, today};
use super::{NATIVE, micros, optional_money, read_json, schedule_digits, to_json, write_flag};
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Row, Tx, Value, like};
use crate::error::{Error, Result};
use crate::lists::{has_folded_phrase, id_first, sought};
use crate::network::dictionaries;
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::format::{BlockFormat, Target};
use placard_model::push::PushSettings;
use placard_model::status::{CampaignStatus, StopReason};
use placard_model::targeting::Targeting;
use placard_model::{CampaignId, CategoryId, Money, OfferId, TrafficSourceId, UnixMs, UserId};
use std::collections::HashMap;

/// Different sets of marks that are looked at to list an account's marks.
const MARK_SETS_MAX: u32 = 10_000;
/// Marks of an account that are listed.
const MARKS_LISTED_MAX: usize = 500;

/// What the owner sets.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSettings {
    /// Name.
    pub name: String,
    /// The owner's labels.
    pub marks: Vec<String>,
    /// What it leads to.
    pub target: Target,
    /// Promoted offer.
    pub offer: Option<OfferId>,
    /// What it advertises.
    pub categories: Vec<CategoryId>,
    /// The format that its ad form opens with where the group has none.
    pub ad_format_type: Option<BlockFormat>,
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
    /// What only push campaigns have.
    pub push: Option<PushSettings>,
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
    /// Outer name of a push campaign.
    pub uuid: Option<String>,
    /// Why it was stopped; none while it is wanted, or when it was stopped before reasons were kept.
    pub stop_reason: Option<StopReason>,
    /// Why staff paused or declined it; empty while they do neither.
    pub staff_reason: String,
    /// What the owner set.
    pub settings: CampaignSettings,
    /// The facts behind its status.
    pub state: CampaignState,
    /// Version of the settings.
    pub version: i64,
    /// When it was made.
    pub created_at: UnixMs,
    /// When it was changed last.
    pub updated_at: UnixMs,
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
            uuid: row.get("uuid")?,
            stop_reason: stop_reason(row)?,
            staff_reason: row.get("staff_reason")?,
            settings: CampaignSettings {
                name: row.get("name")?,
                marks: read_json(row, "marks")?,
                target: Target::from_inner(target).ok_or_else(|| Error::Corrupt(format!("target {target}")))?,
                offer: row.get::<Option<i64>>("offer_id")?.map(OfferId),
                categories: read_json(row, "categories")?,
                ad_format_type: row.get::<Option<i64>>("ad_format_type")?.and_then(BlockFormat::from_id),
                targeting: read_json(row, "targeting")?,
                traffic_source: row.get::<Option<i64>>("traffic_source_id")?.map(TrafficSourceId),
                daily_limit: optional_money(row, "daily_limit")?,
                total_limit: optional_money(row, "total_limit")?,
                even_pacing: row.get("even_pacing")?,
                push: match row.get::<Option<String>>("push")? {
                    Some(_) => Some(read_json(row, "push")?),
                    None => None,
                },
            },
            state,
            version: row.get("version")?,
            created_at: UnixMs(row.get("created_at")?),
            updated_at: UnixMs(row.get("updated_at")?),
            coefficients: Vec::new(),
        })
    }
}

/// Why something was stopped.
pub(super) fn stop_reason(row: &Row) -> Result<Option<StopReason>> {
    Ok(row.get::<Option<i64>>("stop_reason")?.and_then(StopReason::from_id))
}

/// A native campaign, with coefficients.
pub async fn native(conn: &Conn, scope: Scope, id: CampaignId) -> Result<Campaign> {
    let campaign = get(conn, scope, id).await?;
    if campaign.campaign_type == NATIVE { Ok(campaign) } else { Err(Error::NotFound("campaign")) }
}

/// A campaign of any kind, with coefficients.
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
    // By `+` SQLite looks these up by their ids: it would go through all that the owner has.
    let own = scope.advertiser_rows("+c.advertiser_id", &mut values);
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

/// Names of native campaigns in scope whose id or name has the phrase, the one of that id first, then the newest, and how many
/// there are.
pub async fn names(
    conn: &Conn,
    scope: Scope,
    phrase: &str,
    without_archived: bool,
    limit: u32,
    offset: u64,
) -> Result<(Vec<(CampaignId, String)>, u64)> {
    let mut values: Vec<Value> = vec![NATIVE.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let found = has_folded_phrase("id", "folded_name", Some(phrase), &mut values);
    let live = if without_archived { " AND archived_at IS NULL" } else { "" };
    let rows = format!("FROM campaigns WHERE campaign_type = $1 AND deleted_at IS NULL AND {own} AND {found}{live}");
    let sql = format!("SELECT COUNT(*) AS n {rows}");
    let total = conn.row(&sql, values.clone()).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    let first = id_first("id", sought(Some(phrase)));
    let sql = format!("SELECT id, name {rows} ORDER BY {first}id DESC LIMIT {limit} OFFSET {offset}");
    let name = |row: &Row| Ok((CampaignId(row.get("id")?), row.get("name")?));
    let names = conn.rows(&sql, values).await?.iter().map(name).collect::<Result<_>>()?;
    Ok((names, total.unsigned_abs()))
}

/// Makes a native campaign of the owner's.
pub async fn create(tx: &Tx, owner: UserId, settings: &CampaignSettings, wanted: bool) -> Result<CampaignId> {
    insert(tx, owner, settings, wanted, (NATIVE, None), None).await
}

/// Makes a native campaign with the settings of another one: what is closed by now stays with the copy.
pub(super) async fn create_like(
    tx: &Tx,
    source: &Campaign,
    settings: &CampaignSettings,
    wanted: bool,
) -> Result<CampaignId> {
    insert(tx, source.advertiser, settings, wanted, (NATIVE, None), Some(&source.settings)).await
}

/// Makes a campaign of a kind, with its outer name if it has one. What is closed it may have from `like`.
pub(super) async fn insert(
    tx: &Tx,
    owner: UserId,
    settings: &CampaignSettings,
    wanted: bool,
    (kind, uuid): (i64, Option<&str>),
    like: Option<&CampaignSettings>,
) -> Result<CampaignId> {
    check_references(tx, settings, like).await?;
    quotas::check(tx, owner, Thing::Campaign, 1).await?;
    let id = Insert::into("campaigns")
        .set("advertiser_id", owner.0)
        .set("campaign_type", kind)
        .set("uuid", uuid)
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
    check_references(tx, settings, Some(&before.settings)).await?;
    let change = Update::of("campaigns").all(setting_values(settings)?).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "campaign").await?;
    if let Some(push) = &settings.push
        && before.settings.push.as_ref().is_none_or(|before| before.lists != push.lists)
    {
        super::push_parts::set_lists(tx, id, &push.lists).await?;
    }
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, id).await
}

/// A refusal, with what staff have told the owner.
pub(super) fn with_reason(refusal: String, campaign: &Campaign) -> String {
    match campaign.staff_reason.as_str() {
        "" => refusal,
        reason => format!("{refusal}. The network's reason: {reason}"),
    }
}

/// Why the owner's wish is refused; nothing when it is not. A stop means something also while staff hold the campaign: it
/// holds when they let it go on.
fn refusal_of_wish(campaign: &Campaign, wanted: bool, status: CampaignStatus) -> Option<Error> {
    let from = match status {
        CampaignStatus::Archived => status,
        CampaignStatus::Declined if wanted => status,
        _ if wanted && campaign.state.paused_by_staff => CampaignStatus::PausedByStaff,
        _ => return None,
    };
    let wish = if wanted { CampaignStatus::Started } else { CampaignStatus::Stopped };
    Some(match forbidden("campaign", from, wish) {
        Error::Conflict(states) if from != CampaignStatus::Archived => Error::Conflict(with_reason(states, campaign)),
        refusal => refusal,
    })
}

/// Stores the owner's wish to run or not; who stops does it by hand.
pub async fn set_wanted(tx: &Tx, scope: Scope, id: CampaignId, wanted: bool) -> Result<()> {
    set_wanted_for(tx, scope, id, wanted, StopReason::ByHand).await
}

/// Stores the owner's wish to run or not, and why it is stopped.
pub async fn set_wanted_for(tx: &Tx, scope: Scope, id: CampaignId, wanted: bool, reason: StopReason) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if let Some(refusal) = refusal_of_wish(&before, wanted, before.state.status(tx.now())) {
        return Err(refusal);
    }
    // Who starts it wants more than a rule does.
    if wanted && before.state.paused_by_rule {
        write_flag(tx, id, "paused_by_rule", false.into()).await?;
    }
    if before.state.wanted == wanted {
        return Ok(());
    }
    let reason = (!wanted).then_some(i64::from(reason.id()));
    Update::of("campaigns").set("stop_reason", reason).filter("id =", id.0).one(tx, "campaign").await?;
    write_flag(tx, id, "wanted", wanted.into()).await
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

fn setting_values(settings: &CampaignSettings) -> Result<[(&'static str, Value); 15]> {
    Ok([
        ("name", settings.name.clone().into()),
        ("marks", to_json(&settings.marks)?),
        ("folded_marks", folded_marks(&settings.marks).into()),
        ("target", i64::from(settings.target.inner()).into()),
        ("offer_id", settings.offer.map(|offer| offer.0).into()),
        ("categories", to_json(&settings.categories)?),
        ("ad_format_type", settings.ad_format_type.map(|format| i64::from(format.id())).into()),
        ("targeting", to_json(&settings.targeting)?),
        ("traffic_source_id", settings.traffic_source.map(|source| source.0).into()),
        ("daily_limit", micros(settings.daily_limit)),
        ("total_limit", micros(settings.total_limit)),
        ("even_pacing", settings.even_pacing.into()),
        ("folded_name", settings.name.to_lowercase().into()),
        ("schedule", schedule_digits(&settings.targeting.schedule)),
        ("push", settings.push.as_ref().map(to_json).transpose()?.unwrap_or(Value::from(None::<String>))),
    ])
}

/// Marks as lists look for them: in small letters, each between two line breaks, which no mark has.
fn folded_marks(marks: &[String]) -> String {
    if marks.is_empty() {
        return String::new();
    }
    format!("\n{}\n", marks.join("\n").to_lowercase())
}

/// A condition that a campaign has one of some marks, in whatever letters. What it needs is pushed to `values`.
pub(super) fn has_mark(column: &str, marks: &[String], values: &mut Vec<Value>) -> String {
    if marks.is_empty() {
        return "1 = 1".to_owned();
    }
    let found = marks.iter().map(|mark| {
        values.push(like(&format!("\n{mark}\n")).into());
        format!("{column} LIKE ${} ESCAPE '\\'", values.len())
    });
    format!("({})", found.collect::<Vec<_>>().join(" OR "))
}

/// The marks of all campaigns in scope that are not archived, each with how many have it, the most used first.
pub async fn marks(conn: &Conn, scope: Scope) -> Result<Vec<(String, u64)>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!(
        "SELECT marks, COUNT(*) AS n FROM campaigns WHERE {own} AND deleted_at IS NULL \
         AND archived_at IS NULL AND folded_marks <> '' GROUP BY marks LIMIT {MARK_SETS_MAX}"
    );
    let mut counts: HashMap<String, u64> = HashMap::new();
    for row in conn.rows(&sql, values).await? {
        let marks: Vec<String> = read_json(&row, "marks")?;
        let campaigns = row.get::<i64>("n")?.unsigned_abs();
        for mark in marks {
            *counts.entry(mark).or_default() += campaigns;
        }
    }
    let mut found: Vec<(String, u64)> = counts.into_iter().collect();
    found.sort_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    found.truncate(MARKS_LISTED_MAX);
    Ok(found)
}

/// Refuses what there is not, and what is closed unless it stood in the settings before.
async fn check_references(conn: &Conn, settings: &CampaignSettings, before: Option<&CampaignSettings>) -> Result<()> {
    let kept = before.map_or(&[][..], |before| &before.categories);
    dictionaries::check_categories(conn, "categories", &settings.categories, kept).await?;
    let kept = before.and_then(|before| before.offer);
    if let Some(offer) = settings.offer.filter(|offer| Some(*offer) != kept) {
        let offers = dictionaries::offers(conn).await?;
        if !offers.iter().any(|o| o.id == offer) {
            return Err(Error::Invalid { field: "offer_id", message: "is not an offer".to_owned() });
        }
    }
    let kept = before.and_then(|before| before.traffic_source);
    if let Some(source) = settings.traffic_source.filter(|source| Some(*source) != kept) {
        let known = dictionaries::traffic_sources(conn).await?;
        let message = match known.iter().find(|entry| entry.id == source.0) {
            Some(entry) if entry.is_active => return Ok(()),
            Some(entry) => format!("is {}, which is closed", entry.name),
            None => "is not a traffic source".to_owned(),
        };
        return Err(Error::Invalid { field: "traffic_source_id", message });
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
