//! How healthy the push of a site is: how many of its notifications are clicked, what follows from it, what it earns, and what to do.
//!
//! Browsers take the permission of sites whose notifications nobody wants, and say neither when nor why. What is counted here is what
//! they can see too: notifications that were shown, and those that were clicked.

use crate::auth::Webmaster;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use crate::webmaster::push_subscribers::PushCounts;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::push::subscription::{LET_GO_WEEKS_MIN, PushCounter, SitePush};
use placard_model::settings::PushSubscriptions;
use placard_model::time::DAY_MS;
use placard_model::{Day, Money, SiteId, UserId};
use placard_stats::{Dimension, Metric, Period, StatsScope, Sums};
use placard_store::publishing::sites;
use placard_store::push::push_counts::{self, Counts};
use placard_store::push::push_health::{self, Throttle};
use placard_store::push::{push_blocks, push_subscriptions};
use placard_store::{Conn, Scope};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Weeks that are told.
const WEEKS: i32 = 12;
/// Days that income is told of.
const INCOME_DAYS: i32 = 30;
/// Notifications shown before which a week says nothing.
const WEEK_SHOWN_MIN: i64 = 100;
/// By so much of its value a figure must fall, in 100, to be called falling.
const FALLING_PERCENT: i64 = 15;
/// Parts of 100 of those who were asked that block for good: above it the question comes too soon.
const DENIALS_PERCENT_MAX: i64 = 10;
/// Questions before which nothing is said of them.
const PROMPTS_MIN: i64 = 500;
/// Other sites without which nobody is told what they earn: none could be told apart.
const PEERS_MIN: usize = 5;
/// Other sites that are compared with.
const PEERS_MAX: u32 = 500;
/// Subscribers of a site that is compared with.
const PEER_SUBSCRIBERS_MIN: i64 = 100;
/// Silent subscribers in 100 from which on letting them go sooner is advised.
const SILENT_PERCENT: i64 = 8;

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushHealthState {
    /// Too little was shown to say.
    Unknown,
    /// As it should be.
    Good,
    /// Clicks become fewer; all is still sent.
    Falling,
    /// Half is sent.
    SendingLess,
    /// One a day is sent at most: browsers may take the permission.
    AtRisk,
}

/// Clicked of those that were shown in a week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushWeek {
    /// Its last day.
    pub date: String,
    /// Shown.
    pub shown: i64,
    /// Clicked.
    pub clicked: i64,
    /// Clicked of 100; none where little was shown.
    #[schema(value_type = Option<f64>)]
    pub engagement: Option<Money>,
}

/// What to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushAdviceField {
    /// Notifications a day.
    DailyCap,
    /// On which page of a visit it asks.
    AskPage,
    /// Weeks after which silent subscriptions are let go.
    LetGoWeeks,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushAdvice {
    /// The setting.
    pub field: PushAdviceField,
    /// What to set it to.
    pub value: u8,
    /// What to do, in a sentence.
    pub title: String,
    /// Why.
    pub text: String,
}

/// How healthy the push of a site is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushHealth {
    /// How it stands.
    pub state: PushHealthState,
    /// Clicked of 100 that were shown in the last 7 days; none where little was.
    #[schema(value_type = Option<f64>)]
    pub engagement_7d: Option<Money>,
    /// The same of the last 28 days, by which it is decided what is sent.
    #[schema(value_type = Option<f64>)]
    pub engagement_28d: Option<Money>,
    /// The weeks before, the oldest first.
    pub weeks: Vec<PushWeek>,
    /// Less is sent below this.
    #[schema(value_type = f64)]
    pub less_below: Money,
    /// One a day below this.
    #[schema(value_type = f64)]
    pub one_below: Money,
    /// Notifications a day that one subscriber gets now at most.
    pub effective_daily_cap: u8,
    /// Those that its owner chose.
    pub daily_cap: u8,
    /// Active subscribers.
    pub subscribers: i64,
    /// Of them, those who have answered nothing for two weeks less than they are let go after.
    pub silent: i64,
    /// After how many weeks without an answer they are let go.
    pub let_go_weeks: u8,
    /// Earned in 30 days.
    #[schema(value_type = f64)]
    pub income: Money,
    /// Valid clicks in 30 days.
    pub clicks: i64,
    /// Earned in 30 days by 1,000 subscribers; none without any.
    #[schema(value_type = Option<f64>)]
    pub income_per_thousand: Option<Money>,
    /// The same of the quarter of other sites that earns least, and of the one that earns most; none where there are few.
    #[schema(value_type = Option<Vec<f64>>)]
    pub peers: Option<[Money; 2]>,
    /// Counts of the last 28 days.
    pub counts: PushCounts,
    /// What to do; empty where nothing is better.
    pub advice: Vec<PushAdvice>,
}

/// Clicked of 100 that were shown, exact to six decimals.
pub(crate) fn rate(shown: i64, clicked: i64) -> Money {
    let millionths = i128::from(clicked) * 100_000_000 / i128::from(shown.max(1));
    Money::from_micros(i64::try_from(millionths).unwrap_or_default())
}

fn engagement(counts: &Counts) -> Option<Money> {
    let (shown, clicked) = (counts.get(PushCounter::Shown), counts.get(PushCounter::Clicked));
    (shown >= WEEK_SHOWN_MIN).then(|| rate(shown, clicked))
}

/// What the store knows.
struct Known {
    push: SitePush,
    block: Option<i64>,
    days: BTreeMap<Day, Counts>,
    subscribers: i64,
    silent: i64,
    /// Push blocks of other sites with their subscribers.
    peers: BTreeMap<i64, i64>,
}

impl Known {
    fn sum(&self, from: Day, to: Day) -> Counts {
        self.days.range(from..=to).fold(Counts::default(), |sum, (_, day)| sum.plus(day))
    }

    fn weeks(&self, today: Day) -> Vec<PushWeek> {
        let week = |back: i32| {
            let last = today.plus(-7 * back);
            let counts = self.sum(last.plus(-6), last);
            PushWeek {
                date: last.to_string(),
                shown: counts.get(PushCounter::Shown),
                clicked: counts.get(PushCounter::Clicked),
                engagement: engagement(&counts),
            }
        };
        (0..WEEKS).rev().map(week).collect()
    }

    fn state(throttle: Throttle, weeks: &[PushWeek], now: Option<Money>) -> PushHealthState {
        match (throttle, now) {
            (Throttle::OneADay, _) => PushHealthState::AtRisk,
            (Throttle::Half, _) => PushHealthState::SendingLess,
            (Throttle::Nothing, None) => PushHealthState::Unknown,
            (Throttle::Nothing, Some(now)) => {
                let first = weeks.iter().find_map(|week| week.engagement);
                let has_fallen = |first: Money| now.micros() * 100 < first.micros() * (100 - FALLING_PERCENT);
                if first.is_some_and(has_fallen) { PushHealthState::Falling } else { PushHealthState::Good }
            }
        }
    }

    fn advice(&self, state: PushHealthState, counts: &Counts) -> Vec<PushAdvice> {
        let mut advice = Vec::new();
        let is_bad = matches!(state, PushHealthState::Falling | PushHealthState::SendingLess | PushHealthState::AtRisk);
        if is_bad && self.push.daily_cap > 1 {
            let value = self.push.daily_cap - 1;
            let words = ["none", "one", "two", "three", "four"];
            let (now, then) = (words[usize::from(self.push.daily_cap.min(4))], words[usize::from(value.min(4))]);
            advice.push(PushAdvice {
                field: PushAdviceField::DailyCap,
                value,
                title: format!("Send {then} a day instead of {now}."),
                text: "The last one of a day is clicked least, and is the one after which people leave. Fewer, wanted ones keep the \
                       permission."
                    .to_owned(),
            });
        }
        let (prompts, denials) = (counts.get(PushCounter::Prompts), counts.get(PushCounter::Denials));
        if prompts >= PROMPTS_MIN && denials * 100 > prompts * DENIALS_PERCENT_MAX && self.push.ask_page == 1 {
            advice.push(PushAdvice {
                field: PushAdviceField::AskPage,
                value: 2,
                title: "Ask on the second page of a visit.".to_owned(),
                text: format!(
                    "{} of 100 who were asked have blocked notifications for good. Who has read one page knows what they say yes to.",
                    denials * 100 / prompts
                ),
            });
        }
        let sooner = self.push.let_go_weeks.saturating_sub(2);
        if self.silent * 100 > self.subscribers * SILENT_PERCENT && sooner >= LET_GO_WEEKS_MIN {
            advice.push(PushAdvice {
                field: PushAdviceField::LetGoWeeks,
                value: sooner,
                title: format!("{} subscribers have not answered for {sooner} weeks.", self.silent),
                text: format!(
                    "They leave by themselves after {} weeks. Sooner is healthier: they earn nothing, and browsers count them.",
                    self.push.let_go_weeks
                ),
            });
        }
        advice
    }
}

async fn read(conn: &Conn, scope: Scope, site: SiteId, today: Day) -> placard_store::Result<Known> {
    let site = sites::get_site(conn, scope, site).await?.id;
    let block = push_blocks::find(conn, scope, site).await?;
    let push = block.as_ref().and_then(|block| SitePush::of_config(&block.config)).unwrap_or_default();
    let days = push_counts::days(conn, site, today.plus(1 - 7 * WEEKS), today).await?;
    let subscribers = push_counts::active(conn, scope, &[site]).await?.get(&site).copied().unwrap_or_default();
    let weeks = push.let_go_weeks.saturating_sub(2).max(LET_GO_WEEKS_MIN);
    let since = conn.now().plus_ms(-7 * DAY_MS * i64::from(weeks));
    let silent = push_subscriptions::count_silent(conn, site, since).await?;
    let peers = push_counts::peers(conn, site, PEER_SUBSCRIBERS_MIN, PEERS_MAX).await?;
    Ok(Known { push, block: block.map(|block| block.id.0), days, subscribers, silent, peers })
}

/// What the push block earned in the days of income.
async fn earned(app: &Api, webmaster: UserId, block: Option<i64>, today: Day) -> Result<Sums, Problem> {
    let Some(block) = block else { return Ok(Sums::default()) };
    let period = Period::ending(today, INCOME_DAYS);
    let asked = app.stats.by_keys(Dimension::Block, Some(vec![block]), period, StatsScope::webmaster(webmaster));
    Ok(app.turns.ask(webmaster, asked).await??.total)
}

/// What 1,000 subscribers of other sites earned in the days of income: of the quarter that earns least, and of the one that earns most.
async fn peers(app: &Api, webmaster: UserId, known: &Known, today: Day) -> Result<Option<[Money; 2]>, Problem> {
    if known.peers.len() < PEERS_MIN {
        return Ok(None);
    }
    let (ids, period) = (known.peers.keys().copied().collect(), Period::ending(today, INCOME_DAYS));
    let asked = app.stats.by_keys(Dimension::Block, Some(ids), period, StatsScope::network());
    let sums = app.turns.ask(webmaster, asked).await??;
    let earned = |block: i64| Metric::Earned.money(&sums.of(block)).unwrap_or_default();
    let mut incomes: Vec<Money> =
        known.peers.iter().map(|(block, subscribers)| per_thousand(earned(*block), *subscribers)).collect();
    incomes.sort_unstable();
    let quarter = incomes.len() / 4;
    Ok(incomes.get(quarter).copied().zip(incomes.get(incomes.len() - 1 - quarter).copied()).map(<[Money; 2]>::from))
}

fn per_thousand(income: Money, subscribers: i64) -> Money {
    let micros = i128::from(income.micros()) * 1_000 / i128::from(subscribers.max(1));
    Money::from_micros(i64::try_from(micros).unwrap_or(i64::MAX))
}

fn percent(of: placard_model::settings::BasisPoints) -> Money {
    Money::from_micros(of.0 * 10_000)
}

fn answer(
    known: &Known,
    settings: &PushSubscriptions,
    sums: &Sums,
    peers: Option<[Money; 2]>,
    today: Day,
) -> PushHealth {
    let counts = known.sum(today.plus(-27), today);
    let (week, month) = (engagement(&known.sum(today.plus(-6), today)), engagement(&counts));
    let throttle = push_health::throttle(&counts, settings);
    let weeks = known.weeks(today);
    let state = Known::state(throttle, &weeks, month);
    let income = Metric::Earned.money(sums).unwrap_or_default();
    PushHealth {
        state,
        engagement_7d: week,
        engagement_28d: month,
        less_below: percent(settings.low_engagement),
        one_below: percent(settings.least_engagement),
        effective_daily_cap: throttle.cap(known.push.daily_cap),
        daily_cap: known.push.daily_cap,
        subscribers: known.subscribers,
        silent: known.silent,
        let_go_weeks: known.push.let_go_weeks,
        income,
        clicks: Metric::Clicks.count(sums),
        income_per_thousand: (known.subscribers > 0).then(|| per_thousand(income, known.subscribers)),
        peers,
        counts: (&counts).into(),
        advice: known.advice(state, &counts),
        weeks,
    }
}

/// How healthy the push of a site is, what follows from it, and what to do.
#[utoipa::path(get, path = "/api/webmaster/sites/{site_id}/push/health", tag = "webmaster",
    params(("site_id" = i64, Path)), responses((status = 200, body = Data<PushHealth>)))]
pub async fn get_push_health(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
) -> Result<Json<Data<PushHealth>>, Problem> {
    let (scope, today) = (webmaster.scope(), app.clock.now().day());
    let known =
        app.store.read("get_push_health", async move |conn| read(conn, scope, SiteId(site), today).await).await?;
    let sums = earned(&app, webmaster.id(), known.block, today).await?;
    let peers = peers(&app, webmaster.id(), &known, today).await?;
    Ok(data(answer(&known, &app.settings.get().push_subscriptions, &sums, peers, today)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(days: &[(i32, i64, i64)], push: SitePush) -> Known {
        let mut found =
            Known { push, block: None, days: BTreeMap::new(), subscribers: 1_000, silent: 0, peers: BTreeMap::new() };
        for (day, shown, clicked) in days {
            let counts = found.days.entry(Day(*day)).or_default();
            counts.add(PushCounter::Shown, *shown);
            counts.add(PushCounter::Clicked, *clicked);
        }
        found
    }

    #[test]
    fn states_follow_from_clicks() {
        let check = |days: &[(i32, i64, i64)], state: PushHealthState, cap: u8| {
            let found = known(days, SitePush::default());
            let told = answer(&found, &PushSubscriptions::default(), &Sums::default(), None, Day(100));
            assert_eq!((told.state, told.effective_daily_cap), (state, cap), "{days:?}");
        };
        check(&[], PushHealthState::Unknown, 4);
        check(&[(100, 50, 0)], PushHealthState::Unknown, 4);
        check(&[(100, 10_000, 100)], PushHealthState::Good, 4);
        check(&[(40, 10_000, 200), (100, 10_000, 100)], PushHealthState::Falling, 4);
        check(&[(100, 10_000, 30)], PushHealthState::SendingLess, 2);
        check(&[(100, 10_000, 10)], PushHealthState::AtRisk, 1);
        check(&[(60, 10_000, 0), (100, 10_000, 100)], PushHealthState::Good, 4);
    }

    #[test]
    fn advice_names_what_to_set() {
        let mut found = known(&[(100, 10_000, 30)], SitePush::default());
        found.silent = 100;
        let counts = found.days.entry(Day(99)).or_default();
        counts.add(PushCounter::Prompts, 1_000);
        counts.add(PushCounter::Denials, 150);
        let told = answer(&found, &PushSubscriptions::default(), &Sums::default(), None, Day(100));
        let fields: Vec<_> = told.advice.iter().map(|one| (one.field, one.value)).collect();
        let expected =
            [(PushAdviceField::DailyCap, 3), (PushAdviceField::AskPage, 2), (PushAdviceField::LetGoWeeks, 8)];
        assert_eq!(fields, expected);
        assert_eq!(told.income_per_thousand, Some(Money::ZERO));
        let found = known(&[(100, 10_000, 100)], SitePush::default());
        assert!(answer(&found, &PushSubscriptions::default(), &Sums::default(), None, Day(100)).advice.is_empty());
    }
}
