//! Push campaigns and push ads: the advertiser's calls.

pub mod ad_actions;
pub mod ad_edit;
pub mod ad_form;
pub mod ads;
pub mod ages_and_caps;
pub mod campaign_actions;
pub mod campaign_form;
pub mod campaigns;
pub mod campaigns_bulk;
pub mod data_url;
pub mod figures;
pub mod health;
pub mod kept_sample;
pub mod list;
pub mod many;
pub mod names;
pub mod reach;
pub mod resources;
pub mod stats;
mod stats_query;
