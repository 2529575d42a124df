//! The table of an import: bytes of a spreadsheet to rows, each with what is wrong with its cells. Pure.

use crate::advertiser::ads::ad_form::{CAP_HOURS_MAX, CAP_SHOWS_MAX};
use crate::advertiser::ads::ads_many::NewAd;
use placard_model::format::{AD_KINDS, BlockFormat};
use placard_model::inventory::FrequencyCap;
use placard_model::money::DECIMALS_MAX;
use placard_model::targeting::countries::country;
use placard_model::targeting::geo::CountryCode;
use placard_model::{Money, validate};
use std::collections::BTreeMap;

/// The most rows of a table, without its heading.
pub(crate) const ROWS_MAX: usize = 1_000;
/// The longest table, in bytes.
pub(crate) const TABLE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// The most columns that are looked at.
const COLUMNS_MAX: usize = 50;
/// The longest cell that is read, in bytes: more than the longest text of an ad takes.
const CELL_BYTES_MAX: usize = 64 * 1024;
/// The longest list of formats, in bytes.
const FORMATS_BYTES_MAX: usize = 200;
/// The most characters of a cell that a message repeats.
const REPEATED_CHARS_MAX: usize = 40;
/// What may stand between shows and hours.
const BETWEEN_CAP: [&str; 4] = ["in", "x", "×", "/"];
/// What a spreadsheet takes for the beginning of a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// The columns that a table may have, in the order of the template.
pub(crate) const COLUMNS: [&str; 11] = [
    "title",
    "short_description",
    "original_url",
    "picture",
    "one_bid_for_all_geo",
    "formats",
    "brand",
    "full_text",
    "primary_source_url",
    "bids",
    "frequency_cap",
];

/// Other names of columns.
const ALIASES: [(&str, &str); 10] = [
    ("description", "short_description"),
    ("url", "original_url"),
    ("landing page", "original_url"),
    ("address", "original_url"),
    ("bid", "one_bid_for_all_geo"),
    ("bids by country", "bids"),
    ("frequency", "frequency_cap"),
    ("image", "picture"),
    ("format", "formats"),
    ("supported_block_format_types", "formats"),
];

/// Why a table cannot be read at all, to be read after its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TableError {
    /// Not UTF-8.
    #[error("must be text in UTF-8: save it as “CSV UTF-8”")]
    Encoding,
    /// Nothing in it.
    #[error("is empty: its first line names the columns, each further line is an ad")]
    Empty,
    /// Too long.
    #[error("has a table of more than {} MB", TABLE_BYTES_MAX / 1024 / 1024)]
    TooLong,
    /// Too many rows.
    #[error("has more than {ROWS_MAX} rows: split it")]
    TooManyRows,
    /// A column that is none.
    #[error("has a column “{0}”, which is none of {columns}", columns = COLUMNS.join(", "))]
    UnknownColumn(String),
    /// A column twice.
    #[error("names the column {0} twice")]
    ColumnTwice(&'static str),
    /// What no row can be without.
    #[error("has no column {0}")]
    NoColumn(&'static str),
    /// Too many columns.
    #[error("has more than {COLUMNS_MAX} columns")]
    TooManyColumns,
    /// No CSV.
    #[error("is no CSV that can be read: line {0} is broken")]
    Broken(u64),
}

/// A row: an ad as it is described, with the picture that it names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Its line in the spreadsheet: the heading is 1.
    pub(crate) line: usize,
    /// The ad, without its pictures.
    pub(crate) ad: NewAd,
    /// The name or address of its picture; empty for none.
    pub(crate) picture: String,
    /// Bids of single countries.
    pub(crate) bids: Vec<(CountryCode, Money)>,
    /// How often one visitor may see it.
    pub(crate) frequency_cap: Option<FrequencyCap>,
    /// What is wrong with its cells, by column.
    pub(crate) problems: BTreeMap<&'static str, String>,
}

/// Reads a table.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Row>, TableError> {
    if bytes.len() > TABLE_BYTES_MAX {
        return Err(TableError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| TableError::Encoding)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Other encodings of spreadsheets have zeros between letters.
    if text.contains('\0') {
        return Err(TableError::Encoding);
    }
    let heading = text.lines().next().unwrap_or_default();
    if text.trim().is_empty() {
        return Err(TableError::Empty);
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(heading))
        .from_reader(text.as_bytes());
    let mut columns: Option<Vec<&'static str>> = None;
    let (mut rows, mut line) = (Vec::new(), 0);
    for record in reader.records() {
        let record = record.map_err(|error| TableError::Broken(error.position().map_or(0, csv::Position::line)))?;
        line += 1;
        let Some(columns) = &columns else {
            columns = Some(read_heading(&record)?);
            continue;
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if rows.len() == ROWS_MAX {
            return Err(TableError::TooManyRows);
        }
        rows.push(read_row(line, columns, &record));
    }
    if rows.is_empty() { Err(TableError::Empty) } else { Ok(rows) }
}

/// What separates cells: whichever of the three the heading has most of.
fn delimiter(heading: &str) -> u8 {
    let count = |delimiter: &u8| heading.bytes().filter(|byte| byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

fn read_heading(record: &csv::StringRecord) -> Result<Vec<&'static str>, TableError> {
    if record.len() > COLUMNS_MAX {
        return Err(TableError::TooManyColumns);
    }
    let mut columns: Vec<&'static str> = Vec::new();
    for cell in record {
        let name = cell.trim().to_lowercase();
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, column)| *column);
        let known = COLUMNS.into_iter().find(|column| *column == name || Some(*column) == alias);
        let Some(column) = known else {
            return Err(TableError::UnknownColumn(cell.trim().chars().take(40).collect()));
        };
        if columns.contains(&column) {
            return Err(TableError::ColumnTwice(column));
        }
        columns.push(column);
    }
    match ["title", "original_url"].into_iter().find(|needed| !columns.contains(needed)) {
        Some(missing) => Err(TableError::NoColumn(missing)),
        None => Ok(columns),
    }
}

fn read_row(line: usize, columns: &[&'static str], record: &csv::StringRecord) -> Row {
    let mut row = Row { line, ..Row::default() };
    let mut formats = "";
    for (column, cell) in columns.iter().copied().zip(record) {
        let cell = cell.trim();
        let most = if column == "formats" { FORMATS_BYTES_MAX } else { CELL_BYTES_MAX };
        if cell.len() > most {
            row.problems.insert(column, format!("is longer than {most} bytes"));
            continue;
        }
        let read = match column {
            "one_bid_for_all_geo" => row.read_bid(cell),
            "bids" => row.read_bids(cell),
            "frequency_cap" => row.read_cap(cell),
            _ => plain(cell).map(|text| match column {
                "title" => text.clone_into(&mut row.ad.title),
                "short_description" => text.clone_into(&mut row.ad.short_description),
                "full_text" => text.clone_into(&mut row.ad.full_text),
                "brand" => text.clone_into(&mut row.ad.brand),
                "original_url" => text.clone_into(&mut row.ad.original_url),
                "primary_source_url" => text.clone_into(&mut row.ad.primary_source_url),
                "picture" => text.clone_into(&mut row.picture),
                _ => formats = text,
            }),
        };
        if let Err(message) = read {
            row.problems.insert(column, message);
        }
    }
    row.read_formats(formats);
    if record.len() > columns.len() {
        row.problems.insert("title", format!("the row has {} cells and the heading {}", record.len(), columns.len()));
    }
    row
}

/// The text of a cell, but of none that a spreadsheet would run. An apostrophe says that it is meant, as our own files have it.
fn plain(cell: &str) -> Result<&str, String> {
    let message = "begins like a formula of a spreadsheet: put an apostrophe (') before it if it is meant";
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(FORMULA) => Ok(rest),
        _ if cell.starts_with(FORMULA) => Err(message.to_owned()),
        _ => Ok(cell),
    }
}

/// Whether a spreadsheet has written a date: `24-Mar`, `24. Mrz`, `24.03.2026`, `2026-03-24`.
fn is_date(cell: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = |part: &str| part.chars().count() >= 3 && part.chars().all(char::is_alphabetic);
    let of_numbers: Vec<&str> = cell.split(['/', '-', '.']).collect();
    let named: Vec<&str> = cell.split(['-', '.']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let count = |is_it: &dyn Fn(&str) -> bool| named.iter().filter(|part| is_it(part)).count();
    of_numbers.len() == 3 && of_numbers.into_iter().all(is_number)
        || count(&is_month) == 1 && matches!(count(&is_number), 1 | 2) && named.len() == 1 + count(&is_number)
}

/// Whether a number is a thousand and more to some, and a little more than one to others: "1,234".
fn reads_two_ways(cell: &str) -> bool {
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    cell.split_once([',', '.']).is_some_and(|(whole, rest)| {
        matches!(whole.len(), 1..=3)
            && !whole.starts_with('0')
            && rest.len() == 3
            && is_digits(whole)
            && is_digits(rest)
    })
}

/// An amount of money in a cell, or what is wrong with it.
fn read_amount(cell: &str) -> Result<Money, String> {
    if reads_two_ways(cell) {
        return Err(format!(
            "{cell} can be read in two ways: write it without grouping, or with another zero at its end"
        ));
    }
    Money::parse(&validate::decimal_text(cell), DECIMALS_MAX).map_err(|error| error.to_string())
}

/// A country and the bid in it: `DE 2.50`.
fn read_country_bid(part: &str) -> Result<(CountryCode, Money), String> {
    let between = [' ', ':', '='];
    let shown = || part.chars().take(REPEATED_CHARS_MAX).collect::<String>();
    let (code, bid) = part
        .split_once(between)
        .ok_or_else(|| format!("“{}” must be a country and its bid, such as DE 2.50 | FR 1.80", shown()))?;
    let code = CountryCode::parse(code.trim())
        .filter(|code| country(*code).is_some())
        .ok_or_else(|| format!("“{}” begins with no country code", shown()))?;
    let bid = read_amount(bid.trim_start_matches(between).trim()).map_err(|error| format!("{error} in {code}"))?;
    Ok((code, bid))
}

impl Row {
    fn read_bid(&mut self, cell: &str) -> Result<(), String> {
        if !cell.is_empty() {
            self.ad.one_bid_for_all_geo = Some(read_amount(cell)?);
        }
        Ok(())
    }

    /// Countries with their bids: `DE 2.50 | FR 1.80`.
    fn read_bids(&mut self, cell: &str) -> Result<(), String> {
        for part in cell.split(['|', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
            let (country, bid) = read_country_bid(part)?;
            if self.bids.iter().any(|(known, _)| *known == country) {
                return Err(format!("names {country} twice"));
            }
            self.bids.push((country, bid));
        }
        Ok(())
    }

    /// Shows to one visitor in so many hours: `3 in 24`. Also `3x24` and `3/24`, of which spreadsheets make a date.
    fn read_cap(&mut self, cell: &str) -> Result<(), String> {
        if cell.is_empty() {
            return Ok(());
        }
        let read = || {
            let (shows, hours) = BETWEEN_CAP.iter().find_map(|between| cell.split_once(*between))?;
            let shows = shows.trim().parse().ok().filter(|shows: &u8| *shows >= 1)?;
            let hours = hours.trim().parse().ok().filter(|hours| (1..=CAP_HOURS_MAX).contains(hours))?;
            Some(FrequencyCap { shows, hours })
        };
        let wrong = || {
            if is_date(cell) {
                let shown: String = cell.chars().take(REPEATED_CHARS_MAX).collect();
                return format!("“{shown}” is a date, which a spreadsheet makes of shows and hours: write 3 in 24");
            }
            format!("must be shows and hours, such as 3 in 24: 1 to {CAP_SHOWS_MAX} in 1 to {CAP_HOURS_MAX}")
        };
        self.frequency_cap = Some(read().ok_or_else(wrong)?);
        Ok(())
    }

    /// Numbers, labels or kinds, separated by blanks, commas or the like. Left out: native and teaser with a picture, else text.
    fn read_formats(&mut self, cell: &str) {
        let named: Vec<String> = cell
            .split([' ', ',', ';', '|', '/'])
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let default = if self.picture.is_empty() { AD_KINDS[2].1 } else { AD_KINDS[1].1 };
        let mut formats: Vec<BlockFormat> = if named.is_empty() { default.to_vec() } else { Vec::new() };
        for word in named {
            let of_number = word.parse().ok().and_then(BlockFormat::from_native_id).map(|format| vec![format]);
            let of_kind = || AD_KINDS.iter().find(|(kind, _)| *kind == word).map(|(_, formats)| formats.to_vec());
            let of_label = || {
                let is_label = |format: &BlockFormat| format.label().to_lowercase() == word;
                BlockFormat::NATIVE_ALL.into_iter().find(is_label).map(|format| vec![format])
            };
            if let Some(found) = of_number.or_else(of_kind).or_else(of_label) {
                formats.extend(found);
            } else {
                let message = format!("“{word}” is no format: 1 native, 2 article, 4 text, 8 long-text, 16 teaser");
                self.problems.insert("formats", message);
            }
        }
        formats.sort_unstable_by_key(|format| format.id());
        formats.dedup();
        self.ad.supported_block_format_types = formats.into_iter().map(BlockFormat::id).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Vec<Row> {
        read(text.as_bytes()).unwrap()
    }

    #[test]
    fn tables_of_all_spreadsheets_are_read() {
        for text in [
            "title,original_url,bid\nHats,https://x.org/,\"1,5\"\n",
            "\u{feff}Title;URL;Bid\r\nHats;https://x.org/;1,5\r\n",
            "TITLE\tlanding page\tone_bid_for_all_geo\n\nHats\thttps://x.org/\t1.5",
            "bid,title,address\n1.5,Hats,https://x.org/\n,,\n",
        ] {
            let rows = table(text);
            assert_eq!(rows.len(), 1, "{text}");
            let Row { ad, problems, .. } = &rows[0];
            assert_eq!((ad.title.as_str(), ad.original_url.as_str()), ("Hats", "https://x.org/"), "{text}");
            assert_eq!(ad.one_bid_for_all_geo, Some(Money::from_micros(1_500_000)), "{text}");
            assert_eq!((&ad.supported_block_format_types, problems.len()), (&vec![4], 0), "{text}");
        }
        let rows = table("title,url,picture,formats\nA,u,a.png,\nB,u,,native | 2\nC,u,,long-text\n");
        let formats: Vec<_> = rows.iter().map(|row| row.ad.supported_block_format_types.clone()).collect();
        assert_eq!(formats, [vec![1, 16], vec![1, 2, 16], vec![8]]);
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn what_is_no_table_is_told() {
        let check = |bytes: &[u8], expected: TableError| assert_eq!(read(bytes).unwrap_err(), expected);
        check(b"", TableError::Empty);
        check(b"title,url\n", TableError::Empty);
        check(
            "title,url\nCaf\u{e9}".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>().as_slice(),
            TableError::Encoding,
        );
        check(b"title,url\nCaf\xe9,https://x.org/\n", TableError::Encoding);
        check(b"title,url,colour\nA,u,red\n", TableError::UnknownColumn("colour".to_owned()));
        check(b"title,url,original_url\nA,u,u\n", TableError::ColumnTwice("original_url"));
        check(b"title,bid\nA,1\n", TableError::NoColumn("original_url"));
        let many = format!("title,url\n{}", "A,u\n".repeat(ROWS_MAX + 1));
        check(many.as_bytes(), TableError::TooManyRows);
        check(format!("title,url\n{}", "A,u\n".repeat(10_001)).as_bytes(), TableError::TooManyRows);
        check(&vec![b'a'; TABLE_BYTES_MAX + 1], TableError::TooLong);
        check(format!("title{}\n", ",".repeat(COLUMNS_MAX)).as_bytes(), TableError::TooManyColumns);
    }

    #[test]
    fn cells_that_are_wrong_are_named_by_row_and_column() {
        let rows = table("title,url,bid,formats\n=HYPERLINK(1),u,x,9\n'=fine,u,1.5,4\n@x,u,-1,4\nA,u,1,4,more\n");
        let columns = |row: &Row| row.problems.keys().copied().collect::<Vec<_>>();
        assert_eq!(columns(&rows[0]), ["formats", "one_bid_for_all_geo", "title"]);
        assert_eq!((columns(&rows[1]).len(), rows[1].ad.title.as_str()), (0, "=fine"));
        assert_eq!(columns(&rows[2]), ["title"], "how much a bid must be is judged with the ad");
        assert_eq!(columns(&rows[3]), ["title"]);
        // What is a thousand to some is no bid.
        let rows = table("title,url,bid\nA,u,\"1,234\"\nA,u,1.234\nA,u,0.125\nA,u,\"1,2340\"\nA,u,12.50\n");
        let wrong: Vec<_> = rows.iter().map(|row| row.problems.contains_key("one_bid_for_all_geo")).collect();
        assert_eq!(wrong, [true, true, false, false, false]);
        assert!(rows[0].problems["one_bid_for_all_geo"].starts_with("1,234 can be read in two ways"));
        // Cells that say too much are not read.
        let (formats, text) = ("1 ".repeat(1_000_000), "x".repeat(CELL_BYTES_MAX + 1));
        let rows = table(&format!("title,url,picture,formats\nA,u,a.png,{formats}\n{text},u,,4\n"));
        assert_eq!((columns(&rows[0]), &rows[0].ad.supported_block_format_types), (vec!["formats"], &vec![1, 16]));
        assert_eq!((columns(&rows[1]), rows[1].ad.title.as_str()), (vec!["title"], ""));
    }

    #[test]
    fn bids_of_countries_and_limits_of_shows_are_read() {
        let rows = table(
            "title,url,bids,frequency\nA,u,DE 2.50 | fr:1.8,3/24\nA,u,,\nA,u,DE,3\nA,u,DE 1|DE 2,0/24\nA,u,QQ 1,3/721\n\
             A,u,\"DE 1,234\",256/1\n",
        );
        let money = Money::from_micros;
        let [de, fr] = ["DE", "FR"].map(|code| CountryCode::parse(code).unwrap());
        assert_eq!(rows[0].bids, [(de, money(2_500_000)), (fr, money(1_800_000))]);
        assert_eq!(rows[0].frequency_cap, Some(FrequencyCap { shows: 3, hours: 24 }));
        assert!(rows[1].problems.is_empty() && rows[1].bids.is_empty() && rows[1].frequency_cap.is_none());
        for row in &rows[2..] {
            assert_eq!(row.problems.keys().copied().collect::<Vec<_>>(), ["bids", "frequency_cap"], "{row:?}");
        }
        assert_eq!(rows[3].problems["bids"], "names DE twice");
        // However it is written, and what a spreadsheet has made of it is told.
        let cap = |cell: &str| table(&format!("title,url,frequency\nA,u,{cell}\n")).remove(0);
        for cell in ["3 in 24", "3in24", "3x24", "3 x 24", "3×24", "3/24", " 3 / 24 "] {
            assert_eq!(cap(cell).frequency_cap, Some(FrequencyCap { shows: 3, hours: 24 }), "{cell}");
        }
        let check = |cell: &str, is_date: bool| {
            let told = cap(cell).problems.remove("frequency_cap").unwrap_or_default();
            assert!(told.ends_with("write 3 in 24") == is_date && told.contains("3 in 24"), "{cell}: {told}");
        };
        for cell in ["24-Mar", "Mar-24", "24. Mär", "24-Mar-26", "3/24/2026", "24.03.2026", "2026-03-24"] {
            check(cell, true);
        }
        for cell in
            ["3", "3-24", "often", "3/day", "3 per 24", "3 in", "in 24", "3 in 24 in 24", "300 in 24", "3 in 721"]
        {
            check(cell, false);
        }
    }
}
