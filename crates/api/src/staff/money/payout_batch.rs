//! Approved payouts as a file, for whoever pays them.

use crate::auth::God;
use crate::extract::{Qs, flag};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::payments::payment::AddressKind;
use placard_model::{PaymentTypeId, UnixMs};
use placard_stats::csv::{Cell, Decimal, line};
use placard_store::accounts::audit_log;
use placard_store::money::payment_systems;
use placard_store::paid_out::payout_files::{self, Contents, Which};
use placard_store::paid_out::payouts::Payout;
use placard_store::{Error, Priority, Tx};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// For whom a file of payouts is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BatchFormat {
    /// For whoever pays: address, amount, currency, reference.
    #[default]
    Placard,
    /// For mass payouts of NOWPayments, in the columns of its template: ticker, wallet address, extra id, amount. Payouts to
    /// addresses of coins alone: those to accounts are left to another file.
    Nowpayments,
}

/// Which approved payouts.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct BatchQuery {
    /// Those by this payment type; by all when omitted.
    pub payment_type_id: Option<i64>,
    /// 1: also those that stand in an earlier file. Refused for `nowpayments`, whose files have no reference.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub again: bool,
    /// The file that was made at this moment (`exported_at` of its payouts) once more, and nothing else: what of it is to be paid
    /// still.
    #[param(format = DateTime)]
    pub exported_at: Option<String>,
    /// For whom the file is.
    #[param(inline)]
    pub format: BatchFormat,
}

impl BatchQuery {
    fn which(&self) -> Result<Which, Problem> {
        if let Some(moment) = &self.exported_at {
            let moment = UnixMs::parse(moment);
            return moment.map(Which::Of).ok_or_else(|| Problem::field("exported_at", "must be a moment as RFC 3339"));
        }
        if self.again && self.format == BatchFormat::Nowpayments {
            let why = "is not for NOWPayments, whose files have no reference: payouts of earlier files would be paid twice. Ask for \
                       one file, by exported_at";
            return Err(Problem::field("again", why));
        }
        Ok(if self.again { Which::All } else { Which::New })
    }
}

/// The approved payouts that stand in no file yet as a file for whoever pays them, oldest first. A gateway that knows the reference
/// pays nothing twice. What is not to be sent is left out. Refused for more than 10,000 of them. Who got no answer finds the moment of
/// the file at its payouts, and asks for it by `exported_at`.
#[utoipa::path(post, path = "/api/admin/payouts/export", tag = "admin", params(BatchQuery),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_payouts(
    State(app): State<ApiState>,
    god: God,
    Qs(query): Qs<BatchQuery>,
) -> Result<Response, Problem> {
    let which = query.which()?;
    let (actor, by, payment_type) = (god.actor(), god.id(), query.payment_type_id.map(PaymentTypeId));
    let is_of_coins = query.format == BatchFormat::Nowpayments;
    let found = app
        .store
        .write("export_payouts", Priority::Api, async move |tx| {
            if let Some(id) = payment_type {
                check_type(tx, id, is_of_coins).await?;
            }
            let found = payout_files::take_file(tx, Contents { payment_type, is_of_coins, which }, by).await?;
            for payout in &found {
                audit_log::record_event(tx, &actor, tx.name(), "payout", payout.id).await?;
            }
            Ok(found)
        })
        .await?;
    let name = format!("attachment; filename=\"placard-payouts-{}.csv\"", app.clock.now().day());
    let disposition = HeaderValue::from_str(&name).map_err(|error| Problem::Internal(error.into()))?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8; header=present")),
        (CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, file(query.format, &found)).into_response())
}

/// Refuses a file of one payment type that its gateway could not pay.
async fn check_type(tx: &Tx, id: PaymentTypeId, is_of_coins: bool) -> placard_store::Result<()> {
    match payment_systems::get_type(tx, id).await {
        Ok(found) if found.lacks_memo() => {
            let why = "needs a memo beside the address, and what is paid without is lost: reject its payouts";
            Err(Error::Invalid { field: "payment_type_id", message: format!("is {}, which {why}", found.name) })
        }
        Ok(found) if is_of_coins && found.address_kind == AddressKind::Text => {
            let message = format!("has no place for {}, which pays to no address of a coin", found.name);
            Err(Error::Invalid { field: "format", message })
        }
        // By a type that does not exist there are none.
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(other) => Err(other),
    }
}

fn file(format: BatchFormat, payouts: &[Payout]) -> Vec<u8> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let titles = match format {
        BatchFormat::Placard => ["address", "amount", "currency", "reference"],
        BatchFormat::Nowpayments => ["Ticker", "Wallet address", "ExtraId", "Amount"],
    };
    let mut file = line(titles.map(text), Decimal::Point);
    for payout in payouts {
        let (address, amount, currency) = (text(&payout.number), Cell::Amount(payout.payable), text(&payout.type_code));
        let cells = match format {
            BatchFormat::Placard => [address, amount, currency, text(&payout.reference())],
            // Wallets keep no memo: payouts of coins that need one stand in no file.
            BatchFormat::Nowpayments => [currency, address, text(""), amount],
        };
        file.extend(line(cells, Decimal::Point));
    }
    file
}
