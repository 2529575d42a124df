//! How much one account may have. What is refused is refused in the transaction that would make it: writers are serial on
//! SQLite and serializable on PostgreSQL, so that two of them cannot both find the last place free.

use crate::codes::code;
use crate::conn::{Conn, Tx, Value};
use crate::error::{Error, Result};
use placard_model::time::DAY_MS;
use placard_model::{CampaignId, GroupId, SiteId, UserId};

pub use placard_model::settings::{QUOTA_MAX, Quotas};

/// What becomes of a change beyond a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// It is not made.
    Refused,
    /// It is made and counted.
    Counted,
}

/// Counts a change of an account's things, whose states take so many bytes of the audit log, towards what the account may
/// make on a day.
pub(crate) async fn count_edit(tx: &Tx, account: UserId, audit_bytes: usize, beyond: Beyond) -> Result<()> {
    let sql = "INSERT INTO edit_counts (user_id, day, edits, audit_bytes) VALUES ($1, $2, 1, $3) \
               ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, \
               edits = CASE WHEN edit_counts.day = excluded.day THEN edit_counts.edits + 1 ELSE 1 END, \
               audit_bytes = CASE WHEN edit_counts.day = excluded.day \
                   THEN edit_counts.audit_bytes + excluded.audit_bytes ELSE excluded.audit_bytes END \
               RETURNING edits, audit_bytes";
    let bytes = i64::try_from(audit_bytes).unwrap_or(i64::MAX);
    let values = [account.0.into(), i64::from(tx.now().day().0).into(), bytes.into()];
    let Some(row) = tx.row(sql, values).await?.filter(|_| beyond == Beyond::Refused) else { return Ok(()) };
    let quotas = tx.quotas();
    let refuse = |what: String, quota: &str| {
        Err(Error::Conflict(format!(
            "On one day an account may {what} (quota `{quota}`), and this one has. Go on tomorrow, or ask for a larger \
             quota."
        )))
    };
    if row.get::<i64>("edits")? > i64::from(quotas.edits_per_day) {
        return refuse(format!("make {} changes", quotas.edits_per_day), "edits_per_day");
    }
    if row.get::<i64>("audit_bytes")? > i64::from(quotas.audit_mib_per_day) * 1024 * 1024 {
        return refuse(format!("make changes of {} MiB", quotas.audit_mib_per_day), "audit_mib_per_day");
    }
    Ok(())
}

/// Something to make, and what it hangs below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

const SITES: Kind =
    Kind { name: "sites", table: "sites", owner: "webmaster_id", live: concat!("status_id <> ", code!(site_archived)) };
const BLOCKS: Kind = Kind {
    name: "blocks",
    table: "blocks",
    owner: "webmaster_id",
    live: concat!(
        "status_id <> ",
        code!(block_archived),
        " AND site_id NOT IN (SELECT id FROM sites WHERE webmaster_id = $1 AND status_id = ",
        code!(site_archived),
        ")"
    ),
};
const CAMPAIGNS: Kind =
    Kind { name: "campaigns", table: "campaigns", owner: "advertiser_id", live: "deleted_at IS NULL" };
const GROUPS: Kind = Kind {
    name: "groups",
    table: "ad_groups",
    owner: "advertiser_id",
    // Those of push campaigns are of the network's making.
    live: concat!("deleted_at IS NULL AND COALESCE(ad_format_type, 0) <> ", code!(push_format)),
};
const ADS: Kind = Kind { name: "ads", table: "ads", owner: "advertiser_id", live: "deleted_at IS NULL" };

impl Thing {
    const fn kind(self) -> Kind {
        match self {
            Self::Site => SITES,
            Self::Block(_) => BLOCKS,
            Self::Campaign => CAMPAIGNS,
            Self::Group(_) => GROUPS,
            Self::Ad(_) => ADS,
        }
    }
}

/// Refuses to make `more` things of an account when there would be too many, or too many were made lately; the message
/// names the quota.
pub async fn check(tx: &Tx, owner: UserId, thing: Thing, more: usize) -> Result<()> {
    check_places(tx, owner, thing, more).await?;
    let Kind { name, table, owner: column, .. } = thing.kind();
    let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1 AND created_at > $2");
    let have = count(tx, &sql, vec![owner.0.into(), (tx.now().0 - DAY_MS).into()]).await?;
    let advice = "What was made and deleted counts too: go on tomorrow, or ask for a larger quota.";
    let quota = (tx.quotas().made_per_day, "made_per_day");
    refuse(have, more, quota, name, "Within 24 hours an account", advice)
}

/// Refuses `more` things of an account when there would be too many, new or not; the message names the quota.
pub(crate) async fn check_places(tx: &Tx, owner: UserId, thing: Thing, more: usize) -> Result<()> {
    let quotas = tx.quotas();
    let (quota, below) = match thing {
        Thing::Site => (quotas.sites, None),
        Thing::Block(site) => {
            (quotas.blocks, Some(("blocks_per_site", "site", "site_id", site.0, quotas.blocks_per_site)))
        }
        Thing::Campaign => (quotas.campaigns, None),
        Thing::Group(campaign) => {
            let below = ("groups_per_campaign", "campaign", "campaign_id", campaign.0, quotas.groups_per_campaign);
            (quotas.groups, Some(below))
        }
        Thing::Ad(group) => {
            let below = |group: GroupId| ("ads_per_group", "group", "group_id", group.0, quotas.ads_per_group);
            (quotas.ads, group.map(below))
        }
    };
    let Kind { name, table, owner: column, live } = thing.kind();
    let delete = "Delete some first, or ask for a larger quota.";
    if let Some((quota_name, of, parent, id, quota)) = below {
        let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1 AND {live} AND {parent} = $2");
        let have = count(tx, &sql, vec![owner.0.into(), id.into()]).await?;
        refuse(have, more, (quota, quota_name), name, &format!("A {of}"), delete)?;
    }
    let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1 AND {live}");
    let have = count(tx, &sql, vec![owner.0.into()]).await?;
    refuse(have, more, (quota, name), name, "An account", delete)
}

/// Refuses what goes beyond a quota and its name.
fn refuse(have: i64, more: usize, (quota, quota_name): (u32, &str), name: &str, of: &str, advice: &str) -> Result<()> {
    let more = i64::try_from(more).unwrap_or(i64::MAX);
    if have.saturating_add(more) <= i64::from(quota) {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "{of} may have {quota} {name} and has {have} (quota `{quota_name}`), so that {more} more have no place. {advice}"
    )))
}

/// How many more push subscriptions an account may import now, and what refuses more, to be read after their row.
pub async fn push_imports_left(tx: &Tx, owner: UserId) -> Result<(i64, String)> {
    let quotas = tx.quotas();
    let active = concat!(
        "SELECT CAST(COALESCE(SUM(g.subscribers), 0) AS BIGINT) AS n FROM push_site_groups g JOIN sites s ON s.id = g.site_id \
         WHERE s.webmaster_id = $1 AND g.dimension = ",
        code!(by_status),
        " AND g.value = '",
        code!(subscription_active),
        "'"
    );
    let active = i64::from(quotas.push_subscriptions) - count(tx, active, vec![owner.0.into()]).await?;
    let of_day = "SELECT CAST(COALESCE(SUM(d.imported), 0) AS BIGINT) AS n FROM push_site_days d \
                  JOIN sites s ON s.id = d.site_id WHERE s.webmaster_id = $1 AND d.day = $2";
    let values = vec![owner.0.into(), i64::from(tx.now().day().0).into()];
    let of_day = i64::from(quotas.push_imports_per_day) - count(tx, of_day, values).await?;
    let beyond = if active <= of_day {
        format!(
            "is one more than the {} subscriptions of an account (quota `push_subscriptions`)",
            quotas.push_subscriptions
        )
    } else {
        format!(
            "is one more than the {} that an account may import in a day (quota `push_imports_per_day`): go on tomorrow",
            quotas.push_imports_per_day
        )
    };
    Ok((active.min(of_day).max(0), beyond))
}

async fn count(conn: &Conn, sql: &str, values: Vec<Value>) -> Result<i64> {
    conn.row(sql, values).await?.map_or(Ok(0), |row| row.get("n"))
}
