//! Ways to pay that their owner let a gateway keep, so that money comes in while nobody is there.

use super::{GatewayError, Line};
use futures_util::future::BoxFuture;
use placard_model::Money;
use placard_model::payments::auto_top_up::Decline;
use placard_model::payments::deposit::Report;

/// A way to pay that a gateway keeps for us. Nobody can use its names without our key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The gateway's name of who pays.
    pub customer: String,
    /// The gateway's name of the way.
    pub reference: String,
    /// What its owner knows it by: "Visa ending in 4242".
    pub name: String,
}

/// A payment to ask for by a kept way.
#[derive(Clone, Copy, Debug)]
pub struct Charge<'a> {
    /// Our name of the deposit: the same name is the same payment, however often it is asked for.
    pub order: &'a str,
    /// What is paid, in whole cents.
    pub amount: Money,
    /// What people read about it.
    pub about: &'a str,
    /// Who pays.
    pub customer: &'a str,
    /// By what.
    pub method: &'a str,
}

/// What became of a payment by a kept way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Charged {
    /// It is taken, or on its way: what the gateway says of it.
    Taken(Report),
    /// It is refused: why, and the gateway's name of the attempt, which may be empty.
    Declined(Decline, String),
}

/// Who keeps ways to pay.
pub trait Keeps: Send + Sync {
    /// The way by which a payment was made that was to be kept; none when none was. `reference` is the gateway's name of what
    /// [`Takes::create`](super::Takes::create) made.
    fn method<'a>(&'a self, line: Line<'a>, reference: &'a str) -> BoxFuture<'a, Result<Option<Method>, GatewayError>>;

    /// Asks for a payment.
    fn charge<'a>(&'a self, line: Line<'a>, charge: Charge<'a>) -> BoxFuture<'a, Result<Charged, GatewayError>>;

    /// Lets the gateway forget a way to pay.
    fn forget<'a>(&'a self, line: Line<'a>, method: &'a str) -> BoxFuture<'a, Result<(), GatewayError>>;
}
