//! Deposits for staff: god confirms bank transfers and sends money back; sales read those of their clients.

use crate::auth::{God, Staff};
use crate::dictionaries::words::DepositStatusId;
use crate::extract::{Json, Path, Qs};
use crate::idempotent::{self, Repeatable};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::payments::deposits::{DepositResource, read_status};
use crate::payments::tell_applied;
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use placard_common::error::{FieldErrors, Problem};
use placard_model::payments::deposit::{DepositStatus, Gateway, NOTE_CHARS_MAX, News, Report};
use placard_model::time::DAY_MS;
use placard_model::{Day, Money, UnixMs, UserId, validate};
use placard_store::accounts::audit_log;
use placard_store::paid_in::deposit_money::{self, Source};
use placard_store::paid_in::deposits::{self, Deposit, DepositFilter, PaymentRow};
use placard_store::paid_out::payouts;
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Deposits of a page.
const PAGE_ROWS: u32 = 50;

/// A deposit, as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminDeposit)]
pub struct AdminDepositResource {
    /// As its owner sees it.
    #[serde(flatten)]
    pub deposit: DepositResource,
    /// Whose.
    pub advertiser: PersonResource,
    /// The gateway's name of what it made.
    pub gateway_reference: String,
    /// Who confirmed a bank transfer first: another person is to do the same.
    pub confirmed_by: Option<PersonResource>,
    /// Dollars that they confirmed.
    #[schema(value_type = Option<f64>)]
    pub confirmed_amount: Option<Money>,
}

impl AdminDepositResource {
    fn new(app: &ApiState, deposit: Deposit, emails: &EmailsByUser) -> Self {
        Self {
            advertiser: PersonResource { id: deposit.advertiser.0, email: deposit.email.clone() },
            gateway_reference: deposit.reference.clone(),
            confirmed_by: emails.get(deposit.confirm_by),
            confirmed_amount: deposit.confirm_amount,
            deposit: DepositResource::new(app, deposit),
        }
    }

    /// Without the promo code, where an API token asks: whoever knows a code can be given money by it.
    fn told_to(mut self, staff: &Staff) -> Self {
        self.deposit.promo_code = self.deposit.promo_code.filter(|_| staff.session().is_some());
        self
    }

    pub(super) async fn one(app: &ApiState, deposit: Deposit) -> Result<Self, Problem> {
        let emails = EmailsByUser::of(app, deposit.confirm_by.into_iter().collect()).await?;
        Ok(Self::new(app, deposit, &emails))
    }
}

/// A payment of a deposit, as its gateway reports it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DepositPayment)]
pub struct PaymentResource {
    /// The gateway's name of it.
    pub reference: String,
    /// Dollars that came in.
    #[schema(value_type = f64)]
    pub received: Money,
    /// Dollars of these that went back.
    #[schema(value_type = f64)]
    pub returned: Money,
    /// Dollars of these that the advertiser no longer had.
    #[schema(value_type = f64)]
    pub bad_debt: Money,
    /// The gateway's name of a dispute; empty: none.
    pub dispute: String,
}

impl From<PaymentRow> for PaymentResource {
    fn from(row: PaymentRow) -> Self {
        Self {
            reference: row.reference,
            received: row.payment.credited,
            returned: row.payment.taken,
            bad_debt: row.bad_debt,
            dispute: row.payment.dispute,
        }
    }
}

/// A deposit with its payments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminDepositDetails)]
pub struct DepositDetails {
    /// The deposit.
    #[serde(flatten)]
    pub deposit: AdminDepositResource,
    /// Its payments.
    pub payments: Vec<PaymentResource>,
}

/// Which deposits.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AdminDepositsQuery {
    /// Those whose number, invoice, advertiser or name at the gateway has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
    /// Those in this status.
    #[param(value_type = Option<DepositStatusId>, inline)]
    pub status_id: Option<i64>,
    /// Those by this payment system.
    pub payment_system_id: Option<i64>,
    /// Those of this advertiser.
    pub advertiser_id: Option<i64>,
    /// First day, `YYYY-MM-DD`.
    #[param(format = Date)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    #[param(format = Date)]
    pub date_to: Option<String>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 50 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

fn read_filter(query: &AdminDepositsQuery) -> Result<DepositFilter, Problem> {
    let mut errors = FieldErrors::default();
    let search = query.search_phrase.as_deref().unwrap_or_default().trim();
    errors.check("searchPhrase", search.chars().count() <= SEARCH_CHARS_MAX, "is too long");
    let mut day = |field: &str, text: Option<&String>| {
        let day = text.map(|text| Day::parse(text));
        errors.check(field, !matches!(day, Some(None)), "must be a day such as 2026-11-21");
        day.flatten()
    };
    let (first, last) = (day("date_from", query.date_from.as_ref()), day("date_to", query.date_to.as_ref()));
    errors.finish()?;
    let begin = |day: Day| UnixMs(i64::from(day.0) * DAY_MS);
    Ok(DepositFilter {
        statuses: read_status(query.status_id)?,
        payment_system: query.payment_system_id,
        advertiser: query.advertiser_id.map(UserId),
        since: first.map(begin),
        before: last.map(|day| begin(day.plus(1))),
        search: (!search.is_empty()).then(|| search.to_owned()),
    })
}

/// Deposits, newest first; sales see those of their own clients. API tokens read no promo codes of them.
#[utoipa::path(get, path = "/api/admin/deposits", tag = "admin", params(AdminDepositsQuery),
    responses((status = 200, body = List<AdminDepositResource>)))]
pub async fn list_all_deposits(
    State(app): State<ApiState>,
    staff: Staff,
    Qs(query): Qs<AdminDepositsQuery>,
) -> Result<Json<List<AdminDepositResource>>, Problem> {
    let (scope, filter, page) = (staff.scope(), read_filter(&query)?, Page::new(query.page, query.count, PAGE_ROWS)?);
    let read = async move |conn: &Conn| deposits::list(conn, scope, &filter, page.rows, page.offset()).await;
    let (found, total) = app.store.read("list_all_deposits", read).await?;
    let emails = EmailsByUser::of(&app, found.iter().filter_map(|deposit| deposit.confirm_by).collect()).await?;
    let told = |deposit| AdminDepositResource::new(&app, deposit, &emails).told_to(&staff);
    let data = found.into_iter().map(told).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// A deposit with its payments; sales see those of their own clients. API tokens read no promo code of it.
#[utoipa::path(get, path = "/api/admin/deposits/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<DepositDetails>)))]
pub async fn get_any_deposit(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<DepositDetails>>, Problem> {
    let scope = staff.scope();
    let read =
        async move |conn: &Conn| Ok((deposits::get(conn, scope, id).await?, deposits::payments(conn, id).await?));
    let (deposit, payments) = app.store.read("get_any_deposit", read).await?;
    let deposit = AdminDepositResource::one(&app, deposit).await?.told_to(&staff);
    Ok(data(DepositDetails { deposit, payments: payments.into_iter().map(Into::into).collect() }))
}

/// What came in by bank transfer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmDepositForm {
    /// Dollars that came in now.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Dollars that had come in before, as they are shown: where more came in meanwhile, nothing is booked.
    #[schema(value_type = f64)]
    pub received: Money,
    /// For the records: the bank's reference.
    #[schema(min_length = 1, max_length = 500)]
    pub note: String,
    /// No more will come, though it is less than was asked for.
    #[serde(default)]
    pub is_complete: bool,
}

/// What goes back.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundDepositForm {
    /// Dollars that go back; they leave the advertiser's balance.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Dollars that had gone back before, as they are shown: where more went back meanwhile, nothing is booked.
    #[schema(value_type = f64)]
    pub returned: Money,
    /// Why, for the records.
    #[schema(min_length = 1, max_length = 500)]
    pub note: String,
}

const NO_AMOUNT: &str = "must be above zero, with at most 2 decimals";

/// Refuses what was decided on figures that have changed since.
fn check_shown(is: Money, shown: Money, what: &str) -> Result<(), Error> {
    if is == shown {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "{} {what} by now, not {}: look whether somebody has booked the same, and do it again if not.",
        is.text(),
        shown.text()
    )))
}

fn read_money(amount: Money, note: &str) -> Result<String, Problem> {
    let mut errors = FieldErrors::default();
    errors.check("amount", amount > Money::ZERO, NO_AMOUNT);
    let note = validate::line(note, 1, NOTE_CHARS_MAX).map_or_else(
        |message| {
            errors.add("note", message);
            String::new()
        },
        str::to_owned,
    );
    errors.finish()?;
    Ok(note)
}

/// What the audit log keeps of a decision.
#[derive(Serialize)]
struct Decision<'a> {
    deposit: &'a Deposit,
    amount: Money,
    note: &'a str,
    /// Nobody else could have confirmed it.
    single_control: bool,
}

/// Confirms what came in by bank transfer. Above a setting two persons say the same, where the network has two owners: the first
/// call notes the amount, the second one books it. A repeat with the same `Idempotency-Key` gets the first answer.
#[utoipa::path(post, path = "/api/admin/deposits/{id}/confirm", tag = "admin", request_body = ConfirmDepositForm,
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    responses((status = 200, body = Data<AdminDepositResource>)))]
pub async fn confirm_deposit(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Repeatable { form, repeat }: Repeatable<ConfirmDepositForm>,
) -> Result<Response, Problem> {
    let user = god.user.id;
    if let Some(first) = repeat.first_answer(&app, user).await? {
        return Ok(first);
    }
    let (note, amount, is_complete) = (read_money(form.amount, &form.note)?, form.amount, form.is_complete);
    if !amount.is_whole_cents() {
        return Err(Problem::field("amount", NO_AMOUNT));
    }
    let needs_two = amount > app.settings.get().deposits.two_persons_above;
    let (actor, scope, state) = (god.actor(), god.scope(), app.clone());
    let answer = app
        .store
        .write("confirm_deposit", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, user).await? {
                return Ok(first);
            }
            // Two receipts at once are two receipts.
            deposits::hold(tx, id).await?;
            let before = deposits::get(tx, scope, id).await?;
            check_confirmable(&before)?;
            check_shown(before.credited, form.received, "have come in")?;
            let is_alone = needs_two && payouts::gods(tx).await? < 2;
            let after = if needs_two && !is_alone && !is_second(&before, amount, user)? {
                deposits::set_confirmed_once(tx, id, amount, user).await?;
                deposits::get(tx, scope, id).await?
            } else {
                let number = deposits::payments(tx, id).await?.len() + 1;
                let total = News::Paid { total: amount, is_complete };
                let payment = format!("{id}-receipt-{number}");
                let report = Report { order: Some(before.order.clone()), payment, asked: None, news: total };
                let source = Source { actor: Some(user), comment: "Bank transfer" };
                let applied = deposit_money::apply(tx, Gateway::Invoice, &report, source).await?;
                let applied = applied.ok_or(Error::NotFound("deposit"))?;
                tell_applied(tx, &state, &applied).await?;
                applied.deposit
            };
            let decision = Decision { deposit: &after, amount, note: &note, single_control: is_alone };
            audit_log::record(tx, &actor, "confirm_deposit", "deposit", id, Some(&before), Some(&decision)).await?;
            let answer = idempotent::answer(StatusCode::OK, &Data { data: of_transaction(tx, &state, after).await? })?;
            repeat.keep(tx, user, &answer).await?;
            Ok(answer)
        })
        .await?;
    Ok(idempotent::respond(answer))
}

fn check_confirmable(deposit: &Deposit) -> Result<(), Error> {
    if deposit.gateway != Gateway::Invoice {
        return Err(Error::Conflict(format!(
            "Deposit {} is paid by {}, which says itself what came in: only bank transfers are confirmed.",
            deposit.id,
            deposit.gateway.label()
        )));
    }
    if deposit.status == DepositStatus::Settled {
        return Err(Error::Conflict(format!(
            "Deposit {} is settled, and not pending: what comes in beside it needs an invoice of its own.",
            deposit.id
        )));
    }
    Ok(())
}

/// Whether another person has confirmed the same before. Who mistyped confirms anew: the last amount holds.
fn is_second(deposit: &Deposit, amount: Money, user: UserId) -> Result<bool, Error> {
    match (deposit.confirm_by, deposit.confirm_amount) {
        (Some(first), confirmed) if first == user => {
            if confirmed != Some(amount) {
                return Ok(false);
            }
            Err(Error::Conflict("You have confirmed it already: another person is to do the same.".to_owned()))
        }
        (Some(_), Some(confirmed)) if confirmed == amount => Ok(true),
        (Some(_), Some(confirmed)) => Err(Error::Conflict(format!(
            "Another person has confirmed {}, not {}: find out which is right. Who mistyped confirms anew.",
            confirmed.text(),
            amount.text()
        ))),
        _ => Ok(false),
    }
}

/// The answer, made in the transaction that keeps it.
async fn of_transaction(tx: &Tx, app: &ApiState, deposit: Deposit) -> Result<AdminDepositResource, Error> {
    let confirmed_by = match deposit.confirm_by {
        Some(id) => Some(PersonResource::from(&placard_store::accounts::users::get_user(tx, Scope::System, id).await?)),
        None => None,
    };
    Ok(AdminDepositResource { confirmed_by, ..AdminDepositResource::new(app, deposit, &EmailsByUser::default()) })
}

/// Books that so much of a deposit goes back, in whole cents or all that is left of it: it leaves the advertiser's balance at once, and is to be sent by the gateway or the
/// bank by whoever asks for it. When the gateway reports it, nothing more is taken. A repeat with the same `Idempotency-Key` gets
/// the first answer.
#[utoipa::path(post, path = "/api/admin/deposits/{id}/refund", tag = "admin", request_body = RefundDepositForm,
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters that name this \
        call: a repeat within a day does nothing again", max_length = 200)),
    responses((status = 200, body = Data<AdminDepositResource>)))]
pub async fn refund_deposit(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Repeatable { form, repeat }: Repeatable<RefundDepositForm>,
) -> Result<Response, Problem> {
    let user = god.user.id;
    if let Some(first) = repeat.first_answer(&app, user).await? {
        return Ok(first);
    }
    let (note, amount) = (read_money(form.amount, &form.note)?, form.amount);
    let (actor, scope, state) = (god.actor(), god.scope(), app.clone());
    let answer = app
        .store
        .write("refund_deposit", Priority::Api, async move |tx| {
            if let Some(first) = repeat.answered(tx, user).await? {
                return Ok(first);
            }
            deposits::hold(tx, id).await?;
            let before = deposits::get(tx, scope, id).await?;
            check_shown(before.taken, form.returned, "have gone back")?;
            // What is left of a crypto payment may have more decimals.
            if !amount.is_whole_cents() && amount != before.credited - before.taken {
                return Err(Error::Invalid { field: "amount", message: NO_AMOUNT.to_owned() });
            }
            let source = Source { actor: Some(user), comment: "" };
            let after = deposit_money::refund(tx, id, amount, source).await?;
            let decision = Decision { deposit: &after, amount, note: &note, single_control: false };
            audit_log::record(tx, &actor, "refund_deposit", "deposit", id, Some(&before), Some(&decision)).await?;
            let answer = idempotent::answer(StatusCode::OK, &Data { data: of_transaction(tx, &state, after).await? })?;
            repeat.keep(tx, user, &answer).await?;
            Ok(answer)
        })
        .await?;
    Ok(idempotent::respond(answer))
}
