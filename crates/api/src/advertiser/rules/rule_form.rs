//! What an advertiser says of a rule, as the API reads and writes it.

use crate::dictionaries::words::{RuleActionKindId, RuleComparisonId, RuleMetricId, RuleSubjectId, RuleWindowId};
use placard_common::error::{FieldErrors, Problem};
use placard_model::rule::{
    RuleAction, RuleActionKind, RuleComparison, RuleCondition, RuleMetric, RuleSettings, RuleSubject, RuleWindow,
};
use placard_model::{CampaignId, Money, validate};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// A figure compared with a number.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleConditionForm {
    /// Which figure.
    #[schema(value_type = RuleMetricId)]
    pub metric_id: i64,
    /// How it compares.
    #[schema(value_type = RuleComparisonId)]
    pub comparison_id: i64,
    /// With what: dollars, percent or a count, with at most 6 decimals.
    #[schema(value_type = f64)]
    pub value: Money,
}

/// What a rule does, and how far.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleActionForm {
    /// What.
    #[schema(value_type = RuleActionKindId)]
    pub kind_id: i64,
    /// The coefficient that is set, or the percent of a step; null where the action has none.
    #[schema(value_type = Option<f64>)]
    #[serde(default)]
    pub value: Option<Money>,
    /// How far a step goes at most: the floor or the ceiling, as coefficient or in dollars; null where the action has none.
    #[schema(value_type = Option<f64>)]
    #[serde(default)]
    pub bound: Option<Money>,
}

/// What a rule says.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleForm {
    /// Name.
    pub name: String,
    /// What it looks at.
    #[schema(value_type = RuleSubjectId)]
    pub subject_id: i64,
    /// In which campaigns; in all when there are none.
    #[serde(default)]
    pub campaigns: Vec<i64>,
    /// All of them must hold.
    pub conditions: Vec<RuleConditionForm>,
    /// What their figures are of.
    #[schema(value_type = RuleWindowId)]
    pub window_id: i64,
    /// Days of a window of days, the present one among them.
    #[serde(default = "one")]
    pub window_days: u16,
    /// It says nothing of what had fewer shows in the window.
    #[serde(default)]
    pub least_shows: i64,
    /// It says nothing of what had fewer clicks in the window.
    #[serde(default)]
    pub least_clicks: i64,
    /// What it does.
    pub action: RuleActionForm,
    /// It leaves alone for so many hours what it acted on.
    #[serde(default = "day")]
    pub cooldown_hours: u16,
    /// The most that it does in a UTC day.
    #[serde(default = "five")]
    pub actions_a_day: u16,
    /// It asks before it stops more than so many percent of what is spent in its window; 100: it does not ask for that.
    #[serde(default = "fifth")]
    pub ask_percent: u8,
    /// What it does is told by mail, beside the notice.
    #[serde(default)]
    pub tells_by_mail: bool,
}

const fn one() -> u16 {
    1
}

const fn day() -> u16 {
    24
}

const fn five() -> u16 {
    5
}

const fn fifth() -> u8 {
    20
}

impl From<&RuleSettings> for RuleForm {
    fn from(settings: &RuleSettings) -> Self {
        Self {
            name: settings.name.clone(),
            subject_id: settings.subject.id().into(),
            campaigns: settings.campaigns.iter().map(|id| id.0).collect(),
            conditions: settings
                .conditions
                .iter()
                .map(|condition| RuleConditionForm {
                    metric_id: condition.metric.id().into(),
                    comparison_id: condition.comparison.id().into(),
                    value: condition.value,
                })
                .collect(),
            window_id: settings.window.id().into(),
            window_days: settings.window_days,
            least_shows: settings.least_shows,
            least_clicks: settings.least_clicks,
            action: RuleActionForm {
                kind_id: settings.action.kind.id().into(),
                value: settings.action.value,
                bound: settings.action.bound,
            },
            cooldown_hours: settings.cooldown_hours,
            actions_a_day: settings.actions_a_day,
            ask_percent: settings.ask_percent,
            tells_by_mail: settings.tells_by_mail,
        }
    }
}

impl RuleForm {
    /// The settings; what is wrong stands beside its field.
    pub(crate) fn read(&self) -> Result<RuleSettings, Problem> {
        let mut errors = FieldErrors::default();
        let name = validate::name(&self.name).map(str::to_owned);
        if let Err(message) = &name {
            errors.check("name", false, message.clone());
        }
        let known = "is not one of the list";
        let subject = RuleSubject::from_id(self.subject_id);
        errors.check("subject_id", subject.is_some(), known);
        let window = RuleWindow::from_id(self.window_id);
        errors.check("window_id", window.is_some(), known);
        let kind = RuleActionKind::from_id(self.action.kind_id);
        errors.check("action.kind_id", kind.is_some(), known);
        let mut conditions = Vec::new();
        for (place, form) in self.conditions.iter().enumerate() {
            let (metric, comparison) =
                (RuleMetric::from_id(form.metric_id), RuleComparison::from_id(form.comparison_id));
            errors.check(&format!("conditions.{place}.metric_id"), metric.is_some(), known);
            errors.check(&format!("conditions.{place}.comparison_id"), comparison.is_some(), known);
            if let (Some(metric), Some(comparison)) = (metric, comparison) {
                conditions.push(RuleCondition { metric, comparison, value: form.value });
            }
        }
        let (Some(subject), Some(window), Some(kind), Ok(name)) = (subject, window, kind, name) else {
            errors.finish()?;
            return Err(Problem::field("name", known));
        };
        let settings = RuleSettings {
            name,
            subject,
            campaigns: self.campaigns.iter().copied().collect::<BTreeSet<_>>().into_iter().map(CampaignId).collect(),
            conditions,
            window,
            window_days: self.window_days,
            least_shows: self.least_shows,
            least_clicks: self.least_clicks,
            action: RuleAction { kind, value: self.action.value, bound: self.action.bound },
            cooldown_hours: self.cooldown_hours,
            actions_a_day: self.actions_a_day,
            ask_percent: self.ask_percent,
            tells_by_mail: self.tells_by_mail,
        };
        for (field, message) in settings.check() {
            errors.check(&field, false, message);
        }
        errors.finish()?;
        Ok(settings)
    }
}
