//! How many subscribers push campaigns would be for.

use super::ages_and_caps::{PushCap, SubscriptionDays};
use super::campaign_form::{read_age, read_cap, read_categories, read_lists};
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::form_with_targeting;
use crate::dictionaries::words::Id;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::push::{PushSettings, PushTargeting};
use placard_model::{UnixMs, UserId};
use placard_store::advertising::campaigns::CampaignSettings;
use placard_store::push::push_reach::{PushAudience, PushReach, PushReaches};
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
        /// How often one subscriber gets each of its ads; null: as often as the site allows.
        #[serde(default)]
        pub frequency_cap: Option<PushCap>,
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
    /// Those of them in whose daytime some of what is left of this UTC day lies.
    pub in_daytime: u64,
    /// Those of these who have not been sent yet all that their site allows in a day of theirs.
    pub under_daily_cap: u64,
    /// Those of these who can get a push before this UTC day ends.
    pub due_today: u64,
    /// Pushes of one ad that they can be sent in a whole day, whatever the hour.
    pub pushes_a_day: u64,
    /// The network has so many subscribers that a part of them was looked at.
    pub is_estimate: bool,
}

impl PushReachResource {
    /// What was counted, as the API shows it.
    pub(super) const fn new(found: PushReach) -> Self {
        let PushReach { subscribers, in_daytime, under_cap, due, pushes_a_day, is_estimate } = found;
        Self { subscribers, in_daytime, under_daily_cap: under_cap, due_today: due, pushes_a_day, is_estimate }
    }
}

/// Until when a push is due today: the end of the UTC day.
fn tomorrow(app: &Api) -> UnixMs {
    app.clock.now().day().plus(1).start()
}

/// Counts the subscribers of an advertiser's audiences: of one account one question at a time, on a thread that serves nobody.
pub(super) async fn count(
    app: &ApiState,
    advertiser: UserId,
    audiences: Vec<PushAudience>,
) -> Result<PushReaches, Problem> {
    let turn = app.turns.reach(advertiser).await?;
    let (sample, until) = (app.reaches.sample(app).await?, tomorrow(app));
    // The turn ends with the work, not with an asker who goes.
    let counted = tokio::task::spawn_blocking(move || (sample.reach(advertiser, &audiences, until), turn)).await;
    Ok(counted.map_err(|error| Problem::Internal(error.into()))?.0)
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
    let frequency_cap = form.frequency_cap.map(|cap| read_cap(cap, &mut errors));
    let lists = read_lists(&form.blacklist_sites, &form.blacklist_blocks, &mut errors);
    let categories = read_categories(&form.categories, &mut errors);
    errors.finish()?;
    let push = PushSettings { targeting: PushTargeting { subscription_age, frequency_cap }, lists };
    let found = count(&app, advertiser.id(), vec![PushAudience { targeting, push, categories }]).await?;
    Ok(data(PushReachResource::new(found.each.first().copied().unwrap_or_default())))
}
