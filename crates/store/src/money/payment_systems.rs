//! Payment systems, their types, and currencies with their rates.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::statement::Update;
use placard_model::payments::deposit::Gateway;
use placard_model::payments::payment::{AddressKind, Fee, NOT_FOR_USD, PaymentPurpose, USD, needs_memo};
use placard_model::{CurrencyId, Money, PaymentSystemId, PaymentTypeId, Rate, UnixMs, UserId};
use serde::Serialize;

/// There are few of each; more rows than this are not read.
const ROWS_MAX: u32 = 1_000;

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Currency {
    /// The currency.
    pub id: CurrencyId,
    /// ISO 4217, or what a coin is called.
    pub code: String,
    /// What people read.
    pub name: String,
    /// How many dollars one unit is.
    pub rate: Rate,
    /// When the rate was set.
    pub rate_set_at: UnixMs,
    /// Who set it; nobody: it came with the program.
    pub rate_set_by: Option<UserId>,
    /// Grows with each change.
    pub version: i64,
}

const CURRENCY: &str = "id, code, name, rate, rate_set_at, rate_set_by, version";

fn rate(row: &Row, column: &str) -> Result<Rate> {
    let nanos: i64 = row.get(column)?;
    Rate::from_nanos(nanos).ok_or_else(|| Error::Corrupt(format!("rate {nanos}")))
}

fn currency(row: &Row) -> Result<Currency> {
    Ok(Currency {
        id: CurrencyId(row.get("id")?),
        code: row.get("code")?,
        name: row.get("name")?,
        rate: rate(row, "rate")?,
        rate_set_at: UnixMs(row.get("rate_set_at")?),
        rate_set_by: row.get::<Option<i64>>("rate_set_by")?.map(UserId),
        version: row.get("version")?,
    })
}

/// A payment system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaymentSystem {
    /// The payment system.
    pub id: PaymentSystemId,
    /// What people read.
    pub name: String,
    /// What it is for.
    pub purpose: PaymentPurpose,
    /// Can be used.
    pub is_active: bool,
    /// Grows with each change.
    pub version: i64,
}

const SYSTEM: &str = "id, name, purpose, is_active, version";

fn system(row: &Row) -> Result<PaymentSystem> {
    let purpose: i64 = row.get("purpose")?;
    Ok(PaymentSystem {
        id: PaymentSystemId(row.get("id")?),
        name: row.get("name")?,
        purpose: PaymentPurpose::from_id(purpose).ok_or_else(|| Error::Corrupt(format!("purpose {purpose}")))?,
        is_active: row.get("is_active")?,
        version: row.get("version")?,
    })
}

/// A kind of payment of a payment system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaymentType {
    /// The payment type.
    pub id: PaymentTypeId,
    /// Its payment system.
    pub system: PaymentSystemId,
    /// What is paid in.
    pub currency: CurrencyId,
    /// What files for gateways call it.
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
    /// What a top-up costs its payer beside the amount, in words; empty: nothing.
    pub fee_note: String,
    /// Can be used, as long as its system can.
    pub is_active: bool,
    /// Grows with each change.
    pub version: i64,
    /// What its system is for.
    pub purpose: PaymentPurpose,
    /// Can be used: it and its system are active.
    pub is_usable: bool,
}

impl PaymentType {
    /// The least payout.
    pub fn minimum(&self, conn: &Conn) -> Money {
        self.own_minimum.unwrap_or(conn.settings().shares.minimum_payout)
    }

    /// Whether webmasters can be paid by it now.
    pub fn is_for_payouts(&self) -> bool {
        self.is_usable && self.purpose.covers(PaymentPurpose::Payout) && !self.lacks_memo()
    }

    /// Whether it pays a coin that needs a memo to bare addresses: what is paid so is lost. None such is added any more, but it may be
    /// there already.
    pub fn lacks_memo(&self) -> bool {
        self.address_kind != AddressKind::Text && needs_memo(&self.code)
    }

    /// The page about a transaction; none where nobody has one.
    pub fn explorer(&self, hash: &str) -> Option<String> {
        (!self.explorer_url.is_empty() && !hash.is_empty()).then(|| self.explorer_url.replace("{hash}", hash))
    }
}

const TYPE: &str = "t.id, t.payment_system_id, t.currency_id, t.code, t.name, t.minimum_payout, t.fee_fixed, t.fee_bp, \
    t.address_kind, t.explorer_url, t.usual_time, t.fee_note, t.is_active, t.version, s.purpose, s.is_active AS system_is_active \
    FROM payment_types t JOIN payment_systems s ON s.id = t.payment_system_id";

fn payment_type(row: &Row) -> Result<PaymentType> {
    let (kind, purpose): (i64, i64) = (row.get("address_kind")?, row.get("purpose")?);
    let is_active: bool = row.get("is_active")?;
    Ok(PaymentType {
        id: PaymentTypeId(row.get("id")?),
        system: PaymentSystemId(row.get("payment_system_id")?),
        currency: CurrencyId(row.get("currency_id")?),
        code: row.get("code")?,
        name: row.get("name")?,
        own_minimum: row.get::<Option<i64>>("minimum_payout")?.map(Money::from_micros),
        fee: Fee { fixed: Money::from_micros(row.get("fee_fixed")?), basis_points: row.get("fee_bp")? },
        address_kind: AddressKind::from_id(kind).ok_or_else(|| Error::Corrupt(format!("kind of address {kind}")))?,
        explorer_url: row.get("explorer_url")?,
        usual_time: row.get("usual_time")?,
        fee_note: row.get("fee_note")?,
        is_active,
        version: row.get("version")?,
        purpose: PaymentPurpose::from_id(purpose).ok_or_else(|| Error::Corrupt(format!("purpose {purpose}")))?,
        is_usable: is_active && row.get::<bool>("system_is_active")?,
    })
}

/// Which payment systems.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemFilter {
    /// Those that can be used.
    pub active_only: bool,
    /// Those that are for this.
    pub purpose: Option<PaymentPurpose>,
    /// Those that pay in this currency; for dollars without those of [`NOT_FOR_USD`].
    pub currency: Option<CurrencyId>,
}

/// Payment systems, by number.
pub async fn list_systems(conn: &Conn, filter: SystemFilter) -> Result<Vec<PaymentSystem>> {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = vec!["1 = 1".to_owned()];
    if filter.active_only {
        parts.push("is_active".to_owned());
    }
    if let Some(currency) = filter.currency {
        values.push(currency.0.into());
        parts.push("id IN (SELECT payment_system_id FROM payment_types WHERE currency_id = $1)".to_owned());
        if currency == USD {
            let left_out = conn.one_of("id", NOT_FOR_USD.map(|id| id.0), &mut values);
            parts.push(format!("NOT ({left_out})"));
        }
    }
    let sql =
        format!("SELECT {SYSTEM} FROM payment_systems WHERE {} ORDER BY id LIMIT {ROWS_MAX}", parts.join(" AND "));
    let found: Vec<PaymentSystem> = conn.rows(&sql, values).await?.iter().map(system).collect::<Result<_>>()?;
    let wanted = |one: &PaymentSystem| filter.purpose.is_none_or(|purpose| one.purpose.covers(purpose));
    Ok(found.into_iter().filter(wanted).collect())
}

/// A payment system.
pub async fn get_system(conn: &Conn, id: PaymentSystemId) -> Result<PaymentSystem> {
    let row = conn.row(&format!("SELECT {SYSTEM} FROM payment_systems WHERE id = $1"), [id.0.into()]).await?;
    system(&row.ok_or(Error::NotFound("payment system"))?)
}

/// What to change of a payment system.
#[derive(Clone, Debug)]
pub struct SystemChange {
    /// What people read; none: as it is.
    pub name: Option<String>,
    /// What it is for; none: as it is. Top-ups need a gateway that takes them.
    pub purpose: Option<PaymentPurpose>,
    /// Can be used.
    pub is_active: bool,
}

/// Changes a payment system; it before and after. [`Error::Invalid`] for a purpose that it cannot have.
pub async fn update_system(
    tx: &Tx,
    id: PaymentSystemId,
    change: &SystemChange,
    version: i64,
) -> Result<(PaymentSystem, PaymentSystem)> {
    let before = get_system(tx, id).await?;
    check_version(before.version, version)?;
    let purpose = change.purpose.unwrap_or(before.purpose);
    let can_top_up = Gateway::of_system(id.0).is_some();
    if purpose != before.purpose && purpose.covers(PaymentPurpose::TopUp) && !can_top_up {
        let message = "must be payout: no gateway takes top-ups by it".to_owned();
        return Err(Error::Invalid { field: "purpose", message });
    }
    Update::of("payment_systems")
        .set("name", change.name.as_ref().unwrap_or(&before.name).as_str())
        .set("purpose", i64::from(purpose.id()))
        .set("is_active", change.is_active)
        .stamped(tx)
        .versioned()
        .filter("id =", id.0)
        .filter("version =", version)
        .one(tx, "payment system")
        .await?;
    Ok((before, get_system(tx, id).await?))
}

/// Payment types, by number: those of a system, or all; those that can be used, or all.
pub async fn list_types(conn: &Conn, of: Option<PaymentSystemId>, active_only: bool) -> Result<Vec<PaymentType>> {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = vec!["1 = 1".to_owned()];
    if let Some(of) = of {
        values.push(of.0.into());
        parts.push("t.payment_system_id = $1".to_owned());
    }
    if active_only {
        parts.push("t.is_active AND s.is_active".to_owned());
    }
    let sql = format!("SELECT {TYPE} WHERE {} ORDER BY t.id LIMIT {ROWS_MAX}", parts.join(" AND "));
    conn.rows(&sql, values).await?.iter().map(payment_type).collect()
}

/// A payment type.
pub async fn get_type(conn: &Conn, id: PaymentTypeId) -> Result<PaymentType> {
    let row = conn.row(&format!("SELECT {TYPE} WHERE t.id = $1"), [id.0.into()]).await?;
    payment_type(&row.ok_or(Error::NotFound("payment type"))?)
}

/// What to change of a payment type.
#[derive(Clone, Debug)]
pub struct TypeChange {
    /// What people read; none: as it is.
    pub name: Option<String>,
    /// Page about a transaction, with `{hash}` in it, empty where there is none; none: as it is.
    pub explorer_url: Option<String>,
    /// The least payout; none: the usual one.
    pub own_minimum: Option<Money>,
    /// What a payout costs. Payouts that were asked for keep the fee of then.
    pub fee: Fee,
    /// How long a payment takes, in words; none: as it is.
    pub usual_time: Option<String>,
    /// What a top-up costs its payer beside the amount, in words; none: as it is.
    pub fee_note: Option<String>,
    /// Can be used.
    pub is_active: bool,
}

/// Changes a payment type; it before and after.
pub async fn update_type(
    tx: &Tx,
    id: PaymentTypeId,
    change: &TypeChange,
    version: i64,
) -> Result<(PaymentType, PaymentType)> {
    let before = get_type(tx, id).await?;
    check_version(before.version, version)?;
    Update::of("payment_types")
        .set("name", change.name.as_ref().unwrap_or(&before.name).as_str())
        .set("explorer_url", change.explorer_url.as_ref().unwrap_or(&before.explorer_url).as_str())
        .set("minimum_payout", change.own_minimum.map(Money::micros))
        .set("fee_fixed", change.fee.fixed.micros())
        .set("fee_bp", change.fee.basis_points)
        .set("usual_time", change.usual_time.as_ref().unwrap_or(&before.usual_time).as_str())
        .set("fee_note", change.fee_note.as_ref().unwrap_or(&before.fee_note).as_str())
        .set("is_active", change.is_active)
        .stamped(tx)
        .versioned()
        .filter("id =", id.0)
        .filter("version =", version)
        .one(tx, "payment type")
        .await?;
    Ok((before, get_type(tx, id).await?))
}

/// Currencies, by number: those that a payment system's types in use are paid in, or all.
pub async fn list_currencies(conn: &Conn, of: Option<PaymentSystemId>) -> Result<Vec<Currency>> {
    let mut values: Vec<Value> = Vec::new();
    let mut condition = "1 = 1";
    if let Some(of) = of {
        values.push(of.0.into());
        condition = "id IN (SELECT currency_id FROM payment_types WHERE payment_system_id = $1)";
    }
    let sql = format!("SELECT {CURRENCY} FROM currencies WHERE {condition} ORDER BY id LIMIT {ROWS_MAX}");
    conn.rows(&sql, values).await?.iter().map(currency).collect()
}

/// A currency.
pub async fn get_currency(conn: &Conn, id: CurrencyId) -> Result<Currency> {
    let row = conn.row(&format!("SELECT {CURRENCY} FROM currencies WHERE id = $1"), [id.0.into()]).await?;
    currency(&row.ok_or(Error::NotFound("currency"))?)
}

/// Sets the rate of a currency; it before and after. [`Error::Conflict`] for the dollar.
pub async fn set_rate(
    tx: &Tx,
    id: CurrencyId,
    rate: Rate,
    version: i64,
    by: Option<UserId>,
) -> Result<(Currency, Currency)> {
    let before = get_currency(tx, id).await?;
    if id == USD {
        return Err(Error::Conflict("A dollar is a dollar: its rate cannot be set.".to_owned()));
    }
    check_version(before.version, version)?;
    Update::of("currencies")
        .set("rate", rate.nanos())
        .set("rate_set_at", tx.now().0)
        .set("rate_set_by", by.map(|user| user.0))
        .stamped(tx)
        .versioned()
        .filter("id =", id.0)
        .filter("version =", version)
        .one(tx, "currency")
        .await?;
    Ok((before, get_currency(tx, id).await?))
}

fn check_version(current: i64, version: i64) -> Result<()> {
    if current == version { Ok(()) } else { Err(Error::Stale { current }) }
}
