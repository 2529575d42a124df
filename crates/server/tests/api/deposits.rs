//! Money comes in: by stand-ins of payment gateways over real HTTP, and by bank transfer.

use crate::access::give_client;
use crate::app::{Answer, Person, TestApp, each_app_that_fetches, sqlite_app_with};
use crate::money::{assert_clean, balance};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit, Mac};
use parking_lot::Mutex;
use placard_common::fetch::Policy;
use placard_model::books::posting::{Account, Operation};
use placard_model::{Clock as _, Money};
use placard_store::Priority;
use placard_store::money::movements::{self, Cause};
use placard_worker::audit;
use placard_worker::feeds::deposits;
use serde_json::{Value, json};
use sha2::{Sha256, Sha512};
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;

const SECRET: &str = "a-secret-of-tests";

/// What a stand-in was asked, and what it says of payments.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) calls: Vec<(Method, String, HeaderMap, String)>,
    /// What `GET` answers.
    pub(crate) state: Value,
    /// What it answers under an address of its own.
    pub(crate) states: BTreeMap<String, Value>,
    pub(crate) is_broken: bool,
    /// Why payments by a kept card are refused: Stripe's code and the bank's.
    pub(crate) declined: Option<(&'static str, &'static str)>,
    /// Payments by kept cards: our name of each, and the answer, which is given again for the same name.
    pub(crate) charges: BTreeMap<String, (u16, Value)>,
}

/// A payment gateway on a loopback address.
#[derive(Clone)]
pub(crate) struct StandIn {
    port: u16,
    pub(crate) seen: Arc<Mutex<Seen>>,
}

async fn answer(
    State(stand_in): State<StandIn>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let mut seen = stand_in.seen.lock();
    seen.calls.push((method.clone(), uri.path().to_owned(), headers, body));
    if seen.is_broken {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let number = seen.calls.len();
    let page = format!("http://127.0.0.1:{}/pay/{number}", stand_in.port);
    match (method, uri.path()) {
        (Method::POST, "/v1/checkout/sessions") => {
            Json(json!({"id": format!("cs_{number}"), "url": page})).into_response()
        }
        (Method::POST, "/v1/invoice") => Json(json!({"id": number.to_string(), "invoice_url": page})).into_response(),
        (Method::POST, "/v1/payment_intents") => {
            let (headers, body) = seen.calls.last().map(|call| (call.2.clone(), call.3.clone())).unwrap();
            let order = headers["idempotency-key"].to_str().unwrap().to_owned();
            let declined = seen.declined;
            let (status, answer) =
                seen.charges.entry(order.clone()).or_insert_with(|| charged(&order, &body, declined)).clone();
            (StatusCode::from_u16(status).unwrap(), Json(answer)).into_response()
        }
        (Method::POST, path) if path.ends_with("/detach") => Json(json!({})).into_response(),
        (Method::GET, path) => Json(seen.states.get(path).unwrap_or(&seen.state).clone()).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn charged(order: &str, body: &str, declined: Option<(&str, &str)>) -> (u16, Value) {
    let form: BTreeMap<_, _> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let cents: i64 = form["amount"].parse().unwrap();
    let intent = format!("pi_{order}");
    match declined {
        Some((code, decline_code)) => {
            (402, json!({"error": {"code": code, "decline_code": decline_code, "payment_intent": {"id": intent}}}))
        }
        None => (
            200,
            json!({"id": intent, "status": "succeeded", "amount": cents, "amount_received": cents,
                "currency": form["currency"], "metadata": {"order": form["metadata[order]"], "kind": form["metadata[kind]"]}}),
        ),
    }
}

impl StandIn {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stand_in = Self { port: listener.local_addr().unwrap().port(), seen: Arc::default() };
        let routes = Router::new().fallback(answer).with_state(stand_in.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        stand_in
    }

    pub(crate) fn policy(&self) -> Policy {
        Policy { also: vec![SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))], ..Policy::default() }
    }

    /// Our name of the deposit in the last call.
    pub(crate) fn order(&self) -> String {
        let seen = self.seen.lock();
        let (_, _, _, body) = seen.calls.iter().rfind(|call| call.0 == Method::POST).unwrap();
        match serde_json::from_str::<Value>(body) {
            Ok(body) => body["order_id"].as_str().unwrap().to_owned(),
            Err(_) => url::form_urlencoded::parse(body.as_bytes())
                .find(|(name, _)| name == "client_reference_id")
                .unwrap()
                .1
                .into_owned(),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(crate) fn stripe_signature(time_s: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(format!("{time_s}.{body}").as_bytes());
    format!("t={time_s},v1={}", hex(&mac.finalize().into_bytes()))
}

fn nowpayments_signature(body: &str) -> String {
    // The bodies of these tests have their keys in order.
    let mut mac = Hmac::<Sha512>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    hex(&mac.finalize().into_bytes())
}

/// A network with an advertiser and its owner, where a gateway stands in.
pub(crate) struct World<'a> {
    pub(crate) test: &'a TestApp,
    gateway: &'static str,
    pub(crate) god: Person,
    pub(crate) anna: Person,
}

impl<'a> World<'a> {
    pub(crate) async fn build(test: &'a TestApp, stand_in: &StandIn, gateway: &'static str) -> Self {
        let (god, anna) = (test.god().await, test.advertiser("anna@x.org").await);
        Self::of(test, stand_in, gateway, god, anna).await
    }

    /// The same of an owner and an advertiser who are there.
    pub(crate) async fn of(
        test: &'a TestApp,
        stand_in: &StandIn,
        gateway: &'static str,
        god: Person,
        anna: Person,
    ) -> Self {
        let keys =
            json!({"base_url": format!("http://127.0.0.1:{}/", stand_in.port), "key": "a-key", "secret": SECRET});
        let path = format!("/api/admin/payment_gateways/{gateway}");
        let set = test.put(&god, &path, keys).await;
        assert!(!set.text.contains(SECRET) && !set.text.contains("a-key"), "{}", set.text);
        let set = set.expect(200)["data"].clone();
        assert_eq!(set["is_ready"], true);
        let late = json!({"key": "b", "secret": "b", "version": 0});
        test.put(&god, &path, late).await.expect(409);
        assert_ne!(set["version"], 0);
        // Cards are switched off at first.
        let card = json!({"is_active": true, "version": 1});
        test.put(&god, "/api/admin/payment_systems/4", card).await.expect(200);
        Self { test, gateway, god, anna }
    }

    pub(crate) async fn pay_url(&self, amount: &str) -> Value {
        let system = if self.gateway == "stripe" { 4 } else { 6 };
        let path = format!("/api/payment/url?payment_system_id={system}&amount={amount}");
        self.test.get(&self.anna, &path).await.expect(200)["data"].clone()
    }

    pub(crate) async fn send(&self, body: &str, signature: &str) -> Answer {
        let name = if self.gateway == "stripe" { "stripe-signature" } else { "x-nowpayments-sig" };
        let request = Request::post(format!("/api/payment/callback/{}", self.gateway))
            .header(header::CONTENT_TYPE, "application/json")
            .header(name, signature);
        self.test.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }

    pub(crate) async fn stripe(&self, kind: &str, object: Value) -> Answer {
        let body = json!({"type": kind, "data": {"object": object}}).to_string();
        self.send(&body, &stripe_signature(self.test.clock.now().0 / 1_000, &body)).await
    }

    pub(crate) fn ipn(order: &str, payment: i64, status: &str, price: i64, paid: f64) -> Value {
        // In the order of their names.
        json!({"actually_paid": paid, "order_id": order, "pay_amount": 2, "payment_id": payment,
            "payment_status": status, "price_amount": price, "price_currency": "usd"})
    }

    pub(crate) async fn nowpayments(&self, body: &Value) -> Answer {
        let fields: BTreeMap<String, Value> = serde_json::from_value(body.clone()).unwrap();
        let body = serde_json::to_string(&fields).unwrap();
        self.send(&body, &nowpayments_signature(&body)).await
    }

    pub(crate) async fn deposit(&self, id: &Value) -> Value {
        self.test.get(&self.anna, &format!("/api/advertiser/deposits/{id}")).await.expect(200)["data"].clone()
    }

    pub(crate) async fn held(&self) -> i64 {
        balance(&self.test.app, Account::Advertiser(self.anna.id)).await
    }

    /// What staff were told, newest first.
    pub(crate) async fn messages(&self) -> Vec<String> {
        let list = self.test.get(&self.god, "/api/admin/payment_messages?count=0").await.expect(200);
        list["data"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect()
    }

    async fn mails(&self) -> Vec<String> {
        let list = self.test.get(&self.god, "/api/admin/mails?count=0").await.expect(200);
        list["data"].as_array().unwrap().iter().map(|one| one["subject"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) async fn assert_clean(&self) {
        assert_clean(&audit::run(&self.test.app.worker).await.unwrap());
    }
}

pub(crate) fn session(order: &str, cents: i64, currency: &str) -> Value {
    json!({"id": "cs_1", "payment_intent": format!("pi_{order}"), "payment_status": "paid", "amount_total": cents,
        "currency": currency, "metadata": {"order": order}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_payment_settles_once_and_what_goes_back_is_taken() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "stripe").await;
        let made = world.pay_url("50").await;
        assert!(made["url"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{made}");
        assert_eq!(world.pay_url("50.00").await["deposit"]["id"], made["deposit"]["id"], "the same wish");
        assert_ne!(world.pay_url("60").await["deposit"]["id"], made["deposit"]["id"]);
        {
            let seen = stand_in.seen.lock();
            let [.., (_, _, headers, body), _] = &seen.calls[..] else { panic!() };
            assert_eq!(headers["authorization"], "Bearer a-key");
            assert!(headers.contains_key("idempotency-key") && body.contains("unit_amount%5D=5000"), "{body}");
        }
        let id = &made["deposit"]["id"];
        let order = {
            let seen = stand_in.seen.lock();
            let [.., (_, _, headers, _), _] = &seen.calls[..] else { panic!() };
            headers["idempotency-key"].to_str().unwrap().to_owned()
        };
        let paid = session(&order, 5_000, "usd");
        let body = json!({"type": "checkout.session.completed", "data": {"object": paid}}).to_string();
        let now_s = test.clock.now().0 / 1_000;
        // What is changed, old or of others has no effect.
        world.send(&body.replace("5000", "9000"), &stripe_signature(now_s, &body)).await.expect(400);
        world.send(&body, &stripe_signature(now_s - 301, &body)).await.expect(400);
        world.stripe("checkout.session.completed", session("nobodys", 5_000, "usd")).await.expect(200);
        world.stripe("checkout.session.completed", session(&order, 4_000, "usd")).await.expect(200);
        world.stripe("checkout.session.completed", session(&order, 5_000, "eur")).await.expect(200);
        world.stripe("invoice.paid", json!({})).await.expect(200);
        assert_eq!((world.held().await, &world.deposit(id).await["status_id"]), (0, &json!(1)));
        let told = world.messages().await;
        for kind in ["bad_signature", "old_timestamp", "unknown_payment", "wrong_amount"] {
            assert!(told.iter().any(|one| one == kind), "{kind}: {told:?}");
        }
        let signature = stripe_signature(now_s, &body);
        let answers = join_all((0..1_000).map(|_| world.send(&body, &signature))).await;
        assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 503)), "{answers:?}");
        assert!(answers.iter().any(|answer| answer.status == StatusCode::OK));
        assert_eq!(world.held().await, 50_000_000);
        let deposit = world.deposit(id).await;
        assert_eq!(
            (&deposit["status_id"], &deposit["received"], &deposit["url"]),
            (&json!(2), &json!(50), &Value::Null)
        );
        assert_eq!(deposit["receipt_number"], "REC-000001");
        // Older news change nothing.
        world.stripe("checkout.session.expired", session(&order, 5_000, "usd")).await.expect(200);
        assert_eq!(world.deposit(id).await["status_id"], 2);
        let history = test.get(&world.anna, "/api/advertiser/balance/history").await.expect(200);
        assert_eq!((&history["data"][0]["operation_type"], &history["data"][0]["amount"]), (&json!(1), &json!(50)));
        assert_eq!(world.mails().await, ["$50,00 received"]);
        let receipt = test.get(&world.anna, &format!("/api/advertiser/deposits/{id}/receipt")).await;
        assert!(receipt.status == 200 && receipt.text.starts_with("%PDF"), "{}", receipt.text);
        // A part goes back, twice told; then the rest is disputed when most of it is spent.
        let charge = json!({"payment_intent": format!("pi_{order}"), "amount_refunded": 1_000, "currency": "usd"});
        world.stripe("charge.refunded", charge.clone()).await.expect(200);
        world.stripe("charge.refunded", charge).await.expect(200);
        assert_eq!(world.held().await, 40_000_000);
        let user = world.anna.id;
        let spend = async move |tx: &placard_store::Tx| {
            let cause = Cause { reference: "spent", operation: Operation::Correction, actor: None, comment: "" };
            movements::adjust_advertiser(tx, cause, user, Money::from_dollars(-30)).await.map(drop)
        };
        test.app.store.write("test_spend", Priority::Api, spend).await.unwrap();
        let dispute = |status: &str| {
            json!({"id": "dp_1", "payment_intent": format!("pi_{order}"), "amount": 5_000, "currency": "usd",
                "status": status})
        };
        world.stripe("charge.dispute.created", dispute("needs_response")).await.expect(200);
        assert_eq!(world.held().await, 0);
        assert_eq!(balance(&test.app, Account::BadDebt).await, -30_000_000);
        assert_eq!(balance(&test.app, Account::GatewayClearing).await, 0);
        world.assert_clean().await;
        world.stripe("charge.dispute.closed", dispute("won")).await.expect(200);
        world.stripe("charge.dispute.created", dispute("needs_response")).await.expect(200);
        assert_eq!((world.held().await, balance(&test.app, Account::BadDebt).await), (10_000_000, 0));
        let told = world.messages().await;
        for kind in ["returned", "disputed", "dispute_won"] {
            assert!(told.iter().any(|one| one == kind), "{kind}: {told:?}");
        }
        world.assert_clean().await;
        // A row that was tampered with is found.
        let sql = "UPDATE deposits SET credited = credited + 1 WHERE status_id = 2";
        let damage = async move |tx: &placard_store::Tx| tx.execute(sql, []).await.map(drop);
        test.app.store.write("test_damage", Priority::Api, damage).await.unwrap();
        let report = audit::run(&test.app.worker).await.unwrap().to_string();
        assert!(report.contains("a deposit is what gateway clearing got for it"), "{report}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn crypto_money_comes_in_parts_late_and_unannounced() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "nowpayments").await;
        let shorter = json!({"value": "30", "version": 0});
        test.put(&world.god, "/api/admin/settings/deposits.wait_minutes", shorter).await.expect(200);
        let made = world.pay_url("50").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let status = async || world.deposit(id).await["status_id"].clone();
        world.nowpayments(&World::ipn(&order, 1, "confirming", 50, 0.0)).await.expect(200);
        assert_eq!((status().await, world.held().await), (json!(1), 0));
        world.nowpayments(&World::ipn(&order, 1, "partially_paid", 50, 1.0)).await.expect(200);
        assert_eq!((status().await, world.held().await), (json!(5), 25_000_000));
        // The rest is another payment; it is told out of order, and more than was asked for.
        world.nowpayments(&World::ipn(&order, 2, "finished", 50, 1.5)).await.expect(200);
        world.nowpayments(&World::ipn(&order, 2, "waiting", 50, 0.0)).await.expect(200);
        assert_eq!((status().await, world.held().await), (json!(2), 62_500_000));
        assert!(world.messages().await.contains(&"overpaid".to_owned()));
        assert!(!world.messages().await.contains(&"wrong_amount".to_owned()));
        assert_eq!(world.mails().await, ["$37,50 received", "$25,00 received"]);
        // Another one: its last callback never comes, and the worker asks.
        let made = world.pay_url("80").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let status = async || world.deposit(id).await["status_id"].clone();
        world.nowpayments(&World::ipn(&order, 3, "waiting", 80, 0.0)).await.expect(200);
        test.clock.advance_ms(3 * 60 * 1_000);
        stand_in.seen.lock().state = World::ipn(&order, 3, "finished", 80, 2.0);
        deposits::look(&test.app.worker).await.unwrap();
        assert_eq!((status().await, world.held().await), (json!(2), 142_500_000));
        // A third one ends, and the money comes late.
        let made = world.pay_url("90").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let status = async || world.deposit(id).await["status_id"].clone();
        test.clock.advance_ms(31 * 60 * 1_000);
        deposits::look(&test.app.worker).await.unwrap();
        assert_eq!(status().await, 3);
        world.nowpayments(&World::ipn(&order, 4, "finished", 90, 2.0)).await.expect(200);
        assert_eq!((status().await, world.held().await), (json!(2), 232_500_000));
        assert!(world.messages().await.contains(&"late".to_owned()));
        // All of it goes back.
        world.nowpayments(&World::ipn(&order, 4, "refunded", 90, 2.0)).await.expect(200);
        assert_eq!(world.held().await, 142_500_000);
        // Of a payment no callback came at all: the network's owner names it, and the gateway tells.
        let made = world.pay_url("70").await;
        let (id, order) = (&made["deposit"]["id"], stand_in.order());
        let path = format!("/api/admin/deposits/{id}/ask");
        let name = |payment: &str| json!({"payment": payment});
        for wrong in ["", "../7", "7?x=1"] {
            assert_eq!(test.post(&world.god, &path, name(wrong)).await.wrong_fields(), ["payment"]);
        }
        test.post(&world.anna, &path, name("7")).await.expect(403);
        // That of another deposit is not taken for this one's.
        stand_in.seen.lock().state = World::ipn("another", 7, "finished", 70, 2.0);
        assert_eq!(test.post(&world.god, &path, name("7")).await.wrong_fields(), ["payment"]);
        assert_eq!(world.held().await, 142_500_000);
        stand_in.seen.lock().state = World::ipn(&order, 7, "finished", 70, 2.0);
        for _ in 0..2 {
            let asked = test.post(&world.god, &path, name("7")).await.expect(200)["data"].clone();
            assert_eq!((&asked["status_id"], world.held().await), (&json!(2), 212_500_000));
        }
        // A gateway that refuses: nobody is led to nowhere.
        stand_in.seen.lock().is_broken = true;
        let refused = test.get(&world.anna, "/api/payment/url?payment_system_id=6&amount=33").await;
        assert_eq!(refused.wrong_fields(), ["payment_system_id"]);
        stand_in.seen.lock().is_broken = false;
        world.assert_clean().await;
    })
    .await;
}

async fn confirm(test: &TestApp, who: &Person, id: &Value, amount: f64, key: &str) -> Answer {
    confirm_after(test, who, id, amount, 0.0, key).await
}

/// Confirms what came in, having seen how much had come in before.
async fn confirm_after(test: &TestApp, who: &Person, id: &Value, amount: f64, seen: f64, key: &str) -> Answer {
    let body = json!({"amount": amount, "received": seen, "note": "Statement 7"});
    let request = Request::post(format!("/api/admin/deposits/{id}/confirm"))
        .header("Idempotency-Key", key)
        .header("Content-Type", "application/json")
        .header("Authorization", format!("Bearer {}", who.token));
    test.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn bank_transfers_are_confirmed_by_as_many_persons_as_they_need() {
    let stand_in = StandIn::open().await;
    each_app_that_fetches(&stand_in.policy(), async |test| {
        let world = World::build(&test, &stand_in, "stripe").await;
        let (god, anna) = (&world.god, &world.anna);
        let url = async |amount: &str| {
            let path = format!("/api/payment/url?payment_system_id=1&payment_type_id=1001&amount={amount}");
            test.get(anna, &path).await.expect(200)["data"].clone()
        };
        let small = url("200").await;
        assert_eq!(small["deposit"]["invoice_number"], "INV-000001");
        let id = &small["deposit"]["id"];
        let invoice = test.get(anna, &format!("/api/advertiser/deposits/{id}/invoice")).await;
        assert!(invoice.status == 200 && invoice.text.starts_with("%PDF"));
        // Others see nothing of it.
        let other = test.advertiser("other@x.org").await;
        test.get(&other, &format!("/api/advertiser/deposits/{id}")).await.expect(404);
        test.get(&other, &format!("/api/advertiser/deposits/{id}/invoice")).await.expect(404);
        let sales = test.sales().await;
        test.get(&sales, &format!("/api/admin/deposits/{id}")).await.expect(404);
        confirm(&test, &sales, id, 200.0, "s").await.expect(403);
        let none = test.get(&sales, "/api/admin/deposits").await.expect(200);
        assert_eq!(none["pagination"]["total"], 0);
        // Of their own clients they see them, and book nothing.
        give_client(&test, &sales, anna).await;
        let seen = test.get(&sales, &format!("/api/admin/deposits/{id}")).await.expect(200)["data"].clone();
        assert_eq!((&seen["id"], &seen["amount"]), (id, &json!(200)));
        assert_eq!(test.get(&sales, "/api/admin/deposits").await.expect(200)["pagination"]["total"], 1);
        confirm(&test, &sales, id, 200.0, "s").await.expect(403);
        // A part of it, and the rest; the same call again is the same answer.
        let first = confirm(&test, god, id, 150.0, "a").await.expect(200);
        assert_eq!(confirm(&test, god, id, 150.0, "a").await.expect(200), first);
        assert_eq!((&first["data"]["status_id"], world.held().await), (&json!(5), 150_000_000));
        // Somebody who has not seen the first part would book it again.
        let stale = confirm(&test, god, id, 50.0, "stale").await;
        assert!(stale.text.contains("150"), "{}", stale.text);
        stale.expect(409);
        confirm_after(&test, god, id, 50.0, 150.0, "b").await.expect(200);
        assert_eq!((&world.deposit(id).await["status_id"], world.held().await), (&json!(2), 200_000_000));
        confirm_after(&test, god, id, 50.0, 200.0, "c").await.expect(409);
        // A sole owner confirms much alone.
        let much = url("6000").await["deposit"]["id"].clone();
        confirm(&test, god, &much, 6_000.0, "d").await.expect(200);
        assert_eq!(world.held().await, 6_200_000_000);
        // Two do it together, and mean the same.
        let second =
            test.person("god2@placard.example", |new| new.user_type = placard_model::user::UserType::God).await;
        let much = url("7000").await["deposit"]["id"].clone();
        confirm(&test, god, &much, 70_000.0, "typo").await.expect(200);
        let noted = confirm(&test, god, &much, 7_000.0, "e").await.expect(200);
        assert_eq!(noted["data"]["confirmed_by"]["email"], "god@placard.example");
        confirm(&test, god, &much, 7_000.0, "f").await.expect(409);
        confirm(&test, &second, &much, 7_100.0, "g").await.expect(409);
        assert_eq!(world.held().await, 6_200_000_000);
        confirm(&test, &second, &much, 7_000.0, "h").await.expect(200);
        assert_eq!(world.held().await, 13_200_000_000);
        // Some of it goes back, never more than there is.
        let refund = async |amount: f64| {
            let path = format!("/api/admin/deposits/{much}/refund");
            test.post(god, &path, json!({"amount": amount, "returned": 0, "note": "Asked for"})).await
        };
        assert_eq!(refund(7_001.0).await.wrong_fields(), ["amount"]);
        assert_eq!(refund(1_000.0).await.expect(200)["data"]["returned"], 1_000);
        refund(1_000.0).await.expect(409);
        assert_eq!(world.held().await, 12_200_000_000);
        let details = test.get(god, &format!("/api/admin/deposits/{much}")).await.expect(200);
        assert_eq!(details["data"]["payments"][0]["received"], 7_000);
        let found = test.get(god, "/api/admin/deposits?searchPhrase=anna&status_id=2").await.expect(200);
        assert_eq!(found["pagination"]["total"], 3);
        let account = test.get(god, &format!("/api/admin/users/{}/account", anna.id)).await.expect(200)["data"].clone();
        assert_eq!((&account["topped_up"], &account["deposits_count"]), (&json!(12_200), &json!(3)), "{account}");
        world.assert_clean().await;
    })
    .await;
}

#[tokio::test]
async fn a_wish_that_cannot_be_paid_is_refused_by_field() {
    sqlite_app_with(
        |_| {},
        async |test| {
            let anna = test.advertiser("anna@x.org").await;
            let check = async |query: &str, fields: &[&str]| {
                let answer = test.get(&anna, &format!("/api/payment/url?{query}")).await;
                assert_eq!(answer.wrong_fields(), fields, "{query}");
            };
            check("", &["amount", "payment_system_id"]).await;
            check("payment_system_id=1&amount=99.99", &["amount"]).await;
            check("payment_system_id=1&amount=100.001", &["amount"]).await;
            check("payment_system_id=1&amount=1000000.01", &["amount"]).await;
            check("payment_system_id=1&amount=100&payment_type_id=16001", &["payment_type_id"]).await;
            // No keys, no demo, for payouts only, nothing at all.
            let offered = test.get(&anna, "/api/cashbox/payment_systems?purpose=top_up").await.expect(200);
            assert_eq!(offered["data"].as_array().unwrap().iter().map(|one| &one["id"]).collect::<Vec<_>>(), [1]);
            for system in [4, 6, 7, 16, 99] {
                check(&format!("payment_system_id={system}&amount=100"), &["payment_system_id"]).await;
            }
            test.get(&test.webmaster("w@x.org").await, "/api/payment/url?payment_system_id=1&amount=100")
                .await
                .expect(403);
            for gateway in ["sandbox", "stripe", "nobody"] {
                test.post(&Person::default(), &format!("/api/payment/callback/{gateway}"), json!({})).await.expect(404);
            }
            test.post(&Person::default(), "/api/payment/callback/invoice", json!({})).await.expect(400);
            let long = json!({"x": "y".repeat(70_000)});
            test.post(&Person::default(), "/api/payment/callback/invoice", long).await.expect(413);
        },
    )
    .await;
}

#[tokio::test]
async fn the_demos_gateway_plays_a_real_one() {
    sqlite_app_with(
        |config| config.demo = true,
        async |test| {
            let anna = test.advertiser("anna@x.org").await;
            let made = test.get(&anna, "/api/payment/url?payment_system_id=7&amount=40").await.expect(200);
            let page =
                made["data"]["url"].as_str().unwrap().strip_prefix("https://placard.example").unwrap().to_owned();
            let shown = test.get(&Person::default(), &page).await;
            assert!(shown.status == 200 && shown.text.contains("no money moves"), "{}", shown.text);
            let press = async |press: &str| {
                let request = Request::post(&page).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
                let answer = test.send(request.body(Body::from(format!("press={press}"))).unwrap()).await;
                assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
                let path = format!("/api/advertiser/deposits/{}", made["data"]["deposit"]["id"]);
                let deposit = test.get(&anna, &path).await.expect(200)["data"].clone();
                (deposit["status_id"].clone(), deposit["received"].clone(), deposit["returned"].clone())
            };
            assert_eq!(press("pay_partly").await, (json!(5), json!(20), json!(0)));
            assert_eq!(press("expire").await, (json!(5), json!(20), json!(0)));
            assert_eq!(press("pay").await, (json!(2), json!(40), json!(0)));
            assert_eq!(press("dispute").await, (json!(2), json!(40), json!(40)));
            test.get(&Person::default(), "/demo/pay/nothing").await.expect(404);
            assert_clean(&audit::run(&test.app.worker).await.unwrap());
        },
    )
    .await;
}
