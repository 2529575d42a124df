//! Filters by who looks after an advertiser: managers and their teams. Facts know neither; they become advertisers.

use super::names::Asker;
use super::request::{StatsFilter, StatsValue};
use crate::state::ApiState;
use placard_common::error::{FieldErrors, Problem};
use placard_stats::{Dimension, FILTER_VALUES_MAX, Filter, Key, View};
use placard_store::Conn;
use placard_store::names::{self, Named};
use placard_store::teams::{LookedAfterBy, advertisers_of};
use std::collections::BTreeMap;

/// The names of these filters.
pub(super) const NAMES: [&str; 2] = ["manager", "team"];

/// Whether questions of a view have these filters. Who looks after advertisers is nothing of the webmasters'.
pub(super) const fn has_people(view: View) -> bool {
    !matches!(view, View::Webmaster)
}

/// Managers or teams whose advertisers are asked about, or left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleFilter {
    by: LookedAfterBy,
    ids: Vec<i64>,
    excluded: bool,
}

/// Checks the filters of a question.
pub(super) fn read(
    filters: [(LookedAfterBy, Option<StatsFilter>); 2],
    view: View,
    errors: &mut FieldErrors,
) -> Vec<PeopleFilter> {
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
                Some(ids) => found.push(PeopleFilter { by, ids, excluded }),
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
    filters: &[PeopleFilter],
) -> Result<BTreeMap<String, BTreeMap<String, String>>, Problem> {
    let mut wanted = BTreeMap::<usize, Vec<i64>>::new();
    for PeopleFilter { by, ids, .. } in filters {
        wanted.entry(usize::from(*by == LookedAfterBy::Teams)).or_default().extend(ids);
    }
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = asker.rows;
    let read = async move |conn: &Conn| {
        let mut found = BTreeMap::new();
        for (which, ids) in &wanted {
            let kind = [Named::Manager, Named::Team][*which];
            let names = names::of_ids(conn, rows, kind, ids).await?;
            let names = names.into_iter().map(|(id, name)| (id.to_string(), name)).collect();
            found.insert(NAMES[*which].to_owned(), names);
        }
        Ok(found)
    };
    Ok(app.store.read("get_names_of_managers", read).await?)
}

/// The same as filters of facts. Only advertisers of whom the asker may know are found.
pub(super) async fn resolve(app: &ApiState, asker: &Asker, filters: Vec<PeopleFilter>) -> Result<Vec<Filter>, Problem> {
    if filters.is_empty() {
        return Ok(Vec::new());
    }
    let rows = asker.rows;
    let found = app
        .store
        .read("list_advertisers_of_managers", async move |conn| {
            let mut found = Vec::with_capacity(filters.len());
            for PeopleFilter { by, ids, excluded } in &filters {
                let keys = advertisers_of(conn, rows, *by, ids).await?.into_iter().map(Key).collect();
                found.push(Filter { dimension: Dimension::Advertiser, keys, excluded: *excluded });
            }
            Ok(found)
        })
        .await?;
    Ok(found)
}
