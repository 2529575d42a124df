//! Why one ad is, or is not, among those for one request.

use super::stop_code::PriceAboveRest;
use super::{sample, words};
use crate::auth::Advertiser;
use crate::dictionaries::words::{BrowserId, DeviceTypeId, Id, LanguageCode, OsId};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_edge::explain as engine;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::{self, PAGE_KEYWORDS_BYTES_MAX, PageContent};
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::targeting::request::{Audience, VisitorId};
use placard_model::{AdId, BlockId, TrafficSourceId, UserId};
use placard_store::Scope;
use placard_store::advertising::ads;
use placard_store::publishing::blocks;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::ToSchema;

/// The longest name of a sample, in characters: 64 bits in digits.
pub(crate) const SAMPLE_NAME_MAX: usize = 20;
/// The longest host of a page, in characters.
pub(crate) const HOST_CHARS_MAX: usize = 253;

/// A request: a sample by its name, or one that is described. What is left out is not known of it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExplainForm {
    /// A sample, as `example` of a delivery names it; then nothing else is looked at.
    pub sample: Option<String>,
    /// The block; without a sample it must be there.
    #[schema(value_type = Option<Id>)]
    pub block_id: Option<i64>,
    /// Host of the page; none: on the site.
    pub host: Option<String>,
    /// Country, two letters.
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country: Option<String>,
    /// Region, by its id in the geo tree.
    pub region: Option<u64>,
    /// City, by its id in the geo tree.
    pub city: Option<u64>,
    /// The network, by autonomous system number.
    pub isp: Option<u32>,
    /// The address.
    #[schema(value_type = Option<String>, format = "ip")]
    pub ip: Option<IpAddr>,
    /// The device type.
    #[schema(value_type = Option<DeviceTypeId>)]
    pub device_type: Option<u8>,
    /// The operating system.
    #[schema(value_type = Option<OsId>)]
    pub os: Option<u8>,
    /// The browser.
    #[schema(value_type = Option<BrowserId>)]
    pub browser: Option<u8>,
    /// The language, ISO 639-1.
    #[schema(value_type = Option<LanguageCode>)]
    pub language: Option<String>,
    /// The kind of traffic.
    #[schema(value_type = Option<Id>)]
    pub traffic_source_id: Option<i64>,
    /// What the page says it is about, as in `data-category`.
    pub page_category: Option<String>,
    /// Keywords of the page between commas, as in `data-keywords`.
    pub page_keywords: Option<String>,
}

/// Where an ad falls out of a request, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explained {
    /// The engine's number of the step; 0 when the ad can be shown.
    pub step: u8,
    /// Its name.
    pub name: &'static str,
    /// Why.
    pub text: String,
    /// The amounts, where a click costs more than what is left.
    pub above: Option<PriceAboveRest>,
}

/// Tells at which step an ad falls out of a request, by what holds now.
#[utoipa::path(post, path = "/api/advertiser/ads/universal/{id}/explain", tag = "advertiser",
    params(("id" = i64, Path)), request_body = ExplainForm, responses((status = 200, body = Data<Explained>)))]
pub async fn explain_ad(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<ExplainForm>,
) -> Result<Json<Data<Explained>>, Problem> {
    Ok(data(explain(&app, advertiser.id(), advertiser.scope(), AdId(id), &form).await?))
}

/// The same of an ad of the scope, for somebody who asks.
pub(crate) async fn explain(
    app: &ApiState,
    asker: UserId,
    scope: Scope,
    ad: AdId,
    form: &ExplainForm,
) -> Result<Explained, Problem> {
    app.store.read("explain_ad", async move |conn| ads::any(conn, scope, ad).await).await?;
    let now = app.clock.now();
    let mut unsampled = engine::Unsampled::default();
    let (explanation, block) = if let Some(name) = &form.sample {
        let sample = sample(app, asker, name).await?;
        let snapshot = app.engine.snapshot();
        unsampled = snapshot.unsampled(ad);
        (engine::of_sample(&snapshot, &sample, now, ad), sample.block.block)
    } else {
        let (block, host, audience) = form.read()?;
        let content = PageContent {
            category: form.page_category.as_deref().map(content::category).unwrap_or_default(),
            keywords: form.page_keywords.as_deref().map(PageContent::keywords_of).unwrap_or_default(),
        };
        (engine::of_request(&app.engine.snapshot(), block, &host, (audience, &content), now, ad), block)
    };
    let step = explanation.step;
    let above = match explanation.reason {
        engine::Reason::PriceAboveRest { price, rest } => Some(PriceAboveRest { price, rest }),
        _ => None,
    };
    let text = match explanation.reason {
        engine::Reason::UnknownBlock => {
            let stop = app.store.read("explain_block", async move |conn| blocks::stop_of(conn, block).await).await?;
            words::of_block(stop).to_owned()
        }
        reason @ engine::Reason::Eligible => words::of_reason(reason) + words::of_unsampled(unsampled),
        reason => words::of_reason(reason),
    };
    Ok(Explained { step: step.id(), name: step.name(), text, above })
}

impl ExplainForm {
    fn read(&self) -> Result<(BlockId, String, Audience), Problem> {
        let mut errors = FieldErrors::default();
        errors.check("block_id", self.block_id.is_some(), "must be given where no sample is");
        let host = self.host.as_deref().unwrap_or_default().trim().to_ascii_lowercase();
        errors.check_length("host", &host, 0..=HOST_CHARS_MAX);
        let country = self.country.as_deref().map(CountryCode::parse);
        errors.check("country", country != Some(None), "must be two letters");
        let device_type = self.device_type.map(|id| DeviceType::from_id(i64::from(id)));
        errors.check("device_type", device_type != Some(None), "is not a device type");
        let os = self.os.map(|id| Os::from_id(i64::from(id)));
        errors.check("os", os != Some(None), "is not an operating system");
        let browser = self.browser.map(|id| Browser::from_id(i64::from(id)));
        errors.check("browser", browser != Some(None), "is not a browser");
        let language = self.language.as_deref().map(Language::parse);
        errors.check("language", language != Some(None), "must be two letters");
        for (field, text) in [("page_category", &self.page_category), ("page_keywords", &self.page_keywords)] {
            errors.check_length(field, text.as_deref().unwrap_or_default(), 0..=PAGE_KEYWORDS_BYTES_MAX);
        }
        errors.finish()?;
        let place = Place {
            country: country.flatten().unwrap_or_default(),
            region: PlaceId(self.region.unwrap_or_default()),
            city: PlaceId(self.city.unwrap_or_default()),
        };
        let audience = Audience {
            ip: self.ip.unwrap_or(engine::NO_ADDRESS),
            place,
            asn: self.isp.unwrap_or_default(),
            device_type: device_type.flatten().unwrap_or(DeviceType::Other),
            os: os.flatten().unwrap_or(Os::Other),
            browser: browser.flatten().unwrap_or(Browser::Other),
            language: language.flatten().unwrap_or_default(),
            traffic_source: TrafficSourceId(self.traffic_source_id.unwrap_or_default()),
            visitor: VisitorId(0),
            visitor_yesterday: VisitorId(0),
            subscription_days: None,
        };
        Ok((BlockId(self.block_id.unwrap_or_default()), host, audience))
    }
}
