//! Lists of campaigns, groups, ads, sites and blocks: search, status tabs with counts, sorting by fields and by metrics,
//! pages.
//!
//! Nothing here grows with an owner's rows: the store counts, sorts and cuts what it knows, and the statistics do so by
//! metrics. The ids of all rows pass from one to the other in one text; the rows of the page are read whole by the caller.

use crate::list::{List, ListQuery, Listing, OrderDirection, Pagination};
use crate::state::ApiState;
use crate::statistics::metrics::{self, Metrics};
use placard_common::error::Problem;
use placard_model::UserId;
use placard_stats::{Dimension, ListPage as Shown, ListQuestion, Metric, Period, StatsScope, Sums, View};
use placard_store::lists::{Direction, Field, Listed, Look, PageBy, Shape};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A kind of list.
pub(crate) trait ListKind {
    /// What the store knows of it.
    const SHAPE: &'static Shape;
    /// What its rows are in the statistics.
    const DIMENSION: Dimension;
    /// Whose metrics it shows.
    const VIEW: View;

    /// Whether its rows have labels to filter by.
    const HAS_MARKS: bool = false;

    /// The status that a status is counted under too.
    fn group_of(status: u8) -> u8 {
        status
    }

    /// The kinds of campaigns among its rows, where they can be told apart.
    fn campaign_types() -> Vec<u8> {
        Vec::new()
    }

    /// What is said of an `order_by` that it does not have.
    fn unknown_order() -> String;
}

/// What an advertiser is told of an `order_by` that a list does not have.
pub(crate) fn unknown_order_of(shape: &Shape) -> String {
    let fields: Vec<&str> = shape.fields.iter().filter(|field| !field.is_alias).map(|field| field.name).collect();
    format!("must be one of {}, or a metric such as impressions", fields.join(", "))
}

/// A page of rows by their ids, with their figures if they were asked for.
pub(crate) struct ListPage {
    /// The rows, in order.
    pub(crate) ids: Vec<i64>,
    sums: Option<FxHashMap<i64, Sums>>,
    view: View,
    pagination: Pagination,
    counts_by_status: BTreeMap<String, u64>,
    total_statistic: Option<Metrics>,
}

impl ListPage {
    /// The answer, each row made by `resource`; one that was deleted between the two looks is missing.
    pub(crate) fn into_list<R>(self, mut resource: impl FnMut(i64, Option<Metrics>) -> Option<R>) -> List<R> {
        let statistic = |id: i64| {
            let sums = self.sums.as_ref()?.get(&id).copied().unwrap_or_default();
            Some(Metrics::new(&sums, self.view))
        };
        List {
            data: self.ids.iter().filter_map(|id| resource(*id, statistic(*id))).collect(),
            pagination: self.pagination,
            counts_by_status: Some(self.counts_by_status),
            total_statistic: self.total_statistic,
        }
    }
}

/// How a list is sorted when the query does not say, and how long its pages are.
pub(crate) struct Defaults {
    /// Name of its reading transaction.
    pub(crate) name: &'static str,
    /// Rows of a page when the query does not say.
    pub(crate) rows: u32,
    /// The most rows of a page.
    pub(crate) max_rows: u32,
    /// A field or a metric.
    pub(crate) order_by: &'static str,
}

/// What the rows of a list are sorted by.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// Something that the store knows.
    Field(Field),
    /// A figure.
    Metric(Metric),
}

impl<T: ListKind> Listing for T {
    fn order_names() -> Vec<&'static str> {
        let mut names: Vec<&str> = T::SHAPE.fields.iter().map(|field| field.name).collect();
        let others: Vec<&str> = T::VIEW.order_names().into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(others);
        names
    }

    fn statuses() -> Vec<u8> {
        (T::SHAPE.statuses)()
    }

    fn has_marks() -> bool {
        T::HAS_MARKS
    }

    fn campaign_types() -> Vec<u8> {
        <T as ListKind>::campaign_types()
    }
}

fn read_order<T: ListKind>(query: &ListQuery, defaults: &Defaults) -> Result<Order, Problem> {
    let wanted = query.order_by.as_deref().filter(|field| !field.is_empty()).unwrap_or(defaults.order_by);
    if let Some(field) = T::SHAPE.fields.iter().find(|field| field.name == wanted) {
        return Ok(Order::Field(*field));
    }
    let metric = Metric::parse(wanted, T::VIEW).map(Order::Metric);
    metric.ok_or_else(|| Problem::field("order_by", T::unknown_order()))
}

/// Searches, counts, filters, sorts and cuts. `listed` are the rows that the search phrase leaves.
pub(crate) async fn list_page<T: ListKind>(
    app: ApiState,
    owner: UserId,
    query: ListQuery,
    listed: Listed,
    defaults: Defaults,
) -> Result<ListPage, Problem> {
    let page = query.page(defaults.rows)?.at_most(defaults.max_rows);
    let order = read_order::<T>(&query, &defaults)?;
    let period = metrics::list_period(&query.filters, app.clock.now().day())?;
    let wanted: BTreeSet<u8> = T::wanted_statuses(&query.filters)?.into_iter().collect();
    let is_wanted = |status: u8| {
        if wanted.is_empty() {
            status != T::SHAPE.hidden
        } else {
            wanted.contains(&status) || wanted.contains(&T::group_of(status))
        }
    };
    let statuses: Vec<u8> = T::statuses().into_iter().filter(|status| is_wanted(*status)).collect();

    let asked = Asked {
        name: defaults.name,
        statuses,
        order,
        direction: query.order_direction,
        rows: page.rows,
        offset: page.offset(),
        period,
        with_sums: query.is_show_stats,
    };
    let found = rows_of::<T>(&app, owner, listed, asked).await?;
    let total = found.counts.iter().filter(|(status, _)| is_wanted(*status)).map(|(_, count)| count).sum();
    Ok(ListPage {
        ids: found.ids,
        sums: query.is_show_stats.then_some(found.sums),
        view: T::VIEW,
        pagination: page.pagination(total),
        counts_by_status: counts_by_status::<T>(&found.counts),
        total_statistic: query.is_show_stats.then(|| Metrics::new(&found.total, T::VIEW)),
    })
}

/// Which rows of a list, and how.
pub(crate) struct Asked {
    /// Name of the reading transaction.
    pub(crate) name: &'static str,
    /// The statuses to keep.
    pub(crate) statuses: Vec<u8>,
    /// What the rows are sorted by.
    pub(crate) order: Order,
    /// Which way.
    pub(crate) direction: OrderDirection,
    /// Rows of the page.
    pub(crate) rows: u32,
    /// Rows before the page.
    pub(crate) offset: u64,
    /// Days of the figures.
    pub(crate) period: Period,
    /// Whether figures are wanted where the order needs none.
    pub(crate) with_sums: bool,
}

/// Rows of a list.
pub(crate) struct Rows {
    /// The rows of the page, in order.
    pub(crate) ids: Vec<i64>,
    /// Figures of rows of the page that have any.
    pub(crate) sums: FxHashMap<i64, Sums>,
    /// Figures of all rows of all pages.
    pub(crate) total: Sums,
    /// How many rows of each status there are, of all statuses.
    pub(crate) counts: Vec<(u8, u64)>,
}

/// Counts, sorts and cuts.
pub(crate) async fn rows_of<T: ListKind>(
    app: &ApiState,
    owner: UserId,
    listed: Listed,
    asked: Asked,
) -> Result<Rows, Problem> {
    let Asked { name, statuses, order, direction, rows, offset, period, with_sums } = asked;
    let field = match order {
        Order::Field(field) => Some(field),
        Order::Metric(_) => None,
    };
    let needs_sums = with_sums || field.is_none();
    let page = field.map(|field| PageBy { field, direction: direction.into(), limit: rows, offset });
    let Look { counts, page: ids, all_ids } =
        app.store.read(name, async move |conn| listed.look(conn, &statuses, page, needs_sums).await).await?;
    let found = if all_ids.is_empty() {
        None
    } else {
        let shown = match order {
            Order::Field(_) => Shown::Ids(ids.clone()),
            Order::Metric(metric) => Shown::Sorted {
                metric,
                direction: of_stats(direction.into()),
                ties: of_stats(T::SHAPE.ties.unwrap_or(direction.into())),
                limit: rows,
                offset,
            },
        };
        let scope = match T::VIEW {
            View::Webmaster => StatsScope::webmaster(owner),
            View::Advertiser | View::Network => StatsScope::advertiser(owner),
        };
        let question = ListQuestion { dimension: T::DIMENSION, listed: all_ids, page: shown, period };
        Some(app.turns.ask(owner, app.stats.of_list(question, scope)).await??)
    };
    let found = found.unwrap_or_default();
    let ids = if field.is_some() { ids } else { found.rows.iter().map(|(id, _)| *id).collect() };
    Ok(Rows { ids, sums: found.rows.into_iter().collect(), total: found.total, counts })
}

const fn of_stats(direction: Direction) -> placard_stats::Direction {
    match direction {
        Direction::Ascending => placard_stats::Direction::Ascending,
        Direction::Descending => placard_stats::Direction::Descending,
    }
}

impl From<OrderDirection> for Direction {
    fn from(direction: OrderDirection) -> Self {
        match direction {
            OrderDirection::Asc => Self::Ascending,
            OrderDirection::Desc => Self::Descending,
        }
    }
}

/// Rows by status and by group of statuses, and `total`, which leaves out those of the hidden status.
pub(crate) fn counts_by_status<T: ListKind>(found: &[(u8, u64)]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::from([("total".to_owned(), 0)]);
    let mut add = |name: String, rows: u64| *counts.entry(name).or_default() += rows;
    for (status, rows) in found {
        add(status.to_string(), *rows);
        let group = T::group_of(*status);
        if group != *status {
            add(group.to_string(), *rows);
        }
        if *status != T::SHAPE.hidden {
            add("total".to_owned(), *rows);
        }
    }
    counts
}
