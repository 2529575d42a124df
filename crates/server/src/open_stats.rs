//! Opening the statistics of the data folder.

use anyhow::Context;
use placard_common::config::Config;
use placard_common::data_folder::STATS_FILE;
use placard_model::UnixMs;
use placard_stats::{PutAside, Stats, StatsConfig};

/// Opens the statistics of the data folder. A file that is damaged is put aside, and a new one begun: then it says so.
pub(crate) fn open_stats(config: &Config, now: UnixMs) -> anyhow::Result<(Stats, Option<PutAside>)> {
    let path = config.data_dir.join(STATS_FILE);
    let config = StatsConfig { memory_limit_mib: config.stats_memory_mib, ..StatsConfig::file(path) };
    Stats::open_or_put_aside(&config, now).context("cannot open the statistics")
}
