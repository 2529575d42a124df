//! Opening the statistics of the data folder.

use anyhow::Context;
use placard_common::config::Config;
use placard_common::data_folder::{STATS_FILE, free_mib};
use placard_model::UnixMs;
use placard_stats::{PutAside, Stats, StatsConfig};

/// The most memory of statistics that a test fills.
const LIGHT_MEMORY_MIB: u32 = 128;

/// Opens the statistics of the data folder. A file that is damaged is put aside, and a new one begun: then it says so. With `light`
/// they may use little: for tests.
pub(crate) fn open_stats(config: &Config, light: bool, now: UnixMs) -> anyhow::Result<(Stats, Option<PutAside>)> {
    let spill_max_mib = config.spill_max_mib(free_mib(&config.data_dir)?);
    let file = StatsConfig { spill_max_mib, ..StatsConfig::file(config.data_dir.join(STATS_FILE)) };
    let config = if light {
        StatsConfig { memory_limit_mib: config.stats_memory_mib.min(LIGHT_MEMORY_MIB), threads: 1, ..file }
    } else {
        StatsConfig { memory_limit_mib: config.stats_memory_mib, ..file }
    };
    Stats::open_or_put_aside(&config, now).context("cannot open the statistics")
}
