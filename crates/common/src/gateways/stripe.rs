//! Stripe Checkout: a hosted page for cards.
//!
//! <https://docs.stripe.com/api/checkout/sessions>: `POST /v1/checkout/sessions`, form-encoded, with an `Idempotency-Key`.
//! <https://docs.stripe.com/webhooks#verify-manually>: `Stripe-Signature: t=…,v1=…`, HMAC-SHA256 over time, dot and body; a
//! signature is good for five minutes.

mod asked;
mod kept;

use super::kept::Keeps;
use super::signature::is_sha256;
use super::{Access, Callback, CallbackError, Created, GatewayError, Line, NewPayment, Takes, page};
use futures_util::future::BoxFuture;
use placard_model::money::{INPUT_MAX, MICROS_PER_CENT};
use placard_model::payments::deposit::{Dispute, News, PAYMENT_REF_CHARS_MAX, Report};
use placard_model::{Money, UnixMs};
use serde_json::Value;
use url::form_urlencoded::Serializer;

/// The address of its API.
const BASE: &str = "https://api.stripe.com";
const SIGNATURE: &str = "stripe-signature";
/// How bodies are written.
const FORM: &str = "application/x-www-form-urlencoded";
/// A signature is good for so long, in seconds, to either side: clocks differ.
const TOLERANCE_S: i64 = 300;
/// Signatures of a header that are looked at: while a secret is changed there are two.
const SIGNATURES_MAX: usize = 8;

pub(super) struct Stripe;

impl Takes for Stripe {
    fn create<'a>(&'a self, line: Line<'a>, payment: NewPayment<'a>) -> BoxFuture<'a, Result<Created, GatewayError>> {
        Box::pin(async move {
            let base = line.access.base(BASE);
            let form = session_form(&payment);
            let bearer = format!("Bearer {}", line.access.key);
            let headers = [("authorization", bearer.as_str()), ("idempotency-key", payment.order)];
            let body = Some((FORM, form.as_bytes()));
            let answer = line.call(&format!("{base}/v1/checkout/sessions"), &headers, body).await?;
            let answer: Value = serde_json::from_slice(&answer).map_err(|_| GatewayError::Unreadable)?;
            let reference = name_of(&answer["id"]).ok_or(GatewayError::Unreadable)?;
            Ok(Created { reference, page: page(answer["url"].as_str().unwrap_or_default(), base)? })
        })
    }

    fn read_callback(&self, access: &Access, callback: Callback<'_>) -> Result<Vec<Report>, CallbackError> {
        let told = callback.headers.get(SIGNATURE).and_then(|told| told.to_str().ok()).unwrap_or_default();
        check(&access.secret, told, callback.body, callback.now)?;
        let unreadable = || CallbackError::Unreadable(String::new());
        let event: Value = serde_json::from_slice(callback.body).map_err(|_| unreadable())?;
        let kind = event["type"].as_str().ok_or_else(unreadable)?;
        let object = &event["data"]["object"];
        let report = match kind {
            "checkout.session.completed"
            | "checkout.session.async_payment_succeeded"
            | "checkout.session.async_payment_failed"
            | "checkout.session.expired" => session(object, kind.rsplit('.').next().unwrap_or_default()),
            // Attempts that fail are told by the answer to our own call.
            "payment_intent.succeeded" if kept::is_marked(object) => kept::payment(object),
            "charge.refunded" => refund(object),
            "refund.failed" => failed_refund(object),
            "charge.refund.updated" if matches!(object["status"].as_str(), Some("failed" | "canceled")) => {
                failed_refund(object)
            }
            "charge.dispute.created" | "charge.dispute.updated" | "charge.dispute.closed" => dispute(object),
            // It tells of much that is nothing to us.
            _ => return Ok(Vec::new()),
        };
        let named = || name_of(&object["payment_intent"]).or_else(|| name_of(&object["id"])).unwrap_or_default();
        report.ok_or_else(|| CallbackError::Unreadable(named())).map(|report| vec![report])
    }

    fn ask<'a>(
        &'a self,
        line: Line<'a>,
        reference: &'a str,
        _payments: &'a [String],
    ) -> BoxFuture<'a, Vec<Result<Report, GatewayError>>> {
        Box::pin(async move { if reference.is_empty() { Vec::new() } else { asked::ask(line, reference).await } })
    }

    fn keeps(&self) -> Option<&dyn Keeps> {
        Some(self)
    }
}

/// What is asked for when a page is made.
fn session_form(payment: &NewPayment<'_>) -> String {
    let (cents, back) = ((payment.amount.micros() / MICROS_PER_CENT).to_string(), payment.way_back());
    let mut form = Serializer::new(String::new());
    form.append_pair("mode", "payment")
        .append_pair("client_reference_id", payment.order)
        .append_pair("metadata[order]", payment.order)
        .append_pair("payment_intent_data[metadata][order]", payment.order)
        .append_pair("line_items[0][quantity]", "1")
        .append_pair("line_items[0][price_data][currency]", "usd")
        .append_pair("line_items[0][price_data][unit_amount]", &cents)
        .append_pair("line_items[0][price_data][product_data][name]", payment.about)
        .append_pair("success_url", &back)
        .append_pair("cancel_url", &back);
    if payment.keeps_method {
        // Of all that its page may offer, cards can be charged while nobody is there.
        form.append_pair("payment_method_types[0]", "card")
            .append_pair("customer_creation", "always")
            .append_pair("payment_intent_data[setup_future_usage]", "off_session");
    }
    form.finish()
}

/// Whether a header signs a body now.
fn check(secret: &str, header: &str, body: &[u8], now: UnixMs) -> Result<(), CallbackError> {
    let mut time = "";
    let mut signatures = Vec::new();
    for (name, value) in header.split(',').filter_map(|part| part.trim().split_once('=')) {
        match name {
            "t" => time = value,
            "v1" if signatures.len() < SIGNATURES_MAX => signatures.push(value),
            _ => {}
        }
    }
    let is_signed =
        !secret.is_empty() && signatures.iter().any(|told| is_sha256(secret, &[time.as_bytes(), b".", body], told));
    if !is_signed {
        return Err(CallbackError::Signature);
    }
    let signed_at = time.parse::<i64>().map_err(|_| CallbackError::Signature)?;
    let age_s = (now.0 / 1_000).saturating_sub(signed_at);
    if (-TOLERANCE_S..=TOLERANCE_S).contains(&age_s) { Ok(()) } else { Err(CallbackError::Old) }
}

fn name_of(value: &Value) -> Option<String> {
    let name = value.as_str()?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    ((1..=PAYMENT_REF_CHARS_MAX).contains(&name.len()) && is_name).then(|| name.to_owned())
}

fn order_of(object: &Value) -> Option<String> {
    object["metadata"]["order"].as_str().map(|order| order.chars().take(PAYMENT_REF_CHARS_MAX).collect())
}

fn amount(cents: &Value) -> Option<Money> {
    let amount = Money::from_micros(cents.as_i64()?.checked_mul(MICROS_PER_CENT)?);
    (!amount.is_negative() && amount <= INPUT_MAX).then_some(amount)
}

fn is_dollars(object: &Value) -> bool {
    object["currency"].as_str() == Some("usd")
}

fn foreign(object: &Value) -> News {
    let currency: String = object["currency"].as_str().unwrap_or("nothing").chars().take(20).collect();
    News::Unreadable(format!("not in dollars: {currency}"))
}

fn session(object: &Value, event: &str) -> Option<Report> {
    let paid_by = &object["payment_intent"];
    // Where it was asked for with the payment in it, that is no name but an object.
    let payment = name_of(paid_by).or_else(|| name_of(&paid_by["id"])).or_else(|| name_of(&object["id"]))?;
    let total = amount(&object["amount_total"]);
    let is_paid = object["payment_status"].as_str() == Some("paid");
    let news = match event {
        "completed" | "async_payment_succeeded" if is_paid => match total {
            _ if !is_dollars(object) => foreign(object),
            Some(total) => News::Paid { total, is_complete: true },
            None => News::Unreadable("amounts that cannot be read".to_owned()),
        },
        "async_payment_failed" => News::Failed,
        "expired" => News::Expired,
        "open" => News::Waiting,
        // Done on the page, and the money follows in some days.
        _ => News::Coming,
    };
    let order = order_of(object).or_else(|| object["client_reference_id"].as_str().map(str::to_owned));
    Some(Report { order, payment, asked: total.filter(|_| is_dollars(object)), news })
}

fn refund(charge: &Value) -> Option<Report> {
    let payment = name_of(&charge["payment_intent"])?;
    let news = if is_dollars(charge) {
        News::Returned { total: Some(amount(&charge["amount_refunded"])?) }
    } else {
        foreign(charge)
    };
    Some(Report { order: order_of(charge), payment, asked: None, news })
}

fn failed_refund(object: &Value) -> Option<Report> {
    let payment = name_of(&object["payment_intent"])?;
    let news =
        if is_dollars(object) { News::NotReturned { amount: amount(&object["amount"])? } } else { foreign(object) };
    Some(Report { order: order_of(object), payment, asked: None, news })
}

fn dispute(object: &Value) -> Option<Report> {
    let payment = name_of(&object["payment_intent"])?;
    let state = match object["status"].as_str()? {
        "won" => Some(Dispute::Won),
        "lost" => Some(Dispute::Lost),
        // Somebody asks, and no money moved.
        status if status.starts_with("warning") => None,
        _ => Some(Dispute::Open),
    };
    let news = match state {
        None => News::Waiting,
        Some(_) if !is_dollars(object) => foreign(object),
        Some(state) => News::Disputed { dispute: name_of(&object["id"])?, amount: amount(&object["amount"])?, state },
    };
    Some(Report { order: None, payment, asked: None, news })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateways::signature::sha256;
    use axum::http::HeaderMap;
    use serde_json::json;

    const SECRET: &str = "whsec_test";
    const NOW: UnixMs = UnixMs(1_492_774_577_000);

    fn callback(body: &str, header: &str, now: UnixMs) -> Result<Vec<Report>, CallbackError> {
        let mut headers = HeaderMap::new();
        headers.insert(SIGNATURE, header.parse().unwrap());
        let access = Access { secret: SECRET.to_owned(), ..Access::default() };
        Stripe.read_callback(&access, Callback { headers: &headers, body: body.as_bytes(), now })
    }

    fn signed(body: &str, time: i64) -> String {
        format!("t={time},v1={}", sha256(SECRET, format!("{time}.{body}").as_bytes()))
    }

    #[test]
    fn a_signature_covers_time_and_body() {
        let body = json!({"type": "ping", "data": {"object": {}}}).to_string();
        let at = NOW.0 / 1_000;
        let good = signed(&body, at);
        assert_eq!(callback(&body, &good, NOW), Ok(Vec::new()));
        assert_eq!(callback(&body, &good, NOW.plus_ms(300_000)), Ok(Vec::new()));
        assert_eq!(callback(&body, &good, NOW.plus_ms(301_000)), Err(CallbackError::Old));
        assert_eq!(callback(&body, &good, NOW.plus_ms(-301_000)), Err(CallbackError::Old));
        assert_eq!(callback(&format!("{body} "), &good, NOW), Err(CallbackError::Signature));
        // A newer time does not fit an older signature.
        let forged = good.replace(&at.to_string(), &(at + 1).to_string());
        assert_eq!(callback(&body, &forged, NOW), Err(CallbackError::Signature));
        // While a secret is changed there are two signatures; the scheme of tests is none.
        let two = format!("t={at},v1={},{}", "0".repeat(64), good.split_once(',').unwrap().1);
        assert_eq!(callback(&body, &two, NOW), Ok(Vec::new()));
        assert_eq!(callback(&body, &good.replace("v1=", "v0="), NOW), Err(CallbackError::Signature));
        assert_eq!(callback(&body, "", NOW), Err(CallbackError::Signature));
        // Made with `openssl dgst -sha256 -hmac whsec_test`.
        let told = format!("t=1492774577,v1={OPENSSL}");
        assert_eq!(callback("{\"type\":\"ping\"}", &told, NOW), Ok(Vec::new()));
    }

    const OPENSSL: &str = "8d51dca408cdc8d9816d0ac467748a5c9dfdc356831c1adc70c215027f2129c4";

    #[test]
    fn events_become_news() {
        let check = |kind: &str, object: Value, expected: News| {
            let body = json!({"type": kind, "data": {"object": object}}).to_string();
            let reports = callback(&body, &signed(&body, NOW.0 / 1_000), NOW).unwrap();
            assert_eq!(reports[0].news, expected, "{body}");
            assert_eq!(reports[0].payment, "pi_1");
        };
        let session = |status: &str, currency: &str| {
            json!({"id": "cs_1", "payment_intent": "pi_1", "payment_status": status, "amount_total": 5_000,
                "currency": currency, "metadata": {"order": "D1"}})
        };
        let paid = News::Paid { total: Money::from_dollars(50), is_complete: true };
        check("checkout.session.completed", session("paid", "usd"), paid.clone());
        check("checkout.session.completed", session("unpaid", "usd"), News::Coming);
        check("checkout.session.async_payment_succeeded", session("paid", "usd"), paid);
        check("checkout.session.async_payment_failed", session("unpaid", "usd"), News::Failed);
        check("checkout.session.expired", session("unpaid", "usd"), News::Expired);
        let foreign = News::Unreadable("not in dollars: eur".to_owned());
        check("checkout.session.completed", session("paid", "eur"), foreign);
        let charge = json!({"id": "ch_1", "payment_intent": "pi_1", "amount_refunded": 1_250, "currency": "usd"});
        let returned = News::Returned { total: Some(Money::parse("12.5", 2).unwrap()) };
        check("charge.refunded", charge, returned);
        let refund =
            json!({"id": "re_1", "payment_intent": "pi_1", "amount": 1_250, "currency": "usd", "status": "failed"});
        let not_returned = News::NotReturned { amount: Money::parse("12.5", 2).unwrap() };
        check("refund.failed", refund.clone(), not_returned.clone());
        check("charge.refund.updated", refund, not_returned);
        let disputed = |status: &str| json!({"id": "dp_1", "payment_intent": "pi_1", "amount": 5_000, "currency": "usd", "status": status});
        let news = |state| News::Disputed { dispute: "dp_1".to_owned(), amount: Money::from_dollars(50), state };
        check("charge.dispute.created", disputed("needs_response"), news(Dispute::Open));
        check("charge.dispute.closed", disputed("won"), news(Dispute::Won));
        check("charge.dispute.closed", disputed("lost"), news(Dispute::Lost));
        check("charge.dispute.created", disputed("warning_needs_response"), News::Waiting);
    }
}
