//! What advertisers pay in: deposits, the gateways that report them, and what top-ups earn.

pub mod auto_top_ups;
pub mod deposit_money;
pub(crate) mod deposit_movements;
pub mod deposits;
pub mod payment_gateways;
pub mod payment_messages;
pub mod promo_codes;
pub mod unknown_disputes;
