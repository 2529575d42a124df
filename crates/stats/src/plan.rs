//! From a question to SQL: which table answers it, and the one statement that does.
//!
//! Every key is a number that we wrote ourselves, so values stand in the text: there is nothing to bind, and but for
//! conditions on many values the text runs on DuckDB and ClickHouse alike.

use crate::dimension::{Dimension, Key};
use crate::list_question::{ListPage, ListQuestion, OpportunityGroup};
use crate::metric::{self, Metric};
use crate::one_of::{list, one_of};
use crate::query::{Direction, Filter, OrderBy, Period, Query, covered};
use crate::schema::{self, Layout, MEASURE_COLUMNS};
use crate::scope::StatsScope;
use placard_model::event::{FLOOR_STEP, PASSBACK_STEP};
use std::borrow::Cow;

/// A statement, and how to read its rows: `is_total`, `position` (the total is at 0), number of rows of all pages,
/// one key for each group, the sums at `measures`, and distinct ads if `ads`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The table that is read.
    pub table: &'static str,
    /// The statement.
    pub sql: String,
    /// How many keys a row has.
    pub(crate) groups: usize,
    /// Positions of the sums in the list of measures.
    pub(crate) measures: Vec<usize>,
    /// Whether the rows end with the number of distinct ads.
    pub(crate) ads: bool,
    /// The text that the statement binds, if it does.
    pub(crate) bound: Option<String>,
}

/// Plans a question within a scope. Positions `first..=last` of the rows are returned, and always the total.
pub fn plan(query: &Query, scope: &StatsScope) -> Plan {
    let first = query.page.offset() + 1;
    plan_rows(query, scope, first, query.page.offset() + u64::from(query.page.count))
}

/// Like [`plan`], for rows of any positions (from 1).
pub(crate) fn plan_rows(query: &Query, scope: &StatsScope, first: u64, last: u64) -> Plan {
    let view = scope.view();
    let ads = view.counts_ads();
    let table = table_of(query, scope, ads);
    let measures = view.measures();
    let sums = sum_list(&measures, ads);
    let source = source(query, scope, &table, &measures, ads);
    let keys: Vec<String> = (1..=query.groups.len()).map(|level| format!("k{level}")).collect();
    let names = column_list(&measures, ads);
    let sql = if keys.is_empty() {
        format!("SELECT 1 AS is_total, 0 AS row_position, 0 AS row_count, {sums} FROM ({source}) AS facts_asked")
    } else {
        let keys = keys.join(", ");
        let order = order_list(query);
        // One scan for rows and totals: distinct ads do not add up, so the total must be a group of its own.
        format!(
            "SELECT is_total, row_position, row_count, {keys}, {names} FROM (\
             SELECT *, row_number() OVER (ORDER BY is_total DESC, {order}) - 1 AS row_position, \
             count(*) OVER () - 1 AS row_count FROM (\
             SELECT grouping(k1) AS is_total, {keys}, {sums} FROM ({source}) AS facts_asked \
             GROUP BY GROUPING SETS (({keys}), ())) AS facts_grouped) AS facts_ordered \
             WHERE is_total = 1 OR row_position BETWEEN {first} AND {last} ORDER BY row_position"
        )
    };
    Plan { table: table.name, sql, groups: query.groups.len(), measures, ads, bound: None }
}

/// Plans the figures of a list: those of all its rows added up, and those of the rows of a page, which may be found by
/// them. The ids are bound as one text, for there may be a hundred thousand; of all of them only what the order needs is
/// added up by row.
pub(crate) fn plan_list(question: ListQuestion, scope: &StatsScope) -> Plan {
    let ListQuestion { dimension, listed, page, period } = question;
    let query = Query::by(dimension, period);
    let view = scope.view();
    let ads = view.counts_ads();
    let table = table_of(&query, scope, ads);
    let measures = view.measures();
    let source = source(&query, scope, &table, &measures, ads);
    let sums = sum_list(&measures, ads);
    let Ids { bound, with, is_listed } = Ids::new(listed);
    let page = match page {
        ListPage::Ids(ids) if ids.is_empty() => "SELECT 0 AS k1, 1 AS row_position WHERE 1 = 0".to_owned(),
        ListPage::Ids(ids) => {
            format!("SELECT CAST(unnest([{}]) AS BIGINT) AS k1, 1 AS row_position", list(&ids))
        }
        ListPage::Sorted { metric, direction, ties, limit, offset } => {
            let (needed, by_ads) = (metric::measures_of(std::iter::once(metric)), metric == Metric::AdsCount);
            let (sums, names) = (sum_list(&needed, by_ads), column_list(&needed, by_ads));
            let names: Vec<String> = names.split(", ").map(|name| format!("COALESCE({name}, 0) AS {name}")).collect();
            let (by, names) = (metric.shown_order_sql(), names.join(", "));
            let (word, nulls) = match direction {
                Direction::Ascending => ("ASC", "FIRST"),
                Direction::Descending => ("DESC", "LAST"),
            };
            let ties = if ties == Direction::Ascending { "ASC" } else { "DESC" };
            let order = format!("{by} {word} NULLS {nulls}, k1 {ties}");
            format!(
                "SELECT k1, row_number() OVER (ORDER BY {order}) AS row_position FROM (SELECT * FROM (SELECT k1, {names} FROM listed \
                 LEFT JOIN (SELECT k1, {sums} FROM facts_asked WHERE {is_listed} GROUP BY k1) AS facts_grouped USING (k1)) AS known \
                 ORDER BY {order} LIMIT {limit} OFFSET {offset}) AS page_found"
            )
        }
    };
    let sql = format!(
        "WITH {with}, facts_asked AS NOT MATERIALIZED ({source}), page AS MATERIALIZED ({page}) \
         SELECT 1 AS is_total, 0 AS row_position, 0 AS row_count, 0 AS k1, {sums} FROM facts_asked \
         WHERE {is_listed} UNION ALL \
         SELECT 0 AS is_total, row_position, 0 AS row_count, k1, {sums} FROM page LEFT JOIN facts_asked USING (k1) \
         GROUP BY row_position, k1 ORDER BY is_total DESC, row_position"
    );
    Plan { table: table.name, sql, groups: 1, measures, ads, bound: Some(bound) }
}

/// So many bits may stand for each id of a list, and so many at least for all: more are joined.
const BITS_OF_AN_ID_MAX: usize = 32;
const BITS_OF_A_LIST_MIN: usize = 1 << 12;

/// The ids of a list, as a statement has them.
struct Ids {
    /// The text that it binds.
    bound: String,
    /// Tables: `listed` with a column `k1`, and what `is_listed` needs.
    with: String,
    /// A condition on a row's `k1`.
    is_listed: String,
}

impl Ids {
    /// Ids that lie close together are looked up in a string of bits, which takes a sixth of the time of a join of a hundred
    /// thousand.
    fn new(listed: String) -> Self {
        let Some((least, bits)) = bits_of(&listed) else {
            return Self {
                bound: listed,
                with: "listed AS MATERIALIZED (SELECT CAST(id AS BIGINT) AS k1 \
                       FROM (SELECT unnest(string_split(?, ',')) AS id) AS ids)"
                    .to_owned(),
                is_listed: "k1 IN (SELECT k1 FROM listed)".to_owned(),
            };
        };
        // CASE: no other bit may be asked for, and conditions that are joined by AND come in any order.
        let most = least + bits.len() as i64 - 1;
        Self {
            with: format!(
                "ids AS MATERIALIZED (SELECT CAST(? AS BIT) AS bits), listed AS NOT MATERIALIZED (SELECT range AS k1 \
                 FROM range({least}, {most} + 1) WHERE get_bit((SELECT bits FROM ids), CAST(range - {least} AS INTEGER)) = 1)"
            ),
            bound: bits,
            is_listed: format!(
                "CASE WHEN k1 BETWEEN {least} AND {most} \
                 THEN get_bit((SELECT bits FROM ids), CAST(k1 - {least} AS INTEGER)) = 1 ELSE FALSE END"
            ),
        }
    }
}

/// The least of some ids and a bit for each number from there to the most, if there are not too many.
fn bits_of(listed: &str) -> Option<(i64, String)> {
    let ids: Vec<i64> = listed.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    let (least, most) = (*ids.iter().min()?, *ids.iter().max()?);
    let span = usize::try_from(most.checked_sub(least)?).ok()?.checked_add(1)?;
    if span > BITS_OF_A_LIST_MIN.max(ids.len().saturating_mul(BITS_OF_AN_ID_MAX)) {
        return None;
    }
    let mut bits = vec![b'0'; span];
    for id in ids {
        bits[usize::try_from(id - least).ok()?] = b'1';
    }
    String::from_utf8(bits).ok().map(|bits| (least, bits))
}

fn table_of(query: &Query, scope: &StatsScope, ads: bool) -> Layout {
    let mut needed: Vec<&str> = vec!["day"];
    needed.extend(query.groups.iter().map(|group| group.column()));
    needed.extend(query.filters.iter().map(|filter| filter.dimension.column()));
    needed.extend(scope.columns());
    if ads {
        needed.push("ad");
    }
    schema::FACT_TABLES.into_iter().find(|table| table.has(&needed)).unwrap_or(schema::FACTS)
}

/// The rows that are asked about: keys, measures, the ad.
fn source(query: &Query, scope: &StatsScope, table: &Layout, measures: &[usize], ads: bool) -> String {
    let key = |(level, group): (usize, &Dimension)| format!("{} AS k{}", key_sql(query, *group), level + 1);
    let mut columns: Vec<String> = query.groups.iter().enumerate().map(key).collect();
    columns.extend(measures.iter().map(|position| MEASURE_COLUMNS[*position].name.to_owned()));
    if ads {
        columns.push("ad AS distinct_ad".to_owned());
    }
    let (columns, conditions) = (columns.join(", "), conditions(query, scope).join(" AND "));
    format!("SELECT {columns} FROM {}{} WHERE {conditions}", table.name, joins(query))
}

/// The entries of what a derived dimension is; none where it is the same everywhere.
fn map_of(query: &Query, dimension: Dimension) -> Option<&[(i64, i64)]> {
    query.maps.get(&dimension).map(|map| map.known.as_slice()).filter(|map| !map.is_empty())
}

/// The SQL expression of a dimension's keys within a question.
fn key_sql(query: &Query, dimension: Dimension) -> Cow<'static, str> {
    if !dimension.is_derived() {
        return dimension.sql().into();
    }
    let otherwise = query.maps.get(&dimension).map_or(0, |map| map.otherwise);
    match map_of(query, dimension) {
        None => format!("CAST({otherwise} AS BIGINT)").into(),
        Some(_) => format!("COALESCE({}_is, {otherwise})", dimension.name()).into(),
    }
}

/// What derived dimensions are, joined to the rows of facts: an entry for each of these at most.
fn joins(query: &Query) -> String {
    let join = |dimension: Dimension| {
        let (name, from) = (dimension.name(), dimension.sql());
        let (of, is): (Vec<i64>, Vec<i64>) = map_of(query, dimension)?.iter().copied().unzip();
        // As texts: a list of literals is compiled value by value, in memory that no limit knows of.
        let column =
            |values: &[i64]| format!("CAST(unnest(string_split('{}', ',')) AS BIGINT)", list(values).replace(' ', ""));
        let (of, is) = (column(&of), column(&is));
        Some(format!(" LEFT JOIN (SELECT {of} AS {name}_of, {is} AS {name}_is) AS {name}_map ON {name}_of = {from}"))
    };
    query.derived().filter_map(join).collect()
}

/// The days that a question asks about: those that its time filters cover narrow the period.
pub(crate) fn period_of(query: &Query) -> Period {
    let mut period = query.period;
    for filter in query.filters.iter().filter(|filter| !filter.excluded) {
        let covered: Vec<Period> = filter.keys.iter().filter_map(|key| covered(filter.dimension, *key)).collect();
        if let (Some(first), Some(last)) = (covered.iter().map(|p| p.first).min(), covered.iter().map(|p| p.last).max())
        {
            period = Period { first: period.first.max(first), last: period.last.min(last) };
        }
    }
    period
}

fn conditions(query: &Query, scope: &StatsScope) -> Vec<String> {
    // Whole parts of the table are skipped.
    let period = period_of(query);
    let mut conditions = vec![format!("day BETWEEN {} AND {}", period.first.0, period.last.0)];
    conditions.extend(scope.condition());
    conditions.extend(query.filters.iter().map(|filter| condition_on(&key_sql(query, filter.dimension), filter)));
    conditions
}

pub(crate) fn condition(filter: &Filter) -> String {
    condition_on(filter.dimension.sql(), filter)
}

fn condition_on(column: &str, filter: &Filter) -> String {
    match (filter.keys.as_slice(), filter.excluded) {
        ([], true) => "1 = 1".to_owned(),
        ([], false) => "1 = 0".to_owned(),
        ([key], excluded) => format!("{column} {} {}", if excluded { "<>" } else { "=" }, key.0),
        (keys, excluded) => {
            let keys: Vec<i64> = keys.iter().map(|key| key.0).collect();
            format!("{}({})", if excluded { "NOT " } else { "" }, one_of(column, &keys))
        }
    }
}

fn sum_list(measures: &[usize], ads: bool) -> String {
    let mut sums: Vec<String> = measures
        .iter()
        .map(|position| format!("CAST(sum({0}) AS BIGINT) AS {0}", MEASURE_COLUMNS[*position].name))
        .collect();
    if ads {
        sums.push("count(DISTINCT distinct_ad) AS ads".to_owned());
    }
    sums.join(", ")
}

fn column_list(measures: &[usize], ads: bool) -> String {
    let mut names: Vec<&str> = measures.iter().map(|position| MEASURE_COLUMNS[*position].name).collect();
    if ads {
        names.push("ads");
    }
    names.join(", ")
}

fn order_list(query: &Query) -> String {
    let direction = match query.order.direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let by = match query.order.by {
        OrderBy::Metric(metric) => metric.order_sql(),
        OrderBy::Group(dimension) => {
            let level = query.groups.iter().position(|group| *group == dimension).unwrap_or_default();
            format!("k{}", level + 1)
        }
    };
    let keys = (1..=query.groups.len()).map(|level| format!("k{level}")).collect::<Vec<_>>().join(", ");
    format!("{by} {direction} NULLS LAST, {keys}")
}

/// The statement of [`crate::Stats::opportunities`].
pub(crate) fn opportunities(
    group: OpportunityGroup,
    sites: Option<&[i64]>,
    period: Period,
    scope: &StatsScope,
) -> String {
    let key = match group {
        OpportunityGroup::Date => "day",
        OpportunityGroup::Hour => "hour",
        OpportunityGroup::Site => "site",
        OpportunityGroup::Block => "block",
        OpportunityGroup::Step => "step",
    };
    let mut conditions = vec![format!("day BETWEEN {} AND {}", period.first.0, period.last.0)];
    conditions.extend(scope.opportunity_condition());
    conditions.extend(sites.map(|sites| {
        let keys = sites.iter().map(|site| Key(*site)).collect();
        condition(&Filter { dimension: Dimension::Site, keys, excluded: false })
    }));
    format!(
        "SELECT CAST({key} AS BIGINT) AS k1, \
         CAST(sum(CASE WHEN step = {PASSBACK_STEP} THEN 0 ELSE requests END) AS BIGINT) AS requests, \
         CAST(sum(places) AS BIGINT) AS places, CAST(sum(filled) AS BIGINT) AS filled, \
         CAST(sum(CASE WHEN step = {PASSBACK_STEP} THEN requests ELSE 0 END) AS BIGINT) AS passbacks, \
         CAST(sum(CASE WHEN step = {FLOOR_STEP} THEN places ELSE 0 END) AS BIGINT) AS below_floor \
         FROM opportunity WHERE {} GROUP BY k1 ORDER BY k1 LIMIT {}",
        conditions.join(" AND "),
        crate::query::COUNT_MAX
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Order;
    use placard_model::{Day, UserId};

    fn query(groups: &[Dimension]) -> Query {
        let mut query = Query::by(Dimension::Date, Period::ending(Day(20_000), 7));
        query.groups = groups.to_vec();
        query
    }

    #[test]
    fn the_cheapest_table_answers() {
        use Dimension::{Ad, Block, Campaign, City, Country, Date, Device, Hour, Month, Site, Target, Verdict, Week};
        let advertiser = StatsScope::advertiser(UserId(1));
        let webmaster = StatsScope::webmaster(UserId(1));
        let network = StatsScope::network();
        let check = |groups: &[Dimension], scope: &StatsScope, table: &str| {
            assert_eq!(plan(&query(groups), scope).table, table, "{groups:?}");
        };
        check(&[], &advertiser, "facts_ads");
        check(&[Date], &advertiser, "facts_ads");
        check(&[Campaign, Ad, Week], &advertiser, "facts_ads");
        check(&[Month], &network, "facts_ads");
        check(&[Site], &webmaster, "facts_blocks");
        check(&[Date, Block], &webmaster, "facts_blocks");
        check(&[Site, Country], &webmaster, "facts_site_audience");
        check(&[Target], &webmaster, "facts_site_audience");
        check(&[Device, Date], &advertiser, "facts_ad_audience");
        check(&[Country], &network, "facts_ad_audience");
        check(&[Site], &advertiser, "facts_sources");
        check(&[Block, Campaign], &network, "facts_sources");
        check(&[Site, Country], &advertiser, "facts");
        check(&[Hour], &webmaster, "facts");
        check(&[City], &webmaster, "facts");
        check(&[Verdict], &advertiser, "facts");
        check(&[Date], &StatsScope::clients(vec![UserId(3)]), "facts_sources");
        let filtered = query(&[Campaign]).with(City, vec![Key(5)]);
        assert_eq!(plan(&filtered, &advertiser).table, "facts");
    }

    #[test]
    fn the_scope_is_in_every_statement() {
        let everything = query(&[Dimension::Date]).with(Dimension::Site, vec![Key(7)]);
        for (scope, condition) in [
            (StatsScope::advertiser(UserId(5)), "advertiser = 5"),
            (StatsScope::webmaster(UserId(6)), "webmaster = 6"),
            (StatsScope::clients(vec![UserId(7), UserId(8)]), "(advertiser IN (7, 8) OR webmaster IN (7, 8))"),
            (StatsScope::clients(Vec::new()), "1 = 0"),
        ] {
            let sql = plan(&everything, &scope).sql;
            assert!(sql.contains(condition), "{sql}");
        }
    }

    #[test]
    fn time_filters_narrow_the_days() {
        let month = Dimension::Month.parse_key("2024-10").unwrap();
        let sql = plan(&query(&[Dimension::Date]).under(Dimension::Month, month), &StatsScope::network()).sql;
        // Day 20,000 is 2024-10-04: of the seven days before, four are in October.
        assert!(sql.contains("day BETWEEN 19997 AND 20000"), "{sql}");
    }

    #[test]
    fn one_statement_as_text() {
        let mut asked = query(&[Dimension::Campaign]);
        asked.filters.push(Filter { dimension: Dimension::Campaign, keys: vec![Key(9)], excluded: true });
        asked.order = Order { by: OrderBy::Metric(Metric::EarnedPerClick), direction: Direction::Ascending };
        let mut asked_by_site = asked.clone();
        asked_by_site.groups = vec![Dimension::Site];
        asked_by_site.filters.clear();
        let sql = plan(&asked_by_site, &StatsScope::webmaster(UserId(4))).sql;
        assert_eq!(
            sql,
            "SELECT is_total, row_position, row_count, k1, shows, confirmed_shows, clicks, rejected_shows, \
             rejected_clicks, earned FROM (SELECT *, row_number() OVER (ORDER BY is_total DESC, CASE WHEN (clicks) <> 0 \
             THEN CAST((earned) AS DOUBLE) / (clicks) END ASC NULLS LAST, k1) - 1 AS row_position, \
             count(*) OVER () - 1 AS row_count FROM (SELECT grouping(k1) AS is_total, k1, \
             CAST(sum(shows) AS BIGINT) AS shows, CAST(sum(confirmed_shows) AS BIGINT) AS confirmed_shows, \
             CAST(sum(clicks) AS BIGINT) AS clicks, CAST(sum(rejected_shows) AS BIGINT) AS rejected_shows, \
             CAST(sum(rejected_clicks) AS BIGINT) AS rejected_clicks, CAST(sum(earned) AS BIGINT) AS earned \
             FROM (SELECT site AS k1, shows, confirmed_shows, clicks, rejected_shows, rejected_clicks, earned \
             FROM facts_blocks WHERE day BETWEEN 19994 AND 20000 AND webmaster = 4) AS facts_asked \
             GROUP BY GROUPING SETS ((k1), ())) AS facts_grouped) AS facts_ordered \
             WHERE is_total = 1 OR row_position BETWEEN 1 AND 10000 ORDER BY row_position"
        );
        assert!(plan(&asked, &StatsScope::network()).sql.contains("campaign <> 9"));
    }
}
