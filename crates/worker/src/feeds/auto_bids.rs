//! Bids that follow what clicks bring: every few minutes the figures of their ads are asked for, and the bids written.
//!
//! Nothing is done on figures that are behind. Ads are asked about owner by owner, so that each question names a part of them
//! alone, and what is as it was is not written again.

use super::rules::are_figures_fresh;
use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_model::bid::auto_bid::{Brought, WINDOW_DAYS, Why, decide};
use placard_model::inventory::Bid;
use placard_model::rule::RuleSubject;
use placard_model::{AdId, Day, Money, UserId};
use placard_stats::{RULE_THINGS_MAX, RuleQuestion, StatsScope};
use placard_store::advertising::ads::{self, Ad};
use placard_store::advertising::auto_bids::{self, Lowest};
use placard_store::{Conn, Priority, Scope, Tx};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two passes: bids change no more often.
const PASS_INTERVAL: Duration = Duration::from_mins(3);
/// Ads that one question of the statistics names.
const ADS_A_QUESTION: usize = 20_000;
/// Ads whose bids are decided and written together.
const ADS_A_STEP: usize = 500;

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
    let mut due: Vec<(AdId, UserId)> = Vec::new();
    loop {
        let last = due.last().map_or(AdId(0), |(ad, _)| *ad);
        let found = app.store.read("due_auto_bids", async move |conn| auto_bids::due(conn, last).await).await?;
        if found.is_empty() {
            break;
        }
        due.extend(found);
    }
    if !due.is_empty() && !are_figures_fresh(app).await? {
        return Ok(Pass::default());
    }
    due.sort_unstable_by_key(|(ad, owner)| (*owner, *ad));
    let mut pass = Pass { ads: due.len(), changed: 0 };
    for part in due.chunks(ADS_A_QUESTION) {
        let brought = Arc::new(brought(app, part).await?);
        for step in part.chunks(ADS_A_STEP) {
            pass.changed += write(app, step.iter().map(|(ad, _)| *ad).collect(), &brought).await?;
        }
    }
    loop {
        let forget = async move |tx: &Tx| auto_bids::forget(tx).await;
        let forgotten = app.store.write("forget_bid_hours", Priority::Feed, forget).await?;
        if forgotten < auto_bids::FORGOTTEN_AT_ONCE {
            return Ok(pass);
        }
    }
}

/// What the clicks of some ads brought.
async fn brought(app: &WorkerState, due: &[(AdId, UserId)]) -> anyhow::Result<HashMap<AdId, Brought>> {
    let today = app.clock.now().day();
    let owners: BTreeSet<UserId> = due.iter().map(|(_, owner)| *owner).collect();
    let question = RuleQuestion {
        subject: RuleSubject::Ad,
        first: Some(Day(today.0 - WINDOW_DAYS + 1)),
        last: today,
        advertisers: owners.into_iter().collect(),
        things: Some(due.iter().map(|(ad, _)| ad.0).collect()),
        most: RULE_THINGS_MAX,
    };
    let figures = app.stats.rule_figures(question, StatsScope::network()).await?;
    let brought = figures.into_iter().map(|row| {
        let sums = row.found.sums;
        let brought =
            Brought { clicks: sums.clicks, leads: sums.approved, worth: sums.approved_money, spent: sums.spent };
        (AdId(row.found.thing.id), brought)
    });
    Ok(brought.collect())
}

/// A bid that an ad is to have.
struct Decided {
    ad: Ad,
    bid: Money,
    why: Why,
    brought: Brought,
}

/// The bids of some ads, as far as they are others now, or are not noted in this hour as they are.
async fn decided(conn: &Conn, ids: &[AdId], brought: &HashMap<AdId, Brought>) -> placard_store::Result<Vec<Decided>> {
    let noted = auto_bids::this_hour(conn, ids).await?;
    let (mut lowest, mut all) = (Lowest::default(), Vec::new());
    for ad in ads::by_ids(conn, Scope::System, ids).await? {
        let (Some(follows), Bid::Everywhere(present)) = (ad.auto.follows(), &ad.settings.bid) else { continue };
        let present = *present;
        let brought = brought.get(&ad.id).copied().unwrap_or_default();
        let (bid, why) = decide(follows, present, brought, lowest.of(conn, &ad).await?);
        let is_noted = noted.get(&ad.id).is_some_and(|hour| (hour.bid, hour.why, hour.brought) == (bid, why, brought));
        if bid != present || !is_noted {
            all.push(Decided { ad, bid, why, brought });
        }
    }
    Ok(all)
}

/// Writes the bids of some ads; how many are others now.
async fn write(app: &WorkerState, ids: Vec<AdId>, brought: &Arc<HashMap<AdId, Brought>>) -> anyhow::Result<usize> {
    let known = Arc::clone(brought);
    let find = async move |conn: &Conn| decided(conn, &ids, &known).await;
    let found = app.store.read("decide_bids", find).await?;
    if found.is_empty() {
        return Ok(0);
    }
    let (ids, known) = (found.iter().map(|one| one.ad.id).collect::<Vec<_>>(), Arc::clone(brought));
    let follow = async move |tx: &Tx| {
        let mut changed = 0;
        // They may have been changed since they were found.
        for one in decided(tx, &ids, &known).await? {
            changed += usize::from(auto_bids::follow(tx, &one.ad, one.bid, one.why, one.brought).await?);
        }
        Ok(changed)
    };
    Ok(app.store.write("follow_bids", Priority::Feed, follow).await?)
}
