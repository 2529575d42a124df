//! Each state in which a campaign, a group or an ad may not deliver, as the panel of all three says it.

use crate::app::{Person, TestApp, each_app};
use crate::damage::execute;
use crate::delivery::World;
use crate::delivery_states::{WHOLE, delivery, make, requests, stops};
use placard_model::Clock;
use placard_model::status::{Halt, Review};
use placard_worker::feeds::facts::Facts;
use serde_json::{Value, json};

/// What stops each of them, all of it; nothing where it delivers.
async fn check(app: &TestApp, owner: &Person, of: &[String], code: Option<&str>, name: &str) {
    for path in of {
        let told = delivery(app, owner, path).await;
        let codes: Vec<String> = stops(&told).into_iter().map(|(code, _)| code).collect();
        let state = if code.is_some() { "stopped" } else { "delivers" };
        assert_eq!((told["state"].as_str().unwrap(), codes), (state, strings(code)), "{name}, {path}: {told}");
    }
}

fn strings(code: Option<&str>) -> Vec<String> {
    code.into_iter().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_its_group_and_its_ad_tell_what_stops_them() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        requests(&app, &world, &mut facts, 3).await;
        let owner = world.advertiser.clone();
        let (campaign, ads) = make(&app, &world, WHOLE).await;
        let groups = format!("/api/advertiser/campaigns/{campaign}/ad_groups");
        let group = app.get(&owner, &groups).await.expect(200)["data"][0]["id"].clone();
        let of = [format!("campaigns/{campaign}"), format!("ad_groups/{group}"), format!("ads/universal/{}", ads[0])];
        check(&app, &owner, &of, Some("not_loaded"), "delivery has not heard of it").await;
        world.inventory.catch_up().await.unwrap();
        check(&app, &owner, &of, None, "all is well").await;

        let (by_rule, rejected, waiting, draft, approved) = (
            format!("halts = {}", Halt::Rule.id()),
            format!("review = {}", Review::Rejected.id()),
            format!("review = {}", Review::Waiting.id()),
            format!("review = {}", Review::Draft.id()),
            format!("review = {}", Review::Approved.id()),
        );
        for (table, done, undone, code) in [
            ("campaigns", "archived_at = 1", "archived_at = NULL", "archived"),
            ("campaigns", "declined = TRUE", "declined = FALSE", "declined"),
            ("campaigns", "paused_by_staff = TRUE", "paused_by_staff = FALSE", "paused_by_staff"),
            ("campaigns", "wanted = FALSE", "wanted = TRUE", "stopped"),
            ("campaigns", "paused_by_rule = TRUE", "paused_by_rule = FALSE", "paused_by_rule"),
            ("ad_groups", "archived_at = 1", "archived_at = NULL", "group_archived"),
            ("ad_groups", "paused_by_rule = TRUE", "paused_by_rule = FALSE", "group_paused"),
            ("ad_groups", "wanted = FALSE", "wanted = TRUE", "group_stopped"),
            ("ads", "archived_at = 1", "archived_at = NULL", "ad_archived"),
            ("ads", "wanted = FALSE", "wanted = TRUE", "ad_stopped"),
            ("ads", by_rule.as_str(), "halts = 0", "ad_paused_by_rule"),
            ("ads", rejected.as_str(), approved.as_str(), "rejected"),
            ("ads", waiting.as_str(), approved.as_str(), "moderation"),
            ("ads", draft.as_str(), approved.as_str(), "draft"),
        ] {
            let id: Value = match table {
                "campaigns" => json!(campaign),
                "ad_groups" => group.clone(),
                _ => json!(ads[0]),
            };
            for (change, code) in [(done, Some(code)), (undone, None)] {
                execute(&app.app, &format!("UPDATE {table} SET {change} WHERE id = {id}")).await;
                check(&app, &owner, &of, code, &format!("{table}: {change}")).await;
            }
        }

        // Its own hours close a group below a campaign that is open.
        let other = (app.clock.now().hour_of_week() + 5) % 168;
        for (form, code) in [
            (json!({"name": "Group", "time_targeting": [other]}), Some("group_outside_hours")),
            (json!({"name": "Group"}), None),
        ] {
            app.put(&owner, &format!("/api/advertiser/ad_groups/{group}"), form).await.expect(200);
            world.inventory.catch_up().await.unwrap();
            check(&app, &owner, &of, code, "hours of a group").await;
        }
    })
    .await;
}
