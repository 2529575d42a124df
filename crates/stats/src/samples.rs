//! Requests that were kept with their dimensions: what reach is counted from, and what explains why an ad is not shown.
//!
//! Each row is one sample. Rows come in the order of the log and stay in it, so that a question for some hours reads
//! those hours alone.

use crate::database::{Stats, StatsError};
use crate::schema::language_key;
use duckdb::{Connection, Row, params};
use placard_model::audience::{Browser, DeviceType, Language, Os};
use placard_model::event::{EventRef, RequestSample};
use placard_model::format::BlockFormat;
use placard_model::geo::{CountryCode, Place, PlaceId};
use placard_model::inventory::BlockDims;
use placard_model::request::VisitorId;
use placard_model::{BlockId, Hour, SiteId, TemplateId, TrafficSourceId, UnixMs, UserId};
use std::sync::Arc;

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

/// Samples of some time, not all of them if there are many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentSamples {
    /// Some of them, chosen by chance.
    pub rows: Vec<Sampled>,
    /// How many samples there are.
    pub samples: i64,
    /// How many requests these stand for.
    pub requests: i64,
}

/// Columns with their types, in the order in which rows are written and read.
const COLUMNS: [(&str, &str, &str); 22] = [
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
];

/// The statements that make the table.
pub(crate) fn create() -> String {
    let list = COLUMNS.map(|(name, sql_type, _)| format!("{name} {sql_type} NOT NULL")).join(", ");
    let mut sql = format!("CREATE TABLE samples ({list});\n");
    sql += "COMMENT ON TABLE samples IS 'requests that were kept with their dimensions';\n";
    for (name, _, comment) in COLUMNS {
        sql += &format!("COMMENT ON COLUMN samples.{name} IS '{comment}';\n");
    }
    sql
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
        ])?;
    }
    Ok(appender.flush()?)
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

fn read(row: &Row<'_>) -> duckdb::Result<Sampled> {
    let id = |column: usize| row.get::<_, i64>(column);
    let places: i32 = row.get(18)?;
    let language: i64 = row.get(15)?;
    let letters = [language / 26, language % 26].map(|letter| char::from(b'a' + letter.clamp(0, 25) as u8));
    Ok(Sampled {
        at: EventRef(row.get(0)?),
        append_ms: UnixMs(id(1)?),
        sample: RequestSample {
            block: BlockDims {
                webmaster: UserId(id(3)?),
                site: SiteId(id(4)?),
                block: BlockId(id(5)?),
                template: TemplateId(id(6)?),
                format: BlockFormat::from_id(id(7)?).unwrap_or(BlockFormat::Native),
            },
            page: row.get(21)?,
            place: Place {
                country: usize::try_from(id(8)?).ok().and_then(CountryCode::from_index).unwrap_or_default(),
                region: PlaceId(id(9)? as u64),
                city: PlaceId(id(10)? as u64),
            },
            asn: id(11)? as u32,
            device_type: DeviceType::from_id(id(12)?).unwrap_or(DeviceType::Other),
            os: Os::from_id(id(13)?).unwrap_or(Os::Other),
            browser: Browser::from_id(id(14)?).unwrap_or(Browser::Other),
            language: Language::parse(&letters.iter().collect::<String>()).unwrap_or_default(),
            traffic_source: TrafficSourceId(id(16)?),
            visitor: VisitorId(row.get(17)?),
            places: (places >> 8) as u8,
            filled: places as u8,
            step: u8::try_from(id(19)?).ok(),
            weight: id(20)? as u32,
        },
    })
}

impl Stats {
    /// Samples since a moment, at most so many of them. Refuses while facts are derived again: what is there would be
    /// taken for all of it.
    pub async fn recent_samples(self: &Arc<Self>, since: UnixMs, most: u32) -> Result<RecentSamples, StatsError> {
        self.check_complete()?;
        let (names, hour) = (COLUMNS.map(|(name, ..)| name).join(", "), since.hour().0);
        let period = format!("FROM samples WHERE hour >= {hour} AND time_ms >= {}", since.0);
        self.blocking(move |reader| {
            let sums = format!("SELECT count(*), CAST(COALESCE(sum(weight), 0) AS BIGINT) {period}");
            let (samples, requests) = reader.query_row(&sums, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let some = format!("SELECT {names} {period} ORDER BY hash(log_ref), log_ref LIMIT {most}");
            let mut statement = reader.prepare(&some)?;
            let rows = statement.query_map([], read)?.collect::<Result<Vec<_>, _>>()?;
            Ok(RecentSamples { rows, samples, requests })
        })
        .await
    }

    /// The sample at a place in the log; none when there is none, or when it is older than samples are kept.
    pub async fn sample(self: &Arc<Self>, at: EventRef) -> Result<Option<Sampled>, StatsError> {
        let sql = format!("SELECT {} FROM samples WHERE log_ref = {}", COLUMNS.map(|(name, ..)| name).join(", "), at.0);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let mut rows = statement.query_map([], read)?;
            Ok(rows.next().transpose()?)
        })
        .await
    }
}
