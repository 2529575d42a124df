//! Which templates webmasters are offered.

use crate::auth::{God, Staff};
use crate::dictionaries::words::FormatId;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{TemplateId, UnixMs};
use placard_store::accounts::audit_log;
use placard_store::publishing::templates::{self, Template};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A template, as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = NetworkTemplate)]
pub struct NetworkTemplateResource {
    /// The template.
    pub id: i64,
    /// Its format.
    #[schema(value_type = FormatId)]
    pub block_format_type_id: u8,
    /// Name of its code in the tag.
    pub name: String,
    /// Name that people read.
    pub label: String,
    /// Blocks of it that are not archived; for sales, of their clients.
    pub blocks_count: i64,
    /// When it was put away; null while new blocks may have it.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<UnixMs>,
}

impl NetworkTemplateResource {
    fn new(template: Template, blocks_count: i64) -> Self {
        Self {
            id: template.id.0,
            block_format_type_id: template.format.id(),
            name: template.name,
            label: template.label,
            blocks_count,
            archived_at: template.archived_at,
        }
    }
}

/// What the audit log keeps.
#[derive(Serialize)]
struct TemplateRecord {
    label: String,
    archived_at: Option<UnixMs>,
}

impl From<&Template> for TemplateRecord {
    fn from(template: &Template) -> Self {
        Self { label: template.label.clone(), archived_at: template.archived_at }
    }
}

/// Lists the templates of native blocks, archived ones too, by format.
#[utoipa::path(get, path = "/api/admin/templates", tag = "admin",
    responses((status = 200, body = Data<Vec<NetworkTemplateResource>>)))]
pub async fn list_network_templates(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<NetworkTemplateResource>>>, Problem> {
    let scope = staff.scope();
    let read = async move |conn: &Conn| Ok((templates::list_offered(conn).await?, templates::uses(conn, scope).await?));
    let (found, uses) = app.store.read("list_network_templates", read).await?;
    let resource = |template: Template| {
        let blocks = uses.get(&template.id).copied().unwrap_or_default();
        NetworkTemplateResource::new(template, blocks)
    };
    Ok(data(found.into_iter().map(resource).collect()))
}

/// Whether a template is offered.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TemplateForm {
    /// New blocks cannot choose it. Blocks that have it are drawn as before, and can be edited and copied.
    pub is_archived: bool,
}

/// Takes a template from what webmasters are offered, or offers it again. One is always left.
#[utoipa::path(put, path = "/api/admin/templates/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = TemplateForm, responses((status = 200, body = Data<NetworkTemplateResource>)))]
pub async fn update_template(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(TemplateForm { is_archived }): Json<TemplateForm>,
) -> Result<Json<Data<NetworkTemplateResource>>, Problem> {
    let (actor, scope) = (god.actor(), god.scope());
    let after = app
        .store
        .write("update_template", Priority::Api, async move |tx| {
            let (before, after) = templates::set_archived(tx, TemplateId(id), is_archived).await?;
            if before.archived_at != after.archived_at {
                let (before, now) = (TemplateRecord::from(&before), TemplateRecord::from(&after));
                audit_log::record(tx, &actor, "update_template", "template", id, Some(&before), Some(&now)).await?;
            }
            Ok(after)
        })
        .await?;
    // Counted apart: who writes waits for nothing that is counted.
    let uses = app.store.read("update_template", async move |conn| templates::uses(conn, scope).await).await?;
    let blocks = uses.get(&after.id).copied().unwrap_or_default();
    Ok(data(NetworkTemplateResource::new(after, blocks)))
}
