//! Staff hold money back and let it go: payouts, the earnings of sites, and blocked sites with them.

use crate::access::give_client;
use crate::app::{Person, TestApp, each_app, each_app_with};
use crate::delivery::{self, World};
use crate::money::{self, assert_clean, balance};
use crate::payouts::{ask, at_once, decide, earner};
use crate::publishing;
use placard_model::books::posting::Account;
use placard_model::event::Event;
use placard_model::inventory::BlockDims;
use placard_model::time::DAY_MS;
use placard_model::user::UserType;
use placard_model::{BlockId, Clock as _, SiteId};
use placard_store::accounts::erasure;
use placard_store::{Priority, Tx};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::schedule;
use serde_json::{Value, json};

const REASON: &str = "The clicks look like robots";
const BALANCE: &str = "/api/webmaster/balance";

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// Titles of what somebody was told of one kind, newest first.
pub(crate) async fn told(app: &TestApp, person: &Person, kind: &str) -> Vec<String> {
    let inbox = app.get(person, "/api/account/notices/inbox").await.expect(200);
    let of_kind = inbox["data"].as_array().unwrap().iter().filter(|notice| notice["kind"] == kind);
    of_kind.map(|notice| notice["title"].as_str().unwrap().to_owned()).collect()
}

/// Does something with a site as it is now.
pub(crate) async fn on_site(
    app: &TestApp,
    who: &Person,
    site: &Value,
    verb: &str,
    reason: Option<&str>,
) -> crate::app::Answer {
    let path = format!("/api/admin/sites/{site}");
    let version = app.get(who, &path).await.expect(200)["data"]["version"].clone();
    let body =
        reason.map_or_else(|| json!({"version": version}), |reason| json!({"version": version, "reason": reason}));
    app.put(who, &format!("{path}/{verb}"), body).await
}

/// A site on which one click was billed: its webmaster has 7 cents on the way.
async fn site_with_a_click(test: &TestApp, owner: &Person) -> Value {
    let (app, clock) = (&test.app, &test.clock);
    let buyer = test.advertiser("buyer@x.org").await;
    let world = money::world(app, buyer.id, 10, None).await;
    let mut billing = Billing::load(app.worker.clone()).await.unwrap();
    let mut facts = Facts::load(app.worker.clone()).await.unwrap();
    let site = publishing::site(test, owner, "held.example").await;
    let block = BlockId(number(&publishing::block(test, owner, &site).await["id"]));
    let mut ad = world.served(1, clock.now());
    ad.served.block = block;
    ad.block = BlockDims { webmaster: owner.id, site: SiteId(number(&site["id"])), block, ..ad.block };
    money::show(app, ad, 1).await;
    clock.advance_ms(1_000);
    money::click(app, ad, 1).await;
    clock.advance_ms(3_000);
    billing.catch_up().await.unwrap();
    facts.catch_up().await.unwrap();
    site
}

#[tokio::test]
async fn a_payout_that_is_held_back_waits_and_its_webmaster_reads_why() {
    each_app_with(at_once, async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let anna = earner(&app, &god, "anna@x.org", "200").await;
        let id = ask(&app, &anna, json!(60)).await.expect(201)["data"]["id"].clone();
        decide(&app, &sales, &id, "hold", json!({"comment": REASON})).await.expect(403);
        assert_eq!(decide(&app, &god, &id, "hold", json!({"comment": "  "})).await.wrong_fields(), ["comment"]);
        let held = decide(&app, &god, &id, "hold", json!({"comment": REASON})).await.expect(200)["data"].clone();
        assert_eq!((&held["held_reason"], &held["hindrance"]), (&json!(REASON), &json!("It is held back.")));
        // Once more, nothing is written or told.
        decide(&app, &god, &id, "hold", json!({"comment": REASON})).await.expect(200);
        let own = app.get(&anna, "/api/webmaster/payouts").await.expect(200)["data"][0].clone();
        assert_eq!((&own["held_reason"], &own["status_id"]), (&json!(REASON), &json!(1)));
        // Sales in the client's cabinet are told neither that nor of the wallet.
        give_client(&app, &sales, &anna).await;
        let (acting, _) = app.acting(&sales, &anna).await;
        let seen = app.get(&acting, "/api/account/notices/inbox").await.expect(200);
        assert_eq!((&seen["data"], &seen["unread_count"]), (&json!([]), &json!(0)), "{seen}");
        assert_eq!(seen["pagination"]["total"], json!(0));
        assert_eq!(told(&app, &anna, "wallet_added").await.len(), 1);
        assert_eq!(told(&app, &anna, "payout_held").await, [format!("Payout held back: $60,00. {REASON}")]);
        let refused = decide(&app, &god, &id, "approve", json!({})).await.expect(409)["detail"].to_string();
        assert!(refused.contains("It is held back") && refused.contains("requested"), "{refused}");

        // The webmaster does not shake the hold off, and nobody ends or rewords one that they have not seen.
        let refused = app.put(&anna, &format!("/api/webmaster/payouts/{id}/cancel"), json!({})).await;
        assert!(refused.text.contains("held back") && refused.text.contains("requested"), "{}", refused.text);
        refused.expect(409);
        decide(&app, &god, &id, "hold", json!({"comment": "The police asked"})).await.expect(409);
        decide(&app, &god, &id, "let_go", json!({"held_reason": "Another"})).await.expect(409);
        let free = decide(&app, &god, &id, "let_go", json!({"held_reason": REASON})).await.expect(200)["data"].clone();
        assert_eq!((&free["held_reason"], &free["hindrance"]), (&Value::Null, &Value::Null));
        decide(&app, &god, &id, "approve", json!({})).await.expect(200);
        // What is approved is held back as well, and stands in no file then.
        decide(&app, &god, &id, "hold", json!({"comment": REASON})).await.expect(200);
        let file = app.post_empty(&god, "/api/admin/payouts/export").await;
        assert_eq!(file.text.lines().count(), 1, "{}", file.text);
        // What stands in a file may have been sent: a hold needs the word that it was not.
        decide(&app, &god, &id, "let_go", json!({"held_reason": REASON})).await.expect(200);
        app.post_empty(&god, "/api/admin/payouts/export").await;
        let refused =
            decide(&app, &god, &id, "hold", json!({"comment": REASON})).await.expect(409)["detail"].to_string();
        assert!(refused.contains("was not sent"), "{refused}");
        let sure = json!({"comment": REASON, "was_not_sent": true});
        decide(&app, &god, &id, "hold", sure).await.expect(200);
        let held = app.get(&god, "/api/admin/payouts").await.expect(200)["data"][0].clone();
        assert_eq!(held["exported_at"], Value::Null, "let go on, it stands in the next file: {held}");
        let reject = json!({"comment": "Robots.", "was_not_sent": true});
        decide(&app, &god, &id, "reject", reject).await.expect(200);
        decide(&app, &god, &id, "hold", json!({"comment": "Another", "held_reason": REASON})).await.expect(409);
        let own = app.get(&anna, "/api/webmaster/payouts").await.expect(200)["data"][0].clone();
        assert_eq!(own["held_reason"], Value::Null, "of a closed one there is nothing to hold");
        let log = app.get(&god, &format!("/api/admin/audit_log?subject=payout&subject_id={id}")).await.expect(200);
        let holds = log["data"].as_array().unwrap().iter().filter(|row| row["action"] == "hold_payout").count();
        assert_eq!(holds, 3);
        assert_clean(&audit::run(&app.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_site_earned_is_held_back_while_other_sites_earnings_are_released() {
    each_app(async |test| {
        let (app, clock) = (&test.app, &test.clock);
        let (god, sales) = (test.god().await, test.sales().await);
        let (buyer, anna) = (test.advertiser("buyer@x.org").await, test.webmaster("anna@x.org").await);
        let world = money::world(app, buyer.id, 10, None).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let mut sites = Vec::new();
        for domain in ["held.example", "free.example"] {
            let site = publishing::site(&test, &anna, domain).await;
            let block = publishing::block(&test, &anna, &site).await;
            sites.push((site["id"].clone(), number(&block["id"])));
        }
        // Two clicks on the site that is held, one on the other.
        let mut clicks = Vec::new();
        for (visitor, at) in [(1, 0), (2, 0), (3, 1)] {
            let (site, block) = &sites[at];
            let mut ad = world.served(visitor, clock.now());
            let (site, block) = (SiteId(number(site)), BlockId(*block));
            ad.served.block = block;
            ad.block = BlockDims { webmaster: anna.id, site, block, ..ad.block };
            money::show(app, ad, visitor).await;
            clock.advance_ms(1_000);
            clicks.push(money::click(app, ad, visitor).await);
        }
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        facts.catch_up().await.unwrap();
        let (held, free) = (&sites[0].0, &sites[1].0);

        on_site(&test, &god, held, "hold_earnings", Some(REASON)).await.expect(200);
        let path = format!("/api/admin/sites/{held}");
        test.get(&sales, &path).await.expect(404);
        let stale = json!({"version": 1, "reason": "Seen before"});
        test.put(&god, &format!("{path}/hold_earnings"), stale.clone()).await.expect(409);
        test.put(&sales, &format!("{path}/hold_earnings"), stale).await.expect(403);
        assert_eq!(told(&test, &anna, "site_held").await, [format!("Earnings held back: held.example. {REASON}")]);

        clock.advance_ms(8 * DAY_MS);
        money::hours(app, clock.now(), 10).await;
        let (god, anna) = (test.logged_in(god.id).await, test.logged_in(anna.id).await);
        let accounts = async || {
            let pending = balance(app, Account::WebmasterPending(anna.id)).await;
            (pending, balance(app, Account::WebmasterAvailable(anna.id)).await)
        };
        assert_eq!(accounts().await, (140_000, 70_000));
        let own = test.get(&anna, BALANCE).await.expect(200)["data"].clone();
        assert_eq!((&own["balance"], &own["pending"], &own["held"]), (&json!(0.07), &json!(0), &json!(0.14)), "{own}");
        let of_site = &own["held_sites"][0];
        assert_eq!(
            (&of_site["site_id"], &of_site["domain"], &of_site["reason"], &of_site["amount"]),
            (held, &json!("held.example"), &json!(REASON), &json!(0.14))
        );
        let site = test.get(&anna, &format!("/api/webmaster/sites/{held}")).await.expect(200)["data"].clone();
        assert_eq!(site["earnings_held_reason"], REASON);
        let listed = test.get(&god, "/api/admin/sites?is_held=1").await.expect(200)["data"].clone();
        assert_eq!((listed.as_array().unwrap().len(), &listed[0]["earnings_held"]), (1, &json!(0.14)));
        assert_clean(&audit::run(&app.worker).await.unwrap());

        // A click that is taken back is taken from what is held; one of the other site from what was released.
        for click in [clicks[0], clicks[2]] {
            app.log.append(Event::Void { click, by: god.id, reason: String::new() }).await.unwrap();
        }
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!(accounts().await, (70_000, 0));
        schedule::release(&app.worker, clock.now().day()).await.unwrap();
        assert_eq!(accounts().await, (70_000, 0));
        assert_eq!(test.get(&anna, BALANCE).await.expect(200)["data"]["held"], 0.07);
        assert_clean(&audit::run(&app.worker).await.unwrap());

        on_site(&test, &god, held, "let_earnings_go", None).await.expect(200);
        assert_eq!(accounts().await, (0, 70_000));
        let own = test.get(&anna, BALANCE).await.expect(200)["data"].clone();
        assert_eq!((&own["held"], &own["held_sites"]), (&json!(0), &json!([])));
        // Nothing is held there: nothing is done or told.
        on_site(&test, &god, free, "let_earnings_go", None).await.expect(200);
        assert_eq!(told(&test, &anna, "site_held").await[0], "Earnings no longer held back: held.example");
        let log = test.get(&god, &format!("/api/admin/audit_log?subject=site&subject_id={held}")).await.expect(200);
        let released = &log["data"][0];
        assert_eq!(released["action"], "let_site_earnings_go");
        assert_eq!(
            (&released["before"]["earnings_held"], &released["after"]["earnings_held"]),
            (&json!(0.07), &json!(0))
        );
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lower_hold_lets_no_earnings_that_are_held_back_slip_away() {
    each_app(async |test| {
        let (app, clock) = (&test.app, &test.clock);
        let (god, anna) = (test.god().await, test.webmaster("anna@x.org").await);
        let site = site_with_a_click(&test, &anna).await;

        // By what is in force now the day would be folded, but what it brought waits as long as it was to wait.
        assert!(app.worker.settings.publish(i64::MAX, [("shares.hold_days", "0")]).is_empty());
        clock.advance_ms(4 * DAY_MS);
        money::hours(app, clock.now(), 6).await;
        let god = test.logged_in(god.id).await;
        on_site(&test, &god, &site["id"], "hold_earnings", Some(REASON)).await.expect(200);
        clock.advance_ms(4 * DAY_MS);
        money::hours(app, clock.now(), 6).await;
        let anna = test.logged_in(anna.id).await;
        let own = test.get(&anna, BALANCE).await.expect(200)["data"].clone();
        assert_eq!((&own["balance"], &own["pending"], &own["held"]), (&json!(0), &json!(0), &json!(0.07)), "{own}");
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_hold_and_no_debt_outlive_an_account() {
    each_app(async |test| {
        let (app, clock) = (&test.app, &test.clock);
        let (god, anna) = (test.god().await, test.webmaster("anna@x.org").await);
        let site = site_with_a_click(&test, &anna).await;
        on_site(&test, &god, &site["id"], "hold_earnings", Some(REASON)).await.expect(200);
        clock.advance_ms(8 * DAY_MS);
        money::hours(app, clock.now(), 10).await;
        let accounts = async || {
            let pending = balance(app, Account::WebmasterPending(anna.id)).await;
            (pending, balance(app, Account::WebmasterAvailable(anna.id)).await)
        };
        assert_eq!(accounts().await, (70_000, 0));
        let user = anna.id;
        let erase = async move |tx: &Tx| erasure::erase_user(tx, user).await.map(drop);
        app.store.write("test_erase", Priority::Api, erase).await.unwrap();
        assert_eq!(accounts().await, (0, 0));
        clock.advance_ms(8 * DAY_MS);
        money::hours(app, clock.now(), 10).await;
        assert_eq!(accounts().await, (0, 0));
        assert_clean(&audit::run(&app.worker).await.unwrap());
        let god = test.logged_in(god.id).await;
        assert_eq!(test.get(&god, "/api/admin/sites?is_held=1").await.expect(200)["data"], json!([]));
        on_site(&test, &god, &site["id"], "hold_earnings", Some(REASON)).await.expect(409);
        let log = test.get(&god, &format!("/api/admin/audit_log?subject=site&subject_id={}", site["id"])).await;
        assert!(!log.expect(200).to_string().contains(REASON));
        // Money that no hold holds would stay where it is for good: the audit tells.
        let sql = format!(
            "INSERT INTO held_earnings (site_id, day, webmaster_id, amount, updated_by) VALUES ({}, 1, {user}, 5, 'test')",
            site["id"]
        );
        crate::poison::sql(app, &sql).await;
        let told = audit::run(&app.worker).await.unwrap().to_string();
        assert!(told.contains("earnings are held back by a hold of their site"), "{told}");
    })
    .await;
}

#[tokio::test]
async fn a_blocked_site_tells_its_owner_why_until_the_block_is_taken_back() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.webmaster("anna@x.org").await);
        let site = publishing::site(&app, &anna, "news.example").await["id"].clone();
        let own = format!("/api/webmaster/sites/{site}");
        app.put(&sales, &format!("/api/admin/sites/{site}/block"), json!({"version": 1, "reason": REASON}))
            .await
            .expect(404);
        let blocked = on_site(&app, &god, &site, "block", Some(REASON)).await.expect(200)["data"].clone();
        assert_eq!((&blocked["status_id"], &blocked["reject_comment"]), (&json!(4), &json!(REASON)));
        let read = app.get(&anna, &own).await.expect(200)["data"].clone();
        assert_eq!((&read["status_id"], &read["reject_comment"]), (&json!(4), &json!(REASON)));
        let change = json!({"domain": "news.example", "name": "Other", "version": read["version"]});
        app.put(&anna, &own, change).await.expect(409);
        on_site(&app, &god, &site, "block", Some(REASON)).await.expect(200);

        // It was in the queue before, and nobody has looked at it since.
        let free = on_site(&app, &god, &site, "unblock", None).await.expect(200)["data"].clone();
        assert_eq!((&free["status_id"], &free["reject_comment"]), (&json!(1), &json!("")));
        let site_held = told(&app, &anna, "site_held").await;
        assert_eq!(
            site_held,
            ["Site no longer blocked: news.example", &format!("Site blocked: news.example. {REASON}")]
        );
        let log = app.get(&god, &format!("/api/admin/audit_log?subject=site&subject_id={site}")).await.expect(200);
        let by_staff: Vec<&Value> = log["data"].as_array().unwrap().iter().map(|row| &row["action"]).collect();
        assert_eq!(by_staff[..2], [&json!("unblock_site"), &json!("block_site")]);
    })
    .await;
}

#[tokio::test]
async fn a_blocked_site_gets_no_ads_until_its_block_is_taken_back() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let god = app.person("second@x.org", |new| new.user_type = UserType::God).await;
        let block = world.block.0;
        let own = app.get(&world.webmaster, &format!("/api/webmaster/blocks/{block}")).await.expect(200);
        let site = own["data"]["site_id"].clone();
        assert_ne!(delivery::ask(&app, block).await, Vec::<Value>::new());
        on_site(&app, &god, &site, "block", Some(REASON)).await.expect(200);
        world.inventory.catch_up().await.unwrap();
        assert_eq!(delivery::ask(&app, block).await, Vec::<Value>::new(), "the place stays empty");
        on_site(&app, &god, &site, "unblock", None).await.expect(200);
        world.inventory.catch_up().await.unwrap();
        assert_ne!(delivery::ask(&app, block).await, Vec::<Value>::new());
    })
    .await;
}

#[tokio::test]
async fn a_site_is_after_its_block_what_it_was_before_and_sales_end_no_block_of_god() {
    each_app(async |app| {
        let (god, sales, anna) = (app.god().await, app.sales().await, app.webmaster("anna@x.org").await);
        give_client(&app, &sales, &anna).await;
        let site = publishing::site(&app, &anna, "news.example").await["id"].clone();
        let moderate = async |verb: &str, comment: Option<&str>| {
            let version =
                app.get(&god, &format!("/api/admin/sites/{site}")).await.expect(200)["data"]["version"].clone();
            let body = comment
                .map_or_else(|| json!({"version": version}), |comment| json!({"version": version, "comment": comment}));
            app.post(&god, &format!("/api/admin/moderation/sites/{site}/{verb}"), body).await.expect(200);
        };
        let stands = |site: &Value| (site["status_id"].clone(), site["reject_comment"].clone());
        moderate("reject", Some("No content.")).await;
        on_site(&app, &sales, &site, "block", Some(REASON)).await.expect(200);
        // Another reason for the same block forgets nothing of what was before.
        let blocked = on_site(&app, &sales, &site, "block", Some("Robots.")).await.expect(200)["data"].clone();
        assert_eq!((&blocked["blocked_from_id"], &blocked["is_block_of_god"]), (&json!(3), &json!(false)));
        let free = on_site(&app, &sales, &site, "unblock", None).await.expect(200)["data"].clone();
        assert_eq!(stands(&free), (json!(3), json!("No content.")));
        assert_eq!(free["blocked_from_id"], Value::Null);

        moderate("approve", None).await;
        let blocked = on_site(&app, &god, &site, "block", Some(REASON)).await.expect(200)["data"].clone();
        assert_eq!((&blocked["blocked_from_id"], &blocked["is_block_of_god"]), (&json!(2), &json!(true)));
        on_site(&app, &sales, &site, "unblock", None).await.expect(409);
        on_site(&app, &sales, &site, "block", Some("Nothing much")).await.expect(409);
        let approve = json!({"version": blocked["version"]});
        app.post(&sales, &format!("/api/admin/moderation/sites/{site}/approve"), approve).await.expect(409);
        let free = on_site(&app, &god, &site, "unblock", None).await.expect(200)["data"].clone();
        assert_eq!(stands(&free), (json!(2), json!("")));
    })
    .await;
}
