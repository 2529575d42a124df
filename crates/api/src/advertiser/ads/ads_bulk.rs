//! What is done with ads beside editing: start, stop, delete, bid and landing page of many, archive, send again.

use crate::advertiser::ads::ad_form::{COUNTRY_BIDS_MAX, check_landing};
use crate::advertiser::ads::{AdResource, load};
use crate::advertiser::audit_log_values::{AdRecord, BidRecord};
use crate::advertiser::bids::bid_limits::bid_limits_of;
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, StartedCount, data};
use crate::long_body::{at_most, read_long};
use crate::state::ApiState;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::has_at_most_decimals;
use placard_model::bid::{BidError, NATIVE_DECIMALS};
use placard_model::inventory::Bid;
use placard_model::status::AdStatus;
use placard_model::targeting::countries::country;
use placard_model::targeting::geo::CountryCode;
use placard_model::{AdId, Money};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::advertising::ads::{self, Ad};
use placard_store::advertising::drafts;
use placard_store::advertising::states::States;
use placard_store::advertising::wishes::{self, Refused};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// The most ads of one call.
pub(crate) const IDS_MAX: usize = 1_000;

/// Ads.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdIds {
    /// The ads: 1 to 1000.
    #[serde(deserialize_with = "at_most::<IDS_MAX, _, _>")]
    pub ids: Vec<i64>,
}

/// Ads and a bid for them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdsBid {
    /// The ads: 1 to 1000.
    pub ids: Vec<i64>,
    /// The bid in all countries, in dollars; beside `bids` that in all others.
    #[schema(value_type = Option<f64>)]
    pub one_bid_for_all_geo: Option<Money>,
    /// Bids of single countries: two letters, and dollars. They stand in place of all bids that the ads have.
    #[schema(value_type = Option<HashMap<String, f64>>)]
    pub bids: Option<BTreeMap<String, Money>>,
    /// Whether one bid without `bids` may stand in place of bids of single countries. Without it, ads that have such are
    /// refused.
    #[serde(default)]
    pub replace_country_bids: bool,
}

impl AdsBid {
    /// The bid that it names. Whether it is enough is for the ads' groups to say.
    fn bid(&self) -> Result<Bid, Problem> {
        let mut errors = FieldErrors::default();
        let mut check = |field: &str, bid: Money| {
            let message = BidError::TooManyDecimals(NATIVE_DECIMALS).to_string();
            errors.check(field, has_at_most_decimals(bid, NATIVE_DECIMALS), message);
        };
        if let Some(bid) = self.one_bid_for_all_geo {
            check("one_bid_for_all_geo", bid);
        }
        let named = self.bids.iter().flatten();
        for (code, bid) in named.clone() {
            check(&format!("bids.{code}"), *bid);
        }
        let count = self.bids.as_ref().map_or(0, BTreeMap::len);
        errors.check("bids", count <= COUNTRY_BIDS_MAX, format!("must have at most {COUNTRY_BIDS_MAX} entries"));
        let mut countries: Vec<(CountryCode, Money)> = Vec::new();
        for (code, bid) in named.take(COUNTRY_BIDS_MAX) {
            match CountryCode::parse(code).filter(|code| country(*code).is_some()) {
                Some(known) if countries.iter().any(|(code, _)| *code == known) => {
                    errors.add(format!("bids.{code}"), "is named twice");
                }
                Some(known) => countries.push((known, *bid)),
                None => errors.add(format!("bids.{code}"), "is not a country code"),
            }
        }
        let nothing = self.one_bid_for_all_geo.is_none() && count == 0;
        errors.check("one_bid_for_all_geo", !nothing, "is required, or `bids`");
        errors.finish()?;
        Ok(match self.one_bid_for_all_geo {
            Some(bid) if countries.is_empty() => Bid::Everywhere(bid),
            others => Bid::ByCountry(countries, others),
        })
    }
}

/// Ads and a landing page for them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdsUrl {
    /// The ads: 1 to 1000.
    pub ids: Vec<i64>,
    /// Landing page: http or https, with macros in braces.
    #[schema(pattern = "^[Hh][Tt][Tt][Pp][Ss]?://")]
    pub original_url: String,
}

/// An ad whose state refused what was asked of it together with others: nothing of it was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusedAd {
    /// The ad.
    pub id: i64,
    /// Why, in a sentence that names both states.
    pub detail: String,
}

/// How many ads were changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Updated {
    /// Ads that have what was sent now.
    pub updated_count: u64,
    /// Ads whose state refused it, one by one; left out where none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub refused: Vec<RefusedAd>,
}

/// The answer of a start or a stop of several ads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StartedAds {
    /// What was started.
    pub message: StartedCount,
    /// Ads whose state refused it, one by one; left out where none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub refused: Vec<RefusedAd>,
}

/// Refusals that a conflict names; the rest is counted.
const NAMED_MAX: usize = 20;

/// Each refusal for itself; a conflict where all of the ads refused, which is then all that there is to say.
pub(crate) fn each_refused(refused: Vec<Refused>, named: usize) -> placard_store::Result<Vec<RefusedAd>> {
    if refused.is_empty() || refused.len() < named {
        return Ok(refused.into_iter().map(|Refused { id, why }| RefusedAd { id: id.0, detail: why }).collect());
    }
    Err(all_refused(refused.into_iter().map(|one| one.why).collect()))
}

/// The conflict of a call of which everything refused its part.
pub(crate) fn all_refused(whys: Vec<String>) -> Error {
    let more = whys.len().saturating_sub(NAMED_MAX);
    let mut told: Vec<String> = whys.into_iter().take(NAMED_MAX).collect();
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    Error::Conflict(told.join("; "))
}

/// Takes what the state of an ad refuses as its own refusal; anything else that went wrong is everybody's.
pub(crate) fn refused_by_state(ad: &Ad, result: placard_store::Result<()>) -> placard_store::Result<Option<Refused>> {
    match result {
        Ok(()) => Ok(None),
        Err(Error::Conflict(why)) => Ok(Some(Refused { id: ad.id, why: format!("ad {}: {why}", ad.id) })),
        Err(other) => Err(other),
    }
}

pub(crate) fn read_ids(ids: &[i64]) -> Result<Vec<AdId>, Problem> {
    if ids.is_empty() || ids.len() > IDS_MAX {
        return Err(Problem::field("ids", format!("must have 1 to {IDS_MAX} entries")));
    }
    let mut found: Vec<AdId> = ids.iter().copied().map(AdId).collect();
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

async fn count_started(conn: &Conn, scope: Scope, ids: &[AdId]) -> placard_store::Result<u64> {
    let found = ads::by_ids(conn, scope, ids).await?;
    let states = States::above(conn, scope, &found).await?;
    let is_started = |ad: &&Ad| states.ad_status(ad, conn.now()) == Some(AdStatus::Launched);
    Ok(found.iter().filter(is_started).count() as u64)
}

/// Records what became of ads in the transaction that changed them.
async fn record_states(
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
        let before = AdRecord::from(ad);
        audit_log::record_edit(tx, actor, action, "ad", ad.id, Some(&before), after.get(&ad.id)).await?;
    }
    Ok(())
}

async fn set_wanted(
    app: ApiState,
    advertiser: Advertiser,
    ids: Vec<i64>,
    wanted: bool,
) -> Result<Json<StartedAds>, Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let ids = read_ids(&ids)?;
    let action = if wanted { "start_ads" } else { "stop_ads" };
    let (count, refused) = app
        .store
        .write(action, Priority::Api, {
            let ids = ids.clone();
            async move |tx| {
                let before = ads::all_of(tx, scope, &ids).await?;
                let refused = wishes::set_wanted(tx, scope, &ids, wanted).await?;
                let refused = each_refused(refused, ids.len())?;
                record_states(tx, scope, &actor, tx.name(), &before).await?;
                let count = if wanted { count_started(tx, scope, &ids).await? } else { 0 };
                Ok((count, refused))
            }
        })
        .await?;
    if !wanted {
        // A start waits for the feed, which knows what else stands against it. What refuses to stop does not run.
        for id in &ids {
            app.engine.live().set_ad_wanted(*id, false);
        }
    }
    Ok(Json(StartedAds { message: StartedCount { started_count: count }, refused }))
}

/// Starts ads; drafts are sent as new ads come in. Those whose state refuses it are named one by one while the others start;
/// when one of them is unknown, none does.
#[utoipa::path(put, path = "/api/advertiser/ads/all/start", tag = "advertiser", request_body = AdIds,
    responses((status = 200, body = StartedAds)))]
pub async fn start_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdIds>,
) -> Result<Json<StartedAds>, Problem> {
    set_wanted(app, advertiser, form.ids, true).await
}

/// Stops ads. Those whose state refuses it are named one by one while the others stop.
#[utoipa::path(put, path = "/api/advertiser/ads/all/stop", tag = "advertiser", request_body = AdIds,
    responses((status = 200, body = StartedAds)))]
pub async fn stop_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdIds>,
) -> Result<Json<StartedAds>, Problem> {
    set_wanted(app, advertiser, form.ids, false).await
}

/// Deletes ads, native ones and push ads. Statistics keep their titles.
#[utoipa::path(delete, path = "/api/advertiser/ads/all", tag = "advertiser", request_body = AdIds,
    responses((status = 204)))]
pub async fn delete_ads(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    request: Request,
) -> Result<StatusCode, Problem> {
    // Its path is that of a call with a long body.
    let (form, _turn) = read_long::<AdIds>(&app, advertiser.id(), request).await?;
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let ids = read_ids(&form.ids)?;
    app.store
        .write("delete_ads", Priority::Api, {
            let ids = ids.clone();
            async move |tx| {
                let before = ads::by_ids(tx, scope, &ids).await?;
                ads::delete(tx, scope, &ids).await?;
                record_states(tx, scope, &actor, "delete_ad", &before).await
            }
        })
        .await?;
    for id in &ids {
        app.engine.live().set_ad_wanted(*id, false);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses when one of the ads has bids of single countries, and names those.
fn refuse_country_bids(found: &[Ad]) -> placard_store::Result<()> {
    let by_country = found.iter().filter(|ad| matches!(ad.settings.bid, Bid::ByCountry(..)));
    let named: Vec<String> = by_country.map(|ad| ad.id.to_string()).collect();
    if named.is_empty() {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "Nothing was changed: these ads have bids by country, which one bid would replace: {}. Send \
         `replace_country_bids` if that is meant.",
        named.join(", ")
    )))
}

/// Sets the bid of many ads, which stay approved. When one is not the caller's, or the bid is too low for one, none is
/// changed; those whose state refuses it are named one by one while the others change.
#[utoipa::path(put, path = "/api/advertiser/ads/all/bid", tag = "advertiser", request_body = AdsBid,
    responses((status = 200, body = Data<Updated>)))]
pub async fn update_ads_bid(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdsBid>,
) -> Result<Json<Data<Updated>>, Problem> {
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let (ids, bid) = (read_ids(&form.ids)?, form.bid()?);
    let may_replace = form.replace_country_bids || matches!(bid, Bid::ByCountry(..));
    let updated = app
        .store
        .write("update_ads_bid", Priority::Api, async move |tx| {
            let found = ads::all_of(tx, scope, &ids).await?;
            if !may_replace {
                refuse_country_bids(&found)?;
            }
            for limits in bid_limits_of(tx, scope, &user, found.iter().map(|ad| ad.group)).await?.values() {
                limits.check(&bid).map_err(|(field, message)| Error::Invalid { field, message })?;
            }
            let mut refused = Vec::new();
            for ad in &found {
                let mut settings = ad.settings.clone();
                settings.bid.clone_from(&bid);
                let result = ads::update_found(tx, ad, &settings, None, user.is_trusted).await;
                if let Some(one) = refused_by_state(ad, result)? {
                    refused.push(one);
                    continue;
                }
                let (before, after) = (BidRecord::from(&ad.settings.bid), BidRecord::from(&settings.bid));
                audit_log::record_edit(tx, &actor, "update_ad_bid", "ad", ad.id, Some(&before), Some(&after)).await?;
            }
            let updated_count = (found.len() - refused.len()) as u64;
            Ok(Updated { updated_count, refused: each_refused(refused, found.len())? })
        })
        .await?;
    Ok(data(updated))
}

/// Sets the landing page of many ads. Those whose state refuses it are named one by one while the others change. Approved ones are moderated again, unless their owner is trusted.
#[utoipa::path(put, path = "/api/advertiser/ads/all/original_url", tag = "advertiser", request_body = AdsUrl,
    responses((status = 200, body = Data<Updated>)))]
pub async fn update_ads_url(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AdsUrl>,
) -> Result<Json<Data<Updated>>, Problem> {
    let (scope, actor, user) = (advertiser.scope(), advertiser.actor(), advertiser.user.clone());
    let (ids, url) = (read_ids(&form.ids)?, form.original_url.trim().to_owned());
    let mut errors = FieldErrors::default();
    check_landing("original_url", &url, user.has_extended_permissions(), &mut errors);
    errors.finish()?;
    let trusted = user.is_trusted;
    let (changed, updated) = app
        .store
        .write("update_ads_url", Priority::Api, async move |tx| {
            let found = ads::all_of(tx, scope, &ids).await?;
            let (mut refused, mut changed) = (Vec::new(), Vec::new());
            for ad in &found {
                let mut settings = ad.settings.clone();
                settings.original_url.clone_from(&url);
                let result = ads::update_found(tx, ad, &settings, None, trusted).await;
                if let Some(one) = refused_by_state(ad, result)? {
                    refused.push(one);
                    continue;
                }
                // An ad that leads there already goes on: the feed would hear of no change that starts it again.
                if ad.settings.original_url != url {
                    changed.push(ad.id);
                }
                audit_log::record_edit(
                    tx,
                    &actor,
                    "update_ad_url",
                    "ad",
                    ad.id,
                    Some(&ad.settings.original_url),
                    Some(&url),
                )
                .await?;
            }
            let updated_count = (found.len() - refused.len()) as u64;
            Ok((changed, Updated { updated_count, refused: each_refused(refused, found.len())? }))
        })
        .await?;
    if !trusted {
        for id in &changed {
            app.engine.live().set_ad_wanted(*id, false);
        }
    }
    Ok(data(updated))
}

async fn set_archived(
    app: ApiState,
    advertiser: Advertiser,
    id: i64,
    archived: bool,
) -> Result<Json<Data<AdResource>>, Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), AdId(id));
    let action = if archived { "archive_ad" } else { "unarchive_ad" };
    let after = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let before = ads::get(tx, scope, id).await?;
            ads::set_archived(tx, scope, id, archived).await?;
            record_states(tx, scope, &actor, tx.name(), &[before]).await?;
            load(tx, scope, id).await
        })
        .await?;
    app.engine.live().set_ad_wanted(id, false);
    Ok(data(after))
}

/// Archives an ad.
#[utoipa::path(put, path = "/api/advertiser/ads/universal/{id}/archive", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 200, body = Data<AdResource>)))]
pub async fn archive_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<AdResource>>, Problem> {
    set_archived(app, advertiser, id, true).await
}

/// Makes an archived ad stopped.
#[utoipa::path(put, path = "/api/advertiser/ads/universal/{id}/unarchive", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 200, body = Data<AdResource>)))]
pub async fn unarchive_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<AdResource>>, Problem> {
    set_archived(app, advertiser, id, false).await
}

/// Sends a rejected ad to moderation again, or a draft as a new ad comes in.
#[utoipa::path(post, path = "/api/advertiser/ad_groups/{group_id}/ads/remoderate/{id}", tag = "advertiser",
    params(("group_id" = i64, Path), ("id" = i64, Path)), responses((status = 200, body = Data<AdResource>)))]
pub async fn remoderate_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path((group, id)): Path<(i64, i64)>,
) -> Result<Json<Data<AdResource>>, Problem> {
    remoderate(&app, &advertiser, id, Some(group)).await
}

/// Sends a rejected ad to moderation again, or a draft as a new ad comes in, whatever its group.
#[utoipa::path(post, path = "/api/advertiser/ads/remoderate/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<AdResource>)))]
pub async fn remoderate_own_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<AdResource>>, Problem> {
    remoderate(&app, &advertiser, id, None).await
}

async fn remoderate(
    app: &ApiState,
    advertiser: &Advertiser,
    id: i64,
    group: Option<i64>,
) -> Result<Json<Data<AdResource>>, Problem> {
    let (scope, actor, id) = (advertiser.scope(), advertiser.actor(), AdId(id));
    let after = app
        .store
        .write("remoderate_ad", Priority::Api, async move |tx| {
            let before = ads::get(tx, scope, id).await?;
            if group.is_some_and(|group| before.group.0 != group) {
                return Err(Error::NotFound("ad"));
            }
            drafts::remoderate(tx, scope, id).await?;
            record_states(tx, scope, &actor, "remoderate_ad", &[before]).await?;
            load(tx, scope, id).await
        })
        .await?;
    Ok(data(after))
}
