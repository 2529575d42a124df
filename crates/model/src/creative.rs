//! What an ad must have for each block format that it supports.

pub mod landing;
pub mod link;
pub mod title;

use crate::format::{BlockFormat, FormatMask};
pub use crate::validate::FieldError;
use crate::{push, validate};

/// The longest title of any format, in characters.
pub const TITLE_MAX: usize = 75;
/// The longest short description of any format, in characters.
pub const DESCRIPTION_MAX: usize = 140;
/// The longest full text of any format, in characters.
pub const FULL_TEXT_MAX: usize = 5_000;
/// The longest brand, in characters.
pub const BRAND_MAX: usize = 25;

/// The words of an ad as its owner typed them, and which pictures it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct CreativeParts<'a> {
    /// Title.
    pub title: &'a str,
    /// Short description.
    pub short_description: &'a str,
    /// Long text.
    pub full_text: &'a str,
    /// Brand; may be empty.
    pub brand: &'a str,
    /// Whether there is a square picture.
    pub has_square: bool,
    /// Whether there is a 16:9 picture.
    pub has_horizontal: bool,
}

/// The least and the most characters of an ad's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Of the title.
    pub title: (usize, usize),
    /// Of the short description.
    pub description: (usize, usize),
    /// Of the full text.
    pub full_text: (usize, usize),
}

/// The lengths of an ad in one format.
pub const fn lengths_of(format: BlockFormat) -> Lengths {
    match format {
        BlockFormat::Native | BlockFormat::Teaser => {
            Lengths { title: (25, TITLE_MAX), description: (0, DESCRIPTION_MAX), full_text: (0, FULL_TEXT_MAX) }
        }
        BlockFormat::Article => {
            Lengths { title: (1, TITLE_MAX), description: (1, DESCRIPTION_MAX), full_text: (1, FULL_TEXT_MAX) }
        }
        BlockFormat::Text => Lengths { title: (1, 60), description: (1, 120), full_text: (0, FULL_TEXT_MAX) },
        BlockFormat::LongText => {
            Lengths { title: (1, TITLE_MAX), description: (0, DESCRIPTION_MAX), full_text: (1, 1_500) }
        }
        BlockFormat::Push => {
            Lengths { title: (1, push::TITLE_MAX), description: (1, push::BODY_MAX), full_text: (0, 0) }
        }
    }
}

/// Checks an ad against every format that it supports. The strictest limit of all of them holds.
pub fn check_creative(formats: FormatMask, parts: CreativeParts<'_>) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = Vec::new();
    if formats.iter().next().is_none() {
        errors.push(("supported_block_format_types", "must name at least one format".to_owned()));
    }
    let widest = Lengths { title: (1, TITLE_MAX), description: (0, DESCRIPTION_MAX), full_text: (0, FULL_TEXT_MAX) };
    let merged = formats.iter().map(lengths_of).fold(widest, |a, b| Lengths {
        title: (a.title.0.max(b.title.0), a.title.1.min(b.title.1)),
        description: (a.description.0.max(b.description.0), a.description.1.min(b.description.1)),
        full_text: (a.full_text.0.max(b.full_text.0), a.full_text.1.min(b.full_text.1)),
    });
    let mut check = |field: &'static str, result: Result<&str, String>| {
        if let Err(message) = result {
            errors.push((field, message));
        }
    };
    check("title", validate::line(parts.title, merged.title.0, merged.title.1));
    check("short_description", validate::line(parts.short_description, merged.description.0, merged.description.1));
    check("full_text", paragraphs_of(parts.full_text, merged.full_text));
    check("brand", validate::line(parts.brand, 0, BRAND_MAX));
    let needs_both = formats.contains(BlockFormat::Native) || formats.contains(BlockFormat::Teaser);
    let needs_one = formats.contains(BlockFormat::Article);
    if needs_both && !parts.has_square || needs_one && !parts.has_square && !parts.has_horizontal {
        errors.push(("media_content_file_square", "a square image is needed for these formats".to_owned()));
    }
    if needs_both && !parts.has_horizontal {
        errors.push(("media_content_file_horizontal", "a horizontal image is needed for these formats".to_owned()));
    }
    errors
}

fn paragraphs_of(text: &str, (min, max): (usize, usize)) -> Result<&str, String> {
    let text = validate::paragraphs(text, max)?;
    if min > 0 && text.is_empty() { Err("must not be empty".to_owned()) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BlockFormat::*;

    const TITLE: &str = "A title that is long enough for native";

    #[test]
    fn each_format_asks_for_what_it_shows() {
        let full = CreativeParts {
            title: TITLE,
            short_description: "Short",
            full_text: "Long",
            brand: "Brand",
            has_square: true,
            has_horizontal: true,
        };
        let check = |formats: &[BlockFormat], parts: CreativeParts<'_>, expected: &[&str]| {
            let fields: Vec<_> =
                check_creative(formats.iter().copied().collect(), parts).into_iter().map(|(field, _)| field).collect();
            assert_eq!(fields, expected, "{formats:?} {parts:?}");
        };
        check(&[Native, Article, Text, LongText, Teaser], full, &[]);
        check(&[], full, &["supported_block_format_types"]);
        check(&[Native], CreativeParts { title: "Too short", ..full }, &["title"]);
        check(&[Text], CreativeParts { title: "Short is fine", ..full }, &[]);
        let (long75, long76) = ("t".repeat(75), "t".repeat(76));
        check(&[Native], CreativeParts { title: &long75, ..full }, &[]);
        check(&[Native], CreativeParts { title: &long76, ..full }, &["title"]);
        check(&[Native, Text], CreativeParts { title: &long75, ..full }, &["title"]);
        check(&[Teaser], CreativeParts { short_description: "", full_text: "", brand: "", ..full }, &[]);
        check(&[Teaser], CreativeParts { has_square: false, ..full }, &["media_content_file_square"]);
        check(&[Native], CreativeParts { has_horizontal: false, ..full }, &["media_content_file_horizontal"]);
        check(&[Article], CreativeParts { has_horizontal: false, ..full }, &[]);
        check(&[Article], CreativeParts { has_square: false, ..full }, &[]);
        let bare = CreativeParts { has_square: false, has_horizontal: false, ..full };
        check(&[Article], bare, &["media_content_file_square"]);
        check(&[Text, LongText], bare, &[]);
        check(&[Text], CreativeParts { short_description: " ", ..full }, &["short_description"]);
        check(&[LongText], CreativeParts { full_text: "", ..full }, &["full_text"]);
        let (text1500, text1501) = ("f".repeat(1_500), "f".repeat(1_501));
        check(&[LongText], CreativeParts { full_text: &text1500, ..full }, &[]);
        check(&[LongText], CreativeParts { full_text: &text1501, ..full }, &["full_text"]);
        check(&[Article], CreativeParts { full_text: &text1501, ..full }, &[]);
        check(&[Native], CreativeParts { brand: "A brand of twenty-six chars", ..full }, &["brand"]);
        let cyrillic = "я".repeat(75);
        check(&[Native], CreativeParts { title: &cyrillic, ..full }, &[]);
    }
}
