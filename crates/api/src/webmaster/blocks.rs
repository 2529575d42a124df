//! Blocks of a webmaster's sites.

use crate::advertiser::stat_list::{Defaults, ListKind, list_page};
use crate::auth::Webmaster;
use crate::block_css;
use crate::dictionaries::words::{BlockStatusId, FormatId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, ListParams, ListQuery, Started, data, started};
use crate::state::{Api, ApiState};
use crate::statistics::metrics::Metrics;
use crate::templates::{self as settings_of, Definition};
use crate::webmaster::sites::{UNKNOWN_ORDER, fill_rates};
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::user::BlockStatus;
use placard_model::{BlockId, Money, SiteId, TemplateId, UnixMs, validate};
use placard_stats::{Dimension, OpportunityGroup, View};
use placard_store::blocks::{self, Block, BlockSettings};
use placard_store::lists::Shape;
use placard_store::{Priority, audit_log, sites, templates};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;

/// Rows of a page when the query names no count.
const PAGE_ROWS: u32 = 20;
/// The most rows of a page: one may have 40 kB.
const PAGE_ROWS_MAX: u32 = 1_000;
/// The longest passback HTML, in characters.
pub(crate) const PASSBACK_MAX: usize = 10_000;
/// The most blocks, and the most sites, of one copy.
pub(crate) const COPIED_MAX: usize = 50;
/// The most blocks that one copy makes.
const COPIES_MAX: usize = 200;

/// A block.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Block)]
pub struct BlockResource {
    /// The block.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// Its site.
    pub site_id: i64,
    /// Its format.
    #[schema(value_type = FormatId)]
    pub block_format_type_id: u8,
    /// Its template.
    pub template_id: i64,
    /// The template's name in the tag.
    pub template_name: String,
    /// The template's settings.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub config: Map<String, Value>,
    /// CSS as typed.
    pub custom_styles: String,
    /// The same, checked and scoped to the block.
    pub compiled_styles: String,
    /// Shown where no ad is found.
    pub passback_html: String,
    /// Ads that it shows.
    pub places: u8,
    /// Its status.
    #[schema(value_type = BlockStatusId)]
    pub status_id: u8,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// Send it back with a change: a stale one is refused.
    pub version: i64,
    /// Figures of the period, when asked for.
    pub statistic: Option<Metrics>,
    /// Places that were filled with ads, of 100 that were asked for in the period; none without requests, or when no
    /// figures were asked for.
    #[schema(value_type = Option<f64>)]
    pub fill_rate: Option<Money>,
}

impl BlockResource {
    fn new(block: Block) -> Result<Self, Problem> {
        let config = serde_json::from_str(&block.config).map_err(anyhow::Error::from)?;
        Ok(Self {
            id: block.id.0,
            name: block.name,
            site_id: block.site.0,
            block_format_type_id: block.format.id(),
            template_id: block.template.0,
            template_name: block.template_name,
            config,
            custom_styles: block.custom_styles,
            compiled_styles: block.compiled_styles,
            passback_html: block.passback_html,
            places: block.places,
            status_id: block.status.id(),
            created_at: block.created_at,
            version: block.version,
            statistic: None,
            fill_rate: None,
        })
    }
}

/// What the owner says of a block.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockForm {
    /// What to call it.
    pub name: String,
    /// Its template.
    pub template_id: i64,
    /// Settings of the template; missing ones get their defaults.
    #[serde(default)]
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub config: Map<String, Value>,
    /// CSS of the owner's own.
    #[serde(default)]
    pub custom_styles: String,
    /// Shown where no ad is found.
    #[serde(default)]
    pub passback_html: String,
    /// On a change: the version that was changed.
    pub version: Option<i64>,
}

/// Lists of blocks.
struct BlockList;

impl ListKind for BlockList {
    const SHAPE: &'static Shape = &blocks::LIST;
    const DIMENSION: Dimension = Dimension::Block;
    const VIEW: View = View::Webmaster;

    fn unknown_order() -> String {
        UNKNOWN_ORDER.to_owned()
    }
}

/// Lists the blocks of a site.
#[utoipa::path(get, path = "/api/webmaster/sites/{site_id}/blocks", tag = "webmaster",
    params(("site_id" = i64, Path), ListParams<BlockList>), responses((status = 200, body = List<BlockResource>)))]
pub async fn list_blocks(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    Qs(query): Qs<ListQuery>,
) -> Result<Json<List<BlockResource>>, Problem> {
    let (scope, site) = (webmaster.scope(), SiteId(site));
    app.store.read("list_blocks", async move |conn| sites::get_site(conn, scope, site).await).await?;
    let defaults = Defaults { name: "list_blocks", rows: PAGE_ROWS, max_rows: PAGE_ROWS_MAX, order_by: "id" };
    let listed = blocks::listed(scope, site, query.search()?);
    let filled = fill_rates(&app, webmaster.id(), OpportunityGroup::Block, Some(site), &query).await?;
    let page = list_page::<BlockList>(app.clone(), webmaster.id(), query, listed, defaults).await?;
    let ids = page.ids.clone();
    let found = app.store.read("list_blocks", async move |conn| blocks::by_ids(conn, scope, &ids).await).await?;
    let found = found.into_iter().map(|block| Ok((block.id.0, BlockResource::new(block)?)));
    let mut found = found.collect::<Result<HashMap<i64, BlockResource>, Problem>>()?;
    Ok(Json(page.into_list(|id, statistic| {
        Some(BlockResource { statistic, fill_rate: filled.get(&id).copied(), ..found.remove(&id)? })
    })))
}

/// Makes a block on a site.
#[utoipa::path(post, path = "/api/webmaster/sites/{site_id}/blocks", tag = "webmaster",
    params(("site_id" = i64, Path)), request_body = BlockForm, responses((status = 201, body = Data<BlockResource>)))]
pub async fn create_block(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    Json(form): Json<BlockForm>,
) -> Result<(StatusCode, Json<Data<BlockResource>>), Problem> {
    let settings = read_form(&app, form, None).await?;
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    let block = app
        .store
        .write("create_block", Priority::Api, async move |tx| {
            let block = blocks::insert_block(tx, scope, SiteId(site), &settings).await?;
            audit_log::record_edit(tx, &actor, "create_block", "block", block.id, None::<&Block>, Some(&block)).await?;
            Ok(block)
        })
        .await?;
    Ok((StatusCode::CREATED, data(BlockResource::new(block)?)))
}

/// One block.
#[utoipa::path(get, path = "/api/webmaster/blocks/{id}", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<BlockResource>)))]
pub async fn get_block(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<BlockResource>>, Problem> {
    Ok(data(BlockResource::new(load_block(&app, &webmaster, BlockId(id)).await?)?))
}

async fn load_block(app: &Api, webmaster: &Webmaster, id: BlockId) -> Result<Block, Problem> {
    let scope = webmaster.scope();
    Ok(app.store.read("get_block", async move |conn| blocks::get_block(conn, scope, id).await).await?)
}

/// Changes a block.
#[utoipa::path(put, path = "/api/webmaster/blocks/{id}", tag = "webmaster", params(("id" = i64, Path)),
    request_body = BlockForm, responses((status = 200, body = Data<BlockResource>)))]
pub async fn update_block(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
    Json(form): Json<BlockForm>,
) -> Result<Json<Data<BlockResource>>, Problem> {
    let version = form.version;
    let present = load_block(&app, &webmaster, BlockId(id)).await?;
    let settings = read_form(&app, form, Some(present.template)).await?;
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    let block = app
        .store
        .write("update_block", Priority::Api, async move |tx| {
            let before = blocks::get_block(tx, scope, BlockId(id)).await?;
            let after = blocks::update_block(tx, scope, BlockId(id), version, &settings).await?;
            audit_log::record_edit(tx, &actor, "update_block", "block", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(BlockResource::new(block)?))
}

/// Puts a block away: it shows no more ads, statistics stay.
#[utoipa::path(delete, path = "/api/webmaster/blocks/{id}", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_block(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let from = [BlockStatus::Active, BlockStatus::Stopped];
    set_status(app, webmaster, BlockId(id), "delete_block", from, BlockStatus::Archived).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a block show ads.
#[utoipa::path(put, path = "/api/webmaster/blocks/{id}/start", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Started)))]
pub async fn start_block(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Started>, Problem> {
    let from = [BlockStatus::Stopped, BlockStatus::Active];
    set_status(app, webmaster, BlockId(id), "start_block", from, BlockStatus::Active).await?;
    Ok(started(1))
}

/// Stops a block.
#[utoipa::path(put, path = "/api/webmaster/blocks/{id}/stop", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Started)))]
pub async fn stop_block(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Started>, Problem> {
    let from = [BlockStatus::Active, BlockStatus::Stopped];
    set_status(app, webmaster, BlockId(id), "stop_block", from, BlockStatus::Stopped).await?;
    Ok(started(0))
}

async fn set_status(
    app: ApiState,
    webmaster: Webmaster,
    id: BlockId,
    action: &'static str,
    from: [BlockStatus; 2],
    to: BlockStatus,
) -> Result<(), Problem> {
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    app.store
        .write(action, Priority::Api, async move |tx| {
            let before = blocks::get_block(tx, scope, id).await?;
            let after = blocks::set_status(tx, scope, id, &from, to).await?;
            audit_log::record_edit(tx, &actor, tx.name(), "block", id, Some(&before), Some(&after)).await
        })
        .await?;
    Ok(())
}

/// What to copy where.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyBlocksForm {
    /// Blocks to copy, 1 to 50; each counts once.
    pub blocks: Vec<i64>,
    /// Sites that get a copy of each, 1 to 50; at most 200 copies are made.
    pub sites: Vec<i64>,
}

/// Copies blocks with their settings to sites.
#[utoipa::path(post, path = "/api/webmaster/sites/{site_id}/blocks/copy", tag = "webmaster",
    params(("site_id" = i64, Path)), request_body = CopyBlocksForm,
    responses((status = 201, body = Data<Vec<BlockResource>>)))]
pub async fn copy_blocks(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    Json(form): Json<CopyBlocksForm>,
) -> Result<(StatusCode, Json<Data<Vec<BlockResource>>>), Problem> {
    let mut errors = FieldErrors::default();
    for (field, ids) in [("blocks", &form.blocks), ("sites", &form.sites)] {
        let ok = (1..=COPIED_MAX).contains(&ids.len());
        errors.check(field, ok, format!("must have 1 to {COPIED_MAX} entries"));
    }
    // One that is named twice is meant once.
    let once = |ids: &[i64]| ids.iter().copied().take(COPIED_MAX).collect::<BTreeSet<i64>>();
    let (named, targets) = (once(&form.blocks), once(&form.sites));
    let copies = named.len() * targets.len();
    errors.check(
        "sites",
        copies <= COPIES_MAX,
        format!("would get {copies} blocks together; at most {COPIES_MAX} at once"),
    );
    errors.finish()?;
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    let copies = app
        .store
        .write("copy_blocks", Priority::Api, async move |tx| {
            placard_store::sites::get_site(tx, scope, SiteId(site)).await?;
            let mut copies = Vec::new();
            for id in &named {
                let block = blocks::get_block(tx, scope, BlockId(*id)).await?;
                let settings = BlockSettings {
                    name: block.name,
                    format: block.format,
                    template: block.template,
                    config: block.config,
                    custom_styles: block.custom_styles,
                    compiled_styles: block.compiled_styles,
                    passback_html: block.passback_html,
                    places: block.places,
                };
                for target in &targets {
                    let copy = blocks::insert_block(tx, scope, SiteId(*target), &settings).await?;
                    audit_log::record_edit(tx, &actor, "copy_block", "block", copy.id, None::<&Block>, Some(&copy))
                        .await?;
                    copies.push(copy);
                }
            }
            Ok(copies)
        })
        .await?;
    let copies = copies.into_iter().map(BlockResource::new).collect::<Result<_, _>>()?;
    Ok((StatusCode::CREATED, data(copies)))
}

/// Checks the form; `present` is the template that a changed block has, which may have been put away meanwhile.
async fn read_form(app: &Api, form: BlockForm, present: Option<TemplateId>) -> Result<BlockSettings, Problem> {
    let id = TemplateId(form.template_id);
    let template = app.store.read("get_template", async move |conn| templates::get_template(conn, id).await).await;
    let template = match template {
        Ok(template) if template.archived_at.is_none() || present == Some(id) => template,
        Ok(_) | Err(placard_store::Error::NotFound(_)) => {
            return Err(Problem::field("template_id", "is not a template that can be chosen"));
        }
        Err(error) => return Err(error.into()),
    };
    let mut errors = FieldErrors::default();
    let name = validate::name(&form.name).map_or_else(
        |message| {
            errors.add("name", message);
            String::new()
        },
        str::to_owned,
    );
    if let Err(message) = validate::paragraphs(&form.passback_html, PASSBACK_MAX) {
        errors.add("passback_html", message);
    }
    let compiled_styles = block_css::compile(&form.custom_styles).unwrap_or_else(|error| {
        errors.add("custom_styles", error.to_string());
        String::new()
    });
    errors.finish()?;
    let config = Definition::parse(&template.definition)?.complete(&form.config)?;
    Ok(BlockSettings {
        name,
        format: template.format,
        template: template.id,
        places: settings_of::places(&config)?,
        config: Value::Object(config).to_string(),
        custom_styles: form.custom_styles,
        compiled_styles,
        passback_html: form.passback_html.trim().to_owned(),
    })
}
