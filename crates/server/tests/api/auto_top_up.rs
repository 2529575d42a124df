//! Automatic top-up: a card that a stand-in keeps is charged when the balance is low.

use crate::app::{Person, each_app_that_fetches};
use crate::deposits::{Seen, StandIn, World, session};
use axum::http::Method;
use placard_model::books::posting::Operation;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Money, UnixMs};
use placard_store::money::movements::{self, Cause};
use placard_store::{Priority, Tx};
use placard_worker::feeds::{auto_top_ups, deposits};
use serde_json::{Value, json};
use std::cell::Cell;

const PATH: &str = "/api/advertiser/auto_top_up";
const MINUTE_MS: i64 = 60_000;

struct Auto<'a> {
    world: World<'a>,
    stand_in: StandIn,
    spent: Cell<i64>,
}

impl<'a> Auto<'a> {
    /// Anna pays 50 dollars by a card that is kept.
    async fn build(test: &'a crate::app::TestApp, stand_in: &StandIn) -> Self {
        *stand_in.seen.lock() = Seen::default();
        test.clock.set(UnixMs::parse("2026-06-01T08:00:00Z").unwrap());
        let world = World::build(test, stand_in, "stripe").await;
        let auto = Self { world, stand_in: stand_in.clone(), spent: Cell::default() };
        let found = auto.get().await;
        assert_eq!((&found["is_available"], &found["method"]), (&json!(true), &Value::Null));
        test.put(&auto.world.anna, PATH, rule(20, 50, 100)).await.expect(409);
        test.get(&auto.world.anna, "/api/payment/url?payment_system_id=1&amount=100&keep_method=1").await.expect(422);
        let path = "/api/payment/url?payment_system_id=4&amount=50";
        let made = test.get(&auto.world.anna, path).await.expect(200)["data"].clone();
        let kept = test.get(&auto.world.anna, &format!("{path}&keep_method=1")).await.expect(200)["data"].clone();
        assert_ne!(made["deposit"]["id"], kept["deposit"]["id"], "another wish");
        let again = test.get(&auto.world.anna, &format!("{path}&keep_method=1")).await.expect(200)["data"].clone();
        assert_eq!(again["deposit"]["id"], kept["deposit"]["id"]);
        let number = {
            let seen = stand_in.seen.lock();
            let posts: Vec<_> = seen.calls.iter().filter(|call| call.0 == Method::POST).collect();
            let [plain, wish] = posts[..] else { panic!("{posts:?}") };
            assert!(!plain.3.contains("off_session") && wish.3.contains("=off_session"), "{}", wish.3);
            seen.calls.len()
        };
        auto.keep(&format!("cs_{number}"), "4242");
        let order = stand_in.order();
        auto.look().await;
        assert_eq!(auto.get().await["method"], Value::Null, "nothing was paid yet");
        auto.world.stripe("checkout.session.completed", session(&order, 5_000, "usd")).await.expect(200);
        auto.look().await;
        let found = auto.get().await;
        assert_eq!((&found["method"]["name"], &found["is_on"]), (&json!("Visa ending in 4242"), &json!(false)));
        auto
    }

    fn keep(&self, session: &str, last4: &str) {
        let card = json!({"id": format!("pm_{last4}"), "card": {"brand": "visa", "last4": last4}});
        let found =
            json!({"id": session, "customer": "cus_1", "payment_intent": {"id": "pi_1", "payment_method": card}});
        self.stand_in.seen.lock().states.insert(format!("/v1/checkout/sessions/{session}"), found);
    }

    /// Anna in a session of now: days go by.
    async fn anna(&self) -> Person {
        self.world.test.logged_in(self.world.anna.id).await
    }

    async fn get(&self) -> Value {
        self.world.test.get(&self.anna().await, PATH).await.expect(200)["data"].clone()
    }

    /// Subjects of the mails of which there are so many.
    async fn mails(&self, subject: &str) -> usize {
        let god = self.world.test.logged_in(self.world.god.id).await;
        let list = self.world.test.get(&god, "/api/admin/mails?count=0").await.expect(200);
        list["data"].as_array().unwrap().iter().filter(|one| one["subject"] == subject).count()
    }

    async fn set(&self, rule: Value) -> Value {
        self.world.test.put(&self.anna().await, PATH, rule).await.expect(200)["data"].clone()
    }

    async fn look(&self) {
        auto_top_ups::look(&self.world.test.app.worker).await.unwrap();
    }

    async fn later(&self, ms: i64) {
        self.world.test.clock.advance_ms(ms);
        self.look().await;
    }

    async fn spend(&self, dollars: i64) {
        let (user, place) = (self.world.anna.id, self.spent.replace(self.spent.get() + 1));
        let reference = format!("spent {place}");
        let spend = async move |tx: &Tx| {
            let cause = Cause { reference: &reference, operation: Operation::Correction, actor: None, comment: "" };
            movements::adjust_advertiser(tx, cause, user, Money::from_dollars(-dollars)).await.map(drop)
        };
        self.world.test.app.store.write("test_spend", Priority::Api, spend).await.unwrap();
    }

    /// Dollars of the balance, and payments that were asked for by the card.
    async fn stand(&self) -> (i64, usize) {
        (self.world.held().await / 1_000_000, self.stand_in.seen.lock().charges.len())
    }
}

fn rule(threshold: i64, amount: i64, month_max: i64) -> Value {
    json!({"is_on": true, "threshold": threshold, "amount": amount, "month_max": month_max})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_low_balance_is_topped_up_by_the_kept_card_within_the_most_of_a_month() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let auto = Box::pin(Auto::build(&test, &stand_in)).await;
        Box::pin(pays_within_a_month(&auto)).await;
        Box::pin(ends_by_dispute_and_forgets(&auto)).await;
    })
    .await;
}

async fn pays_within_a_month(auto: &Auto<'_>) {
    let test = auto.world.test;
    for (bad, field) in [
        (rule(0, 50, 100), "threshold"),
        (json!({"is_on": true, "threshold": 1.234, "amount": 50, "month_max": 100}), "threshold"),
        (rule(20, 1, 100), "amount"),
        (rule(20, 50, 49), "month_max"),
        (rule(20, 50, 1_000_001), "month_max"),
    ] {
        let refused = test.put(&auto.world.anna, PATH, bad).await.expect(422);
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    let set = auto.set(rule(20, 50, 120)).await;
    let old = json!({"is_on": false, "threshold": 20, "amount": 50, "month_max": 120, "version": set["version"].as_i64().unwrap() - 1});
    test.put(&auto.world.anna, PATH, old).await.expect(409);
    auto.look().await;
    assert_eq!(auto.stand().await, (50, 0), "enough is there");
    auto.spend(40).await;
    // Whoever looks at the same time asks once.
    tokio::join!(auto.look(), auto.look());
    assert_eq!(auto.stand().await, (60, 1));
    let deposit = test.get(&auto.anna().await, "/api/advertiser/deposits").await.expect(200)["data"][0].clone();
    assert_eq!(
        (&deposit["is_automatic"], &deposit["status_id"], &deposit["amount"]),
        (&json!(true), &json!(2), &json!(50))
    );
    assert_eq!(deposit["receipt_number"], "REC-000002");
    let intent = auto.stand_in.seen.lock().charges.values().next().unwrap().1.clone();
    for _ in 0..3 {
        auto.world.stripe("payment_intent.succeeded", intent.clone()).await.expect(200);
    }
    assert_eq!(auto.stand().await, (60, 1));
    // Between two payments there is a pause, and switching it off and on does not end it.
    auto.spend(50).await;
    auto.set(rule(20, 50, 120)).await;
    auto.later(9 * MINUTE_MS).await;
    assert_eq!(auto.stand().await, (10, 1));
    auto.later(MINUTE_MS).await;
    assert_eq!(auto.stand().await, (60, 2));
    // The month is full: told once, and paid in the next.
    auto.spend(50).await;
    auto.later(HOUR_MS).await;
    auto.later(HOUR_MS).await;
    let found = auto.get().await;
    assert_eq!((auto.stand().await, &found["month_paid"]), ((10, 2), &json!(100)));
    assert_eq!(found["waits_until"], "2026-07-01T00:00:00Z");
    assert!(found["note"].as_str().unwrap().contains("in a month"), "{found}");
    assert_eq!(auto.mails("Automatic top-up of $50,00 waits").await, 1);
    test.clock.set(UnixMs::parse("2026-07-01T00:00:00Z").unwrap());
    auto.look().await;
    assert_eq!(auto.stand().await, (60, 3));
    assert_eq!(auto.get().await["note"], "");
}

async fn ends_by_dispute_and_forgets(auto: &Auto<'_>) {
    let test = auto.world.test;
    let order = auto.stand_in.seen.lock().charges.keys().next().unwrap().clone();
    let dispute = json!({"id": "dp_1", "payment_intent": format!("pi_{order}"), "amount": 5_000, "currency": "usd",
            "status": "needs_response"});
    auto.world.stripe("charge.dispute.created", dispute).await.expect(200);
    auto.later(DAY_MS).await;
    let found = auto.get().await;
    assert_eq!((auto.stand().await, &found["is_on"]), ((10, 3), &json!(false)));
    assert_eq!(found["note"], "A payment of yours is disputed.");
    auto.world.assert_clean().await;
    // Another card in its place: the former is forgotten by its gateway, and so is the last one when its owner says so.
    let path = "/api/payment/url?payment_system_id=4&amount=70&keep_method=1";
    test.get(&auto.anna().await, path).await.expect(200);
    let number = auto.stand_in.seen.lock().calls.len();
    auto.keep(&format!("cs_{number}"), "1881");
    auto.world.stripe("checkout.session.completed", session(&auto.stand_in.order(), 7_000, "usd")).await.expect(200);
    auto.look().await;
    assert_eq!(auto.get().await["method"]["name"], "Visa ending in 1881");
    test.delete(&auto.anna().await, PATH).await.expect(204);
    test.delete(&auto.anna().await, PATH).await.expect(409);
    assert_eq!(auto.get().await["method"], Value::Null);
    let seen = auto.stand_in.seen.lock();
    let forgotten: Vec<&str> =
        seen.calls.iter().map(|call| &*call.1).filter(|path| path.ends_with("/detach")).collect();
    assert_eq!(forgotten, ["/v1/payment_methods/pm_4242/detach", "/v1/payment_methods/pm_1881/detach"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_is_refused_is_tried_twice_more_and_one_without_answer_is_asked_for_the_same_payment() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let auto = Box::pin(Auto::build(&test, &stand_in)).await;
        Box::pin(asks_for_the_same(&auto)).await;
        Box::pin(is_refused(&auto)).await;
    })
    .await;
}

async fn asks_for_the_same(auto: &Auto<'_>) {
    let test = auto.world.test;
    auto.set(rule(20, 50, 1_000)).await;
    auto.spend(45).await;
    // No answer: asked again for the same, and no second deposit is made.
    auto.stand_in.seen.lock().is_broken = true;
    auto.look().await;
    auto.later(30_000).await;
    auto.later(30_000).await;
    auto.later(HOUR_MS).await;
    deposits::look(&test.app.worker).await.unwrap();
    let asked = |auto: &Auto<'_>| {
        let seen = auto.stand_in.seen.lock();
        let posts = seen.calls.iter().filter(|call| call.1 == "/v1/payment_intents");
        posts.map(|call| call.2["idempotency-key"].to_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let orders = asked(auto);
    assert_eq!((orders.len(), auto.stand().await.0), (3, 5));
    assert!(orders.iter().all(|order| *order == orders[0]), "{orders:?}");
    auto.stand_in.seen.lock().is_broken = false;
    auto.later(MINUTE_MS).await;
    assert_eq!((auto.stand().await, asked(auto)[3] == orders[0]), ((55, 1), true));
    // One that is not answered until its time is over is not asked for again, and credited when it comes all the same.
    auto.spend(50).await;
    auto.stand_in.seen.lock().is_broken = true;
    auto.later(HOUR_MS).await;
    test.clock.advance_ms(13 * HOUR_MS);
    deposits::look(&test.app.worker).await.unwrap();
    let late = asked(auto).last().unwrap().clone();
    auto.set(json!({"is_on": false, "threshold": 20, "amount": 50, "month_max": 1_000})).await;
    auto.stand_in.seen.lock().is_broken = false;
    auto.later(MINUTE_MS).await;
    assert_eq!(asked(auto).len(), 5);
    let came = json!({"id": format!("pi_{late}"), "status": "succeeded", "amount": 5_000, "amount_received": 5_000,
            "currency": "usd", "metadata": {"order": late, "kind": "automatic"}});
    auto.world.stripe("payment_intent.succeeded", came.clone()).await.expect(200);
    auto.world.stripe("payment_intent.succeeded", came).await.expect(200);
    assert_eq!(auto.stand().await, (55, 1));
    // What a payment page tells of by its session is nothing to us under another name.
    auto.world.stripe("payment_intent.succeeded", json!({"id": "pi_9", "metadata": {"order": "x"}})).await.expect(200);
    // Switched off while there was no answer: it is not asked for again.
    auto.set(rule(20, 50, 1_000)).await;
    auto.spend(50).await;
    auto.stand_in.seen.lock().is_broken = true;
    auto.later(HOUR_MS).await;
    assert_eq!(asked(auto).len(), 6);
    auto.set(json!({"is_on": false, "threshold": 20, "amount": 50, "month_max": 1_000})).await;
    auto.stand_in.seen.lock().is_broken = false;
    auto.later(2 * MINUTE_MS).await;
    assert_eq!(asked(auto).len(), 6);
    let deposit = test.get(&auto.anna().await, "/api/advertiser/deposits").await.expect(200)["data"][0].clone();
    assert_eq!((&deposit["is_automatic"], &deposit["status_id"]), (&json!(true), &json!(4)));
}

async fn is_refused(auto: &Auto<'_>) {
    let test = auto.world.test;
    // Tried again in an hour and in half a day; then it is off.
    auto.set(rule(20, 50, 1_000)).await;
    auto.stand_in.seen.lock().declined = Some(("card_declined", "insufficient_funds"));
    auto.later(DAY_MS).await;
    assert_eq!(auto.stand().await, (5, 2));
    let found = auto.get().await;
    assert_eq!((&found["note"], &found["is_on"]), (&json!("There was not enough money on the card."), &json!(true)));
    auto.later(59 * MINUTE_MS).await;
    assert_eq!(auto.stand().await.1, 2);
    auto.later(MINUTE_MS).await;
    assert_eq!((auto.stand().await.1, &auto.get().await["is_on"]), (3, &json!(true)));
    auto.later(12 * HOUR_MS).await;
    assert_eq!((auto.stand().await.1, &auto.get().await["is_on"]), (4, &json!(false)));
    auto.later(30 * DAY_MS).await;
    assert_eq!(auto.stand().await, (5, 4));
    assert_eq!(auto.mails("Automatic top-up of $50,00 waits").await, 2);
    assert_eq!(auto.mails("Automatic top-up is off").await, 1);
    assert_eq!(auto.mails("Top-up of $50,00 failed").await, 0);
    // What its owner must confirm is not tried again.
    auto.set(rule(20, 50, 1_000)).await;
    auto.stand_in.seen.lock().declined = Some(("authentication_required", "authentication_required"));
    auto.later(DAY_MS).await;
    let found = auto.get().await;
    assert_eq!((auto.stand().await.1, &found["is_on"]), (5, &json!(false)));
    assert!(found["note"].as_str().unwrap().contains("confirm"), "{found}");
    // A blocked account is not charged.
    auto.stand_in.seen.lock().declined = None;
    auto.set(rule(20, 50, 1_000)).await;
    let block = json!({"status_id": 2, "status_reason": "unpaid invoice"});
    test.put(&test.logged_in(auto.world.god.id).await, &format!("/api/admin/users/{}", auto.world.anna.id), block)
        .await
        .expect(200);
    auto.later(DAY_MS).await;
    assert_eq!(auto.stand().await, (5, 5));
    auto.world.assert_clean().await;
}
