//! From the ids of facts to the names that people read, looked up in batches.

use crate::state::ApiState;
use placard_common::error::Problem;
use placard_model::UserId;
use placard_model::targeting::countries::country_name;
use placard_model::targeting::geo::{CountryCode, PlaceId};
use placard_stats::{Dimension, Filter, Key, PERIOD_DAYS_MAX, Period, StatsScope, View};
use placard_store::Scope;
use placard_store::names::{self, NAMES_MAX, Named};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Ids to find names for, by dimension.
pub(crate) type Wanted = BTreeMap<Dimension, BTreeSet<Key>>;

/// Names by dimension and id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(BTreeMap<Dimension, HashMap<Key, String>>);

/// Who asks: their facts, and their rows in the store.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    /// The account whose turn it is.
    pub(crate) account: UserId,
    pub(crate) facts: StatsScope,
    pub(crate) rows: Scope,
}

impl Asker {
    /// Whether they see both sides.
    pub(crate) fn is_staff(&self) -> bool {
        self.facts.view() == View::Network
    }
}

impl Names {
    /// The name of a key; nothing where there is none.
    pub(crate) fn get(&self, dimension: Dimension, key: Key) -> Option<String> {
        dimension.label(key).or_else(|| self.0.get(&dimension)?.get(&key).cloned())
    }

    /// All names that are known of the wanted ids, as the answer carries them.
    pub(super) fn of(&self, wanted: &Wanted) -> BTreeMap<String, BTreeMap<String, String>> {
        let names = |dimension: Dimension, keys: &BTreeSet<Key>| {
            keys.iter().filter_map(|key| Some((dimension.text(*key), self.get(dimension, *key)?))).collect()
        };
        wanted.iter().map(|(dimension, keys)| (dimension.name().to_owned(), names(*dimension, keys))).collect()
    }
}

/// The table where names of a dimension stand, and whether its rows belong to the one who asks.
pub(super) fn named(dimension: Dimension, view: View) -> Option<(Named, bool)> {
    let own = |view_of_owner: View| view == view_of_owner;
    Some(match dimension {
        Dimension::Advertiser => (Named::User, own(View::Advertiser)),
        Dimension::Webmaster => (Named::User, false),
        Dimension::Campaign => (Named::Campaign, own(View::Advertiser)),
        Dimension::Group => (Named::Group, own(View::Advertiser)),
        Dimension::Ad => (Named::Ad, own(View::Advertiser)),
        // What a webmaster calls a site is their own business: others know its domain.
        Dimension::Site if own(View::Webmaster) => (Named::Site, true),
        Dimension::Site => (Named::SiteDomain, false),
        Dimension::Block if own(View::Webmaster) => (Named::Block, true),
        Dimension::Block => (Named::BlockPlace, false),
        Dimension::Template => (Named::Template, true),
        Dimension::Offer => (Named::Offer, true),
        Dimension::Category | Dimension::OfferCategory => (Named::Category, true),
        Dimension::Manager => (Named::Manager, true),
        Dimension::Team => (Named::Team, true),
        Dimension::TrafficSource => (Named::TrafficSource, true),
        _ => return None,
    })
}

/// Whose names of a table the asker may read. Rows of a client's figures have others in them: what people and their
/// campaigns are called is not for the sales of their counterpart, who see numbers there.
const fn readers(asker: &Asker, kind: Named) -> Scope {
    match kind {
        Named::User | Named::Campaign | Named::Group | Named::Ad | Named::Manager | Named::Team => asker.rows,
        _ => Scope::System,
    }
}

/// Finds the names of keys that stand in rows of an answer.
pub(crate) async fn resolve(app: &ApiState, asker: &Asker, wanted: &Wanted) -> Result<Names, Problem> {
    let mut found = Names::default();
    let mut stored = Vec::new();
    for (dimension, keys) in wanted {
        if let Some((kind, _)) = named(*dimension, asker.facts.view()) {
            let ids: Vec<i64> = keys.iter().filter(|key| key.0 != 0).map(|key| key.0).collect();
            stored.push((*dimension, kind, readers(asker, kind), ids));
        } else {
            let names = keys.iter().filter_map(|key| Some((*key, computed(app, *dimension, *key)?)));
            found.0.insert(*dimension, names.collect());
        }
    }
    if stored.iter().all(|(.., ids)| ids.is_empty()) {
        return Ok(found);
    }
    let names = app
        .store
        .read("get_names_of_facts", async move |conn| {
            let mut names = Vec::new();
            for (dimension, kind, scope, ids) in &stored {
                for ids in ids.chunks(NAMES_MAX) {
                    names.push((*dimension, names::of_ids(conn, *scope, *kind, ids).await?));
                }
            }
            Ok(names)
        })
        .await?;
    for (dimension, names) in names {
        found.0.entry(dimension).or_default().extend(names.into_iter().map(|(id, name)| (Key(id), name)));
    }
    Ok(found)
}

/// The keys of filters whose names the asker may know: their own things, dictionaries, and what stands in their facts.
pub(super) async fn known_filter_keys(app: &ApiState, asker: &Asker, filters: &[Filter]) -> Result<Wanted, Problem> {
    let mut known = Wanted::new();
    for filter in filters {
        let keys = known.entry(filter.dimension).or_default();
        keys.extend(filter.keys.iter().copied());
    }
    let view = asker.facts.view();
    for (dimension, keys) in &mut known {
        let ids: Vec<i64> = keys.iter().map(|key| key.0).collect();
        match named(*dimension, view) {
            Some((kind, true)) => {
                let rows = asker.rows;
                let own = app
                    .store
                    .read("get_own_names", async move |conn| names::of_ids(conn, rows, kind, &ids).await)
                    .await?;
                keys.retain(|key| own.contains_key(&key.0));
            }
            Some((_, false)) if asker.facts != StatsScope::network() => {
                let period = Period::ending(super::day_now(app), PERIOD_DAYS_MAX);
                let seen = app.stats.by_keys(*dimension, Some(ids), period, asker.facts.clone()).await?;
                keys.retain(|key| seen.rows.contains_key(&key.0));
            }
            _ => {}
        }
    }
    Ok(known)
}

/// Names that are in no table.
pub(super) fn computed(app: &ApiState, dimension: Dimension, key: Key) -> Option<String> {
    if let Some(label) = dimension.label(key) {
        return Some(label);
    }
    match dimension {
        Dimension::Country => Some(country_name(CountryCode::parse(&dimension.text(key))?)),
        Dimension::Language => Some(dimension.text(key)),
        // The tree takes seconds to compute once; until then places are told by their ids.
        Dimension::Region | Dimension::City => {
            let place = PlaceId(u64::try_from(key.0).ok()?);
            app.geo.tree_if_ready()?.name(place).map(str::to_owned)
        }
        Dimension::Isp => {
            let number = u32::try_from(key.0).ok()?;
            let name = app.geo.networks().name(number).map_or_else(String::new, |name| format!(" {name}"));
            Some(format!("AS{number}{name}"))
        }
        _ => None,
    }
}
