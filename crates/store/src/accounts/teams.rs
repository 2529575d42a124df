//! Teams of managers, and which advertisers they look after.

use crate::accounts::audit_log::{self, Actor};
use crate::accounts::users::{self, UserChange};
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::{Clients, Scope};
use crate::statement::{Insert, Update};
use placard_model::{TeamId, UnixMs, UserId};
use serde::Serialize;

const COLUMNS: &str = "id, name, created_at, updated_at";

/// The most teams of a network.
pub const TEAMS_MAX: u32 = 1_000;
/// The most managers of all teams that are listed.
const MANAGERS_MAX: u32 = 10_000;
/// The most advertisers of one answer.
const ADVERTISERS_MAX: u32 = 1_000_000;
/// The most clients that are released in one transaction.
const RELEASED_MAX: i64 = 200;

/// A team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Team {
    /// The team.
    pub id: TeamId,
    /// What staff call it.
    pub name: String,
    /// When it was made.
    pub created_at: UnixMs,
    /// When it changed last.
    pub updated_at: UnixMs,
}

/// Somebody of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamManager {
    /// The team.
    pub team: TeamId,
    /// The manager.
    pub id: UserId,
    /// Mail address.
    pub email: String,
    /// What to call them.
    pub name: String,
}

fn team(row: &Row) -> Result<Team> {
    Ok(Team {
        id: TeamId(row.get("id")?),
        name: row.get("name")?,
        created_at: UnixMs(row.get("created_at")?),
        updated_at: UnixMs(row.get("updated_at")?),
    })
}

/// A condition on a column that holds a team: god knows all, sales their own, others that of their manager.
pub(crate) fn visible(scope: Scope, column: &str, values: &mut Vec<Value>) -> String {
    let member = match scope {
        Scope::Staff { clients: Clients::All, .. } | Scope::System => return "1 = 1".to_owned(),
        Scope::Staff { clients: Clients::ManagedBy(manager), .. } => {
            values.push(manager.0.into());
            format!("${}", values.len())
        }
        Scope::Advertiser(user) | Scope::Webmaster(user) => {
            values.push(user.0.into());
            format!("(SELECT manager_id FROM users WHERE id = ${})", values.len())
        }
    };
    format!("{column} = (SELECT team_id FROM users WHERE id = {member})")
}

/// A condition on a column that holds a manager: god knows all, sales themselves, others their own.
pub(crate) fn visible_manager(scope: Scope, column: &str, values: &mut Vec<Value>) -> String {
    match scope {
        Scope::Staff { clients: Clients::All, .. } | Scope::System => "1 = 1".to_owned(),
        Scope::Staff { clients: Clients::ManagedBy(manager), .. } => {
            values.push(manager.0.into());
            format!("{column} = ${}", values.len())
        }
        Scope::Advertiser(user) | Scope::Webmaster(user) => {
            values.push(user.0.into());
            format!("{column} = (SELECT manager_id FROM users WHERE id = ${})", values.len())
        }
    }
}

/// The teams within the scope, by name.
pub async fn list(conn: &Conn, scope: Scope) -> Result<Vec<Team>> {
    let mut values = Vec::new();
    let visible = visible(scope, "id", &mut values);
    let sql = format!("SELECT {COLUMNS} FROM teams WHERE {visible} ORDER BY folded_name LIMIT {TEAMS_MAX}");
    conn.rows(&sql, values).await?.iter().map(team).collect()
}

/// Who is in the teams of the scope, by mail address.
pub async fn managers(conn: &Conn, scope: Scope) -> Result<Vec<TeamManager>> {
    let mut values = Vec::new();
    let visible = visible(scope, "team_id", &mut values);
    let sql = format!(
        "SELECT id, team_id, email, name FROM users WHERE team_id IS NOT NULL AND {visible} ORDER BY email \
         LIMIT {MANAGERS_MAX}"
    );
    let manager = |row: &Row| {
        let team = TeamId(row.get("team_id")?);
        Ok(TeamManager { team, id: UserId(row.get("id")?), email: row.get("email")?, name: row.get("name")? })
    };
    conn.rows(&sql, values).await?.iter().map(manager).collect()
}

/// A team.
pub async fn get(conn: &Conn, scope: Scope, id: TeamId) -> Result<Team> {
    let mut values = vec![Value::from(id.0)];
    let visible = visible(scope, "id", &mut values);
    let row = conn.row(&format!("SELECT {COLUMNS} FROM teams WHERE id = $1 AND {visible}"), values).await?;
    team(&row.ok_or(Error::NotFound("team"))?)
}

/// Makes a team.
pub async fn insert(tx: &Tx, name: &str) -> Result<Team> {
    let row = tx.row("SELECT COUNT(*) AS teams FROM teams", []).await?;
    if row.map_or(Ok(0), |row| row.get::<i64>("teams"))? >= i64::from(TEAMS_MAX) {
        return Err(Error::Conflict(format!("There are {TEAMS_MAX} teams already.")));
    }
    let insert = Insert::into("teams").set("name", name).set("folded_name", name.to_lowercase());
    let id = insert.created(tx).id(tx).await.map_err(name_taken)?;
    get(tx, Scope::System, TeamId(id)).await
}

/// Gives a team another name; the team before and after.
pub async fn rename(tx: &Tx, scope: Scope, id: TeamId, name: &str) -> Result<(Team, Team)> {
    let before = get(tx, scope, id).await?;
    let change = Update::of("teams").set("name", name).set("folded_name", name.to_lowercase()).stamped(tx);
    change.filter("id =", id.0).one(tx, "team").await.map_err(name_taken)?;
    Ok((before, get(tx, Scope::System, id).await?))
}

/// Deletes a team; its managers are in none afterwards. The team as it was.
pub async fn delete(tx: &Tx, scope: Scope, id: TeamId) -> Result<Team> {
    let before = get(tx, scope, id).await?;
    let leave = Update::of("users").set("team_id", None::<i64>).stamped(tx).versioned();
    leave.filter("team_id =", id.0).run(tx).await?;
    let deleted = tx.execute_one("team", "DELETE FROM teams WHERE id = $1", [id.0.into()]).await;
    deleted.map_err(gone_meanwhile)?;
    Ok(before)
}

/// Somebody was put into a team while it was deleted: the later of the two is tried again, and sees what the other did.
pub(crate) fn gone_meanwhile(error: Error) -> Error {
    match error {
        Error::DanglingReference(text) => Error::Collision(text),
        other => other,
    }
}

fn name_taken(error: Error) -> Error {
    match error {
        Error::Duplicate { .. } => Error::Invalid { field: "name", message: "is that of another team".to_owned() },
        other => other,
    }
}

/// Leaves some clients of a manager to nobody, who is no longer staff. Whether there may be more.
pub async fn release_clients(tx: &Tx, actor: &Actor, manager: UserId) -> Result<bool> {
    // Whoever is staff again meanwhile may have been given clients since.
    if users::get_user(tx, Scope::System, manager).await?.user_type.is_staff() {
        return Ok(false);
    }
    let change = UserChange { manager: Some(None), ..UserChange::default() };
    let sql = "SELECT id FROM users WHERE manager_id = $1 ORDER BY id LIMIT $2";
    let clients = tx.rows(sql, [manager.0.into(), RELEASED_MAX.into()]).await?;
    for row in &clients {
        let id = UserId(row.get("id")?);
        let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
        audit_log::record(tx, actor, "update_user", "user", id, Some(&before), Some(&after)).await?;
    }
    Ok(clients.len() as i64 == RELEASED_MAX)
}

/// Who looks after the advertisers within the scope: managers, or their teams. At most a million.
pub async fn looked_after(conn: &Conn, scope: Scope, by: LookedAfterBy) -> Result<Vec<(i64, i64)>> {
    let mut values = Vec::new();
    let own = scope.own_rows("users.id", &mut values);
    let (column, managers) = match by {
        LookedAfterBy::Managers => ("users.manager_id", ""),
        LookedAfterBy::Teams => ("managers.team_id", " JOIN users AS managers ON managers.id = users.manager_id"),
    };
    let sql = format!(
        "SELECT users.id AS id, {column} AS looked_after_by FROM users{managers} WHERE {own} AND {column} IS NOT NULL \
         LIMIT {ADVERTISERS_MAX}"
    );
    conn.rows(&sql, values).await?.iter().map(|row| Ok((row.get("id")?, row.get("looked_after_by")?))).collect()
}

/// Who looks after advertisers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedAfterBy {
    /// Managers.
    Managers,
    /// The managers of teams.
    Teams,
}
