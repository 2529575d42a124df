//! Automatic top-up: what an advertiser lets us pay by, and when.

use super::access;
use crate::auth::Advertiser;
use crate::dictionaries::words::GatewayName;
use crate::extract::Json;
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_common::gateways::{self, Line};
use placard_model::money::INPUT_MAX;
use placard_model::payments::auto_top_up::{MONTH_MAX, TopUpRule};
use placard_model::payments::deposit::Gateway;
use placard_model::payments::payment::PaymentPurpose;
use placard_model::{Money, UnixMs, UserId};
use placard_store::accounts::audit_log;
use placard_store::money::payment_systems::{self, SystemFilter};
use placard_store::paid_in::auto_top_ups::{self, AutoTopUp};
use placard_store::{Conn, Priority};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The lowest balance that can be called low.
pub(crate) const THRESHOLD_MIN: Money = Money::from_dollars(1);

/// A way to pay that a gateway keeps.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KeptMethod {
    /// Who keeps it.
    #[schema(value_type = GatewayName)]
    pub gateway: &'static str,
    /// What its owner knows it by: "Visa ending in 4242".
    pub name: String,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub kept_at: UnixMs,
    /// The least that can be paid by it, in dollars.
    #[schema(value_type = f64)]
    pub least: Money,
    /// The most, in dollars.
    #[schema(value_type = f64)]
    pub most: Money,
}

/// Automatic top-up of an advertiser.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AutoTopUp)]
pub struct AutoTopUpResource {
    /// Some payment system here can keep a way to pay; where one is kept, it can be paid by now.
    pub is_available: bool,
    /// What is paid by; null: nothing is kept. A top-up whose payer wishes it keeps what it is paid with.
    pub method: Option<KeptMethod>,
    /// It pays when the balance is low.
    pub is_on: bool,
    /// Dollars: a balance below is low. 0 before it is set.
    #[schema(value_type = f64)]
    pub threshold: Money,
    /// Dollars that are paid then. 0 before it is set.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Dollars that are paid in a calendar month (UTC) at most. 0 before it is set.
    #[schema(value_type = f64)]
    pub month_max: Money,
    /// Dollars of this month that were paid so, or are on their way.
    #[schema(value_type = f64)]
    pub month_paid: Money,
    /// Nothing is paid before; null when it may pay at once, or is off.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub waits_until: Option<UnixMs>,
    /// Why it waits or was switched off; empty when it was not.
    pub note: String,
    /// Grows with each change; 0 where nothing is kept.
    pub version: i64,
}

/// When to pay how much.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AutoTopUpForm {
    /// It pays when the balance is low.
    pub is_on: bool,
    /// Dollars, with at most 2 decimals: a balance below is low.
    #[schema(value_type = f64)]
    pub threshold: Money,
    /// Dollars that are paid then, with at most 2 decimals, within the bounds of the kept way to pay.
    #[schema(value_type = f64)]
    pub amount: Money,
    /// Dollars that are paid in a calendar month (UTC) at most; not below the amount.
    #[schema(value_type = f64)]
    pub month_max: Money,
    /// The version that was read: what was changed meanwhile is not replaced. Whatever it is when omitted.
    pub version: Option<i64>,
}

/// Whether some gateway that takes money here keeps ways to pay; of a kept one, whether its gateway does.
async fn is_available(app: &ApiState, kept: Option<Gateway>) -> Result<bool, Problem> {
    let filter = SystemFilter { active_only: true, purpose: Some(PaymentPurpose::TopUp), currency: None };
    let list = async move |conn: &Conn| payment_systems::list_systems(conn, filter).await;
    let systems = app.store.read("list_payment_systems", list).await?;
    let taking = systems.iter().filter_map(|system| Gateway::of_system(system.id.0));
    let keeping = taking.filter(|gateway| gateways::of(*gateway).keeps().is_some());
    for gateway in keeping.filter(|gateway| kept.is_none_or(|kept| kept == *gateway)) {
        if access(app, gateway).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn read(conn: &Conn, user: UserId) -> placard_store::Result<(Option<AutoTopUp>, Money)> {
    let paid = auto_top_ups::paid_in_month(conn, user, conn.now()).await?;
    Ok((auto_top_ups::get(conn, user).await?, paid))
}

async fn shown(app: &ApiState, kept: Option<AutoTopUp>, month_paid: Money) -> Result<AutoTopUpResource, Problem> {
    let is_available = is_available(app, kept.as_ref().map(|kept| kept.gateway)).await?;
    let Some(kept) = kept else {
        return Ok(AutoTopUpResource {
            is_available,
            method: None,
            is_on: false,
            threshold: Money::ZERO,
            amount: Money::ZERO,
            month_max: Money::ZERO,
            month_paid,
            waits_until: None,
            note: String::new(),
            version: 0,
        });
    };
    let (least, most) = app.settings.get().deposits.bounds(kept.gateway);
    let is_waiting = kept.is_on && kept.next_at > app.clock.now();
    Ok(AutoTopUpResource {
        is_available,
        is_on: kept.is_on,
        threshold: kept.threshold,
        amount: kept.amount,
        month_max: kept.month_max,
        month_paid,
        waits_until: is_waiting.then_some(kept.next_at),
        note: kept.note,
        version: kept.version,
        method: Some(KeptMethod {
            gateway: kept.gateway.name(),
            name: kept.method_name,
            kept_at: kept.kept_at,
            least,
            most,
        }),
    })
}

/// What is kept, and when it pays.
#[utoipa::path(get, path = "/api/advertiser/auto_top_up", tag = "advertiser",
    responses((status = 200, body = Data<AutoTopUpResource>)))]
pub async fn get_auto_top_up(
    State(app): State<ApiState>,
    advertiser: Advertiser,
) -> Result<Json<Data<AutoTopUpResource>>, Problem> {
    let user = advertiser.id();
    let (kept, paid) = app.store.read("get_auto_top_up", async move |conn: &Conn| read(conn, user).await).await?;
    Ok(data(shown(&app, kept, paid).await?))
}

fn check(form: &AutoTopUpForm, least: Money, most: Money) -> Result<TopUpRule, Problem> {
    let mut errors = FieldErrors::default();
    let is_threshold = (THRESHOLD_MIN..=INPUT_MAX).contains(&form.threshold) && form.threshold.is_whole_cents();
    errors.check(
        "threshold",
        is_threshold,
        format!("must be {THRESHOLD_MIN} to {INPUT_MAX} dollars with at most 2 decimals"),
    );
    let is_amount = (least..=most).contains(&form.amount) && form.amount.is_whole_cents();
    errors.check("amount", is_amount, format!("must be {least} to {most} dollars with at most 2 decimals"));
    let is_most = (form.amount..=MONTH_MAX).contains(&form.month_max) && form.month_max.is_whole_cents();
    let words = format!("must not be below the amount, and at most {MONTH_MAX} dollars with at most 2 decimals");
    errors.check("month_max", is_most, words);
    errors.finish()?;
    Ok(TopUpRule { threshold: form.threshold, amount: form.amount, month_max: form.month_max })
}

/// Sets when to pay how much by what is kept, and switches it on or off.
#[utoipa::path(put, path = "/api/advertiser/auto_top_up", tag = "advertiser", request_body = AutoTopUpForm,
    responses((status = 200, body = Data<AutoTopUpResource>)))]
pub async fn update_auto_top_up(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<AutoTopUpForm>,
) -> Result<Json<Data<AutoTopUpResource>>, Problem> {
    let (user, actor) = (advertiser.id(), advertiser.actor());
    let kept = app.store.read("get_auto_top_up", async move |conn: &Conn| auto_top_ups::get(conn, user).await).await?;
    let (least, most) = app.settings.get().deposits.bounds(kept.ok_or_else(nothing_kept)?.gateway);
    let (rule, is_on, version) = (check(&form, least, most)?, form.is_on, form.version);
    let (kept, paid) = app
        .store
        .write("update_auto_top_up", Priority::Api, async move |tx| {
            let (before, after) = auto_top_ups::set_rule(tx, user, is_on, rule, version).await?;
            audit_log::record(tx, &actor, tx.name(), "auto_top_up", user, Some(&before), Some(&after)).await?;
            read(tx, user).await
        })
        .await?;
    Ok(data(shown(&app, kept, paid).await?))
}

fn nothing_kept() -> Problem {
    Problem::Conflict("Nothing is kept to pay by: top up, and let what you pay with be kept.".to_owned())
}

/// Forgets what is kept, here and at its gateway, and with it when to pay.
#[utoipa::path(delete, path = "/api/advertiser/auto_top_up", tag = "advertiser", responses((status = 204)))]
pub async fn delete_auto_top_up(State(app): State<ApiState>, advertiser: Advertiser) -> Result<StatusCode, Problem> {
    let (user, actor) = (advertiser.id(), advertiser.actor());
    let former = app
        .store
        .write("delete_auto_top_up", Priority::Api, async move |tx| {
            let Some(former) = auto_top_ups::forget(tx, user).await? else { return Ok(None) };
            audit_log::record(tx, &actor, tx.name(), "auto_top_up", user, Some(&former), None::<&AutoTopUp>).await?;
            Ok(Some(former))
        })
        .await?
        .ok_or_else(nothing_kept)?;
    if let (Some(access), Some(keeps)) = (access(&app, former.gateway).await?, gateways::of(former.gateway).keeps()) {
        let line = Line { access: &access, fetcher: &app.fetcher };
        // Without our record nobody charges it.
        if let Err(error) = keeps.forget(line, &former.method).await {
            tracing::warn!(advertiser = %user, "a way to pay was not forgotten by its gateway: {error}");
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
