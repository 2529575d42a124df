//! The click log: one row a click, as its settlement left it, with what became of it since.
//!
//! Rows are only ever appended, in the transaction of the facts: a click when it is settled, a change when it is voided or a
//! conversion comes. What a click is now is added up when it is asked for, of the few clicks that are shown. Both tables can
//! be derived again from the settlements, as the facts can.
//!
//! Clicks come in the order of the log, so that one of them, or a page of them, lies in few parts of the table: DuckDB knows
//! the least and the greatest value of each part.

use crate::click_rows::{ClickDelta, DIMENSIONS, SUMS, put};
use crate::database::Stats;
use crate::dimension::{Dimension, Key};
use crate::error::StatsError;
use crate::plan;
use crate::query::{Direction, Filter, Page, Period};
use crate::scope::StatsScope;
use duckdb::{Connection, Row, params};
use placard_model::event::EventRef;
use placard_model::{Day, Money, UnixMs, Verdict};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Conversions of a click, by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClickConversions {
    /// Those that wait.
    pub hold: i64,
    /// Approved ones.
    pub approved: i64,
    /// Rejected ones.
    pub rejected: i64,
    /// Worth of those that wait.
    pub hold_money: Money,
    /// Worth of the approved ones.
    pub approved_money: Money,
    /// What the rejected ones would have been worth.
    pub rejected_money: Money,
}

/// A click as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Click {
    /// Where it stands in the log.
    pub click: EventRef,
    /// When it came.
    pub clicked_at: UnixMs,
    /// What became of it.
    pub verdict: Verdict,
    /// What the advertiser pays for it.
    pub cost: Money,
    /// What the webmaster earns by it.
    pub earned: Money,
    /// What followed from it.
    pub conversions: ClickConversions,
    keys: [i64; DIMENSIONS.len()],
}

impl Click {
    /// Whether anything was told of it after it was settled.
    pub const fn has_conversions(&self) -> bool {
        let ClickConversions { hold, approved, rejected, .. } = self.conversions;
        hold + approved + rejected > 0
    }

    /// Its value of a dimension; none where clicks do not have it.
    pub fn key(&self, dimension: Dimension) -> Option<Key> {
        let place = DIMENSIONS.iter().position(|one| *one == dimension)?;
        self.keys.get(place).copied().map(Key)
    }
}

/// Which clicks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClickQuestion {
    /// The days.
    pub period: Period,
    /// All of them must hold. The verdict is that of now: one of voided clicks is `voided`.
    pub filters: Vec<Filter>,
    /// Latest first, or earliest.
    pub direction: Direction,
}

/// Clicks of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clicks {
    /// The clicks of the page, in order.
    pub rows: Vec<Click>,
    /// How many there are on all pages.
    pub total: u64,
}

/// Voided clicks that a question names one by one: they are compared with each click that is looked at.
const VOIDED_NAMED_MAX: usize = 200;

fn conditions(reader: &Connection, question: &ClickQuestion, scope: &StatsScope) -> Result<String, StatsError> {
    let days = format!("day BETWEEN {} AND {}", question.period.first.0, question.period.last.0);
    let own = [Some(days), scope.condition()].into_iter().flatten().collect::<Vec<_>>().join(" AND ");
    let by_verdict = question.filters.iter().any(|filter| filter.dimension == Dimension::Verdict);
    let voided = if by_verdict { is_voided(reader, &own)? } else { None };
    let mut conditions = vec![own];
    for filter in &question.filters {
        let condition = plan::condition(filter);
        if filter.dimension != Dimension::Verdict {
            conditions.push(condition);
            continue;
        }
        // As settled, and what was voided since. The two stand apart, so that what was settled narrows by itself.
        let takes_voided = filter.keys.contains(&Key(Verdict::Voided.code().into())) != filter.excluded;
        conditions.push(match (&voided, takes_voided) {
            (None, _) => condition,
            (Some(voided), true) => format!("({condition} OR {voided})"),
            (Some(voided), false) => format!("{condition} AND NOT ({voided})"),
        });
    }
    Ok(conditions.join(" AND "))
}

/// What tells clicks that were voided among an owner's of some days; none where none was. The few that there are mostly cost
/// less by name than looked up twice for each click.
fn is_voided(reader: &Connection, own: &str) -> Result<Option<String>, StatsError> {
    let voided = format!("SELECT click FROM click_changes WHERE is_void = 1 AND {own}");
    let named = read_refs(reader, &format!("{voided} LIMIT {}", VOIDED_NAMED_MAX + 1))?;
    Ok(match named.len() {
        0 => None,
        1..=VOIDED_NAMED_MAX => {
            let list = named.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            Some(format!("click IN ({list})"))
        }
        _ => Some(format!("click IN ({voided})")),
    })
}

const fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    }
}

fn read_refs(reader: &Connection, sql: &str) -> Result<Vec<u64>, StatsError> {
    let mut statement = reader.prepare(sql)?;
    let refs = statement.query_map([], |row| row.get::<_, u64>(0))?;
    Ok(refs.collect::<Result<_, _>>()?)
}

/// The clicks of the scope at these places in the log, in their order.
fn read_clicks(reader: &Connection, refs: &[u64], scope: &StatsScope) -> Result<Vec<Click>, StatsError> {
    let (Some(least), Some(greatest)) = (refs.iter().min(), refs.iter().max()) else { return Ok(Vec::new()) };
    let list = refs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    // The bounds let DuckDB pass over most of the table.
    let among = format!("click BETWEEN {least} AND {greatest} AND click IN ({list})");
    let columns = DIMENSIONS.iter().map(|one| one.column()).collect::<Vec<_>>().join(", ");
    let mut found = FxHashMap::default();
    let own = scope.condition().unwrap_or_else(|| "1 = 1".to_owned());
    let sql = format!("SELECT click, clicked_at, cost, earned, {columns} FROM clicks WHERE {among} AND {own}");
    let mut statement = reader.prepare(&sql)?;
    for click in statement.query_map([], read_click)? {
        let click = click?;
        found.insert(click.click.0, click);
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let sums = SUMS.map(|name| format!("CAST(sum({name}) AS BIGINT)")).join(", ");
    let sql = format!("SELECT click, max(is_void), {sums} FROM click_changes WHERE {among} GROUP BY click");
    let mut statement = reader.prepare(&sql)?;
    let changes = statement.query_map([], |row| {
        let mut sums = [0; SUMS.len()];
        for (place, sum) in sums.iter_mut().enumerate() {
            *sum = row.get(place + 2)?;
        }
        Ok((row.get::<_, u64>(0)?, row.get::<_, i64>(1)? == 1, sums))
    })?;
    for change in changes {
        let (click, is_void, sums) = change?;
        if let Some(click) = found.get_mut(&click) {
            click.change(is_void, sums);
        }
    }
    Ok(refs.iter().filter_map(|click| found.remove(click)).collect())
}

fn read_click(row: &Row<'_>) -> duckdb::Result<Click> {
    let mut keys = [0; DIMENSIONS.len()];
    for (place, key) in keys.iter_mut().enumerate() {
        *key = row.get(place + 4)?;
    }
    let verdict = keys.last().and_then(|code| Verdict::from_code(*code)).unwrap_or(Verdict::Voided);
    Ok(Click {
        click: EventRef(row.get(0)?),
        clicked_at: UnixMs(row.get(1)?),
        verdict,
        cost: Money::from_micros(row.get(2)?),
        earned: Money::from_micros(row.get(3)?),
        conversions: ClickConversions::default(),
        keys,
    })
}

impl Click {
    fn change(&mut self, is_void: bool, sums: [i64; SUMS.len()]) {
        let [cost, earned, hold, approved, rejected, hold_money, approved_money, rejected_money] = sums;
        if is_void {
            self.verdict = Verdict::Voided;
        }
        self.cost += Money::from_micros(cost);
        self.earned += Money::from_micros(earned);
        self.conversions = ClickConversions {
            hold,
            approved,
            rejected,
            hold_money: Money::from_micros(hold_money),
            approved_money: Money::from_micros(approved_money),
            rejected_money: Money::from_micros(rejected_money),
        };
    }
}

fn lacking(reader: &Connection) -> Result<Option<i64>, StatsError> {
    Ok(reader.query_row("SELECT max(settlements) FROM clicks_lacking", [], |row| row.get(0))?)
}

/// Refuses while clicks are missing: what is there would be taken for all of it.
fn check_filled(reader: &Connection) -> Result<(), StatsError> {
    if lacking(reader)?.is_some() { Err(StatsError::Deriving) } else { Ok(()) }
}

impl Stats {
    /// A page of the clicks of the scope.
    pub async fn clicks(
        self: &Arc<Self>,
        question: ClickQuestion,
        page: Page,
        scope: StatsScope,
    ) -> Result<Clicks, StatsError> {
        self.check_complete()?;
        self.blocking(move |reader| {
            check_filled(reader)?;
            let (among, order) = (conditions(reader, &question, &scope)?, word(question.direction));
            let sql = format!("SELECT count(*) FROM clicks WHERE {among}");
            let total: u64 = reader.query_row(&sql, [], |row| row.get(0))?;
            if page.offset() >= total {
                return Ok(Clicks { rows: Vec::new(), total });
            }
            let refs = read_refs(
                reader,
                &format!(
                    "SELECT click FROM clicks WHERE {among} ORDER BY click {order} LIMIT {} OFFSET {}",
                    page.count,
                    page.offset()
                ),
            )?;
            Ok(Clicks { rows: read_clicks(reader, &refs, &scope)?, total })
        })
        .await
    }

    /// The next clicks after one of them, at most `limit`: for files, which are read from the first to the last.
    pub async fn clicks_after(
        self: &Arc<Self>,
        question: ClickQuestion,
        after: Option<EventRef>,
        limit: u32,
        scope: StatsScope,
    ) -> Result<Vec<Click>, StatsError> {
        self.check_complete()?;
        self.blocking(move |reader| {
            check_filled(reader)?;
            let (among, order) = (conditions(reader, &question, &scope)?, word(question.direction));
            let beyond = match (after, question.direction) {
                (None, _) => "1 = 1".to_owned(),
                (Some(click), Direction::Ascending) => format!("click > {}", click.0),
                (Some(click), Direction::Descending) => format!("click < {}", click.0),
            };
            let sql =
                format!("SELECT click FROM clicks WHERE {among} AND {beyond} ORDER BY click {order} LIMIT {limit}");
            read_clicks(reader, &read_refs(reader, &sql)?, &scope)
        })
        .await
    }

    /// Some clicks of the scope, in the order of the log; those that are not there or somebody else's are left out.
    pub async fn clicks_at(
        self: &Arc<Self>,
        clicks: Vec<EventRef>,
        scope: StatsScope,
    ) -> Result<Vec<Click>, StatsError> {
        self.check_complete()?;
        self.blocking(move |reader| {
            let mut refs: Vec<u64> = clicks.iter().map(|click| click.0).collect();
            refs.sort_unstable();
            refs.dedup();
            read_clicks(reader, &refs, &scope)
        })
        .await
    }

    /// One click of the scope; none where it is not there or somebody else's.
    pub async fn click(self: &Arc<Self>, click: EventRef, scope: StatsScope) -> Result<Option<Click>, StatsError> {
        self.check_complete()?;
        self.blocking(move |reader| {
            check_filled(reader)?;
            Ok(read_clicks(reader, &[click.0], &scope)?.pop())
        })
        .await
    }

    /// How far clicks are added that were counted before there was a click log: the last settlement. None where all are
    /// there.
    pub fn clicks_lacking(&self) -> Result<Option<i64>, StatsError> {
        self.with_reader(lacking)
    }

    /// Adds clicks that were counted before, up to a settlement; none for the end. Call it with [`Stats::turn`] held.
    pub fn add_lacking_clicks(&self, deltas: &[ClickDelta], settlement: Option<i64>) -> Result<(), StatsError> {
        self.with_writer(|writer| {
            let tx = writer.transaction()?;
            put(&tx, deltas)?;
            match settlement {
                Some(seq) => tx.execute("UPDATE clicks_lacking SET settlements = ?", params![seq])?,
                None => tx.execute("DELETE FROM clicks_lacking", [])?,
            };
            Ok(tx.commit()?)
        })
    }

    /// Forgets clicks before a day; how many.
    pub fn forget_clicks_before(&self, day: Day) -> Result<usize, StatsError> {
        self.with_writer(|writer| {
            let tx = writer.transaction()?;
            let forgotten = tx.execute("DELETE FROM clicks WHERE day < ?", params![day.0])?;
            tx.execute("DELETE FROM click_changes WHERE day < ?", params![day.0])?;
            tx.commit()?;
            Ok(forgotten)
        })
    }
}
