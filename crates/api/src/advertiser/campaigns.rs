//! Campaigns: those of both kinds are listed, read and deleted; native ones are made and changed.

pub mod campaign_actions;
pub mod campaigns_bulk;

use crate::advertiser::stat_list::{Defaults, ListKind, list_page, unknown_order_of};
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::{CoefficientEntry, TargetingFields, form_with_targeting, read_each};
use crate::dictionaries::words::{CampaignStatusId, CampaignTypeId, Id, NativeFormatId, PacingName, TargetId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, ListParams, ListQuery, ROWS_MAX, data};
use crate::state::{Api, ApiState};
use crate::statistics::metrics::Metrics;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::status::CampaignStatus;
use placard_model::targeting::Pacing;
use placard_model::{CampaignId, CategoryId, Money, OfferId, TrafficSourceId, UnixMs, bid, validate};
use placard_stats::{Dimension, View};
use placard_store::accounts::audit_log;
use placard_store::accounts::users::User;
use placard_store::advertising::campaigns::{self, Campaign, CampaignSettings};
use placard_store::advertising::coefficients::{self, Coefficients, Owner};
use placard_store::advertising::listed;
use placard_store::lists::Shape;
use placard_store::{Conn, Priority, Scope};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Rows of a page.
const PAGE_ROWS: u32 = 50;
/// The most categories of a campaign.
pub(crate) const CATEGORIES_MAX: usize = 20;
/// The type of native campaigns in the API.
pub(crate) const NATIVE: u8 = CampaignType::Native.id();

/// The most labels of a campaign.
pub(crate) const MARKS_MAX: usize = 10;
/// The most characters of one.
pub(crate) const MARK_CHARS_MAX: usize = 30;

/// What a campaign leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContentType {
    /// The target.
    #[schema(value_type = TargetId)]
    pub id: u8,
    /// What people call it.
    #[schema(value_type = String)]
    pub name: &'static str,
}

/// A campaign.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Campaign)]
pub struct CampaignResource {
    /// The campaign.
    pub id: i64,
    /// The name of a push campaign in the push API; null of native ones.
    pub uuid: Option<String>,
    /// Name.
    pub name: String,
    /// The owner's labels.
    pub marks: Vec<String>,
    /// Native or push.
    #[schema(value_type = CampaignTypeId)]
    pub campaign_type_id: u8,
    /// Shown status.
    #[schema(value_type = CampaignStatusId)]
    pub status: u8,
    /// Whether its owner wants it to run.
    pub is_started_wanted: bool,
    /// Why staff paused or declined it; null while they do neither.
    pub staff_reason: Option<String>,
    /// What it leads to, by the numbers of this API for campaigns of both kinds.
    #[schema(value_type = TargetId)]
    pub target_id: u8,
    /// The same, with its name.
    pub content_type: ContentType,
    /// Promoted offer.
    pub offer_id: Option<i64>,
    /// What it advertises; the first counts in statistics.
    pub categories: Vec<i64>,
    /// The format that the form of a new ad opens with where its group has none.
    #[schema(value_type = Option<NativeFormatId>)]
    pub ad_format_type_id: Option<u8>,
    /// Whom it is for.
    #[serde(flatten)]
    pub targeting: TargetingFields,
    /// The only traffic source wanted.
    pub traffic_source_id: Option<i64>,
    /// Multipliers of the bid by source.
    pub coefficients: Vec<CoefficientEntry>,
    /// At most so much a UTC day, in dollars.
    #[schema(value_type = Option<f64>)]
    pub daily_money_limit: Option<Money>,
    /// At most so much at all, in dollars.
    #[schema(value_type = Option<f64>)]
    pub total_money_limit: Option<Money>,
    /// How fast the daily limit is spent.
    #[schema(value_type = PacingName)]
    pub pacing: Pacing,
    /// Ads whose shown status is started.
    pub ad_started_count: u64,
    /// The same.
    pub running_ads_count: u64,
    /// Spent on today's clicks, in dollars.
    #[schema(value_type = f64)]
    pub spent_today: Money,
    /// Spent at all, in dollars.
    #[schema(value_type = f64)]
    pub spent_total: Money,
    /// Metrics of the list's days; null without `is_show_stats=1`.
    pub statistic: Option<Metrics>,
    /// Send it back with changes, so that a stale edit is noticed.
    pub version: i64,
}

impl CampaignResource {
    /// A stored campaign, as the API shows it.
    pub fn new(campaign: &Campaign, started_ads: u64, statistic: Option<Metrics>, now: UnixMs) -> Self {
        let Campaign { settings, state, .. } = campaign;
        Self {
            id: campaign.id.0,
            uuid: campaign.uuid.clone(),
            name: settings.name.clone(),
            marks: settings.marks.clone(),
            campaign_type_id: u8::try_from(campaign.campaign_type).unwrap_or(NATIVE),
            status: state.status(now).id(),
            is_started_wanted: state.wanted,
            staff_reason: Some(campaign.staff_reason.clone()).filter(|reason| !reason.is_empty()),
            target_id: settings.target.native_id(),
            content_type: ContentType { id: settings.target.native_id(), name: settings.target.name() },
            offer_id: settings.offer.map(|offer| offer.0),
            categories: settings.categories.iter().map(|category| category.0).collect(),
            ad_format_type_id: settings.ad_format_type.map(BlockFormat::id),
            targeting: TargetingFields::new(&settings.targeting),
            traffic_source_id: settings.traffic_source.map(|source| source.0),
            coefficients: campaign.coefficients.iter().map(CoefficientEntry::new).collect(),
            daily_money_limit: settings.daily_limit,
            total_money_limit: settings.total_limit,
            pacing: if settings.even_pacing { Pacing::Even } else { Pacing::Asap },
            ad_started_count: started_ads,
            running_ads_count: started_ads,
            spent_today: state.spent_today,
            spent_total: state.spent_total,
            statistic,
            version: campaign.version,
        }
    }
}

form_with_targeting! {
    /// What the owner of a campaign sets. A PUT replaces all of it, except for coefficients and labels when they are omitted.
    pub struct CampaignForm {
        /// Name, 1 to 200 characters.
        pub name: String,
        /// Labels to find it by, each of 1 to 30 characters. Omitted: as they are.
        #[serde(default)]
        pub marks: Option<Vec<String>>,
        /// 1 native; push campaigns have calls of their own.
        #[serde(default)]
        #[schema(minimum = 1, maximum = 1)]
        pub campaign_type_id: Option<u8>,
        /// What it leads to.
        #[schema(value_type = TargetId)]
        pub target_id: u8,
        /// Promoted offer; for users with extended permissions.
        #[serde(default)]
        pub offer_id: Option<i64>,
        /// What it advertises; the first counts in statistics.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub categories: Vec<i64>,
        /// The format that the form of a new ad opens with where its group has none.
        #[serde(default)]
        #[schema(value_type = Option<NativeFormatId>)]
        pub ad_format_type_id: Option<u8>,
        /// The only traffic source wanted.
        #[serde(default)]
        pub traffic_source_id: Option<i64>,
        /// Multipliers of the bid by source. Omitted: as they are.
        #[serde(default)]
        pub coefficients: Option<Vec<CoefficientEntry>>,
        /// At most so much a UTC day, in dollars, within the limits of the site's settings.
        #[serde(default)]
        #[schema(value_type = Option<f64>)]
        pub daily_money_limit: Option<Money>,
        /// At most so much at all, in dollars, within the limits of the site's settings.
        #[serde(default)]
        #[schema(value_type = Option<f64>)]
        pub total_money_limit: Option<Money>,
        /// How fast the daily limit is spent.
        #[serde(default)]
        #[schema(value_type = PacingName)]
        pub pacing: Pacing,
        /// The version that the change is made from.
        #[serde(default)]
        pub version: Option<i64>,
    }
}

/// Reads labels: each once, in whatever letters it is written again.
pub(crate) fn read_marks(sent: &[String], errors: &mut FieldErrors) -> Vec<String> {
    if sent.len() > MARKS_MAX {
        errors.add("marks", format!("must have at most {MARKS_MAX} entries"));
        return Vec::new();
    }
    let mut marks: Vec<String> = Vec::new();
    for (at, mark) in sent.iter().enumerate() {
        match validate::line(mark, 1, MARK_CHARS_MAX) {
            Ok(mark) if marks.iter().any(|known| known.to_lowercase() == mark.to_lowercase()) => {}
            Ok(mark) => marks.push(mark.to_owned()),
            Err(message) => errors.add(format!("marks.{at}"), message),
        }
    }
    marks
}

impl CampaignForm {
    /// `held` is what the campaign has: limits that were agreed to stay as they are.
    pub(crate) fn read(
        mut self,
        app: &Api,
        user: &User,
        held: Option<&CampaignSettings>,
    ) -> Result<(CampaignSettings, Option<Coefficients>), Problem> {
        let (settings, mut errors) = (app.settings.get(), FieldErrors::default());
        let (least, most) = (settings.limits.minimum, settings.limits.maximum);
        let name = match validate::name(&self.name) {
            Ok(name) => name.to_owned(),
            Err(message) => {
                errors.add("name", message);
                String::new()
            }
        };
        errors.check("campaign_type_id", self.campaign_type_id.is_none_or(|id| id == NATIVE), "must be 1 (native)");
        let target = Target::from_native_id(i64::from(self.target_id));
        errors.check("target_id", target.is_some(), "must be 1 (commodity) or 2 (news)");
        let offer = self.offer_id.map(OfferId);
        // What its owner may not set any more stays all the same.
        let keeps_offer = held.is_some_and(|held| held.offer == offer);
        errors.check(
            "offer_id",
            offer.is_none() || keeps_offer || user.has_extended_permissions(),
            "is for users with extended permissions only",
        );
        for (field, limit, held) in [
            ("daily_money_limit", self.daily_money_limit, held.and_then(|held| held.daily_limit)),
            ("total_money_limit", self.total_money_limit, held.and_then(|held| held.total_limit)),
        ] {
            let Some(limit) = limit else { continue };
            let is_taken = (least..=most).contains(&limit) || held == Some(limit);
            errors.check(field, is_taken, format!("must be {least} to {most}"));
            errors.check(field, bid::has_at_most_decimals(limit, 2), "must have at most 2 decimals");
        }
        let format = self.ad_format_type_id.map(|id| BlockFormat::from_native_id(i64::from(id)));
        errors.check("ad_format_type_id", format != Some(None), "must be 1, 2, 4, 8 or 16");
        let marks = match &self.marks {
            Some(sent) => read_marks(sent, &mut errors),
            None => held.map(|held| held.marks.clone()).unwrap_or_default(),
        };
        let targeting = self.take_targeting().read(app, user.id.0, &mut errors);
        let categories = read_each(&mut errors, "categories", &self.categories, CATEGORIES_MAX, "a category", |id| {
            (*id > 0).then_some(CategoryId(*id))
        });
        let coefficients =
            self.coefficients.as_ref().map(|entries| CoefficientEntry::read_all(entries, "coefficients", &mut errors));
        errors.finish()?;
        let settings = CampaignSettings {
            name,
            marks,
            target: target.unwrap_or(Target::Commodity),
            offer,
            categories,
            ad_format_type: format.flatten(),
            targeting,
            traffic_source: self.traffic_source_id.map(TrafficSourceId),
            daily_limit: self.daily_money_limit,
            total_limit: self.total_money_limit,
            even_pacing: self.pacing == Pacing::Even,
            push: None,
        };
        Ok((settings, coefficients))
    }
}

/// Lists of campaigns.
struct CampaignList;

impl ListKind for CampaignList {
    const SHAPE: &'static Shape = &listed::CAMPAIGNS;
    const DIMENSION: Dimension = Dimension::Campaign;
    const VIEW: View = View::Advertiser;

    fn group_of(status: u8) -> u8 {
        CampaignStatus::from_id(i64::from(status)).map_or(status, |status| status.group().id())
    }

    fn campaign_types() -> Vec<u8> {
        CampaignType::IDS.to_vec()
    }

    fn unknown_order() -> String {
        unknown_order_of(Self::SHAPE)
    }

    const HAS_MARKS: bool = true;
}

/// The caller's campaigns, native and push, or those of one kind. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api/advertiser/campaigns", tag = "advertiser", params(ListParams<CampaignList>),
    responses((status = 200, body = List<CampaignResource>)))]
pub async fn list_campaigns(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<ListQuery>,
) -> Result<Json<List<CampaignResource>>, Problem> {
    let (scope, now) = (advertiser.scope(), app.clock.now());
    let defaults =
        Defaults { name: "list_campaigns", rows: PAGE_ROWS, max_rows: ROWS_MAX, order_by: "running_ads_count" };
    let kinds = query.filters.campaign_types()?;
    let listed = listed::campaigns(scope, &kinds, query.search()?, query.marks()?, now);
    let page = list_page::<CampaignList>(app.clone(), advertiser.id(), query, listed, defaults).await?;
    let ids: Vec<CampaignId> = page.ids.iter().copied().map(CampaignId).collect();
    let (found, ready) = app
        .store
        .read("list_campaigns", async move |conn| {
            let ready = listed::ready_in_campaigns(conn, scope, &ids).await?;
            Ok((campaigns::by_ids(conn, scope, &ids).await?, ready))
        })
        .await?;
    Ok(Json(page.into_list(|id, statistic| {
        let campaign = found.get(&CampaignId(id))?;
        Some(CampaignResource::new(campaign, started_ads(campaign, &ready, now), statistic, now))
    })))
}

/// Ads of a campaign whose shown status is started, of those that would run if it did.
fn started_ads(campaign: &Campaign, ready: &HashMap<CampaignId, u64>, now: UnixMs) -> u64 {
    match campaign.state.status(now) {
        CampaignStatus::Started => ready.get(&campaign.id).copied().unwrap_or(0),
        _ => 0,
    }
}

/// A campaign with what its resource needs.
pub(crate) async fn load(conn: &Conn, scope: Scope, id: CampaignId) -> placard_store::Result<CampaignResource> {
    let campaign = campaigns::get(conn, scope, id).await?;
    let now = conn.now();
    let ready = listed::ready_in_campaigns(conn, scope, &[id]).await?;
    Ok(CampaignResource::new(&campaign, started_ads(&campaign, &ready, now), None, now))
}

/// Makes a native campaign. It waits for the moderation of its first ad.
#[utoipa::path(post, path = "/api/advertiser/campaigns", tag = "advertiser", request_body = CampaignForm,
    responses((status = 201, body = Data<CampaignResource>)))]
pub async fn create_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<CampaignForm>,
) -> Result<(StatusCode, Json<Data<CampaignResource>>), Problem> {
    let (settings, coefficients) = form.read(&app, &advertiser.user, None)?;
    let (owner, scope, actor) = (advertiser.id(), advertiser.scope(), advertiser.actor());
    let resource = app
        .store
        .write("create_campaign", Priority::Api, async move |tx| {
            let id = campaigns::create(tx, owner, &settings, true).await?;
            if let Some(coefficients) = &coefficients {
                coefficients::replace(tx, Owner::Campaign(id), coefficients).await?;
            }
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "create_campaign", "campaign", id, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// A campaign.
#[utoipa::path(get, path = "/api/advertiser/campaigns/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<CampaignResource>)))]
pub async fn get_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<CampaignResource>>, Problem> {
    let scope = advertiser.scope();
    let resource = app.store.read("get_campaign", async move |conn| load(conn, scope, CampaignId(id)).await).await?;
    Ok(data(resource))
}

/// Replaces the settings of a campaign.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}", tag = "advertiser", params(("id" = i64, Path)),
    request_body = CampaignForm, responses((status = 200, body = Data<CampaignResource>)))]
pub async fn update_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<CampaignForm>,
) -> Result<Json<Data<CampaignResource>>, Problem> {
    let (id, version) = (CampaignId(id), form.version);
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    // Whose it is comes first: the form of a stranger's campaign is not worth a message.
    let held = app.store.read("update_campaign", async move |conn| campaigns::native(conn, scope, id).await).await?;
    let (settings, coefficients) = form.read(&app, &advertiser.user, Some(&held.settings))?;
    let resource = app
        .store
        .write("update_campaign", Priority::Api, async move |tx| {
            let before = load(tx, scope, id).await?;
            campaigns::update(tx, scope, id, &settings, version).await?;
            if let Some(coefficients) = &coefficients {
                coefficients::replace(tx, Owner::Campaign(id), coefficients).await?;
            }
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "update_campaign", "campaign", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(resource))
}

/// Deletes a campaign with its groups and ads. Statistics keep the names.
#[utoipa::path(delete, path = "/api/advertiser/campaigns/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let id = CampaignId(id);
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    app.store
        .write("delete_campaign", Priority::Api, async move |tx| {
            let before = load(tx, scope, id).await?;
            campaigns::delete(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "delete_campaign", "campaign", id, Some(&before), None::<&()>).await
        })
        .await?;
    app.engine.live().set_campaign_wanted(id, false);
    Ok(StatusCode::NO_CONTENT)
}
