//! The engine's steps and reasons as people read them.

use placard_edge::explain::{Reason, Step, Unsampled};
use placard_store::publishing::blocks::BlockStop;

/// What a request that fell at a step says, for the owner of the ads; and whether the owner's own settings could let it
/// pass without asking for another audience.
pub(super) const fn of_step(step: Step) -> (&'static str, bool) {
    match step {
        Step::Found => ("could show it", false),
        Step::Block => ("the block is gone, or the page is not on its site", false),
        Step::Started => ("campaign, group or ad are not started", true),
        Step::Format => ("the block shows another format", false),
        Step::Target => ("the site takes no such offers", false),
        Step::Schedule => ("the hour is not in the schedule", true),
        Step::Geo => ("another place than you target, or no bid there", false),
        Step::Device => ("another device or system than you target", false),
        Step::Browser => ("another browser than you target", false),
        Step::Isp => ("another network than you target", false),
        Step::Language => ("another language than you target", false),
        Step::Subscription => ("no subscription of the age that you target", false),
        Step::TrafficSource => ("another kind of traffic than you target", false),
        Step::Category => ("categories of site and campaign do not meet", false),
        Step::Keywords => ("the page's keywords are not those you target", false),
        Step::Lists => ("your lists of sources leave the site or the block out", true),
        Step::Frequency => ("the visitor has seen it as often as you allow", true),
        Step::Budget => ("money or pacing hold it back", true),
        Step::OnPage => ("it is on the page already", false),
        Step::Floor => ("it is expected to bring the webmaster less than the block asks for", true),
        Step::Own => ("the site is your own, which shows your ads only if you ask for it", true),
        Step::HeldBack => ("few people click its notifications, so it takes fewer turns", true),
    }
}

/// Why a block shows no ads at all.
pub(super) const fn of_block(stop: Option<BlockStop>) -> &'static str {
    match stop {
        None => "The block was changed some seconds ago: ask again.",
        Some(BlockStop::Unknown) => "No block has this number.",
        Some(BlockStop::NotActive) => "Its owner has stopped the block.",
        Some(BlockStop::SiteNotApproved) => "The site of the block is not approved.",
        Some(BlockStop::SitePaused) => {
            "The site of the block has lost its verification and its ads are paused until it is verified again."
        }
        Some(BlockStop::OwnerBlocked) => "The account of the block's owner is closed.",
    }
}

/// What a sample does not say of a request for which an ad could be shown.
pub(super) const fn of_unsampled(unsampled: Unsampled) -> &'static str {
    match (unsampled.addresses, unsampled.ages) {
        (false, false) => "",
        (true, _) => " Whether its address is in your ranges is not known: samples keep none.",
        (false, true) => " Whether its subscription is of the age that you target is not known: samples keep none.",
    }
}

/// Why an ad falls out of one request.
pub(super) fn of_reason(reason: Reason) -> String {
    let text = match reason {
        Reason::Eligible => "The ad can be shown for this request; what it costs and how well it does decide the rest.",
        Reason::UnknownBlock => "No active block has this number.",
        Reason::PageNotOnSite => "The page is not on the site of the block.",
        Reason::UnknownAd => "Delivery does not know the ad: it is not approved, or was changed some seconds ago.",
        Reason::CampaignStopped => "The campaign is not started.",
        Reason::GroupStopped => "The group is not started.",
        Reason::AdStopped => "The ad is not started.",
        Reason::Format => "The ad lacks what the block's format needs.",
        Reason::Target => "The site does not take what the campaign leads to.",
        Reason::Schedule => "The hour is not in the schedule.",
        Reason::Place => "The place is not targeted.",
        Reason::NoBidInCountry => "There is no bid for the country.",
        Reason::DeviceType => "The device type is not targeted.",
        Reason::Os => "The operating system is not targeted on this device type.",
        Reason::Browser => "The browser is not targeted.",
        Reason::Isp => "The network is not targeted.",
        Reason::IpRange => "The address is in none of the ranges, or is not known.",
        Reason::Language => "The language is not targeted.",
        Reason::SubscriptionAge => "It is for subscribers to pushes, of another age of their subscription.",
        Reason::TrafficSource => "The kind of traffic is not targeted.",
        Reason::SiteCategory => "Neither the category of the site nor that of the page is targeted.",
        Reason::NoKeyword => "The page has none of the keywords that are wanted.",
        Reason::ExcludedKeyword => "The page has a keyword that is excluded.",
        Reason::AdCategory => "The site does not take the campaign's categories.",
        Reason::NotWhitelisted => "“Only on these sites” and “Only in these blocks” name neither.",
        Reason::NotAllowed => "The campaign's sources page allows others only.",
        Reason::Blocked => "The campaign's sources page blocks it.",
        Reason::Blacklisted => "“Never on these sites” or “Never in these blocks” names it.",
        Reason::OwnAd => {
            "The site is your own. Its blocks show your ads, unpaid, only when “Show my own ads here” is on in its settings."
        }
        Reason::FrequencyCap => "The visitor has seen it as often as its cap allows.",
        Reason::Balance => "What remains of the balance is spoken for.",
        Reason::TotalLimit => "What remains of the total limit is spoken for.",
        Reason::DailyLimit => "What remains of the daily limit is spoken for.",
        Reason::Pacing => "The campaign spends evenly and is ahead of its plan.",
        Reason::PriceAboveRest { price, rest } => {
            return format!("One click would cost {}, and {} remain.", price.text(), rest.text());
        }
        Reason::BelowFloor => {
            "It is expected to bring the webmaster less by 1,000 shows than the block asks for: a higher bid, or more clicks \
             by show, would let it pass."
        }
        Reason::OnPage => "The ad is on the page already.",
        Reason::HeldBack => {
            "The campaign is held back: few people click its notifications, so it takes fewer turns, and this one is not its. \
             Its page says what to do."
        }
    };
    text.to_owned()
}
