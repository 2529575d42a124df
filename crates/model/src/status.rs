//! Shown statuses, and the functions that derive them from separate facts: the owner's wish, moderation, money, time.

use crate::word::numbered;
use serde::{Deserialize, Serialize};

numbered! {
    /// The status of campaigns, groups and push ads. The numbers are those of the API.
    CampaignStatus {
        /// Stopped by its owner.
        Stopped = 1, "Stopped";
        /// Delivering.
        Started = 2, "Started";
        /// Archived.
        Archived = 3, "Archived";
        /// Paused by staff.
        PausedByStaff = 4, "Paused by staff";
        /// The daily limit is spent.
        DailyBudget = 5, "Daily limit spent";
        /// Outside its hours.
        Schedule = 6, "Schedule";
        /// The total limit is spent.
        TotalBudget = 7, "Total limit spent";
        /// The advertiser's balance is spent.
        AdvertiserBalance = 8, "No balance";
        /// Paused by a rule.
        PausedByRule = 9, "Paused";
        /// No ad has been approved.
        Moderation = 10, "Moderation";
        /// Declined.
        Declined = 11, "Declined";
    }

    /// The status of a native ad. The numbers are those of the API.
    AdStatus {
        /// Images are being made or the link is being checked.
        Processed = 1, "Processed";
        /// Waits for a moderator.
        Waiting = 2, "Waiting for moderation";
        /// Rejected.
        Rejected = 3, "Rejected";
        /// Stopped by its owner.
        Stopped = 4, "Stopped";
        /// Delivering.
        Launched = 5, "Launched";
        /// Archived.
        Archived = 6, "Archived";
        /// A moderator has it open; it cannot be edited.
        InModeration = 21, "In moderation";
        /// A limit or the balance stops it.
        OutOfBudget = 41, "Out of budget";
        /// Outside its hours.
        TimePaused = 42, "Paused";
    }
}

numbered! {
    /// Why something was stopped.
    StopReason {
        /// By its owner.
        ByHand = 1, "By hand";
        /// By a rule of its owner.
        ByRule = 2, "By a rule";
        /// By staff.
        ByStaff = 3, "By staff";
    }
}

impl CampaignStatus {
    /// The filter that a status is counted under: stopped covers 1, 4, 7, 8 and 9.
    #[must_use]
    pub const fn group(self) -> Self {
        match self {
            Self::TotalBudget | Self::AdvertiserBalance | Self::PausedByRule | Self::PausedByStaff => Self::Stopped,
            other => other,
        }
    }

    /// Whether a call may give it to push campaigns and push ads.
    pub const fn is_settable(self) -> bool {
        matches!(self, Self::Stopped | Self::Started | Self::Archived)
    }

    /// Whether its owner both starts and stops it: not while it is put away; what staff hold is stopped alone.
    pub const fn is_switchable(self) -> bool {
        !matches!(self, Self::Archived | Self::PausedByStaff | Self::Declined)
    }

    /// Whether it would deliver if the passing hindrance were gone: a stop ends this.
    pub const fn is_running(self) -> bool {
        matches!(
            self,
            Self::Started
                | Self::DailyBudget
                | Self::Schedule
                | Self::TotalBudget
                | Self::AdvertiserBalance
                | Self::PausedByRule
        )
    }

    /// Whether lists leave it out unless its status is asked for.
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::Archived)
    }
}

impl AdStatus {
    /// The filter that a status is counted under: waiting covers 2 and 21.
    #[must_use]
    pub const fn group(self) -> Self {
        match self {
            Self::InModeration => Self::Waiting,
            other => other,
        }
    }

    /// Whether its owner's start and stop mean anything: it is approved and not put away.
    pub const fn is_switchable(self) -> bool {
        matches!(self, Self::Stopped) || self.is_running()
    }

    /// Whether it would deliver if the passing hindrance were gone: a stop ends this.
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Launched | Self::OutOfBudget | Self::TimePaused)
    }

    /// Whether lists leave it out unless its status is asked for.
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::Archived)
    }
}

/// The facts behind the status of a campaign, a group or a push ad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CampaignFacts {
    /// Archived by its owner.
    pub archived: bool,
    /// Declined by a moderator.
    pub declined: bool,
    /// At least one ad was approved once.
    pub approved_once: bool,
    /// Paused by staff.
    pub paused_by_staff: bool,
    /// The owner wants it to run.
    pub wanted: bool,
    /// Paused by a rule.
    pub paused_by_rule: bool,
    /// The advertiser's balance is spent.
    pub no_balance: bool,
    /// The total limit is spent.
    pub total_spent: bool,
    /// The daily limit is spent.
    pub daily_spent: bool,
    /// This hour is not scheduled.
    pub off_schedule: bool,
}

/// The status to show: the first fact that holds, from the most final to the most passing.
pub const fn campaign_status(facts: CampaignFacts) -> CampaignStatus {
    if facts.archived {
        CampaignStatus::Archived
    } else if facts.declined {
        CampaignStatus::Declined
    } else if !facts.approved_once {
        CampaignStatus::Moderation
    } else if facts.paused_by_staff {
        CampaignStatus::PausedByStaff
    } else if !facts.wanted {
        CampaignStatus::Stopped
    } else if facts.paused_by_rule {
        CampaignStatus::PausedByRule
    } else if facts.no_balance {
        CampaignStatus::AdvertiserBalance
    } else if facts.total_spent {
        CampaignStatus::TotalBudget
    } else if facts.daily_spent {
        CampaignStatus::DailyBudget
    } else if facts.off_schedule {
        CampaignStatus::Schedule
    } else {
        CampaignStatus::Started
    }
}

/// The status of a push ad: the first fact that holds of the ad and its campaign. A moderator's lock is no status of its
/// own, and a draft is stopped. `halts` are the numbers of [`Halt`], added up: an ad whose landing page is dead is stopped, as native ones are.
pub const fn push_ad_status(
    campaign: CampaignFacts,
    archived: bool,
    review: Review,
    wanted: bool,
    halts: u8,
) -> CampaignStatus {
    campaign_status(CampaignFacts {
        archived: campaign.archived || archived,
        declined: campaign.declined || matches!(review, Review::Rejected),
        approved_once: matches!(review, Review::Approved | Review::Draft),
        wanted: campaign.wanted && wanted && !matches!(review, Review::Draft) && halts & Halt::DeadLink.id() == 0,
        paused_by_rule: campaign.paused_by_rule || halts & Halt::Rule.id() != 0,
        ..campaign
    })
}

/// What moderation says of an ad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Review {
    /// Images are being made or the link is being checked.
    #[default]
    Processing = 1,
    /// In the queue.
    Waiting = 2,
    /// Rejected.
    Rejected = 3,
    /// Kept by its owner, who has not sent it to moderation yet: shown as stopped.
    Draft = 4,
    /// Approved.
    Approved = 5,
}

impl Review {
    /// The stored number.
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The review of a stored number.
    pub const fn from_id(id: i64) -> Option<Self> {
        match id {
            1 => Some(Self::Processing),
            2 => Some(Self::Waiting),
            3 => Some(Self::Rejected),
            4 => Some(Self::Draft),
            5 => Some(Self::Approved),
            _ => None,
        }
    }
}

/// The facts behind the status of a native ad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdFacts {
    /// Archived by its owner.
    pub archived: bool,
    /// What moderation says.
    pub review: Review,
    /// A moderator has it open.
    pub locked: bool,
    /// Its landing page is looked at before moderators are.
    pub processing: bool,
    /// The owner wants ad, group and campaign to run, no staff or rule pause stands, and its landing page answers.
    pub wanted: bool,
    /// A limit or the balance of its campaign is spent.
    pub no_money: bool,
    /// This hour is not scheduled.
    pub off_schedule: bool,
}

/// The status to show.
pub const fn ad_status(facts: AdFacts) -> AdStatus {
    if facts.archived {
        return AdStatus::Archived;
    }
    match facts.review {
        Review::Processing => AdStatus::Processed,
        Review::Waiting if facts.locked => AdStatus::InModeration,
        Review::Waiting if facts.processing => AdStatus::Processed,
        Review::Waiting => AdStatus::Waiting,
        Review::Rejected => AdStatus::Rejected,
        Review::Draft => AdStatus::Stopped,
        Review::Approved if !facts.wanted => AdStatus::Stopped,
        Review::Approved if facts.no_money => AdStatus::OutOfBudget,
        Review::Approved if facts.off_schedule => AdStatus::TimePaused,
        Review::Approved => AdStatus::Launched,
    }
}

numbered! {
    /// What stops an approved ad that its owner wants to run, beside what stands above it. Several may hold at once: they
    /// are stored added up.
    Halt {
        /// A rule paused it.
        Rule = 1, "Paused by a rule";
        /// Its landing page does not answer.
        DeadLink = 2, "Its landing page does not answer";
    }
}

numbered! {
    /// A reason for which an ad may be rejected.
    BanReason {
        /// None of the others; the comment says which.
        Other = 1, "Another reason";
        /// The ad is in the system already.
        Repeated = 2, "Repeated advertisement in the system";
        /// The title is in the system already.
        TitleRepeated = 3, "Title: repeated";
        /// The goods or services may not be advertised.
        ProhibitedCategory = 4, "Prohibited good & service categories";
        /// The picture is of bad quality.
        ImageQuality = 5, "Image: invalid quality";
        /// The picture misleads.
        ImageMisleading = 6, "Image: misleading in order to get attention";
        /// The title is written in a way that is not allowed.
        TitleDesign = 7, "Title: invalid design";
        /// It cheats.
        Fraud = 8, "Fraud";
        /// It is dangerous or offensive.
        Dangerous = 9, "Dangerous or offensive content";
        /// Something does not work.
        TechnicalProblems = 10, "Technical problems";
        /// It shocks.
        Shocking = 11, "Shocking, disgusting elements in advertisement";
        /// For adults only.
        Adult = 12, "18+ content, goods, and services";
        /// The title has mistakes.
        TitleErrors = 13, "Title: errors";
        /// The picture is in the system already.
        ImageRepeated = 14, "Image: repeated";
        /// The language is not the campaign's.
        Language = 15, "Invalid ad campaign language";
        /// The landing page is against the rules.
        LandingPolicies = 16, "Landing page: non-compliant with company policies";
        /// The landing page brings unwanted software.
        Malware = 17, "Malware or undesired software";
        /// The landing page keeps visitors from going back.
        BackButton = 18, "Back button on the landing page";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNNING: CampaignFacts = CampaignFacts {
        archived: false,
        declined: false,
        approved_once: true,
        paused_by_staff: false,
        wanted: true,
        paused_by_rule: false,
        no_balance: false,
        total_spent: false,
        daily_spent: false,
        off_schedule: false,
    };

    #[test]
    fn the_first_fact_that_holds_is_shown() {
        // Each line switches one more fact on, from the least to the most final: the newest must win.
        type Step = (&'static str, fn(&mut CampaignFacts), CampaignStatus);
        let steps: [Step; 11] = [
            ("nothing stands against it", |_| {}, CampaignStatus::Started),
            ("schedule", |f| f.off_schedule = true, CampaignStatus::Schedule),
            ("daily budget", |f| f.daily_spent = true, CampaignStatus::DailyBudget),
            ("total budget", |f| f.total_spent = true, CampaignStatus::TotalBudget),
            ("balance", |f| f.no_balance = true, CampaignStatus::AdvertiserBalance),
            ("rule", |f| f.paused_by_rule = true, CampaignStatus::PausedByRule),
            ("stopped", |f| f.wanted = false, CampaignStatus::Stopped),
            ("staff", |f| f.paused_by_staff = true, CampaignStatus::PausedByStaff),
            ("moderation", |f| f.approved_once = false, CampaignStatus::Moderation),
            ("declined", |f| f.declined = true, CampaignStatus::Declined),
            ("archived", |f| f.archived = true, CampaignStatus::Archived),
        ];
        let mut facts = RUNNING;
        for (name, change, expected) in steps {
            change(&mut facts);
            assert_eq!(campaign_status(facts), expected, "{name}");
        }
    }

    #[test]
    fn ad_statuses_follow_review_then_wish_then_money_then_time() {
        let approved = AdFacts { review: Review::Approved, wanted: true, ..AdFacts::default() };
        let check = |facts: AdFacts, expected: AdStatus| assert_eq!(ad_status(facts), expected, "{facts:?}");
        check(AdFacts::default(), AdStatus::Processed);
        check(AdFacts { review: Review::Waiting, ..approved }, AdStatus::Waiting);
        check(AdFacts { review: Review::Waiting, processing: true, ..approved }, AdStatus::Processed);
        check(AdFacts { processing: true, ..approved }, AdStatus::Launched);
        check(AdFacts { review: Review::Waiting, locked: true, ..approved }, AdStatus::InModeration);
        check(AdFacts { review: Review::Rejected, ..approved }, AdStatus::Rejected);
        check(AdFacts { review: Review::Draft, locked: true, processing: true, ..approved }, AdStatus::Stopped);
        check(AdFacts { review: Review::Draft, archived: true, ..approved }, AdStatus::Archived);
        check(AdFacts { wanted: false, no_money: true, ..approved }, AdStatus::Stopped);
        check(AdFacts { no_money: true, off_schedule: true, ..approved }, AdStatus::OutOfBudget);
        check(AdFacts { off_schedule: true, ..approved }, AdStatus::TimePaused);
        check(approved, AdStatus::Launched);
        check(AdFacts { archived: true, ..approved }, AdStatus::Archived);
    }

    #[test]
    fn a_draft_of_a_push_ad_is_stopped_whatever_it_wants() {
        let check = |campaign: CampaignFacts, archived: bool, wanted: bool, expected: CampaignStatus| {
            assert_eq!(push_ad_status(campaign, archived, Review::Draft, wanted, 0), expected, "{campaign:?}");
        };
        check(RUNNING, false, true, CampaignStatus::Stopped);
        check(RUNNING, false, false, CampaignStatus::Stopped);
        check(
            CampaignFacts { approved_once: false, no_balance: true, ..RUNNING },
            false,
            true,
            CampaignStatus::Stopped,
        );
        check(RUNNING, true, true, CampaignStatus::Archived);
        check(CampaignFacts { declined: true, ..RUNNING }, false, true, CampaignStatus::Declined);
        assert_eq!(Review::from_id(i64::from(Review::Draft.id())), Some(Review::Draft));
    }

    #[test]
    fn filters_group_statuses_as_the_lists_do() {
        let stopped: Vec<_> = CampaignStatus::ALL
            .into_iter()
            .filter(|s| s.group() == CampaignStatus::Stopped)
            .map(CampaignStatus::id)
            .collect();
        assert_eq!(stopped, [1, 4, 7, 8, 9]);
        let waiting: Vec<_> =
            AdStatus::ALL.into_iter().filter(|s| s.group() == AdStatus::Waiting).map(AdStatus::id).collect();
        assert_eq!(waiting, [2, 21]);
    }
}
