//! Files for spreadsheets: RFC 4180, text cells without formulas.

use crate::metric::{MetricValue, Sums, View};
use placard_model::Money;

/// How decimals are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decimal {
    /// `1.5`, cells separated by `,`.
    #[default]
    Point,
    /// `1,5`, cells separated by `;`: what spreadsheets of half of Europe expect.
    Comma,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A text: no spreadsheet takes it for a formula.
    Text(String),
    /// A whole number.
    Count(i64),
    /// An amount.
    Amount(Money),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A line of cells.
pub fn line(cells: impl IntoIterator<Item = Cell>, decimal: Decimal) -> Vec<u8> {
    let text = |cell| match cell {
        Cell::Text(text) => neutralised(&text),
        Cell::Count(count) => count.to_string(),
        Cell::Amount(money) => decimal.number(money),
    };
    decimal.line(cells.into_iter().map(text).collect())
}

/// Writes a table piece by piece.
#[derive(Debug)]
pub struct CsvText {
    decimal: Decimal,
    view: View,
}

impl CsvText {
    /// A file with the metrics of a view.
    pub const fn new(view: View, decimal: Decimal) -> Self {
        Self { decimal, view }
    }

    /// The first line: titles of the text columns, then the names of the metrics.
    pub fn header(&self, titles: &[String]) -> Vec<u8> {
        let metrics = self.view.metrics().map(|(_, name)| name.to_owned());
        self.decimal.line(titles.iter().map(|title| neutralised(title)).chain(metrics).collect())
    }

    /// A line: text cells, then the metrics.
    pub fn row(&self, texts: &[String], sums: &Sums) -> Vec<u8> {
        let metrics = self.view.metrics().map(|(metric, _)| match metric.value(sums) {
            None => String::new(),
            Some(MetricValue::Count(count)) => count.to_string(),
            Some(MetricValue::Money(money)) => self.decimal.number(money),
            // A ratio has six decimals too.
            Some(MetricValue::Ratio(millionths)) => self.decimal.number(Money::from_micros(millionths)),
        });
        self.decimal.line(texts.iter().map(|text| neutralised(text)).chain(metrics).collect())
    }
}

impl Decimal {
    fn number(self, value: Money) -> String {
        match self {
            Self::Point => value.to_string(),
            Self::Comma => value.to_string().replace('.', ","),
        }
    }

    fn line(self, cells: Vec<String>) -> Vec<u8> {
        let delimiter = match self {
            Self::Point => b',',
            Self::Comma => b';',
        };
        let mut writer = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::with_capacity(256));
        writer.write_record(cells).expect("writing one record to memory does not fail");
        writer.into_inner().expect("flushing to memory does not fail")
    }
}

/// A text that no spreadsheet takes for a formula: an apostrophe goes before what would begin one (OWASP, "CSV
/// injection").
fn neutralised(text: &str) -> String {
    match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠') => format!("'{text}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::Measures;
    use placard_model::books::settlement::Amounts;

    fn sums() -> Sums {
        let amounts = Amounts { webmaster: Money::from_micros(1_234_500), ..Amounts::default() };
        Sums { measures: Measures { shows: 1_000, clicks: 3, amounts, ..Measures::default() }, ads: 0 }
    }

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn lines_follow_rfc_4180() {
        let csv = CsvText::new(View::Webmaster, Decimal::Point);
        let line = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(
            line(csv.header(&texts(&["site_id", "site"]))),
            "site_id,site,shows_count_web,confirmed_shows_count,clicks_count,invalid_shows_count,\
             invalid_clicks_count,ctr,confirmed_ctr_web,money_web,bid_web,cpm,confirmed_cpm_web,ecpm,confirmed_ecpm\r\n"
        );
        assert_eq!(
            line(csv.row(&texts(&["1", "News, \"daily\""]), &sums())),
            "1,\"News, \"\"daily\"\"\",1000,0,3,0,0,0.3,,1.2345,0.4115,1.2345,,1.2345,\r\n"
        );
        let comma = CsvText::new(View::Webmaster, Decimal::Comma);
        assert_eq!(
            line(comma.row(&texts(&["1", "News, daily"]), &sums())),
            "1;News, daily;1000;0;3;0;0;0,3;;1,2345;0,4115;1,2345;;1,2345;\r\n"
        );
    }

    #[test]
    fn formulas_become_text() {
        for (text, expected) in [
            ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("+1", "'+1"),
            ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r\n=1", "'\r\n=1"),
            ("＝1", "'＝1"),
            ("Shoes = good", "Shoes = good"),
            ("", ""),
        ] {
            assert_eq!(neutralised(text), expected);
        }
    }
}
