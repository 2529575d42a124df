//! What stands between a campaign and its shows: the states of all its groups and ads at once.

use super::campaigns::{self, Campaign};
use super::read_json;
use super::state::{AdState, GroupState, group_lines};
use crate::conn::{Conn, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use placard_model::{AdId, CampaignId, GroupId};

/// The most groups, and the most ads, that are looked at; quotas allow fewer unless an operator raised them.
const ROWS_MAX: usize = 20_000;

/// A group.
#[derive(Clone, Debug)]
pub struct GroupStanding {
    /// Its number.
    pub id: GroupId,
    /// Its name.
    pub name: String,
    /// Wishes and hours.
    pub state: GroupState,
}

/// An ad.
#[derive(Clone, Debug)]
pub struct AdStanding {
    /// Its number.
    pub id: AdId,
    /// Its group.
    pub group: GroupId,
    /// Its title.
    pub title: String,
    /// Why it was rejected: ban reason ids.
    pub ban_reasons: Vec<u8>,
    /// Its landing page and what answered there at last, with which HTTP status; none where nothing halts it.
    pub halted_page: Option<(String, Option<i64>)>,
    /// Review and wish.
    pub state: AdState,
}

/// A campaign with its groups and ads; what was deleted is not there.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The campaign.
    pub campaign: Campaign,
    /// Its groups.
    pub groups: Vec<GroupStanding>,
    /// The ads of these groups.
    pub ads: Vec<AdStanding>,
}

/// The campaign that a group belongs to.
pub async fn campaign_of_group(conn: &Conn, scope: Scope, group: GroupId) -> Result<CampaignId> {
    let mut values: Vec<Value> = vec![group.0.into()];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let sql = format!("SELECT campaign_id FROM ad_groups WHERE id = $1 AND deleted_at IS NULL AND {own}");
    let row = conn.row(&sql, values).await?.ok_or(Error::NotFound("ad group"))?;
    Ok(CampaignId(row.get("campaign_id")?))
}

/// A campaign that is in scope, with all that stands below it.
pub async fn of_campaign(conn: &Conn, scope: Scope, id: CampaignId) -> Result<Standing> {
    let campaign = campaigns::get(conn, scope, id).await?;
    let sql = format!(
        "SELECT name, {} WHERE campaign_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT {ROWS_MAX}",
        group_lines(conn)
    );
    let rows = conn.rows(&sql, [id.0.into()]).await?;
    let groups = rows
        .iter()
        .map(|row| {
            let (id, name) = (GroupId(row.get("id")?), row.get("name")?);
            Ok(GroupStanding { id, name, state: GroupState::of_line(row)? })
        })
        .collect::<Result<Vec<_>>>()?;
    let sql = format!(
        "SELECT a.id, a.group_id, a.review, a.wanted, a.archived_at, a.lock_until, a.halts, \
         a.processing_until, a.title, a.ban_reasons, l.url AS halted_url, l.status AS halted_status FROM ads a \
         LEFT JOIN link_checks l ON l.id = a.link_id AND a.halts <> 0 \
         JOIN ad_groups g ON g.id = a.group_id AND g.deleted_at IS NULL \
         WHERE a.campaign_id = $1 AND a.deleted_at IS NULL ORDER BY a.id LIMIT {ROWS_MAX}"
    );
    let rows = conn.rows(&sql, [id.0.into()]).await?;
    let ads = rows
        .iter()
        .map(|row| {
            let (id, group) = (AdId(row.get("id")?), GroupId(row.get("group_id")?));
            let (url, status) = (row.get::<Option<String>>("halted_url")?, row.get("halted_status")?);
            let (title, ban_reasons) = (row.get("title")?, read_json(row, "ban_reasons")?);
            let halted_page = url.map(|url| (url, status));
            Ok(AdStanding { id, group, title, ban_reasons, halted_page, state: AdState::read(row)? })
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Standing { campaign, groups, ads })
}
