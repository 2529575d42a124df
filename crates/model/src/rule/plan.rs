//! What a rule may do with what it found.

use super::{RuleSettings, RuleSums};
use crate::ids::CampaignId;
use crate::money::Money;

/// One thing that a rule looks at: in which campaign, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thing {
    /// The campaign.
    pub campaign: CampaignId,
    /// The site, the block, the ad, the group, or the campaign again.
    pub id: i64,
}

/// A thing with its figures in the window of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which.
    pub thing: Thing,
    /// Its figures.
    pub sums: RuleSums,
}

/// What is to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// On what, the dearest first.
    pub acts: Vec<Found>,
    /// More of them match than the rule may act on today.
    pub is_cut: bool,
    /// It must ask first.
    pub asks: bool,
    /// Nothing that delivers would be left.
    pub stops_everything: bool,
}

/// Plans a pass over what was found. `is_open` says what delivers and was not acted on lately; `left` is what the rule may
/// still do today. What stops everything asks, and so does what stops more of the spend than its owner lets it.
pub fn plan(settings: &RuleSettings, found: &[Found], is_open: impl Fn(&Thing) -> bool, left: usize) -> Plan {
    let open: Vec<&Found> = found.iter().filter(|found| is_open(&found.thing)).collect();
    let mut acts: Vec<Found> = open.iter().filter(|found| settings.matches(&found.sums)).map(|found| **found).collect();
    acts.sort_by_key(|found| (std::cmp::Reverse(found.sums.spent), found.thing));
    let stops = settings.action.kind.stops();
    let stops_everything = stops && acts.len() > 1 && acts.len() == open.len();
    let is_cut = acts.len() > left;
    acts.truncate(left);
    let spent = |found: &mut dyn Iterator<Item = Money>| found.map(|money| i128::from(money.micros())).sum::<i128>();
    let stopped = spent(&mut acts.iter().map(|found| found.sums.spent));
    let all = spent(&mut found.iter().map(|found| found.sums.spent));
    let is_much = found.len() > 1 && stopped * 100 > all * i128::from(settings.ask_percent);
    let asks = stops && !acts.is_empty() && (stops_everything || is_much);
    Plan { acts, is_cut, asks, stops_everything }
}
