//! The sets agree with the targeting as it is written, for any inventory and any request.

use crate::world::noon;
use placard_engine::generator::{self, GeneratedRequest, Network, Size};
use placard_engine::{Change, EngineConfig, Host, Step};
use placard_model::ids::{AdId, CampaignId, GroupId};
use placard_model::money::Money;
use placard_model::targeting::Source;
use placard_model::time::UnixMs;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// A small network in which a tenth of everything is stopped and some money is short.
fn network(seed: u64) -> Network {
    let mut network = generator::network(Size { ads: 300, sites: 6 }, seed);
    let odd = |id: i64| (id as u64).wrapping_mul(seed | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60 == 0;
    for change in &mut network.changes {
        match change {
            Change::Campaign(spec) => {
                spec.wanted = !odd(spec.id.0);
                if odd(spec.id.0 + 1) {
                    spec.daily_limit = Some(Money::from_micros(150_000));
                }
                // Otherwise hardly anything would be left of so small a network.
                if !odd(spec.id.0 + 2) {
                    spec.targeting.geo.countries.truncate(0);
                }
            }
            Change::Group(spec) => spec.wanted = !odd(spec.id.0),
            Change::Ad(spec) => spec.wanted = !odd(spec.id.0),
            _ => {}
        }
    }
    network
}

fn ads(network: &Network) -> Vec<AdId> {
    let ad = |change: &Change| if let Change::Ad(spec) = change { Some(spec.id) } else { None };
    network.changes.iter().filter_map(ad).collect()
}

/// What a click on an ad costs in a block, from the specs.
fn price(host: &Host, ad: AdId, request: &GeneratedRequest) -> Money {
    let snapshot = host.snapshot();
    let (entry, block) = (snapshot.ad(ad).unwrap(), snapshot.block(request.block).unwrap());
    let bid = entry.spec.bid.in_country(request.audience.place.country).unwrap();
    let said = |source: Source| {
        let all = entry.group.coefficients.iter().chain(&entry.campaign.coefficients);
        all.clone().find(|(other, _)| *other == source).map(|(_, coefficient)| coefficient.tenths())
    };
    let tenths = said(Source::Block(block.dims.block)).or_else(|| said(Source::Site(block.dims.site))).unwrap_or(10);
    Money::from_micros((bid.micros() * i64::from(tenths) / 10).max(5_000))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sets_agree_with_targeting(seed in any::<u64>(), hour in 0..168i64) {
        let network = network(seed);
        let ads = ads(&network);
        let requests = generator::requests(&network.blocks, 40, seed);
        let now = noon().plus_ms(hour * 3_600_000);
        let host = generator::host(network, EngineConfig::default(), now);
        let snapshot = host.snapshot();
        for request in &requests {
            for ad in &ads[..20] {
                host.live().on_show(*ad, request.audience.visitor, 5_000_000, now);
            }
            let asked = request.as_request();
            let steps: Vec<Step> = ads.iter().map(|ad| snapshot.explain(&asked, now, *ad).step).collect();
            let mut eligible: Vec<AdId> =
                ads.iter().zip(&steps).filter(|(_, step)| **step == Step::Found).map(|(ad, _)| *ad).collect();
            let mut by_sets = snapshot.eligible(&asked, now);
            by_sets.sort_unstable();
            eligible.sort_unstable();
            prop_assert_eq!(&by_sets, &eligible);

            let counters = snapshot.count_steps(&asked, now);
            let mut left = ads.len();
            for step in Step::ORDER {
                left -= steps.iter().filter(|other| **other == step).count();
                prop_assert_eq!(counters.left(step) as usize, left, "after {:?}", step);
            }

            let decision = snapshot.select(&asked, now, &mut SmallRng::seed_from_u64(seed));
            prop_assert_eq!(decision.chosen.len(), eligible.len().min(request.places));
            for choice in &decision.chosen {
                prop_assert!(eligible.contains(&choice.ad));
                prop_assert_eq!(choice.price, price(&host, choice.ad, request));
            }
        }
    }

    #[test]
    fn live_facts_survive_any_rebuild(
        seed in any::<u64>(),
        operations in proptest::collection::vec((0..6u8, 1..300i64, any::<bool>(), 0..600_000i64), 1..60),
    ) {
        let network = network(seed);
        let requests = generator::requests(&network.blocks, 10, seed);
        let ads = ads(&network);
        let again = network.changes.clone();
        let advertisers = network.advertisers.clone();
        let host = generator::host(network, EngineConfig::default(), noon());
        let live = host.live();
        let mut now = noon();
        for (kind, id, flag, amount) in operations {
            now = now.plus_ms(amount / 10);
            let money = Money::from_micros(amount);
            let campaign = CampaignId(id % 30 + 1);
            match kind {
                0 => live.set_campaign_wanted(campaign, flag),
                1 => live.set_group_wanted(GroupId(id % 80 + 1), flag),
                2 => live.set_ad_wanted(AdId(id), flag),
                3 => live.set_advertiser_balance(advertisers[id as usize % advertisers.len()], money, now),
                4 => live.on_click(campaign, money, now),
                _ => live.on_show(AdId(id), requests[0].audience.visitor, amount * 1_000, now),
            }
        }
        let later: UnixMs = now.plus_ms(1_000);
        host.publish_now(later);
        let see = |snapshot: &placard_engine::Snapshot| -> Vec<_> {
            let reasons = |request: &GeneratedRequest| -> Vec<_> {
                ads.iter().map(|ad| (*ad, snapshot.explain(&request.as_request(), later, *ad).reason)).collect()
            };
            requests.iter().flat_map(reasons).collect()
        };
        let before = see(&host.snapshot());
        host.apply(again.into_iter().filter(|change| matches!(change, Change::Block(_))).collect());
        prop_assert!(host.publish_now(later), "a change of inventory rebuilds");
        for (after, before) in see(&host.snapshot()).into_iter().zip(before) {
            prop_assert_eq!(after, before);
        }
    }
}
