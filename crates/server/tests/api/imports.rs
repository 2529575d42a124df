//! The rules of the crate table: who may import whom.

use std::fs;
use std::path::{Path, PathBuf};

/// What each crate may import of the workspace.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("powerloss", &[]),
    ("engine", &["model"]),
    ("ledger", &["model"]),
    ("events", &["model"]),
    ("stats", &["model"]),
    ("store", &["model"]),
    ("server", &["model", "engine", "ledger", "events", "stats", "store"]),
    ("sim", &["model", "engine", "ledger", "events", "stats", "store", "server"]),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The workspace's crates that a manifest or a source names.
fn named(text: &str, separator: char) -> Vec<String> {
    let prefix = format!("placard{separator}");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == separator;
    let words = text.split(|c: char| !is_word(c));
    words
        .filter_map(|word| word.strip_prefix(&prefix))
        .map(|rest| rest.trim_end_matches(separator).to_owned())
        .collect()
}

#[test]
fn crates_import_only_what_they_may() {
    for (name, may) in MAY_IMPORT {
        let manifest = fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split_once("[dependencies]").map_or("", |(_, rest)| rest);
        for dependency in named(dependencies, '-') {
            assert!(may.contains(&dependency.as_str()) || dependency == *name, "{name} may not import {dependency}");
        }
    }
    let known = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for found in known {
        assert!(MAY_IMPORT.iter().any(|(name, _)| *name == found), "{found} is not in the table");
    }
}

#[test]
fn delivery_reads_memory_and_the_log_only() {
    let folder = crates().join("server/src/delivery");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for forbidden in ["placard_store", "placard_stats", "placard_ledger", "app.store", "app.stats", "crate::manage"]
        {
            assert!(!text.contains(forbidden), "{} names {forbidden}", path.display());
        }
        files += 1;
    }
    assert!(files > 10, "{files} files found");
}
