//! The push service of a crash test and the phones behind it: they outlive the server, take messages that it posts, answer not all of
//! them, show notifications, and report and click them, some more than once.

use crate::server::{Promised, Visitor, clicked};
use anyhow::{Context, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::{Method, StatusCode};
use placard_common::webpush::encryption::decrypt;
use placard_model::event::TokenId;
use placard_server::demo::browsers::{PUSH_HOST, keys_of};
use placard_server::push_service::{PushService, Received, Reply};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::task::{JoinHandle, JoinSet};

/// How long a slow answer takes.
const LATE: Duration = Duration::from_millis(150);
/// From a notification to its click: no machine is so slow.
const READING: Duration = Duration::from_millis(400);
/// How long a phone waits for something to show, or to try again.
const PAUSE: Duration = Duration::from_millis(20);

/// Where the messages of a phone are sent.
pub fn endpoint(phone: usize) -> String {
    format!("https://{PUSH_HOST}/{phone}")
}

/// The address of a phone: each is in a network of its own.
pub const fn address(phone: usize) -> Ipv4Addr {
    Ipv4Addr::new(11, 20 + (phone / 256) as u8, (phone % 256) as u8, 7)
}

/// What becomes of a message at the push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is taken.
    Taken,
    /// It is taken, and said so a moment later.
    TakenLate,
    /// It is taken, and nobody says so.
    TakenSilently,
    /// There were enough for now.
    Enough,
    /// The service fails.
    Failed,
}

impl Fate {
    fn draw(rng: &mut StdRng) -> Self {
        match rng.random_range(0..100) {
            0..60 => Self::Taken,
            60..80 => Self::TakenLate,
            80..87 => Self::TakenSilently,
            87..94 => Self::Enough,
            _ => Self::Failed,
        }
    }
}

/// A message that came to the push service.
#[derive(Clone, Debug)]
pub struct Arrived {
    /// Whose it is.
    pub phone: usize,
    /// The id of its token, as the notification's name says it.
    pub id: TokenId,
    /// The name under which it takes the place of undelivered ones.
    pub topic: String,
    /// The server was told, or is about to be told, that it is taken.
    pub is_taken: bool,
}

/// A notification on a screen.
#[derive(Clone, Debug)]
struct Notification {
    phone: usize,
    id: TokenId,
    token: String,
    /// It asks for a fresh ad first.
    asks: bool,
    /// Its show is reported, and its click made, once more.
    repeats: bool,
    is_clicked: bool,
}

struct State {
    rng: StdRng,
    /// Counts the servers: whoever watched for one stops when it has ended.
    life: usize,
    /// Nothing fails any more.
    is_well: bool,
    arrived: Vec<Arrived>,
    /// Messages whose end the server has noted: they may not come again.
    ended: BTreeSet<TokenId>,
    /// Those that it had not noted when it ended, with their numbers.
    were_open: BTreeMap<TokenId, i64>,
    /// What waits at the service for phones that are off, by phone and topic: the last one each.
    undelivered: BTreeMap<(usize, String), Notification>,
    /// What is shown and not reported yet.
    shown: VecDeque<Notification>,
    /// What may not be.
    wrong: Vec<String>,
}

/// The push service, and all phones.
pub struct Phones {
    host: String,
    state: Mutex<State>,
}

impl Phones {
    /// Phones of subscribers of the site on a host.
    pub fn new(host: String, rng: &mut StdRng) -> Arc<Self> {
        let state = State {
            rng: StdRng::from_rng(rng),
            life: 0,
            is_well: false,
            arrived: Vec::new(),
            ended: BTreeSet::new(),
            were_open: BTreeMap::new(),
            undelivered: BTreeMap::new(),
            shown: VecDeque::new(),
            wrong: Vec::new(),
        };
        Arc::new(Self { host, state: Mutex::new(state) })
    }

    /// Starts their push service.
    pub async fn serve(self: &Arc<Self>) -> anyhow::Result<PushService> {
        let phones = Arc::clone(self);
        let service = PushService::start(Arc::new(move |received| {
            let phones = Arc::clone(&phones);
            Box::pin(async move { phones.receive(&received).await })
        }));
        service.await
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no phone panics")
    }

    async fn receive(&self, received: &Received) -> Reply {
        let fate = match read(received) {
            Ok((phone, id, token)) => {
                let topic = received.headers.get("topic").and_then(|topic| topic.to_str().ok()).unwrap_or_default();
                self.lock().take(phone, id, token, topic)
            }
            Err(error) => {
                self.lock().wrong.push(format!("no phone can read what came to {}: {error:#}", received.path));
                return Reply::of(400);
            }
        };
        match fate {
            Fate::Taken => Reply::of(201),
            Fate::TakenLate => {
                tokio::time::sleep(LATE).await;
                Reply::of(201)
            }
            Fate::TakenSilently => std::future::pending().await,
            Fate::Enough => Reply::of(429),
            Fate::Failed => Reply::of(503),
        }
    }

    /// From now on the service takes everything at once.
    pub fn get_well(&self) {
        self.lock().is_well = true;
    }

    /// Phones that were off are on, and show what waited for them. All of them report to a server until [`Self::end_life`].
    pub fn watch(self: &Arc<Self>, server: SocketAddr, promised: &Arc<Mutex<Promised>>) -> JoinHandle<()> {
        let (phones, promised, visitor) = (Arc::clone(self), Arc::clone(promised), Visitor::new(server));
        let life = {
            let mut state = phones.lock();
            let waited = std::mem::take(&mut state.undelivered);
            state.shown.extend(waited.into_values());
            state.life
        };
        tokio::spawn(async move {
            let mut looks = JoinSet::new();
            while phones.lock().life == life {
                let next = phones.lock().shown.pop_front();
                let Some(notification) = next else {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                };
                let (phones, promised, visitor) = (Arc::clone(&phones), Arc::clone(&promised), visitor.clone());
                looks.spawn(async move { phones.look(notification, &visitor, &promised).await });
            }
            while looks.join_next().await.is_some() {}
        })
    }

    /// The server has ended, or is about to. What could not be reported is reported to the next one.
    pub fn end_life(&self) {
        self.lock().life += 1;
    }

    /// All but these messages have ended, as far as they have come.
    pub fn note_open(&self, open: BTreeMap<TokenId, i64>) {
        let mut state = self.lock();
        let ended: Vec<TokenId> = state.arrived.iter().map(|arrived| arrived.id).collect();
        state.ended.extend(ended.into_iter().filter(|id| !open.contains_key(id)));
        state.were_open.extend(open);
    }

    /// The messages that were open at some time when a server had ended, with their numbers.
    pub fn were_open(&self) -> BTreeMap<TokenId, i64> {
        self.lock().were_open.clone()
    }

    /// What came to the push service, in its order.
    pub fn arrived(&self) -> Vec<Arrived> {
        self.lock().arrived.clone()
    }

    /// What came of messages that may not be.
    pub fn wrong(&self) -> Vec<String> {
        self.lock().wrong.clone()
    }

    /// Nothing is left to show or to report.
    pub fn is_idle(&self) -> bool {
        let state = self.lock();
        state.undelivered.is_empty() && state.shown.is_empty()
    }

    async fn look(&self, notification: Notification, visitor: &Visitor, promised: &Mutex<Promised>) {
        if self.report(&notification, visitor, promised).await.is_err() {
            // The network is away, or has no time: the worker in the browser tells it later, all of it once more.
            tokio::time::sleep(PAUSE).await;
            self.lock().shown.push_back(notification);
        }
    }

    async fn report(
        &self,
        notification: &Notification,
        visitor: &Visitor,
        promised: &Mutex<Promised>,
    ) -> anyhow::Result<()> {
        let note = |change: &mut dyn FnMut(&mut Promised)| change(&mut promised.lock().expect("no visitor panics"));
        let (origin, address) = (format!("https://{}", self.host), address(notification.phone).to_string());
        let headers = Visitor::headers(&origin, &address);
        let mut token = notification.token.clone();
        if notification.asks {
            let wanted = json!({ "token": token }).to_string();
            let answer = visitor.call(Method::POST, "/d/push/ad", &headers, &wanted).await?;
            if answer.status() == StatusCode::OK {
                let fresh: Value = serde_json::from_slice(answer.body())?;
                fresh["token"].as_str().context("a fresh ad has no token")?.clone_into(&mut token);
            }
        }
        // Whoever reports twice names the message's own token then: it is the same show.
        for token in [&token, &notification.token].into_iter().take(1 + usize::from(notification.repeats)) {
            let told = json!({ "tokens": [token] }).to_string();
            let answer = visitor.call(Method::POST, "/d/push/shown", &headers, &told).await?;
            match answer.status() {
                StatusCode::NO_CONTENT => note(&mut |promised| {
                    promised.shows.insert(notification.id);
                    promised.views.insert(notification.id);
                }),
                other => return self.refused("a show", other),
            }
        }
        if !notification.is_clicked {
            return Ok(());
        }
        tokio::time::sleep(READING).await;
        for token in [&token, &notification.token].into_iter().take(1 + usize::from(notification.repeats)) {
            let answer = visitor.call(Method::GET, &format!("/c/{token}"), &headers, "").await?;
            match clicked(&answer) {
                Some((click, _)) => note(&mut |promised| {
                    promised.clicks.insert(click);
                }),
                None => return self.refused("a click", answer.status()),
            }
        }
        Ok(())
    }

    /// What is asked to come again does; nothing else of ours may be refused.
    fn refused(&self, what: &str, status: StatusCode) -> anyhow::Result<()> {
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
            bail!("{what} is to come again");
        }
        self.lock().wrong.push(format!("{what} was answered {status}"));
        Ok(())
    }
}

impl State {
    /// The message that came to a phone for the first time last.
    fn newest(&self, phone: usize) -> Option<TokenId> {
        let mut known = BTreeSet::new();
        let first = self.arrived.iter().filter(|one| one.phone == phone && known.insert(one.id));
        first.fold(None, |_, one| Some(one.id))
    }

    fn take(&mut self, phone: usize, id: TokenId, token: String, topic: &str) -> Fate {
        if self.ended.contains(&id) {
            self.wrong.push(format!("a message that had ended came to phone {phone} again"));
        }
        // One that comes again is always taken: so none is tried too often.
        let is_new = !self.arrived.iter().any(|arrived| arrived.id == id);
        if !is_new && self.newest(phone) != Some(id) {
            self.wrong.push(format!("an older message came to phone {phone} after a newer one"));
        }
        let fate = if is_new && !self.is_well { Fate::draw(&mut self.rng) } else { Fate::Taken };
        let is_taken = matches!(fate, Fate::Taken | Fate::TakenLate);
        self.arrived.push(Arrived { phone, id, topic: topic.to_owned(), is_taken });
        if !matches!(fate, Fate::Enough | Fate::Failed) {
            let rng = &mut self.rng;
            let (asks, repeats, is_clicked) = (rng.random_bool(0.5), rng.random_bool(0.3), rng.random_bool(0.6));
            let notification = Notification { phone, id, token, asks, repeats, is_clicked };
            if !self.is_well && rng.random_bool(0.2) {
                self.undelivered.insert((phone, topic.to_owned()), notification);
            } else {
                self.shown.push_back(notification);
            }
        }
        fate
    }
}

/// Whose a message is, the id that its notification is named by, and its token, as the phone reads them.
fn read(received: &Received) -> anyhow::Result<(usize, TokenId, String)> {
    let phone: usize = received.path.trim_start_matches('/').parse().context("no phone")?;
    let (secret, auth) = keys_of(&endpoint(phone))?;
    let message: Value = serde_json::from_slice(&decrypt(&secret, &auth, &received.body)?)?;
    let token = message["token"].as_str().context("no token")?.to_owned();
    let name = message["tag"].as_str().and_then(|tag| tag.strip_prefix("placard-")).context("no name")?;
    let id = URL_SAFE_NO_PAD.decode(name)?;
    Ok((phone, TokenId(id.try_into().ok().context("the name is no token's id")?), token))
}
