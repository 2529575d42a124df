//! Block formats and campaign targets.

use crate::word::numbered;
use serde::{Deserialize, Serialize};

numbered! {
    /// What a block shows. The numbers are those of the API, and bits of a [`FormatMask`].
    BlockFormat {
        /// Image and title.
        Native = 1, "Native";
        /// Title, text and image, leading to an article.
        Article = 2, "Article";
        /// Title and description, no image but an icon.
        Text = 4, "Text";
        /// Title and a long text.
        LongText = 8, "Long text";
        /// Image-led templates.
        Teaser = 16, "Teaser";
        /// Notifications: the opt-in of a site, and the ads of push campaigns.
        Push = 32, "Push";
    }

    /// The kind of a campaign.
    CampaignType {
        /// Ads in blocks of sites.
        Native = 1, "Native";
        /// Notifications.
        Push = 2, "Push";
    }
}

impl BlockFormat {
    /// The formats that native ads and the blocks of the constructor have.
    pub const NATIVE_ALL: [Self; 5] = [Self::Native, Self::Article, Self::Text, Self::LongText, Self::Teaser];

    /// Whether native ads and the blocks of the constructor have it.
    pub const fn is_native(self) -> bool {
        !matches!(self, Self::Push)
    }

    /// The native format of a number in the API.
    pub fn from_native_id(id: i64) -> Option<Self> {
        Self::from_id(id).filter(|format| format.is_native())
    }
}

/// Templates of native formats that look like a notification, by their names in the tag: they show push ads too, to those
/// who get no notifications.
const IN_PAGE_PUSH: [&str; 2] = ["push", "media-push"];

/// The formats of the ads that a block shows, by its own format and the name of its template.
pub fn accepted_formats(format: BlockFormat, template: &str) -> FormatMask {
    let own = FormatMask::default().with(format);
    if IN_PAGE_PUSH.contains(&template) { own.with(BlockFormat::Push) } else { own }
}

/// A set of formats, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormatMask(pub u8);

impl BlockFormat {
    /// Whether ads of the format show a picture, beside an icon.
    pub const fn shows_picture(self) -> bool {
        matches!(self, Self::Native | Self::Article | Self::Teaser)
    }
}

impl FormatMask {
    /// Whether the format is in the set.
    pub const fn contains(self, format: BlockFormat) -> bool {
        self.0 & format.id() != 0
    }

    /// The set with the format.
    #[must_use]
    pub const fn with(self, format: BlockFormat) -> Self {
        Self(self.0 | format.id())
    }

    /// The set without the format.
    #[must_use]
    pub const fn without(self, format: BlockFormat) -> Self {
        Self(self.0 & !format.id())
    }

    /// Whether a format is in both sets.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The only format of the set; none when there are none or several.
    pub fn single(self) -> Option<BlockFormat> {
        BlockFormat::from_id(i64::from(self.0))
    }

    /// The set with the formats of another one.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The formats of the set.
    pub fn iter(self) -> impl Iterator<Item = BlockFormat> {
        BlockFormat::ALL.into_iter().filter(move |f| self.contains(*f))
    }
}

impl FromIterator<BlockFormat> for FormatMask {
    fn from_iter<I: IntoIterator<Item = BlockFormat>>(formats: I) -> Self {
        formats.into_iter().fold(Self::default(), Self::with)
    }
}

/// What a campaign leads to. Facts store the discriminant; each API has numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Target {
    /// Goods and services.
    Commodity = 1,
    /// News and articles.
    News = 2,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Commodity, Self::News];

    /// The stored number.
    pub const fn inner(self) -> u8 {
        self as u8
    }

    /// The target of a stored number.
    pub const fn from_inner(inner: i64) -> Option<Self> {
        match inner {
            1 => Some(Self::Commodity),
            2 => Some(Self::News),
            _ => None,
        }
    }

    /// The number in the native API: 1 commodity, 2 news.
    pub const fn native_id(self) -> u8 {
        match self {
            Self::Commodity => 1,
            Self::News => 2,
        }
    }

    /// The target of a number in the native API.
    pub const fn from_native_id(id: i64) -> Option<Self> {
        match id {
            1 => Some(Self::Commodity),
            2 => Some(Self::News),
            _ => None,
        }
    }

    /// The number in the push API: 1 news, 2 commodity.
    pub const fn push_id(self) -> u8 {
        match self {
            Self::News => 1,
            Self::Commodity => 2,
        }
    }

    /// The target of a number in the push API.
    pub const fn from_push_id(id: i64) -> Option<Self> {
        match id {
            1 => Some(Self::News),
            2 => Some(Self::Commodity),
            _ => None,
        }
    }

    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Commodity => "Commodity",
            Self::News => "News",
        }
    }
}

/// Kinds of ads of the older calls, and the formats that each stands for.
pub const AD_KINDS: [(&str, &[BlockFormat]); 5] = [
    ("teaser", &[BlockFormat::Teaser]),
    ("native", &[BlockFormat::Teaser, BlockFormat::Native]),
    ("text-ads", &[BlockFormat::Text]),
    ("long-text", &[BlockFormat::LongText]),
    ("article", &[BlockFormat::Article]),
];
