//! Earnings of sites that staff hold back: when their day comes they are put aside instead of becoming available, until
//! staff let them go.

use crate::accounts::users;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::money::movements::{self, Cause};
use crate::publishing::sites::{self, Site};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::user::UserStatus;
use placard_model::{Day, Money, SiteId, UnixMs, UserId};
use std::collections::HashMap;

/// The most held sites of one webmaster that are named.
const HOLDS_LISTED_MAX: u32 = 1_000;

/// Holds the earnings of a site back, or tells another reason for the same. Answers whether that changes anything. What has
/// become available stays so.
pub async fn hold(tx: &Tx, scope: Scope, id: SiteId, reason: &str) -> Result<bool> {
    let before = sites::get_site(tx, scope, id).await?;
    if before.earnings_held_reason == reason {
        return Ok(false);
    }
    if users::get_user(tx, Scope::System, before.webmaster).await?.status == UserStatus::Deleted {
        return Err(Error::Conflict(
            "the account of its owner is deleted, and all that it earned was given up: nothing of it can become held back"
                .to_owned(),
        ));
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
    let sql = "SELECT 1 AS found FROM held_earnings WHERE site_id = $1 LIMIT 1";
    // Something that is put aside by no hold goes as well: nothing else would ever move it.
    if !before.are_earnings_held() && tx.row(sql, [id.0.into()]).await?.is_none() {
        return Ok(None);
    }
    let change = Update::of("sites").set("earnings_held_reason", "").set("earnings_held_at", None::<i64>);
    change.stamped(tx).versioned().filter("id =", id.0).one(tx, "site").await?;
    release(tx, &before, scope.actor()).await.map(Some)
}

/// Lets all earnings of a webmaster go whose account ends: they are given up with the rest, and no hold outlives it.
pub(crate) async fn let_all_go(tx: &Tx, webmaster: UserId) -> Result<()> {
    let sql = "SELECT id FROM sites WHERE webmaster_id = $1 AND (earnings_held_reason <> '' \
               OR EXISTS (SELECT 1 FROM held_earnings h WHERE h.site_id = sites.id)) ORDER BY id";
    for row in tx.rows(sql, [webmaster.0.into()]).await? {
        let_go(tx, Scope::System, SiteId(row.get("id")?)).await?;
    }
    Ok(())
}

async fn release(tx: &Tx, site: &Site, actor: Option<UserId>) -> Result<Money> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount, COALESCE(MAX(day), 0) AS last_day \
               FROM held_earnings WHERE site_id = $1";
    let Some(row) = tx.row(sql, [site.id.0.into()]).await? else { return Ok(Money::ZERO) };
    let (amount, last) = (Money::from_micros(row.get("amount")?), Day(row.get::<i64>("last_day")? as i32));
    tx.execute("DELETE FROM held_earnings WHERE site_id = $1", [site.id.0.into()]).await?;
    if amount.is_zero() {
        return Ok(amount);
    }
    let reference = format!("release:{}:site:{}:{}", site.webmaster, site.id, tx.now().0);
    let comment = format!("Earnings of site {} let go", site.id);
    let cause = Cause { reference: &reference, operation: Operation::Release, actor, comment: &comment };
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
    let sql = "SELECT p.day, p.first_transaction, t.created_at FROM pending_earnings p \
               LEFT JOIN transactions t ON t.id = p.first_transaction \
               WHERE p.due_day <= $1 AND p.webmaster_id = $2 ORDER BY p.day";
    let mut total = Money::ZERO;
    for row in tx.rows(sql, [i64::from(today.0).into(), webmaster.0.into()]).await? {
        let day = Day(row.get::<i64>("day")? as i32);
        let first = row.get::<Option<i64>>("first_transaction")?;
        let earned = match first {
            Some(first) if is_begun(tx, webmaster, day, first).await? => {
                let began = row.get::<Option<i64>>("created_at")?.map_or(day, |at| UnixMs(at).day());
                earned_since(tx, webmaster, day, first, began.max(day)).await?
            }
            _ => earned_of_day(tx, webmaster, day).await?,
        };
        for (site, amount) in earned {
            Insert::into("held_earnings")
                .set("site_id", site)
                .set("day", i64::from(day.0))
                .set("webmaster_id", webmaster.0)
                .set("amount", amount.micros())
                .set("first_transaction", first)
                .set("updated_by", tx.name())
                .ending(
                    "ON CONFLICT (site_id, day) DO UPDATE SET amount = held_earnings.amount + excluded.amount, \
                     updated_by = excluded.updated_by",
                )
                .run(tx)
                .await?;
            total += amount;
        }
    }
    Ok(total)
}

/// Whether something of a day was posted before what waits of it: that part was released.
async fn is_begun(tx: &Tx, webmaster: UserId, day: Day, first: i64) -> Result<bool> {
    let values = || [webmaster.0.into(), i64::from(day.0).into()];
    // Nothing of a day is posted before it, and nearly all of it on it: the index on the day of posting leads to the first one.
    let sql = format!(
        "SELECT transaction_id FROM postings WHERE account = {} AND user_id = $1 AND posted_day >= $2 AND day = $2 \
         ORDER BY posted_day, id LIMIT 1",
        code!(webmaster_pending)
    );
    let posted = tx.row(&sql, values()).await?.map(|row| row.get::<i64>("transaction_id")).transpose()?;
    if posted.is_some_and(|posted| posted < first) {
        return Ok(true);
    }
    let sql = format!(
        "SELECT 1 AS found FROM folded_postings WHERE account = {} AND user_id = $1 AND sealed_day >= $2 AND day = $2 LIMIT 1",
        code!(webmaster_pending)
    );
    Ok(tx.row(&sql, values()).await?.is_some())
}

/// What sites whose earnings are held earned on a day of which nothing was released. It is kept by block, so that the postings
/// of a busy day are not read in the writer's time.
async fn earned_of_day(tx: &Tx, webmaster: UserId, day: Day) -> Result<Vec<(i64, Money)>> {
    let sql = "SELECT b.site_id, CAST(SUM(e.amount - e.voided) AS BIGINT) AS amount FROM sites s \
               JOIN blocks b ON b.site_id = s.id \
               JOIN block_earnings e ON e.block_id = b.id AND e.day = $2 AND e.webmaster_id = $1 \
               WHERE s.webmaster_id = $1 AND s.earnings_held_reason <> '' GROUP BY b.site_id ORDER BY b.site_id";
    amounts(&tx.rows(sql, [webmaster.0.into(), i64::from(day.0).into()]).await?)
}

/// What sites whose earnings are held earned of a day since a transaction, which was posted on `began`.
async fn earned_since(tx: &Tx, webmaster: UserId, day: Day, first: i64, began: Day) -> Result<Vec<(i64, Money)>> {
    let sql = format!(
        "SELECT b.site_id, CAST(SUM(o.amount) AS BIGINT) AS amount FROM postings o \
         JOIN blocks b ON b.id = o.block_id JOIN sites s ON s.id = b.site_id \
         WHERE o.account = {} AND o.user_id = $1 AND o.posted_day >= $2 AND o.transaction_id >= $3 AND o.day = {} \
         AND s.earnings_held_reason <> '' GROUP BY b.site_id ORDER BY b.site_id",
        code!(webmaster_pending),
        day.0
    );
    let values = [webmaster.0.into(), i64::from(began.0).into(), first.into()];
    amounts(&tx.rows(&sql, values).await?)
}

fn amounts(rows: &[Row]) -> Result<Vec<(i64, Money)>> {
    rows.iter().map(|row| Ok((row.get("site_id")?, Money::from_micros(row.get("amount")?)))).collect()
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

/// The same of some sites; those of which nothing is held back are left out.
pub async fn amounts_of(conn: &Conn, of: &[SiteId]) -> Result<HashMap<SiteId, Money>> {
    let mut values = Vec::new();
    let named = conn.one_of("site_id", of.iter().map(|site| site.0), &mut values);
    let sql = format!(
        "SELECT site_id, CAST(SUM(amount) AS BIGINT) AS amount FROM held_earnings WHERE {named} GROUP BY site_id"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((SiteId(row.get("site_id")?), Money::from_micros(row.get("amount")?)))).collect()
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
