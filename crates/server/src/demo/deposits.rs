//! Deposits of the demo's history: by several systems, in every state.

use super::network::Network;
use super::transport::Call;
use anyhow::Context;
use axum::http::{Method, header};
use placard_common::gateways::sandbox::PAGE;
use serde_json::{Value, json};

/// A bank transfer, in the dictionary of payment systems.
const BANK: u8 = 1;
/// The sandbox.
const SANDBOX: u8 = 7;

/// A deposit.
struct Planned {
    /// Days before the end.
    days_left: i64,
    /// Whose: a key of the world.
    who: &'static str,
    system: u8,
    dollars: u32,
    /// What is pressed on the sandbox's page; for a bank transfer: whether it comes in.
    then: &'static [&'static str],
    /// Empty: none.
    promo_code: &'static str,
}

const fn planned(
    days_left: i64,
    who: &'static str,
    system: u8,
    dollars: u32,
    then: &'static [&'static str],
) -> Planned {
    Planned { days_left, who, system, dollars, then, promo_code: "" }
}

/// The code of one of them, which the network's owner makes beforehand.
const PROMO_CODE: &str = "WELCOME-10";

const PLAN: [Planned; 8] = [
    Planned { promo_code: PROMO_CODE, ..planned(22, "advertiser", SANDBOX, 500, &["pay"]) },
    planned(17, "solarhof", BANK, 800, &["confirm"]),
    planned(12, "advertiser", SANDBOX, 120, &["fail"]),
    planned(9, "advertiser", SANDBOX, 300, &["pay_partly"]),
    planned(6, "weekender", SANDBOX, 250, &["pay", "refund"]),
    planned(4, "advertiser", SANDBOX, 75, &["expire"]),
    planned(2, "advertiser", BANK, 1_000, &[]),
    planned(0, "advertiser", SANDBOX, 60, &[]),
];

/// Whether somebody pays so many days before the end.
pub(super) fn is_payday(days_left: i64) -> bool {
    PLAN.iter().any(|planned| planned.days_left == days_left)
}

/// Makes what is paid so many days before the end.
pub(super) async fn pay(network: &Network<'_>, days_left: i64) -> anyhow::Result<()> {
    for planned in PLAN.iter().filter(|planned| planned.days_left == days_left) {
        let Planned { system, dollars, promo_code, .. } = planned;
        let mut path = format!("/api/payment/url?payment_system_id={system}&amount={dollars}");
        if !promo_code.is_empty() {
            let codes = [
                json!({"code": promo_code, "amount": 100, "part": 10, "minimum": 50, "note": "First top-up"}),
                json!({"code": "SPRING", "amount": 25, "minimum": 200, "uses_max": 50, "note": "Newsletter in spring"}),
            ];
            for code in codes {
                network.call("god", Method::POST, "/api/admin/promo_codes", code).await?;
            }
            path = format!("{path}&promo_code={promo_code}");
        }
        let made = network.call(planned.who, Method::GET, &path, Value::Null).await?;
        let (id, url) = (&made["data"]["deposit"]["id"], made["data"]["url"].as_str().context("no page to pay on")?);
        for step in planned.then {
            if planned.system == BANK {
                let received = &made["data"]["deposit"]["received"];
                let form = json!({"amount": planned.dollars, "received": received, "note": "Bank statement"});
                network.call("god", Method::POST, &format!("/api/admin/deposits/{id}/confirm"), form).await?;
            } else {
                let page = url.find(PAGE).and_then(|at| url.get(at..)).context("not the sandbox's page")?;
                let headers = vec![(header::CONTENT_TYPE, "application/x-www-form-urlencoded".to_owned())];
                let body = format!("press={step}").into();
                let answer = network.transport.send(Call { method: Method::POST, path: page, headers, body }).await?;
                anyhow::ensure!(answer.location.is_some(), "pressing {step}: {}", answer.status);
            }
        }
    }
    Ok(())
}
