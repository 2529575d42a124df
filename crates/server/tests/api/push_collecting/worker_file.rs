//! The worker file of a site: what the look at it finds.

use super::Push;
use crate::app::each_app_that_fetches;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse as _;
use axum::routing::get;
use parking_lot::Mutex;
use placard_common::fetch::{OwnHosts, Policy};
use placard_model::time::DAY_MS;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// What the stub of a site answers for its worker file.
type File = Arc<Mutex<(StatusCode, &'static str, String)>>;

/// What it answers in the folder of that file, and at addresses that nobody has named.
type Pages = Arc<Mutex<[StatusCode; 2]>>;

async fn stub(file: File, pages: Pages) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let answer = move || {
        let (status, kind, body) = file.lock().clone();
        async move { (status, [(header::CONTENT_TYPE, kind)], body).into_response() }
    };
    let page = move |uri: axum::http::Uri| {
        let [folder, unknown] = *pages.lock();
        let status = if uri.path() == "/placard-push/" { folder } else { unknown };
        async move { (status, [(header::CONTENT_TYPE, "text/html")], "<h1>A page</h1>").into_response() }
    };
    let routes = Router::new().route("/placard-push/sw.js", get(answer)).fallback(page);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

#[tokio::test]
async fn the_worker_file_is_looked_at() {
    let file: File = Arc::new(Mutex::new((StatusCode::NOT_FOUND, "text/html", String::new())));
    let pages: Pages = Arc::new(Mutex::new([StatusCode::NOT_FOUND; 2]));
    let address = stub(file.clone(), pages.clone()).await;
    let own = OwnHosts { address, is_own: |host| host == "daily.test" };
    let policy = Policy { also: vec![address], own: Some(own), ..Policy::default() };
    each_app_that_fetches(&policy, async |app| {
        let push = Push::build(&app).await;
        *pages.lock() = [StatusCode::NOT_FOUND; 2];
        let (owner, path) = (&push.world.webmaster, push.path("/worker"));
        let line =
            app.get(owner, &push.path("")).await.expect(200)["data"]["worker"]["line"].as_str().unwrap().to_owned();
        let look = async |status: StatusCode, kind: &'static str, body: &str| {
            *file.lock() = (status, kind, body.to_owned());
            app.clock.advance_ms(DAY_MS);
            app.post(&push.owner(&app).await, &path, json!({})).await.expect(200)["data"].clone()
        };
        let check = |found: &Value, light: &str, last: (&str, &str)| {
            assert_eq!(found["light"], light, "{found}");
            let step = found["steps"].as_array().unwrap().last().unwrap().clone();
            assert_eq!((step["part"].as_str().unwrap(), step["light"].as_str().unwrap()), last, "{found}");
        };
        let script = "text/javascript; charset=utf-8";
        check(&look(StatusCode::NOT_FOUND, "text/html", "").await, "failed", ("answers", "failed"));
        check(&look(StatusCode::OK, "text/html", "<h1>").await, "failed", ("line", "failed"));
        check(&look(StatusCode::OK, script, "self.x = 1").await, "failed", ("line", "failed"));
        check(&look(StatusCode::OK, script, &format!("{line}\nself.x = 1;")).await, "weak", ("alone", "weak"));
        let found = look(StatusCode::OK, script, &line).await;
        check(&found, "right", ("alone", "right"));
        for part in ["cache", "scope"] {
            let steps = found["steps"].as_array().unwrap();
            assert!(steps.iter().any(|step| step["part"] == part && step["light"] == "right"), "{part}: {found}");
        }
        // A page in the folder is none of its own where any address has one.
        for (answers, light) in [([StatusCode::OK, StatusCode::NOT_FOUND], "weak"), ([StatusCode::OK; 2], "right")] {
            *pages.lock() = answers;
            assert_eq!(look(StatusCode::OK, script, &line).await["light"], light, "{answers:?}");
        }
        let kept =
            app.get(&push.owner(&app).await, &push.path("")).await.expect(200)["data"]["worker"]["check"].clone();
        assert_eq!((&kept["badge"], &kept["light"]), (&json!("In place"), &json!("right")));
    })
    .await;
}
