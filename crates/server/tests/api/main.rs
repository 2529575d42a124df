//! HTTP tests on the real application: one database per test, on SQLite and PostgreSQL alike.

mod access;
mod account_end;
mod accounts;
mod ads;
mod advertising;
mod app;
mod bad_input;
mod campaigns;
mod delivery;
mod endpoints;
mod impersonation;
mod imports;
mod mail;
mod mail_delivery;
mod moderation;
mod money;
mod openapi;
mod other_sites;
mod passwords;
mod publishing;
mod second_factor;
mod sign_up;
mod stats;
mod targeting;
mod texts;
