//! Answers to cheap questions: figures beside the rows of a list, what became of requests.

use crate::database::Stats;
use crate::dimension::{Dimension, Key};
use crate::error::StatsError;
use crate::list_question::{ListQuestion, OpportunityGroup};
use crate::metric::Sums;
use crate::query::{Period, Query};
use crate::scope::StatsScope;
use crate::{plan, run};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What became of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpportunityRow {
    /// The key of the group.
    pub key: i64,
    /// Requests.
    pub requests: i64,
    /// Places asked for.
    pub places: i64,
    /// Places filled. Filled / places is the fill rate.
    pub filled: i64,
    /// Empty places in which the webmaster's own content was shown.
    pub passbacks: i64,
    /// Places asked for that stayed empty for the floor of their block.
    pub below_floor: i64,
}

/// The figures beside the rows of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListSums {
    /// The rows of the page, in order; zeros for those without facts.
    pub rows: Vec<(i64, Sums)>,
    /// The sums of all rows of all pages.
    pub total: Sums,
}

/// Sums by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SumsByKey {
    /// The sums of each key that has facts.
    pub rows: FxHashMap<i64, Sums>,
    /// The sums of all of them.
    pub total: Sums,
}

impl SumsByKey {
    /// The sums of a key; zeros when it has no facts.
    pub fn of(&self, key: i64) -> Sums {
        self.rows.get(&key).copied().unwrap_or_default()
    }
}

impl Stats {
    /// Sums by the keys of one dimension (campaigns, groups, ads, sites, blocks). `keys` narrows it to certain rows (at most 10,000); keys without facts are missing.
    /// While facts are derived again it answers with those that are there, so that lists can be worked with.
    pub async fn by_keys(
        self: &Arc<Self>,
        dimension: Dimension,
        keys: Option<Vec<i64>>,
        period: Period,
        scope: StatsScope,
    ) -> Result<SumsByKey, StatsError> {
        let mut query = Query::by(dimension, period);
        if let Some(keys) = keys {
            query = query.with(dimension, keys.into_iter().map(Key).collect());
        }
        let table = self.answer_so_far(query, scope).await?;
        let rows = table.rows.into_iter().filter_map(|row| Some((row.keys.first()?.0, row.sums))).collect();
        Ok(SumsByKey { rows, total: table.total })
    }

    /// The figures beside the rows of a list. While facts are derived again it answers with those that are there, so
    /// that lists can be worked with.
    pub async fn of_list(self: &Arc<Self>, question: ListQuestion, scope: StatsScope) -> Result<ListSums, StatsError> {
        let table = self.blocking(move |reader| run::read_table(reader, &plan::plan_list(question, &scope))).await?;
        let rows = table.rows.into_iter().filter_map(|row| Some((row.keys.first()?.0, row.sums))).collect();
        Ok(ListSums { rows, total: table.total })
    }

    /// What became of the requests of the scope's blocks, in the order of keys. An advertiser has no blocks. While facts
    /// are derived again it answers with those that are there.
    pub async fn opportunities(
        self: &Arc<Self>,
        group: OpportunityGroup,
        sites: Option<Vec<i64>>,
        period: Period,
        scope: StatsScope,
    ) -> Result<Vec<OpportunityRow>, StatsError> {
        let sql = plan::opportunities(group, sites.as_deref(), period, &scope);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                let (key, requests, places) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let (filled, passbacks, below_floor) = (row.get(3)?, row.get(4)?, row.get(5)?);
                Ok(OpportunityRow { key, requests, places, filled, passbacks, below_floor })
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })
        .await
    }
}
