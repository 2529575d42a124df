//! How a visitor came to the page: from the page's own campaign parameters, else from its referrer.

use super::page::host;
use placard_model::targeting::audience::TrafficSource;

const SEARCH: &[&str] = &[
    "google",
    "bing",
    "yahoo",
    "duckduckgo",
    "yandex",
    "ya",
    "baidu",
    "ecosia",
    "qwant",
    "startpage",
    "naver",
    "seznam",
    "ask",
    "aol",
    "sogou",
    "brave",
];
const SOCIAL: &[&str] = &[
    "facebook",
    "fb",
    "instagram",
    "twitter",
    "x",
    "t",
    "linkedin",
    "lnkd",
    "pinterest",
    "reddit",
    "tiktok",
    "youtube",
    "youtu",
    "vk",
    "ok",
    "tumblr",
    "threads",
    "bsky",
    "snapchat",
    "quora",
];
const MAIL: &[&str] = &["mail", "webmail", "outlook", "gmail", "proton", "gmx"];
const MESSENGERS: &[&str] =
    &["telegram", "tg", "whatsapp", "wa", "viber", "messenger", "discord", "slack", "line", "wechat"];

/// The kind of traffic. `page` and `referrer` are what the page says of itself.
pub(super) fn traffic_source(page: &str, page_host: &str, referrer: &str) -> TrafficSource {
    if let Some(source) = by_campaign(page) {
        return source;
    }
    let from = host(referrer);
    if from.is_empty() || from == page_host {
        return TrafficSource::Direct;
    }
    by_host(&from)
}

fn by_campaign(page: &str) -> Option<TrafficSource> {
    let query = page.split('#').next()?.split_once('?')?.1;
    let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let medium = value("utm_medium").unwrap_or_default().to_ascii_lowercase();
    let source = value("utm_source").unwrap_or_default().to_ascii_lowercase();
    match medium.as_str() {
        "email" | "mail" | "newsletter" => return Some(TrafficSource::Mail),
        "social" | "smm" => return Some(TrafficSource::Social),
        "messenger" => return Some(TrafficSource::Messenger),
        "organic" => return Some(TrafficSource::Search),
        _ => {}
    }
    if source.is_empty() {
        return None;
    }
    Some(by_name(source.split(['.', '_', '-']).next().unwrap_or_default()).unwrap_or(TrafficSource::Referral))
}

fn by_host(host: &str) -> TrafficSource {
    // "mail.google.com" is mail and "www.google.co.uk" is search: the first label that means something decides, and the
    // last one is the top-level domain.
    let labels = host.strip_prefix("www.").unwrap_or(host).rsplit_once('.').map_or("", |(labels, _)| labels);
    labels.split('.').find_map(by_name).unwrap_or(TrafficSource::Referral)
}

fn by_name(name: &str) -> Option<TrafficSource> {
    let found = |list: &[&str]| list.contains(&name);
    if found(MAIL) {
        Some(TrafficSource::Mail)
    } else if found(SEARCH) {
        Some(TrafficSource::Search)
    } else if found(SOCIAL) {
        Some(TrafficSource::Social)
    } else if found(MESSENGERS) {
        Some(TrafficSource::Messenger)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_recognised() {
        let check = |page: &str, referrer: &str, expected: TrafficSource| {
            assert_eq!(traffic_source(page, &host(page), referrer), expected, "{page} from {referrer}");
        };
        let page = "https://news.test/a";
        check(page, "", TrafficSource::Direct);
        check(page, "https://news.test/", TrafficSource::Direct);
        check(page, "https://www.google.co.uk/", TrafficSource::Search);
        check(page, "https://mail.google.com/mail/", TrafficSource::Mail);
        check(page, "https://t.co/abc", TrafficSource::Social);
        check(page, "https://web.telegram.org/", TrafficSource::Messenger);
        check(page, "https://other.test/", TrafficSource::Referral);
        check("https://news.test/a?utm_source=facebook&utm_medium=cpc", "", TrafficSource::Social);
        check("https://news.test/a?x=1&utm_medium=email#utm_medium=organic", "https://t.co/", TrafficSource::Mail);
        check("https://news.test/a?utm_source=partner", "", TrafficSource::Referral);
    }
}
