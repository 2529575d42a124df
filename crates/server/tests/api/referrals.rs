//! What people earn by bringing others: from the link to money that can be paid out, and back.

use crate::app::{PASSWORD, Person, TestApp, each_app};
use crate::delivery::{self, PAGE};
use crate::money::{self, assert_clean};
use crate::sign_up;
use crate::voids::World;
use placard_model::books::posting::Account;
use placard_model::time::DAY_MS;
use placard_model::{Clock, UnixMs, UserId};
use placard_store::accounts::terms;
use placard_store::{Priority, Tx};
use placard_worker::audit;
use placard_worker::feeds::schedule;
use serde_json::{Value, json};

const SUMMARY: &str = "/api/webmaster/stats/referral/summary";
const EXTENDED: &str = "/api/webmaster/stats/referral/extended";

/// The code of a webmaster's link.
pub(crate) async fn referral_code(app: &TestApp, who: &Person) -> String {
    let summary = app.get(who, SUMMARY).await.expect(200);
    summary["data"]["code"].as_str().unwrap().to_owned()
}

async fn brings(test: &TestApp, referrer: &Person, users: &[UserId], until: UnixMs) {
    for user in users {
        let set = async |tx: &Tx| terms::set_referrer(tx, *user, referrer.id, until).await;
        test.app.store.write("test_referrer", Priority::Api, set).await.unwrap();
    }
}

async fn get(test: &TestApp, who: &Person, path: &str) -> Value {
    test.get(who, path).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_brings_both_sides_earns_by_their_clicks_until_the_months_are_over() {
    each_app(async |test| {
        let mut world = World::build(&test, 0).await;
        let referrer = test.webmaster("brings@x.org").await;
        let other = test.webmaster("other@x.org").await;
        let users = [world.webmaster.id, world.advertiser.id];
        brings(&test, &referrer, &users, test.clock.now().plus_ms(5 * DAY_MS)).await;
        // Of 100,001 micro-dollars 30,001 are the network's part: 5 % of it for each side.
        let first = world.earn(&test, 21).await;
        world.earn(&test, 22).await;
        assert_eq!(world.held(&test, Account::Referral, &referrer).await, 6_000);

        let summary = get(&test, &referrer, SUMMARY).await["data"].clone();
        let told = ["referrals_count", "earning_count", "today", "yesterday", "this_month", "pending", "total"];
        let expected = json!([2, 2, 0.006, 0, 0.006, 0.006, 0.006]);
        assert_eq!(json!(told.map(|name| &summary[name])), expected, "{summary}");
        assert_eq!(get(&test, &referrer, "/api/webmaster/balance").await["data"]["pending"], 0.006);
        let due = |amount: f64, referral: Value| {
            let date = test.clock.now().day().plus(7).to_string();
            json!([{"date": date, "amount": amount, "referral": referral}])
        };
        let waits = "/api/webmaster/balance/pending";
        assert_eq!(get(&test, &referrer, waits).await["data"], due(0.006, json!(0.006)));
        assert_eq!(get(&test, &world.webmaster, "/api/webmaster/balance").await["data"]["pending"], 0.35);
        assert_eq!(get(&test, &world.webmaster, waits).await["data"], due(0.35, json!(0)));
        let history = get(&test, &referrer, "/api/webmaster/balance/history").await;
        let row = &history["data"][0];
        assert_eq!(
            (&row["type_index"], &row["type"], &row["amount"], &row["clicks"], &row["balance_after"]),
            (&json!(3), &json!("referral"), &json!(0.006), &json!(4), &json!(0.006)),
            "{history}"
        );

        let today = test.clock.now().day();
        let rows = get(&test, &referrer, EXTENDED).await;
        assert_eq!(rows["data"].as_array().unwrap().len(), 2, "{rows}");
        assert_eq!(rows["total"], json!({"clicks": 4, "income": 0.006}));
        for row in rows["data"].as_array().unwrap() {
            assert_eq!(
                (&row["clicks"], &row["income"], &row["date"]),
                (&json!(2), &json!(0.003), &json!(today.to_string()))
            );
            let name = row["referral"].as_str().unwrap();
            assert!(["b•••@x.org", "s•••@x.org"].contains(&name), "{name}");
            assert_eq!(row.as_object().unwrap().len(), 7, "no site, campaign or balance: {row}");
        }
        let one = format!("{EXTENDED}?group_by=referral&filters[referrals][]={}", world.advertiser.id);
        let one = get(&test, &referrer, &one).await;
        assert_eq!(
            (&one["data"][0]["referral_id"], &one["pagination"]["total"]),
            (&json!(world.advertiser.id), &json!(1))
        );
        let days = get(&test, &referrer, &format!("{EXTENDED}?group_by=date")).await;
        assert_eq!((&days["data"][0]["income"], &days["data"][0]["referral_id"]), (&json!(0.006), &json!(null)));
        let list = get(&test, &referrer, "/api/webmaster/stats/filters/referrals?search=s").await;
        assert_eq!(list["data"], json!([{"id": world.webmaster.id.to_string(), "name": "s•••@x.org"}]));
        let file = test.get(&referrer, &format!("{EXTENDED}?format=csv")).await;
        assert!(file.text.starts_with("date,referral_id,referral,clicks,income_usd\r\n"), "{}", file.text);
        assert_eq!(file.text.lines().count(), 3);

        // Who advertises alone has a link as well, and nothing else of the webmaster's statistics.
        let advertiser = test.advertiser("buys@x.org").await;
        let lists = "/api/webmaster/stats/filters";
        for path in [SUMMARY, EXTENDED, &format!("{lists}/referrals")] {
            get(&test, &advertiser, path).await;
        }
        test.get(&advertiser, &format!("{lists}/sites")).await.expect(403);

        // Others see nothing of it, whomever they ask about.
        let foreign = format!("{EXTENDED}?filters[referrals][]={}", world.advertiser.id);
        assert_eq!(get(&test, &other, &foreign).await["data"], json!([]));
        assert_eq!(get(&test, &other, SUMMARY).await["data"]["referrals_count"], 0);
        for wrong in [
            "filters[date_from]=x",
            "filters[date_from]=2026-02-01&filters[date_to]=2026-01-01",
            "filters[date_from]=1990-01-01",
            "group_by=all",
            "count=10001",
        ] {
            test.get(&referrer, &format!("{EXTENDED}?{wrong}")).await.expect(422);
        }

        // Taken back while it waits, and what the months do not hold any more.
        world.take_back(&test, first).await;
        assert_eq!(world.held(&test, Account::Referral, &referrer).await, 3_000);
        test.clock.advance_ms(6 * DAY_MS);
        world.earn(&test, 23).await;
        assert_eq!(world.held(&test, Account::Referral, &referrer).await, 3_000);
        let referrer = test.logged_in(referrer.id).await;
        let summary = get(&test, &referrer, SUMMARY).await["data"].clone();
        assert_eq!(json!([summary["earning_count"], summary["total"]]), json!([0, 0.003]), "{summary}");
        assert_clean(&audit::run(&test.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn who_follows_a_link_signs_up_and_buys_a_click_brings_money() {
    each_app(async |test| {
        let (referrer, publisher) = (test.webmaster("brings@x.org").await, test.webmaster("daily@x.org").await);
        let code = referral_code(&test, &referrer).await;
        let body = json!({"email": "buys@x.org", "password": PASSWORD, "referral": code});
        test.post(&Person::default(), "/api/account", body).await.expect(202);
        let link = sign_up::token_to(&test, "buys@x.org", "confirm").await;
        sign_up::confirm(&test, &link).await.expect(200);
        let buyer = sign_up::person(&test, "buys@x.org", PASSWORD).await;
        let summary = async |who: &Person| get(&test, who, SUMMARY).await["data"].clone();
        let before = summary(&referrer).await;
        assert_eq!(json!([before["referrals_count"], before["total"]]), json!([1, 0]), "{before}");

        // Balance and ads are there; the show and the click come from a page.
        let mut world = delivery::World::of(&test, buyer, publisher).await;
        let token = delivery::token(&test, &world).await;
        delivery::from_page(&test, "/d/show", json!({"tokens": [token], "page": PAGE})).await.expect(204);
        test.clock.advance_ms(2_000);
        assert_eq!(delivery::click(&test, &token).await.status, 302);
        test.clock.advance_ms(5_000);
        world.billing.catch_up().await.unwrap();
        let after = summary(&referrer).await;
        let earned = after["pending"].clone();
        assert!(earned.as_f64().unwrap() > 0.0, "{after}");
        assert_eq!(json!([after["earning_count"], after["total"]]), json!([1, earned]), "{after}");
        let rows = get(&test, &referrer, EXTENDED).await;
        assert_eq!(
            (&rows["data"][0]["referral"], &rows["total"]),
            (&json!("b•••@x.org"), &json!({"clicks": 1, "income": earned}))
        );

        // After the hold it can be paid out.
        test.clock.advance_ms(8 * DAY_MS);
        schedule::release(&test.app.worker, test.clock.now().day()).await.unwrap();
        let referrer = test.logged_in(referrer.id).await;
        let own = get(&test, &referrer, "/api/webmaster/balance").await["data"].clone();
        assert_eq!(json!([own["balance"], own["pending"]]), json!([earned, 0]), "{own}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn referral_money_becomes_available_and_is_taken_back_from_where_it_is() {
    each_app(async |test| {
        let mut world = World::build(&test, 0).await;
        let referrer = test.webmaster("brings@x.org").await;
        brings(&test, &referrer, &[world.webmaster.id, world.advertiser.id], UnixMs(i64::MAX)).await;
        let early = world.earn(&test, 21).await;
        world.earn(&test, 22).await;
        test.clock.advance_ms(DAY_MS);
        let late = world.earn(&test, 23).await;
        let held = async |world: &World| {
            [
                world.held(&test, Account::Referral, &referrer).await,
                world.held(&test, Account::WebmasterAvailable, &referrer).await,
            ]
        };
        assert_eq!(held(&world).await, [9_000, 0]);
        test.clock.advance_ms(6 * DAY_MS);
        schedule::release(&test.app.worker, test.clock.now().day()).await.unwrap();
        assert_eq!(held(&world).await, [3_000, 6_000], "the last day still waits");
        assert_clean(&audit::run(&test.app.worker).await.unwrap());

        world.take_back(&test, early).await;
        assert_eq!(held(&world).await, [3_000, 3_000]);
        world.take_back(&test, late).await;
        assert_eq!(held(&world).await, [0, 3_000]);
        let referrer = test.logged_in(referrer.id).await;
        let history = get(&test, &referrer, "/api/webmaster/balance/history").await;
        let sum: f64 = history["data"].as_array().unwrap().iter().filter_map(|row| row["amount"].as_f64()).sum();
        assert!((sum - 0.003).abs() < 1e-9, "{history}");
        let month = test.clock.now().day().to_string()[..7].to_owned();
        let statement = get(&test, &referrer, &format!("/api/webmaster/statements/{month}")).await["data"].clone();
        assert_eq!(statement["closing"], 0.003, "{statement}");
        assert!(statement["lines"].as_array().unwrap().iter().any(|line| line["is_referral"] == true), "{statement}");
        money::hours(&test.app, test.clock.now(), 10).await;
        assert_eq!(held(&world).await, [0, 3_000]);
        assert_clean(&audit::run(&test.app.worker).await.unwrap());
    })
    .await;
}
