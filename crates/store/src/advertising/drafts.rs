//! Drafts: ads that their owner keeps. Nobody reads one until it is sent; then it goes the way of a new ad.

use super::ads::{self, Ad, Entry, PROCESSING_MS_MAX, status_name};
use super::{campaigns, groups, link_checks, push};
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::inventory_changes;
use crate::scope::Scope;
use crate::statement::Update;
use crate::users;
use placard_model::AdId;
use placard_model::status::{AdStatus, CampaignStatus};

/// How a draft is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// As a new ad comes in: it starts where its group starts approved ads.
    AsNew,
    /// By a start. A native ad that waits keeps no wish: it starts at once where its owner is trusted, and is started by its
    /// group otherwise.
    Started,
}

/// Sends a draft to moderation, or approves it where its owner is trusted; nothing of an ad that is none.
pub async fn send(tx: &Tx, id: AdId, sent: Sent) -> Result<()> {
    // As it is now: what its owner changed in this transaction is what is sent.
    let ad = ads::any(tx, Scope::System, id).await?;
    if !ad.is_draft() {
        return Ok(());
    }
    let group = groups::any(tx, Scope::System, ad.group).await?;
    let trusted = users::get_user(tx, Scope::System, ad.advertiser).await?.is_trusted;
    let starts = sent == Sent::Started || group.settings.auto_start_ads;
    Update::of("ads")
        .set("review", i64::from(Entry::of(trusted, false).review().id()))
        .set("needs_check", trusted)
        // The owner of a push ad wants it to run as soon as it is approved.
        .set("wanted", group.is_of_push || trusted && starts)
        .set("submitted_at", tx.now().0)
        .set("reviewed_at", trusted.then(|| tx.now().0))
        .set("link_id", link_checks::want(tx, &ad.settings.original_url, ad.advertiser).await?)
        .set("processing_until", tx.now().plus_ms(PROCESSING_MS_MAX).0)
        .stamped(tx)
        .filter("id =", id.0)
        .one(tx, "ad")
        .await?;
    link_checks::end_processing(tx, id).await?;
    if trusted {
        campaigns::approve_once(tx, ad.campaign).await?;
    }
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await
}

/// Refuses to make a draft of an ad that is none any more.
pub async fn check_kept(conn: &Conn, scope: Scope, ad: &Ad) -> Result<()> {
    if ad.is_draft() {
        return Ok(());
    }
    let (name, id, stopped) = if ad.settings.push.is_some() {
        let status = push::ad_statuses(conn, scope, std::slice::from_ref(ad)).await?;
        let status = status.get(&ad.id).copied().ok_or(Error::NotFound("ad"))?;
        (campaigns::status_name(status), status.id(), CampaignStatus::Stopped.id())
    } else {
        let status = ads::status(conn, scope, ad).await?;
        (status_name(status), status.id(), AdStatus::Stopped.id())
    };
    Err(Error::Conflict(format!(
        "an ad that is {name} ({id}) cannot become a draft, which is stopped ({stopped}): only one that was never sent is"
    )))
}
