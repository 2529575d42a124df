//! Auto-payment: on Mondays payouts are asked for, for webmasters who want it.

use crate::state::WorkerState;
use anyhow::Context;
use placard_common::mail::Mail;
use placard_model::{Day, UnixMs, UserId};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::users;
use placard_store::network::mails::{self, Recipient};
use placard_store::paid_out::auto_payouts;
use placard_store::paid_out::payouts::Payout;
use placard_store::{Error, Priority, Scope, Tx};

/// Makes what is due of the last Monday, webmaster by webmaster: one whose transaction collides with others until the store
/// gives up waits for the next run, and holds up nobody. Whoever was late, was ended in the midst of it, or saw the clock jump goes on
/// with those on whom that Monday was not decided.
pub async fn make(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let monday = auto_payouts::last_monday(now);
    let (mut made, mut after, mut result) = (0, UserId(0), Ok(()));
    loop {
        let read = async move |conn: &placard_store::Conn| auto_payouts::due(conn, monday, after).await;
        let due = app.store.read("due_auto_payouts", read).await?;
        let Some(last) = due.last() else { break };
        after = *last;
        for webmaster in due {
            match decide(app, webmaster, monday).await {
                Ok(is_made) => made += u64::from(is_made),
                // Without the database nobody else's would succeed.
                Err(error @ Error::Unavailable(_)) => return Err(error.into()),
                Err(error) => result = Err(error).with_context(|| format!("the payout of webmaster {webmaster}")),
            }
        }
    }
    if made > 0 {
        tracing::info!(payouts = made, %monday, "auto-payment asked for payouts");
    }
    result
}

async fn decide(app: &WorkerState, webmaster: UserId, monday: Day) -> placard_store::Result<bool> {
    let state = app.clone();
    app.store
        .write("auto_payout", Priority::Feed, async move |tx| {
            let Some(made) = auto_payouts::decide(tx, webmaster, monday).await? else { return Ok(false) };
            let before = None::<&Payout>;
            audit_log::record(tx, &Actor::default(), tx.name(), "payout", made.id, before, Some(&made)).await?;
            tell(tx, &state, &made).await?;
            Ok(true)
        })
        .await
}

async fn tell(tx: &Tx, app: &WorkerState, payout: &Payout) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, payout.user).await?;
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    let mail = Mail::PayoutState(payout.facts());
    mails::queue(tx, to, mail.kind().name, mail.is_required(), mail.notice(), || mail.seal(app, to.email)).await
}
