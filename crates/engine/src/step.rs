//! The steps of a decision, in their order, and why an ad falls out at one.

use placard_model::event::FLOOR_STEP;
use placard_model::money::Money;
use serde::{Deserialize, Serialize};

/// A step of the decision. The numbers are stored in request counters and never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Step {
    /// No step: the ad may be shown.
    Found = 0,
    /// The block exists, is active, and the page is on its site.
    Block = 1,
    /// The ad has what the block's format needs.
    Format = 2,
    /// The site takes what the campaign leads to.
    Target = 3,
    /// The hour is scheduled.
    Schedule = 4,
    /// The place is targeted, and there is a bid for the country.
    Geo = 5,
    /// Device type and operating system.
    Device = 6,
    /// Browser.
    Browser = 7,
    /// ISP and address range.
    Isp = 8,
    /// Language.
    Language = 9,
    /// Categories: those the site takes, and those of sites that the advertiser wants.
    Category = 10,
    /// Black and white lists of sites and blocks.
    Lists = 11,
    /// The visitor has not seen the ad too often.
    Frequency = 12,
    /// Balance, limits and pacing.
    Budget = 13,
    /// The kind of traffic.
    TrafficSource = 14,
    /// Campaign, group and ad are started.
    Started = 15,
    /// The ad is not on the page already.
    OnPage = 16,
    /// The webmaster is expected to earn what the block asks for at least.
    Floor = FLOOR_STEP,
    /// The ad is not of the site's own owner.
    Own = 18,
    /// The age of the subscription that a push goes to.
    Subscription = 19,
    /// The page's keywords are wanted, and none of them is excluded.
    Keywords = 20,
    /// It is the campaign's turn: those whose notifications few people click take fewer.
    HeldBack = 21,
}

impl Step {
    /// One more than the highest number.
    pub const COUNT: usize = 22;

    /// The steps in the order in which they are taken.
    pub const ORDER: [Self; 21] = [
        Self::Block,
        Self::Started,
        Self::Format,
        Self::Target,
        Self::Schedule,
        Self::Geo,
        Self::Device,
        Self::Browser,
        Self::Isp,
        Self::Language,
        Self::Subscription,
        Self::TrafficSource,
        Self::Category,
        Self::Keywords,
        Self::Lists,
        Self::Own,
        Self::Frequency,
        Self::Budget,
        Self::Floor,
        Self::OnPage,
        Self::HeldBack,
    ];

    /// The number.
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The step of a number.
    pub fn from_id(id: u8) -> Option<Self> {
        if id == 0 { Some(Self::Found) } else { Self::ORDER.into_iter().find(|step| step.id() == id) }
    }

    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Found => "Ad found",
            Self::Block => "Block and page",
            Self::Format => "Block format",
            Self::Target => "Target",
            Self::Schedule => "Schedule",
            Self::Geo => "Places",
            Self::Device => "Devices and systems",
            Self::Browser => "Browser",
            Self::Isp => "Networks",
            Self::Language => "Language",
            Self::Category => "Category",
            Self::Lists => "Sources",
            Self::Frequency => "Frequency cap",
            Self::Budget => "Budget and pacing",
            Self::TrafficSource => "Traffic source",
            Self::Started => "Started",
            Self::OnPage => "Already on the page",
            Self::Floor => "Floor of the block",
            Self::Own => "Own ads",
            Self::Subscription => "Age of the subscription",
            Self::Keywords => "Keywords of the page",
            Self::HeldBack => "Held back",
        }
    }
}

/// Ads that are left after each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCounters([u32; Step::COUNT]);

impl StepCounters {
    /// Ads left after the step; for [`Step::Found`] those that could be chosen from.
    pub const fn left(&self, step: Step) -> u32 {
        self.0[step as usize]
    }

    pub(crate) fn set(&mut self, step: Step, left: u32) {
        self.0[step as usize] = left;
    }

    /// The step at which the last ad fell out, when the block is known; [`Step::Found`] when ads are left.
    pub(crate) fn outcome(&self) -> Step {
        Step::ORDER.into_iter().skip(1).find(|step| self.left(*step) == 0).unwrap_or(Step::Found)
    }
}

/// Why one ad is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It may be shown.
    Eligible,
    /// No active block has this id.
    UnknownBlock,
    /// The page's host is neither the site's domain nor a subdomain of it.
    PageNotOnSite,
    /// No approved ad has this id, or its group or campaign cannot run.
    UnknownAd,
    /// The campaign is stopped.
    CampaignStopped,
    /// The group is stopped.
    GroupStopped,
    /// The ad is stopped.
    AdStopped,
    /// The ad lacks what the block's format needs.
    Format,
    /// The site does not take this target.
    Target,
    /// The hour is not scheduled.
    Schedule,
    /// The place is not targeted.
    Place,
    /// There is no bid for the country.
    NoBidInCountry,
    /// The device type is not targeted.
    DeviceType,
    /// The operating system is not targeted on this device type.
    Os,
    /// The browser is not targeted.
    Browser,
    /// The ISP is not targeted.
    Isp,
    /// The address is in none of the ranges.
    IpRange,
    /// The language is not targeted.
    Language,
    /// The visitor subscribed to pushes too lately, too long ago, or not at all.
    SubscriptionAge,
    /// The kind of traffic is not targeted.
    TrafficSource,
    /// Neither the category of the site nor that of the page is targeted.
    SiteCategory,
    /// The site does not take the campaign's categories.
    AdCategory,
    /// The page has none of the keywords that are wanted.
    NoKeyword,
    /// The page has a keyword that is excluded.
    ExcludedKeyword,
    /// The white list names neither the site nor the block.
    NotWhitelisted,
    /// The black list names the site or the block.
    Blacklisted,
    /// The campaign allows some sources, and neither the site nor the block is one of them.
    NotAllowed,
    /// The campaign blocks the site or the block.
    Blocked,
    /// It is an ad of the site's owner, who does not want to see their own.
    OwnAd,
    /// The visitor has seen it as often as its cap allows.
    FrequencyCap,
    /// What remains of the advertiser's balance is spoken for.
    Balance,
    /// What remains of the campaign's total limit is spoken for.
    TotalLimit,
    /// What remains of the campaign's daily limit is spoken for.
    DailyLimit,
    /// The campaign spends evenly and is ahead of its plan.
    Pacing,
    /// One click would cost more than what remains.
    PriceAboveRest {
        /// What the click would cost.
        price: Money,
        /// What remains after the unbilled clicks.
        rest: Money,
    },
    /// The webmaster is expected to earn less by 1,000 shows of it than the block asks for.
    BelowFloor,
    /// It is on the page already.
    OnPage,
    /// Few people click the campaign's notifications, so it takes fewer turns, and this one is not its.
    HeldBack,
}

impl Reason {
    /// The step at which the ad falls out.
    pub const fn step(self) -> Step {
        match self {
            Self::Eligible => Step::Found,
            Self::UnknownBlock | Self::PageNotOnSite => Step::Block,
            Self::UnknownAd | Self::CampaignStopped | Self::GroupStopped | Self::AdStopped => Step::Started,
            Self::Format => Step::Format,
            Self::Target => Step::Target,
            Self::Schedule => Step::Schedule,
            Self::Place | Self::NoBidInCountry => Step::Geo,
            Self::DeviceType | Self::Os => Step::Device,
            Self::Browser => Step::Browser,
            Self::Isp | Self::IpRange => Step::Isp,
            Self::Language => Step::Language,
            Self::SubscriptionAge => Step::Subscription,
            Self::TrafficSource => Step::TrafficSource,
            Self::SiteCategory | Self::AdCategory => Step::Category,
            Self::NotWhitelisted | Self::Blacklisted | Self::NotAllowed | Self::Blocked => Step::Lists,
            Self::NoKeyword | Self::ExcludedKeyword => Step::Keywords,
            Self::OwnAd => Step::Own,
            Self::FrequencyCap => Step::Frequency,
            Self::Balance | Self::TotalLimit | Self::DailyLimit | Self::Pacing | Self::PriceAboveRest { .. } => {
                Step::Budget
            }
            Self::BelowFloor => Step::Floor,
            Self::OnPage => Step::OnPage,
            Self::HeldBack => Step::HeldBack,
        }
    }
}
