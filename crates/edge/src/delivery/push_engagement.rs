//! How well push campaigns are answered, as the worker counted it last, for those who are told. No request for an ad reads it: the
//! engine has what follows from it.

use arc_swap::ArcSwap;
use placard_model::push::push_engagement::{Engagement, Standing, TURNS_ALL};
use placard_model::{CampaignId, UnixMs};
use std::collections::HashMap;
use std::sync::Arc;

/// How a campaign was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What was counted.
    pub engagement: Engagement,
    /// It is of all ads of the advertiser at the sites of the campaign: of the campaign's own that run too little was shown.
    pub of_all_ads: bool,
    /// How it stands.
    pub standing: Standing,
    /// How many of [`TURNS_ALL`] turns it takes.
    pub turns: u16,
}

impl Default for Found {
    fn default() -> Self {
        Self { engagement: Engagement::default(), of_all_ads: false, standing: Standing::Unknown, turns: TURNS_ALL }
    }
}

/// What was counted at a moment.
#[derive(Debug, Default)]
pub struct Counted {
    /// When; none before the first time.
    pub at: Option<UnixMs>,
    /// Campaigns that could be compared.
    pub campaigns: HashMap<CampaignId, Found>,
}

impl Counted {
    /// How a campaign was found: unknown where it could not be compared.
    pub fn of(&self, campaign: CampaignId) -> Found {
        self.campaigns.get(&campaign).copied().unwrap_or_default()
    }
}

/// What was counted last.
#[derive(Debug, Default)]
pub struct PushEngagements(ArcSwap<Counted>);

impl PushEngagements {
    /// What was counted last.
    pub fn last(&self) -> Arc<Counted> {
        self.0.load_full()
    }

    /// Puts what was counted in the place of what was before.
    pub fn set(&self, counted: Counted) {
        self.0.store(Arc::new(counted));
    }
}
