//! What is wrong with the server now: named conditions that its parts raise and clear, and operators read.
//!
//! A condition is a state, not an event: it is raised as long as it holds, as often as its part likes, and cleared when
//! it is over. `/readyz` tells them, the metric `placard_alarm` counts them, the log has a line when one begins and one
//! when it ends.

use parking_lot::Mutex;
use placard_model::{Clock, UnixMs};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// The condition of an inventory that is not loaded.
pub const INVENTORY: &str = "inventory";
/// The condition of a log that takes no events, for whatever reason.
pub const EVENT_LOG: &str = "event_log";

/// The longest text of a condition, in characters.
const TEXT_CHARS_MAX: usize = 500;

/// How bad a condition is. The metric `placard_alarm` has the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Severity {
    /// Somebody should look at it one day.
    Notice = 1,
    /// Something does not work as it should; the server goes on.
    Warning = 2,
    /// The server cannot do what it is for: it is not ready.
    Critical = 3,
}

impl Severity {
    /// The word that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Critical => "critical",
        }
    }
}

/// A condition that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Condition {
    /// Its name, in metrics too: `billing`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, and what to do.
    pub text: String,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub since: UnixMs,
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} since {}: {}", self.severity.name(), self.name, self.since, self.text)
    }
}

/// What is measured all the time, beside the metrics: what somebody looks at before anything is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Vitals {
    /// How far billing is behind the end of the event log, in milliseconds; null while that is not known.
    pub billing_lag_ms: Option<i64>,
    /// The same of statistics.
    pub facts_lag_ms: Option<i64>,
    /// Free room on the disk of the data folder, in MiB; null before it was looked at.
    pub disk_free_mib: Option<u64>,
    /// Events that wait to be written to the log.
    pub log_queue_events: u64,
}

/// The conditions that hold, by name, and what is measured.
pub struct Health {
    clock: Arc<dyn Clock>,
    conditions: Mutex<BTreeMap<&'static str, Condition>>,
    vitals: Mutex<Vitals>,
}

impl Health {
    /// Nothing is wrong.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, conditions: Mutex::default(), vitals: Mutex::default() }
    }

    /// Notes what was measured.
    pub fn measure(&self, note: impl FnOnce(&mut Vitals)) {
        note(&mut self.vitals.lock());
    }

    /// What was measured last.
    pub fn vitals(&self) -> Vitals {
        *self.vitals.lock()
    }

    /// Says that a condition holds; a text in place of the last one. A line in the log when it is new or gets another
    /// severity.
    pub fn raise(&self, name: &'static str, severity: Severity, text: impl Into<String>) {
        let mut text: String = text.into();
        if let Some((end, _)) = text.char_indices().nth(TEXT_CHARS_MAX) {
            text.truncate(end);
        }
        let mut conditions = self.conditions.lock();
        let before = conditions.get(name);
        let is_new = before.is_none_or(|before| before.severity != severity);
        let since = before.map_or_else(|| self.clock.now(), |before| before.since);
        if is_new {
            metrics::gauge!("placard_alarm", "name" => name).set(f64::from(severity as u8));
            match severity {
                Severity::Critical => tracing::error!(condition = name, "{text}"),
                Severity::Warning => tracing::warn!(condition = name, "{text}"),
                Severity::Notice => tracing::info!(condition = name, "{text}"),
            }
        }
        conditions.insert(name, Condition { name, severity, text, since });
    }

    /// Says that a condition is over; nothing if it did not hold.
    pub fn clear(&self, name: &'static str) {
        if self.conditions.lock().remove(name).is_some() {
            metrics::gauge!("placard_alarm", "name" => name).set(0.0);
            tracing::info!(condition = name, "the condition is over");
        }
    }

    /// What holds now: the worst first, then by name.
    pub fn conditions(&self) -> Vec<Condition> {
        let mut all: Vec<Condition> = self.conditions.lock().values().cloned().collect();
        all.sort_by_key(|condition| std::cmp::Reverse(condition.severity));
        all
    }

    /// Whether a condition holds.
    pub fn holds(&self, name: &'static str) -> bool {
        self.conditions.lock().contains_key(name)
    }

    /// Whether nothing critical holds.
    pub fn is_ready(&self) -> bool {
        self.conditions.lock().values().all(|condition| condition.severity < Severity::Critical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::time::ManualClock;

    #[test]
    fn conditions_hold_from_their_first_word_to_their_end() {
        let clock = Arc::new(ManualClock::new(UnixMs(5)));
        let health = Health::new(clock.clone());
        assert!(health.is_ready() && health.conditions().is_empty());
        health.raise("a", Severity::Warning, "one");
        health.raise("b", Severity::Critical, "x".repeat(1_000));
        clock.advance_ms(10);
        health.raise("a", Severity::Notice, "two");
        let found: Vec<_> = health.conditions().into_iter().map(|c| (c.name, c.severity, c.since)).collect();
        assert_eq!(found, [("b", Severity::Critical, UnixMs(5)), ("a", Severity::Notice, UnixMs(5))]);
        assert_eq!((health.conditions()[0].text.len(), health.conditions()[1].text.as_str()), (TEXT_CHARS_MAX, "two"));
        assert!(!health.is_ready());
        health.clear("b");
        health.clear("b");
        assert!(health.is_ready());
    }
}
