//! How many requests would have fitted a targeting, counted from samples.
//!
//! The same targeting as the engine's, as SQL over the columns of samples: ten million of them are counted in a fraction
//! of a second, which no walk through rows does. A test of the server holds the two together.

use crate::database::Stats;
use crate::error::StatsError;
use crate::one_of::{list, one_of};
use crate::sample_rows::keyword_text;
use crate::schema::language_key;
use placard_model::content::KeywordId;
use placard_model::geo::{CountryCode, PlaceId};
use placard_model::targeting::{Targeting, WeekHours};
use placard_model::{BlockId, UnixMs};
use std::sync::Arc;

/// Days that reach looks back.
pub const REACH_DAYS: i64 = 7;

/// Countries that each request is compared with before its region and city are.
const COUNTRIES_COMPARED_MAX: usize = 16;

/// Whose reach.
#[derive(Clone, Debug)]
pub struct ReachQuestion {
    /// The audience. Ranges of addresses cannot be answered: samples have no addresses.
    pub targeting: Targeting,
    /// Blocks that take no such ads, by the rules of their sites.
    pub refusing_blocks: Vec<BlockId>,
    /// Blocks whose sites are about what the targeting wants; a page elsewhere may say so itself. None where it wants any.
    pub blocks_about: Option<Vec<BlockId>>,
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
    let fits = condition(question);
    let period = format!("FROM samples WHERE hour >= {} AND time_ms >= {}", question.since.hour().0, question.since.0);
    let sums = "count(*) AS samples, CAST(COALESCE(sum(weight), 0) AS BIGINT) AS requests";
    format!(
        "SELECT fits.samples, fits.requests, whole.samples, whole.requests, whole.first_at \
         FROM (SELECT {sums} {period} AND {fits}) AS fits, (SELECT {sums}, min(time_ms) AS first_at {period}) AS whole"
    )
}

/// A place of a country, as one number: ids have 48 bits, countries 10.
fn place_key(country: CountryCode, id: PlaceId) -> i64 {
    ((country.index() as i64) << 48) + id.0 as i64
}

fn condition(question: &ReachQuestion) -> String {
    let (targeting, refusing) = (&question.targeting, &question.refusing_blocks);
    let mut all = vec!["TRUE".to_owned()];
    if targeting.schedule != WeekHours::ALL {
        // Hour 0 was in the week of Thursday, 1970-01-01. A schedule without hours fits nothing.
        let hours: Vec<i64> = targeting.schedule.iter().map(i64::from).chain(std::iter::once(-1)).collect();
        all.extend(is_in("(hour + 72) % 168", &hours));
    }
    all.extend(is_in("device", &numbers(&targeting.device_types, |one| i64::from(one.id()))));
    let pair = |device: u8, os: u8| i64::from(device) * 256 + i64::from(os);
    all.extend(is_in("device * 256 + os", &numbers(&targeting.os, |one| pair(one.device_type.id(), one.os.id()))));
    all.extend(is_in("browser", &numbers(&targeting.browsers, |one| i64::from(one.id()))));
    all.extend(is_in("asn", &numbers(&targeting.isps, |one| i64::from(*one))));
    all.extend(is_in("language", &numbers(&targeting.languages, |one| language_key(*one))));
    all.extend(is_in("traffic_source", &numbers(&targeting.traffic_sources, |one| one.0)));
    let geo = &targeting.geo;
    if !geo.is_everywhere() {
        let known = |places: &[(CountryCode, PlaceId)]| -> Vec<(CountryCode, PlaceId)> {
            places.iter().filter(|(_, id)| *id != PlaceId::UNKNOWN).copied().collect()
        };
        let (regions, cities) = (known(&geo.regions), known(&geo.cities));
        let of_countries = numbers(&geo.countries, |country| country.index() as i64);
        let within = regions.iter().chain(&cities).map(|(country, _)| country.index() as i64);
        let mut countries: Vec<i64> = of_countries.iter().copied().chain(within).collect();
        countries.sort_unstable();
        countries.dedup();
        // Most requests are from elsewhere: what their places are is then not looked at.
        if countries.len() <= COUNTRIES_COMPARED_MAX {
            all.extend(is_in("country", &countries));
        }
        let keys = |places: &[(CountryCode, PlaceId)]| numbers(places, |(country, id)| place_key(*country, *id));
        let any: Vec<(&str, Vec<i64>)> = [
            ("country", of_countries),
            ("((CAST(country AS BIGINT) << 48) + region)", keys(&regions)),
            ("((CAST(country AS BIGINT) << 48) + city)", keys(&cities)),
        ]
        .into_iter()
        .filter(|(_, values)| !values.is_empty())
        .collect();
        match any.as_slice() {
            [] => all.push("FALSE".to_owned()),
            [(expression, values)] => {
                // Ids are hashes of names and hardly shared by countries: the column alone leaves little to compute.
                all.extend(match geo.countries.is_empty() {
                    true if cities.is_empty() => is_in("region", &numbers(&regions, |(_, id)| id.0 as i64)),
                    true => is_in("city", &numbers(&cities, |(_, id)| id.0 as i64)),
                    false => None,
                });
                all.extend(is_in(expression, values));
            }
            _ => {
                let any: Vec<String> = any.iter().map(|(expression, values)| one_of(expression, values)).collect();
                all.push(format!("({})", any.join(" OR ")));
            }
        }
    }
    if let Some(blocks) = &question.blocks_about {
        let by_page = one_of("page_category", &numbers(&targeting.site_categories, |category| category.0));
        let by_site = match blocks.as_slice() {
            [] => "FALSE".to_owned(),
            blocks => one_of("block", &numbers(blocks, |block| block.0)),
        };
        all.push(format!("({by_site} OR {by_page})"));
    }
    let named = |ids: Vec<KeywordId>| {
        let any: Vec<String> =
            ids.into_iter().map(|id| format!("contains(keywords, '{}')", keyword_text(id))).collect();
        // Most pages say nothing: that is seen at once.
        format!("(keywords <> '' AND ({}))", any.join(" OR "))
    };
    all.extend(targeting.keywords.wanted_ids().map(named));
    let excluded = targeting.keywords.excluded_ids();
    if !excluded.is_empty() {
        all.push(format!("NOT {}", named(excluded)));
    }
    if !refusing.is_empty() {
        all.push(format!("NOT {}", one_of("block", &numbers(refusing, |block| block.0))));
    }
    all.join(" AND ")
}

/// Nothing where any value will do. A list that stands alone becomes a join.
fn is_in(expression: &str, values: &[i64]) -> Option<String> {
    (!values.is_empty()).then(|| format!("{expression} IN ({})", list(values)))
}

fn numbers<T>(values: &[T], number: impl Fn(&T) -> i64) -> Vec<i64> {
    values.iter().map(number).collect()
}
