//! How long pages take in browsers: reported by who is logged in, read by god, with nothing in it that names something.

use crate::app::{Person, TestApp, each_app};
use placard_model::Day;
use placard_model::time::DAY_MS;
use placard_store::network::client_traces::{self, NAMES_MAX, Span, TraceKind};
use placard_store::{Priority, Tx};
use placard_worker::feeds::schedule;
use serde_json::{Value, json};

const REPORTS: &str = "/api/client_traces";
const LIST: &str = "/api/admin/client_traces";

fn trace(page: &str, duration_ms: u32, calls: &[(&str, u32)]) -> Value {
    let calls: Vec<_> =
        calls.iter().map(|(path, duration_ms)| json!({"path": path, "duration_ms": duration_ms})).collect();
    json!({"page": page, "is_load": page == "/advertiser/campaigns", "duration_ms": duration_ms, "calls": calls})
}

#[tokio::test]
async fn pages_and_calls_are_counted_by_what_they_took() {
    each_app(async |app: TestApp| {
        let (god, advertiser) = (app.god().await, app.advertiser("slow@x.org").await);
        let nobody = Person { id: advertiser.id, token: "none".to_owned() };
        app.post(&nobody, REPORTS, trace("/a", 1, &[])).await.expect(401);
        for (id, duration_ms) in [(1, 30), (2, 40), (3, 400)] {
            let call = format!("/api/advertiser/campaigns/{id}");
            let page = format!("/advertiser/campaigns/{id}?count=2");
            app.post(&advertiser, REPORTS, trace(&page, duration_ms, &[(&call, 20)])).await.expect(204);
        }
        app.post(&advertiser, REPORTS, trace("/advertiser/campaigns", 2_000, &[])).await.expect(204);
        let listed = async || app.get(&god, LIST).await.expect(200)["data"].as_array().unwrap().clone();
        let rows = listed().await;
        let of =
            |row: &Value| (row["kind"].clone(), row["path"].clone(), row["reports"].clone(), row["mean_ms"].clone());
        assert_eq!(
            rows.iter().map(of).collect::<Vec<_>>(),
            [
                (json!("load"), json!("/advertiser/campaigns"), json!(1), json!(2_000)),
                (json!("navigation"), json!("/advertiser/campaigns/:id"), json!(3), json!(156)),
                (json!("call"), json!("/api/advertiser/campaigns/:id"), json!(3), json!(20)),
            ]
        );
        // Two of three lie in 25 to 50 ms, one in 200 to 400.
        assert_eq!((&rows[1]["median_ms"], &rows[1]["p95_ms"]), (&json!(44), &json!(370)));
        app.get(&advertiser, LIST).await.expect(403);

        let many: Vec<_> = (0..41).map(|_| ("/api/x", 1)).collect();
        assert_eq!(app.post(&advertiser, REPORTS, trace("/a", 1, &many)).await.wrong_fields(), ["calls"]);
        let wrong = trace("", 600_001, &[("/api\u{7}/x", 1)]);
        let answer = app.post(&advertiser, REPORTS, wrong).await;
        assert_eq!(answer.wrong_fields(), ["calls.0.path", "duration_ms", "page"]);

        // A week later they are no longer listed, a month later they are gone.
        app.clock.advance_ms(7 * DAY_MS);
        let god = app.logged_in(god.id).await;
        assert_eq!(app.get(&god, LIST).await.expect(200)["data"], json!([]));
        app.clock.advance_ms(24 * DAY_MS);
        schedule::hourly(&app.app.worker, app.app.clock.now()).await.unwrap();
        let left = app.app.store.read("test", async |conn| client_traces::since(conn, Day(0)).await).await.unwrap();
        assert_eq!(left, []);
    })
    .await;
}

#[tokio::test]
async fn nobody_fills_the_table_with_names() {
    each_app(async |app: TestApp| {
        let day = Day(20_000);
        let span = |at: usize| Span { kind: TraceKind::Call, name: format!("/{at}"), duration_ms: 1 };
        let write = async move |tx: &Tx| {
            let spans: Vec<_> = (0..NAMES_MAX + 3).map(span).collect();
            client_traces::record(tx, day, &spans).await?;
            client_traces::record(tx, day, &[span(5), Span { duration_ms: 900, ..span(6) }]).await?;
            client_traces::since(tx, day).await
        };
        let found = app.app.store.write("test", Priority::Api, write).await.unwrap();
        assert_eq!(found.len(), NAMES_MAX);
        assert_eq!((found[0].count(), found[1].count()), (2, 2), "names that are there go on");

        // What is no page and no call has no name, whoever reports it.
        let (god, eve) = (app.god().await, app.advertiser("eve@x.org").await);
        let listed = async || app.get(&god, LIST).await.expect(200)["data"].clone();
        for (who, number) in [(&eve, 1), (&eve, 2), (&god, 3)] {
            let call = format!("/api/advertiser/{}", "made-up/".repeat(number));
            app.post(who, REPORTS, trace("/made/up", 20, &[(&call, 20), (&call[1..], 20)])).await.expect(204);
        }
        assert_eq!(listed().await, json!([]));
        app.post(&eve, REPORTS, trace("/en/helpCenter/macros", 20, &[("/api/site?x", 20)])).await.expect(204);
        let names: Vec<_> = listed().await.as_array().unwrap().iter().map(|row| row["path"].clone()).collect();
        assert_eq!(names, ["/helpCenter/:id", "/api/site"]);
        let document = app.get(&Person::default(), "/api/openapi.json").await.expect(200);
        assert!(document["paths"].as_object().unwrap().len() < NAMES_MAX, "a day has room for all");
    })
    .await;
}
