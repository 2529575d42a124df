//! What is done with push campaigns beside editing: start, stop, archive, many at once.

use super::campaigns::{PushCampaignResource, load};
use super::many::{RefusedPush, UpdatedPush, by_state};
use super::names::{of_list, of_path};
use crate::advertiser::audit_log_values::RunState;
use crate::auth::Advertiser;
use crate::dictionaries::words::{GivenPushStatusId, PushUuid, StopReasonId};
use crate::extract::{Json, Path};
use crate::list::{Data, Started, data, started};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::CampaignId;
use placard_model::status::{CampaignStatus, StopReason};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::advertising::{campaigns, push};
use placard_store::{Priority, Scope, Tx};
use serde::Deserialize;
use utoipa::ToSchema;

/// What is to become of campaigns or ads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// They run.
    Start,
    /// They do not, and why.
    Stop(StopReason),
    /// They are put away.
    Archive,
    /// They are taken out of the archive, stopped.
    Unarchive,
}

impl Wish {
    /// The wish of a status that a call sets: 1 stopped, 2 started, 3 archived.
    pub(crate) fn of_status(status: u8) -> Option<Self> {
        // The document names those alone.
        match CampaignStatus::from_id(i64::from(status)).filter(|status| status.is_settable())? {
            CampaignStatus::Stopped => Some(Self::Stop(StopReason::ByHand)),
            CampaignStatus::Started => Some(Self::Start),
            CampaignStatus::Archived => Some(Self::Archive),
            _ => None,
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Start => "start_push_campaign",
            Self::Stop(_) => "stop_push_campaign",
            Self::Archive => "archive_push_campaign",
            Self::Unarchive => "unarchive_push_campaign",
        }
    }
}

/// What is said of a status that cannot be set.
pub(crate) const NOT_SETTABLE: &str = "must be 1 (stopped), 2 (started) or 3 (archived)";

/// Why something is stopped.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StopForm {
    /// 1 by hand, which holds when omitted; 2 by a rule of its owner, such as a script that calls; 3 by staff, for staff in
    /// the cabinet alone.
    #[schema(value_type = Option<StopReasonId>)]
    pub substatus_id: Option<u8>,
}

impl StopForm {
    /// The reason, if the caller may give it.
    pub(crate) fn reason(self, advertiser: &Advertiser) -> Result<StopReason, Problem> {
        let Some(id) = self.substatus_id else { return Ok(StopReason::ByHand) };
        match StopReason::from_id(i64::from(id)) {
            Some(StopReason::ByStaff) if advertiser.admin().is_none() => {
                Err(Problem::field("substatus_id", "3 (by staff) is for staff"))
            }
            Some(reason) => Ok(reason),
            None => Err(Problem::field("substatus_id", "must be 1 (by hand), 2 (by a rule) or 3 (by staff)")),
        }
    }
}

/// Push campaigns, and what is to become of them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ManyPushCampaigns {
    /// The campaigns: 1 to 1000.
    #[schema(value_type = Vec<PushUuid>)]
    pub uuids: Vec<String>,
    /// The status to have.
    #[schema(value_type = GivenPushStatusId)]
    pub status_id: u8,
}

async fn state(tx: &Tx, scope: Scope, id: CampaignId) -> placard_store::Result<RunState> {
    let state = campaigns::get(tx, scope, id).await?.state;
    Ok(RunState { is_wanted: state.wanted, archived_at: state.archived_at })
}

/// Fulfils a wish. A refusal has written nothing.
async fn set(tx: &Tx, scope: Scope, id: CampaignId, wish: Wish) -> placard_store::Result<()> {
    match wish {
        Wish::Start => campaigns::set_wanted(tx, scope, id, true).await,
        Wish::Stop(reason) => campaigns::set_wanted_for(tx, scope, id, false, reason).await,
        Wish::Archive => campaigns::set_archived(tx, scope, id, true).await,
        Wish::Unarchive => campaigns::set_archived(tx, scope, id, false).await,
    }
}

/// Records what became of a campaign in the transaction that changed it.
async fn record(
    tx: &Tx,
    scope: Scope,
    actor: &Actor,
    id: CampaignId,
    wish: Wish,
    before: RunState,
) -> placard_store::Result<()> {
    let after = state(tx, scope, id).await?;
    audit_log::record_edit(tx, actor, wish.action(), "campaign", id, Some(&before), Some(&after)).await
}

/// Changes one campaign; answers it.
async fn change(
    app: &ApiState,
    advertiser: &Advertiser,
    uuid: &str,
    wish: Wish,
) -> Result<PushCampaignResource, Problem> {
    let (scope, actor, uuid) = (advertiser.scope(), advertiser.actor(), of_path(uuid)?);
    let after = app
        .store
        .write(wish.action(), Priority::Api, async move |tx| {
            let id = push::campaign_of(tx, scope, uuid).await?;
            let before = state(tx, scope, id).await?;
            set(tx, scope, id, wish).await?;
            record(tx, scope, &actor, id, wish, before).await?;
            load(tx, scope, id).await
        })
        .await?;
    halt(app, &[CampaignId(after.id)], wish);
    Ok(after)
}

/// No ad of them is chosen from now on, before the feed hears of it. A start waits for the feed, which knows what else
/// stands against it.
fn halt(app: &ApiState, ids: &[CampaignId], wish: Wish) {
    if wish != Wish::Start {
        for id in ids {
            app.engine.live().set_campaign_wanted(*id, false);
        }
    }
}

/// Starts a push campaign.
#[utoipa::path(patch, path = "/api-push-proxy/campaigns/{uuid}/start", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Started)))]
pub async fn start_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Started>, Problem> {
    let after = change(&app, &advertiser, &uuid, Wish::Start).await?;
    Ok(started(after.running_ads_count))
}

/// Stops a push campaign.
#[utoipa::path(patch, path = "/api-push-proxy/campaigns/{uuid}/stop", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), request_body(content = Option<StopForm>),
    responses((status = 200, body = Started)))]
pub async fn stop_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
    form: Option<Json<Option<StopForm>>>,
) -> Result<Json<Started>, Problem> {
    let reason = form.and_then(|Json(form)| form).unwrap_or_default().reason(&advertiser)?;
    change(&app, &advertiser, &uuid, Wish::Stop(reason)).await?;
    Ok(started(0))
}

/// Archives a push campaign.
#[utoipa::path(patch, path = "/api-push-proxy/campaigns/{uuid}/archive", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushCampaignResource>)))]
pub async fn archive_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushCampaignResource>>, Problem> {
    Ok(data(change(&app, &advertiser, &uuid, Wish::Archive).await?))
}

/// Makes an archived push campaign stopped.
#[utoipa::path(patch, path = "/api-push-proxy/campaigns/{uuid}/unarchive", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushCampaignResource>)))]
pub async fn unarchive_push_campaign(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushCampaignResource>>, Problem> {
    Ok(data(change(&app, &advertiser, &uuid, Wish::Unarchive).await?))
}

/// Stops, starts or archives push campaigns. Those whose state refuses it are named one by one while the others change; when
/// one of them is not the caller's, none does.
#[utoipa::path(patch, path = "/api-push-proxy/campaigns/many", tag = "push", request_body = ManyPushCampaigns,
    responses((status = 200, body = Data<UpdatedPush>)))]
pub async fn update_push_campaigns(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<ManyPushCampaigns>,
) -> Result<Json<Data<UpdatedPush>>, Problem> {
    let uuids = of_list(&form.uuids)?;
    let wish = Wish::of_status(form.status_id).ok_or_else(|| Problem::field("status_id", NOT_SETTABLE))?;
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let (changed, updated) = app
        .store
        .write("update_push_campaigns", Priority::Api, async move |tx| {
            let ids = push::campaigns_of(tx, scope, &uuids).await?;
            let (mut changed, mut refused) = (Vec::new(), Vec::new());
            for (uuid, id) in uuids.iter().zip(ids) {
                let before = state(tx, scope, id).await?;
                match by_state(set(tx, scope, id, wish).await)? {
                    Ok(()) => {
                        record(tx, scope, &actor, id, wish, before).await?;
                        changed.push(id);
                    }
                    Err(why) => {
                        let detail = format!("push campaign {id}: {why}");
                        refused.push(RefusedPush { uuid: uuid.to_string(), detail });
                    }
                }
            }
            Ok((changed, UpdatedPush::new(uuids.len(), refused)?))
        })
        .await?;
    halt(&app, &changed, wish);
    Ok(data(updated))
}
