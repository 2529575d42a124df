//! Pages that do not answer stop the ads that lead there.

use super::*;
use placard_store::accounts::notices::{self, Told};

#[tokio::test]
async fn a_dead_page_stops_its_ads_until_it_answers() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        shop.is_broken.store(false, Ordering::SeqCst);
        let anna = advertiser(&app).await;
        app.deposit(&anna, 100).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form().with("original_url", shop.url("shop.example", "flaky"))).await;
        let status = async || app.ad_field(&anna, ad, "status_id").await;
        // A moderator is shown it after the look, or two minutes later.
        assert_eq!(status().await, 1);
        looked_at(&app, &anna, ad).await;
        assert_eq!(status().await, 2);
        for sql in [
            "UPDATE ads SET review = 5, wanted = TRUE",
            "UPDATE ad_groups SET wanted = TRUE",
            "UPDATE campaigns SET wanted = TRUE, approved_once = TRUE",
        ] {
            crate::damage::execute(&app.app, sql).await;
        }
        assert_eq!(status().await, 5);
        let user = anna.id;
        let told = async || {
            let list =
                async move |conn: &placard_store::Conn| notices::list(conn, user, false, Told::Everything, 9, 0).await;
            let (notices, ..) = app.app.store.read("test_notices", list).await.unwrap();
            notices.into_iter().map(|notice| (notice.kind, notice.title)).collect::<Vec<_>>()
        };
        let fails = async || {
            shop.is_broken.store(true, Ordering::SeqCst);
            app.post_empty(&anna, &format!("{}/check_link", ad_path(ad))).await.expect(202);
            for pause_ms in [1_000, 60_000, 5 * 60_000] {
                assert_eq!(status().await, 5);
                app.clock.advance_ms(pause_ms);
                looked_at(&app, &anna, ad).await;
            }
        };
        fails().await;
        assert_eq!(status().await, 4);
        let halts = app.ad_field(&anna, ad, "halts").await;
        assert_eq!((&halts[0]["id"], &halts[0]["rule_id"]), (&json!(2), &Value::Null));
        let stops = app.get(&anna, &format!("{}/delivery", ad_path(ad))).await.expect(200)["data"]["stops"].clone();
        assert_eq!(stops[0]["code"], "dead_link", "{stops}");
        let dead = ("dead_link".to_owned(), "Landing page does not answer: A text ad".to_owned());
        assert_eq!(told().await, std::slice::from_ref(&dead));

        // It is looked at every hour, and goes on by itself. Its owner hears of both, once.
        app.clock.advance_ms(HOUR_MS);
        looked_at(&app, &anna, ad).await;
        assert_eq!((status().await, told().await.len()), (json!(4), 1));
        shop.is_broken.store(false, Ordering::SeqCst);
        app.clock.advance_ms(HOUR_MS);
        looked_at(&app, &anna, ad).await;
        assert_eq!(status().await, 5);
        let back = ("dead_link".to_owned(), "Landing page answers again: A text ad".to_owned());
        assert_eq!(told().await, [back, dead]);

        // Who starts it has it looked at at once.
        fails().await;
        assert_eq!(status().await, 4);
        app.put(&anna, "/api/advertiser/ads/all/start", json!({"ids": [ad]})).await.expect(200);
        assert_eq!((status().await, link_check(&app, &anna, ad).await["is_asked"].clone()), (json!(5), json!(true)));
        app.clock.advance_ms(1_000);
        looked_at(&app, &anna, ad).await;
        assert_eq!(status().await, 4);
        // Another page is another matter.
        let elsewhere = text_form().with("original_url", shop.url("shop.example", "elsewhere"));
        app.send_form(Method::PUT, &ad_path(ad), &anna, &elsewhere).await.expect(200);
        assert_eq!(app.ad_field(&anna, ad, "halts").await, json!([]));
    })
    .await;
}

#[tokio::test]
async fn all_ads_of_a_page_stop_and_go_on_with_it() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        shop.is_broken.store(false, Ordering::SeqCst);
        let anna = advertiser(&app).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form().with("original_url", shop.url("shop.example", "flaky"))).await;
        looked_at(&app, &anna, ad).await;
        // Twice as many, ten times: 1,024.
        let multiply = async |tx: &placard_store::Tx| {
            for round in 0..10 {
                tx.execute("CREATE TABLE test_more AS SELECT * FROM ads", []).await?;
                tx.execute(&format!("UPDATE test_more SET id = id + {}", 1 << round), []).await?;
                tx.execute("INSERT INTO ads SELECT * FROM test_more", []).await?;
                tx.execute("DROP TABLE test_more", []).await?;
            }
            Ok(())
        };
        app.app.store.write("test_multiply", Priority::Api, multiply).await.unwrap();
        let halted = async || {
            let count = async |conn: &placard_store::Conn| {
                let rows = conn.rows("SELECT id FROM ads WHERE halts = 2", []).await?;
                Ok(rows.len())
            };
            app.app.store.read("test_halted", count).await.unwrap()
        };
        let looks = async |pauses_ms: &[i64]| {
            for pause_ms in pauses_ms {
                app.clock.advance_ms(*pause_ms);
                looked_at(&app, &anna, ad).await;
            }
        };
        shop.is_broken.store(true, Ordering::SeqCst);
        looks(&[DAY_MS, 60_000, 5 * 60_000]).await;
        assert_eq!(halted().await, 1_000);
        looks(&[60_000]).await;
        assert_eq!(halted().await, 1_024);
        shop.is_broken.store(false, Ordering::SeqCst);
        looks(&[HOUR_MS]).await;
        assert_eq!(halted().await, 24);
        looks(&[60_000]).await;
        assert_eq!(halted().await, 0);
    })
    .await;
}

#[tokio::test]
async fn no_page_is_dead_while_no_other_answers() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        shop.is_broken.store(false, Ordering::SeqCst);
        let anna = advertiser(&app).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad_to =
            async |host: &str| app.ad(&anna, group, &text_form().with("original_url", shop.url(host, ""))).await;
        let (well, gone) = (ad_to("well.shop.net").await, ad_to("gone.shop.org").await);
        let god = app.god().await;
        for ad in [well, gone] {
            app.approve(&god, ad).await;
            app.put(&anna, "/api/advertiser/ads/all/start", json!({"ids": [ad]})).await.expect(200);
        }
        let both_looked_at = async |pause_ms: i64| {
            app.clock.advance_ms(pause_ms);
            let now = json!(app.app.clock.now().to_string());
            look_until(&app, async || {
                let (one, other) = (link_check(&app, &anna, well).await, link_check(&app, &anna, gone).await);
                one["checked_at"] == now && other["checked_at"] == now
            })
            .await;
        };
        let halts = async |ad: i64| app.ad_field(&anna, ad, "halts").await.as_array().unwrap().len();
        both_looked_at(0).await;
        assert_eq!(link_check(&app, &anna, gone).await["state"], "ok");

        // No name is resolved: that is our fault, and stops nothing.
        shop.is_broken.store(true, Ordering::SeqCst);
        shop.is_cut_off.store(true, Ordering::SeqCst);
        for pause_ms in [DAY_MS, 60_000, 5 * 60_000, HOUR_MS] {
            both_looked_at(pause_ms).await;
        }
        assert_eq!(link_check(&app, &anna, well).await["state"], "failing");
        assert_eq!((halts(well).await, halts(gone).await), (0, 0));

        // One answers again, and so the other is dead until it does, too.
        shop.is_cut_off.store(false, Ordering::SeqCst);
        both_looked_at(HOUR_MS).await;
        app.clock.advance_ms(HOUR_MS);
        looked_at(&app, &anna, gone).await;
        assert_eq!((halts(well).await, halts(gone).await), (0, 1));
        shop.is_broken.store(false, Ordering::SeqCst);
        app.clock.advance_ms(HOUR_MS);
        looked_at(&app, &anna, gone).await;
        assert_eq!((halts(well).await, halts(gone).await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn a_dead_page_stops_push_ads_and_is_said_to() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        shop.is_broken.store(false, Ordering::SeqCst);
        let (anna, god) = (advertiser(&app).await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = push::uuid(&app.push_campaign(&anna, "Rain").await);
        let form = push::ad_form(&campaign).with("url", shop.url("shop.example", "flaky"));
        let made = app.send_form(Method::POST, push::ADS, &anna, &form).await.expect(201)["data"].clone();
        let (ad, id) = (push::uuid(&made), made["id"].as_i64().unwrap());
        app.approve(&god, id).await;
        let field = async |name: &str| app.push_ad_field(&anna, &ad, name).await;
        let look = async || {
            let now = json!(app.app.clock.now().to_string());
            look_until(&app, async || field("link_check").await["checked_at"] == now).await;
        };
        look().await;
        assert_eq!((field("status_id").await, field("halts").await), (json!(2), json!([])));

        // The reason is its page, and no rule; lists find it under the same status.
        shop.is_broken.store(true, Ordering::SeqCst);
        app.post_empty(&anna, &format!("{}/check_link", ad_path(id))).await.expect(202);
        for pause_ms in [1_000, 60_000, 5 * 60_000] {
            app.clock.advance_ms(pause_ms);
            look().await;
        }
        assert_eq!((field("status_id").await, field("substatus_id").await), (json!(1), Value::Null));
        assert_eq!((field("halts").await[0]["id"].clone(), field("is_started_wanted").await), (json!(2), json!(true)));
        let list = app.get(&anna, &format!("{}?statuses=1", push::ADS)).await.expect(200);
        assert_eq!(list["data"][0]["status_id"], 1, "{list}");

        // Both at once are told; who starts it ends both.
        let halt = async move |tx: &placard_store::Tx| ads::set_paused_by_rule(tx, Scope::System, AdId(id), true).await;
        assert!(app.app.store.write("test_rule", Priority::Api, halt).await.unwrap());
        let halts = field("halts").await;
        assert_eq!((&halts[0]["id"], &halts[1]["id"], field("substatus_id").await), (&json!(1), &json!(2), json!(2)));
        app.patch(&anna, &format!("{}/start", push::ad_path(&ad)), None).await.expect(200);
        assert_eq!((field("status_id").await, field("halts").await), (json!(2), json!([])));
    })
    .await;
}

#[tokio::test]
async fn a_draft_whose_page_failed_is_looked_at_again_when_it_is_sent() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        shop.is_broken.store(true, Ordering::SeqCst);
        let anna = advertiser(&app).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let form = text_form().with("original_url", shop.url("shop.example", "flaky")).with("is_draft", "true");
        let ad = app.ad(&anna, group, &form).await;
        assert_eq!(looked_at(&app, &anna, ad).await["is_asked"], false);
        // Another ad of it has nobody look sooner than the pauses between attempts are.
        app.ad(&anna, group, &form).await;
        assert_eq!(link_check(&app, &anna, ad).await["is_asked"], false);
        app.clock.advance_ms(2 * 60_000);
        app.post_empty(&anna, &format!("/api/advertiser/ads/remoderate/{ad}")).await.expect(200);
        // It waits for the look before a moderator is shown it.
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 1);
        assert_eq!(link_check(&app, &anna, ad).await["is_asked"], true);
        shop.is_broken.store(false, Ordering::SeqCst);
        assert_eq!(looked_at(&app, &anna, ad).await["failures"], 0);
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 2);
    })
    .await;
}
