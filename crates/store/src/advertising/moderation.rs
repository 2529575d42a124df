//! The queue of ads that a moderator looks at: oldest first, one moderator an ad. A verdict needs the ad open, and
//! names the version that was seen.

use super::ads::{ADS, Ad, status_name};
use super::{campaigns, groups, to_json};
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::status::{AdStatus, Review};
use placard_model::{AdId, UnixMs, UserId};

const IN_QUEUE: &str = "a.deleted_at IS NULL AND a.archived_at IS NULL AND (a.review = 2 OR a.needs_check)";

/// An ad in the queue.
#[derive(Clone, Debug)]
pub struct Queued {
    /// The ad.
    pub ad: Ad,
    /// Its campaign's name.
    pub campaign_name: String,
    /// Its group's name.
    pub group_name: String,
    /// Since when it waits.
    pub submitted_at: UnixMs,
    /// It runs by its owner's trust, and is looked at afterwards.
    pub is_check: bool,
    /// Who has it open.
    pub locked_by: Option<UserId>,
    /// The version since which it shows the same words, pictures and links.
    pub content_version: i64,
}

/// What is in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueCounts {
    /// Wait for anybody.
    pub waiting: u64,
    /// Are open at a moderator's.
    pub in_moderation: u64,
    /// Run by trust, to be looked at.
    pub checks: u64,
}

/// A page of the queue, oldest first: those that wait, then those that run by trust.
pub async fn queue(conn: &Conn, limit: u32, offset: u64) -> Result<Vec<Queued>> {
    let sql = format!(
        "SELECT c.name AS campaign_name, g.name AS group_name, {ADS} JOIN campaigns c ON c.id = a.campaign_id \
         JOIN ad_groups g ON g.id = a.group_id WHERE {IN_QUEUE} \
         ORDER BY a.review, a.submitted_at, a.id LIMIT $1 OFFSET $2"
    );
    let rows = conn.rows(&sql, [i64::from(limit).into(), i64::try_from(offset).unwrap_or(i64::MAX).into()]).await?;
    rows.iter().map(|row| read(row, conn.now())).collect()
}

/// One ad of the queue.
pub async fn get(conn: &Conn, id: AdId) -> Result<Queued> {
    let sql = format!(
        "SELECT c.name AS campaign_name, g.name AS group_name, {ADS} JOIN campaigns c ON c.id = a.campaign_id \
         JOIN ad_groups g ON g.id = a.group_id WHERE a.id = $1 AND a.deleted_at IS NULL"
    );
    let row = conn.row(&sql, [id.0.into()]).await?.ok_or(Error::NotFound("ad"))?;
    read(&row, conn.now())
}

fn read(row: &crate::conn::Row, now: UnixMs) -> Result<Queued> {
    let ad = Ad::read(row)?;
    let locked_by = row.get::<Option<i64>>("lock_user_id")?.filter(|_| ad.state.is_locked(now)).map(UserId);
    Ok(Queued {
        campaign_name: row.get("campaign_name")?,
        group_name: row.get("group_name")?,
        submitted_at: UnixMs(row.get("submitted_at")?),
        is_check: row.get("needs_check")?,
        content_version: row.get("content_version")?,
        locked_by,
        ad,
    })
}

/// How many ads are in the queue.
pub async fn counts(conn: &Conn) -> Result<QueueCounts> {
    let sql = format!(
        "SELECT CAST(SUM(CASE WHEN a.review = 2 AND COALESCE(a.lock_until, 0) <= $1 THEN 1 ELSE 0 END) AS BIGINT) \
         AS waiting, CAST(SUM(CASE WHEN a.review = 2 AND COALESCE(a.lock_until, 0) > $1 THEN 1 ELSE 0 END) AS BIGINT) \
         AS in_moderation, CAST(SUM(CASE WHEN a.review <> 2 THEN 1 ELSE 0 END) AS BIGINT) AS checks \
         FROM ads a WHERE {IN_QUEUE}"
    );
    let Some(row) = conn.row(&sql, [conn.now().0.into()]).await? else { return Ok(QueueCounts::default()) };
    let count = |column: &str| -> Result<u64> { Ok(row.get::<Option<i64>>(column)?.unwrap_or(0).max(0) as u64) };
    Ok(QueueCounts { waiting: count("waiting")?, in_moderation: count("in_moderation")?, checks: count("checks")? })
}

/// Opens an ad for a moderator, or keeps it open for another while: nobody else, nor its owner, may change it until the
/// lock is given back or expires.
pub async fn lock(tx: &Tx, id: AdId, moderator: UserId) -> Result<Queued> {
    let queued = in_queue(tx, id, moderator, AdStatus::InModeration).await?;
    let until = tx.now().plus_ms(i64::from(tx.settings().moderation.lock_minutes) * 60_000);
    tx.execute_one(
        "ad",
        "UPDATE ads SET lock_user_id = $2, lock_until = $3 WHERE id = $1",
        [id.0.into(), moderator.0.into(), until.0.into()],
    )
    .await?;
    get(tx, queued.ad.id).await
}

/// Gives an ad back to the queue.
pub async fn unlock(tx: &Tx, id: AdId, moderator: UserId) -> Result<()> {
    in_queue(tx, id, moderator, AdStatus::Waiting).await?;
    tx.execute_one("ad", "UPDATE ads SET lock_user_id = NULL, lock_until = NULL WHERE id = $1", [id.0.into()]).await
}

/// Approves what the moderator has open and saw at `version`: the ad starts if its group starts approved ads, and its
/// campaign leaves moderation.
pub async fn approve(tx: &Tx, id: AdId, moderator: UserId, version: i64) -> Result<()> {
    let queued = seen(tx, id, moderator, version, AdStatus::Launched).await?;
    let group = groups::any(tx, Scope::System, queued.ad.group).await?;
    // What runs by trust keeps its owner's wish, and so do push ads, whose owners can say it before.
    let keeps_wish = queued.ad.state.review == Review::Approved || group.is_of_push;
    let wanted = if keeps_wish { queued.ad.state.wanted } else { group.settings.auto_start_ads };
    Update::of("ads")
        .set("review", i64::from(Review::Approved.id()))
        .set("wanted", wanted)
        .set("reviewed_at", tx.now().0)
        .set_sql("needs_check = FALSE, ban_reasons = '[]', ban_comment = '', lock_user_id = NULL, lock_until = NULL")
        .stamped(tx)
        .filter("id =", id.0)
        .one(tx, "ad")
        .await?;
    campaigns::approve_once(tx, queued.ad.campaign).await?;
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await
}

/// Rejects what the moderator has open and saw at `version`, with ban reasons (1..=18, at least one) and a comment for
/// the owner.
pub async fn reject(tx: &Tx, id: AdId, moderator: UserId, version: i64, reasons: &[u8], comment: &str) -> Result<()> {
    let queued = seen(tx, id, moderator, version, AdStatus::Rejected).await?;
    if queued.ad.state.review == Review::Approved {
        super::ads::leave(tx, id, &queued.ad.settings).await?;
    }
    Update::of("ads")
        .set("review", i64::from(Review::Rejected.id()))
        .set("reviewed_at", tx.now().0)
        .set("ban_reasons", to_json(&reasons)?)
        .set("ban_comment", comment)
        // The owner of a push ad said what they want of it; it holds when a better one is approved.
        .set("wanted", queued.ad.settings.push.is_some() && queued.ad.state.wanted)
        .set_sql("needs_check = FALSE, lock_user_id = NULL, lock_until = NULL")
        .stamped(tx)
        .filter("id =", id.0)
        .one(tx, "ad")
        .await?;
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await
}

/// An ad of the queue that the moderator has open, and that shows what it showed at `version`. A change of its bid since
/// is nothing that a verdict is about.
async fn seen(tx: &Tx, id: AdId, moderator: UserId, version: i64, wish: AdStatus) -> Result<Queued> {
    let queued = in_queue(tx, id, moderator, wish).await?;
    if queued.locked_by != Some(moderator) {
        return Err(Error::Conflict(format!(
            "the ad is not in moderation (21) at you and cannot become {} ({}): open it first",
            status_name(wish),
            wish.id()
        )));
    }
    if !(queued.content_version..=queued.ad.version).contains(&version) {
        return Err(Error::Stale { current: queued.ad.version });
    }
    Ok(queued)
}

/// An ad of the queue that no other moderator has open.
async fn in_queue(tx: &Tx, id: AdId, moderator: UserId, wish: AdStatus) -> Result<Queued> {
    let queued = get(tx, id).await?;
    let status = match (queued.ad.state.archived_at.is_some(), queued.ad.state.review) {
        (true, _) => AdStatus::Archived,
        (false, Review::Waiting) => AdStatus::Waiting,
        (false, Review::Approved) if queued.is_check => AdStatus::Launched,
        (false, Review::Approved) if queued.ad.state.wanted => AdStatus::Launched,
        (false, Review::Approved | Review::Draft) => AdStatus::Stopped,
        (false, Review::Rejected) => AdStatus::Rejected,
        (false, Review::Processing) => AdStatus::Processed,
    };
    let is_queued = status == AdStatus::Waiting || status == AdStatus::Launched && queued.is_check;
    if !is_queued {
        return Err(Error::Conflict(format!(
            "an ad that is {} ({}) is not in the queue and cannot become {} ({})",
            status_name(status),
            status.id(),
            status_name(wish),
            wish.id()
        )));
    }
    match queued.locked_by {
        Some(other) if other != moderator => Err(Error::Conflict(format!(
            "the ad is in moderation (21) at another moderator until {}, and cannot become {} ({})",
            queued.ad.state.locked_until.unwrap_or_default(),
            status_name(wish),
            wish.id()
        ))),
        _ => Ok(queued),
    }
}
