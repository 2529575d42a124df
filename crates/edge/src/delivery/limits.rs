//! How much one address asks of delivery in a minute, and one account of postbacks.

use super::rates::{FEW, MANY, MinuteCounts};
use placard_common::error::Problem;
use placard_common::visitor::{is_global, visitor_prefix};
use placard_model::settings::InForce;
use placard_model::{SiteId, UnixMs, UserId};
use std::net::IpAddr;
use std::sync::Arc;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// Ad requests: each block counts, for each is counted in the log.
    Ads,
    /// Reports of shows and confirmed shows: each token counts.
    Reports,
    /// Clicks.
    Clicks,
    /// Postbacks.
    Postbacks,
    /// Reports of push opt-ins.
    OptIns,
}

/// Counts calls by address, and postbacks by advertiser.
pub(super) struct Limits {
    settings: Arc<InForce>,
    many: MinuteCounts,
    few: MinuteCounts,
}

impl Limits {
    /// With the limits that the settings name at each call.
    pub(super) fn new(settings: Arc<InForce>, seed: u64) -> Self {
        Self { settings, many: MinuteCounts::new(seed, MANY), few: MinuteCounts::new(seed.rotate_left(32), FEW) }
    }

    /// Counts `more` calls of an address (IPv6: its /64); [`Problem::TooManyRequests`] if there were too many in this
    /// minute. Addresses that are not of the internet are those of proxies which do not tell for whom they ask: they
    /// are not limited.
    pub(super) fn call(&self, call: Call, address: IpAddr, more: usize, now: UnixMs) -> Result<(), Problem> {
        let settings = self.settings.get();
        let limits = &settings.delivery;
        let (limit, rates) = match call {
            Call::Ads => (limits.ads_per_address, &self.many),
            Call::Reports => (limits.reports_per_address, &self.many),
            Call::Clicks | Call::OptIns => (limits.clicks_per_address, &self.few),
            Call::Postbacks => (limits.postbacks_per_address, &self.few),
        };
        if !is_global(address) {
            return Ok(());
        }
        let bits = match visitor_prefix(address) {
            IpAddr::V4(v4) => u64::from(v4.to_bits()),
            IpAddr::V6(v6) => (v6.to_bits() >> 64) as u64,
        };
        check(rates, limit, (call as u64) << 1, bits, more, now)
    }

    /// Counts a report of a site's push opt-in; whether there were no more than so many in this minute.
    pub(super) fn opt_ins_of(&self, site: SiteId, limit: u32, now: UnixMs) -> bool {
        self.few.count(site.0.unsigned_abs(), (Call::OptIns as u64) << 1 | 1, 1, now.0) <= limit
    }

    /// Counts a postback for an advertiser's clicks.
    pub(super) fn postback_for(&self, advertiser: UserId, now: UnixMs) -> Result<(), Problem> {
        check(&self.few, self.settings.get().delivery.postbacks_per_advertiser, 1, advertiser.0.unsigned_abs(), 1, now)
    }
}

fn check(rates: &MinuteCounts, limit: u32, kind: u64, key: u64, more: usize, now: UnixMs) -> Result<(), Problem> {
    if limit == 0 {
        return Ok(());
    }
    if rates.count(key, kind, u32::try_from(more).unwrap_or(u32::MAX), now.0) <= limit {
        return Ok(());
    }
    metrics::counter!("placard_delivery_limited_total").increment(1);
    let wait_s = (60_000 - now.0.rem_euclid(60_000)) / 1_000 + 1;
    Err(Problem::TooManyRequests(wait_s as u32))
}
