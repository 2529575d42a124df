//! Payouts, with what moved their money.

use crate::codes::code;
use crate::conn::Conn;
use crate::error::{Error, Result};
use placard_model::payments::payout::PayoutStatus;
use placard_model::{Money, PayoutId, UserId};
use std::collections::HashMap;

/// What a transaction moved, by account and user, in micro-dollars; sorted, each account once.
pub type MovedByAccount = Vec<((i64, i64), i64)>;

/// A payout with what moved its money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedPayout {
    /// The payout.
    pub id: PayoutId,
    /// Who is paid.
    pub user: UserId,
    /// What leaves their balance.
    pub amount: Money,
    /// What of it is the fee.
    pub fee: Money,
    /// Its status.
    pub status: PayoutStatus,
    /// What setting it aside moved.
    pub request: MovedByAccount,
    /// What paying it or giving it back moved; nothing before.
    pub end: MovedByAccount,
    /// What had paid one that came back; none for others.
    pub paid: Option<MovedByAccount>,
}

/// Payouts after one, at most `limit`, by number.
pub async fn payouts(conn: &Conn, after: i64, limit: u32) -> Result<Vec<AuditedPayout>> {
    let sql = "SELECT id, user_id, amount, fee, status_id, request_transaction, end_transaction, \
               paid_transaction FROM payouts \
               WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = conn.rows(sql, [after.into(), i64::from(limit).into()]).await?;
    let transaction = |row: &crate::conn::Row, column: &str| row.get::<Option<i64>>(column);
    let mut ids = Vec::new();
    for row in &rows {
        ids.extend(transaction(row, "request_transaction")?);
        ids.extend(transaction(row, "end_transaction")?);
        ids.extend(transaction(row, "paid_transaction")?);
    }
    let mut moved: HashMap<i64, MovedByAccount> = HashMap::new();
    let mut values = Vec::new();
    let named = conn.one_of("transaction_id", ids, &mut values);
    let sql = format!(
        "SELECT transaction_id, account, user_id, CAST(SUM(amount) AS BIGINT) AS amount FROM postings WHERE {named} \
         GROUP BY transaction_id, account, user_id ORDER BY transaction_id, account, user_id"
    );
    for row in conn.rows(&sql, values).await? {
        let posting = ((row.get("account")?, row.get("user_id")?), row.get("amount")?);
        moved.entry(row.get("transaction_id")?).or_default().push(posting);
    }
    let of = |id: Option<i64>| id.and_then(|id| moved.get(&id).cloned()).unwrap_or_default();
    let read = |row: &crate::conn::Row| {
        let status: i64 = row.get("status_id")?;
        Ok(AuditedPayout {
            id: PayoutId(row.get("id")?),
            user: UserId(row.get("user_id")?),
            amount: Money::from_micros(row.get("amount")?),
            fee: Money::from_micros(row.get("fee")?),
            status: PayoutStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("payout status {status}")))?,
            request: of(transaction(row, "request_transaction")?),
            end: of(transaction(row, "end_transaction")?),
            paid: transaction(row, "paid_transaction")?.map(|id| of(Some(id))),
        })
    };
    rows.iter().map(read).collect()
}

/// Transactions of payouts that no payout names, at most `limit`.
pub async fn strays(conn: &Conn, limit: u32) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT t.id FROM transactions t WHERE t.operation_type IN ({}, {}, {}) \
         AND NOT EXISTS (SELECT 1 FROM payouts y WHERE y.request_transaction = t.id) \
         AND NOT EXISTS (SELECT 1 FROM payouts y WHERE y.end_transaction = t.id) \
         AND NOT EXISTS (SELECT 1 FROM payouts y WHERE y.paid_transaction = t.id) ORDER BY t.id LIMIT {limit}",
        code!(payout_request),
        code!(payout_paid_operation),
        code!(payout_return)
    );
    conn.rows(&sql, []).await?.iter().map(|row| row.get("id")).collect()
}

/// Webmasters whose reserve is not what their open payouts come to, at most `limit`: expected and found, in micro-dollars.
pub async fn wrong_reserves(conn: &Conn, limit: u32) -> Result<Vec<(UserId, i64, i64)>> {
    let sql = format!(
        "SELECT user_id, CAST(SUM(expected) AS BIGINT) AS expected, CAST(SUM(found) AS BIGINT) AS found FROM ( \
         SELECT user_id, amount AS expected, 0 AS found FROM payouts WHERE status_id < {} \
         UNION ALL SELECT user_id, 0, amount FROM balances WHERE account = {}) x \
         GROUP BY user_id HAVING SUM(expected) <> SUM(found) ORDER BY user_id LIMIT {limit}",
        code!(payout_paid),
        code!(payout_reserve)
    );
    let rows = conn.rows(&sql, []).await?;
    rows.iter().map(|row| Ok((UserId(row.get("user_id")?), row.get("expected")?, row.get("found")?))).collect()
}
