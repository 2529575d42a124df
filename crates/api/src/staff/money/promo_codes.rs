//! Promo codes, as the network's owners make and end them.

use crate::auth::God;
use crate::dictionaries::words::{PromoKindId, PromoStateId};
use crate::extract::{Json, Path, Qs};
use crate::idempotent::{self, Repeatable};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::{FieldErrors, Problem};
use placard_model::payments::promo::{
    self, BONUS_MAX, CODE_CHARS_MAX, CODE_CHARS_MIN, PART_BP_MAX, PromoKind, PromoTerms, USES_MAX,
};
use placard_model::time::DAY_MS;
use placard_model::{Day, Money, UnixMs, UserId, validate};
use placard_store::accounts::audit_log;
use placard_store::paid_in::promo_codes::{self, NewPromoCode, PromoCode};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Promo codes of a page.
const PAGE_ROWS: u32 = 50;

/// A promo code.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PromoCode)]
pub struct PromoCodeResource {
    /// Its number.
    pub id: i64,
    /// The code.
    pub code: String,
    /// How its bonus is counted.
    #[schema(value_type = PromoKindId)]
    pub kind_id: u8,
    /// Dollars of the bonus; of a part of the top-up the most that it can be.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// The part of the top-up in per cent; null for a fixed amount.
    pub part: Option<f64>,
    /// Dollars below which a top-up earns nothing.
    #[schema(value_type = f64)]
    pub minimum: Money,
    /// From when it can be used.
    #[schema(value_type = String, format = DateTime)]
    pub begins_at: UnixMs,
    /// From when it cannot be used any more; null: without end.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<UnixMs>,
    /// How many advertisers may use it, each once; null: any number.
    pub uses_max: Option<i64>,
    /// How many use it.
    pub uses: i64,
    /// Dollars that were given by it, less what was taken back.
    #[schema(value_type = f64)]
    pub given: Money,
    /// Whether it can be used.
    #[schema(value_type = PromoStateId)]
    pub state_id: u8,
    /// For staff.
    pub note: String,
    /// Who made it.
    pub made_by: Option<PersonResource>,
    /// Who agreed to it: nobody uses it before.
    pub approved_by: Option<PersonResource>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl PromoCodeResource {
    fn new(found: PromoCode, now: UnixMs, emails: &EmailsByUser) -> Self {
        let PromoTerms { kind, amount, part_bp, minimum } = found.terms;
        Self {
            state_id: found.state(now).id(),
            id: found.id,
            kind_id: kind.id(),
            amount,
            part: (kind == PromoKind::Part).then_some(part_bp as f64 / 100.0),
            minimum,
            begins_at: found.begins_at,
            ends_at: found.ends_at,
            uses_max: found.uses_max,
            uses: found.uses,
            given: found.given,
            note: found.note,
            made_by: emails.get(Some(found.made_by)),
            approved_by: emails.get(found.approved_by),
            created_at: found.created_at,
            code: found.code,
        }
    }
}

fn people_of(one: &PromoCode) -> impl Iterator<Item = UserId> + use<> {
    [Some(one.made_by), one.approved_by].into_iter().flatten()
}

async fn shown(app: &ApiState, found: Vec<PromoCode>) -> Result<Vec<PromoCodeResource>, Problem> {
    let emails = EmailsByUser::of(app, found.iter().flat_map(people_of).collect()).await?;
    let now = app.clock.now();
    Ok(found.into_iter().map(|one| PromoCodeResource::new(one, now, &emails)).collect())
}

async fn one(app: &ApiState, found: PromoCode) -> Result<Json<Data<PromoCodeResource>>, Problem> {
    shown(app, vec![found]).await?.pop().map(data).ok_or(Problem::NotFound)
}

/// Which promo codes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PromoCodesQuery {
    /// Those whose code or note has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 50 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// Lists promo codes, newest first.
#[utoipa::path(get, path = "/api/admin/promo_codes", tag = "admin", params(PromoCodesQuery),
    responses((status = 200, body = List<PromoCodeResource>)))]
pub async fn list_promo_codes(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<PromoCodesQuery>,
) -> Result<Json<List<PromoCodeResource>>, Problem> {
    let page = Page::new(query.page, query.count, PAGE_ROWS)?;
    let search = query.search_phrase.unwrap_or_default().trim().to_owned();
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("searchPhrase", "is too long"));
    }
    let read = async move |conn: &Conn| promo_codes::list(conn, &search, page.rows, page.offset()).await;
    let (found, total) = app.store.read("list_promo_codes", read).await?;
    let rows = shown(&app, found).await?;
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// A promo code to make. It never changes: who was promised something gets it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromoCodeForm {
    /// The code: letters, digits, `-` and `_`. Capitals do not matter.
    #[schema(pattern = "^[A-Za-z0-9_-]+$")]
    pub code: String,
    /// Dollars of the bonus, with at most 2 decimals; of a part of the top-up the most that it can be.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// The part of the top-up in per cent, with at most 2 decimals; without it each top-up gets the amount.
    #[schema(minimum = 0.01, maximum = 200)]
    pub part: Option<f64>,
    /// Dollars below which a top-up earns nothing, with at most 2 decimals.
    #[serde(default)]
    #[schema(value_type = f64)]
    pub minimum: Money,
    /// First day, `YYYY-MM-DD`; today when omitted.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`; without end when omitted.
    #[schema(format = Date)]
    pub date_to: Option<String>,
    /// How many advertisers may use it, each once; any number when omitted.
    pub uses_max: Option<i64>,
    /// For staff.
    #[serde(default)]
    pub note: String,
}

/// Per cent with at most 2 decimals as basis points.
fn basis_points(part: f64) -> Option<i64> {
    let points = part * 100.0;
    let whole = points.round();
    ((points - whole).abs() < 1e-6 && (1.0..=PART_BP_MAX as f64).contains(&whole)).then_some(whole as i64)
}

fn read(form: &PromoCodeForm, now: UnixMs, by: UserId) -> Result<NewPromoCode, Problem> {
    let mut errors = FieldErrors::default();
    let code = promo::folded(&form.code);
    let of_code = format!("must be {CODE_CHARS_MIN} to {CODE_CHARS_MAX} letters, digits, - and _");
    errors.check("code", code.is_some(), of_code);
    let is_amount = form.amount > Money::ZERO && form.amount <= BONUS_MAX && form.amount.is_whole_cents();
    errors.check("amount", is_amount, format!("must be above zero, at most {BONUS_MAX}, with at most 2 decimals"));
    let is_minimum = !form.minimum.is_negative() && form.minimum <= BONUS_MAX && form.minimum.is_whole_cents();
    errors.check("minimum", is_minimum, format!("must be 0 to {BONUS_MAX} with at most 2 decimals"));
    let part_bp = form.part.map(basis_points);
    let of_part = format!("must be 0.01 to {} per cent with at most 2 decimals", PART_BP_MAX / 100);
    errors.check("part", part_bp != Some(None), of_part);
    let mut day = |field: &str, text: Option<&String>| {
        let day = text.map(|text| Day::parse(text));
        errors.check(field, !matches!(day, Some(None)), "must be a day such as 2026-11-21");
        day.flatten()
    };
    let first = day("date_from", form.date_from.as_ref()).unwrap_or(now.day());
    let last = day("date_to", form.date_to.as_ref());
    errors.check("date_to", last.is_none_or(|last| last >= first.max(now.day())), "must not be over already");
    let is_uses = form.uses_max.is_none_or(|most| (1..=USES_MAX).contains(&most));
    errors.check("uses_max", is_uses, format!("must be 1 to {USES_MAX}"));
    let note = validate::line(&form.note, 0, validate::NAME_MAX).map_or_else(
        |message| {
            errors.add("note", message);
            String::new()
        },
        str::to_owned,
    );
    errors.finish()?;
    let Some(code) = code else { return Err(Problem::NotFound) };
    let begin = |day: Day| UnixMs(i64::from(day.0) * DAY_MS);
    let part_bp = part_bp.flatten().unwrap_or(0);
    let kind = if part_bp > 0 { PromoKind::Part } else { PromoKind::Fixed };
    Ok(NewPromoCode {
        code,
        terms: PromoTerms { kind, amount: form.amount, part_bp, minimum: form.minimum },
        begins_at: begin(first),
        ends_at: last.map(|last| begin(last.plus(1))),
        uses_max: form.uses_max,
        note,
        by,
    })
}

/// Makes a promo code. One whose bonus is above a setting waits until a second owner of the network agrees, where there are two. A
/// repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/promo_codes", tag = "admin", request_body = PromoCodeForm,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    responses((status = 201, body = Data<PromoCodeResource>)))]
pub async fn create_promo_code(
    State(app): State<ApiState>,
    god: God,
    Repeatable { form, repeat }: Repeatable<PromoCodeForm>,
) -> Result<Response, Problem> {
    let (by, actor, now) = (god.id(), god.actor(), app.clock.now());
    if let Some(first) = repeat.first_answer(&app, by).await? {
        return Ok(first);
    }
    let new = read(&form, now, by)?;
    let answer = app
        .store
        .write("create_promo_code", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, by).await? {
                return Ok(first);
            }
            let made = promo_codes::create(tx, &new).await?;
            let before = None::<&PromoCode>;
            audit_log::record(tx, &actor, tx.name(), "promo_code", made.id, before, Some(&made)).await?;
            let emails = EmailsByUser::within(tx, people_of(&made)).await?;
            repeat.done(tx, by, StatusCode::CREATED, &Data { data: PromoCodeResource::new(made, now, &emails) }).await
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Agrees to a promo code that waits, as another owner of the network than who made it.
#[utoipa::path(post, path = "/api/admin/promo_codes/{id}/approve", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<PromoCodeResource>)))]
pub async fn approve_promo_code(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<PromoCodeResource>>, Problem> {
    let (by, actor) = (god.id(), god.actor());
    let after = app
        .store
        .write("approve_promo_code", Priority::Api, async move |tx| {
            let (before, after) = promo_codes::approve(tx, id, by).await?;
            audit_log::record(tx, &actor, tx.name(), "promo_code", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    one(&app, after).await
}

/// Ends a promo code: who has begun a top-up with it gets its bonus all the same.
#[utoipa::path(post, path = "/api/admin/promo_codes/{id}/end", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<PromoCodeResource>)))]
pub async fn end_promo_code(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<PromoCodeResource>>, Problem> {
    let actor = god.actor();
    let after = app
        .store
        .write("end_promo_code", Priority::Api, async move |tx| {
            let (before, after) = promo_codes::end(tx, id).await?;
            audit_log::record(tx, &actor, tx.name(), "promo_code", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    one(&app, after).await
}
