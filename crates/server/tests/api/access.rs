//! Sessions, API tokens, new devices, and what staff see and change of users.

use crate::app::{Answer, PASSWORD, Person, TestApp, each_app, each_app_with};
use crate::billing_details::invoice;
use crate::payouts::{ask, at_once, earner};
use crate::publishing;
use crate::sign_up::{RESET, kinds_to, mails_to, nobody, token_to};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use placard_model::Clock as _;
use placard_model::UserId;
use placard_model::time::DAY_MS;
use placard_model::user::UserType;
use placard_store::accounts::users::{self, UserChange};
use placard_store::{Priority, Scope, Tx};
use placard_worker::feeds::schedule;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::sync::Notify;

const TOKEN: &str = "/api/oauth2/accessToken";
const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/// A login from a browser at an address.
async fn log_in(app: &TestApp, email: &str, agent: &str, address: &str) -> Person {
    let body = json!({"email": email, "password": PASSWORD}).to_string();
    let request = Request::post(TOKEN)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, agent)
        .extension(ConnectInfo(SocketAddr::from((address.parse::<IpAddr>().unwrap(), 5_000))))
        .body(Body::from(body))
        .unwrap();
    let tokens = app.send(request).await.expect(200);
    Person { token: tokens["access_token"].as_str().unwrap().to_owned(), ..Person::default() }
}

fn kind(problem: &Value) -> &str {
    problem["type"].as_str().unwrap().rsplit(':').next().unwrap()
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let bob = app.advertiser("bob@x.org").await;
        let desk = log_in(&app, "anna@x.org", FIREFOX, "198.51.100.7").await;
        app.clock.advance_ms(1_000);
        let train = log_in(&app, "anna@x.org", CHROME, "2001:db8::7").await;
        let listed = app.get(&desk, "/api/account/sessions").await.expect(200)["data"].clone();
        let row = |at: usize, field: &str| listed[at][field].clone();
        assert_eq!(listed.as_array().unwrap().len(), 3, "the first is the one that the test was made with");
        assert_eq!(
            (row(0, "browser"), row(0, "os"), row(0, "address")),
            (json!("Chrome"), json!("Linux"), json!("2001:db8::7"))
        );
        assert_eq!(
            (row(1, "browser"), row(1, "is_current"), row(0, "is_current")),
            (json!("Firefox"), json!(true), json!(false))
        );

        let path = format!("/api/account/sessions/{}", listed[0]["id"]);
        app.delete(&bob, &path).await.expect(404);
        app.get(&train, "/api/account").await.expect(200);
        app.delete(&desk, &path).await.expect(204);
        app.get(&train, "/api/account").await.expect(401);
        app.delete(&desk, &path).await.expect(404);

        let train = log_in(&app, "anna@x.org", CHROME, "2001:db8::7").await;
        app.get(&train, "/api/account").await.expect(200);
        app.delete(&desk, "/api/account/sessions").await.expect(204);
        app.get(&train, "/api/account").await.expect(401);
        app.get(&desk, "/api/account").await.expect(200);
        let left = app.get(&desk, "/api/account/sessions").await.expect(200);
        assert_eq!(left["data"].as_array().unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_login_from_a_new_device_is_told_by_mail() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        log_in(&app, "anna@x.org", FIREFOX, "198.51.100.7").await;
        log_in(&app, "anna@x.org", FIREFOX, "198.51.100.200").await;
        assert!(kinds_to(&app, "anna@x.org").await.is_empty(), "the first device, and its network");
        log_in(&app, "anna@x.org", CHROME, "198.51.100.7").await;
        log_in(&app, "anna@x.org", FIREFOX, "203.0.113.7").await;
        log_in(&app, "anna@x.org", FIREFOX, "203.0.113.8").await;
        let mails = mails_to(&app, "anna@x.org").await;
        assert_eq!(mails.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), ["new_device", "new_device"]);
        assert!(mails[0].1.contains("Chrome on Linux") && mails[1].1.contains("203.0.113.7"), "{mails:?}");
    })
    .await;
}

#[tokio::test]
async fn devices_are_forgotten_but_for_the_latest() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let warnings = async || kinds_to(&app, "anna@x.org").await.len();
        log_in(&app, "anna@x.org", FIREFOX, "198.51.100.7").await;
        app.clock.advance_ms(1);
        log_in(&app, "anna@x.org", CHROME, "198.51.100.7").await;
        assert_eq!(warnings().await, 1);
        app.clock.advance_ms((schedule::DEVICES_DAYS + 1) * DAY_MS);
        schedule::hourly(&app.app.worker, app.app.clock.now()).await.unwrap();
        log_in(&app, "anna@x.org", CHROME, "198.51.100.7").await;
        assert_eq!(warnings().await, 0, "the latest device is known however long ago it was; the old warning is gone");
        log_in(&app, "anna@x.org", FIREFOX, "198.51.100.7").await;
        let mails = mails_to(&app, "anna@x.org").await;
        assert!(mails.last().is_some_and(|(_, text)| text.contains("Firefox")), "{mails:?}");
    })
    .await;
}

#[tokio::test]
async fn api_tokens_do_what_their_scopes_say() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let make = async |mut form: Value| {
            form["password"] = json!(PASSWORD);
            app.post(&anna, "/api/account/tokens", form).await
        };
        assert_eq!(make(json!({"name": "", "scopes": []})).await.wrong_fields(), ["name", "scopes"]);
        assert_eq!(make(json!({"name": "a", "scopes": ["admin:read"]})).await.wrong_fields(), ["scopes"]);
        assert_eq!(make(json!({"name": "a", "scopes": ["money:all"]})).await.wrong_fields(), ["scopes"]);
        let past = json!({"name": "a", "scopes": ["account:read"], "expires_at": "2026-11-20T00:00:00Z"});
        assert_eq!(make(past).await.wrong_fields(), ["expires_at"]);

        let form = json!({
            "name": "nightly", "scopes": ["advertiser:write", "advertiser:read"], "expires_at": "2026-11-22T00:00:00Z"
        });
        let made = make(form).await.expect(201)["data"].clone();
        let text = made["token"].as_str().unwrap();
        assert!(text.starts_with("plc_") && text.starts_with(made["prefix"].as_str().unwrap()));
        let script = Person { id: anna.id, token: text.to_owned() };
        let campaign = json!({"name": "c", "target_id": 1});
        app.post(&script, "/api/advertiser/campaigns", campaign).await.expect(201);
        app.get(&script, "/api/targeting/countries").await.expect(200);
        let refused = app.get(&script, "/api/account").await.expect(403);
        assert_eq!(kind(&refused), "scope_missing");
        assert!(refused["detail"].as_str().unwrap().contains("account:read"));
        for (method, path) in [
            (Method::GET, "/api/oauth2/user"),
            (Method::GET, "/api/account/tokens"),
            (Method::PUT, "/api/account/password"),
            (Method::DELETE, "/api/account"),
            (Method::GET, "/api/account/sessions"),
            (Method::POST, "/api/account/second_factor"),
        ] {
            app.call(method, path, &script, Some(json!({}))).await.expect(403);
        }

        let listed = app.get(&anna, "/api/account/tokens").await.expect(200);
        let row = &listed["data"][0];
        assert_eq!((&row["name"], &row["last_used_at"]), (&json!("nightly"), &json!("2026-11-21T00:00:00Z")));
        assert!(!listed.to_string().contains(text));
        assert!(!listed["scopes"].to_string().contains("admin:"), "ordinary users give no scopes of staff");

        app.clock.advance_ms(24 * 3_600_000);
        app.get(&script, "/api/advertiser/campaigns").await.expect(401);
        app.get(&Person { token: "plc_nonsense".to_owned(), ..Person::default() }, "/api/account").await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn a_session_alone_makes_no_token_and_none_outlives_the_password() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let make = async |password: Option<&str>| {
            let mut form = json!({"name": "backdoor", "scopes": ["advertiser:write"]});
            if let Some(password) = password {
                form["password"] = json!(password);
            }
            app.post(&anna, "/api/account/tokens", form).await
        };
        assert_eq!(make(None).await.wrong_fields(), ["password"]);
        assert_eq!(make(Some("Wrong-pass-1")).await.wrong_fields(), ["password"]);
        assert_eq!(kinds_to(&app, "anna@x.org").await, Vec::<String>::new());
        make(Some(PASSWORD)).await.expect(201);
        let mails = mails_to(&app, "anna@x.org").await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        let (kind, text) = &mails[0];
        assert!(kind == "api_token_created" && text.contains("backdoor") && text.contains("Change campaigns and ads"));

        let token = app.api_token(&anna, &["account:read"]).await;
        let change = async |old: &str, new: &str, keeps: bool| {
            let form = json!({"password": old, "new_password": new, "keep_api_tokens": keeps});
            app.put(&anna, "/api/account/password", form).await.expect(204);
        };
        change(PASSWORD, "Second-pass-2", true).await;
        app.get(&token, "/api/account").await.expect(200);
        change("Second-pass-2", "Third-pass-3", false).await;
        app.get(&token, "/api/account").await.expect(401);
        let told = mails_to(&app, "anna@x.org").await.pop().unwrap().1;
        assert!(told.contains("API tokens ended"), "{told}");

        let token = app.api_token(&anna, &["account:read"]).await;
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let path = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
        app.put(&nobody(), &path, json!({"password": PASSWORD})).await.expect(204);
        app.get(&token, "/api/account").await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_token_and_a_blocked_owner_lose_access() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let one = app.api_token(&anna, &["account:read"]).await;
        let two = app.api_token(&anna, &["account:read"]).await;
        app.get(&one, "/api/account").await.expect(200);
        let listed = app.get(&anna, "/api/account/tokens").await.expect(200);
        let path = format!("/api/account/tokens/{}", listed["data"][1]["id"]);
        app.delete(&god, &path).await.expect(404);
        app.delete(&anna, &path).await.expect(204);
        app.get(&one, "/api/account").await.expect(401);
        app.get(&two, "/api/account").await.expect(200);
        let block = json!({"status_id": 2, "status_reason": "unpaid invoice"});
        app.put(&god, &format!("/api/admin/users/{}", anna.id), block).await.expect(200);
        app.get(&two, "/api/account").await.expect(401);
    })
    .await;
}

/// Makes the sales user the manager of a client.
pub(crate) async fn give_client(app: &TestApp, sales: &Person, client: &Person) {
    let (id, change) = (client.id, UserChange { manager: Some(Some(sales.id)), ..UserChange::default() });
    app.app
        .store
        .write("test", Priority::Api, async move |tx| users::update_user(tx, Scope::System, id, &change).await)
        .await
        .unwrap();
}

fn emails(answer: &Value) -> Vec<&str> {
    answer["data"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn staff_find_users_and_sales_their_clients_alone() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let (anna, bob) = (app.advertiser("anna@x.org").await, app.webmaster("bob_b@x.org").await);
        give_client(&app, &sales, &anna).await;
        let list = async |who: &Person, query: &str| app.get(who, &format!("/api/admin/users{query}")).await;
        let all = list(&god, "").await.expect(200);
        assert_eq!(emails(&all), ["bob_b@x.org", "anna@x.org", "sales@placard.example", "god@placard.example"]);
        assert_eq!(all["data"][1]["manager"], json!({"id": sales.id.0, "email": "sales@placard.example"}));
        assert_eq!(emails(&list(&sales, "").await.expect(200)), ["anna@x.org"]);
        for (query, expected) in [
            ("?searchPhrase=B_B", "bob_b@x.org"),
            ("?type_id=13", "sales@placard.example"),
            (&format!("?manager_id={}", sales.id), "anna@x.org"),
            (&format!("?searchPhrase={}&type_id=1", bob.id), "bob_b@x.org"),
        ] {
            let found = list(&god, query).await.expect(200);
            assert_eq!((emails(&found), &found["pagination"]["total"]), (vec![expected], &json!(1)), "{query}");
        }
        assert_eq!(emails(&list(&god, "?searchPhrase=b%25").await.expect(200)), Vec::<&str>::new());
        assert_eq!(list(&god, "?type_id=5&status_id=9").await.wrong_fields(), ["status_id", "type_id"]);
        app.get(&sales, &format!("/api/admin/users/{}", anna.id)).await.expect(200);
        app.get(&sales, &format!("/api/admin/users/{}", bob.id)).await.expect(404);
        app.get(&sales, &format!("/api/admin/users/{}", god.id)).await.expect(404);
        // What they have, and where they are logged in.
        let account = async |who: &Person, id: UserId| app.get(who, &format!("/api/admin/users/{id}/account")).await;
        let of_anna = account(&sales, anna.id).await.expect(200);
        assert_eq!((&of_anna["data"]["balance"], &of_anna["data"]["available"]), (&json!(0), &Value::Null));
        assert_eq!((&of_anna["data"]["ads_count"], &of_anna["data"]["topped_up"]), (&json!(0), &json!(0)));
        // Sales read the money of their clients, and not where these are logged in.
        assert!(of_anna["data"]["sessions"].is_null());
        assert!(account(&god, anna.id).await.expect(200)["data"]["sessions"].is_array());
        let of_bob = account(&god, bob.id).await.expect(200);
        assert_eq!((&of_bob["data"]["balance"], &of_bob["data"]["pending"]), (&Value::Null, &json!(0)));
        assert_eq!(of_bob["data"]["ads_count"], Value::Null);
        account(&sales, bob.id).await.expect(404);
        // Who looked for somebody else's client is told to god, and nobody is told of numbers that nobody has.
        app.get(&sales, "/api/admin/users/987654").await.expect(404);
        let log = app.get(&god, "/api/admin/audit_log?subject=user").await.expect(200)["data"].clone();
        let tried = |entry: &&Value| entry["action"] == "refuse_call" && entry["actor"]["id"] == json!(sales.id.0);
        let whom: Vec<&Value> =
            log.as_array().unwrap().iter().filter(tried).map(|entry| &entry["subject_id"]).collect();
        assert_eq!(whom, [&json!(bob.id.0), &json!(god.id.0), &json!(bob.id.0)]);
        // The log is narrowed to one kind of change, and to days.
        let (today, base) = (app.clock.now().day(), "/api/admin/audit_log");
        let narrowed = async |query: String| {
            let found = app.get(&god, &format!("{base}?{query}")).await.expect(200)["data"].clone();
            found
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| entry["action"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(narrowed("action=refuse_call".to_owned()).await, ["refuse_call"; 3]);
        assert_eq!(narrowed("action=nothing_such".to_owned()).await, Vec::<String>::new());
        let all = narrowed(String::new()).await;
        assert_eq!(narrowed(format!("date_from={today}&date_to={today}")).await, all);
        for empty in [format!("date_from={}", today.plus(1)), format!("date_to={}", today.plus(-1))] {
            assert_eq!(narrowed(empty.clone()).await, Vec::<String>::new(), "{empty}");
        }
        assert_eq!(app.get(&god, &format!("{base}?date_to=soon")).await.wrong_fields(), ["date_to"]);
        // Whose number was typed comes before newer ones that have it in their address.
        let newer = format!("x{}x@x.org", bob.id);
        app.advertiser(&newer).await;
        let found = list(&god, &format!("?searchPhrase={}", bob.id)).await.expect(200);
        assert_eq!(emails(&found)[..2], ["bob_b@x.org", newer.as_str()]);
    })
    .await;
}

#[tokio::test]
async fn what_sales_try_on_what_others_have_stands_in_the_history_of_its_owner() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let (anna, eva, bob) =
            (app.advertiser("anna@x.org").await, app.advertiser("eva@x.org").await, app.webmaster("bob@x.org").await);
        give_client(&app, &sales, &anna).await;
        let (own, campaign) = (app.campaign(&anna, "Spring").await, app.campaign(&eva, "Autumn").await);
        let deposit = invoice(&app, &eva, 200).await;
        let site = publishing::site(&app, &bob, "news.example").await["id"].clone();
        let hold = json!({"version": 1, "reason": "The page sells mice"});
        app.put(&sales, &format!("/api/admin/campaigns/{campaign}/decline"), hold.clone()).await.expect(404);
        app.get(&sales, &format!("/api/admin/deposits/{deposit}")).await.expect(404);
        let token = app.api_token(&sales, &["admin:read", "admin:write"]).await;
        app.put(&token, &format!("/api/admin/sites/{site}/block"), hold.clone()).await.expect(404);
        app.put(&sales, &format!("/api/admin/sites/{site}/block"), hold.clone()).await.expect(404);
        let approve = format!("/api/admin/moderation/sites/{site}/approve");
        app.post(&sales, &approve, json!({"version": 1})).await.expect(404);
        // A number may be written otherwise.
        let digits: Vec<String> = campaign.to_string().bytes().map(|digit| format!("%{digit:02x}")).collect();
        app.get(&sales, &format!("/api/admin/campaigns/{}", digits.concat())).await.expect(404);
        // What is not there is nobody's, and what a client of theirs has deleted was theirs to look for.
        app.put(&sales, "/api/admin/campaigns/987654/decline", hold).await.expect(404);
        app.delete(&anna, &format!("/api/advertiser/campaigns/{own}")).await.expect(204);
        app.get(&sales, &format!("/api/admin/campaigns/{own}")).await.expect(404);

        let tried = async |of: &str| -> Vec<(Value, Value, Value)> {
            let log = app.get(&god, &format!("/api/admin/audit_log?{of}")).await.expect(200)["data"].clone();
            let refused = log.as_array().unwrap().iter().filter(|entry| entry["action"] == "refuse_call");
            let told = |entry: &Value| {
                assert_eq!(entry["after"]["why"], "Its owner is no client of theirs.");
                (entry["subject"].clone(), entry["subject_id"].clone(), entry["after"]["operation"].clone())
            };
            refused.map(told).collect()
        };
        let of_campaign = |operation: &str| (json!("campaign"), json!(campaign), json!(operation));
        let of_deposit = (json!("deposit"), deposit, json!("get_any_deposit"));
        let of_eva = [of_campaign("get_user_campaign"), of_deposit, of_campaign("decline_campaign")];
        assert_eq!(tried(&format!("user_id={}", eva.id)).await, of_eva);
        let of_site = |operation: &str| (json!("site"), site.clone(), json!(operation));
        assert_eq!(tried(&format!("user_id={}", bob.id)).await, [of_site("approve_site"), of_site("block_site")]);
        assert!(tried(&format!("user_id={}", anna.id)).await.is_empty());
        assert_eq!(tried(&format!("user_id={}", sales.id)).await.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn what_sales_try_on_money_and_mail_stands_in_the_history_of_its_owner() {
    each_app_with(at_once, async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let second = app.person("second@placard.example", |new| new.user_type = UserType::God).await;
        let carl = earner(&app, &god, "carl@x.org", "200").await;
        let payout = ask(&app, &carl, json!(60)).await.expect(201)["data"]["id"].clone();
        let wallet = app.get(&carl, "/api/webmaster/wallet").await.expect(200)["data"]["wallets"][0]["id"].clone();
        let form = json!({"kind_id": 1, "side_id": 2, "user_id": carl.id.0, "amount": 500, "reason": "An outage"});
        let correction = app.post(&second, "/api/admin/corrections", form).await.expect(201)["data"]["id"].clone();
        let mails = app.get(&god, "/api/admin/mails?count=0").await.expect(200)["data"].clone();
        let to_carl = mails.as_array().unwrap().iter().find(|mail| mail["recipient"] == "carl@x.org");
        let mail = to_carl.unwrap_or_else(|| panic!("{mails}"))["id"].clone();
        // Also by looking, and by a token.
        let token = app.api_token(&sales, &["admin:read"]).await;
        for (who, thing) in [(&token, format!("payouts/{payout}")), (&sales, format!("mails/{mail}"))] {
            app.get(who, &format!("/api/admin/{thing}")).await.expect(403);
        }
        for decision in [
            format!("payouts/{payout}/approve"),
            format!("moderation/wallets/{wallet}/approve"),
            format!("corrections/{correction}/approve"),
        ] {
            app.post(&sales, &format!("/api/admin/{decision}"), json!({})).await.expect(403);
        }
        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", carl.id)).await.expect(200)["data"].clone();
        let tried = log.as_array().unwrap().iter().filter(|entry| entry["action"] == "refuse_call");
        let told = |entry: &Value| (entry["subject"].clone(), entry["subject_id"].clone());
        let expected = [("correction", correction), ("wallet", wallet), ("payout", payout.clone()), ("mail", mail)];
        let expected = expected.into_iter().chain([("payout", payout)]).map(|(subject, id)| (json!(subject), id));
        assert_eq!(tried.map(told).collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{log}");
    })
    .await;
}

#[tokio::test]
async fn who_hangs_up_while_it_is_written_has_tried_all_the_same() {
    each_app(async |app| {
        // A database that writes several things at once keeps nobody waiting.
        if app.app.store.is_postgres() {
            return;
        }
        let (god, sales) = (app.god().await, app.sales().await);
        // SQLite writes one after the other: this one lasts until it is let go.
        let (begun, goes_on) = (Notify::new(), Notify::new());
        let hold = async |_: &Tx| {
            begun.notify_one();
            goes_on.notified().await;
            Ok(())
        };
        let hang_up = async {
            begun.notified().await;
            let call = app.post(&sales, "/api/admin/payouts/987654/approve", json!({}));
            let is_noting = async {
                while app.app.auth.notes.is_empty() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::select! {
                answer = call => panic!("it was answered: {}", answer.status),
                () = is_noting => {}
            }
            goes_on.notify_one();
        };
        let (held, ()) = tokio::join!(app.app.store.write("test_hold", Priority::Api, hold), hang_up);
        held.unwrap();
        app.app.auth.notes.close();
        app.app.auth.notes.wait().await;
        let log = app.get(&god, "/api/admin/audit_log?subject=payout").await.expect(200);
        assert_eq!((&log["data"][0]["action"], &log["pagination"]["total"]), (&json!("refuse_call"), &json!(1)));
    })
    .await;
}

#[tokio::test]
async fn god_changes_users_and_a_block_ends_their_sessions() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.advertiser("anna@x.org").await);
        let path = format!("/api/admin/users/{}", anna.id);
        let put = async |who: &Person, path: &str, form: Value| -> Answer { app.put(who, path, form).await };
        for _ in 0..2 {
            put(&sales, &path, json!({"is_trusted": true})).await.expect(403);
        }
        let form = json!({"is_trusted": true, "manager_id": sales.id.0, "minimum_bid": 0.25});
        let changed = put(&god, &path, form).await.expect(200)["data"].clone();
        assert_eq!(
            (&changed["is_trusted"], &changed["manager"]["id"], &changed["minimum_bid"]),
            (&json!(true), &json!(sales.id.0), &json!(0.25))
        );
        // What was agreed about clicks counts from now on; the same again is no change.
        let share = |points: Value| json!({"share_basis_points": points});
        for points in [json!(8_000), json!(8_000), Value::Null] {
            let changed = put(&god, &path, share(points.clone())).await.expect(200)["data"].clone();
            assert_eq!(changed["share_basis_points"], points);
        }
        assert_eq!(put(&god, &path, share(json!(10_001))).await.wrong_fields(), ["share_basis_points"]);
        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", anna.id)).await.expect(200);
        let shares = log["data"].as_array().unwrap().iter().filter(|entry| entry["action"] == "set_share");
        let shares: Vec<(Value, Value)> =
            shares.map(|entry| (entry["before"].clone(), entry["after"].clone())).collect();
        assert_eq!(shares, [(share(json!(8_000)), share(Value::Null)), (share(Value::Null), share(json!(8_000)))]);
        // Money is nothing that a token changes.
        let token = app.api_token(&god, &["admin:read", "admin:write"]).await;
        put(&token, &path, share(json!(10_000))).await.expect(403);
        assert_eq!(app.get(&god, &path).await.expect(200)["data"]["share_basis_points"], Value::Null);
        let changed = put(&god, &path, json!({"manager_id": null, "minimum_bid": null})).await.expect(200);
        assert_eq!((&changed["data"]["manager"], &changed["data"]["minimum_bid"]), (&Value::Null, &Value::Null));
        let wrong =
            json!({"status_id": 4, "manager_id": anna.id.0, "minimum_bid": -1, "status_reason": "x".repeat(501)});
        let fields = put(&god, &path, wrong).await.wrong_fields();
        assert_eq!(fields, ["manager_id", "minimum_bid", "status_id", "status_reason"]);

        app.get(&anna, "/api/account").await.expect(200);
        let blocked = put(&god, &path, json!({"status_id": 2, "status_reason": "unpaid invoice"})).await.expect(200);
        assert_eq!(blocked["data"]["status_reason"], json!("unpaid invoice"));
        app.get(&anna, "/api/account").await.expect(401);
        let own = format!("/api/admin/users/{}", god.id);
        put(&god, &own, json!({"status_id": 2})).await.expect(409);
        let freed = put(&god, &path, json!({"status_id": 3})).await.expect(200);
        assert_eq!((&freed["data"]["status_id"], &freed["data"]["status_reason"]), (&json!(3), &json!("")));
        app.get(&anna, "/api/account").await.expect(401);

        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", anna.id)).await.expect(200);
        let first = &log["data"][0];
        assert_eq!(
            (&first["action"], &first["actor"]["email"]),
            (&json!("update_user"), &json!("god@placard.example"))
        );
        assert_eq!((&first["before"]["status"], &first["after"]["status"]), (&json!("Blocked"), &json!("Active")));
        assert_eq!(log["pagination"]["total"], json!(10));
        // What sales tried stands there, too, once, and without what they typed.
        let tried = log["data"].as_array().unwrap().iter().find(|entry| entry["action"] == "refuse_call").unwrap();
        let (actor, after) = (&tried["actor"]["id"], &tried["after"]);
        assert_eq!((actor, &after["operation"]), (&json!(sales.id.0), &json!("update_user")), "{tried}");
        assert_eq!(after["why"], json!("Only the network's owner may do this."));
        assert!(!tried.to_string().contains("trusted"), "{tried}");
    })
    .await;
}

#[tokio::test]
async fn sales_read_the_log_of_their_clients_alone() {
    each_app(async |app| {
        let sales = app.sales().await;
        let other = app.person("other-sales@x.org", |new| new.user_type = UserType::Sales).await;
        let (anna, bob) = (app.advertiser("anna@x.org").await, app.advertiser("bob@x.org").await);
        give_client(&app, &sales, &anna).await;
        for who in [&anna, &bob] {
            app.post(who, "/api/advertiser/campaigns", json!({"name": "c", "target_id": 1})).await.expect(201);
        }
        let log = async |who: &Person, query: &str| {
            app.get(who, &format!("/api/admin/audit_log{query}")).await.expect(200)["data"].clone()
        };
        let seen = log(&sales, "?subject=campaign").await;
        assert_eq!((seen.as_array().unwrap().len(), &seen[0]["actor"]["email"]), (1, &json!("anna@x.org")));
        assert_eq!(log(&sales, &format!("?user_id={}", bob.id)).await, json!([]));
        assert_eq!(log(&other, "").await, json!([]));

        // How clients are paid is nothing that they see.
        let god = app.god().await;
        let carl = earner(&app, &god, "carl@x.org", "100").await;
        give_client(&app, &sales, &carl).await;
        let subjects = async |who: &Person| -> Vec<String> {
            let rows = log(who, &format!("?user_id={}", carl.id)).await;
            rows.as_array().unwrap().iter().map(|row| row["subject"].as_str().unwrap().to_owned()).collect()
        };
        assert!(subjects(&god).await.contains(&"wallet".to_owned()));
        assert!(!subjects(&sales).await.contains(&"wallet".to_owned()));
        assert_eq!(log(&sales, "?subject=wallet").await, json!([]));
        // A token reads that it was changed, and not to what: it has no call that tells.
        let token = app.api_token(&god, &["admin:read"]).await;
        for (who, is_told) in [(&god, true), (&token, false)] {
            let entry = log(who, "?subject=wallet").await[0].clone();
            assert_eq!((entry["action"].is_string(), entry["after"].is_object()), (true, is_told), "{entry}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_stale_change_of_a_user_is_refused() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let path = format!("/api/admin/users/{}", anna.id);
        let read = app.get(&god, &path).await.expect(200)["data"]["version"].clone();
        let changed = app.put(&god, &path, json!({"is_trusted": true, "version": read})).await.expect(200);
        assert_ne!(changed["data"]["version"], read);
        let refused = app.put(&god, &path, json!({"status_id": 2, "version": read})).await.expect(409);
        assert!(refused["detail"].as_str().unwrap().contains("changed meanwhile"), "{refused}");
        let again = json!({"status_id": 2, "version": changed["data"]["version"]});
        app.put(&god, &path, again).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_stays_deleted_when_it_is_blocked_at_the_same_time() {
    each_app(async |app| {
        let god = app.god().await;
        for n in 0..4 {
            let anna = app.advertiser(&format!("anna{n}@x.org")).await;
            let path = format!("/api/admin/users/{}", anna.id);
            let delete = app.call(Method::DELETE, "/api/account", &anna, Some(json!({"password": PASSWORD})));
            let (deleted, blocked) = tokio::join!(delete, app.put(&god, &path, json!({"status_id": 2})));
            let status = app.get(&god, &path).await.expect(200)["data"]["status_id"].clone();
            let expected = if deleted.status == 204 { 4 } else { 2 };
            assert_eq!(status, expected, "{} {}", deleted.text, blocked.text);
        }
    })
    .await;
}
