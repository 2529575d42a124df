//! What is known of the landing pages of ads, asking for another look, and a look at an address that is being typed.

use crate::auth::Advertiser;
use crate::dictionaries::words::{HaltId, LinkStateName};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_common::fetch::FetchError;
use placard_common::landing_look::{self, Seen};
use placard_model::creative::link::LinkState;
use placard_model::rule::RuleSubject;
use placard_model::status::Halt;
use placard_model::validate;
use placard_model::{AdId, UnixMs, UserId};
use placard_store::advertising::{ads as stored, link_checks};
use placard_store::rules::actions;
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use utoipa::ToSchema;

/// A look at an address that is typed is waited for this long, turns included: pages wait for an answer half a minute.
const PATIENCE: Duration = Duration::from_secs(20);
/// Such a look takes so long at most, and waits so long at most for its turn at the host: others wait for its place.
const TYPED_LOOK: Duration = Duration::from_secs(6);
/// Seconds to wait where a look did not come to its end.
const RETRY_S: u32 = 10;

/// What the last look at a landing page found. One that is dead stops its ads until it answers again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkCheck {
    /// What is known. A page that answered fails only after several attempts in a row.
    #[schema(value_type = LinkStateName)]
    pub state: &'static str,
    /// HTTP status at the end of the way; null when nothing answered.
    pub status: Option<u16>,
    /// Redirects on the way.
    pub redirects: u32,
    /// Host at the end of the way; empty when nothing was tried yet.
    pub final_host: String,
    /// That host is another than the one of the landing page.
    pub leads_elsewhere: bool,
    /// What the page says it is, in small letters and without parameters: `text/html`. What is neither that nor
    /// `application/xhtml+xml` is no page that people can read. Empty when it does not say, or nothing answered.
    pub content_type: String,
    /// Milliseconds until the page was there; null when it was not.
    pub elapsed_ms: Option<u32>,
    /// Why the last attempt failed, or why nothing was tried; empty when it did not.
    pub error: String,
    /// Attempts in a row that failed.
    pub failures: u32,
    /// Somebody waits for the next look.
    pub is_asked: bool,
    /// When it was looked at last.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub checked_at: Option<UnixMs>,
}

impl From<link_checks::LinkCheck> for LinkCheck {
    fn from(found: link_checks::LinkCheck) -> Self {
        Self {
            state: found.state.name(),
            status: found.status,
            redirects: found.redirects,
            final_host: found.final_host,
            leads_elsewhere: found.leads_elsewhere,
            content_type: found.content_type,
            elapsed_ms: found.elapsed_ms,
            error: found.error,
            failures: found.failures,
            is_asked: found.is_asked,
            checked_at: found.checked_at,
        }
    }
}

impl LinkCheck {
    /// What a single look saw: one failure is all that is known then. It may have been put off.
    fn once(state: LinkState, seen: Seen, checked_at: Option<UnixMs>) -> Self {
        Self {
            state: state.name(),
            status: seen.status,
            redirects: seen.redirects,
            final_host: seen.final_host,
            leads_elsewhere: seen.leads_elsewhere,
            content_type: seen.content_type,
            elapsed_ms: seen.elapsed_ms,
            error: seen.error,
            failures: u32::from(state == LinkState::Failing),
            is_asked: false,
            checked_at,
        }
    }
}

/// What stops an approved ad beside its owner's wish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AdHalt {
    /// What it is.
    #[schema(value_type = HaltId)]
    pub id: u8,
    /// It in words.
    pub text: &'static str,
    /// The rule that paused it; null when it was none, or is not known any more.
    pub rule_id: Option<i64>,
    /// What that was called; empty when there is none.
    pub rule_name: String,
}

/// What is known of the landing pages of some ads, and of what stops them.
pub(crate) struct Links {
    pages: HashMap<i64, link_checks::LinkCheck>,
    rules: HashMap<i64, (i64, String)>,
}

impl Links {
    /// Of these ads.
    pub(crate) async fn of(conn: &Conn, ads: impl Iterator<Item = &stored::Ad>) -> placard_store::Result<Self> {
        let ads: Vec<&stored::Ad> = ads.collect();
        let paused = ads.iter().filter(|ad| ad.state.is_halted_by(Halt::Rule)).map(|ad| ad.id.0);
        Ok(Self {
            rules: actions::paused_by(conn, RuleSubject::Ad, &paused.collect::<Vec<_>>()).await?,
            pages: link_checks::by_ids(conn, ads.iter().filter_map(|ad| ad.link)).await?,
        })
    }

    /// What stops one of them that its owner wants to run.
    pub(crate) fn halts(&self, ad: &stored::Ad) -> Vec<AdHalt> {
        let halts = Halt::ALL.into_iter().filter(|halt| ad.state.wanted && ad.state.is_halted_by(*halt));
        let shown = halts.map(|halt| {
            let rule = self.rules.get(&ad.id.0).filter(|_| halt == Halt::Rule);
            let (rule_id, rule_name) = (rule.map(|(id, _)| *id), rule.map(|(_, name)| name.clone()));
            AdHalt { id: halt.id(), text: halt.label(), rule_id, rule_name: rule_name.unwrap_or_default() }
        });
        shown.collect()
    }

    /// Of one of them.
    pub(crate) fn get(&self, ad: &stored::Ad) -> Option<LinkCheck> {
        self.pages.get(&ad.link?).cloned().map(LinkCheck::from)
    }
}

/// Has the landing page of an ad looked at again, soon. What is found stands in the ad's `link_check`.
#[utoipa::path(post, path = "/api/advertiser/ads/universal/{id}/check_link", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 202, body = Data<LinkCheck>)))]
pub async fn check_ad_link(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<(StatusCode, Json<Data<LinkCheck>>), Problem> {
    let scope = advertiser.scope();
    let ad = app.store.read("get_ad", async move |conn| stored::any(conn, scope, AdId(id)).await).await?;
    app.auth.calls.link_check(advertiser.id(), app.clock.now())?;
    ask(app, ad, advertiser.id()).await
}

/// Has the landing page of an ad looked at; who asks has a place of their own in the queue.
pub(crate) async fn ask(
    app: ApiState,
    ad: stored::Ad,
    by: UserId,
) -> Result<(StatusCode, Json<Data<LinkCheck>>), Problem> {
    let asked = async move |tx: &placard_store::Tx| {
        link_checks::ask_of(tx, ad.id, &ad.settings.original_url, ad.link, by).await
    };
    let found = app.store.write("check_ad_link", Priority::Api, asked).await?;
    Ok((StatusCode::ACCEPTED, data(found.into())))
}

/// A landing page to look at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LandingPageForm {
    /// Its address; macros get values with which nothing can be done.
    pub url: String,
}

/// Looks at a landing page now, before there is an ad that leads there. Nothing is kept of it, and an ad that leads to a page that
/// fails can be made all the same. It is given less time than the page of an ad: one that is too slow for that is `waiting`, with
/// `checked_at`; one whose look was put off has none.
#[utoipa::path(post, path = "/api/advertiser/ads/check_link", tag = "advertiser", request_body = LandingPageForm,
    responses((status = 200, body = Data<LinkCheck>)))]
pub async fn check_landing_page(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<LandingPageForm>,
) -> Result<Json<Data<LinkCheck>>, Problem> {
    let url = form.url.trim();
    if url.is_empty() {
        return Err(Problem::field("url", "must not be empty"));
    }
    validate::http_url(url).map_err(|error| Problem::field("url", error.to_string()))?;
    let user = advertiser.id();
    app.auth.calls.typed_link(user, app.clock.now())?;
    let look = landing_look::look_within(&app.fetcher, "typed_link", url, TYPED_LOOK);
    let look = app.turns.look(user, Box::pin(look));
    let looked = tokio::time::timeout(PATIENCE, look).await.map_err(|_| Problem::Unavailable(RETRY_S))??;
    let error = looked.as_ref().and_then(|looked| looked.as_ref().err()).map(|failure| &failure.error);
    // A host that is left alone says nothing of the page, and one that is slow has more time once there is an ad.
    let is_postponed = error.is_some_and(|error| error.postponed_s().is_some());
    let is_slow = matches!(error, Some(FetchError::Slow(_)));
    let seen = Seen::of(url, looked);
    let state = if is_postponed || is_slow { LinkState::Waiting } else { seen.state };
    Ok(data(LinkCheck::once(state, seen, (!is_postponed).then_some(app.clock.now()))))
}
