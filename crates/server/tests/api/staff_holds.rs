//! Staff hold campaigns and let them go on: what their owners read of it, and what they can do meanwhile.

use crate::advertising::CAMPAIGNS;
use crate::app::{Person, TestApp, each_app};
use crate::delivery::{World, ask};
use crate::push::{self, campaign_path, uuid};
use placard_model::CampaignId;
use placard_store::Conn;
use placard_store::advertising::specs;
use serde_json::{Value, json};

const REASON: &str = "The page sells mice";

fn path(id: impl std::fmt::Display) -> String {
    format!("/api/admin/campaigns/{id}")
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

        let held = app.put(&god, &format!("{}/pause", path(id)), json!({"reason": format!(" {REASON} ")})).await;
        let held = held.expect(200)["data"].clone();
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
        let resumed = app.put_empty(&god, &format!("{}/resume", path(id))).await.expect(200)["data"].clone();
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
        app.put_empty(&god, &format!("{}/resume", path(id))).await.expect(200);
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
        let form = || json!({"reason": REASON});

        for action in ["pause", "decline"] {
            app.put(&sales, &format!("{}/{action}", path(of_bob)), form()).await.expect(404);
            app.put(&anna, &format!("{}/{action}", path(of_anna)), form()).await.expect(403);
            for wrong in ["  ".to_owned(), "x".repeat(501)] {
                let answer = app.put(&god, &format!("{}/{action}", path(of_anna)), json!({"reason": wrong})).await;
                assert_eq!(answer.wrong_fields(), ["reason"]);
            }
            app.put(&god, &format!("{}/{action}", path(424_242)), form()).await.expect(404);
        }
        app.get(&sales, &path(of_bob)).await.expect(404);
        app.put_empty(&sales, &format!("{}/resume", path(of_bob))).await.expect(404);
        let seen = app.get(&sales, &path(of_anna)).await.expect(200)["data"].clone();
        assert_eq!(
            (&seen["uuid"], &seen["staff_reason"], &seen["is_declined"]),
            (&Value::Null, &Value::Null, &json!(false))
        );

        // Native ones and push ones by the numbers that they share.
        for id in [of_anna, push_id] {
            assert!(is_wanted(&app, id).await);
            let declined = app.put(&sales, &format!("{}/decline", path(id)), form()).await.expect(200)["data"].clone();
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

        let again = app.put(&sales, &format!("{}/decline", path(push_id)), json!({"reason": "Still mice"})).await;
        assert_eq!(again.expect(200)["data"]["staff_reason"], "Still mice");
        let resumed = app.put_empty(&god, &format!("{}/resume", path(push_id))).await.expect(200)["data"].clone();
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
        app.put(&god, &format!("{}/pause", path(push_id)), form()).await.expect(200);
        assert_eq!(app.get(&anna, &push_path).await.expect(200)["data"]["substatus_id"], 3);
    })
    .await;
}
