//! The longest ad that a form takes.

use super::*;
use crate::push::{ADS, ad_form, uuid};

#[tokio::test]
async fn the_longest_ad_fits_into_a_message() {
    each_push_world(all_day(), async |app, services, mut world| {
        let (god, owner) = (app.logged_in(world.native.god).await, world.native.advertiser.clone());
        // The most characters, each of four bytes; pages of buttons do not travel.
        let (title, body, label) = ("\u{1f600}".repeat(60), "\u{1f600}".repeat(150), "\u{1f600}".repeat(20));
        let campaign = app.push_campaign(&owner, "Long").await;
        let form = ad_form(&uuid(&campaign))
            .with("title", &title)
            .with("body", &body)
            .with("image", crate::advertising::picture(2))
            .with("buttons[0][action]", "open")
            .with("buttons[0][title]", &label)
            .with("buttons[0][url]", format!("https://shop.example/{}", "x".repeat(1_900)))
            .with("buttons[1][action]", "close")
            .with("buttons[1][title]", &label);
        let made = app.send_form(axum::http::Method::POST, ADS, &owner, &form).await.expect(201)["data"].clone();
        app.approve(&god, made["id"].as_i64().unwrap()).await;
        app.hold(&god, world.campaign.0, "pause", "The other one is sent").await.expect(200);
        world.inventory.catch_up().await.unwrap();
        let phone = world.subscribe(&app, "phone").await;
        world.send().await;
        assert_eq!(messages(&app, phone.id).await[0].state, State::Taken);
        let received = services.of("/phone").remove(0);
        assert!(received.body.len() <= 4_096, "{}", received.body.len());
        let shown = read(&received)["notification"].clone();
        assert_eq!((shown["title"].as_str(), shown["body"].as_str()), (Some(&*title), Some(&*body)));
        assert_eq!((&shown["buttons"][0]["title"], &shown["buttons"][1]["title"]), (&json!(label), &json!(label)));
        assert!(shown["image"].is_string() && shown["icon"].is_string(), "{shown}");
    })
    .await;
}
