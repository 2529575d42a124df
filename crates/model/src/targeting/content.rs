//! What a page says it is about: a category and keywords, which targeting asks for.

use crate::ids::CategoryId;
use serde::{Deserialize, Serialize};

/// The most keywords that are read of one page.
pub const PAGE_KEYWORDS_MAX: usize = 20;
/// The longest keyword, in characters; what is longer is no keyword.
pub const KEYWORD_CHARS_MAX: usize = 40;
/// The longest list of keywords that a page may send, in bytes; what comes behind is not read.
pub const PAGE_KEYWORDS_BYTES_MAX: usize = 1_000;

/// A keyword as it is compared: in lower case, with single blanks between its words. None for what is no keyword.
pub fn keyword(text: &str) -> Option<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let joined = words.join(" ");
    (!joined.is_empty() && joined.chars().count() <= KEYWORD_CHARS_MAX && !joined.contains([',', ';']))
        .then_some(joined)
}

/// A keyword as a number: FNV-1a of 64 bits over its bytes (draft-eastlake-fnv, section 2). Logs and samples keep it in place of
/// the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeywordId(pub u64);

impl KeywordId {
    /// The number of a keyword that [`keyword`] has made.
    pub fn of(keyword: &str) -> Self {
        Self(
            keyword
                .bytes()
                .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }
}

/// The categories with their codes in the IAB's content taxonomy 1.0, as the database has had them from its first day.
const CODES: [(i64, &str); 32] = [
    (1, "IAB1"),
    (2, "IAB2"),
    (3, "IAB3"),
    (4, "IAB4"),
    (5, "IAB5"),
    (6, "IAB6"),
    (7, "IAB7"),
    (8, "IAB8"),
    (9, "IAB9"),
    (10, "IAB10"),
    (11, "IAB11"),
    (12, "IAB12"),
    (13, "IAB13"),
    (14, "IAB14"),
    (15, "IAB15"),
    (16, "IAB16"),
    (17, "IAB17"),
    (18, "IAB18"),
    (19, "IAB19"),
    (20, "IAB20"),
    (21, "IAB21"),
    (22, "IAB22"),
    (23, "IAB23"),
    (24, "IAB9-30"),
    (25, "IAB19-6"),
    (26, "IAB14-1"),
    (27, "IAB9-7"),
    (28, "IAB13-7"),
    (29, "IAB13-5"),
    (30, "IAB7-44"),
    (31, "IAB18-1"),
    (32, "IAB25-3"),
];

/// The greatest number that a page may name; no network has so many categories.
const NUMBER_MAX: i64 = 1_000_000;

/// A category as a page names it: by its number, which may be one that the network has made, or by its code in the IAB's content
/// taxonomy 1.0, whose parts fall to the category that they are of where they are none of their own (`IAB17-3` is `IAB17`). 0
/// for what is neither.
pub fn category(text: &str) -> CategoryId {
    let text = text.trim();
    let of_code = |code: &str| CODES.iter().find(|(_, one)| one.eq_ignore_ascii_case(code)).map(|(id, _)| *id);
    let of_part = || text.split_once('-').and_then(|(code, _)| of_code(code));
    let number = || text.parse().ok().filter(|id| (1..=NUMBER_MAX).contains(id));
    CategoryId(of_code(text).or_else(of_part).or_else(number).unwrap_or(0))
}

/// What a page says it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageContent {
    /// Its category; 0 when it names none.
    pub category: CategoryId,
    /// Its keywords, ascending, each once; at most [`PAGE_KEYWORDS_MAX`].
    pub keywords: Vec<KeywordId>,
}

impl PageContent {
    /// A page that says nothing.
    pub const NONE: &'static Self = &Self { category: CategoryId(0), keywords: Vec::new() };

    /// Reads the keywords of a page: words between commas. What is no keyword is left out.
    pub fn keywords_of(text: &str) -> Vec<KeywordId> {
        let mut end = text.len().min(PAGE_KEYWORDS_BYTES_MAX);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let words = text[..end].split([',', ';']).filter_map(keyword);
        let mut ids: Vec<KeywordId> = words.take(PAGE_KEYWORDS_MAX).map(|word| KeywordId::of(&word)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// The keywords that a targeting wants, and those that it keeps away from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeywordTargeting {
    /// The page must have one of these; empty: any page will do, also one that says nothing.
    pub wanted: Vec<String>,
    /// The page must have none of these.
    pub excluded: Vec<String>,
}

impl KeywordTargeting {
    /// The numbers of the wanted ones; none when any page will do.
    pub fn wanted_ids(&self) -> Option<Vec<KeywordId>> {
        (!self.wanted.is_empty()).then(|| ids(&self.wanted))
    }

    /// The numbers of the excluded ones.
    pub fn excluded_ids(&self) -> Vec<KeywordId> {
        ids(&self.excluded)
    }

    /// Whether a page with these keywords has one that is wanted, or any page will do.
    pub fn has_wanted(&self, page: &[KeywordId]) -> bool {
        self.wanted.is_empty() || has_any(&self.wanted, page)
    }

    /// Whether a page with these keywords has one that is excluded.
    pub fn has_excluded(&self, page: &[KeywordId]) -> bool {
        has_any(&self.excluded, page)
    }
}

fn has_any(words: &[String], page: &[KeywordId]) -> bool {
    !page.is_empty() && words.iter().any(|word| page.contains(&KeywordId::of(word)))
}

fn ids(words: &[String]) -> Vec<KeywordId> {
    words.iter().map(|word| KeywordId::of(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keywords_are_compared_in_one_form() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(keyword(text).as_deref(), expected, "{text:?}");
        check("  Running   SHOES ", Some("running shoes"));
        check("Laufschuhe für Ärzte", Some("laufschuhe für ärzte"));
        check("", None);
        check(" \n ", None);
        check("a,b", None);
        check(&"x".repeat(KEYWORD_CHARS_MAX), Some(&"x".repeat(KEYWORD_CHARS_MAX)));
        check(&"x".repeat(KEYWORD_CHARS_MAX + 1), None);
    }

    #[test]
    fn categories_are_named_by_number_or_code() {
        let check = |text: &str, expected: i64| assert_eq!(category(text), CategoryId(expected), "{text:?}");
        check("17", 17);
        check(" IAB17 ", 17);
        check("iab17", 17);
        check("IAB17-3", 17);
        check("IAB9-30", 24);
        check("IAB25-3", 32);
        check("IAB25-1", 0);
        check("Sports", 0);
        check("0", 0);
        check("33", 33);
        check("1000001", 0);
        check("0", 0);
        check("", 0);
    }

    #[test]
    fn keywords_have_the_numbers_of_the_published_hash() {
        // Test vectors of the draft: "" and "a", "foobar".
        assert_eq!(KeywordId::of(""), KeywordId(0xcbf2_9ce4_8422_2325));
        assert_eq!(KeywordId::of("a"), KeywordId(0xaf63_dc4c_8601_ec8c));
        assert_eq!(KeywordId::of("foobar"), KeywordId(0x8594_4171_f739_67e8));
    }

    #[test]
    fn a_page_is_taken_by_its_keywords() {
        let page = PageContent::keywords_of("Running shoes, Trail; marathon,,  running SHOES");
        assert_eq!(page.len(), 3);
        let check = |wanted: &[&str], excluded: &[&str], expected: bool| {
            let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
            let targeting = KeywordTargeting { wanted: list(wanted), excluded: list(excluded) };
            let takes = targeting.has_wanted(&page) && !targeting.has_excluded(&page);
            assert_eq!(takes, expected, "{wanted:?} without {excluded:?}");
        };
        check(&[], &[], true);
        check(&["trail", "golf"], &[], true);
        check(&["golf"], &[], false);
        check(&[], &["golf"], true);
        check(&["trail"], &["marathon"], false);
        assert!(!KeywordTargeting { wanted: vec!["a".to_owned()], excluded: Vec::new() }.has_wanted(&[]));
    }

    proptest! {
        #[test]
        fn any_text_is_read_within_limits(text in ".{0,1200}") {
            let ids = PageContent::keywords_of(&text);
            prop_assert!(ids.len() <= PAGE_KEYWORDS_MAX);
            prop_assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
