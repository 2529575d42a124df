//! Texts of public pages: for everybody, and for the network's owner to change.

use crate::auth::God;
use crate::dictionaries::words::TextKindName;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, SEARCH_CHARS_MAX, data};
use crate::state::ApiState;
use crate::texts::{Text, TextKind, render};
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{UnixMs, validate};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::network::texts::{self, ChangedText, TextChange};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The longest heading, in characters.
pub(crate) const TITLE_MAX: usize = 120;
/// The longest description, in characters.
pub(crate) const DESCRIPTION_MAX: usize = 300;
/// The longest body, in characters.
pub(crate) const BODY_MAX: usize = 100_000;

/// A text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Text)]
pub struct TextResource {
    /// Its name in addresses.
    pub slug: String,
    /// What it is for.
    #[schema(value_type = TextKindName)]
    pub kind: &'static str,
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Where it stands among others.
    pub section: String,
    /// The body as HTML: made from Markdown, without any HTML of its author.
    pub html: String,
    /// When it was changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
}

impl TextResource {
    /// The text as the API shows it.
    pub fn new(text: &Text) -> Self {
        Self {
            slug: text.slug.clone(),
            kind: text.kind.name(),
            title: text.title.clone(),
            description: text.description.clone(),
            section: text.section.clone(),
            html: text.rendered().html.clone(),
            updated_at: text.updated_at,
        }
    }
}

/// A text in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TextEntry {
    /// Its name in addresses.
    pub slug: String,
    /// What it is for.
    #[schema(value_type = TextKindName)]
    pub kind: &'static str,
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Where it stands among others.
    pub section: String,
    /// The words around what was searched for, if the body has them.
    pub snippet: Option<String>,
}

impl TextEntry {
    /// The text as lists show it.
    pub fn new(text: &Text, snippet: Option<String>) -> Self {
        Self {
            slug: text.slug.clone(),
            kind: text.kind.name(),
            title: text.title.clone(),
            description: text.description.clone(),
            section: text.section.clone(),
            snippet,
        }
    }
}

/// Which texts.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TextsQuery {
    /// policy, help or page; all when omitted.
    #[param(value_type = Option<TextKindName>, inline)]
    pub kind: Option<String>,
    /// Words that the text must have, all of them; at most 200 characters.
    #[param(max_length = 200)]
    pub search: Option<String>,
}

/// Texts of public pages: by section, or what holds the words of a search, the best first.
#[utoipa::path(get, path = "/api/texts", tag = "system", security(()), params(TextsQuery),
    responses((status = 200, body = Data<Vec<TextEntry>>)))]
pub async fn list_texts(
    State(app): State<ApiState>,
    Qs(query): Qs<TextsQuery>,
) -> Result<Json<Data<Vec<TextEntry>>>, Problem> {
    let kind = match query.kind.as_deref() {
        None | Some("") => None,
        Some(name) => {
            Some(TextKind::from_name(name).ok_or_else(|| Problem::field("kind", "must be one of policy, help, page"))?)
        }
    };
    let search = query.search.as_deref().unwrap_or_default().trim();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("search", format!("must have at most {SEARCH_CHARS_MAX} characters")));
    }
    let edition = app.texts.current();
    let found = edition.search(kind, search);
    Ok(data(found.into_iter().map(|hit| TextEntry::new(&hit.text, hit.snippet)).collect()))
}

/// One text.
#[utoipa::path(get, path = "/api/texts/{slug}", tag = "system", security(()), params(("slug" = String, Path)),
    responses((status = 200, body = Data<TextResource>)))]
pub async fn get_text(
    State(app): State<ApiState>,
    Path(slug): Path<String>,
) -> Result<Json<Data<TextResource>>, Problem> {
    let edition = app.texts.current();
    let text = edition.get(&slug).ok_or(Problem::NotFound)?;
    Ok(data(TextResource::new(text)))
}

/// A text as its editor sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EditableText {
    /// Its name in addresses.
    pub slug: String,
    /// What it is for.
    #[schema(value_type = TextKindName)]
    pub kind: &'static str,
    /// Heading.
    pub title: String,
    /// What search engines show.
    pub description: String,
    /// Where it stands among others.
    pub section: String,
    /// Markdown; `{{site.<key>}}` stands for a setting of `/api/site`, `{{limit.<name>}}` for a limit that the program's own texts name.
    pub body: String,
    /// The body as it is shown.
    pub html: String,
    /// To be sent with a change; it grows with each change and each reset.
    pub version: i64,
    /// It differs from what Placard brought along.
    pub is_changed: bool,
    /// When it was changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
}

impl EditableText {
    /// From what is stored, which the pages may not show yet; none if there is no text of this name.
    fn new(app: &ApiState, slug: &str, own: Option<ChangedText>) -> Option<Self> {
        let default = app.texts.default_of(slug)?;
        let text = app.texts.with_change(slug, own.clone())?;
        // Heading and description are edited as they were written, settings unfilled.
        let (title, description) = match own.filter(|own| !own.is_default) {
            Some(own) => (own.title, own.description),
            None => (default.title.clone(), default.description.clone()),
        };
        let html = text.rendered().html.clone();
        Some(Self {
            slug: text.slug,
            kind: text.kind.name(),
            title,
            description,
            section: text.section,
            body: text.body,
            html,
            version: text.version,
            is_changed: text.is_changed,
            updated_at: text.updated_at,
        })
    }
}

/// A text in the editor's list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EditableEntry {
    /// Its name in addresses.
    pub slug: String,
    /// What it is for.
    #[schema(value_type = TextKindName)]
    pub kind: &'static str,
    /// Heading.
    pub title: String,
    /// Where it stands among others.
    pub section: String,
    /// It differs from what Placard brought along.
    pub is_changed: bool,
    /// When it was changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
}

/// All texts of public pages, for their editor.
#[utoipa::path(get, path = "/api/admin/texts", tag = "admin",
    responses((status = 200, body = Data<Vec<EditableEntry>>)))]
pub async fn list_editable_texts(State(app): State<ApiState>, _god: God) -> Json<Data<Vec<EditableEntry>>> {
    let entry = |text: &Text| EditableEntry {
        slug: text.slug.clone(),
        kind: text.kind.name(),
        title: text.title.clone(),
        section: text.section.clone(),
        is_changed: text.is_changed,
        updated_at: text.updated_at,
    };
    data(app.texts.current().list(None).iter().map(|text| entry(text)).collect())
}

/// A text with its Markdown.
#[utoipa::path(get, path = "/api/admin/texts/{slug}", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = Data<EditableText>)))]
pub async fn get_editable_text(
    State(app): State<ApiState>,
    _god: God,
    Path(slug): Path<String>,
) -> Result<Json<Data<EditableText>>, Problem> {
    let name = slug.clone();
    let own = app.store.read("get_text", async move |conn| texts::get(conn, &name).await).await?;
    EditableText::new(&app, &slug, own).map(data).ok_or(Problem::NotFound)
}

/// Shows a change on the pages. It is stored: should it not be readable right now, the schedule reads it within a minute,
/// and its editor is not told that it failed.
async fn show(app: &ApiState) {
    if let Err(error) = app.texts.refresh(&app.store).await {
        tracing::warn!("a changed text is not shown yet: {error}");
    }
}

/// What a text shall read.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextForm {
    /// Heading, 1 to 120 characters.
    pub title: String,
    /// What search engines show, 1 to 300 characters.
    pub description: String,
    /// Markdown, 1 to 100000 characters.
    pub body: String,
    /// The version that was read.
    pub version: i64,
}

/// Changes a text. Everybody sees the change at once.
#[utoipa::path(put, path = "/api/admin/texts/{slug}", tag = "admin", params(("slug" = String, Path)),
    request_body = TextForm, responses((status = 200, body = Data<EditableText>)))]
pub async fn update_text(
    State(app): State<ApiState>,
    god: God,
    Path(slug): Path<String>,
    Json(form): Json<TextForm>,
) -> Result<Json<Data<EditableText>>, Problem> {
    if app.texts.default_of(&slug).is_none() {
        return Err(Problem::NotFound);
    }
    let change = read_form(&app, &form)?;
    let (actor, name, version) = (god.actor(), slug.clone(), form.version);
    let after = app
        .store
        .write("update_text", Priority::Api, async move |tx| {
            let before = texts::get(tx, &name).await?;
            let after = texts::put(tx, &name, &change, version).await?;
            audit_log::record(tx, &actor, "update_text", "text", 0, before.as_ref(), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    show(&app).await;
    EditableText::new(&app, &slug, Some(after)).map(data).ok_or(Problem::NotFound)
}

/// A body that is being written.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextDraft {
    /// Markdown, at most 100000 characters.
    pub body: String,
}

/// How a draft will read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TextPreview {
    /// The body as HTML, with the settings of `/api/site` filled in.
    pub html: String,
}

/// Shows a body as its page would, and stores nothing.
#[utoipa::path(post, path = "/api/admin/texts/preview", tag = "admin", request_body = TextDraft,
    responses((status = 200, body = Data<TextPreview>)))]
pub async fn preview_text(
    State(app): State<ApiState>,
    _god: God,
    Json(draft): Json<TextDraft>,
) -> Result<Json<Data<TextPreview>>, Problem> {
    let mut errors = FieldErrors::default();
    let body = read_body(&draft.body, 0, &mut errors);
    errors.finish()?;
    Ok(data(TextPreview { html: render(&body, &app.site().values()).html }))
}

/// A body with plain line ends, checked; it has at least `min` characters.
fn read_body(body: &str, min: usize, errors: &mut FieldErrors) -> String {
    let body = body.replace("\r\n", "\n").trim().to_owned();
    errors.check_length("body", &body, min..=BODY_MAX);
    let allowed = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    errors.check("body", body.chars().all(allowed), "must not hold control characters");
    body
}

fn read_form(app: &ApiState, form: &TextForm) -> Result<TextChange, Problem> {
    let mut errors = FieldErrors::default();
    for (field, text, max) in [("title", &form.title, TITLE_MAX), ("description", &form.description, DESCRIPTION_MAX)] {
        if let Err(message) = validate::line(text, 1, max) {
            errors.add(field, message);
        }
    }
    let body = read_body(&form.body, 1, &mut errors);
    errors.finish()?;
    // A text that shows nothing is a mistake that would stand on a public page.
    if render(&body, &app.site().values()).plain.is_empty() {
        return Err(Problem::field("body", "must hold words"));
    }
    Ok(TextChange { title: form.title.trim().to_owned(), description: form.description.trim().to_owned(), body })
}

/// Which version of a text is meant.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TextVersion {
    /// The version that was read: a newer one stays as it is.
    pub version: i64,
}

/// Lets a text read again as Placard brought it along.
#[utoipa::path(delete, path = "/api/admin/texts/{slug}", tag = "admin", params(("slug" = String, Path), TextVersion),
    responses((status = 204)))]
pub async fn reset_text(
    State(app): State<ApiState>,
    god: God,
    Path(slug): Path<String>,
    Qs(TextVersion { version }): Qs<TextVersion>,
) -> Result<StatusCode, Problem> {
    if app.texts.default_of(&slug).is_none() {
        return Err(Problem::NotFound);
    }
    let actor = god.actor();
    app.store
        .write("reset_text", Priority::Api, async move |tx| match texts::reset(tx, &slug, version).await? {
            Some(before) => audit_log::record(tx, &actor, "reset_text", "text", 0, Some(&before), None::<&()>).await,
            None => Ok(()),
        })
        .await?;
    show(&app).await;
    Ok(StatusCode::NO_CONTENT)
}
