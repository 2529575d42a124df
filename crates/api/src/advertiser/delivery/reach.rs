//! How many shows a day a targeting could have.

use crate::advertiser::campaigns::CATEGORIES_MAX;
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::{form_with_targeting, read_each};
use crate::dictionaries::words::{Id, TargetId};
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_edge::explain::{blocks_about, refusing_blocks};
use placard_model::format::Target;
use placard_model::time::DAY_MS;
use placard_model::{CategoryId, TrafficSourceId};
use placard_stats::{REACH_DAYS, ReachQuestion};
use serde::Serialize;
use utoipa::ToSchema;

/// Samples that must fit for an estimate: of 30 the error is about a fifth.
const SAMPLES_MIN: i64 = 30;

form_with_targeting! {
    /// The audience of a campaign's form.
    pub struct ReachForm {
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

/// How many shows a day would have been possible.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReachEstimate {
    /// Shows a day, about; none where too few requests were sampled to say.
    pub shows_per_day: Option<i64>,
    /// Samples that fit.
    pub samples: i64,
    /// The answer in a sentence.
    pub text: String,
}

/// Estimates how many shows a day a campaign with this audience could have had in the last 7 days.
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
    let mut targeting = form.take_targeting().read(&app, advertiser.user.id.0, &mut errors);
    errors.finish()?;
    targeting.traffic_sources.extend(form.traffic_source_id.map(TrafficSourceId));
    if !targeting.ip_ranges.is_empty() {
        let text = "With address ranges nothing can be estimated: requests are remembered without addresses.";
        return Ok(data(ReachEstimate { shows_per_day: None, samples: 0, text: text.to_owned() }));
    }
    let now = app.clock.now();
    let since = now.plus_ms(-REACH_DAYS * DAY_MS);
    let ask = async {
        let snapshot = app.engine.snapshot();
        // A walk through all blocks: more than a handler's thread should do.
        let question = tokio::task::spawn_blocking(move || {
            let refusing_blocks = refusing_blocks(&snapshot, target.flatten(), &categories);
            let blocks_about = blocks_about(&snapshot, &targeting);
            ReachQuestion { targeting, refusing_blocks, blocks_about, since }
        });
        let question = question.await.map_err(|error| Problem::Internal(error.into()))?;
        Ok::<_, Problem>(app.stats.reach(question).await?)
    };
    let reach = app.turns.ask(advertiser.id(), ask).await??;
    if reach.samples < SAMPLES_MIN {
        let text = match reach.samples {
            0 if reach.all_samples >= SAMPLES_MIN => "No request of the last 7 days fits this audience.".to_owned(),
            _ => format!(
                "Too few requests like these were seen in the last 7 days to estimate shows: {}.",
                reach.samples
            ),
        };
        return Ok(data(ReachEstimate { shows_per_day: None, samples: reach.samples, text }));
    }
    // A network that is younger than 7 days has had fewer of them, and the first was hardly one.
    let seen_ms = reach.first_at.map_or(0, |first| now.since_ms(first)).clamp(DAY_MS, REACH_DAYS * DAY_MS);
    let per_day = i128::from(reach.requests) * i128::from(DAY_MS) / i128::from(seen_ms);
    let per_day = rounded(i64::try_from(per_day).unwrap_or(i64::MAX));
    let days = (seen_ms + DAY_MS / 2) / DAY_MS;
    let period = if days <= 1 { "day".to_owned() } else { format!("{days} days") };
    let text = format!("About {} shows a day were possible in the last {period}.", spaced(per_day));
    Ok(data(ReachEstimate { shows_per_day: Some(per_day), samples: reach.samples, text }))
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
}
