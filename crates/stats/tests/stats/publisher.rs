//! What webmasters ask of requests: what became of a block's, what pages brought, what categories bring elsewhere.

use placard_model::books::settlement::Amounts;
use placard_model::event::{EventRef, PASSBACK_STEP, RequestSample, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::VisitorId;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Day, GroupId, Hour, Money, OfferId, SiteId, TemplateId, TrafficSourceId,
    UnixMs, UserId, Verdict,
};
use placard_stats::{
    Asked, CategoryIncome, FactDelta, NewRows, OpportunityDelta, Period, Positions, Sampled, Stats, StatsConfig,
    StatsError, StatsScope,
};
use std::sync::Arc;

const TODAY: Day = Day(20_778);
const NOON: Hour = Hour(20_778 * 24 + 12);

fn dims(webmaster: i64, block: i64) -> BlockDims {
    BlockDims {
        webmaster: UserId(webmaster),
        site: SiteId(300 + block),
        block: BlockId(block),
        format: BlockFormat::Native,
        template: TemplateId(2),
    }
}

/// A request of a webmaster's block on a page, with places filled of 4, that stands for so many.
fn sampled(number: u64, block: BlockDims, page: &str, (filled, step): (u8, u8), weight: u32, at: Hour) -> Sampled {
    let sample = RequestSample {
        block,
        page: page.to_owned(),
        place: Place::default(),
        asn: 0,
        device_type: DeviceType::Mobile,
        os: Os::Android,
        browser: Browser::Chrome,
        language: Language::default(),
        traffic_source: TrafficSourceId(0),
        visitor: VisitorId(number),
        places: 4,
        filled,
        step: Some(step),
        weight,
        content: PageContent::default(),
    };
    Sampled { at: EventRef(number), append_ms: UnixMs(i64::from(at.0) * 3_600_000 + number as i64), sample }
}

/// A click that was paid for.
fn clicked(advertiser: i64, category: i64, block: BlockDims, earned: i64) -> FactDelta {
    let served = Served {
        ad: AdId(5),
        block: block.block,
        page: 0,
        visitor: VisitorId(0),
        decided_at: UnixMs(0),
        price: Money::from_dollars(1),
        weight_micros: 0,
        place: Place::default(),
        asn: 0,
        device_type: DeviceType::Mobile,
        os: Os::Android,
        browser: Browser::Chrome,
        language: Language::default(),
        traffic_source: TrafficSourceId(0),
        template: block.template,
        position: 0,
        control: false,
        consent: false,
    };
    let ad = AdDims {
        advertiser: UserId(advertiser),
        campaign: CampaignId(7),
        group: GroupId(8),
        campaign_type: CampaignType::Native,
        target: Target::Commodity,
        offer: OfferId(0),
        category: CategoryId(category),
    };
    let amounts = Amounts { webmaster: Money::from_micros(earned), ..Amounts::default() };
    FactDelta::click(&ServedAd { token: TokenId([0; 12]), served, ad, block }, NOON, Verdict::Valid, amounts)
}

fn opened(samples: &[Sampled], facts: &[FactDelta]) -> Arc<Stats> {
    let stats = Arc::new(Stats::open(&StatsConfig::memory()).unwrap());
    let rows = NewRows { facts, samples, ..NewRows::default() };
    stats.append_all(&rows, &Positions { log: vec![1], settlements: vec![1] }).unwrap();
    stats
}

#[tokio::test]
async fn the_requests_of_a_block_are_told_by_step_page_and_host() {
    let (ours, other) = (dims(11, 1), dims(11, 2));
    let before = Hour(NOON.0 - 1);
    let samples = [
        sampled(1, ours, "a.test/x", (4, 0), 100, NOON),
        sampled(2, ours, "a.test/x", (0, 5), 1, NOON),
        sampled(3, ours, "a.test/y", (3, 0), 1, NOON),
        sampled(4, ours, "evil.test/y", (0, 1), 7, NOON),
        sampled(5, ours, "evil.test/z", (0, 1), 1, NOON),
        sampled(6, ours, "a.test/old", (4, 0), 50, before),
        sampled(7, other, "a.test/x", (4, 0), 50, NOON),
    ];
    let count = |block: BlockDims, step, requests, filled, hour| OpportunityDelta {
        hour,
        webmaster: block.webmaster,
        site: block.site,
        block: block.block,
        step,
        requests,
        places: 4 * requests,
        filled,
    };
    let opportunities = [
        count(ours, 0, 90, 350, NOON),
        count(ours, 0, 1, 2, NOON),
        count(ours, 5, 3, 0, NOON),
        count(ours, 1, 8, 0, NOON),
        count(ours, PASSBACK_STEP, 3, 0, NOON),
        count(ours, 0, 50, 200, before),
        count(other, 0, 70, 280, NOON),
    ];
    let stats = Arc::new(Stats::open(&StatsConfig::memory()).unwrap());
    let rows = NewRows { samples: &samples, opportunities: &opportunities, ..NewRows::default() };
    stats.append_all(&rows, &Positions { log: vec![1], settlements: vec![1] }).unwrap();
    let asked = |requests, places, filled| Asked { requests, places, filled };
    let look = async |webmaster, pages| {
        let scope = StatsScope::webmaster(UserId(webmaster));
        stats.block_requests(BlockId(1), UnixMs(i64::from(NOON.0) * 3_600_000), pages, scope).await.unwrap()
    };
    let seen = look(11, 10).await;
    let counted = [(0, asked(91, 364, 352)), (1, asked(8, 32, 0)), (5, asked(3, 12, 0))];
    assert_eq!(seen.steps, counted, "all requests are counted, whatever was kept of them, and no passback");
    assert_eq!(seen.last_hour, Some(NOON));
    let page =
        |page: &str, on_site, requests, places, filled| (page.to_owned(), on_site, asked(requests, places, filled));
    let pages = [
        page("a.test/x", true, 101, 404, 400),
        page("evil.test/y", false, 7, 28, 0),
        page("a.test/y", true, 1, 4, 3),
        page("evil.test/z", false, 1, 4, 0),
    ];
    assert_eq!(seen.pages, pages);
    assert_eq!(seen.foreign_hosts, [("evil.test".to_owned(), 8)]);
    assert_eq!(seen.last_at, Some(samples[4].append_ms));
    assert_eq!(look(11, 1).await.pages, pages[..1]);
    assert_eq!(look(12, 10).await, placard_stats::BlockRequests::default(), "a block of somebody else");
    stats.clear(None, UnixMs(0)).unwrap();
    let deriving = stats.block_requests(BlockId(1), UnixMs(0), 1, StatsScope::webmaster(UserId(11))).await;
    assert!(matches!(deriving, Err(StatsError::Deriving)));
}

#[tokio::test]
async fn what_a_block_earned_is_divided_among_its_pages() {
    let (first, second, others) = (dims(11, 1), dims(11, 2), dims(12, 3));
    let yesterday = Hour(NOON.0 - 24);
    let samples = [
        sampled(1, first, "a.test/x", (3, 0), 100, NOON),
        sampled(2, first, "a.test/y", (1, 0), 100, NOON),
        sampled(3, first, "evil.test/", (0, 1), 100, NOON),
        sampled(4, second, "a.test/y", (2, 0), 10, NOON),
        sampled(5, others, "c.test/", (4, 0), 100, NOON),
        sampled(6, first, "a.test/before", (4, 0), 100, yesterday),
    ];
    let facts = [clicked(1, 1, first, 4_000_000), clicked(1, 1, second, 500_000), clicked(1, 1, others, 9_000_000)];
    let stats = opened(&samples, &facts);
    let brought = async |webmaster, pages| {
        let scope = StatsScope::webmaster(UserId(webmaster));
        let found = stats.page_incomes(Period::day(TODAY), pages, scope).await.unwrap();
        let pages = found.pages.iter().map(|page| (page.page.clone(), page.asked.requests, page.earned.micros()));
        (pages.collect::<Vec<_>>(), found.pages_count, found.samples)
    };
    let (x, y) = (("a.test/x".to_owned(), 100, 3_000_000), ("a.test/y".to_owned(), 110, 1_500_000));
    assert_eq!(brought(11, 10).await, (vec![x.clone(), y], 2, 3));
    assert_eq!(brought(11, 1).await, (vec![x], 2, 3));
    assert_eq!(brought(13, 10).await, (vec![], 0, 0));
    let no_fill = opened(&[sampled(1, first, "a.test/x", (0, 5), 1, NOON)], &facts);
    let found = no_fill.page_incomes(Period::day(TODAY), 10, StatsScope::webmaster(UserId(11))).await.unwrap();
    assert_eq!(found.pages[0].earned, Money::ZERO, "nothing is divided by nothing");
}

#[tokio::test]
async fn days_that_are_over_are_added_up_by_page_and_answer_alike() {
    let (first, second) = (dims(11, 1), dims(11, 2));
    let morning = TODAY.plus(1).first_hour();
    let samples = [
        sampled(1, first, "a.test/x", (3, 0), 100, NOON),
        sampled(2, first, "a.test/x", (1, 0), 1, Hour(NOON.0 + 1)),
        sampled(3, first, "a.test/y", (1, 0), 100, NOON),
        sampled(4, first, "evil.test/", (0, 1), 100, NOON),
        sampled(5, second, "a.test/y", (2, 0), 10, NOON),
        sampled(6, dims(12, 3), "c.test/", (4, 0), 100, NOON),
        sampled(7, first, "a.test/x", (1, 0), 5, morning),
    ];
    let facts = [clicked(1, 1, first, 4_000_000), clicked(1, 1, second, 500_000)];
    let stats = opened(&samples, &facts);
    let both_days = Period { first: TODAY, last: TODAY.plus(1) };
    let brought = async || {
        let scope = || StatsScope::webmaster(UserId(11));
        [
            stats.page_incomes(Period::day(TODAY), 10, scope()).await.unwrap(),
            stats.page_incomes(both_days, 10, scope()).await.unwrap(),
            stats.page_incomes(both_days, 10, StatsScope::network()).await.unwrap(),
        ]
    };
    let all = |stats: &Stats, now| while stats.compact(now).unwrap() > 0 {};
    let before = brought().await;
    assert_eq!((before[0].pages_count, before[0].samples), (2, 4));
    all(&stats, Hour(morning.0));
    assert_eq!(brought().await, before, "what was recorded before midnight may be on its way");
    all(&stats, Hour(morning.0 + 1));
    assert_eq!(brought().await, before);

    // One comes late all the same.
    let late = [sampled(8, second, "a.test/late", (8, 0), 10, NOON)];
    stats.append_all(&NewRows { samples: &late, ..NewRows::default() }, &Positions::default()).unwrap();
    let after = brought().await;
    assert_eq!((after[0].pages_count, after[0].samples), (3, 5));
    all(&stats, Hour(morning.0 + 1));
    assert_eq!(brought().await, after);
}

#[tokio::test]
async fn pages_of_a_block_with_very_many_are_told_by_those_that_filled_most() {
    let block = dims(11, 1);
    let count = 1_010_u64;
    let samples: Vec<_> = (0..count)
        .map(|number| sampled(number, block, &format!("a.test/{number:04}"), (1 + u8::from(number == 7), 0), 1, NOON))
        .collect();
    let stats = opened(&samples, &[clicked(1, 1, block, 1_011_000)]);
    let brought = async || stats.page_incomes(Period::day(TODAY), 2, StatsScope::webmaster(UserId(11))).await.unwrap();
    let before = brought().await;
    assert_eq!(before.pages[0].page, "a.test/0007");
    assert_eq!((before.pages[0].earned.micros(), before.pages[1].earned.micros()), (2_000, 1_000));
    while stats.compact(Hour(NOON.0 + 24)).unwrap() > 0 {}
    assert_eq!(brought().await, before, "sums of the block, and how many there are, know the others");
}

#[tokio::test]
async fn what_categories_bring_elsewhere_leaves_the_asker_out() {
    let (ours, theirs, others) = (dims(11, 1), dims(12, 2), dims(13, 3));
    let facts = [
        clicked(1, 4, ours, 9_000_000),
        clicked(1, 4, theirs, 2_000_000),
        clicked(2, 4, others, 1_000_000),
        clicked(2, 5, others, 500_000),
    ];
    let stats = opened(&[], &facts);
    let income = |category, earned, clicks, advertisers, webmasters| CategoryIncome {
        category: CategoryId(category),
        earned: Money::from_micros(earned),
        clicks,
        advertisers,
        webmasters,
    };
    let elsewhere = stats.category_incomes_elsewhere(Period::day(TODAY), UserId(11)).await.unwrap();
    assert_eq!(elsewhere, [income(4, 3_000_000, 2, 2, 2), income(5, 500_000, 1, 1, 1)]);
    let before = stats.category_incomes_elsewhere(Period::day(TODAY.plus(-1)), UserId(11)).await.unwrap();
    assert!(before.is_empty());
}
