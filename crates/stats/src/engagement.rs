//! How well the notifications of push campaigns are answered, against those of others at the same sites.

use crate::database::Stats;
use crate::error::StatsError;
use crate::reach::GUIDE_ADVERTISERS_MIN;
use crate::schema::{self, Layout};
use crate::scope::StatsScope;
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::push_engagement::{Engagement, OTHERS_SHOWN_MIN};
use placard_model::{CampaignId, Day};
use std::sync::Arc;

/// The most campaigns that are answered, those that were shown most; others are taken for unknown.
const CAMPAIGNS_MAX: usize = 200_000;
/// What the question reads.
const COLUMNS: [&str; 6] = ["day", "advertiser", "campaign", "site", "format", "campaign_type"];

fn by_day() -> Layout {
    schema::FACT_TABLES.into_iter().find(|table| table.has(&COLUMNS)).unwrap_or(schema::FACTS)
}

/// Notifications alone count: what stands on a page is nothing that browsers take a permission for. A site is compared at where
/// others were shown enough, and so many advertisers that nobody reads another's figures from the mean.
fn sql(first: Day, last: Day, scope: &StatsScope) -> String {
    let own = scope.condition().unwrap_or_else(|| "1 = 1".to_owned());
    format!(
        "WITH own AS (SELECT campaign, site, any_value(advertiser) AS advertiser, CAST(sum(shows) AS BIGINT) AS shows, \
         CAST(sum(clicks) AS BIGINT) AS clicks FROM {table} WHERE day BETWEEN {first} AND {last} \
         AND campaign_type = {push} AND format = {format} AND {own} GROUP BY campaign, site HAVING sum(shows) > 0), \
         whole AS (SELECT site, CAST(sum(shows) AS BIGINT) AS shows, CAST(sum(clicks) AS BIGINT) AS clicks, \
         count(DISTINCT advertiser) AS advertisers FROM own GROUP BY site), \
         compared AS (SELECT own.campaign, own.shows, own.clicks, CAST(own.shows AS DOUBLE) \
         * greatest(whole.clicks - own.clicks, 0) / (whole.shows - own.shows) AS usual \
         FROM own JOIN whole ON whole.site = own.site WHERE whole.advertisers >= {advertisers} \
         AND whole.shows - own.shows >= {others}) \
         SELECT campaign, CAST(sum(shows) AS BIGINT), CAST(sum(clicks) AS BIGINT), CAST(round(sum(usual) * 1000) AS BIGINT) \
         FROM compared GROUP BY campaign ORDER BY 2 DESC, 1 LIMIT {CAMPAIGNS_MAX}",
        table = by_day().name,
        first = first.0,
        last = last.0,
        push = CampaignType::Push.id(),
        format = BlockFormat::Push.id(),
        advertisers = GUIDE_ADVERTISERS_MIN,
        others = OTHERS_SHOWN_MIN,
    )
}

impl Stats {
    /// How well the notifications of each push campaign were answered, from one day to another, against those of others at the same
    /// sites; campaigns that cannot be compared are left out. Refuses while facts are derived again.
    pub async fn push_engagement(
        self: &Arc<Self>,
        first: Day,
        last: Day,
        scope: StatsScope,
    ) -> Result<Vec<(CampaignId, Engagement)>, StatsError> {
        self.check_complete()?;
        let sql = sql(first, last, &scope);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                let found = Engagement { shown: row.get(1)?, clicked: row.get(2)?, usual_milli: row.get(3)? };
                Ok((CampaignId(row.get(0)?), found))
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })
        .await
    }
}
