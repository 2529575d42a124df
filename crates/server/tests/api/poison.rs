//! Records that a feed cannot digest, and a database that refuses: the feeds go on, nothing is lost or paid twice, and
//! the operator is told.

use crate::app::{Answer, Person, TestApp, each_app};
use crate::money::{PRICE, WEBMASTER, arrival, assert_clean, balance, click, conversion, show, sums, world};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use placard_api::staff::network::system::operator_routes;
use placard_common::health::{Condition, Severity};
use placard_model::books::posting::Account;
use placard_model::event::{ConversionState, Event, EventRef, ServedAd};
use placard_model::time::HOUR_MS;
use placard_model::{AdId, Clock, Money, UserId, Verdict};
use placard_server::App;
use placard_store::Priority;
use placard_store::billing::set_aside::{NewRecord, Source, State};
use placard_store::billing::settlements;
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::{lag, look, set_aside};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

pub(crate) const ADVERTISER: UserId = UserId(800);
/// The ad whose settlements the database refuses.
const REFUSED: AdId = AdId(666);

pub(crate) async fn sql(app: &App, sql: &str) {
    let sql = sql.to_owned();
    app.store.write("test_sql", Priority::Api, async move |tx| tx.execute(&sql, []).await).await.unwrap();
}

/// Lets the database refuse the settlements of one ad, as it would refuse any value that breaks a rule.
async fn refuse(app: &App) {
    if app.store.is_postgres() {
        sql(app, "ALTER TABLE settlements ADD CONSTRAINT refused CHECK (ad_id <> 666)").await;
    } else {
        let trigger = "CREATE TRIGGER refused BEFORE INSERT ON settlements WHEN NEW.ad_id = 666 \
                       BEGIN SELECT RAISE(ABORT, 'refused'); END";
        sql(app, trigger).await;
    }
}

async fn refuse_no_more(app: &App) {
    let postgres = app.store.is_postgres();
    sql(app, if postgres { "ALTER TABLE settlements DROP CONSTRAINT refused" } else { "DROP TRIGGER refused" }).await;
}

pub(crate) async fn rows(app: &App) -> Vec<(String, String, State)> {
    let list =
        app.store.read("test_rows", async |conn| placard_store::billing::set_aside::list(conn, true).await).await;
    list.unwrap().into_iter().map(|row| (row.consumer, row.what, row.state)).collect()
}

async fn id_of(app: &App, consumer: &str, what: &str, record: Option<EventRef>) -> i64 {
    let list = app
        .store
        .read("test_rows", async |conn| placard_store::billing::set_aside::list(conn, true).await)
        .await
        .unwrap();
    let fits = |row: &&placard_store::billing::set_aside::SetAside| {
        row.consumer == consumer && row.what == what && record.is_none_or(|record| row.record == record)
    };
    list.iter().find(fits).map(|row| row.id).expect("the record is set aside")
}

async fn ids_of(app: &App, what: &str) -> Vec<i64> {
    let list = app
        .store
        .read("test_rows", async |conn| placard_store::billing::set_aside::list(conn, true).await)
        .await
        .unwrap();
    list.iter().filter(|row| row.consumer == "billing" && row.what == what).map(|row| row.id).collect()
}

/// What a tracker has told of a click, as it was settled.
pub(crate) async fn sale_of(app: &App, click: EventRef) -> Option<Money> {
    let read = async move |conn: &placard_store::Conn| settlements::conversions(conn, &[click]).await;
    app.store.read("test_sale", read).await.unwrap().first().map(|one| one.payout)
}

async fn readiness(test: &TestApp) -> Answer {
    let mut request = Request::get("/readyz").body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((Ipv4Addr::LOCALHOST, 5_000))));
    test.app.worker.looks.forget().await;
    // As on the address that is for operators.
    let response = operator_routes(test.app.api.clone()).oneshot(request).await.unwrap();
    Answer::read(response).await
}

#[tokio::test]
async fn what_is_wrong_is_looked_for_once_and_told_to_operators_alone() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        app.delivery.directory.set_ready();
        app.health.raise("test", Severity::Warning, "for operators");
        // A proxy on this machine that says nothing of whom it passes on: everybody stands behind it.
        let from_here = async || {
            let mut request = Request::get("/readyz").body(Body::empty()).unwrap();
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from((Ipv4Addr::LOCALHOST, 5_000))));
            test.send(request).await
        };
        let here = from_here().await;
        assert_eq!((here.status.as_u16(), here.text.as_str()), (200, "ready"));
        assert!(readiness(&test).await.text.contains("for operators"));

        app.store.close().await.unwrap();
        assert_eq!(from_here().await.status, 200, "what was just seen is not looked at again");
        app.worker.looks.forget().await;
        look::look(&app.worker).await;
        assert!(app.health.holds("database"), "nobody need ask for it");
        assert_eq!(from_here().await.status, 503);
    })
    .await;
}

pub(crate) async fn shown_and_clicked(test: &TestApp, ad: ServedAd, number: u64) -> EventRef {
    show(&test.app, ad, number).await;
    test.clock.advance_ms(1_000);
    click(&test.app, ad, number).await
}

#[tokio::test(flavor = "multi_thread")]
async fn billing_goes_past_what_it_cannot_digest_and_bills_it_once_when_it_can() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        app.delivery.directory.set_ready();
        let world = world(app, ADVERTISER, 10, None).await;
        refuse(app).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();

        let first = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        // A price below zero breaks an assertion of the ledger.
        let mut impossible = world.served(2, clock.now());
        impossible.served.price = Money::from_micros(-5);
        let impossible = shown_and_clicked(&test, impossible, 2).await;
        shown_and_clicked(&test, world.served(3, clock.now()), 3).await;
        let mut refused = world.served(4, clock.now());
        refused.served.ad = REFUSED;
        let refused = shown_and_clicked(&test, refused, 4).await;
        // No event.
        app.log.append_encoded(vec![vec![1, 250, 2, 3]]).await.unwrap();
        let state = ConversionState::Approved;
        for (click, external_id) in [(first, "a\0b"), (first, "order"), (refused, "order"), (impossible, "order")] {
            let payout = Some(Money::from_dollars(1_000_000_000));
            app.log.append(conversion(click, external_id, state, payout)).await.unwrap();
        }
        let conversions = if app.store.is_postgres() { 1 } else { 2 };
        for number in 5..40 {
            shown_and_clicked(&test, world.served(number, clock.now()), number).await;
        }
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 37 + conversions, "the ordinary clicks and conversions");
        let spent = |clicks: i64| 10_000_000 - clicks * PRICE.micros();
        assert_eq!(balance(app, Account::Advertiser(ADVERTISER)).await, spent(37));

        let mut expected = vec![
            ("billing".to_owned(), "unreadable".to_owned(), State::SetAside),
            ("billing".to_owned(), "click".to_owned(), State::SetAside),
            ("billing".to_owned(), "click".to_owned(), State::SetAside),
            // What was told of these two clicks.
            ("billing".to_owned(), "postback".to_owned(), State::SetAside),
            ("billing".to_owned(), "postback".to_owned(), State::SetAside),
        ];
        // SQLite takes NUL in texts.
        expected
            .extend(app.store.is_postgres().then(|| ("billing".to_owned(), "postback".to_owned(), State::SetAside)));
        let mut found = rows(app).await;
        found.sort_by(|a, b| b.1.cmp(&a.1));
        expected.sort_by(|a, b| b.1.cmp(&a.1));
        assert_eq!(found, expected);
        let stored = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 100).await).await.unwrap();
        let payouts = stored.iter().filter_map(|row| row.settlement.conversion()).map(|change| change.after.1);
        assert!(payouts.clone().count() == conversions && payouts.max() == Some(Money::from_dollars(100_000)));

        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        let report = audit::run(&app.worker).await.unwrap();
        assert_clean(&report);
        assert_eq!(report.set_aside.len(), expected.len() + 1, "statistics cannot read that one either");
        let ready = readiness(&test).await;
        assert!(ready.status.is_success() && ready.text.starts_with("ready\n"), "{}", ready.text);
        assert!(ready.text.contains("notice set_aside"), "{}", ready.text);
        assert!(!test.get(&Person::default(), "/readyz").await.text.contains("set_aside"), "not for everybody");

        // The cause is mended, and a restart comes in between: there is no checkpoint, so that all is read again.
        refuse_no_more(app).await;
        let id = id_of(app, "billing", "click", Some(refused)).await;
        set_aside::run(&app.worker, &format!("retry {id}")).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 1);
        // Tracker and log have told of a sale meanwhile: it is counted with its click, and the books know it.
        assert_eq!(sale_of(app, refused).await, None);
        for id in ids_of(app, "postback").await {
            set_aside::run(&app.worker, &format!("retry {id}")).await.unwrap();
        }
        billing.catch_up().await.unwrap();
        assert_eq!(sale_of(app, refused).await, Some(Money::from_dollars(100_000)));
        assert_clean(&audit::run(&app.worker).await.unwrap());
        assert_eq!(balance(app, Account::Advertiser(ADVERTISER)).await, spent(38));
        let again = set_aside::run(&app.worker, &format!("retry {id}")).await.unwrap_err();
        assert!(again.to_string().contains("taken after all"), "{again}");
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        shown_and_clicked(&test, world.served(50, clock.now()), 50).await;
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 1, "only the new one");
        assert_eq!(balance(app, Account::Advertiser(ADVERTISER)).await, spent(39));

        // One that still cannot be digested is set aside again; one that is given up stays without effect.
        let id = id_of(app, "billing", "click", Some(impossible)).await;
        set_aside::run(&app.worker, &format!("retry {id}")).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 0);
        set_aside::run(&app.worker, &format!("drop {id}")).await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!(sums(app).clicks, 39);
        assert_clean(&audit::run(&app.worker).await.unwrap());
        let states: Vec<State> = rows(app).await.into_iter().filter(|row| row.1 == "click").map(|row| row.2).collect();
        assert!(states.contains(&State::Taken) && states.contains(&State::Dropped), "{states:?}");

        // A record that is set aside and settled as well is a difference.
        sql(app, "UPDATE set_aside_records SET state = 1 WHERE state = 3").await;
        assert!(!audit::run(&app.worker).await.unwrap().is_clean());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_go_past_what_they_cannot_count_and_count_it_once_when_they_can() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let mut clicks = Vec::new();
        for number in 1..=12 {
            clicks.push(shown_and_clicked(&test, world.served(number, clock.now()), number).await);
        }
        let (state, external_id) = (ConversionState::Approved, "order".to_owned());
        let payout = Some(Money::from_dollars(3));
        app.log.append(conversion(clicks[4], &external_id, state, payout)).await.unwrap();
        app.log.append_encoded(vec![vec![1, 250, 2, 3]]).await.unwrap();
        for number in 13..=24 {
            shown_and_clicked(&test, world.served(number, clock.now()), number).await;
        }
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 25);
        // A row that cannot be read, and one on which an assertion breaks: its amount has no negative.
        sql(app, "CREATE TABLE kept AS SELECT served FROM settlements WHERE id = 3").await;
        sql(app, "UPDATE settlements SET served = CAST('' AS BLOB) WHERE id = 3".replace("BLOB", blob(app)).as_str())
            .await;
        sql(app, "UPDATE settlements SET state_before = 1, payout_before = -9223372036854775807 - 1 WHERE kind = 2")
            .await;
        facts.catch_up().await.unwrap();
        let sums_now = sums(app);
        assert_eq!((sums_now.shows, sums_now.clicks, sums_now.approved), (24, 23, 0));
        let whats: Vec<String> = rows(app).await.into_iter().filter(|row| row.0 == "facts").map(|row| row.1).collect();
        assert_eq!(whats.len(), 3, "{whats:?}");

        sql(app, "UPDATE settlements SET served = (SELECT served FROM kept) WHERE id = 3").await;
        sql(app, "UPDATE settlements SET state_before = NULL, payout_before = NULL WHERE kind = 2").await;
        assert_clean(&audit::run(&app.worker).await.unwrap());
        set_aside::run(&app.worker, "retry all").await.unwrap();
        facts.catch_up().await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        let sums = sums(app);
        assert_eq!((sums.shows, sums.clicks, sums.approved), (24, 24, 1), "each is counted once");
        assert_clean(&audit::run(&app.worker).await.unwrap());
        let left = rows(app).await.into_iter().filter(|row| row.0 == "facts" && row.2 == State::SetAside).count();
        assert_eq!(left, 1, "what this program cannot read waits for one that can");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_set_aside_is_tried_again_and_each_refusal_is_told() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        let many = 1_250;
        app.store
            .write("test_rows", Priority::Api, async move |tx| {
                for number in 0..many {
                    let new = NewRecord {
                        source: Source::Log,
                        record: EventRef(1_000 + number),
                        what: "click",
                        appended_at: tx.now(),
                        reason: "a test".to_owned(),
                        tries: 3,
                    };
                    placard_store::billing::set_aside::put(tx, "billing", &new).await?;
                }
                Ok(())
            })
            .await
            .unwrap();
        let refused = id_of(app, "billing", "click", Some(EventRef(1_003))).await;
        if app.store.is_postgres() {
            let check = format!("CHECK (id <> {refused} OR state <> 2)");
            sql(app, &format!("ALTER TABLE set_aside_records ADD CONSTRAINT refused {check}")).await;
        } else {
            let trigger = format!(
                "CREATE TRIGGER refused BEFORE UPDATE ON set_aside_records WHEN NEW.id = {refused} \
                 BEGIN SELECT RAISE(ABORT, 'refused'); END"
            );
            sql(app, &trigger).await;
        }
        let error = set_aside::run(&app.worker, "retry all").await.unwrap_err().to_string();
        assert!(error.contains("1249 records will be tried again, 1 could not"), "{error}");
        assert!(error.lines().any(|line| line.starts_with(&format!("{refused}: "))), "{error}");
        let count = async |conn: &placard_store::Conn| {
            let sql = "SELECT COUNT(*) AS asked FROM set_aside_records WHERE state = 2";
            conn.row(sql, []).await?.unwrap().get::<i64>("asked")
        };
        assert_eq!(app.store.read("test_rows", count).await.unwrap(), 1_249);
    })
    .await;
}

/// Sets a record of the log aside for both feeds, before they meet it.
pub(crate) async fn put_aside(app: &App, consumers: &'static [&'static str], record: EventRef, what: &'static str) {
    app.store
        .write("test_put_aside", Priority::Api, async move |tx| {
            for consumer in consumers {
                let (appended_at, reason) = (tx.now(), "a test".to_owned());
                let new = NewRecord { source: Source::Log, record, what, appended_at, reason, tries: 3 };
                placard_store::billing::set_aside::put(tx, consumer, &new).await?;
            }
            Ok(())
        })
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_again_is_judged_alike_by_the_feeds_and_the_audit() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let append = async |event: Event| app.log.append(event).await.unwrap().at;
        let seen = |ad: ServedAd, number| Event::Show { ad, arrival: arrival(number) };
        // A show that waits is retried hours later; a click that waits stands before another, and both before a retry.
        let old = world.served(1, clock.now());
        let old = append(seen(old, 1)).await;
        put_aside(app, &["billing", "facts"], old, "show").await;
        clock.advance_ms(5 * HOUR_MS);
        let early = world.served(2, clock.now());
        let early_show = append(seen(early, 2)).await;
        put_aside(app, &["billing", "facts"], early_show, "show").await;
        let waiting = world.served(3, clock.now());
        append(seen(waiting, 3)).await;
        let late = world.served(4, clock.now());
        append(seen(late, 4)).await;
        clock.advance_ms(1_000);
        let late = click(app, late, 4).await;
        put_aside(app, &["billing"], late, "click").await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        clock.advance_ms(20_000);
        click(app, early, 2).await;
        let waits = click(app, waiting, 3).await;
        // The log has passed nothing of the two: they wait while others come again behind them.
        assert_eq!(billing.catch_up().await.unwrap(), 0);
        facts.catch_up().await.unwrap();
        set_aside::run(&app.worker, "retry all").await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 0, "nobody is judged early");
        clock.advance_ms(3_000);
        show(app, world.served(5, clock.now()), 5).await;
        assert_eq!(billing.catch_up().await.unwrap(), 3);
        facts.catch_up().await.unwrap();
        let stored = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 9).await).await.unwrap();
        let found: Vec<_> = stored.iter().map(|row| row.settlement.verdict).collect();
        assert_eq!(found, [Verdict::NotShown, Verdict::Valid, Verdict::Valid], "{waits:?} has its show, {late:?} too");
        assert_eq!(sums(app).shows, 5, "each show counts once, hours later too");
        assert_clean(&audit::run(&app.worker).await.unwrap());
        // The same after a restart without a checkpoint, and derived again from nothing.
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 0);
        let expected = sums(app);
        placard_worker::rebuild::run(&app.worker).await.unwrap();
        assert_eq!(sums(app), expected);
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_again_is_there_for_what_follows_it_readable_or_not() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        // Retried, and told of by its tracker before billing has met anything else.
        let first = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        put_aside(app, &["billing"], first, "click").await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        set_aside::run(&app.worker, "retry all").await.unwrap();
        let (state, external_id) = (ConversionState::Approved, "order".to_owned());
        app.log.append(conversion(first, &external_id, state, Some(PRICE))).await.unwrap();
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        assert_eq!(sale_of(app, first).await, Some(PRICE));
        // Retried, and followed by a record that nobody can read.
        let second = shown_and_clicked(&test, world.served(2, clock.now()), 2).await;
        put_aside(app, &["billing"], second, "click").await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        set_aside::run(&app.worker, "retry all").await.unwrap();
        app.log.append_encoded(vec![vec![1, 250, 2, 3]]).await.unwrap();
        billing.catch_up().await.unwrap();
        show(app, world.served(3, clock.now()), 3).await;
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        let spent = 10_000_000 - 2 * PRICE.micros();
        assert_eq!(balance(app, Account::Advertiser(ADVERTISER)).await, spent);
        let waiting = rows(app).await.into_iter().filter(|row| row.2 == State::SetAside).map(|row| row.1);
        assert_eq!(waiting.collect::<Vec<_>>(), ["unreadable"]);
        Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_while_statistics_are_derived_again_makes_nothing_old() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        for number in 1..=4 {
            show(app, world.served(number, clock.now()), number).await;
            clock.advance_ms(3 * HOUR_MS);
        }
        let last = Event::Show { ad: world.served(5, clock.now()), arrival: arrival(5) };
        let last = app.log.append(last).await.unwrap().at;
        put_aside(app, &["facts"], last, "show").await;
        Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        assert_eq!(sums(app).shows, 4);
        placard_worker::rebuild::clear(&app.worker).await.unwrap();
        // Heard of before the first record is counted again: it comes long before its own place.
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        set_aside::run(&app.worker, "retry all").await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!(sums(app).shows, 5, "the shows of earlier hours are none the older for it");
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_that_come_again_the_one_that_fails_is_blamed() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let innocent = Event::Show { ad: world.served(9, clock.now()), arrival: arrival(9) };
        let innocent = app.log.append(innocent).await.unwrap().at;
        put_aside(app, &["facts"], innocent, "show").await;
        let first = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        let (state, external_id) = (ConversionState::Approved, "order".to_owned());
        app.log.append(conversion(first, &external_id, state, Some(PRICE))).await.unwrap();
        clock.advance_ms(3_000);
        Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        // Its amount has no negative.
        sql(app, "UPDATE settlements SET state_before = 1, payout_before = -9223372036854775807 - 1 WHERE kind = 2")
            .await;
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!((sums(app).shows, sums(app).clicks, sums(app).approved), (1, 1, 0));
        set_aside::run(&app.worker, "retry all").await.unwrap();
        facts.catch_up().await.unwrap();
        let mut found: Vec<(String, State)> = rows(app).await.into_iter().map(|row| (row.1, row.2)).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(found, [("settlement".to_owned(), State::SetAside), ("show".to_owned(), State::Taken)]);
        assert_eq!((sums(app).shows, sums(app).approved), (2, 0));
    })
    .await;
}

pub(crate) fn blob(app: &App) -> &'static str {
    if app.store.is_postgres() { "BYTEA" } else { "BLOB" }
}

/// Waits for what loops do by themselves.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !holds().await {
        assert!(began.elapsed() < Duration::from_mins(1), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_refuses_is_told_and_nothing_is_set_aside() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let stop = CancellationToken::new();
        let running = app.start_feeds(&stop);
        shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        clock.advance_ms(3_000);
        let pending = async || balance(app, Account::WebmasterPending(WEBMASTER)).await;
        until("the first click is billed", async || pending().await == 70_000).await;

        sql(app, "ALTER TABLE settlements RENAME TO settlements_away").await;
        shown_and_clicked(&test, world.served(2, clock.now()), 2).await;
        clock.advance_ms(3_000);
        let fails = async || app.health.conditions().iter().any(|condition| condition.name == "billing");
        until("the failing feed is told", fails).await;
        clock.advance_ms(200_000);
        lag::look(&app.worker).await;
        let answer = readiness(&test).await;
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        let lag = "critical billing_lag";
        assert!(answer.text.starts_with("not ready\n") && answer.text.contains(lag), "{}", answer.text);
        assert!(answer.text.contains("has not moved for 20"), "{}", answer.text);

        sql(app, "ALTER TABLE settlements_away RENAME TO settlements").await;
        until("the second click is billed", async || pending().await == 140_000).await;
        until("all is well again", async || readiness(&test).await.text == "ready").await;
        assert!(rows(app).await.is_empty(), "the records were not to blame");
        stop.cancel();
        for feed in running {
            feed.await.unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn feeds_stand_still_before_records_of_a_newer_version() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        app.delivery.directory.set_ready();
        let world = world(app, ADVERTISER, 10, None).await;
        let stop = CancellationToken::new();
        let running = app.start_feeds(&stop);
        shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        clock.advance_ms(3_000);
        let pending = async || balance(app, Account::WebmasterPending(WEBMASTER)).await;
        until("the first click is billed", async || pending().await == 70_000).await;
        until("both are counted", async || (sums(app).shows, sums(app).clicks) == (1, 1)).await;

        app.log.append_encoded(vec![vec![99, 1, 2, 3]]).await.unwrap();
        shown_and_clicked(&test, world.served(2, clock.now()), 2).await;
        clock.advance_ms(3_000);
        let critical = |name: &str| {
            let is_it = |condition: &Condition| condition.name == name && condition.severity == Severity::Critical;
            app.health.conditions().iter().any(is_it)
        };
        until("both are told at once", async || critical("billing") && critical("facts")).await;
        let answer = readiness(&test).await;
        assert_eq!(answer.status.as_u16(), 503, "{}", answer.text);
        for name in ["billing", "facts"] {
            let line = answer.text.lines().find(|line| line.starts_with(&format!("critical {name} ")));
            assert!(line.is_some_and(|line| line.contains("start that version again")), "{}", answer.text);
        }
        assert!(rows(app).await.is_empty(), "nothing is wrong with the record");
        assert_eq!((pending().await, sums(app).shows), (70_000, 1), "nothing goes past it");
        let report = audit::run(&app.worker).await.unwrap();
        assert!(!report.is_clean() && report.to_string().contains("start that version again"), "{report}");
        stop.cancel();
        for feed in running {
            feed.await.unwrap();
        }
    })
    .await;
}

#[tokio::test]
async fn what_a_store_refuses_is_refused_at_the_edge() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        app.delivery.directory.set_ready();
        let ad = world.served(1, clock.now());
        let click = app.log.append(Event::Click { ad, arrival: arrival(1) }).await.unwrap().at;
        let click = app.delivery.click_ids.make(click);
        let end = app.log.end();
        let check = async |parameters: &str, field: &str| {
            let request = Request::get(format!("/postback?click_id={click}&{parameters}")).body(Body::empty()).unwrap();
            assert_eq!(test.send(request).await.wrong_fields(), [field], "{parameters}");
        };
        check("id=%00", "id").await;
        check("id=order%0A7", "id").await;
        check("id=order%C2%85", "id").await;
        check("payout=100000.01", "payout").await;
        check("payout=1e9", "payout").await;
        assert_eq!(app.log.end(), end, "nothing of it is in the log");
        let request = Request::get(format!("/postback?click_id={click}&id=%C3%BC%207&payout=100000"));
        test.send(request.body(Body::empty()).unwrap()).await.expect(204);
    })
    .await;
}
