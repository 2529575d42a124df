//! How a payment stands when Stripe is asked: by its session, or by its own number.
//!
//! <https://docs.stripe.com/api/expanding_objects>: a payment that was given back or is disputed stays "succeeded" with all of
//! its money, so that the answer is to have its charge in it, which tells of both.

use super::{BASE, dispute, kept, name_of, refund, session};
use crate::gateways::{GatewayError, Line};
use placard_model::payments::deposit::{News, Report};
use serde_json::Value;

/// The first version of its API in which every payment names its charge.
const VERSION: &str = "2022-11-15";
/// Disputes of one payment that are asked for.
const DISPUTES_MAX: u32 = 10;

/// What it says of a payment: how it stands, then what of it went back, then who disputes it.
pub(super) async fn ask(line: Line<'_>, reference: &str) -> Vec<Result<Report, GatewayError>> {
    match found(line, reference).await {
        Ok(reports) => reports.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}

async fn found(line: Line<'_>, reference: &str) -> Result<Vec<Report>, GatewayError> {
    let is_payment = reference.starts_with("pi_");
    let path = if is_payment {
        format!("payment_intents/{reference}?expand[]=latest_charge")
    } else {
        format!("checkout/sessions/{reference}?expand[]=payment_intent.latest_charge")
    };
    let answer = get(line, &path).await?;
    let said = if is_payment { of_intent(&answer) } else { of_session(&answer) };
    let (report, charge) = said.ok_or(GatewayError::Unreadable)?;
    let (order, is_paid) = (report.order.clone(), matches!(report.news, News::Paid { .. }));
    let mut reports = vec![report];
    if !is_paid || !charge.is_object() {
        return Ok(reports);
    }
    if charge["amount_refunded"].as_i64().is_some_and(|cents| cents > 0) {
        reports.push(refund(&charge).ok_or(GatewayError::Unreadable)?);
    }
    if charge["disputed"] == true {
        let id = name_of(&charge["id"]).ok_or(GatewayError::Unreadable)?;
        let answer = get(line, &format!("disputes?charge={id}&limit={DISPUTES_MAX}")).await?;
        for disputed in answer["data"].as_array().into_iter().flatten() {
            reports.push(dispute(disputed).ok_or(GatewayError::Unreadable)?);
        }
    }
    // All of it is said of one deposit, also where only its payment names it.
    Ok(reports.into_iter().map(|report| Report { order: order.clone(), ..report }).collect())
}

async fn get(line: Line<'_>, path: &str) -> Result<Value, GatewayError> {
    let (base, bearer) = (line.access.base(BASE), format!("Bearer {}", line.access.key));
    let headers = [("authorization", bearer.as_str()), ("stripe-version", VERSION)];
    let answer = line.call(&format!("{base}/v1/{path}"), &headers, None).await?;
    serde_json::from_slice(&answer).map_err(|_| GatewayError::Unreadable)
}

/// What is said of a payment, and its charge. An attempt on a payment page that failed, or is not done, is not the end: whoever
/// pays tries again there, until the session ends.
fn of_intent(intent: &Value) -> Option<(Report, Value)> {
    let report = kept::payment(intent)?;
    let is_open = matches!(
        intent["status"].as_str(),
        Some("requires_payment_method" | "requires_action" | "requires_confirmation")
    );
    let news = if is_open && !kept::is_marked(intent) { News::Waiting } else { report.news };
    Some((Report { news, ..report }, intent["latest_charge"].clone()))
}

/// What is said of a session, and the charge of its payment.
fn of_session(answer: &Value) -> Option<(Report, Value)> {
    let event = match (answer["status"].as_str(), answer["payment_status"].as_str()) {
        (_, Some("paid")) | (Some("complete"), _) => "completed",
        (Some("expired"), _) => "expired",
        _ => "open",
    };
    let report = session(answer, event)?;
    // Of a page on which nobody has paid there is no payment.
    let payment = if event == "open" { String::new() } else { report.payment };
    Some((Report { payment, ..report }, answer["payment_intent"]["latest_charge"].clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_attempt_on_a_page_is_no_end() {
        let news = |status: &str, metadata: Value| {
            let intent = json!({"id": "pi_1", "status": status, "amount": 5_000, "amount_received": 0, "currency": "usd",
                "metadata": metadata});
            of_intent(&intent).unwrap().0.news
        };
        for status in ["requires_payment_method", "requires_action", "requires_confirmation"] {
            assert_eq!(news(status, json!({"order": "o"})), News::Waiting, "{status}");
            assert_eq!(news(status, json!({"order": "o", "kind": "automatic"})), News::Failed, "{status}");
        }
        assert_eq!(news("processing", json!({"order": "o"})), News::Coming);
        assert_eq!(news("canceled", json!({"order": "o"})), News::Failed);
    }

    #[test]
    fn a_session_names_its_payment_and_charge() {
        let answer = json!({"id": "cs_1", "status": "complete", "payment_status": "paid", "amount_total": 5_000,
            "currency": "usd", "metadata": {"order": "o"}, "payment_intent": {"id": "pi_1", "latest_charge": {"id": "ch_1"}}});
        let (report, charge) = of_session(&answer).unwrap();
        assert_eq!((report.payment.as_str(), &charge["id"]), ("pi_1", &json!("ch_1")));
        let open = json!({"id": "cs_1", "status": "open", "payment_status": "unpaid", "payment_intent": null});
        let (report, charge) = of_session(&open).unwrap();
        assert_eq!((report.payment.as_str(), report.news, charge), ("", News::Waiting, Value::Null));
    }
}
