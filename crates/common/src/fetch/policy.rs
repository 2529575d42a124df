//! What may be fetched beside the public internet, and who resolves names.

use super::limits::Limits;
use futures_util::future::BoxFuture;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use tokio::sync::Semaphore;

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

/// Resolves names.
pub trait Resolve: Send + Sync {
    /// The addresses of a name.
    fn resolve(&self, host: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;
}

/// The system's resolver.
pub struct SystemNames(Arc<Semaphore>);

impl Default for SystemNames {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LOOKUPS_AT_ONCE)))
    }
}

impl Resolve for SystemNames {
    fn resolve(&self, host: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let places = self.0.clone();
        Box::pin(async move {
            let place = places.acquire_owned().await.map_err(io::Error::other)?;
            // Who asked may have gone; the thread has its place until the system's resolver gives it back.
            let lookup = tokio::task::spawn_blocking(move || {
                let _place = place;
                Ok((host.as_str(), 0).to_socket_addrs()?.map(|address| address.ip()).collect())
            });
            lookup.await.map_err(io::Error::other)?
        })
    }
}
