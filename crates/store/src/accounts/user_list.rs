//! Lists of users, for staff.

use crate::accounts::users::{self, COLUMNS, User};
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use crate::lists::{has_phrase, id_first, sought};
use crate::scope::Scope;
use placard_model::user::{UserStatus, UserType};
use placard_model::{UnixMs, UserId};

/// When a user was last seen in a session of their own.
const SEEN_AT: &str = "(SELECT MAX(s.seen_at) FROM sessions s WHERE s.user_id = users.id AND s.admin_id IS NULL)";

/// What part of clicks was agreed with a user.
const SHARE: &str = "(SELECT m.share_bp FROM money_terms m WHERE m.user_id = users.id)";

/// Which users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// A part of id, mail address or name.
    pub search: Option<String>,
    /// Of this type.
    pub user_type: Option<UserType>,
    /// Of this status.
    pub status: Option<UserStatus>,
    /// Clients of this manager.
    pub manager: Option<UserId>,
}

/// A user, when they were last seen, and what was agreed with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserRow {
    /// The user.
    pub user: User,
    /// When they were last seen; none: never.
    pub seen_at: Option<UnixMs>,
    /// The webmaster's part of a click's cost, in basis points; none: the usual one.
    pub share_bp: Option<i64>,
}

fn user_row(row: &Row) -> Result<UserRow> {
    let seen_at = row.get::<Option<i64>>("seen_at")?.map(UnixMs);
    Ok(UserRow { user: users::user(row)?, seen_at, share_bp: row.get("share_bp")? })
}

impl UserFilter {
    fn condition(&self, scope: Scope, values: &mut Vec<Value>) -> String {
        let mut parts = vec![scope.own_rows("id", values)];
        parts.push(has_phrase("id", &["email", "name"], self.search.as_deref(), values));
        let numbers = [
            ("type_id", self.user_type.map(|known| i64::from(known.id()))),
            ("status_id", self.status.map(|known| i64::from(known.id()))),
            ("manager_id", self.manager.map(|id| id.0)),
        ];
        for (column, number) in numbers {
            if let Some(number) = number {
                values.push(number.into());
                parts.push(format!("{column} = ${}", values.len()));
            }
        }
        parts.join(" AND ")
    }
}

/// Users within the scope: the one whose id was looked for, then the newest first.
pub async fn list_users(
    conn: &Conn,
    scope: Scope,
    filter: &UserFilter,
    limit: u32,
    offset: u64,
) -> Result<Vec<UserRow>> {
    let mut values = Vec::new();
    let condition = filter.condition(scope, &mut values);
    let sql = format!(
        "SELECT {COLUMNS}, {SEEN_AT} AS seen_at, {SHARE} AS share_bp FROM users WHERE {condition} \
            ORDER BY {}id DESC LIMIT {limit} OFFSET {offset}",
        id_first("id", sought(filter.search.as_deref()))
    );
    conn.rows(&sql, values).await?.iter().map(user_row).collect()
}

/// How many users there are within the scope.
pub async fn count_users(conn: &Conn, scope: Scope, filter: &UserFilter) -> Result<u64> {
    let mut values = Vec::new();
    let condition = filter.condition(scope, &mut values);
    let row = conn.row(&format!("SELECT COUNT(*) AS users FROM users WHERE {condition}"), values).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("users"))?.unsigned_abs())
}

/// A user within the scope.
pub async fn get_user_row(conn: &Conn, scope: Scope, id: UserId) -> Result<UserRow> {
    let mut values = vec![Value::from(id.0)];
    let own = scope.own_rows("id", &mut values);
    let sql = format!("SELECT {COLUMNS}, {SEEN_AT} AS seen_at, {SHARE} AS share_bp FROM users WHERE id = $1 AND {own}");
    user_row(&conn.row(&sql, values).await?.ok_or(Error::NotFound("user"))?)
}
