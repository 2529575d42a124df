//! The pairs of keys that subscriptions are made with.

use super::{Push, of_name};
use crate::app::{Person, each_app};
use placard_model::time::DAY_MS;
use placard_worker::feeds::opt_ins;
use serde_json::json;

#[tokio::test]
async fn a_new_pair_comes_when_the_newest_is_old_enough() {
    each_app(async |app| {
        let push = Push::build(&app).await;
        let told = format!("/d/push/{}.json", push.block);
        let key = async || app.get(&Person::default(), &told).await.expect(200)["key"].as_str().unwrap().to_owned();
        let first = key().await;
        let before = of_name(&app, &push.name(&app, push.told("before")).await).await;
        // Of themselves they do not grow old.
        app.clock.advance_ms(400 * DAY_MS);
        opt_ins::keep_keys(&app.app.worker).await.unwrap();
        assert_eq!(key().await, first);

        let god = app.logged_in(push.world.god).await;
        let setting = "/api/admin/settings/push_subscriptions.key_days";
        app.put(&god, setting, json!({"value": "500", "version": 0})).await.expect(200);
        app.clock.advance_ms(99 * DAY_MS);
        opt_ins::keep_keys(&app.app.worker).await.unwrap();
        assert_eq!(key().await, first, "a day too early");
        app.clock.advance_ms(2 * DAY_MS);
        opt_ins::keep_keys(&app.app.worker).await.unwrap();
        let second = key().await;
        assert_ne!(second, first);
        opt_ins::keep_keys(&app.app.worker).await.unwrap();
        assert_eq!(key().await, second, "one is enough");

        // Who subscribes now gets it; who did before stays with theirs, and that pair stays for them.
        let after = of_name(&app, &push.name(&app, push.told("after")).await).await;
        assert_ne!(after.vapid_key, before.vapid_key);
        opt_ins::tidy(&app.app.worker).await.unwrap();
        let owner = push.owner(&app).await;
        let known = app.get(&owner, &push.path("")).await.expect(200)["data"]["keys"].clone();
        let keys: Vec<_> =
            known.as_array().unwrap().iter().map(|key| (&key["is_newest"], &key["subscribers"])).collect();
        assert_eq!(keys, [(&json!(true), &json!(1)), (&json!(false), &json!(1))], "{known}");
    })
    .await;
}
