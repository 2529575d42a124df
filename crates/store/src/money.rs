//! The books: every movement of money that is posted, the balances that follow, who is told of them, and the currencies and
//! systems that it moves in.

pub mod added_payment_systems;
pub mod bonuses;
pub mod corrections;
pub mod earning_holds;
pub mod history;
pub mod journal;
pub mod money_notices;
pub mod movements;
pub mod payment_systems;
pub mod referrals;
pub mod spend;
