//! Turns: campaigns whose notifications few people click take part in fewer choices of notifications.
//!
//! A throw decides before the ads are ranked, so that a campaign gets the part of its turns that it was given whatever it bids, also
//! where no other ad fits: then nothing is sent, and the site's permission is spared. No part is nothing, so that each goes on to be
//! seen and can recover.

use placard_model::format::BlockFormat;
use placard_model::inventory::BlockSpec;
use placard_model::push_engagement::TURNS_ALL;
use rand::Rng;
use rand::rngs::SmallRng;
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
    turns: Option<&'a Turns>,
    last: Option<(u32, bool)>,
}

impl<'a> Throws<'a> {
    pub(crate) fn of(turns: &'a Turns, block: &BlockSpec) -> Self {
        Self { turns: (block.dims.format == BlockFormat::Push).then_some(turns), last: None }
    }

    /// Whether a campaign takes part. Chance is asked only of those that do not take all turns.
    #[inline]
    pub(crate) fn takes_part(&mut self, campaign: u32, rng: &mut SmallRng) -> bool {
        let Some(turns) = self.turns else { return true };
        if let Some((known, takes_part)) = self.last
            && known == campaign
        {
            return takes_part;
        }
        let turns = turns.0[campaign as usize].load(Ordering::Relaxed);
        let takes_part = turns >= TURNS_ALL || ((rng.next_u64() >> 32) * u64::from(TURNS_ALL)) >> 32 < u64::from(turns);
        self.last = Some((campaign, takes_part));
        takes_part
    }
}
