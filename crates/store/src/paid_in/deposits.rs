//! Deposits: what advertisers pay in. How reports of gateways become money is in `deposit_money`.

use crate::accounts::billing_details::{self, Document};
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::Phrase;
use crate::paid_in::promo_codes::{self, Refused};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::payments::deposit::{
    ASKED_AFTER_END_MS, DepositStatus, Dispute, Gateway, GatewayPayment, OPEN_DEPOSITS_MAX, PaymentState, REPEAT_MS,
};
use placard_model::payments::promo::PromoState;
use placard_model::time::HOUR_MS;
use placard_model::{Money, UnixMs, UserId};
use serde::Serialize;

const COLUMNS: &str = "id, advertiser_id, (SELECT email FROM users u WHERE u.id = deposits.advertiser_id) AS email, \
    order_ref, gateway, payment_system_id, payment_type_id, status_id, amount, credited, taken, gateway_ref, page, \
    invoice_number, receipt_number, confirm_amount, confirm_by, expires_at, next_ask_at, processed_at, created_at, \
    is_automatic, method_wish, promo_code_id, (SELECT code FROM promo_codes p WHERE p.id = deposits.promo_code_id) AS promo_code, \
    (SELECT bonus FROM promo_uses u WHERE u.deposit_id = deposits.id) AS bonus";

/// Between two questions about a deposit at least, in ms; the older it is, the longer.
const ASK_PAUSE_MIN_MS: i64 = 60 * 1_000;
/// The longest time between two questions, in ms.
const ASK_PAUSE_MAX_MS: i64 = HOUR_MS;
/// The first question comes after so long, in ms: callbacks are faster.
const FIRST_ASK_MS: i64 = 2 * 60 * 1_000;

/// A deposit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deposit {
    /// Its number.
    pub id: i64,
    /// Whose.
    pub advertiser: UserId,
    /// Their mail address.
    pub email: String,
    /// Our name of it at the gateway.
    #[serde(skip)]
    pub order: String,
    /// Who takes the money.
    #[serde(serialize_with = "gateway_name")]
    pub gateway: Gateway,
    /// The payment system.
    pub payment_system: i64,
    /// The payment type.
    pub payment_type: Option<i64>,
    /// How far it is.
    pub status: DepositStatus,
    /// What was asked for.
    pub amount: Money,
    /// What came in.
    pub credited: Money,
    /// What of that went back.
    pub taken: Money,
    /// The gateway's name of what it made.
    pub reference: String,
    /// Where to pay; empty while it is being made.
    #[serde(skip)]
    pub page: String,
    /// Number of the invoice.
    pub invoice_number: Option<i64>,
    /// Number of the receipt.
    pub receipt_number: Option<i64>,
    /// What the first of two persons confirmed.
    pub confirm_amount: Option<Money>,
    /// That person.
    pub confirm_by: Option<UserId>,
    /// When its time is over.
    pub expires_at: UnixMs,
    /// When the gateway is asked next.
    #[serde(skip)]
    pub next_ask_at: Option<UnixMs>,
    /// When money moved last.
    pub processed_at: Option<UnixMs>,
    /// When it was made.
    pub created_at: UnixMs,
    /// Made by automatic top-up.
    pub is_automatic: bool,
    /// What it is paid with is to be kept.
    pub keeps_method: bool,
    /// The promo code that its payer named.
    #[serde(skip)]
    pub promo_code_id: Option<i64>,
    /// As people write it.
    pub promo_code: Option<String>,
    /// What it earned by that, less what was taken back.
    pub bonus: Money,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(crate) fn gateway_name<S: serde::Serializer>(gateway: &Gateway, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(gateway.name())
}

pub(crate) fn gateway_of(row: &Row) -> Result<Gateway> {
    let name: String = row.get("gateway")?;
    Gateway::from_name(&name).ok_or_else(|| Error::Corrupt(format!("gateway {name}")))
}

impl Deposit {
    /// Whether its gateway is asked for the last time at a moment.
    pub fn is_asked_last(&self, now: UnixMs) -> bool {
        now.since_ms(self.expires_at) >= ASKED_AFTER_END_MS
    }
}

fn deposit(row: &Row) -> Result<Deposit> {
    let status: i64 = row.get("status_id")?;
    let time = |column: &str| row.get::<Option<i64>>(column).map(|at| at.map(UnixMs));
    Ok(Deposit {
        id: row.get("id")?,
        advertiser: UserId(row.get("advertiser_id")?),
        email: row.get("email")?,
        order: row.get("order_ref")?,
        gateway: gateway_of(row)?,
        payment_system: row.get("payment_system_id")?,
        payment_type: row.get("payment_type_id")?,
        status: DepositStatus::from_id(status)
            .ok_or_else(|| Error::Corrupt(format!("status of a deposit {status}")))?,
        amount: Money::from_micros(row.get("amount")?),
        credited: Money::from_micros(row.get("credited")?),
        taken: Money::from_micros(row.get("taken")?),
        reference: row.get("gateway_ref")?,
        page: row.get("page")?,
        invoice_number: row.get("invoice_number")?,
        receipt_number: row.get("receipt_number")?,
        confirm_amount: row.get::<Option<i64>>("confirm_amount")?.map(Money::from_micros),
        confirm_by: row.get::<Option<i64>>("confirm_by")?.map(UserId),
        expires_at: UnixMs(row.get("expires_at")?),
        next_ask_at: time("next_ask_at")?,
        processed_at: time("processed_at")?,
        created_at: UnixMs(row.get("created_at")?),
        is_automatic: row.get("is_automatic")?,
        keeps_method: row.get::<i64>("method_wish")? != 0,
        promo_code_id: row.get("promo_code_id")?,
        promo_code: row.get("promo_code")?,
        bonus: Money::from_micros(row.get::<Option<i64>>("bonus")?.unwrap_or(0)),
    })
}

/// How a deposit comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Its payer goes to a page.
    Page {
        /// What is paid with is to be kept.
        keeps_method: bool,
    },
    /// Automatic top-up pays it by what was kept.
    KeptMethod,
}

/// A deposit to make.
#[derive(Clone, Debug)]
pub struct NewDeposit {
    /// Whose.
    pub advertiser: UserId,
    /// Our name of it at the gateway.
    pub order: String,
    /// Who takes the money.
    pub gateway: Gateway,
    /// The payment system.
    pub payment_system: i64,
    /// The payment type.
    pub payment_type: Option<i64>,
    /// What is asked for.
    pub amount: Money,
    /// When its time is over.
    pub expires_at: UnixMs,
    /// The promo code that its payer named, in capitals.
    pub promo_code: Option<String>,
    /// How it comes to be.
    pub origin: Origin,
}

/// Makes a deposit, or finds the same one that was asked for a moment ago and waits; says whether it is new.
/// [`Error::Conflict`] when too many wait, [`Error::Invalid`] when the promo code gives its payer nothing.
pub async fn create(tx: &Tx, new: &NewDeposit) -> Result<(Deposit, bool)> {
    tx.in_order(Topic::Deposits).await?;
    let code = match &new.promo_code {
        Some(code) => Some(promo_codes::usable(tx, new.advertiser, code).await?.map_err(Refused::into_error)?.code),
        None => None,
    };
    let promo = code.as_ref().map(|code| code.id);
    let (user, pending) = (new.advertiser.0, i64::from(DepositStatus::Pending.id()));
    // One whose time is over and whose gateway does not answer keeps nobody from paying by another.
    let sql = format!(
        "SELECT {COLUMNS} FROM deposits WHERE advertiser_id = $1 AND status_id = $2 AND expires_at > $3 \
         ORDER BY id DESC LIMIT {OPEN_DEPOSITS_MAX}"
    );
    let waiting = tx.rows(&sql, [user.into(), pending.into(), tx.now().0.into()]).await?;
    let waiting = waiting.iter().map(deposit).collect::<Result<Vec<_>>>()?;
    let is_same = |old: &Deposit| {
        (old.gateway, old.payment_system, old.payment_type, old.amount, old.promo_code_id)
            == (new.gateway, new.payment_system, new.payment_type, new.amount, promo)
            && new.origin == Origin::Page { keeps_method: old.keeps_method }
            && !old.is_automatic
            && tx.now().since_ms(old.created_at) < REPEAT_MS
    };
    if let Some(same) = waiting.iter().find(|old| is_same(old)) {
        // An invoice that names somebody else by now is another one.
        let is_for_same = new.gateway != Gateway::Invoice
            || billing_details::of_document(tx, new.advertiser, same.id, Document::Invoice).await?
                == billing_details::parties(tx, new.advertiser).await?;
        if is_for_same {
            return Ok((same.clone(), false));
        }
    }
    // Who has a place keeps it for the top-up that they began, and for no later one.
    if code.is_some_and(|code| code.state(tx.now()) == PromoState::Ended) {
        return Err(Refused::Unknown.into_error());
    }
    if waiting.len() as i64 >= OPEN_DEPOSITS_MAX {
        return Err(Error::Conflict(format!(
            "{OPEN_DEPOSITS_MAX} payments of yours wait already: finish one of them."
        )));
    }
    let invoice = match new.gateway {
        Gateway::Invoice => Some(next_number(tx, "invoice_number").await?),
        Gateway::Stripe | Gateway::NowPayments | Gateway::Sandbox => None,
    };
    // Nobody can be asked about a bank transfer; it ends at its time.
    let first_ask = match new.gateway {
        Gateway::Invoice => new.expires_at,
        Gateway::Stripe | Gateway::NowPayments | Gateway::Sandbox => tx.now().plus_ms(FIRST_ASK_MS),
    };
    let parties = match invoice {
        Some(_) => billing_details::parties_text(tx, new.advertiser).await?,
        None => String::new(),
    };
    let id = Insert::into("deposits")
        .set("advertiser_id", user)
        .set("order_ref", new.order.as_str())
        .set("gateway", new.gateway.name())
        .set("payment_system_id", new.payment_system)
        .set("payment_type_id", new.payment_type)
        .set("status_id", pending)
        .set("amount", new.amount.micros())
        .set("invoice_number", invoice)
        .set(Document::Invoice.column(), parties)
        .set("expires_at", new.expires_at.0)
        .set("next_ask_at", first_ask.0)
        .set("promo_code_id", promo)
        .set("method_wish", i64::from(new.origin == Origin::Page { keeps_method: true }))
        .set("is_automatic", new.origin == Origin::KeptMethod)
        .created(tx)
        .id(tx)
        .await?;
    if let Some(promo) = promo {
        promo_codes::reserve(tx, promo, new.advertiser, id).await?;
    }
    Ok((get(tx, Scope::System, id).await?, true))
}

/// The next number of a series without gaps. The caller holds [`Topic::Deposits`].
pub(crate) async fn next_number(tx: &Tx, column: &'static str) -> Result<i64> {
    let row = tx.row(&format!("SELECT COALESCE(MAX({column}), 0) AS last FROM deposits"), []).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("last"))? + 1)
}

/// Holds a deposit until the transaction ends: what is decided on it comes one after the other.
pub async fn hold(tx: &Tx, id: i64) -> Result<()> {
    Update::of("deposits").stamped(tx).filter("id =", id).one(tx, "deposit").await
}

/// Notes what the gateway made.
pub async fn set_page(tx: &Tx, id: i64, reference: &str, page: &str) -> Result<()> {
    let change = Update::of("deposits").set("gateway_ref", reference).set("page", page).stamped(tx).versioned();
    change.filter("id =", id).one(tx, "deposit").await
}

/// A deposit.
pub async fn get(conn: &Conn, scope: Scope, id: i64) -> Result<Deposit> {
    let mut values = vec![Value::from(id)];
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let row = conn.row(&format!("SELECT {COLUMNS} FROM deposits WHERE id = $1 AND {own}"), values).await?;
    deposit(&row.ok_or(Error::NotFound("deposit"))?)
}

/// Deposits of a condition.
pub(crate) async fn those(
    conn: &Conn,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<Deposit>> {
    let rows = conn.rows(&format!("SELECT {COLUMNS} FROM deposits WHERE {condition}"), values).await?;
    rows.iter().map(deposit).collect()
}

/// The deposit of our name for it.
pub async fn of_order(conn: &Conn, order: &str) -> Result<Option<Deposit>> {
    let row = conn.row(&format!("SELECT {COLUMNS} FROM deposits WHERE order_ref = $1"), [order.into()]).await?;
    row.as_ref().map(deposit).transpose()
}

/// Which deposits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DepositFilter {
    /// In one of these statuses; empty: in any.
    pub statuses: Vec<DepositStatus>,
    /// By this payment system.
    pub payment_system: Option<i64>,
    /// Of this advertiser.
    pub advertiser: Option<UserId>,
    /// Made from this moment on.
    pub since: Option<UnixMs>,
    /// Made before this moment.
    pub before: Option<UnixMs>,
    /// A part of the deposit's, advertiser's or invoice's number, of the mail address, or of the gateway's name.
    pub search: Option<String>,
}

impl DepositFilter {
    fn condition(&self, conn: &Conn, scope: Scope, values: &mut Vec<Value>) -> String {
        let mut parts = vec![scope.advertiser_rows("advertiser_id", values)];
        if !self.statuses.is_empty() {
            let ids = self.statuses.iter().map(|status| i64::from(status.id()));
            parts.push(conn.one_of("status_id", ids, values));
        }
        let numbers = [
            ("payment_system_id =", self.payment_system),
            ("advertiser_id =", self.advertiser.map(|user| user.0)),
            ("created_at >=", self.since.map(|at| at.0)),
            ("created_at <", self.before.map(|at| at.0)),
        ];
        for (compared, number) in numbers {
            if let Some(number) = number {
                values.push(number.into());
                parts.push(format!("{compared} ${}", values.len()));
            }
        }
        if let Some(search) = &self.search {
            let phrase = Phrase::new(search, values);
            parts.push(format!(
                "({} OR {} OR {} OR advertiser_id IN (SELECT u.id FROM users u WHERE {} OR {}))",
                phrase.in_number("id"),
                phrase.in_number("invoice_number"),
                phrase.in_text("gateway_ref"),
                phrase.in_text("u.email"),
                phrase.in_number("u.id")
            ));
        }
        parts.join(" AND ")
    }
}

/// Deposits, newest first, and how many there are on all pages.
pub async fn list(
    conn: &Conn,
    scope: Scope,
    filter: &DepositFilter,
    rows: u32,
    offset: u64,
) -> Result<(Vec<Deposit>, u64)> {
    let mut values = Vec::new();
    let condition = filter.condition(conn, scope, &mut values);
    let total =
        conn.row(&format!("SELECT COUNT(*) AS deposits FROM deposits WHERE {condition}"), values.clone()).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("deposits"))?.unsigned_abs();
    let sql = format!("SELECT {COLUMNS} FROM deposits WHERE {condition} ORDER BY id DESC LIMIT {rows} OFFSET {offset}");
    let found = conn.rows(&sql, values).await?;
    Ok((found.iter().map(deposit).collect::<Result<_>>()?, total))
}

/// A payment of a deposit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRow {
    /// The gateway's name of it.
    pub reference: String,
    /// What is known of it.
    pub payment: GatewayPayment,
    /// What of the money that went back nobody could be asked for.
    pub bad_debt: Money,
    /// Times that something was taken back or given again.
    pub(crate) changes: i64,
    pub(crate) deposit: i64,
}

pub(crate) const PAYMENT_COLUMNS: &str = "payment_ref, deposit_id, paid, returned, dispute_ref, disputed, \
    dispute_state, credited, taken, bad_debt, changes, state, returned_told";

pub(crate) fn payment(row: &Row) -> Result<PaymentRow> {
    let money = |column: &str| row.get::<i64>(column).map(Money::from_micros);
    Ok(PaymentRow {
        reference: row.get("payment_ref")?,
        payment: GatewayPayment {
            paid: money("paid")?,
            returned: money("returned")?,
            returned_told: money("returned_told")?,
            dispute: row.get("dispute_ref")?,
            disputed: money("disputed")?,
            dispute_state: row.get::<Option<i64>>("dispute_state")?.and_then(Dispute::from_code),
            state: row.get::<Option<i64>>("state")?.and_then(PaymentState::from_code),
            credited: money("credited")?,
            taken: money("taken")?,
        },
        bad_debt: money("bad_debt")?,
        changes: row.get("changes")?,
        deposit: row.get("deposit_id")?,
    })
}

/// The payments of a deposit, oldest name first; at most 1,000.
pub async fn payments(conn: &Conn, deposit: i64) -> Result<Vec<PaymentRow>> {
    let sql =
        format!("SELECT {PAYMENT_COLUMNS} FROM deposit_payments WHERE deposit_id = $1 ORDER BY payment_ref LIMIT 1000");
    conn.rows(&sql, [deposit.into()]).await?.iter().map(payment).collect()
}

/// Deposits about which their gateways are to be asked now, longest due first.
pub async fn due(conn: &Conn, limit: u32) -> Result<Vec<Deposit>> {
    let condition = "next_ask_at <= $1 ORDER BY next_ask_at, id LIMIT $2";
    those(conn, condition, [conn.now().0.into(), i64::from(limit).into()]).await
}

/// Notes that a gateway was asked: when it is asked again, if ever.
pub async fn set_asked(tx: &Tx, id: i64) -> Result<()> {
    let deposit = get(tx, Scope::System, id).await?;
    let age_ms = tx.now().since_ms(deposit.created_at);
    let pause_ms = (age_ms / 4).clamp(ASK_PAUSE_MIN_MS, ASK_PAUSE_MAX_MS);
    let is_open = match deposit.status {
        DepositStatus::Settled | DepositStatus::Failed => has_open_payment(tx, id).await?,
        DepositStatus::Expired | DepositStatus::PartlyPaid if deposit.gateway == Gateway::Invoice => false,
        DepositStatus::Pending | DepositStatus::Expired | DepositStatus::PartlyPaid => true,
    };
    let is_asked = is_open && !deposit.is_asked_last(tx.now());
    let next = is_asked.then(|| tx.now().plus_ms(pause_ms).0);
    Update::of("deposits").set("next_ask_at", next).stamped(tx).filter("id =", id).one(tx, "deposit").await
}

/// Whether money may come of a payment that is not told yet.
async fn has_open_payment(conn: &Conn, id: i64) -> Result<bool> {
    let payments = payments(conn, id).await?;
    Ok(payments.iter().any(|row| row.payment.state.is_some_and(PaymentState::is_open)))
}

/// Lets the gateway be asked about a deposit again that was thought to be done, while money of it may come.
pub(crate) async fn ask_again(tx: &Tx, deposit: &Deposit) -> Result<()> {
    if deposit.next_ask_at.is_some() || deposit.is_asked_last(tx.now()) {
        return Ok(());
    }
    let change = Update::of("deposits").set("next_ask_at", tx.now().plus_ms(FIRST_ASK_MS).0);
    change.stamped(tx).filter("id =", deposit.id).one(tx, "deposit").await
}

/// Notes that the first of two persons confirmed so much of a bank transfer.
pub async fn set_confirmed_once(tx: &Tx, id: i64, amount: Money, by: UserId) -> Result<()> {
    let change = Update::of("deposits").set("confirm_amount", amount.micros()).set("confirm_by", by.0);
    change.stamped(tx).versioned().filter("id =", id).one(tx, "deposit").await
}
