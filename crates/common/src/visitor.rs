//! Visitors without a stored id: a keyed hash of address and user agent, whose key changes daily.

use crate::secrets::{Keys, Purpose};
use hmac::{Hmac, KeyInit, Mac};
use placard_model::Day;
use placard_model::targeting::request::VisitorId;
use sha2::Sha256;
use std::net::{IpAddr, Ipv6Addr};

/// The key of one day.
#[derive(Clone)]
pub struct VisitorKey([u8; 32]);

impl VisitorKey {
    /// The key of a UTC day.
    pub fn of(keys: &Keys, day: Day) -> Self {
        Self(keys.derive(Purpose::Visitor, Some(day)))
    }

    /// The visitor of an address (IPv6: its /64) and a user agent.
    pub fn visitor(&self, address: IpAddr, user_agent: &str) -> VisitorId {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        match visitor_prefix(address) {
            IpAddr::V4(v4) => mac.update(&v4.octets()),
            IpAddr::V6(v6) => mac.update(&v6.octets()[..8]),
        }
        mac.update(user_agent.as_bytes());
        let digest = mac.finalize().into_bytes();
        let (first, _) = digest.split_first_chunk::<8>().expect("SHA-256 has 32 bytes");
        VisitorId(u64::from_be_bytes(*first))
    }
}

/// What of an address stands for one visitor: all of IPv4, the first 64 bits of IPv6.
pub fn visitor_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Whether an address can be reached from everywhere: not loopback, private, link-local or shared.
pub fn is_global(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let shared = v4.octets()[0] == 100 && v4.octets()[1] & 0xc0 == 64;
            !(v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified() || shared)
        }
        IpAddr::V6(v6) => {
            !(v6.is_loopback() || v6.is_unspecified() || v6.is_unique_local() || v6.is_unicast_link_local())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_is_the_same_for_a_day_and_a_network() {
        let (today, tomorrow) = (VisitorKey([1; 32]), VisitorKey([2; 32]));
        let visitor = |key: &VisitorKey, address: &str| key.visitor(address.parse().unwrap(), "Firefox");
        assert_eq!(visitor(&today, "203.0.113.9"), visitor(&today, "::ffff:203.0.113.9"));
        assert_eq!(visitor(&today, "2001:db8::1"), visitor(&today, "2001:db8::2"));
        assert_ne!(visitor(&today, "2001:db8::1"), visitor(&today, "2001:db8:0:1::1"));
        assert_ne!(visitor(&today, "203.0.113.9"), visitor(&tomorrow, "203.0.113.9"));
        assert_ne!(visitor(&today, "203.0.113.9"), today.visitor("203.0.113.9".parse().unwrap(), "Chrome"));
    }

    #[test]
    fn local_addresses_are_not_global() {
        let check =
            |address: &str, expected: bool| assert_eq!(is_global(address.parse().unwrap()), expected, "{address}");
        for local in ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.0.1", "100.64.0.1", "::1", "fd00::1", "fe80::1"]
        {
            check(local, false);
        }
        for global in ["8.8.8.8", "100.128.0.1", "2606:4700::1"] {
            check(global, true);
        }
    }
}
