//! Records that were set aside and come again: each once and in one place, whatever is killed in between.

use crate::app::{TestApp, each_app};
use crate::money::{PRICE, arrival, assert_clean, balance, click, sums, world};
use crate::poison::{ADVERTISER, put_aside, rows, sale_of, shown_and_clicked, sql};
use placard_events::Position;
use placard_model::books::posting::Account;
use placard_model::event::{ConversionState, Event, EventRef, ServedAd};
use placard_model::{Clock, Verdict};
use placard_server::App;
use placard_store::Priority;
use placard_store::billing::set_aside::State;
use placard_store::billing::{positions, settlements, settling};
use placard_worker::audit;
use placard_worker::feeds::billing::{self, Billing};
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::set_aside;
use tokio_util::sync::CancellationToken;

/// What a feed leaves behind that is killed right after it noted that a record comes again, and before it met it: the
/// record comes again at the end of the log, behind which there is nothing that this program can read.
async fn killed_after_noting(app: &App, record: EventRef) {
    let at = app.log.end().to_bytes();
    app.store
        .write("test_take", Priority::Api, async move |tx| {
            let list = placard_store::billing::set_aside::list(tx, true).await?;
            let row = list.iter().find(|row| row.record == record).expect("it is set aside");
            placard_store::billing::set_aside::take(tx, row.id, &at).await
        })
        .await
        .unwrap();
    app.log.append_encoded(vec![vec![1, 250, 2, 3]]).await.unwrap();
}

async fn spent(app: &App) -> i64 {
    10_000_000 - balance(app, Account::Advertiser(ADVERTISER)).await
}

async fn verdicts(app: &App) -> Vec<(EventRef, Verdict)> {
    let stored = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 1_000).await).await.unwrap();
    stored.into_iter().map(|row| (row.settlement.record, row.settlement.verdict)).collect()
}

async fn assert_clean_audit(app: &App) -> audit::Report {
    Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
    let report = audit::run(&app.worker).await.unwrap();
    assert_clean(&report);
    report
}

fn shown(ad: ServedAd, number: u64) -> Event {
    Event::Show { ad, arrival: arrival(number) }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_where_billing_ended_comes_again_once() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let first = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        put_aside(app, &["billing"], first, "click").await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 0);
        billing.checkpoint().await.unwrap();
        drop(billing);
        killed_after_noting(app, first).await;

        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 1);
        let (state, external_id) = (ConversionState::Approved, "order".to_owned());
        app.log
            .append(Event::Postback {
                click: first,
                external_id,
                state,
                payout: Some(PRICE),
                goal: String::new(),
                transaction_id: String::new(),
            })
            .await
            .unwrap();
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 1);
        assert_eq!((sale_of(app, first).await, spent(app).await), (Some(PRICE), PRICE.micros()));
        let left = rows(app).await.into_iter().filter(|row| row.2 == State::SetAside).map(|row| row.1);
        assert_eq!(left.collect::<Vec<_>>(), ["unreadable"]);
        assert_clean_audit(app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_met_before_an_unreadable_record_is_known_after_a_restart() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let first = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        put_aside(app, &["billing"], first, "click").await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        clock.advance_ms(3_000);
        billing.catch_up().await.unwrap();
        killed_after_noting(app, first).await;
        // Met, settled, and stored with the position behind the unreadable record, without a checkpoint.
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 1);
        // Another one, behind which a restart finds the rest of the log.
        app.log.append_encoded(vec![vec![1, 250, 2, 3]]).await.unwrap();
        let again = world.served(2, clock.now());
        app.log.append(shown(again, 1)).await.unwrap();
        clock.advance_ms(1_000);
        let again = click(app, again, 1).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 1);
        assert_eq!(verdicts(app).await, [(first, Verdict::Valid), (again, Verdict::RepeatedVisitor)]);
        assert_clean_audit(app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_again_is_judged_behind_what_stands_before_it() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let retried = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        put_aside(app, &["billing"], retried, "click").await;
        let other = world.served(2, clock.now());
        app.log.append(shown(other, 1)).await.unwrap();
        clock.advance_ms(3_000);
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        billing.checkpoint().await.unwrap();
        // The same visitor's click is read and waits: nothing of it is stored.
        let other = click(app, other, 1).await;
        assert_eq!(billing.catch_up().await.unwrap(), 0);
        drop(billing);
        killed_after_noting(app, retried).await;

        clock.advance_ms(3_000);
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 2);
        assert_eq!(verdicts(app).await, [(other, Verdict::Valid), (retried, Verdict::RepeatedVisitor)]);
        assert_clean_audit(app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_again_behind_a_full_batch_is_judged_by_the_audit() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let first = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        put_aside(app, &["billing"], first, "click").await;
        let there = app.log.read(&Position::default(), 2_000, None).unwrap().events.len();
        app.log.append_all(vec![Event::Requests(Vec::new()); 2_000 - there]).await.unwrap();
        clock.advance_ms(3_000);
        Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        killed_after_noting(app, first).await;
        assert_eq!(Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap(), 1);
        assert_eq!(assert_clean_audit(app).await.judged_again, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_retries_come_in_some_at_once_and_all_of_them_once() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        let events = (0..250).map(|number| shown(world.served(number, clock.now()), number)).collect();
        for appended in app.log.append_all(events).await.unwrap() {
            put_aside(app, &["facts"], appended.at, "show").await;
        }
        Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!(sums(app).shows, 0);
        set_aside::run(&app.worker, "retry all").await.unwrap();
        // Nothing else comes into the log meanwhile.
        let mut counted = vec![0];
        while counted.last() != Some(&250) {
            assert!(counted.len() < 20, "{counted:?}");
            facts.step().await.unwrap();
            counted.push(sums(app).shows);
        }
        assert!(counted.windows(2).all(|two| two[1] - two[0] <= 100), "{counted:?}");
        facts.catch_up().await.unwrap();
        Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        assert_eq!(sums(app).shows, 250);
        assert_clean_audit(app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_two_retries_loses_neither_and_doubles_none() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        // The later one was taken: after the restart it still comes before the earlier one.
        let earlier = shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        let other = world.served(2, clock.now());
        app.log.append(shown(other, 1)).await.unwrap();
        clock.advance_ms(1_000);
        let later = click(app, other, 1).await;
        for record in [earlier, later] {
            put_aside(app, &["billing"], record, "click").await;
        }
        clock.advance_ms(3_000);
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        set_aside::run(&app.worker, "retry all").await.unwrap();
        killed_after_noting(app, later).await;
        drop(billing);

        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        assert_eq!(verdicts(app).await, [(later, Verdict::Valid), (earlier, Verdict::RepeatedVisitor)]);
        assert_eq!(spent(app).await, PRICE.micros());
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        assert_eq!(billing.catch_up().await.unwrap(), 0);
        assert_clean_audit(app).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checkpoints_are_stored_while_billing_catches_up() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        // Some ten steps, so that time passes between two of them however busy the machine is.
        app.log.append_all(vec![Event::Requests(Vec::new()); 40_000]).await.unwrap();
        // Billing never gets past it.
        app.log.append_encoded(vec![vec![99, 1, 2, 3]]).await.unwrap();
        let time_passes = async {
            loop {
                clock.advance_ms(61_000);
                tokio::task::yield_now().await;
            }
        };
        let ended = tokio::select! {
            ended = billing::run(app.worker.clone(), CancellationToken::new()) => ended,
            () = time_passes => unreachable!("time does not end"),
        };
        assert!(ended.unwrap_err().to_string().contains("newer version"));
        let read = async |conn: &placard_store::Conn| positions::checkpoint(conn, settling::FEED).await;
        let checkpoint = app.store.read("test_checkpoint", read).await.unwrap().expect("a checkpoint");
        let position = Position::from_bytes(&checkpoint.position).unwrap();
        assert!(position != Position::default() && position.slower(&app.log.end()) != app.log.end(), "{position:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_amount_is_named_and_ends_no_audit() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, ADVERTISER, 10, None).await;
        shown_and_clicked(&test, world.served(1, clock.now()), 1).await;
        clock.advance_ms(3_000);
        Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        assert_clean_audit(app).await;
        let damage = async |change: &str| {
            sql(app, &format!("UPDATE {change}")).await;
            audit::run(&app.worker).await.unwrap().to_string()
        };
        let largest = i64::MAX;
        for column in ["network_amount", "cost"] {
            sql(app, &format!("CREATE TABLE kept AS SELECT {column} AS amount FROM settlements")).await;
            let report = damage(&format!("settlements SET {column} = {largest} WHERE id = 1")).await;
            assert!(report.contains(&format!("settlement 1 cannot be read: unreadable row: {largest}")), "{report}");
            assert!(!report.contains("to the end"), "{report}");
            sql(app, &format!("UPDATE settlements SET {column} = (SELECT amount FROM kept)")).await;
            sql(app, "DROP TABLE kept").await;
        }
        let report = damage(&format!("postings SET amount = {largest} WHERE id = 1")).await;
        assert!(report.contains(&format!("transaction 1: {largest} is no amount of a posting")), "{report}");
    })
    .await;
}
