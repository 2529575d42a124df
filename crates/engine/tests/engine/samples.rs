//! Requests that were kept without all that was known of them, and how an ad comes off among the others.

use crate::world::{AD, GROUP, World, ad, campaign, group, noon};
use placard_engine::{Change, Contest, Host, Reason, Unsampled};
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::ids::{AdId, UserId};
use placard_model::inventory::{Bid, CampaignSpec};
use placard_model::money::Money;
use placard_model::push::SubscriptionAge;

#[test]
fn what_samples_do_not_say_passes() {
    let check = |name: &str, change: &dyn Fn(&mut World), plain: Reason, sampled: Reason, lacking: Unsampled| {
        let mut world = World::new();
        change(&mut world);
        let (host, request) = (world.engine(), world.request(1));
        let snapshot = host.snapshot();
        assert_eq!(snapshot.explain(&request, noon(), AD).reason, plain, "{name}");
        assert_eq!(snapshot.explain_sample(&request, noon(), AD).reason, sampled, "{name}, of a sample");
        assert_eq!(snapshot.unsampled(AD), lacking, "{name}");
    };
    let none = Unsampled::default();
    check("nothing is asked", &|_| {}, Reason::Eligible, Reason::Eligible, none);
    let range = |w: &mut World| w.group.targeting.ip_ranges = vec!["185.3.0.0/16".parse().unwrap()];
    let addresses = Unsampled { addresses: true, ages: false };
    check("another range", &range, Reason::IpRange, Reason::Eligible, addresses);
    let aged = |w: &mut World| {
        w.campaign.push.subscription_age = Some(SubscriptionAge { from_days: 3, to_days: Some(9) });
        w.audience.subscription_days = None;
    };
    let ages = Unsampled { addresses: false, ages: true };
    check("an age, on a page", &aged, Reason::SubscriptionAge, Reason::SubscriptionAge, ages);
    let of_push = |w: &mut World| {
        aged(w);
        w.block.dims.format = BlockFormat::Push;
    };
    check("an age, of a notification", &of_push, Reason::SubscriptionAge, Reason::Eligible, ages);
    assert_eq!(World::new().campaign.campaign_type, CampaignType::Native);
}

/// The owner of a rival's campaign.
const fn owner(campaign: i64) -> UserId {
    UserId(1_000 + campaign)
}

/// Ads of others, each in a campaign of its own, with their bids in thousandths; all are clicked alike.
fn rivals(bids: &[i64]) -> Vec<Change> {
    let numbered = bids.iter().zip(20..);
    let of = |(bid, id): (&i64, i64)| {
        let mut ad = ad(id * 100, id * 10);
        ad.bid = Bid::Everywhere(Money::from_micros(bid * 1_000));
        let campaign = CampaignSpec { advertiser: owner(id), ..campaign(id) };
        [Change::Campaign(campaign), Change::Group(group(id * 10, id)), Change::Ad(ad)]
    };
    numbered.flat_map(of).collect()
}

/// The engine of a world with others who have money.
fn among(world: &World, more: Vec<Change>) -> Host {
    let host = world.engine_with(more);
    for campaign in 20..25 {
        host.live().set_advertiser_balance(owner(campaign), Money::from_dollars(100), noon());
    }
    host.publish_now(noon());
    host
}

#[test]
fn an_ad_wins_where_no_other_is_expected_to_bring_more() {
    let world = World::new();
    let contest = |bids: &[i64], places: usize| {
        let host = among(&world, rivals(bids));
        host.snapshot().contest(&world.request(places), noon(), AD, |one| one == AD)
    };
    assert_eq!(contest(&[], 1), Some(Contest::Won));
    assert_eq!(contest(&[50, 60], 1), Some(Contest::Won));
    assert_eq!(contest(&[200, 300], 3), Some(Contest::Won), "there is a place for each");
    let beaten = |bids: &[i64], places: usize, expected: i64, whose: i64| {
        let Some(Contest::Beaten { by, at }) = contest(bids, places) else {
            panic!("{bids:?} leave a place of {places}")
        };
        // Scores have seven digits.
        assert!((at.micros() - expected).abs() <= 1, "{at} of {bids:?}");
        assert_eq!(by, owner(whose), "{bids:?}");
    };
    beaten(&[200, 300], 1, 300_000, 21);
    beaten(&[200, 300], 2, 200_000, 20);
}

#[test]
fn who_is_outbid_by_an_ad_of_ones_own_is_not_told_of_others() {
    let world = World::new();
    let mut better = ad(AD.0 + 1, GROUP.0);
    better.bid = Bid::Everywhere(Money::from_micros(150_000));
    let host = among(&world, vec![Change::Ad(better.clone())]);
    let contest =
        |host: &Host, ours: &[AdId]| host.snapshot().contest(&world.request(1), noon(), AD, |one| ours.contains(&one));
    assert_eq!(contest(&host, &[AD]), Some(Contest::BeatenByOwner));
    assert_eq!(contest(&host, &[AD, better.id]), Some(Contest::Won));
    let mut changes = vec![Change::Ad(better)];
    changes.extend(rivals(&[200]));
    let host = among(&world, changes);
    assert!(matches!(contest(&host, &[AD]), Some(Contest::Beaten { .. })), "neither gets the place");
    // Another campaign of the same owner.
    let mut changes = rivals(&[200]);
    changes[0] = Change::Campaign(campaign(20));
    assert_eq!(contest(&among(&world, changes), &[AD]), Some(Contest::BeatenByOwner));
}

#[test]
fn what_samples_do_not_say_of_others_leaves_it_undecided() {
    let world = World::new();
    let ranges = vec!["185.3.0.0/16".parse().unwrap()];
    let check = |bids: &[i64], expected: Contest| {
        let mut changes = rivals(bids);
        let mut narrow = group(200, 20);
        narrow.targeting.ip_ranges.clone_from(&ranges);
        changes[1] = Change::Group(narrow);
        let found = among(&world, changes).snapshot().contest(&world.request(1), noon(), AD, |one| one == AD);
        let is_like = match (found, expected) {
            (Some(Contest::Beaten { .. }), Contest::Beaten { .. }) => true,
            (found, expected) => found == Some(expected),
        };
        assert!(is_like, "{found:?} of {bids:?}");
    };
    check(&[50], Contest::Won);
    check(&[200], Contest::Undecided);
    check(&[300, 200], Contest::Beaten { by: owner(21), at: Money::ZERO });

    // Ages matter of notifications alone.
    for (format, expected) in [(BlockFormat::Push, Contest::Undecided), (BlockFormat::Native, Contest::Won)] {
        let mut world = World::new();
        world.block.dims.format = format;
        let mut changes = rivals(&[200]);
        let mut aged = CampaignSpec { advertiser: owner(20), ..campaign(20) };
        aged.push.subscription_age = Some(SubscriptionAge { from_days: 3, to_days: Some(9) });
        changes[0] = Change::Campaign(aged);
        let found = among(&world, changes).snapshot().contest(&world.request(1), noon(), AD, |one| one == AD);
        assert_eq!(found, Some(expected), "{format:?}");
    }
}
