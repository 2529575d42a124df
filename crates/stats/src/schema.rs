//! The tables: one wide table by hour, narrow ones by day that answer the common questions, counters of opportunities.
//!
//! All columns are integers; every table has all measures. Rows with equal dimensions add up, so a batch is appended
//! as it comes and compacted later.

use crate::calendar;
use crate::fact::{FactDelta, FactKey, Measures, OpportunityDelta};
use placard_model::books::settlement::Amounts;
use placard_model::targeting::audience::Language;
use placard_model::{Day, Hour, Money};

/// The statements that make the tables of marks, and what they lack, where they are missing.
pub(crate) const CREATE_MARKS: &str = "\
    CREATE TABLE IF NOT EXISTS deriving (is_deriving INTEGER NOT NULL); \
    CREATE TABLE IF NOT EXISTS folded_hours (before_day INTEGER NOT NULL); \
    CREATE TABLE IF NOT EXISTS kept_days (before_day INTEGER NOT NULL, log BLOB NOT NULL, settlements BLOB NOT NULL); \
    ALTER TABLE kept_days ADD COLUMN IF NOT EXISTS cleared_at BIGINT DEFAULT 0";

/// The layout that this program writes.
pub(crate) const SCHEMA_VERSION: i64 = 2;

/// What makes the second layout of the first, in place: nothing that was counted is lost, also where the log no longer
/// has it. All campaigns were native then.
pub(crate) fn upgrade_from_first() -> String {
    let sql = layouts()
        .filter(|layout| layout.dimensions.contains(&"campaign_type"))
        .map(|layout| format!("ALTER TABLE {} ADD COLUMN campaign_type SMALLINT DEFAULT 1;\n", layout.name))
        .collect::<Vec<_>>()
        .concat();
    sql + &format!("UPDATE schema_version SET version = {SCHEMA_VERSION};")
}

/// A column with its type and meaning.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    sql_type: &'static str,
    comment: &'static str,
}

const fn column(name: &'static str, sql_type: &'static str, comment: &'static str) -> Column {
    Column { name, sql_type, comment }
}

/// How many dimensions a fact has as columns, its three times among them.
pub(crate) const DIMENSIONS: usize = 27;
/// How many sums a fact has.
pub(crate) const MEASURES: usize = 17;

/// Every dimension of a fact, in the order of [`dimension_values`].
pub(crate) const DIMENSION_COLUMNS: [Column; DIMENSIONS] = [
    column("month", "INTEGER", "UTC month: year x 12 + month - 1"),
    column("day", "INTEGER", "UTC day since 1970-01-01"),
    column("hour", "INTEGER", "UTC hour since 1970-01-01T00"),
    column("advertiser", "BIGINT", "who pays"),
    column("campaign", "BIGINT", "campaign"),
    column("ad_group", "BIGINT", "ad group"),
    column("ad", "BIGINT", "ad"),
    column("target", "SMALLINT", "what the campaign leads to, the inner number"),
    column("offer", "BIGINT", "offer, 0 when none"),
    column("category", "BIGINT", "first category of the campaign, 0 when none"),
    column("webmaster", "BIGINT", "who earns"),
    column("site", "BIGINT", "site"),
    column("block", "BIGINT", "block"),
    column("template", "BIGINT", "template of the block"),
    column("format", "SMALLINT", "format of the block"),
    column("country", "SMALLINT", "country: first letter x 26 + second letter"),
    column("region", "BIGINT", "region, 0 when unknown"),
    column("city", "BIGINT", "city, 0 when unknown"),
    column("asn", "BIGINT", "autonomous system number of the network, 0 when unknown"),
    column("device", "SMALLINT", "device type, 0 when unknown"),
    column("os", "SMALLINT", "operating system, 0 when unknown"),
    column("browser", "SMALLINT", "browser, 0 when unknown"),
    column("language", "SMALLINT", "language: first letter x 26 + second letter"),
    column("traffic_source", "BIGINT", "kind of traffic, 0 when unknown"),
    column("verdict", "SMALLINT", "verdict of the validity rules, 0 valid"),
    column("control", "SMALLINT", "1 in the control slice, else 0"),
    column("campaign_type", "SMALLINT", "kind of the campaign: 1 native, 2 push"),
];

/// Every sum of a fact, in the order of [`measure_values`]. Money in micro-dollars.
pub(crate) const MEASURE_COLUMNS: [Column; MEASURES] = [
    column("shows", "BIGINT", "valid shows"),
    column("confirmed_shows", "BIGINT", "valid confirmed shows"),
    column("clicks", "BIGINT", "valid clicks"),
    column("rejected_shows", "BIGINT", "shows with another verdict"),
    column("rejected_clicks", "BIGINT", "clicks with another verdict"),
    column("weight_sum", "BIGINT", "sum of the weights of the valid shows, micro-dollars"),
    column("spent", "BIGINT", "what the advertiser pays"),
    column("earned", "BIGINT", "what the webmaster earns"),
    column("webmaster_referral", "BIGINT", "what the webmaster's referrer earns"),
    column("advertiser_referral", "BIGINT", "what the advertiser's referrer earns"),
    column("margin", "BIGINT", "what is left to the network"),
    column("hold", "BIGINT", "conversions that wait"),
    column("approved", "BIGINT", "approved conversions"),
    column("rejected", "BIGINT", "rejected conversions"),
    column("hold_money", "BIGINT", "worth of the waiting conversions to the advertiser"),
    column("approved_money", "BIGINT", "worth of the approved conversions"),
    column("rejected_money", "BIGINT", "what the rejected conversions would have been worth"),
];

const OPPORTUNITY_MEASURES: [Column; 3] = [
    column("requests", "BIGINT", "requests; passbacks where the step is 255"),
    column("places", "BIGINT", "places asked for"),
    column("filled", "BIGINT", "places filled"),
];

const STEP_COLUMN: Column = column("step", "SMALLINT", "step at which the last candidate fell out, 0 when found");

/// What a table's rows are closed by: compaction rewrites one such period at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    Hour,
    Day,
}

impl Grain {
    /// The column.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
        }
    }
}

/// A table of additive rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The table's number in `loose_rows`: given for good.
    pub(crate) number: i64,
    pub(crate) name: &'static str,
    pub(crate) grain: Grain,
    /// Dimensions, in sort order after the period.
    pub(crate) dimensions: &'static [&'static str],
    comment: &'static str,
}

/// The wide table: everything by hour.
pub(crate) const FACTS: Layout = Layout {
    number: 1,
    name: "facts",
    grain: Grain::Hour,
    dimensions: &[
        "month",
        "day",
        "hour",
        "advertiser",
        "campaign",
        "ad_group",
        "ad",
        "target",
        "offer",
        "category",
        "webmaster",
        "site",
        "block",
        "template",
        "format",
        "country",
        "region",
        "city",
        "asn",
        "device",
        "os",
        "browser",
        "language",
        "traffic_source",
        "verdict",
        "control",
        "campaign_type",
    ],
    comment: "all dimensions by hour",
};

/// The tables that can answer questions, the cheapest first; the last can answer every one.
pub(crate) const FACT_TABLES: [Layout; 6] = [
    Layout {
        number: 2,
        name: "facts_ads",
        grain: Grain::Day,
        dimensions: &[
            "month",
            "day",
            "advertiser",
            "campaign",
            "ad_group",
            "ad",
            "target",
            "offer",
            "category",
            "campaign_type",
        ],
        comment: "ads by day",
    },
    Layout {
        number: 3,
        name: "facts_blocks",
        grain: Grain::Day,
        dimensions: &["month", "day", "webmaster", "site", "block", "template", "format"],
        comment: "blocks by day",
    },
    Layout {
        number: 4,
        name: "facts_site_audience",
        grain: Grain::Day,
        dimensions: &["month", "day", "webmaster", "site", "target", "country", "device", "os", "browser"],
        comment: "audience of sites by day",
    },
    Layout {
        number: 5,
        name: "facts_sources",
        grain: Grain::Day,
        dimensions: &[
            "month",
            "day",
            "advertiser",
            "campaign",
            "ad_group",
            "ad",
            "target",
            "webmaster",
            "site",
            "block",
            "template",
            "format",
            "campaign_type",
        ],
        comment: "ads on blocks by day",
    },
    Layout {
        number: 6,
        name: "facts_ad_audience",
        grain: Grain::Day,
        dimensions: &[
            "month",
            "day",
            "advertiser",
            "campaign",
            "ad_group",
            "ad",
            "target",
            "country",
            "device",
            "os",
            "browser",
            "campaign_type",
        ],
        comment: "audience of ads by day",
    },
    FACTS,
];

/// Requests by block and outcome.
pub(crate) const OPPORTUNITIES: Layout = Layout {
    number: 7,
    name: "opportunity",
    grain: Grain::Hour,
    dimensions: &["month", "day", "hour", "webmaster", "site", "block", "step"],
    comment: "requests and places by block, hour and step",
};

impl Layout {
    /// The names of the sums.
    pub(crate) fn measures(&self) -> impl Iterator<Item = &'static Column> + use<> {
        let opportunities = self.number == OPPORTUNITIES.number;
        let measures: &'static [Column] = if opportunities { &OPPORTUNITY_MEASURES } else { &MEASURE_COLUMNS };
        measures.iter()
    }

    /// Where each dimension of the table stands in the full list of a fact.
    pub(crate) fn positions(&self) -> Vec<usize> {
        self.dimensions
            .iter()
            .filter_map(|name| DIMENSION_COLUMNS.iter().position(|column| column.name == *name))
            .collect()
    }

    /// All columns, in the order in which rows are written: a table that was upgraded has another one.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        self.dimensions.iter().copied().chain(self.measures().map(|measure| measure.name)).collect()
    }

    /// Whether the table has all these columns.
    pub(crate) fn has(&self, columns: &[&str]) -> bool {
        columns.iter().all(|column| self.dimensions.contains(column))
    }

    fn create(&self) -> String {
        let dimensions = self.dimensions.iter().filter_map(|name| {
            DIMENSION_COLUMNS.iter().chain(std::iter::once(&STEP_COLUMN)).find(|column| column.name == *name)
        });
        let columns: Vec<&Column> = dimensions.chain(self.measures()).collect();
        let list = columns.iter().map(|c| format!("{} {} NOT NULL", c.name, c.sql_type)).collect::<Vec<_>>().join(", ");
        let mut sql = vec![format!("CREATE TABLE {} ({list});\n", self.name)];
        sql.push(format!("COMMENT ON TABLE {} IS '{}';\n", self.name, self.comment));
        for c in columns {
            let comment = c.comment.replace('\'', "''");
            sql.push(format!("COMMENT ON COLUMN {}.{} IS '{comment}';\n", self.name, c.name));
        }
        sql.concat()
    }

    /// Statements that make the days of a narrow table anew from the facts. Run in one transaction.
    pub(crate) fn derive(&self, first: Day, last: Day) -> String {
        let (name, dimensions) = (self.name, self.dimensions.join(", "));
        let days = format!("day BETWEEN {} AND {}", first.0, last.0);
        format!(
            "DELETE FROM {name} WHERE {days};\n\
             INSERT INTO {name} ({columns}) SELECT {dimensions}, {sums} FROM {facts} WHERE {days} GROUP BY {dimensions} \
             HAVING {anything} ORDER BY {dimensions};\n\
             DELETE FROM loose_rows WHERE layout = {number} AND period BETWEEN {first} AND {last};",
            columns = self.columns().join(", "),
            sums = self.sums(),
            anything = self.anything(),
            facts = FACTS.name,
            number = self.number,
            first = first.0,
            last = last.0,
        )
    }

    fn sums(&self) -> String {
        self.measures().map(|m| format!("CAST(sum({0}) AS BIGINT) AS {0}", m.name)).collect::<Vec<_>>().join(", ")
    }

    fn anything(&self) -> String {
        self.measures().map(|m| format!("sum({}) <> 0", m.name)).collect::<Vec<_>>().join(" OR ")
    }

    /// Statements that add up the rows of one period and drop what came to nothing. Run in one transaction.
    pub(crate) fn compact(&self, period: i64) -> String {
        let (name, column) = (self.name, self.grain.column());
        let dimensions = self.dimensions.join(", ");
        format!(
            "CREATE OR REPLACE TEMP TABLE compacted AS SELECT {dimensions}, {sums} FROM {name} \
             WHERE {column} = {period} GROUP BY {dimensions} HAVING {anything};\n\
             DELETE FROM {name} WHERE {column} = {period};\n\
             INSERT INTO {name} ({columns}) SELECT * FROM compacted ORDER BY {dimensions};\n\
             DROP TABLE compacted;\n\
             DELETE FROM loose_rows WHERE layout = {number} AND period = {period};",
            columns = self.columns().join(", "),
            sums = self.sums(),
            anything = self.anything(),
            number = self.number,
        )
    }
}

/// Every table that is compacted.
pub(crate) fn layouts() -> impl Iterator<Item = Layout> {
    FACT_TABLES.into_iter().chain(std::iter::once(OPPORTUNITIES))
}

/// The statements of an empty database.
pub(crate) fn create() -> String {
    let mut sql = layouts().map(|layout| layout.create()).collect::<String>();
    sql += "CREATE TABLE loose_rows (layout INTEGER NOT NULL, period INTEGER NOT NULL, appended BIGINT NOT NULL);\n\
            COMMENT ON TABLE loose_rows IS 'rows appended since the last compaction of a period';\n\
            CREATE TABLE feed_positions (log BLOB NOT NULL, settlements BLOB NOT NULL);\n\
            COMMENT ON TABLE feed_positions IS 'how far the facts are: one row, moved with each batch';\n\
            INSERT INTO feed_positions VALUES (''::BLOB, ''::BLOB);\n\
            CREATE TABLE schema_version (version INTEGER NOT NULL);\n";
    sql + &format!("INSERT INTO schema_version VALUES ({SCHEMA_VERSION});")
}

/// The dimensions of a fact as numbers.
pub(crate) fn dimension_values(key: &FactKey) -> [i64; DIMENSIONS] {
    let language = language_key(key.language);
    let [month, day, hour] = time_values(key.hour);
    [
        month,
        day,
        hour,
        key.advertiser.0,
        key.campaign.0,
        key.group.0,
        key.ad.0,
        i64::from(key.target.inner()),
        key.offer.0,
        key.category.0,
        key.webmaster.0,
        key.site.0,
        key.block.0,
        key.template.0,
        i64::from(key.format.id()),
        key.place.country.index() as i64,
        // 48 bits, so the sign is never touched.
        key.place.region.0 as i64,
        key.place.city.0 as i64,
        i64::from(key.asn),
        i64::from(key.device_type.id()),
        i64::from(key.os.id()),
        i64::from(key.browser.id()),
        language,
        key.traffic_source.0,
        i64::from(key.verdict.code()),
        i64::from(key.control),
        i64::from(key.campaign_type.id()),
    ]
}

/// A language as facts store it.
pub(crate) fn language_key(language: Language) -> i64 {
    let letters = language.as_str().as_bytes();
    letters.iter().fold(0, |sum, letter| sum * 26 + i64::from(letter.wrapping_sub(b'a')))
}

/// The dimensions of requests as numbers.
pub(crate) fn opportunity_values(delta: &OpportunityDelta) -> [i64; 7] {
    let [month, day, hour] = time_values(delta.hour);
    [month, day, hour, delta.webmaster.0, delta.site.0, delta.block.0, i64::from(delta.step)]
}

fn time_values(hour: Hour) -> [i64; 3] {
    [calendar::month_of(hour.day()), i64::from(hour.day().0), i64::from(hour.0)]
}

/// The sums of a fact as numbers.
pub(crate) fn measure_values(measures: &Measures) -> [i64; MEASURES] {
    let amounts = &measures.amounts;
    [
        measures.shows,
        measures.confirmed_shows,
        measures.clicks,
        measures.rejected_shows,
        measures.rejected_clicks,
        measures.weight_micros,
        amounts.cost.micros(),
        amounts.webmaster.micros(),
        amounts.webmaster_referrer.micros(),
        amounts.advertiser_referrer.micros(),
        amounts.network.micros(),
        measures.hold,
        measures.approved,
        measures.rejected,
        measures.hold_money.micros(),
        measures.approved_money.micros(),
        measures.rejected_money.micros(),
    ]
}

/// The fact of such numbers.
pub(crate) fn measures_of(values: &[i64; MEASURES]) -> Measures {
    let money = |position: usize| Money::from_micros(values[position]);
    Measures {
        shows: values[0],
        confirmed_shows: values[1],
        clicks: values[2],
        rejected_shows: values[3],
        rejected_clicks: values[4],
        weight_micros: values[5],
        amounts: Amounts {
            cost: money(6),
            webmaster: money(7),
            webmaster_referrer: money(8),
            advertiser_referrer: money(9),
            network: money(10),
        },
        hold: values[11],
        approved: values[12],
        rejected: values[13],
        hold_money: money(14),
        approved_money: money(15),
        rejected_money: money(16),
    }
}

/// Rows of one table, added up by their dimensions.
pub(crate) type Sums = rustc_hash::FxHashMap<Vec<i64>, Vec<i64>>;

fn add(rows: &mut Sums, dimensions: Vec<i64>, measures: &[i64]) {
    match rows.entry(dimensions) {
        std::collections::hash_map::Entry::Occupied(mut entry) => {
            for (sum, value) in entry.get_mut().iter_mut().zip(measures) {
                *sum = sum.saturating_add(*value);
            }
        }
        std::collections::hash_map::Entry::Vacant(entry) => {
            entry.insert(measures.to_vec());
        }
    }
}

/// The rows of every table for one batch, each with its table.
pub(crate) fn rows_of(facts: &[FactDelta], opportunities: &[OpportunityDelta]) -> Vec<(Layout, Sums)> {
    let mut tables = Vec::with_capacity(FACT_TABLES.len() + 1);
    let values: Vec<_> =
        facts.iter().map(|fact| (dimension_values(&fact.key), measure_values(&fact.measures))).collect();
    for layout in FACT_TABLES {
        let positions = layout.positions();
        let mut rows = Sums::default();
        for (dimensions, measures) in &values {
            add(&mut rows, positions.iter().map(|position| dimensions[*position]).collect(), measures);
        }
        tables.push((layout, rows));
    }
    let mut rows = Sums::default();
    for delta in opportunities {
        add(&mut rows, opportunity_values(delta).to_vec(), &[delta.requests, delta.places, delta.filled]);
    }
    tables.push((OPPORTUNITIES, rows));
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_made_of_known_columns() {
        let mut numbers: Vec<i64> = layouts().map(|layout| layout.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), layouts().count(), "numbers are unique");
        for layout in FACT_TABLES {
            assert_eq!(layout.positions().len(), layout.dimensions.len(), "{}", layout.name);
            assert!(layout.dimensions.contains(&layout.grain.column()), "{}", layout.name);
        }
        let numbers = std::array::from_fn(|position| position as i64 + 1);
        assert_eq!(measure_values(&measures_of(&numbers)), numbers);
        assert_eq!(FACTS.positions(), (0..DIMENSIONS).collect::<Vec<_>>());
    }
}
