//! What a campaign and all of its advertiser spend by hour: what the next hours are expected to cost.

use crate::database::Stats;
use crate::error::StatsError;
use crate::schema;
use placard_model::{CampaignId, Hour, Money, UserId};
use std::sync::Arc;

/// What was spent in an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HourSpent {
    /// The hour.
    pub hour: Hour,
    /// By the campaign.
    pub campaign: Money,
    /// By all campaigns of the advertiser.
    pub advertiser: Money,
}

impl Stats {
    /// What a campaign and its advertiser spent by hour, from one hour to the one before another; hours without spending are left
    /// out. Refuses while facts are derived again.
    pub async fn spent_by_hour(
        self: &Arc<Self>,
        advertiser: UserId,
        campaign: CampaignId,
        first: Hour,
        end: Hour,
    ) -> Result<Vec<HourSpent>, StatsError> {
        self.check_complete()?;
        let sql = format!(
            "SELECT hour, CAST(COALESCE(sum(spent) FILTER (WHERE campaign = {}), 0) AS BIGINT), CAST(sum(spent) AS BIGINT) \
             FROM {} WHERE advertiser = {} AND day BETWEEN {} AND {} AND hour >= {} AND hour < {} GROUP BY hour ORDER BY hour",
            campaign.0,
            schema::FACTS.name,
            advertiser.0,
            first.day().0,
            end.day().0,
            first.0,
            end.0
        );
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                let (campaign, advertiser) = (Money::from_micros(row.get(1)?), Money::from_micros(row.get(2)?));
                Ok(HourSpent { hour: Hour(row.get(0)?), campaign, advertiser })
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })
        .await
    }
}
