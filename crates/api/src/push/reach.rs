//! How many subscribers push campaigns would be for.

use super::campaign_form::{read_age, read_categories, read_lists};
use super::campaigns::SubscriptionDays;
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::form_with_targeting;
use crate::dictionaries::words::Id;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::UnixMs;
use placard_model::push::{PushSettings, PushTargeting};
use placard_store::advertising::campaigns::CampaignSettings;
use placard_store::push_reach::{self, PushAudience, PushReach};
use serde::Serialize;
use utoipa::ToSchema;

form_with_targeting! {
    /// The audience of a push campaign's form.
    pub struct PushReachForm {
        /// What is advertised: subscribers of sites that refuse it are left out.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub categories: Vec<i64>,
        /// Ages of subscriptions; null: all.
        #[serde(default)]
        pub subscription_age: Option<SubscriptionDays>,
        /// Sites whose subscribers get none of its ads; at most 100.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub blacklist_sites: Vec<i64>,
        /// Blocks whose subscribers get none of its ads; at most 100.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub blacklist_blocks: Vec<i64>,
    }
}

/// Subscribers that a push campaign would be for, whatever hours it runs. One that wants keywords of a page, or address ranges, has
/// none.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = PushReach)]
pub struct PushReachResource {
    /// All of them.
    pub subscribers: u64,
    /// Those of them who can get a push before this UTC day ends.
    pub due_today: u64,
    /// The network has so many subscribers that a part of them was looked at.
    pub is_estimate: bool,
}

impl PushReachResource {
    /// What was counted, as the API shows it.
    pub(super) const fn new(found: PushReach) -> Self {
        Self { subscribers: found.subscribers, due_today: found.due, is_estimate: found.is_estimate }
    }
}

/// Until when a push is due today: the end of the UTC day.
pub(super) fn tomorrow(app: &Api) -> UnixMs {
    app.clock.now().day().plus(1).start()
}

/// Whom a campaign of these settings is for.
pub(super) fn audience_of(settings: &CampaignSettings) -> PushAudience {
    PushAudience {
        targeting: settings.targeting.clone(),
        push: settings.push.clone().unwrap_or_default(),
        categories: settings.categories.clone(),
    }
}

/// How many subscribers a push campaign with this audience would be for, and how many of them can get a push today.
#[utoipa::path(post, path = "/api-push-proxy/campaigns/reach", tag = "push", request_body = PushReachForm,
    responses((status = 200, body = Data<PushReachResource>)))]
pub async fn estimate_push_reach(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(mut form): Json<PushReachForm>,
) -> Result<Json<Data<PushReachResource>>, Problem> {
    let mut errors = FieldErrors::default();
    let targeting = form.take_targeting().read(&app, advertiser.id().0, &mut errors);
    let subscription_age = form.subscription_age.map(|age| read_age(age, &mut errors));
    let lists = read_lists(&form.blacklist_sites, &form.blacklist_blocks, &mut errors);
    let categories = read_categories(&form.categories, &mut errors);
    errors.finish()?;
    let push = PushSettings { targeting: PushTargeting { subscription_age, frequency_cap: None }, lists };
    let (audience, until) = ([PushAudience { targeting, push, categories }], tomorrow(&app));
    let found = app
        .store
        .read("estimate_push_reach", async move |conn| push_reach::reach(conn, &audience, until).await)
        .await?;
    let none = PushReach { subscribers: 0, due: 0, is_estimate: false };
    Ok(data(PushReachResource::new(found.first().copied().unwrap_or(none))))
}
