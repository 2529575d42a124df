//! A webmaster's payouts as a file for spreadsheets.

use crate::auth::Webmaster;
use crate::dictionaries::words::PayoutStatusId;
use crate::extract::Qs;
use crate::list::Page;
use crate::state::ApiState;
use crate::webmaster::payouts::read_status;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_stats::csv::{Cell, Decimal, line};
use placard_store::money::payment_systems::{self, Currency};
use placard_store::paid_out::payouts::{self, Payout, PayoutFilter};
use serde::Deserialize;
use utoipa::IntoParams;

/// The columns.
const TITLES: [&str; 13] = [
    "requested_at",
    "id",
    "status",
    "amount_usd",
    "fee_usd",
    "paid_out",
    "currency",
    "payment_type",
    "wallet",
    "approved_at",
    "closed_at",
    "transaction",
    "comment",
];

/// Which payouts.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PayoutsFileQuery {
    /// Those of this status.
    #[param(value_type = Option<PayoutStatusId>, inline)]
    pub status_id: Option<i64>,
}

/// The own payouts as a file for spreadsheets, newest first: the last 10,000.
#[utoipa::path(get, path = "/api/webmaster/payouts/file", tag = "webmaster", params(PayoutsFileQuery),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn get_payouts_file(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Qs(query): Qs<PayoutsFileQuery>,
) -> Result<Response, Problem> {
    let (scope, most) = (webmaster.scope(), Page::new(None, Some(0), 1)?.rows);
    let filter = PayoutFilter { statuses: read_status(query.status_id)?, ..PayoutFilter::default() };
    let (found, currencies) = app
        .store
        .read("get_payouts_file", async move |conn| {
            let found = payouts::list(conn, scope, &filter, most, 0).await?;
            Ok((found, payment_systems::list_currencies(conn, None).await?))
        })
        .await?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"placard-payouts.csv\"")),
    ];
    Ok((headers, file(&found, &currencies)).into_response())
}

fn file(found: &[Payout], currencies: &[Currency]) -> Vec<u8> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let moment = |at: Option<UnixMs>| Cell::Text(at.map(|at| at.to_string()).unwrap_or_default());
    let mut file = line(TITLES.map(text), Decimal::Point);
    for payout in found {
        let currency = currencies.iter().find(|one| one.id == payout.currency);
        file.extend(line(
            [
                moment(Some(payout.created_at)),
                Cell::Count(payout.id.0),
                text(if payout.is_returned { "Came back" } else { payout.status.label() }),
                Cell::Amount(payout.amount),
                Cell::Amount(payout.fee),
                Cell::Amount(payout.payable),
                text(currency.map_or("", |one| &one.code)),
                text(&payout.type_name),
                text(&payout.number),
                moment(payout.approved_at),
                moment(payout.closed_at),
                text(&payout.transaction_hash),
                text(&payout.comment),
            ],
            Decimal::Point,
        ));
    }
    file
}
