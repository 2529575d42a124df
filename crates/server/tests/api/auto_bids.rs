//! Bids that follow what clicks bring: switched for many, followed by the worker, told hour by hour.

use crate::advertising::{ad_path, text_form};
use crate::app::each_app;
use crate::rules::World;
use placard_model::time::HOUR_MS;
use placard_worker::feeds::auto_bids::{self, Pass};
use serde_json::json;

const ALL: &str = "/api/advertiser/ads/all";

#[tokio::test(flavor = "multi_thread")]
async fn a_bid_follows_earnings_from_thirty_clicks_on() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let [ad, other] = world.ads;
        let bid = async || app.get(&world.anna, &ad_path(ad)).await.expect(200)["data"].clone();
        let by_hand = bid().await["one_bid_for_all_geo"].clone();
        assert_eq!((&bid().await["bid_mode"], &bid().await["epc_max"]), (&json!("by_hand"), &json!(null)));
        let set = async |path: &str, body| app.put(&world.anna, &format!("{ALL}/{path}"), body).await;
        let told = set("epc_coefficient", json!({"ids": [ad], "value": 0.5})).await.expect(200);
        assert_eq!(told["data"]["updated_count"], 1);
        assert_eq!(bid().await["bid_mode"], "by_hand", "the most is missing");
        set("epc_max", json!({"ids": [ad], "value": 3})).await.expect(200);
        assert_eq!(bid().await["bid_mode"], "earnings");

        // 29 clicks, 20 leads of 5 dollars: it learns.
        world.happen(&app, 1, ad, 81, 900, 29, 20);
        assert_eq!(auto_bids::follow(&app.app.worker).await.unwrap().ads, 1);
        let hours =
            async || app.get(&world.anna, &format!("/api/advertiser/ads/{ad}/bids")).await.expect(200)["data"].clone();
        assert_eq!(
            (&hours().await["is_learning"], &hours().await["hours"][0]["why"]),
            (&json!(true), &json!("learning"))
        );
        app.clock.advance_ms(HOUR_MS);
        // 100 dollars by 40 clicks, times a half: 1.25.
        world.happen(&app, 0, ad, 81, 900, 11, 0);
        assert_eq!(auto_bids::follow(&app.app.worker).await.unwrap(), Pass { ads: 1, changed: 1 });
        assert_eq!(bid().await["one_bid_for_all_geo"], 1.25);
        let found = hours().await;
        assert_eq!((found["hours"].as_array().unwrap().len(), &found["is_learning"]), (2, &json!(false)));
        let newest = &found["hours"][0];
        assert_eq!(
            (&newest["why"], &newest["bid"], &newest["clicks_count"]),
            (&json!("follows"), &json!(1.25), &json!(40))
        );
        assert_eq!((&newest["worth"], &newest["leads_count"]), (&json!(100), &json!(20)));
        // What is as it was is not written again.
        let written_at = async || {
            let newest = async |conn: &placard_store::Conn| {
                let sql = "SELECT updated_at FROM ad_bid_hours ORDER BY hour DESC LIMIT 1";
                conn.row(sql, []).await?.map(|row| row.get::<i64>("updated_at")).transpose()
            };
            app.app.store.read("test_written", newest).await.unwrap().unwrap()
        };
        let before = written_at().await;
        app.clock.advance_ms(1_000);
        assert_eq!(auto_bids::follow(&app.app.worker).await.unwrap(), Pass { ads: 1, changed: 0 });
        assert_eq!(written_at().await, before);
        // Never over the most, never under the lowest that is allowed.
        world.happen(&app, 0, ad, 81, 900, 0, 200);
        auto_bids::follow(&app.app.worker).await.unwrap();
        assert_eq!(
            (bid().await["one_bid_for_all_geo"].clone(), hours().await["hours"][0]["why"].clone()),
            (json!(3), json!("at_most"))
        );

        // Unknown and wrong: none is changed.
        set("epc_max", json!({"ids": [ad, 99_999], "value": 2})).await.expect(404);
        assert_eq!(set("epc_max", json!({"ids": [ad, other], "value": 0.5})).await.wrong_fields(), ["value"]);
        assert_eq!(set("epc_coefficient", json!({"ids": [ad], "value": 10.5})).await.wrong_fields(), ["value"]);
        assert_eq!(bid().await["epc_max"], 3);
        // One by one where the state refuses.
        app.put(&world.anna, &format!("{}/archive", ad_path(other)), json!({})).await.expect(200);
        let some = set("epc_max", json!({"ids": [ad, other], "value": 2})).await.expect(200);
        assert_eq!((&some["data"]["updated_count"], &some["data"]["refused"][0]["id"]), (&json!(1), &json!(other)));

        // By hand again, in the form.
        let before = bid().await;
        let form = text_form().with("bid_mode", "by_hand");
        let after =
            app.send_form(axum::http::Method::PUT, &ad_path(ad), &world.anna, &form).await.expect(200)["data"].clone();
        assert_eq!((&after["bid_mode"], &after["epc_coefficient"]), (&json!("by_hand"), &json!(null)), "{before}");
        assert_eq!(auto_bids::follow(&app.app.worker).await.unwrap(), Pass::default());
        drop(by_hand);
        let stranger = app.advertiser("b@x.org").await;
        app.get(&stranger, &format!("/api/advertiser/ads/{ad}/bids")).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn both_halves_of_earnings_are_set_together_or_not_at_all() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let [ad, other] = world.ads;
        let countries = json!({"ids": [other], "bids": {"DE": 2.5}, "one_bid_for_all_geo": 2.5});
        app.put(&world.anna, &format!("{ALL}/bid"), countries).await.expect(200);
        let now = async |id: i64| app.get(&world.anna, &ad_path(id)).await.expect(200)["data"].clone();
        let before = now(other).await;
        let path = format!("{ALL}/earnings");
        let set = async |body| app.put(&world.anna, &path, body).await;
        let told = set(json!({"ids": [ad, other], "epc_coefficient": 0.5, "epc_max": 3})).await.expect(200);
        assert_eq!((&told["data"]["updated_count"], &told["data"]["refused"][0]["id"]), (&json!(1), &json!(other)));
        let after = now(ad).await;
        assert_eq!(
            (&after["bid_mode"], &after["epc_coefficient"], &after["epc_max"]),
            (&json!("earnings"), &json!(0.5), &json!(3))
        );
        let left = now(other).await;
        assert_eq!((&left["epc_max"], &left["version"]), (&json!(null), &before["version"]));
        let wrong = set(json!({"ids": [ad], "epc_coefficient": 10.5, "epc_max": 3})).await;
        assert_eq!(wrong.wrong_fields(), ["epc_coefficient"]);
        let low = set(json!({"ids": [ad], "epc_coefficient": 1, "epc_max": 0.001})).await;
        assert_eq!(low.wrong_fields(), ["epc_max"]);
        set(json!({"ids": [ad], "epc_coefficient": null, "epc_max": null})).await.expect(200);
        assert_eq!(now(ad).await["bid_mode"], "by_hand");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bid_follows_what_a_lead_is_meant_to_cost() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let [ad, _] = world.ads;
        let path = format!("{ALL}/lead_cost");
        let set = async |body| app.put(&world.anna, &path, body).await;
        assert_eq!(set(json!({"ids": [ad], "value": 10})).await.wrong_fields(), ["ceiling", "floor"]);
        assert_eq!(set(json!({"ids": [ad], "value": 10, "floor": 2, "ceiling": 1})).await.wrong_fields(), ["ceiling"]);
        set(json!({"ids": [ad], "value": 10, "floor": 1, "ceiling": 4})).await.expect(200);
        let now = async || app.get(&world.anna, &ad_path(ad)).await.expect(200)["data"].clone();
        assert_eq!((&now().await["bid_mode"], &now().await["bid_ceiling"]), (&json!("lead_cost"), &json!(4)));
        // 8 leads by 40 clicks: a click may cost 2 dollars.
        world.happen(&app, 0, ad, 81, 900, 40, 8);
        auto_bids::follow(&app.app.worker).await.unwrap();
        assert_eq!(now().await["one_bid_for_all_geo"], 2);
        // A copy follows the same.
        let copy = app.post(&world.anna, &format!("{}/copy", ad_path(ad)), json!({})).await.expect(201);
        assert_eq!(copy["data"]["bid_mode"], "lead_cost");
        set(json!({"ids": [ad], "value": null, "floor": null, "ceiling": null})).await.expect(200);
        assert_eq!(now().await["bid_mode"], "by_hand");
    })
    .await;
}
