//! Files of payouts for gateways, and which payout stands in one.

use crate::conn::{Tx, Value};
use crate::error::{Error, Result};
use crate::paid_out::payouts::{COLUMNS, FROM, Payout, PayoutFilter, payout, unhindered};
use crate::scope::Scope;
use placard_model::payments::payment::AddressKind;
use placard_model::payments::payout::PayoutStatus;
use placard_model::{PaymentTypeId, UnixMs, UserId};
use std::fmt::Write as _;

/// The most approved payouts of one file for a gateway.
pub const BATCH_ROWS_MAX: u32 = 10_000;

/// Which of the approved payouts a file is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that stand in no file yet.
    New,
    /// Those of the file that was made at this moment, and no others.
    Of(UnixMs),
    /// All.
    All,
}

/// What a file is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// By this payment type alone; none: by all.
    pub payment_type: Option<PaymentTypeId>,
    /// Those to addresses of coins alone: the others are left to other files. Coins that need a memo stand in none.
    pub is_of_coins: bool,
    /// Of these.
    pub which: Which,
}

/// The approved payouts of a file for a gateway, oldest first, and notes of those that stood in none that they stand in one now. What
/// is not to be sent is left out.
///
/// # Errors
/// [`Error::Invalid`] for more than [`BATCH_ROWS_MAX`] of them.
pub async fn take_file(tx: &Tx, contents: Contents, by: UserId) -> Result<Vec<Payout>> {
    let Contents { payment_type, is_of_coins, which } = contents;
    let filter = PayoutFilter { statuses: vec![PayoutStatus::Approved], payment_type, ..PayoutFilter::default() };
    let mut values = Vec::new();
    let mut condition = filter.condition(tx, Scope::System, &mut values);
    match which {
        Which::New => condition.push_str(" AND y.exported_at IS NULL"),
        Which::Of(moment) => {
            values.push(moment.0.into());
            let _ = write!(condition, " AND y.exported_at = ${}", values.len());
        }
        Which::All => {}
    }
    if is_of_coins {
        let _ = write!(condition, " AND t.address_kind <> {}", AddressKind::Text.id());
    }
    let sql = format!(
        "SELECT {COLUMNS} {FROM} WHERE {condition} AND {} ORDER BY y.id LIMIT {}",
        unhindered(),
        BATCH_ROWS_MAX + 1
    );
    let found = tx.rows(&sql, values).await?.iter().map(payout).collect::<Result<Vec<_>>>()?;
    if found.len() > BATCH_ROWS_MAX as usize {
        let message = format!("has more than {BATCH_ROWS_MAX} approved payouts: name one, or pay some first");
        return Err(Error::Invalid { field: "payment_type_id", message });
    }
    let mut values: Vec<Value> = vec![tx.now().0.into(), by.0.into(), tx.name().into()];
    let named = tx.one_of("id", found.iter().map(|payout| payout.id.0), &mut values);
    let sql = format!(
        "UPDATE payouts SET exported_at = $1, exported_by = $2, updated_at = $1, updated_by = $3 \
         WHERE exported_at IS NULL AND {named}"
    );
    tx.execute(&sql, values).await?;
    Ok(found)
}
