//! What is done with a native campaign beside editing: start, stop, archive, copy, type, coefficient of a source.

use crate::advertiser::campaigns::{CampaignResource, NATIVE, load};
use crate::advertiser::start_stop::{self, Runnable};
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::CoefficientEntry;
use crate::dictionaries::words::CampaignTypeId;
use crate::extract::{Json, Path, Qs, flag};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, Started, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{CampaignId, validate};
use placard_store::accounts::audit_log;
use placard_store::advertising::coefficients::{self, Owner};
use placard_store::advertising::{campaigns, copy};
use placard_store::{Priority, Scope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Rows of the list to copy from.
const COPY_ROWS: u32 = 20;
/// Said after the name of a copy.
const COPY_SUFFIX: &str = " (copy)";

/// Starts a campaign.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/start", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Started)))]
pub async fn start_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Started>, Problem> {
    start_stop::set_wanted(app, advertiser, Runnable::Campaign(CampaignId(id)), true).await
}

/// Stops a campaign.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/stop", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Started)))]
pub async fn stop_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Started>, Problem> {
    start_stop::set_wanted(app, advertiser, Runnable::Campaign(CampaignId(id)), false).await
}

/// Archives a campaign.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/archive", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<CampaignResource>)))]
pub async fn archive_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<CampaignResource>>, Problem> {
    start_stop::set_archived(&app, &advertiser, Runnable::Campaign(CampaignId(id)), true).await?;
    crate::advertiser::campaigns::get_campaign(State(app), advertiser, Path(id)).await
}

/// Makes an archived campaign stopped.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/unarchive", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 200, body = Data<CampaignResource>)))]
pub async fn unarchive_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<CampaignResource>>, Problem> {
    start_stop::set_archived(&app, &advertiser, Runnable::Campaign(CampaignId(id)), false).await?;
    crate::advertiser::campaigns::get_campaign(State(app), advertiser, Path(id)).await
}

/// The type of a campaign.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CampaignType {
    /// The type.
    #[schema(value_type = CampaignTypeId)]
    pub campaign_type_id: u8,
}

/// The type of a campaign.
#[utoipa::path(get, path = "/api/advertiser/campaigns/{id}/type", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<CampaignType>)))]
pub async fn get_campaign_type(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<CampaignType>>, Problem> {
    let scope = advertiser.scope();
    let campaign = app
        .store
        .read("get_campaign_type", async move |conn| campaigns::get(conn, scope, CampaignId(id)).await)
        .await?;
    Ok(data(CampaignType { campaign_type_id: u8::try_from(campaign.campaign_type).unwrap_or(NATIVE) }))
}

/// The query of the list to copy from.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct CopyQuery {
    /// Keeps those whose id or name has this; blocks also by the domain of their site, or by its name where it has none.
    pub search: Option<String>,
    /// Rows of a page; 20 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// 1: archived ones are left out, which take no copies. So are groups of archived campaigns.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub without_archived: bool,
}

impl CopyQuery {
    /// The page, and the phrase to look for.
    pub(crate) fn read(self) -> Result<(Page, String), Problem> {
        let page = Page::new(self.page, self.count, COPY_ROWS)?;
        let phrase = self.search.unwrap_or_default().trim().to_owned();
        if phrase.chars().count() > SEARCH_CHARS_MAX {
            return Err(Problem::field("search", format!("must have at most {SEARCH_CHARS_MAX} characters")));
        }
        Ok((page, phrase))
    }
}

/// Stored coefficients, as the API shows them.
pub(crate) fn entries(all: &coefficients::Coefficients) -> Vec<CoefficientEntry> {
    all.iter().map(CoefficientEntry::new).collect()
}

/// The name of a copy that was given none.
pub(crate) fn copy_name(original: &str) -> String {
    let kept = validate::NAME_MAX - COPY_SUFFIX.len();
    original.chars().take(kept).collect::<String>() + COPY_SUFFIX
}

/// A campaign to copy from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CampaignName {
    /// The campaign.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// Campaigns to copy from, newest first.
#[utoipa::path(get, path = "/api/advertiser/campaigns/list_for_copy", tag = "advertiser", params(CopyQuery),
    responses((status = 200, body = List<CampaignName>)))]
pub async fn list_campaigns_for_copy(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<CopyQuery>,
) -> Result<Json<List<CampaignName>>, Problem> {
    let without_archived = query.without_archived;
    let (page, phrase) = query.read()?;
    let scope = advertiser.scope();
    let (names, total) = app
        .store
        .read("list_campaigns_for_copy", async move |conn| {
            campaigns::names(conn, scope, &phrase, without_archived, page.rows, page.offset()).await
        })
        .await?;
    let data = names.into_iter().map(|(id, name)| CampaignName { id: id.0, name }).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// What a copy is to be.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CopyForm {
    /// The copy's name; the original's with "(copy)" when omitted.
    pub name: Option<String>,
}

/// Copies a campaign with its groups and ads. The copy is stopped, its ads wait for moderation. It promotes the original's
/// offer only where that is open and its owner may promote offers.
#[utoipa::path(post, path = "/api/advertiser/campaigns/{id}/copy", tag = "advertiser", params(("id" = i64, Path)),
    request_body = CopyForm, responses((status = 201, body = Data<CampaignResource>)))]
pub async fn copy_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<CopyForm>,
) -> Result<(StatusCode, Json<Data<CampaignResource>>), Problem> {
    let id = CampaignId(id);
    let name = match &form.name {
        Some(name) => Some(validate::name(name).map_err(|message| Problem::field("name", message))?.to_owned()),
        None => None,
    };
    let (scope, actor, trusted) = (advertiser.scope(), advertiser.actor(), advertiser.user.is_trusted);
    let promotes = advertiser.user.has_extended_permissions();
    let resource = app
        .store
        .write("copy_campaign", Priority::Api, async move |tx| {
            let original = campaigns::native(tx, scope, id).await?;
            let name = name.clone().unwrap_or_else(|| copy_name(&original.settings.name));
            let copy = copy::copy_campaign(tx, scope, id, &name, trusted, promotes).await?;
            let after = load(tx, scope, copy).await?;
            audit_log::record_edit(tx, &actor, "copy_campaign", "campaign", copy, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// Sets the multiplier of the bid at one source.
#[utoipa::path(post, path = "/api/advertiser/campaigns/{id}/source/coefficient", tag = "advertiser",
    params(("id" = i64, Path)), request_body = CoefficientEntry,
    responses((status = 200, body = Data<Vec<CoefficientEntry>>)))]
pub async fn set_source_coefficient(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(entry): Json<CoefficientEntry>,
) -> Result<Json<Data<Vec<CoefficientEntry>>>, Problem> {
    let id = CampaignId(id);
    let (scope, actor): (Scope, _) = (advertiser.scope(), advertiser.actor());
    let mut errors = FieldErrors::default();
    let read = CoefficientEntry::read_all(&[entry], "coefficient", &mut errors);
    errors.finish()?;
    let all = app
        .store
        .write("set_source_coefficient", Priority::Api, async move |tx| {
            let before = campaigns::get(tx, scope, id).await?;
            for (source, coefficient) in &read {
                coefficients::set(tx, Owner::Campaign(id), *source, *coefficient).await?;
            }
            let after = coefficients::of(tx, Owner::Campaign(id)).await?;
            let (before, after) = (entries(&before.coefficients), entries(&after));
            audit_log::record_edit(tx, &actor, "set_source_coefficient", "campaign", id, Some(&before), Some(&after))
                .await?;
            Ok(after)
        })
        .await?;
    Ok(data(all))
}
