//! Whom groups and the campaigns above them are for, without what else is stored of them.

use super::read_json;
use crate::conn::{Conn, Row};
use crate::error::Result;
use crate::scope::Scope;
use placard_model::targeting::Targeting;
use placard_model::{CampaignId, GroupId};
use std::collections::{BTreeSet, HashMap};

/// The audiences of some groups and of their campaigns.
#[derive(Debug)]
pub struct Audiences {
    groups: HashMap<GroupId, (CampaignId, Targeting)>,
    campaigns: HashMap<CampaignId, Targeting>,
}

impl Audiences {
    /// Of the groups of these ids that are in scope, also those of push campaigns.
    pub async fn of(conn: &Conn, scope: Scope, ids: &[GroupId]) -> Result<Self> {
        let mut groups = HashMap::with_capacity(ids.len());
        for row in &rows(conn, scope, "id, campaign_id, targeting FROM ad_groups", ids.iter().map(|id| id.0)).await? {
            let campaign = CampaignId(row.get("campaign_id")?);
            groups.insert(GroupId(row.get("id")?), (campaign, read_json(row, "targeting")?));
        }
        let above: BTreeSet<CampaignId> = groups.values().map(|(campaign, _)| *campaign).collect();
        let mut campaigns = HashMap::with_capacity(above.len());
        for row in &rows(conn, scope, "id, targeting FROM campaigns", above.iter().map(|id| id.0)).await? {
            campaigns.insert(CampaignId(row.get("id")?), read_json(row, "targeting")?);
        }
        Ok(Self { groups, campaigns })
    }

    /// A group's own and its campaign's; none when either is not there.
    pub fn get(&self, group: GroupId) -> Option<(&Targeting, &Targeting)> {
        let (campaign, own) = self.groups.get(&group)?;
        Some((own, self.campaigns.get(campaign)?))
    }
}

/// Those of these ids that are in scope and not deleted.
async fn rows(conn: &Conn, scope: Scope, what: &str, ids: impl Iterator<Item = i64>) -> Result<Vec<Row>> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let named = conn.one_of("id", ids, &mut values);
    conn.rows(&format!("SELECT {what} WHERE deleted_at IS NULL AND {own} AND {named}"), values).await
}
