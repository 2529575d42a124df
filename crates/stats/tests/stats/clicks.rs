//! The click log: rows that are only appended, and what they come to.

use placard_model::books::settlement::{Amounts, ConversionChange, Rates, Released, Settlement, SettlementKind};
use placard_model::event::{ConversionState, EventRef, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::Targeting;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::VisitorId;
use placard_model::time::DAY_MS;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Day, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_stats::{
    Click, ClickDelta, ClickQuestion, Dimension, Direction, Filter, Key, NewRows, Page, PaidClicks, Period, Positions,
    ReachQuestion, Stats, StatsConfig, StatsError, StatsScope,
};
use std::sync::Arc;

const TODAY: Day = Day(20_778);
const COST: Money = Money::from_micros(500_000);

fn served(advertiser: i64, webmaster: i64) -> ServedAd {
    ServedAd {
        token: TokenId([0; 12]),
        served: Served {
            ad: AdId(5),
            block: BlockId(6),
            page: 0,
            visitor: VisitorId(0),
            decided_at: UnixMs(0),
            price: COST,
            weight_micros: 0,
            place: Place::default(),
            asn: 64_500,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::parse("de").unwrap(),
            traffic_source: TrafficSourceId(0),
            template: TemplateId(1),
            position: 0,
            control: false,
            consent: false,
        },
        ad: AdDims {
            advertiser: UserId(advertiser),
            campaign: CampaignId(70 + advertiser),
            group: GroupId(8),
            campaign_type: CampaignType::Native,
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(1),
        },
        block: BlockDims {
            webmaster: UserId(webmaster),
            site: SiteId(9),
            block: BlockId(6),
            format: BlockFormat::Native,
            template: TemplateId(1),
        },
    }
}

/// The settlement of a click, so many days ago.
fn settled(click: u64, days_ago: i32, verdict: Verdict) -> Settlement {
    let amounts = if verdict.is_valid() {
        let (webmaster, network) = (Money::from_micros(350_000), Money::from_micros(150_000));
        Amounts { cost: COST, webmaster, network, ..Amounts::default() }
    } else {
        Amounts::default()
    };
    Settlement {
        record: EventRef(click),
        click: EventRef(click),
        clicked_at: UnixMs(TODAY.start().0 - i64::from(days_ago) * DAY_MS + 1_000 + click as i64),
        ad: served(1 + click as i64 % 2, 11),
        verdict,
        amounts,
        rates: Rates::default(),
        kind: SettlementKind::Click,
    }
}

fn voided(of: &Settlement) -> Settlement {
    let kind = SettlementKind::Void { released: Released::default() };
    Settlement { verdict: Verdict::Voided, amounts: -of.amounts, kind, ..of.clone() }
}

fn converted(of: &Settlement, before: Option<(ConversionState, Money)>, after: (ConversionState, Money)) -> Settlement {
    let change = ConversionChange {
        external_id: "order".to_owned(),
        before,
        after,
        goal: String::new(),
        transaction_id: String::new(),
    };
    Settlement { amounts: Amounts::default(), kind: SettlementKind::Conversion(change), ..of.clone() }
}

fn deltas(settlements: &[Settlement]) -> Vec<ClickDelta> {
    settlements.iter().map(ClickDelta::from).collect()
}

fn positions(number: u8) -> Positions {
    Positions { log: vec![number], settlements: vec![number] }
}

fn question(days: i32, filters: Vec<Filter>) -> ClickQuestion {
    ClickQuestion { period: Period::ending(TODAY, days), filters, direction: Direction::Descending }
}

fn verdicts(list: &[Verdict]) -> Vec<Filter> {
    let keys = list.iter().map(|verdict| Key(i64::from(verdict.code()))).collect();
    vec![Filter { dimension: Dimension::Verdict, keys, excluded: false }]
}

fn numbers(clicks: &[Click]) -> Vec<u64> {
    clicks.iter().map(|click| click.click.0).collect()
}

#[tokio::test]
async fn a_click_is_what_its_settlements_add_up_to() {
    let stats = Arc::new(Stats::open(&StatsConfig::memory()).unwrap());
    let all: Vec<Settlement> = (1..=6)
        .map(|click| settled(click, 6 - click as i32, if click == 3 { Verdict::Bot } else { Verdict::Valid }))
        .collect();
    stats.append_all(&NewRows { clicks: &deltas(&all), ..NewRows::default() }, &positions(1)).unwrap();
    let hold = (ConversionState::Hold, Money::from_dollars(30));
    let approved = (ConversionState::Approved, Money::from_dollars(30));
    let later = [
        voided(&all[4]),
        converted(&all[1], None, hold),
        converted(&all[1], Some(hold), approved),
        converted(&all[5], None, hold),
    ];
    stats.append_all(&NewRows { clicks: &deltas(&later), ..NewRows::default() }, &positions(2)).unwrap();

    let ask = async |days: i32, filters: Vec<Filter>, scope: StatsScope| {
        stats.clicks(question(days, filters), Page::ALL, scope).await.unwrap()
    };
    let found = ask(7, Vec::new(), StatsScope::network()).await;
    assert_eq!((numbers(&found.rows), found.total), (vec![6, 5, 4, 3, 2, 1], 6), "the latest first");
    let [sixth, fifth, _, third, second, _] = &found.rows[..] else { panic!("{found:?}") };
    assert_eq!((fifth.verdict, fifth.cost, fifth.earned), (Verdict::Voided, Money::ZERO, Money::ZERO));
    assert_eq!((third.verdict, third.cost), (Verdict::Bot, Money::ZERO));
    assert_eq!((second.cost, second.earned.micros()), (COST, 350_000));
    assert_eq!((second.conversions.hold, second.conversions.approved), (0, 1));
    assert_eq!((second.conversions.hold_money, second.conversions.approved_money), (Money::ZERO, approved.1));
    assert_eq!((sixth.conversions.hold, sixth.conversions.hold_money), (1, hold.1));
    assert_eq!(second.key(Dimension::Campaign), Some(Key(71)));
    assert_eq!((second.key(Dimension::Language), second.key(Dimension::Control)), (Some(Key(3 * 26 + 4)), None));

    // Who asks sees their own; a verdict is that of now.
    let of = |user: i64| StatsScope::advertiser(UserId(user));
    assert_eq!(numbers(&ask(7, Vec::new(), of(2)).await.rows), [5, 3, 1]);
    assert_eq!(numbers(&ask(7, Vec::new(), StatsScope::webmaster(UserId(12))).await.rows), [0; 0]);
    assert_eq!(numbers(&ask(7, verdicts(&[Verdict::Voided]), StatsScope::network()).await.rows), [5]);
    assert_eq!(numbers(&ask(7, verdicts(&[Verdict::Valid]), of(2)).await.rows), [1]);
    assert_eq!(numbers(&ask(7, verdicts(&[Verdict::Bot, Verdict::Voided]), of(2)).await.rows), [5, 3]);
    assert_eq!(numbers(&ask(3, Vec::new(), StatsScope::network()).await.rows), [6, 5, 4]);
    assert_eq!(stats.click(EventRef(5), of(2)).await.unwrap().map(|click| click.verdict), Some(Verdict::Voided));
    assert_eq!(stats.click(EventRef(5), of(1)).await.unwrap(), None, "somebody else's");
    assert_eq!(stats.click(EventRef(7), StatsScope::network()).await.unwrap(), None);

    // Pages, and files part by part, in both directions.
    for (direction, expected) in
        [(Direction::Ascending, [1, 2, 3, 4, 5, 6]), (Direction::Descending, [6, 5, 4, 3, 2, 1])]
    {
        let question = ClickQuestion { direction, ..question(7, Vec::new()) };
        let mut paged = Vec::new();
        for number in 1..=3 {
            let page = Page { number, count: 2 };
            let found = stats.clicks(question.clone(), page, StatsScope::network()).await.unwrap();
            assert_eq!(found.total, 6);
            paged.extend(numbers(&found.rows));
        }
        assert_eq!(paged, expected);
        let (mut parts, mut after) = (Vec::new(), None);
        loop {
            let part = stats.clicks_after(question.clone(), after, 4, StatsScope::network()).await.unwrap();
            let Some(last) = part.last() else { break };
            after = Some(last.click);
            parts.extend(numbers(&part));
        }
        assert_eq!(parts, expected);
    }

    assert_eq!(stats.forget_clicks_before(TODAY.plus(-3)).unwrap(), 2);
    assert_eq!(numbers(&ask(7, Vec::new(), StatsScope::network()).await.rows), [6, 5, 4, 3]);
    stats.clear(None, UnixMs(0)).unwrap();
    stats.set_deriving(false).unwrap();
    assert_eq!(ask(7, Vec::new(), StatsScope::network()).await.total, 0);
}

#[tokio::test]
async fn clicks_know_the_kind_of_their_campaign_also_in_a_file_of_before() {
    let folder = tempfile::tempdir().unwrap();
    let config = StatsConfig::file(folder.path().join("facts.duckdb"));
    let mut push = settled(2, 0, Verdict::Valid);
    push.ad.ad.campaign_type = CampaignType::Push;
    let all = [settled(1, 0, Verdict::Valid), push];
    let add = |stats: &Stats, deltas: &[ClickDelta]| {
        stats.append_all(&NewRows { clicks: deltas, ..NewRows::default() }, &positions(1)).unwrap();
    };
    let stats = Stats::open(&config).unwrap();
    add(&stats, &deltas(&all[..1]));
    drop(stats);
    let raw = duckdb::Connection::open(config.path.as_ref().unwrap()).unwrap();
    raw.execute_batch("ALTER TABLE clicks DROP COLUMN campaign_type").unwrap();
    drop(raw);
    let stats = Arc::new(Stats::open(&config).unwrap());
    add(&stats, &deltas(&all[1..]));
    for (kind, expected) in [(CampaignType::Native, [1]), (CampaignType::Push, [2])] {
        let keys = vec![Key(i64::from(kind.id()))];
        let filter = Filter { dimension: Dimension::CampaignType, keys: keys.clone(), excluded: false };
        let found = stats.clicks(question(1, vec![filter]), Page::ALL, StatsScope::network()).await.unwrap();
        assert_eq!(numbers(&found.rows), expected);
        assert_eq!(found.rows[0].key(Dimension::CampaignType), Some(keys[0]));
    }
}

#[tokio::test]
async fn clicks_that_were_counted_before_there_was_a_log_of_them_are_added_once() {
    let folder = tempfile::tempdir().unwrap();
    let config = StatsConfig::file(folder.path().join("facts.duckdb"));
    let stats = Stats::open(&config).unwrap();
    assert_eq!(stats.clicks_lacking().unwrap(), None, "a new file lacks nothing");
    stats.append(&[], &[], &positions(1)).unwrap();
    drop(stats);
    let raw = duckdb::Connection::open(config.path.as_ref().unwrap()).unwrap();
    raw.execute_batch("DROP TABLE clicks; DROP TABLE click_changes; DROP TABLE clicks_lacking").unwrap();
    drop(raw);

    let stats = Stats::open(&config).unwrap();
    assert_eq!(stats.clicks_lacking().unwrap(), Some(0));
    let all: Vec<Settlement> = (1..=3).map(|click| settled(click, 0, Verdict::Valid)).collect();
    stats.add_lacking_clicks(&deltas(&all[..2]), Some(2)).unwrap();
    drop(stats);
    let stats = Arc::new(Stats::open(&config).unwrap());
    assert_eq!(stats.clicks_lacking().unwrap(), Some(2), "it goes on where it was");
    let refused = stats.clicks(question(1, Vec::new()), Page::ALL, StatsScope::network()).await;
    assert!(matches!(refused, Err(StatsError::Deriving)), "a part would be taken for all: {refused:?}");
    stats.add_lacking_clicks(&deltas(&all[2..]), None).unwrap();
    assert_eq!(stats.clicks_lacking().unwrap(), None);
    let found = stats.clicks(question(1, Vec::new()), Page::ALL, StatsScope::network()).await.unwrap();
    assert_eq!(numbers(&found.rows), [3, 2, 1]);
    assert_eq!(stats.positions().unwrap(), positions(1), "the facts stay where they are");
}

#[tokio::test]
async fn what_clicks_of_an_audience_cost_is_told_in_quarters() {
    let stats = Arc::new(Stats::open(&StatsConfig::memory()).unwrap());
    let paid = |click: u64, cents: i64, advertiser: i64, device_type: DeviceType, verdict: Verdict| {
        let cost = Money::from_micros(if verdict.is_valid() { cents * 10_000 } else { 0 });
        let mut ad = served(advertiser, 11);
        ad.served.device_type = device_type;
        Settlement { ad, amounts: Amounts { cost, network: cost, ..Amounts::default() }, ..settled(click, 1, verdict) }
    };
    let all: Vec<Settlement> = (1..=8)
        .map(|n| paid(n, 10 * n as i64, n as i64 % 3, DeviceType::Mobile, Verdict::Valid))
        .chain([
            paid(9, 900, 5, DeviceType::Desktop, Verdict::Valid),
            paid(10, 900, 6, DeviceType::Mobile, Verdict::Bot),
        ])
        .chain([Settlement {
            clicked_at: UnixMs(TODAY.start().0 - 8 * DAY_MS),
            ..paid(11, 1, 7, DeviceType::Mobile, Verdict::Valid)
        }])
        .collect();
    stats.append_all(&NewRows { clicks: &deltas(&all), ..NewRows::default() }, &positions(1)).unwrap();
    let cents = |cents: i64| Money::from_micros(cents * 10_000);
    let ask = async |targetings: Vec<Targeting>, refusing_blocks: Vec<BlockId>, blocks_about: Option<Vec<BlockId>>| {
        let since = UnixMs(TODAY.start().0 - 6 * DAY_MS);
        let question = ReachQuestion { targetings, refusing_blocks, blocks_about, since };
        stats.paid_clicks(question, cents(35)).await.unwrap()
    };
    let mobile = Targeting { device_types: vec![DeviceType::Mobile], ..Targeting::default() };
    let found = ask(vec![Targeting::default(), mobile.clone()], vec![BlockId(7)], Some(vec![BlockId(6)])).await;
    let expected =
        PaidClicks { clicks: 8, advertisers: 3, quartiles: [cents(20), cents(40), cents(60)], at_most_bid: 3 };
    assert_eq!(found, expected, "neither the robot's, nor the other device's, nor the old one");
    assert_eq!(ask(vec![Targeting::default()], Vec::new(), None).await.clicks, 9);
    assert_eq!(
        ask(vec![mobile], vec![BlockId(6)], None).await,
        PaidClicks::default(),
        "its only block takes no such ads"
    );
}
