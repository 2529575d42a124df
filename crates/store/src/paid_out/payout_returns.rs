//! Payouts that were paid and came back: a wrong address, a closed account.

use crate::conn::Tx;
use crate::error::{Error, Result};
use crate::money::movements::Cause;
use crate::paid_out::payouts::{self, Control, Payout};
use crate::scope::Scope;
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::payments::payout::PayoutStatus;
use placard_model::{PayoutId, UserId};

/// Notes that the money of a paid payout came back: the payout is rejected, with the reason, and all of it is available again, its
/// fee included. Another person than who paid it says so wherever two are needed to pay. It before and after.
pub async fn come_back(tx: &Tx, id: PayoutId, reason: &str, by: UserId) -> Result<(Payout, Payout)> {
    let before = payouts::get(tx, Scope::System, id).await?;
    if before.status != PayoutStatus::Paid {
        return Err(Error::Conflict(format!(
            "This payout is {} and cannot have come back: only one that is paid can.",
            before.status.word()
        )));
    }
    if before.closed_by == Some(by) && payouts::control(tx, before.amount).await? == Control::TwoPersons {
        return Err(Error::Conflict(
            "You noted that this payout was paid: another owner of the network notes that it came back.".to_owned(),
        ));
    }
    let (user, day) = (before.user, tx.now().day());
    let mut postings = vec![
        Posting::plain(Account::Payouts, before.fee - before.amount, day),
        Posting::plain(Account::WebmasterAvailable(user), before.amount, day),
    ];
    if !before.fee.is_zero() {
        postings.push(Posting::plain(Account::Fees, -before.fee, day));
    }
    let reference = format!("payout:{id}:came_back");
    let cause = Cause { reference: &reference, operation: Operation::PayoutReturn, actor: Some(by), comment: "" };
    let change = payouts::change_of(tx, &before, PayoutStatus::Rejected).set("comment", reason);
    payouts::end(tx, &before, change.set_sql("paid_transaction = end_transaction"), cause, &postings).await
}
