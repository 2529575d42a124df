//! Sites, blocks, templates.

pub mod blocks;
pub mod seller;
pub mod sites;
pub mod styles;
pub mod templates;
pub mod verification;
