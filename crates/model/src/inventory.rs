//! What can be shown and where: the form in which campaigns and sites reach the engine.

use crate::bid::floor::EcpmFloor;
use crate::format::{BlockFormat, CampaignType, FormatMask, Target};
use crate::ids::{AdId, BlockId, CampaignId, CategoryId, GroupId, OfferId, SiteId, TemplateId, UserId};
use crate::money::Money;
use crate::push::{PushCreative, PushTargeting};
use crate::sites::placement::Placement;
use crate::targeting::geo::CountryCode;
use crate::targeting::{CampaignSources, Coefficient, Source, SourceLists, Targeting};
use serde::{Deserialize, Serialize};

/// Everything that owns an ad or a place, for facts and settlements: what never changes, and what held at the show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdDims {
    /// The kind of the campaign.
    pub campaign_type: CampaignType,
    /// Who pays.
    pub advertiser: UserId,
    /// The campaign.
    pub campaign: CampaignId,
    /// The group.
    pub group: GroupId,
    /// What the campaign leads to.
    pub target: Target,
    /// The offer; 0 when none.
    pub offer: OfferId,
    /// The first category of the campaign; 0 when none.
    pub category: CategoryId,
}

/// Who earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlockDims {
    /// Who earns.
    pub webmaster: UserId,
    /// The site.
    pub site: SiteId,
    /// The block.
    pub block: BlockId,
    /// The block's format.
    pub format: BlockFormat,
    /// The block's template.
    pub template: TemplateId,
}

/// A campaign with its groups and limits. Campaigns that cannot run at all (archived, declined) are not in the
/// inventory; stopped ones are, with `wanted` off, so that a start is one bit.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignSpec {
    /// The campaign.
    pub id: CampaignId,
    /// Its kind.
    pub campaign_type: CampaignType,
    /// Its owner.
    pub advertiser: UserId,
    /// Its name, for the macro in landing pages.
    pub name: String,
    /// What it leads to.
    pub target: Target,
    /// The offer; 0 when none.
    pub offer: OfferId,
    /// What is advertised: matched with the sites' allowed and forbidden categories.
    pub categories: Vec<CategoryId>,
    /// The owner's wish, and nobody else's veto: started, not paused by staff or a rule.
    pub wanted: bool,
    /// Audience.
    pub targeting: Targeting,
    /// Whom a push campaign is for, beside that; nothing is narrowed for native ones.
    pub push: PushTargeting,
    /// At most so much a UTC day.
    pub daily_limit: Option<Money>,
    /// At most so much at all.
    pub total_limit: Option<Money>,
    /// Spend evenly over the day's scheduled hours instead of as fast as possible.
    pub even_pacing: bool,
    /// Sources that it blocks, and those that it is shown at only.
    pub sources: CampaignSources,
    /// Coefficients by source.
    pub coefficients: Vec<(Source, Coefficient)>,
}

/// A group of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupSpec {
    /// The group.
    pub id: GroupId,
    /// Its campaign.
    pub campaign: CampaignId,
    /// The owner's wish.
    pub wanted: bool,
    /// Audience, beside the campaign's.
    pub targeting: Targeting,
    /// Black and white lists.
    pub lists: SourceLists,
    /// Coefficients by source; they win over the campaign's.
    pub coefficients: Vec<(Source, Coefficient)>,
}

/// An approved ad.
#[derive(Clone, Debug, PartialEq)]
pub struct AdSpec {
    /// The ad.
    pub id: AdId,
    /// Its group.
    pub group: GroupId,
    /// The owner's wish, and approved.
    pub wanted: bool,
    /// The block formats that it has everything for.
    pub formats: FormatMask,
    /// The price of a valid click.
    pub bid: Bid,
    /// How often one visitor may see it.
    pub frequency_cap: Option<FrequencyCap>,
    /// What is shown.
    pub creative: Creative,
}

/// What a valid click costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bid {
    /// The same everywhere.
    Everywhere(Money),
    /// By country; where none is given the ad is not shown. The second is for all other countries.
    ByCountry(Vec<(CountryCode, Money)>, Option<Money>),
}

impl Bid {
    /// The lowest of all bids.
    pub fn lowest(&self) -> Money {
        match self {
            Self::Everywhere(bid) => *bid,
            Self::ByCountry(bids, others) => bids.iter().map(|(_, bid)| *bid).chain(*others).min().unwrap_or_default(),
        }
    }

    /// The bid in a country.
    pub fn in_country(&self, country: CountryCode) -> Option<Money> {
        match self {
            Self::Everywhere(bid) => Some(*bid),
            Self::ByCountry(bids, others) => bids.iter().find(|(c, _)| *c == country).map(|(_, bid)| *bid).or(*others),
        }
    }
}

/// At most `shows` shows to one visitor in `hours` hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrequencyCap {
    /// Shows: 1..=255.
    pub shows: u8,
    /// Hours: 1..=720.
    pub hours: u16,
}

/// The words and pictures of an ad, as delivery needs them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Creative {
    /// Title; may hold macros.
    pub title: String,
    /// Short description.
    pub description: String,
    /// Long text of article and long-text formats.
    pub full_text: String,
    /// Who advertises, beside the "Ad" mark.
    pub brand: String,
    /// Landing page with its macros.
    pub landing_url: String,
    /// Path of the square picture.
    pub image_square: Option<String>,
    /// Path of the 16:9 picture; of push ads 2:1.
    pub image_horizontal: Option<String>,
    /// What only notifications have; none of a native ad.
    pub push: Option<PushCreative>,
}

/// A block with what its site allows. Only active blocks of approved sites are in the inventory.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockSpec {
    /// Whose it is.
    pub dims: BlockDims,
    /// Formats of the ads that it shows: its own, and that of push ads where its template looks like a notification.
    pub accepts: FormatMask,
    /// The site's domain, lower case, without scheme; its subdomains are on the site too.
    pub domain: String,
    /// What the site is about.
    pub site_category: CategoryId,
    /// If not empty, only ads of campaigns that lead to one of these.
    pub allowed_targets: Vec<Target>,
    /// If not empty, only ads of these categories: at least one of the campaign's must be among them.
    pub allowed_categories: Vec<CategoryId>,
    /// No ads that have any of these categories.
    pub forbidden_categories: Vec<CategoryId>,
    /// Shows the ads of its owner's advertiser side too, for which nobody is paid.
    pub shows_own: bool,
    /// Places in the block: rows x columns, 1..=24.
    pub places: usize,
    /// What the tag draws it with: the template's name and settings, JSON.
    pub render_config: String,
    /// Shown where no ad is found: HTML of the webmaster's own; empty lets the place collapse.
    pub passback_html: String,
    /// The same as the address of a page, which is shown in a frame; empty: none.
    pub passback_url: String,
    /// Seconds in view after which a place asks for other ads; 0: never.
    pub refresh_s: u16,
    /// Where the script puts its ads.
    pub placement: Placement,
    /// What the webmaster wants to earn at least.
    pub floor: EcpmFloor,
}
