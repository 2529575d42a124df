//! Judges clicks in the order of the log and moves their money.
//!
//! The log is read up to its end: shows count at once, clicks wait inside the ledger's state until the log has passed
//! them by two seconds. Settlements, postings and position are stored in one transaction; then the engine is told.
//! After a crash the state is built again from the last checkpoint and the log, with the verdicts that were stored.

use crate::app::AppState;
use crate::feeds::{CHECKPOINT_INTERVAL_MS, books, checkpoint_pause_ms, fits_database};
use anyhow::Context;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_engine::CampaignSpend;
use placard_events::{Batch, Position};
use placard_ledger::{Accounts, Kind, LOOK_AHEAD_MS, Needs, Settled, State};
use placard_model::event::{Event, EventRef, Record};
use placard_model::{Day, Money, UnixMs, UserId, Verdict};
use placard_store::feeds::Checkpoint;
use placard_store::inventory_changes::{self, Kind as Subject};
use placard_store::{Conn, Priority, Topic, billing, feeds, ledger, settlements, spend};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

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
/// Changes of the inventory read at once.
const CHANGES_PER_READ_MAX: u32 = 1_000;

/// Billing's state, at some position of the log.
pub struct Billing {
    app: AppState,
    state: Arc<Mutex<State>>,
    /// What the state has taken.
    position: Position,
    /// The position that the store has.
    stored: Option<Vec<u8>>,
    /// The log has no more records up to this moment.
    passed: UnixMs,
    checkpointed_at: UnixMs,
    checkpoint_pause_ms: i64,
    events_per_step: usize,
    /// The last change of the inventory that was looked at.
    changes_seen: i64,
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
pub fn run(app: AppState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut changes = app.store.watch(Topic::Inventory);
        let mut billing = Billing::load(app.clone()).await?;
        let mut refreshed = Instant::now();
        while !stop.is_cancelled() {
            if changes.has_changed().unwrap_or(false) || refreshed.elapsed() >= SLEEP_MAX {
                changes.mark_unchanged();
                refreshed = Instant::now();
                billing.refresh_balances().await?;
            }
            if billing.step().await?.more {
                continue;
            }
            billing.checkpoint_if_due().await?;
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
    pub async fn load(app: AppState) -> anyhow::Result<Self> {
        let (checkpoint, stored, changes_seen) = app
            .store
            .read("load_billing", async |conn| {
                let checkpoint = feeds::checkpoint(conn, billing::FEED).await?;
                let position = feeds::position(conn, billing::FEED).await?;
                Ok((checkpoint, position, inventory_changes::newest(conn).await?))
            })
            .await?;
        let (state, from) = match &checkpoint {
            Some(checkpoint) => {
                let state = State::restore(&checkpoint.body).context("billing cannot read its checkpoint")?;
                (state, read_position(&checkpoint.position)?)
            }
            None => (State::default(), Position::default()),
        };
        let to = match &stored {
            Some(stored) => read_position(stored)?,
            None => Position::default(),
        };
        let now = app.clock.now();
        let mut billing = Self {
            app,
            state: Arc::new(Mutex::new(state)),
            position: from,
            stored,
            passed: UnixMs(0),
            checkpointed_at: now,
            checkpoint_pause_ms: CHECKPOINT_INTERVAL_MS,
            events_per_step: EVENTS_PER_STEP_MAX,
            changes_seen,
        };
        billing.replay(&to).await?;
        billing.tell_all_money(now).await?;
        Ok(billing)
    }

    /// Takes again what was settled before, up to the stored position.
    async fn replay(&mut self, to: &Position) -> anyhow::Result<()> {
        let began = Instant::now();
        let (mut clicks, mut differing) = (0, 0);
        loop {
            let batch = self.read(self.position.clone(), EVENTS_PER_STEP_MAX).await?;
            let known = batch.events.iter().take_while(|record| to.has_passed(record.at)).count();
            let records = &batch.events[..known];
            let asked: Vec<EventRef> = {
                let state = self.state.lock();
                state.waiting().map(|(at, _)| at).chain(judged(records)).collect()
            };
            let verdicts: HashMap<EventRef, Verdict> = self
                .app
                .store
                .read("replay_billing", async move |conn| settlements::verdicts_of(conn, &asked).await)
                .await?
                .into_iter()
                .collect();
            let replayed = self.state.lock().replay(records, &|at| verdicts.get(&at).copied());
            clicks += replayed.clicks;
            differing += replayed.differing;
            if known < batch.events.len() || batch.at_end {
                break;
            }
            self.position = batch.next;
        }
        self.position = to.clone();
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

    /// Reads on, judges what is due, and stores it.
    pub async fn step(&mut self) -> anyhow::Result<Progress> {
        let mut batch = self.read(self.position.clone(), self.events_per_step).await?;
        if let Some(passed) = self.crowd_passed(&batch) {
            batch = Batch { events: Vec::new(), next: self.position.clone(), passed, at_end: false };
        }
        let batch = Arc::new(batch);
        self.passed = batch.passed;
        let needs = self.state.lock().needs(&batch.events, batch.passed);
        let settled = if needs.advertisers.is_empty() && needs.clicks.is_empty() {
            let mut state = self.state.lock();
            let settled = state.settle(&batch.events, batch.passed, &mut Accounts::default());
            assert!(settled.settlements.is_empty(), "nothing was due, and something was judged");
            state.commit();
            settled
        } else {
            self.settle(&batch, needs).await?
        };
        self.position = batch.next.clone();
        self.tell_engine(&settled);
        metrics::gauge!("placard_clicks_held").set(self.app.engine.live().held_clicks() as f64);
        metrics::gauge!("placard_billing_lag_seconds")
            .set(self.app.clock.now().since_ms(self.passed).max(0) as f64 / 1_000.0);
        Ok(Progress { settled: settled.settlements.len(), more: !batch.at_end })
    }

    /// When more clicks are due before the next record than one transaction should settle: a moment at which only some
    /// of them are.
    fn crowd_passed(&self, batch: &Batch) -> Option<UnixMs> {
        let before_next = batch.events.first().map_or(batch.passed, |next| next.append_ms.plus_ms(-1));
        let state = self.state.lock();
        let (_, appended) = state.waiting().nth(self.events_per_step)?;
        let moment = appended.plus_ms(LOOK_AHEAD_MS);
        (moment <= before_next.min(batch.passed)).then_some(moment)
    }

    async fn settle(&mut self, batch: &Arc<Batch>, needs: Needs) -> anyhow::Result<Settled> {
        let wanted = books::wanted(&needs);
        let (state, from, batch) = (Arc::clone(&self.state), self.stored.clone(), Arc::clone(batch));
        let to = batch.next.to_bytes();
        let stored = to.clone();
        let began = Instant::now();
        let result = self
            .app
            .store
            .write("settle_clicks", Priority::Feed, async move |tx| {
                let found = billing::prefetch(tx, &wanted).await?;
                let mut accounts = books::accounts(&needs, &found);
                let settled = {
                    let mut state = state.lock();
                    // The transaction may run again after a collision.
                    state.rollback();
                    state.settle(&batch.events, batch.passed, &mut accounts)
                };
                let rows = billing::Batch {
                    from: from.clone(),
                    to: to.clone(),
                    settlements: settled.settlements.iter().map(books::row).collect(),
                    postings: placard_ledger::postings(&settled.settlements).iter().map(books::posting).collect(),
                    checkpoint: None,
                };
                billing::commit(tx, &rows).await?;
                Ok(settled)
            })
            .await;
        match &result {
            Ok(_) => {
                self.state.lock().commit();
                self.stored = Some(stored);
            }
            Err(_) => self.state.lock().rollback(),
        }
        let took = began.elapsed();
        self.events_per_step = if took > TRANSACTION_TIME_MAX {
            (self.events_per_step / 2).max(EVENTS_PER_STEP_MIN)
        } else {
            (self.events_per_step + EVENTS_PER_STEP_MIN).min(EVENTS_PER_STEP_MAX)
        };
        Ok(result?)
    }

    fn tell_engine(&self, settled: &Settled) {
        let now = self.app.clock.now();
        for settlement in &settled.settlements {
            if settlement.kind != Kind::Click {
                continue;
            }
            metrics::counter!("placard_clicks_settled_total", "verdict" => settlement.verdict.name()).increment(1);
            let dims = settlement.ad.ad;
            let (token, charged) = (settlement.ad.token, settlement.amounts.cost);
            // What delivery held for the click is given back by its token, whichever rule judged it.
            let live = self.app.engine.live();
            live.on_settled(token, dims.campaign, dims.advertiser, charged, settlement.day(), now);
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
        let checkpoint = Checkpoint { position: self.position.to_bytes(), body: self.state.lock().checkpoint() };
        self.tell_unremembered();
        if !fits_database(billing::FEED, &checkpoint.body) {
            self.checkpointed_at = self.app.clock.now();
            return Ok(());
        }
        let (from, stored) = (self.stored.clone(), checkpoint.position.clone());
        self.app
            .store
            .write("checkpoint_billing", Priority::Feed, async move |tx| {
                if from.as_deref() != Some(&checkpoint.position[..]) {
                    feeds::advance(tx, billing::FEED, from.as_deref(), &checkpoint.position).await?;
                }
                feeds::put_checkpoint(tx, billing::FEED, &checkpoint).await
            })
            .await?;
        self.stored = Some(stored);
        self.checkpointed_at = self.app.clock.now();
        self.checkpoint_pause_ms = checkpoint_pause_ms(began.elapsed());
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
                Ok((newest, ledger::advertiser_balances(conn, Some(&users)).await?))
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
        Ok(())
    }
}

async fn all_money(conn: &Conn, day: Day) -> placard_store::Result<(Vec<(UserId, Money)>, Vec<spend::CampaignMoney>)> {
    Ok((ledger::advertiser_balances(conn, None).await?, spend::campaigns(conn, day, None).await?))
}

/// The records that get a settlement.
fn judged(records: &[Record]) -> impl Iterator<Item = EventRef> {
    records
        .iter()
        .filter(|record| matches!(record.event, Event::Click { .. } | Event::Postback { .. }))
        .map(|record| record.at)
}

fn read_position(bytes: &[u8]) -> anyhow::Result<Position> {
    Position::from_bytes(bytes).context("the stored position of a feed is unreadable")
}
