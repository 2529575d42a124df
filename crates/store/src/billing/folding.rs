//! What becomes of old money rows: postings of a sealed day are folded, settlements of one are removed.
//!
//! Both go on in transactions of at most [`ROWS_AT_ONCE`] rows. A day is marked in the first of them, and whoever is
//! interrupted goes on with the day that was marked last. Folding moves rows within one transaction, so that the sums are
//! the same at every moment.

use crate::billing::seals::Seal;
use crate::codes::code;
use crate::conn::{Conn, Tx, pieces};
use crate::error::Result;
use crate::statement::Update;
use placard_model::books::posting::Operation;
use std::collections::BTreeMap;

/// Rows that one transaction folds or removes.
pub const ROWS_AT_ONCE: u32 = 2_000;

/// The operations whose postings are folded, for SQL.
fn folded_operations() -> String {
    let all = Operation::ALL.into_iter().filter(|operation| operation.is_folded());
    all.map(|operation| operation.code().to_string()).collect::<Vec<_>>().join(", ")
}

/// Marks a day once, in the transaction that begins with it.
async fn mark(tx: &Tx, seal: &Seal, column: &'static str) -> Result<()> {
    Update::of("day_seals")
        .set(column, tx.now().0)
        .set("updated_by", tx.name())
        .filter("day =", i64::from(seal.day.0))
        .filter_sql(format!("{column} IS NULL"))
        .run(tx)
        .await
        .map(drop)
}

/// Whether earnings wait that postings of a sealed day brought: by site they are told apart only when they become available,
/// and whoever lowers the hold lets nothing become so earlier.
pub async fn is_awaited(conn: &Conn, seal: &Seal) -> Result<bool> {
    // Where nothing says with which transaction a day's earnings began, all of the day counts.
    let sql = "SELECT 1 AS found FROM pending_earnings \
               WHERE first_transaction <= $1 OR (first_transaction IS NULL AND day <= $2) LIMIT 1";
    let values = [seal.last_transaction.into(), i64::from(seal.day.0).into()];
    Ok(conn.row(sql, values).await?.is_some())
}

/// Folds some of the postings of a sealed day, whose transactions follow `after`; how many rows it moved or removed.
pub async fn fold(tx: &Tx, seal: &Seal, after: i64) -> Result<u64> {
    mark(tx, seal, "folded_at").await?;
    let range = || [after.into(), seal.last_transaction.into()];
    let sql = format!(
        "SELECT p.id, t.operation_type, p.account, p.user_id, p.day, p.amount FROM postings p \
         JOIN transactions t ON t.id = p.transaction_id WHERE p.transaction_id > $1 AND p.transaction_id <= $2 \
         AND t.operation_type IN ({}) ORDER BY p.transaction_id, p.id LIMIT {ROWS_AT_ONCE}",
        folded_operations()
    );
    let rows = tx.rows(&sql, range()).await?;
    if rows.is_empty() {
        // Nothing refers to a release; what refers to a batch of clicks are its settlements.
        let sql = format!(
            "DELETE FROM transactions WHERE id IN (SELECT t.id FROM transactions t WHERE t.id > $1 AND t.id <= $2 \
             AND t.operation_type = {} ORDER BY t.id LIMIT {ROWS_AT_ONCE})",
            code!(release)
        );
        return tx.execute(&sql, range()).await;
    }
    let mut ids = Vec::with_capacity(rows.len());
    let mut sums = BTreeMap::<[i64; 4], (i64, i64)>::new();
    for row in &rows {
        ids.push(row.get::<i64>("id")?);
        let key = [row.get("operation_type")?, row.get("account")?, row.get("user_id")?, row.get("day")?];
        let sum = sums.entry(key).or_default();
        sum.0 += row.get::<i64>("amount")?;
        sum.1 += 1;
    }
    let sums: Vec<([i64; 4], (i64, i64))> = sums.into_iter().collect();
    for chunk in pieces(&sums) {
        let sql = format!(
            "INSERT INTO folded_postings (sealed_day, operation_type, account, user_id, day, amount, postings) VALUES {} \
             ON CONFLICT (sealed_day, operation_type, account, user_id, day) DO UPDATE SET \
             amount = folded_postings.amount + excluded.amount, postings = folded_postings.postings + excluded.postings",
            tx.placeholders(chunk.len(), 7)
        );
        let values = chunk.iter().flat_map(|([operation, account, user, day], (amount, postings))| {
            [i64::from(seal.day.0), *operation, *account, *user, *day, *amount, *postings].map(Into::into)
        });
        tx.execute(&sql, values).await?;
    }
    let mut values = vec![];
    let condition = tx.one_of("id", ids, &mut values);
    tx.execute(&format!("DELETE FROM postings WHERE {condition}"), values).await
}

/// Removes some of the settlements up to a sealed day, whose postings are folded, then the conversions of clicks that are
/// gone, then the transactions that nothing refers to any more; how many rows it removed.
pub async fn forget(tx: &Tx, seal: &Seal) -> Result<u64> {
    mark(tx, seal, "forgotten_at").await?;
    let settlements = format!(
        "DELETE FROM settlements WHERE id IN (SELECT id FROM settlements WHERE id <= $1 ORDER BY id LIMIT {ROWS_AT_ONCE})"
    );
    let removed = tx.execute(&settlements, [seal.last_settlement.into()]).await?;
    if removed > 0 {
        return Ok(removed);
    }
    // As long as its click is kept, so that a late postback finds what was told before.
    let conversions = format!(
        "DELETE FROM conversions WHERE (click_ref, external_id) IN (SELECT c.click_ref, c.external_id FROM conversions c \
         WHERE c.click_ref <= $1 AND NOT EXISTS (SELECT 1 FROM settlements s WHERE s.click_ref = c.click_ref \
         AND s.kind = {}) ORDER BY c.click_ref LIMIT {ROWS_AT_ONCE})",
        code!(click)
    );
    let removed = tx.execute(&conversions, [seal.last_record.into()]).await?;
    if removed > 0 {
        return Ok(removed);
    }
    let transactions = format!(
        "DELETE FROM transactions WHERE id IN (SELECT t.id FROM transactions t WHERE t.id <= $1 \
         AND t.operation_type IN ({}) AND NOT EXISTS (SELECT 1 FROM settlements s WHERE s.transaction_id = t.id) \
         AND NOT EXISTS (SELECT 1 FROM postings p WHERE p.transaction_id = t.id) ORDER BY t.id LIMIT {ROWS_AT_ONCE})",
        folded_operations()
    );
    tx.execute(&transactions, [seal.last_transaction.into()]).await
}
