//! Campaigns, groups and ads as the engine takes them.
//!
//! What is missing from an answer is not in the inventory: the feed takes it out of the engine.

use super::ads::{ADS, Ad};
use super::coefficients::{self, Coefficients};
use super::{in_list, sources};
use crate::conn::{Conn, Row, Value, readable};
use crate::error::{Error, Result};
use placard_model::format::{CampaignType, Target};
use placard_model::inventory::{AdDims, AdSpec, CampaignSpec, Creative, GroupSpec};
use placard_model::push::PushSettings;
use placard_model::targeting::Targeting;
use placard_model::time::DAY_MS;
use placard_model::{AdId, CampaignId, CategoryId, GroupId, OfferId, TrafficSourceId, UserId};
use std::collections::HashMap;

/// How long what was archived or deleted stays known, unwanted, so that what was learned of it is there when it comes
/// back.
pub const AFTERLIFE_MS: i64 = DAY_MS;
/// How long clicks on ads that can be shown no more are led on: as long as the keys of their tokens hold (8 days after
/// their own), with the time that the inventory may be behind.
pub const LANDINGS_KEPT_MS: i64 = 10 * DAY_MS;
/// Ads of one question for landing pages.
const LANDINGS_PER_PAGE: i64 = 10_000;

fn live(conn: &Conn, table: &str, values: &mut Vec<Value>) -> String {
    values.push(conn.now().plus_ms(-AFTERLIFE_MS).0.into());
    let since = values.len();
    format!(
        "({table}.deleted_at IS NULL OR {table}.deleted_at > ${since}) \
         AND ({table}.archived_at IS NULL OR {table}.archived_at > ${since})"
    )
}

fn named(ids: Option<impl IntoIterator<Item = i64>>, column: &str, values: &mut Vec<Value>) -> String {
    match ids {
        Some(ids) => in_list(column, ids, values),
        None => "1 = 1".to_owned(),
    }
}

fn is_gone(row: &Row) -> Result<bool> {
    Ok(row.get::<Option<i64>>("deleted_at")?.is_some() || row.get::<Option<i64>>("archived_at")?.is_some())
}

async fn coefficients_by_owner(
    conn: &Conn,
    owner_kind: i64,
    owners: Option<Vec<i64>>,
) -> Result<HashMap<i64, Coefficients>> {
    if let Some(owners) = owners {
        return coefficients::of_many(conn, owner_kind, &owners).await;
    }
    let mut by_owner: HashMap<i64, Coefficients> = HashMap::new();
    for (owner, coefficient) in coefficients::all(conn, owner_kind).await? {
        by_owner.entry(owner).or_default().push(coefficient);
    }
    Ok(by_owner)
}

/// Campaigns of both kinds: those named, or all.
pub async fn campaigns(conn: &Conn, ids: Option<&[CampaignId]>) -> Result<Vec<CampaignSpec>> {
    let named_ids = ids.map(|ids| ids.iter().map(|id| id.0).collect());
    let mut coefficients = coefficients_by_owner(conn, 1, named_ids).await?;
    let mut sources = sources::of_many(conn, ids).await?;
    let mut values = Vec::new();
    let live = live(conn, "c", &mut values);
    let named = named(ids.map(|ids| ids.iter().map(|id| id.0)), "c.id", &mut values);
    let sql = format!(
        "SELECT c.*, u.status_id AS user_status_id FROM campaigns c JOIN users u ON u.id = c.advertiser_id \
         WHERE {live} AND {named}"
    );
    conn.rows(&sql, values)
        .await?
        .iter()
        .map(|row| {
            let id: i64 = row.get("id")?;
            let target: i64 = row.get("target")?;
            let mut targeting: Targeting = super::read_json(row, "targeting")?;
            targeting.traffic_sources.extend(row.get::<Option<i64>>("traffic_source_id")?.map(TrafficSourceId));
            let push: Option<PushSettings> = match row.get::<Option<String>>("push")? {
                Some(_) => Some(super::read_json(row, "push")?),
                None => None,
            };
            Ok(CampaignSpec {
                id: CampaignId(id),
                campaign_type: campaign_type(row)?,
                name: row.get("name")?,
                advertiser: UserId(row.get("advertiser_id")?),
                target: Target::from_inner(target).ok_or_else(|| Error::Corrupt(format!("target {target}")))?,
                offer: OfferId(row.get::<Option<i64>>("offer_id")?.unwrap_or(0)),
                categories: super::read_json(row, "categories")?,
                wanted: row.get("wanted")?
                    && matches!(row.get::<i64>("user_status_id")?, 1 | 3)
                    && !row.get::<bool>("declined")?
                    && !row.get::<bool>("paused_by_staff")?
                    && !row.get::<bool>("paused_by_rule")?
                    && !is_gone(row)?,
                targeting,
                push: push.map(|push| push.targeting).unwrap_or_default(),
                daily_limit: super::optional_money(row, "daily_limit")?,
                total_limit: super::optional_money(row, "total_limit")?,
                even_pacing: row.get("even_pacing")?,
                sources: sources.remove(&CampaignId(id)).unwrap_or_default(),
                coefficients: coefficients.remove(&id).unwrap_or_default(),
            })
        })
        .filter_map(readable)
        .collect()
}

fn campaign_type(row: &Row) -> Result<CampaignType> {
    let kind: i64 = row.get("campaign_type")?;
    CampaignType::from_id(kind).ok_or_else(|| Error::Corrupt(format!("campaign_type {kind}")))
}

/// Groups: those named, or all.
pub async fn groups(conn: &Conn, ids: Option<&[GroupId]>) -> Result<Vec<GroupSpec>> {
    let named_ids = ids.map(|ids| ids.iter().map(|id| id.0).collect());
    let mut coefficients = coefficients_by_owner(conn, 2, named_ids).await?;
    let mut values = Vec::new();
    let live = live(conn, "g", &mut values);
    let named = named(ids.map(|ids| ids.iter().map(|id| id.0)), "g.id", &mut values);
    let sql = format!("SELECT g.* FROM ad_groups g WHERE {live} AND {named}");
    conn.rows(&sql, values)
        .await?
        .iter()
        .map(|row| {
            let id: i64 = row.get("id")?;
            Ok(GroupSpec {
                id: GroupId(id),
                campaign: CampaignId(row.get("campaign_id")?),
                wanted: row.get("wanted")?
                    && !row.get::<bool>("paused_by_staff")?
                    && !row.get::<bool>("paused_by_rule")?
                    && !is_gone(row)?,
                targeting: super::read_json(row, "targeting")?,
                lists: super::read_json(row, "lists")?,
                coefficients: coefficients.remove(&id).unwrap_or_default(),
            })
        })
        .filter_map(readable)
        .collect()
}

/// Where a click on an ad leads that may be shown no more, and whose the ad is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The ad.
    pub ad: AdId,
    /// Whose it is.
    pub dims: AdDims,
    /// Landing page with macros, as it was approved last.
    pub url: String,
    /// Title as it was approved last.
    pub title: String,
    /// Name of the campaign.
    pub campaign_name: String,
}

/// Landing pages of ads that were shown and may be shown no more: archived, deleted, edited or rejected, or their group
/// or campaign archived or deleted, at most [`LANDINGS_KEPT_MS`] ago. Those named, or all after an ad by number, a page
/// at a time.
pub async fn landings(conn: &Conn, which: LandingsOf<'_>) -> Result<Vec<Landing>> {
    let mut values: Vec<Value> = vec![conn.now().plus_ms(-LANDINGS_KEPT_MS).0.into()];
    let named = match which {
        LandingsOf::Ads(ids) => in_list("a.id", ids.iter().map(|id| id.0), &mut values),
        LandingsOf::After(last) => {
            values.push(last.0.into());
            "a.id > $2".to_owned()
        }
    };
    let lately = |column: &str| format!("({column} IS NULL OR {column} > $1)");
    let gone = ["a.archived_at", "a.deleted_at", "g.archived_at", "g.deleted_at", "c.archived_at", "c.deleted_at"];
    let all_lately = gone.map(lately).join(" AND ");
    let any_gone = gone.map(|column| format!("{column} IS NOT NULL")).join(" OR ");
    let sql = format!(
        "SELECT a.id, a.group_id, a.campaign_id, c.campaign_type, c.advertiser_id, c.target, c.offer_id, c.categories, \
         c.name AS campaign_name, \
         CASE WHEN a.review = 5 THEN a.original_url ELSE a.left_url END AS url, \
         CASE WHEN a.review = 5 THEN a.title ELSE a.left_title END AS shown_title \
         FROM ads a JOIN ad_groups g ON g.id = a.group_id JOIN campaigns c ON c.id = a.campaign_id \
         WHERE {named} AND {all_lately} AND ((a.review = 5 AND ({any_gone})) OR (a.review <> 5 AND a.left_at > $1)) \
         ORDER BY a.id LIMIT {LANDINGS_PER_PAGE}"
    );
    conn.rows(&sql, values)
        .await?
        .iter()
        .map(|row| {
            let target: i64 = row.get("target")?;
            let categories: Vec<CategoryId> = super::read_json(row, "categories")?;
            Ok(Landing {
                ad: AdId(row.get("id")?),
                dims: AdDims {
                    campaign_type: campaign_type(row)?,
                    advertiser: UserId(row.get("advertiser_id")?),
                    campaign: CampaignId(row.get("campaign_id")?),
                    group: GroupId(row.get("group_id")?),
                    target: Target::from_inner(target).ok_or_else(|| Error::Corrupt(format!("target {target}")))?,
                    offer: OfferId(row.get::<Option<i64>>("offer_id")?.unwrap_or(0)),
                    category: categories.first().copied().unwrap_or(CategoryId(0)),
                },
                url: row.get("url")?,
                title: row.get("shown_title")?,
                campaign_name: row.get("campaign_name")?,
            })
        })
        .collect()
}

/// Whose landing pages.
#[derive(Clone, Copy, Debug)]
pub enum LandingsOf<'a> {
    /// Of these ads.
    Ads(&'a [AdId]),
    /// Of all ads with a higher number.
    After(AdId),
}

/// Approved ads: those named, or all. Pictures are given as their paths on the server.
pub async fn ads(conn: &Conn, ids: Option<&[AdId]>) -> Result<Vec<AdSpec>> {
    let mut values = Vec::new();
    let live = live(conn, "a", &mut values);
    let named = named(ids.map(|ids| ids.iter().map(|id| id.0)), "a.id", &mut values);
    let sql = format!("SELECT {ADS} WHERE a.review = 5 AND {live} AND {named}");
    conn.rows(&sql, values)
        .await?
        .iter()
        .map(|row| {
            let Ad { id, group, settings, state, .. } = Ad::read(row)?;
            let path = |picture: Option<super::ads::PictureRef>| picture.map(|p| format!("/m/{}.webp", p.hash));
            Ok(AdSpec {
                id,
                group,
                wanted: state.wanted && state.halts == 0 && !is_gone(row)?,
                formats: settings.formats,
                bid: settings.bid,
                frequency_cap: settings.frequency_cap,
                creative: Creative {
                    title: settings.title,
                    description: settings.short_description,
                    full_text: settings.full_text,
                    brand: settings.brand,
                    landing_url: settings.original_url,
                    image_square: path(settings.square),
                    image_horizontal: path(settings.horizontal),
                    push: settings.push,
                },
            })
        })
        .filter_map(readable)
        .collect()
}
