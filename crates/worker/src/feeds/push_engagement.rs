//! Holds push campaigns back that few people click, before browsers take the permission of their sites: every few minutes their figures
//! are asked for, and the engine is told which of them take fewer turns.
//!
//! Nothing is kept of it: after a start all take their turns until the figures are asked for the first time.

use super::rules::are_figures_fresh;
use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::loops::pause;
use placard_edge::delivery::push_engagement::{Counted, Found};
use placard_engine::Snapshot;
use placard_model::push::push_engagement::{Engagement, TURNS_ALL, first_day};
use placard_stats::{CampaignFigures, StatsScope};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two passes.
const PASS_INTERVAL: Duration = Duration::from_mins(10);
/// Between two looks at whether the figures are up to date.
const FRESH_INTERVAL: Duration = Duration::from_secs(10);

/// Follows until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            let next = match follow(&app).await {
                Ok(Some(_)) => PASS_INTERVAL,
                Ok(None) => FRESH_INTERVAL,
                Err(error) => {
                    tracing::warn!("it cannot be told how push campaigns are answered: {error:#}");
                    PASS_INTERVAL
                }
            };
            pause(&stop, next).await;
        }
        Ok(())
    })
}

/// One pass: how many campaigns are held back. None while the figures are behind: then all stays as it was.
pub async fn follow(app: &WorkerState) -> anyhow::Result<Option<usize>> {
    if !are_figures_fresh(app).await? {
        return Ok(None);
    }
    let now = app.clock.now();
    let figures = app.stats.push_engagement(first_day(now.day()), now.day(), StatsScope::network()).await?;
    let (settings, snapshot) = (app.settings.get(), app.engine.snapshot());
    let found = |figures: &CampaignFigures| {
        let (engagement, of_all_ads) = own(&snapshot, figures).judged_by(figures.all);
        Found {
            engagement,
            of_all_ads,
            standing: engagement.standing(&settings.push_campaigns),
            turns: engagement.turns(&settings.push_campaigns),
        }
    };
    let counted = Counted {
        at: Some(now),
        campaigns: figures.iter().map(|figures| (figures.campaign, found(figures))).collect(),
    };
    let fewer: Vec<_> = counted
        .campaigns
        .iter()
        .filter(|(_, found)| found.turns < TURNS_ALL)
        .map(|(campaign, found)| (*campaign, found.turns))
        .collect();
    let held_back = fewer.len();
    metrics::gauge!("placard_push_campaigns_held_back").set(held_back as f64);
    app.engine.live().set_turns(fewer);
    app.delivery.push_engagement.set(counted);
    Ok(Some(held_back))
}

/// What a campaign is judged by itself: the ads that run, so that stopping a bad one helps at once. Of a campaign that delivery does not
/// know, nobody can say which these are.
fn own(snapshot: &Snapshot, figures: &CampaignFigures) -> Engagement {
    let knows = snapshot.has_campaign(figures.campaign);
    let mut own = Engagement::default();
    for (_, engagement) in figures.ads.iter().filter(|(ad, _)| !knows || snapshot.wants_ad(*ad)) {
        own += *engagement;
    }
    own
}
