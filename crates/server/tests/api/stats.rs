//! Statistics over HTTP: three views of the same facts.

use crate::app::{Person, TestApp, each_app};
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use placard_api::statistics::questions::FILES_PER_ACCOUNT_MAX;
use placard_model::books::settlement::Amounts;
use placard_model::event::{ConversionState, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place};
use placard_model::targeting::request::VisitorId;
use placard_model::time::DAY_MS;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, GroupId, Hour, Money, OfferId, SiteId, TemplateId, TrafficSourceId,
    UnixMs, UserId, Verdict,
};
use placard_stats::{FactDelta, Positions};
use placard_store::Priority;
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) const ADVERTISER: &str = "/api/advertiser/stats/tmp_with_postbacks";
const BY_GET: &str = "/api/advertiser/stats";
const WEBMASTER: &str = "/api_v2/webmaster/stats";
pub(crate) const NETWORK: &str = "/api/admin/stats";

/// An advertiser with two campaigns and a webmaster with a site of one block, and what happened between them today.
pub(crate) struct World {
    pub(crate) advertiser: Person,
    pub(crate) webmaster: Person,
}

impl World {
    pub(crate) async fn build(app: &TestApp) -> Self {
        let advertiser = app.advertiser("buyer@x.org").await;
        let webmaster = app.webmaster("seller@x.org").await;
        let (buyer, seller) = (advertiser.id.0, webmaster.id.0);
        let statements = [
            format!(
                "INSERT INTO campaigns (id, advertiser_id, campaign_type, name, target, categories, targeting, \
                 created_at, updated_at, updated_by) VALUES (71, {buyer}, 1, '=Autumn, \"sale\"', 1, '[]', '{{}}', 0, 0, 't')"
            ),
            format!(
                "INSERT INTO campaigns (id, advertiser_id, campaign_type, name, target, categories, targeting, deleted_at, \
                 created_at, updated_at, updated_by) VALUES (72, {buyer}, 1, 'Gone', 1, '[]', '{{}}', 1, 0, 0, 't')"
            ),
            format!(
                "INSERT INTO sites (id, webmaster_id, name, domain, category_id, status_id, allowed_categories, \
                 forbidden_categories, created_at, updated_at, updated_by) \
                 VALUES (81, {seller}, 'My secret project', 'news.example', 0, 2, '[]', '[]', 0, 0, 't')"
            ),
            format!(
                "INSERT INTO blocks (id, site_id, webmaster_id, name, block_format_type_id, template_id, config, \
                 custom_styles, compiled_styles, passback_html, places, status_id, created_at, updated_at, updated_by) \
                 VALUES (91, 81, {seller}, 'Sidebar', 1, 2, '{{}}', '', '', '', 4, 1, 0, 0, 't')"
            ),
        ];
        app.app
            .store
            .write("test_stats", Priority::Api, async move |tx| {
                for statement in &statements {
                    tx.execute(statement, []).await?;
                }
                Ok(())
            })
            .await
            .unwrap();
        let world = Self { advertiser, webmaster };
        world.happen(app);
        world
    }

    fn served(&self, campaign: i64, ad: i64) -> ServedAd {
        let country = CountryCode::parse("DE").unwrap();
        ServedAd {
            token: TokenId([0; 12]),
            served: Served {
                ad: AdId(ad),
                block: BlockId(91),
                page: 0,
                visitor: VisitorId(0),
                decided_at: UnixMs(0),
                price: Money::from_micros(500_000),
                weight_micros: 3_000_000,
                place: Place { country, ..Place::default() },
                asn: 64_500,
                device_type: DeviceType::Mobile,
                os: Os::Android,
                browser: Browser::Chrome,
                language: Language::parse("de").unwrap(),
                traffic_source: TrafficSourceId(0),
                template: TemplateId(2),
                position: 0,
                control: false,
                consent: false,
            },
            ad: AdDims {
                campaign_type: CampaignType::Native,
                advertiser: self.advertiser.id,
                campaign: CampaignId(campaign),
                group: GroupId(75),
                target: Target::News,
                offer: OfferId(0),
                category: CategoryId(12),
            },
            block: BlockDims {
                webmaster: self.webmaster.id,
                site: SiteId(81),
                block: BlockId(91),
                format: BlockFormat::Native,
                template: TemplateId(2),
            },
        }
    }

    /// Campaign 71: 200 shows of two ads, 2 clicks of 0.50, one approved conversion of 3.00. Campaign 72: 50 shows.
    fn happen(&self, app: &TestApp) {
        let hour = app.clock.now().hour();
        let mut facts = Vec::new();
        for number in 0..200 {
            facts.push(FactDelta::show(&self.served(71, 1 + number % 2), hour, Verdict::Valid));
        }
        for _ in 0..50 {
            facts.push(FactDelta::show(&self.served(72, 3), hour, Verdict::Valid));
        }
        let amounts = Amounts {
            cost: Money::from_micros(500_000),
            webmaster: Money::from_micros(350_000),
            network: Money::from_micros(150_000),
            ..Amounts::default()
        };
        let ad = self.served(71, 1);
        facts.push(FactDelta::click(&ad, hour, Verdict::Valid, amounts));
        facts.push(FactDelta::click(&ad, hour, Verdict::Valid, amounts));
        facts.push(FactDelta::click(&ad, hour, Verdict::Bot, Amounts::default()));
        let approved = Some((ConversionState::Approved, Money::from_dollars(3)));
        facts.push(FactDelta::conversion(&ad, hour, Verdict::Valid, None, approved));
        app.app.stats.append(&facts, &[], &Positions { log: vec![1], settlements: vec![1] }).unwrap();
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[track_caller]
fn same(value: &Value, expected: f64) {
    assert!((number(value) - expected).abs() < 1e-9, "{value} is not {expected}");
}

#[tokio::test]
async fn an_advertiser_sees_what_was_bought() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let body = json!({"groups": ["campaign", "ad"]});
        let answer = app.post(&world.advertiser, ADVERTISER, body).await.expect(200);
        let rows = answer["result"].as_array().unwrap();
        assert_eq!(rows.len(), 2);
        let row = &rows[0];
        assert_eq!((row["level"].as_str(), row["id"].as_str()), (Some("campaign"), Some("71")));
        assert_eq!(row["name"], "=Autumn, \"sale\"");
        assert_eq!((row["has_children"].as_bool(), &row["parents"]), (Some(true), &json!({})));
        assert_eq!(row["shows_count"], 200);
        assert_eq!((row["clicks_count"].as_i64(), row["invalid_clicks_count"].as_i64()), (Some(2), Some(1)));
        assert_eq!(row["ads_count"], 2);
        same(&row["money"], 1.0);
        same(&row["cpc"], 0.5);
        same(&row["ctr"], 1.0);
        same(&row["cpm"], 5.0);
        same(&row["weight"], 3.0);
        same(&row["epc"], 1.5);
        same(&row["roi_money"], 2.0);
        same(&row["roi_percentage"], 200.0);
        assert_eq!(row["confirmed_cpm"], Value::Null, "a division by zero is null");
        assert!(row.get("money_web").is_none() && row.get("margin_money").is_none());
        assert_eq!(rows[1]["name"], "Gone", "statistics keep the names of what was deleted");
        assert_eq!(rows[1]["cpc"], Value::Null);
        assert_eq!(answer["total_result"]["shows_count"], 250);
        assert_eq!(answer["total_result"]["ads_count"], 3);
        assert_eq!(answer["names"]["campaign"]["72"], "Gone");
        assert_eq!(answer["pagination"], json!({"current_page": 1, "last_page": 1, "per_page": 20, "total": 2}));

        let below = json!({"groups": ["ad"], "filters": {"campaign": {"in": ["71"]}}, "order_by": "ad", "order_direction": "asc"});
        let below = app.post(&world.advertiser, ADVERTISER, below).await.expect(200);
        assert_eq!(below["result"][0]["parents"], json!({"campaign": "71"}));
        assert_eq!(below["total_result"]["shows_count"], row["shows_count"], "children add up to their parent");
        assert_eq!(below["result"][1]["shows_count"], 100);

        // The same question as parameters.
        let query = "groups[]=ad&filters[campaign][in][]=71&order_by=ad&order_direction=asc";
        assert_eq!(app.get(&world.advertiser, &format!("{BY_GET}?{query}")).await.expect(200), below);
        // Nothing that is misspelt is left out of the question.
        for (query, field) in [("date_from=2026-10-01", "date_from"), ("filter[date_from]=2026-10-01", "filter")] {
            let wrong = app.get(&world.advertiser, &format!("{BY_GET}?groups[]=campaign&{query}")).await;
            assert_eq!(wrong.wrong_fields(), [field]);
        }
        let wrong = app.get(&world.advertiser, &format!("{BY_GET}?filters[nothing][in][]=1")).await;
        assert!(wrong.status.is_client_error(), "{}", wrong.text);

        let by_site = app.post(&world.advertiser, ADVERTISER, json!({"groups": ["site"]})).await.expect(200);
        assert_eq!(by_site["result"][0]["name"], "news.example", "others know a site by its domain");
        let by_block = app.post(&world.advertiser, ADVERTISER, json!({"groups": ["block"]})).await.expect(200);
        assert_eq!(by_block["result"][0]["name"], "news.example #91");
        for group in ["date", "hour", "country", "device", "os", "browser", "language", "verdict", "target", "category"] {
            let answer = app.post(&world.advertiser, ADVERTISER, json!({"groups": [group]})).await.expect(200);
            assert_eq!(answer["total_result"]["shows_count"], 250, "{group}");
            assert!(answer["result"][0]["name"].is_string(), "{group}");
        }
        let yesterday = json!({"groups": ["date"], "filters": {"date_from": "2026-11-20", "date_to": "2026-11-20"}});
        let nothing = app.post(&world.advertiser, ADVERTISER, yesterday).await.expect(200);
        assert_eq!((nothing["result"].as_array().unwrap().len(), nothing["total_result"]["shows_count"].as_i64()), (0, Some(0)));
    })
    .await;
}

#[tokio::test]
async fn a_webmaster_sees_what_was_earned() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let answer =
            app.post(&world.webmaster, WEBMASTER, json!({"groups": ["site"], "order_by": "money"})).await.expect(200);
        let row = &answer["result"][0];
        assert_eq!((row["id"].as_str(), row["name"].as_str()), (Some("81"), Some("My secret project")));
        assert_eq!(row["shows_count_web"], 250);
        same(&row["money_web"], 0.7);
        same(&row["bid_web"], 0.35);
        same(&row["ecpm"], 2.8);
        assert_eq!(row["confirmed_cpm_web"], Value::Null);
        for hidden in ["money", "weight", "epc", "lead", "roi_money", "ads_count", "shows_count"] {
            assert!(row.get(hidden).is_none(), "{hidden}");
        }
        let by_get = app.get(&world.webmaster, &format!("{WEBMASTER}?groups[]=site&order_by=money")).await;
        assert_eq!(by_get.expect(200), answer);
        let by_template = app.post(&world.webmaster, WEBMASTER, json!({"groups": ["template"]})).await.expect(200);
        let rows = by_template["result"].as_array().unwrap();
        assert_eq!((rows.len(), rows[0]["id"].as_str()), (1, Some("2")), "{by_template}");
        assert_eq!(rows[0]["shows_count_web"], 250);
        let wrong = app.post(&world.webmaster, WEBMASTER, json!({"groups": ["campaign"]})).await;
        assert_eq!(wrong.wrong_fields(), ["groups"]);
        let wrong = app.post(&world.webmaster, WEBMASTER, json!({"order_by": "roi_money"})).await;
        assert_eq!(wrong.wrong_fields(), ["order_by"]);

        // Lists tell the same, beside what came today and yesterday, whatever their period.
        let owner = app.api_token(&world.webmaster, &["webmaster:read"]).await;
        let row = async |list: &str, days: &str| {
            app.get(&owner, &format!("/api/webmaster/{list}?is_show_stats=1{days}")).await.expect(200)["data"][0]
                .clone()
        };
        for list in ["sites", "sites/81/blocks"] {
            let today = row(list, "").await;
            same(&today["income_today"], 0.7);
            same(&today["income_yesterday"], 0.0);
            same(&today["statistic"]["ctr"], 0.8);
            same(&today["statistic"]["cpm"], 2.8);
        }
        app.clock.advance_ms(DAY_MS);
        for list in ["sites", "sites/81/blocks"] {
            let before = row(list, "&filters[date_from]=2020-01-01&filters[date_to]=2020-01-02").await;
            same(&before["income_today"], 0.0);
            same(&before["income_yesterday"], 0.7);
            assert_eq!(before["statistic"]["cpm"], Value::Null);
        }
    })
    .await;
}

#[tokio::test]
async fn blocking_a_category_costs_what_it_brings_to_others() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let yesterday = Hour(app.clock.now().hour().0 - 24);
        let mut facts = Vec::new();
        let mut earn = |category: i64, clicks: i64, people: i64, webmaster: UserId| {
            for number in 0..clicks {
                let mut ad = world.served(71, 1);
                ad.ad.category = CategoryId(category);
                ad.ad.advertiser = UserId(1_000 + number % people);
                ad.block.webmaster = webmaster;
                let earned = Amounts { webmaster: Money::from_micros(350_000), ..Amounts::default() };
                facts.push(FactDelta::click(&ad, yesterday, Verdict::Valid, earned));
            }
        };
        // Enough clicks of enough people, too few of each, and what the caller earned.
        for webmaster in [UserId(2_000), UserId(2_001)] {
            earn(1, 150, 3, webmaster);
            earn(2, 50, 3, webmaster);
            earn(3, 20, 3, webmaster);
            earn(4, 180, 1, webmaster);
        }
        earn(1, 900, 3, world.webmaster.id);
        app.app.stats.append(&facts, &[], &app.app.stats.positions().unwrap()).unwrap();
        let site = "/api/webmaster/sites/81";
        app.put(&world.webmaster, site, json!({"domain": "news.example", "forbidden_categories": [2]}))
            .await
            .expect(200);
        let costs = app.get(&world.webmaster, "/api/webmaster/stats/categories").await.expect(200)["data"].clone();
        let told = |category: i64| {
            let all = costs["categories"].as_array().unwrap();
            let of = all.iter().find(|one| one["id"] == json!(category)).unwrap();
            (of["income_share"].clone(), of["blocked_sites"].clone())
        };
        let expected = [(json!(37.5), 0), (json!(12.5), 1), (Value::Null, 0), (Value::Null, 0)];
        let expected = expected.map(|(share, blocked)| (share, json!(blocked)));
        assert_eq!([1, 2, 3, 4].map(told), expected, "{costs}");
        assert_eq!(costs["categories"][0]["id"], 1, "what costs most comes first");
    })
    .await;
}

#[tokio::test]
async fn scopes_cannot_be_lifted() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let other = app.person("other@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await;
        for body in [
            json!({"groups": ["campaign"]}),
            json!({"groups": ["campaign"], "filters": {"campaign": {"in": [71]}}}),
            json!({"groups": ["date"], "filters": {"site": {"in": [81]}, "campaign": {"in": [71, 72]}}}),
        ] {
            let answer = app.post(&other, ADVERTISER, body).await.expect(200);
            assert_eq!(
                (answer["result"].as_array().unwrap().len(), answer["total_result"]["shows_count"].as_i64()),
                (0, Some(0))
            );
            let text = answer.to_string();
            assert!(!text.contains("Autumn") && !text.contains("news.example"), "names of others are not told: {text}");
        }
        let own = json!({"groups": ["date"], "filters": {"site": {"in": [81]}, "campaign": {"in": [71]}}});
        let names = &app.post(&world.advertiser, ADVERTISER, own).await.expect(200)["names"];
        assert_eq!(names["campaign"]["71"], "=Autumn, \"sale\"");
        assert_eq!(names["site"]["81"], "news.example", "a filter on a source that was bought has its name");
        let answer = app.post(&other, WEBMASTER, json!({"filters": {"site": {"in": [81]}}})).await.expect(200);
        assert_eq!(answer["total_result"]["shows_count_web"], 0);
        let answer = app.post(&other, ADVERTISER, json!({"filters": {"control": {"in": [1]}}})).await;
        assert_eq!(answer.wrong_fields(), ["filters.control"]);
        for (filter, whose) in [("advertiser", &world.advertiser), ("webmaster", &world.webmaster)] {
            let body = json!({"groups": [filter], "filters": {filter: {"in": [whose.id.0]}}});
            let answer = app.post(&other, ADVERTISER, body).await.expect(200);
            assert_eq!(answer["total_result"]["shows_count"], 0);
            assert!(!answer.to_string().contains("@x.org"), "{answer}");
        }
        app.post(&world.webmaster, ADVERTISER, json!({})).await.expect(403);
        app.post(&world.advertiser, WEBMASTER, json!({})).await.expect(403);
        app.post(&world.advertiser, NETWORK, json!({})).await.expect(403);
    })
    .await;
}

#[tokio::test]
async fn staff_see_both_sides() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let god = app.god().await;
        let answer = app.post(&god, NETWORK, json!({"groups": ["advertiser"]})).await.expect(200);
        let row = &answer["result"][0];
        assert_eq!(row["name"], "buyer@x.org");
        same(&row["money"], 1.0);
        same(&row["money_web"], 0.7);
        same(&row["margin_money"], 0.3);
        same(&row["ecpm"], 12.0);
        same(&row["ecpm_web"], 2.8);
        let sales = app.sales().await;
        let answer = app.post(&sales, NETWORK, json!({"groups": ["advertiser"]})).await.expect(200);
        assert_eq!(answer["total_result"]["shows_count"], 0, "no clients, no rows");
        let (id, manager) = (world.webmaster.id.0, sales.id.0);
        app.app
            .store
            .write("test_manager", Priority::Api, async move |tx| {
                tx.execute(&format!("UPDATE users SET manager_id = {manager} WHERE id = {id}"), []).await
            })
            .await
            .unwrap();
        let answer = app.post(&sales, NETWORK, json!({"groups": ["webmaster"]})).await.expect(200);
        assert_eq!(answer["total_result"]["shows_count"], 250, "what a client sells");
        assert_eq!(answer["result"][0]["name"], "seller@x.org");

        // Who buys there is somebody else's client: a number.
        for group in ["advertiser", "campaign", "ad"] {
            let answer = app.post(&sales, NETWORK, json!({"groups": [group]})).await.expect(200);
            assert_eq!(answer["total_result"]["shows_count"], 250, "{group}");
            for row in answer["result"].as_array().unwrap() {
                assert_eq!(row["name"], Value::Null, "{row}");
            }
            assert!(!answer.to_string().contains("buyer@x.org"), "{answer}");
            let options = app.get(&sales, &format!("/api/admin/stats/filters/{group}s")).await.expect(200);
            let offered = options["data"].as_array().unwrap();
            assert!(offered.iter().all(|option| option["name"] == "seller@x.org"), "{options}");
        }
        let sites = app.post(&sales, NETWORK, json!({"groups": ["site"]})).await.expect(200);
        assert!(sites["result"][0]["name"].is_string(), "{sites}");
    })
    .await;
}

#[tokio::test]
async fn files_are_rfc_4180_without_formulas() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let body = json!({"groups": ["campaign", "date"], "format": "csv_file", "count": 1});
        let answer = app.post(&world.advertiser, ADVERTISER, body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/csv"));
        let disposition = answer.headers["content-disposition"].to_str().unwrap();
        assert_eq!(disposition, "attachment; filename=\"placard-statistics-2026-11-21-2026-11-21.csv\"");
        let lines: Vec<&str> = answer.text.split("\r\n").collect();
        assert!(lines[0].starts_with("campaign_id,campaign,date,shows_count,"), "{}", lines[0]);
        assert!(lines[1].starts_with("71,\"'=Autumn, \"\"sale\"\"\",2026-11-21,200,"), "{}", lines[1]);
        assert!(lines[2].starts_with("72,Gone,2026-11-21,50,"), "{}", lines[2]);
        assert!(lines[3].starts_with("Total,,,250,"), "{}", lines[3]);
        assert_eq!(lines.len(), 5, "all rows, and the last line ends");
        let body = json!({"groups": ["site"], "format": "csv_file", "decimal": "comma"});
        let text = app.post(&world.webmaster, WEBMASTER, body).await.text;
        assert!(text.contains("\r\n81;My secret project;250;0;2;0;1;0,8;;0,7;0,35;2,8;;2,8;\r\n"), "{text}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_nobody_reads_keep_nobody_waiting() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let god = app.god().await;
        let hour = app.clock.now().hour();
        let facts: Vec<FactDelta> =
            (100..10_000).map(|ad| FactDelta::show(&world.served(71, ad), hour, Verdict::Valid)).collect();
        app.app.stats.append(&facts, &[], &Positions { log: vec![2], settlements: vec![2] }).unwrap();
        let begin = async |person: &Person, path: &str| {
            let body = json!({"groups": ["ad", "date"], "format": "csv_file"}).to_string();
            let request = Request::post(path)
                .header("authorization", format!("Bearer {}", person.token))
                .header("content-type", "application/json");
            app.begin(request.body(Body::from(body)).unwrap()).await
        };
        let mut unread = Vec::new();
        for _ in 0..FILES_PER_ACCOUNT_MAX {
            unread.push(begin(&world.advertiser, ADVERTISER).await);
            unread.push(begin(&god, NETWORK).await);
        }
        assert!(unread.iter().all(|response| response.status() == 200));
        assert_eq!(begin(&world.advertiser, ADVERTISER).await.status(), 429, "too many of one account");
        let question = app.post(&world.advertiser, ADVERTISER, json!({"groups": ["site"]}));
        let answer = tokio::time::timeout(Duration::from_secs(20), question).await.expect("others wait for ever");
        assert_eq!(answer.expect(200)["total_result"]["shows_count"], 250 + 9_900);

        let bytes = unread.swap_remove(0).into_body().collect().await.unwrap().to_bytes();
        assert_eq!(bytes.split(|byte| *byte == b'\n').count() - 1, 3 + 9_900 + 2);
        assert_eq!(begin(&world.advertiser, ADVERTISER).await.status(), 200, "one was read");
    })
    .await;
}

#[tokio::test]
async fn filters_offer_what_there_is() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let list = async |person: &Person, path: &str| {
            let answer = app.get(person, path).await.expect(200);
            let pair = |option: &Value| {
                (option["id"].as_str().unwrap().to_owned(), option["name"].as_str().unwrap().to_owned())
            };
            answer["data"].as_array().unwrap().iter().map(pair).collect::<Vec<_>>()
        };
        let pair = |id: &str, name: &str| (id.to_owned(), name.to_owned());
        let advertiser = &world.advertiser;
        let base = "/api/advertiser/stats/filters";
        let autumn = pair("71", "=Autumn, \"sale\"");
        assert_eq!(list(advertiser, &format!("{base}/campaigns?withDeleted=0")).await, std::slice::from_ref(&autumn));
        let all = list(advertiser, &format!("{base}/campaigns?withDeleted=1")).await;
        assert_eq!(all, [pair("72", "Gone"), autumn.clone()]);
        assert_eq!(list(advertiser, &format!("{base}/campaigns?search=AUTUMN")).await, std::slice::from_ref(&autumn));
        assert_eq!(list(advertiser, &format!("{base}/campaigns?search=71")).await, [autumn]);
        assert!(list(advertiser, &format!("{base}/campaigns?search=%25")).await.is_empty(), "% is no wildcard");
        assert_eq!(list(advertiser, &format!("{base}/sites")).await, [pair("81", "news.example")]);
        assert_eq!(list(advertiser, &format!("{base}/blocks")).await, [pair("91", "news.example #91")]);
        assert_eq!(list(advertiser, &format!("{base}/countries?search=germ")).await, [pair("DE", "Germany")]);
        assert_eq!(list(advertiser, &format!("{base}/countries?count=2")).await.len(), 2);
        let countries = list(advertiser, &format!("{base}/countries?count=1000")).await;
        assert!(countries.contains(&pair("US", "United States")));
        assert_eq!(countries[0], pair("AF", "Afghanistan"), "by name, not by code");
        assert_eq!(list(advertiser, &format!("{base}/targets")).await, [pair("1", "Commodity"), pair("2", "News")]);
        assert_eq!(list(advertiser, &format!("{base}/device_types")).await.len(), 3);
        assert_eq!(list(advertiser, &format!("{base}/block_format_types")).await.len(), 6);
        assert_eq!(list(advertiser, &format!("{base}/languages")).await, [pair("de", "de")]);
        assert!(!list(advertiser, &format!("{base}/categories")).await.is_empty());
        assert!(!list(advertiser, &format!("{base}/block_templates")).await.is_empty());
        // Themselves, and who earns from them: a number alone.
        let (buyer, seller) = (advertiser.id.to_string(), world.webmaster.id.to_string());
        assert_eq!(list(advertiser, &format!("{base}/advertisers")).await, [pair(&buyer, "buyer@x.org")]);
        assert_eq!(list(advertiser, &format!("{base}/webmasters")).await, [pair(&seller, &seller)]);
        let by_webmaster = app.post(advertiser, ADVERTISER, json!({"groups": ["webmaster"]})).await.expect(200);
        assert_eq!(
            (&by_webmaster["result"][0]["id"], &by_webmaster["result"][0]["name"]),
            (&json!(seller), &Value::Null)
        );
        app.get(&world.webmaster, "/api/webmaster/stats/filters/teams").await.expect(403);
        app.get(advertiser, &format!("{base}/colours")).await.expect(404);
        assert_eq!(app.get(advertiser, &format!("{base}/sites?count=1001")).await.wrong_fields(), ["count"]);
        let own = list(&world.webmaster, "/api/webmaster/stats/filters/sites").await;
        assert_eq!(own, [pair("81", "My secret project")]);
        app.get(&world.webmaster, "/api/webmaster/stats/filters/campaigns").await.expect(403);
        let other = app.person("other@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await;
        for path in
            ["advertiser/stats/filters/campaigns", "advertiser/stats/filters/sites", "webmaster/stats/filters/sites"]
        {
            assert!(list(&other, &format!("/api/{path}")).await.is_empty(), "{path}");
        }
        let god = app.god().await;
        assert_eq!(list(&god, "/api/admin/stats/filters/campaigns").await.len(), 1);
        assert!(list(&god, "/api/admin/stats/filters/advertisers?search=buyer").await.len() == 1);
    })
    .await;
}
