//! Files of payouts for gateways, and which payout stands in one.

use crate::conn::Tx;
use crate::error::Result;
use crate::payouts::{COLUMNS, FROM, Payout, PayoutFilter, payout};
use crate::scope::Scope;
use crate::statement::Update;
use placard_model::payout::PayoutStatus;
use placard_model::{PaymentTypeId, UserId};

/// The most approved payouts of one file for a gateway.
pub const BATCH_ROWS_MAX: u32 = 10_000;

/// The approved payouts of a file for a gateway, oldest first, and notes that they stand in one: those that stand in none yet, or
/// all. What is not to be sent is left out. At most one more than [`BATCH_ROWS_MAX`].
pub async fn take_file(tx: &Tx, payment_type: Option<PaymentTypeId>, all: bool, by: UserId) -> Result<Vec<Payout>> {
    let filter = PayoutFilter { statuses: vec![PayoutStatus::Approved], payment_type, ..PayoutFilter::default() };
    let mut values = Vec::new();
    let condition = filter.condition(tx, Scope::System, &mut values);
    let fresh = if all { "" } else { " AND y.exported_at IS NULL" };
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE {condition}{fresh} ORDER BY y.id LIMIT {}", BATCH_ROWS_MAX + 1);
    let found = tx.rows(&sql, values).await?.iter().map(payout).collect::<Result<Vec<_>>>()?;
    let sent: Vec<_> = found.into_iter().filter(|payout| payout.hindrance.is_none()).collect();
    if sent.len() > BATCH_ROWS_MAX as usize {
        return Ok(sent);
    }
    for payout in sent.iter().filter(|payout| payout.exported_at.is_none()) {
        let change = Update::of("payouts").set("exported_at", tx.now().0).set("exported_by", by.0).stamped(tx);
        change.filter("id =", payout.id.0).one(tx, "payout").await?;
    }
    Ok(sent)
}
