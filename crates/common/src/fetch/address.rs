//! Where a fetch may go.

use super::policy::{Lookup, Policy};
use super::{FetchError, FetchRefusal};
use ipnet::{Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use url::{Host, Url};

/// Addresses of a name that are tried.
const ADDRESSES_MAX: usize = 3;

/// Networks of IPv4 that are not of the public internet (IANA special-purpose registry).
const NOT_PUBLIC_V4: [Ipv4Net; 16] = [
    // This network, private, carrier-grade NAT, loopback, link-local.
    v4(0, 0, 0, 0, 8),
    v4(10, 0, 0, 0, 8),
    v4(100, 64, 0, 0, 10),
    v4(127, 0, 0, 0, 8),
    v4(169, 254, 0, 0, 16),
    v4(172, 16, 0, 0, 12),
    // IETF protocols, documentation, relays of 6to4, private.
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(192, 168, 0, 0, 16),
    // Benchmarks, documentation.
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    // Multicast, reserved, broadcast.
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
    v4(255, 255, 255, 255, 32),
];

/// What of IPv6 is the public internet. Mapped and compatible forms of IPv4, NAT64, unique local, link-local, multicast,
/// loopback and the unspecified address are outside.
const PUBLIC_V6: Ipv6Net = v6(0x2000, 0, 0, 3);
/// Networks within it that are not: IETF protocols with Teredo, benchmarks and ORCHID; documentation, twice; 6to4.
const NOT_PUBLIC_V6: [Ipv6Net; 4] =
    [v6(0x2001, 0, 0, 23), v6(0x2001, 0xdb8, 0, 32), v6(0x3fff, 0, 0, 20), v6(0x2002, 0, 0, 16)];

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(a: u16, b: u16, c: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0), prefix)
}

/// Whether an address is one of the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) => PUBLIC_V6.contains(&address) && !NOT_PUBLIC_V6.iter().any(|net| net.contains(&address)),
    }
}

/// Who is asked.
#[derive(Debug)]
pub(super) struct Target {
    /// The host without a dot at the end; an address of IPv6 in brackets.
    pub(super) host: String,
    port: u16,
    literal: Option<IpAddr>,
}

impl Target {
    /// Whom a URL names, if that may be fetched as far as can be seen before names are resolved.
    pub(super) fn of(url: &Url, policy: &Policy) -> Result<Self, FetchRefusal> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchRefusal::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(FetchRefusal::Credentials);
        }
        let port = url.port_or_known_default().ok_or(FetchRefusal::Port)?;
        if !matches!(port, 80 | 443) && !policy.also.iter().any(|also| also.port() == port) {
            return Err(FetchRefusal::Port);
        }
        // The URL standard has read decimal, octal, hexadecimal and short forms of addresses as what they are.
        let (host, literal) = match url.host().ok_or(FetchRefusal::Unreadable)? {
            Host::Ipv4(address) => (address.to_string(), Some(IpAddr::V4(address))),
            Host::Ipv6(address) => (format!("[{address}]"), Some(IpAddr::V6(address))),
            Host::Domain(name) => (name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase(), None),
        };
        let is_local = host == "localhost" || host.ends_with(".localhost");
        let may_be_named = if is_local { !policy.also.is_empty() } else { literal.is_some() || host.contains('.') };
        if !may_be_named {
            return Err(FetchRefusal::PrivateName);
        }
        let target = Self { host, port, literal };
        match literal {
            Some(address) if !target.may_reach(address, policy) => Err(FetchRefusal::PrivateAddress),
            _ => Ok(target),
        }
    }

    /// Its address, where that is known without a lookup.
    fn known(&self, policy: &Policy) -> Option<IpAddr> {
        let own = policy.own.filter(|own| own.address.port() == self.port && (own.is_own)(&self.host));
        own.map(|own| own.address.ip()).or(self.literal)
    }

    /// Whether its port is one of the exceptions: only then is it asked without TLS where that is needed.
    pub(super) fn is_also(&self, policy: &Policy) -> bool {
        policy.also.iter().any(|also| also.port() == self.port)
    }

    /// Whether its name is to be looked up.
    pub(super) fn is_looked_up(&self, policy: &Policy) -> bool {
        self.known(policy).is_none()
    }

    /// What to connect to: each address was checked. A name is looked up in the place that was waited for.
    pub(super) async fn addresses(
        &self,
        policy: &Policy,
        place: Option<Lookup>,
    ) -> Result<Vec<SocketAddr>, FetchError> {
        let found = match (self.known(policy), place) {
            (Some(address), _) => vec![address],
            (None, Some(place)) => {
                policy.names.resolve(self.host.clone(), place).await.map_err(|_| FetchError::Unresolved)?
            }
            (None, None) => return Err(FetchError::Unresolved),
        };
        if found.is_empty() {
            return Err(FetchError::Unresolved);
        }
        let reachable = found.into_iter().filter(|address| self.may_reach(*address, policy));
        let reachable: Vec<_> =
            reachable.take(ADDRESSES_MAX).map(|address| SocketAddr::new(address, self.port)).collect();
        if reachable.is_empty() { Err(FetchRefusal::PrivateAddress.into()) } else { Ok(reachable) }
    }

    fn may_reach(&self, address: IpAddr, policy: &Policy) -> bool {
        let is_also = policy.also.contains(&SocketAddr::new(address, self.port));
        is_also || is_public(address) && matches!(self.port, 80 | 443)
    }
}
