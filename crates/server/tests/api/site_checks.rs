//! Whose sites are, `ads.txt` and `sellers.json`: a web server and a name server on loopback stand for those of webmasters.

use crate::app::{Person, TestApp, each_app, each_app_that_fetches};
use crate::delivery::{World, ask};
use crate::publishing::site;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use placard_common::fetch::{Lookup, OwnHosts, Policy, Resolve};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::accounts::audit_log;
use placard_store::network::mails::{self, MailFilter};
use placard_store::publishing::site_checks;
use placard_store::{Conn, Priority, Scope, Tx};
use placard_worker::feeds::sites as feed;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, UdpSocket};
use tokio_util::sync::CancellationToken;

/// How long a look may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Nobody but the stub's own hosts has a name.
struct NoNames;

impl Resolve for NoNames {
    fn resolve(&self, _: String, _: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Err(io::ErrorKind::NotFound.into()) })
    }
}

/// A page of a stub: its status, its headers, what it says.
type Page = (u16, Vec<(&'static str, String)>, Vec<u8>);

/// What the stubs answer: pages by host and path, with their headers, and records by name.
#[derive(Default)]
struct Web {
    pages: HashMap<String, Page>,
    records: HashMap<String, Vec<String>>,
}

#[derive(Clone)]
pub(crate) struct Stub {
    web: Arc<Mutex<Web>>,
    http: SocketAddr,
    dns: SocketAddr,
}

async fn answer(State(web): State<Arc<Mutex<Web>>>, headers: HeaderMap, uri: Uri) -> Response {
    let host = headers[header::HOST].to_str().unwrap().split(':').next().unwrap_or_default().to_owned();
    match web.lock().pages.get(&format!("{host}{}", uri.path())).cloned() {
        None => StatusCode::NOT_FOUND.into_response(),
        Some((status, fields, body)) => {
            let mut response = (StatusCode::from_u16(status).unwrap(), body).into_response();
            for (name, value) in fields {
                response.headers_mut().insert(name, value.parse().unwrap());
            }
            response
        }
    }
}

/// The answer to a question for records of text: RFC 1035 by hand.
fn answered(query: &[u8], web: &Web) -> Vec<u8> {
    let (mut labels, mut at) = (Vec::new(), 12);
    while query[at] != 0 {
        let len = usize::from(query[at]);
        labels.push(String::from_utf8_lossy(&query[at + 1..at + 1 + len]).to_ascii_lowercase());
        at += 1 + len;
    }
    let records = web.records.get(&labels.join("."));
    let (code, count) = (if records.is_some() { 0 } else { 3 }, records.map_or(0, Vec::len) as u8);
    let mut answer = [&query[..2], &[0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0], &query[12..at + 5]].concat();
    for record in records.into_iter().flatten() {
        // In parts, as long records are.
        let parts: Vec<u8> =
            record.as_bytes().chunks(20).flat_map(|part| [&[part.len() as u8], part].concat()).collect();
        answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60]);
        answer.extend((parts.len() as u16).to_be_bytes());
        answer.extend(parts);
    }
    answer
}

impl Stub {
    pub(crate) async fn open() -> Self {
        let web: Arc<Mutex<Web>> = Arc::default();
        let (listener, socket) =
            (TcpListener::bind("127.0.0.1:0").await.unwrap(), UdpSocket::bind("127.0.0.1:0").await.unwrap());
        let (http, dns) = (listener.local_addr().unwrap(), socket.local_addr().unwrap());
        let routes = Router::new().fallback(answer).with_state(web.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let names = web.clone();
        tokio::spawn(async move {
            let mut query = [0; 512];
            while let Ok((len, from)) = socket.recv_from(&mut query).await {
                let answer = answered(&query[..len], &names.lock());
                let _ = socket.send_to(&answer, from).await;
            }
        });
        Self { web, http, dns }
    }

    pub(crate) fn policy(&self) -> Policy {
        Policy {
            also: vec![self.http],
            own: Some(OwnHosts { address: self.http, is_own: |host| host != "nobody.example" && host != "10.0.0.1" }),
            name_servers: vec![self.dns],
            names: Arc::new(NoNames),
            ..Policy::default()
        }
    }

    pub(crate) fn page(&self, address: &str, body: impl Into<Vec<u8>>) {
        self.answer(address, 200, &[], body);
    }

    pub(crate) fn answer(&self, address: &str, status: u16, fields: &[(&'static str, &str)], body: impl Into<Vec<u8>>) {
        let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        self.web.lock().pages.insert(address.to_owned(), (status, fields, body.into()));
    }

    fn remove(&self, address: &str) {
        self.web.lock().pages.remove(address);
    }

    fn record(&self, name: &str, records: &[&str]) {
        self.web.lock().records.insert(name.to_owned(), records.iter().map(|text| (*text).to_owned()).collect());
    }

    pub(crate) fn clear(&self) {
        *self.web.lock() = Web::default();
    }
}

fn path(site: &Value) -> String {
    format!("/api/webmaster/sites/{}/verification", site["id"])
}

async fn known(app: &TestApp, owner: &Person, site: &Value) -> Value {
    app.get(owner, &path(site)).await.expect(200)["data"].clone()
}

/// Lets the worker look until something holds.
async fn look_until(app: &TestApp, holds: impl AsyncFn() -> bool) {
    let stop = CancellationToken::new();
    let running = tokio::spawn(feed::run(app.app.worker.clone(), stop.clone()));
    let waited = tokio::time::timeout(PATIENCE, async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    let waited = waited.await;
    stop.cancel();
    running.await.unwrap().unwrap();
    waited.expect("the worker looks in time");
}

/// Has a site looked at; what is known then.
async fn verify(app: &TestApp, owner: &Person, site: &Value) -> Value {
    let path = format!("/api/webmaster/sites/{}/verify", site["id"]);
    let asked = app.post(owner, &path, json!({})).await.expect(202);
    assert_eq!(asked["data"]["is_asked"], true);
    look_until(app, async || known(app, owner, site).await["is_asked"] == false).await;
    known(app, owner, site).await
}

/// The text of a way, and whether it was found.
fn way(check: &Value, method: &str) -> (bool, String) {
    let way = check["ways"].as_array().unwrap().iter().find(|way| way["method"] == method).unwrap();
    (way["is_found"].as_bool().unwrap(), way["text"].as_str().unwrap().to_owned())
}

fn snippet(check: &Value, method: &str) -> String {
    let way = check["ways"].as_array().unwrap().iter().find(|way| way["method"] == method).unwrap();
    way["snippet"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_site_is_verified_in_any_of_three_ways() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let (owner, other) = (app.webmaster("w@x.org").await, app.webmaster("other@x.org").await);
        let port = stub.http.port();
        let made = site(&app, &owner, "www.harbor.example").await;
        assert_eq!(made["verification"]["state"], "unverified");
        app.get(&other, &path(&made)).await.expect(404);
        app.post(&other, &format!("/api/webmaster/sites/{}/verify", made["id"]), json!({})).await.expect(404);
        let before = known(&app, &owner, &made).await;
        assert_eq!((&before["checked_at"], &before["ways"][0]["is_found"]), (&Value::Null, &Value::Null));
        let places: Vec<_> = before["ways"].as_array().unwrap().iter().map(|way| way["place"].clone()).collect();
        let named = ["www.harbor.example/", "www.harbor.example/placard.txt", "_placard.harbor.example"];
        assert_eq!(places, named);
        let (meta, file) = (snippet(&before, "meta"), snippet(&before, "file"));
        let twin = site(&app, &other, "www.harbor.example").await;
        assert_ne!(snippet(&known(&app, &other, &twin).await, "file"), file, "what one shows is nobody else's");

        // Nothing is there.
        let found = verify(&app, &owner, &made).await;
        assert_eq!(found["checked_at"], json!(app.app.clock.now().to_string()));
        let origin = format!("http://www.harbor.example:{port}");
        assert_eq!(way(&found, "meta"), (false, format!("{origin}/ answers 404.")));
        assert_eq!(way(&found, "file"), (false, format!("{origin}/placard.txt answers 404.")));
        assert_eq!(way(&found, "dns"), (false, "_placard.harbor.example has no TXT record.".to_owned()));
        let none = format!("There is no http://harbor.example:{port}/ads.txt.");
        assert_eq!((&found["ads_txt"][0]["is_found"], &found["ads_txt"][0]["text"]), (&json!(false), &json!(none)));

        // What does not count.
        let home = "www.harbor.example/";
        let is_refused = async |words: &str| {
            let found = verify(&app, &owner, &made).await;
            let (is_found, text) = way(&found, "meta");
            assert!(!is_found && text.contains(words), "{words}: {text}");
            assert_eq!(found["verification"]["state"], "unverified");
        };
        stub.page(home, format!("<head><title>x</title></head><textarea>{meta}</textarea>"));
        is_refused("No such element in the head").await;
        stub.page(home, format!("<head><!-- {meta} --><script>'{meta}'</script></head><body>{meta}"));
        is_refused("No such element in the head").await;
        stub.page(home, meta.replace("content=\"", "content=\"0"));
        is_refused("another content: “0").await;
        stub.page(home, format!("<script>{}</script>{meta}", " ".repeat(600 * 1024)));
        is_refused("as far as its first 512 kB go").await;
        stub.answer(home, 200, &[("content-encoding", "gzip")], meta.clone());
        is_refused("was sent compressed").await;
        stub.answer(home, 302, &[("location", &format!("http://elsewhere.example:{port}/"))], "");
        stub.page("elsewhere.example/", meta.clone());
        is_refused("leads to elsewhere.example, which is not on this site").await;

        // By each of them, and the way that is known stays while it is there.
        stub.answer(home, 302, &[("location", &format!("http://m.harbor.example:{port}/"))], "");
        stub.page("m.harbor.example/", format!("<!doctype html>\n{meta}"));
        let found = verify(&app, &owner, &made).await;
        assert_eq!(way(&found, "meta"), (true, format!("Found in the head of {origin}/.")));
        let since = found["verification"]["verified_at"].clone();
        assert_eq!(
            (&found["verification"]["state"], &found["verification"]["method"]),
            (&json!("verified"), &json!("meta"))
        );
        app.clock.advance_ms(1_000);
        stub.page("www.harbor.example/placard.txt", format!("\u{feff}\r\n  {file}\t\r\n"));
        let found = verify(&app, &owner, &made).await;
        assert!(way(&found, "file").0);
        assert_eq!(found["verification"]["method"], "meta");
        stub.remove(home);
        stub.record("_placard.harbor.example", &["v=spf1 -all", &format!(" {file}")]);
        let found = verify(&app, &owner, &made).await;
        assert_eq!((&found["verification"]["method"], &found["verification"]["verified_at"]), (&json!("file"), &since));
        stub.page("www.harbor.example/placard.txt", "<html>Not found");
        let found = verify(&app, &owner, &made).await;
        assert_eq!(way(&found, "file").1, format!("{origin}/placard.txt has another text: “<html>Not found”."));
        assert_eq!(way(&found, "dns").1, "Found in a TXT record of _placard.harbor.example.");
        assert_eq!((&found["verification"]["method"], &found["failures"]), (&json!("dns"), &json!(0)));
        let listed = app.get(&owner, "/api/webmaster/sites").await.expect(200);
        assert_eq!(listed["data"][0]["verification"]["state"], "verified");

        // Another address begins anew.
        let own = format!("/api/webmaster/sites/{}", made["id"]);
        let moved = app.put(&owner, &own, json!({"domain": "nobody.example"})).await.expect(200);
        assert_eq!(moved["data"]["verification"]["state"], "unverified");
        assert_eq!(known(&app, &owner, &made).await["checked_at"], Value::Null);
        let found = verify(&app, &owner, &made).await;
        let down = "https://nobody.example/ could not be read: its name could not be resolved.";
        assert_eq!(way(&found, "meta"), (false, down.to_owned()));
        app.put(&owner, &own, json!({"domain": "127.0.0.1"})).await.expect(200);
        assert!(way(&verify(&app, &owner, &made).await, "dns").1.starts_with("An address has no records"));
        // What no way reaches is not looked at.
        let path = format!("/api/webmaster/sites/{}/verify", made["id"]);
        app.put(&owner, &own, json!({"domain": "10.0.0.1"})).await.expect(200);
        assert_eq!(app.post(&owner, &path, json!({})).await.wrong_fields(), ["domain"]);
        assert_eq!(known(&app, &owner, &made).await["is_asked"], false);
        app.put(&owner, &own, json!({"domain": "www.harbor.example"})).await.expect(200);

        // Nobody is asked without end.
        let mut last = app.post(&owner, &path, json!({})).await;
        for _ in 0..60 {
            if last.status == StatusCode::TOO_MANY_REQUESTS {
                break;
            }
            last = app.post(&owner, &path, json!({})).await;
        }
        assert!(last.headers.contains_key(header::RETRY_AFTER));
        last.expect(429);
    })
    .await;
}

#[tokio::test]
async fn ads_txt_is_read_as_its_specification_says() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let owner = app.webmaster("w@x.org").await;
        let port = stub.http.port();
        let made = site(&app, &owner, "blog.harbor.example").await;
        let line = format!("placard.example, {}, DIRECT", owner.id);
        assert_eq!(known(&app, &owner, &made).await["ads_txt"][0]["line"], line);
        let text = [("content-type", "text/plain; charset=utf-8")];
        let check = async |is_found: bool, words: &str| {
            let found = verify(&app, &owner, &made).await["ads_txt"][0].clone();
            assert_eq!(found["is_found"], is_found, "{found}");
            assert!(found["text"].as_str().unwrap().contains(words), "{words}: {found}");
        };
        let (root, sub) = ("harbor.example/ads.txt", "blog.harbor.example/ads.txt");
        stub.answer(root, 200, &text, format!("\u{feff}# ours\r\n{}\r\n", line.to_uppercase()));
        check(true, "Found in http://harbor.example:").await;
        stub.answer(root, 200, &text, line.replace("DIRECT", "RESELLER"));
        check(false, "must be DIRECT").await;
        stub.answer(root, 200, &[("content-type", "text/html")], line.clone());
        check(false, "take text/plain only").await;
        // The subdomain counts where the root names it.
        stub.answer(sub, 200, &text, line.clone());
        stub.answer(root, 200, &text, "other.example, 1, DIRECT");
        check(false, "Not in http://harbor.example:").await;
        stub.answer(root, 200, &text, "other.example, 1, DIRECT\nsubdomain=blog.harbor.example");
        check(true, "Found in http://blog.harbor.example:").await;
        // One step elsewhere, and no further.
        let to = |host: &str| format!("http://{host}:{port}/ads.txt");
        stub.answer(root, 301, &[("location", &to("www.harbor.example"))], "");
        stub.answer("www.harbor.example/ads.txt", 302, &[("location", &to("files.example"))], "");
        stub.answer("files.example/ads.txt", 200, &text, line.clone());
        check(true, "Found in").await;
        stub.answer("files.example/ads.txt", 302, &[("location", &to("more.example"))], "");
        stub.answer("more.example/ads.txt", 200, &text, line.clone());
        check(false, "leads to files.example and on from there").await;
    })
    .await;
}

#[tokio::test]
async fn a_lost_verification_pauses_ads_after_its_notice() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let mut world = World::build(&app).await;
        let owner = app.api_token(&world.webmaster, &["webmaster:read", "webmaster:write"]).await;
        let made = app.get(&owner, "/api/webmaster/sites").await.expect(200)["data"][0].clone();
        stub.page("daily.test/placard.txt", snippet(&known(&app, &owner, &made).await, "file"));
        let told = async || {
            let all = MailFilter { state: None, search: None };
            let read = async move |conn: &Conn| mails::list(conn, all, 10, 0).await;
            let (found, _) = app.app.store.read("test_mails", read).await.unwrap();
            found.into_iter().map(|mail| mail.kind).collect::<Vec<_>>()
        };
        assert_eq!(verify(&app, &owner, &made).await["verification"]["state"], "verified");
        assert!(!ask(&app, world.block.0).await.is_empty());

        stub.remove("daily.test/placard.txt");
        let passes = async |ms: i64, failures: u64| {
            app.clock.advance_ms(ms);
            look_until(&app, async || known(&app, &owner, &made).await["failures"] == failures).await;
            known(&app, &owner, &made).await["verification"].clone()
        };
        let mut failures = 0;
        let mut state = json!("verified");
        let mut due = known(&app, &owner, &made).await["next_check_at"].clone();
        let began = app.app.clock.now().plus_ms(7 * DAY_MS);
        while state == "verified" {
            let at = placard_model::UnixMs::parse(due.as_str().unwrap()).unwrap();
            failures += 1;
            let known_then = passes(at.since_ms(app.app.clock.now()).max(1), failures).await;
            state = known_then["state"].clone();
            due = known(&app, &owner, &made).await["next_check_at"].clone();
        }
        assert!(failures >= 3 && app.app.clock.now().since_ms(began) >= 2 * DAY_MS, "{failures} failures");
        assert_eq!(told().await, ["verification_lost"]);
        world.inventory.catch_up().await.unwrap();
        assert!(!ask(&app, world.block.0).await.is_empty(), "its notice is not over");

        // The notice is over.
        app.clock.advance_ms(7 * DAY_MS);
        look_until(&app, async || known(&app, &owner, &made).await["verification"]["is_paused"] == true).await;
        assert_eq!(told().await.len(), 2);
        world.inventory.catch_up().await.unwrap();
        assert!(ask(&app, world.block.0).await.is_empty());
        let advertiser = app.api_token(&world.advertiser, &["advertiser:read"]).await;
        let explain = format!("/api/advertiser/ads/universal/{}/explain", world.ads[0]);
        let why = app.post(&advertiser, &explain, json!({"block_id": world.block.0})).await.expect(200);
        assert!(why["data"]["text"].as_str().unwrap().contains("lost its verification"), "{why}");

        let by_itself = async || {
            let id = made["id"].as_i64();
            let filter = audit_log::LogFilter { subject_id: id, ..audit_log::LogFilter::of("site", 0) };
            let read = async move |conn: &Conn| audit_log::list_log(conn, Scope::System, &filter, 100, 0).await;
            let entries = app.app.store.read("test_log", read).await.unwrap().into_iter();
            entries.filter(|entry| entry.actor.user.is_none()).map(|entry| entry.action).collect::<Vec<_>>()
        };
        assert_eq!(by_itself().await, ["pause_site"]);

        // No change of address ends it, there and back, for somebody trusted either.
        let id = owner.id.0;
        let trust = async move |tx: &Tx| {
            tx.execute("UPDATE users SET is_trusted = TRUE WHERE id = $1", [id.into()]).await.map(drop)
        };
        app.app.store.write("test_trust", Priority::Api, trust).await.unwrap();
        for domain in ["elsewhere.test", "daily.test"] {
            let path = format!("/api/webmaster/sites/{}", made["id"]);
            let moved = app.put(&owner, &path, json!({"domain": domain})).await.expect(200)["data"].clone();
            assert_eq!((&moved["status_id"], &moved["verification"]["is_waited_for"]), (&json!(1), &json!(true)));
        }
        world.inventory.catch_up().await.unwrap();
        assert!(ask(&app, world.block.0).await.is_empty());

        // It is back at once.
        stub.page("daily.test/placard.txt", snippet(&known(&app, &owner, &made).await, "file"));
        let back = verify(&app, &owner, &made).await["verification"].clone();
        assert_eq!((&back["state"], &back["is_paused"]), (&json!("verified"), &json!(false)));
        assert_eq!(by_itself().await, ["approve_site", "pause_site"]);
        world.inventory.catch_up().await.unwrap();
        assert!(!ask(&app, world.block.0).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn who_asks_during_a_look_gets_one_more() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let made = site(&app, &owner, "harbor.example").await;
        let press = async || {
            let path = format!("/api/webmaster/sites/{}/verify", made["id"]);
            app.post(&owner, &path, json!({})).await.expect(202)
        };
        let take = async || {
            let take = async |tx: &Tx| site_checks::take_due(tx, 8, 2, &BTreeMap::new(), HOUR_MS).await;
            app.app.store.write("test_take", Priority::Feed, take).await.unwrap().0
        };
        let end = async |due: site_checks::DueSiteCheck| {
            let at = app.app.clock.now();
            let (methods, ads_txt) = (Vec::new(), Vec::new());
            let found = site_checks::Found { domain: due.domain.clone(), methods, ads_txt, at };
            let note = async move |tx: &Tx| site_checks::note(tx, &due, &found).await;
            app.app.store.write("test_note", Priority::Feed, note).await.unwrap();
            known(&app, &owner, &made).await["is_asked"].clone()
        };
        press().await;
        press().await;
        let first = take().await.remove(0);
        assert_eq!(take().await, [], "who waits has one place");
        press().await;
        assert_eq!(end(first).await, true, "it is looked at again, for it was changed meanwhile");
        let second = take().await.remove(0);
        assert_eq!(end(second).await, false);
    })
    .await;
}

#[tokio::test]
async fn what_shows_whose_a_site_is_does_not_wait_for_its_other_ways() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let owner = app.webmaster("w@x.org").await;
        let made = site(&app, &owner, "harbor.example").await;
        let record = snippet(&known(&app, &owner, &made).await, "dns");
        // The host has enough of us.
        stub.answer("harbor.example/", 503, &[("retry-after", "600")], "");
        assert!(way(&verify(&app, &owner, &made).await, "meta").1.contains("answers 503"));
        stub.record("_placard.harbor.example", &[&record]);
        let found = verify(&app, &owner, &made).await;
        assert_eq!(
            (&found["verification"]["state"], &found["verification"]["method"]),
            (&json!("verified"), &json!("dns"))
        );
        let (is_found, text) = way(&found, "meta");
        assert!(!is_found && text.contains("is left alone for"), "{text}");
        assert_eq!(found["ads_txt"][0]["is_found"], Value::Null, "nothing is known of it");
    })
    .await;
}

#[tokio::test]
async fn a_network_may_ask_for_it_before_moderation() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let (owner, god) = (app.webmaster("w@x.org").await, app.god().await);
        let trusted = app.person("t@x.org", |new| (new.is_webmaster, new.is_trusted) = (true, true)).await;
        let before = site(&app, &owner, "before.example").await;
        let of_all = json!({"value": "all", "version": 0});
        app.put(&god, "/api/admin/settings/sites.verification_required", of_all).await.expect(200);
        let made = site(&app, &owner, "after.example").await;
        let own = site(&app, &trusted, "own.example").await;
        assert_eq!((&own["status_id"], &own["verification"]["is_waited_for"]), (&json!(1), &json!(true)));
        let queue = async || {
            let listed = app.get(&god, "/api/admin/moderation/sites").await.expect(200);
            let ids: Vec<Value> = listed["data"].as_array().unwrap().iter().map(|site| site["id"].clone()).collect();
            assert_eq!(crate::waiting::waiting(&app, &god).await, [("sites".to_owned(), ids.len() as i64)]);
            ids
        };
        assert_eq!(queue().await, [before["id"].clone()]);
        let approve = format!("/api/admin/moderation/sites/{}/approve", made["id"]);
        app.post(&god, &approve, json!({"version": made["version"]})).await.expect(409);
        for (person, site, domain) in [(&owner, &made, "after.example"), (&trusted, &own, "own.example")] {
            stub.page(&format!("{domain}/placard.txt"), snippet(&known(&app, person, site).await, "file"));
            assert_eq!(verify(&app, person, site).await["verification"]["state"], "verified");
        }
        assert_eq!(queue().await, [before["id"].clone(), made["id"].clone()]);
        assert!(way(&app.get(&god, "/api/admin/moderation/sites").await.expect(200)["data"][1]["check"], "file").0);
        app.post(&god, &approve, json!({"version": made["version"]})).await.expect(200);
        assert_eq!(app.get(&trusted, "/api/webmaster/sites").await.expect(200)["data"][0]["status_id"], 2);
    })
    .await;
}

#[tokio::test]
async fn one_owner_does_not_keep_others_from_their_looks() {
    let stub = Stub::open().await;
    each_app_that_fetches(&stub.policy(), async |app| {
        stub.clear();
        let (owner, other) = (app.webmaster("w@x.org").await, app.webmaster("other@x.org").await);
        // Who does not log out while days go by.
        let scopes = ["webmaster:read", "webmaster:write"];
        let (owner, other) = (app.api_token(&owner, &scopes).await, app.api_token(&other, &scopes).await);
        for number in 0..100 {
            site(&app, &owner, &format!("n{number}.example")).await;
        }
        app.clock.advance_ms(HOUR_MS);
        let one = site(&app, &other, "one.example").await;
        app.clock.advance_ms(2 * DAY_MS);
        let take = async |busy: BTreeMap<_, _>| {
            let take = async move |tx: &Tx| site_checks::take_due(tx, 8, 2, &busy, HOUR_MS).await;
            app.app.store.write("test_take", Priority::Feed, take).await.unwrap()
        };
        let (due, has_more) = take(BTreeMap::new()).await;
        assert_eq!((due.iter().map(|due| due.webmaster).collect::<Vec<_>>(), has_more), (vec![owner.id; 2], true));
        let (due, has_more) = take([(owner.id, 2)].into()).await;
        assert_eq!(
            (due.iter().map(|due| due.site.0).collect::<Vec<_>>(), has_more),
            (vec![one["id"].as_i64().unwrap()], false)
        );
        let (due, _) = take([(owner.id, 2)].into()).await;
        assert_eq!(due.len(), 0, "nobody takes what is taken");
        // What is asked for comes before what has been due for days.
        let asked = app.get(&owner, "/api/webmaster/sites?count=0&order_by=id").await.expect(200);
        let last = asked["data"].as_array().unwrap().last().unwrap()["id"].as_i64().unwrap();
        app.post(&owner, &format!("/api/webmaster/sites/{last}/verify"), json!({})).await.expect(202);
        assert_eq!(take(BTreeMap::new()).await.0[0].site.0, last);
    })
    .await;
}

#[tokio::test]
async fn sellers_are_confidential_until_they_ask_to_be_named() {
    each_app(async |app| {
        let (owner, god) = (app.webmaster("w@x.org").await, app.god().await);
        let owner = app.api_token(&owner, &["webmaster:read", "webmaster:write"]).await;
        app.webmaster("nothing@x.org").await;
        let read = async |known: &str, coding: &str| {
            let request = Request::get("/sellers.json")
                .header(header::IF_NONE_MATCH, known)
                .header(header::ACCEPT_ENCODING, coding)
                .body(Body::empty())
                .unwrap();
            app.send(request).await
        };
        assert_eq!(read("", "").await.json(), json!({"version": "1.0", "sellers": []}));
        let made = site(&app, &owner, "harbor.example").await;
        site(&app, &owner, "waiting.example").await;
        let approve = format!("/api/admin/moderation/sites/{}/approve", made["id"]);
        app.post(&god, &approve, json!({"version": made["version"]})).await.expect(200);
        app.clock.advance_ms(HOUR_MS);
        let entry = json!({"seller_id": owner.id.to_string(), "is_confidential": 1, "seller_type": "PUBLISHER"});
        let answer = read("", "").await;
        assert_eq!(answer.json()["sellers"], json!([entry]));
        assert_eq!(answer.headers[header::CACHE_CONTROL], "public, max-age=3600");
        let etag = answer.headers[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(read(&etag, "gzip").await.status, StatusCode::NOT_MODIFIED);
        assert_eq!(read("", "gzip, br").await.headers[header::CONTENT_ENCODING], "gzip");

        let seller = "/api/webmaster/seller";
        let now = app.get(&owner, seller).await.expect(200)["data"].clone();
        assert_eq!((&now["is_confidential"], &now["domains"]), (&json!(true), &json!(["harbor.example"])));
        let name = |name: &str, domain: &str| json!({"is_confidential": false, "name": name, "domain": domain});
        assert_eq!(app.put(&owner, seller, name("", "x")).await.wrong_fields(), ["domain", "name"]);
        for domain in ["waiting.example", "google.com"] {
            assert_eq!(app.put(&owner, seller, name("Harbor", domain)).await.wrong_fields(), ["domain"]);
        }
        app.put(&owner, seller, name("Harbor <b>Post</b>", "harbor.example")).await.expect(200);
        app.clock.advance_ms(HOUR_MS);
        let named = json!({"seller_id": owner.id.to_string(), "is_confidential": 0, "name": "Harbor <b>Post</b>",
            "domain": "harbor.example", "seller_type": "PUBLISHER"});
        assert_eq!(read(&etag, "").await.json()["sellers"], json!([named]));
        let out = app.put(&owner, seller, json!({"is_confidential": true})).await.expect(200);
        assert_eq!(out["data"]["name"], "");
        app.clock.advance_ms(HOUR_MS);
        assert_eq!(read("", "").await.json()["sellers"], json!([entry]));
    })
    .await;
}
