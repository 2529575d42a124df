//! Questions for figures beside the rows of a list, and for what became of requests.

use crate::dimension::Dimension;
use crate::metric::Metric;
use crate::query::{Direction, Period};

/// What opportunities are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpportunityGroup {
    /// UTC day.
    Date,
    /// UTC hour.
    Hour,
    /// Site.
    Site,
    /// Block.
    Block,
    /// The step at which the last candidate fell out, by the engine's number; 0 when an ad was found.
    Step,
}

/// A question for the figures beside the rows of a list.
#[derive(Clone, Debug)]
pub struct ListQuestion {
    /// What the rows are: campaigns, groups, ads, sites or blocks.
    pub dimension: Dimension,
    /// The ids of all rows of all pages, separated by commas; at least one.
    pub listed: String,
    /// Which rows are shown.
    pub page: ListPage,
    /// The days.
    pub period: Period,
}

/// The rows of a list that are shown.
#[derive(Clone, Debug)]
pub enum ListPage {
    /// Those of these ids.
    Ids(Vec<i64>),
    /// Some, in the order of a metric. Rows where it is nothing are less than all others.
    Sorted {
        /// What by.
        metric: Metric,
        /// Which way.
        direction: Direction,
        /// Which way equal rows stand, by id.
        ties: Direction,
        /// Rows of the page.
        limit: u32,
        /// Rows before the page.
        offset: u64,
    },
}
