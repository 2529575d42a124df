//! The states above ads, for their shown statuses.

use super::ads::Ad;
use super::state::{CampaignState, GroupState, campaign_lines, group_lines, today};
use crate::conn::Conn;
use crate::error::Result;
use crate::scope::Scope;
use placard_model::status::{AdStatus, CampaignStatus, push_ad_status};
use placard_model::{CampaignId, GroupId, UnixMs};
use std::collections::{BTreeSet, HashMap};

/// The states of what stands above some ads, to derive their statuses.
#[derive(Clone, Debug, Default)]
pub struct States {
    campaigns: HashMap<CampaignId, CampaignState>,
    /// Groups with their campaign.
    groups: HashMap<GroupId, (CampaignId, GroupState)>,
}

impl States {
    /// Loads the states of the groups and campaigns of some ads, those in scope.
    pub async fn above(conn: &Conn, scope: Scope, ads: &[Ad]) -> Result<Self> {
        let mut states = Self::default();
        let ids = |id: fn(&Ad) -> i64| ads.iter().map(id).collect::<BTreeSet<i64>>();
        let mut values = today(conn);
        let own = scope.advertiser_rows("c.advertiser_id", &mut values);
        let named = conn.one_of("c.id", ids(|ad| ad.campaign.0), &mut values);
        let sql = format!("SELECT {} WHERE c.deleted_at IS NULL AND {own} AND {named}", campaign_lines(conn));
        for row in conn.rows(&sql, values).await? {
            states.campaigns.insert(CampaignId(row.get("id")?), CampaignState::of_line(&row)?);
        }
        let mut values = Vec::new();
        let own = scope.advertiser_rows("advertiser_id", &mut values);
        let named = conn.one_of("id", ids(|ad| ad.group.0), &mut values);
        let sql = format!("SELECT {} WHERE deleted_at IS NULL AND {own} AND {named}", group_lines(conn));
        for row in conn.rows(&sql, values).await? {
            let state = (CampaignId(row.get("campaign_id")?), GroupState::of_line(&row)?);
            states.groups.insert(GroupId(row.get("id")?), state);
        }
        Ok(states)
    }

    /// The shown status of a push ad; none when what stands above it is gone.
    pub fn push_ad_status(&self, ad: &Ad, now: UnixMs) -> Option<CampaignStatus> {
        let (campaign, group) = self.groups.get(&ad.group)?;
        let above = group.facts(self.campaigns.get(campaign)?, now);
        let state = &ad.state;
        Some(push_ad_status(above, state.archived_at.is_some(), state.review, state.wanted, state.halts))
    }

    /// The shown status of a native ad; none when what stands above it is gone.
    pub fn ad_status(&self, ad: &Ad, now: UnixMs) -> Option<AdStatus> {
        let (campaign, group) = self.groups.get(&ad.group)?;
        Some(ad.state.status(self.campaigns.get(campaign)?, group, now))
    }
}
