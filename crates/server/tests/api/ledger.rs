//! The ledger for staff and bookkeepers: what it lists, what it comes to, and what a foreign program makes of its export.

use crate::app::{Person, TestApp, each_app};
use crate::money::{self, PRICE};
use placard_model::Clock as _;
use placard_model::event::{Event, EventRef};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::nightly_audit;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What an amount of an answer is in micro-dollars.
fn micros(amount: &Value) -> i64 {
    (amount.as_f64().unwrap() * 1e6).round() as i64
}

/// What `hledger` says of a journal.
fn hledger(journal: &str, words: &[&str]) -> String {
    let program = std::env::var("HLEDGER").unwrap_or_else(|_| "hledger".to_owned());
    let mut child = Command::new(program)
        .args(["-f", "-"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hledger is there: scripts/need hledger installs it");
    child.stdin.take().unwrap().write_all(journal.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{journal}");
    String::from_utf8(output.stdout).unwrap()
}

/// An advertiser and a webmaster, and their clicks: on the last day of a month and on the first of the next.
async fn two_months(test: &TestApp) -> (Person, Person, Vec<EventRef>) {
    // Personal tokens outlive the days that pass here.
    let advertiser = test.api_token(&test.advertiser("buyer@x.org").await, &["advertiser:read"]).await;
    let webmaster = test.api_token(&test.webmaster("seller@x.org").await, &["webmaster:read"]).await;
    let first = test.clock.now().day().month_last();
    test.clock.set(first.start().plus_ms(20 * HOUR_MS));
    let world = money::world(&test.app, advertiser.id, 10, None).await;
    let mut billing = Billing::load(test.app.worker.clone()).await.unwrap();
    let mut clicks = Vec::new();
    for number in 1..=2 {
        let mut ad = world.served(number, test.clock.now());
        ad.block.webmaster = webmaster.id;
        money::show(&test.app, ad, number).await;
        test.clock.advance_ms(1_000);
        clicks.push(money::click(&test.app, ad, number).await);
        test.clock.advance_ms(5_000);
        billing.catch_up().await.unwrap();
        test.clock.advance_ms(DAY_MS);
    }
    (advertiser, webmaster, clicks)
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_lead_to_their_clicks_and_sums_to_zero() {
    each_app(async |test: TestApp| {
        let (advertiser, webmaster, _) = two_months(&test).await;
        let god = test.god().await;
        let user = advertiser.id;
        let list = test.get(&god, &format!("/api/admin/ledger/transactions?user_id={user}&operation_type=2")).await;
        let list = list.expect(200);
        assert_eq!((list["data"].as_array().unwrap().len(), &list["next"]), (2, &Value::Null));
        let id = list["data"][0]["id"].as_i64().unwrap();
        let detail = test.get(&god, &format!("/api/admin/ledger/transactions/{id}")).await.expect(200);
        let detail = &detail["data"];
        assert_eq!((&detail["lines_total"], &detail["origins_total"]), (&json!(3), &json!(1)));
        let sum: i64 = detail["lines"].as_array().unwrap().iter().map(|line| micros(&line["amount"])).sum();
        assert_eq!((sum, micros(&detail["origins"][0]["cost"])), (0, PRICE.micros()));
        assert_eq!(detail["origins"][0]["webmaster_id"], json!(webmaster.id.0));
        for nobody in ["account=4&user_id=5", "operation_type=24", "date_to=2020-01-01", "before=1"] {
            let found = test.get(&god, &format!("/api/admin/ledger/transactions?{nobody}")).await.expect(200);
            assert_eq!(found["data"], json!([]), "{nobody}");
        }
        let wrong = test.get(&god, "/api/admin/ledger/transactions?account=11&operation_type=9&date_from=x").await;
        assert_eq!(wrong.wrong_fields(), ["account", "date_from", "operation_type"]);

        let trial = test.get(&god, "/api/admin/ledger/trial_balance").await.expect(200);
        assert_eq!(trial["data"]["sum"], json!(0));
        let profit = test.get(&god, "/api/admin/ledger/profit").await.expect(200);
        let kept: i64 = profit["data"].as_array().unwrap().iter().map(|day| micros(&day["revenue"])).sum();
        let revenue = &trial["data"]["accounts"].as_array().unwrap()[3];
        assert_eq!((revenue["account"].as_i64(), micros(&revenue["closing"])), (Some(4), kept));
        assert!(kept > 0);
        // The same at the end of each day: zero together, and at last what the accounts hold.
        let days = trial["data"]["days"].as_array().unwrap();
        assert_eq!((days.len(), days.iter().all(|day| day["sum"] == 0)), (30, true));
        let of_revenue = |day: &Value| micros(&day["held"][3]["amount"]);
        let (first, last) = (of_revenue(&days[0]), of_revenue(&days[29]));
        assert_eq!((first, last, days[29]["held"][3]["account"].as_i64()), (0, kept, Some(4)));
        let steps = days.windows(2).filter(|pair| of_revenue(&pair[0]) != of_revenue(&pair[1])).count();
        assert_eq!(steps, 2, "a click on each of two days");
        for path in ["trial_balance", "profit", "transactions", "audits", "export"] {
            test.get(&advertiser, &format!("/api/admin/ledger/{path}")).await.expect(403);
        }

        assert!(nightly_audit::audit_if_due(&test.app.worker).await.unwrap());
        assert!(!nightly_audit::audit_if_due(&test.app.worker).await.unwrap(), "once a day");
        let audits = test.get(&god, "/api/admin/ledger/audits").await.expect(200);
        assert_eq!(audits["data"][0]["differences"], json!(0), "{audits}");
        assert!(audits["data"][0]["report"].as_str().unwrap().ends_with("everything adds up"));

        // A restart does not forget what the last one found.
        let execute = async |tx: &placard_store::Tx| tx.execute("UPDATE audit_runs SET differences = 2", []).await;
        test.app.store.write("test_differences", placard_store::Priority::Api, execute).await.unwrap();
        assert!(!test.app.health.holds("nightly_audit"));
        nightly_audit::tell_last(&test.app.worker).await.unwrap();
        assert!(test.app.health.holds("nightly_audit"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_opens_with_what_the_month_before_closed() {
    each_app(async |test: TestApp| {
        let (advertiser, webmaster, clicks) = two_months(&test).await;
        for (person, side) in [(&advertiser, "advertiser"), (&webmaster, "webmaster")] {
            let balance = test.get(person, &format!("/api/{side}/balance")).await.expect(200);
            let now = micros(&balance["data"]["balance"]) + balance["data"].get("pending").map_or(0, micros);
            let month = test.clock.now().day();
            let name = |day: placard_model::Day| day.to_string()[..7].to_owned();
            let (this, before) = (name(month), name(month.month_first().plus(-1)));
            let months = test.get(person, &format!("/api/{side}/statements")).await.expect(200);
            assert_eq!(months["data"], json!([this, before]));
            let statement = async |month: &str| {
                test.get(person, &format!("/api/{side}/statements/{month}")).await.expect(200)["data"].clone()
            };
            let (this, before) = (statement(&this).await, statement(&before).await);
            assert_eq!(
                (&before["opening"], before["closing"] == this["opening"]),
                (&json!(0), true),
                "{before} {this}"
            );
            assert_eq!((micros(&this["closing"]), &before["is_closed"]), (now, &json!(true)));
            let lines = this["lines"].as_array().unwrap();
            assert_eq!((lines.len(), &lines[0]["operation_type"], &lines[0]["id"]), (1, &json!(2), &Value::Null));
            test.get(person, &format!("/api/{side}/statements/2999-01")).await.expect(404);
        }
        // What is taken back of a month that is over stands in the present one, and says so.
        let of_month = async |person: &Person, side: &str, month: &str| {
            test.get(person, &format!("/api/{side}/statements/{month}")).await.expect(200)["data"].clone()
        };
        let closed = of_month(&advertiser, "advertiser", "2026-11").await;
        let void = Event::Void { click: clicks[0], by: test.god().await.id, reason: String::new() };
        test.app.log.append(void).await.unwrap();
        test.clock.advance_ms(3_000);
        Billing::load(test.app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        for (person, side) in [(&advertiser, "advertiser"), (&webmaster, "webmaster")] {
            let this = of_month(person, side, "2026-12").await;
            let adjusts: Vec<&Value> = this["lines"].as_array().unwrap().iter().map(|line| &line["adjusts"]).collect();
            assert_eq!(adjusts, [&Value::Null, &json!("2026-11")], "{this}");
        }
        assert_eq!(of_month(&advertiser, "advertiser", "2026-11").await, closed);
        for (person, side) in [(&advertiser, "advertiser"), (&webmaster, "webmaster")] {
            let file = test.get(person, &format!("/api/{side}/statements/2026-11?format=pdf")).await;
            assert!(file.headers["content-disposition"].to_str().unwrap().contains("statement-2026-11.pdf"));
            assert!(file.status == 200 && file.text.starts_with("%PDF"), "{}", file.text);
        }
        let file = test.get(&advertiser, "/api/advertiser/statements/2026-11?format=csv").await;
        assert!(file.headers["content-disposition"].to_str().unwrap().contains("statement-2026-11.csv"));
        assert!(file.text.starts_with("date,what,") && file.text.contains("Top-up"), "{}", file.text);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bookkeeping_programs_read_the_export() {
    each_app(async |test: TestApp| {
        two_months(&test).await;
        test.clock.advance_ms(8 * DAY_MS);
        let god = test.god().await;
        let journal = async || test.get(&god, "/api/admin/ledger/export?format=hledger").await.text;
        let before = journal().await;
        hledger(&before, &["check", "--strict"]);
        let spent = hledger(&before, &["balance", "Liabilities:Advertisers", "-N", "--flat"]);
        assert!(spent.contains("-9.799998 USD"), "{spent}");
        // Releases are made and days are sealed and folded: what was exported stays as it is.
        money::hours(&test.app, test.clock.now(), 12).await;
        let after = journal().await;
        hledger(&after, &["check", "--strict"]);
        assert!(after.contains("Release of earnings") && after.contains("Clicks  ; all of the day"), "{after}");
        let csv = test.get(&god, "/api/admin/ledger/export").await.text;
        assert!(csv.starts_with("date,transaction,operation,") && csv.contains("Income:Clicks"), "{csv}");
        let wrong = test.get(&god, "/api/admin/ledger/export?date_from=2020-01-01").await;
        assert_eq!(wrong.wrong_fields(), ["date_from"]);
    })
    .await;
}
