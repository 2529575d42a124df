//! Lists: what their queries and answers have in common.

use crate::extract::flag;
use crate::statistics::metrics::Metrics;
use placard_common::error::Problem;
use placard_model::format::CampaignType;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{IntoParams, ToSchema};

/// The most rows of a page, and what `count=0` ("all") gives.
pub const ROWS_MAX: u32 = 10_000;
/// The longest search phrase, in characters.
pub const SEARCH_CHARS_MAX: usize = 200;

/// The most labels that a list is filtered by at once.
pub const FILTER_MARKS_MAX: usize = 20;

/// One resource: `{"data": ...}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Data<T> {
    /// The resource.
    pub data: T,
}

/// Wraps a resource.
pub const fn data<T>(data: T) -> crate::extract::Json<Data<T>> {
    crate::extract::Json(Data { data })
}

/// Which page of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Pagination {
    /// This page, from 1.
    pub current_page: u32,
    /// The last page, at least 1.
    pub last_page: u32,
    /// Rows of a page.
    pub per_page: u32,
    /// Rows on all pages.
    pub total: u64,
}

/// A page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct List<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Which page of how many.
    pub pagination: Pagination,
    /// Statistics of all rows of all pages, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_statistic: Option<Metrics>,
    /// Rows by shown status (each with its group's members), and `total`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_by_status: Option<BTreeMap<String, u64>>,
}

/// The answer of start and stop.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Started {
    /// What was started.
    pub message: StartedCount,
}

/// How many were started.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct StartedCount {
    /// Started entities; 0 after a stop.
    pub started_count: u64,
}

/// The answer of a start or stop that left `started_count` entities started.
pub const fn started(started_count: u64) -> crate::extract::Json<Started> {
    crate::extract::Json(Started { message: StartedCount { started_count } })
}

/// The direction of a sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderDirection {
    /// Smallest first.
    Asc,
    /// Largest first.
    #[default]
    Desc,
}

/// Filters that all lists have.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ListFilters {
    /// First day of the statistics, `YYYY-MM-DD`; today when omitted.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last day of the statistics, `YYYY-MM-DD`; today when omitted.
    #[schema(format = Date)]
    pub date_to: Option<String>,
    /// Shown statuses to keep; all but archived ones when omitted, and with `all`.
    #[serde(deserialize_with = "statuses")]
    pub status: Vec<i64>,
    /// Labels: rows that have one of them are kept. Only lists of campaigns have labels; others take no notice.
    pub marks: Vec<String>,
    /// Lists of campaigns: the only kind to keep.
    pub campaign_type_id: Option<i64>,
}

/// Reads statuses of a query. `all`, and one that is left empty, say what none at all says.
pub(crate) fn statuses<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    let named = Vec::<String>::deserialize(deserializer)?;
    let named = named.iter().filter(|text| !text.is_empty() && *text != "all");
    named.map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}

impl ListFilters {
    /// The kinds of campaigns to keep.
    pub fn campaign_types(&self) -> Result<Vec<CampaignType>, Problem> {
        match self.campaign_type_id {
            None => Ok(CampaignType::ALL.to_vec()),
            Some(id) => CampaignType::from_id(id)
                .map(|kind| vec![kind])
                .ok_or_else(|| Problem::field("filters.campaign_type_id", "must be 1 (native) or 2 (push)")),
        }
    }
}

/// The query of a list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ListQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// Keeps rows whose id or name has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
    /// Filters: `filters[date_from]`, `filters[date_to]`, `filters[status][]`.
    #[param(style = DeepObject, explode)]
    pub filters: ListFilters,
    /// The field to sort by.
    pub order_by: Option<String>,
    /// The direction of the sort.
    #[param(inline)]
    pub order_direction: OrderDirection,
    /// 1: rows carry statistics.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub is_show_stats: bool,
}

/// What the rows of a list can be sorted by and filtered by.
pub trait Listing {
    /// Every name that `order_by` takes.
    fn order_names() -> Vec<&'static str>;
    /// The shown statuses that rows can have.
    fn statuses() -> Vec<u8>;

    /// Whether rows have labels to filter by.
    fn has_marks() -> bool {
        false
    }

    /// The kinds of campaigns among the rows, where they can be told apart.
    fn campaign_types() -> Vec<u8> {
        Vec::new()
    }

    /// The statuses that a query keeps; one that no row can have is refused.
    fn wanted_statuses(filters: &ListFilters) -> Result<Vec<u8>, Problem> {
        let known = Self::statuses();
        let named = |id: &i64| known.iter().copied().find(|status| i64::from(*status) == *id);
        let unknown = |id: &i64| Problem::field("filters.status", format!("{id} is no status"));
        // Each once, however often it is named: rows are compared with all of them.
        let wanted = filters.status.iter().map(|id| named(id).ok_or_else(|| unknown(id)));
        Ok(wanted.collect::<Result<BTreeSet<u8>, Problem>>()?.into_iter().collect())
    }
}

/// [`ListQuery`] in the document, with the orders and statuses of one list.
pub struct ListParams<L>(PhantomData<L>);

impl<L: Listing> IntoParams for ListParams<L> {
    fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut params = ListQuery::into_params(place);
        for param in &mut params {
            match param.name.as_str() {
                "order_by" => param.schema = Some(one_of(L::order_names())),
                "filters" => {
                    param.schema = Some(filters_of(&L::statuses(), &L::campaign_types(), L::has_marks()));
                }
                _ => {}
            }
        }
        params
    }
}

/// The schema of a text that is one of some names.
pub fn one_of(names: Vec<&'static str>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
}

/// [`ListFilters`] with the statuses of one list, and with kinds of campaigns and labels where its rows have any.
fn filters_of(statuses: &[u8], campaign_types: &[u8], has_marks: bool) -> RefOr<Schema> {
    let status = ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(statuses.to_vec()));
    let day = |text: &str| {
        let format = SchemaFormat::KnownFormat(KnownFormat::Date);
        ObjectBuilder::new().schema_type(Type::String).format(Some(format)).description(Some(text))
    };
    let wanted = ArrayBuilder::new().items(status).description(Some("Shown statuses to keep."));
    let mut fields = ObjectBuilder::new()
        .property("date_from", day("First day of the statistics; today when omitted."))
        .property("date_to", day("Last day of the statistics; today when omitted."))
        .property("status", wanted);
    if has_marks {
        let mark = ObjectBuilder::new().schema_type(Type::String);
        let marks = ArrayBuilder::new().items(mark).max_items(Some(FILTER_MARKS_MAX));
        fields = fields.property("marks", marks.description(Some("Labels: rows that have one of them are kept.")));
    }
    if !campaign_types.is_empty() {
        let kind = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(campaign_types.to_vec()))
            .description(Some("The only kind of campaigns to keep."));
        fields = fields.property("campaign_type_id", kind);
    }
    fields.into()
}

/// A page to fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The page, from 1.
    pub number: u32,
    /// Rows of a page, 1..=[`ROWS_MAX`].
    pub rows: u32,
}

impl Page {
    /// Reads `page` and `count`; `default_rows` when there is no count.
    pub fn new(page: Option<u32>, count: Option<u32>, default_rows: u32) -> Result<Self, Problem> {
        let rows = match count {
            None => default_rows,
            Some(0) => ROWS_MAX,
            Some(count) if count <= ROWS_MAX => count,
            Some(_) => return Err(Problem::field("count", format!("must be 0 to {ROWS_MAX}"))),
        };
        match page.unwrap_or(1) {
            0 => Err(Problem::field("page", "must be at least 1")),
            number => Ok(Self { number, rows }),
        }
    }

    /// The same page with at most so many rows: for lists whose rows may be long.
    #[must_use]
    pub const fn at_most(self, rows: u32) -> Self {
        if self.rows > rows { Self { rows, ..self } } else { self }
    }

    /// Rows before the page.
    pub const fn offset(self) -> u64 {
        (self.number as u64 - 1) * self.rows as u64
    }

    /// The answer's part about pages.
    pub fn pagination(self, total: u64) -> Pagination {
        let last_page = total.div_ceil(u64::from(self.rows)).clamp(1, u64::from(u32::MAX)) as u32;
        Pagination { current_page: self.number, last_page, per_page: self.rows, total }
    }
}

impl ListQuery {
    /// The page; `default_rows` when there is no count.
    pub fn page(&self, default_rows: u32) -> Result<Page, Problem> {
        Page::new(self.page, self.count, default_rows)
    }

    /// The labels to keep rows of; none: all rows.
    pub fn marks(&self) -> Result<&[String], Problem> {
        let marks = &self.filters.marks;
        if marks.len() > FILTER_MARKS_MAX {
            return Err(Problem::field("filters.marks", format!("must have at most {FILTER_MARKS_MAX} entries")));
        }
        let is_long = |mark: &String| mark.chars().count() > SEARCH_CHARS_MAX;
        if marks.iter().any(is_long) {
            return Err(Problem::field(
                "filters.marks",
                format!("must have at most {SEARCH_CHARS_MAX} characters each"),
            ));
        }
        Ok(marks)
    }

    /// The search phrase, trimmed; none when empty.
    pub fn search(&self) -> Result<Option<&str>, Problem> {
        let phrase = self.search_phrase.as_deref().unwrap_or_default().trim();
        if phrase.chars().count() > SEARCH_CHARS_MAX {
            return Err(Problem::field("searchPhrase", format!("must have at most {SEARCH_CHARS_MAX} characters")));
        }
        Ok((!phrase.is_empty()).then_some(phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_from_one() {
        let page = Page::new(Some(3), Some(20), 50).unwrap();
        assert_eq!((page.offset(), page.pagination(41).last_page), (40, 3));
        assert_eq!(Page::new(None, Some(0), 50).unwrap().rows, ROWS_MAX);
        assert_eq!(Page::new(None, None, 50).unwrap().pagination(0).last_page, 1);
        assert!(Page::new(Some(0), None, 50).is_err());
        assert!(Page::new(None, Some(ROWS_MAX + 1), 50).is_err());
        assert_eq!(Page::new(Some(2), Some(0), 2).unwrap().at_most(7).offset(), 7);
        assert_eq!(
            Page::new(Some(u32::MAX), Some(0), 50).unwrap().offset(),
            (u64::from(u32::MAX) - 1) * u64::from(ROWS_MAX)
        );
    }
}
