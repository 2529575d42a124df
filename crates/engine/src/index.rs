//! The targeting of all ads, turned around: for each value that a request can have, the ads that may be shown.
//!
//! The ads of a campaign, and of each of its groups, stand side by side in the snapshot's order, so whatever a campaign
//! or a group says is said of one run of bits.

use crate::bits::{Chunk, LANES, chunks_for, or};
use crate::dimension::{Dense, Prefix, PrefixLengths, Rare, Run, Runs, both};
use placard_model::format::{BlockFormat, FormatMask, Target};
use placard_model::ids::{BlockId, CategoryId, SiteId, TrafficSourceId};
use placard_model::inventory::{AdSpec, Bid, BlockSpec, CampaignSpec, GroupSpec};
use placard_model::push::{AGE_DAYS_MAX, SubscriptionAge};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::{KeywordId, PageContent};
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::Audience;
use placard_model::targeting::{GeoTargeting, OsOnDevice, Source, Targeting, WeekHours};
use rustc_hash::{FxHashMap, FxHashSet};

/// One level's places: the campaign's, or the group's. Unions of countries, regions and cities cannot be intersected
/// without the tree, so each level is a mask of its own.
#[derive(Debug)]
pub(crate) struct Geo {
    countries: Dense<CountryCode>,
    regions: FxHashMap<(CountryCode, PlaceId), Runs>,
    cities: FxHashMap<(CountryCode, PlaceId), Runs>,
}

impl Geo {
    fn new(len: usize) -> Self {
        Self { countries: Dense::new(len), regions: FxHashMap::default(), cities: FxHashMap::default() }
    }

    fn add(&mut self, run: Run, geo: &GeoTargeting) {
        let everywhere = geo.is_everywhere();
        self.countries.add(run, if everywhere { None } else { Some(geo.countries.iter().copied()) });
        for (places, runs) in [(&geo.regions, &mut self.regions), (&geo.cities, &mut self.cities)] {
            for &place in places.iter().filter(|(_, id)| *id != PlaceId::UNKNOWN) {
                runs.entry(place).or_default().push(run);
            }
        }
    }

    /// The ads that may be shown in a place; `None` when nobody narrows places. `room` is used only when somebody names
    /// the very region or city.
    pub(crate) fn get<'a>(&'a self, place: Place, room: &'a mut Vec<Chunk>) -> Option<&'a [Chunk]> {
        let country = self.countries.get(place.country)?;
        let region = self.regions.get(&(place.country, place.region));
        let city = self.cities.get(&(place.country, place.city));
        if region.is_none() && city.is_none() {
            return Some(country);
        }
        room.clear();
        room.extend_from_slice(country);
        for runs in [region, city].into_iter().flatten() {
            runs.set_in(room);
        }
        Some(room)
    }
}

/// A coefficient of a run of ads, in tenths.
pub(crate) type RunCoefficient = (u32, u32, u8);

/// All dimensions.
#[derive(Debug)]
pub(crate) struct Index {
    len: usize,
    /// The blocks that there are, and their sites: nothing else that long lists name can be asked for.
    known: FxHashSet<Source>,
    pub(crate) formats: Dense<BlockFormat>,
    pub(crate) targets: Dense<Target>,
    pub(crate) hours: Dense<u8>,
    pub(crate) campaign_geo: Geo,
    pub(crate) group_geo: Geo,
    /// Countries for which there is a bid.
    pub(crate) bid_countries: Dense<CountryCode>,
    /// The bids of single countries, by ad, ascending.
    pub(crate) country_bids: FxHashMap<CountryCode, Vec<(u32, i64)>>,
    pub(crate) devices: Dense<(DeviceType, Os)>,
    pub(crate) browsers: Dense<Browser>,
    pub(crate) isps: Rare<u32>,
    pub(crate) ip_ranges: Rare<Prefix>,
    pub(crate) prefix_lengths: PrefixLengths,
    pub(crate) languages: Dense<Language>,
    /// Days of subscriptions to pushes, up to [`AGE_DAYS_MAX`].
    pub(crate) subscription_days: Dense<u16>,
    pub(crate) traffic_sources: Dense<TrafficSourceId>,
    /// Categories of sites that advertisers want.
    pub(crate) site_categories: Dense<CategoryId>,
    /// Categories that campaigns have.
    pub(crate) ad_categories: Dense<CategoryId>,
    /// Keywords of pages that campaigns want, and those that their groups want: a page needs one of each.
    pub(crate) campaign_keywords: Rare<KeywordId>,
    pub(crate) group_keywords: Rare<KeywordId>,
    pub(crate) excluded_keywords: FxHashMap<KeywordId, Runs>,
    pub(crate) white: Rare<Source>,
    /// What campaigns allow, beside the lists of their groups.
    pub(crate) campaign_white: Rare<Source>,
    /// What groups and campaigns block.
    pub(crate) black: FxHashMap<Source, Runs>,
    pub(crate) coefficients: FxHashMap<Source, Vec<RunCoefficient>>,
}

impl Index {
    /// An index with room for `len` ads, for requests of `blocks`.
    pub(crate) fn new<'a>(len: usize, blocks: impl IntoIterator<Item = &'a BlockSpec>) -> Self {
        Self {
            len,
            known: blocks.into_iter().flat_map(sources_of).collect(),
            formats: Dense::new(len),
            targets: Dense::new(len),
            hours: Dense::new(len),
            campaign_geo: Geo::new(len),
            group_geo: Geo::new(len),
            bid_countries: Dense::new(len),
            country_bids: FxHashMap::default(),
            devices: Dense::new(len),
            browsers: Dense::new(len),
            isps: Rare::new(len),
            ip_ranges: Rare::new(len),
            prefix_lengths: PrefixLengths::default(),
            languages: Dense::new(len),
            subscription_days: Dense::new(len),
            traffic_sources: Dense::new(len),
            site_categories: Dense::new(len),
            ad_categories: Dense::new(len),
            campaign_keywords: Rare::new(len),
            group_keywords: Rare::new(len),
            excluded_keywords: FxHashMap::default(),
            white: Rare::new(len),
            campaign_white: Rare::new(len),
            black: FxHashMap::default(),
            coefficients: FxHashMap::default(),
        }
    }

    /// Adds a campaign whose ads are `run`. Campaigns, groups and ads come in the snapshot's order.
    pub(crate) fn add_campaign(&mut self, run: Run, campaign: &CampaignSpec) {
        self.targets.add(run, Some([campaign.target]));
        self.campaign_geo.add(run, &campaign.targeting.geo);
        self.subscription_days.add(run, campaign.push.subscription_age.map(SubscriptionAge::days));
        self.ad_categories.add(run, Some(campaign.categories.iter().copied()));
        let (known, sources) = (&self.known, &campaign.sources);
        let allowed = sources.allowed.iter().filter(|source| known.contains(source));
        self.campaign_white.add(run, (!sources.allowed.is_empty()).then_some(allowed));
        for source in sources.blocked.iter().filter(|source| known.contains(source)) {
            self.black.entry(source).or_default().push(run);
        }
    }

    /// Adds a group whose ads are `run`.
    pub(crate) fn add_group(&mut self, run: Run, campaign: &CampaignSpec, group: &GroupSpec) {
        let (c, g) = (&campaign.targeting, &group.targeting);
        self.group_geo.add(run, &g.geo);
        self.hours.add(run, both_hours(c.schedule, g.schedule));
        self.devices.add(run, both_devices(c, g));
        self.browsers.add(run, both(&c.browsers, &g.browsers));
        self.isps.add(run, both(&c.isps, &g.isps));
        let prefixes = both_ranges(c, g);
        for prefix in prefixes.iter().flatten() {
            self.prefix_lengths.insert(*prefix);
        }
        self.ip_ranges.add(run, prefixes);
        self.languages.add(run, both(&c.languages, &g.languages));
        self.traffic_sources.add(run, both(&c.traffic_sources, &g.traffic_sources));
        self.site_categories.add(run, both(&c.site_categories, &g.site_categories));
        self.campaign_keywords.add(run, c.keywords.wanted_ids());
        self.group_keywords.add(run, g.keywords.wanted_ids());
        for id in c.keywords.excluded_ids().into_iter().chain(g.keywords.excluded_ids()) {
            self.excluded_keywords.entry(id).or_default().push(run);
        }

        let white = named(&group.lists.whitelist_sites, &group.lists.whitelist_blocks);
        self.white.add(run, if white.is_empty() { None } else { Some(white) });
        for source in named(&group.lists.blacklist_sites, &group.lists.blacklist_blocks) {
            self.black.entry(source).or_default().push(run);
        }
        for (source, coefficient) in group.coefficients.iter().chain(&campaign.coefficients) {
            let runs = self.coefficients.entry(*source).or_default();
            // The group comes first: where it said something of this source, its campaign is not asked.
            if runs.last().is_none_or(|last| last.1 <= run.0) {
                runs.push((run.0, run.1, coefficient.tenths()));
            }
        }
    }

    /// Adds an ad.
    pub(crate) fn add_ad(&mut self, at: u32, ad: &AdSpec) {
        let run = (at, at + 1);
        self.formats.add(run, Some(ad.formats.iter()));
        match &ad.bid {
            Bid::Everywhere(_) => self.bid_countries.add(run, None::<[CountryCode; 0]>),
            Bid::ByCountry(bids, others) => {
                let named = bids.iter().map(|(country, _)| *country);
                self.bid_countries.add(run, if others.is_some() { None } else { Some(named) });
                for (country, bid) in bids {
                    let bids = self.country_bids.entry(*country).or_default();
                    if bids.last().is_none_or(|last| last.0 < at) {
                        bids.push((at, bid.micros()));
                    }
                }
            }
        }
    }

    /// To be called once, when everything was added.
    pub(crate) fn finish(&mut self) {
        self.formats.finish();
        self.targets.finish();
        self.hours.finish();
        self.campaign_geo.countries.finish();
        self.group_geo.countries.finish();
        self.bid_countries.finish();
        self.devices.finish();
        self.browsers.finish();
        self.isps.finish();
        self.ip_ranges.finish();
        self.languages.finish();
        self.subscription_days.finish();
        self.traffic_sources.finish();
        self.site_categories.finish();
        self.ad_categories.finish();
        self.campaign_keywords.finish();
        self.group_keywords.finish();
        self.white.finish();
        self.campaign_white.finish();
    }

    /// Ads of some formats.
    pub(crate) fn formats_of<'a>(&'a self, accepts: FormatMask, room: &'a mut Vec<Chunk>) -> Option<&'a [Chunk]> {
        if let Some(format) = accepts.single() {
            return self.formats.get(format);
        }
        self.empty(room);
        for named in accepts.iter().filter_map(|format| self.formats.named(format)) {
            or(room, named);
        }
        Some(room)
    }

    /// Ads of campaigns that lead to what the site takes; `None` when it takes all.
    pub(crate) fn targets_of<'a>(&'a self, block: &BlockSpec, room: &'a mut Vec<Chunk>) -> Option<&'a [Chunk]> {
        match block.allowed_targets.as_slice() {
            [] => None,
            [target] => self.targets.get(*target),
            targets => {
                self.empty(room);
                for named in targets.iter().filter_map(|target| self.targets.named(*target)) {
                    or(room, named);
                }
                Some(room)
            }
        }
    }

    /// Ads of the categories that the site asks for; `None` when it asks for none.
    pub(crate) fn allowed_by<'a>(&'a self, block: &BlockSpec, room: &'a mut Vec<Chunk>) -> Option<&'a [Chunk]> {
        if block.allowed_categories.is_empty() {
            return None;
        }
        self.empty(room);
        for named in block.allowed_categories.iter().filter_map(|category| self.ad_categories.named(*category)) {
            or(room, named);
        }
        Some(room)
    }

    /// Ads of each category that the site refuses.
    pub(crate) fn refused_by<'a>(&'a self, block: &'a BlockSpec) -> impl Iterator<Item = &'a [Chunk]> {
        block.forbidden_categories.iter().filter_map(|category| self.ad_categories.named(*category))
    }

    /// Runs of ads that keep away from one of the page's keywords.
    pub(crate) fn kept_from(&self, content: &PageContent) -> impl Iterator<Item = &Runs> {
        content.keywords.iter().filter_map(|id| self.excluded_keywords.get(id))
    }

    /// Runs of ads whose black list, or that of their campaign, names the site or the block.
    pub(crate) fn blacked_by(&self, block: &BlockSpec) -> impl Iterator<Item = &Runs> {
        sources_of(block).into_iter().filter_map(|source| self.black.get(&source))
    }

    fn empty(&self, room: &mut Vec<Chunk>) {
        room.clear();
        room.resize(chunks_for(self.len), [0; LANES]);
    }
}

/// The block and its site, the more exact one first.
pub(crate) fn sources_of(block: &BlockSpec) -> [Source; 2] {
    [Source::Block(block.dims.block), Source::Site(block.dims.site)]
}

/// The key of the days for which somebody is subscribed. No campaign names that of those who are not.
pub(crate) fn days_of(who: &Audience) -> u16 {
    who.subscription_days.map_or(u16::MAX, |days| days.min(AGE_DAYS_MAX))
}

fn named(sites: &[SiteId], blocks: &[BlockId]) -> Vec<Source> {
    sites.iter().copied().map(Source::Site).chain(blocks.iter().copied().map(Source::Block)).collect()
}

fn both_hours(campaign: WeekHours, group: WeekHours) -> Option<Vec<u8>> {
    (campaign != WeekHours::ALL || group != WeekHours::ALL)
        .then(|| campaign.iter().filter(|hour| group.contains(*hour)).collect())
}

/// Pairs of device type and system that both levels allow; a list of device types is all systems on them.
fn both_devices(campaign: &Targeting, group: &Targeting) -> Option<Vec<(DeviceType, Os)>> {
    let narrows = |t: &Targeting| !t.device_types.is_empty() || !t.os.is_empty();
    if !narrows(campaign) && !narrows(group) {
        return None;
    }
    let allows = |t: &Targeting, device_type: DeviceType, os: Os| {
        (t.device_types.is_empty() || t.device_types.contains(&device_type))
            && (t.os.is_empty() || t.os.contains(&OsOnDevice { device_type, os }))
    };
    let devices = DeviceType::ALL.iter().chain(&[DeviceType::Other]);
    let pairs = devices.flat_map(|device| Os::ALL.iter().chain(&[Os::Other]).map(|os| (*device, *os)));
    Some(pairs.filter(|(device, os)| allows(campaign, *device, *os) && allows(group, *device, *os)).collect())
}

/// Address ranges that both levels allow: of two ranges one holds the other, or they share nothing.
fn both_ranges(campaign: &Targeting, group: &Targeting) -> Option<Vec<Prefix>> {
    let (c, g) = (&campaign.ip_ranges, &group.ip_ranges);
    let ranges = match (c.is_empty(), g.is_empty()) {
        (true, true) => return None,
        (true, false) => g.clone(),
        (false, true) => c.clone(),
        (false, false) => {
            let mut shared = Vec::new();
            for a in c {
                for b in g {
                    if a.contains(b) {
                        shared.push(*b);
                    } else if b.contains(a) {
                        shared.push(*a);
                    }
                }
            }
            shared
        }
    };
    Some(ranges.iter().map(|range| Prefix::of(range.addr(), range.prefix_len())).collect())
}

/// The coefficient, in tenths, of ads in ascending order: block over site.
pub(crate) struct Coefficients<'a>([&'a [RunCoefficient]; 2]);

impl<'a> Coefficients<'a> {
    /// The coefficients that hold in a block.
    pub(crate) fn of(index: &'a Index, block: &BlockSpec) -> Self {
        Self(sources_of(block).map(|source| index.coefficients.get(&source).map_or(&[] as &[_], Vec::as_slice)))
    }

    /// The coefficient of an ad that stands behind all that were asked for before.
    pub(crate) fn tenths(&mut self, ad: u32) -> i64 {
        for runs in &mut self.0 {
            while runs.first().is_some_and(|run| run.1 <= ad) {
                *runs = &runs[1..];
            }
            if let Some(run) = runs.first().filter(|run| run.0 <= ad) {
                return i64::from(run.2);
            }
        }
        10
    }
}
