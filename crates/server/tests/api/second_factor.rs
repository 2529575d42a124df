//! The second factor: codes, recovery codes, what asks for them, and what staff may do without.

use crate::app::{PASSWORD, Person, TestApp, each_app, each_app_with};
use crate::sign_up::kinds_to;
use placard_model::Clock;
use placard_model::user::UserType;
use placard_store::Priority;
use placard_store::accounts::second_factors;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

const PATH: &str = "/api/account/second_factor";
const TOKEN: &str = "/api/oauth2/accessToken";
const STEP_MS: i64 = 30_000;

fn totp(secret: &Value) -> Totp {
    let secret = Secret::try_from_base32(secret.as_str().unwrap()).unwrap();
    Builder::new().with_secret(secret).with_account_name("test").build().unwrap()
}

pub(crate) fn code(app: &TestApp, totp: &Totp) -> String {
    totp.generate((app.clock.now().0 / 1000) as u64).to_string()
}

/// Switches the second factor on; the app, and the recovery codes.
pub(crate) async fn switch_on(app: &TestApp, person: &Person) -> (Totp, Vec<String>) {
    let setup = app.post(person, PATH, json!({"password": PASSWORD})).await.expect(200)["data"].clone();
    assert!(setup["qr_svg"].as_str().unwrap().starts_with("<svg"));
    assert!(setup["url"].as_str().unwrap().contains(setup["secret"].as_str().unwrap()));
    let totp = totp(&setup["secret"]);
    let proved = app.put(person, PATH, json!({"otp": code(app, &totp)})).await.expect(200);
    let codes = proved["data"]["recovery_codes"].as_array().unwrap();
    app.clock.advance_ms(STEP_MS);
    (totp, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

pub(crate) async fn log_in(app: &TestApp, email: &str, otp: Option<&str>) -> crate::app::Answer {
    let mut body = json!({"email": email, "password": PASSWORD});
    if let Some(otp) = otp {
        body["otp"] = json!(otp);
    }
    app.post(&Person::default(), TOKEN, body).await
}

fn kind(problem: &Value) -> &str {
    problem["type"].as_str().unwrap().rsplit(':').next().unwrap()
}

#[tokio::test]
async fn a_code_is_asked_for_and_works_once() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let state = app.get(&anna, PATH).await.expect(200);
        assert_eq!(state["data"], json!({"is_on": false, "is_required": false, "recovery_codes_left": 0}));
        let wrong = app.post(&anna, PATH, json!({"password": "Wrong-pass-1"})).await;
        assert_eq!(wrong.wrong_fields(), ["password"]);
        app.put(&anna, PATH, json!({"otp": "123456"})).await.expect(409);

        let (totp, recovery) = switch_on(&app, &anna).await;
        assert_eq!(
            (recovery.len(), kinds_to(&app, "anna@x.org").await),
            (10, vec!["second_factor_changed".to_owned()])
        );
        app.post(&anna, PATH, json!({"password": PASSWORD})).await.expect(409);
        log_in(&app, "anna@x.org", Some("123456")).await.expect(422);
        let asked = log_in(&app, "anna@x.org", None).await.expect(422);
        assert_eq!((kind(&asked), &asked["errors"]["otp"]), ("otp_required", &json!(["is required"])));
        let wrong_password = json!({"email": "anna@x.org", "password": "wrong", "otp": code(&app, &totp)});
        app.post(&Person::default(), TOKEN, wrong_password).await.expect(401);

        let now = code(&app, &totp);
        log_in(&app, "anna@x.org", Some(&now)).await.expect(200);
        let again = log_in(&app, "anna@x.org", Some(&now)).await.expect(422);
        assert_eq!(kind(&again), "otp_invalid");
        app.clock.advance_ms(STEP_MS);
        let spaced = code(&app, &totp);
        log_in(&app, "anna@x.org", Some(&format!(" {} {}", &spaced[..3], &spaced[3..]))).await.expect(200);
        log_in(&app, "anna@x.org", Some(&now)).await.expect(422);

        log_in(&app, "anna@x.org", Some(&recovery[3].to_uppercase())).await.expect(200);
        log_in(&app, "anna@x.org", Some(&recovery[3])).await.expect(422);
        let state = app.get(&anna, PATH).await.expect(200);
        assert_eq!(state["data"], json!({"is_on": true, "is_required": false, "recovery_codes_left": 9}));
    })
    .await;
}

#[tokio::test]
async fn codes_cannot_be_guessed_by_who_knows_the_password() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, _) = switch_on(&app, &anna).await;
        for _ in 0..10 {
            log_in(&app, "anna@x.org", None).await.expect(422);
            log_in(&app, "anna@x.org", Some("000000")).await.expect(422);
        }
        let refused = log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await;
        assert!(refused.headers.contains_key("retry-after"));
        refused.expect(429);
    })
    .await;
}

#[tokio::test]
async fn recovery_codes_are_replaced_and_the_factor_is_switched_off() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, recovery) = switch_on(&app, &anna).await;
        let path = format!("{PATH}/recovery_codes");
        app.post(&anna, &path, json!({"otp": "000000"})).await.expect(422);
        let next = app.post(&anna, &path, json!({"otp": code(&app, &totp)})).await.expect(200);
        let next = next["data"]["recovery_codes"][0].as_str().unwrap().to_owned();
        log_in(&app, "anna@x.org", Some(&recovery[0])).await.expect(422);
        log_in(&app, "anna@x.org", Some(&next)).await.expect(200);

        app.clock.advance_ms(STEP_MS);
        let off = async |body: Value| app.call(axum::http::Method::DELETE, PATH, &anna, Some(body)).await;
        assert_eq!(kind(&off(json!({"password": PASSWORD})).await.expect(422)), "otp_required");
        let otp = code(&app, &totp);
        off(json!({"password": "Wrong-pass-1", "otp": otp})).await.expect(422);
        off(json!({"password": PASSWORD, "otp": otp})).await.expect(204);
        log_in(&app, "anna@x.org", None).await.expect(200);
        off(json!({"password": PASSWORD})).await.expect(409);
        assert_eq!(kinds_to(&app, "anna@x.org").await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn what_outlives_the_session_asks_for_a_code() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, _) = switch_on(&app, &anna).await;
        let form = json!({"name": "script", "scopes": ["account:read"], "password": PASSWORD});
        let asked = app.post(&anna, "/api/account/tokens", form.clone()).await.expect(422);
        assert_eq!(kind(&asked), "otp_required");
        let with = |otp: String| {
            let mut form = form.clone();
            form["otp"] = json!(otp);
            form
        };
        app.post(&anna, "/api/account/tokens", with("000000".to_owned())).await.expect(422);
        app.post(&anna, "/api/account/tokens", with(code(&app, &totp))).await.expect(201);
        app.clock.advance_ms(STEP_MS);
        let mut moved = json!({"email": "anna@elsewhere.org", "password": PASSWORD});
        assert_eq!(kind(&app.put(&anna, "/api/account", moved.clone()).await.expect(422)), "otp_required");
        moved["otp"] = json!(code(&app, &totp));
        app.put(&anna, "/api/account", moved).await.expect(200);
        app.clock.advance_ms(STEP_MS);
        let end = async |body: Value| app.call(axum::http::Method::DELETE, "/api/account", &anna, Some(body)).await;
        end(json!({"password": PASSWORD})).await.expect(422);
        end(json!({"password": PASSWORD, "otp": code(&app, &totp)})).await.expect(204);
    })
    .await;
}

#[tokio::test]
async fn what_proved_no_code_ends_when_the_factor_is_switched_on() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let token = app.api_token(&anna, &["account:read"]).await;
        let other = log_in(&app, "anna@x.org", None).await.expect(200);
        let other = Person { id: anna.id, token: other["access_token"].as_str().unwrap().to_owned() };
        switch_on(&app, &anna).await;
        app.get(&anna, "/api/account").await.expect(200);
        app.get(&other, "/api/account").await.expect(401);
        app.get(&token, "/api/account").await.expect(200);

        // Tokens of staff reach the back office: none is made without the factor, and none from before is left.
        let god = app.god().await;
        let early = app.api_token(&god, &["admin:read"]).await;
        without_second_factor(&app, &god).await;
        let form = json!({"name": "script", "scopes": ["admin:read"], "password": PASSWORD});
        let refused = app.post(&god, "/api/account/tokens", form).await.expect(403);
        assert_eq!(kind(&refused), "second_factor_required");
        switch_on(&app, &god).await;
        app.get(&god, "/api/admin/users").await.expect(200);
        app.get(&early, "/api/admin/users").await.expect(401);
    })
    .await;
}

async fn without_second_factor(app: &TestApp, person: &Person) {
    let id = person.id;
    let off = async move |tx: &_| second_factors::set_on(tx, id, false).await;
    app.app.store.write("test", Priority::Api, off).await.unwrap();
}

#[tokio::test]
async fn staff_work_with_a_second_factor_except_in_the_demonstration() {
    each_app_with(
        |_| {},
        async |app| {
            for (email, user_type) in [("god@x.org", UserType::God), ("sales@x.org", UserType::Sales)] {
                let staff = app.person(email, |new| new.user_type = user_type).await;
                without_second_factor(&app, &staff).await;
                let refused = app.get(&staff, "/api/admin/users").await.expect(403);
                assert_eq!(kind(&refused), "second_factor_required");
                app.get(&staff, "/api/oauth2/user").await.expect(200);
                assert_eq!(app.get(&staff, PATH).await.expect(200)["data"]["is_required"], json!(true));
                switch_on(&app, &staff).await;
                app.get(&staff, "/api/admin/users").await.expect(200);
            }
        },
    )
    .await;
    each_app_with(
        |config| config.demo = true,
        async |app| {
            let god = app.god().await;
            without_second_factor(&app, &god).await;
            app.get(&god, "/api/admin/users").await.expect(200);
            assert_eq!(app.get(&god, PATH).await.expect(200)["data"]["is_required"], json!(false));
        },
    )
    .await;
}
