//! Days that stay as they are while others are derived again.

use super::{read_log_position, read_seq};
use crate::feeds::set_aside::Detours;
use crate::readers::FACTS;
use crate::state::WorkerState;
use placard_events::Position;
use placard_model::event::EventRef;
use placard_model::{Day, UnixMs};
use placard_stats::{KeptDays, Positions};
use placard_store::billing::set_aside::{self, Source};
use placard_store::billing::settlements::Stored;
use placard_store::{Conn, Priority, Tx};
use std::sync::Arc;

/// What the facts hold of days that log and settlements no longer tell whole.
pub(super) struct Kept {
    before: Day,
    log: Position,
    seq: i64,
    cleared_at: UnixMs,
}

impl Kept {
    /// What the statistics say of it.
    pub(super) fn read(kept: KeptDays) -> anyhow::Result<Self> {
        let Positions { log, settlements } = &kept.positions;
        let (log, seq) = (read_log_position(log)?, read_seq(settlements)?);
        Ok(Self { before: kept.before, log, seq, cleared_at: kept.cleared_at })
    }

    pub(super) fn has_record(&self, detours: &Detours, day: Day, at: EventRef) -> bool {
        self.has(detours, day, Source::Log, at)
    }

    pub(super) fn has_settlement(&self, detours: &Detours, row: &Stored) -> bool {
        self.has(detours, row.settlement.clicked_at.day(), Source::Settlements, EventRef(row.seq as u64))
    }

    /// What was set aside then is lacking in the days until it is tried again.
    fn had_met(&self, detours: &Detours, source: Source, record: EventRef) -> bool {
        detours.had_met(source, record, self.cleared_at)
    }

    /// Whether it holds a record or settlement of a day.
    fn has(&self, detours: &Detours, day: Day, source: Source, at: EventRef) -> bool {
        let is_before = match source {
            Source::Log => self.log.has_passed(at),
            Source::Settlements => at.0 as i64 <= self.seq,
        };
        day < self.before && is_before && self.had_met(detours, source, at)
    }
}

/// Notes what the facts lack at present of what the feed has passed, before all but some of their days are cleared at the
/// moment `now`: the days that stay will lack the same. The feed must not move meanwhile.
pub(crate) async fn note_lacking(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let stats = Arc::clone(&app.stats);
    let (positions, kept, is_deriving) = tokio::task::spawn_blocking(move || {
        Ok::<_, placard_stats::StatsError>((stats.positions()?, stats.kept_days()?, stats.is_deriving()))
    })
    .await??;
    if is_deriving {
        // What stays is what stayed before.
        return Ok(());
    }
    let position = read_log_position(&positions.log)?;
    let kept = kept.map(Kept::read).transpose()?;
    let detours = Detours::load(app, FACTS).await?;
    let mut after = None;
    loop {
        let page =
            app.store.read("load_set_aside", async move |conn: &Conn| set_aside::detours(conn, FACTS, after).await);
        let page = page.await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some((last.source, last.record));
        let is_lacking = |row: &&set_aside::Detour| {
            !detours.has_met(row.source, row.record, &position)
                && !kept.as_ref().is_some_and(|kept| kept.has(&detours, row.appended_at.day(), row.source, row.record))
        };
        let lacking: Vec<_> = page.iter().filter(is_lacking).map(|row| (row.source, row.record)).collect();
        if !lacking.is_empty() {
            let note = async move |tx: &Tx| set_aside::note_lacking(tx, FACTS, &lacking, now).await;
            app.store.write("note_lacking", Priority::Feed, note).await?;
        }
    }
}
