//! NOWPayments, a hosted crypto gateway: an invoice in dollars, which people pay in the coin that they choose. One invoice may
//! have several payments, each with a number of its own.
//!
//! <https://documenter.getpostman.com/view/7907941/2s93JusNJt>: `POST /v1/invoice`, `GET /v1/payment/{id}`, and callbacks (IPN)
//! signed with HMAC-SHA512 over the body with its keys in alphabetical order, at every depth.

use super::signature::is_sha512;
use super::{Access, Callback, CallbackError, Created, GatewayError, Line, NewPayment, Takes, decimal, page};
use futures_util::future::BoxFuture;
use placard_model::Money;
use placard_model::payments::deposit::{News, PAYMENT_REF_CHARS_MAX, Report};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The address of its API.
const BASE: &str = "https://api.nowpayments.io";
const SIGNATURE: &str = "x-nowpayments-sig";
/// How deep a callback may nest: serde's own limit is higher.
const DEPTH_MAX: usize = 16;

pub(super) struct NowPayments;

impl Takes for NowPayments {
    fn create<'a>(&'a self, line: Line<'a>, payment: NewPayment<'a>) -> BoxFuture<'a, Result<Created, GatewayError>> {
        Box::pin(async move {
            let base = line.access.base(BASE);
            let body = json!({
                "price_amount": payment.amount,
                "price_currency": "usd",
                "order_id": payment.order,
                "order_description": payment.about,
                "ipn_callback_url": format!("{}/api/payment/callback/nowpayments", payment.origin),
                "success_url": payment.way_back(),
                "cancel_url": payment.way_back(),
            });
            let headers = [("x-api-key", line.access.key.as_str())];
            let body = body.to_string();
            let answer =
                line.call(&format!("{base}/v1/invoice"), &headers, Some(("application/json", body.as_bytes()))).await?;
            let answer: Value = serde_json::from_slice(&answer).map_err(|_| GatewayError::Unreadable)?;
            let reference = text_of(&answer["id"]).ok_or(GatewayError::Unreadable)?;
            Ok(Created { reference, page: page(answer["invoice_url"].as_str().unwrap_or_default(), base)? })
        })
    }

    fn read_callback(&self, access: &Access, callback: Callback<'_>) -> Result<Vec<Report>, CallbackError> {
        let told = callback.headers.get(SIGNATURE).and_then(|told| told.to_str().ok()).unwrap_or_default();
        // Who cannot sign it cannot have it read: what is not JSON has no signature.
        let body: Value = serde_json::from_slice(callback.body).map_err(|_| CallbackError::Signature)?;
        let mut signed = String::new();
        write_sorted(&body, &mut signed, DEPTH_MAX).ok_or(CallbackError::Signature)?;
        if access.secret.is_empty() || !is_sha512(&access.secret, signed.as_bytes(), told) {
            return Err(CallbackError::Signature);
        }
        let unreadable = || CallbackError::Unreadable(text_of(&body["payment_id"]).unwrap_or_default());
        read(&body).ok_or_else(unreadable).map(|report| vec![report])
    }

    fn ask<'a>(
        &'a self,
        line: Line<'a>,
        _reference: &'a str,
        payments: &'a [String],
    ) -> BoxFuture<'a, Vec<Result<Report, GatewayError>>> {
        Box::pin(async move {
            let mut reports = Vec::new();
            // With the key alone, payments are found by their own numbers, which the first callback tells.
            for payment in payments.iter().filter(|payment| payment.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
                let report = ask_one(line, payment).await;
                let is_away = matches!(report, Err(GatewayError::Unreachable(_)));
                reports.push(report);
                // Who does not answer would keep everybody waiting for each of them.
                if is_away {
                    break;
                }
            }
            reports
        })
    }
}

async fn ask_one(line: Line<'_>, payment: &str) -> Result<Report, GatewayError> {
    let url = format!("{}/v1/payment/{payment}", line.access.base(BASE));
    let answer = line.call(&url, &[("x-api-key", line.access.key.as_str())], None).await?;
    let answer: Value = serde_json::from_slice(&answer).map_err(|_| GatewayError::Unreadable)?;
    read(&answer).ok_or(GatewayError::Unreadable)
}

/// A text or a number, as text.
fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (1..=PAYMENT_REF_CHARS_MAX).contains(&text.chars().count()).then_some(text)
}

fn read(body: &Value) -> Option<Report> {
    let payment = text_of(&body["payment_id"])?;
    let order = text_of(&body["order_id"]);
    let is_dollars = body["price_currency"].as_str().is_some_and(|currency| currency.eq_ignore_ascii_case("usd"));
    let asked = decimal::dollars(&body["price_amount"]);
    let news = match body["payment_status"].as_str()? {
        "waiting" => News::Waiting,
        "confirming" | "confirmed" | "sending" => News::Coming,
        "failed" => News::Failed,
        "expired" => News::Expired,
        "refunded" => News::Returned { total: None },
        status @ ("partially_paid" | "finished") => match (is_dollars, asked) {
            (true, Some(asked)) => {
                let is_complete = status == "finished";
                match came_in(body, asked, is_complete) {
                    Some(total) => News::Paid { total, is_complete },
                    None => News::Unreadable("amounts that cannot be read".to_owned()),
                }
            }
            _ => News::Unreadable(format!("not in dollars: {}", short(&body["price_currency"]))),
        },
        _ => return None,
    };
    // A foreign price is told whenever it is one, and booked never.
    Some(Report { order, payment, asked: asked.filter(|_| is_dollars), news })
}

/// The dollars of what came in: the part of the price that was paid of the amount in the coin.
fn came_in(body: &Value, asked: Money, is_complete: bool) -> Option<Money> {
    let paid = decimal::units(&body["actually_paid"]).unwrap_or(0);
    match decimal::units(&body["pay_amount"]) {
        // It vouches for the whole where it does not say what came.
        _ if is_complete && paid == 0 => Some(asked),
        Some(whole) if whole > 0 => decimal::part_of(asked, paid, whole),
        _ => None,
    }
}

fn short(value: &Value) -> String {
    value.as_str().unwrap_or("nothing").chars().take(20).collect()
}

/// JSON with the keys of all objects in order, numbers as they came: what `JSON.stringify` makes of sorted objects.
fn write_sorted(value: &Value, out: &mut String, depth: usize) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match value {
        Value::Object(fields) => {
            out.push('{');
            for (position, (name, value)) in fields.iter().collect::<BTreeMap<_, _>>().into_iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                out.push_str(&serde_json::to_string(name).ok()?);
                out.push(':');
                write_sorted(value, out, depth)?;
            }
            out.push('}');
        }
        Value::Array(values) => {
            out.push('[');
            for (position, value) in values.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_sorted(value, out, depth)?;
            }
            out.push(']');
        }
        plain => out.push_str(&serde_json::to_string(plain).ok()?),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;
    use placard_model::UnixMs;

    const SECRET: &str = "t8H8RqhTmJ5b5bLfOkF9mlGPYiqBAzcX";
    /// Made with Node.js as the gateway's documentation shows: `createHmac('sha512', SECRET).update(JSON.stringify(sorted))`.
    const BODY: &str = r#"{"payment_status":"finished","payment_id":5077125051,"price_amount":50,"price_currency":"usd","pay_amount":0.0021,"actually_paid":0.00105,"order_id":"D1","fee":{"withdrawalFee":0.1,"currency":"btc"}}"#;

    fn access() -> Access {
        Access { secret: SECRET.to_owned(), ..Access::default() }
    }

    fn callback(body: &str, signature: &str) -> Result<Vec<Report>, CallbackError> {
        let mut headers = HeaderMap::new();
        headers.insert(SIGNATURE, signature.parse().unwrap());
        let callback = Callback { headers: &headers, body: body.as_bytes(), now: UnixMs(0) };
        NowPayments.read_callback(&access(), callback)
    }

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let mut out = String::new();
        let value = serde_json::from_str(r#"{"b":[{"z":1,"a":"é/\n"}],"a":1e-7,"B":null}"#).unwrap();
        write_sorted(&value, &mut out, DEPTH_MAX).unwrap();
        assert_eq!(out, r#"{"B":null,"a":1e-7,"b":[{"a":"é/\n","z":1}]}"#);
        let deep = serde_json::from_str(&format!("{}1{}", "[".repeat(40), "]".repeat(40))).unwrap();
        assert_eq!(write_sorted(&deep, &mut out, DEPTH_MAX), None);
    }

    #[test]
    fn a_callback_holds_by_its_signature_alone() {
        let good = SIGNATURE_OF_BODY;
        let reports = callback(BODY, good).unwrap();
        assert_eq!(reports[0].order.as_deref(), Some("D1"));
        assert_eq!(reports[0].payment, "5077125051");
        let half = News::Paid { total: Money::from_dollars(25), is_complete: true };
        assert_eq!(reports[0].news, half);
        // Another order of the same fields is the same message; another amount is not.
        let reordered = BODY.replace(r#""order_id":"D1","#, "").replacen('{', r#"{"order_id":"D1","#, 1);
        assert_eq!(callback(&reordered, good).unwrap(), reports);
        assert_eq!(callback(&BODY.replace("50,", "51,"), good), Err(CallbackError::Signature));
        assert_eq!(callback(BODY, ""), Err(CallbackError::Signature));
        assert_eq!(callback("no json", good), Err(CallbackError::Signature));
    }

    const SIGNATURE_OF_BODY: &str = "b343c9c8a540f33ccd3a3d63910c5e93844487827e4a76de6dc934554a08b1f9a371a875a67c6562ef81f91873151e30090427271066f4fb3f4b7da4ce4fe2ec";

    #[test]
    fn statuses_become_news() {
        let check = |status: &str, more: Value, expected: News| {
            let mut body = json!({"payment_id": "7", "order_id": "D1", "payment_status": status, "price_amount": 50,
                "price_currency": "usd", "pay_amount": 2, "actually_paid": 0});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            assert_eq!(read(&body).map(|report| report.news), Some(expected), "{body}");
        };
        let paid = |dollars, is_complete| News::Paid { total: Money::from_dollars(dollars), is_complete };
        check("waiting", json!({"actually_paid": 2}), News::Waiting);
        for status in ["confirming", "confirmed", "sending"] {
            check(status, json!({"actually_paid": 2}), News::Coming);
        }
        check("finished", json!({"actually_paid": 2}), paid(50, true));
        check("finished", json!({"actually_paid": "3"}), paid(75, true));
        check("finished", json!({"actually_paid": null}), paid(50, true));
        check(
            "partially_paid",
            json!({"actually_paid": 0.5}),
            News::Paid { total: Money::parse("12.5", 2).unwrap(), is_complete: false },
        );
        check("failed", json!({}), News::Failed);
        check("expired", json!({}), News::Expired);
        check("refunded", json!({}), News::Returned { total: None });
        check("finished", json!({"price_currency": "eur"}), News::Unreadable("not in dollars: eur".to_owned()));
        assert_eq!(read(&json!({"payment_id": 1, "payment_status": "new"})), None);
    }
}
