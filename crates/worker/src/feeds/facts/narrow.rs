//! Finds what cannot be counted, and sets it aside.

use super::{Facts, Work};
use crate::feeds::set_aside::{self, Fault, Piece, TRIES_MAX, TRY_PAUSE};
use crate::readers::FACTS;
use placard_ledger::Shows;
use placard_model::event::EventRef;
use placard_store::billing::set_aside::{NewRecord, Source};

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
        let found = if careful == Some(1) { self.blamed(work, suspect, reason).await? } else { None };
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

    /// Which one of a work of one is to blame. What comes again is counted together with the one record that it comes
    /// before, since the position moves only with that: each is tried alone, and nothing of it kept.
    async fn blamed(
        &self,
        work: &Work,
        suspect: Option<(Source, EventRef, u32)>,
        reason: String,
    ) -> anyhow::Result<Option<NewRecord>> {
        let mut parts = Vec::new();
        for piece in &work.pieces {
            match piece {
                Piece::Again(record) => parts.push((piece.clone(), set_aside::row_of(record, reason.clone(), 1))),
                Piece::AgainSettled(row) => {
                    parts.push((piece.clone(), set_aside::row_of_settlement(row, reason.clone(), 1)));
                }
                Piece::Records(records) => parts.extend(records.iter().map(|record| {
                    (Piece::Records(vec![record.clone()]), set_aside::row_of(record, reason.clone(), 1))
                })),
            }
        }
        parts.extend(work.settled.iter().map(|row| {
            (Piece::AgainSettled(Box::new(row.clone())), set_aside::row_of_settlement(row, reason.clone(), 1))
        }));
        if parts.is_empty() && work.pieces.is_empty() {
            anyhow::bail!("statistics cannot store how far they are: {reason}");
        }
        let mut found = 0;
        for (place, (piece, _)) in parts.iter().enumerate().filter(|_| parts.len() > 1) {
            if self.fails_alone(piece).await? {
                found = place;
                break;
            }
        }
        Ok(parts.into_iter().nth(found).map(|(_, mut row)| {
            if let Some((source, record, tries)) = suspect
                && (source, record) == (row.source, row.record)
            {
                row.tries = tries + 1;
            }
            row
        }))
    }

    /// Whether it cannot be counted, or its facts cannot be stored. The shows are not what they were afterwards.
    async fn fails_alone(&self, piece: &Piece) -> anyhow::Result<bool> {
        let tried = match self.calculate(std::slice::from_ref(piece), &[]) {
            Ok(found) => self.store(move |stats| stats.try_append(&found.rows())).await,
            Err(fault) => Err(fault),
        };
        match tried {
            Ok(()) => Ok(false),
            Err(Fault::Record(_)) => Ok(true),
            Err(Fault::Environment(error)) => Err(error),
        }
    }

    /// Notes what is passed over.
    pub(super) async fn put(&mut self, rows: &[NewRecord]) -> anyhow::Result<()> {
        if !rows.is_empty() {
            set_aside::put(&self.app, FACTS, rows.to_vec()).await?;
            for row in rows {
                self.detours.add(row.source, row.record);
            }
        }
        Ok(())
    }
}
