//! What staff do with users beside their money: notes of them, whether they are staff, and an address that is taken for confirmed.

use crate::app::{Person, TestApp, each_app};
use placard_model::user::UserStatus;
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
async fn god_alone_says_who_is_staff() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let anna = app
            .person("anna@x.org", |new| {
                new.is_webmaster = true;
                new.manager = Some(sales.id);
            })
            .await;
        let set = async |by: &Person, of: &Person, form: Value| app.put(by, &user(of), form).await;
        set(&sales, &anna, json!({"type_id": 13})).await.expect(403);
        let token = app.api_token(&god, &["admin:write"]).await;
        set(&token, &anna, json!({"type_id": 13})).await.expect(403);
        set(&god, &god, json!({"type_id": 1})).await.expect(409);
        assert_eq!(set(&god, &anna, json!({"type_id": 7})).await.wrong_fields(), ["type_id"]);

        let promoted = set(&god, &anna, json!({"type_id": 13})).await.expect(200);
        assert_eq!((&promoted["data"]["type_id"], &promoted["data"]["manager"]), (&json!(13), &Value::Null));
        app.get(&anna, "/api/account").await.expect(401);
        let anna = app.logged_in(anna.id).await;
        // Staff work with a second factor.
        app.get(&anna, "/api/admin/users").await.expect(403);

        // Whoever looks after clients gives them away first.
        let client = app.advertiser("client@x.org").await;
        set(&god, &client, json!({"manager_id": anna.id})).await.expect(200);
        set(&god, &anna, json!({"type_id": 1})).await.expect(409);
        set(&god, &client, json!({"manager_id": null})).await.expect(200);
        let ordinary = set(&god, &anna, json!({"type_id": 1})).await.expect(200);
        assert_eq!((&ordinary["data"]["type_id"], &ordinary["data"]["is_advertiser"]), (&json!(1), &json!(false)));
        let ordinary = set(&god, &sales, json!({"type_id": 1})).await.expect(200);
        assert_eq!(ordinary["data"]["is_advertiser"], json!(true), "who has no cabinet gets one");

        let new = app.person("new@x.org", |new| new.status = UserStatus::Unconfirmed).await;
        assert_eq!(set(&god, &new, json!({"type_id": 12})).await.wrong_fields(), ["type_id"]);
    })
    .await;
}

#[tokio::test]
async fn an_address_is_taken_for_confirmed_by_hand() {
    each_app(async |app: TestApp| {
        let god = app.god().await;
        let new =
            app.person("new@x.org", |new| (new.status, new.is_advertiser) = (UserStatus::Unconfirmed, true)).await;
        app.get(&new, "/api/advertiser/campaigns").await.expect(403);
        let active = app.put(&god, &user(&new), json!({"status_id": 3})).await.expect(200);
        assert_eq!(active["data"]["status_id"], json!(3));
        app.get(&new, "/api/advertiser/campaigns").await.expect(200);
    })
    .await;
}
