//! Wallets: where webmasters are paid to, and the addresses that nobody is paid to.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::money::payment_systems;
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::payments::payout::WalletStatus;
use placard_model::payments::wallet::{folded, read_address};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{CurrencyId, PaymentSystemId, PaymentTypeId, UnixMs, UserId, WalletId};
use serde::Serialize;

/// The most wallets of one user that are read: a quota is far below.
const WALLETS_MAX: u32 = 1_000;
/// The most addresses that are denied.
pub const DENIED_MAX: u32 = 10_000;
/// The most other users that staff are told of beside a wallet with the same number.
pub const NAMESAKES_MAX: u32 = 10;

/// A wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wallet {
    /// The wallet.
    pub id: WalletId,
    /// Whose.
    pub user: UserId,
    /// By which it is paid to.
    pub payment_type: PaymentTypeId,
    /// What people call that.
    pub type_name: String,
    /// Its payment system.
    pub system: PaymentSystemId,
    /// What is paid in.
    pub currency: CurrencyId,
    /// Its address, or what the payment system calls the account.
    pub number: String,
    /// Its status.
    pub status: WalletStatus,
    /// Is paid to where no wallet is named.
    pub is_primary: bool,
    /// Why it was refused.
    pub comment: String,
    /// It is not paid to before.
    pub usable_at: UnixMs,
    /// When it was approved or refused.
    pub decided_at: Option<UnixMs>,
    /// When it was added.
    pub created_at: UnixMs,
}

impl Wallet {
    /// Whether it can be paid to.
    pub fn is_usable(&self, now: UnixMs) -> bool {
        self.status == WalletStatus::Approved && self.usable_at <= now
    }
}

const COLUMNS: &str = "w.id, w.user_id, w.payment_type_id, t.name AS type_name, t.payment_system_id, t.currency_id, \
    w.number, w.status_id, w.is_primary, w.comment, w.usable_at, w.decided_at, w.created_at";
const FROM: &str = "FROM wallets w JOIN payment_types t ON t.id = w.payment_type_id";

fn wallet(row: &Row) -> Result<Wallet> {
    let status: i64 = row.get("status_id")?;
    Ok(Wallet {
        id: WalletId(row.get("id")?),
        user: UserId(row.get("user_id")?),
        payment_type: PaymentTypeId(row.get("payment_type_id")?),
        type_name: row.get("type_name")?,
        system: PaymentSystemId(row.get("payment_system_id")?),
        currency: CurrencyId(row.get("currency_id")?),
        number: row.get("number")?,
        status: WalletStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("wallet status {status}")))?,
        is_primary: row.get("is_primary")?,
        comment: row.get("comment")?,
        usable_at: UnixMs(row.get("usable_at")?),
        decided_at: row.get::<Option<i64>>("decided_at")?.map(UnixMs),
        created_at: UnixMs(row.get("created_at")?),
    })
}

/// The wallets within the scope that are not deleted: the primary one first, then by number.
pub async fn list(conn: &Conn, scope: Scope) -> Result<Vec<Wallet>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("w.user_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS} {FROM} WHERE {own} AND w.status_id <> {} ORDER BY w.is_primary DESC, w.id LIMIT {WALLETS_MAX}",
        code!(wallet_deleted)
    );
    conn.rows(&sql, values).await?.iter().map(wallet).collect()
}

/// A wallet within the scope; not one that is deleted.
pub async fn get(conn: &Conn, scope: Scope, id: WalletId) -> Result<Wallet> {
    let mut values: Vec<Value> = vec![id.0.into()];
    let own = scope.webmaster_rows("w.user_id", &mut values);
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE w.id = $1 AND {own} AND w.status_id <> {}", code!(wallet_deleted));
    wallet(&conn.row(&sql, values).await?.ok_or(Error::NotFound("wallet"))?)
}

/// The wallet that is paid to where none is named.
pub async fn primary(conn: &Conn, user: UserId) -> Result<Option<Wallet>> {
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE w.user_id = $1 AND w.is_primary");
    conn.row(&sql, [user.0.into()]).await?.as_ref().map(wallet).transpose()
}

/// Adds a wallet: it waits for its approval (that of a trusted user does not), and for its first hours, in which its owner can
/// read the mail about it and object. [`Error::Invalid`] for a number that is none, or that nobody is paid to.
pub async fn insert(
    tx: &Tx,
    user: UserId,
    payment_type: PaymentTypeId,
    number: &str,
    is_trusted: bool,
) -> Result<Wallet> {
    let invalid = |field, message: String| Error::Invalid { field, message };
    let found = match payment_systems::get_type(tx, payment_type).await {
        Ok(found) if found.is_for_payouts() => found,
        Ok(_) | Err(Error::NotFound(_)) => {
            return Err(invalid("payment_type_id", "is no payment type by which webmasters are paid".to_owned()));
        }
        Err(error) => return Err(error),
    };
    let number = read_address(found.address_kind, number).map_err(|error| invalid("number", error.to_string()))?;
    let compared = folded(&number);
    if is_denied(tx, &number).await? {
        return Err(invalid("number", DENIED.to_owned()));
    }
    check_quota(tx, user).await?;
    let status = if is_trusted { WalletStatus::Approved } else { WalletStatus::Waiting };
    let wait_ms = i64::from(tx.settings().payouts.wallet_hours) * HOUR_MS;
    let has_primary = primary(tx, user).await?.is_some();
    let id = Insert::into("wallets")
        .set("user_id", user.0)
        .set("payment_type_id", payment_type.0)
        .set("number", number.as_str())
        .set("folded_number", compared)
        .set("status_id", i64::from(status.id()))
        .set("is_primary", is_trusted && !has_primary)
        .set("usable_at", tx.now().plus_ms(wait_ms).0)
        .set("decided_at", is_trusted.then_some(tx.now().0))
        .created(tx)
        .id(tx)
        .await
        .map_err(|error| match error {
            Error::Duplicate { .. } => invalid("number", "is that of another wallet of yours".to_owned()),
            other => other,
        })?;
    get(tx, Scope::System, WalletId(id)).await
}

async fn check_quota(tx: &Tx, user: UserId) -> Result<()> {
    let most = tx.settings().payouts.wallets;
    let sql = format!(
        "SELECT COUNT(*) AS wallets FROM wallets WHERE user_id = $1 AND (status_id <> {} OR created_at > $2)",
        code!(wallet_deleted)
    );
    let row = tx.row(&sql, [user.0.into(), (tx.now().0 - DAY_MS).into()]).await?;
    if row.map_or(Ok(0), |row| row.get::<i64>("wallets"))? >= i64::from(most) {
        return Err(Error::Conflict(format!(
            "An account may have {most} wallets, those counted that were deleted within a day. Delete one first, or go on \
             tomorrow."
        )));
    }
    Ok(())
}

/// Deletes a wallet; it as it was. [`Error::Conflict`] while a payout to it is open.
pub async fn delete(tx: &Tx, scope: Scope, id: WalletId) -> Result<Wallet> {
    let before = get(tx, scope, id).await?;
    check_no_payout(tx, id, "deleted").await?;
    let change = Update::of("wallets").set("status_id", i64::from(WalletStatus::Deleted.id()));
    change.set_sql("is_primary = FALSE").stamped(tx).filter("id =", id.0).one(tx, "wallet").await?;
    Ok(before)
}

async fn check_no_payout(tx: &Tx, id: WalletId, next: &str) -> Result<()> {
    let sql = format!("SELECT id FROM payouts WHERE wallet_id = $1 AND status_id < {}", code!(payout_paid));
    match tx.row(&sql, [id.0.into()]).await? {
        Some(row) => Err(Error::Conflict(format!(
            "Payout {} to this wallet is open: the wallet is in use and cannot become {next}. Cancel or reject the payout \
             first, or wait until it is paid.",
            row.get::<i64>("id")?
        ))),
        None => Ok(()),
    }
}

/// Makes a wallet the one that is paid to where none is named; it before and after.
pub async fn set_primary(tx: &Tx, scope: Scope, id: WalletId) -> Result<(Wallet, Wallet)> {
    let before = get(tx, scope, id).await?;
    if before.status != WalletStatus::Approved {
        let is = before.status.label().to_lowercase();
        return Err(Error::Conflict(format!("This wallet is {is} and cannot become the primary one.")));
    }
    let former = Update::of("wallets").set_sql("is_primary = FALSE").stamped(tx);
    former.filter("user_id =", before.user.0).filter_sql("is_primary").run(tx).await?;
    let change = Update::of("wallets").set_sql("is_primary = TRUE").stamped(tx);
    change.filter("id =", id.0).one(tx, "wallet").await?;
    Ok((before, get(tx, scope, id).await?))
}

/// Wallets that wait, oldest first, with their owners' mail addresses.
pub async fn list_waiting(conn: &Conn, rows: u32) -> Result<Vec<(Wallet, String)>> {
    let sql = format!(
        "SELECT {COLUMNS}, u.email {FROM} JOIN users u ON u.id = w.user_id WHERE w.status_id = $1 ORDER BY w.id \
         LIMIT {rows}"
    );
    let found = conn.rows(&sql, [i64::from(WalletStatus::Waiting.id()).into()]).await?;
    found.iter().map(|row| Ok((wallet(row)?, row.get("email")?))).collect()
}

/// Others who have, or had, a wallet of the same number; at most [`NAMESAKES_MAX`].
pub async fn namesakes(conn: &Conn, of: &Wallet) -> Result<Vec<UserId>> {
    let sql = format!(
        "SELECT DISTINCT user_id FROM wallets WHERE folded_number = $1 AND user_id <> $2 ORDER BY user_id \
         LIMIT {NAMESAKES_MAX}"
    );
    let rows = conn.rows(&sql, [folded(&of.number).into(), of.user.0.into()]).await?;
    rows.iter().map(|row| Ok(UserId(row.get("user_id")?))).collect()
}

/// How a wallet may be decided on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decide {
    /// Whatever was decided before.
    Anew,
    /// A conflict unless it waits: somebody else may have decided meanwhile.
    Waiting,
}

/// Approves a wallet or refuses it, with the reason; it before and after. The first one that is approved is primary. One that
/// was refused by mistake can be approved, one that was approved can be refused while no payout to it is open.
pub async fn decide(
    tx: &Tx,
    id: WalletId,
    how: Decide,
    to: WalletStatus,
    comment: &str,
    by: UserId,
) -> Result<(Wallet, Wallet)> {
    let before = get(tx, Scope::System, id).await?;
    if how == Decide::Waiting && before.status != WalletStatus::Waiting {
        let is = before.status.label().to_lowercase();
        return Err(Error::Conflict(format!("This wallet waits no more: it is {is}, by somebody else or its owner.")));
    }
    let is_allowed = before.status != to && matches!(to, WalletStatus::Approved | WalletStatus::Rejected);
    if !is_allowed {
        return Err(Error::Conflict(format!(
            "This wallet is {} and cannot become {}.",
            before.status.label().to_lowercase(),
            to.label().to_lowercase()
        )));
    }
    if to == WalletStatus::Approved {
        check_denied(tx, &before.number).await?;
        let by = payment_systems::get_type(tx, before.payment_type).await?;
        if by.lacks_memo() {
            let name = by.name;
            return Err(Error::Conflict(format!(
                "{name} needs a memo beside the address: what is paid without is lost."
            )));
        }
    } else {
        check_no_payout(tx, id, "rejected").await?;
    }
    let is_first = to == WalletStatus::Approved && primary(tx, before.user).await?.is_none();
    Update::of("wallets")
        .set("status_id", i64::from(to.id()))
        .set("is_primary", is_first)
        .set("comment", comment)
        .set("decided_by", by.0)
        .set("decided_at", tx.now().0)
        .stamped(tx)
        .filter("id =", id.0)
        .one(tx, "wallet")
        .await?;
    Ok((before, get(tx, Scope::System, id).await?))
}

pub(crate) const DENIED: &str = "is on the list of addresses that this network does not pay to";

/// Refuses an address that nobody is paid to.
pub async fn check_denied(conn: &Conn, number: &str) -> Result<()> {
    if is_denied(conn, number).await? {
        return Err(Error::Conflict(format!("The wallet's address {DENIED}.")));
    }
    Ok(())
}

async fn is_denied(conn: &Conn, number: &str) -> Result<bool> {
    let sql = "SELECT 1 AS found FROM denied_addresses WHERE folded_number = $1";
    Ok(conn.row(sql, [folded(number).into()]).await?.is_some())
}

/// An address that nobody is paid to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeniedAddress {
    /// The entry.
    pub id: i64,
    /// The address, as it is compared with wallets.
    pub number: String,
    /// Why.
    pub note: String,
    /// Who put it here.
    pub created_by: Option<UserId>,
    /// When.
    pub created_at: UnixMs,
}

fn denied(row: &Row) -> Result<DeniedAddress> {
    Ok(DeniedAddress {
        id: row.get("id")?,
        number: row.get("folded_number")?,
        note: row.get("note")?,
        created_by: row.get::<Option<i64>>("created_by")?.map(UserId),
        created_at: UnixMs(row.get("created_at")?),
    })
}

const DENIED_COLUMNS: &str = "id, folded_number, note, created_by, created_at";

/// The addresses that nobody is paid to, newest first, and how many there are on all pages.
pub async fn list_denied(conn: &Conn, rows: u32, offset: u64) -> Result<(Vec<DeniedAddress>, u64)> {
    let total = conn.row("SELECT COUNT(*) AS entries FROM denied_addresses", []).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("entries"))?.unsigned_abs();
    let sql = format!("SELECT {DENIED_COLUMNS} FROM denied_addresses ORDER BY id DESC LIMIT {rows} OFFSET {offset}");
    Ok((conn.rows(&sql, []).await?.iter().map(denied).collect::<Result<_>>()?, total))
}

async fn get_denied(conn: &Conn, id: i64) -> Result<DeniedAddress> {
    let row = conn.row(&format!("SELECT {DENIED_COLUMNS} FROM denied_addresses WHERE id = $1"), [id.into()]).await?;
    denied(&row.ok_or(Error::NotFound("denied address"))?)
}

/// Denies an address.
pub async fn insert_denied(tx: &Tx, number: &str, note: &str, by: UserId) -> Result<DeniedAddress> {
    let row = tx.row("SELECT COUNT(*) AS entries FROM denied_addresses", []).await?;
    if row.map_or(Ok(0), |row| row.get::<i64>("entries"))? >= i64::from(DENIED_MAX) {
        return Err(Error::Conflict(format!("There are {DENIED_MAX} denied addresses already.")));
    }
    let id = Insert::into("denied_addresses")
        .set("folded_number", folded(number))
        .set("note", note)
        .set("created_by", by.0)
        .created(tx)
        .id(tx)
        .await
        .map_err(|error| match error {
            Error::Duplicate { .. } => Error::Invalid { field: "number", message: "is on the list already".to_owned() },
            other => other,
        })?;
    get_denied(tx, id).await
}

/// Takes an address from the list; the entry as it was.
pub async fn delete_denied(tx: &Tx, id: i64) -> Result<DeniedAddress> {
    let before = get_denied(tx, id).await?;
    tx.execute_one("denied address", "DELETE FROM denied_addresses WHERE id = $1", [id.into()]).await?;
    Ok(before)
}
