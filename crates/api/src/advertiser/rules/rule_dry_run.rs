//! Dry runs: what a rule would have done in past days, hour by hour, on figures that are kept. Nothing is changed.

use crate::advertiser::rules::rule_form::RuleForm;
use crate::advertiser::rules::rule_log::RuleFigures;
use crate::auth::Advertiser;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::rule::plan::{Found, Thing, plan};
use placard_model::rule::simulate::{DryRun, simulate};
use placard_model::rule::{RuleSettings, RuleSums, Seen};
use placard_model::time::Hour;
use placard_model::{Day, Money, UnixMs, UserId};
use placard_stats::{DRY_RUN_ROWS_MAX, RULE_THINGS_MAX, RuleQuestion, StatsScope};
use placard_store::Conn;
use placard_store::rules::actions::Names;
use placard_store::rules::apply;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

/// Days of a dry run.
const DAYS: u16 = 14;
/// The most.
pub const DRY_RUN_DAYS_MAX: u16 = 30;
/// Events that are told one by one; the others are counted.
const EVENTS_MAX: usize = 200;

/// A rule to try.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleDryRunForm {
    /// What it says. What is wrong with it is told by its own fields.
    pub rule: RuleForm,
    /// Days to look back, today among them; 14 when omitted.
    #[serde(default)]
    pub days: Option<u16>,
}

/// Something that would have been done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleDryRunEvent {
    /// At the beginning of which hour.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
    /// In which campaign.
    pub campaign_id: i64,
    /// What that is called.
    pub campaign_name: String,
    /// To what.
    pub subject_id: i64,
    /// What that is called.
    pub subject_name: String,
    /// The figures that it would have seen.
    pub figures: RuleFigures,
    /// The same in words.
    pub why: String,
    /// It would have asked first.
    pub asked: bool,
    /// What the same thing cost and brought from then on until now.
    pub later: RuleFigures,
}

/// A day of a dry run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleDryRunDay {
    /// The UTC day.
    #[schema(format = Date)]
    pub date: String,
    /// How often it would have acted.
    pub count: u64,
    /// How often on something that brought leads later.
    pub with_leads: u64,
}

/// A dry run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleDryRun {
    /// The first day.
    #[schema(format = Date)]
    pub date_from: String,
    /// The last one, which is not over.
    #[schema(format = Date)]
    pub date_to: String,
    /// How often the rule would have been looked at.
    pub passes: u32,
    /// How often it would have acted, or asked.
    pub acted: u64,
    /// What it would have done, oldest first; at most 200.
    pub events: Vec<RuleDryRunEvent>,
    /// The days, oldest first.
    pub days: Vec<RuleDryRunDay>,
    /// All that the rule looks at, over these days.
    pub total: RuleFigures,
    /// What would not have been spent, and what would have been given up with it: zero for rules that stop nothing.
    pub given_up: RuleFigures,
    /// In some hour nothing that delivers would have been left: then it would have asked first.
    pub stops_everything: bool,
    /// How many of what delivers now match it at this moment.
    pub matches_now: u64,
    /// They are all that deliver: it is saved only with `confirmed`.
    pub stops_everything_now: bool,
}

/// What a rule would do now: how many match, and whether they are all that deliver.
async fn now(app: &ApiState, user: UserId, settings: &RuleSettings) -> Result<(u64, bool), Problem> {
    let today = app.clock.now().day();
    let question = RuleQuestion {
        subject: settings.subject,
        first: settings.first_day(today),
        last: today,
        advertisers: Vec::new(),
        things: None,
        most: RULE_THINGS_MAX,
    };
    let figures = app.stats.rule_figures(question, StatsScope::advertiser(user)).await?;
    let is_named = |thing: &Thing| settings.campaigns.is_empty() || settings.campaigns.contains(&thing.campaign);
    let found: Vec<Found> = figures.into_iter().map(|row| row.found).filter(|found| is_named(&found.thing)).collect();
    let things: Vec<Thing> = found.iter().map(|found| found.thing).collect();
    let of = settings.clone();
    let open = app.store.read("rule_things", async move |conn: &Conn| apply::open(conn, &of, &things).await).await?;
    let plan = plan(settings, &found, |thing| open.contains(thing), usize::MAX);
    Ok((plan.acts.len() as u64, plan.stops_everything))
}

/// How many a rule would stop now, when nothing that delivers would be left.
pub(crate) async fn would_stop_everything(
    app: &ApiState,
    user: UserId,
    settings: &RuleSettings,
) -> Result<Option<u64>, Problem> {
    let (count, everything) = app.turns.ask(user, now(app, user, settings)).await??;
    Ok(everything.then_some(count))
}

/// What a rule would have done from a day on, and what it would do now.
async fn try_rule(
    app: &ApiState,
    user: UserId,
    settings: &RuleSettings,
    first: Day,
    hour: Hour,
) -> Result<(DryRun, (u64, bool)), Problem> {
    let too_much = |what: &str| {
        let message = format!("is too much for a dry run: {what}. Choose fewer campaigns.");
        Problem::field("campaigns", message)
    };
    let rows = app.stats.rule_hours(settings, first, hour, StatsScope::advertiser(user)).await?;
    let rows = rows.ok_or_else(|| too_much(&format!("more than {DRY_RUN_ROWS_MAX} figures")))?;
    let now = now(app, user, settings).await?;
    let of = settings.clone();
    // Who has left does not have more looked at.
    let over = CancellationToken::new();
    let _left = over.clone().drop_guard();
    let run =
        tokio::task::spawn_blocking(move || simulate(&of, &rows, first.first_hour(), hour, || over.is_cancelled()));
    let run = run.await.map_err(anyhow::Error::from)?;
    Ok((run.ok_or_else(|| too_much("more things than are looked at hour by hour in so many days"))?, now))
}

/// What a rule would have done in past days, and what would have been given up. Nothing is changed.
#[utoipa::path(post, path = "/api/advertiser/rules/dry_run", tag = "advertiser", request_body = RuleDryRunForm,
    responses((status = 200, body = Data<RuleDryRun>)))]
pub async fn dry_run_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<RuleDryRunForm>,
) -> Result<Json<Data<RuleDryRun>>, Problem> {
    let days = form.days.unwrap_or(DAYS);
    if !(1..=DRY_RUN_DAYS_MAX).contains(&days) {
        return Err(Problem::field("days", format!("must be 1 to {DRY_RUN_DAYS_MAX}")));
    }
    let settings = form.rule.read()?;
    let user = advertiser.id();
    let hour = app.clock.now().hour();
    let first = hour.day().plus(1 - i32::from(days));
    let (run, now) = app.turns.ask(user, try_rule(&app, user, &settings, first, hour)).await??;
    let told: Vec<Thing> = run.events.iter().take(EVENTS_MAX).map(|event| event.found.thing).collect();
    let subject = settings.subject;
    let names = app
        .store
        .read("rule_names", async move |conn: &Conn| Names::of(conn, subject, told.iter().copied()).await)
        .await?;
    Ok(data(shown(&settings, run, &names, first, hour.day(), now)))
}

fn shown(
    settings: &RuleSettings,
    run: DryRun,
    names: &Names,
    first: Day,
    last: Day,
    (matches_now, stops_everything_now): (u64, bool),
) -> RuleDryRun {
    let mut days: BTreeMap<Day, (u64, u64)> = (first.0..=last.0).map(|day| (Day(day), (0, 0))).collect();
    let mut given_up = RuleSums::default();
    let mut stopped = std::collections::HashSet::new();
    for event in &run.events {
        let day = days.entry(event.hour.day()).or_default();
        day.0 += 1;
        day.1 += u64::from(event.later.leads() > 0);
        // What would have asked again and again is given up once, the first time.
        if settings.action.kind.stops() && stopped.insert(event.found.thing) {
            given_up += event.later;
        }
    }
    RuleDryRun {
        date_from: first.to_string(),
        date_to: last.to_string(),
        passes: run.passes,
        acted: run.events.len() as u64,
        events: run
            .events
            .iter()
            .take(EVENTS_MAX)
            .map(|event| RuleDryRunEvent {
                at: event.hour.start(),
                campaign_id: event.found.thing.campaign.0,
                campaign_name: names.campaign(event.found.thing.campaign),
                subject_id: event.found.thing.id,
                subject_name: names.subject(event.found.thing.id),
                figures: event.found.sums.into(),
                why: Seen(settings, &event.found.sums).to_string(),
                asked: event.asked,
                later: event.later.into(),
            })
            .collect(),
        days: days
            .into_iter()
            .map(|(day, (count, with_leads))| RuleDryRunDay { date: day.to_string(), count, with_leads })
            .collect(),
        total: run.total.into(),
        given_up: if given_up.spent < Money::ZERO { RuleSums::default().into() } else { given_up.into() },
        stops_everything: run.stops_everything,
        matches_now,
        stops_everything_now,
    }
}
