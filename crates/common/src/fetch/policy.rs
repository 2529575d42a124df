//! What may be fetched beside the public internet, and who resolves names.

use super::limits::Limits;
use futures_util::future::BoxFuture;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Names that are looked up at the same time: each takes a thread for as long as the system's resolver likes.
const LOOKUPS_AT_ONCE: usize = 16;

/// What may be fetched.
#[derive(Clone)]
pub struct Policy {
    /// Addresses with their ports that may be fetched though they are not public: the demo's own, and those of tests. A
    /// network that is not a demo has none.
    pub also: Vec<SocketAddr>,
    /// Hosts that stand at one of these.
    pub own: Option<OwnHosts>,
    /// Push services that this machine plays; they are asked there, without TLS.
    pub push: Option<OwnHosts>,
    /// Who is asked for records of text; nobody named: whom the system asks.
    pub name_servers: Vec<SocketAddr>,
    /// Who resolves names.
    pub names: Arc<dyn Resolve>,
    /// The limits.
    pub limits: Limits,
}

impl Default for Policy {
    /// The public internet alone.
    fn default() -> Self {
        Self {
            also: Vec::new(),
            own: None,
            push: None,
            name_servers: Vec::new(),
            names: Arc::new(SystemNames::default()),
            limits: Limits::default(),
        }
    }
}

/// Hosts that this machine plays: those of the demo's sites, and of tests. They are asked without TLS.
#[derive(Clone, Copy, Debug)]
pub struct OwnHosts {
    /// Where they stand.
    pub address: SocketAddr,
    /// Which they are.
    pub is_own: fn(&str) -> bool,
}

/// A place among the names that are looked up.
pub struct Lookup(#[expect(dead_code, reason = "it is held")] Option<OwnedSemaphorePermit>);

/// Resolves names.
pub trait Resolve: Send + Sync {
    /// Waits until one more name may be looked up. That is no part of the lookup: others may take long.
    fn turn(&self) -> BoxFuture<'static, Lookup> {
        Box::pin(async { Lookup(None) })
    }

    /// The addresses of a name. The place is given back once nothing of the lookup is left.
    fn resolve(&self, host: String, place: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

/// The system's resolver.
pub struct SystemNames(Arc<Semaphore>);

impl Default for SystemNames {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LOOKUPS_AT_ONCE)))
    }
}

impl Resolve for SystemNames {
    fn turn(&self) -> BoxFuture<'static, Lookup> {
        let places = self.0.clone();
        // The places are never closed.
        Box::pin(async move { Lookup(places.acquire_owned().await.ok()) })
    }

    fn resolve(&self, host: String, place: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            // Who asked may have gone; the thread has its place until the system's resolver gives it back.
            let lookup = tokio::task::spawn_blocking(move || {
                let _place = place;
                Ok((host.as_str(), 0).to_socket_addrs()?.map(|address| address.ip()).collect())
            });
            lookup.await.map_err(io::Error::other)?
        })
    }
}
