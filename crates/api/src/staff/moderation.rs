//! What moderators read and decide, and what staff hold.

pub mod campaigns;
pub mod delivery;
pub mod held_back;
pub mod moderation_ads;
pub mod moderation_blocks;
pub mod moderation_sites;
pub mod offers;
pub mod site_holds;
pub mod site_page;
