//! The page of the demonstration network's payment gateway: its buttons send the callbacks of a real one, signed.

use crate::app::AppState;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use minijinja::{AutoEscape, Environment, context};
use placard_api::payments::callback;
use placard_common::Problem;
use placard_common::gateways::sandbox::{self, Press};
use placard_model::payments::deposit::{DepositStatus, Gateway};
use placard_store::Conn;
use placard_store::paid_in::deposits::{self, Deposit};
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr};

/// The buttons: what they send, what people read, and whether the deposit must have got something.
const BUTTONS: [(&str, &str, bool); 6] = [
    ("pay", "Pay", false),
    ("pay_partly", "Pay half", false),
    ("fail", "Let it fail", false),
    ("expire", "Let it expire", false),
    ("refund", "Send it back", true),
    ("dispute", "Dispute it at the bank", true),
];

/// What was pressed.
#[derive(Debug, Deserialize)]
pub struct Pressed {
    press: Press,
}

async fn find(app: &AppState, order: String) -> Result<Deposit, Problem> {
    let read = async move |conn: &Conn| deposits::of_order(conn, &order).await;
    let found = app.store.read("get_sandbox_deposit", read).await?;
    found.filter(|deposit| deposit.gateway == Gateway::Sandbox).ok_or(Problem::NotFound)
}

/// The page.
pub async fn get_demo_payment(State(app): State<AppState>, Path(order): Path<String>) -> Result<Response, Problem> {
    let deposit = find(&app, order).await?;
    let has_money = deposit.credited > deposit.taken;
    let is_open = deposit.status != DepositStatus::Settled;
    let buttons: Vec<_> = BUTTONS
        .iter()
        .filter(|(_, _, needs_money)| if *needs_money { has_money } else { is_open })
        .map(|(press, label, _)| context! { press, label })
        .collect();
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let values = context! {
        buttons, id => deposit.id, amount => deposit.amount.to_string(), received => deposit.credited.to_string(),
        status => deposit.status.label(),
    };
    let html = environment
        .render_str(include_str!("../../assets/demo/pay.html"), values)
        .map_err(|error| Problem::Internal(error.into()))?;
    let policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(html)).into_response())
}

/// A button was pressed.
pub async fn press_demo_payment(
    State(app): State<AppState>,
    Path(order): Path<String>,
    Form(pressed): Form<Pressed>,
) -> Result<Redirect, Problem> {
    let deposit = find(&app, order).await?;
    let (body, signature) =
        sandbox::callback(&app.keys, &deposit.order, deposit.amount, deposit.credited, pressed.press);
    let mut headers = HeaderMap::new();
    let signature = HeaderValue::try_from(signature).map_err(|error| Problem::Internal(error.into()))?;
    headers.insert(sandbox::SIGNATURE, signature);
    let address = IpAddr::from(Ipv4Addr::LOCALHOST);
    callback::receive(&app.api, Gateway::Sandbox, address, &headers, body.as_bytes()).await?;
    Ok(Redirect::to(&format!("/advertiser/finance?deposit={}", deposit.id)))
}
