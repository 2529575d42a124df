//! Finds the record that cannot be digested, and sets it aside.

use super::{Billing, CLICK_IS_ASIDE, Work};
use crate::feeds::set_aside::{self, TRIES_MAX, TRY_PAUSE};
use placard_model::event::{Event, Record};
use placard_store::Priority;
use placard_store::billing::set_aside::{NewRecord, Source};
use placard_store::billing::{positions, settling};
use std::sync::Arc;

impl Billing {
    /// Some record of the work cannot be digested: half as much next time, and at last the one that it is.
    pub(super) async fn narrow(&mut self, work: Arc<Work>, reason: String) -> anyhow::Result<()> {
        if self.careful != Some(1) {
            let size = work.most.unwrap_or(work.records.len());
            let next = self.careful.map_or(size, |careful| careful.min(size)) / 2;
            self.careful = Some(next.max(1));
            tracing::warn!(size, "a record cannot be digested, looking for it among these: {reason}");
            return Ok(());
        }
        let record = match work.most {
            Some(_) => self.state.lock().first_waiting().cloned(),
            None => work.records.first().cloned(),
        };
        // The position alone, or rows of what cannot be read: no record is to blame.
        let Some(record) = record else { anyhow::bail!("billing cannot store how far it is: {reason}") };
        let tries = self.suspect.filter(|(at, _)| *at == record.at).map_or(1, |(_, tries)| tries + 1);
        self.suspect = Some((record.at, tries));
        if tries < TRIES_MAX {
            tokio::time::sleep(TRY_PAUSE).await;
            return Ok(());
        }
        // What was told of a click would find nothing any more: it waits with it.
        let told: Vec<NewRecord> = {
            let state = self.state.lock();
            let told = state.waiting_of(record.at);
            told.map(|record| set_aside::row_of(record, CLICK_IS_ASIDE.to_owned(), 1)).collect()
        };
        self.set_aside(&work, set_aside::row_of(&record, reason, tries), told).await?;
        self.let_go(&record);
        Ok(())
    }

    /// Goes past the one record of the work, and past what was told of it: rows and position in one transaction.
    async fn set_aside(&mut self, work: &Work, row: NewRecord, told: Vec<NewRecord>) -> anyhow::Result<()> {
        let rows: Vec<NewRecord> = std::iter::once(row).chain(told).collect();
        let (from, to, putting) = (self.stored.clone(), work.next.to_bytes(), rows.clone());
        let stored = to.clone();
        self.app
            .store
            .write("set_aside_record", Priority::Feed, async move |tx| {
                positions::advance(tx, settling::FEED, from.as_deref(), &to).await?;
                for row in &putting {
                    placard_store::billing::set_aside::put(tx, settling::FEED, row).await?;
                }
                Ok(())
            })
            .await?;
        {
            let mut state = self.state.lock();
            if work.most.is_some() {
                state.pass_over_first();
            }
            state.pass_over(|at| rows[1..].iter().any(|row| row.record == at));
            state.commit();
        }
        self.stored = Some(stored);
        self.suspect = None;
        self.moved_to(&work.next);
        for row in &rows {
            self.detours.add(Source::Log, row.record);
            self.entered.remove(&row.record);
            set_aside::tell(settling::FEED, row);
        }
        Ok(())
    }

    /// The engine holds no money any more for a click that is not billed.
    pub(super) fn let_go(&self, record: &Record) {
        if let Event::Click { ad, arrival } = &record.event
            && arrival.edge_verdict.is_valid()
        {
            self.app.engine.live().on_not_clicked(ad.token, self.app.clock.now());
        }
    }
}
