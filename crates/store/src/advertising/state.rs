//! The facts behind shown statuses.

use super::{money, optional_money, optional_time, read_json};
use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use placard_model::bid::NATIVE_FORMAT_MIN;
use placard_model::status::{
    AdFacts, AdStatus, CampaignFacts, CampaignStatus, Halt, Review, ad_status, campaign_status,
};
use placard_model::targeting::WeekHours;
use placard_model::{Money, UnixMs};
use serde::Deserialize;

/// Wishes, moderation, money and hours of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignState {
    /// When it was archived.
    pub archived_at: Option<UnixMs>,
    /// Declined by a moderator.
    pub declined: bool,
    /// At least one ad was approved once.
    pub approved_once: bool,
    /// Paused by staff.
    pub paused_by_staff: bool,
    /// Paused by a rule.
    pub paused_by_rule: bool,
    /// The owner's wish to run.
    pub wanted: bool,
    /// Hours in which it runs.
    pub schedule: WeekHours,
    /// At most so much a UTC day.
    pub daily_limit: Option<Money>,
    /// At most so much at all.
    pub total_limit: Option<Money>,
    /// What the advertiser has left.
    pub balance: Money,
    /// Spent on today's clicks.
    pub spent_today: Money,
    /// Spent at all.
    pub spent_total: Money,
    /// The lowest bid of its approved ads.
    pub lowest_bid: Option<Money>,
}

/// Wishes and hours of a group.
#[derive(Clone, Debug)]
pub struct GroupState {
    /// When it was archived.
    pub archived_at: Option<UnixMs>,
    /// Paused by staff.
    pub paused_by_staff: bool,
    /// Paused by a rule.
    pub paused_by_rule: bool,
    /// The owner's wish to run.
    pub wanted: bool,
    /// Hours in which it runs.
    pub schedule: WeekHours,
}

/// Review and wish of an ad.
#[derive(Clone, Debug)]
pub struct AdState {
    /// When it was archived.
    pub archived_at: Option<UnixMs>,
    /// What moderation says.
    pub review: Review,
    /// Until when a moderator has it open.
    pub locked_until: Option<UnixMs>,
    /// The owner's wish to run.
    pub wanted: bool,
    /// What stops it beside that wish: the numbers of [`Halt`], added up.
    pub halts: u8,
    /// Until when its landing page is looked at before moderators look.
    pub processing_until: Option<UnixMs>,
}

impl CampaignState {
    /// The facts at a moment. Money is spent when what remains cannot pay the cheapest click of the campaign.
    pub fn facts(&self, now: UnixMs) -> CampaignFacts {
        let cheapest = self.lowest_bid.unwrap_or(NATIVE_FORMAT_MIN);
        let spent = |limit: Option<Money>, so_far: Money| limit.is_some_and(|limit| limit - so_far < cheapest);
        CampaignFacts {
            archived: self.archived_at.is_some(),
            declined: self.declined,
            approved_once: self.approved_once,
            paused_by_staff: self.paused_by_staff,
            wanted: self.wanted,
            paused_by_rule: self.paused_by_rule,
            no_balance: self.balance < cheapest,
            total_spent: spent(self.total_limit, self.spent_total),
            daily_spent: spent(self.daily_limit, self.spent_today),
            off_schedule: !self.schedule.contains(now.hour_of_week()),
        }
    }

    /// The shown status.
    pub fn status(&self, now: UnixMs) -> CampaignStatus {
        campaign_status(self.facts(now))
    }

    pub(super) fn read(row: &Row) -> Result<Self> {
        Self::with_schedule(row, read_json::<OnlySchedule>(row, "targeting")?.schedule)
    }

    /// Reads a row of [`campaign_lines`].
    pub(super) fn of_line(row: &Row) -> Result<Self> {
        Self::with_schedule(row, schedule(row)?)
    }

    fn with_schedule(row: &Row, schedule: WeekHours) -> Result<Self> {
        Ok(Self {
            archived_at: optional_time(row, "archived_at")?,
            declined: row.get("declined")?,
            approved_once: row.get("approved_once")?,
            paused_by_staff: row.get("paused_by_staff")?,
            paused_by_rule: row.get("paused_by_rule")?,
            wanted: row.get("wanted")?,
            schedule,
            daily_limit: optional_money(row, "daily_limit")?,
            total_limit: optional_money(row, "total_limit")?,
            balance: money(row, "balance")?,
            spent_today: money(row, "spent_today")?,
            spent_total: money(row, "spent_total")?,
            lowest_bid: optional_money(row, "lowest_bid")?,
        })
    }
}

impl GroupState {
    /// The facts at a moment: those of its campaign hold for the group too.
    pub fn facts(&self, campaign: &CampaignState, now: UnixMs) -> CampaignFacts {
        let above = campaign.facts(now);
        CampaignFacts {
            archived: above.archived || self.archived_at.is_some(),
            wanted: above.wanted && self.wanted,
            paused_by_staff: above.paused_by_staff || self.paused_by_staff,
            paused_by_rule: above.paused_by_rule || self.paused_by_rule,
            off_schedule: above.off_schedule || !self.schedule.contains(now.hour_of_week()),
            ..above
        }
    }

    /// The shown status.
    pub fn status(&self, campaign: &CampaignState, now: UnixMs) -> CampaignStatus {
        campaign_status(self.facts(campaign, now))
    }

    pub(super) fn read(row: &Row) -> Result<Self> {
        Self::with_schedule(row, read_json::<OnlySchedule>(row, "targeting")?.schedule)
    }

    /// Reads a row of [`group_lines`].
    pub(super) fn of_line(row: &Row) -> Result<Self> {
        Self::with_schedule(row, schedule(row)?)
    }

    fn with_schedule(row: &Row, schedule: WeekHours) -> Result<Self> {
        Ok(Self {
            archived_at: optional_time(row, "archived_at")?,
            paused_by_staff: row.get("paused_by_staff")?,
            paused_by_rule: row.get("paused_by_rule")?,
            wanted: row.get("wanted")?,
            schedule,
        })
    }
}

impl AdState {
    /// The facts at a moment.
    pub fn facts(&self, campaign: &CampaignState, group: &GroupState, now: UnixMs) -> AdFacts {
        let above = group.facts(campaign, now);
        AdFacts {
            archived: self.archived_at.is_some(),
            review: self.review,
            locked: self.is_locked(now),
            processing: self.processing_until.is_some_and(|until| until > now),
            wanted: self.wanted
                && self.halts == 0
                && above.wanted
                && !(above.archived || above.declined || above.paused_by_staff || above.paused_by_rule),
            no_money: above.no_balance || above.total_spent || above.daily_spent,
            off_schedule: above.off_schedule,
        }
    }

    /// The shown status.
    pub fn status(&self, campaign: &CampaignState, group: &GroupState, now: UnixMs) -> AdStatus {
        ad_status(self.facts(campaign, group, now))
    }

    /// Whether something stops it beside its owner's wish.
    pub const fn is_halted_by(&self, halt: Halt) -> bool {
        self.halts & halt.id() != 0
    }

    /// Whether a moderator has it open.
    pub fn is_locked(&self, now: UnixMs) -> bool {
        self.locked_until.is_some_and(|until| until > now)
    }

    pub(super) fn read(row: &Row) -> Result<Self> {
        let review: i64 = row.get("review")?;
        Ok(Self {
            archived_at: optional_time(row, "archived_at")?,
            review: Review::from_id(review).ok_or_else(|| Error::Corrupt(format!("review {review}")))?,
            locked_until: optional_time(row, "lock_until")?,
            wanted: row.get("wanted")?,
            halts: u8::try_from(row.get::<i64>("halts")?).unwrap_or(u8::MAX),
            processing_until: optional_time(row, "processing_until")?,
        })
    }
}

#[derive(Deserialize)]
struct OnlySchedule {
    #[serde(default)]
    schedule: WeekHours,
}

/// The schedule of a line; its targeting stays in the database, for it may be a thousand places long.
fn schedule(row: &Row) -> Result<WeekHours> {
    match row.get::<Option<String>>("schedule")? {
        Some(text) => serde_json::from_str(&text).map_err(|error| Error::Corrupt(format!("column schedule: {error}"))),
        None => Ok(WeekHours::default()),
    }
}

/// What follows `SELECT` to read the states of campaigns; `$1` is today. The table is `c`.
pub(super) fn campaign_lines(conn: &Conn) -> String {
    format!(
        "c.id, c.archived_at, c.declined, c.approved_once, c.paused_by_staff, c.paused_by_rule, c.wanted, \
         c.daily_limit, c.total_limit, {} AS schedule, {MONEY_OF_CAMPAIGNS}",
        conn.json_part("c.targeting", "schedule")
    )
}

/// What follows `SELECT` to read the states of groups.
pub(super) fn group_lines(conn: &Conn) -> String {
    format!(
        "id, campaign_id, archived_at, paused_by_staff, paused_by_rule, wanted, {} AS schedule FROM ad_groups",
        conn.json_part("targeting", "schedule")
    )
}

/// What follows `SELECT` to read campaigns with their money; `$1` is today. The table is `c`.
pub(super) fn campaigns_with_money() -> String {
    format!("c.*, {MONEY_OF_CAMPAIGNS}")
}

const MONEY_OF_CAMPAIGNS: &str = concat!(
    "COALESCE(b.amount, 0) AS balance, \
     COALESCE(s.amount - s.voided, 0) AS spent_today, COALESCE(t.amount, 0) AS spent_total, \
     (SELECT MIN(a.lowest_bid) FROM ads a WHERE a.campaign_id = c.id AND a.review = 5 AND a.deleted_at IS NULL \
      AND a.archived_at IS NULL) AS lowest_bid \
     FROM campaigns c \
     LEFT JOIN balances b ON b.account = ",
    code!(advertiser),
    " AND b.user_id = c.advertiser_id \
     LEFT JOIN campaign_spend s ON s.campaign_id = c.id AND s.day = $1 \
     LEFT JOIN campaign_totals t ON t.campaign_id = c.id"
);

/// The first value of a statement that reads campaigns with their money.
pub(super) fn today(conn: &Conn) -> Vec<Value> {
    vec![i64::from(conn.now().day().0).into()]
}

/// How a new ad comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Its owner keeps it: nobody reads it until it is sent.
    Draft,
    /// It waits for a moderator.
    Queue,
    /// Its owner is trusted: it is approved, and looked at later.
    Trusted,
}

impl Entry {
    /// That of an owner's ad.
    pub const fn of(trusted: bool, is_draft: bool) -> Self {
        match (is_draft, trusted) {
            (true, _) => Self::Draft,
            (false, true) => Self::Trusted,
            (false, false) => Self::Queue,
        }
    }

    pub(super) const fn review(self) -> Review {
        match self {
            Self::Draft => Review::Draft,
            Self::Queue => Review::Waiting,
            Self::Trusted => Review::Approved,
        }
    }
}
