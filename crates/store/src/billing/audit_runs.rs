//! What nightly audits found.

use crate::conn::{Conn, Row, Tx};
use crate::error::Result;
use crate::statement::Insert;
use placard_model::{Day, UnixMs};

/// The longest report that is kept, in characters.
pub const REPORT_CHARS_MAX: usize = 50_000;
/// Runs that are kept, in days.
const KEPT_DAYS: i32 = 400;

/// An audit that the program made by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRun {
    /// The day on which it began.
    pub day: Day,
    /// When.
    pub started_at: UnixMs,
    /// How long it took.
    pub took_ms: i64,
    /// How many differences it found.
    pub differences: i64,
    /// What it says.
    pub report: String,
}

fn run(row: &Row) -> Result<AuditRun> {
    Ok(AuditRun {
        day: Day(row.get::<i64>("day")? as i32),
        started_at: UnixMs(row.get("started_at")?),
        took_ms: row.get("took_ms")?,
        differences: row.get("differences")?,
        report: row.get("report")?,
    })
}

/// The newest runs, newest first.
pub async fn newest(conn: &Conn, limit: u32) -> Result<Vec<AuditRun>> {
    let sql = format!("SELECT * FROM audit_runs ORDER BY day DESC LIMIT {limit}");
    conn.rows(&sql, []).await?.iter().map(run).collect()
}

/// Keeps a run, and forgets those of more than a year ago. Another one of the same day is replaced.
pub async fn put(tx: &Tx, run: &AuditRun) -> Result<()> {
    tx.execute("DELETE FROM audit_runs WHERE day < $1", [i64::from(run.day.plus(-KEPT_DAYS).0).into()]).await?;
    Insert::into("audit_runs")
        .set("day", i64::from(run.day.0))
        .set("started_at", run.started_at.0)
        .set("took_ms", run.took_ms)
        .set("differences", run.differences)
        .set("report", run.report.chars().take(REPORT_CHARS_MAX).collect::<String>())
        .replacing("day", &[])
        .run(tx)
        .await
        .map(drop)
}
