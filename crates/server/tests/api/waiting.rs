//! What waits for staff: each kind as it comes and goes, and what sales see of it.

use crate::access::give_client;
use crate::advertising::text_form;
use crate::app::{PASSWORD, Person, TestApp, each_app_with};
use crate::corrections::{CORRECTIONS, form};
use crate::payouts::{ADMIN, TRON, WALLET, ask, at_once, decide, earner, second_god};
use crate::promo_codes::CODES;
use crate::publishing::site;
use placard_model::Clock as _;
use placard_model::payments::deposit::{Gateway, PaymentNotice};
use placard_store::paid_in::payment_messages::{self, About};
use placard_store::{Priority, Tx};
use serde_json::{Value, json};

/// How many of each kind wait, without those of which nothing does.
pub(crate) async fn waiting(app: &TestApp, who: &Person) -> Vec<(String, i64)> {
    let found = app.get(who, "/api/admin/waiting").await.expect(200)["data"].clone();
    let rows = found.as_array().unwrap().clone();
    for row in &rows {
        assert_eq!(row["count"] == 0, row["oldest_at"].is_null(), "{row}");
        assert_eq!(row["is_more"], false);
    }
    let some = rows.iter().filter(|row| row["count"] != 0);
    some.map(|row| (row["queue"].as_str().unwrap().to_owned(), row["count"].as_i64().unwrap())).collect()
}

async fn oldest(app: &TestApp, who: &Person, queue: &str) -> Value {
    let found = app.get(who, "/api/admin/waiting").await.expect(200)["data"].clone();
    found.as_array().unwrap().iter().find(|row| row["queue"] == queue).unwrap()["oldest_at"].clone()
}

pub(crate) fn all(counts: &[(&str, i64)]) -> Vec<(String, i64)> {
    counts.iter().map(|(queue, count)| ((*queue).to_owned(), *count)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_somebody_is_counted_until_it_is_decided() {
    each_app_with(at_once, async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let (anna, emil) = (app.advertiser("anna@x.org").await, app.webmaster("emil@x.org").await);
        assert_eq!(waiting(&app, &god).await, []);
        app.get(&anna, "/api/admin/waiting").await.expect(403);

        // Ads: one that waits, one that runs by its owner's trust, one that was put away.
        let began = app.clock.now();
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        app.clock.advance_ms(60_000);
        let away = app.ad(&anna, group, &text_form()).await;
        assert_eq!(waiting(&app, &god).await, all(&[("ads", 2)]));
        app.put(&anna, &format!("/api/advertiser/ads/universal/{away}/archive"), json!({})).await.expect(200);
        let trusted = app.person("t@x.org", |new| (new.is_advertiser, new.is_trusted) = (true, true)).await;
        let their = app.campaign(&trusted, "Trusted").await;
        let their = app.group(&trusted, their).await;
        app.ad(&trusted, their, &text_form()).await;
        assert_eq!(waiting(&app, &god).await, all(&[("ads", 1), ("ad_checks", 1)]));
        assert_eq!(oldest(&app, &god, "ads").await, json!(began));

        // Sites, of which sales see those of their clients alone; messages.
        let message = json!({"name": "Eva", "email": "eva@x.org", "topic": "Something else", "message": "Hello."});
        app.post(&emil, "/api/contacts", message).await.expect(204);
        let came = app.clock.now();
        let shop = site(&app, &emil, "shop.example").await;
        assert_eq!(waiting(&app, &sales).await, []);
        give_client(&app, &sales, &emil).await;
        assert_eq!(waiting(&app, &sales).await, all(&[("sites", 1)]));
        let queues = app.get(&sales, "/api/admin/waiting").await.expect(200)["data"].as_array().unwrap().len();
        assert_eq!(queues, 1, "they decide on nothing else");
        // Its owner's changes make it no younger.
        app.clock.advance_ms(600_000);
        let renamed = json!({"domain": "shop.example", "name": "Shop"});
        let path = format!("/api/webmaster/sites/{}", shop["id"]);
        let shop = app.put(&emil, &path, renamed).await.expect(200)["data"].clone();
        assert_eq!(oldest(&app, &sales, "sites").await, json!(came));
        let yes = json!({"version": shop["version"]});
        app.post(&sales, &format!("/api/admin/moderation/sites/{}/approve", shop["id"]), yes).await.expect(200);
        app.put(&god, "/api/admin/contact_messages/1", json!({"is_done": true})).await.expect(200);
        assert_eq!(waiting(&app, &sales).await, []);

        // Money.
        app.get(&anna, "/api/payment/url?payment_system_id=1&payment_type_id=1001&amount=100").await.expect(200);
        let notice = async |tx: &Tx| {
            let about = About { gateway: Gateway::Invoice, deposit: None, payment: "7" };
            payment_messages::put(tx, about, PaymentNotice::ALL[0], "Look").await
        };
        app.app.store.write("test", Priority::Api, notice).await.unwrap();
        let wallet = json!({"payment_type_id": 16_001, "number": TRON, "currency_id": 1, "password": PASSWORD});
        app.post(&emil, WALLET, wallet).await.expect(201);
        let rich = earner(&app, &god, "rich@x.org", "200").await;
        let payout = ask(&app, &rich, json!(100)).await.expect(201)["data"]["id"].clone();
        let second = second_god(&app).await;
        app.post(&god, CORRECTIONS, form(1, 1, &anna, 5_000.0)).await.expect(201);
        app.post(&god, CODES, json!({"code": "MUCH", "amount": 5_000, "minimum": 100})).await.expect(201);
        let money = [("invoices", 1), ("corrections", 1), ("promo_codes", 1), ("payment_messages", 1)];
        let ads = [("ads", 1), ("ad_checks", 1), ("wallets", 1)];
        let with = |payouts: &[(&'static str, i64)]| all(&[&ads[..], payouts, &money].concat());
        assert_eq!(waiting(&app, &god).await, with(&[("payouts_requested", 1)]));
        let hold = json!({"comment": "Looks odd", "held_reason": ""});
        decide(&app, &god, &payout, "hold", hold).await.expect(200);
        let held = app.get(&god, &format!("{ADMIN}/{payout}")).await.expect(200)["data"]["held_reason"].clone();
        assert_eq!((held, waiting(&app, &god).await), (json!("Looks odd"), with(&[])));
        decide(&app, &god, &payout, "let_go", json!({"held_reason": "Looks odd"})).await.expect(200);
        decide(&app, &god, &payout, "approve", json!({})).await.expect(200);
        assert_eq!(waiting(&app, &second).await, with(&[("payouts_approved", 1)]));

        // A decision takes its ad out.
        app.post_empty(&god, &format!("/api/admin/moderation/ads/{ad}/lock")).await.expect(200);
        let yes = json!({"version": 1});
        app.post(&god, &format!("/api/admin/moderation/ads/{ad}/approve"), yes).await.expect(200);
        assert_eq!(waiting(&app, &god).await[0], ("ad_checks".to_owned(), 1));
    })
    .await;
}
