//! Tells advertisers that money runs out: a balance below one day of spend, a campaign that has spent a limit. Each
//! event is told once; what was told is noted in the transaction that queues the mail.

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use placard_common::health::Severity;
use placard_common::loops;
use placard_common::mail::Mail;
use placard_model::user::UserStatus;
use placard_model::{Day, UserId};
use placard_store::accounts::users;
use placard_store::money::money_notices::{self, SpendNotice, Spender, Spent};
use placard_store::network::mails::{self, Recipient};
use placard_store::{Priority, Scope, Tx};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks.
const LOOK_INTERVAL: Duration = Duration::from_mins(1);

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

/// The condition that says that somebody could not be told.
const CONDITION: &str = "money_notices";

/// Tells what is due at the clock's present moment. Whoever cannot be told holds up nobody, and is tried again at the next
/// look.
pub async fn look(app: &WorkerState) -> anyhow::Result<()> {
    let today = app.clock.now().day();
    let (spenders, spent) = app
        .store
        .read("look_for_notices", async move |conn| {
            Ok((money_notices::spenders(conn, today).await?, money_notices::spent_campaigns(conn, today).await?))
        })
        .await?;
    let mut failed = Vec::new();
    for spender in spenders {
        let told = tell_balance(app, spender, today).await;
        failed.extend(told.err().map(|error| format!("advertiser {}: {error:#}", spender.user)));
    }
    for campaign in spent {
        let id = campaign.campaign;
        let told = tell_campaign(app, campaign, today).await;
        failed.extend(told.err().map(|error| format!("campaign {id}: {error:#}")));
    }
    match failed.first() {
        None => app.health.clear(CONDITION),
        Some(first) => {
            let text = format!("{} notices of money could not be sent; the first: {first}", failed.len());
            app.health.raise(CONDITION, Severity::Warning, text);
        }
    }
    Ok(())
}

async fn tell_balance(app: &WorkerState, spender: Spender, today: Day) -> anyhow::Result<()> {
    let Spender { user, balance, day_spend, told_at } = spender;
    let is_low = balance < day_spend;
    let state = app.clone();
    match told_at {
        None if is_low => {
            app.store
                .write("tell_low_balance", Priority::Feed, async move |tx| {
                    money_notices::put(tx, SpendNotice::LowBalance, user.0, today, balance).await?;
                    tell(tx, &state, user, &Mail::LowBalance { balance, day_spend }).await
                })
                .await?;
        }
        // Topped up, and enough again: the next time is another event. A day that was cheaper is not.
        Some(told_at) if !is_low && balance > told_at => {
            let forget = async move |tx: &Tx| money_notices::forget(tx, SpendNotice::LowBalance, user.0).await;
            app.store.write("forget_low_balance", Priority::Feed, forget).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn tell_campaign(app: &WorkerState, spent: Spent, today: Day) -> anyhow::Result<()> {
    let state = app.clone();
    app.store
        .write("tell_spent_campaign", Priority::Feed, async move |tx| {
            money_notices::put(tx, spent.notice, spent.campaign.0, today, spent.limit).await?;
            if spent.is_repeated {
                return Ok(());
            }
            let mail = Mail::OutOfBudget {
                campaign: spent.campaign,
                push: spent.push.clone(),
                name: spent.name.clone(),
                limit: spent.limit,
                is_daily: spent.notice == SpendNotice::DailyLimit,
            };
            tell(tx, &state, spent.advertiser, &mail).await
        })
        .await?;
    Ok(())
}

/// Queues a mail to an advertiser, unless the account is closed.
pub(super) async fn tell(tx: &Tx, app: &WorkerState, user: UserId, mail: &Mail) -> placard_store::Result<()> {
    let user = users::get_user(tx, Scope::System, user).await?;
    if user.status != UserStatus::Active {
        return Ok(());
    }
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mails::queue(tx, to, mail.kind().name, mail.is_required(), mail.notice(), || mail.seal(app, to.email)).await
}
