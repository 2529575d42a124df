//! Why ads are shown or not: the engine's word on what stops them, and on requests that were kept.

use crate::delivery::site_host;
use placard_engine::{Contest, Snapshot};
use placard_model::event::RequestSample;
use placard_model::format::{FormatMask, Target};
use placard_model::inventory::BlockSpec;
use placard_model::targeting::Targeting;
use placard_model::targeting::content::PageContent;
use placard_model::targeting::request::{AdRequest, Audience, PLACES_MAX};
use placard_model::{AdId, BlockId, CampaignId, CategoryId, GroupId, Money, UnixMs, UserId};
use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr};

pub use placard_engine::{Explanation, Reason, Step, Unsampled};

/// Requests times ads that are looked at for one question: each takes about a microsecond, more with long lists.
const LOOKS_MAX: usize = 500_000;

/// Requests of one question for which all ads are ranked: each takes as long as a decision.
const CONTESTS_MAX: usize = 1_000;

/// Samples keep no address: it lies in no range that somebody targets.
pub const NO_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Whose ads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Of a campaign.
    Campaign(CampaignId),
    /// Of a group.
    Group(GroupId),
    /// One ad.
    Ad(AdId),
}

impl Of {
    /// The ads that delivery knows.
    pub fn ads(self, snapshot: &Snapshot) -> Vec<AdId> {
        match self {
            Self::Campaign(campaign) => snapshot.ads_of_campaign(campaign),
            Self::Group(group) => snapshot.ads_of_group(group),
            Self::Ad(ad) => snapshot.ad(ad).map(|_| ad).into_iter().collect(),
        }
    }
}

/// How ads came off against all others, where they may be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contests {
    /// Requests that were looked at.
    pub weight: u64,
    /// Of these, requests in which one of the ads would get a place.
    pub won: u64,
    /// Requests in which another ad of their owner has it.
    pub by_owner: u64,
    /// Requests in which others have it.
    pub beaten: u64,
    /// Requests of which samples do not say enough to tell.
    pub undecided: u64,
    /// What a click would have to cost more than in each that others have, who has it, and the requests that it stands for.
    beaten_at: Vec<(Money, UserId, u64)>,
}

impl Contests {
    /// What a click would have to cost more than, in half of the requests that others have; none when fewer than so many samples,
    /// or fewer than so many advertisers, stand behind it, or one of these behind more than half of it: it would tell what that
    /// one bids.
    pub fn beaten_at(&self, samples_min: usize, advertisers_min: usize) -> Option<Money> {
        let mut of: HashMap<UserId, u64> = HashMap::new();
        for (_, by, weight) in &self.beaten_at {
            *of.entry(*by).or_default() += weight;
        }
        let half = self.beaten.div_ceil(2);
        let is_of_many = of.len() >= advertisers_min && of.values().all(|weight| *weight <= half);
        if self.beaten_at.len() < samples_min || !is_of_many {
            return None;
        }
        let mut all: Vec<_> = self.beaten_at.iter().map(|(price, _, weight)| (*price, *weight)).collect();
        all.sort_unstable();
        let mut seen = 0;
        let median = all.into_iter().find(|(_, weight)| {
            seen += weight;
            seen >= half
        });
        median.map(|(price, _)| rounded(price))
    }

    fn add(&mut self, contest: Contest, weight: u64) {
        self.weight += weight;
        match contest {
            Contest::Won => self.won += weight,
            Contest::BeatenByOwner => self.by_owner += weight,
            Contest::Undecided => self.undecided += weight,
            Contest::Beaten { by, at } => {
                self.beaten += weight;
                self.beaten_at.push((at, by, weight));
            }
        }
    }
}

/// An amount with two digits: more of them would tell single bids.
fn rounded(amount: Money) -> Money {
    let micros = amount.micros();
    let unit = 10_i64.pow(micros.max(1).ilog10().saturating_sub(1));
    Money::from_micros(micros.saturating_add(unit / 2) / unit * unit)
}

/// Where the requests of some samples fell, each counted as often as its sample stands for requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fallen {
    /// By the number of the step; at [`Step::Found`] those for which an ad could be shown.
    requests: [u64; Step::COUNT],
    /// A sample of each step, by its place in the list.
    examples: [Option<usize>; Step::COUNT],
    /// Samples that were looked at.
    pub samples: usize,
    /// Requests that these stand for.
    pub weight: u64,
    /// Of those for which an ad could be shown, the requests that say all that one of them asks.
    pub sure: u64,
    /// What became of some of those for which an ad could be shown.
    pub contests: Contests,
}

impl Fallen {
    /// Requests that fell at a step.
    pub const fn at(&self, step: Step) -> u64 {
        self.requests[step as usize]
    }

    /// The place in the list of a sample that fell at a step.
    pub const fn example(&self, step: Step) -> Option<usize> {
        self.examples[step as usize]
    }
}

/// Where requests fell for some ads. A request falls at the last step that any of them reached. Looks at no further
/// sample once `is_over`.
pub fn fallen(
    snapshot: &Snapshot,
    ads: &[AdId],
    samples: &[RequestSample],
    now: UnixMs,
    is_over: impl Fn() -> bool,
) -> Fallen {
    let mut fallen = Fallen::default();
    let ours: HashSet<AdId> = ads.iter().copied().collect();
    // Those of which samples say all come first: the first that could be shown tells whether any of these could.
    let is_unsampled = |ad: &AdId| snapshot.unsampled(*ad) != Unsampled::default();
    let (unsampled, mut ordered): (Vec<AdId>, Vec<AdId>) = ads.iter().copied().partition(is_unsampled);
    let first_unsampled = ordered.len();
    ordered.extend(unsampled);
    let most = LOOKS_MAX / ads.len().max(1);
    let mut contests = 0;
    for (place, sample) in samples.iter().take(most.max(1)).enumerate() {
        if is_over() {
            break;
        }
        let weight = u64::from(sample.weight);
        let mut furthest = Step::Started;
        for (at, ad) in ordered.iter().enumerate() {
            let step = of_sample(snapshot, sample, now, *ad).step;
            if depth(step) > depth(furthest) || step == Step::Block {
                furthest = step;
            }
            let is_sure = at < first_unsampled;
            if step == Step::Found && is_sure {
                fallen.sure += weight;
            }
            if step == Step::Found && contests < CONTESTS_MAX {
                contests += 1;
                let contest = |request: &AdRequest<'_>| snapshot.contest(request, now, *ad, |one| ours.contains(&one));
                let contest = if is_sure { as_request(snapshot, sample, contest) } else { Some(Contest::Undecided) };
                if let Some(contest) = contest {
                    fallen.contests.add(contest, weight);
                }
            }
            if matches!(step, Step::Found | Step::Block) {
                break;
            }
        }
        fallen.requests[furthest as usize] += weight;
        fallen.examples[furthest as usize].get_or_insert(place);
        fallen.samples += 1;
        fallen.weight += weight;
    }
    fallen
}

/// How far a request got.
fn depth(step: Step) -> usize {
    Step::ORDER.iter().position(|one| *one == step).unwrap_or(Step::ORDER.len())
}

/// Why an ad is, or is not, among those that could be shown for a sampled request, by what holds now. What samples do not say
/// passes ([`Snapshot::unsampled`]).
pub fn of_sample(snapshot: &Snapshot, sample: &RequestSample, now: UnixMs, ad: AdId) -> Explanation {
    as_request(snapshot, sample, |request| snapshot.explain_sample(request, now, ad))
}

/// Asks about the request that a sample was taken of.
fn as_request<T>(snapshot: &Snapshot, sample: &RequestSample, ask: impl FnOnce(&AdRequest<'_>) -> T) -> T {
    let audience = Audience {
        ip: NO_ADDRESS,
        place: sample.place,
        asn: sample.asn,
        device_type: sample.device_type,
        os: sample.os,
        browser: sample.browser,
        language: sample.language,
        traffic_source: sample.traffic_source,
        visitor: sample.visitor,
        visitor_yesterday: sample.visitor,
        subscription_days: None,
    };
    let host = sample.page.split('/').next().unwrap_or_default();
    let places = usize::from(sample.places).clamp(1, PLACES_MAX);
    ask(&request(snapshot, sample.block.block, host, places, (audience, &sample.content)))
}

/// Why an ad is, or is not, among those that could be shown for a request that is described, by what holds now.
pub fn of_request(
    snapshot: &Snapshot,
    block: BlockId,
    page_host: &str,
    who: (Audience, &PageContent),
    now: UnixMs,
    ad: AdId,
) -> Explanation {
    snapshot.explain(&request(snapshot, block, page_host, 1, who), now, ad)
}

/// As at the decision: a site that was entered with `www.` has pages without.
fn request<'a>(
    snapshot: &'a Snapshot,
    block: BlockId,
    page_host: &'a str,
    places: usize,
    (audience, content): (Audience, &'a PageContent),
) -> AdRequest<'a> {
    let page_host = match snapshot.block(block) {
        Some(spec) if site_host(&spec.domain) != spec.domain && is_on(page_host, site_host(&spec.domain)) => {
            &spec.domain
        }
        _ => page_host,
    };
    AdRequest { block, page_host, places, audience, content, on_page: &[], gets_pushes: false }
}

fn is_on(host: &str, domain: &str) -> bool {
    host.is_empty() || host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Whether a host is that of a site or stands below it. A site that was entered with `www.` has pages without.
pub fn is_on_site(host: &str, domain: &str) -> bool {
    !host.is_empty() && is_on(host, site_host(domain))
}

/// Blocks whose sites are about a category that all levels of a targeting want; none when they want any.
pub fn blocks_about(snapshot: &Snapshot, targetings: &[Targeting]) -> Option<Vec<BlockId>> {
    let wanted: Vec<_> = targetings.iter().map(|one| &one.site_categories).filter(|all| !all.is_empty()).collect();
    let is_about = |block: &&BlockSpec| wanted.iter().all(|categories| categories.contains(&block.site_category));
    let about = || snapshot.blocks().filter(is_about).map(|block| block.dims.block).collect();
    (!wanted.is_empty()).then(about)
}

/// What native ads are not shown in: blocks whose sites take no campaign with this target and these categories, and native ones that
/// show none of the formats. Blocks of notifications are not named: nothing of theirs is counted for native ads.
pub fn refusing_blocks(
    snapshot: &Snapshot,
    target: Option<Target>,
    categories: &[CategoryId],
    formats: FormatMask,
) -> Vec<BlockId> {
    let takes = |block: &BlockSpec| {
        block.accepts.meets(formats)
            && (block.allowed_targets.is_empty() || target.is_none_or(|target| block.allowed_targets.contains(&target)))
            && (block.allowed_categories.is_empty()
                || categories.iter().any(|category| block.allowed_categories.contains(category)))
            && !categories.iter().any(|category| block.forbidden_categories.contains(category))
    };
    let is_refusing = |block: &&BlockSpec| block.dims.format.is_native() && !takes(block);
    snapshot.blocks().filter(is_refusing).map(|block| block.dims.block).collect()
}

/// What the targeting of those ads asks that are started, and samples do not say.
pub fn unsampled(snapshot: &Snapshot, ads: &[AdId]) -> Unsampled {
    ads.iter().filter(|ad| snapshot.wants_ad(**ad)).map(|ad| snapshot.unsampled(*ad)).fold(
        Unsampled::default(),
        |all, one| Unsampled { addresses: all.addresses || one.addresses, ages: all.ages || one.ages },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_bid_is_told_of_many_alone() {
        let told = |prices: &[(i64, i64)]| {
            let mut contests = Contests::default();
            for (by, cents) in prices {
                contests.add(Contest::Beaten { by: UserId(*by), at: Money::from_micros(cents * 10_000 + 3) }, 2);
            }
            contests.beaten_at(6, 3)
        };
        let of_three = [(1, 40), (1, 40), (2, 50), (2, 50), (3, 127), (3, 127)];
        assert_eq!(told(&of_three), Some(Money::from_micros(500_000)), "with two digits");
        assert_eq!(told(&of_three[..5]), None, "too few");
        assert_eq!(told(&[(1, 40), (1, 40), (1, 40), (2, 50), (2, 50), (2, 50)]), None, "of two");
        assert_eq!(told(&[(1, 40), (1, 40), (1, 40), (1, 40), (2, 50), (3, 50)]), None, "mostly of one");
        assert_eq!(rounded(Money::from_micros(1_274_999)), Money::from_micros(1_300_000));
        assert_eq!(rounded(Money::ZERO), Money::ZERO);
    }
}
