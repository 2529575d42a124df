//! `POST /d/ads`: which ads the places of a page show.

use super::answer::{Answer, ShownAd};
use super::caller::{counted_address, text};
use super::limits::Call;
use super::page::{Page, page_hash, site_host};
use super::watch::{KeptAd, KeptRequest, PAGE_CHARS_MAX, Watch};
use super::{Caller, check_ready, page_body, passback, read_page_json, traffic};
use crate::state::{Edge, EdgeState};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_common::extract::only_objects;
use placard_engine::{Choice, Snapshot, Step, StepCounters};
use placard_model::event::{RequestSample, SAMPLE_PAGE_CHARS_MAX, Served, TokenId};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockSpec;
use placard_model::sites::placement::Placement;
use placard_model::targeting::audience::Language;
use placard_model::targeting::content::{self, PageContent};
use placard_model::targeting::request::{AdRequest, Audience, PLACES_MAX, VisitorId};
use placard_model::{AdId, BlockId, TrafficSourceId, UnixMs};
use serde::Deserialize;
use std::borrow::Cow;

/// The most blocks of one request.
pub const BLOCKS_MAX: usize = 20;
/// The most ads that a page can say to have already.
pub const ON_PAGE_MAX: usize = 200;
/// The most refreshes of one place on one page view.
const REFRESHES_MAX: u8 = 20;
/// The version of the request that is understood.
pub const WIRE_VERSION: u32 = 1;

/// What the tag asks. Unknown fields are ignored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct AdsRequest<'a> {
    /// Version of this request: 1.
    #[schema(minimum = 1, maximum = 1)]
    v: u32,
    /// Address of the page.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    page: Cow<'a, str>,
    /// Where the visitor came from.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    referrer: Cow<'a, str>,
    /// Language of the browser; none: the `Accept-Language` header.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    language: Cow<'a, str>,
    /// The visitor's id from the page's own storage, 16 hexadecimal digits, where consent allows one.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    visitor: Option<Cow<'a, str>>,
    /// The page's TCF consent string.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    tcf: Option<Cow<'a, str>>,
    /// What the visitor lets this page do with notifications, in the words of `Notification.permission`. Where it is
    /// `granted`, push ads come as notifications and do not stand on the page.
    #[serde(borrow, default)]
    #[schema(value_type = String)]
    push: Cow<'a, str>,
    /// What the page says it is about.
    #[serde(borrow, default)]
    about: About<'a>,
    /// The blocks, in the order of the answer; at most 20.
    blocks: Vec<BlockRequest>,
    /// Ids of ads that are on the page already; at most 200.
    #[serde(default)]
    #[schema(max_items = 200)]
    on_page: Vec<i64>,
}

/// What a page says it is about, on the element of its script. Whatever else stands there is ignored.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct About<'a> {
    /// A category: its number here, or its code in the IAB's content taxonomy 1.0 (`IAB17`).
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    category: Option<Cow<'a, str>>,
    /// Keywords between commas. At most 20 are read, of at most 40 characters each, from the first 1,000 bytes.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    keywords: Option<Cow<'a, str>>,
}

/// A block on the page.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(remote = "Self")]
pub struct BlockRequest {
    /// The block.
    id: i64,
    /// How many ads are wanted; none: as many as the block has places.
    #[serde(default)]
    places: Option<usize>,
    /// Which refresh of the place this is, from 1; none: it asks for the first time. A block that does not refresh is
    /// answered without ads.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 20)]
    refresh: Option<u8>,
    /// Whether the tag has put this place where the block's placement wants it. A block that stands elsewhere than its code
    /// is answered without ads until then.
    #[serde(default)]
    placed: bool,
}

only_objects!(BlockRequest);

/// Chooses ads for the blocks of a page. The body is JSON, sent as `text/plain`. Unknown blocks, and blocks on pages that
/// are not on their site, are answered without ads.
#[utoipa::path(
    post,
    path = "/d/ads",
    tag = "delivery",
    security(()),
    request_body(content = AdsRequest<'_>, content_type = "text/plain"),
    responses(
        (status = 200, description = "The ads of each block", body = super::answer::AdsAnswer)
    )
)]
pub async fn create_ads(State(app): State<EdgeState>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let now = app.clock.now();
    let bytes = page_body(body).await?;
    let asked: AdsRequest<'_> = read_page_json(&bytes)?;
    asked.check()?;
    app.delivery.limits.call(Call::Ads, counted_address(&app, &parts), asked.blocks.len().max(1), now)?;
    check_ready(&app)?;
    let caller = Caller::of(&app, &parts, now);
    let page = Page::of(&parts.headers, &asked.page);
    let language = Language::parse(&asked.language)
        .or_else(|| Language::parse(text(&parts.headers, header::ACCEPT_LANGUAGE)))
        .unwrap_or_default();
    let mut response = Choosing { app: &app, asked: &asked, caller, page, language, now }.answer().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

impl AdsRequest<'_> {
    fn check(&self) -> Result<(), Problem> {
        if self.v != WIRE_VERSION {
            return Err(Problem::Malformed(format!("`v` must be {WIRE_VERSION}")));
        }
        if self.blocks.len() > BLOCKS_MAX {
            return Err(Problem::Malformed(format!("`blocks` must have at most {BLOCKS_MAX} entries")));
        }
        if self.on_page.len() > ON_PAGE_MAX {
            return Err(Problem::Malformed(format!("`on_page` must have at most {ON_PAGE_MAX} entries")));
        }
        if self.blocks.iter().filter_map(|block| block.refresh).any(|turn| !(1..=REFRESHES_MAX).contains(&turn)) {
            return Err(Problem::Malformed(format!("`refresh` must be 1 to {REFRESHES_MAX}")));
        }
        Ok(())
    }

    /// The visitor's own id, if the page has one.
    fn visitor(&self) -> Option<VisitorId> {
        let id = self.visitor.as_deref()?;
        let is_id = id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        u64::from_str_radix(id, 16).ok().filter(|_| is_id).map(VisitorId)
    }
}

/// Why no ad was chosen, by the step at which the last one fell.
const fn why_no_ad(step: Step) -> &'static str {
    match step {
        Step::Found => "an ad was found, and stopped at this moment",
        Step::Block => "the block is not active, or the page is not on its site",
        Step::Started => "no campaign is running",
        Step::Format => "no running campaign has ads of this block's format",
        Step::Target => "no running campaign leads to what the site takes",
        Step::Schedule => "no campaign wants this hour",
        Step::Geo => "no campaign wants visitors from this country, region or city",
        Step::Device => "no campaign wants this device or its system",
        Step::Browser => "no campaign wants this browser",
        Step::Isp => "no campaign wants this visitor's network",
        Step::Language => "no campaign wants this language",
        Step::TrafficSource => "no campaign wants visitors who come this way",
        Step::Category => "categories of site and campaigns do not meet",
        Step::Lists => "the lists of the campaigns leave this site out",
        Step::Frequency => "this visitor has seen every fitting ad as often as its campaign allows",
        Step::Budget => "the money of the fitting campaigns is spent or held back for later",
        Step::OnPage => "every fitting ad is on the page already",
        Step::Subscription => "every fitting ad is for subscribers to pushes",
        Step::Keywords => "no campaign wants the keywords of this page",
        Step::Own => "every fitting ad is of the owner of the site",
        Step::Floor => "every fitting ad is expected to earn less than the floor of the block",
        Step::HeldBack => "few people click the fitting ads, which take fewer turns",
    }
}

/// A request with everything that is known of it.
struct Choosing<'a> {
    app: &'a Edge,
    asked: &'a AdsRequest<'a>,
    caller: Caller,
    page: Page<'a>,
    language: Language,
    now: UnixMs,
}

impl Choosing<'_> {
    fn answer(&self) -> Vec<u8> {
        let delivery = &self.app.delivery;
        let (snapshot, settings) = (self.app.engine.snapshot(), self.app.settings.get());
        let mut rng = delivery.rng();
        let own_id = self.asked.visitor();
        let source = traffic::traffic_source(&self.asked.page, &self.page.host, &self.asked.referrer);
        let audience = Audience {
            ip: self.caller.address,
            place: self.caller.place,
            asn: self.caller.asn,
            device_type: self.caller.agent.device_type,
            os: self.caller.agent.os,
            browser: self.caller.agent.browser,
            language: self.language,
            traffic_source: TrafficSourceId(i64::from(source.id())),
            visitor: own_id.unwrap_or(self.caller.visitor),
            visitor_yesterday: own_id.unwrap_or(self.caller.visitor_yesterday),
            subscription_days: None,
        };
        let page = page_hash(&self.asked.page);
        let content = PageContent {
            category: self.asked.about.category.as_deref().map(content::category).unwrap_or_default(),
            keywords: self.asked.about.keywords.as_deref().map(PageContent::keywords_of).unwrap_or_default(),
        };
        let mut on_page: Vec<AdId> = self.asked.on_page.iter().copied().map(AdId).collect();
        let mut answer = Answer::new(4 * self.asked.blocks.len());
        for asked in &self.asked.blocks {
            let id = BlockId(asked.id);
            let spec = snapshot.block(id).map(AsRef::as_ref);
            // While no event is taken no click can be billed: nothing is offered.
            if !self.app.log.accepts() {
                answer.begin_block(id, spec.filter(|spec| self.page.is_on(&spec.domain)));
                answer.end_empty_block("the network shows no ads at the moment; it will again", None);
                continue;
            }
            // No place for ads: notifications are sent for it.
            if let Some(spec) = spec
                && spec.dims.format == BlockFormat::Push
                && self.page.is_on(&spec.domain)
            {
                answer.begin_block(id, Some(spec));
                answer.end_opt_in_block();
                continue;
            }
            // The setting may have been changed since the page was opened.
            if asked.refresh.is_some() && spec.is_none_or(|spec| spec.refresh_s == 0) {
                answer.begin_block(id, spec.filter(|spec| self.page.is_on(&spec.domain)));
                answer.end_empty_block("the block does not refresh", None);
                continue;
            }
            // The code itself stays empty: it is the tag that makes the places, and asks for them.
            if let Some(spec) = spec
                && spec.placement != Placement::InPlace
                && !asked.placed
                && self.page.is_on(&spec.domain)
            {
                answer.begin_block(id, Some(spec));
                answer.end_placed_block(spec.placement);
                continue;
            }
            let most = spec.map_or(0, |spec| spec.places.min(PLACES_MAX));
            let places = asked.places.map_or(most, |places| places.min(most)).max(1);
            let page_host = self.engine_host(spec);
            let request = AdRequest {
                block: id,
                page_host,
                places,
                audience,
                content: &content,
                on_page: &on_page,
                gets_pushes: self.asked.push == "granted",
            };
            let decision = snapshot.select(&request, &settings.choosing, self.now, &mut rng);
            let watch = delivery.watches.of(id, self.now);
            let is_told = watch.is_some() && decision.chosen.is_empty();
            let steps = is_told.then(|| snapshot.count_steps(&request, self.now));
            let first_new = on_page.len();
            let mut kept = Vec::new();
            answer.begin_block(id, decision.block.as_deref());
            if let Some(block) = &decision.block {
                let served = |choice: &Choice| Served {
                    ad: choice.ad,
                    block: id,
                    page,
                    visitor: audience.visitor,
                    decided_at: self.now,
                    price: choice.price,
                    weight_micros: choice.weight_micros,
                    place: audience.place,
                    asn: audience.asn,
                    device_type: audience.device_type,
                    os: audience.os,
                    browser: audience.browser,
                    language: audience.language,
                    traffic_source: audience.traffic_source,
                    template: block.dims.template,
                    position: choice.position,
                    control: choice.control,
                    consent: own_id.is_some(),
                };
                for choice in &decision.chosen {
                    if let Some(token) = self.write(&mut answer, &snapshot, choice.ad, &served(choice)) {
                        on_page.push(choice.ad);
                        if watch.is_some() {
                            kept.push(KeptAd::new(token));
                        }
                    }
                }
            }
            let filled = on_page.len() - first_new;
            let step = if filled > 0 { Step::Found } else { decision.outcome_step };
            if filled > 0 {
                answer.end_block();
            } else {
                // What a refresh does not fill stays as it is.
                let shows_own = decision.block.as_deref().filter(|_| asked.refresh.is_none());
                let passback = shows_own.and_then(|spec| passback::token(self.app, spec, self.now));
                answer.end_empty_block(&self.why_empty(spec, step), passback.as_deref());
            }
            if let Some(watch) = watch {
                self.keep(&watch, spec, (places, step), steps, kept);
            }
            delivery.counters.count(
                id,
                spec.map(|spec| spec.dims),
                step,
                self.now.hour(),
                places as u32,
                filled as u32,
            );
            if let Some(spec) = spec
                && let Some(weight) = delivery.samples.weight(settings.sampling.requests_per_second, self.now, &mut rng)
            {
                delivery.samples.put(self.sample(spec, (&audience, &content), (places, filled), step, weight));
            }
        }
        answer.finish()
    }

    /// The page's host as the engine compares it with the site's domain: the site may have been entered with `www.`, and
    /// its pages may be without.
    fn engine_host<'s>(&'s self, spec: Option<&'s BlockSpec>) -> &'s str {
        match spec {
            Some(spec) if self.page.is_on(&spec.domain) && site_host(&spec.domain) != spec.domain => &spec.domain,
            _ => &self.page.host,
        }
    }

    /// Why a block has no ads, in words for whoever builds the page.
    fn why_empty(&self, spec: Option<&BlockSpec>, step: Step) -> Cow<'static, str> {
        let Some(spec) = spec else {
            return "no active block of an approved site has this number".into();
        };
        if !self.page.is_on(&spec.domain) {
            let host = self.page.shown_host();
            return format!("this page is on {host}, and the block's site is {}", spec.domain).into();
        }
        why_no_ad(step).into()
    }

    fn write(&self, answer: &mut Answer, snapshot: &Snapshot, ad: AdId, served: &Served) -> Option<TokenId> {
        let entry = snapshot.ad(ad)?;
        let (id, token) = self.app.delivery.tokens.seal(served, self.now)?;
        let creative = &entry.spec.creative;
        let fill = |text| super::answer::fill_title(self.app, text, served.place, self.now);
        let (title, description) = (fill(&creative.title), fill(&creative.description));
        let click_query = super::click::consent_query(&creative.landing_url, self.asked.tcf.as_deref());
        answer.ad(&ShownAd {
            id: ad,
            token: &token,
            title: &title,
            description: &description,
            creative,
            click_query: &click_query,
        });
        Some(id)
    }

    /// Keeps the request of a block that is under check.
    fn keep(
        &self,
        watch: &Watch,
        spec: Option<&BlockSpec>,
        (places, step): (usize, Step),
        steps: Option<StepCounters>,
        ads: Vec<KeptAd>,
    ) {
        watch.keep(KeptRequest {
            number: 0,
            at: self.now,
            page: self.page.without_query(&self.asked.page, PAGE_CHARS_MAX),
            is_on_site: spec.is_none_or(|spec| self.page.is_on(&spec.domain)),
            device_type: self.caller.agent.device_type,
            country: self.caller.place.country,
            places,
            step,
            steps,
            why: ads.is_empty().then(|| self.why_empty(spec, step).into_owned()),
            has_consent: self.asked.tcf.as_deref().is_some_and(|tcf| !tcf.is_empty()),
            may_store: self.asked.visitor().is_some(),
            ads,
        });
    }

    fn sample(
        &self,
        spec: &BlockSpec,
        (audience, content): (&Audience, &PageContent),
        (places, filled): (usize, usize),
        step: Step,
        weight: u32,
    ) -> RequestSample {
        RequestSample {
            block: spec.dims,
            page: self.page.without_query(&self.asked.page, SAMPLE_PAGE_CHARS_MAX),
            place: audience.place,
            asn: audience.asn,
            device_type: audience.device_type,
            os: audience.os,
            browser: audience.browser,
            language: audience.language,
            traffic_source: audience.traffic_source,
            visitor: audience.visitor,
            places: places as u8,
            filled: filled as u8,
            step: Some(step.id()),
            weight,
            content: content.clone(),
        }
    }
}
