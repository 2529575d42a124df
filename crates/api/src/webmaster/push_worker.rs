//! Whether a site's push worker file is in place: it is fetched as a browser would fetch it.

use crate::auth::Webmaster;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use crate::webmaster::block_check::CheckLight;
use crate::webmaster::push::worker_line;
use axum::extract::State;
use placard_common::error::Problem;
use placard_common::fetch::{Answer, Failure, Request};
use placard_edge::delivery::opt_in::{WORKER_FILE, WORKER_SCOPE};
use placard_model::{SiteId, UnixMs, UserId};
use placard_store::publishing::sites;
use placard_store::push::push_blocks;
use placard_store::{Conn, Priority, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Bytes of the file that are read: it has one line.
const FILE_BYTES: usize = 64 * 1024;
/// Bytes of a page in its folder that are read: only that there is one counts.
const FOLDER_BYTES: usize = 1024;
/// Seconds of an hour and of a day.
const HOUR_S: u64 = 3_600;
const DAY_S: u64 = 86_400;
/// The status of an address at which nothing is.
const NOT_FOUND: u16 = 404;
/// Bytes of the file that are told when it holds something else.
const SHOWN_CHARS: usize = 200;

/// One thing that must hold of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushWorkerPart {
    /// It is there.
    Answers,
    /// It is sent as a script: browsers register nothing else.
    Type,
    /// It holds our line.
    Line,
    /// It holds nothing else.
    Alone,
    /// Browsers reach it where it is, without being led elsewhere.
    Direct,
    /// For how long it is kept.
    Cache,
    /// Its folder holds no page: none passes through it.
    Scope,
}

/// How one thing stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PushWorkerStep {
    /// Which one.
    pub part: PushWorkerPart,
    /// How it stands.
    pub light: CheckLight,
    /// What was found, in words.
    pub text: String,
}

/// What a look at a site's worker file found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushWorkerCheck {
    /// All together.
    pub light: CheckLight,
    /// In two words.
    pub badge: String,
    /// What must hold, in the order in which it is looked at; what follows something that failed is left out.
    pub steps: Vec<PushWorkerStep>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub checked_at: UnixMs,
}

impl PushWorkerCheck {
    /// As it is stored: the steps.
    pub(super) fn of_stored(found: &str, at: UnixMs) -> Option<Self> {
        let steps: Vec<serde_json::Value> = serde_json::from_str(found).ok()?;
        // What an earlier edition looked at, and this one does not, is left out.
        Some(Self::new(steps.into_iter().filter_map(|step| serde_json::from_value(step).ok()).collect(), at))
    }

    fn new(steps: Vec<PushWorkerStep>, checked_at: UnixMs) -> Self {
        let has = |light: CheckLight| steps.iter().any(|step| step.light == light);
        let (light, badge) = if has(CheckLight::Failed) {
            (CheckLight::Failed, if steps.len() == 1 { "Not found" } else { "Not in place" })
        } else if has(CheckLight::Weak) {
            (CheckLight::Weak, "In place")
        } else {
            (CheckLight::Right, "In place")
        };
        Self { light, badge: badge.to_owned(), steps, checked_at }
    }
}

fn step(part: PushWorkerPart, light: CheckLight, text: impl Into<String>) -> PushWorkerStep {
    PushWorkerStep { part, light, text: text.into() }
}

/// What is told of a file that could not be fetched.
fn failed(failure: &Failure) -> Vec<PushWorkerStep> {
    let text = format!("It could not be fetched: {}.", failure.error);
    vec![step(PushWorkerPart::Answers, CheckLight::Failed, text)]
}

/// Whether a content type is that of a script, as browsers ask it of workers.
fn is_script(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(
        kind.as_str(),
        "text/javascript"
            | "application/javascript"
            | "application/x-javascript"
            | "text/ecmascript"
            | "application/ecmascript"
    )
}

/// A script without comments that stand in lines of their own, and without blanks: `'` and `"` are one.
fn bare(script: &str) -> String {
    let lines = script.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines
        .flat_map(str::chars)
        .filter(|c| !c.is_whitespace())
        .map(|c| if matches!(c, '\'' | '`') { '"' } else { c })
        .collect()
}

/// Whether a script loads our file, and whether it does nothing else.
fn lines_of(script: &str, line: &str) -> (bool, bool) {
    let (script, line) = (bare(script), bare(line));
    // Pages on https and http may load it by either.
    let address = line.trim_end_matches(';').split("://").last().unwrap_or_default().trim_end_matches(')').to_owned();
    let is_there = script.contains("importScripts(") && script.contains(&address);
    (is_there, is_there && script.matches(';').count() <= 1 && script.len() <= line.len() + "https:".len())
}

/// Whether the file was found where browsers look for it, so that what is beside it is worth a look.
fn is_found(answer: &Answer) -> bool {
    (200..300).contains(&answer.status) && answer.hops.is_empty()
}

/// The seconds for which browsers and caches keep an answer.
fn kept_s(cache_control: &str) -> Option<u64> {
    let named = |name: &str| {
        let mut parts = cache_control.split(',').map(|part| part.trim().to_ascii_lowercase());
        parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('=')?.trim_matches('"').parse().ok())
    };
    named("s-maxage").or_else(|| named("max-age"))
}

/// For how long the file is kept. That harms nothing: its line stays, and browsers look for another one each day whatever they are told.
fn cached(cache_control: &str) -> PushWorkerStep {
    let is_said = |word: &str| cache_control.split(',').any(|part| part.trim().eq_ignore_ascii_case(word));
    let so_many = |count: u64, unit: &str| format!("For {count} {unit}{}.", if count == 1 { "" } else { "s" });
    let is_never = is_said("no-store") || is_said("no-cache");
    let text = match if is_never { Some(0) } else { kept_s(cache_control) } {
        None => "Nothing says for how long.".to_owned(),
        Some(0) => "It is asked for each time.".to_owned(),
        Some(seconds) if seconds < HOUR_S => so_many(seconds.div_ceil(60), "minute"),
        Some(seconds) if seconds < DAY_S => so_many(seconds / HOUR_S, "hour"),
        Some(seconds) => so_many(seconds / DAY_S, "day"),
    };
    let text = format!("{text} Its line never changes; browsers look for a new edition of ours about once a day.");
    step(PushWorkerPart::Cache, CheckLight::Right, text)
}

/// Whether a page answers at an address itself.
fn is_page(answer: &Answer) -> bool {
    let is_html = answer.content_type.to_ascii_lowercase().contains("html");
    (200..300).contains(&answer.status) && answer.hops.is_empty() && is_html
}

/// Whether a page lies in the file's folder: the worker would be asked for it. Sites that answer at any address with the same page have
/// none there of its own: `elsewhere` is what an address answers at which nothing can be.
fn scope_of(answer: &Answer, elsewhere: Option<&Answer>) -> PushWorkerStep {
    use CheckLight::{Right, Weak};
    if !is_page(answer) {
        step(PushWorkerPart::Scope, Right, format!("No page lies at {WORKER_SCOPE}."))
    } else if elsewhere.is_some_and(is_page) {
        let text =
            format!("No page of its own lies at {WORKER_SCOPE}: your site answers unknown addresses with a page.");
        step(PushWorkerPart::Scope, Right, text)
    } else {
        let text = format!(
            "A page answers at {WORKER_SCOPE}. Keep that folder free of pages, so that none passes through the worker."
        );
        step(PushWorkerPart::Scope, Weak, text)
    }
}

/// `scope` is what was found in the folder.
fn looked_at(answer: &Answer, line: &str, scope: Option<PushWorkerStep>) -> Vec<PushWorkerStep> {
    use CheckLight::{Failed, Right, Weak};
    let ms = answer.elapsed.as_millis();
    if !(200..300).contains(&answer.status) {
        let mut text = format!("{WORKER_FILE} answers {}.", answer.status);
        if answer.status == NOT_FOUND {
            text += " Where the plugin for WordPress is to serve it, nginx may not hand it to WordPress: the help page says how.";
        }
        return vec![step(PushWorkerPart::Answers, Failed, text)];
    }
    let mut steps = vec![step(PushWorkerPart::Answers, Right, format!("{} in {ms} ms", answer.status))];
    if let Some(hop) = answer.hops.first() {
        let text = format!("{} leads to {}: browsers refuse a worker that is led elsewhere.", hop.host, answer.host());
        steps.push(step(PushWorkerPart::Direct, Failed, text));
        return steps;
    }
    let told = if answer.content_type.is_empty() { "nothing" } else { answer.content_type.as_str() };
    if is_script(told) {
        steps.push(step(PushWorkerPart::Type, Right, told.chars().take(SHOWN_CHARS).collect::<String>()));
    } else {
        let text = format!(
            "It is sent as {}: browsers register scripts alone.",
            told.chars().take(SHOWN_CHARS).collect::<String>()
        );
        steps.push(step(PushWorkerPart::Type, Failed, text));
    }
    steps.push(cached(&answer.cache_control));
    if answer.is_packed {
        steps.push(step(
            PushWorkerPart::Line,
            Weak,
            "It is sent packed, though that was not asked for: it cannot be read here.",
        ));
        return steps;
    }
    let script = String::from_utf8_lossy(&answer.body);
    match lines_of(&script, line) {
        (false, _) => steps.push(step(PushWorkerPart::Line, Failed, "The line that loads ours is not in it.")),
        (true, is_alone) => {
            steps.push(step(PushWorkerPart::Line, Right, "It holds the line."));
            steps.extend(scope);
            if is_alone {
                steps.push(step(PushWorkerPart::Alone, Right, "And nothing else."));
            } else {
                let text = "It holds more than the line. What else stands there must leave notifications to ours.";
                steps.push(step(PushWorkerPart::Alone, Weak, text));
            }
        }
    }
    steps
}

/// What lies in the folder of the worker file; none where that could not be looked at.
async fn look_at_scope(app: &ApiState, webmaster: UserId, origin: &str) -> Result<Option<PushWorkerStep>, Problem> {
    let folder = format!("{origin}{WORKER_SCOPE}");
    let Ok(found) = look_at(app, webmaster, &folder).await? else { return Ok(None) };
    if !is_page(&found) {
        return Ok(Some(scope_of(&found, None)));
    }
    let nothing = format!("{folder}{:016x}/", u64::from_le_bytes(app.rng.bytes()));
    let elsewhere = look_at(app, webmaster, &nothing).await?;
    Ok(elsewhere.ok().map(|elsewhere| scope_of(&found, Some(&elsewhere))))
}

async fn look_at(app: &ApiState, webmaster: UserId, url: &str) -> Result<Result<Answer, Failure>, Problem> {
    let request = Request { purpose: "push_worker", url, body_bytes: FOLDER_BYTES };
    app.turns.fetch(webmaster, Box::pin(app.fetcher.get(request))).await
}

/// Fetches the worker file from the site's domain, and tells whether browsers can register it. What is found stands in the answer of
/// the call that reads the site's push, too.
#[utoipa::path(post, path = "/api/webmaster/sites/{site_id}/push/worker", tag = "webmaster",
    params(("site_id" = i64, Path)), responses((status = 200, body = Data<PushWorkerCheck>)))]
pub async fn check_push_worker(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
) -> Result<Json<Data<PushWorkerCheck>>, Problem> {
    let (scope, site) = (webmaster.scope(), SiteId(site));
    let read = async move |conn: &Conn| sites::get_site(conn, scope, site).await;
    let found = app.store.read("get_push_site", read).await?;
    app.auth.calls.page_check(webmaster.id(), app.clock.now())?;
    // The first origin: with TLS, for browsers register workers on nothing else, but where this machine plays the site.
    let origin = app.fetcher.origins(&found.domain).into_iter().next().unwrap_or_default();
    let url = format!("{origin}{WORKER_FILE}");
    let request = Request { purpose: "push_worker", url: &url, body_bytes: FILE_BYTES };
    let steps = match app.turns.fetch(webmaster.id(), Box::pin(app.fetcher.get(request))).await? {
        Ok(answer) => {
            let scope = if is_found(&answer) { look_at_scope(&app, webmaster.id(), &origin).await? } else { None };
            looked_at(&answer, &worker_line(&app), scope)
        }
        Err(failure) => match failure.error.postponed_s() {
            Some(seconds) => return Err(Problem::TooManyRequests(u32::try_from(seconds).unwrap_or(u32::MAX))),
            None => failed(&failure),
        },
    };
    let stored = serde_json::to_string(&steps).map_err(|error| Problem::Internal(error.into()))?;
    let keep = async move |tx: &Tx| {
        // It may have gone meanwhile.
        sites::get_site(tx, scope, site).await?;
        push_blocks::set_worker_check(tx, site, &stored).await
    };
    app.store.write("check_push_worker", Priority::Api, keep).await?;
    Ok(data(PushWorkerCheck::new(steps, app.clock.now())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_however_it_is_written() {
        let line = r#"importScripts("https://ads.example/p.push-worker.js");"#;
        let check = |script: &str, expected: (bool, bool)| assert_eq!(lines_of(script, line), expected, "{script}");
        check(line, (true, true));
        check("importScripts('//ads.example/p.push-worker.js')\n", (true, true));
        check("// Notifications\n\timportScripts( `https://ads.example/p.push-worker.js` );\n", (true, true));
        check("importScripts('https://ads.example/p.push-worker.js'); self.onpush = 1;", (true, false));
        check("importScripts('https://other.example/p.push-worker.js');", (false, false));
        check("", (false, false));
        check("<html>", (false, false));
    }

    #[test]
    fn how_long_it_is_kept_is_told_in_words() {
        let check = |said: &str, expected: &str| {
            let text = cached(said).text;
            assert!(text.starts_with(expected), "{said}: {text}");
        };
        check("", "Nothing says for how long.");
        check("no-cache, max-age=0", "It is asked for each time.");
        check("no-store, max-age=86400", "It is asked for each time.");
        check("max-age=86400", "For 1 day.");
        check("max-age=3600", "For 1 hour.");
        check("max-age=1", "For 1 minute.");
        check("public, Max-Age=300", "For 5 minutes.");
        check("max-age=60, s-maxage=\"7200\"", "For 2 hours.");
        check("max-age=604800", "For 7 days.");
    }

    #[test]
    fn scripts_are_told_by_their_type() {
        for script in ["text/javascript", "Application/JavaScript; charset=utf-8"] {
            assert!(is_script(script), "{script}");
        }
        for other in ["", "text/html", "text/plain", "application/json"] {
            assert!(!is_script(other), "{other}");
        }
    }
}
