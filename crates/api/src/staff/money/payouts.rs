//! Payouts, as the network's owners approve and pay them. Sales see none.

use crate::account::password::check_own_password;
use crate::account::second_factor::check_otp;
use crate::auth::God;
use crate::dictionaries::words::PayoutStatusId;
use crate::extract::{Json, Path, Qs};
use crate::idempotent::{self, Repeat, Repeatable};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::staff::money::wallets::read_reason;
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use crate::webmaster::payouts::{PayoutResource, read_status, tell};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::Problem;
use placard_model::payments::payment::AddressKind;
use placard_model::payments::wallet::read_transaction_hash;
use placard_model::{PaymentTypeId, PayoutId, UnixMs, UserId};
use placard_store::accounts::audit_log;
use placard_store::idempotency::Answer;
use placard_store::paid_out::payout_returns;
use placard_store::paid_out::payouts::{self, Disbursement, Payout, PayoutFilter};
use placard_store::{Conn, Error, Priority, Tx};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Payouts of a page.
const PAGE_ROWS: u32 = 50;
/// The longest name of a payment, in characters: a hash of 64 digits, or what a payment system gives.
pub(crate) const HASH_CHARS_MAX: usize = 128;

/// A payout, as the network's owners see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminPayout)]
pub struct AdminPayoutResource {
    /// The payout.
    #[serde(flatten)]
    pub payout: PayoutResource,
    /// Who is paid.
    pub webmaster: Option<PersonResource>,
    /// What files for gateways call it.
    pub reference: String,
    /// Who approved it; null before.
    pub approved_by: Option<PersonResource>,
    /// Who paid, rejected or cancelled it; null before.
    pub closed_by: Option<PersonResource>,
    /// One person approved and paid it.
    pub is_single_control: bool,
    /// When it was first written to a file for a gateway; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub exported_at: Option<UnixMs>,
    /// Who made that file; null before.
    pub exported_by: Option<PersonResource>,
    /// Why it is not to be sent, and stands in no file; null when nothing hinders it.
    pub hindrance: Option<String>,
}

impl AdminPayoutResource {
    fn new(payout: Payout, emails: &EmailsByUser) -> Self {
        Self {
            webmaster: emails.get(Some(payout.user)),
            reference: payout.reference(),
            approved_by: emails.get(payout.approved_by),
            closed_by: emails.get(payout.closed_by),
            is_single_control: payout.is_single_control,
            exported_at: payout.exported_at,
            exported_by: emails.get(payout.exported_by),
            hindrance: payout.status.is_open().then(|| payout.hindrance.map(|why| format!("{why}."))).flatten(),
            payout: payout.into(),
        }
    }
}

fn people_of(payout: &Payout) -> impl Iterator<Item = UserId> + use<> {
    [Some(payout.user), payout.approved_by, payout.closed_by, payout.exported_by].into_iter().flatten()
}

async fn shown(app: &ApiState, payouts: Vec<Payout>) -> Result<Vec<AdminPayoutResource>, Problem> {
    let emails = EmailsByUser::of(app, payouts.iter().flat_map(people_of).collect()).await?;
    Ok(payouts.into_iter().map(|one| AdminPayoutResource::new(one, &emails)).collect())
}

pub(super) async fn one(app: &ApiState, payout: Payout) -> Result<Json<Data<AdminPayoutResource>>, Problem> {
    let emails = EmailsByUser::of(app, people_of(&payout).collect()).await?;
    Ok(data(AdminPayoutResource::new(payout, &emails)))
}

/// The answer about a decision, kept for a repeat of its call.
async fn done(tx: &Tx, repeat: &Repeat, by: UserId, payout: Payout) -> Result<Answer, Error> {
    let emails = EmailsByUser::within(tx, people_of(&payout)).await?;
    repeat.done(tx, by, StatusCode::OK, &Data { data: AdminPayoutResource::new(payout, &emails) }).await
}

/// Which payouts.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AdminPayoutsQuery {
    /// Those of this status.
    #[param(value_type = Option<PayoutStatusId>, inline)]
    pub status_id: Option<i64>,
    /// Those of this webmaster.
    pub user_id: Option<i64>,
    /// Those by this payment type.
    pub payment_type_id: Option<i64>,
    /// Those whose number, reference, transaction or webmaster's mail address has this.
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

impl AdminPayoutsQuery {
    fn read(self) -> Result<PayoutFilter, Problem> {
        let search = self.search_phrase.unwrap_or_default().trim().to_owned();
        if search.chars().count() > SEARCH_CHARS_MAX {
            return Err(Problem::field("searchPhrase", "is too long"));
        }
        Ok(PayoutFilter {
            statuses: read_status(self.status_id)?,
            user: self.user_id.map(UserId),
            payment_type: self.payment_type_id.map(PaymentTypeId),
            search: (!search.is_empty()).then_some(search),
        })
    }
}

/// Lists payouts, newest first.
#[utoipa::path(get, path = "/api/admin/payouts", tag = "admin", params(AdminPayoutsQuery),
    responses((status = 200, body = List<AdminPayoutResource>)))]
pub async fn list_all_payouts(
    State(app): State<ApiState>,
    god: God,
    Qs(query): Qs<AdminPayoutsQuery>,
) -> Result<Json<List<AdminPayoutResource>>, Problem> {
    let (scope, page) = (god.scope(), Page::new(query.page, query.count, PAGE_ROWS)?);
    let filter = query.read()?;
    let (found, total) = app
        .store
        .read("list_all_payouts", async move |conn| {
            let found = payouts::list(conn, scope, &filter, page.rows, page.offset()).await?;
            Ok((found, payouts::count(conn, scope, &filter).await?))
        })
        .await?;
    let rows = shown(&app, found).await?;
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// A payout.
#[utoipa::path(get, path = "/api/admin/payouts/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn get_any_payout(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<AdminPayoutResource>>, Problem> {
    let (scope, id) = (god.scope(), PayoutId(id));
    let found = app.store.read("get_any_payout", async move |conn| payouts::get(conn, scope, id).await).await?;
    one(&app, found).await
}

/// Approves a payout that was asked for. A repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/approve", tag = "admin",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn approve_payout(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    repeat: Repeat,
) -> Result<Response, Problem> {
    let by = god.id();
    if let Some(first) = repeat.first_answer(&app, by).await? {
        return Ok(first);
    }
    let (actor, id, app_) = (god.actor(), PayoutId(id), app.clone());
    let answer = app
        .store
        .write("approve_payout", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, by).await? {
                return Ok(first);
            }
            let (before, after) = payouts::approve(tx, id, by).await?;
            audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
            tell(tx, &app_, &after).await?;
            done(tx, &repeat, by, after).await
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Why a payout is rejected.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectPayoutForm {
    /// What the webmaster is told.
    pub comment: String,
    /// It stands in a file for a gateway, and was not sent all the same.
    #[serde(default)]
    pub was_not_sent: bool,
}

/// Rejects a payout that is not paid: its money is available again. A repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/reject", tag = "admin",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    request_body = RejectPayoutForm, responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn reject_payout(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Repeatable { form, repeat }: Repeatable<RejectPayoutForm>,
) -> Result<Response, Problem> {
    let by = god.id();
    if let Some(first) = repeat.first_answer(&app, by).await? {
        return Ok(first);
    }
    let comment = read_reason("comment", &form.comment)?;
    let (actor, id, app_, was_not_sent) = (god.actor(), PayoutId(id), app.clone(), form.was_not_sent);
    let answer = app
        .store
        .write("reject_payout", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, by).await? {
                return Ok(first);
            }
            let (before, after) = payouts::reject(tx, id, &comment, by, was_not_sent).await?;
            audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
            tell(tx, &app_, &after).await?;
            done(tx, &repeat, by, after).await
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// How a payout was paid.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayPayoutForm {
    /// What the payment system calls the payment: the hash of the transaction.
    #[schema(pattern = "^[!-~]+$")]
    pub transaction_hash: String,
    /// The money has left the network, though something hinders the payout now: what happened is booked.
    #[serde(default)]
    pub was_sent: bool,
    /// The password; needed of who approved the payout and is the network's only owner.
    #[schema(format = Password)]
    pub password: Option<String>,
    /// Code of the second factor, beside the password.
    pub otp: Option<String>,
}

/// Reads what a payment system calls a payment, whatever the system.
pub(crate) fn read_name<'a>(field: &'static str, name: &'a str) -> Result<&'a str, Problem> {
    let name = name.trim();
    if (1..=HASH_CHARS_MAX).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(name);
    }
    Err(Problem::field(field, format!("must have 1 to {HASH_CHARS_MAX} visible ASCII characters")))
}

/// Reads it as the system of the payout writes it.
pub(crate) fn read_hash(kind: AddressKind, name: &str) -> Result<String, Problem> {
    read_transaction_hash(kind, name).map_err(|message| Problem::field("transaction_hash", message))
}

/// What the wallet of a payout is named by.
pub(crate) async fn address_kind(app: &ApiState, id: PayoutId) -> Result<AddressKind, Problem> {
    let read = async move |conn: &Conn| payouts::address_kind(conn, id).await;
    Ok(app.store.read("get_address_kind", read).await?)
}

/// Notes that an approved payout was paid. Another person than who approved it does so whenever the network has two owners; an
/// only owner shows anew who they are, and the audit log says that one person did both. A repeat with the same `Idempotency-Key`
/// gets the first answer.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/pay", tag = "admin",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    request_body = PayPayoutForm, responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn pay_payout(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Repeatable { form, repeat }: Repeatable<PayPayoutForm>,
) -> Result<Response, Problem> {
    let by = god.id();
    if let Some(first) = repeat.first_answer(&app, by).await? {
        return Ok(first);
    }
    let id = PayoutId(id);
    let name = read_name("transaction_hash", &form.transaction_hash)?;
    let hash = read_hash(address_kind(&app, id).await?, name)?;
    let read = async move |conn: &Conn| payouts::needs_step_up(conn, id, by).await;
    let checked = if app.store.read("needs_step_up", read).await? {
        let Some(password) = form.password.as_deref() else {
            return Err(Problem::field("password", "is required: you approved this payout"));
        };
        let checked = check_own_password(&app, &god, "password", password).await?;
        if let Err(problem) = check_otp(&app, &god, form.otp.as_deref()).await {
            return repeat.refused(&app, by, problem).await;
        }
        Some(checked)
    } else {
        None
    };
    let (actor, app_, was_sent) = (god.actor(), app.clone(), form.was_sent);
    let answer = app
        .store
        .write("pay_payout", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, by).await? {
                return Ok(first);
            }
            if let Some(checked) = &checked {
                checked.still_holds(tx).await?;
            }
            let payment = Disbursement { by, transaction_hash: &hash, has_stepped_up: checked.is_some(), was_sent };
            let (before, after) = payouts::pay(tx, id, payment).await?;
            audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
            tell(tx, &app_, &after).await?;
            done(tx, &repeat, by, after).await
        })
        .await?;
    Ok(idempotent::respond(answer))
}

/// Why a payout came back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnPayoutForm {
    /// What the webmaster is told.
    pub comment: String,
}

/// Notes that the money of a paid payout came back: it is rejected, and all of it is available again, its fee included. Another
/// person than who paid it says so wherever two are needed to pay. A repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/return", tag = "admin",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    request_body = ReturnPayoutForm, responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn return_payout(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Repeatable { form, repeat }: Repeatable<ReturnPayoutForm>,
) -> Result<Response, Problem> {
    let by = god.id();
    if let Some(first) = repeat.first_answer(&app, by).await? {
        return Ok(first);
    }
    let comment = read_reason("comment", &form.comment)?;
    let (actor, id, app_) = (god.actor(), PayoutId(id), app.clone());
    let answer = app
        .store
        .write("return_payout", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, by).await? {
                return Ok(first);
            }
            let (before, after) = payout_returns::come_back(tx, id, &comment, by).await?;
            audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
            tell(tx, &app_, &after).await?;
            done(tx, &repeat, by, after).await
        })
        .await?;
    Ok(idempotent::respond(answer))
}
