//! Finds what cannot be counted, and sets it aside.

use super::{FEED, Facts, Work};
use crate::feeds::set_aside::{self, Piece, TRIES_MAX, TRY_PAUSE};
use placard_ledger::Shows;
use placard_model::event::EventRef;
use placard_store::set_aside::{NewRecord, Source};

impl Facts {
    /// Something cannot be counted: half as much next time, and at last the one that it is. The shows are what they were
    /// before, or at first made again from the checkpoint.
    pub(super) async fn narrow(&mut self, work: &Work, reason: String, shows: Option<Shows>) -> anyhow::Result<()> {
        let records = work.pieces.iter().map(|piece| match piece {
            Piece::Records(records) => records.len(),
            Piece::Again(_) | Piece::AgainSettled(_) => 1,
        });
        let size = records.sum::<usize>() + work.settled.len();
        let (careful, mut suspect) = (self.careful, self.suspect);
        let next = if careful == Some(1) && size <= 1 {
            Some(1)
        } else {
            tracing::warn!(size, "something cannot be counted, looking for it among these: {reason}");
            Some((careful.map_or(size, |careful| careful.min(size)) / 2).max(1))
        };
        let found = if careful == Some(1) { Self::blamed(work, suspect, reason)? } else { None };
        if let Some(row) = &found {
            suspect = Some((row.source, row.record, row.tries));
            if row.tries >= TRIES_MAX {
                self.put(std::slice::from_ref(row)).await?;
                suspect = None;
            } else {
                tokio::time::sleep(TRY_PAUSE).await;
            }
        }
        if let Some(shows) = shows {
            *self.shows.lock() = shows;
        } else {
            let app = self.app.clone();
            *self = Self::load(app).await?;
        }
        (self.careful, self.suspect) = (next, suspect);
        Ok(())
    }

    /// Which one of a work of one is to blame: what comes again before the record that it comes before.
    fn blamed(
        work: &Work,
        suspect: Option<(Source, EventRef, u32)>,
        reason: String,
    ) -> anyhow::Result<Option<NewRecord>> {
        let mut row = match (work.pieces.first(), work.settled.first()) {
            (Some(Piece::Again(record)), _) => set_aside::row_of(record, reason, 1),
            (Some(Piece::AgainSettled(row)), _) => set_aside::row_of_settlement(row, reason, 1),
            (Some(Piece::Records(records)), _) => match records.first() {
                Some(record) => set_aside::row_of(record, reason, 1),
                None => return Ok(None),
            },
            (None, Some(row)) => set_aside::row_of_settlement(row, reason, 1),
            (None, None) => anyhow::bail!("statistics cannot store how far they are: {reason}"),
        };
        if let Some((source, record, tries)) = suspect
            && (source, record) == (row.source, row.record)
        {
            row.tries = tries + 1;
        }
        Ok(Some(row))
    }

    /// Notes what is passed over.
    pub(super) async fn put(&mut self, rows: &[NewRecord]) -> anyhow::Result<()> {
        if !rows.is_empty() {
            set_aside::put(&self.app, FEED, rows.to_vec()).await?;
            for row in rows {
                self.detours.add(row.source, row.record);
            }
        }
        Ok(())
    }
}
