//! Plays a gateway in the demonstration network: its page has buttons that send the callbacks of a real one, signed.

use super::kept::{Charge, Charged, Keeps, Method};
use super::signature::{hex, is_sha256, sha256};
use super::{Access, Callback, CallbackError, Created, GatewayError, Line, NewPayment, Takes, decimal};
use crate::secrets::{Keys, Purpose};
use futures_util::future::BoxFuture;
use placard_model::Money;
use placard_model::payments::deposit::{News, Report};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The header with the HMAC-SHA256 of the body.
pub const SIGNATURE: &str = "x-sandbox-signature";
/// The page where people pay; the order follows.
pub const PAGE: &str = "/demo/pay/";

/// What its secret is: the demo's own.
pub(super) fn access(keys: &Keys) -> Access {
    let secret = hex(&keys.derive::<32>(Purpose::SandboxGateway, None));
    Access { base_url: String::new(), key: String::new(), secret }
}

/// What somebody presses on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Press {
    /// Pay what is asked for.
    Pay,
    /// Pay half of it.
    PayPartly,
    /// The payment fails.
    Fail,
    /// The payment's time is over.
    Expire,
    /// All that was paid goes back.
    Refund,
    /// The payer's bank wants it back.
    Dispute,
}

/// The body of the callback that a press leads to, and its signature. `paid` is what came in before.
pub fn callback(keys: &Keys, order: &str, asked: Money, paid: Money, press: Press) -> (String, String) {
    let half = Money::from_micros(asked.micros() / 2).whole_cents().max(Money::CENT);
    let total = match press {
        Press::Pay => asked.max(paid),
        Press::PayPartly => paid + half,
        Press::Fail | Press::Expire | Press::Refund | Press::Dispute => paid,
    };
    let body =
        json!({"order": order, "payment": format!("sandbox-{order}"), "asked": asked, "total": total, "event": press});
    let body = body.to_string();
    let signature = sha256(&access(keys).secret, body.as_bytes());
    (body, signature)
}

pub(super) struct Sandbox;

impl Takes for Sandbox {
    fn create<'a>(&'a self, _line: Line<'a>, payment: NewPayment<'a>) -> BoxFuture<'a, Result<Created, GatewayError>> {
        Box::pin(async move {
            let page = format!("{}{PAGE}{}", payment.origin, payment.order);
            Ok(Created { reference: payment.order.to_owned(), page })
        })
    }

    fn read_callback(&self, access: &Access, callback: Callback<'_>) -> Result<Vec<Report>, CallbackError> {
        let told = callback.headers.get(SIGNATURE).and_then(|told| told.to_str().ok()).unwrap_or_default();
        if !is_sha256(&access.secret, &[callback.body], told) {
            return Err(CallbackError::Signature);
        }
        read(callback.body).ok_or_else(|| CallbackError::Unreadable(String::new())).map(|report| vec![report])
    }

    fn ask<'a>(
        &'a self,
        _line: Line<'a>,
        _reference: &'a str,
        _payments: &'a [String],
    ) -> BoxFuture<'a, Vec<Result<Report, GatewayError>>> {
        Box::pin(async { Vec::new() })
    }

    fn keeps(&self) -> Option<&dyn Keeps> {
        Some(self)
    }
}

/// What it keeps when a payment was to be kept: a card that pays whatever is asked.
const METHOD: &str = "sandbox-card";

impl Keeps for Sandbox {
    fn method<'a>(
        &'a self,
        _line: Line<'a>,
        reference: &'a str,
    ) -> BoxFuture<'a, Result<Option<Method>, GatewayError>> {
        let (customer, name) = (format!("payer-of-{reference}"), "Sandbox card ending in 4242".to_owned());
        Box::pin(async move { Ok(Some(Method { customer, reference: METHOD.to_owned(), name })) })
    }

    fn charge<'a>(&'a self, _line: Line<'a>, charge: Charge<'a>) -> BoxFuture<'a, Result<Charged, GatewayError>> {
        Box::pin(async move {
            Ok(Charged::Taken(Report {
                order: Some(charge.order.to_owned()),
                payment: format!("sandbox-{}", charge.order),
                asked: Some(charge.amount),
                news: News::Paid { total: charge.amount, is_complete: true },
            }))
        })
    }

    fn forget<'a>(&'a self, _line: Line<'a>, _method: &'a str) -> BoxFuture<'a, Result<(), GatewayError>> {
        Box::pin(async { Ok(()) })
    }
}

fn read(body: &[u8]) -> Option<Report> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let press: Press = serde_json::from_value(body["event"].clone()).ok()?;
    let total = decimal::dollars(&body["total"])?;
    let payment = body["payment"].as_str()?.to_owned();
    let news = match press {
        Press::Pay => News::Paid { total, is_complete: true },
        Press::PayPartly => News::Paid { total, is_complete: false },
        Press::Fail => News::Failed,
        Press::Expire => News::Expired,
        Press::Refund => News::Returned { total: None },
        Press::Dispute => News::Disputed {
            dispute: format!("dispute-{payment}"),
            amount: total,
            state: placard_model::payments::deposit::Dispute::Open,
        },
    };
    Some(Report {
        order: Some(body["order"].as_str()?.to_owned()),
        payment,
        asked: decimal::dollars(&body["asked"]),
        news,
    })
}
