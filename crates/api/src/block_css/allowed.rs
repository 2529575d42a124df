//! What a webmaster's own CSS may consist of. What is not named here is refused.

use super::Place;
use cssparser::Token;

/// At-rules that hold rules.
pub(super) const GROUPS: [&str; 3] = ["media", "supports", "container"];

/// Functions of values: colours, sums, gradients, transforms, timing, grids.
const FUNCTIONS: [&str; 57] = [
    "abs",
    "calc",
    "clamp",
    "color",
    "color-mix",
    "conic-gradient",
    "counter",
    "counters",
    "cubic-bezier",
    "fit-content",
    "hsl",
    "hsla",
    "hwb",
    "lab",
    "lch",
    "light-dark",
    "linear",
    "linear-gradient",
    "matrix",
    "matrix3d",
    "max",
    "min",
    "minmax",
    "mod",
    "oklab",
    "oklch",
    "perspective",
    "radial-gradient",
    "rem",
    "repeat",
    "repeating-conic-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "rgb",
    "rgba",
    "rotate",
    "rotate3d",
    "rotatex",
    "rotatey",
    "rotatez",
    "round",
    "scale",
    "scale3d",
    "scalex",
    "scaley",
    "scalez",
    "skew",
    "skewx",
    "skewy",
    "steps",
    "translate",
    "translate3d",
    "translatex",
    "translatey",
    "translatez",
    "url",
    "var",
];

/// Properties.
const PROPERTIES: [&str; 79] = [
    "-webkit-box-orient",
    "-webkit-font-smoothing",
    "-webkit-line-clamp",
    "accent-color",
    "align-content",
    "align-items",
    "align-self",
    "aspect-ratio",
    "block-size",
    "border",
    "bottom",
    "box-decoration-break",
    "box-shadow",
    "box-sizing",
    "clear",
    "color",
    "color-scheme",
    "columns",
    "content",
    "counter-increment",
    "counter-reset",
    "counter-set",
    "cursor",
    "display",
    "float",
    "font",
    "gap",
    "grid",
    "height",
    "hyphens",
    "inline-size",
    "inset",
    "isolation",
    "justify-content",
    "justify-items",
    "justify-self",
    "left",
    "letter-spacing",
    "line-break",
    "line-clamp",
    "line-height",
    "list-style",
    "margin",
    "max-block-size",
    "max-height",
    "max-inline-size",
    "max-width",
    "min-block-size",
    "min-height",
    "min-inline-size",
    "min-width",
    "object-fit",
    "object-position",
    "opacity",
    "order",
    "overflow",
    "overflow-wrap",
    "overflow-x",
    "overflow-y",
    "padding",
    "place-content",
    "place-items",
    "place-self",
    "position",
    "quotes",
    "right",
    "rotate",
    "row-gap",
    "scale",
    "tab-size",
    "top",
    "transform",
    "transform-origin",
    "translate",
    "vertical-align",
    "visibility",
    "width",
    "word-break",
    "z-index",
];

/// Properties with everything that begins like them: `margin` and `margin-top`.
const FAMILIES: [&str; 16] = [
    "animation",
    "background",
    "border",
    "column",
    "flex",
    "font",
    "grid",
    "inset",
    "list-style",
    "margin",
    "outline",
    "padding",
    "text",
    "transition",
    "white-space",
    "word",
];

/// Where a block's parts may be placed: never fixed to the window.
const POSITIONS: [&str; 3] = ["static", "relative", "absolute"];

/// Pseudo-classes and pseudo-elements.
const PSEUDO: [&str; 21] = [
    "active",
    "after",
    "before",
    "empty",
    "first-child",
    "first-letter",
    "first-line",
    "first-of-type",
    "focus",
    "focus-visible",
    "focus-within",
    "hover",
    "last-child",
    "last-of-type",
    "link",
    "marker",
    "only-child",
    "only-of-type",
    "selection",
    "visited",
    "any-link",
];

/// Pseudo-classes that take selectors or numbers.
const PSEUDO_FUNCTIONS: [&str; 10] =
    ["dir", "has", "is", "lang", "not", "nth-child", "nth-last-child", "nth-last-of-type", "nth-of-type", "where"];

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Checks one token. `before` are those that stand before it in the same place.
pub(super) fn check(place: Place, token: &Token<'_>, before: &[Token<'_>]) -> Result<(), String> {
    match token {
        Token::WhiteSpace(_) | Token::Comment(_) | Token::Ident(_) | Token::Number { .. } | Token::Dimension { .. } => {
            check_pseudo(place, token, before)
        }
        Token::Comma => Ok(()),
        Token::Delim('/') if before.last() == Some(&Token::Delim('<')) => Err("this is HTML, not CSS".to_owned()),
        Token::BadString(_) => Err("a quote is not closed".to_owned()),
        Token::CDO | Token::CDC => Err("this is HTML, not CSS".to_owned()),
        Token::CloseParenthesis => Err("there is a ) too many".to_owned()),
        Token::CloseSquareBracket => Err("there is a ] too many".to_owned()),
        Token::CloseCurlyBracket => Err("a bracket is not closed, or there is a } too many".to_owned()),
        Token::QuotedString(text) if text.contains("</") || text.contains("<!") => {
            Err("this is HTML, not CSS".to_owned())
        }
        Token::QuotedString(text) if is_argument_of_url(before) => check_url(text),
        Token::UnquotedUrl(address) if place == Place::Value => check_url(address),
        Token::UnquotedUrl(_) | Token::BadUrl(_) => Err(loads("url")),
        Token::Function(name) => check_function(place, name, before),
        other => check_sign(place, other),
    }
}

fn loads(function: &str) -> String {
    format!("{function}(..) is not allowed: nothing may be loaded from elsewhere")
}

fn check_function(place: Place, name: &str, before: &[Token<'_>]) -> Result<(), String> {
    let is_known = match place {
        Place::Selector => before.last() == Some(&Token::Colon) && is_one_of(name, &PSEUDO_FUNCTIONS),
        Place::Prelude => is_one_of(name, &FUNCTIONS) && !name.eq_ignore_ascii_case("url"),
        Place::Value => is_one_of(name, &FUNCTIONS),
    };
    match (is_known, place) {
        (true, _) => Ok(()),
        (false, Place::Selector) => Err(format!("{name}(..) is not allowed in a selector: rules reach inside only")),
        (false, _) => Err(loads(&name.to_ascii_lowercase())),
    }
}

/// Punctuation and the rest, by place.
fn check_sign(place: Place, token: &Token<'_>) -> Result<(), String> {
    let is_allowed = match place {
        Place::Selector => matches!(
            token,
            Token::Colon
                | Token::Hash(_)
                | Token::IDHash(_)
                | Token::QuotedString(_)
                | Token::SquareBracketBlock
                | Token::Delim('.' | '*' | '>' | '+' | '~' | '-' | '=')
                | Token::IncludeMatch
                | Token::DashMatch
                | Token::PrefixMatch
                | Token::SuffixMatch
                | Token::SubstringMatch
        ),
        Place::Prelude => matches!(
            token,
            Token::Colon
                | Token::Percentage { .. }
                | Token::QuotedString(_)
                | Token::ParenthesisBlock
                | Token::Delim('<' | '>' | '=' | '/' | '+' | '-' | '*')
        ),
        Place::Value => matches!(
            token,
            Token::Percentage { .. }
                | Token::Hash(_)
                | Token::IDHash(_)
                | Token::QuotedString(_)
                | Token::ParenthesisBlock
                | Token::SquareBracketBlock
                | Token::Delim('+' | '-' | '*' | '/')
        ),
    };
    match token {
        _ if is_allowed => Ok(()),
        Token::Delim('!') => {
            Err("!important is not allowed: rules of the block count more than its template".to_owned())
        }
        Token::Delim('<') => Err("this is HTML, not CSS".to_owned()),
        Token::Semicolon => Err("this stands outside of a rule, or a bracket is not closed".to_owned()),
        other => Err(format!("{} is not allowed here", cssparser::ToCss::to_css_string(other))),
    }
}

/// A word behind a colon of a selector must be a pseudo-class that is known.
fn check_pseudo(place: Place, token: &Token<'_>, before: &[Token<'_>]) -> Result<(), String> {
    match token {
        Token::Ident(name)
            if place == Place::Selector && before.last() == Some(&Token::Colon) && !is_one_of(name, &PSEUDO) =>
        {
            Err(format!(":{name} is not allowed: selectors reach inside of the block only"))
        }
        _ => Ok(()),
    }
}

fn is_argument_of_url(before: &[Token<'_>]) -> bool {
    let last = before.iter().rev().find(|token| !matches!(token, Token::WhiteSpace(_)));
    matches!(last, Some(Token::Function(name)) if name.eq_ignore_ascii_case("url"))
}

/// Only a picture's own bytes.
fn check_url(address: &str) -> Result<(), String> {
    let inside = |kind: &&str| {
        let start = format!("data:image/{kind};base64,");
        let (head, bytes) = address.split_at_checked(start.len())?;
        let is_base64 = bytes.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
        (head.eq_ignore_ascii_case(&start) && is_base64).then_some(())
    };
    match ["png", "jpeg", "gif", "webp"].iter().find_map(inside) {
        Some(()) => Ok(()),
        None => Err(loads("url")),
    }
}

/// Checks a declaration, whose value's tokens were checked one by one.
pub(super) fn check_declaration(name: &str, value: &[Token<'_>]) -> Result<(), String> {
    if value.is_empty() {
        return Err("a declaration is a name, a colon and a value".to_owned());
    }
    // `url(` takes one string and nothing else: no variable may say where to load from.
    for (at, token) in value.iter().enumerate() {
        if matches!(token, Token::Function(name) if name.eq_ignore_ascii_case("url")) {
            let rest = value[at + 1..].iter().filter(|token| !matches!(token, Token::WhiteSpace(_)));
            let kinds: Vec<&Token<'_>> = rest.take(2).collect();
            if !matches!(kinds.as_slice(), [Token::QuotedString(_), Token::CloseParenthesis]) {
                return Err(loads("url"));
            }
        }
    }
    if name.starts_with("--") {
        return Ok(());
    }
    if name.eq_ignore_ascii_case("position") {
        return match value {
            [Token::Ident(position)] if is_one_of(position, &POSITIONS) => Ok(()),
            _ => Err("a block stays in its place: position may be static, relative or absolute".to_owned()),
        };
    }
    let lower = name.to_ascii_lowercase();
    let is_of = |family: &str| lower.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    if PROPERTIES.contains(&lower.as_str()) || FAMILIES.iter().any(|family| is_of(family)) {
        Ok(())
    } else {
        Err(format!("{lower} is not allowed"))
    }
}
