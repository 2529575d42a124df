//! A payment of which its gateway never told: the network's owner names it, and the gateway is asked.

use crate::auth::God;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::payments::url::GATEWAY_RETRY_S;
use crate::payments::{access, tell_applied};
use crate::staff::money::deposits::AdminDepositResource;
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_common::gateways::{self, GatewayError, Line};
use placard_model::payments::deposit::{Gateway, PAYMENT_REF_CHARS_MAX, Report};
use placard_store::accounts::audit_log;
use placard_store::paid_in::deposit_money::{self, BY_GATEWAY};
use placard_store::paid_in::deposits::{self, Deposit};
use placard_store::{Conn, Error, Priority};
use serde::Deserialize;
use utoipa::ToSchema;

/// Which payment.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskDepositForm {
    /// The gateway's own number of the payment, as its back office shows it.
    #[schema(pattern = "^[A-Za-z0-9_]+$")]
    pub payment: String,
}

/// Asks the gateway of a deposit about a payment by its number, and books what it says, with what was given back of it or is
/// disputed where the gateway tells that: for payments of which no callback came. Refused when the payment is for another deposit. The same again changes nothing.
#[utoipa::path(post, path = "/api/admin/deposits/{id}/ask", tag = "admin", params(("id" = i64, Path)),
    request_body = AskDepositForm, responses((status = 200, body = Data<AdminDepositResource>)))]
pub async fn ask_deposit(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<AskDepositForm>,
) -> Result<Json<Data<AdminDepositResource>>, Problem> {
    let payment = form.payment.trim().to_owned();
    let is_name = payment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !(1..=PAYMENT_REF_CHARS_MAX).contains(&payment.len()) || !is_name {
        let message = format!("must have 1 to {PAYMENT_REF_CHARS_MAX} letters, digits or underscores");
        return Err(Problem::field("payment", message));
    }
    let scope = god.scope();
    let read = async move |conn: &Conn| deposits::get(conn, scope, id).await;
    let deposit = app.store.read("get_any_deposit", read).await?;
    let reports = ask(&app, &deposit, payment).await?;
    let (actor, state, gateway) = (god.actor(), app.clone(), deposit.gateway);
    let after = app
        .store
        .write("ask_deposit", Priority::Api, async move |tx| {
            // What callbacks and the worker book of it meanwhile comes before or after.
            deposits::hold(tx, id).await?;
            let before = deposits::get(tx, scope, id).await?;
            let mut after = before.clone();
            for report in &reports {
                let applied = deposit_money::apply(tx, gateway, report, BY_GATEWAY).await?;
                let applied = applied.ok_or(Error::NotFound("deposit"))?;
                tell_applied(tx, &state, &applied).await?;
                after = applied.deposit;
            }
            audit_log::record(tx, &actor, tx.name(), "deposit", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(AdminDepositResource::one(&app, after).await?))
}

/// What the gateway says of a payment of this deposit: how it stands, and what of it went back since.
async fn ask(app: &ApiState, deposit: &Deposit, payment: String) -> Result<Vec<Report>, Problem> {
    let (gateway, name) = (deposit.gateway, deposit.gateway.label());
    let reached = if gateway == Gateway::Invoice { None } else { access(app, gateway).await? };
    let Some(access) = reached else {
        return Err(Problem::Conflict(format!(
            "Deposit {} is paid by {name}, which cannot be asked about payments.",
            deposit.id
        )));
    };
    let line = Line { access: &access, fetcher: &app.fetcher };
    // Some know a payment by what was made first, some by its own number.
    let answers = gateways::of(gateway).ask(line, &payment, std::slice::from_ref(&payment)).await;
    let reports = match answers.into_iter().collect::<Result<Vec<Report>, GatewayError>>() {
        Ok(reports) if reports.is_empty() => {
            return Err(Problem::field("payment", format!("is no payment that {name} can be asked about")));
        }
        Ok(reports) => reports,
        Err(GatewayError::Unreachable(_)) => return Err(Problem::Unavailable(GATEWAY_RETRY_S)),
        Err(error) => return Err(Problem::field("payment", format!("{name} does not tell of it: {error}"))),
    };
    if reports.iter().any(|report| report.order.as_deref() != Some(deposit.order.as_str())) {
        return Err(Problem::field("payment", format!("is not for deposit {}", deposit.id)));
    }
    Ok(reports)
}
