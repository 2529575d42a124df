//! Changes, stops and restarts, as delivery sees them.

use super::{PAGE, World, ad_settings, ask, click, clicks, from_page, location, log, tokens};
use crate::app::{Person, each_app};
use axum::http::header;
use placard_model::Verdict;
use placard_model::event::Event;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::accounts::{erasure, users};
use placard_store::advertising::ads::{self, AdSettings};
use placard_store::advertising::{campaigns, moderation};
use placard_store::publishing::blocks;
use placard_store::{Priority, Scope};
use placard_worker::feeds;
use placard_worker::feeds::inventory::Inventory;
use serde_json::json;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

#[tokio::test]
async fn deleted_accounts_are_not_delivered() {
    for email in ["advertiser@x.org", "webmaster@x.org"] {
        each_app(async |app| {
            let mut world = World::build(&app).await;
            assert_eq!(ask(&app, world.block.0).await.len(), 3);
            app.app
                .store
                .write("test_erase", Priority::Api, async move |tx| {
                    let (user, _) = users::get_login(tx, email).await?.expect("an owner");
                    erasure::erase_user(tx, user.id).await
                })
                .await
                .unwrap();
            world.inventory.catch_up().await.unwrap();
            assert_eq!(ask(&app, world.block.0).await.len(), 0, "{email}");
        })
        .await;
    }
}

#[tokio::test]
async fn changes_reach_delivery() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        assert_eq!(ask(&app, world.block.0).await.len(), 3);
        let (campaign, ad) = (world.campaign, world.ads[0]);
        let store = &app.app.store;
        let set = async |wanted: bool| {
            let work =
                async move |tx: &placard_store::Tx| campaigns::set_wanted(tx, Scope::System, campaign, wanted).await;
            store.write("test_stop", Priority::Api, work).await.unwrap();
        };
        set(false).await;
        assert!(world.inventory.step().await.unwrap());
        assert_eq!(ask(&app, world.block.0).await.len(), 0, "a stop holds at once");
        set(true).await;
        world.inventory.step().await.unwrap();
        let served = ask(&app, world.block.0).await;
        assert_eq!(served.len(), 3);

        // An edited ad waits for a moderator; clicks on what was shown of it lead where the moderator had looked.
        let of_ad = served.iter().find(|one| one["id"] == ad.0).unwrap()["token"].as_str().unwrap();
        let edited = AdSettings { original_url: "https://other.test/".to_owned(), ..ad_settings(1) };
        store
            .write("test_edit", Priority::Api, async move |tx| {
                ads::update(tx, Scope::System, ad, &edited, None, false).await
            })
            .await
            .unwrap();
        world.inventory.catch_up().await.unwrap();
        assert_eq!(ask(&app, world.block.0).await.len(), 2);
        assert!(location(&click(&app, of_ad).await.headers).starts_with("https://shop.test/"));

        // A stopped block shows nothing; a click on what it showed still finds its owner.
        let block = world.block;
        store
            .write("test_block", Priority::Api, async move |tx| {
                use placard_model::user::BlockStatus::{Active, Stopped};
                blocks::set_status(tx, Scope::System, block, &[Active], Stopped).await
            })
            .await
            .unwrap();
        world.inventory.catch_up().await.unwrap();
        assert_eq!(ask(&app, world.block.0).await.len(), 0);
        app.clock.advance_ms(HOUR_MS);
        let other = served.iter().find(|one| one["id"] != ad.0).unwrap()["token"].as_str().unwrap();
        assert_eq!(click(&app, other).await.status, 302);
        assert_eq!(clicks(&app), [Verdict::Valid, Verdict::Valid]);
    })
    .await;
}

#[tokio::test]
async fn a_source_that_its_owner_blocks_is_served_no_more() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let sites = app.get(&world.webmaster, "/api/webmaster/sites").await.expect(200);
        let site = sites["data"][0]["id"].clone();
        let list = format!("/api/advertiser/campaigns/{}/source/list", world.campaign);
        for (mut form, state, shown) in [
            (json!({"site_ids": [site]}), "blocked", 0),
            (json!({"site_ids": [site]}), "open", 3),
            (json!({"block_ids": [world.block.0]}), "blocked", 0),
            // What the campaign is allowed on is what it is shown on, and that is the block.
            (json!({"block_ids": [world.block.0]}), "allowed", 3),
        ] {
            form["state"] = json!(state);
            app.put(&world.advertiser, &list, form.clone()).await.expect(200);
            world.inventory.catch_up().await.unwrap();
            assert_eq!(ask(&app, world.block.0).await.len(), shown, "{form}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_stop_reaches_delivery_by_itself() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let stop = CancellationToken::new();
        let feed = tokio::spawn(feeds::inventory::run(app.app.worker.clone(), stop.clone()));
        let campaign = world.campaign;
        for wanted in [false, true, false] {
            app.app
                .store
                .write("test_stop", Priority::Api, async move |tx| {
                    campaigns::set_wanted(tx, Scope::System, campaign, wanted).await
                })
                .await
                .unwrap();
            // How fast it is depends on the machine: what never comes is what fails.
            let told = async {
                while ask(&app, world.block.0).await.is_empty() == wanted {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            tokio::time::timeout(Duration::from_mins(1), told).await.unwrap();
        }
        stop.cancel();
        feed.await.unwrap().unwrap();
    })
    .await;
}

#[tokio::test]
async fn what_was_shown_before_a_restart_is_known_after_it() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let tokens = tokens(&app, &world).await;
        let [edited, deleted, archived] = world.ads[..] else { panic!("three ads") };
        let god = world.god;
        app.app
            .store
            .write("test_gone", Priority::Api, async move |tx| {
                let changed = AdSettings { original_url: "https://other.test/".to_owned(), ..ad_settings(1) };
                ads::update(tx, Scope::System, edited, &changed, None, false).await?;
                // And once more: what was approved is what counts.
                let changed = AdSettings { original_url: "https://third.test/".to_owned(), ..changed };
                ads::update(tx, Scope::System, edited, &changed, None, false).await?;
                let seen = moderation::lock(tx, edited, god).await?.ad.version;
                moderation::reject(tx, edited, god, seen, &[1], "").await?;
                ads::delete(tx, Scope::System, &[deleted]).await?;
                ads::set_archived(tx, Scope::System, archived, true).await
            })
            .await
            .unwrap();
        // Two days later the engine knows none of them any more.
        for (wait_ms, expected) in [(HOUR_MS, Verdict::Valid), (2 * DAY_MS, Verdict::Stale)] {
            app.clock.advance_ms(wait_ms);
            let (app, _folder) = app.restarted().await;
            let report = json!({"tokens": tokens, "page": PAGE});
            let early = from_page(&app, "/d/show", report.clone()).await;
            assert_eq!(early.headers[header::RETRY_AFTER], "2");
            early.expect(503);
            from_page(&app, "/d/ads", json!({"v": 1, "blocks": [{"id": world.block.0}]})).await.expect(503);
            click(&app, &tokens[0]).await.expect(503);
            app.get(&Person::default(), "/readyz").await.expect(503);
            assert!(log(&app).is_empty());

            Inventory::load(app.app.worker.clone()).await.unwrap();
            app.get(&Person::default(), "/readyz").await.expect(200);
            from_page(&app, "/d/show", report).await.expect(204);
            let shows = log(&app).iter().filter(|record| matches!(record.event, Event::Show { .. })).count();
            assert_eq!(shows, 3, "an authentic token is always recorded");
            for token in &tokens {
                let clicked = click(&app, token).await;
                assert_eq!(clicked.status, 302);
                assert!(location(&clicked.headers).starts_with("https://shop.test/buy?c="), "{:?}", clicked.headers);
            }
            assert_eq!(clicks(&app), [expected; 3]);
            app.app.close().await.unwrap();
        }
    })
    .await;
}
