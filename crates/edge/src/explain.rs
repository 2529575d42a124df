//! Why ads are shown or not: the engine's word on what stops them, and on requests that were kept.

use crate::delivery::site_host;
use placard_engine::{Contest, Snapshot};
use placard_model::content::PageContent;
use placard_model::event::RequestSample;
use placard_model::format::{FormatMask, Target};
use placard_model::inventory::BlockSpec;
use placard_model::request::{AdRequest, Audience, PLACES_MAX};
use placard_model::targeting::Targeting;
use placard_model::{AdId, BlockId, CampaignId, CategoryId, GroupId, Money, UnixMs};
use std::collections::HashSet;
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

/// How an ad came off against all others, where it may be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contests {
    /// Requests that were looked at.
    pub weight: u64,
    /// Of these, requests in which one of the ads would get a place.
    pub won: u64,
    /// What a click would have to cost more than in each of the others, with the requests that it stands for.
    beaten_at: Vec<(Money, u64)>,
}

impl Contests {
    /// What a click would have to cost more than, in half of the requests that others won; none when these won none.
    pub fn beaten_at(&self) -> Option<Money> {
        let mut all = self.beaten_at.clone();
        all.sort_unstable();
        let half = all.iter().map(|(_, weight)| weight).sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let median = all.into_iter().find(|(_, weight)| {
            seen += weight;
            seen >= half
        });
        median.map(|(price, _)| price)
    }

    fn add(&mut self, contest: Contest, weight: u64) {
        self.weight += weight;
        match contest {
            Contest::Won => self.won += weight,
            Contest::BeatenAt(price) => self.beaten_at.push((price, weight)),
        }
    }
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
    let most = LOOKS_MAX / ads.len().max(1);
    let mut contests = 0;
    for (place, sample) in samples.iter().take(most.max(1)).enumerate() {
        if is_over() {
            break;
        }
        let weight = u64::from(sample.weight);
        let mut furthest = Step::Started;
        for ad in ads {
            let step = of_sample(snapshot, sample, now, *ad).step;
            if depth(step) > depth(furthest) || step == Step::Block {
                furthest = step;
            }
            if step == Step::Found && contests < CONTESTS_MAX {
                contests += 1;
                let contest = |request: &AdRequest<'_>| snapshot.contest(request, now, *ad, |one| ours.contains(&one));
                if let Some(contest) = as_request(snapshot, sample, contest) {
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

/// What the targeting of some ads asks that samples do not say.
pub fn unsampled(snapshot: &Snapshot, ads: &[AdId]) -> Unsampled {
    ads.iter().map(|ad| snapshot.unsampled(*ad)).fold(Unsampled::default(), |all, one| Unsampled {
        addresses: all.addresses || one.addresses,
        ages: all.ages || one.ages,
    })
}
