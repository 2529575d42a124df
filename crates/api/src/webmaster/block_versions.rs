//! Versions of a block: what it was at each save.

use crate::auth::Webmaster;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use crate::webmaster::block_form::{BlockForm, BlockPlacement, CountryFloor, read_form};
use crate::webmaster::blocks::{BlockResource, check_constructed, load_block};
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{BlockId, Money, UnixMs};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::publishing::block_versions::{self, BlockVersion};
use placard_store::publishing::blocks;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A version of a block: who saved it, when, and what it was.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = BlockVersion)]
pub struct VersionResource {
    /// The block's version that the save made.
    pub version: i64,
    /// When it was saved. What there was before versions were kept bears the time at which the block was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// Who saved it.
    pub saved_by: SavedBy,
    /// The version that was restored; none where the block was edited.
    pub restored_from: Option<i64>,
    /// What the block was called.
    pub name: String,
    /// Its template.
    pub template_id: i64,
    /// The template's settings.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub config: Map<String, Value>,
    /// CSS as typed.
    pub custom_styles: String,
    /// Shown where no ad was found.
    pub passback_html: String,
    /// Address of a page that was shown where no ad was found; empty: none.
    pub passback_url: String,
    /// Seconds in view after which a place asked for other ads; none: never.
    pub refresh_seconds: Option<u16>,
    /// Where the script put the ads.
    pub placement: BlockPlacement,
    /// In an article: after every so many paragraphs; none elsewhere.
    pub article_paragraphs: Option<u8>,
    /// What 1,000 shows had to be expected to earn, in dollars.
    #[schema(value_type = f64)]
    pub ecpm_floor: Money,
    /// The same for single countries.
    pub country_floors: Vec<CountryFloor>,
}

/// Who saved a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SavedBy {
    /// The owner.
    Owner,
    /// Somebody of the network, in the owner's cabinet.
    Staff,
    /// It was there before versions were kept.
    Unknown,
}

impl VersionResource {
    fn new(version: BlockVersion, webmaster: &Webmaster) -> Result<Self, Problem> {
        let saved_by = match version.made_by {
            None => SavedBy::Unknown,
            Some(user) if user == webmaster.id() => SavedBy::Owner,
            Some(_) => SavedBy::Staff,
        };
        let form = BlockForm::of(version.settings, version.version)?;
        Ok(Self {
            version: version.version,
            created_at: version.created_at,
            saved_by,
            restored_from: version.restored_from,
            name: form.name,
            template_id: form.template_id,
            config: form.config,
            custom_styles: form.custom_styles,
            passback_html: form.passback_html,
            passback_url: form.passback_url,
            refresh_seconds: form.refresh_seconds,
            placement: form.placement,
            article_paragraphs: form.article_paragraphs,
            ecpm_floor: form.ecpm_floor,
            country_floors: form.country_floors,
        })
    }
}

/// What a block was at each save: the last 50 versions, newest first.
#[utoipa::path(get, path = "/api/webmaster/blocks/{id}/versions", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Vec<VersionResource>>)))]
pub async fn list_block_versions(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<Vec<VersionResource>>>, Problem> {
    load_block(&app, &webmaster, BlockId(id)).await?;
    let scope = webmaster.scope();
    let read = async move |conn: &placard_store::Conn| block_versions::list(conn, scope, BlockId(id)).await;
    let versions = app.store.read("list_block_versions", read).await?;
    let versions = versions.into_iter().map(|version| VersionResource::new(version, &webmaster));
    Ok(data(versions.collect::<Result<_, _>>()?))
}

/// Which version of the block is overwritten.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreForm {
    /// The block's version that was seen: another one is not overwritten.
    pub version: i64,
}

/// Makes a block what it was at a version. That is a save as any other: it makes a new version, and what the network takes
/// no more since then is refused.
#[utoipa::path(post, path = "/api/webmaster/blocks/{id}/versions/{version}/restore", tag = "webmaster",
    params(("id" = i64, Path), ("version" = i64, Path)), request_body = RestoreForm,
    responses((status = 200, body = Data<BlockResource>)))]
pub async fn restore_block_version(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path((id, number)): Path<(i64, i64)>,
    Json(form): Json<RestoreForm>,
) -> Result<Json<Data<BlockResource>>, Problem> {
    let (scope, actor) = (webmaster.scope(), webmaster.actor());
    let present = load_block(&app, &webmaster, BlockId(id)).await?;
    check_constructed(&present)?;
    let read = async move |conn: &placard_store::Conn| block_versions::get(conn, scope, BlockId(id), number).await;
    let version = app.store.read("get_block_version", read).await?;
    let settings = read_form(&app, BlockForm::of(version.settings, form.version)?, Some(present.template)).await?;
    let block = app
        .store
        .write("restore_block_version", Priority::Api, async move |tx| {
            let before = blocks::get_block(tx, scope, BlockId(id)).await?;
            let after = blocks::update_block(tx, scope, BlockId(id), Some(form.version), &settings).await?;
            block_versions::keep(tx, Some(&before), &after, actor.user, Some(number)).await?;
            audit_log::record_edit(tx, &actor, "restore_block_version", "block", id, Some(&before), Some(&after))
                .await?;
            Ok(after)
        })
        .await?;
    Ok(data(BlockResource::new(block)?))
}
