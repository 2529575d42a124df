//! Staff hold campaigns and let them go on: what their owners read of it, and what they can do meanwhile.

use crate::advertising::{CAMPAIGNS, text_form};
use crate::app::{Answer, Person, TestApp, each_app};
use crate::delivery::{World, ask};
use crate::push::{self, campaign_path, uuid};
use axum::http::Method;
use placard_model::CampaignId;
use placard_store::Conn;
use placard_store::advertising::specs;
use serde_json::{Value, json};

const REASON: &str = "The page sells mice";

fn path(id: impl std::fmt::Display) -> String {
    format!("/api/admin/campaigns/{id}")
}

impl TestApp {
    /// The version of a campaign that staff see now; any where they see none.
    async fn seen_by(&self, staff: &Person, id: i64) -> Value {
        let answer = self.get(staff, &path(id)).await;
        if answer.status == 200 { answer.json()["data"]["version"].clone() } else { json!(1) }
    }

    /// Staff `pause` or `decline` a campaign as it is now.
    pub(crate) async fn hold(&self, staff: &Person, id: i64, action: &str, reason: &str) -> Answer {
        let form = json!({"version": self.seen_by(staff, id).await, "reason": reason});
        self.put(staff, &format!("{}/{action}", path(id)), form).await
    }

    /// Staff let a campaign go on as it is now.
    pub(crate) async fn resume(&self, staff: &Person, id: i64) -> Answer {
        let form = json!({"version": self.seen_by(staff, id).await});
        self.put(staff, &format!("{}/resume", path(id)), form).await
    }
}

/// Whether delivery is told that the campaign shall run.
async fn is_wanted(app: &TestApp, id: i64) -> bool {
    let read = async move |conn: &Conn| specs::campaigns(conn, Some(&[CampaignId(id)])).await;
    app.app.store.read("test", read).await.unwrap().pop().unwrap().wanted
}

/// Titles of what somebody was told of their campaigns, newest first.
async fn told(app: &TestApp, person: &Person) -> Vec<String> {
    let inbox = app.get(person, "/api/account/notices/inbox").await.expect(200);
    let held = inbox["data"].as_array().unwrap().iter().filter(|notice| notice["kind"] == "campaign_held");
    held.map(|notice| notice["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_pause_stops_delivery_at_once_and_ends_in_the_owners_wish() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let god = app.logged_in(world.god).await;
        let (owner, id) = (world.advertiser.clone(), world.campaign.0);
        assert_eq!(ask(&app, world.block.0).await.len(), 3);

        let held = app.hold(&god, id, "pause", &format!(" {REASON} ")).await.expect(200)["data"].clone();
        assert_eq!(
            (&held["status_id"], &held["is_paused_by_staff"], &held["is_declined"], &held["is_started_wanted"]),
            (&json!(4), &json!(true), &json!(false), &json!(true))
        );
        assert_eq!((&held["staff_reason"], &held["advertiser_id"]), (&json!(REASON), &json!(owner.id.0)));
        assert_eq!(ask(&app, world.block.0).await.len(), 0, "before the feed hears of it");
        world.inventory.catch_up().await.unwrap();
        assert_eq!(ask(&app, world.block.0).await.len(), 0);

        // Its owner reads why, in the list, on its page, among what stops it, and where a start is refused.
        let call = format!("{CAMPAIGNS}/{id}");
        for row in [
            app.get(&owner, &call).await.expect(200)["data"].clone(),
            app.get(&owner, CAMPAIGNS).await.expect(200)["data"][0].clone(),
        ] {
            assert_eq!((&row["status"], &row["staff_reason"]), (&json!(4), &json!(REASON)));
        }
        let delivery = app.get(&owner, &format!("{call}/delivery")).await.expect(200)["data"].clone();
        assert_eq!(delivery["stops"][0]["code"], "paused_by_staff");
        assert!(delivery["text"].as_str().unwrap().contains(&format!("The reason: {REASON}. ")), "{delivery}");
        let refused = app.put_empty(&owner, &format!("{call}/start")).await.expect(409)["detail"].to_string();
        for part in ["paused by staff (4)", "started (2)", REASON] {
            assert!(refused.contains(part), "{part}: {refused}");
        }
        assert_eq!(told(&app, &owner).await, [format!("Paused by the network: Spring & summer. {REASON}")]);

        // What they wish meanwhile holds afterwards.
        app.put_empty(&owner, &format!("{call}/stop")).await.expect(200);
        let resumed = app.resume(&god, id).await.expect(200)["data"].clone();
        assert_eq!((&resumed["status_id"], &resumed["staff_reason"]), (&json!(1), &Value::Null));
        app.put_empty(&owner, &format!("{call}/start")).await.expect(200);
        world.inventory.catch_up().await.unwrap();
        assert_eq!(ask(&app, world.block.0).await.len(), 3);

        // Asked for once more, nothing is done, written or told.
        let log = format!("/api/admin/audit_log?subject=campaign&subject_id={id}");
        let actions = async || {
            let log = app.get(&god, &log).await.expect(200);
            let rows = log["data"].as_array().unwrap().clone();
            let by_staff = |row: &Value| row["actor"]["id"] == json!(god.id.0);
            rows.iter().filter(|row| by_staff(row)).map(|row| row["action"].clone()).collect::<Vec<_>>()
        };
        let before = (actions().await, told(&app, &owner).await);
        assert_eq!(before.0, [json!("resume_campaign"), json!("pause_campaign")]);
        app.resume(&god, id).await.expect(200);
        assert_eq!((actions().await, told(&app, &owner).await), before);
    })
    .await;
}

#[tokio::test]
async fn staff_hold_campaigns_of_both_kinds_and_sales_those_of_their_clients() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let manager = sales.id;
        let anna = app.person("anna@x.org", |new| (new.is_advertiser, new.manager) = (true, Some(manager))).await;
        let bob = app.advertiser("bob@x.org").await;
        let (of_anna, of_bob) = (app.campaign(&anna, "Spring").await, app.campaign(&bob, "Autumn").await);
        let push_campaign = app.push_campaign(&anna, "Rain").await;
        let (push_id, push_path) = (push_campaign["id"].as_i64().unwrap(), campaign_path(&uuid(&push_campaign)));

        for action in ["pause", "decline"] {
            app.hold(&sales, of_bob, action, REASON).await.expect(404);
            app.hold(&anna, of_anna, action, REASON).await.expect(403);
            for wrong in ["  ".to_owned(), "x".repeat(501)] {
                assert_eq!(app.hold(&god, of_anna, action, &wrong).await.wrong_fields(), ["reason"]);
            }
            app.hold(&god, 424_242, action, REASON).await.expect(404);
        }
        app.get(&sales, &path(of_bob)).await.expect(404);
        app.resume(&sales, of_bob).await.expect(404);
        let seen = app.get(&sales, &path(of_anna)).await.expect(200)["data"].clone();
        assert_eq!(
            (&seen["uuid"], &seen["staff_reason"], &seen["is_declined"]),
            (&Value::Null, &Value::Null, &json!(false))
        );

        // Native ones and push ones by the numbers that they share.
        for id in [of_anna, push_id] {
            assert!(is_wanted(&app, id).await);
            let declined = app.hold(&sales, id, "decline", REASON).await.expect(200)["data"].clone();
            assert_eq!((&declined["status_id"], &declined["staff_reason"]), (&json!(11), &json!(REASON)));
            assert!(!is_wanted(&app, id).await);
        }
        let of_owner = app.get(&anna, &push_path).await.expect(200)["data"].clone();
        assert_eq!((&of_owner["status_id"], &of_owner["staff_reason"]), (&json!(11), &json!(REASON)));
        let refused = app.patch(&anna, &format!("{push_path}/start"), None).await.expect(409)["detail"].to_string();
        assert!(refused.contains("declined (11)") && refused.contains(REASON), "{refused}");
        // Of many, the others start, and this one is told with its reason.
        let other = app.push_campaign(&anna, "Sun").await;
        let many = json!({"uuids": [uuid(&push_campaign), uuid(&other)], "status_id": 2});
        let answer = app.patch(&anna, &format!("{}/many", push::CAMPAIGNS), Some(many)).await.expect(200);
        assert!(answer["data"]["refused"].to_string().contains(REASON), "{answer}");

        // The reason is not theirs to replace: it may be somebody else's by now.
        app.hold(&sales, push_id, "decline", "Call me").await.expect(409);
        let again = app.hold(&god, push_id, "decline", "Still mice").await;
        assert_eq!(again.expect(200)["data"]["staff_reason"], "Still mice");
        let resumed = app.resume(&god, push_id).await.expect(200)["data"].clone();
        assert_eq!(
            (&resumed["status_id"], &resumed["uuid"], &resumed["is_declined"]),
            (&json!(10), &push_campaign["uuid"], &json!(false))
        );
        assert!(is_wanted(&app, push_id).await);
        let rain: Vec<String> = told(&app, &anna).await.into_iter().filter(|title| title.contains("Rain")).collect();
        let declined = |reason: &str| format!("Declined: Rain. {reason}");
        assert_eq!(rain, ["No longer held: Rain".to_owned(), declined("Still mice"), declined(REASON)]);
        // Somebody's notices are their own.
        assert_eq!(told(&app, &bob).await, Vec::<String>::new());

        // A hold of staff pauses a push campaign for the reason that its owner sees as its substatus.
        app.hold(&god, push_id, "pause", REASON).await.expect(200);
        assert_eq!(app.get(&anna, &push_path).await.expect(200)["data"]["substatus_id"], 3);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_copied_of_what_is_held() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let (campaign, elsewhere) = (app.campaign(&anna, "Spring").await, app.campaign(&anna, "Autumn").await);
        let (group, other_group) = (app.group(&anna, campaign).await, app.group(&anna, elsewhere).await);
        let ad = app.ad(&anna, group, &text_form()).await;
        let pushed = app.push_campaign(&anna, "Rain").await;
        let sent = uuid(&app.push_ad(&anna, &uuid(&pushed)).await);
        let dry = app.push_campaign(&anna, "Sun").await;
        let copy = push::ad_form(&uuid(&dry)).without("icon").with("copy_of", &sent);
        let held = [campaign, pushed["id"].as_i64().unwrap()];
        let mut of_push = push::campaign_form("Rain again");
        of_push["copy_ads_of"] = pushed["uuid"].clone();
        let copies = [
            (format!("{CAMPAIGNS}/{campaign}/copy"), json!({})),
            (format!("/api/advertiser/ad_groups/{group}/copy"), json!({"campaign_id": elsewhere})),
            (format!("/api/advertiser/ads/universal/{ad}/copy"), json!({"group_id": other_group})),
            (push::CAMPAIGNS.to_owned(), of_push),
        ];
        for (action, status) in [("pause", "paused by staff (4)"), ("decline", "declined (11)")] {
            for id in held {
                app.hold(&god, id, action, REASON).await.expect(200);
            }
            for (path, form) in &copies {
                let refused = app.post(&anna, path, form.clone()).await.expect(409)["detail"].to_string();
                assert!(refused.contains(status) && refused.contains(REASON), "{path}: {refused}");
            }
            let refused = app.send_form(Method::POST, push::ADS, &anna, &copy).await.expect(409)["detail"].to_string();
            assert!(refused.contains(status) && refused.contains(REASON), "{refused}");
        }
        let left = app.get(&anna, push::CAMPAIGNS).await.expect(200);
        assert_eq!(push::uuids(&left).len(), 2, "nothing is made of what is refused");
        for id in held {
            app.resume(&god, id).await.expect(200);
        }
        for (path, form) in &copies {
            app.post(&anna, path, form.clone()).await.expect(201);
        }
        app.send_form(Method::POST, push::ADS, &anna, &copy).await.expect(201);
    })
    .await;
}

#[tokio::test]
async fn of_two_staff_the_slower_sees_first_what_the_other_did() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let manager = sales.id;
        let anna = app.person("anna@x.org", |new| (new.is_advertiser, new.manager) = (true, Some(manager))).await;
        let id = app.campaign(&anna, "Spring").await;
        let seen = app.seen_by(&sales, id).await;
        app.hold(&god, id, "decline", REASON).await.expect(200);
        for (action, form) in [
            ("pause", json!({"version": seen, "reason": "Another one"})),
            ("decline", json!({"version": seen, "reason": "Another one"})),
            ("resume", json!({"version": seen})),
        ] {
            let refused = app.put(&sales, &format!("{}/{action}", path(id)), form).await.expect(409);
            assert!(refused["detail"].to_string().contains("changed meanwhile"), "{action}: {refused}");
        }
        // What is declined is not theirs to take back, what is paused is.
        let refused = app.resume(&sales, id).await.expect(409);
        assert!(refused["detail"].to_string().contains("declined (11)"), "{refused}");
        let held = app.get(&sales, &path(id)).await.expect(200)["data"].clone();
        assert_eq!((&held["is_declined"], &held["staff_reason"]), (&json!(true), &json!(REASON)));
        app.resume(&god, id).await.expect(200);
        app.hold(&god, id, "pause", REASON).await.expect(200);
        assert_eq!(app.resume(&sales, id).await.expect(200)["data"]["is_paused_by_staff"], false);
    })
    .await;
}

#[tokio::test]
async fn owners_stop_what_is_declined() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let campaign = app.campaign(&anna, "Spring").await;
        let group = app.group(&anna, campaign).await;
        let pushed = app.push_campaign(&anna, "Rain").await;
        let (own, push_path) = (format!("{CAMPAIGNS}/{campaign}"), campaign_path(&uuid(&pushed)));
        let of_group = format!("/api/advertiser/ad_groups/{group}");
        app.put_empty(&anna, &format!("{of_group}/start")).await.expect(200);
        let ad = uuid(&app.push_ad(&anna, &uuid(&pushed)).await);
        let held = [campaign, pushed["id"].as_i64().unwrap()];
        for id in held {
            app.hold(&god, id, "decline", REASON).await.expect(200);
        }
        // The group first: its campaign is declined all the same.
        for path in [&of_group, &own] {
            app.put_empty(&anna, &format!("{path}/start")).await.expect(409);
            app.put_empty(&anna, &format!("{path}/stop")).await.expect(200);
        }
        app.patch(&anna, &format!("{push_path}/start"), None).await.expect(409);
        app.patch(&anna, &format!("{push_path}/stop"), None).await.expect(200);
        // Its ads are declined with it, which is no word of moderation.
        assert_eq!(app.push_ad_field(&anna, &ad, "status_id").await, 11);
        assert_eq!(app.push_ad_field(&anna, &ad, "is_rejected").await, false);
        app.patch(&anna, &format!("{}/stop", push::ad_path(&ad)), None).await.expect(200);
        for id in held {
            app.resume(&god, id).await.expect(200);
            assert!(!is_wanted(&app, id).await);
        }
        for path in [&of_group, &own, &push_path] {
            assert_eq!(app.get(&anna, path).await.expect(200)["data"]["is_started_wanted"], false, "{path}");
        }
    })
    .await;
}
