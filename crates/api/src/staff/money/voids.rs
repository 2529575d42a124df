//! Clicks that turn out to be invalid are taken back: chosen by their ids or by a filter, previewed, and then voided by
//! events of the log, which billing applies once.

use crate::auth::God;
use crate::extract::{Json, Qs};
use crate::idempotent::{self, Repeatable};
use crate::list::{Data, List, Page, data};
use crate::staff::people::persons::PersonResource;
use crate::state::ApiState;
use crate::statistics::questions::clicks::{Chosen, ClickWords, question};
use crate::statistics::questions::day_now;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::{FieldErrors, Problem};
use placard_model::books::void::{VOID_CLICKS_MAX, VoidState};
use placard_model::event::{EventRef, VOID_REASON_CHARS_MAX};
use placard_model::{Money, UnixMs, Verdict, validate};
use placard_stats::{Click, Dimension, Direction, StatsScope};
use placard_store::accounts::audit_log;
use placard_store::billing::voids::{self, NewVoid, Void};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::{IntoParams, ToSchema};

/// Voids of a page.
const PAGE_ROWS: u32 = 20;
/// Clicks that can be named one by one.
const CLICK_IDS_MAX: usize = 100;
/// Clicks that are read at once.
const READ_PART: u32 = 5_000;

/// Which clicks to take back: those of some ids, or all billed ones that match a filter. A filter names a webmaster, site,
/// block, advertiser, campaign or ad.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VoidChoice {
    /// Click ids; a filter does not matter then.
    #[schema(max_items = 100)]
    pub click_ids: Vec<String>,
    /// First day, `YYYY-MM-DD`; the last 7 days when neither is given.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub date_to: Option<String>,
    /// Webmasters.
    #[schema(max_items = 100)]
    pub webmaster: Vec<String>,
    /// Sites.
    #[schema(max_items = 100)]
    pub site: Vec<String>,
    /// Blocks.
    #[schema(max_items = 100)]
    pub block: Vec<String>,
    /// Advertisers.
    #[schema(max_items = 100)]
    pub advertiser: Vec<String>,
    /// Campaigns.
    #[schema(max_items = 100)]
    pub campaign: Vec<String>,
    /// Ads.
    #[schema(max_items = 100)]
    pub ad: Vec<String>,
    /// Countries, two letters.
    #[schema(max_items = 100)]
    pub country: Vec<String>,
    /// Networks.
    #[schema(max_items = 100)]
    pub isp: Vec<String>,
    /// Device types.
    #[schema(max_items = 100)]
    pub device: Vec<String>,
}

impl VoidChoice {
    fn names_a_source(&self) -> bool {
        [&self.webmaster, &self.site, &self.block, &self.advertiser, &self.campaign, &self.ad]
            .into_iter()
            .any(|values| !values.is_empty())
    }

    fn chosen(self) -> Chosen {
        Chosen {
            first: self.date_from,
            last: self.date_to,
            values: vec![
                ("verdict", Dimension::Verdict, vec![Verdict::Valid.name().to_owned()]),
                ("webmaster", Dimension::Webmaster, self.webmaster),
                ("site", Dimension::Site, self.site),
                ("block", Dimension::Block, self.block),
                ("advertiser", Dimension::Advertiser, self.advertiser),
                ("campaign", Dimension::Campaign, self.campaign),
                ("ad", Dimension::Ad, self.ad),
                ("country", Dimension::Country, self.country),
                ("isp", Dimension::Isp, self.isp),
                ("device", Dimension::Device, self.device),
            ],
        }
    }
}

/// What a void would take back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VoidPreview {
    /// Billed clicks.
    pub clicks: u64,
    /// What their advertisers get back, in dollars.
    #[schema(value_type = f64)]
    pub cost: Money,
    /// What their webmasters lose, in dollars.
    #[schema(value_type = f64)]
    pub earning: Money,
    /// Advertisers who get something back.
    pub advertisers: u64,
    /// Webmasters who lose something.
    pub webmasters: u64,
    /// Clicks that were named and cost nothing, or were taken back before, or are not there.
    pub left_out: u64,
}

/// Clicks to take back, with why.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidForm {
    /// Which clicks.
    pub choice: VoidChoice,
    /// Why, for the records of the network.
    #[schema(min_length = 1, max_length = 200)]
    pub reason: String,
    /// How many clicks the preview told: 409 if there are others by now.
    pub clicks: u64,
    /// What the preview told that these cost, in dollars.
    #[schema(value_type = f64)]
    pub cost: Money,
}

/// A decision to take clicks back.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Void)]
pub struct VoidResource {
    /// Its number.
    pub id: i64,
    /// Who decided.
    pub by: PersonResource,
    /// Why.
    pub reason: String,
    /// How the clicks were chosen.
    pub choice: VoidChoice,
    /// Clicks that were chosen.
    pub clicks: i64,
    /// What these had cost, in dollars.
    #[schema(value_type = f64)]
    pub cost: Money,
    /// How far it is.
    #[schema(value_type = crate::dictionaries::words::VoidStateName)]
    pub state: &'static str,
    /// Clicks that were taken back; null before it is applied. Fewer than chosen where another void came first.
    pub voided_clicks: Option<i64>,
    /// What was given back, in dollars; null before it is applied.
    #[schema(value_type = Option<f64>)]
    pub voided_cost: Option<Money>,
    /// When it was decided.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When its state changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: UnixMs,
}

impl From<Void> for VoidResource {
    fn from(void: Void) -> Self {
        let Void {
            id,
            user,
            email,
            reason,
            chosen,
            clicks,
            cost,
            state,
            voided_clicks,
            voided_cost,
            created_at,
            updated_at,
        } = void;
        let choice = serde_json::from_str(&chosen).unwrap_or_default();
        let (by, state) = (PersonResource { id: user.0, email }, VoidState::name(state));
        Self { id, by, reason, choice, clicks, cost, state, voided_clicks, voided_cost, created_at, updated_at }
    }
}

/// The clicks of a choice that can be taken back, in the order of the log.
async fn choose(app: &ApiState, god: &God, choice: VoidChoice) -> Result<(Vec<Click>, VoidPreview), Problem> {
    let named = choice.click_ids.len() as u64;
    let found = if choice.click_ids.is_empty() {
        by_filter(app, god, choice).await?
    } else {
        by_ids(app, god, &choice).await?
    };
    let billed: Vec<Click> =
        found.into_iter().filter(|click| click.verdict.is_valid() && !click.cost.is_zero()).collect();
    let people =
        |dimension| billed.iter().filter_map(|click| click.key(dimension)).collect::<BTreeSet<_>>().len() as u64;
    let clicks = billed.len() as u64;
    let preview = VoidPreview {
        clicks,
        cost: billed.iter().map(|click| click.cost).sum(),
        earning: billed.iter().map(|click| click.earned).sum(),
        advertisers: people(Dimension::Advertiser),
        webmasters: people(Dimension::Webmaster),
        left_out: named.saturating_sub(clicks),
    };
    Ok((billed, preview))
}

async fn by_ids(app: &ApiState, god: &God, choice: &VoidChoice) -> Result<Vec<Click>, Problem> {
    let mut errors = FieldErrors::default();
    errors.check("click_ids", choice.click_ids.len() <= CLICK_IDS_MAX, format!("has more than {CLICK_IDS_MAX} clicks"));
    let places: Option<BTreeSet<EventRef>> =
        choice.click_ids.iter().take(CLICK_IDS_MAX).map(|id| place_of(app, id.trim())).collect();
    errors.check("click_ids", places.is_some(), "has something that is no click id of this network");
    errors.finish()?;
    let places = places.unwrap_or_default().into_iter().collect();
    let asked = app.stats.clicks_at(places, StatsScope::network());
    Ok(app.turns.ask(god.user.id, asked).await??)
}

/// The click of an id of either side.
fn place_of(app: &ApiState, id: &str) -> Option<EventRef> {
    let delivery = &app.delivery;
    delivery.click_ids.read(id).or_else(|| delivery.click_names.read(id))
}

async fn by_filter(app: &ApiState, god: &God, choice: VoidChoice) -> Result<Vec<Click>, Problem> {
    let mut errors = FieldErrors::default();
    let is_narrow = choice.names_a_source();
    errors.check("site", is_narrow, "name a webmaster, site, block, advertiser, campaign or ad");
    errors.finish()?;
    let question = question(choice.chosen(), Direction::Ascending, ClickWords::Plain, day_now(app))?;
    let mut found: Vec<Click> = Vec::new();
    loop {
        let after = found.last().map(|click| click.click);
        let part = app.stats.clicks_after(question.clone(), after, READ_PART, StatsScope::network());
        let part = app.turns.ask(god.user.id, part).await??;
        let is_last = part.len() < READ_PART as usize;
        found.extend(part);
        if found.len() > VOID_CLICKS_MAX {
            let text = format!("is more than {VOID_CLICKS_MAX} clicks: choose a shorter period, or fewer sources");
            return Err(Problem::field("date_from", text));
        }
        if is_last {
            return Ok(found);
        }
    }
}

/// Tells what a void would take back, and changes nothing.
#[utoipa::path(post, path = "/api/admin/voids/preview", tag = "admin", request_body = VoidChoice,
    responses((status = 200, body = Data<VoidPreview>)))]
pub async fn preview_void(
    State(app): State<ApiState>,
    god: God,
    Json(choice): Json<VoidChoice>,
) -> Result<Json<Data<VoidPreview>>, Problem> {
    Ok(data(choose(&app, &god, choice).await?.1))
}

/// Takes clicks back. The answer says that it is decided: the event log has it soon after, and billing gives the money back
/// some seconds later. A repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/voids", tag = "admin", request_body = VoidForm,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this call: a repeat \
        within a day does nothing again", max_length = 200)),
    responses((status = 202, body = Data<VoidResource>)))]
pub async fn create_void(
    State(app): State<ApiState>,
    god: God,
    Repeatable { form, repeat }: Repeatable<VoidForm>,
) -> Result<Response, Problem> {
    let user = god.user.id;
    if let Some(first) = repeat.first_answer(&app, user).await? {
        return Ok(first);
    }
    let mut errors = FieldErrors::default();
    let reason = validate::line(&form.reason, 1, VOID_REASON_CHARS_MAX).unwrap_or_else(|message| {
        errors.add("reason", message);
        ""
    });
    errors.finish()?;
    let chosen = serde_json::to_string(&form.choice).map_err(|error| Problem::Internal(error.into()))?;
    let (clicks, preview) = choose(&app, &god, form.choice.clone()).await?;
    if preview.clicks == 0 {
        return Err(Problem::field("choice", "there is no billed click among these"));
    }
    if (preview.clicks, preview.cost) != (form.clicks, form.cost) {
        return Err(Problem::Conflict(format!(
            "It is {} clicks of {} by now, and was {} of {}: look again at what you take back.",
            preview.clicks,
            preview.cost.text(),
            form.clicks,
            form.cost.text()
        )));
    }
    let clicks = clicks.into_iter().map(|click| click.click).collect();
    let (new, actor) = (NewVoid { user, reason: reason.to_owned(), chosen, clicks, cost: preview.cost }, god.actor());
    let answer = app
        .store
        .write("create_void", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, user).await? {
                return Ok(first);
            }
            let void = voids::insert(tx, &new).await?;
            audit_log::record(tx, &actor, "create_void", "void", void.id, None::<&Void>, Some(&void)).await?;
            let answer = idempotent::answer(StatusCode::ACCEPTED, &Data { data: VoidResource::from(void) })?;
            repeat.keep(tx, user, &answer).await?;
            Ok(answer)
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Which voids.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct VoidsQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 20 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// Decisions to take clicks back, newest first.
#[utoipa::path(get, path = "/api/admin/voids", tag = "admin", params(VoidsQuery),
    responses((status = 200, body = List<VoidResource>)))]
pub async fn list_voids(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<VoidsQuery>,
) -> Result<Json<List<VoidResource>>, Problem> {
    let page = Page::new(query.page, query.count, PAGE_ROWS)?;
    let (rows, offset) = (page.rows, page.offset());
    let read = async move |conn: &Conn| voids::list(conn, rows, offset).await;
    let (found, total) = app.store.read("list_voids", read).await?;
    let data = found.into_iter().map(VoidResource::from).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}
