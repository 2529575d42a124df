//! What filters of statistics can be set to.

use super::names::{Asker, Wanted, computed, named, resolve};
use super::{advertiser_asker, day_now, staff_asker, webmaster_asker};
use crate::auth::{Advertiser, Member, Staff, Webmaster};
use crate::dictionaries::words::{AdvertiserListName, NetworkListName, WebmasterListName};
use crate::extract::{Json, Path, Qs, flag};
use crate::list::SEARCH_CHARS_MAX;
use crate::state::ApiState;
use crate::webmaster::referrals::{check_side, covered};
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::targeting::audience::{Browser, DeviceType, Os};
use placard_model::targeting::countries::COUNTRIES;
use placard_model::{UserId, Verdict};
use placard_stats::{Dimension, Key, Period, View};
use placard_store::Conn;
use placard_store::money::referrals;
use placard_store::names;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Options when no count is asked for.
const COUNT_DEFAULT: u32 = 200;
/// The most options.
const COUNT_MAX: u32 = 1_000;
/// Days whose facts make the lists of things that belong to others, and of places and networks.
const SEEN_DAYS: i32 = 90;

/// Which options.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct OptionsQuery {
    /// Options, 200 by default.
    #[param(maximum = 1000)]
    pub count: Option<u32>,
    /// Keeps those whose id or name has this.
    #[param(max_length = 200)]
    pub search: Option<String>,
    /// 1: things that were archived or deleted, too.
    #[serde(rename = "withDeleted", deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub with_deleted: bool,
}

/// A value that a filter can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatsOption {
    /// The value.
    pub id: String,
    /// What people read.
    pub name: String,
}

/// Values that a filter can have.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatsOptions {
    /// The values.
    pub data: Vec<StatsOption>,
}

/// The list of who was brought, of a webmaster's own referral statistics.
const REFERRALS: &str = "referrals";

/// Names of lists in paths, and what they list.
const LISTS: [(&str, Dimension); 27] = [
    ("advertisers", Dimension::Advertiser),
    ("webmasters", Dimension::Webmaster),
    ("campaigns", Dimension::Campaign),
    ("ad_groups", Dimension::Group),
    ("ads", Dimension::Ad),
    ("sites", Dimension::Site),
    ("blocks", Dimension::Block),
    ("block_templates", Dimension::Template),
    ("block_format_types", Dimension::Format),
    ("targets", Dimension::Target),
    ("campaign_types", Dimension::CampaignType),
    ("offers", Dimension::Offer),
    ("categories", Dimension::Category),
    ("offer_categories", Dimension::OfferCategory),
    ("traffic_sources", Dimension::TrafficSource),
    ("countries", Dimension::Country),
    ("regions", Dimension::Region),
    ("cities", Dimension::City),
    ("device_types", Dimension::Device),
    ("os", Dimension::Os),
    ("browsers", Dimension::Browser),
    ("isps", Dimension::Isp),
    ("languages", Dimension::Language),
    ("verdicts", Dimension::Verdict),
    ("commissions", Dimension::HasCommission),
    ("advertiser_personal_managers", Dimension::Manager),
    ("teams", Dimension::Team),
];

/// The names of the lists of a view.
pub(crate) fn lists_of(view: View) -> impl Iterator<Item = &'static str> {
    let lists = LISTS.iter().filter(move |(_, dimension)| dimension.visible(view)).map(|(name, _)| *name);
    lists.chain((view == View::Webmaster).then_some(REFERRALS))
}

fn dimension_of(list: &str) -> Option<Dimension> {
    LISTS.iter().find(|(name, _)| *name == list).map(|(_, dimension)| *dimension)
}

/// Values that a filter of the advertiser's statistics can have.
#[utoipa::path(get, path = "/api/advertiser/stats/filters/{list}", tag = "stats",
    params(("list" = inline(AdvertiserListName), Path), OptionsQuery),
    responses((status = 200, body = StatsOptions)))]
pub async fn list_advertiser_stats_filters(
    State(app): State<ApiState>,
    user: Advertiser,
    Path(list): Path<String>,
    Qs(query): Qs<OptionsQuery>,
) -> Result<Json<StatsOptions>, Problem> {
    respond(&app, advertiser_asker(&user), &list, query).await
}

/// Values that a filter of the webmaster's statistics can have. `referrals`, the people whom somebody brought, is for advertisers
/// too.
#[utoipa::path(get, path = "/api/webmaster/stats/filters/{list}", tag = "stats",
    params(("list" = inline(WebmasterListName), Path), OptionsQuery),
    responses((status = 200, body = StatsOptions)))]
pub async fn list_webmaster_stats_filters(
    State(app): State<ApiState>,
    member: Member,
    webmaster: Result<Webmaster, Problem>,
    Path(list): Path<String>,
    Qs(query): Qs<OptionsQuery>,
) -> Result<Json<StatsOptions>, Problem> {
    if list == REFERRALS {
        check_side(&member)?;
        return Ok(Json(StatsOptions { data: referrals(&app, member.id(), query).await? }));
    }
    respond(&app, webmaster_asker(&webmaster?), &list, query).await
}

/// Values that a filter of the network's statistics can have.
#[utoipa::path(get, path = "/api/admin/stats/filters/{list}", tag = "stats",
    params(("list" = inline(NetworkListName), Path), OptionsQuery),
    responses((status = 200, body = StatsOptions)))]
pub async fn list_network_stats_filters(
    State(app): State<ApiState>,
    user: Staff,
    Path(list): Path<String>,
    Qs(query): Qs<OptionsQuery>,
) -> Result<Json<StatsOptions>, Problem> {
    let asker = staff_asker(&app, &user).await?;
    respond(&app, asker, &list, query).await
}

async fn respond(app: &ApiState, asker: Asker, list: &str, query: OptionsQuery) -> Result<Json<StatsOptions>, Problem> {
    let view = asker.facts.view();
    let dimension = dimension_of(list).ok_or(Problem::NotFound)?;
    if !dimension.visible(view) {
        return Err(Problem::Forbidden("This list is not part of your statistics.".into()));
    }
    let (count, search) = limits(&query)?;
    let data = match named(dimension, view).filter(|(_, own)| *own || view == View::Network) {
        Some((kind, _)) => {
            let rows = asker.rows;
            let found = app
                .store
                .read("list_stats_filters", async move |conn| {
                    let search = (!search.is_empty()).then_some(search.as_str());
                    names::options(conn, rows, kind, search, query.with_deleted, count).await
                })
                .await?;
            found.into_iter().map(|(id, name)| StatsOption { id: id.to_string(), name }).collect()
        }
        None => matching(in_order(app, &asker, dimension).await?, &search, count),
    };
    Ok(Json(StatsOptions { data }))
}

/// Who was brought: numbers and covered addresses.
async fn referrals(app: &ApiState, referrer: UserId, query: OptionsQuery) -> Result<Vec<StatsOption>, Problem> {
    let (count, search) = limits(&query)?;
    let read = async move |conn: &Conn| referrals::referred(conn, referrer).await;
    let people = app.store.read("list_referrals", read).await?;
    let options = people.iter().filter(|one| query.with_deleted || !one.is_gone);
    let options = options.map(|one| StatsOption { id: one.user.to_string(), name: covered(one) }).collect();
    Ok(matching(options, &search, count))
}

/// How many options are wanted, and what they are to have.
fn limits(query: &OptionsQuery) -> Result<(u32, String), Problem> {
    let count = query.count.unwrap_or(COUNT_DEFAULT);
    if count > COUNT_MAX {
        return Err(Problem::field("count", format!("must be at most {COUNT_MAX}")));
    }
    let search = query.search.as_deref().unwrap_or_default().trim().to_owned();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("search", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    Ok((if count == 0 { COUNT_MAX } else { count }, search))
}

/// Keys that stand in no table of the asker: dictionaries in their order, countries by name, else what facts had lately, the most shown
/// first.
async fn in_order(app: &ApiState, asker: &Asker, dimension: Dimension) -> Result<Vec<StatsOption>, Problem> {
    let dictionary: Vec<i64> = match dimension {
        Dimension::Format => BlockFormat::ALL.iter().map(|format| i64::from(format.id())).collect(),
        Dimension::Target => [Target::Commodity, Target::News].iter().map(|t| i64::from(t.inner())).collect(),
        Dimension::CampaignType => CampaignType::ALL.iter().map(|kind| i64::from(kind.id())).collect(),
        Dimension::Device => DeviceType::ALL.iter().map(|device| i64::from(device.id())).collect(),
        Dimension::Os => Os::ALL.iter().map(|os| i64::from(os.id())).collect(),
        Dimension::Browser => Browser::ALL.iter().map(|browser| i64::from(browser.id())).collect(),
        Dimension::Verdict => Verdict::ALL.iter().map(|verdict| i64::from(verdict.code())).collect(),
        Dimension::HasCommission => vec![0, 1, 2],
        Dimension::Country => COUNTRIES.iter().map(|country| country.country_code().index() as i64).collect(),
        _ => Vec::new(),
    };
    let option = |key: Key, name: Option<String>| {
        let id = dimension.text(key);
        StatsOption { name: name.unwrap_or_else(|| id.clone()), id }
    };
    if !dictionary.is_empty() {
        let mut options: Vec<_> =
            dictionary.into_iter().map(Key).map(|key| option(key, computed(app, dimension, key))).collect();
        if dimension == Dimension::Country {
            options.sort_by_cached_key(|option| option.name.to_lowercase().replace('å', "a"));
        }
        return Ok(options);
    }
    let period = Period::ending(day_now(app), SEEN_DAYS);
    let seen = app.stats.by_keys(dimension, None, period, asker.facts.clone());
    let seen = app.turns.ask(asker.account, seen).await??;
    let mut keys: Vec<(i64, Key)> = seen.rows.iter().map(|(key, sums)| (-sums.measures.shows, Key(*key))).collect();
    keys.sort_unstable();
    let wanted = Wanted::from([(dimension, keys.iter().map(|(_, key)| *key).collect())]);
    let names = resolve(app, asker, &wanted).await?;
    Ok(keys.into_iter().map(|(_, key)| option(key, names.get(dimension, key))).collect())
}

fn matching(options: Vec<StatsOption>, search: &str, count: u32) -> Vec<StatsOption> {
    let search = search.to_lowercase();
    let fits = |option: &StatsOption| {
        search.is_empty() || option.id.eq_ignore_ascii_case(&search) || option.name.to_lowercase().contains(&search)
    };
    options.into_iter().filter(fits).take(count as usize).collect()
}
