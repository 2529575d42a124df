//! The part of an advertiser's balance that is bonus: it is spent last, and goes back to nobody. Postings lower it with the
//! balance; what a void gives back is paid money.

use crate::codes::code;
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use placard_model::{Money, UserId};

/// How much of an advertiser's balance is bonus.
pub async fn left(conn: &Conn, advertiser: UserId) -> Result<Money> {
    let sql = format!("SELECT bonus FROM balances WHERE account = {} AND user_id = $1", code!(advertiser));
    let row = conn.row(&sql, [advertiser.0.into()]).await?;
    row.map_or(Ok(Money::ZERO), |row| Ok(Money::from_micros(row.get("bonus")?)))
}

/// Counts what was given, after it stands on the balance: what fills a balance below zero is spent already.
pub(crate) async fn give(tx: &Tx, advertiser: UserId, amount: Money) -> Result<()> {
    let sql = format!(
        "UPDATE balances SET bonus = CASE WHEN bonus + $1 <= amount THEN bonus + $1 WHEN amount > 0 THEN amount ELSE 0 END \
         WHERE account = {} AND user_id = $2",
        code!(advertiser)
    );
    tx.execute(&sql, [amount.micros().into(), advertiser.0.into()]).await.map(drop)
}

/// Counts what is taken back, before it leaves the balance.
pub(crate) async fn take(tx: &Tx, advertiser: UserId, amount: Money) -> Result<()> {
    let sql = format!(
        "UPDATE balances SET bonus = bonus - $1 WHERE account = {} AND user_id = $2 AND bonus >= $1",
        code!(advertiser)
    );
    if tx.execute(&sql, [amount.micros().into(), advertiser.0.into()]).await? == 1 {
        return Ok(());
    }
    let left = left(tx, advertiser).await?;
    let message = format!("is more than what is left of bonuses: {}", left.text());
    Err(Error::Invalid { field: "amount", message })
}
