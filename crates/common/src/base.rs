//! What every role has.

use crate::chance::Chance;
use crate::clock::SteadyClock;
use crate::config::Config;
use crate::geo::Geo;
use crate::health::Health;
use crate::secrets::Keys;
use placard_model::Clock;
use placard_model::settings::InForce;
use std::sync::Arc;

/// What every role has: the configuration, the time, chance, keys, places, and where it tells what is wrong.
pub struct Base {
    /// The configuration that the process was started with.
    pub config: Config,
    /// The settings that hold now.
    pub settings: Arc<InForce>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The same, where it follows the machine's clock; none on a clock that is moved by hand.
    pub steady: Option<Arc<SteadyClock>>,
    /// What is wrong now.
    pub health: Health,
    /// Chance.
    pub rng: Chance,
    /// Keys, derived from the master key.
    pub keys: Keys,
    /// Where addresses are, and whose.
    pub geo: Geo,
}
