//! Money out: wallets, payouts from request to payment, auto-payment, and what the books say of them.

mod correcting;

use crate::app::{Answer, PASSWORD, Person, TestApp, each_app, each_app_with};
use crate::money::assert_clean;
use crate::second_factor;
use axum::body::Body;
use axum::http::{Method, Request, header};
use placard_api::auth::second_factor::new_recovery_codes;
use placard_common::config::Config;
use placard_model::books::posting::{Account, Operation};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::{UserStatus, UserType};
use placard_model::{Money, UnixMs, UserId};
use placard_store::accounts::users::UserChange;
use placard_store::accounts::{second_factors, users};
use placard_store::money::movements::{self, Cause};
use placard_store::{Priority, Scope, Tx};
use placard_worker::audit;
use placard_worker::feeds::{payouts, schedule};
use serde_json::{Value, json};

pub(crate) const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/// The hash of a transaction, and another one.
pub(crate) const HASH: &str = "7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f";
pub(crate) const OTHER_HASH: &str = "00ff0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f0a7c2f";
const ETHEREUM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
pub(crate) const WALLET: &str = "/api/webmaster/wallet";
pub(crate) const PAYOUTS: &str = "/api/webmaster/payouts";
pub(crate) const ADMIN: &str = "/api/admin/payouts";
const HISTORY: &str = "/api/webmaster/balance/history";

/// Wallets can be paid to as soon as they are approved.
pub(crate) fn at_once(config: &mut Config) {
    config.settings.payouts.wallet_hours = 0;
}

/// Moves what a webmaster can be paid.
async fn correct(app: &TestApp, webmaster: UserId, dollars: &str) {
    let (amount, reference) = (Money::parse(dollars, 6).unwrap(), format!("test:{}", app.app.rng.bytes::<8>()[0]));
    let reference = format!("{reference}:{:?}", app.app.rng.bytes::<8>());
    let cause = async move |tx: &Tx| {
        let cause = Cause { reference: &reference, operation: Operation::Correction, actor: None, comment: "Earned" };
        movements::adjust_webmaster(tx, cause, webmaster, amount).await
    };
    app.app.store.write("test_earn", Priority::Api, cause).await.unwrap();
}

async fn balance(app: &TestApp, account: Account) -> Money {
    app.app.store.read("test_balance", async move |conn| movements::balance(conn, account).await).await.unwrap()
}

async fn add_wallet(app: &TestApp, webmaster: &Person, payment_type: i64, number: &str) -> Answer {
    let form = json!({"payment_type_id": payment_type, "number": number, "currency_id": 1, "password": PASSWORD});
    app.post(webmaster, WALLET, form).await
}

/// A webmaster with a wallet that can be paid to, and so many dollars.
pub(crate) async fn earner(app: &TestApp, god: &Person, email: &str, dollars: &str) -> Person {
    let anna = app.webmaster(email).await;
    let wallet = add_wallet(app, &anna, 16_001, TRON).await.expect(201)["data"]["id"].clone();
    app.post(god, &format!("/api/admin/moderation/wallets/{wallet}/approve"), json!({})).await.expect(200);
    correct(app, anna.id, dollars).await;
    anna
}

pub(crate) async fn ask(app: &TestApp, webmaster: &Person, amount: Value) -> Answer {
    app.post(webmaster, PAYOUTS, json!({"amount": amount, "password": PASSWORD})).await
}

/// Asks under an idempotency key.
async fn ask_once(app: &TestApp, webmaster: &Person, amount: i64, key: &str) -> Answer {
    keyed(app, webmaster, PAYOUTS, json!({"amount": amount, "fee": 1, "password": PASSWORD}), key).await
}

/// Asks anything under an idempotency key.
pub(crate) async fn keyed(app: &TestApp, who: &Person, path: &str, body: Value, key: &str) -> Answer {
    let request = Request::builder().method(Method::POST).uri(path).header("Idempotency-Key", key);
    let request = request.header(header::AUTHORIZATION, format!("Bearer {}", who.token));
    app.send(request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap()).await
}

pub(crate) async fn decide(app: &TestApp, god: &Person, id: &Value, verb: &str, form: Value) -> Answer {
    app.post(god, &format!("{ADMIN}/{id}/{verb}"), form).await
}

pub(crate) async fn second_god(app: &TestApp) -> Person {
    app.person("second@placard.example", |new| new.user_type = UserType::God).await
}

#[tokio::test]
async fn a_wallet_is_checked_approved_and_waits_for_a_day() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.webmaster("anna@x.org").await);
        let wrong = add_wallet(&app, &anna, 16_001, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T").await;
        assert!(wrong.text.contains("checksum"), "{}", wrong.text);
        assert_eq!(wrong.wrong_fields(), ["number"]);
        assert_eq!(
            add_wallet(&app, &anna, 1_001, "DE00").await.wrong_fields(),
            ["payment_type_id"],
            "for top-ups alone"
        );
        // The same is told while it is typed, before the password is.
        let check = async |by: i64, number: &str| {
            app.get(&anna, &format!("{WALLET}/check?payment_type_id={by}&number={number}")).await
        };
        assert_eq!(check(16_001, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T").await.wrong_fields(), ["number"]);
        assert_eq!(check(1_001, "DE00").await.wrong_fields(), ["payment_type_id"]);
        assert_eq!(check(16_001, TRON).await.expect(200)["data"], json!({"number": TRON}));
        let form = json!({"payment_type_id": 16_001, "number": TRON, "password": "Wrong-pass-1"});
        assert_eq!(app.post(&anna, WALLET, form).await.wrong_fields(), ["password"]);
        let form = json!({"payment_type_id": 16_001, "number": TRON, "currency_id": 2, "password": PASSWORD});
        assert_eq!(app.post(&anna, WALLET, form).await.wrong_fields(), ["currency_id"]);

        let made = add_wallet(&app, &anna, 16_001, TRON).await.expect(201)["data"].clone();
        assert_eq!((&made["status_id"], &made["is_usable"]), (&json!(1), &json!(false)));
        assert_eq!(add_wallet(&app, &anna, 16_001, TRON).await.wrong_fields(), ["number"], "it is there already");
        let small = add_wallet(&app, &anna, 16_002, &ETHEREUM.to_lowercase()).await.expect(201)["data"].clone();
        assert_eq!(small["number"], ETHEREUM, "kept with the capitals of its checksum");
        let listed = app.get(&anna, WALLET).await.expect(200)["data"].clone();
        assert_eq!((&listed["wallets"], listed["unapproved_wallets"].as_array().unwrap().len()), (&json!([]), 2));

        // Staff: the owner of the network alone; nobody in the webmaster's cabinet.
        let (acting, _) = app.acting(&god, &anna).await;
        add_wallet(&app, &acting, 16_001, TRON).await.expect(403);
        app.get(&sales, "/api/admin/moderation/wallets").await.expect(403);
        let other = app.webmaster("other@x.org").await;
        add_wallet(&app, &other, 16_001, TRON).await.expect(201);
        let queue = app.get(&god, "/api/admin/moderation/wallets").await.expect(200)["data"].clone();
        let same: Vec<&Value> = queue.as_array().unwrap().iter().map(|one| &one["same_number"]).collect();
        assert_eq!(same[0], &json!([{"id": other.id.0, "email": "other@x.org"}]));
        let path = |id: &Value, verb: &str| format!("/api/admin/moderation/wallets/{id}/{verb}");
        let comment = json!({"comment": "Not yours."});
        app.post(&god, &path(&small["id"], "reject"), comment.clone()).await.expect(200);
        app.post(&god, &path(&small["id"], "reject"), comment.clone()).await.expect(409);
        // Whoever looked at it while it waited does not undo what a colleague has decided.
        app.post(&god, &path(&small["id"], "approve?only_waiting=1"), json!({})).await.expect(409);
        app.post(&god, &path(&small["id"], "reject?only_waiting=1"), comment).await.expect(409);
        let approved = app.post(&god, &path(&made["id"], "approve"), json!({})).await.expect(200)["data"].clone();
        assert_eq!((&approved["is_primary"], &approved["is_usable"]), (&json!(true), &json!(false)));
        app.put(&anna, &format!("{WALLET}/{}/primary", small["id"]), json!({})).await.expect(409);
        app.delete(&other, &format!("{WALLET}/{}", made["id"])).await.expect(404);

        // Its first day.
        correct(&app, anna.id, "100").await;
        let refused = ask(&app, &anna, json!(60)).await;
        assert!(refused.text.contains("2026-11-22T00:00:00Z"), "{}", refused.text);
        assert_eq!(refused.wrong_fields(), ["wallet_id"]);
        let kinds: Vec<Value> = mails_of(&app, &god).await;
        assert!(kinds.contains(&json!("wallet_added")) && kinds.contains(&json!("wallet_state")), "{kinds:?}");

        // Nobody is paid to an address that the network denies.
        let deny = json!({"number": ETHEREUM.to_uppercase().replacen("0X", "0x", 1), "note": "Stolen"});
        let denied = app.post(&god, "/api/admin/denied_addresses", deny.clone()).await.expect(201)["data"].clone();
        assert_eq!(app.post(&god, "/api/admin/denied_addresses", deny).await.wrong_fields(), ["number"]);
        assert_eq!(add_wallet(&app, &other, 16_002, ETHEREUM).await.wrong_fields(), ["number"]);
        app.post(&god, &path(&small["id"], "approve"), json!({})).await.expect(409);
        app.delete(&god, &format!("/api/admin/denied_addresses/{}", denied["id"])).await.expect(204);
        app.delete(&anna, &format!("{WALLET}/{}", small["id"])).await.expect(204);
        let trusted = app.person("trusted@x.org", |new| (new.is_webmaster, new.is_trusted) = (true, true)).await;
        let made = add_wallet(&app, &trusted, 16_002, ETHEREUM).await.expect(201)["data"].clone();
        assert_eq!(
            (&made["status_id"], &made["is_usable"]),
            (&json!(2), &json!(false)),
            "skips the queue, not the day"
        );
    })
    .await;
}

async fn mails_of(app: &TestApp, god: &Person) -> Vec<Value> {
    let listed = app.get(god, "/api/admin/mails?count=0").await.expect(200);
    listed["data"].as_array().unwrap().iter().map(|mail| mail["kind"].clone()).collect()
}

#[tokio::test]
async fn a_payout_is_asked_for_approved_by_one_and_paid_by_another() {
    each_app_with(at_once, async |app| {
        let (god, second, sales) = (app.god().await, second_god(&app).await, app.sales().await);
        let anna = earner(&app, &god, "anna@x.org", "120.505").await;
        let remain = app.get(&anna, "/api/webmaster/balance/remain").await.expect(200)["data"].clone();
        assert_eq!((&remain["remain"], &remain["minimum_payout"]), (&json!(0), &json!(50)));
        let quote = app.get(&anna, &format!("{PAYOUTS}/quote?amount=60")).await.expect(200)["data"].clone();
        assert_eq!((&quote["fee"], &quote["payable"]), (&json!(1), &json!(59)));
        for wrong in [json!(49.99), json!(120.51), json!(60.001), json!(0), json!(-60)] {
            assert_eq!(ask(&app, &anna, wrong.clone()).await.wrong_fields(), ["amount"], "{wrong}");
        }
        // Nobody pays another fee than the one that was shown.
        let at = |fee: f64| json!({"amount": 60, "fee": fee, "password": PASSWORD});
        let other = app.post(&anna, PAYOUTS, at(0.5)).await;
        assert!(other.text.contains("another fee"), "{}", other.text);
        assert_eq!(other.wrong_fields(), ["amount"]);
        let token = app.api_token(&anna, &["webmaster:write"]).await;
        ask(&app, &token, json!(60)).await.expect(403);
        let (acting, _) = app.acting(&god, &anna).await;
        ask(&app, &acting, json!(60)).await.expect(403);

        let asked = ask_once(&app, &anna, 60, "key-1").await.expect(201)["data"].clone();
        assert_eq!(ask_once(&app, &anna, 60, "key-1").await.expect(201)["data"], asked, "the first answer");
        ask_once(&app, &anna, 61, "key-1").await.expect(409);
        ask(&app, &anna, json!(50)).await.expect(409);
        let money = app.get(&anna, "/api/webmaster/balance").await.expect(200)["data"].clone();
        assert_eq!((&money["balance"], &money["reserved"]), (&json!(60.505), &json!(60)));
        let wallet = app.get(&anna, WALLET).await.expect(200)["data"]["wallets"][0]["id"].clone();
        let in_use = app.delete(&anna, &format!("{WALLET}/{wallet}")).await;
        assert!(in_use.text.contains("open"), "{}", in_use.text);
        in_use.expect(409);

        let id = &asked["id"];
        app.get(&sales, ADMIN).await.expect(403);
        let hash = json!({"transaction_hash": HASH});
        let early = decide(&app, &god, id, "pay", hash.clone()).await;
        assert!(early.text.contains("requested and cannot become paid"), "{}", early.text);
        early.expect(409);
        let form = json!({"transaction_hash": HASH, "former_hash": OTHER_HASH});
        let early = app.put(&god, &format!("{ADMIN}/{id}/transaction_hash"), form).await;
        assert!(early.text.contains("no transaction to correct"), "{}", early.text);
        early.expect(409);
        // Who got no answer asks again, and is told what became of it.
        let approve = format!("{ADMIN}/{id}/approve");
        let approved = keyed(&app, &god, &approve, json!({}), "approve-1").await.expect(200);
        assert_eq!(keyed(&app, &god, &approve, json!({}), "approve-1").await.expect(200), approved);
        assert_eq!(approved["data"]["approved_by"]["email"], "god@placard.example");
        decide(&app, &god, id, "approve", json!({})).await.expect(409);
        app.put(&anna, &format!("{PAYOUTS}/{id}/cancel"), json!({})).await.expect(409);
        // A correction below zero leaves what is set aside alone.
        correct(&app, anna.id, "-100").await;
        let export = async |query: &str| {
            let path = format!("{ADMIN}/export?payment_type_id=16001{query}");
            app.post_empty(&god, &path).await
        };
        let file = export("").await;
        assert!(file.headers["content-disposition"].to_str().unwrap().contains("placard-payouts-2026-11-21.csv"));
        assert_eq!(file.text, format!("address,amount,currency,reference\r\n{TRON},59,USDTTRC20,P{id}\r\n"));
        // It may have been sent: nobody sends it again without wanting so, and nobody gives its money back unasked.
        assert_eq!(export("").await.text, "address,amount,currency,reference\r\n");
        assert_eq!(export("&again=1").await.text, file.text);
        // Without a reference nothing stops a second payment: its files are asked for one by one.
        assert_eq!(export("&again=1&format=nowpayments").await.wrong_fields(), ["again"]);
        let other = export("&exported_at=2026-11-21T00:00:00Z&format=nowpayments").await.text;
        assert_eq!(other, format!("Ticker,Wallet address,ExtraId,Amount\r\nUSDTTRC20,{TRON},,59\r\n"));
        let shown = app.get(&god, &format!("{ADMIN}/{id}")).await.expect(200)["data"].clone();
        assert_eq!(
            (&shown["exported_at"], &shown["exported_by"]["id"]),
            (&json!("2026-11-21T00:00:00Z"), &json!(god.id.0))
        );
        let refused = decide(&app, &god, id, "reject", json!({"comment": "No"})).await;
        assert!(refused.text.contains("stands in a file"), "{}", refused.text);
        refused.expect(409);
        let alone = decide(&app, &god, id, "pay", hash.clone()).await;
        assert!(alone.text.contains("Another owner"), "{}", alone.text);
        alone.expect(409);
        let (one, other) = tokio::join!(
            decide(&app, &second, id, "pay", hash.clone()),
            decide(&app, &second, id, "pay", json!({"transaction_hash": OTHER_HASH}))
        );
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text, other.text);
        let paid = app.get(&god, &format!("{ADMIN}/{id}")).await.expect(200)["data"].clone();
        let seen = (&paid["approved_by"]["id"], &paid["closed_by"]["id"], &paid["is_single_control"]);
        assert_eq!(seen, (&json!(god.id.0), &json!(second.id.0), &json!(false)));
        let url = paid["explorer_url"].as_str().unwrap();
        assert!(url.starts_with("https://tronscan.org/#/transaction/"), "{url}");
        decide(&app, &god, id, "reject", json!({"comment": "Late"})).await.expect(409);
        correcting::transaction_is_corrected(&app, &god, &anna, &paid).await;
        for (account, dollars) in
            [(Account::Payouts, "59"), (Account::Fees, "1"), (Account::PayoutReserve(anna.id), "0")]
        {
            assert_eq!(balance(&app, account).await, Money::parse(dollars, 6).unwrap(), "{account:?}");
        }

        let history = app.get(&anna, HISTORY).await.expect(200);
        assert_eq!(history["meta"]["per_page"], 15);
        let rows: Vec<_> = history["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (&row["type"], &row["type_index"], &row["amount"]))
            .collect();
        let expected = [
            (json!("correction"), json!(2), json!(-100)),
            (json!("payout"), json!(1), json!(-59)),
            (json!("fee"), json!(4), json!(-1)),
            (json!("correction"), json!(2), json!(120.505)),
        ];
        let mut rows: Vec<_> = rows.into_iter().map(|(a, b, c)| (a.clone(), b.clone(), c.clone())).collect();
        assert_eq!(rows.len(), 4);
        rows.sort_by_key(|row| row.2.to_string());
        let mut expected = expected.to_vec();
        expected.sort_by_key(|row| row.2.to_string());
        assert_eq!(rows, expected);
        let row = history["data"].as_array().unwrap().iter().find(|row| row["type"] == "payout").unwrap();
        let wallet = json!({"number": TRON, "payment_type": {"id": 16_001, "name": "USDT TRC20"}});
        assert_eq!((&row["wallet"], &row["status_id"], &row["status"]), (&wallet, &json!(3), &json!("Paid")));
        let file = app.get(&anna, &format!("{PAYOUTS}/file?status_id=3")).await;
        assert!(file.text.starts_with("requested_at,id,status,amount_usd,fee_usd,paid_out,currency,"), "{}", file.text);
        let line = file.text.lines().nth(1).unwrap();
        assert!(line.contains(",Paid,60") && line.contains(TRON), "{line}");
        assert_eq!(file.text.lines().count(), 2, "{}", file.text);
        assert_eq!(history["data"][0]["balance_after"], json!(-39.495));
        assert_eq!(app.get(&anna, PAYOUTS).await.expect(200)["pagination"]["per_page"], 15);
        let kinds = mails_of(&app, &god).await;
        assert_eq!(
            kinds.iter().filter(|kind| **kind == "payout_state").count(),
            6,
            "requested, approved, paid, corrected"
        );
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn an_only_owner_shows_anew_who_they_are_and_refusals_give_money_back() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let anna = earner(&app, &god, "anna@x.org", "700").await;
        let asked = ask(&app, &anna, json!(600)).await.expect(201)["data"]["id"].clone();
        app.put(&anna, &format!("{PAYOUTS}/{asked}/cancel"), json!({})).await.expect(200);
        let other = app.webmaster("other@x.org").await;
        app.put(&other, &format!("{PAYOUTS}/{asked}/cancel"), json!({})).await.expect(404);
        let refused = ask(&app, &anna, json!(600)).await.expect(201)["data"]["id"].clone();
        assert_eq!(decide(&app, &god, &refused, "reject", json!({"comment": ""})).await.wrong_fields(), ["comment"]);
        decide(&app, &god, &refused, "reject", json!({"comment": "Ask for less."})).await.expect(200);
        assert_eq!(balance(&app, Account::WebmasterAvailable(anna.id)).await, Money::from_dollars(700));

        let asked = ask(&app, &anna, json!(600)).await.expect(201)["data"]["id"].clone();
        decide(&app, &god, &asked, "approve", json!({})).await.expect(200);
        // Blocked in between: not paid, and given back.
        let block = async |status: UserStatus| {
            let change = UserChange { status: Some((status, "fraud".to_owned())), ..UserChange::default() };
            let id = anna.id;
            let set = async move |tx: &Tx| users::update_user(tx, Scope::System, id, &change).await;
            app.app.store.write("test_block", Priority::Api, set).await.unwrap();
        };
        let pay = |code: Option<&str>| json!({"transaction_hash": HASH, "password": PASSWORD, "otp": code});
        let (codes, hashes) = new_recovery_codes(&app.app.keys, &app.app.rng, god.id);
        let id = god.id;
        let put = async move |tx: &Tx| second_factors::put_recovery_codes(tx, id, &hashes).await;
        app.app.store.write("test_codes", Priority::Api, put).await.unwrap();
        let plain = json!({"transaction_hash": HASH});
        assert_eq!(decide(&app, &god, &asked, "pay", plain).await.wrong_fields(), ["password"]);
        assert_eq!(decide(&app, &god, &asked, "pay", pay(None)).await.wrong_fields(), ["otp"]);
        block(UserStatus::Blocked).await;
        let held = decide(&app, &god, &asked, "pay", pay(Some(&codes[0]))).await;
        assert!(held.text.contains("blocked"), "{}", held.text);
        held.expect(409);
        let why = app.get(&god, &format!("{ADMIN}/{asked}")).await.expect(200)["data"]["hindrance"].clone();
        assert_eq!(why, "The webmaster's account is blocked.");
        let file = app.post_empty(&god, &format!("{ADMIN}/export")).await;
        assert_eq!(file.text, "address,amount,currency,reference\r\n", "what is not to be sent is in no file");
        decide(&app, &god, &asked, "reject", json!({"comment": "Blocked."})).await.expect(200);
        block(UserStatus::Active).await;
        app.app.auth.forget_user(anna.id);

        let asked = ask(&app, &anna, json!(600)).await.expect(201)["data"]["id"].clone();
        decide(&app, &god, &asked, "approve", json!({})).await.expect(200);
        let path = format!("{ADMIN}/{asked}/pay");
        let paid = keyed(&app, &god, &path, pay(Some(&codes[1])), "pay-1").await.expect(200)["data"].clone();
        // The code is used up by then.
        assert_eq!(keyed(&app, &god, &path, pay(Some(&codes[1])), "pay-1").await.expect(200)["data"], paid);
        assert_eq!((&paid["status_id"], &paid["is_single_control"]), (&json!(3), &json!(true)));
        let log = app.get(&god, "/api/admin/audit_log?subject=payout").await.expect(200);
        let last = &log["data"][0];
        assert_eq!((&last["action"], &last["after"]["is_single_control"]), (&json!("pay_payout"), &json!(true)));
        let history = app.get(&anna, HISTORY).await.expect(200)["data"].clone();
        let total: f64 = history.as_array().unwrap().iter().map(|row| row["amount"].as_f64().unwrap()).sum();
        assert!((total - 100.0).abs() < 1e-6, "what histories tell adds up to the balance: {total}");
        assert_eq!(history.as_array().unwrap().len(), 1 + 4 * 2 + 3, "four asked for, three of them given back");
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_file_whose_answer_was_lost_is_made_again_without_the_others() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let mut files = Vec::new();
        for email in ["anna@x.org", "bob@x.org"] {
            let payee = earner(&app, &god, email, "200").await;
            let id = ask(&app, &payee, json!(60)).await.expect(201)["data"]["id"].clone();
            decide(&app, &god, &id, "approve", json!({})).await.expect(200);
            files.push(app.post_empty(&god, &format!("{ADMIN}/export?format=nowpayments")).await.text);
            let made = app.get(&god, &format!("{ADMIN}/{id}")).await.expect(200)["data"]["exported_at"].clone();
            let again = format!("{ADMIN}/export?format=nowpayments&exported_at={}", made.as_str().unwrap());
            assert_eq!(app.post_empty(&god, &again).await.text, files[files.len() - 1]);
            let reference = format!("{ADMIN}/export?exported_at={}", made.as_str().unwrap());
            let text = app.post_empty(&god, &reference).await.text;
            assert!(text.ends_with(&format!(",P{id}\r\n")) && text.lines().count() == 2, "{text}");
            app.clock.advance_ms(HOUR_MS / 60);
        }
        let none = app.post_empty(&god, &format!("{ADMIN}/export?exported_at=2027-01-01T00:00:00Z")).await.text;
        assert_eq!(none, "address,amount,currency,reference\r\n");
        let wrong = app.post_empty(&god, &format!("{ADMIN}/export?exported_at=monday")).await;
        assert_eq!(wrong.wrong_fields(), ["exported_at"]);
        let all = app.post_empty(&god, &format!("{ADMIN}/export?again=1")).await.text;
        assert_eq!(all.lines().count(), 3, "{all}");
    })
    .await;
}

#[tokio::test]
async fn what_was_sent_before_something_hindered_it_is_booked_as_it_happened() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let second = app.person("god2@placard.example", |new| new.user_type = UserType::God).await;
        let anna = earner(&app, &god, "anna@x.org", "200").await;
        let id = ask(&app, &anna, json!(60)).await.expect(201)["data"]["id"].clone();
        decide(&app, &god, &id, "approve", json!({})).await.expect(200);
        app.post_empty(&god, &format!("{ADMIN}/export")).await;
        let denied = json!({"number": TRON, "note": "Stolen"});
        app.post(&god, "/api/admin/denied_addresses", denied).await.expect(201);
        let paid = |was_sent: bool| json!({"transaction_hash": HASH, "was_sent": was_sent});
        let held = decide(&app, &second, &id, "pay", paid(false)).await;
        assert!(held.text.contains("does not pay to"), "{}", held.text);
        held.expect(409);
        decide(&app, &second, &id, "pay", paid(true)).await.expect(200);
        assert_eq!(balance(&app, Account::WebmasterAvailable(anna.id)).await, Money::from_dollars(140));
        assert_eq!(balance(&app, Account::PayoutReserve(anna.id)).await, Money::ZERO);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn nobody_fills_the_books_with_requests() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let anna = earner(&app, &god, "anna@x.org", "200").await;
        for _ in 0..20 {
            let id = ask(&app, &anna, json!(60)).await.expect(201)["data"]["id"].clone();
            app.put(&anna, &format!("{PAYOUTS}/{id}/cancel"), json!({})).await.expect(200);
        }
        let refused = ask(&app, &anna, json!(60)).await;
        assert!(refused.text.contains("within a day"), "{}", refused.text);
        refused.expect(409);
    })
    .await;
}

#[tokio::test]
async fn of_two_requests_at_once_one_is_made() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let anna = earner(&app, &god, "anna@x.org", "120").await;
        let (one, other) = tokio::join!(ask(&app, &anna, json!(100)), ask(&app, &anna, json!(100)));
        let made = [&one, &other].iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 1, "{} {}", one.text, other.text);
        let (one, other) = tokio::join!(ask_once(&app, &anna, 60, "k"), ask_once(&app, &anna, 60, "k"));
        assert!(one.status == 409 || one.status == 422, "{}", one.text);
        assert!(other.status == 409 || other.status == 422, "{}", other.text);
        assert_eq!(balance(&app, Account::PayoutReserve(anna.id)).await, Money::from_dollars(100));
    })
    .await;
}

#[tokio::test]
async fn a_request_and_a_correction_at_once_are_one_after_the_other() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let anna = earner(&app, &god, "anna@x.org", "100").await;
        let (asked, ()) = tokio::join!(ask(&app, &anna, json!(80)), correct(&app, anna.id, "-50"));
        let (available, reserve) = (Account::WebmasterAvailable(anna.id), Account::PayoutReserve(anna.id));
        let (available, reserve) = (balance(&app, available).await, balance(&app, reserve).await);
        let set_aside = if asked.status == 201 { Money::from_dollars(80) } else { Money::ZERO };
        assert_eq!((reserve, available + reserve), (set_aside, Money::from_dollars(50)), "{}", asked.text);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_second_factor_is_asked_for_where_money_leaves() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let anna = earner(&app, &god, "anna@x.org", "100").await;
        let (totp, _) = second_factor::switch_on(&app, &anna).await;
        let wallet = |otp: Option<String>| {
            json!({"payment_type_id": 16_002, "number": ETHEREUM, "password": PASSWORD, "otp": otp})
        };
        assert_eq!(app.post(&anna, WALLET, wallet(None)).await.wrong_fields(), ["otp"]);
        app.post(&anna, WALLET, wallet(Some(second_factor::code(&app, &totp)))).await.expect(201);
        // A code works once.
        app.clock.advance_ms(HOUR_MS / 60);
        let payout = |otp: Option<String>| json!({"amount": 60, "password": PASSWORD, "otp": otp});
        assert_eq!(app.post(&anna, PAYOUTS, payout(None)).await.wrong_fields(), ["otp"]);
        // A code is good once: the same call at the same moment has not been refused by that.
        let body = payout(Some(second_factor::code(&app, &totp)));
        let (one, other) = tokio::join!(
            keyed(&app, &anna, PAYOUTS, body.clone(), "twice"),
            keyed(&app, &anna, PAYOUTS, body.clone(), "twice")
        );
        assert_eq!(one.expect(201), other.expect(201));
    })
    .await;
}

/// Monday of the week after the tests' first day, which is a Saturday, at an hour and a minute.
fn monday(weeks: i64, hour: i64, minute: i64) -> UnixMs {
    let first = UnixMs::parse("2026-11-23T00:00:00Z").unwrap();
    first.plus_ms(weeks * 7 * DAY_MS + hour * HOUR_MS + minute * 60_000)
}

#[tokio::test]
async fn auto_payment_asks_once_on_mondays_whatever_the_clock_does() {
    each_app_with(at_once, async |app| {
        let god = app.god().await;
        let anna = earner(&app, &god, "anna@x.org", "200.019").await;
        let poor = earner(&app, &god, "poor@x.org", "20").await;
        let path = |verb: &str| format!("/api/webmaster/payment/auto_payment/{verb}");
        for person in [&anna, &poor] {
            let on = app.post(person, &path("activate"), json!({})).await.expect(200)["data"].clone();
            assert_eq!((&on["is_auto_payment"], &on["next_at"]), (&json!(true), &json!("2026-11-23T06:00:00Z")));
        }
        let (acting, _) = app.acting(&god, &anna).await;
        app.post(&acting, &path("deactivate"), json!({})).await.expect(403);
        let run = async |now: UnixMs| {
            app.clock.set(now);
            payouts::make(&app.app.worker, now).await.unwrap();
        };
        let open = async || balance(&app, Account::PayoutReserve(anna.id)).await;
        let close = async || {
            let sql = "SELECT id FROM payouts WHERE status_id = 1";
            let find = async move |conn: &placard_store::Conn| {
                conn.rows(sql, [])
                    .await?
                    .iter()
                    .map(|row| row.get::<i64>("id"))
                    .collect::<placard_store::Result<Vec<_>>>()
            };
            for id in app.app.store.read("test_open", find).await.unwrap() {
                let by = god.id;
                let reject = async move |tx: &Tx| {
                    placard_store::paid_out::payouts::reject(tx, placard_model::PayoutId(id), "No.", by, false)
                        .await
                        .map(drop)
                };
                app.app.store.write("test_reject", Priority::Api, reject).await.unwrap();
            }
        };
        run(monday(0, 5, 59)).await;
        assert_eq!(open().await, Money::ZERO, "before six");
        // Came in on Monday: what was available when Sunday ended is paid, to the cent.
        correct(&app, anna.id, "50").await;
        run(monday(0, 6, 0)).await;
        assert_eq!(open().await, Money::parse("200.01", 2).unwrap());
        close().await;
        // Again, after a restart, a clock that went back and one that jumped there and back.
        for (weeks, hour) in [(0, 6), (0, 23), (-1, 7), (0, 7), (3, 8), (0, 9), (3, 10)] {
            run(monday(weeks, hour, 0)).await;
            if weeks == 3 && hour == 8 {
                assert_eq!(open().await, Money::parse("250.01", 2).unwrap(), "a Monday to come is one Monday");
                close().await;
            }
            assert_eq!(open().await, Money::ZERO, "{weeks} {hour}");
        }
        // A week later, some days late; less is there than on Sunday.
        correct(&app, anna.id, "-150").await;
        app.clock.set(monday(1, 3, 0));
        correct(&app, anna.id, "-20").await;
        run(monday(1, 30, 0)).await;
        assert_eq!(open().await, Money::parse("80.01", 2).unwrap());
        // One that is open waits for nobody: the next Monday passes, and the one after does not make up for it.
        run(monday(2, 6, 0)).await;
        assert_eq!(open().await, Money::parse("80.01", 2).unwrap());
        close().await;
        run(monday(2, 9, 0)).await;
        assert_eq!(open().await, Money::ZERO);
        let last = async |user: UserId| {
            app.app
                .store
                .read("last", async move |conn| placard_store::paid_out::auto_payouts::last(conn, user).await)
                .await
                .unwrap()
        };
        let note = last(poor.id).await.unwrap();
        assert!(note.payout.is_none() && note.note.contains("at least 50"), "{note:?}");
        // The hourly jobs make it, too.
        schedule::hourly(&app.app.worker, monday(4, 6, 0)).await.unwrap();
        // Switched off between the list and the decision.
        let anna = app.logged_in(anna.id).await;
        app.post(&anna, &path("deactivate"), json!({})).await.expect(200);
        let before = last(anna.id).await;
        let decide =
            async |tx: &Tx| placard_store::paid_out::auto_payouts::decide(tx, anna.id, monday(5, 0, 0).day()).await;
        assert!(app.app.store.write("test_decide", Priority::Api, decide).await.unwrap().is_none());
        assert_eq!(last(anna.id).await, before);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}
