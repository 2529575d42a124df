//! Cards that Stripe keeps, and payments by them while their owner is away.
//!
//! <https://docs.stripe.com/payments/save-during-payment>: a session with `setup_future_usage=off_session` keeps the card that was
//! paid with; <https://docs.stripe.com/api/payment_intents/create>: `off_session` and `confirm`, with an `Idempotency-Key`; a
//! refusal answers 402 with a card error (<https://docs.stripe.com/declines/codes>).

use super::{BASE, FORM, MICROS_PER_CENT, Stripe, amount, foreign, is_dollars, name_of, order_of};
use crate::fetch::Answer;
use crate::gateways::kept::{Charge, Charged, Keeps, Method};
use crate::gateways::{GatewayError, Line};
use futures_util::future::BoxFuture;
use placard_model::payments::auto_top_up::{Decline, METHOD_NAME_CHARS_MAX};
use placard_model::payments::deposit::{News, Report};
use serde_json::Value;
use url::form_urlencoded::Serializer;

/// What marks a payment as one by a kept card: attempts on a payment page are told of by its session.
const MARK: &str = "automatic";

impl Keeps for Stripe {
    fn method<'a>(&'a self, line: Line<'a>, reference: &'a str) -> BoxFuture<'a, Result<Option<Method>, GatewayError>> {
        Box::pin(async move {
            let (base, bearer) = (line.access.base(BASE), format!("Bearer {}", line.access.key));
            let url = format!("{base}/v1/checkout/sessions/{reference}?expand[]=payment_intent.payment_method");
            let answer = line.call(&url, &[("authorization", &bearer)], None).await?;
            let answer: Value = serde_json::from_slice(&answer).map_err(|_| GatewayError::Unreadable)?;
            Ok(kept(&answer))
        })
    }

    fn charge<'a>(&'a self, line: Line<'a>, charge: Charge<'a>) -> BoxFuture<'a, Result<Charged, GatewayError>> {
        Box::pin(async move {
            let (base, bearer) = (line.access.base(BASE), format!("Bearer {}", line.access.key));
            let cents = (charge.amount.micros() / MICROS_PER_CENT).to_string();
            let form = Serializer::new(String::new())
                .append_pair("amount", &cents)
                .append_pair("currency", "usd")
                .append_pair("customer", charge.customer)
                .append_pair("payment_method", charge.method)
                .append_pair("payment_method_types[0]", "card")
                .append_pair("off_session", "true")
                .append_pair("confirm", "true")
                .append_pair("description", charge.about)
                .append_pair("metadata[order]", charge.order)
                .append_pair("metadata[kind]", MARK)
                .finish();
            let headers = [("authorization", bearer.as_str()), ("idempotency-key", charge.order)];
            let url = format!("{base}/v1/payment_intents");
            let Answer { status, body, .. } = line.answer(&url, &headers, Some((FORM, form.as_bytes()))).await?;
            let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
            match status {
                200..300 => outcome(&answer).ok_or(GatewayError::Unreadable),
                402 => Ok(declined(&answer["error"])),
                // What it does not know is not kept any more, and comes back by no asking.
                400 | 404 if answer["error"]["code"] == "resource_missing" => {
                    Ok(Charged::Declined(Decline::Gone, String::new()))
                }
                status => Err(GatewayError::Refused(status)),
            }
        })
    }

    fn forget<'a>(&'a self, line: Line<'a>, method: &'a str) -> BoxFuture<'a, Result<(), GatewayError>> {
        Box::pin(async move {
            let (base, bearer) = (line.access.base(BASE), format!("Bearer {}", line.access.key));
            let url = format!("{base}/v1/payment_methods/{method}/detach");
            line.call(&url, &[("authorization", &bearer)], Some((FORM, b""))).await.map(drop)
        })
    }
}

/// The card of a session that was to keep it.
fn kept(session: &Value) -> Option<Method> {
    let card = &session["payment_intent"]["payment_method"];
    let name = |text: &Value| text.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let brand = name(&card["card"]["display_brand"]).or_else(|| name(&card["card"]["brand"]))?.replace('_', " ");
    let mut letters = brand.chars();
    let brand: String = letters.next()?.to_uppercase().chain(letters).collect();
    let last = name(&card["card"]["last4"])?;
    Some(Method {
        customer: name_of(&session["customer"])?,
        reference: name_of(&card["id"])?,
        name: format!("{brand} ending in {last}").chars().take(METHOD_NAME_CHARS_MAX).collect(),
    })
}

fn outcome(intent: &Value) -> Option<Charged> {
    match intent["status"].as_str()? {
        "requires_action" | "requires_confirmation" => Some(Charged::Declined(Decline::Confirmation, named(intent))),
        "requires_payment_method" | "canceled" => Some(Charged::Declined(Decline::Bank, named(intent))),
        _ => payment(intent).map(Charged::Taken),
    }
}

fn named(intent: &Value) -> String {
    name_of(&intent["id"]).unwrap_or_default()
}

fn declined(error: &Value) -> Charged {
    let decline = match (error["code"].as_str().unwrap_or_default(), error["decline_code"].as_str().unwrap_or_default())
    {
        (_, "insufficient_funds" | "card_velocity_exceeded" | "withdrawal_count_limit_exceeded") => Decline::Funds,
        ("authentication_required", _) | (_, "authentication_required") => Decline::Confirmation,
        (_, "lost_card" | "stolen_card" | "pickup_card" | "expired_card" | "revocation_of_authorization")
        | ("expired_card" | "resource_missing" | "payment_method_unactivated", _) => Decline::Gone,
        _ => Decline::Bank,
    };
    Charged::Declined(decline, named(&error["payment_intent"]))
}

/// Whether something is said of a payment by a kept card.
pub(super) fn is_marked(intent: &Value) -> bool {
    intent["metadata"]["kind"] == MARK
}

/// How a payment by a kept card stands.
pub(super) fn payment(intent: &Value) -> Option<Report> {
    let payment = name_of(&intent["id"])?;
    let total = amount(&intent["amount_received"]);
    let news = match intent["status"].as_str()? {
        "succeeded" => match total {
            _ if !is_dollars(intent) => foreign(intent),
            Some(total) => News::Paid { total, is_complete: true },
            None => News::Unreadable("amounts that cannot be read".to_owned()),
        },
        "canceled" | "requires_payment_method" | "requires_action" | "requires_confirmation" => News::Failed,
        _ => News::Coming,
    };
    let asked = amount(&intent["amount"]).filter(|_| is_dollars(intent));
    Some(Report { order: order_of(intent), payment, asked, news })
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::Money;
    use serde_json::json;

    #[test]
    fn a_session_names_the_card_that_it_keeps() {
        let session = |customer: Value, card: Value| json!({"id": "cs_1", "customer": customer, "payment_intent": {"id": "pi_1", "payment_method": card}});
        let card = json!({"id": "pm_1", "card": {"brand": "visa", "last4": "4242"}});
        let kept_card = kept(&session(json!("cus_1"), card.clone())).unwrap();
        assert_eq!((kept_card.customer.as_str(), kept_card.reference.as_str()), ("cus_1", "pm_1"));
        assert_eq!(kept_card.name, "Visa ending in 4242");
        let amex = json!({"id": "pm_1", "card": {"display_brand": "american_express", "last4": "0005"}});
        assert_eq!(kept(&session(json!("cus_1"), amex)).unwrap().name, "American express ending in 0005");
        assert_eq!(kept(&session(Value::Null, card)), None);
        assert_eq!(kept(&session(json!("cus_1"), json!("pm_1"))), None);
        assert_eq!(kept(&session(json!("cus_1"), json!({"id": "../x", "card": {"brand": "v", "last4": "1"}}))), None);
    }

    #[test]
    fn refusals_say_whether_they_may_pass() {
        let check = |code: &str, decline_code: &str, expected: Decline| {
            let error = json!({"code": code, "decline_code": decline_code, "payment_intent": {"id": "pi_1"}});
            assert_eq!(declined(&error), Charged::Declined(expected, "pi_1".to_owned()), "{code} {decline_code}");
        };
        check("card_declined", "insufficient_funds", Decline::Funds);
        check("card_declined", "generic_decline", Decline::Bank);
        check("card_declined", "stolen_card", Decline::Gone);
        check("expired_card", "", Decline::Gone);
        check("authentication_required", "authentication_required", Decline::Confirmation);
        check("processing_error", "", Decline::Bank);
        assert_eq!(declined(&Value::Null), Charged::Declined(Decline::Bank, String::new()));
    }

    #[test]
    fn intents_become_news() {
        let intent = |status: &str| {
            json!({"id": "pi_1", "status": status, "amount": 5_000, "amount_received": 5_000, "currency": "usd",
                "metadata": {"order": "o", "kind": MARK}})
        };
        let paid = payment(&intent("succeeded")).unwrap();
        assert_eq!(paid.news, News::Paid { total: Money::from_dollars(50), is_complete: true });
        assert_eq!((paid.order.as_deref(), paid.asked), (Some("o"), Some(Money::from_dollars(50))));
        assert_eq!(payment(&intent("processing")).unwrap().news, News::Coming);
        assert_eq!(payment(&intent("canceled")).unwrap().news, News::Failed);
        assert_eq!(
            outcome(&intent("requires_action")),
            Some(Charged::Declined(Decline::Confirmation, "pi_1".to_owned()))
        );
        assert_eq!(outcome(&json!({})), None);
        assert!(is_marked(&intent("succeeded")) && !is_marked(&json!({"id": "pi_1", "metadata": {"order": "o"}})));
    }
}
