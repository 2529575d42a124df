//! The queue of wallets, and the addresses that nobody is paid to. Sales see neither.

use crate::auth::God;
use crate::extract::{Json, Path, Qs, flag};
use crate::list::{Data, List, Page, data};
use crate::mail::{self, Mail, Recipient};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use crate::webmaster::wallets::WalletResource;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::payments::payout::WalletStatus;
use placard_model::payments::wallet::NUMBER_CHARS_MAX;
use placard_model::{UnixMs, WalletId, validate};
use placard_store::accounts::{audit_log, users};
use placard_store::paid_out::wallets::{self, Decide, DeniedAddress, Wallet};
use placard_store::{Priority, Scope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most wallets of an answer; the oldest come first.
const QUEUE_ROWS: u32 = 200;
/// Denied addresses of a page.
const PAGE_ROWS: u32 = 50;

/// A wallet in the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueuedWallet {
    /// The wallet.
    #[serde(flatten)]
    pub wallet: WalletResource,
    /// Its owner.
    pub webmaster: PersonResource,
    /// Others who have, or had, a wallet of the same number; at most 10.
    pub same_number: Vec<PersonResource>,
}

/// Lists the wallets that wait for their approval, oldest first.
#[utoipa::path(get, path = "/api/admin/moderation/wallets", tag = "admin",
    responses((status = 200, body = Data<Vec<QueuedWallet>>)))]
pub async fn list_waiting_wallets(
    State(app): State<ApiState>,
    _god: God,
) -> Result<Json<Data<Vec<QueuedWallet>>>, Problem> {
    let found = app
        .store
        .read("list_waiting_wallets", async |conn| {
            let mut queue = Vec::new();
            for (wallet, email) in wallets::list_waiting(conn, QUEUE_ROWS).await? {
                let others = wallets::namesakes(conn, &wallet).await?;
                queue.push((wallet, email, others));
            }
            Ok(queue)
        })
        .await?;
    let emails = EmailsByUser::of(&app, found.iter().flat_map(|(.., others)| others.iter().copied()).collect()).await?;
    let now = app.clock.now();
    let queue = found.into_iter().map(|(wallet, email, others)| QueuedWallet {
        webmaster: PersonResource { id: wallet.user.0, email },
        same_number: others.into_iter().filter_map(|other| emails.get(Some(other))).collect(),
        wallet: WalletResource::new(wallet, now),
    });
    Ok(data(queue.collect()))
}

/// What a verdict on a wallet is made from.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct WalletVerdictQuery {
    /// 1: refused with 409 unless the wallet still waits, as it did when it was looked at.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub only_waiting: bool,
}

impl WalletVerdictQuery {
    const fn how(self) -> Decide {
        if self.only_waiting { Decide::Waiting } else { Decide::Anew }
    }
}

/// Approves a wallet; also one that was refused by mistake. The first one of its owner is primary.
#[utoipa::path(post, path = "/api/admin/moderation/wallets/{id}/approve", tag = "admin", params(("id" = i64, Path), WalletVerdictQuery),
    responses((status = 200, body = Data<WalletResource>)))]
pub async fn approve_wallet(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Qs(query): Qs<WalletVerdictQuery>,
) -> Result<Json<Data<WalletResource>>, Problem> {
    decide(app, god, WalletId(id), query.how(), WalletStatus::Approved, String::new()).await
}

/// Why a wallet is refused.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectWalletForm {
    /// What the owner is told.
    pub comment: String,
}

/// Refuses a wallet; also one that was approved, as long as no payout to it is open.
#[utoipa::path(post, path = "/api/admin/moderation/wallets/{id}/reject", tag = "admin", params(("id" = i64, Path), WalletVerdictQuery),
    request_body = RejectWalletForm, responses((status = 200, body = Data<WalletResource>)))]
pub async fn reject_wallet(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Qs(query): Qs<WalletVerdictQuery>,
    Json(form): Json<RejectWalletForm>,
) -> Result<Json<Data<WalletResource>>, Problem> {
    let comment = read_reason("comment", &form.comment)?;
    decide(app, god, WalletId(id), query.how(), WalletStatus::Rejected, comment).await
}

/// Reads why something is refused: what its owner is told.
pub(crate) fn read_reason(field: &'static str, text: &str) -> Result<String, Problem> {
    let text = validate::paragraphs(text, validate::COMMENT_MAX).map_err(|message| Problem::field(field, message))?;
    if text.is_empty() {
        return Err(Problem::field(field, "must tell the owner why"));
    }
    Ok(text.to_owned())
}

async fn decide(
    app: ApiState,
    god: God,
    id: WalletId,
    how: Decide,
    to: WalletStatus,
    comment: String,
) -> Result<Json<Data<WalletResource>>, Problem> {
    let (by, actor, app_, now) = (god.id(), god.actor(), app.clone(), app.clock.now());
    let action = if to == WalletStatus::Approved { "approve_wallet" } else { "reject_wallet" };
    let after = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let (before, after) = wallets::decide(tx, id, how, to, &comment, by).await?;
            audit_log::record(tx, &actor, tx.name(), "wallet", id, Some(&before), Some(&after)).await?;
            let owner = users::get_user(tx, Scope::System, after.user).await?;
            let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
            mail::queue(tx, &app_, to, &letter(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(WalletResource::new(after, now)))
}

fn letter(wallet: &Wallet) -> Mail {
    Mail::WalletState {
        number: wallet.number.clone(),
        payment_type: wallet.type_name.clone(),
        is_approved: wallet.status == WalletStatus::Approved,
        usable_at: wallet.usable_at,
        comment: wallet.comment.clone(),
    }
}

/// An address that nobody is paid to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DeniedAddress)]
pub struct DeniedAddressResource {
    /// The entry.
    pub id: i64,
    /// The address, in the form in which it is compared.
    pub number: String,
    /// Why.
    pub note: String,
    /// Who put it here.
    pub created_by: Option<PersonResource>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl DeniedAddressResource {
    fn new(found: DeniedAddress, emails: &EmailsByUser) -> Self {
        let created_by = emails.get(found.created_by);
        Self { id: found.id, number: found.number, note: found.note, created_by, created_at: found.created_at }
    }
}

/// Which entries.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DeniedAddressesQuery {
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 50 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// The addresses that nobody is paid to, newest first.
#[utoipa::path(get, path = "/api/admin/denied_addresses", tag = "admin", params(DeniedAddressesQuery),
    responses((status = 200, body = List<DeniedAddressResource>)))]
pub async fn list_denied_addresses(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<DeniedAddressesQuery>,
) -> Result<Json<List<DeniedAddressResource>>, Problem> {
    let page = Page::new(query.page, query.count, PAGE_ROWS)?;
    let (rows, offset) = (page.rows, page.offset());
    let read = async move |conn: &_| wallets::list_denied(conn, rows, offset).await;
    let (found, total) = app.store.read("list_denied_addresses", read).await?;
    let emails = EmailsByUser::of(&app, found.iter().filter_map(|one| one.created_by).collect()).await?;
    let rows = found.into_iter().map(|one| DeniedAddressResource::new(one, &emails)).collect();
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// An address to deny.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeniedAddressForm {
    /// The address. Capitals do not matter, but in those of Tron.
    pub number: String,
    /// Why, for the records of the network.
    pub note: String,
}

/// Denies an address: no wallet with it is added or approved, and no payout to it approved or paid.
#[utoipa::path(post, path = "/api/admin/denied_addresses", tag = "admin", request_body = DeniedAddressForm,
    responses((status = 201, body = Data<DeniedAddressResource>)))]
pub async fn create_denied_address(
    State(app): State<ApiState>,
    god: God,
    Json(form): Json<DeniedAddressForm>,
) -> Result<(StatusCode, Json<Data<DeniedAddressResource>>), Problem> {
    let mut errors = FieldErrors::default();
    let mut line = |field: &'static str, text: &str, least: usize, most: usize| match validate::line(text, least, most)
    {
        Ok(line) => line.to_owned(),
        Err(message) => {
            errors.add(field, message);
            String::new()
        }
    };
    let number = line("number", &form.number, 1, NUMBER_CHARS_MAX);
    let note = line("note", &form.note, 1, validate::NAME_MAX);
    errors.finish()?;
    let (by, actor) = (god.id(), god.actor());
    let made = app
        .store
        .write("create_denied_address", Priority::Api, async move |tx| {
            let made = wallets::insert_denied(tx, &number, &note, by).await?;
            let before = None::<&DeniedAddress>;
            audit_log::record(tx, &actor, tx.name(), "denied_address", made.id, before, Some(&made)).await?;
            Ok(made)
        })
        .await?;
    let emails = EmailsByUser::of(&app, vec![by]).await?;
    Ok((StatusCode::CREATED, data(DeniedAddressResource::new(made, &emails))))
}

/// Takes an address from the list.
#[utoipa::path(delete, path = "/api/admin/denied_addresses/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_denied_address(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let actor = god.actor();
    app.store
        .write("delete_denied_address", Priority::Api, async move |tx| {
            let before = wallets::delete_denied(tx, id).await?;
            let after = None::<&DeniedAddress>;
            audit_log::record(tx, &actor, tx.name(), "denied_address", id, Some(&before), after).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
