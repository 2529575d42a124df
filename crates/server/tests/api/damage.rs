//! Damaged books, files and checkpoints: the audit names them, and what can be derived is derived again.

use crate::app::{TestApp, each_app};
use crate::money::{WEBMASTER, World, arrival, assert_clean, click, show, sums, world};
use placard_common::config::Config;
use placard_engine::Change;
use placard_events::{Log, LogConfig};
use placard_ledger::{Checkpointed as _, PartId, State};
use placard_model::books::posting::Operation;
use placard_model::event::{ConversionState, Event, RequestCount};
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::inventory::{AdSpec, Bid, Creative};
use placard_model::targeting::request::VisitorId;
use placard_model::time::{HOUR_MS, ManualClock};
use placard_model::{AdId, BlockId, CampaignId, Clock, GroupId, Hour, Money, SiteId, UnixMs, UserId, Verdict};
use placard_server::{App, AppState, Parts};
use placard_stats::{FactDelta, OpportunityDelta};
use placard_store::Priority;
use placard_store::billing::{positions, settlements};
use placard_store::testing::TEST_EPOCH;
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::{self, Facts};
use placard_worker::rebuild;
use serde_json::json;
use std::fs;
use std::future::poll_fn;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use tokio_util::sync::CancellationToken;

/// Two billed clicks, one over the daily limit, one that was never shown, a conversion that changed, and requests.
pub(crate) async fn story(app: &AppState, clock: &ManualClock) -> World {
    let world = world(app, UserId(800), 10, Some(Money::from_micros(250_000))).await;
    clock.advance_ms(60_000);
    let mut first = None;
    for number in 1..=4 {
        let ad = world.served(number, clock.now());
        if number < 4 {
            show(app, ad, number).await;
            app.log.append(Event::ConfirmedShow { ad, arrival: arrival(number) }).await.unwrap();
        }
        clock.advance_ms(1_000);
        let at = click(app, ad, number).await;
        first.get_or_insert(at);
    }
    for (state, payout) in [(ConversionState::Hold, Some(30)), (ConversionState::Approved, None)] {
        let payout = payout.map(Money::from_dollars);
        let external_id = "order".to_owned();
        app.log
            .append(Event::Postback {
                click: first.unwrap(),
                external_id,
                state,
                payout,
                goal: String::new(),
                transaction_id: String::new(),
            })
            .await
            .unwrap();
        clock.advance_ms(100);
    }
    clock.advance_ms(3_000);
    let hour = clock.now().hour();
    let owner = Some(world.served(1, clock.now()).block);
    let count = RequestCount { block: BlockId(6), owner, step: 0, hour, requests: 9, places: 18, filled: 12 };
    app.log.append(Event::Requests(vec![count])).await.unwrap();
    clock.advance_ms(10_000);
    world
}

pub(crate) async fn catch_up(app: &AppState) {
    Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
    Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
}

pub(crate) async fn execute(app: &AppState, statements: &str) {
    for sql in statements.split(';') {
        let changed = app.store.write("test_damage", Priority::Api, async |tx| tx.execute(sql, []).await).await;
        assert!(changed.unwrap() > 0, "{sql} changes nothing");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_names_what_is_wrong_and_where() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        let world = Box::pin(story(app, &test.clock)).await;
        Box::pin(catch_up(app)).await;
        let report = Box::pin(audit::run(&app.worker)).await.unwrap();
        assert_clean(&report);
        assert_eq!((report.transactions, report.settlements, report.shows_counted_again), (2, 6, 3));
        let campaign = world.campaign.0;

        let native = format!("UPDATE transactions SET operation_type = {} WHERE id = 2", Operation::NativeClicks.code());

        // What is done, what takes it back, and what has to be said.
        let valid = "verdict = 0, cost = 100001, webmaster_amount = 70000, network_amount = 30001, \
                     transaction_id = (SELECT MAX(id) FROM transactions)";
        for (damage, mended, said) in [
            ("UPDATE balances SET amount = amount + 1 WHERE account = 4", "UPDATE balances SET amount = amount - 1 WHERE account = 4", "a balance is the sum of its postings: the network's revenue"),
            ("UPDATE postings SET amount = amount + 1 WHERE account = 2", "UPDATE postings SET amount = amount - 1 WHERE account = 2", "add up to zero"),
            (
                "UPDATE postings SET user_id = 901 WHERE account = 2;UPDATE balances SET user_id = 901 WHERE account = 2",
                "UPDATE postings SET user_id = 900 WHERE account = 2;UPDATE balances SET user_id = 900 WHERE account = 2",
                "pending account of user 901",
            ),
            ("UPDATE postings SET day = day + 1 WHERE account = 1 AND campaign_id IS NOT NULL", "UPDATE postings SET day = day - 1 WHERE account = 1 AND campaign_id IS NOT NULL", "postings are those of their clicks"),
            ("UPDATE campaign_spend SET amount = amount + 1", "UPDATE campaign_spend SET amount = amount - 1", "a campaign's spend of a day"),
            ("UPDATE campaign_spend SET advertiser_id = 7", "UPDATE campaign_spend SET advertiser_id = 800", "for user 7"),
            ("UPDATE block_earnings SET clicks = clicks + 1", "UPDATE block_earnings SET clicks = clicks - 1", "a block's earnings of a day"),
            ("UPDATE campaign_totals SET amount = amount + 1", "UPDATE campaign_totals SET amount = amount - 1", "whole spend"),
            ("UPDATE settlements SET cost = cost + 1 WHERE id = 1", "UPDATE settlements SET cost = cost - 1 WHERE id = 1", "add up to its cost: settlement 1"),
            ("UPDATE settlements SET share_bp = share_bp - 1 WHERE id = 1", "UPDATE settlements SET share_bp = share_bp + 1 WHERE id = 1", "settlement 1: divided as"),
            ("UPDATE settlements SET verdict = 27 WHERE id = 4", "UPDATE settlements SET verdict = 20 WHERE id = 4", "the rules do not say too_fast"),
            ("UPDATE settlements SET campaign_id = 99 WHERE id = 2", format!("UPDATE settlements SET campaign_id = {campaign} WHERE id = 2").as_str(), "settlement 2: campaign 99"),
            ("UPDATE settlements SET clicked_at = clicked_at + 1 WHERE id = 2", "UPDATE settlements SET clicked_at = clicked_at - 1 WHERE id = 2", "clicked at"),
            ("UPDATE settlements SET served = (SELECT s.served FROM settlements s WHERE s.id = 2) WHERE id = 4", "", "settlement 4 of click"),
            (
                "UPDATE settlements SET verdict = 28, cost = 0, webmaster_amount = 0, network_amount = 0, transaction_id = NULL WHERE id = 1",
                format!("UPDATE settlements SET {valid} WHERE id = 1").as_str(),
                "settlement 1: click",
            ),
            (
                "UPDATE settlements SET payout = payout + 1 WHERE kind = 2;UPDATE settlements SET payout_before = payout_before + 1 WHERE payout_before IS NOT NULL;UPDATE conversions SET payout = payout + 1",
                "UPDATE settlements SET payout = payout - 1 WHERE kind = 2;UPDATE settlements SET payout_before = payout_before - 1 WHERE payout_before IS NOT NULL;UPDATE conversions SET payout = payout - 1",
                "of postback",
            ),
            ("UPDATE conversions SET state = 3", "UPDATE conversions SET state = 2", "last settled state"),
            ("INSERT INTO conversions (click_ref, external_id, state, payout, created_at, updated_at) VALUES (1, 'x', 1, 1, 1, 1)", "DELETE FROM conversions WHERE click_ref = 1 AND external_id = 'x'", "has no settlement"),
            ("UPDATE settlements SET transaction_id = 1 WHERE id = 2", "UPDATE settlements SET transaction_id = 2 WHERE id = 2", "a settlement's money moves by its kind: settlement 2 in transaction 1"),
            ("UPDATE settlements SET transaction_id = 1 WHERE id = 1", "UPDATE settlements SET transaction_id = 2 WHERE id = 1", "postings are those of their clicks: transaction 2"),
            (
                "UPDATE transactions SET operation_type = (SELECT operation_type FROM transactions WHERE id = 1) WHERE id = 2",
                native.as_str(),
                "a settlement's money moves by its kind: settlement 1 in transaction 2",
            ),
            ("UPDATE settlements SET clicked_at = clicked_at - 86400000 WHERE id = 6", "UPDATE settlements SET clicked_at = clicked_at + 86400000 WHERE id = 6", "settlement 6: it is not about click"),
            ("UPDATE settlements SET click_ref = 1 WHERE id = 6", "UPDATE settlements SET click_ref = (SELECT click_ref FROM settlements WHERE id = 5) WHERE id = 6", "settlement 6: it is not about click 1"),
            ("UPDATE settlements SET state = 9 WHERE id = 6", "UPDATE settlements SET state = 2 WHERE id = 6", "settlement 6 cannot be read"),
        ] {
            let is_swap = mended.is_empty();
            let before = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 99).await).await.unwrap();
            execute(app, damage).await;
            let report = Box::pin(audit::run(&app.worker)).await.unwrap();
            let text = report.to_string();
            assert!(!report.is_clean() && text.contains(said), "{damage}: {text}");
            if damage.contains("verdict = 28") {
                assert!(text.contains("was judged over budget"), "{text}");
            }
            if is_swap {
                let served = serde_bytes_of(&before, 4);
                let restore = async move |tx: &placard_store::Tx| {
                    let sql = "UPDATE settlements SET served = $1 WHERE id = 4";
                    tx.execute(sql, [served.clone().into()]).await
                };
                app.store.write("test_mend", Priority::Api, restore).await.unwrap();
            } else {
                execute(app, mended).await;
            }
        }
        assert_clean(&Box::pin(audit::run(&app.worker)).await.unwrap());

        // Facts and requests, without a change of any day's sums.
        let ad = world.served(1, test.clock.now());
        let hour = test.clock.now().hour();
        let under = |campaign: i64, site: i64, block: i64, hour: Hour| {
            let mut ad = ad;
            ad.ad.campaign = CampaignId(campaign);
            ad.block.site = SiteId(site);
            ad.block.block = BlockId(block);
            FactDelta::show(&ad, hour, Verdict::Valid)
        };
        let right = under(campaign, 9, 6, hour);
        let taken = FactDelta { measures: negative(&right), ..right };
        for (wrong, said) in [
            (under(99, 9, 6, hour), "campaign 99: shows 1 instead of 0"),
            (under(campaign, 10, 6, hour), "site 10: shows 1 instead of 0"),
            (under(campaign, 9, 7, hour), "block 7: shows 1 instead of 0"),
            (under(campaign, 9, 6, Hour(hour.0 + 1)), "shows 1 instead of 0"),
        ] {
            let positions = app.stats.positions().unwrap();
            app.stats.append(&[taken, wrong], &[], &positions).unwrap();
            let text = Box::pin(audit::run(&app.worker)).await.unwrap().to_string();
            assert!(text.contains(said), "{said}: {text}");
            app.stats.append(&[right, FactDelta { measures: negative(&wrong), ..wrong }], &[], &positions).unwrap();
        }
        assert_clean(&Box::pin(audit::run(&app.worker)).await.unwrap());
        // Two shows that swap their sites: every sum is right, the pairs are not.
        let swapped = [under(98, 9, 6, hour), under(99, 10, 6, hour)];
        let crossed = [under(98, 10, 6, hour), under(99, 9, 6, hour)];
        let positions = app.stats.positions().unwrap();
        let change: Vec<FactDelta> = crossed
            .into_iter()
            .chain(swapped.map(|fact| FactDelta { measures: negative(&fact), ..fact }))
            .collect();
        app.stats.append(&change, &[], &positions).unwrap();
        let text = Box::pin(audit::run(&app.worker)).await.unwrap().to_string();
        assert!(text.contains("not under their dimensions"), "{text}");
        let back: Vec<FactDelta> = change.iter().map(|fact| FactDelta { measures: negative(fact), ..*fact }).collect();
        app.stats.append(&back, &[], &positions).unwrap();
        let owner = ad.block;
        let requests = |requests| OpportunityDelta {
            hour,
            webmaster: owner.webmaster,
            site: owner.site,
            block: owner.block,
            step: 0,
            requests,
            places: 0,
            filled: 0,
        };
        app.stats.append(&[], &[requests(1)], &positions).unwrap();
        let text = Box::pin(audit::run(&app.worker)).await.unwrap().to_string();
        assert!(text.contains("block 6: requests 10 instead of 9"), "{text}");
        app.stats.append(&[], &[requests(-1)], &positions).unwrap();
        assert_clean(&Box::pin(audit::run(&app.worker)).await.unwrap());

        // The last postback loses its settlement, and what follows from it.
        execute(app, "DELETE FROM settlements WHERE id = 6;UPDATE conversions SET state = 1").await;
        let text = Box::pin(audit::run(&app.worker)).await.unwrap().to_string();
        assert!(text.contains("postback") && text.contains("has no settlement"), "{text}");
    })
    .await;
}

fn negative(fact: &FactDelta) -> placard_stats::Measures {
    let mut measures = fact.measures;
    measures.shows = -measures.shows;
    measures.weight_micros = -measures.weight_micros;
    measures
}

pub(crate) fn serde_bytes_of(rows: &[settlements::Stored], seq: i64) -> Vec<u8> {
    postcard::to_stdvec(&rows.iter().find(|row| row.seq == seq).unwrap().settlement.ad).unwrap()
}

/// A folder with databases in files, on a clock that stands still.
pub(crate) struct Folder {
    _kept: tempfile::TempDir,
    pub(crate) config: Config,
    pub(crate) clock: Arc<ManualClock>,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config { data_dir: folder.path().join("data"), stats_memory_mib: 128, ..Config::default() };
        config.geo.cache_dir = std::env::temp_dir().join("placard-test-geo");
        Self { _kept: folder, config, clock: Arc::new(ManualClock::new(TEST_EPOCH)) }
    }

    pub(crate) async fn open(&self) -> AppState {
        let clock: Arc<dyn Clock> = self.clock.clone();
        App::open(self.config.clone(), Parts { clock: Some(clock), seed: Some(7), light: true, ..Parts::default() })
            .await
            .unwrap()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.config.data_dir.join(name)
    }

    fn put_aside(&self) -> usize {
        let names = fs::read_dir(&self.config.data_dir).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains(".damaged-")).count()
    }
}

/// Closes for good, so that files can be changed behind the application's back.
pub(crate) async fn close(app: AppState) {
    app.close().await.unwrap();
    assert_eq!(Arc::strong_count(&app), 1, "nobody holds the files");
    drop(app);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_finds_nothing_wrong_when_the_log_was_cut() {
    let folder = Folder::new();
    let app = folder.open().await;
    let world = world(&app, UserId(800), 10, None).await;
    close(app).await;
    let events = folder.file("events");
    let small = LogConfig { segment_bytes: 1_024 };
    let log = Log::open(&events, small, folder.clock.clone()).unwrap();
    let own = 77;
    log.append(Event::OwnerSeen { user: WEBMASTER, visitor: VisitorId(own) }).await.unwrap();
    for number in 1..=80 {
        folder.clock.advance_ms(HOUR_MS / 2);
        let ad = world.served(number, folder.clock.now());
        log.append(Event::Show { ad, arrival: arrival(number) }).await.unwrap();
        folder.clock.advance_ms(1_000);
        // The last clicks come from the owner, 40 hours after the cabinet was seen.
        let visitor = if number > 75 { own } else { number };
        log.append(Event::Click { ad, arrival: arrival(visitor) }).await.unwrap();
    }
    folder.clock.advance_ms(10_000);
    drop(log);
    let app = folder.open().await;
    let mut billing = Billing::load(app.worker.clone()).await.unwrap();
    billing.catch_up().await.unwrap();
    billing.checkpoint().await.unwrap();
    catch_up(&app).await;
    let rows = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 999).await).await.unwrap();
    assert_eq!(rows.iter().filter(|row| row.settlement.verdict == Verdict::OwnClick).count(), 5);
    assert_clean(&audit::run(&app.worker).await.unwrap());
    drop(billing);
    close(app).await;
    // What is older than the first six hours goes, the owner's visit with it.
    let log = Log::open(&events, small, folder.clock.clone()).unwrap();
    let oldest_kept = UnixMs(TEST_EPOCH.0 + 6 * HOUR_MS);
    assert!(log.apply_retention(oldest_kept, &log.end()).unwrap().segments > 0);
    drop(log);
    let app = folder.open().await;
    let report = audit::run(&app.worker).await.unwrap();
    assert_clean(&report);
    assert!(report.notes.iter().any(|note| note.contains("the log begins at")), "{report}");
}

/// Damages the file in one of the ways in which files are damaged.
fn spoil(path: &Path, how: &str) {
    let mut bytes = fs::read(path).unwrap();
    match how {
        "garbage" => bytes.fill(0x5a),
        "half" => bytes.truncate(bytes.len() / 2),
        "header" => bytes[..16].fill(0),
        // Opens, and is found by whoever reads the blocks.
        "blocks" => {
            let end = bytes.len();
            bytes[3 * 4096..end].iter_mut().step_by(512).for_each(|byte| *byte ^= 0x5a);
        }
        other => panic!("{other}"),
    }
    fs::write(path, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_statistics_are_put_aside_and_derived_again() {
    let folder = Folder::new();
    let app = folder.open().await;
    story(&app, &folder.clock).await;
    app.engine.set_loaded();
    catch_up(&app).await;
    let expected = sums(&app);
    assert_eq!((expected.shows, expected.clicks), (3, 2));
    close(app).await;
    for (round, how) in ["garbage", "half", "header", "blocks", "missing"].into_iter().enumerate() {
        folder.clock.advance_ms(1_000);
        let path = folder.file("stats.duckdb");
        if how == "missing" {
            fs::remove_file(&path).unwrap();
        } else {
            spoil(&path, how);
        }
        let app = folder.open().await;
        // A question may be the first to find it.
        drop(app.stats.sums());
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        assert!(app.stats.is_deriving(), "{how}");
        if round == 0 {
            let test = TestApp::of(app.clone(), folder.clock.clone());
            let buyer = test.advertiser("buyer@x.org").await;
            let question = json!({"groups": ["date"]});
            let answer = test.post(&buyer, "/api/advertiser/stats/tmp_with_postbacks", question.clone()).await;
            assert_eq!(answer.status, 503, "{}", answer.text);
            assert!(answer.headers.contains_key("retry-after") && answer.text.contains("statistics_deriving"));
            let list = test.get(&buyer, "/api/advertiser/campaigns?is_show_stats=1").await;
            assert_eq!(
                (list.status.as_u16(), list.headers["placard-statistics"].to_str().unwrap()),
                (200, "incomplete")
            );
            facts.catch_up().await.unwrap();
            let answer = test.post(&buyer, "/api/advertiser/stats/tmp_with_postbacks", question).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        facts.catch_up().await.unwrap();
        assert!(!app.stats.is_deriving(), "{how}");
        assert_eq!(sums(&app), expected, "{how}");
        assert_clean(&audit::run(&app.worker).await.unwrap());
        drop(facts);
        close(app).await;
    }
    assert_eq!(folder.put_aside(), 3, "the last three are kept");

    // A write-ahead log that is no such thing: the file goes on without it.
    fs::write(folder.file("stats.duckdb.wal"), b"garbage").unwrap();
    let app = folder.open().await;
    catch_up(&app).await;
    assert_eq!(sums(&app), expected);
    // And a file that cannot be read is no reason not to derive all again.
    rebuild::run(&app.worker).await.unwrap();
    assert_eq!(sums(&app), expected);
}

/// The stored checkpoint of a feed.
async fn checkpoint(app: &AppState, feed: &'static str) -> positions::Checkpoint {
    app.store.read("test_checkpoint", async move |conn| positions::checkpoint(conn, feed).await).await.unwrap().unwrap()
}

async fn put_checkpoint(app: &AppState, feed: &'static str, checkpoint: positions::Checkpoint) {
    let put = async move |tx: &placard_store::Tx| positions::put_checkpoint(tx, feed, &checkpoint).await;
    app.store.write("test_checkpoint", Priority::Api, put).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkpoint_that_nobody_can_read_is_made_again_from_the_log() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        let world = story(app, &test.clock).await;
        app.engine.set_loaded();
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        billing.checkpoint().await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        facts.checkpoint().await.unwrap();
        let learned = app.engine.posteriors().ad(AdId(5));
        assert_eq!((learned.shows, learned.clicks), (3, 2));
        let good = (checkpoint(app, "billing").await, checkpoint(app, "facts").await);
        let spoilt = |body: &[u8]| {
            let mut other_version = body.to_vec();
            other_version[0] = 99;
            [other_version, Vec::new(), body[..body.len() / 2].to_vec(), vec![0x5a; 64]]
        };
        for (round, body) in spoilt(&good.0.body).into_iter().enumerate() {
            put_checkpoint(app, "billing", positions::Checkpoint { body, ..good.0.clone() }).await;
            let mut billing = Billing::load(app.worker.clone()).await.unwrap();
            // The first token was clicked before: the rules still know.
            let again = world.served(1, TEST_EPOCH.plus_ms(60_000));
            click(app, again, 1_000 + round as u64).await;
            test.clock.advance_ms(3_000);
            assert_eq!(billing.catch_up().await.unwrap(), 1);
            let seq = 7 + round as i64;
            let rows = app.store.read("test_rows", async move |conn| settlements::after(conn, seq - 1, 9).await).await;
            assert_eq!(rows.unwrap()[0].settlement.verdict, Verdict::RepeatedToken, "round {round}");
        }
        for body in spoilt(&good.1.body) {
            put_checkpoint(app, "facts", positions::Checkpoint { body, ..good.1.clone() }).await;
            let mut facts = Facts::load(app.worker.clone()).await.unwrap();
            facts.catch_up().await.unwrap();
            assert_eq!(app.engine.posteriors().ad(AdId(5)), learned, "learned again");
        }
        // Shown tokens in the form of another version: they are known again from the log.
        let mut older = good.1.body.clone();
        assert_eq!(older[1], 5, "the version of the shows' head");
        older[1] = 4;
        put_checkpoint(app, "facts", positions::Checkpoint { body: older, ..good.1.clone() }).await;
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let before = sums(app);
        show(app, world.served(1, TEST_EPOCH.plus_ms(60_000)), 1).await;
        facts.catch_up().await.unwrap();
        assert_eq!(sums(app).shows, before.shows, "a repeated show");
        // The engine goes on from its own part, which keeps ads of the inventory alone: this one is in none.
        let kept = app.engine.posteriors().ad(AdId(5));
        assert_eq!((kept.shows, kept.clicks), (0, 0), "what the engine has learned is not learned again");
        put_checkpoint(app, "facts", positions::Checkpoint { position: vec![0xff; 3], ..good.1.clone() }).await;
        catch_up(app).await;
        assert_eq!(app.engine.posteriors().ad(AdId(5)), learned, "learned again");
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

/// Billing's state as its stored checkpoint tells, which must be whole.
async fn stored_state(app: &AppState) -> State {
    let mut restoring = State::restore(&checkpoint(app, "billing").await.body).unwrap();
    while let Some(PartId(id)) = restoring.next_part().unwrap() {
        let read = async move |conn: &placard_store::Conn| positions::part(conn, "billing", id).await;
        let body = app.store.read("test_part", read).await.unwrap().expect("the head finds its parts");
        restoring.fill(&body).unwrap();
    }
    restoring.finish().unwrap()
}

/// Runs a future until it is ready, or until it has waited `polls` times; then it is dropped where it stands.
async fn cut_short<T>(future: impl Future<Output = T>, polls: u32) -> Option<T> {
    let (mut future, mut polled) = (pin!(future), 0);
    poll_fn(|context| {
        if polled >= polls {
            return Poll::Ready(None);
        }
        polled += 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkpoint_that_is_cut_short_leaves_the_last_one() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        let world = story(app, &test.clock).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        billing.checkpoint().await.unwrap();
        let mut known = vec![stored_state(app).await];
        for polls in 0..100 {
            // More than one part changes: tokens, visitors, rates.
            let number = 100 + u64::from(polls);
            let ad = world.served(number, test.clock.now());
            show(app, ad, number).await;
            test.clock.advance_ms(1_000);
            click(app, ad, number).await;
            test.clock.advance_ms(3_000);
            billing.catch_up().await.unwrap();
            let stored = cut_short(billing.checkpoint(), polls).await;
            let found = stored_state(app).await;
            match stored {
                Some(stored) => {
                    stored.unwrap();
                    assert_ne!(Some(&found), known.last());
                    known.push(found);
                }
                // What was begun may have been ended behind our back.
                None => assert!(polls > 2 || Some(&found) == known.last()),
            }
            billing = Billing::load(app.worker.clone()).await.unwrap();
            if known.len() > 2 {
                break;
            }
        }
        assert!(known.len() > 2, "some came to their end");
        billing.checkpoint().await.unwrap();
        let count = async |conn: &placard_store::Conn| {
            let sql = "SELECT COUNT(*) AS parts FROM checkpoint_parts WHERE name = 'billing'";
            conn.row(sql, []).await?.unwrap().get::<i64>("parts")
        };
        let parts = app.store.read("test_parts", count).await.unwrap();
        assert_eq!(parts as usize, stored_state(app).await.head().1.len(), "nothing else is left");
        click(app, world.served(1, TEST_EPOCH.plus_ms(60_000)), 1_000).await;
        test.clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 1);
        let rows = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 999).await).await.unwrap();
        assert_eq!(rows.last().unwrap().settlement.verdict, Verdict::RepeatedToken);
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_loaded_writes_no_checkpoint() {
    let folder = Folder::new();
    let app = folder.open().await;
    story(&app, &folder.clock).await;
    // The ad exists: what is learned of others is not kept.
    let ad = AdSpec {
        id: AdId(5),
        group: GroupId(8),
        wanted: true,
        formats: FormatMask::from_iter([BlockFormat::Native]),
        bid: Bid::Everywhere(Money::from_micros(100_000)),
        frequency_cap: None,
        creative: Creative::default(),
    };
    app.engine.apply(vec![Change::Ad(ad)]);
    app.engine.set_loaded();
    catch_up(&app).await;
    let learned = app.engine.posteriors().ad(AdId(5));
    assert_eq!((learned.shows, learned.clicks), (3, 2));
    let mut facts = Facts::load(app.worker.clone()).await.unwrap();
    facts.checkpoint().await.unwrap();
    let kept = checkpoint(&app, "facts").await;
    drop(facts);
    close(app).await;
    // Statistics are derived by a process that knows no inventory.
    let app = folder.open().await;
    rebuild::run(&app.worker).await.unwrap();
    assert_eq!(checkpoint(&app, "facts").await, kept);
    close(app).await;
    // A server is stopped before it has loaded.
    let app = folder.open().await;
    let stop = CancellationToken::new();
    stop.cancel();
    facts::run(app.worker.clone(), stop).await.unwrap();
    assert_eq!(checkpoint(&app, "facts").await, kept);
    // Facts that are derived again teach the engine nothing twice, and take nothing away.
    for _ in 0..2 {
        rebuild::run(&app.worker).await.unwrap();
        assert_eq!(app.engine.posteriors().ad(AdId(5)), learned);
    }
    assert_eq!(sums(&app).shows, 3);
}
