//! Deposits beside what was booked for them.

use super::{Mismatch, mismatches};
use crate::codes::code;
use crate::conn::Conn;
use crate::error::Result;
use placard_model::books::posting::Operation;

/// Deposits whose transactions did not bring into gateway clearing what the deposit says, in micro-dollars; at most `limit`.
pub async fn wrong_deposits(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = format!(
        "SELECT d.id AS subject, d.credited - d.taken AS expected, CAST(COALESCE(b.booked, 0) AS BIGINT) AS found \
         FROM deposits d LEFT JOIN ( \
             SELECT m.deposit_id, -SUM(p.amount) AS booked FROM deposit_movements m \
             JOIN postings p ON p.transaction_id = m.transaction_id AND p.account = {} GROUP BY m.deposit_id) b \
         ON b.deposit_id = d.id WHERE d.credited - d.taken <> COALESCE(b.booked, 0) ORDER BY d.id LIMIT $1",
        code!(gateway_clearing)
    );
    mismatches(conn, &sql, limit).await
}

/// Deposits whose payments do not add up to what the deposit says, in micro-dollars; at most `limit`.
pub async fn wrong_deposit_payments(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = "SELECT d.id AS subject, d.credited - d.taken AS expected, \
        CAST(COALESCE(SUM(p.credited - p.taken), 0) AS BIGINT) AS found \
        FROM deposits d LEFT JOIN deposit_payments p ON p.deposit_id = d.id GROUP BY d.id, d.credited, d.taken \
        HAVING d.credited - d.taken <> COALESCE(SUM(p.credited - p.taken), 0) ORDER BY d.id LIMIT $1";
    mismatches(conn, sql, limit).await
}

/// Transactions that say that they are a deposit's, and that no deposit knows; at most `limit`.
pub async fn foreign_deposit_movements(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    // By their beginning, and not between two texts: what stands between them is another thing in each language of a database.
    let sql = format!(
        "SELECT t.id AS subject, CAST(1 AS BIGINT) AS expected, CAST(0 AS BIGINT) AS found FROM transactions t \
         LEFT JOIN deposit_movements m ON m.transaction_id = t.id \
         WHERE t.operation_type IN ({}, {}, {}, {}) AND m.deposit_id IS NULL \
         AND (SUBSTR(t.reference, 1, 8) = 'deposit:' OR SUBSTR(t.reference, 1, 6) = 'promo:') ORDER BY t.id LIMIT $1",
        Operation::TopUp.code(),
        Operation::Refund.code(),
        Operation::Chargeback.code(),
        Operation::Bonus.code()
    );
    mismatches(conn, &sql, limit).await
}
