//! Money in: advertisers' deposits, what payment gateways say of them, and the documents about them.

pub mod auto_top_up;
pub mod callback;
pub mod deposits;
pub mod documents;
pub(crate) mod pdf;
pub mod promo;
pub mod url;

use crate::mail::{self, Mail, Recipient};
use crate::state::{Api, ApiState};
use placard_common::error::Problem;
use placard_common::gateways::Access;
use placard_model::UserId;
use placard_model::payments::deposit::Gateway;
use placard_model::user::UserStatus;
use placard_store::accounts::{billing_details, users};
use placard_store::network::mails;
use placard_store::paid_in::deposit_money::Applied;
use placard_store::paid_in::payment_gateways;
use placard_store::{Conn, Scope, Tx};

/// How a gateway is reached; none where it cannot be used.
pub(crate) async fn access(app: &ApiState, gateway: Gateway) -> Result<Option<Access>, Problem> {
    let read = async move |conn: &Conn| payment_gateways::get(conn, gateway).await;
    let kept = app.store.read("get_gateway", read).await?;
    let stored = kept.as_ref().map(|kept| kept.access.as_slice());
    Ok(Access::of(&app.keys, gateway, stored, app.config.demo)?)
}

/// Queues the mail about what a report led to, if one is due.
pub(crate) async fn tell_applied(tx: &Tx, app: &Api, applied: &Applied) -> placard_store::Result<()> {
    let deposit = &applied.deposit;
    let came = Mail::of_deposit(deposit.id, deposit.amount, deposit.credited, applied.credit, applied.is_failure());
    match came {
        Some(mail) => tell(tx, app, deposit.advertiser, &mail).await,
        None => Ok(()),
    }
}

/// Queues a mail to an advertiser, unless the account is closed.
pub(crate) async fn tell(tx: &Tx, app: &Api, user: UserId, mail: &Mail) -> placard_store::Result<()> {
    let user = users::get_user(tx, Scope::System, user).await?;
    if user.status != UserStatus::Active {
        return Ok(());
    }
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mail::queue(tx, app, to, mail).await
}

/// Queues a mail about an invoice to where its payer wants invoices as well, if they do, whichever mails they want for themselves.
/// Nobody has proved that this address is theirs: nothing that they typed goes there, and it gets no more than as many payments as may
/// wait.
pub(crate) async fn tell_bookkeeping(tx: &Tx, app: &Api, user: UserId, mail: &Mail) -> placard_store::Result<()> {
    let told = billing_details::get(tx, user).await?;
    let owner = users::get_user(tx, Scope::System, user).await?;
    if told.email.is_empty() || told.email == owner.email {
        return Ok(());
    }
    let to = Recipient { user: Some(user), email: &told.email, name: "" };
    // The address is the choice, and is taken away in the same form: what the payer switches off is their own mail. Its notice stands in
    // their list already.
    let is_wanted = true;
    mails::queue(tx, to, mail.kind().name, is_wanted, None, || mail.seal(app, to.email)).await
}
