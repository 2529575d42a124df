//! Push campaigns: forms, lists, states, whose they are.

use crate::app::{Person, TestApp, each_app};
use crate::push::{CAMPAIGNS, ad_form, ad_path, campaign_form, campaign_path, uuid, uuids};
use axum::http::Method;
use placard_model::CampaignId;
use placard_model::format::CampaignType;
use placard_store::advertising::specs;
use serde_json::{Value, json};
use uuid::Uuid;

#[tokio::test]
async fn a_push_campaign_is_made_read_and_changed() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let form = json!({
            "name": " Rain ", "target_id": 1, "categories": [19, 22], "countries": ["de"], "device_types": [4],
            "os": [{"device_type": 4, "value": 5}], "browsers": [1], "languages": ["de"], "time_targeting": [0, 167],
            "subscription_age": {"from_days": 0, "to_days": 7}, "frequency_cap": {"shows": 2, "hours": 24},
            "blacklist_sites": [5], "blacklist_blocks": [6, 7], "daily_money_limit": 50, "total_money_limit": 1000.5,
            "pacing": "even"
        });
        let made = app.post(&anna, CAMPAIGNS, form.clone()).await.expect(201)["data"].clone();
        let path = campaign_path(&uuid(&made));
        assert_eq!(Uuid::parse_str(&uuid(&made)).unwrap().get_version_num(), 7);
        assert_eq!((&made["name"], &made["status_id"], &made["version"]), (&json!("Rain"), &json!(10), &json!(1)));
        for field in ["subscription_age", "frequency_cap", "blacklist_sites", "blacklist_blocks", "target_id", "pacing"]
        {
            assert_eq!(made[field], form[field], "{field}");
        }
        assert_eq!((&made["ads_count"], &made["statistic"]), (&json!(0), &Value::Null));
        assert_eq!(app.get(&anna, &path).await.expect(200)["data"], made);

        // What the engine gets: the lists stand in the group that nobody sees, the rest in the campaign.
        let id = CampaignId(made["id"].as_i64().unwrap());
        let specs = async || {
            let read = async move |conn: &placard_store::Conn| {
                let campaign = specs::campaigns(conn, Some(&[id])).await?.pop().unwrap();
                let groups = specs::groups(conn, None).await?;
                Ok((campaign, groups.into_iter().find(|group| group.campaign == id).unwrap()))
            };
            app.app.store.read("test", read).await.unwrap()
        };
        let (campaign, group) = specs().await;
        assert_eq!(campaign.campaign_type, CampaignType::Push);
        assert_eq!(campaign.push.subscription_age.map(placard_model::push::SubscriptionAge::days), Some(0..=7));
        assert_eq!(campaign.push.frequency_cap.map(|cap| (cap.shows, cap.hours)), Some((2, 24)));
        assert_eq!((group.lists.blacklist_sites.len(), group.lists.blacklist_blocks.len()), (1, 2));

        let changed = json!({"name": "Sun", "target_id": 2, "version": 1, "blacklist_blocks": [8]});
        let after = app.put(&anna, &path, changed.clone()).await.expect(200)["data"].clone();
        assert_eq!(
            (&after["name"], &after["subscription_age"], &after["version"]),
            (&json!("Sun"), &Value::Null, &json!(2))
        );
        let (campaign, group) = specs().await;
        assert_eq!((campaign.push.subscription_age, campaign.push.frequency_cap), (None, None));
        assert_eq!((group.lists.blacklist_sites.len(), group.lists.blacklist_blocks.len()), (0, 1));
        let stale = app.put(&anna, &path, changed).await.expect(409);
        assert!(stale["detail"].as_str().unwrap().contains("version 2"), "{stale}");
    })
    .await;
}

#[tokio::test]
async fn wrong_fields_of_push_campaigns_are_named() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let check = async |change: Value, fields: &[&str]| {
            let mut form = campaign_form("Name");
            for (field, value) in change.as_object().unwrap() {
                form[field] = value.clone();
            }
            let mut found = app.post(&anna, CAMPAIGNS, form).await.wrong_fields();
            found.sort();
            assert_eq!(found, fields, "{change}");
        };
        check(json!({"name": " "}), &["name"]).await;
        check(json!({"target_id": 3}), &["target_id"]).await;
        check(json!({"categories": [4242]}), &["categories"]).await;
        check(json!({"daily_money_limit": 0.5}), &["daily_money_limit"]).await;
        check(json!({"total_money_limit": 1.234}), &["total_money_limit"]).await;
        check(json!({"blacklist_sites": [0]}), &["blacklist_sites.0"]).await;
        check(json!({"blacklist_blocks": (1..=101).collect::<Vec<_>>()}), &["blacklist_blocks"]).await;
        check(json!({"subscription_age": {"from_days": 8, "to_days": 7}}), &["subscription_age.to_days"]).await;
        check(json!({"subscription_age": {"from_days": 366}}), &["subscription_age.from_days"]).await;
        check(json!({"frequency_cap": {"shows": 0, "hours": 721}}), &["frequency_cap.hours", "frequency_cap.shows"])
            .await;
        check(json!({"copy_ads_of": "no uuid"}), &["copy_ads_of"]).await;
        check(json!({"colour": 1}), &["colour"]).await;
        // What no notification can meet: it comes without a page.
        check(json!({"keywords": ["shoes"]}), &["keywords"]).await;
        let mut never = campaign_form("Never");
        never["excluded_keywords"] = json!(["accident"]);
        let never = app.post(&anna, CAMPAIGNS, never).await.expect(201)["data"].clone();
        app.patch(&anna, &format!("{}/archive", campaign_path(&uuid(&never))), None).await.expect(200);
        assert_eq!(app.get(&anna, CAMPAIGNS).await.expect(200)["pagination"]["total"], 0);
    })
    .await;
}

/// The shown status of a push campaign in reads, in lists by name, and in the list of both kinds.
async fn status(app: &TestApp, person: &Person, campaign: &Value) -> i64 {
    let status = app.push_campaign_field(person, &uuid(campaign), "status_id").await;
    let all = (1..=11).map(|id| format!("statuses={id}")).collect::<Vec<_>>().join("&");
    let list = app.get(person, &format!("{CAMPAIGNS}?{all}&campaign={}", uuid(campaign))).await.expect(200);
    assert_eq!(list["data"][0]["status_id"], status, "{list}");
    let filters = (1..=11).map(|id| format!("filters[status][]={id}")).collect::<Vec<_>>().join("&");
    let both = app.get(person, &format!("/api/advertiser/campaigns?{filters}")).await.expect(200);
    let row = both["data"].as_array().unwrap().iter().find(|row| row["uuid"] == campaign["uuid"]).unwrap();
    assert_eq!(row["status"], status, "{row}");
    status.as_i64().unwrap()
}

#[tokio::test]
async fn a_push_campaign_goes_through_its_states() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let campaign = app.push_campaign(&anna, "Rain").await;
        let path = campaign_path(&uuid(&campaign));
        let ad = app.push_ad(&anna, &uuid(&campaign)).await;
        assert_eq!(status(&app, &anna, &campaign).await, 10);
        app.approve(&god, ad["id"].as_i64().unwrap()).await;
        assert_eq!(status(&app, &anna, &campaign).await, 8, "nothing was paid in");
        app.deposit(&anna, 100).await;
        assert_eq!(status(&app, &anna, &campaign).await, 2);
        let row = app.get(&anna, &path).await.expect(200)["data"].clone();
        assert_eq!(
            (&row["ads_count"], &row["running_ads_count"], &row["substatus_id"]),
            (&json!(1), &json!(1), &Value::Null)
        );

        let stopped = app.patch(&anna, &format!("{path}/stop"), None).await.expect(200);
        assert_eq!(stopped, json!({"message": {"started_count": 0}}));
        assert_eq!(status(&app, &anna, &campaign).await, 1);
        assert_eq!(app.push_campaign_field(&anna, &uuid(&campaign), "substatus_id").await, 1);
        let started = app.patch(&anna, &format!("{path}/start"), None).await.expect(200);
        assert_eq!(started, json!({"message": {"started_count": 1}}));
        app.patch(&anna, &format!("{path}/stop"), Some(json!({"substatus_id": 2}))).await.expect(200);
        assert_eq!(app.push_campaign_field(&anna, &uuid(&campaign), "substatus_id").await, 2);
        let by_staff = app.patch(&anna, &format!("{path}/stop"), Some(json!({"substatus_id": 3}))).await;
        assert_eq!(by_staff.wrong_fields(), ["substatus_id"]);
        let unknown = app.patch(&anna, &format!("{path}/stop"), Some(json!({"substatus_id": 4}))).await;
        assert_eq!(unknown.wrong_fields(), ["substatus_id"]);
        app.patch(&anna, &format!("{path}/start"), None).await.expect(200);
        let acting = app.acting(&god, &anna).await.0;
        app.patch(&acting, &format!("{path}/stop"), Some(json!({"substatus_id": 3}))).await.expect(200);
        assert_eq!(app.push_campaign_field(&anna, &uuid(&campaign), "substatus_id").await, 3);

        let refused = app.patch(&anna, &format!("{path}/unarchive"), None).await.expect(409)["detail"].to_string();
        assert!(refused.contains("(1)"), "{refused}");
        let archived = app.patch(&anna, &format!("{path}/archive"), None).await.expect(200);
        assert_eq!(archived["data"]["status_id"], 3);
        assert_eq!(status(&app, &anna, &campaign).await, 3);
        let refused = app.patch(&anna, &format!("{path}/start"), None).await.expect(409)["detail"].to_string();
        assert!(refused.contains("(3)") && refused.contains("(2)"), "{refused}");
        app.put(&anna, &path, campaign_form("Sun")).await.expect(409);
        app.send_form(Method::POST, crate::push::ADS, &anna, &ad_form(&uuid(&campaign))).await.expect(409);
        assert_eq!(uuids(&app.get(&anna, CAMPAIGNS).await.expect(200)), Vec::<String>::new());
        app.patch(&anna, &format!("{path}/unarchive"), None).await.expect(200);
        assert_eq!(status(&app, &anna, &campaign).await, 1);

        // The calls of native campaigns know it by its number.
        let id = campaign["id"].as_i64().unwrap();
        let native = format!("/api/advertiser/campaigns/{id}");
        app.put_empty(&anna, &format!("{native}/start")).await.expect(200);
        assert_eq!(status(&app, &anna, &campaign).await, 2);
        app.put_empty(&anna, &format!("{native}/stop")).await.expect(200);
        app.put_empty(&anna, &format!("{native}/archive")).await.expect(200);
        assert_eq!(status(&app, &anna, &campaign).await, 3);
        assert_eq!(app.get(&anna, &format!("{native}/type")).await.expect(200)["data"], json!({"campaign_type_id": 2}));
        app.delete(&anna, &native).await.expect(204);
        app.get(&anna, &path).await.expect(404);
        app.get(&anna, &ad_path(&uuid(&ad))).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn both_kinds_stand_in_the_list_of_campaigns() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let native = app.campaign(&anna, "Native").await;
        let push = app.push_campaign(&anna, "Push").await;
        let list = async |query: &str| {
            let path = format!("/api/advertiser/campaigns?order_by=id&order_direction=asc&{query}");
            let found = app.get(&anna, &path).await.expect(200);
            let rows = found["data"].as_array().unwrap().clone();
            (rows.iter().map(|row| (row["id"].clone(), row["campaign_type_id"].clone())).collect::<Vec<_>>(), found)
        };
        let (rows, found) = list("is_show_stats=1").await;
        assert_eq!(rows, [(json!(native), json!(1)), (push["id"].clone(), json!(2))]);
        assert_eq!(found["data"][1]["uuid"], push["uuid"]);
        assert_eq!((&found["data"][0]["uuid"], &found["data"][1]["target_id"]), (&Value::Null, &json!(1)));
        assert_eq!((&found["counts_by_status"]["10"], &found["counts_by_status"]["total"]), (&json!(2), &json!(2)));
        assert_eq!(list("filters[campaign_type_id]=1").await.0, [(json!(native), json!(1))]);
        assert_eq!(list("filters[campaign_type_id]=2").await.0, [(push["id"].clone(), json!(2))]);
        let wrong = app.get(&anna, "/api/advertiser/campaigns?filters[campaign_type_id]=3").await;
        assert_eq!(wrong.wrong_fields(), ["filters.campaign_type_id"]);
        // Calls of native campaigns alone find no push campaign, nor its group.
        let id = &push["id"];
        app.put(&anna, &format!("/api/advertiser/campaigns/{id}"), campaign_form("x")).await.expect(404);
        app.post(&anna, &format!("/api/advertiser/campaigns/{id}/copy"), json!({})).await.expect(404);
        app.get(&anna, &format!("/api/advertiser/campaigns/{id}/ad_groups")).await.expect(404);
        app.post(&anna, &format!("/api/advertiser/campaigns/{id}/ad_groups"), json!({"name": "g"})).await.expect(404);
        let copied = app.get(&anna, "/api/advertiser/campaigns/list_for_copy").await.expect(200);
        assert_eq!(copied["pagination"]["total"], 1);
    })
    .await;
}

#[tokio::test]
async fn push_campaigns_are_listed_in_pages() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let mut made = Vec::new();
        for name in ["Alder", "Birch", "Cedar", "Beech"] {
            made.push(app.push_campaign(&anna, name).await);
        }
        let list = async |query: &str| app.get(&anna, &format!("{CAMPAIGNS}?{query}")).await.expect(200);
        let names = |list: &Value| {
            let rows = list["data"].as_array().unwrap().clone();
            rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let page = list("order_by=name&order_direction=asc&limit=2&offset=1").await;
        assert_eq!(names(&page), ["Beech", "Birch"]);
        assert_eq!(page["pagination"], json!({"total": 4, "limit": 2, "offset": 1}));
        assert_eq!(
            names(&list("order_by=impressions").await),
            ["Beech", "Cedar", "Birch", "Alder"],
            "equal ones by age"
        );
        assert_eq!(names(&list("campaign=CED").await), ["Cedar"]);
        assert_eq!(names(&list(&format!("campaign={}", uuid(&made[1]))).await), ["Birch"]);
        assert_eq!(names(&list("campaign=01234567-89ab-7def-8123-456789abcdef").await), Vec::<String>::new());
        assert_eq!(names(&list("statuses=2&statuses=1").await), Vec::<String>::new());
        assert_eq!(names(&list("statuses[]=10&limit=0").await).len(), 4);
        let row = &list("stats_from=2026-01-01&stats_to=2026-01-31&to_currency=USD").await["data"][0];
        assert_eq!(
            row["statistic"],
            json!({"impressions": 0, "clicks": 0, "ctr": null, "cpc": null, "cpm": null, "expense": 0, "epc": null,
                "ecpm": null, "cr": null})
        );
        assert_eq!(row["reach"], Value::Null);
        let reached = list("with_reach=1&limit=2").await;
        let none = json!({"subscribers": 0, "in_daytime": 0, "under_daily_cap": 0, "due_today": 0, "pushes_a_day": 0,
            "is_estimate": false});
        assert_eq!((&reached["data"][0]["reach"], &reached["data"][1]["reach"]), (&none, &none));
        assert_eq!(reached["total_reach"], Value::Null, "others are on another page");
        assert_eq!(list("with_reach=1").await["total_reach"], none);
        assert_eq!(list("").await["total_reach"], Value::Null);
        for (query, field) in [
            ("order_by=colour", "order_by"),
            ("limit=10001", "limit"),
            ("statuses=12", "statuses"),
            ("to_currency=EUR", "to_currency"),
            ("stats_from=yesterday", "stats_from"),
            ("stats_from=2026-02-02&stats_to=2026-02-01", "stats_to"),
            ("stats_from=2020-01-01&stats_to=2026-02-01", "stats_from"),
        ] {
            assert_eq!(app.get(&anna, &format!("{CAMPAIGNS}?{query}")).await.wrong_fields(), [field], "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn many_push_campaigns_change_together() {
    each_app(async |app| {
        let (anna, eve) = (app.advertiser("anna@x.org").await, app.advertiser("eve@x.org").await);
        let first = uuid(&app.push_campaign(&anna, "First").await);
        let second = uuid(&app.push_campaign(&anna, "Second").await);
        let foreign = uuid(&app.push_campaign(&eve, "Foreign").await);
        let many = async |body: Value| app.patch(&anna, &format!("{CAMPAIGNS}/many"), Some(body)).await;
        let wanted = async |uuid: &str| app.push_campaign_field(&anna, uuid, "is_started_wanted").await;
        many(json!({"uuids": [first, foreign], "status_id": 1})).await.expect(404);
        assert_eq!(wanted(&first).await, true);
        let changed = many(json!({"uuids": [first, second, first], "status_id": 1})).await.expect(200);
        assert_eq!(changed["data"], json!({"updated_count": 2}));
        assert_eq!((wanted(&first).await, wanted(&second).await), (json!(false), json!(false)));
        many(json!({"uuids": [second], "status_id": 3})).await.expect(200);
        // One whose state refuses it is told while the other starts.
        let found = many(json!({"uuids": [first, second], "status_id": 2})).await.expect(200)["data"].clone();
        assert_eq!((&found["updated_count"], &found["refused"][0]["uuid"]), (&json!(1), &json!(second)), "{found}");
        assert_eq!((wanted(&first).await, wanted(&second).await), (json!(true), json!(false)));
        many(json!({"uuids": [second], "status_id": 2})).await.expect(409);
        for (body, field) in [
            (json!({"uuids": [], "status_id": 1}), "uuids"),
            (json!({"uuids": ["x"], "status_id": 1}), "uuids.0"),
            (json!({"uuids": [first], "status_id": 4}), "status_id"),
            (json!({"uuids": [first]}), "status_id"),
        ] {
            assert_eq!(many(body.clone()).await.wrong_fields(), [field], "{body}");
        }
    })
    .await;
}

#[tokio::test]
async fn push_campaigns_have_labels() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let mut form = campaign_form("Rain");
        form["marks"] = json!(["Autumn", " autumn ", "Wet"]);
        let made = app.post(&anna, CAMPAIGNS, form).await.expect(201)["data"].clone();
        assert_eq!(made["marks"], json!(["Autumn", "Wet"]));
        let found = app.get(&anna, "/api/advertiser/campaigns?filters[marks][]=autumn").await.expect(200);
        assert_eq!(uuids(&found), [uuid(&made)]);
        let marks = app.get(&anna, "/api/advertiser/campaigns/marks").await.expect(200);
        assert_eq!(marks["data"].as_array().unwrap().len(), 2, "{marks}");
        // Omitted they stay.
        let path = campaign_path(&uuid(&made));
        let after = app.put(&anna, &path, campaign_form("Rain")).await.expect(200)["data"].clone();
        assert_eq!(after["marks"], json!(["Autumn", "Wet"]));
        let mut form = campaign_form("Rain");
        form["marks"] = json!(["x".repeat(31)]);
        assert_eq!(app.put(&anna, &path, form).await.wrong_fields(), ["marks.0"]);
    })
    .await;
}

#[tokio::test]
async fn push_campaigns_of_others_are_not_found() {
    each_app(async |app| {
        let (anna, eve) = (app.advertiser("anna@x.org").await, app.advertiser("eve@x.org").await);
        let webmaster = app.webmaster("web@x.org").await;
        let campaign = uuid(&app.push_campaign(&anna, "Mine").await);
        let path = campaign_path(&campaign);
        let calls = [
            (Method::GET, String::new(), None),
            (Method::PUT, String::new(), Some(campaign_form("Stolen"))),
            (Method::PATCH, "/start".to_owned(), None),
            (Method::PATCH, "/stop".to_owned(), None),
            (Method::PATCH, "/archive".to_owned(), None),
            (Method::PATCH, "/unarchive".to_owned(), None),
            (Method::GET, "/ads".to_owned(), None),
        ];
        for (method, rest, body) in calls {
            let call = async |person: &Person, path: &str| {
                app.call(method.clone(), &format!("{path}{rest}"), person, body.clone()).await
            };
            call(&eve, &path).await.expect(404);
            call(&anna, &campaign_path("no-uuid")).await.expect(404);
            call(&webmaster, &path).await.expect(403);
            call(&Person::default(), &path).await.expect(401);
        }
        let copy = json!({"name": "Copy", "target_id": 1, "copy_ads_of": campaign});
        app.post(&eve, CAMPAIGNS, copy).await.expect(404);
        assert_eq!(app.get(&eve, CAMPAIGNS).await.expect(200)["pagination"]["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_copy_has_ads_of_its_own() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let campaign = uuid(&app.push_campaign(&anna, "First").await);
        let ads = [app.push_ad(&anna, &campaign).await, app.push_ad(&anna, &campaign).await];
        app.patch(&anna, &format!("{}/archive", ad_path(&uuid(&ads[1]))), None).await.expect(200);
        let form = json!({"name": "Second", "target_id": 1, "copy_ads_of": campaign});
        let copy = app.post(&anna, CAMPAIGNS, form).await.expect(201)["data"].clone();
        assert_eq!(copy["ads_count"], 1, "archived ones stay behind");
        let copied =
            app.get(&anna, &format!("{}/ads", campaign_path(&uuid(&copy)))).await.expect(200)["data"][0].clone();
        for field in ["title", "body", "url", "bid", "icon", "buttons", "language_code"] {
            assert_eq!(copied[field], ads[0][field], "{field}");
        }
        assert_ne!(copied["uuid"], ads[0]["uuid"]);
        assert_eq!(copied["status_id"], 10);
    })
    .await;
}
