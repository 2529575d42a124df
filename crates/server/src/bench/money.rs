//! Clicks billed per second from the log, while balances are read; facts, the audit, and a statement of a full month.

use super::processor::time_of_threads;
use crate::app::{App, AppState, Parts};
use anyhow::Context;
use placard_common::config::Config;
use placard_model::books::chart::AccountKind;
use placard_model::books::posting::{Account, Operation};
use placard_model::event::{Arrival, Event, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::Targeting;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::time::{ManualClock, SystemClock};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UserId,
    Verdict,
};
use placard_store::advertising::campaigns::{self, CampaignSettings};
use placard_store::money::journal;
use placard_store::money::movements::{self, Cause};
use placard_store::{Conn, Priority};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Advertisers, each with one campaign; and webmasters, each with ten blocks.
pub(super) const OWNERS: u64 = 100;
const BLOCKS: u64 = 1_000;
/// What a click costs.
pub(super) const PRICE: Money = Money::from_micros(100_001);
/// Shows and clicks written to the log at once, and the time between two such groups on the moved clock.
const CLICKS_AT_ONCE: u64 = 1_000;
const BETWEEN_MS: i64 = 200;
/// Billing follows the log two seconds behind.
const JUDGED_AFTER_MS: i64 = 5_000;
/// Between two reads of a balance beside billing.
const READ_PAUSE: Duration = Duration::from_millis(5);
/// Rows of the statement, and how many are made at once.
const STATEMENT_ROWS: u64 = 100_000;
const ROWS_AT_ONCE: u64 = 1_000;
/// Who has the statement: nobody who clicks are billed to.
const STATEMENT_OWNER: UserId = UserId(5_000);

/// The figures of one database; `config` names it, and its folder is empty.
pub(super) async fn measure(config: Config, clicks: u64) -> anyhow::Result<String> {
    let mut report = String::new();
    let folder = config.data_dir.clone();
    let database = if config.database.is_empty() { "SQLite" } else { "PostgreSQL" };
    let clock = Arc::new(ManualClock::new(SystemClock.now()));
    let moved: Arc<dyn Clock> = clock.clone();
    let app = App::open(config, Parts { clock: Some(moved), seed: Some(super::SEED), ..Parts::default() }).await?;
    let campaigns = prepare(&app).await?;
    app.engine.set_loaded();
    fill_log(&app, &clock, &campaigns, clicks).await?;
    let _ = writeln!(report, "Money, {clicks} clicks of {OWNERS} advertisers on {BLOCKS} blocks, in {database}");

    let mut billing = Billing::load(app.worker.clone()).await?;
    let reading = Reading::begin(&app);
    let (began, before) = (Instant::now(), time_of_threads("")?);
    let settled = billing.catch_up().await?;
    let (elapsed, processor) = (began.elapsed(), time_of_threads("")?.saturating_sub(before));
    let reads = reading.end().await?;
    anyhow::ensure!(settled as u64 == clicks, "{settled} of {clicks} clicks were billed");
    let first = Account::Advertiser(UserId(1));
    let left = app.store.read("bench_balance", async move |conn| movements::balance(conn, first).await).await?;
    anyhow::ensure!(left < credit(), "the clicks cost nothing");
    line(&mut report, "billed", clicks, elapsed, Some(processor));
    let _ = writeln!(report, "  {:<24}p50 {:.2} ms, p99 {:.2} ms", "a balance meanwhile", reads.0, reads.1);

    let mut facts = Facts::load(app.worker.clone()).await?;
    let (began, before) = (Instant::now(), time_of_threads("")?);
    facts.catch_up().await?;
    line(&mut report, "counted as facts", clicks, began.elapsed(), Some(time_of_threads("")?.saturating_sub(before)));
    billing.checkpoint().await?;
    facts.checkpoint().await?;

    let began = Instant::now();
    let found = audit::run(&app.worker).await?;
    anyhow::ensure!(found.is_clean(), "the audit found differences: {found}");
    line(&mut report, "audited", clicks, began.elapsed(), None);

    let elapsed = statement(&app).await?;
    let _ = writeln!(report, "  {:<24}{:.2} s", format!("statement, {STATEMENT_ROWS} rows"), elapsed.as_secs_f64());
    let _ = writeln!(report, "  {:<24}{} MiB\n", "most memory so far", memory_most_mib()?);
    drop((billing, facts));
    app.close().await?;
    drop(app);
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    Ok(report)
}

fn line(report: &mut String, name: &str, clicks: u64, elapsed: Duration, processor: Option<Duration>) {
    let (wall, per_click) = (elapsed.as_secs_f64(), |time: Duration| time.as_secs_f64() * 1e6 / clicks as f64);
    let _ = write!(report, "  {name:<24}{:>9.0} clicks/s, {wall:.1} s", clicks as f64 / wall);
    let _ = match processor {
        Some(processor) => writeln!(report, ", {:.1} us of processor time a click", per_click(processor)),
        None => writeln!(report),
    };
}

const fn credit() -> Money {
    Money::from_dollars(1_000_000)
}

/// Advertisers with money, and a campaign of each.
pub(super) async fn prepare(app: &AppState) -> anyhow::Result<Vec<CampaignId>> {
    let write = async |tx: &placard_store::Tx| {
        let mut made = Vec::new();
        for number in 1..=OWNERS {
            let advertiser = UserId(number as i64);
            let reference = format!("bench:{number}");
            let cause = Cause { reference: &reference, operation: Operation::TopUp, actor: None, comment: "" };
            movements::adjust_advertiser(tx, cause, advertiser, credit()).await?;
            made.push(campaigns::create(tx, advertiser, &settings(number), true).await?);
        }
        Ok(made)
    };
    Ok(app.store.write("bench_people", Priority::Api, write).await?)
}

fn settings(number: u64) -> CampaignSettings {
    CampaignSettings {
        name: format!("Campaign {number}"),
        marks: Vec::new(),
        target: Target::Commodity,
        offer: None,
        categories: vec![CategoryId(1)],
        ad_format_type: None,
        targeting: Targeting::default(),
        traffic_source: None,
        daily_limit: None,
        total_limit: None,
        even_pacing: false,
        push: None,
    }
}

/// Each click after its show, all of different visitors.
async fn fill_log(app: &AppState, clock: &ManualClock, campaigns: &[CampaignId], clicks: u64) -> anyhow::Result<()> {
    for group in 0..clicks.div_ceil(CLICKS_AT_ONCE) {
        let numbers = group * CLICKS_AT_ONCE..((group + 1) * CLICKS_AT_ONCE).min(clicks);
        let ads: Vec<(ServedAd, Arrival)> =
            numbers.map(|number| (served(number, campaigns, clock), arrival(number))).collect();
        let shows = ads.iter().map(|(ad, arrival)| Event::Show { ad: *ad, arrival: *arrival });
        app.log.append_all(shows.collect()).await?;
        clock.advance_ms(BETWEEN_MS);
        let clicked = ads.iter().map(|(ad, arrival)| Event::Click { ad: *ad, arrival: *arrival });
        app.log.append_all(clicked.collect()).await?;
    }
    clock.advance_ms(JUDGED_AFTER_MS);
    Ok(())
}

fn served(number: u64, campaigns: &[CampaignId], clock: &ManualClock) -> ServedAd {
    let (owner, block) = (number % OWNERS, number.wrapping_mul(7_919) % BLOCKS);
    let block_id = BlockId(block as i64 + 1);
    let mut token = [0; 12];
    token[..8].copy_from_slice(&number.to_le_bytes());
    ServedAd {
        token: TokenId(token),
        served: Served {
            ad: AdId(owner as i64 + 1),
            block: block_id,
            page: block as u32,
            visitor: VisitorId(number),
            decided_at: clock.now(),
            price: PRICE,
            weight_micros: 500,
            place: Place::default(),
            asn: 0,
            device_type: DeviceType::Desktop,
            os: Os::Other,
            browser: Browser::Other,
            language: Language::default(),
            traffic_source: TrafficSourceId(0),
            template: TemplateId(1),
            position: 0,
            control: false,
            consent: false,
        },
        ad: AdDims {
            campaign_type: CampaignType::Native,
            advertiser: UserId(owner as i64 + 1),
            campaign: campaigns[owner as usize],
            group: GroupId(owner as i64 + 1),
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(1),
        },
        block: BlockDims {
            webmaster: UserId(1_000 + (block % OWNERS) as i64),
            site: SiteId((block % OWNERS) as i64 + 1),
            block: block_id,
            format: BlockFormat::Native,
            template: TemplateId(1),
        },
    }
}

fn arrival(number: u64) -> Arrival {
    // By yesterday's key nobody is somebody else's today.
    let yesterday = number | 1 << 63;
    Arrival {
        edge_verdict: Verdict::Valid,
        attested: true,
        visitor: VisitorId(number),
        visitor_yesterday: VisitorId(yesterday),
        prefix: PrefixHash(number),
        prefix_yesterday: PrefixHash(yesterday),
        rate_flag: false,
    }
}

/// Somebody who looks at balances all the time.
struct Reading {
    stop: CancellationToken,
    times: tokio::task::JoinHandle<anyhow::Result<Vec<Duration>>>,
}

impl Reading {
    fn begin(app: &AppState) -> Self {
        let (app, stop) = (app.clone(), CancellationToken::new());
        let stopped = stop.clone();
        let times = tokio::spawn(async move {
            let mut times = Vec::new();
            while !stopped.is_cancelled() {
                let account = Account::Advertiser(UserId((times.len() as u64 % OWNERS) as i64 + 1));
                let began = Instant::now();
                app.store.read("bench_balance", async move |conn| movements::balance(conn, account).await).await?;
                times.push(began.elapsed());
                tokio::time::sleep(READ_PAUSE).await;
            }
            anyhow::Ok(times)
        });
        Self { stop, times }
    }

    /// The median and the hundredth slowest, in ms.
    async fn end(self) -> anyhow::Result<(f64, f64)> {
        self.stop.cancel();
        let mut times = self.times.await??;
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        Ok((at(0.5).as_secs_f64() * 1e3, at(0.99).as_secs_f64() * 1e3))
    }
}

/// How long the statement of a month with many movements takes.
async fn statement(app: &AppState) -> anyhow::Result<Duration> {
    for group in 0..STATEMENT_ROWS / ROWS_AT_ONCE {
        let write = async move |tx: &placard_store::Tx| {
            for number in 0..ROWS_AT_ONCE {
                let reference = format!("bench:{group}:{number}");
                let cause = Cause { reference: &reference, operation: Operation::TopUp, actor: None, comment: "A row" };
                movements::adjust_advertiser(tx, cause, STATEMENT_OWNER, PRICE).await?;
            }
            Ok(())
        };
        app.store.write("bench_rows", Priority::Api, write).await?;
    }
    let first = app.clock.now().day().month_first();
    let began = Instant::now();
    let read = async move |conn: &Conn| {
        let days = (first, first.month_last());
        journal::statement(conn, STATEMENT_OWNER, &[AccountKind::Advertisers], &[], days).await
    };
    let statement = app.store.read("bench_statement", read).await?;
    anyhow::ensure!(statement.lines.len() as u64 == STATEMENT_ROWS, "{} rows", statement.lines.len());
    Ok(began.elapsed())
}

/// The most memory that this process has had so far.
fn memory_most_mib() -> anyhow::Result<u64> {
    let path = Path::new("/proc/self/status");
    let status = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: u64 = line.and_then(|line| line.split_whitespace().next()).context("no VmHWM")?.parse()?;
    Ok(kib / 1024)
}
