//! What follows from settings.

use super::kind::{CountryBid, NetworkNumber};
use super::registry::{Bids, Deposits, Postbacks, Retention, Shares, Traffic};
use crate::money::{CONVERSION_MAX, Money};
use crate::payments::deposit::Gateway;
use crate::targeting::geo::CountryCode;
use crate::time::DAY_MS;
use std::collections::BTreeMap;

impl Shares {
    /// How long earnings wait, in days.
    pub const fn hold(&self) -> i32 {
        self.hold_days as i32
    }
}

impl Deposits {
    /// The least and the highest deposit by a gateway.
    pub const fn bounds(&self, gateway: Gateway) -> (Money, Money) {
        match gateway {
            Gateway::Invoice => (self.invoice_minimum, self.invoice_maximum),
            Gateway::Stripe | Gateway::Sandbox => (self.card_minimum, self.card_maximum),
            Gateway::NowPayments => (self.crypto_minimum, self.crypto_maximum),
        }
    }

    /// How long a deposit by a gateway waits, in ms.
    pub const fn wait_ms(&self, gateway: Gateway) -> i64 {
        match gateway {
            Gateway::Invoice => self.invoice_days as i64 * DAY_MS,
            Gateway::Stripe | Gateway::Sandbox | Gateway::NowPayments => self.wait_minutes as i64 * 60 * 1_000,
        }
    }
}

impl Bids {
    /// The lowest bids by country: of a country that is named twice the higher one.
    pub fn country_minimums(&self) -> Vec<(CountryCode, Money)> {
        let mut found = BTreeMap::new();
        for CountryBid { country, bid } in &self.by_country {
            let least = found.entry(*country).or_insert(*bid);
            *least = (*least).max(*bid);
        }
        found.into_iter().collect()
    }
}

impl Traffic {
    /// Whether a network counts as that of a hosting company, which the list says or does not.
    pub fn is_hosting(&self, network: u32, is_listed: impl FnOnce(u32) -> bool) -> bool {
        let names = |networks: &[NetworkNumber]| networks.contains(&NetworkNumber(network));
        self.detect_hosting
            && network != 0
            && (names(&self.hosting_networks) || (is_listed(network) && !names(&self.other_networks)))
    }
}

impl Postbacks {
    /// The most that one conversion may be worth.
    pub fn max_payout(&self) -> Money {
        Money::from_dollars(self.max_payout_dollars.into()).min(CONVERSION_MAX)
    }
}

impl Retention {
    /// How long clicks are kept, in days.
    pub const fn click_days(&self) -> i32 {
        days_of_months(self.click_months)
    }

    /// How long statistics are kept by hour, in days.
    pub const fn hourly_days(&self) -> i32 {
        days_of_months(self.hourly_months)
    }
}

/// The days of so many months, a part of one counted whole.
const fn days_of_months(months: u32) -> i32 {
    (months * 365).div_ceil(12) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_operator_names_comes_before_the_list() {
        let check = |traffic: &Traffic, network: u32, is_listed: bool, expected: bool| {
            assert_eq!(traffic.is_hosting(network, |_| is_listed), expected, "{network} {traffic:?}");
        };
        let usual = Traffic::default();
        check(&usual, 7, true, true);
        check(&usual, 7, false, false);
        check(&usual, 0, true, false);
        let own = Traffic {
            hosting_networks: vec![NetworkNumber(7)],
            other_networks: vec![NetworkNumber(8)],
            ..Traffic::default()
        };
        check(&own, 7, false, true);
        check(&own, 8, true, false);
        check(&own, 9, true, true);
        check(&Traffic { detect_hosting: false, ..own }, 7, true, false);
    }
}
