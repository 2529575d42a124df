//! The real executable on a bad day: a disk that fails or is full, a clock that is wrong, an event log that lost its end.

use anyhow::{Context, ensure};
use hyper::{Method, StatusCode};
use placard_common::config::Config;
use placard_events::{Log, LogConfig, Position};
use placard_model::books::settlement::SettlementKind;
use placard_model::event::{Event, EventRef};
use placard_model::time::{DAY_MS, HOUR_MS, SystemClock};
use placard_model::{Clock as _, Money, UnixMs, Verdict};
use placard_server::{App, Parts};
use placard_sim::server::{Folders, Server, Visitor, clicked, placard, tail};
use placard_sim::world::{Budgets, World};
use placard_sim::{build, powerloss};
use placard_store::accounts::audit_log::{self, LogFilter};
use placard_store::billing::settlements::{self, Stored};
use placard_store::{Scope, Store};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long something may take that is to happen by itself.
const PATIENCE: Duration = Duration::from_mins(1);
/// Longer than clicks that count as too fast, in ms.
const READING: Duration = Duration::from_millis(400);

/// A network in a folder of its own, and the programs.
struct Network {
    _folder: tempfile::TempDir,
    folders: Folders,
    world: World,
    binary: PathBuf,
    layer: PathBuf,
}

impl Network {
    async fn make() -> anyhow::Result<Self> {
        let (binary, layer) = (build::placard()?, build::powerloss()?);
        let folder = tempfile::tempdir()?;
        let root = fs::canonicalize(folder.path())?;
        let folders = Folders { data: root.join("data"), shadow: root.join("shadow"), output: root.join("output") };
        let app = App::open(
            Config { data_dir: folders.data.clone(), ..Config::default() },
            Parts { light: true, ..Parts::default() },
        )
        .await?;
        let (daily_limit, total_limit) = (None, None);
        let (balance, bid) = (Money::from_dollars(10_000), Money::from_micros(10_007));
        let world = World::make(&app.store, Budgets { balance, daily_limit, total_limit, bid }).await?;
        app.close().await?;
        Ok(Self { _folder: folder, folders, world, binary, layer })
    }

    async fn start(&self, faults: &[(&str, &Path)]) -> anyhow::Result<(Server, Reader<'_>)> {
        let layer = (!faults.is_empty()).then_some(&*self.layer);
        let server = Server::start_faulty(&self.binary, &self.folders, layer, faults).await?;
        let reader = Reader {
            visitor: Visitor::new(server.address),
            operator: Visitor::new(server.figures),
            world: &self.world,
        };
        Ok((server, reader))
    }

    /// What the server says that does not start.
    async fn refusal(&self, faults: &[(&str, &Path)]) -> anyhow::Result<String> {
        fs::write(&self.folders.output, "")?;
        ensure!(self.start(faults).await.is_err(), "the server starts");
        Ok(tail(&self.folders.output))
    }

    /// Runs a command on the folder, which must succeed.
    fn command(&self, words: &[&str], faults: &[(&str, &Path)]) -> anyhow::Result<String> {
        let (first, rest) = words.split_first().context("a command has a name")?;
        let mut command = placard(&self.binary, first, &self.folders);
        if !faults.is_empty() {
            command
                .env("LD_PRELOAD", &self.layer)
                .env(powerloss::WATCH, &self.folders.data)
                .env(powerloss::SHADOW, &self.folders.shadow)
                .envs(faults.iter().copied());
        }
        let Output { status, stdout, stderr } = command.args(rest).output()?;
        let said = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        ensure!(status.success(), "{words:?}: {said}");
        Ok(said)
    }

    /// The settled clicks, of a server that has ended: the layer takes SQLite's locks away from a running one, as it
    /// closes the files that it copies.
    async fn clicks(&self) -> anyhow::Result<Vec<Stored>> {
        let url = format!("sqlite://{}", self.folders.data.join("placard.db").display());
        let store = Store::connect(&url, Arc::new(SystemClock)).await?;
        let mut rows = store.read("all", async |conn| settlements::after(conn, 0, 1_000).await).await?;
        store.close().await?;
        rows.retain(|row| row.settlement.kind == SettlementKind::Click);
        Ok(rows)
    }
}

/// Somebody who reads a page with a block.
struct Reader<'a> {
    visitor: Visitor,
    /// Somebody who reads the server's figures.
    operator: Visitor,
    world: &'a World,
}

impl Reader<'_> {
    async fn call(
        &self,
        method: Method,
        path: &str,
        who: u8,
        body: &str,
    ) -> anyhow::Result<hyper::Response<bytes::Bytes>> {
        let (origin, address) = (format!("https://{}", self.world.hosts[0]), format!("11.{who}.7.7"));
        self.visitor.call(method, path, &Visitor::headers(&origin, &address), body).await
    }

    /// The token of an ad that is offered.
    async fn ad(&self, who: u8) -> anyhow::Result<Option<String>> {
        let page = format!("https://{}/page", self.world.hosts[0]);
        let block = self.world.blocks[0].block.0;
        let wanted = json!({ "v": 1, "page": page, "referrer": "", "language": "en", "blocks": [{ "id": block }] });
        let answer = self.call(Method::POST, "/d/ads", who, &wanted.to_string()).await?;
        ensure!(answer.status() == StatusCode::OK, "ads are answered with {}", answer.status());
        let answer: Value = serde_json::from_slice(answer.body())?;
        Ok(answer["blocks"][0]["ads"][0]["token"].as_str().map(str::to_owned))
    }

    async fn report(&self, path: &str, who: u8, token: &str) -> anyhow::Result<StatusCode> {
        let page = format!("https://{}/page", self.world.hosts[0]);
        let report = json!({ "tokens": [token], "page": page }).to_string();
        Ok(self.call(Method::POST, path, who, &report).await?.status())
    }

    /// Leads on always; the click's place if it was recorded.
    async fn click(&self, who: u8, token: &str) -> anyhow::Result<Option<EventRef>> {
        let answer = self.call(Method::GET, &format!("/c/{token}"), who, "").await?;
        ensure!(answer.status() == StatusCode::FOUND, "a click is answered with {}", answer.status());
        Ok(clicked(&answer).map(|(click, _)| click))
    }

    /// Sees an ad, reads, and clicks it.
    async fn read_and_click(&self, who: u8) -> anyhow::Result<EventRef> {
        let token = self.ad(who).await?.context("no ad is offered")?;
        ensure!(self.report("/d/show", who, &token).await? == StatusCode::NO_CONTENT, "a show is refused");
        tokio::time::sleep(READING).await;
        self.click(who, &token).await?.context("a click is not recorded")
    }

    /// Waits until this process has settled so many clicks as valid.
    async fn settled(&self, wanted: usize) -> anyhow::Result<()> {
        let began = Instant::now();
        loop {
            let answer = self.operator.call(Method::GET, "/metrics", &[], "").await?;
            let text = String::from_utf8_lossy(answer.body()).into_owned();
            let line = text.lines().find(|line| line.starts_with("placard_clicks_settled_total{verdict=\"valid\"}"));
            let settled = line.and_then(|line| line.rsplit(' ').next()?.parse::<usize>().ok()).unwrap_or_default();
            if settled >= wanted {
                return Ok(());
            }
            ensure!(began.elapsed() < PATIENCE, "{settled} of {wanted} clicks are settled as valid");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn ready(&self) -> anyhow::Result<(StatusCode, String)> {
        let answer = self.operator.call(Method::GET, "/readyz", &[], "").await?;
        Ok((answer.status(), String::from_utf8_lossy(answer.body()).into_owned()))
    }

    /// Waits until the server says something of itself.
    async fn said(&self, part: &str) -> anyhow::Result<String> {
        let began = Instant::now();
        loop {
            let (_, text) = self.ready().await?;
            if text.contains(part) {
                return Ok(text);
            }
            ensure!(began.elapsed() < PATIENCE, "not said: {part}; but: {text}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// What the log holds.
fn events(folders: &Folders) -> anyhow::Result<Vec<Event>> {
    let log = Log::open(&folders.data.join("events"), LogConfig::default(), Arc::new(SystemClock))?;
    Ok(log.read(&Position::default(), 10_000, None)?.events.into_iter().map(|record| record.event).collect())
}

/// Nothing is acknowledged, nothing offered, visitors are led on; with the disk all comes back, without a restart, and
/// what was acknowledged is billed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_or_is_full_is_outlived() -> anyhow::Result<()> {
    let network = Network::make().await?;
    let (fails, full) = (network.folders.data.with_extension("fails"), network.folders.data.with_extension("full"));
    let faults = [(powerloss::FAIL, &*fails), (powerloss::FULL, &*full)];
    let (server, reader) = network.start(&faults).await?;
    let mut clicks = vec![reader.read_and_click(1).await?];
    for (round, flag) in [&fails, &full].into_iter().enumerate() {
        let who = 10 + round as u8;
        let token = reader.ad(who).await?.context("no ad is offered")?;
        ensure!(
            reader.report("/d/show", who, &token).await? == StatusCode::NO_CONTENT,
            "a working disk refuses a show"
        );

        fs::write(flag, "")?;
        for _ in 0..3 {
            let refused = reader.report("/d/view", who, &token).await?;
            ensure!(refused == StatusCode::SERVICE_UNAVAILABLE, "what is not on the disk was answered {refused}");
        }
        ensure!(reader.click(who, &token).await?.is_none(), "a click that is not on the disk has an id");
        ensure!(reader.ad(who + 50).await?.is_none(), "an ad is offered that could not be billed");
        let (status, text) = reader.ready().await?;
        ensure!(status == StatusCode::SERVICE_UNAVAILABLE && text.contains("event_log"), "{status} {text}");
        // Long enough for billing and statistics to meet the bad disk too.
        tokio::time::sleep(Duration::from_secs(4)).await;

        fs::remove_file(flag)?;
        let began = Instant::now();
        while reader.report("/d/view", who, &token).await? != StatusCode::NO_CONTENT {
            ensure!(began.elapsed() < PATIENCE, "the log does not recover: {}", tail(&network.folders.output));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        clicks.push(reader.click(who, &token).await?.context("a click on a working disk is not recorded")?);
        clicks.push(reader.read_and_click(who + 100).await?);
    }
    reader.settled(clicks.len()).await?;
    let began = Instant::now();
    while let Err(error) = network.command(&["audit"], &[]) {
        // Statistics may still be on their way.
        ensure!(began.elapsed() < PATIENCE, "{error}; {}", tail(&network.folders.output));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let said = fs::read_to_string(&network.folders.output)?;
    let told = said.lines().filter(|line| line.contains("the event log takes nothing")).count();
    ensure!(told <= 4, "one line for each time, not {told}");
    server.kill()?;
    let settled = network.clicks().await?;
    let billed: Vec<EventRef> = settled.iter().map(|row| row.settlement.click).collect();
    ensure!(billed == clicks, "{clicks:?} were acknowledged, {billed:?} are settled");
    ensure!(settled.iter().all(|row| row.settlement.verdict == Verdict::Valid), "{settled:?}");
    ensure!(
        events(&network.folders)?.iter().filter(|event| matches!(event, Event::Click { .. })).count() == clicks.len()
    );
    let (server, _) = network.start(&[]).await?;
    server.stop()
}

/// With less than the limit free nothing is taken, before the disk is really full.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_nearly_full_disk_is_told_before_it_is_full() -> anyhow::Result<()> {
    let network = Network::make().await?;
    let config = network.folders.data.with_extension("toml");
    fs::write(&config, "disk_free_min_mib = 1000000000\n")?;
    // Never ready: it starts, and says why.
    let server = Server::spawn_with(&network.binary, &network.folders, &["--config", &config.to_string_lossy()])?;
    let reader =
        Reader { visitor: Visitor::new(server.address), operator: Visitor::new(server.figures), world: &network.world };
    let began = Instant::now();
    while !matches!(reader.ready().await, Ok((StatusCode::SERVICE_UNAVAILABLE, text)) if text.contains("MiB are free"))
    {
        ensure!(began.elapsed() < PATIENCE, "it does not say that space is short");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    ensure!(reader.ad(1).await?.is_none(), "an ad is offered that could not be billed");
    server.stop()
}

/// A clock that was an hour ahead, one that jumps while the server runs, and one that is days away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_clock_costs_nobody_anything() -> anyhow::Result<()> {
    let network = Network::make().await?;
    let ahead = network.folders.data.with_extension("ahead");
    let faults = [(powerloss::CLOCK, &*ahead)];
    let began = SystemClock.now();

    fs::write(&ahead, HOUR_MS.to_string())?;
    let (server, reader) = network.start(&faults).await?;
    reader.read_and_click(1).await?;
    reader.settled(1).await?;
    server.stop()?;
    // Set right: time goes on from where it was, and nobody is too fast.
    fs::write(&ahead, "0")?;
    let (server, reader) = network.start(&faults).await?;
    let text = reader.said("behind").await?;
    ensure!(text.starts_with("ready") && text.contains("clock"), "{text}");
    reader.read_and_click(2).await?;
    // While it runs a jump of a day is not believed.
    fs::write(&ahead, DAY_MS.to_string())?;
    reader.said("ahead").await?;
    reader.read_and_click(3).await?;
    reader.settled(2).await?;
    server.stop()?;
    let clicks = network.clicks().await?;
    for row in &clicks {
        ensure!(row.settlement.verdict == Verdict::Valid, "{:?}", row.settlement);
    }
    let times: Vec<UnixMs> = clicks.iter().map(|row| row.settlement.clicked_at).collect();
    ensure!(times.is_sorted_by(|a, b| b.since_ms(*a) >= READING.as_millis() as i64), "time stood still: {times:?}");
    ensure!(times[2].since_ms(began) < HOUR_MS + 5 * 60_000, "a jump was believed: {times:?} after {began}");

    // A start days later needs a person's word.
    fs::write(&ahead, (10 * DAY_MS).to_string())?;
    let refusal = network.refusal(&faults).await?;
    ensure!(refusal.contains("placard clock accept"), "{refusal}");
    ensure!(!refusal.contains("listening"), "it had listened already: {refusal}");
    // Nor does a command stamp records with such a clock.
    let refused = network.command(&["set-aside", "retry", "all"], &faults);
    let refused = refused.err().map(|error| format!("{error:#}")).unwrap_or_default();
    ensure!(refused.contains("placard clock accept"), "{refused}");
    network.command(&["clock", "accept", "--yes"], &faults)?;
    let (server, _) = network.start(&faults).await?;
    server.stop()?;
    // And back before what was stamped already.
    let (server, reader) = network.start(&faults).await?;
    reader.read_and_click(4).await?;
    reader.settled(1).await?;
    server.stop()?;
    fs::write(&ahead, "0")?;
    let refusal = network.refusal(&faults).await?;
    ensure!(refusal.contains("A wrong clock") && !refusal.contains("listening"), "{refusal}");
    network.command(&["clock", "accept", "--yes"], &faults)?;
    let (server, reader) = network.start(&faults).await?;
    reader.read_and_click(5).await?;
    reader.settled(1).await?;
    server.stop()
}

/// A log that lacks its end is not served, whatever took it; with a person's word it goes on, and gives no id twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_its_end_is_not_served() -> anyhow::Result<()> {
    let network = Network::make().await?;
    let (server, reader) = network.start(&[]).await?;
    reader.read_and_click(1).await?;
    reader.settled(1).await?;
    server.stop()?;
    let log = network.folders.data.join("events/0000000000000000.log");
    let older = fs::read(&log)?;
    let (server, reader) = network.start(&[]).await?;
    let last = reader.read_and_click(2).await?;
    reader.settled(1).await?;
    server.stop()?;
    let whole = fs::read(&log)?;

    type Damage = fn(&Path, &[u8], &[u8]) -> std::io::Result<()>;
    let damages: [(&str, Damage); 3] = [
        ("deleted", |log, _, _| fs::remove_file(log)),
        ("truncated", |log, whole, older| fs::write(log, whole.get(..older.len() + 40).unwrap_or_default())),
        ("an older copy", |log, _, older| fs::write(log, older)),
    ];
    for (what, damage) in damages {
        damage(&log, &whole, &older)?;
        let refusal = network.refusal(&[]).await?;
        for part in ["the event log ends at position", "billing is at", "Restore", "placard log continue"] {
            ensure!(refusal.contains(part), "{what}: {refusal}");
        }
        ensure!(!refusal.contains("listening"), "{what}: it had listened already: {refusal}");
        ensure!(network.command(&["audit"], &[]).is_err(), "{what}: the audit is content");
    }
    // The newest copy mends it.
    fs::write(&log, &whole)?;
    let (server, _) = network.start(&[]).await?;
    server.stop()?;
    let said = network.command(&["log", "continue", "--yes"], &[])?;
    ensure!(said.contains("nothing to do"), "{said}");

    // Without a copy a person decides.
    fs::write(&log, &older)?;
    let said = network.command(&["log", "continue", "--yes"], &[])?;
    ensure!(said.contains("is lost"), "{said}");
    let (server, reader) = network.start(&[]).await?;
    let click = reader.read_and_click(3).await?;
    ensure!(click > last, "the click {click:?} may have been given out before {last:?}");
    reader.settled(1).await?;
    let began = Instant::now();
    let said = loop {
        match network.command(&["audit"], &[]) {
            Ok(said) => break said,
            Err(error) => ensure!(began.elapsed() < PATIENCE, "{error}; {}", tail(&network.folders.output)),
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    };
    ensure!(said.contains("LOST positions"), "{said}");
    server.stop()?;
    let app = App::open(
        Config { data_dir: network.folders.data.clone(), ..Config::default() },
        Parts { light: true, ..Parts::default() },
    )
    .await?;
    let filter = LogFilter { subject: Some("event_log".to_owned()), ..LogFilter::default() };
    let rows =
        app.store.read("rows", async move |conn| audit_log::list_log(conn, Scope::System, &filter, 5, 0).await).await?;
    ensure!(rows.len() == 1 && rows[0].action == "continue_log", "{rows:?}");
    app.close().await
}
