//! Addresses that are looked at while they are typed: told at once, within limits, and kept nowhere.

use super::*;
use placard_common::fetch::Limits;

const CHECK: &str = "/api/advertiser/ads/check_link";
const MINUTE_MS: i64 = 60_000;
/// How long the shop may take for a page.
const PAGE_PATIENCE: Duration = Duration::from_secs(2);

#[tokio::test]
async fn an_address_is_looked_at_before_there_is_an_ad() {
    let shop = Shop::open().await;
    let policy = Policy { limits: Limits { total: PAGE_PATIENCE, ..Limits::default() }, ..shop.policy() };
    each_app_that_fetches(&policy, async |app| {
        let anna = advertiser(&app).await;
        let check = async |url: String, expected: Value| {
            // Neither the limit nor a host that is left alone is what this is about.
            app.clock.advance_ms(HOUR_MS);
            let found = app.post(&anna, CHECK, json!({"url": url})).await.expect(200)["data"].clone();
            for (field, value) in expected.as_object().unwrap() {
                assert_eq!(&found[field], value, "{field} of {found}");
            }
            assert_eq!(found["checked_at"], json!(app.app.clock.now().to_string()));
        };
        let of_shop = |path: &str| shop.url("shop.example", path);
        let fine = json!({"state": "ok", "status": 200, "redirects": 0, "final_host": "shop.example", "failures": 0,
            "leads_elsewhere": false, "content_type": "text/plain", "error": "", "is_asked": false});
        check(format!(" {} ", of_shop("?c={click_id}&x={unknown}")), fine).await;
        check(of_shop("file"), json!({"state": "ok", "content_type": "application/zip"})).await;
        let elsewhere =
            json!({"state": "ok", "redirects": 1, "final_host": "www.elsewhere.example", "leads_elsewhere": true});
        check(of_shop("away"), elsewhere).await;
        // One failure is enough to be told.
        let broken = json!({"state": "failing", "status": 500, "error": "it answers 500", "failures": 1});
        check(of_shop("flaky"), broken).await;
        let unresolved = json!({"state": "failing", "status": null, "error": "its name could not be resolved"});
        check(shop.url("nobody.example", ""), unresolved).await;

        // What is there to do harm: inner addresses, also behind a redirect, and pages without an end.
        let private = "it leads to an address that is not on the public internet";
        for address in [
            "http://10.0.0.1/",
            "http://169.254.169.254/latest/",
            "http://[::1]/",
            "http://2130706433/",
            "http://inside.shop.example/",
        ] {
            check(address.to_owned(), json!({"state": "refused", "redirects": 0, "error": private})).await;
        }
        check(of_shop("private"), json!({"state": "refused", "status": null, "redirects": 1, "error": private})).await;
        let port = "only ports 80 and 443 are fetched";
        check(of_shop("inwards"), json!({"state": "refused", "redirects": 1, "error": port})).await;
        check(of_shop("endless"), json!({"state": "ok", "status": 200})).await;
        let slow = json!({"state": "failing", "status": null, "error": "no answer within 2 seconds"});
        check(of_shop("slow"), slow).await;
        // Its host is left alone for a while: that says nothing of the page.
        let soon = app.post(&anna, CHECK, json!({"url": of_shop("")})).await.expect(200)["data"].clone();
        let found = (&soon["state"], &soon["error"], &soon["failures"], &soon["checked_at"]);
        let alone = json!("its host is left alone for 30 seconds");
        assert_eq!(found, (&json!("waiting"), &alone, &json!(0), &Value::Null));

        let kept = async |conn: &placard_store::Conn| conn.rows("SELECT id FROM link_checks", []).await;
        assert!(app.app.store.read("test_kept", kept).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn few_addresses_are_looked_at_and_only_for_advertisers() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        let (anna, other) = (app.advertiser("anna@x.org").await, app.advertiser("b@x.org").await);
        let form = json!({"url": "http://10.0.0.1/"});
        app.post(&Person::default(), CHECK, form.clone()).await.expect(401);
        app.post(&app.webmaster("w@x.org").await, CHECK, form.clone()).await.expect(403);
        for scope in ["advertiser:read", "statistics:read"] {
            app.post(&app.api_token(&anna, &[scope]).await, CHECK, form.clone()).await.expect(403);
        }
        // What is no address is not counted.
        let long = format!("https://shop.example/{}", "a".repeat(2_048));
        for wrong in [
            "",
            " ",
            "shop.example",
            "ftp://shop.example/",
            "javascript://shop.example/",
            "http://u:p@shop.example/",
            "http://localhost/",
            "https://{site_domain}/",
            long.as_str(),
        ] {
            assert_eq!(app.post(&anna, CHECK, json!({"url": wrong})).await.wrong_fields(), ["url"], "{wrong}");
        }
        for _ in 0..12 {
            app.post(&anna, CHECK, form.clone()).await.expect(200);
        }
        let too_many = app.post(&anna, CHECK, form.clone()).await;
        assert!(too_many.headers.contains_key(header::RETRY_AFTER));
        too_many.expect(429);
        app.post(&other, CHECK, form.clone()).await.expect(200);
        app.clock.advance_ms(MINUTE_MS);
        app.post(&anna, CHECK, form).await.expect(200);
        assert_eq!(shop.looks(), 0);
    })
    .await;
}
