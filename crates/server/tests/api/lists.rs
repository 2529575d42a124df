//! Lists of an owner with very many rows: each page is what a model in memory says, whatever it is sorted by.

use crate::app::{Person, TestApp, each_app};
use placard_model::event::{Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place};
use placard_model::targeting::request::VisitorId;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_stats::{FactDelta, Positions};
use placard_store::{Priority, Tx};
use serde_json::Value;
use std::collections::HashMap;

const ALL: &str = "/api/advertiser/ads/all";
const ADS: i64 = 2_000;
const GROUPS: i64 = 50;

struct Row {
    id: i64,
    title: String,
    bid: i64,
    status: i64,
    shows: i64,
    clicks: i64,
}

impl Row {
    /// Ads differ by their number alone: their words, prices, statuses and figures.
    fn new(id: i64) -> Self {
        let status = match id % 10 {
            0 => 6,
            1 => 2,
            2 => 3,
            // Every fifth group is stopped.
            _ if (id % GROUPS) % 5 == 0 => 4,
            3 => 4,
            _ => 5,
        };
        let shows = if id % 3 == 0 { 0 } else { id * 7 % 40 };
        Self {
            id,
            title: format!("Ad {}", id * 7_919 % 1_000),
            bid: 10_000 * (3 + id % 90),
            status,
            shows,
            clicks: shows.min(id % 4),
        }
    }

    fn sql(&self, owner: i64) -> String {
        let Self { id, title, bid, .. } = self;
        let review = match id % 10 {
            1 => 2,
            2 => 3,
            _ => 5,
        };
        let wanted = if id % 10 == 3 { "FALSE" } else { "TRUE" };
        let archived = if id % 10 == 0 { "1" } else { "NULL" };
        let group = 1 + id % GROUPS;
        format!(
            "({id}, {group}, 1, {owner}, '{title}', '{}', 'https://x.example', 4, {bid}, {bid}, {review}, {wanted}, \
             {archived}, 0, 0, 0, 't')",
            title.to_lowercase()
        )
    }
}

async fn fill(app: &TestApp, owner: &Person, rows: &[Row]) {
    let owner_id = owner.id.0;
    let mut statements = vec![
        format!(
            "INSERT INTO balances (account, user_id, amount, updated_at, updated_by) VALUES (1, {owner_id}, 1000000000, 0, 't')"
        ),
        format!(
            "INSERT INTO campaigns (id, advertiser_id, campaign_type, name, folded_name, target, categories, targeting, \
             approved_once, created_at, updated_at, updated_by) \
             VALUES (1, {owner_id}, 1, 'All', 'all', 1, '[]', '{{}}', TRUE, 0, 0, 't')"
        ),
    ];
    let groups = (1..=GROUPS).map(|id| {
        let wanted = if (id - 1) % 5 == 0 { "FALSE" } else { "TRUE" };
        format!("({id}, 1, {owner_id}, 'G', 'g', '{{}}', '{{}}', {wanted}, 0, 0, 't')")
    });
    statements.push(format!(
        "INSERT INTO ad_groups (id, campaign_id, advertiser_id, name, folded_name, targeting, lists, wanted, created_at, \
         updated_at, updated_by) VALUES {}",
        groups.collect::<Vec<_>>().join(", ")
    ));
    for rows in rows.chunks(1_000) {
        let rows: Vec<String> = rows.iter().map(|row| row.sql(owner_id)).collect();
        statements.push(format!(
            "INSERT INTO ads (id, group_id, campaign_id, advertiser_id, title, folded_title, original_url, formats, bid, \
             lowest_bid, review, wanted, archived_at, submitted_at, created_at, updated_at, updated_by) VALUES {}",
            rows.join(", ")
        ));
    }
    let store = &app.app.store;
    store
        .write("test_lists", Priority::Api, async move |tx| {
            for statement in &statements {
                tx.execute(statement, []).await?;
            }
            Ok(())
        })
        .await
        .unwrap();
    let mut facts = Vec::new();
    for row in rows {
        let ad = served(owner.id, row.id);
        if row.shows == 0 {
            continue;
        }
        let mut fact = FactDelta::show(&ad, app.clock.now().hour(), Verdict::Valid);
        fact.measures.shows = row.shows;
        fact.measures.clicks = row.clicks;
        fact.measures.amounts.cost = Money::from_micros(row.bid * row.clicks);
        facts.push(fact);
    }
    app.app.stats.append(&facts, &[], &Positions { log: vec![1], settlements: vec![1] }).unwrap();
}

fn served(advertiser: UserId, ad: i64) -> ServedAd {
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
            advertiser,
            campaign: CampaignId(1),
            group: GroupId(1 + ad % GROUPS),
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(12),
        },
        block: BlockDims {
            webmaster: UserId(9_999),
            site: SiteId(81),
            block: BlockId(91),
            format: BlockFormat::Native,
            template: TemplateId(2),
        },
    }
}

#[tokio::test]
async fn pages_of_many_ads_are_those_of_a_model() {
    each_app(async |app| {
        let owner = app.advertiser("many@x.org").await;
        let rows: Vec<Row> = (1..=ADS).map(Row::new).collect();
        fill(&app, &owner, &rows).await;
        let key = |name: &str, row: &Row| -> (Option<i64>, String) {
            match name {
                "title" => (None, row.title.to_lowercase()),
                "lowest_bid" => (Some(row.bid), String::new()),
                "status" => (Some(row.status), String::new()),
                "impressions" => (Some(row.shows), String::new()),
                "clicks_count" => (Some(row.clicks), String::new()),
                "ctr" => ((row.shows > 0).then(|| row.clicks * 1_000_000_000 / row.shows), String::new()),
                "roi_money" => (Some(-row.clicks * row.bid), String::new()),
                _ => (Some(row.id), String::new()),
            }
        };
        for (query, is_wanted) in [
            ("", (|row: &Row| row.status != 6) as fn(&Row) -> bool),
            ("&filters[status][]=4&filters[status][]=6", |row| row.status == 4 || row.status == 6),
            ("&searchPhrase=AD%2077", |row| row.status != 6 && row.title.contains("Ad 77")),
            ("&searchPhrase=199", |row| {
                row.status != 6 && (row.title.contains("199") || row.id.to_string().contains("199"))
            }),
        ] {
            for name in ["id", "title", "lowest_bid", "status", "impressions", "clicks_count", "ctr", "roi_money"] {
                for direction in ["asc", "desc"] {
                    let mut wanted: Vec<&Row> = rows.iter().filter(|row| is_wanted(row)).collect();
                    wanted.sort_by(|left, right| {
                        let order = key(name, left).cmp(&key(name, right));
                        let order = if direction == "asc" { order } else { order.reverse() };
                        order.then(right.id.cmp(&left.id))
                    });
                    // In the order of numbers the one that was typed comes first.
                    if name == "id" && query.ends_with("=199") {
                        wanted.sort_by_key(|row| row.id != 199);
                    }
                    for (page, count) in [(1, 20), (40, 20), (3, 7)] {
                        let shows = i32::from(page == 1);
                        let path = format!(
                            "{ALL}?order_by={name}&order_direction={direction}&page={page}&count={count}&is_show_stats={shows}{query}"
                        );
                        let answer = app.get(&owner, &path).await.expect(200);
                        let ids: Vec<i64> =
                            answer["data"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect();
                        let expected: Vec<i64> =
                            wanted.iter().skip((page - 1) * count).take(count).map(|row| row.id).collect();
                        assert_eq!(ids, expected, "{path}");
                        assert_eq!(answer["pagination"]["total"], wanted.len(), "{path}");
                        if shows == 1 {
                            check_figures(&answer, &wanted);
                        }
                    }
                }
            }
        }
        let counts = &app.get(&owner, &format!("{ALL}?count=1")).await.expect(200)["counts_by_status"];
        let mut expected: HashMap<i64, u64> = HashMap::new();
        for row in &rows {
            *expected.entry(row.status).or_default() += 1;
        }
        for (status, count) in &expected {
            assert_eq!(counts[status.to_string()], *count, "{status}");
        }
        assert_eq!(counts["total"], rows.len() as u64 - expected[&6]);
    })
    .await;
}

#[track_caller]
fn check_figures(answer: &Value, wanted: &[&Row]) {
    let by_id: HashMap<i64, &Row> = wanted.iter().map(|row| (row.id, *row)).collect();
    for shown in answer["data"].as_array().unwrap() {
        let row = by_id[&shown["id"].as_i64().unwrap()];
        assert_eq!(shown["status_id"], row.status, "{}", row.id);
        assert_eq!(shown["statistic"]["shows_count"], row.shows, "{}", row.id);
        assert_eq!(shown["statistic"]["clicks_count"], row.clicks, "{}", row.id);
    }
    let total = &answer["total_statistic"];
    assert_eq!(total["shows_count"], wanted.iter().map(|row| row.shows).sum::<i64>());
    assert_eq!(total["clicks_count"], wanted.iter().map(|row| row.clicks).sum::<i64>());
    let known = wanted.iter().filter(|row| row.shows > 0).count();
    assert_eq!(total["ads_count"], known, "ads with facts");
}

#[tokio::test]
async fn campaigns_come_by_the_ads_that_run_in_them() {
    each_app(async |app| {
        let owner = app.advertiser("running@x.org").await;
        let id = owner.id.0;
        let statements = [
            format!(
                "INSERT INTO balances (account, user_id, amount, updated_at, updated_by) VALUES (1, {id}, 1000000000, 0, 't')"
            ),
            // The third is stopped.
            format!(
                "INSERT INTO campaigns (id, advertiser_id, campaign_type, name, target, categories, targeting, wanted, \
                 approved_once, created_at, updated_at, updated_by) VALUES \
                 (1, {id}, 1, 'A', 1, '[]', '{{}}', TRUE, TRUE, 0, 0, 't'), \
                 (2, {id}, 1, 'B', 1, '[]', '{{}}', TRUE, TRUE, 0, 0, 't'), \
                 (3, {id}, 1, 'C', 1, '[]', '{{}}', FALSE, TRUE, 0, 0, 't'), \
                 (4, {id}, 1, 'D', 1, '[]', '{{}}', TRUE, TRUE, 0, 0, 't')"
            ),
            // Of the two groups of the first one is stopped.
            format!(
                "INSERT INTO ad_groups (id, campaign_id, advertiser_id, name, targeting, lists, wanted, created_at, \
                 updated_at, updated_by) VALUES \
                 (1, 1, {id}, 'G', '{{}}', '{{}}', TRUE, 0, 0, 't'), (2, 1, {id}, 'H', '{{}}', '{{}}', FALSE, 0, 0, 't'), \
                 (3, 2, {id}, 'I', '{{}}', '{{}}', TRUE, 0, 0, 't'), (4, 3, {id}, 'J', '{{}}', '{{}}', TRUE, 0, 0, 't')"
            ),
        ];
        // Group, campaign, ads: two run in the first campaign, three in the second.
        let ads = [(1, 1, 2), (2, 1, 4), (3, 2, 3), (4, 3, 5)];
        let rows: Vec<String> = ads
            .into_iter()
            .flat_map(|(group, campaign, count)| std::iter::repeat_n((group, campaign), count))
            .enumerate()
            .map(|(at, (group, campaign))| {
                format!(
                    "({}, {group}, {campaign}, {id}, 'T', 'https://x.example', 4, 10000, 10000, 5, TRUE, 0, 0, 0, 't')",
                    at + 1
                )
            })
            .collect();
        let ads = format!(
            "INSERT INTO ads (id, group_id, campaign_id, advertiser_id, title, original_url, formats, bid, lowest_bid, review, \
             wanted, submitted_at, created_at, updated_at, updated_by) VALUES {}",
            rows.join(", ")
        );
        let write = async move |tx: &Tx| {
            for statement in statements.iter().chain([&ads]) {
                tx.execute(statement, []).await?;
            }
            Ok(())
        };
        app.app.store.write("test_lists", Priority::Api, write).await.unwrap();
        for shows in [0, 1] {
            let path =
                format!("/api/advertiser/campaigns?order_by=running_ads_count&count=3&is_show_stats={shows}");
            let answer = app.get(&owner, &path).await.expect(200);
            let running = |row: &Value| (row["id"].as_i64().unwrap(), row["running_ads_count"].as_i64().unwrap());
            let found: Vec<(i64, i64)> = answer["data"].as_array().unwrap().iter().map(running).collect();
            assert_eq!(found, [(2, 3), (1, 2), (4, 0)], "{path}");
            assert_eq!(answer["counts_by_status"]["2"], 3);
            assert_eq!(answer["counts_by_status"]["1"], 1);
            assert_eq!(answer["pagination"]["total"], 4);
        }
    })
    .await;
}
