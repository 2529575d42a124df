//! Payouts that the network's owners hold back for a reason that the webmaster reads, and let go on.

use crate::auth::God;
use crate::extract::{Json, Path};
use crate::list::Data;
use crate::mail::{self, Mail, Recipient};
use crate::staff::money::payouts::{AdminPayoutResource, one};
use crate::staff::money::wallets::read_reason;
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{PayoutId, validate};
use placard_store::accounts::{audit_log, users};
use placard_store::paid_out::payout_holds::{self, PayoutHold};
use placard_store::paid_out::payouts::Payout;
use placard_store::{Priority, Scope, Tx};
use serde::Deserialize;
use utoipa::ToSchema;

/// Why a payout is held back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldPayoutForm {
    /// What the webmaster is told.
    pub comment: String,
    /// The reason that was seen; empty: it was not held back. Another one that came since stays.
    #[serde(default)]
    pub held_reason: String,
    /// It stands in a file for a gateway, and was not sent all the same.
    #[serde(default)]
    pub was_not_sent: bool,
}

/// What goes on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LetPayoutGoForm {
    /// The reason that was seen: a hold for another one stays.
    pub held_reason: String,
}

/// Holds a payout back that is neither paid nor given back: it is not approved, not paid, and stands in no file for a gateway.
/// Once more with another reason tells that one. One that stands in a file needs the word that it was not sent.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/hold", tag = "admin", params(("id" = i64, Path)),
    request_body = HoldPayoutForm, responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn hold_payout(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<HoldPayoutForm>,
) -> Result<Json<Data<AdminPayoutResource>>, Problem> {
    let reason = read_reason("comment", &form.comment)?;
    let held_reason = read_seen(&form.held_reason)?;
    change(&app, &god, PayoutId(id), "hold_payout", HoldPayoutForm { comment: reason, held_reason, ..form }).await
}

/// Lets a payout go on that was held back.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/let_go", tag = "admin", params(("id" = i64, Path)),
    request_body = LetPayoutGoForm, responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn let_payout_go(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<LetPayoutGoForm>,
) -> Result<Json<Data<AdminPayoutResource>>, Problem> {
    let held_reason = read_seen(&form.held_reason)?;
    let form = HoldPayoutForm { comment: String::new(), held_reason, was_not_sent: false };
    change(&app, &god, PayoutId(id), "let_payout_go", form).await
}

/// Reads the reason that was seen, as it was read when it was told.
fn read_seen(text: &str) -> Result<String, Problem> {
    let text = validate::paragraphs(text, validate::COMMENT_MAX);
    text.map(str::to_owned).map_err(|message| Problem::field("held_reason", message))
}

/// Does what is told, and tells the webmaster; nothing of both where it is so already.
async fn change(
    app: &ApiState,
    god: &God,
    id: PayoutId,
    action: &'static str,
    form: HoldPayoutForm,
) -> Result<Json<Data<AdminPayoutResource>>, Problem> {
    let (actor, state) = (god.actor(), app.clone());
    let after = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let hold = PayoutHold { reason: &form.comment, seen: &form.held_reason, was_not_sent: form.was_not_sent };
            let (before, after) = payout_holds::set(tx, id, hold).await?;
            if before != after {
                audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
                tell_owner(tx, &state, &after).await?;
            }
            Ok(after)
        })
        .await?;
    one(app, after).await
}

/// Queues a mail to the webmaster, in the transaction of the decision.
async fn tell_owner(tx: &Tx, app: &ApiState, payout: &Payout) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, payout.user).await?;
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    let reason = (!payout.held_reason.is_empty()).then(|| payout.held_reason.clone());
    mail::queue(tx, app, to, &Mail::PayoutHeld { payout: payout.facts(), reason }).await
}
