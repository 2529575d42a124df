//! Many ads at once: rows of a sheet, several new ones, copies, what bulk calls say of ads whose state refuses.

use crate::advertising::{CAMPAIGNS, TITLE, ad_form, ad_path, ads_of, picture, text_form};
use crate::app::{Person, TestApp, each_app};
use axum::http::Method;
use serde_json::{Value, json};

const ALL: &str = "/api/advertiser/ads/all";

async fn world(app: &TestApp) -> (Person, i64, i64) {
    let anna = app.advertiser("anna@x.org").await;
    app.deposit(&anna, 100).await;
    let campaign = app.campaign(&anna, "Campaign").await;
    let group = app.group(&anna, campaign).await;
    (anna, campaign, group)
}

fn ids_of(refused: &Value) -> Vec<i64> {
    refused.as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_sheet_saves_what_is_right_and_names_what_is_not() {
    each_app(async |app| {
        let (anna, _, group) = world(&app).await;
        let eve = app.advertiser("eve@x.org").await;
        let mut ads = Vec::new();
        for _ in 0..6 {
            ads.push(app.ad(&anna, group, &text_form()).await);
        }
        let by_country = text_form().with("bids[0][country_code]", "DE").with("bids[0][bid]", "3");
        ads.push(app.ad(&anna, group, &by_country).await);
        app.put_empty(&anna, &format!("{}/archive", ad_path(ads[5]))).await.expect(200);
        let god = app.god().await;
        app.approve(&god, ads[0]).await;
        let version = app.ad_field(&anna, ads[0], "version").await;
        let rows = json!({"ads": [
            {"id": ads[0], "version": version, "title": "Another title", "one_bid_for_all_geo": 3.25, "status_id": 4},
            {"id": ads[1], "title": "", "short_description": "Words that would be right"},
            {"id": ads[2], "one_bid_for_all_geo": 0.01},
            {"id": ads[3], "original_url": "nowhere", "picture_square": "ab"},
            {"id": ads[4], "version": 99, "brand": "Other"},
            {"id": ads[5], "title": "An archived one"},
            {"id": ads[6], "one_bid_for_all_geo": 2.5},
        ]});
        let answer = app.put(&anna, ALL, rows).await.expect(200)["data"].clone();
        assert_eq!(ids_of(&answer["ads"]), [ads[0]]);
        let saved = &answer["ads"][0];
        assert_eq!((&saved["title"], &saved["one_bid_for_all_geo"]), (&json!("Another title"), &json!(3.25)));
        // Its words are read again; a moderator decides what becomes of it.
        assert_eq!(saved["status_id"], json!(1));
        let refused = answer["refused"].as_array().unwrap();
        assert_eq!(ids_of(&answer["refused"]), ads[1..]);
        let fields = |at: usize| refused[at]["errors"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(0), ["title"]);
        assert_eq!(fields(1), ["one_bid_for_all_geo"]);
        assert_eq!(fields(2), ["original_url", "picture_square"]);
        assert_eq!(refused[3]["current_version"], json!(1));
        assert!(refused[4]["detail"].as_str().unwrap().contains("archived (6)"), "{refused:?}");
        assert_eq!(fields(5), ["one_bid_for_all_geo"]);
        for ad in &ads[1..5] {
            assert_eq!(app.ad_field(&anna, *ad, "version").await, json!(1), "{ad} was not changed");
        }
        let meant = json!({"ads": [{"id": ads[6], "one_bid_for_all_geo": 2.5, "replace_country_bids": true}]});
        assert_eq!(app.put(&anna, ALL, meant).await.expect(200)["data"]["ads"][0]["bids"], json!([]));

        // One that is not hers, or not there: none is changed.
        for (person, other) in [(&anna, 424_242), (&eve, ads[0])] {
            let rows = json!({"ads": [{"id": ads[1], "brand": "X"}, {"id": other, "brand": "X"}]});
            let told = app.put(person, ALL, rows).await.expect(404)["detail"].as_str().unwrap().to_owned();
            assert!(told.contains(&other.to_string()), "{told}");
        }
        assert_eq!(app.ad_field(&anna, ads[1], "version").await, json!(1));
        for (wrong, field) in
            [(json!({"ads": []}), "ads"), (json!({"ads": [{"id": ads[1]}, {"id": ads[1]}]}), "ads.1.id")]
        {
            assert_eq!(app.put(&anna, ALL, wrong).await.wrong_fields(), [field]);
        }
        let webmaster = app.webmaster("w@x.org").await;
        app.put(&webmaster, ALL, json!({"ads": [{"id": ads[1]}]})).await.expect(403);
        let read =
            app.get(&anna, &format!("/api/advertiser/ads/universal?ids={},{}", ads[3], ads[1])).await.expect(200);
        assert_eq!(ids_of(&read["data"]), [ads[3], ads[1]]);
        app.get(&eve, &format!("/api/advertiser/ads/universal?ids={}", ads[1])).await.expect(404);
        for wrong in ["", "x", "1,,2"] {
            let answer = app.get(&anna, &format!("/api/advertiser/ads/universal?ids={wrong}")).await;
            assert_eq!(answer.wrong_fields(), ["ids"], "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn bulk_calls_name_what_refuses_and_do_the_rest() {
    each_app(async |app| {
        let (anna, _, group) = world(&app).await;
        let god = app.god().await;
        let (running, waiting, archived) = (
            app.ad(&anna, group, &text_form()).await,
            app.ad(&anna, group, &text_form()).await,
            app.ad(&anna, group, &text_form()).await,
        );
        app.approve(&god, running).await;
        app.put_empty(&anna, &format!("{}/archive", ad_path(archived))).await.expect(200);
        let ids = json!([running, waiting, archived]);
        let start = app.put(&anna, &format!("{ALL}/start"), json!({"ids": ids})).await.expect(200);
        assert_eq!(start["message"]["started_count"], json!(1));
        assert_eq!(ids_of(&start["refused"]), [waiting, archived]);
        let stop = app.put(&anna, &format!("{ALL}/stop"), json!({"ids": ids})).await.expect(200);
        assert_eq!(ids_of(&stop["refused"]), [archived]);
        assert_eq!(app.ad_field(&anna, running, "status_id").await, json!(4));
        for (path, form) in [
            ("bid", json!({"ids": ids, "one_bid_for_all_geo": 3})),
            ("original_url", json!({"ids": ids, "original_url": "https://other.example/"})),
        ] {
            let answer = app.put(&anna, &format!("{ALL}/{path}"), form).await.expect(200)["data"].clone();
            assert_eq!((&answer["updated_count"], ids_of(&answer["refused"])), (&json!(2), vec![archived]), "{path}");
            assert!(answer["refused"][0]["detail"].as_str().unwrap().contains("archived (6)"), "{answer}");
        }
        // Where all refuse there is nothing else to say.
        app.put(&anna, &format!("{ALL}/bid"), json!({"ids": [archived], "one_bid_for_all_geo": 3})).await.expect(409);
        app.put(&anna, &format!("{ALL}/start"), json!({"ids": [archived, waiting]})).await.expect(409);
        // One that nobody has: none is changed.
        app.put(&anna, &format!("{ALL}/start"), json!({"ids": [running, 424_242]})).await.expect(404);
        assert_eq!(app.ad_field(&anna, running, "status_id").await, json!(1), "its address is read again");
    })
    .await;
}

#[tokio::test]
async fn several_ads_are_made_of_pictures_that_were_sent_once() {
    each_app(async |app| {
        let (anna, _, group) = world(&app).await;
        let eve = app.advertiser("eve@x.org").await;
        let upload = crate::advertising::Form::default().with_file("file", picture(7));
        let made = app.send_form(Method::POST, "/api/advertiser/ads/pictures", &anna, &upload).await.expect(201);
        let (square, wide) = (&made["data"]["square"], &made["data"]["horizontal"]);
        assert_eq!((&square["width"], &wide["height"]), (&json!(480), &json!(360)));
        let ad = |title: &str| {
            json!({"title": title, "original_url": "https://shop.example/", "supported_block_format_types": [1, 16],
                "one_bid_for_all_geo": 2, "picture_square": square["name"], "picture_horizontal": wide["name"]})
        };
        let path = format!("/api/advertiser/ad_groups/{group}/ads/many");
        let form = json!({"ads": [ad(TITLE), ad("Another title that is long enough")]});
        let answer = app.post(&anna, &path, form.clone()).await.expect(201)["data"].clone();
        let titles: Vec<&str> = answer.as_array().unwrap().iter().map(|ad| ad["title"].as_str().unwrap()).collect();
        assert_eq!(titles, [TITLE, "Another title that is long enough"]);
        assert_eq!(answer[1]["media_contents"][0]["url"], square["url"]);
        assert_eq!((&answer[0]["format"], &answer[0]["imageShown"]), (&json!("Native"), &json!(true)));
        // Under the names of pushes, too.
        for (name, same) in [("status", "status_id"), ("bid", "one_bid_for_all_geo"), ("url", "original_url")] {
            assert_eq!(answer[0][name], answer[0][same], "{name}");
        }
        assert_eq!(answer[0].get("uuid"), Some(&Value::Null));
        // All or none, each mistake by its place.
        let mut wrong = json!({"ads": [ad(TITLE), ad("short"), ad(TITLE)]});
        wrong["ads"][2]["picture_square"] = json!("0".repeat(64));
        wrong["ads"][2]["one_bid_for_all_geo"] = json!(0.001);
        let mut fields = app.post(&anna, &path, wrong).await.wrong_fields();
        fields.sort();
        assert_eq!(fields, ["ads.1.title", "ads.2.one_bid_for_all_geo", "ads.2.picture_square"]);
        assert_eq!(app.get(&anna, &ads_of(group)).await.expect(200)["pagination"]["total"], json!(2));
        app.post(&eve, &path, form).await.expect(404);
        let broken = crate::advertising::Form::default().with_file("file", b"GIF89a");
        let answer = app.send_form(Method::POST, "/api/advertiser/ads/pictures", &anna, &broken).await;
        assert_eq!(answer.wrong_fields(), ["file"]);
        // A form may name them too.
        let form = ad_form()
            .without("media_content_file_square")
            .without("media_content_file_horizontal")
            .with("picture_square", square["name"].as_str().unwrap())
            .with("picture_horizontal", wide["name"].as_str().unwrap());
        let ad = app.ad(&anna, group, &form).await;
        assert_eq!(app.ad_field(&anna, ad, "media_contents").await[1]["url"], wide["url"]);
    })
    .await;
}

#[tokio::test]
async fn groups_and_ads_are_copied() {
    each_app(async |app| {
        let (anna, campaign, group) = world(&app).await;
        let eve = app.advertiser("eve@x.org").await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let gone = app.ad(&anna, group, &text_form()).await;
        app.put_empty(&anna, &format!("{}/archive", ad_path(gone))).await.expect(200);
        let other = app.campaign(&anna, "Other").await;
        let path = format!("/api/advertiser/ad_groups/{group}/copy");
        let copy = app.post(&anna, &path, json!({})).await.expect(201)["data"].clone();
        assert_eq!((&copy["name"], &copy["campaign_id"]), (&json!("Group (copy)"), &json!(campaign)));
        assert_eq!(copy["is_started_wanted"], json!(false));
        let ads = app.get(&anna, &ads_of(copy["id"].as_i64().unwrap())).await.expect(200);
        assert_eq!(ads["pagination"]["total"], json!(1), "archived ads stay behind");
        let elsewhere = app.post(&anna, &path, json!({"name": "There", "campaign_id": other})).await.expect(201);
        assert_eq!(elsewhere["data"]["campaign_id"], json!(other));
        assert_eq!(app.post(&anna, &path, json!({"name": ""})).await.wrong_fields(), ["name"]);
        app.post(&eve, &path, json!({})).await.expect(404);
        let theirs = app.campaign(&eve, "Theirs").await;
        app.post(&anna, &path, json!({"campaign_id": theirs})).await.expect(404);

        let path = format!("{}/copy", ad_path(ad));
        let copied = app.post(&anna, &path, json!({})).await.expect(201)["data"].clone();
        assert_eq!((&copied["title"], &copied["status_id"]), (&json!("A text ad"), &json!(1)));
        let to = json!({"group_id": elsewhere["data"]["id"]});
        assert_eq!(app.post(&anna, &path, to.clone()).await.expect(201)["data"]["group_id"], to["group_id"]);
        app.post(&eve, &path, json!({})).await.expect(404);

        let rows = app.get(&anna, "/api/advertiser/ads/list_for_copy?search=text").await.expect(200);
        assert_eq!((&rows["pagination"]["per_page"], &rows["data"][0]["name"]), (&json!(20), &json!("A text ad")));
        let rows = app.get(&anna, "/api/advertiser/ad_groups/list_for_copy?search=There").await.expect(200);
        assert_eq!(rows["data"][0]["campaign_id"], json!(other));
        let campaign = app.get(&anna, &format!("/api/advertiser/campaigns/{other}")).await.expect(200);
        assert_eq!(rows["data"][0]["campaign_name"], campaign["data"]["name"]);
        // What is archived takes no copies, and neither do its groups.
        let groups = async || {
            let path = "/api/advertiser/ad_groups/list_for_copy?search=There&without_archived=1";
            app.get(&anna, path).await.expect(200)["pagination"]["total"].clone()
        };
        assert_eq!(groups().await, rows["pagination"]["total"]);
        app.put(&anna, &format!("/api/advertiser/campaigns/{other}/archive"), json!({})).await.expect(200);
        assert_eq!(groups().await, json!(0));
        let rows = app.get(&eve, "/api/advertiser/ads/list_for_copy").await.expect(200);
        assert_eq!(rows["pagination"]["total"], json!(0));
    })
    .await;
}

#[tokio::test]
async fn campaigns_have_labels() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let make = async |name: &str, target: u8, marks: Value| {
            let form = json!({"name": name, "target_id": target, "marks": marks});
            app.post(&anna, CAMPAIGNS, form).await.expect(201)["data"].clone()
        };
        let first = make("First", 2, json!(["Summer", " 50 % off ", "summer"])).await;
        assert_eq!(first["marks"], json!(["Summer", "50 % off"]));
        assert_eq!(first["content_type"], json!({"id": 2, "name": "News"}));
        let second = make("Second", 1, json!(["SUMMER", "Été"])).await;
        make("Third", 1, json!([])).await;
        let found = async |marks: &[&str]| {
            let filters: Vec<String> = marks.iter().map(|mark| format!("filters[marks][]={mark}")).collect();
            let list = app.get(&anna, &format!("{CAMPAIGNS}?order_by=id&{}", filters.join("&"))).await.expect(200);
            (list["pagination"]["total"].clone(), list["counts_by_status"]["total"].clone())
        };
        assert_eq!(found(&["summer"]).await, (json!(2), json!(2)));
        assert_eq!(found(&["50%20%25%20off"]).await.0, json!(1));
        assert_eq!(found(&["%C3%A9t%C3%A9", "50%20%25%20off"]).await.0, json!(2));
        assert_eq!(found(&["sum"]).await.0, json!(0), "a part of a label is none");
        assert_eq!(found(&["%25"]).await.0, json!(0));
        let sorted =
            app.get(&anna, &format!("{CAMPAIGNS}?order_by=content_type&order_direction=desc")).await.expect(200);
        assert_eq!(sorted["data"][0]["id"], first["id"]);
        app.get(&anna, &format!("{CAMPAIGNS}?order_by=content_type_id")).await.expect(200);
        let marks = app.get(&anna, &format!("{CAMPAIGNS}/marks")).await.expect(200);
        assert_eq!(marks["data"].as_array().unwrap().len(), 4);
        // Omitted they stay; the rest of the rules.
        let path = format!("{CAMPAIGNS}/{}", second["id"]);
        let kept = app.put(&anna, &path, json!({"name": "Second", "target_id": 1})).await.expect(200);
        assert_eq!(kept["data"]["marks"], json!(["SUMMER", "Été"]));
        let many: Vec<String> = (0..11).map(|n| n.to_string()).collect();
        for (marks, field) in
            [(json!(many), "marks"), (json!(["x".repeat(31)]), "marks.0"), (json!(["a", ""]), "marks.1")]
        {
            let form = json!({"name": "Second", "target_id": 1, "marks": marks});
            assert_eq!(app.put(&anna, &path, form).await.wrong_fields(), [field]);
        }
    })
    .await;
}

#[tokio::test]
async fn many_campaigns_are_changed_at_once_after_a_look() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let eve = app.advertiser("eve@x.org").await;
        let (first, second, archived) =
            (app.campaign(&anna, "First").await, app.campaign(&anna, "Second").await, app.campaign(&anna, "Old").await);
        app.put_empty(&anna, &format!("{CAMPAIGNS}/{archived}/archive")).await.expect(200);
        let path = format!("{CAMPAIGNS}/all");
        let ids = json!([second, first, archived]);
        let change = json!({"daily_money_limit": 50, "countries": ["DE"], "time_targeting": [0, 1, 2]});
        let plan = app.put(&anna, &path, json!({"ids": ids, "change": change})).await.expect(200)["data"].clone();
        assert_eq!((&plan["is_dry_run"], ids_of(&plan["campaigns"])), (&json!(true), vec![first, second]));
        assert_eq!(ids_of(&plan["refused"]), [archived]);
        let one = &plan["campaigns"][0];
        assert_eq!(one["fields"], json!(["daily_money_limit", "countries", "time_targeting"]));
        assert_eq!(
            (&one["before"]["daily_money_limit"], &one["after"]["daily_money_limit"]),
            (&Value::Null, &json!(50))
        );
        let limit = async |campaign: i64| {
            app.get(&anna, &format!("{CAMPAIGNS}/{campaign}")).await.expect(200)["data"]["daily_money_limit"].clone()
        };
        assert_eq!(limit(first).await, Value::Null, "nothing is changed by a look");
        let made = json!({"ids": ids, "change": change, "dry_run": false});
        let made = app.put(&anna, &path, made).await.expect(200)["data"].clone();
        assert_eq!((ids_of(&made["campaigns"]), ids_of(&made["refused"])), (vec![first, second], vec![archived]));
        assert_eq!((limit(first).await, limit(second).await), (json!(50), json!(50)));
        let back = json!({"ids": [first], "change": {"daily_money_limit": null}, "dry_run": false});
        app.put(&anna, &path, back).await.expect(200);
        assert_eq!(limit(first).await, Value::Null);
        for (wrong, field) in [
            (json!({"ids": [], "change": {"marks": []}}), "ids"),
            (json!({"ids": [first], "change": {}}), "change"),
            (json!({"ids": [first], "change": {"name": "x"}}), "change.name"),
            (json!({"ids": [first], "change": {"daily_money_limit": 0.001}}), "change.daily_money_limit"),
            (json!({"ids": [first], "change": {"countries": ["QQ"]}}), "change.countries.0"),
            (json!({"ids": [first], "change": {"time_targeting": []}}), "change.time_targeting"),
            (json!({"ids": [first], "change": {"pacing": "slow"}}), "change.pacing"),
        ] {
            assert_eq!(app.put(&anna, &path, wrong.clone()).await.wrong_fields(), [field], "{wrong}");
        }
        let foreign = json!({"ids": [first], "change": {"daily_money_limit": 5}});
        app.put(&eve, &path, foreign).await.expect(404);
        let missing = json!({"ids": [second, 424_242], "change": {"daily_money_limit": 5}, "dry_run": false});
        let told = app.put(&anna, &path, missing).await.expect(404);
        assert!(told["detail"].as_str().unwrap().ends_with(": 424242."), "{told}");
        assert_eq!(limit(second).await, json!(50));
        let only_archived = json!({"ids": [archived], "change": {"daily_money_limit": 5}, "dry_run": false});
        app.put(&anna, &path, only_archived).await.expect(409);
    })
    .await;
}
