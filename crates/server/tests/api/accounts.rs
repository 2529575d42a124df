//! Login, refresh, logout, the own account.

use crate::app::{PASSWORD, Person, TestApp, each_app};
use placard_events::Position;
use placard_model::event::Event;
use placard_model::user::UserStatus;
use placard_store::accounts::users::{self, ContactsChange, UserChange};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};

const TOKEN: &str = "/api/oauth2/accessToken";

pub(crate) async fn log_in(app: &TestApp, email: &str) -> Value {
    app.post(&Person::default(), TOKEN, json!({"email": email, "password": PASSWORD})).await.expect(200)
}

async fn refresh(app: &TestApp, token: &Value) -> crate::app::Answer {
    app.post(&Person::default(), TOKEN, json!({"grant_type": "refresh_token", "refresh_token": token})).await
}

fn bearer(tokens: &Value) -> Person {
    Person { token: tokens["access_token"].as_str().unwrap().to_owned(), ..Person::default() }
}

async fn set(app: &TestApp, person: &Person, change: UserChange) {
    let id = person.id;
    app.app
        .store
        .write("test", Priority::Api, async move |tx| users::update_user(tx, Scope::System, id, &change).await)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_login_gives_tokens_that_name_the_user() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let tokens = log_in(&app, " Anna@X.org ").await;
        assert_eq!((&tokens["expires_in"], &tokens["token_type"]), (&json!(3600), &json!("Bearer")));
        let user = app.get(&bearer(&tokens), "/api/oauth2/user").await.expect(200);
        assert_eq!(
            user["data"],
            json!({
                "id": anna.id.0, "type_id": 1, "status_id": 3, "is_trusted": false, "email": "anna@x.org",
                "pending_email": null,
                "name": "", "phone": "", "skype": "", "telegram": "", "advertiser": {"id": anna.id.0},
                "webmaster": null, "currency_id": 1, "currency_unit": 1, "features": ["ip_targeting"], "minimum_bid": 1,
                "default_bid": 4, "has_second_factor": false, "acting": null
            })
        );
        let events = app.app.log.read(&Position::default(), 10, None).unwrap().events;
        assert!(
            matches!(&events[..], [record] if matches!(record.event, Event::OwnerSeen { user, .. } if user == anna.id))
        );
    })
    .await;
}

#[tokio::test]
async fn wrong_and_unknown_logins_get_the_same_answer() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let attempt = async |email: &str, password: &str| {
            app.post(&Person::default(), TOKEN, json!({"email": email, "password": password})).await
        };
        let wrong = attempt("anna@x.org", "Secret-124").await;
        let unknown = attempt("nobody@x.org", PASSWORD).await;
        assert_eq!((wrong.status.as_u16(), &wrong.text), (401, &unknown.text));
        assert_eq!(wrong.headers["content-type"], "application/problem+json");
        assert_eq!(attempt("anna@x.org", &"x".repeat(10_000)).await.text, wrong.text);
        assert_eq!(attempt("", "").await.wrong_fields(), ["email", "password"]);
    })
    .await;
}

#[tokio::test]
async fn failed_logins_are_limited() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let attempt = async |password: &str| {
            app.post(&Person::default(), TOKEN, json!({"email": "anna@x.org", "password": password})).await
        };
        for _ in 0..10 {
            attempt("wrong").await.expect(401);
        }
        let refused = attempt(PASSWORD).await;
        assert_eq!(refused.headers["retry-after"], "900");
        refused.expect(429);
        app.clock.advance_ms(15 * 60 * 1000);
        attempt(PASSWORD).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn refresh_tokens_rotate_and_a_copied_one_ends_the_session() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let first = log_in(&app, "anna@x.org").await;
        let second = refresh(&app, &first["refresh_token"]).await.expect(200);
        assert_ne!(first["refresh_token"], second["refresh_token"]);
        app.clock.advance_ms(29_000);
        let again = refresh(&app, &first["refresh_token"]).await.expect(200);
        assert_eq!(again["refresh_token"], second["refresh_token"], "the answer was lost");
        app.get(&bearer(&again), "/api/oauth2/user").await.expect(200);
        app.clock.advance_ms(1_000);
        refresh(&app, &first["refresh_token"]).await.expect(401);
        refresh(&app, &second["refresh_token"]).await.expect(401);
        app.get(&bearer(&again), "/api/oauth2/user").await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn tokens_end() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let tokens = log_in(&app, "anna@x.org").await;
        app.clock.advance_ms(3_599_000);
        app.get(&bearer(&tokens), "/api/oauth2/user").await.expect(200);
        app.clock.advance_ms(1_000);
        app.get(&bearer(&tokens), "/api/oauth2/user").await.expect(401);
        app.clock.advance_ms(30 * 24 * 3_600_000);
        refresh(&app, &tokens["refresh_token"]).await.expect(401);

        let tokens = log_in(&app, "anna@x.org").await;
        app.get(&bearer(&tokens), "/api/oauth2/logout").await.expect(204);
        app.get(&bearer(&tokens), "/api/oauth2/user").await.expect(401);
        refresh(&app, &tokens["refresh_token"]).await.expect(401);
        for broken in ["", "plr_", "nonsense", &"x".repeat(2_000)] {
            refresh(&app, &json!(broken)).await.expect(401);
        }
    })
    .await;
}

#[tokio::test]
async fn a_blocked_user_is_out_within_three_seconds() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let tokens = log_in(&app, "anna@x.org").await;
        app.get(&bearer(&tokens), "/api/account").await.expect(200);
        let status = Some((UserStatus::Blocked, "unpaid invoice".to_owned()));
        set(&app, &anna, UserChange { status, ..UserChange::default() }).await;
        app.clock.advance_ms(3_000);
        app.get(&bearer(&tokens), "/api/account").await.expect(401);
        refresh(&app, &tokens["refresh_token"]).await.expect(401);
        let login = json!({"email": "anna@x.org", "password": PASSWORD});
        let refused = app.post(&Person::default(), TOKEN, login).await.expect(403);
        assert!(refused["detail"].as_str().unwrap().contains("unpaid invoice"));
        let wrong = json!({"email": "anna@x.org", "password": "wrong"});
        app.post(&Person::default(), TOKEN, wrong).await.expect(401);
    })
    .await;
}

#[tokio::test]
async fn unconfirmed_users_see_their_account_only() {
    each_app(async |app| {
        let anna = app
            .person("anna@x.org", |new| {
                new.is_webmaster = true;
                new.status = UserStatus::Unconfirmed;
            })
            .await;
        app.get(&anna, "/api/oauth2/user").await.expect(200);
        app.get(&anna, "/api/webmaster/sites").await.expect(403);
    })
    .await;
}

#[tokio::test]
async fn the_account_is_changed_field_by_field() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let form = json!({"email": "ANNA@x.org", "name": "  Anna ", "phone": "+1 555", "currency_unit": 2});
        let changed = app.put(&anna, "/api/account", form).await.expect(200);
        assert_eq!((&changed["data"]["name"], &changed["data"]["currency_unit"]), (&json!("Anna"), &json!(2)));
        let changed = app.put(&anna, "/api/account", json!({"skype": "anna"})).await.expect(200);
        assert_eq!((&changed["data"]["name"], &changed["data"]["skype"]), (&json!("Anna"), &json!("anna")));
        assert_eq!(app.get(&anna, "/api/account").await.expect(200), changed);
        let wrong = json!({"email": "other@x", "name": "x".repeat(101), "currency_unit": 3});
        let fields = app.put(&anna, "/api/account", wrong).await.wrong_fields();
        assert_eq!(fields, ["currency_unit", "email", "name", "password"]);
        assert_eq!(app.put(&anna, "/api/account", json!({"is_trusted": true})).await.wrong_fields(), ["is_trusted"]);

        // A form that says nothing of the name leaves one that was changed a moment ago, which the session does not know.
        let contacts = ContactsChange { name: Some("Anna B.".to_owned()), ..ContactsChange::default() };
        set(&app, &anna, UserChange { contacts, ..UserChange::default() }).await;
        let changed = app.put(&anna, "/api/account", json!({"phone": "+1 777"})).await.expect(200);
        assert_eq!((&changed["data"]["name"], &changed["data"]["phone"]), (&json!("Anna B."), &json!("+1 777")));
    })
    .await;
}
