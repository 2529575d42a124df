//! Sign-up, mailed links, lost passwords, change of address.

use crate::app::{Answer, PASSWORD, Person, TestApp, each_app, each_app_with};
use axum::body::Body;
use axum::http::{Request, header};
use placard_model::UserId;
use placard_model::user::UserStatus;
use placard_server::feeds::schedule;
use placard_server::mail::open_body;
use placard_store::audit_log;
use placard_store::mails::{self, MailFilter};
use placard_store::terms;
use placard_store::users::{self, User, UserChange};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};

const SIGN_UP: &str = "/api/account";
const RESEND: &str = "/api/account/confirm/resend";
const RESET: &str = "/api/account/password/reset";
const LOGIN: &str = "/api/oauth2/accessToken";
const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

fn nobody() -> Person {
    Person::default()
}

/// The mails to an address, oldest first: kind and text.
pub(crate) async fn mails_to(app: &TestApp, email: &str) -> Vec<(String, String)> {
    let (found, _) = app
        .app
        .store
        .read("test", async |conn| mails::list(conn, MailFilter::default(), 1_000, 0).await)
        .await
        .unwrap();
    let mine = found.iter().rev().filter(|mail| mail.recipient == email);
    mine.map(|mail| (mail.kind.clone(), open_body(&app.app.keys, mail).unwrap().text)).collect()
}

/// Kinds of the mails to an address, oldest first.
async fn kinds_to(app: &TestApp, email: &str) -> Vec<String> {
    mails_to(app, email).await.into_iter().map(|(kind, _)| kind).collect()
}

/// The token of the newest link of a kind that went to an address.
pub(crate) async fn token_to(app: &TestApp, email: &str, kind: &str) -> String {
    let mails = mails_to(app, email).await;
    let (_, text) = mails.iter().rev().find(|(found, _)| found == kind).unwrap_or_else(|| panic!("{kind}: {mails:?}"));
    let link = text.split_whitespace().find(|word| word.starts_with("https://")).unwrap();
    link.rsplit(['=', '/']).next().unwrap().to_owned()
}

async fn user(app: &TestApp, email: &str) -> Option<User> {
    let found = app.app.store.read("test", async |conn| users::get_login(conn, email).await).await.unwrap();
    found.map(|(user, _)| user)
}

async fn sign_up(app: &TestApp, email: &str) -> Answer {
    app.post(&nobody(), SIGN_UP, json!({"email": email, "password": PASSWORD})).await
}

async fn confirm(app: &TestApp, token: &str) -> Answer {
    app.get(&nobody(), &format!("/api/confirm?token={token}")).await
}

async fn log_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.post(&nobody(), LOGIN, json!({"email": email, "password": password})).await
}

async fn person(app: &TestApp, email: &str, password: &str) -> Person {
    let tokens = log_in(app, email, password).await.expect(200);
    let id = user(app, email).await.unwrap().id;
    Person { id, token: tokens["access_token"].as_str().unwrap().to_owned() }
}

async fn actions_on(app: &TestApp, id: UserId) -> Vec<String> {
    let entries =
        app.app.store.read("test", async |conn| audit_log::list_entries(conn, "user", id.0, 100).await).await.unwrap();
    entries.into_iter().rev().map(|entry| entry.action).collect()
}

/// Everything of an answer that its receiver sees, without the number of the request.
fn seen(answer: &Answer) -> (u16, String, String) {
    let mut headers = answer.headers.clone();
    headers.remove("x-request-id");
    (answer.status.as_u16(), format!("{headers:?}"), answer.text.clone())
}

fn problem(answer: Answer, status: u16) -> String {
    answer.expect(status)["type"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn who_signs_up_confirms_and_is_in() {
    each_app(async |app| {
        let form = json!({
            "email": " Anna@X.org ", "password": PASSWORD, "role": "webmaster", "name": "Anna", "telegram": "@anna",
            "source": "fb", "medium": "partners", "campaign": "spring",
        });
        let answer = app.post(&nobody(), SIGN_UP, form).await.expect(202);
        assert_eq!(answer, json!({"data": {"email": "anna@x.org"}}));
        let made = user(&app, "anna@x.org").await.unwrap();
        assert_eq!((made.status, made.is_advertiser, made.is_webmaster), (UserStatus::Unconfirmed, false, true));
        assert_eq!((&*made.attribution.source, &*made.attribution.campaign), ("fb", "spring"));
        assert_eq!((&*made.contacts.name, &*made.contacts.telegram), ("Anna", "@anna"));

        let anna = person(&app, "anna@x.org", PASSWORD).await;
        app.get(&anna, "/api/webmaster/sites").await.expect(403);
        assert_eq!(app.get(&anna, "/api/oauth2/user").await.expect(200)["data"]["status_id"], 1);

        let token = token_to(&app, "anna@x.org", "confirm").await;
        for visit in 0..3 {
            let answer = confirm(&app, &token).await.expect(200);
            assert_eq!(answer, json!({"data": {"email": "anna@x.org"}}), "visit {visit}");
            // Long after it would have ended: somebody opens the old mail once more.
            app.clock.advance_ms(if visit == 0 { 0 } else { 50 * HOUR_MS });
        }
        let anna = person(&app, "anna@x.org", PASSWORD).await;
        app.get(&anna, "/api/webmaster/sites").await.expect(200);
        let actions = actions_on(&app, anna.id).await;
        assert_eq!(actions[..4], ["create_account", "mail_confirmation", "log_in", "confirm_account"], "{actions:?}");
    })
    .await;
}

#[tokio::test]
async fn a_confirmed_session_is_let_in_at_once() {
    each_app(async |app| {
        sign_up(&app, "anna@x.org").await.expect(202);
        let anna = person(&app, "anna@x.org", PASSWORD).await;
        app.get(&anna, "/api/advertiser/campaigns").await.expect(403);
        confirm(&app, &token_to(&app, "anna@x.org", "confirm").await).await.expect(200);
        app.get(&anna, "/api/advertiser/campaigns").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn wrong_fields_are_told_one_by_one() {
    each_app(async |app| {
        let form = json!({"email": "anna", "password": "short", "name": "x".repeat(101), "source": "a\nb"});
        let answer = app.post(&nobody(), SIGN_UP, form).await.expect(422);
        let fields: Vec<&String> = answer["errors"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["email", "name", "password", "source"]);
        let rules = json!([
            "must have at least 8 characters",
            "must contain an uppercase letter",
            "must contain a digit",
            "must contain a special character"
        ]);
        assert_eq!(answer["errors"]["password"], rules);
        let form = json!({"email": "a@x.org", "password": PASSWORD, "role": "god"});
        assert_eq!(app.post(&nobody(), SIGN_UP, form).await.wrong_fields(), ["role"]);
        let form = json!({"email": "a@x.org", "password": PASSWORD, "status_id": 3});
        assert_eq!(app.post(&nobody(), SIGN_UP, form).await.wrong_fields(), ["status_id"]);
        assert_eq!(app.post(&nobody(), SIGN_UP, json!({})).await.wrong_fields(), ["email"]);
        app.post(&nobody(), SIGN_UP, json!({"email": "a@x.org", "password": "Пароль-12"})).await.expect(202);
    })
    .await;
}

#[tokio::test]
async fn a_taken_address_is_answered_like_a_new_one() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let taken = app.post(&nobody(), SIGN_UP, json!({"email": "anna@x.org", "password": "Other-pass-9"})).await;
        let new = app.post(&nobody(), SIGN_UP, json!({"email": "anne@x.org", "password": "Other-pass-9"})).await;
        let (status, headers, text) = seen(&taken);
        assert_eq!((status, headers, text.replace("anna@", "anne@")), seen(&new));
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["already_registered"]);
        assert_eq!(kinds_to(&app, "anne@x.org").await, ["confirm"]);
        log_in(&app, "anna@x.org", "Other-pass-9").await.expect(401);
        assert_eq!(actions_on(&app, anna.id).await, Vec::<String>::new());

        // One that waits for its confirmation keeps its password, and gets the link again.
        app.clock.advance_ms(MINUTE_MS);
        let again = app.post(&nobody(), SIGN_UP, json!({"email": "anne@x.org", "password": "Third-pass-9"})).await;
        assert_eq!(again.text, new.text);
        assert_eq!(kinds_to(&app, "anne@x.org").await, ["confirm", "confirm"]);
        log_in(&app, "anne@x.org", "Third-pass-9").await.expect(401);
        log_in(&app, "anne@x.org", "Other-pass-9").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn blocked_owners_are_answered_alike_too() {
    each_app(async |app| {
        let anna = app.person("anna@x.org", |new| new.status = UserStatus::Blocked).await;
        sign_up(&app, "anna@x.org").await.expect(202);
        app.clock.advance_ms(MINUTE_MS);
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["already_registered"]);
        assert_eq!(actions_on(&app, anna.id).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn the_first_visit_and_who_brought_it_are_kept() {
    each_app(async |app| {
        let brought_by = app.webmaster("web@x.org").await;
        let advertiser = app.advertiser("adv@x.org").await;
        let sign_up = async |email: &str, referral: String, cookie: &str| {
            let body = json!({"email": email, "password": PASSWORD, "referral": referral}).to_string();
            let request = Request::post(SIGN_UP)
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::COOKIE, cookie)
                .body(Body::from(body))
                .unwrap();
            app.send(request).await.expect(202);
            let made = user(&app, email).await.unwrap();
            let terms = app.app.store.read("test", async |conn| terms::of_users(conn, &[made.id]).await).await.unwrap();
            (made.attribution.source.clone(), terms.first().and_then(|(_, terms)| terms.referrer))
        };
        let cookie = "locale=en; placard_source=source%3Dtg%26medium%3Dmreality";
        let (source, referrer) = sign_up("a@x.org", brought_by.id.to_string(), cookie).await;
        assert_eq!((&*source, referrer.map(|(id, _)| id)), ("tg", Some(brought_by.id)));
        for referral in [advertiser.id.to_string(), "999999".to_owned(), "nonsense".to_owned(), String::new()] {
            let email = format!("b{}@x.org", referral.len());
            assert_eq!(sign_up(&email, referral, "x=y").await, (String::new(), None));
        }
    })
    .await;
}

#[tokio::test]
async fn confirmations_end_and_foreign_tokens_are_unknown() {
    each_app(async |app| {
        sign_up(&app, "anna@x.org").await.expect(202);
        let token = token_to(&app, "anna@x.org", "confirm").await;
        for broken in ["", "x", &token[1..], &"A".repeat(43), &"x".repeat(5_000)] {
            assert_eq!(problem(confirm(&app, broken).await, 404), "urn:placard:problem:token_unknown");
        }
        // A token of one kind opens nothing of another.
        app.get(&nobody(), &format!("{RESET}/{token}")).await.expect(404);
        app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await.expect(404);
        app.clock.advance_ms(48 * HOUR_MS);
        assert_eq!(problem(confirm(&app, &token).await, 410), "urn:placard:problem:token_expired");

        app.post(&nobody(), RESEND, json!({"email": "anna@x.org"})).await.expect(204);
        app.post(&nobody(), RESEND, json!({"email": "anna@x.org"})).await.expect(204);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["confirm", "confirm"], "one a minute");
        let newer = token_to(&app, "anna@x.org", "confirm").await;
        confirm(&app, &newer).await.expect(200);
        assert_eq!(problem(confirm(&app, &token).await, 410), "urn:placard:problem:token_expired");

        app.clock.advance_ms(MINUTE_MS);
        for email in ["anna@x.org", "nobody@x.org", "no address"] {
            app.post(&nobody(), RESEND, json!({"email": email})).await.expect(204);
        }
        assert_eq!(kinds_to(&app, "anna@x.org").await.len(), 2, "a confirmed address gets none");
        assert_eq!(app.post(&nobody(), RESEND, json!({})).await.wrong_fields(), ["email"]);
    })
    .await;
}

#[tokio::test]
async fn who_is_logged_in_asks_again_without_an_address() {
    each_app(async |app| {
        sign_up(&app, "anna@x.org").await.expect(202);
        let anna = person(&app, "anna@x.org", PASSWORD).await;
        app.clock.advance_ms(MINUTE_MS);
        app.post(&anna, RESEND, json!({})).await.expect(204);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["confirm", "confirm"]);
        app.post(&Person { token: "nonsense".to_owned(), ..anna }, RESEND, json!({})).await.expect(401);
    })
    .await;
}

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
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["reset", "email_changed"]);
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

        app.put(&anna, "/api/account", json!({"email": "cleo@x.org", "password": PASSWORD})).await.expect(200);
        let token = token_to(&app, "cleo@x.org", "email_change").await;
        app.advertiser("cleo@x.org").await;
        app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await.expect(409);
        app.clock.advance_ms(48 * HOUR_MS);
        app.get(&nobody(), &format!("/api/account/change/confirm?token={token}")).await.expect(410);
        schedule::hourly(&app.app, app.app.clock.now()).await.unwrap();
        assert_eq!(user(&app, "anna@x.org").await.unwrap().pending_email, None);
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
    let settings = |config: &mut placard_server::config::Config| config.calls.per_address = 3;
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
