//! What rules did and ask for: the log, with the figures that they saw, and the way back.

use super::apply::{self, Change};
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::rules::Rule;
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::rule::plan::{Found, Thing};
use placard_model::rule::{RuleActionKind, RuleActionState, RuleSubject, RuleSums, Seen};
use placard_model::time::HOUR_MS;
use placard_model::{CampaignId, UnixMs, UserId};
use std::collections::{HashMap, HashSet};

/// Entries that one call forgets at most.
pub const FORGOTTEN_AT_ONCE: u64 = 5_000;
/// The longest name that is kept of what was acted on, in characters.
const NAME_CHARS_MAX: usize = 200;

/// Something that a rule did or asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its number.
    pub id: i64,
    /// The rule.
    pub rule: i64,
    /// What that was called.
    pub rule_name: String,
    /// Whose.
    pub advertiser: UserId,
    /// In which campaign.
    pub campaign: CampaignId,
    /// What that was called.
    pub campaign_name: String,
    /// What it was done to.
    pub subject: RuleSubject,
    /// Its number.
    pub subject_id: i64,
    /// What it was called.
    pub subject_name: String,
    /// What was done.
    pub kind: RuleActionKind,
    /// What became of it.
    pub state: RuleActionState,
    /// Before and after.
    pub change: Change,
    /// The figures that it saw.
    pub sums: RuleSums,
    /// The same in words.
    pub why: String,
    /// When.
    pub at: UnixMs,
    /// When its owner said yes or no, or took it back.
    pub decided_at: Option<UnixMs>,
    /// Who did.
    pub decided_by: Option<UserId>,
}

fn read(row: &Row) -> Result<Action> {
    fn parsed<T: serde::de::DeserializeOwned>(row: &Row, column: &str) -> Result<T> {
        let text: String = row.get(column)?;
        serde_json::from_str(&text).map_err(|error| Error::Corrupt(format!("column {column}: {error}")))
    }
    fn known<T>(row: &Row, column: &str, from_id: fn(i64) -> Option<T>) -> Result<T> {
        let id: i64 = row.get(column)?;
        from_id(id).ok_or_else(|| Error::Corrupt(format!("column {column}: {id}")))
    }
    Ok(Action {
        id: row.get("id")?,
        rule: row.get("rule_id")?,
        rule_name: row.get("rule_name")?,
        advertiser: UserId(row.get("advertiser_id")?),
        campaign: CampaignId(row.get("campaign_id")?),
        campaign_name: row.get("campaign_name")?,
        subject: known(row, "subject", RuleSubject::from_id)?,
        subject_id: row.get("subject_id")?,
        subject_name: row.get("subject_name")?,
        kind: known(row, "kind", RuleActionKind::from_id)?,
        state: known(row, "state", RuleActionState::from_id)?,
        change: parsed(row, "change")?,
        sums: parsed(row, "sums")?,
        why: row.get("why")?,
        at: UnixMs(row.get("at")?),
        decided_at: row.get::<Option<i64>>("decided_at")?.map(UnixMs),
        decided_by: row.get::<Option<i64>>("decided_by")?.map(UserId),
    })
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Corrupt(error.to_string()))
}

/// Notes what a rule did to something, or asks for. Nothing when it is noted for this hour already.
pub async fn note(
    tx: &Tx,
    rule: &Rule,
    found: &Found,
    names: &Names,
    change: &Change,
    state: RuleActionState,
) -> Result<Option<i64>> {
    let cut = |name: String| name.chars().take(NAME_CHARS_MAX).collect::<String>();
    let why = Seen(&rule.settings, &found.sums).to_string();
    let subject = rule.settings.subject;
    let hour = tx.now().0.div_euclid(HOUR_MS);
    let sql = format!(
        "SELECT id FROM rule_actions WHERE rule_id = $1 AND campaign_id = $2 AND subject_id = $3 AND subject = {} AND hour = {hour}",
        subject.id()
    );
    let values = [rule.id.into(), found.thing.campaign.0.into(), found.thing.id.into()];
    if tx.row(&sql, values).await?.is_some() {
        return Ok(None);
    }
    Insert::into("rule_actions")
        .set("rule_id", rule.id)
        .set("rule_name", rule.settings.name.as_str())
        .set("advertiser_id", rule.advertiser.0)
        .set("campaign_id", found.thing.campaign.0)
        .set("campaign_name", cut(names.campaign(found.thing.campaign)))
        .set("subject", i64::from(subject.id()))
        .set("subject_id", found.thing.id)
        .set("subject_name", cut(names.subject(found.thing.id)))
        .set("kind", i64::from(rule.settings.action.kind.id()))
        .set("state", i64::from(state.id()))
        .set("change", json(change)?)
        .set("sums", json(&found.sums)?)
        .set("why", why)
        .set("hour", hour)
        .set("at", tx.now().0)
        .set("updated_by", tx.name())
        .id(tx)
        .await
        .map(Some)
}

/// Names of campaigns and of what is acted on.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Of campaigns.
    pub campaigns: HashMap<i64, String>,
    /// Of subjects.
    pub subjects: HashMap<i64, String>,
}

impl Names {
    /// Of a campaign.
    pub fn campaign(&self, id: CampaignId) -> String {
        self.campaigns.get(&id.0).cloned().unwrap_or_else(|| format!("campaign {id}"))
    }

    /// Of a subject.
    pub fn subject(&self, id: i64) -> String {
        self.subjects.get(&id).cloned().unwrap_or_else(|| format!("#{id}"))
    }

    /// Of what was found.
    pub async fn of(conn: &Conn, subject: RuleSubject, things: impl Iterator<Item = Thing>) -> Result<Self> {
        use crate::names::{Named, of_ids};
        let things: Vec<Thing> = things.collect();
        let campaigns: Vec<i64> =
            things.iter().map(|thing| thing.campaign.0).collect::<HashSet<_>>().into_iter().collect();
        let subjects: Vec<i64> = things.iter().map(|thing| thing.id).collect::<HashSet<_>>().into_iter().collect();
        let kind = match subject {
            RuleSubject::Site => Named::SiteDomain,
            RuleSubject::Block => Named::BlockPlace,
            RuleSubject::Ad => Named::Ad,
            RuleSubject::Group => Named::Group,
            RuleSubject::Campaign => Named::Campaign,
        };
        Ok(Self {
            campaigns: of_ids(conn, Scope::System, Named::Campaign, &campaigns).await?,
            subjects: of_ids(conn, Scope::System, kind, &subjects).await?,
        })
    }
}

/// What each of some rules did or asks for last, by rule.
pub(super) async fn last_of(conn: &Conn, rules: &[i64]) -> Result<HashMap<i64, Action>> {
    let mut values = Vec::new();
    let named = conn.one_of("r.id", rules.iter().copied(), &mut values);
    let sql = format!(
        "SELECT a.* FROM rules r JOIN rule_actions a ON a.id = (SELECT l.id FROM rule_actions l WHERE l.rule_id = r.id \
         ORDER BY l.at DESC, l.id DESC LIMIT 1) WHERE {named}"
    );
    conn.rows(&sql, values).await?.iter().map(|row| read(row).map(|action| (action.rule, action))).collect()
}

/// How many entries each of some rules has that meet a condition and are later than `since`, if that is said, by rule; those with
/// none are left out.
pub(super) async fn count_of(
    conn: &Conn,
    rules: &[i64],
    condition: &str,
    since: Option<UnixMs>,
) -> Result<HashMap<i64, u64>> {
    let mut values: Vec<Value> = since.map(|since| since.0.into()).into_iter().collect();
    let lately = if since.is_some() { "at > $1" } else { "1 = 1" };
    let named = conn.one_of("rule_id", rules.iter().copied(), &mut values);
    let sql = format!(
        "SELECT rule_id, COUNT(*) AS n FROM rule_actions WHERE {named} AND {lately} AND {condition} GROUP BY rule_id"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((row.get("rule_id")?, row.get::<i64>("n")?.unsigned_abs()))).collect()
}

/// What rules did, newest first, and how many entries there are.
pub async fn list(conn: &Conn, scope: Scope, rule: Option<i64>, rows: u32, offset: u64) -> Result<(Vec<Action>, u64)> {
    let mut values = Vec::new();
    let mut condition = scope.advertiser_rows("advertiser_id", &mut values);
    if let Some(rule) = rule {
        values.push(rule.into());
        condition = format!("{condition} AND rule_id = ${}", values.len());
    }
    let total = conn.row(&format!("SELECT COUNT(*) AS n FROM rule_actions WHERE {condition}"), values.clone()).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("n"))?.unsigned_abs();
    let sql = format!("SELECT * FROM rule_actions WHERE {condition} ORDER BY id DESC LIMIT {rows} OFFSET {offset}");
    let found = conn.rows(&sql, values).await?.iter().map(read).collect::<Result<_>>()?;
    Ok((found, total))
}

/// One entry.
pub async fn get(conn: &Conn, scope: Scope, id: i64) -> Result<Action> {
    let mut values: Vec<Value> = vec![id.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!("SELECT * FROM rule_actions WHERE id = $1 AND {own}");
    read(&conn.row(&sql, values).await?.ok_or(Error::NotFound("action"))?)
}

/// The rules that paused these things, by thing: the last one of each.
pub async fn paused_by(conn: &Conn, subject: RuleSubject, ids: &[i64]) -> Result<HashMap<i64, (i64, String)>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = vec![i64::from(subject.id()).into()];
    let named = conn.one_of("subject_id", ids.iter().copied(), &mut values);
    let sql = format!(
        "SELECT subject_id, rule_id, rule_name FROM rule_actions WHERE subject = $1 AND {named} AND state = {} \
         AND kind = {} ORDER BY id",
        RuleActionState::Done.id(),
        RuleActionKind::Pause.id()
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((row.get("subject_id")?, (row.get("rule_id")?, row.get("rule_name")?)))).collect()
}

/// Something that a rule acted on, or asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acted {
    /// What.
    pub thing: Thing,
    /// When.
    pub at: UnixMs,
    /// It still waits for its owner's word.
    pub is_asked: bool,
}

/// What rules acted on since a moment or ask about, by rule.
pub async fn acted_on(conn: &Conn, rules: &[i64], since: UnixMs) -> Result<HashMap<i64, Vec<Acted>>> {
    let mut values: Vec<Value> = vec![since.0.into()];
    let named = conn.one_of("rule_id", rules.iter().copied(), &mut values);
    let asked = i64::from(RuleActionState::Asked.id());
    let sql = format!(
        "SELECT rule_id, campaign_id, subject_id, at, state FROM rule_actions \
         WHERE {named} AND (at > $1 OR state = {asked})"
    );
    let mut acted: HashMap<i64, Vec<Acted>> = HashMap::new();
    for row in &conn.rows(&sql, values).await? {
        let thing = Thing { campaign: CampaignId(row.get("campaign_id")?), id: row.get("subject_id")? };
        let (at, is_asked) = (UnixMs(row.get("at")?), row.get::<i64>("state")? == asked);
        acted.entry(row.get("rule_id")?).or_default().push(Acted { thing, at, is_asked });
    }
    Ok(acted)
}

async fn decided(tx: &Tx, id: i64, by: Option<UserId>, state: RuleActionState, change: Option<&Change>) -> Result<()> {
    let mut update = Update::of("rule_actions")
        .set("state", i64::from(state.id()))
        .set("decided_at", tx.now().0)
        .set("decided_by", by.map(|by| by.0))
        .set("updated_by", tx.name());
    if let Some(change) = change {
        update = update.set("change", json(change)?);
    }
    update.filter("id =", id).one(tx, "action").await
}

/// Takes back what a rule did.
pub async fn undo(tx: &Tx, scope: Scope, id: i64, by: Option<UserId>) -> Result<Action> {
    let action = get(tx, scope, id).await?;
    if action.state != RuleActionState::Done {
        return Err(Error::Conflict(format!(
            "What was {} cannot be taken back: only what was done.",
            action.state.label().to_lowercase()
        )));
    }
    apply::undo(tx, &action).await?;
    decided(tx, id, by, RuleActionState::Undone, None).await?;
    get(tx, scope, id).await
}

/// Does what a rule asks for, or declines it.
pub async fn answer(tx: &Tx, scope: Scope, id: i64, by: Option<UserId>, yes: bool) -> Result<Action> {
    let action = get(tx, scope, id).await?;
    if action.state != RuleActionState::Asked {
        return Err(Error::Conflict("This was answered already.".to_owned()));
    }
    if yes {
        let rule = super::get(tx, scope, action.rule).await?;
        let found = Found { thing: Thing { campaign: action.campaign, id: action.subject_id }, sums: action.sums };
        let same = rule.settings.subject == action.subject && rule.settings.action.kind == action.kind;
        let change = if same { apply::act(tx, &rule, &found).await? } else { None };
        let Some(change) = change else {
            return Err(Error::Conflict("Nothing is left to do: it was changed meanwhile.".to_owned()));
        };
        let change = Change { done_at_ms: Some(tx.now().0), ..change };
        decided(tx, id, by, RuleActionState::Done, Some(&change)).await?;
    } else {
        decided(tx, id, by, RuleActionState::Declined, None).await?;
    }
    get(tx, scope, id).await
}

/// Forgets what rules did before a moment, at most [`FORGOTTEN_AT_ONCE`] entries. Answers how many.
pub async fn forget_before(tx: &Tx, moment: UnixMs) -> Result<u64> {
    let sql = format!(
        "DELETE FROM rule_actions WHERE id IN (SELECT id FROM rule_actions WHERE at < $1 \
         ORDER BY at LIMIT {FORGOTTEN_AT_ONCE})"
    );
    tx.execute(&sql, [moment.0.into()]).await
}
