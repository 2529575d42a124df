//! How many push subscriptions a site and an account may get, and who uses that up.

use crate::app::each_app_with;
use crate::push_collecting::{Push, endpoint, point, private};
use serde_json::json;

#[tokio::test]
async fn who_sends_the_same_again_shuts_nobody_out() {
    each_app_with(
        |config| config.settings.push_subscriptions.per_site = 2,
        async |app| {
            let push = Push::build(&app).await;
            for _ in 0..4 {
                push.subscribe(&app, push.told("one")).await.expect(200);
            }
            let mut wrong = push.told("wrong");
            wrong["key"] = json!(point(9));
            push.subscribe(&app, wrong).await.expect(422);
            push.subscribe(&app, push.told("two")).await.expect(200);
            push.subscribe(&app, push.told("three")).await.expect(429);
            push.subscribe(&app, push.told("one")).await.expect(200);
        },
    )
    .await;
}

#[tokio::test]
async fn imports_have_quotas_and_an_approved_site() {
    each_app_with(
        |config| config.settings.quotas.push_imports_per_day = 2,
        async |app| {
            let push = Push::build(&app).await;
            let (owner, path) = (&push.world.webmaster, push.path("/import"));
            let rows: String = ["a", "b", "c"]
                .map(|name| format!("{},{},BTBZMqHH6r4Tts7J_aSIgg\n", endpoint(name), point(3)))
                .concat();
            let form = json!({
                "public_key": point(2), "private_key": private(2), "format": "csv",
                "content": format!("endpoint,p256dh,auth\n{rows}"),
            });
            for imported in [2, 0] {
                let told = app.post(owner, &path, form.clone()).await.expect(200)["data"].clone();
                assert_eq!(
                    (&told["imported"], &told["refused"], &told["errors"][0]["row"]),
                    (&json!(imported), &json!(1), &json!(3))
                );
                assert!(told["errors"][0]["message"].as_str().unwrap().contains("`push_imports_per_day`"));
            }
            // Push can be switched on before a moderator saw the site; nothing is sent for it.
            let site = crate::publishing::site(&app, owner, "waiting.test").await["id"].as_i64().unwrap();
            let path = format!("/api/webmaster/sites/{site}/push");
            let mut settings = app.get(owner, &path).await.expect(200)["data"]["settings"].clone();
            settings["is_on"] = json!(true);
            app.put(owner, &path, settings).await.expect(200);
            let told = app.post(owner, &format!("{path}/import"), form).await.expect(409);
            assert!(told["detail"].as_str().unwrap().contains("approved"), "{told}");
        },
    )
    .await;
}
