//! The answer to `POST /d/ads`, written straight into bytes: it is made thousands of times a second.

use crate::state::Edge;
use placard_model::creative::title::{self, TitleMacro};
use placard_model::inventory::{BlockSpec, Creative};
use placard_model::sites::placement::Placement;
use placard_model::targeting::countries::country_name;
use placard_model::targeting::geo::{CountryCode, Place};
use placard_model::{AdId, BlockId, UnixMs};
use serde::Serialize;
use std::borrow::Cow;

/// Why this ad, who paid: linked from every block.
pub(super) const WHY_PATH: &str = "/d/why";

/// The answer, as the document describes it; [`Answer`] writes the same.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct AdsAnswer {
    /// One for each block of the request, in its order.
    blocks: Vec<BlockAnswer>,
    /// Page that tells who paid and why these ads are shown.
    why_url: String,
}

/// The ads of one block.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct BlockAnswer {
    /// The block.
    id: i64,
    /// Name of the template's code; empty for an unknown block.
    template: String,
    /// The template's settings.
    #[schema(value_type = Object)]
    config: serde_json::Value,
    /// The webmaster's own CSS, checked.
    styles: String,
    /// Shown where no ad is found; empty lets the place collapse.
    passback_html: String,
    /// Address of a page that is shown in a frame where no ad is found; only where the block has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    passback_url: Option<String>,
    /// The token by which the tag tells that the webmaster's own HTML or page was shown; only where there are no ads and
    /// the block has one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    passback_token: Option<String>,
    /// Seconds in view after which the tag may ask for other ads; only where the block does so.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_s: Option<u16>,
    /// Where the tag is to make places for the ads, each of which it asks for with `placed`; only where there are no ads,
    /// because the block stands elsewhere than its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<PlacementName>,
    /// In an article: after every so many paragraphs; only with `placement`.
    #[serde(skip_serializing_if = "Option::is_none")]
    paragraphs: Option<u8>,
    /// Why there are no ads, for whoever builds the page; only where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    empty: Option<String>,
    /// The ads, by place.
    ads: Vec<AdAnswer>,
}

/// What the tag's file for a placement is called.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PlacementName {
    /// A bar at the lower edge of the window.
    Sticky,
    /// Between paragraphs.
    Article,
    /// No ads: a push opt-in.
    #[serde(rename = "opt-in")]
    OptIn,
}

/// One ad.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct AdAnswer {
    /// The ad.
    id: i64,
    /// Its token, for reports of shows.
    token: String,
    /// Title, macros filled.
    title: String,
    /// Short description, macros filled.
    description: String,
    /// Long text.
    full_text: String,
    /// Who advertises.
    brand: String,
    /// Path of the square picture.
    square: Option<String>,
    /// Path of the 16:9 picture.
    horizontal: Option<String>,
    /// Path of the click.
    click: String,
}

/// An ad that is written.
pub(super) struct ShownAd<'a> {
    pub(super) id: AdId,
    pub(super) token: &'a str,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    pub(super) creative: &'a Creative,
    /// What follows the token in the click's path.
    pub(super) click_query: &'a str,
}

/// Writes an answer block by block.
pub(super) struct Answer {
    bytes: Vec<u8>,
    blocks: usize,
    ads: usize,
}

impl Answer {
    pub(super) fn new(places: usize) -> Self {
        let mut bytes = Vec::with_capacity(512 + 1024 * places);
        bytes.extend_from_slice(b"{\"blocks\":[");
        Self { bytes, blocks: 0, ads: 0 }
    }

    /// Begins a block. `render_config` is a JSON object with the fields `template`, `config` and `styles`.
    pub(super) fn begin_block(&mut self, id: BlockId, spec: Option<&BlockSpec>) {
        if self.blocks > 0 {
            self.bytes.push(b',');
        }
        self.blocks += 1;
        self.ads = 0;
        self.raw("{\"id\":");
        self.raw(&id.to_string());
        match spec {
            Some(spec) => {
                let fields = spec.render_config.trim();
                let fields = fields.strip_prefix('{').and_then(|f| f.strip_suffix('}')).unwrap_or_default();
                if !fields.is_empty() {
                    self.raw(",");
                    self.raw(fields);
                }
                self.text(",\"passback_html\":", &spec.passback_html);
                if !spec.passback_url.is_empty() {
                    self.text(",\"passback_url\":", &spec.passback_url);
                }
                if spec.refresh_s > 0 {
                    self.raw(",\"refresh_s\":");
                    self.raw(&spec.refresh_s.to_string());
                }
            }
            None => self.raw(",\"template\":\"\",\"config\":{},\"styles\":\"\",\"passback_html\":\"\""),
        }
        self.raw(",\"ads\":[");
    }

    pub(super) fn ad(&mut self, ad: &ShownAd<'_>) {
        if self.ads > 0 {
            self.bytes.push(b',');
        }
        self.ads += 1;
        self.raw("{\"id\":");
        self.raw(&ad.id.to_string());
        self.text(",\"token\":", ad.token);
        self.text(",\"title\":", ad.title);
        self.text(",\"description\":", ad.description);
        self.text(",\"full_text\":", &ad.creative.full_text);
        self.text(",\"brand\":", &ad.creative.brand);
        self.optional(",\"square\":", ad.creative.image_square.as_deref());
        self.optional(",\"horizontal\":", ad.creative.image_horizontal.as_deref());
        self.raw(",\"click\":\"/c/");
        self.raw(ad.token);
        self.raw(ad.click_query);
        self.raw("\"}");
    }

    /// Ends a block with ads.
    pub(super) fn end_block(&mut self) {
        self.raw("]}");
    }

    /// Ends a block without ads, and says why there are none. `passback` is the token of what it shows instead.
    pub(super) fn end_empty_block(&mut self, why: &str, passback: Option<&str>) {
        self.text("],\"empty\":", why);
        if let Some(token) = passback {
            self.text(",\"passback_token\":", token);
        }
        self.raw("}");
    }

    /// Ends a block whose ads stand elsewhere than its code.
    pub(super) fn end_placed_block(&mut self, placement: Placement) {
        self.text("],\"empty\":", "its ads stand elsewhere on the page");
        let (name, paragraphs) = match placement {
            Placement::InPlace => (None, None),
            Placement::StickyBottom => (Some(PlacementName::Sticky), None),
            Placement::InArticle { paragraphs } => (Some(PlacementName::Article), Some(paragraphs)),
        };
        if let Some(name) = name {
            self.raw(",\"placement\":");
            self.json(&name);
        }
        if let Some(paragraphs) = paragraphs {
            self.raw(",\"paragraphs\":");
            self.raw(&paragraphs.to_string());
        }
        self.raw("}");
    }

    /// Ends a block that shows no ads, and asks for a push subscription.
    pub(super) fn end_opt_in_block(&mut self) {
        self.text("],\"empty\":", "it asks for a push subscription");
        self.raw(",\"placement\":");
        self.json(&PlacementName::OptIn);
        self.raw("}");
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.text("],\"why_url\":", WHY_PATH);
        self.bytes.push(b'}');
        self.bytes
    }

    fn raw(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn text(&mut self, name: &str, value: &str) {
        self.raw(name);
        self.json(value);
    }

    fn json(&mut self, value: &(impl Serialize + ?Sized)) {
        serde_json::to_writer(&mut self.bytes, value).expect("writing text to memory does not fail");
    }

    fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(name, value);
        } else {
            self.raw(name);
            self.raw("null");
        }
    }
}

/// A title or description with its macros filled.
pub(super) fn fill_title<'a>(app: &Edge, text: &'a str, place: Place, now: UnixMs) -> Cow<'a, str> {
    title::fill(text, |title_macro| {
        let name = |id| app.geo.tree_if_ready().and_then(|tree| tree.name(id)).map(str::to_owned);
        match title_macro {
            TitleMacro::City => name(place.city),
            TitleMacro::Region => name(place.region),
            TitleMacro::Country => (place.country != CountryCode::UNKNOWN).then(|| country_name(place.country)),
            TitleMacro::Day => Some(title::day_name(now).to_owned()),
        }
    })
}
