//! Drafts of native and push ads: kept, copied, sent, and read by nobody meanwhile.

use crate::advertising::{CAMPAIGNS, Form, ad_path, ads_of, ids, text_form};
use crate::app::{Answer, Person, TestApp, each_app};
use crate::push::{self, ADS, uuid};
use axum::http::Method;
use serde_json::{Value, json};

const ALL: &str = "/api/advertiser/ads/all";
const QUEUE: &str = "/api/admin/moderation/ads";

fn draft() -> Form {
    text_form().with("is_draft", "true")
}

fn push_draft(campaign: &str) -> Form {
    push::ad_form(campaign).with("is_draft", "true")
}

async fn trusted(app: &TestApp) -> Person {
    let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
    app.deposit(&trusted, 100).await;
    trusted
}

/// Status and whether it is a draft.
async fn shown(app: &TestApp, person: &Person, path: &str) -> (i64, bool) {
    let ad = app.get(person, path).await.expect(200)["data"].clone();
    (ad["status_id"].as_i64().unwrap(), ad["is_draft"].as_bool().unwrap())
}

async fn queued(app: &TestApp, god: &Person) -> Vec<i64> {
    ids(&app.get(god, QUEUE).await.expect(200))
}

/// A refusal that names both states.
fn refused(answer: Answer, states: [&str; 2]) {
    let detail = answer.expect(409)["detail"].to_string();
    assert!(states.iter().all(|state| detail.contains(state)), "{detail}");
}

#[tokio::test]
async fn a_draft_is_checked_as_any_ad_and_read_by_nobody() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let make = async |form: Form| app.send_form(Method::POST, &ads_of(group), &anna, &form).await;
        assert_eq!(make(draft().with("title", "")).await.wrong_fields(), ["title"]);
        assert_eq!(make(draft().with("is_draft", "maybe")).await.wrong_fields(), ["is_draft"]);
        let ad = app.ad(&anna, group, &draft()).await;
        let path = ad_path(ad);
        assert_eq!(shown(&app, &anna, &path).await, (4, true));
        let other = app.ad(&anna, group, &text_form().with("is_draft", "")).await;
        assert_eq!(shown(&app, &anna, &ad_path(other)).await, (1, false));

        // Lists have it under what is stopped.
        let list = app.get(&anna, &format!("{ALL}?filters[status][]=4")).await.expect(200);
        assert_eq!((ids(&list), &list["data"][0]["is_draft"]), (vec![ad], &json!(true)));
        assert_eq!(list["counts_by_status"], json!({"1": 1, "4": 1, "total": 2}));
        assert_eq!(app.campaign_status(&anna, campaign).await, 10, "no ad of it was approved");
        assert_eq!(queued(&app, &god).await, [other]);
        refused(app.post_empty(&god, &format!("{QUEUE}/{ad}/lock")).await, ["stopped (4)", "in moderation (21)"]);
        for (verdict, form) in [("approve", json!({"version": 1})), ("reject", json!({"version": 1, "reasons": [5]}))] {
            app.post(&god, &format!("{QUEUE}/{ad}/{verdict}"), form).await.expect(409);
        }

        // It stays one while it is changed, put away and restored.
        let put = async |form: Form| app.send_form(Method::PUT, &path, &anna, &form).await;
        let elsewhere = text_form().with("original_url", "https://other.example/");
        assert_eq!(put(elsewhere.clone()).await.expect(200)["data"]["is_draft"], true);
        assert_eq!(put(elsewhere.clone().with("is_draft", "1")).await.expect(200)["data"]["status_id"], 4);
        app.put_empty(&anna, &format!("{path}/archive")).await.expect(200);
        refused(put(elsewhere.clone().with("is_draft", "0")).await, ["archived (6)", "stopped (4)"]);
        app.put_empty(&anna, &format!("{path}/unarchive")).await.expect(200);
        assert_eq!(shown(&app, &anna, &path).await, (4, true));
        let stop = app.put(&anna, &format!("{ALL}/stop"), json!({"ids": [ad]})).await.expect(200);
        assert_eq!((&stop["message"]["started_count"], shown(&app, &anna, &path).await), (&json!(0), (4, true)));

        // Sent as it is, though nothing of it changes; then it is no draft again.
        app.clock.advance_ms(1_000);
        let sent = put(elsewhere.clone().with("is_draft", "false")).await.expect(200)["data"].clone();
        assert_eq!((&sent["status_id"], &sent["is_draft"]), (&json!(1), &json!(false)));
        assert_eq!(queued(&app, &god).await, [other, ad], "the oldest first");
        refused(put(elsewhere.with("is_draft", "true")).await, ["being processed (1)", "stopped (4)"]);
        app.approve(&god, ad).await;
        assert_eq!(shown(&app, &anna, &path).await, (5, false));
    })
    .await;
}

#[tokio::test]
async fn a_start_sends_drafts_and_a_copy_of_one_is_one() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &draft()).await;
        let copy = app.post(&anna, &format!("{}/copy", ad_path(ad)), json!({})).await.expect(201)["data"].clone();
        assert_eq!((&copy["status_id"], &copy["is_draft"]), (&json!(4), &json!(true)));
        for path in [format!("{CAMPAIGNS}/{campaign}/copy"), format!("/api/advertiser/ad_groups/{group}/copy")] {
            app.post(&anna, &path, json!({})).await.expect(201);
        }
        let one = json!({
            "title": "A text ad", "short_description": "What it is about", "brand": "Shop",
            "original_url": "https://shop.example/", "supported_block_format_types": [4]
        });
        let many = json!({"ads": [one, one], "is_draft": true});
        app.post(&anna, &format!("/api/advertiser/ad_groups/{group}/ads/many"), many).await.expect(201);
        let list = app.get(&anna, ALL).await.expect(200);
        let all = list["data"].as_array().unwrap();
        assert!(all.len() == 8 && all.iter().all(|row| row["is_draft"] == json!(true)), "{list}");
        assert_eq!(queued(&app, &god).await, [0i64; 0]);

        let start = app.put(&anna, &format!("{ALL}/start"), json!({"ids": [ad, copy["id"]]})).await.expect(200);
        assert_eq!((&start["message"]["started_count"], &start["refused"]), (&json!(0), &Value::Null));
        assert_eq!(queued(&app, &god).await, [ad, copy["id"].as_i64().unwrap()]);
        assert_eq!(shown(&app, &anna, &ad_path(ad)).await, (1, false));
    })
    .await;
}

#[tokio::test]
async fn drafts_of_trusted_owners_go_live_when_they_are_sent() {
    each_app(async |app| {
        let (anna, god) = (trusted(&app).await, app.god().await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let by_itself = app.group(&anna, campaign).await;
        let form = json!({"name": "By hand", "auto_start_ads": false});
        let by_hand = app.post(&anna, &format!("{CAMPAIGNS}/{campaign}/ad_groups"), form).await.expect(201);
        let by_hand = by_hand["data"]["id"].as_i64().unwrap();
        let [first, second, third, fourth] = [
            app.ad(&anna, by_itself, &draft()).await,
            app.ad(&anna, by_hand, &draft()).await,
            app.ad(&anna, by_hand, &draft()).await,
            app.ad(&anna, by_hand, &draft()).await,
        ];
        assert_eq!((queued(&app, &god).await, app.campaign_status(&anna, campaign).await), (vec![], 10));
        let sent = text_form().with("is_draft", "false");
        for (ad, status) in [(first, 5), (second, 4)] {
            let answer = app.send_form(Method::PUT, &ad_path(ad), &anna, &sent).await.expect(200);
            assert_eq!((&answer["data"]["status_id"], &answer["data"]["is_draft"]), (&json!(status), &json!(false)));
        }
        let start = app.put(&anna, &format!("{ALL}/start"), json!({"ids": [third]})).await.expect(200);
        assert_eq!(start["message"]["started_count"], 1);
        // The menu of a row sends it as its form does: it starts where its group says so.
        let again = app.post_empty(&anna, &format!("/api/advertiser/ads/remoderate/{fourth}")).await.expect(200);
        assert_eq!((&again["data"]["status_id"], &again["data"]["is_draft"]), (&json!(4), &json!(false)));
        let queue = app.get(&god, QUEUE).await.expect(200);
        assert_eq!((ids(&queue), &queue["counts"]["checks"]), (vec![first, second, third, fourth], &json!(4)));
        assert_eq!(app.campaign_status(&anna, campaign).await, 2);
    })
    .await;
}

#[tokio::test]
async fn drafts_of_push_ads_wait_for_their_owner() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = uuid(&app.push_campaign(&anna, "Rain").await);
        let make = async |form: Form| app.send_form(Method::POST, ADS, &anna, &form).await.expect(201)["data"].clone();
        let made = make(push_draft(&campaign)).await;
        assert_eq!(
            (&made["status_id"], &made["is_draft"], &made["is_started_wanted"]),
            (&json!(1), &json!(true), &json!(false))
        );
        let (path, id) = (push::ad_path(&uuid(&made)), made["id"].as_i64().unwrap());
        let list = app.get(&anna, ADS).await.expect(200);
        assert_eq!(list["data"][0]["is_draft"], true);
        assert_eq!(app.push_campaign_field(&anna, &campaign, "status_id").await, 10);
        assert_eq!(queued(&app, &god).await, [0i64; 0]);
        refused(app.post_empty(&god, &format!("{QUEUE}/{id}/lock")).await, ["stopped (4)", "in moderation (21)"]);
        let copied = json!({"name": "Copy", "target_id": 1, "copy_ads_of": campaign});
        app.post(&anna, push::CAMPAIGNS, copied).await.expect(201);
        assert_eq!(queued(&app, &god).await, [0i64; 0]);

        // One is changed and sent by its form, another started; both run as soon as they are approved.
        let put = async |form: Form| app.send_form(Method::PUT, &path, &anna, &form.without("icon")).await;
        let form = push::ad_form(&campaign).with("title", "Sun at five");
        assert_eq!(put(form.clone()).await.expect(200)["data"]["is_draft"], true);
        assert_eq!(put(form.clone().with("is_draft", "false")).await.expect(200)["data"]["status_id"], 10);
        refused(put(form.with("is_draft", "true")).await, ["in moderation (10)", "stopped (1)"]);
        let other = make(push_draft(&campaign)).await;
        let other_path = push::ad_path(&uuid(&other));
        app.patch(&anna, &format!("{other_path}/stop"), None).await.expect(200);
        assert_eq!(shown(&app, &anna, &other_path).await, (1, true));
        app.patch(&anna, &format!("{other_path}/start"), None).await.expect(200);
        assert_eq!(queued(&app, &god).await, [id, other["id"].as_i64().unwrap()]);
        for (ad, path) in [(id, &path), (other["id"].as_i64().unwrap(), &other_path)] {
            app.approve(&god, ad).await;
            assert_eq!(shown(&app, &anna, path).await, (2, false));
        }

        let anna = trusted(&app).await;
        let campaign = uuid(&app.push_campaign(&anna, "Rain").await);
        let made = app.send_form(Method::POST, ADS, &anna, &push_draft(&campaign)).await.expect(201)["data"].clone();
        assert_eq!(made["status_id"], 1);
        let many = json!({"uuids": [made["uuid"]], "status_id": 2});
        app.patch(&anna, &format!("{ADS}/many"), Some(many)).await.expect(200);
        assert_eq!(shown(&app, &anna, &push::ad_path(&uuid(&made))).await, (2, false));
    })
    .await;
}
