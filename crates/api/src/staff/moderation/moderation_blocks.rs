//! What moderators see of the blocks of a site: which there are, and whether they work where they were put.

use crate::auth::Staff;
use crate::dictionaries::words::BlockStatusId;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use crate::webmaster::block_check::{BlockCheck, PageCheck, PageCheckForm, check, check_page, load};
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{BlockId, SiteId};
use placard_store::publishing::blocks::{self, Block};
use placard_store::publishing::sites;
use serde::Serialize;
use utoipa::ToSchema;

/// The most blocks of an answer.
const ROWS: u32 = 200;

/// A block of a site, as moderators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ModeratedBlock {
    /// The block.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// The template's name in the tag.
    pub template: String,
    /// Its status.
    #[schema(value_type = BlockStatusId)]
    pub status_id: u8,
}

impl From<Block> for ModeratedBlock {
    fn from(block: Block) -> Self {
        Self { id: block.id.0, name: block.name, template: block.template_name, status_id: block.status.id() }
    }
}

/// A site and its blocks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ModeratedBlocks {
    /// What the site's owner calls it.
    pub site_name: String,
    /// The site's host.
    pub domain: String,
    /// Its blocks, archived ones last; at most 200.
    pub blocks: Vec<ModeratedBlock>,
}

/// Lists the blocks of a site.
#[utoipa::path(get, path = "/api/admin/moderation/sites/{id}/blocks", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<ModeratedBlocks>)))]
pub async fn list_moderated_blocks(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<ModeratedBlocks>>, Problem> {
    let scope = staff.scope();
    let (site, found) = app
        .store
        .read("list_moderated_blocks", async move |conn| {
            let site = sites::get_site(conn, scope, SiteId(id)).await?;
            let found = blocks::of_site(conn, scope, site.id, ROWS).await?;
            Ok((site, found))
        })
        .await?;
    let blocks = found.into_iter().map(ModeratedBlock::from).collect();
    Ok(data(ModeratedBlocks { site_name: site.name, domain: site.domain, blocks }))
}

/// How a block does in practice, as its owner sees it. Both see the same requests, which are kept while either asks.
#[utoipa::path(get, path = "/api/admin/moderation/blocks/{id}/check", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<BlockCheck>)))]
pub async fn get_moderated_block_check(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<BlockCheck>>, Problem> {
    let (block, site) = load(&app, staff.scope(), BlockId(id)).await?;
    check(&app, staff.id(), &block, &site).await.map(data)
}

/// Fetches a page of the block's site as a visitor would, and tells whether the tag is on it and may work there.
#[utoipa::path(post, path = "/api/admin/moderation/blocks/{id}/check", tag = "admin", params(("id" = i64, Path)),
    request_body = PageCheckForm, responses((status = 200, body = Data<PageCheck>)))]
pub async fn check_moderated_block_page(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<PageCheckForm>,
) -> Result<Json<Data<PageCheck>>, Problem> {
    let (block, site) = load(&app, staff.scope(), BlockId(id)).await?;
    check_page(&app, staff.id(), block.id, site, &form).await.map(data)
}
