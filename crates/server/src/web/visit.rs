//! Where visitors come from: short paths of campaigns, and the cookies that pages set.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use placard_api::webmaster::referrals::REFERRAL_COOKIE_DAYS;
use placard_common::config::Config;
use placard_common::visit::{REFERRAL_COOKIE, SOURCE_COOKIE};
use placard_model::settings::ShortPath;
use std::collections::BTreeMap;
use url::form_urlencoded;

/// It is kept so long, in seconds (400 days: the most that browsers keep).
const SOURCE_SECONDS: u32 = 400 * 24 * 3600;
/// How links tell it.
const REFERRAL_PART: &str = "r";
/// The longest code, in characters.
const REFERRAL_CHARS_MAX: usize = 32;
/// The language of the address that was opened.
const LOCALE_COOKIE: &str = "locale";
/// It is kept so long, in seconds (365 days).
const LOCALE_SECONDS: u32 = 365 * 24 * 3600;
/// What the visitor answered to the cookie notice; set by the page.
const CHOICE_COOKIE: &str = "cookie_choice";
/// The answer without which [`SOURCE_COOKIE`] and [`REFERRAL_COOKIE`] are not set.
const ALLOWED: &str = "allowed";
/// The longest source, medium or campaign, in characters.
const PART_CHARS_MAX: usize = 100;

/// The query that a short path stands for, if it is one: `source=fb&medium=partners&campaign=partners-fb`. What the
/// address itself says of source, medium and campaign wins.
pub(super) fn short_path(paths: &[ShortPath], name: &str, query: &str) -> Option<String> {
    let (medium, source) = name.split_once('/').unwrap_or((name, ""));
    let is_word = |text: &str| {
        (1..=PART_CHARS_MAX).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    let is_short = paths.iter().any(|path| match path.0.strip_suffix("/*") {
        Some(family) => medium == family && is_word(source),
        None => path.0 == name,
    });
    if !is_short {
        return None;
    }
    let campaign = name.replace('/', "-");
    let mut parts = BTreeMap::from([
        ("source", if source.is_empty() { "direct" } else { source }.to_owned()),
        ("medium", medium.to_owned()),
        ("campaign", campaign),
    ]);
    parts.extend(told(query));
    Some(query_of(&parts))
}

/// Source, medium and campaign that a query tells; the usual `utm_` names are understood too.
fn told(query: &str) -> BTreeMap<&'static str, String> {
    let mut parts = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let name = name.strip_prefix("utm_").unwrap_or(&name);
        let Some(part) = ["source", "medium", "campaign"].into_iter().find(|part| *part == name) else { continue };
        let is_line = !value.is_empty() && !value.chars().any(char::is_control);
        if is_line && value.chars().count() <= PART_CHARS_MAX {
            parts.entry(part).or_insert_with(|| value.into_owned());
        }
    }
    parts
}

fn query_of(parts: &BTreeMap<&'static str, String>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for part in ["source", "medium", "campaign"] {
        if let Some(value) = parts.get(part) {
            query.append_pair(part, value);
        }
    }
    query.finish()
}

/// The code of a referral link in a query.
fn referral(query: &str) -> Option<String> {
    let code = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == REFERRAL_PART)?.1;
    let is_code =
        (1..=REFERRAL_CHARS_MAX).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| code.into_owned())
}

/// The cookies that a visit sets: the language of a prefixed address, and the first links that brought the visitor here, the
/// network's own and that of another user, if they allowed that.
pub(super) fn cookies(config: &Config, headers: &HeaderMap, query: &str, is_prefixed: bool) -> Vec<HeaderValue> {
    let mut set = Vec::new();
    let secure = if config.public_url().starts_with("https://") { "; Secure" } else { "" };
    let mut put = |name: &str, value: &str, seconds: u32| {
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{secure}");
        set.extend(HeaderValue::from_str(&cookie));
    };
    if is_prefixed && cookie(headers, LOCALE_COOKIE).is_none() {
        put(LOCALE_COOKIE, "en", LOCALE_SECONDS);
    }
    if cookie(headers, CHOICE_COOKIE) == Some(ALLOWED) && cookie(headers, SOURCE_COOKIE).is_none() {
        let parts = told(query);
        if !parts.is_empty() {
            // Encoded once more: `=` and `&` are not for values of cookies.
            let value: String = form_urlencoded::byte_serialize(query_of(&parts).as_bytes()).collect();
            put(SOURCE_COOKIE, &value, SOURCE_SECONDS);
        }
    }
    if cookie(headers, CHOICE_COOKIE) == Some(ALLOWED)
        && cookie(headers, REFERRAL_COOKIE).is_none()
        && let Some(code) = referral(query)
    {
        put(REFERRAL_COOKIE, &code, REFERRAL_COOKIE_DAYS * 24 * 3600);
    }
    set
}

/// A cookie of the request.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(found, value)| (found == name).then_some(value))
}

/// Adds cookies to an answer.
pub(super) fn with_cookies(mut response: Response, cookies: &[HeaderValue]) -> Response {
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie.clone());
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_paths_name_their_campaign() {
        let paths = placard_model::settings::Public::default().short_paths;
        let check = |name: &str, query: &str, expected: Option<&str>| {
            assert_eq!(short_path(&paths, name, query).as_deref(), expected, "{name}?{query}");
        };
        check("partners", "", Some("source=direct&medium=partners&campaign=partners"));
        check("partners/fb", "", Some("source=fb&medium=partners&campaign=partners-fb"));
        check("mreality/blog", "x=1", Some("source=blog&medium=mreality&campaign=mreality-blog"));
        check("nreality/spring_26", "", Some("source=spring_26&medium=nreality&campaign=nreality-spring_26"));
        check("vreality/a", "utm_campaign=b%20c", Some("source=a&medium=vreality&campaign=b+c"));
        check("rif", "campaign=%0A", Some("source=direct&medium=rif&campaign=rif"));
        for other in
            ["", "nreality", "nreality/", "nreality/a/b", "nreality/%2e%2e", "partners/x", "Partners", "reality/"]
        {
            check(other, "", None);
        }
    }

    #[test]
    fn the_first_link_is_kept_only_where_that_is_allowed() {
        let config = Config { public_url: "https://ads.example".to_owned(), ..Config::default() };
        let set = |sent: &str, query: &str, is_prefixed: bool| -> Vec<String> {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, sent.parse().unwrap());
            let found = cookies(&config, &headers, query, is_prefixed);
            found.iter().map(|cookie| cookie.to_str().unwrap().to_owned()).collect()
        };
        let query = "source=fb&medium=partners";
        assert_eq!(
            set("cookie_choice=allowed", query, false),
            ["placard_source=source%3Dfb%26medium%3Dpartners; Path=/; Max-Age=34560000; SameSite=Lax; Secure"]
        );
        assert_eq!(set("cookie_choice=refused", query, false), [""; 0]);
        assert_eq!(set("a=b", query, false), [""; 0], "not asked yet");
        assert_eq!(set("cookie_choice=allowed; placard_source=x", query, false), [""; 0], "the first one stays");
        assert_eq!(set("cookie_choice=allowed", "page=2", false), [""; 0]);
        assert_eq!(set("a=b", "", true), ["locale=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure"]);
        assert_eq!(set("a=b; locale=en", "", true), [""; 0]);
        assert_eq!(
            set("cookie_choice=allowed", "x=1&r=t7k2m9", false),
            ["placard_referral=t7k2m9; Path=/; Max-Age=2592000; SameSite=Lax; Secure"]
        );
        assert_eq!(set("cookie_choice=refused", "r=t7k2m9", false), [""; 0]);
        assert_eq!(set("cookie_choice=allowed; placard_referral=a", "r=t7k2m9", false), [""; 0], "the first one stays");
        for odd in ["r=", "r=a%3B", "r=a%0Ab", &format!("r={}", "a".repeat(33))] {
            assert_eq!(set("cookie_choice=allowed", odd, false), [""; 0], "{odd}");
        }
    }
}
