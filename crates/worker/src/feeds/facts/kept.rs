//! Days that stay as they are while others are derived again.

use super::{read_log_position, read_seq};
use crate::feeds::set_aside::Detours;
use placard_events::Position;
use placard_model::event::EventRef;
use placard_model::{Day, UnixMs};
use placard_stats::{KeptDays, Positions};
use placard_store::set_aside::Source;
use placard_store::settlements::Stored;

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
        day < self.before && self.log.has_passed(at) && self.had_met(detours, Source::Log, at)
    }

    pub(super) fn has_settlement(&self, detours: &Detours, row: &Stored) -> bool {
        row.settlement.clicked_at.day() < self.before
            && row.seq <= self.seq
            && self.had_met(detours, Source::Settlements, EventRef(row.seq as u64))
    }

    /// What was set aside then is lacking in the days until it is tried again.
    fn had_met(&self, detours: &Detours, source: Source, record: EventRef) -> bool {
        detours.had_met(source, record, &self.log, self.cleared_at)
    }
}
