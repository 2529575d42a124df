//! One look at a site: its home page, its file, its record in the DNS, and `ads.txt`.

use super::web::{Asked, ask, failed, off_thread};
use super::{ads_txt, meta};
use crate::state::WorkerState;
use placard_common::fetch::Fetcher;
use placard_common::site_owner;
use placard_model::sites::verification::{FILE_PATH, MARK, RECORD_LABEL, VerificationMethod, bare, is_of_site};
use placard_store::publishing::site_checks::{DueSiteCheck, Found, MethodFound};
use std::net::IpAddr;
use std::time::Duration;

/// Bytes of a home page that are read.
const PAGE_BYTES: usize = 512 * 1024;
/// Bytes of a file that are read.
const FILE_BYTES: usize = 4 * 1024;
/// Characters of what was found instead that are told.
const SHOWN_CHARS_MAX: usize = 60;

/// For a look. What is asked can take two minutes at most; the rest may be waited for turns.
pub(super) const LOOK_MAX: Duration = Duration::from_mins(4);
/// When turns took longer, the site is looked at again after so many seconds.
const RETRY_S: u64 = 60;

/// Its own turn did not come: the site is looked at again in so many seconds.
pub(super) struct Postponed {
    pub(super) seconds: u64,
}

/// Looks at a site in each way.
pub(super) async fn look(app: &WorkerState, due: &DueSiteCheck) -> Result<Found, Postponed> {
    tokio::time::timeout(LOOK_MAX, look_everywhere(app, due)).await.unwrap_or(Err(Postponed { seconds: RETRY_S }))
}

async fn look_everywhere(app: &WorkerState, due: &DueSiteCheck) -> Result<Found, Postponed> {
    let (fetcher, token) = (&app.fetcher, site_owner::token(&app.keys, due.site));
    let mut home = ask(fetcher, &fetcher.origins(&due.domain), "/", PAGE_BYTES).await;
    let file = if home.is_down() {
        None
    } else {
        Some(ask(fetcher, std::slice::from_ref(&home.origin), FILE_PATH, FILE_BYTES).await)
    };
    // That the file must wait for what the home page itself did is an answer like any other.
    let postponed_s = match &file {
        Some(file) if home.is_served() => file.postponed_s(),
        _ => home.postponed_s(),
    };
    let methods = vec![
        in_page(&mut home, &due.domain, &token).await,
        in_file(file.as_ref().unwrap_or(&home), &due.domain, &token),
        in_dns(fetcher, &due.domain, &token).await,
    ];
    // One way is enough: what shows whose the site is does not wait for the others.
    if let Some(seconds) = postponed_s
        && !methods.iter().any(|method| method.is_found)
    {
        return Err(Postponed { seconds });
    }
    let line = site_owner::ads_txt_line(app, due.webmaster);
    let ads_txt = match home.postponed_s() {
        // Nothing is known of it.
        Some(_) => Vec::new(),
        None => vec![ads_txt::look(fetcher, &due.domain, &line).await],
    };
    Ok(Found { domain: due.domain.clone(), methods, ads_txt, at: app.clock.now() })
}

/// What is wrong with an answer, whatever stands in it; none when it can be read.
fn unusable(url: &str, asked: &Asked, domain: &str) -> Option<String> {
    let answer = match &asked.result {
        Ok(answer) => answer,
        Err(failure) => return Some(failed(url, failure)),
    };
    if !is_of_site(answer.host(), domain) {
        return Some(format!("{url} leads to {}, which is not on this site.", answer.host()));
    }
    if answer.status != 200 {
        return Some(format!("{url} answers {}.", answer.status));
    }
    if answer.is_packed {
        return Some(format!("{url} was sent compressed, which was not asked for: it is not read."));
    }
    None
}

fn told(method: VerificationMethod, is_found: bool, text: String) -> MethodFound {
    MethodFound { method, is_found, text }
}

fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(SHOWN_CHARS_MAX).collect()
}

async fn in_page(home: &mut Asked, domain: &str, token: &str) -> MethodFound {
    let (method, url) = (VerificationMethod::Meta, format!("{}/", home.origin));
    if let Some(text) = unusable(&url, home, domain) {
        return told(method, false, text);
    }
    let body = home.result.as_mut().map(|answer| std::mem::take(&mut answer.body)).unwrap_or_default();
    let is_cut = body.len() >= PAGE_BYTES;
    let contents = off_thread(move || meta::contents(&body, MARK)).await;
    if contents.iter().any(|content| content == token) {
        return told(method, true, format!("Found in the head of {url}."));
    }
    let text = match contents.first() {
        Some(other) => format!("The head of {url} has the element with another content: “{}”.", shown(other)),
        None if is_cut => format!("Not in the head of {url}, as far as its first 512 kB go."),
        None => format!("No such element in the head of {url}."),
    };
    told(method, false, text)
}

fn in_file(file: &Asked, domain: &str, token: &str) -> MethodFound {
    let (method, url) = (VerificationMethod::File, format!("{}{FILE_PATH}", file.origin));
    if let Some(text) = unusable(&url, file, domain) {
        return told(method, false, text);
    }
    let body = file.result.as_ref().map_or(&[] as &[u8], |answer| &answer.body);
    let text = String::from_utf8_lossy(body);
    let wanted = method.snippet(token);
    if text.lines().any(|line| line.trim_start_matches('\u{feff}').trim() == wanted) {
        return told(method, true, format!("Found in {url}."));
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let text = if first.is_empty() {
        format!("{url} is empty.")
    } else {
        format!("{url} has another text: “{}”.", shown(first))
    };
    told(method, false, text)
}

async fn in_dns(fetcher: &Fetcher, domain: &str, token: &str) -> MethodFound {
    let (method, name) = (VerificationMethod::Dns, format!("{RECORD_LABEL}.{}", bare(domain)));
    if domain.parse::<IpAddr>().is_ok() {
        return told(method, false, "An address has no records: name the site by its domain.".to_owned());
    }
    let wanted = method.snippet(token);
    match fetcher.txt(&name).await {
        Err(error) => told(method, false, format!("{name} could not be asked for: {error}.")),
        Ok(records) if records.iter().any(|record| record.trim() == wanted) => {
            told(method, true, format!("Found in a TXT record of {name}."))
        }
        Ok(records) => match records.first() {
            None => told(method, false, format!("{name} has no TXT record.")),
            Some(first) => told(method, false, format!("{name} has another text: “{}”.", shown(first))),
        },
    }
}
