//! Users.

use crate::accounts::teams::gone_meanwhile;
use crate::advertising::inventory_changes::{self, Kind};
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::user::{UserStatus, UserType};
use placard_model::{Money, TeamId, UnixMs, UserId};
use serde::Serialize;
use std::collections::HashMap;

pub(crate) const COLUMNS: &str = "id, email, type_id, status_id, status_reason, is_trusted, is_advertiser, is_webmaster, \
    is_auto_payment, name, phone, skype, telegram, currency_unit, minimum_bid, manager_id, team_id, has_second_factor, \
    created_at, version, source, medium, campaign, pending_email, notices_off, mails_off";

/// A user. What is secret of them stays in this crate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct User {
    /// The user.
    pub id: UserId,
    /// Mail address, lower case.
    pub email: String,
    /// What they may do beside their own cabinets.
    pub user_type: UserType,
    /// The status of the account.
    pub status: UserStatus,
    /// Why blocked.
    pub status_reason: String,
    /// Skips moderation queues.
    pub is_trusted: bool,
    /// Has the advertiser's cabinet.
    pub is_advertiser: bool,
    /// Has the webmaster's cabinet.
    pub is_webmaster: bool,
    /// Payouts are requested each Monday.
    pub is_auto_payment: bool,
    /// Name and ways to reach them.
    pub contacts: Contacts,
    /// Display of money: 1 dollars, 2 cents.
    pub currency_unit: u8,
    /// Lowest native bid of this user; none for the usual one.
    pub minimum_bid: Option<Money>,
    /// Sales who looks after the user.
    pub manager: Option<UserId>,
    /// The team of somebody of the staff.
    pub team: Option<TeamId>,
    /// A code of a second factor is asked for at login.
    pub has_second_factor: bool,
    /// When the account was made.
    pub created_at: UnixMs,
    /// Grows with each change.
    pub version: i64,
    /// What brought the user here.
    pub attribution: Attribution,
    /// Address that waits to be confirmed; takes the place of the present one then.
    pub pending_email: Option<String>,
    /// Kinds that the user does not want in the list of notices.
    pub notices_off: Vec<String>,
    /// Kinds that the user does not want by mail.
    pub mails_off: Vec<String>,
}

/// The marketing source of a sign-up; each part may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Attribution {
    /// Source, for example `fb`.
    pub source: String,
    /// Medium, for example `partners`.
    pub medium: String,
    /// Campaign.
    pub campaign: String,
}

/// Name and ways to reach a user; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Contacts {
    /// What to call them.
    pub name: String,
    /// Phone.
    pub phone: String,
    /// Skype name.
    pub skype: String,
    /// Telegram name.
    pub telegram: String,
}

/// What to change of the contacts; what is none stays.
#[derive(Clone, Debug, Default)]
pub struct ContactsChange {
    /// What to call them.
    pub name: Option<String>,
    /// Phone.
    pub phone: Option<String>,
    /// Skype name.
    pub skype: Option<String>,
    /// Telegram name.
    pub telegram: Option<String>,
}

impl From<Contacts> for ContactsChange {
    /// All of them change.
    fn from(contacts: Contacts) -> Self {
        let Contacts { name, phone, skype, telegram } = contacts;
        Self { name: Some(name), phone: Some(phone), skype: Some(skype), telegram: Some(telegram) }
    }
}

impl User {
    /// Whether the user has extended permissions: staff, or trusted.
    pub const fn has_extended_permissions(&self) -> bool {
        self.user_type.is_staff() || self.is_trusted
    }
}

/// A user to make.
#[derive(Clone, Debug)]
pub struct NewUser {
    /// Mail address.
    pub email: String,
    /// argon2id, PHC string.
    pub password_hash: String,
    /// What they may do beside their own cabinets.
    pub user_type: UserType,
    /// The status of the account.
    pub status: UserStatus,
    /// Skips moderation queues.
    pub is_trusted: bool,
    /// Has the advertiser's cabinet.
    pub is_advertiser: bool,
    /// Has the webmaster's cabinet.
    pub is_webmaster: bool,
    /// Name and ways to reach them.
    pub contacts: Contacts,
    /// Sales who looks after the user.
    pub manager: Option<UserId>,
    /// What brought the user here.
    pub attribution: Attribution,
}

/// What to change of a user; what is none stays.
#[derive(Clone, Debug, Default)]
pub struct UserChange {
    /// A new mail address that its owner has confirmed.
    pub email: Option<String>,
    /// A new mail address that waits to be confirmed; the inner none forgets it.
    pub pending_email: Option<Option<String>>,
    /// Kinds that the user does not want in the list of notices.
    pub notices_off: Option<Vec<String>>,
    /// Kinds that the user does not want by mail.
    pub mails_off: Option<Vec<String>>,
    /// A new password, as argon2id PHC string.
    pub password_hash: Option<String>,
    /// What they may do beside their own cabinets.
    pub user_type: Option<UserType>,
    /// The status with its reason.
    pub status: Option<(UserStatus, String)>,
    /// Skips moderation queues.
    pub is_trusted: Option<bool>,
    /// Has the advertiser's cabinet.
    pub is_advertiser: Option<bool>,
    /// Has the webmaster's cabinet.
    pub is_webmaster: Option<bool>,
    /// Name and ways to reach them.
    pub contacts: ContactsChange,
    /// Display of money: 1 dollars, 2 cents.
    pub currency_unit: Option<u8>,
    /// Lowest native bid; the inner none gives the usual one back.
    pub minimum_bid: Option<Option<Money>>,
    /// Sales who looks after the user; the inner none is nobody. Nobody looks after staff.
    pub manager: Option<Option<UserId>>,
    /// The team of somebody of the staff; the inner none is no team. Who is of the staff no longer leaves it.
    pub team: Option<Option<TeamId>>,
    /// What brought the user here.
    pub attribution: Option<Attribution>,
}

/// The form in which mail addresses are kept and compared.
pub fn normal_email(email: &str) -> String {
    email.trim().to_lowercase()
}

pub(crate) fn user(row: &Row) -> Result<User> {
    let (type_id, status_id): (i64, i64) = (row.get("type_id")?, row.get("status_id")?);
    Ok(User {
        id: UserId(row.get("id")?),
        email: row.get("email")?,
        user_type: UserType::from_id(type_id).ok_or_else(|| Error::Corrupt(format!("user type {type_id}")))?,
        status: UserStatus::from_id(status_id).ok_or_else(|| Error::Corrupt(format!("user status {status_id}")))?,
        status_reason: row.get("status_reason")?,
        is_trusted: row.get("is_trusted")?,
        is_advertiser: row.get("is_advertiser")?,
        is_webmaster: row.get("is_webmaster")?,
        is_auto_payment: row.get("is_auto_payment")?,
        contacts: Contacts {
            name: row.get("name")?,
            phone: row.get("phone")?,
            skype: row.get("skype")?,
            telegram: row.get("telegram")?,
        },
        currency_unit: row.get::<i64>("currency_unit")?.clamp(1, 2) as u8,
        minimum_bid: row.get::<Option<i64>>("minimum_bid")?.map(Money::from_micros),
        manager: row.get::<Option<i64>>("manager_id")?.map(UserId),
        team: row.get::<Option<i64>>("team_id")?.map(TeamId),
        has_second_factor: row.get("has_second_factor")?,
        created_at: UnixMs(row.get("created_at")?),
        version: row.get("version")?,
        attribution: Attribution {
            source: row.get("source")?,
            medium: row.get("medium")?,
            campaign: row.get("campaign")?,
        },
        pending_email: row.get("pending_email")?,
        notices_off: kinds(row, "notices_off")?,
        mails_off: kinds(row, "mails_off")?,
    })
}

/// Kinds of notices, kept as a list of JSON.
fn kinds(row: &Row, column: &str) -> Result<Vec<String>> {
    serde_json::from_str(&row.get::<String>(column)?).map_err(|error| Error::Corrupt(format!("{column}: {error}")))
}

/// A user within the scope: themself, or a client of the staff.
pub async fn get_user(conn: &Conn, scope: Scope, id: UserId) -> Result<User> {
    let mut values = vec![Value::from(id.0)];
    let own = scope.own_rows("id", &mut values);
    let row = conn.row(&format!("SELECT {COLUMNS} FROM users WHERE id = $1 AND {own}"), values).await?;
    user(&row.ok_or(Error::NotFound("user"))?)
}

/// The users of these ids that are in scope.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[UserId]) -> Result<HashMap<UserId, User>> {
    let mut values = Vec::new();
    let own = scope.own_rows("id", &mut values);
    let named = conn.one_of("id", ids.iter().map(|id| id.0), &mut values);
    let rows = conn.rows(&format!("SELECT {COLUMNS} FROM users WHERE {own} AND {named}"), values).await?;
    rows.iter().map(|row| user(row).map(|user| (user.id, user))).collect()
}

/// The user of a mail address with the hash of the password: for login alone.
pub async fn get_login(conn: &Conn, email: &str) -> Result<Option<(User, String)>> {
    // No stored text has one, and PostgreSQL takes none to compare with.
    if email.contains('\0') {
        return Ok(None);
    }
    let sql = format!("SELECT {COLUMNS}, password_hash FROM users WHERE email = $1");
    match conn.row(&sql, [normal_email(email).into()]).await? {
        Some(row) => Ok(Some((user(&row)?, row.get("password_hash")?))),
        None => Ok(None),
    }
}

/// A user with the hash of the password: to ask again whether a password that was right still is.
pub async fn get_login_of(conn: &Conn, id: UserId) -> Result<(User, String)> {
    let sql = format!("SELECT {COLUMNS}, password_hash FROM users WHERE id = $1");
    let row = conn.row(&sql, [id.0.into()]).await?.ok_or(Error::NotFound("user"))?;
    Ok((user(&row)?, row.get("password_hash")?))
}

/// Users of the ids with their mail addresses, for names in lists of staff. At most 10,000.
pub async fn list_emails(conn: &Conn, scope: Scope, ids: &[UserId]) -> Result<Vec<(UserId, String)>> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let mut values: Vec<Value> = Vec::new();
        let wanted = conn.one_of("id", chunk.iter().map(|id| id.0), &mut values);
        let own = scope.own_rows("id", &mut values);
        let sql = format!("SELECT id, email FROM users WHERE {wanted} AND {own} LIMIT 500");
        for row in conn.rows(&sql, values).await? {
            found.push((UserId(row.get("id")?), row.get("email")?));
        }
    }
    Ok(found)
}

/// How many users there are.
pub async fn count_users(conn: &Conn) -> Result<u64> {
    let row = conn.row("SELECT COUNT(*) AS users FROM users", []).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("users"))?.unsigned_abs())
}

/// Makes a user.
pub async fn insert_user(tx: &Tx, new: &NewUser) -> Result<User> {
    let id = Insert::into("users")
        .set("email", normal_email(&new.email))
        .set("password_hash", new.password_hash.as_str())
        .set("type_id", i64::from(new.user_type.id()))
        .set("status_id", i64::from(new.status.id()))
        .set("is_trusted", new.is_trusted)
        .set("is_advertiser", new.is_advertiser)
        .set("is_webmaster", new.is_webmaster)
        .set("is_auto_payment", false)
        .set("name", new.contacts.name.as_str())
        .set("phone", new.contacts.phone.as_str())
        .set("skype", new.contacts.skype.as_str())
        .set("telegram", new.contacts.telegram.as_str())
        .set("manager_id", new.manager.map(|id| id.0))
        .set("source", new.attribution.source.as_str())
        .set("medium", new.attribution.medium.as_str())
        .set("campaign", new.attribution.campaign.as_str())
        .created(tx)
        .id(tx)
        .await
        .map_err(email_taken)?;
    get_user(tx, Scope::System, UserId(id)).await
}

fn email_taken(error: Error) -> Error {
    match error {
        Error::Duplicate { .. } => Error::Invalid { field: "email", message: "is taken".to_owned() },
        other => other,
    }
}

/// Changes a user within the scope; answers the user before and after.
pub async fn update_user(tx: &Tx, scope: Scope, id: UserId, change: &UserChange) -> Result<(User, User)> {
    let before = get_user(tx, scope, id).await?;
    let mut changed: Vec<(&str, Value)> = Vec::new();
    if let Some(email) = &change.email {
        changed.push(("email", normal_email(email).into()));
    }
    if let Some(email) = &change.pending_email {
        changed.push(("pending_email", email.as_deref().map(normal_email).into()));
    }
    for (column, kinds) in [("notices_off", &change.notices_off), ("mails_off", &change.mails_off)] {
        let Some(kinds) = kinds else { continue };
        let list = serde_json::to_string(kinds).map_err(|error| Error::Corrupt(error.to_string()))?;
        changed.push((column, list.into()));
    }
    if let Some(hash) = &change.password_hash {
        changed.push(("password_hash", hash.as_str().into()));
    }
    if let Some(user_type) = change.user_type {
        changed.push(("type_id", i64::from(user_type.id()).into()));
    }
    if let Some((status, reason)) = &change.status {
        changed.push(("status_id", i64::from(status.id()).into()));
        changed.push(("status_reason", reason.as_str().into()));
    }
    let flags = [
        ("is_trusted", change.is_trusted),
        ("is_advertiser", change.is_advertiser),
        ("is_webmaster", change.is_webmaster),
    ];
    for (column, flag) in flags {
        if let Some(flag) = flag {
            changed.push((column, flag.into()));
        }
    }
    let contacts = [
        ("name", &change.contacts.name),
        ("phone", &change.contacts.phone),
        ("skype", &change.contacts.skype),
        ("telegram", &change.contacts.telegram),
    ];
    for (column, contact) in contacts {
        if let Some(contact) = contact {
            changed.push((column, contact.as_str().into()));
        }
    }
    if let Some(unit) = change.currency_unit {
        changed.push(("currency_unit", i64::from(unit).into()));
    }
    if let Some(bid) = change.minimum_bid {
        changed.push(("minimum_bid", bid.map(Money::micros).into()));
    }
    let is_staff = change.user_type.unwrap_or(before.user_type).is_staff();
    if let Some(manager) = change.manager.or_else(|| is_staff.then_some(None)) {
        changed.push(("manager_id", manager.filter(|_| !is_staff).map(|id| id.0).into()));
    }
    if let Some(team) = change.team.or_else(|| (!is_staff).then_some(None)) {
        changed.push(("team_id", team.filter(|_| is_staff).map(|id| id.0).into()));
    }
    if let Some(attribution) = &change.attribution {
        changed.push(("source", attribution.source.as_str().into()));
        changed.push(("medium", attribution.medium.as_str().into()));
        changed.push(("campaign", attribution.campaign.as_str().into()));
    }
    let change = Update::of("users").all(changed).stamped(tx).versioned();
    let changed = change.filter("id =", id.0).one(tx, "user").await;
    changed.map_err(|error| email_taken(gone_meanwhile(error)))?;
    inventory_changes::record(tx, Kind::User, id).await?;
    Ok((before, get_user(tx, Scope::System, id).await?))
}
