//! Calls that move money, sent again under their key: the first answer comes again, and nothing moves twice.

use crate::app::{PASSWORD, Person, TestApp, each_app_with};
use crate::billing_details::invoice;
use crate::corrections::{self, CORRECTIONS};
use crate::money::{assert_clean, balance};
use crate::openapi::MOVES_MONEY;
use crate::payouts::{ADMIN, PAYOUTS, ask, at_once, earner, keyed, second_god};
use crate::payouts::{HASH, OTHER_HASH};
use crate::promo_codes::CODES;
use placard_model::books::posting::Account;
use placard_store::Conn;
use placard_worker::audit;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Shown where there are clicks: in `voids`.
const ELSEWHERE: [&str; 1] = ["create_void"];

/// A call that moves money.
struct Call<'a> {
    operation: &'static str,
    who: &'a Person,
    path: String,
    body: Value,
    /// What cannot be asked for under the same key.
    other: Value,
    /// How it is answered.
    status: u16,
    /// An account that it changes, and by how many micro-dollars; none if it only decides.
    moves: Option<(Account, i64)>,
}

/// A story of such calls.
struct Story<'a> {
    app: &'a TestApp,
    told: BTreeSet<&'static str>,
}

impl Story<'_> {
    /// Sends a call under a key twice at once and a third time, then another body under the same key. What it answers.
    async fn send(&mut self, call: Call<'_>) -> Value {
        let Call { operation, who, path, body, other, status, moves } = call;
        let app = self.app;
        let under_key = async |body: &Value| keyed(app, who, &path, body.clone(), operation).await;
        let before = (decisions(app).await, held(app, moves).await);
        let (one, two) = tokio::join!(under_key(&body), under_key(&body));
        let first = one.expect(status);
        assert_eq!(two.expect(status), first, "{operation}, at the same moment");
        assert_eq!(under_key(&body).await.expect(status), first, "{operation}, again");
        let refused = under_key(&other).await;
        assert!(refused.text.contains("Idempotency-Key"), "{operation}: {}", refused.text);
        refused.expect(409);
        let change = moves.map_or(0, |(_, change)| change);
        assert_eq!((decisions(app).await, held(app, moves).await), (before.0 + 1, before.1 + change), "{operation}");
        assert!(self.told.insert(operation), "{operation} is told twice");
        first["data"].clone()
    }
}

/// How much has changed by the will of people.
async fn decisions(app: &TestApp) -> i64 {
    let read = async |conn: &Conn| {
        let row = conn.row("SELECT COUNT(*) AS decisions FROM audit_log", []).await?;
        row.map_or(Ok(0), |row| row.get::<i64>("decisions"))
    };
    app.app.store.read("test_decisions", read).await.unwrap()
}

async fn held(app: &TestApp, moves: Option<(Account, i64)>) -> i64 {
    match moves {
        Some((account, _)) => balance(&app.app, account).await,
        None => 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_moves_money_is_done_once_under_its_key_and_nothing_else_is() {
    each_app_with(at_once, async |app| {
        let (god, second, anna) = (app.god().await, second_god(&app).await, app.advertiser("anna@x.org").await);
        let emil = earner(&app, &god, "emil@x.org", "500").await;
        let (available, spendable) = (Account::WebmasterAvailable(emil.id), Account::Advertiser(anna.id));
        let mut story = Story { app: &app, told: BTreeSet::new() };

        let payout = |dollars: u32| json!({"amount": dollars, "fee": 1, "password": PASSWORD});
        let made = Call {
            operation: "create_payout",
            who: &emil,
            path: PAYOUTS.to_owned(),
            body: payout(60),
            other: payout(61),
            status: 201,
            moves: Some((available, -60_000_000)),
        };
        let paid = story.send(made).await["id"].clone();
        let why = |comment: &str| json!({"comment": comment});
        let hash = |hash: &str| json!({"transaction_hash": hash});
        // What a body holds matters even where the address says everything.
        let (empty, other) = (json!({}), json!({"sure": true}));
        for (operation, who, verb, body, other, moves) in [
            ("approve_payout", &god, "approve", empty.clone(), other.clone(), None),
            ("pay_payout", &second, "pay", hash(HASH), hash(OTHER_HASH), Some((Account::Payouts, 59_000_000))),
            ("return_payout", &god, "return", why("No such address."), why("Closed."), Some((available, 60_000_000))),
        ] {
            let path = format!("{ADMIN}/{paid}/{verb}");
            story.send(Call { operation, who, path, body, other, status: 200, moves }).await;
        }
        let refused = ask(&app, &emil, json!(60)).await.expect(201)["data"]["id"].clone();
        let large = app.post(&god, CORRECTIONS, corrections::form(1, 1, &anna, 500.0)).await.expect(201);
        let large = large["data"]["id"].clone();
        let deposit = invoice(&app, &anna, 200).await;

        let correction = |dollars: f64| corrections::form(1, 1, &anna, dollars);
        let came = |dollars: u32, before: u32| json!({"amount": dollars, "received": before, "note": "Statement 7"});
        let back = |dollars: u32, before: u32| json!({"amount": dollars, "returned": before, "note": "Asked for"});
        let code = |code: &str| json!({"code": code, "amount": 20, "minimum": 100});
        for (operation, who, path, body, other, status, moves) in [
            (
                "reject_payout",
                &god,
                format!("{ADMIN}/{refused}/reject"),
                why("Ask for less."),
                why("Ask later."),
                200,
                Some((available, 60_000_000)),
            ),
            (
                "create_correction",
                &god,
                CORRECTIONS.to_owned(),
                correction(50.0),
                correction(51.0),
                201,
                Some((spendable, 50_000_000)),
            ),
            (
                "approve_correction",
                &second,
                format!("{CORRECTIONS}/{large}/approve"),
                empty,
                other,
                200,
                Some((spendable, 500_000_000)),
            ),
            (
                "confirm_deposit",
                &god,
                format!("/api/admin/deposits/{deposit}/confirm"),
                came(150, 0),
                came(50, 150),
                200,
                Some((spendable, 150_000_000)),
            ),
            (
                "refund_deposit",
                &god,
                format!("/api/admin/deposits/{deposit}/refund"),
                back(100, 0),
                back(50, 100),
                200,
                Some((spendable, -100_000_000)),
            ),
            ("create_promo_code", &god, CODES.to_owned(), code("Welcome-20"), code("Welcome-30"), 201, None),
        ] {
            story.send(Call { operation, who, path, body, other, status, moves }).await;
        }
        let told: BTreeSet<&str> = story.told.into_iter().chain(ELSEWHERE).collect();
        assert_eq!(told, BTreeSet::from(MOVES_MONEY), "left: what is shown; right: what the document has");
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}
