//! Figures in lists of campaigns and ads, and the blocks to choose from.

use super::*;
use crate::push::{ADS, CAMPAIGNS, uuid, uuids};

#[tokio::test(flavor = "multi_thread")]
async fn lists_have_the_figures_of_their_days() {
    each_app(async |app: TestApp| {
        let world = some_history(&app).await;
        let (owner, push) = (&world.advertiser, CAMPAIGN_UUID.to_string());
        let quiet = app.push_campaign(owner, "Quiet").await;
        let unseen = app.push_ad(owner, &uuid(&quiet)).await;
        let last =
            app.get(owner, &format!("{STATS}?group_by=date&order_by=date&order_direction=desc")).await.expect(200);
        let last = last["data"]["stats"][0]["date"].as_str().unwrap().to_owned();
        for (path, shown, other) in [(CAMPAIGNS, push.clone(), uuid(&quiet)), (ADS, AD_UUID.to_string(), uuid(&unseen))]
        {
            let list = async |query: &str| app.get(owner, &format!("{path}?{query}")).await.expect(200);
            let days = "stats_from=2026-11-01&stats_to=2026-12-31";
            let falling = list(&format!("{days}&order_by=impressions")).await;
            assert_eq!(uuids(&falling), [shown.clone(), other.clone()], "{path}");
            let rising = list(&format!("{days}&order_by=expense&order_direction=asc")).await;
            assert_eq!(uuids(&rising), [other.clone(), shown.clone()], "{path}");
            let figures = json!({"impressions": 3, "clicks": 2, "expense": 0.4, "cpc": 0.2, "cr": 0});
            for (name, value) in figures.as_object().unwrap() {
                assert_eq!(&falling["data"][0]["statistic"][name], value, "{path} {name}");
                assert_eq!(&falling["total_statistic"][name], value, "{path} {name}: the native click is not in it");
            }
            assert_eq!(falling["data"][1]["statistic"]["impressions"], 0, "{path}");
            assert_eq!(falling["data"][1]["statistic"]["cpc"], Value::Null, "{path}");
            // Totals are those of all pages, and days are those that are asked for.
            let second = list(&format!("{days}&order_by=impressions&limit=1&offset=1")).await;
            assert_eq!(uuids(&second), [other]);
            assert_eq!(second["total_statistic"], falling["total_statistic"], "{path}");
            let one_day = list(&format!("stats_from={last}&stats_to={last}&order_by=impressions")).await;
            assert_eq!(uuids(&one_day)[0], shown, "{path}");
            assert_eq!(one_day["total_statistic"]["impressions"], 2, "{path}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_to_choose_from_are_those_that_got_pushes() {
    each_app(async |app: TestApp| {
        let world = some_history(&app).await;
        let blocks = async |person: &Person, query: &str| {
            app.get(person, &format!("/api-push-proxy/resources/blocks{query}")).await.expect(200)["data"].clone()
        };
        let name = format!("daily.test #{}", world.opt_in.0);
        let one = json!([{"id": world.opt_in.0, "name": name}]);
        assert_eq!(blocks(&world.advertiser, "").await, one);
        assert_eq!(blocks(&world.advertiser, "?search=DAILY&limit=5").await, one);
        assert_eq!(blocks(&world.advertiser, "?search=weekly").await, json!([]));
        let other = app.advertiser("other@x.org").await;
        app.push_campaign(&other, "Theirs").await;
        assert_eq!(blocks(&other, "").await, json!([]), "what others sent is nobody else's business");
    })
    .await;
}
