//! The application: all roles, built once from a configuration; tests build the same one with a clock and a seed of their
//! own.

use crate::clock::{self};
use crate::network_keys::network_keys;
use crate::web::Pages;
use crate::{connections, control, demo, router};
use anyhow::Context;
use feeds::lag::Readers;
use futures_util::future::BoxFuture;
use placard_api::auth::Auth;
use placard_api::media::Media;
use placard_api::site::Site;
use placard_api::staff::system::operator_routes;
use placard_api::statistics::questions::Turns;
use placard_api::texts::{self, Texts};
use placard_common::chance::Chance;
use placard_common::clock::SteadyClock;
use placard_common::config::Config;
use placard_common::data_folder;
use placard_common::data_folder::{LOG_FOLDER, STATS_FILE};
use placard_common::geo::{Geo, GeoFiles};
use placard_common::health::{Health, INVENTORY, Severity};
use placard_common::loops::{self, Feed};
use placard_common::{Base, metrics_recorder};
use placard_edge::delivery::{self, Delivery, SettledOwner};
use placard_engine::{EngineConfig, Host};
use placard_events::{Log, LogConfig, LogFolder, Position};
use placard_model::{Clock, UnixMs};
use placard_stats::{PutAside, Stats, StatsConfig};
use placard_store::{Conn, Store, key_check, settlements, users};
use placard_worker::feeds;
use placard_worker::log_places;
use placard_worker::rebuild;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How long requests and feeds may take to end after a stop was asked for.
const STOP_PATIENCE: Duration = Duration::from_secs(10);

/// How long the first requests wait for the inventory. Then they are served without it, so that an operator can look.
const READY_PATIENCE: Duration = Duration::from_secs(30);

/// The application, shared by all handlers and feeds.
pub type AppState = Arc<App>;

/// All roles in one process.
pub struct App {
    /// The management API.
    pub api: placard_api::state::ApiState,
    /// The worker.
    pub worker: placard_worker::state::WorkerState,
    /// Public pages, filled.
    pub pages: Pages,
}

impl Deref for App {
    type Target = placard_api::state::Api;

    fn deref(&self) -> &Self::Target {
        &self.api
    }
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

impl App {
    /// Opens the data folder and everything in it.
    pub async fn open(config: Config, parts: Parts) -> anyhow::Result<AppState> {
        Self::open_alike(config, parts, None).await
    }

    /// The same with a seed for what delivery chooses, so that it is alike each time, while everything secret stays chance.
    pub async fn open_alike(config: Config, parts: Parts, choices: Option<u64>) -> anyhow::Result<AppState> {
        data_folder::prepare(&config.data_dir)?;
        metrics_recorder::metrics_handle();
        let steady = parts.clock.is_none().then(|| Arc::new(SteadyClock::of_machine()));
        let own = steady.clone().map(|steady| steady as Arc<dyn Clock>);
        let clock = parts.clock.or(own).context("there is always a clock")?;
        let rng = Chance::new(parts.seed)?;
        // First, because its lock says whether another process works on this folder.
        let log = LogFolder::lock(&config.data_dir.join(LOG_FOLDER)).context("cannot open the event log")?;
        let store = Store::connect(&config.database_url(), clock.clone()).await.context("cannot open the database")?;
        let store = store.with_quotas(config.quotas);
        store.migrate().await.context("cannot bring the database up to date")?;
        placard_api::templates::bring_up_to_date(&store).await.context("cannot store the block templates")?;
        placard_api::block_css::bring_up_to_date(&store).await.context("cannot compile the CSS of blocks")?;
        let health = Health::new(clock.clone());
        let (stats, aside) = if parts.light {
            (Stats::open(&StatsConfig { memory_limit_mib: 128, threads: 1, ..StatsConfig::memory() })?, None)
        } else {
            open_stats(&config, clock.now())?
        };
        let known = log_places::known(&store, &stats).await?;
        let log = log.open(LogConfig::default(), clock.clone(), &known).context("cannot open the event log")?;
        refuse_foreign_log(&config, &log, &store).await?;
        let keys = network_keys(&config.data_dir, &store, &mut rng.fork()).await?;
        if let Some(steady) = &steady {
            steady.go_on_from(log.last_stamp());
        }
        if let Some(aside) = &aside {
            rebuild::tell_put_aside(aside, &log, &health);
        }
        let engine = Arc::new(Host::new(EngineConfig::default()));
        let auth = Auth::new(&config, &keys, &rng, parts.light)?;
        let geo = Geo::open(GeoFiles::of_config(&config)?)?;
        let choices = choices.map(|seed| Chance::new(Some(seed))).transpose()?;
        let delivery =
            Delivery::new(&keys, choices.as_ref().unwrap_or(&rng), &config.delivery, settled_owner(store.clone()));
        let media = Arc::new(Media::new(&config.data_dir));
        let stats = Arc::new(stats);
        let site = Site::new(&config);
        let texts = Texts::new(&site).context("cannot read the texts of public pages")?;
        texts.refresh(&store).await.context("cannot read the changed texts of public pages")?;
        let base = Arc::new(Base { config, clock, steady, health, rng, keys, geo });
        let edge = Arc::new(placard_edge::state::Edge { base, log, engine, delivery });
        let worker = Arc::new(placard_worker::state::Worker {
            edge: edge.clone(),
            store: store.clone(),
            stats: stats.clone(),
            readers: Readers::default(),
            looks: feeds::look::Looks::default(),
        });
        let looked_at = worker.clone();
        let look: placard_api::state::Look = Box::new(move || {
            let worker = looked_at.clone();
            Box::pin(async move { feeds::look::look(&worker).await })
        });
        let turns = Turns::default();
        let api = Arc::new(placard_api::state::Api { edge, store, stats, auth, media, site, texts, turns, look });
        Ok(Arc::new(Self { api, worker, pages: Pages::load()? }))
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
        let feeds = self.start_feeds(&feeds_stop);
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

    /// Starts the loops of all roles; each ends when the token is cancelled.
    pub fn start_feeds(self: &Arc<Self>, stop: &CancellationToken) -> Vec<JoinHandle<()>> {
        let mut feeds = feeds::all(&self.worker);
        feeds.extend([
            Feed::new("requests", &self.edge, delivery::counters::run),
            Feed::new("texts", &self.api, texts::refresh::run),
            Feed::new("pictures", &self.api, placard_api::media::unused::run),
            Feed::new("control", self, control::run),
            Feed::new("clock", self, clock::run),
        ]);
        loops::start(feeds, &self.base, stop)
    }

    /// Serves figures on the address that has nothing else, if there is one.
    async fn metrics_server(self: &Arc<Self>, stop: &CancellationToken) -> anyhow::Result<BoxFuture<'static, ()>> {
        let Some(address) = self.config.metrics_listen else { return Ok(Box::pin(std::future::ready(()))) };
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address} for metrics"))?;
        let (routes, app, stop) = (operator_routes(self.api.clone()), self.clone(), stop.clone());
        Ok(Box::pin(async move { connections::serve(listener, routes, &app.config, stop).await }))
    }

    /// Closes log and database. Nothing may use the application afterwards.
    pub async fn close(&self) -> anyhow::Result<()> {
        self.log.close();
        self.store.close().await.context("cannot close the database")
    }
}

/// What delivery asks for the owner of a click that the log has no more.
fn settled_owner(store: Store) -> SettledOwner {
    Box::new(move |click| {
        let store = store.clone();
        Box::pin(async move {
            let find = async move |conn: &Conn| settlements::owner_of_click(conn, click).await;
            Ok(store.read("find_click_owner", find).await?)
        })
    })
}

/// Opens the statistics of the data folder. A file that is damaged is put aside, and a new one begun: then it says so.
pub(crate) fn open_stats(config: &Config, now: UnixMs) -> anyhow::Result<(Stats, Option<PutAside>)> {
    let path = config.data_dir.join(STATS_FILE);
    let config = StatsConfig { memory_limit_mib: config.stats_memory_mib, ..StatsConfig::file(path) };
    Stats::open_or_put_aside(&config, now).context("cannot open the statistics")
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
