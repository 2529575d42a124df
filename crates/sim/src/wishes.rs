//! What the environment wishes of a test that kills.

use placard_model::Clock as _;
use placard_model::time::SystemClock;

/// The variable that repeats a run's choices.
pub const SEED: &str = "CRASH_TEST_SEED";
/// The variable that says how often the server is killed.
const CRASHES: &str = "CRASH_TEST_CRASHES";

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The seed of a run's choices: another one each time, where none is wished.
pub fn seed() -> u64 {
    number(SEED).unwrap_or_else(|| SystemClock.now().0.unsigned_abs())
}

/// How often the server is killed.
pub fn crashes(usual: usize) -> usize {
    number(CRASHES).map_or(usual, |wished| wished as usize)
}
