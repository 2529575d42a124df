//! What staff look for: by names in any alphabet, and by whom money is.

use crate::app::{each_app, each_app_with};
use crate::payouts;
use serde_json::json;

/// "ОСЕНЬ" as it stands in an address.
const AUTUMN: &str = "%D0%9E%D0%A1%D0%95%D0%9D%D0%AC";

#[tokio::test]
async fn a_name_is_found_as_it_is_written_in_any_alphabet() {
    each_app(async |app| {
        let god = app.god().await;
        let anna = app
            .person("anna@x.org", |new| {
                new.is_advertiser = true;
                new.contacts.name = "ОСЕНЬ".to_owned();
            })
            .await;
        app.campaign(&anna, "ОСЕНЬ").await;
        let code = json!({"code": "AUTUMN", "amount": 20, "minimum": 100, "note": "ОСЕНЬ"});
        app.post(&god, "/api/admin/promo_codes", code).await.expect(201);
        let correction =
            json!({"kind_id": 1, "side_id": 1, "user_id": anna.id.0, "amount": 1, "reason": "Для кампании ОСЕНЬ"});
        app.post(&god, "/api/admin/corrections", correction).await.expect(201);
        for path in [
            "/api/admin/users?searchPhrase=",
            "/api/admin/promo_codes?searchPhrase=",
            "/api/admin/corrections?searchPhrase=",
            "/api/admin/stats/filters/campaigns?search=",
        ] {
            let found = app.get(&god, &format!("{path}{AUTUMN}")).await.expect(200);
            assert_eq!(found["data"].as_array().unwrap().len(), 1, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn money_and_mails_are_found_by_whose_they_are() {
    each_app_with(payouts::at_once, async |app| {
        let god = app.god().await;
        let emil = payouts::earner(&app, &god, "emil@x.org", "100").await;
        let anna = app.advertiser("anna@x.org").await;
        let payout = payouts::ask(&app, &emil, json!(60)).await.expect(201)["data"]["id"].clone();
        let transfer = "/api/payment/url?payment_system_id=1&payment_type_id=1001&amount=500";
        let deposit = app.get(&anna, transfer).await.expect(200)["data"]["deposit"]["id"].clone();
        let found = async |list: &str, phrase: &str| {
            let found = app.get(&god, &format!("/api/admin/{list}?searchPhrase={phrase}")).await.expect(200);
            found["data"].as_array().unwrap().clone()
        };
        for (list, whose, id) in [("payouts", "EMIL@x", &payout), ("deposits", "ANNA@x", &deposit)] {
            assert_eq!(found(list, whose).await.iter().map(|row| &row["id"]).collect::<Vec<_>>(), [id], "{list}");
            assert_eq!(found(list, "nobody@x").await.len(), 0, "{list}");
        }
        let number = format!("p{payout}");
        assert_eq!(found("payouts", &number).await.len(), 1, "by its number");
        assert!(!found("mails", "EMIL@x").await.is_empty());
        assert_eq!(found("mails", "nobody@x").await.len(), 0);
    })
    .await;
}
