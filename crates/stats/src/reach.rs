//! How many requests would have fitted a targeting, counted from samples.
//!
//! The same targeting as the engine's, as SQL over the columns of samples: ten million of them are counted in a fraction
//! of a second, which no walk through rows does. A test of the server holds the two together.

use crate::database::Stats;
use crate::error::StatsError;
use crate::one_of::{list, one_of};
use crate::sample_rows::keyword_text;
use crate::schema::language_key;
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::targeting::content::KeywordId;
use placard_model::targeting::geo::{CountryCode, PlaceId};
use placard_model::targeting::{Targeting, WeekHours};
use placard_model::{BlockId, Money, UnixMs, Verdict};
use std::sync::Arc;

/// Days that reach looks back.
pub const REACH_DAYS: i64 = 7;

/// Countries that each request is compared with before its region and city are.
const COUNTRIES_COMPARED_MAX: usize = 16;

/// Whose reach: that of native ads, for which notifications do not count.
#[derive(Clone, Debug)]
pub struct ReachQuestion {
    /// The audiences, all of which must hold: a campaign's, or also that of one of its groups. Ranges of addresses cannot be
    /// answered: samples have no addresses.
    pub targetings: Vec<Targeting>,
    /// Native blocks that take no such ads, by their format or the rules of their sites.
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

/// The fewest advertisers whose clicks a guide of bids is made of: of fewer it would tell what one of them pays.
pub const GUIDE_ADVERTISERS_MIN: i64 = 3;

/// What valid clicks of an audience cost, whoever paid them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaidClicks {
    /// Valid clicks.
    pub clicks: i64,
    /// Who paid for them.
    pub advertisers: i64,
    /// A quarter cost at most so much, half of them, three quarters; 0 without clicks.
    pub quartiles: [Money; 3],
    /// Clicks that cost at most the bid that was asked about.
    pub at_most_bid: i64,
}

impl Stats {
    /// What clicks cost that an audience brought since a moment, and how many of them at most `bid`. What a page says of itself
    /// is not kept of clicks, and not looked at.
    pub async fn paid_clicks(self: &Arc<Self>, question: ReachQuestion, bid: Money) -> Result<PaidClicks, StatsError> {
        self.check_complete()?;
        self.blocking(move |reader| {
            Ok(reader.query_row(&paid_sql(&question, bid), [], |row| {
                let quartile = |column: usize| -> duckdb::Result<Money> {
                    Ok(Money::from_micros(row.get::<_, Option<i64>>(column)?.unwrap_or(0)))
                };
                Ok(PaidClicks {
                    clicks: row.get(0)?,
                    advertisers: row.get(1)?,
                    quartiles: [quartile(2)?, quartile(3)?, quartile(4)?],
                    at_most_bid: row.get(5)?,
                })
            })?)
        })
        .await
    }

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

fn paid_sql(question: &ReachQuestion, bid: Money) -> String {
    let mut fits: Vec<String> = question
        .targetings
        .iter()
        .map(|targeting| audience(targeting, "((clicked_at // 3600000) + 72) % 168"))
        .collect();
    if let Some(blocks) = &question.blocks_about {
        fits.push(one_of("block", &numbers(blocks, |block| block.0)));
    }
    if !question.refusing_blocks.is_empty() {
        fits.push(format!("NOT {}", one_of("block", &numbers(&question.refusing_blocks, |block| block.0))));
    }
    fits.push(format!("campaign_type = {}", CampaignType::Native.id()));
    let fits = fits.join(" AND ");
    let quartile = |share: &str| format!("CAST(quantile_disc(cost, {share}) AS BIGINT)");
    format!(
        "SELECT count(*), count(DISTINCT advertiser), {}, {}, {}, CAST(count(*) FILTER (WHERE cost <= {}) AS BIGINT) \
         FROM clicks WHERE day >= {} AND clicked_at >= {} AND verdict = {} AND cost > 0 AND {fits}",
        quartile("0.25"),
        quartile("0.5"),
        quartile("0.75"),
        bid.micros(),
        question.since.day().0,
        question.since.0,
        Verdict::Valid.code(),
    )
}

/// A place of a country, as one number: ids have 48 bits, countries 10.
fn place_key(country: CountryCode, id: PlaceId) -> i64 {
    ((country.index() as i64) << 48) + id.0 as i64
}

fn condition(question: &ReachQuestion) -> String {
    let refusing = &question.refusing_blocks;
    // Hour 0 was in the week of Thursday, 1970-01-01.
    let mut all: Vec<String> = question.targetings.iter().map(|one| audience(one, "(hour + 72) % 168")).collect();
    all.push(format!("format <> {}", BlockFormat::Push.id()));
    if let Some(blocks) = &question.blocks_about {
        // Categories that all levels want: as at a decision, one of the site or of the page is among them.
        let mut wanted = question.targetings.iter().map(|one| &one.site_categories).filter(|all| !all.is_empty());
        let first = wanted.next().cloned().unwrap_or_default();
        let others: Vec<_> = wanted.collect();
        let about: Vec<_> = first.into_iter().filter(|one| others.iter().all(|list| list.contains(one))).collect();
        let by_page = one_of("page_category", &numbers(&about, |category| category.0));
        all.push(format!("({} OR {by_page})", one_of("block", &numbers(blocks, |block| block.0))));
    }
    let named = |ids: Vec<KeywordId>| {
        let any: Vec<String> =
            ids.into_iter().map(|id| format!("contains(keywords, '{}')", keyword_text(id))).collect();
        // Most pages say nothing: that is seen at once.
        format!("(keywords <> '' AND ({}))", any.join(" OR "))
    };
    for targeting in &question.targetings {
        all.extend(targeting.keywords.wanted_ids().map(named));
        let excluded = targeting.keywords.excluded_ids();
        if !excluded.is_empty() {
            all.push(format!("NOT {}", named(excluded)));
        }
    }
    if !refusing.is_empty() {
        all.push(format!("NOT {}", one_of("block", &numbers(refusing, |block| block.0))));
    }
    all.join(" AND ")
}

/// What the columns that samples and clicks share must be; `hour_of_week` is an expression over theirs.
fn audience(targeting: &Targeting, hour_of_week: &str) -> String {
    let mut all = vec!["TRUE".to_owned()];
    if targeting.schedule != WeekHours::ALL {
        // A schedule without hours fits nothing.
        let hours: Vec<i64> = targeting.schedule.iter().map(i64::from).chain(std::iter::once(-1)).collect();
        all.extend(is_in(hour_of_week, &hours));
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
    all.join(" AND ")
}

/// Nothing where any value will do. A list that stands alone becomes a join.
fn is_in(expression: &str, values: &[i64]) -> Option<String> {
    (!values.is_empty()).then(|| format!("{expression} IN ({})", list(values)))
}

fn numbers<T>(values: &[T], number: impl Fn(&T) -> i64) -> Vec<i64> {
    values.iter().map(number).collect()
}
