//! The voids of the log against those of the settlements: what staff took back is taken back, and nothing else is.

use super::Report;
use crate::feeds::set_aside::Detours;
use crate::state::WorkerState;
use placard_ledger::LOOK_AHEAD_MS;
use placard_model::UnixMs;
use placard_model::event::{Event, EventRef, Record};
use placard_store::Conn;
use placard_store::billing::{audit_rows as rows, settlements};
use std::collections::{BTreeMap, BTreeSet};

/// Settlements read at once.
const VOIDS_PER_STEP: u32 = 1_000;

/// The voids that the log tells of, up to where billing is.
#[derive(Default)]
pub(super) struct Voids {
    /// By click: when it was first told.
    told: BTreeMap<EventRef, UnixMs>,
    /// When the last record was appended.
    last: UnixMs,
}

impl Voids {
    /// Takes the records that billing has taken. Those that it has set aside may be applied later, or never.
    pub(super) fn take(&mut self, records: &[Record], detours: &Detours) {
        self.last = records.last().map_or(self.last, |record| record.append_ms);
        for record in records {
            if let Event::Void { click, .. } = &record.event {
                let due = if detours.passes_over(record.at) { UnixMs(i64::MAX) } else { record.append_ms };
                self.told.entry(*click).and_modify(|at| *at = due.min(*at)).or_insert(due);
            }
        }
    }

    /// Compares both. A void waits for the look-ahead, and billing judges what is due before it takes the next record. Of
    /// some moments the log says nothing any more: voids that were settled then are believed.
    pub(super) async fn compare(
        self,
        app: &WorkerState,
        is_known: &(dyn Fn(UnixMs) -> bool + Sync),
        report: &mut Report,
    ) -> anyhow::Result<()> {
        let judged = self.last.plus_ms(-1 - LOOK_AHEAD_MS);
        let due: Vec<EventRef> = self.told.iter().filter(|(_, at)| **at <= judged).map(|(click, _)| *click).collect();
        for part in due.chunks(VOIDS_PER_STEP as usize) {
            let clicks = part.to_vec();
            let read = async move |conn: &Conn| {
                Ok((settlements::of_clicks(conn, &clicks).await?, settlements::voided(conn, &clicks).await?))
            };
            let (billed, voided) = app.store.read("audit_voids", read).await?;
            let billed: BTreeSet<EventRef> =
                billed.iter().filter(|row| row.settlement.is_billed_click()).map(|row| row.settlement.click).collect();
            for click in billed.difference(&voided) {
                report.differ(format!("click {}: the log says that it was taken back, and it is not", click.0));
            }
        }
        let mut after = 0;
        loop {
            let read = async move |conn: &Conn| rows::voids(conn, after, VOIDS_PER_STEP).await;
            let found = app.store.read("audit_voids", read).await?;
            let Some(last) = found.last() else { return Ok(()) };
            after = last.seq;
            for void in &found {
                if is_known(void.settled_at) && !self.told.contains_key(&void.click) {
                    report.differ(format!("settlement {}: nobody took click {} back", void.seq, void.click.0));
                }
            }
        }
    }
}
