//! A network that earlier versions of the event schema wrote: its log is opened, settled, audited and counted again.
//!
//! `fixtures/old-log` is a log folder with records of the first and the second version, made by the encoders below;
//! `PLACARD_TEST_UPDATE=1` makes it anew. Those of the third stand behind them, written by the test.

use crate::app::{TestApp, each_app};
use crate::damage::{Folder, close, serde_bytes_of};
use crate::money::{PRICE, World, arrival, assert_clean, click, show, sums, world};
use placard_model::event::{Arrival, ConversionState, Event, EventRef, RequestCount, Served, ServedAd, TokenId};
use placard_model::format::{CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::{CampaignId, CategoryId, Clock, GroupId, Money, OfferId, TrafficSourceId, UserId, Verdict};
use placard_server::AppState;
use placard_store::Priority;
use placard_store::billing::settlements;
use placard_store::testing::TEST_EPOCH;
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct OldAdDims {
    advertiser: UserId,
    campaign: CampaignId,
    group: GroupId,
    target: Target,
    offer: OfferId,
    category: CategoryId,
}

#[derive(Serialize)]
struct OldServedAd {
    token: TokenId,
    served: Served,
    ad: OldAdDims,
    block: BlockDims,
}

/// How events arrived in records of the first version; the second has today's form.
#[derive(Clone, Copy, Serialize)]
struct FirstArrival {
    edge_verdict: Verdict,
    attested: bool,
    visitor: VisitorId,
    visitor_yesterday: VisitorId,
    prefix: PrefixHash,
    rate_flag: bool,
}

#[derive(Serialize)]
struct OldSample {
    block: BlockDims,
    place: Place,
    asn: u32,
    device_type: DeviceType,
    os: Os,
    browser: Browser,
    language: Language,
    visitor: VisitorId,
    places: u8,
    filled: u8,
}

#[derive(Serialize)]
enum OldEvent<A> {
    Show { ad: OldServedAd, arrival: A },
    ConfirmedShow { ad: OldServedAd, arrival: A },
    Click { ad: OldServedAd, arrival: A },
    Postback { click: EventRef, external_id: String, state: ConversionState, payout: Option<Money> },
    Requests(Vec<RequestCount>),
    Sample(OldSample),
    OwnerSeen { user: UserId, visitor: VisitorId },
}

impl From<ServedAd> for OldServedAd {
    fn from(ad: ServedAd) -> Self {
        let AdDims { advertiser, campaign, group, target, offer, category, .. } = ad.ad;
        let dims = OldAdDims { advertiser, campaign, group, target, offer, category };
        Self { token: ad.token, served: ad.served, ad: dims, block: ad.block }
    }
}

impl From<Arrival> for FirstArrival {
    fn from(arrival: Arrival) -> Self {
        let Arrival { edge_verdict, attested, visitor, visitor_yesterday, prefix, rate_flag, .. } = arrival;
        Self { edge_verdict, attested, visitor, visitor_yesterday, prefix, rate_flag }
    }
}

fn encoded<A: Serialize>(version: u8, event: &OldEvent<A>) -> Vec<u8> {
    postcard::to_io(event, vec![version]).unwrap()
}

const OLD_WORLD: World = World { advertiser: UserId(800), campaign: CampaignId(1) };

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api/fixtures/old-log")
}

fn copy(from: &Path, to: &Path) {
    if to.exists() {
        std::fs::remove_dir_all(to).unwrap();
    }
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|ending| ending == "log") {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// A show, a view and a click of each of four visitors, two in each version; a conversion, requests, a sample, an owner.
async fn write_old(app: &AppState, clock: &placard_model::time::ManualClock) {
    for number in 1..=4_u64 {
        let ad = || OldServedAd::from(OLD_WORLD.served(number, clock.now()));
        let arrived = arrival(number);
        let (first, second) = (FirstArrival::from(arrived), arrived);
        let is_first = number <= 2;
        let three = |kind: u8| match (kind, is_first) {
            (0, true) => encoded(1, &OldEvent::Show { ad: ad(), arrival: first }),
            (0, false) => encoded(2, &OldEvent::Show { ad: ad(), arrival: second }),
            (1, true) => encoded(1, &OldEvent::ConfirmedShow { ad: ad(), arrival: first }),
            (1, false) => encoded(2, &OldEvent::ConfirmedShow { ad: ad(), arrival: second }),
            (_, true) => encoded(1, &OldEvent::Click { ad: ad(), arrival: first }),
            (_, false) => encoded(2, &OldEvent::Click { ad: ad(), arrival: second }),
        };
        let (shown, viewed, clicked) = (three(0), three(1), three(2));
        app.log.append_encoded(vec![shown, viewed]).await.unwrap();
        clock.advance_ms(1_000);
        let at = app.log.append_encoded(vec![clicked]).await.unwrap()[0].at;
        clock.advance_ms(1_000);
        let (external_id, state) = ("order".to_owned(), ConversionState::Approved);
        let told = OldEvent::<Arrival>::Postback { click: at, external_id, state, payout: Some(PRICE) };
        let version = if is_first { 1 } else { 2 };
        app.log.append_encoded(vec![encoded(version, &told)]).await.unwrap();
    }
    let block = OLD_WORLD.served(1, clock.now()).block;
    let requests = RequestCount {
        block: block.block,
        owner: Some(block),
        step: 0,
        hour: clock.now().hour(),
        requests: 10,
        places: 40,
        filled: 30,
    };
    let sample = || OldSample {
        block,
        place: Place::default(),
        asn: 0,
        device_type: DeviceType::Mobile,
        os: Os::Android,
        browser: Browser::Chrome,
        language: Language::default(),
        visitor: VisitorId(9),
        places: 4,
        filled: 3,
    };
    for version in [1, 2] {
        let seen = OldEvent::<Arrival>::OwnerSeen { user: UserId(7), visitor: VisitorId(8) };
        let payloads = vec![
            encoded(version, &OldEvent::<Arrival>::Requests(vec![requests])),
            encoded(version, &OldEvent::<Arrival>::Sample(sample())),
            encoded(version, &seen),
        ];
        app.log.append_encoded(payloads).await.unwrap();
    }
}

/// A sample as the third version has it: today's but for what the page says it is about.
#[derive(Serialize)]
struct ThirdSample {
    block: BlockDims,
    page: String,
    place: Place,
    asn: u32,
    device_type: DeviceType,
    os: Os,
    browser: Browser,
    language: Language,
    traffic_source: TrafficSourceId,
    visitor: VisitorId,
    places: u8,
    filled: u8,
    step: Option<u8>,
    weight: u32,
}

/// What the third version added: a push, a goal with its transaction, a sample with page and weight. All records but samples have
/// today's form.
async fn write_third(app: &AppState, clock: &placard_model::time::ManualClock) {
    let third = |event: &Event| {
        let mut bytes = event.encode();
        bytes[0] = 3;
        bytes
    };
    let (number, arrival) = (5, arrival(5));
    let mut ad = OLD_WORLD.served(number, clock.now());
    ad.ad.campaign_type = CampaignType::Push;
    let shown = [Event::Show { ad, arrival }, Event::ConfirmedShow { ad, arrival }];
    app.log.append_encoded(shown.iter().map(third).collect()).await.unwrap();
    clock.advance_ms(1_000);
    let at = app.log.append_encoded(vec![third(&Event::Click { ad, arrival })]).await.unwrap()[0].at;
    clock.advance_ms(1_000);
    let told = Event::Postback {
        click: at,
        external_id: "order".to_owned(),
        state: ConversionState::Approved,
        payout: Some(PRICE),
        goal: "sale".to_owned(),
        transaction_id: "T-1".to_owned(),
    };
    let sample = ThirdSample {
        block: ad.block,
        page: "a.test/news".to_owned(),
        place: Place::default(),
        asn: 0,
        device_type: DeviceType::Mobile,
        os: Os::Android,
        browser: Browser::Chrome,
        language: Language::default(),
        traffic_source: TrafficSourceId(2),
        visitor: VisitorId(9),
        places: 4,
        filled: 3,
        step: Some(0),
        weight: 7,
    };
    // Behind the version, the number of its kind.
    let sample = postcard::to_io(&sample, vec![3, 5]).unwrap();
    app.log.append_encoded(vec![third(&told), sample]).await.unwrap();
    clock.advance_ms(60_000);
}

async fn caught_up(app: &AppState) {
    Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
    Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_folder_of_earlier_versions_gives_the_same_figures() {
    if std::env::var_os("PLACARD_TEST_UPDATE").is_some() {
        let maker = Folder::new();
        let app = maker.open().await;
        write_old(&app, &maker.clock).await;
        close(app).await;
        copy(&maker.file("events"), &fixture());
    }
    let folder = Folder::new();
    let app = folder.open().await;
    let made = world(&app, OLD_WORLD.advertiser, 10, None).await;
    assert_eq!(made.campaign, OLD_WORLD.campaign, "what the records are about");
    close(app).await;
    copy(&fixture(), &folder.file("events"));
    folder.clock.advance_ms(60_000);

    let app = folder.open().await;
    write_third(&app, &folder.clock).await;
    caught_up(&app).await;
    let counted = sums(&app);
    assert_eq!((counted.shows, counted.confirmed_shows, counted.clicks, counted.approved), (5, 5, 5, 5));
    assert_eq!(counted.amounts.cost, PRICE + PRICE + PRICE + PRICE + PRICE);
    assert_clean(&audit::run(&app.worker).await.unwrap());
    let recent = app.stats.recent_samples(TEST_EPOCH, 10).await.unwrap();
    assert_eq!((recent.samples, recent.requests), (3, 207), "one in a hundred was kept, and what says so");
    let page = recent.rows.iter().find(|row| row.sample.weight == 7).map(|row| row.sample.page.as_str());
    assert_eq!(page, Some("a.test/news"));
    let kinds: Vec<_> = settled(&app).await.iter().map(|row| row.settlement.ad.ad.campaign_type).collect();
    assert_eq!(kinds[..8], [CampaignType::Native; 8]);
    assert_eq!(kinds[8..], [CampaignType::Push; 2]);

    let mut turn = app.stats.turn().lock().await;
    app.stats.clear_in_turn(&mut turn, None, app.clock.now()).await.unwrap();
    drop(turn);
    Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
    assert_eq!(sums(&app), counted, "derived again");
    assert_clean(&audit::run(&app.worker).await.unwrap());

    // What is written now stands behind it in the same log.
    let ad = made.served(50, folder.clock.now());
    show(&app, ad, 50).await;
    folder.clock.advance_ms(1_000);
    click(&app, ad, 50).await;
    folder.clock.advance_ms(5_000);
    caught_up(&app).await;
    assert_eq!(sums(&app).clicks, 6);
    assert_clean(&audit::run(&app.worker).await.unwrap());
    close(app).await;
}

async fn settled(app: &placard_server::App) -> Vec<settlements::Stored> {
    app.store.read("test_settled", async |conn| settlements::after(conn, 0, 100).await).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn settlements_of_an_earlier_version_are_read_as_what_they_say() {
    each_app(async |test: TestApp| {
        let app = &test.app;
        let world = world(app, UserId(800), 10, None).await;
        let ad = world.served(1, test.clock.now());
        show(app, ad, 1).await;
        test.clock.advance_ms(1_000);
        click(app, ad, 1).await;
        test.clock.advance_ms(5_000);
        caught_up(app).await;
        let before = settled(app).await;
        let old = postcard::to_stdvec(&OldServedAd::from(before[0].settlement.ad)).unwrap();
        assert_ne!(old, serde_bytes_of(&before, 1));
        let rewrite = async move |tx: &placard_store::Tx| {
            let sql = "UPDATE settlements SET served = $1, served_version = 2 WHERE id = 1";
            tx.execute(sql, [old.clone().into()]).await
        };
        app.store.write("test_old_row", Priority::Api, rewrite).await.unwrap();
        assert_eq!(settled(app).await, before);
        assert_clean(&audit::run(&app.worker).await.unwrap());
        let later = async move |tx: &placard_store::Tx| {
            tx.execute("UPDATE settlements SET served_version = 9 WHERE id = 1", []).await
        };
        app.store.write("test_later_row", Priority::Api, later).await.unwrap();
        let text = audit::run(&app.worker).await.unwrap().to_string();
        assert!(text.contains("settlement 1 cannot be read"), "{text}");
    })
    .await;
}
