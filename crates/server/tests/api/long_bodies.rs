//! Bodies that may be long: few at the same time, and none is read further than it may be long.

use crate::app::{Person, TestApp, each_app};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::stream;
use serde_json::json;
use std::io;
use std::sync::Arc;
use std::task::Poll;
use tokio::sync::Notify;

const ALL: &str = "/api/advertiser/ads/all";

fn sheet(person: &Person, body: Body) -> Request<Body> {
    Request::put(ALL)
        .header(header::AUTHORIZATION, format!("Bearer {}", person.token))
        .header(header::CONTENT_TYPE, "application/json")
        .body(body)
        .unwrap()
}

/// A body that does not tell its length.
fn untold(text: String) -> Body {
    Body::from_stream(stream::iter([Ok::<_, io::Error>(text)]))
}

#[tokio::test]
async fn who_sends_a_long_body_slowly_keeps_nobody_else_waiting() {
    each_app(async |app: TestApp| {
        let (anna, eve) = (app.advertiser("anna@x.org").await, app.advertiser("eve@x.org").await);
        let rows = || json!({"ads": [{"id": 424_242}]}).to_string();
        let began = Arc::new(Notify::new());
        let begins = began.clone();
        let endless = stream::poll_fn(move |_| {
            begins.notify_one();
            Poll::<Option<Result<String, io::Error>>>::Pending
        });
        let others = async {
            began.notified().await;
            app.send(sheet(&anna, untold(rows()))).await.expect(429);
            app.put(&anna, ALL, json!({"ads": [{"id": 424_242}]})).await.expect(404);
            app.send(sheet(&eve, untold(rows()))).await.expect(404);
        };
        tokio::select! {
            answer = app.send(sheet(&anna, Body::from_stream(endless))) => panic!("{}", answer.text),
            () = others => {}
        }
        // Who gives up has not got it any more.
        app.send(sheet(&anna, untold(rows()))).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn of_too_many_rows_no_more_is_read_than_says_so() {
    each_app(async |app: TestApp| {
        let anna = app.advertiser("anna@x.org").await;
        // What follows the first 1,001 is no JSON.
        let many = "{\"ads\":[".to_owned() + &"{\"id\":1},".repeat(800_000) + "what";
        let answer = app.send(sheet(&anna, Body::from(many))).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        assert_eq!(answer.wrong_fields(), ["ads"]);
    })
    .await;
}
