//! What staff write for each other of a user, who never reads it.

use crate::auth::Staff;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::user::UserStatus;
use placard_model::{UnixMs, UserId, validate};
use placard_store::accounts::audit_log;
use placard_store::accounts::user_notes::{self, NoteTrace, UserNote};
use placard_store::accounts::users::{self, User};
use placard_store::{Conn, Error, Priority, Scope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest note, in characters.
pub(crate) const TEXT_MAX: usize = 4_000;
/// What notes are called in the audit log.
const SUBJECT: &str = "user_note";

/// A note of a user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = UserNote)]
pub struct UserNoteResource {
    /// Its number.
    pub id: i64,
    /// What it says, in several lines.
    pub text: String,
    /// Stands above the others.
    pub is_pinned: bool,
    /// Who wrote it.
    pub author: Option<PersonResource>,
    /// Whether the caller may change and delete it: their own, and all for god.
    pub is_editable: bool,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When its text was changed last; null: never.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub edited_at: Option<UnixMs>,
    /// To be sent with a change.
    pub version: i64,
}

impl UserNoteResource {
    fn new(note: UserNote, authors: &EmailsByUser, staff: &Staff) -> Self {
        Self {
            id: note.id,
            is_editable: may_change(staff, &note),
            text: note.text,
            is_pinned: note.is_pinned,
            author: authors.get(Some(note.author)),
            created_at: note.created_at,
            edited_at: note.edited_at,
            version: note.version,
        }
    }

    async fn of(app: &ApiState, note: UserNote, staff: &Staff) -> Result<Json<Data<Self>>, Problem> {
        let authors = EmailsByUser::of(app, vec![note.author]).await?;
        Ok(data(Self::new(note, &authors, staff)))
    }
}

/// A note to write.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewUserNote {
    /// What it says, in several lines.
    pub text: String,
    /// Stands above the others.
    #[serde(default)]
    pub is_pinned: bool,
}

/// What changes of a note. What is omitted stays.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UserNoteForm {
    /// What it says, in several lines.
    pub text: Option<String>,
    /// Stands above the others.
    pub is_pinned: Option<bool>,
    /// The version that was read; a change of an older one is refused. Not checked when omitted.
    pub version: Option<i64>,
}

fn read_text(text: &str) -> Result<String, Problem> {
    let mut errors = FieldErrors::default();
    let text = validate::paragraphs(text, TEXT_MAX).unwrap_or_else(|message| {
        errors.add("text", message);
        "x"
    });
    errors.check("text", !text.is_empty(), "must not be empty");
    errors.finish()?;
    Ok(text.to_owned())
}

/// Somebody within the scope of whom the caller may know what colleagues wrote: nobody reads notes of themselves.
async fn noted(conn: &Conn, scope: Scope, caller: UserId, user: UserId) -> placard_store::Result<User> {
    if user == caller {
        return Err(Error::NotFound("user"));
    }
    users::get_user(conn, scope, user).await
}

/// The same, where something is written: of a deleted account nothing is kept.
async fn written_of(conn: &Conn, scope: Scope, caller: UserId, user: UserId) -> placard_store::Result<()> {
    if noted(conn, scope, caller, user).await?.status == UserStatus::Deleted {
        return Err(Error::Conflict("This account is deleted, and nothing is written of it any more.".to_owned()));
    }
    Ok(())
}

/// Whether somebody of the staff may change a note: their own, and god all.
fn may_change(staff: &Staff, note: &UserNote) -> bool {
    staff.is_god() || note.author == staff.id()
}

/// A note within the scope that the caller may change.
async fn changeable(
    conn: &Conn,
    staff: &Staff,
    scope: Scope,
    user: UserId,
    id: i64,
) -> placard_store::Result<UserNote> {
    let note = user_notes::get(conn, scope, user, id).await?;
    if may_change(staff, &note) {
        Ok(note)
    } else {
        Err(Error::Conflict("This note was written by somebody else: only they and god change it.".to_owned()))
    }
}

/// Lists the notes of a user: pinned ones, then the newest. Sales see those of their own clients.
#[utoipa::path(get, path = "/api/admin/users/{id}/notes", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Vec<UserNoteResource>>)))]
pub async fn list_user_notes(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<Vec<UserNoteResource>>>, Problem> {
    let (user, scope, caller) = (UserId(id), staff.scope(), staff.id());
    let found = app
        .store
        .read("list_user_notes", async move |conn| {
            noted(conn, scope, caller, user).await?;
            user_notes::list(conn, scope, user).await
        })
        .await?;
    let authors = EmailsByUser::of(&app, found.iter().map(|note| note.author).collect()).await?;
    Ok(data(found.into_iter().map(|note| UserNoteResource::new(note, &authors, &staff)).collect()))
}

/// Writes a note of a user. Sales write of their own clients. At most 500 are kept of a user.
#[utoipa::path(post, path = "/api/admin/users/{id}/notes", tag = "admin", params(("id" = i64, Path)),
    request_body = NewUserNote, responses((status = 201, body = Data<UserNoteResource>)))]
pub async fn create_user_note(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<NewUserNote>,
) -> Result<(StatusCode, Json<Data<UserNoteResource>>), Problem> {
    let text = read_text(&form.text)?;
    let (user, scope, author, actor) = (UserId(id), staff.scope(), staff.id(), staff.actor());
    let note = app
        .store
        .write("create_user_note", Priority::Api, async move |tx| {
            written_of(tx, scope, author, user).await?;
            let note = user_notes::insert(tx, author, user, &text, form.is_pinned).await?;
            let after = NoteTrace::from(&note);
            audit_log::record(tx, &actor, "create_user_note", SUBJECT, note.id, None::<&NoteTrace>, Some(&after))
                .await?;
            Ok(note)
        })
        .await?;
    Ok((StatusCode::CREATED, UserNoteResource::of(&app, note, &staff).await?))
}

/// Changes a note of a user: whoever wrote it, and god. What is omitted stays.
#[utoipa::path(put, path = "/api/admin/users/{id}/notes/{note_id}", tag = "admin",
    params(("id" = i64, Path), ("note_id" = i64, Path)),
    request_body = UserNoteForm, responses((status = 200, body = Data<UserNoteResource>)))]
pub async fn update_user_note(
    State(app): State<ApiState>,
    staff: Staff,
    Path((id, note)): Path<(i64, i64)>,
    Json(form): Json<UserNoteForm>,
) -> Result<Json<Data<UserNoteResource>>, Problem> {
    let text = form.text.as_deref().map(read_text).transpose()?;
    let (user, scope, actor, caller) = (UserId(id), staff.scope(), staff.actor(), staff.clone());
    let note = app
        .store
        .write("update_user_note", Priority::Api, async move |tx| {
            written_of(tx, scope, caller.id(), user).await?;
            let before = changeable(tx, &caller, scope, user, note).await?;
            if form.version.is_some_and(|version| version != before.version) {
                return Err(Error::Stale { current: before.version });
            }
            let text = text.as_ref().unwrap_or(&before.text);
            let is_pinned = form.is_pinned.unwrap_or(before.is_pinned);
            let after = user_notes::update(tx, &before, text, is_pinned).await?;
            let traces = (NoteTrace::from(&before), NoteTrace::from(&after));
            audit_log::record(tx, &actor, "update_user_note", SUBJECT, note, Some(&traces.0), Some(&traces.1)).await?;
            Ok(after)
        })
        .await?;
    UserNoteResource::of(&app, note, &staff).await
}

/// Deletes a note of a user: whoever wrote it, and god.
#[utoipa::path(delete, path = "/api/admin/users/{id}/notes/{note_id}", tag = "admin",
    params(("id" = i64, Path), ("note_id" = i64, Path)), responses((status = 204)))]
pub async fn delete_user_note(
    State(app): State<ApiState>,
    staff: Staff,
    Path((id, note)): Path<(i64, i64)>,
) -> Result<StatusCode, Problem> {
    let (user, scope, actor) = (UserId(id), staff.scope(), staff.actor());
    app.store
        .write("delete_user_note", Priority::Api, async move |tx| {
            noted(tx, scope, staff.id(), user).await?;
            let before = NoteTrace::from(&changeable(tx, &staff, scope, user, note).await?);
            user_notes::delete(tx, note).await?;
            audit_log::record(tx, &actor, "delete_user_note", SUBJECT, note, Some(&before), None::<&NoteTrace>).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
