//! What the delivery panel of a push campaign says of the pushes that were sent.

use super::*;
use placard_edge::delivery::counters;
use placard_model::push::{PushTargeting, SubscriptionAge};
use placard_store::advertising::campaigns;
use placard_worker::feeds::facts::Facts;

#[tokio::test(flavor = "multi_thread")]
async fn ages_of_subscriptions_are_not_said_to_fit_no_request() {
    each_push_world(all_day(), async |app, _, mut world| {
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        world.subscribe(&app, "phone").await;
        assert_eq!(world.send().await, 1);
        counters::flush(&app.app).await.unwrap();
        facts.catch_up().await.unwrap();
        let owner = world.native.advertiser.clone();
        let path = format!("/api/advertiser/campaigns/{}/delivery", world.campaign);
        let told = app.get(&owner, &path).await.expect(200)["data"].clone();
        assert_eq!((&told["state"], &told["funnel"]["could_show"]), (&json!("delivers"), &json!(1)), "{told}");
        assert!(!told["text"].as_str().unwrap().contains("ages"), "{told}");

        let campaign = world.campaign;
        let aged = async move |tx: &Tx| {
            let mut settings = campaigns::get(tx, Scope::System, campaign).await?.settings;
            let subscription_age = Some(SubscriptionAge { from_days: 0, to_days: Some(7) });
            let targeting = PushTargeting { subscription_age, ..PushTargeting::default() };
            settings.push = Some(PushCampaign { targeting, ..PushCampaign::default() });
            campaigns::update(tx, Scope::System, campaign, &settings, None).await
        };
        app.app.store.write("test_age", Priority::Api, aged).await.unwrap();
        world.inventory.catch_up().await.unwrap();
        let told = app.get(&owner, &path).await.expect(200)["data"].clone();
        assert_eq!((&told["state"], &told["funnel"]["could_show"]), (&json!("unknown"), &json!(1)), "{told}");
        assert!(told["text"].as_str().unwrap().contains("samples keep no ages"), "{told}");
    })
    .await;
}
