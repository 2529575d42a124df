//! The demonstration network: believable people, sites and campaigns, and thirty days of history that went through the
//! real API, log, billing and facts on a moved clock. Nothing here is on the path of a network that is not a demo.

pub mod browsers;
mod deposits;
mod folder;
mod history;
mod network;
pub mod page;
pub mod pay;
mod payouts;
mod push;
pub mod simulate;
mod staff;
pub(crate) mod transport;
mod visitors;
mod world;

pub use folder::refuse_as_real;

use crate::app::{App, Parts};
use anyhow::Context as _;
use folder::Unfinished;
use placard_common::config::Config;
use placard_common::progress::Progress;
use placard_model::time::{DAY_MS, ManualClock, SystemClock};
use placard_model::{Clock, UnixMs};
use placard_store::accounts::users;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;
use world::World;

/// Days of history that the demo begins with.
const HISTORY_DAYS: i64 = 30;
/// The seed of what visitors do and see: every demo network begins alike. Keys, tokens and salts do not come from it.
const SEED: u64 = 0x00f1_ace0_0add;

/// Fills the data folder with the demonstration network unless it holds one; one that was begun and not finished is made
/// anew. Says what it does while it works.
///
/// # Errors
/// When the folder holds another network, or anything that people's own calls would be refused for.
pub async fn fill(config: &Config) -> anyhow::Result<()> {
    let Some(unfinished) = Unfinished::begin(&config.data_dir)? else { return Ok(()) };
    let began = Instant::now();
    let end = SystemClock.now();
    let clock = Arc::new(ManualClock::new(UnixMs((end.0 - HISTORY_DAYS * DAY_MS) / DAY_MS * DAY_MS)));
    let parts = Parts { clock: Some(clock.clone()), ..Parts::default() };
    let app = Box::pin(App::open_alike(config.clone(), parts, Some(SEED))).await?;
    anyhow::ensure!(
        app.store.read("count_users", async |conn| users::count_users(conn).await).await? == 0,
        "the database holds a network already, or a demo that was not finished: choose an empty one for the demo"
    );
    let world = World::load()?;
    let mut progress = Progress::new("Making the demo network", HISTORY_DAYS as u64);
    let mut rng = StdRng::seed_from_u64(SEED);
    let manifest = history::play(&app, &clock, &world, end, &mut rng, &mut progress).await?;
    app.close().await?;
    unfinished.finish(&manifest)?;
    progress.finish(&format!("The demo network is ready after {} s", began.elapsed().as_secs()));
    Ok(())
}

/// The domain of the newspaper, whose subscribers' browsers the demo plays.
pub fn newspaper_domain() -> anyhow::Result<String> {
    World::load()?.sites.first().map(|site| site.domain.clone()).context("the demo has no sites")
}

/// Tells a person who started the demo where to look, and one login for each role.
pub fn welcome(config: &Config) -> anyhow::Result<()> {
    let world = World::load()?;
    let url = config.public_url();
    let mut text = format!(
        "\n  Placard is running: {url}\n  A publisher's page with live ads: {url}/demo\n\n  Log in at {url}/account/login\n"
    );
    for key in ["advertiser", "webmaster", "god", "sales"] {
        if let Some(person) = world.people.iter().find(|person| person.key == key) {
            writeln!(text, "    {key:<11} {:<30} {}", person.email, world.password)?;
        }
    }
    text.push_str("\n  More visitors, in another terminal: make simulate\n  Stop with Ctrl-C.\n\n");
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
