//! Time: milliseconds, UTC hours and UTC days since 1970, and the clock as an argument.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};

/// Milliseconds in an hour.
pub const HOUR_MS: i64 = 3_600_000;
/// Milliseconds in a day.
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// A moment: milliseconds since 1970-01-01T00:00:00Z. RFC 3339 in JSON, an integer in binary formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixMs(pub i64);

/// A UTC day: days since 1970-01-01. `YYYY-MM-DD` as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub i32);

/// A UTC hour: hours since 1970-01-01T00.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hour(pub i32);

impl UnixMs {
    /// The UTC day that the moment lies in.
    pub const fn day(self) -> Day {
        Day(self.0.div_euclid(DAY_MS) as i32)
    }

    /// The UTC hour that the moment lies in.
    pub const fn hour(self) -> Hour {
        Hour(self.0.div_euclid(HOUR_MS) as i32)
    }

    /// The moment `ms` milliseconds later (earlier when negative).
    #[must_use]
    pub const fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this moment.
    pub const fn since_ms(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Hour of the week in UTC, 0 (Monday 00) to 167 (Sunday 23).
    pub const fn hour_of_week(self) -> u8 {
        // 1970-01-01 was a Thursday: 3 days after Monday.
        (self.hour().0 + 3 * 24).rem_euclid(168) as u8
    }

    /// Reads an RFC 3339 time.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|t| Self(t.as_millisecond()))
    }
}

impl Day {
    /// The first moment of the day.
    pub const fn start(self) -> UnixMs {
        UnixMs(self.0 as i64 * DAY_MS)
    }

    /// The first hour of the day.
    pub const fn first_hour(self) -> Hour {
        Hour(self.0 * 24)
    }

    /// The day `days` later (earlier when negative).
    #[must_use]
    pub const fn plus(self, days: i32) -> Self {
        Self(self.0 + days)
    }

    /// Reads `YYYY-MM-DD`, also with a time of the day behind it (`2026-11-21 23:59:59`), or the UTC day of an RFC 3339 time.
    pub fn parse(text: &str) -> Option<Self> {
        // A time with an offset would be read as the day that it is there.
        let moment = UnixMs::parse(text).map(UnixMs::day);
        moment.or_else(|| Self::of_date(text.parse::<jiff::civil::Date>().ok()?))
    }

    /// The first day of a month, `YYYY-MM`.
    pub fn parse_month(text: &str) -> Option<Self> {
        (text.len() == 7).then(|| Self::parse(&format!("{text}-01"))).flatten()
    }

    /// The first day of its month.
    #[must_use]
    pub fn month_first(self) -> Self {
        self.date().and_then(|date| Self::of_date(date.first_of_month())).unwrap_or(self)
    }

    /// The last day of its month.
    #[must_use]
    pub fn month_last(self) -> Self {
        self.date().and_then(|date| Self::of_date(date.last_of_month())).unwrap_or(self)
    }

    fn of_date(date: jiff::civil::Date) -> Option<Self> {
        Some(Self(date.since(jiff::civil::date(1970, 1, 1)).ok()?.get_days()))
    }

    /// Nothing for days that no calendar has.
    fn date(self) -> Option<jiff::civil::Date> {
        jiff::civil::date(1970, 1, 1).checked_add(jiff::Span::new().try_days(self.0).ok()?).ok()
    }
}

impl Hour {
    /// The first moment of the hour.
    pub const fn start(self) -> UnixMs {
        UnixMs(self.0 as i64 * HOUR_MS)
    }

    /// The day of the hour.
    pub const fn day(self) -> Day {
        Day(self.0.div_euclid(24))
    }
}

impl fmt::Display for UnixMs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(timestamp) => timestamp.fmt(f),
            Err(_) => write!(f, "{} ms", self.0),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start().to_string().get(..10).unwrap_or_default().fmt(f)
    }
}

impl Serialize for UnixMs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_i64(self.0) }
    }
}

impl<'de> Deserialize<'de> for UnixMs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
            Self::parse(&text).ok_or_else(|| serde::de::Error::custom("must be an RFC 3339 time"))
        } else {
            i64::deserialize(deserializer).map(Self)
        }
    }
}

/// Where the time comes from. Nothing else may ask the system.
pub trait Clock: Send + Sync + 'static {
    /// The present moment.
    fn now(&self) -> UnixMs;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that may read the system clock")]
    fn now(&self) -> UnixMs {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        UnixMs(since.as_millis() as i64)
    }
}

/// A clock that stands still until it is moved: tests, and the demo network's history.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows `now`.
    pub fn new(now: UnixMs) -> Self {
        Self(AtomicI64::new(now.0))
    }

    /// Moves the clock to `now`.
    pub fn set(&self, now: UnixMs) {
        self.0.store(now.0, Ordering::SeqCst);
    }

    /// Moves the clock `ms` milliseconds on.
    pub fn advance_ms(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> UnixMs {
        UnixMs(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_hours_and_text_agree() {
        let moment = UnixMs::parse("2026-11-21T13:45:10.250Z").unwrap();
        assert_eq!(moment.to_string(), "2026-11-21T13:45:10.25Z");
        assert_eq!(moment.day().to_string(), "2026-11-21");
        for text in ["2026-11-21", "2026-11-21 00:00:00", "2026-11-21T23:59:59", "2026-11-21T23:59:59Z"] {
            assert_eq!(Day::parse(text), Some(moment.day()), "{text}");
        }
        assert_eq!(Day::parse("2026-11-22T00:30:00+02:00"), Some(moment.day()), "in UTC");
        for text in ["", "2026-11", "2026-02-30", "2026-11-21 25:00:00", "today"] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
        assert_eq!(moment.hour().day(), moment.day());
        assert_eq!(moment.hour_of_week(), 5 * 24 + 13, "a Saturday");
        assert_eq!(Day(-1).to_string(), "1969-12-31");
    }
}
