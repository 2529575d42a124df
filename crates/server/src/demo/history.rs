//! Thirty days of the demo network on a moved clock, hour by hour: visitors come, billing and facts follow.

use super::deposits;
use super::network::Network;
use super::page::Manifest;
use super::push::DemoPush;
use super::transport::{Call, Transport};
use super::visitors::{Crowd, Page, Plan, Visit, Visitor, click_id_of};
use super::world::World;
use crate::app::AppState;
use crate::router;
use axum::http::Method;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use placard_common::progress::Progress;
use placard_edge::delivery::counters;
use placard_model::UnixMs;
use placard_model::time::{Clock, DAY_MS, HOUR_MS, ManualClock};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::inventory::Inventory;
use placard_worker::feeds::{auto_bids, rules, schedule, voids};
use rand::RngExt;
use rand::rngs::StdRng;

/// Visits at the same time.
const VISITS_AT_ONCE: usize = 48;
/// Page views of the whole network in an hour of average traffic.
const VIEWS_PER_HOUR: f64 = 26.0;
/// The history becomes lively by and by: traffic of the first day, as a share of the last one's.
const FIRST_DAY_SHARE: f64 = 0.55;
/// Notifications for each page view.
const PUSHES_PER_VIEW: f64 = 0.7;
/// From the show to a click, in ms.
const READING_MS: i64 = 9_000;
/// Until all that was reported may be judged: billing follows the log two seconds behind.
const JUDGED_AFTER_MS: i64 = 3_000;
/// What a purchase is worth, in dollars.
const PAYOUTS: [&str; 4] = ["1.50", "2.40", "4", "9.90"];
/// Days before the end on which some campaigns are archived and stopped.
const ARCHIVED_BEFORE_DAYS: i64 = 14;
const STOPPED_BEFORE_DAYS: i64 = 5;
/// Days before the end from which bids follow what they bring, and sources are blocked and priced.
const STEERED_BEFORE_DAYS: i64 = 10;

/// Days before the end on which clicks are taken back, and how many days before that they came: all are settled.
const VOIDED_BEFORE_DAYS: i64 = 3;
const VOIDED_AFTER_DAYS: i32 = 2;

/// What billing, facts and the engine need to keep up with the moved clock.
struct Feeds {
    inventory: Inventory,
    billing: Billing,
    facts: Facts,
}

impl Feeds {
    async fn load(app: &AppState) -> anyhow::Result<Self> {
        Ok(Self {
            inventory: Inventory::load(app.worker.clone()).await?,
            billing: Billing::load(app.worker.clone()).await?,
            facts: Facts::load(app.worker.clone()).await?,
        })
    }

    async fn follow(&mut self) -> anyhow::Result<()> {
        self.inventory.catch_up().await?;
        self.billing.refresh_balances().await?;
        self.billing.catch_up().await?;
        Ok(())
    }
}

/// Makes the network and plays its history up to `end`; what visitors do comes from `rng`.
pub async fn play(
    app: &AppState,
    clock: &ManualClock,
    world: &World,
    end: UnixMs,
    rng: &mut StdRng,
    progress: &mut Progress,
) -> anyhow::Result<Manifest> {
    let transport = Transport::Local(router::build(app.clone())?);
    let mut network = Network::new(app, world, transport.clone());
    network.make_settings().await?;
    network.make_people().await?;
    network.make_team().await?;
    network.make_sites().await?;
    network.make_offers().await?;
    network.make_campaigns(false).await?;
    network.make_push_campaigns(false).await?;
    let mut push = DemoPush::begin(app, &mut network, rng).await?;
    let crowd = Crowd::gather(&app.geo, rng)?;
    let mut feeds = Feeds::load(app).await?;
    let start = clock.now();
    let mut purchases = Vec::new();
    let mut hour = start;
    while hour.plus_ms(HOUR_MS) < end {
        let day = hour.since_ms(start) / DAY_MS;
        if hour.0 % DAY_MS == 0 {
            progress.set(day as u64, &format!("day {} of 30", (day + 1).min(30)));
            schedule::hourly(&app.worker, hour).await?;
            clock.set(hour);
            push.day(app, rng).await?;
            let days_left = end.since_ms(hour) / DAY_MS;
            if deposits::is_payday(days_left) {
                clock.set(hour);
                network.log_out();
                deposits::pay(&network, days_left).await?;
            }
            if days_left == ARCHIVED_BEFORE_DAYS || days_left == STOPPED_BEFORE_DAYS {
                clock.set(hour);
                network.log_out();
                network.retire(if days_left == ARCHIVED_BEFORE_DAYS { "archived" } else { "stopped" }).await?;
            }
            if days_left == STEERED_BEFORE_DAYS {
                clock.set(hour);
                network.log_out();
                network.steer().await?;
                network.write_notes().await?;
            }
            if days_left == VOIDED_BEFORE_DAYS {
                clock.set(hour);
                network.log_out();
                network.take_back(hour.day().plus(-VOIDED_AFTER_DAYS)).await?;
                voids::step(&app.worker).await?;
            }
            if Network::has_payouts(days_left) {
                clock.set(hour);
                network.log_out();
                network.make_payouts(days_left).await?;
            }
        }
        let share =
            FIRST_DAY_SHARE + (1.0 - FIRST_DAY_SHARE) * (hour.since_ms(start) as f64 / end.since_ms(start) as f64);
        let views = VIEWS_PER_HOUR * share * crowd.rhythm(hour.0.rem_euclid(DAY_MS) as usize / HOUR_MS as usize);
        clock.set(hour.plus_ms(rng.random_range(60_000..HOUR_MS - 600_000)));
        feeds.follow().await?;
        let mut clicks = visit_all(&network, clock, &crowd, views.round() as usize, rng).await?;
        let pushes = (views * PUSHES_PER_VIEW).round() as usize;
        clicks.extend(push.hour(app, &network, &crowd, clock, pushes, rng).await?);
        // While they are of this hour: what they are asked about later is when they came.
        counters::flush(app).await?;
        buy(&transport, std::mem::take(&mut purchases), rng).await?;
        purchases = clicks;
        clock.advance_ms(JUDGED_AFTER_MS);
        feeds.follow().await?;
        if hour.0 % (6 * HOUR_MS) == 0 {
            feeds.facts.catch_up().await?;
        }
        // As often as a chart of days shows it.
        if hour.0 % DAY_MS == 0 {
            auto_bids::follow(&app.worker).await?;
        }
        hour = hour.plus_ms(HOUR_MS);
    }
    clock.set(UnixMs(end.0.max(clock.now().0)));
    buy(&transport, purchases, rng).await?;
    network.log_out();
    network.log_in().await?;
    network.make_campaigns(true).await?;
    network.make_push_campaigns(true).await?;
    network.lose_a_page().await?;
    push.finish(app, &network).await?;
    feeds.follow().await?;
    voids::step(&app.worker).await?;
    feeds.facts.catch_up().await?;
    auto_bids::follow(&app.worker).await?;
    network.make_rules().await?;
    rules::look(&app.worker).await?;
    feeds.billing.checkpoint().await?;
    feeds.facts.checkpoint().await?;
    Ok(Manifest { blocks: network.blocks, pages: network.pages, appeal: network.appeal })
}

/// Sends visitors; answers the click ids that a purchase will follow.
async fn visit_all(
    network: &Network<'_>,
    clock: &ManualClock,
    crowd: &Crowd,
    count: usize,
    rng: &mut StdRng,
) -> anyhow::Result<Vec<String>> {
    let all: u32 = network.pages.iter().map(|page| page.visits).sum();
    let visitors: Vec<(Visitor, &Page)> = (0..count)
        .map(|_| {
            let mut at = rng.random_range(0..all.max(1));
            let page = network.pages.iter().find(|page| {
                let here = at < page.visits;
                at = at.saturating_sub(page.visits);
                here
            });
            (crowd.draw(rng), page.unwrap_or(&network.pages[0]))
        })
        .collect();
    let visits: Vec<Visit<'_>> =
        visitors.into_iter().map(|(visitor, page)| Visit::new(&network.transport, visitor, page)).collect();
    let opened: Vec<_> =
        stream::iter(&visits).map(super::visitors::Visit::open).buffered(VISITS_AT_ONCE).collect().await;
    let mut plans: Vec<Plan> = Vec::with_capacity(visits.len());
    for ads in opened {
        plans.push(Visit::plan(&ads?, |ad| network.appeal.get(&ad).copied().unwrap_or(1.0), rng));
    }
    let both = || stream::iter(visits.iter().zip(&plans));
    for result in both().map(|(visit, plan)| visit.show(&plan.shown)).buffered(VISITS_AT_ONCE).collect::<Vec<_>>().await
    {
        result?;
    }
    clock.advance_ms(1_500);
    for result in
        both().map(|(visit, plan)| visit.view(&plan.viewed)).buffered(VISITS_AT_ONCE).collect::<Vec<_>>().await
    {
        result?;
    }
    clock.advance_ms(READING_MS);
    let clicked: Vec<_> = both()
        .filter_map(async |(visit, plan)| plan.click.as_deref().map(|path| (visit, path, plan.buys)))
        .map(async |(visit, path, buys)| visit.click(path).await.map(|landing| (landing, buys)))
        .buffered(VISITS_AT_ONCE)
        .collect()
        .await;
    let mut purchases = Vec::new();
    for result in clicked {
        let (landing, buys) = result?;
        if let Some(id) = landing.as_deref().and_then(click_id_of).filter(|_| buys) {
            purchases.push(id);
        }
    }
    Ok(purchases)
}

/// Tells purchases as the advertisers' trackers would: most at once approved, some on hold, few rejected.
async fn buy(transport: &Transport, clicks: Vec<String>, rng: &mut StdRng) -> anyhow::Result<()> {
    for click in clicks {
        let payout = PAYOUTS[rng.random_range(0..PAYOUTS.len())];
        let status = match rng.random_range(0..10) {
            0 => "rejected",
            1..=3 => "hold",
            _ => "approved",
        };
        let path = format!("/postback?click_id={click}&status={status}&payout={payout}&id=order-1");
        let call = Call { method: Method::GET, path: &path, headers: Vec::new(), body: Bytes::new() };
        let answer = transport.send(call).await?;
        anyhow::ensure!(answer.status.is_success(), "a postback of the demo was refused: {}", answer.status);
    }
    Ok(())
}
