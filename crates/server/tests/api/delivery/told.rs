//! What an advertiser's tracker tells of clicks, from its postbacks to the click log.

use super::{PAGE, World, click, click_id, from_page, postback, tokens};
use crate::app::each_app;
use placard_worker::feeds::facts::Facts;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn what_a_later_postback_leaves_out_stays_as_an_earlier_one_said() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        let owner = world.advertiser.clone();
        let tokens = tokens(&app, &world).await;
        from_page(&app, "/d/show", json!({"tokens": tokens, "page": PAGE})).await.expect(204);
        app.clock.advance_ms(2_000);
        let mut ids = Vec::new();
        for token in &tokens[..2] {
            ids.push(click_id(&click(&app, token).await));
        }
        let tell = async |id: &str, what: &str| {
            postback(&app, &format!("click_id={id}&id=order-1&{what}")).await.expect(204);
        };
        let mut bill = async || {
            app.clock.advance_ms(5_000);
            world.billing.catch_up().await.unwrap();
            facts.catch_up().await.unwrap();
        };
        let told = async |id: &str| {
            let found = app.get(&owner, &format!("/api/advertiser/clicks/{id}")).await.expect(200);
            found["data"]["told"].clone()
        };
        // The second call finds the first one billed, or is billed together with it.
        for (id, is_billed_between) in ids.iter().zip([true, false]) {
            tell(id, "status=hold&payout=12.5&goal=sale&transaction_id=T-77").await;
            if is_billed_between {
                bill().await;
            }
            tell(id, "status=approved").await;
            bill().await;
            let mut kept = json!({
                "id": "order-1", "state": "approved", "payout": 12.5, "goal": "sale", "transaction_id": "T-77",
            });
            assert_eq!(told(id).await, json!([kept]), "billed between: {is_billed_between}");

            // What is empty is left out, and each word is changed by itself.
            tell(id, "status=approved&goal=renewal&transaction_id=").await;
            bill().await;
            kept["goal"] = json!("renewal");
            assert_eq!(told(id).await, json!([kept]), "billed between: {is_billed_between}");
        }
    })
    .await;
}
