//! Lists of campaigns, groups and ads: search, status tabs with counts, sorting by fields and by metrics, pages.
//!
//! Statuses depend on the hour and on money, and metrics live in another database. So a list reads a line of each of an
//! advertiser's rows, of which quotas allow some thousands, puts the lines in order here, and then reads the rows of the
//! page whole.

use super::metrics::{self, Metrics};
use crate::app::App;
use crate::error::Problem;
use crate::list::{List, ListQuery, Listing, OrderDirection, Pagination};
use placard_model::UserId;
use placard_stats::{Dimension, Metric, StatsScope, Sums, View};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A value to sort by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// A number.
    Number(i64),
    /// A text, without regard to case.
    Text(String),
}

/// What the list must know of a row.
pub(super) trait ListRow {
    /// The fields to sort by, beside the metrics.
    const FIELDS: &'static [&'static str];
    /// The statuses that rows can have.
    const STATUSES: &'static [u8];
    /// The status that is left out unless it is asked for.
    const ARCHIVED: u8;

    /// The id.
    fn id(&self) -> i64;
    /// What is searched, beside the id.
    fn name(&self) -> &str;
    /// The shown status, and the one that it is counted under.
    fn status(&self) -> (u8, u8);
    /// The value of one of the fields.
    fn key(&self, field: &str) -> Key;
}

/// A page of rows, each with its metrics if they were asked for.
pub(super) struct ListPage<T> {
    pub(super) rows: Vec<(T, Option<Metrics>)>,
    pub(super) pagination: Pagination,
    pub(super) counts_by_status: BTreeMap<String, u64>,
    pub(super) total_statistic: Option<Metrics>,
}

impl<T> ListPage<T> {
    /// The answer, each row made by `resource`; one that was deleted between the two looks is missing.
    pub(super) fn into_list<R>(self, mut resource: impl FnMut(T, Option<Metrics>) -> Option<R>) -> List<R> {
        List {
            data: self.rows.into_iter().filter_map(|(row, statistic)| resource(row, statistic)).collect(),
            pagination: self.pagination,
            counts_by_status: Some(self.counts_by_status),
            total_statistic: self.total_statistic,
        }
    }
}

/// How a list is sorted when the query does not say, and how long its pages are.
pub(super) struct Defaults {
    pub(super) rows: u32,
    pub(super) order_by: &'static str,
    pub(super) dimension: Dimension,
}

enum Order {
    Field(&'static str),
    Metric(Metric),
}

/// Other names of fields to sort by, that older clients send.
const RENAMED: [(&str, &str); 5] = [
    ("status_id", "status"),
    ("text", "title"),
    ("campaign_name", "name"),
    ("content_type_id", "content_type"),
    ("ads_count", "running_ads_count"),
];

fn renamed(field: &str) -> &str {
    RENAMED.iter().find(|(older, _)| *older == field).map_or(field, |(_, name)| name)
}

impl<T: ListRow> Listing for T {
    fn order_names() -> Vec<&'static str> {
        let older = RENAMED.iter().filter(|(_, name)| T::FIELDS.contains(name)).map(|(older, _)| *older);
        let mut names: Vec<&str> = T::FIELDS.iter().copied().chain(older).collect();
        let metrics = View::Advertiser.order_names();
        let others: Vec<&str> = metrics.into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(others);
        names
    }

    fn statuses() -> Vec<u8> {
        T::STATUSES.to_vec()
    }
}

fn read_order<T: ListRow>(query: &ListQuery, defaults: &Defaults) -> Result<Order, Problem> {
    let wanted = query.order_by.as_deref().filter(|field| !field.is_empty()).unwrap_or(defaults.order_by);
    if let Some(field) = T::FIELDS.iter().find(|field| **field == renamed(wanted)) {
        return Ok(Order::Field(field));
    }
    Metric::parse(wanted, View::Advertiser).map(Order::Metric).ok_or_else(|| {
        let fields = T::FIELDS.join(", ");
        Problem::field("order_by", format!("must be one of {fields}, or a metric such as impressions"))
    })
}

/// Searches, counts, filters, sorts and cuts.
pub(super) async fn list_page<T: ListRow>(
    app: &App,
    owner: UserId,
    query: &ListQuery,
    mut rows: Vec<T>,
    defaults: Defaults,
) -> Result<ListPage<T>, Problem> {
    let page = query.page(defaults.rows)?;
    let order = read_order::<T>(query, &defaults)?;
    let period = metrics::list_period(&query.filters, app.clock.now().day())?;
    let wanted = T::wanted_statuses(&query.filters)?;
    if let Some(phrase) = query.search()? {
        let phrase = phrase.to_lowercase();
        rows.retain(|row| row.name().to_lowercase().contains(&phrase) || row.id().to_string().contains(&phrase));
    }
    let counts_by_status = counts(&rows);
    rows.retain(|row| {
        let (status, group) = row.status();
        if wanted.is_empty() { status != T::ARCHIVED } else { wanted.contains(&status) || wanted.contains(&group) }
    });

    let needs_sums = query.is_show_stats || matches!(order, Order::Metric(_));
    let sums = if needs_sums && !rows.is_empty() {
        let keys = rows.iter().map(T::id).collect();
        metrics::list_sums(app, defaults.dimension, keys, period, StatsScope::advertiser(owner), owner).await?
    } else {
        FxHashMap::default()
    };
    let of = |row: &T| sums.get(&row.id()).copied().unwrap_or_default();
    let newest_first = |left: &T, right: &T| right.id().cmp(&left.id());
    let directed = |ordering: Ordering| match query.order_direction {
        OrderDirection::Asc => ordering,
        OrderDirection::Desc => ordering.reverse(),
    };
    match order {
        Order::Field(field) => rows.sort_by(|left, right| {
            directed(left.key(field).cmp(&right.key(field))).then_with(|| newest_first(left, right))
        }),
        Order::Metric(metric) => rows.sort_by(|left, right| {
            directed(metrics::compare(metric, &of(left), &of(right))).then_with(|| newest_first(left, right))
        }),
    }
    let total_statistic = query.is_show_stats.then(|| {
        let all: Vec<Sums> = rows.iter().map(of).collect();
        Metrics::new(&metrics::total(all.iter()), View::Advertiser)
    });
    let (rows, pagination) = page.cut(rows);
    let rows = rows
        .into_iter()
        .map(|row| {
            let statistic = query.is_show_stats.then(|| Metrics::new(&of(&row), View::Advertiser));
            (row, statistic)
        })
        .collect();
    Ok(ListPage { rows, pagination, counts_by_status, total_statistic })
}

fn counts<T: ListRow>(rows: &[T]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::from([("total".to_owned(), 0)]);
    let mut add = |name: String| *counts.entry(name).or_default() += 1;
    for row in rows {
        let (status, group) = row.status();
        add(status.to_string());
        if group != status {
            add(group.to_string());
        }
        if status != T::ARCHIVED {
            add("total".to_owned());
        }
    }
    counts
}
