//! Errors of the application in people's browsers: a row for each kind, with how often it was reported.

use crate::conn::{Conn, Row, Tx};
use crate::error::Result;
use crate::statement::Insert;
use placard_model::UnixMs;
use serde::Serialize;

/// The most kinds that are kept. With more, those stay that were reported most often, and the latest: whoever invents kinds
/// drives out neither what many meet nor what is new.
pub const KINDS_MAX: u32 = 500;
/// So many of them are the latest, whatever they are.
const LATEST_KEPT: u32 = 100;

const COLUMNS: &str = "id, message, stack, page, build, user_agent, reports, first_at, last_at";

/// A report, with nothing in it of whoever met the error.
#[derive(Clone, Debug)]
pub struct Report {
    /// Hash of the message and the innermost function: reports with the same are of one kind.
    pub fingerprint: [u8; 32],
    /// What the error says.
    pub message: String,
    /// Functions and places, a line each.
    pub stack: String,
    /// Path of the page.
    pub page: String,
    /// Build of the application.
    pub build: String,
    /// The browser.
    pub user_agent: String,
}

/// A kind of error. Page, build and browser are those of the latest report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClientError {
    /// Its number.
    pub id: i64,
    /// What the error says.
    pub message: String,
    /// Functions and places, a line each.
    pub stack: String,
    /// Path of the page.
    pub page: String,
    /// Build of the application.
    pub build: String,
    /// The browser.
    pub user_agent: String,
    /// How often it was reported.
    pub reports: i64,
    /// The first report.
    pub first_at: UnixMs,
    /// The latest report.
    pub last_at: UnixMs,
}

fn client_error(row: &Row) -> Result<ClientError> {
    Ok(ClientError {
        id: row.get("id")?,
        message: row.get("message")?,
        stack: row.get("stack")?,
        page: row.get("page")?,
        build: row.get("build")?,
        user_agent: row.get("user_agent")?,
        reports: row.get("reports")?,
        first_at: UnixMs(row.get("first_at")?),
        last_at: UnixMs(row.get("last_at")?),
    })
}

/// Counts a report to its kind. Where there are too many kinds some are forgotten.
pub async fn record(tx: &Tx, report: &Report) -> Result<()> {
    let now = tx.now().0;
    Insert::into("client_errors")
        .set("fingerprint", &report.fingerprint[..])
        .set("message", report.message.as_str())
        .set("stack", report.stack.as_str())
        .set("page", report.page.as_str())
        .set("build", report.build.as_str())
        .set("user_agent", report.user_agent.as_str())
        .set("reports", 1i64)
        .set("first_at", now)
        .set("last_at", now)
        .set("updated_by", tx.name())
        .ending(
            "ON CONFLICT (fingerprint) DO UPDATE SET reports = client_errors.reports + 1, stack = excluded.stack, \
             page = excluded.page, build = excluded.build, user_agent = excluded.user_agent, \
             last_at = excluded.last_at, updated_by = excluded.updated_by",
        )
        .run(tx)
        .await?;
    let rare = format!(
        "DELETE FROM client_errors WHERE (SELECT count(*) FROM client_errors) > {KINDS_MAX} \
         AND id NOT IN (SELECT id FROM client_errors ORDER BY reports DESC, last_at DESC, id DESC LIMIT {}) \
         AND id NOT IN (SELECT id FROM client_errors ORDER BY last_at DESC, id DESC LIMIT {LATEST_KEPT})",
        KINDS_MAX - LATEST_KEPT
    );
    tx.execute(&rare, []).await.map(drop)
}

/// All kinds, the latest first.
pub async fn list(conn: &Conn) -> Result<Vec<ClientError>> {
    let sql = format!("SELECT {COLUMNS} FROM client_errors ORDER BY last_at DESC, id DESC LIMIT {KINDS_MAX}");
    conn.rows(&sql, []).await?.iter().map(client_error).collect()
}

/// Forgets a kind: it was mended. It comes back with its next report.
pub async fn delete(tx: &Tx, id: i64) -> Result<()> {
    tx.execute_one("error", "DELETE FROM client_errors WHERE id = $1", [id.into()]).await
}

/// Forgets kinds that were last reported before the moment; how many.
pub async fn forget_before(tx: &Tx, before: UnixMs) -> Result<u64> {
    tx.execute("DELETE FROM client_errors WHERE last_at < $1", [before.0.into()]).await
}
