//! What was agreed with a user about money: the webmaster's share, and who brought the user.

use crate::accounts::audit_log::{self, Actor};
use crate::advertising::inventory_changes::{self, Kind};
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::money::BASIS_POINTS;
use placard_model::time::DAY_MS;
use placard_model::{UnixMs, UserId};
use serde::Serialize;

/// The most users of whom it is told at once.
const OWN_SHARES_MAX: u32 = 1_000_000;

/// Until when who brings a user now earns from them.
pub fn referral_end(tx: &Tx) -> UnixMs {
    tx.now().plus_ms(i64::from(tx.settings().shares.referral_months) * 365 * DAY_MS / 12)
}

/// The terms of one user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The webmaster's part of a click's cost, in basis points.
    pub share_bp: i64,
    /// Who brought the user, and until when that is paid for.
    pub referrer: Option<(UserId, UnixMs)>,
}

impl Terms {
    /// Those of a user with whom nothing was agreed.
    pub fn usual(conn: &Conn) -> Self {
        Self { share_bp: conn.settings().shares.webmaster.0, referrer: None }
    }
}

/// The terms of some users; those without a row are left out and have [`Terms::usual`].
pub async fn of_users(conn: &Conn, users: &[UserId]) -> Result<Vec<(UserId, Terms)>> {
    let mut values = vec![];
    let condition = conn.one_of("user_id", users.iter().map(|user| user.0), &mut values);
    let sql = format!("SELECT user_id, share_bp, referrer_id, referral_until FROM money_terms WHERE {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let referrer: Option<i64> = row.get("referrer_id")?;
            let until: Option<i64> = row.get("referral_until")?;
            let terms = Terms {
                share_bp: row.get::<Option<i64>>("share_bp")?.unwrap_or(conn.settings().shares.webmaster.0),
                referrer: referrer.zip(until).map(|(user, until)| (UserId(user), UnixMs(until))),
            };
            Ok((UserId(row.get("user_id")?), terms))
        })
        .collect()
}

/// What part of clicks was agreed with a webmaster, in basis points; none: the usual one.
pub async fn own_share(conn: &Conn, webmaster: UserId) -> Result<Option<i64>> {
    let row = conn.row("SELECT share_bp FROM money_terms WHERE user_id = $1", [webmaster.0.into()]).await?;
    row.map_or(Ok(None), |row| row.get("share_bp"))
}

/// The webmasters who have a share of their own. At most a million.
pub async fn with_own_share(conn: &Conn) -> Result<Vec<i64>> {
    let sql = format!("SELECT user_id FROM money_terms WHERE share_bp IS NOT NULL LIMIT {OWN_SHARES_MAX}");
    conn.rows(&sql, []).await?.iter().map(|row| row.get("user_id")).collect()
}

/// The users within the scope, each with whether they have a share of their own. At most a million.
pub async fn own_shares(conn: &Conn, scope: Scope) -> Result<Vec<(i64, i64)>> {
    let mut values = Vec::new();
    let own = scope.own_rows("users.id", &mut values);
    let sql = format!(
        "SELECT users.id AS id, CAST(CASE WHEN money_terms.share_bp IS NULL THEN 0 ELSE 1 END AS BIGINT) AS has_own FROM users \
         LEFT JOIN money_terms ON money_terms.user_id = users.id WHERE {own} LIMIT {OWN_SHARES_MAX}"
    );
    conn.rows(&sql, values).await?.iter().map(|row| Ok((row.get("id")?, row.get("has_own")?))).collect()
}

/// Agrees on a webmaster's share (none: the default) for clicks that are judged from now on.
pub async fn set_share(tx: &Tx, webmaster: UserId, share_bp: Option<i64>) -> Result<()> {
    if share_bp.is_some_and(|share| !(0..=BASIS_POINTS).contains(&share)) {
        return Err(Error::Invalid { field: "share_bp", message: "must be 0 to 10000".to_owned() });
    }
    let row = Insert::into("money_terms").set("user_id", webmaster.0).set("share_bp", share_bp).stamped(tx);
    row.replacing("user_id", &[]).run(tx).await?;
    // The floors of the webmaster's blocks are compared with this share.
    inventory_changes::record(tx, Kind::User, webmaster).await
}

/// A share as the audit log keeps it.
#[derive(Debug, Serialize)]
struct ShareState {
    /// The webmaster's part of a click's cost; none: the usual one.
    share_basis_points: Option<i64>,
}

/// Agrees on a webmaster's share as [`set_share`] does, and notes who did. What was agreed already is no change.
pub async fn agree_share(tx: &Tx, actor: &Actor, webmaster: UserId, share_bp: Option<i64>) -> Result<()> {
    let before = own_share(tx, webmaster).await?;
    if before == share_bp {
        return Ok(());
    }
    set_share(tx, webmaster, share_bp).await?;
    let (before, after) = (ShareState { share_basis_points: before }, ShareState { share_basis_points: share_bp });
    audit_log::record(tx, actor, "set_share", "user", webmaster, Some(&before), Some(&after)).await
}

/// Forgets who brought a user.
pub async fn clear_referrer(tx: &Tx, user: UserId) -> Result<()> {
    let sql = "UPDATE money_terms SET referrer_id = NULL, referral_until = NULL, updated_at = $2, updated_by = $3 \
               WHERE user_id = $1";
    tx.execute(sql, [user.0.into(), tx.now().0.into(), tx.name().into()]).await.map(drop)
}

/// Records who brought a user, and until when the referrer earns.
pub async fn set_referrer(tx: &Tx, user: UserId, referrer: UserId, until: UnixMs) -> Result<()> {
    if user == referrer {
        return Err(Error::Invalid { field: "referral", message: "must be another user".to_owned() });
    }
    let row = Insert::into("money_terms").set("user_id", user.0).set("referrer_id", referrer.0);
    row.set("referral_until", until.0).stamped(tx).replacing("user_id", &[]).run(tx).await.map(drop)
}
