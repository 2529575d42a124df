//! Bids that follow what clicks bring: switched for many ads at once, and what they were and why.

use crate::advertiser::ads::ads_bulk::{Updated, each_refused, read_ids, refused_by_state};
use crate::advertiser::bids::bid_limits::bid_limits_of;
use crate::advertiser::bids::bid_mode::{BidMode, LEAD_DECIMALS, amount, check_coefficient};
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::auto_bid::{AutoBidSettings, LEAD_COST_MAX, LEARNING_CLICKS, LEARNING_LEADS, WINDOW_DAYS, Why};
use placard_model::bid::{BID_MAX, NATIVE_DECIMALS};
use placard_model::inventory::Bid;
use placard_model::{AdId, Money};
use placard_store::accounts::audit_log;
use placard_store::accounts::audit_log::Actor;
use placard_store::accounts::users::User;
use placard_store::advertising::ads;
use placard_store::advertising::auto_bids::{self, BidHour};
use placard_store::advertising::wishes::Refused;
use placard_store::{Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a bid is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BidReason {
    /// Too few clicks or leads so far: the bid is as it was.
    Learning,
    /// It is what the figures say.
    Follows,
    /// The figures say more than the most that is allowed.
    AtMost,
    /// The figures say less than the least that is allowed.
    AtLeast,
    /// Much was spent and few leads came, before enough is learned.
    Slowed,
    /// The most that its owner allows is under the lowest allowed bid.
    NoRoom,
}

impl From<Why> for BidReason {
    fn from(why: Why) -> Self {
        match why {
            Why::Learning => Self::Learning,
            Why::Follows => Self::Follows,
            Why::AtMost => Self::AtMost,
            Why::AtLeast => Self::AtLeast,
            Why::Slowed => Self::Slowed,
            Why::NoRoom => Self::NoRoom,
        }
    }
}

/// Ads and their coefficient on earnings per click.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdsEpcCoefficient {
    /// The ads: 1 to 1000.
    pub ids: Vec<i64>,
    /// 0.01 to 10 with at most 2 decimals; null takes it away, and bids are set by hand again.
    #[schema(value_type = Option<f64>)]
    pub value: Option<Money>,
}

/// Ads and the most that they bid by earnings.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdsEpcMax {
    /// The ads: 1 to 1000.
    pub ids: Vec<i64>,
    /// Dollars, at least the lowest allowed bid; null takes it away, and bids are set by hand again.
    #[schema(value_type = Option<f64>)]
    pub value: Option<Money>,
}

/// Ads and what they bid by earnings.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdsEarnings {
    /// The ads: 1 to 1000.
    pub ids: Vec<i64>,
    /// 0.01 to 10 with at most 2 decimals; null takes it away, and bids are set by hand again.
    #[schema(value_type = Option<f64>)]
    pub epc_coefficient: Option<Money>,
    /// The most, in dollars, at least the lowest allowed bid; null takes it away, and bids are set by hand again.
    #[schema(value_type = Option<f64>)]
    pub epc_max: Option<Money>,
}

/// Ads and what a lead is meant to cost.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdsLeadCost {
    /// The ads: 1 to 1000.
    pub ids: Vec<i64>,
    /// What a lead is meant to cost, in dollars; null for all three: bids are set by hand again.
    #[schema(value_type = Option<f64>)]
    pub value: Option<Money>,
    /// Never bid less.
    #[schema(value_type = Option<f64>)]
    pub floor: Option<Money>,
    /// Never bid more.
    #[schema(value_type = Option<f64>)]
    pub ceiling: Option<Money>,
}

/// An hour of an automatic bid.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct BidHourRow {
    /// The hour's beginning.
    #[schema(value_type = String, format = DateTime)]
    pub hour: placard_model::UnixMs,
    /// The bid at its end, in dollars.
    #[schema(value_type = f64)]
    pub bid: Money,
    /// Why.
    pub why: BidReason,
    /// Valid clicks of the window.
    pub clicks_count: i64,
    /// Approved leads of the window.
    pub leads_count: i64,
    /// What they are worth, in dollars.
    #[schema(value_type = f64)]
    pub worth: Money,
    /// What the clicks cost, in dollars.
    #[schema(value_type = f64)]
    pub spent: Money,
}

impl From<BidHour> for BidHourRow {
    fn from(hour: BidHour) -> Self {
        Self {
            hour: hour.hour.start(),
            bid: hour.bid,
            why: hour.why.into(),
            clicks_count: hour.brought.clicks,
            leads_count: hour.brought.leads,
            worth: hour.brought.worth,
            spent: hour.brought.spent,
        }
    }
}

/// What the bid of an ad follows, and what it was.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdBids {
    /// What it follows.
    pub mode: BidMode,
    /// Whether it is learned enough for that: the last hour says more than that it learns.
    pub is_learning: bool,
    /// Clicks that it takes.
    pub learning_clicks: i64,
    /// Approved leads that it takes by the cost of a lead.
    pub learning_leads: i64,
    /// Days of the figures, through today.
    pub window_days: i32,
    /// Newest first, 30 days at most.
    pub hours: Vec<BidHourRow>,
}

/// What the bid of an ad follows, what it was hour by hour, and why.
#[utoipa::path(get, path = "/api/advertiser/ads/{id}/bids", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<AdBids>)))]
pub async fn get_ad_bids(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<AdBids>>, Problem> {
    let scope = advertiser.scope();
    let (ad, hours) =
        app.store.read("get_ad_bids", async move |conn| auto_bids::hours(conn, scope, AdId(id)).await).await?;
    let mode = BidMode::of(&ad.auto);
    let is_learning = mode != BidMode::ByHand && hours.first().is_none_or(|hour| hour.why == Why::Learning);
    Ok(data(AdBids {
        mode,
        is_learning,
        learning_clicks: LEARNING_CLICKS,
        learning_leads: LEARNING_LEADS,
        window_days: WINDOW_DAYS,
        hours: hours.into_iter().map(Into::into).collect(),
    }))
}

/// What is stored of an ad.
#[derive(Serialize)]
struct AutoRecord {
    bid_mode: BidMode,
    epc_coefficient: Option<Money>,
    epc_max: Option<Money>,
    lead_cost: Option<Money>,
    bid_floor: Option<Money>,
    bid_ceiling: Option<Money>,
}

impl From<&AutoBidSettings> for AutoRecord {
    fn from(settings: &AutoBidSettings) -> Self {
        Self {
            bid_mode: BidMode::of(settings),
            epc_coefficient: settings.epc_coefficient,
            epc_max: settings.epc_max,
            lead_cost: settings.lead_cost,
            bid_floor: settings.bid_floor,
            bid_ceiling: settings.bid_ceiling,
        }
    }
}

/// An amount that must not be under the lowest allowed bid, with its field.
#[derive(Clone, Copy)]
struct Least {
    field: &'static str,
    amount: Money,
}

/// Who changes what of whose ads.
struct Change<'a, F> {
    scope: Scope,
    actor: &'a Actor,
    user: &'a User,
    ids: &'a [AdId],
    least: Option<Least>,
    after: &'a F,
}

impl<F: Fn(AutoBidSettings) -> AutoBidSettings + Sync> Change<'_, F> {
    async fn apply(&self, tx: &Tx) -> Result<Updated, Error> {
        let found = ads::all_of(tx, self.scope, self.ids).await?;
        for limits in bid_limits_of(tx, self.scope, self.user, found.iter().map(|ad| ad.group)).await?.values() {
            let lowest = limits.elsewhere(&[]);
            if let Some(Least { field, .. }) = self.least.filter(|least| least.amount < lowest) {
                return Err(Error::Invalid { field, message: format!("must be at least {lowest}") });
            }
        }
        let mut refused: Vec<Refused> = Vec::new();
        for ad in &found {
            let after = (self.after)(ad.auto);
            if after.follows().is_some() && matches!(ad.settings.bid, Bid::ByCountry(..)) {
                let why = format!(
                    "ad {}: it has bids by country, which cannot follow anything: give it one bid first",
                    ad.id
                );
                refused.push(Refused { id: ad.id, why });
                continue;
            }
            if let Some(one) = refused_by_state(ad, auto_bids::set(tx, ad, &after).await)? {
                refused.push(one);
                continue;
            }
            let (before, after) = (AutoRecord::from(&ad.auto), AutoRecord::from(&after));
            audit_log::record_edit(tx, self.actor, "update_ad_auto_bid", "ad", ad.id, Some(&before), Some(&after))
                .await?;
        }
        let updated_count = (found.len() - refused.len()) as u64;
        Ok(Updated { updated_count, refused: each_refused(refused, found.len())? })
    }
}

/// Changes what the bids of ads follow.
async fn set_many(
    app: ApiState,
    advertiser: Advertiser,
    name: &'static str,
    ids: Vec<AdId>,
    least: Option<Least>,
    after: impl Fn(AutoBidSettings) -> AutoBidSettings + Clone + Send + Sync + 'static,
) -> Result<Updated, Problem> {
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let write = async move |tx: &Tx| {
        Change { scope, actor: &actor, user: &user, ids: &ids, least, after: &after }.apply(tx).await
    };
    Ok(app.store.write(name, Priority::Api, write).await?)
}

/// Without the cost of a lead, which would win.
const fn by_earnings(settings: AutoBidSettings) -> AutoBidSettings {
    AutoBidSettings { lead_cost: None, bid_floor: None, bid_ceiling: None, ..settings }
}

/// Sets the coefficient on earnings per click of many ads. With `epc_max` their bids follow what clicks bring: the most, or
/// less where the approved money of a click, times the coefficient, is less.
#[utoipa::path(put, path = "/api/advertiser/ads/all/epc_coefficient", tag = "advertiser", request_body = AdsEpcCoefficient,
    responses((status = 200, body = Data<Updated>)))]
pub async fn update_ads_epc_coefficient(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdsEpcCoefficient>,
) -> Result<Json<Data<Updated>>, Problem> {
    let (ids, value) = (read_ids(&form.ids)?, form.value);
    let mut errors = FieldErrors::default();
    check_coefficient("value", value, &mut errors);
    errors.finish()?;
    let change = move |before| AutoBidSettings { epc_coefficient: value, ..by_earnings(before) };
    Ok(data(set_many(app, advertiser, "update_ads_epc_coefficient", ids, None, change).await?))
}

/// Sets the most that many ads bid by earnings.
#[utoipa::path(put, path = "/api/advertiser/ads/all/epc_max", tag = "advertiser", request_body = AdsEpcMax,
    responses((status = 200, body = Data<Updated>)))]
pub async fn update_ads_epc_max(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdsEpcMax>,
) -> Result<Json<Data<Updated>>, Problem> {
    let (ids, value) = (read_ids(&form.ids)?, form.value);
    let mut errors = FieldErrors::default();
    amount("value", value, BID_MAX, NATIVE_DECIMALS, &mut errors);
    errors.finish()?;
    let least = value.map(|amount| Least { field: "value", amount });
    let change = move |before| AutoBidSettings { epc_max: value, ..by_earnings(before) };
    Ok(data(set_many(app, advertiser, "update_ads_epc_max", ids, least, change).await?))
}

/// Lets the bids of many ads follow what clicks bring: the coefficient and the most at once, so that an ad has both or is left as
/// it is.
#[utoipa::path(put, path = "/api/advertiser/ads/all/earnings", tag = "advertiser", request_body = AdsEarnings,
    responses((status = 200, body = Data<Updated>)))]
pub async fn update_ads_earnings(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdsEarnings>,
) -> Result<Json<Data<Updated>>, Problem> {
    let AdsEarnings { ids, epc_coefficient, epc_max } = form;
    let ids = read_ids(&ids)?;
    let mut errors = FieldErrors::default();
    check_coefficient("epc_coefficient", epc_coefficient, &mut errors);
    amount("epc_max", epc_max, BID_MAX, NATIVE_DECIMALS, &mut errors);
    errors.finish()?;
    let least = epc_max.map(|amount| Least { field: "epc_max", amount });
    let change = move |before| AutoBidSettings { epc_coefficient, epc_max, ..by_earnings(before) };
    Ok(data(set_many(app, advertiser, "update_ads_earnings", ids, least, change).await?))
}

/// Lets the bids of many ads follow what a lead is meant to cost, within a floor and a ceiling.
#[utoipa::path(put, path = "/api/advertiser/ads/all/lead_cost", tag = "advertiser", request_body = AdsLeadCost,
    responses((status = 200, body = Data<Updated>)))]
pub async fn update_ads_lead_cost(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdsLeadCost>,
) -> Result<Json<Data<Updated>>, Problem> {
    let AdsLeadCost { ids, value, floor, ceiling } = form;
    let ids = read_ids(&ids)?;
    let mut errors = FieldErrors::default();
    amount("value", value, LEAD_COST_MAX, LEAD_DECIMALS, &mut errors);
    amount("floor", floor, BID_MAX, NATIVE_DECIMALS, &mut errors);
    amount("ceiling", ceiling, BID_MAX, NATIVE_DECIMALS, &mut errors);
    for (field, given) in [("value", value), ("floor", floor), ("ceiling", ceiling)] {
        let all_or_none = value.is_some() == given.is_some();
        errors.check(field, all_or_none, "belongs to the other two: send all three, or null for all");
    }
    if let (Some(floor), Some(ceiling)) = (floor, ceiling) {
        errors.check("ceiling", ceiling >= floor, "must be at least the floor");
    }
    errors.finish()?;
    let least = floor.map(|amount| Least { field: "floor", amount });
    let change = move |_| AutoBidSettings {
        lead_cost: value,
        bid_floor: floor,
        bid_ceiling: ceiling,
        ..AutoBidSettings::default()
    };
    Ok(data(set_many(app, advertiser, "update_ads_lead_cost", ids, least, change).await?))
}
