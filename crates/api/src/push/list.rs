//! Lists of push campaigns and push ads: pages by limit and offset, and figures by the names of the push API.

use super::figures::{METRICS, PushFigures};
use super::reach::PushReachResource;
use crate::advertiser::stat_list::{Asked, ListKind, Order, counts_by_status, rows_of};
use crate::extract::flag;
use crate::list::{Listing, OrderDirection, ROWS_MAX, SEARCH_CHARS_MAX, one_of, statuses};
use crate::state::ApiState;
use crate::statistics::metrics::LIST_DAYS_MAX;
use placard_common::error::Problem;
use placard_model::status::CampaignStatus;
use placard_model::{Day, UserId};
use placard_stats::{Period, Sums};
use placard_store::lists::Listed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};

/// Rows of a page when the query does not say.
const PAGE_ROWS: u32 = 50;
/// The currency of the network.
const CURRENCY: &str = "USD";

/// The query of a list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PushListQuery {
    /// Rows of a page; 50 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub limit: Option<u32>,
    /// Rows before the page.
    pub offset: Option<u32>,
    /// Keeps rows whose number, UUID, name or title has this.
    #[serde(alias = "ad", alias = "campaign")]
    #[param(max_length = 200)]
    pub search: Option<String>,
    /// First day of the figures; today when omitted.
    #[param(format = Date)]
    pub stats_from: Option<String>,
    /// Last day of the figures; today when omitted.
    #[param(format = Date)]
    pub stats_to: Option<String>,
    /// The currency of amounts: the network has one, USD.
    pub to_currency: Option<String>,
    /// What to sort by.
    pub order_by: Option<String>,
    /// The direction of the sort.
    #[param(inline)]
    pub order_direction: OrderDirection,
    /// Shown statuses to keep; all but archived (3) when omitted, and with `all`.
    #[serde(deserialize_with = "statuses")]
    pub statuses: Vec<i64>,
    /// 1: rows carry how many subscribers they are for; pages have at most 200 rows then.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub with_reach: bool,
}

/// What lists of push campaigns and push ads differ in.
pub(crate) trait PushListKind: ListKind {
    /// What the query calls the phrase that it looks for.
    const SEARCH: &'static str;
    /// What rows are sorted by when the query does not say.
    const ORDER: &'static str;
    /// Name of the reading transaction.
    const NAME: &'static str;
    /// Its rows are for subscribers who can be counted.
    const HAS_REACH: bool = false;
}

/// The status that a status of the push API is counted under.
pub(crate) fn group_of(status: u8) -> u8 {
    CampaignStatus::from_id(i64::from(status)).map_or(status, |status| status.group().id())
}

fn order_names<L: PushListKind>() -> Vec<&'static str> {
    let fields = L::SHAPE.fields.iter().map(|field| field.name);
    fields.chain(METRICS.iter().map(|(name, _)| *name)).collect()
}

/// [`PushListQuery`] in the document, with the orders and statuses of one list.
pub struct PushListParams<L>(PhantomData<L>);

impl<L: PushListKind> IntoParams for PushListParams<L> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut params = PushListQuery::into_params(place);
        params.retain(|param| L::HAS_REACH || param.name != "with_reach");
        for param in &mut params {
            match param.name.as_str() {
                "search" => L::SEARCH.clone_into(&mut param.name),
                "order_by" => param.schema = Some(one_of(order_names::<L>())),
                "to_currency" => param.schema = Some(one_of(vec![CURRENCY])),
                "statuses" => {
                    let status = ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(L::statuses()));
                    param.schema = Some(RefOr::T(ArrayBuilder::new().items(status).build().into()));
                }
                _ => {}
            }
        }
        params
    }
}

/// Which rows of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OffsetPagination {
    /// Rows on all pages.
    pub total: u64,
    /// Rows of a page.
    pub limit: u32,
    /// Rows before the page.
    pub offset: u32,
}

/// A page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PushList<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Which rows of how many.
    pub pagination: OffsetPagination,
    /// Rows by shown status (each with its group's members), and `total`.
    pub counts_by_status: BTreeMap<String, u64>,
    /// Figures of all rows of all pages.
    pub total_statistic: PushFigures,
    /// Subscribers that any of the rows is for, each counted once; null unless a list of campaigns was asked for it, and has all rows on
    /// this page.
    pub total_reach: Option<PushReachResource>,
}

/// A page of rows by their ids.
pub(crate) struct PushPage {
    /// The rows, in order.
    pub(crate) ids: Vec<i64>,
    sums: BTreeMap<i64, PushFigures>,
    pagination: OffsetPagination,
    counts_by_status: BTreeMap<String, u64>,
    total: PushFigures,
}

impl PushPage {
    /// The answer, each row made by `resource`; one that was deleted between the two looks is missing.
    pub(crate) fn into_list<R>(self, mut resource: impl FnMut(i64, PushFigures) -> Option<R>) -> PushList<R> {
        let figures = |id: &i64| self.sums.get(id).copied().unwrap_or_else(|| PushFigures::new(&Sums::default()));
        PushList {
            data: self.ids.iter().filter_map(|id| resource(*id, figures(id))).collect(),
            pagination: self.pagination,
            counts_by_status: self.counts_by_status,
            total_statistic: self.total,
            total_reach: None,
        }
    }

    /// Whether there are no rows on other pages.
    pub(crate) const fn is_whole(&self) -> bool {
        self.pagination.total == self.ids.len() as u64
    }
}

impl PushListQuery {
    /// The search phrase, trimmed; none when empty.
    pub(crate) fn phrase(&self, field: &str) -> Result<Option<&str>, Problem> {
        let phrase = self.search.as_deref().unwrap_or_default().trim();
        if phrase.chars().count() > SEARCH_CHARS_MAX {
            return Err(Problem::field(field, format!("must have at most {SEARCH_CHARS_MAX} characters")));
        }
        Ok((!phrase.is_empty()).then_some(phrase))
    }
}

/// Checks that amounts are wanted in the currency that there is.
pub(crate) fn check_currency(to_currency: Option<&str>) -> Result<(), Problem> {
    let is_known = to_currency.is_none_or(|text| text.is_empty() || text.eq_ignore_ascii_case(CURRENCY));
    if is_known { Ok(()) } else { Err(Problem::field("to_currency", "must be USD, the only currency")) }
}

/// The days between two texts; `today` where they name none.
fn period(from: Option<&str>, to: Option<&str>, today: Day) -> Result<Period, Problem> {
    let read = |field: &str, text: Option<&str>| match text {
        None | Some("") => Ok(today),
        Some(text) => Day::parse(text).ok_or_else(|| Problem::field(field, "must be a day such as 2026-11-21")),
    };
    let period = Period { first: read("stats_from", from)?, last: read("stats_to", to)? };
    if period.days() < 1 {
        return Err(Problem::field("stats_to", "must not be before stats_from"));
    }
    if period.days() > LIST_DAYS_MAX {
        return Err(Problem::field("stats_from", format!("must be at most {LIST_DAYS_MAX} days before stats_to")));
    }
    Ok(period)
}

fn read_order<L: PushListKind>(order_by: Option<&str>) -> Result<Order, Problem> {
    let wanted = order_by.filter(|name| !name.is_empty()).unwrap_or(L::ORDER);
    if let Some(field) = L::SHAPE.fields.iter().find(|field| field.name == wanted) {
        return Ok(Order::Field(*field));
    }
    let metric = METRICS.iter().find(|(name, _)| *name == wanted).map(|(_, metric)| Order::Metric(*metric));
    metric.ok_or_else(|| Problem::field("order_by", format!("must be one of {}", order_names::<L>().join(", "))))
}

/// Counts, filters, sorts and cuts. `listed` are the rows that the search phrase leaves.
pub(crate) async fn push_page<L: PushListKind>(
    app: &ApiState,
    owner: UserId,
    query: PushListQuery,
    listed: Listed,
) -> Result<PushPage, Problem> {
    let limit = match query.limit {
        None => PAGE_ROWS,
        Some(0) => ROWS_MAX,
        Some(limit) if limit <= ROWS_MAX => limit,
        Some(_) => return Err(Problem::field("limit", format!("must be 0 to {ROWS_MAX}"))),
    };
    let offset = query.offset.unwrap_or(0);
    check_currency(query.to_currency.as_deref())?;
    let order = read_order::<L>(query.order_by.as_deref())?;
    let period = period(query.stats_from.as_deref(), query.stats_to.as_deref(), app.clock.now().day())?;
    let known = L::statuses();
    let mut wanted = BTreeSet::new();
    for id in &query.statuses {
        let status = known.iter().find(|status| i64::from(**status) == *id);
        wanted.insert(*status.ok_or_else(|| Problem::field("statuses", format!("{id} is no status")))?);
    }
    let is_wanted = |status: u8| {
        if wanted.is_empty() {
            status != L::SHAPE.hidden
        } else {
            wanted.contains(&status) || wanted.contains(&L::group_of(status))
        }
    };
    let statuses: Vec<u8> = known.into_iter().filter(|status| is_wanted(*status)).collect();
    let direction = query.order_direction;
    let name = L::NAME;
    let asked =
        Asked { name, statuses, order, direction, rows: limit, offset: u64::from(offset), period, with_sums: true };
    let found = rows_of::<L>(app, owner, listed, asked).await?;
    let total = found.counts.iter().filter(|(status, _)| is_wanted(*status)).map(|(_, count)| count).sum();
    Ok(PushPage {
        ids: found.ids,
        sums: found.sums.iter().map(|(id, sums)| (*id, PushFigures::new(sums))).collect(),
        pagination: OffsetPagination { total, limit, offset },
        counts_by_status: counts_by_status::<L>(&found.counts),
        total: PushFigures::new(&found.total),
    })
}
