//! Asking: a planned question becomes rows of sums.

use crate::database::{Stats, read_hours_since};
use crate::dimension::{Dimension, Key};
use crate::error::StatsError;
use crate::metric::Sums;
use crate::plan::{self, Plan};
use crate::query::Query;
use crate::schema;
use crate::scope::StatsScope;
use duckdb::{Connection, InterruptHandle};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

/// How long one question may take.
pub const QUESTION_TIME_MAX: Duration = Duration::from_secs(30);
/// Between two interruptions of a question that goes on.
const INTERRUPT_PAUSE: Duration = Duration::from_millis(50);
/// Rows that a file can have; what is beyond is left out, the totals still count it.
pub const STREAM_ROWS_MAX: u64 = 200_000;
/// Rows of one part of a stream.
const STREAM_PART_ROWS: usize = 1_000;
/// Parts that wait for a slow reader.
const STREAM_PARTS_WAITING: usize = 4;

/// The sums of one combination of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// One key for each group of the question.
    pub keys: Vec<Key>,
    /// The sums.
    pub sums: Sums,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The rows of the page, in order.
    pub rows: Vec<Row>,
    /// The sums of all rows of all pages.
    pub total: Sums,
    /// How many rows all pages have.
    pub row_count: u64,
}

/// A part of a streamed answer. The total comes first, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The sums of all rows.
    Total(Sums),
    /// Rows, in order.
    Rows(Vec<Row>),
}

/// An answer that is read in parts. The reader keeps up: one that takes no part for [`StatsConfig::reader_patience`]
/// is cut off, because a stream has one of few turns until its last part is taken.
///
/// [`StatsConfig::reader_patience`]: crate::StatsConfig::reader_patience
#[derive(Debug)]
pub struct RowStream(mpsc::Receiver<Result<Part, StatsError>>);

impl RowStream {
    /// The next part; nothing at the end.
    pub async fn next(&mut self) -> Option<Result<Part, StatsError>> {
        self.0.recv().await
    }
}

impl Stats {
    /// Answers a question within a scope. Blocks; see [`Stats::answer`].
    pub fn run(&self, query: &Query, scope: &StatsScope) -> Result<Table, StatsError> {
        let plan = plan::plan(query, scope);
        self.with_reader(|reader| read_table(reader, &plan))
    }

    /// Answers a question within a scope, on the blocking pool, in its turn and within [`QUESTION_TIME_MAX`].
    /// Refuses with [`StatsError::Deriving`] while facts are derived again.
    pub async fn answer(self: &Arc<Self>, query: Query, scope: StatsScope) -> Result<Table, StatsError> {
        self.check_complete()?;
        self.answer_so_far(query, scope).await
    }

    /// Answers as [`Stats::answer`] does, with what is there: for figures beside the rows of a list.
    pub(crate) async fn answer_so_far(self: &Arc<Self>, query: Query, scope: StatsScope) -> Result<Table, StatsError> {
        self.blocking(move |reader| {
            check_hours(reader, &query)?;
            read_table(reader, &plan::plan(&query, &scope))
        })
        .await
    }

    /// Answers a question with all its rows (at most [`STREAM_ROWS_MAX`]), in parts; its page is not looked at. Must
    /// be called within a tokio runtime.
    pub fn stream(self: &Arc<Self>, query: Query, scope: StatsScope) -> RowStream {
        let (sender, receiver) = mpsc::channel(STREAM_PARTS_WAITING);
        let stats = Arc::clone(self);
        tokio::spawn(async move {
            let rows = Parts { sender: sender.clone(), patience: stats.reader_patience };
            if let Err(error) = stats.check_complete() {
                let _ = sender.send(Err(error)).await;
                return;
            }
            let answer = stats.blocking(move |reader| {
                check_hours(reader, &query)?;
                let plan = plan::plan_rows(&query, &scope, 1, STREAM_ROWS_MAX);
                send_parts(reader, &plan, &rows)
            });
            let result = tokio::select! {
                result = answer => result,
                // Nobody waits any more: the place in the queue, or the question that runs, is for others.
                () = sender.closed() => return,
            };
            if let Err(error) = result {
                // A reader that went away has nobody to tell. This waits without a turn.
                let _ = sender.send(Err(error)).await;
            }
        });
        RowStream(receiver)
    }

    /// Refuses while facts are derived again.
    pub(crate) fn check_complete(&self) -> Result<(), StatsError> {
        if self.is_deriving() { Err(StatsError::Deriving) } else { Ok(()) }
    }

    /// Runs `read` on the blocking pool with a reader of its own; interrupts it after [`QUESTION_TIME_MAX`].
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&Connection) -> Result<T, StatsError> + Send + 'static,
    ) -> Result<T, StatsError> {
        let permit = Arc::clone(&self.questions).acquire_owned().await.map_err(|_| StatsError::CutOff)?;
        let asked = Asked::default();
        let (stats, question) = (Arc::clone(self), Arc::clone(&asked.0));
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            stats.with_reader(|reader| {
                {
                    let mut question = question.lock();
                    if question.is_given_up {
                        return Err(StatsError::CutOff);
                    }
                    question.running = Some(reader.interrupt_handle());
                }
                let result = read(reader);
                question.lock().running = None;
                result
            })
        });
        match tokio::time::timeout(QUESTION_TIME_MAX, task).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(StatsError::CutOff),
            Err(_) => Err(StatsError::TimedOut(QUESTION_TIME_MAX.as_secs())),
        }
    }
}

/// A question that somebody waits for. When they do not any longer, because it takes too long or because they have left,
/// it is interrupted: its reader and its permit are for others.
#[derive(Default)]
struct Asked(Arc<Mutex<Question>>);

#[derive(Default)]
struct Question {
    running: Option<Arc<InterruptHandle>>,
    is_given_up: bool,
}

impl Drop for Asked {
    fn drop(&mut self) {
        let question = Arc::clone(&self.0);
        question.lock().is_given_up = true;
        if !interrupt(&question) {
            return;
        }
        // An interruption that comes before the first statement is lost on it.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                while interrupt(&question) {
                    tokio::time::sleep(INTERRUPT_PAUSE).await;
                }
            });
        }
    }
}

/// Interrupts a question; whether there was something to interrupt.
fn interrupt(question: &Mutex<Question>) -> bool {
    // Under the lock, so that it cannot hit the connection's next question.
    let question = question.lock();
    if let Some(handle) = &question.running {
        handle.interrupt();
    }
    question.running.is_some()
}

/// Refuses a question about hours of days that are kept without them: everything would stand in their first hour.
fn check_hours(reader: &Connection, query: &Query) -> Result<(), StatsError> {
    let of_filters = query.filters.iter().map(|filter| filter.dimension);
    if !query.groups.iter().copied().chain(of_filters).any(|dimension| dimension == Dimension::Hour) {
        return Ok(());
    }
    match read_hours_since(reader)? {
        Some(since) if plan::period_of(query).first < since => Err(StatsError::NoHours(since)),
        _ => Ok(()),
    }
}

/// A row as it comes: position (0 is the total), number of all rows, keys, sums.
struct Read {
    is_total: bool,
    row_count: u64,
    row: Row,
}

/// Reads the rows of a plan one after another.
fn read_rows(
    reader: &Connection,
    plan: &Plan,
    mut each: impl FnMut(Read) -> Result<(), StatsError>,
) -> Result<(), StatsError> {
    let mut statement = reader.prepare(&plan.sql)?;
    let mut rows = statement.query(duckdb::params_from_iter(plan.bound.iter()))?;
    while let Some(row) = rows.next()? {
        let number = |index: usize| row.get::<_, Option<i64>>(index).map(Option::unwrap_or_default);
        let is_total = number(0)? == 1;
        let row_count = number(2)?.max(0) as u64;
        let mut column = 3;
        let mut keys = Vec::with_capacity(plan.groups);
        for _ in 0..plan.groups {
            keys.push(Key(number(column)?));
            column += 1;
        }
        let mut values = [0; schema::MEASURES];
        for position in &plan.measures {
            values[*position] = number(column)?;
            column += 1;
        }
        let ads = if plan.ads { number(column)? } else { 0 };
        let sums = Sums { measures: schema::measures_of(&values), ads };
        each(Read { is_total, row_count, row: Row { keys, sums } })?;
    }
    Ok(())
}

pub(crate) fn read_table(reader: &Connection, plan: &Plan) -> Result<Table, StatsError> {
    let mut table = Table::default();
    read_rows(reader, plan, |read| {
        if read.is_total {
            table.total = read.row.sums;
            table.row_count = read.row_count;
        } else {
            table.rows.push(read.row);
        }
        Ok(())
    })?;
    Ok(table)
}

/// The way to the reader of a stream, from the blocking pool.
struct Parts {
    sender: mpsc::Sender<Result<Part, StatsError>>,
    patience: Duration,
}

impl Parts {
    /// Hands over a part as soon as there is room for it.
    fn send(&self, part: Part) -> Result<(), StatsError> {
        let sent = Handle::current().block_on(tokio::time::timeout(self.patience, self.sender.send(Ok(part))));
        match sent {
            Ok(Ok(())) => Ok(()),
            _ => Err(StatsError::CutOff),
        }
    }
}

fn send_parts(reader: &Connection, plan: &Plan, parts: &Parts) -> Result<(), StatsError> {
    let mut rows = Vec::with_capacity(STREAM_PART_ROWS);
    let send = |part| parts.send(part);
    read_rows(reader, plan, |read| {
        if read.is_total {
            return send(Part::Total(read.row.sums));
        }
        rows.push(read.row);
        if rows.len() < STREAM_PART_ROWS {
            return Ok(());
        }
        send(Part::Rows(std::mem::replace(&mut rows, Vec::with_capacity(STREAM_PART_ROWS))))
    })?;
    if rows.is_empty() { Ok(()) } else { send(Part::Rows(rows)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::StatsConfig;
    use placard_model::refusal::{Refusal, Refuses as _};

    #[tokio::test]
    async fn a_question_that_nobody_waits_for_ends() {
        let config = StatsConfig { parallel_questions: 1, threads: 1, memory_limit_mib: 128, ..StatsConfig::memory() };
        let stats = Arc::new(Stats::open(&config).unwrap());
        let endless =
            "SELECT SUM(a.range * b.range) FROM range(1000000) a, range(1000000) b WHERE a.range % 7 = b.range % 5";
        let (started, has_started) = tokio::sync::oneshot::channel();
        let asked = tokio::spawn({
            let stats = Arc::clone(&stats);
            async move {
                stats
                    .blocking(move |reader| {
                        started.send(()).unwrap();
                        Ok(reader.query_row(endless, [], |_| Ok(()))?)
                    })
                    .await
            }
        });
        has_started.await.unwrap();
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        // The only permit is free as soon as the question has ended, long before its time is up.
        let next = tokio::time::timeout(QUESTION_TIME_MAX / 2, stats.blocking(|_| Ok(())));
        next.await.expect("the question before it still runs").unwrap();
    }

    #[test]
    fn a_question_that_is_too_large_says_so_and_takes_no_more_of_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let file = StatsConfig::file(folder.path().join("facts.duckdb"));
        let stats = Stats::open(&StatsConfig { memory_limit_mib: 64, spill_max_mib: 8, ..file }).unwrap();
        let keep = || {
            let kept = "CREATE TEMP TABLE kept AS SELECT md5(CAST(range AS VARCHAR)) AS text FROM range(3000000)";
            stats.with_reader(|reader| Ok(reader.execute_batch(kept)?))
        };
        let refused = keep();
        assert!(refused.as_ref().is_err_and(StatsError::is_of_memory), "{refused:?}");
        let told = refused.map_err(StatsError::refusal).unwrap_err();
        assert!(matches!(told, Refusal::Busy { .. }), "others may have the memory: {told:?}");
        stats.set_spill_max(1024);
        keep().unwrap();
    }
}
