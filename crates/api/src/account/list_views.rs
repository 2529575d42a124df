//! What people keep of lists under a name: filters, order and columns, as the list's address has them.

use crate::auth::CurrentUser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::validate;
use placard_store::Priority;
use placard_store::accounts::list_views::{self, ListView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest name, in characters.
pub(crate) const NAME_MAX: usize = 60;
/// The longest query, in characters.
pub(crate) const SEARCH_MAX: usize = 2_000;
/// The longest name of a list, in characters.
pub(crate) const LIST_MAX: usize = 40;

/// What is kept of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ListView)]
pub struct ListViewResource {
    /// Its number.
    pub id: i64,
    /// Name of the list.
    pub list: String,
    /// What its owner calls it.
    pub name: String,
    /// Query of the list's address, without its question mark.
    pub search: String,
}

impl From<ListView> for ListViewResource {
    fn from(ListView { id, list, name, search }: ListView) -> Self {
        Self { id, list, name, search }
    }
}

/// What to keep of a list.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewListView {
    /// Name of the list: small letters, digits and hyphens.
    #[schema(pattern = "^[a-z0-9-]+$")]
    pub list: String,
    /// What its owner calls it: once in a list.
    pub name: String,
    /// Query of the list's address, without its question mark.
    pub search: String,
}

/// A view's name and query.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListViewForm {
    /// What its owner calls it: once in a list.
    pub name: String,
    /// Query of the list's address, without its question mark.
    pub search: String,
}

impl ListViewForm {
    /// Notes what is wrong; the name and the query.
    fn read(&self, errors: &mut FieldErrors) -> (String, String) {
        let mut line = |field: &str, text: &str, min, max| match validate::line(text, min, max) {
            Ok(text) => text.to_owned(),
            Err(message) => {
                errors.add(field, message);
                String::new()
            }
        };
        (line("name", &self.name, 1, NAME_MAX), line("search", &self.search, 0, SEARCH_MAX))
    }
}

/// Lists what the caller keeps of all lists, in the order in which it was made.
#[utoipa::path(get, path = "/api/account/list_views", tag = "account",
    responses((status = 200, body = Data<Vec<ListViewResource>>)))]
pub async fn list_list_views(
    State(app): State<ApiState>,
    current: CurrentUser,
) -> Result<Json<Data<Vec<ListViewResource>>>, Problem> {
    let user = current.id();
    let found = app.store.read("list_list_views", async move |conn| list_views::list(conn, user).await).await?;
    Ok(data(found.into_iter().map(Into::into).collect()))
}

/// Keeps filters, order and columns of a list under a name. At most 200 are kept.
#[utoipa::path(post, path = "/api/account/list_views", tag = "account", request_body = NewListView,
    responses((status = 201, body = Data<ListViewResource>)))]
pub async fn create_list_view(
    State(app): State<ApiState>,
    current: CurrentUser,
    Json(NewListView { list, name, search }): Json<NewListView>,
) -> Result<(StatusCode, Json<Data<ListViewResource>>), Problem> {
    let mut errors = FieldErrors::default();
    let (name, search) = ListViewForm { name, search }.read(&mut errors);
    errors.check_length("list", &list, 1..=LIST_MAX);
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    errors.check("list", list.bytes().all(is_plain), "must have small letters, digits and hyphens alone");
    errors.finish()?;
    let user = current.id();
    let view = app
        .store
        .write("create_list_view", Priority::Api, async move |tx| {
            list_views::insert(tx, user, &list, &name, &search).await
        })
        .await?;
    Ok((StatusCode::CREATED, data(view.into())))
}

/// Gives what is kept of a list another name or another query.
#[utoipa::path(put, path = "/api/account/list_views/{id}", tag = "account", params(("id" = i64, Path)),
    request_body = ListViewForm, responses((status = 200, body = Data<ListViewResource>)))]
pub async fn update_list_view(
    State(app): State<ApiState>,
    current: CurrentUser,
    Path(id): Path<i64>,
    Json(form): Json<ListViewForm>,
) -> Result<Json<Data<ListViewResource>>, Problem> {
    let mut errors = FieldErrors::default();
    let (name, search) = form.read(&mut errors);
    errors.finish()?;
    let user = current.id();
    let view = app
        .store
        .write("update_list_view", Priority::Api, async move |tx| {
            list_views::update(tx, user, id, &name, &search).await
        })
        .await?;
    Ok(data(view.into()))
}

/// Forgets what is kept of a list.
#[utoipa::path(delete, path = "/api/account/list_views/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_list_view(
    State(app): State<ApiState>,
    current: CurrentUser,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let user = current.id();
    app.store.write("delete_list_view", Priority::Api, async move |tx| list_views::delete(tx, user, id).await).await?;
    Ok(StatusCode::NO_CONTENT)
}
