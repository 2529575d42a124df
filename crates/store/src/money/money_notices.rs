//! Money that runs out, and what advertisers were told of it: one event is told once.

use crate::advertising::campaigns;
use crate::codes::code;
use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::{CampaignId, Day, Money, UserId};

/// The most campaigns near a limit that one look considers.
const ROWS_MAX: u32 = 10_000;

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpendNotice {
    /// An advertiser's balance is below one day of spend.
    LowBalance,
    /// A campaign has spent its daily limit.
    DailyLimit,
    /// A campaign has spent its total limit.
    TotalLimit,
}

impl SpendNotice {
    const fn name(self) -> &'static str {
        match self {
            Self::LowBalance => "low_balance",
            Self::DailyLimit => "daily_limit",
            Self::TotalLimit => "total_limit",
        }
    }
}

/// An advertiser who spends, with what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spender {
    /// The advertiser.
    pub user: UserId,
    /// What is left.
    pub balance: Money,
    /// What a day costs: the dearer one of yesterday and today so far.
    pub day_spend: Money,
    /// The balance of which they were told; none if they were not, or have topped up since.
    pub told_at: Option<Money>,
}

/// Everybody who spent yesterday or today.
pub async fn spenders(conn: &Conn, today: Day) -> Result<Vec<Spender>> {
    let sql = format!(
        "SELECT d.advertiser_id, d.spent, b.amount AS balance, n.amount AS told_at FROM ( \
            SELECT advertiser_id, MAX(spent) AS spent FROM ( \
                SELECT advertiser_id, day, CAST(SUM(amount - voided) AS BIGINT) AS spent FROM campaign_spend \
                WHERE day BETWEEN $1 AND $2 GROUP BY advertiser_id, day) AS days GROUP BY advertiser_id) AS d \
        JOIN balances b ON b.user_id = d.advertiser_id AND b.account = {} \
        LEFT JOIN money_notices n ON n.kind = 'low_balance' AND n.subject_id = d.advertiser_id \
        WHERE d.spent > 0 ORDER BY d.advertiser_id",
        code!(advertiser)
    );
    let rows = conn.rows(&sql, [i64::from(today.0 - 1).into(), i64::from(today.0).into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(Spender {
                user: UserId(row.get("advertiser_id")?),
                balance: Money::from_micros(row.get("balance")?),
                day_spend: Money::from_micros(row.get("spent")?),
                told_at: row.get::<Option<i64>>("told_at")?.map(Money::from_micros),
            })
        })
        .collect()
}

/// A campaign that has spent a limit, of which nobody knows yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The campaign.
    pub campaign: CampaignId,
    /// Outer name of a push campaign.
    pub push: Option<String>,
    /// Its owner.
    pub advertiser: UserId,
    /// Its name.
    pub name: String,
    /// The limit.
    pub limit: Money,
    /// The daily or the total one.
    pub notice: SpendNotice,
    /// It was so on the day before, too.
    pub is_repeated: bool,
}

/// Campaigns that want to run and have spent a limit; the total one, once told, is left out until it is changed, the
/// daily one until the next day.
pub async fn spent_campaigns(conn: &Conn, today: Day) -> Result<Vec<Spent>> {
    // A limit of which less than half is spent cannot be used up by the campaign's own bids.
    let sql = "SELECT c.id, d.day AS daily_day, t.amount AS total_told FROM campaigns c \
        JOIN campaign_totals a ON a.campaign_id = c.id \
        LEFT JOIN campaign_spend s ON s.campaign_id = c.id AND s.day = $1 \
        LEFT JOIN money_notices d ON d.kind = 'daily_limit' AND d.subject_id = c.id \
        LEFT JOIN money_notices t ON t.kind = 'total_limit' AND t.subject_id = c.id \
        WHERE c.wanted AND c.archived_at IS NULL AND c.deleted_at IS NULL AND ( \
            (c.total_limit <= a.amount * 2 AND COALESCE(t.amount, -1) <> c.total_limit) \
            OR (c.daily_limit <= (s.amount - s.voided) * 2 AND COALESCE(d.day, -1) <> $1)) \
        ORDER BY c.id LIMIT $2";
    let rows = conn.rows(sql, [i64::from(today.0).into(), i64::from(ROWS_MAX).into()]).await?;
    let mut found = Vec::new();
    for row in &rows {
        let id = CampaignId(row.get("id")?);
        let told_day: Option<i64> = row.get("daily_day")?;
        let told_total: Option<i64> = row.get("total_told")?;
        let campaign = campaigns::get(conn, Scope::System, id).await?;
        let facts = campaign.state.facts(conn.now());
        let spent = |limit: Money, notice: SpendNotice, is_repeated: bool| Spent {
            campaign: id,
            push: campaign.uuid.clone(),
            advertiser: campaign.advertiser,
            name: campaign.settings.name.clone(),
            limit,
            notice,
            is_repeated,
        };
        // What has spent all there is need not be told of the day.
        match (campaign.state.total_limit, campaign.state.daily_limit) {
            (Some(limit), _) if facts.total_spent && told_total == Some(limit.micros()) => {}
            (Some(limit), _) if facts.total_spent => found.push(spent(limit, SpendNotice::TotalLimit, false)),
            (_, Some(limit)) if facts.daily_spent && told_day != Some(i64::from(today.0)) => {
                found.push(spent(limit, SpendNotice::DailyLimit, told_day == Some(i64::from(today.0 - 1))));
            }
            _ => {}
        }
    }
    Ok(found)
}

/// Notes what was told, in the transaction that queues the mail.
pub async fn put(tx: &Tx, notice: SpendNotice, subject: i64, day: Day, amount: Money) -> Result<()> {
    Insert::into("money_notices")
        .set("kind", notice.name())
        .set("subject_id", subject)
        .set("day", i64::from(day.0))
        .set("amount", amount.micros())
        .set("updated_by", tx.name())
        .replacing("kind, subject_id", &[])
        .run(tx)
        .await
        .map(drop)
}

/// Forgets what was told, so that the next event of the kind is told again.
pub async fn forget(tx: &Tx, notice: SpendNotice, subject: i64) -> Result<()> {
    let sql = "DELETE FROM money_notices WHERE kind = $1 AND subject_id = $2";
    tx.execute(sql, [notice.name().into(), subject.into()]).await.map(drop)
}
