//! Questions of rules: the figures of everything that many rules look at in one window, and of one rule hour by hour.

use crate::database::Stats;
use crate::error::StatsError;
use crate::one_of::one_of;
use crate::schema::{self, Layout};
use crate::scope::StatsScope;
use duckdb::Row;
use placard_model::rule::plan::{Found, Thing};
use placard_model::rule::simulate::HourRow;
use placard_model::rule::{RuleSettings, RuleSubject, RuleSums, RuleWindow};
use placard_model::{CampaignId, Day, Hour, Money, UserId};
use std::sync::Arc;

/// The most things that one question answers, those that cost most; who gets so many asks in parts.
pub const RULE_THINGS_MAX: usize = 500_000;
/// The most rows of a dry run; a rule with more is asked to name fewer campaigns or days.
pub const DRY_RUN_ROWS_MAX: usize = 400_000;

/// What rules with the same subject and window ask together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleQuestion {
    /// What they look at.
    pub subject: RuleSubject,
    /// The first day of the window; none when all days count.
    pub first: Option<Day>,
    /// The last one.
    pub last: Day,
    /// Whose rules they are.
    pub advertisers: Vec<UserId>,
    /// The things that are asked about; none: all.
    pub things: Option<Vec<i64>>,
    /// The most things that are answered, those that cost most.
    pub most: usize,
}

/// Figures of a thing, and who pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// Who pays.
    pub advertiser: UserId,
    /// The thing.
    pub found: Found,
}

/// The sums, in the order in which [`sums`] reads them.
const SUMS: &str = "CAST(sum(shows) AS BIGINT), CAST(sum(clicks) AS BIGINT), CAST(sum(spent) AS BIGINT), \
    CAST(sum(hold) AS BIGINT), CAST(sum(approved) AS BIGINT), CAST(sum(rejected) AS BIGINT), \
    CAST(sum(approved_money) AS BIGINT)";

fn sums(row: &Row<'_>, from: usize) -> duckdb::Result<RuleSums> {
    Ok(RuleSums {
        shows: row.get(from)?,
        clicks: row.get(from + 1)?,
        spent: Money::from_micros(row.get(from + 2)?),
        hold: row.get(from + 3)?,
        approved: row.get(from + 4)?,
        rejected: row.get(from + 5)?,
        approved_money: Money::from_micros(row.get(from + 6)?),
    })
}

const fn column(subject: RuleSubject) -> &'static str {
    match subject {
        RuleSubject::Site => "site",
        RuleSubject::Block => "block",
        RuleSubject::Ad => "ad",
        RuleSubject::Group => "ad_group",
        RuleSubject::Campaign => "campaign",
    }
}

fn by_day(column: &str) -> Layout {
    let needed = ["day", "advertiser", "campaign", column];
    schema::FACT_TABLES.into_iter().find(|table| table.has(&needed)).unwrap_or(schema::FACTS)
}

/// Whose rows, and of which campaigns.
fn conditions(scope: &StatsScope, advertisers: &[UserId], campaigns: &[CampaignId]) -> Vec<String> {
    let mut all: Vec<String> = scope.condition().into_iter().collect();
    if !advertisers.is_empty() {
        all.push(one_of("advertiser", &advertisers.iter().map(|id| id.0).collect::<Vec<_>>()));
    }
    if !campaigns.is_empty() {
        all.push(one_of("campaign", &campaigns.iter().map(|id| id.0).collect::<Vec<_>>()));
    }
    all
}

impl Stats {
    /// What rules with the same subject and window look at: those things that cost most, as many as are asked for. Refuses
    /// while facts are derived again.
    pub async fn rule_figures(
        self: &Arc<Self>,
        question: RuleQuestion,
        scope: StatsScope,
    ) -> Result<Vec<RuleRow>, StatsError> {
        self.check_complete()?;
        let column = column(question.subject);
        let mut conditions = conditions(&scope, &question.advertisers, &[]);
        conditions.push(format!("day <= {}", question.last.0));
        conditions.extend(question.first.map(|first| format!("day >= {}", first.0)));
        conditions.extend(question.things.as_deref().map(|things| one_of(column, things)));
        let sql = format!(
            "SELECT advertiser, campaign, {column}, {SUMS} FROM {} WHERE {} GROUP BY 1, 2, 3 \
             ORDER BY 6 DESC, 2, 3 LIMIT {}",
            by_day(column).name,
            conditions.join(" AND "),
            question.most
        );
        self.blocking(move |reader| {
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                let thing = Thing { campaign: CampaignId(row.get(1)?), id: row.get(2)? };
                Ok(RuleRow { advertiser: UserId(row.get(0)?), found: Found { thing, sums: sums(row, 3)? } })
            })?;
            Ok(rows.collect::<Result<Vec<_>, _>>()?)
        })
        .await
    }

    /// What one rule looks at, hour by hour from the first day on, with what its window needs from before: nothing when
    /// that is more than [`DRY_RUN_ROWS_MAX`] rows. Refuses while facts are derived again.
    pub async fn rule_hours(
        self: &Arc<Self>,
        settings: &RuleSettings,
        first: Day,
        last: Hour,
        scope: StatsScope,
    ) -> Result<Option<Vec<HourRow>>, StatsError> {
        self.check_complete()?;
        let column = column(settings.subject);
        let mut conditions = conditions(&scope, &[], &settings.campaigns);
        conditions.push(format!("day <= {} AND hour < {}", last.day().0, last.0));
        conditions.extend(settings.first_day(first).map(|first| format!("day >= {}", first.0)));
        let begin = first.first_hour().0;
        // Of what was before, a window that forgets needs the days, a lifetime only the sum.
        let before =
            if settings.window == RuleWindow::Lifetime { (begin - 1).to_string() } else { "day * 24 + 23".to_owned() };
        let sql = format!(
            "SELECT CASE WHEN hour < {begin} THEN {before} ELSE hour END AS at, campaign, {column}, {SUMS} \
             FROM {} WHERE {} GROUP BY 1, 2, 3 LIMIT {}",
            schema::FACTS.name,
            conditions.join(" AND "),
            DRY_RUN_ROWS_MAX + 1
        );
        let rows = self
            .blocking(move |reader| {
                let mut statement = reader.prepare(&sql)?;
                let rows = statement.query_map([], |row| {
                    let thing = Thing { campaign: CampaignId(row.get(1)?), id: row.get(2)? };
                    Ok(HourRow { hour: Hour(row.get(0)?), found: Found { thing, sums: sums(row, 3)? } })
                })?;
                Ok(rows.collect::<Result<Vec<_>, _>>()?)
            })
            .await?;
        Ok((rows.len() <= DRY_RUN_ROWS_MAX).then_some(rows))
    }
}
