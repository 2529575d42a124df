//! The own notices: what happened, in a line each, with the page that it is about.

use crate::auth::CurrentUser;
use crate::dictionaries::words::MailKindName;
use crate::extract::{Json, Qs, flag};
use crate::list::{Page, Pagination};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_store::Priority;
use placard_store::accounts::notices::{self, MARKED_MAX, Notice, Told};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Rows of a page.
const ROWS: u32 = 20;
/// The most rows of a page.
const ROWS_MAX: u32 = 200;

/// A notice.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Notice)]
pub struct NoticeResource {
    /// The notice.
    pub id: i64,
    /// Its kind, as those of mail.
    #[schema(value_type = MailKindName)]
    pub kind: String,
    /// What happened, in a line.
    pub title: String,
    /// The page that it is about; empty when there is none.
    pub path: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// It was read.
    pub is_read: bool,
}

impl From<Notice> for NoticeResource {
    fn from(notice: Notice) -> Self {
        let Notice { id, kind, title, path, created_at, read_at } = notice;
        Self { id, kind, title, path, created_at, is_read: read_at.is_some() }
    }
}

/// Notices.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Notices {
    /// The notices, newest first.
    pub data: Vec<NoticeResource>,
    /// Which page of how many.
    pub pagination: Pagination,
    /// How many were not read.
    pub unread_count: u64,
}

/// The query of the notices.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct NoticesQuery {
    /// 1: only those that were not read.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub unread: bool,
    /// Rows of a page; 20 when omitted, at most 200.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
}

/// The own notices of the last 90 days, newest first. Sales in a client's cabinet read none of payouts and wallets.
#[utoipa::path(get, path = "/api/account/notices/inbox", tag = "account", params(NoticesQuery),
    responses((status = 200, body = Notices)))]
pub async fn list_notices(
    State(app): State<ApiState>,
    current: CurrentUser,
    Qs(query): Qs<NoticesQuery>,
) -> Result<Json<Notices>, Problem> {
    let page = Page::new(query.page, query.count, ROWS)?.at_most(ROWS_MAX);
    let user = current.id();
    let told = if current.sees_payouts() { Told::Everything } else { Told::NoPayouts };
    let (found, total, unread_count) = app
        .store
        .read("list_notices", async move |conn| {
            notices::list(conn, user, query.unread, told, page.rows, page.offset()).await
        })
        .await?;
    let data = found.into_iter().map(NoticeResource::from).collect();
    Ok(Json(Notices { data, pagination: page.pagination(total), unread_count }))
}

/// Which notices were read.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadNoticesForm {
    /// Those of these numbers; all when omitted.
    pub ids: Option<Vec<i64>>,
}

/// How many were not read.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct UnreadNotices {
    /// How many were not read.
    pub unread_count: u64,
}

/// Marks own notices as read. Numbers that are not the caller's are passed over.
#[utoipa::path(put, path = "/api/account/notices/inbox/read", tag = "account", request_body = ReadNoticesForm,
    responses((status = 200, body = UnreadNotices)))]
pub async fn read_notices(
    State(app): State<ApiState>,
    current: CurrentUser,
    Json(form): Json<ReadNoticesForm>,
) -> Result<Json<UnreadNotices>, Problem> {
    if form.ids.as_ref().is_some_and(|ids| ids.len() > MARKED_MAX) {
        return Err(Problem::field("ids", format!("must be at most {MARKED_MAX}")));
    }
    let user = current.id();
    let unread_count = app
        .store
        .write("read_notices", Priority::Api, async move |tx| {
            notices::mark_read(tx, user, form.ids.as_deref()).await?;
            notices::unread_count(tx, user).await
        })
        .await?;
    Ok(Json(UnreadNotices { unread_count }))
}
