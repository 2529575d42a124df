//! Pages of text as PDF, with the letters that they show.

mod letters;

use letters::{Letters, PARTS, Weight};
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
            Self::Text(text) => (16.0, self.broken(text, (RIGHT - LEFT) / SIZE)),
            Self::Fact(_, value) | Self::Sum(_, value) => (18.0, self.broken(value, (RIGHT - VALUE) / SIZE)),
            Self::Row([_, what, one, _]) | Self::RowHead([_, what, one, _]) => {
                let room = (ROW_AT[2] - ROW_AT[1] - ROW_GAP) / ROW_SIZE - self.weight().width(one);
                (ROW_STEP, self.broken(what, room))
            }
        }
    }

    const fn weight(&self) -> Weight {
        match self {
            Self::Heading(_) | Self::Sum(..) | Self::RowHead(_) => Weight::Bold,
            _ => Weight::Plain,
        }
    }

    fn broken(&self, text: &str, room: f32) -> Vec<String> {
        broken(self.weight(), text, room)
    }
}

fn show(content: &mut Content, font: Name<'_>, size: f32, x: f32, y: f32, encoded: &[u8]) {
    content.begin_text();
    content.set_font(font, size).next_line(x, y).show(Str(encoded));
    content.end_text();
}

/// Writes pages with a title, as many as it takes.
pub(crate) fn document(title: &str, lines: &[Line]) -> Vec<u8> {
    let (mut pages, mut content, mut y) = (Vec::new(), Content::new(), TOP);
    let (mut of_plain, mut of_bold) = (Letters::new(Weight::Plain), Letters::new(Weight::Bold));
    for line in lines {
        let (step, parts) = line.laid_out();
        // What belongs together stays so; nothing that people write is longer than a page.
        if y - step * (parts.len() as f32) < BOTTOM {
            pages.push(mem::replace(&mut content, Content::new()).finish());
            y = TOP;
        }
        let weight = line.weight();
        let (font, letters) = match weight {
            Weight::Plain => (PLAIN, &mut of_plain),
            Weight::Bold => (BOLD, &mut of_bold),
        };
        let mut show = |size: f32, x: f32, y: f32, text: &str| {
            show(&mut content, font, size, x, y, &letters.encode(text));
        };
        match line {
            Line::Heading(text) => show(20.0, LEFT, y, text),
            Line::Fact(name, _) | Line::Sum(name, _) => show(SIZE, LEFT, y, name),
            Line::Row([day, _, one, other]) | Line::RowHead([day, _, one, other]) => {
                show(ROW_SIZE, ROW_AT[0], y, day);
                for (at, amount) in [(ROW_AT[2], one), (ROW_AT[3], other)] {
                    show(ROW_SIZE, at - weight.width(amount) * ROW_SIZE, y, amount);
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
            show(size, at, y, &part);
            y -= step;
        }
    }
    pages.push(content.finish());
    let [catalog, tree, info] = [1, 2, 3].map(Ref::new);
    let (first_plain, first_bold) = (4, 4 + PARTS);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    // Each page has its own reference, and its text the next one.
    let first = 4 + 2 * PARTS;
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids((0..count).map(|page| Ref::new(first + 2 * page))).count(count);
    for (at, text) in (first..).step_by(2).zip(&pages) {
        let (page, stream) = (Ref::new(at), Ref::new(at + 1));
        let mut written = pdf.page(page);
        written.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(tree).contents(stream);
        written.resources().fonts().pair(PLAIN, Ref::new(first_plain)).pair(BOLD, Ref::new(first_bold));
        written.finish();
        pdf.stream(stream, text);
    }
    of_plain.write(&mut pdf, first_plain);
    of_bold.write(&mut pdf, first_bold);
    pdf.document_info(info).title(TextStr(title));
    pdf.finish()
}

/// Breaks a text between words into lines of at most so many parts of its size; words that are longer are cut.
fn broken(weight: Weight, text: &str, room: f32) -> Vec<String> {
    let width_of = |c: char| weight.width_of(c);
    let mut lines = vec![String::new()];
    let mut used = 0.0;
    for word in text.split_whitespace() {
        let (space, needed) = (width_of(' '), weight.width(word));
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

    fn text_of(written: &[u8]) -> String {
        String::from_utf8_lossy(written).into_owned()
    }

    #[test]
    fn long_texts_are_broken() {
        let broken = |text, room| broken(Weight::Plain, text, room);
        assert_eq!(broken("one two three", 4.0), ["one two", "three"]);
        assert_eq!(broken("mmmmm ii", 2.0), ["mm", "mm", "m ii"]);
        assert_eq!(broken("", 3.0), [""]);
    }

    #[test]
    fn letters_of_many_languages_are_shown_and_can_be_copied() {
        let written = document("T", &[Line::Fact("To", "Łódź Ωя €1 \u{4e2d}".to_owned())]);
        assert!(written.starts_with(b"%PDF-1.7"));
        let text = text_of(&written);
        // Of each letter the document says which it is, in the order in which they came.
        for letter in ["0141", "00F3", "0064", "017A", "03A9", "044F", "20AC", "003F"] {
            assert!(text.contains(&format!("<{letter}>")), "{letter}: {text}");
        }
        assert!(!text.contains("<4E2D>"), "what the font lacks is a question mark");
        let long = document("T", &[Line::Text("Łódź Ωя €1 ".repeat(20))]);
        assert!(written.len() < 20_000 && long.len() < written.len() + 4_000, "{} {}", written.len(), long.len());
    }

    #[test]
    fn a_long_table_takes_more_pages_and_no_row_runs_into_its_amounts() {
        let what = format!("{}end", "WWWWWWWWW ".repeat(9));
        let row = Line::Row(["2026-11-01".to_owned(), what, "-1.50".to_owned(), "1,000.00".to_owned()]);
        let pages = |rows: usize| {
            let text = text_of(&document("T", &vec![row.clone(); rows]));
            (text.matches("/Type /Page\n").count(), text.matches(" Tj\n").count())
        };
        assert_eq!(row.laid_out().1.len(), 3);
        // Of each row a day, two amounts, and three lines.
        assert_eq!((pages(16), pages(17)), ((1, 16 * 6), (2, 17 * 6)));
        assert!((row.weight().width("-1.50") - 2.379).abs() < 0.001);
    }
}
