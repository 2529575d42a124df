//! How fast the pages of an advertiser with very much are: each list as the web application asks for it, a change of a thousand
//! ads in one call until the engine serves by it, and reach beside a form.

mod figures;
mod network;

use super::browser::{Browser, Call, line};
use crate::app::{App, AppState, Parts};
use anyhow::Context;
use network::{ADS, CAMPAIGN_OF_GROUPS, CAMPAIGN_OF_SOURCES, CAMPAIGNS, GROUP_OF_ADS, OWNER};
use placard_common::config::Config;
use placard_model::inventory::Bid;
use placard_model::{AdId, Money};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::inventory;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Changes of many ads, each to another bid, and the ads of one.
const CHANGES: i64 = 10;
const CHANGED_ADS: i64 = 1_000;
/// Between two looks at what the engine serves by.
const LOOK_PAUSE: Duration = Duration::from_millis(2);
/// So long the engine may take to load everything, and to follow a change.
const ENGINE_PATIENCE: Duration = Duration::from_mins(2);

/// The figures of one database; `config` names it, and its folder is empty.
pub(super) async fn measure(config: Config) -> anyhow::Result<String> {
    let folder = config.data_dir.clone();
    let database = if config.database.is_empty() { "SQLite" } else { "PostgreSQL" };
    let app = App::open(config, Parts { seed: Some(super::SEED), ..Parts::default() }).await?;
    let began = Instant::now();
    network::store(&app).await?;
    let mut facts = Facts::load(app.worker.clone()).await?;
    facts.catch_up().await?;
    Billing::load(app.worker.clone()).await?;
    figures::count(&app)?;
    let mut report = String::new();
    let _ = writeln!(
        report,
        "Lists: {CAMPAIGNS} campaigns and {ADS} ads of one owner, in {database} (made in {:.0} s)",
        began.elapsed().as_secs_f64()
    );
    let stop = CancellationToken::new();
    let following = tokio::spawn(inventory::run(app.worker.clone(), stop.clone()));
    tokio::time::timeout(ENGINE_PATIENCE, app.delivery.directory.wait_ready()).await.context("no inventory")?;
    app.engine.apply(network::blocks());
    app.engine.publish_now(app.clock.now());

    let mut browser = Browser::open(&app, OWNER, &stop).await?;
    let _ = writeln!(report, "  {:<34}{:>10} {:>12}", "", "p50", "p95");
    for (name, call) in pages(&app) {
        line(&mut report, name, browser.times(&call).await?);
    }
    change_many(&mut report, &app, &mut browser).await?;
    report.push('\n');
    stop.cancel();
    following.await??;
    drop(facts);
    app.close().await?;
    drop(app);
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    Ok(report)
}

/// The calls of pages, in their default order and with the figures of their default days, as the web application sends them.
fn pages(app: &AppState) -> Vec<(&'static str, Call)> {
    let today = app.clock.now().day();
    let week = today.plus(-6);
    let figures = |count: u32, order: &str| {
        format!(
            "page=1&count={count}&filters[date_from]={today}&filters[date_to]={today}&order_by={order}\
             &order_direction=desc&is_show_stats=1"
        )
    };
    let push = |limit: u32, order: &str| {
        format!("limit={limit}&offset=0&stats_from={week}&stats_to={today}&order_by={order}&order_direction=desc")
    };
    let sources = |level: &str| {
        format!(
            "level={level}&page=1&count=50&filters[date_from]={week}&filters[date_to]={today}&filters[view]=all\
             &order_by=money&order_direction=desc"
        )
    };
    let get = |path: &str, query: &str| Call::get(format!("{path}?{query}"));
    let sources_path = format!("/api/advertiser/campaigns/{CAMPAIGN_OF_SOURCES}/source/stats");
    let audience = serde_json::json!({
        "target_id": 1, "categories": [1], "traffic_source_id": null, "countries": ["DE", "AT"], "device_types": [1],
    });
    vec![
        ("campaigns", get("/api/advertiser/campaigns", &figures(50, "running_ads_count"))),
        (
            "groups of a campaign with 1,000",
            get(&format!("/api/advertiser/campaigns/{CAMPAIGN_OF_GROUPS}/ad_groups"), &figures(50, "id")),
        ),
        ("all ads", get("/api/advertiser/ads/all", &figures(20, "shows_count"))),
        ("all ads, by number", get("/api/advertiser/ads/all", &figures(20, "id"))),
        (
            "ads of a group with 1,000",
            get(&format!("/api/advertiser/ad_groups/{GROUP_OF_ADS}/ads/universal"), &figures(50, "id")),
        ),
        (
            "push campaigns",
            get("/api-push-proxy/campaigns", &format!("{}&with_reach=1", push(50, "running_ads_count"))),
        ),
        ("push ads", get("/api-push-proxy/ads", &push(20, "impressions"))),
        ("rules", get("/api/advertiser/rules", "")),
        ("sources, by site", get(&sources_path, &sources("site"))),
        ("sources, by block", get(&sources_path, &sources("block"))),
        (
            "reach, form of a campaign",
            Call { method: "POST", path: "/api/advertiser/campaigns/reach".to_owned(), body: audience.to_string() },
        ),
        ("reach and bids, form of an ad", get(&format!("/api/advertiser/ad_groups/{GROUP_OF_ADS}/reach"), "bid=0.12")),
    ]
}

/// One bid for a thousand ads of as many groups, and how long the engine takes to serve by it.
async fn change_many(report: &mut String, app: &AppState, browser: &mut Browser) -> anyhow::Result<()> {
    let ids: Vec<i64> = (0..CHANGED_ADS).map(network::ad_to_change).collect();
    let (mut answered, mut served) = (Vec::new(), Vec::new());
    for number in 1..=CHANGES {
        // Whole cents above the lowest bid: none is the one before.
        let bid = Money::from_micros(1_000_000 + number * 10_000);
        let body = serde_json::json!({ "ids": ids, "one_bid_for_all_geo": (100 + number) as f64 / 100.0 });
        let call = Call { method: "PUT", path: "/api/advertiser/ads/all/bid".to_owned(), body: body.to_string() };
        let began = Instant::now();
        let answer = browser.ask(&call).await?;
        answered.push(began.elapsed());
        let answer: serde_json::Value = serde_json::from_slice(&answer.body)?;
        anyhow::ensure!(answer["data"]["updated_count"] == CHANGED_ADS, "not all were changed: {answer}");
        while !serves_by(app, &ids, bid) {
            anyhow::ensure!(began.elapsed() < ENGINE_PATIENCE, "the engine does not follow");
            tokio::time::sleep(LOOK_PAUSE).await;
        }
        served.push(began.elapsed());
    }
    line(report, "bid of 1,000 ads in one call", answered);
    line(report, "until the engine serves by it", served);
    Ok(())
}

fn serves_by(app: &AppState, ids: &[i64], bid: Money) -> bool {
    let snapshot = app.engine.snapshot();
    ids.iter().all(|id| snapshot.ad(AdId(*id)).is_some_and(|ad| ad.spec.bid == Bid::Everywhere(bid)))
}
