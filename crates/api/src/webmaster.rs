//! Sites, blocks, templates.

pub mod blocks;
pub mod sites;
pub mod styles;
pub mod templates;
