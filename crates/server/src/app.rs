//! The application: built once from a configuration; tests build the same one with a clock and a seed of their own.

use crate::auth::Auth;
use crate::clock::SteadyClock;
use crate::config::Config;
use crate::delivery::Delivery;
use crate::geo::{Geo, GeoFiles};
use crate::health::{Health, Severity};
use crate::manage::stats::Turns;
use crate::manage::system::operator_routes;
use crate::media::Media;
use crate::secrets::Keys;
use crate::site::Site;
use crate::texts::Texts;
use crate::web::Pages;
use crate::{clock, connections, data_folder, demo, feeds, log_places, observe, rebuild, router};
use anyhow::Context;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_engine::{EngineConfig, Host};
use placard_events::{Log, LogConfig, LogFolder, Position};
use placard_model::Clock;
use placard_stats::{Stats, StatsConfig};
use placard_store::{Store, key_check, users};
use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How long requests and feeds may take to end after a stop was asked for.
const STOP_PATIENCE: Duration = Duration::from_secs(10);

/// The condition of an inventory that is not loaded.
pub(crate) const INVENTORY: &str = "inventory";
/// How long the first requests wait for the inventory. Then they are served without it, so that an operator can look.
const READY_PATIENCE: Duration = Duration::from_secs(30);

/// The facts database in the data folder.
pub(crate) const STATS_FILE: &str = "stats.duckdb";
/// The event log in the data folder.
pub(crate) const LOG_FOLDER: &str = "events";

/// The application, shared by all handlers and feeds.
pub type AppState = Arc<App>;

/// Everything that handlers and feeds use.
pub struct App {
    /// The configuration in force.
    pub config: Config,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The same, where it follows the machine's clock; none on a clock that is moved by hand.
    pub steady: Option<Arc<SteadyClock>>,
    /// What is wrong now.
    pub health: Health,
    /// How far the readers of the log are.
    pub readers: feeds::lag::Readers,
    /// Chance.
    pub rng: Chance,
    /// Keys, derived from the master key.
    pub keys: Keys,
    /// Everything but statistics.
    pub store: Store,
    /// Facts and questions about them.
    pub stats: Arc<Stats>,
    /// The durable log.
    pub log: Log,
    /// Ad selection.
    pub engine: Arc<Host>,
    /// Logins and access tokens.
    pub auth: Auth,
    /// Where addresses are, and whose.
    pub geo: Geo,
    /// What delivery keeps in memory.
    pub delivery: Delivery,
    /// Makes and keeps pictures.
    pub media: Media,
    /// What everybody may know of the network's settings.
    pub site: Site,
    /// Texts of public pages.
    pub texts: Texts,
    /// Public pages, filled.
    pub pages: Pages,
    /// Whose turn it is to ask for statistics.
    pub turns: Turns,
}

/// What tests replace.
#[derive(Default)]
pub struct Parts {
    /// The clock; the machine's when none.
    pub clock: Option<Arc<dyn Clock>>,
    /// The seed of all chance; from the operating system when none.
    pub seed: Option<u64>,
    /// Cheap password hashing and statistics in memory, for tests.
    pub light: bool,
}

/// The source of chance: one seeded generator, from which workers fork their own.
pub struct Chance(Mutex<StdRng>);

impl Chance {
    /// A source of the seed, or of the operating system's.
    pub fn new(seed: Option<u64>) -> anyhow::Result<Self> {
        let rng = if let Some(seed) = seed {
            StdRng::seed_from_u64(seed)
        } else {
            let mut seed = <StdRng as SeedableRng>::Seed::default();
            SysRng.try_fill_bytes(&mut seed).context("the operating system gives no random bytes")?;
            StdRng::from_seed(seed)
        };
        Ok(Self(Mutex::new(rng)))
    }

    /// A generator of its own, for a worker that draws much.
    pub fn fork(&self) -> StdRng {
        StdRng::from_rng(&mut *self.0.lock())
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().fill_bytes(&mut bytes);
        bytes
    }

    /// A random number.
    pub fn next_u64(&self) -> u64 {
        self.0.lock().next_u64()
    }
}

impl App {
    /// Opens the data folder and everything in it.
    pub async fn open(config: Config, parts: Parts) -> anyhow::Result<AppState> {
        Self::open_alike(config, parts, None).await
    }

    /// The same with a seed for what delivery chooses, so that it is alike each time, while everything secret stays chance.
    pub async fn open_alike(config: Config, parts: Parts, choices: Option<u64>) -> anyhow::Result<AppState> {
        data_folder::prepare(&config.data_dir)?;
        observe::metrics_handle();
        let steady = parts.clock.is_none().then(|| Arc::new(SteadyClock::of_machine()));
        let own = steady.clone().map(|steady| steady as Arc<dyn Clock>);
        let clock = parts.clock.or(own).context("there is always a clock")?;
        let rng = Chance::new(parts.seed)?;
        // First, because its lock says whether another process works on this folder.
        let log = LogFolder::lock(&config.data_dir.join(LOG_FOLDER)).context("cannot open the event log")?;
        let store = Store::connect(&config.database_url(), clock.clone()).await.context("cannot open the database")?;
        let store = store.with_quotas(config.quotas);
        store.migrate().await.context("cannot bring the database up to date")?;
        crate::templates::bring_up_to_date(&store).await.context("cannot store the block templates")?;
        crate::block_css::bring_up_to_date(&store).await.context("cannot compile the CSS of blocks")?;
        let stats_config = if parts.light {
            StatsConfig { memory_limit_mib: 128, threads: 1, ..StatsConfig::memory() }
        } else {
            StatsConfig {
                memory_limit_mib: config.stats_memory_mib,
                ..StatsConfig::file(config.data_dir.join(STATS_FILE))
            }
        };
        let health = Health::new(clock.clone());
        let (stats, aside) =
            Stats::open_or_put_aside(&stats_config, clock.now()).context("cannot open the statistics")?;
        let known = log_places::known(&store, &stats).await?;
        let log = log.open(LogConfig::default(), clock.clone(), &known).context("cannot open the event log")?;
        refuse_foreign_log(&config, &log, &store).await?;
        let keys = Keys::of_network(&config.data_dir, &store, &mut rng.fork()).await?;
        if let Some(steady) = &steady {
            steady.go_on_from(log.last_stamp());
        }
        if let Some(aside) = &aside {
            rebuild::tell_put_aside(aside, &log, &health);
        }
        let engine = Arc::new(Host::new(EngineConfig::default()));
        let auth = Auth::new(&config, &keys, &rng, parts.light)?;
        let geo = Geo::open(GeoFiles::of_config(&config)?)?;
        let delivery = match choices {
            Some(_) => Delivery::new(&keys, &Chance::new(choices)?, &config.delivery),
            None => Delivery::new(&keys, &rng, &config.delivery),
        };
        let media = Media::new(&config.data_dir);
        let stats = Arc::new(stats);
        let site = Site::new(&config);
        let texts = Texts::new(&site).context("cannot read the texts of public pages")?;
        texts.refresh(&store).await.context("cannot read the changed texts of public pages")?;
        let pages = Pages::load()?;
        Ok(Arc::new(Self {
            config,
            health,
            readers: feeds::lag::Readers::default(),
            clock,
            steady,
            rng,
            keys,
            store,
            stats,
            log,
            engine,
            auth,
            geo,
            delivery,
            media,
            site,
            texts,
            pages,
            turns: Turns::default(),
        }))
    }

    /// Serves until the process is asked to stop.
    pub async fn serve(self: Arc<Self>) -> anyhow::Result<()> {
        clock::check_start(&self)?;
        let listener = TcpListener::bind(self.config.listen)
            .await
            .with_context(|| format!("cannot listen on {}", self.config.listen))?;
        tracing::info!("listening on http://{}", listener.local_addr()?);
        if self.config.demo {
            demo::welcome(&self.config)?;
        }
        let stop = CancellationToken::new();
        tokio::spawn({
            let stop = stop.clone();
            async move {
                stop_signal().await;
                tracing::info!("stopping");
                stop.cancel();
            }
        });
        self.serve_on(listener, stop).await
    }

    /// Serves on a listener until the token is cancelled, then ends requests and feeds.
    pub async fn serve_on(self: Arc<Self>, listener: TcpListener, stop: CancellationToken) -> anyhow::Result<()> {
        let metrics = self.metrics_server(&stop).await?;
        let feeds_stop = CancellationToken::new();
        let feeds = feeds::start(&self, &feeds_stop);
        // What takes some tenths of a second is ready before the first visitor needs it.
        let warm = self.clone();
        tokio::task::spawn_blocking(move || {
            warm.delivery.agents.prepare();
            warm.geo.tree();
        });
        // Pages are open and send their reports again and again: what is answered is either recorded or asked to come
        // back, and most of it need not even come back if this server waits the moment that loading takes.
        tokio::select! {
            () = self.delivery.directory.wait_ready() => {}
            () = tokio::time::sleep(READY_PATIENCE) => {
                let text = format!(
                    "the inventory is not loaded after {} s: pages and clicks are answered 503 until it is; the log says why",
                    READY_PATIENCE.as_secs()
                );
                self.health.raise(INVENTORY, Severity::Critical, text);
            }
            () = stop.cancelled() => {}
        }
        let server = connections::serve(listener, router::build(self.clone())?, &self.config, stop.clone());
        tokio::select! {
            ((), ()) = async { tokio::join!(server, metrics) } => {}
            () = async { stop.cancelled().await; tokio::time::sleep(STOP_PATIENCE).await } => {
                tracing::warn!("requests were still running after {} s", STOP_PATIENCE.as_secs());
            }
        }
        feeds_stop.cancel();
        let ended = tokio::time::timeout(STOP_PATIENCE, async {
            for feed in feeds {
                let _ = feed.await;
            }
        });
        if ended.await.is_err() {
            tracing::warn!("feeds were still running after {} s", STOP_PATIENCE.as_secs());
        }
        self.close().await
    }

    /// Serves figures on the address that has nothing else, if there is one.
    async fn metrics_server(self: &Arc<Self>, stop: &CancellationToken) -> anyhow::Result<BoxFuture<'static, ()>> {
        let Some(address) = self.config.metrics_listen else { return Ok(Box::pin(std::future::ready(()))) };
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address} for metrics"))?;
        let (routes, app, stop) = (operator_routes(self.clone()), self.clone(), stop.clone());
        Ok(Box::pin(async move { connections::serve(listener, routes, &app.config, stop).await }))
    }

    /// Closes log and database. Nothing may use the application afterwards.
    pub async fn close(&self) -> anyhow::Result<()> {
        self.log.close();
        self.store.close().await.context("cannot close the database")
    }
}

/// Refuses a log with events beside a database in which nothing ever was: their money and statistics belong to a database
/// that is missing.
async fn refuse_foreign_log(config: &Config, log: &Log, store: &Store) -> anyhow::Result<()> {
    let is_new = store
        .read("is_new_database", async |conn| {
            Ok(key_check::get_digest(conn).await?.is_none() && users::count_users(conn).await? == 0)
        })
        .await?;
    if is_new {
        let first = log.read(&Position::default(), 1, None).context("cannot read the event log")?;
        anyhow::ensure!(
            first.events.is_empty(),
            "the database is empty, but {} holds events of a network: restore its database from a backup, or name the \
             right database and data folder",
            config.data_dir.join(LOG_FOLDER).display()
        );
    }
    Ok(())
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(error) => {
                tracing::warn!("no signal for termination: {error}");
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
