//! Asks payment gateways about payments whose callbacks did not come, and ends deposits whose time is over.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::gateways::{self, Access, GatewayError, Line};
use placard_common::health::Severity;
use placard_common::loops;
use placard_common::mail::Mail;
use placard_model::payments::deposit::{DepositStatus, Gateway, Report};
use placard_store::paid_in::deposit_money::{self, Applied, BY_GATEWAY};
use placard_store::paid_in::deposits::{self, Deposit};
use placard_store::paid_in::payment_gateways;
use placard_store::{Conn, Priority, Tx};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks.
const LOOK_INTERVAL: Duration = Duration::from_secs(30);
/// Deposits of one look: a gateway that is slow holds up others for so many questions at most.
const DEPOSITS_PER_LOOK: u32 = 20;

/// The condition that says that a gateway cannot be asked.
pub(super) const fn condition(gateway: Gateway) -> &'static str {
    match gateway {
        Gateway::Invoice => "payment_gateway_invoice",
        Gateway::Stripe => "payment_gateway_stripe",
        Gateway::NowPayments => "payment_gateway_nowpayments",
        Gateway::Sandbox => "payment_gateway_sandbox",
    }
}

/// What became of the questions to a gateway.
#[derive(Default)]
struct Asked {
    /// Whether it answered one.
    has_answered: bool,
    /// Deposits that could not be asked about.
    failed: usize,
    /// Why, of the first of them.
    first: Option<String>,
}

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
    let mut asked: BTreeMap<Gateway, Asked> = BTreeMap::new();
    for deposit in app.store.read("due_deposits", due).await? {
        let (id, of) = (deposit.id, asked.entry(deposit.gateway).or_default());
        match reconcile(app, deposit).await {
            Ok(has_answered) => of.has_answered |= has_answered,
            Err(error) => {
                of.failed += 1;
                of.first.get_or_insert_with(|| format!("deposit {id}: {error:#}"));
            }
        }
        let asked = async move |tx: &Tx| deposits::set_asked(tx, id).await;
        app.store.write("set_deposit_asked", Priority::Feed, asked).await?;
    }
    for (gateway, Asked { has_answered, failed, first }) in asked {
        match first {
            Some(first) => {
                let name = gateway.label();
                let text = format!("{failed} payments could not be asked about at {name}; the first: {first}");
                app.health.raise(condition(gateway), Severity::Warning, text);
            }
            // Who was asked nothing may still be away.
            None if has_answered => app.health.clear(condition(gateway)),
            None => {}
        }
    }
    Ok(())
}

/// Asks about a deposit, books what is said, and ends it where its time is over; whether the gateway has answered.
async fn reconcile(app: &WorkerState, deposit: Deposit) -> anyhow::Result<bool> {
    let answers = ask(app, &deposit).await;
    let (mut has_answered, mut failure) = (false, None);
    match answers {
        Ok(answers) => {
            for answer in answers {
                match answer {
                    Ok(report) => {
                        has_answered = true;
                        // It was asked about this deposit, whatever name it has for it.
                        let report = Report { order: Some(deposit.order.clone()), ..report };
                        book(app, deposit.gateway, report).await?;
                    }
                    Err(error) => failure = failure.or(Some(error.into())),
                }
            }
        }
        Err(error) => failure = Some(error),
    }
    let now = app.clock.now();
    // Who cannot be asked might have the money: the deposit waits for an answer, as long as the gateway is asked. It can end
    // later, and money may still come then.
    if deposit.status == DepositStatus::Pending
        && deposit.expires_at <= now
        && (failure.is_none() || deposit.is_asked_last(now))
    {
        let id = deposit.id;
        let end = async move |tx: &Tx| deposit_money::end(tx, id).await;
        app.store.write("end_deposit", Priority::Feed, end).await?;
    }
    failure.map_or(Ok(has_answered), Err)
}

async fn ask(app: &WorkerState, deposit: &Deposit) -> anyhow::Result<Vec<Result<Report, GatewayError>>> {
    let (gateway, id) = (deposit.gateway, deposit.id);
    let read =
        async move |conn: &Conn| Ok((payment_gateways::get(conn, gateway).await?, deposits::payments(conn, id).await?));
    let (kept, payments) = app.store.read("get_gateway", read).await?;
    let stored = kept.as_ref().map(|kept| kept.access.as_slice());
    // A gateway whose keys were taken away is asked no more.
    let Some(access) = Access::of(&app.keys, gateway, stored, app.config.demo)? else {
        app.health.clear(condition(gateway));
        return Ok(Vec::new());
    };
    let payments: Vec<String> = payments.into_iter().map(|payment| payment.reference).collect();
    let line = Line { access: &access, fetcher: &app.fetcher };
    Ok(gateways::of(gateway).ask(line, &deposit.reference, &payments).await)
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

pub(super) async fn tell(tx: &Tx, app: &WorkerState, applied: &Applied) -> placard_store::Result<()> {
    let deposit = &applied.deposit;
    match Mail::of_deposit(deposit.id, deposit.amount, deposit.credited, applied.credit, applied.is_failure()) {
        Some(mail) => super::notices::tell(tx, app, deposit.advertiser, &mail).await,
        None => Ok(()),
    }
}
