//! Sign-up and its confirmation.

use crate::app::{Answer, PASSWORD, Person, TestApp, each_app};
use crate::referrals::referral_code;
use axum::body::Body;
use axum::http::{Request, header};
use placard_api::mail::open_body;
use placard_model::time::DAY_MS;
use placard_model::user::UserStatus;
use placard_model::{Clock, UserId};
use placard_store::accounts::audit_log;
use placard_store::accounts::terms;
use placard_store::accounts::users::{self, User, UserChange};
use placard_store::network::mails::{self, MailFilter};
use placard_store::{Priority, Scope, Tx};
use serde_json::json;

pub(crate) const SIGN_UP: &str = "/api/account";
pub(crate) const RESEND: &str = "/api/account/confirm/resend";
pub(crate) const RESET: &str = "/api/account/password/reset";
pub(crate) const LOGIN: &str = "/api/oauth2/accessToken";
pub(crate) const MINUTE_MS: i64 = 60_000;
pub(crate) const HOUR_MS: i64 = 60 * MINUTE_MS;

pub(crate) fn nobody() -> Person {
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
    mine.map(|mail| (mail.kind.clone(), open_body(&app.app.keys, &mail.recipient, &mail.body).unwrap().text)).collect()
}

/// Kinds of the mails to an address, oldest first.
pub(crate) async fn kinds_to(app: &TestApp, email: &str) -> Vec<String> {
    mails_to(app, email).await.into_iter().map(|(kind, _)| kind).collect()
}

/// The token of the newest link of a kind that went to an address.
pub(crate) async fn token_to(app: &TestApp, email: &str, kind: &str) -> String {
    let mails = mails_to(app, email).await;
    let (_, text) = mails.iter().rev().find(|(found, _)| found == kind).unwrap_or_else(|| panic!("{kind}: {mails:?}"));
    let link = text.split_whitespace().find(|word| word.starts_with("https://")).unwrap();
    link.rsplit(['=', '/']).next().unwrap().to_owned()
}

pub(crate) async fn user(app: &TestApp, email: &str) -> Option<User> {
    let found = app.app.store.read("test", async |conn| users::get_login(conn, email).await).await.unwrap();
    found.map(|(user, _)| user)
}

pub(crate) async fn sign_up(app: &TestApp, email: &str) -> Answer {
    app.post(&nobody(), SIGN_UP, json!({"email": email, "password": PASSWORD})).await
}

pub(crate) async fn confirm(app: &TestApp, token: &str) -> Answer {
    app.get(&nobody(), &format!("/api/confirm?token={token}")).await
}

pub(crate) async fn log_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.post(&nobody(), LOGIN, json!({"email": email, "password": password})).await
}

pub(crate) async fn person(app: &TestApp, email: &str, password: &str) -> Person {
    let tokens = log_in(app, email, password).await.expect(200);
    let id = user(app, email).await.unwrap().id;
    Person { id, token: tokens["access_token"].as_str().unwrap().to_owned() }
}

async fn actions_on(app: &TestApp, id: UserId) -> Vec<String> {
    let entries = app
        .app
        .store
        .read("test", async |conn| {
            let filter = audit_log::LogFilter::of("user", id.0);
            audit_log::list_log(conn, placard_store::Scope::System, &filter, 100, 0).await
        })
        .await
        .unwrap();
    entries.into_iter().rev().map(|entry| entry.action).collect()
}

/// Everything of an answer that its receiver sees, without the number of the request.
pub(crate) fn seen(answer: &Answer) -> (u16, String, String) {
    let mut headers = answer.headers.clone();
    headers.remove("x-request-id");
    (answer.status.as_u16(), format!("{headers:?}"), answer.text.clone())
}

pub(crate) fn problem(answer: Answer, status: u16) -> String {
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
        assert_eq!(fields, ["email", "name", "password"], "the source came with a link, and nobody can mend it");
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

        // One that waits for its confirmation is answered like both.
        app.clock.advance_ms(MINUTE_MS);
        let again = app.post(&nobody(), SIGN_UP, json!({"email": "anne@x.org", "password": "Third-pass-9"})).await;
        assert_eq!(seen(&again), seen(&new));
        assert_eq!(kinds_to(&app, "anne@x.org").await, ["confirm", "sign_up_again"]);
    })
    .await;
}

#[tokio::test]
async fn nobody_confirms_an_account_with_the_password_of_another_person() {
    each_app(async |app| {
        const EVIL: &str = "Evil-pass-66";
        let again = async |email: &str, password: &str| {
            app.clock.advance_ms(MINUTE_MS);
            let form = json!({"email": email, "password": password, "name": password, "role": "webmaster"});
            app.post(&nobody(), SIGN_UP, form).await.expect(202);
        };
        let kinds = async |email: &str| kinds_to(&app, email).await;
        // Who signs up first with the address of another person, and who does after its owner; both keep at it.
        for (email, passwords) in [
            ("anna@x.org", [EVIL, PASSWORD, PASSWORD]),
            ("anne@x.org", [PASSWORD, EVIL, EVIL]),
            ("annie@x.org", [EVIL, PASSWORD, EVIL]),
        ] {
            again(email, passwords[0]).await;
            let first = token_to(&app, email, "confirm").await;
            let session = person(&app, email, passwords[0]).await;
            app.get(&session, "/api/account").await.expect(200);
            again(email, passwords[1]).await;
            app.get(&session, "/api/account").await.expect(401);
            log_in(&app, email, passwords[0]).await.expect(401);
            log_in(&app, email, passwords[1]).await.expect(200);
            assert_eq!(problem(confirm(&app, &first).await, 404), "urn:placard:problem:token_unknown");
            let chosen = format!("{RESET}/{}", token_to(&app, email, "sign_up_again").await);
            again(email, passwords[2]).await;
            app.clock.advance_ms(MINUTE_MS);
            app.post(&nobody(), RESEND, json!({"email": email})).await.expect(204);
            assert_eq!(kinds(email).await, ["confirm", "sign_up_again", "sign_up_again", "sign_up_again"]);
            assert_eq!(user(&app, email).await.unwrap().status, UserStatus::Unconfirmed);

            // The link of any of these mails gives the account to who reads them, and to nobody else.
            let other = person(&app, email, passwords[2]).await;
            app.put(&nobody(), &chosen, json!({"password": "Chosen-pass-1"})).await.expect(204);
            let found = user(&app, email).await.unwrap();
            assert_eq!((found.status, found.contacts.name.as_str()), (UserStatus::Active, passwords[2]));
            app.get(&other, "/api/account").await.expect(401);
            for password in passwords {
                log_in(&app, email, password).await.expect(401);
            }
            log_in(&app, email, "Chosen-pass-1").await.expect(200);
        }
    })
    .await;
}

#[tokio::test]
async fn a_sign_up_that_may_not_mail_ends_the_links_before_it_too() {
    each_app(async |app| {
        let form = |password: &str| json!({"email": "anna@x.org", "password": password});
        app.post(&nobody(), SIGN_UP, form("Evil-pass-66")).await.expect(202);
        let token = token_to(&app, "anna@x.org", "confirm").await;
        app.post(&nobody(), SIGN_UP, form(PASSWORD)).await.expect(202);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["confirm"], "one a minute");
        confirm(&app, &token).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn who_has_lost_the_mail_signs_up_again_with_the_same_password() {
    each_app(async |app| {
        let web = app.webmaster("web@x.org").await;
        let evil = app.webmaster("evil@x.org").await;
        let again = async |password: &str, referrer: &Person| {
            app.clock.advance_ms(MINUTE_MS);
            let form = json!({
                "email": "anna@x.org", "password": password, "role": "webmaster", "name": "Anna", "source": "fb",
                "referral": referral_code(&app, referrer).await,
            });
            app.post(&nobody(), SIGN_UP, form).await.expect(202);
        };
        let referrer = async || {
            let id = user(&app, "anna@x.org").await.unwrap().id;
            let terms = app.app.store.read("test", async |conn| terms::of_users(conn, &[id]).await).await.unwrap();
            terms.first().and_then(|(_, terms)| terms.referrer).map(|(id, _)| id)
        };
        sign_up(&app, "anna@x.org").await.expect(202);
        let token = token_to(&app, "anna@x.org", "confirm").await;
        let anna = person(&app, "anna@x.org", PASSWORD).await;
        again(PASSWORD, &web).await;
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["confirm", "confirm"]);
        app.get(&anna, "/api/account").await.expect(200);
        let found = user(&app, "anna@x.org").await.unwrap();
        assert_eq!((found.is_advertiser, found.is_webmaster), (false, true));
        assert_eq!((&*found.contacts.name, &*found.attribution.source), ("Anna", "fb"));
        assert_eq!(referrer().await, Some(web.id));

        again("Evil-pass-66", &evil).await;
        assert_eq!(referrer().await, None, "nobody brought two people");
        confirm(&app, &token).await.expect(404);
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
        let code = referral_code(&app, &brought_by).await;
        let (source, referrer) = sign_up("a@x.org", code.to_uppercase(), cookie).await;
        assert_eq!((&*source, referrer.map(|(id, _)| id)), ("tg", Some(brought_by.id)));
        // The browser remembers the link; what the form says wins.
        let remembered = format!("placard_referral={code}");
        let (_, referrer) = sign_up("c@x.org", String::new(), &remembered).await;
        assert_eq!(referrer.map(|(id, _)| id), Some(brought_by.id));
        let other = referral_code(&app, &app.webmaster("other@x.org").await).await;
        let (_, referrer) = sign_up("d@x.org", other, &remembered).await;
        assert_ne!(referrer.map(|(id, _)| id), Some(brought_by.id));
        for (n, referral) in
            [brought_by.id.to_string(), "999999".to_owned(), "nonsense".to_owned()].into_iter().enumerate()
        {
            assert_eq!(sign_up(&format!("b{n}@x.org"), referral, "placard_referral=%3B").await, (String::new(), None));
        }
        // Who only advertises now has a place for what comes; who is blocked brings nobody.
        let advertiser = app.advertiser("adv@x.org").await;
        let code = referral_code(&app, &advertiser).await;
        let change = async |change: UserChange| {
            let update = async |tx: &Tx| users::update_user(tx, Scope::System, advertiser.id, &change).await;
            app.app.store.write("test_change", Priority::Api, update).await.unwrap();
        };
        assert!(!user(&app, "adv@x.org").await.unwrap().is_webmaster);
        let (_, referrer) = sign_up("e@x.org", code.clone(), "x=y").await;
        // For twelve months.
        assert_eq!(referrer, Some((advertiser.id, app.clock.now().plus_ms(365 * DAY_MS))));
        assert!(user(&app, "adv@x.org").await.unwrap().is_webmaster);
        change(UserChange { status: Some((UserStatus::Blocked, "fraud".to_owned())), ..UserChange::default() }).await;
        assert_eq!(sign_up("f@x.org", code, "x=y").await.1, None);
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

        // What an owner is told of a sign-up with a taken address does not wait for the confirmation's minute.
        sign_up(&app, "anna@x.org").await.expect(202);
        assert_eq!(kinds_to(&app, "anna@x.org").await, ["confirm", "confirm", "already_registered"]);

        app.clock.advance_ms(MINUTE_MS);
        for email in ["anna@x.org", "nobody@x.org"] {
            app.post(&nobody(), RESEND, json!({"email": email})).await.expect(204);
        }
        assert_eq!(app.post(&nobody(), RESEND, json!({"email": "no address"})).await.wrong_fields(), ["email"]);
        assert_eq!(kinds_to(&app, "anna@x.org").await.len(), 3, "a confirmed address gets none");
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
