//! Moderation of ads: the queue, one moderator an ad, approval and rejection. God alone.

use crate::advertiser::ads::link_check::{self, LinkCheck, Links};
use crate::advertiser::ads::{AdResource, Names};
use crate::advertiser::audit_log_values::AdRecord;
use crate::auth::God;
use crate::dictionaries::words::{AdStatusId, BanReasonId, CampaignTypeId, LanguageCode, PushUuid, TargetId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, Page, Pagination, data};
use crate::mail::{self, AdNames, Mail, Recipient};
use crate::push::ads::ButtonResource;
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::format::CampaignType;
use placard_model::status::{AdStatus, BanReason};
use placard_model::{AdId, CampaignId, GroupId, UnixMs, UserId, validate};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::users::{self, User};
use placard_store::advertising::ads::Ad;
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::groups::{self, Group};
use placard_store::advertising::moderation::{self, QueueCounts, Queued};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use utoipa::{IntoParams, ToSchema};

/// Rows of a page.
const PAGE_ROWS: u32 = 50;
/// The most rows of a page.
const PAGE_ROWS_MAX: u32 = 500;

/// A user of a row in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QueueUser {
    /// The user.
    pub id: i64,
    /// What to call them.
    pub name: String,
    /// Mail address.
    pub email: String,
    /// Skips the queue: their ads run and are looked at afterwards.
    pub is_trusted: bool,
}

impl QueueUser {
    fn new(user: User) -> Self {
        Self { id: user.id.0, name: user.contacts.name, email: user.email, is_trusted: user.is_trusted }
    }
}

/// An ad in the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueuedAd {
    /// The ad.
    #[serde(flatten)]
    pub ad: AdResource,
    /// Its owner.
    pub advertiser: QueueUser,
    /// Since when it waits.
    #[schema(value_type = String, format = DateTime)]
    pub submitted_at: UnixMs,
    /// It runs by its owner's trust and is looked at afterwards.
    pub is_check: bool,
    /// Who has it open.
    pub locked_by: Option<QueueUser>,
    /// Until when.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub locked_until: Option<UnixMs>,
    /// Countries that it can be shown in; empty: everywhere.
    pub countries: Vec<String>,
    /// What its campaign leads to.
    #[schema(value_type = TargetId)]
    pub target_id: u8,
    /// What its campaign advertises.
    pub categories: Vec<i64>,
    /// Native or push. A push ad has its body in `short_description`, its icon as the square picture, and its large picture,
    /// 2:1, as the horizontal one.
    #[schema(value_type = CampaignTypeId)]
    pub campaign_type_id: u8,
    /// What only push ads have; null of native ones.
    pub push: Option<QueuedPush>,
}

/// What only push ads have.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueuedPush {
    /// The ad.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Its campaign.
    #[schema(value_type = PushUuid)]
    pub campaign_uuid: String,
    /// The language that it is written in.
    #[schema(value_type = LanguageCode)]
    pub language_code: String,
    /// Buttons, the first on the left.
    pub buttons: Vec<ButtonResource>,
}

impl QueuedPush {
    fn new(ad: &Ad, campaign: &Campaign) -> Option<Self> {
        let push = ad.settings.push.clone()?;
        Some(Self {
            uuid: ad.uuid.clone()?,
            campaign_uuid: campaign.uuid.clone()?,
            language_code: push.language.to_string(),
            buttons: push.buttons.into_iter().map(ButtonResource::from).collect(),
        })
    }
}

/// How many ads are in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AdQueueCounts {
    /// Wait for anybody.
    pub waiting: u64,
    /// Are open at a moderator's.
    pub in_moderation: u64,
    /// Run by their owner's trust, to be looked at.
    pub checks: u64,
    /// All of them.
    pub total: u64,
}

impl From<QueueCounts> for AdQueueCounts {
    fn from(counts: QueueCounts) -> Self {
        let QueueCounts { waiting, in_moderation, checks } = counts;
        Self { waiting, in_moderation, checks, total: waiting + in_moderation + checks }
    }
}

/// A page of the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdQueue {
    /// Oldest first: those that wait, then those that run by trust.
    pub data: Vec<QueuedAd>,
    /// Which page of how many.
    pub pagination: Pagination,
    /// How many ads are in the queue.
    pub counts: AdQueueCounts,
}

/// Which page of the queue.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct QueueQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page, at most 500; 50 when omitted, 0 means 500.
    #[param(maximum = 500)]
    pub count: Option<u32>,
}

/// What the queue shows of some ads, in their order.
async fn resources(conn: &Conn, queued: Vec<Queued>) -> placard_store::Result<Vec<QueuedAd>> {
    let ads = || queued.iter().map(|queued| &queued.ad);
    let campaigns: BTreeSet<CampaignId> = ads().map(|ad| ad.campaign).collect();
    let groups: BTreeSet<GroupId> = ads().map(|ad| ad.group).collect();
    let users: BTreeSet<UserId> =
        ads().map(|ad| ad.advertiser).chain(queued.iter().filter_map(|queued| queued.locked_by)).collect();
    let (campaigns, groups, users) = (Vec::from_iter(campaigns), Vec::from_iter(groups), Vec::from_iter(users));
    let around = Around {
        campaigns: campaigns::by_ids(conn, Scope::System, &campaigns).await?,
        groups: groups::by_ids(conn, Scope::System, &groups).await?,
        users: users::by_ids(conn, Scope::System, &users).await?,
        links: Links::of(conn, ads()).await?,
    };
    queued.into_iter().map(|queued| around.resource(queued, conn.now())).collect()
}

/// What the queue shows of an ad.
async fn resource(conn: &Conn, queued: Queued) -> placard_store::Result<QueuedAd> {
    resources(conn, vec![queued]).await?.pop().ok_or(Error::NotFound("ad"))
}

/// What stands around the ads of a page of the queue.
struct Around {
    campaigns: HashMap<CampaignId, Campaign>,
    groups: HashMap<GroupId, Group>,
    users: HashMap<UserId, User>,
    links: Links,
}

impl Around {
    fn resource(&self, queued: Queued, now: UnixMs) -> placard_store::Result<QueuedAd> {
        let campaign = self.campaigns.get(&queued.ad.campaign).ok_or(Error::NotFound("campaign"))?;
        let group = self.groups.get(&queued.ad.group).ok_or(Error::NotFound("ad group"))?;
        let user = |id: UserId| self.users.get(&id).cloned().map(QueueUser::new).ok_or(Error::NotFound("user"));
        let locked_by = queued.locked_by.map(user).transpose()?;
        let (own, above) = (&group.settings.targeting.geo, &campaign.settings.targeting.geo);
        let geo = if own.is_everywhere() { above } else { own };
        let places = geo.regions.iter().chain(&geo.cities).map(|(country, _)| *country);
        let countries: BTreeSet<String> = geo.countries.iter().copied().chain(places).map(|c| c.to_string()).collect();
        let status = queued.ad.state.status(&campaign.state, &group.state, now);
        Ok(QueuedAd {
            advertiser: user(queued.ad.advertiser)?,
            submitted_at: queued.submitted_at,
            is_check: queued.is_check,
            locked_until: locked_by.is_some().then_some(queued.ad.state.locked_until).flatten(),
            locked_by,
            countries: countries.into_iter().collect(),
            target_id: campaign.settings.target.native_id(),
            categories: campaign.settings.categories.iter().map(|category| category.0).collect(),
            campaign_type_id: if queued.ad.settings.push.is_some() { CampaignType::Push } else { CampaignType::Native }
                .id(),
            push: QueuedPush::new(&queued.ad, campaign),
            ad: AdResource::new(
                queued.ad,
                Names { campaign: queued.campaign_name, group: queued.group_name },
                status,
                None,
                &self.links,
            ),
        })
    }
}

/// The queue of ads, oldest first.
#[utoipa::path(get, path = "/api/admin/moderation/ads", tag = "admin", params(QueueQuery),
    responses((status = 200, body = AdQueue)))]
pub async fn list_ads_to_moderate(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<QueueQuery>,
) -> Result<Json<AdQueue>, Problem> {
    let count = query.count.map(|count| if count == 0 { PAGE_ROWS_MAX } else { count });
    if count.is_some_and(|count| count > PAGE_ROWS_MAX) {
        return Err(Problem::field("count", format!("must be at most {PAGE_ROWS_MAX}")));
    }
    let page = Page::new(query.page, count, PAGE_ROWS)?;
    let (rows, counts) = app
        .store
        .read("list_ads_to_moderate", async move |conn| {
            let counts = moderation::counts(conn).await?;
            let queued = moderation::queue(conn, page.rows, page.offset()).await?;
            Ok((resources(conn, queued).await?, AdQueueCounts::from(counts)))
        })
        .await?;
    Ok(Json(AdQueue { data: rows, pagination: page.pagination(counts.total), counts }))
}

/// Opens an ad for the time of the setting `moderation.lock_minutes`, or keeps it open for as long again: its owner and other
/// moderators cannot change it meanwhile. Whoever decides needs it open, and says which version they saw: the one that this
/// answers, or a later one.
#[utoipa::path(post, path = "/api/admin/moderation/ads/{id}/lock", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<QueuedAd>)))]
pub async fn lock_ad(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<QueuedAd>>, Problem> {
    let (moderator, actor, id): (UserId, _, _) = (god.id(), god.actor(), AdId(id));
    let queued = app
        .store
        .write("lock_ad", Priority::Api, async move |tx| {
            let before = moderation::get(tx, id).await?;
            let queued = moderation::lock(tx, id, moderator).await?;
            // A page that stays open says so again and again: that is no change.
            if before.locked_by != Some(moderator) {
                record(tx, &actor, &before, &queued).await?;
            }
            resource(tx, queued).await
        })
        .await?;
    Ok(data(queued))
}

/// Gives an ad back to the queue.
#[utoipa::path(post, path = "/api/admin/moderation/ads/{id}/unlock", tag = "admin", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn unlock_ad(State(app): State<ApiState>, god: God, Path(id): Path<i64>) -> Result<StatusCode, Problem> {
    let (moderator, actor, id) = (god.id(), god.actor(), AdId(id));
    app.store
        .write("unlock_ad", Priority::Api, async move |tx| {
            let before = moderation::get(tx, id).await?;
            moderation::unlock(tx, id, moderator).await?;
            record(tx, &actor, &before, &moderation::get(tx, id).await?).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Has the landing page of an ad in the queue looked at again, soon. What is found stands in the ad's `link_check`.
#[utoipa::path(post, path = "/api/admin/moderation/ads/{id}/check_link", tag = "admin", params(("id" = i64, Path)),
    responses((status = 202, body = Data<LinkCheck>)))]
pub async fn check_queued_ad_link(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<(StatusCode, Json<Data<LinkCheck>>), Problem> {
    let queued = app.store.read("get_queued_ad", async move |conn| moderation::get(conn, AdId(id)).await).await?;
    app.auth.calls.link_check(god.id(), app.clock.now())?;
    link_check::ask(app, queued.ad, god.id()).await
}

/// Records a moderator's change, by the name of its transaction.
async fn record(tx: &Tx, actor: &Actor, before: &Queued, after: &Queued) -> placard_store::Result<()> {
    let (was, is) = (AdRecord::from(&before.ad), AdRecord::from(&after.ad));
    audit_log::record(tx, actor, tx.name(), "ad", after.ad.id, Some(&was), Some(&is)).await
}

/// What became of an ad.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Moderated {
    /// The ad.
    pub id: i64,
    /// Its shown status now.
    #[schema(value_type = AdStatusId)]
    pub status_id: u8,
}

async fn moderated(app: ApiState, id: AdId) -> Result<Json<Data<Moderated>>, Problem> {
    let status = app
        .store
        .read("get_moderated_ad", async move |conn| {
            let queued = moderation::get(conn, id).await?;
            let campaign = campaigns::get(conn, Scope::System, queued.ad.campaign).await?;
            let group = groups::any(conn, Scope::System, queued.ad.group).await?;
            Ok(queued.ad.state.status(&campaign.state, &group.state, conn.now()))
        })
        .await?;
    Ok(data(Moderated { id: id.0, status_id: AdStatus::id(status) }))
}

/// Queues a mail to an ad's owner, in the transaction of the decision.
async fn tell_owner(
    tx: &Tx,
    app: &ApiState,
    queued: Queued,
    mail: impl FnOnce(AdNames) -> Mail,
) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, queued.ad.advertiser).await?;
    let push = match queued.ad.uuid.clone() {
        Some(ad) => campaigns::get(tx, Scope::System, queued.ad.campaign).await?.uuid.map(|campaign| (campaign, ad)),
        None => None,
    };
    let names = AdNames {
        push,
        ad: queued.ad.id,
        title: queued.ad.settings.title,
        group: queued.ad.group,
        campaign: queued.ad.campaign,
        campaign_name: queued.campaign_name,
    };
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    mail::queue(tx, app, to, &mail(names)).await
}

/// What is approved.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The version that the moderator saw: what was changed since is not approved.
    pub version: i64,
}

/// Approves an ad that the caller has open. It starts if its group starts approved ads; its campaign leaves moderation.
#[utoipa::path(post, path = "/api/admin/moderation/ads/{id}/approve", tag = "admin", params(("id" = i64, Path)),
    request_body = Approval, responses((status = 200, body = Data<Moderated>)))]
pub async fn approve_ad(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(Approval { version }): Json<Approval>,
) -> Result<Json<Data<Moderated>>, Problem> {
    let (moderator, actor, id) = (god.id(), god.actor(), AdId(id));
    let state = app.clone();
    app.store
        .write("approve_ad", Priority::Api, async move |tx| {
            // What ran by its owner's trust goes on as before: there is nothing to tell.
            let before = moderation::get(tx, id).await?;
            moderation::approve(tx, id, moderator, version).await?;
            let queued = moderation::get(tx, id).await?;
            record(tx, &actor, &before, &queued).await?;
            if before.is_check {
                return Ok(());
            }
            let is_started = queued.ad.state.wanted;
            tell_owner(tx, &state, queued, |ad| Mail::AdApproved { ad, is_started }).await
        })
        .await?;
    moderated(app, id).await
}

/// Why an ad is rejected.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rejection {
    /// The version that the moderator saw.
    pub version: i64,
    /// Ban reasons, 1 to 18; at least one.
    #[schema(value_type = Vec<BanReasonId>)]
    pub reasons: Vec<u8>,
    /// For the owner; at most 1000 characters. Needed when the only reason is 1, "Another reason".
    #[serde(default)]
    pub comment: String,
}

/// Rejects an ad that the caller has open. Its owner sees the reasons and may send it again.
#[utoipa::path(post, path = "/api/admin/moderation/ads/{id}/reject", tag = "admin", params(("id" = i64, Path)),
    request_body = Rejection, responses((status = 200, body = Data<Moderated>)))]
pub async fn reject_ad(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<Rejection>,
) -> Result<Json<Data<Moderated>>, Problem> {
    let (moderator, actor, id) = (god.id(), god.actor(), AdId(id));
    let mut errors = FieldErrors::default();
    let reasons: BTreeSet<u8> = form.reasons.iter().copied().collect();
    errors.check("reasons", !reasons.is_empty(), "must name at least one ban reason");
    let most = BanReason::ALL.len();
    errors.check("reasons", form.reasons.len() <= most, format!("must have at most {most} entries"));
    errors.check("reasons", reasons.iter().all(|id| BanReason::IDS.contains(id)), "must be ban reasons: 1 to 18");
    let comment = match validate::paragraphs(&form.comment, validate::COMMENT_MAX) {
        Ok(comment) => comment.to_owned(),
        Err(message) => {
            errors.add("comment", message);
            String::new()
        }
    };
    let says_nothing = comment.is_empty() && reasons.iter().eq([BanReason::Other.id()].iter());
    errors.check("comment", !says_nothing, "must say what the other reason is");
    errors.finish()?;
    let rejection = Rejection { version: form.version, reasons: reasons.into_iter().collect(), comment };
    let state = app.clone();
    app.store
        .write("reject_ad", Priority::Api, async move |tx| {
            let before = moderation::get(tx, id).await?;
            let Rejection { version, reasons, comment } = &rejection;
            moderation::reject(tx, id, moderator, *version, reasons, comment).await?;
            let queued = moderation::get(tx, id).await?;
            record(tx, &actor, &before, &queued).await?;
            let reasons = BanReason::ALL.into_iter().filter(|reason| rejection.reasons.contains(&reason.id()));
            let reasons: Vec<String> = reasons.map(|reason| reason.label().to_owned()).collect();
            let comment = rejection.comment.clone();
            tell_owner(tx, &state, queued, |ad| Mail::AdRejected { ad, reasons, comment }).await
        })
        .await?;
    app.engine.live().set_ad_wanted(id, false);
    moderated(app, id).await
}
