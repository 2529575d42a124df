//! Earnings of sites that staff hold back: when their day comes they are put aside instead of becoming available, until
//! staff let them go.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::movements::{self, Cause};
use crate::scope::Scope;
use crate::sites::{self, Site};
use crate::statement::{Insert, Update};
use placard_model::posting::{Account, Operation, Posting};
use placard_model::{Day, Money, SiteId, UnixMs, UserId};

/// The most held sites of one webmaster that are named.
const HOLDS_LISTED_MAX: u32 = 1_000;

/// Holds the earnings of a site back, or tells another reason for the same. Answers whether that changes anything. What has
/// become available stays so.
pub async fn hold(tx: &Tx, scope: Scope, id: SiteId, reason: &str) -> Result<bool> {
    let before = sites::get_site(tx, scope, id).await?;
    if before.earnings_held_reason == reason {
        return Ok(false);
    }
    let since = before.earnings_held_at.unwrap_or(tx.now());
    let change = Update::of("sites").set("earnings_held_reason", reason).set("earnings_held_at", since.0);
    change.stamped(tx).versioned().filter("id =", id.0).one(tx, "site").await?;
    Ok(true)
}

/// Lets the earnings of a site go: what was put aside of them becomes available at once, and what waits does so on its day.
/// What it moved; none where they were not held.
pub async fn let_go(tx: &Tx, scope: Scope, id: SiteId) -> Result<Option<Money>> {
    let before = sites::get_site(tx, scope, id).await?;
    if !before.are_earnings_held() {
        return Ok(None);
    }
    let change = Update::of("sites").set("earnings_held_reason", "").set("earnings_held_at", None::<i64>);
    change.stamped(tx).versioned().filter("id =", id.0).one(tx, "site").await?;
    release(tx, &before).await.map(Some)
}

async fn release(tx: &Tx, site: &Site) -> Result<Money> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount, COALESCE(MAX(day), 0) AS last_day \
               FROM held_earnings WHERE site_id = $1";
    let Some(row) = tx.row(sql, [site.id.0.into()]).await? else { return Ok(Money::ZERO) };
    let (amount, last) = (Money::from_micros(row.get("amount")?), Day(row.get::<i64>("last_day")? as i32));
    tx.execute("DELETE FROM held_earnings WHERE site_id = $1", [site.id.0.into()]).await?;
    if amount.is_zero() {
        return Ok(amount);
    }
    let reference = format!("release:{}:site:{}:{}", site.webmaster, site.id, tx.now().0);
    let cause = Cause { reference: &reference, operation: Operation::Release, actor: None, comment: "" };
    let postings = [
        Posting::plain(Account::WebmasterPending(site.webmaster), -amount, last),
        Posting::plain(Account::WebmasterAvailable(site.webmaster), amount, last),
    ];
    movements::post(tx, cause, &postings).await?;
    Ok(amount)
}

/// Puts aside what sites whose earnings are held earned of that which is due, in the release of the rest; what it put aside.
/// Of a day of which a part was released, only what came behind that part counts.
pub(crate) async fn put_aside(tx: &Tx, webmaster: UserId, today: Day) -> Result<Money> {
    // Most webmasters have no such site, and are asked about no postings.
    let sql = "SELECT id FROM sites WHERE webmaster_id = $1 AND earnings_held_reason <> '' LIMIT 1";
    if tx.row(sql, [webmaster.0.into()]).await?.is_none() {
        return Ok(Money::ZERO);
    }
    // Nothing of a day is posted before it: the index is by the day of posting.
    let sql = format!(
        "SELECT b.site_id, p.day, MAX(p.first_transaction) AS first_transaction, CAST(SUM(o.amount) AS BIGINT) AS amount \
         FROM pending_earnings p \
         JOIN postings o ON o.account = {} AND o.user_id = p.webmaster_id AND o.posted_day >= p.day AND o.day = p.day \
         AND (p.first_transaction IS NULL OR o.transaction_id >= p.first_transaction) \
         JOIN blocks b ON b.id = o.block_id JOIN sites s ON s.id = b.site_id \
         WHERE p.due_day <= $1 AND p.webmaster_id = $2 AND s.earnings_held_reason <> '' \
         GROUP BY b.site_id, p.day ORDER BY b.site_id, p.day",
        code!(webmaster_pending)
    );
    let mut total = Money::ZERO;
    for row in tx.rows(&sql, [i64::from(today.0).into(), webmaster.0.into()]).await? {
        let amount = Money::from_micros(row.get("amount")?);
        Insert::into("held_earnings")
            .set("site_id", row.get::<i64>("site_id")?)
            .set("day", row.get::<i64>("day")?)
            .set("webmaster_id", webmaster.0)
            .set("amount", amount.micros())
            .set("first_transaction", row.get::<Option<i64>>("first_transaction")?)
            .set("updated_by", tx.name())
            .ending(
                "ON CONFLICT (site_id, day) DO UPDATE SET amount = held_earnings.amount + excluded.amount, \
                 updated_by = excluded.updated_by",
            )
            .run(tx)
            .await?;
        total += amount;
    }
    Ok(total)
}

/// The earnings of a site that are held back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSite {
    /// The site.
    pub site: SiteId,
    /// Its domain.
    pub domain: String,
    /// Why.
    pub reason: String,
    /// Since when.
    pub since: UnixMs,
    /// What was due since then and is held back.
    pub amount: Money,
}

/// What is held back of one site: that which was due.
pub async fn amount(conn: &Conn, site: SiteId) -> Result<Money> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM held_earnings WHERE site_id = $1";
    let row = conn.row(sql, [site.0.into()]).await?;
    row.map_or(Ok(Money::ZERO), |row| row.get("amount").map(Money::from_micros))
}

/// The sites of a webmaster whose earnings are held back, at most [`HOLDS_LISTED_MAX`].
pub async fn of_webmaster(conn: &Conn, webmaster: UserId) -> Result<Vec<HeldSite>> {
    let sql = format!(
        "SELECT s.id, s.domain, s.earnings_held_reason, s.earnings_held_at, \
         CAST(COALESCE((SELECT SUM(h.amount) FROM held_earnings h WHERE h.site_id = s.id), 0) AS BIGINT) AS amount \
         FROM sites s WHERE s.webmaster_id = $1 AND s.earnings_held_reason <> '' ORDER BY s.id LIMIT {HOLDS_LISTED_MAX}"
    );
    let held = |row: &Row| {
        Ok::<_, Error>(HeldSite {
            site: SiteId(row.get("id")?),
            domain: row.get("domain")?,
            reason: row.get("earnings_held_reason")?,
            since: UnixMs(row.get::<Option<i64>>("earnings_held_at")?.unwrap_or_default()),
            amount: Money::from_micros(row.get("amount")?),
        })
    };
    conn.rows(&sql, [webmaster.0.into()]).await?.iter().map(held).collect()
}

/// All that is held back of a webmaster.
pub async fn total(conn: &Conn, webmaster: UserId) -> Result<Money> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM held_earnings WHERE webmaster_id = $1";
    let row = conn.row(sql, [webmaster.0.into()]).await?;
    row.map_or(Ok(Money::ZERO), |row| row.get("amount").map(Money::from_micros))
}
