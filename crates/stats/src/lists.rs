//! Cheap questions: figures beside the rows of a list, series for charts, what became of requests.

use crate::database::{Stats, StatsError};
use crate::dimension::{Dimension, Key};
use crate::metric::{Metric, Sums};
use crate::query::{Direction, Period, Query};
use crate::scope::StatsScope;
use crate::{plan, run};
use placard_model::{Day, Hour, UnixMs};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Days of a series by hour.
pub const HOURLY_DAYS_MAX: i32 = 31;

/// The distance of the points of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesStep {
    /// One point for each UTC hour; periods of at most [`HOURLY_DAYS_MAX`] days.
    Hour,
    /// One point for each UTC day.
    Day,
}

/// The sums of an hour or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPoint {
    /// When it begins.
    pub at: UnixMs,
    /// The sums.
    pub sums: Sums,
}

/// A period and the one of the same length before it, point by point; hours and days without facts are there too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// The period that was asked for.
    pub points: Vec<SeriesPoint>,
    /// The one before.
    pub previous: Vec<SeriesPoint>,
    /// The sums of the period.
    pub total: Sums,
    /// The sums of the one before.
    pub previous_total: Sums,
}

/// What opportunities are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpportunityGroup {
    /// UTC day.
    Date,
    /// UTC hour.
    Hour,
    /// Site.
    Site,
    /// Block.
    Block,
    /// The step at which the last candidate fell out, by the engine's number; 0 when an ad was found.
    Step,
}

/// What became of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpportunityRow {
    /// The key of the group.
    pub key: i64,
    /// Requests.
    pub requests: i64,
    /// Places asked for.
    pub places: i64,
    /// Places filled. Filled / places is the fill rate.
    pub filled: i64,
}

/// A question for the figures beside the rows of a list.
#[derive(Clone, Debug)]
pub struct ListQuestion {
    /// What the rows are: campaigns, groups, ads, sites or blocks.
    pub dimension: Dimension,
    /// The ids of all rows of all pages, separated by commas; at least one.
    pub listed: String,
    /// Which rows are shown.
    pub page: ListPage,
    /// The days.
    pub period: Period,
}

/// The rows of a list that are shown.
#[derive(Clone, Debug)]
pub enum ListPage {
    /// Those of these ids.
    Ids(Vec<i64>),
    /// Some, in the order of a metric. Rows where it is nothing are less than all others.
    Sorted {
        /// What by.
        metric: Metric,
        /// Which way.
        direction: Direction,
        /// Which way equal rows stand, by id.
        ties: Direction,
        /// Rows of the page.
        limit: u32,
        /// Rows before the page.
        offset: u64,
    },
}

/// The figures beside the rows of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListSums {
    /// The rows of the page, in order; zeros for those without facts.
    pub rows: Vec<(i64, Sums)>,
    /// The sums of all rows of all pages.
    pub total: Sums,
}

/// Sums by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SumsByKey {
    /// The sums of each key that has facts.
    pub rows: FxHashMap<i64, Sums>,
    /// The sums of all of them.
    pub total: Sums,
}

impl SumsByKey {
    /// The sums of a key; zeros when it has no facts.
    pub fn of(&self, key: i64) -> Sums {
        self.rows.get(&key).copied().unwrap_or_default()
    }
}

impl Stats {
    /// Sums by the keys of one dimension (campaigns, groups, ads, sites, blocks). `keys` narrows it to certain rows (at most 10,000); keys without facts are missing.
    /// While facts are derived again it answers with those that are there, so that lists can be worked with.
    pub async fn by_keys(
        self: &Arc<Self>,
        dimension: Dimension,
        keys: Option<Vec<i64>>,
        period: Period,
        scope: StatsScope,
    ) -> Result<SumsByKey, StatsError> {
        let mut query = Query::by(dimension, period);
        if let Some(keys) = keys {
            query = query.with(dimension, keys.into_iter().map(Key).collect());
        }
        let table = self.answer_so_far(query, scope).await?;
        let rows = table.rows.into_iter().filter_map(|row| Some((row.keys.first()?.0, row.sums))).collect();
        Ok(SumsByKey { rows, total: table.total })
    }

    /// The figures beside the rows of a list. While facts are derived again it answers with those that are there, so
    /// that lists can be worked with.
    pub async fn of_list(self: &Arc<Self>, question: ListQuestion, scope: StatsScope) -> Result<ListSums, StatsError> {
        let table = self.blocking(move |reader| run::read_table(reader, &plan::plan_list(question, &scope))).await?;
        let rows = table.rows.into_iter().filter_map(|row| Some((row.keys.first()?.0, row.sums))).collect();
        Ok(ListSums { rows, total: table.total })
    }

    /// A series over the period of `query` and over the period before, with its filters; its groups, order and page
    /// are not looked at. By hour, only the last [`HOURLY_DAYS_MAX`] days of the period are answered.
    pub async fn series(
        self: &Arc<Self>,
        query: &Query,
        step: SeriesStep,
        scope: StatsScope,
    ) -> Result<Series, StatsError> {
        let mut period = query.period;
        if step == SeriesStep::Hour {
            period.first = period.first.max(period.last.plus(1 - HOURLY_DAYS_MAX));
        }
        let (points, total) = self.points(query, period, step, scope.clone()).await?;
        let (previous, previous_total) = self.points(query, period.previous(), step, scope).await?;
        Ok(Series { points, previous, total, previous_total })
    }

    async fn points(
        self: &Arc<Self>,
        query: &Query,
        period: Period,
        step: SeriesStep,
        scope: StatsScope,
    ) -> Result<(Vec<SeriesPoint>, Sums), StatsError> {
        let (dimension, first, last) = match step {
            SeriesStep::Hour => (Dimension::Hour, period.first.first_hour().0, period.last.plus(1).first_hour().0 - 1),
            SeriesStep::Day => (Dimension::Date, period.first.0, period.last.0),
        };
        let asked = Query { filters: query.filters.clone(), ..Query::by(dimension, period) };
        let table = self.answer(asked, scope).await?;
        let sums: FxHashMap<i64, Sums> =
            table.rows.into_iter().filter_map(|row| Some((row.keys.first()?.0, row.sums))).collect();
        let points = (first..=last).map(|number| SeriesPoint {
            at: match step {
                SeriesStep::Hour => Hour(number).start(),
                SeriesStep::Day => Day(number).start(),
            },
            sums: sums.get(&i64::from(number)).copied().unwrap_or_default(),
        });
        Ok((points.collect(), table.total))
    }

    /// What became of the requests of the scope's blocks, in the order of keys. An advertiser has no blocks.
    pub async fn opportunities(
        self: &Arc<Self>,
        group: OpportunityGroup,
        sites: Option<Vec<i64>>,
        period: Period,
        scope: StatsScope,
    ) -> Result<Vec<OpportunityRow>, StatsError> {
        self.check_complete()?;
        let sql = plan::opportunities(group, sites.as_deref(), period, &scope);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                Ok(OpportunityRow { key: row.get(0)?, requests: row.get(1)?, places: row.get(2)?, filled: row.get(3)? })
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })
        .await
    }
}
