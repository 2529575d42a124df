//! What is asked of a campaign's sources.

use crate::list::OrderDirection;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whether rows are sites or blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceLevel {
    /// Sites.
    #[default]
    Site,
    /// Blocks.
    Block,
}

/// Some of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceView {
    /// All.
    #[default]
    All,
    /// Those at which the campaign's own list lets it be shown.
    Open,
    /// Those with a coefficient of their own.
    Coefficient,
    /// Those that surely cost more than the mean.
    Dearer,
    /// Those that surely cost less than the mean.
    Cheaper,
    /// Blocked ones.
    Blocked,
    /// Allowed ones.
    Allowed,
}

pub(super) const VIEWS: [SourceView; 7] = [
    SourceView::All,
    SourceView::Open,
    SourceView::Coefficient,
    SourceView::Dearer,
    SourceView::Cheaper,
    SourceView::Blocked,
    SourceView::Allowed,
];

/// Filters of a campaign's sources.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SourceFilters {
    /// First day of the figures, `YYYY-MM-DD`; with none at all, the last 7 days.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last day of the figures, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub date_to: Option<String>,
    /// The rows to keep.
    #[schema(inline)]
    pub view: Option<SourceView>,
    /// Only blocks of this site.
    pub site: Option<i64>,
}

/// The query of a campaign's sources.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct SourceQuery {
    /// Whether rows are sites or blocks.
    #[param(inline)]
    pub level: SourceLevel,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page: 50 when omitted, at most 500.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// Keeps sources whose number or name has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
    /// Filters: `filters[date_from]`, `filters[date_to]`, `filters[view]`, `filters[site]`.
    #[param(style = DeepObject, explode, inline)]
    pub filters: SourceFilters,
    /// `name`, `coefficient`, `against_mean`, `invalid_percentage`, or a metric such as `money`, the default.
    pub order_by: Option<String>,
    /// The direction of the sort.
    #[param(inline)]
    pub order_direction: OrderDirection,
}
