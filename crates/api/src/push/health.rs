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
use placard_model::push::push_engagement::{Standing, TURNS_ALL};
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
    /// The figures are those of all ads of the account at the sites of the campaign, stopped ones included: of the campaign's own that
    /// run too little was shown. Else they are those of its ads that run.
    pub of_all_ads: bool,
    /// Notifications shown in the last 28 days at sites where those of others were, too.
    pub shown: i64,
    /// Clicked of them, paid or not.
    pub clicked: i64,
    /// Clicked of 100 shown; none while too little is known.
    #[schema(value_type = Option<f64>)]
    pub engagement: Option<Money>,
    /// Clicked of 100 of other advertisers at the same sites, in two significant digits; none while too little is known.
    #[schema(value_type = Option<f64>)]
    pub usual_engagement: Option<Money>,
    /// It takes fewer turns below about this; none while too little is known.
    #[schema(value_type = Option<f64>)]
    pub held_back_below: Option<Money>,
    /// Of 100 turns, those that it takes now, in whole numbers.
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
        // All that tells of others tells it roughly: nobody reads another's figures from it.
        let usual = is_known.then(|| two_digits(usual_rate(engagement.shown, engagement.usual_milli)));
        Self {
            state: found.standing.into(),
            of_all_ads: found.of_all_ads,
            shown: engagement.shown,
            clicked: engagement.clicked,
            engagement: is_known.then(|| rate(engagement.shown, engagement.clicked)),
            usual_engagement: usual,
            held_back_below: usual.map(|usual| usual.share(settings.low_engagement.0)),
            turns_percent: whole_percent(found.turns),
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

/// Turns of 100, in whole numbers and never none.
fn whole_percent(turns: u16) -> Money {
    let percent = (u32::from(turns) * 100 + u32::from(TURNS_ALL) / 2) / u32::from(TURNS_ALL);
    Money::from_dollars(i64::from(percent.max(1)))
}

/// An amount that is not negative, rounded to two significant digits.
fn two_digits(amount: Money) -> Money {
    let micros = amount.micros();
    let step = 10i64.pow(micros.max(1).ilog10().saturating_sub(1));
    Money::from_micros((micros + step / 2) / step * step)
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
            "One that nobody wants pulls the others down: all that run count together. What is stopped no longer counts once \
             enough was shown of the others.",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_bring_is_told_roughly() {
        let check = |micros: i64, rounded: i64| {
            assert_eq!(two_digits(Money::from_micros(micros)), Money::from_micros(rounded), "{micros}");
        };
        check(0, 0);
        check(7, 7);
        check(84, 84);
        check(1_000_000, 1_000_000);
        check(1_234_567, 1_200_000);
        check(998_000, 1_000_000);
        check(42_499, 42_000);
        let check =
            |turns: u16, percent: i64| assert_eq!(whole_percent(turns), Money::from_dollars(percent), "{turns}");
        check(10_000, 100);
        check(6_849, 68);
        check(6_850, 69);
        check(1, 1);
    }
}
