//! What counts as a failed attempt, and which mails count.

use crate::app::{PASSWORD, Person, TestApp, each_app, each_app_with};
use crate::races::hold_passwords;
use crate::second_factor::{self, code, switch_on};
use crate::sign_up::{
    HOUR_MS, LOGIN, MINUTE_MS, RESEND, RESET, kinds_to, log_in, nobody, person, problem, seen, sign_up, token_to,
};
use axum::http::Method;
use placard_server::auth::MAX_WAITING;
use placard_store::audit_log::{self, Entry};
use serde_json::{Value, json};

const SECOND_FACTOR: &str = "/api/account/second_factor";

/// What the log tells of an account, oldest first.
async fn entries_of(app: &TestApp, subject: &'static str, id: i64) -> Vec<Entry> {
    let list = async move |conn: &_| audit_log::list_entries(conn, subject, id, 100).await;
    let mut found = app.app.store.read("test", list).await.unwrap();
    found.reverse();
    found
}

async fn delete_second_factor(app: &TestApp, person: &Person, otp: &str) -> crate::app::Answer {
    let body = json!({"password": PASSWORD, "otp": otp});
    app.call(Method::DELETE, SECOND_FACTOR, person, Some(body)).await
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
        second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await.expect(429);
        let end = json!({"password": PASSWORD, "otp": code(&app, &totp)});
        app.call(Method::DELETE, "/api/account", &anna, Some(end)).await.expect(429);
    })
    .await;
}

#[tokio::test]
async fn a_password_in_the_account_forgives_no_code() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, _) = switch_on(&app, &anna).await;
        for _ in 0..10 {
            app.post(&anna, SECOND_FACTOR, json!({"password": PASSWORD})).await.expect(409);
            second_factor::log_in(&app, "anna@x.org", Some("000000")).await.expect(422);
        }
        second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await.expect(429);
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
        let waiting = futures_util::future::join_all((0..MAX_WAITING).map(|_| passwords.on_a_worker(|| ())));
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

        // Not where it would let who reads the mail guess codes without end.
        let anna = person(&app, "anna@x.org", PASSWORD).await;
        let (totp, _) = switch_on(&app, &anna).await;
        for _ in 0..10 {
            second_factor::log_in(&app, "anna@x.org", Some("000000")).await.expect(422);
        }
        app.clock.advance_ms(MINUTE_MS);
        reset().await;
        second_factor::log_in(&app, "anna@x.org", Some(&code(&app, &totp))).await.expect(429);
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
        app.post(&nobody(), RESEND, json!({"email": long})).await.expect(204);
        let nul = "an\0na@x.org";
        assert_eq!(problem(log_in(&app, nul, PASSWORD).await, 401), "urn:placard:problem:wrong_login");
        app.post(&nobody(), RESEND, json!({"email": nul})).await.expect(204);
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
    let settings = |config: &mut placard_server::config::Config| config.calls.per_address = 1_000;
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
