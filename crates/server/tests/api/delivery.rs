//! What visitors' browsers and advertisers' trackers call, on the real application.

mod changes;
mod followed;
mod told;

use crate::app::{Answer, Person, TestApp, each_app};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::request::Builder;
use axum::http::{HeaderMap, Method, Request, header};
use placard_model::books::posting::Operation;
use placard_model::event::{ConversionState, Event, Record};
use placard_model::format::{BlockFormat, FormatMask, Target};
use placard_model::inventory::Bid;
use placard_model::sites::placement::Placement;
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::time::DAY_MS;
use placard_model::user::SiteStatus;
use placard_model::{AdId, BlockId, CampaignId, CategoryId, Money, UserId, Verdict};
use placard_store::advertising::ads::{self, AdSettings, Entry};
use placard_store::advertising::campaigns::{self, CampaignSettings};
use placard_store::advertising::groups::{self, GroupSettings};
use placard_store::advertising::moderation;
use placard_store::billing::settlements;
use placard_store::money::movements::{self, Cause};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::publishing::templates;
use placard_store::{Priority, Scope};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::inventory::Inventory;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};

/// An address in Great Britain that is nobody's server.
pub(crate) const VISITOR: Ipv4Addr = Ipv4Addr::new(81, 2, 69, 142);
pub(crate) const CHROME: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 \
    Mobile Safari/537.36";
pub(crate) const PAGE: &str = "https://www.daily.test/news/1?utm_source=facebook";
pub(crate) const LANDING: &str =
    "https://shop.test/buy?c={click_id}&ad={ad_id}&from={country}&site={site_id}&t={ad_title}&x={no}";

/// A network of one campaign with three ads and one block with four places.
pub(crate) struct World {
    pub(crate) god: UserId,
    pub(crate) advertiser: Person,
    pub(crate) webmaster: Person,
    pub(crate) campaign: CampaignId,
    pub(crate) ads: Vec<AdId>,
    pub(crate) block: BlockId,
    pub(crate) inventory: Inventory,
    pub(crate) billing: Billing,
}

impl World {
    pub(crate) async fn build(app: &TestApp) -> Self {
        let owner = app.advertiser("advertiser@x.org").await;
        let publisher = app.webmaster("webmaster@x.org").await;
        Self::of(app, owner, publisher).await
    }

    /// The same of an advertiser and a webmaster, who may be one person.
    pub(crate) async fn of(app: &TestApp, owner: Person, publisher: Person) -> Self {
        let (advertiser, webmaster) = (owner.id, publisher.id);
        let god = app.god().await.id;
        let campaign = CampaignSettings {
            name: "Spring & summer".to_owned(),
            marks: Vec::new(),
            target: Target::Commodity,
            offer: None,
            categories: vec![CategoryId(1)],
            ad_format_type: None,
            targeting: Targeting::default(),
            traffic_source: None,
            daily_limit: None,
            total_limit: None,
            even_pacing: false,
            push: None,
        };
        let group = GroupSettings {
            name: "Group".to_owned(),
            ad_format_type: None,
            auto_start_ads: true,
            targeting: Targeting::default(),
            lists: SourceLists::default(),
        };
        let site = SiteSettings {
            name: "Daily".to_owned(),
            domain: "daily.test".to_owned(),
            category: CategoryId(1),
            allowed_categories: vec![],
            forbidden_categories: vec![],
            shows_own_ads: false,
        };
        let (campaign, ads, block) = app
            .app
            .store
            .write("test_world", Priority::Api, async move |tx| {
                let cause = Cause { reference: "test", operation: Operation::TopUp, actor: None, comment: "" };
                movements::adjust_advertiser(tx, cause, advertiser, Money::from_dollars(100)).await?;
                let campaign = campaigns::create(tx, advertiser, &campaign, true).await?;
                let group = groups::create(tx, Scope::System, campaign, &group, true).await?;
                let mut made = Vec::new();
                for number in 1..=3 {
                    let ad = ads::create(tx, Scope::System, group, &ad_settings(number), Entry::Queue).await?;
                    let seen = moderation::lock(tx, ad, god).await?.ad.version;
                    moderation::approve(tx, ad, god, seen).await?;
                    made.push(ad);
                }
                let site = sites::insert_site(tx, webmaster, &site, &[], SiteStatus::Approved).await?;
                let all = templates::list_templates(tx).await?;
                let template = all.into_iter().find(|t| t.format == BlockFormat::Text).expect("a text template");
                let block = BlockSettings {
                    name: "Below the text".to_owned(),
                    format: BlockFormat::Text,
                    template: template.id,
                    config: r#"{"rows":4}"#.to_owned(),
                    custom_styles: String::new(),
                    compiled_styles: ".ad{color:red}".to_owned(),
                    passback_html: "<b>house ad</b>".to_owned(),
                    passback_url: String::new(),
                    refresh_s: 0,
                    placement: Placement::InPlace,
                    floor: blocks::Floor::default(),
                    places: 4,
                };
                let block = blocks::insert_block(tx, Scope::System, site.id, &block).await?;
                Ok((campaign, made, block.id))
            })
            .await
            .unwrap();
        let inventory = Inventory::load(app.app.worker.clone()).await.unwrap();
        let billing = Billing::load(app.app.worker.clone()).await.unwrap();
        app.app.geo.tree();
        Self { god, advertiser: owner, webmaster: publisher, campaign, ads, block, inventory, billing }
    }
}

pub(crate) fn ad_settings(number: i64) -> AdSettings {
    AdSettings {
        title: format!("{{city|Your town}} offer {number}: 50 % & more"),
        short_description: "Only on {day_of_week}".to_owned(),
        full_text: String::new(),
        brand: String::new(),
        original_url: LANDING.to_owned(),
        primary_source_url: String::new(),
        formats: FormatMask::default().with(BlockFormat::Text),
        bid: Bid::Everywhere(Money::from_micros(250_000)),
        frequency_cap: None,
        square: None,
        horizontal: None,
        push: None,
    }
}

pub(crate) fn from_visitor(mut request: Request<Body>, address: Ipv4Addr) -> Request<Body> {
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 5_000))));
    request
}

pub(crate) fn browser(request: Builder) -> Builder {
    request.header(header::USER_AGENT, CHROME).header(header::ACCEPT_LANGUAGE, "en-GB,en;q=0.9")
}

/// A call from a page of the site.
pub(crate) async fn from_page(app: &TestApp, path: &str, body: Value) -> Answer {
    let request = browser(Request::post(path)).header(header::ORIGIN, "https://www.daily.test");
    let request = request.header(header::CONTENT_TYPE, "text/plain").body(Body::from(body.to_string())).unwrap();
    app.send(from_visitor(request, VISITOR)).await
}

pub(crate) async fn ask(app: &TestApp, block: i64) -> Vec<Value> {
    let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": [{"id": block}], "on_page": [],
        "about": {"category": "IAB17", "keywords": "running shoes, Marathon", "other": "is ignored"}});
    let answer = from_page(app, "/d/ads", body).await.expect(200);
    answer["blocks"][0]["ads"].as_array().cloned().unwrap_or_default()
}

pub(crate) async fn token(app: &TestApp, world: &World) -> String {
    let ads = ask(app, world.block.0).await;
    ads[0]["token"].as_str().unwrap().to_owned()
}

pub(crate) async fn click(app: &TestApp, token: &str) -> Answer {
    click_from(app, token, "https://www.daily.test/").await
}

pub(crate) async fn click_from(app: &TestApp, token: &str, referrer: &str) -> Answer {
    let request = browser(Request::get(format!("/c/{token}"))).header(header::REFERER, referrer);
    app.send(from_visitor(request.body(Body::empty()).unwrap(), VISITOR)).await
}

/// The click id of an answer's address.
pub(crate) fn click_id(answer: &Answer) -> String {
    let landing = url::Url::parse(&location(&answer.headers)).unwrap();
    landing.query_pairs().find(|(name, _)| name == "c").unwrap().1.into_owned()
}

pub(crate) async fn postback(app: &TestApp, query: &str) -> Answer {
    app.send(Request::get(format!("/postback?{query}")).body(Body::empty()).unwrap()).await
}

pub(crate) fn postbacks(app: &TestApp) -> usize {
    log(app).iter().filter(|record| matches!(record.event, Event::Postback { .. })).count()
}

/// The tokens of all ads of a page, in the order of the ads.
pub(crate) async fn tokens(app: &TestApp, world: &World) -> Vec<String> {
    let mut ads = ask(app, world.block.0).await;
    ads.sort_by_key(|ad| ad["id"].as_i64());
    ads.iter().map(|ad| ad["token"].as_str().unwrap().to_owned()).collect()
}

pub(crate) fn location(headers: &HeaderMap) -> String {
    headers.get(header::LOCATION).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
}

/// Everything in the log.
pub(crate) fn log(app: &TestApp) -> Vec<Record> {
    app.app.log.read(&placard_events::Position::default(), 10_000, None).unwrap().events
}

pub(crate) fn clicks(app: &TestApp) -> Vec<Verdict> {
    let verdict = |record: Record| match record.event {
        Event::Click { arrival, .. } => Some(arrival.edge_verdict),
        _ => None,
    };
    log(app).into_iter().filter_map(verdict).collect()
}

#[tokio::test]
async fn an_ad_is_asked_for_shown_clicked_billed_and_converted() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let body = json!({"v": 1, "page": PAGE, "referrer": "https://t.co/", "future_field": {}, "language": "en-GB",
            "blocks": [{"id": world.block.0, "places": 4}, {"id": world.block.0}, {"id": 424_242}], "on_page": []});
        let answer = from_page(&app, "/d/ads", body).await;
        assert_eq!(answer.headers["access-control-allow-origin"], "*");
        assert_eq!(answer.headers["cache-control"], "no-store");
        let answer = answer.expect(200);
        let block = &answer["blocks"][0];
        assert_eq!(block["config"], json!({"rows": 4}));
        assert_eq!(block["styles"], ".ad{color:red}");
        assert_eq!(block["passback_html"], "<b>house ad</b>");
        let served = block["ads"].as_array().unwrap().clone();
        let mut ids: Vec<i64> = served.iter().map(|ad| ad["id"].as_i64().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids, world.ads.iter().map(|ad| ad.0).collect::<Vec<_>>(), "places stay empty before an ad repeats");
        assert!(block.get("empty").is_none());
        assert_eq!(answer["blocks"][1]["ads"], json!([]), "no ad twice on a page");
        assert_eq!(answer["blocks"][1]["empty"], "every fitting ad is on the page already");
        let unknown = json!({"id": 424_242, "template": "", "config": {}, "styles": "", "passback_html": "", "ads": [],
            "empty": "no active block of an approved site has this number"});
        assert_eq!(answer["blocks"][2], unknown);
        let title = served[0]["title"].as_str().unwrap();
        assert!(title.ends_with(": 50 % & more") && !title.contains('{') && !title.starts_with("Your town"), "{title}");
        assert_eq!(served[0]["description"], "Only on Saturday");
        assert_eq!(served[0]["brand"], "shop.test", "the landing domain stands in for a missing brand");
        let token = served[0]["token"].as_str().unwrap();
        assert_eq!(served[0]["click"], format!("/c/{token}"));

        app.clock.advance_ms(200);
        let tokens: Vec<&str> = served.iter().map(|ad| ad["token"].as_str().unwrap()).collect();
        from_page(&app, "/d/show", json!({"tokens": tokens, "page": PAGE})).await.expect(204);
        app.clock.advance_ms(1_200);
        from_page(&app, "/d/view", json!({"tokens": [token], "page": PAGE})).await.expect(204);
        app.clock.advance_ms(3_000);
        let clicked = click(&app, token).await;
        assert_eq!(clicked.status, 302, "{}", clicked.text);
        let landing = url::Url::parse(&location(&clicked.headers)).unwrap();
        let query: std::collections::HashMap<String, String> = landing.query_pairs().into_owned().collect();
        assert_eq!(landing.host_str(), Some("shop.test"));
        assert_eq!(query["ad"], served[0]["id"].to_string());
        assert_eq!(query["from"], "GB");
        assert_eq!(query["x"], "", "unknown macros become empty");
        assert!(query["t"].contains("50 % & more"));
        let click_id = &query["c"];
        assert_eq!(click_id.len(), 22);

        app.clock.advance_ms(60_000);
        let postback = format!("/postback?click_id={click_id}&status=hold&payout=12.5&id=order-1&network=x");
        app.send(Request::get(postback).body(Body::empty()).unwrap()).await.expect(204);
        let form = Request::post("/postback").header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let form = form.body(Body::from(format!("click_id={click_id}&status=approved&id=order-1"))).unwrap();
        app.send(form).await.expect(204);

        let events = log(&app);
        let kinds: Vec<&str> = events
            .iter()
            .filter_map(|record| match &record.event {
                Event::Show { arrival, .. } if arrival.edge_verdict.is_valid() && arrival.attested => Some("show"),
                Event::ConfirmedShow { arrival, .. } if arrival.edge_verdict.is_valid() => Some("view"),
                Event::Click { arrival, .. } if arrival.edge_verdict.is_valid() => Some("click"),
                Event::Postback { state: ConversionState::Hold, payout: Some(_), .. } => Some("hold"),
                Event::Postback { state: ConversionState::Approved, payout: None, .. } => Some("approved"),
                _ => None,
            })
            .collect();
        assert_eq!(kinds, ["show", "show", "show", "view", "click", "hold", "approved"]);
        app.clock.advance_ms(5_000);
        assert_eq!(world.billing.catch_up().await.unwrap(), 3, "a click and two states of its conversion");
        let [Event::Requests(counts)] = &app.app.delivery.counters.take()[..] else { panic!("one record of requests") };
        let counted: Vec<_> = counts.iter().map(|c| (c.block.0, c.step, c.places, c.filled)).collect();
        let on_page = placard_engine::Step::OnPage.id();
        assert_eq!(counted, [(0, 1, 1, 0), (world.block.0, 0, 4, 3), (world.block.0, on_page, 4, 0)]);
    })
    .await;
}

#[tokio::test]
async fn tokens_that_are_not_ours_lead_nowhere() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let token = token(&app, &world).await;
        for at in 0..token.len() {
            let mut forged = token.clone().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            let answer = click(&app, std::str::from_utf8(&forged).unwrap()).await;
            // The last character carries unused bits, which base64 refuses.
            assert_eq!((answer.status.as_u16(), location(&answer.headers)), (404, String::new()), "changed at {at}");
        }
        for cut in 1..token.len() {
            assert_eq!(click(&app, &token[..cut]).await.status, 404, "cut to {cut}");
        }
        for text in ["x", "%00", "..%2f..", &"A".repeat(5_000), "🙂"] {
            assert!(
                matches!(click(&app, &text.replace('🙂', "%F0%9F%99%82")).await.status.as_u16(), 400 | 404),
                "{text}"
            );
        }
        from_page(&app, "/d/show", json!({"tokens": ["x", &token[1..]], "page": PAGE})).await.expect(204);
        assert!(log(&app).is_empty(), "nothing of it is recorded");
    })
    .await;
}

#[tokio::test]
async fn clicks_that_are_not_billed_are_led_on() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let token = token(&app, &world).await;
        from_page(&app, "/d/show", json!({"tokens": [token], "page": PAGE})).await.expect(204);
        app.clock.advance_ms(2_000);
        let check =
            async |change: &dyn Fn(Builder) -> Builder, method: Method, address: Ipv4Addr, expected: Verdict| {
                let request = change(Request::builder().method(method).uri(format!("/c/{token}")));
                let answer = app.send(from_visitor(request.body(Body::empty()).unwrap(), address)).await;
                assert_eq!(answer.status, 302);
                assert!(location(&answer.headers).starts_with("https://shop.test/buy?c="));
                assert_eq!(clicks(&app).last(), Some(&expected));
            };
        let agent = |text: &'static str| move |request: Builder| request.header(header::USER_AGENT, text);
        check(&browser, Method::HEAD, VISITOR, Verdict::Prefetch).await;
        check(&|r| browser(r).header("sec-purpose", "prefetch"), Method::GET, VISITOR, Verdict::Prefetch).await;
        check(&browser, Method::GET, VISITOR, Verdict::Valid).await;
        check(&browser, Method::GET, Ipv4Addr::new(91, 198, 174, 192), Verdict::CountryChanged).await;
        check(&agent("curl/8.5.0"), Method::GET, VISITOR, Verdict::OsChanged).await;
        let firefox = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0";
        check(&agent(firefox), Method::GET, VISITOR, Verdict::BrowserChanged).await;
        let elsewhere = |r: Builder| browser(r).header(header::REFERER, "https://elsewhere.test/");
        check(&elsewhere, Method::GET, VISITOR, Verdict::ForeignPage).await;
        check(&browser, Method::GET, VISITOR, Verdict::Valid).await;
        app.clock.advance_ms(5_000);
        world.billing.catch_up().await.unwrap();
        let paid =
            app.app.store.read("test", async |conn| movements::advertiser_balances(conn, None).await).await.unwrap();
        assert_eq!(paid[0].1, Money::from_dollars(100) - Money::from_micros(250_000), "only one click is billed");

        app.clock.advance_ms(DAY_MS);
        check(&browser, Method::GET, VISITOR, Verdict::Stale).await;
        app.clock.advance_ms(9 * DAY_MS);
        assert_eq!(click(&app, &token).await.status, 404, "the key is gone");
    })
    .await;
}

#[tokio::test]
async fn pages_that_are_not_on_the_site_get_no_ads() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let check = async |origin: &str, page: &str, expected: bool| {
            let mut request = browser(Request::post("/d/ads"));
            if !origin.is_empty() {
                request = request.header(header::ORIGIN, origin);
            }
            let body = json!({"v": 1, "page": page, "blocks": [{"id": world.block.0}]}).to_string();
            let answer = app.send(from_visitor(request.body(Body::from(body)).unwrap(), VISITOR)).await.expect(200);
            let ads = answer["blocks"][0]["ads"].as_array().unwrap().len();
            assert_eq!(ads > 0, expected, "{origin} {page}");
        };
        check("https://daily.test", "https://daily.test/", true).await;
        check("https://m.daily.test", "", true).await;
        check("https://elsewhere.test", "https://daily.test/", false).await;
        check("https://daily.test.evil.test", "", false).await;
        check("", "https://daily.test/", true).await;
        check("", "https://elsewhere.test/", false).await;
        check("null", "https://elsewhere.test/", false).await;
    })
    .await;
}

#[tokio::test]
async fn own_ads_are_shown_where_their_owner_wishes_it_and_nobody_is_paid() {
    each_app(async |app| {
        let both = app.person("both@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await;
        let mut world = World::of(&app, both.clone(), both.clone()).await;
        assert_eq!(ask(&app, world.block.0).await.len(), 0, "nobody asked for own ads");
        let block = app.get(&both, &format!("/api/webmaster/blocks/{}", world.block.0)).await.expect(200);
        let site = format!("/api/webmaster/sites/{}", block["data"]["site_id"]);
        let form = json!({"name": "Daily", "domain": "daily.test", "category": 1, "shows_own_ads": true});
        let saved = app.put(&both, &site, form).await.expect(200);
        assert_eq!(saved["data"]["shows_own_ads"], json!(true), "{saved}");
        world.inventory.catch_up().await.unwrap();
        let token = token(&app, &world).await;
        from_page(&app, "/d/show", json!({"tokens": [token], "page": PAGE})).await.expect(204);
        app.clock.advance_ms(2_000);
        assert_eq!(click(&app, &token).await.status, 302, "it leads on all the same");
        app.clock.advance_ms(5_000);
        world.billing.catch_up().await.unwrap();
        let store = &app.app.store;
        let rows = store.read("test_rows", async |conn| settlements::after(conn, 0, 9).await).await.unwrap();
        let verdicts: Vec<Verdict> = rows.iter().map(|row| row.settlement.verdict).collect();
        assert_eq!(verdicts, [Verdict::OwnClick]);
        let left = store.read("test", async |conn| movements::advertiser_balances(conn, None).await).await.unwrap();
        assert_eq!(left[0].1, Money::from_dollars(100), "nobody pays themselves");
    })
    .await;
}

#[tokio::test]
async fn bad_bodies_are_problems() {
    each_app(async |app| {
        let _world = World::build(&app).await;
        let check = async |path: &str, body: String, status: u16| {
            let request = Request::post(path).body(Body::from(body.clone())).unwrap();
            let answer = app.send(request).await;
            assert_eq!(answer.headers["access-control-allow-origin"], "*");
            assert_eq!(answer.headers[header::CONTENT_TYPE], "application/problem+json");
            answer.expect(status);
        };
        for body in ["", "{", "[]", "null", "{}", r#"{"v":2,"blocks":[]}"#, r#"{"v":1,"blocks":[{"id":"x"}]}"#] {
            check("/d/ads", body.to_owned(), 400).await;
        }
        let many = json!({"v": 1, "blocks": vec![json!({"id": 1}); 21]}).to_string();
        check("/d/ads", many, 400).await;
        check("/d/ads", json!({"v": 1, "blocks": [], "on_page": vec![1; 201]}).to_string(), 400).await;
        check("/d/ads", json!({"v": 1, "page": "x".repeat(40_000), "blocks": []}).to_string(), 413).await;
        check("/d/show", json!({"tokens": vec!["x"; 65]}).to_string(), 400).await;
        check("/d/view", json!({"tokens": [1]}).to_string(), 400).await;
        check("/d/ads", "[".repeat(30_000), 400).await;
        for places in [json!(0), json!(1_000_000), json!(-1), json!(1.5)] {
            let body = json!({"v": 1, "blocks": [{"id": 1, "places": places}]}).to_string();
            let request = Request::post("/d/ads").body(Body::from(body)).unwrap();
            assert!(matches!(app.send(request).await.status.as_u16(), 200 | 400), "{places}");
        }
        let wrong = async |query: &str, fields: &[&str]| {
            let answer = app.send(Request::get(format!("/postback?{query}")).body(Body::empty()).unwrap()).await;
            assert_eq!(answer.wrong_fields(), fields, "{query}");
        };
        wrong("", &["click_id"]).await;
        wrong("click_id=AAAAAAAAAAAAAAAAAAAAAA", &["click_id"]).await;
        wrong("click_id=x&status=maybe&payout=-1", &["click_id", "payout", "status"]).await;
        wrong("click_id=x&payout=1.2345678", &["click_id", "payout"]).await;
        wrong(&format!("click_id=x&id={}", "y".repeat(129)), &["click_id", "id"]).await;
        assert!(log(&app).is_empty());
    })
    .await;
}
