//! The loops of the worker. Each is one line of [`all`]; the server starts them and ends them together.

pub(crate) mod accounts;
pub mod auto_bids;
pub mod auto_top_ups;
pub mod billing;
pub(crate) mod checkpoints;
pub mod deposits;
pub mod facts;
pub mod inventory;
pub mod lag;
pub mod links;
pub mod look;
pub mod mail;
pub mod nightly_audit;
pub mod notices;
pub mod opt_ins;
pub mod payouts;
pub mod push;
pub mod push_engagement;
pub(crate) mod retention;
pub mod rules;
pub mod schedule;
pub mod set_aside;
pub mod settings;
pub mod sites;
pub mod voids;

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::loops::Feed;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks at whether rates are known.
const RATES_INTERVAL: Duration = Duration::from_millis(500);

/// All of them.
pub fn all(app: &WorkerState) -> Vec<Feed> {
    vec![
        Feed::new("inventory", app, inventory::run),
        Feed::new("billing", app, bill),
        Feed::new("facts", app, facts::run),
        Feed::new("schedule", app, schedule::run),
        Feed::new("notices", app, notices::run),
        Feed::new("rules", app, rules::run),
        Feed::new("auto_bids", app, auto_bids::run),
        Feed::new("deposits", app, deposits::run),
        Feed::new("auto_top_ups", app, auto_top_ups::run),
        Feed::new("mail", app, mail::run),
        Feed::new("links", app, links::run),
        Feed::new("sites", app, sites::run),
        Feed::new("voids", app, voids::run),
        Feed::new("opt_ins", app, opt_ins::run),
        Feed::new("push", app, push::run),
        Feed::new("push_engagement", app, push_engagement::run),
        Feed::new("disk", app, crate::disk::run),
        Feed::new("look", app, look::run),
        Feed::new("nightly_audit", app, nightly_audit::run),
        Feed::new("settings", app, settings::run),
    ]
}

/// Bills as soon as it is known what clicks cost and how they are divided.
fn bill(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !app.settings.are_rates_known() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(RATES_INTERVAL) => {}
            }
        }
        billing::run(app, stop).await
    })
}
