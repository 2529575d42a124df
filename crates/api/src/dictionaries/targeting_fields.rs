//! Targeting as campaigns and groups send and show it.

use crate::dictionaries::words::{BrowserId, CountryGroupId, DeviceTypeId, LanguageCode, OsId, WeekHourId};
use crate::extract::only_objects;
use crate::state::Api;
use ipnet::IpNet;
use placard_common::error::FieldErrors;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::{KEYWORD_CHARS_MAX, KeywordTargeting, keyword};
use placard_model::targeting::countries::{Country, CountryGroup, country};
use placard_model::targeting::geo::{CountryCode, PlaceId};
use placard_model::targeting::{
    Coefficient, GeoTargeting, ISPS_MAX, OsOnDevice, PASTED_MAX, Source, Targeting, WEEK_HOURS, WeekHours,
};
use placard_model::{BlockId, Money, SiteId, bid};
use placard_store::advertising::coefficients::{COEFFICIENTS_MAX, Coefficients};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::net::IpAddr;
use utoipa::ToSchema;

/// The most regions, and the most cities, of one campaign or group.
pub(crate) const PLACES_MAX: usize = 1_000;
/// The most entries of lists of things of which there are few: countries, languages, device types and the like.
pub(crate) const CHOICES_MAX: usize = 300;

/// An operating system on a device type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct OsChoice {
    /// The device type.
    #[schema(value_type = DeviceTypeId)]
    pub device_type: u8,
    /// The system.
    #[schema(value_type = OsId)]
    pub value: u8,
}

/// A multiplier of the bid at one source: a site, or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct CoefficientEntry {
    /// The site; not together with `block_id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub site_id: Option<i64>,
    /// The block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub block_id: Option<i64>,
    /// 0.2 to 9 in steps of 0.1.
    #[schema(value_type = f64)]
    pub value: Money,
}

only_objects!(; both OsChoice, CoefficientEntry);

/// Whom a campaign or a group is for. An empty list narrows nothing.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct TargetingFields {
    /// Parts of the world; saving turns them into their countries, so that this is empty in answers.
    #[schema(value_type = Vec<CountryGroupId>)]
    pub countries_groups: Vec<i64>,
    /// Country codes.
    pub countries: Vec<String>,
    /// Regions, by their ids in the geo tree.
    pub regions: Vec<u64>,
    /// Cities, by their ids in the geo tree.
    pub cities: Vec<u64>,
    /// Device types.
    #[schema(value_type = Vec<DeviceTypeId>)]
    pub device_types: Vec<u8>,
    /// Operating systems, each on a device type.
    pub os: Vec<OsChoice>,
    /// Browsers.
    #[schema(value_type = Vec<BrowserId>)]
    pub browsers: Vec<u8>,
    /// Networks, by autonomous system number; at most 500.
    pub isps: Vec<u32>,
    /// Languages, ISO 639-1.
    #[schema(value_type = Vec<LanguageCode>)]
    pub languages: Vec<String>,
    /// The page must have one of these keywords (`data-keywords`); at most 100.
    pub keywords: Vec<String>,
    /// The page must have none of these keywords; at most 100.
    pub excluded_keywords: Vec<String>,
    /// Hours of the week in UTC: 0 is Monday 00:00 to 00:59, 167 is Sunday 23:00. All when omitted.
    #[schema(value_type = Option<Vec<WeekHourId>>)]
    pub time_targeting: Option<Vec<u8>>,
    /// Address ranges in CIDR notation; at most 100.
    pub ip_targetings: Vec<String>,
}

/// Gives a form all targeting fields beside its own, and a function that takes them out.
///
/// Serde cannot refuse unknown fields in a form that is put together by flattening.
macro_rules! form_with_targeting {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$own_meta:meta])* pub $own:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$own_meta])* pub $own: $type,)*
            /// Parts of the world (numbers of the geo tree): the same as all of their countries.
            #[serde(default)]
            #[schema(value_type = Vec<$crate::dictionaries::words::CountryGroupId>)]
            pub countries_groups: Vec<i64>,
            /// Country codes.
            #[serde(default)]
            pub countries: Vec<String>,
            /// Regions, by their ids in the geo tree.
            #[serde(default)]
            pub regions: Vec<u64>,
            /// Cities, by their ids in the geo tree.
            #[serde(default)]
            pub cities: Vec<u64>,
            /// Device types.
            #[serde(default)]
            #[schema(value_type = Vec<$crate::dictionaries::words::DeviceTypeId>)]
            pub device_types: Vec<u8>,
            /// Operating systems, each on a device type.
            #[serde(default)]
            pub os: Vec<$crate::dictionaries::targeting_fields::OsChoice>,
            /// Browsers.
            #[serde(default)]
            #[schema(value_type = Vec<$crate::dictionaries::words::BrowserId>)]
            pub browsers: Vec<u8>,
            /// Networks, by autonomous system number; at most 500.
            #[serde(default)]
            pub isps: Vec<u32>,
            /// Languages, ISO 639-1.
            #[serde(default)]
            #[schema(value_type = Vec<$crate::dictionaries::words::LanguageCode>)]
            pub languages: Vec<String>,
            /// The page must have one of these keywords (`data-keywords`); at most 100.
            #[serde(default)]
            pub keywords: Vec<String>,
            /// The page must have none of these keywords; at most 100.
            #[serde(default)]
            pub excluded_keywords: Vec<String>,
            /// Hours of the week in UTC: 0 is Monday 00:00 to 00:59, 167 is Sunday 23:00. All when omitted.
            #[serde(default)]
            #[schema(value_type = Option<Vec<$crate::dictionaries::words::WeekHourId>>)]
            pub time_targeting: Option<Vec<u8>>,
            /// Address ranges in CIDR notation; at most 100. For users with the feature `ip_targeting`.
            #[serde(default)]
            pub ip_targetings: Vec<String>,
        }

        impl $name {
            fn take_targeting(&mut self) -> $crate::dictionaries::targeting_fields::TargetingFields {
                $crate::dictionaries::targeting_fields::TargetingFields {
                    countries_groups: std::mem::take(&mut self.countries_groups),
                    countries: std::mem::take(&mut self.countries),
                    regions: std::mem::take(&mut self.regions),
                    cities: std::mem::take(&mut self.cities),
                    device_types: std::mem::take(&mut self.device_types),
                    os: std::mem::take(&mut self.os),
                    browsers: std::mem::take(&mut self.browsers),
                    isps: std::mem::take(&mut self.isps),
                    languages: std::mem::take(&mut self.languages),
                    keywords: std::mem::take(&mut self.keywords),
                    excluded_keywords: std::mem::take(&mut self.excluded_keywords),
                    time_targeting: self.time_targeting.take(),
                    ip_targetings: std::mem::take(&mut self.ip_targetings),
                }
            }
        }
    };
}
pub(crate) use form_with_targeting;

impl TargetingFields {
    /// What is stored, as the API shows it.
    pub fn new(targeting: &Targeting) -> Self {
        Self {
            countries_groups: Vec::new(),
            countries: targeting.geo.countries.iter().map(ToString::to_string).collect(),
            regions: targeting.geo.regions.iter().map(|(_, id)| id.0).collect(),
            cities: targeting.geo.cities.iter().map(|(_, id)| id.0).collect(),
            device_types: targeting.device_types.iter().map(|d| d.id()).collect(),
            os: targeting
                .os
                .iter()
                .map(|choice| OsChoice { device_type: choice.device_type.id(), value: choice.os.id() })
                .collect(),
            browsers: targeting.browsers.iter().map(|b| b.id()).collect(),
            isps: targeting.isps.clone(),
            languages: targeting.languages.iter().map(ToString::to_string).collect(),
            keywords: targeting.keywords.wanted.clone(),
            excluded_keywords: targeting.keywords.excluded.clone(),
            time_targeting: Some(targeting.schedule.iter().collect()),
            ip_targetings: targeting.ip_ranges.iter().map(ToString::to_string).collect(),
        }
    }

    /// What is to be stored. `user` is whose features count.
    pub fn read(&self, app: &Api, user: i64, errors: &mut FieldErrors) -> Targeting {
        let device_types = read_each(errors, "device_types", &self.device_types, CHOICES_MAX, "a device type", |id| {
            DeviceType::from_id(i64::from(*id)).filter(|d| *d != DeviceType::Other)
        });
        let os = read_each(errors, "os", &self.os, CHOICES_MAX, "an operating system of that device type", |choice| {
            let device_type = DeviceType::from_id(i64::from(choice.device_type))?;
            let os = Os::from_id(i64::from(choice.value))?;
            os.device_types().contains(&device_type).then_some(OsOnDevice { device_type, os })
        });
        let ip_allowed = app.settings.get().features.ip_targeting.contains(user);
        if !self.ip_targetings.is_empty() && !ip_allowed {
            errors.add("ip_targetings", "is not switched on for your account");
        }
        let isps = read_each(errors, "isps", &self.isps, ISPS_MAX, "a network", |number| Some(*number));
        Targeting {
            geo: self.read_geo(app, errors),
            device_types,
            os,
            browsers: read_each(errors, "browsers", &self.browsers, CHOICES_MAX, "a browser", |id| {
                Browser::from_id(i64::from(*id))
            }),
            isps: unique(isps.into_iter()),
            ip_ranges: read_each(
                errors,
                "ip_targetings",
                &self.ip_targetings,
                PASTED_MAX,
                "an address range",
                |text| {
                    let text = text.trim();
                    text.parse::<IpNet>()
                        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
                        .ok()
                        .map(|net| net.trunc())
                },
            ),
            languages: read_each(
                errors,
                "languages",
                &self.languages,
                CHOICES_MAX,
                "a language code of two letters",
                |text| (text.len() == 2).then(|| Language::parse(text)).flatten(),
            ),
            traffic_sources: Vec::new(),
            site_categories: Vec::new(),
            keywords: KeywordTargeting {
                wanted: read_keywords(errors, "keywords", &self.keywords),
                excluded: read_keywords(errors, "excluded_keywords", &self.excluded_keywords),
            },
            schedule: self.read_schedule(errors),
        }
    }

    fn read_schedule(&self, errors: &mut FieldErrors) -> WeekHours {
        let Some(hours) = &self.time_targeting else { return WeekHours::ALL };
        if hours.is_empty() {
            errors.add("time_targeting", "must have at least one hour");
        } else if hours.len() > WEEK_HOURS {
            errors.add("time_targeting", format!("must have at most {WEEK_HOURS} entries"));
        } else if hours.iter().any(|hour| usize::from(*hour) >= WEEK_HOURS) {
            errors.add("time_targeting", "must have hours from 0 to 167");
        } else {
            return hours.iter().fold(WeekHours::NONE, |schedule, hour| schedule.with(*hour));
        }
        WeekHours::ALL
    }

    fn read_geo(&self, app: &Api, errors: &mut FieldErrors) -> GeoTargeting {
        let groups =
            read_each(errors, "countries_groups", &self.countries_groups, CHOICES_MAX, "a part of the world", |id| {
                CountryGroup::from_id(*id)
            });
        let named = read_each(errors, "countries", &self.countries, CHOICES_MAX, "a country code", |text| {
            CountryCode::parse(text).filter(|code| *code == CountryCode::UNKNOWN || country(*code).is_some())
        });
        let in_groups = groups.iter().flat_map(|group| group.countries().map(Country::country_code));
        let countries: Vec<CountryCode> = unique(named.into_iter().chain(in_groups));
        let mut places = |field: &'static str, ids: &[u64], cities: bool| {
            if ids.is_empty() {
                return Vec::new();
            }
            let tree = app.geo.tree();
            read_each(errors, field, ids, PLACES_MAX, "a place of the geo tree", |id| {
                let place = tree.place(PlaceId(*id)).filter(|place| place.is_city == cities)?;
                Some((place.country, place.id))
            })
        };
        GeoTargeting {
            regions: places("regions", &self.regions, false),
            cities: places("cities", &self.cities, true),
            countries,
        }
    }
}

/// Reads each value once; one that cannot be read is named. None of more than `most` is read.
pub(crate) fn read_each<F, T: Copy + Eq + Hash>(
    errors: &mut FieldErrors,
    field: &str,
    values: &[F],
    most: usize,
    what: &str,
    read: impl Fn(&F) -> Option<T>,
) -> Vec<T> {
    if values.len() > most {
        errors.add(field, format!("must have at most {most} entries"));
        return Vec::new();
    }
    let mut seen = FxHashSet::default();
    let mut found = Vec::with_capacity(values.len());
    for (at, value) in values.iter().enumerate() {
        match read(value) {
            Some(value) if seen.insert(value) => found.push(value),
            Some(_) => {}
            None => errors.add(format!("{field}.{at}"), format!("is not {what}")),
        }
    }
    found
}

/// Reads a pasted list of keywords, each once; one that is none is named.
fn read_keywords(errors: &mut FieldErrors, field: &str, words: &[String]) -> Vec<String> {
    if words.len() > PASTED_MAX {
        errors.add(field, format!("must have at most {PASTED_MAX} entries"));
        return Vec::new();
    }
    let mut found = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        match keyword(word) {
            Some(word) if !found.contains(&word) => found.push(word),
            Some(_) => {}
            None => errors.add(
                format!("{field}.{at}"),
                format!("must be a word, or words, of at most {KEYWORD_CHARS_MAX} characters without a comma"),
            ),
        }
    }
    found
}

fn unique<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.collect::<BTreeSet<T>>().into_iter().collect()
}

impl CoefficientEntry {
    /// A stored coefficient, as the API shows it.
    pub fn new((source, coefficient): &(Source, Coefficient)) -> Self {
        let value = bid::coefficient_to_decimal(*coefficient);
        match source {
            Source::Site(id) => Self { site_id: Some(id.0), block_id: None, value },
            Source::Block(id) => Self { site_id: None, block_id: Some(id.0), value },
        }
    }

    fn source(&self) -> Option<Source> {
        match (self.site_id, self.block_id) {
            (Some(id), None) if id > 0 => Some(Source::Site(SiteId(id))),
            (None, Some(id)) if id > 0 => Some(Source::Block(BlockId(id))),
            _ => None,
        }
    }

    /// What is to be stored; the last of several for one source counts.
    pub fn read_all(entries: &[Self], field: &str, errors: &mut FieldErrors) -> Coefficients {
        if entries.len() > COEFFICIENTS_MAX {
            errors.add(field, format!("must have at most {COEFFICIENTS_MAX} entries"));
            return Vec::new();
        }
        let mut found = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            let coefficient = bid::coefficient_from_decimal(entry.value);
            match (entry.source(), coefficient) {
                (Some(source), Some(coefficient)) => {
                    found.insert(source, coefficient);
                }
                (None, _) => errors.add(format!("{field}.{at}"), "must name either a site or a block"),
                (_, None) => errors.add(format!("{field}.{at}.value"), "must be 0.2 to 9 in steps of 0.1"),
            }
        }
        found.into_iter().collect()
    }
}
