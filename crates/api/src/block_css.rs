//! A webmaster's own CSS for a block: checked, scoped to the block, and written anew.
//!
//! The block is drawn inside a shadow root, so rules cannot reach the page; the check keeps them from loading anything
//! from elsewhere, from leaving the block's place, and from overruling what marks ads as ads (which says `!important`).
//! What is not known is not allowed: at-rules, properties, functions, pseudo-classes. The result is written from tokens,
//! never copied from the text, so that a browser reads what was checked, however the text was spelled.

use cssparser::{CowRcStr, ParseError, ParseErrorKind, Parser, ToCss, Token, TokenSerializationType};
use std::fmt;

mod allowed;
mod stored;
#[cfg(test)]
mod tests;

pub use stored::bring_up_to_date;

/// The longest CSS, in bytes.
pub const CSS_BYTES_MAX: usize = 8 * 1024;
/// How deep `@media` and its like may nest.
const DEPTH_MAX: usize = 4;
/// How deep brackets and blocks may nest.
const BRACKETS_MAX: u8 = 20;
/// The class of the element that all rules are scoped to.
const SCOPE: &str = "block";

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
    if css.len() > CSS_BYTES_MAX {
        return Err(CssError { line: 1, message: format!("the CSS is longer than {CSS_BYTES_MAX} bytes") });
    }
    compile_any_length(css)
}

fn compile_any_length(css: &str) -> Result<String, CssError> {
    let mut parser = Parser::new(css);
    parser.set_nested_block_limit(BRACKETS_MAX);
    let mut out = Out { text: String::with_capacity(css.len() * 2), last: TokenSerializationType::default() };
    match rules(&mut parser, 0, &mut out) {
        Ok(()) => Ok(out.text),
        Err(ParseError { kind: ParseErrorKind::Custom(error), .. }) => Err(error),
        Err(ParseError { kind: ParseErrorKind::Basic(kind), .. }) => {
            let line = parser.current_source_location().line as usize + 1;
            Err(CssError { line, message: kind.to_string() })
        }
    }
}

type Parsed<T> = Result<T, ParseError<CssError>>;

fn refuse<T>(parser: &Parser<'_>, message: impl Into<String>) -> Parsed<T> {
    let line = parser.current_source_location().line as usize + 1;
    Err(ParseError::custom(CssError { line, message: message.into() }))
}

/// What is written. Tokens that would be read as one stand apart.
struct Out {
    text: String,
    last: TokenSerializationType,
}

impl Out {
    fn put(&mut self, token: &Token<'_>) {
        let kind = token.serialization_type();
        if let Token::WhiteSpace(_) = token {
            if self.last != kind {
                self.text.push(' ');
            }
        } else {
            if self.last.needs_separator_when_before(kind) {
                self.text.push(' ');
            }
            self.text.push_str(&token.to_css_string());
        }
        self.last = kind;
    }

    /// Punctuation that no token runs into.
    fn mark(&mut self, text: &str) {
        self.text.push_str(text);
        self.last = TokenSerializationType::default();
    }
}

/// Where tokens stand, which says what they may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Selector,
    /// Between an at-keyword and its block.
    Prelude,
    Value,
}

/// Reads the block that was just opened, and sees to it that it is closed.
fn block<'i>(parser: &mut Parser<'i>, bracket: &str, read: impl FnOnce(&mut Parser<'i>) -> Parsed<()>) -> Parsed<()> {
    let mut end = parser.position();
    parser.parse_nested_block(|parser| {
        read(parser)?;
        end = parser.position();
        Ok(())
    })?;
    if parser.position() == end {
        return refuse(parser, format!("a {bracket} is missing"));
    }
    Ok(())
}

fn rules(parser: &mut Parser<'_>, depth: usize, out: &mut Out) -> Parsed<()> {
    while let Ok(first) = parser.next().cloned() {
        match first {
            Token::AtKeyword(name) => at_rule(parser, &name, depth, out)?,
            Token::CDO | Token::CDC => return refuse(parser, "this is HTML, not CSS"),
            Token::CloseCurlyBracket => return refuse(parser, "there is a } too many"),
            Token::CurlyBracketBlock => return refuse(parser, "a selector is empty"),
            first => {
                let mut tokens = Vec::new();
                if !collect_from(parser, first, Place::Selector, &mut tokens)? {
                    return refuse(parser, "this stands outside of a rule");
                }
                selectors(parser, &tokens, out)?;
                block(parser, "}", |parser| declarations(parser, out))?;
            }
        }
    }
    Ok(())
}

fn at_rule(parser: &mut Parser<'_>, name: &str, depth: usize, out: &mut Out) -> Parsed<()> {
    let name = name.to_ascii_lowercase();
    let is_keyframes = name == "keyframes";
    if !is_keyframes && !allowed::GROUPS.contains(&name.as_str()) {
        return refuse(parser, format!("@{name} is not allowed"));
    }
    if depth >= DEPTH_MAX {
        return refuse(parser, "rules are nested too deep");
    }
    let mut tokens = Vec::new();
    if !collect(parser, Place::Prelude, &mut tokens)? {
        return refuse(parser, "a { is missing");
    }
    out.put(&Token::AtKeyword(CowRcStr::from(name.as_str())));
    out.put(&Token::WhiteSpace(" "));
    for token in trimmed(&tokens) {
        out.put(token);
    }
    out.mark("{");
    block(parser, "}", |parser| if is_keyframes { keyframes(parser, out) } else { rules(parser, depth + 1, out) })?;
    out.mark("}");
    Ok(())
}

fn keyframes(parser: &mut Parser<'_>, out: &mut Out) -> Parsed<()> {
    while !parser.is_exhausted() {
        let mut tokens = Vec::new();
        if !collect(parser, Place::Prelude, &mut tokens)? {
            return refuse(parser, "a { is missing");
        }
        let steps: Vec<&Token<'_>> = tokens.iter().filter(|token| !matches!(token, Token::WhiteSpace(_))).collect();
        let is_step = |token: &&Token<'_>| match token {
            Token::Percentage { .. } => true,
            Token::Ident(name) => name.eq_ignore_ascii_case("from") || name.eq_ignore_ascii_case("to"),
            _ => false,
        };
        let are_steps = steps
            .chunks(2)
            .all(|pair| is_step(&pair[0]) && pair.get(1).is_none_or(|between| **between == Token::Comma));
        if steps.len().is_multiple_of(2) || !are_steps {
            return refuse(parser, "keyframes are from, to, or percentages");
        }
        for token in steps {
            out.put(token);
        }
        block(parser, "}", |parser| declarations(parser, out))?;
    }
    Ok(())
}

/// Reads tokens up to the end or to a block in braces, of which it answers whether there is one.
fn collect<'i>(parser: &mut Parser<'i>, place: Place, tokens: &mut Vec<Token<'i>>) -> Parsed<bool> {
    match parser.next_including_whitespace_and_comments().cloned() {
        Ok(first) => collect_from(parser, first, place, tokens),
        Err(_) => Ok(false),
    }
}

fn collect_from<'i>(
    parser: &mut Parser<'i>,
    first: Token<'i>,
    place: Place,
    tokens: &mut Vec<Token<'i>>,
) -> Parsed<bool> {
    let mut next = Some(first);
    while let Some(token) = next {
        let closing = match &token {
            Token::CurlyBracketBlock => return Ok(true),
            Token::Function(_) | Token::ParenthesisBlock => Some(Token::CloseParenthesis),
            Token::SquareBracketBlock => Some(Token::CloseSquareBracket),
            _ => None,
        };
        if let Err(message) = allowed::check(place, &token, tokens) {
            return refuse(parser, message);
        }
        match (token, closing) {
            // What stood on both sides of a comment stays apart.
            (Token::Comment(_), _) => tokens.push(Token::WhiteSpace(" ")),
            (token, None) => tokens.push(token),
            (token, Some(closing)) => {
                tokens.push(token);
                block(parser, "closing bracket", |parser| {
                    if collect(parser, place, tokens)? { refuse(parser, "a bracket is not closed") } else { Ok(()) }
                })?;
                tokens.push(closing);
            }
        }
        next = parser.next_including_whitespace_and_comments().cloned().ok();
    }
    Ok(false)
}

/// Tokens without the blanks around them.
fn trimmed<'a, 'i>(tokens: &'a [Token<'i>]) -> &'a [Token<'i>] {
    let is_blank = |token: &Token<'_>| matches!(token, Token::WhiteSpace(_));
    let from = tokens.iter().position(|token| !is_blank(token)).unwrap_or(tokens.len());
    let to = tokens.iter().rposition(|token| !is_blank(token)).map_or(from, |last| last + 1);
    &tokens[from..to]
}

/// The parts between commas that stand outside of brackets.
fn split_at_commas<'a, 'i>(tokens: &'a [Token<'i>]) -> Vec<&'a [Token<'i>]> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => depth += 1,
            Token::CloseParenthesis | Token::CloseSquareBracket => depth = depth.saturating_sub(1),
            Token::Comma if depth == 0 => {
                parts.push(trimmed(&tokens[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(trimmed(&tokens[from..]));
    parts
}

/// Writes selectors, each below the block.
fn selectors(parser: &Parser<'_>, tokens: &[Token<'_>], out: &mut Out) -> Parsed<()> {
    for (number, selector) in split_at_commas(tokens).into_iter().enumerate() {
        if number > 0 {
            out.mark(",");
        }
        match selector.first() {
            None => return refuse(parser, "a selector is empty"),
            Some(Token::Delim(sign @ ('>' | '+' | '~'))) => {
                return refuse(parser, format!("a selector cannot begin with {sign}"));
            }
            Some(_) => {}
        }
        let is_own = matches!(selector, [Token::Delim('.'), Token::Ident(name), ..] if &**name == SCOPE)
            && stays_below(selector);
        if !is_own {
            if matches!(selector, [Token::Delim('.'), Token::Ident(name), ..] if &**name == SCOPE) {
                return refuse(parser, "selectors reach inside of the block only");
            }
            out.mark(".block ");
        }
        for token in selector {
            out.put(token);
        }
    }
    out.mark("");
    Ok(())
}

/// Whether what follows the first compound of a selector lies inside of what that matches: not beside it.
fn stays_below(selector: &[Token<'_>]) -> bool {
    let mut depth = 0_usize;
    for (at, token) in selector.iter().enumerate() {
        match token {
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => depth += 1,
            Token::CloseParenthesis | Token::CloseSquareBracket => depth = depth.saturating_sub(1),
            Token::WhiteSpace(_) if depth == 0 => {
                return !matches!(trimmed(&selector[at..]).first(), Some(Token::Delim('+' | '~')));
            }
            Token::Delim(sign @ ('>' | '+' | '~')) if depth == 0 => return *sign == '>',
            _ => {}
        }
    }
    true
}

fn declarations(parser: &mut Parser<'_>, out: &mut Out) -> Parsed<()> {
    out.mark("{");
    while let Ok(first) = parser.next().cloned() {
        let name = match first {
            Token::Semicolon => continue,
            Token::Ident(name) => name,
            Token::AtKeyword(name) => return refuse(parser, format!("@{name} is not allowed inside of a rule")),
            Token::CurlyBracketBlock | Token::Delim('.' | '&' | '>' | '+' | '~' | '*') | Token::IDHash(_) => {
                return refuse(parser, "rules inside of rules are not allowed");
            }
            _ => return refuse(parser, "a declaration is a name, a colon and a value"),
        };
        if parser.next().ok() != Some(&Token::Colon) {
            return refuse(parser, "a declaration needs a colon");
        }
        let mut tokens = Vec::new();
        let has_block = parser.parse_until_after(cssparser::Delimiter::Semicolon, |parser| {
            let has_block = collect(parser, Place::Value, &mut tokens)?;
            if has_block { refuse(parser, "rules inside of rules are not allowed") } else { Ok(false) }
        })?;
        debug_assert!(!has_block);
        let value = trimmed(&tokens);
        if let Err(message) = allowed::check_declaration(&name, value) {
            return refuse(parser, message);
        }
        // Names are written in small letters, but for custom properties, which have a case.
        let name = if name.starts_with("--") { name.to_string() } else { name.to_ascii_lowercase() };
        out.put(&Token::Ident(CowRcStr::from(name.as_str())));
        out.mark(":");
        for token in value {
            out.put(token);
        }
        out.mark(";");
    }
    out.mark("}");
    Ok(())
}
