//! The real executable while it sends pushes, killed at random moments: no message is lost, none comes again after its end was noted,
//! nobody gets more than a day's number, and each message is one show and at most one billed click, however often it came and was
//! reported. The push service and the phones live on.
//!
//! `CRASH_TEST_CRASHES` sets how often it is killed, `CRASH_TEST_SEED` repeats a run's choices.

#![expect(clippy::print_stdout, reason = "a test that runs so long says what it did")]

use anyhow::{Context, ensure};
use placard_common::config::Config;
use placard_model::books::posting::Account;
use placard_model::books::settlement::SettlementKind;
use placard_model::event::{Event, TokenId};
use placard_model::push::subscription::PushCounter;
use placard_model::{Day, Money};
use placard_server::demo::page::Manifest;
use placard_server::push_service::PushService;
use placard_server::{App, AppState, Parts};
use placard_sim::aftermath::{self, all_settlements, check_log, is_caught_up, records};
use placard_sim::phones::{Arrived, Phones};
use placard_sim::pushed::{self, DAILY_CAP, Kept, Pushed};
use placard_sim::server::{Folders, Promised, Server, placard, tail};
use placard_sim::world::{Budgets, World};
use placard_sim::{build, wishes};
use placard_store::Conn;
use placard_store::money::movements;
use placard_store::push::push_counts;
use placard_worker::audit;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Of so many messages one may be given up for a newer one.
const GIVEN_UP_ONE_OF: usize = 10;
/// How often the server is killed.
const CRASHES: usize = 7;
/// The longest round.
const ROUND_MS_MAX: u64 = 1_500;
/// Of so many rounds one ends before anybody knows whether the server is ready.
const ROUNDS_PER_EARLY_END: usize = 4;
/// Messages a second: in each beat fewer than go to an unknown push service at the same time, so that none waits for others.
const PER_SECOND: &str = "24";
/// How often the feeds get more time to finish at the end.
const PATIENCE: u32 = 6;
/// How much time each time.
const FINISHING: Duration = Duration::from_secs(4);

/// An installation whose push service this test plays.
struct Installation {
    _folder: tempfile::TempDir,
    folders: Folders,
    binary: PathBuf,
    /// Its configuration.
    file: String,
    world: World,
    pushed: Pushed,
    budgets: Budgets,
    first_daily: Money,
    phones: Arc<Phones>,
    _service: PushService,
}

impl Installation {
    async fn make(rng: &mut StdRng) -> anyhow::Result<Self> {
        let binary = build::placard()?;
        let folder = tempfile::tempdir()?;
        let root = fs::canonicalize(folder.path())?;
        let folders = Folders { data: root.join("data"), shadow: root.join("shadow"), output: root.join("output") };
        let (daily_limit, total_limit) = (None, None);
        let (balance, bid) = (Money::from_dollars(100), Money::from_micros(10_007));
        let budgets = Budgets { balance, daily_limit, total_limit, bid };
        // The first campaign ends in the middle of it: what it had under way is shown with another's ad.
        let first_daily = Money::from_micros(100_000);
        let app = App::open(config(&folders), Parts { light: true, ..Parts::default() }).await?;
        let world = World::make(&app.store, budgets).await?;
        let pushed = Pushed::make(&app, &world, first_daily).await?;
        app.close().await?;
        drop(app);
        let phones = Phones::new(pushed.host.clone(), rng);
        let service = phones.serve().await?;
        // A demonstration network alone may send to this machine.
        let nothing = Manifest { blocks: BTreeMap::new(), pages: Vec::new(), appeal: BTreeMap::new() };
        nothing.write(&folders.data)?;
        let file = root.join("placard.toml");
        fs::write(&file, format!("demo = true\npush_service = \"{}\"\n", service.address()))?;
        let file = file.to_string_lossy().into_owned();
        let made = Self {
            _folder: folder,
            folders,
            binary,
            file,
            world,
            pushed,
            budgets,
            first_daily,
            phones,
            _service: service,
        };
        made.command("settings", &["set", "pushes.per_second", PER_SECOND])?;
        Ok(made)
    }

    fn spawn(&self) -> anyhow::Result<Server> {
        Server::spawn_with(&self.binary, &self.folders, &["--config", &self.file])
    }

    /// Runs a command on the folder, which must succeed.
    fn command(&self, name: &str, words: &[&str]) -> anyhow::Result<()> {
        let output = placard(&self.binary, name, &self.folders).args(words).output()?;
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        ensure!(output.status.success(), "{name} {words:?}: {}{}", said(&output.stdout), said(&output.stderr));
        Ok(())
    }

    /// One life of the server, which ends at a random moment.
    async fn live_and_die(
        &self,
        round: usize,
        promised: &Arc<Mutex<Promised>>,
        rng: &mut StdRng,
    ) -> anyhow::Result<()> {
        let mut server = self.spawn()?;
        let long = Duration::from_millis(rng.random_range(0..ROUND_MS_MAX));
        if round % ROUNDS_PER_EARLY_END == ROUNDS_PER_EARLY_END - 1 {
            tokio::time::sleep(long).await;
            return server.kill();
        }
        server.wait(&self.folders).await?;
        let watching = self.phones.watch(server.address, promised);
        tokio::time::sleep(long).await;
        server.kill()?;
        self.phones.end_life();
        watching.await?;
        Ok(())
    }

    /// What a server has left that was killed; then hours pass.
    async fn check_left(&self, round: usize, promised: &Mutex<Promised>) -> anyhow::Result<()> {
        let store = pushed::database(&self.folders).await?;
        self.phones.note_open(pushed::open_messages(&store).await?);
        let kept = pushed::messages(&store).await?;
        pushed::pass_hours(&store, round).await?;
        store.close().await?;
        check_counts(&self.pushed, &kept, &self.phones.arrived())?;
        check_log(&self.folders.data, &promised.lock().expect("no visitor panics"))?;
        let wrong = self.phones.wrong();
        ensure!(wrong.is_empty(), "{wrong:?}");
        Ok(())
    }

    /// Sends and reports what is left, until all of it is counted.
    async fn finish(&self, promised: &Arc<Mutex<Promised>>) -> anyhow::Result<AppState> {
        self.phones.get_well();
        for _ in 0..PATIENCE {
            let store = pushed::database(&self.folders).await?;
            pushed::send_the_rest(&store).await?;
            store.close().await?;
            let mut server = self.spawn()?;
            server.wait(&self.folders).await?;
            let watching = self.phones.watch(server.address, promised);
            tokio::time::sleep(FINISHING).await;
            self.phones.end_life();
            watching.await?;
            self.command("audit", &[])?;
            server.stop()?;
            let app = App::open(config(&self.folders), Parts { light: true, ..Parts::default() }).await?;
            let is_sent = !pushed::messages(&app.store).await?.iter().any(Kept::is_open);
            let shows = shown(&app)?.len() as i64;
            if is_sent
                && self.phones.is_idle()
                && is_caught_up(&app).await?
                && app.stats.sums()?.confirmed_shows >= shows
            {
                return Ok(app);
            }
            app.close().await?;
        }
        anyhow::bail!("the feeds do not catch up; the server said: {}", tail(&self.folders.output))
    }
}

fn config(folders: &Folders) -> Config {
    Config { data_dir: folders.data.clone(), ..Config::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pushes_and_their_money_outlive_kills() -> anyhow::Result<()> {
    let seed = wishes::seed();
    let mut rng = StdRng::seed_from_u64(seed);
    println!("{}={seed}", wishes::SEED);
    let installation = Installation::make(&mut rng).await?;
    let promised = Arc::new(Mutex::new(Promised::default()));
    for round in 0..wishes::crashes(CRASHES) {
        let told = || format!("round {round} of seed {seed}; the server said: {}", tail(&installation.folders.output));
        installation.live_and_die(round, &promised, &mut rng).await.with_context(told)?;
        installation.check_left(round, &promised).await.with_context(told)?;
    }
    let app = installation.finish(&promised).await.with_context(|| format!("seed {seed}"))?;
    let promised = std::mem::take(&mut *promised.lock().expect("no visitor panics"));
    check_sent(&installation, &app).await.with_context(|| format!("seed {seed}"))?;
    check_money(&installation, &app, &promised).await.with_context(|| format!("seed {seed}"))?;
    let report = audit::run(&app.worker).await?;
    ensure!(report.is_clean(), "seed {seed}: {report}");
    println!("{report}");
    app.close().await
}

/// What holds at any moment: what came was written before, was sent no more often than was noted before, and is no more than a day's.
fn check_counts(pushed: &Pushed, kept: &[Kept], arrived: &[Arrived]) -> anyhow::Result<()> {
    for (phone, subscription) in pushed.subscriptions.iter().enumerate() {
        let own = || kept.iter().filter(|message| message.subscription == *subscription);
        let came = || arrived.iter().filter(|arrived| arrived.phone == phone);
        let messages = came().map(|arrived| arrived.id).collect::<BTreeSet<_>>().len();
        ensure!(own().count() <= usize::from(DAILY_CAP), "phone {phone} is sent {} in a day", own().count());
        ensure!(messages <= own().count(), "{messages} messages came to phone {phone}, {} are written", own().count());
        let attempts: i64 = own().map(|message| message.attempts).sum();
        ensure!(came().count() as i64 <= attempts, "phone {phone}: {} came of {attempts}", came().count());
    }
    Ok(())
}

/// The messages that were given up: few, and each for a newer one to the same subscriber, which stood there by then.
fn given_up(kept: &[Kept]) -> anyhow::Result<BTreeSet<i64>> {
    let mut found = BTreeSet::new();
    for message in kept.iter().filter(|message| !message.is_taken()) {
        let is_newer = |other: &&Kept| other.subscription == message.subscription && other.id > message.id;
        let is_overtaken = kept.iter().filter(is_newer).any(|newer| Some(newer.created_at) <= message.answered_at);
        ensure!(message.is_given_up() && is_overtaken, "not taken, and not for a newer one: {message:?} of {kept:?}");
        found.insert(message.id);
    }
    ensure!(found.len() * GIVEN_UP_ONE_OF <= kept.len(), "{} of {} messages were given up", found.len(), kept.len());
    Ok(found)
}

/// Each message that was written and not given up came, was taken and is counted, once; what came again came under the same topic.
async fn check_sent(installation: &Installation, app: &AppState) -> anyhow::Result<()> {
    let Installation { pushed, phones, .. } = installation;
    let (kept, arrived) = (pushed::messages(&app.store).await?, phones.arrived());
    check_counts(pushed, &kept, &arrived)?;
    let wrong = phones.wrong();
    ensure!(wrong.is_empty(), "{wrong:?}");
    let given_up = given_up(&kept)?;
    let taken = kept.len() - given_up.len();
    let were_open = phones.were_open();
    let is_given_up = |id: &TokenId| were_open.get(id).is_some_and(|number| given_up.contains(number));
    ensure!(given_up.iter().all(|number| were_open.values().any(|known| known == number)), "given up at once");
    let mut by_id = BTreeMap::<TokenId, Vec<&Arrived>>::new();
    for one in &arrived {
        by_id.entry(one.id).or_default().push(one);
    }
    for (id, times) in &by_id {
        let first = times[0];
        ensure!(!first.topic.is_empty(), "{id:?} has no topic");
        ensure!(times.iter().all(|one| one.topic == first.topic && one.phone == first.phone), "{times:?}");
        let is_taken = is_given_up(id) || times.iter().any(|one| one.is_taken);
        ensure!(is_taken, "the answer to {id:?} was made up: {times:?}");
    }
    let came = by_id.keys().filter(|id| !is_given_up(id)).count();
    ensure!(came == taken, "{taken} messages are taken, {came} came");
    let ids = pushed.subscriptions.clone();
    let (site, today) = (pushed.site, app.clock.now().day());
    let read = async move |conn: &Conn| {
        let subscriptions = placard_store::push::push_subscriptions::by_ids(conn, &ids).await?;
        Ok((subscriptions, push_counts::sums(conn, &[site], today.plus(-1), today).await?))
    };
    let (subscriptions, sums) = app.store.read("subscriptions", read).await?;
    let mut at_cap = 0;
    for one in subscriptions {
        let own = kept.iter().filter(|message| message.subscription == one.id).count() as i64;
        ensure!(one.sent_today == own, "{own} messages to subscription {}, {} counted", one.id, one.sent_today);
        at_cap += usize::from(own == i64::from(DAILY_CAP));
    }
    let sent = sums.get(&site).map_or(0, |counts| counts.get(PushCounter::Sent));
    ensure!(sent == taken as i64, "{sent} are counted as sent, {taken} are taken");
    let again = arrived.len() - by_id.len();
    println!("{} messages, {again} times one came again; {at_cap} subscribers got all of a day", kept.len());
    ensure!(again > 0, "no message was ever in doubt");
    ensure!(at_cap > 0, "nobody got all of a day");
    Ok(())
}

/// Tokens of shows in the log. All of them are of visitors whom no rule of the edge refuses.
fn shown(app: &AppState) -> anyhow::Result<BTreeSet<TokenId>> {
    let mut tokens = BTreeSet::new();
    for record in records(&app.log)? {
        if let Event::Show { ad, arrival } = record.event {
            ensure!(arrival.edge_verdict.is_valid(), "a show is {:?}", arrival.edge_verdict);
            tokens.insert(ad.token);
        }
    }
    Ok(tokens)
}

/// Shows and clicks count once, and balances, budgets and statistics are what billed clicks make of them.
async fn check_money(installation: &Installation, app: &AppState, promised: &Promised) -> anyhow::Result<()> {
    let Installation { world, pushed, budgets, first_daily, .. } = installation;
    let shown = shown(app)?;
    ensure!(promised.shows == shown, "{} shows were acknowledged, {} are logged", promised.shows.len(), shown.len());
    let stored = all_settlements(app).await?;
    let settled = aftermath::check_settled(&stored, promised)?;
    ensure!(stored.iter().all(|row| row.settlement.kind == SettlementKind::Click), "there is more than clicks");
    let billed: Vec<_> = stored.iter().map(|row| &row.settlement).filter(|one| one.is_billed_click()).collect();
    let tokens: BTreeSet<TokenId> = billed.iter().map(|one| one.ad.token).collect();
    ensure!(tokens.len() == billed.len(), "{} clicks of {} messages are billed", billed.len(), tokens.len());
    ensure!(tokens.is_subset(&shown), "a click is billed that was not shown");

    let mut first = BTreeMap::<Day, Money>::new();
    for one in billed.iter().filter(|one| one.ad.ad.campaign == pushed.campaigns[0]) {
        *first.entry(one.day()).or_insert(Money::ZERO) += one.amounts.cost;
    }
    ensure!(first.values().all(|spent| spent <= first_daily), "{first:?} of {first_daily} a day");
    for advertiser in &world.advertisers {
        let account = Account::Advertiser(*advertiser);
        let read = async move |conn: &Conn| movements::balance(conn, account).await;
        let balance = app.store.read("balance", read).await?;
        let own = billed.iter().filter(|one| one.ad.ad.advertiser == *advertiser);
        let spent: Money = own.map(|one| one.amounts.cost).sum();
        ensure!(balance == budgets.balance - spent, "user {advertiser} spent {spent} and has {balance}");
    }

    let sums = app.stats.sums()?;
    let cost: Money = billed.iter().map(|one| one.amounts.cost).sum();
    ensure!(sums.shows == shown.len() as i64, "{} shows in statistics, {} shown", sums.shows, shown.len());
    ensure!(sums.confirmed_shows == sums.shows, "{sums:?}");
    ensure!(sums.clicks == billed.len() as i64 && sums.amounts.cost == cost, "{sums:?}, {cost} billed");
    ensure!(sums.clicks + sums.rejected_clicks == settled as i64, "{sums:?}, {settled} settled");
    println!("{} messages were shown, {settled} clicks settled, {} billed for {cost}", shown.len(), billed.len());
    ensure!(sums.rejected_shows > 0 && sums.rejected_clicks > 0, "nothing was ever reported twice");
    ensure!(billed.len() > 10, "hardly anybody clicked");
    Ok(())
}
