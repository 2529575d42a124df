//! Whose network an address belongs to: sorted ranges, autonomous system numbers and their organisations.

use super::{GeoError, GeoFiles, cache};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::fs;
use std::net::IpAddr;
use std::path::Path;

/// The layout of the cache file.
const CACHE_VERSION: u32 = 1;
/// The list that comes with the program.
const HOSTING_NETWORKS: &str = include_str!("../../data/hosting_networks.csv");

/// An organisation that runs a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    /// The autonomous system number.
    pub number: u32,
    /// The organisation.
    pub name: String,
}

#[derive(Default, Serialize, Deserialize)]
struct Tables {
    /// First address, last address, number; ascending, without overlap.
    ipv4: Vec<(u32, u32, u32)>,
    ipv6: Vec<(u128, u128, u32)>,
    /// The largest first, by IPv4 addresses.
    networks: Vec<Network>,
}

/// The networks of all addresses.
#[derive(Default)]
pub struct Networks {
    tables: Tables,
    by_number: FxHashMap<u32, u32>,
    hosting: FxHashSet<u32>,
}

impl Networks {
    /// Reads the networks from the cache folder, or from their CSVs when those are newer.
    pub fn open(files: &GeoFiles) -> Result<Self, GeoError> {
        let stamp = cache::stamp(CACHE_VERSION, &[&files.asn_ipv4, &files.asn_ipv6])?;
        let kept = files.cache_dir.join("networks.bin");
        let tables = if let Some(tables) = cache::load::<Tables>(&kept, &stamp) {
            tables
        } else {
            let tables = Tables::read(&files.asn_ipv4, &files.asn_ipv6)?;
            cache::keep(&kept, &stamp, &tables);
            tables
        };
        let hosting = match &files.hosting_networks {
            None => numbers(HOSTING_NETWORKS),
            Some(path) => numbers(&fs::read_to_string(path).map_err(|error| GeoError::unreadable(path, error))?),
        };
        let by_number = tables.networks.iter().zip(0..).map(|(network, at)| (network.number, at)).collect();
        Ok(Self { tables, by_number, hosting })
    }

    /// The number of the address's network; 0 when unknown.
    pub fn number(&self, address: IpAddr) -> u32 {
        match address {
            IpAddr::V4(address) => find(&self.tables.ipv4, address.to_bits()),
            IpAddr::V6(address) => find(&self.tables.ipv6, address.to_bits()),
        }
    }

    /// The organisation of a network.
    pub fn name(&self, number: u32) -> Option<&str> {
        self.get(number).map(|network| network.name.as_str())
    }

    /// The network of a number.
    pub fn get(&self, number: u32) -> Option<&Network> {
        self.by_number.get(&number).and_then(|at| self.tables.networks.get(*at as usize))
    }

    /// Networks whose organisation or number holds `text` (any case), the largest first: `limit` of them after the
    /// first `offset`, and how many there are.
    pub fn search(&self, text: &str, offset: usize, limit: usize) -> (Vec<&Network>, usize) {
        let wanted = text.trim().to_lowercase();
        let number = wanted.strip_prefix("as").unwrap_or(&wanted).parse::<u32>().ok();
        let mut found = Vec::new();
        let mut total = 0;
        for network in &self.tables.networks {
            let fits = wanted.is_empty()
                || number == Some(network.number)
                || network.name.to_lowercase().contains(wanted.as_str());
            if fits {
                if total >= offset && found.len() < limit {
                    found.push(network);
                }
                total += 1;
            }
        }
        (found, total)
    }

    /// Whether the network is on the list of hosting networks.
    pub fn is_hosting(&self, number: u32) -> bool {
        self.hosting.contains(&number)
    }
}

fn find<A: Copy + Ord>(ranges: &[(A, A, u32)], address: A) -> u32 {
    let after = ranges.partition_point(|(first, _, _)| *first <= address);
    match after.checked_sub(1).and_then(|at| ranges.get(at)) {
        Some((_, last, number)) if address <= *last => *number,
        _ => 0,
    }
}

fn numbers(list: &str) -> FxHashSet<u32> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(',').next().unwrap_or_default().trim().parse().ok()).collect()
}

impl Tables {
    fn read(ipv4: &Path, ipv6: &Path) -> Result<Self, GeoError> {
        let mut tables = Self::default();
        let mut names: FxHashMap<u32, (String, u64)> = FxHashMap::default();
        each_row(ipv4, |first, last, number, name| {
            let (Ok(first), Ok(last)) = (u32::try_from(first), u32::try_from(last)) else { return };
            tables.ipv4.push((first, last, number));
            let entry = names.entry(number).or_insert_with(|| (name.to_owned(), 0));
            entry.1 += u64::from(last.saturating_sub(first)) + 1;
        })?;
        each_row(ipv6, |first, last, number, name| {
            tables.ipv6.push((first, last, number));
            names.entry(number).or_insert_with(|| (name.to_owned(), 0));
        })?;
        tables.ipv4.sort_unstable();
        tables.ipv6.sort_unstable();
        let mut sized: Vec<_> =
            names.into_iter().map(|(number, (name, size))| (size, Network { number, name })).collect();
        sized.sort_unstable_by(|(a_size, a), (b_size, b)| b_size.cmp(a_size).then(a.number.cmp(&b.number)));
        tables.networks = sized.into_iter().map(|(_, network)| network).collect();
        Ok(tables)
    }
}

fn each_row(path: &Path, mut row: impl FnMut(u128, u128, u32, &str)) -> Result<(), GeoError> {
    let file = fs::File::open(path).map_err(|error| GeoError::unreadable(path, error))?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file);
    let mut record = csv::ByteRecord::new();
    let mut rows = 0usize;
    while reader.read_byte_record(&mut record).map_err(|error| GeoError::malformed(path, error))? {
        let text = |at: usize| record.get(at).and_then(|field| std::str::from_utf8(field).ok()).unwrap_or_default();
        let (Some(first), Some(last), Ok(number)) = (address(text(0)), address(text(1)), text(2).parse()) else {
            continue;
        };
        row(first, last, number, text(3));
        rows += 1;
    }
    if rows == 0 {
        return Err(GeoError::malformed(path, "no line reads `first address, last address, number, organisation`"));
    }
    Ok(())
}

fn address(text: &str) -> Option<u128> {
    text.parse().ok().or_else(|| match text.parse::<IpAddr>().ok()? {
        IpAddr::V4(address) => Some(u128::from(address.to_bits())),
        IpAddr::V6(address) => Some(address.to_bits()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_text_or_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let ipv4 = folder.path().join("4.csv");
        let ipv6 = folder.path().join("6.csv");
        fs::write(&ipv4, "10.0.0.0,10.0.0.255,64500,\"Small, Ltd\"\n184549376,184614911,64501,Large\nbroken\n")
            .unwrap();
        fs::write(&ipv6, "2001:db8::,2001:db8::ffff,64500,Small\n").unwrap();
        let tables = Tables::read(&ipv4, &ipv6).unwrap();
        assert_eq!(find(&tables.ipv4, 0x0a00_00ff), 64500);
        assert_eq!(find(&tables.ipv4, 0x0a00_0100), 0);
        assert_eq!(find(&tables.ipv4, 0x0b00_1234), 64501);
        assert_eq!(find(&tables.ipv6, "2001:db8::1".parse::<std::net::Ipv6Addr>().unwrap().to_bits()), 64500);
        let names: Vec<_> = tables.networks.iter().map(|network| network.name.as_str()).collect();
        assert_eq!(names, ["Large", "Small, Ltd"], "the largest first");
        fs::write(&ipv6, "not a table").unwrap();
        assert!(Tables::read(&ipv4, &ipv6).is_err());
    }

    #[test]
    fn the_list_of_hosting_networks_is_read() {
        let list = numbers(HOSTING_NETWORKS);
        assert!(list.len() > 300 && list.contains(&16509) && !list.contains(&13335), "{}", list.len());
    }
}
