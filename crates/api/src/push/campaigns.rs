//! Push campaigns: list, make, read, change.

use super::ages_and_caps::{PushCap, SubscriptionDays};
use super::campaign_form::PushCampaignForm;
use super::figures::PushFigures;
use super::list::{PushList, PushListKind, PushListParams, PushListQuery, group_of, push_page};
use super::names::{new_uuid, of_field, of_path};
use super::reach::{PushReachResource, audience_of, count};
use crate::advertiser::stat_list::{ListKind, unknown_order_of};
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::TargetingFields;
use crate::dictionaries::words::{CampaignStatusId, CampaignTypeId, PacingName, PushTargetId, PushUuid, StopReasonId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::format::CampaignType;
use placard_model::push::PushSettings;
use placard_model::status::{CampaignStatus, StopReason};
use placard_model::targeting::Pacing;
use placard_model::{CampaignId, Money, UnixMs};
use placard_stats::{Dimension, View};
use placard_store::accounts::audit_log;
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::{listed, push};
use placard_store::lists::Shape;
use placard_store::{Conn, Error, Priority, Scope};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// The most push campaigns whose subscribers are counted at once.
pub(crate) const REACHES_MAX: usize = 200;

/// A push campaign.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PushCampaign)]
pub struct PushCampaignResource {
    /// The campaign.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Its number, as in statistics.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Its owner's labels.
    pub marks: Vec<String>,
    /// Push.
    #[schema(value_type = CampaignTypeId)]
    pub campaign_type_id: u8,
    /// Shown status.
    #[schema(value_type = CampaignStatusId)]
    pub status_id: u8,
    /// The same.
    #[schema(value_type = CampaignStatusId)]
    pub status: u8,
    /// Why it was stopped; null while its owner wants it to run.
    #[schema(value_type = Option<StopReasonId>)]
    pub substatus_id: Option<u8>,
    /// Why staff paused or declined it; null while they do neither.
    pub staff_reason: Option<String>,
    /// Whether its owner wants it to run.
    pub is_started_wanted: bool,
    /// What it leads to.
    #[schema(value_type = PushTargetId)]
    pub target_id: u8,
    /// What it advertises; the first counts in statistics.
    pub categories: Vec<i64>,
    /// Whom it is for.
    #[serde(flatten)]
    pub targeting: TargetingFields,
    /// Ages of subscriptions; null: all.
    pub subscription_age: Option<SubscriptionDays>,
    /// How often one subscriber gets each of its ads; null: as often as the site allows.
    pub frequency_cap: Option<PushCap>,
    /// Sites whose subscribers get none of its ads.
    pub blacklist_sites: Vec<i64>,
    /// Blocks whose subscribers get none of its ads.
    pub blacklist_blocks: Vec<i64>,
    /// At most so much a UTC day, in dollars.
    #[schema(value_type = Option<f64>)]
    pub daily_money_limit: Option<Money>,
    /// At most so much at all, in dollars.
    #[schema(value_type = Option<f64>)]
    pub total_money_limit: Option<Money>,
    /// How fast the daily limit is spent.
    #[schema(value_type = PacingName)]
    pub pacing: Pacing,
    /// Ads that are not archived.
    pub ads_count: u64,
    /// Ads whose shown status is started.
    pub running_ads_count: u64,
    /// Spent on today's clicks, in dollars.
    #[schema(value_type = f64)]
    pub spent_today: Money,
    /// Spent at all, in dollars.
    #[schema(value_type = f64)]
    pub spent_total: Money,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it was changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
    /// Figures of the list's days; null outside of lists.
    pub statistic: Option<PushFigures>,
    /// Subscribers that it is for; null unless a list was asked for it.
    pub reach: Option<PushReachResource>,
    /// Send it back with changes, so that a stale edit is noticed.
    pub version: i64,
}

/// Ads of campaigns: all that are not archived, and those that would run if their campaign did.
pub(crate) struct AdCounts {
    all: HashMap<CampaignId, u64>,
    ready: HashMap<CampaignId, u64>,
}

impl AdCounts {
    /// Those of some campaigns.
    pub(super) async fn of(conn: &Conn, scope: Scope, ids: &[CampaignId]) -> placard_store::Result<Self> {
        Ok(Self {
            all: push::ad_counts(conn, scope, ids).await?,
            ready: listed::ready_in_campaigns(conn, scope, ids).await?,
        })
    }
}

impl PushCampaignResource {
    /// A stored campaign, as the API shows it.
    pub(super) fn new(campaign: &Campaign, counts: &AdCounts, statistic: Option<PushFigures>, now: UnixMs) -> Self {
        let Campaign { settings, state, .. } = campaign;
        let PushSettings { targeting, lists } = settings.push.clone().unwrap_or_default();
        let status = state.status(now);
        let count = |counts: &HashMap<CampaignId, u64>| counts.get(&campaign.id).copied().unwrap_or(0);
        Self {
            uuid: campaign.uuid.clone().unwrap_or_default(),
            id: campaign.id.0,
            name: settings.name.clone(),
            marks: settings.marks.clone(),
            campaign_type_id: CampaignType::Push.id(),
            status_id: status.id(),
            status: status.id(),
            substatus_id: substatus(campaign).map(StopReason::id),
            staff_reason: Some(campaign.staff_reason.clone()).filter(|reason| !reason.is_empty()),
            is_started_wanted: state.wanted,
            target_id: settings.target.push_id(),
            categories: settings.categories.iter().map(|category| category.0).collect(),
            targeting: TargetingFields::new(&settings.targeting),
            subscription_age: targeting
                .subscription_age
                .map(|age| SubscriptionDays { from_days: age.from_days, to_days: age.to_days }),
            frequency_cap: targeting.frequency_cap.map(|cap| PushCap { shows: cap.shows, hours: cap.hours }),
            blacklist_sites: lists.blacklist_sites.iter().map(|id| id.0).collect(),
            blacklist_blocks: lists.blacklist_blocks.iter().map(|id| id.0).collect(),
            daily_money_limit: settings.daily_limit,
            total_money_limit: settings.total_limit,
            pacing: if settings.even_pacing { Pacing::Even } else { Pacing::Asap },
            ads_count: count(&counts.all),
            running_ads_count: if status == CampaignStatus::Started { count(&counts.ready) } else { 0 },
            spent_today: state.spent_today,
            spent_total: state.spent_total,
            created_at: campaign.created_at,
            updated_at: campaign.updated_at,
            statistic,
            reach: None,
            version: campaign.version,
        }
    }
}

/// Why a campaign does not run: a pause by staff, its owner's stop, or a pause by a rule, as the shown status has it.
fn substatus(campaign: &Campaign) -> Option<StopReason> {
    if campaign.state.paused_by_staff {
        return Some(StopReason::ByStaff);
    }
    campaign.stop_reason.or(campaign.state.paused_by_rule.then_some(StopReason::ByRule))
}

/// Lists of push campaigns.
struct PushCampaignList;

impl ListKind for PushCampaignList {
    const SHAPE: &'static Shape = &listed::CAMPAIGNS;
    const DIMENSION: Dimension = Dimension::Campaign;
    const VIEW: View = View::Advertiser;

    fn group_of(status: u8) -> u8 {
        group_of(status)
    }

    fn unknown_order() -> String {
        unknown_order_of(Self::SHAPE)
    }
}

impl PushListKind for PushCampaignList {
    const SEARCH: &'static str = "campaign";
    const ORDER: &'static str = "running_ads_count";
    const NAME: &'static str = "list_push_campaigns";
    const HAS_REACH: bool = true;
}

/// The caller's push campaigns. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api-push-proxy/campaigns", tag = "push", params(PushListParams<PushCampaignList>),
    responses((status = 200, body = PushList<PushCampaignResource>)))]
pub async fn list_push_campaigns(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<PushListQuery>,
) -> Result<Json<PushList<PushCampaignResource>>, Problem> {
    let (scope, now) = (advertiser.scope(), app.clock.now());
    let named = query.phrase(PushCampaignList::SEARCH)?.and_then(|phrase| Uuid::try_parse(phrase).ok());
    let listed = match named {
        // A UUID names one campaign; a phrase is looked for in the numbers and names of all.
        Some(uuid) => {
            let found = app
                .store
                .read("find_push_campaign", async move |conn| match push::campaign_of(conn, scope, uuid).await {
                    Ok(id) => Ok(Some(id)),
                    Err(Error::NotFound(_)) => Ok(None),
                    Err(error) => Err(error),
                })
                .await?;
            listed::campaigns_of_ids(scope, &[found.unwrap_or(CampaignId(0))], now)
        }
        None => listed::campaigns(scope, &[CampaignType::Push], query.phrase(PushCampaignList::SEARCH)?, &[], now),
    };
    let with_reach = query.with_reach;
    let page = push_page::<PushCampaignList>(&app, advertiser.id(), query, listed).await?;
    let ids: Vec<CampaignId> = page.ids.iter().copied().map(CampaignId).collect();
    if with_reach && ids.len() > REACHES_MAX {
        return Err(Problem::field("with_reach", format!("is for pages of at most {REACHES_MAX} rows")));
    }
    let (found, counts) = app
        .store
        .read("list_push_campaigns", async move |conn| {
            let found = campaigns::by_ids(conn, scope, &ids).await?;
            Ok((found, AdCounts::of(conn, scope, &ids).await?))
        })
        .await?;
    let (mut reaches, mut total_reach) = (HashMap::new(), None);
    if with_reach {
        let (shown, audiences): (Vec<CampaignId>, Vec<_>) =
            found.iter().map(|(id, campaign)| (*id, audience_of(&campaign.settings))).unzip();
        let counted = count(&app, advertiser.id(), audiences).await?;
        total_reach = page.is_whole().then(|| PushReachResource::new(counted.together));
        reaches.extend(shown.into_iter().zip(counted.each));
    }
    let list = page.into_list(|id, figures| {
        let id = CampaignId(id);
        let campaign = found.get(&id)?;
        let reach = reaches.get(&id).copied().map(PushReachResource::new);
        Some(PushCampaignResource { reach, ..PushCampaignResource::new(campaign, &counts, Some(figures), now) })
    });
    Ok(Json(PushList { total_reach, ..list }))
}

/// A push campaign with what its resource needs.
pub(crate) async fn load(conn: &Conn, scope: Scope, id: CampaignId) -> placard_store::Result<PushCampaignResource> {
    let campaign = campaigns::get(conn, scope, id).await?;
    let counts = AdCounts::of(conn, scope, &[id]).await?;
    Ok(PushCampaignResource::new(&campaign, &counts, None, conn.now()))
}

/// Makes a push campaign. It waits for the moderation of its first ad.
#[utoipa::path(post, path = "/api-push-proxy/campaigns", tag = "push", request_body = PushCampaignForm,
    responses((status = 201, body = Data<PushCampaignResource>)))]
pub async fn create_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<PushCampaignForm>,
) -> Result<(StatusCode, Json<Data<PushCampaignResource>>), Problem> {
    let copied = form.copy_ads_of.as_deref().map(|text| of_field("copy_ads_of", text)).transpose()?;
    let settings = form.read(&app, advertiser.id().0, None)?;
    let (owner, scope, actor) = (advertiser.id(), advertiser.scope(), advertiser.actor());
    let (uuid, trusted, state) = (new_uuid(&app), advertiser.user.is_trusted, app.clone());
    let resource = app
        .store
        .write("create_push_campaign", Priority::Api, async move |tx| {
            let id = push::create_campaign(tx, owner, &settings, uuid, true).await?;
            if let Some(copied) = copied {
                let from = push::campaign_of(tx, scope, copied).await?;
                push::copy_ads(tx, scope, from, id, trusted, || new_uuid(&state)).await?;
            }
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "create_push_campaign", "campaign", id, None::<&()>, Some(&after))
                .await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// A push campaign.
#[utoipa::path(get, path = "/api-push-proxy/campaigns/{uuid}", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushCampaignResource>)))]
pub async fn get_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushCampaignResource>>, Problem> {
    let (scope, uuid) = (advertiser.scope(), of_path(&uuid)?);
    let found = app
        .store
        .read("get_push_campaign", async move |conn| {
            let id = push::campaign_of(conn, scope, uuid).await?;
            load(conn, scope, id).await
        })
        .await?;
    Ok(data(found))
}

/// Replaces the settings of a push campaign.
#[utoipa::path(put, path = "/api-push-proxy/campaigns/{uuid}", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), request_body = PushCampaignForm,
    responses((status = 200, body = Data<PushCampaignResource>)))]
pub async fn update_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
    Json(form): Json<PushCampaignForm>,
) -> Result<Json<Data<PushCampaignResource>>, Problem> {
    let (scope, actor, uuid) = (advertiser.scope(), advertiser.actor(), of_path(&uuid)?);
    // Whose it is comes first: the form of a stranger's campaign is not worth a message.
    let held = app
        .store
        .read("update_push_campaign", async move |conn| {
            let id = push::campaign_of(conn, scope, uuid).await?;
            campaigns::get(conn, scope, id).await
        })
        .await?;
    let (id, version) = (held.id, form.version);
    if form.copy_ads_of.is_some() {
        return Err(Problem::field("copy_ads_of", "is for a new campaign"));
    }
    let settings = form.read(&app, advertiser.id().0, Some(&held.settings))?;
    let resource = app
        .store
        .write("update_push_campaign", Priority::Api, async move |tx| {
            let before = load(tx, scope, id).await?;
            campaigns::update(tx, scope, id, &settings, version).await?;
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "update_push_campaign", "campaign", id, Some(&before), Some(&after))
                .await?;
            Ok(after)
        })
        .await?;
    Ok(data(resource))
}
