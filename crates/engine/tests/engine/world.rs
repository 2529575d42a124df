//! One campaign, one group, one ad, one block and one visitor that all fit; each test changes a thing.

use placard_engine::{Change, EngineConfig, Host};
use placard_model::bid::floor::EcpmFloor;
use placard_model::format::{BlockFormat, CampaignType, FormatMask, Target};
use placard_model::ids::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, OfferId, SiteId, TemplateId, TrafficSourceId, UserId,
};
use placard_model::inventory::{AdSpec, Bid, BlockDims, BlockSpec, CampaignSpec, Creative, GroupSpec};
use placard_model::money::Money;
use placard_model::push::PushTargeting;
use placard_model::settings::{BasisPoints, Choosing};
use placard_model::sites::placement::Placement;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::{AdRequest, Audience, VisitorId};
use placard_model::targeting::{CampaignSources, SourceLists, Targeting};
use placard_model::time::UnixMs;

pub(crate) const ADVERTISER: UserId = UserId(1);
pub(crate) const CAMPAIGN: CampaignId = CampaignId(10);
pub(crate) const GROUP: GroupId = GroupId(100);
pub(crate) const AD: AdId = AdId(1_000);
pub(crate) const SITE: SiteId = SiteId(5);
pub(crate) const BLOCK: BlockId = BlockId(50);

/// A Wednesday.
pub(crate) fn noon() -> UnixMs {
    UnixMs::parse("2026-11-18T12:00:00Z").unwrap()
}

pub(crate) fn country(code: &str) -> CountryCode {
    CountryCode::parse(code).unwrap()
}

pub(crate) fn campaign(id: i64) -> CampaignSpec {
    CampaignSpec {
        id: CampaignId(id),
        advertiser: ADVERTISER,
        name: format!("Campaign {id}"),
        campaign_type: CampaignType::Native,
        target: Target::Commodity,
        offer: OfferId(0),
        categories: vec![CategoryId(1)],
        wanted: true,
        targeting: Targeting::default(),
        push: PushTargeting::default(),
        daily_limit: None,
        total_limit: None,
        even_pacing: false,
        sources: CampaignSources::default(),
        coefficients: Vec::new(),
    }
}

pub(crate) fn group(id: i64, campaign: i64) -> GroupSpec {
    GroupSpec {
        id: GroupId(id),
        campaign: CampaignId(campaign),
        wanted: true,
        targeting: Targeting::default(),
        lists: SourceLists::default(),
        coefficients: Vec::new(),
    }
}

pub(crate) fn ad(id: i64, group: i64) -> AdSpec {
    AdSpec {
        id: AdId(id),
        group: GroupId(group),
        wanted: true,
        formats: FormatMask::from_iter([BlockFormat::Native]),
        bid: Bid::Everywhere(Money::from_micros(100_000)),
        frequency_cap: None,
        creative: Creative { landing_url: "https://shop.example/".to_owned(), ..Creative::default() },
    }
}

pub(crate) struct World {
    pub(crate) campaign: CampaignSpec,
    pub(crate) group: GroupSpec,
    pub(crate) ad: AdSpec,
    pub(crate) block: BlockSpec,
    pub(crate) host: String,
    pub(crate) audience: Audience,
    pub(crate) content: PageContent,
    pub(crate) on_page: Vec<AdId>,
    pub(crate) balance: Money,
    pub(crate) how: Choosing,
}

impl World {
    pub(crate) fn new() -> Self {
        let ie = country("IE");
        Self {
            campaign: campaign(CAMPAIGN.0),
            group: group(GROUP.0, CAMPAIGN.0),
            ad: ad(AD.0, GROUP.0),
            block: BlockSpec {
                dims: BlockDims {
                    webmaster: UserId(2),
                    site: SITE,
                    block: BLOCK,
                    format: BlockFormat::Native,
                    template: TemplateId(1),
                },
                accepts: FormatMask::from_iter([BlockFormat::Native]),
                domain: "news.example".to_owned(),
                site_category: CategoryId(7),
                allowed_targets: Vec::new(),
                allowed_categories: Vec::new(),
                forbidden_categories: Vec::new(),
                shows_own: false,
                places: 4,
                render_config: "{}".to_owned(),
                passback_html: String::new(),
                passback_url: String::new(),
                refresh_s: 0,
                placement: Placement::InPlace,
                floor: EcpmFloor::default(),
            },
            host: "news.example".to_owned(),
            audience: Audience {
                ip: "185.2.3.4".parse().unwrap(),
                place: Place {
                    country: ie,
                    region: PlaceId::region(ie, "Leinster"),
                    city: PlaceId::city(ie, "Leinster", "Dublin"),
                },
                asn: 5_466,
                device_type: DeviceType::Mobile,
                os: Os::Android,
                browser: Browser::Chrome,
                language: Language::parse("en").unwrap(),
                traffic_source: TrafficSourceId(3),
                visitor: VisitorId(77),
                visitor_yesterday: VisitorId(76),
                subscription_days: None,
            },
            content: PageContent::default(),
            on_page: Vec::new(),
            balance: Money::from_dollars(100),
            how: Choosing { control: BasisPoints(0) },
        }
    }

    pub(crate) fn engine(&self) -> Host {
        self.engine_with(Vec::new())
    }

    pub(crate) fn engine_with(&self, more: Vec<Change>) -> Host {
        let host = Host::new(EngineConfig::default());
        host.apply(vec![
            Change::Campaign(self.campaign.clone()),
            Change::Group(self.group.clone()),
            Change::Ad(self.ad.clone()),
            Change::Block(self.block.clone()),
        ]);
        host.apply(more);
        host.live().set_advertiser_balance(ADVERTISER, self.balance, noon());
        host.publish_now(noon());
        host
    }

    pub(crate) fn request(&self, places: usize) -> AdRequest<'_> {
        AdRequest {
            block: BLOCK,
            page_host: &self.host,
            places,
            audience: self.audience,
            content: &self.content,
            on_page: &self.on_page,
            gets_pushes: false,
        }
    }
}
