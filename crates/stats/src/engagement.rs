//! How well the notifications of push campaigns are answered, against those of others at the same sites.

use crate::database::Stats;
use crate::error::StatsError;
use crate::one_of::one_of;
use crate::schema::{self, Layout};
use crate::scope::StatsScope;
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::push::push_engagement::{Engagement, OTHER_SHOWN_MIN, OTHERS_MIN, OTHERS_SHOWN_MIN, UNPAID};
use placard_model::{AdId, CampaignId, Day};
use std::sync::Arc;

/// The most ads that are answered, those of advertisers that were shown most at the sites of the campaign; others are taken for unknown.
const ADS_MAX: usize = 500_000;
/// What the question reads of shows and paid clicks.
const COLUMNS: [&str; 7] = ["day", "advertiser", "campaign", "ad", "site", "format", "campaign_type"];

/// What was counted of a push campaign, at the sites where others are shown, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignFigures {
    /// The campaign.
    pub campaign: CampaignId,
    /// Each of its ads that were shown, stopped ones included.
    pub ads: Vec<(AdId, Engagement)>,
    /// All ads of its advertiser at the same sites, its own among them.
    pub all: Engagement,
}

fn by_day() -> Layout {
    schema::FACT_TABLES.into_iter().find(|table| table.has(&COLUMNS)).unwrap_or(schema::FACTS)
}

/// Notifications alone count: what stands on a page is nothing that browsers take a permission for. First clicks count whatever they
/// cost: where the money of a campaign is gone, people want its notifications no less. Which verdict a click got, only the wide table
/// says.
///
/// Others are other advertisers: who has ten campaigns alike is not compared with himself. A site is compared at where enough others
/// were shown enough.
fn sql(first: Day, last: Day, scope: &StatsScope) -> String {
    let own = scope.condition().unwrap_or_else(|| "1 = 1".to_owned());
    let rows = format!(
        "day BETWEEN {} AND {} AND campaign_type = {} AND format = {} AND {own}",
        first.0,
        last.0,
        CampaignType::Push.id(),
        BlockFormat::Push.id(),
    );
    format!(
        "WITH found AS (SELECT advertiser, campaign, ad, site, shows, clicks FROM {table} WHERE {rows} UNION ALL \
         SELECT advertiser, campaign, ad, site, 0 AS shows, rejected_clicks AS clicks FROM {wide} \
         WHERE {rows} AND {unpaid} AND rejected_clicks <> 0), \
         of_ads AS (SELECT advertiser, campaign, ad, site, CAST(sum(shows) AS BIGINT) AS shown, \
         CAST(sum(clicks) AS BIGINT) AS clicked FROM found GROUP BY advertiser, campaign, ad, site), \
         own AS (SELECT advertiser, site, CAST(sum(shown) AS BIGINT) AS own_shown, \
         CAST(sum(clicked) AS BIGINT) AS own_clicked FROM of_ads GROUP BY advertiser, site HAVING sum(shown) > 0), \
         whole AS (SELECT site, CAST(sum(own_shown) AS BIGINT) AS all_shown, CAST(sum(own_clicked) AS BIGINT) AS all_clicked, \
         sum(CASE WHEN own_shown >= {other_shown} THEN 1 ELSE 0 END) AS advertisers FROM own GROUP BY site), \
         compared AS (SELECT own.advertiser, own.site, own.own_shown, own.own_clicked, \
         CAST(greatest(whole.all_clicked - own.own_clicked, 0) AS DOUBLE) / (whole.all_shown - own.own_shown) AS rate \
         FROM own JOIN whole ON whole.site = own.site WHERE whole.all_shown - own.own_shown >= {others_shown} \
         AND whole.advertisers - CASE WHEN own.own_shown >= {other_shown} THEN 1 ELSE 0 END >= {OTHERS_MIN}), \
         by_ad AS (SELECT of_ads.campaign, of_ads.ad, CAST(sum(of_ads.shown) AS BIGINT) AS ad_shown, \
         CAST(sum(of_ads.clicked) AS BIGINT) AS ad_clicked, \
         CAST(round(sum(of_ads.shown * compared.rate) * 1000) AS BIGINT) AS ad_usual FROM of_ads JOIN compared \
         ON compared.advertiser = of_ads.advertiser AND compared.site = of_ads.site GROUP BY of_ads.campaign, of_ads.ad), \
         places AS (SELECT DISTINCT advertiser, campaign, site FROM of_ads WHERE shown > 0), \
         together AS (SELECT places.campaign, CAST(sum(compared.own_shown) AS BIGINT) AS shown, \
         CAST(sum(compared.own_clicked) AS BIGINT) AS clicked, \
         CAST(round(sum(compared.own_shown * compared.rate) * 1000) AS BIGINT) AS usual FROM places JOIN compared \
         ON compared.advertiser = places.advertiser AND compared.site = places.site GROUP BY places.campaign) \
         SELECT by_ad.campaign, by_ad.ad, by_ad.ad_shown, by_ad.ad_clicked, by_ad.ad_usual, together.shown, together.clicked, \
         together.usual FROM by_ad JOIN together ON together.campaign = by_ad.campaign \
         ORDER BY together.shown DESC, by_ad.campaign, by_ad.ad LIMIT {ADS_MAX}",
        table = by_day().name,
        wide = schema::FACTS.name,
        unpaid = one_of("verdict", &UNPAID.map(|verdict| i64::from(verdict.code()))),
        other_shown = OTHER_SHOWN_MIN,
        others_shown = OTHERS_SHOWN_MIN,
    )
}

impl Stats {
    /// How well the notifications of each push campaign were answered, from one day to another, against those of other advertisers at
    /// the same sites; campaigns that cannot be compared are left out. Refuses while facts are derived again.
    pub async fn push_engagement(
        self: &Arc<Self>,
        first: Day,
        last: Day,
        scope: StatsScope,
    ) -> Result<Vec<CampaignFigures>, StatsError> {
        self.check_complete()?;
        let sql = sql(first, last, &scope);
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut found: Vec<CampaignFigures> = Vec::new();
            while let Some(row) = rows.next()? {
                let (campaign, ad) = (CampaignId(row.get(0)?), AdId(row.get(1)?));
                let of_ad = Engagement { shown: row.get(2)?, clicked: row.get(3)?, usual_milli: row.get(4)? };
                match found.last_mut() {
                    Some(last) if last.campaign == campaign => last.ads.push((ad, of_ad)),
                    _ => {
                        let all = Engagement { shown: row.get(5)?, clicked: row.get(6)?, usual_milli: row.get(7)? };
                        found.push(CampaignFigures { campaign, ads: vec![(ad, of_ad)], all });
                    }
                }
            }
            Ok(found)
        })
        .await
    }
}
