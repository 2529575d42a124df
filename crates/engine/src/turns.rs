//! Turns: campaigns whose notifications few people click take part in fewer choices of notifications.
//!
//! A throw decides before the ads are ranked, so that a campaign gets the part of its turns that it was given whatever it bids, also
//! where no other ad fits: then nothing is sent, and the site's permission is spared. No part is nothing, so that each goes on to be
//! seen and can recover.
//!
//! The throw follows from campaign, visitor and time slot: who is looked at again soon gets the same answer. Otherwise each further
//! look would be a further throw, and hardly anybody would be spared. For the same reason visitor and slot decide whether a choice of
//! notifications is one of the control slice, in which all take part.

use crate::bits::{Chunk, clear_range, each_bit};
use crate::chance::is_below;
use crate::snapshot::Snapshot;
use placard_model::format::BlockFormat;
use placard_model::ids::CampaignId;
use placard_model::inventory::BlockSpec;
use placard_model::push::push_engagement::{TURN_MS, TURNS_ALL};
use placard_model::targeting::request::AdRequest;
use placard_model::time::UnixMs;
use std::sync::atomic::{AtomicU16, Ordering};

/// By campaign of a snapshot: how many of [`TURNS_ALL`] turns it takes.
#[derive(Debug)]
pub(crate) struct Turns(Vec<AtomicU16>);

impl Turns {
    /// So many campaigns that take all of theirs.
    pub(crate) fn all(campaigns: usize) -> Self {
        Self((0..campaigns).map(|_| AtomicU16::new(TURNS_ALL)).collect())
    }

    pub(crate) fn write(&self, campaign: u32, turns: u16) {
        self.0[campaign as usize].store(turns, Ordering::Relaxed);
    }
}

/// Whose turn it is in one choice. Ads of one campaign come one after the other and share its throw.
pub(crate) struct Throws<'a> {
    /// None where no notification is chosen: all take part.
    snapshot: Option<&'a Snapshot>,
    /// Stands for the visitor and the time slot.
    seed: u64,
    last: Option<(u32, bool)>,
}

impl<'a> Throws<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot, block: &BlockSpec, request: &AdRequest<'_>, now: UnixMs) -> Self {
        let is_push = block.dims.format == BlockFormat::Push;
        Self { snapshot: is_push.then_some(snapshot), seed: seed_of(request, now), last: None }
    }

    /// Whether the campaign of an ad takes part.
    #[inline]
    pub(crate) fn takes_part(&mut self, at: u32) -> bool {
        let Some(snapshot) = self.snapshot else { return true };
        let campaign = snapshot.hot[at as usize].campaign;
        if let Some((known, takes_part)) = self.last
            && known == campaign
        {
            return takes_part;
        }
        let turns = snapshot.live.turns.0[campaign as usize].load(Ordering::Relaxed);
        let takes_part = turns >= TURNS_ALL || self.throw(snapshot.ads[at as usize].dims.campaign) < u64::from(turns);
        self.last = Some((campaign, takes_part));
        takes_part
    }

    /// A number below [`TURNS_ALL`]. Another snapshot has campaigns at other places: it is their ids that count.
    const fn throw(&self, campaign: CampaignId) -> u64 {
        ((mix(self.seed ^ mix(campaign.0 as u64)) >> 32) * TURNS_ALL as u64) >> 32
    }
}

/// Stands for the visitor and the time slot.
const fn seed_of(request: &AdRequest<'_>, now: UnixMs) -> u64 {
    mix(request.audience.visitor.0 ^ mix(now.0.div_euclid(TURN_MS) as u64))
}

/// What stands for the control slice where campaigns have their ids: none has this one.
const CONTROL: u64 = u64::MAX;

/// Whether the visitor is in the control slice, a share of all (0 to 1), until the slot ends; none where no notification is chosen.
pub(crate) fn is_control_slot(block: &BlockSpec, request: &AdRequest<'_>, now: UnixMs, share: f64) -> Option<bool> {
    let is_push = block.dims.format == BlockFormat::Push;
    is_push.then(|| is_below(mix(seed_of(request, now) ^ mix(CONTROL)), share))
}

impl Snapshot {
    /// Leaves the ads of campaigns whose turn it is.
    pub(crate) fn keep_turns(&self, block: &BlockSpec, request: &AdRequest<'_>, now: UnixMs, candidates: &mut [Chunk]) {
        let mut throws = Throws::of(self, block, request, now);
        if throws.snapshot.is_none() {
            return;
        }
        let mut gone = Vec::new();
        each_bit(candidates, |at| {
            if !throws.takes_part(at as u32) {
                gone.push(at);
            }
        });
        for at in gone {
            clear_range(candidates, at, at + 1);
        }
    }
}

/// Neighbouring numbers become far apart (the finaliser of SplitMix64).
const fn mix(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
