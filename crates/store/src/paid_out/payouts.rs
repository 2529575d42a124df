//! Payouts: money is set aside when it is asked for, and is paid or given back once.

mod quotes;

pub use quotes::{Quote, quote};

use crate::accounts::users;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::Phrase;
use crate::money::movements::{self, Cause};
use crate::paid_out::wallets;
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::payments::payment::{AddressKind, coins_with_memo, needs_memo};
use placard_model::payments::payout::{PayoutFacts, PayoutStatus};
use placard_model::user::UserStatus;
use placard_model::{CurrencyId, Day, Money, PaymentTypeId, PayoutId, Rate, UnixMs, UserId, WalletId};
use serde::Serialize;
use std::fmt::{self, Write as _};

/// A payment to a webmaster, from its request on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Payout {
    /// The payout.
    pub id: PayoutId,
    /// Who is paid.
    pub user: UserId,
    /// Where to.
    pub wallet: WalletId,
    /// By which.
    pub payment_type: PaymentTypeId,
    /// What people call that.
    pub type_name: String,
    /// What files for gateways call it.
    #[serde(skip)]
    pub type_code: String,
    /// Page about a transaction, with `{hash}` in it; empty: there is none.
    #[serde(skip)]
    pub explorer_url: String,
    /// The wallet's number at the request.
    pub number: String,
    /// What leaves the webmaster's balance.
    pub amount: Money,
    /// What of it is the fee.
    pub fee: Money,
    /// What is paid in.
    pub currency: CurrencyId,
    /// Dollars of one unit of the currency, at the request.
    pub rate: Rate,
    /// What is sent, in the currency.
    pub payable: Money,
    /// Its status.
    pub status: PayoutStatus,
    /// It was paid and came back.
    pub is_returned: bool,
    /// The Monday whose auto-payment made it; none: it was asked for by hand.
    pub auto_monday: Option<Day>,
    /// Why it was rejected.
    pub comment: String,
    /// What the payment system calls the payment; empty before it.
    pub transaction_hash: String,
    /// Who approved it.
    pub approved_by: Option<UserId>,
    /// When.
    pub approved_at: Option<UnixMs>,
    /// Who paid, rejected or cancelled it.
    pub closed_by: Option<UserId>,
    /// When.
    pub closed_at: Option<UnixMs>,
    /// One person approved and paid it.
    pub is_single_control: bool,
    /// When it was first written to a file for a gateway: it may have been sent since.
    pub exported_at: Option<UnixMs>,
    /// Who made that file.
    pub exported_by: Option<UserId>,
    /// Why staff hold it back; empty while they do not.
    pub held_reason: String,
    /// Why it is not to be sent now.
    pub hindrance: Option<Hindrance>,
    /// When it was asked for.
    pub created_at: UnixMs,
}

/// Why a payout is not to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Hindrance {
    /// The webmaster's account is not active.
    Account(UserStatus),
    /// The address is on the list of those that nobody is paid to.
    Address,
    /// It goes to a bare address, in a coin that needs a memo beside it: what is paid so is lost.
    Memo,
    /// Staff hold it back.
    Held,
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // An active account that is no webmaster's any more.
            Self::Account(UserStatus::Active) => f.write_str("The account is no webmaster's any more"),
            Self::Account(status) => write!(f, "The webmaster's account is {}", status.label().to_lowercase()),
            Self::Address => write!(f, "The wallet's address {}", wallets::DENIED),
            Self::Memo => f.write_str("Its coin needs a memo beside the address, and the wallet has none"),
            Self::Held => f.write_str("It is held back"),
        }
    }
}

impl Payout {
    /// What is told of it by mail.
    pub fn facts(&self) -> PayoutFacts {
        PayoutFacts {
            id: self.id,
            status: self.status,
            is_returned: self.is_returned,
            is_corrected: false,
            is_auto: self.auto_monday.is_some(),
            amount: self.amount,
            fee: self.fee,
            payment_type: self.type_name.clone(),
            number: self.number.clone(),
            comment: self.comment.clone(),
            transaction_hash: self.transaction_hash.clone(),
            explorer: self.explorer(),
        }
    }

    /// The page about its payment; none where nobody has one.
    pub fn explorer(&self) -> Option<String> {
        let has = !self.explorer_url.is_empty() && !self.transaction_hash.is_empty();
        has.then(|| self.explorer_url.replace("{hash}", &self.transaction_hash))
    }

    /// What files for gateways call it: a gateway that knows the reference pays nothing twice.
    pub fn reference(&self) -> String {
        format!("P{}", self.id)
    }
}

pub(crate) const COLUMNS: &str = "y.id, y.user_id, y.wallet_id, y.payment_type_id, t.name AS type_name, t.code AS type_code, \
    t.address_kind, t.explorer_url, y.number, y.amount, y.fee, y.currency_id, y.rate, y.payable, y.status_id, y.auto_monday, y.comment, \
    y.transaction_hash, y.approved_by, y.approved_at, y.closed_by, y.closed_at, y.is_single_control, y.created_at, \
    y.paid_transaction IS NOT NULL AS is_returned, \
    y.exported_at, y.exported_by, y.held_reason, o.status_id AS owner_status, o.is_webmaster AS owner_is_webmaster, \
    EXISTS (SELECT 1 FROM denied_addresses d WHERE d.folded_number = w.folded_number) AS is_denied";
/// Nothing hinders the payout: as [`hindrance`] reads it.
pub(crate) fn unhindered() -> String {
    let with_memo: Vec<String> = coins_with_memo().map(|code| format!("'{code}'")).collect();
    format!(
        "o.is_webmaster AND o.status_id = {} AND y.held_reason = '' \
         AND NOT EXISTS (SELECT 1 FROM denied_addresses d WHERE d.folded_number = w.folded_number) \
         AND (t.address_kind = {} OR t.code NOT IN ({}))",
        code!(user_active),
        AddressKind::Text.id(),
        with_memo.join(", ")
    )
}
pub(crate) const FROM: &str = "FROM payouts y JOIN payment_types t ON t.id = y.payment_type_id JOIN wallets w ON w.id = y.wallet_id \
    JOIN users o ON o.id = y.user_id";

pub(crate) fn payout(row: &Row) -> Result<Payout> {
    let (status, rate): (i64, i64) = (row.get("status_id")?, row.get("rate")?);
    let money = |column: &str| row.get::<i64>(column).map(Money::from_micros);
    let person = |column: &str| Ok::<_, Error>(row.get::<Option<i64>>(column)?.map(UserId));
    let moment = |column: &str| Ok::<_, Error>(row.get::<Option<i64>>(column)?.map(UnixMs));
    Ok(Payout {
        id: PayoutId(row.get("id")?),
        user: UserId(row.get("user_id")?),
        wallet: WalletId(row.get("wallet_id")?),
        payment_type: PaymentTypeId(row.get("payment_type_id")?),
        type_name: row.get("type_name")?,
        type_code: row.get("type_code")?,
        explorer_url: row.get("explorer_url")?,
        number: row.get("number")?,
        amount: money("amount")?,
        fee: money("fee")?,
        currency: CurrencyId(row.get("currency_id")?),
        rate: Rate::from_nanos(rate).ok_or_else(|| Error::Corrupt(format!("rate {rate}")))?,
        payable: money("payable")?,
        status: PayoutStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("payout status {status}")))?,
        is_returned: row.get("is_returned")?,
        auto_monday: row.get::<Option<i64>>("auto_monday")?.map(|day| Day(day as i32)),
        comment: row.get("comment")?,
        transaction_hash: row.get("transaction_hash")?,
        approved_by: person("approved_by")?,
        approved_at: moment("approved_at")?,
        closed_by: person("closed_by")?,
        closed_at: moment("closed_at")?,
        is_single_control: row.get("is_single_control")?,
        exported_at: moment("exported_at")?,
        exported_by: person("exported_by")?,
        held_reason: row.get("held_reason")?,
        hindrance: hindrance(row)?,
        created_at: UnixMs(row.get("created_at")?),
    })
}

fn hindrance(row: &Row) -> Result<Option<Hindrance>> {
    let id: i64 = row.get("owner_status")?;
    let status = UserStatus::from_id(id).ok_or_else(|| Error::Corrupt(format!("user status {id}")))?;
    if status != UserStatus::Active || !row.get::<bool>("owner_is_webmaster")? {
        return Ok(Some(Hindrance::Account(status)));
    }
    if row.get::<bool>("is_denied")? {
        return Ok(Some(Hindrance::Address));
    }
    // As `PaymentType::lacks_memo` reads it.
    if row.get::<i64>("address_kind")? != i64::from(AddressKind::Text.id())
        && needs_memo(&row.get::<String>("type_code")?)
    {
        return Ok(Some(Hindrance::Memo));
    }
    Ok((!row.get::<String>("held_reason")?.is_empty()).then_some(Hindrance::Held))
}

/// A payout within the scope.
pub async fn get(conn: &Conn, scope: Scope, id: PayoutId) -> Result<Payout> {
    let mut values: Vec<Value> = vec![id.0.into()];
    let own = scope.webmaster_rows("y.user_id", &mut values);
    let row = conn.row(&format!("SELECT {COLUMNS} {FROM} WHERE y.id = $1 AND {own}"), values).await?;
    payout(&row.ok_or(Error::NotFound("payout"))?)
}

/// Payouts within the scope, of these numbers.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[PayoutId]) -> Result<Vec<Payout>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("y.user_id", &mut values);
    let named = conn.one_of("y.id", ids.iter().map(|id| id.0), &mut values);
    let rows = conn.rows(&format!("SELECT {COLUMNS} {FROM} WHERE {own} AND {named}"), values).await?;
    rows.iter().map(payout).collect()
}

/// Which payouts.
#[derive(Clone, Debug, Default)]
pub struct PayoutFilter {
    /// Those of these statuses; of all when empty.
    pub statuses: Vec<PayoutStatus>,
    /// Those of this webmaster.
    pub user: Option<UserId>,
    /// Those by this payment type.
    pub payment_type: Option<PaymentTypeId>,
    /// Those whose number, reference, transaction or webmaster's mail address has this.
    pub search: Option<String>,
}

impl PayoutFilter {
    pub(crate) fn condition(&self, conn: &Conn, scope: Scope, values: &mut Vec<Value>) -> String {
        let mut condition = scope.webmaster_rows("y.user_id", values);
        if !self.statuses.is_empty() {
            let statuses = self.statuses.iter().map(|status| i64::from(status.id()));
            let _ = write!(condition, " AND {}", conn.one_of("y.status_id", statuses, values));
        }
        for (column, wanted) in
            [("user_id", self.user.map(|id| id.0)), ("payment_type_id", self.payment_type.map(|id| id.0))]
        {
            if let Some(wanted) = wanted {
                values.push(wanted.into());
                let _ = write!(condition, " AND y.{column} = ${}", values.len());
            }
        }
        if let Some(search) = &self.search {
            let phrase = Phrase::new(search, values);
            let has_it = |column: &str| phrase.in_text(column);
            let _ = write!(
                condition,
                " AND ({} OR {} OR {} OR y.user_id IN (SELECT u.id FROM users u WHERE {}))",
                has_it("y.number"),
                has_it("y.transaction_hash"),
                has_it("'P' || y.id"),
                has_it("u.email")
            );
        }
        condition
    }
}

/// Payouts within the scope, newest first.
pub async fn list(conn: &Conn, scope: Scope, filter: &PayoutFilter, rows: u32, offset: u64) -> Result<Vec<Payout>> {
    let mut values = Vec::new();
    let condition = filter.condition(conn, scope, &mut values);
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE {condition} ORDER BY y.id DESC LIMIT {rows} OFFSET {offset}");
    conn.rows(&sql, values).await?.iter().map(payout).collect()
}

/// How many payouts there are within the scope.
pub async fn count(conn: &Conn, scope: Scope, filter: &PayoutFilter) -> Result<u64> {
    let mut values = Vec::new();
    let condition = filter.condition(conn, scope, &mut values);
    let row = conn.row(&format!("SELECT COUNT(*) AS payouts {FROM} WHERE {condition}"), values).await?;
    Ok(row.map_or(Ok(0), |row| row.get::<i64>("payouts"))?.unsigned_abs())
}

/// The payout of a webmaster that is neither paid nor given back.
pub async fn open(conn: &Conn, user: UserId) -> Result<Option<Payout>> {
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE y.user_id = $1 AND y.status_id < {}", code!(payout_paid));
    conn.row(&sql, [user.0.into()]).await?.as_ref().map(payout).transpose()
}

/// Asks for a payout: its money is set aside. One of a webmaster is open at a time; [`Error::Conflict`] while another is, and
/// for an account that is not active. `seen_fee` is the fee that was shown to who asks: another one is refused. `monday` is that
/// of auto-payment.
pub async fn request(
    tx: &Tx,
    user: UserId,
    wallet: Option<WalletId>,
    amount: Money,
    seen_fee: Option<Money>,
    monday: Option<Day>,
) -> Result<Payout> {
    check_active(tx, user).await?;
    if let Some(other) = open(tx, user).await? {
        return Err(still_open(&other));
    }
    let quote = quote(tx, user, wallet, amount).await?;
    if seen_fee.is_some_and(|seen| seen != quote.fee) {
        let message = "has another fee by now: look at it, then ask again".to_owned();
        return Err(Error::Invalid { field: "amount", message });
    }
    let id = Insert::into("payouts")
        .set("user_id", user.0)
        .set("wallet_id", quote.wallet.id.0)
        .set("payment_type_id", quote.wallet.payment_type.0)
        .set("number", quote.wallet.number.as_str())
        .set("amount", amount.micros())
        .set("fee", quote.fee.micros())
        .set("currency_id", quote.wallet.currency.0)
        .set("rate", quote.rate.nanos())
        .set("payable", quote.payable.micros())
        .set("status_id", i64::from(PayoutStatus::Requested.id()))
        .set("auto_monday", monday.map(|monday| i64::from(monday.0)))
        .created(tx)
        .id(tx)
        .await
        .map_err(|error| match error {
            // Asked for twice at the same moment: the transaction that is run again sees the other one.
            Error::Duplicate { .. } => Error::Collision("another payout is asked for".to_owned()),
            other => other,
        })?;
    let day = tx.now().day();
    let reference = match monday {
        Some(monday) => format!("auto_payout:{user}:{monday}"),
        None => format!("payout:{id}:requested"),
    };
    let by = if monday.is_some() { None } else { Some(user) };
    let cause = Cause { reference: &reference, operation: Operation::PayoutRequest, actor: by, comment: "" };
    let postings = [
        Posting::plain(Account::WebmasterAvailable(user), -amount, day),
        Posting::plain(Account::PayoutReserve(user), amount, day),
    ];
    let transaction = movements::post(tx, cause, &postings).await?;
    let change = Update::of("payouts").set("request_transaction", transaction).stamped(tx);
    change.filter("id =", id).one(tx, "payout").await?;
    get(tx, Scope::System, PayoutId(id)).await
}

fn still_open(other: &Payout) -> Error {
    Error::Conflict(format!(
        "Payout {} is {} and another one cannot become requested before it is paid or cancelled: one is open at a time.",
        other.id,
        other.status.word()
    ))
}

/// Refuses to ask for the money of an account that is not active.
async fn check_active(conn: &Conn, user: UserId) -> Result<()> {
    let user = users::get_user(conn, Scope::System, user).await?;
    if user.status == UserStatus::Active && user.is_webmaster {
        return Ok(());
    }
    let hindrance = Hindrance::Account(user.status);
    Err(Error::Conflict(format!("{hindrance}: a payout of it cannot become requested.")))
}

/// Refuses to go on with a payout that is not to be sent.
fn check_unhindered(payout: &Payout, next: PayoutStatus) -> Result<()> {
    payout.hindrance.map_or(Ok(()), |hindrance| {
        Err(Error::Conflict(format!(
            "{hindrance}: this payout is {} and cannot become {}. Rejecting it gives its money back.",
            payout.status.word(),
            next.word()
        )))
    })
}

/// Refuses a change of status that is not allowed, naming both.
fn check_next(payout: &Payout, next: PayoutStatus) -> Result<()> {
    if payout.status.may_become(next) {
        return Ok(());
    }
    Err(Error::Conflict(format!("This payout is {} and cannot become {}.", payout.status.word(), next.word())))
}

/// The rows of a payout that go from one status to another: none where somebody else was faster.
pub(crate) fn change_of(tx: &Tx, payout: &Payout, next: PayoutStatus) -> Update {
    Update::of("payouts")
        .set("status_id", i64::from(next.id()))
        .stamped(tx)
        .filter("id =", payout.id.0)
        .filter("status_id =", i64::from(payout.status.id()))
}

/// Approves a payout that was asked for; it before and after.
pub async fn approve(tx: &Tx, id: PayoutId, by: UserId) -> Result<(Payout, Payout)> {
    let before = get(tx, Scope::System, id).await?;
    check_next(&before, PayoutStatus::Approved)?;
    check_unhindered(&before, PayoutStatus::Approved)?;
    let change = change_of(tx, &before, PayoutStatus::Approved).set("approved_by", by.0).set("approved_at", tx.now().0);
    change.one(tx, "payout").await?;
    Ok((before, get(tx, Scope::System, id).await?))
}

/// How a payout is paid.
#[derive(Clone, Debug)]
pub struct Disbursement<'a> {
    /// Who pays.
    pub by: UserId,
    /// What the payment system calls the payment.
    pub transaction_hash: &'a str,
    /// Who pays has shown anew who they are.
    pub has_stepped_up: bool,
    /// The money has left the network, though the payout is not to be sent any more: what happened is booked.
    pub was_sent: bool,
}

/// Whether one person may both approve and pay a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Another one than who approved it must pay.
    TwoPersons,
    /// Who approved it may pay, and shows anew who they are.
    Single,
}

/// How many own the network: what two persons are to agree on waits where there are two.
pub async fn gods(conn: &Conn) -> Result<i64> {
    let sql = format!(
        "SELECT COUNT(*) AS gods FROM users WHERE type_id = {} AND status_id = {}",
        code!(god),
        code!(user_active)
    );
    conn.row(&sql, []).await?.map_or(Ok(0), |row| row.get("gods"))
}

/// Who may pay an approved payout. Two persons are needed whenever there are two owners of the network (a setting says whether
/// for all amounts); who is alone shows anew who they are.
pub async fn control(conn: &Conn, amount: Money) -> Result<Control> {
    let rules = &conn.settings().payouts;
    let needs_two = gods(conn).await? > 1 && (rules.two_persons_always || amount > rules.two_persons_above);
    Ok(if needs_two { Control::TwoPersons } else { Control::Single })
}

/// Whether a person who pays must show anew who they are: who approved it, and may pay it.
pub async fn needs_step_up(conn: &Conn, id: PayoutId, by: UserId) -> Result<bool> {
    let payout = get(conn, Scope::System, id).await?;
    Ok(payout.approved_by == Some(by) && control(conn, payout.amount).await? == Control::Single)
}

/// What the wallet of a payout is named by.
pub async fn address_kind(conn: &Conn, id: PayoutId) -> Result<AddressKind> {
    let row = conn.row(&format!("SELECT {COLUMNS} {FROM} WHERE y.id = $1"), [id.0.into()]).await?;
    let kind: i64 = row.ok_or(Error::NotFound("payout"))?.get("address_kind")?;
    AddressKind::from_id(kind).ok_or_else(|| Error::Corrupt(format!("address kind {kind}")))
}

/// Notes that an approved payout was paid: its money leaves the network. It before and after.
pub async fn pay(tx: &Tx, id: PayoutId, payment: Disbursement<'_>) -> Result<(Payout, Payout)> {
    let before = get(tx, Scope::System, id).await?;
    check_next(&before, PayoutStatus::Paid)?;
    if !payment.was_sent {
        check_unhindered(&before, PayoutStatus::Paid)?;
    }
    let is_single = before.approved_by == Some(payment.by);
    if is_single {
        if control(tx, before.amount).await? == Control::TwoPersons {
            return Err(Error::Conflict(
                "You approved this payout: it is approved, and cannot become paid by you. Another owner of the network pays \
                 it."
                .to_owned(),
            ));
        }
        if !payment.has_stepped_up {
            return Err(Error::Conflict(
                "You approved this payout: it is approved, and cannot become paid before you have shown anew who you are."
                    .to_owned(),
            ));
        }
    }
    let (user, day) = (before.user, tx.now().day());
    let mut postings = vec![
        Posting::plain(Account::PayoutReserve(user), -before.amount, day),
        Posting::plain(Account::Payouts, before.amount - before.fee, day),
    ];
    if !before.fee.is_zero() {
        postings.push(Posting::plain(Account::Fees, before.fee, day));
    }
    let reference = format!("payout:{id}:paid");
    let cause = Cause { reference: &reference, operation: Operation::PayoutPaid, actor: Some(payment.by), comment: "" };
    let change = change_of(tx, &before, PayoutStatus::Paid)
        .set("transaction_hash", payment.transaction_hash)
        .set("is_single_control", is_single);
    end(tx, &before, change, cause, &postings).await
}

/// Rejects a payout that is not paid, with the reason: its money goes back. One that stands in a file for a gateway needs the word
/// that it was not sent: the money would be paid twice otherwise. It before and after.
pub async fn reject(tx: &Tx, id: PayoutId, reason: &str, by: UserId, was_not_sent: bool) -> Result<(Payout, Payout)> {
    let before = get(tx, Scope::System, id).await?;
    check_next(&before, PayoutStatus::Rejected)?;
    if let Some(exported_at) = before.exported_at.filter(|_| !was_not_sent) {
        return Err(Error::Conflict(format!(
            "This payout is approved and stands in a file for a gateway since {exported_at}: it cannot become rejected before \
             you have made sure that it was not sent, and say so."
        )));
    }
    let change = change_of(tx, &before, PayoutStatus::Rejected).set("comment", reason);
    give_back(tx, &before, change, by).await
}

/// Takes back a payout that was asked for and not approved: its money goes back. Not while staff hold it back: another one could
/// be asked for without the hold. It before and after.
pub async fn cancel(tx: &Tx, scope: Scope, id: PayoutId) -> Result<(Payout, Payout)> {
    let before = get(tx, scope, id).await?;
    check_next(&before, PayoutStatus::Cancelled)?;
    if !before.held_reason.is_empty() {
        return Err(Error::Conflict(format!(
            "{}: this payout is {} and cannot become cancelled before the network lets it go on.",
            Hindrance::Held,
            before.status.word()
        )));
    }
    let by = scope.actor().unwrap_or(before.user);
    give_back(tx, &before, change_of(tx, &before, PayoutStatus::Cancelled), by).await
}

async fn give_back(tx: &Tx, before: &Payout, change: Update, by: UserId) -> Result<(Payout, Payout)> {
    let (user, day) = (before.user, tx.now().day());
    let postings = [
        Posting::plain(Account::PayoutReserve(user), -before.amount, day),
        Posting::plain(Account::WebmasterAvailable(user), before.amount, day),
    ];
    let reference = format!("payout:{}:returned", before.id);
    let cause = Cause { reference: &reference, operation: Operation::PayoutReturn, actor: Some(by), comment: "" };
    end(tx, before, change, cause, &postings).await
}

/// Ends a payout: its postings, and what it is from then on.
pub(crate) async fn end(
    tx: &Tx,
    before: &Payout,
    change: Update,
    cause: Cause<'_>,
    postings: &[Posting],
) -> Result<(Payout, Payout)> {
    let posted = movements::post(tx, cause, postings).await;
    let transaction = posted.map_err(|error| match error {
        // Two decide at the same moment: the transaction that is run again sees what became of the payout.
        Error::Duplicate { .. } => Error::Collision("another decision on the payout is booked".to_owned()),
        other => other,
    })?;
    let change = change.set("end_transaction", transaction).set("closed_at", tx.now().0);
    change.set("closed_by", cause.actor.map(|user| user.0)).one(tx, "payout").await?;
    Ok((before.clone(), get(tx, Scope::System, before.id).await?))
}
