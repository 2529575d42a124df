//! Rows of requests that were kept with their dimensions, and their table.

use crate::error::StatsError;
use crate::page_rows;
use crate::schema::language_key;
use duckdb::{Connection, params};
use placard_model::event::{EventRef, RequestSample};
use placard_model::targeting::content::KeywordId;
use placard_model::{Hour, UnixMs};

/// Days for which samples are kept: those that reach asks for, and the one that is not over.
pub const SAMPLE_DAYS_KEPT: i32 = 8;

/// A sample with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// Where it stands in the log: its name.
    pub at: EventRef,
    /// When it was appended.
    pub append_ms: UnixMs,
    /// The request.
    pub sample: RequestSample,
}

/// Columns with their types, in the order in which rows are written and read.
pub(crate) const COLUMNS: [(&str, &str, &str); 24] = [
    ("log_ref", "UBIGINT", "place of the sample in the log"),
    ("time_ms", "BIGINT", "Unix ms of the append"),
    ("hour", "INTEGER", "UTC hour since 1970-01-01T00"),
    ("webmaster", "BIGINT", "whose block"),
    ("site", "BIGINT", "site"),
    ("block", "BIGINT", "block"),
    ("template", "BIGINT", "template of the block"),
    ("format", "SMALLINT", "format of the block"),
    ("country", "SMALLINT", "country: first letter x 26 + second letter"),
    ("region", "BIGINT", "region, 0 when unknown"),
    ("city", "BIGINT", "city, 0 when unknown"),
    ("asn", "BIGINT", "autonomous system number of the network, 0 when unknown"),
    ("device", "SMALLINT", "device type, 0 when unknown"),
    ("os", "SMALLINT", "operating system, 0 when unknown"),
    ("browser", "SMALLINT", "browser, 0 when unknown"),
    ("language", "SMALLINT", "language: first letter x 26 + second letter"),
    ("traffic_source", "BIGINT", "kind of traffic, 0 when unknown"),
    ("visitor", "UBIGINT", "visitor at the request"),
    ("places_filled", "INTEGER", "places asked for x 256 + places filled"),
    ("step", "SMALLINT", "step at which the last candidate fell out, 0 when found, -1 when not known"),
    ("weight", "BIGINT", "requests that it stands for"),
    ("page", "VARCHAR", "host and path of the page"),
    ("page_category", "BIGINT", "category that the page named, 0 for none"),
    ("keywords", "VARCHAR", "keywords of the page by their numbers, 16 hexadecimal digits each, with commas around"),
];

/// The statements that make the table.
pub(crate) fn create() -> String {
    let list = COLUMNS.map(|(name, sql_type, _)| format!("{name} {sql_type} NOT NULL")).join(", ");
    let mut sql = format!("CREATE TABLE samples ({list});\n");
    sql += "COMMENT ON TABLE samples IS 'requests that were kept with their dimensions';\n";
    for (name, _, comment) in COLUMNS {
        sql.extend(["COMMENT ON COLUMN samples.", name, " IS '", comment, "';\n"]);
    }
    sql
}

/// What samples of earlier versions do not say: nothing that is counted depends on it.
pub(crate) const ADD_CONTENT: &str = "\
    ALTER TABLE samples ADD COLUMN IF NOT EXISTS page_category BIGINT DEFAULT 0; \
    ALTER TABLE samples ADD COLUMN IF NOT EXISTS keywords VARCHAR DEFAULT ''";

/// A keyword as it stands in a row, with commas around it: no keyword is a part of another.
pub(crate) fn keyword_text(id: KeywordId) -> String {
    format!(",{:016x},", id.0)
}

fn keywords_text(ids: &[KeywordId]) -> String {
    let all: Vec<String> = ids.iter().map(|id| format!("{:016x}", id.0)).collect();
    if all.is_empty() { String::new() } else { format!(",{},", all.join(",")) }
}

/// The keywords of a row.
pub(crate) fn read_keywords(text: &str) -> Vec<KeywordId> {
    text.split(',').filter_map(|digits| u64::from_str_radix(digits, 16).ok()).map(KeywordId).collect()
}

/// Adds samples, in the transaction of the batch that they came with.
pub(crate) fn put(tx: &Connection, samples: &[Sampled]) -> Result<(), StatsError> {
    if samples.is_empty() {
        return Ok(());
    }
    let mut appender = tx.appender_with_columns("samples", &COLUMNS.map(|(name, ..)| name))?;
    for Sampled { at, append_ms, sample } in samples {
        appender.append_row(params![
            at.0,
            append_ms.0,
            append_ms.hour().0,
            sample.block.webmaster.0,
            sample.block.site.0,
            sample.block.block.0,
            sample.block.template.0,
            i16::from(sample.block.format.id()),
            sample.place.country.index() as i16,
            sample.place.region.0 as i64,
            sample.place.city.0 as i64,
            i64::from(sample.asn),
            i16::from(sample.device_type.id()),
            i16::from(sample.os.id()),
            i16::from(sample.browser.id()),
            language_key(sample.language) as i16,
            sample.traffic_source.0,
            sample.visitor.0,
            i32::from(sample.places) << 8 | i32::from(sample.filled),
            sample.step.map_or(-1, i16::from),
            i64::from(sample.weight),
            sample.page.as_str(),
            sample.content.category.0,
            keywords_text(&sample.content.keywords),
        ])?;
    }
    appender.flush()?;
    page_rows::came(tx, samples.iter().map(|sampled| sampled.append_ms.day()))
}

/// Drops samples that nobody asks for any more.
pub(crate) fn drop_old(writer: &Connection, now: Hour) -> Result<(), StatsError> {
    let oldest = now.0 - 24 * SAMPLE_DAYS_KEPT;
    let first: Option<i32> = writer.query_row("SELECT min(hour) FROM samples", [], |row| row.get(0))?;
    if first.is_some_and(|first| first < oldest) {
        writer.execute("DELETE FROM samples WHERE hour < ?", params![oldest])?;
    }
    Ok(())
}
