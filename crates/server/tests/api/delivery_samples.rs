//! What delivery is told of when requests were kept without all that was known of them: ranges of addresses, formats, others that
//! bring more; and by name what is stopped.

use crate::app::each_app;
use crate::delivery::{PAGE, World, from_page};
use crate::delivery_states::{Made, Said, WHOLE, delivery, make, make_of, requests, stops};
use placard_edge::delivery::ad::BLOCKS_MAX;
use placard_edge::delivery::counters;
use placard_model::format::BlockFormat;
use placard_model::user::UserType;
use placard_worker::feeds::facts::Facts;
use serde_json::{Value, json};

const REQUESTS: usize = 40;
/// So many that chance keeps some 80 of them, and next to never less than half or more than twice as many.
const BUSY_REQUESTS: usize = 8_000;

#[tokio::test(flavor = "multi_thread")]
async fn ranges_of_addresses_are_not_said_to_fit_no_request() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let owner = world.advertiser.clone();
        let path = format!("campaigns/{}", world.campaign);
        let form = json!({
            "name": "Spring & summer", "target_id": 1, "categories": [1], "ip_targetings": ["10.0.0.0/8", "81.2.69.0/24"],
        });
        app.put(&owner, &format!("/api/advertiser/{path}"), form).await.expect(200);
        world.inventory.catch_up().await.unwrap();
        requests(&app, &world, &mut facts, REQUESTS).await;
        let told = delivery(&app, &owner, &path).await;
        assert_eq!((&told["state"], &told["funnel"]["could_show"]), (&json!("unknown"), &json!(REQUESTS)), "{told}");
        assert!(told["text"].as_str().unwrap().contains("is not known: samples keep no addresses"), "{told}");
        let funnel = &told["funnel"];
        assert_eq!((&funnel["shown"], &funnel["undecided"]), (&Value::Null, &json!(REQUESTS)), "{funnel}");
        let body = json!({"sample": told["funnel"]["example"]});
        let explain = format!("/api/advertiser/ads/universal/{}/explain", world.ads[0]);
        let why = app.post(&owner, &explain, body).await.expect(200)["data"].clone();
        assert_eq!(why["step"], json!(0), "{why}");
        assert!(why["text"].as_str().unwrap().contains("samples keep none"), "{why}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_busy_second_some_requests_are_kept_that_stand_for_all() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let (owner, campaign) = (world.advertiser.clone(), world.campaign.0);
        let god = app.person("second@x.org", |new| new.user_type = UserType::God).await;
        let keep = async |a_second: usize, version: i64| {
            let form = json!({"value": a_second.to_string(), "version": version});
            app.put(&god, "/api/admin/settings/sampling.requests_per_second", form).await.expect(200);
        };
        let blocks = vec![json!({"id": world.block.0}); BLOCKS_MAX];
        let body = json!({"v": 1, "page": PAGE, "language": "en-GB", "blocks": blocks});
        // Requests of one second; how many samples there are afterwards, and for how many requests they stand.
        let mut ask = async |requests: usize| {
            app.clock.advance_ms(1_000);
            for _ in 0..requests / BLOCKS_MAX {
                from_page(&app, "/d/ads", body.clone()).await.expect(200);
            }
            counters::flush(&app.app).await.unwrap();
            facts.catch_up().await.unwrap();
            let form = json!({"campaign_id": campaign});
            let reach = app.post(&owner, "/api/advertiser/campaigns/reach", form).await.expect(200);
            let funnel = delivery(&app, &owner, &format!("campaigns/{campaign}")).await["funnel"].clone();
            (reach["data"]["samples"].as_u64().unwrap(), funnel["requests"].as_u64().unwrap())
        };
        let (all, busy) = (REQUESTS as u64, BUSY_REQUESTS as u64);
        keep(REQUESTS, 0).await;
        assert_eq!(ask(REQUESTS).await, (all, all), "as many as are kept of a second");

        keep(1, 1).await;
        let (samples, requests) = ask(BUSY_REQUESTS).await;
        let (samples, requests) = (samples - all, requests - all);
        // The first one of a second is kept for itself, and one in a hundred of the others for a hundred.
        assert_eq!(requests, 1 + 100 * (samples - 1));
        assert!((busy / 2..=busy * 2).contains(&requests), "{samples} samples of {busy} requests stand for {requests}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_outbid_is_told_by_whom_and_not_what_one_bids() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let owner = world.advertiser.clone();
        let path = format!("campaigns/{}", world.campaign);
        requests(&app, &world, &mut facts, REQUESTS).await;
        let alone = delivery(&app, &owner, &path).await;
        assert_eq!(alone["state"], json!("delivers"), "{alone}");
        let alone = &alone["funnel"];
        assert_eq!((&alone["shown"], &alone["beaten"]), (&json!(REQUESTS), &json!(0)), "{alone}");
        assert_eq!(alone["beaten_at"], Value::Null);
        // One campaign for each of the four places, each with twice the bid: of the same owner, then of others with more.
        for _ in 0..4 {
            make(&app, &world, Made { bid_micros: 500_000, ..WHOLE }).await;
        }
        world.inventory.catch_up().await.unwrap();
        let funnel = delivery(&app, &owner, &path).await["funnel"].clone();
        assert_eq!((&funnel["beaten_by_own"], &funnel["beaten"]), (&json!(REQUESTS), &json!(0)), "{funnel}");
        for number in 0..4 {
            let rival = app.advertiser(&format!("rival{number}@x.org")).await;
            app.deposit(&rival, 100).await;
            make_of(&app, rival.id, world.god, Made { bid_micros: 600_000, ..WHOLE }).await;
        }
        world.inventory.catch_up().await.unwrap();
        world.billing.refresh_balances().await.unwrap();
        let outbid = delivery(&app, &owner, &path).await;
        assert_eq!(outbid["state"], json!("outbid"), "{outbid}");
        assert!(outbid["text"].as_str().unwrap().contains("ads of others are expected to bring more"), "{outbid}");
        let funnel = &outbid["funnel"];
        assert_eq!((&funnel["shown"], &funnel["beaten"]), (&json!(0), &json!(REQUESTS)), "{funnel}");
        assert_eq!(funnel["beaten_by_own"], json!(0), "{funnel}");
        assert_eq!(funnel["beaten_at"], Value::Null, "in one block it would tell what one of them bids: {funnel}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_reach_blocks_of_their_formats() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        requests(&app, &world, &mut facts, REQUESTS).await;
        for (format, samples) in [(BlockFormat::Text, REQUESTS), (BlockFormat::LongText, 0)] {
            let (campaign, _) = make(&app, &world, Made { format, ..WHOLE }).await;
            let groups = format!("/api/advertiser/campaigns/{campaign}/ad_groups");
            let group = app.get(&world.advertiser, &groups).await.expect(200)["data"][0]["id"].clone();
            let reach = format!("/api/advertiser/ad_groups/{group}/reach");
            let found = app.get(&world.advertiser, &reach).await.expect(200)["data"].clone();
            assert_eq!(found["samples"], json!(samples), "{format:?}: {found}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_that_is_being_made_is_estimated_within_its_campaign() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        requests(&app, &world, &mut facts, REQUESTS).await;
        let anna = &world.advertiser;
        let reach = async |form: Value| app.post(anna, "/api/advertiser/campaigns/reach", form).await;
        let campaign = world.campaign.0;
        // Visitors are British, the site is of category 1, and its block shows texts.
        for (mut form, samples) in [
            (json!({}), REQUESTS),
            (json!({"countries": ["GB"]}), REQUESTS),
            (json!({"countries": ["DE"]}), 0),
            (json!({"site_categories": [1]}), REQUESTS),
            (json!({"site_categories": [2]}), 0),
            (json!({"ad_format_type_id": 4}), REQUESTS),
            (json!({"ad_format_type_id": 8}), 0),
            // What its campaign says is asked of the campaign.
            (json!({"target_id": 2, "traffic_source_id": 1}), REQUESTS),
        ] {
            form["campaign_id"] = json!(campaign);
            let found = reach(form.clone()).await.expect(200)["data"].clone();
            assert_eq!(found["samples"], json!(samples), "{form}: {found}");
        }
        let narrow = json!({"name": "Spring & summer", "target_id": 1, "categories": [1], "countries": ["DE"]});
        app.put(anna, &format!("/api/advertiser/campaigns/{campaign}"), narrow).await.expect(200);
        let found = reach(json!({"campaign_id": campaign, "countries": ["GB"]})).await.expect(200);
        assert_eq!(found["data"]["samples"], json!(0), "both hold");
        assert_eq!(reach(json!({"ad_format_type_id": 3})).await.wrong_fields(), ["ad_format_type_id"]);
        let other = app.advertiser("b@x.org").await;
        let foreign = json!({"campaign_id": campaign});
        app.post(&other, "/api/advertiser/campaigns/reach", foreign).await.expect(404);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stops_name_what_they_are_about() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let owner = world.advertiser.clone();
        let ads = &[(Said::Rejected, true), (Said::Rejected, true), (Said::Approved, true), (Said::Rejected, true)];
        let (campaign, made) = make(&app, &world, Made { groups: 2, ads, ..WHOLE }).await;
        world.inventory.catch_up().await.unwrap();
        let told = delivery(&app, &owner, &format!("campaigns/{campaign}")).await;
        assert_eq!(stops(&told), [("rejected".to_owned(), 6)]);
        let stop = &told["stops"][0];
        let named: Vec<&Value> = stop["of"].as_array().unwrap().iter().map(|ad| &ad["id"]).collect();
        assert_eq!(named, [&json!(made[0]), &json!(made[1]), &json!(made[3])]);
        assert_eq!((&stop["of_count"], &stop["of"][0]["kind"]), (&json!(6), &json!("ad")));
        assert!(stop["text"].as_str().unwrap().starts_with("Why: "), "{stop}");
        let of_ad = delivery(&app, &owner, &format!("ads/universal/{}", made[0])).await;
        assert_eq!(of_ad["stops"][0]["of"], json!([]), "it is asked about itself");

        let (campaign, _) = make(&app, &world, Made { groups: 2, group_wanted: false, ..WHOLE }).await;
        world.inventory.catch_up().await.unwrap();
        let told = delivery(&app, &owner, &format!("campaigns/{campaign}")).await;
        let (of, group) = (&told["stops"][0]["of"], &told["stops"][0]["of"][0]["id"]);
        assert_eq!((of.as_array().unwrap().len(), &of[0]["name"]), (2, &json!("Group")), "{told}");

        // Staff ask about a group as its owner does.
        let own = delivery(&app, &owner, &format!("ad_groups/{group}")).await;
        let god = app.person("second@x.org", |new| new.user_type = placard_model::user::UserType::God).await;
        let theirs = app.get(&god, &format!("/api/admin/delivery/ad_groups/{group}")).await.expect(200);
        assert_eq!(theirs["data"], own);
        let account =
            app.get(&god, &format!("/api/admin/users/{}/account", owner.id)).await.expect(200)["data"].clone();
        assert_eq!((&account["ads_rejected_count"], &account["deposits_count"]), (&json!(6), &json!(0)), "{account}");
        app.get(&owner, &format!("/api/admin/delivery/ad_groups/{group}")).await.expect(403);
    })
    .await;
}
