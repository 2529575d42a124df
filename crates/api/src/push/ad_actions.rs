//! What is done with push ads beside editing: start, stop, archive, moderation once more, many at once.

use super::ad_edit::lowest_bid_of;
use super::ad_form::check_new_bid;
use super::ads::{PushAdResource, load};
use super::campaign_actions::{NOT_SETTABLE, StopForm, Wish};
use super::many::{RefusedPush, UpdatedPush, by_state};
use super::names::{of_list, of_path};
use crate::advertiser::ads::ad_form::check_landing;
use crate::advertiser::audit_log_values::{AdRecord, BidRecord};
use crate::auth::Advertiser;
use crate::dictionaries::words::{GivenPushStatusId, PushUuid};
use crate::extract::{Json, Path};
use crate::list::{Data, Started, data, started};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::check_push_bid;
use placard_model::inventory::Bid;
use placard_model::status::{CampaignStatus, StopReason};
use placard_model::{AdId, CampaignId, Money};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::advertising::ads::{self, Ad, AdSettings};
use placard_store::advertising::{drafts, push};
use placard_store::{Error, Priority, Scope, Tx};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;
use uuid::Uuid;

/// Push ads, and what is to become of them. At least one of the changes is to be named.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ManyPushAds {
    /// The ads: 1 to 1000.
    #[schema(value_type = Vec<PushUuid>)]
    pub uuids: Vec<String>,
    /// The status to have.
    #[serde(default)]
    #[schema(value_type = Option<GivenPushStatusId>)]
    pub status_id: Option<u8>,
    /// Landing page: http or https, with macros in braces. Approved ads are moderated again, unless their owner is trusted.
    #[serde(default)]
    #[schema(pattern = "^[Hh][Tt][Tt][Pp][Ss]?://")]
    pub url: Option<String>,
    /// What a click costs at most, in dollars, with at most 2 decimals.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub bid: Option<Money>,
    /// Needed where the bid is above the high bid of `resources/settings`: that it is meant.
    #[serde(default)]
    pub confirm_high_bid: bool,
}

const fn action_of(wish: Wish) -> &'static str {
    match wish {
        Wish::Start => "start_push_ad",
        Wish::Stop(_) => "stop_push_ad",
        Wish::Archive => "archive_push_ad",
        Wish::Unarchive => "unarchive_push_ad",
    }
}

/// Records what became of ads in the transaction that changed them.
async fn record(
    tx: &Tx,
    scope: Scope,
    actor: &Actor,
    action: &'static str,
    before: &[Ad],
) -> placard_store::Result<()> {
    let ids: Vec<AdId> = before.iter().map(|ad| ad.id).collect();
    let after: HashMap<AdId, AdRecord> =
        ads::by_ids(tx, scope, &ids).await?.iter().map(|ad| (ad.id, AdRecord::from(ad))).collect();
    for ad in before {
        let was = AdRecord::from(ad);
        audit_log::record_edit(tx, actor, action, "ad", ad.id, Some(&was), after.get(&ad.id)).await?;
    }
    Ok(())
}

async fn fulfil(tx: &Tx, scope: Scope, actor: &Actor, ids: &[AdId], wish: Wish) -> placard_store::Result<()> {
    let before = push::all_of(tx, scope, ids).await?;
    match wish {
        Wish::Start => push::set_ads_wanted(tx, scope, ids, true, StopReason::ByHand).await?,
        Wish::Stop(reason) => push::set_ads_wanted(tx, scope, ids, false, reason).await?,
        Wish::Archive => push::set_ads_archived(tx, scope, ids, true).await?,
        Wish::Unarchive => push::set_ads_archived(tx, scope, ids, false).await?,
    }
    record(tx, scope, actor, action_of(wish), &before).await
}

/// Changes one ad; answers it.
async fn change(app: &ApiState, advertiser: &Advertiser, uuid: &str, wish: Wish) -> Result<PushAdResource, Problem> {
    let (scope, actor, uuid) = (advertiser.scope(), advertiser.actor(), of_path(uuid)?);
    let after = app
        .store
        .write(action_of(wish), Priority::Api, async move |tx| {
            let id = push::ad_of(tx, scope, uuid).await?;
            fulfil(tx, scope, &actor, &[id], wish).await?;
            load(tx, scope, id).await
        })
        .await?;
    if wish != Wish::Start {
        // A start waits for the feed, which knows what else stands against it.
        app.engine.live().set_ad_wanted(AdId(after.id), false);
    }
    Ok(after)
}

/// Starts a push ad. One that waits for a moderator runs as soon as it is approved; a draft is sent as a new ad comes in.
#[utoipa::path(patch, path = "/api-push-proxy/ads/{uuid}/start", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Started)))]
pub async fn start_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Started>, Problem> {
    let after = change(&app, &advertiser, &uuid, Wish::Start).await?;
    Ok(started(u64::from(after.status_id == CampaignStatus::Started.id())))
}

/// Stops a push ad.
#[utoipa::path(patch, path = "/api-push-proxy/ads/{uuid}/stop", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), request_body(content = Option<StopForm>),
    responses((status = 200, body = Started)))]
pub async fn stop_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
    form: Option<Json<Option<StopForm>>>,
) -> Result<Json<Started>, Problem> {
    let reason = form.and_then(|Json(form)| form).unwrap_or_default().reason(&advertiser)?;
    change(&app, &advertiser, &uuid, Wish::Stop(reason)).await?;
    Ok(started(0))
}

/// Archives a push ad.
#[utoipa::path(patch, path = "/api-push-proxy/ads/{uuid}/archive", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushAdResource>)))]
pub async fn archive_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushAdResource>>, Problem> {
    Ok(data(change(&app, &advertiser, &uuid, Wish::Archive).await?))
}

/// Makes an archived push ad stopped.
#[utoipa::path(patch, path = "/api-push-proxy/ads/{uuid}/unarchive", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushAdResource>)))]
pub async fn unarchive_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushAdResource>>, Problem> {
    Ok(data(change(&app, &advertiser, &uuid, Wish::Unarchive).await?))
}

/// Sends a rejected push ad to moderation again, or a draft as a new ad comes in.
#[utoipa::path(patch, path = "/api-push-proxy/ads/{uuid}/remoderate", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushAdResource>)))]
pub async fn remoderate_push_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushAdResource>>, Problem> {
    let (scope, actor, uuid) = (advertiser.scope(), advertiser.actor(), of_path(&uuid)?);
    let after = app
        .store
        .write("remoderate_push_ad", Priority::Api, async move |tx| {
            let before = push::get_ad(tx, scope, uuid).await?;
            let id = before.id;
            drafts::remoderate(tx, scope, id).await?;
            record(tx, scope, &actor, "remoderate_push_ad", &[before]).await?;
            load(tx, scope, id).await
        })
        .await?;
    Ok(data(after))
}

/// What one call changes of many ads.
struct Changes {
    wish: Option<Wish>,
    url: Option<String>,
    bid: Option<Money>,
    trusted: bool,
}

impl Changes {
    fn read(form: &ManyPushAds, advertiser: &Advertiser, high: Money) -> Result<Self, Problem> {
        let mut errors = FieldErrors::default();
        let wish = form.status_id.map(Wish::of_status);
        errors.check("status_id", wish != Some(None), NOT_SETTABLE);
        let url = form.url.as_deref().map(|url| url.trim().to_owned());
        if let Some(url) = &url {
            check_landing("url", url, advertiser.user.has_extended_permissions(), &mut errors);
        }
        let nothing = form.status_id.is_none() && url.is_none() && form.bid.is_none();
        errors.check("status_id", !nothing, "is required, or `url`, or `bid`");
        errors.finish()?;
        if let Some(bid) = form.bid {
            check_new_bid(bid, high, form.confirm_high_bid)?;
        }
        Ok(Self { wish: wish.flatten(), url, bid: form.bid, trusted: advertiser.user.is_trusted })
    }

    /// Refuses a bid that is too low for one of some ads.
    async fn check_bid(&self, tx: &Tx, scope: Scope, found: &[Ad]) -> placard_store::Result<()> {
        let Some(bid) = self.bid else { return Ok(()) };
        let campaigns: BTreeSet<CampaignId> = found.iter().map(|ad| ad.campaign).collect();
        for campaign in campaigns {
            let least = lowest_bid_of(tx, scope, campaign).await?;
            check_push_bid(bid, least).map_err(|error| Error::Invalid { field: "bid", message: error.to_string() })?;
        }
        Ok(())
    }

    /// What an ad has afterwards.
    fn settings_of(&self, ad: &Ad) -> AdSettings {
        let mut settings = ad.settings.clone();
        if let Some(url) = &self.url {
            settings.original_url.clone_from(url);
        }
        if let Some(bid) = self.bid {
            settings.bid = Bid::Everywhere(bid);
        }
        settings
    }

    fn leads_elsewhere(&self, ad: &Ad) -> bool {
        self.url.as_ref().is_some_and(|url| *url != ad.settings.original_url)
    }

    /// Gives an ad another landing page and bid. Its state may refuse that, or the wish that is fulfilled afterwards: then
    /// nothing was written.
    async fn edit(&self, tx: &Tx, ad: &Ad) -> placard_store::Result<()> {
        // One that leads elsewhere is moderated again, also after a rejection, and may wait for that started.
        if !self.leads_elsewhere(ad) {
            match self.wish {
                Some(Wish::Start) => push::check_wish(ad, true)?,
                Some(Wish::Stop(_)) => push::check_wish(ad, false)?,
                _ => {}
            }
        }
        if self.url.is_none() && self.bid.is_none() {
            return Ok(());
        }
        ads::update_found(tx, ad, &self.settings_of(ad), None, self.trusted).await
    }

    /// Records what [`Self::edit`] made of an ad.
    async fn record(&self, tx: &Tx, actor: &Actor, ad: &Ad) -> placard_store::Result<()> {
        let settings = self.settings_of(ad);
        if self.bid.is_some() {
            let (was, is) = (BidRecord::from(&ad.settings.bid), BidRecord::from(&settings.bid));
            audit_log::record_edit(tx, actor, "update_push_ad_bid", "ad", ad.id, Some(&was), Some(&is)).await?;
        }
        if self.url.is_some() {
            let (was, is) = (&ad.settings.original_url, &settings.original_url);
            audit_log::record_edit(tx, actor, "update_push_ad_url", "ad", ad.id, Some(was), Some(is)).await?;
        }
        Ok(())
    }
}

/// Changes push ads. Those whose state refuses it are named one by one while the others change; when one of them is not the
/// caller's, or the bid is too low for one, none does.
#[utoipa::path(patch, path = "/api-push-proxy/ads/many", tag = "push", request_body = ManyPushAds,
    responses((status = 200, body = Data<UpdatedPush>)))]
pub async fn update_push_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<ManyPushAds>,
) -> Result<Json<Data<UpdatedPush>>, Problem> {
    let uuids: Vec<Uuid> = of_list(&form.uuids)?;
    let changes = Changes::read(&form, &advertiser, app.settings.get().push_campaigns.high_bid)?;
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let halts = changes.wish.is_some_and(|wish| wish != Wish::Start);
    let is_moderated = !changes.trusted;
    let (changed, led, updated) = app
        .store
        .write("update_push_ads", Priority::Api, async move |tx| {
            let ids = push::ads_of(tx, scope, &uuids).await?;
            let found = push::all_of(tx, scope, &ids).await?;
            changes.check_bid(tx, scope, &found).await?;
            let (mut changed, mut led, mut refused) = (Vec::new(), Vec::new(), Vec::new());
            for ad in &found {
                match by_state(changes.edit(tx, ad).await)? {
                    Ok(()) => {
                        changes.record(tx, &actor, ad).await?;
                        changed.push(ad.id);
                        led.extend(changes.leads_elsewhere(ad).then_some(ad.id));
                    }
                    Err(why) => {
                        let detail = format!("push ad {}: {why}", ad.id);
                        refused.push(RefusedPush { uuid: ad.uuid.clone().unwrap_or_default(), detail });
                    }
                }
            }
            let updated = UpdatedPush::new(found.len(), refused)?;
            if let Some(wish) = changes.wish {
                fulfil(tx, scope, &actor, &changed, wish).await?;
            }
            Ok((changed, led, updated))
        })
        .await?;
    let stopped = if halts { changed.as_slice() } else { &[] };
    for id in stopped.iter().chain(led.iter().filter(|_| is_moderated)) {
        app.engine.live().set_ad_wanted(*id, false);
    }
    Ok(data(updated))
}
