//! What is looked for by a name with capital letters that ASCII does not have.

use crate::app::each_app;
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
