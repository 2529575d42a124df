//! Metrics as the API shows them, beside the rows of lists and in statistics.

use crate::app::App;
use crate::error::Problem;
use crate::list::{ListFilters, OrderDirection, Page};
use placard_model::{Day, UserId};
use placard_stats::{Dimension, Metric, MetricValue, Period, StatsScope, Sums, View};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::collections::HashMap;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The longest period of a list's statistics, in days.
pub const MAX_LIST_DAYS: i32 = 400;

/// Figures by name; null where a figure would divide by zero. Which there are depends on the side: see the statistics.
#[derive(Clone, Debug)]
pub struct Metrics(Vec<(&'static str, Option<MetricValue>)>);

impl Metrics {
    /// The figures of sums in a view.
    pub fn new(sums: &Sums, view: View) -> Self {
        Self(view.metrics().map(|(metric, name)| (name, metric.value(sums))).collect())
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| {
            let value = value.map(|value| match value {
                MetricValue::Count(count) => serde_json::Number::from(count),
                // Both are millionths, and written exactly.
                MetricValue::Money(money) => exact(money.micros()),
                MetricValue::Ratio(millionths) => exact(millionths),
            });
            (*name, value)
        }))
    }
}

/// A number of millionths with its decimals, never through a float.
fn exact(millionths: i64) -> serde_json::Number {
    let text = placard_model::Money::from_micros(millionths).to_string();
    text.parse().unwrap_or_else(|_| serde_json::Number::from(0))
}

impl PartialSchema for Metrics {
    fn schema() -> RefOr<Schema> {
        <HashMap<String, Option<f64>>>::schema()
    }
}

impl ToSchema for Metrics {}

/// The days that a list's filters name; today where they name none.
pub fn list_period(filters: &ListFilters, today: Day) -> Result<Period, Problem> {
    let read = |field: &str, text: &Option<String>| match text.as_deref() {
        None | Some("") => Ok(today),
        Some(text) => Day::parse(text).ok_or_else(|| Problem::field(field, "must be a day such as 2026-11-21")),
    };
    let period = Period {
        first: read("filters.date_from", &filters.date_from)?,
        last: read("filters.date_to", &filters.date_to)?,
    };
    if period.days() < 1 {
        return Err(Problem::field("filters.date_to", "must not be before date_from"));
    }
    if period.days() > MAX_LIST_DAYS {
        return Err(Problem::field(
            "filters.date_from",
            format!("must be at most {MAX_LIST_DAYS} days before date_to"),
        ));
    }
    Ok(period)
}

/// The most rows that are named one by one in a question for statistics.
pub const MAX_KEYS: usize = 500;

/// Sums by the keys of a list's rows, in a turn of who asks.
pub async fn list_sums(
    app: &App,
    dimension: Dimension,
    keys: Vec<i64>,
    period: Period,
    scope: StatsScope,
    asker: UserId,
) -> Result<FxHashMap<i64, Sums>, Problem> {
    if keys.is_empty() {
        return Ok(FxHashMap::default());
    }
    // Beyond a page or so the owner's scope alone narrows better than a list of keys.
    let keys = (keys.len() <= MAX_KEYS).then_some(keys);
    Ok(app.turns.ask(asker, app.stats.by_keys(dimension, keys, period, scope)).await??.rows)
}

/// The ids of a page of rows that are sorted by a metric.
pub(super) fn page_by_metric(
    mut ids: Vec<i64>,
    sums: &FxHashMap<i64, Sums>,
    metric: Metric,
    direction: OrderDirection,
    page: Page,
) -> Vec<i64> {
    let of = |id: &i64| sums.get(id).copied().unwrap_or_default();
    ids.sort_unstable();
    ids.sort_by(|a, b| compare(metric, &of(a), &of(b)));
    if direction == OrderDirection::Desc {
        ids.reverse();
    }
    page.cut(ids).0
}

/// The sums of the rows of these ids.
pub(super) fn total_of(ids: &[i64], sums: &FxHashMap<i64, Sums>) -> Sums {
    total(ids.iter().filter_map(|id| sums.get(id)))
}

/// Compares two rows by a metric; rows without a value come last when the largest are first.
pub fn compare(metric: Metric, left: &Sums, right: &Sums) -> Ordering {
    let number = |sums: &Sums| match metric.value(sums) {
        Some(MetricValue::Count(number) | MetricValue::Ratio(number)) => Some(number),
        Some(MetricValue::Money(money)) => Some(money.micros()),
        None => None,
    };
    number(left).cmp(&number(right))
}

/// The sums of all rows.
pub fn total<'a>(rows: impl Iterator<Item = &'a Sums>) -> Sums {
    rows.fold(Sums::default(), |mut total, row| {
        total.measures += row.measures;
        total
    })
}
