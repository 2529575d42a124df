//! The ledger through its public face.

mod properties;
mod rules;
mod table;
mod world;
