//! Auto-payment: each Monday at 06:00 UTC a payout of what was available when the week before ended, and still is. A Monday
//! is decided on once for a webmaster, whatever the outcome; what it makes bears its name in the books as well.

use crate::accounts::users::{self, User};
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::money::movements;
use crate::paid_out::payouts::{self, Payout};
use crate::statement::{Insert, Update};
use crate::{Scope, codes::code};
use placard_model::books::posting::Account;
use placard_model::time::HOUR_MS;
use placard_model::{Day, Money, PayoutId, UnixMs, UserId};

/// Webmasters that one call of [`due`] names.
pub const LISTED_MAX: u32 = 500;
/// The hour of a Monday, UTC, from which its payouts are made.
const HOUR: i64 = 6;

/// When the payouts of a Monday are made.
pub const fn begin(monday: Day) -> UnixMs {
    monday.start().plus_ms(HOUR * HOUR_MS)
}

/// The last Monday whose payouts are to be made by now.
pub const fn last_monday(now: UnixMs) -> Day {
    let day = now.plus_ms(-HOUR * HOUR_MS).day();
    // 1970-01-01 was a Thursday: 3 days after Monday.
    day.plus(-(day.0 + 3).rem_euclid(7))
}

/// Switches auto-payment of a webmaster on or off; the user before and after. The first Monday is the next one.
pub async fn set(tx: &Tx, user: UserId, is_on: bool) -> Result<(User, User)> {
    let before = users::get_user(tx, Scope::System, user).await?;
    if before.is_auto_payment == is_on {
        return Ok((before.clone(), before));
    }
    let change = Update::of("users").set("is_auto_payment", is_on).set("auto_payment_at", is_on.then_some(tx.now().0));
    change.stamped(tx).versioned().filter("id =", user.0).one(tx, "user").await?;
    Ok((before, users::get_user(tx, Scope::System, user).await?))
}

/// What was decided on a Monday.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The Monday.
    pub monday: Day,
    /// What was made; nothing otherwise.
    pub payout: Option<PayoutId>,
    /// Why nothing was made, in words.
    pub note: String,
}

/// The last decision about a webmaster.
pub async fn last(conn: &Conn, user: UserId) -> Result<Option<Decision>> {
    let sql = "SELECT monday, payout_id, note FROM auto_payouts WHERE user_id = $1 ORDER BY monday DESC LIMIT 1";
    let decision = |row: Row| {
        let monday = Day(row.get::<i64>("monday")? as i32);
        Ok(Decision { monday, payout: row.get::<Option<i64>>("payout_id")?.map(PayoutId), note: row.get("note")? })
    };
    conn.row(sql, [user.0.into()]).await?.map(decision).transpose()
}

/// Webmasters with auto-payment since before a Monday's payouts, on whom that Monday was not decided: at most [`LISTED_MAX`],
/// those after `after`.
pub async fn due(conn: &Conn, monday: Day, after: UserId) -> Result<Vec<UserId>> {
    let sql = format!(
        "SELECT u.id FROM users u WHERE u.auto_payment_at <= $1 AND u.id > $2 AND NOT EXISTS \
         (SELECT 1 FROM auto_payouts a WHERE a.user_id = u.id AND a.monday = $3) ORDER BY u.id LIMIT {LISTED_MAX}"
    );
    let values = [begin(monday).0.into(), after.0.into(), i64::from(monday.0).into()];
    conn.rows(&sql, values).await?.iter().map(|row| Ok(UserId(row.get("id")?))).collect()
}

/// Decides on a Monday for a webmaster: a payout of the smaller of what was available when it began and what is now, to the
/// cent. None where nothing is made, where it was decided before, or where auto-payment was not on.
pub async fn decide(tx: &Tx, user: UserId, monday: Day) -> Result<Option<Payout>> {
    // Listed a moment ago: it may have been switched off, or decided on, meanwhile.
    let sql = "SELECT 1 AS found FROM users u WHERE u.id = $1 AND u.auto_payment_at <= $2 AND NOT EXISTS \
               (SELECT 1 FROM auto_payouts a WHERE a.user_id = u.id AND a.monday = $3)";
    let values = [user.0.into(), begin(monday).0.into(), i64::from(monday.0).into()];
    if tx.row(sql, values).await?.is_none() {
        return Ok(None);
    }
    let now = movements::balance(tx, Account::WebmasterAvailable(user)).await?;
    let amount = now.min(now - posted_since(tx, user, monday).await?).max(Money::ZERO).whole_cents();
    let (made, note) = match payouts::request(tx, user, None, amount, None, Some(monday)).await {
        Ok(payout) => (Some(payout), String::new()),
        // Said of the state that is there: the same again fails alike.
        Err(Error::Conflict(text)) => (None, text),
        Err(Error::Invalid { field, message }) => (None, words(field, amount, &message)),
        Err(other) => return Err(other),
    };
    Insert::into("auto_payouts")
        .set("user_id", user.0)
        .set("monday", i64::from(monday.0))
        .set("payout_id", made.as_ref().map(|payout| payout.id.0))
        .set("note", note)
        .set("created_at", tx.now().0)
        .set("updated_by", tx.name())
        .run(tx)
        .await
        .map_err(|error| match error {
            Error::Duplicate { .. } => Error::Collision("the same Monday is being decided on".to_owned()),
            other => other,
        })?;
    Ok(made)
}

fn words(field: &str, amount: Money, message: &str) -> String {
    match field {
        "amount" => format!("The amount ({}) {message}.", amount.text()),
        _ => format!("The wallet {message}."),
    }
}

/// What has moved a webmaster's available balance since a day began. What is folded stands under the day that was sealed with
/// it, which is that of its posting.
async fn posted_since(conn: &Conn, user: UserId, day: Day) -> Result<Money> {
    let account = code!(webmaster_available);
    let sql = format!(
        "SELECT CAST((SELECT COALESCE(SUM(amount), 0) FROM postings WHERE account = {account} AND user_id = $1 \
         AND posted_day >= $2) + (SELECT COALESCE(SUM(amount), 0) FROM folded_postings WHERE account = {account} \
         AND user_id = $1 AND sealed_day >= $2) AS BIGINT) AS amount"
    );
    let row = conn.row(&sql, [user.0.into(), i64::from(day.0).into()]).await?;
    row.map_or(Ok(Money::ZERO), |row| Ok(Money::from_micros(row.get("amount")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_monday_begins_at_six() {
        let check = |now: &str, monday: &str| {
            assert_eq!(last_monday(UnixMs::parse(now).unwrap()), Day::parse(monday).unwrap(), "{now}");
        };
        check("2026-11-23T06:00:00Z", "2026-11-23");
        check("2026-11-23T05:59:59.999Z", "2026-11-16");
        check("2026-11-22T23:00:00Z", "2026-11-16");
        check("2026-11-29T23:00:00Z", "2026-11-23");
        assert_eq!(begin(Day::parse("2026-11-23").unwrap()).hour_of_week(), 6);
    }
}
