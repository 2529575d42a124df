//! Payment gateways: who takes advertisers' money for us, behind one trait. A gateway is asked to make a payment and for its
//! state, and calls us back; what it says becomes [`Report`]s, which the store books. No call of it is believed without its
//! signature.

mod decimal;
mod invoice;
pub mod kept;
mod nowpayments;
pub mod sandbox;
mod signature;
mod stripe;

use crate::chance::Chance;
use crate::fetch::{Answer, Call, Fetcher};
use crate::sealed;
use crate::secrets::{Keys, Purpose};
use axum::http::HeaderMap;
use futures_util::future::BoxFuture;
use placard_model::payments::deposit::{Gateway, Report};
use placard_model::{Money, UnixMs};
use serde::{Deserialize, Serialize};

/// The longest body of a callback, in bytes.
pub const CALLBACK_BYTES_MAX: usize = 64 * 1024;
/// Bytes of a gateway's answer that are read.
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// The longest address of a gateway, key or secret, in bytes.
pub const ACCESS_BYTES_MAX: usize = 500;
/// The longest address of a hosted page, in bytes.
const PAGE_BYTES_MAX: usize = 2_048;

/// How we reach a gateway and know that a call is its own. Kept encrypted.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// The address of its API, without a slash at the end; empty: the usual one.
    pub base_url: String,
    /// What we show to it.
    pub key: String,
    /// What it signs its callbacks with.
    pub secret: String,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Access(hidden)")
    }
}

impl Access {
    /// Encrypts it for a gateway.
    pub fn seal(&self, keys: &Keys, chance: &Chance, gateway: Gateway) -> anyhow::Result<Vec<u8>> {
        let plain = serde_json::to_vec(self)?;
        sealed::seal(keys, Purpose::GatewayAccess, chance, gateway.name().as_bytes(), &plain)
    }

    /// What a gateway is reached by; none for one that needs keys and has none. The sandbox is there in the demo alone.
    pub fn of(keys: &Keys, gateway: Gateway, stored: Option<&[u8]>, is_demo: bool) -> anyhow::Result<Option<Self>> {
        Ok(match (gateway, stored) {
            (Gateway::Invoice, _) => Some(Self::default()),
            (Gateway::Sandbox, _) => is_demo.then(|| sandbox::access(keys)),
            (_, None) => None,
            (_, Some(stored)) => {
                let plain = sealed::open(keys, Purpose::GatewayAccess, gateway.name().as_bytes(), stored)?;
                Some(serde_json::from_slice(&plain)?)
            }
        })
    }

    /// The address of its API.
    pub fn base<'a>(&'a self, usual: &'a str) -> &'a str {
        if self.base_url.is_empty() { usual } else { self.base_url.trim_end_matches('/') }
    }
}

/// Letters of our names of deposits.
const ORDER_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new name for a deposit at its gateway, which nobody guesses.
pub fn new_order(chance: &Chance) -> String {
    chance.bytes::<20>().iter().map(|byte| char::from(ORDER_LETTERS[usize::from(byte % 32)])).collect()
}

/// A payment to make.
#[derive(Clone, Copy, Debug)]
pub struct NewPayment<'a> {
    /// Our name of the deposit.
    pub order: &'a str,
    /// What it is to ask for, in whole cents.
    pub amount: Money,
    /// What people read about it.
    pub about: &'a str,
    /// The address under which people reach us, without a slash at the end.
    pub origin: &'a str,
    /// The deposit's number.
    pub deposit: i64,
    /// What is paid with is to be kept, where [`Takes::keeps`] says that it can.
    pub keeps_method: bool,
}

impl NewPayment<'_> {
    /// Where people come back to.
    pub fn way_back(&self) -> String {
        format!("{}/advertiser/finance?deposit={}", self.origin, self.deposit)
    }
}

/// A payment that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The gateway's name of it; may be empty.
    pub reference: String,
    /// The page where people pay.
    pub page: String,
}

/// A callback as it came.
#[derive(Clone, Copy, Debug)]
pub struct Callback<'a> {
    /// Its headers.
    pub headers: &'a HeaderMap,
    /// Its body, byte for byte.
    pub body: &'a [u8],
    /// When it came.
    pub now: UnixMs,
}

/// Why a callback is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// It is not signed by the gateway.
    #[error("the signature does not hold")]
    Signature,
    /// It was signed too long ago: somebody may send it again.
    #[error("the signature is too old")]
    Old,
    /// It is signed, and cannot be read: with the gateway's name of the payment where that can be, else empty.
    #[error("the body cannot be read")]
    Unreadable(String),
}

/// Why a gateway did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// There is no answer.
    #[error("no answer: {0}")]
    Unreachable(String),
    /// It refuses.
    #[error("it answers with status {0}")]
    Refused(u16),
    /// Its answer cannot be read.
    #[error("its answer cannot be read")]
    Unreadable,
}

/// A way out to a gateway.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// By what it is reached.
    pub access: &'a Access,
    /// The way out.
    pub fetcher: &'a Fetcher,
}

impl Line<'_> {
    /// Calls the gateway, and gives its answer if it is a good one.
    async fn call(
        &self,
        url: &str,
        headers: &[(&'static str, &str)],
        body: Option<(&'static str, &[u8])>,
    ) -> Result<Vec<u8>, GatewayError> {
        let Answer { status, body, .. } = self.answer(url, headers, body).await?;
        if (200..300).contains(&status) { Ok(body) } else { Err(GatewayError::Refused(status)) }
    }

    /// Calls the gateway, and gives its answer whatever it is.
    async fn answer(
        &self,
        url: &str,
        headers: &[(&'static str, &str)],
        body: Option<(&'static str, &[u8])>,
    ) -> Result<Answer, GatewayError> {
        let call = Call { purpose: "gateway", url, headers, body, body_bytes: ANSWER_BYTES_MAX };
        self.fetcher.call(call).await.map_err(|failure| GatewayError::Unreachable(failure.error.to_string()))
    }
}

/// Who takes money for us.
pub trait Takes: Send + Sync {
    /// Makes a payment. The same order again is the same payment, or one that is as good.
    fn create<'a>(&'a self, line: Line<'a>, payment: NewPayment<'a>) -> BoxFuture<'a, Result<Created, GatewayError>>;

    /// Checks whose a callback is, and reads it. An event that says nothing of a payment is no report.
    fn read_callback(&self, access: &Access, callback: Callback<'_>) -> Result<Vec<Report>, CallbackError>;

    /// Asks how a payment stands: by what was made first, and by the payments that callbacks named. Of each that was asked
    /// about a report, and others behind it of what was given back or is disputed; or why there is none.
    fn ask<'a>(
        &'a self,
        line: Line<'a>,
        reference: &'a str,
        payments: &'a [String],
    ) -> BoxFuture<'a, Vec<Result<Report, GatewayError>>>;

    /// Its code for ways to pay that it keeps for their owners; none where it keeps none.
    fn keeps(&self) -> Option<&dyn kept::Keeps> {
        None
    }
}

/// The gateway's own code.
pub fn of(gateway: Gateway) -> &'static dyn Takes {
    match gateway {
        Gateway::Invoice => &invoice::Invoice,
        Gateway::Stripe => &stripe::Stripe,
        Gateway::NowPayments => &nowpayments::NowPayments,
        Gateway::Sandbox => &sandbox::Sandbox,
    }
}

/// The address of a hosted page, if it is one: with TLS, unless the gateway itself is reached without.
fn page(text: &str, base: &str) -> Result<String, GatewayError> {
    let is_plain = base.starts_with("http://");
    match url::Url::parse(text) {
        Ok(url) if text.len() <= PAGE_BYTES_MAX && (url.scheme() == "https" || is_plain && url.scheme() == "http") => {
            Ok(url.into())
        }
        _ => Err(GatewayError::Unreadable),
    }
}
