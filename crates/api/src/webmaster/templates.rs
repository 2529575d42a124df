//! Block templates, and the script that shows blocks.

use crate::auth::Webmaster;
use crate::dictionaries::words::FormatId;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use crate::templates::{Definition, Field, Size};
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{TemplateId, UnixMs};
use placard_store::publishing::templates::{self, Template};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A block template.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Template)]
pub struct TemplateResource {
    /// The template.
    pub id: i64,
    /// Its format.
    #[schema(value_type = FormatId)]
    pub block_format_type_id: u8,
    /// Name and settings.
    pub config: TemplateConfig,
    /// Settings of a new block.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub initial_values: Map<String, Value>,
    /// Offered to every webmaster.
    pub is_global: bool,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
    /// When it was deleted: never, templates are archived.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deleted_at: Option<UnixMs>,
    /// When it was put away.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<UnixMs>,
}

/// Name and settings of a template.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TemplateConfig {
    /// Name of its code in the tag.
    pub name: String,
    /// Name that people read.
    pub label: String,
    /// Its settings, in the order of the form.
    pub fields: Vec<Field>,
    /// Widths at which the constructor shows it.
    pub sizes: Vec<Size>,
}

impl TemplateResource {
    fn new(template: Template) -> Result<Self, Problem> {
        let definition = Definition::parse(&template.definition)?;
        Ok(Self {
            id: template.id.0,
            block_format_type_id: template.format.id(),
            initial_values: definition.defaults(),
            config: TemplateConfig {
                name: template.name,
                label: template.label,
                fields: definition.fields,
                sizes: definition.sizes,
            },
            is_global: template.is_global,
            created_at: template.created_at,
            updated_at: template.updated_at,
            deleted_at: None,
            archived_at: template.archived_at,
        })
    }
}

/// Lists the templates that a new block may have.
#[utoipa::path(get, path = "/api/webmaster/templates", tag = "webmaster",
    responses((status = 200, body = Data<Vec<TemplateResource>>)))]
pub async fn list_templates(
    State(app): State<ApiState>,
    _webmaster: Webmaster,
) -> Result<Json<Data<Vec<TemplateResource>>>, Problem> {
    let found = app.store.read("list_templates", async |conn| templates::list_templates(conn).await).await?;
    let offered = found
        .into_iter()
        .filter(|template| template.is_global && template.archived_at.is_none() && template.format.is_native());
    Ok(data(offered.map(TemplateResource::new).collect::<Result<_, _>>()?))
}

/// One template.
#[utoipa::path(get, path = "/api/webmaster/templates/{id}", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<TemplateResource>)))]
pub async fn get_template(
    State(app): State<ApiState>,
    _webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<TemplateResource>>, Problem> {
    let found =
        app.store.read("get_template", async move |conn| templates::get_template(conn, TemplateId(id)).await).await?;
    Ok(data(TemplateResource::new(found)?))
}

/// Where the script is, and how a place on a page names its block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Script {
    /// Host (and port) that serves the script.
    pub domain: String,
    /// Path of the script, without a slash at the beginning.
    pub path: String,
    /// Attribute of the place's `<div>`; its value is the block's id.
    pub attribute: String,
}

/// The script that shows blocks: `<script async src="//{domain}/{path}"></script>` and `<div {attribute}="{block}">`.
#[utoipa::path(get, path = "/api/webmaster/script", tag = "webmaster", responses((status = 200, body = Data<Script>)))]
pub async fn get_script(State(app): State<ApiState>, _webmaster: Webmaster) -> Json<Data<Script>> {
    let settings = app.settings.get();
    let tag = &settings.tag;
    data(Script { domain: app.config.tag_domain(&settings), path: tag.path.clone(), attribute: tag.attribute.clone() })
}
