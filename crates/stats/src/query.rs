//! A question: read from text, checked against the view, ready to be planned.

use crate::calendar;
use crate::dimension::{Dimension, Key};
use crate::metric::{Metric, View};
use placard_model::Day;
use std::collections::{BTreeMap, BTreeSet};

/// Levels of groups in one question.
pub const GROUPS_MAX: usize = 6;
/// Values in one filter list.
pub const FILTER_VALUES_MAX: usize = 1_000;
/// Days in one period: 13 months.
pub const PERIOD_DAYS_MAX: i32 = 400;
/// Rows of a page when none are asked for.
pub const COUNT_DEFAULT: u32 = 20;
/// Rows of a page at most; a count of 0 means so many.
pub const COUNT_MAX: u32 = 10_000;
/// The last row that paging reaches.
pub const ROWS_REACHED_MAX: u64 = 1_000_000;

/// A question as it came, before anything was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawQuery {
    /// Names of dimensions, the outermost level first.
    pub groups: Vec<String>,
    /// Filters by name of a dimension.
    pub filters: BTreeMap<String, RawFilter>,
    /// First day, `YYYY-MM-DD`.
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    pub date_to: Option<String>,
    /// A metric or one of the groups.
    pub order_by: Option<String>,
    /// `asc` or `desc`.
    pub order_direction: Option<String>,
    /// Page, from 1.
    pub page: Option<u64>,
    /// Rows of a page.
    pub count: Option<u64>,
}

/// Values that a dimension must or must not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawFilter {
    /// One of these; nothing: no matter which.
    pub one_of: Option<Vec<String>>,
    /// None of these.
    pub none_of: Option<Vec<String>>,
}

/// What is wrong with a question: the field as the API calls it, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// A group that does not exist, or not in this view.
    #[error("unknown group \"{0}\"")]
    UnknownGroup(String),
    /// The same group twice.
    #[error("the group \"{0}\" is given twice")]
    RepeatedGroup(String),
    /// More than [`GROUPS_MAX`].
    #[error("has more than {GROUPS_MAX} groups")]
    TooManyGroups,
    /// A filter that does not exist, or not in this view.
    #[error("unknown filter")]
    UnknownFilter(String),
    /// A value that the dimension cannot have.
    #[error("\"{value}\" is no {filter}")]
    BadValue {
        /// The filter.
        filter: String,
        /// The value, cut to 40 characters.
        value: String,
    },
    /// More than [`FILTER_VALUES_MAX`].
    #[error("has more than {FILTER_VALUES_MAX} values")]
    TooManyValues(String),
    /// Not a day.
    #[error("must be a day such as 2026-11-21")]
    BadDay(&'static str),
    /// Ends before it begins.
    #[error("must not be before date_from")]
    PeriodReversed,
    /// Longer than [`PERIOD_DAYS_MAX`].
    #[error("is more than {PERIOD_DAYS_MAX} days after date_from")]
    PeriodTooLong,
    /// Neither a metric of the view nor one of the groups.
    #[error("\"{0}\" is neither a metric nor one of the groups")]
    UnknownOrder(String),
    /// Neither `asc` nor `desc`.
    #[error("must be asc or desc")]
    BadDirection,
    /// Beyond [`ROWS_REACHED_MAX`], or 0.
    #[error("must be at least 1 and reach at most {ROWS_REACHED_MAX} rows")]
    BadPage,
    /// More than [`COUNT_MAX`].
    #[error("must be at most {COUNT_MAX}")]
    BadCount,
}

impl QueryError {
    /// The field of the request that is wrong.
    pub fn field(&self) -> String {
        match self {
            Self::UnknownGroup(_) | Self::RepeatedGroup(_) | Self::TooManyGroups => "groups".to_owned(),
            Self::UnknownFilter(filter) | Self::TooManyValues(filter) | Self::BadValue { filter, .. } => {
                format!("filters.{filter}")
            }
            Self::BadDay(field) => format!("filters.{field}"),
            Self::PeriodReversed | Self::PeriodTooLong => "filters.date_to".to_owned(),
            Self::UnknownOrder(_) => "order_by".to_owned(),
            Self::BadDirection => "order_direction".to_owned(),
            Self::BadPage => "page".to_owned(),
            Self::BadCount => "count".to_owned(),
        }
    }
}

/// UTC days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// First day.
    pub first: Day,
    /// Last day.
    pub last: Day,
}

impl Period {
    /// One day.
    pub const fn day(day: Day) -> Self {
        Self { first: day, last: day }
    }

    /// The `days` days up to and including `last` (at least 1).
    pub const fn ending(last: Day, days: i32) -> Self {
        Self { first: Day(last.0 - if days > 1 { days - 1 } else { 0 }), last }
    }

    /// How many days.
    pub const fn days(self) -> i32 {
        self.last.0 - self.first.0 + 1
    }
}

/// Values that a dimension must have (`excluded` false) or must not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The dimension.
    pub dimension: Dimension,
    /// The values.
    pub keys: Vec<Key>,
    /// Whether these are the ones left out.
    pub excluded: bool,
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderBy {
    /// A metric; rows where it is nothing come last.
    Metric(Metric),
    /// The keys of one of the groups: time, or ids.
    Group(Dimension),
}

/// Upwards or downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

/// The order of rows; ties are broken by the groups' keys, so paging is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// What by.
    pub by: OrderBy,
    /// Which way.
    pub direction: Direction,
}

/// A part of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// From 1.
    pub number: u64,
    /// Rows: 1..=[`COUNT_MAX`].
    pub count: u32,
}

impl Page {
    /// As many rows as one page can have.
    pub const ALL: Self = Self { number: 1, count: COUNT_MAX };

    /// How many rows come before the page.
    pub const fn offset(self) -> u64 {
        (self.number - 1) * self.count as u64
    }
}

/// What a derived dimension is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derived {
    /// By the key of what it follows from, each of which stands once.
    pub known: Vec<(i64, i64)>,
    /// What it is of all others.
    pub otherwise: i64,
}

/// A checked question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Levels; a row is one combination of their keys. None: totals only.
    pub groups: Vec<Dimension>,
    /// All of them must hold.
    pub filters: Vec<Filter>,
    /// When.
    pub period: Period,
    /// How rows are sorted.
    pub order: Order,
    /// Which rows.
    pub page: Page,
    /// What derived dimensions are; one that is not there is 0.
    pub maps: BTreeMap<Dimension, Derived>,
}

impl Query {
    /// The derived dimensions that it asks about.
    pub fn derived(&self) -> impl Iterator<Item = Dimension> {
        let asked = self.groups.iter().copied().chain(self.filters.iter().map(|filter| filter.dimension));
        asked.filter(|dimension| dimension.is_derived()).collect::<BTreeSet<_>>().into_iter()
    }

    /// All rows of one group over a period, the most shows first.
    pub fn by(group: Dimension, period: Period) -> Self {
        Self {
            groups: vec![group],
            filters: Vec::new(),
            period,
            order: Order { by: OrderBy::Metric(Metric::Shows), direction: Direction::Descending },
            page: Page::ALL,
            maps: BTreeMap::new(),
        }
    }

    /// The question with one more filter.
    #[must_use]
    pub fn with(mut self, dimension: Dimension, keys: Vec<Key>) -> Self {
        self.filters.push(Filter { dimension, keys, excluded: false });
        self
    }

    /// Reads and checks a question. Where no days are given, `default` is asked about; one missing end becomes the
    /// other. Returns everything that is wrong.
    pub fn parse(raw: &RawQuery, view: View, default: Period) -> Result<Self, Vec<QueryError>> {
        let mut errors = Vec::new();
        let groups = parse_groups(&raw.groups, view, &mut errors);
        let filters = parse_filters(&raw.filters, view, &mut errors);
        let period = parse_period(raw, default, &mut errors);
        let order = parse_order(raw, view, &groups, &mut errors);
        let page = parse_page(raw, &mut errors);
        if errors.is_empty() {
            Ok(Self { groups, filters, period, order, page, maps: BTreeMap::new() })
        } else {
            Err(errors)
        }
    }

    /// Narrows the question to the row of a drill-down: the parent's key must hold.
    #[must_use]
    pub fn under(self, parent: Dimension, key: Key) -> Self {
        self.with(parent, vec![key])
    }
}

fn parse_groups(names: &[String], view: View, errors: &mut Vec<QueryError>) -> Vec<Dimension> {
    if names.len() > GROUPS_MAX {
        errors.push(QueryError::TooManyGroups);
        return Vec::new();
    }
    let mut groups = Vec::with_capacity(names.len());
    for name in names {
        match Dimension::parse(name).filter(|dimension| dimension.visible(view)) {
            None => errors.push(QueryError::UnknownGroup(cut(name))),
            Some(dimension) if groups.contains(&dimension) => errors.push(QueryError::RepeatedGroup(cut(name))),
            Some(dimension) => groups.push(dimension),
        }
    }
    groups
}

fn parse_filters(raw: &BTreeMap<String, RawFilter>, view: View, errors: &mut Vec<QueryError>) -> Vec<Filter> {
    let mut filters = Vec::new();
    for (name, lists) in raw {
        let Some(dimension) = Dimension::parse(name).filter(|dimension| dimension.visible(view)) else {
            errors.push(QueryError::UnknownFilter(cut(name)));
            continue;
        };
        for (values, excluded) in [(&lists.one_of, false), (&lists.none_of, true)] {
            let Some(values) = values else { continue };
            if values.len() > FILTER_VALUES_MAX {
                errors.push(QueryError::TooManyValues(name.clone()));
                continue;
            }
            let mut keys = Vec::with_capacity(values.len());
            for value in values {
                match dimension.parse_key(value) {
                    Some(key) => keys.push(key),
                    None => errors.push(QueryError::BadValue { filter: name.clone(), value: cut(value) }),
                }
            }
            keys.sort_unstable();
            keys.dedup();
            filters.push(Filter { dimension, keys, excluded });
        }
    }
    filters
}

fn parse_period(raw: &RawQuery, default: Period, errors: &mut Vec<QueryError>) -> Period {
    let mut day = |text: &Option<String>, field: &'static str| {
        let text = text.as_deref()?;
        let day = Day::parse(text);
        if day.is_none() {
            errors.push(QueryError::BadDay(field));
        }
        day
    };
    let (first, last) = match (day(&raw.date_from, "date_from"), day(&raw.date_to, "date_to")) {
        (Some(first), Some(last)) => (first, last),
        (Some(day), None) | (None, Some(day)) => (day, day),
        (None, None) => (default.first, default.last),
    };
    let period = Period { first, last };
    if period.days() < 1 {
        errors.push(QueryError::PeriodReversed);
    } else if period.days() > PERIOD_DAYS_MAX {
        errors.push(QueryError::PeriodTooLong);
    }
    period
}

fn parse_order(raw: &RawQuery, view: View, groups: &[Dimension], errors: &mut Vec<QueryError>) -> Order {
    let direction = match raw.order_direction.as_deref() {
        None | Some("desc") => Direction::Descending,
        Some("asc") => Direction::Ascending,
        Some(_) => {
            errors.push(QueryError::BadDirection);
            Direction::Descending
        }
    };
    let by = match raw.order_by.as_deref() {
        None => OrderBy::Metric(Metric::Shows),
        Some(name) => match Dimension::parse(name).filter(|dimension| groups.contains(dimension)) {
            Some(dimension) => OrderBy::Group(dimension),
            None => OrderBy::Metric(Metric::parse(name, view).unwrap_or_else(|| {
                errors.push(QueryError::UnknownOrder(cut(name)));
                Metric::Shows
            })),
        },
    };
    Order { by, direction }
}

fn parse_page(raw: &RawQuery, errors: &mut Vec<QueryError>) -> Page {
    let count = match raw.count {
        None => COUNT_DEFAULT,
        Some(0) => COUNT_MAX,
        Some(count) => u32::try_from(count).ok().filter(|count| *count <= COUNT_MAX).unwrap_or_else(|| {
            errors.push(QueryError::BadCount);
            COUNT_MAX
        }),
    };
    let number = raw.page.unwrap_or(1);
    if number == 0 || number.checked_mul(u64::from(count)).is_none_or(|last| last > ROWS_REACHED_MAX) {
        errors.push(QueryError::BadPage);
        return Page { number: 1, count };
    }
    Page { number, count }
}

/// What is shown of a text that came from outside.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The part of a period that a time key covers: a month's drill-down is clamped to the overlap.
pub(crate) fn covered(dimension: Dimension, key: Key) -> Option<Period> {
    let day = Day(key.0 as i32);
    match dimension {
        Dimension::Date => Some(Period::day(day)),
        Dimension::Week => Some(Period { first: day, last: day.plus(6) }),
        Dimension::Month => calendar::month_days(key.0).map(|(first, last)| Period { first, last }),
        Dimension::Hour => Some(Period::day(placard_model::Hour(key.0 as i32).day())),
        _ => None,
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
