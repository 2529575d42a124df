//! The steps of a check in words: what holds, what does not, and how to mend it.

use placard_edge::delivery::watch::{KeptAd, KeptRequest};
use placard_edge::explain::Step;
use placard_model::targeting::audience::DeviceType;
use placard_model::time::HOUR_MS;
use placard_model::user::{BlockStatus, SiteStatus};
use placard_model::{Hour, Money, UnixMs};
use placard_stats::{Asked, BlockRequests};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// Of 100 places that were asked for, those that are usually filled.
const FILLED_PERCENT_MIN: u64 = 80;
/// Of 100 ads that were given, those that are usually drawn.
const DRAWN_PERCENT_MIN: u64 = 80;
/// Below so many of 100 something is broken, not weak.
const BROKEN_PERCENT: u64 = 30;
/// Of 100 ads that were drawn, those that are viewable in a good place.
const VIEWABLE_PERCENT_MIN: u64 = 50;
/// Ads after which few that are drawn or viewable are no chance.
const ADS_MIN: u64 = 10;
/// By then a page has reported the ads that it drew, in milliseconds.
const DRAWN_WAIT_MS: i64 = 30_000;
/// Requests of a page without a drawn ad after which it is named: one visitor leaves early.
const UNDRAWN_MIN: usize = 3;
/// Hours of a day.
const DAY_HOURS: i32 = 24;
/// Pages, or hosts of pages, that a sentence names.
const NAMED_MAX: usize = 3;

/// A step of the check, in the order in which a block comes to earn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckStepName {
    /// The script and the place are on the page.
    Tag,
    /// Pages ask for ads.
    Asked,
    /// The pages are on the block's site.
    Site,
    /// There are ads.
    Filled,
    /// Browsers draw them.
    Drawn,
    /// They are seen.
    Viewable,
    /// What the pages say of consent.
    Consent,
}

/// How a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckLight {
    /// As it should be.
    Right,
    /// It works, and could be better.
    Weak,
    /// It does not work.
    Failed,
    /// Nothing is known yet.
    Waiting,
}

/// How to mend a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckMend {
    /// What to do.
    pub text: String,
    /// What to copy, if there is something.
    pub code: Option<String>,
}

/// A part of what is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckPart {
    /// What it is.
    pub name: String,
    /// How many of 100.
    #[schema(value_type = f64)]
    pub percent: Money,
}

/// How one step stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckStep {
    /// Which one.
    pub name: CheckStepName,
    /// How it stands.
    pub light: CheckLight,
    /// The same in a word or two.
    pub badge: String,
    /// What was found.
    pub text: String,
    /// How many, where something is counted.
    pub count: Option<u64>,
    /// Out of how many.
    pub of: Option<u64>,
    /// Its parts.
    pub parts: Vec<CheckPart>,
    /// How to mend it.
    pub mend: Option<CheckMend>,
}

impl CheckStep {
    /// A step that stands so.
    pub(super) fn new(name: CheckStepName, light: CheckLight, badge: &str, text: impl Into<String>) -> Self {
        let (badge, text) = (badge.to_owned(), text.into());
        Self { name, light, badge, text, count: None, of: None, parts: Vec::new(), mend: None }
    }

    pub(super) const fn counted(mut self, count: u64, of: Option<u64>) -> Self {
        (self.count, self.of) = (Some(count), of);
        self
    }

    pub(super) fn mended(mut self, text: impl Into<String>, code: Option<String>) -> Self {
        self.mend = Some(CheckMend { text: text.into(), code });
        self
    }

    fn waiting(name: CheckStepName, badge: &str) -> Self {
        Self::new(name, CheckLight::Waiting, badge, "")
    }
}

/// Ads that a kind of device drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeenOn {
    pub(super) device: DeviceType,
    pub(super) drawn: u64,
    /// Those of them that were viewable.
    pub(super) viewable: u64,
}

/// What the steps are told from.
pub(super) struct Seen<'a> {
    pub(super) domain: &'a str,
    pub(super) site: SiteStatus,
    pub(super) block: BlockStatus,
    /// What was counted and kept of all requests; none while statistics are put together anew.
    pub(super) requests: Option<&'a BlockRequests>,
    /// What was kept while the check is open, newest first.
    pub(super) kept: &'a [KeptRequest],
    /// Ads drawn and viewable, by the facts.
    pub(super) by_device: &'a [SeenOn],
    pub(super) now: UnixMs,
    /// The lines that make a page ask.
    pub(super) code: String,
}

/// `part` of 100 of `whole`, with decimals.
pub(super) fn percent(part: u64, whole: u64) -> Money {
    let millionths = u128::from(part) * 100_000_000 / u128::from(whole.max(1));
    Money::from_micros(i64::try_from(millionths).unwrap_or(i64::MAX))
}

const fn whole_percent(part: u64, whole: u64) -> u64 {
    if whole == 0 { 0 } else { (part as u128 * 100 / whole as u128) as u64 }
}

fn count(number: usize) -> u64 {
    number as u64
}

impl Seen<'_> {
    /// All steps but that of the page, which is fetched when somebody asks.
    pub(super) fn steps(&self) -> Vec<CheckStep> {
        vec![self.asked(), self.site(), self.filled(), self.drawn(), self.viewable(), self.consent()]
    }

    /// Sums of what was counted at steps; of what was kept where nothing is counted yet.
    fn sum(&self, is_wanted: impl Fn(i64) -> bool) -> Asked {
        let mut sum = Asked::default();
        let known = self.requests.map_or(&[][..], |requests| &requests.steps);
        if known.is_empty() {
            for kept in self.kept.iter().filter(|kept| is_wanted(i64::from(kept.step.id()))) {
                sum.requests += 1;
                sum.places += kept.places as i64;
                sum.filled += kept.ads.len() as i64;
            }
        } else {
            for (_, asked) in known.iter().filter(|(step, _)| is_wanted(*step)) {
                sum.requests += asked.requests;
                sum.places += asked.places;
                sum.filled += asked.filled;
            }
        }
        sum
    }

    /// When the last request came.
    pub(super) fn last_at(&self) -> Option<UnixMs> {
        let sampled = self.requests.and_then(|requests| requests.last_at);
        self.kept.first().map(|kept| kept.at).max(sampled)
    }

    /// The hour in which the last request was counted.
    fn last_hour(&self) -> Option<Hour> {
        self.requests.and_then(|requests| requests.last_hour)
    }

    /// When the last request came at the latest. Of what is only counted the hour is known: it may have come at its end.
    fn asked_until(&self) -> Option<UnixMs> {
        let counted = self.last_hour().map(|hour| UnixMs((i64::from(hour.0) + 1) * HOUR_MS));
        self.last_at().max(counted)
    }

    fn asked(&self) -> CheckStep {
        let name = CheckStepName::Asked;
        let mend = "Put the script once on the page, and the place where the ads shall stand.";
        let hour_ago = self.now.plus_ms(-HOUR_MS);
        match self.asked_until() {
            Some(last) if last >= hour_ago => {
                let requests = self.sum(|_| true).requests.unsigned_abs();
                let before = self.last_hour().filter(|hour| *hour < self.now.hour());
                let text = match before {
                    Some(Hour(hour)) if self.last_at().is_none_or(|at| at < hour_ago) => format!(
                        "Pages asked for the block between {:02}:00 and {:02}:00 UTC; none was counted since.",
                        hour.rem_euclid(DAY_HOURS),
                        (hour + 1).rem_euclid(DAY_HOURS)
                    ),
                    _ => "Pages ask for the block, once for all of their places.".to_owned(),
                };
                CheckStep::new(name, CheckLight::Right, "Yes", text).counted(requests, None)
            }
            Some(_) => {
                let text = "Pages asked for the block before, and none in the last hour.";
                CheckStep::new(name, CheckLight::Weak, "Not lately", text).mended(mend, Some(self.code.clone()))
            }
            None if self.requests.is_none() => {
                let text = "Statistics are put together anew, so that nobody knows what was asked before. Open a page with the \
                            block: this light turns by itself.";
                CheckStep::new(name, CheckLight::Waiting, "Not known now", text)
            }
            None => {
                let text = "No page asked for this block. Open a page with it: this light turns by itself.";
                CheckStep::new(name, CheckLight::Failed, "No", text)
                    .counted(0, None)
                    .mended(mend, Some(self.code.clone()))
            }
        }
    }

    fn site(&self) -> CheckStep {
        let name = CheckStepName::Site;
        let stopped = match (self.site, self.block) {
            (SiteStatus::Approved, BlockStatus::Active) => None,
            (SiteStatus::Approved, _) => {
                Some(("Block stopped", "The block is stopped: it gets no ads until it is started."))
            }
            (SiteStatus::Waiting, _) => {
                Some(("Site waits", "The site waits for its moderation: its blocks get ads once it is approved."))
            }
            _ => Some(("Site not approved", "The site is not approved: its blocks get no ads.")),
        };
        if let Some((badge, text)) = stopped {
            return CheckStep::new(name, CheckLight::Failed, badge, text);
        }
        let all = self.sum(|_| true).requests.unsigned_abs();
        if all == 0 {
            return CheckStep::waiting(name, "Waits for requests");
        }
        let foreign = self.sum(|step| step == i64::from(Step::Block.id())).requests.unsigned_abs();
        if foreign == 0 {
            let text = format!("All pages that asked are on {}.", self.domain);
            return CheckStep::new(name, CheckLight::Right, "All", text).counted(all, Some(all));
        }
        let mut hosts: Vec<&str> =
            self.requests.iter().flat_map(|requests| &requests.foreign_hosts).map(|(host, _)| host.as_str()).collect();
        let kept = self.kept.iter().filter(|kept| !kept.is_on_site);
        hosts.extend(kept.filter_map(|kept| kept.page.split('/').next()).filter(|host| !host.is_empty()));
        let mut named = HashSet::new();
        hosts.retain(|host| named.insert(*host));
        hosts.truncate(NAMED_MAX);
        let (light, badge) = if foreign == all { (CheckLight::Failed, "None") } else { (CheckLight::Weak, "Not all") };
        let text = format!(
            "{foreign} of {all} requests came from pages that are not on {}{}{}. They stay empty and earn nothing.",
            self.domain,
            if hosts.is_empty() { "" } else { ": " },
            hosts.join(", ")
        );
        CheckStep::new(name, light, badge, text).counted(all - foreign, Some(all)).mended(
            "Names below the site's own belong to it. If another name is yours, add it as a site and copy the block there.",
            None,
        )
    }

    fn filled(&self) -> CheckStep {
        let name = CheckStepName::Filled;
        let off_site = i64::from(Step::Block.id());
        let sum = self.sum(|step| step != off_site);
        let (requests, places, filled) =
            (sum.requests.unsigned_abs(), sum.places.unsigned_abs(), sum.filled.unsigned_abs());
        if places == 0 {
            return CheckStep::waiting(name, "Waits for requests");
        }
        let mut parts: Vec<(u64, CheckPart)> = Step::ORDER
            .into_iter()
            .filter(|step| *step != Step::Block)
            .map(|step| (self.sum(|id| id == i64::from(step.id())).requests.unsigned_abs(), step))
            .filter(|(fell, _)| *fell > 0)
            .map(|(fell, step)| (fell, CheckPart { name: step.name().to_owned(), percent: percent(fell, requests) }))
            .collect();
        parts.sort_by_key(|(fell, _)| std::cmp::Reverse(*fell));
        let share = whole_percent(filled, places);
        let empty: u64 = parts.iter().map(|(fell, _)| fell).sum();
        let (light, badge) = match share {
            _ if filled == 0 => (CheckLight::Failed, "Empty".to_owned()),
            share if share < FILLED_PERCENT_MIN => (CheckLight::Weak, format!("{share} %")),
            share => (CheckLight::Right, format!("{share} %")),
        };
        let text = match empty {
            0 if filled == places => "Every place got an ad.".to_owned(),
            0 => "Each request got ads, but not for all of its places: there are not enough that fit.".to_owned(),
            _ => format!(
                "{empty} of {requests} requests got no ad. The last candidates fell at these steps, by their share of all \
                 requests."
            ),
        };
        let mut step = CheckStep::new(name, light, &badge, text).counted(filled, Some(places));
        step.parts = parts.into_iter().map(|(_, part)| part).take(6).collect();
        step
    }

    /// Ads that were given.
    fn given(&self) -> u64 {
        let kept: usize = self.kept.iter().map(|kept| kept.ads.len()).sum();
        self.sum(|_| true).filled.unsigned_abs().max(count(kept))
    }

    fn kept_ads(&self, is: impl Fn(&KeptAd) -> bool) -> u64 {
        count(self.kept.iter().flat_map(|kept| &kept.ads).filter(|ad| is(ad)).count())
    }

    /// Ads that were drawn.
    fn drawn_ads(&self) -> u64 {
        let told: u64 = self.by_device.iter().map(|seen| seen.drawn).sum();
        told.max(self.kept_ads(|ad| ad.is_shown))
    }

    /// Pages that were given ads several times and reported none of them, though they had the time.
    fn undrawn_pages(&self) -> Vec<&str> {
        let had_time = self.now.plus_ms(-DRAWN_WAIT_MS);
        // What may still be drawn says nothing: a busy page is asked for all the time.
        let is_told = |kept: &&KeptRequest| kept.at <= had_time || kept.ads.iter().any(|ad| ad.is_shown);
        let given = || self.kept.iter().filter(|kept| !kept.ads.is_empty() && !kept.page.is_empty()).filter(is_told);
        let draws: HashSet<&str> =
            given().filter(|kept| kept.ads.iter().any(|ad| ad.is_shown)).map(|kept| kept.page.as_str()).collect();
        let mut times: HashMap<&str, usize> = HashMap::new();
        for kept in given().filter(|kept| !draws.contains(kept.page.as_str())) {
            *times.entry(&kept.page).or_default() += 1;
        }
        let mut pages: Vec<_> = times.into_iter().filter(|(_, times)| *times >= UNDRAWN_MIN).collect();
        // Those that lose most first.
        pages.sort_by_key(|(page, times)| (std::cmp::Reverse(*times), *page));
        pages.into_iter().map(|(page, _)| page).take(NAMED_MAX).collect()
    }

    fn drawn(&self) -> CheckStep {
        let name = CheckStepName::Drawn;
        let given = self.given();
        let drawn = self.drawn_ads();
        if given == 0 && drawn == 0 {
            return CheckStep::waiting(name, "Waits for ads");
        }
        // What was given and what was drawn are counted a few seconds apart.
        let given = given.max(drawn);
        let share = whole_percent(drawn, given);
        let (light, badge, text) = match share {
            share if share >= DRAWN_PERCENT_MIN => {
                (CheckLight::Right, format!("{share} %"), "Browsers draw the ads and report it.")
            }
            _ if given < ADS_MIN => (
                CheckLight::Waiting,
                "Few so far".to_owned(),
                "Ads were given; reports of them come as they are drawn.",
            ),
            share if share >= BROKEN_PERCENT => (
                CheckLight::Weak,
                format!("{share} %"),
                "Some ads are given and never drawn: visitors who leave at once, blockers, or pages that refuse them.",
            ),
            share => (
                CheckLight::Failed,
                format!("{share} %"),
                "Ads are given, and nearly none is drawn: most likely the page refuses what the tag needs. Check a page of \
                 the site above: its Content-Security-Policy is read.",
            ),
        };
        let step = CheckStep::new(name, light, &badge, text).counted(drawn, Some(given));
        let pages = self.undrawn_pages();
        if pages.is_empty() {
            return step;
        }
        step.mended(
            format!(
                "Ads were given and none was drawn on {}. Check such a page above, or open it in debug mode: a policy of the page \
                 may refuse what the tag needs, or the visitor's browser may block it.",
                pages.join(", ")
            ),
            None,
        )
    }

    fn viewable(&self) -> CheckStep {
        let name = CheckStepName::Viewable;
        let drawn = self.drawn_ads();
        let viewable: u64 = self.by_device.iter().map(|seen| seen.viewable).sum();
        let viewable = viewable.max(self.kept_ads(|ad| ad.is_viewed)).min(drawn);
        if drawn == 0 {
            return CheckStep::waiting(name, "Waits for ads");
        }
        let share = whole_percent(viewable, drawn);
        let told = "Half of an ad must be seen for one second in a tab that is in front.";
        let (light, badge) = match share {
            share if share >= VIEWABLE_PERCENT_MIN => (CheckLight::Right, format!("{share} %")),
            _ if drawn < ADS_MIN => (CheckLight::Waiting, "Few so far".to_owned()),
            0 => (CheckLight::Failed, "None".to_owned()),
            share => (CheckLight::Weak, format!("{share} %")),
        };
        let mut step = CheckStep::new(name, light, &badge, told).counted(viewable, Some(drawn));
        step.parts = self
            .by_device
            .iter()
            .filter(|seen| seen.drawn > 0)
            .map(|seen| CheckPart {
                name: seen.device.name().to_owned(),
                percent: percent(seen.viewable.min(seen.drawn), seen.drawn),
            })
            .collect();
        if matches!(light, CheckLight::Weak | CheckLight::Failed) {
            return step.mended(
                "Move the place to where people look: after the first paragraphs, not below the comments. Keep its height \
                 free, so that nothing pushes it away.",
                None,
            );
        }
        step
    }

    fn consent(&self) -> CheckStep {
        let name = CheckStepName::Consent;
        let all = count(self.kept.len());
        if all == 0 {
            return CheckStep::waiting(name, "Reload your page");
        }
        let told = count(self.kept.iter().filter(|kept| kept.has_consent).count());
        let stored = count(self.kept.iter().filter(|kept| kept.may_store).count());
        if told == 0 {
            let text = "No page sent a consent string. Where the GDPR applies, nothing is stored with the visitor then, and the \
                        ads show all the same.";
            return CheckStep::new(name, CheckLight::Right, "None sent", text).counted(0, Some(all));
        }
        let text = format!(
            "{told} of {all} requests came with a consent string, and {stored} allow storage. For the others nothing is \
             stored, and the ads show all the same."
        );
        CheckStep::new(name, CheckLight::Right, "Read", text).counted(told, Some(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CheckLight::{Failed, Right, Waiting, Weak};

    const NOW: UnixMs = UnixMs(1_795_262_400_000);

    fn asked(requests: i64, places: i64, filled: i64) -> Asked {
        Asked { requests, places, filled }
    }

    fn told(requests: Option<&BlockRequests>, seen_on: &[SeenOn], now: UnixMs) -> Vec<CheckStep> {
        let seen = Seen {
            domain: "daily.test",
            site: SiteStatus::Approved,
            block: BlockStatus::Active,
            requests,
            kept: &[],
            by_device: seen_on,
            now,
            code: String::new(),
        };
        seen.steps()
    }

    fn lights(steps: &[(i64, Asked)], drawn: u64, viewable: u64) -> [CheckLight; 6] {
        let last_hour = (!steps.is_empty()).then(|| NOW.hour());
        let requests = BlockRequests { steps: steps.to_vec(), last_hour, ..BlockRequests::default() };
        let seen_on = [SeenOn { device: DeviceType::Mobile, drawn, viewable }];
        let steps = told(Some(&requests), &seen_on, NOW);
        std::array::from_fn(|at| steps[at].light)
    }

    #[test]
    fn counters_tell_of_requests_that_nobody_kept() {
        let steps = vec![(i64::from(Step::Found.id()), asked(100, 300, 290))];
        let requests = BlockRequests { steps, last_hour: Some(NOW.hour()), ..BlockRequests::default() };
        let asked_after = |minutes: i64| told(Some(&requests), &[], NOW.plus_ms(minutes * 60_000))[0].clone();
        assert_eq!((asked_after(1).light, asked_after(1).count), (Right, Some(100)));
        assert!(asked_after(59).text.starts_with("Pages ask for"));
        assert!(asked_after(60).text.contains("12:00"), "{}", asked_after(60).text);
        assert_eq!((asked_after(119).light, asked_after(121).light), (Right, Weak), "it may have been the hour's end");
        assert_eq!(told(None, &[], NOW)[0].light, Waiting, "nobody knows while statistics are derived again");
    }

    #[test]
    fn what_is_seen_is_told_by_device() {
        let on = |device, drawn, viewable| SeenOn { device, drawn, viewable };
        let seen_on = [on(DeviceType::Mobile, 200, 58), on(DeviceType::Desktop, 100, 68), on(DeviceType::Tablet, 0, 0)];
        let viewable = &told(Some(&BlockRequests::default()), &seen_on, NOW)[4];
        let parts: Vec<_> = viewable.parts.iter().map(|part| (part.name.as_str(), part.percent.micros())).collect();
        assert_eq!(parts, [("Mobile phones", 29_000_000), ("Desktop", 68_000_000)]);
        assert_eq!((viewable.count, viewable.of), (Some(126), Some(300)));
    }

    #[test]
    fn lights_tell_what_works_what_is_weak_and_what_is_broken() {
        let (found, off_site, geo) =
            (i64::from(Step::Found.id()), i64::from(Step::Block.id()), i64::from(Step::Geo.id()));
        let check = |steps: &[(i64, Asked)], drawn: u64, viewable: u64, expected: [CheckLight; 6]| {
            assert_eq!(lights(steps, drawn, viewable), expected, "{steps:?}, {drawn} drawn, {viewable} viewable");
        };
        check(&[], 0, 0, [Failed, Waiting, Waiting, Waiting, Waiting, Waiting]);
        check(&[(found, asked(100, 300, 290))], 280, 200, [Right, Right, Right, Right, Right, Waiting]);
        check(&[(found, asked(100, 300, 290))], 120, 20, [Right, Right, Right, Weak, Weak, Waiting]);
        check(&[(found, asked(100, 300, 290))], 3, 0, [Right, Right, Right, Failed, Waiting, Waiting]);
        check(
            &[(found, asked(50, 150, 150)), (geo, asked(50, 150, 0))],
            150,
            150,
            [Right, Right, Weak, Right, Right, Waiting],
        );
        check(&[(geo, asked(50, 150, 0))], 0, 0, [Right, Right, Failed, Waiting, Waiting, Waiting]);
        check(&[(off_site, asked(9, 9, 0))], 0, 0, [Right, Failed, Waiting, Waiting, Waiting, Waiting]);
        check(
            &[(off_site, asked(9, 9, 0)), (found, asked(1, 1, 1))],
            1,
            1,
            [Right, Weak, Right, Right, Right, Waiting],
        );
    }
}
