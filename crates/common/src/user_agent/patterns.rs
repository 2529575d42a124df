//! Reads the pattern file of uap-core. Its YAML is of one plain form, entries of quoted strings, so a full YAML reader
//! would be a dependency for a hundred lines.

use std::borrow::Cow;
use ua_parser::{os, user_agent};

/// Browsers and systems of the pattern file of the npm package `uap-core`, Apache-2.0. `make gen` takes them out of it, so that no crate
/// waits for npm.
pub(super) const UAP_CORE: &str = include_str!("../../data/user_agents.yaml");

/// The patterns in the order in which they are tried.
#[derive(Default)]
pub(super) struct Patterns {
    /// Browsers.
    pub(super) browsers: Vec<user_agent::Parser<'static>>,
    /// Operating systems.
    pub(super) systems: Vec<os::Parser<'static>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Browsers,
    Systems,
    /// What stands before both.
    Other,
}

/// Reads the sections of browsers and operating systems; lines before them are passed over.
pub(super) fn read(yaml: &'static str) -> Patterns {
    let mut patterns = Patterns::default();
    let mut section = Section::Other;
    for line in yaml.lines() {
        let line = line.trim_end();
        match line {
            "user_agent_parsers:" => section = Section::Browsers,
            "os_parsers:" => section = Section::Systems,
            _ => {}
        }
        let entry = line.trim_start();
        let (starts, entry) = match entry.strip_prefix("- ") {
            Some(rest) => (true, rest),
            None => (false, entry),
        };
        let Some((key, value)) = entry.split_once(':') else { continue };
        let Some(value) = scalar(value.trim()) else { continue };
        match section {
            Section::Browsers => {
                if starts {
                    patterns.browsers.push(user_agent::Parser::default());
                }
                let Some(parser) = patterns.browsers.last_mut() else { continue };
                match key {
                    "regex" => parser.regex = value,
                    "family_replacement" => parser.family_replacement = Some(value),
                    _ => {}
                }
            }
            Section::Systems => {
                if starts {
                    patterns.systems.push(os::Parser::default());
                }
                let Some(parser) = patterns.systems.last_mut() else { continue };
                match key {
                    "regex" => parser.regex = value,
                    "os_replacement" => parser.os_replacement = Some(value),
                    _ => {}
                }
            }
            Section::Other => {}
        }
    }
    patterns
}

/// A quoted string of one line.
fn scalar(text: &'static str) -> Option<Cow<'static, str>> {
    if let Some(rest) = text.strip_prefix('\'') {
        let end = rest.rfind('\'')?;
        let inside = &rest[..end];
        return Some(if inside.contains("''") { inside.replace("''", "'").into() } else { inside.into() });
    }
    let rest = text.strip_prefix('"')?;
    let inside = &rest[..rest.rfind('"')?];
    Some(if inside.contains('\\') { inside.replace("\\\"", "\"").replace("\\\\", "\\").into() } else { inside.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read() {
        let patterns = read(UAP_CORE);
        let (browsers, systems) = UAP_CORE.split_once("os_parsers:").unwrap();
        let entries = |section: &str| section.lines().filter(|line| line.trim_start().starts_with("- regex:")).count();
        assert_eq!((patterns.browsers.len(), patterns.systems.len()), (entries(browsers), entries(systems)));
        assert!(!patterns.browsers.is_empty() && !patterns.systems.is_empty());
        assert!(patterns.browsers.iter().all(|parser| !parser.regex.is_empty()));
        assert!(patterns.systems.iter().all(|parser| !parser.regex.is_empty()));
    }
}
