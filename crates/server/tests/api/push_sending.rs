//! Sending pushes to a push service with faults, showing them, and what they cost.

mod faults;
mod holds;
mod longest;
mod rate;
mod refused;
mod samples;
mod throttle;

use crate::app::{Answer, TestApp, each_app_that_fetches};
use crate::delivery::{CHROME, VISITOR, World, browser, from_visitor, log, token};
use axum::body::Body;
use axum::http::{Request, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use parking_lot::Mutex;
use placard_common::fetch::{Limits, OwnHosts, Policy};
use placard_common::user_agent::UserAgents;
use placard_common::vapid::{VapidPair, seal_auth};
use placard_common::webpush::encryption::decrypt;
use placard_model::event::{Event, TokenId};
use placard_model::format::{BlockFormat, FormatMask, Target as Leads};
use placard_model::push::subscription::{OPT_IN_TEMPLATE, PushCounter, SitePush, SubscriptionStatus};
use placard_model::push::{ButtonAction, PushButton, PushCreative, PushSettings as PushCampaign};
use placard_model::sites::placement::Placement;
use placard_model::status::StopReason;
use placard_model::targeting::Targeting;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::SiteStatus;
use placard_model::{BlockId, CampaignId, CategoryId, Clock as _, SiteId, UnixMs, UserId, Verdict};
use placard_server::push_service::{PushService, Received, Reply};
use placard_store::advertising::ads::{AdSettings, Entry};
use placard_store::advertising::campaigns::CampaignSettings;
use placard_store::advertising::{moderation, push as push_ads};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::publishing::templates::{self, Builtin};
use placard_store::push::push_messages::{self, Message, State};
use placard_store::push::push_subscriptions::{self, NewSubscription, Subscriber, Subscription, Target};
use placard_store::push::{push_counts, vapid_keys};
use placard_store::{Priority, Scope, Tx};
use placard_worker::feeds::inventory::Inventory;
use placard_worker::feeds::push::Sender;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use uuid::Uuid;

const AUTH: [u8; 16] = [9; 16];
/// How long an answer of a push service is waited for here.
const PATIENCE: Duration = Duration::from_millis(700);

/// What push services got, and what they answer to those who come by a path; 201 to all others.
#[derive(Clone, Default)]
struct Services {
    received: Arc<Mutex<Vec<Received>>>,
    faults: Arc<Mutex<HashMap<String, Fault>>>,
}

#[derive(Clone, Copy)]
enum Fault {
    Status(u16),
    RetryAfter(u16, u32),
    /// It takes the message and never answers.
    Hang,
    /// It answers after a while.
    Slow,
}

impl Services {
    async fn start(&self) -> PushService {
        let services = self.clone();
        PushService::start(Arc::new(move |received| {
            let services = services.clone();
            Box::pin(async move { services.answer(received).await })
        }))
        .await
        .unwrap()
    }

    async fn answer(&self, received: Received) -> Reply {
        let fault = self.faults.lock().get(&received.path).copied();
        self.received.lock().push(received);
        match fault {
            None => Reply::of(201),
            Some(Fault::Status(status)) => Reply { body: vec![b'x'; 100_000].into(), ..Reply::of(status) },
            Some(Fault::RetryAfter(status, seconds)) => Reply { retry_after: Some(seconds), ..Reply::of(status) },
            Some(Fault::Hang) => std::future::pending().await,
            Some(Fault::Slow) => {
                tokio::time::sleep(PATIENCE / 3).await;
                Reply::of(201)
            }
        }
    }

    fn fault(&self, path: &str, fault: Option<Fault>) {
        let mut faults = self.faults.lock();
        let _ = match fault {
            Some(fault) => faults.insert(path.to_owned(), fault),
            None => faults.remove(path),
        };
    }

    fn of(&self, path: &str) -> Vec<Received> {
        self.received.lock().iter().filter(|received| received.path == path).cloned().collect()
    }
}

fn policy(address: SocketAddr) -> Policy {
    let is_own = |host: &str| host.ends_with("push.example");
    let limits = Limits { total: PATIENCE, connect: PATIENCE, ..Limits::default() };
    Policy { push: Some(OwnHosts { address, is_own }), limits, ..Policy::default() }
}

/// A network with a push campaign and a site that asks for subscriptions, by day and night.
struct PushWorld {
    native: World,
    campaign: CampaignId,
    site: SiteId,
    block: BlockId,
    webmaster: UserId,
    key: i64,
    inventory: Inventory,
    sender: Sender,
}

impl PushWorld {
    async fn build(app: &TestApp) -> Self {
        Self::with(app, all_day()).await
    }

    async fn with(app: &TestApp, settings: SitePush) -> Self {
        let native = World::build(app).await;
        let (advertiser, webmaster, god) = (native.advertiser.id, native.webmaster.id, native.god);
        let campaign = CampaignSettings {
            name: "Pushed".to_owned(),
            marks: vec![],
            target: Leads::Commodity,
            offer: None,
            categories: vec![CategoryId(1)],
            ad_format_type: None,
            targeting: Targeting::default(),
            traffic_source: None,
            daily_limit: None,
            total_limit: None,
            even_pacing: false,
            push: Some(PushCampaign::default()),
        };
        let button =
            |action, title: &str, url: &str| PushButton { url: url.to_owned(), ..PushButton::new(action, title) };
        let ad = AdSettings {
            title: "Shoes in {city|your town}".to_owned(),
            short_description: "Half the price, today only".to_owned(),
            formats: FormatMask::default().with(BlockFormat::Push),
            push: Some(PushCreative {
                language: placard_model::targeting::audience::Language::parse("en").unwrap(),
                buttons: vec![
                    button(ButtonAction::Open, "Look", "https://shop.test/shoes?c={click_id}"),
                    button(ButtonAction::Close, "No", ""),
                ],
            }),
            ..crate::delivery::ad_settings(9)
        };
        let site = SiteSettings {
            name: "News".to_owned(),
            domain: "news.test".to_owned(),
            category: CategoryId(1),
            allowed_categories: vec![],
            forbidden_categories: vec![],
            shows_own_ads: false,
        };
        let builtin = Builtin {
            id: OPT_IN_TEMPLATE,
            format: BlockFormat::Push,
            name: "opt-in".to_owned(),
            label: "Push opt-in".to_owned(),
            definition: "{}".to_owned(),
        };
        let pair = VapidPair::create(&app.app.rng).unwrap();
        let sealed = pair.seal(&app.app.keys, &app.app.rng).unwrap();
        let config = serde_json::to_string(&settings).unwrap();
        let make = async move |tx: &Tx| {
            let campaign = push_ads::create_campaign(tx, advertiser, &campaign, Uuid::from_u128(1), true).await?;
            let ad = push_ads::create_ad(tx, Scope::System, campaign, &ad, Uuid::from_u128(2), Entry::Queue).await?;
            let seen = moderation::lock(tx, ad, god).await?.ad.version;
            moderation::approve(tx, ad, god, seen).await?;
            push_ads::set_ads_wanted(tx, Scope::System, &[ad], true, StopReason::ByHand).await?;
            let site = sites::insert_site(tx, webmaster, &site, &[], SiteStatus::Approved).await?;
            if !templates::list_templates(tx).await?.iter().any(|template| template.id == OPT_IN_TEMPLATE) {
                templates::put_builtins(tx, std::slice::from_ref(&builtin)).await?;
            }
            let block = BlockSettings {
                name: "Push".to_owned(),
                format: BlockFormat::Push,
                template: OPT_IN_TEMPLATE,
                config: config.clone(),
                custom_styles: String::new(),
                compiled_styles: String::new(),
                passback_html: String::new(),
                passback_url: String::new(),
                refresh_s: 0,
                placement: Placement::InPlace,
                floor: blocks::Floor::default(),
                places: 1,
            };
            let block = blocks::insert_block(tx, Scope::System, site.id, &block).await?;
            let key = vapid_keys::put(tx, &pair.public, &sealed, None).await?;
            Ok((campaign, site.id, block.id, key.id))
        };
        let (campaign, site, block, key) = app.app.store.write("test_push", Priority::Api, make).await.unwrap();
        let inventory = Inventory::load(app.app.worker.clone()).await.unwrap();
        let sender = Sender::load(app.app.worker.clone()).await.unwrap();
        Self { native, campaign, site, block, webmaster, key, inventory, sender }
    }

    /// A browser at [`VISITOR`] that subscribes. Its messages go to `/name`.
    async fn subscribe(&self, app: &TestApp, name: &str) -> Subscription {
        let endpoint = format!("https://fcm.push.example/{name}");
        let endpoint_hash =
            Sha256::digest(&endpoint).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        let agent = UserAgents::default().read(CHROME);
        let location = app.app.geo.locate(IpAddr::V4(VISITOR));
        let new = NewSubscription {
            uuid: format!("{name:0>32}"),
            site: self.site,
            block: self.block,
            webmaster: self.webmaster,
            vapid_key: self.key,
            target: Target {
                auth_sealed: seal_auth(&app.app.keys, &app.app.rng, &endpoint_hash, &AUTH).unwrap(),
                p256dh: URL_SAFE_NO_PAD.encode(secret().public_key().to_sec1_bytes()),
                service: "fcm.push.example".to_owned(),
                endpoint,
                endpoint_hash,
            },
            subscriber: Subscriber {
                place: location.place,
                asn: location.asn,
                device_type: agent.device_type,
                os: agent.os,
                browser: agent.browser,
                language: placard_model::targeting::audience::Language::parse("en").unwrap(),
                utc_offset_min: 60,
            },
            is_imported: false,
            created_at: app.clock.now(),
            next_send_at: app.clock.now(),
        };
        let put = async move |tx: &Tx| push_subscriptions::put(tx, &new, None).await;
        app.app.store.write("test_subscribe", Priority::Api, put).await.unwrap().0
    }

    /// Sends all that is due, and waits for the answers.
    async fn send(&mut self) -> usize {
        let mut looked_at = 0;
        loop {
            let taken = self.sender.step(1_000).await.unwrap();
            self.sender.finish().await.unwrap();
            looked_at += taken;
            if taken == 0 {
                return looked_at;
            }
        }
    }
}

fn secret() -> SecretKey {
    SecretKey::from_slice(&[5; 32]).unwrap()
}

/// What a browser reads.
fn read(received: &Received) -> Value {
    serde_json::from_slice(&decrypt(&secret(), &AUTH, &received.body).unwrap()).unwrap()
}

async fn messages(app: &TestApp, subscription: i64) -> Vec<Message> {
    let read = async move |conn: &_| push_messages::of_subscription(conn, subscription).await;
    app.app.store.read("test_messages", read).await.unwrap()
}

/// A site whose pushes come at all hours.
fn all_day() -> SitePush {
    SitePush { hour_from: 0, hour_to: 24, ..SitePush::default() }
}

/// Runs a test on an application over each database, with push services that have heard nothing and a site with such settings.
async fn each_push_world<F: AsyncFn(TestApp, &Services, PushWorld)>(settings: SitePush, test: F) {
    let services = Services::default();
    let service = services.start().await;
    each_app_that_fetches(&policy(service.address()), async |app| {
        services.received.lock().clear();
        services.faults.lock().clear();
        let world = PushWorld::with(&app, settings.clone()).await;
        test(app, &services, world).await;
    })
    .await;
}

async fn subscription(app: &TestApp, id: i64) -> Subscription {
    let read = async move |conn: &_| push_subscriptions::by_ids(conn, &[id]).await;
    app.app.store.read("test_subscription", read).await.unwrap().remove(0)
}

async fn counted(app: &TestApp, site: SiteId) -> [i64; 3] {
    let day = app.clock.now().day();
    let read = async move |conn: &_| push_counts::sums(conn, &[site], day.plus(-10), day).await;
    let sums = app.app.store.read("test_counts", read).await.unwrap().remove(&site).unwrap_or_default();
    [PushCounter::Sent, PushCounter::Shown, PushCounter::Clicked].map(|counter| sums.get(counter))
}

/// A call of the worker in the visitor's browser.
async fn from_worker(app: &TestApp, path: &str, body: Value) -> Answer {
    let request = browser(Request::post(path)).header(header::ORIGIN, "https://news.test");
    let request = request.header(header::CONTENT_TYPE, "text/plain").body(Body::from(body.to_string())).unwrap();
    app.send(from_visitor(request, VISITOR)).await
}

async fn shown(app: &TestApp, token: &str) {
    from_worker(app, "/d/push/shown", json!({ "tokens": [token] })).await.expect(204);
}

/// A click on a notification: nothing says which page it comes from.
async fn opened(app: &TestApp, path: &str) -> String {
    let request = browser(Request::get(path)).body(Body::empty()).unwrap();
    let answer = app.send(from_visitor(request, VISITOR)).await;
    assert_eq!(answer.status, 302, "{}", answer.text);
    answer.headers[header::LOCATION].to_str().unwrap().to_owned()
}

fn check_vapid(received: &Received) {
    let header = received.headers["authorization"].to_str().unwrap();
    let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let signature = Signature::from_slice(&decoded(signature)).unwrap();
    VerifyingKey::from_sec1_bytes(&decoded(key)).unwrap().verify(signed.as_bytes(), &signature).unwrap();
    let claims: Value = serde_json::from_slice(&decoded(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], "https://fcm.push.example");
    assert_eq!(claims["sub"], "https://placard.example");
}

/// Tokens of shows and of clicks in the log.
fn events(app: &TestApp) -> (Vec<TokenId>, Vec<TokenId>) {
    let (mut shows, mut clicks) = (Vec::new(), Vec::new());
    for record in log(app) {
        match record.event {
            Event::Show { ad, .. } => shows.push(ad.token),
            Event::Click { ad, .. } => clicks.push(ad.token),
            _ => {}
        }
    }
    (shows, clicks)
}

#[tokio::test]
async fn a_push_is_sent_shown_clicked_and_billed() {
    each_push_world(all_day(), async |app, services, mut world| {
        let one = world.subscribe(&app, "phone").await;
        assert_eq!(world.send().await, 1);
        let received = services.of("/phone");
        assert_eq!(received.len(), 1);
        let headers = &received[0].headers;
        for (name, expected) in
            [("ttl", "43200"), ("urgency", "normal"), ("topic", "placard"), ("content-encoding", "aes128gcm")]
        {
            assert_eq!(headers[name], expected, "{name}");
        }
        check_vapid(&received[0]);
        let message = read(&received[0]);
        assert_eq!(message["notification"]["body"], "Half the price, today only");
        assert_eq!(
            message["notification"]["buttons"],
            json!([{"action": "open", "title": "Look"}, {"action": "close", "title": "No"}])
        );
        assert!(message["tag"].as_str().unwrap().starts_with("placard-"));
        let kept = messages(&app, one.id).await;
        assert_eq!((kept.len(), kept[0].state, kept[0].http_status), (1, State::Taken, Some(201)));
        assert!(kept[0].token.is_empty(), "nothing of it is left that somebody could use");
        assert!(subscription(&app, one.id).await.next_send_at > app.clock.now());
        assert_eq!(world.send().await, 0, "one at a time");

        // It arrives an hour later: another ad may be better by then. Reports may come more than once.
        app.clock.advance_ms(HOUR_MS);
        let token = message["token"].as_str().unwrap();
        let fresh = from_worker(&app, "/d/push/ad", json!({ "token": token })).await.expect(200);
        assert_ne!(fresh["token"], message["token"]);
        let fresh_token = fresh["token"].as_str().unwrap();
        for token in [fresh_token, token, fresh_token] {
            shown(&app, token).await;
        }
        app.clock.advance_ms(5_000);
        let landing = opened(&app, fresh["notification"]["click"].as_str().unwrap()).await;
        assert!(landing.starts_with("https://shop.test/buy?c="), "{landing}");
        let of_button = opened(&app, &format!("{}?button=0", fresh["notification"]["click"].as_str().unwrap())).await;
        assert!(of_button.starts_with("https://shop.test/shoes?c="), "{of_button}");
        let (shows, clicks) = events(&app);
        assert!(shows.iter().chain(&clicks).all(|token| *token == shows[0]), "all are of one ad");
        app.clock.advance_ms(5_000);
        world.native.billing.catch_up().await.unwrap();
        let settled =
            app.app.store.read("test", async |conn| placard_store::billing::settlements::after(conn, 0, 10).await);
        let settled = settled.await.unwrap();
        let verdicts: Vec<Verdict> = settled.iter().map(|row| row.settlement.verdict).collect();
        assert_eq!(verdicts, [Verdict::Valid, Verdict::RepeatedToken]);
        assert_eq!(settled[0].settlement.amounts.cost.micros(), 250_000);
        placard_worker::feeds::push::note_answers(&app.app.worker).await.unwrap();
        assert_eq!(counted(&app, world.site).await, [1, 1, 1]);
        assert_eq!(subscription(&app, one.id).await.last_answered_at, app.clock.now().plus_ms(-5_000));
    })
    .await;
}

#[tokio::test]
async fn tokens_of_others_are_worth_nothing() {
    each_push_world(all_day(), async |app, services, mut world| {
        world.subscribe(&app, "phone").await;
        world.send().await;
        let message = read(&services.of("/phone")[0]);
        let native = token(&app, &world.native).await;
        let pushed = message["token"].as_str().unwrap();
        let forged = format!("{}A", &pushed[..pushed.len() - 1]);
        for wrong in [native.as_str(), &forged, "", "x"] {
            from_worker(&app, "/d/push/ad", json!({ "token": wrong })).await.expect(204);
            shown(&app, wrong).await;
        }
        from_worker(&app, "/d/push/shown", json!({ "tokens": vec!["x"; 65] })).await.expect(400);
        from_worker(&app, "/d/push/ad", json!([])).await.expect(400);
        assert_eq!(events(&app), (vec![], vec![]));
        // Old ones are recorded and count no more.
        app.clock.advance_ms(7 * DAY_MS + HOUR_MS);
        shown(&app, pushed).await;
        let verdicts: Vec<Verdict> = log(&app)
            .into_iter()
            .filter_map(|record| match record.event {
                Event::Show { arrival, .. } => Some(arrival.edge_verdict),
                _ => None,
            })
            .collect();
        assert_eq!(verdicts, [Verdict::Stale]);
        placard_worker::feeds::push::note_answers(&app.app.worker).await.unwrap();
        assert_eq!(counted(&app, world.site).await, [1, 0, 0]);
        // An ad whose campaign is stopped is shown, since a push must show something, and nobody asks for a better one.
        let campaign = world.campaign;
        let stop = async move |tx: &Tx| {
            placard_store::advertising::campaigns::set_wanted(tx, Scope::System, campaign, false).await
        };
        app.app.store.write("test_stop", Priority::Api, stop).await.unwrap();
        world.inventory.catch_up().await.unwrap();
        app.clock.advance_ms(DAY_MS);
        from_worker(&app, "/d/push/ad", json!({ "token": pushed })).await.expect(204);
    })
    .await;
}

#[tokio::test]
async fn a_message_in_doubt_is_one_message() {
    each_push_world(all_day(), async |app, services, mut world| {
        let one = world.subscribe(&app, "phone").await;
        services.fault("/phone", Some(Fault::Hang));
        assert_eq!(world.sender.step(10).await.unwrap(), 1);
        while services.of("/phone").is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(messages(&app, one.id).await[0].state, State::Sending, "it was written before");
        // The process ends between the message and its answer: nobody knows whether it has come.
        drop(std::mem::replace(&mut world.sender, Sender::load(app.app.worker.clone()).await.unwrap()));
        services.fault("/phone", None);
        world.send().await;
        let [first, second] = services.of("/phone").try_into().unwrap();
        let (first_read, second_read) = (read(&first), read(&second));
        assert_eq!(first_read["tag"], second_read["tag"]);
        assert_eq!(first.headers["topic"], second.headers["topic"]);
        let kept = messages(&app, one.id).await;
        assert_eq!((kept.len(), kept[0].state, kept[0].attempts), (1, State::Taken, 2));
        // Both have come, both ask for an ad, both report and are clicked: it is one show and one click.
        for message in [&first_read, &second_read] {
            let fresh = from_worker(&app, "/d/push/ad", json!({ "token": message["token"] })).await.expect(200);
            shown(&app, fresh["token"].as_str().unwrap()).await;
            app.clock.advance_ms(2_000);
            opened(&app, fresh["notification"]["click"].as_str().unwrap()).await;
        }
        let (shows, clicks) = events(&app);
        assert!(shows.iter().chain(&clicks).all(|token| *token == shows[0]));
        app.clock.advance_ms(10_000);
        world.native.billing.catch_up().await.unwrap();
        let settled =
            app.app.store.read("test", async |conn| placard_store::billing::settlements::after(conn, 0, 10).await);
        let costs: Vec<i64> = settled.await.unwrap().iter().map(|row| row.settlement.amounts.cost.micros()).collect();
        assert_eq!(costs.iter().filter(|cost| **cost > 0).count(), 1, "{costs:?}");
        placard_worker::feeds::push::note_answers(&app.app.worker).await.unwrap();
        assert_eq!(counted(&app, world.site).await, [1, 1, 1]);
    })
    .await;
}

#[tokio::test]
async fn pushes_come_by_day_and_not_too_often() {
    let settings = SitePush { daily_cap: 3, ..SitePush::default() };
    each_push_world(settings.clone(), async |app, services, mut world| {
        let one = world.subscribe(&app, "phone").await;
        let mut sent: Vec<UnixMs> = Vec::new();
        for _ in 0..4 * 24 * 6 {
            let before = services.of("/phone").len();
            world.send().await;
            if services.of("/phone").len() > before {
                sent.push(app.clock.now());
            }
            app.clock.advance_ms(10 * 60_000);
            world.native.billing.refresh_balances().await.unwrap();
        }
        assert!(sent.iter().all(|at| settings.is_awake(*at, one.subscriber.utc_offset_min)), "{sent:?}");
        let day = |at: &UnixMs| placard_model::push::subscription::local_day(*at, 60);
        let mut by_day: HashMap<_, usize> = HashMap::new();
        for at in &sent {
            *by_day.entry(day(at)).or_default() += 1;
        }
        assert!(by_day.values().all(|count| *count <= 3) && by_day.values().filter(|count| **count == 3).count() >= 2);
        assert!(sent.windows(2).all(|two| two[1].since_ms(two[0]) >= 2 * HOUR_MS), "{sent:?}");
    })
    .await;
}
