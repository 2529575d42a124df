//! The same change of many ad groups: schedule, audience, categories of sites; seen before it is made.

use crate::advertiser::ad_groups::{GroupForm, GroupResource, load};
use crate::advertiser::bulk_change::{
    CHANGED_MAX, CHANGED_SINCE, Kind, Stays, all_refused, change_with_targeting, is_late, keep_ranges,
};
use crate::advertiser::campaigns::campaigns_bulk::{SeenVersion, seen};
use crate::auth::Advertiser;
use crate::dictionaries::words::Id;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{CampaignId, CategoryId, GroupId};
use placard_store::accounts::audit_log;
use placard_store::accounts::users::User;
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::groups::{self, Group, GroupSettings};
use placard_store::advertising::listed;
use placard_store::network::dictionaries;
use placard_store::{Conn, Error, Priority, Scope};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use utoipa::ToSchema;

/// Lists of sources and coefficients are left out of forms, and so stay.
const GROUPS: Kind = Kind {
    things: "groups",
    own: &["auto_start_ads", "categories"],
    left_out: &[
        "id",
        "campaign_id",
        "status",
        "is_started_wanted",
        "target_id",
        "offer_id",
        "blacklist_sites",
        "blacklist_blocks",
        "whitelist_sites",
        "whitelist_blocks",
        "coefficients",
        "ad_started_count",
        "statistic",
        "version",
    ],
};

change_with_targeting! {
    /// Fields of an ad group with their new values; what is left out stays.
    pub struct GroupChange {
        /// Approved ads start at once.
        #[schema(required = false)]
        auto_start_ads: bool,
        /// Categories of the sites to show on; empty: all.
        #[schema(required = false, value_type = Vec<Id>)]
        categories: Vec<i64>,
    }
}

/// Ad groups and what is to be changed of all of them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupsChange {
    /// The groups: 1 to 200.
    pub ids: Vec<i64>,
    /// Fields with their new values.
    #[schema(value_type = GroupChange)]
    pub change: Map<String, Value>,
    /// The versions that were looked at: a group that has another one by now stays as it is, unless it has all wanted
    /// values already. One that is not named here is changed, whatever its version.
    #[serde(default)]
    pub versions: Vec<SeenVersion>,
    /// Nothing is changed: the answer says what would be. The default.
    #[serde(default = "yes")]
    pub dry_run: bool,
}

const fn yes() -> bool {
    true
}

/// An ad group as it was and as it is now, or would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedGroup {
    /// The group.
    pub id: i64,
    /// Before.
    pub before: GroupResource,
    /// After.
    pub after: GroupResource,
    /// The names of the fields that differ.
    pub fields: Vec<String>,
}

/// An ad group that stays as it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusedGroup {
    /// The group.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Why.
    pub detail: String,
    /// What is wrong with single fields.
    pub errors: BTreeMap<String, Vec<String>>,
}

impl RefusedGroup {
    fn new(group: GroupResource, Stays { detail, errors }: Stays) -> Self {
        Self { id: group.id, name: group.name, detail, errors }
    }
}

/// What became of the ad groups.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedGroups {
    /// Whether nothing was changed yet.
    pub is_dry_run: bool,
    /// Those that are changed, in the order of their numbers. Of those whose values are the same already no fields differ.
    pub groups: Vec<ChangedGroup>,
    /// Those whose state refuses it, that were changed since the look, or that have values which are not taken any more.
    pub refused: Vec<RefusedGroup>,
}

/// Groups with what their resources need.
struct Held {
    groups: Vec<Group>,
    campaigns: HashMap<CampaignId, Campaign>,
    ready: HashMap<GroupId, u64>,
}

impl Held {
    /// Those of these numbers, in their order; an error when one of them is not in scope.
    async fn of(conn: &Conn, scope: Scope, ids: &[GroupId]) -> placard_store::Result<Self> {
        let mut found = groups::by_ids(conn, scope, ids).await?;
        found.retain(|_, group| !group.is_of_push);
        let missing: Vec<i64> = ids.iter().filter(|id| !found.contains_key(id)).map(|id| id.0).collect();
        if !missing.is_empty() {
            return Err(Error::SomeNotFound { what: "ad groups", ids: missing });
        }
        let groups: Vec<Group> = ids.iter().filter_map(|id| found.remove(id)).collect();
        let above: BTreeSet<CampaignId> = groups.iter().map(|group| group.campaign).collect();
        let above: Vec<CampaignId> = above.into_iter().collect();
        let campaigns = campaigns::by_ids(conn, scope, &above).await?;
        let ready = listed::ready_in_groups(conn, scope, ids).await?;
        Ok(Self { groups, campaigns, ready })
    }
}

/// The categories that a change names; what cannot be one is told when the change is read.
fn named_categories(change: &Map<String, Value>) -> Vec<CategoryId> {
    let named = change.get("categories").and_then(Value::as_array).into_iter().flatten();
    named.filter_map(Value::as_i64).filter(|id| *id > 0).map(CategoryId).collect()
}

/// The settings that a group has after the change.
fn changed(
    app: &Api,
    user: &User,
    before: &GroupResource,
    (held, campaign): (&Group, &Campaign),
    change: &Map<String, Value>,
) -> Result<GroupSettings, Problem> {
    let form: GroupForm = GROUPS.form(before, &[], change)?;
    let (mut settings, _) = form.read(app, user, campaign, Some(held))?;
    keep_ranges(change, &held.settings.targeting, &mut settings.targeting);
    Ok(settings)
}

/// Changes schedule, audience or categories of many ad groups, or says what it would change. When one is not the caller's or
/// a value is wrong, none is changed; those that stay as they are, for their state or because they are of another version than was
/// looked at, are named one by one while the others change.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/all", tag = "advertiser", request_body = GroupsChange,
    responses((status = 200, body = Data<ChangedGroups>)))]
pub async fn update_ad_groups(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<GroupsChange>,
) -> Result<Json<Data<ChangedGroups>>, Problem> {
    let GroupsChange { ids, change, versions, dry_run } = form;
    if ids.is_empty() || ids.len() > CHANGED_MAX {
        return Err(Problem::field("ids", format!("must have 1 to {CHANGED_MAX} entries")));
    }
    let seen = seen(&versions)?;
    let ids: Vec<GroupId> = ids.into_iter().collect::<BTreeSet<i64>>().into_iter().map(GroupId).collect();
    GROUPS.check(&change)?;
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let categories = named_categories(&change);
    let (held, known) = app
        .store
        .read("update_ad_groups", async move |conn| {
            let held = Held::of(conn, scope, &ids).await?;
            let known = dictionaries::categories(conn).await?;
            dictionaries::check_known(&known, "change.categories", &categories)?;
            Ok((held, known))
        })
        .await?;
    let now = app.clock.now();
    let (mut plans, mut refused, mut wrong) = (Vec::new(), Vec::new(), FieldErrors::default());
    for group in &held.groups {
        // One whose campaign was deleted just now is gone.
        let campaign = held.campaigns.get(&group.campaign).ok_or(Problem::NotFound)?;
        let before = GroupResource::new(group, campaign, &held.ready, None, now);
        if group.state.archived_at.is_some() {
            let why = "an archived (3) group cannot be edited: make it stopped (1) first";
            refused.push(RefusedGroup::new(before, Stays::because(why)));
            continue;
        }
        let is_late = is_late(&seen, &group.id.0, group.version);
        match changed(&app, &user, &before, (group, campaign), &change) {
            Ok(settings) => {
                // What is closed stays with a group that has it, and no other gets it.
                let (wanted, own) = (&settings.targeting.site_categories, &group.settings.targeting.site_categories);
                if let Err(closed) = dictionaries::check(&known, "categories", wanted, own) {
                    refused.push(RefusedGroup::new(before, Stays::because(closed.to_string())));
                    continue;
                }
                let after = Group { settings: settings.clone(), ..group.clone() };
                let after = GroupResource::new(&after, campaign, &held.ready, None, now);
                let fields = GROUPS.differing(&before, &after);
                if is_late && !fields.is_empty() {
                    refused.push(RefusedGroup::new(before, Stays::because(CHANGED_SINCE)));
                } else {
                    plans.push((settings, ChangedGroup { id: group.id.0, before, after, fields }));
                }
            }
            Err(Problem::Fields(errors)) => {
                let stays = Stays::of(errors, &change, &mut wrong);
                refused.extend(stays.map(|stays| RefusedGroup::new(before, stays)));
            }
            Err(other) => return Err(other),
        }
    }
    wrong.finish()?;
    if dry_run {
        let groups = plans.into_iter().map(|(_, plan)| plan).collect();
        return Ok(data(ChangedGroups { is_dry_run: true, groups, refused }));
    }
    if plans.is_empty() {
        return Err(all_refused(refused.iter().map(|one| (one.name.as_str(), one.detail.as_str()))));
    }
    let groups = app
        .store
        .write("update_ad_groups", Priority::Api, async move |tx| {
            let mut made = Vec::new();
            for (settings, ChangedGroup { id, before, .. }) in &plans {
                groups::update(tx, scope, GroupId(*id), settings, Some(before.version)).await?;
                let after = load(tx, scope, GroupId(*id)).await?;
                audit_log::record_edit(tx, &actor, "update_ad_group", "ad_group", *id, Some(before), Some(&after))
                    .await?;
                let fields = GROUPS.differing(before, &after);
                made.push(ChangedGroup { id: *id, before: before.clone(), after, fields });
            }
            Ok(made)
        })
        .await?;
    Ok(data(ChangedGroups { is_dry_run: false, groups, refused }))
}
