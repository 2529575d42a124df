//! Automatic top-up: keeps what advertisers paid with where they wished it, and pays by it when their balance is low. A deposit is
//! made first and asked for afterwards, under its own name, so that whoever dies between the two asks again for the same payment.

use super::deposits::condition;
use super::notices;
use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::gateways::kept::{Charge, Charged, Keeps, Method};
use placard_common::gateways::{self, Access, GatewayError, Line};
use placard_common::health::Severity;
use placard_common::loops;
use placard_common::mail::Mail;
use placard_model::UserId;
use placard_model::payments::auto_top_up::Decline;
use placard_model::payments::deposit::{Gateway, News, Report};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::paid_in::auto_top_ups::{self, AutoTopUp, Begun, Kept};
use placard_store::paid_in::deposit_money::{self, BY_GATEWAY};
use placard_store::paid_in::deposits::{self, Deposit};
use placard_store::paid_in::payment_gateways;
use placard_store::{Conn, Priority, Tx};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);
/// Of each kind in one look: a gateway that is slow holds up others for so many questions at most.
const ROWS_PER_LOOK: u32 = 20;

/// The condition that says that a low balance could not be decided on.
const CONDITION: &str = "auto_top_ups";

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

/// Keeps, asks again and pays what is due at the clock's present moment.
pub async fn look(app: &WorkerState) -> anyhow::Result<()> {
    let listed = async move |conn: &Conn| {
        Ok((
            auto_top_ups::wishes(conn, ROWS_PER_LOOK).await?,
            auto_top_ups::unanswered(conn, ROWS_PER_LOOK).await?,
            auto_top_ups::due(conn, ROWS_PER_LOOK).await?,
        ))
    };
    let (wishes, unanswered, due) = app.store.read("due_auto_top_ups", listed).await?;
    for deposit in wishes {
        let (gateway, id) = (deposit.gateway, deposit.id);
        let kept = keep(app, deposit).await;
        if kept.is_err() {
            unanswered_now(app, id).await?;
        }
        said(app, gateway, kept);
    }
    for deposit in unanswered {
        let gateway = deposit.gateway;
        said(app, gateway, charge(app, deposit).await);
    }
    let mut failed = None;
    for advertiser in due {
        match begin(app, advertiser).await {
            Ok(None) => {}
            Ok(Some(deposit)) => {
                let gateway = deposit.gateway;
                said(app, gateway, charge(app, deposit).await);
            }
            Err(error) => {
                failed.get_or_insert_with(|| format!("advertiser {advertiser}: {error:#}"));
            }
        }
    }
    match failed {
        None => app.health.clear(CONDITION),
        Some(text) => app.health.raise(CONDITION, Severity::Warning, format!("no automatic top-up for {text}")),
    }
    Ok(())
}

/// Lets others be asked about before a deposit whose gateway did not answer.
async fn unanswered_now(app: &WorkerState, deposit: i64) -> anyhow::Result<()> {
    let asked = async move |tx: &Tx| auto_top_ups::set_unanswered(tx, deposit).await;
    Ok(app.store.write("set_unanswered", Priority::Feed, asked).await?)
}

/// Says that a gateway cannot be asked, or can again.
fn said(app: &WorkerState, gateway: Gateway, result: anyhow::Result<()>) {
    match result {
        Ok(()) => app.health.clear(condition(gateway)),
        Err(error) => {
            let text = format!("{} was asked in vain for automatic top-up: {error:#}", gateway.label());
            app.health.raise(condition(gateway), Severity::Warning, text);
        }
    }
}

/// How a gateway is reached and keeps ways to pay; none where it cannot be used, or keeps none.
async fn reach(app: &WorkerState, gateway: Gateway) -> anyhow::Result<Option<(Access, &'static dyn Keeps)>> {
    let read = async move |conn: &Conn| payment_gateways::get(conn, gateway).await;
    let kept = app.store.read("get_gateway", read).await?;
    let access = Access::of(&app.keys, gateway, kept.as_ref().map(|kept| kept.access.as_slice()), app.config.demo)?;
    Ok(access.zip(gateways::of(gateway).keeps()))
}

/// Keeps what a deposit was paid with. What was kept before is forgotten.
async fn keep(app: &WorkerState, deposit: Deposit) -> anyhow::Result<()> {
    let id = deposit.id;
    let found = match reach(app, deposit.gateway).await? {
        None => None,
        Some((access, keeps)) => {
            let line = Line { access: &access, fetcher: &app.fetcher };
            match keeps.method(line, &deposit.reference).await {
                Ok(found) => found,
                Err(_) if auto_top_ups::is_wish_old(&deposit, app.clock.now()) => None,
                Err(error) => return Err(error.into()),
            }
        }
    };
    let Some(Method { customer, reference, name }) = found else {
        let done = async move |tx: &Tx| auto_top_ups::set_wish_done(tx, id).await;
        return Ok(app.store.write("set_wish_done", Priority::Feed, done).await?);
    };
    let former = app
        .store
        .write("keep_method", Priority::Feed, async move |tx| {
            let kept = Kept { customer: &customer, method: &reference, name: &name };
            let former = auto_top_ups::keep(tx, &deposit, kept).await?;
            let now = auto_top_ups::get(tx, deposit.advertiser).await?;
            let (actor, of) = (Actor::default(), deposit.advertiser);
            audit_log::record(tx, &actor, tx.name(), "auto_top_up", of, former.as_ref(), now.as_ref()).await?;
            Ok(former)
        })
        .await?;
    if let Some(former) = former {
        forget(app, &former).await;
    }
    Ok(())
}

/// Lets a gateway forget what is not kept any more. Without our record nobody charges it: one that does not answer is not asked
/// again.
async fn forget(app: &WorkerState, former: &AutoTopUp) {
    let result = match reach(app, former.gateway).await {
        Ok(None) => return,
        Ok(Some((access, keeps))) => {
            let line = Line { access: &access, fetcher: &app.fetcher };
            keeps.forget(line, &former.method).await.map_err(anyhow::Error::from)
        }
        Err(error) => Err(error),
    };
    if let Err(error) = result {
        tracing::warn!(advertiser = %former.advertiser, "a way to pay was not forgotten by its gateway: {error:#}");
    }
}

/// Decides on a low balance; the deposit to be charged, if any.
async fn begin(app: &WorkerState, advertiser: UserId) -> anyhow::Result<Option<Deposit>> {
    let read = async move |conn: &Conn| auto_top_ups::get(conn, advertiser).await;
    let Some(kept) = app.store.read("get_auto_top_up", read).await? else { return Ok(None) };
    let later = async move |tx: &Tx| auto_top_ups::postpone(tx, advertiser).await;
    if reach(app, kept.gateway).await?.is_none() {
        app.store.write("postpone_auto_top_up", Priority::Feed, later).await?;
        return Ok(None);
    }
    let (state, order) = (app.clone(), gateways::new_order(&app.rng));
    let begun = app
        .store
        .write("begin_auto_top_up", Priority::Feed, async move |tx| {
            let begun = auto_top_ups::begin(tx, advertiser, &order).await?;
            match &begun {
                Begun::Deposit(made) => {
                    let before = None::<&Deposit>;
                    audit_log::record(tx, &Actor::default(), tx.name(), "deposit", made.id, before, Some(&**made))
                        .await?;
                }
                Begun::MonthIsFull(kept) => tell(tx, &state, kept).await?,
                Begun::Nothing => {}
            }
            Ok(begun)
        })
        .await;
    match begun {
        Ok(Begun::Deposit(deposit)) => Ok(Some(*deposit)),
        Ok(_) => Ok(None),
        Err(error) => {
            app.store.write("postpone_auto_top_up", Priority::Feed, later).await?;
            match error {
                // Too many deposits of theirs wait: some will end.
                placard_store::Error::Conflict(text) => {
                    tracing::info!(%advertiser, "no automatic top-up: {text}");
                    Ok(None)
                }
                error => Err(error.into()),
            }
        }
    }
}

/// Asks for the payment of a deposit, and books what is said.
async fn charge(app: &WorkerState, deposit: Deposit) -> anyhow::Result<()> {
    let (id, asked) = (deposit.id, deposit.clone());
    let read = async move |conn: &Conn| auto_top_ups::may_charge(conn, &asked).await;
    let kept = app.store.read("get_auto_top_up", read).await?;
    let charged = match (kept, reach(app, deposit.gateway).await?) {
        // Switched off, forgotten or replaced meanwhile. If it was paid after all, its gateway will say so.
        (None, _) => return give_up(app, deposit).await,
        (Some(_), None) => Err(GatewayError::Unreachable("it has no keys".to_owned())),
        (Some(kept), Some((access, keeps))) => {
            let about = format!("{}: top-up {id}", app.settings.get().network.name);
            let charge = Charge {
                order: &deposit.order,
                amount: deposit.amount,
                about: &about,
                customer: &kept.customer,
                method: &kept.method,
            };
            keeps.charge(Line { access: &access, fetcher: &app.fetcher }, charge).await
        }
    };
    match charged {
        Ok(Charged::Taken(report)) => taken(app, deposit, report).await,
        Ok(Charged::Declined(decline, payment)) => declined(app, deposit, decline, payment).await,
        Err(error) => {
            unanswered_now(app, id).await?;
            Err(error).map_err(|error: GatewayError| anyhow::anyhow!("deposit {id}: {error}"))
        }
    }
}

/// Ends a deposit that is not asked for any more.
async fn give_up(app: &WorkerState, deposit: Deposit) -> anyhow::Result<()> {
    let gateway = deposit.gateway;
    let report = Report { order: Some(deposit.order), payment: String::new(), asked: None, news: News::Failed };
    let fail = async move |tx: &Tx| deposit_money::apply(tx, gateway, &report, BY_GATEWAY).await.map(drop);
    Ok(app.store.write("fail_auto_top_up", Priority::Feed, fail).await?)
}

async fn taken(app: &WorkerState, deposit: Deposit, report: Report) -> anyhow::Result<()> {
    let (state, gateway, id, of) = (app.clone(), deposit.gateway, deposit.id, deposit.advertiser);
    let report = Report { order: Some(deposit.order), ..report };
    app.store
        .write("book_auto_top_up", Priority::Feed, async move |tx| {
            deposits::set_page(tx, id, &report.payment, "").await?;
            auto_top_ups::note_taken(tx, of).await?;
            match deposit_money::apply(tx, gateway, &report, BY_GATEWAY).await? {
                Some(applied) => super::deposits::tell(tx, &state, &applied).await,
                None => Ok(()),
            }
        })
        .await?;
    tracing::info!(deposit = id, advertiser = %of, "an automatic top-up was asked for");
    Ok(())
}

async fn declined(app: &WorkerState, deposit: Deposit, decline: Decline, payment: String) -> anyhow::Result<()> {
    let (state, gateway, of) = (app.clone(), deposit.gateway, deposit.advertiser);
    let report = Report { order: Some(deposit.order), payment, asked: None, news: News::Failed };
    app.store
        .write("fail_auto_top_up", Priority::Feed, async move |tx| {
            deposit_money::apply(tx, gateway, &report, BY_GATEWAY).await?;
            let Some(kept) = auto_top_ups::note_declined(tx, of, decline).await? else { return Ok(()) };
            tell(tx, &state, &kept).await
        })
        .await?;
    tracing::info!(deposit = deposit.id, advertiser = %of, ?decline, "an automatic top-up was declined");
    Ok(())
}

/// Tells its owner why automatic top-up did not pay.
async fn tell(tx: &Tx, app: &WorkerState, kept: &AutoTopUp) -> placard_store::Result<()> {
    let mail = Mail::AutoTopUp {
        amount: kept.amount,
        method: kept.method_name.clone(),
        reason: kept.note.clone(),
        next_at: kept.is_on.then_some(kept.next_at),
    };
    notices::tell(tx, app, kept.advertiser, &mail).await
}
