//! What can be chosen: dictionaries, the tree of places, networks, offers.

use crate::auth::{Advertiser, CurrentUser};
use crate::dictionaries::words::{DeviceTypeId, TargetId};
use crate::extract::{Json, Qs, flag};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::Money;
use placard_model::bid::{NATIVE_DECIMALS, NATIVE_STEP, lowest_native_bid, user_minimum};
use placard_model::format::Target;
use placard_model::targeting::ISPS_MAX;
use placard_model::targeting::audience::{Browser, DeviceType, Os};
use placard_model::targeting::countries::COUNTRIES;
use placard_store::network::dictionaries::{self, Entry};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Networks of a page when the query does not say.
const ISP_ROWS: u32 = 50;
/// The most networks of a page.
const ISP_ROWS_MAX: u32 = 500;
/// The longest search, in characters.
const SEARCH_CHARS_MAX: usize = 100;

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Choice {
    /// Its number.
    pub id: i64,
    /// The name that people read.
    pub name: String,
}

impl Choice {
    fn new(id: impl Into<i64>, name: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into() }
    }
}

/// The lowest bid in a country.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountryMinimum {
    /// Two letters.
    pub country_code: String,
    /// What the caller must bid at least, in dollars.
    #[schema(value_type = f64)]
    pub min_bid: Money,
}

/// What bounds the caller's native bids.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MinBids {
    /// What the caller must bid at least where no country says more, in dollars.
    #[schema(value_type = f64)]
    pub min_bid: Money,
    /// The bid of an ad whose owner names none, in dollars.
    #[schema(value_type = f64)]
    pub default_bid: Money,
    /// The stepper of inputs, in dollars; not a rule.
    #[schema(value_type = f64)]
    pub step: Money,
    /// Decimals of a bid.
    pub decimals: u32,
    /// Countries with a minimum of their own.
    pub countries: Vec<CountryMinimum>,
}

/// The lowest bids of the caller.
#[utoipa::path(get, path = "/api/targeting/min_bids", tag = "targeting",
    responses((status = 200, body = Data<MinBids>)))]
pub async fn get_min_bids(State(app): State<ApiState>, current: CurrentUser) -> Result<Json<Data<MinBids>>, Problem> {
    let settings = app.settings.get_full();
    let own = user_minimum(current.user.is_trusted, current.user.minimum_bid, &settings.bids);
    let min_bid = lowest_native_bid(own, None);
    Ok(data(MinBids {
        min_bid,
        default_bid: settings.bids.default_bid.max(min_bid),
        step: NATIVE_STEP,
        decimals: NATIVE_DECIMALS,
        countries: settings
            .bids
            .country_minimums()
            .into_iter()
            .map(|(country, amount)| CountryMinimum {
                country_code: country.to_string(),
                min_bid: lowest_native_bid(own, Some(amount)),
            })
            .collect(),
    }))
}

/// Something to choose, which the network may close.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClosableChoice {
    /// Its number.
    pub id: i64,
    /// The name that people read.
    pub name: String,
    /// Whether it may be chosen; what has it keeps it.
    pub is_active: bool,
}

/// Whether closed ones are told, too.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ClosedQuery {
    /// 1: those that are closed, too, for the names of what has them.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub with_closed: bool,
}

impl ClosedQuery {
    fn shown(self, entries: Vec<Entry>) -> Json<Data<Vec<ClosableChoice>>> {
        let shown = entries.into_iter().filter(|entry| self.with_closed || entry.is_active);
        let choice = |Entry { id, name, is_active }| ClosableChoice { id, name, is_active };
        data(shown.map(choice).collect())
    }
}

/// Categories of campaigns and sites.
#[utoipa::path(get, path = "/api/targeting/categories", tag = "targeting", params(ClosedQuery),
    responses((status = 200, body = Data<Vec<ClosableChoice>>)))]
pub async fn list_categories(
    State(app): State<ApiState>,
    _current: CurrentUser,
    Qs(query): Qs<ClosedQuery>,
) -> Result<Json<Data<Vec<ClosableChoice>>>, Problem> {
    let entries = app.store.read("list_categories", async move |conn| dictionaries::categories(conn).await).await?;
    Ok(query.shown(entries))
}

/// Kinds of traffic.
#[utoipa::path(get, path = "/api/targeting/traffic_sources", tag = "targeting", params(ClosedQuery),
    responses((status = 200, body = Data<Vec<ClosableChoice>>)))]
pub async fn list_traffic_sources(
    State(app): State<ApiState>,
    _current: CurrentUser,
    Qs(query): Qs<ClosedQuery>,
) -> Result<Json<Data<Vec<ClosableChoice>>>, Problem> {
    let entries =
        app.store.read("list_traffic_sources", async move |conn| dictionaries::traffic_sources(conn).await).await?;
    Ok(query.shown(entries))
}

/// A country.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountryChoice {
    /// Two letters.
    pub code: String,
    /// The name that people read.
    pub name: String,
    /// Its part of the world.
    pub group_id: u8,
}

/// Countries, by code.
#[utoipa::path(get, path = "/api/targeting/countries", tag = "targeting",
    responses((status = 200, body = Data<Vec<CountryChoice>>)))]
pub async fn list_countries(_current: CurrentUser) -> Json<Data<Vec<CountryChoice>>> {
    let choice = |country: &placard_model::targeting::countries::Country| CountryChoice {
        code: country.code.to_owned(),
        name: country.name.to_owned(),
        group_id: country.group.id(),
    };
    data(COUNTRIES.iter().map(choice).collect())
}

/// Device types.
#[utoipa::path(get, path = "/api/targeting/device_types", tag = "targeting",
    responses((status = 200, body = Data<Vec<Choice>>)))]
pub async fn list_device_types(_current: CurrentUser) -> Json<Data<Vec<Choice>>> {
    data(DeviceType::ALL.iter().map(|device| Choice::new(device.id(), device.name())).collect())
}

/// Operating systems of a device type.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeviceSystems {
    /// The device type.
    #[schema(value_type = DeviceTypeId)]
    pub device_type_id: u8,
    /// Its name.
    pub name: String,
    /// Operating systems that run on it.
    pub children: Vec<Choice>,
}

/// Operating systems, by device type.
#[utoipa::path(get, path = "/api/targeting/os", tag = "targeting",
    responses((status = 200, body = Data<Vec<DeviceSystems>>)))]
pub async fn list_os(_current: CurrentUser) -> Json<Data<Vec<DeviceSystems>>> {
    let systems = |device: &DeviceType| DeviceSystems {
        device_type_id: device.id(),
        name: device.name().to_owned(),
        children: Os::ALL
            .iter()
            .filter(|os| os.device_types().contains(device))
            .map(|os| Choice::new(os.id(), os.name()))
            .collect(),
    };
    data(DeviceType::ALL.iter().map(systems).collect())
}

/// Browsers.
#[utoipa::path(get, path = "/api/targeting/browsers", tag = "targeting",
    responses((status = 200, body = Data<Vec<Choice>>)))]
pub async fn list_browsers(_current: CurrentUser) -> Json<Data<Vec<Choice>>> {
    data(Browser::ALL.iter().map(|browser| Choice::new(browser.id(), browser.name())).collect())
}

/// What native campaigns lead to.
#[utoipa::path(get, path = "/api/targeting/targets", tag = "targeting",
    responses((status = 200, body = Data<Vec<Choice>>)))]
pub async fn list_targets(_current: CurrentUser) -> Json<Data<Vec<Choice>>> {
    data([Target::Commodity, Target::News].map(|target| Choice::new(target.native_id(), target.name())).to_vec())
}

/// A page of networks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IspList {
    /// Networks: the id is the autonomous system number.
    pub data: Vec<Choice>,
    /// Which part of how many.
    pub pagination: IspPagination,
}

/// Which part of how many.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct IspPagination {
    /// All that were found.
    pub total: u64,
    /// Rows of the part.
    pub limit: u32,
    /// Rows before it.
    pub offset: u32,
}

/// Which networks.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct IspQuery {
    /// Keeps networks whose name or number has this.
    #[param(max_length = 100)]
    pub v: Option<String>,
    /// Rows before the part.
    pub offset: u32,
    /// Rows of the part, at most 500; 50 when omitted.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u32>,
}

/// Networks whose names are wanted.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct IspIds {
    /// Autonomous system numbers, at most 500. When given, these alone are answered.
    pub ids: Vec<u32>,
}

/// Networks by name or number; with `ids` those networks.
#[utoipa::path(post, path = "/api/targeting/isps", tag = "targeting", params(IspQuery),
    request_body = Option<IspIds>,
    responses((status = 200, body = IspList)))]
pub async fn list_isps(
    State(app): State<ApiState>,
    _current: CurrentUser,
    Qs(query): Qs<IspQuery>,
    form: Option<Json<Option<IspIds>>>,
) -> Result<Json<IspList>, Problem> {
    let form = form.and_then(|Json(form)| form).unwrap_or_default();
    let limit = query.limit.unwrap_or(ISP_ROWS);
    let phrase = query.v.unwrap_or_default();
    let mut errors = FieldErrors::default();
    errors.check("limit", (1..=ISP_ROWS_MAX).contains(&limit), format!("must be 1 to {ISP_ROWS_MAX}"));
    errors.check("ids", form.ids.len() <= ISPS_MAX, format!("must have at most {ISPS_MAX} entries"));
    errors.check_length("v", &phrase, 0..=SEARCH_CHARS_MAX);
    errors.finish()?;
    let networks = app.geo.networks();
    let (rows, total) = if form.ids.is_empty() {
        let (found, total) = networks.search(phrase.trim(), query.offset as usize, limit as usize);
        (found.into_iter().map(|network| Choice::new(network.number, network.name.as_str())).collect(), total)
    } else {
        let named = |id: &u32| networks.name(*id).map(|name| Choice::new(*id, name));
        let rows: Vec<Choice> = form.ids.iter().filter_map(named).collect();
        let total = rows.len();
        (rows, total)
    };
    let pagination = IspPagination { total: total as u64, limit, offset: query.offset };
    Ok(Json(IspList { data: rows, pagination }))
}

/// An offer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferResource {
    /// The offer.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What it leads to.
    #[schema(value_type = TargetId)]
    pub target_id: u8,
    /// What it is about.
    pub category_id: Option<i64>,
}

/// Offers that campaigns can promote: for users with extended permissions, none for others.
#[utoipa::path(get, path = "/api/advertiser/offers", tag = "advertiser",
    responses((status = 200, body = Data<Vec<OfferResource>>)))]
pub async fn list_offers(
    State(app): State<ApiState>,
    advertiser: Advertiser,
) -> Result<Json<Data<Vec<OfferResource>>>, Problem> {
    if !advertiser.user.has_extended_permissions() {
        return Ok(data(Vec::new()));
    }
    let offers = app.store.read("list_offers", async move |conn| dictionaries::offers(conn).await).await?;
    let resource = |offer: dictionaries::Offer| OfferResource {
        id: offer.id.0,
        name: offer.name,
        target_id: offer.target.native_id(),
        category_id: offer.category.map(|category| category.0),
    };
    Ok(data(offers.into_iter().map(resource).collect()))
}
