//! Which of the ads that may be shown are.

use crate::world::{AD, BLOCK, CAMPAIGN, GROUP, SITE, World, ad, campaign, country, group, noon};
use placard_engine::{Change, Choice, Decision, Learned, Reason, Step};
use placard_model::format::BlockFormat;
use placard_model::ids::{AdId, BlockId};
use placard_model::inventory::Bid;
use placard_model::money::Money;
use placard_model::push::push_engagement::TURN_MS;
use placard_model::settings::BasisPoints;
use placard_model::targeting::audience::DeviceType;
use placard_model::targeting::request::VisitorId;
use placard_model::targeting::{Coefficient, Source};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::collections::{HashMap, HashSet};

const ROUNDS: u64 = 2_000;

/// A second campaign with as many ads as asked, numbered from 2,000.
fn rival(id: i64, ads: i64) -> Vec<Change> {
    let mut changes = vec![Change::Campaign(campaign(id)), Change::Group(group(id * 10, id))];
    changes.extend((0..ads).map(|number| Change::Ad(ad(id * 100 + number, id * 10))));
    changes
}

fn learned(ad: AdId, shows: i32, clicks: i32) -> Learned {
    Learned {
        ad,
        block: BLOCK,
        format: BlockFormat::Native,
        country: country("IE"),
        device_type: DeviceType::Mobile,
        shows,
        clicks,
    }
}

/// How often each ad came first.
fn firsts(world: &World, host: &placard_engine::Host) -> HashMap<AdId, u64> {
    let mut firsts = HashMap::new();
    for seed in 0..ROUNDS {
        let decision =
            host.snapshot().select(&world.request(1), &world.how, noon(), &mut SmallRng::seed_from_u64(seed));
        *firsts.entry(decision.chosen[0].ad).or_default() += 1;
    }
    firsts
}

fn choose(world: &World, host: &placard_engine::Host, places: usize, seed: u64) -> Vec<Choice> {
    host.snapshot().select(&world.request(places), &world.how, noon(), &mut SmallRng::seed_from_u64(seed)).chosen
}

/// What a visitor gets so long after noon.
fn decide(world: &World, host: &placard_engine::Host, visitor: u64, after_ms: i64, seed: u64) -> Decision {
    let mut request = world.request(1);
    request.audience.visitor = VisitorId(visitor);
    host.snapshot().select(&request, &world.how, noon().plus_ms(after_ms), &mut SmallRng::seed_from_u64(seed))
}

#[test]
fn the_same_arguments_give_the_same_decision() {
    let world = World::new();
    let host = world.engine_with(rival(20, 9));
    assert_eq!(choose(&world, &host, 4, 3), choose(&world, &host, 4, 3));
}

#[test]
fn places_take_different_campaigns_first_and_never_an_ad_twice() {
    let check = |campaigns: i64, ads_each: i64, places: usize, distinct_campaigns: usize, ads: usize| {
        let world = World::new();
        let more = (0..campaigns - 1).flat_map(|number| rival(20 + number, ads_each)).collect();
        let host = world.engine_with(more);
        for seed in 0..50 {
            let chosen = choose(&world, &host, places, seed);
            let name = format!("{campaigns} campaigns, {ads_each} ads each, {places} places");
            let different: HashSet<_> = chosen.iter().map(|choice| choice.ad).collect();
            let owners: HashSet<_> =
                different.iter().filter_map(|ad| host.snapshot().ad(*ad).map(|entry| entry.dims.campaign)).collect();
            assert_eq!((different.len(), chosen.len()), (ads, ads), "{name}");
            assert_eq!(owners.len(), distinct_campaigns, "{name}");
            assert!(chosen.iter().enumerate().all(|(at, choice)| usize::from(choice.position) == at), "{name}");
        }
    };
    // The world's own campaign has one ad.
    check(1, 0, 4, 1, 1);
    check(6, 5, 4, 4, 4);
    check(3, 5, 4, 3, 4);
    check(2, 5, 10, 2, 6);
    check(40, 1, 24, 24, 24);
}

#[test]
fn price_times_rate_decides() {
    let check = |name: &str, bid: i64, learn: &[Learned], at_least: f64, at_most: f64| {
        let mut world = World::new();
        world.ad.bid = Bid::Everywhere(Money::from_micros(bid));
        let host = world.engine_with(rival(20, 1));
        host.live().learn(learn);
        let share = firsts(&world, &host).get(&AD).copied().unwrap_or_default() as f64 / ROUNDS as f64;
        assert!(share >= at_least && share <= at_most, "{name}: won {share}");
    };
    let rival = AdId(2_000);
    check("equals", 100_000, &[], 0.45, 0.55);
    check("a higher bid wins more often", 200_000, &[], 0.6, 0.9);
    let known = [learned(AD, 100_000, 1_000), learned(rival, 100_000, 500)];
    check("a better rate wins", 100_000, &known, 0.99, 1.0);
    check("a much higher bid makes up for it", 30_000, &known, 0.0, 0.01);
    // Their expectation is equal, but what is not known may be better: it gets its chance.
    check("a known one leaves room for a new one", 100_000, &[learned(AD, 100_000, 500)], 0.3, 0.7);
    let bad = [learned(AD, 100_000, 50), learned(AdId(9), 900_000, 4_500)];
    check("a known bad one loses", 100_000, &bad, 0.0, 0.35);
}

#[test]
fn the_control_slice_is_uniform_and_marked() {
    let mut world = World::new();
    world.how.control = BasisPoints(10_000);
    world.ad.bid = Bid::Everywhere(Money::from_dollars(9));
    // Four ads, three of them of one campaign: each is as likely.
    let host = world.engine_with(rival(20, 3));
    let firsts = firsts(&world, &host);
    assert_eq!(firsts.len(), 4);
    assert!(firsts.values().all(|wins| (400..600).contains(wins)), "{firsts:?}");
    assert!(choose(&world, &host, 4, 1).iter().all(|choice| choice.control));

    world.how.control = BasisPoints(500);
    let host = world.engine();
    let marked = (0..ROUNDS * 5).filter(|seed| choose(&world, &host, 1, *seed)[0].control).count();
    assert!((400..600).contains(&marked), "{marked} of {}", ROUNDS * 5);
}

#[test]
fn a_campaign_that_is_held_back_takes_its_part_of_the_turns_of_notifications() {
    let mut world = World::new();
    world.block.dims.format = BlockFormat::Push;
    let share = |world: &World, host: &placard_engine::Host| {
        let won =
            |seed: &u64| decide(world, host, *seed, 0, *seed).chosen.first().is_some_and(|choice| choice.ad == AD);
        (0..ROUNDS).filter(won).count() as f64 / ROUNDS as f64
    };
    let check = |name: &str, found: f64, at_least: f64, at_most: f64| {
        assert!(found >= at_least && found <= at_most, "{name}: won {found}");
    };
    let host = world.engine_with(rival(20, 1));
    check("equals", share(&world, &host), 0.45, 0.55);
    host.live().set_turns([(CAMPAIGN, 2_000)]);
    check("a fifth of a half", share(&world, &host), 0.07, 0.13);
    host.apply(vec![Change::Block(world.block.clone())]);
    assert!(host.publish_now(noon()));
    check("also in another snapshot", share(&world, &host), 0.07, 0.13);
    host.live().set_turns([]);
    check("all again", share(&world, &host), 0.45, 0.55);
    let alone = world.engine();
    alone.live().set_turns([(CAMPAIGN, 2_000)]);
    check("a fifth, also where no other fits", share(&world, &alone), 0.16, 0.24);
    // The control slice is uniform among all.
    world.how.control = BasisPoints(10_000);
    let host = world.engine_with(rival(20, 1));
    host.live().set_turns([(CAMPAIGN, 2_000)]);
    check("control", share(&world, &host), 0.45, 0.55);
    world.how.control = BasisPoints(0);
    // What stands on a page is no notification.
    world.block.dims.format = BlockFormat::Native;
    let on_page = world.engine();
    on_page.live().set_turns([(CAMPAIGN, 2_000)]);
    check("on a page", share(&world, &on_page), 1.0, 1.0);
}

#[test]
fn whose_turn_it_is_holds_for_a_while_and_is_told() {
    let mut world = World::new();
    world.block.dims.format = BlockFormat::Push;
    let host = world.engine();
    host.live().set_turns([(CAMPAIGN, 5_000)]);
    let takes =
        |visitor: u64, after_ms: i64, seed: u64| !decide(&world, &host, visitor, after_ms, seed).chosen.is_empty();
    let visitors = 0..200;
    for visitor in visitors.clone() {
        let first = takes(visitor, 0, 1);
        assert!((2..6).all(|seed| takes(visitor, TURN_MS - 1, seed) == first), "{visitor}");
    }
    let changed = visitors.clone().filter(|visitor| takes(*visitor, 0, 1) != takes(*visitor, TURN_MS, 1)).count();
    assert!((60..140).contains(&changed), "{changed} of 200 are another's turn later");

    let lost = visitors.clone().find(|visitor| !takes(*visitor, 0, 1)).unwrap();
    assert_eq!(decide(&world, &host, lost, 0, 1).outcome_step, Step::HeldBack);
    let (snapshot, mut request) = (host.snapshot(), world.request(1));
    request.audience.visitor = VisitorId(lost);
    assert_eq!(snapshot.explain(&request, noon(), AD).reason, Reason::HeldBack);
    let steps = snapshot.count_steps(&request, noon());
    assert_eq!((steps.left(Step::OnPage), steps.left(Step::HeldBack)), (1, 0));
    assert!(snapshot.eligible(&request, noon()).is_empty());
}

#[test]
fn the_control_slice_of_notifications_is_no_further_throw() {
    let mut world = World::new();
    world.block.dims.format = BlockFormat::Push;
    world.how.control = BasisPoints(2_000);
    let host = world.engine();
    host.live().set_turns([(CAMPAIGN, 1)]);
    let takes =
        |visitor: u64, after_ms: i64, seed: u64| !decide(&world, &host, visitor, after_ms, seed).chosen.is_empty();
    let visitors = 0..400;
    for visitor in visitors.clone() {
        let first = takes(visitor, 0, 1);
        assert!((2..6).all(|seed| takes(visitor, TURN_MS - 1, seed) == first), "{visitor}");
    }
    let in_slice = visitors.clone().filter(|visitor| takes(*visitor, 0, 1)).count();
    assert!((50..110).contains(&in_slice), "{in_slice} of 400");
    let later = visitors.filter(|visitor| takes(*visitor, 0, 1) && takes(*visitor, TURN_MS, 1)).count();
    assert!(later < in_slice / 2, "{later} of {in_slice} are in it again");
}

#[test]
fn the_weight_is_reported_on_the_mean() {
    let world = World::new();
    let host = world.engine();
    host.live().learn(&[learned(AD, 3_000, 60)]);
    let rate = host.posteriors().rate(AD, BLOCK, BlockFormat::Native, country("IE"), DeviceType::Mobile);
    for seed in 0..20 {
        let choice = choose(&world, &host, 1, seed)[0];
        let expected = 100_000.0 * f64::from(rate.mean) * 1_000.0;
        assert!((choice.weight_micros as f64 - expected).abs() <= 1.0, "{choice:?} {expected}");
    }
}

#[test]
fn coefficients_multiply_the_bid_without_stacking() {
    let block = |tenths| (Source::Block(BLOCK), Coefficient::from_tenths(tenths).unwrap());
    let site = |tenths| (Source::Site(SITE), Coefficient::from_tenths(tenths).unwrap());
    let elsewhere = (Source::Block(BlockId(51)), Coefficient::from_tenths(90).unwrap());
    let check = |name: &str, of_campaign: &[_], of_group: &[_], bid: i64, price: i64| {
        let mut world = World::new();
        world.campaign.coefficients = of_campaign.to_vec();
        world.group.coefficients = of_group.to_vec();
        world.ad.bid = Bid::Everywhere(Money::from_micros(bid));
        let host = world.engine_with(rival(5, 2).into_iter().chain(rival(20, 2)).collect());
        let chosen = choose(&world, &host, 5, 1);
        let choice = chosen.iter().find(|choice| choice.ad == AD).unwrap();
        assert_eq!(choice.price, Money::from_micros(price), "{name}");
        let others = chosen.iter().filter(|choice| choice.ad != AD);
        assert!(others.into_iter().all(|choice| choice.price == Money::from_micros(100_000)), "{name}: others");
    };
    check("none", &[], &[], 100_000, 100_000);
    check("site", &[site(15)], &[], 100_000, 150_000);
    check("block over site", &[site(15), block(20)], &[], 100_000, 200_000);
    check("group over campaign", &[block(20)], &[block(5)], 100_000, 50_000);
    check("block of the campaign over site of the group", &[block(20)], &[site(5)], 100_000, 200_000);
    check("of another block", &[elsewhere], &[elsewhere], 100_000, 100_000);
    check("never below the minimum", &[block(2)], &[], 6_000, 5_000);
    check("rounded down", &[block(15)], &[], 5_001, 7_501);
}

#[test]
fn bids_follow_the_country() {
    let (ie, gb) = (country("IE"), country("GB"));
    let money = |cents: i64| Money::from_micros(cents * 10_000);
    let mut world = World::new();
    world.ad.bid = Bid::ByCountry(vec![(gb, money(30)), (ie, money(20))], Some(money(10)));
    let host = world.engine();
    for (code, cents) in [("IE", 20), ("GB", 30), ("DE", 10)] {
        world.audience.place.country = country(code);
        assert_eq!(choose(&world, &host, 1, 1)[0].price, money(cents), "{code}");
    }
    assert_eq!(host.snapshot().ad(AD).unwrap().group.id, GROUP);
    assert_eq!(host.snapshot().ad(AD).unwrap().campaign.id, CAMPAIGN);
}
