//! A look at a landing page, and what it saw: the worker's of pages of ads, and that of an address which is being typed.

use crate::fetch::{Answer, Failure, FetchError, Fetcher, Request};
use placard_model::creative::landing;
use placard_model::creative::link::{LinkState, host_of, is_same_host};
use std::time::Duration;

/// Bytes of a page that are waited for: a page that does not arrive is none.
const PAGE_BYTES: usize = 256 * 1024;

/// What was fetched; none when nothing could be: the host has a macro, or it is no web address.
pub type Looked = Option<Result<Answer, Failure>>;

/// Fetches a landing page, with sample values for its macros. Turns at a host are the same for all purposes; after a failure it is left
/// alone for that purpose only.
pub async fn look(fetcher: &Fetcher, purpose: &'static str, url: &str) -> Looked {
    let url = landing::sample(url)?;
    Some(fetcher.get(Request { purpose, url: &url, body_bytes: PAGE_BYTES }).await)
}

/// The same in less time.
pub async fn look_within(fetcher: &Fetcher, purpose: &'static str, url: &str, total: Duration) -> Looked {
    let url = landing::sample(url)?;
    Some(fetcher.get_within(Request { purpose, url: &url, body_bytes: PAGE_BYTES }, total).await)
}

/// What one look saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// It answers, it fails, or it is not looked at; nothing else.
    pub state: LinkState,
    /// HTTP status at the end of the way; none when nothing answered.
    pub status: Option<u16>,
    /// Redirects on the way.
    pub redirects: u32,
    /// Host at the end of the way; empty when nothing was tried.
    pub final_host: String,
    /// That host is another than the one of the landing page.
    pub leads_elsewhere: bool,
    /// What the page says it is, in small letters and without parameters; empty when it does not say.
    pub content_type: String,
    /// Milliseconds until the page was there; none when it was not.
    pub elapsed_ms: Option<u32>,
    /// Why it failed, or why nothing was tried; empty when it answers.
    pub error: String,
}

impl Seen {
    /// What a look at a landing page saw.
    pub fn of(url: &str, looked: Looked) -> Self {
        let nothing = Self {
            state: LinkState::Refused,
            status: None,
            redirects: 0,
            final_host: String::new(),
            leads_elsewhere: false,
            content_type: String::new(),
            elapsed_ms: None,
            error: String::new(),
        };
        match looked {
            None => Self { error: "its host has a macro, or it is no web address".to_owned(), ..nothing },
            Some(Ok(answer)) => {
                let final_host = answer.host().to_owned();
                let is_page = (200..300).contains(&answer.status);
                Self {
                    state: if is_page { LinkState::Ok } else { LinkState::Failing },
                    status: Some(answer.status),
                    redirects: answer.hops.len() as u32,
                    leads_elsewhere: !is_same_host(&host_of(url), &final_host),
                    final_host,
                    content_type: media_type(&answer.content_type),
                    elapsed_ms: Some(answer.elapsed.as_millis().min(u128::from(u32::MAX)) as u32),
                    error: if is_page { String::new() } else { format!("it answers {}", answer.status) },
                }
            }
            Some(Err(Failure { error, hops, host })) => Self {
                state: match error {
                    FetchError::Refused(_) => LinkState::Refused,
                    _ => LinkState::Failing,
                },
                redirects: hops.len() as u32,
                leads_elsewhere: !host.is_empty() && !is_same_host(&host_of(url), &host),
                final_host: host,
                error: error.to_string(),
                ..nothing
            },
        }
    }
}

/// A kind of content in small letters and without parameters.
fn media_type(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_lowercase()
}
