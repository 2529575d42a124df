//! Keeps statistics: shows and requests from the log, clicks, voids and conversions from the settlements.
//!
//! Which shows count is decided here, by the ledger's [`Shows`], in the order of the log and from nothing else: reading
//! the log again gives the same facts. Both positions move in the transaction of the facts. What was counted is then
//! learned by the engine; its checkpoint is stored together with that of the shows, so that both go on from one place.

use crate::app::AppState;
use crate::feeds::{CHECKPOINT_INTERVAL_MS, checkpoint_pause_ms, fits_database};
use anyhow::Context;
use futures_util::future::BoxFuture;
use placard_engine::Learned;
use placard_events::{Batch, Position};
use placard_ledger::Shows;
use placard_model::audience::DeviceType;
use placard_model::event::{Event, Record, ServedAd};
use placard_model::geo::CountryCode;
use placard_model::{AdId, BlockId, UnixMs};
use placard_stats::{Amounts, FactDelta, OpportunityDelta, Positions};
use placard_store::feeds::Checkpoint;
use placard_store::settlements::{self, Kind, Settlement, Stored};
use placard_store::{Priority, Topic, feeds};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The name of the checkpoint.
pub const FEED: &str = "facts";
/// Records of one batch.
const EVENTS_PER_STEP_MAX: usize = 10_000;
/// Settlements of one batch.
const SETTLEMENTS_PER_STEP_MAX: u32 = 5_000;
/// After waking, so long for more to come: facts are fresh within 5 s, and a batch costs the same for one event or many.
const GATHER_PAUSE: Duration = Duration::from_millis(500);
/// The longest sleep: another process may have settled without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(1);

/// What outlives a restart, with the position in the log that it belongs to.
#[derive(Serialize, Deserialize)]
struct State {
    /// Which tokens were shown.
    shows: Vec<u8>,
    /// The last settlement that was learned.
    seq: i64,
    /// What the engine has learned.
    engine: Vec<u8>,
}

/// The feed's state, at some position of the log and of the settlements.
pub struct Facts {
    app: AppState,
    shows: Shows,
    position: Position,
    seq: i64,
    checkpointed_at: UnixMs,
    checkpoint_pause_ms: i64,
    /// How often the facts had been cleared when the feed began.
    cleared: u64,
}

/// The facts of a batch, and what the engine learns from them.
#[derive(Default)]
struct Found {
    facts: Vec<FactDelta>,
    opportunities: Vec<OpportunityDelta>,
    learned: Vec<Learned>,
}

/// Runs the feed until the token is cancelled.
pub fn run(app: AppState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut settled = app.store.watch(Topic::Settlements);
        let mut facts = Facts::load(app.clone()).await?;
        while !stop.is_cancelled() {
            settled.mark_unchanged();
            if facts.step().await? {
                continue;
            }
            facts.maintain_if_due().await?;
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
    pub async fn load(app: AppState) -> anyhow::Result<Self> {
        let began = Instant::now();
        let stats = Arc::clone(&app.stats);
        let cleared = *stats.turn().lock().await;
        let positions = tokio::task::spawn_blocking(move || stats.positions()).await??;
        let (to, to_seq) = (read_log_position(&positions.log)?, read_seq(&positions.settlements)?);
        let checkpoint = app.store.read("load_facts", async |conn| feeds::checkpoint(conn, FEED).await).await?;
        let mut facts = Self {
            shows: Shows::default(),
            position: Position::default(),
            seq: 0,
            checkpointed_at: app.clock.now(),
            checkpoint_pause_ms: CHECKPOINT_INTERVAL_MS,
            cleared,
            app,
        };
        let mut learned = false;
        if let Some(checkpoint) = checkpoint {
            let position = read_log_position(&checkpoint.position)?;
            let state: State = postcard::from_bytes(&checkpoint.body).context("the facts' checkpoint is unreadable")?;
            // Facts that were cleared are derived from the beginning, and so is what the engine learns from them.
            if position.slower(&to) == position && state.seq <= to_seq {
                facts.shows = Shows::restore(&state.shows)?;
                facts.position = position;
                facts.seq = state.seq;
                match facts.app.engine.restore(&state.engine) {
                    Ok(()) => learned = true,
                    Err(error) => tracing::warn!("the engine begins to learn anew: {error}"),
                }
            }
        }
        if !learned {
            // A feed that starts again in a running process would teach the engine everything twice.
            facts.app.engine.forget();
        }
        facts.replay(&to, to_seq).await?;
        tracing::info!(seconds = began.elapsed().as_secs_f64(), "facts are ready");
        Ok(facts)
    }

    /// Takes again what the facts hold already, so that the shows and the engine know it.
    async fn replay(&mut self, to: &Position, to_seq: i64) -> anyhow::Result<()> {
        loop {
            let batch = self.read().await?;
            let known = batch.events.iter().take_while(|record| to.has_passed(record.at)).count();
            let found = self.count(&batch.events[..known], &[]);
            self.app.engine.live().learn(&found.learned);
            if known < batch.events.len() || batch.at_end {
                break;
            }
            self.position = batch.next;
        }
        self.position = to.clone();
        while self.seq < to_seq {
            let mut rows = self.settled().await?;
            rows.retain(|row| row.seq <= to_seq);
            let Some(last) = rows.last().map(|row| row.seq) else { break };
            let found = self.count(&[], &rows);
            self.app.engine.live().learn(&found.learned);
            self.seq = last;
        }
        self.seq = to_seq;
        Ok(())
    }

    async fn read(&self) -> anyhow::Result<Batch> {
        let (app, from) = (Arc::clone(&self.app), self.position.clone());
        Ok(tokio::task::spawn_blocking(move || app.log.read(&from, EVENTS_PER_STEP_MAX, None)).await??)
    }

    async fn settled(&self) -> anyhow::Result<Vec<Stored>> {
        let seq = self.seq;
        let rows = self
            .app
            .store
            .read("read_settlements", async move |conn| settlements::after(conn, seq, SETTLEMENTS_PER_STEP_MAX).await)
            .await?;
        Ok(rows)
    }

    /// Counts what is new. Says whether there is more to read at once.
    pub async fn step(&mut self) -> anyhow::Result<bool> {
        let app = Arc::clone(&self.app);
        let turn = app.stats.turn().lock().await;
        self.check_turn(*turn)?;
        let batch = self.read().await?;
        let rows = self.settled().await?;
        let found = self.count(&batch.events, &rows);
        let seq = rows.last().map_or(self.seq, |row| row.seq);
        if !found.facts.is_empty() || !found.opportunities.is_empty() {
            let positions = Positions { log: batch.next.to_bytes(), settlements: seq.to_le_bytes().to_vec() };
            let stats = Arc::clone(&self.app.stats);
            let Found { facts, opportunities, learned } = found;
            let began = Instant::now();
            tokio::task::spawn_blocking(move || stats.append(&facts, &opportunities, &positions)).await??;
            metrics::histogram!("placard_facts_append_seconds").record(began.elapsed().as_secs_f64());
            self.app.engine.live().learn(&learned);
        }
        let more = !batch.at_end || rows.len() >= SETTLEMENTS_PER_STEP_MAX as usize;
        (self.position, self.seq) = (batch.next, seq);
        metrics::gauge!("placard_facts_lag_seconds")
            .set(self.app.clock.now().since_ms(batch.passed).max(0) as f64 / 1_000.0);
        Ok(more)
    }

    /// A feed whose facts were cleared must not move the positions: the server starts it again.
    fn check_turn(&self, cleared: u64) -> anyhow::Result<()> {
        anyhow::ensure!(cleared == self.cleared, "the facts were cleared and are derived again from the log");
        Ok(())
    }

    /// Counts everything that there is: for a history that is made on a moved clock, for tests, and before an audit.
    pub async fn catch_up(&mut self) -> anyhow::Result<()> {
        while self.step().await? {}
        Ok(())
    }

    /// The facts of records and settlements, in their order.
    fn count(&mut self, records: &[Record], settled: &[Stored]) -> Found {
        let mut found = Found::default();
        let mut learned = Learning::default();
        for record in records {
            let hour = record.append_ms.hour();
            match (&record.event, self.shows.judge(record)) {
                (Event::Show { ad, .. }, Some(verdict)) => {
                    found.facts.push(FactDelta::show(ad, hour, verdict));
                    if verdict.is_valid() {
                        learned.add(ad, 1, 0);
                    }
                }
                (Event::ConfirmedShow { ad, .. }, Some(verdict)) if verdict.is_valid() => {
                    found.facts.push(FactDelta::confirmed_show(ad, hour));
                }
                (Event::Requests(counts), _) => {
                    found.opportunities.extend(counts.iter().map(OpportunityDelta::from));
                }
                _ => {}
            }
        }
        for Stored { settlement, .. } in settled {
            found.facts.extend(facts_of(settlement));
            match settlement.kind {
                Kind::Click if settlement.verdict.is_valid() => learned.add(&settlement.ad, 0, 1),
                Kind::Void | Kind::VoidReleased => learned.add(&settlement.ad, 0, -1),
                Kind::Click | Kind::Conversion => {}
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
        // Bounded work at a time; what is left waits for the next minute.
        tokio::task::spawn_blocking(move || stats.compact(hour)).await??;
        Ok(())
    }

    /// Stores what was shown and learned, with the positions that it belongs to.
    pub async fn checkpoint(&mut self) -> anyhow::Result<()> {
        let app = Arc::clone(&self.app);
        let turn = app.stats.turn().lock().await;
        self.check_turn(*turn)?;
        let began = Instant::now();
        metrics::counter!("placard_shows_unremembered_total").absolute(self.shows.unremembered());
        let state = State { shows: self.shows.checkpoint(), seq: self.seq, engine: self.app.engine.checkpoint() };
        let checkpoint = Checkpoint { position: self.position.to_bytes(), body: postcard::to_stdvec(&state)? };
        if !fits_database(FEED, &checkpoint.body) {
            self.checkpointed_at = self.app.clock.now();
            return Ok(());
        }
        // The facts' own positions may lie before this one where nothing had to be counted in between: they are moved
        // first, so that the checkpoint is never ahead of them.
        let positions = Positions { log: checkpoint.position.clone(), settlements: self.seq.to_le_bytes().to_vec() };
        let stats = Arc::clone(&self.app.stats);
        tokio::task::spawn_blocking(move || stats.append(&[], &[], &positions)).await??;
        self.app
            .store
            .write("checkpoint_facts", Priority::Feed, async move |tx| {
                feeds::put_checkpoint(tx, FEED, &checkpoint).await
            })
            .await?;
        self.checkpointed_at = self.app.clock.now();
        self.checkpoint_pause_ms = checkpoint_pause_ms(began.elapsed());
        Ok(())
    }
}

/// Shows and clicks of equal ad, block and audience, added up.
#[derive(Default)]
struct Learning(FxHashMap<(AdId, BlockId, CountryCode, DeviceType), Learned>);

impl Learning {
    fn add(&mut self, ad: &ServedAd, shows: i32, clicks: i32) {
        let served = &ad.served;
        let key = (served.ad, served.block, served.place.country, served.device_type);
        let one = self.0.entry(key).or_insert(Learned {
            ad: served.ad,
            block: served.block,
            format: ad.block.format,
            country: served.place.country,
            device_type: served.device_type,
            shows: 0,
            clicks: 0,
        });
        one.shows += shows;
        one.clicks += clicks;
    }

    fn into_list(self) -> Vec<Learned> {
        self.0.into_values().collect()
    }
}

/// The facts of a settlement.
fn facts_of(settlement: &Settlement) -> Vec<FactDelta> {
    let (ad, hour) = (&settlement.ad, settlement.clicked_at.hour());
    let split = settlement.split;
    let amounts = Amounts {
        cost: split.cost,
        webmaster: split.webmaster,
        webmaster_referrer: split.webmaster_referrer,
        advertiser_referrer: split.advertiser_referrer,
        network: split.network,
    };
    match (settlement.kind, &settlement.conversion) {
        (Kind::Conversion, Some(change)) => {
            vec![FactDelta::conversion(ad, hour, settlement.verdict, change.before, Some(change.after))]
        }
        // A void's stored amounts have the opposite sign.
        (Kind::Void | Kind::VoidReleased, _) => FactDelta::void(ad, hour, -amounts).to_vec(),
        (Kind::Click | Kind::Conversion, _) => vec![FactDelta::click(ad, hour, settlement.verdict, amounts)],
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
