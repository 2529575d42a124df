//! The same change of many push campaigns: limits, schedule, audience, labels; seen before it is made.

use super::ages_and_caps::{PushCap, SubscriptionDays};
use super::campaign_form::PushCampaignForm;
use super::campaigns::{AdCounts, PushCampaignResource, load};
use super::names::{of_field, of_list};
use crate::advertiser::bulk_change::{
    CHANGED_MAX, CHANGED_SINCE, Kind, Stays, all_refused, change_with_targeting, check_versions, is_late, keep_ranges,
};
use crate::auth::Advertiser;
use crate::dictionaries::words::{PacingName, PushUuid};
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::CampaignId;
use placard_store::accounts::audit_log;
use placard_store::advertising::campaigns::{self, Campaign, CampaignSettings};
use placard_store::advertising::push;
use placard_store::{Error, Priority};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// Lists of sources are left out of forms: they stay as they are held.
const CAMPAIGNS: Kind = Kind {
    things: "push campaigns",
    own: &["marks", "daily_money_limit", "total_money_limit", "pacing", "subscription_age", "frequency_cap"],
    left_out: &[
        "uuid",
        "id",
        "campaign_type_id",
        "status_id",
        "status",
        "substatus_id",
        "is_started_wanted",
        "staff_reason",
        "blacklist_sites",
        "blacklist_blocks",
        "ads_count",
        "running_ads_count",
        "spent_today",
        "spent_total",
        "created_at",
        "updated_at",
        "statistic",
        "reach",
        "version",
    ],
};

change_with_targeting! {
    /// Fields of a push campaign with their new values; what is left out stays.
    pub struct PushCampaignChange {
        /// Labels; null: as they are.
        marks: Option<Vec<String>>,
        /// At most so much a UTC day, in dollars; null: no limit.
        daily_money_limit: Option<f64>,
        /// At most so much at all, in dollars; null: no limit.
        total_money_limit: Option<f64>,
        /// How fast the daily limit is spent.
        #[schema(required = false, value_type = PacingName)]
        pacing: String,
        /// Ages of subscriptions; null: all.
        subscription_age: Option<SubscriptionDays>,
        /// How often one subscriber gets each of the ads; null: as often as the site allows.
        frequency_cap: Option<PushCap>,
    }
}

/// Push campaigns and what is to be changed of all of them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushCampaignsChange {
    /// The campaigns: 1 to 200.
    #[schema(value_type = Vec<PushUuid>)]
    pub uuids: Vec<String>,
    /// Fields with their new values.
    #[schema(value_type = PushCampaignChange)]
    pub change: Map<String, Value>,
    /// The versions that were looked at: a campaign that has another one by now stays as it is, unless it has all wanted
    /// values already. One that is not named here is changed, whatever its version.
    #[serde(default)]
    pub versions: Vec<SeenPushVersion>,
    /// Nothing is changed: the answer says what would be. The default.
    #[serde(default = "yes")]
    pub dry_run: bool,
}

/// The version of a push campaign that was looked at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenPushVersion {
    /// The campaign.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Its version then.
    pub version: i64,
}

/// Versions that were looked at, by campaign; of several of one the last.
fn seen(versions: &[SeenPushVersion]) -> Result<HashMap<String, i64>, Problem> {
    check_versions(versions.len())?;
    let mut seen = HashMap::with_capacity(versions.len());
    for (at, SeenPushVersion { uuid, version }) in versions.iter().enumerate() {
        seen.insert(of_field(&format!("versions.{at}.uuid"), uuid)?.to_string(), *version);
    }
    Ok(seen)
}

const fn yes() -> bool {
    true
}

/// A push campaign as it was and as it is now, or would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedPushCampaign {
    /// The campaign.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Before.
    pub before: PushCampaignResource,
    /// After.
    pub after: PushCampaignResource,
    /// The names of the fields that differ.
    pub fields: Vec<String>,
}

/// A push campaign that stays as it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusedPushCampaign {
    /// The campaign.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Its name.
    pub name: String,
    /// Why.
    pub detail: String,
    /// What is wrong with single fields.
    pub errors: BTreeMap<String, Vec<String>>,
}

impl RefusedPushCampaign {
    fn new(campaign: PushCampaignResource, Stays { detail, errors }: Stays) -> Self {
        Self { uuid: campaign.uuid, name: campaign.name, detail, errors }
    }
}

/// What became of the push campaigns.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedPushCampaigns {
    /// Whether nothing was changed yet.
    pub is_dry_run: bool,
    /// Those that are changed, in the order in which they were named. Of those whose values are the same already no fields
    /// differ.
    pub campaigns: Vec<ChangedPushCampaign>,
    /// Those whose state refuses it, that were changed since the look, or that have values which are not taken any more.
    pub refused: Vec<RefusedPushCampaign>,
}

/// The settings that a campaign has after the change.
fn changed(
    app: &Api,
    before: &PushCampaignResource,
    held: &Campaign,
    change: &Map<String, Value>,
) -> Result<CampaignSettings, Problem> {
    let form: PushCampaignForm = CAMPAIGNS.form(before, &[], change)?;
    let mut settings = form.read(app, held.advertiser.0, Some(&held.settings))?;
    if let (Some(push), Some(held)) = (&mut settings.push, &held.settings.push) {
        push.lists.clone_from(&held.lists);
    }
    keep_ranges(change, &held.settings.targeting, &mut settings.targeting);
    Ok(settings)
}

/// Changes limits, schedule, audience or labels of many push campaigns, or says what it would change. When one is not the
/// caller's or a value is wrong, none is changed; those that stay as they are, for their state or because they are of another version
/// than was looked at, are named one by one while the others change.
#[utoipa::path(put, path = "/api-push-proxy/campaigns/all", tag = "push", request_body = PushCampaignsChange,
    responses((status = 200, body = Data<ChangedPushCampaigns>)))]
pub async fn update_push_campaign_settings(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<PushCampaignsChange>,
) -> Result<Json<Data<ChangedPushCampaigns>>, Problem> {
    let PushCampaignsChange { uuids, change, versions, dry_run } = form;
    if uuids.is_empty() || uuids.len() > CHANGED_MAX {
        return Err(Problem::field("uuids", format!("must have 1 to {CHANGED_MAX} entries")));
    }
    let uuids = of_list(&uuids)?;
    let seen = seen(&versions)?;
    CAMPAIGNS.check(&change)?;
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let (held, counts) = app
        .store
        .read("update_push_campaign_settings", async move |conn| {
            let ids = push::campaigns_of(conn, scope, &uuids).await?;
            let mut found = campaigns::by_ids(conn, scope, &ids).await?;
            let held: Vec<Campaign> = ids.iter().filter_map(|id| found.remove(id)).collect();
            if held.len() != ids.len() {
                return Err(Error::NotFound("campaign"));
            }
            Ok((held, AdCounts::of(conn, scope, &ids).await?))
        })
        .await?;
    let now = app.clock.now();
    let (mut plans, mut refused, mut wrong) = (Vec::new(), Vec::new(), FieldErrors::default());
    for campaign in &held {
        let before = PushCampaignResource::new(campaign, &counts, None, now);
        if campaign.state.archived_at.is_some() {
            let why = "an archived (3) campaign cannot be edited: make it stopped (1) first";
            refused.push(RefusedPushCampaign::new(before, Stays::because(why)));
            continue;
        }
        let is_late = is_late(&seen, &before.uuid, campaign.version);
        match changed(&app, &before, campaign, &change) {
            Ok(settings) => {
                let after = Campaign { settings: settings.clone(), ..campaign.clone() };
                let after = PushCampaignResource::new(&after, &counts, None, now);
                let fields = CAMPAIGNS.differing(&before, &after);
                if is_late && !fields.is_empty() {
                    refused.push(RefusedPushCampaign::new(before, Stays::because(CHANGED_SINCE)));
                } else {
                    plans.push((settings, ChangedPushCampaign { uuid: before.uuid.clone(), before, after, fields }));
                }
            }
            Err(Problem::Fields(errors)) => {
                let stays = Stays::of(errors, &change, &mut wrong);
                refused.extend(stays.map(|stays| RefusedPushCampaign::new(before, stays)));
            }
            Err(other) => return Err(other),
        }
    }
    wrong.finish()?;
    if dry_run {
        let campaigns = plans.into_iter().map(|(_, plan)| plan).collect();
        return Ok(data(ChangedPushCampaigns { is_dry_run: true, campaigns, refused }));
    }
    if plans.is_empty() {
        return Err(all_refused(refused.iter().map(|one| (one.name.as_str(), one.detail.as_str()))));
    }
    let campaigns = app
        .store
        .write("update_push_campaign_settings", Priority::Api, async move |tx| {
            let mut made = Vec::new();
            for (settings, ChangedPushCampaign { uuid, before, .. }) in &plans {
                let id = CampaignId(before.id);
                campaigns::update(tx, scope, id, settings, Some(before.version)).await?;
                let after = load(tx, scope, id).await?;
                audit_log::record_edit(tx, &actor, "update_push_campaign", "campaign", id, Some(before), Some(&after))
                    .await?;
                let fields = CAMPAIGNS.differing(before, &after);
                made.push(ChangedPushCampaign { uuid: uuid.clone(), before: before.clone(), after, fields });
            }
            Ok(made)
        })
        .await?;
    Ok(data(ChangedPushCampaigns { is_dry_run: false, campaigns, refused }))
}
