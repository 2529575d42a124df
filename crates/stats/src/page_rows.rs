//! What samples say of pages, added up by day once a day is over: of each block the pages that filled most places, and all
//! others as one row. What a page brought is asked of these, and of samples for days that are not added up.

use crate::error::StatsError;
use crate::query::Period;
use crate::sample_rows::SAMPLE_DAYS_KEPT;
use duckdb::{Connection, params};
use placard_model::{Day, Hour};
use std::collections::BTreeSet;

/// Pages of a block and day that keep their names.
pub(crate) const PAGES_NAMED_MAX: usize = 1_000;

/// The statements that make the tables, where they are missing: earlier versions did not have them.
pub(crate) const CREATE: &str = "\
    CREATE TABLE IF NOT EXISTS sample_pages (day INTEGER NOT NULL, webmaster BIGINT NOT NULL, site BIGINT NOT NULL, \
    block BIGINT NOT NULL, page VARCHAR, pages BIGINT NOT NULL, samples BIGINT NOT NULL, requests BIGINT NOT NULL, \
    places BIGINT NOT NULL, filled BIGINT NOT NULL);\n\
    COMMENT ON TABLE sample_pages IS 'samples added up by page, of days that are over';\n\
    COMMENT ON COLUMN sample_pages.page IS 'host and path; none: all others of the block';\n\
    CREATE TABLE IF NOT EXISTS sample_page_days (day INTEGER NOT NULL);\n\
    COMMENT ON TABLE sample_page_days IS 'days whose samples are added up by page';\n";

/// The statements that empty the tables.
pub(crate) const CLEAR: &str = "DELETE FROM sample_pages; DELETE FROM sample_page_days";

/// Notes that samples of these days came: what was added up of them is not whole any more.
pub(crate) fn came(tx: &Connection, days: impl IntoIterator<Item = Day>) -> Result<(), StatsError> {
    for day in days.into_iter().collect::<BTreeSet<_>>() {
        tx.execute("DELETE FROM sample_page_days WHERE day = ?", params![day.0])?;
    }
    Ok(())
}

fn added_up(reader: &Connection) -> Result<BTreeSet<Day>, StatsError> {
    let mut statement = reader.prepare("SELECT day FROM sample_page_days")?;
    let days = statement.query_map([], |row| row.get(0).map(Day))?;
    Ok(days.collect::<Result<_, _>>()?)
}

/// Adds up one day that is over and is not added up, and drops those whose samples are gone. Whether there was one.
pub(crate) fn add_up(writer: &mut Connection, now: Hour) -> Result<bool, StatsError> {
    let known = added_up(writer)?;
    // What was recorded before midnight may come a little later.
    let today = Hour(now.0 - 1).day();
    let kept = today.plus(-SAMPLE_DAYS_KEPT);
    let tx = writer.transaction()?;
    if known.first().is_some_and(|first| *first < kept) {
        tx.execute("DELETE FROM sample_pages WHERE day < ?", params![kept.0])?;
        tx.execute("DELETE FROM sample_page_days WHERE day < ?", params![kept.0])?;
    }
    let mut pages = 0;
    for day in (1..=SAMPLE_DAYS_KEPT).map(|ago| today.plus(-ago)).filter(|day| !known.contains(day)) {
        tx.execute("DELETE FROM sample_pages WHERE day = ?", params![day.0])?;
        pages = tx.execute(&add_up_day(day), [])?;
        tx.execute("INSERT INTO sample_page_days VALUES (?)", params![day.0])?;
        if pages > 0 {
            break;
        }
    }
    tx.commit()?;
    Ok(pages > 0)
}

fn add_up_day(day: Day) -> String {
    format!(
        "INSERT INTO sample_pages WITH whole AS (SELECT webmaster, site, block, page, count(*) AS samples, \
         sum(weight) AS requests, sum(weight * (places_filled >> 8)) AS places, \
         sum(weight * (places_filled & 255)) AS filled FROM samples \
         WHERE hour >= {first} AND hour < {after} AND step <> 1 GROUP BY webmaster, site, block, page), \
         ranked AS (SELECT *, row_number() OVER (PARTITION BY block ORDER BY filled DESC, requests DESC, page) AS place \
         FROM whole) \
         SELECT {day}, webmaster, site, block, CASE WHEN place <= {PAGES_NAMED_MAX} THEN page END, count(*), \
         sum(samples), sum(requests), sum(places), sum(filled) FROM ranked GROUP BY 2, 3, 4, 5 ORDER BY 2, 4, 5",
        day = day.0,
        first = day.first_hour().0,
        after = day.plus(1).first_hour().0,
    )
}

/// Where the days of a period are asked.
#[derive(Debug, Default)]
pub(crate) struct Split {
    /// Days that are added up.
    pub(crate) added_up: Vec<Day>,
    /// Runs of others as hours, the end excluded.
    pub(crate) runs: Vec<(Hour, Hour)>,
}

/// Splits the days of a period by where they are asked.
pub(crate) fn split(reader: &Connection, period: Period) -> Result<Split, StatsError> {
    let known = added_up(reader)?;
    let Split { added_up: mut whole, mut runs } = Split::default();
    for day in (period.first.0..=period.last.0).map(Day) {
        let (first, after) = (day.first_hour(), day.plus(1).first_hour());
        match runs.last_mut() {
            _ if known.contains(&day) => whole.push(day),
            Some(run) if run.1 == first => run.1 = after,
            _ => runs.push((first, after)),
        }
    }
    Ok(Split { added_up: whole, runs })
}
