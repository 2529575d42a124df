//! Facts and statistics questions.
//!
//! Facts are additive deltas per hour and all dimensions ([`FactDelta`]); sums over them answer everything. A question
//! walks one straight line: [`RawQuery`] (text) -> [`Query`] (validated) -> [`plan`] (which table) -> SQL ->
//! [`Table`] (sums by group) -> metrics. Rows hold sums, never ratios, so any set of rows adds up; ratios are made
//! from sums at the very end by [`Metric::value`].
//!
//! The whole crate knows numbers only: names of campaigns or sites are not stored here, the caller resolves the ids.

mod ahead;
mod calendar;
mod click_rows;
mod clicks;
pub mod csv;
mod damage;
mod database;
mod dimension;
mod engagement;
mod error;
mod fact;
mod list_question;
mod lists;
mod metric;
mod one_of;
mod opened;
mod page_rows;
pub mod plan;
mod publisher;
mod query;
mod reach;
mod rules;
mod run;
mod sample_rows;
mod samples;
mod schema;
mod scope;
mod sizes;
mod tally;

pub use ahead::HourSpent;
pub use click_rows::ClickDelta;
pub use clicks::{Click, ClickConversions, ClickQuestion, Clicks};
pub use damage::{Damage, PUT_ASIDE_MAX, PutAside};
pub use database::{KeptDays, NewRows, RowCounts, Stats};
pub use dimension::{Dimension, Key};
pub use engagement::CampaignFigures;
pub use error::StatsError;
pub use fact::{FactDelta, FactKey, Measures, OpportunityDelta, Positions};
pub use list_question::{ListPage, ListQuestion, OpportunityGroup};
pub use lists::{ListSums, OpportunityRow, SumsByKey};
pub use metric::{Metric, MetricValue, Sums, View};
pub use opened::StatsConfig;
pub use publisher::{Asked, BlockRequests, CategoryIncome, PageIncome, PageIncomes};
pub use query::{COUNT_DEFAULT, COUNT_MAX, FILTER_VALUES_MAX, GROUPS_MAX, PERIOD_DAYS_MAX, ROWS_REACHED_MAX};
pub use query::{Derived, Direction, Filter, Order, OrderBy, Page, Period, Query, QueryError, RawFilter, RawQuery};
pub use reach::{GUIDE_ADVERTISERS_MIN, PaidClicks, REACH_DAYS, Reach, ReachQuestion};
pub use rules::{DRY_RUN_ROWS_MAX, RULE_THINGS_MAX, RuleQuestion, RuleRow};
pub use run::{Part, Row, RowStream, Table};
pub use run::{QUESTION_TIME_MAX, STREAM_ROWS_MAX};
pub use sample_rows::{SAMPLE_DAYS_KEPT, Sampled};
pub use samples::RecentSamples;
pub use scope::StatsScope;
pub use sizes::{Size, Sizes};
pub use tally::{DaysFound, DaysKnown, Tally, TallyKind};
