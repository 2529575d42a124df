//! Judges clicks in the order of the log and moves their money.
//!
//! The log is read up to its end: shows count at once, clicks wait inside the ledger's state until the log has passed
//! them by two seconds. Settlements, postings and position are stored in one transaction; then the engine is told.
//! After a crash the state is built again from the last checkpoint and the log, with the verdicts that were stored.
//!
//! A record that cannot be digested is found by halving what is done at once, tried alone some times more, and set aside
//! in the transaction in which the position moves past it.

mod narrow;

use crate::feeds::set_aside::{self, Detours, Fault, Piece};
use crate::feeds::{accounts, checkpoints};
use crate::state::WorkerState;
use anyhow::Context;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_engine::CampaignSpend;
use placard_events::{Batch, Position};
use placard_ledger::{Accounts, LOOK_AHEAD_MS, Needs, Replayed, Settled, State};
use placard_model::books::settlement::SettlementKind;
use placard_model::event::{EventRef, Record};
use placard_model::time::HOUR_MS;
use placard_model::{Day, Money, UnixMs, UserId, Verdict};
use placard_store::advertising::inventory_changes::{self, Kind as Subject};
use placard_store::billing::positions::Checkpoint;
use placard_store::billing::set_aside::NewRecord;
use placard_store::billing::{positions, settlements, settling};
use placard_store::money::{movements, spend};
use placard_store::{Conn, Priority, Topic};
use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const _: () = assert!(placard_common::clock::START_MS > LOOK_AHEAD_MS, "what was judged before a restart stays judged");

/// Records of one step, and so the most clicks of one transaction.
const EVENTS_PER_STEP_MAX: usize = 2_000;
/// A step never shrinks below so many.
const EVENTS_PER_STEP_MIN: usize = 100;
/// A transaction that takes longer makes the next steps smaller, so that the API's transactions wait less.
const TRANSACTION_TIME_MAX: Duration = Duration::from_millis(20);
/// After waking, so long for more records to come, so that a busy log does not cost a step for each group.
const GATHER_PAUSE: Duration = Duration::from_millis(20);
/// The longest sleep: other processes change balances without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(1);
/// Why a postback or a void waits.
const CLICK_IS_ASIDE: &str = "the click that it is about is set aside: have that one tried again first";
/// Changes of the inventory read at once.
const CHANGES_PER_READ_MAX: u32 = 1_000;
/// So much of the log is judged again where there is no readable checkpoint.
pub(crate) const WARM_UP_MS: i64 = placard_ledger::MEMORY_MS + HOUR_MS;

/// Billing's state, at some position of the log.
pub struct Billing {
    app: WorkerState,
    state: Arc<Mutex<State>>,
    /// What the state has taken.
    position: Position,
    /// The position that the store has.
    stored: Option<Vec<u8>>,
    checkpointed_at: UnixMs,
    checkpoint_pause_ms: i64,
    events_per_step: usize,
    /// The last change of the inventory that was looked at.
    changes_seen: i64,
    /// What was set aside, and what comes again.
    detours: Detours,
    /// What came again at the present position.
    entered: BTreeSet<EventRef>,
    /// Changes when somebody decides on what was set aside.
    decided: watch::Receiver<u64>,
    /// Some record cannot be digested: so many at once until it is found.
    careful: Option<usize>,
    /// The record that failed alone, and how often.
    suspect: Option<(EventRef, u32)>,
}

/// What is done in one transaction.
struct Work {
    /// New records of the log.
    records: Vec<Record>,
    /// Records that this program cannot read.
    unreadable: Vec<NewRecord>,
    /// The log was read up to this moment.
    passed: UnixMs,
    /// Judges at most so many of those that wait, and takes no new record.
    most: Option<usize>,
    /// The position afterwards.
    next: Position,
    /// There is more to read at once.
    more: bool,
}

impl Work {
    /// Does it; with the same state and accounts it comes to the same.
    fn apply(&self, state: &mut State, accounts: &mut Accounts) -> Settled {
        if let Some(most) = self.most {
            return state.settle_due(self.passed, most, accounts);
        }
        state.settle(&self.records, self.passed, accounts)
    }

    /// What it asks for.
    fn needs(&self, state: &State) -> Needs {
        match self.most {
            Some(most) => state.needs_due(self.passed, most),
            None => state.needs(&self.records, self.passed),
        }
    }
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Settlements stored.
    pub settled: usize,
    /// There is more to read at once.
    pub more: bool,
}

/// Runs billing until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut changes = app.store.watch(Topic::Inventory);
        let Some(loaded) = stop.run_until_cancelled(Billing::load(app.clone())).await else { return Ok(()) };
        let mut billing = loaded?;
        let mut refreshed = Instant::now();
        while !stop.is_cancelled() {
            if changes.has_changed().unwrap_or(false) || refreshed.elapsed() >= SLEEP_MAX {
                changes.mark_unchanged();
                refreshed = Instant::now();
                billing.refresh_balances().await?;
            }
            let progress = billing.step().await?;
            app.health.clear(settling::FEED);
            // Also while it catches up: a restart in the middle would begin where the last checkpoint is.
            billing.checkpoint_if_due().await?;
            if progress.more {
                continue;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = app.log.wait_past(&billing.position) => tokio::time::sleep(GATHER_PAUSE).await,
                () = tokio::time::sleep(billing.sleep()) => {}
                _ = changes.changed() => {}
            }
        }
        billing.checkpoint().await
    })
}

impl Billing {
    /// Builds the state again from the last checkpoint and the log, and tells the engine all balances and spend.
    pub async fn load(app: WorkerState) -> anyhow::Result<Self> {
        // Before the rows are read: of what is decided meanwhile it hears.
        let decided = app.store.watch(Topic::SetAside);
        let (checkpoint, stored, changes_seen) = app
            .store
            .read("load_billing", async |conn| {
                let checkpoint = positions::checkpoint(conn, settling::FEED).await?;
                let position = positions::position(conn, settling::FEED).await?;
                Ok((checkpoint, position, inventory_changes::newest(conn).await?))
            })
            .await?;
        let mut detours = Detours::load(&app, settling::FEED).await?;
        let to = match &stored {
            Some(stored) => read_position(stored)?,
            None => Position::default(),
        };
        let restored = match &checkpoint {
            Some(checkpoint) => {
                checkpoints::unless_unreadable(settling::FEED, read_checkpoint(&app, checkpoint).await)?
            }
            None => None,
        };
        let (mut state, from) = match restored {
            Some(restored) => restored,
            None => (State::default(), warm_up_from(&app, &to, WARM_UP_MS).await?),
        };
        detours.moved_to(&from);
        state.pass_over(|record| !detours.is_met(record, &from));
        let now = app.clock.now();
        let mut billing = Self {
            app,
            state: Arc::new(Mutex::new(state)),
            position: from,
            stored,
            checkpointed_at: now,
            checkpoint_pause_ms: checkpoints::INTERVAL_MS,
            events_per_step: EVENTS_PER_STEP_MAX,
            changes_seen,
            detours,
            entered: BTreeSet::new(),
            decided,
            careful: None,
            suspect: None,
        };
        billing.replay(&to).await?;
        billing.tell_all_money(now).await?;
        billing.tell_progress();
        Ok(billing)
    }

    /// Takes again what was settled before, up to the stored position.
    async fn replay(&mut self, to: &Position) -> anyhow::Result<()> {
        let began = Instant::now();
        let mut replayed = Replayed::default();
        loop {
            let batch = self.read(self.position.clone(), EVENTS_PER_STEP_MAX).await?;
            self.detours.unreadable(&batch)?;
            let known = batch.events.iter().take_while(|record| to.has_passed(record.at)).count();
            let records = &batch.events[..known];
            // What comes again there or behind is not met yet, whatever this program can read of the log behind it.
            let next = to.slower(&batch.next);
            let pieces = self.detours.pieces(&self.app, &self.position, records, &next).await?;
            let again = pieces.iter().filter_map(|piece| match piece {
                Piece::Again(record) => Some(record.at),
                Piece::Records(_) | Piece::AgainSettled(_) => None,
            });
            let asked: Vec<EventRef> = {
                let state = self.state.lock();
                state.waiting().map(|(at, _)| at).chain(judged(records)).chain(again).collect()
            };
            let verdicts: HashMap<EventRef, Verdict> = self
                .app
                .store
                .read("replay_billing", async move |conn| settlements::verdicts_of(conn, &asked).await)
                .await?
                .into_iter()
                .collect();
            let verdict = |at| verdicts.get(&at).copied();
            let is_last = known < batch.events.len() || batch.at_end;
            {
                let mut state = self.state.lock();
                for piece in pieces {
                    match piece {
                        Piece::Records(records) => replayed += state.replay(&records, &verdict),
                        Piece::Again(record) => state.take_again(&record),
                        Piece::AgainSettled(_) => {}
                    }
                }
                if is_last {
                    replayed += state.replay_settled(&verdict);
                }
                state.commit();
            }
            if is_last {
                break;
            }
            self.position = batch.next;
            self.detours.moved_to(&self.position);
        }
        self.position = to.clone();
        self.detours.moved_to(to);
        let Replayed { clicks, differing, .. } = replayed;
        if differing > 0 {
            tracing::warn!(clicks, differing, "the rules judge replayed clicks otherwise than was stored");
        }
        tracing::info!(clicks, seconds = began.elapsed().as_secs_f64(), "billing is ready");
        Ok(())
    }

    async fn read(&self, from: Position, events: usize) -> anyhow::Result<Batch> {
        let app = Arc::clone(&self.app);
        Ok(tokio::task::spawn_blocking(move || app.log.read(&from, events, None)).await??)
    }

    /// Reads on, judges what is due, and stores it. A record that cannot be digested is set aside on the way.
    pub async fn step(&mut self) -> anyhow::Result<Progress> {
        if self.decided.has_changed().unwrap_or(false) {
            self.decided.mark_unchanged();
            self.detours.was_asked();
        }
        self.detours.adopt(&self.app, settling::FEED, &self.position).await?;
        loop {
            let work = Arc::new(self.plan().await?);
            match self.attempt(&work).await {
                Ok(settled) => {
                    self.careful = self.careful.map(|size| size * 2).filter(|size| *size < self.events_per_step);
                    self.suspect = None;
                    self.moved_to(&work.next);
                    self.tell_engine(&settled);
                    metrics::gauge!("placard_clicks_held").set(self.app.engine.live().held_clicks() as f64);
                    let more = work.more || self.detours.has_more();
                    return Ok(Progress { settled: settled.settlements.len(), more });
                }
                Err(Fault::Environment(error)) => return Err(error),
                Err(Fault::Record(reason)) => self.narrow(work, reason).await?,
            }
        }
    }

    /// What to do next: at most so much at once as one transaction should hold.
    async fn plan(&mut self) -> anyhow::Result<Work> {
        let limit = self.careful.unwrap_or(self.events_per_step);
        let mut batch = self.read(self.position.clone(), limit).await?;
        // What comes again is taken at once, and so only where no record that is still to be taken stands before it.
        if let Some(before) = self.detours.records_before_again(&self.position, &batch.events, &batch.next) {
            batch = self.read(self.position.clone(), before).await?;
        }
        let (mut records, mut orphans) = (Vec::new(), Vec::new());
        for piece in self.detours.pieces(&self.app, &self.position, &batch.events, &batch.next).await? {
            match piece {
                Piece::Records(found) => {
                    let (without, with) = found.into_iter().partition(|record| self.is_orphan(record));
                    orphans.extend::<Vec<Record>>(without);
                    records.extend::<Vec<Record>>(with);
                }
                Piece::Again(record) => self.enter(&record).await?,
                Piece::AgainSettled(_) => {}
            }
        }
        let before_next = batch.events.first().map_or(batch.passed, |next| next.append_ms.plus_ms(-1));
        let passed = before_next.min(batch.passed);
        let due = self.state.lock().due(passed, limit + 1);
        if due > limit || (self.careful.is_some() && due > 0) {
            let most = Some(due.min(limit));
            let (records, unreadable) = (Vec::new(), Vec::new());
            return Ok(Work { records, unreadable, passed, most, next: self.position.clone(), more: true });
        }
        // Nothing that is taken now is judged now, so that a fault has one cause.
        let judged_to = batch.events.last().filter(|_| self.careful.is_some()).map(|last| last.append_ms.plus_ms(-1));
        let passed = judged_to.unwrap_or(batch.passed);
        let mut unreadable = self.detours.unreadable(&batch)?;
        unreadable.extend(orphans.iter().map(|record| set_aside::row_of(record, CLICK_IS_ASIDE.to_owned(), 1)));
        let more = !batch.at_end || judged_to.is_some();
        Ok(Work { records, unreadable, passed, most: None, next: batch.next, more })
    }

    /// Whether it tells of a click that is set aside: it would be passed over for good, and waits for its click instead.
    fn is_orphan(&self, record: &Record) -> bool {
        let Some(click) = record.event.told_of() else { return false };
        !self.entered.contains(&click) && !self.detours.is_met(click, &self.position)
    }

    /// Takes a record that comes again at the present position: once. If it was judged before a restart, and the position
    /// did not move past its place yet, it is judged as it was.
    async fn enter(&mut self, record: &Record) -> anyhow::Result<()> {
        if !self.entered.insert(record.at) {
            return Ok(());
        }
        let at = record.at;
        let stored =
            self.app.store.read("replay_record", async move |conn| settlements::verdicts_of(conn, &[at]).await).await?;
        let mut state = self.state.lock();
        state.take_again(record);
        match stored.first() {
            Some((_, verdict)) => _ = state.replay_settled(&|asked| (asked == at).then_some(*verdict)),
            None => state.commit(),
        }
        Ok(())
    }

    /// Does the work in one transaction, or without one where nothing has to be stored. After a fault nothing is changed.
    async fn attempt(&mut self, work: &Arc<Work>) -> Result<Settled, Fault> {
        let done = match self.calculate(|state| work.needs(state)) {
            Ok(needs) if needs.advertisers.is_empty() && needs.clicks.is_empty() && work.unreadable.is_empty() => self
                .calculate(|state| {
                    let settled = work.apply(state, &mut Accounts::default());
                    assert!(settled.settlements.is_empty(), "nothing was due, and something was judged");
                    state.commit();
                    settled
                }),
            Ok(needs) => self.settle(work, needs).await,
            Err(fault) => Err(fault),
        };
        if done.is_err() {
            self.state.lock().rollback();
        }
        done
    }

    /// Runs the ledger's part. Its assertions stop the records that break them, not billing.
    fn calculate<T>(&self, work: impl FnOnce(&mut State) -> T) -> Result<T, Fault> {
        catch_unwind(AssertUnwindSafe(|| work(&mut self.state.lock()))).map_err(|cause| Fault::of_panic(&*cause))
    }

    async fn settle(&mut self, work: &Arc<Work>, needs: Needs) -> Result<Settled, Fault> {
        let wanted = accounts::wanted(&needs);
        let (state, from, doing) = (Arc::clone(&self.state), self.stored.clone(), Arc::clone(work));
        let to = work.next.to_bytes();
        let stored = to.clone();
        let began = Instant::now();
        let writing = self.app.store.write("settle_clicks", Priority::Feed, async move |tx| {
            let found = settling::prefetch(tx, &wanted).await?;
            let mut fetched = accounts::found(&needs, &found);
            let settled = {
                let mut state = state.lock();
                // The transaction may run again after a collision.
                state.rollback();
                doing.apply(&mut state, &mut fetched)
            };
            let moved = settled.postings();
            let rows = settling::Batch {
                from: from.clone(),
                to: to.clone(),
                settlements: settled.settlements.clone(),
                postings: moved.clicks,
                push_postings: moved.push_clicks,
                void_postings: moved.voids,
                checkpoint: None,
            };
            settling::commit(tx, &rows).await?;
            for row in &doing.unreadable {
                placard_store::billing::set_aside::put(tx, settling::FEED, row).await?;
            }
            Ok(settled)
        });
        let written = AssertUnwindSafe(writing).catch_unwind().await;
        let settled = written.map_err(|cause| Fault::of_panic(&*cause))?.map_err(Fault::from)?;
        self.state.lock().commit();
        self.stored = Some(stored);
        for row in &work.unreadable {
            self.detours.add(row.source, row.record);
            set_aside::tell(settling::FEED, row);
        }
        let took = began.elapsed();
        self.events_per_step = if took > TRANSACTION_TIME_MAX {
            (self.events_per_step / 2).max(EVENTS_PER_STEP_MIN)
        } else {
            (self.events_per_step + EVENTS_PER_STEP_MIN).min(EVENTS_PER_STEP_MAX)
        };
        Ok(settled)
    }

    fn moved_to(&mut self, next: &Position) {
        self.position = next.clone();
        if self.detours.moved_to(next) {
            self.entered.clear();
        }
        self.tell_progress();
    }

    fn tell_progress(&self) {
        let oldest = self.state.lock().first_waiting().map(|record| record.append_ms);
        self.app.readers.billing_at(&self.position, oldest, self.app.clock.now());
    }

    fn tell_engine(&self, settled: &Settled) {
        let now = self.app.clock.now();
        for settlement in &settled.settlements {
            if settlement.conversion().is_some() {
                continue;
            }
            metrics::counter!("placard_clicks_settled_total", "verdict" => settlement.verdict.name()).increment(1);
            let dims = settlement.ad.ad;
            let (token, charged) = (settlement.ad.token, settlement.amounts.cost);
            let live = self.app.engine.live();
            if settlement.kind == SettlementKind::Click {
                // What delivery held for the click is given back by its token, whichever rule judged it.
                live.on_settled(token, dims.campaign, dims.advertiser, charged, settlement.day(), now);
            } else {
                live.on_voided(dims.campaign, dims.advertiser, charged, settlement.day(), now);
            }
        }
    }

    /// Settles everything that can be by the clock's present moment: for a history that is made on a moved clock, for
    /// tests, and before an audit.
    pub async fn catch_up(&mut self) -> anyhow::Result<usize> {
        let mut settled = 0;
        loop {
            let progress = self.step().await?;
            settled += progress.settled;
            if !progress.more {
                return Ok(settled);
            }
        }
    }

    async fn checkpoint_if_due(&mut self) -> anyhow::Result<()> {
        let age_ms = self.app.clock.now().since_ms(self.checkpointed_at);
        if (0..self.checkpoint_pause_ms).contains(&age_ms) {
            return Ok(());
        }
        self.checkpoint().await
    }

    /// Stores the state with the position that it belongs to.
    pub async fn checkpoint(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        self.tell_unremembered();
        let head = checkpoints::put_parts(&self.app, settling::FEED, &self.state).await?;
        let checkpoint = Checkpoint { position: self.position.to_bytes(), body: head.body.clone() };
        let (from, stored) = (self.stored.clone(), checkpoint.position.clone());
        self.app
            .store
            .write("checkpoint_billing", Priority::Feed, async move |tx| {
                if from.as_deref() != Some(&checkpoint.position[..]) {
                    positions::advance(tx, settling::FEED, from.as_deref(), &checkpoint.position).await?;
                }
                checkpoints::put(tx, settling::FEED, &checkpoint, &head).await
            })
            .await?;
        self.stored = Some(stored);
        self.checkpointed_at = self.app.clock.now();
        self.checkpoint_pause_ms = checkpoints::pause_ms(began.elapsed());
        Ok(())
    }

    /// Counts what the rules could not look back at, for more came than there is room for.
    fn tell_unremembered(&self) {
        for (what, times) in self.state.lock().unremembered() {
            metrics::counter!("placard_ledger_unremembered_total", "what" => what).absolute(times);
        }
    }

    /// How long nothing has to be done if nothing happens.
    fn sleep(&self) -> Duration {
        let Some(due) = self.state.lock().due_at() else { return SLEEP_MAX };
        // The log has passed a moment only when the next millisecond began.
        let wait_ms = due.since_ms(self.app.clock.now()).max(0) + 2;
        Duration::from_millis(wait_ms as u64).min(SLEEP_MAX)
    }

    /// Tells the engine balances that something else than billing has changed.
    pub async fn refresh_balances(&mut self) -> anyhow::Result<()> {
        let seen = self.changes_seen;
        let (newest, balances) = self
            .app
            .store
            .read("refresh_balances", async move |conn| {
                let changes = inventory_changes::after(conn, seen, CHANGES_PER_READ_MAX).await?;
                let newest = changes.last().map_or(seen, |change| change.seq);
                let users: BTreeSet<UserId> = changes
                    .iter()
                    .filter(|change| change.kind == Subject::User)
                    .map(|change| UserId(change.id))
                    .collect();
                let users: Vec<UserId> = users.into_iter().collect();
                if users.is_empty() {
                    return Ok((newest, Vec::new()));
                }
                Ok((newest, movements::advertiser_balances(conn, Some(&users)).await?))
            })
            .await?;
        self.changes_seen = newest;
        let now = self.app.clock.now();
        for (user, balance) in balances {
            self.app.engine.live().set_advertiser_balance(user, balance, now);
        }
        Ok(())
    }

    async fn tell_all_money(&self, now: UnixMs) -> anyhow::Result<()> {
        let day = now.day();
        let (balances, spend) = self.app.store.read("load_money", async move |conn| all_money(conn, day).await).await?;
        let live = self.app.engine.live();
        for (user, balance) in balances {
            live.set_advertiser_balance(user, balance, now);
        }
        for money in spend {
            let spend = CampaignSpend { day, today: money.today, total: money.total };
            live.set_campaign_spend(money.campaign, spend, now);
        }
        // It is told again after a failure.
        let _ = self.app.money_told.set(());
        Ok(())
    }
}

async fn all_money(conn: &Conn, day: Day) -> placard_store::Result<(Vec<(UserId, Money)>, Vec<spend::CampaignSpent>)> {
    Ok((movements::advertiser_balances(conn, None).await?, spend::campaigns(conn, day, None).await?))
}

/// The records that get a settlement.
fn judged(records: &[Record]) -> impl Iterator<Item = EventRef> {
    records.iter().filter(|record| record.event.is_judged()).map(|record| record.at)
}

/// State and position of a checkpoint.
async fn read_checkpoint(app: &WorkerState, checkpoint: &Checkpoint) -> anyhow::Result<(State, Position)> {
    let position = Position::from_bytes(&checkpoint.position);
    let position = position.ok_or_else(|| checkpoints::Unreadable::of("its position is none"))?;
    Ok((checkpoints::restore(app, settling::FEED, &checkpoint.body).await?, position))
}

/// Where in the log to begin so that at `to` the last `memory_ms` are known.
pub(crate) async fn warm_up_from(app: &WorkerState, to: &Position, memory_ms: i64) -> anyhow::Result<Position> {
    let (app, to) = (Arc::clone(app), to.clone());
    tokio::task::spawn_blocking(move || {
        // What follows is never stamped earlier than the first record that was not taken.
        let next = app.log.read(&to, 1, None)?.events.first().map(|record| record.append_ms);
        let now = app.clock.now();
        let from = next.map_or(now, |next| next.min(now));
        Ok(app.log.position_before(from.plus_ms(-memory_ms)).slower(&to))
    })
    .await?
}

fn read_position(bytes: &[u8]) -> anyhow::Result<Position> {
    Position::from_bytes(bytes).context("the stored position of a feed is unreadable")
}
