//! How an ad comes off against all others in one request, by what is expected, without chance.

use super::SCRATCH;
use crate::bits::{contains, set_range};
use crate::rank::Scoring;
use crate::snapshot::Snapshot;
use placard_model::format::BlockFormat;
use placard_model::ids::{AdId, UserId};
use placard_model::inventory::BlockSpec;
use placard_model::money::Money;
use placard_model::targeting::request::AdRequest;
use placard_model::time::UnixMs;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// What a request says of its visitor that those which are kept may not.
#[derive(Clone, Copy)]
pub(super) struct Says {
    pub(super) address: bool,
    pub(super) age: bool,
}

impl Says {
    pub(super) const ALL: Self = Self { address: true, age: true };
}

/// How it came off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// One of the ads is among those that get a place.
    Won,
    /// None is, and their owner has the place that would be next: by another ad of the campaign, or by another campaign.
    BeatenByOwner,
    /// None is: a click on the best of them would have to cost more than this.
    Beaten {
        /// Whose ad has the place that would be next.
        by: UserId,
        /// What a click would have to cost more than.
        at: Money,
    },
    /// What the request does not say decides: the answer is another one with those ads whose targeting asks for it.
    Undecided,
}

impl Contest {
    const fn is_like(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Won, Self::Won)
                | (Self::BeatenByOwner, Self::BeatenByOwner)
                | (Self::Beaten { .. }, Self::Beaten { .. })
        )
    }
}

impl Snapshot {
    /// Whether an ad that may be shown for a request which was kept gets a place of it, or another one that is `ours`, of the same
    /// campaign; none when there is no such ad or block.
    pub fn contest(
        &self,
        request: &AdRequest<'_>,
        now: UnixMs,
        ad: AdId,
        ours: impl Fn(AdId) -> bool,
    ) -> Option<Contest> {
        let block = self.block_of(request)?;
        let own = *self.ad_at.get(&ad)? as usize;
        let among = |says| self.contest_among((request, says), block, now, own, &ours);
        let fewest = among(Says::ALL)?;
        // Of a page's request the age is known: nobody has subscribed there.
        let most = among(Says { address: false, age: block.dims.format != BlockFormat::Push })?;
        Some(if fewest.is_like(most) { fewest } else { Contest::Undecided })
    }

    fn contest_among(
        &self,
        (request, says): (&AdRequest<'_>, Says),
        block: &BlockSpec,
        now: UnixMs,
        own: usize,
        ours: &impl Fn(AdId) -> bool,
    ) -> Option<Contest> {
        SCRATCH.with_borrow_mut(|scratch| {
            self.narrow_by((request, says), block, now, scratch);
            let (candidates, ranking) = (&mut scratch.candidates, &mut scratch.ranking);
            self.keep_turns(block, request, now, candidates);
            // What the ad's own targeting asks beyond what the request says is taken to hold.
            set_range(candidates, own, own + 1);
            ranking.clear();
            // Scores that are expected draw nothing.
            let mut rng = SmallRng::seed_from_u64(0);
            self.rank(block, request, Scoring::Expected, &mut rng, candidates, ranking);
            let best = ranking.choose(request.places);
            if best.iter().any(|scored| ours(self.hot[scored.at as usize].id)) {
                return Some(Contest::Won);
            }
            let last = best.last()?;
            let by = self.ads[last.at as usize].dims.advertiser;
            let campaign = self.hot[own].campaign;
            // Only the best of a campaign takes part.
            if by == self.ads[own].dims.advertiser || best.iter().any(|scored| scored.campaign == campaign) {
                return Some(Contest::BeatenByOwner);
            }
            // The one that needs least: which of them it is depends on their click rates alone.
            let (first, end) = self.campaigns[campaign as usize];
            let takes_part = |at: &usize| contains(candidates, *at) && ours(self.hot[*at].id);
            let rate = self.best_expected_rate(block, request, (first as usize..end as usize).filter(takes_part));
            let price = f64::from(last.score) / f64::from(rate);
            price.is_finite().then(|| Contest::Beaten { by, at: Money::from_micros(price.round() as i64) })
        })
    }

    /// What the targeting of an ad asks that requests which are kept do not say.
    pub fn unsampled(&self, ad: AdId) -> Unsampled {
        let Some(&at) = self.ad_at.get(&ad) else { return Unsampled::default() };
        let entry = &self.ads[at as usize];
        let levels = [&entry.campaign.targeting, &entry.group.targeting];
        Unsampled {
            addresses: levels.iter().any(|targeting| !targeting.ip_ranges.is_empty()),
            ages: entry.campaign.push.subscription_age.is_some(),
        }
    }
}

/// What a targeting asks that requests which are kept do not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsampled {
    /// Addresses of a range.
    pub addresses: bool,
    /// Subscriptions of an age.
    pub ages: bool,
}
