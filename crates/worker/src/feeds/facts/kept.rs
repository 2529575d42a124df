//! Days that stay as they are while others are derived again.

use super::{read_log_position, read_seq};
use placard_events::Position;
use placard_model::Day;
use placard_model::event::EventRef;
use placard_stats::{KeptDays, Positions};
use placard_store::settlements::Stored;

/// What the facts hold of days that log and settlements no longer tell whole.
pub(super) struct Kept {
    before: Day,
    log: Position,
    seq: i64,
}

impl Kept {
    /// What the statistics say of it.
    pub(super) fn read(kept: KeptDays) -> anyhow::Result<Self> {
        let Positions { log, settlements } = &kept.positions;
        Ok(Self { before: kept.before, log: read_log_position(log)?, seq: read_seq(settlements)? })
    }

    pub(super) fn has_record(&self, day: Day, at: EventRef) -> bool {
        day < self.before && self.log.has_passed(at)
    }

    pub(super) fn has_settlement(&self, row: &Stored) -> bool {
        row.settlement.clicked_at.day() < self.before && row.seq <= self.seq
    }
}
