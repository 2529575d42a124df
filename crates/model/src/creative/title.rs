//! Macros of titles and descriptions: `{city}`, `{region}`, `{country}` and the day of the week, each with a default
//! for when nothing is known: `{city|your city}`.

use crate::time::UnixMs;
use std::borrow::Cow;

/// The names of the days, Monday first.
pub const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A macro of a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TitleMacro {
    /// The visitor's city.
    City,
    /// The visitor's region.
    Region,
    /// The visitor's country.
    Country,
    /// The day of the week, UTC.
    Day,
}

impl TitleMacro {
    /// All macros.
    pub const ALL: [Self; 4] = [Self::City, Self::Region, Self::Country, Self::Day];

    /// The name between the braces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::Region => "region",
            Self::Country => "country",
            Self::Day => "day_of_week",
        }
    }

    /// What stands for it where nothing is known and the ad gives no default.
    pub const fn fallback(self) -> &'static str {
        match self {
            Self::City => "your city",
            Self::Region => "your region",
            Self::Country => "your country",
            Self::Day => "today",
        }
    }

    /// What it stands for, for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::City => "City of the visitor",
            Self::Region => "Region of the visitor",
            Self::Country => "Country of the visitor",
            Self::Day => "Day of the week",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|title_macro| title_macro.name() == name)
    }
}

/// Fills the macros of a title. `value` tells the text of a macro, if it is known. Braces that are no macro of titles
/// stay as they are.
pub fn fill(title: &str, mut value: impl FnMut(TitleMacro) -> Option<String>) -> Cow<'_, str> {
    if !title.contains('{') {
        return Cow::Borrowed(title);
    }
    let mut filled = String::with_capacity(title.len() + 16);
    let mut rest = title;
    while let Some(at) = rest.find('{') {
        filled.push_str(&rest[..at]);
        let tail = &rest[at..];
        if let Some((title_macro, default, after)) = macro_at_start(tail) {
            match value(title_macro).filter(|known| !known.is_empty()) {
                Some(known) => filled.push_str(&known),
                None => filled.push_str(default.unwrap_or_else(|| title_macro.fallback())),
            }
            rest = after;
        } else {
            filled.push('{');
            rest = &tail[1..];
        }
    }
    filled.push_str(rest);
    Cow::Owned(filled)
}

/// The name of the day of a moment, UTC.
pub fn day_name(now: UnixMs) -> &'static str {
    DAYS[usize::from(now.hour_of_week() / 24)]
}

fn macro_at_start(text: &str) -> Option<(TitleMacro, Option<&str>, &str)> {
    let (inside, after) = text.strip_prefix('{')?.split_once('}')?;
    let (name, default) = match inside.split_once('|') {
        Some((name, default)) => (name, Some(default.trim())),
        None => (inside, None),
    };
    Some((TitleMacro::from_name(name.trim())?, default, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_filled() {
        let check = |title: &str, expected: &str| {
            let filled = fill(title, |title_macro| match title_macro {
                TitleMacro::City => Some("Dublin".to_owned()),
                TitleMacro::Day => Some(day_name(UnixMs::parse("2026-11-21T13:00:00Z").unwrap()).to_owned()),
                _ => None,
            });
            assert_eq!(filled, expected, "{title}");
        };
        check("No macro", "No macro");
        check("Rooms in {city}", "Rooms in Dublin");
        check("{city|Your town}: sale on {day_of_week}!", "Dublin: sale on Saturday!");
        check("Loved in {region|your area} of {country}", "Loved in your area of your country");
        check("A {brace} and an open {city", "A {brace} and an open {city");
        check("{{city}}", "{Dublin}");
        check("{", "{");
    }
}
