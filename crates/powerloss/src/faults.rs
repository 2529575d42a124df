//! Disks that fail, and programs that forget to sync: what a test asks for on top of the layer.

use crate::{FAIL, FORGET, sys};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static FAULTS: LazyLock<Faults> = LazyLock::new(|| Faults {
    fail: std::env::var_os(FAIL).map(PathBuf::from),
    forget: std::env::var_os(FORGET).map(PathBuf::from),
});

struct Faults {
    /// While this file is there, no sync succeeds.
    fail: Option<PathBuf>,
    /// Syncs below this folder are taken for not made.
    forget: Option<PathBuf>,
}

/// Whether a sync must fail now.
pub(crate) fn fails() -> bool {
    FAULTS.fail.as_deref().is_some_and(|flag| sys::facts_of(flag).is_some())
}

/// Whether a sync of the file is taken for not made.
pub(crate) fn forgets(path: &Path) -> bool {
    FAULTS.forget.as_deref().is_some_and(|folder| path.starts_with(folder))
}
