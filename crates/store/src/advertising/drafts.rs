//! How ads come to moderation: new ones, drafts, which nobody reads until their owner sends them, and rejected ones again.

use super::ads::{self, Ad, PROCESSING_MS_MAX, queue, status_name};
use super::campaigns::{self, forbidden};
use super::state::Entry;
use super::states::States;
use super::{groups, link_checks};
use crate::accounts::users;
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::AdId;
use placard_model::status::{AdStatus, CampaignStatus, Review};

/// How a draft is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    /// As a new ad comes in: it starts where its group starts approved ads.
    AsNew,
    /// By a start. A native ad that waits keeps no wish: it starts at once where its owner is trusted, and is started by its
    /// group otherwise.
    Started,
}

/// Sends a draft to moderation, or approves it where its owner is trusted; nothing of an ad that is none.
pub(super) async fn send(tx: &Tx, id: AdId, sent: Sent) -> Result<()> {
    // As it is now: what its owner changed in this transaction is what is sent.
    let ad = ads::any(tx, Scope::System, id).await?;
    if !ad.is_draft() {
        return Ok(());
    }
    let group = groups::any(tx, Scope::System, ad.group).await?;
    let trusted = users::get_user(tx, Scope::System, ad.advertiser).await?.is_trusted;
    let starts = sent == Sent::Started || group.settings.auto_start_ads;
    let page = link_checks::want(tx, &ad.settings.original_url, ad.advertiser).await?;
    link_checks::ask_where_failed(tx, page, ad.advertiser).await?;
    Update::of("ads")
        .set("review", i64::from(Entry::of(trusted, false).review().id()))
        .set("needs_check", trusted)
        // The owner of a push ad wants it to run as soon as it is approved.
        .set("wanted", group.is_of_push || trusted && starts)
        .set("submitted_at", tx.now().0)
        .set("reviewed_at", trusted.then(|| tx.now().0))
        .set("link_id", page)
        .set("processing_until", tx.now().plus_ms(PROCESSING_MS_MAX).0)
        // What its page was once, the look at it tells anew.
        .set("halts", 0i64)
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

/// Sends a draft by its form or by itself. What stands above it must take new ads.
pub async fn send_as_new(tx: &Tx, scope: Scope, ad: &Ad) -> Result<()> {
    let states = States::above(tx, scope, std::slice::from_ref(ad)).await?;
    let is_archived = if ad.settings.push.is_some() {
        states.push_ad_status(ad, tx.now()) == Some(CampaignStatus::Archived)
    } else {
        states.ad_status(ad, tx.now()) == Some(AdStatus::Archived)
    };
    if ad.is_draft() && is_archived {
        return Err(Error::Conflict("an archived campaign or group takes no ads: restore it first".to_owned()));
    }
    send(tx, ad.id, Sent::AsNew).await
}

/// Refuses to make a draft of an ad that is none any more.
pub async fn check_kept(conn: &Conn, scope: Scope, ad: &Ad) -> Result<()> {
    if ad.is_draft() {
        return Ok(());
    }
    let (name, id, stopped) = if ad.settings.push.is_some() {
        let states = States::above(conn, scope, std::slice::from_ref(ad)).await?;
        let status = states.push_ad_status(ad, conn.now()).ok_or(Error::NotFound("ad"))?;
        (campaigns::status_name(status), status.id(), CampaignStatus::Stopped.id())
    } else {
        let status = ads::status(conn, scope, ad).await?;
        (status_name(status), status.id(), AdStatus::Stopped.id())
    };
    Err(Error::Conflict(format!(
        "an ad that is {name} ({id}) cannot become a draft, which is stopped ({stopped}): only one that was never sent is"
    )))
}

/// Sends a rejected ad to the queue again, or a draft as a new ad comes in.
pub async fn remoderate(tx: &Tx, scope: Scope, id: AdId) -> Result<()> {
    let ad = ads::any(tx, scope, id).await?;
    if ad.is_draft() && ad.state.archived_at.is_none() {
        return send_as_new(tx, scope, &ad).await;
    }
    if ad.settings.push.is_some() && (ad.state.archived_at.is_some() || ad.state.review != Review::Rejected) {
        let states = States::above(tx, scope, std::slice::from_ref(&ad)).await?;
        let status = states.push_ad_status(&ad, tx.now()).unwrap_or(CampaignStatus::Stopped);
        return Err(forbidden("push ad", status, CampaignStatus::Moderation));
    }
    if ad.state.archived_at.is_some() || ad.state.review != Review::Rejected {
        let status = ads::status(tx, scope, &ad).await?;
        return Err(Error::Conflict(format!(
            "an ad that is {} ({}) cannot become waiting (2): only rejected (3) ones are sent again",
            status_name(status),
            status.id()
        )));
    }
    link_checks::want(tx, &ad.settings.original_url, ad.advertiser).await?;
    // A moderator said no: also a trusted owner's ad is looked at before it runs again.
    Update::of("ads").stamped(tx).filter("id =", id.0).one(tx, "ad").await?;
    queue(tx, id).await?;
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await
}
