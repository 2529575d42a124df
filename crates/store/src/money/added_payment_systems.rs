//! Payment systems that a network adds to those of the program: webmasters are paid by them, by hand or by a file. Top-ups
//! need a gateway, which only the program's own have.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::money::payment_systems::{self, PaymentSystem, PaymentType};
use crate::statement::Insert;
use placard_model::payments::payment::{AddressKind, Fee, PaymentPurpose};
use placard_model::{CurrencyId, Money, PaymentSystemId, PaymentTypeId};

/// The most payment systems, with those of the program.
const SYSTEMS_MAX: i64 = 100;
/// The most payment types of all systems.
const TYPES_MAX: i64 = 1_000;

/// A payment type to add.
#[derive(Clone, Debug)]
pub struct NewType {
    /// What is paid in.
    pub currency: CurrencyId,
    /// What files for gateways call it; no two types are called the same.
    pub code: String,
    /// What people read.
    pub name: String,
    /// The least payout; none: the usual one.
    pub own_minimum: Option<Money>,
    /// What a payout costs.
    pub fee: Fee,
    /// What wallets are named by.
    pub address_kind: AddressKind,
    /// Page about a transaction, with `{hash}` in it; empty: there is none.
    pub explorer_url: String,
    /// How long a payment takes, in words.
    pub usual_time: String,
    /// Can be used, as long as its system can.
    pub is_active: bool,
}

async fn count(conn: &Conn, table: &str) -> Result<i64> {
    let row = conn.row(&format!("SELECT COUNT(*) AS found FROM {table}"), []).await?;
    row.map_or(Ok(0), |row| row.get("found"))
}

/// Adds a payment system for payouts, switched off: its types come first.
pub async fn create_system(tx: &Tx, name: &str) -> Result<PaymentSystem> {
    if count(tx, "payment_systems").await? >= SYSTEMS_MAX {
        return Err(Error::Conflict(format!("There are {SYSTEMS_MAX} payment systems, and no more can be added.")));
    }
    let id = Insert::into("payment_systems")
        .set("name", name)
        .set("purpose", i64::from(PaymentPurpose::Payout.id()))
        .set("is_active", false)
        .stamped(tx)
        .id(tx)
        .await?;
    payment_systems::get_system(tx, PaymentSystemId(id)).await
}

/// Adds a payment type to a system. [`Error::Invalid`] for a currency that there is none of, or the code of another type.
pub async fn create_type(tx: &Tx, system: PaymentSystemId, new: &NewType) -> Result<PaymentType> {
    let system = payment_systems::get_system(tx, system).await?;
    if count(tx, "payment_types").await? >= TYPES_MAX {
        return Err(Error::Conflict(format!("There are {TYPES_MAX} payment types, and no more can be added.")));
    }
    match payment_systems::get_currency(tx, new.currency).await {
        Err(Error::NotFound(_)) => {
            let message = "must be the id of a currency".to_owned();
            return Err(Error::Invalid { field: "currency_id", message });
        }
        found => found?,
    };
    let sql = "SELECT id FROM payment_types WHERE code = $1 LIMIT 1";
    if tx.row(sql, [new.code.as_str().into()]).await?.is_some() {
        return Err(Error::Invalid { field: "code", message: "is that of another payment type".to_owned() });
    }
    let id = Insert::into("payment_types")
        .set("payment_system_id", system.id.0)
        .set("currency_id", new.currency.0)
        .set("code", new.code.as_str())
        .set("name", new.name.as_str())
        .set("minimum_payout", new.own_minimum.map(Money::micros))
        .set("fee_fixed", new.fee.fixed.micros())
        .set("fee_bp", new.fee.basis_points)
        .set("address_kind", i64::from(new.address_kind.id()))
        .set("explorer_url", new.explorer_url.as_str())
        .set("usual_time", new.usual_time.as_str())
        .set("is_active", new.is_active)
        .stamped(tx)
        .id(tx)
        .await?;
    payment_systems::get_type(tx, PaymentTypeId(id)).await
}
