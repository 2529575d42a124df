//! What a fetched page says of the tag: its script, its places, and what its policies refuse.

use content_security_policy::{
    CspList, Destination, Initiator, ParserMetadata, Policy, PolicyDisposition, PolicySource, Request,
};
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use placard_model::BlockId;
use placard_model::settings::Tag;
use url::{Position, Url};

/// Things of each kind that are told of a page.
const FOUND_MAX: usize = 20;
/// Characters of an attribute that are told.
const TEXT_CHARS_MAX: usize = 200;
/// Policies that are looked at.
const POLICIES_MAX: usize = 20;
/// Bytes of a policy of the page that are looked at: reading one takes time by the square of its directives, of which a header's
/// bounds allow no more either.
const POLICY_BYTES_MAX: usize = 4_096;

/// Where the script and its places may be, under all names that pages may have.
pub(super) struct Names<'a> {
    /// Hosts, with their ports, that serve the script; the one of today first.
    hosts: [&'a str; 2],
    /// Hosts that served it once. Whether they lead here still is not the network's to say: it may have let them go.
    former_hosts: Vec<&'a str>,
    paths: Vec<&'a str>,
    /// The one of today first.
    attributes: Vec<&'a str>,
    /// The path of today.
    path: &'a str,
}

impl<'a> Names<'a> {
    /// By the settings in force: the host of the script, and that of the network's own address, which always serves it too.
    pub(super) fn new(domain: &'a str, own: &'a str, tag: &'a Tag) -> Self {
        let (paths, attributes) = (vec![tag.path.as_str()], vec![tag.attribute.as_str()]);
        let mut names = Self { hosts: [domain, own], former_hosts: Vec::new(), paths, attributes, path: &tag.path };
        for former in &tag.former {
            if !former.domain.is_empty() {
                names.former_hosts.push(&former.domain);
            }
            if !names.paths.contains(&former.path.as_str()) {
                names.paths.push(&former.path);
            }
            if !names.attributes.contains(&former.attribute.as_str()) {
                names.attributes.push(&former.attribute);
            }
        }
        names
    }

    fn script_of(&self, page: &Url) -> Option<Url> {
        page.join(&format!("//{}/{}", self.hosts[0], self.path)).ok()
    }
}

/// A script of ours on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    pub(super) url: Url,
    nonce: String,
    /// It comes from the network's own host.
    pub(super) is_ours: bool,
    /// It comes from a host that was the network's script's once.
    pub(super) is_former: bool,
    pub(super) waits: bool,
}

/// What a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    /// Scripts that may be the tag.
    pub(super) scripts: Vec<Script>,
    /// Places of the block that is checked.
    pub(super) places: usize,
    /// An attribute that names the block and is none of ours.
    pub(super) wrong_attribute: Option<String>,
    /// The lines of ours, as they were found.
    pub(super) lines: Vec<String>,
    /// Policies in the page itself.
    policies: Vec<String>,
}

/// Something that a policy refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PolicyRefusal {
    /// What is refused, in words.
    pub(super) what: &'static str,
    /// The directive that does it, as it stands there.
    pub(super) directive: String,
    /// The directive that would allow it.
    pub(super) mended: String,
}

fn text(element: &StartTag<()>, name: &str) -> Option<String> {
    let value = element.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).trim().chars().take(TEXT_CHARS_MAX).collect())
}

impl Page {
    /// The script that is told of: one from the network's own host, where there is one.
    pub(super) fn script(&self) -> Option<&Script> {
        let of = |is: fn(&Script) -> bool| self.scripts.iter().find(|script| is(script));
        of(|script| script.is_ours).or_else(|| of(|script| script.is_former)).or(self.scripts.first())
    }

    /// Reads a page: what stands in comments and in scripts is not on it.
    pub(super) fn read(html: &[u8], address: &Url, names: &Names<'_>, block: BlockId) -> Self {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let (mut page, mut base, mut has_base) = (Self::default(), address.clone(), false);
        for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
            let Token::StartTag(element) = token else { continue };
            match element.name.as_slice() {
                // The first one counts (HTML 4.2.3).
                b"base" if !has_base => {
                    let href = text(&element, "href");
                    has_base = href.is_some();
                    base = href.and_then(|href| base.join(&href).ok()).unwrap_or(base);
                }
                b"script" => page.read_script(&element, &base, names),
                b"meta" => {
                    let is_policy = text(&element, "http-equiv")
                        .is_some_and(|name| name.eq_ignore_ascii_case("content-security-policy"));
                    let policy = element.attributes.get(b"content".as_slice()).filter(|_| is_policy);
                    if let Some(policy) = policy.filter(|_| page.policies.len() < POLICIES_MAX) {
                        let read = &policy[..policy.len().min(POLICY_BYTES_MAX)];
                        page.policies.push(String::from_utf8_lossy(read).into_owned());
                    }
                }
                _ => {}
            }
            page.read_place(&element, names, block);
        }
        page
    }

    fn read_script(&mut self, element: &StartTag<()>, base: &Url, names: &Names<'_>) {
        let Some(src) = text(element, "src") else { return };
        let Ok(url) = base.join(&src) else { return };
        let host = &url[Position::BeforeHost..Position::AfterPort];
        let [is_ours, is_former] = [names.hosts.as_slice(), names.former_hosts.as_slice()]
            .map(|hosts| hosts.iter().any(|one| host.eq_ignore_ascii_case(one)));
        let has_path = names.paths.contains(&url.path().trim_start_matches('/'));
        if !has_path || self.scripts.len() >= FOUND_MAX {
            return;
        }
        let [is_async, defers] = ["async", "defer"].map(|name| text(element, name).is_some());
        let word = if is_async {
            " async"
        } else if defers {
            " defer"
        } else {
            ""
        };
        self.lines.push(format!("<script{word} src=\"{src}\"></script>"));
        let nonce = text(element, "nonce").unwrap_or_default();
        self.scripts.push(Script {
            url,
            nonce,
            is_ours,
            is_former: is_former && !is_ours,
            waits: !is_async && !defers,
        });
    }

    fn read_place(&mut self, element: &StartTag<()>, names: &Names<'_>, block: BlockId) {
        let name = String::from_utf8_lossy(&element.name);
        let known = names.attributes.iter().find_map(|attribute| Some((*attribute, text(element, attribute)?)));
        if let Some((attribute, value)) = known {
            self.places += usize::from(value == block.to_string());
            if self.lines.len() < FOUND_MAX {
                self.lines.push(format!("<{name} {attribute}=\"{value}\"></{name}>"));
            }
            return;
        }
        let block = block.to_string();
        let wrong = element
            .attributes
            .iter()
            .find(|(name, value)| name.starts_with(b"data-") && String::from_utf8_lossy(value).trim() == block);
        if let Some((name, _)) = wrong.filter(|_| self.wrong_attribute.is_none()) {
            self.wrong_attribute = Some(String::from_utf8_lossy(name).chars().take(TEXT_CHARS_MAX).collect());
        }
    }

    /// What the policies of the page and of its headers refuse of what the tag does: load its script, ask for ads, show
    /// pictures. Its styles are constructed ones, which no policy is asked about.
    pub(super) fn refusals(&self, address: &Url, headers: &[String], names: &Names<'_>) -> Vec<PolicyRefusal> {
        let mut policies = CspList(Vec::new());
        let enforced = PolicyDisposition::Enforce;
        for header in headers.iter().take(POLICIES_MAX) {
            policies.append(CspList::parse(header, PolicySource::Header, enforced));
        }
        for policy in self.policies.iter().take(POLICIES_MAX) {
            policies.push(Policy::parse(policy, PolicySource::Meta, enforced));
        }
        let found = self.script();
        let Some(script) = found.map(|script| script.url.clone()).or_else(|| names.script_of(address)) else {
            return Vec::new();
        };
        let nonce = found.map(|script| script.nonce.clone()).unwrap_or_default();
        let origin = script.origin().ascii_serialization();
        let at = |path: &str| script.join(path).unwrap_or_else(|_| script.clone());
        let asked = [
            ("the script", script.clone(), Destination::Script, ["script-src-elem", "script-src", "default-src"]),
            ("the request for ads", at("/d/ads"), Destination::None, ["connect-src", "connect-src", "default-src"]),
            ("the pictures", at("/m/picture.webp"), Destination::Image, ["img-src", "img-src", "default-src"]),
        ];
        let mut refusals = Vec::new();
        for (what, url, destination, directives) in asked {
            let request = Request {
                current_url: url.clone(),
                url,
                origin: address.origin(),
                redirect_count: 0,
                destination,
                initiator: Initiator::None,
                nonce: if destination == Destination::Script { nonce.clone() } else { String::new() },
                integrity_metadata: String::new(),
                parser_metadata: ParserMetadata::ParserInserted,
            };
            for violation in policies.should_request_be_blocked(&request).1 {
                let of = |name: &&str| violation.policy.directive_set.iter().find(|directive| directive.name == **name);
                let Some(directive) = directives.iter().find_map(of) else { continue };
                let values: Vec<&str> =
                    directive.value.iter().map(String::as_str).filter(|value| *value != "'none'").collect();
                // What everything else was allowed by stays as it is: a directive of its own begins as a copy.
                let name = if directive.name == "default-src" { directives[1] } else { directive.name.as_str() };
                refusals.push(PolicyRefusal {
                    what,
                    directive: short(&directive.to_string()),
                    mended: short(&[&[name], values.as_slice(), &[&origin]].concat().join(" ")),
                });
            }
        }
        refusals.truncate(FOUND_MAX);
        refusals
    }
}

/// A directive as it is told: the address of the network, at its end, is always there.
fn short(text: &str) -> String {
    let chars = text.chars().count();
    if chars <= 2 * TEXT_CHARS_MAX {
        return text.to_owned();
    }
    let (first, last): (String, String) =
        (text.chars().take(TEXT_CHARS_MAX).collect(), text.chars().skip(chars - TEXT_CHARS_MAX).collect());
    format!("{first} … {last}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::settings::FormerTag;

    fn tag() -> Tag {
        let [path, attribute, domain] = ["old.js", "data-old", "old.test:8443"].map(str::to_owned);
        let former = FormerTag { path, attribute, domain };
        Tag { former: vec![former], ..Tag::default() }
    }

    fn read(html: &str) -> Page {
        let address = Url::parse("https://daily.test/news/").unwrap();
        Page::read(html.as_bytes(), &address, &Names::new("ads.test", "placard.test", &tag()), BlockId(7))
    }

    #[test]
    fn a_page_that_wants_to_be_read_for_ever_is_read_in_parts() {
        let directives: String = (0..10_000).fold(String::new(), |all, number| all + &format!("a{number};"));
        let meta = format!("<meta http-equiv=content-security-policy content='{directives}'>");
        let page = read(&meta.repeat(2 * POLICIES_MAX));
        assert_eq!(page.policies.len(), POLICIES_MAX);
        assert!(page.policies.iter().all(|policy| policy.len() <= POLICY_BYTES_MAX));
        let page = read("<base href='https://ads.test/'><base href='/x/'><script src='p.js'></script>");
        assert!(page.scripts[0].is_ours, "{page:?}");
    }

    #[test]
    fn the_tag_is_found_where_a_browser_would_find_it() {
        let check = |html: &str, scripts: usize, places: usize, wrong: Option<&str>| {
            let page = read(html);
            let found = (page.scripts.len(), page.places, page.wrong_attribute.as_deref());
            assert_eq!(found, (scripts, places, wrong), "{html}: {page:?}");
        };
        check(r#"<script async src="//ads.test/p.js"></script><div data-placard="7"></div>"#, 1, 1, None);
        check(r#"<SCRIPT SRC='https://ads.test/p.js?v=1' ></SCRIPT><p DATA-PLACARD=" 7 ">"#, 1, 1, None);
        check(r#"<script src="//ads.test/old.js"></script><div data-old="7"></div><b data-placard=7>"#, 1, 2, None);
        check(r#"<base href="https://ads.test/"><script src="p.js"></script>"#, 1, 0, None);
        check(r#"<!-- <script src="//ads.test/p.js"></script><div data-placard="7"></div> -->"#, 0, 0, None);
        check(r#"<script>'<script src="//ads.test/p.js"><div data-placard="7">'</script>"#, 0, 0, None);
        check(r#"<div data-placard="70"></div><div data-place="7"></div>"#, 0, 0, Some("data-place"));
        check(r#"<script src="https://cdn.daily.test/p.js"></script>"#, 1, 0, None);
        check("<script src='//ads.test/p.text-icon.js'></script><script src='//['></script>", 0, 0, None);
        for (src, is_ours, is_former) in [
            ("//ads.test/p.js", true, false),
            ("//placard.test/p.js", true, false),
            ("//OLD.test:8443/old.js", false, true),
            ("//old.test/p.js", false, false),
            ("//cdn.daily.test/p.js", false, false),
        ] {
            let page = read(&format!("<script src='//x.test/p.js'></script><script src='{src}'></script>"));
            let script = &page.scripts[1];
            assert_eq!((script.is_ours, script.is_former), (is_ours, is_former), "{src}");
            assert_eq!(page.script(), page.scripts.get(usize::from(is_ours || is_former)), "{src}");
        }
        check("\u{0}<<<div data-placard=7", 0, 0, None);
        let page = read(&r#"<script src="//ads.test/p.js"></script><i data-placard="1">"#.repeat(1_000));
        assert!(page.scripts.len() <= FOUND_MAX && page.lines.len() <= 2 * FOUND_MAX);
    }

    #[test]
    fn policies_are_read_as_browsers_read_them() {
        let script = r#"<script async nonce="abc" src="//ads.test/p.js"></script>"#;
        let check = |header: &str, meta: &str, expected: &[(&str, &str, &str)]| {
            let html = format!("<meta http-equiv='Content-Security-Policy' content=\"{meta}\">{script}");
            let address = Url::parse("https://daily.test/").unwrap();
            let found =
                read(&html).refusals(&address, &[header.to_owned()], &Names::new("ads.test", "placard.test", &tag()));
            let found: Vec<_> =
                found.iter().map(|one| (one.what, one.directive.as_str(), one.mended.as_str())).collect();
            assert_eq!(found, expected, "{header} and {meta}");
        };
        check("", "", &[]);
        check("default-src https:", "", &[]);
        check("script-src ads.test; connect-src *; img-src https://ads.test", "", &[]);
        check("script-src 'nonce-abc'", "", &[]);
        check("script-src 'strict-dynamic' 'nonce-abc'; img-src 'self' https://*.test", "", &[]);
        check("frame-ancestors 'none'; style-src 'self'", "", &[]);
        check(
            "script-src 'nonce-other'",
            "",
            &[("the script", "script-src 'nonce-other'", "script-src 'nonce-other' https://ads.test")],
        );
        check(
            "img-src 'self'",
            "connect-src 'none'",
            &[
                ("the request for ads", "connect-src 'none'", "connect-src https://ads.test"),
                ("the pictures", "img-src 'self'", "img-src 'self' https://ads.test"),
            ],
        );
        check(
            "default-src 'self'",
            "",
            &[
                ("the script", "default-src 'self'", "script-src 'self' https://ads.test"),
                ("the request for ads", "default-src 'self'", "connect-src 'self' https://ads.test"),
                ("the pictures", "default-src 'self'", "img-src 'self' https://ads.test"),
            ],
        );
    }
}
