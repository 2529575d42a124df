//! What sites and their owners say and show.

pub mod ads_txt;
pub mod placement;
pub mod verification;
