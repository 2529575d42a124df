//! What visitors' browsers and advertisers' trackers call: ads, shows, clicks, postbacks, pictures, the script.
//!
//! Nothing here reads the database: an ad request touches memory, everything else memory and the event log. What is
//! acknowledged is in the log.

pub mod ad;
mod answer;
mod caller;
pub mod click;
mod conversions;
pub mod counters;
mod directory;
mod edge;
pub mod frame;
mod limits;
pub mod media;
pub mod opt_in;
mod page;
mod passback;
pub mod postback;
pub mod push;
pub mod push_engagement;
mod rates;
pub mod samples;
pub mod show;
pub mod tag;
pub mod token;
mod traffic;
pub mod watch;
pub mod why;
mod writes;

pub use caller::Caller;
pub use conversions::SettledOwner;
pub use counters::RequestCounters;
pub use directory::{Directory, GoneAd, secret_hash};
pub use edge::{EdgeFacts, PageFact, judge};
pub(crate) use page::site_host;
pub use page::{host as page_host, is_host_of};

use crate::state::{Edge, EdgeState};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use caller::DayKeys;
use conversions::Conversions;
use limits::Limits;
use opt_in::OptIns;
use parking_lot::Mutex;
use passback::Passbacks;
use placard_common::chance::Chance;
use placard_common::error::{Problem, panicked};
use placard_common::extract::page_json_problem;
use placard_common::headers::LimitHeaders;
use placard_common::secrets::{Keys, Purpose};
use placard_common::user_agent::UserAgents;
use placard_events::ClickIds;
use placard_model::UnixMs;
use placard_model::event::ServedAd;
use placard_model::settings::InForce;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rates::{FEW, MANY, MinuteCounts};
use samples::Samples;
use std::sync::Arc;
use tag::TagFiles;
use token::Tokens;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use watch::{Reached, Watches};
use writes::Writes;

/// The longest body of a call from a page, in bytes.
pub const BODY_BYTES_MAX: usize = 32 * 1024;
/// Seconds after which a caller may ask again what cannot be answered now.
const RETRY_S: u32 = 2;

/// What delivery keeps in memory beside the engine.
pub struct Delivery {
    /// Makes and reads the tokens of served ads.
    pub tokens: Tokens,
    /// Makes and reads click ids.
    pub click_ids: ClickIds,
    /// Names of clicks for those who may not send postbacks of them.
    pub click_names: ClickIds,
    /// Recognises browsers.
    pub agents: UserAgents,
    /// Owners and names that events and landing pages need.
    pub directory: Directory,
    /// Requests since the last record of them.
    pub counters: RequestCounters,
    /// The script for webmasters' pages.
    tag: TagFiles,
    /// Requests that are kept with their dimensions.
    pub samples: Samples,
    /// Blocks under check.
    pub watches: Watches,
    /// What browsers told of notifications.
    pub push_answers: push::PushAnswers,
    /// How well push campaigns are answered.
    pub push_engagement: push_engagement::PushEngagements,
    /// Push opt-ins of sites.
    pub opt_ins: OptIns,
    day_keys: DayKeys,
    click_rates: MinuteCounts,
    show_rates: MinuteCounts,
    limits: Limits,
    writes: Writes,
    passbacks: Passbacks,
    conversions: Conversions,
    settled_owner: SettledOwner,
    seeds: Mutex<SmallRng>,
}

impl Delivery {
    /// Builds it from keys and chance.
    pub fn new(keys: &Keys, chance: &Chance, settings: Arc<InForce>, settled_owner: SettledOwner) -> Self {
        Self {
            tokens: Tokens::new(keys.clone(), chance.bytes()),
            click_ids: ClickIds::new(&keys.derive(Purpose::ClickId, None)),
            click_names: ClickIds::new(&keys.derive(Purpose::ClickName, None)),
            agents: UserAgents::default(),
            directory: Directory::default(),
            counters: RequestCounters::default(),
            tag: TagFiles::default(),
            samples: Samples::default(),
            watches: Watches::default(),
            push_answers: push::PushAnswers::default(),
            push_engagement: push_engagement::PushEngagements::default(),
            opt_ins: OptIns::default(),
            day_keys: DayKeys::new(keys.clone()),
            click_rates: MinuteCounts::new(chance.next_u64(), FEW),
            show_rates: MinuteCounts::new(chance.next_u64(), MANY),
            limits: Limits::new(settings, chance.next_u64()),
            writes: Writes::default(),
            passbacks: Passbacks::default(),
            conversions: Conversions::default(),
            settled_owner,
            seeds: Mutex::new(SmallRng::from_rng(&mut chance.fork())),
        }
    }

    /// Tells the check of an ad's block, if somebody looks at it, how far the ad came.
    fn reached(&self, ad: &ServedAd, reached: Reached, now: UnixMs) {
        if let Some(watch) = self.watches.of(ad.served.block, now) {
            watch.note(ad.token, reached);
        }
    }

    /// Chance for one request.
    fn rng(&self) -> SmallRng {
        SmallRng::seed_from_u64(self.seeds.lock().next_u64())
    }
}

/// Answers 503 as long as the inventory is not loaded: before that nothing can be said of any block or token.
fn check_ready(app: &Edge) -> Result<(), Problem> {
    if app.delivery.directory.is_ready() { Ok(()) } else { Err(Problem::Unavailable(RETRY_S)) }
}

/// The operations with their document.
pub fn operations() -> (Router<EdgeState>, OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(ad::create_ads))
        .routes(routes!(show::create_shows))
        .routes(routes!(show::create_views))
        .routes(routes!(passback::create_passbacks))
        .routes(routes!(push::choose_push_ad))
        .routes(routes!(push::create_push_shows))
        .routes(routes!(why::get_why))
        .routes(routes!(frame::get_frame))
        .routes(routes!(click::get_click))
        .routes(routes!(postback::get_postback, postback::create_postback))
        .routes(routes!(media::get_media))
        .routes(routes!(opt_in::get_opt_in))
        .routes(routes!(opt_in::create_opt_in_event))
        .split_for_parts()
}

/// All routes of delivery. They stand outside of the management routes' layers: a handful of headers is all that an ad
/// request can afford.
pub fn router(app: &EdgeState) -> Router {
    let any_page =
        SetResponseHeaderLayer::if_not_present(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let no_sniff =
        SetResponseHeaderLayer::if_not_present(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let no_such_method = || async { Problem::MethodNotAllowed };
    operations().0.with_state(app.clone()).method_not_allowed_fallback(no_such_method).layer(
        ServiceBuilder::new()
            .layer(any_page)
            .layer(no_sniff)
            .layer(CatchPanicLayer::custom(panicked))
            .layer(LimitHeaders),
    )
}

/// No content, and nothing to cache.
fn no_content() -> Response {
    (StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response()
}

/// The body of a request from a page: JSON, sent as text so that browsers ask no permission first. At most
/// [`BODY_BYTES_MAX`].
async fn page_body(body: Body) -> Result<Bytes, Problem> {
    axum::body::to_bytes(body, BODY_BYTES_MAX).await.map_err(|error| {
        if std::error::Error::source(&error)
            .is_some_and(<dyn std::error::Error + 'static>::is::<http_body_util::LengthLimitError>)
        {
            Problem::TooLarge
        } else {
            Problem::Malformed("the body ended early".to_owned())
        }
    })
}

/// Reads a page's JSON. Unknown fields are ignored.
pub fn read_page_json<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Problem> {
    // As on management calls: serde would also take a list of the values.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(Problem::Malformed("the body must be an object".to_owned()));
    }
    // What is wrong is looked for once more, and only when something is: the path to it costs time.
    serde_json::from_slice(bytes).map_err(|_| page_json_problem::<T>(bytes))
}

/// Pictures and scripts may be used by pages of any origin.
const CROSS_ORIGIN: (HeaderName, &str) = (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");

/// Answers when the log does not take an event.
fn not_recorded(error: &placard_events::AppendError) -> Problem {
    // That the log takes nothing was told when it began; a line for each event would fill the disk further.
    tracing::debug!("an event was not recorded: {error}");
    metrics::counter!("placard_events_refused_total").increment(1);
    Problem::Unavailable(1)
}
