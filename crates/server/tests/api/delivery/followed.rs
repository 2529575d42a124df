//! A bid that follows what its clicks bring, from the first show to the postbacks.

use super::{PAGE, World, browser, click_id, from_visitor, postback};
use crate::advertising::ad_path;
use crate::app::{TestApp, each_app};
use axum::body::Body;
use axum::http::{Request, header};
use placard_model::inventory::Bid;
use placard_model::{AdId, Money};
use placard_worker::feeds::auto_bids::{self, Pass};
use placard_worker::feeds::facts::Facts;
use serde_json::{Value, json};
use std::net::Ipv4Addr;

/// A visitor of a network of their own sees an ad and clicks it; the click's id.
async fn visit(app: &TestApp, world: &World, ad: AdId, number: u8) -> String {
    let address = Ipv4Addr::new(81, 2, 64 + number, 7);
    let send = async |path: &str, body: Value| {
        let request = browser(Request::post(path)).header(header::ORIGIN, "https://www.daily.test");
        let request = request.header(header::CONTENT_TYPE, "text/plain").body(Body::from(body.to_string())).unwrap();
        app.send(from_visitor(request, address)).await
    };
    let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": [{"id": world.block.0}], "on_page": []});
    let answer = send("/d/ads", body).await.expect(200);
    let shown = answer["blocks"][0]["ads"].as_array().unwrap().iter().find(|one| one["id"] == ad.0);
    let token = shown.unwrap()["token"].as_str().unwrap().to_owned();
    app.clock.advance_ms(200);
    send("/d/show", json!({"tokens": [token], "page": PAGE})).await.expect(204);
    app.clock.advance_ms(1_200);
    send("/d/view", json!({"tokens": [token], "page": PAGE})).await.expect(204);
    app.clock.advance_ms(3_000);
    let request = browser(Request::get(format!("/c/{token}"))).header(header::REFERER, "https://www.daily.test/");
    let clicked = app.send(from_visitor(request.body(Body::empty()).unwrap(), address)).await;
    assert_eq!(clicked.status, 302, "{}", clicked.text);
    click_id(&clicked)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bid_follows_the_postbacks_of_its_clicks() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let (ad, owner) = (world.ads[0], world.advertiser.clone());
        let form = json!({"ids": [ad.0], "epc_coefficient": 0.5, "epc_max": 3});
        app.put(&owner, "/api/advertiser/ads/all/earnings", form).await.expect(200);
        let mut clicks = Vec::new();
        for number in 0..30 {
            clicks.push(visit(&app, &world, ad, number).await);
        }
        app.clock.advance_ms(60_000);
        // Twenty of them buy for six dollars, and one more only asked.
        for id in &clicks[..20] {
            postback(&app, &format!("click_id={id}&status=approved&payout=6")).await.expect(204);
        }
        postback(&app, &format!("click_id={}&status=hold&payout=6", clicks[20])).await.expect(204);
        app.clock.advance_ms(5_000);
        world.billing.catch_up().await.unwrap();
        facts.catch_up().await.unwrap();

        assert_eq!(auto_bids::follow(&app.app.worker).await.unwrap(), Pass { ads: 1, changed: 1 });
        // 120 dollars by 30 clicks, times a half.
        assert_eq!(app.ad_field(&owner, ad.0, "one_bid_for_all_geo").await, json!(2));
        let told = app.get(&owner, &format!("/api/advertiser/ads/{}/bids", ad.0)).await.expect(200)["data"].clone();
        let hour = &told["hours"][0];
        assert_eq!((&hour["why"], &hour["bid"]), (&json!("follows"), &json!(2)), "{told}");
        assert_eq!(
            (&hour["clicks_count"], &hour["leads_count"], &hour["worth"]),
            (&json!(30), &json!(20), &json!(120)),
            "{told}"
        );
        let shown = app.get(&owner, &ad_path(ad.0)).await.expect(200)["data"].clone();
        assert_eq!((&shown["bid_mode"], &shown["status_id"]), (&json!("earnings"), &json!(5)));
        // The next visitor costs what it follows.
        world.inventory.catch_up().await.unwrap();
        let snapshot = app.app.engine.snapshot();
        assert_eq!(snapshot.ad(ad).unwrap().spec.bid, Bid::Everywhere(Money::from_dollars(2)));
    })
    .await;
}
