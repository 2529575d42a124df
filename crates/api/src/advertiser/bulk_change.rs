//! What the changes of many campaigns or groups have in common: each thing is read as a form of what it has, in which some
//! fields are replaced.

use crate::extract::read_json;
use placard_common::error::{FieldErrors, Problem};
use placard_model::targeting::Targeting;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// The most things of one call.
pub(crate) const CHANGED_MAX: usize = 200;

/// The fields of places: whichever is sent, all of them are replaced.
const PLACES: [&str; 4] = ["countries_groups", "countries", "regions", "cities"];

/// The other fields of targeting, by their names in forms.
const AUDIENCE: [&str; 9] =
    ["device_types", "os", "browsers", "isps", "languages", "time_targeting", "keywords", "excluded_keywords", RANGES];

/// Address ranges: not everybody may set them.
const RANGES: &str = "ip_targetings";

/// A kind of thing of which many are changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// What they are called.
    pub(crate) things: &'static str,
    /// What may be changed beside targeting, by its names in the form.
    pub(crate) own: &'static [&'static str],
    /// What the answer shows of one and its form does not take, or what stays where it is left out.
    pub(crate) left_out: &'static [&'static str],
}

impl Kind {
    fn names(self) -> impl Iterator<Item = &'static str> {
        self.own.iter().copied().chain(PLACES).chain(AUDIENCE)
    }

    /// Refuses a change of nothing, and of what cannot be changed of many.
    pub(crate) fn check(self, change: &Map<String, Value>) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        for name in change.keys().filter(|name| !self.names().any(|known| known == name.as_str())) {
            errors.add(format!("change.{name}"), format!("is not a field that can be changed of many {}", self.things));
        }
        errors.check("change", !change.is_empty(), "must have at least one field");
        errors.finish()
    }

    /// The form of a thing as it is, with what is to be changed. `left_out` is for this one alone.
    pub(crate) fn form<F: DeserializeOwned>(
        self,
        before: &impl Serialize,
        left_out: &[&str],
        change: &Map<String, Value>,
    ) -> Result<F, Problem> {
        let internal = |error: serde_json::Error| Problem::Internal(error.into());
        let Value::Object(mut form) = serde_json::to_value(before).map_err(internal)? else {
            return Err(Problem::NotFound);
        };
        for name in self.left_out.iter().chain(left_out) {
            form.remove(*name);
        }
        if PLACES.iter().any(|place| change.contains_key(*place)) {
            for place in PLACES {
                form.remove(place);
            }
        }
        // What its owner may not set any more stays all the same: see `keep_ranges`.
        form.remove(RANGES);
        form.extend(change.clone());
        // As text: amounts are read from their digits.
        read_json(&serde_json::to_vec(&form).map_err(internal)?)
    }

    /// The fields in which two states differ.
    pub(crate) fn differing(self, before: &impl Serialize, after: &impl Serialize) -> Vec<String> {
        let (Ok(Value::Object(before)), Ok(Value::Object(after))) =
            (serde_json::to_value(before), serde_json::to_value(after))
        else {
            return Vec::new();
        };
        self.names().filter(|name| before.get(*name) != after.get(*name)).map(str::to_owned).collect()
    }
}

/// Address ranges that are not changed stay.
pub(crate) fn keep_ranges(change: &Map<String, Value>, held: &Targeting, targeting: &mut Targeting) {
    if !change.contains_key(RANGES) {
        targeting.ip_ranges.clone_from(&held.ip_ranges);
    }
}

/// Why a thing whose version is another than that of the look stays as it is.
pub(crate) const CHANGED_SINCE: &str = "it was changed since you looked";

/// Whether a thing has another version by now than the one that was looked at. One that has all wanted values already is not refused
/// for that: it may be the same change that made the version, of which the answer was lost.
pub(crate) fn is_late<Key: Eq + Hash>(seen: &HashMap<Key, i64>, key: &Key, version: i64) -> bool {
    seen.get(key).is_some_and(|seen| *seen != version)
}

/// Refuses more versions than there can be things.
pub(crate) fn check_versions(count: usize) -> Result<(), Problem> {
    if count > CHANGED_MAX {
        return Err(Problem::field("versions", format!("must have at most {CHANGED_MAX} entries")));
    }
    Ok(())
}

/// Why one thing stays as it is while others change.
pub(crate) struct Stays {
    /// In words.
    pub(crate) detail: String,
    /// What is wrong with its own fields.
    pub(crate) errors: BTreeMap<String, Vec<String>>,
}

impl Stays {
    /// For its state.
    pub(crate) fn because(detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), errors: BTreeMap::new() }
    }

    /// For what is wrong with it after the change. The values of the change are the same for all: when one of them is wrong, it is
    /// noted in `wrong`. What the thing has of its own may not be taken any more, for which the change is not to blame.
    pub(crate) fn of(errors: FieldErrors, change: &Map<String, Value>, wrong: &mut FieldErrors) -> Option<Self> {
        let is_of_change = |field: &str| change.contains_key(field.split('.').next().unwrap_or(field));
        let (of_change, own): (BTreeMap<_, _>, BTreeMap<_, _>) =
            errors.into_messages().into_iter().partition(|(field, _)| is_of_change(field));
        for (field, messages) in of_change {
            for message in messages {
                wrong.add(format!("change.{field}"), message);
            }
        }
        let (field, messages) = own.first_key_value()?;
        let detail = format!("what it has is not taken any more: {field} {}", messages.join(", "));
        Some(Self { detail, errors: own })
    }
}

/// The conflict of a call of which nothing was left to do.
pub(crate) fn all_refused<'a>(refused: impl Iterator<Item = (&'a str, &'a str)>) -> Problem {
    let told: Vec<String> = refused.map(|(name, detail)| format!("{name}: {detail}")).collect();
    Problem::Conflict(told.join("; "))
}

/// Gives a description of a change all targeting fields beside its own. What is left out of a change stays, which no field of a
/// form could say.
macro_rules! change_with_targeting {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$own_meta:meta])* $own:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(utoipa::ToSchema)]
        #[expect(dead_code, reason = "it describes an object of which it matters what is left out")]
        pub struct $name {
            $($(#[$own_meta])* $own: $type,)*
            /// Parts of the world. Whichever of the four fields of places is sent, all of them are replaced.
            #[schema(required = false, value_type = Vec<$crate::dictionaries::words::CountryGroupId>)]
            countries_groups: Vec<i64>,
            /// Country codes.
            #[schema(required = false)]
            countries: Vec<String>,
            /// Regions, by their ids in the geo tree.
            #[schema(required = false)]
            regions: Vec<u64>,
            /// Cities, by their ids in the geo tree.
            #[schema(required = false)]
            cities: Vec<u64>,
            /// Device types.
            #[schema(required = false, value_type = Vec<$crate::dictionaries::words::DeviceTypeId>)]
            device_types: Vec<u8>,
            /// Operating systems, each on a device type.
            #[schema(required = false)]
            os: Vec<$crate::dictionaries::targeting_fields::OsChoice>,
            /// Browsers.
            #[schema(required = false, value_type = Vec<$crate::dictionaries::words::BrowserId>)]
            browsers: Vec<u8>,
            /// Networks, by autonomous system number.
            #[schema(required = false)]
            isps: Vec<u32>,
            /// Languages.
            #[schema(required = false, value_type = Vec<$crate::dictionaries::words::LanguageCode>)]
            languages: Vec<String>,
            /// The page must have one of these keywords.
            #[schema(required = false)]
            keywords: Vec<String>,
            /// The page must have none of these keywords.
            #[schema(required = false)]
            excluded_keywords: Vec<String>,
            /// Hours of the week in UTC; null: all of them.
            #[schema(value_type = Option<Vec<$crate::dictionaries::words::WeekHourId>>)]
            time_targeting: Option<Vec<u8>>,
            /// Address ranges.
            #[schema(required = false)]
            ip_targetings: Vec<String>,
        }
    };
}
pub(crate) use change_with_targeting;
