//! Staff take clicks back: chosen, previewed, applied once, and seen by both sides.

use crate::app::{Answer, Person, TestApp, each_app};
use crate::money::{self, assert_clean, balance};
use crate::payouts::{keyed, second_god};
use crate::poison::put_aside;
use placard_model::books::posting::Account;
use placard_model::event::{Event, EventRef, ServedAd};
use placard_model::targeting::request::VisitorId;
use placard_model::time::DAY_MS;
use placard_model::{Clock as _, UserId};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::voids::WaitsFor;
use placard_worker::feeds::{schedule, set_aside, voids};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const VOIDS: &str = "/api/admin/voids";
const PREVIEW: &str = "/api/admin/voids/preview";

/// Three billed clicks of one advertiser on one webmaster's site, and one that was never shown.
pub(crate) struct World {
    pub(crate) god: Person,
    pub(crate) advertiser: Person,
    pub(crate) webmaster: Person,
    money: money::World,
    clicks: Vec<EventRef>,
    billing: Billing,
    facts: Facts,
}

impl World {
    /// So many days after the clicks.
    pub(crate) async fn build(test: &TestApp, days: i64) -> Self {
        let (app, clock) = (&test.app, &test.clock);
        let advertiser = test.advertiser("buyer@x.org").await;
        let webmaster = test.webmaster("seller@x.org").await;
        let world = money::world(app, advertiser.id, 10, None).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let mut clicks = Vec::new();
        for number in 1..=4 {
            let mut ad: ServedAd = world.served(number, clock.now());
            ad.block.webmaster = webmaster.id;
            if number < 4 {
                money::show(app, ad, number).await;
            }
            clock.advance_ms(1_000);
            clicks.push(money::click(app, ad, number).await);
        }
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        facts.catch_up().await.unwrap();
        clock.advance_ms(days * DAY_MS);
        let god = test.god().await;
        Self { god, advertiser, webmaster, money: world, clicks, billing, facts }
    }

    fn id(&self, test: &TestApp, number: usize) -> String {
        test.app.delivery.click_ids.make(self.clicks[number])
    }

    async fn void(&self, test: &TestApp, key: &str, body: &Value) -> Answer {
        keyed(test, &self.god, VOIDS, body.clone(), key).await
    }

    /// The decision to take two billed clicks back.
    fn pair(&self, test: &TestApp, numbers: [usize; 2]) -> Value {
        let ids = numbers.map(|number| self.id(test, number));
        json!({"choice": {"click_ids": ids}, "reason": "Robots", "clicks": 2, "cost": 0.200_002})
    }

    /// One more click, which is not judged yet; its number.
    async fn click(&mut self, test: &TestApp, number: u64) -> usize {
        let mut ad: ServedAd = self.money.served(number, test.clock.now());
        ad.block.webmaster = self.webmaster.id;
        money::show(&test.app, ad, number).await;
        test.clock.advance_ms(1_000);
        self.clicks.push(money::click(&test.app, ad, number).await);
        self.clicks.len() - 1
    }

    /// One more click, which is billed; its number.
    pub(crate) async fn earn(&mut self, test: &TestApp, number: u64) -> usize {
        let click = self.click(test, number).await;
        test.clock.advance_ms(3_000);
        self.billing.catch_up().await.unwrap();
        click
    }

    /// The log says that a click is taken back.
    pub(crate) async fn take_back(&mut self, test: &TestApp, number: usize) {
        let void = Event::Void { click: self.clicks[number], by: self.god.id, reason: String::new() };
        test.app.log.append(void).await.unwrap();
        test.clock.advance_ms(3_000);
        self.billing.catch_up().await.unwrap();
        self.facts.catch_up().await.unwrap();
    }

    /// What follows from a decision in the books; statistics know of it later.
    async fn book(&mut self, test: &TestApp) {
        voids::step(&test.app.worker).await.unwrap();
        test.clock.advance_ms(3_000);
        self.billing.catch_up().await.unwrap();
        voids::step(&test.app.worker).await.unwrap();
    }

    /// Everything that follows from a decision.
    async fn apply(&mut self, test: &TestApp) {
        self.book(test).await;
        self.facts.catch_up().await.unwrap();
    }

    pub(crate) async fn held(&self, test: &TestApp, account: fn(UserId) -> Account, who: &Person) -> i64 {
        balance(&test.app, account(who.id)).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_are_taken_back_once_and_both_sides_see_it() {
    each_app(async |test| {
        let mut world = World::build(&test, 0).await;
        let choice = json!({"site": ["9"], "date_from": "2026-01-01"});
        let told = test.post(&world.god, PREVIEW, choice.clone()).await.expect(200)["data"].clone();
        assert_eq!(
            told,
            json!({"clicks": 3, "cost": 0.300_003, "earning": 0.21, "advertisers": 1, "webmasters": 1, "left_out": 0})
        );
        let ids = json!({"click_ids": [world.id(&test, 0), world.id(&test, 3)]});
        let told = test.post(&world.god, PREVIEW, ids.clone()).await.expect(200)["data"].clone();
        assert_eq!((&told["clicks"], &told["left_out"]), (&json!(1), &json!(1)), "what was never shown cost nothing");

        // What was not previewed is not taken back.
        let form = |choice: &Value, clicks: u64, cost: f64| json!({"choice": choice, "reason": "Robots", "clicks": clicks, "cost": cost});
        world.void(&test, "a", &form(&choice, 2, 0.2)).await.expect(409);
        let first = world.void(&test, "k", &form(&choice, 3, 0.300_003)).await.expect(202);
        assert_eq!((&first["data"]["state"], &first["data"]["by"]["id"]), (&json!("waiting"), &json!(world.god.id)));
        // Sent again: the first answer, also once the clicks are gone; with another body: refused.
        assert_eq!(world.void(&test, "k", &form(&choice, 3, 0.300_003)).await.expect(202), first);
        world.void(&test, "k", &form(&choice, 2, 0.3)).await.expect(409);
        // By another key, before it is applied: both would count the clicks as theirs.
        world.void(&test, "l", &form(&choice, 3, 0.300_003)).await.expect(409);

        world.apply(&test).await;
        assert_eq!(world.void(&test, "k", &form(&choice, 3, 0.300_003)).await.expect(202), first);
        assert_eq!(world.held(&test, Account::Advertiser, &world.advertiser).await, 10_000_000);
        assert_eq!(world.held(&test, Account::WebmasterPending, &world.webmaster).await, 0);
        let list = test.get(&world.god, VOIDS).await.expect(200);
        let states: Vec<_> = list["data"].as_array().unwrap().iter().map(|void| &void["state"]).collect();
        assert_eq!(states, ["applied"]);
        assert_eq!(list["data"][0]["voided_clicks"], 3);
        assert_eq!(list["data"][0]["voided_cost"], 0.300_003);
        assert_eq!(list["data"][0]["choice"]["site"], json!(["9"]));
        assert_clean(&audit::run(&test.app.worker).await.unwrap());

        // Nothing is left that could be taken back.
        let told = test.post(&world.god, PREVIEW, choice.clone()).await.expect(200)["data"].clone();
        assert_eq!(told["clicks"], 0);
        world.void(&test, "m", &form(&choice, 0, 0.0)).await.expect(422);

        for (who, side, history) in [
            (&world.advertiser, "advertiser", "operation_type"),
            (&world.webmaster, "webmaster", "type"),
        ] {
            let clicks = test.get(who, &format!("/api/{side}/clicks?filters[date_from]=2026-01-01")).await.expect(200);
            let verdicts: Vec<_> = clicks["data"].as_array().unwrap().iter().map(|row| &row["verdict"]).collect();
            assert_eq!(verdicts, ["not_shown", "voided", "voided", "voided"]);
            let rows = test.get(who, &format!("/api/{side}/balance/history")).await.expect(200);
            let newest = &rows["data"][0];
            assert!(newest[history] == 4 || newest[history] == "correction", "{rows}");
            assert_eq!(newest["comment"], "Clicks taken back as invalid");
            assert_eq!(newest["balance_after"], if side == "advertiser" { 10 } else { 0 });
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_decisions_at_once_about_one_click_one_is_made() {
    each_app(async |test| {
        let mut world = World::build(&test, 0).await;
        let second = second_god(&test).await;
        let (first, other) = (world.pair(&test, [0, 1]), world.pair(&test, [1, 2]));
        let (one, two) = tokio::join!(world.void(&test, "a", &first), keyed(&test, &second, VOIDS, other.clone(), "b"));
        let (made, refused) = if one.status == 202 { (one, two) } else { (two, one) };
        made.expect(202);
        assert!(refused.text.contains("another decision"), "{}", refused.text);
        refused.expect(409);

        world.apply(&test).await;
        assert_eq!(world.held(&test, Account::Advertiser, &world.advertiser).await, 10_000_000 - 100_001);
        assert_eq!(world.held(&test, Account::WebmasterPending, &world.webmaster).await, 70_000);
        let list = test.get(&world.god, VOIDS).await.expect(200);
        assert_eq!((&list["pagination"]["total"], &list["data"][0]["voided_clicks"]), (&json!(1), &json!(2)), "{list}");
        assert_clean(&audit::run(&test.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_back_is_no_second_decisions_before_statistics_know_of_it() {
    each_app(async |test| {
        let mut world = World::build(&test, 0).await;
        let both = world.pair(&test, [0, 1]);
        let (one, again) = tokio::join!(world.void(&test, "a", &both), world.void(&test, "a", &both));
        assert_eq!(one.expect(202), again.expect(202), "at the same moment");
        world.book(&test).await;
        // Statistics have the second click as billed still.
        let other = world.pair(&test, [1, 2]);
        let told = test.post(&world.god, PREVIEW, other["choice"].clone()).await.expect(200)["data"].clone();
        assert_eq!(told["clicks"], 2);
        let refused = world.void(&test, "b", &other).await;
        assert!(refused.text.contains("taken back already"), "{}", refused.text);
        refused.expect(409);

        world.apply(&test).await;
        let choice = json!({"click_ids": [world.id(&test, 1), world.id(&test, 2)]});
        let rest = json!({"choice": choice, "reason": "Robots", "clicks": 1, "cost": 0.100_001});
        world.void(&test, "c", &rest).await.expect(202);
        world.apply(&test).await;
        let list = test.get(&world.god, VOIDS).await.expect(200);
        let counts: Vec<Value> =
            list["data"].as_array().unwrap().iter().map(|void| void["voided_clicks"].clone()).collect();
        assert_eq!(counts, [1, 2], "each click is told of once");
        assert_eq!(world.held(&test, Account::Advertiser, &world.advertiser).await, 10_000_000);
        assert_clean(&audit::run(&test.app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earning_that_was_released_is_taken_from_what_can_be_paid_out() {
    each_app(async |test| {
        let mut world = World::build(&test, 8).await;
        money::hours(&test.app, test.clock.now(), 10).await;
        assert_eq!(world.held(&test, Account::WebmasterAvailable, &world.webmaster).await, 210_000);
        let form = json!({"choice": {"click_ids": [world.id(&test, 2)]}, "reason": "Own clicks", "clicks": 1, "cost": 0.100_001});
        world.void(&test, "k", &form).await.expect(202);
        // Logged twice, as after a crash between the log and the note of it.
        let again = Event::Void { click: world.clicks[2], by: world.god.id, reason: String::new() };
        test.app.log.append(again).await.unwrap();
        world.apply(&test).await;
        assert_eq!(world.held(&test, Account::WebmasterAvailable, &world.webmaster).await, 140_000);
        assert_eq!(world.held(&test, Account::WebmasterPending, &world.webmaster).await, 0);
        assert_eq!(world.held(&test, Account::Advertiser, &world.advertiser).await, 10_000_000 - 200_002);
        assert_clean(&audit::run(&test.app.worker).await.unwrap());

        // One that the log does not tell of, and one that was not applied, are found, once the log went on.
        let seen = Event::OwnerSeen { user: world.god.id, visitor: VisitorId(1) };
        test.clock.advance_ms(5_000);
        test.app.log.append(seen).await.unwrap();
        world.billing.catch_up().await.unwrap();
        world.billing.checkpoint().await.unwrap();
        let sql = "UPDATE settlements SET click_ref = click_ref + 1, record_ref = record_ref + 1 WHERE kind > 2";
        let damage = async move |tx: &placard_store::Tx| tx.execute(sql, []).await.map(drop);
        test.app.store.write("test_damage", placard_store::Priority::Api, damage).await.unwrap();
        let report = audit::run(&test.app.worker).await.unwrap().to_string();
        assert!(report.contains("nobody took click"), "{report}");
        assert!(report.contains("the log says that it was taken back, and it is not"), "{report}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_takes_an_earning_from_where_it_is_whatever_the_hold_is_now() {
    each_app(async |test| {
        let (settings, clock) = (&test.app.worker.settings, &test.clock);
        let hold = |version: i64, days: &str| assert!(settings.publish(version, [("shares.hold_days", days)]).is_empty());
        let released = async || schedule::release(&test.app.worker, clock.now().day()).await.unwrap();
        hold(i64::MAX - 3, "30");
        let mut world = World::build(&test, 0).await;
        let held = async |world: &World| {
            let accounts = [Account::WebmasterPending, Account::WebmasterAvailable];
            [world.held(&test, accounts[0], &world.webmaster).await, world.held(&test, accounts[1], &world.webmaster).await]
        };
        // Lowered after the clicks: they still wait for 30 days.
        hold(i64::MAX - 2, "7");
        clock.advance_ms(10 * DAY_MS);
        released().await;
        assert_eq!(held(&world).await, [210_000, 0]);
        world.take_back(&test, 0).await;
        assert_eq!(held(&world).await, [140_000, 0]);
        clock.advance_ms(20 * DAY_MS);
        released().await;
        assert_eq!(held(&world).await, [0, 140_000]);
        world.take_back(&test, 1).await;
        assert_eq!(held(&world).await, [0, 70_000]);

        // Raised on the same day, after the first click was released and before the second one came.
        hold(i64::MAX - 1, "0");
        clock.set(clock.now().day().plus(1).start());
        let first = world.earn(&test, 11).await;
        released().await;
        hold(i64::MAX, "30");
        let second = world.earn(&test, 12).await;
        assert_eq!(held(&world).await, [70_000, 140_000]);
        world.take_back(&test, first).await;
        assert_eq!(held(&world).await, [70_000, 70_000]);
        world.take_back(&test, second).await;
        assert_eq!(held(&world).await, [0, 70_000]);
        // A click and its void in one batch of billing.
        let third = world.click(&test, 13).await;
        world.take_back(&test, third).await;
        assert_eq!(held(&world).await, [0, 70_000]);
        assert_clean(&audit::run(&test.app.worker).await.unwrap());

        // Earnings that nobody releases are told.
        schedule::hourly(&test.app.worker, clock.now()).await.unwrap();
        for (day, due) in [("1", "NULL"), ("2", "2")] {
            let sql = format!(
                "INSERT INTO pending_earnings (day, webmaster_id, amount, due_day, updated_by) VALUES ({day}, 7, 0, {due}, 't')"
            );
            crate::poison::sql(&test.app, &sql).await;
        }
        let report = audit::run(&test.app.worker).await.unwrap().to_string();
        assert!(report.contains("no day says when they come"), "{report}");
        assert!(report.contains("they were due on 1970-01-03"), "{report}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_names_nothing_or_too_much_is_refused() {
    each_app(async |test| {
        let world = World::build(&test, 0).await;
        let refused = async |choice: Value, field: &str| {
            let answer = test.post(&world.god, PREVIEW, choice).await.expect(422);
            assert!(answer["errors"][field].is_array(), "{answer}");
        };
        refused(json!({}), "site").await;
        refused(json!({"country": ["DE"]}), "site").await;
        refused(json!({"click_ids": ["AAAAAAAAAAAAAAAAAAAAAA"]}), "click_ids").await;
        refused(json!({"click_ids": vec![world.id(&test, 0); 101]}), "click_ids").await;
        refused(json!({"site": ["x"]}), "site").await;
        refused(json!({"site": ["9"], "date_from": "yesterday"}), "date_from").await;
        refused(json!({"site": ["9"], "when": 1}), "when").await;
        let long = "k".repeat(201);
        let body = json!({"choice": {"site": ["9"]}, "reason": "", "clicks": 3, "cost": 0.300_003});
        for key in ["", "two words", long.as_str()] {
            assert!(world.void(&test, key, &body).await.expect(422)["errors"]["Idempotency-Key"].is_array());
        }
        assert!(world.void(&test, "k", &body).await.expect(422)["errors"]["reason"].is_array());
        test.post(&test.sales().await, PREVIEW, json!({"site": ["9"]})).await.expect(403);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_that_is_set_aside_is_not_told_as_done_and_keeps_no_other_waiting() {
    each_app(async |test| {
        let mut world = World::build(&test, 0).await;
        let app = &test.app;
        for number in 0..2 {
            let choice = json!({"click_ids": [world.id(&test, number)]});
            let form = json!({"choice": choice, "reason": "Robots", "clicks": 1, "cost": 0.100_001});
            world.void(&test, &number.to_string(), &form).await.expect(202);
        }
        assert_eq!(voids::step(&app.worker).await.unwrap(), WaitsFor::Billing, "both of them");
        let first = world.clicks[0];
        let logged = app.log.read(&placard_events::Position::default(), 1_000, None).unwrap().events;
        let record =
            logged.iter().find(|one| matches!(one.event, Event::Void { click, .. } if click == first)).unwrap();
        put_aside(app, &["billing"], record.at, "void").await;
        world.billing = Billing::load(app.worker.clone()).await.unwrap();
        world.apply(&test).await;
        let states = async || {
            let list = test.get(&world.god, VOIDS).await.expect(200);
            let state = |void: &Value| (void["state"].clone(), void["voided_clicks"].clone());
            list["data"].as_array().unwrap().iter().map(state).collect::<Vec<_>>()
        };
        assert_eq!(states().await, [(json!("applied"), json!(1)), (json!("logged"), Value::Null)]);
        assert_eq!(
            voids::step(&app.worker).await.unwrap(),
            WaitsFor::Somebody,
            "nothing is looked at until they decide"
        );
        let advertiser = world.advertiser.clone();
        let row_of_day = async || {
            let rows = test.get(&advertiser, "/api/advertiser/balance/history").await.expect(200);
            let row = rows["data"].as_array().unwrap().iter().find(|row| row["operation_type"] == 4).unwrap().clone();
            (row["id"].clone(), row["date"].clone())
        };
        let before = row_of_day().await;
        // What cannot be read for a while is not gone.
        let log = app.config.data_dir.join("events");
        let away = app.config.data_dir.join("away");
        std::fs::rename(&log, &away).unwrap();
        voids::step(&app.worker).await.unwrap_err();
        std::fs::rename(&away, &log).unwrap();
        assert_eq!(states().await[1].0, json!("logged"));
        // Who decides wakes the feed at once, and not after its longest sleep.
        let stop = CancellationToken::new();
        let feed = tokio::spawn(voids::run(app.worker.clone(), stop.clone()));
        tokio::time::sleep(Duration::from_millis(300)).await;
        set_aside::run(&app.worker, "retry all").await.unwrap();
        let began = Instant::now();
        while states().await[1].0 != json!("applied") {
            assert!(began.elapsed() < Duration::from_secs(8), "the feed sleeps on");
            test.clock.advance_ms(3_000);
            world.billing.catch_up().await.unwrap();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stop.cancel();
        feed.await.unwrap().unwrap();
        world.apply(&test).await;
        assert_eq!(row_of_day().await, before, "the row of the day stays where it was");
        let states = async || {
            let list = test.get(&world.god, VOIDS).await.expect(200);
            list["data"].as_array().unwrap().iter().map(|void| void["voided_clicks"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(states().await, [1, 1]);
        assert_clean(&audit::run(&app.worker).await.unwrap());
        // Two postings of one day are one row of the history on either side.
        for (who, side, amount) in
            [(&world.advertiser, "advertiser", 0.200_002), (&world.webmaster, "webmaster", -0.14)]
        {
            let rows = test.get(who, &format!("/api/{side}/balance/history")).await.expect(200);
            let voids: Vec<_> = rows["data"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|row| row["comment"] == "Clicks taken back as invalid")
                .map(|row| row["amount"].clone())
                .collect();
            assert_eq!(voids, [json!(amount)], "{rows}");
        }
    })
    .await;
}
