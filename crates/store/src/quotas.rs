//! How much one account may have. What is refused is refused in the transaction that would make it: writers are serial on
//! SQLite and serializable on PostgreSQL, so that two of them cannot both find the last place free.

use crate::conn::{Conn, Tx, Value};
use crate::error::{Error, Result};
use placard_model::time::DAY_MS;
use placard_model::{CampaignId, GroupId, SiteId, UserId};
use serde::{Deserialize, Serialize};

/// The most that any quota of things may be set to: what an account has is counted anew with each thing that it makes.
pub const MAX_QUOTA: u32 = 10_000;

/// How much one account may have. What was deleted does not count; what an advertiser archived does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Quotas {
    /// Sites of an account.
    pub sites: u32,
    /// Blocks of a site.
    pub blocks_per_site: u32,
    /// Blocks of an account.
    pub blocks: u32,
    /// Campaigns of an account.
    pub campaigns: u32,
    /// Groups of a campaign.
    pub groups_per_campaign: u32,
    /// Groups of an account.
    pub groups: u32,
    /// Ads of a group.
    pub ads_per_group: u32,
    /// Ads of an account.
    pub ads: u32,
    /// Of each of these kinds, made by an account within 24 hours, whatever became of them.
    pub made_per_day: u32,
    /// Forms of ads, which may have pictures, of an account in a UTC day, counted since the program's start: pictures stay
    /// on disk.
    pub uploads_per_day: u32,
    /// API tokens of an account.
    pub api_tokens: u32,
    /// Logins of an account that are open at the same time: another one ends the oldest.
    pub sessions: u32,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            sites: 500,
            blocks_per_site: 200,
            blocks: 2_000,
            campaigns: 1_000,
            groups_per_campaign: 1_000,
            groups: 5_000,
            ads_per_group: 1_000,
            ads: 5_000,
            made_per_day: 5_000,
            uploads_per_day: 2_000,
            api_tokens: 50,
            sessions: 100,
        }
    }
}

impl Quotas {
    /// What is wrong with them: a quota beyond [`MAX_QUOTA`].
    pub fn check(&self) -> std::result::Result<(), String> {
        let bounded = [
            ("sites", self.sites),
            ("blocks_per_site", self.blocks_per_site),
            ("blocks", self.blocks),
            ("campaigns", self.campaigns),
            ("groups_per_campaign", self.groups_per_campaign),
            ("groups", self.groups),
            ("ads_per_group", self.ads_per_group),
            ("ads", self.ads),
            ("api_tokens", self.api_tokens),
        ];
        match bounded.into_iter().find(|(_, quota)| *quota > MAX_QUOTA) {
            Some((name, _)) => Err(format!("quotas.{name} must be at most {MAX_QUOTA}")),
            None => Ok(()),
        }
    }
}

/// Something to make, and what it hangs below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A site.
    Site,
    /// A block of a site.
    Block(SiteId),
    /// A campaign.
    Campaign,
    /// A group of a campaign.
    Group(CampaignId),
    /// An ad of a group; of none where several are spread over new groups.
    Ad(Option<GroupId>),
}

/// How things of a kind are counted.
struct Kind {
    name: &'static str,
    table: &'static str,
    owner: &'static str,
    /// What counts; `$1` is the owner.
    live: &'static str,
}

const SITES: Kind = Kind { name: "sites", table: "sites", owner: "webmaster_id", live: "status_id <> 5" };
const BLOCKS: Kind = Kind {
    name: "blocks",
    table: "blocks",
    owner: "webmaster_id",
    live: "status_id <> 3 AND site_id NOT IN (SELECT id FROM sites WHERE webmaster_id = $1 AND status_id = 5)",
};
const CAMPAIGNS: Kind =
    Kind { name: "campaigns", table: "campaigns", owner: "advertiser_id", live: "deleted_at IS NULL" };
const GROUPS: Kind = Kind { name: "groups", table: "ad_groups", owner: "advertiser_id", live: "deleted_at IS NULL" };
const ADS: Kind = Kind { name: "ads", table: "ads", owner: "advertiser_id", live: "deleted_at IS NULL" };

/// Refuses `more` things of an account when there would be too many; the message names the quota.
pub async fn check(tx: &Tx, owner: UserId, thing: Thing, more: usize) -> Result<()> {
    let quotas = tx.quotas();
    let (kind, quota, below) = match thing {
        Thing::Site => (SITES, quotas.sites, None),
        Thing::Block(site) => {
            (BLOCKS, quotas.blocks, Some(("blocks_per_site", "site", "site_id", site.0, quotas.blocks_per_site)))
        }
        Thing::Campaign => (CAMPAIGNS, quotas.campaigns, None),
        Thing::Group(campaign) => {
            let below = ("groups_per_campaign", "campaign", "campaign_id", campaign.0, quotas.groups_per_campaign);
            (GROUPS, quotas.groups, Some(below))
        }
        Thing::Ad(group) => {
            let below = |group: GroupId| ("ads_per_group", "group", "group_id", group.0, quotas.ads_per_group);
            (ADS, quotas.ads, group.map(below))
        }
    };
    let Kind { name, table, owner: column, live } = kind;
    let more = i64::try_from(more).unwrap_or(i64::MAX);
    let refuse = |have: i64, quota: u32, quota_name: &str, of: &str, advice: &str| {
        if have.saturating_add(more) <= i64::from(quota) {
            return Ok(());
        }
        Err(Error::Conflict(format!(
            "{of} may have {quota} {name} and has {have} (quota `{quota_name}`), so that {more} more have no place. \
             {advice}"
        )))
    };
    let delete = "Delete some first, or ask for a larger quota.";
    if let Some((quota_name, of, parent, id, quota)) = below {
        let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1 AND {live} AND {parent} = $2");
        let have = count(tx, &sql, vec![owner.0.into(), id.into()]).await?;
        refuse(have, quota, quota_name, &format!("A {of}"), delete)?;
    }
    let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1 AND {live}");
    refuse(count(tx, &sql, vec![owner.0.into()]).await?, quota, name, "An account", delete)?;
    let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1 AND created_at > $2");
    let have = count(tx, &sql, vec![owner.0.into(), (tx.now().0 - DAY_MS).into()]).await?;
    let advice = "What was made and deleted counts too: go on tomorrow, or ask for a larger quota.";
    refuse(have, quotas.made_per_day, "made_per_day", "Within 24 hours an account", advice)
}

async fn count(conn: &Conn, sql: &str, values: Vec<Value>) -> Result<i64> {
    conn.row(sql, values).await?.map_or(Ok(0), |row| row.get("n"))
}
