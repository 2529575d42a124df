//! How the demo speaks to the network: in process, or over HTTP to a running server. Always through the public interface.

use anyhow::{Context, bail};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use std::net::SocketAddr;
use tower::ServiceExt;

/// With this the demo's people work, so that the list of their sessions reads like anybody's.
const OFFICE_BROWSER: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
/// The largest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;

/// A way to the network.
#[derive(Clone)]
pub enum Transport {
    /// The router of this process.
    Local(Router),
    /// A server at this address, such as `http://127.0.0.1:8080`.
    Remote(Box<Client<HttpConnector, Full<Bytes>>>, String),
}

/// A request.
#[derive(Debug)]
pub struct Call<'a> {
    /// Method.
    pub method: Method,
    /// Path with query.
    pub path: &'a str,
    /// Headers.
    pub headers: Vec<(header::HeaderName, String)>,
    /// Body.
    pub body: Bytes,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Status.
    pub status: StatusCode,
    /// Where a redirect leads.
    pub location: Option<String>,
    /// Body.
    pub body: Bytes,
}

impl Answer {
    /// The body as JSON, if the status is a success.
    pub fn json(&self, what: &str) -> anyhow::Result<Value> {
        if !self.status.is_success() {
            bail!("{what}: {} {}", self.status, String::from_utf8_lossy(&self.body));
        }
        if self.body.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&self.body).with_context(|| what.to_owned())
    }
}

impl Transport {
    /// A way to a running server.
    pub fn remote(base: &str) -> Self {
        Self::Remote(
            Box::new(Client::builder(TokioExecutor::new()).build_http()),
            base.trim_end_matches('/').to_owned(),
        )
    }

    /// Sends a request and reads the whole answer.
    pub async fn send(&self, call: Call<'_>) -> anyhow::Result<Answer> {
        let mut request = Request::builder().method(call.method);
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        let (parts, body) = match self {
            Self::Local(router) => {
                let mut request = request.uri(call.path).body(Body::from(call.body))?;
                request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
                let (parts, body) = router.clone().oneshot(request).await?.into_parts();
                (parts, Limited::new(body, ANSWER_BYTES_MAX).collect().await)
            }
            Self::Remote(client, base) => {
                let request = request.uri(format!("{base}{}", call.path)).body(Full::new(call.body))?;
                let (parts, body) = client.request(request).await?.into_parts();
                (parts, Limited::new(Body::new(body), ANSWER_BYTES_MAX).collect().await)
            }
        };
        let body = body.map_err(|error| anyhow::anyhow!("reading the answer of {}: {error}", call.path))?.to_bytes();
        let location = parts.headers.get(header::LOCATION).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Ok(Answer { status: parts.status, location, body })
    }

    /// Sends JSON as the bearer of a token, and answers JSON.
    pub async fn json(&self, method: Method, path: &str, token: &str, body: &Value) -> anyhow::Result<Value> {
        let what = format!("{method} {path}");
        let mut headers = vec![
            (header::CONTENT_TYPE, "application/json".to_owned()),
            (header::USER_AGENT, OFFICE_BROWSER.to_owned()),
        ];
        if !token.is_empty() {
            headers.push((header::AUTHORIZATION, format!("Bearer {token}")));
        }
        let body = if body.is_null() { Bytes::new() } else { serde_json::to_vec(body)?.into() };
        self.send(Call { method, path, headers, body }).await?.json(&what)
    }
}
