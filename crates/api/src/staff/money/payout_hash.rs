//! The transaction of a paid payout, corrected.

use crate::auth::God;
use crate::extract::{Json, Path};
use crate::list::Data;
use crate::staff::money::payouts::{AdminPayoutResource, address_kind, one, read_hash, read_name};
use crate::state::ApiState;
use crate::webmaster::payouts::tell_facts;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::PayoutId;
use placard_model::payments::payout::PayoutFacts;
use placard_model::payments::wallet::read_transaction_hash;
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::paid_out::payout_hash;
use serde::Deserialize;
use utoipa::ToSchema;

/// The transaction by which a payout was paid.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayoutHashForm {
    /// What the payment system calls the payment: the hash of the transaction.
    #[schema(pattern = "^[!-~]+$")]
    pub transaction_hash: String,
    /// The one that was seen: what was corrected since stays.
    #[schema(pattern = "^[!-~]+$")]
    pub former_hash: String,
}

/// Names the transaction of a payout that was paid anew, where a wrong one was noted. No money moves; the webmaster
/// sees the new one and is told.
#[utoipa::path(put, path = "/api/admin/payouts/{id}/transaction_hash", tag = "admin", params(("id" = i64, Path)),
    request_body = PayoutHashForm, responses((status = 200, body = Data<AdminPayoutResource>)))]
pub async fn update_payout_hash(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<PayoutHashForm>,
) -> Result<Json<Data<AdminPayoutResource>>, Problem> {
    let (id, actor) = (PayoutId(id), god.actor());
    let former = read_name("former_hash", &form.former_hash)?;
    let name = read_name("transaction_hash", &form.transaction_hash)?;
    let kind = address_kind(&app, id).await?;
    let hash = read_hash(kind, name)?;
    // As it was read when it was noted.
    let former = [former.to_owned(), read_transaction_hash(kind, former).unwrap_or_else(|_| former.to_owned())];
    let app_ = app.clone();
    let after = app
        .store
        .write("update_payout_hash", Priority::Api, async move |tx| {
            let (before, after) = payout_hash::correct(tx, id, [&former[0], &former[1]], &hash).await?;
            if before != after {
                audit_log::record(tx, &actor, tx.name(), "payout", id, Some(&before), Some(&after)).await?;
                // Whoever has the mail of the payment follows the wrong one.
                tell_facts(
                    tx,
                    &app_,
                    after.user,
                    PayoutFacts { is_corrected: true, comment: String::new(), ..after.facts() },
                )
                .await?;
            }
            Ok(after)
        })
        .await?;
    one(&app, after).await
}
