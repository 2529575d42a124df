//! Reads files of subscriptions, row by row.

use super::PushImportFormat;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::push::subscription::UTC_OFFSET_RANGE;
use placard_model::targeting::audience::Language;
use placard_model::targeting::geo::CountryCode;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer as _};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// The most rows of a file.
pub(super) const ROWS_MAX: usize = 20_000;
/// The longest row of a JSON file, in bytes: what is read of one takes many times as much memory.
const ROW_BYTES_MAX: usize = 16 * 1024;

/// A row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) endpoint: String,
    pub(super) p256dh: String,
    pub(super) auth: String,
    pub(super) country: CountryCode,
    pub(super) language: Language,
    pub(super) utc_offset: i32,
    pub(super) created_at: Option<UnixMs>,
}

/// A row as files write it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Written {
    endpoint: String,
    p256dh: String,
    auth: String,
    keys: Keys,
    country: String,
    language: String,
    utc_offset: Option<String>,
    created_at: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Keys {
    p256dh: String,
    auth: String,
}

impl Written {
    fn row(self) -> Result<Row, String> {
        let either = |flat: String, nested: String| if flat.is_empty() { nested } else { flat };
        let told = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let utc_offset = match told(self.utc_offset) {
            Some(text) => text.parse().ok().filter(|offset| UTC_OFFSET_RANGE.contains(offset)),
            None => Some(0),
        };
        let created_at = match told(self.created_at) {
            Some(text) => {
                Some(moment(&text).ok_or("created_at must be a date, or seconds or milliseconds since 1970")?)
            }
            None => None,
        };
        Ok(Row {
            endpoint: self.endpoint.trim().to_owned(),
            p256dh: either(self.p256dh, self.keys.p256dh).trim().to_owned(),
            auth: either(self.auth, self.keys.auth).trim().to_owned(),
            country: CountryCode::parse(self.country.trim()).unwrap_or_default(),
            language: Language::parse(self.language.trim()).unwrap_or_default(),
            utc_offset: utc_offset.ok_or("utc_offset must be minutes")?,
            created_at,
        })
    }
}

/// A moment: a date with or without a time, seconds or milliseconds since 1970.
fn moment(text: &str) -> Option<UnixMs> {
    /// Numbers above it are milliseconds: as seconds they would be in the year 5138.
    const SECONDS_MAX: i64 = 100_000_000_000;
    if let Ok(number) = text.parse::<i64>() {
        return (number >= 0).then_some(UnixMs(if number > SECONDS_MAX { number } else { number * 1_000 }));
    }
    UnixMs::parse(text).or_else(|| placard_model::Day::parse(text.get(..10)?).map(placard_model::Day::start))
}

/// The rows of a file, each read or told what is wrong with it.
///
/// # Errors
/// When it is no file of its format at all, or too long.
pub(super) fn read(format: PushImportFormat, content: &str) -> Result<Vec<Result<Row, String>>, Problem> {
    let rows = match format {
        PushImportFormat::Csv => of_csv(content),
        PushImportFormat::Json => of_json(content),
    };
    let rows = rows.map_err(|message| Problem::field("content", message))?;
    match rows.len() {
        0 => Err(Problem::field("content", "has no rows")),
        1..=ROWS_MAX => Ok(rows),
        _ => Err(Problem::field("content", format!("must have at most {ROWS_MAX} rows: send the rest after it"))),
    }
}

fn of_csv(content: &str) -> Result<Vec<Result<Row, String>>, String> {
    let first = content.lines().next().unwrap_or_default();
    let delimiter = [';', '\t', ','].into_iter().find(|delimiter| first.contains(*delimiter)).unwrap_or(',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter as u8)
        .trim(csv::Trim::All)
        .flexible(true)
        .from_reader(content.trim_start_matches('\u{feff}').as_bytes());
    let headers = reader.headers().map_err(|_| "cannot be read as lines of values")?.clone();
    let column = |name: &str| headers.iter().position(|header| header.eq_ignore_ascii_case(name));
    let places = ["endpoint", "p256dh", "auth"].map(column);
    let [Some(endpoint), Some(p256dh), Some(auth)] = places else {
        return Err("must name the columns endpoint, p256dh and auth in its first line".to_owned());
    };
    let others = ["country", "language", "utc_offset", "created_at"].map(column);
    let rows = reader.into_records().take(ROWS_MAX + 1).map(|record| {
        let record = record.map_err(|_| "cannot be read".to_owned())?;
        let of = |place: usize| record.get(place).unwrap_or_default().to_owned();
        let [country, language, utc_offset, created_at] = others.map(|place| place.map(of));
        Written {
            endpoint: of(endpoint),
            p256dh: of(p256dh),
            auth: of(auth),
            country: country.unwrap_or_default(),
            language: language.unwrap_or_default(),
            utc_offset,
            created_at,
            keys: Keys::default(),
        }
        .row()
    });
    Ok(rows.collect())
}

/// Rows as they are written, no more than tell that there are too many.
struct Rows<'a, 'de>(&'a mut Vec<&'de RawValue>);

impl<'de> Visitor<'de> for Rows<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while self.0.len() <= ROWS_MAX {
            let Some(row) = entries.next_element()? else { break };
            self.0.push(row);
        }
        Ok(())
    }
}

fn of_json(content: &str) -> Result<Vec<Result<Row, String>>, String> {
    let mut rows = Vec::new();
    let mut file = serde_json::Deserializer::from_str(content);
    let read = file.deserialize_seq(Rows(&mut rows)).and_then(|()| file.end());
    // Where there are too many, the rest was not read.
    if rows.len() <= ROWS_MAX {
        read.map_err(|_| "must be a JSON list of subscriptions")?;
    }
    Ok(rows.into_iter().map(|row| of_text(row.get())).collect())
}

fn of_text(text: &str) -> Result<Row, String> {
    let wrong = || "is no subscription".to_owned();
    if text.len() > ROW_BYTES_MAX {
        return Err(wrong());
    }
    let mut value: Value = serde_json::from_str(text).map_err(|_| wrong())?;
    // Numbers as well as texts.
    if let Some(object) = value.as_object_mut() {
        for name in ["utc_offset", "created_at"] {
            if let Some(Value::Number(number)) = object.get(name) {
                let text = number.to_string();
                object.insert(name.to_owned(), Value::String(text));
            }
        }
    }
    let written: Written = serde_json::from_value(value).map_err(|_| wrong())?;
    written.row()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_both_formats_are_read() {
        let csv =
            "\u{feff}Endpoint;p256dh;auth;country;created_at\nhttps://a; k ;s;ie;2026-01-02\nhttps://b;k;s;;soon\n";
        let rows = read(PushImportFormat::Csv, csv).unwrap();
        let first = rows[0].clone().unwrap();
        assert_eq!((first.endpoint.as_str(), first.p256dh.as_str(), first.country.as_str()), ("https://a", "k", "IE"));
        assert_eq!(first.created_at, placard_model::Day::parse("2026-01-02").map(placard_model::Day::start));
        assert!(rows[1].clone().unwrap_err().contains("created_at"));
        let json = r#"[{"endpoint": "https://a", "keys": {"p256dh": "k", "auth": "s"}, "utc_offset": -60, "created_at": 1767312000},
            {"endpoint": "https://b", "p256dh": "k", "auth": "s", "utc_offset": 9999}, 7]"#;
        let rows = read(PushImportFormat::Json, json).unwrap();
        let row = rows[0].clone().unwrap();
        assert_eq!((row.auth.as_str(), row.utc_offset, row.created_at), ("s", -60, Some(UnixMs(1_767_312_000_000))));
        assert!(rows[1].is_err() && rows[2].is_err());
    }

    #[test]
    fn what_is_no_file_is_refused() {
        for (format, content) in [
            (PushImportFormat::Csv, "endpoint,auth\n"),
            (PushImportFormat::Csv, "endpoint,p256dh,auth\n"),
            (PushImportFormat::Json, "{}"),
            (PushImportFormat::Json, "[]"),
            (PushImportFormat::Json, "["),
        ] {
            assert!(read(format, content).is_err(), "{content}");
        }
        let long = "endpoint,p256dh,auth\n".to_owned() + &"a,b,c\n".repeat(ROWS_MAX + 1);
        assert!(read(PushImportFormat::Csv, &long).is_err());
        // Of too many no more is read than says so: what follows is no JSON.
        let many = "[".to_owned() + &"0,".repeat(ROWS_MAX + 1) + "what";
        let Err(Problem::Fields(told)) = read(PushImportFormat::Json, &many) else { panic!("it was read") };
        assert!(told.iter().any(|(_, messages)| messages[0].contains("at most")), "{told:?}");
        let long = format!("[[{}0]]", "0,".repeat(ROW_BYTES_MAX));
        assert!(read(PushImportFormat::Json, &long).unwrap()[0].is_err());
    }
}
