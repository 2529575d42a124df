//! What an advertiser has paid in so far and what became of their ads, counted: for staff who look at a person.

use crate::conn::Conn;
use crate::error::{Error, Result};
use placard_model::status::Review;
use placard_model::{Money, UserId};

/// What an advertiser has paid in and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdvertiserSums {
    /// What came in by deposits, less what of it went back.
    pub topped_up: Money,
    /// Deposits by which something came in.
    pub deposits: u64,
    /// Native and push ads, deleted ones left out.
    pub ads: u64,
    /// Of these, those that a moderator has rejected.
    pub rejected: u64,
}

/// The sums of an advertiser.
pub async fn of_advertiser(conn: &Conn, id: UserId) -> Result<AdvertiserSums> {
    let sql = format!(
        "SELECT (SELECT COUNT(*) FROM deposits WHERE advertiser_id = $1 AND credited > 0) AS deposits, \
         CAST((SELECT COALESCE(SUM(credited - taken), 0) FROM deposits WHERE advertiser_id = $1) AS BIGINT) AS topped_up, \
         (SELECT COUNT(*) FROM ads WHERE advertiser_id = $1 AND deleted_at IS NULL) AS ads, \
         (SELECT COUNT(*) FROM ads WHERE advertiser_id = $1 AND deleted_at IS NULL AND review = {}) AS rejected",
        Review::Rejected.id()
    );
    let row = conn.row(&sql, [id.0.into()]).await?.ok_or(Error::NotFound("user"))?;
    let count = |column: &str| row.get::<i64>(column).map(i64::unsigned_abs);
    Ok(AdvertiserSums {
        topped_up: Money::from_micros(row.get("topped_up")?),
        deposits: count("deposits")?,
        ads: count("ads")?,
        rejected: count("rejected")?,
    })
}
