//! `placard bench`: what an ad request costs the server, what abuse beside it changes, what durability adds to a click, how fast money
//! is booked and checked, what a push costs, how fast the lists of an advertiser with very much are, and what a year leaves behind.
//! Measured on the real application in this process, with a generated network.

mod abuse;
mod beside;
mod browser;
mod client;
mod durability;
mod lists;
mod money;
mod processor;
mod push;
mod requests;
mod rules;
mod year;

use crate::app::{App, AppState, Parts};
use crate::{connections, router};
use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use clap::{Args, ValueEnum};
use placard_common::config::Config;
use placard_engine::generator::{self, GeneratedRequest, Size};
use placard_model::Money;
use placard_model::inventory::BlockSpec;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

/// Live ads of the generated network.
const ADS: usize = 10_000;
/// Places of each request.
const PLACES: usize = 4;
/// Different requests; they are sent again and again.
const REQUESTS: usize = 20_000;
/// The seed of network and traffic.
const SEED: u64 = 2026;
/// Names of the server's threads, by which their processor time is found.
const SERVER_THREADS: &str = "bench-server";

/// What to measure.
#[derive(Clone, Debug, Args)]
pub struct BenchArgs {
    /// Only this part; all of them without it.
    #[arg(long, value_enum)]
    only: Option<Part>,
    /// Clicks that are billed and audited.
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    clicks: u64,
    /// An empty PostgreSQL database in which money is measured too, or with `--only lists` lists.
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Ad requests, abuse beside them, and durability.
    Requests,
    /// Billing, the audit and statements.
    Money,
    /// A pass of rules over ten thousand campaigns.
    Rules,
    /// Lists and changes of an advertiser with ten thousand campaigns and a hundred thousand ads.
    Lists,
    /// Pushes: their encryption and sending, and a million subscriptions.
    Push,
    /// Sizes of everything that is kept, over a year of a busy network.
    Year,
}

/// Runs everything and gives the report. Data is kept below the data folder and removed afterwards, so that the disk is
/// the one that a network here would have.
pub fn run(mut config: Config, args: &BenchArgs) -> anyhow::Result<String> {
    let folder = Folder(config.data_dir.join(format!("bench-{}", std::process::id())));
    if config.geo.cache_dir.as_os_str().is_empty() {
        config.geo.cache_dir = config.data_dir.join("geo");
    }
    config.data_dir.clone_from(&folder.0);
    config.database = String::new();
    let mut report = String::new();
    let _ = writeln!(report, "Placard {}\n", env!("CARGO_PKG_VERSION"));
    let is_asked = |part| args.only.is_none_or(|only| only == part);
    if is_asked(Part::Money) {
        let databases = [Some(String::new()), args.postgres.clone()];
        for (number, database) in databases.into_iter().flatten().enumerate() {
            let data_dir = folder.0.join(format!("money-{number}"));
            let config = Config { data_dir, database, ..config.clone() };
            report.push_str(&runtime(SERVER_THREADS)?.block_on(money::measure(config, args.clicks))?);
        }
    }
    if is_asked(Part::Lists) {
        // One run has one empty database, which money takes where it is measured.
        let postgres = args.postgres.clone().filter(|_| args.only == Some(Part::Lists));
        let databases = [Some(String::new()), postgres];
        for (number, database) in databases.into_iter().flatten().enumerate() {
            let data_dir = folder.0.join(format!("lists-{number}"));
            let config = Config { data_dir, database, ..config.clone() };
            report.push_str(&runtime(SERVER_THREADS)?.block_on(lists::measure(config))?);
        }
    }
    if is_asked(Part::Rules) {
        let config = Config { data_dir: folder.0.join("rules"), ..config.clone() };
        report.push_str(&runtime(SERVER_THREADS)?.block_on(rules::measure(config))?);
    }
    if is_asked(Part::Push) {
        let config = Config { data_dir: folder.0.join("push"), ..config.clone() };
        report.push_str(&push::measure(config)?);
    }
    if is_asked(Part::Year) {
        let config = Config { data_dir: folder.0.join("year"), ..config.clone() };
        report.push_str(&runtime(SERVER_THREADS)?.block_on(year::measure(config))?);
    }
    if is_asked(Part::Requests) {
        report.push_str(&measure_requests(config)?);
    }
    drop(folder);
    Ok(report)
}

fn measure_requests(config: Config) -> anyhow::Result<String> {
    let server = runtime(SERVER_THREADS)?;
    let clients = runtime("bench-client")?;
    let bench = server.block_on(Bench::start(config))?;
    let mut report = format!("{ADS} live ads\n\n");
    clients.block_on(async {
        report.push_str(&requests::measure(&bench).await?);
        report.push_str(&beside::measure(&bench).await?);
        report.push_str(&durability::measure(&bench).await?);
        anyhow::Ok(())
    })?;
    server.block_on(bench.app.close())?;
    Ok(report)
}

fn runtime(name: &'static str) -> anyhow::Result<Runtime> {
    Ok(Builder::new_multi_thread().worker_threads(2).thread_name(name).enable_all().build()?)
}

/// Removed when the run ends, however it ends.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is told by its name: it begins with `bench-`.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The server under measurement.
struct Bench {
    app: AppState,
    address: SocketAddr,
    traffic: Vec<GeneratedRequest>,
}

impl Bench {
    async fn start(config: Config) -> anyhow::Result<Self> {
        let app = App::open(config, Parts { seed: Some(SEED), ..Parts::default() }).await?;
        let network = generator::network(Size::of_ads(ADS), SEED);
        let (now, live) = (app.clock.now(), app.engine.live());
        for block in &network.blocks {
            app.delivery.directory.put_block(block.dims, &block.domain);
        }
        app.engine.apply(network.changes);
        for advertiser in &network.advertisers {
            live.set_advertiser_balance(*advertiser, Money::from_dollars(1_000_000), now);
        }
        app.engine.publish_now(now);
        app.delivery.directory.set_ready();
        app.delivery.agents.prepare();
        app.geo.tree();
        let blocks: Vec<BlockSpec> = network.blocks.into_iter().filter(|block| block.places >= PLACES).collect();
        let traffic = generator::requests(&blocks, REQUESTS, SEED);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot listen on loopback")?;
        let address = listener.local_addr()?;
        let service = constants().merge(router::build(app.clone())?);
        let config = app.config.clone();
        tokio::spawn(async move { connections::serve(listener, service, &config, CancellationToken::new()).await });
        Ok(Self { app, address, traffic })
    }

    fn ads_request(&self, path: &str, request: &GeneratedRequest) -> Arc<[u8]> {
        ads_request(self.address, path, request)
    }
}

/// A request for the ads of a page, as bytes.
fn ads_request(server: SocketAddr, path: &str, request: &GeneratedRequest) -> Arc<[u8]> {
    let audience = &request.audience;
    let on_page: Vec<i64> = request.on_page.iter().map(|ad| ad.0).collect();
    let body = serde_json::json!({
        "v": 1,
        "page": request.page,
        "referrer": "https://www.google.com/",
        "language": audience.language.as_str(),
        "blocks": [{"id": request.block.0, "places": PLACES}],
        "on_page": on_page,
    })
    .to_string();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\nuser-agent: {}\r\nx-forwarded-for: {}\r\norigin: https://{}\r\n\
             referer: {}\r\naccept: */*\r\naccept-language: en-GB,en;q=0.9\r\naccept-encoding: gzip, deflate, br\r\n\
             content-type: text/plain\r\ncontent-length: {}\r\n\r\n{body}",
        server,
        request.user_agent,
        audience.ip,
        request.page_host,
        request.page,
        body.len()
    )
    .into_bytes()
    .into()
}

/// Handlers to compare with: they read the same requests and answer bytes that are made already.
fn constants() -> Router {
    let constant = |bytes: usize| {
        let body = Bytes::from(vec![b'x'; bytes]);
        move |_: Bytes| std::future::ready(body.clone())
    };
    let mut router = Router::new().route("/bench/empty", post(constant(0)));
    for kilobytes in 1..=requests::CONSTANT_KB_MAX {
        router = router.route(&format!("/bench/constant/{kilobytes}"), post(constant(kilobytes * 1024)));
    }
    router
}
