//! What users keep of lists under a name: filters, order and columns, as the list's address has them.

use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use placard_model::UserId;

/// The most views of a user, of all lists together.
pub const VIEWS_MAX: i64 = 200;

const COLUMNS: &str = "id, list, name, search";

/// What is kept of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListView {
    /// Its number.
    pub id: i64,
    /// Name of the list.
    pub list: String,
    /// What its owner calls it: once in a list.
    pub name: String,
    /// Query of the list's address.
    pub search: String,
}

fn list_view(row: &Row) -> Result<ListView> {
    Ok(ListView { id: row.get("id")?, list: row.get("list")?, name: row.get("name")?, search: row.get("search")? })
}

/// A user's views of all lists, in the order in which they were made.
pub async fn list(conn: &Conn, user: UserId) -> Result<Vec<ListView>> {
    let sql = format!("SELECT {COLUMNS} FROM list_views WHERE user_id = $1 ORDER BY id LIMIT {VIEWS_MAX}");
    conn.rows(&sql, [user.0.into()]).await?.iter().map(list_view).collect()
}

/// Keeps a view; a conflict where there are as many as may be, an invalid name where the list has one of that name.
pub async fn insert(tx: &Tx, user: UserId, list: &str, name: &str, search: &str) -> Result<ListView> {
    let sql = "SELECT COUNT(*) AS n FROM list_views WHERE user_id = $1";
    let have = tx.row(sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if have >= VIEWS_MAX {
        return Err(Error::Conflict(format!(
            "There are {have} views already, and no more are kept. Delete one first."
        )));
    }
    check_name(tx, user, list, name, 0).await?;
    let id = Insert::into("list_views")
        .set("user_id", user.0)
        .set("list", list)
        .set("name", name)
        .set("search", search)
        .set("created_at", tx.now().0)
        .set("updated_by", tx.name())
        .id(tx)
        .await?;
    get(tx, user, id).await
}

/// Gives a view another name and another query.
pub async fn update(tx: &Tx, user: UserId, id: i64, name: &str, search: &str) -> Result<ListView> {
    let view = get(tx, user, id).await?;
    check_name(tx, user, &view.list, name, id).await?;
    let change = Update::of("list_views").set("name", name).set("search", search).set("updated_by", tx.name());
    change.filter("id =", id).one(tx, "view").await?;
    get(tx, user, id).await
}

/// Forgets a view.
pub async fn delete(tx: &Tx, user: UserId, id: i64) -> Result<()> {
    let sql = "DELETE FROM list_views WHERE id = $1 AND user_id = $2";
    tx.execute_one("view", sql, [id.into(), user.0.into()]).await
}

async fn get(conn: &Conn, user: UserId, id: i64) -> Result<ListView> {
    let sql = format!("SELECT {COLUMNS} FROM list_views WHERE id = $1 AND user_id = $2");
    let row = conn.row(&sql, [id.into(), user.0.into()]).await?;
    list_view(&row.ok_or(Error::NotFound("view"))?)
}

async fn check_name(conn: &Conn, user: UserId, list: &str, name: &str, except: i64) -> Result<()> {
    let sql = "SELECT id FROM list_views WHERE user_id = $1 AND list = $2 AND name = $3";
    let taken = conn.row(sql, [user.0.into(), list.into(), name.into()]).await?;
    let taken: Option<i64> = taken.map(|row| row.get("id")).transpose()?;
    if taken.is_some_and(|id| id != except) {
        return Err(Error::Invalid { field: "name", message: "is that of another view of this list".to_owned() });
    }
    Ok(())
}
