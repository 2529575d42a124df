//! Asking the web server of a host.

use placard_common::fetch::{Answer, Failure, FetchError, Fetcher, Request};

/// A host that was asked, and where it answered.
pub(super) struct Asked {
    /// Scheme, host and port.
    pub(super) origin: String,
    pub(super) result: Result<Answer, Failure>,
}

impl Asked {
    /// Nobody answered, so that nothing else needs to be asked there.
    pub(super) fn is_down(&self) -> bool {
        matches!(&self.result, Err(failure) if failure.hops.is_empty())
    }

    /// It was answered, and the host does not say that it has enough.
    pub(super) fn is_served(&self) -> bool {
        self.result.as_ref().is_ok_and(|answer| !matches!(answer.status, 429 | 503))
    }

    pub(super) fn postponed_s(&self) -> Option<u64> {
        self.result.as_ref().err().and_then(|failure| failure.error.postponed_s())
    }
}

/// Reads what somebody else wrote beside the threads that serve ads: its writer decides how long that takes. Nothing when
/// reading it failed.
pub(super) async fn off_thread<T: Default + Send + 'static>(read: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(read).await.unwrap_or_else(|error| {
        tracing::error!("a page could not be read: {error}");
        T::default()
    })
}

/// Asks for a path with TLS, and without where nobody answers so.
pub(super) async fn ask(fetcher: &Fetcher, origins: &[String], path: &str, body_bytes: usize) -> Asked {
    let mut asked: Option<Asked> = None;
    for origin in origins {
        let url = format!("{origin}{path}");
        let result = fetcher.get(Request { purpose: "site", url: &url, body_bytes }).await;
        let goes_on = match &result {
            Ok(_) => false,
            Err(failure) => {
                failure.is_of_first_host()
                    || failure.hops.is_empty() && matches!(failure.error, FetchError::BackingOff(_))
            }
        };
        let here = Asked { origin: origin.clone(), result };
        // Where nobody answers at all, it is told of the first way, unless only the other is known to fail.
        asked = match asked {
            Some(before) if here.is_down() && before.postponed_s().is_none() => Some(before),
            _ => Some(here),
        };
        if !goes_on {
            break;
        }
    }
    asked.unwrap_or_else(|| Asked {
        origin: String::new(),
        result: Err(Failure { error: FetchError::Unresolved, hops: Vec::new(), host: String::new() }),
    })
}

/// Why there is nothing to read, in a sentence.
pub(super) fn failed(url: &str, failure: &Failure) -> String {
    if failure.hops.is_empty() {
        format!("{url} could not be read: {}.", failure.error)
    } else {
        format!("{url} leads on to {}, which could not be read: {}.", failure.host, failure.error)
    }
}
