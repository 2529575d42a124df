//! The ledger for god: transactions, their sides, and the clicks that these come from.

use crate::auth::God;
use crate::dictionaries::words::{AccountKindId, TransactionTypeId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, data};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::books::chart::AccountKind;
use placard_model::books::posting::Operation;
use placard_model::{Day, Money, UnixMs, UserId};
use placard_store::money::journal::{self, Detail, Transaction, TransactionFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Transactions of a page.
const PAGE_ROWS: u32 = 50;

/// Which transactions to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TransactionsQuery {
    /// Keeps those that moved something of this person.
    pub user_id: Option<i64>,
    /// Keeps those that moved something on an account of this kind.
    #[param(value_type = Option<AccountKindId>, inline)]
    pub account: Option<i64>,
    /// Keeps those of this kind.
    #[param(value_type = Option<TransactionTypeId>, inline)]
    pub operation_type: Option<i64>,
    /// First day on which they were made, `YYYY-MM-DD`.
    #[param(format = Date, value_type = Option<String>)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    #[param(format = Date, value_type = Option<String>)]
    pub date_to: Option<String>,
    /// Keeps those before this transaction: the number of the last one of the page before.
    pub before: Option<i64>,
}

impl TransactionsQuery {
    fn filter(&self) -> Result<TransactionFilter, Problem> {
        let mut errors = FieldErrors::default();
        let mut day = |field: &'static str, text: Option<&str>| {
            let text = text.filter(|text| !text.is_empty())?;
            let day = Day::parse(text);
            errors.check(field, day.is_some(), "must be a day, YYYY-MM-DD");
            day
        };
        let days = (day("date_from", self.date_from.as_deref()), day("date_to", self.date_to.as_deref()));
        let account = self.account.map(AccountKind::from_id);
        errors.check("account", account != Some(None), "is no kind of account");
        let operation = self.operation_type.map(Operation::from_code);
        errors.check("operation_type", operation != Some(None), "is no kind of transaction");
        errors.finish()?;
        let days = match days {
            (None, None) => None,
            (first, last) => Some((first.unwrap_or(Day(0)), last.unwrap_or(Day(i32::MAX / 2)))),
        };
        Ok(TransactionFilter {
            user: self.user_id.map(UserId),
            account: account.flatten(),
            operation: operation.flatten(),
            days,
            before: self.before,
        })
    }
}

/// A transaction of the ledger.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LedgerTransaction)]
pub struct TransactionResource {
    /// Its number.
    pub id: i64,
    /// What it was made for; no other one has the same.
    pub reference: String,
    /// What it is.
    #[schema(value_type = TransactionTypeId)]
    pub operation_type: i64,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub date: UnixMs,
    /// Who made it; null for the program.
    pub actor: Option<PersonResource>,
    /// Said by who made it.
    pub comment: String,
    /// What accounts gained by it, in dollars: others lost as much. Null once it is folded into the sums of its day.
    #[schema(value_type = Option<f64>)]
    pub moved: Option<Money>,
}

impl TransactionResource {
    fn new(transaction: Transaction, emails: &EmailsByUser) -> Self {
        let Transaction { id, reference, operation, at, actor, comment, moved, is_folded } = transaction;
        let moved = (!is_folded).then_some(moved);
        Self { id, reference, operation_type: operation.code(), date: at, actor: emails.get(actor), comment, moved }
    }
}

/// A page of transactions, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LedgerPage {
    /// The transactions.
    pub data: Vec<TransactionResource>,
    /// For `before`, to read on; null on the last page.
    pub next: Option<i64>,
}

/// Lists transactions, newest first.
#[utoipa::path(get, path = "/api/admin/ledger/transactions", tag = "admin", params(TransactionsQuery),
    responses((status = 200, body = LedgerPage)))]
pub async fn list_transactions(
    State(app): State<ApiState>,
    _god: God,
    Qs(query): Qs<TransactionsQuery>,
) -> Result<Json<LedgerPage>, Problem> {
    let filter = query.filter()?;
    let mut found = app
        .store
        .read("list_transactions", async move |conn| journal::transactions(conn, &filter, PAGE_ROWS + 1).await)
        .await?;
    let is_last = found.len() <= PAGE_ROWS as usize;
    found.truncate(PAGE_ROWS as usize);
    let next = found.last().filter(|_| !is_last).map(|last| last.id);
    let emails = EmailsByUser::of(&app, found.iter().filter_map(|one| one.actor).collect()).await?;
    let data = found.into_iter().map(|one| TransactionResource::new(one, &emails)).collect();
    Ok(Json(LedgerPage { data, next }))
}

/// One side of a transaction.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LedgerLine {
    /// The kind of account.
    #[schema(value_type = AccountKindId)]
    pub account: u8,
    /// Whose; null for the network's own.
    pub user: Option<PersonResource>,
    /// What was added to it, in dollars.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// The day that it is about.
    #[schema(value_type = String, format = Date)]
    pub day: String,
    /// For clicks, on the advertiser's side: the campaign.
    pub campaign_id: Option<i64>,
    /// For clicks, on the webmaster's side: the block.
    pub block_id: Option<i64>,
}

/// A click, or one taken back, that a transaction's sides come from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LedgerOrigin {
    /// The number of its settlement.
    pub settlement_id: i64,
    /// It was taken back.
    pub is_void: bool,
    /// The click's id, as its advertiser sees it.
    pub click_id: String,
    /// When it was clicked.
    #[schema(value_type = String, format = DateTime)]
    pub clicked_at: UnixMs,
    /// The advertiser.
    pub advertiser_id: i64,
    /// The campaign.
    pub campaign_id: i64,
    /// The ad.
    pub ad_id: i64,
    /// The webmaster.
    pub webmaster_id: i64,
    /// The block.
    pub block_id: i64,
    /// What the advertiser paid, in dollars.
    #[schema(value_type = f64)]
    pub cost: Money,
    /// What the webmaster got, in dollars.
    #[schema(value_type = f64)]
    pub earned: Money,
    /// What the network kept, in dollars.
    #[schema(value_type = f64)]
    pub kept: Money,
}

/// A transaction with its sides and where these come from. Of very large ones the first two hundred of each.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LedgerDetail {
    /// The transaction.
    pub transaction: TransactionResource,
    /// Its sides, largest first.
    pub lines: Vec<LedgerLine>,
    /// How many sides it has.
    pub lines_total: i64,
    /// The clicks that it was made from.
    pub origins: Vec<LedgerOrigin>,
    /// How many these are.
    pub origins_total: i64,
}

/// Tells what a transaction moved, and which clicks it comes from.
#[utoipa::path(get, path = "/api/admin/ledger/transactions/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<LedgerDetail>)))]
pub async fn get_transaction(
    State(app): State<ApiState>,
    _god: God,
    Path(id): Path<i64>,
) -> Result<Json<Data<LedgerDetail>>, Problem> {
    let found = app.store.read("get_transaction", async move |conn| journal::detail(conn, id).await).await?;
    let Detail { transaction, lines, lines_total, origins, origins_total } = found.ok_or(Problem::NotFound)?;
    let person = |user: i64| (user != 0).then_some(UserId(user));
    let mut ids: Vec<UserId> = lines.iter().filter_map(|line| person(line.account.code().1)).collect();
    ids.extend(transaction.actor);
    let emails = EmailsByUser::of(&app, ids).await?;
    let lines = lines.into_iter().map(|line| LedgerLine {
        account: AccountKind::of(line.account).id(),
        user: emails.get(person(line.account.code().1)),
        amount: line.amount,
        day: line.day.to_string(),
        campaign_id: line.campaign.map(|id| id.0),
        block_id: line.block.map(|id| id.0),
    });
    let origins = origins.into_iter().map(|origin| LedgerOrigin {
        settlement_id: origin.settlement,
        is_void: origin.cost.is_negative(),
        click_id: app.delivery.click_ids.make(origin.click),
        clicked_at: origin.clicked_at,
        advertiser_id: origin.advertiser.0,
        campaign_id: origin.campaign.0,
        ad_id: origin.ad.0,
        webmaster_id: origin.webmaster.0,
        block_id: origin.block.0,
        cost: origin.cost,
        earned: origin.earned,
        kept: origin.kept,
    });
    let (lines, origins) = (lines.collect(), origins.collect());
    let transaction = TransactionResource::new(transaction, &emails);
    Ok(data(LedgerDetail { transaction, lines, lines_total, origins, origins_total }))
}
