//! Rules of the house that no compiler holds: who may import whom, how long a file may be, what no file may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest source file, in lines.
const LINES_MAX: usize = 600;

/// The checkout whose test this is. Asked when it runs: checkouts may share what was compiled.
fn root() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join("../..")
}

/// Rust files below a folder, with their text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let (mut open, mut found) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() && !entry.ends_with("target") {
                open.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&entry).unwrap();
                found.push((entry, text));
            }
        }
    }
    assert!(!found.is_empty());
    found
}

fn broken(folder: &str, breaks: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    sources(folder).into_iter().filter(|(_, text)| breaks(text)).map(|(path, _)| path).collect()
}

/// The crates that an arrow of the drawing in ARCHITECTURE.md leads from and to: `api --> store`.
fn drawn() -> BTreeSet<(String, String)> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let drawing = page.split("```mermaid").nth(1).and_then(|rest| rest.split("```").next()).expect("a drawing");
    let arrows = drawing.lines().filter_map(|line| line.trim().split_once(" --> "));
    arrows.flat_map(|(from, to)| to.split(" & ").map(move |to| (from.to_owned(), to.trim().to_owned()))).collect()
}

/// The workspace's crates that a manifest names among what it needs, apart from tests.
fn imported(manifest: &str) -> Vec<String> {
    let needed = manifest.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap_or_default();
    let names = needed.lines().filter_map(|line| line.strip_prefix("placard-"));
    names.map(|rest| rest.split(['.', ' ']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn crates_import_what_is_drawn() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap()) {
        let name = entry.file_name().into_string().unwrap();
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap();
        let files = sources(&format!("crates/{name}/src"));
        for other in imported(&manifest) {
            let path = format!("placard_{other}::");
            assert!(files.iter().any(|(_, text)| text.contains(&path)), "{name} does not use what it imports: {other}");
            found.insert((name.clone(), other));
        }
    }
    assert_eq!(found, drawn(), "left: the manifests; right: the drawing in ARCHITECTURE.md");
    // What the drawing is for.
    let reaches = |from: &str, to: &str| found.contains(&(from.to_owned(), to.to_owned()));
    for database in ["store", "stats", "ledger"] {
        assert!(!reaches("edge", database), "delivery touches memory and the log only");
    }
    for name in ["engine", "ledger", "events", "stats", "store", "common"] {
        let others = found.iter().filter(|(from, to)| from == name && to != "model").count();
        assert_eq!(others, 0, "{name} stands on the model alone");
    }
    assert!(!found.iter().any(|(from, _)| from == "model"), "the model imports no other crate");
    assert!(found.iter().all(|(from, to)| to != "server" || from == "sim"), "only tests import the server");
}

/// Tests of a crate are one program, which is linked once; a file that nobody names is compiled by nobody.
#[test]
fn files_of_tests_are_named_by_their_program() {
    let mut named = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap()) {
        let Ok(tests) = fs::read_dir(entry.path().join("tests")) else { continue };
        for folder in tests.map(|entry| entry.unwrap().path()).filter(|path| path.join("main.rs").exists()) {
            let mut open = vec![(folder.clone(), folder.join("main.rs"))];
            while let Some((folder, parent)) = open.pop() {
                let parent = fs::read_to_string(parent).unwrap();
                for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                    let below = path.with_extension("");
                    if path.extension().is_none_or(|extension| extension != "rs") || name == "main" {
                        continue;
                    }
                    let line = format!("mod {name};");
                    let is_named = parent.lines().any(|text| text.trim_start_matches("pub(crate) ") == line);
                    assert!(is_named, "{} is not named", path.display());
                    named += 1;
                    if below.is_dir() {
                        open.push((below, path));
                    }
                }
            }
        }
    }
    assert!(named > 100, "{named}");
}

#[test]
fn http_is_known_to_the_roles_alone() {
    for name in ["model", "engine", "ledger", "events", "stats", "store"] {
        let found = broken(&format!("crates/{name}/src"), |text| text.contains("axum::") || text.contains("utoipa"));
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn a_database_is_known_to_one_crate() {
    for (library, crates) in [("sqlx", ["store"]), ("duckdb", ["stats"])] {
        let named = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap()).filter(|entry| {
            let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap();
            manifest.lines().any(|line| line.split(['.', ' ', '=']).next() == Some(library))
        });
        let named: Vec<String> = named.map(|entry| entry.file_name().into_string().unwrap()).collect();
        assert_eq!(named, crates, "{library}");
    }
}

#[test]
fn files_that_pages_name_are_there() {
    let mut pages = vec![root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md"), root().join("README.md")];
    pages.extend(
        fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()),
    );
    let mut known = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for name in text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "rs"))
        {
            let Some((folder, file)) = name.split_once('/') else { continue };
            let crates = root().join("crates");
            let is_of_crate = crates.join(folder).is_dir();
            if folder != "crates" && !is_of_crate {
                continue;
            }
            let path = if is_of_crate { crates.join(folder).join("src").join(file) } else { root().join(name) };
            assert!(path.is_file(), "{} names {name}", page.display());
            known += 1;
        }
    }
    assert!(known > 20, "{known}");
}

#[test]
fn statements_have_few_numbered_places() {
    // More than three are matched with their values by counting. `Insert` and `Update` keep the two together.
    let number = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
    let found = broken("crates/store/src", |text| text.split('$').skip(1).any(|rest| number(rest) > 3));
    assert!(found.is_empty(), "$4 or more: {found:?}");
}

#[test]
fn stored_numbers_have_names() {
    // `account = 1` says less than `code!(advertiser)`, and nobody finds it when the number gets another meaning.
    let columns = [
        "status_id",
        "type_id",
        "account",
        "operation_type",
        "kind",
        "state",
        "campaign_type",
        "ad_format_type",
        "ad_format_type, 0)",
        "block_format_type_id",
        "dimension",
    ];
    let comparisons = ["=", "<>", "<", ">", "IN", "NOT IN"];
    let is_bare = |line: &str| {
        columns.iter().flat_map(|column| line.match_indices(column).map(move |(at, _)| &line[at + column.len()..])).any(
            |rest| {
                let rest = rest.trim_start();
                let compared = comparisons.iter().filter_map(|comparison| rest.strip_prefix(comparison));
                let mut values = compared.map(|value| value.trim_start_matches(['=', ' ', '(']));
                values.any(|value| value.starts_with(|c: char| c.is_ascii_digit()))
            },
        )
    };
    assert!(is_bare("WHERE p.account = 1") && is_bare("operation_type NOT IN (2, 3)") && is_bare("kind < 3"));
    let found: Vec<String> = sources("crates/store/src")
        .into_iter()
        .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "migrations"))
        .flat_map(|(path, text)| {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//") && is_bare(line));
            lines.map(|line| format!("{}: {}", path.display(), line.trim())).collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn files_stay_readable_and_finished() {
    let long = broken("crates", |text| text.lines().count() > LINES_MAX);
    assert!(long.is_empty(), "more than {LINES_MAX} lines: split {long:?}");
    // Written in two parts, so that this file does not hold what it looks for.
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!("), concat!("unimplement", "ed!(")];
    let unfinished = broken("crates", |text| marks.iter().any(|mark| text.contains(mark)));
    assert!(unfinished.is_empty(), "unfinished: {unfinished:?}");
}

#[test]
fn schemas_of_the_api_have_names_of_their_own() {
    // Two schemas of one name would silently become one in the OpenAPI document.
    let mut seen = BTreeMap::new();
    let roles = ["common", "edge", "api", "server"];
    for (path, text) in roles.iter().flat_map(|role| sources(&format!("crates/{role}/src"))) {
        let (mut derives, mut name) = (false, None);
        for line in text.lines().map(str::trim) {
            if line.starts_with("#[derive(") {
                (derives, name) = (line.contains("ToSchema"), None);
            } else if let Some((_, rest)) = line.split_once("schema(as = ") {
                name = rest.split([')', ',']).next();
            }
            let word = |kind: &str| line.strip_prefix("pub ").unwrap_or(line).strip_prefix(kind);
            let Some(rest) = word("struct ").or_else(|| word("enum ")).filter(|_| derives) else { continue };
            let own = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            let name = name.take().unwrap_or(own).to_owned();
            derives = false;
            // A macro names its structs elsewhere.
            if name.is_empty() {
                continue;
            }
            if let Some(first) = seen.insert(name.clone(), path.clone()) {
                panic!("the schema {name} is both in {} and in {}", first.display(), path.display());
            }
        }
    }
    assert!(seen.len() > 30);
}

/// A module, by its path below the crate: `["feeds", "billing"]`.
type Module = Vec<String>;

/// What a crate hands on from its root under the name that it has in a module: `pub use host::{Change, Host};`.
fn handed_on(files: &BTreeMap<Module, String>) -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    let root = files.get(&Module::new()).map_or("", String::as_str);
    for statement in root.split(';').filter_map(|statement| statement.trim_start().strip_prefix("pub use ")) {
        let (path, names) = statement.split_once("::{").or_else(|| statement.rsplit_once("::")).unwrap_or_default();
        let module: Module = path.split("::").map(str::to_owned).collect();
        if files.contains_key(&module) {
            let names = names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
            found.extend(names.map(|name| (name.to_owned(), module.clone())));
        }
    }
    found
}

/// The modules that a text names after `crate::` and, from its parent, after `super::`; as far as there are such files. What the
/// root hands on is of the module that it comes from.
fn named(text: &str, module: &Module, files: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let handed_on = handed_on(files);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let parent = &module[..module.len().saturating_sub(1)];
    let starts = [("crate::", &[][..]), ("super::", parent)];
    let code: String = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut found = BTreeSet::new();
    for (start, base) in starts {
        for (at, _) in code.match_indices(start) {
            if code[..at].ends_with(|c| word(c) || c == ':') {
                continue;
            }
            let mut rest = &code[at + start.len()..];
            let mut path = base.to_vec();
            let last = loop {
                let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
                let name = &rest[..end];
                rest = &rest[end..];
                match rest.strip_prefix("::") {
                    Some(after) if name == "super" => {
                        rest = {
                            _ = path.pop();
                            after
                        }
                    }
                    Some(after) => {
                        rest = {
                            path.push(name.to_owned());
                            after
                        }
                    }
                    None => break if name.is_empty() { rest.split(';').next().unwrap_or_default() } else { name },
                }
            };
            for name in last.split(|c| !word(c)).filter(|name| !name.is_empty()) {
                let mut to = path.clone();
                to.push(name.to_owned());
                if let Some(from) = handed_on.get(&to[0]) {
                    to.clone_from(from);
                }
                while !files.contains_key(&to) && !to.is_empty() {
                    to.pop();
                }
                // Paths of a parent to its own parts are told below.
                if !to.is_empty() && !to.starts_with(module) {
                    found.insert(to);
                }
            }
        }
    }
    // A parent names its parts and hands on what they are; whatever else it asks of them is an import as any other.
    let statements = code.split_inclusive(';').filter(|statement| {
        let start = statement.trim_start().split("use ").next().unwrap_or_default();
        !(statement.contains("use ") && start.trim_end().starts_with("pub") && !start.contains('{'))
    });
    let asked: String = statements.collect();
    for part in files.keys().filter(|part| !module.is_empty() && part.len() == module.len() + 1) {
        let path = format!("{}::", part[module.len()]);
        let mut places = asked.match_indices(&path).map(|(at, _)| &asked[..at]);
        if part.starts_with(module) && places.any(|before| !before.ends_with(|c: char| word(c) || c == ':')) {
            found.insert(part.clone());
        }
    }
    found
}

/// All that is used by one, and by what it uses.
fn reached<'u, T: Ord>(from: &'u T, uses: &'u BTreeMap<T, BTreeSet<T>>) -> BTreeSet<&'u T> {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(one) = open.pop() {
        open.extend(uses.get(one).into_iter().flatten().filter(|next| seen.insert(*next)));
    }
    seen
}

/// Of each one that uses others, and is used by them again, with whom it is in a circle: itself too.
fn circles<T: Ord + Clone>(uses: &BTreeMap<T, BTreeSet<T>>) -> Vec<Vec<T>> {
    let reaches: BTreeMap<&T, BTreeSet<&T>> = uses.keys().map(|from| (from, reached(from, uses))).collect();
    let is_back = |from: &T, to: &T| reaches.get(to).is_some_and(|others| others.contains(from));
    let circle = |(one, others): (&&T, &BTreeSet<&T>)| {
        others.iter().filter(|other| is_back(one, other)).map(|other| (*other).clone()).collect()
    };
    reaches.iter().map(circle).collect()
}

#[test]
fn no_more_than_two_files_know_each_other_in_a_circle() {
    for entry in fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap()) {
        let folder = entry.path().join("src");
        let mut files = BTreeMap::new();
        for (path, text) in sources(&format!("crates/{}/src", entry.file_name().display())) {
            let inside = path.strip_prefix(root().join(&folder)).unwrap().with_extension("");
            let mut module: Module = inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if ["lib", "main"].contains(&module.last().unwrap().as_str()) {
                module.pop();
            }
            files.entry(module).or_insert_with(String::new).push_str(&text);
        }
        let uses: BTreeMap<Module, BTreeSet<Module>> =
            files.iter().map(|(module, text)| (module.clone(), named(text, module, &files))).collect();
        for circle in circles(&uses) {
            // What a parent and its parts know of each other is their own matter: they count as one.
            let is_part = |one: &Module| circle.iter().any(|other| other != one && one.starts_with(other));
            let circle: Vec<String> = circle.iter().filter(|one| !is_part(one)).map(|one| one.join("::")).collect();
            assert!(circle.len() <= 2, "{}: these know each other in a circle: {circle:?}", entry.path().display());
        }
        // Below one parent as well, whatever they know of each other by way of it.
        let parents: BTreeSet<&[String]> = files.keys().filter_map(|module| Some(module.split_last()?.1)).collect();
        for parent in parents {
            let is_below = |module: &Module| module.split_last().is_some_and(|(_, above)| above == parent);
            let below = |others: &BTreeSet<Module>| others.iter().filter(|other| is_below(other)).cloned().collect();
            let known = uses.iter().filter(|(module, _)| is_below(module));
            for circle in circles(&known.map(|(module, others)| (module.clone(), below(others))).collect()) {
                assert!(circle.len() <= 2, "{}, below {parent:?}: {circle:?}", entry.path().display());
            }
        }
    }
}

#[test]
fn limits_end_in_what_they_limit() {
    let is_prefixed = |text: &str| ["MIN", "MAX"].iter().any(|word| text.contains(&format!("const {word}_")));
    assert_eq!(broken("crates", is_prefixed), Vec::<PathBuf>::new(), "`TITLE_MAX`, not the other way round");
}
