//! A decision: which ads may be shown, and which of them are.

mod contest;

use crate::bits;
use crate::bits::{Chunk, LANES, and, and_not, chunks_for, clear_range, count, each_bit, set_range};
use crate::caps::Seen;
use crate::chance::is_below;
use crate::index::{Coefficients, Index, days_of};
use crate::rank::{Ranking, Scored, Scoring};
use crate::snapshot::Snapshot;
use crate::step::{Step, StepCounters};
use crate::turns::is_control_slot;
use placard_model::ids::AdId;
use placard_model::inventory::BlockSpec;
use placard_model::money::Money;
use placard_model::settings::Choosing;
use placard_model::targeting::request::AdRequest;
use placard_model::time::UnixMs;
use rand::Rng;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use contest::Says;
pub use contest::{Contest, Unsampled};

/// An ad for one place of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The ad.
    pub ad: AdId,
    /// What a valid click costs: bid x coefficient.
    pub price: Money,
    /// Price x mean of the predicted click rate x 1,000, in micro-dollars.
    pub weight_micros: i64,
    /// Which place of the block, from 0.
    pub position: u8,
    /// Chosen uniformly, for the control slice.
    pub control: bool,
}

/// What a block shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The block; none when there is no such block or the page is not on its site.
    pub block: Option<Arc<BlockSpec>>,
    /// The ads, the best first; fewer than places when there are no more.
    pub chosen: Vec<Choice>,
    /// [`Step::Found`] when there is an ad, else the step at which the last one fell out.
    pub outcome_step: Step,
}

/// Room that is used again by the next decision of the thread.
#[derive(Default)]
struct Scratch {
    rooms: Rooms,
    candidates: Vec<Chunk>,
    ranking: Ranking,
    seen: Vec<Seen>,
}

/// Room for the sets that are put together for one request.
#[derive(Default)]
struct Rooms {
    formats: Vec<Chunk>,
    targets: Vec<Chunk>,
    campaign_geo: Vec<Chunk>,
    group_geo: Vec<Chunk>,
    isps: Vec<Chunk>,
    ip_ranges: Vec<Chunk>,
    categories: Vec<Chunk>,
    allowed: Vec<Chunk>,
    campaign_keywords: Vec<Chunk>,
    group_keywords: Vec<Chunk>,
    white: Vec<Chunk>,
    campaign_white: Vec<Chunk>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// The most sets that one request is matched with.
const MASKS_MAX: usize = 21;

/// The sets that a request's ads must be in.
struct Masks<'a> {
    masks: [(Step, &'a [Chunk]); MASKS_MAX],
    len: usize,
}

impl<'a> Masks<'a> {
    /// The sets that narrow something, roughly in the order of how much. What a request does not say narrows nothing.
    fn of(
        index: &'a Index,
        block: &'a BlockSpec,
        (request, says): (&AdRequest<'_>, Says),
        now: UnixMs,
        rooms: &'a mut Rooms,
    ) -> Self {
        let who = &request.audience;
        let ip = who.ip.to_canonical();
        let country = who.place.country;
        let mut all = Self { masks: [(Step::Found, &[]); MASKS_MAX], len: 0 };
        all.push(Step::Geo, index.campaign_geo.get(who.place, &mut rooms.campaign_geo));
        all.push(Step::Language, index.languages.get(who.language));
        all.push(Step::Geo, index.group_geo.get(who.place, &mut rooms.group_geo));
        all.push(Step::Device, index.devices.get((who.device_type, who.os)));
        all.push(Step::Format, index.formats_of(request.formats(block.accepts), &mut rooms.formats));
        all.push(Step::Schedule, index.hours.get(now.hour_of_week()));
        all.push(Step::Geo, index.bid_countries.get(country));
        all.push(Step::Target, index.targets_of(block, &mut rooms.targets));
        if says.age {
            all.push(Step::Subscription, index.subscription_days.get(days_of(who)));
        }
        all.push(Step::Browser, index.browsers.get(who.browser));
        all.push(Step::Isp, index.isps.get([who.asn], &mut rooms.isps));
        if says.address {
            all.push(Step::Isp, index.ip_ranges.get(index.prefix_lengths.prefixes(ip), &mut rooms.ip_ranges));
        }
        all.push(Step::TrafficSource, index.traffic_sources.get(who.traffic_source));
        let (content, keywords) = (request.content, request.content.keywords.iter().copied());
        let categories = &index.site_categories;
        all.push(Step::Category, categories.get_either(block.site_category, content.category, &mut rooms.categories));
        all.push(Step::Keywords, index.campaign_keywords.get(keywords.clone(), &mut rooms.campaign_keywords));
        all.push(Step::Keywords, index.group_keywords.get(keywords, &mut rooms.group_keywords));
        all.push(Step::Category, index.allowed_by(block, &mut rooms.allowed));
        let sources = crate::index::sources_of(block);
        all.push(Step::Lists, index.white.get(sources, &mut rooms.white));
        all.push(Step::Lists, index.campaign_white.get(sources, &mut rooms.campaign_white));
        all
    }

    fn push(&mut self, step: Step, mask: Option<&'a [Chunk]>) {
        if let Some(mask) = mask {
            self.masks[self.len] = (step, mask);
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[(Step, &'a [Chunk])] {
        &self.masks[..self.len]
    }
}

/// Whether a page's host is a domain or one of its subdomains. A page that told no host is not refused here: what it
/// brings is marked unattested at the edge.
pub(crate) fn is_on_site(host: &str, domain: &str) -> bool {
    host.is_empty() || host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

impl Snapshot {
    /// Chooses ads for the places of a block. The same arguments on the same snapshot and live facts give the same
    /// answer.
    pub fn select<R: Rng + ?Sized>(
        &self,
        request: &AdRequest<'_>,
        how: &Choosing,
        now: UnixMs,
        rng: &mut R,
    ) -> Decision {
        let Some(block) = self.block_of(request) else {
            return Decision { block: None, chosen: Vec::new(), outcome_step: Step::Block };
        };
        // One draw of the caller's generator, which may be a slow one, seeds a fast one.
        let mut rng = SmallRng::seed_from_u64(rng.next_u64());
        let share = how.control.ratio();
        let drawn = chance(&mut rng, share);
        let control = is_control_slot(block, request, now, share).unwrap_or(drawn);
        SCRATCH.with_borrow_mut(|scratch| {
            self.narrow(block, request, now, scratch);
            // The control slice is there to be compared with: in it all take part.
            if !control {
                self.keep_turns(block, request, now, &mut scratch.candidates);
            }
            self.score(block, request, control, &mut rng, scratch);
            let found = scratch.ranking.choose(request.places);
            let chosen: Vec<Choice> =
                found.iter().enumerate().map(|(position, scored)| self.choice(scored, position, control)).collect();
            let outcome_step =
                if chosen.is_empty() { self.count(block, request, now, scratch).outcome() } else { Step::Found };
            Decision { block: Some(block.clone()), chosen, outcome_step }
        })
    }

    /// The ads left after each step: those of a decision that finds nothing say at which step it ended.
    pub fn count_steps(&self, request: &AdRequest<'_>, now: UnixMs) -> StepCounters {
        let Some(block) = self.block_of(request) else { return StepCounters::default() };
        SCRATCH.with_borrow_mut(|scratch| self.count(block, request, now, scratch))
    }

    /// All ads that may be shown, in the snapshot's order.
    pub fn eligible(&self, request: &AdRequest<'_>, now: UnixMs) -> Vec<AdId> {
        let Some(block) = self.block_of(request) else { return Vec::new() };
        SCRATCH.with_borrow_mut(|scratch| {
            self.narrow(block, request, now, scratch);
            self.keep_affordable(block, request, &mut scratch.candidates);
            self.keep_above_floor(block, request, &mut scratch.candidates);
            self.keep_turns(block, request, now, &mut scratch.candidates);
            let mut ads = Vec::new();
            each_bit(&scratch.candidates, |at| ads.push(self.hot[at].id));
            ads
        })
    }

    /// The block, if the page is on its site.
    pub(crate) fn block_of(&self, request: &AdRequest<'_>) -> Option<&Arc<BlockSpec>> {
        self.blocks.get(&request.block).filter(|block| is_on_site(request.page_host, &block.domain))
    }

    /// Leaves in `candidates` the ads that pass all steps, except that a single click may cost too much, and bring the
    /// webmaster too little, which are known once the price is, and that it may not be the turn of their campaign.
    fn narrow(&self, block: &BlockSpec, request: &AdRequest<'_>, now: UnixMs, scratch: &mut Scratch) {
        self.narrow_by((request, Says::ALL), block, now, scratch);
    }

    fn narrow_by(
        &self,
        (request, says): (&AdRequest<'_>, Says),
        block: &BlockSpec,
        now: UnixMs,
        scratch: &mut Scratch,
    ) {
        let candidates = &mut scratch.candidates;
        let masks = Masks::of(&self.index, block, (request, says), now, &mut scratch.rooms);
        fold(masks.as_slice(), chunks_for(self.len()), candidates);
        self.live.started.and_into(candidates);
        self.live.funded.and_into(candidates);
        self.drop_by_category(block, candidates);
        self.drop_by_keyword(request, candidates);
        self.drop_blacklisted(block, candidates);
        self.drop_own(block, candidates);
        self.drop_on_page(request, candidates);
        self.drop_capped(request, now, candidates, &mut scratch.seen);
    }

    /// As `narrow`, but step by step.
    fn count(&self, block: &BlockSpec, request: &AdRequest<'_>, now: UnixMs, scratch: &mut Scratch) -> StepCounters {
        let candidates = &mut scratch.candidates;
        let masks = Masks::of(&self.index, block, (request, Says::ALL), now, &mut scratch.rooms);
        candidates.clear();
        candidates.resize(chunks_for(self.len()), [0; LANES]);
        set_range(candidates, 0, self.len());
        let mut counters = StepCounters::default();
        for step in Step::ORDER {
            for (_, mask) in masks.as_slice().iter().filter(|(of, _)| *of == step) {
                and(candidates, mask);
            }
            match step {
                Step::Started => self.live.started.and_into(candidates),
                Step::Category => self.drop_by_category(block, candidates),
                Step::Keywords => self.drop_by_keyword(request, candidates),
                Step::Lists => self.drop_blacklisted(block, candidates),
                Step::Own => self.drop_own(block, candidates),
                Step::Frequency => self.drop_capped(request, now, candidates, &mut scratch.seen),
                Step::Budget => {
                    self.live.funded.and_into(candidates);
                    self.keep_affordable(block, request, candidates);
                }
                Step::Floor => self.keep_above_floor(block, request, candidates),
                Step::OnPage => self.drop_on_page(request, candidates),
                Step::HeldBack => self.keep_turns(block, request, now, candidates),
                _ => {}
            }
            counters.set(step, count(candidates));
        }
        counters.set(Step::Found, count(candidates));
        counters
    }

    fn drop_by_category(&self, block: &BlockSpec, candidates: &mut [Chunk]) {
        for refused in self.index.refused_by(block) {
            and_not(candidates, refused);
        }
    }

    fn drop_by_keyword(&self, request: &AdRequest<'_>, candidates: &mut [Chunk]) {
        for runs in self.index.kept_from(request.content) {
            for &(start, end) in runs.as_slice() {
                clear_range(candidates, start as usize, end as usize);
            }
        }
    }

    fn drop_blacklisted(&self, block: &BlockSpec, candidates: &mut [Chunk]) {
        for runs in self.index.blacked_by(block) {
            for &(start, end) in runs.as_slice() {
                clear_range(candidates, start as usize, end as usize);
            }
        }
    }

    fn drop_own(&self, block: &BlockSpec, candidates: &mut [Chunk]) {
        if block.shows_own {
            return;
        }
        let own = self.campaigns_of.get(&block.dims.webmaster).map_or(&[] as &[u32], Vec::as_slice);
        for &campaign in own {
            let (start, end) = self.campaigns[campaign as usize];
            clear_range(candidates, start as usize, end as usize);
        }
    }

    fn drop_on_page(&self, request: &AdRequest<'_>, candidates: &mut [Chunk]) {
        for at in request.on_page.iter().filter_map(|ad| self.ad_at.get(ad)) {
            clear_range(candidates, *at as usize, *at as usize + 1);
        }
    }

    fn drop_capped(&self, request: &AdRequest<'_>, now: UnixMs, candidates: &mut [Chunk], seen: &mut Vec<Seen>) {
        let mut gone = Vec::new();
        let candidate = |ad| self.ad_at.get(&ad).filter(|at| bits::contains(candidates, **at as usize)).copied();
        let cap = |ad| candidate(ad).and_then(|at| self.ads[at as usize].frequency_cap());
        let visitors = [request.audience.visitor, request.audience.visitor_yesterday];
        self.caps.reached(visitors, now, seen, cap, |ad| gone.extend(candidate(ad)));
        for at in gone {
            clear_range(candidates, at as usize, at as usize + 1);
        }
    }

    fn keep_affordable(&self, block: &BlockSpec, request: &AdRequest<'_>, candidates: &mut [Chunk]) {
        let mut gone = Vec::new();
        let mut coefficients = Coefficients::of(&self.index, block);
        each_bit(candidates, |at| {
            let price = self.price(at as u32, request, &mut coefficients);
            if price > self.live.affordable[self.hot[at].campaign as usize].load(Ordering::Relaxed) {
                gone.push(at);
            }
        });
        for at in gone {
            clear_range(candidates, at, at + 1);
        }
    }

    /// What a click costs, in micro-dollars. Ads are asked about in ascending order.
    pub(crate) fn price(&self, at: u32, request: &AdRequest<'_>, coefficients: &mut Coefficients<'_>) -> i64 {
        let bid = self.bid_in(at, request.audience.place.country);
        let minimum = self.config.minimum_micros(self.hot[at as usize].campaign_type);
        (bid * coefficients.tenths(at) / 10).max(minimum)
    }

    fn choice(&self, scored: &Scored, position: usize, control: bool) -> Choice {
        Choice {
            ad: self.hot[scored.at as usize].id,
            price: Money::from_micros(scored.price),
            weight_micros: (scored.price as f64 * f64::from(scored.mean) * 1_000.0).round() as i64,
            position: position as u8,
            control,
        }
    }

    fn score(
        &self,
        block: &BlockSpec,
        request: &AdRequest<'_>,
        control: bool,
        rng: &mut SmallRng,
        scratch: &mut Scratch,
    ) {
        let Scratch { candidates, ranking, .. } = scratch;
        ranking.clear();
        let scoring = if control { Scoring::Control } else { Scoring::Sampled };
        self.rank(block, request, scoring, rng, candidates, ranking);
    }
}

/// The ads that are in all sets; all when there are none.
fn fold(masks: &[(Step, &[Chunk])], chunks: usize, into: &mut Vec<Chunk>) {
    into.clear();
    let Some(((_, first), rest)) = masks.split_first() else {
        into.resize(chunks, [u64::MAX; LANES]);
        return;
    };
    into.extend(first.iter().enumerate().map(|(at, first)| {
        let mut chunk = *first;
        for (_, mask) in rest {
            let mask = &mask[at];
            for lane in 0..LANES {
                chunk[lane] &= mask[lane];
            }
        }
        chunk
    }));
}

fn chance(rng: &mut SmallRng, share: f64) -> bool {
    is_below(rng.next_u64(), share)
}
