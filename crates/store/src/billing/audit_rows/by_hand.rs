//! Corrections and bonuses against the books.

use super::{Mismatch, mismatches};
use crate::codes::code;
use crate::conn::Conn;
use crate::error::Result;
use placard_model::books::posting::Operation;
use placard_model::payments::correction::{CorrectionSide, CorrectionStatus};

/// Booked corrections that their transaction does not move, and others that move something; at most `limit`.
pub async fn wrong_corrections(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = format!(
        "SELECT c.id AS subject, CASE WHEN c.status_id = {booked} THEN c.amount ELSE 0 END AS expected, \
         CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) AS found FROM corrections c \
         LEFT JOIN postings p ON p.transaction_id = c.transaction_id AND p.user_id = c.user_id \
         AND p.account = CASE WHEN c.side_id = {side} THEN {advertiser} ELSE {available} END \
         GROUP BY c.id, c.status_id, c.amount \
         HAVING COALESCE(SUM(p.amount), 0) <> CASE WHEN c.status_id = {booked} THEN c.amount ELSE 0 END \
         ORDER BY c.id LIMIT $1",
        booked = CorrectionStatus::Booked.id(),
        side = CorrectionSide::Advertiser.id(),
        advertiser = code!(advertiser),
        available = code!(webmaster_available)
    );
    mismatches(conn, &sql, limit).await
}

/// Top-ups whose transactions do not add up to the bonus that is kept of them; at most `limit`.
pub async fn wrong_promo_uses(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = format!(
        "SELECT u.deposit_id AS subject, u.bonus AS expected, CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) AS found \
         FROM promo_uses u LEFT JOIN deposit_movements m ON m.deposit_id = u.deposit_id \
         LEFT JOIN transactions t ON t.id = m.transaction_id AND t.operation_type = {} \
         LEFT JOIN postings p ON p.transaction_id = t.id AND p.account = {} \
         GROUP BY u.deposit_id, u.bonus HAVING COALESCE(SUM(p.amount), 0) <> u.bonus ORDER BY u.deposit_id LIMIT $1",
        Operation::Bonus.code(),
        code!(advertiser)
    );
    mismatches(conn, &sql, limit).await
}

/// Promo codes whose counters are not those of their uses, in uses or, where these agree, in micro-dollars; at most `limit`.
pub async fn wrong_promo_codes(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = "SELECT subject, CASE WHEN uses = used THEN given ELSE uses END AS expected, \
         CASE WHEN uses = used THEN earned ELSE used END AS found FROM (\
         SELECT p.id AS subject, p.uses, p.given, COUNT(u.deposit_id) AS used, \
         CAST(COALESCE(SUM(u.bonus), 0) AS BIGINT) AS earned FROM promo_codes p \
         LEFT JOIN promo_uses u ON u.promo_code_id = p.id GROUP BY p.id, p.uses, p.given) AS counted \
         WHERE uses <> used OR given <> earned ORDER BY subject LIMIT $1";
    mismatches(conn, sql, limit).await
}

/// Balances whose bonus is below zero, more than the balance, or on no advertiser's account; at most `limit`.
pub async fn wrong_bonuses(conn: &Conn, limit: u32) -> Result<Vec<Mismatch>> {
    let sql = format!(
        "SELECT user_id AS subject, amount AS expected, bonus AS found FROM balances \
         WHERE bonus < 0 OR (bonus > 0 AND (bonus > amount OR account <> {})) ORDER BY user_id LIMIT $1",
        code!(advertiser)
    );
    mismatches(conn, &sql, limit).await
}
