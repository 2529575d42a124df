//! Campaigns and groups: forms, lists, states, whose they are.

use crate::advertising::{CAMPAIGNS, ad_path, ads_of, campaign_form, ids, text_form};
use crate::app::{Person, TestApp, each_app};
use axum::http::Method;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{CampaignId, Clock as _};
use placard_store::accounts::audit_log;
use placard_store::advertising::{campaigns, past_limit};
use placard_store::{Priority, Scope};
use serde_json::{Value, json};

pub(crate) async fn audited(app: &TestApp, subject: &'static str, id: i64) -> Vec<String> {
    app.app
        .store
        .read("test", async move |conn| {
            let filter = audit_log::LogFilter::of(subject, id);
            audit_log::list_log(conn, placard_store::Scope::System, &filter, 50, 0).await
        })
        .await
        .unwrap()
        .into_iter()
        .rev()
        .map(|entry| entry.action)
        .collect()
}

#[tokio::test]
async fn a_campaign_is_made_read_changed_and_deleted() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let form = json!({
            "name": " Spring ", "target_id": 2, "categories": [19, 22], "countries": ["de", "AT", "DE"],
            "countries_groups": [7], "device_types": [1, 4], "os": [{"device_type": 4, "value": 5}], "browsers": [1],
            "isps": [3320, 3320], "languages": ["de"], "time_targeting": [0, 167], "ip_targetings": ["10.0.0.1/8", "::1"],
            "traffic_source_id": 1, "coefficients": [{"site_id": 5, "value": 1.5}],
            "daily_money_limit": 50, "total_money_limit": 1000.5, "pacing": "even", "ad_format_type_id": 2
        });
        let made = app.post(&anna, CAMPAIGNS, form.clone()).await.expect(201)["data"].clone();
        let path = format!("{CAMPAIGNS}/{}", made["id"]);
        assert_eq!((&made["name"], &made["status"], &made["version"]), (&json!("Spring"), &json!(10), &json!(1)));
        assert_eq!(made["ip_targetings"], json!(["10.0.0.0/8", "::1/128"]));
        assert_eq!(made["isps"], json!([3320]));
        assert_eq!(made["time_targeting"], json!([0, 167]));
        assert_eq!(made["coefficients"], json!([{"site_id": 5, "value": 1.5}]));
        assert_eq!((&made["daily_money_limit"], &made["total_money_limit"]), (&json!(50), &json!(1000.5)));
        let countries = made["countries"].as_array().unwrap();
        assert!(countries.contains(&json!("DE")) && countries.contains(&json!("BR")), "{countries:?}");
        assert_eq!(made["ad_format_type_id"], 2);
        assert_eq!(app.get(&anna, &path).await.expect(200)["data"], made);
        // It stays where others are changed, and goes into copies.
        let second = app.post(&anna, CAMPAIGNS, form).await.expect(201)["data"]["id"].clone();
        let many = json!({"ids": [second], "change": {"pacing": "asap"}, "dry_run": false});
        app.put(&anna, &format!("{CAMPAIGNS}/all"), many).await.expect(200);
        let second = format!("{CAMPAIGNS}/{second}");
        let copy = app.post(&anna, &format!("{second}/copy"), json!({})).await.expect(201)["data"].clone();
        let kept = app.get(&anna, &second).await.expect(200)["data"].clone();
        assert_eq!((&kept["pacing"], &kept["ad_format_type_id"]), (&json!("asap"), &json!(2)));
        assert_eq!(copy["ad_format_type_id"], 2);
        for path in [second, format!("{CAMPAIGNS}/{}", copy["id"])] {
            app.delete(&anna, &path).await.expect(204);
        }

        let changed = json!({"name": "Summer", "target_id": 1, "version": 1});
        let after = app.put(&anna, &path, changed.clone()).await.expect(200)["data"].clone();
        assert_eq!((&after["name"], &after["countries"], &after["version"]), (&json!("Summer"), &json!([]), &json!(2)));
        assert_eq!(after["coefficients"], made["coefficients"], "omitted coefficients stay");
        assert_eq!(after["ad_format_type_id"], json!(null));
        let stale = app.put(&anna, &path, changed).await.expect(409);
        assert!(stale["detail"].as_str().unwrap().contains("version 2"), "{stale}");

        assert_eq!(app.get(&anna, &format!("{path}/type")).await.expect(200)["data"], json!({"campaign_type_id": 1}));
        app.delete(&anna, &path).await.expect(204);
        app.get(&anna, &path).await.expect(404);
        assert_eq!(ids(&app.get(&anna, CAMPAIGNS).await.expect(200)), Vec::<i64>::new());
        let id = made["id"].as_i64().unwrap();
        assert_eq!(audited(&app, "campaign", id).await, ["create_campaign", "update_campaign", "delete_campaign"]);
    })
    .await;
}

#[tokio::test]
async fn wrong_fields_are_named_and_nothing_is_stored() {
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
        check(json!({"name": "  "}), &["name"]).await;
        check(json!({"name": "x".repeat(201)}), &["name"]).await;
        check(json!({"target_id": 3}), &["target_id"]).await;
        check(json!({"campaign_type_id": 2}), &["campaign_type_id"]).await;
        check(json!({"ad_format_type_id": 32}), &["ad_format_type_id"]).await;
        check(json!({"offer_id": 1}), &["offer_id"]).await;
        check(json!({"categories": [19, -1]}), &["categories.1"]).await;
        check(json!({"categories": [4242]}), &["categories"]).await;
        check(json!({"traffic_source_id": 99}), &["traffic_source_id"]).await;
        check(json!({"countries": ["DE", "XX", "Germany"]}), &["countries.1", "countries.2"]).await;
        check(json!({"countries_groups": [9]}), &["countries_groups.0"]).await;
        check(json!({"regions": [1]}), &["regions.0"]).await;
        check(json!({"cities": [1]}), &["cities.0"]).await;
        check(json!({"device_types": [3]}), &["device_types.0"]).await;
        check(json!({"os": [{"device_type": 1, "value": 6}]}), &["os.0"]).await;
        check(json!({"browsers": [200]}), &["browsers.0"]).await;
        check(json!({"isps": (0..501).collect::<Vec<_>>()}), &["isps"]).await;
        check(json!({"languages": ["english"]}), &["languages.0"]).await;
        check(json!({"time_targeting": []}), &["time_targeting"]).await;
        check(json!({"time_targeting": [168]}), &["time_targeting"]).await;
        check(json!({"ip_targetings": ["10.0.0.0/33"]}), &["ip_targetings.0"]).await;
        check(json!({"ip_targetings": vec!["10.0.0.1"; 101]}), &["ip_targetings"]).await;
        check(json!({"daily_money_limit": 0.5}), &["daily_money_limit"]).await;
        check(json!({"daily_money_limit": 1.234}), &["daily_money_limit"]).await;
        check(json!({"total_money_limit": -5}), &["total_money_limit"]).await;
        check(json!({"total_money_limit": 1.123_456_7}), &["total_money_limit"]).await;
        check(json!({"pacing": "fast"}), &["pacing"]).await;
        check(json!({"colour": 1}), &["colour"]).await;
        check(json!({"coefficients": [{"site_id": 1, "value": 0.1}]}), &["coefficients.0.value"]).await;
        check(json!({"coefficients": [{"site_id": 1, "block_id": 1, "value": 1}]}), &["coefficients.0"]).await;
        assert_eq!(app.post(&anna, CAMPAIGNS, json!({"name": "x"})).await.wrong_fields(), ["target_id"]);
        assert_eq!(app.get(&anna, CAMPAIGNS).await.expect(200)["pagination"]["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn what_belongs_to_others_is_not_found() {
    each_app(async |app| {
        let (anna, eve) = (app.advertiser("anna@x.org").await, app.advertiser("eve@x.org").await);
        let campaign = app.campaign(&anna, "Mine").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let form = campaign_form("Stolen");
        for (method, path, body) in [
            (Method::GET, format!("{CAMPAIGNS}/{campaign}"), None),
            (Method::PUT, format!("{CAMPAIGNS}/{campaign}"), Some(form.clone())),
            (Method::DELETE, format!("{CAMPAIGNS}/{campaign}"), None),
            (Method::PUT, format!("{CAMPAIGNS}/{campaign}/start"), None),
            (Method::PUT, format!("{CAMPAIGNS}/{campaign}/stop"), None),
            (Method::PUT, format!("{CAMPAIGNS}/{campaign}/archive"), None),
            (Method::PUT, format!("{CAMPAIGNS}/{campaign}/unarchive"), None),
            (Method::PUT, format!("{CAMPAIGNS}/{campaign}/restore"), None),
            (Method::PUT, format!("/api/advertiser/ad_groups/{group}/restore"), None),
            (Method::PUT, "/api/advertiser/ads/all/restore".to_owned(), Some(json!({"ids": [ad]}))),
            (Method::POST, format!("{CAMPAIGNS}/{campaign}/copy"), Some(json!({}))),
            (Method::GET, format!("{CAMPAIGNS}/{campaign}/type"), None),
            (
                Method::POST,
                format!("{CAMPAIGNS}/{campaign}/source/coefficient"),
                Some(json!({"site_id": 1, "value": 2})),
            ),
            (Method::GET, format!("{CAMPAIGNS}/{campaign}/ad_groups"), None),
            (Method::POST, format!("{CAMPAIGNS}/{campaign}/ad_groups"), Some(json!({"name": "x"}))),
            (Method::GET, format!("/api/advertiser/ad_groups/{group}"), None),
            (Method::PUT, format!("/api/advertiser/ad_groups/{group}"), Some(json!({"name": "x"}))),
            (Method::DELETE, format!("/api/advertiser/ad_groups/{group}"), None),
            (Method::PUT, format!("/api/advertiser/ad_groups/{group}/start"), None),
            (Method::PUT, format!("/api/advertiser/ad_groups/{group}/archive"), None),
            (Method::GET, format!("/api/advertiser/ad_groups/{group}/geo"), None),
            (Method::GET, ads_of(group), None),
            (Method::GET, ad_path(ad), None),
            (Method::PUT, format!("{}/archive", ad_path(ad)), None),
            (Method::POST, format!("/api/advertiser/ad_groups/{group}/ads/remoderate/{ad}"), None),
            (Method::PUT, "/api/advertiser/ads/all/stop".to_owned(), Some(json!({"ids": [ad]}))),
            (Method::DELETE, "/api/advertiser/ads/all".to_owned(), Some(json!({"ids": [ad]}))),
            (
                Method::PUT,
                "/api/advertiser/ads/all/bid".to_owned(),
                Some(json!({"ids": [ad], "one_bid_for_all_geo": 3})),
            ),
            (Method::GET, format!("/api/advertiser/breadcrumbs?ad_id={ad}"), None),
        ] {
            let answer = app.call(method.clone(), &path, &eve, body).await;
            assert_eq!(answer.status.as_u16(), 404, "{method} {path}: {}", answer.text);
        }
        app.send_form(Method::POST, &ads_of(group), &eve, &text_form()).await.expect(404);
        app.send_form(Method::PUT, &ad_path(ad), &eve, &text_form()).await.expect(404);
        assert_eq!(ids(&app.get(&eve, CAMPAIGNS).await.expect(200)), Vec::<i64>::new());
        assert_eq!(ids(&app.get(&eve, "/api/advertiser/ads/all").await.expect(200)), Vec::<i64>::new());
        assert_eq!(app.campaign_status(&anna, campaign).await, 10, "nothing was changed");
    })
    .await;
}

#[tokio::test]
async fn lists_search_count_sort_and_cut() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let mut made = Vec::new();
        for name in ["Alpha", "beta", "Gamma", "delta"] {
            made.push(app.campaign(&anna, name).await);
        }
        app.put_empty(&anna, &format!("{CAMPAIGNS}/{}/archive", made[3])).await.expect(200);
        let list = async |query: &str| app.get(&anna, &format!("{CAMPAIGNS}?{query}")).await.expect(200);
        let all = list("").await;
        assert_eq!(all["counts_by_status"], json!({"10": 3, "3": 1, "total": 3}));
        assert_eq!(all["pagination"], json!({"current_page": 1, "last_page": 1, "per_page": 50, "total": 3}));
        assert_eq!(all["data"][0]["statistic"], Value::Null);
        assert_eq!(ids(&list("filters[status][]=3").await), [made[3]]);
        assert_eq!(ids(&list("filters[status]=all").await), ids(&list("").await));
        for misspelt in ["filters[status_id]=3", "filter[status]=3", "searchphrase=x", "per_page=2"] {
            let refused = app.get(&anna, &format!("{CAMPAIGNS}?{misspelt}")).await.wrong_fields();
            assert_eq!(refused.len(), 1, "{misspelt}: an answer to another question would look like this one's");
        }
        assert_eq!(ids(&list("filters[status][]=3&filters[status][]=10&order_by=id&order_direction=asc").await), made);
        assert_eq!(ids(&list("order_by=campaign_name&order_direction=asc").await), made[..3]);
        assert_eq!(ids(&list("searchPhrase=ETA").await), [made[1]]);
        assert_eq!(ids(&list(&format!("searchPhrase={}", made[0])).await), [made[0]]);
        let page = list("order_by=id&order_direction=asc&page=2&count=2").await;
        assert_eq!((ids(&page), &page["pagination"]["last_page"]), (vec![made[2]], &json!(2)));
        let stats = list("is_show_stats=1&order_by=impressions&filters[date_from]=2026-11-01").await;
        assert_eq!(stats["total_statistic"]["shows_count"], 0);
        assert_eq!(stats["data"][0]["statistic"]["clicks_count"], 0);
        for (query, field) in [
            ("order_by=colour", "order_by"),
            ("count=10001", "count"),
            ("page=0", "page"),
            ("filters[date_from]=yesterday", "filters.date_from"),
            ("filters[date_to]=1999-01-01", "filters.date_to"),
            ("order_direction=up", "order_direction"),
        ] {
            assert_eq!(app.get(&anna, &format!("{CAMPAIGNS}?{query}")).await.wrong_fields(), [field], "{query}");
        }
        let names = app.get(&anna, &format!("{CAMPAIGNS}/list_for_copy?search=amm")).await.expect(200);
        assert_eq!(names["data"], json!([{"id": made[2], "name": "Gamma"}]));
    })
    .await;
}

#[tokio::test]
async fn states_change_as_allowed() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = app.campaign(&anna, "States").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let put = async |action: &str| app.put_empty(&anna, &format!("{CAMPAIGNS}/{campaign}/{action}")).await;
        let status = async || app.campaign_status(&anna, campaign).await;
        assert_eq!(status().await, 10);
        app.approve(&god, ad).await;
        assert_eq!(status().await, 2);
        assert_eq!(put("stop").await.expect(200), json!({"message": {"started_count": 0}}));
        assert_eq!(status().await, 1);
        assert_eq!(put("start").await.expect(200), json!({"message": {"started_count": 1}}));
        let refused = put("unarchive").await.expect(409);
        assert!(refused["detail"].as_str().unwrap().contains("started (2)"), "{refused}");
        assert_eq!(put("archive").await.expect(200)["data"]["status"], 3);
        let refused = put("start").await.expect(409)["detail"].to_string();
        assert!(refused.contains("archived (3)") && refused.contains("started (2)"), "{refused}");
        app.put(&anna, &format!("{CAMPAIGNS}/{campaign}"), campaign_form("x")).await.expect(409);
        assert_eq!(put("unarchive").await.expect(200)["data"]["status"], 1, "back to stopped");
        assert_eq!(put("start").await.expect(200)["message"]["started_count"], 1);

        // A schedule without this hour: the store's clock stands at midnight of a Saturday.
        let mut form = campaign_form("States");
        form["time_targeting"] = json!([0]);
        app.put(&anna, &format!("{CAMPAIGNS}/{campaign}"), form).await.expect(200);
        assert_eq!(status().await, 6);
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 42);

        let group_path = format!("/api/advertiser/ad_groups/{group}");
        app.put(&anna, &format!("{CAMPAIGNS}/{campaign}"), campaign_form("States")).await.expect(200);
        assert_eq!(
            app.put_empty(&anna, &format!("{group_path}/stop")).await.expect(200)["message"]["started_count"],
            0
        );
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 4);
        assert_eq!(
            app.put_empty(&anna, &format!("{group_path}/start")).await.expect(200)["message"]["started_count"],
            1
        );
        assert_eq!(app.put_empty(&anna, &format!("{group_path}/archive")).await.expect(200)["data"]["status"], 3);
        app.put_empty(&anna, &format!("{group_path}/start")).await.expect(409);
        app.send_form(Method::POST, &ads_of(group), &anna, &text_form()).await.expect(409);
        assert_eq!(app.put_empty(&anna, &format!("{group_path}/unarchive")).await.expect(200)["data"]["status"], 1);
    })
    .await;
}

#[tokio::test]
async fn without_money_nothing_runs() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let campaign = app.campaign(&anna, "Poor").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        app.approve(&god, ad).await;
        assert_eq!(app.campaign_status(&anna, campaign).await, 8);
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 41);
        app.deposit(&anna, 2).await;
        assert_eq!(app.campaign_status(&anna, campaign).await, 8, "two dollars do not pay a click of 2.50");
        app.deposit(&anna, 1).await;
        assert_eq!(app.campaign_status(&anna, campaign).await, 2);
        let mut form = campaign_form("Poor");
        form["daily_money_limit"] = json!(2);
        app.put(&anna, &format!("{CAMPAIGNS}/{campaign}"), form.clone()).await.expect(200);
        assert_eq!(app.campaign_status(&anna, campaign).await, 5);
        form["total_money_limit"] = json!(2);
        app.put(&anna, &format!("{CAMPAIGNS}/{campaign}"), form).await.expect(200);
        assert_eq!(app.campaign_status(&anna, campaign).await, 7);
        assert_eq!(ids(&app.get(&anna, &format!("{CAMPAIGNS}?filters[status][]=1")).await.expect(200)), [campaign]);
    })
    .await;
}

#[tokio::test]
async fn groups_keep_the_lists_that_a_change_omits() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let campaign = app.campaign(&anna, "Lists").await;
        let path = format!("{CAMPAIGNS}/{campaign}/ad_groups");
        let form = json!({
            "name": "Group", "blacklist_sites": [3, 3, 4], "whitelist_blocks": [9], "countries": ["DE"],
            "coefficients": [{"block_id": 9, "value": 2}], "ad_format_type_id": 16, "auto_start_ads": false,
            "categories": [12]
        });
        let made = app.post(&anna, &path, form).await.expect(201)["data"].clone();
        let group = format!("/api/advertiser/ad_groups/{}", made["id"]);
        assert_eq!((&made["blacklist_sites"], &made["whitelist_blocks"]), (&json!([3, 4]), &json!([9])));
        assert_eq!((&made["auto_start_ads"], &made["ad_format_type_id"]), (&json!(false), &json!(16)));
        let after = app.put(&anna, &group, json!({"name": "Renamed", "version": 1})).await.expect(200)["data"].clone();
        assert_eq!((&after["name"], &after["countries"]), (&json!("Renamed"), &json!([])));
        for kept in ["blacklist_sites", "whitelist_blocks", "coefficients"] {
            assert_eq!(after[kept], made[kept], "{kept}");
        }
        let after = app.put(&anna, &group, json!({"name": "Renamed", "blacklist_sites": []})).await.expect(200);
        assert_eq!((&after["data"]["blacklist_sites"], &after["data"]["whitelist_blocks"]), (&json!([]), &json!([9])));
        app.put(&anna, &group, json!({"name": "Renamed", "version": 1})).await.expect(409);
        for (form, field) in [
            (json!({"name": ""}), "name"),
            (json!({"name": "x", "target_id": 2}), "target_id"),
            (json!({"name": "x", "ad_format_type_id": 3}), "ad_format_type_id"),
            (json!({"name": "x", "blacklist_sites": (1..=101).collect::<Vec<_>>()}), "blacklist_sites"),
            (json!({"name": "x", "whitelist_sites": [0]}), "whitelist_sites.0"),
            (json!({"name": "x", "categories": [4242]}), "categories"),
            (json!({"name": "x", "coefficients": [{"value": 1}]}), "coefficients.0"),
        ] {
            assert_eq!(app.put(&anna, &group, form).await.wrong_fields(), [field]);
        }
        let list = app.get(&anna, &path).await.expect(200);
        assert_eq!((ids(&list).len(), &list["counts_by_status"]["10"]), (1, &json!(1)));
        assert_eq!(app.get(&anna, &format!("{group}/geo")).await.expect(200)["data"], json!([]));
        app.put(&anna, &group, json!({"name": "x", "countries": ["DE"]})).await.expect(200);
        let geo = app.get(&anna, &format!("{group}/geo")).await.expect(200);
        assert_eq!(geo["data"], json!([{"code": "DE", "name": "Germany"}]));
        app.delete(&anna, &group).await.expect(204);
        app.get(&anna, &group).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn coefficients_and_copies() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let campaign = app.campaign(&anna, "Original").await;
        let group = app.group(&anna, campaign).await;
        app.ad(&anna, group, &text_form()).await;
        let path = format!("{CAMPAIGNS}/{campaign}/source/coefficient");
        let set = async |entry: Value| app.post(&anna, &path, entry).await;
        assert_eq!(set(json!({"site_id": 7, "value": 0.2})).await.expect(200)["data"][0]["value"], 0.2);
        set(json!({"block_id": 8, "value": 9})).await.expect(200);
        let all = set(json!({"site_id": 7, "value": 1})).await.expect(200);
        assert_eq!(all["data"], json!([{"block_id": 8, "value": 9}]), "1 changes nothing and goes");
        let listed = app.get(&anna, CAMPAIGNS).await.expect(200)["data"][0].clone();
        assert_eq!(listed["coefficients"], all["data"], "a row of a list can be sent back whole");
        set(json!({"site_id": 7, "value": 9.1})).await.expect(422);
        set(json!({"value": 2})).await.expect(422);

        let copy =
            app.post(&anna, &format!("{CAMPAIGNS}/{campaign}/copy"), json!({})).await.expect(201)["data"].clone();
        assert_eq!((&copy["name"], &copy["is_started_wanted"]), (&json!("Original (copy)"), &json!(false)));
        assert_eq!(copy["coefficients"], json!([{"block_id": 8, "value": 9}]));
        let groups = app.get(&anna, &format!("{CAMPAIGNS}/{}/ad_groups", copy["id"])).await.expect(200);
        let ads = app.get(&anna, &ads_of(ids(&groups)[0])).await.expect(200);
        assert_eq!((&ads["data"][0]["title"], &ads["data"][0]["status_id"]), (&json!("A text ad"), &json!(1)));
        let crumbs = app.get(&anna, &format!("/api/advertiser/breadcrumbs?ad_id={}", ids(&ads)[0])).await.expect(200);
        assert_eq!(crumbs["data"]["campaign"]["name"], "Original (copy)");
        assert_eq!(crumbs["data"]["ad_group"]["name"], "Group");
        let nobody = Person::default();
        app.get(&nobody, CAMPAIGNS).await.expect(401);
        app.get(&anna, &format!("/api/advertiser/breadcrumbs?ad_id={}&campaign_id={campaign}", ids(&ads)[0]))
            .await
            .expect(404);
    })
    .await;
}

#[tokio::test]
async fn a_limit_of_before_is_known_after_it_was_changed() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let limited = |limit: Value| json!({"name": "Spring", "target_id": 1, "daily_money_limit": limit});
        let id = app.post(&anna, CAMPAIGNS, limited(json!(60))).await.expect(201)["data"]["id"].as_i64().unwrap();
        let path = format!("{CAMPAIGNS}/{id}");
        // What it was in the first and in the second half of a day, told at its end.
        let begin = app.clock.now();
        let at = async |ms: i64| {
            let read = async move |conn: &placard_store::Conn| {
                let campaign = campaigns::get(conn, Scope::System, CampaignId(id)).await?;
                past_limit::daily_limit_at(conn, &campaign, begin.plus_ms(ms)).await
            };
            app.app.store.read("test", read).await.unwrap().map(|limit| limit.to_string())
        };
        let was = |limit: &str| Some(limit.to_owned());
        assert_eq!(at(0).await, was("60"), "nothing has changed it");
        app.clock.advance_ms(DAY_MS);
        let anna = app.logged_in(anna.id).await;
        app.put(&anna, &path, limited(json!(600))).await.expect(200);
        app.clock.advance_ms(1_000);
        app.put(&anna, &path, limited(Value::Null)).await.expect(200);
        assert_eq!((at(0).await, at(DAY_MS + 500).await, at(DAY_MS + 1_500).await), (was("60"), was("600"), None));

        // A rule has lowered it between these.
        let by_rule = async move |tx: &placard_store::Tx| {
            let sql = format!(
                "INSERT INTO rule_actions (rule_id, rule_name, advertiser_id, campaign_id, campaign_name, subject, subject_id, \
                 subject_name, kind, state, change, sums, why, hour, at, updated_by) VALUES (1, '', 1, {id}, '', 5, {id}, '', 6, 1, \
                 '{{\"before\":700,\"after\":560}}', '{{}}', '', 1, {}, '')",
                begin.0 + DAY_MS + 300
            );
            tx.execute(&sql, []).await.map(drop)
        };
        app.app.store.write("test_rule", Priority::Api, by_rule).await.unwrap();
        assert_eq!((at(0).await, at(DAY_MS + 200).await, at(DAY_MS + 500).await), (was("60"), was("700"), was("600")));
    })
    .await;
}

#[tokio::test]
async fn a_limit_of_before_is_known_after_the_undo_of_a_rule() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let form = json!({"name": "Spring", "target_id": 1, "daily_money_limit": 100});
        let id = app.post(&anna, CAMPAIGNS, form).await.expect(201)["data"]["id"].as_i64().unwrap();
        let begin = app.clock.now();
        // Lowered on the first day and taken back on the second; asked for on that, and done on the third.
        let actions = [
            (2, "{\"before\":100,\"after\":50}", HOUR_MS, DAY_MS + 9 * HOUR_MS),
            (1, "{\"before\":90,\"after\":80}", DAY_MS + 11 * HOUR_MS, 2 * DAY_MS + HOUR_MS),
        ];
        // Two edits on the fourth: what was before the first was too long to be kept.
        let edits = [(0, "{\"too_long_bytes\":70000,\"digest\":\"00\"}"), (1, "{\"daily_money_limit\":30}")];
        let write = async move |tx: &placard_store::Tx| {
            for (state, change, at, decided_at) in actions {
                let (at, decided_at) = (begin.0 + at, begin.0 + decided_at);
                let sql = format!(
                    "INSERT INTO rule_actions (rule_id, rule_name, advertiser_id, campaign_id, campaign_name, subject, \
                     subject_id, subject_name, kind, state, change, sums, why, hour, at, decided_at, updated_by) \
                     VALUES (1, '', 1, {id}, '', 5, {id}, '', 6, {state}, '{change}', '{{}}', '', {state}, {at}, \
                     {decided_at}, '')"
                );
                tx.execute(&sql, []).await?;
            }
            for (hour, before) in edits {
                let sql = format!(
                    "INSERT INTO audit_log (at, action, subject, subject_id, before, address) \
                     VALUES ({}, 'update_campaign', 'campaign', {id}, '{before}', '')",
                    begin.0 + 3 * DAY_MS + hour * HOUR_MS
                );
                tx.execute(&sql, []).await?;
            }
            Ok(())
        };
        app.app.store.write("test_changes", Priority::Api, write).await.unwrap();
        for (name, ms, expected) in [
            ("before all", 0, "100"),
            ("as the rule had left it", DAY_MS, "50"),
            ("taken back", DAY_MS + 10 * HOUR_MS, "90"),
            ("asked for and not done yet", 2 * DAY_MS, "90"),
            ("before the edits", 2 * DAY_MS + 2 * HOUR_MS, "30"),
            ("after all", 4 * DAY_MS, "100"),
        ] {
            let read = async move |conn: &placard_store::Conn| {
                let campaign = campaigns::get(conn, Scope::System, CampaignId(id)).await?;
                past_limit::daily_limit_at(conn, &campaign, begin.plus_ms(ms)).await
            };
            let limit = app.app.store.read("test", read).await.unwrap().map(|limit| limit.to_string());
            assert_eq!(limit.as_deref(), Some(expected), "{name}");
        }
    })
    .await;
}
