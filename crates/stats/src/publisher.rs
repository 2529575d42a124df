//! What webmasters ask of requests: whether a block works, by counters of all of them, and what each page brings, by those that
//! were kept; and what ads of a category bring elsewhere.

use crate::database::Stats;
use crate::error::StatsError;
use crate::page_rows;
use crate::query::Period;
use crate::scope::StatsScope;
use placard_model::event::PASSBACK_STEP;
use placard_model::{BlockId, CategoryId, Hour, Money, UnixMs, UserId};
use std::sync::Arc;

/// Places that were asked for and filled: counted, or estimated by what samples stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Requests.
    pub requests: i64,
    /// Places asked for.
    pub places: i64,
    /// Places filled.
    pub filled: i64,
}

/// What became of a block's requests since a moment. A busy network keeps few requests, and of a small block often none: what
/// is counted is counted of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockRequests {
    /// All requests since the full hour, by the step at which the last candidate fell: 0 when an ad was found, 1 when the page
    /// is not on the site.
    pub steps: Vec<(i64, Asked)>,
    /// The hour of the last of them.
    pub last_hour: Option<Hour>,
    /// The pages with the most requests, by those that were kept, and those of other sites too: the page, whether it is on the
    /// site, its requests.
    pub pages: Vec<(String, bool, Asked)>,
    /// Hosts of pages that are not on the site, those with the most requests first, by those that were kept.
    pub foreign_hosts: Vec<(String, i64)>,
    /// When the last one that was kept was recorded.
    pub last_at: Option<UnixMs>,
}

/// What a page brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageIncome {
    /// Host and path.
    pub page: String,
    /// Its requests, estimated.
    pub asked: Asked,
    /// Its part of what the blocks on it earned: by the places that it filled of each block's.
    pub earned: Money,
}

/// What the pages of some days brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageIncomes {
    /// Those that brought most, best first.
    pub pages: Vec<PageIncome>,
    /// Pages of which there are samples; of blocks with very many, at least so many.
    pub pages_count: i64,
    /// Samples that were looked at.
    pub samples: i64,
}

/// What ads of a category brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CategoryIncome {
    /// The category; 0 for ads without one.
    pub category: CategoryId,
    /// What webmasters earned.
    pub earned: Money,
    /// Clicks that were paid for.
    pub clicks: i64,
    /// Advertisers who paid.
    pub advertisers: i64,
    /// Webmasters who were paid.
    pub webmasters: i64,
}

/// The most rows of each list of an answer.
const ROWS_MAX: usize = 1_000;
/// Samples of days that are not added up by page which are looked at for one question; of more, each so-manieth stands for the
/// others.
const LOOKED_AT_MAX: i64 = 250_000;
/// The sums of [`Asked`].
const ASKED: &str = "CAST(sum(weight) AS BIGINT), CAST(sum(weight * (places_filled >> 8)) AS BIGINT), \
    CAST(sum(weight * (places_filled & 255)) AS BIGINT)";

fn asked(row: &duckdb::Row<'_>, first: usize) -> duckdb::Result<Asked> {
    Ok(Asked { requests: row.get(first)?, places: row.get(first + 1)?, filled: row.get(first + 2)? })
}

impl Stats {
    /// What became of a block's requests since a moment of the last hours, with at most so many pages. Refuses while facts are derived again:
    /// what is there would be taken for all of it.
    pub async fn block_requests(
        self: &Arc<Self>,
        block: BlockId,
        since: UnixMs,
        pages: usize,
        scope: StatsScope,
    ) -> Result<BlockRequests, StatsError> {
        self.check_complete()?;
        let own = scope.opportunity_condition().unwrap_or_else(|| "1 = 1".to_owned());
        let hour = since.hour().0;
        let counted = format!(
            "SELECT step, CAST(sum(requests) AS BIGINT), CAST(sum(places) AS BIGINT), CAST(sum(filled) AS BIGINT), max(hour) \
             FROM opportunity WHERE hour >= {hour} AND block = {} AND step <> {PASSBACK_STEP} AND {own} \
             GROUP BY step ORDER BY step",
            block.0
        );
        let from =
            format!("FROM samples WHERE hour >= {hour} AND time_ms >= {} AND block = {} AND {own}", since.0, block.0);
        let limit = pages.min(ROWS_MAX);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&counted)?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, asked(row, 1)?, row.get::<_, i32>(4)?)))?;
            let steps = rows.collect::<Result<Vec<(i64, Asked, i32)>, _>>()?;
            let last_at: Option<i64> =
                reader.query_row(&format!("SELECT max(time_ms) {from}"), [], |row| row.get(0))?;
            let mut statement = reader.prepare(&format!(
                "SELECT page, step <> 1 AS on_site, {ASKED} {from} GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT {limit}"
            ))?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, asked(row, 2)?)))?;
            let pages = rows.collect::<Result<Vec<_>, _>>()?;
            let mut statement = reader.prepare(&format!(
                "SELECT split_part(page, '/', 1) AS host, CAST(sum(weight) AS BIGINT) {from} AND step = 1 \
                 GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {limit}"
            ))?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(BlockRequests {
                last_at: last_at.map(UnixMs),
                last_hour: steps.iter().map(|(_, _, hour)| *hour).max().map(Hour),
                steps: steps.into_iter().map(|(step, asked, _)| (step, asked)).collect(),
                pages,
                foreign_hosts: rows.collect::<Result<_, _>>()?,
            })
        })
        .await
    }

    /// What the pages of the scope's blocks brought in some days, estimated from samples: these are kept for
    /// [`crate::SAMPLE_DAYS_KEPT`] days. At most so many pages. Refuses while facts are derived again.
    pub async fn page_incomes(
        self: &Arc<Self>,
        period: Period,
        pages: usize,
        scope: StatsScope,
    ) -> Result<PageIncomes, StatsError> {
        self.check_complete()?;
        let own = scope.opportunity_condition().unwrap_or_else(|| "1 = 1".to_owned());
        let days = format!("day BETWEEN {} AND {}", period.first.0, period.last.0);
        let limit = pages.min(ROWS_MAX);
        let samples_of = {
            let own = own.clone();
            move |(first, after): &(Hour, Hour)| {
                format!("FROM samples WHERE hour >= {} AND hour < {} AND step <> 1 AND {own}", first.0, after.0)
            }
        };
        // Money times places needs more than 64 bits; what is divided is cut to whole micro-dollars.
        let of_own = own.clone();
        let sql = move |rows: &str| {
            format!(
                "WITH rows AS ({rows}), \
                 asked AS (SELECT block, page, sum(samples) AS samples, sum(requests) AS requests, sum(places) AS places, \
                 sum(filled) AS filled FROM rows GROUP BY block, page), \
                 unnamed AS (SELECT COALESCE(max(pages), 0) AS pages FROM \
                 (SELECT sum(pages) AS pages FROM rows WHERE page IS NULL GROUP BY day)), \
                 whole AS (SELECT block, sum(filled) AS filled FROM asked GROUP BY block), \
                 paid AS (SELECT block, sum(earned) AS earned FROM facts_blocks WHERE {days} AND {of_own} GROUP BY block) \
                 SELECT page, CAST(sum(requests) AS BIGINT), CAST(sum(places) AS BIGINT), \
                 CAST(sum(asked.filled) AS BIGINT), CAST(sum(COALESCE(CAST(earned AS HUGEINT) * \
                 CAST(asked.filled AS HUGEINT) // NULLIF(CAST(whole.filled AS HUGEINT), 0), 0)) AS BIGINT) AS income, \
                 CAST(count(*) OVER () + (SELECT pages FROM unnamed) AS BIGINT), \
                 CAST((SELECT sum(samples) FROM asked) AS BIGINT) \
                 FROM asked JOIN whole USING (block) LEFT JOIN paid USING (block) WHERE page IS NOT NULL \
                 GROUP BY page ORDER BY income DESC, 2 DESC, page LIMIT {limit}"
            )
        };
        self.blocking(move |reader| {
            let page_rows::Split { added_up, runs } = page_rows::split(reader, period)?;
            let mut count = 0;
            for run in &runs {
                count += reader
                    .query_row(&format!("SELECT count(*) {}", samples_of(run)), [], |row| row.get::<_, i64>(0))?;
            }
            let one_in = 1 + count / LOOKED_AT_MAX;
            let mut parts: Vec<String> = runs
                .iter()
                .map(|run| {
                    format!(
                        "SELECT NULL AS day, block, page, 1 AS pages, count(*) AS samples, \
                         sum(weight) * {one_in} AS requests, sum(weight * (places_filled >> 8)) * {one_in} AS places, \
                         sum(weight * (places_filled & 255)) * {one_in} AS filled {} \
                         AND hash(log_ref) % {one_in} = 0 GROUP BY block, page",
                        samples_of(run)
                    )
                })
                .collect();
            if !added_up.is_empty() {
                let days: Vec<String> = added_up.iter().map(|day| day.0.to_string()).collect();
                parts.push(format!(
                    "SELECT day, block, page, pages, samples, requests, places, filled FROM sample_pages \
                     WHERE day IN ({}) AND {own}",
                    days.join(", ")
                ));
            }
            let mut statement = reader.prepare(&sql(&parts.join(" UNION ALL ")))?;
            let mut rows = statement.query([])?;
            let mut found = PageIncomes::default();
            while let Some(row) = rows.next()? {
                let (page, asked, earned) = (row.get(0)?, asked(row, 1)?, Money::from_micros(row.get(4)?));
                found.pages.push(PageIncome { page, asked, earned });
                (found.pages_count, found.samples) = (row.get(5)?, row.get(6)?);
            }
            Ok(found)
        })
        .await
    }

    /// What ads of each category brought to all webmasters but one, those that brought most first. It tells of others: whoever
    /// hands it on makes sure that nobody can be told apart in it. Refuses while facts are derived again.
    pub async fn category_incomes_elsewhere(
        self: &Arc<Self>,
        period: Period,
        than: UserId,
    ) -> Result<Vec<CategoryIncome>, StatsError> {
        self.check_complete()?;
        let sql = format!(
            "SELECT category, CAST(sum(earned) AS BIGINT) AS income, CAST(sum(clicks) AS BIGINT), \
             count(DISTINCT advertiser), count(DISTINCT webmaster) \
             FROM facts WHERE day BETWEEN {} AND {} AND webmaster <> {} AND (clicks <> 0 OR earned <> 0) \
             GROUP BY category ORDER BY income DESC, category LIMIT {ROWS_MAX}",
            period.first.0, period.last.0, than.0
        );
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                Ok(CategoryIncome {
                    category: CategoryId(row.get(0)?),
                    earned: Money::from_micros(row.get(1)?),
                    clicks: row.get(2)?,
                    advertisers: row.get(3)?,
                    webmasters: row.get(4)?,
                })
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })
        .await
    }
}
