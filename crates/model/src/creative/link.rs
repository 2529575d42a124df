//! Links of ads, and what a look at them found.

use crate::word::numbered;

numbered! {
    /// What is known of a landing page.
    LinkState {
        /// It was not looked at yet, or not often enough to say that it fails.
        Waiting = 1, "Not checked yet";
        /// It answers.
        Ok = 2, "Answers";
        /// It failed several times in a row.
        Failing = 3, "Failing";
        /// It is not looked at: it leads to where nothing is fetched from, or its host has a macro.
        Refused = 4, "Cannot be checked";
    }
}

impl LinkState {
    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Ok => "ok",
            Self::Failing => "failing",
            Self::Refused => "refused",
        }
    }
}

/// Whether two hosts are of one owner as far as their names say so: the same, with or without `www.`.
pub fn is_same_host(one: &str, other: &str) -> bool {
    let bare = |host: &str| host.trim_end_matches('.').to_ascii_lowercase().trim_start_matches("www.").to_owned();
    bare(one) == bare(other)
}

/// The host of an address; empty when it has none.
pub fn host_of(url: &str) -> String {
    url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// Whether a name is one of those that RFC 2606 keeps for examples and tests.
pub fn is_example(host: &str) -> bool {
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    matches!(last, "example" | "test" | "invalid" | "localhost")
}

/// Scheme, host and port of an address; empty when it has none.
pub fn origin_of(url: &str) -> String {
    url::Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}
