//! Sources of a campaign over HTTP: their figures, what the campaign's own list says of them, coefficients of many.

use crate::advertising::CAMPAIGNS;
use crate::app::each_app;
use crate::damage;
use crate::rules::World;
use placard_model::targeting::Source;
use placard_model::{AdId, Clock, SiteId, Verdict};
use placard_stats::FactDelta;
use placard_worker::feeds::inventory::Inventory;
use serde_json::{Value, json};

fn sites(answer: &Value) -> Vec<i64> {
    answer["data"].as_array().unwrap().iter().map(|row| row["site_id"].as_i64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sources_tell_what_they_bring_and_how_sure_that_is() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let path = format!("{CAMPAIGNS}/{}/source/stats", world.campaign);
        let empty = app.get(&world.anna, &path).await.expect(200);
        assert_eq!((&empty["data"], &empty["total"]["mean"]["ratio"]), (&json!([]), &json!(null)));
        // 300 dollars for 60 leads at one, 100 for 2 at the other.
        world.happen(&app, 1, world.ads[0], 81, 9_000, 300, 60);
        world.happen(&app, 1, world.ads[1], 82, 9_000, 100, 2);
        let mut robots =
            FactDelta::show(&world.served(world.campaign, world.ads[1], 82), app.clock.now().hour(), Verdict::Bot);
        robots.measures.shows = 0;
        robots.measures.rejected_shows = 0;
        robots.measures.rejected_clicks = 25;
        app.app.stats.append(&[robots], &[], &app.app.stats.positions().unwrap()).unwrap();

        let all = app.get(&world.anna, &path).await.expect(200);
        assert_eq!(sites(&all), [81, 82]);
        let [good, bad] = [&all["data"][0], &all["data"][1]];
        assert_eq!(
            (&good["site_name"], &good["statistic"]["money"], &good["state"]),
            (&json!("good.example"), &json!(300), &json!("open"))
        );
        assert_eq!(
            (&bad["invalid_percentage"], &bad["invalid"]),
            (&json!(20.0), &json!([{"verdict": "bot", "clicks_count": 25}]))
        );
        assert_eq!(
            (&good["coefficient"], &good["coefficient_in_force"], &good["block_id"]),
            (&json!(null), &json!(1), &json!(null))
        );
        let number = |value: &Value| value.as_f64().unwrap();
        assert!((number(&bad["against_mean"]["ratio"]) - 50.0 / (400.0 / 62.0)).abs() < 1e-9, "{bad}");
        assert!(number(&bad["against_mean"]["low"]) > 1.0, "{bad}");
        assert!(number(&good["against_mean"]["high"]) < 1.2, "{good}");
        assert_eq!(all["counts_by_view"]["dearer"], 1);
        assert_eq!((&all["total"]["dearer"]["money"], &all["total"]["dearer"]["lead"]), (&json!(100), &json!(2)));
        assert_eq!(all["total"]["campaign"]["money"], 400);

        let of = async |query: &str| app.get(&world.anna, &format!("{path}?{query}")).await.expect(200);
        assert_eq!(sites(&of("filters[view]=dearer").await), [82]);
        assert_eq!(sites(&of("order_by=against_mean&order_direction=desc").await), [82, 81]);
        assert_eq!(sites(&of("order_by=name&order_direction=asc").await), [82, 81]);
        assert_eq!(sites(&of("searchPhrase=GOOD").await), [81]);
        let second = of("count=1&page=2").await;
        assert_eq!((sites(&second), &second["pagination"]["total"]), (vec![82], &json!(2)));
        let blocks = of("level=block&filters[site]=82").await;
        assert_eq!((&blocks["data"][0]["block_id"], blocks["data"].as_array().unwrap().len()), (&json!(91), 1));
        assert_eq!(blocks["total"]["campaign"]["money"], 400, "the mean is that of the campaign");
        assert_eq!(of("filters[date_from]=2020-01-01&filters[date_to]=2020-01-02").await["data"], json!([]));
        for (query, field) in [
            ("order_by=nonsense", "order_by"),
            ("count=10001", "count"),
            ("filters[date_from]=2026-02-30", "filters.date_from"),
        ] {
            assert_eq!(app.get(&world.anna, &format!("{path}?{query}")).await.wrong_fields(), [field]);
        }
        app.get(&app.advertiser("b@x.org").await, &path).await.expect(404);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_sources_are_blocked_and_allowed_or_none() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut inventory = Inventory::load(app.app.worker.clone()).await.unwrap();
        let list = format!("{CAMPAIGNS}/{}/source/list", world.campaign);
        let stats = format!("{CAMPAIGNS}/{}/source/stats", world.campaign);
        let changed =
            app.put(&world.anna, &list, json!({"site_ids": [81, 82, 81], "state": "blocked"})).await.expect(200);
        assert_eq!(
            changed["data"],
            json!({
                "changed": [
                    {"site_id": 81, "block_id": null, "before": "open"},
                    {"site_id": 82, "block_id": null, "before": "open"},
                ],
                "left": [],
                "listed_count": 2,
            })
        );
        let again = app.put(&world.anna, &list, json!({"site_ids": [82], "state": "allowed"})).await.expect(200);
        assert_eq!(again["data"]["changed"][0]["before"], "blocked");
        // What is only named has a row, too.
        let rows = app.get(&world.anna, &format!("{stats}?order_by=name")).await.expect(200);
        let states: Vec<_> =
            rows["data"].as_array().unwrap().iter().map(|row| (&row["state"], &row["is_open"])).collect();
        assert_eq!(states, [(&json!("blocked"), &json!(false)), (&json!("allowed"), &json!(true))]);
        assert_eq!((&rows["total"]["listed_count"], &rows["total"]["blocked_count"]), (&json!(2), &json!(1)));

        // The engine has it, and a copy of the campaign.
        inventory.catch_up().await.unwrap();
        let (site, other) = (Source::Site(SiteId(81)), Source::Site(SiteId(82)));
        let snapshot = app.app.engine.snapshot();
        let sources = &snapshot.ad(AdId(world.ads[0])).unwrap().campaign.sources;
        assert!(sources.blocked.contains(site) && sources.allowed.contains(other) && !sources.allowed.contains(site));
        let copied =
            app.post(&world.anna, &format!("{CAMPAIGNS}/{}/copy", world.campaign), json!({})).await.expect(201);
        let of_copy = format!("{CAMPAIGNS}/{}/source/stats", copied["data"]["id"]);
        assert_eq!(app.get(&world.anna, &of_copy).await.expect(200)["total"]["listed_count"], 2);

        // One that there is not: none is changed.
        let unknown = app.put(&world.anna, &list, json!({"site_ids": [81, 404], "state": "open"})).await.expect(404);
        assert!(unknown["detail"].as_str().unwrap().contains("404"), "{unknown}");
        assert_eq!(app.get(&world.anna, &stats).await.expect(200)["total"]["listed_count"], 2);
        let none = app.put(&world.anna, &list, json!({"state": "open"})).await;
        assert_eq!(none.wrong_fields(), ["site_ids"]);
        let stranger = app.advertiser("b@x.org").await;
        app.put(&stranger, &list, json!({"site_ids": [81], "state": "open"})).await.expect(404);

        // 82 is allowed by now: who saw it blocked leaves it alone, and hears that.
        let seen = json!({"site_ids": [81, 82], "state": "open", "seen": "blocked"});
        let stale = app.put(&world.anna, &list, seen).await.expect(200)["data"].clone();
        assert_eq!(stale["changed"], json!([{"site_id": 81, "block_id": null, "before": "blocked"}]));
        assert_eq!(stale["left"], json!([{"site_id": 82, "block_id": null, "before": "allowed"}]));
        app.put(&world.anna, &list, json!({"site_ids": [81], "state": "blocked", "seen": "open"})).await.expect(200);

        let off = app.put(&world.anna, &list, json!({"site_ids": [81, 82], "state": "open"})).await.expect(200);
        assert_eq!((&off["data"]["listed_count"], off["data"]["changed"].as_array().unwrap().len()), (&json!(0), 2));
        inventory.catch_up().await.unwrap();
        assert!(app.app.engine.snapshot().ad(AdId(world.ads[0])).unwrap().campaign.sources.blocked.is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_that_are_not_shown_are_not_named() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let path = format!("{CAMPAIGNS}/{}/source", world.campaign);
        app.put(&world.anna, &format!("{path}/list"), json!({"site_ids": [81, 82], "state": "blocked"}))
            .await
            .expect(200);
        let named = async |state: &str| {
            damage::execute(&app.app, state).await;
            let rows = app.get(&world.anna, &format!("{path}/stats?order_by=money")).await.expect(200);
            let mut names: Vec<_> = rows["data"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["site_name"].as_str().unwrap().to_owned())
                .collect();
            names.sort();
            names
        };
        assert_eq!(named("UPDATE sites SET status_id = 1 WHERE id = 81").await, ["#81", "bad.example"]);
        assert_eq!(named("UPDATE sites SET domain = '' WHERE id = 82").await, ["#81", "#82"]);
        world.happen(&app, 1, world.ads[0], 81, 9_000, 300, 60);
        assert_eq!(named("UPDATE sites SET status_id = 3 WHERE id = 81").await, ["#82", "good.example"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn coefficients_of_many_sources_are_set_and_told_as_they_were() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let path = format!("{CAMPAIGNS}/{}/source/coefficient", world.campaign);
        app.post(&world.anna, &path, json!({"site_id": 81, "value": 0.5})).await.expect(200);
        let set = app.put(&world.anna, &path, json!({"site_ids": [81, 82], "value": 1.4})).await.expect(200);
        assert_eq!(set["data"]["before"], json!([{"site_id": 81, "value": 0.5}, {"site_id": 82, "value": 1}]));
        let stats = format!("{CAMPAIGNS}/{}/source/stats?filters[view]=coefficient", world.campaign);
        let rows = app.get(&world.anna, &stats).await.expect(200);
        assert_eq!((&rows["data"][0]["coefficient"], &rows["counts_by_view"]["coefficient"]), (&json!(1.4), &json!(2)));
        assert_eq!(
            app.put(&world.anna, &path, json!({"site_ids": [81], "value": 9.1})).await.wrong_fields(),
            ["value"]
        );
        app.put(&world.anna, &path, json!({"site_ids": [81], "block_ids": [7_777], "value": 2})).await.expect(404);
        let seen = json!({"site_ids": [81, 82], "value": 3, "seen": 0.5});
        let stale = app.put(&world.anna, &path, seen).await.expect(200)["data"].clone();
        let both = json!([{"site_id": 81, "value": 1.4}, {"site_id": 82, "value": 1.4}]);
        assert_eq!((&stale["before"], &stale["left"]), (&json!([]), &both));
        let seen = json!({"site_ids": [81, 82], "value": 1, "seen": 1.4});
        assert_eq!(app.put(&world.anna, &path, seen).await.expect(200)["data"]["before"], both);
        assert_eq!(app.get(&world.anna, &stats).await.expect(200)["data"], json!([]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_takes_ten_thousand_sources_and_no_more() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let rows: Vec<String> = (1..10_000)
            .map(|source| format!("({}, 1, {}, 1, FALSE, 0, 0, 't')", world.campaign, source + 1_000))
            .collect();
        let columns = "campaign_id, source_kind, source_id, state, by_rule, created_at, updated_at, updated_by";
        for some in rows.chunks(1_000) {
            let sql = format!("INSERT INTO campaign_sources ({columns}) VALUES {}", some.join(", "));
            damage::execute(&app.app, &sql).await;
        }
        let list = format!("{CAMPAIGNS}/{}/source/list", world.campaign);
        let say = async |site: i64, state: &str| {
            app.put(&world.anna, &list, json!({"site_ids": [site], "state": state})).await
        };
        assert_eq!(say(81, "blocked").await.expect(200)["data"]["listed_count"], 10_000);
        let full = say(82, "blocked").await.expect(409)["detail"].as_str().unwrap().to_owned();
        assert!(full.contains("10000"), "{full}");
        // What is there already changes, and what goes makes room.
        say(81, "allowed").await.expect(200);
        assert_eq!(say(81, "open").await.expect(200)["data"]["listed_count"], 9_999);
        assert_eq!(say(82, "blocked").await.expect(200)["data"]["listed_count"], 10_000);
        // The engine has all of them.
        Inventory::load(app.app.worker.clone()).await.unwrap();
        let snapshot = app.app.engine.snapshot();
        let blocked = &snapshot.ad(AdId(world.ads[0])).unwrap().campaign.sources.blocked;
        assert!([82, 1_001, 10_999].into_iter().all(|site| blocked.contains(Source::Site(SiteId(site)))));
    })
    .await;
}
