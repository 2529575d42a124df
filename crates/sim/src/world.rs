//! A small network in a database: two advertisers, a campaign each, ads, two webmasters with a site and a block each.

use anyhow::Context;
use placard_model::books::posting::Operation;
use placard_model::event::{Arrival, Event, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, FormatMask, Target};
use placard_model::inventory::{AdDims, Bid, BlockDims};
use placard_model::sites::placement::Placement;
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::user::{SiteStatus, UserStatus, UserType};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict, targeting::audience,
};
use placard_store::accounts::terms;
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::advertising::ads::{AdSettings, Entry};
use placard_store::advertising::campaigns::CampaignSettings;
use placard_store::advertising::groups::GroupSettings;
use placard_store::advertising::{ads, campaigns, groups};
use placard_store::money::movements::{self, Cause};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::{Priority, Result, Scope, Store, Tx};

/// The template "text icon", which needs no picture.
const TEMPLATE: TemplateId = TemplateId(6);
/// Ads of each campaign.
const ADS: usize = 3;

/// How rich and how limited the advertisers are.
#[derive(Clone, Copy, Debug)]
pub struct Budgets {
    /// Each advertiser's first top-up.
    pub balance: Money,
    /// Each campaign's daily limit.
    pub daily_limit: Option<Money>,
    /// Each campaign's total limit.
    pub total_limit: Option<Money>,
    /// The bid of all ads.
    pub bid: Money,
}

/// An ad with its owners.
#[derive(Clone, Copy, Debug)]
pub struct AdPlace {
    /// The ad.
    pub id: AdId,
    /// Its owners.
    pub dims: AdDims,
}

/// The network.
#[derive(Clone, Debug)]
pub struct World {
    /// Who pays.
    pub advertisers: Vec<UserId>,
    /// One for each advertiser.
    pub campaigns: Vec<CampaignId>,
    /// All ads.
    pub ads: Vec<AdPlace>,
    /// The blocks with their owners.
    pub blocks: Vec<BlockDims>,
    /// The hosts of the sites, in the order of the blocks.
    pub hosts: Vec<String>,
    /// The bid of all ads.
    pub bid: Money,
}

impl World {
    /// Makes the network.
    pub async fn make(store: &Store, budgets: Budgets) -> anyhow::Result<Self> {
        let world = store.write("make_world", Priority::Api, async move |tx| make(tx, budgets).await).await;
        world.context("cannot make the network")
    }

    /// A visit of one of its ads on one of its blocks, by a token of its own. Of three one is of a push ad, and every other one
    /// of these is a notification.
    pub fn visit(&self, token: u32, decided_at: UnixMs) -> Visit {
        let n = token as usize;
        let mut id = [0; 12];
        id[..4].copy_from_slice(&token.to_le_bytes());
        let (mut ad, mut block) = (self.ads[n % self.ads.len()], self.blocks[n % self.blocks.len()]);
        if n % 3 == 1 {
            ad.dims.campaign_type = CampaignType::Push;
            if n % 2 == 1 {
                block.format = BlockFormat::Push;
            }
        }
        Visit { token: TokenId(id), ad, block, price: self.bid, decided_at }
    }
}

/// A served ad.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    token: TokenId,
    ad: AdPlace,
    block: BlockDims,
    price: Money,
    decided_at: UnixMs,
}

impl Visit {
    /// The ad as its token tells it.
    pub fn served(&self) -> ServedAd {
        let served = Served {
            ad: self.ad.id,
            block: self.block.block,
            page: 1,
            visitor: VisitorId(0),
            decided_at: self.decided_at,
            price: self.price,
            weight_micros: 1_000,
            place: Place::default(),
            asn: 64_500,
            device_type: audience::DeviceType::Mobile,
            os: audience::Os::Android,
            browser: audience::Browser::Chrome,
            language: audience::Language::UNKNOWN,
            traffic_source: TrafficSourceId(0),
            template: TEMPLATE,
            position: 0,
            control: false,
            consent: false,
        };
        ServedAd { token: self.token, served, ad: self.ad.dims, block: self.block }
    }

    fn by(&self, visitor: u64, edge_verdict: Verdict) -> (ServedAd, Arrival) {
        let mut ad = self.served();
        ad.served.visitor = VisitorId(visitor);
        let arrival = Arrival {
            edge_verdict,
            attested: true,
            visitor: VisitorId(visitor),
            visitor_yesterday: VisitorId(visitor + 1_000_000),
            prefix: PrefixHash(visitor / 2),
            prefix_yesterday: PrefixHash(visitor / 2 + 1_000_000),
            rate_flag: false,
        };
        (ad, arrival)
    }

    /// It was rendered for a visitor.
    pub fn show(&self, visitor: u64) -> Event {
        let (ad, arrival) = self.by(visitor, Verdict::Valid);
        Event::Show { ad, arrival }
    }

    /// It was viewable for a visitor.
    pub fn confirmed_show(&self, visitor: u64) -> Event {
        let (ad, arrival) = self.by(visitor, Verdict::Valid);
        Event::ConfirmedShow { ad, arrival }
    }

    /// A visitor clicked it.
    pub fn click(&self, visitor: u64, edge_verdict: Verdict) -> Event {
        let (ad, arrival) = self.by(visitor, edge_verdict);
        Event::Click { ad, arrival }
    }
}

async fn make(tx: &Tx, budgets: Budgets) -> Result<World> {
    let (mut advertisers, mut all_campaigns, mut all_ads) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..2 {
        let advertiser = user(tx, &format!("advertiser{n}@example.com"), true).await?;
        top_up(tx, advertiser, &format!("first:{n}"), budgets.balance).await?;
        let settings = campaign_settings(format!("Campaign {n}"), budgets);
        let campaign = campaigns::create(tx, advertiser, &settings, true).await?;
        let settings = GroupSettings {
            name: "Group".to_owned(),
            ad_format_type: None,
            auto_start_ads: true,
            targeting: Targeting::default(),
            lists: SourceLists::default(),
        };
        let group = groups::create(tx, Scope::System, campaign, &settings, true).await?;
        for number in 0..ADS {
            let id = ads::create(tx, Scope::System, group, &ad(number, budgets.bid), Entry::Trusted).await?;
            all_ads.push(AdPlace { id, dims: dims(advertiser, campaign, group) });
        }
        advertisers.push(advertiser);
        all_campaigns.push(campaign);
    }
    let (mut all_blocks, mut hosts) = (Vec::new(), Vec::new());
    for n in 0..2 {
        let webmaster = user(tx, &format!("webmaster{n}@example.com"), false).await?;
        let host = format!("site{n}.example.com");
        let settings = SiteSettings {
            name: host.clone(),
            domain: host.clone(),
            category: CategoryId(0),
            allowed_categories: vec![],
            forbidden_categories: vec![],
            shows_own_ads: false,
        };
        let site = sites::insert_site(tx, webmaster, &settings, &[], SiteStatus::Approved).await?.id;
        let settings = block_settings(BlockFormat::Text, TEMPLATE, "{}".to_owned(), 4);
        let block = blocks::insert_block(tx, Scope::System, site, &settings).await?.id;
        all_blocks.push(block_dims(webmaster, site, block));
        hosts.push(host);
    }
    // Everybody was brought by somebody, so that all parts of a click are paid.
    let until = tx.now().plus_ms(365 * placard_model::time::DAY_MS);
    terms::set_referrer(tx, advertisers[0], all_blocks[0].webmaster, until).await?;
    terms::set_referrer(tx, all_blocks[0].webmaster, advertisers[1], until).await?;
    terms::set_share(tx, all_blocks[1].webmaster, Some(6_543)).await?;
    Ok(World { advertisers, campaigns: all_campaigns, ads: all_ads, blocks: all_blocks, hosts, bid: budgets.bid })
}

/// Adds to an advertiser's balance; the reference is used once.
pub async fn top_up(tx: &Tx, advertiser: UserId, reference: &str, amount: Money) -> Result<()> {
    let reference = format!("top-up:{reference}");
    let cause = Cause { reference: &reference, operation: Operation::TopUp, actor: None, comment: "" };
    movements::adjust_advertiser(tx, cause, advertiser, amount).await.map(drop)
}

async fn user(tx: &Tx, email: &str, is_advertiser: bool) -> Result<UserId> {
    person(tx, email, UserType::Ordinary, is_advertiser, !is_advertiser).await
}

/// Somebody of the staff.
pub async fn staff(tx: &Tx, email: &str, user_type: UserType) -> Result<UserId> {
    person(tx, email, user_type, false, false).await
}

async fn person(tx: &Tx, email: &str, user_type: UserType, is_advertiser: bool, is_webmaster: bool) -> Result<UserId> {
    let new = NewUser {
        email: email.to_owned(),
        password_hash: String::new(),
        user_type,
        status: UserStatus::Active,
        is_trusted: true,
        is_advertiser,
        is_webmaster,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    };
    Ok(users::insert_user(tx, &new).await?.id)
}

/// What a campaign's owner says of it, with the limits of the budgets.
pub(crate) fn campaign_settings(name: String, budgets: Budgets) -> CampaignSettings {
    CampaignSettings {
        name,
        marks: Vec::new(),
        target: Target::Commodity,
        offer: None,
        categories: vec![],
        ad_format_type: None,
        targeting: Targeting::default(),
        traffic_source: None,
        daily_limit: budgets.daily_limit,
        total_limit: budgets.total_limit,
        even_pacing: false,
        push: None,
    }
}

/// What a block's owner says of it.
pub(crate) fn block_settings(format: BlockFormat, template: TemplateId, config: String, places: u8) -> BlockSettings {
    BlockSettings {
        name: "Block".to_owned(),
        format,
        template,
        config,
        custom_styles: String::new(),
        compiled_styles: String::new(),
        passback_html: String::new(),
        passback_url: String::new(),
        refresh_s: 0,
        placement: Placement::InPlace,
        floor: blocks::Floor::default(),
        places,
    }
}

/// What an ad's owner says of it.
pub(crate) fn ad(number: usize, bid: Money) -> AdSettings {
    AdSettings {
        title: format!("An offer that is worth a look, number {number}"),
        short_description: "What it is about.".to_owned(),
        full_text: String::new(),
        brand: "Example".to_owned(),
        original_url: "https://shop.example.com/?click={click_id}".to_owned(),
        primary_source_url: String::new(),
        formats: FormatMask::default().with(BlockFormat::Text),
        bid: Bid::Everywhere(bid),
        frequency_cap: None,
        square: None,
        horizontal: None,
        push: None,
    }
}

const fn dims(advertiser: UserId, campaign: CampaignId, group: GroupId) -> AdDims {
    let (offer, category) = (OfferId(0), CategoryId(0));
    AdDims {
        campaign_type: CampaignType::Native,
        advertiser,
        campaign,
        group,
        target: Target::Commodity,
        offer,
        category,
    }
}

const fn block_dims(webmaster: UserId, site: SiteId, block: BlockId) -> BlockDims {
    BlockDims { webmaster, site, block, format: BlockFormat::Text, template: TEMPLATE }
}
