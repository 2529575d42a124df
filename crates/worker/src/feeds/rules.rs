//! Rules of advertisers: once an hour, and a moment after one was changed, what they look at is asked of the statistics,
//! and what their conditions say is done, asked for, noted and told.
//!
//! Rules with the same subject and window ask together, those of many advertisers at once, and of fewer where that would be
//! more things than one question answers. Nothing is done on figures that are behind: the pass waits until they are there. A
//! rule acts on a thing at most once in an hour, however often a pass is begun anew.

use super::{lag, notices};
use crate::state::WorkerState;
use anyhow::Context as _;
use futures_util::future::BoxFuture;
use placard_common::health::Severity;
use placard_common::mail::Mail;
use placard_model::rule::plan::{Found, Plan, Thing, plan};
use placard_model::rule::{COOLDOWN_HOURS_MAX, RuleActionKind, RuleActionState, RuleSubject, Seen};
use placard_model::time::HOUR_MS;
use placard_model::{Day, UnixMs, UserId};
use placard_stats::{RULE_THINGS_MAX, RuleQuestion, RuleRow, StatsScope};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::rules::actions::{self, Acted, Names};
use placard_store::rules::apply::{self, Change};
use placard_store::rules::{self, Rule};
use placard_store::{Conn, Priority, Topic, Tx};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The longest sleep between two looks at whether a rule is due.
const SLEEP_MAX: Duration = Duration::from_secs(20);
/// Two passes begin at least so far apart: rules that are changed in a row are looked at together.
const PASS_PAUSE: Duration = Duration::from_secs(2);
/// Figures that are so far behind are not acted on.
const LAG_MS_MAX: i64 = 60_000;
/// Advertisers that one question names.
const OWNERS_A_QUESTION: usize = 100;
/// Lines of a mail.
const LINES_MAX: usize = 20;
/// The condition that says that rules are not looked at.
const CONDITION: &str = "rules";
/// The condition that says that rules of an advertiser do not see all things.
const CUT: &str = "rules_cut";

/// Looks until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut changed = app.store.watch(Topic::Rules);
        // A rule that failed is put off: until it was tried again, nobody knows that it is well.
        let mut failing_until = UnixMs(0);
        while !stop.is_cancelled() {
            changed.mark_unchanged();
            match look(&app).await {
                Ok(_) if app.clock.now() < failing_until => {}
                Ok(_) => app.health.clear(CONDITION),
                Err(error) => {
                    failing_until = app.clock.now().plus_ms(rules::FAILED_PAUSE_MS + 2 * SLEEP_MAX.as_millis() as i64);
                    tracing::warn!("rules could not be looked at: {error:#}");
                    let text = format!("some rules of advertisers are not looked at: {error:#}");
                    app.health.raise(CONDITION, Severity::Warning, text);
                }
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(SLEEP_MAX) => {}
                _ = changed.changed() => tokio::time::sleep(PASS_PAUSE).await,
            }
        }
        Ok(())
    })
}

/// What a pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    /// Rules that were looked at.
    pub rules: usize,
    /// What was done.
    pub done: usize,
    /// What waits for its owner's word.
    pub asked: usize,
    /// Questions that were asked of the statistics.
    pub questions: usize,
}

/// Looks at the rules that are due at the clock's present moment; at none while the figures are behind.
pub async fn look(app: &WorkerState) -> anyhow::Result<Pass> {
    look_by(app, RULE_THINGS_MAX).await
}

/// Looks by questions that answer so many things at most.
pub async fn look_by(app: &WorkerState, things_max: usize) -> anyhow::Result<Pass> {
    let now = app.clock.now();
    let (due, unreadable) = app.store.read("due_rules", async |conn| rules::due(conn).await).await?;
    let mut failed: Vec<(i64, anyhow::Error)> = unreadable.into_iter().map(|(id, error)| (id, error.into())).collect();
    if (due.is_empty() && failed.is_empty()) || !are_figures_fresh(app).await? {
        return Ok(Pass::default());
    }
    let today = now.day();
    let mut pass = Pass { rules: due.len(), ..Pass::default() };
    let mut alike: BTreeMap<(RuleSubject, Option<Day>), Vec<&Rule>> = BTreeMap::new();
    for rule in &due {
        alike.entry((rule.settings.subject, rule.settings.first_day(today))).or_default().push(rule);
    }
    let acted = acted_on(app, &due).await?;
    let mut cut: Option<UserId> = None;
    let mut parts: Vec<Part<'_>> = Vec::new();
    // The last is looked at first.
    for ((subject, first), mut rules) in alike.into_iter().rev() {
        rules.sort_by_key(|rule| (rule.advertiser, rule.id));
        let owned: Vec<Vec<&Rule>> =
            rules.chunk_by(|one, other| one.advertiser == other.advertiser).map(<[&Rule]>::to_vec).collect();
        let groups = owned.chunks(OWNERS_A_QUESTION).rev();
        parts.extend(groups.map(|owners| Part { subject, first, owners: owners.to_vec() }));
    }
    while let Some(part) = parts.pop() {
        pass.questions += 1;
        let figures = part.figures(app, today, things_max).await?;
        if figures.len() >= things_max && part.owners.len() > 1 {
            parts.extend(part.halves());
            continue;
        }
        if figures.len() >= things_max {
            cut = part.owners.first().and_then(|rules| rules.first()).map(|rule| rule.advertiser);
        }
        let mut by_advertiser: HashMap<UserId, Vec<RuleRow>> = HashMap::new();
        for row in figures {
            by_advertiser.entry(row.advertiser).or_default().push(row);
        }
        for rule in part.owners.into_iter().flatten() {
            let rows = by_advertiser.get(&rule.advertiser).map_or(&[][..], Vec::as_slice);
            let before = acted.get(&rule.id).map_or(&[][..], Vec::as_slice);
            // What one rule cannot do holds up no other.
            match carry_out(app, rule, rows, before).await {
                Ok((done, asked)) => {
                    pass.done += done;
                    pass.asked += asked;
                }
                Err(error) => failed.push((rule.id, error)),
            }
        }
    }
    match cut {
        Some(owner) => {
            let text = format!("rules of advertiser {owner} see only the {things_max} things that cost most");
            app.health.raise(CUT, Severity::Warning, text);
        }
        None => app.health.clear(CUT),
    }
    let put_off: HashSet<i64> = failed.iter().map(|(id, _)| *id).collect();
    let ids: Vec<i64> = due.iter().map(|rule| rule.id).filter(|id| !put_off.contains(id)).collect();
    let write = async move |tx: &Tx| {
        rules::looked_at(tx, &ids, now).await?;
        rules::put_off(tx, &put_off.iter().copied().collect::<Vec<_>>()).await
    };
    app.store.write("rules_looked_at", Priority::Feed, write).await?;
    match failed.into_iter().next() {
        Some((id, error)) => Err(error.context(format!("rule {id} is tried again in a few minutes"))),
        None => Ok(pass),
    }
}

/// Rules with the same subject and window that ask together.
struct Part<'a> {
    subject: RuleSubject,
    /// The first day of their window; none when all days count.
    first: Option<Day>,
    /// By advertiser.
    owners: Vec<Vec<&'a Rule>>,
}

impl<'a> Part<'a> {
    /// What they look at, those things that cost most.
    async fn figures(&self, app: &WorkerState, today: Day, most: usize) -> anyhow::Result<Vec<RuleRow>> {
        let advertisers = self.owners.iter().filter_map(|rules| rules.first()).map(|rule| rule.advertiser).collect();
        let (subject, first) = (self.subject, self.first);
        let question = RuleQuestion { subject, first, last: today, advertisers, things: None, most };
        app.stats.rule_figures(question, StatsScope::network()).await.context("the figures of rules")
    }

    /// The same in two questions, the first of them last.
    fn halves(mut self) -> [Part<'a>; 2] {
        let rest = self.owners.split_off(self.owners.len() / 2);
        let other = Part { subject: self.subject, first: self.first, owners: rest };
        [other, self]
    }
}

/// Whether figures may be acted on.
pub(super) async fn are_figures_fresh(app: &WorkerState) -> anyhow::Result<bool> {
    if app.stats.is_deriving() {
        return Ok(false);
    }
    // Clicks come to the facts by billing: while that is behind, there are shows without the clicks and costs that belong to
    // them.
    for reader in [&app.readers.facts, &app.readers.billing] {
        if lag::of_ms(app, reader).await?.is_none_or(|lag_ms| lag_ms > LAG_MS_MAX) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn acted_on(app: &WorkerState, due: &[Rule]) -> anyhow::Result<HashMap<i64, Vec<Acted>>> {
    let ids: Vec<i64> = due.iter().map(|rule| rule.id).collect();
    let since = app.clock.now().plus_ms(-i64::from(COOLDOWN_HOURS_MAX) * HOUR_MS);
    Ok(app.store.read("rules_acted_on", async move |conn| actions::acted_on(conn, &ids, since).await).await?)
}

/// The figures that a rule looks at: those of its campaigns.
fn found(rule: &Rule, rows: &[RuleRow]) -> Vec<Found> {
    let named: HashSet<_> = rule.settings.campaigns.iter().collect();
    let is_named = |row: &&RuleRow| named.is_empty() || named.contains(&row.found.thing.campaign);
    rows.iter().filter(is_named).map(|row| row.found).filter(|found| !found.sums.is_empty()).collect()
}

/// What a rule is to do now, of what it found.
async fn planned(conn: &Conn, rule: &Rule, found: &[Found], before: &[Acted]) -> placard_store::Result<Plan> {
    let now = conn.now();
    // Hours, not moments: a pass begins a little later in one hour than in another.
    let cools = |at: UnixMs| now.hour().0 - at.hour().0 < i32::from(rule.settings.cooldown_hours);
    let cooling: HashSet<Thing> =
        before.iter().filter(|acted| acted.is_asked || cools(acted.at)).map(|acted| acted.thing).collect();
    let today = before.iter().filter(|acted| acted.at.day() == now.day()).count();
    let left = usize::from(rule.settings.actions_a_day).saturating_sub(today);
    let things: Vec<Thing> = found.iter().map(|found| found.thing).collect();
    let open = apply::open(conn, &rule.settings, &things).await?;
    Ok(plan(&rule.settings, found, |thing| open.contains(thing) && !cooling.contains(thing), left))
}

/// Does what a rule says, or asks for it. Answers how much was done, and how much is asked for.
async fn carry_out(
    app: &WorkerState,
    rule: &Rule,
    rows: &[RuleRow],
    before: &[Acted],
) -> anyhow::Result<(usize, usize)> {
    let found = found(rule, rows);
    // Most rules find nothing: then nothing is asked of the database.
    if !found.iter().any(|found| rule.settings.matches(&found.sums)) {
        return Ok((0, 0));
    }
    let (rule, before, state) = (rule.clone(), before.to_vec(), app.clone());
    let act = async move |tx: &Tx| {
        // It may have been switched off or changed since it was read.
        let current = match rules::get(tx, placard_store::Scope::System, rule.id).await {
            Ok(current) if current.on_since.is_some() && current.version == rule.version => current,
            Ok(_) | Err(placard_store::Error::NotFound(_)) => return Ok((0, 0)),
            Err(error) => return Err(error),
        };
        let plan = planned(tx, &current, &found, &before).await?;
        let names = Names::of(tx, rule.settings.subject, plan.acts.iter().map(|found| found.thing)).await?;
        let mut lines = Vec::new();
        let mut count = 0;
        for found in &plan.acts {
            let change = if plan.asks { Some(Change::default()) } else { apply::act(tx, &rule, found).await? };
            let Some(change) = change else { continue };
            let state = if plan.asks { RuleActionState::Asked } else { RuleActionState::Done };
            let Some(id) = actions::note(tx, &rule, found, &names, &change, state).await? else { continue };
            if !plan.asks {
                record(tx, &rule, id, found, &change).await?;
            }
            count += 1;
            if lines.len() < LINES_MAX {
                lines.push(line(&rule, found, &names, &change, plan.asks));
            }
        }
        if count > 0 {
            tell(tx, &state, &rule, lines, plan.asks).await?;
        }
        Ok(if plan.asks { (0, count) } else { (count, 0) })
    };
    Ok(app.store.write("rule", Priority::Feed, act).await?)
}

/// What stands in the audit log of an action.
#[derive(Serialize)]
struct Done<'a> {
    rule: &'a str,
    rule_id: i64,
    action: &'static str,
    subject: &'static str,
    subject_id: i64,
    campaign_id: i64,
    #[serde(flatten)]
    change: &'a Change,
    why: String,
}

async fn record(tx: &Tx, rule: &Rule, id: i64, found: &Found, change: &Change) -> placard_store::Result<()> {
    let after = Done {
        rule: &rule.settings.name,
        rule_id: rule.id,
        action: rule.settings.action.kind.label(),
        subject: rule.settings.subject.label(),
        subject_id: found.thing.id,
        campaign_id: found.thing.campaign.0,
        change,
        why: Seen(&rule.settings, &found.sums).to_string(),
    };
    let actor = Actor { user: None, acting_as: Some(rule.advertiser), address: String::new() };
    audit_log::record(tx, &actor, "rule", "rule_action", id, None::<&()>, Some(&after)).await
}

/// What was done, or is asked for, in a line.
fn line(rule: &Rule, found: &Found, names: &Names, change: &Change, asks: bool) -> String {
    let subject = format!("{} {}", rule.settings.subject.label(), names.subject(found.thing.id));
    let place = match rule.settings.subject {
        RuleSubject::Campaign => String::new(),
        _ => format!(" in {}", names.campaign(found.thing.campaign)),
    };
    let why = Seen(&rule.settings, &found.sums);
    let what = match (rule.settings.action.kind, change.before, change.after) {
        (RuleActionKind::Pause, ..) if asks => format!("pause {subject}{place}"),
        (RuleActionKind::Pause, ..) => format!("paused {subject}{place}"),
        (RuleActionKind::Block, ..) if change.paused_campaign => {
            format!("paused {}, which allows only {subject}", names.campaign(found.thing.campaign))
        }
        (RuleActionKind::Block, ..) if asks => format!("block {subject}{place}"),
        (RuleActionKind::Block, ..) => format!("blocked {subject}{place}"),
        (_, Some(before), Some(after)) => format!("{subject}{place}: {before} to {after}"),
        _ => format!("{subject}{place}"),
    };
    format!("{what} ({why})")
}

/// Tells the owner: by notice, and by mail where the rule says so. What it asks comes as both, whatever is switched off.
async fn tell(tx: &Tx, app: &WorkerState, rule: &Rule, lines: Vec<String>, asks: bool) -> placard_store::Result<()> {
    let mail = Mail::RuleActed { rule: rule.settings.name.clone(), lines, asks };
    if rule.settings.tells_by_mail || asks {
        return notices::tell(tx, app, rule.advertiser, &mail).await;
    }
    match mail.notice() {
        Some((title, path)) => {
            placard_store::accounts::notices::put(tx, rule.advertiser, mail.kind().name, &title, &path).await
        }
        None => Ok(()),
    }
}
