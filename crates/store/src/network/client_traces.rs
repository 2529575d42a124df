//! How long pages and calls of the application take in people's browsers: counts of durations by day.

use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::statement::Insert;
use placard_model::Day;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};

/// The most names of a kind that a day keeps, more than there are pages and calls; what comes after them is not counted.
pub const NAMES_MAX: usize = 500;
/// Classes of durations.
pub const BUCKETS: usize = 13;
/// Where the first class ends, in milliseconds.
const FIRST_BOUND_MS: u32 = 25;

/// What took its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TraceKind {
    /// A page that was loaded anew.
    Load,
    /// A page that the application went to.
    Navigation,
    /// A call of a page.
    Call,
}

impl TraceKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Load, Self::Navigation, Self::Call];

    const fn id(self) -> i64 {
        match self {
            Self::Load => 1,
            Self::Navigation => 2,
            Self::Call => 3,
        }
    }
}

/// A duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Of what.
    pub kind: TraceKind,
    /// Pattern of the page or call, with nothing in it that names something.
    pub name: String,
    /// In milliseconds.
    pub duration_ms: u32,
}

/// The durations of one page or call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Durations {
    /// Of what.
    pub kind: TraceKind,
    /// Path of the page or call.
    pub name: String,
    /// How many there are in each class.
    pub reports: [u64; BUCKETS],
    /// Their sum, in milliseconds.
    pub sum_ms: u64,
}

impl Durations {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.reports.iter().sum()
    }

    /// The duration that a share of them (0 to 1) does not pass, in milliseconds: within its class as if they lay evenly.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        let wanted = share * self.count() as f64;
        let mut before = 0.0;
        for (bucket, &reports) in self.reports.iter().enumerate() {
            let reports = reports as f64;
            if reports > 0.0 && before + reports >= wanted {
                let from = if bucket == 0 { 0.0 } else { f64::from(bound_ms(bucket - 1)) };
                let to = f64::from(bound_ms(bucket));
                return from + (to - from) * ((wanted - before) / reports).clamp(0.0, 1.0);
            }
            before += reports;
        }
        0.0
    }
}

/// Where a class ends, in milliseconds.
const fn bound_ms(bucket: usize) -> u32 {
    FIRST_BOUND_MS << bucket
}

fn bucket_of(duration_ms: u32) -> usize {
    (0..BUCKETS).find(|&bucket| duration_ms <= bound_ms(bucket)).unwrap_or(BUCKETS - 1)
}

/// Counts durations of a day. A name beyond the most that a day keeps is left out.
pub async fn record(tx: &Tx, day: Day, spans: &[Span]) -> Result<()> {
    // Of each kind the names of the day, read once, and only where one of them may be new.
    let mut known: BTreeMap<TraceKind, HashSet<String>> = BTreeMap::new();
    for span in spans {
        let names = known.get(&span.kind);
        if names.is_some_and(|names| !names.contains(&span.name) && names.len() >= NAMES_MAX) {
            continue;
        }
        let (day, kind, bucket) = (day.0, span.kind.id(), bucket_of(span.duration_ms));
        let add = format!(
            "UPDATE client_traces SET reports = reports + 1, sum_ms = sum_ms + {}, updated_by = $2 \
             WHERE day = {day} AND kind = {kind} AND name = $1 AND bucket = {bucket}",
            span.duration_ms
        );
        // Nearly all have been there before: the others are looked at more closely.
        if tx.execute(&add, [span.name.as_str().into(), tx.name().into()]).await? > 0 {
            continue;
        }
        let names = match known.entry(span.kind) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(names_of(tx, day, kind).await?),
        };
        if !names.contains(&span.name) {
            if names.len() >= NAMES_MAX {
                continue;
            }
            names.insert(span.name.clone());
        }
        Insert::into("client_traces")
            .set("day", i64::from(day))
            .set("kind", kind)
            .set("name", span.name.as_str())
            .set("bucket", bucket as i64)
            .set("reports", 1i64)
            .set("sum_ms", i64::from(span.duration_ms))
            .set("updated_by", tx.name())
            .run(tx)
            .await?;
    }
    Ok(())
}

/// The names of a kind that a day has.
async fn names_of(conn: &Conn, day: i32, kind: i64) -> Result<HashSet<String>> {
    let sql = format!("SELECT DISTINCT name FROM client_traces WHERE day = {day} AND kind = {kind}");
    conn.rows(&sql, []).await?.iter().map(|row| row.get("name")).collect()
}

/// The durations of all pages and calls since a day, that which people waited for longest in all first.
pub async fn since(conn: &Conn, day: Day) -> Result<Vec<Durations>> {
    let sql = "SELECT kind, name, bucket, CAST(sum(reports) AS BIGINT) AS reports, CAST(sum(sum_ms) AS BIGINT) AS sum_ms FROM client_traces \
               WHERE day >= $1 GROUP BY kind, name, bucket";
    let mut found: BTreeMap<(TraceKind, String), Durations> = BTreeMap::new();
    for row in conn.rows(sql, [i64::from(day.0).into()]).await? {
        let (kind, name): (i64, String) = (row.get("kind")?, row.get("name")?);
        let (bucket, reports, sum_ms): (i64, i64, i64) = (row.get("bucket")?, row.get("reports")?, row.get("sum_ms")?);
        let Some(kind) = TraceKind::ALL.into_iter().find(|one| one.id() == kind) else { continue };
        let empty = || Durations { kind, name: name.clone(), reports: [0; BUCKETS], sum_ms: 0 };
        let durations = found.entry((kind, name.clone())).or_insert_with(empty);
        let bucket = usize::try_from(bucket).unwrap_or_default().min(BUCKETS - 1);
        durations.reports[bucket] += reports.unsigned_abs();
        durations.sum_ms += sum_ms.unsigned_abs();
    }
    let mut durations: Vec<_> = found.into_values().collect();
    durations.sort_by_key(|durations| std::cmp::Reverse(durations.sum_ms));
    Ok(durations)
}

/// Forgets days before one; how many rows.
pub async fn forget_before(tx: &Tx, day: Day) -> Result<u64> {
    tx.execute("DELETE FROM client_traces WHERE day < $1", [i64::from(day.0).into()]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_in_their_class() {
        for (duration_ms, bucket) in [(0, 0), (25, 0), (26, 1), (50, 1), (800, 5), (801, 6), (u32::MAX, 12)] {
            assert_eq!(bucket_of(duration_ms), bucket, "{duration_ms}");
        }
        let mut durations = Durations { kind: TraceKind::Call, name: "/".to_owned(), reports: [0; BUCKETS], sum_ms: 0 };
        assert!((durations.quantile_ms(0.5) - 0.0).abs() < 1e-9);
        durations.reports[1] = 8;
        durations.reports[4] = 2;
        assert!((durations.quantile_ms(0.4) - 37.5).abs() < 1e-9);
        assert!((durations.quantile_ms(0.8) - 50.0).abs() < 1e-9);
        assert!((durations.quantile_ms(0.9) - 300.0).abs() < 1e-9);
        assert!((durations.quantile_ms(1.0) - 400.0).abs() < 1e-9);
    }
}
