//! What campaigns had spent when the settlements began that are kept.

use crate::codes::code;
use crate::conn::Conn;
use crate::error::Result;
use placard_model::{CampaignId, Day, Money};
use std::collections::HashMap;

/// What a campaign had spent when the last settlement was billed that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpentBefore {
    /// The campaign.
    pub campaign: CampaignId,
    /// Cost of the clicks up to the day, less what was voided of them until now, in micro-dollars.
    pub amount: i64,
    /// The clicks.
    pub clicks: i64,
    /// What they had cost by then, without what was billed or voided since.
    pub then: Money,
    /// The same of the last day alone.
    pub then_today: Money,
}

/// What campaigns had spent on clicks up to a day, when the settlement `seq` was the last one. Of the settlements since it
/// reads those about clicks before the first one of later days in the log: few, where the others are gone.
pub async fn spent_up_to(conn: &Conn, day: Day, seq: i64) -> Result<Vec<SpentBefore>> {
    let sql = "SELECT campaign_id, CAST(SUM(amount - voided) AS BIGINT) AS amount, \
               CAST(SUM(clicks) AS BIGINT) AS clicks, \
               CAST(SUM(CASE WHEN day = $1 THEN amount - voided ELSE 0 END) AS BIGINT) AS today \
               FROM campaign_spend WHERE day <= $1 GROUP BY campaign_id";
    let kept = conn.rows(sql, [i64::from(day.0).into()]).await?;
    // A void takes away what its click cost: without it that is still spent.
    let (begins, ends) = (day.start().0, day.plus(1).start().0);
    let sql = format!(
        "SELECT click_ref FROM settlements WHERE id > $1 AND kind = {} AND clicked_at >= $2 ORDER BY id LIMIT 1",
        code!(click)
    );
    let next = conn.row(&sql, [seq.into(), ends.into()]).await?;
    let next = next.map_or(Ok(i64::MAX), |row| row.get::<i64>("click_ref"))?;
    // The sign keeps SQLite from reading all that is kept by its number instead.
    let sql = format!(
        "SELECT campaign_id, CAST(SUM(cost) AS BIGINT) AS amount, \
         CAST(SUM(CASE WHEN clicked_at >= {begins} THEN cost ELSE 0 END) AS BIGINT) AS today \
         FROM settlements WHERE +id > $1 AND click_ref < $2 AND clicked_at < $3 GROUP BY campaign_id"
    );
    let mut since = HashMap::new();
    for row in conn.rows(&sql, [seq.into(), next.into(), ends.into()]).await? {
        since.insert(row.get::<i64>("campaign_id")?, (row.get::<i64>("amount")?, row.get::<i64>("today")?));
    }
    kept.iter()
        .map(|row| {
            let (campaign, amount) = (row.get("campaign_id")?, row.get("amount")?);
            let (since, since_today) = since.get(&campaign).copied().unwrap_or_default();
            Ok(SpentBefore {
                campaign: CampaignId(campaign),
                amount,
                clicks: row.get("clicks")?,
                then: Money::from_micros(amount - since),
                then_today: Money::from_micros(row.get::<i64>("today")? - since_today),
            })
        })
        .collect()
}
