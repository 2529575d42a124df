//! A campaign's sources: what each brings, what its own list and coefficients say of it, and how sure it is that it costs
//! more or less than the campaign's mean.

mod asked;
pub mod sources_bulk;

use crate::auth::Advertiser;
use crate::dictionaries::words::VerdictName;
use crate::extract::{Json, Path, Qs};
use crate::list::{ListFilters, OrderDirection, Page, Pagination, SEARCH_CHARS_MAX};
use crate::state::ApiState;
use crate::statistics::metrics;
use crate::statistics::questions::metrics::AdvertiserMetrics;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::bid::coefficient_to_decimal;
use placard_model::targeting::{CAMPAIGN_SOURCES_MAX, Coefficient, Source};
use placard_model::{BlockId, CampaignId, Money, SiteId, UserId, Verdict, poisson};
use placard_stats::{
    Dimension, Direction, Filter, Key, Metric, MetricValue, Order, OrderBy, Page as AllRows, Period, Query, StatsScope,
    Sums, View,
};
use placard_store::Scope;
use placard_store::advertising::campaigns;
use placard_store::advertising::coefficients::{self, Owner};
use placard_store::advertising::sources::{self, NamedSource, SourceState};
use placard_store::names::{self, NAMES_MAX, Named};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use utoipa::ToSchema;

pub use asked::*;

/// Days of the figures when the query names none, through today.
const DAYS_DEFAULT: i32 = 7;
/// Rows of a page when the query does not say.
const ROWS: u32 = 50;
/// The most rows of a page.
const ROWS_MAX: u32 = 500;

/// What the list of a campaign says of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceStateName {
    /// Nothing.
    Open,
    /// Never there.
    Blocked,
    /// There, and, once one source is allowed, nowhere else.
    Allowed,
}

impl SourceStateName {
    /// The name of what is said.
    pub(crate) const fn of(state: Option<SourceState>) -> Self {
        match state {
            None => Self::Open,
            Some(SourceState::Blocked) => Self::Blocked,
            Some(SourceState::Allowed) => Self::Allowed,
        }
    }

    /// What is said.
    pub(crate) const fn state(self) -> Option<SourceState> {
        match self {
            Self::Open => None,
            Self::Blocked => Some(SourceState::Blocked),
            Self::Allowed => Some(SourceState::Allowed),
        }
    }
}

/// Clicks of a source with one verdict.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct InvalidClicks {
    /// The verdict.
    #[schema(value_type = VerdictName)]
    pub verdict: &'static str,
    /// So many; not charged.
    pub clicks_count: i64,
}

/// What a lead costs against the campaign's mean, and how sure that is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct AgainstMean {
    /// The cost of a lead as a multiple of the campaign's; null without a lead.
    #[schema(required)]
    pub ratio: Option<f64>,
    /// The lower bound that holds it in 95 of 100 cases; null where nothing was spent, or the campaign has no lead.
    #[schema(required)]
    pub low: Option<f64>,
    /// The upper bound; null without a lead.
    #[schema(required)]
    pub high: Option<f64>,
}

impl AgainstMean {
    fn new(sums: &Sums, mean: Option<f64>) -> Self {
        let (leads, spent) = (leads(sums), spent(sums).micros());
        let Some(mean) = mean.filter(|_| spent > 0) else { return Self::default() };
        let cost = spent as f64 / mean;
        let (low, high) = poisson::bounds(leads);
        let of = |leads: f64| (leads > 0.0).then(|| cost / leads);
        Self { ratio: of(leads as f64), low: of(high), high: of(low) }
    }

    fn is_dearer(&self) -> bool {
        self.low.is_some_and(|low| low > 1.0)
    }

    fn is_cheaper(&self) -> bool {
        self.high.is_some_and(|high| high < 1.0)
    }
}

fn spent(sums: &Sums) -> Money {
    Metric::Spent.money(sums).unwrap_or_default()
}

fn leads(sums: &Sums) -> i64 {
    Metric::Lead.count(sums)
}

/// A source of a campaign with its figures.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SourceRow {
    /// The site.
    pub site_id: i64,
    /// Its domain.
    pub site_name: String,
    /// The block; null in rows of sites.
    #[schema(required)]
    pub block_id: Option<i64>,
    /// What the campaign's own list says of it.
    pub state: SourceStateName,
    /// Whether a rule wrote that.
    pub is_by_rule: bool,
    /// Whether the campaign's own list lets it be shown there: a block with its site taken into account.
    pub is_open: bool,
    /// The campaign's coefficient of this very source; null where it has none.
    #[schema(value_type = Option<f64>, required)]
    pub coefficient: Option<Money>,
    /// The coefficient that its bids are multiplied by, where a group has none of its own.
    #[schema(value_type = f64)]
    pub coefficient_in_force: Money,
    /// What a lead costs here.
    pub against_mean: AgainstMean,
    /// Clicks that were not charged in a hundred.
    #[schema(required)]
    pub invalid_percentage: Option<f64>,
    /// Clicks that were not charged, by verdict, most first.
    pub invalid: Vec<InvalidClicks>,
    /// The figures.
    pub statistic: AdvertiserMetrics,
}

/// Figures of all rows together, and of the campaign.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SourceTotals {
    /// Of all rows that match, on all pages.
    pub matching: AdvertiserMetrics,
    /// Of the whole campaign: its mean.
    pub campaign: AdvertiserMetrics,
    /// The mean cost of a lead with its bounds, as multiples of itself.
    pub mean: AgainstMean,
    /// Sources with figures.
    pub seen_count: u64,
    /// Of those that surely cost more than the mean.
    pub dearer: AdvertiserMetrics,
    /// Sources on the campaign's own list.
    pub listed_count: u64,
    /// Of these, blocked.
    pub blocked_count: u64,
    /// Of these, written by rules.
    pub by_rules_count: u64,
    /// The most that the list may have.
    pub listed_max: u64,
}

/// Sources of a campaign.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SourceStats {
    /// The rows.
    pub data: Vec<SourceRow>,
    /// Which page of how many.
    pub pagination: Pagination,
    /// Figures of all together.
    pub total: SourceTotals,
    /// Rows of each view that match the search.
    pub counts_by_view: BTreeMap<String, u64>,
}

/// A row before it is written.
struct Found {
    site: i64,
    block: Option<i64>,
    sums: Sums,
    named: Option<NamedSource>,
    is_open: bool,
    coefficient: Option<Coefficient>,
    in_force: Coefficient,
    against: AgainstMean,
}

impl Found {
    fn is_in(&self, view: SourceView) -> bool {
        let state = self.named.map(|named| named.state);
        match view {
            SourceView::All => true,
            SourceView::Open => self.is_open,
            SourceView::Coefficient => self.coefficient.is_some(),
            SourceView::Dearer => self.against.is_dearer(),
            SourceView::Cheaper => self.against.is_cheaper(),
            SourceView::Blocked => state == Some(SourceState::Blocked),
            SourceView::Allowed => state == Some(SourceState::Allowed),
        }
    }

    fn invalid_percentage(&self) -> Option<f64> {
        let invalid = self.sums.measures.rejected_clicks;
        let all = invalid + self.sums.measures.clicks;
        (all > 0).then(|| ((invalid as f64 / all as f64) * 1e8).round() / 1e6)
    }
}

/// What rows are sorted by.
#[derive(Clone, Copy)]
enum By {
    Name,
    Coefficient,
    Against,
    Invalid,
    Metric(Metric),
}

impl By {
    fn read(name: Option<&str>) -> Result<Self, Problem> {
        Ok(match name.filter(|name| !name.is_empty()).unwrap_or("money") {
            "name" => Self::Name,
            "coefficient" => Self::Coefficient,
            "against_mean" => Self::Against,
            "invalid_percentage" => Self::Invalid,
            metric => Self::Metric(Metric::parse(metric, View::Advertiser).ok_or_else(|| {
                let message =
                    "must be one of name, coefficient, against_mean, invalid_percentage, or a metric such as money";
                Problem::field("order_by", message)
            })?),
        })
    }

    fn compare(self, a: &Found, b: &Found, names: &HashMap<i64, String>) -> Ordering {
        let number = |value: Option<MetricValue>| match value {
            None => i64::MIN,
            Some(MetricValue::Count(count)) => count,
            Some(MetricValue::Money(money)) => money.micros(),
            Some(MetricValue::Ratio(millionths)) => millionths,
        };
        // Without a lead, what is at least known.
        let against = |found: &Found| found.against.ratio.or(found.against.low).unwrap_or(f64::NEG_INFINITY);
        match self {
            Self::Name => names.get(&a.site).cmp(&names.get(&b.site)),
            Self::Coefficient => a.in_force.cmp(&b.in_force),
            Self::Against => against(a).total_cmp(&against(b)),
            Self::Invalid => {
                let share = |found: &Found| found.invalid_percentage().unwrap_or(-1.0);
                share(a).total_cmp(&share(b))
            }
            Self::Metric(metric) => number(metric.value(&a.sums)).cmp(&number(metric.value(&b.sums))),
        }
    }
}

fn period(filters: &SourceFilters, app: &ApiState) -> Result<Period, Problem> {
    let today = app.clock.now().day();
    if filters.date_from.is_none() && filters.date_to.is_none() {
        return Ok(Period::ending(today, DAYS_DEFAULT));
    }
    let days = ListFilters {
        date_from: filters.date_from.clone(),
        date_to: filters.date_to.clone(),
        ..ListFilters::default()
    };
    metrics::list_period(&days, today)
}

fn add(total: &mut Sums, one: &Sums) {
    total.measures += one.measures;
}

/// What the campaign's own lists and coefficients say, for looking things up.
struct Says {
    named: HashMap<Source, NamedSource>,
    coefficients: HashMap<Source, Coefficient>,
    any_allowed: bool,
}

impl Says {
    fn found(&self, site: i64, block: Option<i64>, sums: Sums, mean: Option<f64>) -> Found {
        let of_site = Source::Site(SiteId(site));
        let own = block.map_or(of_site, |block| Source::Block(BlockId(block)));
        let both = [own, of_site];
        let is =
            |state: SourceState| both.iter().any(|one| self.named.get(one).is_some_and(|named| named.state == state));
        let in_force = both.iter().find_map(|one| self.coefficients.get(one)).copied().unwrap_or(Coefficient::ONE);
        Found {
            site,
            block,
            named: self.named.get(&own).copied(),
            is_open: !is(SourceState::Blocked) && (!self.any_allowed || is(SourceState::Allowed)),
            coefficient: self.coefficients.get(&own).copied(),
            in_force,
            against: AgainstMean::new(&sums, mean),
            sums,
        }
    }
}

/// Sources of a campaign: its figures by site or by block, what its list and its coefficients say of each, invalid clicks
/// by verdict, and what a lead costs there against the campaign's mean.
#[utoipa::path(get, path = "/api/advertiser/campaigns/{id}/source/stats", tag = "advertiser",
    params(("id" = i64, Path), SourceQuery), responses((status = 200, body = SourceStats)))]
pub async fn list_source_stats(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Qs(query): Qs<SourceQuery>,
) -> Result<Json<SourceStats>, Problem> {
    let id = CampaignId(id);
    let page = Page::new(query.page, query.count, ROWS)?.at_most(ROWS_MAX);
    let (by, period) = (By::read(query.order_by.as_deref())?, period(&query.filters, &app)?);
    let phrase = query.search_phrase.unwrap_or_default().trim().to_lowercase();
    if phrase.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("searchPhrase", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    let (scope, owner) = (advertiser.scope(), advertiser.user.id);
    let by_block = query.level == SourceLevel::Block || query.filters.site.is_some();
    let (listed, coefficients, sites_of_listed) = app
        .store
        .read("list_source_stats", async move |conn| {
            campaigns::get(conn, scope, id).await?;
            let listed = sources::of(conn, id).await?;
            let coefficients = coefficients::of(conn, Owner::Campaign(id)).await?;
            let blocks: Vec<i64> = listed
                .iter()
                .map(|named| named.source)
                .chain(coefficients.iter().map(|(source, _)| *source))
                .filter_map(|source| if let Source::Block(block) = source { Some(block.0) } else { None })
                .collect();
            let sites = sources::sites_of(conn, &blocks).await?;
            Ok((listed, coefficients, sites))
        })
        .await?;
    let (facts, total) = figures(&app, owner, id, by_block, query.filters.site, period).await?;
    let campaign =
        if query.filters.site.is_some() { figures(&app, owner, id, false, None, period).await?.1 } else { total };
    let mean = (leads(&campaign) > 0).then(|| spent(&campaign).micros() as f64 / leads(&campaign) as f64);
    let says = Says {
        any_allowed: listed.iter().any(|named| named.state == SourceState::Allowed),
        named: listed.iter().map(|named| (named.source, *named)).collect(),
        coefficients: coefficients.into_iter().collect(),
    };
    let seen_count = facts.len() as u64;
    let seen: BTreeSet<i64> = facts.iter().map(|((site, _), _)| *site).collect();
    let mut rows: BTreeMap<(i64, Option<i64>), Sums> = facts.into_iter().collect();
    // What is only named has a row, too.
    for source in says.named.keys().chain(says.coefficients.keys()) {
        let key = match source {
            Source::Site(site) if !by_block => (site.0, None),
            Source::Block(block) if by_block => match sites_of_listed.get(&block.0) {
                Some(site) => (*site, Some(block.0)),
                None => continue,
            },
            _ => continue,
        };
        if query.filters.site.is_none_or(|site| site == key.0) {
            rows.entry(key).or_default();
        }
    }
    let sites: BTreeSet<i64> = rows.keys().map(|(site, _)| *site).collect();
    let names = site_names(&app, seen, sites).await?;
    let matches = |site: i64, block: Option<i64>| {
        phrase.is_empty()
            || names.get(&site).is_some_and(|name| name.to_lowercase().contains(&phrase))
            || site.to_string() == phrase
            || block.is_some_and(|block| block.to_string() == phrase)
    };
    let found: Vec<Found> = rows
        .into_iter()
        .filter(|((site, block), _)| matches(*site, *block))
        .map(|((site, block), sums)| says.found(site, block, sums, mean))
        .collect();
    let counts_by_view = VIEWS.iter().map(|view| {
        let name = serde_json::to_value(view).ok().and_then(|name| name.as_str().map(str::to_owned));
        (name.unwrap_or_default(), found.iter().filter(|one| one.is_in(*view)).count() as u64)
    });
    let counts_by_view = counts_by_view.collect();
    let (mut matching, mut dearer) = (Sums::default(), Sums::default());
    for one in found.iter().filter(|one| one.against.is_dearer()) {
        add(&mut dearer, &one.sums);
    }
    let mut found: Vec<Found> =
        found.into_iter().filter(|one| one.is_in(query.filters.view.unwrap_or_default())).collect();
    for one in &found {
        add(&mut matching, &one.sums);
    }
    found.sort_by(|a, b| {
        let order = by.compare(a, b, &names);
        let order = if query.order_direction == OrderDirection::Desc { order.reverse() } else { order };
        order.then_with(|| (a.site, a.block).cmp(&(b.site, b.block)))
    });
    let pagination = page.pagination(found.len() as u64);
    let shown: Vec<Found> = found.into_iter().skip(page.offset() as usize).take(page.rows as usize).collect();
    let mut invalid = verdicts(&app, owner, id, by_block, &shown, period).await?;
    let state_count = |state: SourceState| listed.iter().filter(|named| named.state == state).count() as u64;
    let total = SourceTotals {
        matching: matching.into(),
        campaign: campaign.into(),
        mean: AgainstMean::new(&campaign, mean),
        seen_count,
        dearer: dearer.into(),
        listed_count: listed.len() as u64,
        blocked_count: state_count(SourceState::Blocked),
        by_rules_count: listed.iter().filter(|named| named.by_rule).count() as u64,
        listed_max: CAMPAIGN_SOURCES_MAX as u64,
    };
    let data = shown
        .into_iter()
        .map(|one| SourceRow {
            site_id: one.site,
            site_name: names.get(&one.site).cloned().unwrap_or_else(|| format!("#{}", one.site)),
            block_id: one.block,
            state: SourceStateName::of(one.named.map(|named| named.state)),
            is_by_rule: one.named.is_some_and(|named| named.by_rule),
            is_open: one.is_open,
            coefficient: one.coefficient.map(coefficient_to_decimal),
            coefficient_in_force: coefficient_to_decimal(one.in_force),
            against_mean: one.against,
            invalid_percentage: one.invalid_percentage(),
            invalid: invalid.remove(&one.block.unwrap_or(one.site)).unwrap_or_default(),
            statistic: one.sums.into(),
        })
        .collect();
    Ok(Json(SourceStats { data, pagination, total, counts_by_view }))
}

/// Figures by site, or by site and block, with those of all together.
async fn figures(
    app: &ApiState,
    owner: UserId,
    campaign: CampaignId,
    by_block: bool,
    site: Option<i64>,
    period: Period,
) -> Result<(Vec<((i64, Option<i64>), Sums)>, Sums), Problem> {
    let mut groups = vec![Dimension::Site];
    if by_block {
        groups.push(Dimension::Block);
    }
    let mut query = Query {
        groups,
        order: Order { by: OrderBy::Metric(Metric::Spent), direction: Direction::Descending },
        page: AllRows::ALL,
        ..Query::by(Dimension::Site, period)
    }
    .with(Dimension::Campaign, vec![Key(campaign.0)]);
    if let Some(site) = site {
        query = query.with(Dimension::Site, vec![Key(site)]);
    }
    let table = app.turns.ask(owner, app.stats.answer(query, StatsScope::advertiser(owner))).await??;
    let key = |keys: &[Key]| Some((keys.first()?.0, keys.get(1).map(|key| key.0)));
    let rows = table.rows.into_iter().filter_map(|row| Some((key(&row.keys)?, row.sums))).collect();
    Ok((rows, table.total))
}

/// Clicks that were not charged, by verdict, of the rows of a page: by site, or by block.
async fn verdicts(
    app: &ApiState,
    owner: UserId,
    campaign: CampaignId,
    by_block: bool,
    shown: &[Found],
    period: Period,
) -> Result<HashMap<i64, Vec<InvalidClicks>>, Problem> {
    let keys: Vec<Key> = shown
        .iter()
        .filter(|one| one.sums.measures.rejected_clicks > 0)
        .map(|one| Key(one.block.unwrap_or(one.site)))
        .collect();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let dimension = if by_block { Dimension::Block } else { Dimension::Site };
    let query = Query {
        groups: vec![dimension, Dimension::Verdict],
        order: Order { by: OrderBy::Metric(Metric::InvalidClicks), direction: Direction::Descending },
        filters: vec![Filter { dimension: Dimension::Verdict, keys: vec![Key(0)], excluded: true }],
        ..Query::by(dimension, period)
    }
    .with(Dimension::Campaign, vec![Key(campaign.0)])
    .with(dimension, keys);
    let table = app.turns.ask(owner, app.stats.answer(query, StatsScope::advertiser(owner))).await??;
    let mut found: HashMap<i64, Vec<InvalidClicks>> = HashMap::new();
    for row in table.rows {
        let clicks_count = row.sums.measures.rejected_clicks;
        let [source, verdict] = row.keys.as_slice() else { continue };
        if let Some(verdict) = Verdict::from_code(verdict.0).filter(|_| clicks_count > 0) {
            found.entry(source.0).or_default().push(InvalidClicks { verdict: verdict.name(), clicks_count });
        }
    }
    Ok(found)
}

/// What sites are called: those where the campaign was shown, and of others those that are approved. Any number can be put on a list, and the
/// others are their owners' business.
async fn site_names(
    app: &ApiState,
    seen: BTreeSet<i64>,
    sites: BTreeSet<i64>,
) -> Result<HashMap<i64, String>, Problem> {
    let found = app
        .store
        .read("list_source_names", async move |conn| {
            let listed: Vec<i64> = sites.difference(&seen).copied().collect();
            let approved = sources::approved(conn, &listed).await?;
            let told: Vec<i64> =
                sites.iter().copied().filter(|site| seen.contains(site) || approved.contains(site)).collect();
            let mut found = HashMap::new();
            for ids in told.chunks(NAMES_MAX) {
                found.extend(names::of_ids(conn, Scope::System, Named::SiteDomain, ids).await?);
            }
            Ok(found)
        })
        .await?;
    Ok(found)
}
