//! The facts database: one DuckDB file, one writer, several readers.

use crate::click_rows::{self, ClickDelta};
use crate::damage::{self, Damage, PutAside};
use crate::error::StatsError;
use crate::fact::{FactDelta, OpportunityDelta, Positions};
use crate::opened::{Opened, StatsConfig, spill_sql};
use crate::page_rows;
use crate::query::Period;
use crate::sample_rows::{self, Sampled};
use crate::schema::{self, Grain, Layout};
use duckdb::{Connection, appender_params_from_iter, params};
use parking_lot::Mutex;
use placard_model::{Day, Hour, UnixMs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The open period is compacted at so many.
const LOOSE_ROWS_OPEN_MIN: i64 = 200_000;
/// Periods rewritten by one call of [`Stats::compact`], so that appends wait a bounded time.
const COMPACTED_PERIODS_MAX: usize = 8;
/// Readers kept open between questions.
const IDLE_READERS_MAX: usize = 8;
/// A bound on what is put beside the file is another one when it differs by more than this part.
const SPILL_STEP: u64 = 8;
/// How long a damaged file is waited for until nobody reads it any more.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(35);
/// Between two looks at whether somebody still reads it.
const CLOSE_PAUSE: Duration = Duration::from_millis(5);

/// The facts. Writing is one transaction after another; reading uses connections of its own and never waits for it.
///
/// Methods that are not async block the thread: async callers take the others, or the blocking pool.
pub struct Stats {
    config: StatsConfig,
    /// Nothing while a damaged file is put aside.
    opened: Mutex<Option<Arc<Opened>>>,
    /// What an error said of the file: 0 nothing, 1 given up, 2 corrupt.
    damage: AtomicU8,
    is_deriving: AtomicBool,
    spill_max_mib: AtomicU64,
    pub(crate) questions: Arc<Semaphore>,
    turn: tokio::sync::Mutex<u64>,
    compact_rows_min: i64,
    pub(crate) reader_patience: Duration,
}

impl std::fmt::Debug for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stats").finish_non_exhaustive()
    }
}

/// What a batch adds.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRows<'a> {
    /// Shows, clicks and conversions.
    pub facts: &'a [FactDelta],
    /// Counts of requests.
    pub opportunities: &'a [OpportunityDelta],
    /// Requests with their dimensions.
    pub samples: &'a [Sampled],
    /// What settlements say of clicks.
    pub clicks: &'a [ClickDelta],
}

/// Days whose facts were kept when later ones were cleared: log and settlements no longer tell all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDays {
    /// Those before this one.
    pub before: Day,
    /// What they hold of them: all up to here.
    pub positions: Positions,
    /// When the later ones were cleared.
    pub cleared_at: UnixMs,
}

/// How many rows there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    /// Of facts and requests, in all tables.
    pub facts: i64,
    /// Of the click log, with what became of clicks later.
    pub clicks: i64,
    /// Of samples of requests.
    pub samples: i64,
}

impl Stats {
    /// Opens the facts, making them if there are none.
    pub fn open(config: &StatsConfig) -> Result<Self, StatsError> {
        let opened = Opened::open(config)?;
        let deriving: i64 = opened.origin.lock().query_row("SELECT count(*) FROM deriving", [], |row| row.get(0))?;
        Ok(Self {
            config: config.clone(),
            spill_max_mib: AtomicU64::new(config.spill_max_mib),
            opened: Mutex::new(Some(Arc::new(opened))),
            damage: AtomicU8::new(0),
            is_deriving: AtomicBool::new(deriving > 0),
            turn: tokio::sync::Mutex::new(0),
            compact_rows_min: i64::from(config.compact_rows_min.max(1)),
            reader_patience: config.reader_patience,
            questions: Arc::new(Semaphore::new(config.parallel_questions.max(1) as usize)),
        })
    }

    /// Lets everything that is done with the file put so many MiB beside it from now on, where that is another bound by more
    /// than an eighth. What stood before holds while more than that is there.
    pub fn set_spill_max(&self, max_mib: u64) {
        let last = self.spill_max_mib.load(Ordering::Relaxed);
        if last.abs_diff(max_mib) <= last / SPILL_STEP {
            return;
        }
        let Ok(opened) = self.opened() else { return };
        if opened.origin.lock().execute_batch(&spill_sql(max_mib)).is_ok() {
            self.spill_max_mib.store(max_mib, Ordering::Relaxed);
        }
    }

    /// How the file is opened again.
    fn config(&self) -> StatsConfig {
        StatsConfig { spill_max_mib: self.spill_max_mib.load(Ordering::Relaxed), ..self.config.clone() }
    }

    fn opened(&self) -> Result<Arc<Opened>, StatsError> {
        self.opened.lock().clone().ok_or(StatsError::Deriving)
    }

    /// Notes what an error says of the file.
    fn noted<T>(&self, result: Result<T, StatsError>) -> Result<T, StatsError> {
        if let Some(damage) = result.as_ref().err().and_then(StatsError::damage) {
            let code = match damage {
                Damage::GivenUp => 1,
                Damage::Corrupt => 2,
            };
            self.damage.fetch_max(code, Ordering::Relaxed);
        }
        result
    }

    /// What some reading or writing found to be wrong with the file, until [`Stats::mend`].
    pub fn damage(&self) -> Option<Damage> {
        match self.damage.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Damage::GivenUp),
            _ => Some(Damage::Corrupt),
        }
    }

    /// Closes a file that was found to be damaged, puts it aside where its content is wrong, and opens the facts again.
    /// Waits for answers that are being read. Nothing may append at the same time: the caller has the turn and counts it
    /// up where all facts are gone.
    pub fn mend(&self, now: UnixMs) -> Result<Option<PutAside>, StatsError> {
        let damage = self.damage();
        let Some(path) = self.config.path.clone() else { return Ok(None) };
        self.close()?;
        let aside = if damage == Some(Damage::Corrupt) { damage::put_all_aside(&path, now)? } else { None };
        let (again, found) = Self::open_or_put_aside(&self.config(), now)?;
        let found = match aside {
            Some(path) => Some(PutAside { path, all: true, reason: "its content is wrong".to_owned() }),
            None => found,
        };
        *self.opened.lock() = again.opened.into_inner();
        self.damage.store(0, Ordering::Relaxed);
        if found.as_ref().is_some_and(|found| found.all) {
            self.set_deriving(true)?;
        }
        Ok(found)
    }

    /// Lets the file go: waits until nobody reads it any more.
    fn close(&self) -> Result<(), StatsError> {
        let Some(opened) = self.opened.lock().take() else { return Ok(()) };
        // Whoever reads holds the file; DuckDB would remove the write-ahead log of the next one when it closes late.
        let mut waited = Duration::ZERO;
        while Arc::strong_count(&opened) > 1 {
            if waited >= CLOSE_TIME_MAX {
                *self.opened.lock() = Some(opened);
                return Err(StatsError::CutOff);
            }
            std::thread::sleep(CLOSE_PAUSE);
            waited += CLOSE_PAUSE;
        }
        Ok(())
    }

    /// Opens the file anew if DuckDB answers nothing on it any more, as it does after a write that failed (a full disk);
    /// says whether that was so. Waits for the questions that run.
    pub fn heal(&self) -> Result<bool, StatsError> {
        if self.config.path.is_none() || self.damage() == Some(Damage::Corrupt) {
            return Ok(false);
        }
        let is_open = self.opened.lock().clone();
        let answers = is_open
            .is_some_and(|opened| opened.writer.lock().execute_batch("SELECT count(*) FROM feed_positions").is_ok());
        if answers {
            return Ok(false);
        }
        self.close()?;
        let opened = Opened::open(&self.config())?;
        *self.opened.lock() = Some(Arc::new(opened));
        self.damage.store(0, Ordering::Relaxed);
        Ok(true)
    }

    /// Whether facts are being derived again: answers lack what is not derived yet. Outlives a restart.
    pub fn is_deriving(&self) -> bool {
        self.is_deriving.load(Ordering::Relaxed)
    }

    /// Says that the facts are derived again from now on, or that they are all there.
    pub fn set_deriving(&self, deriving: bool) -> Result<(), StatsError> {
        let sql =
            if deriving { "DELETE FROM deriving; INSERT INTO deriving VALUES (1)" } else { "DELETE FROM deriving" };
        let opened = self.opened()?;
        let result = opened.writer.lock().execute_batch(sql).map_err(StatsError::from);
        self.noted(result)?;
        self.is_deriving.store(deriving, Ordering::Relaxed);
        Ok(())
    }

    /// Adds a batch and moves the positions, all or nothing. Deltas with equal keys are added up first.
    ///
    /// After an error, or a crash, the feed goes on from [`Stats::positions`]: a batch is counted once or not at all.
    pub fn append(
        &self,
        facts: &[FactDelta],
        opportunities: &[OpportunityDelta],
        positions: &Positions,
    ) -> Result<(), StatsError> {
        let new = NewRows { facts, opportunities, ..NewRows::default() };
        self.append_all(&new, positions)
    }

    /// Like [`Stats::append`], with samples of requests and what settlements say of clicks.
    pub fn append_all(&self, new: &NewRows<'_>, positions: &Positions) -> Result<(), StatsError> {
        let tables = schema::rows_of(new.facts, new.opportunities);
        self.with_writer(|writer| {
            let tx = writer.transaction()?;
            put_rows(&tx, &tables)?;
            sample_rows::put(&tx, new.samples)?;
            click_rows::put(&tx, new.clicks)?;
            tx.execute(
                "UPDATE feed_positions SET log = ?, settlements = ?",
                params![positions.log.as_slice(), positions.settlements.as_slice()],
            )?;
            Ok(tx.commit()?)
        })
    }

    /// Whether a batch could be added: does what [`Stats::append_all`] does, and takes it back.
    pub fn try_append(&self, new: &NewRows<'_>) -> Result<(), StatsError> {
        let tables = schema::rows_of(new.facts, new.opportunities);
        self.with_writer(|writer| {
            let tx = writer.transaction()?;
            put_rows(&tx, &tables)?;
            sample_rows::put(&tx, new.samples)?;
            click_rows::put(&tx, new.clicks)?;
            Ok(tx.rollback()?)
        })
    }

    /// Runs `write` on the one connection that writes.
    pub(crate) fn with_writer<T>(
        &self,
        write: impl FnOnce(&mut Connection) -> Result<T, StatsError>,
    ) -> Result<T, StatsError> {
        let opened = self.opened()?;
        let result = write(&mut opened.writer.lock());
        self.noted(result)
    }

    /// How far the facts are.
    pub fn positions(&self) -> Result<Positions, StatsError> {
        self.with_reader(|reader| {
            let sql = "SELECT log, settlements FROM feed_positions";
            Ok(reader.query_row(sql, [], |row| Ok(Positions { log: row.get(0)?, settlements: row.get(1)? }))?)
        })
    }

    /// Adds up rows of periods that have many, closed ones (before `now`'s hour or day) first. Returns how many periods
    /// it rewrote; call it again until that is 0. It changes no answer, only what answers cost.
    pub fn compact(&self, now: Hour) -> Result<usize, StatsError> {
        self.with_writer(|writer| {
            sample_rows::drop_old(writer, now)?;
            let has_added_up = page_rows::add_up(writer, now)?;
            let due = due_periods(writer, now, self.compact_rows_min)?;
            for (layout, period) in &due {
                let tx = writer.transaction()?;
                tx.execute_batch(&layout.compact(*period))?;
                tx.commit()?;
            }
            Ok(due.len() + usize::from(has_added_up))
        })
    }

    /// Adds up hours before `day` into the first hour of their day: old facts are kept by day. At most one day a call;
    /// returns it, or nothing when all is done.
    pub fn fold_hours_before(&self, day: Day) -> Result<Option<Day>, StatsError> {
        self.with_writer(|writer| {
            let sql = "SELECT min(day) FROM (SELECT day, hour FROM facts UNION ALL SELECT day, hour FROM opportunity) \
                       WHERE day < ? AND hour <> day * 24";
            let oldest: Option<i32> = writer.query_row(sql, params![day.0], |row| row.get(0))?;
            let Some(oldest) = oldest else { return Ok(None) };
            let tx = writer.transaction()?;
            tx.execute(
                "INSERT INTO folded_hours SELECT ? WHERE NOT EXISTS (SELECT 1 FROM folded_hours WHERE before_day > ?)",
                params![oldest + 1, oldest],
            )?;
            tx.execute("DELETE FROM folded_hours WHERE before_day < (SELECT max(before_day) FROM folded_hours)", [])?;
            for layout in schema::layouts().filter(|layout| layout.grain == Grain::Hour) {
                tx.execute(&format!("UPDATE {} SET hour = day * 24 WHERE day = ?", layout.name), params![oldest])?;
                tx.execute_batch(&layout.compact(i64::from(oldest) * 24))?;
            }
            tx.commit()?;
            Ok(Some(Day(oldest)))
        })
    }

    /// The first day whose hours are kept, where older ones were folded into days.
    pub fn hours_since(&self) -> Result<Option<Day>, StatsError> {
        self.with_reader(read_hours_since)
    }

    /// Makes the narrow tables of the period anew from the facts: for files whose facts were written by other means, and
    /// to check that they agree.
    pub fn derive_days(&self, period: Period) -> Result<(), StatsError> {
        self.with_writer(|writer| {
            let tx = writer.transaction()?;
            for layout in schema::FACT_TABLES.iter().filter(|layout| layout.grain == Grain::Day) {
                tx.execute_batch(&layout.derive(period.first, period.last))?;
            }
            tx.commit()?;
            Ok(())
        })
    }

    /// The first day with something that only the log tells: shows or requests.
    pub fn first_day_of_shows(&self) -> Result<Option<Day>, StatsError> {
        let sql = "SELECT min(day) FROM (SELECT min(day) AS day FROM facts_ads WHERE shows <> 0 OR confirmed_shows <> 0 \
                   OR rejected_shows <> 0 UNION ALL SELECT min(day) FROM opportunity)";
        let day: Option<i32> = self.with_reader(|reader| Ok(reader.query_row(sql, [], |row| row.get(0))?))?;
        Ok(day.map(Day))
    }

    /// First and last day with facts.
    pub fn days(&self) -> Result<Option<(Day, Day)>, StatsError> {
        let days: (Option<i32>, Option<i32>) = self.with_reader(|reader| {
            Ok(reader.query_row("SELECT min(day), max(day) FROM facts", [], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })?;
        Ok(days.0.zip(days.1).map(|(first, last)| (Day(first), Day(last))))
    }

    /// How many rows there are.
    pub fn row_counts(&self) -> Result<RowCounts, StatsError> {
        self.with_reader(|reader| {
            let tables: Vec<String> =
                schema::layouts().map(|layout| format!("(SELECT count(*) FROM {})", layout.name)).collect();
            let sql = format!(
                "SELECT {}, (SELECT count(*) FROM clicks) + (SELECT count(*) FROM click_changes), \
                 (SELECT count(*) FROM samples)",
                tables.join(" + ")
            );
            Ok(reader.query_row(&sql, [], |row| {
                Ok(RowCounts { facts: row.get(0)?, clicks: row.get(1)?, samples: row.get(2)? })
            })?)
        })
    }

    /// The turn of whoever moves the positions, with the number of times that the facts were cleared. A feed holds it
    /// from reading its position to appending, and begins anew when the number is another than at its start.
    pub const fn turn(&self) -> &tokio::sync::Mutex<u64> {
        &self.turn
    }

    /// Waits for its turn, then clears the facts of days from one on, or of all days: a feed that was at work notices and
    /// begins anew. Returns from which day on.
    pub async fn clear_in_turn(
        self: &Arc<Self>,
        turn: &mut u64,
        from: Option<Day>,
        now: UnixMs,
    ) -> Result<Option<Day>, StatsError> {
        let stats = Arc::clone(self);
        let from =
            tokio::task::spawn_blocking(move || stats.clear(from, now)).await.map_err(|_| StatsError::CutOff)??;
        *turn += 1;
        Ok(from)
    }

    /// Forgets facts and positions, so that the feed derives them again from the beginning of the log: all, or those of
    /// days from one on. What is kept of earlier days holds all that came up to the present positions; [`Stats::kept_days`]
    /// tells them. While facts are derived again, days that were kept before stay kept. Nothing may append at the same
    /// time; see [`Stats::clear_in_turn`].
    pub fn clear(&self, from: Option<Day>, now: UnixMs) -> Result<Option<Day>, StatsError> {
        let from = match (from, self.kept_days()?) {
            (Some(_), Some(kept)) if self.is_deriving() => Some(kept.before),
            _ => from,
        };
        self.with_writer(|writer| {
            let tx = writer.transaction()?;
            let days = from.map_or(String::new(), |from| format!(" WHERE day >= {}", from.0));
            for layout in schema::layouts() {
                let first = from.map_or(i64::MIN, |from| match layout.grain {
                    Grain::Hour => i64::from(from.first_hour().0),
                    Grain::Day => i64::from(from.0),
                });
                tx.execute_batch(&format!("DELETE FROM {}{days}", layout.name))?;
                tx.execute("DELETE FROM loose_rows WHERE layout = ? AND period >= ?", params![layout.number, first])?;
            }
            match from {
                None => tx.execute_batch(&format!("DELETE FROM kept_days; {}", click_rows::CLEAR))?,
                Some(from) => {
                    tx.execute_batch(&click_rows::clear_from(from))?;
                    if !self.is_deriving() {
                        tx.execute_batch("DELETE FROM kept_days")?;
                        tx.execute(
                            "INSERT INTO kept_days SELECT ?, log, settlements, ? FROM feed_positions",
                            params![from.0, now.0],
                        )?;
                    }
                }
            }
            tx.execute_batch(
                "DELETE FROM samples; UPDATE feed_positions SET log = ''::BLOB, settlements = ''::BLOB; \
                 DELETE FROM deriving; INSERT INTO deriving VALUES (1)",
            )?;
            tx.execute_batch(page_rows::CLEAR)?;
            tx.commit()?;
            Ok(())
        })?;
        self.is_deriving.store(true, Ordering::Relaxed);
        Ok(from)
    }

    /// What was kept when facts were cleared last; nothing where all of them were derived from log and settlements.
    pub fn kept_days(&self) -> Result<Option<KeptDays>, StatsError> {
        self.with_reader(|reader| {
            let mut statement = reader.prepare("SELECT before_day, log, settlements, cleared_at FROM kept_days")?;
            let mut rows = statement.query([])?;
            let Some(row) = rows.next()? else { return Ok(None) };
            let positions = Positions { log: row.get(1)?, settlements: row.get(2)? };
            Ok(Some(KeptDays { before: Day(row.get(0)?), positions, cleared_at: UnixMs(row.get(3)?) }))
        })
    }

    /// Lets go of questions that are kept planned, with what they answered last.
    pub fn forget_plans(&self) {
        let Ok(opened) = self.opened() else { return };
        for reader in opened.readers.lock().iter() {
            reader.flush_prepared_statement_cache();
        }
    }

    /// Runs `read` on a connection of its own.
    pub(crate) fn with_reader<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StatsError>,
    ) -> Result<T, StatsError> {
        let opened = self.opened()?;
        let idle = opened.readers.lock().pop();
        let reader = match idle {
            Some(reader) => reader,
            None => opened.origin.lock().try_clone()?,
        };
        let result = self.noted(read(&reader));
        // A connection that failed may be in an aborted state: only good ones are kept.
        if result.is_ok() {
            let mut readers = opened.readers.lock();
            if readers.len() < IDLE_READERS_MAX {
                readers.push(reader);
            }
        }
        result
    }
}

/// The first day whose hours are kept.
pub(crate) fn read_hours_since(reader: &Connection) -> Result<Option<Day>, StatsError> {
    let day: Option<i32> = reader.query_row("SELECT max(before_day) FROM folded_hours", [], |row| row.get(0))?;
    Ok(day.map(Day))
}

fn put_rows(tx: &Connection, tables: &[(Layout, schema::Sums)]) -> Result<(), StatsError> {
    for (layout, rows) in tables {
        if rows.is_empty() {
            continue;
        }
        let period = layout.dimensions.iter().position(|name| *name == layout.grain.column()).unwrap_or_default();
        let mut appended = std::collections::BTreeMap::<i64, i64>::new();
        let mut appender = tx.appender_with_columns(layout.name, &layout.columns())?;
        for (dimensions, measures) in rows {
            appender.append_row(appender_params_from_iter(dimensions.iter().chain(measures)))?;
            *appended.entry(dimensions[period]).or_default() += 1;
        }
        appender.flush()?;
        let mut loose = tx.appender("loose_rows")?;
        for (period, rows) in appended {
            loose.append_row(params![layout.number, period, rows])?;
        }
        loose.flush()?;
    }
    Ok(())
}

fn due_periods(writer: &Connection, now: Hour, closed_min: i64) -> Result<Vec<(Layout, i64)>, StatsError> {
    let mut due = Vec::new();
    for layout in schema::layouts() {
        let open = match layout.grain {
            Grain::Hour => now.0,
            Grain::Day => now.day().0,
        };
        let mut statement = writer.prepare(
            "SELECT period FROM loose_rows WHERE layout = ? GROUP BY period \
             HAVING sum(appended) >= CASE WHEN period < ? THEN ? ELSE ? END ORDER BY period DESC LIMIT ?",
        )?;
        let periods = statement.query_map(
            params![layout.number, open, closed_min, LOOSE_ROWS_OPEN_MIN, COMPACTED_PERIODS_MAX as i64],
            |row| row.get::<_, i64>(0),
        )?;
        for period in periods {
            due.push((layout, period?));
        }
    }
    Ok(due.into_iter().take(COMPACTED_PERIODS_MAX).collect())
}
