//! Transactions with their postings.

use super::{Row, rows};
use crate::billing::settlements::Reading;
use crate::conn::Conn;
use crate::error::Result;
use placard_model::{Day, Money};
use std::collections::BTreeMap;

/// A posting as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredPosting {
    /// Account and user.
    pub account: (i64, i64),
    /// The amount.
    pub amount: Money,
    /// The effective day.
    pub day: Day,
    /// What was paid for.
    pub campaign: Option<i64>,
    /// What earned.
    pub block: Option<i64>,
}

/// A transaction with all that belongs to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookedTransaction {
    /// The transaction.
    pub id: i64,
    /// Its operation; none where postings or settlements name a transaction that is not there.
    pub operation: Option<i64>,
    /// Its postings.
    pub postings: Vec<StoredPosting>,
    /// The settlements that it moved the money of, where they were asked for.
    pub settlements: Vec<Row>,
}

/// The transactions after a transaction up to another without their settlements, at most `limit`, and where to go on; nothing at
/// the end.
pub async fn transactions(
    conn: &Conn,
    (after, to): (i64, i64),
    limit: u32,
) -> Result<Option<(i64, Vec<BookedTransaction>)>> {
    let sql = "SELECT id, operation_type FROM transactions WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3";
    let found = conn.rows(sql, [after.into(), to.into(), i64::from(limit).into()]).await?;
    let is_last = found.len() < limit as usize;
    let mut transactions = BTreeMap::<i64, BookedTransaction>::new();
    for row in &found {
        let id = row.get("id")?;
        transactions.insert(
            id,
            BookedTransaction { id, operation: Some(row.get("operation_type")?), ..BookedTransaction::default() },
        );
    }
    let last = match found.last() {
        Some(row) if !is_last => row.get("id")?,
        _ => to,
    };
    if last <= after {
        return Ok(None);
    }
    let sql = "SELECT transaction_id, account, user_id, amount, day, campaign_id, block_id FROM postings \
               WHERE transaction_id > $1 AND transaction_id <= $2 ORDER BY transaction_id, id";
    for row in conn.rows(sql, [after.into(), last.into()]).await? {
        let id = row.get("transaction_id")?;
        let transaction =
            transactions.entry(id).or_insert_with(|| BookedTransaction { id, ..BookedTransaction::default() });
        transaction.postings.push(StoredPosting {
            account: (row.get("account")?, row.get("user_id")?),
            amount: Money::from_micros(row.get("amount")?),
            day: Day(row.get::<i64>("day")? as i32),
            campaign: row.get("campaign_id")?,
            block: row.get("block_id")?,
        });
    }
    Ok(Some((last, transactions.into_values().collect())))
}

/// A transaction with all of its settlements.
pub async fn transaction(conn: &Conn, id: i64) -> Result<BookedTransaction> {
    let found = transactions(conn, (id - 1, id), 1).await?;
    let transaction = found.and_then(|(_, transactions)| transactions.into_iter().next());
    let settlements = rows(conn, Reading::Whole, "transaction_id = $1 ORDER BY id", vec![id.into()]).await?;
    Ok(BookedTransaction { id, settlements, ..transaction.unwrap_or_default() })
}
