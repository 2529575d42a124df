//! Whether every page of the database can be read.

use super::Report;
use crate::state::WorkerState;
use placard_store::billing::audit_rows as rows;

/// Reads every table through, each in transactions of its own.
pub(super) async fn check(app: &WorkerState, report: &mut Report) -> anyhow::Result<()> {
    let tables = app.store.read("audit_tables", async |conn| rows::tables(conn).await).await?;
    for table in tables {
        let mut from = Some(0);
        while let Some(page) = from {
            let name = table.clone();
            let read = async move |conn: &placard_store::Conn| rows::check_pages(conn, &name, page).await;
            from = match app.store.read("audit_pages", read).await {
                Ok((lines, next)) => {
                    for line in lines {
                        report.differ(format!("the database's table {table}: {line}"));
                    }
                    next
                }
                Err(error) => {
                    report.differ(format!("the database's table {table} cannot be read: {error}"));
                    None
                }
            };
        }
    }
    Ok(())
}
