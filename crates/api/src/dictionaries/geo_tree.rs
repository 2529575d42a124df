//! The tree of places: parts of the world, countries, regions, cities. Children of a node are asked for on demand.

use crate::auth::CurrentUser;
use crate::extract::{Json, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_common::geo::tree::{GeoTree, PlaceNode};
use placard_model::targeting::countries::{Country, CountryGroup, country, country_name};
use placard_model::targeting::geo::{CountryCode, PlaceId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// The most places that a search finds.
const FOUND_MAX: usize = 50;
/// The longest search, in characters.
const SEARCH_CHARS_MAX: usize = 100;
/// The most places that are asked for by their numbers.
const IDS_MAX: usize = 200;

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceType {
    /// A part of the world.
    Group,
    /// A country.
    Country,
    /// A region.
    Region,
    /// A city.
    City,
}

/// A country's code, or the number of any other place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GeoId {
    /// A country's code.
    Code(String),
    /// The number of a part of the world, a region or a city.
    Number(u64),
}

/// A place of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GeoNode {
    /// A country's code, or the number of any other place.
    pub id: GeoId,
    /// The kind of the place.
    #[serde(rename = "type")]
    pub kind: PlaceType,
    /// The name that people read.
    pub name: String,
    /// Whether there are places in it: ask with `parent`.
    pub has_children: bool,
    /// The names of the places that it lies in, in what a search finds: `Germany, Hamburg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The countries of a part of the world; others are asked for on demand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion)]
    pub children: Option<Vec<GeoNode>>,
}

/// Which part of the tree.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct GeoQuery {
    /// A country's code (its regions, and its cities outside of any) or the number of a region (its cities). Without it
    /// the parts of the world with their countries.
    pub parent: Option<String>,
    /// Places whose name begins with this; at most 50.
    #[param(max_length = 100)]
    pub search: Option<String>,
    /// Regions and cities of these numbers, separated by commas: the first 200. Unknown ones are left out.
    pub ids: Option<String>,
}

fn country_node(found: &Country, has_children: bool) -> GeoNode {
    GeoNode {
        id: GeoId::Code(found.code.to_owned()),
        kind: PlaceType::Country,
        name: found.name.to_owned(),
        has_children,
        path: None,
        children: None,
    }
}

fn place_node(place: PlaceNode<'_>, path: Option<String>) -> GeoNode {
    GeoNode {
        id: GeoId::Number(place.id.0),
        kind: if place.is_city { PlaceType::City } else { PlaceType::Region },
        name: place.name.to_owned(),
        has_children: place.children > 0,
        path,
        children: None,
    }
}

fn roots(tree: &GeoTree) -> Vec<GeoNode> {
    let children: HashMap<CountryCode, usize> = tree.countries().map(|node| (node.code, node.children)).collect();
    CountryGroup::ALL
        .into_iter()
        .map(|group| {
            let mut countries: Vec<GeoNode> = group
                .countries()
                .map(|found| country_node(found, children.get(&found.country_code()).is_some_and(|n| *n > 0)))
                .collect();
            countries.sort_by(|left, right| left.name.cmp(&right.name));
            GeoNode {
                id: GeoId::Number(u64::from(group.id())),
                kind: PlaceType::Group,
                name: group.label().to_owned(),
                has_children: !countries.is_empty(),
                path: None,
                children: Some(countries),
            }
        })
        .collect()
}

fn children_of(tree: &GeoTree, parent: &str) -> Result<Vec<GeoNode>, Problem> {
    if let Some(code) = CountryCode::parse(parent).filter(|code| country(*code).is_some()) {
        return Ok(tree.regions(code).map(|place| place_node(place, None)).collect());
    }
    let unknown = || Problem::field("parent", "is not a place of the tree");
    let number: u64 = parent.parse().map_err(|_| unknown())?;
    if let Some(group) = i64::try_from(number).ok().and_then(CountryGroup::from_id) {
        let mut all = roots(tree);
        all.retain(|node| node.id == GeoId::Number(u64::from(group.id())));
        return Ok(all.pop().and_then(|node| node.children).unwrap_or_default());
    }
    let place = tree.place(PlaceId(number)).ok_or_else(unknown)?;
    Ok(tree.cities(place.id).map(|city| place_node(city, None)).collect())
}

/// A place with the names of those that it lies in.
fn found_node(tree: &GeoTree, place: PlaceNode<'_>) -> GeoNode {
    let region = place.parent.and_then(|region| tree.name(region));
    let path = [Some(country_name(place.country)), region.map(str::to_owned)];
    place_node(place, Some(path.into_iter().flatten().collect::<Vec<_>>().join(", ")))
}

fn of_numbers(tree: &GeoTree, numbers: &str) -> Vec<GeoNode> {
    let ids = numbers.split(',').take(IDS_MAX).filter_map(|id| id.trim().parse::<u64>().ok());
    ids.filter_map(|id| tree.place(PlaceId(id))).map(|place| found_node(tree, place)).collect()
}

fn search(tree: &GeoTree, phrase: &str) -> Vec<GeoNode> {
    let wanted = phrase.to_lowercase();
    let mut found: Vec<GeoNode> = tree
        .countries()
        .filter(|node| node.name.to_lowercase().starts_with(&wanted))
        .filter_map(|node| country(node.code).map(|known| country_node(known, node.children > 0)))
        .take(FOUND_MAX)
        .collect();
    found.extend(tree.search(phrase, FOUND_MAX - found.len()).into_iter().map(|place| found_node(tree, place)));
    found
}

/// Places to choose from: parts of the world, the children of a place, places of some numbers, or what a search finds.
#[utoipa::path(get, path = "/api/targeting/geo_tree", tag = "targeting", params(GeoQuery),
    responses((status = 200, body = Data<Vec<GeoNode>>)))]
pub async fn get_geo_tree(
    State(app): State<ApiState>,
    _current: CurrentUser,
    Qs(query): Qs<GeoQuery>,
) -> Result<Json<Data<Vec<GeoNode>>>, Problem> {
    let phrase = query.search.unwrap_or_default().trim().to_owned();
    if phrase.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("search", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    // The first use reads the tree from disk, and a search walks over all names.
    let nodes = tokio::task::spawn_blocking(move || {
        let tree = app.geo.tree();
        let (parent, ids) = (query.parent.unwrap_or_default(), query.ids.unwrap_or_default());
        match (phrase.as_str(), ids.as_str(), parent.as_str()) {
            ("", "", "") => Ok(roots(tree)),
            ("", "", parent) => children_of(tree, parent),
            ("", ids, _) => Ok(of_numbers(tree, ids)),
            (phrase, ..) => Ok(search(tree, phrase)),
        }
    })
    .await
    .map_err(|error| Problem::Internal(error.into()))??;
    Ok(data(nodes))
}
