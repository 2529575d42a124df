//! The transaction by which a payout was paid, named anew where it was mistyped.

use crate::conn::Tx;
use crate::error::{Error, Result};
use crate::paid_out::payouts::{self, Payout};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::PayoutId;
use placard_model::payments::payout::PayoutStatus;

/// Names the transaction of a payout that was paid anew, where it is still the one that was seen: what somebody else corrected
/// since is not undone unseen. That is given as it was typed and as it is read: earlier versions kept what was typed. No money moves. It before and after, which are the same where it is so already.
pub async fn correct(tx: &Tx, id: PayoutId, seen: [&str; 2], hash: &str) -> Result<(Payout, Payout)> {
    let before = payouts::get(tx, Scope::System, id).await?;
    // One that came back was sent as well.
    if before.status != PayoutStatus::Paid && !before.is_returned {
        return Err(Error::Conflict(format!(
            "This payout is {} and has no transaction to correct.",
            before.status.word()
        )));
    }
    if before.transaction_hash == hash {
        return Ok((before.clone(), before));
    }
    if !seen.contains(&before.transaction_hash.as_str()) {
        return Err(Error::Conflict(
            "The transaction of this payout was corrected by somebody else: look at it, and decide then.".to_owned(),
        ));
    }
    let change = Update::of("payouts").set("transaction_hash", hash).stamped(tx).filter("id =", id.0);
    // None where somebody else has decided meanwhile.
    let change = change
        .filter("status_id =", i64::from(before.status.id()))
        .filter("transaction_hash =", &*before.transaction_hash);
    change.one(tx, "payout").await?;
    Ok((before, payouts::get(tx, Scope::System, id).await?))
}
