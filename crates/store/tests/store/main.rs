//! The store on SQLite and PostgreSQL. One program: each one more is linked with all of the store.

mod accounts;
mod bonuses;
mod core;
mod lists;
mod money;
mod own_data;
mod payouts;
mod publishing;
mod push;
mod schema;
