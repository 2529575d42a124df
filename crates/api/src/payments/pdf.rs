//! Pages of text as PDF, in Helvetica, which every reader has.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::mem;

/// A4 in points.
const PAGE: (f32, f32) = (595.0, 842.0);
const LEFT: f32 = 60.0;
/// Where values of facts begin.
const VALUE: f32 = 220.0;
/// Characters of a line of the usual size that fit between both edges.
const LINE_CHARS: usize = 88;
/// The same from where values begin.
const VALUE_CHARS: usize = 58;
const SIZE: f32 = 11.0;
/// Where the first line of a page stands, and where its last one may.
const TOP: f32 = PAGE.1 - 80.0;
const BOTTOM: f32 = 60.0;
/// Size of the lines of a table, and from one to the next.
const ROW_SIZE: f32 = 9.0;
const ROW_STEP: f32 = 14.0;
/// Where the columns of a table stand: two begin here, two end here.
const ROW_AT: [f32; 4] = [LEFT, 120.0, 455.0, 535.0];
/// Characters of the second column.
const ROW_CHARS: usize = 55;
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
    /// A line of a table: a day, what, and two amounts. What is too long ends in dots.
    Row([String; 4]),
    /// The same, in bold letters.
    RowHead([String; 4]),
    /// A line's height of nothing.
    Gap,
}

impl Line {
    const fn height(&self) -> f32 {
        match self {
            Self::Heading(_) => 34.0,
            Self::Text(_) | Self::Gap => 16.0,
            Self::Fact(..) | Self::Sum(..) => 18.0,
            Self::Row(_) | Self::RowHead(_) => ROW_STEP,
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
        if y - line.height() < BOTTOM {
            pages.push(mem::replace(&mut content, Content::new()).finish());
            y = TOP;
        }
        let mut show = |font: Name<'_>, size: f32, x: f32, y: f32, text: &str| {
            show(&mut content, font, size, x, y, text);
        };
        match line {
            Line::Heading(text) => {
                show(BOLD, 20.0, LEFT, y, text);
                y -= 34.0;
            }
            Line::Text(text) => {
                for part in broken(text, LINE_CHARS) {
                    show(PLAIN, SIZE, LEFT, y, &part);
                    y -= 16.0;
                }
            }
            Line::Fact(name, value) | Line::Sum(name, value) => {
                let font = if matches!(line, Line::Sum(..)) { BOLD } else { PLAIN };
                show(font, SIZE, LEFT, y, name);
                for part in broken(value, VALUE_CHARS) {
                    show(font, SIZE, VALUE, y, &part);
                    y -= 18.0;
                }
            }
            Line::Row([day, what, one, other]) | Line::RowHead([day, what, one, other]) => {
                let font = if matches!(line, Line::RowHead(_)) { BOLD } else { PLAIN };
                show(font, ROW_SIZE, ROW_AT[0], y, day);
                show(font, ROW_SIZE, ROW_AT[1], y, &cut(what, ROW_CHARS));
                for (at, amount) in [(ROW_AT[2], one), (ROW_AT[3], other)] {
                    show(font, ROW_SIZE, at - width(amount) * ROW_SIZE, y, amount);
                }
                y -= ROW_STEP;
            }
            Line::Gap => y -= 16.0,
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

/// How wide an amount is in these fonts, in parts of their size (the metrics of Adobe's core fonts): digits are all alike.
fn width(amount: &str) -> f32 {
    amount
        .chars()
        .map(|c| {
            if c.is_ascii_digit() {
                0.556
            } else if c == '-' {
                0.333
            } else {
                0.278
            }
        })
        .sum()
}

/// As much of a text as fits into so many characters.
fn cut(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars - 3).collect();
    format!("{kept}...")
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

/// Breaks a text between words into lines of at most so many characters; words that are longer are cut.
fn broken(text: &str, chars: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(chars) {
            let piece: String = piece.iter().collect();
            let open = lines.last().map_or(0, |line| line.chars().count());
            match lines.last_mut() {
                Some(line) if open == 0 => *line = piece,
                Some(line) if open + 1 + piece.chars().count() <= chars => line.extend([" ", &piece]),
                _ => lines.push(piece),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_and_strange_letters_replaced() {
        assert_eq!(broken("one two three", 7), ["one two", "three"]);
        assert_eq!(broken("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(broken("", 3), [""]);
        assert_eq!(latin("Ö(1)\u{20ac}я"), b"\xd6(1)??");
        let written = document("T", &[Line::Heading("A (b) \\".to_owned()), Line::Fact("x", "y".to_owned())]);
        assert!(written.starts_with(b"%PDF-1.7") && written.len() < 4_000);
    }

    #[test]
    fn a_long_table_takes_more_pages() {
        let row = Line::Row(["2026-11-01".to_owned(), "x".repeat(80), "-1.50".to_owned(), "1,000.00".to_owned()]);
        let pages = |rows: usize| {
            let written = document("T", &vec![row.clone(); rows]);
            let text = String::from_utf8_lossy(&written).into_owned();
            (text.matches("/Type /Page\n").count(), text.matches(&format!("{}...", "x".repeat(52))).count())
        };
        assert_eq!(pages(50), (1, 50));
        assert_eq!(pages(120), (3, 120));
        assert_eq!(cut("short", 5), "short");
        assert!((width("-1.50") - 2.279).abs() < 0.001);
    }
}
