//! The application: all roles, built once from a configuration; tests build the same one with a clock and a seed of their
//! own.

use crate::demo::browsers::{Browsers, PUSH_HOST};
use crate::network_keys::network_keys;
use crate::open_stats::open_stats;
use crate::web::{Pages, Sellers};
use anyhow::Context;
use placard_api::auth::Auth;
use placard_api::help_limits::limits;
use placard_api::media::Media;
use placard_api::push::kept_sample::Reaches;
use placard_api::statistics::questions::turns::Turns;
use placard_api::texts::Texts;
use placard_common::chance::Chance;
use placard_common::clock::SteadyClock;
use placard_common::config::Config;
use placard_common::data_folder::{self, LOG_FOLDER};
use placard_common::fetch::{Fetcher, OwnHosts, Policy};
use placard_common::geo::{Geo, GeoFiles};
use placard_common::health::Health;
use placard_common::{Base, metrics_recorder};
use placard_edge::delivery::{Delivery, SettledOwner};
use placard_engine::{EngineConfig, Host};
use placard_events::{Log, LogConfig, LogFolder, Position};
use placard_model::Clock;
use placard_model::settings::InForce;
use placard_store::accounts::users;
use placard_store::billing::settlements;
use placard_store::network::key_check;
use placard_store::{Conn, Store};
use placard_worker::feeds;
use placard_worker::log_places;
use placard_worker::readers::Readers;
use placard_worker::rebuild;
use std::ops::Deref;
use std::sync::Arc;

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
    /// Who sells here.
    pub sellers: Sellers,
    /// The browsers of the demo's subscribers; none where the network is no demo.
    pub browsers: Option<Browsers>,
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
    /// What may be fetched, and who resolves names; as the configuration says when none.
    pub fetches: Option<Policy>,
    /// Cheap password hashing, statistics with little memory, and networks that are read when one is asked for: for tests.
    pub light: bool,
}

impl App {
    /// Opens the data folder and everything in it.
    pub async fn open(config: Config, parts: Parts) -> anyhow::Result<AppState> {
        // Boxed, for all who wait for it: their own futures stay small.
        Box::pin(Self::open_alike(config, parts, None)).await
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
        let settings = Arc::new(InForce::new(config.settings.clone()));
        let store = store.with_settings(settings.clone());
        store.migrate().await.context("cannot bring the database up to date")?;
        placard_api::templates::bring_up_to_date(&store).await.context("cannot store the block templates")?;
        placard_api::block_css::bring_up_to_date(&store).await.context("cannot compile the CSS of blocks")?;
        let health = Health::new(clock.clone());
        feeds::settings::refresh(&store, &settings, &health).await.context("cannot read the settings")?;
        let (stats, aside) = open_stats(&config, parts.light, clock.now())?;
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
        let auth = Auth::new(&config, &settings, &keys, &rng, parts.light)?;
        let open_geo = if parts.light { Geo::open_later } else { Geo::open };
        let geo = open_geo(GeoFiles::of_config(&config)?)?;
        let choices = choices.map(|seed| Chance::new(Some(seed))).transpose()?;
        let delivery =
            Delivery::new(&keys, choices.as_ref().unwrap_or(&rng), settings.clone(), settled_owner(store.clone()));
        let media = Arc::new(Media::new(&config.data_dir));
        let stats = Arc::new(stats);
        let texts = Texts::new(&config, &settings, limits()).context("cannot read the texts of public pages")?;
        texts.refresh(&store).await.context("cannot read the changed texts of public pages")?;
        // The demo's landing pages and sites are its own; nothing else that is not public is fetched.
        let browsers = if config.demo { Some(Browsers::start().await?) } else { None };
        let demo = || {
            let own = config.demo.then_some(OwnHosts { address: config.listen, is_own: is_host_of_demo });
            let push = browsers.as_ref().map(|browsers| OwnHosts {
                address: config.push_service.unwrap_or_else(|| browsers.address()),
                is_own: |host| host == PUSH_HOST,
            });
            Policy { also: own.iter().map(|own| own.address).collect(), own, push, ..Policy::default() }
        };
        let (mut policy, url) = (parts.fetches.unwrap_or_else(demo), config.public_url());
        if policy.name_servers.is_empty() {
            policy.name_servers.clone_from(&config.name_servers);
        }
        let fetcher = Arc::new(Fetcher::new(policy, settings.clone(), &url, clock.clone())?);
        let base = Arc::new(Base { config, settings, clock, steady, health, rng, keys, geo });
        let edge = Arc::new(placard_edge::state::Edge { base, log, engine, delivery });
        let worker = Arc::new(placard_worker::state::Worker {
            edge: edge.clone(),
            store: store.clone(),
            stats: stats.clone(),
            readers: Readers::default(),
            fetcher: fetcher.clone(),
            looks: placard_worker::state::Looks::default(),
            money_told: tokio::sync::SetOnce::new(),
            keeping: tokio::sync::Mutex::new(()),
        });
        feeds::opt_ins::keep_keys(&worker).await.context("cannot keep keys for push services")?;
        let looked_at = worker.clone();
        let look: placard_api::state::Look = Box::new(move || {
            let worker = looked_at.clone();
            Box::pin(async move { feeds::look::look(&worker).await })
        });
        let (turns, reaches) = (Turns::default(), Reaches::default());
        let api = placard_api::state::Api { edge, store, stats, auth, media, texts, turns, reaches, look, fetcher };
        let api = Arc::new(api);
        Ok(Arc::new(Self { api, worker, pages: Pages::load()?, sellers: Sellers::default(), browsers }))
    }

    /// Closes log and database. Nothing may use the application afterwards.
    pub async fn close(&self) -> anyhow::Result<()> {
        self.log.close();
        self.auth.notes.close();
        self.auth.notes.wait().await;
        self.store.close().await.context("cannot close the database")
    }
}

/// Whether a host is one of the demo's own: its sites stand at the address of the demo itself.
fn is_host_of_demo(host: &str) -> bool {
    host == "127.0.0.1" || ["example", "localhost"].iter().any(|name| host.rsplit('.').next() == Some(*name))
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
