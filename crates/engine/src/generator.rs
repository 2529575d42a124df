//! Made-up inventory and traffic of realistic shape, for benchmarks and property tests.
//!
//! Everything follows from a seed. The shape is that of networks of this kind: few large countries and a long tail, in
//! offer and demand alike; most campaigns name countries, a fifth regions or cities; half of them narrow devices,
//! languages or hours, fewer systems and browsers, very few ISPs and address ranges; a part of the sites refuses
//! categories. Of 10,000 live
//! ads about 60 survive all filters of a request at the median and 600 at the 99th percentile; a test holds it there.

mod countries;
mod traffic;

pub use traffic::{GeneratedRequest, USER_AGENTS, UserAgent, requests};

use countries::COUNTRIES;

use crate::config::EngineConfig;
use crate::host::{Change, Host};
use crate::posterior::Learned;
use placard_model::bid::floor::EcpmFloor;
use placard_model::format::{BlockFormat, CampaignType, FormatMask, Target};
use placard_model::ids::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, OfferId, SiteId, TemplateId, TrafficSourceId, UserId,
};
use placard_model::inventory::{AdSpec, Bid, BlockDims, BlockSpec, CampaignSpec, Creative, FrequencyCap, GroupSpec};
use placard_model::money::Money;
use placard_model::push::PushTargeting;
use placard_model::settings::Choosing;
use placard_model::sites::placement::Placement;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, PlaceId};
use placard_model::targeting::{
    CampaignSources, Coefficient, OsOnDevice, Source, SourceLists, SourceSet, Targeting, WeekHours,
};
use placard_model::time::UnixMs;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Categories of ads and sites: 1..=25.
pub(crate) const CATEGORIES: i64 = 25;
/// Regions of each country, and cities of each region.
pub(crate) const REGIONS: u32 = 12;
/// Networks: 1..=400.
pub(crate) const NETWORKS: u32 = 400;
/// Kinds of traffic: 1..=6.
pub(crate) const TRAFFIC_SOURCES: i64 = 6;

/// A seeded source of choices.
pub(crate) struct Dice(SmallRng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    /// True once in `1 / share` times.
    pub(crate) fn chance(&mut self, share: f64) -> bool {
        self.0.random_bool(share)
    }

    /// A number from `low` through `high`.
    pub(crate) fn range(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high)
    }

    /// One of a list.
    pub(crate) fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.0.random_range(0..list.len())]
    }

    /// A few of a list, without repeats.
    pub(crate) fn some<T: Copy + PartialEq>(&mut self, list: &[T], most: i64) -> Vec<T> {
        let mut some = Vec::new();
        for _ in 0..self.range(1, most) {
            let one = self.one(list);
            if !some.contains(&one) {
                some.push(one);
            }
        }
        some
    }

    /// A place in [`COUNTRIES`]: the first ones far more often than the last ones.
    pub(crate) fn country(&mut self) -> usize {
        // The density of x^1.9 on 0..1 falls towards 1: a long tail, with a head that does not swallow everything.
        let x: f64 = self.0.random();
        ((x.powf(1.9) * COUNTRIES.len() as f64) as usize).min(COUNTRIES.len() - 1)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.random()
    }
}

pub(crate) fn country(at: usize) -> CountryCode {
    CountryCode::parse(COUNTRIES[at].0).unwrap_or_default()
}

pub(crate) fn language(at: usize) -> Language {
    Language::parse(COUNTRIES[at].1).unwrap_or_default()
}

pub(crate) fn region(at: usize, number: u32) -> PlaceId {
    PlaceId::region(country(at), &format!("Region {number}"))
}

pub(crate) fn city(at: usize, number: u32) -> PlaceId {
    PlaceId::city(country(at), &format!("Region {}", number % REGIONS), &format!("City {number}"))
}

/// How large a network to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Live ads.
    pub ads: usize,
    /// Sites, with three blocks each.
    pub sites: usize,
}

impl Size {
    /// A network of so many ads, with a site for each twenty of them: 50 at least, 5,000 at most.
    pub fn of_ads(ads: usize) -> Self {
        Self { ads, sites: (ads / 20).clamp(50, 5_000) }
    }
}

/// A network: its inventory as changes, and the advertisers to be given money.
#[derive(Clone, Debug)]
pub struct Network {
    /// Campaigns, groups, ads, blocks.
    pub changes: Vec<Change>,
    /// All advertisers.
    pub advertisers: Vec<UserId>,
    /// All blocks, to ask for.
    pub blocks: Vec<BlockSpec>,
}

/// Makes a network. The same arguments give the same one.
pub fn network(size: Size, seed: u64) -> Network {
    let mut dice = Dice::new(seed);
    let mut network = Network { changes: Vec::new(), advertisers: Vec::new(), blocks: Vec::new() };
    for site in 1..=size.sites as i64 {
        add_site(&mut dice, site, &mut network);
    }
    let (mut campaign, mut group, mut ad) = (0, 0, 0);
    while ad < size.ads as i64 {
        campaign += 1;
        let advertiser = UserId(1 + campaign / 5);
        if network.advertisers.last() != Some(&advertiser) {
            network.advertisers.push(advertiser);
        }
        let spec = campaign_spec(&mut dice, CampaignId(campaign), advertiser, size.sites as i64);
        let home = spec.targeting.geo.countries.first().copied();
        network.changes.push(Change::Campaign(spec));
        for _ in 0..dice.range(1, 4) {
            group += 1;
            network.changes.push(Change::Group(group_spec(&mut dice, group, campaign, size.sites as i64)));
            for _ in 0..dice.range(1, 7) {
                if ad < size.ads as i64 {
                    ad += 1;
                    network.changes.push(Change::Ad(ad_spec(&mut dice, AdId(ad), GroupId(group), home)));
                }
            }
        }
    }
    network
}

/// An engine that serves a network, with money for everybody, at a moment.
pub fn host(network: Network, config: EngineConfig, now: UnixMs) -> Host {
    let host = Host::new(config);
    host.apply(network.changes);
    for advertiser in network.advertisers {
        host.live().set_advertiser_balance(advertiser, Money::from_dollars(1_000_000), now);
    }
    host.publish_now(now);
    host
}

/// Lets an engine learn from its own decisions on `traffic`, as if each show were clicked at the rate that the ad's
/// number makes up: between 0.1 % and 2 %.
pub fn learn(host: &Host, traffic: &[GeneratedRequest], now: UnixMs, seed: u64) {
    let mut dice = Dice::new(seed);
    let snapshot = host.snapshot();
    for request in traffic {
        let decision = snapshot.select(&request.as_request(), &Choosing::default(), now, &mut dice.0);
        let Some(block) = decision.block else { continue };
        let learned: Vec<Learned> = decision
            .chosen
            .iter()
            .map(|choice| Learned {
                ad: choice.ad,
                block: block.dims.block,
                format: block.dims.format,
                country: request.audience.place.country,
                device_type: request.audience.device_type,
                shows: 1,
                clicks: i32::from(dice.chance(0.001 + (choice.ad.0 % 20) as f64 / 1_000.0)),
            })
            .collect();
        host.live().learn(&learned);
        for choice in &decision.chosen {
            host.live().on_show(choice.ad, request.audience.visitor, 0, now);
        }
    }
}

fn add_site(dice: &mut Dice, site: i64, network: &mut Network) {
    let category = CategoryId(dice.range(1, CATEGORIES));
    let all: Vec<_> = (1..=CATEGORIES).map(CategoryId).collect();
    let allowed_categories = if dice.chance(0.15) { dice.some(&all, 12) } else { Vec::new() };
    let forbidden_categories = if dice.chance(0.35) { dice.some(&all, 6) } else { Vec::new() };
    let allowed_targets = if dice.chance(0.1) { vec![Target::Commodity] } else { Vec::new() };
    for number in 0..3 {
        let format = match dice.range(0, 9) {
            0..=4 => BlockFormat::Native,
            5..=6 => BlockFormat::Teaser,
            7..=8 => BlockFormat::Text,
            _ => BlockFormat::Article,
        };
        let block = BlockSpec {
            dims: BlockDims {
                // One in four advertises as well, and half of these want to see their own ads.
                webmaster: if site % 4 == 1 { UserId(1 + site / 4) } else { UserId(1_000_000 + site / 2) },
                site: SiteId(site),
                block: BlockId(site * 3 - number),
                format,
                template: TemplateId(if format == BlockFormat::Text { 7 } else { 1 }),
            },
            accepts: FormatMask::default().with(format),
            domain: format!("site-{site}.example"),
            site_category: category,
            allowed_targets: allowed_targets.clone(),
            allowed_categories: allowed_categories.clone(),
            forbidden_categories: forbidden_categories.clone(),
            shows_own: site % 8 == 1,
            places: dice.one(&[1, 2, 3, 4, 4, 4, 6, 8]),
            render_config: "{}".to_owned(),
            passback_html: String::new(),
            passback_url: String::new(),
            refresh_s: 0,
            placement: Placement::InPlace,
            floor: EcpmFloor::default(),
        };
        network.blocks.push(block.clone());
        network.changes.push(Change::Block(block));
    }
}

fn campaign_spec(dice: &mut Dice, id: CampaignId, advertiser: UserId, sites: i64) -> CampaignSpec {
    let categories: Vec<_> = (1..=CATEGORIES).map(CategoryId).collect();
    let targeting = campaign_targeting(dice);
    CampaignSpec {
        id,
        advertiser,
        name: format!("Campaign {id}"),
        campaign_type: CampaignType::Native,
        target: if dice.chance(0.8) { Target::Commodity } else { Target::News },
        offer: OfferId(dice.range(0, 40)),
        categories: dice.some(&categories, 2),
        wanted: true,
        daily_limit: dice.chance(0.8).then(|| Money::from_dollars(dice.range(200, 5_000))),
        total_limit: dice.chance(0.2).then(|| Money::from_dollars(dice.range(10_000, 100_000))),
        even_pacing: dice.chance(0.2),
        sources: campaign_sources(dice, sites),
        coefficients: coefficients(dice, 0.3, sites),
        targeting,
        push: PushTargeting::default(),
    }
}

fn campaign_sources(dice: &mut Dice, sites: i64) -> CampaignSources {
    let mut some = |share: f64, most: i64| -> SourceSet {
        if !dice.chance(share) {
            return SourceSet::default();
        }
        let entries = dice.range(1, most);
        (0..entries)
            .map(|_| match dice.range(1, sites) {
                site if dice.chance(0.8) => Source::Site(SiteId(site)),
                site => Source::Block(BlockId(site * 3)),
            })
            .collect()
    };
    CampaignSources { blocked: some(0.15, 200), allowed: some(0.04, 200) }
}

fn coefficients(dice: &mut Dice, share: f64, sites: i64) -> Vec<(Source, Coefficient)> {
    if !dice.chance(share) {
        return Vec::new();
    }
    (0..dice.range(1, 30))
        .filter_map(|_| {
            let site = dice.range(1, sites);
            let source = if dice.chance(0.6) {
                Source::Site(SiteId(site))
            } else {
                Source::Block(BlockId(site * 3 - dice.range(0, 2)))
            };
            Some((source, Coefficient::from_tenths(dice.range(2, 30) as u8)?))
        })
        .collect()
}

fn campaign_targeting(dice: &mut Dice) -> Targeting {
    let mut targeting = Targeting::default();
    let mut at: Vec<usize> = Vec::new();
    for _ in 0..dice.one(&[1, 1, 1, 2, 2, 3, 5]) {
        at.push(dice.country());
    }
    match dice.range(0, 99) {
        0..=2 => {}
        3..=82 => targeting.geo.countries = at.iter().map(|at| country(*at)).collect(),
        _ => {
            let home = at[0];
            let regions = dice.some(&(0..REGIONS).collect::<Vec<_>>(), 4);
            targeting.geo.regions = regions.iter().map(|number| (country(home), region(home, *number))).collect();
            let cities = dice.some(&(0..REGIONS * 5).collect::<Vec<_>>(), 6);
            targeting.geo.cities = cities.iter().map(|number| (country(home), city(home, *number))).collect();
        }
    }
    if dice.chance(0.55) {
        targeting.device_types =
            if dice.chance(0.7) { vec![DeviceType::Mobile] } else { vec![DeviceType::Desktop, DeviceType::Tablet] };
    }
    if dice.chance(0.45) {
        targeting.languages = vec![language(at[0])];
    }
    if dice.chance(0.45) {
        let (first, hours) = (dice.range(5, 16), dice.range(6, 16));
        let open = |hour: &u8| (i64::from(*hour) % 24 - first).rem_euclid(24) < hours;
        targeting.schedule = (0..168).filter(open).fold(WeekHours::NONE, WeekHours::with);
    }
    if dice.chance(0.04) {
        targeting.isps = dice.some(&(1..=NETWORKS).collect::<Vec<_>>(), 60);
    }
    if dice.chance(0.02) {
        let ranges = (0..dice.range(1, 20)).map(|_| format!("{}.{}.0.0/16", dice.range(1, 99), dice.range(0, 255)));
        targeting.ip_ranges = ranges.filter_map(|range| range.parse().ok()).collect();
    }
    targeting
}

fn group_spec(dice: &mut Dice, id: i64, campaign: i64, sites: i64) -> GroupSpec {
    let mut targeting = Targeting::default();
    if dice.chance(0.2) {
        let device_type = DeviceType::Mobile;
        targeting.os = [Os::Android, Os::Ios]
            .into_iter()
            .take(1 + id as usize % 2)
            .map(|os| OsOnDevice { device_type, os })
            .collect();
    }
    if dice.chance(0.2) {
        targeting.browsers = dice.some(Browser::ALL, 5);
        targeting.browsers.push(Browser::Chrome);
    }
    if dice.chance(0.1) {
        targeting.traffic_sources = vec![TrafficSourceId(dice.range(1, TRAFFIC_SOURCES))];
    }
    if dice.chance(0.25) {
        let categories: Vec<_> = (1..=CATEGORIES).map(CategoryId).collect();
        targeting.site_categories = dice.some(&categories, 10);
    }
    if dice.chance(0.05) {
        targeting.keywords.wanted = (0..dice.range(1, 5)).map(|_| traffic::keyword(dice)).collect();
    }
    if dice.chance(0.05) {
        targeting.keywords.excluded = (0..dice.range(1, 5)).map(|_| traffic::keyword(dice)).collect();
    }
    let mut lists = SourceLists::default();
    let site = |dice: &mut Dice| SiteId(dice.range(1, sites));
    if dice.chance(0.2) {
        lists.blacklist_sites = (0..dice.range(1, 50)).map(|_| site(dice)).collect();
        lists.blacklist_blocks = (0..dice.range(0, 20)).map(|_| BlockId(site(dice).0 * 3)).collect();
    }
    if dice.chance(0.06) {
        lists.whitelist_sites = (0..dice.range(1, 50)).map(|_| site(dice)).collect();
    }
    GroupSpec {
        id: GroupId(id),
        campaign: CampaignId(campaign),
        wanted: true,
        targeting,
        lists,
        coefficients: coefficients(dice, 0.1, sites),
    }
}

fn ad_spec(dice: &mut Dice, id: AdId, group: GroupId, home: Option<CountryCode>) -> AdSpec {
    let formats = match dice.range(0, 9) {
        0..=6 => FormatMask::from_iter([BlockFormat::Native, BlockFormat::Teaser]),
        7..=8 => FormatMask::from_iter([BlockFormat::Text]),
        _ => FormatMask::from_iter([BlockFormat::Native, BlockFormat::Article, BlockFormat::Text]),
    };
    let base = Money::from_micros(dice.range(20, 600) * 1_000);
    let bid = match home {
        Some(home) if dice.chance(0.2) => {
            Bid::ByCountry(vec![(home, base), (country(dice.country()), base)], dice.chance(0.7).then_some(base))
        }
        _ => Bid::Everywhere(base),
    };
    AdSpec {
        id,
        group,
        wanted: true,
        formats,
        bid,
        frequency_cap: dice
            .chance(0.3)
            .then(|| FrequencyCap { shows: dice.range(1, 5) as u8, hours: dice.one(&[1, 6, 24, 72]) }),
        creative: Creative {
            title: format!("Seven things that owners in {{city}} wish they had known, part {id}"),
            description: "What the makers left out of the manual, and how to put it right in an afternoon.".to_owned(),
            full_text: String::new(),
            brand: format!("Maker {}", group.0 % 500),
            landing_url: format!(
                "https://landing-{}.example/offer?click={{click_id}}&ad={{ad_id}}&site={{site_id}}&cost={{cost}}",
                group.0
            ),
            image_square: Some(format!("/m/{:064x}.webp", id.0)),
            image_horizontal: Some(format!("/m/{:064x}.webp", id.0 + 1)),
            push: None,
        },
    }
}
