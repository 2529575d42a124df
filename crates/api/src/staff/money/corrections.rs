//! Money that the network's owners move by hand: corrections of balances and bonuses. Large ones are booked when a second owner
//! agrees.

use crate::auth::God;
use crate::dictionaries::words::{CorrectionKindId, CorrectionSideId, CorrectionStatusId};
use crate::extract::{Json, Path, Qs};
use crate::idempotent::{self, Repeat, Repeatable};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::{FieldErrors, Problem};
use placard_model::payments::correction::{
    AMOUNT_MAX, AMOUNT_MIN, CorrectionKind, CorrectionSide, CorrectionStatus, REASON_CHARS_MAX,
};
use placard_model::user::UserStatus;
use placard_model::{Money, UnixMs, UserId, validate};
use placard_store::accounts::audit_log;
use placard_store::accounts::users::{self, User};
use placard_store::money::corrections::{self, Correction, CorrectionFilter, NewCorrection};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Corrections of a page.
const PAGE_ROWS: u32 = 50;

/// A correction.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Correction)]
pub struct CorrectionResource {
    /// Its number.
    pub id: i64,
    /// What it is.
    #[schema(value_type = CorrectionKindId)]
    pub kind_id: u8,
    /// Which balance it moves.
    #[schema(value_type = CorrectionSideId)]
    pub side_id: u8,
    /// Whose.
    pub user: Option<PersonResource>,
    /// Dollars; negative when taken.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Why; the owner of the balance reads it.
    pub reason: String,
    /// How far it is.
    #[schema(value_type = CorrectionStatusId)]
    pub status_id: u8,
    /// Who asked for it.
    pub made_by: Option<PersonResource>,
    /// Who booked or withdrew it.
    pub decided_by: Option<PersonResource>,
    /// When.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub decided_at: Option<UnixMs>,
    /// A second person was wanted, and there was none.
    pub is_single_control: bool,
    /// What moved the money, in the ledger.
    pub transaction_id: Option<i64>,
    /// When it was asked for.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl CorrectionResource {
    fn new(correction: Correction, emails: &EmailsByUser) -> Self {
        Self {
            id: correction.id,
            kind_id: correction.kind.id(),
            side_id: correction.side.id(),
            user: emails.get(Some(correction.user)),
            amount: correction.amount,
            reason: correction.reason,
            status_id: correction.status.id(),
            made_by: emails.get(Some(correction.made_by)),
            decided_by: emails.get(correction.decided_by),
            decided_at: correction.decided_at,
            is_single_control: correction.is_single_control,
            transaction_id: correction.transaction,
            created_at: correction.created_at,
        }
    }
}

fn people_of(one: &Correction) -> impl Iterator<Item = UserId> + use<> {
    [Some(one.user), Some(one.made_by), one.decided_by].into_iter().flatten()
}

async fn shown(app: &ApiState, found: Vec<Correction>) -> Result<Vec<CorrectionResource>, Problem> {
    let emails = EmailsByUser::of(app, found.iter().flat_map(people_of).collect()).await?;
    Ok(found.into_iter().map(|one| CorrectionResource::new(one, &emails)).collect())
}

async fn one(app: &ApiState, correction: Correction) -> Result<Json<Data<CorrectionResource>>, Problem> {
    shown(app, vec![correction]).await?.pop().map(data).ok_or(Problem::NotFound)
}

/// Which corrections.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct CorrectionsQuery {
    /// Those in this status.
    #[param(value_type = Option<CorrectionStatusId>, inline)]
    pub status_id: Option<i64>,
    /// Those of this user.
    pub user_id: Option<i64>,
    /// Those whose number, reason or user's mail address has this.
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

/// Lists corrections, newest first.
#[utoipa::path(get, path = "/api/admin/corrections", tag = "admin", params(CorrectionsQuery),
    responses((status = 200, body = List<CorrectionResource>)))]
pub async fn list_corrections(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<CorrectionsQuery>,
) -> Result<Json<List<CorrectionResource>>, Problem> {
    let page = Page::new(query.page, query.count, PAGE_ROWS)?;
    let search = query.search_phrase.as_deref().unwrap_or_default().trim().to_owned();
    let known =
        |id| CorrectionStatus::from_id(id).ok_or_else(|| Problem::field("status_id", "is no status of corrections"));
    if search.chars().count() > SEARCH_CHARS_MAX {
        return Err(Problem::field("searchPhrase", "is too long"));
    }
    let filter = CorrectionFilter {
        status: query.status_id.map(known).transpose()?,
        user: query.user_id.map(UserId),
        search: (!search.is_empty()).then_some(search),
    };
    let read = async move |conn: &Conn| corrections::list(conn, &filter, page.rows, page.offset()).await;
    let (found, total) = app.store.read("list_corrections", read).await?;
    let rows = shown(&app, found).await?;
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// A correction to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectionForm {
    /// What it is. A bonus is for advertisers: it is spent last and goes back to nobody.
    #[schema(value_type = CorrectionKindId)]
    pub kind_id: i64,
    /// Which balance it moves.
    #[schema(value_type = CorrectionSideId)]
    pub side_id: i64,
    /// Whose.
    pub user_id: i64,
    /// Dollars with at most 6 decimals, not zero; negative when taken. Of bonuses at most what is left can be taken.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Why; the owner of the balance reads it.
    pub reason: String,
}

fn read(form: &CorrectionForm, by: UserId) -> Result<NewCorrection, Problem> {
    let mut errors = FieldErrors::default();
    let (kind, side) = (CorrectionKind::from_id(form.kind_id), CorrectionSide::from_id(form.side_id));
    errors.check("kind_id", kind.is_some(), "must be 1 (correction) or 2 (bonus)");
    errors.check("side_id", side.is_some(), "must be 1 (advertiser) or 2 (webmaster)");
    let is_of_side = kind != Some(CorrectionKind::Bonus) || side != Some(CorrectionSide::Webmaster);
    errors.check("side_id", is_of_side, "must be 1 for a bonus: advertisers spend it");
    let is_within = !form.amount.is_zero() && (AMOUNT_MIN..=AMOUNT_MAX).contains(&form.amount);
    errors.check("amount", is_within, format!("must not be zero, and at most {AMOUNT_MAX} dollars"));
    let reason = validate::line(&form.reason, 1, REASON_CHARS_MAX).map_or_else(
        |message| {
            errors.add("reason", message);
            String::new()
        },
        str::to_owned,
    );
    errors.finish()?;
    let (Some(kind), Some(side)) = (kind, side) else { return Err(Problem::NotFound) };
    Ok(NewCorrection { kind, side, user: UserId(form.user_id), amount: form.amount, reason, by })
}

/// Refuses to move money of an account that has none on this side.
async fn check_owner(conn: &Conn, new: &NewCorrection) -> Result<(), Error> {
    let wrong = |message: &str| Error::Invalid { field: "user_id", message: message.to_owned() };
    let user: User = match users::get_user(conn, Scope::System, new.user).await {
        Err(Error::NotFound(_)) => return Err(wrong("is no user")),
        found => found?,
    };
    let has_side = match new.side {
        CorrectionSide::Advertiser => user.is_advertiser,
        // Who brings others earns, whatever else they are.
        CorrectionSide::Webmaster => user.is_webmaster || user.is_advertiser,
    };
    if user.status == UserStatus::Deleted {
        return Err(wrong("is a deleted account"));
    }
    if has_side { Ok(()) } else { Err(wrong("is no account with such a balance")) }
}

/// Corrects a balance, or gives a bonus. Above a setting, and on the own balance, it waits until a second owner of the network
/// agrees, where there are two. A repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/corrections", tag = "admin", request_body = CorrectionForm,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this call: a repeat within \
        a day does nothing again", max_length = 200)),
    responses((status = 201, body = Data<CorrectionResource>)))]
pub async fn create_correction(
    State(app): State<ApiState>,
    god: God,
    Repeatable { form, repeat }: Repeatable<CorrectionForm>,
) -> Result<Response, Problem> {
    let user = god.user.id;
    if let Some(first) = repeat.first_answer(&app, user).await? {
        return Ok(first);
    }
    let new = read(&form, user)?;
    let (actor, by_email) = (god.actor(), PersonResource { id: user.0, email: god.user.email.clone() });
    let answer = app
        .store
        .write("create_correction", Priority::Api, async move |tx: &Tx| {
            if let Some(first) = repeat.answered(tx, user).await? {
                return Ok(first);
            }
            check_owner(tx, &new).await?;
            let made = corrections::create(tx, &new).await?;
            let before = None::<&Correction>;
            audit_log::record(tx, &actor, tx.name(), "correction", made.id, before, Some(&made)).await?;
            let of = users::get_user(tx, Scope::System, made.user).await?;
            let decided_by = made.decided_by.map(|_| by_email.clone());
            let resource = CorrectionResource {
                user: Some(PersonResource::from(&of)),
                made_by: Some(by_email.clone()),
                decided_by,
                ..CorrectionResource::new(made, &EmailsByUser::default())
            };
            let answer = idempotent::answer(StatusCode::CREATED, &Data { data: resource })?;
            repeat.keep(tx, user, &answer).await?;
            Ok(answer)
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Agrees to a correction that waits, as another owner of the network than who asked for it: it is booked. A repeat with the same
/// `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/corrections/{id}/approve", tag = "admin",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    responses((status = 200, body = Data<CorrectionResource>)))]
pub async fn approve_correction(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    repeat: Repeat,
) -> Result<Response, Problem> {
    let (by, actor) = (god.id(), god.actor());
    if let Some(first) = repeat.first_answer(&app, by).await? {
        return Ok(first);
    }
    let answer = app
        .store
        .write("approve_correction", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, by).await? {
                return Ok(first);
            }
            let (before, after) = corrections::approve(tx, id, by).await?;
            audit_log::record(tx, &actor, tx.name(), "correction", id, Some(&before), Some(&after)).await?;
            let emails = EmailsByUser::within(tx, people_of(&after)).await?;
            repeat.done(tx, by, StatusCode::OK, &Data { data: CorrectionResource::new(after, &emails) }).await
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Takes back a correction that waits: nothing is booked.
#[utoipa::path(post, path = "/api/admin/corrections/{id}/withdraw", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<CorrectionResource>)))]
pub async fn withdraw_correction(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<CorrectionResource>>, Problem> {
    let (by, actor) = (god.id(), god.actor());
    let after = app
        .store
        .write("withdraw_correction", Priority::Api, async move |tx| {
            let (before, after) = corrections::withdraw(tx, id, by).await?;
            audit_log::record(tx, &actor, tx.name(), "correction", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    one(&app, after).await
}
