//! Each step of a decision, as a table: one thing is changed in a world where all fits.

use crate::world::{AD, BLOCK, CAMPAIGN, SITE, World, country, noon};
use placard_engine::{Learned, Reason, Step};
use placard_model::bid::floor::EcpmFloor;
use placard_model::format::{BlockFormat, CampaignType, FormatMask, Target, accepted_formats};
use placard_model::ids::{AdId, BlockId, CategoryId, SiteId, TrafficSourceId};
use placard_model::inventory::{Bid, FrequencyCap};
use placard_model::money::Money;
use placard_model::push::SubscriptionAge;
use placard_model::settings::BasisPoints;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::PlaceId;
use placard_model::targeting::{Coefficient, OsOnDevice, Source, SourceSet, WeekHours};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The ad falls out for `expected`, and everything that tells of a decision agrees on the step.
#[track_caller]
fn check(name: &str, change: impl FnOnce(&mut World), expected: Reason) {
    let mut world = World::new();
    change(&mut world);
    let host = world.engine();
    let snapshot = host.snapshot();
    let request = world.request(1);
    let explained = snapshot.explain(&request, noon(), AD);
    assert_eq!(explained.reason, expected, "{name}");
    assert_eq!(explained.step, expected.step(), "{name}");
    let decision = snapshot.select(&request, &world.how, noon(), &mut SmallRng::seed_from_u64(1));
    assert_eq!(decision.outcome_step, expected.step(), "{name}");
    assert_eq!(decision.chosen.len(), usize::from(expected == Reason::Eligible), "{name}");
    assert_eq!(snapshot.eligible(&request, noon()).len(), decision.chosen.len(), "{name}");
    if expected.step() != Step::Block {
        let counters = snapshot.count_steps(&request, noon());
        let mut left = 1;
        for step in Step::ORDER {
            left = if step == expected.step() { 0 } else { left };
            assert_eq!(counters.left(step), left, "{name}: left after {step:?}");
        }
    }
}

#[test]
fn block_and_page() {
    check("everything fits", |_| {}, Reason::Eligible);
    check("subdomain", |w| w.host = "m.news.example".into(), Reason::Eligible);
    check("no host told", |w| w.host = String::new(), Reason::Eligible);
    check("another site", |w| w.host = "other.example".into(), Reason::PageNotOnSite);
    check("ends alike", |w| w.host = "fakenews.example".into(), Reason::PageNotOnSite);
    check("parent domain", |w| w.host = "example".into(), Reason::PageNotOnSite);
    check("unknown block", |w| w.block.dims.block = BlockId(51), Reason::UnknownBlock);
}

#[test]
fn started() {
    check("campaign stopped", |w| w.campaign.wanted = false, Reason::CampaignStopped);
    check("group stopped", |w| w.group.wanted = false, Reason::GroupStopped);
    check("ad stopped", |w| w.ad.wanted = false, Reason::AdStopped);
}

#[test]
fn format_and_target() {
    check("format", |w| w.ad.formats = FormatMask::from_iter([BlockFormat::Text]), Reason::Format);
    check("target taken", |w| w.block.allowed_targets = vec![Target::Commodity], Reason::Eligible);
    check("all targets named", |w| w.block.allowed_targets = vec![Target::News, Target::Commodity], Reason::Eligible);
    check("target refused", |w| w.block.allowed_targets = vec![Target::News], Reason::Target);
}

/// A push campaign, with a block of a format that is drawn by a template.
fn push(format: BlockFormat, template: &'static str) -> impl Fn(&mut World) {
    move |w| {
        w.campaign.campaign_type = CampaignType::Push;
        w.ad.formats = FormatMask::from_iter([BlockFormat::Push]);
        w.block.dims.format = format;
        w.block.accepts = accepted_formats(format, template);
    }
}

#[test]
fn push_ads_are_notifications_and_what_looks_like_one() {
    check("opt-in", push(BlockFormat::Push, "push-opt-in"), Reason::Eligible);
    check("in the page", push(BlockFormat::Native, "push"), Reason::Eligible);
    check("in the page, rich", push(BlockFormat::Teaser, "media-push"), Reason::Eligible);
    check("another template", push(BlockFormat::Native, "image-left"), Reason::Format);
    let native = |template| {
        move |w: &mut World| {
            push(BlockFormat::Native, template)(w);
            w.campaign.campaign_type = CampaignType::Native;
            w.ad.formats = FormatMask::from_iter([BlockFormat::Native]);
        }
    };
    check("a native ad beside them", native("push"), Reason::Eligible);
    let notified = |w: &mut World| {
        native("push")(w);
        w.block.accepts = accepted_formats(BlockFormat::Push, "push-opt-in");
    };
    check("a native ad as a notification", notified, Reason::Format);
    let listed = |w: &mut World| {
        push(BlockFormat::Native, "push")(w);
        w.group.lists.blacklist_blocks = vec![BLOCK];
    };
    check("lists hold", listed, Reason::Blacklisted);
    let floor = |w: &mut World| {
        push(BlockFormat::Native, "push")(w);
        w.block.floor = EcpmFloor { usual: Money::from_micros(351_000), countries: Vec::new(), share_bp: 7_000 };
    };
    check("floors hold", floor, Reason::BelowFloor);
}

#[test]
fn a_push_click_costs_at_least_a_cent() {
    let price = |change: &dyn Fn(&mut World)| {
        let mut world = World::new();
        world.ad.bid = Bid::Everywhere(Money::from_micros(12_000));
        world.campaign.coefficients = vec![(Source::Site(SITE), Coefficient::from_tenths(2).unwrap())];
        change(&mut world);
        let host = world.engine();
        let decision = host.snapshot().select(&world.request(1), &world.how, noon(), &mut SmallRng::seed_from_u64(1));
        let entry = host.snapshot().ad(AD).map(|entry| entry.dims.campaign_type);
        (decision.chosen[0].price.micros(), entry)
    };
    assert_eq!(price(&|_| {}), (5_000, Some(CampaignType::Native)));
    assert_eq!(price(&push(BlockFormat::Push, "push-opt-in")), (10_000, Some(CampaignType::Push)));
    assert_eq!(price(&push(BlockFormat::Native, "push")), (10_000, Some(CampaignType::Push)));
}

#[test]
fn schedule() {
    let wednesday_noon = WeekHours::NONE.with(2 * 24 + 12);
    let before = WeekHours::NONE.with(2 * 24 + 11);
    check("this hour", |w| w.campaign.targeting.schedule = wednesday_noon, Reason::Eligible);
    check("campaign's other hour", |w| w.campaign.targeting.schedule = before, Reason::Schedule);
    check("group's other hour", |w| w.group.targeting.schedule = before, Reason::Schedule);
}

#[test]
fn geo() {
    let (ie, gb) = (country("IE"), country("GB"));
    let (leinster, munster) = (PlaceId::region(ie, "Leinster"), PlaceId::region(ie, "Munster"));
    let dublin = PlaceId::city(ie, "Leinster", "Dublin");
    check("country", |w| w.campaign.targeting.geo.countries = vec![gb, ie], Reason::Eligible);
    check("other country", |w| w.campaign.targeting.geo.countries = vec![gb], Reason::Place);
    check("region", |w| w.campaign.targeting.geo.regions = vec![(ie, leinster)], Reason::Eligible);
    check("other region", |w| w.campaign.targeting.geo.regions = vec![(ie, munster)], Reason::Place);
    check("city", |w| w.group.targeting.geo.cities = vec![(ie, dublin)], Reason::Eligible);
    let union = |w: &mut World| {
        w.campaign.targeting.geo.countries = vec![gb];
        w.campaign.targeting.geo.cities = vec![(ie, dublin)];
    };
    check("a union", union, Reason::Eligible);
    let narrower = |w: &mut World| {
        w.campaign.targeting.geo.countries = vec![ie];
        w.group.targeting.geo.regions = vec![(ie, munster)];
    };
    check("the group narrows", narrower, Reason::Place);
    let unknown = |w: &mut World| {
        w.audience.place.region = PlaceId::UNKNOWN;
        w.campaign.targeting.geo.regions = vec![(ie, leinster)];
    };
    check("unknown region", unknown, Reason::Place);
    let bid = Money::from_micros(100_000);
    check("bid for the country", |w| w.ad.bid = Bid::ByCountry(vec![(ie, bid)], None), Reason::Eligible);
    check("bid for others", |w| w.ad.bid = Bid::ByCountry(vec![(gb, bid)], Some(bid)), Reason::Eligible);
    check("no bid", |w| w.ad.bid = Bid::ByCountry(vec![(gb, bid)], None), Reason::NoBidInCountry);
}

#[test]
fn machine_and_network() {
    let on = |device_type, os| OsOnDevice { device_type, os };
    check("device", |w| w.group.targeting.device_types = vec![DeviceType::Desktop], Reason::DeviceType);
    let both = |w: &mut World| {
        w.campaign.targeting.device_types = vec![DeviceType::Mobile, DeviceType::Desktop];
        w.group.targeting.device_types = vec![DeviceType::Tablet, DeviceType::Desktop];
    };
    check("device of only one level", both, Reason::DeviceType);
    check("os", |w| w.group.targeting.os = vec![on(DeviceType::Mobile, Os::Android)], Reason::Eligible);
    check("os elsewhere", |w| w.group.targeting.os = vec![on(DeviceType::Tablet, Os::Android)], Reason::Os);
    check("browser", |w| w.campaign.targeting.browsers = vec![Browser::Safari], Reason::Browser);
    check("isp", |w| w.campaign.targeting.isps = vec![1, 5_466], Reason::Eligible);
    check("other isp", |w| w.campaign.targeting.isps = vec![1], Reason::Isp);
    let range = |text: &str| vec![text.parse().unwrap()];
    check("range", |w| w.campaign.targeting.ip_ranges = range("185.2.0.0/16"), Reason::Eligible);
    check("everything is a range", |w| w.campaign.targeting.ip_ranges = range("0.0.0.0/0"), Reason::Eligible);
    check("other range", |w| w.campaign.targeting.ip_ranges = range("185.3.0.0/16"), Reason::IpRange);
    check("other family", |w| w.campaign.targeting.ip_ranges = range("::/0"), Reason::IpRange);
    let apart = |w: &mut World| {
        w.campaign.targeting.ip_ranges = range("185.0.0.0/8");
        w.group.targeting.ip_ranges = range("185.2.3.128/25");
    };
    check("the group's range in the campaign's", apart, Reason::IpRange);
    let mapped = |w: &mut World| {
        w.audience.ip = "::ffff:185.2.3.4".parse().unwrap();
        w.campaign.targeting.ip_ranges = range("185.2.0.0/16");
    };
    check("a mapped address", mapped, Reason::Eligible);
    check("language", |w| w.group.targeting.languages = vec![Language::parse("de").unwrap()], Reason::Language);
    check("traffic", |w| w.group.targeting.traffic_sources = vec![TrafficSourceId(4)], Reason::TrafficSource);
}

#[test]
fn categories_and_lists() {
    let (one, two, seven) = (CategoryId(1), CategoryId(2), CategoryId(7));
    check("site's category", |w| w.group.targeting.site_categories = vec![seven], Reason::Eligible);
    check("other site category", |w| w.group.targeting.site_categories = vec![one], Reason::SiteCategory);
    let by_page = |w: &mut World| {
        w.group.targeting.site_categories = vec![one];
        w.content.category = one;
    };
    check("the page's category", by_page, Reason::Eligible);
    let by_halves = |w: &mut World| {
        w.campaign.targeting.site_categories = vec![seven];
        w.group.targeting.site_categories = vec![one];
        w.content.category = one;
    };
    check("one category for the campaign, another for the group", by_halves, Reason::SiteCategory);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let keywords = |campaign: &'static [&'static str], group: &'static [&'static str], not: &'static [&'static str]| {
        move |w: &mut World| {
            w.content.keywords = PageContent::keywords_of("Running Shoes, marathon");
            w.campaign.targeting.keywords.wanted = words(campaign);
            w.group.targeting.keywords.wanted = words(group);
            w.group.targeting.keywords.excluded = words(not);
        }
    };
    check("a wanted keyword", keywords(&["golf", "marathon"], &[], &[]), Reason::Eligible);
    check("no wanted keyword", keywords(&["golf"], &[], &[]), Reason::NoKeyword);
    check("one for each level", keywords(&["marathon"], &["running shoes"], &[]), Reason::Eligible);
    check("none for the group", keywords(&["marathon"], &["golf"], &[]), Reason::NoKeyword);
    check("an excluded keyword", keywords(&["marathon"], &[], &["running shoes"]), Reason::ExcludedKeyword);
    check("another is excluded", keywords(&[], &[], &["golf"]), Reason::Eligible);
    check("a page without keywords", |w| w.group.targeting.keywords.wanted = vec!["golf".into()], Reason::NoKeyword);
    check("allowed", |w| w.block.allowed_categories = vec![two, one], Reason::Eligible);
    check("not allowed", |w| w.block.allowed_categories = vec![two], Reason::AdCategory);
    check("forbidden", |w| w.block.forbidden_categories = vec![one], Reason::AdCategory);
    let second = |w: &mut World| {
        w.campaign.categories = vec![one, two];
        w.block.allowed_categories = vec![one];
        w.block.forbidden_categories = vec![two];
    };
    check("the second is forbidden", second, Reason::AdCategory);
    check("white site", |w| w.group.lists.whitelist_sites = vec![SITE], Reason::Eligible);
    check("white block", |w| w.group.lists.whitelist_blocks = vec![BLOCK], Reason::Eligible);
    check("others white", |w| w.group.lists.whitelist_sites = vec![SiteId(6)], Reason::NotWhitelisted);
    check("black site", |w| w.group.lists.blacklist_sites = vec![SITE], Reason::Blacklisted);
    let both = |w: &mut World| {
        w.group.lists.whitelist_blocks = vec![BLOCK];
        w.group.lists.blacklist_sites = vec![SITE];
    };
    check("black wins", both, Reason::Blacklisted);
    let (site, block, other) = (Source::Site(SITE), Source::Block(BLOCK), Source::Site(SiteId(6)));
    let only = |sources: &[Source]| -> SourceSet { sources.iter().copied().collect() };
    check("the campaign blocks the site", |w| w.campaign.sources.blocked = only(&[other, site]), Reason::Blocked);
    check("the campaign blocks the block", |w| w.campaign.sources.blocked = only(&[block]), Reason::Blocked);
    check("the campaign blocks another", |w| w.campaign.sources.blocked = only(&[other]), Reason::Eligible);
    check("the campaign allows the block", |w| w.campaign.sources.allowed = only(&[other, block]), Reason::Eligible);
    check("the campaign allows others", |w| w.campaign.sources.allowed = only(&[other]), Reason::NotAllowed);
    let nowhere = |w: &mut World| w.campaign.sources.allowed = only(&[Source::Site(SiteId(77))]);
    check("the campaign allows what is not there", nowhere, Reason::NotAllowed);
    let both = |w: &mut World| {
        w.campaign.sources.allowed = only(&[site]);
        w.campaign.sources.blocked = only(&[block]);
    };
    check("what the campaign blocks wins", both, Reason::Blocked);
    let group_too = |w: &mut World| {
        w.campaign.sources.allowed = only(&[site]);
        w.group.lists.whitelist_sites = vec![SiteId(6)];
    };
    check("both white lists hold", group_too, Reason::NotWhitelisted);
}

#[test]
fn money_and_page() {
    check("no balance", |w| w.balance = Money::ZERO, Reason::Balance);
    check("no total", |w| w.campaign.total_limit = Some(Money::ZERO), Reason::TotalLimit);
    check("no daily", |w| w.campaign.daily_limit = Some(Money::ZERO), Reason::DailyLimit);
    let rest = Money::from_micros(99_999);
    let above = Reason::PriceAboveRest { price: Money::from_micros(100_000), rest };
    check("one click costs more", |w| w.balance = rest, above);
    check("on the page", |w| w.on_page = vec![AD], Reason::OnPage);
    check("another on the page", |w| w.on_page = vec![AdId(1)], Reason::Eligible);
}

#[test]
fn ages_of_subscriptions() {
    let check = |what: &str, from_days: u16, to_days: Option<u16>, days: Option<u16>, expected: Reason| {
        let change = |w: &mut World| {
            w.campaign.push.subscription_age = Some(SubscriptionAge { from_days, to_days });
            w.audience.subscription_days = days;
        };
        check(what, change, expected);
    };
    check("young enough", 0, Some(7), Some(7), Reason::Eligible);
    check("too old", 0, Some(7), Some(8), Reason::SubscriptionAge);
    check("too young", 8, None, Some(7), Reason::SubscriptionAge);
    check("years old", 8, None, Some(2_000), Reason::Eligible);
    check("not subscribed", 0, None, None, Reason::SubscriptionAge);
}

#[test]
fn a_push_campaign_caps_each_of_its_ads() {
    let mut world = World::new();
    world.campaign.push.frequency_cap = Some(FrequencyCap { shows: 1, hours: 24 });
    let host = world.engine();
    let reason = || host.snapshot().explain(&world.request(1), noon(), AD).reason;
    assert_eq!(reason(), Reason::Eligible);
    host.live().on_show(AD, world.audience.visitor, 0, noon());
    assert_eq!(reason(), Reason::FrequencyCap);
}

#[test]
fn own_ads() {
    check("the site's own ad", |w| w.block.dims.webmaster = w.campaign.advertiser, Reason::OwnAd);
    let wanted = |w: &mut World| {
        w.block.dims.webmaster = w.campaign.advertiser;
        w.block.shows_own = true;
    };
    check("own ads are wanted", wanted, Reason::Eligible);
}

#[test]
fn frequency() {
    let mut world = World::new();
    world.ad.frequency_cap = Some(FrequencyCap { shows: 2, hours: 24 });
    let host = world.engine();
    let snapshot = host.snapshot();
    let reason = |minutes: i64| snapshot.explain(&world.request(1), noon().plus_ms(minutes * 60_000), AD).reason;
    host.live().on_show(AD, world.audience.visitor_yesterday, 0, noon());
    assert_eq!(reason(1), Reason::Eligible);
    host.live().on_show(AD, world.audience.visitor, 0, noon());
    assert_eq!(reason(1), Reason::FrequencyCap);
    assert!(snapshot.eligible(&world.request(1), noon()).is_empty());
    let steps = snapshot.count_steps(&world.request(1), noon());
    assert_eq!((steps.left(Step::Lists), steps.left(Step::Frequency)), (1, 0));
    assert_eq!(reason(24 * 60), Reason::Eligible);
    assert_eq!(snapshot.ad(AD).map(|entry| entry.dims.campaign), Some(CAMPAIGN));
}

#[test]
fn floor() {
    // 10 cents a click at the usual rate of 0.5 % and a share of 70 % earn 35 cents by 1,000 shows.
    let floor = |usual, countries: &[(&str, i64)], share_bp| EcpmFloor {
        usual: Money::from_micros(usual),
        countries: countries.iter().map(|(code, micros)| (country(code), Money::from_micros(*micros))).collect(),
        share_bp,
    };
    check("reached", |w| w.block.floor = floor(349_000, &[], 7_000), Reason::Eligible);
    check("missed", |w| w.block.floor = floor(351_000, &[], 7_000), Reason::BelowFloor);
    check(
        "the country's own, reached",
        |w| w.block.floor = floor(900_000, &[("IE", 340_000)], 7_000),
        Reason::Eligible,
    );
    check("the country's own, missed", |w| w.block.floor = floor(0, &[("IE", 360_000)], 7_000), Reason::BelowFloor);
    check("none in this country", |w| w.block.floor = floor(900_000, &[("IE", 0)], 7_000), Reason::Eligible);
    check("another country's", |w| w.block.floor = floor(0, &[("GB", 900_000)], 7_000), Reason::Eligible);
    check("a larger share reaches it", |w| w.block.floor = floor(351_000, &[], 8_000), Reason::Eligible);
    check("no share reaches none", |w| w.block.floor = floor(1, &[], 0), Reason::BelowFloor);
    let control = |w: &mut World| {
        w.how.control = BasisPoints(10_000);
        w.block.floor = floor(351_000, &[], 7_000);
    };
    check("the control slice keeps to it", control, Reason::BelowFloor);
}

#[test]
fn a_floor_goes_by_what_was_learned() {
    let mut world = World::new();
    world.block.floor = EcpmFloor { usual: Money::from_micros(351_000), countries: Vec::new(), share_bp: 7_000 };
    let host = world.engine();
    let request = world.request(1);
    assert!(host.snapshot().eligible(&request, noon()).is_empty());
    let who = world.audience;
    host.live().learn(&[Learned {
        ad: AD,
        block: BLOCK,
        format: BlockFormat::Native,
        country: who.place.country,
        device_type: who.device_type,
        shows: 10_000,
        clicks: 100,
    }]);
    assert_eq!(host.snapshot().eligible(&request, noon()), [AD]);
}
