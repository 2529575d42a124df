//! What the engine is set to.

use placard_model::format::CampaignType;
use placard_model::money::Money;

/// Paces and sizes of the engine. What an operator changes while it runs comes with each question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineConfig {
    /// Milliseconds between two rebuilds at least.
    pub rebuild_interval_ms: i64,
    /// Milliseconds between two looks at money and pacing at least.
    pub tick_interval_ms: i64,
    /// A click on a native ad never costs less.
    pub format_minimum: Money,
    /// A click on a push ad never costs less.
    pub push_minimum: Money,
    /// The most visitors whose shows are remembered for frequency caps.
    pub max_capped_visitors: usize,
    /// The most counts of (ad, block) and (ad, format, country, device type) that are kept.
    pub max_posteriors: usize,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            rebuild_interval_ms: 1_000,
            tick_interval_ms: 1_000,
            format_minimum: placard_model::bid::NATIVE_FORMAT_MIN,
            push_minimum: placard_model::bid::PUSH_FORMAT_MIN,
            max_capped_visitors: 500_000,
            max_posteriors: 2_000_000,
        }
    }
}

impl EngineConfig {
    /// What a click on an ad of a campaign of this kind costs at least, in micro-dollars.
    pub(crate) const fn minimum_micros(&self, campaign_type: CampaignType) -> i64 {
        match campaign_type {
            CampaignType::Native => self.format_minimum.micros(),
            CampaignType::Push => self.push_minimum.micros(),
        }
    }
}
