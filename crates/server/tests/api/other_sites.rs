//! Hostile callers: pages of other sites, headers without end, stuffed credentials, floods of logins.

use crate::app::{PASSWORD, Person, TestApp, each_app, each_app_with};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use placard_api::auth::WAITING_MAX;
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc::channel;

const TOKEN: &str = "/api/oauth2/accessToken";

fn login(headers: &[(&str, &str)]) -> Request<Body> {
    let body = json!({"email": "anna@x.org", "password": PASSWORD}).to_string();
    let mut request = Request::post(TOKEN).header(header::CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn pages_of_other_sites_change_nothing() {
    each_app(async |app| {
        app.advertiser("anna@x.org").await;
        let attempt = async |headers: &[(&str, &str)]| app.send(login(headers)).await.status.as_u16();
        assert_eq!(attempt(&[("origin", "https://evil.example")]).await, 403);
        assert_eq!(attempt(&[("origin", "null")]).await, 403);
        assert_eq!(attempt(&[("sec-fetch-site", "cross-site")]).await, 403);
        assert_eq!(attempt(&[("origin", "https://placard.example"), ("sec-fetch-site", "same-origin")]).await, 200);
        assert_eq!(attempt(&[]).await, 200);

        // Reading is not theirs to refuse: browsers keep the answer from the page. Delivery is for all pages.
        let read =
            Request::get("/healthz").header("origin", "https://evil.example").header("sec-fetch-site", "cross-site");
        assert_eq!(app.send(read.body(Body::empty()).unwrap()).await.status.as_u16(), 200);
        let ads =
            Request::post("/d/ads").header("origin", "https://news.example").header("sec-fetch-site", "cross-site");
        assert_eq!(app.send(ads.body(Body::from("x")).unwrap()).await.status.as_u16(), 400);
        // Postbacks wait for the advertisers' secrets, which come with the inventory.
        app.app.delivery.directory.set_ready();
        let postback = Request::post("/postback").header("origin", "https://tracker.example");
        assert_eq!(app.send(postback.body(Body::empty()).unwrap()).await.status.as_u16(), 422);
    })
    .await;
}

#[tokio::test]
async fn headers_without_end_are_refused() {
    each_app(async |app| {
        for path in ["/healthz", "/api/account", "/d/why", "/"] {
            let status = async |bytes: usize| {
                let request = Request::get(path).header("cookie", "x".repeat(bytes)).body(Body::empty()).unwrap();
                app.send(request).await.status.as_u16()
            };
            assert_eq!(status(16 * 1024).await, 431, "{path}");
            assert_ne!(status(16 * 1024 - 100).await, 431, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn stuffed_credentials_are_held_off() {
    each_app_with(
        |config| config.settings.logins.per_address = 5,
        async |app| {
            app.advertiser("anna@x.org").await;
            let attempt = async |email: &str, password: &str| {
                app.post(&Person::default(), TOKEN, json!({"email": email, "password": password})).await
            };
            for number in 0..5 {
                attempt(&format!("leaked-{number}@x.org"), "Password-1").await.expect(401);
            }
            let refused = attempt("anna@x.org", PASSWORD).await;
            assert_eq!(refused.headers["retry-after"], "900");
            refused.expect(429);
            let mut elsewhere = login(&[]);
            elsewhere.extensions_mut().insert(ConnectInfo(SocketAddr::from((Ipv4Addr::new(198, 51, 100, 4), 5_000))));
            app.send(elsewhere).await.expect(200);
        },
    )
    .await;
}

#[tokio::test]
async fn too_many_calls_are_held_off_and_pages_and_ads_are_not() {
    each_app_with(
        |config| config.settings.calls.all_per_address = 20,
        async |app| {
            let nobody = Person::default();
            let read = async || app.call(Method::GET, "/api/texts", &nobody, None).await;
            let mut calls = 0;
            let refused = loop {
                let answer = read().await;
                calls += 1;
                match answer.status.as_u16() {
                    200 if calls <= 20 => {}
                    _ => break answer,
                }
            };
            assert_eq!(refused.headers["retry-after"], "900");
            refused.expect(429);
            // A token, right or wrong, buys no more; other addresses do not wait.
            let token = Request::get("/api/account").header(header::AUTHORIZATION, "Bearer wrong");
            app.send(token.body(Body::empty()).unwrap()).await.expect(429);
            let mut elsewhere = Request::get("/api/texts").body(Body::empty()).unwrap();
            elsewhere.extensions_mut().insert(ConnectInfo(SocketAddr::from((Ipv4Addr::new(198, 51, 100, 4), 5_000))));
            app.send(elsewhere).await.expect(200);
            app.call(Method::GET, "/robots.txt", &nobody, None).await.expect(200);
            app.call(Method::GET, "/d/why", &nobody, None).await.expect(200);
            app.clock.advance_ms(15 * 60 * 1_000);
            read().await.expect(200);
        },
    )
    .await;
}

/// Calls that are answered from memory while every password worker is busy and the queue is full.
async fn answers_meanwhile(app: &TestApp) {
    let page = json!({"v": 1, "page": "https://news.example/", "blocks": [{"id": 1, "places": 1}], "on_page": []});
    let ads = Request::post("/d/ads").header(header::CONTENT_TYPE, "text/plain").body(Body::from(page.to_string()));
    app.send(ads.unwrap()).await.expect(200);
    app.call(Method::GET, "/d/why", &Person::default(), None).await.expect(200);
    app.call(Method::GET, "/healthz", &Person::default(), None).await.expect(200);
}

#[tokio::test]
async fn a_flood_of_logins_waits_and_delivery_does_not() {
    each_app_with(
        |config| config.accounts.password_workers = 1,
        async |app| {
            app.advertiser("anna@x.org").await;
            app.app.delivery.directory.set_ready();
            let passwords = &app.app.auth.passwords;
            let (release, released) = channel::<()>();
            let (begun, has_begun) = tokio::sync::oneshot::channel();
            let stuck = passwords.on_a_worker(move || {
                begun.send(()).unwrap();
                released.recv().is_ok()
            });
            let flood = async {
                has_begun.await.unwrap();
                let waiting = (0..WAITING_MAX).map(|_| passwords.on_a_worker(|| ()));
                let queue = futures_util::future::join_all(waiting);
                tokio::pin!(queue);
                assert!(futures_util::future::poll_immediate(&mut queue).await.is_none());
                let refused = app.send(login(&[])).await;
                assert!(refused.headers.contains_key("retry-after"));
                refused.expect(503);
                answers_meanwhile(&app).await;
                release.send(()).unwrap();
                assert!(queue.await.iter().all(Result::is_ok));
            };
            let (stuck, ()) = tokio::join!(stuck, flood);
            assert!(stuck.unwrap());
            app.send(login(&[])).await.expect(200);
        },
    )
    .await;
}
