//! Sites, blocks, templates.

pub mod block_check;
pub mod blocks;
pub mod sites;
pub mod styles;
pub mod templates;
