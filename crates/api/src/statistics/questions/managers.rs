//! Filters by who looks after an advertiser: managers and their teams. Facts know neither; they become advertisers.

use super::names::Asker;
use super::request::{StatsFilter, StatsValue};
use crate::state::ApiState;
use placard_common::error::{FieldErrors, Problem};
use placard_stats::{Dimension, FILTER_VALUES_MAX, Filter, Key, View};
use placard_store::Conn;
use placard_store::accounts::teams::{LookedAfterBy, advertisers_of};
use placard_store::names::{self, Named};
use std::collections::{BTreeMap, HashMap};

/// The names of these filters.
pub(super) const NAMES: [&str; 2] = ["manager", "team"];

/// Whether questions of a view have these filters. Who looks after advertisers is nothing of the webmasters'.
pub(super) const fn has_people(view: View) -> bool {
    !matches!(view, View::Webmaster)
}

/// Managers or teams whose advertisers are asked about, or left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedAfterFilter {
    by: LookedAfterBy,
    ids: Vec<i64>,
    excluded: bool,
}

/// Checks the filters of a question.
pub(super) fn read(
    filters: [(LookedAfterBy, Option<StatsFilter>); 2],
    view: View,
    errors: &mut FieldErrors,
) -> Vec<LookedAfterFilter> {
    let mut found = Vec::new();
    for ((by, filter), name) in filters.into_iter().zip(NAMES) {
        let Some(StatsFilter { one_of, none_of }) = filter else { continue };
        let field = format!("filters.{name}");
        if !has_people(view) {
            errors.add(&field, "unknown filter");
            continue;
        }
        for (values, excluded) in [(one_of, false), (none_of, true)] {
            let Some(values) = values else { continue };
            errors.check(
                &field,
                values.len() <= FILTER_VALUES_MAX,
                format!("has more than {FILTER_VALUES_MAX} values"),
            );
            let ids: Option<Vec<i64>> = values.iter().map(StatsValue::id).collect();
            match ids {
                Some(ids) => found.push(LookedAfterFilter { by, ids, excluded }),
                None => errors.add(&field, "has something that is no id"),
            }
        }
    }
    found
}

/// The names of the managers and teams of filters, by filter and id, as far as the asker may know them.
pub(super) async fn names(
    app: &ApiState,
    asker: &Asker,
    filters: &[LookedAfterFilter],
) -> Result<BTreeMap<String, BTreeMap<String, String>>, Problem> {
    if filters.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids_of = |wanted: LookedAfterBy| -> Vec<i64> {
        let named = filters.iter().filter(|filter| filter.by == wanted);
        named.flat_map(|filter| filter.ids.iter().copied()).collect()
    };
    let (managers, teams) = (ids_of(LookedAfterBy::Managers), ids_of(LookedAfterBy::Teams));
    let rows = asker.rows;
    let read = async move |conn: &Conn| {
        let managers = names::of_ids(conn, rows, Named::Manager, &managers).await?;
        Ok([managers, names::of_ids(conn, rows, Named::Team, &teams).await?])
    };
    let found = app.store.read("get_names_of_managers", read).await?;
    let texts = |names: HashMap<i64, String>| names.into_iter().map(|(id, name)| (id.to_string(), name)).collect();
    Ok(NAMES.into_iter().map(str::to_owned).zip(found.map(texts)).collect())
}

/// The same as filters of facts. Only advertisers of whom the asker may know are found.
pub(super) async fn resolve(
    app: &ApiState,
    asker: &Asker,
    filters: Vec<LookedAfterFilter>,
) -> Result<Vec<Filter>, Problem> {
    if filters.is_empty() {
        return Ok(Vec::new());
    }
    let rows = asker.rows;
    let found = app
        .store
        .read("list_advertisers_of_managers", async move |conn| {
            let mut found = Vec::with_capacity(filters.len());
            for LookedAfterFilter { by, ids, excluded } in &filters {
                let keys = advertisers_of(conn, rows, *by, ids).await?.into_iter().map(Key).collect();
                found.push(Filter { dimension: Dimension::Advertiser, keys, excluded: *excluded });
            }
            Ok(found)
        })
        .await?;
    Ok(found)
}
