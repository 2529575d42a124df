//! Asks payment gateways about payments whose callbacks did not come, and ends deposits whose time is over.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::gateways::{self, Access, Line};
use placard_common::health::Severity;
use placard_common::loops;
use placard_common::mail::Mail;
use placard_model::deposit::{DepositStatus, Gateway, News, Report};
use placard_store::deposit_money::{self, Applied, BY_GATEWAY};
use placard_store::deposits::{self, Deposit};
use placard_store::{Conn, Priority, Tx, payment_gateways};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks.
const LOOK_INTERVAL: Duration = Duration::from_secs(30);
/// Deposits of one look: a gateway that is slow holds up others for so many questions at most.
const DEPOSITS_PER_LOOK: u32 = 20;
/// The condition that says that a gateway cannot be asked.
const CONDITION: &str = "payment_gateways";

/// Looks until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        while !stop.is_cancelled() {
            look(&app).await?;
            loops::pause(&stop, LOOK_INTERVAL).await;
        }
        Ok(())
    })
}

/// Asks about what is due at the clock's present moment. A deposit that cannot be asked about holds up nobody, and is asked about
/// again later.
pub async fn look(app: &WorkerState) -> anyhow::Result<()> {
    let due = async |conn: &Conn| deposits::due(conn, DEPOSITS_PER_LOOK).await;
    let mut failed = Vec::new();
    for deposit in app.store.read("due_deposits", due).await? {
        let id = deposit.id;
        if let Err(error) = reconcile(app, deposit).await {
            failed.push(format!("deposit {id}: {error:#}"));
        }
        let asked = async move |tx: &Tx| deposits::set_asked(tx, id).await;
        app.store.write("set_deposit_asked", Priority::Feed, asked).await?;
    }
    match failed.first() {
        None => app.health.clear(CONDITION),
        Some(first) => {
            let text =
                format!("{} payments could not be asked about at their gateways; the first: {first}", failed.len());
            app.health.raise(CONDITION, Severity::Warning, text);
        }
    }
    Ok(())
}

async fn reconcile(app: &WorkerState, deposit: Deposit) -> anyhow::Result<()> {
    let asked = ask(app, &deposit).await;
    for report in asked.as_ref().map(Vec::as_slice).unwrap_or_default() {
        // It was asked about this deposit, whatever name it has for it.
        let report = Report { order: Some(deposit.order.clone()), ..report.clone() };
        book(app, deposit.gateway, report).await?;
    }
    // Who cannot be asked might have the money: the deposit waits for an answer. It can end later, and money may still come then.
    asked?;
    if deposit.status == DepositStatus::Pending && deposit.expires_at <= app.clock.now() {
        let order = Some(deposit.order);
        book(app, deposit.gateway, Report { order, payment: String::new(), asked: None, news: News::Expired }).await?;
    }
    Ok(())
}

async fn ask(app: &WorkerState, deposit: &Deposit) -> anyhow::Result<Vec<Report>> {
    let (gateway, id) = (deposit.gateway, deposit.id);
    let read =
        async move |conn: &Conn| Ok((payment_gateways::get(conn, gateway).await?, deposits::payments(conn, id).await?));
    let (kept, payments) = app.store.read("get_gateway", read).await?;
    let stored = kept.as_ref().map(|kept| kept.access.as_slice());
    // A gateway whose keys were taken away is asked no more.
    let Some(access) = Access::of(&app.keys, gateway, stored, app.config.demo)? else { return Ok(Vec::new()) };
    let payments: Vec<String> = payments.into_iter().map(|payment| payment.reference).collect();
    let line = Line { access: &access, fetcher: &app.fetcher };
    Ok(gateways::of(gateway).ask(line, &deposit.reference, &payments).await?)
}

async fn book(app: &WorkerState, gateway: Gateway, report: Report) -> anyhow::Result<()> {
    let state = app.clone();
    app.store
        .write("book_payment", Priority::Feed, async move |tx| {
            match deposit_money::apply(tx, gateway, &report, BY_GATEWAY).await? {
                Some(applied) => tell(tx, &state, &applied).await,
                None => Ok(()),
            }
        })
        .await?;
    Ok(())
}

async fn tell(tx: &Tx, app: &WorkerState, applied: &Applied) -> placard_store::Result<()> {
    let deposit = &applied.deposit;
    match Mail::of_deposit(deposit.id, deposit.amount, deposit.credited, applied.credit, applied.is_failure()) {
        Some(mail) => super::notices::tell(tx, app, deposit.advertiser, &mail).await,
        None => Ok(()),
    }
}
