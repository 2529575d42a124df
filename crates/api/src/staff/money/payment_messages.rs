//! What staff should look at of payments.

use crate::auth::God;
use crate::dictionaries::words::{GatewayName, PaymentNoticeName};
use crate::extract::{Json, Path, Qs, flag};
use crate::list::{List, Page};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::payments::deposit::{Gateway, PaymentNotice};
use placard_store::accounts::audit_log;
use placard_store::paid_in::payment_messages::{self, Message};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Messages of a page.
const PAGE_ROWS: u32 = 20;

/// Something about payments that staff should look at. The same thing again is the same message.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PaymentMessage)]
pub struct PaymentMessageResource {
    /// Its number.
    pub id: i64,
    /// The gateway.
    #[schema(value_type = GatewayName)]
    pub gateway: &'static str,
    /// What happened.
    #[schema(value_type = PaymentNoticeName)]
    pub kind: &'static str,
    /// The deposit, if one is known.
    pub deposit_id: Option<i64>,
    /// The gateway's name of the payment; may be empty.
    pub payment: String,
    /// What was said the last time.
    pub text: String,
    /// How often it happened.
    pub times: i64,
    /// The first time.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// The last time.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
    /// When staff looked at it; null: not yet.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub seen_at: Option<UnixMs>,
}

impl From<Message> for PaymentMessageResource {
    fn from(message: Message) -> Self {
        Self {
            id: message.id,
            gateway: Gateway::name(message.gateway),
            kind: PaymentNotice::name(message.notice),
            deposit_id: message.deposit,
            payment: message.payment,
            text: message.text,
            times: message.times,
            created_at: message.created_at,
            updated_at: message.updated_at,
            seen_at: message.seen_at,
        }
    }
}

/// Which messages.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PaymentMessagesQuery {
    /// 1: those too that staff have looked at.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub is_all: bool,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 20 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// What staff should look at of payments, newest first.
#[utoipa::path(get, path = "/api/admin/payment_messages", tag = "admin", params(PaymentMessagesQuery),
    responses((status = 200, body = List<PaymentMessageResource>)))]
pub async fn list_payment_messages(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<PaymentMessagesQuery>,
) -> Result<Json<List<PaymentMessageResource>>, Problem> {
    let (page, is_unseen) = (Page::new(query.page, query.count, PAGE_ROWS)?, !query.is_all);
    let read = async move |conn: &Conn| payment_messages::list(conn, is_unseen, page.rows, page.offset()).await;
    let (found, total) = app.store.read("list_payment_messages", read).await?;
    let data = found.into_iter().map(Into::into).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// Notes that a message was looked at.
#[utoipa::path(post, path = "/api/admin/payment_messages/{id}/seen", tag = "admin", params(("id" = i64, Path)),
    responses((status = 204, description = "Noted")))]
pub async fn set_payment_message_seen(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let actor = god.actor();
    app.store
        .write("set_payment_message_seen", Priority::Api, async move |tx| {
            payment_messages::set_seen(tx, id).await?;
            audit_log::record_event(tx, &actor, "see_payment_message", "payment_message", id).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
