//! The same change of many campaigns: limits, schedule, audience, labels; seen before it is made.

use crate::advertiser::bulk_change::{
    CHANGED_MAX, CHANGED_SINCE, Kind, Stays, all_refused, change_with_targeting, check_versions, is_late, keep_ranges,
};
use crate::advertiser::campaigns::{CampaignForm, CampaignResource, NATIVE, load};
use crate::auth::Advertiser;
use crate::dictionaries::words::PacingName;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::CampaignId;
use placard_store::accounts::audit_log;
use placard_store::accounts::users::User;
use placard_store::advertising::campaigns::{self, Campaign, CampaignSettings};
use placard_store::{Error, Priority};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use utoipa::ToSchema;

/// Coefficients are left out of forms, and so stay.
const CAMPAIGNS: Kind = Kind {
    things: "campaigns",
    own: &["marks", "daily_money_limit", "total_money_limit", "pacing"],
    left_out: &[
        "id",
        "uuid",
        "status",
        "is_started_wanted",
        "staff_reason",
        "content_type",
        "ad_started_count",
        "running_ads_count",
        "spent_today",
        "spent_total",
        "statistic",
        "coefficients",
        "version",
    ],
};

change_with_targeting! {
    /// Fields of a campaign with their new values; what is left out stays.
    pub struct CampaignChange {
        /// Labels; null: as they are.
        marks: Option<Vec<String>>,
        /// At most so much a UTC day, in dollars; null: no limit.
        daily_money_limit: Option<f64>,
        /// At most so much at all, in dollars; null: no limit.
        total_money_limit: Option<f64>,
        /// How fast the daily limit is spent.
        #[schema(required = false, value_type = PacingName)]
        pacing: String,
    }
}

/// Campaigns and what is to be changed of all of them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CampaignsChange {
    /// The campaigns: 1 to 200.
    pub ids: Vec<i64>,
    /// Fields with their new values.
    #[schema(value_type = CampaignChange)]
    pub change: Map<String, Value>,
    /// The versions that were looked at: a campaign that has another one by now stays as it is, unless it has all wanted
    /// values already. One that is not named here is changed, whatever its version.
    #[serde(default)]
    pub versions: Vec<SeenVersion>,
    /// Nothing is changed: the answer says what would be. The default.
    #[serde(default = "yes")]
    pub dry_run: bool,
}

/// The version of a campaign or a group that was looked at.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenVersion {
    /// The campaign or the group.
    pub id: i64,
    /// Its version then.
    pub version: i64,
}

/// Versions that were looked at, by thing; of several of one the last.
pub(crate) fn seen(versions: &[SeenVersion]) -> Result<HashMap<i64, i64>, Problem> {
    check_versions(versions.len())?;
    Ok(versions.iter().map(|seen| (seen.id, seen.version)).collect())
}

const fn yes() -> bool {
    true
}

/// A campaign as it was and as it is now, or would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedCampaign {
    /// The campaign.
    pub id: i64,
    /// Before.
    pub before: CampaignResource,
    /// After.
    pub after: CampaignResource,
    /// The names of the fields that differ.
    pub fields: Vec<String>,
}

/// A campaign that stays as it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusedCampaign {
    /// The campaign.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Why.
    pub detail: String,
    /// What is wrong with single fields.
    pub errors: BTreeMap<String, Vec<String>>,
}

impl RefusedCampaign {
    fn new(campaign: CampaignResource, Stays { detail, errors }: Stays) -> Self {
        Self { id: campaign.id, name: campaign.name, detail, errors }
    }
}

/// What became of the campaigns.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedCampaigns {
    /// Whether nothing was changed yet.
    pub is_dry_run: bool,
    /// Those that are changed, in the order of their numbers. Of those whose values are the same already no fields differ.
    pub campaigns: Vec<ChangedCampaign>,
    /// Those whose state refuses it, that were changed since the look, or that have values which are not taken any more.
    pub refused: Vec<RefusedCampaign>,
}

/// The settings that a campaign has after the change.
fn changed(
    app: &Api,
    user: &User,
    before: &CampaignResource,
    held: &Campaign,
    change: &Map<String, Value>,
) -> Result<CampaignSettings, Problem> {
    // What its owner may not set any more stays all the same.
    let keeps_offer = held.settings.offer.is_some() && !user.has_extended_permissions();
    let left_out: &[&str] = if keeps_offer { &["offer_id"] } else { &[] };
    let form: CampaignForm = CAMPAIGNS.form(before, left_out, change)?;
    let (mut settings, _) = form.read(app, user, Some(&held.settings))?;
    if keeps_offer {
        settings.offer = held.settings.offer;
    }
    keep_ranges(change, &held.settings.targeting, &mut settings.targeting);
    Ok(settings)
}

/// Changes limits, schedule, audience or labels of many campaigns, or says what it would change. When one is not the caller's or
/// a value is wrong, none is changed; those that stay as they are, for their state or because they are of another version than was
/// looked at, are named one by one while the others change.
#[utoipa::path(put, path = "/api/advertiser/campaigns/all", tag = "advertiser", request_body = CampaignsChange,
    responses((status = 200, body = Data<ChangedCampaigns>)))]
pub async fn update_campaigns(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<CampaignsChange>,
) -> Result<Json<Data<ChangedCampaigns>>, Problem> {
    let CampaignsChange { ids, change, versions, dry_run } = form;
    if ids.is_empty() || ids.len() > CHANGED_MAX {
        return Err(Problem::field("ids", format!("must have 1 to {CHANGED_MAX} entries")));
    }
    let seen = seen(&versions)?;
    let ids: Vec<CampaignId> = ids.into_iter().collect::<BTreeSet<i64>>().into_iter().map(CampaignId).collect();
    CAMPAIGNS.check(&change)?;
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let (wanted, all) = (ids.clone(), ids.clone());
    let held = app
        .store
        .read("update_campaigns", async move |conn| {
            let found = campaigns::by_ids(conn, scope, &all).await?;
            let missing: Vec<i64> = all.iter().filter(|id| !found.contains_key(id)).map(|id| id.0).collect();
            if !missing.is_empty() {
                return Err(Error::SomeNotFound { what: "campaigns", ids: missing });
            }
            let mut resources = Vec::new();
            for id in &all {
                resources.push(load(conn, scope, *id).await?);
            }
            Ok((found, resources))
        })
        .await?;
    let (found, before) = held;
    let now = app.clock.now();
    let (mut plans, mut refused, mut wrong) = (Vec::new(), Vec::new(), FieldErrors::default());
    for (id, before) in wanted.into_iter().zip(before) {
        let Some(held) = found.get(&id) else { continue };
        let stays = if held.state.archived_at.is_some() {
            Some("an archived (3) campaign cannot be edited: make it stopped (1) first")
        } else if held.campaign_type != i64::from(NATIVE) {
            Some("it is a push campaign, which has a form of its own")
        } else {
            None
        };
        if let Some(detail) = stays {
            refused.push(RefusedCampaign::new(before, Stays::because(detail)));
            continue;
        }
        match changed(&app, &user, &before, held, &change) {
            Ok(settings) => {
                let after = Campaign { settings: settings.clone(), ..held.clone() };
                let after = CampaignResource::new(&after, before.ad_started_count, None, now);
                let fields = CAMPAIGNS.differing(&before, &after);
                if is_late(&seen, &id.0, held.version) && !fields.is_empty() {
                    refused.push(RefusedCampaign::new(before, Stays::because(CHANGED_SINCE)));
                } else {
                    plans.push((settings, held.version, ChangedCampaign { id: id.0, before, after, fields }));
                }
            }
            Err(Problem::Fields(errors)) => {
                let stays = Stays::of(errors, &change, &mut wrong);
                refused.extend(stays.map(|stays| RefusedCampaign::new(before, stays)));
            }
            Err(other) => return Err(other),
        }
    }
    wrong.finish()?;
    if dry_run {
        let campaigns = plans.into_iter().map(|(_, _, plan)| plan).collect();
        return Ok(data(ChangedCampaigns { is_dry_run: true, campaigns, refused }));
    }
    if plans.is_empty() {
        return Err(all_refused(refused.iter().map(|one| (one.name.as_str(), one.detail.as_str()))));
    }
    let campaigns = app
        .store
        .write("update_campaigns", Priority::Api, async move |tx| {
            let mut made = Vec::new();
            for (settings, version, ChangedCampaign { id, before, .. }) in &plans {
                let id = CampaignId(*id);
                campaigns::update(tx, scope, id, settings, Some(*version)).await?;
                let after = load(tx, scope, id).await?;
                audit_log::record_edit(tx, &actor, "update_campaign", "campaign", id, Some(before), Some(&after))
                    .await?;
                let fields = CAMPAIGNS.differing(before, &after);
                made.push(ChangedCampaign { id: id.0, before: before.clone(), after, fields });
            }
            Ok(made)
        })
        .await?;
    Ok(data(ChangedCampaigns { is_dry_run: false, campaigns, refused }))
}
