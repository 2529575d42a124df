//! Applies changes of inventory and publishes snapshots.

use crate::caps::Caps;
use crate::checkpoint::{self, Checkpoint, RestoreError};
use crate::config::EngineConfig;
use crate::live::Live;
use crate::posterior::{PosteriorState, Posteriors};
use crate::snapshot::Snapshot;
use parking_lot::Mutex;
use placard_model::ids::{AdId, BlockId, CampaignId, GroupId};
use placard_model::inventory::{AdSpec, BlockSpec, CampaignSpec, GroupSpec};
use placard_model::time::UnixMs;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A change of inventory. A spec replaces the one with the same id.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A campaign is new or has changed.
    Campaign(CampaignSpec),
    /// A campaign can run no more; its groups and ads fall out with it.
    RemoveCampaign(CampaignId),
    /// A group is new or has changed.
    Group(GroupSpec),
    /// A group can run no more; its ads fall out with it.
    RemoveGroup(GroupId),
    /// An ad is new or has changed.
    Ad(AdSpec),
    /// An ad can neither be shown nor redirected any more.
    RemoveAd(AdId),
    /// A block is new or has changed.
    Block(BlockSpec),
    /// A block is no more.
    RemoveBlock(BlockId),
}

#[derive(Debug, Default)]
struct Inventory {
    campaigns: FxHashMap<CampaignId, Arc<CampaignSpec>>,
    groups: FxHashMap<GroupId, Arc<GroupSpec>>,
    ads: FxHashMap<AdId, Arc<AdSpec>>,
    blocks: FxHashMap<BlockId, Arc<BlockSpec>>,
    dirty: bool,
}

#[derive(Debug)]
struct Pace {
    rebuilt_at: Option<UnixMs>,
    ticked_at: Option<UnixMs>,
}

/// The engine: inventory, live facts, and the snapshot that decisions read.
#[derive(Debug)]
pub struct Host {
    config: EngineConfig,
    inventory: Mutex<Inventory>,
    pace: Mutex<Pace>,
    live: Live,
    /// All inventory was applied at least once: only then is it known what a checkpoint may leave out.
    is_loaded: AtomicBool,
    /// Caps and pacing were put back once; from then on those in memory are newer than those of any checkpoint.
    is_restored: AtomicBool,
}

impl Host {
    /// An engine that knows nothing.
    pub fn new(config: EngineConfig) -> Self {
        let caps = Arc::new(Caps::new(config.max_capped_visitors));
        let posteriors = Arc::new(Posteriors::new(config.max_posteriors));
        let snapshot = Snapshot::build(config, Vec::new(), FxHashMap::default(), caps, posteriors);
        Self {
            config,
            inventory: Mutex::default(),
            pace: Mutex::new(Pace { rebuilt_at: None, ticked_at: None }),
            live: Live::new(snapshot),
            is_loaded: AtomicBool::new(false),
            is_restored: AtomicBool::new(false),
        }
    }

    /// Says that everything there is was applied: from now on there are checkpoints.
    pub fn set_loaded(&self) {
        self.is_loaded.store(true, Ordering::Relaxed);
    }

    /// Takes over changes. Wishes take effect at once, everything else with the next [`Host::publish`].
    pub fn apply(&self, changes: Vec<Change>) {
        let mut inventory = self.inventory.lock();
        for change in changes {
            inventory.dirty = true;
            match change {
                Change::Campaign(spec) => {
                    self.live.put_campaign(&spec);
                    inventory.campaigns.insert(spec.id, Arc::new(spec));
                }
                Change::RemoveCampaign(campaign) => {
                    self.live.remove_campaign(campaign);
                    inventory.campaigns.remove(&campaign);
                }
                Change::Group(spec) => {
                    self.live.put_group(spec.id, spec.wanted);
                    inventory.groups.insert(spec.id, Arc::new(spec));
                }
                Change::RemoveGroup(group) => {
                    self.live.remove_group(group);
                    inventory.groups.remove(&group);
                }
                Change::Ad(spec) => {
                    self.live.put_ad(spec.id, spec.wanted);
                    inventory.ads.insert(spec.id, Arc::new(spec));
                }
                Change::RemoveAd(ad) => {
                    self.live.remove_ad(ad);
                    self.live.posteriors().forget_ad(ad);
                    inventory.ads.remove(&ad);
                }
                Change::Block(spec) => {
                    inventory.blocks.insert(spec.dims.block, Arc::new(spec));
                }
                Change::RemoveBlock(block) => {
                    inventory.blocks.remove(&block);
                }
            }
        }
    }

    /// Publishes a new snapshot if inventory has changed and the last rebuild is [`EngineConfig::rebuild_interval_ms`]
    /// ago; lets time pass for money and pacing otherwise. Says whether a snapshot was published.
    ///
    /// To be called several times a second by one loop; it works for some milliseconds, off the path of requests.
    pub fn publish(&self, now: UnixMs) -> bool {
        let mut pace = self.pace.lock();
        let due = |last: Option<UnixMs>, interval| last.is_none_or(|last| !(0..interval).contains(&now.since_ms(last)));
        if due(pace.rebuilt_at, self.config.rebuild_interval_ms) && self.rebuild(now) {
            pace.rebuilt_at = Some(now);
            pace.ticked_at = Some(now);
            return true;
        }
        if due(pace.ticked_at, self.config.tick_interval_ms) {
            self.live.tick(now);
            pace.ticked_at = Some(now);
        }
        false
    }

    /// Publishes a new snapshot if inventory has changed, however short the last rebuild is ago.
    pub fn publish_now(&self, now: UnixMs) -> bool {
        let mut pace = self.pace.lock();
        let rebuilt = self.rebuild(now);
        if rebuilt {
            pace.rebuilt_at = Some(now);
        } else {
            self.live.tick(now);
        }
        pace.ticked_at = Some(now);
        rebuilt
    }

    fn rebuild(&self, now: UnixMs) -> bool {
        let (placed, blocks) = {
            let mut inventory = self.inventory.lock();
            if !std::mem::take(&mut inventory.dirty) {
                return false;
            }
            let placed = inventory.ads.values().filter_map(|ad| {
                let group = inventory.groups.get(&ad.group)?;
                let campaign = inventory.campaigns.get(&group.campaign)?;
                Some((campaign.clone(), group.clone(), ad.clone()))
            });
            (placed.collect(), inventory.blocks.clone())
        };
        let (caps, posteriors) = (self.live.caps().clone(), self.live.posteriors().clone());
        let snapshot = Snapshot::build(self.config, placed, blocks, caps, posteriors);
        self.live.publish(snapshot, now);
        true
    }

    /// The current snapshot. Take it once per request.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.live.snapshot()
    }

    /// The live facts.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// What was learned.
    pub fn posteriors(&self) -> &Posteriors {
        self.live.posteriors()
    }

    /// What is to outlive a restart: posteriors of the ads that exist, caps, pacing. Nothing before
    /// [`Host::set_loaded`]: an engine that knows no ads yet would leave out what was learned of all of them.
    pub fn checkpoint(&self) -> Option<Vec<u8>> {
        if !self.is_loaded.load(Ordering::Relaxed) {
            return None;
        }
        let ads: FxHashSet<AdId> = self.inventory.lock().ads.keys().copied().collect();
        Some(checkpoint::encode(&Checkpoint {
            posteriors: self.live.posteriors().state(|ad| ads.contains(&ad)),
            caps: self.live.caps().state(),
            pacing: self.live.pacing(),
        }))
    }

    /// Forgets what was learned, before it is learned again from the beginning. Caps and pacing stay.
    pub fn forget(&self) {
        self.live.posteriors().set_state(PosteriorState::default());
    }

    /// Puts back what [`Host::checkpoint`] gave, before or after the inventory is known. On an error nothing changes.
    /// Caps and pacing are put back by the first call alone: later ones would take back what happened since.
    pub fn restore(&self, bytes: &[u8]) -> Result<(), RestoreError> {
        let Checkpoint { posteriors, caps, pacing } = checkpoint::decode(bytes)?;
        self.live.posteriors().set_state(posteriors);
        if !self.is_restored.swap(true, Ordering::Relaxed) {
            self.live.caps().set_state(caps);
            self.live.set_pacing(pacing);
        }
        self.inventory.lock().dirty = true;
        Ok(())
    }
}
