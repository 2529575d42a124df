//! Push ads, as notifications and on pages: shown, clicked, billed, and counted.

mod listed;

use crate::app::{Answer, Person, TestApp, each_app};
use crate::delivery::{VISITOR, browser, from_page, from_visitor};
use crate::money::{assert_clean, balance};
use axum::body::Body;
use axum::http::{Request, header};
use placard_model::books::posting::{Account, Operation};
use placard_model::event::{Event, EventRef, Served};
use placard_model::format::{BlockFormat, FormatMask, Target};
use placard_model::inventory::Bid;
use placard_model::push::{PushButton, PushCreative, PushSettings};
use placard_model::settings::Choosing;
use placard_model::sites::placement::Placement;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::request::{AdRequest, Audience, VisitorId};
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::SiteStatus;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, Money, TemplateId, TrafficSourceId, UserId, Verdict,
};
use placard_store::advertising::ads::{self, AdSettings, Entry};
use placard_store::advertising::campaigns::{self, CampaignSettings};
use placard_store::advertising::groups::{self, GroupSettings};
use placard_store::advertising::push;
use placard_store::billing::settlements;
use placard_store::money::movements::{self, Cause};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::{Priority, Scope};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::inventory::Inventory;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use uuid::Uuid;

const CAMPAIGN_UUID: Uuid = Uuid::from_u128(0x0197_0000_0000_7000_8000_0000_0000_0001);
const AD_UUID: Uuid = Uuid::from_u128(0x0197_0000_0000_7000_8000_0000_0000_0002);
/// The page of the block that looks like a notification.
const PAGE: &str = "https://daily.test/news/1";
const STATS: &str = "/api-push-proxy/stats/push";

/// A native and a push campaign, and a site with its opt-in and a block that looks like a notification.
struct World {
    advertiser: Person,
    webmaster: Person,
    native: CampaignId,
    push: CampaignId,
    ad: AdId,
    opt_in: BlockId,
    in_page: BlockId,
    billing: Billing,
    facts: Facts,
    _inventory: Inventory,
}

fn campaign(name: &str, push: Option<PushSettings>) -> CampaignSettings {
    CampaignSettings {
        name: name.to_owned(),
        marks: vec![],
        target: Target::Commodity,
        offer: None,
        categories: vec![CategoryId(1)],
        ad_format_type: None,
        targeting: Targeting::default(),
        traffic_source: None,
        daily_limit: None,
        total_limit: None,
        even_pacing: false,
        push,
    }
}

fn ad(title: &str, cents: i64, format: BlockFormat) -> AdSettings {
    let push = PushCreative { language: Language::parse("en").unwrap(), buttons: PushButton::usual() };
    AdSettings {
        title: title.to_owned(),
        short_description: "Umbrellas until midnight".to_owned(),
        full_text: String::new(),
        brand: String::new(),
        original_url: "https://shop.test/buy?c={click_id}".to_owned(),
        primary_source_url: String::new(),
        formats: FormatMask::default().with(format),
        bid: Bid::Everywhere(Money::from_micros(cents * 10_000)),
        frequency_cap: None,
        square: None,
        horizontal: None,
        push: (format == BlockFormat::Push).then_some(push),
    }
}

fn block(name: &str, format: BlockFormat) -> BlockSettings {
    BlockSettings {
        name: name.to_owned(),
        format,
        // The native template that looks like a notification.
        template: TemplateId(4),
        config: r#"{"rows":2}"#.to_owned(),
        custom_styles: String::new(),
        compiled_styles: String::new(),
        passback_html: String::new(),
        passback_url: String::new(),
        refresh_s: 0,
        placement: Placement::InPlace,
        floor: blocks::Floor::default(),
        places: 2,
    }
}

impl World {
    async fn build(app: &TestApp) -> Self {
        let (advertiser, webmaster) = (app.advertiser("advertiser@x.org").await, app.webmaster("=web@x.org").await);
        let (buyer, seller) = (advertiser.id, webmaster.id);
        let (native, push, ad, opt_in, in_page) = app
            .app
            .store
            .write("test_world", Priority::Api, async move |tx| {
                let cause = Cause { reference: "test", operation: Operation::TopUp, actor: None, comment: "" };
                movements::adjust_advertiser(tx, cause, buyer, Money::from_dollars(100)).await?;
                let native = campaigns::create(tx, buyer, &campaign("Native", None), true).await?;
                let group = GroupSettings {
                    name: "Group".to_owned(),
                    ad_format_type: None,
                    auto_start_ads: true,
                    targeting: Targeting::default(),
                    lists: SourceLists::default(),
                };
                let group = groups::create(tx, Scope::System, native, &group, true).await?;
                ads::create(
                    tx,
                    Scope::System,
                    group,
                    &ad("A native ad, long enough", 30, BlockFormat::Native),
                    Entry::Trusted,
                )
                .await?;
                let settings = campaign("=Push, \"sale\"", Some(PushSettings::default()));
                let push = push::create_campaign(tx, buyer, &settings, CAMPAIGN_UUID, true).await?;
                let settings = ad("Rain at four", 20, BlockFormat::Push);
                let ad = push::create_ad(tx, Scope::System, push, &settings, AD_UUID, Entry::Trusted).await?;
                let site = SiteSettings {
                    name: "Daily".to_owned(),
                    domain: "daily.test".to_owned(),
                    category: CategoryId(1),
                    allowed_categories: vec![],
                    forbidden_categories: vec![],
                    shows_own_ads: false,
                };
                let site = sites::insert_site(tx, seller, &site, &[], SiteStatus::Approved).await?;
                let opt_in = block("Notifications", BlockFormat::Push);
                let opt_in = blocks::insert_block(tx, Scope::System, site.id, &opt_in).await?;
                let in_page = block("Below the text", BlockFormat::Native);
                let in_page = blocks::insert_block(tx, Scope::System, site.id, &in_page).await?;
                Ok((native, push, ad, opt_in.id, in_page.id))
            })
            .await
            .unwrap();
        let inventory = Inventory::load(app.app.worker.clone()).await.unwrap();
        let billing = Billing::load(app.app.worker.clone()).await.unwrap();
        let facts = Facts::load(app.app.worker.clone()).await.unwrap();
        app.app.geo.tree();
        Self { advertiser, webmaster, native, push, ad, opt_in, in_page, billing, facts, _inventory: inventory }
    }

    /// The token of an ad that is sent to a subscriber who has the visitor's machine.
    fn sent(&self, app: &TestApp, subscriber: u64) -> String {
        let (now, snapshot) = (app.clock.now(), app.app.engine.snapshot());
        let place = app.app.geo.locate(IpAddr::from(VISITOR)).place;
        let audience = Audience {
            ip: IpAddr::from(VISITOR),
            place,
            asn: 0,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::parse("en").unwrap(),
            traffic_source: TrafficSourceId(0),
            visitor: VisitorId(subscriber),
            visitor_yesterday: VisitorId(subscriber),
            subscription_days: Some(3),
        };
        let content = PageContent::default();
        let request = AdRequest {
            block: self.opt_in,
            page_host: "",
            places: 1,
            audience,
            content: &content,
            on_page: &[],
            gets_pushes: false,
        };
        let decision = snapshot.select(&request, &Choosing::default(), now, &mut StdRng::seed_from_u64(subscriber));
        let choice = decision.chosen[0];
        assert_eq!(choice.ad, self.ad, "push ads alone are sent");
        let served = Served {
            ad: choice.ad,
            block: self.opt_in,
            page: 0,
            visitor: audience.visitor,
            decided_at: now,
            price: choice.price,
            weight_micros: choice.weight_micros,
            place,
            asn: 0,
            device_type: audience.device_type,
            os: audience.os,
            browser: audience.browser,
            language: audience.language,
            traffic_source: audience.traffic_source,
            template: TemplateId(4),
            position: 0,
            control: choice.control,
            consent: false,
        };
        app.app.delivery.tokens.seal(&served, now).unwrap().1
    }

    /// Sessions end as days pass.
    async fn log_in_again(&mut self, app: &TestApp) {
        self.advertiser = app.logged_in(self.advertiser.id).await;
        self.webmaster = app.logged_in(self.webmaster.id).await;
    }

    /// Billing and facts take what is there.
    async fn settle(&mut self, app: &TestApp) -> usize {
        app.clock.advance_ms(5_000);
        let settled = self.billing.catch_up().await.unwrap();
        self.facts.catch_up().await.unwrap();
        settled
    }
}

/// A report of a service worker on a machine that told no page.
async fn report(app: &TestApp, path: &str, token: &str) {
    let body = json!({"tokens": [token], "page": "https://elsewhere.test/"}).to_string();
    let request = browser(Request::post(path)).header(header::ORIGIN, "https://elsewhere.test");
    app.send(from_visitor(request.body(Body::from(body)).unwrap(), VISITOR)).await.expect(204);
}

/// A click that comes from no page.
async fn click(app: &TestApp, token: &str) -> Answer {
    click_from(app, token, VISITOR).await
}

async fn click_from(app: &TestApp, token: &str, address: Ipv4Addr) -> Answer {
    let request = browser(Request::get(format!("/c/{token}")));
    app.send(from_visitor(request.body(Body::empty()).unwrap(), address)).await
}

async fn verdicts(app: &TestApp) -> Vec<Verdict> {
    let rows = app.app.store.read("test", async |conn| settlements::after(conn, 0, 100).await).await.unwrap();
    rows.iter().map(|row| row.settlement.verdict).collect()
}

/// The transactions of clicks: operation and what the reference begins with.
async fn transactions(app: &TestApp) -> Vec<(i64, String)> {
    let sql = "SELECT operation_type, reference FROM transactions WHERE operation_type IN (2, 3, 21) ORDER BY id";
    let rows = app.app.store.read("test", async move |conn| conn.rows(sql, []).await).await.unwrap();
    let kind = |reference: String| reference.split(':').next().unwrap_or_default().to_owned();
    rows.iter().map(|row| (row.get("operation_type").unwrap(), kind(row.get("reference").unwrap()))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gets_notifications_sees_no_push_ads_on_pages() {
    each_app(async |app: TestApp| {
        let world = World::build(&app).await;
        for (push, ads) in [("granted", 1), ("default", 2), ("undefined", 2)] {
            let blocks = [json!({"id": world.in_page.0})];
            let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "push": push, "blocks": blocks});
            let request = browser(Request::post("/d/ads")).header(header::ORIGIN, "https://daily.test");
            let request = request.body(Body::from(body.to_string())).unwrap();
            let answer = app.send(from_visitor(request, VISITOR)).await.expect(200);
            assert_eq!(answer["blocks"][0]["ads"].as_array().unwrap().len(), ads, "{push}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn push_clicks_become_money_by_themselves() {
    each_app(async |app: TestApp| {
        let mut world = World::build(&app).await;
        let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "on_page": [],
            "blocks": [{"id": world.in_page.0}, {"id": world.opt_in.0}]});
        let request = browser(Request::post("/d/ads")).header(header::ORIGIN, "https://daily.test");
        let request = request.body(Body::from(body.to_string())).unwrap();
        let answer = app.send(from_visitor(request, VISITOR)).await.expect(200);
        let mut ads = answer["blocks"][0]["ads"].as_array().unwrap().clone();
        ads.sort_by_key(|ad| ad["id"].as_i64());
        let titles: Vec<&str> = ads.iter().map(|ad| ad["title"].as_str().unwrap()).collect();
        assert_eq!(
            titles,
            ["A native ad, long enough", "Rain at four"],
            "side by side where it looks like a notification"
        );
        assert_eq!(
            (&ads[1]["description"], &ads[1]["brand"]),
            (&json!("Umbrellas until midnight"), &json!("shop.test"))
        );
        let opt_in = &answer["blocks"][1];
        assert_eq!(opt_in["ads"], json!([]), "an opt-in shows nothing on a page");
        assert!(opt_in["empty"].as_str().unwrap().contains("push subscription"), "{opt_in}");

        // A notification that is shown when its machine is on again, and clicked a day later.
        let sent = world.sent(&app, 1);
        let tokens: Vec<&str> = ads.iter().map(|ad| ad["token"].as_str().unwrap()).collect();
        from_page(&app, "/d/show", json!({"tokens": tokens, "page": PAGE})).await.expect(204);
        app.clock.advance_ms(2_000);
        for token in &tokens {
            let request = browser(Request::get(format!("/c/{token}"))).header(header::REFERER, PAGE);
            let clicked = app.send(from_visitor(request.body(Body::empty()).unwrap(), VISITOR)).await;
            assert_eq!(clicked.status, 302, "{}", clicked.text);
        }
        assert_eq!(world.settle(&app).await, 2);
        app.clock.advance_ms(3 * DAY_MS);
        for path in ["/d/show", "/d/view", "/d/show"] {
            report(&app, path, &sent).await;
        }
        app.clock.advance_ms(DAY_MS);
        assert_eq!(click(&app, &sent).await.status, 302);
        assert_eq!(click(&app, &sent).await.status, 302, "a second click is led on");
        let unseen = world.sent(&app, 2);
        app.clock.advance_ms(1_000);
        click(&app, &unseen).await;
        assert_eq!(world.settle(&app).await, 3);
        use Verdict::{NotShown, RepeatedToken, Valid};
        assert_eq!(verdicts(&app).await, [Valid, Valid, Valid, RepeatedToken, NotShown]);
        let (native, push) = ((2, "clicks".to_owned()), (3, "push_clicks".to_owned()));
        assert_eq!(
            transactions(&app).await,
            [native.clone(), push.clone(), push.clone()],
            "two of one batch, then one"
        );
        let cents = async |account| balance(&app.app, account).await / 10_000;
        assert_eq!(cents(Account::Advertiser(world.advertiser.id)).await, 10_000 - 30 - 20 - 20);
        assert_eq!(cents(Account::WebmasterPending(world.webmaster.id)).await, 21 + 14 + 14);
        let sums = app.app.stats.sums().unwrap();
        assert_eq!((sums.shows, sums.confirmed_shows, sums.clicks), (3, 1, 3), "a report that comes again counts once");

        // The history of each side, and of the month.
        world.log_in_again(&app).await;
        let history = app.get(&world.advertiser, "/api/advertiser/balance/history?count=0").await.expect(200);
        let rows = history["data"].as_array().unwrap();
        let row = |row: &Value| {
            let campaign = row["campaign_id"].as_i64();
            (row["operation_type"].as_i64().unwrap(), campaign, row["clicks"].as_i64(), row["amount"].as_f64().unwrap())
        };
        let mut rows: Vec<_> = rows.iter().map(row).collect();
        rows.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let push_day = (3, Some(world.push.0), Some(1), -0.2);
        assert_eq!(rows, [(1, None, None, 100.0), (2, Some(world.native.0), Some(1), -0.3), push_day, push_day]);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());

        // One is taken back, billing starts again, and everything is as it was.
        let last = app.app.log.read(&placard_events::Position::default(), 1_000, None).unwrap().events;
        let clicks = last.iter().filter(|record| matches!(record.event, Event::Click { .. }));
        let push_click: EventRef = clicks.map(|record| record.at).nth(2).unwrap();
        let void = Event::Void { click: push_click, by: UserId(1), reason: "robots".to_owned() };
        app.app.log.append(void).await.unwrap();
        assert_eq!(world.settle(&app).await, 1);
        world.billing = Billing::load(app.app.worker.clone()).await.unwrap();
        assert_eq!(world.settle(&app).await, 0, "what was settled stays so");
        assert_eq!(transactions(&app).await, [native, push.clone(), push, (21, "voids".to_owned())]);
        assert_eq!(cents(Account::Advertiser(world.advertiser.id)).await, 10_000 - 30 - 20);
        assert_eq!(cents(Account::WebmasterPending(world.webmaster.id)).await, 21 + 14);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());

        // After its seven days the token of a notification is worth nothing.
        app.clock.advance_ms(4 * DAY_MS);
        report(&app, "/d/show", &unseen).await;
        app.clock.advance_ms(3 * DAY_MS + HOUR_MS);
        click(&app, &unseen).await;
        world.settle(&app).await;
        assert_eq!(verdicts(&app).await.last(), Some(&Verdict::Stale));
    })
    .await;
}

/// Three notifications, two of them clicked on another day, and a native click.
async fn some_history(app: &TestApp) -> World {
    let mut world = World::build(app).await;
    for subscriber in 1..=3 {
        let sent = world.sent(app, subscriber);
        report(app, "/d/show", &sent).await;
        app.clock.advance_ms(if subscriber == 1 { DAY_MS } else { 60_000 });
        // One address pays for an ad once a day.
        let address = match subscriber {
            1 => Some(VISITOR),
            3 => Some(Ipv4Addr::new(81, 2, 69, 143)),
            _ => None,
        };
        if let Some(address) = address {
            assert_eq!(click_from(app, &sent, address).await.status, 302);
        }
        // Ten minutes of few clicks from one address.
        app.clock.advance_ms(HOUR_MS);
    }
    let body = json!({"v": 1, "page": PAGE, "blocks": [{"id": world.in_page.0, "places": 2}]});
    let request = browser(Request::post("/d/ads")).header(header::ORIGIN, "https://daily.test");
    let asked = app.send(from_visitor(request.body(Body::from(body.to_string())).unwrap(), VISITOR)).await.expect(200);
    let ads = asked["blocks"][0]["ads"].as_array().unwrap();
    let native = ads.iter().find(|ad| ad["id"] != json!(world.ad.0)).unwrap();
    from_page(app, "/d/show", json!({"tokens": [native["token"]], "page": PAGE})).await.expect(204);
    world.settle(app).await;
    world.log_in_again(app).await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn pushes_are_counted_by_all_that_they_are_grouped_by() {
    each_app(async |app: TestApp| {
        let world = some_history(&app).await;
        let ask = async |query: &str| app.get(&world.advertiser, &format!("{STATS}?{query}")).await;
        let answer = ask("").await.expect(200);
        let row = &answer["data"]["stats"][0];
        assert_eq!(row["campaign_id"], world.push.0);
        assert_eq!(row["campaign_uuid"], CAMPAIGN_UUID.to_string());
        assert_eq!(row["campaign_name"], "=Push, \"sale\"");
        let figures = json!({"impressions": 3, "clicks": 2, "expense": 0.4, "cpc": 0.2});
        for (name, value) in figures.as_object().unwrap() {
            assert_eq!(&row[name], value, "{name}");
            assert_eq!(&answer["data"]["total"][name], value, "the native click is not among them: {name}");
        }
        assert_eq!((&row["cr"], &row["ecpm"]), (&json!(0), &json!(0)));
        assert_eq!(answer["pagination"], json!({"total": 1, "limit": 20, "offset": 0}));
        assert!(row.get("ad_id").is_none() && row.get("date").is_none(), "{row}");

        let first = async |group: &str| ask(&format!("group_by={group}")).await.expect(200)["data"]["stats"][0].clone();
        let ad = first("ad").await;
        assert_eq!((&ad["ad_id"], &ad["ad_title"]), (&json!(world.ad.0), &json!("Rain at four")));
        assert_eq!(ad["ad_uuid"], AD_UUID.to_string());
        let country = first("country").await;
        assert_eq!((&country["country_code"], &country["country_name"]), (&json!("GB"), &json!("United Kingdom")));
        let device = first("device_type").await;
        assert_eq!((&device["device_type_id"], &device["device_type_name"]), (&json!(4), &json!("Mobile phones")));
        let block = first("block_id").await;
        assert_eq!(block["block_id"], world.opt_in.0);
        assert_eq!(block["block_name"], format!("daily.test #{}", world.opt_in.0));
        let user = first("user").await;
        assert_eq!((&user["user_id"], user.get("user_name")), (&json!(world.webmaster.id.0), None), "a number alone");
        assert_eq!(first("month").await["month"].as_str().unwrap().len(), 7);
        let days = ask("group_by=date&order_by=date&order_direction=asc").await.expect(200);
        let shown: Vec<_> = days["data"]["stats"].as_array().unwrap().iter().map(|row| &row["impressions"]).collect();
        assert_eq!(shown, [1, 2]);
        let second = ask("group_by=date&order_by=date&order_direction=asc&limit=1&offset=1").await.expect(200);
        assert_eq!(second["data"]["stats"], json!([days["data"]["stats"][1]]));
        assert_eq!(second["data"]["total"], days["data"]["total"], "totals are those of all pages");
        assert_eq!(second["pagination"], json!({"total": 2, "limit": 1, "offset": 1}));
        let all = ask("group_by=date&limit=0&offset=1").await.expect(200);
        assert_eq!(all["data"]["stats"].as_array().unwrap().len(), 1, "a page that begins anywhere");

        let day = days["data"]["stats"][1]["date"].as_str().unwrap().to_owned();
        for (filter, impressions) in [
            (format!("campaign_id={CAMPAIGN_UUID}"), 3),
            (format!("campaign_id={}", world.push.0), 3),
            (format!("campaign_id={}", world.native.0), 0),
            (format!("ad_id={AD_UUID}&ad_id={}", world.ad.0), 3),
            (format!("ad_id={}", Uuid::nil()), 0),
            (format!("block_id={}", world.opt_in.0), 3),
            (format!("user_id={}", world.webmaster.id.0), 3),
            ("country_code=GB&country_code=IE".to_owned(), 3),
            ("country_code=IE".to_owned(), 0),
            ("device_type_id=4".to_owned(), 3),
            ("device_type_id=1".to_owned(), 0),
            (format!("stats_from={day}&stats_to={day}"), 2),
            (format!("stats_to={day}"), 3),
        ] {
            let answer = ask(&filter).await.expect(200);
            assert_eq!(answer["data"]["total"]["impressions"], impressions, "{filter}");
        }
        for (query, field) in [
            ("group_by=site", "group_by"),
            ("order_by=money", "order_by"),
            ("order_by=date", "order_by"),
            ("stats_from=2026-13-01", "stats_from"),
            ("stats_from=2026-11-20&stats_to=2026-11-01", "stats_to"),
            ("limit=10001", "limit"),
            ("country_code=Germany", "country_code"),
            ("device_type_id=3", "device_type_id"),
            ("campaign_id=x", "campaign_id"),
        ] {
            assert_eq!(ask(query).await.wrong_fields(), [field], "{query}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_push_statistics_sees_what_is_theirs() {
    each_app(async |app: TestApp| {
        let world = some_history(&app).await;
        let (god, sales) = (app.god().await, app.sales().await);
        let other = app.advertiser("other@x.org").await;
        let by_user = format!("{STATS}?group_by=user");
        let total =
            async |person: &Person| app.get(person, &by_user).await.expect(200)["data"]["total"]["impressions"].clone();
        assert_eq!(total(&other).await, 0);
        assert_eq!(total(&sales).await, 0, "neither side is a client");
        let answer = app.get(&god, &by_user).await.expect(200);
        let row = &answer["data"]["stats"][0];
        assert_eq!((&row["user_id"], &row["user_name"]), (&json!(world.webmaster.id.0), &json!("=web@x.org")));
        assert_eq!(row["impressions"], 3);
        app.get(&world.webmaster, STATS).await.expect(403);

        // Files: named, neutralised, with the total at the end.
        let csv = async |person: &Person, query: &str| {
            let answer = app.get(person, &format!("{STATS}/csv?{query}")).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            let name = answer.headers["content-disposition"].to_str().unwrap().to_owned();
            assert!(name.starts_with("attachment; filename=\"placard-push-statistics-"), "{name}");
            answer.text.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let lines = csv(&world.advertiser, "").await;
        assert_eq!(lines[0], "campaign_id,campaign_name,impressions,clicks,ctr,cpc,cpm,expense,epc,ecpm,cr");
        assert!(
            lines[1].starts_with(&format!("{},\"'=Push, \"\"sale\"\"\",3,2,66.666667,0.2,", world.push.0)),
            "{}",
            lines[1]
        );
        assert!(lines[2].starts_with("Total,,3,2,66.666667,0.2,"), "{}", lines[2]);
        assert_eq!(lines.len(), 3);
        let lines = csv(&god, "group_by=user&decimal=comma").await;
        assert!(lines[0].starts_with("user_id;user_name;impressions;"), "{}", lines[0]);
        assert!(lines[1].starts_with(&format!("{};'=web@x.org;3;2;66,666667;", world.webmaster.id.0)), "{}", lines[1]);
        let lines = csv(&world.advertiser, "group_by=user").await;
        assert!(lines[0].starts_with("user_id,impressions,") && !lines.concat().contains("@x.org"));
        // A page where one is asked for, with the total of all.
        let by_day = "group_by=date&order_by=date&order_direction=asc";
        let all = csv(&world.advertiser, &format!("{by_day}&limit=0")).await;
        assert_eq!(all.len(), 4);
        for (page, kept) in [("limit=1", 1..2), ("limit=1&offset=1", 2..3), ("offset=1", 2..3), ("offset=9", 0..0)] {
            let kept: Vec<String> = all[..1].iter().chain(&all[kept]).chain(&all[3..]).cloned().collect();
            assert_eq!(csv(&world.advertiser, &format!("{by_day}&{page}")).await, kept, "{page}");
        }

        // The webmaster's side, by the format of the block, and the network's by the kind of the campaign.
        let by_format = json!({"groups": ["block"], "filters": {"format": {"in": [32]}}});
        let answer = app.post(&world.webmaster, "/api_v2/webmaster/stats", by_format).await.expect(200);
        let row = &answer["result"][0];
        assert_eq!(
            (&row["name"], &row["shows_count_web"], &row["clicks_count"]),
            (&json!("Notifications"), &json!(3), &json!(2))
        );
        assert_eq!(row["money_web"], 0.28);
        let by_kind = json!({"groups": ["campaign_type"], "order_by": "campaign_type", "order_direction": "asc",
            "filters": {"date_from": "2026-11-01", "date_to": "2027-01-01"}});
        let answer = app.post(&god, "/api/admin/stats", by_kind).await.expect(200);
        let row = |at: usize| (answer["result"][at]["name"].clone(), answer["result"][at]["shows_count"].clone());
        assert_eq!((row(0), row(1)), ((json!("Native"), json!(1)), (json!("Push"), json!(3))));
    })
    .await;
}
