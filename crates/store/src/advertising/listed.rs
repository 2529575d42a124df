//! Lists of campaigns, groups and ads. Their shown statuses hang on the hour and on money, so that they are derived
//! here in SQL as `placard_model::status` derives them: a test walks all facts and compares.

use super::campaigns::has_mark;
use super::{NATIVE, PUSH};
use crate::codes::code;
use crate::conn::{Conn, Value};
use crate::error::Result;
use crate::lists::{self, Direction, Field, KEPT, KEPT_END, Listed, Shape, has_folded_phrase};
use crate::scope::Scope;
use placard_model::bid::{BID_MAX, NATIVE_FORMAT_MIN};
use placard_model::format::CampaignType;
use placard_model::status::{AdStatus, CampaignStatus, Halt, Review};
use placard_model::{AdId, CampaignId, GroupId, UnixMs};
use std::collections::HashMap;

/// Ads that run when nothing above them stands against it.
const READY: &str = "a.review = 5 AND a.wanted AND a.halts = 0 AND a.deleted_at IS NULL AND a.archived_at IS NULL";
/// The same of ads that are not deleted.
const IS_READY: &str = "a.review = 5 AND a.wanted AND a.halts = 0 AND a.archived_at IS NULL";

const CAMPAIGN_NAME: Field = Field::folded("name", "c.folded_name");
const GROUP_NAME: Field = Field::folded("name", "l.folded_name");
const STATUS: Field = Field::new("status", lists::STATUS);
const RUNNING: Field = Field::new("running_ads_count", lists::RUNNING);
const CONTENT_TYPE: Field = Field::new("content_type", "c.target");
const TITLE: Field = Field::folded("title", "a.folded_title");

/// Lists of campaigns. One without a limit stands behind the largest limit.
pub static CAMPAIGNS: Shape = Shape {
    id: "c.id",
    fields: &[
        Field::new("id", "c.id"),
        CAMPAIGN_NAME,
        STATUS,
        RUNNING,
        CONTENT_TYPE,
        Field::new("daily_money_limit", "COALESCE(c.daily_limit, 9223372036854775807)"),
        Field::new("total_money_limit", "COALESCE(c.total_limit, 9223372036854775807)"),
        Field::new("spent_today", "c.spent_today"),
        Field::new("spent_total", "c.spent_total"),
        STATUS.also("status_id"),
        CAMPAIGN_NAME.also("campaign_name"),
        RUNNING.also("ads_count"),
        CONTENT_TYPE.also("content_type_id"),
    ],
    statuses: || CampaignStatus::IDS.to_vec(),
    hidden: CampaignStatus::Archived.id(),
    ties: Some(Direction::Descending),
};

/// Lists of groups.
pub static GROUPS: Shape = Shape {
    id: "l.id",
    fields: &[
        Field::new("id", "l.id"),
        GROUP_NAME,
        STATUS,
        RUNNING,
        STATUS.also("status_id"),
        GROUP_NAME.also("campaign_name"),
        RUNNING.also("ads_count"),
        RUNNING.also("ad_started_count"),
    ],
    statuses: || CampaignStatus::IDS.to_vec(),
    hidden: CampaignStatus::Archived.id(),
    ties: Some(Direction::Descending),
};

/// Lists of ads.
pub static ADS: Shape = Shape {
    id: "a.id",
    fields: &[
        Field::new("id", "a.id"),
        TITLE,
        STATUS,
        Field::new("lowest_bid", "a.lowest_bid"),
        Field::new("format", "a.formats"),
        Field::new("default_order", "a.id"),
        STATUS.also("status_id"),
        TITLE.also("text"),
    ],
    statuses: || AdStatus::IDS.to_vec(),
    hidden: AdStatus::Archived.id(),
    ties: Some(Direction::Descending),
};

/// Lists of push ads.
pub static PUSH_ADS: Shape = Shape {
    id: "a.id",
    fields: &[
        Field::new("id", "a.id"),
        TITLE,
        STATUS,
        Field::new("bid", "a.lowest_bid"),
        STATUS.also("status_id"),
        TITLE.also("text"),
    ],
    statuses: || CampaignStatus::IDS.to_vec(),
    hidden: CampaignStatus::Archived.id(),
    ties: Some(Direction::Descending),
};

/// Which ads to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// All in scope.
    Everything,
    /// Those of all groups of a campaign.
    Campaign(CampaignId),
    /// Those of a group of a campaign.
    Group(CampaignId, GroupId),
}

/// `placard_model::status::CampaignFacts` in SQL.
struct Facts {
    archived: String,
    declined: String,
    approved_once: String,
    paused_by_staff: String,
    wanted: String,
    paused_by_rule: String,
    no_balance: &'static str,
    total_spent: &'static str,
    daily_spent: &'static str,
    off_schedule: String,
}

impl Facts {
    /// Those of a campaign, a row `c` of [`priced`].
    fn of_campaign(now: UnixMs) -> Self {
        Self {
            archived: "c.archived_at IS NOT NULL".to_owned(),
            declined: "c.declined".to_owned(),
            approved_once: "c.approved_once".to_owned(),
            paused_by_staff: "c.paused_by_staff".to_owned(),
            wanted: "c.wanted".to_owned(),
            paused_by_rule: "c.paused_by_rule".to_owned(),
            no_balance: "c.balance < c.cheapest",
            // Unknown, which is no, without a limit.
            total_spent: "c.total_limit - c.spent_total < c.cheapest",
            daily_spent: "c.daily_limit - c.spent_today < c.cheapest",
            off_schedule: off_schedule("c", now),
        }
    }

    /// Those of a group, a row of `ad_groups`, below its campaign `c`.
    fn of_group(group: &str, now: UnixMs) -> Self {
        let Self { archived, paused_by_staff, wanted, paused_by_rule, off_schedule: off, .. } = Self::of_campaign(now);
        Self {
            archived: format!("({archived} OR {group}.archived_at IS NOT NULL)"),
            paused_by_staff: format!("({paused_by_staff} OR {group}.paused_by_staff)"),
            wanted: format!("({wanted} AND {group}.wanted)"),
            paused_by_rule: format!("({paused_by_rule} OR {group}.paused_by_rule)"),
            off_schedule: format!("({off} OR {})", off_schedule(group, now)),
            ..Self::of_campaign(now)
        }
    }

    /// Those of a push ad `a`, below its campaign `c`: `placard_model::status::push_ad_status`. Nobody sees its group, so that
    /// nothing is said of that.
    fn of_push_ad(now: UnixMs) -> Self {
        let Self { archived, declined, wanted, paused_by_rule, .. } = Self::of_campaign(now);
        Self {
            archived: format!("({archived} OR a.archived_at IS NOT NULL)"),
            declined: format!("({declined} OR a.review = {})", Review::Rejected.id()),
            approved_once: format!("a.review IN ({}, {})", Review::Approved.id(), Review::Draft.id()),
            wanted: format!(
                "({wanted} AND a.wanted AND a.review <> {} AND a.halts < {})",
                Review::Draft.id(),
                Halt::DeadLink.id()
            ),
            paused_by_rule: format!("({paused_by_rule} OR a.halts % 2 = {})", Halt::Rule.id()),
            ..Self::of_campaign(now)
        }
    }

    /// `placard_model::status::campaign_status`.
    fn status(&self) -> String {
        let steps: [(&str, CampaignStatus); 10] = [
            (&self.archived, CampaignStatus::Archived),
            (&self.declined, CampaignStatus::Declined),
            (&format!("NOT ({})", self.approved_once), CampaignStatus::Moderation),
            (&self.paused_by_staff, CampaignStatus::PausedByStaff),
            (&format!("NOT {}", self.wanted), CampaignStatus::Stopped),
            (&self.paused_by_rule, CampaignStatus::PausedByRule),
            (self.no_balance, CampaignStatus::AdvertiserBalance),
            (self.total_spent, CampaignStatus::TotalBudget),
            (self.daily_spent, CampaignStatus::DailyBudget),
            (&self.off_schedule, CampaignStatus::Schedule),
        ];
        first_of(steps.map(|(fact, status)| (fact.to_owned(), status.id())).as_slice(), CampaignStatus::Started.id())
    }

    /// What its ads hear of a group: [`CLEAR`], [`STOPPED`], [`NO_MONEY`] or [`OFF_SCHEDULE`].
    fn standing(&self) -> String {
        let Self { archived, declined, paused_by_staff, wanted, paused_by_rule, off_schedule, .. } = self;
        let stopped = format!("{archived} OR {declined} OR {paused_by_staff} OR {paused_by_rule} OR NOT {wanted}");
        let spent = format!("{} OR {} OR {}", self.no_balance, self.total_spent, self.daily_spent);
        first_of(&[(stopped, STOPPED), (spent, NO_MONEY), (off_schedule.clone(), OFF_SCHEDULE)], CLEAR)
    }
}

/// What ads hear of their group: nothing stands against them, it does not want to run, has no money, or rests.
const CLEAR: u8 = 0;
const STOPPED: u8 = 1;
const NO_MONEY: u8 = 2;
const OFF_SCHEDULE: u8 = 3;

/// `placard_model::status::ad_status` of an ad `a` in a group `g` of a standing. The moment is a value, pushed to `values`: written
/// out it would make a new statement of each call, which databases prepare anew.
fn ad_status(now: UnixMs, values: &mut Vec<Value>) -> String {
    values.push(now.0.into());
    let now = values.len();
    let review = |review: Review| format!("a.review = {}", review.id());
    // What most ads are comes first: each step costs as much as reading the row.
    let steps = [
        (format!("g.standing = {CLEAR} AND {IS_READY}"), AdStatus::Launched),
        ("a.archived_at IS NOT NULL".to_owned(), AdStatus::Archived),
        (review(Review::Processing), AdStatus::Processed),
        (format!("{} AND a.lock_until > ${now}", review(Review::Waiting)), AdStatus::InModeration),
        (format!("{} AND a.processing_until > ${now}", review(Review::Waiting)), AdStatus::Processed),
        (review(Review::Waiting), AdStatus::Waiting),
        (review(Review::Rejected), AdStatus::Rejected),
        (
            format!("{} OR NOT a.wanted OR a.halts <> 0 OR g.standing = {STOPPED}", review(Review::Draft)),
            AdStatus::Stopped,
        ),
        (format!("g.standing = {NO_MONEY}"), AdStatus::OutOfBudget),
        (format!("g.standing = {OFF_SCHEDULE}"), AdStatus::TimePaused),
    ];
    first_of(steps.map(|(fact, status)| (fact, status.id())).as_slice(), AdStatus::Launched.id())
}

/// The number of the first fact that holds.
fn first_of(steps: &[(String, u8)], otherwise: u8) -> String {
    let steps: Vec<String> = steps.iter().map(|(fact, number)| format!("WHEN {fact} THEN {number}")).collect();
    format!("CASE {} ELSE {otherwise} END", steps.join(" "))
}

fn off_schedule(table: &str, now: UnixMs) -> String {
    format!("COALESCE(substr({table}.schedule, {}, 1), '1') = '0'", now.hour_of_week() + 1)
}

/// A condition that a group `g` does not keep its ready ads from running.
fn lets_run(now: UnixMs) -> String {
    let off = off_schedule("g", now);
    format!(
        "g.deleted_at IS NULL AND g.archived_at IS NULL AND g.wanted AND NOT g.paused_by_staff AND NOT g.paused_by_rule \
         AND NOT {off}"
    )
}

/// Whether the money that was spent is wanted of campaigns without a limit, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    /// Of all.
    Always,
    /// Where a limit is compared with it.
    UnderLimits,
}

/// A table of the campaigns that meet a condition, with their money and their cheapest click. What it needs is pushed to `values`.
fn priced(name: &str, scope: Scope, condition: &str, spent: Spent, now: UnixMs, values: &mut Vec<Value>) -> String {
    // One owner has one balance: it is read once, not for each campaign.
    let owner = match scope {
        Scope::Advertiser(user) => {
            values.push(user.0.into());
            format!("${}", values.len())
        }
        _ => "c.advertiser_id".to_owned(),
    };
    let under = |limit: &str, spent_sql: String| match spent {
        Spent::Always => spent_sql,
        Spent::UnderLimits => format!("CASE WHEN {limit} IS NULL THEN 0 ELSE {spent_sql} END"),
    };
    let today = format!(
        "COALESCE((SELECT s.amount - s.voided FROM campaign_spend s WHERE s.campaign_id = c.id AND s.day = {}), 0)",
        now.day().0
    );
    let total = "COALESCE((SELECT t.amount FROM campaign_totals t WHERE t.campaign_id = c.id), 0)".to_owned();
    let balance = format!(
        "COALESCE((SELECT b.amount FROM balances b WHERE b.account = {} AND b.user_id = {owner}), 0)",
        code!(advertiser)
    );
    // Whoever can pay the dearest click that there may be can pay the cheapest one of a campaign, whichever that is.
    let can_pay = match scope {
        Scope::Advertiser(_) => {
            format!("c.daily_limit IS NULL AND c.total_limit IS NULL AND {balance} >= {}", BID_MAX.micros())
        }
        _ => "1 = 0".to_owned(),
    };
    format!(
        "WITH {name} AS MATERIALIZED (SELECT c.id, c.folded_name, c.target, c.archived_at, c.declined, c.approved_once, \
         c.paused_by_staff, c.paused_by_rule, c.wanted, c.schedule, c.daily_limit, c.total_limit, \
         {balance} AS balance, {} AS spent_today, {} AS spent_total, \
         CASE WHEN {can_pay} THEN 0 ELSE COALESCE((SELECT MIN(a.lowest_bid) FROM ads a WHERE a.campaign_id = c.id \
         AND a.review = 5 AND a.deleted_at IS NULL AND a.archived_at IS NULL), {}) END AS cheapest \
         FROM campaigns c WHERE c.deleted_at IS NULL AND {condition})",
        under("c.daily_limit", today),
        under("c.total_limit", total),
        NATIVE_FORMAT_MIN.micros()
    )
}

/// The campaigns of a scope, of some kinds, in which a phrase is found, of some marks only when any are named.
pub fn campaigns(scope: Scope, kinds: &[CampaignType], phrase: Option<&str>, marks: &[String], now: UnixMs) -> Listed {
    let mut values = Vec::new();
    let kinds: Vec<String> = kinds.iter().map(|kind| kind.id().to_string()).collect();
    let own = scope.advertiser_rows("c.advertiser_id", &mut values);
    let found = has_folded_phrase("c.id", "c.folded_name", phrase, &mut values);
    let marked = has_mark("c.folded_marks", marks, &mut values);
    let status = Facts::of_campaign(now).status();
    // CROSS JOIN: SQLite looks at the few groups of a campaign in their index, not at the group of each ad.
    let running = format!(
        "CASE WHEN {status} = {} THEN (SELECT COUNT(*) FROM ad_groups g CROSS JOIN ads a WHERE g.campaign_id = c.id \
         AND a.campaign_id = c.id AND a.group_id = g.id AND {READY} AND {}) ELSE 0 END",
        CampaignStatus::Started.id(),
        lets_run(now)
    );
    let condition = format!("c.campaign_type IN ({}) AND {own} AND {found} AND {marked}", kinds.join(", "));
    Listed {
        shape: &CAMPAIGNS,
        with: priced("listed", scope, &condition, Spent::Always, now, &mut values),
        rows: "FROM listed c WHERE 1 = 1".to_owned(),
        status,
        running,
        sought: lists::sought(phrase),
        values,
    }
}

/// The push campaigns of these ids within a scope.
pub fn campaigns_of_ids(scope: Scope, ids: &[CampaignId], now: UnixMs) -> Listed {
    let mut listed = campaigns(scope, &[CampaignType::Push], None, &[], now);
    let named = super::in_list("c.id", ids.iter().map(|id| id.0), &mut listed.values);
    listed.rows = format!("FROM listed c WHERE {named}");
    listed
}

/// The push ads of these ids within a scope.
pub fn push_ads_of_ids(scope: Scope, ids: &[AdId], now: UnixMs) -> Listed {
    let mut listed = push_ads(scope, None, None, now);
    let named = super::in_list("a.id", ids.iter().map(|id| id.0), &mut listed.values);
    listed.rows = format!("{} AND {named}", listed.rows);
    listed
}

/// The groups of a campaign within a scope in which a phrase is found.
pub fn groups(scope: Scope, campaign: CampaignId, phrase: Option<&str>, now: UnixMs) -> Listed {
    let mut values: Vec<Value> = vec![campaign.0.into()];
    let own = scope.advertiser_rows("l.advertiser_id", &mut values);
    let found = has_folded_phrase("l.id", "l.folded_name", phrase, &mut values);
    let status = Facts::of_group("l", now).status();
    let running = format!(
        "CASE WHEN {status} = {} THEN (SELECT COUNT(*) FROM ads a WHERE a.campaign_id = l.campaign_id \
         AND a.group_id = l.id AND {READY}) ELSE 0 END",
        CampaignStatus::Started.id()
    );
    Listed {
        shape: &GROUPS,
        with: priced(
            "above",
            scope,
            &format!("c.campaign_type = {NATIVE} AND c.id = $1"),
            Spent::UnderLimits,
            now,
            &mut values,
        ),
        rows: format!(
            "FROM above c CROSS JOIN ad_groups l WHERE l.campaign_id = c.id AND l.deleted_at IS NULL AND {own} AND {found}"
        ),
        status,
        running,
        sought: lists::sought(phrase),
        values,
    }
}

/// The push ads of a scope, or of one of its push campaigns, in which a phrase is found.
pub fn push_ads(scope: Scope, of: Option<CampaignId>, phrase: Option<&str>, now: UnixMs) -> Listed {
    let mut values = Vec::new();
    let own_campaigns = scope.advertiser_rows("c.advertiser_id", &mut values);
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let of_campaign = match of {
        None => "1 = 1".to_owned(),
        Some(campaign) => {
            values.push(campaign.0.into());
            format!("c.id = ${}", values.len())
        }
    };
    let found = has_folded_phrase("a.id", "a.folded_title", phrase, &mut values);
    let above = format!("c.campaign_type = {PUSH} AND {own_campaigns} AND {of_campaign}");
    // CROSS JOIN: SQLite keeps the order, from the few to the many.
    Listed {
        shape: &PUSH_ADS,
        with: priced("above", scope, &above, Spent::UnderLimits, now, &mut values),
        rows: format!(
            "FROM above c CROSS JOIN ad_groups g CROSS JOIN ads a WHERE g.campaign_id = c.id AND g.deleted_at IS NULL \
             AND a.group_id = g.id AND {own} AND a.deleted_at IS NULL AND {found}"
        ),
        status: Facts::of_push_ad(now).status(),
        running: String::new(),
        sought: lists::sought(phrase),
        values,
    }
}

/// The native ads of a scope in which a phrase is found.
pub fn ads(scope: Scope, of: Of, phrase: Option<&str>, now: UnixMs) -> Listed {
    let mut values = Vec::new();
    let own_campaigns = scope.advertiser_rows("c.advertiser_id", &mut values);
    let own_groups = scope.advertiser_rows("g.advertiser_id", &mut values);
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let (of_campaign, of_group) = match of {
        Of::Everything => ("1 = 1".to_owned(), "1 = 1".to_owned()),
        Of::Campaign(campaign) => {
            values.push(campaign.0.into());
            (format!("c.id = ${}", values.len()), "1 = 1".to_owned())
        }
        Of::Group(campaign, group) => {
            values.push(campaign.0.into());
            values.push(group.0.into());
            (format!("c.id = ${}", values.len() - 1), format!("g.id = ${}", values.len()))
        }
    };
    let found = has_folded_phrase("a.id", "a.folded_title", phrase, &mut values);
    let above = format!("c.campaign_type = {NATIVE} AND {own_campaigns} AND {of_campaign}");
    // CROSS JOIN: SQLite keeps the order, from the few to the many.
    let with = format!(
        "{}, standing AS {KEPT} (SELECT g.id, {} AS standing FROM above c CROSS JOIN ad_groups g \
         WHERE g.campaign_id = c.id AND g.deleted_at IS NULL AND {own_groups} AND {of_group} {KEPT_END})",
        priced("above", scope, &above, Spent::UnderLimits, now, &mut values),
        Facts::of_group("g", now).standing()
    );
    let status = ad_status(now, &mut values);
    Listed {
        shape: &ADS,
        with,
        rows: format!(
            "FROM standing g CROSS JOIN ads a WHERE a.group_id = g.id AND {own} AND a.deleted_at IS NULL AND {found}"
        ),
        status,
        running: String::new(),
        sought: lists::sought(phrase),
        values,
    }
}

/// How many ads of each campaign of a scope would run if the campaign did; campaigns without one are left out.
pub async fn ready_in_campaigns(
    conn: &Conn,
    scope: Scope,
    campaigns: &[CampaignId],
) -> Result<HashMap<CampaignId, u64>> {
    let found = ready(conn, scope, "a.campaign_id", campaigns.iter().map(|id| id.0)).await?;
    Ok(found.into_iter().map(|(id, count)| (CampaignId(id), count)).collect())
}

/// How many ads of each group of a scope would run if the group and its campaign did; groups without one are left out.
pub async fn ready_in_groups(conn: &Conn, scope: Scope, groups: &[GroupId]) -> Result<HashMap<GroupId, u64>> {
    let found = ready(conn, scope, "a.group_id", groups.iter().map(|id| id.0)).await?;
    Ok(found.into_iter().map(|(id, count)| (GroupId(id), count)).collect())
}

async fn ready(conn: &Conn, scope: Scope, column: &str, ids: impl Iterator<Item = i64>) -> Result<Vec<(i64, u64)>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("a.advertiser_id", &mut values);
    let named = conn.one_of(column, ids, &mut values);
    let sql = format!(
        "SELECT {column} AS id, COUNT(*) AS n FROM ads a JOIN ad_groups g ON g.id = a.group_id \
         WHERE {named} AND {own} AND {READY} AND {} GROUP BY {column}",
        lets_run(conn.now())
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get::<i64>("n")?.unsigned_abs()))).collect()
}
