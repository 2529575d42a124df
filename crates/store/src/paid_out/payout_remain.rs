//! What is missing to a payout.

use crate::conn::Conn;
use crate::error::Result;
use crate::money::{movements, payment_systems};
use crate::paid_out::payouts::open;
use crate::paid_out::wallets;
use placard_model::books::posting::Account;
use placard_model::{Money, PayoutId, UserId};

/// What is missing until a webmaster can ask for a payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remain {
    /// What can be paid out.
    pub available: Money,
    /// The least payout: by the primary wallet, or the usual one.
    pub minimum: Money,
    /// What is missing; nothing when it can be asked for.
    pub missing: Money,
    /// What was asked for and is not paid yet.
    pub reserved: Money,
    /// The payout that is open.
    pub open: Option<PayoutId>,
}

/// What is missing until a webmaster can ask for a payout.
pub async fn remain(conn: &Conn, user: UserId) -> Result<Remain> {
    let available = movements::balance(conn, Account::WebmasterAvailable(user)).await?;
    let minimum = match wallets::primary(conn, user).await? {
        Some(wallet) => payment_systems::get_type(conn, wallet.payment_type).await?.minimum(conn),
        None => conn.settings().shares.minimum_payout,
    };
    Ok(Remain {
        available,
        minimum,
        missing: (minimum - available).max(Money::ZERO),
        reserved: movements::balance(conn, Account::PayoutReserve(user)).await?,
        open: open(conn, user).await?.map(|payout| payout.id),
    })
}
