//! Mail that was sent or waits for it. God alone: mail goes to everybody.

use crate::auth::{God, Login};
use crate::dictionaries::words::{MailKindName, MailStateName};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::mail::{MailKind, is_sent_by_smtp, open_body};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::network::mails::{self, Mail, MailFilter, MailState};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Rows of a page.
const PAGE_ROWS: u32 = 50;
/// What stands before the part of a link that opens an account.
const SECRETS_FOLLOW: [&str; 2] = ["?token=", "/account/password/reset/"];

/// A mail in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MailEntry {
    /// Its number.
    pub id: i64,
    /// Kind of mail.
    #[schema(value_type = MailKindName)]
    pub kind: String,
    /// The kind's name for people.
    pub label: String,
    /// Whom it is for, if they have an account.
    pub user_id: Option<i64>,
    /// Mail address.
    pub recipient: String,
    /// Subject.
    pub subject: String,
    /// How far it is.
    #[schema(value_type = MailStateName)]
    pub state: &'static str,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried next, while it waits.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<UnixMs>,
    /// Why the last attempt failed; empty when it did not.
    pub error: String,
    /// When it was queued.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it was handed over.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<UnixMs>,
}

impl MailEntry {
    fn new(mail: &Mail) -> Self {
        let label = MailKind::from_name(&mail.kind).map_or(mail.kind.as_str(), |kind| kind.label);
        Self {
            id: mail.id,
            kind: mail.kind.clone(),
            label: label.to_owned(),
            user_id: mail.user.map(|user| user.0),
            recipient: mail.recipient.clone(),
            subject: mail.subject.clone(),
            state: mail.state.name(),
            attempts: mail.attempts,
            next_attempt_at: (mail.state == MailState::Waiting).then_some(mail.next_attempt_at),
            error: mail.error.clone(),
            created_at: mail.created_at,
            sent_at: mail.sent_at,
        }
    }
}

/// A mail as it was or will be sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Mail)]
pub struct MailResource {
    /// The mail.
    #[serde(flatten)]
    pub entry: MailEntry,
    /// Plain text.
    pub text: String,
    /// HTML: show it in a frame that runs nothing.
    pub html: String,
    /// Links that open an account were taken out: this mail went to its reader by SMTP, or a program asks.
    pub is_redacted: bool,
}

/// Which mails.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct MailsQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 50 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// waiting, sent or given_up; all when omitted.
    #[param(value_type = Option<MailStateName>, inline)]
    pub state: Option<String>,
    /// Keeps mails whose address or subject has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
}

/// Mail that was sent or waits for it, newest first.
#[utoipa::path(get, path = "/api/admin/mails", tag = "admin", params(MailsQuery),
    responses((status = 200, body = List<MailEntry>)))]
pub async fn list_mails(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<MailsQuery>,
) -> Result<Json<List<MailEntry>>, Problem> {
    let page = Page::new(query.page, query.count, PAGE_ROWS)?;
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(name) => Some(
            MailState::from_name(name)
                .ok_or_else(|| Problem::field("state", "must be one of waiting, sent, given_up"))?,
        ),
    };
    let search = query.search_phrase.unwrap_or_default().trim().to_owned();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("searchPhrase", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    let (rows, total) = app
        .store
        .read("list_mails", async move |conn| {
            let filter = MailFilter { state, search: Some(search.as_str()).filter(|search| !search.is_empty()) };
            mails::list(conn, filter, page.rows, page.offset()).await
        })
        .await?;
    Ok(Json(List {
        data: rows.iter().map(MailEntry::new).collect(),
        pagination: page.pagination(total),
        total_statistic: None,
        counts_by_status: None,
    }))
}

/// A mail with its text. Where mail leaves the machine, links that open an account are taken out of it.
#[utoipa::path(get, path = "/api/admin/mails/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<MailResource>)))]
pub async fn get_mail(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<MailResource>>, Problem> {
    let mail = app.store.read("get_mail", async move |conn| mails::get(conn, id).await).await?;
    let body = open_body(&app.keys, &mail.recipient, &mail.body)?;
    let has_secret = MailKind::from_name(&mail.kind).is_none_or(|kind| kind.has_secret);
    // A program with an API token has no business with them either.
    let is_redacted = has_secret && (is_sent_by_smtp(&app.config) || !matches!(god.login, Login::Session(_)));
    let shown = |text: String| if is_redacted { without_secrets(&text) } else { text };
    let (text, html) = (shown(body.text), shown(body.html));
    Ok(data(MailResource { entry: MailEntry::new(&mail), text, html, is_redacted }))
}

/// Takes out the part of each link that opens an account.
fn without_secrets(text: &str) -> String {
    let mut shown = text.to_owned();
    for before in SECRETS_FOLLOW {
        let parts: Vec<String> = shown
            .split(before)
            .enumerate()
            .map(|(position, part)| {
                if position == 0 {
                    return part.to_owned();
                }
                let rest = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
                format!("(hidden){rest}")
            })
            .collect();
        shown = parts.join(before);
    }
    shown
}

/// Sends a mail again, at once.
#[utoipa::path(post, path = "/api/admin/mails/{id}/retry", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<MailEntry>)))]
pub async fn retry_mail(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<MailEntry>>, Problem> {
    let actor = god.actor();
    let mail = app
        .store
        .write("retry_mail", Priority::Api, async move |tx| {
            let mail = mails::retry(tx, id).await?;
            audit_log::record_event(tx, &actor, "retry_mail", "mail", id).await?;
            Ok(mail)
        })
        .await?;
    Ok(data(MailEntry::new(&mail)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_open_accounts_are_taken_out() {
        let text = "https://x.org/confirm?token=aB-_9 and <a href=\"https://x.org/account/password/reset/zz9\">x</a>";
        let shown = without_secrets(text);
        assert!(!shown.contains("aB-_9") && !shown.contains("zz9"), "{shown}");
        assert!(shown.contains("?token=(hidden) and") && shown.contains("reset/(hidden)\">x</a>"), "{shown}");
        assert_eq!(without_secrets("nothing here"), "nothing here");
    }
}
