//! The stateless half of validity: rules on one event alone, in their order. Billing's rules follow in the ledger.

use placard_model::Verdict;
use placard_model::event::ServedAd;
use placard_model::targeting::audience::{Browser, Os};
use placard_model::targeting::geo::CountryCode;

/// How far a token may be ahead of the clock: clocks of several machines differ.
const AHEAD_MS_MAX: i64 = 60_000;

/// Where the event's page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFact {
    /// On the block's site, or not told.
    OnSite,
    /// On another site. Notifications stand on no page: of them it says nothing.
    Foreign,
}

/// What the rules look at, beside the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeFacts {
    /// Milliseconds since the decision.
    pub age_ms: i64,
    /// HEAD, prefetch or preview.
    pub is_prefetch: bool,
    /// The country now.
    pub country: CountryCode,
    /// The operating system now.
    pub os: Os,
    /// The browser now.
    pub browser: Browser,
    /// A robot or a program.
    pub is_bot: bool,
    /// An address of a hosting network.
    pub is_hosting: bool,
    /// The page.
    pub page: PageFact,
}

/// The first rule that fails. A prefetch uses up nothing, whatever else is wrong with it, so it comes first.
pub fn judge(ad: &ServedAd, facts: &EdgeFacts) -> Verdict {
    let served = &ad.served;
    // An app opens links in another browser than its own, so a web view on either side says nothing.
    let same_browser =
        facts.browser == served.browser || facts.browser == Browser::WebView || served.browser == Browser::WebView;
    match facts {
        _ if facts.is_prefetch => Verdict::Prefetch,
        _ if facts.age_ms > ad.age_ms_max() || facts.age_ms < -AHEAD_MS_MAX => Verdict::Stale,
        _ if facts.country != served.place.country => Verdict::CountryChanged,
        _ if facts.os != served.os => Verdict::OsChanged,
        _ if !same_browser => Verdict::BrowserChanged,
        _ if facts.is_bot => Verdict::Bot,
        _ if facts.is_hosting => Verdict::HostingNetwork,
        _ if facts.page == PageFact::Foreign && !ad.is_notification() => Verdict::ForeignPage,
        _ => Verdict::Valid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::event::{PUSH_TOKEN_AGE_MS_MAX, Served, TOKEN_AGE_MS_MAX, TokenId};
    use placard_model::format::{BlockFormat, CampaignType, Target};
    use placard_model::inventory::{AdDims, BlockDims};
    use placard_model::targeting::audience::{DeviceType, Language};
    use placard_model::targeting::geo::Place;
    use placard_model::targeting::request::VisitorId;
    use placard_model::{
        AdId, BlockId, CampaignId, CategoryId, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
        UserId,
    };

    fn served(browser: Browser) -> ServedAd {
        served_in(BlockFormat::Native, browser)
    }

    /// An ad of a push campaign, in a block of a format.
    fn served_in(format: BlockFormat, browser: Browser) -> ServedAd {
        let ad = AdDims {
            campaign_type: CampaignType::Push,
            advertiser: UserId(1),
            campaign: CampaignId(1),
            group: GroupId(1),
            target: Target::Commodity,
            offer: OfferId(0),
            category: CategoryId(0),
        };
        let (block, template) = (BlockId(2), TemplateId(1));
        let block = BlockDims { webmaster: UserId(2), site: SiteId(1), block, format, template };
        let served = Served {
            ad: AdId(1),
            block: BlockId(2),
            page: 3,
            visitor: VisitorId(4),
            decided_at: UnixMs(5),
            price: Money::from_dollars(1),
            weight_micros: 6,
            place: Place { country: CountryCode::parse("IE").unwrap(), ..Place::default() },
            asn: 7,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser,
            language: Language::UNKNOWN,
            traffic_source: TrafficSourceId(0),
            template: TemplateId(1),
            position: 0,
            control: false,
            consent: false,
        };
        ServedAd { token: TokenId([1; 12]), served, ad, block }
    }

    #[test]
    fn notifications_live_for_seven_days_and_stand_on_no_page() {
        let facts = EdgeFacts {
            age_ms: PUSH_TOKEN_AGE_MS_MAX,
            is_prefetch: false,
            country: CountryCode::parse("IE").unwrap(),
            os: Os::Android,
            browser: Browser::Chrome,
            is_bot: false,
            is_hosting: false,
            page: PageFact::Foreign,
        };
        let verdict = |format, facts: &EdgeFacts| judge(&served_in(format, Browser::Chrome), facts);
        assert_eq!(verdict(BlockFormat::Push, &facts), Verdict::Valid);
        let later = EdgeFacts { age_ms: PUSH_TOKEN_AGE_MS_MAX + 1, ..facts };
        assert_eq!(verdict(BlockFormat::Push, &later), Verdict::Stale);
        assert_eq!(verdict(BlockFormat::Push, &EdgeFacts { is_bot: true, ..facts }), Verdict::Bot);
        // The same ad on a page is as any other there.
        assert_eq!(verdict(BlockFormat::Native, &facts), Verdict::Stale);
        let young = EdgeFacts { age_ms: TOKEN_AGE_MS_MAX, ..facts };
        assert_eq!(verdict(BlockFormat::Native, &young), Verdict::ForeignPage);
    }

    #[test]
    fn the_first_rule_that_fails_is_the_verdict() {
        let good = EdgeFacts {
            age_ms: 5_000,
            is_prefetch: false,
            country: CountryCode::parse("IE").unwrap(),
            os: Os::Android,
            browser: Browser::Chrome,
            is_bot: false,
            is_hosting: false,
            page: PageFact::OnSite,
        };
        let check = |facts: EdgeFacts, expected: Verdict| {
            assert_eq!(judge(&served(Browser::Chrome), &facts), expected, "{facts:?}");
        };
        check(good, Verdict::Valid);
        check(EdgeFacts { age_ms: TOKEN_AGE_MS_MAX, ..good }, Verdict::Valid);
        check(EdgeFacts { age_ms: TOKEN_AGE_MS_MAX + 1, ..good }, Verdict::Stale);
        check(EdgeFacts { age_ms: -30_000, ..good }, Verdict::Valid);
        check(EdgeFacts { age_ms: -90_000, ..good }, Verdict::Stale);
        check(EdgeFacts { country: CountryCode::parse("GB").unwrap(), ..good }, Verdict::CountryChanged);
        check(EdgeFacts { country: CountryCode::UNKNOWN, ..good }, Verdict::CountryChanged);
        check(EdgeFacts { os: Os::Ios, ..good }, Verdict::OsChanged);
        check(EdgeFacts { browser: Browser::Firefox, ..good }, Verdict::BrowserChanged);
        check(EdgeFacts { browser: Browser::WebView, ..good }, Verdict::Valid);
        check(EdgeFacts { is_bot: true, ..good }, Verdict::Bot);
        check(EdgeFacts { is_hosting: true, ..good }, Verdict::HostingNetwork);
        check(EdgeFacts { page: PageFact::Foreign, ..good }, Verdict::ForeignPage);
        assert_eq!(judge(&served(Browser::WebView), &good), Verdict::Valid);

        // With everything wrong, each rule that is mended lets the next one speak.
        let mut facts = EdgeFacts {
            age_ms: TOKEN_AGE_MS_MAX + 1,
            is_prefetch: true,
            country: CountryCode::UNKNOWN,
            os: Os::Windows,
            browser: Browser::Edge,
            is_bot: true,
            is_hosting: true,
            page: PageFact::Foreign,
        };
        check(facts, Verdict::Prefetch);
        facts.is_prefetch = false;
        check(facts, Verdict::Stale);
        facts.age_ms = 0;
        check(facts, Verdict::CountryChanged);
        facts.country = good.country;
        check(facts, Verdict::OsChanged);
        facts.os = good.os;
        check(facts, Verdict::BrowserChanged);
        facts.browser = good.browser;
        check(facts, Verdict::Bot);
        facts.is_bot = false;
        check(facts, Verdict::HostingNetwork);
        facts.is_hosting = false;
        check(facts, Verdict::ForeignPage);
        facts.page = PageFact::OnSite;
        check(facts, Verdict::Valid);
    }
}
