//! How much strangers, pages and trackers may ask for, and how long a connection may take.

use placard_model::Money;
use placard_model::money::CONVERSION_MAX;
use serde::{Deserialize, Serialize};

/// The highest limit per minute that delivery can count up to.
const DELIVERY_LIMIT_MAX: u32 = 60_000;

/// Limits on connections. When all places are taken, connections that have waited longest for their other end make room.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConnectionSettings {
    /// At the same time; fewer when the process may not open as many files.
    pub max: u32,
    /// From one address (IPv6: /64). Trusted proxies are not counted.
    pub per_address: u32,
    /// From one address that is not of the internet (private, loopback, link-local), behind which a whole network or a
    /// proxy that was not named may stand.
    pub per_private_address: u32,
    /// Seconds in which the head of a request must have come.
    pub head_s: u32,
    /// Seconds until a connection on which nothing is asked is closed: longer than a proxy keeps one to use it again.
    pub idle_s: u32,
    /// Seconds for which the other end may send nothing of a body, or take nothing of an answer.
    pub stall_s: u32,
    /// Seconds after which a request ends of which the body or the answer is still on its way.
    pub transfer_s: u32,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self {
            max: 10_000,
            per_address: 500,
            per_private_address: 4_000,
            head_s: 10,
            idle_s: 180,
            stall_s: 20,
            transfer_s: 600,
        }
    }
}

/// Limits on login: attempts that failed, per 15 minutes. Browsers that have logged in to an account before are counted
/// by themselves, each up to `per_account`; so are codes of the second factor, and what is asked for again in a session.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Logins {
    /// From one address (IPv6: /64).
    pub per_address: u32,
    /// For one account, from everywhere but the browsers that are known for it.
    pub per_account: u32,
}

impl Default for Logins {
    fn default() -> Self {
        Self { per_address: 30, per_account: 10 }
    }
}

/// Conversions told by advertisers' trackers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Postbacks {
    /// The most that one conversion may be worth, in dollars, 1 to 100,000: a call that names more is refused.
    pub max_payout_dollars: u32,
}

impl Default for Postbacks {
    fn default() -> Self {
        Self { max_payout_dollars: 100_000 }
    }
}

impl Postbacks {
    /// The most that one conversion may be worth.
    pub fn max_payout(&self) -> Money {
        Money::from_dollars(self.max_payout_dollars.into()).min(CONVERSION_MAX)
    }
}

/// Limits on calls of the API, per 15 minutes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Calls {
    /// Of each kind that needs no login and sends mail or tries tokens (sign-up, lost passwords, mailed links), from one
    /// address (IPv6: /64).
    pub per_address: u32,
    /// Of all kinds together, with or without login, from one address (IPv6: /64).
    pub all_per_address: u32,
}

impl Default for Calls {
    fn default() -> Self {
        Self { per_address: 60, all_per_address: 30_000 }
    }
}

/// Limits on what visitors' browsers and advertisers' trackers call, per minute; 0: none. Most are for one address of the
/// internet (IPv6: /64), behind which a whole company or mobile network may stand; at most 60,000.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeliveryLimits {
    /// Blocks that ads are asked for, from one address.
    pub ads_per_address: u32,
    /// Shows and confirmed shows, each ad counted, from one address.
    pub reports_per_address: u32,
    /// Clicks from one address.
    pub clicks_per_address: u32,
    /// Postbacks from one address: a tracker sends those of all its customers.
    pub postbacks_per_address: u32,
    /// Postbacks for the clicks of one advertiser.
    pub postbacks_per_advertiser: u32,
}

impl DeliveryLimits {
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for (name, limit) in [
            ("ads_per_address", self.ads_per_address),
            ("reports_per_address", self.reports_per_address),
            ("clicks_per_address", self.clicks_per_address),
            ("postbacks_per_address", self.postbacks_per_address),
            ("postbacks_per_advertiser", self.postbacks_per_advertiser),
        ] {
            anyhow::ensure!(
                limit <= DELIVERY_LIMIT_MAX,
                "delivery.{name} must be at most {DELIVERY_LIMIT_MAX}, or 0 for no limit"
            );
        }
        Ok(())
    }
}

impl Default for DeliveryLimits {
    fn default() -> Self {
        Self {
            ads_per_address: 12_000,
            reports_per_address: 30_000,
            clicks_per_address: 600,
            postbacks_per_address: 12_000,
            postbacks_per_advertiser: 6_000,
        }
    }
}
