//! HTTP tests on the real application: one database per test, on SQLite and PostgreSQL alike.

mod accounts;
mod app;
mod bad_input;
mod delivery;
mod endpoints;
mod imports;
mod money;
mod openapi;
mod publishing;
