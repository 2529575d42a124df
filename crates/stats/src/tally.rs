//! The facts for the comparison with log and settlements: each day by its common dimensions, and a fingerprint over all.
//!
//! A fingerprint is a sum over rows of a hash of the dimensions times the measures, modulo a prime. Sums do not care how
//! rows are cut or compacted, so that the same deltas give the same fingerprint, whatever was made of them.

use crate::database::Stats;
use crate::error::StatsError;
use crate::fact::{FactDelta, Measures, OpportunityDelta, Positions};
use crate::schema::{
    self, FACT_TABLES, FACTS, Layout, MEASURE_COLUMNS, MEASURES, OPPORTUNITIES, dimension_values, measure_values,
    measures_of,
};
use placard_model::{Day, Hour};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The modulus of fingerprints: a prime below 2^31, so that products stay in 64 bits.
const PRIME: i64 = (1 << 31) - 1;
/// Differences that one comparison names; more are as wrong as these.
const NAMED_MAX: usize = 20;
/// Days that are asked for at once, at most; 30 small ones cost as much as one.
const DAYS_AT_ONCE_MAX: usize = 31;
/// Rows that days which are asked for at once may have together: their sums take some tens of MB.
const ROWS_AT_ONCE_MAX: i64 = 100_000;

/// What is compared at once: each kind comes from a source of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TallyKind {
    /// Shows and confirmed shows, from the log.
    Shows,
    /// Clicks, money and conversions, from the settlements.
    Settled,
    /// Requests and places, from the log.
    Requests,
}

impl TallyKind {
    const fn layout(self) -> Layout {
        match self {
            Self::Shows | Self::Settled => FACTS,
            Self::Requests => OPPORTUNITIES,
        }
    }

    /// Dimensions whose sums are compared one by one, so that a difference can be named.
    const fn named(self) -> &'static [&'static str] {
        match self {
            Self::Shows | Self::Settled => &["hour", "campaign", "ad", "site", "block", "verdict"],
            Self::Requests => &["hour", "site", "block", "step"],
        }
    }

    /// The measures of its source: where they stand in a row of the table, and their names.
    fn measures(self) -> (Vec<usize>, Vec<&'static str>) {
        let from_log = |name: &str| matches!(name, "shows" | "confirmed_shows" | "rejected_shows" | "weight_sum");
        let all = self.layout().measures().map(|measure| measure.name).enumerate();
        all.filter(|(_, name)| match self {
            Self::Shows => from_log(name),
            Self::Settled => !from_log(name),
            Self::Requests => true,
        })
        .unzip()
    }

    fn place(self, dimension: &str) -> usize {
        self.layout().dimensions.iter().position(|name| *name == dimension).unwrap_or_default()
    }
}

/// What one UTC day adds up to.
#[derive(Clone, Debug)]
pub struct Tally {
    kind: TallyKind,
    /// Where the measures stand in a row.
    measures: Vec<usize>,
    /// Where the named dimensions stand in a row.
    places: Vec<usize>,
    /// By each of [`TallyKind::named`]: the sums of the measures by the dimension's value.
    sums: Vec<FxHashMap<i64, Vec<i64>>>,
    /// The fingerprint of each hour.
    prints: BTreeMap<i64, i64>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(kind: TallyKind) -> Self {
        Self {
            kind,
            measures: kind.measures().0,
            places: kind.named().iter().map(|name| kind.place(name)).collect(),
            sums: vec![FxHashMap::default(); kind.named().len()],
            prints: BTreeMap::new(),
        }
    }

    /// Adds a fact; only the measures of its kind count.
    pub fn add_fact(&mut self, fact: &FactDelta) {
        self.add(&dimension_values(&fact.key), &measure_values(&fact.measures));
    }

    /// Adds requests.
    pub fn add_requests(&mut self, requests: &OpportunityDelta) {
        let dimensions = schema::opportunity_values(requests);
        self.add(&dimensions, &[requests.requests, requests.places, requests.filled]);
    }

    fn add(&mut self, dimensions: &[i64], row: &[i64]) {
        let measures: Vec<i64> = self.measures.iter().map(|at| row[*at]).collect();
        if measures.iter().all(|measure| *measure == 0) {
            return;
        }
        for (sums, place) in self.sums.iter_mut().zip(&self.places) {
            let sums = sums.entry(dimensions[*place]).or_insert_with(|| vec![0; measures.len()]);
            sums.iter_mut().zip(&measures).for_each(|(sum, value)| *sum += value);
        }
        // The first of the named ones is the hour.
        let print = self.prints.entry(dimensions[self.places[0]]).or_default();
        *print = (*print + print_of(dimensions, &measures)).rem_euclid(PRIME);
    }

    /// Adds everything of another tally of the same kind.
    pub fn add_all(&mut self, other: &Self) {
        for (sums, others) in self.sums.iter_mut().zip(&other.sums) {
            for (key, values) in others {
                let sums = sums.entry(*key).or_insert_with(|| vec![0; values.len()]);
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
        for (hour, print) in &other.prints {
            let sum = self.prints.entry(*hour).or_default();
            *sum = (*sum + print).rem_euclid(PRIME);
        }
    }

    /// Puts all hours into the first of the day, as facts are kept after 13 months.
    fn fold(&mut self, day: Day) {
        let first = i64::from(day.first_hour().0);
        let hours = std::mem::take(&mut self.sums[0]);
        for (_, values) in hours {
            let sums = self.sums[0].entry(first).or_insert_with(|| vec![0; values.len()]);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        let print = self.prints.values().sum::<i64>().rem_euclid(PRIME);
        self.prints = BTreeMap::from([(first, print)]);
    }

    fn is_folded(&self, day: Day) -> bool {
        let first = i64::from(day.first_hour().0);
        self.sums[0].keys().all(|hour| *hour == first)
    }

    /// What differs in `found` from this one, in words.
    fn differences(&self, day: Day, found: &Self) -> Vec<String> {
        let mut named = Vec::new();
        let (_, measures) = self.kind.measures();
        let what = match self.kind {
            TallyKind::Shows => "shows",
            TallyKind::Settled => "statistics",
            TallyKind::Requests => "requests",
        };
        for ((name, expected), found) in self.kind.named().iter().zip(&self.sums).zip(&found.sums) {
            let mut keys: Vec<i64> = expected.keys().chain(found.keys()).copied().collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                let of = |sums: &FxHashMap<i64, Vec<i64>>, at: usize| sums.get(&key).map_or(0, |values| values[at]);
                for (at, measure) in measures.iter().enumerate() {
                    let (expected, found) = (of(expected, at), of(found, at));
                    if expected != found {
                        let key = if *name == "hour" { Hour(key as i32).start().to_string() } else { key.to_string() };
                        named.push(format!("{what} of {day}, {name} {key}: {measure} {found} instead of {expected}"));
                    }
                }
            }
        }
        if named.is_empty() {
            for hour in self.prints.keys().chain(found.prints.keys().filter(|hour| !self.prints.contains_key(hour))) {
                let of = |tally: &Self| tally.prints.get(hour).copied().unwrap_or_default();
                if of(self) != of(found) {
                    let hour = Hour(*hour as i32).start();
                    named
                        .push(format!("{what} of the hour {hour}: the sums are right, but not under their dimensions"));
                }
            }
        }
        if named.len() > NAMED_MAX {
            let more = named.len() - NAMED_MAX;
            named.truncate(NAMED_MAX);
            named.push(format!("{what} of {day}: {more} more differences"));
        }
        named
    }
}

/// Days as the facts have them, with the positions that they were at: all at one moment.
#[derive(Clone, Debug)]
pub struct DaysFound {
    /// How far the facts were.
    pub positions: Positions,
    tallies: BTreeMap<Day, Tally>,
}

impl DaysFound {
    /// Whether the day was asked for.
    pub fn has(&self, day: Day) -> bool {
        self.tallies.contains_key(&day)
    }

    /// The days that were asked for.
    pub fn days(&self) -> impl Iterator<Item = Day> + '_ {
        self.tallies.keys().copied()
    }

    /// What differs from what was expected of a day that was asked for, in words; at most a few. Days before `daily_before`
    /// may be kept without their hours.
    pub fn differences(&self, day: Day, expected: &Tally, daily_before: Day) -> Vec<String> {
        let Some(found) = self.tallies.get(&day) else { return Vec::new() };
        if day >= daily_before || !found.is_folded(day) || expected.is_folded(day) {
            return expected.differences(day, found);
        }
        let mut expected = expected.clone();
        expected.fold(day);
        expected.differences(day, found)
    }
}

/// Days that have facts of a kind, with the rows of each.
#[derive(Clone, Debug, Default)]
pub struct DaysKnown(BTreeMap<Day, i64>);

impl DaysKnown {
    /// All of them, in order.
    pub fn days(&self) -> impl Iterator<Item = Day> + '_ {
        self.0.keys().copied()
    }

    /// As many of these days, from the first on, as one question asks for: it costs as much as many small days, and the sums of
    /// large ones take memory. One that was not known yet counts as a large one.
    pub fn at_once(&self, days: impl IntoIterator<Item = Day>) -> Vec<Day> {
        let (mut rows, mut taken) = (0, Vec::new());
        for day in days.into_iter().take(DAYS_AT_ONCE_MAX) {
            rows += self.0.get(&day).copied().unwrap_or(ROWS_AT_ONCE_MAX);
            if rows > ROWS_AT_ONCE_MAX && !taken.is_empty() {
                break;
            }
            taken.push(day);
        }
        taken
    }
}

impl Stats {
    /// How far the facts are, and the days that have any of a kind.
    pub fn days_of(&self, kind: TallyKind) -> Result<(Positions, DaysKnown), StatsError> {
        let sql = format!("SELECT day, count(*) FROM {} GROUP BY day", kind.layout().name);
        self.at_one_moment(|reader| {
            let mut statement = reader.prepare(&sql)?;
            let days = statement.query_map([], |row| Ok((Day(row.get(0)?), row.get(1)?)))?;
            Ok(DaysKnown(days.collect::<Result<_, _>>()?))
        })
    }

    /// What each of these days adds up to; [`DaysKnown::at_once`] says how many to ask for.
    pub fn tally_days(&self, kind: TallyKind, days: &[Day]) -> Result<DaysFound, StatsError> {
        let sql = days_sql(kind, days);
        let (names, measures) = (kind.named().len(), kind.measures().1.len());
        let (positions, tallies) = self.at_one_moment(|reader| {
            let mut tallies: BTreeMap<Day, Tally> = days.iter().map(|day| (*day, Tally::new(kind))).collect();
            let mut statement = reader.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let Some(tally) = tallies.get_mut(&Day(row.get(0)?)) else { continue };
                // Of a row's dimensions the one is there that it is added up by.
                let mut keys = (0..names).map(|at| Ok((at, row.get::<_, Option<i64>>(1 + at)?)));
                let key = keys.find_map(|found: Result<_, duckdb::Error>| match found {
                    Ok((at, key)) => Some(Ok((at, key?))),
                    Err(error) => Some(Err(error)),
                });
                let Some((at, key)) = key.transpose()? else { continue };
                let values = (1 + names..).take(measures).map(|at| row.get(at)).collect::<Result<Vec<i64>, _>>()?;
                if at == 0 {
                    tally.prints.insert(key, row.get::<_, i64>(1 + names + measures)?.rem_euclid(PRIME));
                }
                if values.iter().any(|value| *value != 0) {
                    tally.sums[at].insert(key, values);
                }
            }
            Ok(tallies)
        })?;
        Ok(DaysFound { positions, tallies })
    }

    /// Days on which a narrow table of the facts says something else than the wide one, in words.
    pub fn compare_tables(&self) -> Result<Vec<String>, StatsError> {
        let mut named = Vec::new();
        for layout in FACT_TABLES.iter().filter(|layout| layout.number != FACTS.number) {
            let measures: Vec<&str> = layout.measures().map(|measure| measure.name).collect();
            let side = |table: &str| {
                let print = print_sql(layout.dimensions, &measures);
                format!("SELECT day, {print} AS print FROM {table} GROUP BY day")
            };
            let sql = format!(
                "SELECT coalesce(w.day, n.day) FROM ({}) w FULL JOIN ({}) n ON n.day = w.day \
                 WHERE (coalesce(w.print, 0) - coalesce(n.print, 0)) % {PRIME} <> 0 ORDER BY 1 LIMIT {NAMED_MAX}",
                side(FACTS.name),
                side(layout.name),
            );
            let days = self.with_reader(|reader| {
                let mut statement = reader.prepare(&sql)?;
                let days = statement.query_map([], |row| row.get(0).map(Day))?;
                Ok(days.collect::<Result<Vec<_>, _>>()?)
            })?;
            named.extend(days.iter().map(|day| format!("table {}, {day}: not what table facts says", layout.name)));
        }
        Ok(named)
    }

    /// What all facts add up to.
    pub fn sums(&self) -> Result<Measures, StatsError> {
        let sums: Vec<String> = MEASURE_COLUMNS
            .iter()
            .map(|measure| format!("CAST(coalesce(sum({}), 0) AS BIGINT)", measure.name))
            .collect();
        let sql = format!("SELECT {} FROM {}", sums.join(", "), FACTS.name);
        self.with_reader(|reader| {
            Ok(reader.query_row(&sql, [], |row| {
                let mut values = [0; MEASURES];
                for (at, value) in values.iter_mut().enumerate() {
                    *value = row.get(at)?;
                }
                Ok(measures_of(&values))
            })?)
        })
    }

    /// Reads in one transaction, with the positions that belong to it.
    fn at_one_moment<T>(
        &self,
        read: impl FnOnce(&duckdb::Connection) -> Result<T, StatsError>,
    ) -> Result<(Positions, T), StatsError> {
        self.with_reader(|reader| {
            reader.execute_batch("BEGIN TRANSACTION")?;
            let sql = "SELECT log, settlements FROM feed_positions";
            let positions = reader
                .prepare_cached(sql)?
                .query_row([], |row| Ok(Positions { log: row.get(0)?, settlements: row.get(1)? }))?;
            let found = read(reader)?;
            reader.execute_batch("COMMIT")?;
            Ok((positions, found))
        })
    }
}

/// The question for all sums of days: by day and each named dimension the measures, and the fingerprint, of which that of
/// the hours counts. One question reads a day once. The days stand in it: they choose the parts of the table that are read,
/// and as parameters they would have each question planned again.
fn days_sql(kind: TallyKind, days: &[Day]) -> String {
    let (layout, (_, measures)) = (kind.layout(), kind.measures());
    let sums: Vec<String> = measures.iter().map(|name| format!("CAST(sum({name}) AS BIGINT)")).collect();
    let named = kind.named();
    let keys: Vec<String> = named.iter().map(|name| format!("CAST({name} AS BIGINT)")).collect();
    let sets: Vec<String> = named.iter().map(|name| format!("(day, {name})")).collect();
    let days: Vec<String> = days.iter().map(|day| day.0.to_string()).collect();
    format!(
        "SELECT day, {}, {}, {} FROM {} WHERE day IN ({}) GROUP BY GROUPING SETS ({})",
        keys.join(", "),
        sums.join(", "),
        print_sql(layout.dimensions, &measures),
        layout.name,
        days.join(", "),
        sets.join(", "),
    )
}

/// A factor of fingerprints, by its place (the finalizer of SplitMix64): below the prime, never zero.
const fn factor(place: u64) -> i64 {
    let mut x = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^= x >> 31;
    (x % (PRIME as u64 - 1)) as i64 + 1
}

/// Where the factors of measures begin.
const MEASURE_FACTORS: u64 = 1_000;

/// The fingerprint of one row. The square mixes the dimensions: two rows that swap one of them are not the same.
fn print_of(dimensions: &[i64], measures: &[i64]) -> i64 {
    let mixed = |values: &[i64], from: u64| {
        let products = values.iter().zip(from..).map(|(value, place)| value % PRIME * factor(place) % PRIME);
        products.sum::<i64>() % PRIME
    };
    let key = mixed(dimensions, 1);
    (key * key % PRIME * mixed(measures, MEASURE_FACTORS) % PRIME).rem_euclid(PRIME)
}

/// The same as SQL, summed.
fn print_sql(dimensions: &[&str], measures: &[&str]) -> String {
    let mixed = |names: &[&str], from: u64| {
        let products: Vec<String> = names
            .iter()
            .zip(from..)
            .map(|(name, place)| format!("CAST({name} AS BIGINT) % {PRIME} * {} % {PRIME}", factor(place)))
            .collect();
        format!("(({}) % {PRIME})", products.join(" + "))
    };
    let key = mixed(dimensions, 1);
    let measure = mixed(measures, MEASURE_FACTORS);
    format!("CAST(sum(({key} * {key} % {PRIME}) * {measure} % {PRIME}) % {PRIME} AS BIGINT)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_the_days_the_fewer_are_asked_for_at_once() {
        let of = |rows: &[i64]| {
            let known = rows.iter().enumerate().map(|(day, rows)| (Day(day as i32), *rows)).collect();
            DaysKnown(known).at_once((0..40).map(Day)).len()
        };
        assert_eq!([of(&[0; 40]), of(&[3_000; 40]), of(&[3_300; 40])], [DAYS_AT_ONCE_MAX, DAYS_AT_ONCE_MAX, 30]);
        assert_eq!([of(&[50_000; 40]), of(&[60_000; 40]), of(&[900_000; 40])], [2, 1, 1]);
        assert_eq!([of(&[1, 1, 900_000, 1]), of(&[900_000, 1]), of(&[1, 1]), of(&[])], [2, 1, 2, 1]);
    }
}
