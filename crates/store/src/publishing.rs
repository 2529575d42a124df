//! Sites and blocks of webmasters, templates of these, who is named as a seller, what staff decide about them and what
//! looks at them found.

pub mod block_versions;
pub mod blocks;
pub mod owner_sites;
pub mod sellers;
pub mod site_blocks;
pub mod site_checks;
pub mod site_queue;
pub mod sites;
pub mod templates;
