//! What a webmaster asks of a block beside its looks: floors, passbacks, refreshes; its versions; copies that are made once.

use crate::app::{Answer, Person, TestApp, each_app};
use crate::delivery::{self, PAGE, World, from_page};
use crate::publishing::{block, site};
use axum::body::Body;
use axum::http::{Request, header};
use placard_edge::delivery::counters::flush;
use placard_engine::Step;
use placard_model::time::HOUR_MS;
use placard_store::Priority;
use placard_store::accounts::terms;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::inventory::Inventory;
use serde_json::{Value, json};

fn at(of: &Value) -> String {
    format!("/api/webmaster/blocks/{}", of["id"])
}

/// The block as it is saved again with other values.
pub(crate) fn form(of: &Value, change: Value) -> Value {
    let kept = [
        "name",
        "template_id",
        "config",
        "custom_styles",
        "passback_html",
        "passback_url",
        "refresh_seconds",
        "placement",
        "article_paragraphs",
        "ecpm_floor",
        "country_floors",
        "version",
    ];
    let mut form: Value =
        kept.iter().map(|name| ((*name).to_owned(), of[*name].clone())).collect::<serde_json::Map<_, _>>().into();
    for (name, value) in change.as_object().unwrap() {
        form[name] = value.clone();
    }
    form
}

/// The block with a change; as it is then.
pub(crate) async fn save(app: &TestApp, owner: &Person, of: &Value, change: Value) -> Value {
    app.put(owner, &at(of), form(of, change)).await.expect(200)["data"].clone()
}

#[tokio::test]
async fn what_a_block_asks_for_is_kept_and_checked() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let news = site(&app, &owner, "news.example").await;
        let made = block(&app, &owner, &news).await;
        assert_eq!(
            (&made["ecpm_floor"], &made["country_floors"], &made["refresh_seconds"], &made["passback_url"]),
            (&json!(0), &json!([]), &Value::Null, &json!(""))
        );
        let floors = json!([
            {"country_code": "us", "ecpm_floor": 2.5}, {"country_code": "DE", "ecpm_floor": 0}
        ]);
        let change = json!({"ecpm_floor": 0.123_456, "country_floors": floors, "refresh_seconds": 30,
            "passback_url": " https://ads.other.example/?a=1 "});
        let saved = save(&app, &owner, &made, change).await;
        let sorted = json!([
            {"country_code": "DE", "ecpm_floor": 0}, {"country_code": "US", "ecpm_floor": 2.5}
        ]);
        assert_eq!((&saved["ecpm_floor"], &saved["country_floors"]), (&json!(0.123_456), &sorted));
        assert_eq!((&saved["refresh_seconds"], &saved["version"]), (&json!(30), &json!(2)));
        assert_eq!(saved["passback_url"], "https://ads.other.example/?a=1");
        assert_eq!(app.get(&owner, &at(&made)).await.expect(200)["data"], saved);

        let check = async |change: Value, fields: &[&str]| {
            assert_eq!(
                app.put(&owner, &at(&made), form(&saved, change.clone())).await.wrong_fields(),
                fields,
                "{change}"
            );
        };
        check(json!({"ecpm_floor": -0.01}), &["ecpm_floor"]).await;
        check(json!({"ecpm_floor": 1000.01}), &["ecpm_floor"]).await;
        check(json!({"refresh_seconds": 29}), &["refresh_seconds"]).await;
        check(json!({"refresh_seconds": 601}), &["refresh_seconds"]).await;
        check(json!({"passback_url": "javascript:alert(1)"}), &["passback_url"]).await;
        check(json!({"passback_url": "//other.example"}), &["passback_url"]).await;
        let floor = |code: &str, floor: Value| json!({"country_code": code, "ecpm_floor": floor});
        check(json!({"country_floors": [floor("XX", json!(1))]}), &["country_floors.0.country_code"]).await;
        let twice = json!({"country_floors": [floor("DE", json!(1)), floor("de", json!(2))]});
        check(twice, &["country_floors.1.country_code"]).await;
        check(json!({"country_floors": [floor("DE", json!(1001))]}), &["country_floors.0.ecpm_floor"]).await;
        let many: Vec<Value> = (0..51).map(|_| floor("DE", json!(1))).collect();
        let wrong = app.put(&owner, &at(&made), form(&saved, json!({"country_floors": many}))).await.wrong_fields();
        assert!(wrong.contains(&"country_floors".to_owned()), "{wrong:?}");
        assert_eq!(app.get(&owner, &at(&made)).await.expect(200)["data"], saved, "nothing of it was kept");
    })
    .await;
}

#[tokio::test]
async fn a_floor_keeps_cheap_ads_out() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let id = world.block.0;
        let made = app.get(&world.webmaster, &format!("/api/webmaster/blocks/{id}")).await.expect(200)["data"].clone();
        let ads = async || delivery::ask(&app, id).await.len();
        assert_eq!(ads().await, 3);
        // Clicks cost 25 cents: at the usual rate of 0.5 % and a share of 70 %, 1,000 shows earn 87.5.
        let mut saved = made;
        let mut floor = async |change: Value| {
            saved = save(&app, &world.webmaster, &saved, change).await;
            world.inventory.catch_up().await.unwrap();
        };
        floor(json!({"ecpm_floor": 0.874})).await;
        assert_eq!(ads().await, 3, "the floor is reached");
        floor(json!({"ecpm_floor": 0.876})).await;
        let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": [{"id": id}]});
        let answer = from_page(&app, "/d/ads", body).await.expect(200);
        assert_eq!(answer["blocks"][0]["ads"], json!([]));
        assert_eq!(
            answer["blocks"][0]["empty"],
            "every fitting ad is expected to earn less than the floor of the block"
        );
        let why = format!("/api/advertiser/ads/universal/{}/explain", world.ads[0]);
        let explained = app.post(&world.advertiser, &why, json!({"block_id": id, "country": "GB"})).await.expect(200);
        assert!(explained.to_string().contains("Floor of the block"), "{explained}");
        floor(json!({"country_floors": [{"country_code": "GB", "ecpm_floor": 0}]})).await;
        assert_eq!(ads().await, 3, "the visitor's country has no floor");
        floor(json!({"country_floors": [{"country_code": "DE", "ecpm_floor": 0}]})).await;
        assert_eq!(ads().await, 0, "another country's does not matter");

        // A webmaster who gets more of a click reaches the floor with cheaper ones.
        floor(json!({"ecpm_floor": 1.2})).await;
        assert_eq!(ads().await, 0);
        let webmaster = world.webmaster.id;
        let all = async move |tx: &placard_store::Tx| terms::set_share(tx, webmaster, Some(10_000)).await;
        app.app.store.write("test_share", Priority::Api, all).await.unwrap();
        world.inventory.catch_up().await.unwrap();
        assert_eq!(ads().await, 3, "all of 25 cents by 0.5 % is 1.25");

        let counted = app.app.delivery.counters.take();
        let [placard_model::event::Event::Requests(counts)] = &counted[..] else { panic!("{counted:?}") };
        assert!(counts.iter().any(|count| count.step == Step::Floor.id() && count.filled == 0), "{counts:?}");
    })
    .await;
}

#[tokio::test]
async fn a_passback_is_counted_once() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let id = world.block.0;
        let path = format!("/api/webmaster/blocks/{id}");
        let made = app.get(&world.webmaster, &path).await.expect(200)["data"].clone();
        let ask = async || {
            let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": [{"id": id}]});
            from_page(&app, "/d/ads", body).await.expect(200)["blocks"][0].clone()
        };
        let filled = ask().await;
        assert!(filled.get("passback_token").is_none() && filled.get("refresh_s").is_none(), "{filled}");
        let change = json!({"ecpm_floor": 1000, "passback_html": "", "passback_url": "https://house.example/ad"});
        let made = save(&app, &world.webmaster, &made, change).await;
        world.inventory.catch_up().await.unwrap();
        let empty = ask().await;
        assert_eq!((&empty["ads"], &empty["passback_url"]), (&json!([]), &json!("https://house.example/ad")));
        let token = empty["passback_token"].as_str().unwrap().to_owned();

        let report = json!({"tokens": [token, token, "x"], "page": PAGE});
        for _ in 0..3 {
            from_page(&app, "/d/passback", report.clone()).await.expect(204);
        }
        // It is about no ad: nothing else takes it, and it takes no token of an ad.
        from_page(&app, "/d/show", report.clone()).await.expect(204);
        assert_eq!(delivery::click(&app, &token).await.status, 404);
        let shown = filled["ads"][0]["token"].clone();
        from_page(&app, "/d/passback", json!({"tokens": [shown], "page": PAGE})).await.expect(204);
        let other = ask().await["passback_token"].clone();
        let elsewhere = Request::post("/d/passback").header(header::ORIGIN, "https://other.test");
        let elsewhere = delivery::browser(elsewhere).header(header::CONTENT_TYPE, "text/plain");
        let foreign = json!({"tokens": [other], "page": "https://other.test/"}).to_string();
        app.send(delivery::from_visitor(elsewhere.body(Body::from(foreign)).unwrap(), delivery::VISITOR))
            .await
            .expect(204);
        from_page(&app, "/d/passback", json!({"tokens": vec!["x"; 65]})).await.expect(400);

        flush(&app.app).await.unwrap();
        Facts::load(app.app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        let list = format!("/api/webmaster/sites/{}/blocks?is_show_stats=1", made["site_id"]);
        let row = app.get(&world.webmaster, &list).await.expect(200)["data"][0].clone();
        assert_eq!(row["passbacks"], 1, "{row}");
        // Of places, not of requests: 3 of 4 filled, then all 8 that the saved block has empty, twice.
        assert_eq!((&row["fill_rate"], &row["floor_rate"]), (&json!(15), &json!(80)), "{row}");
        let sites = app.get(&world.webmaster, "/api/webmaster/sites?is_show_stats=1").await.expect(200);
        assert_eq!(sites["data"][0]["passbacks"], 1);
        let plain = format!("/api/webmaster/sites/{}/blocks", made["site_id"]);
        assert_eq!(app.get(&world.webmaster, &plain).await.expect(200)["data"][0]["passbacks"], Value::Null);

        // Nor late, nor by a process that cannot know what was counted before it.
        let late = ask().await["passback_token"].clone();
        app.clock.advance_ms(HOUR_MS + 1);
        app.app.delivery.counters.take();
        from_page(&app, "/d/passback", json!({"tokens": [late], "page": PAGE})).await.expect(204);
        assert!(app.app.delivery.counters.take().is_empty());
        let (again, _folder) = app.restarted().await;
        Inventory::load(again.app.worker.clone()).await.unwrap();
        let before = ask().await["passback_token"].clone();
        app.clock.advance_ms(1);
        let body = json!({"v": 1, "page": PAGE, "blocks": [{"id": id}]});
        let after = from_page(&again, "/d/ads", body).await.expect(200)["blocks"][0]["passback_token"].clone();
        again.app.delivery.counters.take();
        for (token, expected) in [(before, 0), (after.clone(), 1), (after, 0)] {
            from_page(&again, "/d/passback", json!({"tokens": [token], "page": PAGE})).await.expect(204);
            let counted = again.app.delivery.counters.take();
            assert_eq!(counted.len(), expected, "{counted:?}");
        }
        again.app.close().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_place_is_refreshed_where_its_block_says_so() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let id = world.block.0;
        let ask = async |more: Value| {
            let mut wanted = json!({"id": id, "places": 1});
            wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": [wanted]});
            from_page(&app, "/d/ads", body).await.expect(200)["blocks"][0].clone()
        };
        assert_eq!(ask(json!({"refresh": 1})).await["empty"], "the block does not refresh");
        let path = format!("/api/webmaster/blocks/{id}");
        let made = app.get(&world.webmaster, &path).await.expect(200)["data"].clone();
        save(&app, &world.webmaster, &made, json!({"refresh_seconds": 45})).await;
        world.inventory.catch_up().await.unwrap();
        let first = ask(json!({})).await;
        assert_eq!((&first["refresh_s"], first["ads"].as_array().unwrap().len()), (&json!(45), 1));
        assert_eq!(ask(json!({"refresh": 20})).await["ads"].as_array().unwrap().len(), 1);
        for often in [0, 21, 300] {
            let body = json!({"v": 1, "page": PAGE, "blocks": [{"id": id, "refresh": often}]});
            from_page(&app, "/d/ads", body).await.expect(400);
        }
    })
    .await;
}

#[tokio::test]
async fn a_block_stands_where_its_placement_says() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let id = world.block.0;
        let ask = async |more: Value| {
            let mut wanted = json!({"id": id, "places": 1});
            wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": [wanted]});
            from_page(&app, "/d/ads", body).await.expect(200)["blocks"][0].clone()
        };
        let count = |block: &Value| block["ads"].as_array().unwrap().len();
        let path = format!("/api/webmaster/blocks/{id}");
        let made = app.get(&world.webmaster, &path).await.expect(200)["data"].clone();
        assert_eq!((&made["placement"], &made["article_paragraphs"]), (&json!("in_place"), &Value::Null));
        assert_eq!(ask(json!({})).await.get("placement"), None);
        let check = async |change: Value, field: &str| {
            assert_eq!(app.put(&world.webmaster, &path, form(&made, change)).await.wrong_fields(), [field]);
        };
        check(json!({"placement": "in_article", "article_paragraphs": 1}), "article_paragraphs").await;
        check(json!({"placement": "sticky_bottom"}), "placement").await;

        let made = save(&app, &world.webmaster, &made, json!({"placement": "in_article"})).await;
        assert_eq!((&made["placement"], &made["article_paragraphs"]), (&json!("in_article"), &json!(4)));
        world.inventory.catch_up().await.unwrap();
        let told = ask(json!({})).await;
        assert_eq!((&told["placement"], &told["paragraphs"], count(&told)), (&json!("article"), &json!(4), 0));
        assert_eq!(count(&ask(json!({"placed": true})).await), 1);

        let one = json!({"rows": 1, "columns": 1, "columns_tablet": 1, "columns_phone": 1});
        save(&app, &world.webmaster, &made, json!({"placement": "sticky_bottom", "config": one})).await;
        world.inventory.catch_up().await.unwrap();
        let told = ask(json!({})).await;
        assert_eq!((&told["placement"], told.get("paragraphs")), (&json!("sticky"), None));
        let versions = app.get(&world.webmaster, &format!("{path}/versions")).await.expect(200)["data"].clone();
        assert_eq!((&versions[1]["placement"], &versions[1]["article_paragraphs"]), (&json!("in_article"), &json!(4)));
    })
    .await;
}

#[tokio::test]
async fn an_earlier_version_can_be_had_again() {
    each_app(async |app| {
        let (owner, other, god) = (app.webmaster("w@x.org").await, app.webmaster("o@x.org").await, app.god().await);
        let news = site(&app, &owner, "news.example").await;
        let made = block(&app, &owner, &news).await;
        let versions = async || app.get(&owner, &format!("{}/versions", at(&made))).await.expect(200)["data"].clone();
        let restore = async |version: i64, seen: &Value| {
            let path = format!("{}/versions/{version}/restore", at(&made));
            app.post(&owner, &path, json!({"version": seen})).await
        };
        let numbers = async || -> Vec<i64> {
            versions().await.as_array().unwrap().iter().map(|one| one["version"].as_i64().unwrap()).collect()
        };
        assert_eq!(numbers().await, [1]);
        let change = json!({"name": "Below", "custom_styles": ".title { color: red }", "ecpm_floor": 1.5,
            "passback_html": "<b>mine</b>", "refresh_seconds": 60});
        let second = save(&app, &owner, &made, change).await;
        save(&app, &owner, &second, json!({})).await;
        assert_eq!(numbers().await, [2, 1], "what changes nothing is no version");
        // Staff may look after a block in its owner's cabinet.
        let (acting, _) = app.acting(&god, &owner).await;
        let third = save(&app, &acting, &second, json!({"name": "By staff"})).await;
        let found = versions().await;
        assert_eq!((&found[0]["saved_by"], &found[1]["saved_by"]), (&json!("staff"), &json!("owner")));
        assert_eq!((&found[1]["ecpm_floor"], &found[1]["custom_styles"]), (&json!(1.5), &second["custom_styles"]));

        // A restore is a save: it needs the version that was seen, and makes another one.
        assert_eq!(restore(2, &json!(2)).await.status, 409);
        let back = restore(2, &third["version"]).await.expect(200)["data"].clone();
        assert_eq!(form(&back, json!({"version": 0})), form(&second, json!({"version": 0})));
        assert_eq!(back["compiled_styles"], second["compiled_styles"]);
        assert_eq!(numbers().await, [4, 3, 2, 1]);
        assert_eq!(versions().await[0]["restored_from"], 2);
        restore(77, &back["version"]).await.expect(404);
        assert_eq!(app.post(&owner, &format!("{}/versions/1/restore", at(&made)), json!({})).await.status, 422);

        // Nobody else sees or restores them.
        app.get(&other, &format!("{}/versions", at(&made))).await.expect(404);
        let foreign = format!("{}/versions/1/restore", at(&made));
        app.post(&other, &foreign, json!({"version": back["version"]})).await.expect(404);
        let mine = block(&app, &other, &site(&app, &other, "other.example").await).await;
        app.post(&other, &format!("{}/versions/2/restore", at(&mine)), json!({"version": 1})).await.expect(404);

        // The last 50 are kept.
        let mut last = back;
        for number in 0..60 {
            last = save(&app, &owner, &last, json!({"name": format!("Name {number}")})).await;
        }
        let kept = numbers().await;
        assert_eq!((kept.len(), kept[0], kept[49]), (50, 64, 15));
    })
    .await;
}

#[tokio::test]
async fn what_was_there_before_versions_can_be_had_again() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let made = block(&app, &owner, &site(&app, &owner, "news.example").await).await;
        let forget = async |tx: &placard_store::Tx| tx.execute("DELETE FROM block_versions", []).await;
        app.app.store.write("test_versions", Priority::Api, forget).await.unwrap();
        save(&app, &owner, &made, json!({"name": "Renamed"})).await;
        let found = app.get(&owner, &format!("{}/versions", at(&made))).await.expect(200)["data"].clone();
        let told: Vec<_> = found.as_array().unwrap().iter().map(|one| (&one["version"], &one["saved_by"])).collect();
        assert_eq!(told, [(&json!(2), &json!("owner")), (&json!(1), &json!("unknown"))]);
        assert_eq!((&found[1]["name"], &found[1]["config"]), (&made["name"], &made["config"]));
    })
    .await;
}

#[tokio::test]
async fn a_repeated_copy_makes_no_second_one() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let (news, other) = (site(&app, &owner, "news.example").await, site(&app, &owner, "other.example").await);
        let made = block(&app, &owner, &news).await;
        let made = save(&app, &owner, &made, json!({"ecpm_floor": 2, "refresh_seconds": 40})).await;
        let path = format!("/api/webmaster/sites/{}/blocks/copy", news["id"]);
        let copy = async |key: &str, body: &Value| -> Answer {
            let request = Request::post(&path)
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::AUTHORIZATION, format!("Bearer {}", owner.token))
                .header("Idempotency-Key", key);
            app.send(request.body(Body::from(body.to_string())).unwrap()).await
        };
        let body = json!({"blocks": [made["id"]], "sites": [news["id"], other["id"]]});
        let (one, again) = tokio::join!(copy("k1", &body), copy("k1", &body));
        let (one, again) = (one.expect(201), again.expect(201));
        assert_eq!(one, again);
        assert_eq!(copy("k1", &body).await.expect(201), one);
        let copies = one["data"].as_array().unwrap();
        assert_eq!(copies.len(), 2);
        assert_eq!(form(&copies[0], json!({"version": 0})), form(&made, json!({"version": 0})));
        let count = async |site: &Value| {
            let list = app.get(&owner, &format!("/api/webmaster/sites/{}/blocks", site["id"])).await.expect(200);
            list["pagination"]["total"].clone()
        };
        assert_eq!((count(&news).await, count(&other).await), (json!(2), json!(1)));
        let third = json!({"blocks": [made["id"]], "sites": [other["id"]]});
        copy("k1", &third).await.expect(409);
        copy("k2", &third).await.expect(201);
        assert_eq!(count(&other).await, 2);
        let versions = app.get(&owner, &format!("{}/versions", at(&copies[0]))).await.expect(200);
        assert_eq!(versions["data"].as_array().unwrap().len(), 1, "a copy begins with a version of its own");
    })
    .await;
}
