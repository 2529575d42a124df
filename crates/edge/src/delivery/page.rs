//! Which page a request comes from.

use super::caller::text;
use axum::http::{HeaderMap, header};
use std::borrow::Cow;

/// The longest page address that is looked at, in bytes.
const PAGE_BYTES_MAX: usize = 4096;
/// The longest host that is told to people, in characters: that of a name in the DNS (RFC 1035, 2.3.4). Pages can say anything.
const SHOWN_HOST_CHARS_MAX: usize = 253;

/// The page of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page<'a> {
    /// Its host, lower case, without port; empty when nothing tells it.
    pub(super) host: Cow<'a, str>,
    /// The browser told it, by Origin or Referer; not the page itself.
    pub(super) attested: bool,
}

impl<'a> Page<'a> {
    /// By the headers, else by what the page says of itself.
    pub(super) fn of(headers: &'a HeaderMap, told: &'a str) -> Self {
        for name in [header::ORIGIN, header::REFERER] {
            let host = host(text(headers, name));
            if !host.is_empty() {
                return Self { host, attested: true };
            }
        }
        Self { host: framed(told).unwrap_or_else(|| host(told)), attested: false }
    }

    /// Host and path, without query and fragment: at most so many characters, none of them a control character. `told` is
    /// what the page says of itself, and says the path only of the same host.
    pub(super) fn without_query(&self, told: &str, chars_max: usize) -> String {
        let told = &told[..told.floor_char_boundary(PAGE_BYTES_MAX)];
        let path = if host(told) == self.host { path(told) } else { "" };
        self.host.chars().chain(path.chars()).filter(|c| !c.is_control()).take(chars_max).collect()
    }

    /// Its host as people are told of it, cut where it cannot be one.
    pub(super) fn shown_host(&self) -> &str {
        let end = self.host.char_indices().nth(SHOWN_HOST_CHARS_MAX).map_or(self.host.len(), |(end, _)| end);
        &self.host[..end]
    }

    /// Whether the page is on a site, as far as it is known.
    pub(super) fn is_on(&self, domain: &str) -> bool {
        self.host.is_empty() || is_host_of(&self.host, domain)
    }
}

/// Whether a host is that of a site, or of a subdomain of it.
pub fn is_host_of(host: &str, domain: &str) -> bool {
    host.strip_suffix(site_host(domain)).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The site that a frame of ours stands on, as its address says: such a frame has no origin, and sends no Referer.
fn framed(told: &str) -> Option<Cow<'_, str>> {
    path(told).strip_prefix(super::frame::PREFIX)?;
    let (_, site) = told.split_once("?on=")?;
    let is_name = site.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    is_name.then(|| Cow::Owned(site.to_ascii_lowercase()))
}

/// The path of an http(s) address; empty for anything else.
fn path(address: &str) -> &str {
    let Some((_, rest)) = address.split_once("://") else { return "" };
    let rest = &rest[rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len())..];
    rest.split(['?', '#']).next().unwrap_or_default()
}

/// The host of a site's domain: pages of `example.com` belong to a site that was entered as `www.example.com`.
pub(crate) fn site_host(domain: &str) -> &str {
    domain.strip_prefix("www.").unwrap_or(domain)
}

/// The host of an http(s) address, lower case, without port; empty for anything else.
pub fn host(address: &str) -> Cow<'_, str> {
    let address = &address[..address.floor_char_boundary(PAGE_BYTES_MAX)];
    let Some((scheme, rest)) = address.split_once("://") else { return Cow::Borrowed("") };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Cow::Borrowed("");
    }
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let host = host.trim_end_matches('.');
    if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(host.to_ascii_lowercase())
    } else {
        Cow::Borrowed(host)
    }
}

/// A short hash of a page's address without its fragment (FNV-1a): tells pages apart in tokens, nothing more.
pub(super) fn page_hash(address: &str) -> u32 {
    let address = address.split('#').next().unwrap_or_default();
    address.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_from_addresses() {
        let check = |address: &str, expected: &str| assert_eq!(host(address), expected, "{address}");
        check("https://Example.com:8443/a?b#c", "example.com");
        check("http://user:pass@example.com/", "example.com");
        check("https://example.com.", "example.com");
        check("http://[2001:db8::1]:80/", "2001:db8::1");
        check("https://evil.test\\@example.com/", "evil.test");
        check("https://example.com?@evil.test", "example.com");
        for nothing in ["", "null", "example.com", "file:///etc/passwd", "javascript://example.com/%0a", "https://"] {
            check(nothing, "");
        }
        check(&format!("https://{}", "ü".repeat(5000)), &"ü".repeat(2044));
    }

    #[test]
    fn the_browser_is_believed_before_the_page() {
        let check = |origin: &str, referer: &str, told: &str, expected: (&str, bool)| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(header::ORIGIN, origin), (header::REFERER, referer)] {
                if !value.is_empty() {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            let page = Page::of(&headers, told);
            assert_eq!((page.host.as_ref(), page.attested), expected, "{origin} {referer} {told}");
        };
        check("https://a.test", "https://b.test/x", "https://c.test", ("a.test", true));
        check("null", "https://b.test/x", "https://c.test", ("b.test", true));
        check("", "", "https://c.test/x", ("c.test", false));
        check("", "", "", ("", false));
        // A frame of ours says where it stands, and only where no header does.
        let frame = "https://ads.test/d/frame/7?on=Site.test";
        check("null", "", frame, ("site.test", false));
        check("https://b.test", "", frame, ("b.test", true));
        check("", "", "https://ads.test/d/frame/7", ("ads.test", false));
        check("", "", "https://ads.test/?/d/frame/7?on=site.test", ("ads.test", false));
        check("", "", "https://ads.test/d/frame/7?on=a@site.test", ("ads.test", false));
    }

    #[test]
    fn samples_know_a_page_without_its_query() {
        let check = |host: &str, told: &str, expected: &str| {
            let page = Page { host: host.into(), attested: true };
            assert_eq!(page.without_query(told, 30), expected, "{told} on {host}");
        };
        check("a.test", "https://a.test/news/1?user=7#top", "a.test/news/1");
        check("a.test", "https://A.test:8080", "a.test");
        check("a.test", "https://a.test?secret=/x", "a.test");
        check("a.test", "https://b.test/elsewhere", "a.test");
        check("a.test", "https://a.test/\u{0}\nx", "a.test/x");
        check("a.test", &format!("https://a.test/{}", "ü".repeat(50)), &format!("a.test/{}", "ü".repeat(23)));
        check("", "", "");
    }

    #[test]
    fn people_are_told_no_longer_hosts_than_there_are() {
        let page = Page { host: "ü".repeat(2_000).into(), attested: false };
        assert_eq!(page.shown_host().chars().count(), SHOWN_HOST_CHARS_MAX);
        assert_eq!(Page { host: "a.test".into(), attested: true }.shown_host(), "a.test");
    }

    #[test]
    fn pages_belong_to_sites() {
        let check = |host: &str, domain: &str, expected: bool| {
            let page = Page { host: host.into(), attested: true };
            assert_eq!(page.is_on(domain), expected, "{host} on {domain}");
        };
        check("example.com", "example.com", true);
        check("news.example.com", "example.com", true);
        check("example.com", "www.example.com", true);
        check("badexample.com", "example.com", false);
        check("example.com.evil.test", "example.com", false);
        check("", "example.com", true);
    }
}
