//! Copies of blocks to other sites, and what can be copied from.

use crate::advertiser::campaigns::campaign_actions::CopyQuery;
use crate::auth::Webmaster;
use crate::extract::{Json, Path, Qs};
use crate::idempotent::{self, Repeatable};
use crate::list::{Data, List};
use crate::state::ApiState;
use crate::webmaster::blocks::{BlockResource, check_constructed};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{BlockId, SiteId};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::publishing::block_versions;
use placard_store::publishing::blocks::{self, Block};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The most blocks, and the most sites, of one copy.
pub(crate) const COPIED_MAX: usize = 50;
/// The most blocks that one copy makes.
const COPIES_MAX: usize = 200;

/// What to copy where.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyBlocksForm {
    /// Blocks to copy, 1 to 50; each counts once.
    pub blocks: Vec<i64>,
    /// Sites that get a copy of each, 1 to 50; at most 200 copies are made.
    pub sites: Vec<i64>,
}

/// Copies blocks of the constructor with their settings to sites: all of them, or none where one cannot be made. The copies stand block by
/// block. A repeat with the same `Idempotency-Key` makes none and gets the first answer.
#[utoipa::path(post, path = "/api/webmaster/sites/{site_id}/blocks/copy", tag = "webmaster",
    request_body = CopyBlocksForm,
    params(("site_id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that \
        name this call: a repeat within a day does nothing again", max_length = 200)),
    responses((status = 201, body = Data<Vec<BlockResource>>)))]
pub async fn copy_blocks(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    Repeatable { form, repeat }: Repeatable<CopyBlocksForm>,
) -> Result<Response, Problem> {
    let user = webmaster.id();
    if let Some(first) = repeat.first_answer(&app, user).await? {
        return Ok(first);
    }
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
    let answer = app
        .store
        .write("copy_blocks", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, user).await? {
                return Ok(first);
            }
            placard_store::publishing::sites::get_site(tx, scope, SiteId(site)).await?;
            let mut copies = Vec::new();
            for id in &named {
                let copied = blocks::get_block(tx, scope, BlockId(*id)).await?;
                check_constructed(&copied)?;
                let settings = copied.settings();
                for target in &targets {
                    let copy = blocks::insert_block(tx, scope, SiteId(*target), &settings).await?;
                    block_versions::keep(tx, None, &copy, actor.user, None).await?;
                    audit_log::record_edit(tx, &actor, "copy_block", "block", copy.id, None::<&Block>, Some(&copy))
                        .await?;
                    copies.push(BlockResource::new(copy)?);
                }
            }
            let answer = idempotent::answer(StatusCode::CREATED, &Data { data: copies })?;
            repeat.keep(tx, user, &answer).await?;
            Ok(answer)
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// A block to copy from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockName {
    /// The block.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// Its site.
    pub site_id: i64,
    /// The site's domain, or what its owner calls it where it has none.
    pub site_name: String,
}

/// Blocks of the constructor to copy from, of all sites, newest first.
#[utoipa::path(get, path = "/api/webmaster/blocks/list_for_copy", tag = "webmaster", params(CopyQuery),
    responses((status = 200, body = List<BlockName>)))]
pub async fn list_blocks_for_copy(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<CopyQuery>,
) -> Result<Json<List<BlockName>>, Problem> {
    let without_archived = query.without_archived;
    let (page, phrase) = query.read()?;
    let scope = webmaster.scope();
    let (found, total) = app
        .store
        .read("list_blocks_for_copy", async move |conn| {
            blocks::names(conn, scope, &phrase, without_archived, page.rows, page.offset()).await
        })
        .await?;
    let row = |found: blocks::BlockName| BlockName {
        id: found.id.0,
        name: found.name,
        site_id: found.site.0,
        site_name: found.site_name,
    };
    let data = found.into_iter().map(row).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}
