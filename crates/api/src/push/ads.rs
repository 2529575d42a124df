//! Push ads: lists and reading.

use super::figures::PushFigures;
use super::list::{PushList, PushListKind, PushListParams, PushListQuery, group_of, push_page};
use super::names::of_path;
use crate::advertiser::ads::BanReason;
use crate::advertiser::ads::link_check::{AdHalt, LinkCheck, Links};
use crate::advertiser::stat_list::{ListKind, unknown_order_of};
use crate::auth::Advertiser;
use crate::dictionaries::words::{ButtonActionName, CampaignStatusId, LanguageCode, PushUuid, StopReasonId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::push::PushButton;
use placard_model::status::{BanReason as Reason, CampaignStatus, Halt, Review, StopReason};
use placard_model::{AdId, CampaignId, Money, UnixMs};
use placard_stats::{Dimension, View};
use placard_store::advertising::ads::{self, Ad, PictureRef};
use placard_store::advertising::{listed, push};
use placard_store::lists::Shape;
use placard_store::names::{self, Named};
use placard_store::{Conn, Error, Scope};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;
use uuid::Uuid;

/// A picture of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushPicture {
    /// Its name.
    pub hash: String,
    /// The WebP file; a JPEG one has the ending `.jpg` instead.
    pub url: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

impl From<PictureRef> for PushPicture {
    fn from(picture: PictureRef) -> Self {
        let PictureRef { hash, width, height } = picture;
        Self { url: format!("/m/{hash}.webp"), hash, width, height }
    }
}

/// A button of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PushButton)]
pub struct ButtonResource {
    /// What it does.
    #[schema(value_type = ButtonActionName)]
    pub action: &'static str,
    /// Its label.
    pub title: String,
    /// The page that it opens, with macros; null: that of the ad.
    pub url: Option<String>,
}

impl From<PushButton> for ButtonResource {
    fn from(button: PushButton) -> Self {
        let PushButton { action, title, url } = button;
        Self { action: action.name(), title, url: (!url.is_empty()).then_some(url) }
    }
}

/// A push ad.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PushAd)]
pub struct PushAdResource {
    /// The ad.
    #[schema(value_type = PushUuid)]
    pub uuid: String,
    /// Its number, as in statistics.
    pub id: i64,
    /// Its campaign.
    #[schema(value_type = PushUuid)]
    pub campaign_uuid: String,
    /// The campaign's number.
    pub campaign_id: i64,
    /// The campaign's name.
    pub campaign_name: String,
    /// Title; may hold macros.
    pub title: String,
    /// Text below the title.
    pub body: String,
    /// Landing page with macros.
    pub url: String,
    /// The language that it is written in.
    #[schema(value_type = LanguageCode)]
    pub language_code: String,
    /// Shown status, as of campaigns: 10 waits for a moderator, 11 is rejected, or staff declined its campaign.
    #[schema(value_type = CampaignStatusId)]
    pub status_id: u8,
    /// Why it was stopped: 2 also while a rule pauses it. Null while its owner wants it to run.
    #[schema(value_type = Option<StopReasonId>)]
    pub substatus_id: Option<u8>,
    /// Whether its owner wants it to run.
    pub is_started_wanted: bool,
    /// What stops it although its owner wants it to run; usually empty. Starting it ends that.
    pub halts: Vec<AdHalt>,
    /// A moderator has it open: nothing that they look at can be changed.
    pub is_locked: bool,
    /// What a click costs, in dollars.
    #[schema(value_type = f64)]
    pub bid: Money,
    /// The square picture beside the words.
    pub icon: Option<PushPicture>,
    /// The large picture, 2:1, where systems show one.
    pub image: Option<PushPicture>,
    /// Buttons, at most two, the first on the left.
    pub buttons: Vec<ButtonResource>,
    /// Whether moderation rejected it: it can be changed and sent again.
    pub is_rejected: bool,
    /// Its owner keeps it, and has not sent it to moderation yet: its status is 1.
    pub is_draft: bool,
    /// Why it was rejected.
    pub reasons: Vec<BanReason>,
    /// What the moderator wrote.
    pub comment: String,
    /// What the last look at its landing page found; null before it is known of.
    pub link_check: Option<LinkCheck>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it was changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
    /// Figures of the list's days; null outside of lists.
    pub statistic: Option<PushFigures>,
    /// Send it back with changes, so that a stale edit is noticed.
    pub version: i64,
}

/// What stands around some push ads.
pub(crate) struct Around {
    statuses: HashMap<AdId, CampaignStatus>,
    names: HashMap<i64, String>,
    uuids: HashMap<CampaignId, Uuid>,
    links: Links,
    now: UnixMs,
}

impl Around {
    pub(crate) async fn of(conn: &Conn, scope: Scope, found: &[Ad]) -> placard_store::Result<Self> {
        let campaigns: BTreeSet<CampaignId> = found.iter().map(|ad| ad.campaign).collect();
        let ids: Vec<i64> = campaigns.iter().map(|id| id.0).collect();
        let campaigns = Vec::from_iter(campaigns);
        Ok(Self {
            statuses: push::ad_statuses(conn, scope, found).await?,
            names: names::of_ids(conn, scope, Named::Campaign, &ids).await?,
            uuids: push::campaign_uuids(conn, scope, &campaigns).await?,
            links: Links::of(conn, found.iter()).await?,
            now: conn.now(),
        })
    }

    /// A stored ad, as the API shows it; none when its campaign is gone, or it is none of a push campaign.
    pub(crate) fn resource(&self, ad: Ad, statistic: Option<PushFigures>) -> Option<PushAdResource> {
        let (link_check, halts, is_draft) = (self.links.get(&ad), self.links.halts(&ad), ad.is_draft());
        let status = self.statuses.get(&ad.id)?;
        let Ad { settings, state, .. } = ad;
        let push = settings.push?;
        let by_rule = state.is_halted_by(Halt::Rule).then_some(StopReason::ByRule);
        let reason = |id: &u8| {
            let text = Reason::from_id(i64::from(*id)).map_or("", Reason::label);
            BanReason { id: *id, text: text.to_owned() }
        };
        Some(PushAdResource {
            uuid: ad.uuid?,
            id: ad.id.0,
            campaign_uuid: self.uuids.get(&ad.campaign)?.to_string(),
            campaign_id: ad.campaign.0,
            campaign_name: self.names.get(&ad.campaign.0).cloned().unwrap_or_default(),
            title: settings.title,
            body: settings.short_description,
            url: settings.original_url,
            language_code: push.language.to_string(),
            status_id: status.id(),
            substatus_id: ad.stop_reason.or(by_rule).map(StopReason::id),
            is_started_wanted: state.wanted,
            halts,
            is_locked: state.is_locked(self.now),
            bid: settings.bid.lowest(),
            icon: settings.square.map(PushPicture::from),
            image: settings.horizontal.map(PushPicture::from),
            buttons: push.buttons.into_iter().map(ButtonResource::from).collect(),
            is_rejected: state.review == Review::Rejected,
            is_draft,
            reasons: ad.ban_reasons.iter().map(reason).collect(),
            comment: ad.ban_comment,
            link_check,
            created_at: ad.created_at,
            updated_at: ad.updated_at,
            statistic,
            version: ad.version,
        })
    }
}

impl PushAdResource {
    /// What the audit log keeps of it: what its owner set, not what was found elsewhere.
    pub(crate) fn kept(&self) -> Self {
        Self { link_check: None, halts: Vec::new(), ..self.clone() }
    }
}

/// A push ad with what its resource needs.
pub(crate) async fn load(conn: &Conn, scope: Scope, id: AdId) -> placard_store::Result<PushAdResource> {
    let found = push::all_of(conn, scope, &[id]).await?;
    let around = Around::of(conn, scope, &found).await?;
    found.into_iter().next().and_then(|ad| around.resource(ad, None)).ok_or(Error::NotFound("ad"))
}

/// Lists of push ads.
struct PushAdList;

impl ListKind for PushAdList {
    const SHAPE: &'static Shape = &listed::PUSH_ADS;
    const DIMENSION: Dimension = Dimension::Ad;
    const VIEW: View = View::Advertiser;

    fn group_of(status: u8) -> u8 {
        group_of(status)
    }

    fn unknown_order() -> String {
        unknown_order_of(Self::SHAPE)
    }
}

impl PushListKind for PushAdList {
    const SEARCH: &'static str = "ad";
    const ORDER: &'static str = "id";
    const NAME: &'static str = "list_push_ads";
}

async fn list(
    app: ApiState,
    advertiser: Advertiser,
    of: Option<CampaignId>,
    query: PushListQuery,
) -> Result<Json<PushList<PushAdResource>>, Problem> {
    let (scope, now) = (advertiser.scope(), app.clock.now());
    let phrase = query.phrase(PushAdList::SEARCH)?;
    // A UUID names one ad; a phrase is looked for in the numbers and titles of all.
    let listed = match phrase.and_then(|phrase| Uuid::try_parse(phrase).ok()) {
        Some(uuid) => {
            let find = async move |conn: &Conn| match push::get_ad(conn, scope, uuid).await {
                Ok(ad) if of.is_none_or(|campaign| ad.campaign == campaign) => Ok(ad.id),
                Ok(_) | Err(Error::NotFound(_)) => Ok(AdId(0)),
                Err(error) => Err(error),
            };
            listed::push_ads_of_ids(scope, &[app.store.read("find_push_ad", find).await?], now)
        }
        None => listed::push_ads(scope, of, phrase, now),
    };
    let page = push_page::<PushAdList>(&app, advertiser.id(), query, listed).await?;
    let ids: Vec<AdId> = page.ids.iter().copied().map(AdId).collect();
    let (found, around) = app
        .store
        .read("list_push_ads", async move |conn| {
            let found = ads::by_ids(conn, scope, &ids).await?;
            let around = Around::of(conn, scope, &found).await?;
            Ok((found, around))
        })
        .await?;
    let mut found: HashMap<i64, Ad> = found.into_iter().map(|ad| (ad.id.0, ad)).collect();
    Ok(Json(page.into_list(|id, figures| around.resource(found.remove(&id)?, Some(figures)))))
}

/// The caller's push ads in all campaigns. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api-push-proxy/ads", tag = "push", params(PushListParams<PushAdList>),
    responses((status = 200, body = PushList<PushAdResource>)))]
pub async fn list_all_push_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<PushListQuery>,
) -> Result<Json<PushList<PushAdResource>>, Problem> {
    list(app, advertiser, None, query).await
}

/// The ads of a push campaign. Archived ones are left out unless their status is asked for.
#[utoipa::path(get, path = "/api-push-proxy/campaigns/{uuid}/ads", tag = "push",
    params(("uuid" = inline(PushUuid), Path), PushListParams<PushAdList>),
    responses((status = 200, body = PushList<PushAdResource>)))]
pub async fn list_push_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
    Qs(query): Qs<PushListQuery>,
) -> Result<Json<PushList<PushAdResource>>, Problem> {
    let (scope, uuid) = (advertiser.scope(), of_path(&uuid)?);
    let campaign =
        app.store.read("list_push_ads", async move |conn| push::campaign_of(conn, scope, uuid).await).await?;
    list(app, advertiser, Some(campaign), query).await
}

/// A push ad.
#[utoipa::path(get, path = "/api-push-proxy/ads/{uuid}", tag = "push", params(("uuid" = inline(PushUuid), Path)),
    responses((status = 200, body = Data<PushAdResource>)))]
pub async fn get_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushAdResource>>, Problem> {
    let (scope, uuid) = (advertiser.scope(), of_path(&uuid)?);
    let found = app
        .store
        .read("get_push_ad", async move |conn| {
            let id = push::ad_of(conn, scope, uuid).await?;
            load(conn, scope, id).await
        })
        .await?;
    Ok(data(found))
}
