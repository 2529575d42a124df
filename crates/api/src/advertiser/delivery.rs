//! Whether something delivers, what stops it, and where the last hour's requests fell.

mod explain;
mod reach;
mod stops;
mod words;

pub use explain::*;
pub use reach::*;
pub use stops::{Stop, StopCode};

use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::Problem;
use placard_edge::explain::{self as engine, Fallen, Of, Step};
use placard_model::event::RequestSample;
use placard_model::time::HOUR_MS;
use placard_model::{AdId, CampaignId, GroupId, UnixMs, UserId};
use placard_stats::{Sampled, StatsError};
use placard_store::Scope;
use placard_store::advertising::ads;
use placard_store::advertising::standing::{self, Standing};
use serde::Serialize;
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
    /// Something stops all of it.
    Stopped,
    /// Nothing stops it, but no request of the last hour could show it.
    Unmatched,
    /// Nothing stops it, but there were no requests in the last hour, or too few of them were looked at to say.
    Unknown,
}

/// Requests that fell at a step.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryStep {
    /// The engine's number of the step.
    pub step: u8,
    /// Its name.
    pub name: &'static str,
    /// Why requests fall here.
    pub why: &'static str,
    /// Requests that came as far, about.
    pub arrived: u64,
    /// Requests that fell here, about.
    pub fell: u64,
    /// The owner's own settings make them fall, beside the audience that is wanted.
    pub owner_can_act: bool,
    /// A sample that fell here, to be asked about.
    pub example: Option<String>,
}

/// Where the last hour's requests fell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryFunnel {
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub since: UnixMs,
    /// Samples that were looked at.
    pub samples: usize,
    /// Requests of the hour, about.
    pub requests: u64,
    /// The steps, in the order in which the engine takes them.
    pub steps: Vec<DeliveryStep>,
    /// Requests that could show it, about.
    pub could_show: u64,
    /// A sample of those, to be asked about.
    pub example: Option<String>,
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
    let (scope, id) = (advertiser.scope(), GroupId(id));
    let read = async move |conn: &placard_store::Conn| {
        let campaign = standing::campaign_of_group(conn, scope, id).await?;
        standing::of_campaign(conn, scope, campaign).await
    };
    let standing = app.store.read("get_ad_group_delivery", read).await?;
    Ok(data(delivery(&app, advertiser.id(), standing, Of::Group(id)).await?))
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
    app.turns.ask(asker, look(app, standing, of)).await?
}

async fn look(app: &ApiState, standing: Standing, of: Of) -> Result<Delivery, Problem> {
    let now = app.clock.now();
    let since = now.plus_ms(-HOUR_MS);
    let recent = match app.stats.recent_samples(since, SAMPLES_MAX).await {
        Ok(recent) => Some(recent),
        Err(StatsError::Deriving) => None,
        Err(error) => return Err(error.into()),
    };
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
        let funnel = recent.map(|recent| {
            let (rows, samples): (Vec<_>, Vec<RequestSample>) =
                recent.rows.into_iter().map(|Sampled { at, sample, .. }| (at, sample)).unzip();
            let fallen = engine::fallen(&snapshot, &of.ads(&snapshot), &samples, now, || is_over.is_cancelled());
            funnel(&fallen, since, recent.requests.unsigned_abs(), |place| rows.get(place).map(|at| at.0.to_string()))
        });
        told(ads_count, stops, funnel)
    });
    let told = tokio::select! {
        told = &mut task => told,
        () = tokio::time::sleep(LOOK_TIME_MAX) => {
            over.cancel();
            task.await
        }
    };
    told.map_err(|error| Problem::Internal(error.into()))
}

fn funnel(fallen: &Fallen, since: UnixMs, requests: u64, name: impl Fn(usize) -> Option<String>) -> DeliveryFunnel {
    // What was not looked at is taken to be like what was.
    let about = |weight: u64| match fallen.weight {
        0 => 0,
        looked_at => {
            u64::try_from(u128::from(weight) * u128::from(requests) / u128::from(looked_at)).unwrap_or(u64::MAX)
        }
    };
    let mut left = fallen.weight;
    let steps = Step::ORDER.into_iter().filter(|step| *step != Step::OnPage).map(|step| {
        let (why, owner_can_act) = words::of_step(step);
        let arrived = left;
        left -= fallen.at(step);
        DeliveryStep {
            step: step.id(),
            name: step.name(),
            why,
            arrived: about(arrived),
            fell: about(fallen.at(step)),
            owner_can_act,
            example: fallen.example(step).and_then(&name),
        }
    });
    DeliveryFunnel {
        since,
        samples: fallen.samples,
        requests,
        steps: steps.collect(),
        could_show: about(fallen.at(Step::Found)),
        example: fallen.example(Step::Found).and_then(&name),
    }
}

fn told(ads_count: usize, stops: Vec<Stop>, funnel: Option<DeliveryFunnel>) -> Delivery {
    let is_stopped = stops.iter().any(|stop| stop.is_total);
    let stopped: usize = stops.iter().map(|stop| stop.ads_count).sum();
    let ads_on_offer = if is_stopped { 0 } else { ads_count.saturating_sub(stopped) };
    let (state, text) = match (&funnel, stops.first()) {
        (_, Some(stop)) if is_stopped => (DeliveryState::Stopped, format!("{}. {}", stop.title, stop.text)),
        (None, _) => {
            (DeliveryState::Unknown, "Nothing stops it. Requests are being counted anew: look again later.".to_owned())
        }
        (Some(funnel), _) if funnel.samples == 0 => {
            let text = "Nothing stops it, but no page asked for ads in the last hour.";
            (DeliveryState::Unknown, text.to_owned())
        }
        (Some(funnel), _) if funnel.could_show == 0 => {
            let most = funnel.steps.iter().max_by_key(|step| step.fell);
            let most = most.map_or("", |step| step.why);
            let (looked_at, requests) = (funnel.samples, funnel.requests);
            if requests <= looked_at as u64 {
                let text = format!(
                    "Nothing stops it, but none of {requests} requests of the last hour could show it. Of most, {most}."
                );
                (DeliveryState::Unmatched, text)
            } else if looked_at >= UNMATCHED_SAMPLES_MIN {
                let text = format!(
                    "Nothing stops it, but none of {looked_at} that were looked at, of about {requests} requests of the \
                     last hour, could show it. Of most, {most}."
                );
                (DeliveryState::Unmatched, text)
            } else {
                let text = format!(
                    "Nothing stops it. Of about {requests} requests of the last hour {looked_at} were looked at, and none \
                     of these could show it: too few to say. Of most, {most}."
                );
                (DeliveryState::Unknown, text)
            }
        }
        (Some(funnel), _) => {
            let text =
                format!("About {} of {} requests of the last hour could show it.", funnel.could_show, funnel.requests);
            (DeliveryState::Delivers, text)
        }
    };
    Delivery { state, text, ads_count, ads_on_offer, stops, funnel }
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
            let (since, steps) = (UnixMs(0), vec![step]);
            let funnel = DeliveryFunnel { since, samples, requests, steps, could_show: 0, example: None };
            let told = told(1, Vec::new(), Some(funnel));
            assert_eq!(told.state, state, "{samples} of {requests}: {}", told.text);
            assert!(told.text.contains(words) && told.text.contains("Of most, another place."), "{}", told.text);
        };
        check(20, 20, DeliveryState::Unmatched, "none of 20 requests");
        check(20, 36_000_000, DeliveryState::Unknown, "20 were looked at, and none of these");
        check(299, 300, DeliveryState::Unknown, "299 were looked at");
        check(5_000, 36_000_000, DeliveryState::Unmatched, "none of 5000 that were looked at, of about 36000000");
    }
}
