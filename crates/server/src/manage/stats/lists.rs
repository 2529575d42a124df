//! Statistics beside the rows of lists.

use crate::app::AppState;
use crate::error::Problem;
use crate::list::ListFilters;
use crate::manage::stats::day_now;
use placard_model::Day;
use placard_stats::{Dimension, Period, Query, QueryError, RawQuery, StatsScope, SumsByKey, View};

/// The period of a list: `filters[date_from]` to `filters[date_to]`, today by default.
pub fn list_period(app: &AppState, filters: &ListFilters) -> Result<Period, Problem> {
    let today: Day = day_now(app);
    let raw = RawQuery { date_from: filters.date_from.clone(), date_to: filters.date_to.clone(), ..RawQuery::default() };
    Ok(Query::parse(&raw, View::Network, Period::day(today)).map_err(problem_of)?.period)
}

/// The sums of the rows of a list, by id, within a scope. `ids` narrows it to the rows of a page; none: all of the
/// scope, for lists that sort by a figure. Make the objects of rows with
/// [`AdvertiserMetrics::from`](super::AdvertiserMetrics) or [`WebmasterMetrics::from`](super::WebmasterMetrics).
pub async fn list_statistics(
    app: &AppState,
    scope: StatsScope,
    dimension: Dimension,
    ids: Option<Vec<i64>>,
    period: Period,
) -> Result<SumsByKey, Problem> {
    Ok(app.stats.by_keys(dimension, ids, period, scope).await?)
}

/// Field errors of a question.
pub(super) fn problem_of(errors: Vec<QueryError>) -> Problem {
    let mut fields = crate::error::FieldErrors::default();
    for error in errors {
        fields.add(error.field(), error.to_string());
    }
    Problem::Fields(fields)
}
