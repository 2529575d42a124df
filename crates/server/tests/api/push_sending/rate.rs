//! How many messages leave, and how often those are looked at who get none.

use super::*;

#[tokio::test]
async fn looks_in_vain_hold_up_no_message() {
    each_push_world(all_day(), async |app, services, mut world| {
        for number in 0..6 {
            world.subscribe(&app, &format!("full{number}")).await;
        }
        let today = placard_model::push::subscription::local_day(app.clock.now(), 60).0;
        let full = format!("UPDATE push_subscriptions SET sent_day = {today}, sent_today = 100");
        crate::damage::execute(&app.app, &full).await;
        world.subscribe(&app, "phone").await;
        // One message a step, and seven to look at.
        for _ in 0..3 {
            world.sender.step(1).await.unwrap();
            world.sender.finish().await.unwrap();
        }
        assert_eq!(services.of("/phone").len(), 1);
        // However many are looked at, no more messages leave.
        for name in ["one", "two", "three"] {
            world.subscribe(&app, name).await;
        }
        for count in 2..=4 {
            world.sender.step(1).await.unwrap();
            world.sender.finish().await.unwrap();
            assert_eq!(services.received.lock().len(), count);
        }

        // Where there is no ad for long, it is looked for ever more seldom.
        let campaign = world.campaign;
        let stop = async move |tx: &Tx| {
            placard_store::advertising::campaigns::set_wanted(tx, Scope::System, campaign, false).await
        };
        app.app.store.write("test_stop", Priority::Api, stop).await.unwrap();
        world.inventory.catch_up().await.unwrap();
        let waits = world.subscribe(&app, "waits").await.id;
        for least_min in [30, 60, 120, 240, 240] {
            world.send().await;
            let pause_min = subscription(&app, waits).await.next_send_at.since_ms(app.clock.now()) / 60_000;
            assert!((least_min..=least_min * 3 / 2).contains(&pause_min), "{pause_min}");
            app.clock.advance_ms(least_min * 3 / 2 * 60_000);
        }
    })
    .await;
}
