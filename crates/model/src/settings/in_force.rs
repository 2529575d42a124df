//! The settings that hold now.

use super::{Settings, Spec};
use arc_swap::{ArcSwap, Guard};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The settings that hold now: read by everybody, also on the path of an ad request, without a lock; replaced as a whole.
#[derive(Debug)]
pub struct InForce {
    base: Settings,
    current: ArcSwap<Settings>,
    edition: AtomicU64,
    /// An amount or share that somebody set could never be read.
    unknown_rates: AtomicBool,
    published: Mutex<Published>,
}

/// What was published last.
#[derive(Debug, Default)]
struct Published {
    stamp: i64,
    is_first_over: bool,
    /// Amounts and shares that could not be read, and of which nothing was known before.
    unknown: BTreeSet<&'static str>,
}

impl InForce {
    /// Begins with what holds where the database says nothing.
    pub fn new(base: Settings) -> Self {
        Self {
            current: ArcSwap::from_pointee(base.clone()),
            base,
            edition: AtomicU64::new(1),
            unknown_rates: AtomicBool::new(false),
            published: Mutex::default(),
        }
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

    /// Whether amounts and shares are what somebody wanted them to be. They are not while one that was set could not be read
    /// since the start: its default may be far from it, and nobody may be billed.
    pub fn are_rates_known(&self) -> bool {
        !self.unknown_rates.load(Ordering::Acquire)
    }

    /// Puts values of the database in force. `stamp` grows with each change of them: a reading that was overtaken by another
    /// is left out. Answers what of them cannot be used; what held before goes on to hold there.
    pub fn publish<'a>(&self, stamp: i64, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        let mut last = self.published.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.current.load_full();
        let (mut settings, mut refused, mut unknown) = (self.base.clone(), Vec::new(), BTreeSet::new());
        for (name, value) in values {
            let Some(spec) = Spec::find(name) else {
                refused.push(format!("{name} is no setting of this version"));
                continue;
            };
            let Err(reason) = spec.set(&mut settings, value) else { continue };
            refused.push(format!("{name} {reason}"));
            if spec.kind.is_money() && (!last.is_first_over || last.unknown.contains(name)) {
                unknown.insert(spec.name);
            }
            // What the program wrote itself, it reads.
            let _ = spec.set(&mut settings, &spec.value(&before));
        }
        if stamp < last.stamp {
            return refused;
        }
        self.unknown_rates.store(!unknown.is_empty(), Ordering::Release);
        *last = Published { stamp, is_first_over: true, unknown };
        if settings != *before {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_leaves_what_held_before() {
        let settings = InForce::default();
        let bid = |settings: &InForce| settings.get().bids.default_bid.to_string();
        assert!(settings.publish(1, [("bids.default_bid", "2.5"), ("sampling.requests_per_second", "7")]).is_empty());
        let refused = settings.publish(2, [("bids.default_bid", "a lot"), ("sampling.requests_per_second", "x")]);
        assert_eq!(refused.len(), 2);
        assert_eq!((bid(&settings).as_str(), settings.get().sampling.requests_per_second), ("2.5", 7));
        assert!(settings.are_rates_known(), "the value of before is known");
        // A value that somebody took back is the default.
        settings.publish(3, []);
        assert_eq!(bid(&settings), "4");
    }

    #[test]
    fn rates_that_could_never_be_read_are_unknown() {
        let settings = InForce::default();
        settings.publish(1, [("bids.default_bid", "a lot")]);
        assert!(!settings.are_rates_known());
        settings.publish(2, [("bids.default_bid", "more")]);
        assert!(!settings.are_rates_known(), "what held before was the default by chance");
        settings.publish(3, [("bids.default_bid", "3")]);
        assert!(settings.are_rates_known());
        settings.publish(4, [("bids.default_bid", "more")]);
        assert!(settings.are_rates_known());
        let other = InForce::default();
        other.publish(1, [("sampling.requests_per_second", "x"), ("no.such", "1")]);
        assert!(other.are_rates_known(), "no amount and no share");
    }
}
