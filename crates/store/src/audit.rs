//! The books, added up again: every kept sum is compared with the rows that it follows from.
//!
//! All checks of one call see one moment of the database.

use crate::conn::Conn;
use crate::error::Result;
use placard_model::{Day, Money};

/// Differences of one check that are listed; more are counted only.
pub const DIFFERENCES_MAX: i64 = 100;

/// Something that does not add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The check that found it.
    pub check: &'static str,
    /// Where: account, campaign and day, transaction or click.
    pub subject: String,
    /// What the rows add up to.
    pub expected: i64,
    /// What is kept.
    pub found: i64,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: expected {}, found {}", self.check, self.subject, self.expected, self.found)
    }
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Transactions.
    pub transactions: i64,
    /// Postings.
    pub postings: i64,
    /// Settlements.
    pub settlements: i64,
    /// Of these, the newest.
    pub newest_settlement: i64,
    /// Sum of the costs of all settlements.
    pub billed: Money,
}

/// A check: its name and a query that finds nothing when all is well. Its columns are `subject`, `expected`, `found`.
struct Check {
    name: &'static str,
    sql: &'static str,
}

// Sums of 64-bit integers are NUMERIC in PostgreSQL: each is cast back. Text is joined with ||, numbers cast to it.
const CHECKS: [Check; 15] = [
    Check {
        name: "the postings of a transaction add up to zero",
        sql: "SELECT 'transaction ' || CAST(transaction_id AS TEXT) AS subject, CAST(0 AS BIGINT) AS expected, \
              CAST(SUM(amount) AS BIGINT) AS found FROM postings GROUP BY transaction_id HAVING SUM(amount) <> 0",
    },
    Check {
        name: "a balance is the sum of its postings",
        sql: "SELECT 'account ' || CAST(account AS TEXT) || ' of user ' || CAST(user_id AS TEXT) AS subject, \
              CAST(SUM(posted) AS BIGINT) AS expected, CAST(SUM(kept) AS BIGINT) AS found FROM ( \
              SELECT account, user_id, amount AS posted, 0 AS kept FROM postings UNION ALL \
              SELECT account, user_id, 0 AS posted, amount AS kept FROM balances) x \
              GROUP BY account, user_id HAVING SUM(posted) <> SUM(kept)",
    },
    Check {
        name: "the parts of a click add up to its cost",
        sql: "SELECT 'click ' || CAST(click_ref AS TEXT) AS subject, cost AS expected, \
              webmaster_amount + webmaster_referrer_amount + advertiser_referrer_amount + network_amount AS found \
              FROM settlements WHERE cost <> webmaster_amount + webmaster_referrer_amount + \
              advertiser_referrer_amount + network_amount",
    },
    Check {
        name: "only valid clicks cost something",
        sql: "SELECT 'click ' || CAST(click_ref AS TEXT) AS subject, CAST(0 AS BIGINT) AS expected, cost AS found \
              FROM settlements WHERE cost <> 0 AND (kind = 2 OR (kind = 1 AND verdict <> 0))",
    },
    Check {
        name: "every cost belongs to a transaction",
        sql: "SELECT 'click ' || CAST(click_ref AS TEXT) AS subject, cost AS expected, CAST(0 AS BIGINT) AS found \
              FROM settlements WHERE cost <> 0 AND transaction_id IS NULL",
    },
    Check {
        name: "advertisers are charged what their clicks cost",
        sql: "SELECT 'transaction ' || CAST(transaction_id AS TEXT) || ', campaign ' || CAST(subject_id AS TEXT) \
              AS subject, CAST(SUM(settled) AS BIGINT) AS expected, CAST(SUM(posted) AS BIGINT) AS found FROM ( \
              SELECT transaction_id, campaign_id AS subject_id, -cost AS settled, 0 AS posted FROM settlements \
              WHERE transaction_id IS NOT NULL UNION ALL \
              SELECT p.transaction_id, COALESCE(p.campaign_id, 0), 0, p.amount FROM postings p \
              JOIN transactions t ON t.id = p.transaction_id \
              WHERE p.account = 1 AND t.operation_type IN (2, 3)) x \
              GROUP BY transaction_id, subject_id HAVING SUM(settled) <> SUM(posted)",
    },
    Check {
        name: "webmasters get what their clicks earned",
        sql: "SELECT 'transaction ' || CAST(transaction_id AS TEXT) || ', block ' || CAST(subject_id AS TEXT) \
              AS subject, CAST(SUM(settled) AS BIGINT) AS expected, CAST(SUM(posted) AS BIGINT) AS found FROM ( \
              SELECT transaction_id, block_id AS subject_id, webmaster_amount AS settled, 0 AS posted \
              FROM settlements WHERE transaction_id IS NOT NULL UNION ALL \
              SELECT p.transaction_id, COALESCE(p.block_id, 0), 0, p.amount FROM postings p \
              JOIN transactions t ON t.id = p.transaction_id \
              WHERE p.account IN (2, 3) AND t.operation_type IN (2, 3)) x \
              GROUP BY transaction_id, subject_id HAVING SUM(settled) <> SUM(posted)",
    },
    Check {
        name: "network and referrers get the rest",
        sql: "SELECT 'transaction ' || CAST(transaction_id AS TEXT) AS subject, \
              CAST(SUM(settled) AS BIGINT) AS expected, CAST(SUM(posted) AS BIGINT) AS found FROM ( \
              SELECT transaction_id, network_amount + webmaster_referrer_amount + advertiser_referrer_amount \
              AS settled, 0 AS posted FROM settlements WHERE transaction_id IS NOT NULL UNION ALL \
              SELECT p.transaction_id, 0, p.amount FROM postings p JOIN transactions t ON t.id = p.transaction_id \
              WHERE p.account IN (4, 5) AND t.operation_type IN (2, 3)) x \
              GROUP BY transaction_id HAVING SUM(settled) <> SUM(posted)",
    },
    Check {
        name: "a campaign's spend of a day is that of its clicks",
        sql: "SELECT 'campaign ' || CAST(campaign_id AS TEXT) || ', day ' || CAST(day AS TEXT) AS subject, \
              CAST(SUM(settled) AS BIGINT) AS expected, CAST(SUM(kept) AS BIGINT) AS found FROM ( \
              SELECT campaign_id, clicked_at / 86400000 AS day, cost AS settled, 0 AS kept FROM settlements \
              WHERE cost <> 0 UNION ALL \
              SELECT campaign_id, day, 0, amount - voided FROM campaign_spend) x \
              GROUP BY campaign_id, day HAVING SUM(settled) <> SUM(kept)",
    },
    Check {
        name: "a campaign's whole spend is that of its days",
        sql: "SELECT 'campaign ' || CAST(campaign_id AS TEXT) AS subject, \
              CAST(SUM(days) AS BIGINT) AS expected, CAST(SUM(kept) AS BIGINT) AS found FROM ( \
              SELECT campaign_id, amount - voided AS days, 0 AS kept FROM campaign_spend UNION ALL \
              SELECT campaign_id, 0, amount FROM campaign_totals) x \
              GROUP BY campaign_id HAVING SUM(days) <> SUM(kept)",
    },
    Check {
        name: "a block's earnings of a day are those of its clicks",
        sql: "SELECT 'block ' || CAST(block_id AS TEXT) || ', day ' || CAST(day AS TEXT) AS subject, \
              CAST(SUM(settled) AS BIGINT) AS expected, CAST(SUM(kept) AS BIGINT) AS found FROM ( \
              SELECT block_id, clicked_at / 86400000 AS day, webmaster_amount AS settled, 0 AS kept \
              FROM settlements WHERE webmaster_amount <> 0 UNION ALL \
              SELECT block_id, day, 0, amount - voided FROM block_earnings) x \
              GROUP BY block_id, day HAVING SUM(settled) <> SUM(kept)",
    },
    Check {
        name: "clicks are counted by day as they were settled",
        sql: "SELECT 'campaign ' || CAST(campaign_id AS TEXT) || ', day ' || CAST(day AS TEXT) AS subject, \
              CAST(SUM(settled) AS BIGINT) AS expected, CAST(SUM(kept) AS BIGINT) AS found FROM ( \
              SELECT campaign_id, clicked_at / 86400000 AS day, 1 AS settled, 0 AS kept FROM settlements \
              WHERE kind = 1 AND verdict = 0 UNION ALL \
              SELECT campaign_id, day, 0, clicks FROM campaign_spend) x \
              GROUP BY campaign_id, day HAVING SUM(settled) <> SUM(kept)",
    },
    Check {
        name: "a conversion is in its last settled state",
        sql: "SELECT 'click ' || CAST(c.click_ref AS TEXT) || ', conversion ' || c.external_id AS subject, \
              COALESCE(s.state, 0) AS expected, c.state AS found FROM conversions c LEFT JOIN settlements s \
              ON s.id = (SELECT MAX(l.id) FROM settlements l WHERE l.kind = 2 AND l.click_ref = c.click_ref \
              AND l.external_id = c.external_id) \
              WHERE s.id IS NULL OR s.state <> c.state OR s.payout <> c.payout",
    },
    Check {
        name: "earnings that wait for their day are what the pending account holds",
        sql: "SELECT 'webmaster ' || CAST(user_id AS TEXT) AS subject, CAST(SUM(posted) AS BIGINT) AS expected, \
              CAST(SUM(kept) AS BIGINT) AS found FROM ( \
              SELECT user_id, amount AS posted, 0 AS kept FROM postings WHERE account = 2 UNION ALL \
              SELECT webmaster_id, 0, amount FROM pending_earnings) x \
              GROUP BY user_id HAVING SUM(posted) <> SUM(kept)",
    },
    Check {
        name: "a record that is set aside has no settlement",
        sql: "SELECT r.what || ' ' || CAST(r.record_ref AS TEXT) AS subject, CAST(0 AS BIGINT) AS expected, \
              s.id AS found FROM set_aside_records r JOIN settlements s ON s.record_ref = r.record_ref AND s.kind < 3 \
              WHERE r.consumer = 'billing' AND r.source = 1 AND r.state <> 3",
    },
];

/// Runs all checks. An empty list says that everything adds up.
pub async fn books(conn: &Conn) -> Result<(Extent, Vec<Difference>)> {
    let mut differences = Vec::new();
    for check in &CHECKS {
        let sql = format!("{} LIMIT {DIFFERENCES_MAX}", check.sql);
        for row in conn.rows(&sql, []).await? {
            differences.push(Difference {
                check: check.name,
                subject: row.get("subject")?,
                expected: row.get("expected")?,
                found: row.get("found")?,
            });
        }
    }
    Ok((extent(conn).await?, differences))
}

async fn extent(conn: &Conn) -> Result<Extent> {
    let sql = "SELECT (SELECT COUNT(*) FROM transactions) AS transactions, (SELECT COUNT(*) FROM postings) AS postings, \
               (SELECT COUNT(*) FROM settlements) AS settlements, \
               (SELECT COALESCE(MAX(id), 0) FROM settlements) AS newest, \
               (SELECT CAST(COALESCE(SUM(cost), 0) AS BIGINT) FROM settlements) AS billed";
    match conn.row(sql, []).await? {
        Some(row) => Ok(Extent {
            transactions: row.get("transactions")?,
            postings: row.get("postings")?,
            settlements: row.get("settlements")?,
            newest_settlement: row.get("newest")?,
            billed: Money::from_micros(row.get("billed")?),
        }),
        None => Ok(Extent::default()),
    }
}

/// What the settlements of one UTC day add up to, for the comparison with statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DaySums {
    /// Valid clicks, less the voided ones.
    pub clicks: i64,
    /// Clicks with another verdict, and voided ones.
    pub rejected_clicks: i64,
    /// Micro-dollars from advertisers.
    pub cost: i64,
    /// Micro-dollars to webmasters.
    pub webmaster: i64,
    /// Micro-dollars to referrers of both sides.
    pub referrers: i64,
    /// Micro-dollars to the network.
    pub network: i64,
    /// Conversions that wait, are approved, are rejected.
    pub conversions: [i64; 3],
    /// Their payouts in micro-dollars.
    pub payouts: [i64; 3],
}

/// Sums by the day of the click, over the settlements up to `seq`, without those that statistics have set aside.
pub async fn settled_days(conn: &Conn, seq: i64) -> Result<Vec<(Day, DaySums)>> {
    let state = |column: &str, state: u8| {
        format!(
            "CAST(SUM(CASE WHEN kind = 2 AND state = {state} THEN {} ELSE 0 END) - \
             SUM(CASE WHEN kind = 2 AND state_before = {state} THEN {} ELSE 0 END) AS BIGINT) AS {column}_{state}",
            if column == "count" { "1" } else { "payout" },
            if column == "count" { "1" } else { "payout_before" },
        )
    };
    let states: Vec<String> = (1..=3).flat_map(|s| [state("count", s), state("money", s)]).collect();
    let sql = format!(
        "SELECT clicked_at / 86400000 AS day, \
         CAST(SUM(CASE WHEN kind = 1 AND verdict = 0 THEN 1 WHEN kind > 2 THEN -1 ELSE 0 END) AS BIGINT) AS clicks, \
         CAST(SUM(CASE WHEN (kind = 1 AND verdict <> 0) OR kind > 2 THEN 1 ELSE 0 END) AS BIGINT) AS rejected_clicks, \
         CAST(SUM(cost) AS BIGINT) AS cost, CAST(SUM(webmaster_amount) AS BIGINT) AS webmaster, \
         CAST(SUM(webmaster_referrer_amount + advertiser_referrer_amount) AS BIGINT) AS referrers, \
         CAST(SUM(network_amount) AS BIGINT) AS network, {} \
         FROM settlements WHERE id <= $1 AND id NOT IN (SELECT record_ref FROM set_aside_records \
         WHERE consumer = 'facts' AND source = 2 AND state <> 3) GROUP BY clicked_at / 86400000 ORDER BY 1",
        states.join(", ")
    );
    let rows = conn.rows(&sql, [seq.into()]).await?;
    rows.iter()
        .map(|row| {
            let sums = DaySums {
                clicks: row.get("clicks")?,
                rejected_clicks: row.get("rejected_clicks")?,
                cost: row.get("cost")?,
                webmaster: row.get("webmaster")?,
                referrers: row.get("referrers")?,
                network: row.get("network")?,
                conversions: [row.get("count_1")?, row.get("count_2")?, row.get("count_3")?],
                payouts: [row.get("money_1")?, row.get("money_2")?, row.get("money_3")?],
            };
            Ok((Day(row.get::<i64>("day")? as i32), sums))
        })
        .collect()
}
