//! The facts database: batches, restarts, compaction, and answers against sums made by hand.

use placard_model::books::settlement::Amounts;
use placard_model::event::{ConversionState, FLOOR_STEP, PASSBACK_STEP, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::VisitorId;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Day, GroupId, Hour, Money, OfferId, SiteId, TemplateId, TrafficSourceId,
    UnixMs, UserId, Verdict,
};
use placard_stats::{
    Dimension, Direction, FactDelta, Key, ListPage, ListQuestion, Measures, Metric, MetricValue, OpportunityDelta,
    OpportunityGroup, Order, OrderBy, Page, Part, Period, Positions, Query, Row, Stats, StatsConfig, StatsError,
    StatsScope, Sums,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

const TODAY: Day = Day(20_778);

/// A served ad from a few small numbers: ads belong to groups, campaigns and advertisers; blocks to sites and
/// webmasters.
fn served(ad: i64, block: i64, variant: usize) -> ServedAd {
    let country = CountryCode::parse(["DE", "AT", "US", "ZZ"][variant % 4]).unwrap();
    ServedAd {
        token: TokenId([0; 12]),
        served: Served {
            ad: AdId(ad),
            block: BlockId(block),
            page: 0,
            visitor: VisitorId(0),
            decided_at: UnixMs(0),
            price: Money::from_micros(250_000),
            weight_micros: 2_000_000 + variant as i64,
            place: Place {
                country,
                region: PlaceId::region(country, "North"),
                city: PlaceId::city(country, "North", ["Ford", "Wick"][variant % 2]),
            },
            asn: 64_500 + (variant % 3) as u32,
            device_type: DeviceType::ALL[variant % 3],
            os: Os::ALL[variant % 5],
            browser: Browser::ALL[variant % 4],
            language: Language::parse(["de", "en"][variant % 2]).unwrap(),
            traffic_source: TrafficSourceId((variant % 2) as i64),
            template: TemplateId(1 + block % 3),
            position: 0,
            control: variant.is_multiple_of(7),
            consent: false,
        },
        ad: AdDims {
            campaign_type: CampaignType::Native,
            advertiser: UserId(1 + ad % 2),
            campaign: CampaignId(100 + ad % 4),
            group: GroupId(200 + ad % 8),
            target: if ad % 4 < 2 { Target::Commodity } else { Target::News },
            offer: OfferId(ad % 3),
            category: CategoryId(1 + ad % 4),
        },
        block: BlockDims {
            webmaster: UserId(11 + block % 2),
            site: SiteId(300 + block % 4),
            block: BlockId(block),
            format: if block % 2 == 0 { BlockFormat::Native } else { BlockFormat::Text },
            template: TemplateId(1 + block % 3),
        },
    }
}

fn hour(day: i32, hour: i32) -> Hour {
    Hour(TODAY.plus(day).first_hour().0 + hour)
}

fn amounts(variant: usize) -> Amounts {
    let cost = 200_000 + variant as i64 * 1_000;
    let webmaster = cost * 7 / 10;
    Amounts {
        cost: Money::from_micros(cost),
        webmaster: Money::from_micros(webmaster),
        network: Money::from_micros(cost - webmaster),
        ..Amounts::default()
    }
}

/// One thing that happens.
fn deltas((ad, block, variant, at, what): (i64, i64, usize, Hour, u8)) -> Vec<FactDelta> {
    let ad = served(ad, block, variant);
    let worth = Money::from_micros(5_000_000 + variant as i64);
    match what {
        0..=3 => vec![FactDelta::show(&ad, at, Verdict::Valid)],
        4 => vec![FactDelta::confirmed_show(&ad, at)],
        5 => vec![FactDelta::show(&ad, at, Verdict::Bot)],
        6 => vec![FactDelta::click(&ad, at, Verdict::Valid, amounts(variant))],
        7 => vec![FactDelta::click(&ad, at, Verdict::RateHour, Amounts::default())],
        8 => {
            let click = FactDelta::click(&ad, at, Verdict::Valid, amounts(variant));
            let [gone, voided] = FactDelta::void(&ad, at, amounts(variant));
            vec![click, gone, voided]
        }
        _ => {
            let hold = Some((ConversionState::Hold, worth));
            let approved = Some((ConversionState::Approved, worth));
            vec![
                FactDelta::conversion(&ad, at, Verdict::Valid, None, hold),
                FactDelta::conversion(&ad, at, Verdict::Valid, hold, approved),
            ]
        }
    }
}

fn any_deltas(most: usize) -> impl Strategy<Value = Vec<FactDelta>> {
    let one = (1i64..12, 1i64..9, 0usize..12, (-3i32..=0, 0i32..24), 0u8..10);
    prop::collection::vec(one, 0..most).prop_map(|list| {
        list.into_iter()
            .flat_map(|(ad, block, variant, (d, h), what)| deltas((ad, block, variant, hour(d, h), what)))
            .collect()
    })
}

fn positions(number: u8) -> Positions {
    Positions { log: vec![number, 1], settlements: vec![number] }
}

fn open() -> Stats {
    Stats::open(&StatsConfig::memory()).unwrap()
}

fn week(group: &[Dimension]) -> Query {
    let mut query = Query::by(Dimension::Date, Period::ending(TODAY, 7));
    query.groups = group.to_vec();
    query
}

fn add(rows: &[Row]) -> Measures {
    let mut sums = Measures::default();
    for row in rows {
        sums += row.sums.measures;
    }
    sums
}

/// The sums of a column by a key, made by hand.
fn expected(facts: &[FactDelta], key: impl Fn(&FactDelta) -> Option<i64>) -> BTreeMap<i64, Measures> {
    let mut sums = BTreeMap::<i64, Measures>::new();
    for fact in facts {
        if let Some(key) = key(fact) {
            *sums.entry(key).or_default() += fact.measures;
        }
    }
    sums
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn rows_add_up_to_totals_and_children_to_their_parent(facts in any_deltas(150)) {
        let stats = open();
        stats.append(&facts, &[], &positions(1)).unwrap();
        let network = StatsScope::network();
        let total = stats.run(&week(&[]), &network).unwrap().total;
        let ads: BTreeSet<AdId> = facts.iter().map(|fact| fact.key.ad).collect();
        prop_assert_eq!(total.ads, ads.len() as i64);
        for parent in Dimension::ALL {
            let table = stats.run(&week(&[*parent]), &network).unwrap();
            prop_assert_eq!(add(&table.rows), total.measures, "{:?}", parent);
            prop_assert_eq!(table.total, total, "{:?}", parent);
            prop_assert_eq!(table.row_count, table.rows.len() as u64);
            for child in [Dimension::Date, Dimension::Ad, Dimension::Country] {
                for row in table.rows.iter().take(2) {
                    let below = stats.run(&week(&[child]).under(*parent, row.keys[0]), &network).unwrap();
                    prop_assert_eq!(below.total, row.sums, "{:?} under {:?}", child, parent);
                    prop_assert_eq!(add(&below.rows), row.sums.measures, "{:?} under {:?}", child, parent);
                }
            }
        }
    }

    #[test]
    fn answers_are_the_sums_made_by_hand(facts in any_deltas(150)) {
        let stats = open();
        let (first, second) = facts.split_at(facts.len() / 2);
        stats.append(first, &[], &positions(1)).unwrap();
        stats.append(second, &[], &positions(2)).unwrap();
        let advertiser = |fact: &FactDelta| fact.key.advertiser == UserId(1);
        let by_site = expected(&facts, |fact| advertiser(fact).then_some(fact.key.site.0));
        let answer = stats.run(&week(&[Dimension::Site]), &StatsScope::advertiser(UserId(1))).unwrap();
        prop_assert_eq!(answer.rows.len(), by_site.len());
        for row in &answer.rows {
            let sums = by_site[&row.keys[0].0];
            let seen = row.sums.measures;
            prop_assert_eq!(seen.shows, sums.shows);
            prop_assert_eq!(seen.amounts.cost, sums.amounts.cost);
            prop_assert_eq!(seen.approved_money, sums.approved_money);
            prop_assert_eq!(seen.weight_micros, sums.weight_micros);
            prop_assert_eq!(seen.amounts.webmaster, Money::ZERO, "the advertiser's answer holds no earnings");
        }
        let by_hour = expected(&facts, |fact| (fact.key.webmaster == UserId(12)).then_some(i64::from(fact.key.hour.0)));
        let answer = stats.run(&week(&[Dimension::Hour]), &StatsScope::webmaster(UserId(12))).unwrap();
        prop_assert_eq!(answer.rows.len(), by_hour.len());
        for row in &answer.rows {
            let sums = by_hour[&row.keys[0].0];
            prop_assert_eq!(row.sums.measures.clicks, sums.clicks);
            prop_assert_eq!(row.sums.measures.amounts.webmaster, sums.amounts.webmaster);
            prop_assert_eq!(row.sums.measures.amounts.cost, Money::ZERO, "the webmaster's answer holds no spend");
        }
    }

    #[test]
    fn compaction_changes_no_answer(facts in any_deltas(200)) {
        let stats = Stats::open(&StatsConfig { compact_rows_min: 2, ..StatsConfig::memory() }).unwrap();
        for part in facts.chunks(7) {
            stats.append(part, &[], &positions(1)).unwrap();
        }
        let network = StatsScope::network();
        let ask = || {
            Dimension::ALL.iter().map(|d| stats.run(&week(&[*d, Dimension::Ad]), &network).unwrap()).collect::<Vec<_>>()
        };
        let before = ask();
        let mut compacted = 0;
        loop {
            let periods = stats.compact(hour(24, 0)).unwrap();
            if periods == 0 {
                break;
            }
            compacted += periods;
        }
        prop_assert!(facts.len() < 40 || compacted > 0, "nothing was compacted");
        let after = ask();
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(before.total.measures, after.total.measures);
            let kept = |rows: &[Row]| {
                let mut rows: Vec<Row> =
                    rows.iter().filter(|row| row.sums.measures != Measures::default()).cloned().collect();
                rows.sort_by(|a, b| a.keys.cmp(&b.keys));
                rows.into_iter().map(|row| (row.keys, row.sums.measures)).collect::<Vec<_>>()
            };
            prop_assert_eq!(kept(&before.rows), kept(&after.rows));
        }
    }
}

fn many_shows() -> Vec<FactDelta> {
    (0..60).flat_map(|n| deltas((n % 11 + 1, n % 8 + 1, n as usize, hour(-(n as i32 % 3), n as i32 % 24), 0))).collect()
}

#[test]
fn a_restart_goes_on_from_the_positions_and_counts_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let config = StatsConfig::file(folder.path().join("facts.duckdb"));
    let facts = many_shows();
    let batches: Vec<&[FactDelta]> = facts.chunks(10).collect();
    // The feed of this test writes the number of batches it has counted into its position.
    let feed = |stats: &Stats, most: usize| {
        for _ in 0..most {
            let done = stats.positions().unwrap().log.first().copied().unwrap_or(0);
            let Some(batch) = batches.get(usize::from(done)) else { return };
            let next = Positions { log: vec![done + 1], settlements: vec![done] };
            stats.append(batch, &[], &next).unwrap();
        }
    };
    for most in [1, 2, 0, 1, 100] {
        let stats = Stats::open(&config).unwrap();
        feed(&stats, most);
    }
    let stats = Stats::open(&config).unwrap();
    assert_eq!(stats.positions().unwrap(), Positions { log: vec![6], settlements: vec![5] });
    let table = stats.run(&week(&[Dimension::Ad]), &StatsScope::network()).unwrap();
    assert_eq!(table.total.measures.shows, 60);
    assert_eq!(stats.days().unwrap(), Some((TODAY.plus(-2), TODAY)));
    stats.clear(None, UnixMs(0)).unwrap();
    assert_eq!(stats.positions().unwrap(), Positions::default());
    feed(&stats, 100);
    assert_eq!(stats.run(&week(&[Dimension::Ad]), &StatsScope::network()).unwrap(), table, "derived again");
}

#[test]
fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facts.duckdb");
    drop(Stats::open(&StatsConfig::file(&path)).unwrap());
    let connection = duckdb::Connection::open(&path).unwrap();
    connection.execute_batch("UPDATE schema_version SET version = 99").unwrap();
    drop(connection);
    assert!(matches!(Stats::open(&StatsConfig::file(&path)), Err(StatsError::Newer(99))));
}

#[test]
fn a_void_takes_the_click_and_its_money_back_on_its_own_hour() {
    let stats = open();
    stats.append(&deltas((1, 1, 3, hour(-1, 5), 8)), &[], &positions(1)).unwrap();
    let table = stats.run(&week(&[Dimension::Date, Dimension::Verdict]), &StatsScope::network()).unwrap();
    assert_eq!(table.total.measures, Measures { rejected_clicks: 1, ..Measures::default() });
    let voided = Dimension::Verdict.parse_key("voided").unwrap();
    let row = table.rows.iter().find(|row| row.keys[1] == voided).unwrap();
    assert_eq!((row.keys[0], row.sums.measures.rejected_clicks), (Key(i64::from(TODAY.0) - 1), 1));
}

#[test]
fn scopes_see_their_own_rows_only() {
    let stats = open();
    let facts = many_shows();
    stats.append(&facts, &[], &positions(1)).unwrap();
    let shows = |scope: &StatsScope| stats.run(&week(&[Dimension::Date]), scope).unwrap().total.measures.shows;
    let count = |keep: &dyn Fn(&FactDelta) -> bool| facts.iter().filter(|fact| keep(fact)).count() as i64;
    assert_eq!(shows(&StatsScope::network()), 60);
    assert_eq!(shows(&StatsScope::advertiser(UserId(1))), count(&|f| f.key.advertiser == UserId(1)));
    assert_eq!(shows(&StatsScope::webmaster(UserId(12))), count(&|f| f.key.webmaster == UserId(12)));
    let clients = StatsScope::clients(vec![UserId(1), UserId(12)]);
    let own = |f: &FactDelta| f.key.advertiser == UserId(1) || f.key.webmaster == UserId(12);
    assert_eq!(shows(&clients), count(&own));
    assert_eq!(shows(&StatsScope::clients(Vec::new())), 0);
    // A filter on somebody else's campaign finds nothing.
    let foreign = week(&[Dimension::Date]).with(Dimension::Campaign, vec![Key(101)]);
    assert_eq!(stats.run(&foreign, &StatsScope::advertiser(UserId(1))).unwrap().total, Sums::default());
}

#[test]
fn pages_and_order() {
    let stats = open();
    stats.append(&many_shows(), &[], &positions(1)).unwrap();
    let network = StatsScope::network();
    let mut query = week(&[Dimension::Ad]);
    let all = stats.run(&query, &network).unwrap();
    let shows: Vec<i64> = all.rows.iter().map(|row| row.sums.measures.shows).collect();
    assert!(shows.is_sorted_by(|a, b| a >= b), "{shows:?}");
    let mut paged = Vec::new();
    for number in 1..=4 {
        query.page = Page { number, count: 3 };
        let page = stats.run(&query, &network).unwrap();
        assert_eq!((page.row_count, page.total), (11, all.total));
        paged.extend(page.rows);
    }
    assert_eq!(paged, all.rows);
    query.page = Page { number: 9, count: 3 };
    let beyond = stats.run(&query, &network).unwrap();
    assert_eq!((beyond.rows.len(), beyond.row_count, beyond.total), (0, 11, all.total), "totals stand on every page");
    query.page = Page::ALL;
    query.order = Order { by: OrderBy::Group(Dimension::Ad), direction: Direction::Ascending };
    let ids: Vec<i64> = stats.run(&query, &network).unwrap().rows.iter().map(|row| row.keys[0].0).collect();
    assert_eq!(ids, (1..=11).collect::<Vec<_>>());
    for (metric, _) in placard_stats::View::Network.metrics() {
        query.order = Order { by: OrderBy::Metric(metric), direction: Direction::Descending };
        assert_eq!(stats.run(&query, &network).unwrap().rows.len(), 11, "{metric:?} sorts");
    }
    query.order = Order { by: OrderBy::Metric(Metric::Cpc), direction: Direction::Ascending };
    stats.append(&deltas((5, 1, 0, hour(0, 0), 6)), &[], &positions(2)).unwrap();
    let rows = stats.run(&query, &network).unwrap().rows;
    assert_eq!(rows[0].keys[0], Key(5), "rows without a value come last");
}

#[test]
fn nothing_is_an_answer() {
    let stats = open();
    for groups in [&[][..], &[Dimension::Date], &[Dimension::Campaign, Dimension::City]] {
        let table = stats.run(&week(groups), &StatsScope::network()).unwrap();
        assert_eq!((table.rows.len(), table.row_count, table.total), (0, 0, Sums::default()));
    }
}

#[test]
fn old_hours_fold_into_their_day() {
    let stats = open();
    stats.append(&many_shows(), &[], &positions(1)).unwrap();
    let network = StatsScope::network();
    let by_day = stats.run(&week(&[Dimension::Date, Dimension::City]), &network).unwrap();
    assert_eq!(stats.fold_hours_before(TODAY).unwrap(), Some(TODAY.plus(-2)));
    assert_eq!(stats.fold_hours_before(TODAY).unwrap(), Some(TODAY.plus(-1)));
    assert_eq!(stats.fold_hours_before(TODAY).unwrap(), None);
    assert_eq!(stats.run(&week(&[Dimension::Date, Dimension::City]), &network).unwrap(), by_day);
    let hours = stats.run(&week(&[Dimension::Hour]), &network).unwrap();
    let old = hours.rows.iter().filter(|row| row.keys[0].0 < i64::from(TODAY.first_hour().0));
    assert!(old.into_iter().all(|row| row.keys[0].0 % 24 == 0));
}

#[tokio::test]
async fn figures_of_lists_are_sorted_and_added_up_with_rows_that_have_none() {
    let stats = Arc::new(open());
    stats.append(&many_shows(), &[], &positions(1)).unwrap();
    let period = Period::ending(TODAY, 3);
    for (scope, dimension, ids) in [
        (StatsScope::advertiser(UserId(1)), Dimension::Ad, vec![2, 900, 4, 6, 901, 8, 10, 1]),
        // Far apart: they are joined, not looked up as bits.
        (StatsScope::advertiser(UserId(1)), Dimension::Ad, vec![2, 4, 6, 5_000_000_000]),
        (StatsScope::advertiser(UserId(1)), Dimension::Campaign, vec![100, 102, 900]),
        (StatsScope::webmaster(UserId(1)), Dimension::Block, (1..20).collect()),
    ] {
        let listed = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let known = stats.by_keys(dimension, Some(ids.clone()), period, scope.clone()).await.unwrap();
        let ask = async |page: ListPage| {
            let question = ListQuestion { dimension, listed: listed.clone(), page, period };
            stats.of_list(question, scope.clone()).await.unwrap()
        };
        for (metric, name) in scope.view().metrics() {
            let value = |id: i64| {
                metric.value(&known.of(id)).map(|value| match value {
                    MetricValue::Count(number) | MetricValue::Ratio(number) => number,
                    MetricValue::Money(money) => money.micros(),
                })
            };
            for (direction, ties) in [
                (Direction::Ascending, Direction::Ascending),
                (Direction::Ascending, Direction::Descending),
                (Direction::Descending, Direction::Descending),
            ] {
                let turned = |ordering: std::cmp::Ordering, direction| match direction {
                    Direction::Ascending => ordering,
                    Direction::Descending => ordering.reverse(),
                };
                let mut expected = ids.clone();
                expected.sort_by(|left, right| {
                    let order = turned(value(*left).cmp(&value(*right)), direction);
                    order.then(turned(left.cmp(right), ties))
                });
                for (limit, offset) in [(3, 0), (2, 1), (50, 2), (5, 90)] {
                    let found = ask(ListPage::Sorted { metric, direction, ties, limit, offset }).await;
                    let page: Vec<(i64, Sums)> = expected
                        .iter()
                        .skip(offset as usize)
                        .take(limit as usize)
                        .map(|id| (*id, known.of(*id)))
                        .collect();
                    assert_eq!(found.rows, page, "{dimension:?} by {name} {direction:?} from {offset}");
                    assert_eq!(found.total, known.total, "{dimension:?}");
                }
            }
        }
        let some = ask(ListPage::Ids(vec![ids[1], ids[0]])).await;
        assert_eq!(some.rows.iter().map(|(id, _)| *id).collect::<BTreeSet<_>>(), BTreeSet::from([ids[0], ids[1]]));
        assert_eq!(some.total, known.total);
        assert!(ask(ListPage::Ids(Vec::new())).await.rows.is_empty());
    }
}

#[tokio::test]
async fn lists_series_and_streams() {
    let stats = Arc::new(open());
    let facts = many_shows();
    stats.append(&facts, &[], &positions(1)).unwrap();
    let network = StatsScope::network();
    let period = Period::ending(TODAY, 3);
    let by_ad = stats.by_keys(Dimension::Ad, Some(vec![1, 2, 99]), period, network.clone()).await.unwrap();
    assert_eq!(by_ad.rows.keys().copied().collect::<BTreeSet<_>>(), BTreeSet::from([1, 2]));
    let all = stats.by_keys(Dimension::Site, None, period, network.clone()).await.unwrap();
    assert_eq!(all.rows.values().map(|sums| sums.measures.shows).sum::<i64>(), 60);
    assert_eq!((all.total.measures.shows, all.total.ads, all.of(12_345)), (60, 11, Sums::default()));

    let mut stream = stats.stream(week(&[Dimension::Ad, Dimension::Hour]), network.clone());
    let (mut rows, mut total) = (Vec::new(), None);
    while let Some(part) = stream.next().await {
        match part.unwrap() {
            Part::Total(sums) => total = Some(sums),
            Part::Rows(part) => rows.extend(part),
        }
    }
    let answer = stats.answer(week(&[Dimension::Ad, Dimension::Hour]), network).await.unwrap();
    assert_eq!((rows, total), (answer.rows, Some(answer.total)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_nobody_reads_gives_its_turn_to_others() {
    let config = StatsConfig { reader_patience: Duration::from_millis(50), ..StatsConfig::memory() };
    let stats = Arc::new(Stats::open(&config).unwrap());
    let facts: Vec<FactDelta> = (0..12_000).flat_map(|ad| deltas((ad + 1, 1, 0, hour(0, 1), 0))).collect();
    stats.append(&facts, &[], &positions(1)).unwrap();
    let mut unread: Vec<_> =
        (0..config.parallel_questions).map(|_| stats.stream(week(&[Dimension::Ad]), StatsScope::network())).collect();
    for stream in &mut unread {
        // It has begun.
        stream.next().await.unwrap().unwrap();
    }
    let answer = tokio::time::timeout(Duration::from_secs(20), stats.answer(week(&[]), StatsScope::network()));
    assert_eq!(answer.await.expect("others wait for ever").unwrap().total.measures.shows, 12_000);
    let mut cut_off = 0;
    for mut stream in unread {
        while let Some(part) = stream.next().await {
            cut_off += u32::from(matches!(part, Err(StatsError::CutOff)));
        }
    }
    assert!(cut_off > 0, "whoever reads too late is told");
}

#[tokio::test]
async fn opportunities_belong_to_webmasters() {
    let stats = Arc::new(open());
    let delta = |webmaster: i64, block: i64, step: u8, filled: i64| OpportunityDelta {
        hour: hour(0, 1),
        webmaster: UserId(webmaster),
        site: SiteId(300 + block),
        block: BlockId(block),
        step,
        requests: 10,
        places: 40,
        filled,
    };
    let passback = OpportunityDelta { requests: 3, places: 0, ..delta(11, 1, PASSBACK_STEP, 0) };
    let below = delta(12, 2, FLOOR_STEP, 0);
    let deltas = [delta(11, 1, 0, 40), delta(11, 1, 5, 0), passback, delta(12, 2, 0, 30), delta(12, 2, 0, 30), below];
    stats.append(&[], &deltas, &positions(1)).unwrap();
    let ask = |group, scope| stats.opportunities(group, None, Period::day(TODAY), scope);
    let steps = ask(OpportunityGroup::Step, StatsScope::webmaster(UserId(11))).await.unwrap();
    assert_eq!(
        steps.iter().map(|row| (row.key, row.places, row.filled)).collect::<Vec<_>>(),
        [(0, 40, 40), (5, 40, 0), (i64::from(PASSBACK_STEP), 0, 0)]
    );
    let blocks = ask(OpportunityGroup::Block, StatsScope::network()).await.unwrap();
    let found: Vec<_> = blocks.iter().map(|row| (row.key, row.requests, row.passbacks, row.below_floor)).collect();
    assert_eq!(found, [(1, 20, 3, 0), (2, 30, 0, 40)], "passbacks are no requests");
    assert!(ask(OpportunityGroup::Site, StatsScope::advertiser(UserId(11))).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_file_of_the_first_layout_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facts.duckdb");
    let config = StatsConfig { memory_limit_mib: 128, ..StatsConfig::file(&path) };
    let facts = many_shows();
    Stats::open(&config).unwrap().append(&facts, &[], &positions(7)).unwrap();
    let first = duckdb::Connection::open(&path).unwrap();
    for table in ["facts", "facts_ads", "facts_sources", "facts_ad_audience"] {
        first.execute_batch(&format!("ALTER TABLE {table} DROP COLUMN campaign_type")).unwrap();
    }
    first.execute_batch("DROP TABLE samples; UPDATE schema_version SET version = 1").unwrap();
    drop(first);

    let stats = Arc::new(Stats::open(&config).unwrap());
    assert_eq!(stats.positions().unwrap(), positions(7), "nothing is derived again");
    let shows = |of: &[Dimension]| stats.run(&week(of), &StatsScope::network()).unwrap().total.measures.shows;
    assert_eq!((shows(&[Dimension::Ad]), shows(&[Dimension::City])), (60, 60));
    // What was upgraded in place takes rows, is compacted and derived as a new file is.
    stats.append(&facts, &[], &positions(8)).unwrap();
    stats.compact(hour(3, 0)).unwrap();
    stats.derive_days(Period::ending(TODAY, 7)).unwrap();
    let all = [&[Dimension::Ad][..], &[Dimension::City], &[Dimension::Site, Dimension::Campaign], &[Dimension::Device]];
    assert_eq!(all.map(shows), [120; 4]);
}

#[test]
fn questions_do_not_wait_for_the_writer() {
    let stats = Arc::new(open());
    let facts = many_shows();
    let writer = {
        let (stats, facts) = (Arc::clone(&stats), facts.clone());
        std::thread::spawn(move || {
            for number in 0..40 {
                stats.append(&facts, &[], &positions(number)).unwrap();
                stats.compact(hour(1, 0)).unwrap();
            }
        })
    };
    let mut last = 0;
    while !writer.is_finished() {
        let shows = stats.run(&week(&[Dimension::Ad]), &StatsScope::network()).unwrap().total.measures.shows;
        assert!(shows >= last && shows % 60 == 0, "a batch is seen whole or not at all: {shows}");
        last = shows;
    }
    writer.join().unwrap();
    assert_eq!(stats.run(&week(&[Dimension::Ad]), &StatsScope::network()).unwrap().total.measures.shows, 40 * 60);
}
