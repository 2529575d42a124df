//! Messages to subscriptions on their way to push services.
//!
//! A message is written before it is sent, in the transaction that moves its subscription on, and its answer after. So what was
//! being sent when the program ended is known: it is in doubt, and is sent again under the same name, which takes its place
//! wherever it has come. Rows are small and go after two days.

use crate::conn::{Conn, Row, Tx, Value, pieces};
use crate::error::{Error, Result};
use placard_model::time::DAY_MS;
use placard_model::{AdId, Day, SiteId, UnixMs};
use std::collections::{BTreeMap, HashMap};

/// How long a message is kept; one that waits still, until its life is over.
const KEPT_MS: i64 = 2 * DAY_MS;
/// Messages that one call lets go at most.
pub const FORGOTTEN_AT_ONCE: u32 = 5_000;

/// How far a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i64)]
pub enum State {
    /// Waits for another attempt.
    Waiting = 1,
    /// Is being sent: after a crash nobody knows whether it has come.
    Sending = 2,
    /// The push service has it.
    Taken = 3,
    /// It was refused, tried often enough, or its time was over: by its life, the night, a newer one, or because its site has stopped.
    GivenUp = 4,
    /// Its subscription is no more.
    Gone = 5,
}

/// In statements.
const WAITING: i64 = State::Waiting as i64;
/// In statements.
const SENDING: i64 = State::Sending as i64;

impl State {
    fn of(number: i64) -> Result<Self> {
        [Self::Waiting, Self::Sending, Self::Taken, Self::GivenUp, Self::Gone]
            .into_iter()
            .find(|state| *state as i64 == number)
            .ok_or_else(|| Error::Corrupt(format!("push message state {number}")))
    }
}

/// A message that is about to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// To whom.
    pub subscription: i64,
    /// Their site.
    pub site: SiteId,
    /// The ad.
    pub ad: AdId,
    /// Its token.
    pub token: String,
    /// The day that it is for them.
    pub day: Day,
    /// The how many-th of that day it is.
    pub of_day: i64,
    /// Nothing more is sent to them before.
    pub next_send_at: UnixMs,
}

/// A message that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number.
    pub id: i64,
    /// To whom.
    pub subscription: i64,
    /// Their site.
    pub site: SiteId,
    /// The ad.
    pub ad: AdId,
    /// Its token; empty once there is an answer.
    pub token: String,
    /// How far it is.
    pub state: State,
    /// How often it was sent.
    pub attempts: i64,
    /// The push service's last answer.
    pub http_status: Option<i64>,
    /// When it was written.
    pub created_at: UnixMs,
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The message.
    pub message: i64,
    /// Its subscription.
    pub subscription: i64,
    /// The site of that.
    pub site: SiteId,
    /// How far the message is now: not [`State::Sending`].
    pub state: State,
    /// The push service's answer; none where there was none.
    pub http_status: Option<u16>,
    /// It was given up because this subscription is refused: such refusals in a row are counted.
    pub is_refusal: bool,
    /// When it is tried again, where it waits.
    pub not_before: UnixMs,
}

const COLUMNS: &str = "id, subscription_id, site_id, ad_id, token, state, attempts, http_status, created_at";

fn read(row: &Row) -> Result<Message> {
    Ok(Message {
        id: row.get("id")?,
        subscription: row.get("subscription_id")?,
        site: SiteId(row.get("site_id")?),
        ad: AdId(row.get("ad_id")?),
        token: row.get("token")?,
        state: State::of(row.get("state")?)?,
        attempts: row.get("attempts")?,
        http_status: row.get("http_status")?,
        created_at: UnixMs(row.get("created_at")?),
    })
}

/// SQL for rows of numbers that are bound as one text, so that the statement is the same for any number of them: `v`, with the
/// columns `a`, `b`, ...
pub(crate) fn numbers(conn: &Conn, columns: usize) -> String {
    let name = |at: usize| char::from(b'a' + at as u8);
    let column = |at: usize| {
        let name = name(at);
        if conn.is_postgres() {
            format!("(j.value ->> {at})::bigint AS {name}")
        } else {
            format!("json_extract(j.value, '$[{at}]') AS {name}")
        }
    };
    let columns: Vec<String> = (0..columns).map(column).collect();
    let each = if conn.is_postgres() { "json_array_elements($1::json) AS j" } else { "json_each($1) AS j" };
    format!("(SELECT {} FROM {each}) AS v", columns.join(", "))
}

/// The rows of [`numbers`].
pub(crate) fn bound<const N: usize>(rows: impl IntoIterator<Item = [i64; N]>) -> Value {
    let row = |row: [i64; N]| format!("[{}]", row.map(|number| number.to_string()).join(","));
    format!("[{}]", rows.into_iter().map(row).collect::<Vec<_>>().join(",")).into()
}

/// Writes messages that are sent as soon as this is committed, and moves their subscriptions on. The numbers of the messages, by
/// subscription.
pub async fn begin(tx: &Tx, messages: &[NewMessage]) -> Result<HashMap<i64, i64>> {
    let mut ids = HashMap::new();
    if messages.is_empty() {
        return Ok(ids);
    }
    let moved = format!(
        "UPDATE push_subscriptions SET sent_day = v.b, sent_today = v.c, next_send_at = v.d, last_sent_at = $2, \
         unanswered = push_subscriptions.unanswered + 1, looks_in_vain = 0 FROM {} WHERE push_subscriptions.id = v.a",
        numbers(tx, 4)
    );
    let now = tx.now().0;
    let rows = messages.iter().map(|one| [one.subscription, i64::from(one.day.0), one.of_day, one.next_send_at.0]);
    tx.execute(&moved, [bound(rows), now.into()]).await?;
    for piece in pieces(messages) {
        let sql = format!(
            "INSERT INTO push_messages (subscription_id, site_id, ad_id, token, state, attempts, not_before, created_at) \
             VALUES {} RETURNING id, subscription_id",
            tx.placeholders(piece.len(), 8)
        );
        let mut values: Vec<Value> = Vec::with_capacity(piece.len() * 8);
        for one in piece {
            values.extend([
                one.subscription.into(),
                one.site.0.into(),
                one.ad.0.into(),
                one.token.as_str().into(),
                (State::Sending as i64).into(),
                1i64.into(),
                now.into(),
                now.into(),
            ]);
        }
        for row in tx.rows(&sql, values).await? {
            ids.insert(row.get("subscription_id")?, row.get("id")?);
        }
    }
    Ok(ids)
}

/// Has everything sent again that was being sent when the program ended. How many.
pub async fn doubt_all(tx: &Tx) -> Result<u64> {
    let sql = format!("UPDATE push_messages SET state = {WAITING}, not_before = $1 WHERE state = {SENDING}");
    tx.execute(&sql, [tx.now().0.into()]).await
}

/// Takes messages that wait for another attempt and are due, those first that are due for longest. They are being sent from now on.
pub async fn take_waiting(tx: &Tx, most: u32) -> Result<Vec<Message>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM push_messages WHERE state = {WAITING} AND not_before <= $1 ORDER BY not_before, id LIMIT {most}"
    );
    let mut taken = tx.rows(&sql, [tx.now().0.into()]).await?.iter().map(read).collect::<Result<Vec<_>>>()?;
    if !taken.is_empty() {
        let mut values = Vec::new();
        let named = tx.one_of("id", taken.iter().map(|one| one.id), &mut values);
        tx.execute(
            &format!("UPDATE push_messages SET state = {SENDING}, attempts = attempts + 1 WHERE {named}"),
            values,
        )
        .await?;
    }
    for one in &mut taken {
        one.attempts += 1;
        one.state = State::Sending;
    }
    Ok(taken)
}

/// Puts messages back that were taken and not sent: they wait until a moment of each.
pub async fn put_back(tx: &Tx, messages: &[(i64, UnixMs)]) -> Result<()> {
    if messages.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE push_messages SET state = {WAITING}, attempts = attempts - 1, not_before = v.b FROM {} WHERE push_messages.id = v.a",
        numbers(tx, 2)
    );
    tx.execute(&sql, [bound(messages.iter().map(|(id, until)| [*id, until.0]))]).await.map(drop)
}

/// Messages of [`numbers`] that have ended. By `+` SQLite looks them up by their numbers: it would go through all that are being sent,
/// and read the numbers again for each of them.
fn ended(conn: &Conn) -> String {
    format!(
        "UPDATE push_messages SET state = v.b, http_status = NULLIF(v.c, 0), answered_at = $2, token = '' \
         FROM {} WHERE push_messages.id = v.a AND +push_messages.state = {SENDING} RETURNING push_messages.id AS id",
        numbers(conn, 3)
    )
}

/// Messages of [`numbers`] that wait for another attempt; looked up as in [`ended`].
fn again(conn: &Conn) -> String {
    format!(
        "UPDATE push_messages SET state = {WAITING}, not_before = v.b, http_status = NULLIF(v.c, 0) FROM {} \
         WHERE push_messages.id = v.a AND +push_messages.state = {SENDING}",
        numbers(conn, 3)
    )
}

/// Notes what became of attempts. Messages that have ended already stay as they are. How many were taken, by site.
pub async fn answer(tx: &Tx, answers: &[Answer]) -> Result<BTreeMap<SiteId, i64>> {
    let mut taken = BTreeMap::new();
    if answers.is_empty() {
        return Ok(taken);
    }
    let status = |one: &Answer| one.http_status.map_or(0, i64::from);
    let rows = answers
        .iter()
        .filter(|one| one.state != State::Waiting)
        .map(|one| [one.message, one.state as i64, status(one)]);
    let mut noted = std::collections::HashSet::new();
    for row in tx.rows(&ended(tx), [bound(rows), tx.now().0.into()]).await? {
        noted.insert(row.get::<i64>("id")?);
    }
    let waiting: Vec<[i64; 3]> = answers
        .iter()
        .filter(|one| one.state == State::Waiting)
        .map(|one| [one.message, one.not_before.0, status(one)])
        .collect();
    if !waiting.is_empty() {
        tx.execute(&again(tx), [bound(waiting)]).await?;
    }
    // Refusals in a row are counted; whoever takes something again is well.
    let of = |state: State| answers.iter().filter(move |one| one.state == state);
    let well: Vec<i64> = of(State::Taken).map(|one| one.subscription).collect();
    if !well.is_empty() {
        let mut values = Vec::new();
        let named = tx.one_of("id", well, &mut values);
        tx.execute(&format!("UPDATE push_subscriptions SET failures = 0 WHERE failures > 0 AND {named}"), values)
            .await?;
    }
    // What nobody got, nobody could answer. Two may end together.
    let mut unsent = BTreeMap::<i64, [i64; 2]>::new();
    for one in of(State::GivenUp) {
        let [all, refused] = unsent.entry(one.subscription).or_default();
        *all += 1;
        *refused += i64::from(one.is_refusal);
    }
    if !unsent.is_empty() {
        let sql = format!(
            "UPDATE push_subscriptions SET failures = push_subscriptions.failures + v.c, unanswered = \
             CASE WHEN push_subscriptions.unanswered > v.b THEN push_subscriptions.unanswered - v.b ELSE 0 END \
             FROM {} WHERE push_subscriptions.id = v.a",
            numbers(tx, 3)
        );
        tx.execute(&sql, [bound(unsent.into_iter().map(|(id, [all, refused])| [id, all, refused]))]).await?;
    }
    for one in of(State::Taken).filter(|one| noted.contains(&one.message)) {
        *taken.entry(one.site).or_default() += 1;
    }
    Ok(taken)
}

/// The newest message of each subscription that waits, is on its way or has come.
pub async fn newest(conn: &Conn, subscriptions: &[i64]) -> Result<HashMap<i64, i64>> {
    let mut values = Vec::new();
    let named = conn.one_of("subscription_id", subscriptions.iter().copied(), &mut values);
    let taken = State::Taken as i64;
    let sql = format!(
        "SELECT subscription_id, MAX(id) AS id FROM push_messages WHERE {named} AND state IN ({WAITING}, {SENDING}, {taken}) \
         GROUP BY subscription_id"
    );
    conn.rows(&sql, values).await?.iter().map(|row| Ok((row.get("subscription_id")?, row.get("id")?))).collect()
}

/// How often messages were tried.
pub async fn attempts(conn: &Conn, ids: &[i64]) -> Result<HashMap<i64, i64>> {
    let mut values = Vec::new();
    let named = conn.one_of("id", ids.iter().copied(), &mut values);
    let rows = conn.rows(&format!("SELECT id, attempts FROM push_messages WHERE {named}"), values).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("attempts")?))).collect()
}

/// When the next message that waits is due.
pub async fn next_due(conn: &Conn) -> Result<Option<UnixMs>> {
    let sql = format!("SELECT not_before FROM push_messages WHERE state = {WAITING} ORDER BY not_before LIMIT 1");
    conn.row(&sql, []).await?.map(|row| row.get("not_before").map(UnixMs)).transpose()
}

/// Lets messages go that were written two days ago and have ended; at most [`FORGOTTEN_AT_ONCE`]. How many.
pub async fn forget_old(tx: &Tx) -> Result<u64> {
    let sql = format!(
        "DELETE FROM push_messages WHERE id IN (SELECT id FROM push_messages WHERE created_at < $1 \
         AND state NOT IN ({WAITING}, {SENDING}) ORDER BY created_at LIMIT {FORGOTTEN_AT_ONCE})"
    );
    tx.execute(&sql, [tx.now().plus_ms(-KEPT_MS).0.into()]).await
}

/// The messages of a subscription, oldest first; of the last two days, and what waits.
pub async fn of_subscription(conn: &Conn, subscription: i64) -> Result<Vec<Message>> {
    let sql = format!("SELECT {COLUMNS} FROM push_messages WHERE subscription_id = $1 ORDER BY id LIMIT 1000");
    conn.rows(&sql, [subscription.into()]).await?.iter().map(read).collect()
}

/// How many messages are in each state.
pub async fn count(conn: &Conn) -> Result<BTreeMap<State, i64>> {
    let rows = conn.rows("SELECT state, COUNT(*) AS messages FROM push_messages GROUP BY state", []).await?;
    rows.iter().map(|row| Ok((State::of(row.get("state")?)?, row.get("messages")?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Priority;
    use crate::testing::each_backend;

    #[tokio::test]
    async fn answers_are_noted_without_going_through_all_that_is_being_sent() {
        each_backend(async |store, _| {
            let explain = async |tx: &Tx| {
                let mut plans = Vec::new();
                if tx.is_postgres() {
                    // It knows how much there is, and plans by that.
                    return Ok(plans);
                }
                let none = || Value::from("[]");
                for (sql, values) in [(ended(tx), vec![none(), 0i64.into()]), (again(tx), vec![none()])] {
                    let steps = tx.rows(&format!("EXPLAIN QUERY PLAN {sql}"), values).await?;
                    plans.push(steps.iter().map(|step| step.get("detail")).collect::<Result<Vec<String>>>()?);
                }
                Ok(plans)
            };
            for plan in store.write("test", Priority::Api, explain).await.unwrap() {
                let is_by_number = plan.iter().any(|step| step.contains("push_messages USING INTEGER PRIMARY KEY"));
                assert!(is_by_number && plan[0].starts_with("SCAN j"), "{plan:#?}");
            }
        })
        .await;
    }
}
