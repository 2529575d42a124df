//! The sets agree with the targeting as it is written, for any inventory and any request.

use crate::world::{ADVERTISER, CAMPAIGN, World, noon};
use placard_engine::generator::{self, GeneratedRequest, Network, Size};
use placard_engine::{Change, EngineConfig, Host, Step};
use placard_model::bid::floor::EcpmFloor;
use placard_model::event::TokenId;
use placard_model::format::{BlockFormat, CampaignType, FormatMask, accepted_formats};
use placard_model::ids::{AdId, CampaignId, GroupId};
use placard_model::inventory::CampaignSpec;
use placard_model::money::Money;
use placard_model::settings::Choosing;
use placard_model::targeting::Source;
use placard_model::time::UnixMs;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::collections::HashSet;

/// A small network in which a tenth of everything is stopped, some money is short, and a tenth of the campaigns are push
/// ones, for the opt-ins and in-page push among the blocks.
fn network(seed: u64) -> Network {
    let mut network = generator::network(Size { ads: 300, sites: 6 }, seed);
    let is_push = |campaign: CampaignId| campaign.0 % 10 == 3;
    let mut push_groups = HashSet::new();
    let odd = |id: i64| (id as u64).wrapping_mul(seed | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60 == 0;
    for change in &mut network.changes {
        match change {
            Change::Campaign(spec) => {
                spec.wanted = !odd(spec.id.0);
                if is_push(spec.id) {
                    spec.campaign_type = CampaignType::Push;
                }
                if odd(spec.id.0 + 1) {
                    spec.daily_limit = Some(Money::from_micros(150_000));
                }
                // Otherwise hardly anything would be left of so small a network.
                if !odd(spec.id.0 + 2) {
                    spec.targeting.geo.countries.truncate(0);
                }
            }
            Change::Group(spec) => {
                spec.wanted = !odd(spec.id.0);
                push_groups.extend(is_push(spec.campaign).then_some(spec.id));
            }
            Change::Ad(spec) => {
                spec.wanted = !odd(spec.id.0);
                if push_groups.contains(&spec.group) {
                    spec.formats = FormatMask::from_iter([BlockFormat::Push]);
                }
            }
            // At the usual click rate a click of 10 cents is worth 35 to its webmaster by 1,000 shows.
            Change::Block(spec) => {
                if spec.dims.block.0 % 2 == 0 {
                    let usual = Money::from_micros((seed >> 40) as i64 % 500_000);
                    spec.floor = EcpmFloor { usual, countries: Vec::new(), share_bp: 7_000 };
                }
                if spec.dims.block.0 % 5 == 0 {
                    spec.dims.format = BlockFormat::Push;
                }
                let template = if spec.dims.block.0 % 3 == 0 { "push" } else { "post" };
                spec.accepts = accepted_formats(spec.dims.format, template);
            }
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
    let minimum = if entry.campaign.campaign_type == CampaignType::Push { 10_000 } else { 5_000 };
    Money::from_micros((bid.micros() * i64::from(tenths) / 10).max(minimum))
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

            let decision = snapshot.select(&asked, &Choosing::default(), now, &mut SmallRng::seed_from_u64(seed));
            prop_assert_eq!(decision.chosen.len(), eligible.len().min(request.places));
            for choice in &decision.chosen {
                prop_assert!(eligible.contains(&choice.ad));
                prop_assert_eq!(choice.price, price(&host, choice.ad, request));
                // Nothing is shown that is worth less than its block asks for.
                let block = snapshot.block(request.block).unwrap();
                let floor = block.floor.in_country(request.audience.place.country).micros();
                let earned = choice.weight_micros * block.floor.share_bp / 10_000;
                prop_assert!(earned + 1 + floor / 1_000_000 >= floor, "{} earns {} of {}", choice.ad.0, earned, floor);
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
                4 => _ = live.on_click(TokenId([id as u8; 12]), campaign, money, now),
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

    /// Clicks of three campaigns of one advertiser: written or not, repeated, of any verdict, judged late and, after a
    /// crash of billing, twice; campaigns that go and come back, and crashes of the whole.
    #[test]
    fn what_clicks_hold_is_given_back(
        operations in proptest::collection::vec((0..9u8, 0..12u8, 0..3usize, 1..900_000i64), 1..120),
    ) {
        let make = || {
            let world = World::new();
            let host = world.engine();
            for n in 2..4 {
                host.apply(vec![Change::Campaign(CampaignSpec { id: CampaignId(n), ..world.campaign.clone() })]);
            }
            host.publish_now(noon());
            (world, host)
        };
        let (world, mut host) = make();
        // The first has an ad, the others none that can be shown.
        let campaigns = [CAMPAIGN, CampaignId(2), CampaignId(3)];
        let mut now = noon();
        // The log: what was written and is not judged, and what was judged since the last checkpoint.
        let mut written: Vec<(TokenId, CampaignId)> = Vec::new();
        let mut judged: Vec<(TokenId, CampaignId)> = Vec::new();
        let settle = |host: &Host, (token, campaign): (TokenId, CampaignId), now: UnixMs| {
            host.live().on_settled(token, campaign, ADVERTISER, Money::ZERO, now.day(), now);
        };
        for (kind, token, campaign, micros) in operations {
            now = now.plus_ms(micros / 900);
            let (token, campaign, price) = (TokenId([token; 12]), campaigns[campaign], Money::from_micros(micros));
            match kind {
                // Held, and written.
                0..=2 => {
                    host.live().on_click(token, campaign, price, now);
                    written.push((token, campaign));
                }
                // Held, and the log refuses.
                3 => {
                    let before = host.live().unbilled(campaign);
                    if host.live().on_click(token, campaign, price, now) {
                        host.live().on_not_clicked(token, now);
                    }
                    prop_assert_eq!(host.live().unbilled(campaign), before);
                }
                // Written without being held: a rule of the edge failed.
                4 => written.push((token, campaign)),
                5 if !written.is_empty() => {
                    let click = written.remove(0);
                    settle(&host, click, now);
                    judged.push(click);
                }
                // Billing crashed after its transaction, and tells again.
                6 => judged.drain(..).for_each(|click| settle(&host, click, now)),
                7 => {
                    let spec = CampaignSpec { id: campaign, ..world.campaign.clone() };
                    host.apply(vec![Change::RemoveCampaign(campaign)]);
                    if micros % 2 == 0 {
                        host.publish_now(now);
                    }
                    host.apply(vec![Change::Campaign(spec)]);
                    host.publish_now(now);
                }
                8 if micros % 4 == 0 => host = make().1,
                _ => _ = host.publish(now),
            }
        }
        written.drain(..).for_each(|click| settle(&host, click, now));
        for campaign in campaigns {
            prop_assert_eq!(host.live().unbilled(campaign), Money::ZERO);
        }
        prop_assert_eq!(host.live().unbilled_of_advertiser(ADVERTISER), Money::ZERO);
        prop_assert_eq!(host.live().held_clicks(), 0);
    }
}
