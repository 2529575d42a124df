//! The second cabinet, notices, own data, deletion.

use crate::app::{Answer, PASSWORD, PEER, Person, TestApp, each_app};
use crate::publishing;
use axum::body::Body;
use axum::http::{Method, Request};
use placard_common::data_folder::OUTBOX;
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::user::UserStatus;
use placard_model::{Day, Money, UnixMs, UserId};
use placard_store::accounts::users::{self, User};
use placard_store::accounts::{audit_log, export, terms};
use placard_store::money::movements::{self, Cause};
use placard_store::{Conn, Priority, Scope, Tx};
use placard_worker::feeds::mail::Post;
use serde_json::{Value, json};

const ACCOUNT: &str = "/api/account";

async fn stored(app: &TestApp, id: UserId) -> User {
    app.app.store.read("test", async |conn| users::get_user(conn, Scope::System, id).await).await.unwrap()
}

async fn delete(app: &TestApp, person: &Person, body: Value) -> Answer {
    app.call(Method::DELETE, ACCOUNT, person, Some(body)).await
}

async fn balance(app: &TestApp, account: Account) -> Money {
    app.app.store.read("test", async |conn| movements::balance(conn, account).await).await.unwrap()
}

async fn fund(app: &TestApp, person: &Person) {
    let id = person.id;
    app.app
        .store
        .write("test", Priority::Api, async move |tx| {
            let cause = |reference| Cause { reference, operation: Operation::TopUp, actor: None, comment: "" };
            movements::adjust_advertiser(tx, cause("a"), id, Money::from_micros(25_000_000)).await?;
            let (earned, day) = (Money::from_micros(3_000_000), Day(20_000));
            let postings = [
                Posting::plain(Account::WebmasterPending(id), earned, day),
                Posting::plain(Account::NetworkRevenue, -earned, day),
            ];
            movements::post(tx, cause("b"), &postings).await
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn the_second_cabinet_is_switched_on() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        app.get(&anna, "/api/webmaster/sites").await.expect(403);
        for _ in 0..2 {
            let user = app.post(&anna, "/api/account/role", json!({"role": "webmaster"})).await.expect(200);
            assert_eq!(user["data"]["webmaster"]["id"], anna.id.0);
            assert_eq!(user["data"]["advertiser"]["id"], anna.id.0);
        }
        app.get(&anna, "/api/webmaster/sites").await.expect(200);
        app.get(&anna, "/api/advertiser/campaigns").await.expect(200);
        assert_eq!(app.post(&anna, "/api/account/role", json!({"role": "sales"})).await.wrong_fields(), ["role"]);
        let waiting = app.person("bob@x.org", |new| new.status = UserStatus::Unconfirmed).await;
        app.post(&waiting, "/api/account/role", json!({"role": "webmaster"})).await.expect(403);
    })
    .await;
}

#[tokio::test]
async fn notices_are_switched_off_except_those_of_security() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let notices = app.get(&anna, "/api/account/notices").await.expect(200);
        let all = notices["data"].as_array().unwrap();
        assert!(all.iter().all(|notice| notice["is_in_list"] == true && notice["is_by_mail"] == true));
        let required = |kind: &str| all.iter().find(|notice| notice["kind"] == kind).unwrap()["is_required"].clone();
        assert_eq!((required("password_changed"), required("low_balance")), (json!(true), json!(false)));

        let off = json!({"list_off": ["low_balance", "low_balance"], "mail_off": ["ad_approved"]});
        let changed = app.put(&anna, "/api/account/notices", off).await.expect(200);
        assert_eq!(changed, app.get(&anna, "/api/account/notices").await.expect(200));
        let check = |kind: &str, in_list: bool, by_mail: bool| {
            let found = changed["data"].as_array().unwrap().iter().find(|notice| notice["kind"] == kind).unwrap();
            assert_eq!((&found["is_in_list"], &found["is_by_mail"]), (&json!(in_list), &json!(by_mail)), "{kind}");
        };
        check("low_balance", false, true);
        check("ad_approved", true, false);
        check("password_changed", true, true);
        let kept = stored(&app, anna.id).await;
        assert_eq!(
            (kept.notices_off, kept.mails_off),
            (vec!["low_balance".to_owned()], vec!["ad_approved".to_owned()])
        );
        for wrong in ["password_changed", "nonsense"] {
            let wrong_list = json!({"list_off": [wrong], "mail_off": []});
            assert_eq!(app.put(&anna, "/api/account/notices", wrong_list).await.wrong_fields(), ["list_off"]);
            let wrong_mail = json!({"list_off": [], "mail_off": [wrong]});
            assert_eq!(app.put(&anna, "/api/account/notices", wrong_mail).await.wrong_fields(), ["mail_off"]);
        }
        app.put(&anna, "/api/account/notices", json!({"list_off": [], "mail_off": []})).await.expect(200);
        let kept = stored(&app, anna.id).await;
        assert!(kept.notices_off.is_empty() && kept.mails_off.is_empty());
    })
    .await;
}

#[tokio::test]
async fn what_was_off_is_off_in_the_list_and_by_mail() {
    each_app(async |app| {
        let (anna, other) = (app.advertiser("anna@x.org").await, app.advertiser("b@x.org").await);
        let user = anna.id.0;
        let before = async move |tx: &Tx| {
            let off = "UPDATE users SET notices_off = '[\"low_balance\"]' WHERE id = $1";
            tx.execute(off, [user.into()]).await?;
            tx.execute("ALTER TABLE users DROP COLUMN mails_off", []).await?;
            tx.execute("DELETE FROM seaql_migrations WHERE version = 'm0074_notice_channels'", []).await.map(drop)
        };
        app.app.store.write("test_before", Priority::Api, before).await.unwrap();
        // The next process brings the database up to date.
        let (app, _folder) = app.restarted().await;
        let kept = stored(&app, anna.id).await;
        assert_eq!(
            (kept.notices_off, kept.mails_off),
            (vec!["low_balance".to_owned()], vec!["low_balance".to_owned()])
        );
        let kept = stored(&app, other.id).await;
        assert!(kept.notices_off.is_empty() && kept.mails_off.is_empty());
        app.app.close().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn own_data_can_be_taken_along() {
    each_app(async |app| {
        let anna = app.person("anna@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await;
        let other = app.webmaster("other@x.org").await;
        publishing::site(&app, &other, "foreign.example").await;
        let site = publishing::site(&app, &anna, "mine.example").await;
        publishing::block(&app, &anna, &site).await;
        let counter =
            json!({"metrics": [{"url": "https://stats.example", "password": "open sesame"}], "domain": "mine.example"});
        app.put(&anna, &format!("/api/webmaster/sites/{}", site["id"]), counter).await.expect(200);
        let spring = json!({"name": "Spring", "target_id": 1});
        let spring = app.post(&anna, "/api/advertiser/campaigns", spring).await.expect(201)["data"].clone();
        let coefficient = format!("/api/advertiser/campaigns/{}/source/coefficient", spring["id"]);
        app.post(&anna, &coefficient, json!({"site_id": site["id"], "value": 1.5})).await.expect(200);
        fund(&app, &anna).await;
        // As long as one is being sent there is no other.
        let unread = Request::get("/api/account/export").header("authorization", format!("Bearer {}", anna.token));
        let unread = app.begin(unread.body(Body::empty()).unwrap()).await;
        assert_eq!(unread.status(), 200);
        app.get(&anna, "/api/account/export").await.expect(429);
        drop(unread);
        let answer = app.get(&anna, "/api/account/export").await;
        assert_eq!(answer.headers["content-type"], "application/json");
        let name = answer.headers["content-disposition"].to_str().unwrap().to_owned();
        assert!(name.starts_with("attachment; filename=\"placard-account-"), "{name}");
        assert!(!answer.text.contains("foreign.example") && !answer.text.contains("argon2"));
        let data = answer.expect(200);
        assert_eq!(data["account"][0]["email"], "anna@x.org");
        assert_eq!(data["sites"][0]["domain"], "mine.example");
        assert_eq!(data["campaigns"][0]["name"], "Spring");
        assert_eq!(data["blocks"].as_array().unwrap().len(), 1);
        assert_eq!(data["source_coefficients"][0]["tenths"], 15);
        let counter = &data["site_counters"][0];
        assert_eq!(
            (&counter["site_id"], &counter["url"], &counter["password"]),
            (&site["id"], &json!("https://stats.example"), &json!("open sesame"))
        );
        let amounts: Vec<&Value> = data["balances"].as_array().unwrap().iter().map(|row| &row["amount"]).collect();
        assert_eq!(amounts, [3, 25], "what is earned and what was paid in");
        assert_eq!(data["movements"].as_array().unwrap().len(), 2);
        assert!(data["changes"].as_array().unwrap().iter().any(|change| change["action"] == "create_site"));
    })
    .await;
}

/// Whatever people without staff's rights have changed of their own is in the file of their data as it was and is.
pub(crate) async fn own_changes_are_told(app: &TestApp) {
    let sql = "SELECT DISTINCT l.subject FROM audit_log l JOIN users u ON u.id = l.actor_id \
        WHERE u.type_id = 1 AND l.acting_as_id IS NULL AND (l.before IS NOT NULL OR l.after IS NOT NULL)";
    let read = async move |conn: &Conn| {
        conn.rows(sql, [])
            .await?
            .iter()
            .map(|row| row.get::<String>("subject"))
            .collect::<placard_store::Result<Vec<_>>>()
    };
    let subjects = app.app.store.read("test_subjects", read).await.unwrap();
    assert!(subjects.len() > 8, "{subjects:?}");
    let silent: Vec<&String> = subjects.iter().filter(|subject| !export::tells_changes_of(subject)).collect();
    assert!(silent.is_empty(), "the file of own data does not tell what changed of {silent:?}");
}

#[tokio::test]
async fn who_is_or_was_staff_takes_nothing_of_others_along() {
    each_app(async |app| {
        let god = app.god().await;
        let anna = app
            .person("anna@x.org", |new| {
                (new.is_advertiser, new.is_webmaster, new.manager) = (true, true, Some(god.id));
            })
            .await;
        let site = publishing::site(&app, &anna, "foreign.example").await;
        let approve = format!("/api/admin/moderation/sites/{}/approve", site["id"]);
        app.post(&god, &approve, json!({"version": site["version"]})).await.expect(200);
        app.put(&god, &format!("/api/admin/users/{}", anna.id), json!({"is_trusted": true})).await.expect(200);
        let (acting, _) = app.acting(&god, &anna).await;
        let campaign = json!({"name": "Spring", "target_id": 1});
        app.post(&acting, "/api/advertiser/campaigns", campaign).await.expect(201);
        app.put(&god, ACCOUNT, json!({"name": "Gwen"})).await.expect(200);
        let seller = json!({"name": "News Ltd", "domain": "foreign.example", "is_confidential": false});
        app.put(&anna, "/api/webmaster/seller", seller).await.expect(200);
        let of = async |person: &Person, action: &str| {
            let data = app.get(person, "/api/account/export").await.expect(200);
            let changes = data["changes"].as_array().unwrap();
            changes.iter().find(|change| change["action"] == action).cloned()
        };
        for action in ["approve_site", "update_user", "create_campaign"] {
            let change = of(&god, action).await.unwrap();
            assert_eq!((&change["before"], &change["after"]), (&Value::Null, &Value::Null), "{action}");
        }
        assert_eq!(of(&god, "update_account").await.unwrap()["after"]["contacts"]["name"], "Gwen");
        // What was done to whose it is stays theirs, whoever did it.
        assert_eq!(of(&anna, "update_user").await.unwrap()["after"]["is_trusted"], true);
        assert_eq!(of(&anna, "update_seller").await.unwrap()["after"]["name"], "News Ltd");
        assert_eq!(of(&anna, "create_campaign").await.unwrap()["after"]["name"], "Spring");
        assert_eq!(of(&anna, "create_site").await.unwrap()["after"]["domain"], "foreign.example");
        // With the account goes what its owner called themselves.
        delete(&app, &anna, json!({"password": PASSWORD, "give_up_balance": true})).await.expect(204);
        let log = app.get(&god, "/api/admin/audit_log?count=0").await.expect(200);
        assert!(log.to_string().contains("update_seller") && !log.to_string().contains("News Ltd"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_is_empty_and_everything_of_it_stands_still() {
    each_app(async |app| {
        let anna = app
            .person("anna@x.org", |new| {
                (new.is_advertiser, new.is_webmaster) = (true, true);
                new.contacts.phone = "+1 555".to_owned();
            })
            .await;
        let site = publishing::site(&app, &anna, "mine.example").await;
        let block = publishing::block(&app, &anna, &site).await;
        let campaign = json!({"name": "Spring", "target_id": 1});
        let campaign = app.post(&anna, "/api/advertiser/campaigns", campaign).await.expect(201);
        app.put(&anna, ACCOUNT, json!({"name": "Anna Example"})).await.expect(200);
        app.post(&Person::default(), "/api/account/password/reset", json!({"email": "anna@x.org"})).await.expect(204);
        let bob = app.advertiser("bob@x.org").await;
        let bring = async |tx: &Tx| terms::set_referrer(tx, bob.id, anna.id, UnixMs(i64::MAX)).await;
        app.app.store.write("test", Priority::Api, bring).await.unwrap();
        app.post(&Person::default(), "/api/account/password/reset", json!({"email": "bob@x.org"})).await.expect(204);
        Post::open(app.app.worker.clone()).unwrap().step().await.unwrap();
        let outbox = || std::fs::read_dir(app.app.config.data_dir.join(OUTBOX)).unwrap().count();
        assert_eq!(outbox(), 2);
        fund(&app, &anna).await;
        assert_eq!(delete(&app, &anna, json!({})).await.wrong_fields(), ["password"]);
        assert_eq!(delete(&app, &anna, json!({"password": "Wrong-pass-1"})).await.wrong_fields(), ["password"]);
        let refused = delete(&app, &anna, json!({"password": PASSWORD})).await.expect(409);
        assert!(refused["detail"].as_str().unwrap().contains("balance $25,00, earnings $3,00"), "{refused}");
        app.get(&anna, ACCOUNT).await.expect(200);
        delete(&app, &anna, json!({"password": PASSWORD, "give_up_balance": true})).await.expect(204);

        app.get(&anna, ACCOUNT).await.expect(401);
        let login = json!({"email": "anna@x.org", "password": PASSWORD});
        app.post(&Person::default(), "/api/oauth2/accessToken", login).await.expect(401);
        let user = stored(&app, anna.id).await;
        assert_eq!((&*user.email, user.status), (format!("deleted-{}", anna.id).as_str(), UserStatus::Deleted));
        assert_eq!(user.contacts, users::Contacts::default());
        let login = json!({"email": user.email, "password": ""});
        assert_eq!(app.post(&Person::default(), "/api/oauth2/accessToken", login).await.wrong_fields(), ["password"]);
        for account in [Account::Advertiser(anna.id), Account::WebmasterPending(anna.id)] {
            assert_eq!(balance(&app, account).await, Money::ZERO);
        }

        // Nobody earns by whom she brought.
        let ids = [bob.id];
        let terms = app.app.store.read("test", async |conn| terms::of_users(conn, &ids).await).await.unwrap();
        assert!(terms.iter().all(|(_, terms)| terms.referrer.is_none()), "{terms:?}");

        // Nothing that is left says who it was.
        assert_eq!(outbox(), 1, "the mail to somebody else");
        let id = anna.id.0;
        let user = anna.id;
        let mut left = String::new();
        for (list, _) in export::sources() {
            let page = app.app.store.read("test", async move |conn| export::page(conn, user, list, None).await);
            left.push_str(&serde_json::to_string(&page.await.unwrap().0).unwrap());
        }
        for personal in ["anna@x.org", "Anna Example", "+1 555", &PEER.to_string()] {
            assert!(!left.contains(personal), "{personal}: {left}");
        }
        let entries = async |subject: &'static str, id: i64| {
            app.app
                .store
                .read("test", async move |conn| {
                    let filter = audit_log::LogFilter::of(subject, id);
                    audit_log::list_log(conn, placard_store::Scope::System, &filter, 100, 0).await
                })
                .await
                .unwrap()
        };
        let left = entries("user", id).await;
        assert_eq!(left.first().map(|entry| entry.action.as_str()), Some("delete_account"));
        assert!(left.iter().all(|entry| entry.before.is_none() && entry.after.is_none()), "{left:?}");
        let sites = entries("site", site["id"].as_i64().unwrap()).await;
        assert!(sites.iter().all(|entry| entry.actor.address.is_empty()));

        // Staff see that campaign and block do not run.
        let sql = "SELECT c.wanted, b.status_id AS block, s.status_id AS site FROM campaigns c, blocks b, sites s \
            WHERE c.id = $1 AND b.id = $2 AND s.id = $3";
        let ids: [i64; 3] = [&campaign["data"]["id"], &block["id"], &site["id"]].map(|id| id.as_i64().unwrap());
        let row = app
            .app
            .store
            .read("test", async move |conn| conn.row(sql, ids.map(Into::into)).await)
            .await
            .unwrap()
            .unwrap();
        let found = (row.get::<bool>("wanted"), row.get::<i64>("block"), row.get::<i64>("site"));
        assert_eq!((found.0.unwrap(), found.1.unwrap(), found.2.unwrap()), (false, 2, 5));

        // The address and the domain are free again.
        let again = app.webmaster("anna@x.org").await;
        publishing::site(&app, &again, "mine.example").await;
    })
    .await;
}

#[tokio::test]
async fn staff_cannot_delete_themselves() {
    each_app(async |app| {
        let god = app.god().await;
        delete(&app, &god, json!({"password": PASSWORD})).await.expect(403);
        let empty = app.advertiser("anna@x.org").await;
        delete(&app, &empty, json!({"password": PASSWORD})).await.expect(204);
    })
    .await;
}

#[tokio::test]
async fn nothing_says_who_it_was_where_nobody_was_logged_in() {
    each_app(async |app| {
        let nobody = Person::default();
        let bob = app.advertiser("bob@x.org").await;
        app.post(&nobody, ACCOUNT, json!({"email": "anna@x.org", "password": PASSWORD})).await.expect(202);
        app.clock.advance_ms(60_000);
        app.post(&nobody, "/api/account/confirm/resend", json!({"email": "anna@x.org"})).await.expect(204);
        app.post(&nobody, "/api/account/password/reset", json!({"email": "anna@x.org"})).await.expect(204);
        let anna = crate::sign_up::person(&app, "anna@x.org", PASSWORD).await;
        for email in ["first@x.org", "second@x.org", "bob@x.org"] {
            app.put(&anna, ACCOUNT, json!({"email": email, "password": PASSWORD})).await.expect(200);
        }
        let message = json!({"name": "Anna", "email": "Anna@X.org", "topic": "a", "message": "b"});
        app.post(&nobody, "/api/contacts", message).await.expect(204);
        let id = app.get(&anna, ACCOUNT).await.expect(200)["data"]["id"].as_i64().unwrap();
        delete(&app, &anna, json!({"password": PASSWORD})).await.expect(204);

        let text = async |sql: &'static str| -> Vec<String> {
            let rows = app.app.store.read("test", async move |conn| conn.rows(sql, []).await).await.unwrap();
            rows.iter().map(|row| row.get::<String>("found").unwrap()).collect()
        };
        let sql = "SELECT CAST(subject_id AS TEXT) || ' ' || address AS found FROM audit_log WHERE subject = 'user'";
        let left: Vec<String> = text(sql).await.into_iter().filter(|row| row.starts_with(&format!("{id} "))).collect();
        assert!(left.len() >= 4 && left.iter().all(|row| row.ends_with(' ')), "{left:?}");
        // What its owner got at an address of their own stays theirs.
        assert_eq!(text("SELECT recipient AS found FROM mails").await, ["bob@x.org"]);
        assert_eq!(text("SELECT email AS found FROM contact_messages").await, Vec::<String>::new());
        app.get(&bob, ACCOUNT).await.expect(200);
    })
    .await;
}
