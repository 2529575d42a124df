//! Records of text in the DNS, asked of the name servers that this machine asks.

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::RData;
use std::net::SocketAddr;
use std::time::Duration;

/// For one question to one name server.
const ATTEMPT: Duration = Duration::from_secs(3);
/// Questions after the first.
const ATTEMPTS: usize = 2;
/// For all of them.
const TOTAL: Duration = Duration::from_secs(10);
/// Records of a name that are read.
const RECORDS_MAX: usize = 100;
/// Bytes of a record that are read.
const RECORD_BYTES_MAX: usize = 1024;

/// Why there is no word of a name's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TxtError {
    /// The name cannot be one.
    #[error("it is no name that the DNS could have")]
    Name,
    /// Nobody answers, or with an error.
    #[error("its name servers give no answer")]
    NoAnswer,
    /// The machine knows no name server.
    #[error("this server knows no name server to ask")]
    NoServer,
}

pub(super) struct TxtRecords {
    resolver: Option<TokioResolver>,
}

impl TxtRecords {
    pub(super) fn new(servers: &[SocketAddr]) -> Self {
        let builder = if servers.is_empty() {
            TokioResolver::builder_tokio().ok()
        } else {
            let servers = servers.iter().map(|server| {
                let on_port = |mut connection: ConnectionConfig| {
                    connection.port = server.port();
                    connection
                };
                let connections = vec![on_port(ConnectionConfig::udp()), on_port(ConnectionConfig::tcp())];
                NameServerConfig::new(server.ip(), true, connections)
            });
            let config = ResolverConfig::from_parts(None, Vec::new(), servers.collect());
            let provider = TokioRuntimeProvider::default();
            Some(TokioResolver::builder_with_config(config, provider).with_options(ResolverOpts::default()))
        };
        let resolver = builder.and_then(|mut builder| {
            let options = builder.options_mut();
            options.timeout = ATTEMPT;
            options.attempts = ATTEMPTS;
            // Who has just made a record looks again at once.
            options.cache_size = 0;
            options.use_hosts_file = ResolveHosts::Never;
            builder.build().ok()
        });
        Self { resolver }
    }

    pub(super) async fn of(&self, name: &str) -> Result<Vec<String>, TxtError> {
        let resolver = self.resolver.as_ref().ok_or(TxtError::NoServer)?;
        // With the dot of the root: nothing is searched for in the domains of this machine.
        let name = hickory_resolver::proto::rr::Name::from_ascii(format!("{}.", name.trim_end_matches('.')))
            .map_err(|_| TxtError::Name)?;
        let found = match tokio::time::timeout(TOTAL, resolver.txt_lookup(name)).await {
            Ok(Err(error)) if error.is_no_records_found() => return Ok(Vec::new()),
            Err(_) | Ok(Err(_)) => return Err(TxtError::NoAnswer),
            Ok(Ok(found)) => found,
        };
        let records = found.answers().iter().filter_map(|record| match &record.data {
            RData::TXT(txt) => {
                let bytes: Vec<u8> =
                    txt.txt_data.iter().flat_map(|part| part.iter().copied()).take(RECORD_BYTES_MAX).collect();
                Some(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => None,
        });
        Ok(records.take(RECORDS_MAX).collect())
    }
}
