//! How well a push campaign is answered, whether it is held back for that, and what to do.
//!
//! Browsers take the permission of sites whose notifications nobody wants. A campaign that is clicked far less than others at the same
//! sites takes fewer turns; its owner reads here that it does, and by what.

use super::campaigns::{self, PushCampaignResource};
use super::names::of_path;
use crate::auth::Advertiser;
use crate::dictionaries::words::PushUuid;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use crate::webmaster::push_health::rate;
use axum::extract::State;
use placard_common::error::Problem;
use placard_edge::delivery::push_engagement::Found;
use placard_model::push_engagement::{Standing, TURNS_ALL};
use placard_model::settings::PushCampaigns;
use placard_model::{CampaignId, Money, UnixMs};
use placard_store::advertising::push;
use serde::Serialize;
use utoipa::ToSchema;

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushCampaignHealthState {
    /// Too little was shown to say, or there are too few others to compare with.
    Unknown,
    /// As it should be.
    Good,
    /// Clicked less than others; nothing follows from it yet.
    Low,
    /// Clicked far less than others: it takes fewer turns.
    HeldBack,
}

impl From<Standing> for PushCampaignHealthState {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Unknown => Self::Unknown,
            Standing::Good => Self::Good,
            Standing::Low => Self::Low,
            Standing::HeldBack => Self::HeldBack,
        }
    }
}

/// What to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushCampaignAdviceField {
    /// Its ads.
    Ads,
    /// How often one subscriber gets each ad.
    FrequencyCap,
    /// Ages of subscriptions.
    SubscriptionAge,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushCampaignAdvice {
    /// What to look at.
    pub field: PushCampaignAdviceField,
    /// What to do, in a sentence.
    pub title: String,
    /// Why.
    pub text: String,
}

/// How well a push campaign is answered, against others at the same sites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushCampaignHealth {
    /// How it stands.
    pub state: PushCampaignHealthState,
    /// Notifications shown in the last 28 days at sites where those of others were, too.
    pub shown: i64,
    /// Clicked of them.
    pub clicked: i64,
    /// Clicked of 100 shown; none while too little is known.
    #[schema(value_type = Option<f64>)]
    pub engagement: Option<Money>,
    /// Clicked of 100 of others at the same sites; none while too little is known.
    #[schema(value_type = Option<f64>)]
    pub usual_engagement: Option<Money>,
    /// It takes fewer turns below this; none while too little is known.
    #[schema(value_type = Option<f64>)]
    pub held_back_below: Option<Money>,
    /// Of 100 turns, those that it takes now.
    #[schema(value_type = f64)]
    pub turns_percent: Money,
    /// When it was counted; none before the first time.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub counted_at: Option<UnixMs>,
    /// What to do; empty where nothing has to be better.
    pub advice: Vec<PushCampaignAdvice>,
}

impl PushCampaignHealth {
    fn new(
        campaign: &PushCampaignResource,
        found: Found,
        counted_at: Option<UnixMs>,
        settings: &PushCampaigns,
    ) -> Self {
        let engagement = found.engagement;
        let is_known = found.standing != Standing::Unknown;
        let usual = is_known.then(|| usual_rate(engagement.shown, engagement.usual_milli));
        Self {
            state: found.standing.into(),
            shown: engagement.shown,
            clicked: engagement.clicked,
            engagement: is_known.then(|| rate(engagement.shown, engagement.clicked)),
            usual_engagement: usual,
            held_back_below: usual.map(|usual| usual.share(settings.low_engagement.0)),
            turns_percent: turns_percent(found.turns),
            counted_at,
            advice: if matches!(found.standing, Standing::Low | Standing::HeldBack) {
                advice(campaign)
            } else {
                vec![]
            },
        }
    }
}

/// Turns of 100.
pub(crate) fn turns_percent(turns: u16) -> Money {
    Money::from_micros(i64::from(turns) * 100_000_000 / i64::from(TURNS_ALL))
}

/// Clicked of 100 of others, exact to six decimals.
pub(crate) fn usual_rate(shown: i64, usual_milli: i64) -> Money {
    let millionths = i128::from(usual_milli) * 100_000 / i128::from(shown.max(1));
    Money::from_micros(i64::try_from(millionths).unwrap_or_default())
}

/// What may help a campaign, what costs its owner least first.
fn advice(campaign: &PushCampaignResource) -> Vec<PushCampaignAdvice> {
    let one =
        |field, title: &str, text: &str| PushCampaignAdvice { field, title: title.to_owned(), text: text.to_owned() };
    let mut all = Vec::new();
    if campaign.ads_count > 1 {
        all.push(one(
            PushCampaignAdviceField::Ads,
            "Stop the ads that few people click.",
            "One that nobody wants pulls the others down: all count together.",
        ));
    } else {
        all.push(one(
            PushCampaignAdviceField::Ads,
            "Write a second ad.",
            "Another title, text and picture. Of two, the one that people click is shown more.",
        ));
    }
    if campaign.frequency_cap.is_none() {
        all.push(one(
            PushCampaignAdviceField::FrequencyCap,
            "Say how often one person gets each ad.",
            "Who has not clicked it twice seldom does the third time. Two in 24 hours are enough for most.",
        ));
    }
    if campaign.subscription_age.is_none() {
        all.push(one(
            PushCampaignAdviceField::SubscriptionAge,
            "Begin with young subscriptions.",
            "People click most in the first weeks after they subscribed. Name an age of up to 30 days.",
        ));
    }
    all
}

/// How well a push campaign is answered, whether it is held back for that, and what to do.
#[utoipa::path(get, path = "/api-push-proxy/campaigns/{uuid}/health", tag = "push",
    params(("uuid" = inline(PushUuid), Path)), responses((status = 200, body = Data<PushCampaignHealth>)))]
pub async fn get_push_campaign_health(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(uuid): Path<String>,
) -> Result<Json<Data<PushCampaignHealth>>, Problem> {
    let (scope, uuid) = (advertiser.scope(), of_path(&uuid)?);
    let campaign = app
        .store
        .read("get_push_campaign_health", async move |conn| {
            let id = push::campaign_of(conn, scope, uuid).await?;
            campaigns::load(conn, scope, id).await
        })
        .await?;
    let counted = app.delivery.push_engagement.last();
    let found = counted.of(CampaignId(campaign.id));
    Ok(data(PushCampaignHealth::new(&campaign, found, counted.at, &app.settings.get().push_campaigns)))
}
