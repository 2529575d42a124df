//! Histories of balances: one row per campaign (or block) and day for clicks, one for each other movement, with the
//! balance after it.

use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use crate::lists::Direction;
use crate::money::movements::Movement;
use crate::scope::Scope;
use placard_model::books::posting::Operation;
use placard_model::format::CampaignType;
use placard_model::{BlockId, CampaignId, Day, Money, PayoutId, UnixMs, UserId};

/// How histories mark the fee of a payout, beside the numbers of operations.
const FEE_ROW: i64 = -1;
/// How they mark a day of what brought users left.
const REFERRAL_ROW: i64 = -2;

/// What of a payout a row of a history is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutPart {
    /// What is sent.
    Sent,
    /// What it costs.
    Fee,
    /// All of it, given back.
    Returned,
}

/// What a row of a history is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The clicks of a campaign on a day.
    CampaignDay {
        /// The campaign.
        campaign: CampaignId,
        /// By which clicks on its ads are posted.
        operation: Operation,
        /// The UTC day.
        day: Day,
        /// How many.
        clicks: i64,
    },
    /// What a block earned on a day.
    BlockDay {
        /// The block.
        block: BlockId,
        /// The UTC day.
        day: Day,
        /// How many clicks.
        clicks: i64,
    },
    /// What users who were brought left on a day.
    ReferralDay {
        /// The UTC day.
        day: Day,
        /// How many clicks.
        clicks: i64,
    },
    /// A payout, from its request on.
    Payout {
        /// The payout.
        payout: PayoutId,
        /// What of it.
        part: PayoutPart,
    },
    /// Anything else.
    Movement {
        /// The transaction.
        id: i64,
        /// What it is.
        operation: Operation,
        /// Said by who made it.
        comment: String,
    },
}

/// A row of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When; for a day of clicks the day's beginning.
    pub at: UnixMs,
    /// What.
    pub what: What,
    /// The change.
    pub amount: Money,
    /// The balance after this row, in the order of the history.
    pub balance_after: Money,
}

/// A page of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its rows.
    pub entries: Vec<Entry>,
    /// Rows of all pages.
    pub total: i64,
}

/// The history of an advertiser's balance. `offset` and `limit` count rows; the scope must name one advertiser.
pub async fn advertiser(conn: &Conn, scope: Scope, direction: Direction, offset: u32, limit: u32) -> Result<Page> {
    let Scope::Advertiser(user) = scope else { return Err(Error::NotFound("history")) };
    let rows = format!(
        "SELECT 0 AS id, s.day * 86400000 AS created_at, \
         CASE WHEN c.campaign_type = {} THEN {} ELSE {} END AS operation_type, -s.amount AS amount, '' AS comment, \
         s.campaign_id AS subject_id, s.day, s.clicks FROM campaign_spend s \
         LEFT JOIN campaigns c ON c.id = s.campaign_id WHERE s.advertiser_id = $1 AND s.clicks > 0",
        CampaignType::Push.id(),
        code!(push_clicks),
        code!(native_clicks)
    );
    page(conn, &rows, &[code!(advertiser)], user, (direction, offset, limit), |row| {
        let code: i64 = row.get("operation_type")?;
        Ok(What::CampaignDay {
            campaign: CampaignId(row.get("subject_id")?),
            operation: Operation::from_code(code).ok_or_else(|| Error::Corrupt(format!("operation {code}")))?,
            day: Day(row.get::<i64>("day")? as i32),
            clicks: row.get("clicks")?,
        })
    })
    .await
}

/// The history of a webmaster's balance, pending earnings included. Without payouts it is that of somebody who was paid nothing.
/// The scope must name one webmaster.
pub async fn webmaster(
    conn: &Conn,
    scope: Scope,
    has_payouts: bool,
    direction: Direction,
    offset: u32,
    limit: u32,
) -> Result<Page> {
    let Scope::Webmaster(user) = scope else { return Err(Error::NotFound("history")) };
    let clicks = format!(
        "SELECT 0 AS id, day * 86400000 AS created_at, 0 AS operation_type, amount, '' AS comment, \
         block_id AS subject_id, day, clicks FROM block_earnings WHERE webmaster_id = $1 AND clicks > 0 \
         UNION ALL SELECT 0, day * 86400000, {REFERRAL_ROW}, CAST(SUM(amount) AS BIGINT), '', 0, day, \
         CAST(SUM(clicks) AS BIGINT) FROM referral_earnings WHERE referrer_id = $1 AND clicks > 0 GROUP BY day"
    );
    let payouts = format!(
        " UNION ALL SELECT request_transaction, created_at, {}, fee - amount, '', id, 0, 0 FROM payouts \
         WHERE user_id = $1 \
         UNION ALL SELECT request_transaction, created_at, {FEE_ROW}, -fee, '', id, 0, 0 FROM payouts \
         WHERE user_id = $1 AND fee > 0 \
         UNION ALL SELECT end_transaction, closed_at, {}, amount, '', id, 0, 0 FROM payouts \
         WHERE user_id = $1 AND status_id IN ({}, {})",
        code!(payout_request),
        code!(payout_return),
        code!(payout_rejected),
        code!(payout_cancelled)
    );
    let rows = if has_payouts { clicks + &payouts } else { clicks };
    let accounts = [code!(webmaster_pending), code!(webmaster_available), code!(referral)];
    page(conn, &rows, &accounts, user, (direction, offset, limit), |row| {
        let (day, clicks) = (Day(row.get::<i64>("day")? as i32), row.get("clicks")?);
        if row.get::<i64>("operation_type")? == REFERRAL_ROW {
            return Ok(What::ReferralDay { day, clicks });
        }
        Ok(What::BlockDay { block: BlockId(row.get("subject_id")?), day, clicks })
    })
    .await
}

async fn page(
    conn: &Conn,
    click_days: &str,
    accounts: &[i64],
    user: UserId,
    (direction, offset, limit): (Direction, u32, u32),
    day: impl Fn(&Row) -> Result<What>,
) -> Result<Page> {
    let accounts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    // Clicks are shown by day from the kept sums; a release moves money inside one owner's accounts and adds to zero. A void of
    // many clicks is posted in many transactions that are told apart by nothing: those of a day are one row, which stands where
    // the first of them stood and grows with the others, as the clicks of a day do.
    let all = format!(
        "{click_days} UNION ALL SELECT MIN(t.id) AS id, MIN(t.created_at) AS created_at, t.operation_type, \
         CAST(SUM(p.amount) AS BIGINT) AS amount, MAX(t.comment) AS comment, 0 AS subject_id, 0 AS day, 0 AS clicks \
         FROM postings p JOIN transactions t ON t.id = p.transaction_id \
         WHERE p.account IN ({}) AND p.user_id = $1 AND t.operation_type NOT IN ({}, {}, {}, {}, {}) \
         GROUP BY t.operation_type, CASE WHEN t.operation_type = {} THEN -p.posted_day ELSE t.id END",
        accounts.join(", "),
        code!(native_clicks),
        code!(push_clicks),
        code!(release),
        code!(payout_request),
        code!(payout_return),
        code!(void_operation)
    );
    // A payout and its fee are of one moment and one transaction.
    let order = "created_at, id, subject_id, operation_type";
    let shown = match direction {
        Direction::Ascending => order.to_owned(),
        Direction::Descending => format!("{} DESC", order.replace(", ", " DESC, ")),
    };
    let sql = format!(
        "SELECT h.*, COUNT(*) OVER () AS rows_total, \
         CAST(SUM(amount) OVER (ORDER BY {order} ROWS UNBOUNDED PRECEDING) AS BIGINT) AS balance_after \
         FROM ({all}) h ORDER BY {shown} LIMIT $2 OFFSET $3"
    );
    let values: [Value; 3] = [user.0.into(), i64::from(limit).into(), i64::from(offset).into()];
    let rows = conn.rows(&sql, values).await?;
    let total = if let Some(row) = rows.first() {
        row.get("rows_total")?
    } else {
        let sql = format!("SELECT COUNT(*) AS rows_total FROM ({all}) h");
        conn.row(&sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get("rows_total"))?
    };
    let entries = rows.iter().map(|row| {
        let part = match row.get::<i64>("operation_type")? {
            code!(payout_request) => Some(PayoutPart::Sent),
            code!(payout_return) => Some(PayoutPart::Returned),
            FEE_ROW => Some(PayoutPart::Fee),
            _ => None,
        };
        let what = if row.get::<i64>("clicks")? > 0 {
            day(row)?
        } else if let Some(part) = part {
            What::Payout { payout: PayoutId(row.get("subject_id")?), part }
        } else {
            let Movement { id, operation, comment, .. } = Movement::from_row(row)?;
            What::Movement { id, operation, comment }
        };
        Ok(Entry {
            at: UnixMs(row.get("created_at")?),
            what,
            amount: Money::from_micros(row.get("amount")?),
            balance_after: Money::from_micros(row.get("balance_after")?),
        })
    });
    Ok(Page { entries: entries.collect::<Result<_>>()?, total })
}
