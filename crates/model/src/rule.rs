//! Rules of advertisers: "when a site has spent over 12 and no leads in the last 7 days, block it". What they say, when
//! their conditions hold, and what a pass may do with what it found. Pure: who asks for figures and who acts is elsewhere.

pub mod plan;
pub mod simulate;

use crate::bid::coefficient_from_decimal;
use crate::ids::CampaignId;
use crate::money::{MICROS_PER_DOLLAR, Money};
use crate::time::Day;
use crate::word::numbered;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{AddAssign, SubAssign};

/// The most rules of an advertiser.
pub const RULES_MAX: usize = 50;
/// The most conditions of a rule.
pub const CONDITIONS_MAX: usize = 6;
/// The most campaigns that a rule names; one that names none is for all.
pub const CAMPAIGNS_MAX: usize = 1_000;
/// The longest window, in days.
pub const WINDOW_DAYS_MAX: u16 = 90;
/// The longest pause between two actions of a rule on the same thing, in hours.
pub const COOLDOWN_HOURS_MAX: u16 = 720;
/// The most that a rule may do in a UTC day.
pub const ACTIONS_A_DAY_MAX: u16 = 100;
/// The most shows or clicks that a rule may wait for.
pub const LEAST_DATA_MAX: i64 = 1_000_000_000;
/// The largest number that a condition compares with.
pub const VALUE_MAX: Money = Money::from_dollars(1_000_000_000);
/// A change of a bid, a coefficient or a limit in one step, in percent.
pub const STEP_PERCENT_MAX: i64 = 100;

const PERCENT: i128 = 100 * MICROS_PER_DOLLAR as i128;

numbered! {
    /// What a rule looks at.
    RuleSubject {
        /// A site, in one campaign.
        Site = 1, "site";
        /// A block, in one campaign.
        Block = 2, "block";
        /// An ad.
        Ad = 3, "ad";
        /// An ad group.
        Group = 4, "ad group";
        /// A campaign.
        Campaign = 5, "campaign";
    }

    /// A figure of a condition.
    RuleMetric {
        /// Money.
        Spent = 1, "spent";
        /// Valid clicks.
        Clicks = 2, "clicks";
        /// Valid shows.
        Shows = 3, "shows";
        /// Clicks of 100 shows.
        Ctr = 4, "CTR";
        /// Conversions, without rejected ones.
        Leads = 5, "leads";
        /// Money for a lead.
        Cpl = 6, "CPL";
        /// Money for a click.
        Cpc = 7, "CPC";
        /// What is won for 100 spent: worth of approved conversions less spent.
        Roi = 8, "ROI";
        /// Approved ones of 100 conversions.
        Approve = 9, "approval";
    }

    /// How a figure compares.
    RuleComparison {
        /// Greater.
        Over = 1, "over";
        /// Less.
        Under = 2, "under";
        /// Not less.
        AtLeast = 3, "at least";
        /// Not greater.
        AtMost = 4, "at most";
        /// Equal.
        Is = 5, "exactly";
    }

    /// What the figures of a condition are of.
    RuleWindow {
        /// The present UTC day.
        Today = 1, "today";
        /// Some days, the present one among them.
        LastDays = 2, "in the last days";
        /// All that is known.
        Lifetime = 3, "in its lifetime";
    }

    /// What a rule does.
    RuleActionKind {
        /// Pauses the campaign, the group or the ad.
        Pause = 1, "pause it";
        /// Blocks the source in that campaign.
        Block = 2, "block it in that campaign";
        /// Gives the source a coefficient.
        SetCoefficient = 3, "set its coefficient";
        /// Lowers the coefficient of the source by percent, down to a floor.
        LowerCoefficient = 4, "lower its coefficient";
        /// Raises the coefficient of the source by percent, up to a ceiling.
        RaiseCoefficient = 5, "raise its coefficient";
        /// Lowers the daily limit of the campaign by percent, down to a floor.
        LowerLimit = 6, "lower its daily limit";
        /// Raises the daily limit of the campaign by percent, up to a ceiling.
        RaiseLimit = 7, "raise its daily limit";
        /// Lowers the bid of the ad by percent, down to a floor.
        LowerBid = 8, "lower its bid";
        /// Raises the bid of the ad by percent, up to a ceiling.
        RaiseBid = 9, "raise its bid";
        /// Only tells.
        Tell = 10, "only tell me";
    }

    /// What became of something that a rule wanted to do.
    RuleActionState {
        /// It was done.
        Done = 1, "Done";
        /// It was done, and taken back by its owner.
        Undone = 2, "Undone";
        /// It waits for its owner's word.
        Asked = 3, "Waits for you";
        /// Its owner said no.
        Declined = 4, "Declined";
    }
}

impl RuleSubject {
    /// Whether it is where traffic comes from.
    pub const fn is_source(self) -> bool {
        matches!(self, Self::Site | Self::Block)
    }
}

impl RuleMetric {
    /// Whether its number is an amount of money.
    pub const fn is_money(self) -> bool {
        matches!(self, Self::Spent | Self::Cpl | Self::Cpc)
    }

    /// Whether its number counts things.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::Clicks | Self::Shows | Self::Leads)
    }
}

impl RuleActionKind {
    /// Whether it can be done to a subject.
    pub const fn fits(self, subject: RuleSubject) -> bool {
        match self {
            Self::Pause => !subject.is_source(),
            Self::Block | Self::SetCoefficient | Self::LowerCoefficient | Self::RaiseCoefficient => subject.is_source(),
            Self::LowerLimit | Self::RaiseLimit => matches!(subject, RuleSubject::Campaign),
            Self::LowerBid | Self::RaiseBid => matches!(subject, RuleSubject::Ad),
            Self::Tell => true,
        }
    }

    /// Whether what it is done to delivers no more.
    pub const fn stops(self) -> bool {
        matches!(self, Self::Pause | Self::Block)
    }

    /// Whether it changes a number by percent, within a bound.
    pub const fn is_step(self) -> bool {
        self.direction() != 0
    }

    /// Which way it changes a number: -1, 1, or 0 when it does not.
    pub const fn direction(self) -> i64 {
        match self {
            Self::LowerCoefficient | Self::LowerLimit | Self::LowerBid => -1,
            Self::RaiseCoefficient | Self::RaiseLimit | Self::RaiseBid => 1,
            Self::Pause | Self::Block | Self::SetCoefficient | Self::Tell => 0,
        }
    }
}

/// The sums that conditions are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSums {
    /// Valid shows.
    pub shows: i64,
    /// Valid clicks.
    pub clicks: i64,
    /// Spent.
    pub spent: Money,
    /// Conversions that wait.
    pub hold: i64,
    /// Approved conversions.
    pub approved: i64,
    /// Rejected conversions.
    pub rejected: i64,
    /// Worth of the approved conversions.
    pub approved_money: Money,
}

impl RuleSums {
    /// Conversions, without rejected ones.
    pub const fn leads(&self) -> i64 {
        self.hold + self.approved
    }

    /// Whether anything was counted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl AddAssign for RuleSums {
    fn add_assign(&mut self, other: Self) {
        self.shows += other.shows;
        self.clicks += other.clicks;
        self.spent += other.spent;
        self.hold += other.hold;
        self.approved += other.approved;
        self.rejected += other.rejected;
        self.approved_money += other.approved_money;
    }
}

impl SubAssign for RuleSums {
    fn sub_assign(&mut self, other: Self) {
        self.shows -= other.shows;
        self.clicks -= other.clicks;
        self.spent -= other.spent;
        self.hold -= other.hold;
        self.approved -= other.approved;
        self.rejected -= other.rejected;
        self.approved_money -= other.approved_money;
    }
}

/// A figure compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleCondition {
    /// Which figure.
    pub metric: RuleMetric,
    /// How it compares.
    pub comparison: RuleComparison,
    /// With what: dollars, percent or a count, with at most 6 decimals.
    pub value: Money,
}

impl RuleCondition {
    /// Whether it holds. A quotient of nothing holds never: there is no CPL without a lead.
    pub fn holds(&self, sums: &RuleSums) -> bool {
        let value = i128::from(self.value.micros());
        let micros = i128::from(MICROS_PER_DOLLAR);
        let conversions = sums.hold + sums.approved + sums.rejected;
        // A figure is `above / below`; it is compared without dividing.
        let (above, below) = match self.metric {
            RuleMetric::Spent => (i128::from(sums.spent.micros()), 1),
            RuleMetric::Clicks => (i128::from(sums.clicks) * micros, 1),
            RuleMetric::Shows => (i128::from(sums.shows) * micros, 1),
            RuleMetric::Leads => (i128::from(sums.leads()) * micros, 1),
            RuleMetric::Ctr => (i128::from(sums.clicks) * PERCENT, sums.shows),
            RuleMetric::Cpl => (i128::from(sums.spent.micros()), sums.leads()),
            RuleMetric::Cpc => (i128::from(sums.spent.micros()), sums.clicks),
            RuleMetric::Roi => (i128::from((sums.approved_money - sums.spent).micros()) * PERCENT, sums.spent.micros()),
            RuleMetric::Approve => (i128::from(sums.approved) * PERCENT, conversions),
        };
        if below <= 0 {
            return false;
        }
        let found = above.cmp(&(value * i128::from(below)));
        match self.comparison {
            RuleComparison::Over => found == Ordering::Greater,
            RuleComparison::Under => found == Ordering::Less,
            RuleComparison::AtLeast => found != Ordering::Less,
            RuleComparison::AtMost => found != Ordering::Greater,
            RuleComparison::Is => found == Ordering::Equal,
        }
    }
}

/// What a rule does, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleAction {
    /// What.
    pub kind: RuleActionKind,
    /// The coefficient that is set, or the percent of a step.
    pub value: Option<Money>,
    /// The floor or the ceiling of a step.
    pub bound: Option<Money>,
}

impl RuleAction {
    /// The number after a step; none when it is at the bound already.
    pub fn step(&self, before: Money, unit: Money) -> Option<Money> {
        let percent = i128::from(self.value?.micros());
        let unit = i128::from(unit.micros().max(1));
        let direction = i128::from(self.kind.direction());
        let moved = i128::from(before.micros()) * percent / PERCENT;
        // A step that is smaller than the unit is one unit: it must not stand still for ever.
        let moved = ((moved + unit / 2) / unit * unit).max(unit);
        let after = i64::try_from(i128::from(before.micros()) + direction * moved).ok()?;
        let after = Money::from_micros(after);
        let bounded = match self.bound {
            Some(bound) if direction < 0 => after.max(bound),
            Some(bound) => after.min(bound),
            None => after,
        };
        let is_onward = if direction < 0 { bounded < before } else { bounded > before };
        (is_onward && bounded > Money::ZERO).then_some(bounded)
    }
}

/// What its owner says of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSettings {
    /// Name.
    pub name: String,
    /// What it looks at.
    pub subject: RuleSubject,
    /// In which campaigns; in all when there are none.
    pub campaigns: Vec<CampaignId>,
    /// All of them must hold.
    pub conditions: Vec<RuleCondition>,
    /// What their figures are of.
    pub window: RuleWindow,
    /// The days of [`RuleWindow::LastDays`].
    pub window_days: u16,
    /// It says nothing of what had fewer shows.
    pub least_shows: i64,
    /// It says nothing of what had fewer clicks.
    pub least_clicks: i64,
    /// What it does.
    pub action: RuleAction,
    /// It leaves alone for so many hours what it acted on.
    pub cooldown_hours: u16,
    /// The most that it does in a UTC day.
    pub actions_a_day: u16,
    /// It asks before it stops more than so many percent of what is spent in its window; 100: it does not ask for that.
    pub ask_percent: u8,
    /// What it does is told by mail, beside the notice.
    pub tells_by_mail: bool,
}

/// Why settings are refused: the field, and what is wrong.
pub type Wrong = (String, String);

impl RuleSettings {
    /// The first day of the window; none when all days count.
    pub fn first_day(&self, today: Day) -> Option<Day> {
        match self.window {
            RuleWindow::Today => Some(today),
            RuleWindow::LastDays => Some(today.plus(1 - i32::from(self.window_days.max(1)))),
            RuleWindow::Lifetime => None,
        }
    }

    /// Whether there is enough to say something, and all conditions hold.
    pub fn matches(&self, sums: &RuleSums) -> bool {
        sums.shows >= self.least_shows
            && sums.clicks >= self.least_clicks
            && self.conditions.iter().all(|condition| condition.holds(sums))
    }

    /// What is wrong with it, beside the fields; nothing when it is right.
    pub fn check(&self) -> Vec<Wrong> {
        let mut wrong: Vec<Wrong> = Vec::new();
        let mut check = |field: &str, holds: bool, message: &str| {
            if !holds {
                wrong.push((field.to_owned(), message.to_owned()));
            }
        };
        check("campaigns", self.campaigns.len() <= CAMPAIGNS_MAX, "names too many campaigns: at most 1,000");
        let count = self.conditions.len();
        check("conditions", (1..=CONDITIONS_MAX).contains(&count), "must be 1 to 6 conditions");
        for (place, condition) in self.conditions.iter().enumerate() {
            let field = format!("conditions.{place}.value");
            let is_count = condition.metric.is_count();
            let whole = condition.value.micros() % MICROS_PER_DOLLAR == 0;
            check(&field, !is_count || whole, "must be a whole number");
            let least = if condition.metric == RuleMetric::Roi { Money::from_dollars(-100) } else { Money::ZERO };
            check(&field, condition.value >= least && condition.value <= VALUE_MAX, "is out of range");
        }
        let days = self.window != RuleWindow::LastDays || (1..=WINDOW_DAYS_MAX).contains(&self.window_days);
        check("window_days", days, "must be 1 to 90 days");
        check("least_shows", (0..=LEAST_DATA_MAX).contains(&self.least_shows), "must be 0 to 1,000,000,000");
        check("least_clicks", (0..=LEAST_DATA_MAX).contains(&self.least_clicks), "must be 0 to 1,000,000,000");
        check("cooldown_hours", (1..=COOLDOWN_HOURS_MAX).contains(&self.cooldown_hours), "must be 1 to 720 hours");
        check("actions_a_day", (1..=ACTIONS_A_DAY_MAX).contains(&self.actions_a_day), "must be 1 to 100 a day");
        check("ask_percent", self.ask_percent <= 100, "must be 0 to 100 percent");
        let RuleAction { kind, value, bound } = self.action;
        check("action.kind_id", kind.fits(self.subject), "cannot be done to what the rule looks at");
        match kind {
            RuleActionKind::SetCoefficient => {
                let is_one = value.is_some_and(|value| coefficient_from_decimal(value).is_some());
                check("action.value", is_one, "must be 0.2 to 9 in steps of 0.1");
            }
            kind if kind.is_step() => {
                let most = Money::from_dollars(STEP_PERCENT_MAX);
                let is_one = value.is_some_and(|value| value >= Money::from_dollars(1) && value <= most);
                check("action.value", is_one, "must be 1 to 100 percent");
                check("action.bound", bound.is_some_and(|b| b > Money::ZERO && b <= VALUE_MAX), "says how far it goes");
                if matches!(kind, RuleActionKind::LowerCoefficient | RuleActionKind::RaiseCoefficient) {
                    let is_one = bound.is_some_and(|bound| coefficient_from_decimal(bound).is_some());
                    check("action.bound", is_one, "must be 0.2 to 9 in steps of 0.1");
                }
            }
            _ => {
                check("action.value", value.is_none(), "is not of this action");
                check("action.bound", bound.is_none(), "is not of this action");
            }
        }
        wrong
    }
}

/// The figures that a rule saw, in words: those that it asks about, with what they come from.
pub struct Seen<'a>(pub &'a RuleSettings, pub &'a RuleSums);

impl fmt::Display for Seen<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(settings, sums) = self;
        let quotient = |above: i128, below: i64, unit: i128| (below > 0).then(|| above * unit / i128::from(below));
        write!(
            out,
            "${} spent, {}, {}, {}",
            cents(sums.spent),
            many(sums.shows, "show"),
            many(sums.clicks, "click"),
            many(sums.leads(), "lead")
        )?;
        let asks = |metric: RuleMetric| settings.conditions.iter().any(|condition| condition.metric == metric);
        let mut ratio = |name: &str, sign: &str, micros: Option<i128>| match micros {
            Some(micros) => {
                let value = i64::try_from(micros).unwrap_or(i64::MAX);
                write!(
                    out,
                    ", {name} {sign}{}{}",
                    cents(Money::from_micros(value)),
                    if sign.is_empty() { "%" } else { "" }
                )
            }
            None => Ok(()),
        };
        if asks(RuleMetric::Ctr) {
            ratio("CTR", "", quotient(i128::from(sums.clicks), sums.shows, PERCENT))?;
        }
        if asks(RuleMetric::Cpl) {
            ratio("CPL", "$", quotient(i128::from(sums.spent.micros()), sums.leads(), 1))?;
        }
        if asks(RuleMetric::Cpc) {
            ratio("CPC", "$", quotient(i128::from(sums.spent.micros()), sums.clicks, 1))?;
        }
        if asks(RuleMetric::Roi) {
            let won = i128::from((sums.approved_money - sums.spent).micros());
            ratio("ROI", "", quotient(won, sums.spent.micros(), PERCENT))?;
        }
        if asks(RuleMetric::Approve) {
            let all = sums.hold + sums.approved + sums.rejected;
            ratio("approval", "", quotient(i128::from(sums.approved), all, PERCENT))?;
        }
        match settings.window {
            RuleWindow::Today => write!(out, " today"),
            RuleWindow::LastDays if settings.window_days == 1 => write!(out, " today"),
            RuleWindow::LastDays => write!(out, " in {} days", settings.window_days),
            RuleWindow::Lifetime => write!(out, " in all"),
        }
    }
}

/// So many things: `1 lead`, `2 leads`.
fn many(number: i64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// An amount with two decimals, three below a dollar's tenth.
fn cents(amount: Money) -> String {
    let micros = i128::from(amount.micros());
    let sign = if micros < 0 { "-" } else { "" };
    let size = micros.abs();
    if size < 100_000 && size % 10_000 != 0 {
        return format!("{sign}{},{:03}", size / 1_000_000, size % 1_000_000 / 1_000);
    }
    let hundredths = (size + 5_000) / 10_000;
    format!("{sign}{},{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(metric: RuleMetric, comparison: RuleComparison, value: &str) -> RuleCondition {
        RuleCondition { metric, comparison, value: Money::parse(value, 6).unwrap() }
    }

    #[test]
    fn conditions_compare_figures_without_dividing() {
        use RuleComparison::*;
        use RuleMetric::*;
        let sums = RuleSums {
            shows: 3_000,
            clicks: 10,
            spent: Money::parse("12.5", 6).unwrap(),
            hold: 1,
            approved: 3,
            rejected: 1,
            approved_money: Money::from_dollars(20),
        };
        let check = |metric, comparison, value: &str, holds: bool| {
            let found = condition(metric, comparison, value).holds(&sums);
            assert_eq!(found, holds, "{metric:?} {comparison:?} {value}");
        };
        check(Spent, Over, "12.499999", true);
        check(Spent, Over, "12.5", false);
        check(Spent, AtLeast, "12.5", true);
        check(Clicks, Is, "10", true);
        check(Shows, Under, "3000", false);
        check(Shows, AtMost, "3000", true);
        check(Leads, Is, "4", true);
        // A third of a percent.
        check(Ctr, Over, "0.333333", true);
        check(Ctr, Under, "0.333334", true);
        check(Cpl, Is, "3.125", true);
        check(Cpc, Is, "1.25", true);
        check(Roi, Is, "60", true);
        check(Approve, Is, "60", true);
        for metric in [Ctr, Cpl, Cpc, Roi, Approve] {
            let nothing = RuleSums::default();
            assert!(!condition(metric, AtMost, "0").holds(&nothing), "{metric:?} of nothing");
        }
    }

    #[test]
    fn a_step_goes_to_its_bound_and_no_further() {
        let action = |kind, percent: i64, bound: &str| RuleAction {
            kind,
            value: Some(Money::from_dollars(percent)),
            bound: Some(Money::parse(bound, 6).unwrap()),
        };
        let check = |action: RuleAction, before: &str, unit: &str, after: Option<&str>| {
            let money = |text: &str| Money::parse(text, 6).unwrap();
            assert_eq!(action.step(money(before), money(unit)), after.map(money), "{action:?} {before}");
        };
        use RuleActionKind::*;
        check(action(LowerCoefficient, 20, "0.5"), "1.6", "0.1", Some("1.3"));
        check(action(LowerCoefficient, 20, "0.5"), "0.6", "0.1", Some("0.5"));
        check(action(LowerCoefficient, 20, "0.5"), "0.5", "0.1", None);
        check(action(RaiseLimit, 20, "260"), "220", "0.01", Some("260"));
        check(action(RaiseLimit, 20, "260"), "260", "0.01", None);
        // A floor above what is bid is no reason to raise.
        check(action(LowerBid, 10, "2"), "1.5", "0.001", None);
        check(action(RaiseBid, 1, "1"), "0.005", "0.001", Some("0.006"));
    }

    #[test]
    fn what_cannot_be_done_is_named_beside_its_field() {
        let rule = RuleSettings {
            name: "x".to_owned(),
            subject: RuleSubject::Site,
            campaigns: Vec::new(),
            conditions: vec![condition(RuleMetric::Leads, RuleComparison::Is, "0")],
            window: RuleWindow::LastDays,
            window_days: 7,
            least_shows: 0,
            least_clicks: 0,
            action: RuleAction { kind: RuleActionKind::Block, value: None, bound: None },
            cooldown_hours: 24,
            actions_a_day: 5,
            ask_percent: 20,
            tells_by_mail: false,
        };
        assert_eq!(rule.check(), []);
        let check = |rule: RuleSettings, fields: &[&str]| {
            let found: Vec<String> = rule.check().into_iter().map(|(field, _)| field).collect();
            assert_eq!(found, fields);
        };
        check(RuleSettings { conditions: Vec::new(), ..rule.clone() }, &["conditions"]);
        check(RuleSettings { subject: RuleSubject::Ad, ..rule.clone() }, &["action.kind_id"]);
        check(RuleSettings { window_days: 0, ..rule.clone() }, &["window_days"]);
        let half = vec![condition(RuleMetric::Clicks, RuleComparison::Over, "0.5")];
        check(RuleSettings { conditions: half, ..rule.clone() }, &["conditions.0.value"]);
        let lower = RuleAction { kind: RuleActionKind::LowerCoefficient, value: None, bound: None };
        check(RuleSettings { action: lower, ..rule }, &["action.value", "action.bound", "action.bound"]);
    }
}
