//! All places with their names: countries, their regions, their cities. Computed from the city files themselves, so
//! that what can be chosen is what can be matched.

use super::{CityFile, CityRecord, GeoFiles, cache, map};
use placard_model::targeting::countries::country_name;
use placard_model::targeting::geo::{CountryCode, PlaceId, city_name};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// The layout of the cache file.
const CACHE_VERSION: u32 = 1;

/// A country of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountryNode {
    /// Its code.
    pub code: CountryCode,
    /// Its name.
    pub name: String,
    /// How many regions it has, and cities outside of any region.
    pub children: usize,
}

/// A region or a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceNode<'a> {
    /// The id that targeting and facts hold.
    pub id: PlaceId,
    /// The name.
    pub name: &'a str,
    /// The country.
    pub country: CountryCode,
    /// The region of a city; none for a region, and for a city outside of any region.
    pub parent: Option<PlaceId>,
    /// Whether it is a city.
    pub is_city: bool,
    /// How many cities a region has.
    pub children: usize,
}

/// One region or city. Regions of a country stand together by name, and so do the cities of a region.
#[derive(Serialize, Deserialize)]
struct Entry {
    id: PlaceId,
    country: CountryCode,
    /// Where the name ends in `names`; it begins where the one before it ends.
    name_end: u32,
    /// The region of a city, by its index plus one; 0 for a region, and for a city outside of any.
    parent: u32,
    is_city: bool,
    /// The cities of a region, by index.
    first: u32,
    count: u32,
}

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    names: String,
    entries: Vec<Entry>,
    /// The regions of each country, and its cities outside of any, by index.
    countries: Vec<(CountryCode, u32, u32)>,
}

/// The tree of places.
pub struct GeoTree {
    kept: Kept,
    by_id: FxHashMap<PlaceId, u32>,
}

impl GeoTree {
    /// Reads the tree from the cache folder, or computes it from the city files when those are newer.
    pub(super) fn open(files: &GeoFiles, ipv4: &CityFile, ipv6: &CityFile) -> Self {
        let path = files.cache_dir.join("geo_tree.bin");
        let stamp = cache::stamp(CACHE_VERSION, &[&files.city_ipv4, &files.city_ipv6]).unwrap_or_default();
        let kept = cache::load::<Kept>(&path, &stamp).unwrap_or_else(|| {
            let kept = compute(&[(files.city_ipv4.as_path(), ipv4), (files.city_ipv6.as_path(), ipv6)]);
            cache::keep(&path, &stamp, &kept);
            kept
        });
        let by_id = kept.entries.iter().zip(0..).map(|(entry, at)| (entry.id, at)).collect();
        Self { kept, by_id }
    }

    /// The countries of the files, by name.
    pub fn countries(&self) -> impl Iterator<Item = CountryNode> + '_ {
        self.kept.countries.iter().map(|(code, _, count)| CountryNode {
            code: *code,
            name: country_name(*code),
            children: *count as usize,
        })
    }

    /// The regions of a country, by name, then its cities outside of any region.
    pub fn regions(&self, country: CountryCode) -> impl Iterator<Item = PlaceNode<'_>> {
        let found = self.kept.countries.iter().find(|(code, _, _)| *code == country);
        self.nodes(found.map_or(0..0, |(_, first, count)| *first..first + count))
    }

    /// The cities of a region, by name.
    pub fn cities(&self, region: PlaceId) -> impl Iterator<Item = PlaceNode<'_>> {
        let found = self.by_id.get(&region).and_then(|at| self.kept.entries.get(*at as usize));
        self.nodes(found.map_or(0..0, |entry| entry.first..entry.first + entry.count))
    }

    /// The place of an id.
    pub fn place(&self, id: PlaceId) -> Option<PlaceNode<'_>> {
        self.by_id.get(&id).map(|at| self.node(*at as usize))
    }

    /// The name of a place; none for an unknown id.
    pub fn name(&self, id: PlaceId) -> Option<&str> {
        self.place(id).map(|place| place.name)
    }

    /// Regions and cities whose name begins with `text` (any case), regions first; at most `limit`.
    pub fn search(&self, text: &str, limit: usize) -> Vec<PlaceNode<'_>> {
        let wanted = text.trim().to_lowercase();
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<_> = self
            .nodes(0..self.kept.entries.len() as u32)
            .filter(|place| {
                let start = place.name.chars().flat_map(char::to_lowercase);
                start.take(wanted.chars().count()).eq(wanted.chars())
            })
            .collect();
        found.sort_by(|a, b| (a.is_city, a.name.len(), a.name).cmp(&(b.is_city, b.name.len(), b.name)));
        found.truncate(limit);
        found
    }

    fn nodes(&self, range: Range<u32>) -> impl Iterator<Item = PlaceNode<'_>> {
        range.map(|at| self.node(at as usize))
    }

    fn node(&self, at: usize) -> PlaceNode<'_> {
        let entry = &self.kept.entries[at];
        let start = at.checked_sub(1).map_or(0, |before| self.kept.entries[before].name_end);
        PlaceNode {
            id: entry.id,
            name: self.kept.names.get(start as usize..entry.name_end as usize).unwrap_or_default(),
            country: entry.country,
            parent: entry.parent.checked_sub(1).map(|parent| self.kept.entries[parent as usize].id),
            is_city: entry.is_city,
            children: entry.count as usize,
        }
    }
}

/// Region name, then city names; an empty region name stands for none.
type Regions = BTreeMap<String, BTreeSet<String>>;

/// Reads each file from end to end, through a mapping of its own: what was read of it counts as memory of the process for as long as it
/// is mapped, and of the one that addresses are looked up in that would be for good.
fn compute(files: &[(&Path, &CityFile)]) -> Kept {
    let mut countries: BTreeMap<String, (CountryCode, Regions)> = BTreeMap::new();
    for (path, in_use) in files {
        let own = map(path).ok();
        let file = own.as_ref().unwrap_or(in_use);
        let mut seen = FxHashSet::default();
        let Ok(networks) = file.networks(maxminddb::WithinOptions::default()) else { continue };
        for network in networks.flatten() {
            if !network.offset().is_some_and(|offset| seen.insert(offset)) {
                continue;
            }
            let Ok(Some(record)) = network.decode::<CityRecord<'_>>() else { continue };
            let country = record.country_code.and_then(CountryCode::parse).unwrap_or_default();
            if country == CountryCode::UNKNOWN {
                continue;
            }
            let (_, regions) = countries.entry(country_name(country)).or_insert_with(|| (country, Regions::default()));
            let region = record.state1.unwrap_or_default();
            let city = city_name(record.city.unwrap_or_default());
            if !regions.contains_key(region) {
                regions.insert(region.to_owned(), BTreeSet::new());
            }
            if let Some(cities) = regions.get_mut(region)
                && !city.is_empty()
                && !cities.contains(city)
            {
                cities.insert(city.to_owned());
            }
        }
    }
    let mut kept = Kept::default();
    for (country, regions) in countries.into_values() {
        kept.add_country(country, regions);
    }
    kept
}

impl Kept {
    fn add_country(&mut self, country: CountryCode, mut regions: Regions) {
        let outside = regions.remove("").unwrap_or_default();
        let first = self.entries.len() as u32;
        self.countries.push((country, first, (regions.len() + outside.len()) as u32));
        for region in regions.keys() {
            self.add(PlaceId::region(country, region), country, region, 0, false);
        }
        for city in &outside {
            self.add(PlaceId::city(country, "", city), country, city, 0, true);
        }
        for ((region, cities), at) in regions.iter().zip(first..) {
            let first_city = self.entries.len() as u32;
            for city in cities {
                self.add(PlaceId::city(country, region, city), country, city, at + 1, true);
            }
            let entry = &mut self.entries[at as usize];
            (entry.first, entry.count) = (first_city, cities.len() as u32);
        }
    }

    fn add(&mut self, id: PlaceId, country: CountryCode, name: &str, parent: u32, is_city: bool) {
        self.names.push_str(name);
        self.entries.push(Entry {
            id,
            country,
            name_end: self.names.len() as u32,
            parent,
            is_city,
            first: 0,
            count: 0,
        });
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::config::Config;
    use std::fs;

    /// KiB of a file that count as memory of this process.
    fn resident_kib(path: &Path) -> u64 {
        let maps = fs::read_to_string("/proc/self/smaps").unwrap();
        let (mut is_of_file, mut kib) = (false, 0);
        for line in maps.lines() {
            if let Some(rest) = line.strip_prefix("Rss:") {
                let own: u64 = rest.trim().trim_end_matches(" kB").parse().unwrap();
                kib += if is_of_file { own } else { 0 };
            } else if line.split(' ').next().is_some_and(|range| range.contains('-')) {
                is_of_file = line.ends_with(path.to_str().unwrap());
            }
        }
        kib
    }

    #[test]
    fn a_file_that_was_read_whole_is_not_kept_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        // Under a name of its own: other tests map the same file.
        let path = folder.path().join("city.mmdb");
        let found = GeoFiles::of_config(&Config::default()).unwrap();
        fs::hard_link(&found.city_ipv4, &path).or_else(|_| fs::copy(&found.city_ipv4, &path).map(drop)).unwrap();
        let files = GeoFiles {
            city_ipv4: path.clone(),
            city_ipv6: path.clone(),
            cache_dir: folder.path().join("cache"),
            ..found
        };
        let in_use = map(&path).unwrap();
        let tree = GeoTree::open(&files, &in_use, &in_use);
        assert!(tree.countries().count() > 200);
        let (resident, whole) = (resident_kib(&path), fs::metadata(&path).unwrap().len() / 1_024);
        assert!(resident < whole / 8, "{resident} of {whole} KiB");
    }
}
