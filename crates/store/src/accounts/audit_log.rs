//! The audit log: a row for every change that a person made.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::quotas::{self, Beyond};
use crate::scope::{Clients, Scope};
use crate::statement::Insert;
use placard_model::{UnixMs, UserId};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The longest JSON text of a row that is kept before and after a change, in bytes; longer ones are replaced by a note.
pub const STATE_MAX: usize = 64 * 1024;

/// What whoever looks after clients sees nothing of: how the clients are paid, and where to.
const KEPT_FROM_MANAGERS: &str = "'payout', 'wallet'";

/// What others decide on or try to, with its table and the column of whose it is: moderators, and who moves money.
const THINGS: [(&str, &str, &str); 11] = [
    ("ad", "ads", "advertiser_id"),
    ("ad_group", "ad_groups", "advertiser_id"),
    ("campaign", "campaigns", "advertiser_id"),
    ("site", "sites", "webmaster_id"),
    ("block", "blocks", "webmaster_id"),
    ("deposit", "deposits", "advertiser_id"),
    ("payout", "payouts", "user_id"),
    ("wallet", "wallets", "user_id"),
    ("correction", "corrections", "user_id"),
    ("mail", "mails", "user_id"),
    ("user_note", "user_notes", "user_id"),
];

/// The numbers of the entries of a user, who stands at a place of the statement: of what they did, of what was done in their cabinet,
/// to their account, and to what is theirs. One list of numbers is looked up by both databases; among other conditions, joined by OR,
/// PostgreSQL would read the whole log.
fn of_user(place: usize) -> String {
    let own = ["actor_id = $", "acting_as_id = $", "subject = 'user' AND subject_id = $"];
    let own = own.map(|condition| format!("SELECT id FROM audit_log WHERE {condition}{place}"));
    // SQLite keeps to the order of a cross join: what is theirs first, and never all entries of a kind.
    let things = THINGS.map(|(subject, table, owner)| {
        format!(
            "SELECT l.id FROM {table} o CROSS JOIN audit_log l \
             WHERE o.{owner} = ${place} AND l.subject = '{subject}' AND l.subject_id = o.id"
        )
    });
    let all: Vec<String> = own.into_iter().chain(things).collect();
    all.join(" UNION ")
}

/// Whether something that entries are about, or a user, is there and is nobody's within the scope.
pub async fn is_of_others(conn: &Conn, scope: Scope, subject: &'static str, id: i64) -> Result<bool> {
    let found = THINGS.iter().copied().chain([("user", "users", "id")]).find(|(kind, ..)| *kind == subject);
    let Some((_, table, owner)) = found else { return Ok(false) };
    let mut values: Vec<Value> = vec![id.into()];
    let own = scope.own_rows(owner, &mut values);
    let sql = format!("SELECT id FROM {table} WHERE id = $1 AND NOT ({own})");
    Ok(conn.row(&sql, values).await?.is_some())
}

/// Verbs of actions that take effect away.
const HALTS: [&str; 3] = ["stop_", "archive_", "delete_"];

/// Who makes a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actor {
    /// Who; nobody for the command line and the program itself.
    pub user: Option<UserId>,
    /// The user whose cabinet the actor uses.
    pub acting_as: Option<UserId>,
    /// From where; empty for the command line and the program.
    pub address: String,
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the entry.
    pub id: i64,
    /// When.
    pub at: UnixMs,
    /// Who.
    pub actor: Actor,
    /// What, as verb and noun.
    pub action: String,
    /// Kind of what was changed.
    pub subject: String,
    /// Its id.
    pub subject_id: i64,
    /// JSON of what it was.
    pub before: Option<String>,
    /// JSON of what it is.
    pub after: Option<String>,
}

/// Records a change in its own transaction. `action` is verb and noun (`update_site`), `subject` the noun.
pub async fn record<B: Serialize, A: Serialize>(
    tx: &Tx,
    actor: &Actor,
    action: &'static str,
    subject: &'static str,
    subject_id: impl Into<i64>,
    before: Option<&B>,
    after: Option<&A>,
) -> Result<()> {
    let state = |text: Option<Result<String>>| text.transpose().map(|text| text.map(kept));
    let (before, after) = (state(before.map(json))?, state(after.map(json))?);
    insert(tx, actor, Change { action, subject, id: subject_id.into(), before, after }).await
}

/// Records what was made of an account's own things, and counts it towards what the account may change on a day; nothing
/// when nothing differs. The account is the actor's, or the one in whose cabinet they act. What takes effect away (stops,
/// archives, deletes) is counted and never refused: whoever used the day up can still stop spending.
pub async fn record_edit<B: Serialize, A: Serialize>(
    tx: &Tx,
    actor: &Actor,
    action: &'static str,
    subject: &'static str,
    subject_id: impl Into<i64>,
    before: Option<&B>,
    after: Option<&A>,
) -> Result<()> {
    let (before, after) = (before.map(json).transpose()?, after.map(json).transpose()?);
    if before.is_some() && before == after {
        return Ok(());
    }
    let (before, after) = (before.map(kept), after.map(kept));
    if let Some(account) = actor.acting_as.or(actor.user) {
        let bytes = [&before, &after].into_iter().flatten().map(String::len).sum();
        let beyond = if HALTS.iter().any(|verb| action.starts_with(verb)) { Beyond::Counted } else { Beyond::Refused };
        quotas::count_edit(tx, account, bytes, beyond).await?;
    }
    insert(tx, actor, Change { action, subject, id: subject_id.into(), before, after }).await
}

/// A change as it is written.
struct Change {
    action: &'static str,
    subject: &'static str,
    id: i64,
    before: Option<String>,
    after: Option<String>,
}

async fn insert(tx: &Tx, actor: &Actor, change: Change) -> Result<()> {
    Insert::into("audit_log")
        .set("at", tx.now().0)
        .set("actor_id", actor.user.map(|id| id.0))
        .set("acting_as_id", actor.acting_as.map(|id| id.0))
        .set("action", change.action)
        .set("subject", change.subject)
        .set("subject_id", change.id)
        .set("before", change.before)
        .set("after", change.after)
        .set("address", actor.address.as_str())
        .run(tx)
        .await
        .map(drop)
}

/// Records a change that has no state worth keeping.
pub async fn record_event(
    tx: &Tx,
    actor: &Actor,
    action: &'static str,
    subject: &'static str,
    subject_id: impl Into<i64>,
) -> Result<()> {
    record::<(), ()>(tx, actor, action, subject, subject_id, None, None).await
}

fn json(state: &impl Serialize) -> Result<String> {
    serde_json::to_string(state).map_err(|error| Error::Corrupt(error.to_string()))
}

/// A state as it is kept: a long one as a note that tells it from others.
fn kept(state: String) -> String {
    if state.len() <= STATE_MAX {
        return state;
    }
    // The first half of it is enough to tell.
    let digest = Sha256::digest(&state).iter().take(16).fold(0u128, |sum, byte| (sum << 8) | u128::from(*byte));
    format!("{{\"too_long_bytes\":{},\"digest\":\"{digest:032x}\"}}", state.len())
}

const COLUMNS: &str = "id, at, actor_id, acting_as_id, action, subject, subject_id, before, after, address";

fn entry(row: &Row) -> Result<Entry> {
    Ok(Entry {
        id: row.get("id")?,
        at: UnixMs(row.get("at")?),
        actor: Actor {
            user: row.get::<Option<i64>>("actor_id")?.map(UserId),
            acting_as: row.get::<Option<i64>>("acting_as_id")?.map(UserId),
            address: row.get("address")?,
        },
        action: row.get("action")?,
        subject: row.get("subject")?,
        subject_id: row.get("subject_id")?,
        before: row.get("before")?,
        after: row.get("after")?,
    })
}

/// Which entries of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// What this user did, what was done in their cabinet, and what was done to their account and to what is theirs.
    pub user: Option<UserId>,
    /// Kind of what was changed.
    pub subject: Option<String>,
    /// Its id.
    pub subject_id: Option<i64>,
    /// Verb and noun.
    pub action: Option<String>,
    /// Not before this moment.
    pub since: Option<UnixMs>,
    /// Before this moment.
    pub before: Option<UnixMs>,
}

impl LogFilter {
    /// All changes of one thing.
    pub fn of(subject: &str, id: i64) -> Self {
        Self { subject: Some(subject.to_owned()), subject_id: Some(id), ..Self::default() }
    }

    /// The entries within the scope: of staff who see some clients only, those that are about a client.
    fn condition(&self, scope: Scope, values: &mut Vec<Value>) -> String {
        let mut parts = Vec::new();
        if let Some(user) = self.user {
            values.push(user.0.into());
            parts.push(format!("id IN ({})", of_user(values.len())));
        }
        if let Some(subject) = &self.subject {
            values.push(subject.as_str().into());
            parts.push(format!("subject = ${}", values.len()));
        }
        if let Some(id) = self.subject_id {
            values.push(id.into());
            parts.push(format!("subject_id = ${}", values.len()));
        }
        if let Some(action) = &self.action {
            values.push(action.as_str().into());
            parts.push(format!("action = ${}", values.len()));
        }
        for (sign, moment) in [(">=", self.since), ("<", self.before)] {
            if let Some(moment) = moment {
                values.push(moment.0.into());
                parts.push(format!("at {sign} ${}", values.len()));
            }
        }
        let by = scope.own_rows("actor_id", values);
        let within = scope.own_rows("acting_as_id", values);
        let about = scope.own_rows("subject_id", values);
        parts.push(format!("({by} OR {within} OR (subject = 'user' AND {about}))"));
        if matches!(scope, Scope::Staff { clients: Clients::ManagedBy(_), .. }) {
            parts.push(format!("subject NOT IN ({KEPT_FROM_MANAGERS})"));
        }
        parts.join(" AND ")
    }
}

/// Entries of the log within the scope, newest first.
pub async fn list_log(conn: &Conn, scope: Scope, filter: &LogFilter, limit: u32, offset: u64) -> Result<Vec<Entry>> {
    let mut values = Vec::new();
    let condition = filter.condition(scope, &mut values);
    // In the order of its key PostgreSQL would go through the log of all until it has met enough of a user's.
    let order = if filter.user.is_some() && conn.is_postgres() { "id + 0" } else { "id" };
    let sql = format!(
        "SELECT {COLUMNS} FROM audit_log WHERE {condition} ORDER BY {order} DESC LIMIT {limit} OFFSET {offset}"
    );
    conn.rows(&sql, values).await?.iter().map(entry).collect()
}

/// How many entries there are within the scope.
pub async fn count_log(conn: &Conn, scope: Scope, filter: &LogFilter) -> Result<u64> {
    let mut values = Vec::new();
    let condition = filter.condition(scope, &mut values);
    let row = conn.row(&format!("SELECT COUNT(*) AS entries FROM audit_log WHERE {condition}"), values).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("entries"))?.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Priority;
    use crate::testing::each_backend;

    #[tokio::test]
    async fn the_entries_of_a_user_are_looked_up_and_the_log_is_not_read_whole() {
        each_backend(async |store, _| {
            let explain = async move |tx: &Tx| {
                let filter = LogFilter { user: Some(UserId(1)), ..LogFilter::default() };
                let mut values = Vec::new();
                let condition = filter.condition(Scope::System, &mut values);
                let (explain, column) = if tx.is_postgres() {
                    // Without it so short a log is read whole.
                    tx.execute("SET LOCAL enable_seqscan = off", []).await?;
                    ("EXPLAIN", "QUERY PLAN")
                } else {
                    ("EXPLAIN QUERY PLAN", "detail")
                };
                let sql = format!("{explain} SELECT COUNT(*) AS entries FROM audit_log WHERE {condition}");
                tx.rows(&sql, values).await?.iter().map(|step| step.get(column)).collect::<Result<Vec<String>>>()
            };
            let plan = store.write("test", Priority::Api, explain).await.unwrap();
            // A filter of PostgreSQL, and what SQLite does with OR and with all entries of a kind.
            let whole =
                ["SubPlan", "Seq Scan on audit_log", "SCAN audit_log", "SCAN l", "MULTI-INDEX OR", "(subject=?)"];
            assert!(!plan.iter().any(|step| whole.iter().any(|way| step.contains(way))), "{plan:#?}");
        })
        .await;
    }
}
