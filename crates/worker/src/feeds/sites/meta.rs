//! What stands in the `meta` elements of a page's head.
//!
//! The head ends where a browser ends it: at `</head>`, at an element that belongs to the body, or at text. What stands in
//! a comment, in a script, in the title or a template is none of its elements.

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// Elements of one name that are told.
const FOUND_MAX: usize = 10;

/// The contents of the `meta` elements of a name in the head of a page, trimmed.
pub(super) fn contents(html: &[u8], name: &str) -> Vec<String> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let (mut found, mut templates, mut is_text) = (Vec::new(), 0usize, false);
    let html = html.strip_prefix(b"\xef\xbb\xbf").unwrap_or(html);
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => match &tag.name[..] {
                // Browsers read on to the end tag, however the element is written.
                b"title" | b"style" | b"script" | b"noscript" if tag.self_closing => break,
                b"title" | b"style" | b"script" | b"noscript" => is_text = true,
                b"template" => templates += 1,
                _ if templates > 0 => {}
                b"html" | b"head" | b"base" | b"link" => {}
                b"meta" => {
                    let attribute = |name: &[u8]| tag.attributes.get(name).map(|value| String::from_utf8_lossy(value));
                    let is_named = attribute(b"name").is_some_and(|own| own.trim().eq_ignore_ascii_case(name));
                    if is_named && found.len() < FOUND_MAX {
                        found.push(attribute(b"content").unwrap_or_default().trim().to_owned());
                    }
                }
                _ => break,
            },
            Token::EndTag(tag) => match &tag.name[..] {
                b"title" | b"style" | b"script" | b"noscript" => is_text = false,
                b"template" => templates = templates.saturating_sub(1),
                b"head" | b"body" | b"html" | b"br" if templates == 0 => break,
                _ => {}
            },
            Token::String(text) if !is_text && templates == 0 && !text.trim_ascii().is_empty() => break,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_head_speaks_for_a_page() {
        let check = |html: &str, expected: &[&str]| assert_eq!(contents(html.as_bytes(), "mark"), expected, "{html}");
        let meta = "<meta name=mark content=1>";
        check(&format!("<!doctype html><html><head>{meta}</head><body>"), &["1"]);
        check(&format!("\u{feff}\n<!-- a --> {meta}"), &["1"]);
        check("<HEAD><META CONTENT=' 1 ' NAME=' Mark '/><meta name=\"mark\" content=\"2\">", &["1", "2"]);
        check(&format!("<title>a</title><script>if (a < b) x('<p>')</script><style>a{{}}</style>{meta}"), &["1"]);
        check(&format!("<template><p>x<template></template>y</template>{meta}"), &["1"]);
        check("<meta name=mark>", &[""]);
        check("<meta property=mark content=1><meta name=marks content=1>", &[]);
        for (before, after) in [
            ("<!--", "-->"),
            ("<!-- > ", ""),
            ("<script>", "</script>"),
            ("<script>var a = '", "'</script>"),
            ("<script><!--<script></script>", "--></script>"),
            ("<script/>", "</script>"),
            ("<style>", "</style>"),
            ("<title>", "</title>"),
            ("<noscript>", "</noscript>"),
            ("<noframes>", "</noframes>"),
            ("<template>", "</template>"),
            ("<template><script></script>", "</template>"),
            ("<template></template", ""),
            ("<textarea>", "</textarea>"),
            ("<xmp>", "</xmp>"),
            ("<plaintext>", ""),
            ("<svg>", "</svg>"),
            ("<body>", ""),
            ("<p>", "</p>"),
            ("</head>", ""),
            ("Hello", ""),
            ("<link title=\"", "\">"),
            ("<link title='>", "'>"),
            ("<![CDATA[", "]]>"),
        ] {
            check(&format!("<html><head>{before}{meta}{after}"), &[]);
        }
    }

    #[test]
    fn anything_can_be_read() {
        let many = "<meta name=mark content=1>".repeat(100_000);
        assert_eq!(contents(many.as_bytes(), "mark").len(), FOUND_MAX);
        let attributes: String = (0..50_000).fold(String::new(), |all, number| all + &format!(" a{number}=b"));
        assert_eq!(contents(format!("<link{attributes}><meta name=mark content=1>").as_bytes(), "mark"), ["1"]);
        for bytes in [&b"\xff\xfe<\0m\0e"[..], b"<", b"<meta name=mark content=", b"<meta name=mark content=\xff>"] {
            contents(bytes, "mark");
        }
    }
}
