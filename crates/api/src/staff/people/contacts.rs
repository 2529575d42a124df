//! The contact form, and its messages in the back office; and what everybody may know of the network.

use crate::auth::{CurrentUser, God, Staff};
use crate::extract::{ClientAddress, Json, Path, Qs, optional_flag};
use crate::list::{Data, List, Page, data};
use crate::site::Site;
use crate::state::ApiState;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{UnixMs, validate};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::accounts::users::normal_email;
use placard_store::network::contact_messages::{self, ContactMessage, NewContactMessage};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The longest name, in characters.
pub(crate) const NAME_MAX: usize = 100;
/// The longest topic, in characters.
pub(crate) const TOPIC_MAX: usize = 100;
/// The longest message, in characters.
pub(crate) const MESSAGE_MAX: usize = 5_000;
/// Rows of a page.
const PAGE_ROWS: u32 = 50;

/// What everybody may know of the network's settings.
#[utoipa::path(get, path = "/api/site", tag = "system", security(()), responses((status = 200, body = Data<Site>)))]
pub async fn get_site_settings(State(app): State<ApiState>) -> Json<Data<Site>> {
    data(app.site())
}

/// A message to the network.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactForm {
    /// Who writes, 1 to 100 characters.
    pub name: String,
    /// Where to answer.
    #[schema(format = "email")]
    pub email: String,
    /// What about, 1 to 100 characters.
    pub topic: String,
    /// The message, 1 to 5000 characters.
    pub message: String,
}

/// Keeps the caller, if they are logged in: a message may come from anybody.
#[derive(Debug)]
pub struct MaybeUser(Option<CurrentUser>);

impl FromRequestParts<ApiState> for MaybeUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &ApiState) -> Result<Self, Problem> {
        match CurrentUser::from_request_parts(parts, app).await {
            Ok(user) => Ok(Self(Some(user))),
            Err(Problem::Unauthorized | Problem::Forbidden(_)) => Ok(Self(None)),
            Err(other) => Err(other),
        }
    }
}

/// Sends a message to the network. It is read in the back office.
#[utoipa::path(post, path = "/api/contacts", tag = "system", security(()), request_body = ContactForm,
    responses((status = 204)))]
pub async fn create_contact_message(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    MaybeUser(user): MaybeUser,
    Json(form): Json<ContactForm>,
) -> Result<StatusCode, Problem> {
    let mut errors = FieldErrors::default();
    let mut line = |field: &str, text: &str, max: usize| match validate::line(text, 1, max) {
        Ok(line) => line.to_owned(),
        Err(message) => {
            errors.add(field, message);
            String::new()
        }
    };
    let (name, topic) = (line("name", &form.name, NAME_MAX), line("topic", &form.topic, TOPIC_MAX));
    let email = normal_email(&form.email);
    errors.check("email", validate::is_email(&email), "must be a mail address, so that we can answer");
    let message = match validate::paragraphs(&form.message, MESSAGE_MAX) {
        Ok(message) => message,
        Err(message) => {
            errors.add("message", message);
            ""
        }
    };
    errors.check("message", !form.message.trim().is_empty(), "must not be empty");
    errors.finish()?;
    // Only what would be kept counts, so that mistakes in the form do not use up the limit.
    app.auth.calls.call("create_contact_message", address, app.clock.now())?;
    let new = NewContactMessage {
        name,
        email,
        topic,
        message: message.to_owned(),
        user: user.as_ref().map(CurrentUser::id),
        address: address.to_string(),
    };
    let actor = user.map(|user| user.actor());
    app.store
        .write("create_contact_message", Priority::Api, async move |tx| {
            let id = contact_messages::insert(tx, &new).await?;
            match &actor {
                Some(actor) => {
                    audit_log::record_event(tx, actor, "create_contact_message", "contact_message", id).await
                }
                None => Ok(()),
            }
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A message of the contact form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContactMessage)]
pub struct ContactMessageResource {
    /// Its number.
    pub id: i64,
    /// Who writes.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What about.
    pub topic: String,
    /// The message.
    pub message: String,
    /// Who wrote, if they were logged in.
    pub user_id: Option<i64>,
    /// From where.
    pub address: String,
    /// Answered, or nothing to answer.
    pub is_done: bool,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl ContactMessageResource {
    fn new(message: ContactMessage) -> Self {
        let ContactMessage { id, name, email, topic, message, user, address, is_done, created_at, .. } = message;
        let user_id = user.map(|user| user.0);
        Self { id, name, email, topic, message, user_id, address, is_done, created_at }
    }
}

/// Which messages.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ContactMessagesQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 50 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// 1: those that are done; 0: those that are not; all when omitted.
    #[serde(deserialize_with = "optional_flag")]
    #[param(value_type = Option<u8>, minimum = 0, maximum = 1)]
    pub is_done: Option<bool>,
}

/// Messages of the contact form: those to answer first, each newest first. Sales see those of their own clients.
#[utoipa::path(get, path = "/api/admin/contact_messages", tag = "admin", params(ContactMessagesQuery),
    responses((status = 200, body = List<ContactMessageResource>)))]
pub async fn list_contact_messages(
    State(app): State<ApiState>,
    staff: Staff,
    Qs(query): Qs<ContactMessagesQuery>,
) -> Result<Json<List<ContactMessageResource>>, Problem> {
    let (scope, page) = (staff.scope(), Page::new(query.page, query.count, PAGE_ROWS)?);
    let (rows, total) = app
        .store
        .read("list_contact_messages", async move |conn| {
            contact_messages::list(conn, scope, query.is_done, page.rows, page.offset()).await
        })
        .await?;
    Ok(Json(List {
        data: rows.into_iter().map(ContactMessageResource::new).collect(),
        pagination: page.pagination(total),
        total_statistic: None,
        counts_by_status: None,
    }))
}

/// Whether a message is done.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactMessageForm {
    /// Answered, or nothing to answer.
    pub is_done: bool,
}

/// Says that a message is done, or is not.
#[utoipa::path(put, path = "/api/admin/contact_messages/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = ContactMessageForm, responses((status = 200, body = Data<ContactMessageResource>)))]
pub async fn update_contact_message(
    State(app): State<ApiState>,
    staff: God,
    Path(id): Path<i64>,
    Json(form): Json<ContactMessageForm>,
) -> Result<Json<Data<ContactMessageResource>>, Problem> {
    /// What the audit log keeps: not what people wrote.
    #[derive(Serialize)]
    struct Done {
        is_done: bool,
    }
    let (scope, actor, by) = (staff.scope(), staff.actor(), staff.id());
    let message = app
        .store
        .write("update_contact_message", Priority::Api, async move |tx| {
            let (before, after) = contact_messages::set_done(tx, scope, id, form.is_done, by).await?;
            let (was, is) = (Done { is_done: before.is_done }, Done { is_done: after.is_done });
            audit_log::record(tx, &actor, "update_contact_message", "contact_message", id, Some(&was), Some(&is))
                .await?;
            Ok(after)
        })
        .await?;
    Ok(data(ContactMessageResource::new(message)))
}
