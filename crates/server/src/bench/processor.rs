//! Processor time of some of this process's threads.

use anyhow::Context;
use std::fs;
use std::time::Duration;

/// Time on a processor of all threads whose name begins with `name`. Linux only.
pub(super) fn time_of_threads(name: &str) -> anyhow::Result<Duration> {
    let mut nanoseconds = 0u64;
    for task in fs::read_dir("/proc/self/task").context("processor time is read from /proc: Linux only")? {
        let folder = task?.path();
        // A thread may end between the two reads.
        let Ok(found) = fs::read_to_string(folder.join("comm")) else { continue };
        if found.trim_end().starts_with(name) {
            let Ok(times) = fs::read_to_string(folder.join("schedstat")) else { continue };
            nanoseconds += times.split(' ').next().and_then(|time| time.parse::<u64>().ok()).unwrap_or(0);
        }
    }
    Ok(Duration::from_nanos(nanoseconds))
}
