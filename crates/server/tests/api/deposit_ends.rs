//! How deposits end: by failed payments, by time, by gateways that do not answer; and what goes wrong behind the end.

use crate::app::{TestApp, each_app_that_fetches};
use crate::delivery;
use crate::deposits::{StandIn, World, session};
use crate::money::balance;
use placard_common::health::Health;
use placard_model::Money;
use placard_model::books::posting::{Account, Operation};
use placard_model::payments::deposit::DepositStatus;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::money::movements::{self, Cause};
use placard_store::paid_in::deposits as deposits_store;
use placard_store::{Conn, Priority, Scope, Tx};
use placard_worker::feeds::deposits;
use serde_json::{Value, json};

/// The condition of a gateway that does not answer.
const AWAY: &str = "payment_gateway_nowpayments";
const MINUTE_MS: i64 = 60_000;

async fn look(test: &TestApp) {
    deposits::look(&test.app.worker).await.unwrap();
}

fn health(test: &TestApp) -> &Health {
    &test.app.worker.health
}

/// How a deposit stands on a day on which nobody is logged in any more.
async fn status(test: &TestApp, id: &Value) -> DepositStatus {
    let id = id.as_i64().unwrap();
    let read = async move |conn: &Conn| deposits_store::get(conn, Scope::System, id).await;
    test.app.store.read("test_deposit", read).await.unwrap().status
}

async fn stands(world: &World<'_>, id: &Value) -> (Value, i64) {
    (world.deposit(id).await["status_id"].clone(), world.held().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_payment_leaves_the_others_of_its_invoice() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "nowpayments").await;
        let made = world.pay_url("50").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        world.nowpayments(&World::ipn(&order, 1, "waiting", 50, 0.0)).await.expect(200);
        world.nowpayments(&World::ipn(&order, 2, "failed", 50, 0.0)).await.expect(200);
        assert_eq!(stands(&world, id).await, (json!(1), 0));
        // The callback of the first one is missed.
        test.clock.advance_ms(3 * MINUTE_MS);
        let states = [(1, "finished"), (2, "failed")];
        let states =
            states.map(|(one, status)| (format!("/v1/payment/{one}"), World::ipn(&order, one, status, 50, 2.0)));
        stand_in.seen.lock().states.extend(states);
        look(&test).await;
        assert_eq!(stands(&world, id).await, (json!(2), 50_000_000));

        // When all have failed so has the deposit; another payment of it is asked about all the same.
        let made = world.pay_url("60").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        world.nowpayments(&World::ipn(&order, 3, "confirming", 60, 0.0)).await.expect(200);
        world.nowpayments(&World::ipn(&order, 3, "failed", 60, 0.0)).await.expect(200);
        assert_eq!(world.deposit(id).await["status_id"], 4);
        test.clock.advance_ms(3 * MINUTE_MS);
        stand_in.seen.lock().states.insert("/v1/payment/3".to_owned(), World::ipn(&order, 3, "failed", 60, 0.0));
        look(&test).await;
        world.nowpayments(&World::ipn(&order, 4, "waiting", 60, 0.0)).await.expect(200);
        test.clock.advance_ms(3 * MINUTE_MS);
        stand_in.seen.lock().states.insert("/v1/payment/4".to_owned(), World::ipn(&order, 4, "finished", 60, 2.0));
        look(&test).await;
        assert_eq!(stands(&world, id).await, (json!(2), 110_000_000));
        assert!(world.messages().await.contains(&"late".to_owned()));
        world.assert_clean().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_is_waited_for_when_time_is_over() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "stripe").await;
        // A page on which nobody has paid is no payment.
        let unpaid = world.pay_url("60").await;
        let mut open = session(&stand_in.order(), 6_000, "usd");
        open["payment_status"] = json!("unpaid");
        open["status"] = json!("open");
        let number = unpaid["url"].as_str().unwrap().rsplit('/').next().unwrap();
        stand_in.seen.lock().states.insert(format!("/v1/checkout/sessions/cs_{number}"), open);
        let made = world.pay_url("50").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let mut coming = session(&order, 5_000, "usd");
        coming["payment_status"] = json!("unpaid");
        coming["status"] = json!("complete");
        world.stripe("checkout.session.completed", coming.clone()).await.expect(200);
        test.clock.advance_ms(DAY_MS + HOUR_MS);
        stand_in.seen.lock().state = coming.clone();
        look(&test).await;
        assert_eq!(status(&test, id).await, DepositStatus::Pending);
        assert_eq!(status(&test, &unpaid["deposit"]["id"]).await, DepositStatus::Expired);
        // Nobody waits for ever; and what comes then is taken.
        test.clock.advance_ms(7 * DAY_MS);
        look(&test).await;
        assert_eq!(status(&test, id).await, DepositStatus::Expired);
        world.stripe("checkout.session.async_payment_succeeded", session(&order, 5_000, "usd")).await.expect(200);
        assert_eq!((status(&test, id).await, world.held().await), (DepositStatus::Settled, 50_000_000));
        world.assert_clean().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_does_not_answer_keeps_no_deposit_for_ever() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "nowpayments").await;
        let made = world.pay_url("50").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        for payment in [1, 2] {
            world.nowpayments(&World::ipn(&order, payment, "waiting", 50, 0.0)).await.expect(200);
        }
        // What is said of one is nothing that we know; the other one counts.
        let states = [(1, "melted"), (2, "finished")];
        let states =
            states.map(|(one, status)| (format!("/v1/payment/{one}"), World::ipn(&order, one, status, 50, 2.0)));
        stand_in.seen.lock().states.extend(states);
        test.clock.advance_ms(3 * MINUTE_MS);
        look(&test).await;
        assert_eq!(stands(&world, id).await, (json!(2), 50_000_000));
        assert!(health(&test).holds(AWAY));
        look(&test).await;
        assert!(health(&test).holds(AWAY), "nothing was due, and so nothing was answered");
        stand_in.seen.lock().states.insert("/v1/payment/1".to_owned(), World::ipn(&order, 1, "expired", 50, 0.0));
        test.clock.advance_ms(3 * MINUTE_MS);
        look(&test).await;
        assert!(!health(&test).holds(AWAY));

        // Away at the end, and from then on.
        let made = world.pay_url("60").await;
        let id = &made["deposit"]["id"];
        world.nowpayments(&World::ipn(&stand_in.order(), 5, "waiting", 60, 0.0)).await.expect(200);
        stand_in.seen.lock().is_broken = true;
        test.clock.advance_ms(DAY_MS + HOUR_MS);
        look(&test).await;
        assert_eq!(status(&test, id).await, DepositStatus::Pending);
        test.clock.advance_ms(7 * DAY_MS);
        look(&test).await;
        assert_eq!(status(&test, id).await, DepositStatus::Expired);
        stand_in.seen.lock().is_broken = false;
        world.assert_clean().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_silence_what_a_gateway_signs() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "nowpayments").await;
        for _ in 0..601 {
            world.send("{}", "00").await.expect(400);
        }
        world.nowpayments(&World::ipn("D", 77, "melted", 50, 0.0)).await.expect(200);
        let list = test.get(&world.god, "/api/admin/payment_messages?count=0").await.expect(200);
        let list = list["data"].as_array().unwrap();
        let of = |kind: &str| list.iter().find(|one| one["kind"] == kind).unwrap_or_else(|| panic!("{kind}: {list:?}"));
        assert_eq!(of("bad_signature")["times"], 600);
        assert!(of("unreadable").to_string().contains("\"77\""), "{list:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn disputes_come_before_payments_and_refunds_fail() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "stripe").await;
        let made = world.pay_url("50").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let payment = format!("pi_{order}");
        let dispute = |status: &str| {
            json!({"id": "dp_1", "payment_intent": payment, "amount": 5_000, "currency": "usd", "status": status})
        };
        world.stripe("charge.dispute.created", dispute("needs_response")).await.expect(200);
        world.stripe("checkout.session.completed", session(&order, 5_000, "usd")).await.expect(200);
        assert_eq!(stands(&world, id).await, (json!(2), 0));
        assert_eq!(world.deposit(id).await["returned"], 50);
        assert!(world.messages().await.contains(&"disputed".to_owned()));
        world.assert_clean().await;
        world.stripe("charge.dispute.closed", dispute("won")).await.expect(200);
        assert_eq!(world.held().await, 50_000_000);

        let charge = |cents: i64| json!({"payment_intent": payment, "amount_refunded": cents, "currency": "usd"});
        world.stripe("charge.refunded", charge(2_000)).await.expect(200);
        assert!(!world.messages().await.contains(&"not_returned".to_owned()));
        world.stripe("charge.refunded", charge(0)).await.expect(200);
        assert!(world.messages().await.contains(&"not_returned".to_owned()));
        assert_eq!(world.held().await, 30_000_000, "people decide what becomes of it");
        let refund = json!({"id": "re_1", "payment_intent": payment, "amount": 2_000, "currency": "usd"});
        world.stripe("refund.failed", refund).await.expect(200);
        let list = test.get(&world.god, "/api/admin/payment_messages?count=0").await.expect(200);
        let told = list["data"].as_array().unwrap().iter().find(|one| one["kind"] == "not_returned").unwrap();
        assert_eq!(told["times"], 2);
        assert_eq!(balance(&test.app, Account::BadDebt).await, 0);
        world.assert_clean().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn campaigns_stop_when_a_bank_takes_their_money_back() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let mut ads = delivery::World::build(&test).await;
        let (god, anna) = (test.logged_in(ads.god).await, ads.advertiser.clone());
        let user = anna.id;
        let world = World::of(&test, &stand_in, "stripe", god, anna).await;
        world.pay_url("50").await;
        let order = stand_in.order();
        world.stripe("checkout.session.completed", session(&order, 5_000, "usd")).await.expect(200);
        // What was there before is spent: the campaign lives on what was paid by card.
        let spend = async move |tx: &Tx| {
            let cause = Cause { reference: "spent", operation: Operation::Correction, actor: None, comment: "" };
            movements::adjust_advertiser(tx, cause, user, Money::from_dollars(-100)).await.map(drop)
        };
        test.app.store.write("test_spend", Priority::Api, spend).await.unwrap();
        let mut shown = async || {
            ads.billing.refresh_balances().await.unwrap();
            ads.inventory.catch_up().await.unwrap();
            delivery::ask(&test, ads.block.0).await.len()
        };
        assert_eq!((shown().await, world.held().await), (3, 50_000_000));
        let dispute = |status: &str| {
            json!({"id": "dp_1", "payment_intent": format!("pi_{order}"), "amount": 5_000, "currency": "usd",
                "status": status})
        };
        world.stripe("charge.dispute.created", dispute("needs_response")).await.expect(200);
        assert_eq!((shown().await, world.held().await), (0, 0));
        // Whoever was right has it again, and goes on.
        world.stripe("charge.dispute.closed", dispute("won")).await.expect(200);
        assert_eq!((shown().await, world.held().await), (3, 50_000_000));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_left_goes_back_to_the_micro_dollar_and_closed_accounts_are_told() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "nowpayments").await;
        let made = world.pay_url("50").await;
        let id = &made["deposit"]["id"];
        world.nowpayments(&World::ipn(&stand_in.order(), 1, "finished", 50, 1.999_999_92)).await.expect(200);
        assert_eq!(stands(&world, id).await, (json!(2), 49_999_998));
        let refund = async |amount: f64, returned: f64| {
            let body = json!({"amount": amount, "returned": returned, "note": "Asked for"});
            test.post(&world.god, &format!("/api/admin/deposits/{id}/refund"), body).await
        };
        for amount in [50.0, 49.999_997, 0.0] {
            assert_eq!(refund(amount, 0.0).await.wrong_fields(), ["amount"], "{amount}");
        }
        refund(49.99, 0.0).await.expect(200);
        refund(0.009_998, 49.99).await.expect(200);
        assert_eq!(world.held().await, 0);

        let made = world.pay_url("80").await;
        let order = stand_in.order();
        world.nowpayments(&World::ipn(&order, 2, "partially_paid", 80, 1.0)).await.expect(200);
        assert!(!world.messages().await.contains(&"not_active".to_owned()));
        let sql = format!("UPDATE users SET status_id = 4 WHERE id = {}", world.anna.id);
        crate::poison::sql(&test.app, &sql).await;
        world.nowpayments(&World::ipn(&order, 3, "finished", 80, 1.0)).await.expect(200);
        assert_eq!(world.held().await, 80_000_000, "{made}");
        assert!(world.messages().await.contains(&"not_active".to_owned()));
        world.assert_clean().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_is_asked_about_ends_no_attempt_and_brings_what_went_back() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "stripe").await;
        let made = world.pay_url("50").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let payment = format!("pi_{order}");
        let says = |status: &str, charge: Value| {
            let received = if status == "succeeded" { 5_000 } else { 0 };
            let answer = json!({"id": payment, "status": status, "amount": 5_000, "amount_received": received,
                "currency": "usd", "metadata": {"order": order}, "latest_charge": charge});
            stand_in.seen.lock().states.insert(format!("/v1/payment_intents/{payment}"), answer);
        };
        let ask = async || {
            let path = format!("/api/admin/deposits/{id}/ask");
            test.post(&world.god, &path, json!({"payment": payment})).await.expect(200);
            stands(&world, id).await
        };
        // The payer is at it: on the page they try once more.
        for status in ["requires_payment_method", "requires_action", "processing"] {
            says(status, Value::Null);
            assert_eq!(ask().await, (json!(1), 0), "{status}");
        }
        // It was paid, and a part of it given back, before anybody was told of either.
        let charge = |refunded: i64, is_disputed: bool| {
            json!({"id": "ch_1", "payment_intent": payment, "amount_refunded": refunded, "currency": "usd",
                "disputed": is_disputed})
        };
        says("succeeded", charge(2_000, false));
        for _ in 0..2 {
            assert_eq!(ask().await, (json!(2), 30_000_000));
        }
        let dispute = json!({"id": "dp_1", "payment_intent": payment, "amount": 3_000, "currency": "usd",
            "status": "needs_response"});
        stand_in.seen.lock().states.insert("/v1/disputes".to_owned(), json!({"data": [dispute]}));
        says("succeeded", charge(2_000, true));
        assert_eq!(ask().await, (json!(2), 0));
        assert!(world.messages().await.contains(&"disputed".to_owned()));
        world.assert_clean().await;
    })
    .await;
}
