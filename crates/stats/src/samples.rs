//! Requests that were kept with their dimensions: what reach is counted from, and what explains why an ad is not shown.
//!
//! Each row is one sample. Rows come in the order of the log and stay in it, so that a question for some hours reads
//! those hours alone.

use crate::database::Stats;
use crate::error::StatsError;
use crate::sample_rows::{COLUMNS, Sampled, read_keywords};
use duckdb::Row;
use placard_model::event::{EventRef, RequestSample};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockDims;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::VisitorId;
use placard_model::{BlockId, CategoryId, SiteId, TemplateId, TrafficSourceId, UnixMs, UserId};
use std::sync::Arc;

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
            content: PageContent { category: CategoryId(id(22)?), keywords: read_keywords(&row.get::<_, String>(23)?) },
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

    /// The sample at a place in the log; none when there is none, or when it is older than samples are kept. Refuses while
    /// facts are derived again: it may not be there yet.
    pub async fn sample(self: &Arc<Self>, at: EventRef) -> Result<Option<Sampled>, StatsError> {
        self.check_complete()?;
        let sql = format!("SELECT {} FROM samples WHERE log_ref = {}", COLUMNS.map(|(name, ..)| name).join(", "), at.0);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let mut rows = statement.query_map([], read)?;
            Ok(rows.next().transpose()?)
        })
        .await
    }
}
