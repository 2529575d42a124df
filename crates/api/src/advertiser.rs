//! Campaigns, ad groups and ads.

pub mod ad_groups;
pub mod ads;
pub mod audit_log_values;
pub mod bids;
pub mod breadcrumbs;
pub(crate) mod bulk_change;
pub mod campaigns;
pub mod copies;
pub mod delivery;
pub mod postback_secret;
pub mod restoring;
pub mod rules;
pub mod sources;
pub mod start_stop;
pub mod stat_list;
