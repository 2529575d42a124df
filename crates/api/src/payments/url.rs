//! Where an advertiser pays.

use super::deposits::DepositResource;
use super::{access, documents, promo, tell, tell_bookkeeping};
use crate::auth::Advertiser;
use crate::extract::{Json, Qs, flag};
use crate::list::{Data, data};
use crate::mail::Mail;
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_common::gateways::{self, Access, Line, NewPayment};
use placard_model::payments::deposit::{Gateway, News, Report};
use placard_model::payments::payment::PaymentPurpose;
use placard_model::{Money, PaymentSystemId, PaymentTypeId};
use placard_store::accounts::audit_log;
use placard_store::money::payment_systems::{self, PaymentSystem, PaymentType};
use placard_store::paid_in::deposit_money::{self, BY_GATEWAY};
use placard_store::paid_in::deposits::{self, Deposit, NewDeposit, Origin};
use placard_store::{Conn, Error, Priority, Tx};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Seconds to wait when a gateway does not answer.
pub(crate) const GATEWAY_RETRY_S: u32 = 30;

/// What to pay, and how.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PaymentUrlQuery {
    /// The payment system.
    #[param(required)]
    pub payment_system_id: Option<i64>,
    /// The payment type; the only one of the system when omitted.
    pub payment_type_id: Option<i64>,
    /// Dollars with at most 2 decimals; each payment system has bounds of its own.
    #[param(value_type = f64, required)]
    pub amount: String,
    /// A promo code; capitals do not matter. What it gives is on the balance when the money has come in.
    #[param(max_length = 64)]
    pub promo_code: Option<String>,
    /// 1: the gateway keeps what is paid with, for automatic top-up. Only where the payment system can.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub keep_method: bool,
}

/// Where to pay.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaymentUrl {
    /// The page of the payment gateway; for a bank transfer the own page with the invoice.
    pub url: String,
    /// The deposit that waits for it.
    pub deposit: DepositResource,
}

/// A wish that holds.
struct Wish {
    gateway: Gateway,
    access: Access,
    payment_system: i64,
    payment_type: Option<i64>,
    amount: Money,
    keeps_method: bool,
}

/// Makes a deposit that waits for its payment, and tells where to pay. The same wish within 30 minutes is the same deposit.
#[utoipa::path(get, path = "/api/payment/url", tag = "payment", params(PaymentUrlQuery),
    responses((status = 200, body = Data<PaymentUrl>)))]
pub async fn get_payment_url(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<PaymentUrlQuery>,
) -> Result<Json<Data<PaymentUrl>>, Problem> {
    if query.keep_method {
        // What is kept is charged later: nobody puts theirs in its place.
        advertiser.own_session()?;
    }
    let wish = read(&app, &query).await?;
    let promo_code = match query.promo_code.as_deref().map(str::trim).filter(|code| !code.is_empty()) {
        Some(code) => Some(promo::find(&app, advertiser.id(), "promo_code", code).await?.code.code),
        None => None,
    };
    let new = NewDeposit {
        advertiser: advertiser.id(),
        order: gateways::new_order(&app.rng),
        gateway: wish.gateway,
        payment_system: wish.payment_system,
        payment_type: wish.payment_type,
        amount: wish.amount,
        promo_code,
        origin: Origin::Page { keeps_method: wish.keeps_method },
        expires_at: app.clock.now().plus_ms(app.settings.get().deposits.wait_ms(wish.gateway)),
    };
    let (actor, state) = (advertiser.actor(), app.clone());
    let deposit = app
        .store
        .write("create_deposit", Priority::Api, async move |tx| {
            let (deposit, is_new) = deposits::create(tx, &new).await?;
            if is_new {
                audit_log::record(
                    tx,
                    &actor,
                    "create_deposit",
                    "deposit",
                    deposit.id,
                    None::<&Deposit>,
                    Some(&deposit),
                )
                .await?;
            }
            if let (true, Some(number)) = (is_new, documents::invoice_number(&state, &deposit)) {
                let Deposit { id, amount, expires_at, .. } = deposit;
                let mail = Mail::InvoiceMade { deposit: id, number, amount, expires_at };
                tell(tx, &state, deposit.advertiser, &mail).await?;
                tell_bookkeeping(tx, &state, deposit.advertiser, &mail).await?;
            }
            Ok(deposit)
        })
        .await?;
    let deposit = if deposit.page.is_empty() { make(&app, &wish.access, deposit).await? } else { deposit };
    Ok(data(PaymentUrl { url: deposit.page.clone(), deposit: DepositResource::new(&app, deposit) }))
}

/// Asks the gateway for a page.
async fn make(app: &ApiState, access: &Access, deposit: Deposit) -> Result<Deposit, Problem> {
    let (origin, name) = (app.config.public_url(), app.settings.get().network.name.clone());
    let about = format!("{name}: top-up {}", deposit.id);
    let payment = NewPayment {
        order: &deposit.order,
        amount: deposit.amount,
        about: &about,
        origin: &origin,
        deposit: deposit.id,
        keeps_method: deposit.keeps_method,
    };
    let line = Line { access, fetcher: &app.fetcher };
    let (id, gateway) = (deposit.id, deposit.gateway);
    let made = match gateways::of(gateway).create(line, payment).await {
        Ok(made) => made,
        Err(error) => {
            tracing::warn!(gateway = gateway.name(), deposit = id, "no payment could be made: {error}");
            // Nobody can pay it: the next try is another deposit. A gateway that cannot be reached is asked again instead.
            if matches!(error, gateways::GatewayError::Unreachable(_)) {
                return Err(Problem::Unavailable(GATEWAY_RETRY_S));
            }
            let report = Report { order: Some(deposit.order), payment: String::new(), asked: None, news: News::Failed };
            let fail = async move |tx: &Tx| deposit_money::apply(tx, gateway, &report, BY_GATEWAY).await.map(drop);
            app.store.write("fail_deposit", Priority::Api, fail).await?;
            return Err(Problem::field("payment_system_id", "takes no payments right now: choose another one"));
        }
    };
    let read = app.store.write("set_payment_page", Priority::Api, async move |tx| {
        deposits::set_page(tx, id, &made.reference, &made.page).await?;
        deposits::get(tx, placard_store::Scope::System, id).await
    });
    Ok(read.await?)
}

async fn read(app: &ApiState, query: &PaymentUrlQuery) -> Result<Wish, Problem> {
    let mut errors = FieldErrors::default();
    let (system, kind) = (query.payment_system_id.unwrap_or(0), query.payment_type_id);
    let find = async move |conn: &Conn| {
        let system = match payment_systems::get_system(conn, PaymentSystemId(system)).await {
            Err(Error::NotFound(_)) => None,
            found => Some(found?),
        };
        let kind = match kind {
            None => None,
            Some(kind) => match payment_systems::get_type(conn, PaymentTypeId(kind)).await {
                Err(Error::NotFound(_)) => None,
                found => Some(found?),
            },
        };
        Ok((system, kind))
    };
    let (found, found_kind): (Option<PaymentSystem>, Option<PaymentType>) =
        app.store.read("get_payment_system", find).await?;
    let gateway = Gateway::of_system(system)
        .filter(|_| found.as_ref().is_some_and(|found| found.is_active && found.purpose.covers(PaymentPurpose::TopUp)));
    let reached = match gateway {
        Some(gateway) => access(app, gateway).await?.map(|access| (gateway, access)),
        None => None,
    };
    let not_one = "must be the id of a payment system that takes top-ups here";
    errors.check("payment_system_id", reached.is_some(), not_one);
    let is_of_system = kind.is_none() || found_kind.is_some_and(|kind| kind.system.0 == system && kind.is_usable);
    errors.check("payment_type_id", is_of_system, "must be the id of a payment type of the payment system");
    let (least, most) =
        gateway.map_or((Money::ZERO, Money::ZERO), |gateway| app.settings.get().deposits.bounds(gateway));
    let amount = Money::parse(query.amount.trim(), 2).ok();
    if gateway.is_some() {
        let is_within = amount.is_some_and(|amount| (least..=most).contains(&amount));
        errors.check("amount", is_within, format!("must be {least} to {most} dollars with at most 2 decimals"));
    } else {
        errors.check("amount", amount.is_some(), "must be dollars with at most 2 decimals");
    }
    let keeps_method = query.keep_method;
    let can_keep = gateway.is_none_or(|gateway| gateways::of(gateway).keeps().is_some());
    errors.check("keep_method", !keeps_method || can_keep, "cannot be kept by this payment system");
    errors.finish()?;
    let (Some((gateway, access)), Some(amount)) = (reached, amount) else { return Err(Problem::NotFound) };
    Ok(Wish { gateway, access, payment_system: system, payment_type: kind, amount, keeps_method })
}
