//! Bids that follow what clicks bring: every few minutes the figures of their ads are asked for, and the bids written.
//!
//! Nothing is done on figures that are behind.

use super::rules::are_figures_fresh;
use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_model::auto_bid::{Brought, WINDOW_DAYS, decide};
use placard_model::inventory::Bid;
use placard_model::rule::RuleSubject;
use placard_model::{AdId, Day, UserId};
use placard_stats::{RuleQuestion, StatsScope};
use placard_store::advertising::ads;
use placard_store::advertising::auto_bids::{self, Lowest};
use placard_store::{Priority, Scope};
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two passes: bids change no more often.
const PASS_INTERVAL: Duration = Duration::from_mins(3);

/// Follows until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            if let Err(error) = follow(&app).await {
                tracing::warn!("automatic bids could not be followed: {error:#}");
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(PASS_INTERVAL) => {}
            }
        }
        Ok(())
    })
}

/// What a pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// Ads whose bids follow something.
    pub ads: usize,
    /// Bids that are others now.
    pub changed: usize,
}

/// One pass; none while the figures are behind.
pub async fn follow(app: &WorkerState) -> anyhow::Result<Pass> {
    let mut pass = Pass::default();
    let mut last = AdId(0);
    loop {
        let due = app.store.read("due_auto_bids", async move |conn| auto_bids::due(conn, last).await).await?;
        let Some((newest, _)) = due.last() else { break };
        if pass.ads == 0 && !are_figures_fresh(app).await? {
            return Ok(pass);
        }
        last = *newest;
        pass.ads += due.len();
        pass.changed += step(app, due).await?;
    }
    app.store.write("forget_bid_hours", Priority::Feed, async move |tx| auto_bids::forget(tx).await).await?;
    Ok(pass)
}

async fn step(app: &WorkerState, due: Vec<(AdId, UserId)>) -> anyhow::Result<usize> {
    let today = app.clock.now().day();
    let owners: BTreeSet<UserId> = due.iter().map(|(_, owner)| *owner).collect();
    let question = RuleQuestion {
        subject: RuleSubject::Ad,
        first: Some(Day(today.0 - WINDOW_DAYS + 1)),
        last: today,
        advertisers: owners.into_iter().collect(),
    };
    let figures = app.stats.rule_figures(question, StatsScope::network()).await?;
    let brought: HashMap<AdId, Brought> = figures
        .into_iter()
        .map(|row| {
            let sums = row.found.sums;
            let brought =
                Brought { clicks: sums.clicks, leads: sums.approved, worth: sums.approved_money, spent: sums.spent };
            (AdId(row.found.thing.id), brought)
        })
        .collect();
    let ids: Vec<AdId> = due.into_iter().map(|(ad, _)| ad).collect();
    let changed = app
        .store
        .write("follow_bids", Priority::Feed, async move |tx| {
            let mut lowest = Lowest::default();
            let mut changed = 0;
            for ad in ads::by_ids(tx, Scope::System, &ids).await? {
                // It may have been changed since it was found.
                let (Some(follows), Bid::Everywhere(present)) = (ad.auto.follows(), &ad.settings.bid) else { continue };
                let brought = brought.get(&ad.id).copied().unwrap_or_default();
                let (bid, why) = decide(follows, *present, brought, lowest.of(tx, &ad).await?);
                changed += usize::from(auto_bids::follow(tx, &ad, bid, why, brought).await?);
            }
            Ok(changed)
        })
        .await?;
    Ok(changed)
}
