//! Who was brought by whom, and what that earned.

use crate::conn::{Conn, Row, Value};
use crate::error::Result;
use placard_model::user::UserStatus;
use placard_model::{Day, Money, UnixMs, UserId};

/// Users whom one person brought that are listed at most.
pub const REFERRED_LISTED_MAX: u32 = 10_000;

/// A user whom somebody brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referred {
    /// The user.
    pub user: UserId,
    /// Their mail address: for nobody but the program, which covers it.
    pub email: String,
    /// Whether the account has ended.
    pub is_gone: bool,
    /// When they signed up.
    pub since: UnixMs,
    /// Until when they earn something for who brought them.
    pub until: UnixMs,
}

/// What was earned by bringing others, less what was taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Income {
    /// Dollars.
    pub amount: Money,
    /// Billed clicks that it is from.
    pub clicks: i64,
}

/// Some of what somebody earned: by one user, on one day, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earned {
    /// By whom; none where all are added up.
    pub user: Option<UserId>,
    /// When; none where the days are added up.
    pub day: Option<Day>,
    /// What.
    pub income: Income,
}

/// What is added up to one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The days of each user.
    User,
    /// The users of each day.
    Day,
    /// Nothing: each user's days.
    UserAndDay,
}

/// What is asked of somebody's referrals.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who brought them.
    pub referrer: UserId,
    /// The first day.
    pub from: Day,
    /// The last one.
    pub to: Day,
    /// These users alone; all where it is empty.
    pub users: Vec<UserId>,
    /// How it is added up.
    pub by: By,
}

/// Users whom somebody brought, the newest first, at most [`REFERRED_LISTED_MAX`].
pub async fn referred(conn: &Conn, referrer: UserId) -> Result<Vec<Referred>> {
    let sql = format!(
        "SELECT u.id, u.email, u.status_id, u.created_at, t.referral_until FROM money_terms t \
         JOIN users u ON u.id = t.user_id WHERE t.referrer_id = $1 ORDER BY u.id DESC LIMIT {REFERRED_LISTED_MAX}"
    );
    let rows = conn.rows(&sql, [referrer.0.into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(Referred {
                user: UserId(row.get("id")?),
                email: row.get("email")?,
                is_gone: row.get::<i64>("status_id")? == i64::from(UserStatus::Deleted.id()),
                since: UnixMs(row.get("created_at")?),
                until: UnixMs(row.get::<Option<i64>>("referral_until")?.unwrap_or_default()),
            })
        })
        .collect()
}

/// What somebody earned on the days `from..=to`.
pub async fn income(conn: &Conn, referrer: UserId, from: Day, to: Day) -> Result<Income> {
    let sql = "SELECT CAST(COALESCE(SUM(amount - voided), 0) AS BIGINT) AS amount, \
               CAST(COALESCE(SUM(clicks), 0) AS BIGINT) AS clicks FROM referral_earnings \
               WHERE referrer_id = $1 AND day BETWEEN $2 AND $3";
    let values = [referrer.0.into(), i64::from(from.0).into(), i64::from(to.0).into()];
    conn.row(sql, values).await?.map_or(Ok(Income::default()), |row| income_of(&row))
}

/// The rows of an answer, newest day and largest income first, and how many there are in all.
pub async fn earned(conn: &Conn, asked: &Question, offset: u32, limit: u32) -> Result<(Vec<Earned>, i64)> {
    let mut values: Vec<Value> =
        vec![asked.referrer.0.into(), i64::from(asked.from.0).into(), i64::from(asked.to.0).into()];
    let users = if asked.users.is_empty() {
        "1 = 1".to_owned()
    } else {
        conn.one_of("referred_id", asked.users.iter().map(|user| user.0), &mut values)
    };
    let (columns, group, order) = match asked.by {
        By::User => ("referred_id, CAST(NULL AS BIGINT) AS day", "referred_id", "amount DESC, referred_id"),
        By::Day => ("CAST(NULL AS BIGINT) AS referred_id, day", "day", "day DESC"),
        By::UserAndDay => ("referred_id, day", "referred_id, day", "day DESC, amount DESC, referred_id"),
    };
    let sql = format!(
        "SELECT {columns}, CAST(SUM(amount - voided) AS BIGINT) AS amount, CAST(SUM(clicks) AS BIGINT) AS clicks, \
         COUNT(*) OVER () AS rows_total FROM referral_earnings \
         WHERE referrer_id = $1 AND day BETWEEN $2 AND $3 AND {users} GROUP BY {group} ORDER BY {order} \
         LIMIT {limit} OFFSET {offset}"
    );
    let rows = conn.rows(&sql, values).await?;
    let total = rows.first().map_or(Ok(0), |row| row.get("rows_total"))?;
    let earned = rows.iter().map(|row| {
        Ok(Earned {
            user: row.get::<Option<i64>>("referred_id")?.map(UserId),
            day: row.get::<Option<i64>>("day")?.map(|day| Day(day as i32)),
            income: income_of(row)?,
        })
    });
    Ok((earned.collect::<Result<_>>()?, total))
}

fn income_of(row: &Row) -> Result<Income> {
    Ok(Income { amount: Money::from_micros(row.get("amount")?), clicks: row.get("clicks")? })
}
