//! Money that the network's owners move by hand: with a reason, large amounts by two of them; and payouts that came back.

use crate::app::{Answer, PASSWORD, Person, TestApp, each_app};
use crate::damage::execute;
use crate::money::{assert_clean, balance};
use axum::body::Body;
use axum::http::{Request, header};
use placard_model::books::posting::Account;
use placard_model::user::UserType;
use placard_worker::audit;
use serde_json::{Value, json};

pub(crate) const CORRECTIONS: &str = "/api/admin/corrections";

/// What is asked for: a kind of correction on a side of somebody.
pub(crate) fn form(kind: u8, side: u8, user: &Person, amount: f64) -> Value {
    json!({"kind_id": kind, "side_id": side, "user_id": user.id.0, "amount": amount, "reason": "Goodwill for an outage"})
}

async fn second_god(app: &TestApp) -> Person {
    app.person("second@placard.example", |new| new.user_type = UserType::God).await
}

async fn held(app: &TestApp, of: Account) -> i64 {
    balance(&app.app, of).await
}

async fn keyed(app: &TestApp, who: &Person, body: &Value, key: &str) -> Answer {
    let request = Request::post(CORRECTIONS)
        .header("Idempotency-Key", key)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {}", who.token));
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn small_ones_are_booked_at_once_and_large_ones_by_two() {
    each_app(async |app| {
        let (god, anna, emil) =
            (app.god().await, app.advertiser("anna@x.org").await, app.webmaster("emil@x.org").await);
        let (of_anna, of_emil) = (Account::Advertiser(anna.id), Account::WebmasterAvailable(emil.id));

        let made = keyed(&app, &god, &form(1, 1, &anna, 100.0), "a").await.expect(201)["data"].clone();
        assert_eq!((&made["status_id"], &made["user"]["email"]), (&json!(2), &json!("anna@x.org")));
        assert_eq!(keyed(&app, &god, &form(1, 1, &anna, 100.0), "a").await.expect(201)["data"], made, "a repeat");
        assert_eq!(held(&app, of_anna).await, 100_000_000);
        // An only owner corrects much alone, and that stands there.
        let much = app.post(&god, CORRECTIONS, form(1, 2, &emil, 500.0)).await.expect(201)["data"].clone();
        assert_eq!((&much["status_id"], &much["is_single_control"]), (&json!(2), &json!(true)));

        let second = second_god(&app).await;
        let taken = app.post(&god, CORRECTIONS, form(1, 1, &anna, -100.000_001)).await.expect(201)["data"].clone();
        assert_eq!((&taken["status_id"], &taken["decided_by"]), (&json!(1), &Value::Null));
        assert_eq!(held(&app, of_anna).await, 100_000_000, "it waits");
        let decide = async |who: &Person, id: &Value, verb: &str| {
            app.post(who, &format!("{CORRECTIONS}/{id}/{verb}"), json!({})).await
        };
        let own = decide(&god, &taken["id"], "approve").await;
        assert!(own.text.contains("another owner"), "{}", own.text);
        own.expect(409);
        let booked = decide(&second, &taken["id"], "approve").await.expect(200)["data"].clone();
        assert_eq!(
            (&booked["status_id"], &booked["decided_by"]["email"]),
            (&json!(2), &json!("second@placard.example"))
        );
        assert_eq!(held(&app, of_anna).await, -1, "a correction may go below zero");
        decide(&second, &taken["id"], "approve").await.expect(409);
        decide(&second, &taken["id"], "withdraw").await.expect(409);
        assert_eq!(held(&app, of_anna).await, -1);

        // One that is taken back moves nothing; two at once book it once.
        let wrong = app.post(&god, CORRECTIONS, form(1, 2, &emil, 9_000.0)).await.expect(201)["data"]["id"].clone();
        decide(&god, &wrong, "withdraw").await.expect(200);
        decide(&second, &wrong, "approve").await.expect(409);
        let twice = app.post(&god, CORRECTIONS, form(1, 2, &emil, 300.0)).await.expect(201)["data"]["id"].clone();
        let (one, other) = tokio::join!(decide(&second, &twice, "approve"), decide(&second, &twice, "approve"));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(held(&app, of_emil).await, 800_000_000);
        let list = app.get(&god, &format!("{CORRECTIONS}?status_id=2&user_id={}", emil.id)).await.expect(200);
        assert_eq!(list["pagination"]["total"], 2);
        let found = app.get(&god, &format!("{CORRECTIONS}?searchPhrase=ANNA@")).await.expect(200);
        assert_eq!(found["pagination"]["total"], 2);

        // Their owners read why.
        let history = app.get(&emil, "/api/webmaster/balance/history").await.expect(200);
        assert_eq!(history["data"][0]["comment"], "Goodwill for an outage");
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_corrected_is_refused_with_its_field() {
    each_app(async |app| {
        let (god, anna, emil) =
            (app.god().await, app.advertiser("anna@x.org").await, app.webmaster("emil@x.org").await);
        let mut nobody = form(1, 1, &anna, 5.0);
        nobody["user_id"] = json!(99_999);
        let mut long = form(1, 1, &anna, 5.0);
        long["reason"] = json!("x".repeat(301));
        for (body, field) in [
            (form(3, 1, &anna, 5.0), "kind_id"),
            (form(1, 3, &anna, 5.0), "side_id"),
            (form(2, 2, &emil, 5.0), "side_id"),
            (form(1, 1, &anna, 0.0), "amount"),
            (form(1, 1, &anna, 1_000_000.01), "amount"),
            (form(1, 1, &anna, 1_000_000.0), ""),
            (form(2, 1, &anna, -5.0), "amount"),
            (form(1, 1, &emil, 5.0), "user_id"),
            (nobody, "user_id"),
            (long, "reason"),
        ] {
            let answer = app.post(&god, CORRECTIONS, body.clone()).await;
            if field.is_empty() {
                answer.expect(201);
            } else {
                let told = answer.text.clone();
                assert_eq!(answer.wrong_fields(), [field], "{body} {told}");
            }
        }
        let sales = app.sales().await;
        app.get(&sales, CORRECTIONS).await.expect(403);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_that_came_back_is_available_again() {
    let at_once = |config: &mut placard_common::config::Config| config.settings.payouts.wallet_hours = 0;
    crate::app::each_app_with(at_once, async |app| {
        let (god, second, emil) = (app.god().await, second_god(&app).await, app.webmaster("emil@x.org").await);
        let wallet = json!({"payment_type_id": 16_001, "number": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "currency_id": 1,
            "password": PASSWORD});
        let wallet = app.post(&emil, "/api/webmaster/wallet", wallet).await.expect(201)["data"]["id"].clone();
        app.post(&god, &format!("/api/admin/moderation/wallets/{wallet}/approve"), json!({})).await.expect(200);
        app.post(&god, CORRECTIONS, form(1, 2, &emil, 90.0)).await.expect(201);
        let asked = app.post(&emil, "/api/webmaster/payouts", json!({"amount": 80, "password": PASSWORD})).await;
        let id = asked.expect(201)["data"]["id"].clone();
        let path = |verb: &str| format!("/api/admin/payouts/{id}/{verb}");
        app.post(&god, &path("approve"), json!({})).await.expect(200);
        let why = json!({"comment": "The address does not exist."});
        app.post(&god, &path("return"), why.clone()).await.expect(409);
        app.post(&second, &path("pay"), json!({"transaction_hash": crate::payouts::HASH})).await.expect(200);
        let own = app.post(&second, &path("return"), why.clone()).await;
        assert!(own.text.contains("another owner"), "{}", own.text);
        own.expect(409);
        assert_eq!(app.post(&god, &path("return"), json!({"comment": " "})).await.wrong_fields(), ["comment"]);
        let back = app.post(&god, &path("return"), why.clone()).await.expect(200)["data"].clone();
        assert_eq!((&back["status_id"], &back["comment"]), (&json!(4), &why["comment"]));
        assert_eq!(back["is_returned"], true);
        let mails = app.get(&god, "/api/admin/mails?count=0").await.expect(200);
        assert!(mails.to_string().contains("Payout came back: $80,00"), "{mails}");
        app.post(&god, &path("return"), why).await.expect(409);
        // Its transaction may have been noted wrongly all the same, by an earlier version as it was typed.
        let typed = crate::payouts::HASH.to_uppercase();
        execute(&app.app, &format!("UPDATE payouts SET transaction_hash = '{typed}' WHERE id = {id}")).await;
        let other = json!({"transaction_hash": crate::payouts::OTHER_HASH, "former_hash": typed});
        let corrected = app.put(&god, &path("transaction_hash"), other).await.expect(200)["data"].clone();
        assert_eq!(
            (&corrected["transaction_hash"], &corrected["status_id"]),
            (&json!(crate::payouts::OTHER_HASH), &json!(4))
        );
        let mails = app.get(&god, "/api/admin/mails?count=0").await.expect(200);
        assert!(mails.to_string().contains("Transaction of a payout corrected: $80,00"), "{mails}");
        assert_eq!(held(&app, Account::WebmasterAvailable(emil.id)).await, 90_000_000, "with its fee");
        assert_eq!((held(&app, Account::Payouts).await, held(&app, Account::Fees).await), (0, 0));
        let history = app.get(&emil, "/api/webmaster/balance/history").await.expect(200);
        let row = &history["data"][0];
        assert_eq!((&row["amount"], &row["balance_after"]), (&json!(80), &json!(90)), "{history}");
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}
