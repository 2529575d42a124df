//! Metrics as the API shows them, beside the rows of lists and in statistics.

use crate::list::ListFilters;
use placard_common::error::Problem;
use placard_model::Day;
use placard_stats::{MetricValue, Period, Sums, View};
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The longest period of a list's statistics, in days.
pub const LIST_DAYS_MAX: i32 = 400;

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
pub(crate) fn exact(millionths: i64) -> serde_json::Number {
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
    if period.days() > LIST_DAYS_MAX {
        return Err(Problem::field(
            "filters.date_from",
            format!("must be at most {LIST_DAYS_MAX} days before date_to"),
        ));
    }
    Ok(period)
}
