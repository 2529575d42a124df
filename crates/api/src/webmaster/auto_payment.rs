//! Auto-payment: a payout each Monday.

use crate::auth::Webmaster;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{Day, UnixMs};
use placard_store::accounts::audit_log;
use placard_store::paid_out::auto_payouts::{self, Decision};
use placard_store::{Conn, Priority};
use serde::Serialize;
use utoipa::ToSchema;

/// What auto-payment did on a Monday.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AutoPaymentDecision {
    /// The Monday, UTC.
    #[schema(value_type = String, format = Date)]
    pub monday: String,
    /// The payout that it asked for; null: none.
    pub payout_id: Option<i64>,
    /// Why it asked for none; empty when it did.
    pub note: String,
}

impl From<Decision> for AutoPaymentDecision {
    fn from(decision: Decision) -> Self {
        let Decision { monday, payout, note } = decision;
        Self { monday: monday.to_string(), payout_id: payout.map(|id| id.0), note }
    }
}

/// Auto-payment of a webmaster.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AutoPayment {
    /// It is on.
    pub is_auto_payment: bool,
    /// When it asks next; null while it is off.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_at: Option<UnixMs>,
    /// What it did last; null before its first Monday.
    pub last: Option<AutoPaymentDecision>,
}

impl AutoPayment {
    fn new(is_on: bool, now: UnixMs, last: Option<Decision>) -> Self {
        let next: Day = auto_payouts::last_monday(now).plus(7);
        let next_at = is_on.then(|| auto_payouts::begin(next));
        Self { is_auto_payment: is_on, next_at, last: last.map(Into::into) }
    }
}

/// Whether auto-payment is on, and what it did last.
#[utoipa::path(get, path = "/api/webmaster/payment/auto_payment", tag = "webmaster",
    responses((status = 200, body = Data<AutoPayment>)))]
pub async fn get_auto_payment(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<AutoPayment>>, Problem> {
    let (id, now) = (webmaster.id(), app.clock.now());
    let last = app.store.read("get_auto_payment", async move |conn: &Conn| auto_payouts::last(conn, id).await).await?;
    Ok(data(AutoPayment::new(webmaster.user.is_auto_payment, now, last)))
}

/// Switches auto-payment on: each Monday at 06:00 UTC it asks for a payout to the primary wallet, of what was available when
/// Sunday ended and still is, where that is enough.
#[utoipa::path(post, path = "/api/webmaster/payment/auto_payment/activate", tag = "webmaster",
    responses((status = 200, body = Data<AutoPayment>)))]
pub async fn activate_auto_payment(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<AutoPayment>>, Problem> {
    set(app, webmaster, true).await
}

/// Switches auto-payment off. A payout that it asked for stays.
#[utoipa::path(post, path = "/api/webmaster/payment/auto_payment/deactivate", tag = "webmaster",
    responses((status = 200, body = Data<AutoPayment>)))]
pub async fn deactivate_auto_payment(
    State(app): State<ApiState>,
    webmaster: Webmaster,
) -> Result<Json<Data<AutoPayment>>, Problem> {
    set(app, webmaster, false).await
}

async fn set(app: ApiState, webmaster: Webmaster, is_on: bool) -> Result<Json<Data<AutoPayment>>, Problem> {
    let (id, actor, now) = (webmaster.id(), webmaster.actor(), app.clock.now());
    let action = if is_on { "activate_auto_payment" } else { "deactivate_auto_payment" };
    let last = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let (before, after) = auto_payouts::set(tx, id, is_on).await?;
            if before != after {
                audit_log::record(tx, &actor, tx.name(), "user", id, Some(&before), Some(&after)).await?;
            }
            auto_payouts::last(tx, id).await
        })
        .await?;
    app.auth.forget_user(id);
    Ok(data(AutoPayment::new(is_on, now, last)))
}
