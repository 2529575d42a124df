//! What campaigns spent, blocks earned and brought users left to who brought them, by UTC day: sums kept in the transaction of
//! the settlements.

use crate::conn::{Conn, Tx, Value, pieces};
use crate::error::Result;
use crate::scope::Scope;
use placard_model::books::settlement::{Settlement, SettlementKind};
use placard_model::{CampaignId, Day, Money, UserId};
use std::collections::BTreeMap;

/// A sum of billed clicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Their money.
    pub amount: Money,
    /// How many.
    pub clicks: i64,
    /// What was voided of it.
    pub voided: Money,
}

#[derive(Clone, Copy)]
enum Side {
    Campaign,
    Block,
    Referral,
}

/// Adds settlements to the sums of their campaigns, blocks and referrers.
pub(crate) async fn add(tx: &Tx, settlements: &[Settlement]) -> Result<()> {
    // Key: campaign, block or brought user, day, owner. Sorted, so that concurrent transactions lock rows in one order.
    let mut campaigns: BTreeMap<(i64, Day, UserId), Sum> = BTreeMap::new();
    let mut blocks: BTreeMap<(i64, Day, UserId), Sum> = BTreeMap::new();
    let mut referrals: BTreeMap<(i64, Day, UserId), Sum> = BTreeMap::new();
    for settlement in settlements {
        let day = settlement.clicked_at.day();
        let ad = &settlement.ad;
        let of_campaign = (ad.ad.campaign.0, day, ad.ad.advertiser);
        let of_block = (ad.served.block.0, day, ad.block.webmaster);
        let (amounts, rates) = (settlement.amounts, settlement.rates);
        let of_referrers = [
            (ad.block.webmaster, rates.webmaster_referrer, amounts.webmaster_referrer),
            (ad.ad.advertiser, rates.advertiser_referrer, amounts.advertiser_referrer),
        ];
        let of_referrers =
            of_referrers.into_iter().filter_map(|(user, referrer, amount)| Some(((user.0, day, referrer?), amount)));
        match &settlement.kind {
            SettlementKind::Click if settlement.verdict.is_valid() => {
                let sum = campaigns.entry(of_campaign).or_default();
                sum.amount += settlement.amounts.cost;
                sum.clicks += 1;
                let sum = blocks.entry(of_block).or_default();
                sum.amount += settlement.amounts.webmaster;
                sum.clicks += 1;
                for (key, amount) in of_referrers {
                    let sum = referrals.entry(key).or_default();
                    sum.amount += amount;
                    sum.clicks += 1;
                }
            }
            SettlementKind::Void { .. } => {
                campaigns.entry(of_campaign).or_default().voided -= settlement.amounts.cost;
                blocks.entry(of_block).or_default().voided -= settlement.amounts.webmaster;
                for (key, amount) in of_referrers {
                    referrals.entry(key).or_default().voided -= amount;
                }
            }
            SettlementKind::Click | SettlementKind::Conversion(_) => {}
        }
    }
    add_days(tx, Side::Campaign, campaigns.iter()).await?;
    add_days(tx, Side::Block, blocks.iter()).await?;
    add_days(tx, Side::Referral, referrals.iter()).await?;
    let mut totals: BTreeMap<i64, Sum> = BTreeMap::new();
    for ((campaign, _, _), sum) in &campaigns {
        let total = totals.entry(*campaign).or_default();
        total.amount += sum.amount - sum.voided;
        total.clicks += sum.clicks;
    }
    let totals: Vec<(i64, Sum)> = totals.into_iter().collect();
    for chunk in pieces(&totals) {
        let sql = format!(
            "INSERT INTO campaign_totals (campaign_id, amount, clicks) VALUES {} ON CONFLICT (campaign_id) \
             DO UPDATE SET amount = campaign_totals.amount + excluded.amount, \
             clicks = campaign_totals.clicks + excluded.clicks",
            tx.placeholders(chunk.len(), 3)
        );
        let values = chunk.iter().flat_map(|(campaign, sum)| -> [Value; 3] {
            [(*campaign).into(), sum.amount.micros().into(), sum.clicks.into()]
        });
        tx.execute(&sql, values).await?;
    }
    Ok(())
}

async fn add_days(tx: &Tx, side: Side, sums: impl Iterator<Item = (&(i64, Day, UserId), &Sum)>) -> Result<()> {
    let (table, id, owner) = match side {
        Side::Campaign => ("campaign_spend", "campaign_id", "advertiser_id"),
        Side::Block => ("block_earnings", "block_id", "webmaster_id"),
        Side::Referral => ("referral_earnings", "referred_id", "referrer_id"),
    };
    let sums: Vec<_> = sums.collect();
    for chunk in pieces(&sums) {
        let sql = format!(
            "INSERT INTO {table} ({id}, day, {owner}, amount, clicks, voided, updated_by) VALUES {} \
             ON CONFLICT ({id}, day) DO UPDATE SET amount = {table}.amount + excluded.amount, \
             clicks = {table}.clicks + excluded.clicks, voided = {table}.voided + excluded.voided, \
             updated_by = excluded.updated_by",
            tx.placeholders(chunk.len(), 7)
        );
        let values = chunk.iter().flat_map(|((id, day, owner), sum)| -> [Value; 7] {
            [
                (*id).into(),
                i64::from(day.0).into(),
                owner.0.into(),
                sum.amount.micros().into(),
                sum.clicks.into(),
                sum.voided.micros().into(),
                tx.name().into(),
            ]
        });
        tx.execute(&sql, values).await?;
    }
    Ok(())
}

/// What campaigns spent on a day and at all, less what was voided. Campaigns that never spent are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CampaignSpent {
    /// The campaign.
    pub campaign: CampaignId,
    /// Spent by clicks of the day.
    pub today: Money,
    /// Spent at all.
    pub total: Money,
}

/// What campaigns spent on `day` and at all: of all campaigns, or of some.
pub async fn campaigns(conn: &Conn, day: Day, campaigns: Option<&[CampaignId]>) -> Result<Vec<CampaignSpent>> {
    let mut values = vec![i64::from(day.0).into()];
    let condition = match campaigns {
        Some(campaigns) => conn.one_of("t.campaign_id", campaigns.iter().map(|id| id.0), &mut values),
        None => "1 = 1".to_owned(),
    };
    let sql = format!(
        "SELECT t.campaign_id, t.amount AS total, COALESCE(s.amount - s.voided, 0) AS today FROM campaign_totals t \
         LEFT JOIN campaign_spend s ON s.campaign_id = t.campaign_id AND s.day = $1 WHERE {condition}"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            Ok(CampaignSpent {
                campaign: CampaignId(row.get("campaign_id")?),
                today: Money::from_micros(row.get("today")?),
                total: Money::from_micros(row.get("total")?),
            })
        })
        .collect()
}

/// What campaigns spent on given days, for limits: by campaign and day, less what was voided.
pub(crate) async fn campaign_days(
    conn: &Conn,
    campaigns: &[CampaignId],
    days: &[Day],
) -> Result<Vec<(CampaignId, Day, Money)>> {
    let mut values = vec![];
    let of_campaigns = conn.one_of("campaign_id", campaigns.iter().map(|id| id.0), &mut values);
    let of_days = conn.one_of("day", days.iter().map(|day| i64::from(day.0)), &mut values);
    let sql = format!(
        "SELECT campaign_id, day, amount - voided AS spent FROM campaign_spend WHERE {of_campaigns} AND {of_days}"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let day = Day(row.get::<i64>("day")? as i32);
            Ok((CampaignId(row.get("campaign_id")?), day, Money::from_micros(row.get("spent")?)))
        })
        .collect()
}

/// What the advertisers within the scope spent on days `from..=to`, less what was voided.
pub async fn spent(conn: &Conn, scope: Scope, from: Day, to: Day) -> Result<Money> {
    let mut values = vec![i64::from(from.0).into(), i64::from(to.0).into()];
    let condition = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(amount - voided), 0) AS BIGINT) AS amount FROM campaign_spend \
         WHERE day BETWEEN $1 AND $2 AND {condition}"
    );
    one_amount(conn, &sql, values).await
}

/// What the webmasters within the scope earned on days `from..=to`, less what was voided.
pub async fn earned(conn: &Conn, scope: Scope, from: Day, to: Day) -> Result<Money> {
    let mut values = vec![i64::from(from.0).into(), i64::from(to.0).into()];
    let condition = scope.webmaster_rows("webmaster_id", &mut values);
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(amount - voided), 0) AS BIGINT) AS amount FROM block_earnings \
         WHERE day BETWEEN $1 AND $2 AND {condition}"
    );
    one_amount(conn, &sql, values).await
}

async fn one_amount(conn: &Conn, sql: &str, values: Vec<Value>) -> Result<Money> {
    match conn.row(sql, values).await? {
        Some(row) => Ok(Money::from_micros(row.get("amount")?)),
        None => Ok(Money::ZERO),
    }
}
