//! The stateless half of validity: rules on one event alone, in their order. Billing's rules follow in the ledger.

use placard_model::Verdict;
use placard_model::audience::{Browser, Os};
use placard_model::event::Served;
use placard_model::geo::CountryCode;
use placard_model::time::{DAY_MS, HOUR_MS};

/// How old a token may be when it is used, for ads on pages.
const TOKEN_AGE_MS_MAX: i64 = 24 * HOUR_MS;
/// The same for pushes: a device may be off for long.
const PUSH_TOKEN_AGE_MS_MAX: i64 = 7 * DAY_MS;
/// How far a token may be ahead of the clock: clocks of several machines differ.
const AHEAD_MS_MAX: i64 = 60_000;

/// Where the event's page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFact {
    /// On the block's site, or not told.
    OnSite,
    /// On another site.
    Foreign,
}

/// What the rules look at, beside the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeFacts {
    /// Milliseconds since the decision.
    pub age_ms: i64,
    /// The ad was pushed.
    pub is_push: bool,
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
pub fn judge(served: &Served, facts: &EdgeFacts) -> Verdict {
    // An app opens links in another browser than its own, so a web view on either side says nothing.
    let same_browser =
        facts.browser == served.browser || facts.browser == Browser::WebView || served.browser == Browser::WebView;
    let age_ms_max = if facts.is_push { PUSH_TOKEN_AGE_MS_MAX } else { TOKEN_AGE_MS_MAX };
    match facts {
        _ if facts.is_prefetch => Verdict::Prefetch,
        _ if facts.age_ms > age_ms_max || facts.age_ms < -AHEAD_MS_MAX => Verdict::Stale,
        _ if facts.country != served.place.country => Verdict::CountryChanged,
        _ if facts.os != served.os => Verdict::OsChanged,
        _ if !same_browser => Verdict::BrowserChanged,
        _ if facts.is_bot => Verdict::Bot,
        _ if facts.is_hosting => Verdict::HostingNetwork,
        _ if facts.page == PageFact::Foreign => Verdict::ForeignPage,
        _ => Verdict::Valid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::audience::{DeviceType, Language};
    use placard_model::geo::Place;
    use placard_model::request::VisitorId;
    use placard_model::{AdId, BlockId, Money, TemplateId, TrafficSourceId, UnixMs};

    fn served(browser: Browser) -> Served {
        Served {
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
        }
    }

    #[test]
    fn the_first_rule_that_fails_is_the_verdict() {
        let good = EdgeFacts {
            age_ms: 5_000,
            is_push: false,
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
        check(EdgeFacts { age_ms: TOKEN_AGE_MS_MAX + 1, is_push: true, ..good }, Verdict::Valid);
        check(EdgeFacts { age_ms: 7 * 24 * HOUR_MS + 1, is_push: true, ..good }, Verdict::Stale);
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
            is_push: false,
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
