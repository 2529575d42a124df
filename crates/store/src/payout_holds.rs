//! Payouts that staff hold back: what is held is neither approved, paid nor written to a file, until staff let it go on. Its
//! money stays set aside.

use crate::conn::Tx;
use crate::error::{Error, Result};
use crate::payouts::{self, Payout};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::PayoutId;

/// Holds a payout back that is neither paid nor given back, or tells another reason for the same; an empty reason lets it go on.
/// It before and after, which are the same where it is so already.
pub async fn set(tx: &Tx, id: PayoutId, reason: &str) -> Result<(Payout, Payout)> {
    let before = payouts::get(tx, Scope::System, id).await?;
    if before.held_reason == reason {
        return Ok((before.clone(), before));
    }
    if !before.status.is_open() {
        let what = if reason.is_empty() { "let go on" } else { "held back" };
        return Err(Error::Conflict(format!("This payout is {} and cannot be {what}.", before.status.word())));
    }
    let change = Update::of("payouts").set("held_reason", reason).stamped(tx).filter("id =", id.0);
    // None where somebody else has decided meanwhile.
    change.filter("status_id =", i64::from(before.status.id())).one(tx, "payout").await?;
    Ok((before, payouts::get(tx, Scope::System, id).await?))
}
