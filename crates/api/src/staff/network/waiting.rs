//! What waits for staff, for the first page of the back office.

use crate::auth::Staff;
use crate::dictionaries::words::StaffQueueName;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_store::network::waiting::{self, Waiting};
use serde::Serialize;
use utoipa::ToSchema;

/// How much of a kind waits for staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = WaitingQueue)]
pub struct WaitingResource {
    /// What.
    #[schema(value_type = StaffQueueName)]
    pub queue: &'static str,
    /// How many; at most 1,000.
    pub count: u32,
    /// There are more than were counted.
    pub is_more: bool,
    /// Since when the oldest waits; null when nothing does.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub oldest_at: Option<UnixMs>,
}

impl From<Waiting> for WaitingResource {
    fn from(Waiting { queue, count, is_more, oldest_at }: Waiting) -> Self {
        Self { queue: queue.name(), count, is_more, oldest_at }
    }
}

/// Tells how much of each kind waits for staff, and since when. What is held back and what nobody may decide on yet does not
/// wait. Sales have the sites of their clients, on which they decide.
#[utoipa::path(get, path = "/api/admin/waiting", tag = "admin",
    responses((status = 200, body = Data<Vec<WaitingResource>>)))]
pub async fn list_waiting(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<WaitingResource>>>, Problem> {
    let scope = staff.scope();
    let found = app.store.read("list_waiting", async move |conn| waiting::list(conn, scope).await).await?;
    Ok(data(found.into_iter().map(Into::into).collect()))
}
