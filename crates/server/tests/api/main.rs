//! HTTP tests on the real application: one database per test, on SQLite and PostgreSQL alike.

mod accounts;
mod ads;
mod advertising;
mod app;
mod bad_input;
mod campaigns;
mod delivery;
mod endpoints;
mod imports;
mod moderation;
mod money;
mod openapi;
mod publishing;
mod stats;
mod targeting;
