//! What counts as a failed attempt, and which mails count.

use crate::app::{Answer, PASSWORD, Person, TestApp, each_app, each_app_with};
use crate::races::hold_passwords;
use crate::second_factor::{self, code, switch_on};
use crate::sign_up::{
    HOUR_MS, LOGIN, MINUTE_MS, RESEND, RESET, kinds_to, log_in, nobody, problem, seen, sign_up, token_to,
};
use axum::body::Body;
use axum::http::{Method, Request, header};
use placard_api::auth::WAITING_MAX;
use placard_store::accounts::audit_log::{self, Entry};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex};

const SECOND_FACTOR: &str = "/api/account/second_factor";

/// What the log tells of an account, oldest first.
async fn entries_of(app: &TestApp, subject: &'static str, id: i64) -> Vec<Entry> {
    let list = async move |conn: &_| {
        let filter = audit_log::LogFilter::of(subject, id);
        audit_log::list_log(conn, placard_store::Scope::System, &filter, 100, 0).await
    };
    let mut found = app.app.store.read("test", list).await.unwrap();
    found.reverse();
    found
}

async fn delete_second_factor(app: &TestApp, person: &Person, otp: &str) -> Answer {
    let body = json!({"password": PASSWORD, "otp": otp});
    app.call(Method::DELETE, SECOND_FACTOR, person, Some(body)).await
}

/// A login from a browser that keeps the cookie; `code` is that of the second factor.
async fn log_in_on(app: &TestApp, cookie: &str, email: &str, password: &str, code: Option<&str>) -> Answer {
    let mut body = json!({"email": email, "password": password});
    if let Some(code) = code {
        body["otp"] = json!(code);
    }
    app.send(with_cookie(Method::POST, LOGIN, cookie, &body)).await
}

fn with_cookie(method: Method, path: &str, cookie: &str, body: &Value) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
    request.header(header::COOKIE, cookie).body(Body::from(body.to_string())).unwrap()
}

/// What a browser keeps of an answer.
#[track_caller]
fn kept(answer: &Answer) -> String {
    let set = answer.headers.get(header::SET_COOKIE).unwrap_or_else(|| panic!("no cookie: {}", answer.text));
    set.to_str().unwrap().split(';').next().unwrap().to_owned()
}

/// Ten wrong passwords for an address, from nowhere in particular.
async fn fail_at(app: &TestApp, email: &str) {
    for _ in 0..10 {
        log_in(app, email, "Wrong-pass-1").await.expect(401);
    }
    log_in(app, email, "Wrong-pass-1").await.expect(429);
}

#[tokio::test]
async fn strangers_lock_nobody_out_who_was_there_before() {
    each_app(async |app| {
        for email in ["anna@x.org", "eva@x.org"] {
            app.advertiser(email).await;
        }
        let annas = kept(&log_in(&app, "anna@x.org", PASSWORD).await);
        let evas = kept(&log_in(&app, "eva@x.org", PASSWORD).await);
        fail_at(&app, "anna@x.org").await;
        log_in(&app, "anna@x.org", PASSWORD).await.expect(429);
        for (name, cookie) in [("of another account", evas.as_str()), ("no cookie of ours", "placard_device=AAAA")] {
            let refused = log_in_on(&app, cookie, "anna@x.org", PASSWORD, None).await;
            assert_eq!(refused.status, 429, "{name}");
        }
        let anna = log_in_on(&app, &annas, "anna@x.org", PASSWORD, None).await;
        let annas = kept(&anna);
        let anna = Person { token: anna.expect(200)["access_token"].as_str().unwrap().to_owned(), ..Person::default() };
        // Nor does it matter in her session, nor does the session matter for logins.
        let change = json!({"password": "Wrong-pass-1", "new_password": "New-pass-77"});
        for _ in 0..10 {
            app.put(&anna, "/api/account/password", change.clone()).await.expect(422);
        }
        let change = json!({"password": PASSWORD, "new_password": "New-pass-77"});
        app.put(&anna, "/api/account/password", change.clone()).await.expect(429);
        log_in_on(&app, &annas, "anna@x.org", PASSWORD, None).await.expect(200);

        // The device has limits of its own, and they are not those of the others.
        app.clock.advance_ms(15 * MINUTE_MS);
        for _ in 0..10 {
            log_in_on(&app, &annas, "anna@x.org", "Wrong-pass-1", None).await.expect(401);
        }
        log_in_on(&app, &annas, "anna@x.org", PASSWORD, None).await.expect(429);
        log_in(&app, "anna@x.org", PASSWORD).await.expect(200);

        // Who knew the former password has no say with the new one; the browser that set it does.
        let mut request = with_cookie(Method::PUT, "/api/account/password", &annas, &change);
        request.headers_mut().insert(header::AUTHORIZATION, format!("Bearer {}", anna.token).parse().unwrap());
        let changed = app.send(request).await;
        let renewed = kept(&changed);
        changed.expect(204);
        app.clock.advance_ms(15 * MINUTE_MS);
        fail_at(&app, "anna@x.org").await;
        log_in_on(&app, &annas, "anna@x.org", "New-pass-77", None).await.expect(429);
        log_in_on(&app, &renewed, "anna@x.org", "New-pass-77", None).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn devices_tell_nobody_whether_an_account_exists() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let annas = kept(&log_in(&app, "anna@x.org", PASSWORD).await);
        app.advertiser("eva@x.org").await;
        let statuses = async |email: &str, cookie: &str| {
            let mut found = Vec::new();
            for _ in 0..12 {
                let answer = log_in_on(&app, cookie, email, "Wrong-pass-1", None).await;
                assert!(answer.headers.get(header::SET_COOKIE).is_none());
                found.push(seen(&answer));
            }
            found
        };
        let (known, unknown) = (statuses("eva@x.org", &annas).await, statuses("nobody@x.org", &annas).await);
        assert_eq!(known, unknown, "the cookie of another account");
    })
    .await;
}

#[tokio::test]
async fn who_reads_the_mail_gets_in_whatever_strangers_do() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, _) = switch_on(&app, &anna).await;
        fail_at(&app, "anna@x.org").await;
        let reset = async || {
            app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
            let path = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
            let answer = app.put(&nobody(), &path, json!({"password": PASSWORD})).await;
            kept(&answer)
        };
        let cookie = reset().await;
        fail_at(&app, "anna@x.org").await;
        log_in_on(&app, &cookie, "anna@x.org", PASSWORD, Some(&code(&app, &totp))).await.expect(200);

        // But codes are no easier to guess by it, however often.
        app.clock.advance_ms(MINUTE_MS);
        let cookie = reset().await;
        for _ in 0..10 {
            log_in_on(&app, &cookie, "anna@x.org", PASSWORD, Some("000000")).await.expect(422);
        }
        app.clock.advance_ms(MINUTE_MS);
        let cookie = reset().await;
        log_in_on(&app, &cookie, "anna@x.org", PASSWORD, Some(&code(&app, &totp))).await.expect(429);
    })
    .await;
}

#[tokio::test]
async fn codes_cannot_be_guessed_by_who_has_session_and_password() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, _) = switch_on(&app, &anna).await;
        for _ in 0..10 {
            delete_second_factor(&app, &anna, "000000").await.expect(422);
        }
        delete_second_factor(&app, &anna, &code(&app, &totp)).await.expect(429);
        let end = json!({"password": PASSWORD, "otp": code(&app, &totp)});
        app.call(Method::DELETE, "/api/account", &anna, Some(end)).await.expect(429);
        // The owner still gets in, and throws the thief out.
        second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn codes_cannot_be_guessed_by_who_has_the_password() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, _) = switch_on(&app, &anna).await;
        let annas = second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await;
        let annas = kept(&annas);
        app.clock.advance_ms(MINUTE_MS);
        for _ in 0..10 {
            app.post(&anna, SECOND_FACTOR, json!({"password": PASSWORD})).await.expect(409);
            second_factor::log_in(&app, "anna@x.org", None).await.expect(422);
            second_factor::log_in(&app, "anna@x.org", Some("000000")).await.expect(422);
        }
        second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await.expect(429);
        log_in_on(&app, &annas, "anna@x.org", PASSWORD, Some(&code(&app, &totp))).await.expect(200);
    })
    .await;
}

/// What a test's thread logs.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn failed_logins_leave_a_line_for_tools() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        lines.0.lock().unwrap().clear();
        log_in(&app, "nobody@x.org", "Typed-1234").await.expect(401);
        fail_at(&app, "anna@x.org").await;
        app.put(&anna, "/api/account/password", json!({"password": "Typed-1234", "new_password": "New-pass-77"}))
            .await
            .expect(422);
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let found: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once("placard::login: ")?.1)).collect();
        let line = |what: &str, account: &str, reason: &str| {
            format!("{what} failed: address=203.0.113.9 account={account} reason={reason}")
        };
        let id = anna.id.to_string();
        let mut expected = vec![line("login", "-", "unknown")];
        expected.extend((0..10).map(|_| line("login", &id, "password")));
        expected.extend([line("login", &id, "limit"), line("step-up", &id, "password")]);
        assert_eq!(found, expected);
        assert!(!text.contains("Typed-") && !text.contains("@x.org"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn what_was_never_compared_locks_nobody_out() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        for _ in 0..12 {
            app.put(&anna, SECOND_FACTOR, json!({"otp": "123456"})).await.expect(409);
        }
        let held = hold_passwords(&app).await;
        let passwords = &app.app.auth.passwords;
        let waiting = futures_util::future::join_all((0..WAITING_MAX).map(|_| passwords.on_a_worker(|| ())));
        tokio::pin!(waiting);
        assert!(futures_util::future::poll_immediate(&mut waiting).await.is_none(), "the queue is full");
        let change = json!({"password": PASSWORD, "new_password": "New-pass-77"});
        for _ in 0..12 {
            log_in(&app, "anna@x.org", PASSWORD).await.expect(503);
            app.put(&anna, "/api/account/password", change.clone()).await.expect(503);
        }
        drop(held);
        assert!(waiting.await.iter().all(Result::is_ok));
        log_in(&app, "anna@x.org", PASSWORD).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_reset_lifts_the_limit_of_logins() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let reset = async || {
            app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
            let path = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
            app.put(&nobody(), &path, json!({"password": PASSWORD})).await.expect(204);
        };
        for _ in 0..10 {
            log_in(&app, "anna@x.org", "Wrong-pass-1").await.expect(401);
        }
        log_in(&app, "anna@x.org", PASSWORD).await.expect(429);
        reset().await;
        log_in(&app, "anna@x.org", PASSWORD).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_address_is_nobody() {
    each_app(async |app| {
        let long = format!("{}@x.org", "a".repeat(200_000));
        let unknown = log_in(&app, "nobody@x.org", PASSWORD).await;
        assert_eq!(seen(&log_in(&app, &long, PASSWORD).await), seen(&unknown));
        assert_eq!(problem(unknown, 401), "urn:placard:problem:wrong_login");
        assert_eq!(app.post(&nobody(), RESEND, json!({"email": long})).await.wrong_fields(), ["email"]);
        let nul = "an\0na@x.org";
        assert_eq!(problem(log_in(&app, nul, PASSWORD).await, 401), "urn:placard:problem:wrong_login");
        assert_eq!(app.post(&nobody(), RESEND, json!({"email": nul})).await.wrong_fields(), ["email"]);
        assert_eq!(app.post(&nobody(), RESET, json!({"email": nul})).await.wrong_fields(), ["email"]);
        for _ in 0..10 {
            log_in(&app, &long, PASSWORD).await;
        }
        log_in(&app, &long, PASSWORD).await.expect(429);
    })
    .await;
}

#[tokio::test]
async fn calls_for_an_address_without_an_account_use_up_none_of_its_mails() {
    let settings = |config: &mut placard_common::config::Config| config.settings.calls.per_address = 1_000;
    each_app_with(settings, async |app| {
        for _ in 0..12 {
            app.post(&nobody(), RESEND, json!({"email": "anna@x.org"})).await.expect(204);
            app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
            app.clock.advance_ms(MINUTE_MS);
        }
        app.post(&nobody(), RESEND, json!({"email": "anna@x.org"})).await.expect(204);
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        sign_up(&app, "anna@x.org").await.expect(202);
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["confirm", "reset"]);
    })
    .await;
}

#[tokio::test]
async fn the_log_tells_what_became_of_logins() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, recovery) = switch_on(&app, &anna).await;
        second_factor::log_in(&app, "anna@x.org", Some(&recovery[0])).await.expect(200);
        let path = format!("{SECOND_FACTOR}/recovery_codes");
        app.post(&anna, &path, json!({"otp": code(&app, &totp)})).await.expect(200);
        app.clock.advance_ms(MINUTE_MS);
        let tokens = second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await.expect(200);
        let sessions = app.get(&anna, "/api/account/sessions").await.expect(200)["data"].clone();
        let refresh = json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
        app.post(&nobody(), LOGIN, refresh.clone()).await.expect(200);
        app.clock.advance_ms(HOUR_MS / 2);
        app.post(&nobody(), LOGIN, refresh).await.expect(401);
        let other = sessions[1]["id"].as_i64().unwrap();
        app.delete(&anna, &format!("/api/account/sessions/{other}")).await.expect(204);
        app.delete(&anna, "/api/account/sessions").await.expect(204);

        let entries = entries_of(&app, "user", anna.id.0).await;
        let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(
            actions,
            [
                "create_second_factor_secret",
                "create_second_factor",
                "use_recovery_code",
                "log_in",
                "create_recovery_codes",
                "log_in",
                "reuse_refresh_token",
                "delete_other_sessions"
            ]
        );
        let state = |text: &Option<String>| serde_json::from_str::<Value>(text.as_deref().unwrap()).unwrap();
        let left = |action: &str| {
            let entry = entries.iter().find(|entry| entry.action == action).unwrap();
            let left = |text| state(text)["recovery_codes_left"].clone();
            (left(&entry.before), left(&entry.after))
        };
        assert_eq!(left("use_recovery_code"), (json!(10), json!(9)));
        assert_eq!(left("create_recovery_codes"), (json!(9), json!(10)));
        let reused = entries.iter().find(|entry| entry.action == "reuse_refresh_token").unwrap();
        assert!(state(&reused.before)["session"].is_i64() && reused.actor.user.is_none(), "{reused:?}");
        assert!(!reused.actor.address.is_empty());
        let ended = entries_of(&app, "session", other).await;
        assert_eq!((ended.len(), state(&ended[0].before)["id"].as_i64()), (1, Some(other)));
        assert!(state(&entries.last().unwrap().after).is_array());
    })
    .await;
}
