//! What payment gateways tell us. Whose call it is, its signature alone says.

use super::{access, tell_applied};
use crate::extract::{ClientAddress, Path, body_bytes};
use crate::state::ApiState;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use placard_common::error::Problem;
use placard_common::gateways::{self, Callback, CallbackError};
use placard_model::payments::deposit::{Gateway, PaymentNotice, Report};
use placard_store::paid_in::deposit_money::{self, BY_GATEWAY};
use placard_store::paid_in::payment_messages::{self, About};
use placard_store::{Priority, Tx};
use std::net::IpAddr;

/// A gateway tells of payments. What is not signed by it is refused; what is not about a payment of ours is noted for staff and
/// has no effect. The same again, and older news after newer ones, change nothing. The body is as the gateway's own documentation
/// says, at most 64 KiB.
#[utoipa::path(post, path = "/api/payment/callback/{gateway}", tag = "payment", security(()),
    params(("gateway" = String, Path, description = "The gateway: `stripe`, `nowpayments` or `sandbox`", max_length = 20)),
    responses((status = 200, description = "Taken")))]
pub async fn receive_payment_callback(
    State(app): State<ApiState>,
    Path(gateway): Path<String>,
    ClientAddress(address): ClientAddress,
    request: Request,
) -> Result<StatusCode, Problem> {
    let gateway = Gateway::from_name(&gateway).ok_or(Problem::NotFound)?;
    let headers = request.headers().clone();
    let body = body_bytes(request, &app).await?;
    receive(&app, gateway, address, &headers, &body).await
}

/// Takes a callback from an address.
///
/// # Errors
/// 400 where the signature does not hold; 404 where the gateway is not one of this network's.
pub async fn receive(
    app: &ApiState,
    gateway: Gateway,
    address: IpAddr,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<StatusCode, Problem> {
    let access = access(app, gateway).await?.ok_or(Problem::NotFound)?;
    let read = gateways::of(gateway).read_callback(&access, Callback { headers, body, now: app.clock.now() });
    let outcome = match &read {
        Ok(_) => "taken",
        Err(CallbackError::Signature) => "unsigned",
        Err(CallbackError::Old) => "old",
        Err(CallbackError::Unreadable(_)) => "unreadable",
    };
    metrics::counter!("placard_payment_callbacks_total", "gateway" => gateway.name(), "outcome" => outcome)
        .increment(1);
    let reports = match read {
        Ok(reports) => reports,
        Err(error) => {
            tracing::warn!(gateway = gateway.name(), "a payment callback was not taken: {error}");
            let text = error.to_string();
            let (notice, payment) = match error {
                CallbackError::Signature => (PaymentNotice::BadSignature, String::new()),
                CallbackError::Old => (PaymentNotice::OldTimestamp, String::new()),
                CallbackError::Unreadable(payment) => {
                    tell_staff(app, gateway, PaymentNotice::Unreadable, payment, text).await?;
                    // What is signed and not understood would be sent again and again.
                    return Ok(StatusCode::OK);
                }
            };
            // Anybody can send what is not signed: of that so much is written down in an hour.
            if app.auth.calls.may_note_callback(gateway, address, app.clock.now()) {
                tell_staff(app, gateway, notice, payment, text.clone()).await?;
            }
            return Err(Problem::Malformed(text));
        }
    };
    for report in reports {
        book(app, gateway, report).await?;
    }
    Ok(StatusCode::OK)
}

async fn tell_staff(
    app: &ApiState,
    gateway: Gateway,
    notice: PaymentNotice,
    payment: String,
    text: String,
) -> Result<(), Problem> {
    let put = async move |tx: &Tx| {
        let about = About { gateway, deposit: None, payment: &payment };
        payment_messages::put(tx, about, notice, &text).await
    };
    Ok(app.store.write("note_callback", Priority::Api, put).await?)
}

async fn book(app: &ApiState, gateway: Gateway, report: Report) -> Result<(), Problem> {
    let state = app.clone();
    let applied = app
        .store
        .write("book_payment", Priority::Api, async move |tx| {
            let applied = deposit_money::apply(tx, gateway, &report, BY_GATEWAY).await?;
            if let Some(applied) = &applied {
                tell_applied(tx, &state, applied).await?;
            }
            Ok(applied)
        })
        .await?;
    match applied {
        None => tracing::warn!(gateway = gateway.name(), "a callback is about a payment that is not ours"),
        Some(applied) => tracing::info!(
            gateway = gateway.name(),
            deposit = applied.deposit.id,
            status = applied.deposit.status.id(),
            credit = %applied.credit,
            take = %applied.take,
            "a callback was booked"
        ),
    }
    Ok(())
}
