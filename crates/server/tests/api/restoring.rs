//! The way back from deletion: for some minutes, stopped, with what went in the same call.

use crate::advertising::{CAMPAIGNS, ad_path, text_form};
use crate::app::{Answer, Person, TestApp, each_app};
use crate::campaigns::audited;
use crate::push::uuid;
use axum::http::Method;
use placard_store::advertising::restoring::RESTORABLE_MS;
use serde_json::json;

const ADS: &str = "/api/advertiser/ads/all";

async fn delete_ads(app: &TestApp, person: &Person, ids: &[i64]) {
    app.call(Method::DELETE, ADS, person, Some(json!({"ids": ids}))).await.expect(204);
}

async fn restore_ads(app: &TestApp, person: &Person, ids: &[i64]) -> Answer {
    app.put(person, &format!("{ADS}/restore"), json!({"ids": ids})).await
}

fn is_refused(answer: Answer, why: &str) {
    let detail = answer.expect(409)["detail"].to_string();
    assert!(detail.contains(why), "{detail}");
}

#[tokio::test]
async fn what_was_deleted_comes_back_for_ten_minutes() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = app.campaign(&anna, "Spring").await;
        let group = app.group(&anna, campaign).await;
        let (ad, other) = (app.ad(&anna, group, &text_form()).await, app.ad(&anna, group, &text_form()).await);
        app.approve(&god, ad).await;
        let (own, of_group) = (format!("{CAMPAIGNS}/{campaign}"), format!("/api/advertiser/ad_groups/{group}"));
        let restore = async |path: &str| app.put_empty(&anna, &format!("{path}/restore")).await;
        is_refused(restore(&own).await, "is not deleted");
        is_refused(restore(&of_group).await, "is not deleted");
        is_refused(restore_ads(&app, &anna, &[ad, other]).await, "is not deleted");

        // Ads that cannot come back are told one by one.
        delete_ads(&app, &anna, &[other]).await;
        let found = restore_ads(&app, &anna, &[ad, other]).await.expect(200)["data"].clone();
        assert_eq!((&found["updated_count"], &found["refused"][0]["id"]), (&json!(1), &json!(ad)), "{found}");

        // What went by itself stays away, and nothing comes back below what is deleted.
        delete_ads(&app, &anna, &[other]).await;
        app.clock.advance_ms(1_000);
        app.delete(&anna, &of_group).await.expect(204);
        is_refused(restore_ads(&app, &anna, &[other]).await, "of a group that is deleted");
        app.clock.advance_ms(1_000);
        app.delete(&anna, &own).await.expect(204);
        is_refused(restore_ads(&app, &anna, &[other]).await, "of a campaign that is deleted");
        is_refused(restore(&of_group).await, "which is deleted");
        assert_eq!(restore(&own).await.expect(200)["data"]["status"], 1);
        app.get(&anna, &of_group).await.expect(404);
        assert_eq!(restore(&of_group).await.expect(200)["data"]["status"], 1);
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 4);
        app.get(&anna, &ad_path(other)).await.expect(404);
        restore_ads(&app, &anna, &[other]).await.expect(200);
        app.get(&anna, &ad_path(other)).await.expect(200);
        for path in [&own, &of_group] {
            app.put_empty(&anna, &format!("{path}/start")).await.expect(200);
        }
        assert_eq!(app.ad_field(&anna, ad, "status_id").await, 5, "as it was");
        let actions = audited(&app, "campaign", campaign).await;
        assert!(actions.contains(&"restore_campaign".to_owned()), "{actions:?}");

        // With its group in one call; and not for ever.
        app.delete(&anna, &own).await.expect(204);
        app.clock.advance_ms(RESTORABLE_MS);
        restore(&own).await.expect(200);
        app.get(&anna, &ad_path(ad)).await.expect(200);
        app.delete(&anna, &own).await.expect(204);
        app.clock.advance_ms(RESTORABLE_MS + 1);
        is_refused(restore(&own).await, "more than 10 minutes ago");
    })
    .await;
}

#[tokio::test]
async fn push_campaigns_and_ads_come_back_too() {
    each_app(async |app| {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        app.deposit(&anna, 100).await;
        let campaign = app.push_campaign(&anna, "Rain").await;
        let made = app.push_ad(&anna, &uuid(&campaign)).await;
        let (ad, id) = (uuid(&made), made["id"].as_i64().unwrap());
        app.approve(&god, id).await;
        let field = async |name: &str| app.push_ad_field(&anna, &ad, name).await;
        assert_eq!(field("status_id").await, 2);

        delete_ads(&app, &anna, &[id]).await;
        restore_ads(&app, &anna, &[id]).await.expect(200);
        assert_eq!((field("status_id").await, field("substatus_id").await), (json!(1), json!(1)));
        app.patch(&anna, &format!("{}/start", crate::push::ad_path(&ad)), None).await.expect(200);

        let own = format!("{CAMPAIGNS}/{}", campaign["id"]);
        app.delete(&anna, &own).await.expect(204);
        app.put_empty(&anna, &format!("{own}/restore")).await.expect(200);
        assert_eq!(app.push_campaign_field(&anna, &uuid(&campaign), "status_id").await, 1);
        assert_eq!((field("status_id").await, field("is_started_wanted").await), (json!(1), json!(true)));
    })
    .await;
}
