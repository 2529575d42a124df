//! Mail on its way. It is queued in the transaction of what it tells, so that neither exists without the other.

use crate::accounts::notices;
use crate::accounts::users::{self, User};
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::Phrase;
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::user::UserStatus;
use placard_model::{UnixMs, UserId};
use std::fmt::Write;

const COLUMNS: &str = "id, kind, user_id, recipient, recipient_name, subject, body, state, attempts, next_attempt_at, \
    error, created_at, sent_at";

/// How far a mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailState {
    /// Waits for its next attempt.
    Waiting,
    /// Was handed over.
    Sent,
    /// Was refused for good, or too often.
    GivenUp,
}

impl MailState {
    /// All states.
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Sent, Self::GivenUp];

    const fn id(self) -> i64 {
        match self {
            Self::Waiting => code!(mail_waiting),
            Self::Sent => 2,
            Self::GivenUp => 3,
        }
    }

    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::GivenUp => "given_up",
        }
    }

    /// What people read.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Waiting => "Waiting",
            Self::Sent => "Sent",
            Self::GivenUp => "Given up",
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A mail to queue.
#[derive(Clone, Debug)]
pub struct NewMail<'a> {
    /// Kind of mail.
    pub kind: &'static str,
    /// Whom it is for, if they have an account.
    pub user: Option<UserId>,
    /// Mail address.
    pub recipient: &'a str,
    /// What to call them; may be empty.
    pub recipient_name: &'a str,
    /// Subject.
    pub subject: &'a str,
    /// Text and HTML, encrypted by the caller.
    pub body: Vec<u8>,
}

/// Whom a mail goes to.
#[derive(Clone, Copy, Debug)]
pub struct Recipient<'a> {
    /// Whose account, if there is one: their switched-off notices are respected.
    pub user: Option<UserId>,
    /// Mail address.
    pub email: &'a str,
    /// What to call them; may be empty. Left out where nobody has proved that the address is theirs.
    pub name: &'a str,
}

/// A mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Its number.
    pub id: i64,
    /// Kind of mail.
    pub kind: String,
    /// Whom it is for, if they have an account.
    pub user: Option<UserId>,
    /// Mail address.
    pub recipient: String,
    /// What to call them; may be empty.
    pub recipient_name: String,
    /// Subject.
    pub subject: String,
    /// Text and HTML, encrypted by who queued it.
    pub body: Vec<u8>,
    /// How far it is.
    pub state: MailState,
    /// How often it was tried.
    pub attempts: u32,
    /// Not tried before.
    pub next_attempt_at: UnixMs,
    /// Why the last attempt failed; empty when it did not.
    pub error: String,
    /// When it was queued.
    pub created_at: UnixMs,
    /// When it was handed over.
    pub sent_at: Option<UnixMs>,
}

fn mail(row: &Row) -> Result<Mail> {
    let state: i64 = row.get("state")?;
    Ok(Mail {
        id: row.get("id")?,
        kind: row.get("kind")?,
        user: row.get::<Option<i64>>("user_id")?.map(UserId),
        recipient: row.get("recipient")?,
        recipient_name: row.get("recipient_name")?,
        subject: row.get("subject")?,
        body: row.get("body")?,
        state: MailState::ALL
            .into_iter()
            .find(|known| known.id() == state)
            .ok_or_else(|| Error::Corrupt(format!("mail state {state}")))?,
        attempts: row.get::<i64>("attempts")?.clamp(0, i64::from(u32::MAX)) as u32,
        next_attempt_at: UnixMs(row.get("next_attempt_at")?),
        error: row.get("error")?,
        created_at: UnixMs(row.get("created_at")?),
        sent_at: row.get::<Option<i64>>("sent_at")?.map(UnixMs),
    })
}

/// Queues a mail in the caller's transaction, unless its reader does not want its kind by mail and it is not required. `write`
/// makes subject and encrypted body; `notice` is what stands in the reader's list of notices, and the page that it is about: that is
/// another choice of the reader's, unless it is required.
pub async fn queue(
    tx: &Tx,
    to: Recipient<'_>,
    kind: &'static str,
    is_required: bool,
    notice: Option<(String, String)>,
    write: impl FnOnce() -> std::result::Result<(String, Vec<u8>), String>,
) -> Result<()> {
    let reader = match to.user {
        Some(user) => Some(users::get_user(tx, Scope::System, user).await?),
        None => None,
    };
    if let (Some(user), Some((title, path))) = (to.user, notice) {
        if is_required {
            notices::put_required(tx, user, kind, &title, &path).await?;
        } else {
            notices::put(tx, user, kind, &title, &path).await?;
        }
    }
    let is_off = |reader: &User| reader.mails_off.iter().any(|off| off == kind);
    if !is_required && reader.as_ref().is_some_and(is_off) {
        return Ok(());
    }
    // Who types an address that is not theirs types the name beside it: it would bring their words to a stranger.
    let is_proved = reader.is_some_and(|reader| reader.status != UserStatus::Unconfirmed);
    let (subject, body) = write().map_err(|cause| Error::Corrupt(format!("mail {kind}: {cause}")))?;
    let name = if is_proved { to.name } else { "" };
    let new = NewMail { kind, user: to.user, recipient: to.email, recipient_name: name, subject: &subject, body };
    insert(tx, &new).await?;
    metrics::counter!("placard_mails_queued_total", "kind" => kind).increment(1);
    Ok(())
}

/// Queues a mail and wakes who sends it. Answers its number.
pub async fn insert(tx: &Tx, new: &NewMail<'_>) -> Result<i64> {
    let id = Insert::into("mails")
        .set("kind", new.kind)
        .set("user_id", new.user.map(|user| user.0))
        .set("recipient", new.recipient)
        .set("recipient_name", new.recipient_name)
        .set("subject", new.subject)
        .set("body", new.body.clone())
        .set("state", MailState::Waiting.id())
        .set("next_attempt_at", tx.now().0)
        .set("created_at", tx.now().0)
        .set("updated_by", tx.name())
        .id(tx)
        .await?;
    tx.wake(Topic::Mails);
    Ok(id)
}

/// Takes the mails that are due, oldest first, at most `limit`: each counts as tried, and nobody else takes it for
/// `lease_ms`.
pub async fn take_due(tx: &Tx, limit: u32, lease_ms: i64) -> Result<Vec<Mail>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM mails WHERE state = {} AND next_attempt_at <= $1 ORDER BY id LIMIT $2",
        code!(mail_waiting)
    );
    let rows = tx.rows(&sql, [tx.now().0.into(), i64::from(limit).into()]).await?;
    let mut due = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut taken = mail(row)?;
        taken.attempts += 1;
        let until = tx.now().plus_ms(lease_ms);
        let sql = "UPDATE mails SET attempts = attempts + 1, next_attempt_at = $1, updated_by = $2 WHERE id = $3";
        tx.execute_one("mail", sql, [until.0.into(), tx.name().into(), taken.id.into()]).await?;
        due.push(taken);
    }
    Ok(due)
}

/// When the next mail is due; none when none waits.
pub async fn next_due(conn: &Conn) -> Result<Option<UnixMs>> {
    let sql = concat!("SELECT MIN(next_attempt_at) AS due FROM mails WHERE state = ", code!(mail_waiting));
    let row = conn.row(sql, []).await?;
    Ok(row.map_or(Ok(None), |row| row.get::<Option<i64>>("due"))?.map(UnixMs))
}

/// Notes that a mail was handed over.
pub async fn mark_sent(tx: &Tx, id: i64) -> Result<()> {
    Update::of("mails")
        .set("state", MailState::Sent.id())
        .set("error", "")
        .set("sent_at", tx.now().0)
        .set("updated_by", tx.name())
        .filter("id =", id)
        .one(tx, "mail")
        .await
}

/// Notes why an attempt failed, and when the next one is; without one the mail is given up.
pub async fn mark_failed(tx: &Tx, id: i64, error: &str, next: Option<UnixMs>) -> Result<()> {
    let state = if next.is_some() { MailState::Waiting } else { MailState::GivenUp };
    Update::of("mails")
        .set("state", state.id())
        .set("error", error)
        .set("next_attempt_at", next.unwrap_or(tx.now()).0)
        .set("updated_by", tx.name())
        .filter("id =", id)
        .one(tx, "mail")
        .await
}

/// Sends a mail again: it is due at once, with all its attempts before it. One that waits for its first attempt, or was
/// taken a moment ago, is a conflict.
pub async fn retry(tx: &Tx, id: i64) -> Result<Mail> {
    let found = get(tx, id).await?;
    if found.state == MailState::Waiting && found.error.is_empty() {
        return Err(Error::Conflict("This mail is waiting already: it is sent within a moment.".to_owned()));
    }
    Update::of("mails")
        .set("state", MailState::Waiting.id())
        .set("next_attempt_at", tx.now().0)
        .set_sql("attempts = 0, error = '', sent_at = NULL")
        .set("updated_by", tx.name())
        .filter("id =", id)
        .one(tx, "mail")
        .await?;
    tx.wake(Topic::Mails);
    get(tx, id).await
}

/// A mail.
pub async fn get(conn: &Conn, id: i64) -> Result<Mail> {
    let row = conn.row(&format!("SELECT {COLUMNS} FROM mails WHERE id = $1"), [id.into()]).await?;
    mail(&row.ok_or(Error::NotFound("mail"))?)
}

/// Which mails to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct MailFilter<'a> {
    /// Only those in this state.
    pub state: Option<MailState>,
    /// Only those whose address or subject has this.
    pub search: Option<&'a str>,
}

/// Mails, newest first, and how many there are on all pages.
pub async fn list(conn: &Conn, filter: MailFilter<'_>, rows: u32, offset: u64) -> Result<(Vec<Mail>, u64)> {
    let mut values: Vec<Value> = Vec::new();
    let mut condition = "1 = 1".to_owned();
    if let Some(state) = filter.state {
        values.push(state.id().into());
        let _ = write!(condition, " AND state = ${}", values.len());
    }
    if let Some(search) = filter.search {
        let phrase = Phrase::new(search, &mut values);
        let _ = write!(condition, " AND ({} OR {})", phrase.in_text("recipient"), phrase.in_text("subject"));
    }
    let total = conn.row(&format!("SELECT COUNT(*) AS mails FROM mails WHERE {condition}"), values.clone()).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("mails"))?.unsigned_abs();
    let sql = format!("SELECT {COLUMNS} FROM mails WHERE {condition} ORDER BY id DESC LIMIT {rows} OFFSET {offset}");
    let found = conn.rows(&sql, values).await?.iter().map(mail).collect::<Result<_>>()?;
    Ok((found, total))
}

/// Removes mails that were queued before a moment. Answers how many.
pub async fn forget_before(tx: &Tx, moment: UnixMs) -> Result<u64> {
    tx.execute("DELETE FROM mails WHERE created_at < $1", [moment.0.into()]).await
}
