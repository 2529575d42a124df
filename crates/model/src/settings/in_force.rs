//! The settings that hold now.

use super::Settings;
use arc_swap::{ArcSwap, Guard};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The settings that hold now: read by everybody, also on the path of an ad request, without a lock; replaced as a whole.
#[derive(Debug)]
pub struct InForce {
    base: Settings,
    current: ArcSwap<Settings>,
    edition: AtomicU64,
    /// Of the values that were published last.
    stamp: Mutex<i64>,
}

impl InForce {
    /// Begins with what holds where the database says nothing.
    pub fn new(base: Settings) -> Self {
        Self { current: ArcSwap::from_pointee(base.clone()), base, edition: AtomicU64::new(1), stamp: Mutex::new(0) }
    }

    /// What holds now.
    pub fn get(&self) -> Guard<Arc<Settings>> {
        self.current.load()
    }

    /// The same, to be kept: for a transaction, which sees one moment.
    pub fn get_full(&self) -> Arc<Settings> {
        self.current.load_full()
    }

    /// What holds where the database says nothing.
    pub const fn base(&self) -> &Settings {
        &self.base
    }

    /// Grows with each change: what is computed from settings is computed again when it has another number.
    pub fn edition(&self) -> u64 {
        self.edition.load(Ordering::Acquire)
    }

    /// Puts values of the database in force. `stamp` grows with each change of them: a reading that was overtaken by another
    /// is left out. Answers what of them cannot be used; see [`Settings::with`].
    pub fn publish<'a>(&self, stamp: i64, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        let (settings, refused) = self.base.with(values);
        let mut last = self.stamp.lock().unwrap_or_else(PoisonError::into_inner);
        if stamp < *last {
            return refused;
        }
        *last = stamp;
        if settings != **self.current.load() {
            self.current.store(Arc::new(settings));
            self.edition.fetch_add(1, Ordering::Release);
        }
        refused
    }
}

impl Default for InForce {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}
