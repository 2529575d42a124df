//! Corrections: money that staff move by hand. Large ones wait for a second person.

use crate::accounts::users;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::Phrase;
use crate::money::movements::{self, Cause};
use crate::paid_out::payouts;
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::books::posting::Operation;
use placard_model::payments::correction::{CorrectionKind, CorrectionSide, CorrectionStatus};
use placard_model::user::UserStatus;
use placard_model::{Money, UnixMs, UserId};
use serde::Serialize;

/// The most corrections that wait at a time: somebody is to decide on them.
pub const WAITING_MAX: i64 = 1_000;

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// Its number.
    pub id: i64,
    /// What it is.
    pub kind: CorrectionKind,
    /// Which balance it moves.
    pub side: CorrectionSide,
    /// Whose.
    pub user: UserId,
    /// By so much; negative when taken.
    pub amount: Money,
    /// Why; its owner reads it.
    pub reason: String,
    /// How far it is.
    pub status: CorrectionStatus,
    /// Who asked for it.
    pub made_by: UserId,
    /// Who booked or withdrew it.
    pub decided_by: Option<UserId>,
    /// When.
    pub decided_at: Option<UnixMs>,
    /// A second person was wanted, and there was none.
    pub is_single_control: bool,
    /// What moved the money.
    pub transaction: Option<i64>,
    /// When it was asked for.
    pub created_at: UnixMs,
}

const COLUMNS: &str = "id, kind_id, side_id, user_id, amount, reason, status_id, made_by, decided_by, decided_at, \
    is_single_control, transaction_id, created_at";

fn correction(row: &Row) -> Result<Correction> {
    let word = |column: &str| row.get::<i64>(column);
    let corrupt = |column: &str| Error::Corrupt(format!("{column} of a correction"));
    Ok(Correction {
        id: row.get("id")?,
        kind: CorrectionKind::from_id(word("kind_id")?).ok_or_else(|| corrupt("kind_id"))?,
        side: CorrectionSide::from_id(word("side_id")?).ok_or_else(|| corrupt("side_id"))?,
        user: UserId(row.get("user_id")?),
        amount: Money::from_micros(row.get("amount")?),
        reason: row.get("reason")?,
        status: CorrectionStatus::from_id(word("status_id")?).ok_or_else(|| corrupt("status_id"))?,
        made_by: UserId(row.get("made_by")?),
        decided_by: row.get::<Option<i64>>("decided_by")?.map(UserId),
        decided_at: row.get::<Option<i64>>("decided_at")?.map(UnixMs),
        is_single_control: row.get("is_single_control")?,
        transaction: row.get("transaction_id")?,
        created_at: UnixMs(row.get("created_at")?),
    })
}

/// A correction to make.
#[derive(Clone, Debug)]
pub struct NewCorrection {
    /// What it is.
    pub kind: CorrectionKind,
    /// Which balance it moves.
    pub side: CorrectionSide,
    /// Whose.
    pub user: UserId,
    /// By so much.
    pub amount: Money,
    /// Why.
    pub reason: String,
    /// Who asks for it.
    pub by: UserId,
}

/// Makes a correction. It is booked at once, unless it needs a second person: above a setting, and on the own balance always,
/// where the network has two owners.
pub async fn create(tx: &Tx, new: &NewCorrection) -> Result<Correction> {
    let limit = tx.settings().corrections.two_persons_above;
    let is_large = new.amount > limit || new.amount < -limit || new.user == new.by;
    let is_alone = payouts::gods(tx).await? < 2;
    if is_large && !is_alone {
        let sql = "SELECT COUNT(*) AS waiting FROM corrections WHERE status_id = $1";
        let waiting = tx.row(sql, [i64::from(CorrectionStatus::Waiting.id()).into()]).await?;
        if waiting.map_or(Ok(0), |row| row.get::<i64>("waiting"))? >= WAITING_MAX {
            return Err(Error::Conflict(format!("{WAITING_MAX} corrections wait already: decide on them first.")));
        }
    }
    let id = Insert::into("corrections")
        .set("kind_id", i64::from(new.kind.id()))
        .set("side_id", i64::from(new.side.id()))
        .set("user_id", new.user.0)
        .set("amount", new.amount.micros())
        .set("reason", new.reason.as_str())
        .set("status_id", i64::from(CorrectionStatus::Waiting.id()))
        .set("made_by", new.by.0)
        .set("is_single_control", is_large && is_alone)
        .created(tx)
        .id(tx)
        .await?;
    let made = get(tx, id).await?;
    if is_large && !is_alone { Ok(made) } else { book(tx, &made, new.by).await }
}

/// A correction.
pub async fn get(conn: &Conn, id: i64) -> Result<Correction> {
    let row = conn.row(&format!("SELECT {COLUMNS} FROM corrections WHERE id = $1"), [id.into()]).await?;
    correction(&row.ok_or(Error::NotFound("correction"))?)
}

/// Which corrections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorrectionFilter {
    /// In this status.
    pub status: Option<CorrectionStatus>,
    /// Of this user.
    pub user: Option<UserId>,
    /// A part of the number, the reason, or the mail address.
    pub search: Option<String>,
}

/// Corrections, newest first, and how many there are on all pages.
pub async fn list(conn: &Conn, filter: &CorrectionFilter, rows: u32, offset: u64) -> Result<(Vec<Correction>, u64)> {
    let (mut parts, mut values) = (vec!["1 = 1".to_owned()], Vec::<Value>::new());
    let numbers = [
        ("status_id", filter.status.map(|status| i64::from(status.id()))),
        ("user_id", filter.user.map(|user| user.0)),
    ];
    for (column, number) in numbers {
        if let Some(number) = number {
            values.push(number.into());
            parts.push(format!("{column} = ${}", values.len()));
        }
    }
    if let Some(search) = &filter.search {
        let phrase = Phrase::new(search, &mut values);
        parts.push(format!(
            "({} OR {} OR user_id IN (SELECT u.id FROM users u WHERE {}))",
            phrase.in_number("id"),
            phrase.in_text("reason"),
            phrase.in_text("u.email")
        ));
    }
    let condition = parts.join(" AND ");
    let counted = format!("SELECT COUNT(*) AS rows_total FROM corrections WHERE {condition}");
    let total =
        conn.row(&counted, values.clone()).await?.map_or(Ok(0), |row| row.get::<i64>("rows_total"))?.unsigned_abs();
    let sql =
        format!("SELECT {COLUMNS} FROM corrections WHERE {condition} ORDER BY id DESC LIMIT {rows} OFFSET {offset}");
    let found = conn.rows(&sql, values).await?;
    Ok((found.iter().map(correction).collect::<Result<_>>()?, total))
}

/// Books a correction that waits: another person than who asked for it agrees. It before and after.
pub async fn approve(tx: &Tx, id: i64, by: UserId) -> Result<(Correction, Correction)> {
    let before = get(tx, id).await?;
    check_waiting(&before)?;
    if before.made_by == by {
        return Err(Error::Conflict(
            "You asked for this correction: another owner of the network agrees to it.".to_owned(),
        ));
    }
    if users::get_user(tx, Scope::System, before.user).await?.status == UserStatus::Deleted {
        return Err(Error::Conflict("The account is deleted by now: withdraw the correction.".to_owned()));
    }
    if before.user == by {
        return Err(Error::Conflict("It is your own balance: another owner of the network agrees to it.".to_owned()));
    }
    Ok((before.clone(), book(tx, &before, by).await?))
}

/// Takes back a correction that waits. It before and after.
pub async fn withdraw(tx: &Tx, id: i64, by: UserId) -> Result<(Correction, Correction)> {
    let before = get(tx, id).await?;
    check_waiting(&before)?;
    change_of(tx, &before, CorrectionStatus::Withdrawn, by).one(tx, "correction").await?;
    Ok((before, get(tx, id).await?))
}

fn check_waiting(correction: &Correction) -> Result<()> {
    if correction.status == CorrectionStatus::Waiting {
        return Ok(());
    }
    let status = correction.status.label().to_lowercase();
    Err(Error::Conflict(format!("Correction {} is {status}: only one that waits can be decided on.", correction.id)))
}

fn change_of(tx: &Tx, correction: &Correction, next: CorrectionStatus, by: UserId) -> Update {
    let change = Update::of("corrections").set("status_id", i64::from(next.id())).set("decided_by", by.0);
    let change = change.set("decided_at", tx.now().0).stamped(tx).filter("id =", correction.id);
    change.filter("status_id =", i64::from(correction.status.id()))
}

async fn book(tx: &Tx, correction: &Correction, by: UserId) -> Result<Correction> {
    let reference = format!("correction:{}", correction.id);
    let operation = match correction.kind {
        CorrectionKind::Correction => Operation::Correction,
        CorrectionKind::Bonus => Operation::Bonus,
    };
    let cause = Cause { reference: &reference, operation, actor: Some(by), comment: &correction.reason };
    let posted = match correction.side {
        CorrectionSide::Advertiser => movements::adjust_advertiser(tx, cause, correction.user, correction.amount).await,
        CorrectionSide::Webmaster => movements::adjust_webmaster(tx, cause, correction.user, correction.amount).await,
    };
    let transaction = posted.map_err(|error| match error {
        // Two decide at the same moment: the transaction that is run again sees that it is booked.
        Error::Duplicate { .. } => Error::Collision("the correction is booked".to_owned()),
        other => other,
    })?;
    let change = change_of(tx, correction, CorrectionStatus::Booked, by).set("transaction_id", transaction);
    change.one(tx, "correction").await?;
    get(tx, correction.id).await
}
