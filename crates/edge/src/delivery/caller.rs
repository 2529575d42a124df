//! Who calls: the address and what it tells, the browser, the visitor.

use crate::state::Edge;
use arc_swap::ArcSwap;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, header, request};
use hmac::{Hmac, KeyInit, Mac};
use placard_common::extract::{client_address, real_client_address};
use placard_common::secrets::{Keys, Purpose};
use placard_common::user_agent::Agent;
use placard_common::visitor::VisitorKey;
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::{Day, UnixMs};
use sha2::Sha256;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// What a request tells of who sends it. The address does not leave memory.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The full address.
    pub address: IpAddr,
    /// Where it is.
    pub place: Place,
    /// Whose network it is; 0 when unknown.
    pub asn: u32,
    /// The network is one of a hosting company.
    pub is_hosting: bool,
    /// The browser.
    pub agent: Agent,
    /// The visitor, by today's key.
    pub visitor: VisitorId,
    /// The visitor, by yesterday's key, for rules that look back 24 hours.
    pub visitor_yesterday: VisitorId,
}

impl Caller {
    /// Reads a request's head.
    pub fn of(app: &Edge, parts: &request::Parts, now: UnixMs) -> Self {
        let address = client_address(peer(parts), &parts.headers, &app.config);
        let location = app.geo.locate(address);
        let user_agent = text(&parts.headers, header::USER_AGENT);
        let keys = app.delivery.day_keys.of(now.day());
        Self {
            address,
            place: location.place,
            asn: location.asn,
            is_hosting: app.settings.get().traffic.is_hosting(location.asn, |network| app.geo.is_hosting(network)),
            agent: app.delivery.agents.read(user_agent),
            visitor: keys.visitor_key.visitor(address, user_agent),
            visitor_yesterday: keys.yesterdays_visitor_key.visitor(address, user_agent),
        }
    }

    /// The address prefix, hashed with today's key and with yesterday's, for rates that look back 24 hours.
    pub fn prefixes(&self, app: &Edge, now: UnixMs) -> [PrefixHash; 2] {
        let keys = app.delivery.day_keys.of(now.day());
        [&keys.prefix_key, &keys.yesterdays_prefix_key].map(|key| prefix(key, self.address))
    }
}

/// The address whose calls are counted: also in the demonstration network the real one.
pub(super) fn counted_address(app: &Edge, parts: &request::Parts) -> IpAddr {
    real_client_address(peer(parts), &parts.headers, &app.config)
}

fn peer(parts: &request::Parts) -> IpAddr {
    let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |connection| connection.0.ip())
}

/// A header as text; empty when it is missing or not text.
pub(super) fn text(headers: &HeaderMap, name: header::HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The keys of one day.
pub(super) struct Today {
    day: Day,
    visitor_key: VisitorKey,
    yesterdays_visitor_key: VisitorKey,
    prefix_key: [u8; 32],
    yesterdays_prefix_key: [u8; 32],
}

impl Today {
    fn derive(keys: &Keys, day: Day) -> Self {
        Self {
            day,
            visitor_key: VisitorKey::of(keys, day),
            yesterdays_visitor_key: VisitorKey::of(keys, day.plus(-1)),
            prefix_key: keys.derive(Purpose::AddressPrefix, Some(day)),
            yesterdays_prefix_key: keys.derive(Purpose::AddressPrefix, Some(day.plus(-1))),
        }
    }
}

/// IPv4 /24, IPv6 /48.
fn prefix(key: &[u8; 32], address: IpAddr) -> PrefixHash {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    match address.to_canonical() {
        IpAddr::V4(v4) => mac.update(&v4.octets()[..3]),
        IpAddr::V6(v6) => mac.update(&v6.octets()[..6]),
    }
    let digest = mac.finalize().into_bytes();
    let (first, _) = digest.split_first_chunk::<8>().expect("SHA-256 has 32 bytes");
    PrefixHash(u64::from_be_bytes(*first))
}

/// The keys that change daily, derived once a day.
pub(super) struct DayKeys {
    keys: Keys,
    current: ArcSwap<Today>,
}

impl DayKeys {
    pub(super) fn new(keys: Keys) -> Self {
        let current = ArcSwap::from_pointee(Today::derive(&keys, Day(0)));
        Self { keys, current }
    }

    pub(super) fn of(&self, day: Day) -> Arc<Today> {
        let current = self.current.load_full();
        if current.day == day {
            return current;
        }
        let derived = Arc::new(Today::derive(&self.keys, day));
        self.current.store(derived.clone());
        derived
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn prefixes_are_shared_by_neighbours_for_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let keys = DayKeys::new(Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap());
        let prefix = |day: i32, address: &str| prefix(&keys.of(Day(day)).prefix_key, address.parse().unwrap());
        assert_eq!(prefix(1, "203.0.113.9"), prefix(1, "203.0.113.200"));
        assert_eq!(prefix(1, "203.0.113.9"), prefix(1, "::ffff:203.0.113.9"));
        assert_ne!(prefix(1, "203.0.113.9"), prefix(1, "203.0.114.9"));
        assert_ne!(prefix(1, "203.0.113.9"), prefix(2, "203.0.113.9"));
        assert_eq!(prefix(1, "2001:db8:1::1"), prefix(1, "2001:db8:1:2::1"));
        assert_ne!(prefix(1, "2001:db8:1::1"), prefix(1, "2001:db8:2::1"));
    }

    #[test]
    fn yesterday_is_the_key_of_the_day_before() {
        let folder = tempfile::tempdir().unwrap();
        let keys = DayKeys::new(Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap());
        let address = "203.0.113.9".parse().unwrap();
        assert_eq!(
            keys.of(Day(5)).visitor_key.visitor(address, "x"),
            keys.of(Day(6)).yesterdays_visitor_key.visitor(address, "x")
        );
        assert_eq!(keys.of(Day(5)).prefix_key, keys.of(Day(6)).yesterdays_prefix_key);
    }
}
