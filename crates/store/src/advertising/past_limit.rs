//! The daily limit that a campaign had before: what is spent in a day is told by the limit of that day.

use super::campaigns::Campaign;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use placard_model::rule::{RuleActionKind, RuleActionState, RuleSubject};
use placard_model::{Money, UnixMs};
use serde::Deserialize;

/// What was before an edit, as far as it is about the limit. A state that was too long to be kept does not say it.
#[derive(Deserialize)]
#[expect(clippy::option_option, reason = "not said, none, or a limit")]
struct Edited {
    #[serde(default, deserialize_with = "said")]
    daily_money_limit: Option<Option<Money>>,
}

/// What was before a rule changed the limit.
#[derive(Deserialize)]
struct ByRule {
    before: Option<Money>,
}

/// Tells a field that is null from one that is not there.
#[expect(clippy::option_option, reason = "not said, none, or a limit")]
fn said<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Option<Money>>, D::Error> {
    Option::<Money>::deserialize(deserializer).map(Some)
}

/// The daily limit that a campaign had at a moment: what was there before the first change since then, by its owner or by a rule; the
/// present one where nothing says that it was changed. None: there was no limit.
pub async fn daily_limit_at(conn: &Conn, campaign: &Campaign, at: UnixMs) -> Result<Option<Money>> {
    let values = || [Value::from(campaign.id.0), at.0.into()];
    let edited = "SELECT at, before AS kept FROM audit_log WHERE subject = 'campaign' AND subject_id = $1 AND at >= $2 \
                  AND action IN ('update_campaign', 'update_push_campaign') ORDER BY at, id LIMIT 1";
    let by_rule = format!(
        "SELECT at, change AS kept FROM rule_actions WHERE subject = {} AND subject_id = $1 AND at >= $2 \
         AND kind IN ({}, {}) AND state IN ({}, {}) ORDER BY at, id LIMIT 1",
        RuleSubject::Campaign.id(),
        RuleActionKind::LowerLimit.id(),
        RuleActionKind::RaiseLimit.id(),
        RuleActionState::Done.id(),
        RuleActionState::Undone.id(),
    );
    let kept = |row: Row| Ok::<_, Error>((row.get::<i64>("at")?, row.get::<Option<String>>("kept")?));
    let edited = conn.row(edited, values()).await?.map(kept).transpose()?;
    let by_rule = conn.row(&by_rule, values()).await?.map(kept).transpose()?;
    let edited = edited.and_then(|(at, text)| {
        let Edited { daily_money_limit } = serde_json::from_str(&text?).ok()?;
        Some((at, daily_money_limit?))
    });
    let by_rule = by_rule.and_then(|(at, text)| {
        let ByRule { before } = serde_json::from_str(&text?).ok()?;
        Some((at, before))
    });
    let first = edited.into_iter().chain(by_rule).min_by_key(|(at, _)| *at);
    Ok(first.map_or(campaign.settings.daily_limit, |(_, before)| before))
}
