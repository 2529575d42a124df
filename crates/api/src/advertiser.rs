//! Campaigns, ad groups and ads.

pub mod ad_edit;
pub mod ad_form;
pub mod ad_group_actions;
pub mod ad_groups;
pub mod ads;
pub mod ads_bulk;
pub mod audit_values;
pub mod breadcrumbs;
pub mod campaign_actions;
pub mod campaigns;
pub mod delivery;
pub mod link_check;
pub mod postback_secret;
pub mod rule_dry_run;
pub mod rule_form;
pub mod rule_log;
pub mod rules;
pub mod start_stop;
pub mod stat_list;
