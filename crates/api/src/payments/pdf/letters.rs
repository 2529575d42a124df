//! The letters of documents: Latin, Greek and Cyrillic ones of Inter, in two weights. A document gets those that it shows.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use subsetter::GlyphRemapper;
use ttf_parser::{Face, GlyphId};

/// Files in a document that describe the letters of one weight.
pub(super) const PARTS: i32 = 5;
/// Widths in documents are thousandths of the size.
const UNITS: f32 = 1_000.0;
/// What numbers of letters mean: places in the font.
const IDENTITY: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
/// What stands for letters that the font lacks.
const UNKNOWN: char = '?';

/// How bold letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Plain,
    Bold,
}

struct Font {
    /// The file of the font.
    data: &'static [u8],
    face: Face<'static>,
    /// The name of a part of it: six letters, then its own.
    name: Name<'static>,
    /// How wide upright strokes are, in thousandths of the size.
    stem: f32,
}

impl Font {
    fn new(data: &'static [u8], name: &'static [u8], stem: f32) -> Self {
        let face = Face::parse(data, 0).expect("the font is part of the program");
        Self { data, face, name: Name(name), stem }
    }

    /// Thousandths of the size.
    fn scaled(&self, units: impl Into<f32>) -> f32 {
        units.into() * UNITS / f32::from(self.face.units_per_em())
    }

    /// A letter's place in the font, and the letter that stands there.
    fn glyph(&self, c: char) -> (GlyphId, char) {
        let find = |c: char| self.face.glyph_index(c).map(|glyph| (glyph, c));
        find(c).or_else(|| find(UNKNOWN)).unwrap_or((GlyphId(0), UNKNOWN))
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        self.scaled(self.face.glyph_hor_advance(glyph).unwrap_or_default())
    }
}

static PLAIN: LazyLock<Font> = LazyLock::new(|| {
    Font::new(include_bytes!("../../../assets/fonts/Inter-Regular.ttf"), b"PLCRDA+Inter-Regular", 90.0)
});
static BOLD: LazyLock<Font> =
    LazyLock::new(|| Font::new(include_bytes!("../../../assets/fonts/Inter-Bold.ttf"), b"PLCRDB+Inter-Bold", 150.0));

impl Weight {
    fn font(self) -> &'static Font {
        match self {
            Self::Plain => &PLAIN,
            Self::Bold => &BOLD,
        }
    }

    /// How wide a letter is, in parts of the size.
    pub(super) fn width_of(self, c: char) -> f32 {
        let font = self.font();
        font.advance(font.glyph(c).0) / UNITS
    }

    /// How wide a text is, in parts of its size.
    pub(super) fn width(self, text: &str) -> f32 {
        text.chars().map(|c| self.width_of(c)).sum()
    }
}

/// The letters of one weight that a document shows.
pub(super) struct Letters {
    weight: Weight,
    /// Their places in the font, and in the part of it that the document gets.
    glyphs: GlyphRemapper,
    /// Which letter stands at a place of that part: what is copied and searched.
    shown: BTreeMap<u16, char>,
}

impl Letters {
    pub(super) fn new(weight: Weight) -> Self {
        Self { weight, glyphs: GlyphRemapper::new(), shown: BTreeMap::new() }
    }

    /// A text as the document names its letters.
    pub(super) fn encode(&mut self, text: &str) -> Vec<u8> {
        let font = self.weight.font();
        let mut encoded = Vec::with_capacity(2 * text.len());
        for c in text.chars() {
            let (glyph, letter) = font.glyph(c);
            let place = self.glyphs.remap(glyph.0);
            self.shown.entry(place).or_insert(letter);
            encoded.extend(place.to_be_bytes());
        }
        encoded
    }

    /// Writes them to a document, as [`PARTS`] things from `first` on, of which the first is the font.
    pub(super) fn write(&self, pdf: &mut Pdf, first: i32) {
        let [font, described, descriptor, file, letters] = [0, 1, 2, 3, 4].map(|part| Ref::new(first + part));
        let Font { data, face, name, stem } = self.weight.font();
        let scaled = |units: i16| self.weight.font().scaled(units);
        let program = subsetter::subset(data, 0, &self.glyphs).expect("the font is part of the program");
        pdf.type0_font(font)
            .base_font(*name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(described)
            .to_unicode(letters);
        let mut cid = pdf.cid_font(described);
        cid.subtype(CidFontType::Type2).base_font(*name).system_info(IDENTITY).font_descriptor(descriptor);
        cid.cid_to_gid_map_predefined(Name(b"Identity")).default_width(0.0);
        let widths = self.glyphs.remapped_gids().map(|glyph| self.weight.font().advance(GlyphId(glyph)));
        cid.widths().consecutive(0, widths);
        cid.finish();
        let bounds = face.global_bounding_box();
        let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(scaled);
        pdf.font_descriptor(descriptor)
            .name(*name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]))
            .italic_angle(0.0)
            .ascent(scaled(face.ascender()))
            .descent(scaled(face.descender()))
            .cap_height(scaled(face.capital_height().unwrap_or_default()))
            .stem_v(*stem)
            .font_file2(file);
        let length = i32::try_from(program.len()).unwrap_or(i32::MAX);
        pdf.stream(file, &program).pair(Name(b"Length1"), length);
        let mut map = UnicodeCmap::<u16>::new(Name(b"Placard"), IDENTITY);
        for (place, letter) in &self.shown {
            map.pair(*place, *letter);
        }
        pdf.cmap(letters, &map.finish());
    }
}
