//! The real executable, started and killed, and visitors who use it over HTTP.

use crate::{build, powerloss};
use anyhow::{bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use placard_model::event::{EventRef, TokenId};
use rand::rngs::StdRng;
use rand::{Rng as _, RngExt as _};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const SHOW: &str = "/d/show";
const VIEW: &str = "/d/view";
/// Pages that are left open at most.
const OPEN_PAGES_MAX: usize = 200;
/// How long somebody with an open page waits before trying a server again that is not there.
const RETRY_PAUSE: Duration = Duration::from_millis(15);

/// How long the server may take to be ready on a busy machine.
const READY_MAX: Duration = Duration::from_mins(2);
/// A browser that many people have.
pub const USER_AGENT: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/// The folders of one installation.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Its data.
    pub data: PathBuf,
    /// What is durable of them, while the layer watches.
    pub shadow: PathBuf,
    /// What the server says.
    pub output: PathBuf,
}

/// A running server.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it tells its figures.
    pub figures: SocketAddr,
    began: Instant,
    /// From the start of the process until it answered.
    pub ready_after: Duration,
}

impl Server {
    /// Starts the executable, with the layer loaded if one is given, and waits until it is ready.
    pub async fn start(binary: &Path, folders: &Folders, layer: Option<&Path>) -> anyhow::Result<Self> {
        Self::start_faulty(binary, folders, layer, &[]).await
    }

    /// Starts it as [`Self::start`] does, with faults of the layer: a variable and its path each.
    pub async fn start_faulty(
        binary: &Path,
        folders: &Folders,
        layer: Option<&Path>,
        faults: &[(&str, &Path)],
    ) -> anyhow::Result<Self> {
        let mut server = Self::spawn(binary, folders, layer, faults)?;
        server.wait(folders).await?;
        Ok(server)
    }

    /// Starts it and does not wait: people whose pages are open already are there before it is ready.
    pub fn spawn(
        binary: &Path,
        folders: &Folders,
        layer: Option<&Path>,
        faults: &[(&str, &Path)],
    ) -> anyhow::Result<Self> {
        let (address, figures) = (free_address(), free_address());
        let output = File::options().create(true).append(true).open(&folders.output)?;
        let mut command = placard(binary, "serve", folders);
        command
            .args(["--listen", &address.to_string()])
            .env("PLACARD_METRICS_LISTEN", figures.to_string())
            .env("PLACARD_LOG", "info,sqlx=warn")
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output);
        if let Some(layer) = layer {
            command
                .env("LD_PRELOAD", layer)
                .env(powerloss::WATCH, &folders.data)
                .env(powerloss::SHADOW, &folders.shadow)
                .envs(faults.iter().copied());
        }
        let began = Instant::now();
        Ok(Self { child: command.spawn()?, address, figures, began, ready_after: Duration::ZERO })
    }

    /// Starts it with further arguments, and does not wait.
    pub fn spawn_with(binary: &Path, folders: &Folders, arguments: &[&str]) -> anyhow::Result<Self> {
        let (address, figures) = (free_address(), free_address());
        let output = File::options().create(true).append(true).open(&folders.output)?;
        let mut command = placard(binary, "serve", folders);
        command.args(["--listen", &address.to_string()]).args(arguments);
        command.env("PLACARD_METRICS_LISTEN", figures.to_string());
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        Ok(Self { child: command.spawn()?, address, figures, began: Instant::now(), ready_after: Duration::ZERO })
    }

    /// Waits until it is ready.
    pub async fn wait(&mut self, folders: &Folders) -> anyhow::Result<()> {
        let visitor = Visitor::new(self.address);
        while self.began.elapsed() < READY_MAX {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended with {status}; it said: {}", tail(&folders.output));
            }
            let path = "/readyz";
            if matches!(visitor.call(Method::GET, path, &[], "").await, Ok(answer) if answer.status() == StatusCode::OK)
            {
                self.ready_after = self.began.elapsed();
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("the server was not ready after {} s; it said: {}", READY_MAX.as_secs(), tail(&folders.output));
    }

    /// Kills it at once.
    pub fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to end, and waits.
    pub fn stop(mut self) -> anyhow::Result<()> {
        let pid = self.child.id().to_string();
        ensure!(Command::new("kill").args(["-TERM", &pid]).status()?.success(), "cannot stop the server");
        let status = self.child.wait()?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // After a failed test; one that ended already is no error here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A subcommand of the executable on the data folder. The test's own variables are no settings of the server.
pub fn placard(binary: &Path, subcommand: &str, folders: &Folders) -> Command {
    let mut command = Command::new(binary);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PLACARD_")) {
        command.env_remove(name);
    }
    // The data packages of the workspace are found from there.
    command.current_dir(build::workspace()).args([subcommand, "--data-dir"]).arg(&folders.data);
    // What is computed from them is alike in all folders, and takes seconds.
    command.env("PLACARD_GEO__CACHE_DIR", std::env::temp_dir().join("placard-test-geo"));
    command
}

/// The last lines of the server's output.
pub fn tail(output: &Path) -> String {
    let text = std::fs::read_to_string(output).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}

/// An address for a server that is about to start. Its port is below those that connections get by themselves (RFC 6335: from 49152,
/// Linux: from 32768): one of these could be taken before the server is there.
fn free_address() -> SocketAddr {
    let given = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .expect("the system has ports")
        .local_addr()
        .expect("it was given one")
        .port();
    let addresses =
        (0..21_000).map(|next| SocketAddr::from((Ipv4Addr::LOCALHOST, 11_000 + (given % 21_000 + next) % 21_000)));
    let mut free = addresses.filter(|address| TcpListener::bind(address).is_ok());
    free.next().expect("one of them is free")
}

/// What the server has answered for: it may never be lost.
#[derive(Debug, Default)]
pub struct Promised {
    /// Clicks that were led on with a click id.
    pub clicks: BTreeSet<EventRef>,
    /// Tokens whose show was answered with 204.
    pub shows: BTreeSet<TokenId>,
    /// Tokens whose confirmed show was answered with 204.
    pub views: BTreeSet<TokenId>,
    /// Postbacks in the order in which they were sent, by click and id: the state, and whether it was answered.
    pub postbacks: BTreeMap<(EventRef, String), Vec<(&'static str, bool)>>,
    /// Pages that were left open when the server ended.
    pub open: Vec<OpenPage>,
    /// Events that were sent from such pages to a later server, and answered.
    pub from_open: usize,
    /// Answers that nobody with a sound page may get.
    pub wrong: Vec<String>,
}

impl Promised {
    fn note(&mut self, event: &str, tokens: &[String]) {
        let seen = if event == SHOW { &mut self.shows } else { &mut self.views };
        seen.extend(tokens.iter().filter_map(|token| token_id(token)));
    }
}

/// A page with ads, in somebody's browser.
#[derive(Clone, Debug)]
pub struct OpenPage {
    origin: String,
    address: String,
    tokens: Vec<String>,
}

impl OpenPage {
    fn report(&self) -> String {
        serde_json::json!({ "tokens": self.tokens, "page": format!("{}/page", self.origin) }).to_string()
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Visitor {
    client: Client<HttpConnector, Full<Bytes>>,
    server: SocketAddr,
}

impl Visitor {
    /// A visitor of the server.
    pub fn new(server: SocketAddr) -> Self {
        Self { client: Client::builder(TokioExecutor::new()).build_http(), server }
    }

    /// One request, with its answer.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> anyhow::Result<Response<Bytes>> {
        let mut request = Request::builder().method(method).uri(format!("http://{}{path}", self.server));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = self.client.request(request.body(Full::new(Bytes::from(body.to_owned())))?).await?;
        let (parts, body) = answer.into_parts();
        Ok(Response::from_parts(parts, body.collect().await?.to_bytes()))
    }

    /// The headers that a browser sends from a page of the origin.
    pub fn headers<'a>(origin: &'a str, address: &'a str) -> [(&'static str, &'a str); 5] {
        [
            ("user-agent", USER_AGENT),
            ("x-forwarded-for", address),
            ("origin", origin),
            ("referer", origin),
            ("content-type", "text/plain"),
        ]
    }

    /// Sees ads on a page, clicks one, and sometimes buys; until the server is gone. Notes what was promised.
    pub async fn browse(&self, hosts: &[String], blocks: &[i64], promised: &Mutex<Promised>, rng: &mut StdRng) {
        loop {
            if self.visit(hosts, blocks, promised, rng).await.is_err() {
                return;
            }
        }
    }

    async fn visit(
        &self,
        hosts: &[String],
        blocks: &[i64],
        promised: &Mutex<Promised>,
        rng: &mut StdRng,
    ) -> anyhow::Result<()> {
        let note = |change: &mut dyn FnMut(&mut Promised)| change(&mut promised.lock().expect("no visitor panics"));
        let place = rng.random_range(0..hosts.len());
        let (origin, [_, b, c, d]) = (format!("https://{}", hosts[place]), rng.next_u32().to_be_bytes());
        let address = format!("11.{b}.{c}.{d}");
        let headers = Self::headers(&origin, &address);
        let page = format!("{origin}/page");
        let block = blocks[place];
        let body = format!(r#"{{"v":1,"page":"{page}","referrer":"","language":"en","blocks":[{{"id":{block}}}]}}"#);
        let answer = self.call(Method::POST, "/d/ads", &headers, &body).await?;
        let answer: Value = serde_json::from_slice(answer.body())?;
        let ads = answer["blocks"][0]["ads"].as_array().map(Vec::as_slice).unwrap_or_default();
        let tokens: Vec<String> = ads.iter().filter_map(|ad| Some(ad["token"].as_str()?.to_owned())).collect();
        if tokens.is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
            return Ok(());
        }
        let open = OpenPage { origin: origin.clone(), address: address.clone(), tokens: tokens.clone() };
        if rng.random_bool(0.1) {
            // Somebody who looks at another tab first, and comes back when the server may be another one.
            note(&mut |promised| {
                if promised.open.len() < OPEN_PAGES_MAX {
                    promised.open.push(open.clone());
                }
            });
            return Ok(());
        }
        let report = open.report();
        for path in [SHOW, VIEW] {
            let answer = self.call(Method::POST, path, &headers, &report).await?;
            if answer.status() == StatusCode::NO_CONTENT {
                note(&mut |promised| promised.note(path, &tokens));
            }
            if rng.random_bool(0.5) {
                break;
            }
        }
        // Most people take longer than a machine.
        tokio::time::sleep(Duration::from_millis(if rng.random_bool(0.9) { 320 } else { 5 })).await;
        let token = &tokens[rng.random_range(0..tokens.len())];
        for _ in 0..=u32::from(rng.random_bool(0.1)) {
            let answer = self.call(Method::GET, &format!("/c/{token}"), &headers, "").await?;
            let Some((click, id)) = clicked(&answer) else { continue };
            note(&mut |promised| {
                promised.clicks.insert(click);
            });
            if rng.random_bool(0.3) {
                self.convert(click, &id, promised, rng).await?;
            }
        }
        Ok(())
    }

    /// Goes on with a page that an earlier server has filled: tells of its ads and clicks one, from the moment at which
    /// the new server listens. What is authentic is written down, or the visitor is told to come again.
    pub async fn come_back(&self, page: OpenPage, promised: &Mutex<Promised>) {
        let headers = Self::headers(&page.origin, &page.address);
        let report = page.report();
        let note = |change: &mut dyn FnMut(&mut Promised)| change(&mut promised.lock().expect("no visitor panics"));
        for path in [SHOW, VIEW] {
            let status =
                self.until_it_answers(Method::POST, path, &headers, &report).await.map(|answer| answer.status());
            match status {
                Some(StatusCode::NO_CONTENT) => note(&mut |promised| {
                    promised.note(path, &page.tokens);
                    promised.from_open += 1;
                }),
                other => note(&mut |promised| promised.wrong.push(format!("{path} was answered {other:?}"))),
            }
        }
        let path = format!("/c/{}", page.tokens[0]);
        let answer = self.until_it_answers(Method::GET, &path, &headers, "").await;
        note(&mut |promised| match answer.as_ref().and_then(clicked) {
            Some((click, _)) => {
                promised.clicks.insert(click);
                promised.from_open += 1;
            }
            None => promised.wrong.push(format!("a click on an open page was answered {answer:?}")),
        });
    }

    /// The first answer that is not "come again"; nothing when none comes.
    async fn until_it_answers(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Option<Response<Bytes>> {
        let began = Instant::now();
        while began.elapsed() < READY_MAX {
            match self.call(method.clone(), path, headers, body).await {
                Ok(answer) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => {}
                Ok(answer) => return Some(answer),
                // Nobody listens yet.
                Err(_) => {}
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
        None
    }

    /// The advertiser's tracker tells a conversion, and what became of it.
    async fn convert(
        &self,
        click: EventRef,
        id: &str,
        promised: &Mutex<Promised>,
        rng: &mut StdRng,
    ) -> anyhow::Result<()> {
        let order = format!("order{}", rng.random_range(0..1_000_000));
        for state in ["hold", "approved", "rejected"] {
            let key = (click, order.clone());
            let note = |answered: bool| {
                let mut promised = promised.lock().expect("no visitor panics");
                let told = promised.postbacks.entry(key.clone()).or_default();
                if answered {
                    told.last_mut().into_iter().for_each(|last| last.1 = true);
                } else {
                    told.push((state, false));
                }
            };
            note(false);
            let path = format!("/postback?click_id={id}&status={state}&payout=1.25&id={order}");
            let answer = self.call(Method::GET, &path, &[], "").await?;
            ensure!(answer.status() == StatusCode::NO_CONTENT, "a postback was answered with {}", answer.status());
            note(true);
            if rng.random_bool(0.5) {
                break;
            }
        }
        Ok(())
    }
}

/// The click that an answer leads on from, with its id.
pub fn clicked(answer: &Response<Bytes>) -> Option<(EventRef, String)> {
    if answer.status() != StatusCode::FOUND {
        return None;
    }
    let location = answer.headers().get("location")?.to_str().ok()?;
    let id = location.split_once("click=")?.1.to_owned();
    // The first half of a click id is where the click stands in the log.
    let place = URL_SAFE_NO_PAD.decode(&id).ok()?;
    Some((EventRef(u64::from_be_bytes(place.get(..8)?.try_into().ok()?)), id))
}

/// The id of a token: its nonce, behind the byte of the key.
pub fn token_id(token: &str) -> Option<TokenId> {
    Some(TokenId(URL_SAFE_NO_PAD.decode(token).ok()?.get(1..13)?.try_into().ok()?))
}

/// Visitors who browse until the server is gone.
pub fn crowd(
    server: SocketAddr,
    hosts: &[String],
    blocks: &[i64],
    promised: &Arc<Mutex<Promised>>,
    visitors: usize,
    rng: &mut StdRng,
) -> Vec<tokio::task::JoinHandle<()>> {
    let visitor = Visitor::new(server);
    (0..visitors)
        .map(|_| {
            let (visitor, hosts, blocks) = (visitor.clone(), hosts.to_vec(), blocks.to_vec());
            let (promised, mut rng) = (Arc::clone(promised), rand::SeedableRng::from_rng(&mut *rng));
            tokio::spawn(async move { visitor.browse(&hosts, &blocks, &promised, &mut rng).await })
        })
        .collect()
}
