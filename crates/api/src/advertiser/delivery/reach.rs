//! How many shows a day a targeting could have.

use crate::advertiser::ad_groups::SITE_CATEGORIES_MAX;
use crate::advertiser::campaigns::CATEGORIES_MAX;
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::{form_with_targeting, read_each};
use crate::dictionaries::words::{Id, NativeFormatId, TargetId};
use crate::extract::{Json, Path, Qs, optional_amount};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_edge::explain::{blocks_about, refusing_blocks};
use placard_model::bid::BID_MAX;
use placard_model::format::{BlockFormat, FormatMask, Target};
use placard_model::targeting::Targeting;
use placard_model::time::DAY_MS;
use placard_model::{CampaignId, CategoryId, GroupId, Money, TrafficSourceId, UserId};
use placard_stats::{GUIDE_ADVERTISERS_MIN, PaidClicks, REACH_DAYS, ReachQuestion};
use placard_store::advertising::campaigns::{self, Campaign, CampaignSettings};
use placard_store::advertising::groups;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Samples that must fit for an estimate: of 30 the error is about a fifth.
const SAMPLES_MIN: i64 = 30;
/// Clicks that a guide of bids is made of at least.
const GUIDE_CLICKS_MIN: i64 = 30;

form_with_targeting! {
    /// The audience of a campaign's form, or of a group's.
    pub struct ReachForm {
        /// A campaign whose group is asked about: both audiences hold, and what the campaign leads to, advertises and wants
        /// of traffic sources is its own.
        #[serde(default)]
        pub campaign_id: Option<i64>,
        /// What the sites of a group are about; empty: all.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub site_categories: Vec<i64>,
        /// The format of a group's ads; none: all.
        #[serde(default)]
        #[schema(value_type = Option<NativeFormatId>)]
        pub ad_format_type_id: Option<u8>,
        /// What the campaign leads to; none: what the site takes is not looked at.
        #[serde(default)]
        #[schema(value_type = Option<TargetId>)]
        pub target_id: Option<u8>,
        /// What it advertises.
        #[serde(default)]
        #[schema(value_type = Vec<Id>)]
        pub categories: Vec<i64>,
        /// The only traffic source wanted.
        #[serde(default)]
        pub traffic_source_id: Option<i64>,
    }
}

/// How many shows a day would have been possible, and what clicks cost there.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReachEstimate {
    /// Shows a day, about; none where too few requests were sampled to say.
    pub shows_per_day: Option<i64>,
    /// Samples that fit.
    pub samples: i64,
    /// The answer in a sentence.
    pub text: String,
    /// What valid clicks of this audience cost in the last 7 days; none where there were too few, or too few advertisers paid
    /// them to tell.
    pub bids: Option<BidGuide>,
}

/// What valid clicks cost, whoever paid them.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct BidGuide {
    /// Valid clicks.
    pub clicks: i64,
    /// A quarter of them cost at most so much.
    #[schema(value_type = f64)]
    pub p25: Money,
    /// Half of them cost at most so much.
    #[schema(value_type = f64)]
    pub p50: Money,
    /// Three quarters of them cost at most so much.
    #[schema(value_type = f64)]
    pub p75: Money,
    /// Percentage of them that cost at most the bid that was asked about; none without one.
    pub share_at_bid: Option<f64>,
}

/// A bid to compare with what clicks cost.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct GuideQuery {
    /// Dollars a click.
    #[serde(deserialize_with = "optional_amount")]
    #[param(value_type = Option<f64>)]
    pub bid: Option<Money>,
    /// Formats of an ad that is being made, of which alone it is told; else those of the ads that the group has.
    #[param(value_type = Vec<NativeFormatId>, max_items = 5)]
    pub formats: Vec<i64>,
}

/// An audience with what else narrows it.
struct Asked {
    targetings: Vec<Targeting>,
    target: Option<Target>,
    categories: Vec<CategoryId>,
    formats: FormatMask,
    bid: Option<Money>,
}

impl Asked {
    /// The audience of a group in its campaign, with ads of any format.
    fn within(campaign: Campaign, of_group: Targeting) -> Self {
        let CampaignSettings { targeting: mut above, traffic_source, target, categories, .. } = campaign.settings;
        above.traffic_sources.extend(traffic_source);
        Self {
            targetings: vec![above, of_group],
            target: Some(target),
            categories,
            formats: BlockFormat::NATIVE_ALL.into_iter().collect(),
            bid: None,
        }
    }
}

/// Estimates how many shows a day a campaign with this audience, or a group of a campaign, could have had in the last 7 days, and
/// what clicks of it cost.
#[utoipa::path(post, path = "/api/advertiser/campaigns/reach", tag = "advertiser", request_body = ReachForm,
    responses((status = 200, body = Data<ReachEstimate>)))]
pub async fn estimate_campaign_reach(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(mut form): Json<ReachForm>,
) -> Result<Json<Data<ReachEstimate>>, Problem> {
    let mut errors = FieldErrors::default();
    let target = form.target_id.map(|id| Target::from_native_id(i64::from(id)));
    errors.check("target_id", target != Some(None), "must be 1 (commodity) or 2 (news)");
    let categories = read_each(&mut errors, "categories", &form.categories, CATEGORIES_MAX, "a category", |id| {
        (*id > 0).then_some(CategoryId(*id))
    });
    let format = form.ad_format_type_id.map(|id| BlockFormat::from_native_id(i64::from(id)));
    errors.check("ad_format_type_id", format != Some(None), "must be 1, 2, 4, 8 or 16");
    let mut targeting = form.take_targeting().read(&app, advertiser.user.id.0, &mut errors);
    targeting.site_categories =
        read_each(&mut errors, "site_categories", &form.site_categories, SITE_CATEGORIES_MAX, "a category", |id| {
            (*id > 0).then_some(CategoryId(*id))
        });
    errors.finish()?;
    let formats = formats_of(format.flatten(), FormatMask::default());
    let Some(above) = form.campaign_id else {
        targeting.traffic_sources.extend(form.traffic_source_id.map(TrafficSourceId));
        let asked = Asked { targetings: vec![targeting], target: target.flatten(), categories, formats, bid: None };
        return Ok(data(estimate(&app, advertiser.id(), asked).await?));
    };
    let (scope, above) = (advertiser.scope(), CampaignId(above));
    let campaign = app
        .store
        .read("estimate_campaign_reach", async move |conn| campaigns::native(conn, scope, above).await)
        .await?;
    let asked = Asked { formats, ..Asked::within(campaign, targeting) };
    Ok(data(estimate(&app, advertiser.id(), asked).await?))
}

/// Estimates how many shows a day the ads of a group could have had in the last 7 days, and what clicks of their audience cost.
#[utoipa::path(get, path = "/api/advertiser/ad_groups/{id}/reach", tag = "advertiser",
    params(("id" = i64, Path), GuideQuery), responses((status = 200, body = Data<ReachEstimate>)))]
pub async fn estimate_ad_group_reach(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Qs(query): Qs<GuideQuery>,
) -> Result<Json<Data<ReachEstimate>>, Problem> {
    let mut errors = FieldErrors::default();
    let fits = |bid: Money| bid > Money::ZERO && bid <= BID_MAX;
    errors.check("bid", query.bid.is_none_or(fits), "must be above 0, and no higher than a bid may be");
    let asked: Option<FormatMask> = query.formats.iter().map(|id| BlockFormat::from_native_id(*id)).collect();
    errors.check("formats", asked.is_some(), "must be 1, 2, 4, 8 or 16");
    let formats_max = BlockFormat::NATIVE_ALL.len();
    errors.check("formats", query.formats.len() <= formats_max, format!("must have at most {formats_max} entries"));
    errors.finish()?;
    let scope = advertiser.scope();
    let (group, campaign, of_ads) = app
        .store
        .read("estimate_ad_group_reach", async move |conn| {
            let group = groups::get(conn, scope, GroupId(id)).await?;
            let campaign = campaigns::get(conn, scope, group.campaign).await?;
            Ok((group, campaign, groups::formats_of_ads(conn, scope, GroupId(id)).await?))
        })
        .await?;
    let formats = asked.filter(|formats| *formats != FormatMask::default());
    let formats = formats.unwrap_or_else(|| formats_of(group.settings.ad_format_type, of_ads));
    let asked = Asked { formats, bid: query.bid, ..Asked::within(campaign, group.settings.targeting) };
    Ok(data(estimate(&app, advertiser.id(), asked).await?))
}

/// The formats of a group: its ads', or what its ad form opens with, or all where neither is known yet.
fn formats_of(form: Option<BlockFormat>, of_ads: FormatMask) -> FormatMask {
    match form {
        _ if of_ads != FormatMask::default() => of_ads,
        Some(format) => FormatMask::default().with(format),
        None => BlockFormat::NATIVE_ALL.into_iter().collect(),
    }
}

async fn estimate(app: &ApiState, asker: UserId, asked: Asked) -> Result<ReachEstimate, Problem> {
    let Asked { targetings, target, categories, formats, bid } = asked;
    if targetings.iter().any(|one| !one.ip_ranges.is_empty()) {
        let text = "With address ranges nothing can be estimated: requests are remembered without addresses.";
        return Ok(ReachEstimate { shows_per_day: None, samples: 0, text: text.to_owned(), bids: None });
    }
    let now = app.clock.now();
    let since = now.plus_ms(-REACH_DAYS * DAY_MS);
    let ask = async {
        let snapshot = app.engine.snapshot();
        // A walk through all blocks: more than a handler's thread should do.
        let question = tokio::task::spawn_blocking(move || {
            let refusing_blocks = refusing_blocks(&snapshot, target, &categories, formats);
            let blocks_about = blocks_about(&snapshot, &targetings);
            ReachQuestion { targetings, refusing_blocks, blocks_about, since }
        });
        let question = question.await.map_err(|error| Problem::Internal(error.into()))?;
        let paid = app.stats.paid_clicks(question.clone(), bid.unwrap_or_default()).await?;
        Ok::<_, Problem>((app.stats.reach(question).await?, guide(paid, bid)))
    };
    let (reach, bids) = app.turns.ask(asker, ask).await??;
    if reach.samples < SAMPLES_MIN {
        let text = match reach.samples {
            0 if reach.all_samples >= SAMPLES_MIN => "No request of the last 7 days fits this audience.".to_owned(),
            _ => format!(
                "Too few requests like these were seen in the last 7 days to estimate shows: {}.",
                reach.samples
            ),
        };
        return Ok(ReachEstimate { shows_per_day: None, samples: reach.samples, text, bids });
    }
    // A network that is younger than 7 days has had fewer of them, and the first was hardly one.
    let seen_ms = reach.first_at.map_or(0, |first| now.since_ms(first)).clamp(DAY_MS, REACH_DAYS * DAY_MS);
    let per_day = i128::from(reach.requests) * i128::from(DAY_MS) / i128::from(seen_ms);
    let per_day = rounded(i64::try_from(per_day).unwrap_or(i64::MAX));
    let days = (seen_ms + DAY_MS / 2) / DAY_MS;
    let period = if days <= 1 { "day".to_owned() } else { format!("{days} days") };
    let text = format!("About {} shows a day were possible in the last {period}.", spaced(per_day));
    Ok(ReachEstimate { shows_per_day: Some(per_day), samples: reach.samples, text, bids })
}

/// What is told of paid clicks.
fn guide(paid: PaidClicks, bid: Option<Money>) -> Option<BidGuide> {
    let PaidClicks { clicks, advertisers, quartiles: [p25, p50, p75], at_most_bid } = paid;
    let share = |_| (at_most_bid * 1_000 / clicks) as f64 / 10.0;
    (clicks >= GUIDE_CLICKS_MIN && advertisers >= GUIDE_ADVERTISERS_MIN).then(|| BidGuide {
        clicks,
        p25,
        p50,
        p75,
        share_at_bid: bid.map(share),
    })
}

/// Three digits are as exact as an estimate is.
fn rounded(number: i64) -> i64 {
    let unit = 10_i64.pow(number.max(1).ilog10().saturating_sub(2));
    (number + unit / 2) / unit * unit
}

/// A number with its thousands apart.
fn spaced(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_told_with_three_digits() {
        let check = |number: i64, expected: &str| assert_eq!(spaced(rounded(number)), expected, "{number}");
        check(0, "0");
        check(7, "7");
        check(123, "123");
        check(1_234, "1 230");
        check(12_449, "12 400");
        check(1_995_000, "2 000 000");
    }

    #[test]
    fn a_group_reaches_what_its_ads_fit() {
        let only = |format| FormatMask::default().with(format);
        let none = FormatMask::default();
        assert_eq!(formats_of(Some(BlockFormat::Text), only(BlockFormat::Article)), only(BlockFormat::Article));
        assert_eq!(formats_of(Some(BlockFormat::Text), none), only(BlockFormat::Text));
        assert!(!formats_of(None, none).contains(BlockFormat::Push));
    }
}
