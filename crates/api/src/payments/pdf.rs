//! Pages of text as PDF, in Helvetica, which every reader has.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::mem;

/// A4 in points.
const PAGE: (f32, f32) = (595.0, 842.0);
const LEFT: f32 = 60.0;
/// Where values of facts begin.
const VALUE: f32 = 220.0;
/// Where lines end.
const RIGHT: f32 = 535.0;
const SIZE: f32 = 11.0;
/// Where the first line of a page stands, and where its last one may.
const TOP: f32 = PAGE.1 - 80.0;
const BOTTOM: f32 = 60.0;
/// Size of the lines of a table, and from one to the next.
const ROW_SIZE: f32 = 9.0;
const ROW_STEP: f32 = 14.0;
/// Where the columns of a table stand: two begin here, two end here.
const ROW_AT: [f32; 4] = [LEFT, 120.0, 455.0, RIGHT];
/// What lies between two columns at least.
const ROW_GAP: f32 = 10.0;
/// How wide letters are in thousandths of the size, from the blank to the tilde: those of Helvetica-Bold in Adobe's metrics of
/// the core fonts, and what is not bold is no wider.
const WIDTHS: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
];
/// The widest letter beyond them.
const WIDTH_MAX: u16 = 1_000;
const PLAIN: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// What a page says, from the top to the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// In large letters.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Something with its value.
    Fact(&'static str, String),
    /// The same, in bold letters.
    Sum(&'static str, String),
    /// A line of a table: a day, what, and two amounts. What is too long goes on below.
    Row([String; 4]),
    /// The same, in bold letters.
    RowHead([String; 4]),
    /// A line's height of nothing.
    Gap,
}

impl Line {
    /// From one of its lines to the next, and what of it is broken into lines.
    fn laid_out(&self) -> (f32, Vec<String>) {
        match self {
            Self::Heading(_) => (34.0, vec![String::new()]),
            Self::Gap => (16.0, vec![String::new()]),
            Self::Text(text) => (16.0, broken(text, (RIGHT - LEFT) / SIZE)),
            Self::Fact(_, value) | Self::Sum(_, value) => (18.0, broken(value, (RIGHT - VALUE) / SIZE)),
            Self::Row([_, what, one, _]) | Self::RowHead([_, what, one, _]) => {
                let room = (ROW_AT[2] - ROW_AT[1] - ROW_GAP) / ROW_SIZE - width(one);
                (ROW_STEP, broken(what, room))
            }
        }
    }

    const fn font(&self) -> Name<'static> {
        match self {
            Self::Sum(..) | Self::RowHead(_) => BOLD,
            _ => PLAIN,
        }
    }
}

fn show(content: &mut Content, font: Name<'_>, size: f32, x: f32, y: f32, text: &str) {
    content.begin_text();
    content.set_font(font, size).next_line(x, y).show(Str(&latin(text)));
    content.end_text();
}

/// Writes pages with a title, as many as it takes.
pub(crate) fn document(title: &str, lines: &[Line]) -> Vec<u8> {
    let (mut pages, mut content, mut y) = (Vec::new(), Content::new(), TOP);
    for line in lines {
        let (step, parts) = line.laid_out();
        // What belongs together stays so; nothing that people write is longer than a page.
        if y - step * (parts.len() as f32) < BOTTOM {
            pages.push(mem::replace(&mut content, Content::new()).finish());
            y = TOP;
        }
        let mut show = |font: Name<'_>, size: f32, x: f32, y: f32, text: &str| {
            show(&mut content, font, size, x, y, text);
        };
        match line {
            Line::Heading(text) => show(BOLD, 20.0, LEFT, y, text),
            Line::Fact(name, _) => show(PLAIN, SIZE, LEFT, y, name),
            Line::Sum(name, _) => show(BOLD, SIZE, LEFT, y, name),
            Line::Row([day, _, one, other]) | Line::RowHead([day, _, one, other]) => {
                let font = line.font();
                show(font, ROW_SIZE, ROW_AT[0], y, day);
                for (at, amount) in [(ROW_AT[2], one), (ROW_AT[3], other)] {
                    show(font, ROW_SIZE, at - width(amount) * ROW_SIZE, y, amount);
                }
            }
            Line::Text(_) | Line::Gap => {}
        }
        let (size, at) = match line {
            Line::Row(_) | Line::RowHead(_) => (ROW_SIZE, ROW_AT[1]),
            Line::Fact(..) | Line::Sum(..) => (SIZE, VALUE),
            _ => (SIZE, LEFT),
        };
        for part in parts {
            show(line.font(), size, at, y, &part);
            y -= step;
        }
    }
    pages.push(content.finish());
    let [catalog, tree, plain, bold, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    // Each page has its own reference, and its text the next one.
    let first = 6;
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids((0..count).map(|page| Ref::new(first + 2 * page))).count(count);
    for (at, text) in (first..).step_by(2).zip(&pages) {
        let (page, stream) = (Ref::new(at), Ref::new(at + 1));
        let mut written = pdf.page(page);
        written.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(tree).contents(stream);
        written.resources().fonts().pair(PLAIN, plain).pair(BOLD, bold);
        written.finish();
        pdf.stream(stream, text);
    }
    for (font, name) in [(plain, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(font).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    pdf.document_info(info).title(TextStr(title));
    pdf.finish()
}

fn width_of(c: char) -> f32 {
    let known = u32::from(c).checked_sub(0x20).and_then(|at| WIDTHS.get(at as usize));
    f32::from(*known.unwrap_or(&WIDTH_MAX)) / 1_000.0
}

/// How wide a text is, in parts of its size.
fn width(text: &str) -> f32 {
    text.chars().map(width_of).sum()
}

/// Text in the letters of these fonts (WinAnsi, here its part that is Latin-1); others become question marks.
fn latin(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match u32::from(c) {
            code @ (0x20..=0x7e | 0xa0..=0xff) => code as u8,
            _ => b'?',
        })
        .collect()
}

/// Breaks a text between words into lines of at most so many parts of its size; words that are longer are cut.
fn broken(text: &str, room: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0.0;
    for word in text.split_whitespace() {
        let (space, needed) = (width_of(' '), width(word));
        let last = lines.len() - 1;
        if used > 0.0 && used + space + needed <= room {
            lines[last].push(' ');
            used += space;
        } else if used > 0.0 {
            lines.push(String::new());
            used = 0.0;
        }
        for letter in word.chars() {
            if used > 0.0 && used + width_of(letter) > room {
                lines.push(String::new());
                used = 0.0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(letter);
            }
            used += width_of(letter);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_and_strange_letters_replaced() {
        assert_eq!(broken("one two three", 4.0), ["one two", "three"]);
        assert_eq!(broken("mmmmm ii", 2.0), ["mm", "mm", "m ii"]);
        assert_eq!(broken("", 3.0), [""]);
        assert_eq!(latin("Ö(1)\u{20ac}я"), b"\xd6(1)??");
        let written = document("T", &[Line::Heading("A (b) \\".to_owned()), Line::Fact("x", "y".to_owned())]);
        assert!(written.starts_with(b"%PDF-1.7") && written.len() < 4_000);
    }

    #[test]
    fn a_long_table_takes_more_pages_and_no_row_runs_into_its_amounts() {
        let what = format!("{}end", "WWWWWWWWW ".repeat(9));
        let row = Line::Row(["2026-11-01".to_owned(), what, "-1.50".to_owned(), "1,000.00".to_owned()]);
        let pages = |rows: usize| {
            let written = document("T", &vec![row.clone(); rows]);
            let text = String::from_utf8_lossy(&written).into_owned();
            (text.matches("/Type /Page\n").count(), text.matches("end)").count())
        };
        assert_eq!(row.laid_out().1.len(), 3);
        assert_eq!((pages(16), pages(17)), ((1, 16), (2, 17)));
        assert!((width("-1.50") - 2.279).abs() < 0.001);
    }
}
