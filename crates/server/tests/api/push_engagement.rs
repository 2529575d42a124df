//! Push campaigns that few people click: they are held back, told so, and recover.

use crate::app::{Person, TestApp, each_app};
use crate::damage::execute;
use crate::push::{campaign_path, uuid};
use placard_model::event::{Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::settings::Choosing;
use placard_model::sites::placement::Placement;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{AdRequest, Audience, VisitorId};
use placard_model::time::DAY_MS;
use placard_model::user::SiteStatus;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_stats::{FactDelta, FactKey, Measures};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::{Priority, Scope, Tx};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::inventory::Inventory;
use placard_worker::feeds::push_engagement::follow;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

const HELD_BACK: &str = "/api/admin/delivery/held_back";
/// Choices that are looked at.
const ROUNDS: u64 = 1_000;
/// A site where all four are shown, and one where three of them are.
const SITES: [i64; 2] = [81, 82];

/// An advertiser with a running push campaign of one ad.
struct Buyer {
    person: Person,
    uuid: String,
    campaign: i64,
    ad: i64,
}

impl Buyer {
    async fn new(app: &TestApp, email: &str) -> Self {
        let person = app.advertiser(email).await;
        app.deposit(&person, 100).await;
        Self::of(app, person).await
    }

    /// One more campaign of somebody.
    async fn of(app: &TestApp, person: Person) -> Self {
        let campaign = app.push_campaign(&person, "Pushed").await;
        let ad = app.push_ad(&person, &uuid(&campaign)).await;
        Self {
            person,
            uuid: uuid(&campaign),
            campaign: campaign["id"].as_i64().unwrap(),
            ad: ad["id"].as_i64().unwrap(),
        }
    }

    /// Notifications of some days ago.
    fn happened(&self, app: &TestApp, site: i64, days_ago: i64, shown: i64, clicked: i64) {
        self.count(app, (site, days_ago, Verdict::Valid), |sums| (sums.shows, sums.clicks) = (shown, clicked));
    }

    /// Clicks at the first site today that cost nothing.
    fn clicked_unpaid(&self, app: &TestApp, verdict: Verdict, clicks: i64) {
        self.count(app, (SITES[0], 0, verdict), |sums| sums.rejected_clicks = clicks);
    }

    fn count(&self, app: &TestApp, (site, days_ago, verdict): (i64, i64, Verdict), put: impl FnOnce(&mut Measures)) {
        let served = ServedAd {
            token: TokenId([0; 12]),
            served: Served {
                ad: AdId(self.ad),
                block: BlockId(site + 10),
                page: 0,
                visitor: VisitorId(0),
                decided_at: UnixMs(0),
                price: Money::from_micros(50_000),
                weight_micros: 0,
                place: Place::default(),
                asn: 0,
                device_type: DeviceType::Mobile,
                os: Os::Android,
                browser: Browser::Chrome,
                language: Language::default(),
                traffic_source: TrafficSourceId(0),
                template: TemplateId(4),
                position: 0,
                control: false,
                consent: true,
            },
            ad: AdDims {
                campaign_type: CampaignType::Push,
                advertiser: self.person.id,
                campaign: CampaignId(self.campaign),
                group: GroupId(1),
                target: Target::Commodity,
                offer: OfferId(0),
                category: CategoryId(19),
            },
            block: BlockDims {
                webmaster: UserId(1_000),
                site: SiteId(site),
                block: BlockId(site + 10),
                format: BlockFormat::Push,
                template: TemplateId(4),
            },
        };
        let hour = app.clock.now().plus_ms(-days_ago * DAY_MS).hour();
        let mut fact = FactDelta { key: FactKey::of(&served, hour, verdict), measures: Measures::default() };
        put(&mut fact.measures);
        app.app.stats.append(&[fact], &[], &app.app.stats.positions().unwrap()).unwrap();
    }

    async fn health(&self, app: &TestApp) -> Value {
        app.get(&self.person, &format!("{}/health", campaign_path(&self.uuid))).await.expect(200)["data"].clone()
    }

    /// Its turns of 100, counted anew.
    async fn turns(&self, app: &TestApp) -> Value {
        assert!(follow(&app.app.worker).await.unwrap().is_some());
        self.health(app).await["turns_percent"].clone()
    }
}

/// Four buyers of notifications of a site, and one more campaign of the first of them.
struct World {
    buyers: [Buyer; 4],
    copy: Buyer,
    block: BlockId,
    _inventory: Inventory,
    _billing: Billing,
    _facts: Facts,
}

impl World {
    async fn build(app: &TestApp) -> Self {
        let mut buyers = Vec::new();
        for email in ["anna@x.org", "bob@x.org", "carl@x.org", "dora@x.org"] {
            buyers.push(Buyer::new(app, email).await);
        }
        let copy = Buyer::of(app, buyers[0].person.clone()).await;
        let started = "UPDATE ads SET review = 5, wanted = TRUE, processing_until = NULL;\
            UPDATE ad_groups SET wanted = TRUE;\
            UPDATE campaigns SET wanted = TRUE, approved_once = TRUE";
        execute(&app.app, started).await;
        let seller = app.webmaster("seller@x.org").await.id;
        let site = SiteSettings {
            name: "Daily".to_owned(),
            domain: "daily.test".to_owned(),
            category: CategoryId(1),
            allowed_categories: vec![],
            forbidden_categories: vec![],
            shows_own_ads: false,
        };
        let block = BlockSettings {
            name: "Notifications".to_owned(),
            format: BlockFormat::Push,
            template: TemplateId(4),
            config: "{}".to_owned(),
            custom_styles: String::new(),
            compiled_styles: String::new(),
            passback_html: String::new(),
            passback_url: String::new(),
            refresh_s: 0,
            placement: Placement::InPlace,
            floor: blocks::Floor::default(),
            places: 1,
        };
        let make = async move |tx: &Tx| {
            let site = sites::insert_site(tx, seller, &site, &[], SiteStatus::Approved).await?;
            Ok(blocks::insert_block(tx, Scope::System, site.id, &block).await?.id)
        };
        let block = app.app.store.write("test_site", Priority::Api, make).await.unwrap();
        let inventory = Inventory::load(app.app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        // Nothing that is to be billed happens here; figures count as fresh where both are up to date.
        let billing = Billing::load(app.app.worker.clone()).await.unwrap();
        let buyers = buyers.try_into().unwrap_or_else(|_| unreachable!("four were made"));
        Self { buyers, copy, block, _inventory: inventory, _billing: billing, _facts: facts }
    }

    /// How often of [`ROUNDS`] the ad of a buyer is chosen for a subscription.
    fn chosen(&self, app: &TestApp, buyer: &Buyer) -> usize {
        let (now, snapshot) = (app.clock.now(), app.app.engine.snapshot());
        let audience = Audience {
            ip: "185.2.3.4".parse().unwrap(),
            place: Place::default(),
            asn: 0,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::parse("en").unwrap(),
            traffic_source: TrafficSourceId(0),
            visitor: VisitorId(0),
            visitor_yesterday: VisitorId(0),
            subscription_days: Some(3),
        };
        let content = PageContent::default();
        let request = AdRequest {
            block: self.block,
            page_host: "",
            places: 1,
            audience,
            content: &content,
            on_page: &[],
            gets_pushes: false,
        };
        // Each is another subscriber: for one of them it is a campaign's turn, or not, for hours.
        let is_chosen = |seed: &u64| {
            let mut request = request.clone();
            request.audience.visitor = VisitorId(*seed);
            let decision = snapshot.select(&request, &Choosing::default(), now, &mut StdRng::seed_from_u64(*seed));
            decision.chosen.first().is_some_and(|choice| choice.ad == AdId(buyer.ad))
        };
        (0..ROUNDS).filter(is_chosen).count()
    }

    /// What was shown of the other advertisers: one of a hundred was clicked.
    fn others_are_clicked(&self, app: &TestApp, days_ago: i64) {
        for other in &self.buyers[1..] {
            other.happened(app, SITES[0], days_ago, 50_000, 500);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn few_shows_conclude_nothing() {
    each_app(async |app: TestApp| {
        let world = World::build(&app).await;
        let [anna, bob, carl, _] = &world.buyers;
        let unknown = async |shown: i64| {
            let told = anna.health(&app).await;
            assert_eq!((&told["state"], &told["shown"]), (&json!("unknown"), &json!(shown)), "{told}");
            assert_eq!((&told["engagement"], &told["usual_engagement"]), (&json!(null), &json!(null)));
            assert_eq!((&told["turns_percent"], &told["advice"]), (&json!(100), &json!([])));
            assert!(world.chosen(&app, anna) > 130, "a fifth is its part");
        };
        unknown(0).await;
        assert_eq!(anna.health(&app).await["counted_at"], json!(null));
        world.others_are_clicked(&app, 0);
        // 29 clicks are what others would have brought.
        anna.happened(&app, SITES[0], 0, 2_900, 0);
        // Two other advertisers are too few to compare with, however many are shown, and a third of whom hardly anything was.
        anna.happened(&app, SITES[1], 0, 90_000, 0);
        bob.happened(&app, SITES[1], 0, 90_000, 900);
        carl.happened(&app, SITES[1], 0, 90_000, 900);
        world.buyers[3].happened(&app, SITES[1], 0, 99, 1);
        // What was before does not count.
        anna.happened(&app, SITES[0], 28, 90_000, 0);
        assert_eq!(follow(&app.app.worker).await.unwrap(), Some(0));
        unknown(2_900).await;
        assert!(anna.health(&app).await["counted_at"].is_string());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_nobody_answers_is_held_back_and_recovers() {
    each_app(async |app: TestApp| {
        let mut world = World::build(&app).await;
        world.others_are_clicked(&app, 0);
        let [anna, bob, ..] = &world.buyers;
        anna.happened(&app, SITES[0], 20, 20_000, 8);
        assert_eq!(follow(&app.app.worker).await.unwrap(), Some(1));
        let told = anna.health(&app).await;
        assert_eq!(
            (&told["state"], &told["shown"], &told["clicked"]),
            (&json!("held_back"), &json!(20_000), &json!(8))
        );
        assert_eq!((&told["engagement"], &told["usual_engagement"]), (&json!(0.04), &json!(1)));
        assert_eq!((&told["held_back_below"], &told["turns_percent"]), (&json!(0.5), &json!(10)));
        let fields: Vec<&Value> = told["advice"].as_array().unwrap().iter().map(|one| &one["field"]).collect();
        assert_eq!(fields, [&json!("ads"), &json!("frequency_cap"), &json!("subscription_age")]);
        // A tenth of its turns, of which it wins a fifth, and its part of the control slice: few, and not none.
        let chosen = world.chosen(&app, anna);
        assert!((5..90).contains(&chosen), "{chosen}");
        assert_eq!((&bob.health(&app).await["state"], &bob.health(&app).await["advice"]), (&json!("good"), &json!([])));
        assert!(world.chosen(&app, bob) > 180);
        // Strangers are told nothing; staff who act for its owner are.
        app.get(&bob.person, &format!("{}/health", campaign_path(&anna.uuid))).await.expect(404);
        let (god, sales) = (app.god().await, app.sales().await);
        let (acting, _) = app.acting(&god, &anna.person).await;
        let seen = app.get(&acting, &format!("{}/health", campaign_path(&anna.uuid))).await.expect(200);
        assert_eq!(seen["data"]["state"], "held_back");
        let listed = app.get(&god, HELD_BACK).await.expect(200)["data"].clone();
        let (one, rest) = listed.as_array().unwrap().split_first().unwrap();
        assert!(rest.is_empty(), "{listed}");
        assert_eq!((&one["id"], &one["advertiser_email"]), (&json!(anna.campaign), &json!("anna@x.org")));
        assert_eq!((&one["usual_engagement"], &one["turns_percent"]), (&json!(1), &json!(10)));
        assert_eq!(app.get(&sales, HELD_BACK).await.expect(200)["data"], json!([]), "nobody is their client");

        // Better ads: it gets more turns as it is clicked more, and all of them in the end.
        anna.happened(&app, SITES[0], 0, 2_000, 60);
        assert_eq!(follow(&app.app.worker).await.unwrap(), Some(1));
        let turns = anna.health(&app).await["turns_percent"].as_f64().unwrap();
        assert!(turns > 50.0 && turns < 70.0, "68 of 220 clicks, against a half of them: {turns}");
        app.clock.advance_ms(10 * DAY_MS);
        for buyer in &mut world.buyers {
            buyer.person = app.logged_in(buyer.person.id).await;
        }
        let anna = &world.buyers[0];
        anna.happened(&app, SITES[0], 0, 2_000, 20);
        assert_eq!(follow(&app.app.worker).await.unwrap(), Some(0));
        let told = anna.health(&app).await;
        assert_eq!((&told["state"], &told["turns_percent"]), (&json!("good"), &json!(100)), "{told}");
        assert!(world.chosen(&app, anna) > 130);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_count_whatever_they_cost() {
    each_app(async |app: TestApp| {
        let world = World::build(&app).await;
        world.others_are_clicked(&app, 0);
        let anna = &world.buyers[0];
        anna.happened(&app, SITES[0], 0, 20_000, 40);
        assert_eq!(anna.turns(&app).await, json!(40));
        // Robots do not count.
        anna.clicked_unpaid(&app, Verdict::Bot, 500);
        assert_eq!(anna.turns(&app).await, json!(40));
        anna.clicked_unpaid(&app, Verdict::OverBudget, 130);
        anna.clicked_unpaid(&app, Verdict::RepeatedVisitor, 30);
        assert_eq!(anna.turns(&app).await, json!(100));
        let told = anna.health(&app).await;
        assert_eq!((&told["state"], &told["clicked"], &told["engagement"]), (&json!("good"), &json!(200), &json!(1)));
        // Of others as well: what is usual is twice as much now.
        for other in &world.buyers[1..] {
            other.clicked_unpaid(&app, Verdict::OverBudget, 500);
        }
        assert_eq!(anna.turns(&app).await, json!(100));
        assert_eq!(anna.health(&app).await["usual_engagement"], json!(2));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_does_not_begin_anew_and_stopping_what_is_bad_helps() {
    each_app(async |app: TestApp| {
        let world = World::build(&app).await;
        world.others_are_clicked(&app, 0);
        let (anna, copy) = (&world.buyers[0], &world.copy);
        anna.happened(&app, SITES[0], 0, 200_000, 20);
        // Too little was shown of the copy to say: it is judged by both, and both by others.
        copy.happened(&app, SITES[0], 0, 300, 0);
        assert_eq!(copy.turns(&app).await, json!(10));
        let told = copy.health(&app).await;
        assert_eq!((&told["state"], &told["of_all_ads"]), (&json!("held_back"), &json!(true)));
        assert_eq!((&told["shown"], &told["usual_engagement"]), (&json!(200_300), &json!(1)));
        let told = anna.health(&app).await;
        assert_eq!((&told["of_all_ads"], &told["shown"]), (&json!(false), &json!(200_000)));
        // What people click is judged by itself.
        copy.happened(&app, SITES[0], 0, 5_000, 50);
        assert_eq!(copy.turns(&app).await, json!(100));

        // Another ad of the first campaign is clicked; once the bad one is stopped, it counts alone.
        let good = Buyer { ad: copy.ad, person: anna.person.clone(), uuid: anna.uuid.clone(), ..*anna };
        good.happened(&app, SITES[0], 0, 5_000, 60);
        assert_eq!(anna.turns(&app).await, json!(10));
        app.app.engine.live().set_ad_wanted(AdId(anna.ad), false);
        assert_eq!(anna.turns(&app).await, json!(100));
        assert_eq!(anna.health(&app).await["shown"], json!(5_000));
        // Without any that runs, as with a new one of which nothing was shown, all of hers count: it is no new beginning.
        app.app.engine.live().set_ad_wanted(AdId(copy.ad), false);
        assert_eq!(anna.turns(&app).await, json!(12));
    })
    .await;
}
