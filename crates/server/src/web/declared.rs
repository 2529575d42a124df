//! The application's pages as its routes declare them: the build writes them into one file, read when the server starts.

use anyhow::{Context as _, Result};
use regex::Regex;
use serde::Deserialize;
use std::collections::HashMap;

/// The file, as the build writes it.
#[derive(Deserialize)]
struct File {
    /// What may stand for a part of an address that differs, as regular expressions.
    kinds: HashMap<String, String>,
    pages: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    /// As in `/advertiser/campaigns/{campaignId:id}`.
    pattern: String,
    drawn: Option<Drawn>,
}

/// A page that the build has drawn. One file serves all addresses of a pattern.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Drawn {
    /// The path that it was drawn for; a part that differs is named there.
    pub path: String,
    /// The path that it is known under, where that is not its own.
    pub canonical: Option<String>,
    /// The text that it shows, by its slug.
    pub text: Option<String>,
    /// The last part of its address names the help article that it shows, in place of `text`.
    pub is_article: bool,
    /// The sitemap lists it.
    pub is_listed: bool,
}

impl Drawn {
    /// The file that holds it.
    pub fn file(&self) -> String {
        format!("{}/index.html", self.path).trim_start_matches('/').to_owned()
    }
}

/// A page of the application.
pub(super) struct Page {
    pattern: String,
    parts: Vec<Part>,
    pub drawn: Option<Drawn>,
}

enum Part {
    Fixed(String),
    Differs(Regex),
}

/// All pages. Every one exists with and without `/en`; paths are without.
#[derive(Default)]
pub(super) struct Declared {
    pages: Vec<Page>,
}

impl Declared {
    /// Reads the file of the build; fails on one that another build has written.
    pub fn read(json: &[u8]) -> Result<Self> {
        let file: File = serde_json::from_slice(json)?;
        let kinds = file
            .kinds
            .iter()
            .map(|(kind, rule)| Ok((kind.as_str(), Regex::new(rule).with_context(|| format!("kind {kind}"))?)))
            .collect::<Result<HashMap<_, _>>>()?;
        let part = |part: &str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(differs) => {
                let kind = differs.split_once(':').and_then(|(_, kind)| kinds.get(kind));
                Ok(Part::Differs(kind.with_context(|| format!("{part} is of no kind"))?.clone()))
            }
            None => Ok(Part::Fixed(part.to_owned())),
        };
        let pages = file.pages.into_iter().map(|page| {
            let parts = page.pattern.split('/').skip(1).map(part).collect::<Result<_>>();
            let parts = parts.with_context(|| page.pattern.clone())?;
            Ok(Page { parts, pattern: page.pattern, drawn: page.drawn })
        });
        Ok(Self { pages: pages.collect::<Result<_>>()? })
    }

    /// The page at a path; none where a part of it cannot be right.
    pub fn find(&self, path: &str) -> Option<&Page> {
        let parts = || path.split('/').skip(1);
        self.pages.iter().find(|page| {
            page.parts.len() == parts().count()
                && page.parts.iter().zip(parts()).all(|(part, found)| match part {
                    Part::Fixed(fixed) => fixed == found,
                    Part::Differs(rule) => rule.is_match(found),
                })
        })
    }

    /// The patterns of all pages, as in `/advertiser/campaigns/{campaignId:id}`.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().map(|page| page.pattern.as_str())
    }

    /// The pages that the build has drawn.
    pub fn drawn(&self) -> impl Iterator<Item = &Drawn> {
        self.pages.iter().filter_map(|page| page.drawn.as_ref())
    }

    /// The path of a help article.
    pub fn article(&self, slug: &str) -> String {
        let drawn = self.drawn().find(|drawn| drawn.is_article).map_or("", |drawn| drawn.path.as_str());
        let (folder, _) = drawn.rsplit_once('/').unwrap_or_default();
        format!("{folder}/{slug}")
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A few pages.
    pub(in crate::web) fn declared() -> Declared {
        let json = br#"{
            "kinds": {"id": "^[1-9][0-9]{0,17}$", "slug": "^[a-z]+$"},
            "pages": [
                {"pattern": "/", "access": "main"},
                {"pattern": "/about", "access": "public"},
                {"pattern": "/helpCenter/{slug:slug}", "access": "public",
                    "drawn": {"path": "/helpCenter/_slug", "text": "$slug", "isArticle": true, "isListed": true}},
                {"pattern": "/sites/create", "access": "webmaster"},
                {"pattern": "/sites/{siteId:id}/edit", "access": "webmaster"}
            ]
        }"#;
        Declared::read(json).unwrap()
    }

    #[test]
    fn pages_are_found_by_the_kinds_of_their_parts() {
        let declared = declared();
        assert_eq!(declared.patterns().last(), Some("/sites/{siteId:id}/edit"));
        for path in ["/", "/about", "/sites/create", "/sites/7/edit", "/sites/999999999999999999/edit"] {
            assert!(declared.find(path).is_some(), "{path}");
        }
        for path in
            ["", "/nothing", "/about/", "/sites/7", "/sites//edit", "/sites/07/edit", "/sites/9999999999999999999/edit"]
        {
            assert!(declared.find(path).is_none(), "{path}");
        }
        assert_eq!(declared.article("tag"), "/helpCenter/tag");
        assert_eq!(
            declared.find("/helpCenter/tag").unwrap().drawn.as_ref().unwrap().file(),
            "helpCenter/_slug/index.html"
        );
    }

    #[test]
    fn a_file_of_another_build_is_refused() {
        for json in [
            r#"{"kinds": {}, "pages": [{"pattern": "/sites/{siteId:id}"}]}"#,
            r#"{"kinds": {"id": "("}, "pages": []}"#,
            r#"{"pages": []}"#,
        ] {
            assert!(Declared::read(json.as_bytes()).is_err(), "{json}");
        }
    }
}
