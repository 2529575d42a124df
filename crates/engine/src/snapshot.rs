//! The immutable directory of everything that can be shown, with the live bits beside it.

use crate::bits::AtomicBits;
use crate::caps::Caps;
use crate::config::EngineConfig;
use crate::dimension::Run;
use crate::index::Index;
use crate::money::{CampaignMoney, Headroom};
use crate::posterior::{Counts, Posteriors};
use crate::step::Reason;
use crate::turns::Turns;
use parking_lot::Mutex;
use placard_model::format::{CampaignType, FormatMask};
use placard_model::ids::{AdId, BlockId, CampaignId, CategoryId, GroupId, UserId};
use placard_model::inventory::{AdDims, AdSpec, Bid, BlockSpec, CampaignSpec, FrequencyCap, GroupSpec};
use placard_model::push::push_engagement::TURNS_ALL;
use placard_model::targeting::geo::CountryCode;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU64, Ordering};

/// An ad in the directory, also when it is stopped.
#[derive(Debug)]
pub struct AdEntry {
    /// Bid, creative, formats.
    pub spec: Arc<AdSpec>,
    /// Its group.
    pub group: Arc<GroupSpec>,
    /// Its campaign.
    pub campaign: Arc<CampaignSpec>,
    /// Who owns it.
    pub dims: AdDims,
}

impl AdEntry {
    /// How often one visitor may see the ad: its own cap, else that of its push campaign.
    pub(crate) fn frequency_cap(&self) -> Option<FrequencyCap> {
        self.spec.frequency_cap.or(self.campaign.push.frequency_cap)
    }
}

/// What ranking reads of each ad, side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hot {
    /// The bid in micro-dollars where no country's bid is given.
    pub(crate) bid: i64,
    pub(crate) id: AdId,
    pub(crate) campaign: u32,
    pub(crate) by_country: bool,
    pub(crate) campaign_type: CampaignType,
}

/// What can keep a campaign from spending.
const STOPS: [Reason; 4] = [Reason::Balance, Reason::TotalLimit, Reason::DailyLimit, Reason::Pacing];

/// Facts that change without a rebuild.
#[derive(Debug)]
pub(crate) struct LiveBits {
    pub(crate) campaign_wanted: AtomicBits,
    pub(crate) group_wanted: AtomicBits,
    pub(crate) ad_wanted: AtomicBits,
    /// All three, by ad.
    pub(crate) started: AtomicBits,
    /// Balance, limits and pacing let the ad's campaign spend.
    pub(crate) funded: AtomicBits,
    /// By campaign: the most that a click may cost, in micro-dollars.
    pub(crate) affordable: Vec<AtomicI64>,
    /// By campaign: why it may not spend, as a number of [`STOPS`].
    stops: Vec<AtomicU8>,
    /// By campaign: how many of its turns it takes where a notification is chosen.
    pub(crate) turns: Turns,
    /// By ad: shows and clicks, packed.
    pub(crate) counts: Vec<AtomicU64>,
}

/// Everything that can be shown. Decisions read it without locks; the host publishes a new one when inventory changed.
#[derive(Debug)]
pub struct Snapshot {
    pub(crate) config: EngineConfig,
    pub(crate) ads: Vec<AdEntry>,
    pub(crate) hot: Vec<Hot>,
    pub(crate) ad_at: FxHashMap<AdId, u32>,
    pub(crate) groups: Vec<Run>,
    pub(crate) group_of_ad: Vec<u32>,
    pub(crate) group_at: FxHashMap<GroupId, u32>,
    pub(crate) campaigns: Vec<Run>,
    pub(crate) campaign_at: FxHashMap<CampaignId, u32>,
    pub(crate) campaigns_of: FxHashMap<UserId, Vec<u32>>,
    pub(crate) blocks: FxHashMap<BlockId, Arc<BlockSpec>>,
    /// Formats that some block shows.
    pub(crate) formats: FormatMask,
    pub(crate) index: Index,
    pub(crate) live: LiveBits,
    /// By campaign; filled when the snapshot is published.
    pub(crate) money: Vec<Arc<Mutex<CampaignMoney>>>,
    pub(crate) caps: Arc<Caps>,
    pub(crate) posteriors: Arc<Posteriors>,
}

/// An ad with what it belongs to.
pub(crate) type Placed = (Arc<CampaignSpec>, Arc<GroupSpec>, Arc<AdSpec>);

impl Snapshot {
    /// A directory of `placed`, in any order, and `blocks`. The live bits are all off.
    pub(crate) fn build(
        config: EngineConfig,
        mut placed: Vec<Placed>,
        blocks: FxHashMap<BlockId, Arc<BlockSpec>>,
        caps: Arc<Caps>,
        posteriors: Arc<Posteriors>,
    ) -> Self {
        placed.sort_unstable_by_key(|(campaign, group, ad)| (campaign.id, group.id, ad.id));
        let len = placed.len();
        let mut index = Index::new(len, blocks.values().map(AsRef::as_ref));
        let mut snapshot_campaigns: Vec<Run> = Vec::new();
        let mut groups: Vec<Run> = Vec::new();
        let mut campaign_at = FxHashMap::default();
        let mut group_at = FxHashMap::default();
        let mut campaigns_of: FxHashMap<UserId, Vec<u32>> = FxHashMap::default();
        let mut group_of_ad = Vec::with_capacity(len);
        let mut hot = Vec::with_capacity(len);

        let mut start = 0u32;
        for of_campaign in placed.chunk_by(|a, b| a.0.id == b.0.id) {
            let campaign = &of_campaign[0].0;
            let run = (start, start + of_campaign.len() as u32);
            let campaign_number = snapshot_campaigns.len() as u32;
            index.add_campaign(run, campaign);
            campaign_at.insert(campaign.id, campaign_number);
            campaigns_of.entry(campaign.advertiser).or_default().push(campaign_number);
            snapshot_campaigns.push(run);
            for of_group in of_campaign.chunk_by(|a, b| a.1.id == b.1.id) {
                let group = &of_group[0].1;
                let run = (start, start + of_group.len() as u32);
                index.add_group(run, campaign, group);
                group_at.insert(group.id, groups.len() as u32);
                for (_, _, ad) in of_group {
                    index.add_ad(start, ad);
                    group_of_ad.push(groups.len() as u32);
                    hot.push(Hot {
                        bid: bid_elsewhere(&ad.bid),
                        id: ad.id,
                        campaign: campaign_number,
                        by_country: matches!(ad.bid, Bid::ByCountry(..)),
                        campaign_type: campaign.campaign_type,
                    });
                    start += 1;
                }
                groups.push(run);
            }
        }
        index.finish();

        let ad_at = placed.iter().enumerate().map(|(at, (_, _, ad))| (ad.id, at as u32)).collect();
        let ads: Vec<AdEntry> = placed
            .into_iter()
            .map(|(campaign, group, spec)| AdEntry { dims: dims(&campaign, &group), spec, group, campaign })
            .collect();
        let live = LiveBits {
            campaign_wanted: AtomicBits::empty(snapshot_campaigns.len()),
            group_wanted: AtomicBits::empty(groups.len()),
            ad_wanted: AtomicBits::empty(len),
            started: AtomicBits::empty(len),
            funded: AtomicBits::empty(len),
            affordable: snapshot_campaigns.iter().map(|_| AtomicI64::new(0)).collect(),
            stops: snapshot_campaigns.iter().map(|_| AtomicU8::new(0)).collect(),
            turns: Turns::all(snapshot_campaigns.len()),
            counts: (0..len).map(|_| AtomicU64::new(0)).collect(),
        };
        Self {
            config,
            ads,
            hot,
            ad_at,
            groups,
            group_of_ad,
            group_at,
            campaigns: snapshot_campaigns,
            campaign_at,
            campaigns_of,
            formats: blocks.values().fold(FormatMask::default(), |all, block| all.union(block.accepts)),
            blocks,
            index,
            live,
            money: Vec::new(),
            caps,
            posteriors,
        }
    }

    /// An ad with its owners and its landing page, also when it is stopped.
    pub fn ad(&self, ad: AdId) -> Option<&AdEntry> {
        self.ad_at.get(&ad).map(|at| &self.ads[*at as usize])
    }

    /// Whether an ad is started, with its group and its campaign.
    pub fn is_started(&self, ad: AdId) -> bool {
        self.ad_at.get(&ad).is_some_and(|at| self.live.started.contains(*at as usize))
    }

    /// A block.
    pub fn block(&self, block: BlockId) -> Option<&Arc<BlockSpec>> {
        self.blocks.get(&block)
    }

    /// Ads in the directory, stopped ones included.
    pub fn len(&self) -> usize {
        self.ads.len()
    }

    /// Whether there is no ad at all.
    pub fn is_empty(&self) -> bool {
        self.ads.is_empty()
    }

    /// Which ads, in the snapshot's order, are started.
    pub(crate) fn refresh_started(&self, run: Run) {
        for ad in run.0..run.1 {
            let at = ad as usize;
            let started = self.live.ad_wanted.contains(at)
                && self.live.group_wanted.contains(self.group_of_ad[at] as usize)
                && self.live.campaign_wanted.contains(self.hot[at].campaign as usize);
            self.live.started.write_range(at, at + 1, started);
        }
    }

    /// Says what a campaign may spend.
    pub(crate) fn write_headroom(&self, campaign: u32, headroom: Headroom) {
        let (start, end) = self.campaigns[campaign as usize];
        self.live.affordable[campaign as usize].store(headroom.affordable, Ordering::Relaxed);
        let stop = STOPS.iter().position(|stop| headroom.stop == Some(*stop)).unwrap_or(0);
        self.live.stops[campaign as usize].store(stop as u8, Ordering::Relaxed);
        self.live.funded.write_range(start as usize, end as usize, headroom.stop.is_none());
    }

    /// Why a campaign may not spend.
    pub(crate) fn stop(&self, campaign: u32) -> Reason {
        STOPS[usize::from(self.live.stops[campaign as usize].load(Ordering::Relaxed)) % STOPS.len()]
    }

    /// Says which campaigns take so many of their turns; all others take all of them.
    pub(crate) fn write_turns(&self, fewer: &FxHashMap<CampaignId, u16>) {
        for (id, &at) in &self.campaign_at {
            self.live.turns.write(at, fewer.get(id).copied().unwrap_or(TURNS_ALL));
        }
    }

    /// Says what was learned of an ad.
    pub(crate) fn write_counts(&self, ad: AdId, counts: Counts) {
        if let Some(at) = self.ad_at.get(&ad) {
            self.live.counts[*at as usize].store(counts.pack(), Ordering::Relaxed);
        }
    }

    /// The bid of an ad in a country, in micro-dollars; zero where there is none.
    pub(crate) fn bid_in(&self, at: u32, country: CountryCode) -> i64 {
        let hot = &self.hot[at as usize];
        if !hot.by_country {
            return hot.bid;
        }
        let bids = self.index.country_bids.get(&country).map_or(&[] as &[_], Vec::as_slice);
        bids.binary_search_by_key(&at, |(ad, _)| *ad).map_or(hot.bid, |found| bids[found].1)
    }
}

fn bid_elsewhere(bid: &Bid) -> i64 {
    match bid {
        Bid::Everywhere(bid) | Bid::ByCountry(_, Some(bid)) => bid.micros(),
        Bid::ByCountry(_, None) => 0,
    }
}

fn dims(campaign: &CampaignSpec, group: &GroupSpec) -> AdDims {
    AdDims {
        campaign_type: campaign.campaign_type,
        advertiser: campaign.advertiser,
        campaign: campaign.id,
        group: group.id,
        target: campaign.target,
        offer: campaign.offer,
        category: campaign.categories.first().copied().unwrap_or(CategoryId(0)),
    }
}
