//! Kinds of abuse: what strangers and free accounts may send as often as they like.

use super::Bench;
use super::client::Connection;
use anyhow::Context;
use image::{ImageFormat, RgbImage};
use placard_api::auth::{Access, SessionKind, Tokens};
use placard_model::user::{UserStatus, UserType};
use placard_store::Priority;
use placard_store::accounts::sessions::{self, Origin};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use serde_json::json;
use std::io::Cursor;
use std::sync::Arc;

/// Logins that wait for their answer at any time: more than the password workers ever do at once.
const LOGINS_AT_ONCE: usize = 100;
/// Senders of the other abuses: as many as a browser opens to one server.
const SENDERS: usize = 6;
/// Connections that are opened and left alone.
const SILENT_CONNECTIONS: usize = 400;
/// Side of the picture in pixels: 36 of the 40 megapixels that are allowed.
const PICTURE_SIDE: u32 = 6_000;
/// Entries of the list.
const LIST_ENTRIES: usize = 50_000;
/// How often one token stands in a request.
const TOKEN_REPEATS: usize = 64;

/// How it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Whole requests, each after the answer to the one before.
    Calls,
    /// The beginning of a request, and nothing more.
    Silence,
}

/// One kind of abuse.
pub(super) struct Abuse {
    pub(super) name: &'static str,
    pub(super) way: Way,
    /// How many do it at the same time.
    pub(super) senders: usize,
    /// The bytes, by sender and turn.
    pub(super) request: Box<dyn Fn(usize, u32) -> Vec<u8> + Send + Sync>,
    /// Statuses that are fair answers.
    pub(super) answers: &'static [u16],
}

/// All kinds. One of the requests for ads gives the token that is used up again and again.
pub(super) async fn all(bench: &Bench, ads_requests: &[Arc<[u8]>]) -> anyhow::Result<Vec<Abuse>> {
    let account = Account::make(bench).await?;
    let token = token(bench, ads_requests).await?;
    Ok(vec![logins(), silence(), picture(&account)?, list(&account), repeated_token(&token), postbacks()])
}

/// Each attempt is for another account and from another address, so that no limit on failed logins holds it off.
fn logins() -> Abuse {
    let request = |number: usize, turn: u32| {
        let body = format!("{{\"email\":\"nobody-{number}-{turn}@x.org\",\"password\":\"Wrong-pass-1\"}}");
        call("POST", "/api/oauth2/accessToken", &address(number, turn), "content-type: application/json\r\n", body)
    };
    Abuse {
        name: "100 logins at once",
        way: Way::Calls,
        senders: LOGINS_AT_ONCE,
        request: Box::new(request),
        answers: &[401, 503],
    }
}

fn silence() -> Abuse {
    Abuse {
        name: "400 connections with half a request",
        way: Way::Silence,
        senders: SILENT_CONNECTIONS,
        request: Box::new(|_, _| b"POST /d/ads HTTP/1.1\r\nhost: placard\r\ncontent-".to_vec()),
        answers: &[],
    }
}

fn picture(account: &Account) -> anyhow::Result<Abuse> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::new(PICTURE_SIDE, PICTURE_SIDE).write_to(&mut file, ImageFormat::Png)?;
    let mut body = Vec::new();
    for (name, value) in [
        ("title", b"A title that is long enough for native ads".as_slice()),
        ("original_url", b"https://shop.example/"),
        ("supported_block_format_types[]", b"1"),
        ("one_bid_for_all_geo", b"2"),
        // Refused at the end, so that no ad is made of it.
        ("crop_square", b"0,0,300,200"),
        ("media_content_file_square", file.get_ref()),
    ] {
        let name_of_file = if name.starts_with("media") { "; filename=\"picture.png\"" } else { "" };
        let head = format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"{name_of_file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(value);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    let path = format!("/api/advertiser/ad_groups/{}/ads/universal", account.group);
    let headers = format!("{}content-type: multipart/form-data; boundary=edge\r\n", account.header);
    let request =
        move |number: usize, turn: u32| call("POST", &path, &address(number, turn), &headers, body.as_slice());
    Ok(Abuse {
        name: "pictures of 36 megapixels",
        way: Way::Calls,
        senders: SENDERS,
        request: Box::new(request),
        answers: &[409, 422, 429, 503],
    })
}

fn list(account: &Account) -> Abuse {
    let entries: Vec<usize> = (1..=LIST_ENTRIES).collect();
    let body = json!({ "name": "Long", "target_id": 1, "isps": entries }).to_string();
    let headers = format!("{}content-type: application/json\r\n", account.header);
    let request = move |number: usize, turn: u32| {
        call("POST", "/api/advertiser/campaigns", &address(number, turn), &headers, body.as_bytes())
    };
    Abuse {
        name: "lists of 50,000 entries",
        way: Way::Calls,
        senders: SENDERS,
        request: Box::new(request),
        answers: &[413, 422, 429],
    }
}

fn repeated_token(token: &str) -> Abuse {
    let body = json!({ "tokens": vec![token; TOKEN_REPEATS], "page": "https://placard.example/" }).to_string();
    let request = move |number: usize, turn: u32| {
        call("POST", "/d/show", &address(number, turn), "content-type: text/plain\r\n", body.as_bytes())
    };
    Abuse {
        name: "one token 64 times in a request",
        way: Way::Calls,
        senders: SENDERS,
        request: Box::new(request),
        answers: &[204, 422, 429],
    }
}

fn postbacks() -> Abuse {
    let request = |number: usize, turn: u32| {
        let path = format!("/postback?click_id=AAAAAAAAAAAAAAAAAAAAAA&id={number}-{turn}&payout=1");
        call("GET", &path, "203.0.113.77", "", "")
    };
    Abuse {
        name: "invented postbacks of one address",
        way: Way::Calls,
        senders: SENDERS,
        request: Box::new(request),
        answers: &[422, 429],
    }
}

/// A network of its own for each sender and turn, of which there are far fewer than 65,536.
fn address(number: usize, turn: u32) -> String {
    format!("2001:db8:{number:x}:{:x}::1", turn % u32::from(u16::MAX))
}

fn call(method: &str, path: &str, address: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nhost: placard\r\nx-forwarded-for: {address}\r\n{headers}content-length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    request
}

/// A token of an ad that was served. A visitor who has seen all that fits, as in the rounds before, gets none.
async fn token(bench: &Bench, ads_requests: &[Arc<[u8]>]) -> anyhow::Result<String> {
    let mut connection = Connection::open(bench.address).await?;
    let mut last = serde_json::Value::Null;
    for request in ads_requests {
        last = serde_json::from_slice(&connection.send(request).await?.body)?;
        if let Some(token) = last["blocks"][0]["ads"][0]["token"].as_str() {
            return Ok(token.to_owned());
        }
    }
    anyhow::bail!("no ad was served, but {last}")
}

/// A free account with a campaign and a group.
struct Account {
    /// The line of the request that tells who calls.
    header: String,
    group: i64,
}

impl Account {
    async fn make(bench: &Bench) -> anyhow::Result<Self> {
        let app = &bench.app;
        let kind = SessionKind::Own;
        let new = NewUser {
            email: "bench@placard.example".to_owned(),
            password_hash: app.auth.passwords.hash("Placard-bench-1", app.rng.bytes()).await?,
            user_type: UserType::Ordinary,
            status: UserStatus::Active,
            is_trusted: false,
            is_advertiser: true,
            is_webmaster: false,
            contacts: Contacts::default(),
            manager: None,
            attribution: Attribution::default(),
        };
        let hash = Tokens::hash(kind, &Tokens::first_refresh_token(kind, app.rng.bytes()))
            .context("a token that was just made is one")?;
        let expires_at = app.auth.tokens.refresh_expires_at(kind, app.clock.now());
        let (user, session) = app
            .store
            .write("bench_account", Priority::Api, async move |tx| {
                let user = users::insert_user(tx, &new).await?;
                let origin = Origin { address: "", user_agent: "" };
                Ok((user.id, sessions::insert_session(tx, user.id, &hash, expires_at, origin).await?))
            })
            .await?;
        let token = app.auth.tokens.access_token(kind, Access { user, session }, app.clock.now())?;
        let mut account = Self { header: format!("authorization: Bearer {token}\r\n"), group: 0 };
        let campaign =
            account.create(bench, "/api/advertiser/campaigns", &json!({ "name": "A", "target_id": 1 })).await?;
        let path = format!("/api/advertiser/campaigns/{campaign}/ad_groups");
        account.group = account.create(bench, &path, &json!({ "name": "B" })).await?;
        Ok(account)
    }

    /// The id of what was made.
    async fn create(&self, bench: &Bench, path: &str, body: &serde_json::Value) -> anyhow::Result<i64> {
        let headers = format!("{}content-type: application/json\r\n", self.header);
        let request = call("POST", path, "203.0.113.9", &headers, body.to_string());
        let answer = Connection::open(bench.address).await?.send(&request).await?;
        let told: serde_json::Value = serde_json::from_slice(&answer.body)?;
        told["data"]["id"].as_i64().with_context(|| format!("{path} was answered {}: {told}", answer.status))
    }
}
