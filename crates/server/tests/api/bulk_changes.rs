//! Settings of many groups and push campaigns, changed after a look; the tests of ads in the groups of a campaign.

use crate::advertising::{CAMPAIGNS, text_form};
use crate::app::each_app;
use crate::campaigns::audited;
use crate::damage;
use crate::push::{self, uuid};
use crate::rules::World;
use placard_store::{Priority, Tx};
use serde_json::{Value, json};

const GROUPS: &str = "/api/advertiser/ad_groups";
const ALL_GROUPS: &str = "/api/advertiser/ad_groups/all";
const ALL_PUSH: &str = "/api-push-proxy/campaigns/all";

/// The ids, or the outer names, of what an answer lists.
fn named(rows: &Value, name: &str) -> Vec<Value> {
    rows.as_array().unwrap().iter().map(|row| row[name].clone()).collect()
}

#[tokio::test]
async fn many_groups_are_changed_at_once_after_a_look() {
    each_app(async |app| {
        let (anna, eve) = (app.advertiser("anna@x.org").await, app.advertiser("eve@x.org").await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let path = format!("{CAMPAIGNS}/{campaign}/ad_groups");
        let form = json!({"name": "First", "countries": ["FR"], "blacklist_sites": [5], "languages": ["fr"]});
        let first = app.post(&anna, &path, form).await.expect(201)["data"]["id"].as_i64().unwrap();
        let (second, archived) = (app.group(&anna, campaign).await, app.group(&anna, campaign).await);
        app.put_empty(&anna, &format!("{GROUPS}/{archived}/archive")).await.expect(200);
        let group = async |id: i64| app.get(&anna, &format!("{GROUPS}/{id}")).await.expect(200)["data"].clone();
        let before = group(first).await;

        let ids = json!([second, first, archived]);
        let change = json!({"countries": ["DE"], "time_targeting": [0, 1, 2], "auto_start_ads": false});
        let plan = app.put(&anna, ALL_GROUPS, json!({"ids": ids, "change": change})).await.expect(200)["data"].clone();
        assert_eq!(
            (&plan["is_dry_run"], named(&plan["groups"], "id")),
            (&json!(true), vec![json!(first), json!(second)])
        );
        assert_eq!(named(&plan["refused"], "id"), [json!(archived)]);
        let one = &plan["groups"][0];
        assert_eq!(one["fields"], json!(["auto_start_ads", "countries", "time_targeting"]));
        assert_eq!((&one["before"]["countries"], &one["after"]["countries"]), (&json!(["FR"]), &json!(["DE"])));
        assert_eq!(group(first).await, before, "nothing is changed by a look");

        let made = json!({"ids": ids, "change": change, "dry_run": false});
        let made = app.put(&anna, ALL_GROUPS, made).await.expect(200)["data"].clone();
        assert_eq!(named(&made["groups"], "id"), [json!(first), json!(second)]);
        assert_eq!(named(&made["refused"], "id"), [json!(archived)]);
        let after = group(first).await;
        assert_eq!((&after["countries"], &after["time_targeting"]), (&json!(["DE"]), &json!([0, 1, 2])));
        for stays in ["name", "blacklist_sites", "languages", "categories"] {
            assert_eq!(after[stays], before[stays], "{stays}");
        }
        assert_eq!(audited(&app, "ad_group", second).await, ["create_ad_group", "update_ad_group"]);

        for (wrong, field) in [
            (json!({"ids": [], "change": {"countries": []}}), "ids"),
            (json!({"ids": [first], "change": {}}), "change"),
            (json!({"ids": [first], "change": {"name": "x"}}), "change.name"),
            (json!({"ids": [first], "change": {"daily_money_limit": 5}}), "change.daily_money_limit"),
            (json!({"ids": [first], "change": {"countries": ["QQ"]}}), "change.countries.0"),
            (json!({"ids": [first], "change": {"time_targeting": []}}), "change.time_targeting"),
        ] {
            assert_eq!(app.put(&anna, ALL_GROUPS, wrong.clone()).await.wrong_fields(), [field], "{wrong}");
        }
        let languages = |ids: Value| json!({"ids": ids, "change": {"languages": ["de"]}, "dry_run": false});
        app.put(&eve, ALL_GROUPS, languages(json!([first]))).await.expect(404);
        let told = app.put(&anna, ALL_GROUPS, languages(json!([first, 424_242]))).await.expect(404);
        assert!(told["detail"].as_str().unwrap().ends_with(": 424242."), "{told}");
        assert_eq!(group(first).await, after, "one that is not there keeps the others from it");
        app.put(&anna, ALL_GROUPS, languages(json!([archived]))).await.expect(409);
    })
    .await;
}

#[tokio::test]
async fn many_push_campaigns_get_settings_after_a_look() {
    each_app(async |app| {
        let (anna, eve) = (app.advertiser("anna@x.org").await, app.advertiser("eve@x.org").await);
        let form = json!({
            "name": "First", "target_id": 1, "blacklist_blocks": [6, 7], "frequency_cap": {"shows": 2, "hours": 24}
        });
        let first = uuid(&app.post(&anna, push::CAMPAIGNS, form).await.expect(201)["data"]);
        let second = uuid(&app.push_campaign(&anna, "Second").await);
        let archived = uuid(&app.push_campaign(&anna, "Old").await);
        let foreign = uuid(&app.push_campaign(&eve, "Foreign").await);
        app.patch(&anna, &format!("{}/archive", push::campaign_path(&archived)), None).await.expect(200);
        let field = async |name: &str| app.push_campaign_field(&anna, &first, name).await;
        let uuids = json!([first, second, archived]);
        let age = json!({"from_days": 0, "to_days": 7});
        let change = json!({"daily_money_limit": 50, "countries": ["DE"], "subscription_age": age});
        let plan =
            app.put(&anna, ALL_PUSH, json!({"uuids": uuids, "change": change})).await.expect(200)["data"].clone();
        assert_eq!(named(&plan["campaigns"], "uuid"), [json!(first), json!(second)]);
        assert_eq!((&plan["is_dry_run"], named(&plan["refused"], "uuid")), (&json!(true), vec![json!(archived)]));
        let one = &plan["campaigns"][0];
        assert_eq!(one["fields"], json!(["daily_money_limit", "subscription_age", "countries"]));
        assert_eq!((&one["before"]["subscription_age"], &one["after"]["subscription_age"]), (&Value::Null, &age));
        assert_eq!(field("daily_money_limit").await, Value::Null, "nothing is changed by a look");

        let made = json!({"uuids": uuids, "change": change, "dry_run": false});
        let made = app.put(&anna, ALL_PUSH, made).await.expect(200)["data"].clone();
        assert_eq!(named(&made["campaigns"], "uuid"), [json!(first), json!(second)]);
        assert_eq!((field("daily_money_limit").await, field("subscription_age").await), (json!(50), age));
        assert_eq!(field("blacklist_blocks").await, json!([6, 7]));
        assert_eq!(field("frequency_cap").await, json!({"shows": 2, "hours": 24}));

        let cap = |uuids: Value| json!({"uuids": uuids, "change": {"frequency_cap": null}, "dry_run": false});
        app.put(&anna, ALL_PUSH, cap(json!([first, foreign]))).await.expect(404);
        assert_eq!(field("frequency_cap").await, json!({"shows": 2, "hours": 24}));
        app.put(&anna, ALL_PUSH, cap(json!([archived]))).await.expect(409);
        app.put(&anna, ALL_PUSH, cap(json!([first]))).await.expect(200);
        assert_eq!(field("frequency_cap").await, Value::Null);
        for (wrong, field) in [
            (json!({"uuids": [], "change": {"marks": []}}), "uuids"),
            (json!({"uuids": ["x"], "change": {"marks": []}}), "uuids.0"),
            (json!({"uuids": [first], "change": {}}), "change"),
            (json!({"uuids": [first], "change": {"target_id": 2}}), "change.target_id"),
            (json!({"uuids": [first], "change": {"daily_money_limit": 0.001}}), "change.daily_money_limit"),
            (
                json!({"uuids": [first], "change": {"frequency_cap": {"shows": 0, "hours": 1}}}),
                "change.frequency_cap.shows",
            ),
        ] {
            assert_eq!(app.put(&anna, ALL_PUSH, wrong.clone()).await.wrong_fields(), [field], "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_was_changed_since_the_look_stays_as_it_is() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (first, second) = (app.campaign(&anna, "First").await, app.campaign(&anna, "Second").await);
        let (one, other) = (app.group(&anna, first).await, app.group(&anna, first).await);
        let (rain, sun) = (app.push_campaign(&anna, "Rain").await, app.push_campaign(&anna, "Sun").await);
        let kinds = [
            (format!("{CAMPAIGNS}/all"), "ids", "id", "campaigns", [json!(first), json!(second)]),
            (ALL_GROUPS.to_owned(), "ids", "id", "groups", [json!(one), json!(other)]),
            (ALL_PUSH.to_owned(), "uuids", "uuid", "campaigns", [rain["uuid"].clone(), sun["uuid"].clone()]),
        ];
        for (path, keys, key, things, [one, other]) in &kinds {
            let send = async |of: &[&Value], languages: [&str; 1], dry: bool, versions: Value| {
                let change = json!({"languages": languages});
                let form = json!({*keys: of, "change": change, "dry_run": dry, "versions": versions});
                app.put(&anna, path, form).await
            };
            let look = send(&[one, other], ["de"], true, json!([])).await.expect(200)["data"].clone();
            let seen: Vec<Value> = look[*things]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| json!({*key: row[*key], "version": row["before"]["version"]}))
                .collect();
            // A colleague is quicker.
            let theirs = send(&[one], ["fr"], false, json!([])).await.expect(200)["data"].clone();
            let made = send(&[one, other], ["de"], false, json!(seen)).await.expect(200)["data"].clone();
            assert_eq!(named(&made[*things], key), std::slice::from_ref(other), "{path}");
            assert_eq!(named(&made["refused"], key), std::slice::from_ref(one), "{path}");
            assert_eq!(made["refused"][0]["detail"], "it was changed since you looked");
            send(&[one], ["de"], false, json!(seen)).await.expect(409);
            // Whoever got no answer sends the same again: it is there already.
            let again = send(&[other], ["de"], false, json!(seen)).await.expect(200)["data"].clone();
            assert_eq!((&again[*things][0]["fields"], &again["refused"]), (&json!([]), &json!([])), "{path}");
            // What a change answers is the version for the way back.
            let theirs = &theirs[*things][0];
            assert_eq!(theirs["after"]["languages"], json!(["fr"]));
            let after = json!([{*key: theirs[*key], "version": theirs["after"]["version"]}]);
            send(&[one], ["es"], false, after.clone()).await.expect(200);
            send(&[one], ["it"], false, after).await.expect(409);
            let many = vec![seen[0].clone(); 201];
            assert_eq!(send(&[one], ["de"], true, json!(many)).await.wrong_fields(), ["versions"], "{path}");
        }
        let wrong =
            json!({"uuids": [rain["uuid"]], "change": {"marks": []}, "versions": [{"uuid": "x", "version": 1}]});
        assert_eq!(app.put(&anna, ALL_PUSH, wrong).await.wrong_fields(), ["versions.0.uuid"]);
    })
    .await;
}

#[tokio::test]
async fn what_one_has_of_its_own_keeps_no_other_from_a_change() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let (first, second) = (app.campaign(&anna, "First").await, app.campaign(&anna, "Second").await);
        let (one, other) = (app.group(&anna, first).await, app.group(&anna, first).await);
        let (rain, sun) = (app.push_campaign(&anna, "Rain").await, app.push_campaign(&anna, "Sun").await);
        // Names that were allowed once.
        let spoil = async move |tx: &Tx| {
            tx.execute("UPDATE campaigns SET name = '' WHERE name IN ('First', 'Rain')", []).await?;
            tx.execute("UPDATE ad_groups SET name = '' WHERE id = $1", [one.into()]).await
        };
        app.app.store.write("test_spoil", Priority::Api, spoil).await.unwrap();
        let kinds = [
            (format!("{CAMPAIGNS}/all"), "ids", "id", "campaigns", [json!(first), json!(second)]),
            (ALL_GROUPS.to_owned(), "ids", "id", "groups", [json!(one), json!(other)]),
            (ALL_PUSH.to_owned(), "uuids", "uuid", "campaigns", [rain["uuid"].clone(), sun["uuid"].clone()]),
        ];
        for (path, keys, key, things, [one, other]) in &kinds {
            let form = |change: Value| json!({*keys: [one, other], "change": change, "dry_run": false});
            let made = app.put(&anna, path, form(json!({"languages": ["de"]}))).await.expect(200)["data"].clone();
            assert_eq!(named(&made[*things], key), std::slice::from_ref(other), "{path}");
            let refused = &made["refused"][0];
            assert_eq!((&refused[*key], refused["errors"].get("name").is_some()), (one, true), "{refused}");
            let detail = refused["detail"].as_str().unwrap();
            assert!(detail.starts_with("what it has is not taken any more: name "), "{detail}");
            // What is wrong with the change is wrong for all, and told once.
            let wrong = app.put(&anna, path, form(json!({"languages": ["german"]}))).await.expect(422);
            assert_eq!(wrong["errors"].as_object().unwrap().len(), 1, "{wrong}");
            assert_eq!(wrong["errors"]["change.languages.0"].as_array().unwrap().len(), 1, "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_look_and_two_groups_hear_once_of_a_category_that_there_is_not() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let ids = [app.group(&anna, campaign).await, app.group(&anna, campaign).await];
        for dry in [true, false] {
            for (change, field) in [
                (json!({"categories": [424_242]}), "change.categories"),
                (json!({"categories": [0]}), "change.categories.0"),
                (json!({"time_targeting": []}), "change.time_targeting"),
            ] {
                let form = json!({"ids": ids, "change": change, "dry_run": dry});
                let wrong = app.put(&anna, ALL_GROUPS, form).await.expect(422);
                assert_eq!(wrong["errors"].as_object().unwrap().len(), 1, "{wrong}");
                assert_eq!(wrong["errors"][field].as_array().unwrap().len(), 1, "{wrong}");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tests_of_ads_have_those_that_run_and_were_shown() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let (anna, [first, second]) = (&world.anna, world.ads);
        let path = format!("{CAMPAIGNS}/{}/ad_tests", world.campaign);
        let tests = async |query: &str| app.get(anna, &format!("{path}{query}")).await.expect(200)["data"].clone();
        world.happen(&app, 0, first, 81, 900, 9, 0);
        assert_eq!(tests("").await, json!([]), "one alone competes with nobody");
        world.happen(&app, 0, second, 81, 1_000, 4, 0);
        world.happen(&app, 48, second, 81, 500, 1, 0);
        let found = tests("").await;
        assert_eq!(found.as_array().unwrap().len(), 1);
        assert_eq!(found[0]["group_id"], world.group);
        assert_eq!(named(&found[0]["ads"], "id"), [json!(second), json!(first)], "most shows first");
        assert_eq!((&found[0]["ads"][0]["shows"], &found[0]["ads"][0]["clicks"]), (&json!(1_500), &json!(5)));
        let today = tests("?date_from=2026-11-21").await;
        assert_eq!(today[0]["ads"][0]["shows"], 1_000);
        assert_eq!(tests("?date_from=2026-11-10&date_to=2026-11-11").await, json!([]));
        // The loser is stopped.
        app.put(anna, "/api/advertiser/ads/all/stop", json!({"ids": [second]})).await.expect(200);
        assert_eq!(tests("").await, json!([]));
        for (query, field) in [("?date_from=x", "date_from"), ("?date_from=2026-11-21&date_to=2026-11-20", "date_to")] {
            assert_eq!(app.get(anna, &format!("{path}{query}")).await.wrong_fields(), [field], "{query}");
        }
        let eve = app.advertiser("eve@x.org").await;
        app.get(&eve, &path).await.expect(404);
        // A group of one ad is none.
        let lonely = app.group(anna, world.campaign).await;
        app.ad(anna, lonely, &text_form()).await;
        assert_eq!(tests("").await, json!([]));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_has_the_fifty_ads_of_a_group_that_were_shown_most() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut ads = world.ads.to_vec();
        while ads.len() < 51 {
            ads.push(app.ad(&world.anna, world.group, &text_form()).await);
        }
        damage::execute(&app.app, "UPDATE ads SET review = 5, wanted = TRUE, processing_until = NULL").await;
        for (shows, ad) in (100..).zip(&ads) {
            world.happen(&app, 0, *ad, 81, shows, 1, 0);
        }
        let path = format!("{CAMPAIGNS}/{}/ad_tests", world.campaign);
        let found = app.get(&world.anna, &path).await.expect(200)["data"].clone();
        let tested = named(&found[0]["ads"], "id");
        assert_eq!((tested.len(), &tested[0]), (50, &json!(ads[50])));
        assert!(!tested.contains(&json!(ads[0])), "the least shown one is left out");
    })
    .await;
}
