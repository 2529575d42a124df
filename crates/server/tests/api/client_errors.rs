//! Errors of the application in browsers: reported by anybody, read by god, and nothing in them of whoever met them.

use crate::app::{Answer, Person, TestApp, each_app};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use placard_model::time::DAY_MS;
use placard_model::user::UserType;
use placard_store::Priority;
use placard_store::network::client_errors::{self, KINDS_MAX, Report};
use placard_worker::feeds::schedule;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};

/// Reports that are taken in a quarter of an hour.
const TAKEN_MAX: u32 = 600;
const REPORTS: &str = "/api/client_errors";
const LIST: &str = "/api/admin/client_errors";

/// A report from a browser at an address.
async fn report(app: &TestApp, address: &str, form: Value) -> Answer {
    let request = Request::post(REPORTS)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, "Browser/1.0")
        .extension(ConnectInfo(SocketAddr::from((address.parse::<IpAddr>().unwrap(), 5_000))))
        .body(Body::from(form.to_string()))
        .unwrap();
    app.send(request).await
}

fn error(message: &str, function: &str) -> Value {
    json!({
        "message": message,
        "stack": format!("TypeError: {message}\n    at {function} (https://ads.example/assets/app-Bx1.js:12:345)"),
        "page": "/advertiser/campaigns/4711/edit?secret=1",
        "build": "app-Bx1",
    })
}

async fn listed(app: &TestApp, god: &Person) -> Vec<Value> {
    app.get(god, LIST).await.expect(200)["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn reports_of_one_kind_are_counted_together_without_what_is_somebodys() {
    each_app(async |app| {
        let god = app.god().await;
        report(&app, "198.51.100.1", error("no row 12 of anna@mail.example", "Row")).await.expect(204);
        app.clock.advance_ms(60_000);
        report(&app, "198.51.100.2", error("no row 4711 of bob@mail.example", "Row")).await.expect(204);
        report(&app, "198.51.100.2", error("no row 4711 of bob@mail.example", "Column")).await.expect(204);
        let kinds = listed(&app, &god).await;
        assert_eq!(kinds.len(), 2, "the innermost function tells them apart");
        let kind = &kinds[1];
        assert_eq!((&kind["message"], &kind["reports"]), (&json!("no row 0 of <mail>"), &json!(2)));
        assert_eq!(
            (&kind["page"], &kind["stack"]),
            (&json!("/advertiser/campaigns/:id/edit"), &json!("Row assets/app-Bx1.js:12:345"))
        );
        assert_eq!((&kind["build"], &kind["user_agent"]), (&json!("app-Bx1"), &json!("Browser/1.0")));
        assert_ne!(kind["first_at"], kind["last_at"]);
        let all = app.get(&god, LIST).await.text;
        for secret in ["anna", "bob", "4711", "secret", "198.51"] {
            assert!(!all.contains(secret), "{secret}: {all}");
        }

        let path = format!("{LIST}/{}", kind["id"]);
        app.get(&app.sales().await, LIST).await.expect(403);
        app.delete(&god, &path).await.expect(204);
        app.delete(&god, &path).await.expect(404);
        assert_eq!(listed(&app, &god).await.len(), 1);
        report(&app, "198.51.100.3", error("no row 1 of c@mail.example", "Row")).await.expect(204);
        assert_eq!(listed(&app, &god).await[0]["reports"], json!(1), "what is done comes back as a new one");
    })
    .await;
}

#[tokio::test]
async fn reports_are_bounded() {
    each_app(async |app| {
        let god = app.god().await;
        let long = json!({
            "message": "x".repeat(301), "stack": "x".repeat(4_001), "page": "x".repeat(201), "build": "x".repeat(61),
        });
        assert_eq!(report(&app, "198.51.100.1", long).await.wrong_fields(), ["build", "message", "page", "stack"]);
        assert_eq!(report(&app, "198.51.100.1", json!({"message": "a", "typed": "b"})).await.wrong_fields(), ["typed"]);
        assert_eq!(report(&app, "198.51.100.1", json!({})).await.wrong_fields(), ["message"]);

        let limit = app.app.settings.get().calls.per_address;
        for _ in 0..limit {
            report(&app, "198.51.100.1", error("e", "f")).await.expect(204);
        }
        let refused = report(&app, "198.51.100.1", error("e", "f")).await;
        assert_eq!(refused.status, 429, "{}", refused.text);
        report(&app, "198.51.100.2", error("e", "f")).await.expect(204);

        // Many addresses together are refused without a write.
        let mut taken = 0;
        for number in 0..TAKEN_MAX {
            let address = format!("203.0.{}.{}", number / 250, 1 + number % 250);
            taken += u32::from(report(&app, &address, error("e", "f")).await.status == 204);
        }
        assert_eq!(taken, TAKEN_MAX - limit - 1, "those of before count too");
        assert_eq!(listed(&app, &god).await[0]["reports"], json!(TAKEN_MAX));

        // Invented kinds beyond the bound push out neither what is met often nor what is new.
        app.clock.advance_ms(1_000);
        let fill = async |tx: &_| {
            for number in 0..u64::from(KINDS_MAX) {
                let mut fingerprint = [0; 32];
                fingerprint[..8].copy_from_slice(&number.to_le_bytes());
                let empty = String::new;
                let report = Report {
                    fingerprint,
                    message: "a kind".to_owned(),
                    stack: empty(),
                    page: empty(),
                    build: empty(),
                    user_agent: empty(),
                };
                client_errors::record(tx, &report).await?;
            }
            Ok(())
        };
        app.app.store.write("test_fill", Priority::Api, fill).await.unwrap();
        let kinds = listed(&app, &god).await;
        assert!(kinds.len() <= KINDS_MAX as usize, "{} kinds", kinds.len());
        assert!(kinds.iter().any(|kind| kind["message"] == "e"), "it was reported most often");
        app.clock.advance_ms(15 * 60_000);
        app.app.store.write("test_fill", Priority::Api, fill).await.unwrap();
        report(&app, "198.51.100.9", error("new", "f")).await.expect(204);
        let kinds = listed(&app, &god).await;
        assert!(
            kinds.iter().any(|kind| kind["message"] == "new"),
            "all others were reported more often, and it is the latest"
        );

        app.clock.advance_ms((schedule::CLIENT_REPORTS_DAYS + 1) * DAY_MS);
        schedule::hourly(&app.app.worker, app.app.clock.now()).await.unwrap();
        assert!(
            listed(&app, &app.person("other-god@x.org", |new| new.user_type = UserType::God).await).await.is_empty()
        );
    })
    .await;
}
