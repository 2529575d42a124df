//! All SQL but statistics: SQLite and PostgreSQL behind one struct.
//!
//! [`Store`] runs named transactions: [`Store::read`] gives a [`Conn`], [`Store::write`] a [`Tx`]. Functions of the
//! table families take one of them and, where rows belong to somebody, a [`Scope`]. SQL is one text for both engines,
//! with `$1` to `$3` at most; rows with more columns are written by `statement::{Insert, Update}`, where each column stands
//! beside its value. What belongs to one engine only stays in this crate's root modules.
//!
//! To add a table family:
//! 1. `migrations/mNNNN_name.rs`: a function `up` that calls [`schema::table`] with a comment for each column.
//! 2. Name it in the list of `migrations.rs`; a migration that has landed is never edited, only followed.
//! 3. `name.rs` beside it: public plain structs, private row conversion, functions over `&Conn` or `&Tx` and `Scope`.
//! 4. `pub mod name;` here, and tests in a file that `tests/store/main.rs` names, with [`testing::each_backend`], which
//!    runs them on both engines.
//! 5. `PLACARD_WRITE_SCHEMA=1` once for `tests/store/schema.rs`, which holds what the migrations make.

pub mod account_tokens;
pub mod added_payment_systems;
pub mod advertiser_sums;
pub mod advertising;
pub mod api_tokens;
pub mod audit_log;
pub mod audit_rows;
pub mod audit_runs;
pub mod auto_payouts;
pub mod auto_top_ups;
pub mod billing_details;
pub mod block_versions;
pub mod blocks;
pub mod bonuses;
pub mod client_errors;
pub mod client_traces;
pub(crate) mod codes;
mod conn;
mod connect;
pub mod contact_messages;
pub mod corrections;
pub mod deposit_money;
mod deposit_movements;
pub mod deposits;
pub mod devices;
pub mod dictionaries;
mod driver;
pub mod earning_holds;
pub mod erasure;
mod error;
pub mod export;
pub mod folding;
mod gate;
pub mod history;
pub mod idempotency;
pub mod impersonation;
pub mod inventory;
pub mod inventory_changes;
pub mod journal;
pub mod key_check;
pub mod list_views;
pub mod lists;
pub mod mails;
mod migrations;
pub mod money_notices;
pub mod movements;
pub mod names;
pub mod notices;
pub mod offers;
pub mod owner_sites;
pub mod payment_gateways;
pub mod payment_messages;
pub mod payment_systems;
pub mod payout_files;
pub mod payout_holds;
pub mod payout_quota;
pub mod payout_remain;
pub mod payout_returns;
pub mod payouts;
pub mod positions;
pub mod postback_secrets;
pub mod promo_codes;
pub mod push_blocks;
pub mod push_counts;
pub mod push_health;
pub mod push_messages;
pub mod push_reach;
pub mod push_sending;
pub mod push_subscriptions;
pub mod quotas;
pub mod referrals;
pub mod rules;
pub mod schema;
mod scope;
pub mod seals;
pub mod second_factors;
pub mod sellers;
pub mod sessions;
pub mod set_aside;
pub mod settings;
pub mod settlements;
pub mod settling;
pub mod site_blocks;
pub mod site_checks;
pub mod sites;
pub mod spend;
mod statement;
pub mod teams;
pub mod templates;
pub mod terms;
pub mod testing;
pub mod texts;
mod topic;
pub mod unknown_disputes;
pub mod user_list;
pub mod users;
pub mod vapid_keys;
pub mod voids;
pub mod wallets;

pub use conn::{Cell, Conn, Row, Tx, Value};
pub use connect::{Options, Priority, Store};
pub use error::{Error, Result};
pub use scope::{Clients, Scope};
pub use topic::Topic;
