//! Blocks under check: while somebody looks at the check of a block, its last requests are kept whole, with what became of them.
//!
//! Nothing of it is stored. A request for ads looks once whether anything is under check at all; no lock is taken on its way
//! unless its own block is.

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use placard_engine::{Step, StepCounters};
use placard_model::event::TokenId;
use placard_model::targeting::audience::DeviceType;
use placard_model::targeting::geo::CountryCode;
use placard_model::{BlockId, UnixMs, UserId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Blocks that are under check at the same time, of one owner; a single one while half of all are taken, so that a few
/// accounts cannot take them from everybody.
pub const BLOCKS_PER_OWNER_MAX: usize = 5;
/// Blocks that are under check at the same time, of all owners: each keeps up to about 150 kB.
pub const BLOCKS_MAX: usize = 200;
/// Requests that are kept of a block.
pub const REQUESTS_MAX: usize = 100;
/// For how long a block stays under check after somebody looked, in milliseconds.
pub const LEASE_MS: i64 = 2 * 60_000;
/// Characters of a page that are kept.
pub(super) const PAGE_CHARS_MAX: usize = 200;

/// How far an ad came on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It was drawn.
    Shown,
    /// It was viewable.
    Viewed,
    /// It was clicked.
    Clicked,
}

/// An ad that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptAd {
    token: TokenId,
    /// It was drawn.
    pub is_shown: bool,
    /// It was viewable.
    pub is_viewed: bool,
    /// It was clicked.
    pub is_clicked: bool,
}

/// A request for one block.
#[derive(Clone, Debug)]
pub struct KeptRequest {
    /// Which one it is, from 1, since the block is under check.
    pub number: u64,
    /// When it came.
    pub at: UnixMs,
    /// Host and path of the page; empty when nothing told them.
    pub page: String,
    /// The page is on the block's site, as far as is known.
    pub is_on_site: bool,
    /// Kind of device.
    pub device_type: DeviceType,
    /// Country of the visitor.
    pub country: CountryCode,
    /// Ads that were asked for.
    pub places: usize,
    /// The step at which the last candidate fell; [`Step::Found`] when there are ads.
    pub step: Step,
    /// Candidates that were left after each step, if they were counted.
    pub steps: Option<StepCounters>,
    /// What the page's builder is told of an empty block.
    pub why: Option<String>,
    /// The page sent a consent string.
    pub has_consent: bool,
    /// The page keeps an id of the visitor: consent, or that none is needed, was told.
    pub may_store: bool,
    /// The ads.
    pub ads: Vec<KeptAd>,
}

impl KeptAd {
    pub(super) const fn new(token: TokenId) -> Self {
        Self { token, is_shown: false, is_viewed: false, is_clicked: false }
    }
}

#[derive(Default)]
struct Kept {
    count: u64,
    requests: VecDeque<KeptRequest>,
}

/// A block under check.
pub struct Watch {
    owner: UserId,
    until: AtomicI64,
    kept: Mutex<Kept>,
}

impl Watch {
    /// Until when requests are kept.
    pub fn until(&self) -> UnixMs {
        UnixMs(self.until.load(Ordering::Relaxed))
    }

    /// The requests that are kept, newest first.
    pub fn requests(&self) -> Vec<KeptRequest> {
        self.kept.lock().requests.iter().rev().cloned().collect()
    }

    /// Keeps a request; its number is given here.
    pub(super) fn keep(&self, mut request: KeptRequest) {
        let mut kept = self.kept.lock();
        kept.count += 1;
        request.number = kept.count;
        if kept.requests.len() == REQUESTS_MAX {
            kept.requests.pop_front();
        }
        kept.requests.push_back(request);
    }

    /// Notes how far an ad of a kept request came.
    pub(super) fn note(&self, token: TokenId, reached: Reached) {
        let mut kept = self.kept.lock();
        let ads = kept.requests.iter_mut().rev().flat_map(|request| &mut request.ads);
        if let Some(ad) = ads.into_iter().find(|ad| ad.token == token) {
            match reached {
                Reached::Shown => ad.is_shown = true,
                Reached::Viewed => ad.is_viewed = true,
                Reached::Clicked => ad.is_clicked = true,
            }
        }
    }
}

type Blocks = FxHashMap<BlockId, Arc<Watch>>;

/// All blocks under check.
#[derive(Default)]
pub struct Watches {
    blocks: ArcSwap<Blocks>,
    changing: Mutex<()>,
}

impl Watches {
    /// Puts a block under check, or keeps it there for a while longer. None when its owner, or all together, have too many
    /// there.
    pub fn open(&self, block: BlockId, owner: UserId, now: UnixMs) -> Option<Arc<Watch>> {
        let _changing = self.changing.lock();
        let known = self.blocks.load_full();
        if let Some(watch) = known.get(&block).filter(|watch| watch.owner == owner && watch.until() > now) {
            watch.until.store(now.plus_ms(LEASE_MS).0, Ordering::Relaxed);
            return Some(watch.clone());
        }
        let mut blocks = living(&known, now);
        blocks.remove(&block);
        let own = blocks.values().filter(|watch| watch.owner == owner).count();
        let share = if blocks.len() < BLOCKS_MAX / 2 { BLOCKS_PER_OWNER_MAX } else { 1 };
        let opened = (own < share && blocks.len() < BLOCKS_MAX).then(|| {
            let until = AtomicI64::new(now.plus_ms(LEASE_MS).0);
            let watch = Arc::new(Watch { owner, until, kept: Mutex::default() });
            blocks.insert(block, watch.clone());
            watch
        });
        self.blocks.store(Arc::new(blocks));
        opened
    }

    /// The block's watch, if it is under check.
    pub(super) fn of(&self, block: BlockId, now: UnixMs) -> Option<Arc<Watch>> {
        let blocks = self.blocks.load();
        if blocks.is_empty() {
            return None;
        }
        let watch = blocks.get(&block)?;
        if watch.until() > now {
            return Some(watch.clone());
        }
        // Nobody looks any more: what was kept goes, unless somebody changes the set at this moment.
        if let Some(_changing) = self.changing.try_lock() {
            self.blocks.store(Arc::new(living(&self.blocks.load(), now)));
        }
        None
    }
}

fn living(blocks: &Blocks, now: UnixMs) -> Blocks {
    blocks.iter().filter(|(_, watch)| watch.until() > now).map(|(id, watch)| (*id, watch.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixMs = UnixMs(1_795_262_400_000);

    fn request(token: u8) -> KeptRequest {
        KeptRequest {
            number: 0,
            at: NOW,
            page: "a.test/".to_owned(),
            is_on_site: true,
            device_type: DeviceType::Mobile,
            country: CountryCode::UNKNOWN,
            places: 1,
            step: Step::Found,
            steps: None,
            why: None,
            has_consent: false,
            may_store: false,
            ads: vec![KeptAd::new(TokenId([token; 12]))],
        }
    }

    #[test]
    fn the_last_requests_are_kept_with_what_became_of_them() {
        let watches = Watches::default();
        assert!(watches.of(BlockId(1), NOW).is_none());
        let watch = watches.open(BlockId(1), UserId(1), NOW).unwrap();
        for token in 0..=REQUESTS_MAX as u8 {
            watches.of(BlockId(1), NOW).unwrap().keep(request(token));
        }
        let first = TokenId([1; 12]);
        for reached in [Reached::Shown, Reached::Viewed] {
            watch.note(first, reached);
        }
        watch.note(TokenId([0; 12]), Reached::Clicked);
        let kept = watch.requests();
        let numbers: Vec<u64> = kept.iter().map(|request| request.number).collect();
        assert_eq!(numbers, (2..=REQUESTS_MAX as u64 + 1).rev().collect::<Vec<_>>());
        let of = |ad: &KeptAd| (ad.is_shown, ad.is_viewed, ad.is_clicked);
        assert_eq!(kept.last().map(|oldest| of(&oldest.ads[0])), Some((true, true, false)));
        assert!(kept.iter().all(|request| !request.ads[0].is_clicked), "the clicked one is gone");
    }

    #[test]
    fn a_few_owners_cannot_take_all() {
        let watches = Watches::default();
        for owner in 1..=100 {
            for block in 0..BLOCKS_PER_OWNER_MAX as i64 {
                watches.open(BlockId(10 * owner + block), UserId(owner), NOW);
            }
        }
        assert!(watches.open(BlockId(1), UserId(101), NOW).is_some());
        assert!(watches.open(BlockId(2), UserId(101), NOW).is_none(), "one each, while many are under check");
    }

    #[test]
    fn a_check_ends_by_itself_and_there_are_only_so_many() {
        let watches = Watches::default();
        for block in 1..=BLOCKS_PER_OWNER_MAX as i64 {
            assert!(watches.open(BlockId(block), UserId(1), NOW).is_some());
        }
        assert!(watches.open(BlockId(99), UserId(1), NOW).is_none(), "one owner has enough");
        for owner in 2..1_000 {
            watches.open(BlockId(1_000 + owner), UserId(owner), NOW);
        }
        assert_eq!(watches.blocks.load().len(), BLOCKS_MAX);
        let kept_on = NOW.plus_ms(LEASE_MS - 1);
        let watch = watches.open(BlockId(1), UserId(1), kept_on).unwrap();
        watch.keep(request(1));
        let over = NOW.plus_ms(LEASE_MS);
        assert!(watches.of(BlockId(2), over).is_none());
        assert_eq!(watches.blocks.load().len(), 1, "the first request that finds it over puts it away");
        assert_eq!(watches.open(BlockId(1), UserId(1), over).unwrap().requests().len(), 1);
        assert_eq!(watches.open(BlockId(1), UserId(2), over).unwrap().requests().len(), 0, "another owner begins anew");
        assert!(watches.open(BlockId(99), UserId(1), over).is_some());
    }
}
