//! All settlements, read once and in their order, for everything that is made of them: transactions, sums and
//! budgets, and the statistics of clicks.

use super::facts::Counted;
use super::part::Guarded;
use super::postings::Books;
use super::settled::SettledAudit;
use super::{Ends, ROWS_PER_STEP, Report, guarded};
use crate::feeds::set_aside::Detours;
use crate::state::WorkerState;
use placard_model::Money;
use placard_model::books::settlement::SettlementKind;
use placard_store::Conn;
use placard_store::billing::audit_rows::{self as rows, Row};
use placard_store::billing::settling;
use std::sync::Arc;
use tokio_util::task::AbortOnDropHandle;

/// A step of reading, which goes on while the step before is compared.
type Reading = AbortOnDropHandle<placard_store::Result<Vec<Row>>>;

fn read(app: &WorkerState, after: i64, to: i64) -> Reading {
    let app = Arc::clone(app);
    let rows = async move |conn: &Conn| rows::after(conn, after, to, ROWS_PER_STEP).await;
    AbortOnDropHandle::new(tokio::spawn(async move { app.store.read("audit_rows", rows).await }))
}

/// Checks every settlement that is kept up to the newest; `billed` is what those cost that are gone. What each part found comes apart.
pub(super) async fn check(app: &WorkerState, ends: &Ends, billed: Money) -> Vec<Report> {
    let mut report = Report::default();
    let mut books = Guarded::begin("the books", Books::begin(app, ends)).await;
    let again = guarded(taken_again(app, ends)).await.map_err(|error| report.finish("the settlements", Err(error)));
    let (mut settled, mut counted) = (None, None);
    if let Ok((detours, again)) = &again {
        let begun = SettledAudit::begin(app, ends, billed, detours, again);
        settled = Some(Guarded::begin("the settlements", begun).await);
        let begun = Counted::begin(app, ends, detours, again);
        counted = Some(Guarded::begin("the statistics of clicks", begun).await);
    }
    let to = ends.newest.settlement;
    let mut reading = read(app, ends.kept.forgotten_settlement(), to);
    loop {
        let found = match reading.await.map_err(anyhow::Error::from).and_then(|found| Ok(found?)) {
            Ok(found) => found,
            Err(error) => {
                report.finish("the settlements", Err(error));
                // What they told stays told.
                if let Some(settled) = &mut settled {
                    settled.part = None;
                }
                if let Some(counted) = &mut counted {
                    counted.part = None;
                }
                if let Some(books) = &mut books.part {
                    books.go_on_alone();
                }
                break;
            }
        };
        let Some(last) = found.last() else { break };
        reading = read(app, last.seq, to);
        books.take(&found).await;
        if let Some(settled) = &mut settled {
            settled.take(&found).await;
        }
        if let Some(counted) = &mut counted {
            counted.take(&found).await;
        }
    }
    let mut parts = vec![report, books.end().await];
    if let Some(settled) = settled {
        parts.push(settled.end().await);
    }
    if let Some(counted) = counted {
        parts.push(counted.end().await);
    }
    parts
}

/// What billing has set aside, and the clicks of it that were taken after all: they were settled behind later ones.
async fn taken_again(app: &WorkerState, ends: &Ends) -> anyhow::Result<(Detours, Vec<Row>)> {
    let detours = Detours::load(app, settling::FEED).await?;
    let mut again = Vec::new();
    for at in detours.taken() {
        let read = async move |conn: &Conn| rows::of_records(conn, at, at).await;
        again.extend(app.store.read("audit_of_again", read).await?);
    }
    let is_click = |row: &Row| row.stored.as_ref().is_ok_and(|one| one.settlement.kind == SettlementKind::Click);
    again.retain(|row| row.seq <= ends.newest.settlement && is_click(row));
    Ok((detours, again))
}
