//! Where on the page a block's ads stand, beside the place of its code.

use serde::{Deserialize, Serialize};

/// The fewest paragraphs between two ads in an article.
pub const ARTICLE_PARAGRAPHS_MIN: u8 = 2;
/// The most paragraphs between two ads in an article.
pub const ARTICLE_PARAGRAPHS_MAX: u8 = 30;
/// Paragraphs between two ads where the owner names no number.
pub const ARTICLE_PARAGRAPHS_USUAL: u8 = 4;

/// Where the script puts a block's ads. What it keeps to, whatever the block says, are the Better Ads Standards: no pop-up,
/// nothing over the whole screen, a bar of at most 30 % of the height that can be closed, and at most 30 % of an article's
/// height for ads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Placement {
    /// Where the code is.
    #[default]
    InPlace,
    /// In a bar at the lower edge of the window.
    StickyBottom,
    /// Between the paragraphs of the text around the code.
    InArticle {
        /// After every so many, [`ARTICLE_PARAGRAPHS_MIN`] to [`ARTICLE_PARAGRAPHS_MAX`].
        paragraphs: u8,
    },
}
