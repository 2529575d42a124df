//! Whether something delivers: every state in which it may not, as its owner is told; where requests fell; how far an
//! audience reaches; what was filled.

use crate::app::{Person, TestApp, each_app};
use crate::damage::execute;
use crate::delivery::{World, ad_settings, ask, click, token};
use placard_edge::delivery::counters;
use placard_model::format::{BlockFormat, FormatMask, Target};
use placard_model::inventory::Bid;
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::UserType;
use placard_model::{AdId, CampaignId, CategoryId, Clock, Money, UserId};
use placard_store::advertising::ads::{self, AdSettings, Entry};
use placard_store::advertising::campaigns::{self, CampaignSettings};
use placard_store::advertising::groups::{self, GroupSettings};
use placard_store::advertising::{moderation, wishes};
use placard_store::{Priority, Scope};
use placard_worker::feeds::facts::Facts;
use serde_json::{Value, json};

/// Requests of `seconds` seconds, each kept, and what is known of them afterwards.
pub(crate) async fn requests(app: &TestApp, world: &World, facts: &mut Facts, seconds: usize) {
    for _ in 0..seconds {
        app.clock.advance_ms(1_000);
        ask(app, world.block.0).await;
    }
    counters::flush(&app.app).await.unwrap();
    facts.catch_up().await.unwrap();
}

pub(crate) async fn delivery(app: &TestApp, person: &Person, of: &str) -> Value {
    let told = app.get(person, &format!("/api/advertiser/{of}/delivery")).await.expect(200)["data"].clone();
    if let Some(funnel) = told["funnel"].as_object() {
        let fell: u64 = funnel["steps"].as_array().unwrap().iter().map(|step| step["fell"].as_u64().unwrap()).sum();
        assert_eq!(fell + funnel["could_show"].as_u64().unwrap(), funnel["requests"].as_u64().unwrap(), "{told}");
    }
    let is_stopped = told["stops"].as_array().unwrap().iter().any(|stop| stop["is_total"] == json!(true));
    assert_eq!(is_stopped, told["state"] == json!("stopped"), "{told}");
    for stop in told["stops"].as_array().unwrap() {
        let (title, text) = (stop["title"].as_str().unwrap(), stop["text"].as_str().unwrap());
        assert!(!title.is_empty() && text.ends_with('.'), "each says what it is and what to do: {stop}");
    }
    told
}

/// What stops it, with how many ads.
pub(crate) fn stops(told: &Value) -> Vec<(String, u64)> {
    let stop = |stop: &Value| (stop["code"].as_str().unwrap().to_owned(), stop["ads_count"].as_u64().unwrap());
    told["stops"].as_array().unwrap().iter().map(stop).collect()
}

/// What a campaign of its own is made of.
#[derive(Clone, Copy)]
pub(crate) struct Made {
    pub(crate) groups: usize,
    pub(crate) group_wanted: bool,
    /// Ads with what a moderator said, and whether their owner wants them.
    pub(crate) ads: &'static [(Said, bool)],
    pub(crate) format: BlockFormat,
    pub(crate) bid_micros: i64,
    pub(crate) total_limit: Option<i64>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Said {
    Nothing,
    Approved,
    Rejected,
}

pub(crate) const WHOLE: Made = Made {
    groups: 1,
    group_wanted: true,
    ads: &[(Said::Approved, true)],
    format: BlockFormat::Text,
    bid_micros: 250_000,
    total_limit: None,
};

/// Its name, what was made, and what stops it with how many things.
type Case<'a> = (&'a str, Made, &'a [(&'a str, u64)]);

pub(crate) async fn make(app: &TestApp, world: &World, made: Made) -> (CampaignId, Vec<AdId>) {
    make_of(app, world.advertiser.id, world.god, made).await
}

/// The same of an owner, approved by `god`.
pub(crate) async fn make_of(app: &TestApp, owner: UserId, god: UserId, made: Made) -> (CampaignId, Vec<AdId>) {
    let campaign = CampaignSettings {
        name: "Another".to_owned(),
        marks: Vec::new(),
        target: Target::Commodity,
        offer: None,
        categories: vec![CategoryId(1)],
        ad_format_type: None,
        targeting: Targeting::default(),
        traffic_source: None,
        daily_limit: None,
        total_limit: made.total_limit.map(Money::from_micros),
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
    app.app
        .store
        .write("test_campaign", Priority::Api, async move |tx| {
            let campaign = campaigns::create(tx, owner, &campaign, true).await?;
            let mut all = Vec::new();
            for _ in 0..made.groups {
                let group = groups::create(tx, Scope::System, campaign, &group, made.group_wanted).await?;
                for (said, wanted) in made.ads {
                    let settings = AdSettings {
                        formats: FormatMask::default().with(made.format),
                        bid: Bid::Everywhere(Money::from_micros(made.bid_micros)),
                        ..ad_settings(9)
                    };
                    let ad = ads::create(tx, Scope::System, group, &settings, Entry::Queue).await?;
                    if *said != Said::Nothing {
                        let seen = moderation::lock(tx, ad, god).await?.ad.version;
                        match said {
                            Said::Approved => moderation::approve(tx, ad, god, seen).await?,
                            _ => moderation::reject(tx, ad, god, seen, &[7], "").await?,
                        }
                    }
                    if !wanted {
                        wishes::set_wanted(tx, Scope::System, &[ad], false).await?;
                    }
                    all.push(ad);
                }
            }
            Ok((campaign, all))
        })
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_tells_what_stops_it() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let owner = world.advertiser.clone();
        let path = format!("campaigns/{}", world.campaign);
        let call = format!("/api/advertiser/{path}");
        requests(&app, &world, &mut facts, 20).await;

        // Made so that one thing is missing.
        let table: &[Case<'_>] = &[
            ("delivering", WHOLE, &[]),
            ("no group", Made { groups: 0, ..WHOLE }, &[("no_group", 0)]),
            ("no ads", Made { ads: &[], ..WHOLE }, &[("no_ad", 0)]),
            ("waiting", Made { ads: &[(Said::Nothing, true)], ..WHOLE }, &[("moderation", 1)]),
            ("rejected", Made { ads: &[(Said::Rejected, true)], ..WHOLE }, &[("rejected", 1)]),
            (
                "some of them",
                Made { ads: &[(Said::Rejected, true), (Said::Nothing, true)], ..WHOLE },
                &[("moderation", 1), ("rejected", 1)],
            ),
            ("group stopped", Made { group_wanted: false, ..WHOLE }, &[("group_stopped", 1)]),
            ("ad stopped", Made { ads: &[(Said::Approved, false)], ..WHOLE }, &[("ad_stopped", 1)]),
            ("no block of its format", Made { format: BlockFormat::LongText, ..WHOLE }, &[("no_block", 1)]),
            (
                "one of two stopped",
                Made { ads: &[(Said::Approved, false), (Said::Approved, true)], ..WHOLE },
                &[("ad_stopped", 1)],
            ),
        ];
        for (name, made, expected) in table {
            let (campaign, ads) = make(&app, &world, *made).await;
            world.inventory.catch_up().await.unwrap();
            let told = delivery(&app, &owner, &format!("campaigns/{campaign}")).await;
            let expected: Vec<_> = expected.iter().map(|(code, ads)| ((*code).to_owned(), *ads)).collect();
            assert_eq!(stops(&told), expected, "{name}: {told}");
            let delivers = matches!(*name, "delivering" | "one of two stopped");
            assert_eq!(told["state"] == json!("delivers"), delivers, "{name}: {told}");
            assert_eq!(told["ads_on_offer"], json!(u64::from(delivers)), "{name}: {told}");
            for ad in ads.iter().take(1) {
                let of_ad = delivery(&app, &owner, &format!("ads/universal/{ad}")).await;
                assert_eq!(of_ad["state"] == json!("delivers"), *name == "delivering", "{name}: {of_ad}");
            }
            app.delete(&owner, &format!("/api/advertiser/campaigns/{campaign}")).await.expect(204);
        }

        // Done to the one that delivers, and taken back.
        let told = delivery(&app, &owner, &path).await;
        assert_eq!((&told["state"], stops(&told)), (&json!("delivers"), vec![]), "{told}");
        assert_eq!((&told["funnel"]["samples"], &told["funnel"]["requests"]), (&json!(20), &json!(20)));
        assert_eq!(told["funnel"]["could_show"], json!(20));
        let form = |more: Value| {
            let mut form = json!({"name": "Spring & summer", "target_id": 1, "categories": [1]});
            form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            form
        };
        let hour = app.clock.now().hour_of_week();
        let other_hour = (hour + 5) % 168;
        let balance = |micros: i64| format!("UPDATE balances SET amount = amount + {micros} WHERE account = 1");
        let spent = |table: &str, sign: &str| {
            let day = app.clock.now().day().0;
            let id = world.campaign;
            match (table, sign) {
                ("campaign_spend", "+") => format!(
                    "INSERT INTO campaign_spend (campaign_id, day, advertiser_id, amount, clicks, voided, updated_by) \
                     VALUES ({id}, {day}, {}, 900000, 4, 0, 't')",
                    owner.id
                ),
                ("campaign_totals", "+") => {
                    format!("INSERT INTO campaign_totals (campaign_id, amount, clicks) VALUES ({id}, 900000, 4)")
                }
                (table, _) => format!("DELETE FROM {table}"),
            }
        };
        enum Do<'a> {
            Put(&'a str),
            Form(Value),
            Sql(String),
        }
        use Do::{Form, Put, Sql};
        /// Its name, what is done and taken back, the state, and what stops it.
        type Story<'a> = (&'a str, Vec<Do<'a>>, Vec<Do<'a>>, &'a str, &'a [&'a str]);
        let limits = json!({"daily_money_limit": 1, "total_money_limit": null});
        let totals = json!({"daily_money_limit": null, "total_money_limit": 1});
        let table: Vec<Story<'_>> = vec![
            ("stopped", vec![Put("stop")], vec![Put("start")], "stopped", &["stopped"]),
            ("archived", vec![Put("archive")], vec![Put("unarchive"), Put("start")], "stopped", &["archived"]),
            (
                "outside hours",
                vec![Form(form(json!({"time_targeting": [other_hour]})))],
                vec![Form(form(json!({})))],
                "stopped",
                &["outside_hours"],
            ),
            ("no money", vec![Sql(balance(-99_900_000))], vec![Sql(balance(99_900_000))], "stopped", &["no_balance"]),
            (
                "daily limit",
                vec![Form(form(limits)), Sql(spent("campaign_spend", "+"))],
                vec![Sql(spent("campaign_spend", "-")), Form(form(json!({})))],
                "stopped",
                &["daily_limit"],
            ),
            (
                "total limit",
                vec![Form(form(totals)), Sql(spent("campaign_totals", "+"))],
                vec![Sql(spent("campaign_totals", "-")), Form(form(json!({})))],
                "stopped",
                &["total_limit"],
            ),
            (
                "paused by staff",
                vec![Sql("UPDATE campaigns SET paused_by_staff = TRUE, staff_reason = 'Another page'".to_owned())],
                vec![Sql("UPDATE campaigns SET paused_by_staff = FALSE, staff_reason = ''".to_owned())],
                "stopped",
                &["paused_by_staff"],
            ),
            (
                "another country",
                vec![Form(form(json!({"countries": ["US"]})))],
                vec![Form(form(json!({})))],
                "unmatched",
                &[],
            ),
        ];
        for (name, done, undone, state, expected) in table {
            for (changes, is_done) in [(done, true), (undone, false)] {
                for change in changes {
                    match change {
                        Put(action) => _ = app.put(&owner, &format!("{call}/{action}"), json!({})).await.expect(200),
                        Form(form) => _ = app.put(&owner, &call, form).await.expect(200),
                        Sql(statement) => execute(&app.app, &statement).await,
                    }
                }
                world.inventory.catch_up().await.unwrap();
                let told = delivery(&app, &owner, &path).await;
                let codes: Vec<String> = stops(&told).into_iter().map(|(code, _)| code).collect();
                let (wanted_state, wanted): (&str, &[&str]) =
                    if is_done { (state, expected) } else { ("delivers", &[]) };
                assert_eq!((told["state"].as_str().unwrap(), codes), (wanted_state, strings(wanted)), "{name}: {told}");
                if is_done && name == "another country" {
                    let places = |told: &Value| {
                        let steps = told["funnel"]["steps"].as_array().unwrap();
                        steps.iter().find(|step| step["name"] == json!("Places")).unwrap().clone()
                    };
                    let geo = places(&told);
                    assert_eq!((&geo["arrived"], &geo["fell"]), (&json!(20), &json!(20)), "{geo}");
                    let ad =
                        app.get(&owner, &format!("/api/advertiser/ads/universal/{}", world.ads[0])).await.expect(200);
                    let group = format!("ad_groups/{}", ad["data"]["group_id"]);
                    for part in [group, format!("ads/universal/{}", world.ads[0])] {
                        let of_part = places(&delivery(&app, &owner, &part).await);
                        assert_eq!(
                            (&of_part["arrived"], &of_part["fell"]),
                            (&json!(20), &json!(20)),
                            "{part}: {of_part}"
                        );
                    }
                    let body = json!({"sample": geo["example"]});
                    let ad = format!("/api/advertiser/ads/universal/{}/explain", world.ads[0]);
                    let why = app.post(&owner, &ad, body).await.expect(200)["data"].clone();
                    let is_told =
                        json!({"step": 5, "name": "Places", "text": "The place is not targeted.", "above": null});
                    assert_eq!(why, is_told);
                }
            }
        }

        // Nobody asks any more; the session ends meanwhile.
        let script = app.api_token(&owner, &["advertiser:read"]).await;
        app.clock.advance_ms(2 * HOUR_MS);
        let told = delivery(&app, &script, &path).await;
        assert_eq!((&told["state"], stops(&told)), (&json!("unknown"), vec![]), "{told}");
    })
    .await;
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_after_unbilled_clicks_may_be_less_than_one_click() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let owner = world.advertiser.clone();
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        // Only the campaign with the dear ad, and money for one and a half of its clicks.
        let dear = Made { bid_micros: 700_000, total_limit: Some(1_000_000), ..WHOLE };
        let (campaign, _) = make(&app, &world, dear).await;
        app.put(&owner, &format!("/api/advertiser/campaigns/{}/stop", world.campaign), json!({})).await.expect(200);
        world.inventory.catch_up().await.unwrap();
        requests(&app, &world, &mut facts, 3).await;
        let path = format!("campaigns/{campaign}");
        assert_eq!(delivery(&app, &owner, &path).await["state"], json!("delivers"));
        let token = token(&app, &world).await;
        app.clock.advance_ms(1_000);
        click(&app, &token).await;
        let told = delivery(&app, &owner, &path).await;
        let [(code, 1)] = &stops(&told)[..] else { panic!("{told}") };
        assert!(code == "price_above_rest" || code == "money_reserved", "{told}");
        assert_eq!(told["state"], json!("stopped"));
        if code == "price_above_rest" {
            let text = told["stops"][0]["text"].as_str().unwrap();
            assert!(text.contains("$0,70, and $0,30 are left"), "{text}");
            assert_eq!(told["stops"][0]["above"], json!({"price": 0.7, "rest": 0.3}));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_see_nothing_and_staff_see_what_owners_do() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let other = app.advertiser("other@x.org").await;
        let ad = world.ads[0];
        for of in [format!("campaigns/{}", world.campaign), "ad_groups/1".to_owned(), format!("ads/universal/{ad}")] {
            app.get(&other, &format!("/api/advertiser/{of}/delivery")).await.expect(404);
            assert_eq!(delivery(&app, &world.advertiser, &of).await["state"], json!("unknown"), "nobody asked yet");
        }
        let god = app.person("second@x.org", |new| new.user_type = UserType::God).await;
        let (acting, _) = app.acting(&god, &world.advertiser).await;
        delivery(&app, &acting, &format!("campaigns/{}", world.campaign)).await;
        let explain = format!("/api/advertiser/ads/universal/{ad}/explain");
        app.post(&other, &explain, json!({"block_id": 1})).await.expect(404);

        // A question about a sample waits with the account's others, of which it may have no more than so many.
        let (turns, asker) = (&app.app.turns, world.advertiser.id);
        let mut others: Vec<_> = (0..32).map(|_| Box::pin(turns.ask(asker, std::future::pending::<()>()))).collect();
        for other in &mut others {
            assert!(futures_util::poll!(other).is_pending());
        }
        app.post(&world.advertiser, &explain, json!({"sample": "12345"})).await.expect(429);
        app.get(&world.advertiser, &format!("/api/advertiser/ads/universal/{ad}/delivery")).await.expect(429);
        drop(others);

        // A request that is described, and one that nobody can be.
        let block = world.block.0;
        let check = async |body: Value, step: &str| {
            let why = app.post(&world.advertiser, &explain, body.clone()).await.expect(200)["data"].clone();
            assert_eq!(why["name"], json!(step), "{body}: {why}");
        };
        check(json!({"block_id": block, "host": "www.daily.test", "country": "GB", "device_type": 4}), "Ad found")
            .await;
        check(json!({"block_id": block, "host": "elsewhere.test"}), "Block and page").await;
        check(json!({"block_id": 424_242}), "Block and page").await;
        for (body, field) in [
            (json!({}), "block_id"),
            (json!({"block_id": block, "country": "GBR"}), "country"),
            (json!({"block_id": block, "device_type": 77}), "device_type"),
            (json!({"sample": "x"}), "sample"),
            (json!({"sample": "12345"}), "sample"),
        ] {
            assert_eq!(app.post(&world.advertiser, &explain, body.clone()).await.wrong_fields(), [field], "{body}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reach_counts_what_the_engine_would_show() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let owner = world.advertiser.clone();
        // Sessions end within the days that pass here.
        let script = app.api_token(&owner, &["advertiser:read"]).await;
        let reach = async |body: Value| {
            app.post(&script, "/api/advertiser/campaigns/reach", body).await.expect(200)["data"].clone()
        };
        let none = reach(json!({})).await;
        assert_eq!(none["shows_per_day"], Value::Null);
        assert!(none["text"].as_str().unwrap().starts_with("Too few requests"), "{none}");
        let groups = format!("/api/advertiser/campaigns/{}/ad_groups", world.campaign);
        let group = app.get(&script, &groups).await.expect(200)["data"][0]["id"].clone();
        let guide =
            async |bid: &str| app.get(&script, &format!("/api/advertiser/ad_groups/{group}/reach?bid={bid}")).await;
        guide("1.5").await.expect(200);
        assert_eq!(guide("much").await.wrong_fields(), ["bid"]);
        requests(&app, &world, &mut facts, 35).await;
        let hour = u32::from(app.clock.now().hour_of_week());
        let path = format!("campaigns/{}", world.campaign);
        // What the panel says of a saved audience is what the estimate said of it before.
        for (audience, fits) in [
            (json!({}), true),
            (json!({"countries": ["GB", "DE"]}), true),
            (json!({"countries": ["US"]}), false),
            (json!({"device_types": [4]}), true),
            (json!({"device_types": [1, 2]}), false),
            (json!({"os": [{"device_type": 4, "value": 5}]}), true),
            (json!({"os": [{"device_type": 4, "value": 6}]}), false),
            (json!({"languages": ["en"]}), true),
            (json!({"languages": ["de"]}), false),
            (json!({"isps": [64_512]}), false),
            (json!({"time_targeting": [hour, (hour + 167) % 168]}), true),
            (json!({"time_targeting": [(hour + 5) % 168]}), false),
            (json!({"keywords": ["golf", "Running  Shoes"]}), true),
            (json!({"keywords": ["golf"]}), false),
            (json!({"keywords": ["marathon"], "excluded_keywords": ["golf"]}), true),
            (json!({"excluded_keywords": ["marathon"]}), false),
            (json!({"traffic_source_id": 2}), true),
            (json!({"traffic_source_id": 1}), false),
        ] {
            let found = reach(audience.clone()).await;
            let mut form = json!({"name": "Spring & summer", "target_id": 1, "categories": [1]});
            form.as_object_mut().unwrap().extend(audience.as_object().unwrap().clone());
            app.put(&owner, &format!("/api/advertiser/{path}"), form).await.expect(200);
            world.inventory.catch_up().await.unwrap();
            let told = delivery(&app, &owner, &path).await;
            let could_show = told["funnel"]["could_show"].clone();
            assert_eq!(found["samples"], could_show, "{audience}: {found} {told}");
            assert_eq!(could_show == json!(35), fits, "{audience}: {told}");
            let text = found["text"].as_str().unwrap();
            if fits {
                assert_eq!(found["shows_per_day"], json!(35), "a day at most is behind them");
                assert_eq!(text, "About 35 shows a day were possible in the last day.");
            } else {
                assert_eq!(text, "No request of the last 7 days fits this audience.");
            }
        }
        app.clock.advance_ms(8 * DAY_MS);
        assert_eq!(reach(json!({})).await["samples"], json!(0));
        assert_eq!(
            app.post(&script, "/api/advertiser/campaigns/reach", json!({"countries": ["XX"]})).await.wrong_fields(),
            ["countries.0"]
        );
        let words = json!({"keywords": ["a, b", "x".repeat(41)], "excluded_keywords": vec!["a"; 101]});
        assert_eq!(
            app.post(&script, "/api/advertiser/campaigns/reach", words).await.wrong_fields(),
            ["excluded_keywords", "keywords.0", "keywords.1"]
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_and_blocks_show_what_was_filled() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        requests(&app, &world, &mut facts, 4).await;
        let webmaster = world.webmaster.clone();
        let site = app.get(&webmaster, "/api/webmaster/sites?is_show_stats=1").await.expect(200)["data"][0].clone();
        assert_eq!(site["fill_rate"], json!(75), "three ads for four places: {site}");
        let blocks = format!("/api/webmaster/sites/{}/blocks", site["id"]);
        let row = |list: Value| list["data"][0]["fill_rate"].clone();
        assert_eq!(row(app.get(&webmaster, &format!("{blocks}?is_show_stats=1")).await.expect(200)), json!(75));
        assert_eq!(row(app.get(&webmaster, &blocks).await.expect(200)), Value::Null, "no figures were asked for");
        let before = "?is_show_stats=1&filters[date_from]=2020-01-01&filters[date_to]=2020-01-02";
        assert_eq!(row(app.get(&webmaster, &format!("{blocks}{before}")).await.expect(200)), Value::Null);
    })
    .await;
}
