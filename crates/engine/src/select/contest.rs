//! How an ad comes off against all others in one request, by what is expected, without chance.

use super::SCRATCH;
use crate::bits::set_range;
use crate::rank::Scoring;
use crate::snapshot::Snapshot;
use placard_model::ids::AdId;
use placard_model::money::Money;
use placard_model::request::AdRequest;
use placard_model::time::UnixMs;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// How it came off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// One of the ads is among those that get a place.
    Won,
    /// None is: a click on the ad would have to cost more than this.
    BeatenAt(Money),
}

impl Snapshot {
    /// Whether an ad that may be shown for a request gets a place of it, or another one that is `ours`; none when there is no such
    /// ad or block.
    pub fn contest(
        &self,
        request: &AdRequest<'_>,
        now: UnixMs,
        ad: AdId,
        ours: impl Fn(AdId) -> bool,
    ) -> Option<Contest> {
        let block = self.block_of(request)?;
        let own = *self.ad_at.get(&ad)? as usize;
        SCRATCH.with_borrow_mut(|scratch| {
            self.narrow(block, request, now, scratch);
            let (candidates, ranking) = (&mut scratch.candidates, &mut scratch.ranking);
            self.keep_turns(block, request, now, candidates);
            // Of a request that was kept not all is known: what the ad's own targeting asks beyond that is taken to hold.
            set_range(candidates, own, own + 1);
            ranking.clear();
            // Scores that are expected draw nothing.
            let mut rng = SmallRng::seed_from_u64(0);
            self.rank(block, request, Scoring::Expected, &mut rng, candidates, ranking);
            let best = ranking.choose(request.places);
            if best.iter().any(|scored| ours(self.hot[scored.at as usize].id)) {
                return Some(Contest::Won);
            }
            let mean = self.expected_rate(block, request, own);
            // Only the best of a campaign takes part: an ad has to beat that one, or else the last that gets a place.
            let campaign = self.hot[own].campaign;
            let above = best.iter().find(|scored| scored.campaign == campaign).or(best.last())?;
            let price = f64::from(above.score) / f64::from(mean);
            price.is_finite().then(|| Contest::BeatenAt(Money::from_micros(price.round() as i64)))
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
