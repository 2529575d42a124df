//! Where the last hour's requests fell, step by step, and how the others ended.

use super::words;
use placard_edge::explain::{Fallen, Step};
use placard_model::{Money, UnixMs};
use placard_stats::GUIDE_ADVERTISERS_MIN;
use serde::Serialize;
use utoipa::ToSchema;

/// Samples that others have won of which it is told what it would take, at least.
const CONTESTS_MIN: usize = 30;
/// Advertisers who have won these, at least: as many as for a guide of bids.
const ADVERTISERS_MIN: usize = GUIDE_ADVERTISERS_MIN as usize;

/// Requests that fell at a step.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryStep {
    /// The engine's number of the step.
    pub step: u8,
    /// Its name.
    pub name: &'static str,
    /// Why requests fall here.
    pub why: &'static str,
    /// Requests that came as far, about.
    pub arrived: u64,
    /// Requests that fell here, about.
    pub fell: u64,
    /// The owner's own settings make them fall, beside the audience that is wanted.
    pub owner_can_act: bool,
    /// A sample that fell here, to be asked about.
    pub example: Option<String>,
}

/// Where the last hour's requests fell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryFunnel {
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub since: UnixMs,
    /// Samples that were looked at.
    pub samples: usize,
    /// Requests of the hour, about.
    pub requests: u64,
    /// The steps, in the order in which the engine takes them.
    pub steps: Vec<DeliveryStep>,
    /// Requests that could show it, about.
    pub could_show: u64,
    /// A sample of those, to be asked about.
    pub example: Option<String>,
    /// Requests in which ads of others are expected to bring more, about; none where that is known of no request.
    pub beaten: Option<u64>,
    /// What a click would have to cost more than in half of these; none where there are none, or too few of too few advertisers to
    /// tell.
    #[schema(value_type = Option<f64>)]
    pub beaten_at: Option<Money>,
    /// Requests in which another ad of the same owner takes the place, about; none where that is known of no request.
    pub beaten_by_own: Option<u64>,
    /// Requests in which it is expected to get a place, about; none where that is known of no request.
    pub shown: Option<u64>,
    /// Requests of which samples do not say enough to tell whether it gets a place, about; none where nothing was asked.
    pub undecided: Option<u64>,
}

/// What is told of where requests fell; `name` names the sample at a place of the list.
pub(super) fn funnel(
    fallen: &Fallen,
    since: UnixMs,
    requests: u64,
    name: impl Fn(usize) -> Option<String>,
) -> DeliveryFunnel {
    // What was not looked at is taken to be like what was.
    let about = |weight: u64| match fallen.weight {
        0 => 0,
        looked_at => {
            u64::try_from(u128::from(weight) * u128::from(requests) / u128::from(looked_at)).unwrap_or(u64::MAX)
        }
    };
    let mut left = fallen.weight;
    let steps = Step::ORDER.into_iter().filter(|step| *step != Step::OnPage).map(|step| {
        let (why, owner_can_act) = words::of_step(step);
        let arrived = left;
        left -= fallen.at(step);
        DeliveryStep {
            step: step.id(),
            name: step.name(),
            why,
            arrived: about(arrived),
            fell: about(fallen.at(step)),
            owner_can_act,
            example: fallen.example(step).and_then(&name),
        }
    });
    let could_show = about(fallen.at(Step::Found));
    let contests = &fallen.contests;
    // All were not ranked: those that were stand for the others. Each part is told as the step between two sums, so that they add up.
    let share = |weight: u64| match contests.weight {
        0 => 0,
        all => u64::try_from(u128::from(could_show) * u128::from(weight) / u128::from(all)).unwrap_or(u64::MAX),
    };
    let with_own = contests.won + contests.by_owner;
    let decided = with_own + contests.beaten;
    let is_known = decided > 0;
    DeliveryFunnel {
        since,
        samples: fallen.samples,
        requests,
        steps: steps.collect(),
        could_show,
        example: fallen.example(Step::Found).and_then(&name),
        beaten: is_known.then(|| share(decided) - share(with_own)),
        beaten_at: contests.beaten_at(CONTESTS_MIN, ADVERTISERS_MIN),
        beaten_by_own: is_known.then(|| share(with_own) - share(contests.won)),
        shown: is_known.then(|| share(contests.won)),
        undecided: (contests.weight > 0).then(|| could_show - share(decided)),
    }
}
