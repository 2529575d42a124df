//! Two requests at once, and what changes while a password waits to be compared.

use crate::app::{PASSWORD, Person, TestApp, each_app};
use crate::second_factor::{self, code, switch_on};
use crate::sign_up::{LOGIN, RESET, confirm, log_in, nobody, person, problem, sign_up, token_to, user};
use placard_model::UserId;
use placard_model::user::UserStatus;
use placard_store::accounts::sessions::{self, EndReason};
use placard_store::accounts::users::{self, UserChange};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use tokio::sync::oneshot;

/// Longer than anything but a held password needs.
const PAUSE: Duration = Duration::from_millis(200);

/// Keeps all threads for passwords busy until it is dropped.
pub(crate) async fn hold_passwords(app: &TestApp) -> Vec<Sender<()>> {
    let mut held = Vec::new();
    for _ in 0..app.app.config.accounts.password_workers {
        let (sender, receiver) = channel();
        let (begun, has_begun) = oneshot::channel();
        held.push(sender);
        let app = app.app.clone();
        let hold = move || {
            let _ = begun.send(());
            receiver.recv().is_err()
        };
        tokio::spawn(async move { app.auth.passwords.on_a_worker(hold).await });
        has_begun.await.unwrap();
    }
    held
}

/// What a reset does to the account.
async fn replace_password(app: &TestApp, id: UserId, hash: &str) {
    let change = UserChange { password_hash: Some(hash.to_owned()), ..UserChange::default() };
    let write = async move |tx: &placard_store::Tx| {
        users::update_user(tx, Scope::System, id, &change).await?;
        sessions::end_sessions_of(tx, id, EndReason::Password).await
    };
    app.app.store.write("test", Priority::Api, write).await.unwrap();
    app.app.auth.forget_user(id);
}

fn statuses(answers: [&crate::app::Answer; 2]) -> [u16; 2] {
    let mut statuses = answers.map(|answer| answer.status.as_u16());
    statuses.sort_unstable();
    statuses
}

#[tokio::test]
async fn a_login_with_a_password_that_was_replaced_meanwhile_fails() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let hash = app.app.auth.passwords.hash("New-pass-77", app.app.rng.bytes()).await.unwrap();
        let held = hold_passwords(&app).await;
        let (answer, ()) = tokio::join!(log_in(&app, "anna@x.org", PASSWORD), async {
            tokio::time::sleep(PAUSE).await;
            replace_password(&app, anna.id, &hash).await;
            drop(held);
        });
        assert_eq!(problem(answer, 401), "urn:placard:problem:wrong_login");
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_login_that_began_before_the_second_factor_fails() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let held = hold_passwords(&app).await;
        let (answer, ()) = tokio::join!(log_in(&app, "anna@x.org", PASSWORD), async {
            tokio::time::sleep(PAUSE).await;
            let on = async move |tx: &_| placard_store::accounts::second_factors::set_on(tx, anna.id, true).await;
            app.app.store.write("test", Priority::Api, on).await.unwrap();
            drop(held);
        });
        answer.expect(401);
        let asked = log_in(&app, "anna@x.org", PASSWORD).await;
        assert_eq!(problem(asked, 422), "urn:placard:problem:otp_required");
    })
    .await;
}

#[tokio::test]
async fn an_ended_session_sets_no_password() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let hash = app.app.auth.passwords.hash("New-pass-77", app.app.rng.bytes()).await.unwrap();
        let change = json!({"password": PASSWORD, "new_password": "Evil-pass-66"});
        // The session ends while the password is compared: alone, and with a reset.
        for is_reset in [false, true] {
            let thief = person(&app, "anna@x.org", PASSWORD).await;
            let held = hold_passwords(&app).await;
            let (answer, ()) = tokio::join!(app.put(&thief, "/api/account/password", change.clone()), async {
                tokio::time::sleep(PAUSE).await;
                if is_reset {
                    replace_password(&app, thief.id, &hash).await;
                } else {
                    app.get(&thief, "/api/oauth2/logout").await.expect(204);
                }
                drop(held);
            });
            answer.expect(409);
        }
        log_in(&app, "anna@x.org", "Evil-pass-66").await.expect(401);
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_login_and_a_reset_at_once_leave_no_old_session() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let path = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
        let nobody = nobody();
        let (login, reset) = tokio::join!(
            log_in(&app, "anna@x.org", PASSWORD),
            app.put(&nobody, &path, json!({"password": "New-pass-77"}))
        );
        reset.expect(204);
        if login.status == 200 {
            let tokens = login.json();
            let token = tokens["access_token"].as_str().unwrap().to_owned();
            app.get(&Person { token, ..Person::default() }, "/api/account").await.expect(401);
            let refresh = json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
            app.post(&nobody, LOGIN, refresh).await.expect(401);
        } else {
            login.expect(401);
        }
        log_in(&app, "anna@x.org", "New-pass-77").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn one_reset_link_sets_one_password() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        app.post(&nobody(), RESET, json!({"email": "anna@x.org"})).await.expect(204);
        let path = format!("{RESET}/{}", token_to(&app, "anna@x.org", "reset").await);
        let nobody = nobody();
        let reset = async |password: &str| app.put(&nobody, &path, json!({"password": password})).await;
        let (first, second) = tokio::join!(reset("First-pass-1"), reset("Second-pass-2"));
        assert_eq!(statuses([&first, &second]), [204, 410]);
        let (right, wrong) =
            if first.status == 204 { ("First-pass-1", "Second-pass-2") } else { ("Second-pass-2", "First-pass-1") };
        log_in(&app, "anna@x.org", wrong).await.expect(401);
        log_in(&app, "anna@x.org", right).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn one_confirm_link_opened_twice_succeeds_twice() {
    each_app(async |app| {
        sign_up(&app, "anna@x.org").await.expect(202);
        let token = token_to(&app, "anna@x.org", "confirm").await;
        let (first, second) = tokio::join!(confirm(&app, &token), confirm(&app, &token));
        assert_eq!(statuses([&first, &second]), [200, 200]);
        assert_eq!(user(&app, "anna@x.org").await.unwrap().status, UserStatus::Active);
    })
    .await;
}

#[tokio::test]
async fn two_sign_ups_with_one_address_make_one_account() {
    each_app(async |app| {
        let (first, second) = tokio::join!(sign_up(&app, "anna@x.org"), sign_up(&app, "anna@x.org"));
        assert_eq!(statuses([&first, &second]), [202, 202]);
        confirm(&app, &token_to(&app, "anna@x.org", "confirm").await).await.expect(200);
        log_in(&app, "anna@x.org", PASSWORD).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn one_impersonation_code_lets_in_once() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let code = app.post(&god, &format!("/api/admin/jwt/{}", anna.id), json!({})).await.expect(200);
        let (nobody, code) = (nobody(), json!({"code": code["data"]["token"]}));
        let enter = async || app.post(&nobody, "/api/admin/jwt", code.clone()).await;
        let (first, second) = tokio::join!(enter(), enter());
        assert_eq!(statuses([&first, &second]), [200, 404]);
    })
    .await;
}

#[tokio::test]
async fn one_code_of_a_second_factor_lets_in_once() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (totp, recovery) = switch_on(&app, &anna).await;
        for otp in [code(&app, &totp), recovery[0].clone()] {
            let login = async || second_factor::log_in(&app, "anna@x.org", Some(&otp)).await;
            let (first, second) = tokio::join!(login(), login());
            assert_eq!(statuses([&first, &second]), [200, 422], "{otp}");
        }
    })
    .await;
}

#[tokio::test]
async fn one_refresh_token_has_one_successor() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let tokens = log_in(&app, "anna@x.org", PASSWORD).await.expect(200);
        let body = json!({"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]});
        let nobody = nobody();
        let refresh = async |body: &Value| app.post(&nobody, LOGIN, body.clone()).await;
        let (first, second) = tokio::join!(refresh(&body), refresh(&body));
        let (first, second) = (first.expect(200), second.expect(200));
        assert_eq!(first["refresh_token"], second["refresh_token"]);
        let next = json!({"grant_type": "refresh_token", "refresh_token": first["refresh_token"]});
        refresh(&next).await.expect(200);
    })
    .await;
}
