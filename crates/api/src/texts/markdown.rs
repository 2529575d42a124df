//! Markdown to HTML that is safe whoever wrote it: HTML in it is shown as text, links lead to http, https, mail, or
//! inside this site.

use crate::site::SiteValues;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html};
use std::collections::HashSet;

/// A rendered body.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// Safe HTML. Headings have ids.
    pub html: String,
    /// The words without marks, for snippets.
    pub plain: String,
    /// The same in lower case, for the search.
    pub plain_lower: String,
    /// The headings' words.
    pub headings: Vec<String>,
    /// Where its links lead.
    pub links: Vec<String>,
}

impl Rendered {
    /// The words around the first place of `word` (in lower case).
    pub fn snippet(&self, word: &str, side_chars: usize) -> Option<String> {
        let at = self.plain_lower.find(word)?;
        // Lower case may have other lengths: count characters, not bytes.
        let before = self.plain_lower[..at].chars().count();
        let chars: Vec<char> = self.plain.chars().collect();
        let (mut from, mut to) =
            (before.saturating_sub(side_chars), (before + word.chars().count() + side_chars).min(chars.len()));
        from = from.min(chars.len());
        // Whole words at both ends.
        while from > 0 && from < chars.len() && !chars[from - 1].is_whitespace() {
            from += 1;
            if from >= before.min(chars.len()) {
                break;
            }
        }
        while to < chars.len() && to > from && !chars[to].is_whitespace() {
            to -= 1;
        }
        let words: String = chars.get(from..to)?.iter().collect();
        let start = if from > 0 { "… " } else { "" };
        let end = if to < chars.len() { " …" } else { "" };
        Some(format!("{start}{}{end}", words.trim()))
    }
}

/// Renders a body; `{{site.<key>}}` in it is replaced by the network's settings, `{{limit.<name>}}` by limits.
pub fn render(body: &str, values: &SiteValues) -> Rendered {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let parsed = Parser::new_ext(body, options).map(|event| match event {
        // Whoever writes HTML here sees it as text.
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut made = Rendered::default();
    let mut events: Vec<Event<'_>> = Vec::new();
    // Where the open heading's start stands among the events, and the words of it so far.
    let mut heading: Option<(usize, String)> = None;
    let mut ids = HashSet::new();
    // Whether each open link is kept.
    let mut kept: Vec<bool> = Vec::new();
    for event in TextMergeStream::new(parsed) {
        let event = match event {
            Event::Text(text) => Event::Text(filled(text, values)),
            Event::Code(text) => Event::Code(filled(text, values)),
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((events.len(), String::new()));
                // The page has its own first heading.
                let level = if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level };
                Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() })
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((start, words)) = heading.take() {
                    name_heading(&mut events, start, &words, &mut ids);
                    made.headings.push(words);
                }
                Event::End(TagEnd::Heading(if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level }))
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = filled_url(dest_url, values);
                let keep = is_safe(&dest_url);
                kept.push(keep);
                if !keep {
                    continue;
                }
                made.links.push(dest_url.to_string());
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            Event::End(TagEnd::Link) => {
                if kept.pop() != Some(true) {
                    continue;
                }
                Event::End(TagEnd::Link)
            }
            // Pictures would load something: their words stand instead.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => continue,
            other => other,
        };
        note_words(&event, &mut made.plain, heading.as_mut().map(|(_, words)| words));
        events.push(event);
    }
    html::push_html(&mut made.html, events.into_iter());
    made.plain = made.plain.split_whitespace().collect::<Vec<_>>().join(" ");
    made.plain_lower = made.plain.to_lowercase();
    made
}

fn filled<'a>(text: CowStr<'a>, values: &SiteValues) -> CowStr<'a> {
    if text.contains("{{") { CowStr::from(values.fill(&text).into_owned()) } else { text }
}

/// A link's address; Markdown has percent-encoded nothing yet.
fn filled_url<'a>(url: CowStr<'a>, values: &SiteValues) -> CowStr<'a> {
    filled(url, values)
}

/// http, https, mail, a path of this site, or a place on the same page.
fn is_safe(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    let is_absolute = ["https://", "http://", "mailto:"].iter().any(|start| lower.starts_with(start));
    // `//host` and `/\host` lead elsewhere in browsers.
    let is_path = url.starts_with('/') && !matches!(url.as_bytes().get(1), Some(b'/' | b'\\'));
    (is_absolute || is_path || url.starts_with('#')) && !url.chars().any(char::is_control)
}

fn note_words(event: &Event<'_>, plain: &mut String, heading: Option<&mut String>) {
    match event {
        Event::Text(text) | Event::Code(text) => {
            plain.push_str(text);
            if let Some(words) = heading {
                words.push_str(text);
            }
        }
        Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Strikethrough | TagEnd::Link) => {}
        Event::SoftBreak | Event::HardBreak | Event::End(_) => plain.push(' '),
        _ => {}
    }
}

/// Gives a heading an id from its words: `#what-is-counted`.
fn name_heading(events: &mut [Event<'_>], start: usize, words: &str, ids: &mut HashSet<String>) {
    let mut id = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            id.push(c);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let base = id.trim_end_matches('-').to_owned();
    let base = if base.is_empty() { "part".to_owned() } else { base };
    let mut name = base.clone();
    let mut number = 1;
    while !ids.insert(name.clone()) {
        number += 1;
        name = format!("{base}-{number}");
    }
    if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(start) {
        *id = Some(CowStr::from(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> SiteValues {
        SiteValues::new([("name", "A & B".to_owned()), ("hold_days", "7".to_owned())])
    }

    #[test]
    fn markdown_becomes_safe_html() {
        let check = |body: &str, expected: &str| assert_eq!(render(body, &values()).html.trim(), expected, "{body}");
        check("*a* **b** `c<d`", "<p><em>a</em> <strong>b</strong> <code>c&lt;d</code></p>");
        check("# Top\n## Top", "<h2 id=\"top\">Top</h2>\n<h2 id=\"top-2\">Top</h2>");
        check("a <script>alert(1)</script> b", "<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>");
        check("<div onclick=x>\n\nb", "&lt;div onclick=x&gt;\n<p>b</p>");
        check("[a](/faq#x) [b](#y)", "<p><a href=\"/faq#x\">a</a> <a href=\"#y\">b</a></p>");
        check("[a](https://x.org/?a=1&b=2)", "<p><a href=\"https://x.org/?a=1&amp;b=2\">a</a></p>");
        for bad in ["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x", "JaVaScript:x"] {
            check(&format!("[a]({bad})"), "<p>a</p>");
        }
        check("![words](https://x.org/a.png)", "<p>words</p>");
        check("<https://x.org>", "<p><a href=\"https://x.org\">https://x.org</a></p>");
        check("{{site.name}}, {{site.hold_days}} days", "<p>A &amp; B, 7 days</p>");
        check("`{{site.hold_days}}` {{site.nothing}} {click_id}", "<p><code>7</code> {{site.nothing}} {click_id}</p>");
    }

    #[test]
    fn words_are_found_with_what_stands_around() {
        let body = format!("{} The Needle stands here. {}", "straw ".repeat(60), "hay ".repeat(60));
        let rendered = render(&body, &values());
        let snippet = rendered.snippet("needle", 20).unwrap();
        assert!(snippet.contains("The Needle stands") && snippet.chars().count() < 60, "{snippet}");
        assert!(snippet.starts_with("… straw") && snippet.ends_with(" …"), "{snippet}");
        assert_eq!(render("A needle", &values()).snippet("needle", 20).as_deref(), Some("A needle"));
        assert_eq!(rendered.snippet("nothing", 20), None);
        assert_eq!(render("## A `b` c\n\n- x\n- y", &values()).plain, "A b c x y");
    }
}
