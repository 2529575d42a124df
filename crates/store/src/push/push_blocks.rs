//! A site's push block: one for each site, and what the last look at its worker file found.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::publishing::blocks::{self, Block, BlockSettings};
use crate::publishing::sites;
use crate::scope::Scope;
use crate::statement::Insert;
use crate::topic::Topic;
use placard_model::format::BlockFormat;
use placard_model::push::subscription::SitePush;
use placard_model::user::BlockStatus;
use placard_model::{BlockId, SiteId, UnixMs};

/// A condition that something may be sent for a push block `b`, of a site `s` of a user `u`.
pub(crate) const MAY_SEND: &str = concat!(
    "b.status_id = ",
    code!(block_active),
    " AND s.status_id = ",
    code!(site_approved),
    " AND NOT s.is_paused AND u.status_id = ",
    code!(user_active)
);

/// The push block of a site of the scope, put away or not; none where the site never had one.
pub async fn find(conn: &Conn, scope: Scope, site: SiteId) -> Result<Option<Block>> {
    let mut values = vec![site.0.into(), i64::from(BlockFormat::Push.id()).into()];
    let own = scope.webmaster_rows("b.webmaster_id", &mut values);
    let sql = format!(
        "SELECT b.id FROM blocks b WHERE b.site_id = $1 AND b.block_format_type_id = $2 AND {own} ORDER BY b.id LIMIT 1"
    );
    match conn.row(&sql, values).await? {
        Some(row) => Ok(Some(blocks::get_block(conn, scope, BlockId(row.get("id")?)).await?)),
        None => Ok(None),
    }
}

/// The name of the picture of a site's question, none where it has none, and the version of the block that was read. The site must be
/// of the scope; `version`, if given, must be the stored one of its block.
pub async fn picture(conn: &Conn, scope: Scope, site: SiteId, version: Option<i64>) -> Result<(Option<String>, i64)> {
    let site = sites::get_site(conn, scope, site).await?;
    let Some(block) = find(conn, scope, site.id).await? else { return Ok((None, 0)) };
    if version.is_some_and(|version| version != block.version) {
        return Err(Error::Stale { current: block.version });
    }
    Ok((SitePush::of_config(&block.config).and_then(|push| push.picture), block.version))
}

/// Makes a site's push block, or changes it; what it was before, if it was, and is now. It asks and sends while `is_on`. `version`, if
/// given, must be the stored one.
pub async fn put(
    tx: &Tx,
    scope: Scope,
    site: SiteId,
    settings: &BlockSettings,
    is_on: bool,
    version: Option<i64>,
) -> Result<(Option<Block>, Block)> {
    // Two who save at once make one block.
    tx.in_order(Topic::Inventory).await?;
    let site = sites::get_site(tx, scope, site).await?.id;
    let before = find(tx, scope, site).await?;
    let block = match &before {
        None if version.is_some_and(|version| version != 0) => return Err(Error::Stale { current: 0 }),
        None => blocks::insert_block(tx, scope, site, settings).await?,
        Some(before) => blocks::update_block(tx, scope, before.id, version, settings).await?,
    };
    let wanted = if is_on { BlockStatus::Active } else { BlockStatus::Stopped };
    Ok((before, blocks::set_status(tx, scope, block.id, &BlockStatus::ALL, wanted).await?))
}

/// What the last look at a site's worker file found, as JSON, and when.
pub async fn worker_check(conn: &Conn, site: SiteId) -> Result<Option<(String, UnixMs)>> {
    let row = conn.row("SELECT found, updated_at FROM push_worker_checks WHERE site_id = $1", [site.0.into()]).await?;
    row.map(|row| Ok((row.get("found")?, UnixMs(row.get("updated_at")?)))).transpose()
}

/// Keeps what a look at a site's worker file found.
pub async fn set_worker_check(tx: &Tx, site: SiteId, found: &str) -> Result<()> {
    let row = Insert::into("push_worker_checks").set("site_id", site.0).set("found", found).created(tx);
    row.replacing("site_id", &["created_at"]).run(tx).await.map(drop)
}

/// Push blocks from an id on, with the weeks after which each lets silent subscriptions go; none where nobody is left to send for: the
/// owner's account was deleted.
pub async fn let_go_weeks(conn: &Conn, from: BlockId, limit: u32) -> Result<Vec<(BlockId, SiteId, Option<u8>)>> {
    let sql = concat!(
        "SELECT b.id, b.site_id, b.config, u.status_id FROM blocks b JOIN users u ON u.id = b.webmaster_id \
         WHERE b.block_format_type_id = ",
        code!(push_format),
        " AND b.id >= $1 ORDER BY b.id LIMIT $2"
    );
    let rows = conn.rows(sql, [from.0.into(), i64::from(limit).into()]).await?;
    let weeks = |row: &Row| {
        let push = SitePush::of_config(&row.get::<String>("config")?).unwrap_or_default();
        let is_deleted = row.get::<i64>("status_id")? == code!(user_deleted);
        Ok((BlockId(row.get("id")?), SiteId(row.get("site_id")?), (!is_deleted).then_some(push.let_go_weeks)))
    };
    rows.iter().map(weeks).collect()
}
