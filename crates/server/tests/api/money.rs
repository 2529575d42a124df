//! Clicks become money and statistics: the feeds over a real application, with restarts, and the audit.

use crate::app::{PASSWORD, Person, TestApp, each_app};
use placard_common::config::Config;
use placard_model::books::posting::{Account, Operation};
use placard_model::books::settlement::SettlementKind;
use placard_model::event::{Arrival, ConversionState, Event, EventRef, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::settings::Settings;
use placard_model::targeting::Targeting;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::time::{DAY_MS, SystemClock};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_server::user_command::{self, CreateArgs, SetArgs, TypeArg, UserCommand};
use placard_server::{App, AppState, Parts, control};
use placard_stats::{ClickQuestion, Direction, Measures, Page, Period, StatsScope};
use placard_store::accounts::terms;
use placard_store::advertising::campaigns::{self, CampaignSettings};
use placard_store::billing::settlements;
use placard_store::money::history;
use placard_store::money::movements::{self, Cause};
use placard_store::testing::SqliteFile;
use placard_store::{Priority, Scope};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::schedule;
use placard_worker::rebuild;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

pub(crate) const PRICE: Money = Money::from_micros(100_001);
pub(crate) const WEBMASTER: UserId = UserId(900);

/// Somebody with money and a campaign.
#[derive(Clone, Copy)]
pub(crate) struct World {
    pub(crate) advertiser: UserId,
    pub(crate) campaign: CampaignId,
}

/// An advertiser with so many dollars and a campaign with a daily limit.
pub(crate) async fn world(app: &AppState, advertiser: UserId, dollars: i64, daily_limit: Option<Money>) -> World {
    let settings = CampaignSettings {
        name: "Campaign".to_owned(),
        marks: Vec::new(),
        target: Target::Commodity,
        offer: None,
        categories: vec![CategoryId(1)],
        ad_format_type: None,
        targeting: Targeting::default(),
        traffic_source: None,
        daily_limit,
        total_limit: None,
        even_pacing: false,
        push: None,
    };
    let campaign = app
        .store
        .write("test_world", Priority::Api, async |tx| {
            let reference = format!("test:{}", advertiser.0);
            let cause = Cause { reference: &reference, operation: Operation::TopUp, actor: None, comment: "" };
            movements::adjust_advertiser(tx, cause, advertiser, Money::from_dollars(dollars)).await?;
            campaigns::create(tx, advertiser, &settings, true).await
        })
        .await
        .unwrap();
    World { advertiser, campaign }
}

impl World {
    /// An ad that was served to visitor `number`.
    pub(crate) fn served(self, number: u64, decided_at: UnixMs) -> ServedAd {
        let mut token = [0; 12];
        token[..8].copy_from_slice(&number.to_le_bytes());
        ServedAd {
            token: TokenId(token),
            served: Served {
                ad: AdId(5),
                block: BlockId(6),
                page: 1,
                visitor: VisitorId(number),
                decided_at,
                price: PRICE,
                weight_micros: 500,
                place: Place::default(),
                asn: 0,
                device_type: DeviceType::Desktop,
                os: Os::Other,
                browser: Browser::Other,
                language: Language::default(),
                traffic_source: TrafficSourceId(0),
                template: TemplateId(1),
                position: 0,
                control: false,
                consent: false,
            },
            ad: AdDims {
                campaign_type: CampaignType::Native,
                advertiser: self.advertiser,
                campaign: self.campaign,
                group: GroupId(8),
                target: Target::Commodity,
                offer: OfferId(0),
                category: CategoryId(1),
            },
            block: BlockDims {
                webmaster: WEBMASTER,
                site: SiteId(9),
                block: BlockId(6),
                format: BlockFormat::Native,
                template: TemplateId(1),
            },
        }
    }
}

pub(crate) fn arrival(number: u64) -> Arrival {
    Arrival {
        edge_verdict: Verdict::Valid,
        attested: true,
        visitor: VisitorId(number),
        visitor_yesterday: VisitorId(number + 1_000_000),
        prefix: PrefixHash(number),
        prefix_yesterday: PrefixHash(number + 1_000_000),
        rate_flag: false,
    }
}

pub(crate) async fn show(app: &App, ad: ServedAd, number: u64) {
    app.log.append(Event::Show { ad, arrival: arrival(number) }).await.unwrap();
}

pub(crate) async fn click(app: &App, ad: ServedAd, number: u64) -> EventRef {
    app.log.append(Event::Click { ad, arrival: arrival(number) }).await.unwrap().at
}

/// A conversion as a tracker tells it that names neither goal nor transaction.
pub(crate) fn conversion(click: EventRef, id: &str, state: ConversionState, payout: Option<Money>) -> Event {
    let (goal, transaction_id) = Default::default();
    Event::Postback { click, external_id: id.to_owned(), state, payout, goal, transaction_id }
}

pub(crate) async fn balance(app: &App, account: Account) -> i64 {
    app.store.read("test_balance", async |conn| movements::balance(conn, account).await).await.unwrap().micros()
}

pub(crate) fn sums(app: &App) -> Measures {
    app.stats.sums().unwrap()
}

#[track_caller]
pub(crate) fn assert_clean(report: &audit::Report) {
    assert!(report.is_clean(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_becomes_money_and_statistics() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, UserId(800), 10, Some(Money::from_micros(250_000))).await;
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let mut clicks = Vec::new();
        for number in 1..=4 {
            let ad = world.served(number, clock.now());
            show(app, ad, number).await;
            app.log.append(Event::ConfirmedShow { ad, arrival: arrival(number) }).await.unwrap();
            clock.advance_ms(1_000);
            clicks.push(click(app, ad, number).await);
        }
        let unseen = world.served(5, clock.now());
        clicks.push(click(app, unseen, 5).await);
        // A show that arrives within two seconds after its click counts, and the same token is not billed twice.
        let late = world.served(6, clock.now());
        click(app, late, 6).await;
        assert_eq!(billing.catch_up().await.unwrap(), 1, "only the first click is two seconds old");
        clock.advance_ms(1_500);
        show(app, late, 6).await;
        clock.advance_ms(2_000);
        assert_eq!(billing.catch_up().await.unwrap(), 5, "the clock alone made them due");

        let rows = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 10).await).await.unwrap();
        let verdicts: Vec<Verdict> = rows.iter().map(|row| row.settlement.verdict).collect();
        use Verdict::{NotShown, OverBudget, Valid};
        assert_eq!(verdicts, [Valid, Valid, OverBudget, OverBudget, NotShown, OverBudget], "two fit the daily limit");
        assert_eq!(balance(app, Account::Advertiser(world.advertiser)).await, 10_000_000 - 200_002);
        assert_eq!(balance(app, Account::WebmasterPending(WEBMASTER)).await, 140_000);

        for (click, state, payout) in [
            (clicks[0], ConversionState::Hold, Some(Money::from_dollars(30))),
            (clicks[1], ConversionState::Hold, Some(Money::from_dollars(20))),
            (clicks[0], ConversionState::Approved, None),
            (EventRef(1), ConversionState::Approved, None),
        ] {
            let external_id = "order".to_owned();
            app.log
                .append(Event::Postback {
                    click,
                    external_id,
                    state,
                    payout,
                    goal: String::new(),
                    transaction_id: String::new(),
                })
                .await
                .unwrap();
        }
        clock.advance_ms(3_000);
        assert_eq!(billing.catch_up().await.unwrap(), 3, "a postback of an unknown click changes nothing");
        facts.catch_up().await.unwrap();
        let sums = sums(app);
        assert_eq!((sums.shows, sums.confirmed_shows, sums.clicks, sums.rejected_clicks), (5, 4, 2, 4));
        assert_eq!((sums.amounts.cost.micros(), sums.amounts.webmaster.micros()), (200_002, 140_000));
        assert_eq!((sums.hold, sums.approved, sums.approved_money), (1, 1, Money::from_dollars(30)));
        let report = audit::run(&app.worker).await.unwrap();
        assert_clean(&report);
        assert_eq!((report.settlements, report.shows_counted_again), (9, 5));

        // Another day: the limit is free again, and after a week the earnings are.
        clock.advance_ms(DAY_MS);
        let ad = world.served(7, clock.now());
        show(app, ad, 7).await;
        clock.advance_ms(500);
        click(app, ad, 7).await;
        clock.advance_ms(7 * DAY_MS);
        billing.catch_up().await.unwrap();
        facts.catch_up().await.unwrap();
        hours(app, clock.now(), 10).await;
        assert_eq!(balance(app, Account::WebmasterAvailable(WEBMASTER)).await, 210_000);
        let scope = Scope::Advertiser(world.advertiser);
        let page = app
            .store
            .read("test_history", async |conn| {
                history::advertiser(conn, scope, placard_store::lists::Direction::Descending, 0, 9).await
            })
            .await;
        assert_eq!(page.unwrap().total, 3, "a top-up and two days of clicks");
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_weeks_ahead_releases_nothing_at_once() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, UserId(800), 5, None).await;
        app.engine.set_loaded();
        let ad = world.served(1, clock.now());
        show(app, ad, 1).await;
        clock.advance_ms(1_000);
        click(app, ad, 1).await;
        clock.advance_ms(3_000);
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        billing.catch_up().await.unwrap();
        let pending = balance(app, Account::WebmasterPending(WEBMASTER)).await;
        assert!(pending > 0);
        let wrong = clock.now().plus_ms(40 * DAY_MS);
        hours(app, wrong, 2).await;
        assert_eq!(balance(app, Account::WebmasterPending(WEBMASTER)).await, pending);
        // Where it is right the days come one after the other.
        hours(app, wrong, 8).await;
        assert_eq!(balance(app, Account::WebmasterAvailable(WEBMASTER)).await, pending);
    })
    .await;
}

/// The hourly jobs, so many times: each seals one day on which nothing happened, and lets its earnings go.
pub(crate) async fn hours(app: &App, now: UnixMs, times: usize) {
    for _ in 0..times {
        schedule::hourly(&app.worker, now).await.unwrap();
    }
}

/// A small generator of its own, so that the story is the same on every machine (Numerical Recipes' constants).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn restarts_at_any_moment_change_nothing() {
    each_app(async |test: TestApp| {
        let (app, clock) = (&test.app, &test.clock);
        let world = world(app, UserId(800), 5, Some(Money::from_dollars(2))).await;
        app.engine.set_loaded();
        let mut dice = Dice(7);
        let mut billing = Billing::load(app.worker.clone()).await.unwrap();
        let mut facts = Facts::load(app.worker.clone()).await.unwrap();
        let mut served: Vec<(ServedAd, u64)> = Vec::new();
        let mut clicked: Vec<EventRef> = Vec::new();
        for turn in 0..400 {
            match dice.roll(12) {
                0..4 => {
                    let ad = world.served(turn, clock.now());
                    served.push((ad, turn % 40));
                    if dice.roll(5) > 0 {
                        show(app, ad, turn % 40).await;
                    }
                }
                4..7 if !served.is_empty() => {
                    let (ad, number) = served[dice.roll(served.len() as u64) as usize];
                    clicked.push(click(app, ad, number).await);
                }
                7 if !clicked.is_empty() => {
                    let click = clicked[dice.roll(clicked.len() as u64) as usize];
                    let state = [ConversionState::Hold, ConversionState::Approved, ConversionState::Rejected]
                        [dice.roll(3) as usize];
                    let (external_id, payout) =
                        (dice.roll(2).to_string(), Some(Money::from_dollars(dice.roll(9) as i64)));
                    app.log
                        .append(Event::Postback {
                            click,
                            external_id,
                            state,
                            payout,
                            goal: String::new(),
                            transaction_id: String::new(),
                        })
                        .await
                        .unwrap();
                }
                8 => _ = billing.step().await.unwrap(),
                9 => _ = facts.step().await.unwrap(),
                // What was not checkpointed is lost with the process.
                10 => match dice.roll(4) {
                    0 => billing.checkpoint().await.unwrap(),
                    1 => facts.checkpoint().await.unwrap(),
                    2 => billing = Billing::load(app.worker.clone()).await.unwrap(),
                    _ => facts = Facts::load(app.worker.clone()).await.unwrap(),
                },
                _ => clock.advance_ms(dice.roll(1_500) as i64),
            }
        }
        clock.advance_ms(5_000);
        billing.catch_up().await.unwrap();
        facts.catch_up().await.unwrap();
        let report = audit::run(&app.worker).await.unwrap();
        assert_clean(&report);
        let rows = app.store.read("test_rows", async |conn| settlements::after(conn, 0, 9_999).await).await.unwrap();
        let settled: Vec<EventRef> = rows
            .iter()
            .filter(|row| row.settlement.kind == SettlementKind::Click)
            .map(|row| row.settlement.record)
            .collect();
        assert_eq!(settled, clicked, "every click is settled once, in the order of the log");
        assert!(rows.iter().any(|row| row.settlement.verdict == Verdict::OverBudget), "the limit was reached");
        assert!(balance(app, Account::Advertiser(world.advertiser)).await >= 3_000_000, "nobody pays past a limit");

        // The same facts come out of the log and the settlements again, and the same clicks.
        let known = async || {
            let period = Period::ending(clock.now().day(), 2);
            let question = ClickQuestion { period, filters: Vec::new(), direction: Direction::Ascending };
            app.stats.clicks(question, Page::ALL, StatsScope::network()).await.unwrap().rows
        };
        let (before, clicks) = (sums(app), known().await);
        assert_eq!(clicks.iter().map(|click| click.click).collect::<Vec<_>>(), clicked);
        assert!(clicks.iter().any(|click| click.conversions.hold + click.conversions.approved > 0));
        rebuild::run(&app.worker).await.unwrap();
        assert_eq!((sums(app), known().await), (before, clicks));
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_cabinets_know_of_a_click_within_five_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteFile::new().unwrap();
    let config = Config { data_dir: folder.path().to_owned(), database: file.url(), ..Config::default() };
    let parts = Parts { clock: Some(Arc::new(SystemClock)), seed: Some(7), light: true, ..Parts::default() };
    let app = App::open(config.clone(), parts).await.unwrap();
    let world = world(&app, UserId(800), 10, None).await;
    let stop = CancellationToken::new();
    let running = app.start_feeds(&stop);
    let ad = world.served(1, app.clock.now());
    show(&app, ad, 1).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    click(&app, ad, 1).await;
    let began = Instant::now();
    while sums(&app).clicks == 0 {
        assert!(began.elapsed() < Duration::from_secs(5), "not fresh within 5 s");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(balance(&app, Account::Advertiser(world.advertiser)).await, 10_000_000 - PRICE.micros());
    assert_eq!(sums(&app).amounts.cost, PRICE);
    let report = control::ask_audit(&config).await.unwrap().expect("the server answers on its socket");
    assert_clean(&report);
    assert_eq!(report.settlements, 1);

    // Derived again while the feed runs: it notices, begins anew, and comes to the same.
    let before = sums(&app);
    assert!(control::ask_rebuild(&config).await.unwrap().is_some(), "the server answers on its socket");
    let began = Instant::now();
    while sums(&app) != before {
        assert!(began.elapsed() < Duration::from_secs(10), "the facts did not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_clean(&audit::run(&app.worker).await.unwrap());
    stop.cancel();
    for feed in running {
        feed.await.unwrap();
    }
    assert!(control::ask_audit(&config).await.unwrap().is_none(), "nobody answers after the stop");
    app.close().await.unwrap();
}

#[tokio::test]
async fn payments_that_staff_book_by_hand_are_top_ups() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        let run = async |command: UserCommand| {
            let password = matches!(command, UserCommand::Create(_)).then(|| PASSWORD.to_owned());
            user_command::run(&app.config, command, password).await.unwrap();
        };
        run(UserCommand::Create(CreateArgs {
            email: "buyer@x.org".to_owned(),
            password_stdin: true,
            role: None,
            user_type: TypeArg::Ordinary,
            trusted: false,
            name: String::new(),
            balance: Some("100".to_owned()),
        }))
        .await;
        let add = async |amount: &str| {
            run(UserCommand::Set(SetArgs {
                email: "buyer@x.org".to_owned(),
                add_balance: Some(amount.to_owned()),
                ..SetArgs::default()
            }))
            .await;
        };
        add("50").await;
        add("-30").await;
        let login = json!({"email": "buyer@x.org", "password": PASSWORD});
        let tokens = test.post(&Person::default(), "/api/oauth2/accessToken", login).await.expect(200);
        let buyer = Person { token: tokens["access_token"].as_str().unwrap().to_owned(), ..Person::default() };
        let history = test.get(&buyer, "/api/advertiser/balance/history").await.expect(200);
        let turned = test.get(&buyer, "/api/advertiser/balance/history?order_direction=asc").await.expect(200);
        let mut from_the_beginning = turned["data"].as_array().unwrap().clone();
        from_the_beginning.reverse();
        assert_eq!(json!(from_the_beginning), history["data"]);
        let mut rows: Vec<(i64, i64)> = history["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["operation_type"].as_i64().unwrap(), row["amount"].as_i64().unwrap()))
            .collect();
        rows.sort_unstable();
        assert_eq!(rows, [(1, 50), (1, 100), (4, -30)]);
        for (share, expected) in [("82.5", 8_250), ("usual", Settings::default().shares.webmaster.0)] {
            run(UserCommand::Set(SetArgs {
                email: "buyer@x.org".to_owned(),
                share: Some(share.to_owned()),
                ..SetArgs::default()
            }))
            .await;
            let read = app.store.read("test_terms", async |conn| terms::of_users(conn, &[UserId(1)]).await);
            assert_eq!(read.await.unwrap()[0].1.share_bp, expected, "{share}");
        }
        assert_clean(&audit::run(&app.worker).await.unwrap());
    })
    .await;
}
