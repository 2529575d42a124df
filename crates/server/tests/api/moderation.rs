//! Moderation of ads, and what reaches the engine.

use crate::advertising::{ad_path, ids, text_form};
use crate::app::{Person, TestApp, each_app};
use axum::http::Method;
use placard_model::user::UserType;
use placard_model::{AdId, CampaignId};
use placard_store::advertising::specs;
use serde_json::{Value, json};

const QUEUE: &str = "/api/admin/moderation/ads";

async fn act(app: &TestApp, person: &Person, ad: i64, action: &str) -> crate::app::Answer {
    let path = format!("{QUEUE}/{ad}/{action}");
    if action == "approve" { approve_at(app, person, ad, 1).await } else { app.post_empty(person, &path).await }
}

/// Approves what was seen at a version.
async fn approve_at(app: &TestApp, person: &Person, ad: i64, version: i64) -> crate::app::Answer {
    app.post(person, &format!("{QUEUE}/{ad}/approve"), json!({"version": version})).await
}

#[tokio::test]
async fn one_moderator_at_a_time_and_the_oldest_first() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let other = app.person("god2@x.org", |new| new.user_type = UserType::God).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let first = app.ad(&anna, group, &text_form()).await;
        app.clock.advance_ms(1_000);
        let second = app.ad(&anna, group, &text_form()).await;
        let queue = app.get(&god, QUEUE).await.expect(200);
        assert_eq!(ids(&queue), [first, second]);
        assert_eq!(queue["counts"], json!({"waiting": 2, "in_moderation": 0, "checks": 0, "total": 2}));
        assert_eq!(queue["data"][0]["advertiser"]["email"], "anna@x.org");
        assert_eq!((&queue["data"][0]["locked_by"], &queue["data"][0]["status_id"]), (&Value::Null, &json!(1)));

        let locked = act(&app, &god, first, "lock").await.expect(200)["data"].clone();
        assert_eq!((&locked["status_id"], &locked["locked_by"]["id"]), (&json!(21), &json!(god.id.0)));
        assert_eq!(app.ad_field(&anna, first, "status_id").await, 21);
        app.send_form(Method::PUT, &ad_path(first), &anna, &text_form()).await.expect(409);
        for action in ["lock", "approve", "unlock"] {
            let refused = act(&app, &other, first, action).await.expect(409)["detail"].to_string();
            assert!(refused.contains("in moderation (21)"), "{refused}");
        }
        assert_eq!(app.get(&god, QUEUE).await.expect(200)["counts"]["in_moderation"], 1);
        let by_filter = app.get(&anna, "/api/advertiser/ads/all?filters[status][]=2").await.expect(200);
        assert_eq!(by_filter["counts_by_status"], json!({"1": 1, "2": 1, "21": 1, "total": 2}));
        assert_eq!(ids(&by_filter), [first], "waiting covers 21");

        // The lock expires by itself.
        app.clock.advance_ms(10 * 60 * 1_000 - 1);
        act(&app, &other, first, "lock").await.expect(409);
        app.clock.advance_ms(1);
        act(&app, &other, first, "lock").await.expect(200);
        act(&app, &other, first, "unlock").await.expect(204);
        assert_eq!(app.ad_field(&anna, first, "status_id").await, 2);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_decided_that_was_not_seen() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let edit = async |title: &'static str| {
            let form = text_form().with("title", title);
            app.send_form(Method::PUT, &ad_path(ad), &anna, &form).await
        };
        let reject_at = async |version: i64| {
            let form = json!({"version": version, "reasons": [8]});
            app.post(&god, &format!("{QUEUE}/{ad}/reject"), form).await
        };
        assert_eq!(app.post(&god, &format!("{QUEUE}/{ad}/approve"), json!({})).await.wrong_fields(), ["version"]);
        assert_eq!(
            app.post(&god, &format!("{QUEUE}/{ad}/reject"), json!({"reasons": [8]})).await.wrong_fields(),
            ["version"]
        );

        // Read in the list, changed, opened by a program that did not look again.
        edit("Something else entirely").await.expect(200);
        let unopened = approve_at(&app, &god, ad, 2).await.expect(409)["detail"].to_string();
        assert!(unopened.contains("in moderation (21)") && unopened.contains("started (5)"), "{unopened}");
        reject_at(2).await.expect(409);
        let opened = act(&app, &god, ad, "lock").await.expect(200)["data"].clone();
        assert_eq!((&opened["title"], &opened["version"]), (&json!("Something else entirely"), &json!(2)));
        for version in [1, 3] {
            let stale = approve_at(&app, &god, ad, version).await.expect(409)["detail"].to_string();
            assert!(stale.contains("version 2"), "{stale}");
            reject_at(version).await.expect(409);
        }

        // A lock that is renewed holds; one that has ended does not, and its ad may have been changed since.
        let entries = async || {
            let path = format!("/api/admin/audit_log?subject=ad&subject_id={ad}");
            app.get(&god, &path).await.expect(200)["data"].as_array().unwrap().len()
        };
        let recorded = entries().await;
        for _ in 0..3 {
            app.clock.advance_ms(9 * 60 * 1_000);
            act(&app, &god, ad, "lock").await.expect(200);
            edit("Changed under the moderator").await.expect(409);
        }
        assert_eq!(entries().await, recorded, "staying open is no change");
        app.clock.advance_ms(10 * 60 * 1_000);
        approve_at(&app, &god, ad, 2).await.expect(409);
        edit("Changed when it had ended").await.expect(200);
        act(&app, &god, ad, "lock").await.expect(200);
        approve_at(&app, &god, ad, 2).await.expect(409);
        approve_at(&app, &god, ad, 3).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn what_runs_by_trust_does_not_change_under_the_moderator() {
    each_app(async |app| {
        let god = app.god().await;
        let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        app.deposit(&trusted, 100).await;
        let campaign = app.campaign(&trusted, "Campaign").await;
        let group = app.group(&trusted, campaign).await;
        let ad = app.ad(&trusted, group, &text_form()).await;
        let seen = app.open_ad(&god, ad).await.as_i64().unwrap();
        let changed = text_form().with("title", "Something else entirely");
        let refused = app.send_form(Method::PUT, &ad_path(ad), &trusted, &changed).await.expect(409);
        assert!(refused["detail"].as_str().unwrap().contains("(21)"), "{refused}");
        let url = json!({"ids": [ad], "original_url": "https://elsewhere.example/"});
        app.put(&trusted, "/api/advertiser/ads/all/original_url", url).await.expect(409);
        // It runs, so that its price is its owner's: nothing that the verdict is about.
        let bid = json!({"ids": [ad], "one_bid_for_all_geo": 2.75});
        app.put(&trusted, "/api/advertiser/ads/all/bid", bid).await.expect(200);
        assert_eq!(app.ad_field(&trusted, ad, "version").await, seen + 1);
        approve_at(&app, &god, ad, seen).await.expect(200);
        app.send_form(Method::PUT, &ad_path(ad), &trusted, &changed).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn approval_starts_or_stops_and_rejection_gives_reasons() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let reject = async |body: Value| app.reject(&god, ad, body).await;
        assert_eq!(reject(json!({"reasons": []})).await.wrong_fields(), ["reasons"]);
        assert_eq!(reject(json!({"reasons": [19]})).await.wrong_fields(), ["reasons"]);
        assert_eq!(reject(json!({"reasons": [1]})).await.wrong_fields(), ["comment"]);
        assert_eq!(reject(json!({"reasons": [2], "comment": "x".repeat(1001)})).await.wrong_fields(), ["comment"]);
        assert_eq!(reject(json!({})).await.wrong_fields(), ["reasons"]);
        let answer = reject(json!({"reasons": [18, 5], "comment": "Not this"})).await.expect(200);
        assert_eq!(answer["data"], json!({"id": ad, "status_id": 3}));
        let reasons = app.ad_field(&anna, ad, "ban_reasons").await;
        assert_eq!(
            reasons,
            json!([{"id": 5, "text": "Image: invalid quality"}, {"id": 18, "text": "Back button on the landing page"}])
        );
        assert_eq!(app.ad_field(&anna, ad, "ban_comment").await, "Not this");
        assert_eq!(app.campaign_status(&anna, campaign).await, 10, "still no approved ad");
        let refused = act(&app, &god, ad, "approve").await.expect(409)["detail"].to_string();
        assert!(refused.contains("rejected (3)") && refused.contains("started (5)"), "{refused}");

        let again = format!("/api/advertiser/ad_groups/{group}/ads/remoderate/{ad}");
        assert_eq!(app.post_empty(&anna, &again).await.expect(200)["data"]["status_id"], 1);
        app.post_empty(&anna, &again).await.expect(409);
        app.post_empty(&anna, &format!("/api/advertiser/ad_groups/{}/ads/remoderate/{ad}", group + 1))
            .await
            .expect(404);
        assert_eq!(app.approve(&god, ad).await["data"]["status_id"], 5);
        assert_eq!(app.campaign_status(&anna, campaign).await, 2);
        assert_eq!(app.ad_field(&anna, ad, "ban_reasons").await, json!([]));

        let quiet = json!({"name": "Quiet", "auto_start_ads": false});
        let path = format!("/api/advertiser/campaigns/{campaign}/ad_groups");
        let quiet = app.post(&anna, &path, quiet).await.expect(201)["data"]["id"].as_i64().unwrap();
        let ad = app.ad(&anna, quiet, &text_form()).await;
        assert_eq!(app.approve(&god, ad).await["data"]["status_id"], 4);
        assert_eq!(app.get(&god, QUEUE).await.expect(200)["counts"]["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_rejected_ad_that_shows_something_else_waits_again() {
    each_app(async |app| {
        let god = app.god().await;
        for is_trusted in [false, true] {
            let name = format!("anna-{is_trusted}@x.org");
            let anna = app.person(&name, |new| (new.is_advertiser, new.is_trusted) = (true, is_trusted)).await;
            app.deposit(&anna, 100).await;
            let campaign = app.campaign(&anna, "Campaign").await;
            let group = app.group(&anna, campaign).await;
            let ad = app.ad(&anna, group, &text_form()).await;
            app.reject(&god, ad, json!({"reasons": [5]})).await.expect(200);
            // Its price is nothing that a moderator has said no to.
            app.put(&anna, "/api/advertiser/ads/all/bid", json!({"ids": [ad], "one_bid_for_all_geo": 2.75}))
                .await
                .expect(200);
            assert_eq!(app.ad_field(&anna, ad, "status_id").await, 3);
            let changed = text_form().with("title", "Something else entirely");
            app.send_form(Method::PUT, &ad_path(ad), &anna, &changed).await.expect(200);
            assert_eq!(app.ad_field(&anna, ad, "status_id").await, 1);
            assert_eq!(app.get(&god, QUEUE).await.expect(200)["counts"]["total"], 1);
            assert_eq!(app.approve(&god, ad).await["data"]["status_id"], 5);
        }
    })
    .await;
}

#[tokio::test]
async fn trusted_owners_are_looked_at_later() {
    each_app(async |app| {
        let god = app.god().await;
        let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        app.deposit(&trusted, 100).await;
        let campaign = app.campaign(&trusted, "Campaign").await;
        let group = app.group(&trusted, campaign).await;
        let ad = app.ad(&trusted, group, &text_form()).await;
        assert_eq!(app.ad_field(&trusted, ad, "status_id").await, 5);
        let queue = app.get(&god, QUEUE).await.expect(200);
        assert_eq!((&queue["data"][0]["is_check"], &queue["counts"]["checks"]), (&json!(true), &json!(1)));
        app.approve(&god, ad).await;
        assert_eq!(app.get(&god, QUEUE).await.expect(200)["counts"]["total"], 0);
        let changed = text_form().with("title", "Changed");
        let after = app.send_form(Method::PUT, &ad_path(ad), &trusted, &changed).await.expect(200);
        assert_eq!(after["data"]["status_id"], 5, "it stays");
        assert_eq!(app.get(&god, QUEUE).await.expect(200)["counts"]["checks"], 1, "and is queued");
        app.reject(&god, ad, json!({"reasons": [8]})).await.expect(200);
        assert_eq!(app.ad_field(&trusted, ad, "status_id").await, 3);
        // What was decided on their ads stands in the history of their owner.
        let log = app.get(&god, &format!("/api/admin/audit_log?user_id={}", trusted.id)).await.expect(200);
        for action in ["approve_ad", "reject_ad"] {
            let is_it = |entry: &&Value| entry["action"] == action && entry["actor"]["id"] == json!(god.id.0);
            assert_eq!(log["data"].as_array().unwrap().iter().filter(is_it).count(), 1, "{action}: {log}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_engine_gets_what_is_approved() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let form = json!({"name": "Campaign", "target_id": 2, "traffic_source_id": 2, "daily_money_limit": 10,
            "coefficients": [{"site_id": 3, "value": 2}]});
        let campaign =
            app.post(&anna, "/api/advertiser/campaigns", form).await.expect(201)["data"]["id"].as_i64().unwrap();
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let specs = async || {
            app.app
                .store
                .read("test", async move |conn| {
                    let campaigns = specs::campaigns(conn, Some(&[CampaignId(campaign)])).await?;
                    let groups = specs::groups(conn, None).await?;
                    Ok((campaigns, groups, specs::ads(conn, Some(&[AdId(ad)])).await?))
                })
                .await
                .unwrap()
        };
        let (campaigns, groups, ads) = specs().await;
        assert_eq!((campaigns.len(), groups.len(), ads.len()), (1, 1, 0), "a waiting ad is not in the inventory");
        assert_eq!(campaigns[0].targeting.traffic_sources.len(), 1);
        assert_eq!((campaigns[0].coefficients.len(), campaigns[0].wanted), (1, true));
        app.approve(&god, ad).await;
        let (_, _, ads) = specs().await;
        assert!(ads[0].wanted && ads[0].creative.landing_url.contains("{click_id}"));
        app.put(&anna, "/api/advertiser/ads/all/stop", json!({"ids": [ad]})).await.expect(200);
        assert!(!specs().await.2[0].wanted);
        app.put_empty(&anna, &format!("/api/advertiser/campaigns/{campaign}/stop")).await.expect(200);
        assert!(!specs().await.0[0].wanted);
        app.delete(&anna, &format!("/api/advertiser/campaigns/{campaign}")).await.expect(204);
        let (campaigns, _, ads) = specs().await;
        assert!(!campaigns[0].wanted && !ads[0].wanted, "known for a day, so that clicks find their landing page");
        app.clock.advance_ms(25 * 3_600_000);
        let (campaigns, groups, ads) = specs().await;
        assert_eq!((campaigns.len(), groups.len(), ads.len()), (0, 0, 0));
    })
    .await;
}

#[tokio::test]
async fn every_change_of_state_is_recorded_with_what_was_before() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let last = async |subject: &str, id: i64| -> Value {
            let path = format!("/api/admin/audit_log?subject={subject}&subject_id={id}");
            app.get(&god, &path).await.expect(200)["data"][0].clone()
        };
        let check = async |subject: &str, id: i64, action: &str, field: &str, before: Value, after: Value| {
            let entry = last(subject, id).await;
            let found = (&entry["action"], &entry["before"][field], &entry["after"][field]);
            assert_eq!(found, (&json!(action), &before, &after), "{entry}");
        };
        act(&app, &god, ad, "lock").await.expect(200);
        let entry = last("ad", ad).await;
        assert_eq!((&entry["action"], &entry["before"]["locked_until"]), (&json!("lock_ad"), &Value::Null));
        let until = entry["after"]["locked_until"].clone();
        assert!(until.is_string(), "{entry}");
        act(&app, &god, ad, "unlock").await.expect(204);
        check("ad", ad, "unlock_ad", "locked_until", until, Value::Null).await;

        app.reject(&god, ad, json!({"reasons": [5]})).await.expect(200);
        check("ad", ad, "reject_ad", "review_id", json!(2), json!(3)).await;
        assert_eq!(last("ad", ad).await["after"]["ban_reasons"], json!([5]));
        app.post_empty(&anna, &format!("/api/advertiser/ad_groups/{group}/ads/remoderate/{ad}")).await.expect(200);
        check("ad", ad, "remoderate_ad", "review_id", json!(3), json!(2)).await;
        app.approve(&god, ad).await;
        check("ad", ad, "approve_ad", "review_id", json!(2), json!(5)).await;
        app.put(&anna, "/api/advertiser/ads/all/stop", json!({"ids": [ad]})).await.expect(200);
        check("ad", ad, "stop_ads", "is_wanted", json!(true), json!(false)).await;
        app.put(&anna, "/api/advertiser/ads/all/start", json!({"ids": [ad]})).await.expect(200);
        check("ad", ad, "start_ads", "is_wanted", json!(false), json!(true)).await;
        app.put_empty(&anna, &format!("/api/advertiser/ads/universal/{ad}/archive")).await.expect(200);
        let entry = last("ad", ad).await;
        assert_eq!((&entry["action"], &entry["before"]["archived_at"]), (&json!("archive_ad"), &Value::Null));
        assert!(entry["after"]["archived_at"].is_string(), "{entry}");
        app.call(Method::DELETE, "/api/advertiser/ads/all", &anna, Some(json!({"ids": [ad]}))).await.expect(204);
        let entry = last("ad", ad).await;
        assert_eq!((&entry["action"], &entry["after"]), (&json!("delete_ad"), &Value::Null));
        assert!(entry["before"]["title"].is_string(), "{entry}");

        for (subject, noun, id) in [("ad_group", "ad_groups", group), ("campaign", "campaigns", campaign)] {
            let put = async |action: &str| {
                app.put_empty(&anna, &format!("/api/advertiser/{noun}/{id}/{action}")).await.expect(200);
                format!("{action}_{subject}")
            };
            let action = put("stop").await;
            check(subject, id, &action, "is_wanted", json!(true), json!(false)).await;
            let action = put("start").await;
            check(subject, id, &action, "is_wanted", json!(false), json!(true)).await;
            put("archive").await;
            let entry = last(subject, id).await;
            assert_eq!(entry["before"]["archived_at"], Value::Null, "{entry}");
            assert!(entry["after"]["archived_at"].is_string(), "{entry}");
            let action = put("unarchive").await;
            check(subject, id, &action, "is_wanted", json!(true), json!(false)).await;
        }
    })
    .await;
}
