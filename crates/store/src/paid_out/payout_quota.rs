//! How often payouts may be asked for: each stays in the books, also one that is cancelled at once.

use crate::conn::Tx;
use crate::error::{Error, Result};
use placard_model::UserId;
use placard_model::time::DAY_MS;

/// Payouts that a webmaster may ask for by hand within 24 hours.
const PER_DAY_MAX: i64 = 20;

/// Refuses another payout of who has asked for too many; [`Error::Conflict`].
pub async fn check(tx: &Tx, user: UserId) -> Result<()> {
    let sql = "SELECT COUNT(*) AS payouts FROM payouts WHERE user_id = $1 AND created_at > $2";
    let row = tx.row(sql, [user.0.into(), (tx.now().0 - DAY_MS).into()]).await?;
    if row.map_or(Ok(0), |row| row.get::<i64>("payouts"))? >= PER_DAY_MAX {
        return Err(Error::Conflict(format!(
            "{PER_DAY_MAX} payouts were requested within a day, those counted that were cancelled: another one cannot become \
             requested before tomorrow."
        )));
    }
    Ok(())
}
