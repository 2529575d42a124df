//! The life of a server: it listens, its loops run, and both end together.

use crate::app::App;
use crate::demo::transport::Transport;
use crate::{clock, connections, control, demo, router};
use anyhow::Context;
use futures_util::future::BoxFuture;
use placard_api::staff::network::system::operator_routes;
use placard_api::texts;
use placard_common::config::Config;
use placard_common::health::{INVENTORY, Severity};
use placard_common::loops::{self, Feed};
use placard_edge::delivery;
use placard_worker::feeds;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How long requests and feeds may take to end after a stop was asked for.
const STOP_PATIENCE: Duration = Duration::from_secs(10);
/// How long the first requests wait for the inventory. Then they are served without it, so that an operator can look.
const READY_PATIENCE: Duration = Duration::from_secs(30);

impl App {
    /// Serves until the process is asked to stop.
    pub async fn serve(self: Arc<Self>) -> anyhow::Result<()> {
        clock::check_start(&self)?;
        let listener = listen(&self.config).await?;
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
        let routes = router::build(self.clone())?;
        if let Some(browsers) = &self.browsers {
            let domain = demo::newspaper_domain()?;
            browsers.attach(Transport::Local(routes.clone()), domain, &self.geo, self.rng.fork())?;
        }
        let server = connections::serve(listener, routes, &self.config, stop.clone());
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
            Feed::new("widths", &self.api, placard_api::media::widths::run),
            Feed::new("control", self, control::run),
            Feed::new("clock", self, clock::run),
        ]);
        loops::start(feeds, &self.base, stop)
    }

    /// Serves figures on the address that has nothing else, if there is one.
    async fn metrics_server(self: &Arc<Self>, stop: &CancellationToken) -> anyhow::Result<BoxFuture<'static, ()>> {
        let Some(listener) = listen_for_metrics(&self.config).await? else {
            return Ok(Box::pin(std::future::ready(())));
        };
        let (routes, app, stop) = (operator_routes(self.api.clone()), self.clone(), stop.clone());
        Ok(Box::pin(async move { connections::serve(listener, routes, &app.config, stop).await }))
    }
}

/// Takes the address of a server, or says how to choose another one.
pub async fn listen(config: &Config) -> anyhow::Result<TcpListener> {
    let address = config.listen;
    let taken = || format!("cannot listen on {address}; --listen names another address, LISTEN=<address> for make");
    TcpListener::bind(address).await.with_context(taken)
}

/// Takes the address that has figures alone, if there is one.
pub async fn listen_for_metrics(config: &Config) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = config.metrics_listen else { return Ok(None) };
    let taken = || format!("cannot listen on {address} for metrics; `metrics_listen` names another address");
    Ok(Some(TcpListener::bind(address).await.with_context(taken)?))
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
