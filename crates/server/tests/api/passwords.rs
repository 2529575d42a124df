//! Lost passwords, new passwords, another mail address, limits on public calls.

use crate::app::{PASSWORD, Person, each_app, each_app_with};
use crate::sign_up::{
    HOUR_MS, LOGIN, MINUTE_MS, RESEND, RESET, SIGN_UP, confirm, kinds_to, log_in, mails_to, nobody, person, problem,
    seen, sign_up, token_to, user,
};
use placard_model::user::UserStatus;
use placard_server::user_command::{self, SetArgs, UserCommand};
use placard_store::accounts::users::{self, UserChange};
use placard_store::network::mails::{self, MailFilter};
use placard_store::{Priority, Scope};
use placard_worker::feeds::schedule;
use serde_json::{Value, json};

#[tokio::test]
async fn a_lost_password_is_replaced_once() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let tokens = log_in(&app, "anna@x.org", PASSWORD).await.expect(200);
        let known = app.post(&nobody(), RESET, json!({"email": "Anna@x.org"})).await;
        let unknown = app.post(&nobody(), RESET, json!({"email": "nobody@x.org"})).await;
        assert_eq!(seen(&known), seen(&unknown));
        known.expect(204);
        assert_eq!(kinds_to(&app, "nobody@x.org").await, Vec::<String>::new());
        assert_eq!(app.post(&nobody(), RESET, json!({"email": "x"})).await.wrong_fields(), ["email"]);

        let token = token_to(&app, "anna@x.org", "reset").await;
        let path = format!("{RESET}/{token}");
        let answer = app.get(&nobody(), &path).await.expect(200);
        assert!(answer["data"]["expires_at"].as_str().unwrap().ends_with('Z'), "{answer}");
        assert_eq!(app.put(&nobody(), &path, json!({"password": "weak"})).await.wrong_fields(), ["password"]);
        app.get(&anna, "/api/account").await.expect(200);
        app.put(&nobody(), &path, json!({"password": "New-pass-77"})).await.expect(204);

        app.get(&anna, "/api/account").await.expect(401);
        let refresh = json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
        app.post(&nobody(), LOGIN, refresh).await.expect(401);
        log_in(&app, "anna@x.org", PASSWORD).await.expect(401);
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["reset", "password_changed"]);

        // The answer was lost, or somebody else reads the mail: the link has done its work.
        let again = app.put(&nobody(), &path, json!({"password": "Evil-pass-66"})).await;
        assert_eq!(problem(again, 410), "urn:placard:problem:token_expired");
        assert_eq!(problem(app.get(&nobody(), &path).await, 410), "urn:placard:problem:token_expired");
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
        for broken in ["x", &"A".repeat(43)] {
            let broken = format!("{RESET}/{broken}");
            assert_eq!(problem(app.get(&nobody(), &broken).await, 404), "urn:placard:problem:token_unknown");
            app.put(&nobody(), &broken, json!({"password": "New-pass-77"})).await.expect(404);
        }
    })
    .await;
}

#[tokio::test]
async fn resets_end_after_an_hour_and_one_use_ends_the_others() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let ask = async || {
            app.clock.advance_ms(MINUTE_MS);
            app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
            format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await)
        };
        let late = ask().await;
        app.clock.advance_ms(HOUR_MS);
        assert_eq!(problem(app.get(&nobody(), &late).await, 410), "urn:placard:problem:token_expired");
        app.put(&nobody(), &late, json!({"password": "New-pass-77"})).await.expect(410);
        let (first, second) = (ask().await, ask().await);
        app.get(&nobody(), &first).await.expect(200);
        app.put(&nobody(), &second, json!({"password": "New-pass-77"})).await.expect(204);
        app.put(&nobody(), &first, json!({"password": "Evil-pass-66"})).await.expect(404);
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_reset_confirms_the_address_too() {
    each_app(async |app| {
        sign_up(&app, "anna@x.org").await.expect(202);
        app.clock.advance_ms(MINUTE_MS);
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let path = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
        app.put(&nobody(), &path, json!({"password": "New-pass-77"})).await.expect(204);
        assert_eq!(user(&app, "anna@x.org").await.unwrap().status, UserStatus::Active);
    })
    .await;
}

#[tokio::test]
async fn an_address_is_changed_when_the_new_one_confirms() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let change = async |form: Value| app.put(&anna, "/api/account", form).await;
        assert_eq!(change(json!({"email": "new@x.org"})).await.wrong_fields(), ["password"]);
        let wrong = change(json!({"email": "new@x.org", "password": "Wrong-pass-1"})).await;
        assert_eq!(wrong.wrong_fields(), ["password"]);
        assert_eq!(kinds_to(&app, "new@x.org").await, Vec::<String>::new());
        let answer = change(json!({"email": "New@x.org", "password": PASSWORD})).await.expect(200);
        assert_eq!(
            (&answer["data"]["email"], &answer["data"]["pending_email"]),
            (&json!("anna@x.org"), &json!("new@x.org"))
        );
        let old_link = token_to(&app, "new@x.org", "email_change").await;
        app.clock.advance_ms(MINUTE_MS);
        change(json!({"email": "newer@x.org", "password": PASSWORD})).await.expect(200);
        let confirm =
            async |token: &str| app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await;
        assert_eq!(problem(confirm(&old_link).await, 404), "urn:placard:problem:token_unknown");
        // A link to the old address opens nothing after the change.
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let reset = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);

        let token = token_to(&app, "newer@x.org", "email_change").await;
        for _ in 0..2 {
            assert_eq!(confirm(&token).await.expect(200), json!({"data": {"email": "newer@x.org"}}));
        }
        app.get(&nobody(), &reset).await.expect(404);
        let account = app.get(&anna, "/api/account").await.expect(200);
        assert_eq!(
            (&account["data"]["email"], &account["data"]["pending_email"]),
            (&json!("newer@x.org"), &Value::Null)
        );
        log_in(&app, "anna@x.org", PASSWORD).await.expect(401);
        log_in(&app, "newer@x.org", PASSWORD).await.expect(200);
        let told = ["email_change_asked", "email_change_asked", "reset", "email_changed"];
        assert_eq!(kinds_to(&app, "anna@x.org").await, told);
    })
    .await;
}

#[tokio::test]
async fn a_change_to_a_taken_address_tells_nothing() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        app.advertiser("bob@x.org").await;
        let form = json!({"email": "bob@x.org", "password": PASSWORD});
        let answer = app.put(&anna, "/api/account", form).await.expect(200);
        assert_eq!(answer["data"]["pending_email"], "bob@x.org");
        assert_eq!(kinds_to(&app, "bob@x.org").await, ["already_registered"]);
        // The address waits as long as a free one does.
        let pending = async || app.get(&anna, "/api/account").await.expect(200)["data"]["pending_email"].clone();
        app.clock.advance_ms(30 * MINUTE_MS);
        schedule::hourly(&app.app.worker, app.app.clock.now()).await.unwrap();
        assert_eq!(pending().await, "bob@x.org");

        app.put(&anna, "/api/account", json!({"email": "cleo@x.org", "password": PASSWORD})).await.expect(200);
        let token = token_to(&app, "cleo@x.org", "email_change").await;
        app.advertiser("cleo@x.org").await;
        app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await.expect(409);
        app.clock.advance_ms(48 * HOUR_MS);
        app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await.expect(410);
        schedule::hourly(&app.app.worker, app.app.clock.now()).await.unwrap();
        assert_eq!(user(&app, "anna@x.org").await.unwrap().pending_email, None);
    })
    .await;
}

#[tokio::test]
async fn a_new_address_is_asked_for_a_few_times_an_hour() {
    each_app(async |app| {
        let anna = app
            .person("anna@x.org", |new| {
                new.is_advertiser = true;
                "Cheap pills: pills.example".clone_into(&mut new.contacts.name);
            })
            .await;
        let change = async |n: u32| {
            let form = json!({"email": format!("stranger{n}@x.org"), "password": PASSWORD});
            app.put(&anna, "/api/account", form).await
        };
        for n in 0..5 {
            change(n).await.expect(200);
        }
        let refused = change(5).await;
        assert!(refused.headers.contains_key("retry-after"));
        refused.expect(429);
        assert_eq!(kinds_to(&app, "stranger5@x.org").await, Vec::<String>::new());
        app.put(&anna, "/api/account", json!({"phone": "+1 555"})).await.expect(200);

        // Whoever gets the mail reads none of the user's words.
        let names = async |email: &'static str| -> Vec<String> {
            let filter = MailFilter { search: Some(email), ..MailFilter::default() };
            let list = async move |conn: &placard_store::Conn| mails::list(conn, filter, 10, 0).await;
            let (found, _) = app.app.store.read("test", list).await.unwrap();
            found.into_iter().map(|mail| mail.recipient_name).collect()
        };
        assert_eq!(names("stranger0@x.org").await, [""]);
        let form = json!({"email": "victim@x.org", "password": PASSWORD, "name": "Cheap pills"});
        app.post(&nobody(), SIGN_UP, form).await.expect(202);
        assert_eq!(names("victim@x.org").await, [""]);
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let to_anna = names("anna@x.org").await;
        assert!(to_anna.len() > 1 && to_anna.iter().all(|name| name == "Cheap pills: pills.example"), "{to_anna:?}");

        app.clock.advance_ms(HOUR_MS);
        let anna = person(&app, "anna@x.org", PASSWORD).await;
        let form = json!({"email": "stranger6@x.org", "password": PASSWORD});
        app.put(&anna, "/api/account", form).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_new_address_counts_against_where_it_is_asked_from() {
    let settings = |config: &mut placard_common::config::Config| config.settings.calls.per_address = 2;
    each_app_with(settings, async |app| {
        for n in 0..3 {
            let user = app.advertiser(&format!("user{n}@x.org")).await;
            let form = json!({"email": format!("new{n}@x.org"), "password": PASSWORD});
            app.put(&user, "/api/account", form).await.expect(if n < 2 { 200 } else { 429 });
        }
    })
    .await;
}

#[tokio::test]
async fn a_new_password_forgets_the_address_that_was_asked_for() {
    each_app(async |app| {
        let thief = app.advertiser("anna@x.org").await;
        let mut password = PASSWORD;
        let ask = async |thief: &Person, password: &str| {
            app.clock.advance_ms(MINUTE_MS);
            let form = json!({"email": "evil@x.org", "password": password});
            app.put(thief, "/api/account", form).await.expect(200);
            let told = mails_to(&app, "anna@x.org").await.pop().unwrap();
            assert!(told.0 == "email_change_asked" && told.1.contains("evil@x.org"), "{told:?}");
            token_to(&app, "evil@x.org", "email_change").await
        };
        let opens_nothing = async |token: &str| {
            let answer = app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await;
            assert_eq!(problem(answer, 404), "urn:placard:problem:token_unknown");
            let anna = user(&app, "anna@x.org").await.unwrap();
            assert_eq!(anna.pending_email, None);
        };
        let token = ask(&thief, password).await;
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let reset = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
        app.put(&nobody(), &reset, json!({"password": "New-pass-77"})).await.expect(204);
        opens_nothing(&token).await;

        password = "New-pass-77";
        let anna = person(&app, "anna@x.org", password).await;
        let token = ask(&anna, password).await;
        let form = json!({"password": password, "new_password": PASSWORD});
        app.put(&anna, "/api/account/password", form).await.expect(204);
        opens_nothing(&token).await;

        let token = ask(&anna, PASSWORD).await;
        let script = app.api_token(&anna, &["account:read"]).await;
        let set =
            UserCommand::Set(SetArgs { email: "anna@x.org".to_owned(), new_password: true, ..SetArgs::default() });
        user_command::run(&app.app.config, set, Some(password.to_owned())).await.unwrap();
        opens_nothing(&token).await;
        app.get(&script, "/api/account").await.expect(401);
        log_in(&app, "anna@x.org", password).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let other = person(&app, "anna@x.org", PASSWORD).await;
        let change = async |form: Value| app.put(&anna, "/api/account/password", form).await;
        let wrong = json!({"password": "Wrong-pass-1", "new_password": "New-pass-77"});
        assert_eq!(change(wrong).await.wrong_fields(), ["password"]);
        assert_eq!(
            change(json!({"password": PASSWORD, "new_password": "weak"})).await.wrong_fields(),
            ["new_password"]
        );
        let same = json!({"password": PASSWORD, "new_password": PASSWORD});
        assert_eq!(change(same).await.wrong_fields(), ["new_password"]);
        app.get(&other, "/api/account").await.expect(200);
        change(json!({"password": PASSWORD, "new_password": "New-pass-77"})).await.expect(204);
        app.get(&other, "/api/account").await.expect(401);
        app.get(&anna, "/api/account").await.expect(200);
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["password_changed"]);
        assert!(!app.get(&anna, "/api/account/export").await.text.contains("argon2"));
    })
    .await;
}

#[tokio::test]
async fn passwords_cannot_be_guessed_from_a_borrowed_session() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let wrong = json!({"password": "Wrong-pass-1", "new_password": "New-pass-77"});
        for _ in 0..10 {
            app.put(&anna, "/api/account/password", wrong.clone()).await.expect(422);
        }
        let refused = app.put(&anna, "/api/account/password", wrong).await;
        assert!(refused.headers.contains_key("retry-after"));
        refused.expect(429);
    })
    .await;
}

#[tokio::test]
async fn public_calls_are_limited_for_each_address() {
    let settings = |config: &mut placard_common::config::Config| config.settings.calls.per_address = 3;
    each_app_with(settings, async |app| {
        let calls: [(&str, &str, Option<Value>); 7] = [
            ("POST", SIGN_UP, Some(json!({"email": "a@x.org", "password": PASSWORD}))),
            ("POST", RESEND, Some(json!({"email": "a@x.org"}))),
            ("POST", RESET, Some(json!({"email": "a@x.org"}))),
            ("GET", "/api/account/password/reset/x", None),
            ("PUT", "/api/account/password/reset/x", Some(json!({"password": PASSWORD}))),
            ("GET", "/api/confirm?token=x", None),
            ("GET", "/api/account/change/confirm?token=x", None),
        ];
        for (method, path, body) in calls {
            for _ in 0..3 {
                let answer = app.call(method.parse().unwrap(), path, &nobody(), body.clone()).await;
                assert_ne!(answer.status, 429, "{path}");
            }
            let refused = app.call(method.parse().unwrap(), path, &nobody(), body).await;
            assert_eq!(refused.headers["retry-after"], "900", "{path}");
            refused.expect(429);
        }
    })
    .await;
}

#[tokio::test]
async fn the_older_calls_do_the_same() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let login = json!({"email": "anna@x.org", "password": PASSWORD});
        let tokens = app.post(&nobody(), "/api/auth/login", login).await.expect(200);
        let session = Person { token: tokens["access_token"].as_str().unwrap().to_owned(), ..anna };
        let user = app.get(&session, "/api/auth/user").await.expect(200);
        assert_eq!(user, app.get(&session, "/api/oauth2/user").await.expect(200));
        app.post(&session, "/api/auth/logout", json!({})).await.expect(204);
        app.get(&session, "/api/auth/user").await.expect(401);
        let wrong = json!({"email": "anna@x.org", "password": "Wrong-pass-1"});
        assert_eq!(
            problem(app.post(&nobody(), "/api/auth/login", wrong).await, 401),
            "urn:placard:problem:wrong_login"
        );
    })
    .await;
}

#[tokio::test]
async fn links_of_a_blocked_user_open_nothing() {
    each_app(async |app| {
        sign_up(&app, "anna@x.org").await.expect(202);
        let token = token_to(&app, "anna@x.org", "confirm").await;
        app.clock.advance_ms(MINUTE_MS);
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let reset = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
        let id = user(&app, "anna@x.org").await.unwrap().id;
        let change = UserChange { status: Some((UserStatus::Blocked, "fraud".to_owned())), ..UserChange::default() };
        let write = async move |tx: &placard_store::Tx| users::update_user(tx, Scope::System, id, &change).await;
        app.app.store.write("test", Priority::Api, write).await.unwrap();
        confirm(&app, &token).await.expect(404);
        app.get(&nobody(), &reset).await.expect(404);
        app.put(&nobody(), &reset, json!({"password": "New-pass-77"})).await.expect(404);
        assert_eq!(user(&app, "anna@x.org").await.unwrap().status, UserStatus::Blocked);
    })
    .await;
}
