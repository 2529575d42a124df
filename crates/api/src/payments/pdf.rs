//! One page of text as PDF, in Helvetica, which every reader has.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

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
const PLAIN: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// What a page says, from the top to the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// In large letters.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Something with its value.
    Fact(&'static str, String),
    /// The same, in bold letters.
    Sum(&'static str, String),
    /// A line's height of nothing.
    Gap,
}

/// Writes a page with a title.
pub(super) fn page(title: &str, lines: &[Line]) -> Vec<u8> {
    let mut content = Content::new();
    let mut y = PAGE.1 - 80.0;
    let mut show = |font: Name<'_>, size: f32, x: f32, y: f32, text: &str| {
        content.begin_text();
        content.set_font(font, size).next_line(x, y).show(Str(&latin(text)));
        content.end_text();
    };
    for line in lines {
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
            Line::Gap => y -= 16.0,
        }
    }
    let [catalog, pages, page, plain, bold, text, info] = [1, 2, 3, 4, 5, 6, 7].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages).lang(TextStr("en"));
    pdf.pages(pages).kids([page]).count(1);
    let mut written = pdf.page(page);
    written.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(pages).contents(text);
    written.resources().fonts().pair(PLAIN, plain).pair(BOLD, bold);
    written.finish();
    for (font, name) in [(plain, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        pdf.type1_font(font).base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    pdf.document_info(info).title(TextStr(title));
    pdf.stream(text, &content.finish());
    pdf.finish()
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
        let written = page("T", &[Line::Heading("A (b) \\".to_owned()), Line::Fact("x", "y".to_owned())]);
        assert!(written.starts_with(b"%PDF-1.7") && written.len() < 4_000);
    }
}
