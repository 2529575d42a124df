//! Requests that were kept without all that was known of them, and how an ad comes off among the others.

use crate::world::{AD, World, ad, campaign, group, noon};
use placard_engine::{Change, Contest, Reason, Unsampled};
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::inventory::Bid;
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

#[test]
fn an_ad_wins_where_no_other_is_expected_to_bring_more() {
    let world = World::new();
    // Bids in thousandths; all are clicked alike.
    let rivals = |bids: &[i64]| -> Vec<Change> {
        let numbered = bids.iter().zip(20..);
        let of = |(bid, id): (&i64, i64)| {
            let mut ad = ad(id * 100, id * 10);
            ad.bid = Bid::Everywhere(Money::from_micros(bid * 1_000));
            [Change::Campaign(campaign(id)), Change::Group(group(id * 10, id)), Change::Ad(ad)]
        };
        numbered.flat_map(of).collect()
    };
    let contest = |bids: &[i64], places: usize| {
        let host = world.engine_with(rivals(bids));
        host.snapshot().contest(&world.request(places), noon(), AD, |one| one == AD)
    };
    assert_eq!(contest(&[], 1), Some(Contest::Won));
    assert_eq!(contest(&[50, 60], 1), Some(Contest::Won));
    assert_eq!(contest(&[200, 300], 3), Some(Contest::Won), "there is a place for each");
    let beaten = |bids: &[i64], places: usize, expected: i64| {
        let Some(Contest::BeatenAt(price)) = contest(bids, places) else {
            panic!("{bids:?} leave a place of {places}")
        };
        // Scores have seven digits.
        assert!((price.micros() - expected).abs() <= 1, "{price} of {bids:?}");
    };
    beaten(&[200, 300], 1, 300_000);
    beaten(&[200, 300], 2, 200_000);
    let host = world.engine_with(rivals(&[200]));
    let of_both = host.snapshot().contest(&world.request(1), noon(), AD, |_| true);
    assert_eq!(of_both, Some(Contest::Won), "another of its owner's");
}
