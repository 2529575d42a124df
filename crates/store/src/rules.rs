//! Rules of advertisers: what they say, when they are looked at. What they did is in [`actions`], how in [`apply`].

pub mod actions;
pub mod apply;

use crate::advertising::campaigns;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::rule::{RULES_MAX, RuleActionState, RuleSettings};
use placard_model::time::HOUR_MS;
use placard_model::user::UserStatus;
use placard_model::{UnixMs, UserId};
use std::collections::HashMap;

/// A rule that was looked at is not looked at again for so long, however often it is changed.
const PAUSE_MS: i64 = 60_000;
/// Rules that one pass takes.
pub const DUE_MAX: u32 = 20_000;
/// A rule that could not be looked at is tried again after so long.
pub const FAILED_PAUSE_MS: i64 = 5 * 60 * 1000;

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number.
    pub id: i64,
    /// Whose.
    pub advertiser: UserId,
    /// What it says.
    pub settings: RuleSettings,
    /// Since when it runs; none when it is off.
    pub on_since: Option<UnixMs>,
    /// When it is looked at next.
    pub next_at: UnixMs,
    /// When it was looked at last.
    pub last_run_at: Option<UnixMs>,
    /// Version of the settings.
    pub version: i64,
    /// When it was made.
    pub created_at: UnixMs,
}

/// A rule in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRule {
    /// The rule.
    pub rule: Rule,
    /// What it did or asked for last.
    pub last: Option<actions::Action>,
    /// How often it acted in the last seven days.
    pub acted: u64,
    /// What waits for its owner's word.
    pub asked: u64,
}

fn read(row: &Row) -> Result<Rule> {
    let text: String = row.get("settings")?;
    let settings = serde_json::from_str(&text).map_err(|error| Error::Corrupt(format!("column settings: {error}")))?;
    let is_on: bool = row.get("is_on")?;
    Ok(Rule {
        id: row.get("id")?,
        advertiser: UserId(row.get("advertiser_id")?),
        settings,
        on_since: row.get::<Option<i64>>("on_since")?.map(UnixMs).filter(|_| is_on),
        next_at: UnixMs(row.get("next_at")?),
        last_run_at: row.get::<Option<i64>>("last_run_at")?.map(UnixMs),
        version: row.get("version")?,
        created_at: UnixMs(row.get("created_at")?),
    })
}

fn to_json(settings: &RuleSettings) -> Result<Value> {
    serde_json::to_string(settings).map(Value::from).map_err(|error| Error::Corrupt(error.to_string()))
}

/// A rule.
pub async fn get(conn: &Conn, scope: Scope, id: i64) -> Result<Rule> {
    let mut values: Vec<Value> = vec![id.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!("SELECT * FROM rules WHERE id = $1 AND deleted_at IS NULL AND {own}");
    read(&conn.row(&sql, values).await?.ok_or(Error::NotFound("rule"))?)
}

/// A rule, with what it did since `since`.
pub async fn get_listed(conn: &Conn, scope: Scope, id: i64, since: UnixMs) -> Result<ListedRule> {
    let rule = get(conn, scope, id).await?;
    with_actions(conn, vec![rule], since).await?.pop().ok_or(Error::NotFound("rule"))
}

/// The rules of an advertiser, oldest first, with what they did since `since`.
pub async fn list(conn: &Conn, advertiser: UserId, since: UnixMs) -> Result<Vec<ListedRule>> {
    let sql =
        format!("SELECT * FROM rules WHERE advertiser_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT {RULES_MAX}");
    let rows = conn.rows(&sql, [advertiser.0.into()]).await?;
    with_actions(conn, rows.iter().map(read).collect::<Result<_>>()?, since).await
}

/// The questions are as many for one rule as for all, and read what is counted alone: a rule may have acted thousands of times.
async fn with_actions(conn: &Conn, rules: Vec<Rule>, since: UnixMs) -> Result<Vec<ListedRule>> {
    let ids: Vec<i64> = rules.iter().map(|rule| rule.id).collect();
    let [done, undone, asked] =
        [RuleActionState::Done, RuleActionState::Undone, RuleActionState::Asked].map(RuleActionState::id);
    let acted = actions::count_of(conn, &ids, &format!("state IN ({done}, {undone})"), Some(since)).await?;
    let asked = actions::count_of(conn, &ids, &format!("state = {asked}"), None).await?;
    let mut last = actions::last_of(conn, &ids).await?;
    let count = |counts: &HashMap<i64, u64>, id: i64| counts.get(&id).copied().unwrap_or(0);
    let listed = rules.into_iter().map(|rule| ListedRule {
        last: last.remove(&rule.id),
        acted: count(&acted, rule.id),
        asked: count(&asked, rule.id),
        rule,
    });
    Ok(listed.collect())
}

async fn check(tx: &Tx, advertiser: UserId, settings: &RuleSettings) -> Result<()> {
    let scope = Scope::Advertiser(advertiser);
    let found = campaigns::by_ids(tx, scope, &settings.campaigns).await?;
    let missing: Vec<i64> = settings.campaigns.iter().filter(|id| !found.contains_key(id)).map(|id| id.0).collect();
    if missing.is_empty() { Ok(()) } else { Err(Error::SomeNotFound { what: "campaigns", ids: missing }) }
}

/// Makes a rule, which is off.
pub async fn create(tx: &Tx, advertiser: UserId, settings: &RuleSettings) -> Result<i64> {
    check(tx, advertiser, settings).await?;
    let sql = "SELECT COUNT(*) AS n FROM rules WHERE advertiser_id = $1 AND deleted_at IS NULL";
    let have = tx.row(sql, [advertiser.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    if have >= RULES_MAX as i64 {
        return Err(Error::Conflict(format!("There are {RULES_MAX} rules already. Delete one of them first.")));
    }
    Insert::into("rules")
        .set("advertiser_id", advertiser.0)
        .set("name", settings.name.as_str())
        .set("settings", to_json(settings)?)
        .set("is_on", false)
        .set("next_at", tx.now().0)
        .created(tx)
        .id(tx)
        .await
}

/// Replaces what a rule says. `version` is the one that the caller read. One that runs is looked at soon.
pub async fn update(tx: &Tx, scope: Scope, id: i64, settings: &RuleSettings, version: Option<i64>) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if version.is_some_and(|read| read != before.version) {
        return Err(Error::Stale { current: before.version });
    }
    check(tx, before.advertiser, settings).await?;
    if before.settings == *settings {
        return Ok(());
    }
    Update::of("rules")
        .set("name", settings.name.as_str())
        .set("settings", to_json(settings)?)
        .set("next_at", soon(tx, &before).0)
        .versioned()
        .stamped(tx)
        .filter("id =", id)
        .one(tx, "rule")
        .await?;
    tx.wake(Topic::Rules);
    Ok(())
}

fn soon(tx: &Tx, rule: &Rule) -> UnixMs {
    rule.last_run_at.map_or(tx.now(), |last| tx.now().max(last.plus_ms(PAUSE_MS)))
}

/// Switches a rule on or off. One that is switched on is looked at soon.
pub async fn set_on(tx: &Tx, scope: Scope, id: i64, on: bool) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if before.on_since.is_some() == on {
        return Ok(());
    }
    Update::of("rules")
        .set("is_on", on)
        .set("on_since", on.then(|| tx.now().0))
        .set("next_at", soon(tx, &before).0)
        .stamped(tx)
        .filter("id =", id)
        .one(tx, "rule")
        .await?;
    tx.wake(Topic::Rules);
    Ok(())
}

/// Deletes a rule. What it did stays as it is, and in the log; what it asked for is declined.
pub async fn delete(tx: &Tx, scope: Scope, id: i64) -> Result<()> {
    get(tx, scope, id).await?;
    let change = Update::of("rules").set("deleted_at", tx.now().0).set("is_on", false).stamped(tx);
    change.filter("id =", id).one(tx, "rule").await?;
    Update::of("rule_actions")
        .set("state", i64::from(RuleActionState::Declined.id()))
        .set("decided_at", tx.now().0)
        .set("updated_by", tx.name())
        .filter("rule_id =", id)
        .filter("state =", i64::from(RuleActionState::Asked.id()))
        .run(tx)
        .await
        .map(drop)
}

/// The rules that are due, of advertisers whose accounts are open; beside them those that cannot be read, by number.
pub async fn due(conn: &Conn) -> Result<(Vec<Rule>, Vec<(i64, Error)>)> {
    let sql = format!(
        "SELECT r.* FROM rules r JOIN users u ON u.id = r.advertiser_id AND u.status_id = {} \
         WHERE r.is_on AND r.next_at <= $1 AND r.deleted_at IS NULL ORDER BY r.id LIMIT {DUE_MAX}",
        UserStatus::Active.id()
    );
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    for row in &conn.rows(&sql, [conn.now().0.into()]).await? {
        match read(row) {
            Ok(rule) => found.push(rule),
            Err(error) => unreadable.push((row.get("id")?, error)),
        }
    }
    Ok((found, unreadable))
}

/// Notes that rules were looked at that were due at a moment: the next time is the next full hour. Those that were changed
/// since are due still.
pub async fn looked_at(tx: &Tx, rules: &[i64], due_at: UnixMs) -> Result<()> {
    let now = tx.now().0;
    let next = now - now.rem_euclid(HOUR_MS) + HOUR_MS;
    let sql = "UPDATE rules SET last_run_at = $1, next_at = $2 WHERE next_at <= $3 AND ";
    let mut values: Vec<Value> = vec![now.into(), next.into(), due_at.0.into()];
    let named = tx.one_of("id", rules.iter().copied(), &mut values);
    tx.execute(&format!("{sql}{named}"), values).await.map(drop)
}

/// Puts rules off that could not be looked at.
pub async fn put_off(tx: &Tx, rules: &[i64]) -> Result<()> {
    let mut values: Vec<Value> = vec![(tx.now().0 + FAILED_PAUSE_MS).into()];
    let named = tx.one_of("id", rules.iter().copied(), &mut values);
    tx.execute(&format!("UPDATE rules SET next_at = $1 WHERE {named}"), values).await.map(drop)
}
