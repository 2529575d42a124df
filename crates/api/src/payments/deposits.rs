//! Deposits as advertisers see them.

use super::documents::{invoice_number, receipt_number};
use crate::auth::Advertiser;
use crate::dictionaries::words::{DepositStatusId, GatewayName};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, Page, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::payments::deposit::{DepositStatus, Gateway};
use placard_model::{Money, UnixMs};
use placard_store::paid_in::deposits::{self, Deposit, DepositFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Deposits of a page.
const PAGE_ROWS: u32 = 20;

/// A deposit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Deposit)]
pub struct DepositResource {
    /// Its number.
    pub id: i64,
    /// Who takes the money.
    #[schema(value_type = GatewayName)]
    pub gateway: &'static str,
    /// The payment system.
    pub payment_system_id: i64,
    /// The payment type.
    pub payment_type_id: Option<i64>,
    /// How far it is.
    #[schema(value_type = DepositStatusId)]
    pub status_id: u8,
    /// Dollars that were asked for.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Dollars that came in.
    #[schema(value_type = f64)]
    pub received: Money,
    /// Dollars of these that went back.
    #[schema(value_type = f64)]
    pub returned: Money,
    /// `USD`.
    pub currency: &'static str,
    /// Where to pay, while something is to be paid.
    pub url: Option<String>,
    /// The number of the invoice, for bank transfers.
    pub invoice_number: Option<String>,
    /// The number of the receipt, once something came in.
    pub receipt_number: Option<String>,
    /// The promo code that its payer named.
    pub promo_code: Option<String>,
    /// Dollars of bonus that it earned by the code, less what was taken back.
    #[schema(value_type = f64)]
    pub bonus: Money,
    /// Automatic top-up made it.
    pub is_automatic: bool,
    /// When its time is over.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: UnixMs,
    /// When money moved last.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub processed_at: Option<UnixMs>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl DepositResource {
    pub(crate) fn new(app: &ApiState, deposit: Deposit) -> Self {
        let is_open = matches!(deposit.status, DepositStatus::Pending | DepositStatus::PartlyPaid);
        Self {
            invoice_number: invoice_number(app, &deposit),
            receipt_number: receipt_number(app, &deposit),
            id: deposit.id,
            gateway: Gateway::name(deposit.gateway),
            payment_system_id: deposit.payment_system,
            payment_type_id: deposit.payment_type,
            status_id: deposit.status.id(),
            amount: deposit.amount,
            received: deposit.credited,
            returned: deposit.taken,
            currency: "USD",
            promo_code: deposit.promo_code,
            bonus: deposit.bonus,
            is_automatic: deposit.is_automatic,
            url: Some(deposit.page).filter(|page| is_open && !page.is_empty()),
            expires_at: deposit.expires_at,
            processed_at: deposit.processed_at,
            created_at: deposit.created_at,
        }
    }
}

/// Which deposits.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DepositsQuery {
    /// Those in this status.
    #[param(value_type = Option<DepositStatusId>, inline)]
    pub status_id: Option<i64>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 20 when omitted, 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// A status that a query names.
pub(crate) fn read_status(id: Option<i64>) -> Result<Vec<DepositStatus>, Problem> {
    let known = |id| DepositStatus::from_id(id).ok_or_else(|| Problem::field("status_id", "is no status of deposits"));
    id.map(known).transpose().map(|status| status.into_iter().collect())
}

/// The own deposits, newest first.
#[utoipa::path(get, path = "/api/advertiser/deposits", tag = "advertiser", params(DepositsQuery),
    responses((status = 200, body = List<DepositResource>)))]
pub async fn list_deposits(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<DepositsQuery>,
) -> Result<Json<List<DepositResource>>, Problem> {
    let (scope, page) = (advertiser.scope(), Page::new(query.page, query.count, PAGE_ROWS)?);
    let filter = DepositFilter { statuses: read_status(query.status_id)?, ..DepositFilter::default() };
    let read = async move |conn: &_| deposits::list(conn, scope, &filter, page.rows, page.offset()).await;
    let (found, total) = app.store.read("list_deposits", read).await?;
    let data = found.into_iter().map(|deposit| DepositResource::new(&app, deposit)).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// One of the own deposits.
#[utoipa::path(get, path = "/api/advertiser/deposits/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<DepositResource>)))]
pub async fn get_deposit(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<DepositResource>>, Problem> {
    let scope = advertiser.scope();
    let read = async move |conn: &_| deposits::get(conn, scope, id).await;
    Ok(data(DepositResource::new(&app, app.store.read("get_deposit", read).await?)))
}
