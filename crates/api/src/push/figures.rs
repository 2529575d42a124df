//! The figures of pushes by the names of the push API.

use crate::statistics::metrics::exact;
use placard_model::Money;
use placard_stats::{Metric, MetricValue, Sums};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// The names by which push lists and push statistics are sorted, and the figures that they mean.
pub(crate) const METRICS: [(&str, Metric); 9] = [
    ("impressions", Metric::Shows),
    ("clicks", Metric::Clicks),
    ("ctr", Metric::Ctr),
    ("cpc", Metric::Cpc),
    ("cpm", Metric::Cpm),
    ("expense", Metric::Spent),
    ("epc", Metric::Epc),
    ("ecpm", Metric::Ecpm),
    ("cr", Metric::Cr),
];

/// A ratio in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent(i64);

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact(self.0).serialize(serializer)
    }
}

/// Figures of pushes. Null where one would divide by zero. Amounts are in dollars.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = PushStatistic)]
pub struct PushFigures {
    /// Notifications shown.
    pub impressions: i64,
    /// Valid clicks.
    pub clicks: i64,
    /// Clicks / impressions x 100.
    #[schema(value_type = Option<f64>)]
    pub ctr: Option<Percent>,
    /// Expense / clicks.
    #[schema(value_type = Option<f64>)]
    pub cpc: Option<Money>,
    /// Expense / impressions x 1,000.
    #[schema(value_type = Option<f64>)]
    pub cpm: Option<Money>,
    /// Spent.
    #[schema(value_type = f64)]
    pub expense: Money,
    /// Approved postback money / clicks.
    #[schema(value_type = Option<f64>)]
    pub epc: Option<Money>,
    /// Approved postback money / impressions x 1,000.
    #[schema(value_type = Option<f64>)]
    pub ecpm: Option<Money>,
    /// Conversions / clicks x 100.
    #[schema(value_type = Option<f64>)]
    pub cr: Option<Percent>,
}

impl PushFigures {
    /// The figures of sums.
    pub fn new(sums: &Sums) -> Self {
        let percent = |metric: Metric| match metric.value(sums) {
            Some(MetricValue::Ratio(millionths)) => Some(Percent(millionths)),
            _ => None,
        };
        Self {
            impressions: Metric::Shows.count(sums),
            clicks: Metric::Clicks.count(sums),
            ctr: percent(Metric::Ctr),
            cpc: Metric::Cpc.money(sums),
            cpm: Metric::Cpm.money(sums),
            expense: Metric::Spent.money(sums).unwrap_or_default(),
            epc: Metric::Epc.money(sums),
            ecpm: Metric::Ecpm.money(sums),
            cr: percent(Metric::Cr),
        }
    }
}
