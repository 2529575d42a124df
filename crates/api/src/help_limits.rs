//! Limits as texts hold them, `{{limit.password_max}}`: the constants that handlers check with.

use crate::advertiser::ads::ads_import::{FILE_BYTES_MAX, images, table};
use crate::advertiser::ads::{ads_many, ads_sheet};
use crate::advertiser::bulk_change;
use crate::block_css::CSS_BYTES_MAX;
use crate::media::{PIXELS_MAX, SIDE_MAX, Shape, UPLOAD_BYTES_MAX};
use placard_edge::delivery::ad::BLOCKS_MAX;
use placard_edge::delivery::postback::EXTERNAL_ID_CHARS_MAX;
use placard_model::creative::landing::LANDING_BYTES_MAX;
use placard_model::creative::{BRAND_MAX, lengths_of};
use placard_model::event::{CONVERSIONS_PER_CLICK_MAX, GOAL_CHARS_MAX, TRANSACTION_ID_CHARS_MAX};
use placard_model::format::BlockFormat;
use placard_model::push::{BODY_MAX, BUTTON_TITLE_MAX, TITLE_MAX};
use placard_model::targeting::content::{KEYWORD_CHARS_MAX, PAGE_KEYWORDS_MAX};
use placard_model::targeting::{CAMPAIGN_SOURCES_MAX, PASTED_MAX};
use placard_model::validate::{PASSWORD_MAX, PASSWORD_MIN};

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// Every limit by its name, as people read it.
pub fn limits() -> Vec<(String, String)> {
    let counts = [
        ("ads_at_once_max", ads_many::NEW_ADS_MAX),
        ("blocks_at_once_max", BLOCKS_MAX),
        ("brand_max", BRAND_MAX),
        ("campaign_sources_max", CAMPAIGN_SOURCES_MAX),
        ("changed_at_once_max", bulk_change::CHANGED_MAX),
        ("conversions_per_click_max", CONVERSIONS_PER_CLICK_MAX),
        ("css_kb_max", CSS_BYTES_MAX / KIB),
        ("external_id_max", EXTERNAL_ID_CHARS_MAX),
        ("goal_max", GOAL_CHARS_MAX),
        ("import_mb_max", FILE_BYTES_MAX / MIB),
        ("import_pictures_max", images::PICTURES_MAX),
        ("import_rows_max", table::ROWS_MAX),
        ("keyword_max", KEYWORD_CHARS_MAX),
        ("keywords_max", PAGE_KEYWORDS_MAX),
        ("landing_kb_max", LANDING_BYTES_MAX / KIB),
        ("password_max", PASSWORD_MAX),
        ("password_min", PASSWORD_MIN),
        ("pasted_max", PASTED_MAX),
        ("picture_mb_max", UPLOAD_BYTES_MAX / MIB),
        ("picture_side_max", SIDE_MAX as usize),
        ("push_button_max", BUTTON_TITLE_MAX),
        ("push_text_max", BODY_MAX),
        ("push_title_max", TITLE_MAX),
        ("sheet_ads_max", ads_sheet::READ_MAX),
        ("transaction_id_max", TRANSACTION_ID_CHARS_MAX),
    ];
    let formats = [
        ("native", BlockFormat::Native),
        ("article", BlockFormat::Article),
        ("text", BlockFormat::Text),
        ("long_text", BlockFormat::LongText),
    ];
    let lengths = formats.into_iter().flat_map(|(name, format)| {
        let of = lengths_of(format);
        let part = move |part: &str, (least, most): (usize, usize)| {
            [(format!("{name}_{part}_min"), grouped(least)), (format!("{name}_{part}_max"), grouped(most))]
        };
        [part("title", of.title), part("description", of.description), part("full_text", of.full_text)].concat()
    });
    let shapes =
        [("square", Shape::Square), ("horizontal", Shape::Horizontal), ("icon", Shape::Icon), ("wide", Shape::Wide)];
    let sizes = shapes.into_iter().flat_map(|(name, shape)| {
        let size = |(width, height): (u32, u32)| format!("{} × {}", grouped(width as usize), grouped(height as usize));
        [(format!("{name}_smallest"), size(shape.smallest())), (format!("{name}_best"), size(shape.largest()))]
    });
    let megapixels = ("picture_megapixels_max".to_owned(), (PIXELS_MAX / 1_000_000).to_string());
    let counts = counts.into_iter().map(|(name, count)| (name.to_owned(), grouped(count)));
    counts.chain(lengths).chain(sizes).chain([megapixels]).collect()
}

/// A number as English texts write it: 10,000.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut written = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}
