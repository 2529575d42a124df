//! Ad groups: list, create, read, update.

pub mod ad_group_actions;
pub mod ad_groups_bulk;

use crate::advertiser::stat_list::{Defaults, ListKind, list_page, unknown_order_of};
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::{CoefficientEntry, TargetingFields, form_with_targeting, read_each};
use crate::dictionaries::words::{CampaignStatusId, Id, NativeFormatId, TargetId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, ListParams, ListQuery, ROWS_MAX, data};
use crate::state::{Api, ApiState};
use crate::statistics::metrics::Metrics;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::format::BlockFormat;
use placard_model::status::CampaignStatus;
use placard_model::targeting::{PASTED_MAX, SourceLists};
use placard_model::{BlockId, CampaignId, CategoryId, GroupId, SiteId, UnixMs, validate};
use placard_stats::{Dimension, View};
use placard_store::accounts::audit_log;
use placard_store::accounts::users::User;
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::coefficients::{self, Coefficients, Owner};
use placard_store::advertising::groups::{self, Group, GroupSettings};
use placard_store::advertising::listed;
use placard_store::lists::Shape;
use placard_store::{Conn, Priority, Scope};
use serde::Serialize;
use std::collections::HashMap;
use std::hash::Hash;
use utoipa::ToSchema;

/// Rows of a page.
const PAGE_ROWS: u32 = 50;
/// The most categories of sites of a group.
pub(crate) const SITE_CATEGORIES_MAX: usize = 50;

/// An ad group.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdGroup)]
pub struct GroupResource {
    /// The group.
    pub id: i64,
    /// Its campaign.
    pub campaign_id: i64,
    /// Name.
    pub name: String,
    /// Shown status, as of campaigns.
    #[schema(value_type = CampaignStatusId)]
    pub status: u8,
    /// Whether its owner wants it to run.
    pub is_started_wanted: bool,
    /// What its campaign leads to.
    #[schema(value_type = TargetId)]
    pub target_id: u8,
    /// Promoted offer: its campaign's.
    pub offer_id: Option<i64>,
    /// Categories of the sites to show on; empty: all.
    pub categories: Vec<i64>,
    /// The format that its ad form opens with.
    #[schema(value_type = Option<NativeFormatId>)]
    pub ad_format_type_id: Option<u8>,
    /// Approved ads start at once.
    pub auto_start_ads: bool,
    /// Whom it is for, beside its campaign's targeting.
    #[serde(flatten)]
    pub targeting: TargetingFields,
    /// Sites never to show on.
    pub blacklist_sites: Vec<i64>,
    /// Blocks never to show in.
    pub blacklist_blocks: Vec<i64>,
    /// Sites to show on only.
    pub whitelist_sites: Vec<i64>,
    /// Blocks to show in only.
    pub whitelist_blocks: Vec<i64>,
    /// Multipliers of the bid by source, instead of the campaign's.
    pub coefficients: Vec<CoefficientEntry>,
    /// Ads whose shown status is started.
    pub ad_started_count: u64,
    /// Metrics of the list's days; null without `is_show_stats=1`.
    pub statistic: Option<Metrics>,
    /// Send it back with changes, so that a stale edit is noticed.
    pub version: i64,
}

impl GroupResource {
    /// `ready`: the ads of groups that would run if the group did.
    pub(crate) fn new(
        group: &Group,
        campaign: &Campaign,
        ready: &HashMap<GroupId, u64>,
        statistic: Option<Metrics>,
        now: UnixMs,
    ) -> Self {
        let Group { settings, state, .. } = group;
        let sites = |ids: &[SiteId]| ids.iter().map(|id| id.0).collect();
        let blocks = |ids: &[BlockId]| ids.iter().map(|id| id.0).collect();
        let status = state.status(&campaign.state, now);
        let started = match status {
            CampaignStatus::Started => ready.get(&group.id).copied().unwrap_or(0),
            _ => 0,
        };
        Self {
            id: group.id.0,
            campaign_id: group.campaign.0,
            name: settings.name.clone(),
            status: status.id(),
            is_started_wanted: state.wanted,
            target_id: campaign.settings.target.native_id(),
            offer_id: campaign.settings.offer.map(|offer| offer.0),
            categories: settings.targeting.site_categories.iter().map(|category| category.0).collect(),
            ad_format_type_id: settings.ad_format_type.map(BlockFormat::id),
            auto_start_ads: settings.auto_start_ads,
            targeting: TargetingFields::new(&settings.targeting),
            blacklist_sites: sites(&settings.lists.blacklist_sites),
            blacklist_blocks: blocks(&settings.lists.blacklist_blocks),
            whitelist_sites: sites(&settings.lists.whitelist_sites),
            whitelist_blocks: blocks(&settings.lists.whitelist_blocks),
            coefficients: group.coefficients.iter().map(CoefficientEntry::new).collect(),
            ad_started_count: started,
            statistic,
            version: group.version,
        }
    }
}

form_with_targeting! {
    /// What the owner of a group sets. A PUT replaces all of it, except for the lists of sources and the coefficients
    /// that are omitted: those stay.
    pub struct GroupForm {
        /// Name, 1 to 200 characters.
        pub name: String,
        /// The format that its ad form opens with.
        #[serde(default)]
        #[schema(value_type = Option<NativeFormatId>)]
        pub ad_format_type_id: Option<u8>,
        /// Approved ads start at once; true when omitted.
        #[serde(default = "yes")]
        pub auto_start_ads: bool,
        /// Belongs to the campaign: must be the same when sent.
        #[serde(default)]
        #[schema(value_type = Option<TargetId>)]
        pub target_id: Option<u8>,
        /// Belongs to the campaign: must be the same when sent.
        #[serde(default)]
        pub offer_id: Option<i64>,
        /// Categories of the sites to show on; empty: all.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub categories: Vec<i64>,
        /// Sites never to show on; at most 100.
        #[serde(default)]
        #[schema(value_type = Option<Vec<Id>>)]
        pub blacklist_sites: Option<Vec<i64>>,
        /// Blocks never to show in; at most 100.
        #[serde(default)]
        #[schema(value_type = Option<Vec<Id>>)]
        pub blacklist_blocks: Option<Vec<i64>>,
        /// Sites to show on only; at most 100.
        #[serde(default)]
        #[schema(value_type = Option<Vec<Id>>)]
        pub whitelist_sites: Option<Vec<i64>>,
        /// Blocks to show in only; at most 100.
        #[serde(default)]
        #[schema(value_type = Option<Vec<Id>>)]
        pub whitelist_blocks: Option<Vec<i64>>,
        /// Multipliers of the bid by source.
        #[serde(default)]
        pub coefficients: Option<Vec<CoefficientEntry>>,
        /// The version that the change is made from.
        #[serde(default)]
        pub version: Option<i64>,
    }
}

const fn yes() -> bool {
    true
}

impl GroupForm {
    /// `stored` is what the group has: lists that are left out stay as they are.
    pub(crate) fn read(
        mut self,
        app: &Api,
        user: &User,
        campaign: &Campaign,
        stored: Option<&Group>,
    ) -> Result<(GroupSettings, Option<Coefficients>), Problem> {
        let mut errors = FieldErrors::default();
        let name = match validate::name(&self.name) {
            Ok(name) => name.to_owned(),
            Err(message) => {
                errors.add("name", message);
                String::new()
            }
        };
        let format = self.ad_format_type_id.map(|id| BlockFormat::from_native_id(i64::from(id)));
        errors.check("ad_format_type_id", format != Some(None), "must be 1, 2, 4, 8 or 16");
        let of_campaign = "belongs to the campaign: change it there";
        let settings = &campaign.settings;
        errors.check("target_id", self.target_id.is_none_or(|id| id == settings.target.native_id()), of_campaign);
        errors.check(
            "offer_id",
            self.offer_id.is_none_or(|id| settings.offer.is_some_and(|offer| offer.0 == id)),
            of_campaign,
        );
        let before = stored.map(|group| group.settings.lists.clone()).unwrap_or_default();
        let lists = SourceLists {
            blacklist_sites: ids(
                &mut errors,
                "blacklist_sites",
                self.blacklist_sites.as_ref(),
                SiteId,
                before.blacklist_sites,
            ),
            blacklist_blocks: ids(
                &mut errors,
                "blacklist_blocks",
                self.blacklist_blocks.as_ref(),
                BlockId,
                before.blacklist_blocks,
            ),
            whitelist_sites: ids(
                &mut errors,
                "whitelist_sites",
                self.whitelist_sites.as_ref(),
                SiteId,
                before.whitelist_sites,
            ),
            whitelist_blocks: ids(
                &mut errors,
                "whitelist_blocks",
                self.whitelist_blocks.as_ref(),
                BlockId,
                before.whitelist_blocks,
            ),
        };
        let mut targeting = self.take_targeting().read(app, user.id.0, &mut errors);
        targeting.site_categories =
            read_each(&mut errors, "categories", &self.categories, SITE_CATEGORIES_MAX, "a category", |id| {
                (*id > 0).then_some(CategoryId(*id))
            });
        let coefficients =
            self.coefficients.as_ref().map(|entries| CoefficientEntry::read_all(entries, "coefficients", &mut errors));
        errors.finish()?;
        let settings = GroupSettings {
            name,
            ad_format_type: format.flatten(),
            auto_start_ads: self.auto_start_ads,
            targeting,
            lists,
        };
        Ok((settings, coefficients))
    }
}

/// A list of ids; what is stored when it is omitted.
fn ids<T: Copy + Eq + Hash>(
    errors: &mut FieldErrors,
    field: &'static str,
    sent: Option<&Vec<i64>>,
    id: fn(i64) -> T,
    stored: Vec<T>,
) -> Vec<T> {
    let Some(sent) = sent else { return stored };
    read_each(errors, field, sent, PASTED_MAX, "an id", |value| (*value > 0).then(|| id(*value)))
}

/// Lists of groups.
struct GroupList;

impl ListKind for GroupList {
    const SHAPE: &'static Shape = &listed::GROUPS;
    const DIMENSION: Dimension = Dimension::Group;
    const VIEW: View = View::Advertiser;

    fn group_of(status: u8) -> u8 {
        CampaignStatus::from_id(i64::from(status)).map_or(status, |status| status.group().id())
    }

    fn unknown_order() -> String {
        unknown_order_of(Self::SHAPE)
    }
}

/// The groups of a campaign. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api/advertiser/campaigns/{id}/ad_groups", tag = "advertiser",
    params(("id" = i64, Path), ListParams<GroupList>), responses((status = 200, body = List<GroupResource>)))]
pub async fn list_ad_groups(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Qs(query): Qs<ListQuery>,
) -> Result<Json<List<GroupResource>>, Problem> {
    let (scope, id, now) = (advertiser.scope(), CampaignId(id), app.clock.now());
    let campaign = app.store.read("list_ad_groups", async move |conn| campaigns::native(conn, scope, id).await).await?;
    let defaults = Defaults { name: "list_ad_groups", rows: PAGE_ROWS, max_rows: ROWS_MAX, order_by: "id" };
    let listed = listed::groups(scope, id, query.search()?, now);
    let page = list_page::<GroupList>(app.clone(), advertiser.id(), query, listed, defaults).await?;
    let ids: Vec<GroupId> = page.ids.iter().copied().map(GroupId).collect();
    let (found, ready) = app
        .store
        .read("list_ad_groups", async move |conn| {
            let ready = listed::ready_in_groups(conn, scope, &ids).await?;
            Ok((groups::by_ids(conn, scope, &ids).await?, ready))
        })
        .await?;
    Ok(Json(page.into_list(|id, statistic| {
        let group = found.get(&GroupId(id))?;
        Some(GroupResource::new(group, &campaign, &ready, statistic, now))
    })))
}

/// A group with what its resource needs.
pub(crate) async fn load(conn: &Conn, scope: Scope, id: GroupId) -> placard_store::Result<GroupResource> {
    let group = groups::get(conn, scope, id).await?;
    let campaign = campaigns::get(conn, scope, group.campaign).await?;
    let ready = listed::ready_in_groups(conn, scope, &[id]).await?;
    Ok(GroupResource::new(&group, &campaign, &ready, None, conn.now()))
}

/// Makes a group in a campaign.
#[utoipa::path(post, path = "/api/advertiser/campaigns/{id}/ad_groups", tag = "advertiser",
    params(("id" = i64, Path)), request_body = GroupForm, responses((status = 201, body = Data<GroupResource>)))]
pub async fn create_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<GroupForm>,
) -> Result<(StatusCode, Json<Data<GroupResource>>), Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), CampaignId(id));
    let campaign =
        app.store.read("create_ad_group", async move |conn| campaigns::native(conn, scope, id).await).await?;
    let (settings, coefficients) = form.read(&app, &advertiser.user, &campaign, None)?;
    let resource = app
        .store
        .write("create_ad_group", Priority::Api, async move |tx| {
            let group = groups::create(tx, scope, id, &settings, true).await?;
            if let Some(coefficients) = &coefficients {
                coefficients::replace(tx, Owner::Group(group), coefficients).await?;
            }
            let after = load(tx, scope, group).await?;
            audit_log::record_edit(tx, &actor, "create_ad_group", "ad_group", group, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(resource)))
}

/// A group.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<GroupResource>)))]
pub async fn get_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<GroupResource>>, Problem> {
    let scope = advertiser.scope();
    Ok(data(app.store.read("get_ad_group", async move |conn| load(conn, scope, GroupId(id)).await).await?))
}

/// Replaces the settings of a group.
#[utoipa::path(put, path = "/api/advertiser/ad_groups/{id}", tag = "advertiser", params(("id" = i64, Path)),
    request_body = GroupForm, responses((status = 200, body = Data<GroupResource>)))]
pub async fn update_ad_group(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<GroupForm>,
) -> Result<Json<Data<GroupResource>>, Problem> {
    let (scope, actor, id, version) = (advertiser.scope(), advertiser.actor(), GroupId(id), form.version);
    let (campaign, stored) = app
        .store
        .read("update_ad_group", async move |conn| {
            let group = groups::get(conn, scope, id).await?;
            Ok((campaigns::get(conn, scope, group.campaign).await?, group))
        })
        .await?;
    // What is omitted stays as it was read: a change in between is a stale edit also without a version.
    let version = version.or(Some(stored.version));
    let (settings, coefficients) = form.read(&app, &advertiser.user, &campaign, Some(&stored))?;
    let resource = app
        .store
        .write("update_ad_group", Priority::Api, async move |tx| {
            let before = load(tx, scope, id).await?;
            groups::update(tx, scope, id, &settings, version).await?;
            if let Some(coefficients) = &coefficients {
                coefficients::replace(tx, Owner::Group(id), coefficients).await?;
            }
            let after = load(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "update_ad_group", "ad_group", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(resource))
}
