//! Made-up visitors: addresses, user agents, pages.

use super::{CATEGORIES, Dice, NETWORKS, REGIONS, TRAFFIC_SOURCES, city, country, language, region};
use placard_model::ids::{AdId, BlockId, CategoryId, TrafficSourceId};
use placard_model::inventory::BlockSpec;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::{Place, PlaceId};
use placard_model::targeting::request::{AdRequest, Audience, VisitorId};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A family of user agents, and how often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserAgent {
    /// Occurrences among [`USER_AGENTS`], as a weight.
    pub weight: u32,
    /// The device type.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// The header, with `{}` for the browser's major version.
    pub header: &'static str,
}

const fn agent(weight: u32, device_type: DeviceType, os: Os, browser: Browser, header: &'static str) -> UserAgent {
    UserAgent { weight, device_type, os, browser, header }
}

/// The families, in the proportions of the web at large.
pub const USER_AGENTS: [UserAgent; 14] = [
    agent(
        38,
        DeviceType::Mobile,
        Os::Android,
        Browser::Chrome,
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Mobile Safari/537.36",
    ),
    agent(
        17,
        DeviceType::Mobile,
        Os::Ios,
        Browser::Safari,
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{}.0 Mobile/15E148 Safari/604.1",
    ),
    agent(
        16,
        DeviceType::Desktop,
        Os::Windows,
        Browser::Chrome,
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36",
    ),
    agent(
        5,
        DeviceType::Desktop,
        Os::Windows,
        Browser::Edge,
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36 Edg/125.0.0.0",
    ),
    agent(
        3,
        DeviceType::Desktop,
        Os::Windows,
        Browser::Firefox,
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:{}.0) Gecko/20100101 Firefox/{}.0",
    ),
    agent(
        4,
        DeviceType::Desktop,
        Os::MacOs,
        Browser::Safari,
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{}.0 Safari/605.1.15",
    ),
    agent(
        3,
        DeviceType::Desktop,
        Os::MacOs,
        Browser::Chrome,
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36",
    ),
    agent(
        1,
        DeviceType::Desktop,
        Os::Linux,
        Browser::Firefox,
        "Mozilla/5.0 (X11; Linux x86_64; rv:{}.0) Gecko/20100101 Firefox/{}.0",
    ),
    agent(
        5,
        DeviceType::Mobile,
        Os::Android,
        Browser::Samsung,
        "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/{}.0 Chrome/115.0.0.0 Mobile Safari/537.36",
    ),
    agent(
        2,
        DeviceType::Mobile,
        Os::Android,
        Browser::Opera,
        "Mozilla/5.0 (Linux; Android 13; M2101K6G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Mobile Safari/537.36 OPR/{}.0.0.0",
    ),
    agent(
        2,
        DeviceType::Mobile,
        Os::Android,
        Browser::WebView,
        "Mozilla/5.0 (Linux; Android 13; SM-A525F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/{}.0.6367.82 Mobile Safari/537.36",
    ),
    agent(
        2,
        DeviceType::Tablet,
        Os::IpadOs,
        Browser::Safari,
        "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{}.0 Mobile/15E148 Safari/604.1",
    ),
    agent(
        1,
        DeviceType::Tablet,
        Os::Android,
        Browser::Chrome,
        "Mozilla/5.0 (Linux; Android 12; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36",
    ),
    agent(
        1,
        DeviceType::Desktop,
        Os::ChromeOs,
        Browser::Chrome,
        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36",
    ),
];

/// A request that owns what an [`AdRequest`] borrows, with the headers that a server would have got it from.
#[derive(Clone, Debug)]
pub struct GeneratedRequest {
    /// The block.
    pub block: BlockId,
    /// The page's address.
    pub page: String,
    /// The page's host.
    pub page_host: String,
    /// The `User-Agent` header.
    pub user_agent: String,
    /// How many ads are wanted.
    pub places: usize,
    /// The visitor.
    pub audience: Audience,
    /// What the page says it is about.
    pub content: PageContent,
    /// Ads that are on the page already.
    pub on_page: Vec<AdId>,
}

impl GeneratedRequest {
    /// The request as the engine takes it.
    pub fn as_request(&self) -> AdRequest<'_> {
        AdRequest {
            block: self.block,
            page_host: &self.page_host,
            places: self.places,
            audience: self.audience,
            content: &self.content,
            on_page: &self.on_page,
            gets_pushes: false,
        }
    }
}

/// Makes `count` requests for places of `blocks`. The same arguments give the same ones.
pub fn requests(blocks: &[BlockSpec], count: usize, seed: u64) -> Vec<GeneratedRequest> {
    let mut dice = Dice::new(seed);
    (0..count).map(|_| request(&mut dice, blocks)).collect()
}

fn request(dice: &mut Dice, blocks: &[BlockSpec]) -> GeneratedRequest {
    // A few sites bring most of the traffic.
    let at = (dice.range(0, 999) * dice.range(0, 999)) as usize * blocks.len() / 1_000_000;
    let block = &blocks[at];
    let page_host = if dice.chance(0.3) { format!("www.{}", block.domain) } else { block.domain.clone() };
    let agent = user_agent(dice);
    let home = dice.country();
    let region_number = dice.range(0, i64::from(REGIONS) - 1) as u32;
    let known = dice.chance(0.95);
    let place = Place {
        country: country(home),
        region: if known { region(home, region_number) } else { PlaceId::UNKNOWN },
        city: if known { city(home, region_number + REGIONS * dice.range(0, 4) as u32) } else { PlaceId::UNKNOWN },
    };
    GeneratedRequest {
        block: block.dims.block,
        page: format!("https://{page_host}/{}/{}.html", dice.range(2019, 2026), dice.range(1, 5_000)),
        page_host,
        user_agent: agent.header.replace("{}", &dice.range(100, 140).to_string()),
        places: block.places,
        audience: Audience {
            ip: address(dice),
            place,
            asn: dice.range(1, i64::from(NETWORKS)) as u32,
            device_type: agent.device_type,
            os: agent.os,
            browser: agent.browser,
            language: if dice.chance(0.85) { language(home) } else { Language::parse("en").unwrap_or_default() },
            traffic_source: TrafficSourceId(dice.range(0, TRAFFIC_SOURCES)),
            visitor: VisitorId(dice.range(1, 200_000) as u64),
            visitor_yesterday: VisitorId::default(),
            subscription_days: None,
        },
        content: content(dice),
        on_page: (0..dice.one(&[0, 0, 0, 2, 4])).map(|_| AdId(dice.range(1, 10_000))).collect(),
    }
}

/// A fifth of all pages says what it is about.
fn content(dice: &mut Dice) -> PageContent {
    if !dice.chance(0.2) {
        return PageContent::default();
    }
    let words: Vec<String> = (0..dice.range(0, 6)).map(|_| keyword(dice)).collect();
    PageContent {
        category: CategoryId(dice.range(0, CATEGORIES)),
        keywords: PageContent::keywords_of(&words.join(",")),
    }
}

/// One of the words that pages and campaigns have in common.
pub(super) fn keyword(dice: &mut Dice) -> String {
    format!("word {}", dice.range(1, 40))
}

fn user_agent(dice: &mut Dice) -> UserAgent {
    let whole: u32 = USER_AGENTS.iter().map(|agent| agent.weight).sum();
    let mut left = dice.range(0, i64::from(whole) - 1) as u32;
    for agent in USER_AGENTS {
        if left < agent.weight {
            return agent;
        }
        left -= agent.weight;
    }
    USER_AGENTS[0]
}

fn address(dice: &mut Dice) -> IpAddr {
    let bits = dice.bits();
    if dice.chance(0.25) {
        // 2000::/3 is what is given out.
        Ipv6Addr::from_bits(0x2000 << 112 | u128::from(bits) << 61).into()
    } else {
        Ipv4Addr::from_bits((bits as u32 & 0x00ff_ffff) | (dice.range(1, 99) as u32) << 24).into()
    }
}
