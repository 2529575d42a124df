//! Pre-rendered pages: the build leaves places in double braces, filled here with settings and texts. What was filled is
//! kept until the texts, the settings or the file change.

use super::declared::{Declared, Drawn, Page};
use super::files::Files;
use anyhow::{Context as _, Result};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use parking_lot::RwLock;
use placard_api::site::fill;
use placard_api::staff::network::texts::{TextEntry, TextResource};
use placard_api::state::Api;
use placard_api::texts::{Edition, Text, TextKind};
use placard_model::UnixMs;
use rust_embed::EmbeddedFile;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// What the build says of all pages.
const DECLARED: &str = "pages.json";
/// Every page has a second address that begins so.
const PREFIX: &str = "/en";
/// Filled pages that are kept; there are fewer pages than this.
const PAGES_MAX: usize = 1_000;

/// A filled page.
struct Made {
    /// Of which editions of the texts and the settings.
    editions: (u64, u64),
    /// SHA-256 of the file that it was made from.
    source: [u8; 32],
    body: Bytes,
    etag: String,
}

/// The application's pages, and what was filled of them.
#[derive(Default)]
pub struct Pages {
    declared: Declared,
    made: RwLock<HashMap<String, Arc<Made>>>,
}

impl Pages {
    /// Reads what the build says of its pages; a server without the web application has none.
    ///
    /// # Errors
    /// Fails when another build has written that.
    pub fn load() -> Result<Self> {
        let Some(file) = Files::get(DECLARED) else { return Ok(Self::default()) };
        let declared = Declared::read(&file.data).with_context(|| format!("{DECLARED} of the web application"))?;
        Ok(Self { declared, ..Self::default() })
    }

    /// The page at a path (without `/en`); none for an article that there is not.
    pub(super) fn find(&self, api: &Api, path: &str) -> Option<&Page> {
        let page = self.declared.find(path)?;
        let is_article = page.drawn.as_ref().is_some_and(|drawn| drawn.is_article);
        (!is_article || self.text_of(&api.texts.current(), path).is_some()).then_some(page)
    }

    /// The patterns of all pages.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.declared.patterns()
    }

    /// The pages for search engines.
    pub(super) fn listed(&self) -> impl Iterator<Item = &Drawn> {
        self.declared.drawn().filter(|drawn| drawn.is_listed)
    }

    /// The path of a help article.
    pub(super) fn article(&self, slug: &str) -> String {
        self.declared.article(slug)
    }

    /// The text that a page shows.
    fn text_of<'a>(&self, edition: &'a Edition, path: &str) -> Option<&'a Arc<Text>> {
        let drawn = self.declared.find(path)?.drawn.as_ref()?;
        if drawn.is_article {
            let (_, slug) = path.rsplit_once('/')?;
            return edition.get(slug).filter(|text| text.kind == TextKind::Help);
        }
        edition.get(drawn.text.as_deref()?)
    }

    /// Answers with a page, made from a file.
    pub(super) fn answer(
        &self,
        api: &Api,
        page: Address<'_>,
        file: &EmbeddedFile,
        headers: &HeaderMap,
        status: StatusCode,
    ) -> Response {
        let made = self.get(api, page, file);
        let common = [(header::ETAG, made.etag.as_str()), (header::CACHE_CONTROL, "no-cache")];
        // A page that is not there is told so each time.
        if status == StatusCode::OK && is_known(headers, &made.etag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        (status, common, [(header::CONTENT_TYPE, kind)], Body::from(made.body.clone())).into_response()
    }

    fn get(&self, api: &Api, page: Address<'_>, file: &EmbeddedFile) -> Arc<Made> {
        let edition = api.texts.current();
        let editions = (edition.number, api.settings.edition());
        let source = file.metadata.sha256_hash();
        let is_fresh = |made: &&Arc<Made>| made.editions == editions && made.source == source;
        let key = format!("{}{}", if page.is_prefixed { PREFIX } else { "" }, page.path);
        if let Some(made) = self.made.read().get(&key).filter(is_fresh) {
            return made.clone();
        }
        let template = String::from_utf8_lossy(&file.data);
        let filled = self.fill_from(api, &edition, page.path, &template);
        let body = if page.is_prefixed { prefix_links(&filled, &self.declared) } else { filled.into_owned() };
        let etag = etag(&Sha256::digest(body.as_bytes()).into());
        let made = Arc::new(Made { editions, source, body: body.into(), etag });
        let mut all = self.made.write();
        if all.len() >= PAGES_MAX {
            all.clear();
        }
        all.insert(key, made.clone());
        made
    }

    /// Fills the places of a page that was drawn for a path (without `/en`): `{{site.name}}`, `{{text.html}}` and so on.
    /// Values are escaped; a place for which there is no value stays.
    pub fn fill(&self, api: &Api, path: &str, template: &str) -> String {
        self.fill_from(api, &api.texts.current(), path, template).into_owned()
    }

    fn fill_from<'a>(&self, api: &Api, edition: &Edition, path: &str, template: &'a str) -> Cow<'a, str> {
        let site = api.site();
        let values = site.values();
        let text = self.text_of(edition, path);
        fill(template, |name| {
            let value = match name {
                "origin" => escape(&site.origin),
                "path" => escape(path),
                "site.json" => json(&site),
                "help.html" => help_list(self, edition),
                "help.json" => json(&entries(edition)),
                "text.html" => text?.rendered().html.clone(),
                "text.json" => json(&TextResource::new(text?)),
                "text.title" => escape(&text?.title),
                "text.description" => escape(&text?.description),
                "text.section" => escape(&text?.section),
                "text.slug" => escape(&text?.slug),
                "text.updated" => day(text?.updated_at),
                _ => escape(values.get(name.strip_prefix("site.")?)?),
            };
            Some(Cow::Owned(value))
        })
    }
}

/// The page that was asked for.
#[derive(Clone, Copy)]
pub(super) struct Address<'a> {
    /// Its path without `/en`.
    pub path: &'a str,
    /// It was asked for with `/en`: so are the pages that it leads to.
    pub is_prefixed: bool,
}

/// Puts `/en` before the paths of this application's pages in all links.
fn prefix_links(html: &str, pages: &Declared) -> String {
    const LINK: &str = "<a ";
    const HREF: &str = "href=\"";
    let mut made = String::with_capacity(html.len() + 1_024);
    let mut parts = html.split(LINK);
    made.push_str(parts.next().unwrap_or_default());
    for part in parts {
        made.push_str(LINK);
        let tag_end = part.find('>').unwrap_or(part.len());
        let Some(start) = part.find(HREF).map(|at| at + HREF.len()).filter(|start| *start < tag_end) else {
            made.push_str(part);
            continue;
        };
        let (before, rest) = part.split_at(start);
        let path_end = rest.find(['"', '?', '#']).unwrap_or(rest.len());
        let (path, after) = rest.split_at(path_end);
        let (prefix, path) = match path {
            "/" => (PREFIX, ""),
            path if pages.find(path).is_some() => (PREFIX, path),
            path => ("", path),
        };
        for piece in [before, prefix, path, after] {
            made.push_str(piece);
        }
    }
    made
}

fn entries(edition: &Edition) -> Vec<TextEntry> {
    edition.list(Some(TextKind::Help)).iter().map(|text| TextEntry::new(text, None)).collect()
}

/// Links to all help articles, by section.
fn help_list(pages: &Pages, edition: &Edition) -> String {
    let mut html = String::new();
    let mut section: Option<String> = None;
    for text in edition.list(Some(TextKind::Help)) {
        if section.as_ref() != Some(&text.section) {
            if section.is_some() {
                html.push_str("</ul></section>");
            }
            let _ = write!(html, "<section><h2>{}</h2><ul>", escape(&text.section));
            section = Some(text.section.clone());
        }
        let (title, description) = (escape(&text.title), escape(&text.description));
        let _ = write!(html, "<li><a href=\"{}\">{title}</a><p>{description}</p></li>", pages.article(&text.slug));
    }
    if section.is_some() {
        html.push_str("</ul></section>");
    }
    html
}

/// Text for element content and attribute values.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON for the inside of a `<script>` of data: nothing in it can end the element.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}

/// `21 Nov 2026`, as the application writes days.
fn day(at: UnixMs) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let text = at.to_string();
    let number = |range: std::ops::Range<usize>| text.get(range).and_then(|digits| digits.parse::<usize>().ok());
    match (number(8..10), number(5..7).and_then(|month| MONTHS.get(month.wrapping_sub(1))), text.get(..4)) {
        (Some(day), Some(month), Some(year)) => format!("{day} {month} {year}"),
        _ => text,
    }
}

/// The tag of content by its hash.
pub(super) fn etag(hash: &[u8; 32]) -> String {
    let mut etag = String::from("\"");
    for byte in &hash[..8] {
        let _ = write!(etag, "{byte:02x}");
    }
    etag.push('"');
    etag
}

/// Whether the browser has this content already. The compression layer weakens the tag of what it compresses.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|known| known.contains(etag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::declared::tests::declared;

    #[test]
    fn links_to_pages_get_the_prefix() {
        let declared = declared();
        let check = |html: &str, expected: &str| assert_eq!(prefix_links(html, &declared), expected);
        check("<p>/about</p>", "<p>/about</p>");
        check(r#"<a class="x" href="/about">A</a>"#, r#"<a class="x" href="/en/about">A</a>"#);
        check(r#"<a href="/">A</a> <a href="/?a=b#c">B</a>"#, r#"<a href="/en">A</a> <a href="/en?a=b#c">B</a>"#);
        check(r#"<a href="/helpCenter/tag#code">A</a>"#, r#"<a href="/en/helpCenter/tag#code">A</a>"#);
        // These have one address only, or are not ours.
        for html in [
            r#"<a href="/api/openapi.json">A</a>"#,
            r#"<a href="/demo">A</a>"#,
            r#"<a href="//evil.example/about">A</a>"#,
            r##"<a href="#top">A</a>"##,
            r#"<a name="x">A</a><link href="/about">"#,
            r"<a ",
        ] {
            check(html, html);
        }
    }

    #[test]
    fn values_cannot_break_out() {
        assert_eq!(escape("<a href=\"x\" b='y'>&"), "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
        assert_eq!(json(&"</script><!--"), "\"\\u003c/script>\\u003c!--\"");
        assert_eq!(day(UnixMs::parse("2026-03-09T12:00:00Z").unwrap()), "9 Mar 2026");
    }
}
