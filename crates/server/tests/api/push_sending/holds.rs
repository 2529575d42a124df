//! Messages that wait while staff hold the campaign that they are of.

use super::*;

#[tokio::test]
async fn what_waits_is_sent_with_nothing_of_a_held_campaign() {
    each_push_world(all_day(), async |app, services, mut world| {
        let (god, owner) = (app.logged_in(world.native.god).await, world.native.advertiser.clone());
        services.fault("/phone", Some(Fault::Status(500)));
        let phone = world.subscribe(&app, "phone").await.id;
        world.send().await;
        assert_eq!(messages(&app, phone).await[0].state, State::Waiting);

        // Another campaign takes its place in the message.
        let other = app.push_campaign(&owner, "Rain").await;
        let ad = app.push_ad(&owner, &crate::push::uuid(&other)).await;
        app.approve(&god, ad["id"].as_i64().unwrap()).await;
        world.inventory.catch_up().await.unwrap();
        app.hold(&god, world.campaign.0, "decline", "The page sells mice").await.expect(200);
        services.fault("/phone", None);
        app.clock.advance_ms(60_000);
        world.send().await;
        assert_eq!(messages(&app, phone).await[0].state, State::Taken);
        let [first, second] = services.of("/phone").try_into().unwrap();
        let (first, second) = (read(&first), read(&second));
        assert_eq!(first["tag"], second["tag"], "it is the same message");
        assert_eq!(second["notification"]["title"], "Rain at four");

        // Where there is none, nothing is sent.
        services.fault("/tablet", Some(Fault::Status(500)));
        let tablet = world.subscribe(&app, "tablet").await.id;
        world.send().await;
        assert_eq!(messages(&app, tablet).await[0].state, State::Waiting);
        app.hold(&god, other["id"].as_i64().unwrap(), "pause", "The page sells mice").await.expect(200);
        services.fault("/tablet", None);
        app.clock.advance_ms(60_000);
        world.send().await;
        assert_eq!((services.of("/tablet").len(), messages(&app, tablet).await[0].state), (1, State::GivenUp));
    })
    .await;
}
