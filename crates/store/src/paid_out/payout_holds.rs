//! Payouts that staff hold back: what is held is neither approved, paid nor written to a file, until staff let it go on. Its
//! money stays set aside.

use crate::conn::Tx;
use crate::error::{Error, Result};
use crate::paid_out::payouts::{self, Payout};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::PayoutId;

/// A hold of a payout, or its end.
#[derive(Clone, Copy, Debug)]
pub struct PayoutHold<'a> {
    /// Why; empty: it goes on.
    pub reason: &'a str,
    /// The reason that was seen; empty: it was not held. What somebody else decided since is not undone unseen.
    pub seen: &'a str,
    /// Who holds one that stands in a file for a gateway has made sure that it was not sent.
    pub was_not_sent: bool,
}

/// Holds a payout back that is neither paid nor given back, or tells another reason for the same, or lets it go on. It before and
/// after, which are the same where it is so already.
pub async fn set(tx: &Tx, id: PayoutId, hold: PayoutHold<'_>) -> Result<(Payout, Payout)> {
    let before = payouts::get(tx, Scope::System, id).await?;
    let PayoutHold { reason, seen, was_not_sent } = hold;
    if before.held_reason == reason {
        return Ok((before.clone(), before));
    }
    if !before.status.is_open() {
        let what = if reason.is_empty() { "let go on" } else { "held back" };
        return Err(Error::Conflict(format!("This payout is {} and cannot be {what}.", before.status.word())));
    }
    if before.held_reason != seen {
        let now = if before.held_reason.is_empty() { "is let go on" } else { "is held back for another reason" };
        return Err(Error::Conflict(format!("This payout {now} by now: look at it, and decide then.")));
    }
    if let Some(exported_at) = before.exported_at.filter(|_| before.held_reason.is_empty() && !was_not_sent) {
        return Err(Error::Conflict(format!(
            "This payout is approved and stands in a file for a gateway since {exported_at}: it cannot be held back before you \
             have made sure that it was not sent, and say so."
        )));
    }
    let mut change = Update::of("payouts").set("held_reason", reason).stamped(tx).filter("id =", id.0);
    if before.exported_at.is_some() && was_not_sent {
        // Its file is no file of it any more: let go on, it stands in the next one, and nobody needs all of the old one again.
        change = change.set("exported_at", None::<i64>);
    }
    // None where somebody else has decided meanwhile.
    let change = change.filter("status_id =", i64::from(before.status.id())).filter("held_reason =", seen);
    change.one(tx, "payout").await?;
    Ok((before, payouts::get(tx, Scope::System, id).await?))
}
