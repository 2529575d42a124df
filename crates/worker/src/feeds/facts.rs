//! Keeps statistics: shows and requests from the log, clicks, voids and conversions from the settlements.
//!
//! Which shows count is decided here, by the ledger's [`Shows`], in the order of the log and from nothing else: reading
//! the log again gives the same facts. Both positions move in the transaction of the facts. What was counted is then
//! learned by the engine; its checkpoint is stored together with that of the shows, so that both go on from one place.
//!
//! A record or settlement that cannot be counted is found by halving what is counted at once, tried alone some times more,
//! and set aside before the positions move past it. Both are noted in two databases: the row comes first, and what has a
//! row is passed over.

mod checkpoint;
mod kept;
mod learning;
mod narrow;

use crate::feeds::billing::warm_up_from;
use crate::feeds::checkpoints;
use crate::feeds::set_aside::{self, Detours, Fault, Piece};
use crate::readers::FACTS;
use crate::rebuild;
use crate::state::WorkerState;
use anyhow::Context;
use checkpoint::{LearnedTo, State, read_checkpoint, write_body};
use futures_util::future::BoxFuture;
use kept::Kept;
pub(crate) use kept::note_lacking;
use learning::Learning;
use parking_lot::Mutex;
use placard_common::health::Severity;
use placard_engine::Learned;
use placard_events::{Batch, LogError, Position};
use placard_ledger::Shows;
use placard_model::books::settlement::{Settlement, SettlementKind};
use placard_model::event::{Event, EventRef, Record};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Day, UnixMs};
use placard_stats::{
    ClickDelta, FactDelta, NewRows, OpportunityDelta, Positions, SAMPLE_DAYS_KEPT, Sampled, Stats, StatsError,
};
use placard_store::billing::positions;
use placard_store::billing::positions::Checkpoint;
use placard_store::billing::set_aside::{NewRecord, Source};
use placard_store::billing::settlements::{self, Stored};
use placard_store::{Priority, Topic};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Records of one batch.
const EVENTS_PER_STEP_MAX: usize = 10_000;
/// Settlements of one batch.
const SETTLEMENTS_PER_STEP_MAX: u32 = 5_000;
/// After waking, so long for more to come: facts are fresh within 5 s, and a batch costs the same for one event or many.
const GATHER_PAUSE: Duration = Duration::from_millis(500);
/// The longest sleep: another process may have settled without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(1);

/// So much of the log is judged again where no checkpoint tells which tokens were shown.
pub(crate) const WARM_UP_MS: i64 = placard_ledger::SHOWS_MEMORY_MS + HOUR_MS;
/// The condition that says that the facts are not compacted.
const COMPACTION: &str = "facts_compaction";

/// The feed's state, at some position of the log and of the settlements.
pub struct Facts {
    app: WorkerState,
    shows: Arc<Mutex<Shows>>,
    position: Position,
    seq: i64,
    checkpointed_at: UnixMs,
    /// The engine knows everything up to here from a checkpoint: it is not told twice.
    learned: LearnedTo,
    checkpoint_pause_ms: i64,
    /// How often the facts had been cleared when the feed began.
    cleared: u64,
    /// What was set aside, and what comes again.
    detours: Detours,
    /// Changes when somebody decides on what was set aside.
    decided: watch::Receiver<u64>,
    /// Something cannot be counted: so many at once until it is found.
    careful: Option<usize>,
    /// What failed alone, and how often.
    suspect: Option<(Source, EventRef, u32)>,
    /// Days that were not cleared when others were: what they hold already is not counted again.
    kept: Option<Kept>,
}

/// What is counted in one transaction.
struct Work {
    /// The stretch of the log, with what comes again.
    pieces: Vec<Piece>,
    /// Records of the log that this program cannot read.
    unreadable: Vec<NewRecord>,
    /// Settlements.
    settled: Vec<Stored>,
    /// The positions afterwards.
    next: Position,
    seq: i64,
    /// There is more to read at once.
    more: bool,
}

/// The facts of a batch, and what the engine learns from them.
#[derive(Default)]
struct Found {
    facts: Vec<FactDelta>,
    opportunities: Vec<OpportunityDelta>,
    samples: Vec<Sampled>,
    clicks: Vec<ClickDelta>,
    learned: Vec<Learned>,
}

impl Found {
    /// What is written of it.
    fn rows(&self) -> NewRows<'_> {
        let Self { facts, opportunities, samples, clicks, .. } = self;
        NewRows { facts, opportunities, samples, clicks }
    }

    fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.opportunities.is_empty() && self.samples.is_empty()
    }
}

/// Runs the feed until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut settled = app.store.watch(Topic::Settlements);
        let Some(loaded) = stop.run_until_cancelled(Facts::load(app.clone())).await else { return Ok(()) };
        let mut facts = loaded?;
        while !stop.is_cancelled() {
            settled.mark_unchanged();
            let more = facts.step().await?;
            app.health.clear(FACTS);
            // Also while it catches up: a restart in the middle would begin where the last checkpoint is.
            facts.maintain_if_due().await?;
            if more {
                continue;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = app.log.wait_past(&facts.position) => tokio::time::sleep(GATHER_PAUSE).await,
                _ = settled.changed() => tokio::time::sleep(GATHER_PAUSE).await,
                () = tokio::time::sleep(SLEEP_MAX) => {}
            }
        }
        facts.checkpoint().await
    })
}

impl Facts {
    /// Goes on from the positions of the facts, with the last checkpoint before them.
    pub async fn load(app: WorkerState) -> anyhow::Result<Self> {
        let began = Instant::now();
        if app.stats.damage().is_some() {
            rebuild::mend(&app).await?;
        }
        let stats = Arc::clone(&app.stats);
        let cleared = *stats.turn().lock().await;
        let (healed, positions, kept) = tokio::task::spawn_blocking(move || {
            stats.heal().and_then(|healed| Ok((healed, stats.positions()?, stats.kept_days()?)))
        })
        .await??;
        if healed {
            tracing::info!("the facts database was opened anew");
        }
        let (to, to_seq) = (read_log_position(&positions.log)?, read_seq(&positions.settlements)?);
        let kept = kept.map(Kept::read).transpose()?;
        let to = oldest_kept(&app, to).await?;
        let decided = app.store.watch(Topic::SetAside);
        let detours = Detours::load(&app, FACTS).await?;
        let checkpoint = app.store.read("load_facts", async |conn| positions::checkpoint(conn, FACTS).await).await?;
        let mut facts = Self {
            shows: Arc::default(),
            position: Position::default(),
            seq: 0,
            checkpointed_at: app.clock.now(),
            learned: LearnedTo::default(),
            checkpoint_pause_ms: checkpoints::INTERVAL_MS,
            cleared,
            detours,
            decided,
            careful: None,
            suspect: None,
            kept,
            app,
        };
        let restored = match &checkpoint {
            Some(checkpoint) => checkpoints::unless_unreadable(FACTS, read_checkpoint(&facts.app, checkpoint).await)?,
            None => None,
        };
        let engine = restored.as_ref().map(|restored| facts.app.engine.restore(&restored.engine));
        if let Some(Err(error)) = &engine {
            tracing::warn!("the engine learns again from the log, without caps and pacing: {error}");
        }
        match (restored, engine) {
            (Some(restored), Some(Ok(()))) => {
                facts.learned = restored.learned;
                let is_before = restored.position.slower(&to) == restored.position && restored.seq <= to_seq;
                if let Some(shows) = restored.shows.filter(|_| is_before) {
                    *facts.shows.lock() = shows;
                    (facts.position, facts.seq) = (restored.position, restored.seq);
                } else {
                    // Facts that were cleared or put aside, or tokens in the form of another version: what was shown is
                    // known again after some hours of the log, and the engine keeps what it had learned.
                    facts.position = warm_up_from(&facts.app, &to, WARM_UP_MS).await?.slower(&facts.learned.log);
                    facts.seq = facts.learned.seq.min(to_seq);
                }
            }
            // A feed that starts again in a running process would teach the engine everything twice.
            _ => facts.app.engine.forget(),
        }
        facts.add_lacking_clicks(to_seq).await?;
        facts.replay(&to, to_seq).await?;
        if facts.position == Position::default() && facts.seq == 0 && facts.has_more().await? {
            // The file is new and the network is not: somebody removed it.
            facts.set_deriving(true).await?;
        }
        rebuild::tell_deriving(&facts.app);
        facts.tell_progress();
        tracing::info!(seconds = began.elapsed().as_secs_f64(), "facts are ready");
        Ok(facts)
    }

    /// Takes again what the facts hold already, so that the shows and the engine know it.
    async fn replay(&mut self, to: &Position, to_seq: i64) -> anyhow::Result<()> {
        loop {
            let batch = self.read(EVENTS_PER_STEP_MAX).await?;
            self.detours.unreadable(&batch)?;
            let known = batch.events.iter().take_while(|record| to.has_passed(record.at)).count();
            // What comes again there or behind is not counted yet.
            let next = to.slower(&batch.next);
            let pieces = self.detours.pieces(&self.app, &self.position, &batch.events[..known], &next).await?;
            let found = self.count(&pieces, &[]);
            self.app.engine.live().learn(&found.learned);
            if known < batch.events.len() || batch.at_end {
                break;
            }
            self.position = batch.next;
            self.detours.moved_to(&self.position);
        }
        self.position = to.clone();
        self.detours.moved_to(to);
        while self.seq < to_seq {
            let mut page = self.settled(SETTLEMENTS_PER_STEP_MAX).await?;
            page.rows.retain(|row| row.seq <= to_seq);
            let Some(last) = page.last else { break };
            let found = self.count(&[], &page.rows);
            self.app.engine.live().learn(&found.learned);
            self.seq = last;
        }
        self.seq = to_seq;
        Ok(())
    }

    /// Adds the clicks that a version without a click log has counted: once, in bounded steps, from the settlements.
    async fn add_lacking_clicks(&self, to_seq: i64) -> anyhow::Result<()> {
        let _turn = self.app.stats.turn().lock().await;
        while let Some(from) = self.app.stats.clicks_lacking()? {
            let read = async move |conn: &_| settlements::page(conn, from, SETTLEMENTS_PER_STEP_MAX).await;
            let page = self.app.store.read("read_settlements", read).await?;
            let rows = page.rows.iter().filter(|row| row.seq <= to_seq);
            // What was set aside and counted again since is no more lacking than the others.
            let rows = rows.filter(|row| self.detours.is_settlement_met(row.seq, &self.position));
            let deltas: Vec<ClickDelta> = rows.map(|row| ClickDelta::from(&row.settlement)).collect();
            let next = page.last.filter(|seq| *seq < to_seq);
            let stats = Arc::clone(&self.app.stats);
            tokio::task::spawn_blocking(move || stats.add_lacking_clicks(&deltas, next)).await??;
            tracing::info!(settlement = from, "adding the clicks of before to the click log");
        }
        Ok(())
    }

    async fn read(&self, events: usize) -> anyhow::Result<Batch> {
        let (app, from) = (Arc::clone(&self.app), self.position.clone());
        Ok(tokio::task::spawn_blocking(move || app.log.read(&from, events, None)).await??)
    }

    async fn settled(&self, most: u32) -> anyhow::Result<settlements::Page> {
        let seq = self.seq;
        let read =
            self.app.store.read("read_settlements", async move |conn| settlements::page(conn, seq, most).await).await;
        let mut page = read?;
        page.rows.retain(|row| !self.detours.passes_over_settlement(row.seq));
        page.unreadable.retain(|(seq, _)| !self.detours.passes_over_settlement(*seq));
        Ok(page)
    }

    async fn has_more(&self) -> anyhow::Result<bool> {
        let batch = self.read(1).await?;
        let is_read = batch.events.is_empty() && batch.unreadable.is_empty();
        Ok(!is_read || self.settled(1).await?.last.is_some())
    }

    /// Whether questions are refused because facts are missing.
    async fn set_deriving(&self, deriving: bool) -> anyhow::Result<()> {
        let stats = Arc::clone(&self.app.stats);
        tokio::task::spawn_blocking(move || stats.set_deriving(deriving)).await??;
        rebuild::tell_deriving(&self.app);
        Ok(())
    }

    /// Counts what is new. Says whether there is more to read at once. What cannot be counted is set aside on the way.
    pub async fn step(&mut self) -> anyhow::Result<bool> {
        if self.decided.has_changed().unwrap_or(false) {
            self.decided.mark_unchanged();
            self.detours.was_asked();
        }
        self.detours.adopt(&self.app, FACTS, &self.position).await?;
        loop {
            let app = Arc::clone(&self.app);
            let turn = app.stats.turn().lock().await;
            self.check_turn(*turn)?;
            let work = self.plan().await?;
            let shows = self.careful.map(|_| self.shows.lock().clone());
            match self.attempt(&work).await {
                Ok(()) => {
                    self.careful = self.careful.map(|size| size * 2).filter(|size| *size < EVENTS_PER_STEP_MAX);
                    self.suspect = None;
                    self.moved_to(&work);
                    if !work.more && app.stats.is_deriving() {
                        self.set_deriving(false).await?;
                        tracing::info!("statistics are complete again");
                    }
                    return Ok(work.more || self.detours.has_more());
                }
                Err(Fault::Environment(error)) => return Err(error),
                Err(Fault::Record(reason)) => {
                    drop(turn);
                    self.narrow(&work, reason, shows).await?;
                }
            }
        }
    }

    /// What to count next. While something is looked for: records of the log, then settlements, never both at once.
    async fn plan(&self) -> anyhow::Result<Work> {
        let limit = self.careful.unwrap_or(EVENTS_PER_STEP_MAX);
        let mut batch = self.read(limit).await?;
        if self.careful.is_some()
            && let Some(before) = self.detours.records_before_again(&self.position, &batch.events, &batch.next)
        {
            // What comes again is counted with the one record that it comes before.
            batch = self.read(before).await?;
        }
        let is_alone = self.careful.is_some() && !(batch.events.is_empty() && batch.unreadable.is_empty());
        let most = SETTLEMENTS_PER_STEP_MAX.min(u32::try_from(limit).unwrap_or(u32::MAX));
        let page = if is_alone { settlements::Page::default() } else { self.settled(most).await? };
        let seq = page.last.unwrap_or(self.seq);
        let more = !batch.at_end || self.careful.is_some() || page.is_full;
        let mut unreadable = self.detours.unreadable(&batch)?;
        unreadable.extend(page.unreadable.into_iter().map(set_aside::row_of_unreadable_settlement));
        let settled = page.rows;
        let pieces = self.detours.pieces(&self.app, &self.position, &batch.events, &batch.next).await?;
        let nothing = self.careful.is_some() && !is_alone && seq == self.seq;
        Ok(Work { pieces, unreadable, settled, next: batch.next, seq, more: more && !nothing })
    }

    /// Counts the work in one transaction. After a fault of a record the shows are not what they were: see
    /// [`Facts::narrow`].
    async fn attempt(&mut self, work: &Work) -> Result<(), Fault> {
        let mut found = self.calculate(&work.pieces, &work.settled)?;
        self.put(&work.unreadable).await.map_err(Fault::Environment)?;
        if !found.is_empty() {
            let positions = Positions { log: work.next.to_bytes(), settlements: work.seq.to_le_bytes().to_vec() };
            let began = Instant::now();
            let learned = std::mem::take(&mut found.learned);
            self.store(move |stats| stats.append_all(&found.rows(), &positions)).await?;
            metrics::histogram!("placard_facts_append_seconds").record(began.elapsed().as_secs_f64());
            self.app.engine.live().learn(&learned);
        }
        Ok(())
    }

    /// Counts. An assertion that breaks stops the records that break it, not the feed.
    fn calculate(&self, pieces: &[Piece], settled: &[Stored]) -> Result<Found, Fault> {
        catch_unwind(AssertUnwindSafe(|| self.count(pieces, settled))).map_err(|cause| Fault::of_panic(&*cause))
    }

    /// Writes to the facts' database.
    async fn store(&self, write: impl FnOnce(&Stats) -> Result<(), StatsError> + Send + 'static) -> Result<(), Fault> {
        let stats = Arc::clone(&self.app.stats);
        match tokio::task::spawn_blocking(move || write(&stats)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if error.is_of_data() => Err(Fault::Record(error.to_string())),
            Ok(Err(error)) => Err(Fault::Environment(error.into())),
            Err(ended) if ended.is_panic() => Err(Fault::of_panic(&*ended.into_panic())),
            Err(ended) => Err(Fault::Environment(ended.into())),
        }
    }

    fn moved_to(&mut self, work: &Work) {
        (self.position, self.seq) = (work.next.clone(), work.seq);
        self.detours.moved_to(&work.next);
        self.tell_progress();
    }

    fn tell_progress(&self) {
        self.app.readers.facts_at(&self.position, self.seq, self.app.clock.now());
    }

    /// A feed whose facts were cleared must not move the positions: the server starts it again.
    fn check_turn(&self, cleared: u64) -> anyhow::Result<()> {
        anyhow::ensure!(cleared == self.cleared, "the facts were cleared and are derived again from the log");
        anyhow::ensure!(self.app.stats.damage().is_none(), "the facts' file is damaged");
        Ok(())
    }

    /// Counts everything that there is: for a history that is made on a moved clock, for tests, and before an audit.
    pub async fn catch_up(&mut self) -> anyhow::Result<()> {
        while self.step().await? {}
        Ok(())
    }

    /// The facts of a stretch of the log and of settlements, in their order.
    fn count(&self, pieces: &[Piece], settled: &[Stored]) -> Found {
        let mut found = Found::default();
        let mut learned = Learning::default();
        // Facts that are derived again need no samples that would be dropped at once.
        let sampled_since = self.app.clock.now().plus_ms(-i64::from(SAMPLE_DAYS_KEPT) * DAY_MS);
        let mut shows = self.shows.lock();
        let records = pieces.iter().flat_map(|piece| {
            let (records, is_again): (&[Record], bool) = match piece {
                Piece::Records(records) => (records, false),
                Piece::Again(record) => (std::slice::from_ref(&**record), true),
                Piece::AgainSettled(_) => (&[], true),
            };
            records.iter().map(move |record| (record, is_again))
        });
        let again = pieces.iter().filter_map(|piece| match piece {
            Piece::AgainSettled(row) => Some(&**row),
            Piece::Records(_) | Piece::Again(_) => None,
        });
        let kept = self.kept.as_ref();
        for (record, is_again) in records {
            let hour = record.append_ms.hour();
            let verdict = if is_again { Shows::judge_alone(record) } else { shows.judge(record) };
            let is_kept = |day: Day| kept.is_some_and(|kept| kept.has_record(&self.detours, day, record.at));
            match (&record.event, verdict) {
                (Event::Show { ad, .. }, Some(verdict)) => {
                    if !is_kept(hour.day()) {
                        found.facts.push(FactDelta::show(ad, hour, verdict));
                    }
                    if verdict.is_valid() && !self.learned.log.has_passed(record.at) {
                        learned.add(ad, 1, 0);
                    }
                }
                (Event::ConfirmedShow { ad, .. }, Some(verdict)) if verdict.is_valid() && !is_kept(hour.day()) => {
                    found.facts.push(FactDelta::confirmed_show(ad, hour));
                }
                (Event::Requests(counts), _) => {
                    let counts = counts.iter().filter(|count| !is_kept(count.hour.day()));
                    found.opportunities.extend(counts.map(OpportunityDelta::from));
                }
                (Event::Sample(sample), _) if record.append_ms >= sampled_since => {
                    let sample = Sampled { at: record.at, append_ms: record.append_ms, sample: sample.clone() };
                    found.samples.push(sample);
                }
                _ => {}
            }
        }
        for row in again.chain(settled) {
            let Stored { settlement, seq, .. } = row;
            if !kept.is_some_and(|kept| kept.has_settlement(&self.detours, row)) {
                found.facts.extend(facts_of(settlement));
                found.clicks.push(ClickDelta::from(settlement));
            }
            if *seq <= self.learned.seq {
                continue;
            }
            match &settlement.kind {
                SettlementKind::Click if settlement.verdict.is_valid() => learned.add(&settlement.ad, 0, 1),
                SettlementKind::Void { .. } => learned.add(&settlement.ad, 0, -1),
                SettlementKind::Click | SettlementKind::Conversion(_) => {}
            }
        }
        found.learned = learned.into_list();
        found
    }

    async fn maintain_if_due(&mut self) -> anyhow::Result<()> {
        let now = self.app.clock.now();
        if (0..self.checkpoint_pause_ms).contains(&now.since_ms(self.checkpointed_at)) {
            return Ok(());
        }
        self.checkpoint().await?;
        let (stats, hour) = (Arc::clone(&self.app.stats), now.hour());
        // Bounded work at a time; what is left waits for the next minute. It changes no answer, so that counting goes on
        // without it.
        match tokio::task::spawn_blocking(move || stats.compact(hour)).await? {
            Ok(_) => self.app.health.clear(COMPACTION),
            Err(error) => {
                let text = format!("statistics cannot be compacted, and answers get slower: {error}");
                self.app.health.raise(COMPACTION, Severity::Warning, text);
            }
        }
        Ok(())
    }

    /// Stores what was shown and learned, with the positions that it belongs to.
    pub async fn checkpoint(&mut self) -> anyhow::Result<()> {
        let app = Arc::clone(&self.app);
        let turn = app.stats.turn().lock().await;
        self.check_turn(*turn)?;
        let began = Instant::now();
        metrics::counter!("placard_shows_unremembered_total").absolute(self.shows.lock().unremembered());
        let position = self.position.to_bytes();
        let learned = Arc::clone(&self.app);
        let engine = tokio::task::spawn_blocking(move || learned.engine.checkpoint()).await?;
        // The facts' own positions may lie before this one where nothing had to be counted in between: they are moved
        // first, so that the checkpoint is never ahead of them.
        let positions = Positions { log: position.clone(), settlements: self.seq.to_le_bytes().to_vec() };
        let stats = Arc::clone(&self.app.stats);
        tokio::task::spawn_blocking(move || stats.append(&[], &[], &positions)).await??;
        self.checkpointed_at = self.app.clock.now();
        let Some(engine) = engine else {
            tracing::info!("no checkpoint: the inventory is not loaded, so the last one stays");
            return Ok(());
        };
        // Before the parts: those of a head that is not stored would be kept by nobody and removed by nobody.
        if !checkpoints::fits_database(&self.app.health, FACTS, engine.len()) {
            return Ok(());
        }
        let mut head = checkpoints::put_parts(&self.app, FACTS, &self.shows).await?;
        let state = State { shows: std::mem::take(&mut head.body), seq: self.seq, engine };
        let learned = self.learned_to();
        let body = tokio::task::spawn_blocking(move || write_body(&state, &learned)).await??;
        let checkpoint = Checkpoint { position, body };
        self.app
            .store
            .write("checkpoint_facts", Priority::Feed, async move |tx| {
                checkpoints::put(tx, FACTS, &checkpoint, &head).await
            })
            .await?;
        self.checkpoint_pause_ms = checkpoints::pause_ms(began.elapsed());
        Ok(())
    }

    /// How far the engine has learned.
    fn learned_to(&self) -> LearnedTo {
        let is_ahead = self.learned.log.slower(&self.position) == self.position;
        let log = if is_ahead { self.learned.log.clone() } else { self.position.clone() };
        LearnedTo { log, seq: self.learned.seq.max(self.seq) }
    }
}

/// The position, or the beginning where the log no longer has it: a copy of the facts that is older than the log.
async fn oldest_kept(app: &WorkerState, position: Position) -> anyhow::Result<Position> {
    let app = Arc::clone(app);
    tokio::task::spawn_blocking(move || match app.log.read(&position, 1, None) {
        Err(LogError::Retired { .. }) => {
            tracing::error!("the facts end before the event log begins: shows of the days between are lost");
            Ok(Position::default())
        }
        Err(error) => Err(error.into()),
        Ok(_) => Ok(position),
    })
    .await?
}

/// The facts of a settlement.
pub(crate) fn facts_of(settlement: &Settlement) -> Vec<FactDelta> {
    let (ad, hour, amounts) = (&settlement.ad, settlement.clicked_at.hour(), settlement.amounts);
    match &settlement.kind {
        SettlementKind::Conversion(change) => {
            vec![FactDelta::conversion(ad, hour, settlement.verdict, change.before, Some(change.after))]
        }
        // A void's stored amounts have the opposite sign.
        SettlementKind::Void { .. } => FactDelta::void(ad, hour, -amounts).to_vec(),
        SettlementKind::Click => vec![FactDelta::click(ad, hour, settlement.verdict, amounts)],
    }
}

fn read_log_position(bytes: &[u8]) -> anyhow::Result<Position> {
    if bytes.is_empty() {
        return Ok(Position::default());
    }
    Position::from_bytes(bytes).context("the facts' position in the log is unreadable")
}

/// The sequence number in the facts' positions; 0 at the beginning.
pub(crate) fn read_seq(bytes: &[u8]) -> anyhow::Result<i64> {
    if bytes.is_empty() {
        return Ok(0);
    }
    Ok(i64::from_le_bytes(bytes.try_into().context("the facts' position in the settlements is unreadable")?))
}
