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
    /// When it was done where its owner had to say yes.
    done_at_ms: Option<i64>,
}

impl ByRule {
    fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
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
    let by_rule = format!(
        "FROM rule_actions WHERE subject = {} AND subject_id = $1 AND kind IN ({}, {})",
        RuleSubject::Campaign.id(),
        RuleActionKind::LowerLimit.id(),
        RuleActionKind::RaiseLimit.id(),
    );
    // What waited for its owner's word was done with that.
    let acted = format!(
        "SELECT COALESCE(decided_at, at) AS moment, change AS kept {by_rule} AND state = {} \
         AND COALESCE(decided_at, at) >= $2 ORDER BY moment, id LIMIT 1",
        RuleActionState::Done.id()
    );
    // What was taken back since may have been done since, too, or before.
    let taken_back = format!(
        "SELECT at AS asked, decided_at AS moment, change AS kept {by_rule} AND state = {} AND decided_at >= $2 ORDER BY id",
        RuleActionState::Undone.id()
    );
    let kept = |row: Row| Ok::<_, Error>((row.get::<i64>("moment")?, row.get::<Option<String>>("kept")?));
    let edited = conn.row(edited, values()).await?.map(kept).transpose()?;
    let acted = conn.row(&acted, values()).await?.map(kept).transpose()?;
    let edited = edited.and_then(|(at, text)| {
        let Edited { daily_money_limit } = serde_json::from_str(&text?).ok()?;
        Some((at, daily_money_limit?))
    });
    let acted = acted.and_then(|(at, text)| Some((at, ByRule::read(&text?)?.before)));
    let mut changes: Vec<(i64, Option<Money>)> = edited.into_iter().chain(acted).collect();
    for row in &conn.rows(&taken_back, values()).await? {
        let Some(change) = ByRule::read(&row.get::<String>("kept")?) else { continue };
        let done_at = change.done_at_ms.map_or_else(|| row.get::<i64>("asked"), Ok)?;
        changes.extend((done_at >= at.0).then_some((done_at, change.before)));
        changes.push((row.get::<i64>("moment")?, change.after));
    }
    let first = changes.into_iter().min_by_key(|(at, _)| *at);
    Ok(first.map_or(campaign.settings.daily_limit, |(_, before)| before))
}
