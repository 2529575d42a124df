//! The owner's wish for single ads, and for many at once.

use super::ads::{Ad, all_of, status_name};
use super::drafts::Sent;
use super::{drafts, link_checks, write_flag};
use crate::conn::Tx;
use crate::error::Result;
use crate::scope::Scope;
use placard_model::status::{AdStatus, Halt, Review};
use placard_model::{AdId, UnixMs};

/// An ad that was named together with others and whose state refuses what was asked: nothing of it was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The ad.
    pub id: AdId,
    /// Why, in a sentence that names both states.
    pub why: String,
}

/// Stores the owner's wish for several ads, and gives those whose state refuses it.
pub async fn set_wanted(tx: &Tx, scope: Scope, ids: &[AdId], wanted: bool) -> Result<Vec<Refused>> {
    let mut refused = Vec::new();
    for ad in all_of(tx, scope, ids).await? {
        match refusal_of_wish(&ad, wanted, tx.now()) {
            Some(why) => refused.push(Refused { id: ad.id, why }),
            None => write_wish(tx, &ad, wanted).await?,
        }
    }
    Ok(refused)
}

/// Why the state of an ad refuses the owner's wish; none when it does not.
pub fn refusal_of_wish(ad: &Ad, wanted: bool, now: UnixMs) -> Option<String> {
    let (wish, wish_id) = if wanted { ("started", AdStatus::Launched) } else { ("stopped", AdStatus::Stopped) };
    let status = match (ad.state.archived_at.is_some(), ad.state.review) {
        (true, _) => AdStatus::Archived,
        (false, Review::Rejected) => AdStatus::Rejected,
        (false, Review::Waiting) if wanted && ad.state.is_locked(now) => AdStatus::InModeration,
        (false, Review::Waiting) if wanted => AdStatus::Waiting,
        (false, Review::Processing) if wanted => AdStatus::Processed,
        _ => return None,
    };
    let (name, id) = (status_name(status), status.id());
    Some(format!("ad {} is {name} ({id}) and cannot become {wish} ({})", ad.id, wish_id.id()))
}

/// Stores the wish for an ad whose state does not refuse it. A draft that is wanted goes to moderation.
pub async fn write_wish(tx: &Tx, ad: &Ad, wanted: bool) -> Result<()> {
    if wanted {
        end_halts(tx, ad).await?;
    }
    if wanted && ad.is_draft() {
        return drafts::send(tx, ad.id, Sent::Started).await;
    }
    if ad.state.wanted == wanted { Ok(()) } else { write_flag(tx, ad.id, "wanted", wanted.into()).await }
}

/// Who starts an ad wants more than a rule does, and has its landing page looked at once more.
pub(super) async fn end_halts(tx: &Tx, ad: &Ad) -> Result<()> {
    if ad.state.halts != 0 {
        if ad.state.is_halted_by(Halt::DeadLink) {
            link_checks::ask_of(tx, ad.id, &ad.settings.original_url, ad.link, ad.advertiser).await?;
        }
        write_flag(tx, ad.id, "halts", 0i64.into()).await?;
    }
    Ok(())
}
