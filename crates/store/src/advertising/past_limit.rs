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

/// What a rule made of the limit.
#[derive(Deserialize)]
struct ByRule {
    before: Option<Money>,
    after: Option<Money>,
}

/// Tells a field that is null from one that is not there.
#[expect(clippy::option_option, reason = "not said, none, or a limit")]
fn said<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Option<Money>>, D::Error> {
    Option::<Money>::deserialize(deserializer).map(Some)
}

/// The daily limit that a campaign had at a moment: what was there before the first change since then, by its owner, by a rule or by the
/// undo of one; the present one where nothing says that it was changed. None: there was no limit.
pub async fn daily_limit_at(conn: &Conn, campaign: &Campaign, at: UnixMs) -> Result<Option<Money>> {
    let values = || [Value::from(campaign.id.0), at.0.into()];
    // A state that was too long to be kept does not have the field.
    let edited = "SELECT at AS moment, before AS kept FROM audit_log WHERE subject = 'campaign' AND subject_id = $1 AND at >= $2 \
                  AND action IN ('update_campaign', 'update_push_campaign') \
                  AND before LIKE '%\"daily\\_money\\_limit\":%' ESCAPE '\\' ORDER BY at, id LIMIT 1";
    let (done, undone) = (RuleActionState::Done.id(), RuleActionState::Undone.id());
    // What waited for its owner's word was done with that.
    let done_at = format!("CASE WHEN state = {done} THEN COALESCE(decided_at, at) ELSE at END");
    let by_rule = |moment: &str, states: &str| {
        format!(
            "SELECT {moment} AS moment, change AS kept FROM rule_actions WHERE subject = {} AND subject_id = $1 \
             AND {moment} >= $2 AND kind IN ({}, {}) AND state IN ({states}) ORDER BY moment, id LIMIT 1",
            RuleSubject::Campaign.id(),
            RuleActionKind::LowerLimit.id(),
            RuleActionKind::RaiseLimit.id(),
        )
    };
    let (acted, taken_back) =
        (by_rule(&done_at, &format!("{done}, {undone}")), by_rule("decided_at", &undone.to_string()));
    let kept = |row: Row| Ok::<_, Error>((row.get::<i64>("moment")?, row.get::<Option<String>>("kept")?));
    let edited = conn.row(edited, values()).await?.map(kept).transpose()?;
    let acted = conn.row(&acted, values()).await?.map(kept).transpose()?;
    let taken_back = conn.row(&taken_back, values()).await?.map(kept).transpose()?;
    let edited = edited.and_then(|(at, text)| {
        let Edited { daily_money_limit } = serde_json::from_str(&text?).ok()?;
        Some((at, daily_money_limit?))
    });
    let change = |(at, text): (i64, Option<String>)| Some((at, serde_json::from_str::<ByRule>(&text?).ok()?));
    let acted = acted.and_then(change).map(|(at, change)| (at, change.before));
    let taken_back = taken_back.and_then(change).map(|(at, change)| (at, change.after));
    let first = edited.into_iter().chain(acted).chain(taken_back).min_by_key(|(at, _)| *at);
    Ok(first.map_or(campaign.settings.daily_limit, |(_, before)| before))
}
