//! What a promo code gives an advertiser, before they pay.

use crate::auth::Advertiser;
use crate::extract::{Json, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::payments::promo;
use placard_model::{Money, UserId};
use placard_store::Conn;
use placard_store::paid_in::promo_codes::{self, Refused, Usable};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which code, and for what.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PromoCodeQuery {
    /// The code; capitals do not matter.
    #[param(required, max_length = 64)]
    pub code: String,
    /// Dollars of the top-up with at most 2 decimals; 0 when omitted.
    #[param(value_type = Option<f64>)]
    pub amount: String,
}

/// What a promo code gives.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromoOffer {
    /// The code.
    pub code: String,
    /// Dollars of the bonus, were so much paid in.
    #[schema(value_type = f64)]
    pub bonus: Money,
    /// Dollars of the highest bonus.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// The part of the top-up in per cent that it gives; null: always the same amount.
    pub part: Option<f64>,
    /// Dollars below which a top-up earns nothing.
    #[schema(value_type = f64)]
    pub minimum: Money,
    /// A top-up of theirs waits with it already: the bonus is that of the one that is paid first.
    pub is_in_use: bool,
}

/// What a code gives to an advertiser, and whether a top-up of theirs has it already. Nobody tries many that give nothing: codes could be guessed.
pub(crate) async fn find(app: &ApiState, advertiser: UserId, field: &str, text: &str) -> Result<Usable, Problem> {
    let refused = |why: Refused| Problem::field(field, why.message());
    app.auth.calls.guess_promo_code(advertiser, app.clock.now())?;
    let Some(code) = promo::folded(text) else { return Err(refused(Refused::Unknown)) };
    let read = async move |conn: &Conn| promo_codes::usable(conn, advertiser, &code).await;
    let found = app.store.read("find_promo_code", read).await?.map_err(refused)?;
    app.auth.calls.knew_promo_code(advertiser);
    Ok(found)
}

/// What a promo code gives for a top-up. It is given when the money has come in.
#[utoipa::path(get, path = "/api/payment/promo_code", tag = "payment", params(PromoCodeQuery),
    responses((status = 200, body = Data<PromoOffer>)))]
pub async fn get_promo_offer(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<PromoCodeQuery>,
) -> Result<Json<Data<PromoOffer>>, Problem> {
    let amount = match query.amount.trim() {
        "" => Money::ZERO,
        text => Money::parse(text, 2)
            .ok()
            .filter(|amount| !amount.is_negative())
            .ok_or_else(|| Problem::field("amount", "must be dollars with at most 2 decimals"))?,
    };
    let Usable { code: found, is_in_use } = find(&app, advertiser.id(), "code", &query.code).await?;
    let terms = found.terms;
    Ok(data(PromoOffer {
        code: found.code,
        bonus: terms.bonus_for(amount),
        amount: terms.amount,
        part: (terms.part_bp > 0).then_some(terms.part_bp as f64 / 100.0),
        minimum: terms.minimum,
        is_in_use,
    }))
}
