//! The real executable under load, killed at random moments: what it has answered for is there afterwards, each click is
//! settled once, and the books and statistics add up. Half of the rounds lose, beside the process, everything that was
//! not synced.
//!
//! `CRASH_TEST_CRASHES` sets how often it is killed, `CRASH_TEST_SEED` repeats a run's choices.

#![expect(clippy::print_stdout, reason = "a test that runs so long says what it did")]

use anyhow::{Context, ensure};
use placard_common::config::Config;
use placard_model::Money;
use placard_model::event::ConversionState;
use placard_server::{App, AppState, Parts};
use placard_sim::aftermath::{self, all_settlements, check_log, is_caught_up};
use placard_sim::clerk::{self, Booked, Clerk};
use placard_sim::payroll::{self, Cases, Payroll};
use placard_sim::server::{Folders, Promised, Server, Visitor, crowd, placard, tail};
use placard_sim::world::{Budgets, World};
use placard_sim::{build, powerloss, wishes};
use placard_store::{Priority, Tx};
use placard_worker::audit;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;

/// How often the server is killed.
const CRASHES: usize = 14;
/// People who visit pages at the same time.
const VISITORS: usize = 48;
/// The longest round.
const ROUND_MS_MAX: u64 = 2_500;
/// How often the feeds get more time to finish at the end.
const PATIENCE: u32 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_outlives_kills_and_power_losses() -> anyhow::Result<()> {
    let (binary, layer) = (build::placard()?, build::powerloss()?);
    let seed = wishes::seed();
    let mut rng = StdRng::seed_from_u64(seed);
    println!("{}={seed}", wishes::SEED);
    let folder = tempfile::tempdir()?;
    let root = fs::canonicalize(folder.path())?;
    let folders = Folders { data: root.join("data"), shadow: root.join("shadow"), output: root.join("output") };
    let world = network(&folders).await?;
    let blocks: Vec<i64> = world.blocks.iter().map(|block| block.block.0).collect();
    let promised = Arc::new(Mutex::new(Promised::default()));
    let clerk = Clerk::make(&binary, &folders).await?;
    let booked = Arc::new(Mutex::new(Booked::new()));
    let payroll = Payroll::make(&binary, &folders, &clerk).await?;
    let cases = Arc::new(Mutex::new(Cases::new()));

    let crashes = wishes::crashes(CRASHES);
    let mut slowest = Duration::ZERO;
    for round in 0..crashes {
        let loses_power = round % 2 == 1;
        let mut server = Server::spawn(&binary, &folders, loses_power.then_some(&*layer), &[])?;
        let returning = come_back(server.address, &promised);
        server.wait(&folders).await.with_context(|| format!("round {round} of seed {seed}"))?;
        for visitor in returning {
            visitor.await?;
        }
        slowest = slowest.max(server.ready_after);
        // Books, settlements and statistics of all rounds before.
        let audit = placard(&binary, "audit", &folders).output()?;
        let said = String::from_utf8_lossy(&audit.stdout);
        ensure!(audit.status.success(), "round {round} of seed {seed}: {said}");
        let crowd = crowd(server.address, &world.hosts, &blocks, &promised, VISITORS, &mut rng);
        let working = [clerk.work(server.address, &booked), payroll.work(server.address, &cases)];
        tokio::time::sleep(Duration::from_millis(rng.random_range(0..ROUND_MS_MAX))).await;
        server.kill()?;
        for work in working {
            work.await?.with_context(|| format!("round {round} of seed {seed}"))?;
        }
        for visitor in crowd {
            visitor.await?;
        }
        if loses_power {
            lose_power(&folders, &mut rng)?;
        }
        let promised = promised.lock().expect("no visitor panics");
        check_log(&folders.data, &promised).with_context(|| format!("after round {round} of seed {seed}"))?;
        ensure!(promised.wrong.is_empty(), "round {round} of seed {seed}: {:?}", promised.wrong);
    }
    let from_open = promised.lock().expect("no visitor panics").from_open;
    println!("ready after at most {slowest:?}; {from_open} events of pages that an earlier server had filled");
    ensure!(from_open > crashes, "hardly anybody kept a page open");

    let mut tries = 0;
    let app = loop {
        let server = Server::start(&binary, &folders, None).await?;
        tokio::time::sleep(Duration::from_secs(4)).await;
        let audit = placard(&binary, "audit", &folders).output()?;
        ensure!(audit.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&audit.stdout));
        server.stop()?;
        let app = App::open(config(&folders), Parts { light: true, ..Parts::default() }).await?;
        if is_caught_up(&app).await? {
            break app;
        }
        app.close().await?;
        tries += 1;
        ensure!(tries < PATIENCE, "the feeds do not catch up; the server said: {}", tail(&folders.output));
    };
    let promised = std::mem::take(&mut *promised.lock().expect("no visitor panics"));
    check_books(&app, &promised).await.with_context(|| format!("seed {seed}"))?;
    let booked = std::mem::take(&mut *booked.lock().expect("nobody panics"));
    let came_in = clerk::check(&app.store, &booked).await.with_context(|| format!("seed {seed}"))?;
    println!("{} payments of {came_in} dollars", booked.len());
    ensure!(booked.len() > crashes / 4, "hardly anybody paid");
    let cases = std::mem::take(&mut *cases.lock().expect("nobody panics"));
    let (closed, went_out) = payroll::check(&app.store, &cases).await.with_context(|| format!("seed {seed}"))?;
    println!("{closed} payouts closed, {went_out} dollars paid");
    ensure!(closed * 10 >= crashes, "hardly anybody was paid");
    app.close().await
}

/// The people whose pages the servers before have filled.
fn come_back(server: SocketAddr, promised: &Arc<Mutex<Promised>>) -> Vec<JoinHandle<()>> {
    let pages = std::mem::take(&mut promised.lock().expect("no visitor panics").open);
    let visitor = Visitor::new(server);
    let come_back = |page| {
        let (visitor, promised) = (visitor.clone(), Arc::clone(promised));
        tokio::spawn(async move { visitor.come_back(page, &promised).await })
    };
    pages.into_iter().map(come_back).collect()
}

fn config(folders: &Folders) -> Config {
    Config { data_dir: folders.data.clone(), ..Config::default() }
}

/// A network whose second campaign will not run out of money, and whose first soon will.
async fn network(folders: &Folders) -> anyhow::Result<World> {
    let app = App::open(config(folders), Parts { light: true, ..Parts::default() }).await?;
    let budgets = Budgets {
        balance: Money::from_dollars(10_000),
        daily_limit: Some(Money::from_dollars(2)),
        total_limit: None,
        bid: Money::from_micros(10_007),
    };
    let world = World::make(&app.store, budgets).await?;
    let second = world.campaigns[1].0;
    let unlimited = async move |tx: &Tx| {
        tx.execute("UPDATE campaigns SET daily_limit = NULL WHERE id = $1", [second.into()]).await.map(drop)
    };
    app.store.write("unlimited", Priority::Api, unlimited).await?;
    app.close().await?;
    Ok(world)
}

/// Puts what was durable, and some of what was on its way, in the place of the data.
fn lose_power(folders: &Folders, rng: &mut StdRng) -> anyhow::Result<()> {
    let after = folders.data.with_extension("after");
    let restored =
        powerloss::restore(&folders.shadow, &folders.data, &after, &mut |below| rng.random_range(0..below.max(1)))?;
    ensure!(restored.files > 3, "the layer has seen no syncs: {restored:?}");
    println!("{restored:?}");
    fs::remove_dir_all(&folders.data)?;
    fs::remove_dir_all(&folders.shadow)?;
    fs::rename(after, &folders.data)?;
    Ok(())
}

async fn check_books(app: &AppState, promised: &Promised) -> anyhow::Result<()> {
    let stored = all_settlements(app).await?;
    let settled = aftermath::check_settled(&stored, promised)?;
    let billed = stored.iter().filter(|row| row.settlement.is_billed_click());
    println!(
        "{} clicks acknowledged, {} settled, {} billed; {} shows, {} conversions acknowledged",
        promised.clicks.len(),
        settled,
        billed.count(),
        promised.shows.len(),
        promised.postbacks.len()
    );

    let mut states = BTreeMap::new();
    for row in &stored {
        if let Some(change) = row.settlement.conversion() {
            states.insert((row.settlement.click, change.external_id.clone()), change.after.0);
        }
    }
    for (conversion, told) in &promised.postbacks {
        // What was answered holds; what was sent after that may.
        let Some(answered) = told.iter().rposition(|(_, answered)| *answered) else { continue };
        let possible = told[answered..].iter().map(|(state, _)| match *state {
            "hold" => ConversionState::Hold,
            "approved" => ConversionState::Approved,
            _ => ConversionState::Rejected,
        });
        let kept = states.get(conversion);
        ensure!(
            kept.is_some_and(|kept| possible.clone().any(|state| state == *kept)),
            "conversion {conversion:?} is {kept:?} after {told:?}"
        );
    }
    let report = audit::run(&app.worker).await?;
    ensure!(report.is_clean(), "{report}");
    println!("{report}");
    Ok(())
}

/// An installation of its own for one test.
async fn installation() -> anyhow::Result<(tempfile::TempDir, Folders, World)> {
    let folder = tempfile::tempdir()?;
    let root = fs::canonicalize(folder.path())?;
    let folders = Folders { data: root.join("data"), shadow: root.join("shadow"), output: root.join("output") };
    let world = network(&folders).await?;
    Ok((folder, folders, world))
}

fn blocks_of(world: &World) -> Vec<i64> {
    world.blocks.iter().map(|block| block.block.0).collect()
}

/// The checks of the crash test can fail: a log that does not sync loses what it answered for, and that is seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_syncs_is_found_out() -> anyhow::Result<()> {
    let (binary, layer) = (build::placard()?, build::powerloss()?);
    let (_folder, folders, world) = installation().await?;
    let mut rng = StdRng::seed_from_u64(5);
    let promised = Arc::new(Mutex::new(Promised::default()));
    let log = folders.data.join("events");
    let server = Server::start_faulty(&binary, &folders, Some(&layer), &[(powerloss::FORGET, &log)]).await?;
    let crowd = crowd(server.address, &world.hosts, &blocks_of(&world), &promised, VISITORS, &mut rng);
    tokio::time::sleep(Duration::from_millis(ROUND_MS_MAX)).await;
    server.kill()?;
    for visitor in crowd {
        visitor.await?;
    }
    let after = folders.data.with_extension("after");
    // Nothing of what was on its way arrives: all that is left was synced.
    powerloss::restore(&folders.shadow, &folders.data, &after, &mut |_| 0)?;
    fs::remove_dir_all(&folders.data)?;
    fs::rename(after, &folders.data)?;
    let promised = promised.lock().expect("no visitor panics");
    ensure!(promised.shows.len() > VISITORS, "the server was hardly used: {} shows", promised.shows.len());
    ensure!(check_log(&folders.data, &promised).is_err(), "{} shows survived without a sync", promised.shows.len());
    Ok(())
}
