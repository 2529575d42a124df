//! Whether something delivers, what stops it, and where the last hour's requests fell.

mod ahead;
mod explain;
mod funnel;
mod reach;
mod stop_code;
mod stops;
mod words;

pub use ahead::StopAhead;
pub use explain::*;
pub use funnel::{DeliveryFunnel, DeliveryStep};
pub use reach::*;
pub use stop_code::{Stop, StopCode, StopObject, StopObjectKind};

use self::ahead::Past;
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::Problem;
use placard_edge::explain::{self as engine, Of, Unsampled};
use placard_model::event::RequestSample;
use placard_model::format::CampaignType;
use placard_model::time::HOUR_MS;
use placard_model::{AdId, CampaignId, GroupId, UnixMs, UserId};
use placard_stats::{Dimension, Key, Period, Query, Sampled, Stats, StatsError, StatsScope};
use placard_store::Scope;
use placard_store::advertising::standing::{self, Standing};
use placard_store::advertising::{ads, past_limit};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

/// Samples of the last hour that are read at most.
const SAMPLES_MAX: u32 = 5_000;
/// How long samples are looked at; what is seen by then stands for the others.
const LOOK_TIME_MAX: Duration = Duration::from_millis(500);
/// Samples without one that could show it after which it is said that hardly any request can: fewer than one in a
/// hundred, in 19 of 20 cases.
const UNMATCHED_SAMPLES_MIN: usize = 300;

/// Whether something delivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// Requests of the last hour could show it, and nothing stops it now.
    Delivers,
    /// The same, but in none of these requests it is expected to get a place: other ads are expected to bring more.
    Outbid,
    /// Something stops all of it.
    Stopped,
    /// Nothing stops it, but no request of the last hour could show it.
    Unmatched,
    /// Nothing stops it, but there were no requests in the last hour, too few of them were looked at to say, or samples do not say
    /// what all its ads ask: addresses, ages of subscriptions.
    Unknown,
}

/// Whether a campaign, group or ad delivers, and what keeps it from doing so.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Delivery {
    /// Whether it does.
    pub state: DeliveryState,
    /// It in a sentence.
    pub text: String,
    /// Ads that it has.
    pub ads_count: usize,
    /// Ads that nothing stops.
    pub ads_on_offer: usize,
    /// What stops it, or a part of it.
    pub stops: Vec<Stop>,
    /// What will stop a campaign before midnight UTC, soonest first; nothing where something stops it now.
    pub ahead: Vec<StopAhead>,
    /// Where requests fell; none while statistics are derived again.
    pub funnel: Option<DeliveryFunnel>,
}

/// Tells whether a campaign delivers, what stops it, and where the last hour's requests fell.
#[utoipa::path(get, path = "/api/advertiser/campaigns/{id}/delivery", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Delivery>)))]
pub async fn get_campaign_delivery(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<Delivery>>, Problem> {
    Ok(data(delivery_of_campaign(&app, advertiser.id(), advertiser.scope(), CampaignId(id)).await?))
}

/// Whether a campaign of the scope delivers, for somebody who asks.
pub(crate) async fn delivery_of_campaign(
    app: &ApiState,
    asker: UserId,
    scope: Scope,
    id: CampaignId,
) -> Result<Delivery, Problem> {
    let read = async move |conn: &placard_store::Conn| standing::of_campaign(conn, scope, id).await;
    let standing = app.store.read("get_campaign_delivery", read).await?;
    delivery(app, asker, standing, Of::Campaign(id)).await
}

/// Tells whether a group delivers, what stops it, and where the last hour's requests fell.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/{id}/delivery", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<Delivery>)))]
pub async fn get_ad_group_delivery(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<Delivery>>, Problem> {
    Ok(data(delivery_of_group(&app, advertiser.id(), advertiser.scope(), GroupId(id)).await?))
}

/// Whether a group of the scope delivers, for somebody who asks.
pub(crate) async fn delivery_of_group(
    app: &ApiState,
    asker: UserId,
    scope: Scope,
    id: GroupId,
) -> Result<Delivery, Problem> {
    let read = async move |conn: &placard_store::Conn| {
        let campaign = standing::campaign_of_group(conn, scope, id).await?;
        standing::of_campaign(conn, scope, campaign).await
    };
    let standing = app.store.read("get_ad_group_delivery", read).await?;
    delivery(app, asker, standing, Of::Group(id)).await
}

/// Tells whether an ad delivers, what stops it, and where the last hour's requests fell.
#[utoipa::path(get, path = "/api/advertiser/ads/universal/{id}/delivery", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 200, body = Data<Delivery>)))]
pub async fn get_ad_delivery(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<Delivery>>, Problem> {
    Ok(data(delivery_of_ad(&app, advertiser.id(), advertiser.scope(), AdId(id)).await?))
}

/// Whether an ad of the scope delivers, for somebody who asks.
pub(crate) async fn delivery_of_ad(app: &ApiState, asker: UserId, scope: Scope, id: AdId) -> Result<Delivery, Problem> {
    let read = async move |conn: &placard_store::Conn| {
        let campaign = ads::any(conn, scope, id).await?.campaign;
        standing::of_campaign(conn, scope, campaign).await
    };
    let standing = app.store.read("get_ad_delivery", read).await?;
    delivery(app, asker, standing, Of::Ad(id)).await
}

async fn delivery(app: &ApiState, asker: UserId, standing: Standing, of: Of) -> Result<Delivery, Problem> {
    app.turns.ask(asker, Box::pin(look(app, standing, of))).await?
}

async fn look(app: &ApiState, standing: Standing, of: Of) -> Result<Delivery, Problem> {
    let now = app.clock.now();
    let since = now.plus_ms(-HOUR_MS);
    let recent = match app.stats.recent_samples(since, SAMPLES_MAX).await {
        Ok(recent) => Some(recent),
        Err(StatsError::Deriving) => None,
        Err(error) => return Err(error.into()),
    };
    let campaign = (standing.campaign.advertiser, standing.campaign.id);
    let past = match of {
        Of::Campaign(_) if recent.is_some() => {
            let spent = app.stats.spent_by_hour(campaign.0, campaign.1, ahead::first_hour(now), now.hour()).await?;
            let (campaign, end) = (standing.campaign.clone(), now.day().first_hour().start());
            let read = async move |conn: &placard_store::Conn| past_limit::daily_limit_at(conn, &campaign, end).await;
            Past { spent, limit_yesterday: app.store.read("get_past_limit", read).await? }
        }
        _ => Past::default(),
    };
    let is_push = standing.campaign.campaign_type == i64::from(CampaignType::Push.id());
    let stats = Arc::clone(&app.stats);
    let app = app.clone();
    // Who has left, or has waited long enough, does not have more looked at.
    let over = CancellationToken::new();
    let (_left, is_over) = (over.clone().drop_guard(), over.clone());
    let mut task = tokio::task::spawn_blocking(move || {
        let snapshot = app.engine.snapshot();
        let ads_count = match of {
            Of::Campaign(_) => standing.ads.len(),
            Of::Group(group) => standing.ads.iter().filter(|ad| ad.group == group).count(),
            Of::Ad(_) => 1,
        };
        let standing_of = |ads: &[AdId]| ads.iter().map(|ad| snapshot.standing(now, *ad)).collect();
        let stops = stops::stops(&standing, of, now, standing_of);
        let ahead = ahead::ahead(&standing, &past, now);
        let ads = of.ads(&snapshot);
        let unsampled = engine::unsampled(&snapshot, &ads);
        let funnel = recent.map(|recent| {
            let (rows, samples): (Vec<_>, Vec<RequestSample>) =
                recent.rows.into_iter().map(|Sampled { at, sample, .. }| (at, sample)).unzip();
            let fallen = engine::fallen(&snapshot, &ads, &samples, now, || is_over.is_cancelled());
            let funnel = funnel::funnel(&fallen, since, recent.requests.unsigned_abs(), |place| {
                rows.get(place).map(|at| at.0.to_string())
            });
            (funnel, fallen.sure > 0)
        });
        told(ads_count, stops, ahead, funnel, unsampled)
    });
    let told = tokio::select! {
        told = &mut task => told,
        () = tokio::time::sleep(LOOK_TIME_MAX) => {
            over.cancel();
            task.await
        }
    };
    let told = told.map_err(|error| Problem::Internal(error.into()))?;
    if is_push && is_outbid_by_others(&told) {
        let shows = shown_lately(&stats, campaign.0, of, now).await?;
        return Ok(if shows > 0 { of_push(told, shows) } else { told });
    }
    Ok(told)
}

/// Whether the ranking expects others to take every place, and none other of the owner's ads.
fn is_outbid_by_others(told: &Delivery) -> bool {
    let beaten_by_own = told.funnel.as_ref().and_then(|funnel| funnel.beaten_by_own);
    told.state == DeliveryState::Outbid && beaten_by_own.unwrap_or_default() == 0
}

/// How often something was shown in this hour and the last one; not at all while statistics are derived again.
async fn shown_lately(stats: &Arc<Stats>, advertiser: UserId, of: Of, now: UnixMs) -> Result<i64, Problem> {
    let (dimension, id) = match of {
        Of::Campaign(id) => (Dimension::Campaign, id.0),
        Of::Group(id) => (Dimension::Group, id.0),
        Of::Ad(id) => (Dimension::Ad, id.0),
    };
    let hours = [now.hour().0 - 1, now.hour().0].map(|hour| Key(i64::from(hour)));
    let question = Query::by(dimension, Period::ending(now.day(), 2)).with(dimension, vec![Key(id)]);
    let question = question.with(Dimension::Hour, hours.into());
    match stats.answer(question, StatsScope::advertiser(advertiser)).await {
        Ok(found) => Ok(found.total.measures.shows),
        Err(StatsError::Deriving) => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// Something of a push campaign of which the ranking expects that others take every push. A subscriber gets the same ad seldom
/// again and campaigns take turns, so that the first of the ranking is often left out: what was shown says more.
fn of_push(told: Delivery, shows: i64) -> Delivery {
    let rest = if told.stops.is_empty() { "" } else { "Nothing stops the rest. " };
    let text = format!(
        "{rest}It was shown {shows} times in this hour and the last one. Ads of others are expected to bring more: a higher bid, or \
         more clicks by show, would win more pushes."
    );
    Delivery { state: DeliveryState::Delivers, text, ..told }
}

fn told(
    ads_count: usize,
    stops: Vec<Stop>,
    ahead: Vec<StopAhead>,
    funnel: Option<(DeliveryFunnel, bool)>,
    unsampled: Unsampled,
) -> Delivery {
    let (funnel, is_sure) = funnel.map_or((None, false), |(funnel, is_sure)| (Some(funnel), is_sure));
    let is_stopped = stops.iter().any(|stop| stop.is_total);
    let stopped: usize = stops.iter().map(|stop| stop.ads_count).sum();
    let ads_on_offer = if is_stopped { 0 } else { ads_count.saturating_sub(stopped) };
    // What is stopped in part is told below this.
    let nothing = if stops.is_empty() { "Nothing stops it" } else { "Nothing stops the rest" };
    let (state, text) = match (&funnel, stops.first()) {
        (_, Some(stop)) if is_stopped => (DeliveryState::Stopped, format!("{}. {}", stop.title, stop.text)),
        (None, _) => (DeliveryState::Unknown, format!("{nothing}. Requests are being counted anew: look again later.")),
        (Some(funnel), _) if funnel.samples == 0 => {
            (DeliveryState::Unknown, format!("{nothing}, but no page asked for ads in the last hour."))
        }
        (Some(funnel), _) if funnel.could_show == 0 => {
            let most = funnel.steps.iter().max_by_key(|step| step.fell);
            let most = most.map_or("", |step| step.why);
            let (looked_at, requests) = (funnel.samples, funnel.requests);
            if requests <= looked_at as u64 {
                let text = format!(
                    "{nothing}, but none of {requests} requests of the last hour could show it. Of most, {most}."
                );
                (DeliveryState::Unmatched, text)
            } else if looked_at >= UNMATCHED_SAMPLES_MIN {
                let text = format!(
                    "{nothing}, but none of {looked_at} that were looked at, of about {requests} requests of the \
                     last hour, could show it. Of most, {most}."
                );
                (DeliveryState::Unmatched, text)
            } else {
                let text = format!(
                    "{nothing}. Of about {requests} requests of the last hour {looked_at} were looked at, and none \
                     of these could show it: too few to say. Of most, {most}."
                );
                (DeliveryState::Unknown, text)
            }
        }
        (Some(funnel), _) => {
            let could =
                format!("About {} of {} requests of the last hour could show it", funnel.could_show, funnel.requests);
            if !is_sure {
                // Of none is it known whether it is within what the ads ask.
                (DeliveryState::Unknown, format!("{could}.{}", not_known(unsampled)))
            } else if let Some(by) = outbid(funnel) {
                let text = format!("{nothing}. {could}, but in none of these it is expected to get a place: {by}");
                (DeliveryState::Outbid, text)
            } else {
                let won = funnel.shown.filter(|won| *won > 0).map_or_else(String::new, |won| {
                    format!(", and it is expected to get a place in about {won} of these")
                });
                (DeliveryState::Delivers, format!("{could}{won}.{}", not_sampled(unsampled)))
            }
        }
    };
    let ahead = if is_stopped { Vec::new() } else { ahead };
    Delivery { state, text, ads_count, ads_on_offer, stops, ahead, funnel }
}

/// Who is expected to take every place that it could have, and what would win some; none where it gets one, or may.
const fn outbid(funnel: &DeliveryFunnel) -> Option<&'static str> {
    if !matches!((funnel.shown, funnel.undecided), (Some(0), None | Some(0))) {
        return None;
    }
    match (funnel.beaten, funnel.beaten_by_own) {
        (Some(1..), None | Some(0)) => Some(
            "ads of others are expected to bring more. By chance it gets some all the same; a higher bid, or more clicks by \
             show, would win more.",
        ),
        (Some(1..), Some(1..)) => Some(
            "ads of others, or other ads of yours, are expected to bring more. By chance it gets some all the same; a higher \
             bid, or more clicks by show, would win more.",
        ),
        (None | Some(0), Some(1..)) => {
            Some("other ads of yours are expected to bring more. A higher bid would outbid yourself.")
        }
        _ => None,
    }
}

/// What samples do not say of those that could show it.
const fn not_sampled(unsampled: Unsampled) -> &'static str {
    match (unsampled.addresses, unsampled.ages) {
        (false, false) => "",
        (true, false) => " Samples keep no addresses: some of these are outside the ranges that you target.",
        (false, true) => " Samples keep no ages of subscriptions: some of these are of another age than you target.",
        (true, true) => {
            " Samples keep neither addresses nor ages of subscriptions: some of these are outside what you target."
        }
    }
}

/// What samples do not say of any that could show it.
const fn not_known(unsampled: Unsampled) -> &'static str {
    match (unsampled.addresses, unsampled.ages) {
        (false, false) => "",
        (true, false) => {
            " Whether any of them is in the ranges that you target is not known: samples keep no addresses."
        }
        (false, true) => {
            " Whether any of them is of the age that you target is not known: samples keep no ages of subscriptions."
        }
        (true, true) => {
            " Whether any of them is within what you target is not known: samples keep neither addresses nor ages of \
             subscriptions."
        }
    }
}

/// The sample of a name, as [`DeliveryStep::example`] gives it.
async fn sample(app: &Api, asker: UserId, name: &str) -> Result<RequestSample, Problem> {
    let at = name.parse().map(placard_model::event::EventRef);
    let at = at.map_err(|_| Problem::field("sample", "is not the name of a sample"))?;
    match app.turns.ask(asker, app.stats.sample(at)).await?? {
        Some(sampled) => Ok(sampled.sample),
        None => Err(Problem::field("sample", "is not known, or was dropped: samples are kept for some days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::UnixMs;

    /// A funnel of no request.
    fn nothing() -> DeliveryFunnel {
        DeliveryFunnel {
            since: UnixMs(0),
            samples: 0,
            requests: 0,
            steps: Vec::new(),
            could_show: 0,
            example: None,
            beaten: None,
            beaten_at: None,
            beaten_by_own: None,
            shown: None,
            undecided: None,
        }
    }

    #[test]
    fn what_never_gets_a_place_is_not_said_to_deliver() {
        let check = |won: u64, others: u64, own: u64, undecided: u64, state: DeliveryState, words: &str| {
            let funnel = DeliveryFunnel {
                samples: 10,
                requests: 10,
                could_show: 10,
                beaten: Some(others),
                beaten_by_own: Some(own),
                shown: Some(won),
                undecided: Some(undecided),
                ..nothing()
            };
            let told = told(1, Vec::new(), Vec::new(), Some((funnel, true)), Unsampled::default());
            assert_eq!(told.state, state, "{}", told.text);
            assert!(told.text.contains(words), "{}", told.text);
        };
        check(
            4,
            6,
            0,
            0,
            DeliveryState::Delivers,
            "could show it, and it is expected to get a place in about 4 of these.",
        );
        check(0, 10, 0, 0, DeliveryState::Outbid, "none of these it is expected to get a place: ads of others are");
        check(0, 3, 7, 0, DeliveryState::Outbid, "ads of others, or other ads of yours");
        check(0, 0, 10, 0, DeliveryState::Outbid, "would outbid yourself");
        check(0, 9, 0, 1, DeliveryState::Delivers, "of the last hour could show it.");
    }

    #[test]
    fn where_ads_are_stopped_nothing_stops_the_rest_alone() {
        let check = |stops: Vec<Stop>, words: &str| {
            let funnel = DeliveryFunnel {
                samples: 10,
                requests: 10,
                could_show: 10,
                beaten: Some(10),
                shown: Some(0),
                undecided: Some(0),
                ..nothing()
            };
            for funnel in [Some((funnel, true)), Some((nothing(), false)), None] {
                let told = told(5, stops.clone(), Vec::new(), funnel, Unsampled::default());
                assert!(told.text.starts_with(words), "{}", told.text);
            }
        };
        check(Vec::new(), "Nothing stops it");
        check(vec![StopCode::Rejected.stop(4, false)], "Nothing stops the rest");
    }

    #[test]
    fn none_is_said_of_what_was_looked_at_only() {
        let check = |samples: usize, requests: u64, state: DeliveryState, words: &str| {
            let step = DeliveryStep {
                step: 5,
                name: "Geo",
                why: "another place",
                arrived: requests,
                fell: requests,
                owner_can_act: false,
                example: None,
            };
            let funnel = DeliveryFunnel { samples, requests, steps: vec![step], ..nothing() };
            let told = told(1, Vec::new(), Vec::new(), Some((funnel, false)), Unsampled::default());
            assert_eq!(told.state, state, "{samples} of {requests}: {}", told.text);
            assert!(told.text.contains(words) && told.text.contains("Of most, another place."), "{}", told.text);
        };
        check(20, 20, DeliveryState::Unmatched, "none of 20 requests");
        check(20, 36_000_000, DeliveryState::Unknown, "20 were looked at, and none of these");
        check(299, 300, DeliveryState::Unknown, "299 were looked at");
        check(5_000, 36_000_000, DeliveryState::Unmatched, "none of 5000 that were looked at, of about 36000000");
    }
}
