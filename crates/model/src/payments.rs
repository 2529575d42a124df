//! Money that comes in and goes out: the ways, their statuses, and what is given beside it.

pub mod auto_top_up;
pub mod correction;
pub mod deposit;
pub mod payment;
pub mod payout;
pub mod promo;
pub mod rate;
pub mod wallet;
