//! All SQL but statistics: SQLite and PostgreSQL behind one struct.
//!
//! [`Store`] runs named transactions: [`Store::read`] gives a [`Conn`], [`Store::write`] a [`Tx`]. Functions of the
//! table families take one of them and, where rows belong to somebody, a [`Scope`]. SQL is one text for both engines,
//! with `$1` to `$3` at most; rows with more columns are written by `statement::{Insert, Update}`, where each column stands
//! beside its value. Where an engine knows a better way, a family asks which one it is. Folders say whose a family is; they are
//! no layers: a deleted account touches all of them.
//!
//! To add a table family:
//! 1. `migrations/mNNNN_name.rs`: a function `up` that calls [`schema::table`] with a comment for each column.
//! 2. Name it in the list of `migrations.rs`; a migration that has landed is never edited, only followed.
//! 3. `name.rs` in the folder of whose it is: public plain structs, private row conversion, functions over `&Conn` or `&Tx` and `Scope`.
//! 4. `pub mod name;` in that folder's file, and tests in a file that `tests/store/main.rs` names, with [`testing::each_backend`], which
//!    runs them on both engines.
//! 5. `PLACARD_WRITE_SCHEMA=1` once for `tests/store/schema.rs`, which holds what the migrations make.

pub mod accounts;
pub mod advertising;
pub mod billing;
pub(crate) mod codes;
mod conn;
mod connect;
mod driver;
mod error;
mod gate;
pub mod idempotency;
pub mod lists;
mod migrations;
pub mod money;
pub mod names;
pub mod network;
pub mod paid_in;
pub mod paid_out;
pub mod publishing;
pub mod push;
pub mod quotas;
pub mod rules;
pub mod schema;
mod scope;
mod statement;
pub mod testing;
mod topic;

pub use conn::{Cell, Conn, Row, Tx, Value};
pub use connect::{Options, Priority, Store};
pub use error::{Error, Result};
pub use scope::{Clients, Scope};
pub use topic::Topic;
