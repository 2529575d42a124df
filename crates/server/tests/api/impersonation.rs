//! Staff in the cabinet of a user.

use crate::access::give_client;
use crate::app::{PASSWORD, Person, TestApp, each_app, each_app_with};
use crate::payouts::{ask, at_once, earner};
use axum::body::Body;
use axum::http::{Method, Request, header};
use placard_model::time::DAY_MS;
use placard_model::user::{UserStatus, UserType};
use placard_store::accounts::users::{self, UserChange};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};

const MINUTE_MS: i64 = 60_000;

fn kind(problem: &Value) -> &str {
    problem["type"].as_str().unwrap().rsplit(':').next().unwrap()
}

/// Asks for the next tokens, without an access token.
async fn next(app: &TestApp, user: &Person, refresh_token: &Value) -> crate::app::Answer {
    let request = Request::post(format!("/api/admin/jwt/{}", user.id))
        .header("admin-jwt", refresh_token.as_str().unwrap())
        .body(Body::empty())
        .unwrap();
    app.send(request).await
}

async fn code(app: &TestApp, staff: &Person, user: &Person) -> crate::app::Answer {
    app.post(staff, &format!("/api/admin/jwt/{}", user.id), json!({})).await
}

async fn enter(app: &TestApp, code: &Value) -> crate::app::Answer {
    app.post(&Person::default(), "/api/admin/jwt", json!({"code": code})).await
}

#[tokio::test]
async fn a_code_lets_staff_in_once_and_within_a_minute() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let given = code(&app, &god, &anna).await.expect(200)["data"].clone();
        let url = format!("/service/jwtAdmin?jwt_token={}", given["token"].as_str().unwrap());
        assert_eq!((&given["url"], &given["expires_in"]), (&json!(url), &json!(60)));
        let tokens = enter(&app, &given["token"]).await.expect(200)["data"].clone();
        assert_eq!(
            (&tokens["expires_in"], &tokens["user"]["email"], &tokens["admin"]["email"]),
            (&json!(1800), &json!("anna@x.org"), &json!("god@placard.example"))
        );
        enter(&app, &given["token"]).await.expect(404);
        enter(&app, &json!("ple_nonsense")).await.expect(404);
        let late = code(&app, &god, &anna).await.expect(200)["data"]["token"].clone();
        app.clock.advance_ms(MINUTE_MS);
        enter(&app, &late).await.expect(404);

        let acting = Person { id: anna.id, token: tokens["token"].as_str().unwrap().to_owned() };
        let user = app.get(&acting, "/api/oauth2/user").await.expect(200)["data"].clone();
        assert_eq!(user["email"], json!("anna@x.org"));
        assert_eq!(user["acting"], json!({"id": god.id.0, "email": "god@placard.example", "name": "", "type_id": 12}));
        assert_eq!(app.get(&anna, "/api/oauth2/user").await.expect(200)["data"]["acting"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn tokens_hold_half_an_hour_and_are_refreshed() {
    each_app(async |app| {
        let (god, anna, bob) = (app.god().await, app.advertiser("anna@x.org").await, app.advertiser("bob@x.org").await);
        let (acting, entered) = app.acting(&god, &anna).await;
        app.clock.advance_ms(30 * MINUTE_MS);
        app.get(&acting, "/api/account").await.expect(401);
        let first = &entered["refresh_token"];
        let tokens = next(&app, &anna, first).await.expect(200)["data"].clone();
        assert_eq!(tokens["expires_in"], json!(1800));
        let again = next(&app, &anna, first).await.expect(200)["data"].clone();
        assert_eq!(again["refresh_token"], tokens["refresh_token"], "the answer was lost");
        let acting = Person { id: anna.id, token: tokens["token"].as_str().unwrap().to_owned() };
        app.get(&acting, "/api/account").await.expect(200);
        next(&app, &bob, &tokens["refresh_token"]).await.expect(401);

        // It never becomes a login of the user, nor the other way round.
        let as_login = json!({"grant_type": "refresh_token", "refresh_token": again["refresh_token"]});
        app.post(&Person::default(), "/api/oauth2/accessToken", as_login).await.expect(401);
        let login = json!({"email": "anna@x.org", "password": PASSWORD});
        let own = app.post(&Person::default(), "/api/oauth2/accessToken", login).await.expect(200);
        next(&app, &anna, &own["refresh_token"]).await.expect(401);

        // An old one that comes back was copied.
        let (acting, entered) = app.acting(&god, &anna).await;
        next(&app, &anna, &entered["refresh_token"]).await.expect(200);
        app.clock.advance_ms(31_000);
        next(&app, &anna, &entered["refresh_token"]).await.expect(401);
        app.get(&acting, "/api/account").await.expect(401);
        app.get(&anna, "/api/account").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn half_an_hour_of_silence_ends_it_whatever_a_browser_has_kept() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let (_, entered) = app.acting(&god, &anna).await;
        app.clock.advance_ms(35 * MINUTE_MS);
        next(&app, &anna, &entered["refresh_token"]).await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn some_things_are_for_the_owner_alone() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let (acting, _) = app.acting(&god, &anna).await;
        let refused = [
            (Method::PUT, "/api/account/password", json!({"password": PASSWORD, "new_password": "Other-pass-1"})),
            (Method::PUT, "/api/account", json!({"email": "new@x.org", "password": PASSWORD})),
            (Method::POST, "/api/account/second_factor", json!({"password": PASSWORD})),
            (Method::GET, "/api/account/second_factor", json!({})),
            (Method::POST, "/api/account/tokens", json!({"name": "x", "scopes": ["account:read"]})),
            (Method::GET, "/api/account/tokens", json!({})),
            (Method::POST, "/api/advertiser/postback_secret", json!({"password": PASSWORD})),
            (Method::DELETE, "/api/advertiser/postback_secret", json!({"password": PASSWORD})),
            (Method::GET, "/api/account/sessions", json!({})),
            (Method::DELETE, "/api/account/sessions", json!({})),
            (Method::DELETE, "/api/account", json!({"password": PASSWORD})),
            (Method::GET, "/api/account/export", json!({})),
        ];
        for (method, path, body) in refused {
            let answer = app.call(method.clone(), path, &acting, Some(body)).await.expect(403);
            assert_eq!(kind(&answer), "impersonated", "{method} {path}");
        }
        app.put(&acting, "/api/account", json!({"name": "Anna"})).await.expect(200);
        let made = app.post(&acting, "/api/advertiser/campaigns", json!({"name": "c", "target_id": 1})).await;
        let id = made.expect(201)["data"]["id"].clone();
        let log = format!("/api/admin/audit_log?subject=campaign&subject_id={id}");
        let entry = app.get(&god, &log).await.expect(200)["data"][0].clone();
        assert_eq!(
            (&entry["actor"]["id"], &entry["acting_as"]["id"], &entry["action"]),
            (&json!(god.id.0), &json!(anna.id.0), &json!("create_campaign"))
        );
        assert_eq!(app.get(&acting, "/api/admin/users").await.status.as_u16(), 403, "the cabinet is Anna's");
    })
    .await;
}

#[tokio::test]
async fn sales_enter_the_cabinets_of_their_clients_alone() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let (anna, bob) = (app.advertiser("anna@x.org").await, app.webmaster("bob@x.org").await);
        let managed = async |manager: Option<&Person>| {
            let (id, manager) = (anna.id, manager.map(|person| person.id));
            let change = UserChange { manager: Some(manager), ..UserChange::default() };
            let set = async move |tx: &_| users::update_user(tx, Scope::System, id, &change).await;
            app.app.store.write("test", Priority::Api, set).await.unwrap();
        };
        managed(Some(&sales)).await;
        code(&app, &sales, &bob).await.expect(404);
        code(&app, &sales, &god).await.expect(404);
        code(&app, &anna, &bob).await.expect(403);
        code(&app, &god, &sales).await.expect(403);
        code(&app, &god, &god).await.expect(403);
        code(&app, &god, &Person::default()).await.expect(404);
        let (acting, entered) = app.acting(&sales, &anna).await;
        app.get(&acting, "/api/advertiser/campaigns").await.expect(200);

        // Whoever is no longer their manager is out, at once for new calls and within 3 s for those that go on.
        managed(None).await;
        app.clock.advance_ms(3_000);
        app.get(&acting, "/api/advertiser/campaigns").await.expect(401);
        next(&app, &anna, &entered["refresh_token"]).await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn the_visit_ends_with_the_session_of_the_staff() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (god, second) = (app.god().await, app.person("god2@x.org", |new| new.user_type = UserType::God).await);
        let (acting, entered) = app.acting(&god, &anna).await;
        let (other, _) = app.acting(&second, &anna).await;
        let unused = code(&app, &god, &anna).await.expect(200)["data"]["token"].clone();
        app.get(&god, "/api/oauth2/logout").await.expect(204);
        app.clock.advance_ms(3_000);
        app.get(&acting, "/api/account").await.expect(401);
        next(&app, &anna, &entered["refresh_token"]).await.expect(401);
        enter(&app, &unused).await.expect(404);
        app.get(&other, "/api/oauth2/logout").await.expect(204);
        app.get(&other, "/api/account").await.expect(401);
        app.get(&anna, "/api/account").await.expect(200);
        app.get(&second, "/api/admin/users").await.expect(200);
        let nothing = Request::post(format!("/api/admin/jwt/{}", anna.id)).header(header::ACCEPT, "*/*");
        app.send(nothing.body(Body::empty()).unwrap()).await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn sales_write_campaigns_and_sites_alone() {
    each_app(async |app| {
        let sales = app.sales().await;
        let anna = app
            .person("anna@x.org", |new| {
                (new.is_advertiser, new.is_webmaster) = (true, true);
                new.manager = Some(sales.id);
            })
            .await;
        let (acting, _) = app.acting(&sales, &anna).await;
        let refused = [
            (Method::PUT, "/api/account", json!({"name": "Anna"})),
            (Method::POST, "/api/account/role", json!({"role": "webmaster"})),
            (Method::PUT, "/api/account/notices", json!({"list_off": [], "mail_off": []})),
            (Method::POST, "/api/account/confirm/resend", json!({})),
            (Method::POST, "/api/contacts", json!({"name": "A", "email": "a@x.org", "topic": "b", "message": "c"})),
        ];
        for (method, path, body) in refused {
            let answer = app.call(method.clone(), path, &acting, Some(body)).await.expect(403);
            assert_eq!(kind(&answer), "impersonated", "{method} {path}");
        }
        // Their money is read, and payouts are not.
        for path in ["wallet", "payouts", "payouts/quote?amount=50", "payment/auto_payment", "balance/remain"] {
            let answer = app.get(&acting, &format!("/api/webmaster/{path}")).await.expect(403);
            assert_eq!(kind(&answer), "impersonated", "{path}");
        }
        for path in ["advertiser/balance", "webmaster/balance", "webmaster/balance/history", "webmaster/statements"] {
            app.get(&acting, &format!("/api/{path}")).await.expect(200);
        }
        // What they tried stands in the log of both.
        let god = app.god().await;
        let tried =
            app.get(&god, &format!("/api/admin/audit_log?user_id={}", anna.id)).await.expect(200)["data"].clone();
        let of_role = tried.as_array().unwrap().iter().find(|entry| entry["after"]["operation"] == "add_account_role");
        let entry = of_role.unwrap_or_else(|| panic!("{tried}"));
        assert_eq!((&entry["action"], &entry["subject"]), (&json!("refuse_call"), &json!("call")));
        assert_eq!((&entry["actor"]["id"], &entry["acting_as"]["id"]), (&json!(sales.id.0), &json!(anna.id.0)));
        app.get(&acting, "/api/account").await.expect(200);
        app.post(&acting, "/api/advertiser/campaigns", json!({"name": "c", "target_id": 1})).await.expect(201);
        app.post(&acting, "/api/webmaster/sites", json!({"domain": "site.example"})).await.expect(201);
    })
    .await;
}

#[tokio::test]
async fn sales_read_the_money_of_their_clients_as_if_nothing_had_been_paid() {
    each_app_with(at_once, async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let anna = earner(&app, &god, "anna@x.org", "200").await;
        give_client(&app, &sales, &anna).await;
        let cancelled = ask(&app, &anna, json!(70)).await.expect(201)["data"]["id"].clone();
        app.put(&anna, &format!("/api/webmaster/payouts/{cancelled}/cancel"), json!({})).await.expect(200);
        ask(&app, &anna, json!(60)).await.expect(201);
        let (acting, _) = app.acting(&sales, &anna).await;
        let (as_god, _) = app.acting(&god, &anna).await;

        let account = format!("/api/admin/users/{}/account", anna.id);
        let own = "/api/webmaster/balance";
        for (who, path, available, reserved) in [
            (&sales, account.as_str(), "available", Value::Null),
            (&god, account.as_str(), "available", json!(60)),
            (&acting, own, "balance", Value::Null),
            (&as_god, own, "balance", json!(60)),
            (&anna, own, "balance", json!(60)),
        ] {
            let told = app.get(who, path).await.expect(200)["data"].clone();
            assert_eq!((&told[available], &told["reserved"]), (&json!(140), &reserved), "{path}: {told}");
        }

        // Histories and statements have no payout, and say so.
        let (this, next) = ("/api/webmaster/statements/2026-11", "/api/webmaster/statements/2026-12");
        for (who, rows, closing) in [(&acting, 1, 200), (&as_god, 6, 140), (&anna, 6, 140)] {
            let history = app.get(who, "/api/webmaster/balance/history").await.expect(200);
            let newest = &history["data"][0];
            assert_eq!((&history["pagination"]["total"], &newest["balance_after"]), (&json!(rows), &json!(closing)));
            let of_payouts = history["data"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|row| row["type"] == "payout" || row["type"] == "fee");
            assert_eq!(of_payouts.count(), rows - 1, "{history}");
            let month = app.get(who, this).await.expect(200)["data"].clone();
            assert_eq!((&month["opening"], &month["closing"]), (&json!(0), &json!(closing)), "{month}");
            assert_eq!(month["is_without_payouts"], json!(rows == 1));
            let file = app.get(who, &format!("{this}?format=csv")).await;
            assert_eq!(file.text.contains("Payout"), rows > 1, "{}", file.text);
            assert_eq!(file.text.contains("payouts left out"), rows == 1, "{}", file.text);
            let name = file.headers["content-disposition"].to_str().unwrap();
            assert_eq!(name.contains("without-payouts"), rows == 1, "{name}");
        }
        app.clock.advance_ms(10 * DAY_MS);
        let (sales, anna) = (app.logged_in(sales.id).await, app.logged_in(anna.id).await);
        let (acting, _) = app.acting(&sales, &anna).await;
        for (who, opening) in [(&acting, 200), (&anna, 140)] {
            let month = app.get(who, next).await.expect(200)["data"].clone();
            assert_eq!(
                (&month["opening"], &month["closing"], &month["lines"]),
                (&json!(opening), &json!(opening), &json!([]))
            );
        }
    })
    .await;
}

#[tokio::test]
async fn every_write_in_a_cabinet_names_both() {
    each_app(async |app| {
        let god = app.god().await;
        let anna = app
            .person("anna@x.org", |new| {
                new.is_advertiser = true;
                new.status = UserStatus::Unconfirmed;
            })
            .await;
        let (acting, _) = app.acting(&god, &anna).await;
        app.post(&acting, "/api/account/confirm/resend", json!({})).await.expect(204);
        let message = json!({"name": "A", "email": "a@x.org", "topic": "b", "message": "c"});
        app.post(&acting, "/api/contacts", message).await.expect(204);
        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", anna.id)).await.expect(200);
        for action in ["resend_confirmation", "create_contact_message"] {
            let entry = log["data"].as_array().unwrap().iter().find(|entry| entry["action"] == action);
            let entry = entry.unwrap_or_else(|| panic!("no {action}: {log}"));
            let both = (&entry["actor"]["id"], &entry["acting_as"]["id"]);
            assert_eq!(both, (&json!(god.id.0), &json!(anna.id.0)), "{action}");
        }

        let bob = app.advertiser("bob@x.org").await;
        let (acting, _) = app.acting(&god, &bob).await;
        let changed = app.post(&acting, "/api/account/role", json!({"role": "webmaster"})).await.expect(200);
        assert_eq!(changed["data"]["acting"]["id"], god.id.0);
    })
    .await;
}
