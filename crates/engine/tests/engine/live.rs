//! What takes effect at once, what waits for a rebuild, and what outlives a restart.

use crate::world::{AD, ADVERTISER, BLOCK, CAMPAIGN, GROUP, World, ad, country, noon};
use placard_engine::{CampaignSpend, Change, EngineConfig, Host, Learned, Reason, RestoreError};
use placard_model::event::TokenId;
use placard_model::format::BlockFormat;
use placard_model::ids::AdId;
use placard_model::inventory::{Bid, FrequencyCap};
use placard_model::money::Money;
use placard_model::targeting::audience::DeviceType;
use placard_model::time::UnixMs;

const MINUTE: i64 = 60_000;

fn token(n: u8) -> TokenId {
    TokenId([n; 12])
}

fn reason(world: &World, host: &Host, now: UnixMs) -> Reason {
    host.snapshot().explain(&world.request(1), now, AD).reason
}

#[test]
fn a_wish_takes_effect_at_once() {
    let world = World::new();
    let host = world.engine();
    let snapshot = host.snapshot();
    let check = |expected: Reason| assert_eq!(snapshot.explain(&world.request(1), noon(), AD).reason, expected);
    host.live().set_campaign_wanted(CAMPAIGN, false);
    check(Reason::CampaignStopped);
    host.live().set_campaign_wanted(CAMPAIGN, true);
    host.live().set_group_wanted(GROUP, false);
    check(Reason::GroupStopped);
    host.live().set_group_wanted(GROUP, true);
    host.live().set_ad_wanted(AD, false);
    check(Reason::AdStopped);
    host.live().set_ad_wanted(AD, true);
    check(Reason::Eligible);
    let mut stopped = world.campaign.clone();
    stopped.wanted = false;
    host.apply(vec![Change::Campaign(stopped)]);
    check(Reason::CampaignStopped);
    host.apply(vec![Change::RemoveAd(AD)]);
    assert!(snapshot.eligible(&world.request(1), noon()).is_empty());
    assert!(snapshot.ad(AD).is_some(), "a click on what was shown is still redirected");
}

#[test]
fn rebuilds_are_coalesced() {
    let world = World::new();
    let host = world.engine();
    let at = |ms: i64| noon().plus_ms(ms);
    assert!(!host.publish(at(10)), "nothing has changed");
    host.apply(vec![Change::Ad(ad(1_001, GROUP.0))]);
    assert!(!host.publish(at(999)), "the last rebuild is too short ago");
    host.apply(vec![Change::Ad(ad(1_002, GROUP.0))]);
    assert!(host.publish(at(1_000)));
    assert_eq!(host.snapshot().len(), 3);
    host.apply(vec![Change::RemoveGroup(GROUP)]);
    assert!(host.publish(at(-50_000)), "a clock that was set back does not stop rebuilds");
    assert_eq!(host.snapshot().len(), 0);
}

#[test]
fn a_limit_counts_unbilled_and_expected_clicks() {
    let mut world = World::new();
    world.campaign.daily_limit = Some(Money::from_dollars(1));
    let host = world.engine();
    let live = host.live();
    let cents = |cents: i64| Money::from_micros(cents * 10_000);
    let spend = |today: i64| CampaignSpend { day: noon().day(), today: cents(today), total: cents(today) };

    live.on_click(token(1), CAMPAIGN, cents(80), noon());
    assert_eq!(reason(&world, &host, noon()), Reason::Eligible);
    // Shows whose clicks will cost 20 cents: nothing is left that is not spoken for.
    live.on_show(AD, world.audience.visitor, 200_000 * 1_000, noon());
    assert_eq!(reason(&world, &host, noon()), Reason::DailyLimit);
    // They grow old after ten minutes.
    host.publish(noon().plus_ms(9 * MINUTE));
    assert_eq!(reason(&world, &host, noon()), Reason::DailyLimit);
    host.publish(noon().plus_ms(10 * MINUTE));
    assert_eq!(reason(&world, &host, noon()), Reason::Eligible);
    // The click was void: nothing was charged.
    live.on_settled(token(1), CAMPAIGN, ADVERTISER, Money::ZERO, noon().day(), noon());
    live.set_campaign_spend(CAMPAIGN, spend(91), noon());
    let rest = Reason::PriceAboveRest { price: cents(10), rest: cents(9) };
    assert_eq!(reason(&world, &host, noon()), rest);
    live.set_campaign_spend(CAMPAIGN, spend(100), noon());
    assert_eq!(reason(&world, &host, noon()), Reason::DailyLimit);
    // The next day begins with nothing spent.
    host.publish(noon().plus_ms(12 * 60 * MINUTE));
    assert_eq!(reason(&world, &host, noon().plus_ms(12 * 60 * MINUTE)), Reason::Eligible);
    // The balance fell by what was charged.
    live.on_settled(token(2), CAMPAIGN, ADVERTISER, Money::from_dollars(100), noon().day().plus(1), noon());
    assert_eq!(reason(&world, &host, noon()), Reason::Balance);
}

#[test]
fn a_click_that_is_never_judged_holds_money_for_an_hour() {
    let mut world = World::new();
    world.campaign.daily_limit = Some(Money::from_dollars(1));
    let host = world.engine();
    host.live().on_click(token(1), CAMPAIGN, Money::from_dollars(1), noon());
    assert_eq!(reason(&world, &host, noon()), Reason::DailyLimit);
    for minute in 1..=61 {
        host.publish(noon().plus_ms(minute * MINUTE));
    }
    assert_eq!(host.live().unbilled(CAMPAIGN), Money::ZERO);
    assert_eq!(reason(&world, &host, noon().plus_ms(61 * MINUTE)), Reason::Eligible);
}

#[test]
fn a_campaign_that_is_gone_takes_nothing_of_the_advertisers_money_with_it() {
    let world = World::new();
    let host = world.engine();
    let old = host.snapshot();
    host.live().on_click(token(1), CAMPAIGN, Money::from_dollars(1), noon());
    host.apply(vec![Change::RemoveCampaign(CAMPAIGN)]);
    // A decision from before is still on its way: the snapshot has the campaign.
    assert!(old.ad(AD).is_some());
    host.live().on_show(AD, world.audience.visitor, 200_000 * 1_000, noon());
    host.live().on_click(token(2), CAMPAIGN, Money::from_dollars(1), noon());
    assert_eq!(host.live().unbilled_of_advertiser(ADVERTISER), Money::ZERO);
    host.apply(vec![Change::Campaign(world.campaign.clone())]);
    host.publish_now(noon());
    host.live().on_click(token(3), CAMPAIGN, Money::from_dollars(2), noon());
    // The clicks from before are judged now, and free nothing of the new one's.
    for n in [1, 2] {
        host.live().on_settled(token(n), CAMPAIGN, ADVERTISER, Money::ZERO, noon().day(), noon());
    }
    assert_eq!(host.live().unbilled(CAMPAIGN), Money::from_dollars(2));
    assert_eq!(host.live().unbilled_of_advertiser(ADVERTISER), Money::from_dollars(2));
    host.live().on_settled(token(3), CAMPAIGN, ADVERTISER, Money::ZERO, noon().day(), noon());
    assert_eq!(host.live().unbilled_of_advertiser(ADVERTISER), Money::ZERO);
}

#[test]
fn even_pacing_follows_the_plan() {
    let mut world = World::new();
    world.campaign.even_pacing = true;
    world.campaign.daily_limit = Some(Money::from_dollars(12));
    world.ad.bid = Bid::Everywhere(Money::from_micros(500_000));
    // Published at noon: 12 dollars for 12 hours.
    let host = world.engine();
    let mut spent = 0;
    let mut by_six = 0;
    for minute in 0..12 * 60 {
        let now = noon().plus_ms(minute * MINUTE);
        host.publish(now);
        if reason(&world, &host, now) == Reason::Eligible {
            spent += 500_000;
            host.live().on_settled(token(1), CAMPAIGN, ADVERTISER, Money::from_micros(500_000), now.day(), now);
        } else {
            let spent_up = spent == 12_000_000;
            assert_eq!(reason(&world, &host, now), if spent_up { Reason::DailyLimit } else { Reason::Pacing });
        }
        if minute == 6 * 60 {
            by_six = spent;
        }
    }
    assert!((5_500_000..=7_000_000).contains(&by_six), "{by_six} at half-time");
    assert!((11_000_000..=12_000_000).contains(&spent), "{spent} at midnight");
}

#[test]
fn a_checkpoint_brings_back_caps_pacing_and_posteriors() {
    let mut world = World::new();
    world.ad.frequency_cap = Some(FrequencyCap { shows: 1, hours: 24 });
    world.campaign.daily_limit = Some(Money::from_dollars(1));
    let host = world.engine();
    let learned = Learned {
        ad: AD,
        block: BLOCK,
        format: BlockFormat::Native,
        country: country("IE"),
        device_type: DeviceType::Mobile,
        shows: 1_000,
        clicks: 50,
    };
    host.live().learn(&[learned, Learned { ad: AdId(9), ..learned }]);
    host.live().on_show(AD, world.audience.visitor, 1_000_000 * 1_000, noon());
    assert_eq!(host.checkpoint(), None, "before everything is known nothing is left out");
    host.set_loaded();
    let bytes = host.checkpoint().unwrap();

    for restore_first in [true, false] {
        let again = Host::new(EngineConfig::default());
        let inventory = vec![
            Change::Campaign(world.campaign.clone()),
            Change::Group(world.group.clone()),
            Change::Ad(world.ad.clone()),
            Change::Block(world.block.clone()),
        ];
        if restore_first {
            again.restore(&bytes).unwrap();
        }
        again.apply(inventory);
        if !restore_first {
            again.restore(&bytes).unwrap();
        }
        again.live().set_advertiser_balance(ADVERTISER, world.balance, noon());
        again.publish_now(noon());
        let rate =
            |host: &Host, ad| host.posteriors().rate(ad, BLOCK, BlockFormat::Native, country("IE"), DeviceType::Mobile);
        assert_eq!(rate(&again, AD), rate(&host, AD));
        assert_eq!(again.posteriors().ad(AdId(9)).shows, 0, "of ads that are no more nothing is kept");
        assert_eq!(reason(&world, &again, noon()), Reason::FrequencyCap);
        world.audience.visitor.0 += 1;
        assert_eq!(reason(&world, &again, noon()), Reason::DailyLimit, "clicks are still expected");
        world.audience.visitor.0 -= 1;
        world.audience.visitor.0 += 2;
        again.live().on_show(AD, world.audience.visitor, 0, noon());
        again.restore(&bytes).unwrap();
        assert_eq!(reason(&world, &again, noon()), Reason::FrequencyCap, "a later restore takes no shows back");
        world.audience.visitor.0 -= 2;
    }
}

#[test]
fn what_is_no_checkpoint_changes_nothing() {
    let host = World::new().engine();
    host.set_loaded();
    let bytes = host.checkpoint().unwrap();
    assert_eq!(host.restore(&[9, 1, 2]), Err(RestoreError::Version(9)));
    for bytes in [&[] as &[u8], &bytes[..bytes.len() - 1], &[1, 255, 255, 255, 255]] {
        assert!(matches!(host.restore(bytes), Err(RestoreError::Malformed(_))), "{bytes:?}");
    }
    assert_eq!(host.checkpoint().unwrap(), bytes);
}
