//! `/sellers.json` of the IAB Tech Lab, version 1.0: the accounts that sites name in their `ads.txt`.
//!
//! It is made when somebody asks and what is there is some minutes old, whole and packed, and handed out from memory: with
//! many sellers it is long, and readers ask for it again and again.

use super::pages::{etag, is_known};
use crate::app::{App, AppState};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use placard_common::error::Problem;
use placard_model::{UnixMs, UserId};
use placard_store::Conn;
use placard_store::publishing::sellers::{self, PAGE_ROWS, Seller};
use serde::Serialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use std::io::Write as _;
use tokio::sync::Mutex;

/// What is older is made anew.
const KEPT_MS: i64 = 5 * 60_000;
/// Sellers that are named at most, those who came first.
const SELLERS_MAX: usize = 500_000;

/// The file as it was made last.
#[derive(Default)]
pub struct Sellers(Mutex<Option<Made>>);

#[derive(Clone)]
struct Made {
    at: UnixMs,
    etag: String,
    plain: Bytes,
    packed: Bytes,
}

/// A seller as the specification names one.
#[derive(Serialize)]
struct Entry<'a> {
    seller_id: String,
    is_confidential: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<&'a str>,
    seller_type: &'static str,
}

impl<'a> Entry<'a> {
    fn new(seller: &'a Seller) -> Self {
        let named = seller.name.as_ref();
        Self {
            seller_id: seller.user.to_string(),
            is_confidential: u8::from(named.is_none()),
            name: named.map(|named| named.name.as_str()),
            domain: named.map(|named| named.domain.as_str()),
            seller_type: "PUBLISHER",
        }
    }
}

impl Sellers {
    /// The file; whoever asks while it is made waits for it.
    async fn get(&self, app: &App) -> anyhow::Result<Made> {
        let mut made = self.0.lock().await;
        let now = app.clock.now();
        if let Some(made) = made.as_ref().filter(|made| (0..KEPT_MS).contains(&now.since_ms(made.at))) {
            return Ok(made.clone());
        }
        let fresh = make(app, now).await?;
        *made = Some(fresh.clone());
        Ok(fresh)
    }
}

async fn make(app: &App, now: UnixMs) -> anyhow::Result<Made> {
    let settings = app.settings.get();
    let mut head = json!({ "version": "1.0" });
    if !settings.network.contact_email.is_empty() {
        head["contact_email"] = json!(settings.network.contact_email);
    }
    if !settings.sites.certification_id.is_empty() {
        head["identifiers"] = json!([{ "name": "TAG-ID", "value": settings.sites.certification_id }]);
    }
    let mut text = serde_json::to_vec(&head)?;
    text.pop();
    text.extend_from_slice(b",\"sellers\":[");
    let (mut last, mut count) = (UserId(0), 0);
    while count < SELLERS_MAX {
        let page = app.store.read("list_sellers", async move |conn: &Conn| sellers::page(conn, last).await).await?;
        for seller in &page {
            text.extend_from_slice(if count == 0 { b"\n" } else { b",\n" });
            serde_json::to_writer(&mut text, &Entry::new(seller))?;
            (last, count) = (seller.user, count + 1);
        }
        if (page.len() as i64) < PAGE_ROWS {
            break;
        }
    }
    text.extend_from_slice(b"\n]}\n");
    tokio::task::spawn_blocking(move || {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&text)?;
        let packed = packed.finish()?.into();
        Ok(Made { at: now, etag: etag(&Sha256::digest(&text).into()), plain: text.into(), packed })
    })
    .await?
}

/// Who sells here.
pub async fn get_sellers(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Problem> {
    let made = app.sellers.get(&app).await?;
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_packed = accepts.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip"));
    let (status, body) = match (is_known(&headers, &made.etag), is_packed) {
        (true, _) => (StatusCode::NOT_MODIFIED, Body::empty()),
        (false, true) => (StatusCode::OK, Body::from(made.packed)),
        (false, false) => (StatusCode::OK, Body::from(made.plain)),
    };
    let fields = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
        (header::VARY, "accept-encoding"),
    ];
    let mut response = (status, fields, [(header::ETAG, format!("W/{}", made.etag))], body).into_response();
    if is_packed && status == StatusCode::OK {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}
