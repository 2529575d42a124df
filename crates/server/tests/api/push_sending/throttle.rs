//! How much less a site gets, and whose key signs.

use super::*;
use placard_model::push::subscription::local_day;

#[tokio::test]
async fn a_site_that_is_hardly_clicked_gets_one_a_day() {
    let settings = SitePush { daily_cap: 4, hour_from: 0, hour_to: 24, ..SitePush::default() };
    each_push_world(settings, async |app, services, mut world| {
        let (site, day) = (world.site, app.clock.now().day());
        let note = async move |tx: &Tx| {
            push_counts::add(tx, site, day, PushCounter::Shown, 10_000).await?;
            push_counts::add(tx, site, day, PushCounter::Clicked, 10).await
        };
        app.app.store.write("test_counts", Priority::Api, note).await.unwrap();
        let one = world.subscribe(&app, "phone").await;
        let mut by_day: HashMap<_, usize> = HashMap::new();
        for _ in 0..3 * 24 * 2 {
            let before = services.of("/phone").len();
            world.send().await;
            let sent = services.of("/phone").len() - before;
            *by_day.entry(local_day(app.clock.now(), one.subscriber.utc_offset_min)).or_default() += sent;
            app.clock.advance_ms(HOUR_MS / 2);
            world.native.billing.refresh_balances().await.unwrap();
        }
        assert!(by_day.values().all(|count| *count <= 1), "{by_day:?}");
        assert!(by_day.values().filter(|count| **count == 1).count() >= 2, "{by_day:?}");
    })
    .await;
}

#[tokio::test]
async fn each_subscription_is_signed_for_with_its_own_key() {
    each_push_world(all_day(), async |app, services, mut world| {
        world.subscribe(&app, "older").await;
        let pair = VapidPair::create(&app.app.rng).unwrap();
        let (public, sealed) = (pair.public.clone(), pair.seal(&app.app.keys, &app.app.rng).unwrap());
        let put = async move |tx: &Tx| vapid_keys::put(tx, &public, &sealed, None).await;
        let first =
            std::mem::replace(&mut world.key, app.app.store.write("test_key", Priority::Api, put).await.unwrap().id);
        assert_ne!(first, world.key);
        world.subscribe(&app, "newer").await;
        world.send().await;
        let key_of = |path: &str| {
            let received = services.of(path).remove(0);
            check_vapid(&received);
            received.headers["authorization"].to_str().unwrap().split_once(", k=").unwrap().1.to_owned()
        };
        assert_eq!(key_of("/newer"), pair.public);
        assert_ne!(key_of("/older"), pair.public);
    })
    .await;
}
