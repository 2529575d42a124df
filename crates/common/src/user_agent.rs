//! What a `User-Agent` header tells: device type, operating system, browser, robot.
//!
//! Families come from the patterns of uap-core; which of them are which of ours is decided here.

mod patterns;

use placard_model::targeting::audience::{Browser, DeviceType, Os};
use quick_cache::sync::Cache;
use std::sync::OnceLock;
use ua_parser::{os, user_agent};

/// Headers whose meaning is kept.
const AGENTS_CACHED_MAX: usize = 32_768;
/// Bytes of a header that are looked at: the longest honest ones have some 400.
const AGENT_BYTES_MAX: usize = 1024;

/// What a header tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agent {
    /// The kind of machine.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// A robot, a preview fetcher, a program; or no header at all.
    pub is_bot: bool,
}

/// Reads headers, each different one once.
pub struct UserAgents {
    cache: Cache<Box<str>, Agent>,
}

/// Of the whole process: they are the same for everybody.
static COMPILED: OnceLock<Compiled> = OnceLock::new();

struct Compiled {
    browsers: user_agent::Extractor<'static>,
    systems: os::Extractor<'static>,
    bots: isbot::Bots,
}

impl Compiled {
    fn new() -> Result<Self, ua_parser::Error> {
        let patterns = patterns::read(patterns::UAP_CORE);
        Ok(Self {
            browsers: user_agent::Builder::new().push_all(patterns.browsers)?.build()?,
            systems: os::Builder::new().push_all(patterns.systems)?.build()?,
            bots: isbot::Bots::default(),
        })
    }
}

impl Default for UserAgents {
    fn default() -> Self {
        Self { cache: Cache::new(AGENTS_CACHED_MAX) }
    }
}

impl UserAgents {
    /// Compiles the patterns, which takes some tenths of a second; without it the first header does.
    pub fn prepare(&self) {
        Self::compiled();
    }

    fn compiled() -> &'static Compiled {
        COMPILED
            .get_or_init(|| Compiled::new().expect("the patterns are part of the program, and a test compiles them"))
    }

    /// What the header tells.
    pub fn read(&self, header: &str) -> Agent {
        let header = &header[..header.floor_char_boundary(AGENT_BYTES_MAX)];
        if let Some(agent) = self.cache.get(header) {
            return agent;
        }
        let agent = Self::recognise(header);
        self.cache.insert(header.into(), agent);
        agent
    }

    fn recognise(header: &str) -> Agent {
        let Compiled { browsers, systems, bots } = Self::compiled();
        let browser = browsers.extract(header).map(|found| browser(&found.family, header)).unwrap_or_default();
        let family = systems.extract(header).map(|found| found.os.into_owned()).unwrap_or_default();
        let os = system(&family, header);
        Agent {
            device_type: device_type(os, header),
            os,
            browser,
            is_bot: header.trim().is_empty() || bots.is_bot(header),
        }
    }
}

/// Families of uap-core to ours. Apps that show pages inside themselves are one family.
fn browser(family: &str, header: &str) -> Browser {
    const APPS: [&str; 12] = [
        "Facebook",
        "Instagram",
        "LinkedIn",
        "Pinterest",
        "Snapchat",
        "Twitter",
        "TikTok",
        "Line",
        "WeChat",
        "KAKAOTALK",
        "Google",
        "WhatsApp",
    ];
    if family.contains("WebView") || APPS.contains(&family) || header.contains("; wv)") {
        return Browser::WebView;
    }
    match family {
        "Yandex Browser" => Browser::Yandex,
        "Samsung Internet" => Browser::Samsung,
        "UC Browser" => Browser::Uc,
        "Vivaldi" => Browser::Vivaldi,
        "Chromium" | "HeadlessChrome" => Browser::Chrome,
        _ if family.starts_with("Chrome") => Browser::Chrome,
        _ if family.starts_with("Firefox") => Browser::Firefox,
        _ if family.starts_with("Edge") => Browser::Edge,
        _ if family.starts_with("Opera") => Browser::Opera,
        _ if family.starts_with("Brave") => Browser::Brave,
        "Safari" | "Mobile Safari" => Browser::Safari,
        _ => Browser::Other,
    }
}

fn system(family: &str, header: &str) -> Os {
    match family {
        "Windows" => Os::Windows,
        "Mac OS X" | "Mac OS" => Os::MacOs,
        "Chrome OS" => Os::ChromeOs,
        "Android" => Os::Android,
        "iOS" | "iPadOS" if header.contains("iPad") => Os::IpadOs,
        "iOS" => Os::Ios,
        "iPadOS" => Os::IpadOs,
        "KaiOS" | "Firefox OS" | "Windows Phone" | "Symbian OS" | "BlackBerry OS" | "Tizen" => Os::KaiOs,
        "Linux" | "Ubuntu" | "Debian" | "Fedora" | "Red Hat" | "SUSE" | "Arch Linux" | "Gentoo" | "Mandriva"
        | "Mageia" | "Linux Mint" | "Slackware" | "CentOS" | "FreeBSD" | "OpenBSD" | "NetBSD" => Os::Linux,
        _ => Os::Other,
    }
}

/// Televisions and consoles are neither of the three kinds that can be bought.
fn device_type(os: Os, header: &str) -> DeviceType {
    const SCREENS: [&str; 12] = [
        "SmartTV",
        "SMART-TV",
        "Smart TV",
        "HbbTV",
        "AppleTV",
        "CrKey",
        "Web0S",
        "BRAVIA",
        "GoogleTV",
        "PlayStation",
        "Xbox",
        "Nintendo",
    ];
    if SCREENS.iter().any(|mark| header.contains(mark)) || header.contains("; AFT") {
        return DeviceType::Other;
    }
    match os {
        Os::Ios | Os::KaiOs => DeviceType::Mobile,
        // For Android this is the rule that its own guidelines give to servers.
        Os::Android | Os::Other if header.contains("Mobile") => DeviceType::Mobile,
        Os::IpadOs | Os::Android => DeviceType::Tablet,
        Os::Windows | Os::MacOs | Os::Linux | Os::ChromeOs => DeviceType::Desktop,
        Os::Other => DeviceType::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_recognised() {
        use {Browser as B, DeviceType as D, Os as O};
        let agents = UserAgents::default();
        let check = |header: &str, device_type: D, os: O, browser: B, is_bot: bool| {
            assert_eq!(agents.read(header), Agent { device_type, os, browser, is_bot }, "{header}");
        };
        let win = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
        check(win, D::Desktop, O::Windows, B::Chrome, false);
        check(&format!("{win} Edg/141.0.0.0"), D::Desktop, O::Windows, B::Edge, false);
        check(&format!("{win} OPR/117.0.0.0"), D::Desktop, O::Windows, B::Opera, false);
        check(&format!("{win} Vivaldi/7.1.3570.39"), D::Desktop, O::Windows, B::Vivaldi, false);
        check(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 YaBrowser/24.12.0 Safari/537.36",
            D::Desktop,
            O::Windows,
            B::Yandex,
            false,
        );
        check(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
            D::Desktop,
            O::MacOs,
            B::Safari,
            false,
        );
        check(
            "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
            D::Desktop,
            O::Linux,
            B::Firefox,
            false,
        );
        check(
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
            D::Desktop,
            O::ChromeOs,
            B::Chrome,
            false,
        );
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            D::Mobile,
            O::Ios,
            B::Safari,
            false,
        );
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/489.0.0.40.110]",
            D::Mobile,
            O::Ios,
            B::WebView,
            false,
        );
        check(
            "Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
            D::Tablet,
            O::IpadOs,
            B::Chrome,
            false,
        );
        check(
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
            D::Mobile,
            O::Android,
            B::Chrome,
            false,
        );
        check(
            "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36",
            D::Tablet,
            O::Android,
            B::Samsung,
            false,
        );
        check(
            "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36",
            D::Mobile,
            O::Android,
            B::WebView,
            false,
        );
        check(
            "Mozilla/5.0 (Linux; U; Android 12; en-US; RMX3081) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36",
            D::Mobile,
            O::Android,
            B::Uc,
            false,
        );
        check(
            "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
            D::Mobile,
            O::KaiOs,
            B::Firefox,
            false,
        );
        check(
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            D::Other,
            O::Other,
            B::Other,
            true,
        );
        for program in
            ["", " ", "curl/8.5.0", "python-requests/2.32", "facebookexternalhit/1.1", "Slackbot-LinkExpanding 1.0"]
        {
            assert!(agents.read(program).is_bot, "{program}");
        }
        assert!(
            agents.read("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36").is_bot,
            "a browser without a person"
        );
        agents.read(&"ü".repeat(5000));
    }
}
