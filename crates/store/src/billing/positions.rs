//! How far each feed has come, and its state in memory at such a point.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use placard_model::UnixMs;

/// The position of a feed; none before its first result.
pub async fn position(conn: &Conn, feed: &str) -> Result<Option<Vec<u8>>> {
    match conn.row("SELECT position FROM feed_positions WHERE name = $1", [feed.into()]).await? {
        Some(row) => row.get("position").map(Some),
        None => Ok(None),
    }
}

/// Moves a feed from one position to the next, in the transaction of its result. [`Error::Conflict`] when the feed is
/// not where the caller believes: somebody else runs it, or a result was stored whose answer was lost.
pub async fn advance(tx: &Tx, feed: &str, from: Option<&[u8]>, to: &[u8]) -> Result<()> {
    let changed = match from {
        None => {
            let row = Insert::into("feed_positions").set("name", feed).set("position", to).stamped(tx);
            row.ending("ON CONFLICT (name) DO NOTHING").run(tx).await?
        }
        Some(from) => {
            let change = Update::of("feed_positions").set("position", to).stamped(tx);
            change.filter("name =", feed).filter("position =", from).run(tx).await?
        }
    };
    if changed == 1 {
        return Ok(());
    }
    Err(Error::Conflict(format!("the feed {feed} is at another position than its reader")))
}

/// A feed's state and the position that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// What the state has seen.
    pub position: Vec<u8>,
    /// The state.
    pub body: Vec<u8>,
}

/// Stores a checkpoint in the place of the last one.
pub async fn put_checkpoint(tx: &Tx, feed: &str, checkpoint: &Checkpoint) -> Result<()> {
    Insert::into("checkpoints")
        .set("name", feed)
        .set("position", checkpoint.position.clone())
        .set("body", checkpoint.body.clone())
        .stamped(tx)
        .replacing("name", &[])
        .run(tx)
        .await
        .map(drop)
}

/// The last checkpoint of a feed.
pub async fn checkpoint(conn: &Conn, feed: &str) -> Result<Option<Checkpoint>> {
    match conn.row("SELECT position, body FROM checkpoints WHERE name = $1", [feed.into()]).await? {
        Some(row) => Ok(Some(Checkpoint { position: row.get("position")?, body: row.get("body")? })),
        None => Ok(None),
    }
}

/// Stores parts of a state that the next checkpoint will name; their numbers, which nothing had before. Nobody sees
/// them until then.
pub async fn put_parts(tx: &Tx, feed: &str, bodies: &[Vec<u8>]) -> Result<Vec<i64>> {
    let mut ids = Vec::new();
    for body in bodies {
        let part = Insert::into("checkpoint_parts").set("name", feed).set("body", body.clone());
        ids.push(part.stamped(tx).id(tx).await?);
    }
    Ok(ids)
}

/// A part of a feed's state; none if no checkpoint of the feed named it.
pub async fn part(conn: &Conn, feed: &str, id: i64) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT body FROM checkpoint_parts WHERE id = $1 AND name = $2";
    conn.row(sql, [id.into(), feed.into()]).await?.map(|row| row.get("body")).transpose()
}

/// Lets all parts of a feed go but those that its checkpoint names: in the transaction that stores the checkpoint.
pub async fn keep_parts(tx: &Tx, feed: &str, named: &[i64]) -> Result<()> {
    let mut values = vec![feed.into()];
    let is_named = tx.one_of("id", named.iter().copied(), &mut values);
    tx.execute(&format!("DELETE FROM checkpoint_parts WHERE name = $1 AND NOT ({is_named})"), values).await.map(drop)
}

/// Puts a feed, and its checkpoint if it has one, to another position, whatever it was at: for a log that goes on without
/// the place where they were.
pub async fn move_to(tx: &Tx, feed: &str, position: &[u8]) -> Result<()> {
    for table in ["feed_positions", "checkpoints"] {
        Update::of(table).set("position", position).stamped(tx).filter("name =", feed).run(tx).await?;
    }
    Ok(())
}

/// Lets a feed's checkpoint go, if it has one: its state is then made again from the log.
pub async fn forget_checkpoint(tx: &Tx, feed: &str) -> Result<()> {
    tx.execute("DELETE FROM checkpoints WHERE name = $1", [feed.into()]).await?;
    keep_parts(tx, feed, &[]).await
}

/// When a position or a checkpoint was last stored; none before the first.
pub async fn last_stored(conn: &Conn) -> Result<Option<UnixMs>> {
    let sql =
        "SELECT updated_at FROM feed_positions UNION ALL SELECT updated_at FROM checkpoints ORDER BY 1 DESC LIMIT 1";
    conn.row(sql, []).await?.map(|row| row.get("updated_at").map(UnixMs)).transpose()
}
