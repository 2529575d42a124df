//! Errors of the application in people's browsers: reported by the application, read on the system page.
//!
//! Nothing of whoever met an error is kept. Messages and paths lose digits, mail addresses and what stood in quotes; of a
//! stack only the lines that name a function and a place are kept.

use crate::auth::God;
use crate::extract::{ClientAddress, Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use placard_common::error::{FieldErrors, Problem};
use placard_model::{UnixMs, validate};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::network::client_errors::{self, ClientError, Report};
use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use utoipa::ToSchema;

/// The longest message, in characters.
pub(crate) const MESSAGE_MAX: usize = 300;
/// The longest stack, in characters.
pub(crate) const STACK_MAX: usize = 4_000;
/// The longest path, in characters.
pub(crate) const PAGE_MAX: usize = 200;
/// The longest name of a build, in characters.
pub(crate) const BUILD_MAX: usize = 60;
/// The longest name of a browser that is kept, in characters.
const USER_AGENT_MAX: usize = 200;
/// Lines of a stack that are kept.
const FRAMES_MAX: usize = 30;

/// An error as the application tells of it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientErrorForm {
    /// What the error says.
    pub message: String,
    /// Where it came from, a line for each function.
    #[serde(default)]
    pub stack: String,
    /// The path of the page, without its query.
    #[serde(default)]
    pub page: String,
    /// The build of the application.
    #[serde(default)]
    pub build: String,
}

/// Takes note of an error of the application in a browser. Reports of one kind are counted together.
#[utoipa::path(post, path = "/api/client_errors", tag = "system", security(()), request_body = ClientErrorForm,
    responses((status = 204)))]
pub async fn create_client_error(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(form): Json<ClientErrorForm>,
) -> Result<StatusCode, Problem> {
    let mut errors = FieldErrors::default();
    let texts = [
        ("message", &form.message, MESSAGE_MAX),
        ("stack", &form.stack, STACK_MAX),
        ("page", &form.page, PAGE_MAX),
        ("build", &form.build, BUILD_MAX),
    ];
    for (field, text, max) in texts {
        if let Err(message) = validate::paragraphs(text, max) {
            errors.add(field, message);
        }
    }
    errors.finish()?;
    app.auth.calls.call("create_client_error", address, app.clock.now())?;
    app.auth.calls.client_error(app.clock.now())?;
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let report = report_of(&form, agent);
    app.store
        .write("create_client_error", Priority::Api, async move |tx| client_errors::record(tx, &report).await)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn report_of(form: &ClientErrorForm, agent: &str) -> Report {
    let message = masked_message(form.message.trim());
    let stack = frames(&form.stack);
    let innermost = stack.lines().next().unwrap_or_default();
    Report {
        fingerprint: Sha256::new().chain_update(&message).chain_update([0]).chain_update(innermost).finalize().into(),
        page: masked_path(form.page.trim()),
        build: form.build.trim().to_owned(),
        user_agent: agent.chars().take(USER_AGENT_MAX).collect(),
        message,
        stack,
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is written here")
}

static MAIL: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\s<>\x22'`]+@[^\s<>\x22'`]+"));
static URL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(https?|wss?|blob|data):\S*"));
/// Quotes, with the word before them: engines name what the program says itself after some of them.
static QUOTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:(\w+) )?(?:\x22[^\x22]*\x22?|'[^']*'?|`[^`]*`?|“[^”]*”?|‘[^’]*’?)"));
/// Words of at least 16 letters and digits with a digit among them, and all digits.
static IDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9A-Za-z_-]{16,}|[0-9]+"));
/// Words after which a quoted name is one of the program or the browser: never something that was typed.
const BEFORE_NAMES: [&str; 7] = ["reading", "setting", "execute", "on", "property", "module", "import"];

/// A message without what may be somebody's: it may tell of what was typed.
fn masked_message(message: &str) -> String {
    let text = MAIL.replace_all(message, "<mail>");
    let text = URL.replace_all(&text, "<address>");
    let text = QUOTED.replace_all(&text, |found: &Captures<'_>| {
        let word = found.get(1).map(|word| word.as_str());
        match word {
            Some(word) if BEFORE_NAMES.contains(&word) => found[0].to_owned(),
            Some(word) => format!("{word} '…'"),
            None => "'…'".to_owned(),
        }
    });
    IDS.replace_all(&text, |found: &Captures<'_>| mask_of(&found[0])).into_owned()
}

fn mask_of(word: &str) -> String {
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    if has_digit { "0".to_owned() } else { word.to_owned() }
}

/// A path without query, and with `:id` in the place of each part that may name something.
pub(crate) fn masked_path(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let part = |part: &str| {
        let is_word = part.len() <= 40 && part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
        if is_word { part.to_owned() } else { ":id".to_owned() }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// `at name (https://host/assets/file.js:1:23)` of Chromium, `name@https://host/assets/file.js:1:23` of the others. Files of
/// the program alone: an address of a page may hold what opens an account.
static FRAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:at\s+)?(?P<name>[\w.$<>/\[\] ]{0,100}?)[\s@(]*\w+://[^/\s]*/(?P<file>[\w./@-]{1,100}\.[cm]?[jt]sx?)(?:\?[^\s:]*)?:(?P<line>\d{1,9}):(?P<column>\d{1,9})\)?$",
    )
});

/// The lines of a stack that name a function and a place. The message, which some browsers put first, is left out.
fn frames(stack: &str) -> String {
    let line = |line: &str| {
        let frame = FRAME.captures(line)?;
        let name = frame["name"].trim();
        let name = if name.is_empty() { "?" } else { name };
        Some(format!("{name} {}:{}:{}", &frame["file"], &frame["line"], &frame["column"]))
    };
    stack.lines().filter_map(line).take(FRAMES_MAX).collect::<Vec<_>>().join("\n")
}

/// A kind of error of the application. Page, build and browser are those of the latest report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ClientError)]
pub struct ClientErrorResource {
    /// Its number.
    pub id: i64,
    /// What the error says.
    pub message: String,
    /// Functions and places in the application's files, a line each, the innermost first.
    pub stack: String,
    /// The page, with `:id` for parts that name something.
    pub page: String,
    /// The build of the application.
    pub build: String,
    /// The browser.
    pub user_agent: String,
    /// How often it was reported: a part of how often it happened.
    pub reports: i64,
    /// The first report.
    #[schema(value_type = String, format = DateTime)]
    pub first_at: UnixMs,
    /// The latest report.
    #[schema(value_type = String, format = DateTime)]
    pub last_at: UnixMs,
}

impl From<ClientError> for ClientErrorResource {
    fn from(error: ClientError) -> Self {
        let ClientError { id, message, stack, page, build, user_agent, reports, first_at, last_at } = error;
        Self { id, message, stack, page, build, user_agent, reports, first_at, last_at }
    }
}

/// Lists the kinds of errors that the application met in browsers, the latest first: at most 500, of the last 30 days.
#[utoipa::path(get, path = "/api/admin/client_errors", tag = "admin",
    responses((status = 200, body = Data<Vec<ClientErrorResource>>)))]
pub async fn list_client_errors(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<ClientErrorResource>>>, Problem> {
    let errors = app.store.read("list_client_errors", async |conn| client_errors::list(conn).await).await?;
    Ok(data(errors.into_iter().map(Into::into).collect()))
}

/// Says that a kind of error is done with. The next report brings it back.
#[utoipa::path(delete, path = "/api/admin/client_errors/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_client_error(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let actor = god.actor();
    app.store
        .write("delete_client_error", Priority::Api, async move |tx| {
            client_errors::delete(tx, id).await?;
            audit_log::record_event(tx, &actor, "delete_client_error", "client_error", id).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_lose_what_may_be_somebodys() {
        for (message, masked) in [
            (
                "Cannot read properties of undefined (reading 'map')",
                "Cannot read properties of undefined (reading 'map')",
            ),
            (
                "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child",
                "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child",
            ),
            (r#"Unexpected token 'A', "Anna 1978" is not valid JSON"#, "Unexpected token '…', '…' is not valid JSON"),
            ("no user anna.b+x@mail.example here", "no user <mail> here"),
            ("row 4711 of 12", "row 0 of 0"),
            ("token plc_4kX9aaQ0bb7712xyz gone", "token 0 gone"),
            ("load https://x.example/?q=secret failed", "load <address> failed"),
            ("bad “my secret text”", "bad '…'"),
            ("open 'quote without an end", "open '…'"),
        ] {
            assert_eq!(masked_message(message), masked);
        }
    }

    #[test]
    fn paths_lose_what_names_something() {
        for (path, masked) in [
            ("/advertiser/campaigns/12/groups/7?q=x", "/advertiser/campaigns/:id/groups/:id"),
            ("/account/password/reset/01900000-0000-7000-8000-000000000001", "/account/password/reset/:id"),
            ("/account/password/reset/abcDEF_ghi", "/account/password/reset/:id"),
            ("/en/helpCenter/first-campaign", "/en/helpCenter/first-campaign"),
            ("/", "/"),
        ] {
            assert_eq!(masked_path(path), masked);
        }
    }

    #[test]
    fn stacks_keep_functions_and_places() {
        let chromium = "TypeError: Anna's secret\n    at Row (https://ads.example/assets/app-Bx1.js:12:345)\n    \
            at https://ads.example/assets/app-Bx1.js?x=1:1:2\n    at async Promise.all (index 0)";
        assert_eq!(frames(chromium), "Row assets/app-Bx1.js:12:345\n? assets/app-Bx1.js:1:2");
        let firefox = "Row@https://ads.example/assets/app-Bx1.js:12:345\n@https://ads.example/assets/app-Bx1.js:1:2\n";
        assert_eq!(frames(firefox), frames(chromium));
        assert_eq!(frames("whatever was typed\nhttps://x.example/not-a-frame"), "");
        assert_eq!(frames("f@https://x.example/account/password/reset/secret:1:2"), "");
        assert!(frames(&"    at f (https://x/a.js:1:2)\n".repeat(100)).len() < STACK_MAX);
    }
}
