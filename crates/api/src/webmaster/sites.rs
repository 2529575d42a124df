//! A webmaster's sites.

use crate::advertiser::stat_list::{Defaults, ListKind, list_page};
use crate::auth::Webmaster;
use crate::dictionaries::words::{Id, SiteStatusId};
use crate::extract::{Json, Path, Qs, only_objects};
use crate::list::{Data, List, ListParams, ListQuery, ROWS_MAX, data};
use crate::state::{Api, ApiState};
use crate::statistics::metrics::Metrics;
use crate::webmaster::figures::Figures;
use crate::webmaster::verification::SiteVerification;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_common::sealed;
use placard_common::secrets::Purpose;
use placard_model::user::SiteStatus;
use placard_model::validate;
use placard_model::{CategoryId, Money, SiteId, UnixMs};
use placard_stats::{Dimension, View};
use placard_store::accounts::audit_log;
use placard_store::lists::Shape;
use placard_store::publishing::sites::{self, SealedMetric, Site, SiteSettings};
use placard_store::{Priority, Scope};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;

/// Rows of a page when the query names no count.
const PAGE_ROWS: u32 = 20;
/// The most counters of a site.
pub(crate) const METRICS_MAX: usize = 10;
/// The most categories of a list.
pub(crate) const CATEGORIES_MAX: usize = 100;
/// The longest name of a kind of counter, in characters.
pub(crate) const COUNTER_MAX: usize = 50;
/// The longest password of a counter, in characters.
pub(crate) const ACCESS_MAX: usize = 200;

/// A site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Site)]
pub struct SiteResource {
    /// The site.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// Host, lower case; subdomains belong to it.
    pub domain: String,
    /// What it is about; 0 when none.
    pub category: i64,
    /// Its status.
    #[schema(value_type = SiteStatusId)]
    pub status_id: u8,
    /// What the moderator said.
    pub reject_comment: String,
    /// Why the network holds its earnings back; null while it does not.
    pub earnings_held_reason: Option<String>,
    /// If not empty, only ads of these categories.
    pub allowed_categories: Vec<i64>,
    /// No ads of these categories.
    pub forbidden_categories: Vec<i64>,
    /// Its blocks show the ads of its owner too, for which nobody is paid.
    pub shows_own_ads: bool,
    /// Whether it shows whose it is.
    pub verification: SiteVerification,
    /// Blocks that are not archived.
    pub blocks_count: u64,
    /// When it was added.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// Send it back with a change: a stale one is refused.
    pub version: i64,
    /// Counters; in the answer of one site only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Vec<SiteMetric>>,
    /// Figures of the period, when asked for.
    pub statistic: Option<Metrics>,
    /// Places that were filled with ads, of 100 that were asked for in the period; none without requests, or when no
    /// figures were asked for.
    #[schema(value_type = Option<f64>)]
    pub fill_rate: Option<Money>,
    /// Places that stayed empty for the floor of their block, of 100 that were asked for in the period; none without
    /// requests, or when no figures were asked for.
    #[schema(value_type = Option<f64>)]
    pub floor_rate: Option<Money>,
    /// Empty places in which the owner's own HTML or page was shown in the period, when figures were asked for.
    pub passbacks: Option<i64>,
    /// What was earned today and yesterday (UTC), in dollars, when figures were asked for.
    #[schema(value_type = Option<f64>)]
    pub income_today: Option<Money>,
    /// The same of yesterday.
    #[schema(value_type = Option<f64>)]
    pub income_yesterday: Option<Money>,
}

/// A counter of a site, with the data to read it. Stored encrypted, shown to the owner and to moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct SiteMetric {
    /// The kind of counter.
    #[serde(default = "default_counter")]
    #[schema(pattern = "^[a-z_]{1,50}$")]
    pub statistics_metrics: String,
    /// Its address.
    #[serde(default)]
    pub url: String,
    /// The password to read it.
    #[serde(default)]
    pub password: String,
    /// What else to know.
    #[serde(default)]
    pub comment: String,
}

only_objects!(; both SiteMetric);

fn default_counter() -> String {
    "google_analytics".to_owned()
}

/// What the owner says of a site.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteForm {
    /// What to call it; the domain when omitted.
    pub name: Option<String>,
    /// The address: `http://`, `https://` or no scheme.
    pub domain: String,
    /// What it is about.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub category: i64,
    /// Counters; on a change, omitted ones stay.
    pub metrics: Option<Vec<SiteMetric>>,
    /// If not empty, only ads of these categories.
    #[serde(default)]
    #[schema(value_type = Vec<Id>)]
    pub allowed_categories: Vec<i64>,
    /// No ads of these categories.
    #[serde(default)]
    #[schema(value_type = Vec<Id>)]
    pub forbidden_categories: Vec<i64>,
    /// Whether its blocks show the ads of its owner too, for which nobody is paid; on a change, omitted it stays as it is.
    pub shows_own_ads: Option<bool>,
    /// On a change: the version that was changed.
    pub version: Option<i64>,
}

impl SiteResource {
    /// The site as lists show it.
    pub fn new(site: Site) -> Self {
        let verification = SiteVerification::from(&site);
        let ids = |ids: Vec<CategoryId>| ids.into_iter().map(|id| id.0).collect();
        let earnings_held_reason = site.are_earnings_held().then(|| site.earnings_held_reason.clone());
        Self {
            id: site.id.0,
            name: site.name,
            domain: site.domain,
            category: site.category.0,
            status_id: site.status.id(),
            earnings_held_reason,
            reject_comment: site.reject_comment,
            allowed_categories: ids(site.allowed_categories),
            forbidden_categories: ids(site.forbidden_categories),
            shows_own_ads: site.shows_own_ads,
            verification,
            blocks_count: site.blocks_count,
            created_at: site.created_at,
            version: site.version,
            metrics: None,
            statistic: None,
            fill_rate: None,
            floor_rate: None,
            passbacks: None,
            income_today: None,
            income_yesterday: None,
        }
    }

    /// The same with its counters.
    pub fn with_metrics(site: Site, metrics: Vec<SiteMetric>) -> Self {
        Self { metrics: Some(metrics), ..Self::new(site) }
    }
}

/// Lists of sites.
struct SiteList;

impl ListKind for SiteList {
    const SHAPE: &'static Shape = &sites::LIST;
    const DIMENSION: Dimension = Dimension::Site;
    const VIEW: View = View::Webmaster;

    fn unknown_order() -> String {
        UNKNOWN_ORDER.to_owned()
    }
}

/// What a webmaster is told of an `order_by` that a list does not have.
pub(crate) const UNKNOWN_ORDER: &str = "is not a field to sort by";

/// Lists the own sites.
#[utoipa::path(get, path = "/api/webmaster/sites", tag = "webmaster", params(ListParams<SiteList>),
    responses((status = 200, body = List<SiteResource>)))]
pub async fn list_sites(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<ListQuery>,
) -> Result<Json<List<SiteResource>>, Problem> {
    let scope = webmaster.scope();
    let defaults = Defaults { name: "list_sites", rows: PAGE_ROWS, max_rows: ROWS_MAX, order_by: "id" };
    let listed = sites::listed(scope, query.search()?);
    let figures = Figures::new(&app, webmaster.id(), Dimension::Site, &query)?;
    let opportunities = figures.opportunities(None).await?;
    let page = list_page::<SiteList>(app.clone(), webmaster.id(), query, listed, defaults).await?;
    let incomes = figures.incomes(&page.ids).await?;
    let ids = page.ids.clone();
    let found = app.store.read("list_sites", async move |conn| sites::by_ids(conn, scope, &ids).await).await?;
    let mut found: HashMap<i64, Site> = found.into_iter().map(|site| (site.id.0, site)).collect();
    Ok(Json(page.into_list(|id, statistic| {
        let of = opportunities.of(id);
        Some(SiteResource {
            statistic,
            fill_rate: of.fill_rate,
            floor_rate: of.floor_rate,
            passbacks: of.passbacks,
            income_today: incomes.today(id),
            income_yesterday: incomes.yesterday(id),
            ..SiteResource::new(found.remove(&id)?)
        })
    })))
}

/// Adds a site. It waits for a moderator, unless its owner is trusted.
#[utoipa::path(post, path = "/api/webmaster/sites", tag = "webmaster", request_body = SiteForm,
    responses((status = 201, body = Data<SiteResource>)))]
pub async fn create_site(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Json(form): Json<SiteForm>,
) -> Result<(StatusCode, Json<Data<SiteResource>>), Problem> {
    let (settings, metrics) = read_form(form)?;
    let metrics = metrics.unwrap_or_default();
    let sealed = seal_metrics(&app, &metrics)?;
    let status = if webmaster.user.is_trusted { SiteStatus::Approved } else { SiteStatus::Waiting };
    let (owner, actor) = (webmaster.id(), webmaster.actor());
    let site = app
        .store
        .write("create_site", Priority::Api, async move |tx| {
            let site = sites::insert_site(tx, owner, &settings, &sealed, status).await?;
            audit_log::record_edit(tx, &actor, "create_site", "site", site.id, None::<&Site>, Some(&site)).await?;
            Ok(site)
        })
        .await?;
    Ok((StatusCode::CREATED, data(SiteResource::with_metrics(site, metrics))))
}

/// One site with its counters.
#[utoipa::path(get, path = "/api/webmaster/sites/{id}", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<SiteResource>)))]
pub async fn get_site(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<SiteResource>>, Problem> {
    let (site, metrics) = load_site(&app, webmaster.scope(), SiteId(id)).await?;
    Ok(data(SiteResource::with_metrics(site, metrics)))
}

/// A site of the scope with its counters.
pub async fn load_site(app: &Api, scope: Scope, id: SiteId) -> Result<(Site, Vec<SiteMetric>), Problem> {
    let (site, sealed) = app
        .store
        .read("get_site", async move |conn| {
            Ok((sites::get_site(conn, scope, id).await?, sites::list_metrics(conn, scope, id).await?))
        })
        .await?;
    let metrics = sealed.iter().map(|metric| open_metric(app, metric)).collect::<anyhow::Result<_>>()?;
    Ok((site, metrics))
}

/// A counter, decrypted.
pub(crate) fn open_metric(app: &Api, metric: &SealedMetric) -> anyhow::Result<SiteMetric> {
    let plain = sealed::open(&app.keys, Purpose::SiteAccess, metric.kind.as_bytes(), &metric.access)?;
    Ok(serde_json::from_slice(&plain)?)
}

/// Changes a site. Another domain must be approved again, unless its owner is trusted.
#[utoipa::path(put, path = "/api/webmaster/sites/{id}", tag = "webmaster", params(("id" = i64, Path)),
    request_body = SiteForm, responses((status = 200, body = Data<SiteResource>)))]
pub async fn update_site(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
    Json(form): Json<SiteForm>,
) -> Result<Json<Data<SiteResource>>, Problem> {
    let (version, shows_own_ads) = (form.version, form.shows_own_ads);
    let (settings, metrics) = read_form(form)?;
    let (scope, actor, is_trusted) = (webmaster.scope(), webmaster.actor(), webmaster.user.is_trusted);
    let (_, stored) = load_site(&app, scope, SiteId(id)).await?;
    // Encrypted anew the same counters would be other bytes: what is compared is what they say.
    let metrics = metrics.filter(|wanted| *wanted != stored);
    let sealed = metrics.as_deref().map(|metrics| seal_metrics(&app, metrics)).transpose()?;
    app.store
        .write("update_site", Priority::Api, async move |tx| {
            let before = sites::get_site(tx, scope, SiteId(id)).await?;
            let shows_own_ads = shows_own_ads.unwrap_or(before.shows_own_ads);
            let settings = SiteSettings { shows_own_ads, ..settings.clone() };
            let status = match before.status {
                SiteStatus::Approved if before.domain != settings.domain && !is_trusted => SiteStatus::Waiting,
                // An edit answers a moderator's objection: the site is looked at again.
                SiteStatus::Rejected if is_trusted => SiteStatus::Approved,
                SiteStatus::Rejected => SiteStatus::Waiting,
                SiteStatus::Blocked | SiteStatus::Archived => {
                    let text = format!("the site is {}: it cannot be changed", before.status.label().to_lowercase());
                    return Err(placard_store::Error::Conflict(text));
                }
                other => other,
            };
            let metrics = sealed.as_deref();
            let after = sites::update_site(tx, scope, before.id, version, &settings, metrics, status).await?;
            audit_log::record_edit(tx, &actor, "update_site", "site", id, Some(&before), Some(&after)).await
        })
        .await?;
    let (site, metrics) = load_site(&app, webmaster.scope(), SiteId(id)).await?;
    Ok(data(SiteResource::with_metrics(site, metrics)))
}

/// Puts a site away: its blocks show no more ads, its domain is free, statistics stay.
#[utoipa::path(delete, path = "/api/webmaster/sites/{id}", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_site(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    app.store
        .write("delete_site", Priority::Api, async move |tx| {
            let from = [SiteStatus::Waiting, SiteStatus::Approved, SiteStatus::Rejected];
            let site = sites::set_status(tx, scope, SiteId(id), &from, SiteStatus::Archived, "").await?;
            audit_log::record_edit(tx, &actor, "delete_site", "site", id, None::<&Site>, Some(&site)).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A step of a page's path.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SiteCrumb {
    /// The thing.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// The path to a site's pages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SiteBreadcrumbs {
    /// The site.
    pub site: SiteCrumb,
}

/// The names that a site's pages show above themselves.
#[utoipa::path(get, path = "/api/webmaster/sites/{id}/breadcrumbs", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<SiteBreadcrumbs>)))]
pub async fn get_site_breadcrumbs(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<SiteBreadcrumbs>>, Problem> {
    let scope = webmaster.scope();
    let site = app.store.read("get_site", async move |conn| sites::get_site(conn, scope, SiteId(id)).await).await?;
    Ok(data(SiteBreadcrumbs { site: SiteCrumb { id: site.id.0, name: site.name } }))
}

fn seal_metrics(app: &Api, metrics: &[SiteMetric]) -> anyhow::Result<Vec<SealedMetric>> {
    metrics
        .iter()
        .map(|metric| {
            let (plain, kind) = (serde_json::to_vec(metric)?, metric.statistics_metrics.clone());
            let access = sealed::seal(&app.keys, Purpose::SiteAccess, &app.rng, kind.as_bytes(), &plain)?;
            Ok(SealedMetric { kind, access })
        })
        .collect()
}

fn read_form(form: SiteForm) -> Result<(SiteSettings, Option<Vec<SiteMetric>>), Problem> {
    let mut errors = FieldErrors::default();
    let domain = validate::site_domain(&form.domain).unwrap_or_else(|error| {
        errors.add("domain", error.to_string());
        String::new()
    });
    let name = match form.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        None => domain.clone(),
        Some(name) => validate::name(name).map_or_else(
            |message| {
                errors.add("name", message);
                String::new()
            },
            str::to_owned,
        ),
    };
    errors.check("category", form.category >= 0, "is not a category");
    let mut categories = |field: &str, ids: Vec<i64>| {
        errors.check(field, ids.len() <= CATEGORIES_MAX, format!("must have at most {CATEGORIES_MAX} entries"));
        let ids: BTreeSet<i64> = ids.into_iter().take(CATEGORIES_MAX).collect();
        errors.check(field, ids.iter().all(|id| *id > 0), "has an entry that is not a category");
        ids.into_iter().map(CategoryId).collect()
    };
    let allowed_categories = categories("allowed_categories", form.allowed_categories);
    let forbidden_categories = categories("forbidden_categories", form.forbidden_categories);
    if let Some(metrics) = &form.metrics {
        errors.check("metrics", metrics.len() <= METRICS_MAX, format!("must have at most {METRICS_MAX} entries"));
        for (position, metric) in metrics.iter().enumerate().take(METRICS_MAX) {
            check_metric(&mut errors, position, metric);
        }
    }
    errors.finish()?;
    let category = CategoryId(form.category);
    let shows_own_ads = form.shows_own_ads.unwrap_or_default();
    let settings = SiteSettings { name, domain, category, allowed_categories, forbidden_categories, shows_own_ads };
    Ok((settings, form.metrics))
}

fn check_metric(errors: &mut FieldErrors, position: usize, metric: &SiteMetric) {
    let field = |name: &str| format!("metrics.{position}.{name}");
    let kind = &metric.statistics_metrics;
    let is_kind = (1..=COUNTER_MAX).contains(&kind.len()) && kind.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    errors.check(&field("statistics_metrics"), is_kind, "must be the name of a counter, such as google_analytics");
    if let Err(message) = validate::line(&metric.url, 0, validate::URL_MAX) {
        errors.add(field("url"), message);
    }
    if let Err(message) = validate::line(&metric.password, 0, ACCESS_MAX) {
        errors.add(field("password"), message);
    }
    if let Err(message) = validate::paragraphs(&metric.comment, validate::COMMENT_MAX) {
        errors.add(field("comment"), message);
    }
}
