//! Why one ad is or is not shown: the steps of a decision, told from the specs themselves, one after the other.
//!
//! This is the definition of targeting; the sets of [`crate::index`] are the same thing turned around, and a property
//! test holds the two together.

use crate::dimension::Run;
use crate::index::{Coefficients, sources_of};
use crate::select::is_on_site;
use crate::snapshot::{AdEntry, Snapshot};
use crate::step::{Reason, Step};
use crate::turns::Throws;
use placard_model::format::BlockFormat;
use placard_model::ids::{AdId, CampaignId, CategoryId, GroupId};
use placard_model::inventory::{Bid, BlockSpec};
use placard_model::money::Money;
use placard_model::targeting::geo::PlaceId;
use placard_model::targeting::request::{AdRequest, Audience};
use placard_model::targeting::{OsOnDevice, Source, Targeting};
use placard_model::time::UnixMs;
use std::sync::atomic::Ordering;

/// Where an ad falls out, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The step; [`Step::Found`] when the ad may be shown.
    pub step: Step,
    /// What exactly.
    pub reason: Reason,
}

impl From<Reason> for Explanation {
    fn from(reason: Reason) -> Self {
        Self { step: reason.step(), reason }
    }
}

fn passes<T: PartialEq>(allowed: &[T], value: &T) -> bool {
    allowed.is_empty() || allowed.contains(value)
}

fn both(entry: &AdEntry, holds: impl Fn(&Targeting) -> bool) -> bool {
    holds(&entry.campaign.targeting) && holds(&entry.group.targeting)
}

/// Whether one of the categories is wanted by both levels.
fn both_about(campaign: &Targeting, group: &Targeting, about: [CategoryId; 2]) -> bool {
    let wants = |targeting: &Targeting, category| passes(&targeting.site_categories, category);
    about.iter().any(|category| wants(campaign, category) && wants(group, category))
}

fn in_place(targeting: &Targeting, who: &Audience) -> bool {
    let geo = &targeting.geo;
    let named =
        |places: &[(_, PlaceId)], id: PlaceId| id != PlaceId::UNKNOWN && places.contains(&(who.place.country, id));
    geo.is_everywhere()
        || geo.countries.contains(&who.place.country)
        || named(&geo.regions, who.place.region)
        || named(&geo.cities, who.place.city)
}

/// The first step that the targeting of the ad, or the site's own rules, do not let it pass. What a sample does not say
/// passes.
fn untargeted(
    entry: &AdEntry,
    block: &BlockSpec,
    request: &AdRequest<'_>,
    now: UnixMs,
    is_sample: bool,
) -> Option<Reason> {
    let (who, content) = (&request.audience, request.content);
    let ip = who.ip.to_canonical();
    let on_device = OsOnDevice { device_type: who.device_type, os: who.os };
    let categories = &entry.campaign.categories;
    let is_sampled_push = is_sample && block.dims.format == BlockFormat::Push;
    let sources = sources_of(block);
    let (lists, own) = (&entry.group.lists, &entry.campaign.sources);
    let named = |sites: &[_], blocks: &[_]| {
        sources.iter().any(|source| match source {
            Source::Site(site) => sites.contains(site),
            Source::Block(block) => blocks.contains(block),
        })
    };
    // Each is looked at only when those before it hold: some walk through lists.
    let (wanted, excluded) = (Reason::NoKeyword, Reason::ExcludedKeyword);
    let checks: [(&dyn Fn() -> bool, Reason); 22] = [
        (&|| entry.spec.formats.meets(request.formats(block.accepts)), Reason::Format),
        (&|| passes(&block.allowed_targets, &entry.campaign.target), Reason::Target),
        (&|| both(entry, |t| t.schedule.contains(now.hour_of_week())), Reason::Schedule),
        (&|| both(entry, |t| in_place(t, who)), Reason::Place),
        (&|| entry.spec.bid.in_country(who.place.country).is_some(), Reason::NoBidInCountry),
        (&|| both(entry, |t| passes(&t.device_types, &who.device_type)), Reason::DeviceType),
        (&|| both(entry, |t| passes(&t.os, &on_device)), Reason::Os),
        (&|| both(entry, |t| passes(&t.browsers, &who.browser)), Reason::Browser),
        (&|| both(entry, |t| passes(&t.isps, &who.asn)), Reason::Isp),
        (
            &|| {
                let in_range =
                    |t: &Targeting| t.ip_ranges.is_empty() || t.ip_ranges.iter().any(|one| one.contains(&ip));
                is_sample || both(entry, in_range)
            },
            Reason::IpRange,
        ),
        (&|| both(entry, |t| passes(&t.languages, &who.language)), Reason::Language),
        (
            &|| {
                let wanted = entry.campaign.push.subscription_age.filter(|_| !is_sampled_push);
                wanted.is_none_or(|age| who.subscription_days.is_some_and(|days| age.contains(days)))
            },
            Reason::SubscriptionAge,
        ),
        (&|| both(entry, |t| passes(&t.traffic_sources, &who.traffic_source)), Reason::TrafficSource),
        (
            &|| {
                let about = [block.site_category, content.category];
                both_about(&entry.campaign.targeting, &entry.group.targeting, about)
            },
            Reason::SiteCategory,
        ),
        (
            &|| {
                (block.allowed_categories.is_empty() || categories.iter().any(|c| block.allowed_categories.contains(c)))
                    && !categories.iter().any(|c| block.forbidden_categories.contains(c))
            },
            Reason::AdCategory,
        ),
        (&|| both(entry, |t| t.keywords.has_wanted(&content.keywords)), wanted),
        (&|| both(entry, |t| !t.keywords.has_excluded(&content.keywords)), excluded),
        (
            &|| {
                (lists.whitelist_sites.is_empty() && lists.whitelist_blocks.is_empty())
                    || named(&lists.whitelist_sites, &lists.whitelist_blocks)
            },
            Reason::NotWhitelisted,
        ),
        (&|| own.allowed.is_empty() || sources.iter().any(|source| own.allowed.contains(*source)), Reason::NotAllowed),
        (&|| !named(&lists.blacklist_sites, &lists.blacklist_blocks), Reason::Blacklisted),
        (&|| !sources.iter().any(|source| own.blocked.contains(*source)), Reason::Blocked),
        (&|| block.shows_own || block.dims.webmaster != entry.dims.advertiser, Reason::OwnAd),
    ];
    checks.into_iter().find(|(holds, _)| !holds()).map(|(_, reason)| reason)
}

impl Snapshot {
    /// The ads of a campaign, stopped ones included.
    pub fn ads_of_campaign(&self, campaign: CampaignId) -> Vec<AdId> {
        self.campaign_at.get(&campaign).map_or_else(Vec::new, |at| self.ads_of(self.campaigns[*at as usize]))
    }

    /// The ads of a group, stopped ones included.
    pub fn ads_of_group(&self, group: GroupId) -> Vec<AdId> {
        self.group_at.get(&group).map_or_else(Vec::new, |at| self.ads_of(self.groups[*at as usize]))
    }

    fn ads_of(&self, (first, end): Run) -> Vec<AdId> {
        self.hot[first as usize..end as usize].iter().map(|hot| hot.id).collect()
    }

    /// Whether delivery knows an ad that neither its owner nor its group's stop keeps away. Whether its campaign is started is not
    /// asked.
    pub fn wants_ad(&self, ad: AdId) -> bool {
        self.ad_at.get(&ad).is_some_and(|&at| {
            self.live.ad_wanted.contains(at as usize)
                && self.live.group_wanted.contains(self.group_of_ad[at as usize] as usize)
        })
    }

    /// Whether delivery knows a campaign, stopped ones included.
    pub fn has_campaign(&self, campaign: CampaignId) -> bool {
        self.campaign_at.contains_key(&campaign)
    }

    /// The blocks, in no order.
    pub fn blocks(&self) -> impl Iterator<Item = &BlockSpec> {
        self.blocks.values().map(AsRef::as_ref)
    }

    /// What keeps an ad from being shown whoever asks, in the order of the steps; nothing when it waits for requests
    /// only.
    pub fn standing(&self, now: UnixMs, ad: AdId) -> Option<Reason> {
        let Some(&at) = self.ad_at.get(&ad) else { return Some(Reason::UnknownAd) };
        let (entry, campaign) = (&self.ads[at as usize], self.hot[at as usize].campaign);
        if let Some(reason) = self.unwanted(at) {
            return Some(reason);
        }
        if !entry.spec.formats.meets(self.formats) {
            return Some(Reason::Format);
        }
        if !both(entry, |targeting| targeting.schedule.contains(now.hour_of_week())) {
            return Some(Reason::Schedule);
        }
        if !self.live.funded.contains(at as usize) {
            return Some(self.stop(campaign));
        }
        // The cheapest click that it can have anywhere: with the lowest bid and coefficient.
        let bids = match &entry.spec.bid {
            Bid::Everywhere(bid) => Some(*bid),
            Bid::ByCountry(bids, others) => bids.iter().map(|(_, bid)| *bid).chain(*others).min(),
        };
        let coefficients = entry.campaign.coefficients.iter().chain(&entry.group.coefficients);
        let tenths =
            coefficients.map(|(_, coefficient)| i64::from(coefficient.tenths())).chain([10]).min().unwrap_or(10);
        let minimum = self.config.minimum_micros(entry.campaign.campaign_type);
        let cheapest = (bids.unwrap_or_default().micros() * tenths / 10).max(minimum);
        let rest = self.live.affordable[campaign as usize].load(Ordering::Relaxed);
        (cheapest > rest)
            .then(|| Reason::PriceAboveRest { price: Money::from_micros(cheapest), rest: Money::from_micros(rest) })
    }

    /// Whether campaign, group or ad are stopped.
    fn unwanted(&self, at: u32) -> Option<Reason> {
        if !self.live.campaign_wanted.contains(self.hot[at as usize].campaign as usize) {
            return Some(Reason::CampaignStopped);
        }
        if !self.live.group_wanted.contains(self.group_of_ad[at as usize] as usize) {
            return Some(Reason::GroupStopped);
        }
        (!self.live.ad_wanted.contains(at as usize)).then_some(Reason::AdStopped)
    }

    /// Why an ad is, or is not, among those that may be shown for a request.
    pub fn explain(&self, request: &AdRequest<'_>, now: UnixMs, ad: AdId) -> Explanation {
        self.reason(request, now, ad, false).unwrap_or(Reason::Eligible).into()
    }

    /// The same for a request that was kept, which says neither its address nor how old its subscription was: what depends on
    /// these passes ([`Self::unsampled`]).
    pub fn explain_sample(&self, request: &AdRequest<'_>, now: UnixMs, ad: AdId) -> Explanation {
        self.reason(request, now, ad, true).unwrap_or(Reason::Eligible).into()
    }

    fn reason(&self, request: &AdRequest<'_>, now: UnixMs, ad: AdId, is_sample: bool) -> Option<Reason> {
        let Some(block) = self.blocks.get(&request.block) else { return Some(Reason::UnknownBlock) };
        if !is_on_site(request.page_host, &block.domain) {
            return Some(Reason::PageNotOnSite);
        }
        let Some(&at) = self.ad_at.get(&ad) else { return Some(Reason::UnknownAd) };
        let (entry, campaign) = (&self.ads[at as usize], self.hot[at as usize].campaign);
        if let Some(reason) = self.unwanted(at) {
            return Some(reason);
        }
        if let Some(reason) = untargeted(entry, block, request, now, is_sample) {
            return Some(reason);
        }
        let mut capped = false;
        let cap = |other| if other == ad { entry.frequency_cap() } else { None };
        let visitors = [request.audience.visitor, request.audience.visitor_yesterday];
        self.caps.reached(visitors, now, &mut Vec::new(), cap, |_| capped = true);
        if capped {
            return Some(Reason::FrequencyCap);
        }
        if !self.live.funded.contains(at as usize) {
            return Some(self.stop(campaign));
        }
        let price = self.price(at, request, &mut Coefficients::of(&self.index, block));
        let rest = self.live.affordable[campaign as usize].load(Ordering::Relaxed);
        if price > rest {
            return Some(Reason::PriceAboveRest { price: Money::from_micros(price), rest: Money::from_micros(rest) });
        }
        if self.is_below_floor(block, request, at) {
            return Some(Reason::BelowFloor);
        }
        if request.on_page.contains(&ad) {
            return Some(Reason::OnPage);
        }
        (!Throws::of(self, block, request, now).takes_part(at)).then_some(Reason::HeldBack)
    }
}
