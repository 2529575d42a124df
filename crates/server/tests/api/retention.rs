//! Days are sealed and old rows go: sizes stay bounded, and the audit still finds what was changed.

mod year;

use crate::app::{TestApp, each_app};
use crate::damage::execute;
use crate::money::{PRICE, WEBMASTER, World, assert_clean, balance, click, conversion, show, sums, world};
use crate::poison::{blob, sql};
use placard_model::books::posting::Account;
use placard_model::event::{ConversionState, Event, EventRef, RequestCount, RequestSample};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::request::VisitorId;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Clock, Day, TrafficSourceId, UnixMs, UserId, Verdict};
use placard_server::App;
use placard_stats::{Dimension, Period, Query, RowCounts, StatsScope};
use placard_store::billing::seals::{self, Seal};
use placard_store::billing::set_aside::{NewRecord, Source};
use placard_store::billing::{folding, settlements};
use placard_store::{Conn, Priority, Tx};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::{schedule, set_aside};
use placard_worker::{audit, rebuild};
use std::collections::BTreeMap;

/// Clicks of a day, each in an hour of its own.
const CLICKS_A_DAY: u64 = 3;
/// Settlements of a day: the clicks and the conversion of the last one.
const SETTLEMENTS_A_DAY: i64 = CLICKS_A_DAY as i64 + 1;

/// A network with some clicks each day, and its feeds.
struct Network<'a> {
    test: &'a TestApp,
    billing: Billing,
    facts: Facts,
    world: World,
    /// The first click of each day.
    clicks: BTreeMap<Day, EventRef>,
    number: u64,
    /// Clicks are of several ads, blocks, webmasters and countries.
    is_spread: bool,
}

impl<'a> Network<'a> {
    /// One whose clicks, log and hours are kept for a short time.
    async fn new(test: &'a TestApp, log_days: &str, months: &str) -> Self {
        let app = &test.app;
        test.keep(log_days, months);
        test.clock.set(test.clock.now().day().start());
        let world = world(app, UserId(800), 10_000, None).await;
        app.engine.set_loaded();
        let billing = Billing::load(app.worker.clone()).await.unwrap();
        let facts = Facts::load(app.worker.clone()).await.unwrap();
        Self { test, billing, facts, world, clicks: BTreeMap::new(), number: 0, is_spread: false }
    }

    fn app(&self) -> &'a App {
        &self.test.app
    }

    async fn catch_up(&mut self) {
        self.billing.catch_up().await.unwrap();
        self.facts.catch_up().await.unwrap();
    }

    /// The hourly jobs, as they run when nothing else does; before them checkpoints, if any.
    async fn hourly(&mut self, with_checkpoint: bool) {
        let now = self.test.clock.now();
        if with_checkpoint {
            self.billing.checkpoint().await.unwrap();
            self.facts.checkpoint().await.unwrap();
            self.app().stats.compact(now.hour()).unwrap();
        }
        schedule::hourly(&self.app().worker, now).await.unwrap();
    }

    /// A whole day, up to two hours past midnight, when the day before is sealed.
    async fn day(&mut self, with_checkpoint: bool) {
        let clock = &self.test.clock;
        let morning = clock.now().day().start().plus_ms(8 * HOUR_MS);
        for number in 0..CLICKS_A_DAY {
            clock.set(morning.plus_ms(number as i64 * HOUR_MS));
            self.click(number + 1 == CLICKS_A_DAY).await;
        }
        clock.set(morning.day().plus(1).start().plus_ms(2 * HOUR_MS));
        self.catch_up().await;
        self.hourly(with_checkpoint).await;
    }

    async fn click(&mut self, converts: bool) {
        self.number += 1;
        let (app, clock, number) = (self.app(), &self.test.clock, self.number);
        let (now, day) = (clock.now(), clock.now().day());
        let ad = if self.is_spread { year::spread(self.world, number, now) } else { self.world.served(number, now) };
        show(app, ad, number).await;
        clock.advance_ms(1_000);
        let at = click(app, ad, number).await;
        self.clicks.entry(day).or_insert(at);
        let owner = ad.block;
        let count = RequestCount {
            block: owner.block,
            owner: Some(owner),
            step: 0,
            hour: now.hour(),
            requests: 1,
            places: 1,
            filled: 1,
        };
        let sample = RequestSample {
            block: owner,
            page: "news.example/a".to_owned(),
            place: ad.served.place,
            asn: 0,
            device_type: DeviceType::Desktop,
            os: Os::Other,
            browser: Browser::Other,
            language: Language::default(),
            traffic_source: TrafficSourceId(0),
            visitor: VisitorId(number),
            places: 1,
            filled: 1,
            step: None,
            weight: 1,
            content: PageContent::default(),
        };
        app.log.append_all(vec![Event::Requests(vec![count]), Event::Sample(sample)]).await.unwrap();
        clock.advance_ms(5_000);
        if converts {
            app.log.append(conversion(at, "order", ConversionState::Hold, Some(PRICE))).await.unwrap();
            clock.advance_ms(5_000);
        }
    }

    async fn audit(&self) -> audit::Report {
        audit::run(&self.app().worker).await.unwrap()
    }

    async fn sizes(&self) -> Sizes {
        let tables = ["settlements", "conversions", "transactions", "postings", "folded_postings", "day_seals"];
        let read = async move |conn: &Conn| {
            let mut rows = BTreeMap::new();
            for table in tables {
                let row = conn.row(&format!("SELECT COUNT(*) AS found FROM {table}"), []).await?.unwrap();
                rows.insert(table, row.get::<i64>("found")?);
            }
            Ok(rows)
        };
        let rows = self.app().store.read("test_sizes", read).await.unwrap();
        Sizes { log_bytes: self.app().log.kept_bytes(), rows, stats: self.app().stats.row_counts().unwrap() }
    }

    async fn last_seal(&self) -> Seal {
        self.app().store.read("test_seal", async |conn| seals::last(conn).await).await.unwrap().unwrap()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Sizes {
    log_bytes: u64,
    rows: BTreeMap<&'static str, i64>,
    stats: RowCounts,
}

impl TestApp {
    fn keep(&self, log_days: &str, months: &str) {
        let values =
            [("retention.log_days", log_days), ("retention.click_months", months), ("retention.hourly_months", months)];
        let refused = self.app.worker.settings.publish(self.app.worker.settings.edition() as i64 + 1, values);
        assert!(refused.is_empty(), "{refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_of_a_sealed_day_that_was_changed_is_found() {
    each_app(async |test: TestApp| {
        let mut network = Network::new(&test, "14", "1").await;
        let first = test.clock.now().day();
        for day in 0..40 {
            network.day(day % 4 == 3).await;
        }
        assert_clean(&network.audit().await);
        let sizes = network.sizes().await;
        assert!(sizes.rows["settlements"] < 35 * SETTLEMENTS_A_DAY, "{sizes:?}");
        let blob =
            |text: &str| if test.app.store.is_postgres() { format!("'\\x{text}'") } else { format!("x'{text}'") };
        let (gone, folded, recent) = (first.plus(3), first.plus(20), first.plus(37));
        let of = |day: Day| format!("sealed day {day}");
        let at = |day: Day| day.start().0;
        // What is done, what takes it back, and the day that is named.
        for (damage, mended, said) in [
            (
                format!("UPDATE folded_postings SET amount = amount + 1 WHERE sealed_day = {} AND account = 4", gone.0),
                format!("UPDATE folded_postings SET amount = amount - 1 WHERE sealed_day = {} AND account = 4", gone.0),
                of(gone),
            ),
            (
                format!("UPDATE folded_postings SET user_id = 901 WHERE sealed_day = {} AND account = 2", folded.0),
                format!("UPDATE folded_postings SET user_id = 900 WHERE sealed_day = {} AND account = 2", folded.0),
                of(folded),
            ),
            (
                format!("UPDATE postings SET day = day + 1 WHERE posted_day = {} AND account = 4", recent.0),
                format!("UPDATE postings SET day = day - 1 WHERE posted_day = {} AND account = 4", recent.0),
                of(recent),
            ),
            (
                format!(
                    "UPDATE settlements SET settled_at = settled_at + 1 WHERE settled_at BETWEEN {} AND {}",
                    at(folded),
                    at(folded.plus(1))
                ),
                format!(
                    "UPDATE settlements SET settled_at = settled_at - 1 WHERE settled_at BETWEEN {} AND {}",
                    at(folded),
                    at(folded.plus(1))
                ),
                of(folded),
            ),
            (
                format!("UPDATE day_seals SET last_settlement = last_settlement + 1 WHERE day = {}", gone.0),
                format!("UPDATE day_seals SET last_settlement = last_settlement - 1 WHERE day = {}", gone.0),
                of(gone),
            ),
            (
                format!("UPDATE day_seals SET day = day - 1000 WHERE day = {}", gone.0),
                format!("UPDATE day_seals SET day = day + 1000 WHERE day = {}", gone.0 - 1_000),
                of(gone.plus(1)),
            ),
        ] {
            execute(&test.app, &damage).await;
            let report = network.audit().await;
            let text = report.to_string();
            assert!(!report.is_clean() && text.contains(&said), "{damage}: {said}: {text}");
            execute(&test.app, &mended).await;
        }
        assert_clean(&network.audit().await);
        // A hash that was made anew for one seal does not fit the next.
        let seal = test
            .app
            .store
            .read("test_seal", async move |conn| seals::before(conn, folded).await)
            .await
            .unwrap()
            .unwrap();
        let hash = |bytes: &[u8]| {
            let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect::<String>()
        };
        let set = |bytes: &str| format!("UPDATE day_seals SET hash = {} WHERE day = {}", blob(bytes), seal.day.0);
        execute(&test.app, &set("00")).await;
        assert!(network.audit().await.to_string().contains(&of(folded)));
        execute(&test.app, &set(&hash(&seal.hash))).await;
        assert_clean(&network.audit().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_interrupted_goes_on_and_what_waits_is_kept() {
    each_app(async |test: TestApp| {
        let mut network = Network::new(&test, "3650", "120").await;
        for day in 0..40 {
            network.day(day % 4 == 3).await;
        }
        let before = network.sizes().await;
        assert_eq!(before.rows["settlements"], 40 * SETTLEMENTS_A_DAY, "everything is kept as long as that");
        let first = network.clicks.keys().next().copied().unwrap();
        // Killed after the first of the transactions of a day: nothing is missing, and the next run goes on.
        let due = network.app().store.read("test_seal", async move |conn| {
            Ok(seals::after(conn, seals::last_folded(conn).await?.unwrap().day, 1).await?.remove(0))
        });
        let due = due.await.unwrap();
        let after =
            network.app().store.read("test_seal", async |conn| seals::before(conn, due.day).await).await.unwrap();
        let (folding, after) = (due.clone(), after.unwrap().last_transaction);
        let fold = async move |tx: &Tx| folding::fold(tx, &folding, after).await;
        assert!(network.app().store.write("test_fold", Priority::Feed, fold).await.unwrap() > 0);
        assert_clean(&network.audit().await);
        test.keep("14", "120");
        network.hourly(true).await;
        let cut = network.sizes().await;
        assert!(
            cut.log_bytes < before.log_bytes / 2 && cut.rows["settlements"] == before.rows["settlements"],
            "{cut:?}"
        );
        // The first day on which something was settled.
        let oldest =
            network.app().store.read("test_seal", async move |conn| seals::after(conn, first.plus(-1), 9).await);
        let oldest = oldest.await.unwrap().into_iter().find(|seal| seal.last_settlement > 0).unwrap();
        let forgetting = oldest.clone();
        let forget = async move |tx: &Tx| folding::forget(tx, &forgetting).await;
        assert!(network.app().store.write("test_forget", Priority::Feed, forget).await.unwrap() > 0);
        assert_clean(&network.audit().await);
        network.hourly(true).await;
        let left = network.sizes().await;
        assert_eq!(left.rows["conversions"], before.rows["conversions"] - 1, "of the click that is gone: {left:?}");

        // A time that is made shorter removes what is older, and made longer again brings nothing back.
        test.keep("14", "1");
        network.hourly(true).await;
        let short = network.sizes().await;
        assert!(
            short.rows["settlements"] < 35 * SETTLEMENTS_A_DAY && short.log_bytes < before.log_bytes / 2,
            "{short:?}"
        );
        assert_clean(&network.audit().await);
        test.keep("3650", "120");
        network.day(true).await;
        let long = network.sizes().await;
        assert_eq!(long.rows["settlements"], short.rows["settlements"] + SETTLEMENTS_A_DAY);
        assert_clean(&network.audit().await);

        // A conversion of a click that is gone changes nothing; one of a click that is kept does.
        let kept = *network.clicks.values().next_back().unwrap();
        for click in [network.clicks[&first], kept] {
            let late = conversion(click, "late", ConversionState::Approved, Some(PRICE));
            network.app().log.append(late).await.unwrap();
        }
        test.clock.advance_ms(5_000);
        network.catch_up().await;
        assert_eq!(network.sizes().await.rows["conversions"], long.rows["conversions"] + 1);
        assert_clean(&network.audit().await);

        // Hours of days that are kept by day are refused, and days are not.
        let now = test.clock.now();
        let question = |dimension, days| Query::by(dimension, Period::ending(now.day(), days));
        let asked = async |query: Query| network.app().stats.answer(query, StatsScope::network()).await;
        let refused = asked(question(Dimension::Hour, 42)).await.unwrap_err().to_string();
        assert!(refused.contains("kept by hour since"), "{refused}");
        assert_eq!(asked(question(Dimension::Hour, 7)).await.unwrap().row_count, 6 * CLICKS_A_DAY);
        assert_eq!(asked(question(Dimension::Date, 42)).await.unwrap().row_count, 41);

        // Derived again: what the log still tells, and the rest stays.
        let expected = sums(&test.app);
        let text = rebuild::run(&test.app.worker).await.unwrap().unwrap();
        assert!(text.contains("earlier days stay as they are"), "{text}");
        assert_eq!(sums(&test.app), expected);
        assert_clean(&network.audit().await);
        network.facts = Facts::load(test.app.worker.clone()).await.unwrap();
        network.day(true).await;
        assert_clean(&network.audit().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_was_off_or_has_a_wrong_clock_loses_little_at_once() {
    each_app(async |test: TestApp| {
        let mut network = Network::new(&test, "14", "1").await;
        for day in 0..20 {
            network.day(day % 4 == 3).await;
        }
        let before = network.sizes().await;
        let sealed = network.last_seal().await.day;
        test.clock.advance_ms(100 * DAY_MS);
        network.hourly(true).await;
        assert_eq!(network.last_seal().await.day, sealed.plus(2), "a day with a release, then one without anything");
        let after = network.sizes().await;
        assert_eq!(after.rows["settlements"], before.rows["settlements"], "nothing of the clicks is gone");
        assert!(after.log_bytes * 10 > before.log_bytes * 8, "at most a day of the log: {before:?} {after:?}");
        assert_clean(&network.audit().await);
        // It goes on as before, and comes to the same in some days.
        network.day(true).await;
        for _ in 0..120 {
            test.clock.advance_ms(HOUR_MS);
            network.hourly(true).await;
        }
        let settled = network.sizes().await;
        assert_eq!(settled.rows["settlements"], SETTLEMENTS_A_DAY, "{settled:?}");
        assert_clean(&network.audit().await);
        let rows = test.app.store.read("test_rows", async |conn| settlements::newest(conn).await).await.unwrap();
        assert_eq!(rows, 21 * SETTLEMENTS_A_DAY, "numbers go on");

        // A record that waits keeps its day in the log; so does billing that stands still.
        network.day(true).await;
        let kept = test.app.log.kept_since().unwrap();
        let stuck = network.sizes().await;
        let late: UnixMs = test.clock.now();
        for _ in 0..30 {
            test.clock.advance_ms(DAY_MS);
            let ad = network.world.served(900_000 + test.clock.now().0 as u64, test.clock.now());
            show(&test.app, ad, 5).await;
            schedule::hourly(&test.app.worker, test.clock.now()).await.unwrap();
        }
        assert!(network.last_seal().await.day <= late.day(), "nothing is sealed that is not billed");
        assert!(
            test.app.log.kept_since().unwrap() <= kept.max(Some(late))
                && network.sizes().await.log_bytes > stuck.log_bytes
        );
        network.catch_up().await;
        assert!(balance(&test.app, Account::WebmasterAvailable(WEBMASTER)).await > 0);
        network.hourly(true).await;
        assert_clean(&network.audit().await);
    })
    .await;
}

/// Makes the newest settlement unreadable, and keeps what it was.
async fn break_newest(app: &App) -> i64 {
    let newest = app.store.read("test_newest", async |conn| settlements::newest(conn).await).await.unwrap();
    break_settlement(app, newest).await;
    newest
}

async fn break_settlement(app: &App, seq: i64) {
    sql(app, &format!("CREATE TABLE kept_served AS SELECT served FROM settlements WHERE id = {seq}")).await;
    let blob = blob(app);
    sql(app, &format!("UPDATE settlements SET served = CAST('' AS {blob}) WHERE id = {seq}")).await;
}

async fn mend_settlement(app: &App, seq: i64) {
    sql(app, &format!("UPDATE settlements SET served = (SELECT served FROM kept_served) WHERE id = {seq}")).await;
    sql(app, "DROP TABLE kept_served").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_set_aside_is_counted_once_on_a_day_that_stays_as_it_is() {
    each_app(async |test: TestApp| {
        let mut network = Network::new(&test, "14", "120").await;
        let app = &test.app;
        network.day(true).await;
        let first = network.clicks.values().next().copied().unwrap();
        // Statistics cannot read a settlement.
        test.clock.advance_ms(HOUR_MS);
        let lost = network.number + 1;
        network.click(false).await;
        network.billing.catch_up().await.unwrap();
        let seq = break_newest(app).await;
        network.facts.catch_up().await.unwrap();
        mend_settlement(app, seq).await;
        let days = 24;
        for day in 0..days {
            network.day(day % 4 == 3).await;
        }
        let (shows, clicks) = (network.number as i64, network.number as i64);
        assert_eq!((sums(app).shows, sums(app).clicks), (shows, clicks - 1), "click {lost} waits");
        assert!(app.log.get(first).is_err(), "the log of that day is gone");
        let rebuild = async |network: &mut Network<'_>| {
            test.clock.advance_ms(1);
            let text = rebuild::run(&app.worker).await.unwrap().unwrap();
            assert!(text.contains("earlier days stay as they are"), "{text}");
            network.facts = Facts::load(app.worker.clone()).await.unwrap();
        };
        let retry = async |network: &mut Network<'_>| {
            set_aside::run(&app.worker, "retry all").await.unwrap();
            network.facts.catch_up().await.unwrap();
            let mut again = Facts::load(app.worker.clone()).await.unwrap();
            again.catch_up().await.unwrap();
            network.facts = again;
        };
        rebuild(&mut network).await;
        assert_eq!(sums(app).clicks, clicks - 1);
        // Tried again while the other days are derived again, from the beginning of the log.
        rebuild::clear(&app.worker).await.unwrap();
        network.facts = Facts::load(app.worker.clone()).await.unwrap();
        retry(&mut network).await;
        assert_eq!((sums(app).shows, sums(app).clicks), (shows, clicks));
        assert_clean(&network.audit().await);
        // Counted then, and set aside again while they are derived once more.
        rebuild(&mut network).await;
        let again = NewRecord {
            source: Source::Settlements,
            record: EventRef(seq as u64),
            what: "settlement",
            appended_at: test.clock.now(),
            reason: "a test".to_owned(),
            tries: 3,
        };
        let put = async move |tx: &Tx| placard_store::billing::set_aside::put(tx, "facts", &again).await;
        app.store.write("test_put_aside", Priority::Api, put).await.unwrap();
        network.facts = Facts::load(app.worker.clone()).await.unwrap();
        retry(&mut network).await;
        assert_eq!((sums(app).shows, sums(app).clicks), (shows, clicks));

        // What was counted already, and cannot be read only while the other days are derived again, is not counted twice.
        break_settlement(app, 1).await;
        rebuild(&mut network).await;
        mend_settlement(app, 1).await;
        retry(&mut network).await;
        assert_eq!((sums(app).shows, sums(app).clicks), (shows, clicks));
        rebuild(&mut network).await;
        assert_eq!((sums(app).shows, sums(app).clicks), (shows, clicks));
        assert_clean(&network.audit().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_of_a_click_that_statistics_lack_counts_on_its_day() {
    each_app(async |test: TestApp| {
        let mut network = Network::new(&test, "90", "13").await;
        let app = &test.app;
        network.day(true).await;
        // The only click of its day, late in the evening.
        let day = test.clock.now().day();
        test.clock.set(day.start().plus_ms(20 * HOUR_MS));
        network.click(false).await;
        network.billing.catch_up().await.unwrap();
        let seq = break_newest(app).await;
        network.facts.catch_up().await.unwrap();
        mend_settlement(app, seq).await;
        app.log.append(conversion(network.clicks[&day], "late", ConversionState::Hold, Some(PRICE))).await.unwrap();
        test.clock.set(day.plus(1).start());
        network.day(true).await;
        assert_eq!(sums(app).clicks, network.number as i64 - 1, "it waits for somebody's decision");
        assert_clean(&network.audit().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_of_before_what_is_gone_leaves_its_room_in_the_limit() {
    each_app(async |test: TestApp| {
        let mut network = Network::new(&test, "14", "1").await;
        let app = &test.app;
        network.day(false).await;
        let first = network.clicks.values().next().copied().unwrap();
        let void = Event::Void { click: first, by: UserId(1), reason: String::new() };
        app.log.append(void).await.unwrap();
        for day in 0..40 {
            network.day(day % 4 == 3).await;
        }
        assert_clean(&network.audit().await);
        let newest = app.store.read("test_newest", async |conn| settlements::newest(conn).await).await.unwrap();
        // The last one is a conversion; the one before is the click that it follows from.
        let (clicks, refused) = (network.number as i64, newest - 1);
        let limit = (clicks - 1) * PRICE.micros();
        sql(app, &format!("UPDATE campaigns SET total_limit = {limit}")).await;
        let over_budget = Verdict::OverBudget.code();
        sql(app, &format!("UPDATE settlements SET verdict = {over_budget} WHERE id = {refused} AND kind = 1")).await;
        let text = network.audit().await.to_string();
        assert!(
            text.contains(&format!("settlement {refused}: click")) && text.contains("was judged over budget"),
            "{text}"
        );
    })
    .await;
}
