//! Browsers of the demo's subscribers, with the push service that they listen to: messages are decrypted as a browser does it, shown,
//! reported, and some are clicked. All of it goes through the same calls as that of real workers.

use super::transport::{Call, Transport};
use super::visitors::{Crowd, Visitor};
use crate::push_service::{PushService, Received, Reply};
use anyhow::Context;
use axum::http::{Method, StatusCode, header};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use p256::SecretKey;
use parking_lot::Mutex;
use placard_common::geo::Geo;
use placard_common::webpush::encryption::{AUTH_BYTES, decrypt};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Where the demo's subscriptions are: its own push service.
pub const PUSH_HOST: &str = "push.harbour-post.example";
/// Of a thousand notifications that are shown, so many are clicked.
const CLICKED_OF_A_THOUSAND: u32 = 24;
/// Of a thousand messages, so many reach a machine that is on.
const SHOWN_OF_A_THOUSAND: u32 = 860;
/// Messages that are acted upon at the same time; others are left unseen.
const AT_ONCE: usize = 64;

/// The keys of a browser with an endpoint: the demo plays it, and knows them by that.
///
/// # Errors
/// When the digest of the endpoint is no key, which no endpoint of the demo's has.
pub fn keys_of(endpoint: &str) -> anyhow::Result<(SecretKey, [u8; AUTH_BYTES])> {
    let digest = |what: &str| Sha256::digest(format!("placard demo {what} {endpoint}"));
    let secret = SecretKey::from_slice(&digest("key")).context("no key of P-256")?;
    let auth = digest("auth").first_chunk::<AUTH_BYTES>().copied().context("a digest has 32 bytes")?;
    Ok((secret, auth))
}

/// What a browser does with a message.
pub struct Reader<'a> {
    transport: &'a Transport,
    visitor: Visitor,
    origin: String,
}

impl<'a> Reader<'a> {
    /// Somebody who reads the notifications of a site.
    pub fn new(transport: &'a Transport, visitor: Visitor, domain: &str) -> Self {
        Self { transport, visitor, origin: format!("https://{domain}") }
    }

    fn headers(&self) -> Vec<(header::HeaderName, String)> {
        vec![
            (header::HeaderName::from_static("x-forwarded-for"), self.visitor.address.to_string()),
            (header::USER_AGENT, self.visitor.user_agent.clone()),
            (header::ACCEPT_LANGUAGE, self.visitor.language.clone()),
            (header::ORIGIN, self.origin.clone()),
            (header::CONTENT_TYPE, "text/plain".to_owned()),
        ]
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<(StatusCode, Value)> {
        let body = Bytes::from(serde_json::to_vec(body)?);
        let answer = self.transport.send(Call { method: Method::POST, path, headers: self.headers(), body }).await?;
        let status = answer.status;
        Ok((status, answer.json(path)?))
    }

    /// Asks for the ad to show for a message; its token and the path of its click.
    pub async fn ask(&self, token: &str) -> anyhow::Result<(String, String)> {
        let (status, fresh) = self.post("/d/push/ad", &json!({ "token": token })).await?;
        let token = if status == StatusCode::OK { fresh["token"].as_str().unwrap_or(token) } else { token };
        Ok((token.to_owned(), format!("/c/{token}")))
    }

    /// Tells that it is shown.
    pub async fn show(&self, token: &str) -> anyhow::Result<()> {
        self.post("/d/push/shown", &json!({ "tokens": [token] })).await.map(drop)
    }

    /// Opens it; where it leads.
    pub async fn open(&self, click: &str) -> anyhow::Result<Option<String>> {
        let mut headers = self.headers();
        headers.retain(|(name, _)| *name != header::ORIGIN && *name != header::CONTENT_TYPE);
        let call = Call { method: Method::GET, path: click, headers, body: Bytes::new() };
        Ok(self.transport.send(call).await?.location)
    }
}

/// The browsers of the running demo.
pub struct Browsers {
    service: PushService,
    people: Arc<People>,
}

#[derive(Default)]
struct People {
    /// The network, once it is served.
    network: OnceLock<(Transport, Crowd, String)>,
    rng: Mutex<Option<StdRng>>,
    turns: OnceLock<Arc<Semaphore>>,
}

impl Browsers {
    /// Starts their push service. What comes before [`Browsers::attach`] is taken and not shown.
    ///
    /// # Errors
    /// When the system gives no port.
    pub async fn start() -> anyhow::Result<Self> {
        let people = Arc::new(People::default());
        let theirs = people.clone();
        let behaviour = Arc::new(move |received: Received| -> BoxFuture<'static, Reply> {
            let people = theirs.clone();
            Box::pin(async move { people.receive(received) })
        });
        Ok(Self { service: PushService::start(behaviour).await?, people })
    }

    /// Where their push service listens.
    pub const fn address(&self) -> SocketAddr {
        self.service.address()
    }

    /// Lets them call the network; they read the notifications of the site with this domain.
    ///
    /// # Errors
    /// When the geo file knows none of their countries.
    pub fn attach(&self, transport: Transport, domain: String, geo: &Geo, mut rng: StdRng) -> anyhow::Result<()> {
        let crowd = Crowd::gather(geo, &mut rng)?;
        *self.people.rng.lock() = Some(rng);
        // A second time changes nothing.
        let _ = self.people.turns.set(Arc::new(Semaphore::new(AT_ONCE)));
        let _ = self.people.network.set((transport, crowd, domain));
        Ok(())
    }
}

impl People {
    fn receive(self: &Arc<Self>, received: Received) -> Reply {
        let endpoint = format!("https://{PUSH_HOST}{}", received.path);
        let Some(token) = read(&endpoint, &received.body) else { return Reply::of(400) };
        let turn = self.turns.get().and_then(|turns| turns.clone().try_acquire_owned().ok());
        if let (Some(turn), Some(rng)) = (turn, self.rng.lock().as_mut().map(StdRng::from_rng)) {
            let people = self.clone();
            tokio::spawn(async move {
                if let Err(error) = people.see(&token, rng).await {
                    tracing::debug!("a notification of the demo was not shown: {error:#}");
                }
                drop(turn);
            });
        }
        Reply::of(201)
    }

    async fn see(&self, token: &str, mut rng: StdRng) -> anyhow::Result<()> {
        let Some((transport, crowd, domain)) = self.network.get() else { return Ok(()) };
        if rng.random_range(0..1_000) >= SHOWN_OF_A_THOUSAND {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(rng.random_range(300..20_000))).await;
        let reader = Reader::new(transport, crowd.draw(&mut rng), domain);
        let (token, click) = reader.ask(token).await?;
        reader.show(&token).await?;
        if rng.random_range(0..1_000) < CLICKED_OF_A_THOUSAND {
            tokio::time::sleep(Duration::from_millis(rng.random_range(2_000..30_000))).await;
            reader.open(&click).await?;
        }
        Ok(())
    }
}

/// The token in a message, as only the browser of an endpoint reads it.
fn read(endpoint: &str, body: &[u8]) -> Option<String> {
    let (secret, auth) = keys_of(endpoint).ok()?;
    let message: Value = serde_json::from_slice(&decrypt(&secret, &auth, body).ok()?).ok()?;
    message["token"].as_str().map(str::to_owned)
}

/// Whether somebody clicks what they are shown, for an ad of so much appeal.
pub fn clicks(appeal: f64, rng: &mut StdRng) -> bool {
    rng.random_bool((f64::from(CLICKED_OF_A_THOUSAND) / 1_000.0 * appeal).clamp(0.0, 1.0))
}

/// Whether a message reaches a machine that is on.
pub fn arrives(rng: &mut StdRng) -> bool {
    rng.random_range(0..1_000) < SHOWN_OF_A_THOUSAND
}
