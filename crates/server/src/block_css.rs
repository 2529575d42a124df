//! A webmaster's own CSS for a block: checked, and scoped to the block.
//!
//! The block is drawn inside a shadow root, so rules cannot reach the page; the check keeps them from loading anything
//! from elsewhere and from leaving the block's place, and puts every selector under `.block`.

use std::fmt::{self, Write};

/// The longest CSS, in bytes.
pub const MAX_CSS_BYTES: usize = 8 * 1024;
/// How deep `@media` and its like may nest.
const MAX_DEPTH: usize = 4;
/// At-rules that hold rules.
const GROUPS: [&str; 3] = ["media", "supports", "container"];
/// Functions that load something or run code.
const FORBIDDEN_FUNCTIONS: [&str; 6] = ["url(", "src(", "image(", "image-set(", "expression(", "element("];
/// Properties that load something or run code in some browser.
const FORBIDDEN_PROPERTIES: [&str; 2] = ["behavior", "-moz-binding"];

/// Why CSS is refused, with the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CssError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Checks CSS and scopes it to the block.
pub fn compile(css: &str) -> Result<String, CssError> {
    let mut parser = Parser { text: css, at: 0 };
    if css.len() > MAX_CSS_BYTES {
        return Err(CssError { line: 1, message: format!("the CSS is longer than {MAX_CSS_BYTES} bytes") });
    }
    let mut out = String::with_capacity(css.len() * 2);
    parser.rules(0, &mut out)?;
    if parser.at < css.len() {
        return Err(parser.error("there is a } too many"));
    }
    Ok(out)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, message: impl Into<String>) -> CssError {
        let line = self.text[..self.at].matches('\n').count() + 1;
        CssError { line, message: message.into() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes whitespace and comments.
    fn skip(&mut self) -> Result<(), CssError> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let Some(comment) = trimmed.strip_prefix("/*") else { return Ok(()) };
            let end = comment.find("*/").ok_or_else(|| self.error("a comment is not closed"))?;
            self.at += end + 4;
        }
    }

    /// Reads up to one of the stop characters outside of strings and brackets, without comments.
    fn until(&mut self, stops: &[char]) -> Result<String, CssError> {
        let mut out = String::new();
        let mut open = Vec::new();
        while let Some(c) = self.rest().chars().next() {
            match c {
                _ if open.is_empty() && stops.contains(&c) => break,
                '"' | '\'' => {
                    out.push_str(self.string(c)?);
                    continue;
                }
                '/' if self.rest().starts_with("/*") => {
                    self.skip()?;
                    out.push(' ');
                    continue;
                }
                '<' if self.rest().starts_with("</") || self.rest().starts_with("<!") => {
                    return Err(self.error("this is HTML, not CSS"));
                }
                '\\' => return Err(self.error("backslashes are allowed inside quotes only")),
                '(' => open.push(')'),
                '[' => open.push(']'),
                ')' | ']' if open.pop() != Some(c) => return Err(self.error(format!("there is a {c} too many"))),
                '{' | '}' | ';' if !open.is_empty() && !out.contains("data:") => {
                    return Err(self.error("a bracket is not closed"));
                }
                c if c.is_control() && !c.is_whitespace() => return Err(self.error("there is a control character")),
                _ => {}
            }
            out.push(c);
            self.at += c.len_utf8();
        }
        if open.is_empty() { Ok(out.trim().to_owned()) } else { Err(self.error("a bracket is not closed")) }
    }

    /// Reads a string with its quotes.
    fn string(&mut self, quote: char) -> Result<&'a str, CssError> {
        let rest = self.rest();
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '\n' => break,
                c if c == quote => {
                    self.at += at + 1;
                    return Ok(&rest[..=at]);
                }
                _ => {}
            }
        }
        Err(self.error("a quote is not closed"))
    }

    fn expect(&mut self, c: char) -> Result<(), CssError> {
        if self.rest().starts_with(c) {
            self.at += c.len_utf8();
            Ok(())
        } else {
            Err(self.error(format!("a {c} is missing")))
        }
    }

    fn rules(&mut self, depth: usize, out: &mut String) -> Result<(), CssError> {
        loop {
            self.skip()?;
            if self.rest().is_empty() || self.rest().starts_with('}') {
                return Ok(());
            }
            if self.rest().starts_with('@') {
                self.at_rule(depth, out)?;
                continue;
            }
            let selectors = self.until(&['{', '}', ';'])?;
            if !self.rest().starts_with('{') {
                return Err(self.error("this stands outside of a rule"));
            }
            out.push_str(&self.scoped(&selectors)?);
            self.declarations(out)?;
        }
    }

    fn at_rule(&mut self, depth: usize, out: &mut String) -> Result<(), CssError> {
        let prelude = self.until(&['{', '}', ';'])?;
        let name = prelude[1..].split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        if !GROUPS.contains(&name.as_str()) && name != "keyframes" {
            return Err(self.error(format!("@{name} is not allowed")));
        }
        if depth >= MAX_DEPTH {
            return Err(self.error("rules are nested too deep"));
        }
        self.check_value(&prelude)?;
        self.expect('{')?;
        out.push_str(&prelude);
        out.push('{');
        if name == "keyframes" {
            self.keyframes(out)?;
        } else {
            self.rules(depth + 1, out)?;
        }
        self.expect('}')?;
        out.push('}');
        Ok(())
    }

    fn keyframes(&mut self, out: &mut String) -> Result<(), CssError> {
        loop {
            self.skip()?;
            if self.rest().is_empty() || self.rest().starts_with('}') {
                return Ok(());
            }
            let steps = self.until(&['{', '}', ';'])?;
            let is_step = |step: &str| {
                let step = step.trim();
                matches!(step, "from" | "to") || step.strip_suffix('%').is_some_and(|n| n.parse::<f32>().is_ok())
            };
            if !steps.split(',').all(is_step) {
                return Err(self.error("keyframes are from, to, or percentages"));
            }
            out.push_str(&steps);
            self.declarations(out)?;
        }
    }

    /// The selectors, each under `.block`.
    fn scoped(&self, selectors: &str) -> Result<String, CssError> {
        let mut scoped = Vec::new();
        for selector in split_top_level(selectors, ',') {
            let selector = selector.split_whitespace().collect::<Vec<_>>().join(" ");
            let lower = selector.to_ascii_lowercase();
            if selector.is_empty() {
                return Err(self.error("a selector is empty"));
            }
            if selector.starts_with(['>', '+', '~', '&', '|']) {
                return Err(self.error(format!("a selector cannot begin with {}", &selector[..1])));
            }
            if [":host", ":root", "::part", "::slotted"].iter().any(|part| lower.contains(part)) {
                return Err(self.error("selectors reach inside of the block only"));
            }
            let own = selector
                .strip_prefix(".block")
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_'));
            scoped.push(if own { selector } else { format!(".block {selector}") });
        }
        Ok(scoped.join(","))
    }

    fn declarations(&mut self, out: &mut String) -> Result<(), CssError> {
        self.expect('{')?;
        out.push('{');
        loop {
            self.skip()?;
            if self.rest().starts_with(';') {
                self.at += 1;
                continue;
            }
            if self.rest().is_empty() || self.rest().starts_with('}') {
                break;
            }
            let declaration = self.until(&[';', '}', '{'])?;
            if self.rest().starts_with('{') {
                return Err(self.error("rules inside of rules are not allowed"));
            }
            let Some((name, value)) = declaration.split_once(':') else {
                return Err(self.error("a declaration needs a colon"));
            };
            let (name, value) = (name.trim(), value.trim());
            self.check_declaration(name, value)?;
            let _ = write!(out, "{name}:{value};");
        }
        self.expect('}')?;
        out.push('}');
        Ok(())
    }

    fn check_declaration(&self, name: &str, value: &str) -> Result<(), CssError> {
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if !is_name || value.is_empty() {
            return Err(self.error("a declaration is a name, a colon and a value"));
        }
        let (name, lower) = (name.to_ascii_lowercase(), value.to_ascii_lowercase());
        if FORBIDDEN_PROPERTIES.contains(&name.as_str()) {
            return Err(self.error(format!("{name} is not allowed")));
        }
        let leaves = |value: &str| value.contains("fixed") || value.contains("sticky") || value.contains("var(");
        if name == "position" && leaves(&lower) {
            return Err(self.error("a block stays in its place: position may be static, relative or absolute"));
        }
        self.check_value(value)
    }

    /// Nothing may be loaded from elsewhere; pictures inside of the CSS are fine.
    fn check_value(&self, value: &str) -> Result<(), CssError> {
        let plain = without_strings(&value.to_ascii_lowercase());
        for function in FORBIDDEN_FUNCTIONS {
            for (at, _) in plain.match_indices(function) {
                let begins_here = !plain[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
                if begins_here && !(function == "url(" && is_inside_picture(value, at)) {
                    return Err(
                        self.error(format!("{function}..) is not allowed: nothing may be loaded from elsewhere"))
                    );
                }
            }
        }
        Ok(())
    }
}

/// Whether the `url(` at a position holds a picture's own bytes.
fn is_inside_picture(value: &str, at: usize) -> bool {
    let inside = value[at + "url(".len()..].trim_start().trim_start_matches(['"', '\'']).to_ascii_lowercase();
    ["png", "jpeg", "gif", "webp"].iter().any(|kind| inside.starts_with(&format!("data:image/{kind};base64,")))
}

/// The text with the inside of its strings blanked out, byte for byte.
fn without_strings(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let (mut quote, mut escaped) = (None, false);
    for c in value.chars() {
        match quote {
            None => {
                quote = matches!(c, '"' | '\'').then_some(c);
                out.push(c);
            }
            Some(open) => {
                let ends = c == open && !escaped;
                escaped = c == '\\' && !escaped;
                if ends {
                    quote = None;
                    out.push(c);
                } else {
                    out.extend(std::iter::repeat_n(' ', c.len_utf8()));
                }
            }
        }
    }
    out
}

/// The parts between separators that stand outside of brackets and strings.
fn split_top_level(text: &str, separator: char) -> Vec<&str> {
    let plain = without_strings(text);
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, c) in plain.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if c == separator && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_scoped_to_the_block() {
        let check = |css: &str, expected: &str| assert_eq!(compile(css).unwrap(), expected, "{css}");
        check("", "");
        check("  /* nothing */ ", "");
        check(".title { color : red; font-weight:bold }", ".block .title{color:red;font-weight:bold;}");
        check(".title,.text{color:red}", ".block .title,.block .text{color:red;}");
        check(".block{color:red}.block .x{}.blocked{}", ".block{color:red;}.block .x{}.block .blocked{}");
        check("a:is(.b, .c)::before{content:'a;}\\'b'}", ".block a:is(.b, .c)::before{content:'a;}\\'b';}");
        check("@media (width >= 600px){.a{b:c}}", "@media (width >= 600px){.block .a{b:c;}}");
        check("@keyframes x{from{top:0}50.5%{top:1px}}", "@keyframes x{from{top:0;}50.5%{top:1px;}}");
        check(".a{position:absolute;--x:1}", ".block .a{position:absolute;--x:1;}");
        check(".a{content:\"url(http://x)\"}", ".block .a{content:\"url(http://x)\";}");
        check(
            ".a{background:url(data:image/png;base64,iVBO)}",
            ".block .a{background:url(data:image/png;base64,iVBO);}",
        );
        check("[data-x=\"a,b\"]{a:b}", ".block [data-x=\"a,b\"]{a:b;}");
    }

    #[test]
    fn what_leaves_the_block_is_refused() {
        let check = |css: &str, line: usize, part: &str| {
            let error = compile(css).unwrap_err();
            assert!(error.line == line && error.message.contains(part), "{css}: {error}");
        };
        check(".a{}\n@import 'x.css';", 2, "@import");
        check("@font-face{src:url(x)}", 1, "@font-face");
        check("@charset \"utf-8\";", 1, "@charset");
        check(".a{background:url(https://evil.example/x.png)}", 1, "url(");
        check(".a{background:URL( 'https://evil.example' )}", 1, "url(");
        check(".a{background:url(data:image/svg+xml;base64,xx)}", 1, "url(");
        check(".a{background:u\\72l(https://evil.example)}", 1, "backslash");
        check(".a{background:image-set('x.png' 1x)}", 1, "image-set(");
        check(".a{background:u/**/rl(x)}.b{position:fi/**/xed;}x", 1, "outside");
        check("\n\n.a{position:fixed}", 3, "place");
        check(".a{position:STICKY}", 1, "place");
        check(".a{--p:fixed;position:var(--p)}", 1, "place");
        check(".a{behavior:none}", 1, "behavior");
        check(":host{color:red}", 1, "inside");
        check(".a, :root .b{color:red}", 1, "inside");
        check("+ .a{color:red}", 1, "begin");
        check(".a{.b{color:red}}", 1, "inside of rules");
        check(".a{color:red", 1, "missing");
        check(".a{color:red}}", 1, "too many");
        check(".a{color}", 1, "colon");
        check(".a{content:'x}", 1, "quote");
        check("/* x", 1, "comment");
        check(".a{color:rgb(0,0}", 1, "bracket");
        check("</style><script>", 1, "HTML");
        check(", .a{b:c}", 1, "empty");
        check("@media x{@media x{@media x{@media x{@media x{.a{b:c}}}}}}", 1, "deep");
        check(&".a{b:c}".repeat(2_000), 1, "longer");
    }

    #[test]
    fn comments_cannot_join_words() {
        assert_eq!(compile(".a{background:u/**/rl(x)}").unwrap(), ".block .a{background:u rl(x);}");
    }
}
