//! Campaigns, ad groups and ads.

pub mod ad_edit;
pub mod ad_form;
pub mod ad_group_actions;
pub mod ad_groups;
pub mod ad_kinds;
pub mod ads;
pub mod ads_bulk;
pub mod ads_import;
pub mod ads_many;
pub mod ads_sheet;
pub mod audit_values;
pub mod breadcrumbs;
pub mod campaign_actions;
pub mod campaigns;
pub mod campaigns_bulk;
pub mod copies;
pub mod delivery;
pub mod link_check;
pub mod postback_secret;
pub mod rule_dry_run;
pub mod rule_form;
pub mod rule_log;
pub mod rules;
pub mod sources;
pub mod start_stop;
pub mod stat_list;
