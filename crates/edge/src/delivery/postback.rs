//! `GET|POST /postback`: an advertiser's tracker tells of a conversion.

use super::caller::counted_address;
use super::conversions::{Told, Words};
use super::limits::Call;
use super::{check_ready, no_content, page_body};
use crate::state::{Edge, EdgeState};
use axum::extract::{Request, State};
use axum::http::HeaderName;
use axum::http::request::Parts;
use axum::response::Response;
use placard_common::error::{FieldErrors, Problem};
use placard_common::extract::read_query;
use placard_model::Money;
use placard_model::event::{ConversionState, GOAL_CHARS_MAX, TRANSACTION_ID_CHARS_MAX};
use placard_model::money::DECIMALS_MAX;
use serde::Deserialize;
use utoipa::IntoParams;

/// The longest id of a conversion, in characters.
pub const EXTERNAL_ID_CHARS_MAX: usize = 128;

/// A conversion. Unknown parameters are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Postback {
    /// The click: what `{click_id}` of the landing page was filled with.
    #[param(required)]
    click_id: String,
    /// `hold`, `approved` or `rejected`, in any case; none: `approved`.
    status: Option<String>,
    /// What the conversion is worth, in dollars with at most 6 decimals, 100,000 or what the network's operator set at
    /// most; none leaves what an earlier call said.
    #[param(value_type = Option<f64>)]
    payout: Option<String>,
    /// The tracker's own id of the conversion, without control characters: a later call with the same id changes it.
    /// None: the click has one.
    id: Option<String>,
    /// What the visitor did (sale, registration), in the tracker's words, without control characters; none leaves what an
    /// earlier call said.
    goal: Option<String>,
    /// The advertiser's own number of the transaction, without control characters; none leaves what an earlier call said.
    transaction_id: Option<String>,
    /// The advertiser's postback secret, if they have made one; it may be sent in the header `X-Postback-Secret` instead.
    secret: Option<String>,
}

/// The header that may carry the secret, so that it does not stand in logs of addresses.
const SECRET_HEADER: HeaderName = HeaderName::from_static("x-postback-secret");

/// Records a conversion. Answers when this is durable.
#[utoipa::path(
    get,
    path = "/postback",
    tag = "delivery",
    security(()),
    params(Postback),
    responses(
        (status = 204, description = "Recorded")
    )
)]
pub async fn get_postback(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    let (parts, _) = request.into_parts();
    count(&app, &parts)?;
    record(&app, &parts, read_query(parts.uri.query().unwrap_or_default())?).await
}

/// Records a conversion told in the query or in a form's body. Answers when this is durable.
#[utoipa::path(
    post,
    path = "/postback",
    tag = "delivery",
    security(()),
    params(Postback),
    responses(
        (status = 204, description = "Recorded")
    )
)]
pub async fn create_postback(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    count(&app, &parts)?;
    let query = parts.uri.query().unwrap_or_default();
    let body = page_body(body).await?;
    let form = std::str::from_utf8(&body).map_err(|_| Problem::Malformed("the body is not text".to_owned()))?;
    let all = if query.is_empty() || form.is_empty() { format!("{query}{form}") } else { format!("{query}&{form}") };
    record(&app, &parts, read_query(&all)?).await
}

fn count(app: &Edge, parts: &Parts) -> Result<(), Problem> {
    // Secrets are known with the inventory.
    check_ready(app)?;
    app.delivery.limits.call(Call::Postbacks, counted_address(app, parts), 1, app.clock.now())
}

/// What is told to who sends no secret, or another one.
const WRONG_SECRET: &str = "This advertiser takes postbacks with their secret only: send it as `secret`, or in the header \
    X-Postback-Secret. It is made on the advertiser's account page.";

async fn record(app: &EdgeState, parts: &Parts, postback: Postback) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let click = app.delivery.click_ids.read(postback.click_id.trim());
    if click.is_none() {
        errors.add("click_id", "is not a click id of this network");
    }
    let status = postback.status.as_deref().map(str::trim).filter(|status| !status.is_empty());
    let state = match status.map(str::to_ascii_lowercase).as_deref() {
        None | Some("approved") => Some(ConversionState::Approved),
        Some("hold") => Some(ConversionState::Hold),
        Some("rejected") => Some(ConversionState::Rejected),
        Some(_) => {
            errors.add("status", "must be hold, approved or rejected");
            None
        }
    };
    let payout = match postback.payout.as_deref().map(str::trim).filter(|payout| !payout.is_empty()) {
        None => None,
        Some(text) => match Money::parse(text, DECIMALS_MAX) {
            Ok(payout) if payout.is_negative() => {
                errors.add("payout", "must not be negative");
                None
            }
            Ok(payout) if payout > app.settings.get().postbacks.max_payout() => {
                errors.add("payout", format!("must be at most {} dollars", app.settings.get().postbacks.max_payout()));
                None
            }
            Ok(payout) => Some(payout),
            Err(error) => {
                errors.add("payout", error.to_string());
                None
            }
        },
    };
    let mut text = |field: &'static str, told: Option<String>, chars_max: usize| {
        let text = told.unwrap_or_default();
        errors.check_length(field, &text, 0..=chars_max);
        // What the log has is written to every store: PostgreSQL takes no NUL.
        errors.check(field, !text.chars().any(char::is_control), "must not have control characters");
        text
    };
    let words = Words {
        external_id: text("id", postback.id, EXTERNAL_ID_CHARS_MAX),
        goal: text("goal", postback.goal, GOAL_CHARS_MAX),
        transaction_id: text("transaction_id", postback.transaction_id, TRANSACTION_ID_CHARS_MAX),
    };
    errors.finish()?;
    let (Some(click), Some(state)) = (click, state) else { return Err(Problem::NotFound) };
    let of_click = app.delivery.conversions.of(click);
    let place = of_click.clone();
    let mut of_click = of_click.lock().await;
    let (directory, now) = (&app.delivery.directory, app.clock.now());
    let Some(owner) = of_click.owner(app, click).await? else {
        // Nobody can be asked for a secret, and nothing would come of it: billing passes over what it never settled.
        return Err(Problem::field("click_id", "is of a click that this network has no record of"));
    };
    let secret = postback.secret.as_deref().or_else(|| parts.headers.get(SECRET_HEADER)?.to_str().ok());
    if !directory.secret_fits(owner, secret) {
        return Err(Problem::Forbidden(WRONG_SECRET.into()));
    }
    // Whoever clicked can repeat one postback: that takes nothing from the advertiser's tracker.
    let told = Told::new(state, payout, &words.goal, &words.transaction_id);
    if of_click.is_news(&words.external_id, &told) {
        app.delivery.limits.postback_for(owner, now)?;
    }
    let told = of_click.tell(app, click, words, told, now).await;
    app.delivery.conversions.weigh(click, &place, of_click.conversions());
    told?;
    Ok(no_content())
}
