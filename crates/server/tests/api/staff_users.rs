//! What staff do with users beside their money: notes of them, and an address that is taken for confirmed.

use crate::app::{PASSWORD, Person, each_app};
use axum::http::Method;
use placard_model::UserId;
use placard_model::user::UserType;
use placard_server::user_command::{self, SetArgs, TypeArg, UserCommand};
use placard_store::accounts::users::NewUser;
use serde_json::{Value, json};

fn user(person: &Person) -> String {
    format!("/api/admin/users/{}", person.id)
}

fn notes(person: &Person) -> String {
    format!("{}/notes", user(person))
}

fn texts(answer: &Value) -> Vec<&str> {
    answer["data"].as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn staff_write_notes_of_a_user_who_never_reads_them() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let anna = app
            .person("anna@x.org", |new| {
                new.is_advertiser = true;
                new.manager = Some(sales.id);
            })
            .await;
        let other = app.advertiser("other@x.org").await;
        let first =
            app.post(&sales, &notes(&anna), json!({"text": " Calls back\nin May. "})).await.expect(201)["data"].clone();
        assert_eq!(
            (&first["text"], &first["author"]["email"]),
            (&json!("Calls back\nin May."), &json!("sales@placard.example"))
        );
        let second = json!({"text": "Pays by invoice", "is_pinned": true});
        let second = app.post(&god, &notes(&anna), second).await.expect(201)["data"].clone();
        app.post(&god, &notes(&anna), json!({"text": "Third"})).await.expect(201);
        assert_eq!(
            texts(&app.get(&sales, &notes(&anna)).await.expect(200)),
            ["Pays by invoice", "Third", "Calls back\nin May."]
        );

        for wrong in [json!(""), json!(" \n "), json!("x".repeat(4_001)), json!("a\u{7}b")] {
            assert_eq!(app.post(&god, &notes(&anna), json!({"text": wrong})).await.wrong_fields(), ["text"], "{wrong}");
        }
        let of = |note: &Value| format!("{}/{}", notes(&anna), note["id"]);
        let put = async |by: &Person, note: &Value, text: &str| app.put(by, &of(note), json!({"text": text})).await;
        assert_eq!(second["is_editable"], json!(true));
        put(&sales, &second, "Mine").await.expect(409);
        app.delete(&sales, &of(&second)).await.expect(409);
        let changed = put(&sales, &first, "Calls back in June").await.expect(200);
        assert_eq!(changed["data"]["text"], "Calls back in June");
        assert_eq!(put(&god, &first, "Called").await.expect(200)["data"]["author"]["email"], "sales@placard.example");

        // Neither the user, nor whoever looks after somebody else, nor through another user's address.
        app.get(&anna, &notes(&anna)).await.expect(403);
        app.get(&sales, &notes(&other)).await.expect(404);
        app.post(&sales, &notes(&other), json!({"text": "x"})).await.expect(404);
        app.put(&god, &format!("{}/{}", notes(&other), first["id"]), json!({"text": "x"})).await.expect(404);
        app.delete(&god, &format!("{}/{}", notes(&other), first["id"])).await.expect(404);

        app.delete(&god, &of(&first)).await.expect(204);
        app.delete(&god, &of(&first)).await.expect(404);
        let log = app.get(&god, "/api/admin/audit_log?subject=user_note").await.expect(200);
        let actions: Vec<&str> =
            log["data"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
        let expected = [
            "delete_user_note",
            "update_user_note",
            "update_user_note",
            "create_user_note",
            "create_user_note",
            "create_user_note",
        ];
        assert_eq!(actions, expected);
        assert!(!log.to_string().contains("Called"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn a_note_that_was_changed_meanwhile_is_not_written_over() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let note = app.post(&god, &notes(&anna), json!({"text": "Calls back"})).await.expect(201)["data"].clone();
        assert_eq!((&note["version"], &note["edited_at"]), (&json!(1), &Value::Null));
        let of = format!("{}/{}", notes(&anna), note["id"]);
        let put = async |form: Value| app.put(&god, &of, form).await;
        let pinned = put(json!({"is_pinned": true, "version": 1})).await.expect(200)["data"].clone();
        assert_eq!(
            (&pinned["text"], &pinned["edited_at"]),
            (&json!("Calls back"), &Value::Null),
            "a pin is no other text"
        );
        put(json!({"text": "Called", "version": 1})).await.expect(409);
        let edited = put(json!({"text": "Called", "version": 2})).await.expect(200)["data"].clone();
        assert_eq!(
            (&edited["is_pinned"], edited["edited_at"].is_string()),
            (&json!(true), true),
            "what is omitted stays"
        );
        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", anna.id)).await.expect(200);
        assert!(log.to_string().contains("update_user_note"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn nobody_reads_notes_of_themselves_and_nothing_is_written_of_a_deleted_account() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let other = app.person("other.god@x.org", |new| new.user_type = UserType::God).await;
        let note = app.post(&god, &notes(&other), json!({"text": "Is new"})).await.expect(201)["data"].clone();
        app.get(&other, &notes(&other)).await.expect(404);
        app.post(&other, &notes(&other), json!({"text": "Is not"})).await.expect(404);
        app.delete(&other, &format!("{}/{}", notes(&other), note["id"])).await.expect(404);

        app.post(&god, &notes(&anna), json!({"text": "Calls back"})).await.expect(201);
        app.call(Method::DELETE, "/api/account", &anna, Some(json!({"password": PASSWORD}))).await.expect(204);
        assert_eq!(texts(&app.get(&god, &notes(&anna)).await.expect(200)), Vec::<&str>::new());
        app.post(&god, &notes(&anna), json!({"text": "Anna Berg"})).await.expect(409);
    })
    .await;
}

#[tokio::test]
async fn an_address_is_taken_for_confirmed_by_hand_where_it_is_known_whose_it_is() {
    each_app(async |app| {
        let god = app.god().await;
        let sign_up = async |password: &str| {
            let form = json!({"email": "new@x.org", "password": password, "role": "advertiser"});
            app.post(&Person::default(), "/api/account", form).await
        };
        sign_up(PASSWORD).await.expect(202);
        let found = app.get(&god, "/api/admin/users?searchPhrase=new@x.org").await.expect(200);
        let new = Person { id: UserId(found["data"][0]["id"].as_i64().unwrap()), ..Person::default() };
        assert_eq!(found["data"][0]["status_id"], json!(1));
        // Somebody else signs up with the same address: whose it is now nobody knows but its reader.
        sign_up("Another-1-password").await.expect(202);
        app.put(&god, &user(&new), json!({"status_id": 3})).await.expect(409);

        let form = json!({"email": "once@x.org", "password": PASSWORD, "role": "advertiser"});
        app.post(&Person::default(), "/api/account", form).await.expect(202);
        let found = app.get(&god, "/api/admin/users?searchPhrase=once@x.org").await.expect(200);
        let once = Person { id: UserId(found["data"][0]["id"].as_i64().unwrap()), ..Person::default() };
        let active = app.put(&god, &user(&once), json!({"status_id": 3})).await.expect(200);
        assert_eq!(active["data"]["status_id"], json!(3));
    })
    .await;
}

#[tokio::test]
async fn whoever_becomes_or_was_staff_begins_anew() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let of_sales = |new: &mut NewUser| (new.is_advertiser, new.manager) = (true, Some(sales.id));
        let (anna, bert) = (app.person("anna@x.org", of_sales).await, app.person("bert@x.org", of_sales).await);
        let set = async |email: &str, user_type: TypeArg| {
            let user_type = Some(user_type);
            let set = UserCommand::Set(SetArgs { email: email.to_owned(), user_type, ..SetArgs::default() });
            user_command::run(&app.app.config, set, None).await.unwrap();
            // What another process changes is seen within three seconds.
            app.clock.advance_ms(3_001);
        };
        let manager_of = async |person: &Person| {
            let god = app.logged_in(god.id).await;
            app.get(&god, &user(person)).await.expect(200)["data"]["manager"].clone()
        };
        let script = app.api_token(&anna, &["account:read"]).await;
        set("anna@x.org", TypeArg::Ordinary).await;
        app.get(&script, "/api/account").await.expect(200);
        assert_eq!(manager_of(&anna).await["email"], "sales@placard.example");

        set("anna@x.org", TypeArg::Sales).await;
        for before in [&anna, &script] {
            app.get(before, "/api/account").await.expect(401);
        }
        assert_eq!(manager_of(&anna).await, Value::Null);

        set("sales@placard.example", TypeArg::God).await;
        app.get(&sales, "/api/account").await.expect(401);
        assert_eq!(manager_of(&bert).await["email"], "sales@placard.example");
        set("sales@placard.example", TypeArg::Ordinary).await;
        assert_eq!(manager_of(&bert).await, Value::Null);
        let log = format!("/api/admin/audit_log?subject=user&subject_id={}", bert.id);
        let log = app.get(&god, &log).await.expect(200);
        assert_eq!(log["data"][0]["action"], "update_user");
    })
    .await;
}
