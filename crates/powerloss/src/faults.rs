//! Disks that fail, and programs that forget to sync: what a test asks for on top of the layer.

use crate::{CLOCK, FAIL, FORGET, FULL, sys};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};

/// The file of the clock is read so often, in ms: every moment asks for the time.
const CLOCK_READ_MS: i64 = 20;

static FAULTS: LazyLock<Faults> = LazyLock::new(|| Faults {
    fail: std::env::var_os(FAIL).map(PathBuf::from),
    full: std::env::var_os(FULL).map(PathBuf::from),
    clock: std::env::var_os(CLOCK).map(PathBuf::from),
    forget: std::env::var_os(FORGET).map(PathBuf::from),
});

struct Faults {
    /// While this file is there, no sync succeeds.
    fail: Option<PathBuf>,
    /// While this file is there, no write succeeds.
    full: Option<PathBuf>,
    /// How far the clock is ahead, in ms.
    clock: Option<PathBuf>,
    /// Syncs below this folder are taken for not made.
    forget: Option<PathBuf>,
}

/// Whether a sync must fail now.
pub(crate) fn fails() -> bool {
    FAULTS.fail.as_deref().is_some_and(|flag| sys::facts_of(flag).is_some())
}

/// Whether the disk is full now.
pub(crate) fn is_full() -> bool {
    FAULTS.full.as_deref().is_some_and(|flag| sys::facts_of(flag).is_some())
}

/// How far the clock is ahead, in ms; `now_ms` is any time that goes on.
pub(crate) fn clock_ahead_ms(now_ms: i64) -> i64 {
    static AHEAD_MS: AtomicI64 = AtomicI64::new(0);
    static READ_AT_MS: AtomicI64 = AtomicI64::new(0);
    let Some(file) = FAULTS.clock.as_deref() else { return 0 };
    if (now_ms - READ_AT_MS.load(Ordering::Relaxed)).abs() >= CLOCK_READ_MS {
        READ_AT_MS.store(now_ms, Ordering::Relaxed);
        AHEAD_MS.store(sys::read_number(file).unwrap_or(0), Ordering::Relaxed);
    }
    AHEAD_MS.load(Ordering::Relaxed)
}

/// Whether a sync of the file is taken for not made.
pub(crate) fn forgets(path: &Path) -> bool {
    FAULTS.forget.as_deref().is_some_and(|folder| path.starts_with(folder))
}
