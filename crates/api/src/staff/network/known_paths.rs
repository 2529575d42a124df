//! Pages and calls by their patterns: what browsers report is named by these, so that nobody makes names up.

use std::cmp::Reverse;

/// What stands in a name for a part that differs.
const DIFFERS: &str = ":id";

/// A part of a pattern; none: it differs.
type Part = Option<String>;

/// The pages of the application, and the calls of the API.
#[derive(Debug, Default)]
pub struct KnownPaths {
    pages: Vec<Vec<Part>>,
    calls: Vec<Vec<Part>>,
}

impl KnownPaths {
    /// Of patterns such as `/advertiser/campaigns/{id}`.
    pub fn new<'a>(pages: impl IntoIterator<Item = &'a str>, calls: impl IntoIterator<Item = &'a str>) -> Self {
        let part = |part: &str| (!part.starts_with('{')).then(|| part.to_owned());
        let read = |pattern: &str| -> Vec<Part> { pattern.split('/').map(part).collect() };
        // A word comes before what may stand in its place.
        let sorted = |mut all: Vec<Vec<Part>>| {
            all.sort_by_key(|parts| Reverse(parts.iter().flatten().count()));
            all
        };
        Self {
            pages: sorted(pages.into_iter().map(read).collect()),
            calls: sorted(calls.into_iter().map(read).collect()),
        }
    }

    /// The name of the page at a path, which may begin with `/en` and have a query; none for a path that no page has.
    pub(crate) fn page(&self, path: &str) -> Option<String> {
        let own = match path.strip_prefix("/en") {
            Some("") => "/",
            Some(rest) if rest.starts_with('/') => rest,
            _ => path,
        };
        name(&self.pages, own)
    }

    /// The name of the call of a path, which may have a query; none for a path that no call has.
    pub(crate) fn call(&self, path: &str) -> Option<String> {
        name(&self.calls, path)
    }
}

fn name(patterns: &[Vec<Part>], path: &str) -> Option<String> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let is_it = |parts: &&Vec<Part>| {
        parts.len() == path.split('/').count()
            && parts.iter().zip(path.split('/')).all(|(part, found)| part.as_deref().is_none_or(|word| word == found))
    };
    let parts = patterns.iter().find(is_it)?;
    Some(parts.iter().map(|part| part.as_deref().unwrap_or(DIFFERS)).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exists_has_a_name() {
        let known = KnownPaths::new(
            ["/", "/sites/{siteId:id}", "/sites/create", "/sites/{siteId:id}/blocks/{blockId:id}"],
            ["/api/sites/{id}", "/api/payment_types/"],
        );
        let page = |path: &str| known.page(path);
        assert_eq!(page("/").as_deref(), Some("/"));
        assert_eq!(page("/en").as_deref(), Some("/"));
        assert_eq!(page("/en/sites/create?x=1").as_deref(), Some("/sites/create"));
        assert_eq!(page("/sites/12").as_deref(), Some("/sites/:id"));
        assert_eq!(page("/sites/12/blocks/anna").as_deref(), Some("/sites/:id/blocks/:id"));
        for nowhere in ["", "/site", "/sites", "/sites/1/blocks", "/english", "/api/sites/1"] {
            assert_eq!(page(nowhere), None, "{nowhere}");
        }
        assert_eq!(known.call("/api/sites/7").as_deref(), Some("/api/sites/:id"));
        assert_eq!(known.call("/api/payment_types/?a=b").as_deref(), Some("/api/payment_types/"));
        assert_eq!(known.call("/api/made/up"), None);
    }
}
