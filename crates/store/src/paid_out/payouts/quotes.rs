//! What a payout would be, before it is asked for.

use crate::conn::Conn;
use crate::error::{Error, Result};
use crate::money::movements;
use crate::money::payment_systems;
use crate::paid_out::wallets::{self, Wallet};
use crate::scope::Scope;
use placard_model::books::posting::Account;
use placard_model::payments::payout::WalletStatus;
use placard_model::{Money, Rate, UserId, WalletId};

/// What a payout of an amount would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Where to.
    pub wallet: Wallet,
    /// What leaves the balance.
    pub amount: Money,
    /// What of it is the fee.
    pub fee: Money,
    /// What is sent, in the currency of the wallet.
    pub payable: Money,
    /// Dollars of one unit of that currency.
    pub rate: Rate,
    /// The least amount.
    pub minimum: Money,
    /// What can be paid out.
    pub available: Money,
}

/// What a payout of an amount to a wallet, or to the primary one, would be. [`Error::Invalid`] when it would be refused:
/// `wallet_id` or `amount` says why.
pub async fn quote(conn: &Conn, user: UserId, wallet: Option<WalletId>, amount: Money) -> Result<Quote> {
    let invalid = |field, message: String| Error::Invalid { field, message };
    let wallet = match wallet {
        Some(id) => wallets::get(conn, Scope::Webmaster(user), id).await.map_err(|error| match error {
            Error::NotFound(_) => invalid("wallet_id", "is no wallet of yours".to_owned()),
            other => other,
        })?,
        None => wallets::primary(conn, user).await?.ok_or_else(|| {
            invalid("wallet_id", "is needed: you have no primary wallet. Add one, and wait for its approval".to_owned())
        })?,
    };
    if !wallet.is_usable(conn.now()) {
        let why = if wallet.status == WalletStatus::Approved {
            format!("is new: it is paid to from {} on", wallet.usable_at)
        } else {
            format!("is {}: only approved wallets are paid to", wallet.status.label().to_lowercase())
        };
        return Err(invalid("wallet_id", why));
    }
    let by = payment_systems::get_type(conn, wallet.payment_type).await?;
    if by.lacks_memo() {
        let why =
            format!("cannot be paid to: {} needs a memo beside the address, for which wallets have no place", by.name);
        return Err(invalid("wallet_id", why));
    }
    if !by.is_for_payouts() {
        return Err(invalid("wallet_id", format!("cannot be paid to now: {} is switched off", by.name)));
    }
    let rate = payment_systems::get_currency(conn, by.currency).await?.rate;
    let (minimum, available) = (by.minimum(conn), movements::balance(conn, Account::WebmasterAvailable(user)).await?);
    let fee = by.fee.of(amount);
    let payable = Rate::ONE.convert(amount - fee, rate).unwrap_or_default();
    if amount < minimum {
        return Err(invalid("amount", format!("must be at least {minimum}: the least payout by {}", by.name)));
    }
    if amount > available {
        return Err(invalid("amount", format!("is more than can be paid out: {available}")));
    }
    if payable <= Money::ZERO {
        return Err(invalid("amount", "is not more than its fee".to_owned()));
    }
    Ok(Quote { wallet, amount, fee, payable, rate, minimum, available })
}
