//! What can be chosen, and its words.

pub mod geo_tree;
pub mod targeting;
pub mod targeting_fields;
pub mod words;
