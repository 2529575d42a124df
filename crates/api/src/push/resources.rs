//! What forms and filters of pushes choose from.

use super::names::of_field;
use crate::auth::Advertiser;
use crate::dictionaries::geo_tree::{GeoNode, GeoQuery, get_geo_tree};
use crate::dictionaries::targeting::{Choice, CountryMinimum, list_device_types};
use crate::dictionaries::words::PushUuid;
use crate::extract::{Json, Qs};
use crate::list::{Data, SEARCH_CHARS_MAX, data};
use crate::staff::network::system::{MacroResource, list_macros};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::Money;
use placard_model::bid::{PUSH_DECIMALS, PUSH_STEP, lowest_push_bid};
use placard_model::push::{AGE_DAYS_MAX, BODY_MAX, BUTTON_TITLE_MAX, BUTTONS_MAX, TITLE_MAX};
use placard_stats::{Dimension, Key, Period, Query, StatsScope};
use placard_store::Scope;
use placard_store::advertising::push;
use placard_store::names::{self, Named};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Rows when the query does not say.
const ROWS: u32 = 100;
/// The most rows.
const ROWS_MAX: u32 = 1_000;
/// Days whose pushes make the list of blocks.
const SEEN_DAYS: i32 = 90;

/// Which of the things to choose from.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ResourceQuery {
    /// Rows, 100 when omitted.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<u32>,
    /// Keeps those whose number, name or title has this.
    #[param(max_length = 200)]
    pub search: Option<String>,
}

/// Which push ads to choose from.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AdChoiceQuery {
    /// Rows, 100 when omitted.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<u32>,
    /// Keeps those whose number or title has this.
    #[param(max_length = 200)]
    pub search: Option<String>,
    /// Those of this campaign alone.
    #[param(value_type = Option<PushUuid>, inline)]
    pub campaign_uuid: Option<String>,
}

impl ResourceQuery {
    fn limit(&self) -> Result<u32, Problem> {
        match self.limit {
            None => Ok(ROWS),
            Some(limit) if (1..=ROWS_MAX).contains(&limit) => Ok(limit),
            Some(_) => Err(Problem::field("limit", format!("must be 1 to {ROWS_MAX}"))),
        }
    }

    fn phrase(&self) -> Result<Option<String>, Problem> {
        let phrase = self.search.as_deref().unwrap_or_default().trim();
        if phrase.chars().count() > SEARCH_CHARS_MAX {
            return Err(Problem::field("search", format!("must have at most {SEARCH_CHARS_MAX} characters")));
        }
        Ok((!phrase.is_empty()).then(|| phrase.to_owned()))
    }
}

/// A push campaign or a push ad to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushChoice {
    /// Its number, as in statistics.
    pub id: i64,
    /// Its outer name.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Name of a campaign, title of an ad.
    pub name: String,
}

impl PushChoice {
    fn all(found: Vec<push::Choice>) -> Vec<Self> {
        found.into_iter().map(|(id, uuid, name)| Self { id, uuid, name }).collect()
    }
}

/// A block to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlockChoice {
    /// Its number.
    pub id: i64,
    /// Its site and number.
    pub name: String,
}

/// What bounds the caller's push campaigns and push ads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PushSettingsResource {
    /// What must be bid at least where no country says more, in dollars.
    #[schema(value_type = f64)]
    pub min_bid: Money,
    /// A bid above it is asked about once more, in dollars: it is sent with `confirm_high_bid`.
    #[schema(value_type = f64)]
    pub high_bid: Money,
    /// The stepper of inputs, in dollars; not a rule.
    #[schema(value_type = f64)]
    pub step: Money,
    /// Decimals of a bid.
    pub decimals: u32,
    /// Countries with a minimum of their own.
    pub countries: Vec<CountryMinimum>,
    /// The least daily or total limit of a campaign, in dollars.
    #[schema(value_type = f64)]
    pub min_limit: Money,
    /// The highest, in dollars.
    #[schema(value_type = f64)]
    pub max_limit: Money,
    /// The longest title, in characters.
    pub title_max: usize,
    /// The longest body, in characters.
    pub body_max: usize,
    /// The most buttons.
    pub buttons_max: usize,
    /// The longest label of a button, in characters.
    pub button_title_max: usize,
    /// The oldest age of a subscription that is told apart, in days.
    pub subscription_days_max: u16,
}

/// Places to choose from: parts of the world, the children of a place, places of some numbers, or what a search finds.
#[utoipa::path(get, path = "/api-push-proxy/resources/geo_tree", tag = "push", params(GeoQuery),
    responses((status = 200, body = Data<Vec<GeoNode>>)))]
pub async fn get_push_geo_tree(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    query: Qs<GeoQuery>,
) -> Result<Json<Data<Vec<GeoNode>>>, Problem> {
    get_geo_tree(State(app), (*advertiser).clone(), query).await
}

/// The macros of landing pages. Number 2 is for extended permissions only.
#[utoipa::path(get, path = "/api-push-proxy/resources/url_macros", tag = "push",
    responses((status = 200, body = Data<Vec<MacroResource>>)))]
pub async fn list_push_macros(advertiser: Advertiser) -> Json<Data<Vec<MacroResource>>> {
    list_macros((*advertiser).clone()).await
}

/// Device types.
#[utoipa::path(get, path = "/api-push-proxy/resources/device_types", tag = "push",
    responses((status = 200, body = Data<Vec<Choice>>)))]
pub async fn list_push_device_types(advertiser: Advertiser) -> Json<Data<Vec<Choice>>> {
    list_device_types((*advertiser).clone()).await
}

/// The caller's push campaigns, newest first.
#[utoipa::path(get, path = "/api-push-proxy/resources/campaigns", tag = "push", params(ResourceQuery),
    responses((status = 200, body = Data<Vec<PushChoice>>)))]
pub async fn list_push_campaign_choices(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<ResourceQuery>,
) -> Result<Json<Data<Vec<PushChoice>>>, Problem> {
    let (scope, limit, phrase) = (advertiser.scope(), query.limit()?, query.phrase()?);
    let found = app
        .store
        .read("list_push_campaign_choices", async move |conn| {
            push::campaign_choices(conn, scope, folded(phrase.as_ref()).as_deref(), limit).await
        })
        .await?;
    Ok(data(PushChoice::all(found)))
}

/// The caller's push ads, newest first.
#[utoipa::path(get, path = "/api-push-proxy/resources/ads", tag = "push", params(AdChoiceQuery),
    responses((status = 200, body = Data<Vec<PushChoice>>)))]
pub async fn list_push_ad_choices(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(AdChoiceQuery { limit, search, campaign_uuid }): Qs<AdChoiceQuery>,
) -> Result<Json<Data<Vec<PushChoice>>>, Problem> {
    let query = ResourceQuery { limit, search };
    let (scope, limit, phrase) = (advertiser.scope(), query.limit()?, query.phrase()?);
    let campaign = campaign_uuid.as_deref().filter(|text| !text.is_empty());
    let campaign = campaign.map(|text| of_field("campaign_uuid", text)).transpose()?;
    let found = app
        .store
        .read("list_push_ad_choices", async move |conn| {
            let of = match campaign {
                Some(uuid) => Some(push::campaign_of(conn, scope, uuid).await?),
                None => None,
            };
            push::ad_choices(conn, scope, of, folded(phrase.as_ref()).as_deref(), limit).await
        })
        .await?;
    Ok(data(PushChoice::all(found)))
}

fn folded(phrase: Option<&String>) -> Option<String> {
    phrase.map(|phrase| phrase.to_lowercase())
}

/// Blocks whose subscribers got the caller's pushes in the last 90 days, those that got most first.
#[utoipa::path(get, path = "/api-push-proxy/resources/blocks", tag = "push", params(ResourceQuery),
    responses((status = 200, body = Data<Vec<BlockChoice>>)))]
pub async fn list_push_block_choices(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<ResourceQuery>,
) -> Result<Json<Data<Vec<BlockChoice>>>, Problem> {
    let (owner, scope, limit) = (advertiser.id(), advertiser.scope(), query.limit()?);
    let phrase = folded(query.phrase()?.as_ref()).unwrap_or_default();
    let campaigns = app
        .store
        .read("list_push_block_choices", async move |conn| push::campaign_choices(conn, scope, None, ROWS_MAX).await)
        .await?;
    if campaigns.is_empty() {
        return Ok(data(Vec::new()));
    }
    let keys = campaigns.iter().map(|(id, ..)| Key(*id)).collect();
    let period = Period::ending(app.clock.now().day(), SEEN_DAYS);
    let question = Query::by(Dimension::Block, period).with(Dimension::Campaign, keys);
    let found = app.turns.ask(owner, app.stats.answer(question, StatsScope::advertiser(owner))).await??;
    let ids: Vec<i64> = found.rows.iter().filter_map(|row| row.keys.first()).map(|key| key.0).collect();
    let names = app
        .store
        .read("list_push_block_choices", {
            let ids = ids.clone();
            async move |conn| names::of_ids(conn, Scope::System, Named::BlockPlace, &ids).await
        })
        .await?;
    let choices = ids.into_iter().filter_map(|id| Some(BlockChoice { id, name: names.get(&id)?.clone() }));
    let fits = |choice: &BlockChoice| choice.name.to_lowercase().contains(&phrase);
    Ok(data(choices.filter(fits).take(limit as usize).collect()))
}

/// What bounds push campaigns and push ads.
#[utoipa::path(get, path = "/api-push-proxy/resources/settings", tag = "push",
    responses((status = 200, body = Data<PushSettingsResource>)))]
pub async fn get_push_settings(
    State(app): State<ApiState>,
    _advertiser: Advertiser,
) -> Json<Data<PushSettingsResource>> {
    let settings = app.settings.get_full();
    let minimums = settings.bids.country_minimums().into_iter();
    data(PushSettingsResource {
        min_bid: lowest_push_bid(None),
        high_bid: settings.push_campaigns.high_bid,
        step: PUSH_STEP,
        decimals: PUSH_DECIMALS,
        countries: minimums
            .map(|(country, amount)| CountryMinimum {
                country_code: country.to_string(),
                min_bid: lowest_push_bid(Some(amount)),
            })
            .collect(),
        min_limit: settings.push_campaigns.minimum_limit,
        max_limit: settings.push_campaigns.maximum_limit,
        title_max: TITLE_MAX,
        body_max: BODY_MAX,
        buttons_max: BUTTONS_MAX,
        button_title_max: BUTTON_TITLE_MAX,
        subscription_days_max: AGE_DAYS_MAX,
    })
}
