//! What bad input gets: a clear problem, nothing stored.

use crate::app::{Person, each_app, each_app_with};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use placard_common::config::Config;
use serde_json::json;
use std::net::SocketAddr;

const TOKEN: &str = "/api/oauth2/accessToken";

fn request(content_type: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(TOKEN).header(header::CONTENT_TYPE, content_type).body(body.into()).unwrap()
}

#[tokio::test]
async fn bodies_are_checked_before_they_are_read() {
    each_app(async |app| {
        let check = async |request: Request<Body>, status: u16, kind: &str| {
            let answer = app.send(request).await;
            assert_eq!(answer.headers[header::CONTENT_TYPE], "application/problem+json");
            let body = answer.expect(status);
            assert_eq!(body["type"], format!("urn:placard:problem:{kind}"));
            assert_eq!(body["status"], status);
        };
        check(request("text/plain", "{}"), 415, "unsupported_media_type").await;
        check(request("application/json", "{"), 400, "malformed_request").await;
        check(request("application/json", ""), 400, "malformed_request").await;
        check(request("application/json", vec![0xff, 0xfe]), 400, "malformed_request").await;
        check(request("application/json", "[]"), 422, "invalid_fields").await;
        check(request("application/json", "null"), 422, "invalid_fields").await;
        check(request("application/json", r#"{"colour":1}"#), 422, "invalid_fields").await;
        check(request("application/json", r#"{"grant_type":"magic"}"#), 422, "invalid_fields").await;
        check(request("application/json", "[".repeat(200_000)), 422, "invalid_fields").await;
        let deep = format!("{}{}", r#"{"email":"#.repeat(20_000), "1");
        check(request("application/json", deep), 422, "invalid_fields").await;
        let long = json!({"email": "x".repeat(300_000), "password": "x"}).to_string();
        check(request("application/json", long), 413, "body_too_large").await;
        let mut told = request("application/json", "{}");
        told.headers_mut().insert(header::CONTENT_LENGTH, "999999999999".parse().unwrap());
        check(told, 413, "body_too_large").await;
    })
    .await;
}

#[tokio::test]
async fn unknown_addresses_and_methods_are_told() {
    each_app(async |app| {
        let nobody = Person::default();
        app.get(&nobody, "/api/nothing").await.expect(404);
        for (method, path) in [
            (Method::POST, "/api/confirm"),
            (Method::PATCH, "/api/account"),
            (Method::DELETE, "/api/texts"),
            (Method::GET, "/api/advertiser/ads/all/start"),
            (Method::POST, "/healthz"),
            (Method::PUT, "/c/abc"),
            (Method::DELETE, "/api/openapi.json"),
        ] {
            let told = app.call(method, path, &nobody, None).await;
            if path.starts_with("/c/") {
                assert_eq!(told.headers["access-control-allow-origin"], "*", "pages of others read it");
            }
            assert_eq!(told.expect(405)["title"], "Method Not Allowed", "{path}");
        }
        app.get(&nobody, "/api/webmaster/sites/abc").await.expect(401);
        let webmaster = app.webmaster("w@x.org").await;
        for id in ["abc", "0", "-1", "1.5", "99999999999999999999", "%00", "1%27"] {
            app.get(&webmaster, &format!("/api/webmaster/sites/{id}")).await.expect(404);
        }
        for token in ["x", "a.b.c", "🙂"] {
            let person = Person { token: token.to_owned(), ..Person::default() };
            app.get(&person, "/api/account").await.expect(401);
        }
    })
    .await;
}

#[tokio::test]
async fn figures_are_for_the_operator_alone() {
    let no_proxies = |config: &mut Config| config.trusted_proxies = Vec::new();
    each_app_with(no_proxies, async |app| {
        let nobody = Person::default();
        let metrics = async |peer: [u8; 4], header: Option<&'static str>| {
            let mut request = Request::get("/metrics");
            if let Some(header) = header {
                request = request.header(header, "203.0.113.9");
            }
            let mut request = request.body(Body::empty()).unwrap();
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 5_000))));
            app.send(request).await
        };
        let invented = app.call(Method::from_bytes(b"BREW").unwrap(), "/api/account", &nobody, None).await;
        invented.expect(405);
        let figures = metrics([127, 0, 0, 1], None).await;
        assert_eq!(figures.status, 200);
        assert!(figures.text.contains(r#"method="other""#) && !figures.text.contains("BREW"), "{}", figures.text);

        metrics([203, 0, 113, 9], None).await.expect(404);
        for header in ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-proto", "cf-connecting-ip"] {
            metrics([127, 0, 0, 1], Some(header)).await.expect(404);
        }
    })
    .await;
    // A proxy on this machine that says nothing of whom it asks for.
    each_app(async |app| {
        let mut request = Request::get("/metrics").body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 5_000))));
        app.send(request).await.expect(404);
    })
    .await;
    let everybody = |config: &mut Config| config.metrics_from = vec!["203.0.113.0/24".parse().unwrap()];
    each_app_with(everybody, async |app| {
        app.get(&Person::default(), "/metrics").await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn a_text_with_nul_is_no_fault_of_the_server() {
    each_app(async |app| {
        let god = app.god().await;
        for path in ["users?searchPhrase=%00", "mails?searchPhrase=%00", "audit_log?subject=%00", "texts?search=%00"] {
            let answer = app.get(&god, &format!("/api/admin/{path}")).await;
            assert!(matches!(answer.status.as_u16(), 200 | 400 | 422), "{path}: {}", answer.text);
        }
        let form = json!({"name": "Ev\u{0}a", "email": "eva@x.org", "topic": "Money", "message": "He\u{0}llo"});
        let answer = app.post(&Person::default(), "/api/contacts", form).await;
        assert!(answer.status.is_client_error(), "{}", answer.text);
    })
    .await;
}

#[tokio::test]
async fn answers_carry_protective_headers() {
    each_app(async |app| {
        let answer = app.get(&Person::default(), "/api/account").await;
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["cache-control"], "no-store");
        assert_eq!(answer.headers["x-frame-options"], "DENY");
        assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000");
        assert!(answer.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'self'"));
        assert_eq!(answer.headers["x-request-id"].len(), 16);
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
        let health = app.get(&Person::default(), "/healthz").await;
        assert_eq!((health.status.as_u16(), health.text.as_str()), (200, "ok"));
        assert_eq!(app.get(&Person::default(), "/assets/missing.js").await.status.as_u16(), 404);
    })
    .await;
}
