//! Whether a block works where it was put: what a page says of it, and what became of its last requests.

pub mod framing;
mod page;
mod steps;

pub use steps::{CheckLight, CheckMend, CheckPart, CheckStep, CheckStepName};

use crate::auth::Webmaster;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use anyhow::Context as _;
use axum::extract::State;
use page::{Names, Page};
use placard_common::error::{FieldErrors, Problem};
use placard_common::fetch::{Answer, Failure, FetchError, Request};
use placard_edge::delivery::watch::KeptRequest;
use placard_edge::explain::{Step, is_on_site};
use placard_model::settings::Tag;
use placard_model::targeting::audience::DeviceType;
use placard_model::time::HOUR_MS;
use placard_model::{BlockId, Money, UnixMs, UserId};
use placard_stats::{BlockRequests, Dimension, Key, Metric, Period, Query, StatsError, StatsScope};
use placard_store::Scope;
use placard_store::publishing::blocks::{self, Block};
use placard_store::publishing::sites::{self, Site};
use serde::{Deserialize, Serialize};
use steps::{Seen, SeenOn, percent};
use url::Url;
use utoipa::ToSchema;

/// Pages that are told.
const PAGES_MAX: usize = 10;
/// The longest address of a page, in characters.
pub(crate) const PAGE_CHARS_MAX: usize = 2_000;
/// Bytes of a page that are read.
const PAGE_BYTES: usize = 1024 * 1024;

/// Which page to look at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageCheckForm {
    /// Its address, on the block's site.
    pub page: String,
}

/// What a page says of a block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PageCheck {
    /// The address at the end of the way.
    pub page: String,
    /// HTTP status; none when nothing answered.
    pub status: Option<u16>,
    /// Milliseconds until the page was there; none when it was not.
    pub elapsed_ms: Option<u64>,
    /// Whether script and place are on it.
    pub tag: CheckStep,
    /// Why browsers draw nothing there: what its policies refuse. None when they refuse nothing.
    pub drawn: Option<CheckStep>,
    /// The lines of ours on it, as they were found.
    pub lines: Vec<String>,
}

/// What a page brought to a block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedPage {
    /// Host and path.
    pub page: String,
    /// It is on the block's site.
    pub is_on_site: bool,
    /// Requests, about.
    pub requests: u64,
    /// Places that were filled, of 100 that were asked for.
    #[schema(value_type = Option<f64>)]
    pub fill_rate: Option<Money>,
}

/// Candidates that fell at a step.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckFall {
    /// The step.
    pub name: &'static str,
    /// How many.
    pub ads: u32,
}

/// A request that was kept while the check is open.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckedRequest {
    /// Which one it is.
    pub number: u64,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
    /// Host and path of the page.
    pub page: String,
    /// The page is on the block's site.
    pub is_on_site: bool,
    /// Kind of device.
    pub device: &'static str,
    /// Country of the visitor; empty when unknown.
    pub country: String,
    /// Ads that were asked for.
    pub places: usize,
    /// Ads that were given.
    pub ads: usize,
    /// Those that were drawn.
    pub shown: usize,
    /// Those that were viewable.
    pub viewed: usize,
    /// Those that were clicked.
    pub clicked: usize,
    /// Why there are no ads; none when there are.
    pub why: Option<String>,
    /// Where the candidates fell, for requests without ads.
    pub fell: Vec<CheckFall>,
    /// The page sent a consent string.
    pub has_consent: bool,
    /// The page may remember the visitor.
    pub may_store: bool,
}

/// The check of a block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockCheck {
    /// What is counted is counted since then.
    #[schema(value_type = String, format = DateTime)]
    pub since: UnixMs,
    /// When the last request came.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_at: Option<UnixMs>,
    /// All steps but that of the page.
    pub steps: Vec<CheckStep>,
    /// Pages that asked.
    pub pages: Vec<CheckedPage>,
    /// Requests are kept until then, unless somebody asks again; none when too many checks are open.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub kept_until: Option<UnixMs>,
    /// The last requests since the check was opened, newest first.
    pub requests: Vec<CheckedRequest>,
}

impl From<KeptRequest> for CheckedRequest {
    fn from(kept: KeptRequest) -> Self {
        let ads = |is: fn(&placard_edge::delivery::watch::KeptAd) -> bool| kept.ads.iter().filter(|ad| is(ad)).count();
        let mut left = None;
        let fell = kept.steps.filter(|_| kept.ads.is_empty()).map_or_else(Vec::new, |steps| {
            let falls = Step::ORDER.into_iter().map(|step| {
                let now = steps.left(step);
                let before = left.replace(now).unwrap_or(now);
                CheckFall { name: step.name(), ads: before.saturating_sub(now) }
            });
            falls.filter(|fall| fall.ads > 0).collect()
        });
        Self {
            number: kept.number,
            at: kept.at,
            shown: ads(|ad| ad.is_shown),
            viewed: ads(|ad| ad.is_viewed),
            clicked: ads(|ad| ad.is_clicked),
            ads: kept.ads.len(),
            page: kept.page,
            is_on_site: kept.is_on_site,
            device: kept.device_type.name(),
            country: kept.country.as_str().to_owned(),
            places: kept.places,
            why: kept.why,
            fell,
            has_consent: kept.has_consent,
            may_store: kept.may_store,
        }
    }
}

/// A block of the scope, with its site.
pub(crate) async fn load(app: &Api, scope: Scope, id: BlockId) -> Result<(Block, Site), Problem> {
    let read = async move |conn: &placard_store::Conn| {
        let block = blocks::get_block(conn, scope, id).await?;
        let site = sites::get_site(conn, scope, block.site).await?;
        Ok((block, site))
    };
    Ok(app.store.read("get_checked_block", read).await?)
}

/// The lines that a page needs.
fn code(domain: &str, tag: &Tag, block: BlockId) -> String {
    format!("<script async src=\"//{domain}/{}\"></script>\n<div {}=\"{block}\"></div>", tag.path, tag.attribute)
}

/// How a block does in practice: where its requests come from, what became of them, and each of the last ones as long as this
/// is asked every two minutes.
#[utoipa::path(get, path = "/api/webmaster/blocks/{id}/check", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<BlockCheck>)))]
pub async fn get_block_check(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<BlockCheck>>, Problem> {
    let (block, site) = load(&app, webmaster.scope(), BlockId(id)).await?;
    check(&app, webmaster.id(), &block, &site).await.map(data)
}

/// The check of a block. Whoever looks waits in their own turn; what is kept is kept for the block's owner, so that two who
/// look do not take it from each other.
pub(crate) async fn check(app: &Api, looks: UserId, block: &Block, site: &Site) -> Result<BlockCheck, Problem> {
    let now = app.clock.now();
    let watch = app.delivery.watches.open(block.id, block.webmaster, now);
    let kept = watch.as_ref().map(|watch| watch.requests()).unwrap_or_default();
    let since = UnixMs((now.0.div_euclid(HOUR_MS) - 1) * HOUR_MS);
    let (requests, seen_on) = app.turns.ask(looks, counted(app, block, since, now)).await??;
    let settings = app.settings.get();
    let seen = Seen {
        domain: &site.domain,
        site: site.status,
        block: block.status,
        requests: requests.as_ref(),
        kept: &kept,
        by_device: &seen_on,
        now,
        code: code(&app.config.tag_domain(&settings), &settings.tag, block.id),
    };
    let (steps, last_at) = (seen.steps(), seen.last_at());
    let pages = requests.map(|requests| requests.pages).unwrap_or_default().into_iter();
    let pages = pages.map(|(page, is_on_site, asked)| {
        let places = asked.places.unsigned_abs();
        let fill_rate = (places > 0 && is_on_site).then(|| percent(asked.filled.unsigned_abs(), places));
        CheckedPage { page, is_on_site, requests: asked.requests.unsigned_abs(), fill_rate }
    });
    Ok(BlockCheck {
        since,
        last_at,
        steps,
        pages: pages.collect(),
        kept_until: watch.map(|watch| watch.until()),
        requests: kept.into_iter().map(CheckedRequest::from).collect(),
    })
}

/// What counters, samples and facts say of a block: its requests, and the ads that each kind of device drew, those that drew
/// most first.
async fn counted(
    app: &Api,
    block: &Block,
    since: UnixMs,
    now: UnixMs,
) -> Result<(Option<BlockRequests>, Vec<SeenOn>), Problem> {
    let scope = || StatsScope::webmaster(block.webmaster);
    let told = |error| match error {
        StatsError::Deriving => Ok((None, Vec::new())),
        error => Err(Problem::from(error)),
    };
    let requests = match app.stats.block_requests(block.id, since, PAGES_MAX, scope()).await {
        Ok(requests) => requests,
        Err(error) => return told(error),
    };
    let period = Period { first: since.day(), last: now.day() };
    let mut question = Query::by(Dimension::Hour, period).with(Dimension::Block, vec![Key(block.id.0)]);
    question.groups.push(Dimension::Device);
    let table = match app.stats.answer(question, scope()).await {
        Ok(table) => table,
        Err(error) => return told(error),
    };
    let first = i64::from(since.hour().0);
    let mut seen_on: Vec<SeenOn> = Vec::new();
    for row in &table.rows {
        let [hour, device] = row.keys[..] else { continue };
        if hour.0 < first {
            continue;
        }
        let device = DeviceType::from_id(device.0).unwrap_or(DeviceType::Other);
        let of = |metric: Metric| metric.count(&row.sums).unsigned_abs();
        let (drawn, viewable) = (of(Metric::Shows), of(Metric::ConfirmedShows));
        match seen_on.iter_mut().find(|seen| seen.device == device) {
            Some(seen) => (seen.drawn, seen.viewable) = (seen.drawn + drawn, seen.viewable + viewable),
            None => seen_on.push(SeenOn { device, drawn, viewable }),
        }
    }
    seen_on.sort_by_key(|seen| std::cmp::Reverse(seen.drawn));
    Ok((Some(requests), seen_on))
}

/// Fetches a page of the block's site as a visitor would, and tells whether the tag is on it and may work there.
#[utoipa::path(post, path = "/api/webmaster/blocks/{id}/check", tag = "webmaster", params(("id" = i64, Path)),
    request_body = PageCheckForm, responses((status = 200, body = Data<PageCheck>)))]
pub async fn check_block_page(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
    Json(form): Json<PageCheckForm>,
) -> Result<Json<Data<PageCheck>>, Problem> {
    let (block, site) = load(&app, webmaster.scope(), BlockId(id)).await?;
    check_page(&app, webmaster.id(), block.id, site, &form).await.map(data)
}

/// What a page of the block's site says of it, fetched in the turn of whoever looks.
pub(crate) async fn check_page(
    app: &Api,
    looks: UserId,
    block: BlockId,
    site: Site,
    form: &PageCheckForm,
) -> Result<PageCheck, Problem> {
    let url = read_address(&form.page, &site.domain)?;
    app.auth.calls.page_check(looks, app.clock.now())?;
    let request = Request { purpose: "block_check", url: url.as_str(), body_bytes: PAGE_BYTES };
    let settings = app.settings.get();
    let (domain, own) = (app.config.tag_domain(&settings), app.config.public_domain());
    let code = code(&domain, &settings.tag, block);
    let answer = match app.turns.fetch(looks, Box::pin(app.fetcher.get(request))).await? {
        Ok(answer) => answer,
        Err(failure) => return failed(&url, failure),
    };
    // What somebody else wrote is not read on the threads that serve ads.
    let read = tokio::task::spawn_blocking(move || {
        looked_at(&answer, &site.domain, &Names::new(&domain, &own, &settings.tag), block, code)
    });
    Ok(read.await.context("a page could not be read")?)
}

fn read_address(page: &str, domain: &str) -> Result<Url, Problem> {
    let mut errors = FieldErrors::default();
    let page = page.trim();
    errors.check_length("page", page, 1..=PAGE_CHARS_MAX);
    let url = Url::parse(page).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    if url.is_none() && errors.is_empty() {
        errors.add("page", "must be an address that begins with http:// or https://");
    }
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    if errors.is_empty() && !is_on_site(host, domain) {
        errors.add("page", format!("must be a page of {domain}, the block's site"));
    }
    errors.finish()?;
    url.ok_or_else(|| Problem::field("page", "must be an address"))
}

/// What is told of a page that could not be fetched.
fn failed(url: &Url, failure: Failure) -> Result<PageCheck, Problem> {
    if let Some(seconds) = failure.error.postponed_s() {
        return Err(Problem::TooManyRequests(u32::try_from(seconds).unwrap_or(u32::MAX)));
    }
    // What was typed is refused as a field; where a page led to is what was found.
    if let FetchError::Refused(refusal) = failure.error
        && failure.hops.is_empty()
    {
        return Err(Problem::field("page", refusal.to_string()));
    }
    let text = format!("The page could not be fetched: {}.", failure.error);
    let tag = CheckStep::new(CheckStepName::Tag, CheckLight::Failed, "Not reached", text).mended(
        "Open the address in a browser. If it opens there, look whether a firewall keeps servers away; the requests beside tell \
         of real visitors all the same.",
        None,
    );
    Ok(PageCheck { page: url.to_string(), status: None, elapsed_ms: None, tag, drawn: None, lines: Vec::new() })
}

fn looked_at(answer: &Answer, domain: &str, names: &Names<'_>, block: BlockId, code: String) -> PageCheck {
    let page = Page::read(&answer.body, &answer.url, names, block);
    let elapsed_ms = u64::try_from(answer.elapsed.as_millis()).unwrap_or(u64::MAX);
    let is_page = (200..300).contains(&answer.status) && is_on_site(answer.host(), domain);
    let drawn = is_page.then(|| refused(&page, answer, names)).flatten();
    let tag = if is_page && answer.is_packed {
        let text = "The page is sent packed, though that was not asked for: it cannot be read here. The requests beside tell of it.";
        CheckStep::new(CheckStepName::Tag, CheckLight::Waiting, "Not readable", text)
    } else if is_page {
        tag_step(&page, answer, code)
    } else if is_on_site(answer.host(), domain) {
        let text = format!("The page answers {}.", answer.status);
        CheckStep::new(CheckStepName::Tag, CheckLight::Failed, "No page", text)
    } else {
        let text = format!("The page leads to {}, which is not on {domain}.", answer.host());
        CheckStep::new(CheckStepName::Tag, CheckLight::Failed, "Leads elsewhere", text)
    };
    PageCheck {
        page: answer.url.to_string(),
        status: Some(answer.status),
        elapsed_ms: Some(elapsed_ms),
        tag,
        drawn,
        lines: page.lines,
    }
}

fn tag_step(page: &Page, answer: &Answer, code: String) -> CheckStep {
    let name = CheckStepName::Tag;
    let places = page.places as u64;
    let step = |light, badge: &str, text: String| CheckStep::new(name, light, badge, text).counted(places, None);
    let later = "Places that your own scripts add later are not seen here: the requests beside tell of them.";
    let Some(script) = page.script() else {
        let text = if page.places > 0 {
            "The place is on the page, and no script that fills it."
        } else {
            "The page answers, and has neither the script nor the place."
        };
        return step(CheckLight::Failed, "Not found", format!("{text} {later}"))
            .mended("Once on the page, anywhere, and where the ads shall stand:", Some(code));
    };
    if answer.url.scheme() == "https" && script.url.scheme() == "http" {
        let text = "The page is secure and its script is not: browsers refuse to load it.".to_owned();
        return step(CheckLight::Failed, "Not secure", text)
            .mended("Begin the address of the script with //.", Some(code));
    }
    if page.places == 0 {
        let (badge, text) = match &page.wrong_attribute {
            Some(attribute) => (
                "Wrong attribute",
                format!(
                    "The script is on the page. The number of the block stands in “{attribute}”, which it does not look for."
                ),
            ),
            None => ("No place", format!("The script is on the page, and no place for this block. {later}")),
        };
        let light = if page.wrong_attribute.is_some() { CheckLight::Failed } else { CheckLight::Weak };
        let place = code.lines().last().map(str::to_owned);
        return step(light, badge, text).mended("Where the ads shall stand:", place);
    }
    let host = script.url.host_str().unwrap_or_default();
    if script.is_former {
        let text = format!(
            "The script comes from {host}, where it came from before: that works only as long as this host leads here."
        );
        return step(CheckLight::Weak, "Host of before", text)
            .mended("Once on the page, in place of that line:", code.lines().next().map(str::to_owned));
    }
    if !script.is_ours {
        let text =
            format!("The script comes from {host}: that works only if this host passes everything on to the network.");
        return step(CheckLight::Weak, "Another host", text);
    }
    if script.waits {
        let text =
            "Script and place are on the page. The page waits for the script, for it has neither async nor defer.";
        return step(CheckLight::Weak, "Found", text.to_owned())
            .mended("Once on the page:", code.lines().next().map(str::to_owned));
    }
    let times = if page.scripts.len() > 1 {
        format!(" The script is there {} times; once is enough.", page.scripts.len())
    } else {
        String::new()
    };
    step(CheckLight::Right, "Found", format!("Script and place are on the page.{times}"))
}

fn refused(page: &Page, answer: &Answer, names: &Names<'_>) -> Option<CheckStep> {
    let refusals = page.refusals(&answer.url, &answer.policies, names);
    let first = refusals.first()?;
    let mut what: Vec<&str> = refusals.iter().map(|refusal| refusal.what).collect();
    what.dedup();
    let text =
        format!("The Content-Security-Policy of the page refuses {}. It says: {}", what.join(", "), first.directive);
    let code: Vec<&str> = refusals.iter().map(|refusal| refusal.mended.as_str()).collect();
    let step = CheckStep::new(CheckStepName::Drawn, CheckLight::Failed, "Blocked by the page", text);
    Some(step.mended("In the page's Content-Security-Policy:", Some(code.join(";\n"))))
}
