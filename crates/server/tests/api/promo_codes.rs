//! Promo codes: what a top-up earns by one, once, and what becomes of it when the money goes back.

use crate::app::{Answer, Person, TestApp, each_app};
use crate::money::{assert_clean, balance};
use placard_model::books::posting::Account;
use placard_model::time::DAY_MS;
use placard_model::user::UserType;
use placard_worker::audit;
use placard_worker::feeds::deposits;
use serde_json::{Value, json};

pub(crate) const CODES: &str = "/api/admin/promo_codes";

async fn make(app: &TestApp, god: &Person, more: Value) -> Answer {
    let mut form = json!({"code": "Welcome-20", "amount": 20, "minimum": 100});
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    app.post(god, CODES, form).await
}

/// Begins a bank transfer.
async fn begin(app: &TestApp, who: &Person, amount: &str, code: &str) -> Answer {
    let path = "/api/payment/url?payment_system_id=1&payment_type_id=1001";
    app.get(who, &format!("{path}&amount={amount}&promo_code={code}")).await
}

async fn begun(app: &TestApp, who: &Person, amount: &str, code: &str) -> Value {
    begin(app, who, amount, code).await.expect(200)["data"]["deposit"]["id"].clone()
}

async fn came(app: &TestApp, god: &Person, id: &Value, amount: f64, before: f64) -> Value {
    let form = json!({"amount": amount, "received": before, "note": "Statement 7"});
    app.post(god, &format!("/api/admin/deposits/{id}/confirm"), form).await.expect(200)["data"].clone()
}

async fn refund(app: &TestApp, god: &Person, id: &Value, amount: f64, before: f64) -> Answer {
    let form = json!({"amount": amount, "returned": before, "note": "Asked for"});
    app.post(god, &format!("/api/admin/deposits/{id}/refund"), form).await
}

async fn money(app: &TestApp, who: &Person) -> (Value, Value) {
    let found = app.get(who, "/api/advertiser/balance").await.expect(200)["data"].clone();
    (found["balance"].clone(), found["bonus"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_top_up_earns_its_bonus_once_and_loses_it_with_its_money() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let made = make(&app, &god, json!({})).await.expect(201)["data"].clone();
        assert_eq!((&made["code"], &made["state_id"], &made["part"]), (&json!("WELCOME-20"), &json!(1), &Value::Null));
        let offer = async |amount: &str| {
            let path = format!("/api/payment/promo_code?code=%20welcome-20&amount={amount}");
            app.get(&anna, &path).await.expect(200)["data"]["bonus"].clone()
        };
        assert_eq!((offer("99.99").await, offer("100").await), (json!(0), json!(20)));

        // Who begins anew takes the code along.
        let first = begun(&app, &anna, "500", "welcome-20").await;
        assert_eq!(begun(&app, &anna, "500", "WELCOME-20").await, first, "the same wish");
        let second = begun(&app, &anna, "150", "WELCOME-20").await;
        let part = came(&app, &god, &second, 60.0, 0.0).await;
        assert_eq!((&part["promo_code"], &part["bonus"]), (&json!("WELCOME-20"), &json!(0)));
        assert_eq!(money(&app, &anna).await, (json!(60), json!(0)));
        let rest = came(&app, &god, &second, 90.0, 60.0).await;
        assert_eq!(rest["bonus"], 20);
        assert_eq!(money(&app, &anna).await, (json!(170), json!(20)));
        let history = app.get(&anna, "/api/advertiser/balance/history").await.expect(200);
        let row = history["data"].as_array().unwrap().iter().find(|row| row["operation_type"] == 6).unwrap();
        assert_eq!(
            (&row["amount"], &row["comment"]),
            (&json!(20), &json!(format!("Promo code WELCOME-20 of deposit {second}")))
        );

        // It is used: neither a new top-up nor the one that was begun before earns by it again.
        let used = begin(&app, &anna, "200", "WELCOME-20").await;
        assert_eq!(used.wrong_fields(), ["promo_code"]);
        assert_eq!(came(&app, &god, &first, 500.0, 0.0).await["bonus"], 0);
        assert_eq!(money(&app, &anna).await, (json!(670), json!(20)));

        // What goes back takes the bonus along, and no bonus goes back.
        app.post(
            &god,
            "/api/admin/corrections",
            json!({"kind_id": 1, "side_id": 1, "user_id": anna.id.0, "amount": -640, "reason": "Spent"}),
        )
        .await
        .expect(201);
        assert_eq!(money(&app, &anna).await, (json!(30), json!(20)), "bonus is spent last");
        let more = refund(&app, &god, &second, 10.01, 0.0).await;
        assert!(more.text.contains("bonuses"), "{}", more.text);
        assert_eq!(more.wrong_fields(), ["amount"]);
        refund(&app, &god, &second, 10.0, 0.0).await.expect(200);
        assert_eq!(money(&app, &anna).await, (json!(20), json!(20)), "150 less 10 earn as much");
        // Half of the bonus is spent.
        app.post(
            &god,
            "/api/admin/corrections",
            json!({"kind_id": 1, "side_id": 1, "user_id": anna.id.0, "amount": -12, "reason": "Spent"}),
        )
        .await
        .expect(201);
        assert_eq!(money(&app, &anna).await, (json!(8), json!(8)));
        let listed = app.get(&god, CODES).await.expect(200)["data"][0].clone();
        assert_eq!((&listed["uses"], &listed["given"]), (&json!(1), &json!(20)));
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_grows_with_what_came_in_and_goes_with_what_went_back() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        make(&app, &god, json!({"part": 10, "amount": 50, "minimum": 0})).await.expect(201);
        let id = begun(&app, &anna, "400", "welcome-20").await;
        assert_eq!(came(&app, &god, &id, 100.0, 0.0).await["bonus"], 10);
        assert_eq!(came(&app, &god, &id, 300.0, 100.0).await["bonus"], 40);
        let back = refund(&app, &god, &id, 350.0, 0.0).await.expect(200)["data"].clone();
        assert_eq!(back["bonus"], 5);
        assert_eq!(money(&app, &anna).await, (json!(55), json!(5)));
        // Staff give one by hand, and take back what is left of it.
        let by_hand = |amount: i64| {
            json!({"kind_id": 2, "side_id": 1, "user_id": anna.id.0, "amount": amount, "reason": "For your patience"})
        };
        app.post(&god, "/api/admin/corrections", by_hand(30)).await.expect(201);
        assert_eq!(money(&app, &anna).await, (json!(85), json!(35)));
        app.post(&god, "/api/admin/corrections", by_hand(-30)).await.expect(201);
        assert_eq!(app.post(&god, "/api/admin/corrections", by_hand(-6)).await.wrong_fields(), ["amount"]);
        assert_eq!(money(&app, &anna).await, (json!(55), json!(5)));
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_place_is_taken_once_and_given_back() {
    each_app(async |app| {
        let (god, anna, eva) = (app.god().await, app.advertiser("anna@x.org").await, app.advertiser("eva@x.org").await);
        make(&app, &god, json!({"uses_max": 1})).await.expect(201);
        let (one, other) =
            tokio::join!(begin(&app, &anna, "100", "WELCOME-20"), begin(&app, &eva, "100", "WELCOME-20"));
        let (winner, loser, answer) = if one.status == 200 { (&anna, &eva, one) } else { (&eva, &anna, other) };
        let id = answer.expect(200)["data"]["deposit"]["id"].clone();
        assert_eq!(begin(&app, loser, "100", "WELCOME-20").await.wrong_fields(), ["promo_code"]);
        let listed = async || app.get(&god, CODES).await.expect(200)["data"][0].clone();
        assert_eq!((&listed().await["uses"], &listed().await["state_id"]), (&json!(1), &json!(3)));
        // Nobody pays: the place is free, and what comes late earns nothing when another one has it.
        app.clock.advance_ms(15 * DAY_MS);
        deposits::look(&app.app.worker).await.unwrap();
        let (winner, loser) = (app.logged_in(winner.id).await, app.logged_in(loser.id).await);
        let god = app.logged_in(god.id).await;
        let next = begun(&app, &loser, "100", "WELCOME-20").await;
        assert_eq!(came(&app, &god, &id, 100.0, 0.0).await["bonus"], 0);
        assert_eq!(came(&app, &god, &next, 100.0, 0.0).await["bonus"], 20);
        assert_eq!(balance(&app.app, Account::Advertiser(winner.id)).await, 100_000_000);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_have_their_time_and_cannot_be_guessed() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        for (more, field) in [
            (json!({"code": "abc"}), "code"),
            (json!({"code": "with space"}), "code"),
            (json!({"amount": 0}), "amount"),
            (json!({"amount": 0.001}), "amount"),
            (json!({"amount": 200_000}), "amount"),
            (json!({"minimum": -1}), "minimum"),
            (json!({"part": 0.001}), "part"),
            (json!({"part": 200.01}), "part"),
            (json!({"date_from": "soon"}), "date_from"),
            (json!({"date_to": "2020-01-01"}), "date_to"),
            (json!({"uses_max": 0}), "uses_max"),
        ] {
            assert_eq!(make(&app, &god, more.clone()).await.wrong_fields(), [field], "{more}");
        }
        let id = make(&app, &god, json!({})).await.expect(201)["data"]["id"].clone();
        assert_eq!(make(&app, &god, json!({"code": "welcome-20"})).await.wrong_fields(), ["code"]);
        let planned = json!({"code": "LATER", "date_from": "2030-01-01"});
        assert_eq!(make(&app, &god, planned).await.expect(201)["data"]["state_id"], 2);

        // Much money needs two.
        let second = app.person("second@placard.example", |new| new.user_type = UserType::God).await;
        let large = make(&app, &god, json!({"code": "LARGE", "amount": 100.01})).await.expect(201)["data"].clone();
        assert_eq!((&large["state_id"], &large["approved_by"]), (&json!(5), &Value::Null));
        let path = format!("{CODES}/{}/approve", large["id"]);
        assert_eq!(begin(&app, &anna, "100", "LARGE").await.wrong_fields(), ["promo_code"]);
        app.post(&god, &path, json!({})).await.expect(409);
        let agreed = app.post(&second, &path, json!({})).await.expect(200)["data"].clone();
        assert_eq!((&agreed["state_id"], &agreed["approved_by"]["id"]), (&json!(1), &json!(second.id.0)));
        app.post(&second, &path, json!({})).await.expect(409);

        let kept = begun(&app, &anna, "100", "WELCOME-20").await;
        app.post(&god, &format!("{CODES}/{id}/end"), json!({})).await.expect(200);
        app.post(&god, &format!("{CODES}/{id}/end"), json!({})).await.expect(409);
        // What was begun is kept; nothing else is begun with it.
        assert_eq!(begun(&app, &anna, "100", "WELCOME-20").await, kept);
        assert_eq!(begin(&app, &anna, "200", "WELCOME-20").await.wrong_fields(), ["promo_code"]);
        let eva = app.advertiser("eva@x.org").await;
        let offer =
            async |who: &Person, code: &str| app.get(who, &format!("/api/payment/promo_code?code={code}")).await;
        // Nobody learns which codes there were.
        assert_eq!(offer(&eva, "WELCOME-20").await.text, offer(&eva, "NEVERWAS").await.text);
        assert_eq!(offer(&eva, "LATER").await.wrong_fields(), ["code"]);
        for _ in 0..17 {
            offer(&eva, "GUESSED").await.expect(422);
        }
        offer(&eva, "WELCOME-20").await.expect(429);
        begin(&app, &eva, "100", "WELCOME-20").await.expect(429);
        // Who has one that holds may look as often as they like, and gets what was promised.
        for _ in 0..30 {
            offer(&anna, "WELCOME-20").await.expect(200);
        }
        assert_eq!(came(&app, &god, &kept, 100.0, 0.0).await["bonus"], 20);
        let sales = app.sales().await;
        app.get(&sales, CODES).await.expect(403);
    })
    .await;
}

#[tokio::test]
async fn no_token_reads_the_code_of_a_deposit() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        make(&app, &god, json!({})).await.expect(201);
        let id = begun(&app, &anna, "500", "WELCOME-20").await;
        came(&app, &god, &id, 500.0, 0.0).await;
        refund(&app, &god, &id, 10.0, 0.0).await.expect(200);
        let token = app.api_token(&god, &["admin:read"]).await;
        let one = format!("/api/admin/deposits/{id}");
        for path in ["/api/admin/deposits", one.as_str(), "/api/admin/audit_log?subject=deposit"] {
            let told = async |who: &Person| app.get(who, path).await;
            let (by_session, by_token) = (told(&god).await, told(&token).await);
            assert!(by_session.text.contains("WELCOME-20"), "{path}: {}", by_session.text);
            assert!(by_token.status == 200 && !by_token.text.contains("WELCOME"), "{path}: {}", by_token.text);
            assert_eq!(by_session.text.matches("\"amount\"").count(), by_token.text.matches("\"amount\"").count());
        }
    })
    .await;
}
