//! Push campaigns that are held back, for staff: who may have to be told, before they ask why they get less.

use crate::auth::Staff;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::push::health::{turns_percent, usual_rate};
use crate::state::ApiState;
use crate::webmaster::push_health::rate;
use axum::extract::State;
use placard_common::error::Problem;
use placard_edge::delivery::push_engagement::Found;
use placard_model::push::push_engagement::TURNS_ALL;
use placard_model::{CampaignId, Money, UserId};
use placard_store::Conn;
use placard_store::accounts::users;
use placard_store::advertising::campaigns;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Campaigns that are looked up, those that were shown most.
const CAMPAIGNS_MAX: usize = 1_000;

/// A push campaign that takes fewer turns, for few people click it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeldBackCampaign {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its owner's number.
    pub advertiser_id: i64,
    /// Its owner's address.
    pub advertiser_email: String,
    /// The figures are those of all ads of its owner at its sites: of its own that run too little was shown.
    pub of_all_ads: bool,
    /// Notifications shown in the last 28 days at sites where those of others were, too.
    pub shown: i64,
    /// Clicked of 100 shown.
    #[schema(value_type = f64)]
    pub engagement: Money,
    /// Clicked of 100 of others at the same sites.
    #[schema(value_type = f64)]
    pub usual_engagement: Money,
    /// Of 100 turns, those that it takes now.
    #[schema(value_type = f64)]
    pub turns_percent: Money,
}

/// Push campaigns that take fewer turns, for few people click them: those that were shown most first, at most 1,000 of the network.
/// Sales see those of their clients.
#[utoipa::path(get, path = "/api/admin/delivery/held_back", tag = "admin",
    responses((status = 200, body = Data<Vec<HeldBackCampaign>>)))]
pub async fn list_held_back_campaigns(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<HeldBackCampaign>>>, Problem> {
    let counted = app.delivery.push_engagement.last();
    let mut held_back: Vec<(CampaignId, Found)> = counted
        .campaigns
        .iter()
        .filter(|(_, found)| found.turns < TURNS_ALL)
        .map(|(campaign, found)| (*campaign, *found))
        .collect();
    held_back.sort_unstable_by_key(|(campaign, found)| (Reverse(found.engagement.shown), *campaign));
    held_back.truncate(CAMPAIGNS_MAX);
    let ids: Vec<CampaignId> = held_back.iter().map(|(campaign, _)| *campaign).collect();
    let scope = staff.scope();
    let read = async move |conn: &Conn| {
        let campaigns = campaigns::by_ids(conn, scope, &ids).await?;
        let owners: Vec<UserId> = campaigns.values().map(|campaign| campaign.advertiser).collect();
        let owners = users::by_ids(conn, scope, &owners).await?;
        let emails: HashMap<UserId, String> = owners.into_iter().map(|(id, user)| (id, user.email)).collect();
        Ok((campaigns, emails))
    };
    let (campaigns, emails) = app.store.read("list_held_back_campaigns", read).await?;
    let told = held_back.into_iter().filter_map(|(id, found)| {
        let campaign = campaigns.get(&id)?;
        Some(HeldBackCampaign {
            id: id.0,
            name: campaign.settings.name.clone(),
            advertiser_id: campaign.advertiser.0,
            advertiser_email: emails.get(&campaign.advertiser).cloned().unwrap_or_default(),
            of_all_ads: found.of_all_ads,
            shown: found.engagement.shown,
            engagement: rate(found.engagement.shown, found.engagement.clicked),
            usual_engagement: usual_rate(found.engagement.shown, found.engagement.usual_milli),
            turns_percent: turns_percent(found.turns),
        })
    });
    Ok(data(told.collect()))
}
