//! Offers of the network: staff make them, trusted advertisers promote them.

use crate::app::each_app;
use serde_json::json;

const OFFERS: &str = "/api/admin/offers";
const CHOICES: &str = "/api/advertiser/offers";
const CAMPAIGNS: &str = "/api/advertiser/campaigns";

#[tokio::test]
async fn offers_are_for_trusted_advertisers_and_stay_when_they_close() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.advertiser("anna@x.org").await);
        let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        let form = json!({"name": " Letter ", "target_id": 2, "category_id": 1});
        app.post(&sales, OFFERS, form.clone()).await.expect(403);
        let made = app.post(&god, OFFERS, form).await.expect(201)["data"].clone();
        let id = made["id"].as_i64().unwrap();
        assert_eq!(
            made,
            json!({"id": id, "name": "Letter", "target_id": 2, "category_id": 1, "is_active": true, "campaigns_count": 0,
                   "version": made["version"]})
        );
        for (wrong, field) in [
            (json!({"name": "LETTER", "target_id": 1}), "name"),
            (json!({"name": "", "target_id": 1}), "name"),
            (json!({"name": "B", "target_id": 3}), "target_id"),
            (json!({"name": "B", "target_id": 1, "category_id": 424_242}), "category_id"),
        ] {
            assert_eq!(app.post(&god, OFFERS, wrong).await.wrong_fields(), [field]);
        }
        app.get(&anna, OFFERS).await.expect(403);

        // Who is not trusted gets none, and can promote none.
        assert_eq!(app.get(&anna, CHOICES).await.expect(200)["data"], json!([]));
        let choices = app.get(&trusted, CHOICES).await.expect(200)["data"].clone();
        assert_eq!(choices, json!([{"id": id, "name": "Letter", "target_id": 2, "category_id": 1}]));
        let campaign = |name: &str| json!({"name": name, "target_id": 2, "offer_id": id});
        assert_eq!(app.post(&anna, CAMPAIGNS, campaign("Anna's")).await.wrong_fields(), ["offer_id"]);
        let own = app.post(&trusted, CAMPAIGNS, campaign("Letters")).await.expect(201)["data"].clone();
        assert_eq!(own["offer_id"], id);

        let own_path = format!("{CAMPAIGNS}/{}", own["id"]);
        let copy = async || app.post(&trusted, &format!("{own_path}/copy"), json!({})).await.expect(201)["data"].clone();
        assert_eq!(copy().await["offer_id"], id);

        // A closed one stays with its campaigns, and is offered to no other.
        let path = format!("{OFFERS}/{id}");
        let closed = json!({"name": "The letter", "target_id": 2, "is_active": false});
        app.put(&sales, &path, closed.clone()).await.expect(403);
        let closed = app.put(&god, &path, closed).await.expect(200)["data"].clone();
        assert_eq!((&closed["is_active"], &closed["campaigns_count"]), (&json!(false), &json!(2)));
        // Who saw it open does not open it again by a change of its name.
        let late = json!({"name": "A letter", "target_id": 2, "version": made["version"]});
        app.put(&god, &path, late).await.expect(409);
        let same = json!({"name": "The letter", "target_id": 2, "is_active": false, "version": closed["version"]});
        app.put(&god, &path, same).await.expect(200);
        assert_eq!(app.get(&trusted, CHOICES).await.expect(200)["data"], json!([]));
        assert_eq!(app.post(&trusted, CAMPAIGNS, campaign("More")).await.wrong_fields(), ["offer_id"]);
        let edited = app.put(&trusted, &format!("{CAMPAIGNS}/{}", own["id"]), campaign("Renamed")).await.expect(200);
        assert_eq!((&edited["data"]["name"], &edited["data"]["offer_id"]), (&json!("Renamed"), &json!(id)));
        assert_eq!(app.get(&god, OFFERS).await.expect(200)["data"], json!([closed]));
        // Sales count the campaigns of their clients.
        let listed = app.get(&sales, OFFERS).await.expect(200)["data"][0].clone();
        assert_eq!((&listed["name"], &listed["campaigns_count"]), (&json!("The letter"), &json!(0)));
        // A copy is another one.
        assert_eq!(copy().await["offer_id"], json!(null));
        // Who is not trusted any more edits what has an offer, and gives it to no other campaign.
        let user = format!("/api/admin/users/{}", trusted.id);
        app.put(&god, &user, json!({"is_trusted": false})).await.expect(200);
        let limited = json!({"name": "Renamed", "target_id": 2, "offer_id": id, "daily_money_limit": 50});
        let kept = app.put(&trusted, &own_path, limited).await.expect(200)["data"].clone();
        assert_eq!((&kept["offer_id"], &kept["daily_money_limit"]), (&json!(id), &json!(50)));
        assert_eq!(app.post(&trusted, CAMPAIGNS, campaign("More")).await.wrong_fields(), ["offer_id"]);
        let open = json!({"name": "The letter", "target_id": 2, "is_active": true});
        app.put(&god, &path, open).await.expect(200);
        assert_eq!(copy().await["offer_id"], json!(null));
        app.put(&god, &format!("{OFFERS}/424242"), json!({"name": "C", "target_id": 1})).await.expect(404);
        let log = app.get(&god, "/api/admin/audit_log?subject=offer").await.expect(200);
        assert_eq!(log["data"][0]["action"], "update_offer");
    })
    .await;
}
