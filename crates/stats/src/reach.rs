//! How many requests would have fitted a targeting, counted from samples.
//!
//! The same targeting as the engine's, as SQL over the columns of samples: ten million of them are counted in a fraction
//! of a second, which no walk through rows does. A test of the server holds the two together.

use crate::database::Stats;
use crate::error::StatsError;
use crate::schema::language_key;
use placard_model::geo::{CountryCode, PlaceId};
use placard_model::targeting::{Targeting, WeekHours};
use placard_model::{BlockId, UnixMs};
use std::fmt::Write as _;
use std::sync::Arc;

/// Days that reach looks back.
pub const REACH_DAYS: i64 = 7;

/// Whose reach.
#[derive(Clone, Debug)]
pub struct ReachQuestion {
    /// The audience. Ranges of addresses cannot be answered: samples have no addresses.
    pub targeting: Targeting,
    /// Blocks that take no such ads, by the rules of their sites.
    pub refusing_blocks: Vec<BlockId>,
    /// Samples since then.
    pub since: UnixMs,
}

/// An answer. Requests are estimated by what the samples stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Samples that fit.
    pub samples: i64,
    /// Requests that they stand for: an ad could have been shown once for each.
    pub requests: i64,
    /// All samples.
    pub all_samples: i64,
    /// Requests that all of them stand for.
    pub all_requests: i64,
    /// When the first sample was taken; none without samples.
    pub first_at: Option<UnixMs>,
}

impl Stats {
    /// Counts what fits. Refuses while facts are derived again.
    pub async fn reach(self: &Arc<Self>, question: ReachQuestion) -> Result<Reach, StatsError> {
        self.check_complete()?;
        self.blocking(move |reader| {
            Ok(reader.query_row(&sql(&question), [], |row| {
                Ok(Reach {
                    samples: row.get(0)?,
                    requests: row.get(1)?,
                    all_samples: row.get(2)?,
                    all_requests: row.get(3)?,
                    first_at: row.get::<_, Option<i64>>(4)?.map(UnixMs),
                })
            })?)
        })
        .await
    }
}

fn sql(question: &ReachQuestion) -> String {
    let fits = condition(&question.targeting, &question.refusing_blocks);
    format!(
        "SELECT count(*) FILTER (WHERE {fits}), CAST(COALESCE(sum(weight) FILTER (WHERE {fits}), 0) AS BIGINT), \
         count(*), CAST(COALESCE(sum(weight), 0) AS BIGINT), min(time_ms) FROM samples \
         WHERE hour >= {} AND time_ms >= {}",
        question.since.hour().0,
        question.since.0,
    )
}

/// A place of a country, as one number: ids have 48 bits, countries 10.
fn place_key(country: CountryCode, id: PlaceId) -> i64 {
    ((country.index() as i64) << 48) + id.0 as i64
}

fn condition(targeting: &Targeting, refusing: &[BlockId]) -> String {
    let mut all = vec!["TRUE".to_owned()];
    let mut one_of = |expression: &str, values: Vec<i64>| {
        if !values.is_empty() {
            all.push(format!("{expression} IN ({})", list(values)));
        }
    };
    if targeting.schedule != WeekHours::ALL {
        // Hour 0 was in the week of Thursday, 1970-01-01. A schedule without hours fits nothing.
        let hours = targeting.schedule.iter().map(i64::from).chain(std::iter::once(-1)).collect();
        one_of("(hour + 72) % 168", hours);
    }
    one_of("device", targeting.device_types.iter().map(|one| i64::from(one.id())).collect());
    let pair = |device: u8, os: u8| i64::from(device) * 256 + i64::from(os);
    one_of("device * 256 + os", targeting.os.iter().map(|one| pair(one.device_type.id(), one.os.id())).collect());
    one_of("browser", targeting.browsers.iter().map(|one| i64::from(one.id())).collect());
    one_of("asn", targeting.isps.iter().map(|one| i64::from(*one)).collect());
    one_of("language", targeting.languages.iter().map(|one| language_key(*one)).collect());
    one_of("traffic_source", targeting.traffic_sources.iter().map(|one| one.0).collect());
    if !refusing.is_empty() {
        all.push(format!("block NOT IN ({})", list(refusing.iter().map(|block| block.0))));
    }
    let geo = &targeting.geo;
    if !geo.is_everywhere() {
        let places = |places: &[(CountryCode, PlaceId)]| -> Vec<i64> {
            places.iter().filter(|(_, id)| *id != PlaceId::UNKNOWN).map(|(at, id)| place_key(*at, *id)).collect()
        };
        let countries = geo.countries.iter().map(|country| country.index() as i64).collect();
        let mut any = vec!["FALSE".to_owned()];
        for (expression, values) in [
            ("country", countries),
            ("(CAST(country AS BIGINT) << 48) + region", places(&geo.regions)),
            ("(CAST(country AS BIGINT) << 48) + city", places(&geo.cities)),
        ] {
            if !values.is_empty() {
                any.push(format!("{expression} IN ({})", list(values)));
            }
        }
        all.push(format!("({})", any.join(" OR ")));
    }
    all.join(" AND ")
}

fn list(values: impl IntoIterator<Item = i64>) -> String {
    let mut text = String::new();
    for (position, value) in values.into_iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        // Writing to memory does not fail.
        let _ = write!(text, "{comma}{value}");
    }
    text
}
