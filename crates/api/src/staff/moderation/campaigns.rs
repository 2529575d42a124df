//! Campaigns of both kinds that staff pause, decline, or let go on. Sales do so with those of their own clients, and
//! leave it to god to take a decline back.

use crate::advertiser::campaigns::NATIVE;
use crate::auth::Staff;
use crate::dictionaries::words::{CampaignStatusId, CampaignTypeId};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::mail::{self, CampaignNews, Mail, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::{CampaignId, UnixMs, validate};
use placard_store::accounts::audit_log;
use placard_store::accounts::users::{self, User};
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::holds::{self, CampaignHold, REASON_CHARS_MAX};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody's campaign, as staff who may hold it see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeldCampaign {
    /// The campaign.
    pub id: i64,
    /// The name of a push campaign in the push API; null of native ones.
    pub uuid: Option<String>,
    /// Name.
    pub name: String,
    /// Native or push.
    #[schema(value_type = CampaignTypeId)]
    pub campaign_type_id: u8,
    /// Its owner.
    pub advertiser_id: i64,
    /// Mail address of its owner.
    pub advertiser_email: String,
    /// Shown status.
    #[schema(value_type = CampaignStatusId)]
    pub status_id: u8,
    /// Whether its owner wants it to run.
    pub is_started_wanted: bool,
    /// Staff paused it.
    pub is_paused_by_staff: bool,
    /// Staff declined it.
    pub is_declined: bool,
    /// What its owner reads of that; null while staff do not hold it.
    pub staff_reason: Option<String>,
    /// Send it back with a hold or its end: what was changed meanwhile is not decided on unseen.
    pub version: i64,
}

impl HeldCampaign {
    fn new(campaign: Campaign, owner: User, now: UnixMs) -> Self {
        Self {
            id: campaign.id.0,
            status_id: campaign.state.status(now).id(),
            name: campaign.settings.name,
            campaign_type_id: u8::try_from(campaign.campaign_type).unwrap_or(NATIVE),
            uuid: campaign.uuid,
            advertiser_id: owner.id.0,
            advertiser_email: owner.email,
            is_started_wanted: campaign.state.wanted,
            is_paused_by_staff: campaign.state.paused_by_staff,
            is_declined: campaign.state.declined,
            staff_reason: (!campaign.staff_reason.is_empty()).then_some(campaign.staff_reason),
            version: campaign.version,
        }
    }
}

/// What the audit log keeps of it.
#[derive(Serialize)]
struct HoldRecord {
    is_paused_by_staff: bool,
    is_declined: bool,
    staff_reason: String,
}

impl From<&Campaign> for HoldRecord {
    fn from(campaign: &Campaign) -> Self {
        Self {
            is_paused_by_staff: campaign.state.paused_by_staff,
            is_declined: campaign.state.declined,
            staff_reason: campaign.staff_reason.clone(),
        }
    }
}

/// Why something is held.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldForm {
    /// The version that was seen.
    pub version: i64,
    /// What its owner is told.
    pub reason: String,
}

impl HoldForm {
    pub(crate) fn read(&self) -> Result<String, Problem> {
        let reason = validate::paragraphs(&self.reason, REASON_CHARS_MAX);
        let reason = reason.map_err(|message| Problem::field("reason", message))?;
        if reason.is_empty() {
            return Err(Problem::field("reason", "must tell the owner why"));
        }
        Ok(reason.to_owned())
    }
}

/// What goes on.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResumeForm {
    /// The version that was seen: a hold that came since stays.
    pub version: i64,
}

async fn load(conn: &Conn, scope: Scope, id: CampaignId) -> placard_store::Result<HeldCampaign> {
    let campaign = campaigns::get(conn, scope, id).await?;
    let owner = users::get_user(conn, Scope::System, campaign.advertiser).await?;
    Ok(HeldCampaign::new(campaign, owner, conn.now()))
}

/// Somebody's campaign, native or push, with whether staff hold it and why.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<HeldCampaign>)))]
pub async fn get_user_campaign(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<HeldCampaign>>, Problem> {
    let scope = staff.scope();
    let found = app.store.read("get_user_campaign", async move |conn| load(conn, scope, CampaignId(id)).await).await?;
    Ok(data(found))
}

/// Pauses somebody's campaign, native or push: its owner reads the reason and cannot start it. Once more with another reason
/// tells that one.
#[utoipa::path(put, path = "/api/admin/campaigns/{id}/pause", tag = "admin", params(("id" = i64, Path)),
    request_body = HoldForm, responses((status = 200, body = Data<HeldCampaign>)))]
pub async fn pause_campaign(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<HoldForm>,
) -> Result<Json<Data<HeldCampaign>>, Problem> {
    change(&app, &staff, CampaignId(id), form.version, CampaignNews::Paused(form.read()?)).await
}

/// Declines somebody's campaign, native or push, for the reason that its owner reads. Resuming it takes that back.
#[utoipa::path(put, path = "/api/admin/campaigns/{id}/decline", tag = "admin", params(("id" = i64, Path)),
    request_body = HoldForm, responses((status = 200, body = Data<HeldCampaign>)))]
pub async fn decline_campaign(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<HoldForm>,
) -> Result<Json<Data<HeldCampaign>>, Problem> {
    change(&app, &staff, CampaignId(id), form.version, CampaignNews::Declined(form.read()?)).await
}

/// Lets somebody's campaign, native or push, that staff paused or declined go on as its owner wishes. Sales do so with what is
/// paused alone.
#[utoipa::path(put, path = "/api/admin/campaigns/{id}/resume", tag = "admin", params(("id" = i64, Path)),
    request_body = ResumeForm, responses((status = 200, body = Data<HeldCampaign>)))]
pub async fn resume_campaign(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<ResumeForm>,
) -> Result<Json<Data<HeldCampaign>>, Problem> {
    change(&app, &staff, CampaignId(id), form.version, CampaignNews::Resumed).await
}

/// Does what is told, and tells its owner; nothing of both where it is so already.
async fn change(
    app: &ApiState,
    staff: &Staff,
    id: CampaignId,
    version: i64,
    news: CampaignNews,
) -> Result<Json<Data<HeldCampaign>>, Problem> {
    let (scope, actor, state) = (staff.scope(), staff.actor(), app.clone());
    let action = match news {
        CampaignNews::Paused(_) => "pause_campaign",
        CampaignNews::Declined(_) => "decline_campaign",
        CampaignNews::Resumed => "resume_campaign",
    };
    let is_held = !matches!(news, CampaignNews::Resumed);
    let held = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let before = campaigns::get(tx, scope, id).await?;
            if before.version != version {
                return Err(Error::Stale { current: before.version });
            }
            let is_changed = match &news {
                CampaignNews::Paused(reason) => holds::hold(tx, scope, id, CampaignHold::Paused, reason).await?,
                CampaignNews::Declined(reason) => holds::hold(tx, scope, id, CampaignHold::Declined, reason).await?,
                CampaignNews::Resumed => holds::resume(tx, scope, id).await?,
            };
            if is_changed {
                let after = campaigns::get(tx, scope, id).await?;
                let (was, is) = (HoldRecord::from(&before), HoldRecord::from(&after));
                audit_log::record(tx, &actor, tx.name(), "campaign", id, Some(&was), Some(&is)).await?;
                tell_owner(tx, &state, &after, news.clone()).await?;
            }
            load(tx, scope, id).await
        })
        .await?;
    // No ad of it is chosen from now on, before the feed hears of it. What goes on waits for the feed, which knows what else
    // stands against it.
    if is_held {
        app.engine.live().set_campaign_wanted(id, false);
    }
    Ok(data(held))
}

/// Queues a mail to the owner, in the transaction of the decision.
async fn tell_owner(tx: &Tx, app: &ApiState, campaign: &Campaign, news: CampaignNews) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, campaign.advertiser).await?;
    let mail = Mail::CampaignHeld {
        campaign: campaign.id,
        push: campaign.uuid.clone(),
        name: campaign.settings.name.clone(),
        news,
    };
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    mail::queue(tx, app, to, &mail).await
}
