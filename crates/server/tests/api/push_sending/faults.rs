//! Push services that fail.

use super::*;
use placard_store::Conn;

#[tokio::test]
async fn push_services_fail_in_every_way() {
    each_push_world(all_day(), async |app, services, mut world| {
        let mut ids = HashMap::new();
        // What was taken a moment ago says that it is not us who are refused.
        ids.insert("first", world.subscribe(&app, "first").await.id);
        world.send().await;
        for name in ["well", "gone", "refused", "ours", "failing", "hanging", "slow"] {
            ids.insert(name, world.subscribe(&app, name).await.id);
        }
        services.fault("/gone", Some(Fault::Status(410)));
        services.fault("/refused", Some(Fault::Status(418)));
        services.fault("/ours", Some(Fault::Status(403)));
        services.fault("/failing", Some(Fault::Status(500)));
        services.fault("/hanging", Some(Fault::Hang));
        services.fault("/slow", Some(Fault::Slow));
        world.send().await;
        let mut states = HashMap::new();
        for (name, id) in &ids {
            let kept = messages(&app, *id).await.remove(0);
            states.insert(*name, (kept.state, kept.http_status));
        }
        let expected = [
            ("first", (State::Taken, Some(201))),
            ("well", (State::Taken, Some(201))),
            ("gone", (State::Gone, Some(410))),
            ("refused", (State::GivenUp, Some(418))),
            ("ours", (State::GivenUp, Some(403))),
            ("failing", (State::Waiting, Some(500))),
            ("hanging", (State::Waiting, None)),
            ("slow", (State::Taken, Some(201))),
        ];
        assert_eq!(states, HashMap::from(expected));
        let gone = subscription(&app, ids["gone"]).await;
        assert_eq!((gone.status, gone.target.endpoint.as_str()), (SubscriptionStatus::Gone, ""));
        let (site, day) = (world.site, app.clock.now().day());
        let read_counts = async move |conn: &_| push_counts::sums(conn, &[site], day, day).await;
        let counts = app.app.store.read("test_counts", read_counts).await.unwrap().remove(&site).unwrap_or_default();
        assert_eq!(counts.get(PushCounter::Losses), 1, "its site has lost one");
        assert_eq!(subscription(&app, ids["refused"]).await.failures, 1);
        assert_eq!(subscription(&app, ids["ours"]).await.failures, 1);

        // What may come right is sent again under its name, and no sooner than after a while.
        assert_eq!(world.send().await, 0);
        app.clock.advance_ms(60_000);
        services.fault("/failing", None);
        services.fault("/hanging", None);
        assert!(world.send().await >= 2);
        for name in ["/failing", "/hanging"] {
            let [first, second] = services.of(name).try_into().unwrap();
            assert_eq!(read(&first), read(&second), "{name}");
            assert_eq!(first.headers["topic"], second.headers["topic"]);
            assert_ne!(first.body, second.body, "each is encrypted anew");
        }

        // A service that has enough for one browser is spoken to for others.
        let own = world.subscribe(&app, "own").await;
        services.fault("/own", Some(Fault::RetryAfter(429, 3_000)));
        world.send().await;
        services.fault("/own", None);
        let early = world.subscribe(&app, "early").await;
        world.send().await;
        assert_eq!(messages(&app, early.id).await[0].state, State::Taken);
        assert_eq!(messages(&app, own.id).await[0].state, State::Waiting);

        // One that has enough for several is left alone for as long as it asks, and all who subscribed there wait.
        let mut waiting = Vec::new();
        for number in 0..5 {
            let name = format!("more{number}");
            waiting.push((name.clone(), world.subscribe(&app, &name).await.id));
            services.fault(&format!("/{name}"), Some(Fault::RetryAfter(429, 120)));
        }
        world.send().await;
        for (name, _) in &waiting {
            services.fault(&format!("/{name}"), None);
        }
        let late = world.subscribe(&app, "late").await;
        world.send().await;
        assert!(services.of("/late").is_empty() && messages(&app, late.id).await.is_empty());
        app.clock.advance_ms(100_000);
        world.send().await;
        assert!(services.of("/late").is_empty());
        for _ in 0..4 {
            app.clock.advance_ms(120_000);
            world.send().await;
        }
        waiting.push(("late".to_owned(), late.id));
        for (name, id) in waiting {
            assert_eq!(messages(&app, id).await[0].state, State::Taken, "{name}");
        }
        // What was asked for one browser's messages is granted, though others of the service are sent meanwhile.
        assert_eq!(messages(&app, own.id).await[0].state, State::Waiting);
        app.clock.advance_ms(6_000_000);
        world.send().await;
        assert_eq!(messages(&app, own.id).await[0].state, State::Taken);

        // Attempts end.
        let stubborn = world.subscribe(&app, "stubborn").await;
        services.fault("/stubborn", Some(Fault::Status(503)));
        for _ in 0..12 {
            world.send().await;
            app.clock.advance_ms(50 * 60_000);
        }
        let kept = messages(&app, stubborn.id).await;
        assert_eq!((kept[0].state, kept[0].attempts), (State::GivenUp, 5));
    })
    .await;
}

#[tokio::test]
async fn a_refusal_of_our_keys_ends_no_subscription() {
    each_push_world(all_day(), async |app, services, mut world| {
        let one = world.subscribe(&app, "phone").await;
        services.fault("/phone", Some(Fault::Status(403)));
        let mut half_day = async || {
            app.clock.advance_ms(DAY_MS / 2);
            world.native.billing.refresh_balances().await.unwrap();
            world.send().await;
        };
        for _ in 0..24 {
            half_day().await;
        }
        let refused = messages(&app, one.id).await;
        assert!(refused.len() >= 8 && refused.iter().all(|one| one.http_status == Some(403)), "{refused:?}");
        let kept = subscription(&app, one.id).await;
        assert_eq!((kept.status, kept.failures), (SubscriptionStatus::Active, 0));
        services.fault("/phone", None);
        for _ in 0..3 {
            half_day().await;
        }
        assert_eq!(messages(&app, one.id).await.pop().unwrap().state, State::Taken);
    })
    .await;
}

/// Answers every connection with what is no HTTP.
async fn garbage() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut some = [0; 16];
                let _ = stream.read(&mut some).await;
                let _ = stream.write_all(&[0xff; 4_096]).await;
            });
        }
    });
    address
}

#[tokio::test]
async fn a_service_that_answers_garbage_holds_nobody_up() {
    each_app_that_fetches(&policy(garbage().await), async |app| {
        let mut world = PushWorld::build(&app).await;
        let mut ids = Vec::new();
        for number in 0..12 {
            ids.push(world.subscribe(&app, &format!("n{number}")).await.id);
        }
        world.send().await;
        // After some failures nothing more is tried for a while.
        let mut written = 0;
        for id in ids {
            for message in messages(&app, id).await {
                assert_eq!((message.state, message.http_status), (State::Waiting, None));
                written += 1;
            }
        }
        assert!((1..=12).contains(&written));
        let native = token(&app, &world.native).await;
        assert!(!native.is_empty(), "delivery goes on");
    })
    .await;
}

#[tokio::test]
async fn what_waits_comes_by_day_for_what_is_left_of_its_life_or_not_at_all() {
    // The clock begins at midnight; the subscriber's is an hour ahead.
    let settings = SitePush { hour_from: 8, hour_to: 22, ..SitePush::default() };
    each_push_world(settings, async |app, services, mut world| {
        app.clock.advance_ms(20 * HOUR_MS + 50 * 60_000);
        let one = world.subscribe(&app, "late").await;
        services.fault("/late", Some(Fault::Status(503)));
        world.send().await;
        app.clock.advance_ms(2 * 60_000);
        world.send().await;
        let ttls: Vec<_> = services.of("/late").iter().map(|received| received.headers["ttl"].clone()).collect();
        assert_eq!(ttls, ["43200", "43080"]);
        services.fault("/late", None);
        app.clock.advance_ms(15 * 60_000);
        world.send().await;
        assert_eq!(services.of("/late").len(), 2, "it is night");
        assert_eq!(messages(&app, one.id).await[0].state, State::GivenUp);
        let read = async |conn: &Conn| {
            conn.rows("SELECT unanswered FROM push_subscriptions", []).await?[0].get::<i64>("unanswered")
        };
        let unanswered = app.app.store.read("test_unanswered", read).await.unwrap();
        assert_eq!(unanswered, 0, "what nobody got, nobody could answer");
        // The next day has no more than its own.
        for _ in 0..24 {
            app.clock.advance_ms(HOUR_MS);
            world.send().await;
        }
        assert_eq!(services.of("/late").len(), 2 + 4);

        // By day it comes for what is left of its life, unless its site has stopped.
        app.clock.advance_ms(12 * HOUR_MS);
        for (name, stops) in [("goes-on", false), ("stops", true)] {
            let one = world.subscribe(&app, name).await;
            let path = format!("/{name}");
            services.fault(&path, Some(Fault::Status(503)));
            world.send().await;
            services.fault(&path, None);
            if stops {
                crate::damage::execute(
                    &app.app,
                    &format!("UPDATE sites SET is_paused = TRUE WHERE id = {}", one.site.0),
                )
                .await;
            }
            app.clock.advance_ms(2 * 60_000);
            world.send().await;
            let state = messages(&app, one.id).await[0].state;
            assert_eq!((state, services.of(&path).len()), if stops { (State::GivenUp, 1) } else { (State::Taken, 2) });
        }
    })
    .await;
}

#[tokio::test]
async fn what_comes_late_comes_in_place_of_the_next() {
    each_push_world(all_day(), async |app, services, mut world| {
        let one = world.subscribe(&app, "late").await;
        services.fault("/late", Some(Fault::Status(503)));
        world.send().await;
        // Both are due at once: the one that waits, and the subscription.
        crate::damage::execute(&app.app, "UPDATE push_messages SET not_before = 0").await;
        crate::damage::execute(&app.app, "UPDATE push_subscriptions SET next_send_at = 0").await;
        services.fault("/late", None);
        world.send().await;
        let kept = messages(&app, one.id).await;
        assert_eq!((kept.len(), kept[0].state), (1, State::Taken), "one of them is under way: {kept:?}");
        assert_eq!(services.of("/late").len(), 2);
        for _ in 0..12 {
            app.clock.advance_ms(HOUR_MS);
            world.send().await;
        }
        let kept = messages(&app, one.id).await;
        assert!(kept.len() > 1 && kept.iter().all(|one| one.state == State::Taken), "the next comes later: {kept:?}");
    })
    .await;
}

#[tokio::test]
async fn of_two_messages_the_newer_one_comes() {
    each_push_world(all_day(), async |app, services, mut world| {
        let one = world.subscribe(&app, "twice").await;
        services.fault("/twice", Some(Fault::RetryAfter(429, 3_600)));
        world.send().await;
        // Its service is closed for longer than until the next one.
        crate::damage::execute(&app.app, "UPDATE push_messages SET not_before = not_before + 32400000").await;
        while messages(&app, one.id).await.len() < 2 {
            app.clock.advance_ms(HOUR_MS);
            world.send().await;
        }
        services.fault("/twice", None);
        let before = services.of("/twice").len();
        for _ in 0..4 {
            app.clock.advance_ms(HOUR_MS);
            world.send().await;
        }
        let kept = messages(&app, one.id).await;
        assert_eq!((kept[0].state, kept[1].state), (State::GivenUp, State::Taken));
        assert!(kept[0].attempts < 5, "it was not tried until it was given up: {kept:?}");
        assert_eq!(services.of("/twice").len() - before, kept.len() - 1, "each but the older one, once");
    })
    .await;
}
