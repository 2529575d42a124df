//! `placard simulate`: visitors for a running demo network, over HTTP, for as long as asked.

use super::page::Manifest;
use super::transport::{Call, Transport};
use super::visitors::{Crowd, Page, Visit, click_id_of};
use anyhow::Context;
use axum::http::Method;
use bytes::Bytes;
use clap::Args;
use placard_common::geo::Geo;
use placard_common::progress::Progress;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

/// The most visits that wait for each other.
const VISITS_AT_ONCE: usize = 256;
/// The most page views per second that can be asked for.
const RATE_MAX: f64 = 500.0;

/// Flags of `simulate`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Address of the running demo network.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub url: String,
    /// How long, in minutes.
    #[arg(long, default_value_t = 10.0)]
    pub minutes: f64,
    /// Page views per second.
    #[arg(long, default_value_t = 4.0)]
    pub rate: f64,
    /// Seed of the visitors' chance.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

#[derive(Default)]
struct Sums {
    views: AtomicU64,
    shows: AtomicU64,
    clicks: AtomicU64,
    purchases: AtomicU64,
    failures: AtomicU64,
}

/// Sends visitors until the time is over; prints what they did.
pub async fn run(args: SimulateArgs, geo: &Geo) -> anyhow::Result<()> {
    anyhow::ensure!(args.rate > 0.0 && args.rate <= RATE_MAX, "--rate is above 0 and at most {RATE_MAX}");
    anyhow::ensure!(args.minutes > 0.0, "--minutes is above 0");
    let transport = Transport::remote(&args.url);
    let manifest = load_manifest(&transport).await.with_context(|| {
        format!(
            "no demo network answers at {}: start one with `placard serve --demo`, or give its address with --url",
            args.url
        )
    })?;
    let mut rng = StdRng::seed_from_u64(args.seed);
    let crowd = Crowd::gather(geo, &mut rng)?;
    let manifest = Arc::new(manifest);
    let sums = Arc::new(Sums::default());
    let slots = Arc::new(tokio::sync::Semaphore::new(VISITS_AT_ONCE));
    let whole = Duration::from_secs_f64(args.minutes * 60.0);
    let end = Instant::now() + whole;
    let mut progress = Progress::new("Visiting", whole.as_secs().max(1));
    let mut beat = interval(Duration::from_secs_f64(1.0 / args.rate));
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let began = Instant::now();
    while Instant::now() < end {
        beat.tick().await;
        let page = pick(&manifest.pages, &mut rng).clone();
        let visitor = crowd.draw(&mut rng);
        let (transport, manifest, own_sums) = (transport.clone(), manifest.clone(), sums.clone());
        let slot = slots.clone().acquire_owned().await?;
        let own = StdRng::from_rng(&mut rng);
        tokio::spawn(async move {
            let visit = Visit::new(&transport, visitor, &page);
            if let Err(error) = one_visit(&transport, &visit, &manifest, &own_sums, own).await {
                tracing::debug!("a visit failed: {error:#}");
                own_sums.failures.fetch_add(1, Ordering::Relaxed);
            }
            drop(slot);
        });
        progress.set(began.elapsed().as_secs(), &sums.text());
    }
    // Let the last visitors finish.
    let _all = slots.acquire_many(VISITS_AT_ONCE as u32).await?;
    progress.finish(&sums.text());
    Ok(())
}

impl Sums {
    fn text(&self) -> String {
        let of = |sum: &AtomicU64| sum.load(Ordering::Relaxed);
        format!(
            "{} page views, {} shows, {} clicks, {} purchases, {} failures",
            of(&self.views),
            of(&self.shows),
            of(&self.clicks),
            of(&self.purchases),
            of(&self.failures)
        )
    }
}

async fn load_manifest(transport: &Transport) -> anyhow::Result<Manifest> {
    let call = Call { method: Method::GET, path: "/demo/manifest", headers: Vec::new(), body: Bytes::new() };
    Ok(serde_json::from_value(transport.send(call).await?.json("/demo/manifest")?)?)
}

fn pick<'a>(pages: &'a [Page], rng: &mut StdRng) -> &'a Page {
    let all: u32 = pages.iter().map(|page| page.visits).sum();
    let mut at = rng.random_range(0..all.max(1));
    for page in pages {
        if at < page.visits {
            return page;
        }
        at -= page.visits;
    }
    &pages[0]
}

async fn one_visit(
    transport: &Transport,
    visit: &Visit<'_>,
    manifest: &Manifest,
    sums: &Sums,
    mut rng: StdRng,
) -> anyhow::Result<()> {
    let ads = visit.open().await?;
    sums.views.fetch_add(1, Ordering::Relaxed);
    let plan = Visit::plan(&ads, |ad| manifest.appeal.get(&ad).copied().unwrap_or(1.0), &mut rng);
    visit.show(&plan.shown).await?;
    sums.shows.fetch_add(plan.shown.len() as u64, Ordering::Relaxed);
    sleep(Duration::from_millis(rng.random_range(1_000..2_500))).await;
    visit.view(&plan.viewed).await?;
    let Some(path) = plan.click else { return Ok(()) };
    sleep(Duration::from_millis(rng.random_range(500..6_000))).await;
    let landing = visit.click(&path).await?;
    sums.clicks.fetch_add(1, Ordering::Relaxed);
    if let Some(click) = landing.as_deref().and_then(click_id_of).filter(|_| plan.buys) {
        sleep(Duration::from_millis(rng.random_range(2_000..8_000))).await;
        let path = format!("/postback?click_id={click}&status=approved&payout=2.40&id=order-1");
        let call = Call { method: Method::GET, path: &path, headers: Vec::new(), body: Bytes::new() };
        transport.send(call).await?;
        sums.purchases.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
