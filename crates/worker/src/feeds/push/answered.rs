//! What browsers tell of notifications: of each subscription when it answered last, of each site how many were shown and clicked.

use crate::state::WorkerState;
use placard_edge::delivery::push::PushAnswer;
use placard_model::push::subscription::PushCounter;
use placard_model::{Day, SiteId, UnixMs};
use placard_store::push::push_counts::Counts;
use placard_store::push::{push_counts, push_sending};
use placard_store::{Priority, Tx};
use std::collections::BTreeMap;

/// Answers that are noted in one transaction.
const AT_ONCE: usize = 1_000;

/// Notes what was told since the last time.
pub(super) async fn note(app: &WorkerState) -> anyhow::Result<()> {
    let told = app.delivery.push_answers.take();
    for part in told.chunks(AT_ONCE) {
        let mut last: BTreeMap<i64, UnixMs> = BTreeMap::new();
        let mut counts: BTreeMap<(SiteId, Day), Counts> = BTreeMap::new();
        for PushAnswer { subscription, site, at, is_click } in part {
            let known = last.entry(*subscription).or_insert(*at);
            *known = (*known).max(*at);
            let counter = if *is_click { PushCounter::Clicked } else { PushCounter::Shown };
            counts.entry((*site, at.day())).or_default().add(counter, 1);
        }
        let last: Vec<(i64, UnixMs)> = last.into_iter().collect();
        let note = async move |tx: &Tx| {
            push_sending::note_answered(tx, &last).await?;
            push_counts::add_all(tx, &counts).await
        };
        app.store.write("note_push_answers", Priority::Feed, note).await?;
    }
    Ok(())
}
