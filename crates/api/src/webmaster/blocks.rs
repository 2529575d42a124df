//! Blocks of a webmaster's sites.

use crate::advertiser::stat_list::{Defaults, ListKind, list_page};
use crate::auth::Webmaster;
use crate::dictionaries::words::{BlockStatusId, FormatId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, ListParams, ListQuery, Started, data, started};
use crate::state::{Api, ApiState};
use crate::statistics::metrics::Metrics;
use crate::webmaster::block_form::{BlockForm, BlockPlacement, CountryFloor, country_floors, read_form};
use crate::webmaster::figures::Figures;
use crate::webmaster::sites::UNKNOWN_ORDER;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::user::BlockStatus;
use placard_model::{BlockId, Money, SiteId, UnixMs};
use placard_stats::{Dimension, View};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::lists::Shape;
use placard_store::publishing::blocks::{self, Block};
use placard_store::publishing::{block_versions, sites};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Rows of a page when the query names no count.
const PAGE_ROWS: u32 = 20;
/// The most rows of a page: one may have 40 kB.
const PAGE_ROWS_MAX: u32 = 1_000;

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
    /// Address of a page that is shown in a frame where no ad is found and the block has no HTML for it; empty: none.
    pub passback_url: String,
    /// Seconds in view after which a place asks for other ads; none: never.
    pub refresh_seconds: Option<u16>,
    /// Where the script puts the ads.
    pub placement: BlockPlacement,
    /// In an article: after every so many paragraphs; none elsewhere.
    pub article_paragraphs: Option<u8>,
    /// Ads by which 1,000 shows are expected to earn less are not shown, in dollars; 0: all are.
    #[schema(value_type = f64)]
    pub ecpm_floor: Money,
    /// The same for single countries.
    pub country_floors: Vec<CountryFloor>,
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
    /// Places that stayed empty for the floor of their block, of 100 that were asked for in the period; none without
    /// requests, or when no figures were asked for.
    #[schema(value_type = Option<f64>)]
    pub floor_rate: Option<Money>,
    /// Empty places in which the owner's own HTML or page was shown in the period, when figures were asked for.
    pub passbacks: Option<i64>,
    /// What was earned today and yesterday (UTC), in dollars, when figures were asked for.
    #[schema(value_type = Option<f64>)]
    pub income_today: Option<Money>,
    /// The same of yesterday.
    #[schema(value_type = Option<f64>)]
    pub income_yesterday: Option<Money>,
}

impl BlockResource {
    pub(super) fn new(block: Block) -> Result<Self, placard_store::Error> {
        let corrupt = |error| placard_store::Error::Corrupt(format!("block config: {error}"));
        let config = serde_json::from_str(&block.config).map_err(corrupt)?;
        let (placement, article_paragraphs) = BlockPlacement::of(block.placement);
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
            passback_url: block.passback_url,
            refresh_seconds: (block.refresh_s > 0).then_some(block.refresh_s),
            placement,
            article_paragraphs,
            ecpm_floor: block.floor.usual,
            country_floors: country_floors(&block.floor),
            places: block.places,
            status_id: block.status.id(),
            created_at: block.created_at,
            version: block.version,
            statistic: None,
            fill_rate: None,
            floor_rate: None,
            passbacks: None,
            income_today: None,
            income_yesterday: None,
        })
    }
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
    let figures = Figures::new(&app, webmaster.id(), Dimension::Block, &query)?;
    let opportunities = figures.opportunities(Some(site)).await?;
    let page = list_page::<BlockList>(app.clone(), webmaster.id(), query, listed, defaults).await?;
    let incomes = figures.incomes(&page.ids).await?;
    let ids = page.ids.clone();
    let found = app.store.read("list_blocks", async move |conn| blocks::by_ids(conn, scope, &ids).await).await?;
    let found = found.into_iter().map(|block| Ok((block.id.0, BlockResource::new(block)?)));
    let mut found = found.collect::<Result<HashMap<i64, BlockResource>, Problem>>()?;
    Ok(Json(page.into_list(|id, statistic| {
        let of = opportunities.of(id);
        Some(BlockResource {
            statistic,
            fill_rate: of.fill_rate,
            floor_rate: of.floor_rate,
            passbacks: of.passbacks,
            income_today: incomes.today(id),
            income_yesterday: incomes.yesterday(id),
            ..found.remove(&id)?
        })
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
            block_versions::keep(tx, None, &block, actor.user, None).await?;
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

pub(super) async fn load_block(app: &Api, webmaster: &Webmaster, id: BlockId) -> Result<Block, Problem> {
    let scope = webmaster.scope();
    Ok(app.store.read("get_block", async move |conn| blocks::get_block(conn, scope, id).await).await?)
}

/// That a block is the constructor's. The push block of a site is one of a kind, and is set on the site's push page alone: what
/// is settled here would make another block of it.
pub(super) fn check_constructed(block: &Block) -> Result<(), placard_store::Error> {
    if block.format.is_native() {
        return Ok(());
    }
    Err(placard_store::Error::Conflict(
        "it is the push block of its site: it is set on the site's push page".to_owned(),
    ))
}

/// Changes a block of the constructor.
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
    check_constructed(&present)?;
    let settings = read_form(&app, form, Some(present.template)).await?;
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    let block = app
        .store
        .write("update_block", Priority::Api, async move |tx| {
            let before = blocks::get_block(tx, scope, BlockId(id)).await?;
            let after = blocks::update_block(tx, scope, BlockId(id), version, &settings).await?;
            block_versions::keep(tx, Some(&before), &after, actor.user, None).await?;
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
